// SPDX-License-Identifier: MIT
#include "combine.h"

#include "random.h"

// A block of 64 agents while its forces are computed.
typedef struct combining {
    const urge_group *group;
    const urge_scene *scene;
    uint32_t first;
    uint64_t lanes;    // lanes to compute
    urge_forces asked; // forces of the current urge
    urge_forces total;
} combining;

#define EACH_LANE(lane, mask)                                                                      \
    for (uint64_t rest = (mask), lane; rest && (lane = (uint64_t)__builtin_ctzll(rest), true);     \
         rest &= rest - 1)

static vector force_at(const urge_forces *forces, uint64_t lane)
{
    vector force;
    EACH_DIMENSION (d)
        force.at[d] = forces->at[d][lane];
    return force;
}

static void set_force(urge_forces *forces, uint64_t lane, vector force)
{
    EACH_DIMENSION (d)
        forces->at[d][lane] = force.at[d];
}

static uint64_t live_lanes(const combining *c, const urge *u)
{
    return u->live ? c->lanes & u->live[c->first / 64] : c->lanes;
}

// Return the weighted force of the current urge for a lane.
static vector combine_weighted(const combining *c, const urge *u, uint64_t lane)
{
    float weight = number_of(&u->weight, c->first + (uint32_t)lane);
    return vector_scale(force_at(&c->asked, lane), weight);
}

static float most_of(const combining *c, uint64_t lane)
{
    return c->scene->all->max_force[c->first + lane];
}

static void combine_sum(combining *c)
{
    for (uint32_t i = 0; i < c->group->urge_count; i++) {
        const urge *u = &c->group->urges[i];
        uint64_t lanes = live_lanes(c, u);
        urge_evaluate(u, c->scene, c->first, lanes, &c->asked);
        EACH_LANE (lane, lanes)
            set_force(&c->total, lane,
                      vector_add(force_at(&c->total, lane), combine_weighted(c, u, lane)));
    }
    EACH_LANE (lane, c->lanes)
        set_force(&c->total, lane, vector_clip(force_at(&c->total, lane), most_of(c, lane)));
}

// Add forces in order until the buffer, a force of the largest length, is full. With `fills`, also
// add the part of the last force that still fits. Except for rounding, the sum never exceeds the
// largest force.
static void combine_in_order(combining *c, bool fills)
{
    uint64_t open = c->lanes;
    for (uint32_t i = 0; i < c->group->urge_count && open; i++) {
        const urge *u = &c->group->urges[i];
        uint64_t lanes = live_lanes(c, u) & open;
        urge_evaluate(u, c->scene, c->first, lanes, &c->asked);
        EACH_LANE (lane, lanes) {
            vector total = force_at(&c->total, lane), more = combine_weighted(c, u, lane);
            vector sum = vector_add(total, more);
            float most = most_of(c, lane);
            if (vector_length_squared(sum) > most * most) {
                open &= ~(UINT64_C(1) << lane);
                float room = fills ? most - vector_length(total) : 0;
                sum = vector_add(total, vector_with_length(more, room > 0 ? room : 0));
            }
            set_force(&c->total, lane, sum);
        }
    }
}

static void combine_priority(combining *c)
{
    combine_in_order(c, false);
}

static void combine_fill(combining *c)
{
    combine_in_order(c, true);
}

// Draw a random number for each lane; return the lanes whose number is below the urge's
// probability.
static uint64_t combine_drawn(const combining *c, const urge *u, uint64_t lanes)
{
    uint64_t chosen = 0;
    EACH_LANE (lane, lanes) {
        uint32_t index = c->first + (uint32_t)lane;
        float draw = (float)(random_next(&c->scene->all->random[index]) >> 40) * 0x1p-24f;
        if (draw < number_of(&u->probability, index))
            chosen |= UINT64_C(1) << lane;
    }
    return chosen;
}

static void combine_dither(combining *c)
{
    uint64_t open = c->lanes;
    for (uint32_t i = 0; i < c->group->urge_count && open; i++) {
        const urge *u = &c->group->urges[i];
        uint64_t lanes = combine_drawn(c, u, live_lanes(c, u) & open);
        urge_evaluate(u, c->scene, c->first, lanes, &c->asked);
        EACH_LANE (lane, lanes)
            if (!vector_is_zero(force_at(&c->asked, lane))) {
                open &= ~(UINT64_C(1) << lane);
                set_force(&c->total, lane,
                          vector_clip(combine_weighted(c, u, lane), most_of(c, lane)));
            }
    }
}

static void (*const combiners[COMBINER_COUNT])(combining *) = {
    [COMBINE_SUM] = combine_sum,
    [COMBINE_PRIORITY] = combine_priority,
    [COMBINE_FILL] = combine_fill,
    [COMBINE_DITHER] = combine_dither,
};

// Return the lanes of a block of 64 that are in a range.
static uint64_t lanes_between(uint32_t first, uint32_t begin, uint32_t end)
{
    uint64_t lanes = ~UINT64_C(0);
    if (begin > first)
        lanes <<= begin - first;
    if (end - first < 64)
        lanes &= (UINT64_C(1) << (end - first)) - 1;
    return lanes;
}

void combine_forces(const urge_group *group, const urge_scene *scene, const vectors *forces,
                    uint32_t begin, uint32_t end)
{
    for (uint32_t first = begin & ~UINT32_C(63); first < end; first += 64) {
        combining c = {.group = group, .scene = scene, .first = first};
        c.lanes = lanes_between(first, begin, end);
        combiners[group->how](&c);
        EACH_LANE (lane, c.lanes)
            vectors_set(forces, first + (uint32_t)lane, force_at(&c.total, lane));
    }
}
