// SPDX-License-Identifier: MIT
// Reynolds' steering behaviours: each computes the force that one vehicle wants, in general the
// wanted velocity minus the current one. Forces are not limited here: combiners and motion do that.
// A direction that does not exist (to the vehicle's own position) gives a wanted velocity of zero.
//
// Positions of other vehicles are the images nearest to the vehicle, see space_nearest.
#ifndef BEHAVIOURS_H
#define BEHAVIOURS_H

#include "barriers.h"
#include "path.h"
#include "vehicles.h"

/// Steer towards a point at full speed: unit(target - p) * max_speed - v.
vector steer_seek(const vehicle *me, vector target);

/// Steer away from a point: unit(p - target) * max_speed - v.
vector steer_flee(const vehicle *me, vector target);

/// Steer like seek, but slow down to stop at the target: the speed is the distance divided by
/// `braking` (> 0), the time that the vehicle would take to arrive, and at most max_speed.
vector steer_arrive(const vehicle *me, vector target, float braking);

/// Another moving object.
typedef struct moving_point {
    vector position, velocity;
} moving_point;

/// Return where the object will be when the vehicle, at full speed, has covered the distance to the
/// object's current position.
static inline vector moving_ahead(const vehicle *me, moving_point other)
{
    float time = vector_distance(other.position, me->position) / me->max_speed;
    return vector_add_scaled(other.position, other.velocity, time);
}

/// Seek or flee the predicted position.
vector steer_pursue(const vehicle *me, moving_point quarry);
vector steer_evade(const vehicle *me, moving_point hunter);

/// Seek a point at an offset from the predicted position.
vector steer_pursue_offset(const vehicle *me, moving_point leader, vector offset);

/// Seek the point at `share` of the way from the first point (0) to the second (1).
vector steer_interpose(const vehicle *me, vector first, vector second, float share);

/// Seek the point between two predicted positions.
vector steer_interpose_moving(const vehicle *me, moving_point first, moving_point second,
                              float share);

typedef struct sphere {
    vector centre;
    float radius;
} sphere;

/// Spheres, as columns.
typedef struct spheres {
    uint32_t count;
    vectors centre;
    const float *radius;
} spheres;

/// Return the point behind an obstacle as seen from the hunter, at `distance` beyond its surface.
vector steer_hiding_place(sphere obstacle, vector hunter, float distance);

/// Seek the nearest hiding place (the first of equals); without obstacles, evade.
vector steer_hide(const vehicle *me, moving_point hunter, const spheres *obstacles, float distance);

/// Look along a cylinder ahead, as wide as the vehicle and as long as its way in `time`. Among the
/// spheres that reach into it, the one whose centre is least far ahead counts. The force is the
/// largest one, directed away from that centre and perpendicular to the heading; to the right if
/// the centre is straight ahead. Without such a sphere there is no force.
vector steer_avoid_obstacles(const vehicle *me, const spheres *obstacles, float time);

/// Avoid barriers in the same way. The vehicle turns along a wall in the direction that needs the
/// smaller turn; if it meets the wall head on or at an end, away from the wall's middle.
vector steer_avoid_barriers(const vehicle *me, const barriers *all, float time);

/// Wander: seek a point on a circle (sphere) of `radius` whose centre is `distance` ahead. `place`
/// is that point as a unit vector in the vehicle's frame (ahead, right, up). Each call adds a
/// random vector with components within [-jitter, jitter] and projects the point back onto the
/// circle.
vector steer_wander(const vehicle *me, float radius, float distance, float jitter, vector *place,
                    uint64_t *random);

/// Follow a path: predict the position in `time` and, if it is outside of the tube, seek the
/// nearest point of the path. With a `direction` (1 or -1) also move along the path: if the
/// predicted position is inside the tube and further along, steer straight on at full speed;
/// otherwise seek the point of the path that is as far ahead as the vehicle can go in `time`.
vector steer_follow_path(const vehicle *me, const pathway *way, float time, int direction);

/// The moment, from now on, at which two objects with constant velocities are nearest to each
/// other.
typedef struct nearest_approach {
    float time; // 0 if they move apart, or in parallel
    vector mine, other;
    float distance;
} nearest_approach;

nearest_approach steer_nearest_approach(const vehicle *me, moving_point other);

/// The neighbour with which the vehicle will collide first.
typedef struct threat {
    bool exists;
    moving_point other;
    vector heading; // heading of the other
    nearest_approach meeting;
} threat;

/// Compare a neighbour with the worst threat so far. It counts if within `time` the distance falls
/// below the sum of both radii; the earlier of two wins.
void steer_consider(threat *worst, const vehicle *me, const vehicle *other, float time);

/// Steer with the largest force away from the threat's position at the nearest approach, relative
/// to the vehicle's own position then, perpendicular to the heading. This needs the smallest turn.
/// When they meet head on, steer to the right.
vector steer_avoid_collisions(const vehicle *me, const threat *danger);

// The three flocking behaviours, from sums over neighbours (neighbours.h).

/// Separation: the sum of the pushes, with NEIGHBOURS_UNIT the sum of (p - p_i) / (2 |p - p_i|).
static inline vector steer_separate(vector apart)
{
    return apart;
}

/// Cohesion: seek the mean position, which is at `offset` / `count`. Without neighbours there is no
/// force.
vector steer_cohere(const vehicle *me, vector offset, float count);

/// Alignment: steer towards the mean velocity. Without neighbours there is no force.
vector steer_align(vector along, float count);

#endif
