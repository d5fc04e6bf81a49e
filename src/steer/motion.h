// SPDX-License-Identifier: MIT
// Locomotion: how a force moves a vehicle.
//
//     f is cut to max_force;  a = f / mass
//     v = v + a dt, cut to max_speed, and raised to min_speed unless it is 0
//     p = p + v dt, wrapped in a periodic world
//
// The heading is that of the velocity; a vehicle that stands still keeps it.
#ifndef MOTION_H
#define MOTION_H

#include "vehicles.h"

/// Moves the vehicles begin to end - 1; forces have the index of their vehicles. Different ranges
/// may be moved by different threads. A kernel: see steer_kernels.h.
typedef void motion_step_function(const vehicles *all, const vectors *forces, const space *world,
                                  float dt, uint32_t begin, uint32_t end);

#endif
