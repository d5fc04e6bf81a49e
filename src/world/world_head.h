// SPDX-License-Identifier: MIT
// The beginning of a world, the same for the plane and for space: public functions need no more to
// find the interface of a world, and to check calls.
#ifndef WORLD_HEAD_H
#define WORLD_HEAD_H

#include <stdbool.h>
#include <stdint.h>

typedef struct world_head {
    const struct world_interface *is; // interface for the world's dimensions
    uint32_t is_busy;                 // inside a call that may call functions of the host
    bool has_started;                 // parts have registered what snapshots contain
    bool is_shared;                   // the world is a part of one that is shared out
    float most_radius;                // upper bound of radii that trees pass
} world_head;

#endif
