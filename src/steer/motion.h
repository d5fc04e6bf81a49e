// SPDX-License-Identifier: MIT
// Locomotion: how a force moves a vehicle.
//
//     f is cut to max_force;  a = f / mass
//     v = v + a dt, cut to max_speed, and raised to min_speed unless it is 0
//     p = p + v dt, wrapped in a periodic world
//
// The heading is that of the velocity; a vehicle that stands still keeps it. One whose velocity or
// place would be no finite number (or a speed whose square is none) keeps all that it has, and is
// lost.
#ifndef MOTION_H
#define MOTION_H

#include "vehicles.h"

#define MOTION_NONE UINT32_MAX

/// Moves the vehicles begin to end - 1; forces have the index of their vehicles. Different ranges
/// may be moved by different threads. Returns the first that is lost, or MOTION_NONE. A kernel: see
/// steer_kernels.h.
typedef uint32_t motion_step_function(const vehicles *all, const vectors *forces,
                                      const space *world, float dt, uint32_t begin, uint32_t end);

#endif
