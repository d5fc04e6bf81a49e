// SPDX-License-Identifier: MIT
#include "driver.h"

#include "trigonometry.h"

static float fourth_power(float x)
{
    float squared = x * x;
    return squared * squared;
}

float driver_acceleration(const driver_model *model, float speed, float gap, float approach)
{
    float ease = 2 * sqrtf(model->acceleration * model->braking);
    float moving = speed * model->headway + speed * approach / ease;
    float wanted = model->gap + (moving > 0 ? moving : 0);
    float ratio = wanted / gap;
    float free = 1 - fourth_power(speed / model->speed);
    float answer = model->acceleration * (free - ratio * ratio);
    // Also where the answer is not a number: nobody accelerates by accident.
    return gap > 0 && answer >= -model->hardest ? answer : -model->hardest;
}

float driver_equilibrium_gap(const driver_model *model, float speed)
{
    float free = 1 - fourth_power(speed / model->speed);
    return (model->gap + speed * model->headway) / sqrtf(free);
}

// How far one is ahead of another on their lane; negative behind it.
static float ahead_on(const driver_lanes *lanes, uint32_t index, uint32_t other)
{
    float ahead = lanes->distance[other] - lanes->distance[index];
    if (lanes->length > 0)
        ahead -= lanes->length * floorf(ahead / lanes->length + 0.5f);
    return ahead;
}

driver_ahead driver_leader(const grid *g, const vehicles *all, const driver_lanes *lanes,
                           uint32_t index, float range)
{
    driver_ahead found = {.agent = UINT32_MAX, .gap = INFINITY};
    vector centre = space_wrap(&g->world, vectors_get(&all->position, index));
    float least = INFINITY;
    grid_walk walk;
    grid_walk_begin(&walk, g, centre, range);
    for (grid_near near; grid_walk_next(&walk, &near);) {
        uint32_t other = near.agent;
        if (other == index || lanes->lane[other] != lanes->lane[index])
            continue;
        float ahead = ahead_on(lanes, index, other);
        // Of two at the same place, the one with the larger id drives in front.
        bool is_ahead = ahead > 0 || (ahead == 0 && all->id[other] > all->id[index]);
        bool is_nearer = ahead < least || (ahead == least && all->id[other] < all->id[found.agent]);
        if (is_ahead && is_nearer) {
            least = ahead;
            found.agent = other;
            found.gap = ahead - all->radius[index] - all->radius[other];
        }
    }
    return found;
}

float driver_curvature(const vehicle *me, vector target, float sharpest)
{
    vector offset = vector_subtract(target, me->position);
    float curvature =
        2 * vector_dot(offset, vector_right(me->heading)) / vector_length_squared(offset);
    if (curvature > sharpest)
        return sharpest;
    return curvature >= -sharpest ? curvature : vector_is_zero(offset) ? 0 : -sharpest;
}

// A turn to the right.
typedef struct turn {
    float sine, cosine;
} turn;

static vector turned(vector heading, turn by)
{
    vector after = heading;
    after.at[0] = heading.at[0] * by.cosine + heading.at[1] * by.sine;
    after.at[1] = heading.at[1] * by.cosine - heading.at[0] * by.sine;
    return after;
}

// The way that is driven, and the speed afterwards.
static float drive(float *speed, float acceleration, float dt)
{
    float before = *speed, after = before + acceleration * dt;
    if (after < 0) {
        *speed = 0;
        return before * before / (-2 * acceleration);
    }
    *speed = after;
    return (before + after) * 0.5f * dt;
}

void driver_move(const vehicles *all, const float *accelerations, const float *curvatures,
                 const space *world, float dt, uint32_t begin, uint32_t end)
{
    for (uint32_t i = begin; i < end; i++) {
        vector heading = vectors_get(&all->heading, i);
        // A heading's length is not quite one, which must not change the speed step by step.
        float speed = vector_dot(vectors_get(&all->velocity, i), heading);
        speed /= vector_length_squared(heading);
        speed = speed > 0 ? speed : 0;
        float way = drive(&speed, accelerations[i], dt);
        turn half_turn;
        trigonometry_sin_cos(0.5f * (curvatures[i] * way), &half_turn.sine, &half_turn.cosine);
        vector half = turned(heading, half_turn);
        vector position = vector_add_scaled(vectors_get(&all->position, i), half, way);
        heading = vector_unit(turned(half, half_turn));
        vectors_set(&all->position, i, space_wrap(world, position));
        vectors_set(&all->heading, i, heading);
        vectors_set(&all->velocity, i, vector_scale(heading, speed));
    }
}
