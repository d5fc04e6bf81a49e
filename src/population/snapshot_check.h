// SPDX-License-Identifier: MIT
// Snapshots for hosts of this library that attach a state of their own: it is looked at, together
// with what the snapshot says of agents, before either takes effect.
#ifndef SNAPSHOT_CHECK_H
#define SNAPSHOT_CHECK_H

#include <gestalt/snapshot.h>

typedef struct snapshot_check {
    /// `read` is what the population becomes if this is GESTALT_OK; else it stays as it is. Of
    /// `read`, only what asks may be called. NULL: nobody looks.
    gestalt_result (*check)(void *user, const gestalt_population *read, gestalt_error *error);
    void *user;
} snapshot_check;

gestalt_result population_load(gestalt_population *p, const char *path, snapshot_check check,
                               gestalt_error *error);
gestalt_result population_load_memory(gestalt_population *p, const void *bytes, size_t size,
                                      snapshot_check check, gestalt_error *error);

#endif
