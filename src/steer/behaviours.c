// SPDX-License-Identifier: MIT
#include "behaviours.h"

#include "random.h"

// Return the force towards a velocity.
static vector behaviour_want(const vehicle *me, vector velocity)
{
    return vector_subtract(velocity, me->velocity);
}

vector steer_seek(const vehicle *me, vector target)
{
    vector offset = vector_subtract(target, me->position);
    return behaviour_want(me, vector_with_length(offset, me->max_speed));
}

vector steer_flee(const vehicle *me, vector target)
{
    vector offset = vector_subtract(me->position, target);
    return behaviour_want(me, vector_with_length(offset, me->max_speed));
}

vector steer_arrive(const vehicle *me, vector target, float braking)
{
    vector offset = vector_subtract(target, me->position);
    float speed = vector_length(offset) / braking;
    return behaviour_want(
        me, vector_with_length(offset, speed < me->max_speed ? speed : me->max_speed));
}

vector steer_pursue(const vehicle *me, moving_point quarry)
{
    return steer_seek(me, moving_ahead(me, quarry));
}

vector steer_evade(const vehicle *me, moving_point hunter)
{
    return steer_flee(me, moving_ahead(me, hunter));
}

vector steer_pursue_offset(const vehicle *me, moving_point leader, vector offset)
{
    return steer_seek(me, vector_add(moving_ahead(me, leader), offset));
}

vector steer_interpose(const vehicle *me, vector first, vector second, float share)
{
    vector between = vector_subtract(second, first);
    return steer_seek(me, vector_add_scaled(first, between, share));
}

vector steer_interpose_moving(const vehicle *me, moving_point first, moving_point second,
                              float share)
{
    return steer_interpose(me, moving_ahead(me, first), moving_ahead(me, second), share);
}

static sphere sphere_at(const spheres *all, uint32_t index)
{
    return (sphere){vectors_get(&all->centre, index), all->radius[index]};
}

vector steer_hiding_place(sphere obstacle, vector hunter, float distance)
{
    vector away = vector_subtract(obstacle.centre, hunter);
    return vector_add(obstacle.centre, vector_with_length(away, obstacle.radius + distance));
}

vector steer_hide(const vehicle *me, moving_point hunter, const spheres *obstacles, float distance)
{
    float least = INFINITY;
    vector nearest = me->position;
    for (uint32_t i = 0; i < obstacles->count; i++) {
        vector place = steer_hiding_place(sphere_at(obstacles, i), hunter.position, distance);
        float far = vector_distance(place, me->position);
        if (far < least) {
            least = far;
            nearest = place;
        }
    }
    return least < INFINITY ? steer_seek(me, nearest) : steer_evade(me, hunter);
}

// Return the largest force perpendicular to the heading, away from what is at `offset`.
static vector behaviour_dodge(const vehicle *me, vector offset)
{
    vector beside = vector_with_length(vector_beside(offset, me->heading), -me->max_force);
    return vector_is_zero(beside) ? vector_scale(vector_right(me->heading), me->max_force) : beside;
}

vector steer_avoid_obstacles(const vehicle *me, const spheres *obstacles, float time)
{
    float length = vector_length(me->velocity) * time, least = INFINITY;
    vector nearest = vector_zero();
    for (uint32_t i = 0; i < obstacles->count; i++) {
        sphere obstacle = sphere_at(obstacles, i);
        vector offset = vector_subtract(obstacle.centre, me->position);
        float ahead = vector_dot(offset, me->heading);
        float beside = vector_length(vector_beside(offset, me->heading));
        bool reaches_in =
            ahead > 0 && ahead < length + obstacle.radius && beside < obstacle.radius + me->radius;
        if (reaches_in && ahead < least) {
            least = ahead;
            nearest = offset;
        }
    }
    return least < INFINITY ? behaviour_dodge(me, nearest) : vector_zero();
}

vector steer_avoid_barriers(const vehicle *me, const barriers *all, float time)
{
    float length = vector_length(me->velocity) * time;
    barrier_ahead first = barriers_ahead(all, me->position, me->heading, length, me->radius);
    return first.exists ? behaviour_dodge(me, first.offset) : vector_zero();
}

// Convert a vector from the vehicle's frame (ahead, right, up) to the world's.
static vector from_vehicle(const vehicle *me, vector local)
{
    vector right = vector_right(me->heading);
    vector world = vector_scale(me->heading, local.at[0]);
    world = vector_add_scaled(world, right, local.at[1]);
#if STEER_DIMENSIONS == 3
    const float *r = right.at, *h = me->heading.at;
    vector up = {{r[1] * h[2] - r[2] * h[1], r[2] * h[0] - r[0] * h[2], r[0] * h[1] - r[1] * h[0]}};
    world = vector_add_scaled(world, up, local.at[2]);
#endif
    return world;
}

static float draw_to_both_sides(uint64_t *random)
{
    return (float)(random_next(random) >> 40) * 0x1p-23f - 1;
}

vector steer_wander(const vehicle *me, float radius, float distance, float jitter, vector *place,
                    uint64_t *random)
{
    vector moved = *place;
    EACH_DIMENSION (d)
        moved.at[d] += draw_to_both_sides(random) * jitter;
    moved = vector_unit(moved);
    if (vector_is_zero(moved))
        moved.at[0] = 1;
    *place = moved;
    vector centre = vector_add_scaled(me->position, me->heading, distance);
    return steer_seek(me, vector_add_scaled(centre, from_vehicle(me, moved), radius));
}

// Return how far `to` is ahead of `from` along the path; on a closed path, the shorter way around.
static float way_between(const pathway *way, float from, float to)
{
    float ahead = to - from;
    if (way->is_closed && way->length > 0)
        ahead -= way->length * floorf(ahead / way->length + 0.5f);
    return ahead;
}

// Steer straight on at full speed.
static vector full_speed(const vehicle *me)
{
    vector wanted = vector_scale(vector_unit(me->velocity), me->max_speed);
    return vector_subtract(wanted, me->velocity);
}

vector steer_follow_path(const vehicle *me, const pathway *way, float time, int direction)
{
    vector future = vector_add_scaled(me->position, me->velocity, time);
    path_point ahead = path_nearest(way, future);
    bool is_inside = vector_distance(ahead.position, future) < way->radius;
    if (direction == 0)
        return is_inside ? vector_zero() : steer_seek(me, ahead.position);
    float now = path_nearest(way, me->position).distance;
    if (is_inside && way_between(way, now, ahead.distance) * (float)direction > 0)
        return full_speed(me);
    float reach = me->max_speed * time * (float)direction;
    return steer_seek(me, path_at(way, now + reach).position);
}

nearest_approach steer_nearest_approach(const vehicle *me, moving_point other)
{
    vector offset = vector_subtract(other.position, me->position);
    vector relative = vector_subtract(other.velocity, me->velocity);
    float time = -vector_dot(offset, relative) / vector_length_squared(relative);
    nearest_approach found = {.time = time > 0 && time < INFINITY ? time : 0};
    found.mine = vector_add_scaled(me->position, me->velocity, found.time);
    found.other = vector_add_scaled(other.position, other.velocity, found.time);
    found.distance = vector_distance(found.mine, found.other);
    return found;
}

void steer_consider(threat *worst, const vehicle *me, const vehicle *other, float time)
{
    moving_point they = {other->position, other->velocity};
    nearest_approach meeting = steer_nearest_approach(me, they);
    if (meeting.time > time || !(meeting.distance < me->radius + other->radius) ||
        (worst->exists && worst->meeting.time <= meeting.time))
        return;
    *worst = (threat){true, they, other->heading, meeting};
}

vector steer_avoid_collisions(const vehicle *me, const threat *danger)
{
    if (!danger->exists)
        return vector_zero();
    return behaviour_dodge(me, vector_subtract(danger->meeting.other, danger->meeting.mine));
}

vector steer_cohere(const vehicle *me, vector offset, float count)
{
    if (!(count > 0))
        return vector_zero();
    return steer_seek(me, vector_add_scaled(me->position, offset, 1 / count));
}

vector steer_align(vector along, float count)
{
    return count > 0 ? vector_scale(along, 1 / count) : vector_zero();
}
