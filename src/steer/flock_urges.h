// SPDX-License-Identifier: MIT
// A fast path for the usual flock driven by trees, in one pass: all urges use sums over neighbours
// and have constant weights, and forces are added. The results are the same, to the last bit, as
// those of neighbours_sum and combine_forces, without storing sums.
#ifndef FLOCK_URGES_H
#define FLOCK_URGES_H

#include "combine.h"

enum { FLOCK_URGES = 8 };

typedef struct flock_urges {
    uint32_t count;
    struct {
        behaviour type;
        float weight;
        const uint64_t *live; // NULL: all
    } list[FLOCK_URGES];
} flock_urges;

/// Return false if the group's urges do not have this form.
bool flock_urges_make(const urge_group *group, flock_urges *made);

/// Compute the forces, by index, of the agents at the grid's positions `begin` to `end` - 1. A
/// kernel: see steer_kernels.h.
typedef void flock_forces_function(const flock_urges *urges, const neighbours_view *view,
                                   const grid *g, const vehicles *all, const vectors *forces,
                                   uint32_t begin, uint32_t end);

#endif
