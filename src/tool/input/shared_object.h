// SPDX-License-Identifier: MIT
// Loading plugins and native code.
#ifndef SHARED_OBJECT_H
#define SHARED_OBJECT_H

#include "arena.h"

/// Load a file. Returns NULL on failure, with the reason in `*why`. A truncated file is refused,
/// because running its code would end the program by SIGBUS.
void *shared_object_open(arena *a, const char *path, const char **why);

#endif
