// SPDX-License-Identifier: MIT
// The three traffic behaviours of Billander (2007): follow the road in the right lane, adapt the
// speed, avoid collisions. They brake and steer with the same force, which is their weakness: see
// driver.h.
#ifndef TRAFFIC_H
#define TRAFFIC_H

#include "behaviours.h"

/// The side of the road on which vehicles drive.
typedef enum traffic_side {
    TRAFFIC_LEFT = -1,
    TRAFFIC_RIGHT = 1,
} traffic_side;

/// Seek the point of the path nearest to the position in `time`, shifted by `lane` to the own side
/// of the road; and brake with the force
///
///     -heading * (the component of the offset to that point perpendicular to the heading)
///
/// which is proportional to the necessary turn.
vector traffic_follow_road(const vehicle *me, const pathway *way, float time, float lane,
                           traffic_side side);

/// Return whether another vehicle is in the corridor ahead: its distance to the side is at most the
/// sum of both radii, and it is nearer than the way driven in `time` plus its radius. `ahead`
/// receives its distance.
bool traffic_is_ahead(const vehicle *me, const vehicle *other, float time, float *ahead);

/// Brake for a vehicle ahead: -heading * (speed / its speed), or -heading if it stands.
vector traffic_adapt_speed(const vehicle *me, const vehicle *other);

/// Turn away with a force of 1. If they meet head on (product of headings below -0.007), turn to
/// the side of the rule; if they drive in parallel (above 0.007) and are nearer than `distance`,
/// turn apart; otherwise no force.
vector traffic_avoid_collisions(const vehicle *me, const threat *danger, float distance,
                                traffic_side side);

#endif
