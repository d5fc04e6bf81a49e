// SPDX-License-Identifier: MIT
#include "driver.h"

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
    free = free < 0 ? free * driver_urgency(model) : free;
    float answer = model->acceleration * (free - ratio * ratio);
    // This also covers NaN: no car accelerates because of one.
    return gap > 0 && answer >= -model->hardest ? answer : -model->hardest;
}

float driver_equilibrium_gap(const driver_model *model, float speed)
{
    float free = 1 - fourth_power(speed / model->speed);
    return (model->gap + speed * model->headway) / sqrtf(free);
}

// Return how far one car is ahead of another on their lane; negative if it is behind.
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
        // Of two cars at the same position, the one with the larger id drives in front.
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
