// SPDX-License-Identifier: MIT
// The kernels of ways.h, with the people around a pedestrian as lanes. Included by
// steer_kernels_body.h.
#ifndef WAYS_KERNEL_H
#define WAYS_KERNEL_H

#include "driver_kernel.h"
#include "find_kernel.h"
#include "ways.h"

_Static_assert((int)WAYS_MOST + 2 * (int)LANES <= (int)WAYS_ROOM,
               "lanes may reach so much too far");

static inline lanes higher_of(lanes a, lanes b)
{
    return lanes_select(lanes_less(a, b), b, a);
}

// Return how far the people that the walker sees can be in the direction of an axis, at which the
// walker looks with cosine `along`: the extent of a disc that is cut off behind the walker.
static inline float ways_extent(const ways_walker *walker, float along, float across)
{
    float sight = walker->sight, behind = walker->behind;
    if (sight * along >= -behind)
        return sight;
    return sqrtf(sight * sight - behind * behind) * across - behind * along;
}

static inline grid_runs ways_runs(const ways_walker *walker)
{
    vector low = walker->at, high = walker->at;
    float margin = grid_margin(walker->around, walker->sight), sight = walker->sight;
    EACH_DIMENSION (d) {
        float along = walker->ahead.at[d];
        float across = sqrtf(1 - (along * along < 1 ? along * along : 1));
        low.at[d] -=
            (sight > walker->behind ? ways_extent(walker, -along, across) : sight) + margin;
        high.at[d] +=
            (sight > walker->behind ? ways_extent(walker, along, across) : sight) + margin;
    }
    return grid_runs_in(walker->around, low, high);
}

typedef struct ways_wide_walker {
    wide at, ahead;
    lanes sight_squared, least;
} ways_wide_walker;

// Add the visible people at places of a run.
static inline __attribute__((always_inline)) void
ways_add(ways_people *people, const ways_walker *walker, const ways_columns *columns,
         const ways_wide_walker *is, const grid_run *run, uint32_t place)
{
    const grid *g = walker->around;
    uint32_t left = run->end - place, count = people->count;
    lanes_mask kept = lanes_first(left < LANES ? left : LANES);
    wide offset;
    EACH_DIMENSION (d) {
        lanes x = lanes_add(lanes_load(g->position.at[d] + place), lanes_all(run->shift.at[d]));
        offset.at[d] = lanes_subtract(x, is->at.at[d]);
    }
    lanes squared = wide_dot(offset, offset);
    kept = lanes_both(kept, lanes_at_most(squared, is->sight_squared));
    kept = lanes_both(kept, lanes_less(lanes_all(0), squared));
    kept = lanes_both(kept, lanes_at_most(is->least, wide_dot(offset, is->ahead)));
    if (!lanes_any(kept))
        return;
    EACH_DIMENSION (d) {
        lanes_compress(people->offset[d] + count, kept, offset.at[d]);
        lanes_compress(people->velocity[d] + count, kept,
                       lanes_load(columns->velocity.at[d] + place));
        lanes_compress(people->face[d] + count, kept, lanes_load(columns->face.at[d] + place));
    }
    lanes_compress(people->both + count, kept,
                   lanes_add(lanes_load(columns->radius + place), lanes_all(walker->radius)));
    lanes_compress_ints(people->agent + count, kept, lanes_load_ints(g->agent + place));
    people->count = count + lanes_number(kept);
}

// `first` points into the first of a vector's columns.
static inline wide ways_wide(const float *first)
{
    wide a;
    EACH_DIMENSION (d)
        a.at[d] = lanes_load(first + d * WAYS_ROOM);
    return a;
}

static void ways_keep_nearest(ways_nearest *nearest, const ways_people *people,
                              const ways_walker *walker)
{
    uint32_t count = 0, number[WAYS_ROOM];
    lanes squared = lanes_all(walker->near * walker->near);
    for (uint32_t i = 0; i < people->count; i += LANES) {
        uint32_t left = people->count - i;
        wide offset = ways_wide(people->offset[0] + i);
        lanes_mask kept = lanes_both(lanes_first(left < LANES ? left : LANES),
                                     lanes_at_most(wide_dot(offset, offset), squared));
        lanes_compress_ints(number + count, kept, lanes_count_from(i));
        count += lanes_number(kept);
    }
    nearest->count = count;
    for (uint32_t k = 0; k < count && count <= WAYS_NEAR; k++) {
        nearest->agent[k] = people->agent[number[k]];
        EACH_DIMENSION (d)
            nearest->offset[d][k] = people->offset[d][number[k]];
    }
}

static bool ways_see(ways_people *people, ways_nearest *nearest, const ways_walker *walker,
                     const ways_columns *columns)
{
    grid_runs runs = ways_runs(walker);
    const ways_wide_walker is = {wide_all(walker->at), wide_all(walker->ahead),
                                 lanes_all(walker->sight * walker->sight),
                                 lanes_all(-walker->behind)};
    people->count = 0;
    for (grid_run run; people->count <= WAYS_MOST && grid_runs_next(&runs, &run);)
        for (uint32_t place = run.begin; place < run.end && people->count <= WAYS_MOST;
             place += LANES)
            ways_add(people, walker, columns, &is, &run, place);
    bool had_room = people->count <= WAYS_MOST;
    people->count = had_room ? people->count : WAYS_MOST;
    ways_keep_nearest(nearest, people, walker);
    nearest->count = had_room ? nearest->count : UINT32_MAX;
    return had_room;
}

// Return how much a person counts in the flow that the walker follows or crosses. `against` is 0
// for the same direction, and 1 for the opposite one.
static inline lanes ways_share(const ways_model *m, lanes against)
{
    lanes half = lanes_all(0.5f), one = lanes_all(1);
    lanes share = lanes_add(lanes_all(m->following),
                            lanes_multiply(lanes_all((1 - m->following) * 2), against));
    share = lanes_select(lanes_less(against, half), share, one);
    return lanes_select(lanes_less(lanes_all(0.75f), against), lanes_all(0), share);
}

// Note some people whose directions are `along` the walker's own. A way past those who cross it is
// narrower.
static inline lanes_mask ways_weigh_crossing(ways_people *people, uint32_t i, const ways_model *m,
                                             lanes along, lanes squared)
{
    lanes both = lanes_load(people->both + i), near = lanes_add(both, lanes_all(m->crossing_gap));
    lanes_mask crosses = lanes_less(along, lanes_all(m->crossing_cosine));
    lanes contact = lanes_select(crosses, lanes_all(m->crossing_contact), lanes_all(m->contact));
    lanes_store(people->narrow + i, lanes_add(both, contact));
    return lanes_both(crosses, lanes_less(squared, lanes_multiply(near, near)));
}

static void ways_weigh(ways_people *people, const ways_walker *walker)
{
    const ways_model *m = walker->model;
    const lanes half = lanes_all(0.5f), impatience = lanes_all(walker->impatience);
    const lanes margin = lanes_all(m->margin * (1 - walker->impatience));
    const lanes buffer = lanes_all(m->buffer);
    const wide face = wide_all(walker->face);
    people->any_meets = people->any_crosses = false;
    people->touch_count = 0;
    for (uint32_t i = 0; i < people->count; i += LANES) {
        uint32_t left = people->count - i;
        lanes_mask present = lanes_first(left < LANES ? left : LANES);
        lanes both = lanes_load(people->both + i);
        wide offset = ways_wide(people->offset[0] + i);
        lanes squared = wide_dot(offset, offset);
        lanes along = wide_dot(ways_wide(people->face[0] + i), face);
        lanes against = lanes_subtract(half, lanes_multiply(half, along));
        lanes_store(people->squeeze + i, higher_of(impatience, against));
        lanes_store(people->share + i, ways_share(m, against));
        lanes meeting = lanes_add(both, margin), reach = lanes_add(both, buffer);
        lanes_store(people->contact_squared + i, lanes_multiply(meeting, meeting));
        lanes_mask meets = lanes_at_most(lanes_all(0.75f), against);
        people->any_meets |= lanes_any(lanes_both(present, meets));
        lanes_mask crosses = ways_weigh_crossing(people, i, m, along, squared);
        people->any_crosses |= lanes_any(lanes_both(present, crosses));
        lanes_mask touches = lanes_less(squared, lanes_multiply(reach, reach));
        lanes_compress_ints(people->touch + people->touch_count, lanes_both(present, touches),
                            lanes_count_from(i));
        people->touch_count += lanes_number(lanes_both(present, touches));
    }
}

// Return the time until the walker touches a person from the opposite direction, if both walk where
// they face.
static inline float ways_touch(const ways_people *people, wide direction)
{
    const lanes zero = lanes_all(0);
    lanes least = lanes_all(INFINITY);
    for (uint32_t i = 0; i < people->count; i += LANES) {
        uint32_t left = people->count - i;
        wide offset = ways_wide(people->offset[0] + i);
        wide closing = wide_subtract(direction, ways_wide(people->face[0] + i));
        lanes a = wide_dot(closing, closing), b = wide_dot(offset, closing);
        lanes c = lanes_subtract(wide_dot(offset, offset), lanes_load(people->contact_squared + i));
        lanes under = lanes_subtract(lanes_multiply(b, b), lanes_multiply(a, c));
        lanes_mask meets = lanes_both(lanes_first(left < LANES ? left : LANES),
                                      lanes_less(lanes_load(people->share + i), lanes_all(0.5f)));
        meets = lanes_both(meets, lanes_both(lanes_less(zero, b), lanes_at_most(zero, under)));
        if (!lanes_any(meets))
            continue;
        lanes time = lanes_divide(lanes_subtract(b, lanes_sqrt(under)), a);
        time = lanes_select(lanes_less(zero, c), time, zero);
        least = lower_of(least, lanes_select(meets, time, least));
    }
    return lanes_lowest(least);
}

static ways_found ways_look(const ways_people *people, const ways_walker *walker, vector direction,
                            float cosine)
{
    const ways_model *m = walker->model;
    const lanes zero = lanes_all(0), one = lanes_all(1), alone = lanes_all(walker->alone);
    const lanes aside = lanes_all(cosine > 0 ? 1 - cosine : 1), tau = lanes_all(m->anticipation);
    const wide towards = wide_all(direction);
    lanes least = alone, flow = alone;
    for (uint32_t i = 0; i < people->count; i += LANES) {
        uint32_t left = people->count - i;
        wide offset = ways_wide(people->offset[0] + i);
        lanes ahead = wide_dot(offset, towards);
        lanes beside = lanes_abs(lanes_subtract(lanes_multiply(offset.at[0], towards.at[1]),
                                                lanes_multiply(offset.at[1], towards.at[0])));
        lanes squeeze = higher_of(lanes_load(people->squeeze + i), aside);
        lanes narrow = lanes_load(people->narrow + i);
        lanes width =
            lanes_add(lanes_all(m->half_width), lanes_multiply(lanes_all(m->widening), ahead));
        width = lanes_add(width, lanes_multiply(squeeze, lanes_subtract(narrow, width)));
        lanes_mask counts =
            lanes_both(lanes_first(left < LANES ? left : LANES),
                       lanes_both(lanes_less(zero, ahead), lanes_less(beside, width)));
        if (!lanes_any(counts))
            continue;
        lanes share = lanes_divide(beside, width), spacing = lanes_all(m->spacing);
        lanes close = higher_of(narrow, lanes_all(m->depth));
        spacing = lanes_add(spacing, lanes_multiply(squeeze, lanes_subtract(close, spacing)));
        lanes root = lanes_sqrt(lanes_subtract(one, lanes_multiply(share, share)));
        lanes time =
            lanes_multiply(lanes_all(m->time_gap),
                           lanes_subtract(one, lanes_multiply(squeeze, lanes_all(m->haste))));
        lanes theirs = wide_dot(ways_wide(people->velocity[0] + i), towards);
        lanes gap = lanes_add(lanes_subtract(ahead, lanes_multiply(spacing, root)),
                              lanes_multiply(tau, theirs));
        lanes speed = lanes_divide(gap, lanes_add(time, tau));
        lanes flows = lanes_add(
            alone, lanes_multiply(lanes_subtract(speed, alone), lanes_load(people->share + i)));
        least = lower_of(least, lanes_select(counts, speed, least));
        flow = lower_of(flow, lanes_select(counts, flows, flow));
    }
    return (ways_found){.speed = lanes_lowest(least),
                        .flow = lanes_lowest(flow),
                        .touch = people->any_meets ? ways_touch(people, towards) : INFINITY};
}

#endif
