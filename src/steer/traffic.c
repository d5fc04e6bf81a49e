// SPDX-License-Identifier: MIT
#include "traffic.h"

vector traffic_follow_road(const vehicle *me, const pathway *way, float time, float lane,
                           traffic_side side)
{
    vector future = vector_add_scaled(me->position, me->velocity, time);
    vector target = path_nearest(way, future).position;
    target = vector_add_scaled(target, vector_right(me->heading), lane * (float)side);
    vector beside = vector_beside(vector_subtract(target, me->position), me->heading);
    return vector_add_scaled(steer_seek(me, target), me->heading, -vector_length(beside));
}

bool traffic_is_ahead(const vehicle *me, const vehicle *other, float time, float *ahead)
{
    vector offset = vector_subtract(other->position, me->position);
    float beside = vector_length(vector_beside(offset, me->heading));
    *ahead = vector_dot(offset, me->heading);
    return beside<me->radius + other->radius && * ahead> 0 &&
           *ahead < time * vector_length(me->velocity) + other->radius;
}

vector traffic_adapt_speed(const vehicle *me, const vehicle *other)
{
    float theirs = vector_length(other->velocity);
    float share = theirs != 0 ? vector_length(me->velocity) / theirs : 1;
    return vector_scale(me->heading, -share);
}

vector traffic_avoid_collisions(const vehicle *me, const threat *danger, float distance,
                                traffic_side side)
{
    const float straight = 0.007f;
    float parallel = danger->exists ? vector_dot(me->heading, danger->heading) : 0;
    vector right = vector_right(me->heading);
    if (parallel < -straight)
        return vector_scale(right, (float)side);
    vector offset = vector_subtract(danger->other.position, me->position);
    if (parallel > straight && vector_length(offset) < distance)
        return vector_scale(right, vector_dot(offset, right) > 0 ? -1 : 1);
    return vector_zero();
}
