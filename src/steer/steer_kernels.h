// SPDX-License-Identifier: MIT
// The kernels: functions on very many agents, compiled for each instruction set. They share one
// source over a few operations on lanes (lanes_*.h). Every agent is a lane, and each lane does the
// same operations in the same order, so that all sets give the same bits.
#ifndef STEER_KERNELS_H
#define STEER_KERNELS_H

#include "driver.h"
#include "floats_check.h"
#include "flock_urges.h"
#include "flocking.h"
#include "motion.h"
#include "neighbours.h"
#include "threats.h"
#include "ways.h"

typedef struct steer_kernels {
    const char *name;
    bool (*is_supported)(void);
    floats_compute *compute; // arithmetic check, compiled like this set
    grid_kernels grid;
    neighbours_sum_function *neighbours_sum;
    flock_step_function *flock_step;
    flock_forces_function *flock_forces;
    flock_boids_function *flock_boids;
    motion_step_function *motion_step;
    driver_accelerate_function *driver_accelerate;
    driver_move_function *driver_move;
    threats_filter_function *threats_filter;
    ways_see_function *ways_see;
    ways_weigh_function *ways_weigh;
    ways_look_function *ways_look;
} steer_kernels;

extern const steer_kernels steer_kernels_plain;
#ifdef GESTALT_X86
extern const steer_kernels steer_kernels_avx2, steer_kernels_avx512;
#endif

/// All sets of this build, the best last; ends with NULL. The first is plain C, which every machine
/// supports.
extern const steer_kernels *const steer_kernels_all[];

/// Return the best set that the machine supports.
const steer_kernels *steer_kernels_best(void);

/// Return the set with that name if the machine supports it; otherwise, or if `name` is NULL, the
/// best set.
const steer_kernels *steer_kernels_named(const char *name);

#endif
