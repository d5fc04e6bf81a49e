// SPDX-License-Identifier: MIT
// The three behaviours of traffic by Billander (2007): follow the road in the right lane, adapt the
// speed, avoid collisions. They brake and steer with one and the same force, which is what is wrong
// with them: see driver.h.
#ifndef TRAFFIC_H
#define TRAFFIC_H

#include "behaviours.h"

/// On which side of the road they drive.
typedef enum traffic_side {
    TRAFFIC_LEFT = -1,
    TRAFFIC_RIGHT = 1,
} traffic_side;

/// Seeks the point of the path nearest to where it will be in `time`, moved by `lane` to its own
/// side of the road; and brakes with the force
///
///     -heading * (the part of the offset to that point that lies beside the heading)
///
/// so in proportion to how far it has to turn.
vector traffic_follow_road(const vehicle *me, const pathway *way, float time, float lane,
                           traffic_side side);

/// Return whether another one is in the corridor ahead: at most the sum of both radii beside the
/// heading, and nearer than what is driven in `time`, its radius added. `ahead` is how far.
bool traffic_is_ahead(const vehicle *me, const vehicle *other, float time, float *ahead);

/// Brakes for one who is ahead: -heading * (speed / its speed), or -heading if it stands.
vector traffic_adapt_speed(const vehicle *me, const vehicle *other);

/// Turns away with a force of 1. If they meet head on (headings' product below -0.007) to the
/// rule's side; if they drive in parallel (above 0.007) and are nearer than `distance`, apart; else
/// no force.
vector traffic_avoid_collisions(const vehicle *me, const threat *danger, float distance,
                                traffic_side side);

#endif
