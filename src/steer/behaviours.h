// SPDX-License-Identifier: MIT
// Reynolds' steering behaviours: each looks at the world from one vehicle and answers with a force
// that it would like. In general that is the velocity that it wants minus the one that it has.
// Nothing is cut to the largest force here: combiners and motion do that. A direction that does not
// exist (to where the vehicle already is) gives a wanted velocity of zero.
//
// Positions of others are images near the vehicle, see space_nearest.
#ifndef BEHAVIOURS_H
#define BEHAVIOURS_H

#include "barriers.h"
#include "path.h"
#include "vehicles.h"

/// Towards a point at full speed: unit(target - p) * max_speed - v.
vector steer_seek(const vehicle *me, vector target);

/// Away from it: unit(p - target) * max_speed - v.
vector steer_flee(const vehicle *me, vector target);

/// As seek, but slowing down to stand at the target: the speed is the distance divided by
/// `braking`, the time (> 0) that it would take to get there, and at most max_speed.
vector steer_arrive(const vehicle *me, vector target, float braking);

/// Somebody else who moves.
typedef struct moving_point {
    vector position, velocity;
} moving_point;

/// Return where it will be when the vehicle, at full speed, has gone the distance to where it is
/// now.
static inline vector moving_ahead(const vehicle *me, moving_point other)
{
    float time = vector_distance(other.position, me->position) / me->max_speed;
    return vector_add_scaled(other.position, other.velocity, time);
}

/// Seek, or flee, where it will be.
vector steer_pursue(const vehicle *me, moving_point quarry);
vector steer_evade(const vehicle *me, moving_point hunter);

/// Seeks a point beside where it will be.
vector steer_pursue_offset(const vehicle *me, moving_point leader, vector offset);

/// Seeks the point between two: at `share` of the way from the first (0) to the second (1).
vector steer_interpose(const vehicle *me, vector first, vector second, float share);

/// The same with where they will be.
vector steer_interpose_moving(const vehicle *me, moving_point first, moving_point second,
                              float share);

typedef struct sphere {
    vector centre;
    float radius;
} sphere;

/// Spheres as columns.
typedef struct spheres {
    uint32_t count;
    vectors centre;
    const float *radius;
} spheres;

/// The point behind an obstacle, seen from the hunter: its radius and `distance` behind its centre.
vector steer_hiding_place(sphere obstacle, vector hunter, float distance);

/// Seeks the nearest hiding place (the first of equals); without obstacles it evades.
vector steer_hide(const vehicle *me, moving_point hunter, const spheres *obstacles, float distance);

/// Looks along a cylinder ahead, as wide as the vehicle and as long as it will go in `time`. The
/// sphere that reaches into it with its centre least far ahead is answered with the largest force
/// straight away from that, at a right angle to the heading; to the right when the centre is
/// straight ahead. None: no force.
vector steer_avoid_obstacles(const vehicle *me, const spheres *obstacles, float time);

/// The same for barriers. It turns along a wall, in the direction in which it has less to turn;
/// when it comes head on or to an end of the wall, away from its middle.
vector steer_avoid_barriers(const vehicle *me, const barriers *all, float time);

/// Strolls: seeks a point on a circle (sphere) of `radius` whose centre is `distance` ahead.
/// `place` is where on it, a unit vector seen from the vehicle (ahead, then right, then up): it
/// changes by a random vector of components within [-jitter, jitter], and is put back on the
/// circle.
vector steer_wander(const vehicle *me, float radius, float distance, float jitter, vector *place,
                    uint64_t *random);

/// Keeps to a path: looks where it will be in `time`, and if that is outside of the tube, seeks the
/// path's nearest point. With a `direction` (1 or -1) it goes along it as well: if it is going to
/// be in the tube, and further along, it goes straight on at full speed; else it seeks the point of
/// the path that is as far ahead as it could go in `time`.
vector steer_follow_path(const vehicle *me, const pathway *way, float time, int direction);

/// When two that keep their velocities are nearest to each other, from now on, and how near.
typedef struct nearest_approach {
    float time; // 0 if they move apart, or side by side
    vector mine, other;
    float distance;
} nearest_approach;

nearest_approach steer_nearest_approach(const vehicle *me, moving_point other);

/// The one of those around whom it comes nearer than both radii first.
typedef struct threat {
    bool exists;
    moving_point other;
    vector heading; // the other's
    nearest_approach meeting;
} threat;

/// Compares one of those around with the worst threat so far. It counts if within `time` they come
/// nearer than both radii; of two, the one that comes first.
void steer_consider(threat *worst, const vehicle *me, const vehicle *other, float time);

/// Steers with the largest force straight away from where the threat will be, seen from where it
/// will be itself, at a right angle to its heading: the way on which it has least to turn. To the
/// right when they meet head on.
vector steer_avoid_collisions(const vehicle *me, const threat *danger);

// The three of flocks, from sums over neighbours (neighbours.h).

/// The sum of what pushes: the sum of (p - p_i) / (2 |p - p_i|) with NEIGHBOURS_UNIT.
static inline vector steer_separate(vector apart)
{
    return apart;
}

/// Seeks the mean position, of which `offset` / `count` is the offset. None: no force.
vector steer_cohere(const vehicle *me, vector offset, float count);

/// The mean velocity. None: no force.
vector steer_align(vector along, float count);

#endif
