// SPDX-License-Identifier: MIT
// Locomotion: how a force moves a vehicle.
//
//     f is limited to max_force;  a = f / mass
//     v = v + a dt, limited to max_speed, and raised to min_speed unless it is 0
//     p = p + v dt, wrapped in a periodic world
//
// The heading is the direction of the velocity; a vehicle that stands keeps its heading. A vehicle
// whose new velocity, squared speed or position would not be finite keeps all of its state, and
// counts as lost.
#ifndef MOTION_H
#define MOTION_H

#include "vehicles.h"

#define MOTION_NONE UINT32_MAX

/// Move the vehicles `begin` to `end` - 1; forces have the index of their vehicle. Different
/// threads may move different ranges. Returns the first lost vehicle, or MOTION_NONE. A kernel: see
/// steer_kernels.h.
typedef uint32_t motion_step_function(const vehicles *all, const vectors *forces,
                                      const space *world, float dt, uint32_t begin, uint32_t end);

#endif
