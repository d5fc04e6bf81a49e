// SPDX-License-Identifier: MIT
// The options that say how an edit finds things again: --rename OLD=NEW.
#ifndef EDIT_OPTIONS_H
#define EDIT_OPTIONS_H

#include "cli.h"

#include <gestalt/edit.h>

typedef struct edit_renames {
    gestalt_rename *list;
    uint32_t count;
} edit_renames;

/// Reads all of them into an arena. Errors are reported.
exit_code edit_renames_read(edit_renames *r, cli *c, arena *a);

#endif
