// SPDX-License-Identifier: MIT
// Verification that untrusted columns are a state that cars can have.
#include "cars.h"

#include "error.h"

#include <math.h>

static bool is_sum(double value)
{
    return value >= 0 && value < INFINITY;
}

static bool is_good_record(const car_record *r, uint64_t steps)
{
    return is_sum(r->speed) && is_sum(r->progress) && is_sum(r->beside) &&
           is_sum((double)r->beside_most) && r->steps <= steps && r->off_road <= r->steps &&
           r->standing <= r->standing_most && r->standing_most <= r->steps &&
           r->crossed <= steps * ROAD_HOPS && r->line_runs <= steps * ROAD_HOPS;
}

// Return whether the lane leads to `next`.
static bool leads_to(const road_lane *lane, uint32_t next)
{
    for (uint32_t i = 0; i < lane->next_count; i++)
        if (lane->next[i] == next)
            return true;
    return next == ROAD_NONE && lane->next_count == 0;
}

// Return whether the place on the lane matches the position of the body.
static bool is_in_place(const cars *c, const vehicles *all, uint32_t car)
{
    road_place place = c->place[car];
    if (place.lane >= c->on->lane_count || !isfinite(place.along) ||
        place.segment >= c->on->lanes[place.lane].segment_count)
        return false;
    roads_project(c->on, vectors_get(&all->position, c->first + car), &place);
    return fabsf(place.along - c->place[car].along) <= 1 + 1e-4f * fabsf(place.along);
}

static const char *wrong_with(const cars *c, const vehicles *all, uint64_t steps, bool have_drivers,
                              uint32_t car)
{
    if ((c->place[car].lane != ROAD_NONE) != have_drivers)
        return have_drivers ? "is not on a road" : "is on a road";
    if (have_drivers && !is_in_place(c, all, car))
        return "is not on the roads of this scene";
    if (have_drivers && !leads_to(&c->on->lanes[c->place[car].lane], c->next[car]))
        return "continues on a lane that its own lane does not lead to";
    if (c->admitted[car] > 1 || c->waiting[car] > steps)
        return "has an impossible state at a crossing";
    if (!is_sum((double)c->speed[car]))
        return "has an invalid speed";
    return is_good_record(&c->record[car], steps) ? NULL : "has impossible counters";
}

gestalt_result cars_check(const cars *c, const vehicles *all, uint64_t steps, bool have_drivers,
                          uint32_t begin, uint32_t end, gestalt_error *error)
{
    for (uint32_t car = begin; car < end; car++) {
        const char *what = wrong_with(c, all, steps, have_drivers, car);
        if (what)
            return error_set(error, GESTALT_BAD_FILE, 0, "the snapshot's car %u %s", (unsigned)car,
                             what);
    }
    return GESTALT_OK;
}
