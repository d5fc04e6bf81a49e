// SPDX-License-Identifier: MIT
#include "places.h"

places_walk places_begin(const roads *on, const places_plan *plan, uint64_t line, uint64_t count)
{
    places_walk walk = {.on = on, .plan = plan, .line = line, .count = count};
    for (uint32_t lane = 0; !plan->by_block && lane < on->lane_count; lane++)
        if (roads_may_start(on, lane, line))
            walk.length += (double)on->lanes[lane].length;
    return walk;
}

static start_place next_spread(places_walk *walk)
{
    const roads *on = walk->on;
    double at = walk->length * ((double)walk->done++ + 0.5) / (double)walk->count;
    while (walk->at + 1 < on->lane_count) {
        bool may_start = roads_may_start(on, walk->at, walk->line);
        double length = (double)on->lanes[walk->at].length;
        if (may_start && at < walk->passed + length)
            break;
        walk->passed += may_start ? length : 0;
        walk->at++;
    }
    road_place place = {.lane = walk->at, .along = (float)(at - walk->passed)};
    return (start_place){place, INFINITY};
}

// Return how many cars of a walk are on a block, and set the index `*first` of the first one.
static uint32_t walk_share(const places_walk *walk, uint32_t block, uint32_t *first)
{
    const places_plan *plan = walk->plan;
    *first = walk->line ? 0 : plan->own[block];
    if (!walk->line)
        return plan->all[block] - plan->own[block];
    return walk->on->tracks[walk->on->blocks[block].track].line == walk->line - 1 ? plan->own[block]
                                                                                  : 0;
}

// Return the place of a car on a block, counted from the block's start.
static start_place block_place(const places_walk *walk, uint32_t car, float shift)
{
    const roads *on = walk->on;
    const places_plan *plan = walk->plan;
    const road_block *b = &on->blocks[walk->at];
    float spacing = b->length / (float)plan->all[walk->at];
    float left = spacing > plan->room ? spacing - plan->room : 0;
    float first = spacing - (plan->room + plan->gap) / 2; // puts the last car at the line
    if (on->tracks[b->track].crossing_count == 0)
        first = spacing / 2;
    road_place place = {.lane = b->first, .along = first + spacing * (float)car + shift * left};
    for (uint32_t i = 1; i < b->lane_count && place.along >= on->lanes[place.lane].length; i++)
        place.along -= on->lanes[place.lane++].length;
    return (start_place){place, left * (1 - plan->scatter)};
}

static start_place next_in_block(places_walk *walk, float shift)
{
    uint32_t first, share = walk_share(walk, walk->at, &first);
    while (walk->in_block == share && walk->at + 1 < walk->on->block_count) {
        share = walk_share(walk, ++walk->at, &first);
        walk->in_block = 0;
    }
    return block_place(walk, first + walk->in_block++, shift);
}

start_place places_next(places_walk *walk, float shift)
{
    return walk->plan->by_block ? next_in_block(walk, shift) : next_spread(walk);
}

// ---- planning

// Compute how many cars can start on each block. A ring is up to half a thousandth shorter than its
// circle, because of its corners, which may affect the last place.
static uint32_t *find_fits(const places_wish *wish, const roads *on, arena *a)
{
    uint32_t *fits = ARENA_ARRAY(a, uint32_t, on->block_count + 1);
    for (uint32_t i = 0; i < on->block_count; i++) {
        road_block block = on->blocks[i];
        bool is_ring = on->tracks[block.track].crossing_count == 0;
        block.length *= is_ring ? 1.0005f : 1;
        fits[i] = cars_capacity(&block, wish->room);
        bool is_last = i + 1 == on->block_count || on->blocks[i + 1].track != block.track;
        if (is_last && !is_ring && fits[i])
            fits[i]--;
    }
    return fits;
}

// Give blocks of the line their shares of cars: increase `to` within `from`. Returns false if the
// cars do not fit.
static bool give_shares(const places_wish *wish, const roads *on, uint32_t line,
                        const uint32_t *fits, uint32_t *to, uint64_t *room)
{
    uint64_t all = 0, rest = 0, count = wish->count[line];
    for (uint32_t i = 0; i < on->block_count; i++)
        if (!line || on->tracks[on->blocks[i].track].line == line - 1)
            all += fits[i] - to[i];
    *room = all;
    if (count > all)
        return false;
    for (uint32_t i = 0; i < on->block_count && count; i++) {
        if (line && on->tracks[on->blocks[i].track].line != line - 1)
            continue;
        rest += count * (fits[i] - to[i]);
        to[i] += (uint32_t)(rest / all);
        rest %= all;
    }
    return true;
}

static bool has_even_room(const places_wish *wish, const roads *on, uint32_t line)
{
    double length = 0;
    if (!wish->count[line])
        return true;
    for (uint32_t i = 0; i < on->lane_count; i++)
        if (roads_may_start(on, i, line))
            length += (double)on->lanes[i].length;
    return wish->room_of[line] <= length;
}

// Return whether cars spread over lanes leave a place free on each track with crossings.
static bool leaves_places(const places_wish *wish, const roads *on, uint32_t line, arena *a)
{
    float *length = ARENA_ARRAY(a, float, on->track_count + 1);
    uint64_t *fits = ARENA_ARRAY(a, uint64_t, on->track_count + 1);
    double all = 0;
    for (uint32_t i = 0; i < on->block_count; i++) {
        const road_block *b = &on->blocks[i];
        fits[b->track] += cars_capacity(b, wish->room);
        length[b->track] += b->length;
        all += !line || on->tracks[b->track].line == line - 1 ? (double)b->length : 0;
    }
    for (uint32_t i = 0; i < on->track_count; i++) {
        double share = (double)length[i] / all * (double)wish->count[line];
        bool is_used = on->tracks[i].crossing_count && (!line || on->tracks[i].line == line - 1);
        if (is_used && !(share + 2 <= (double)fits[i]))
            return false;
    }
    return true;
}

static bool may_spread(const places_wish *wish, const roads *on, arena *a)
{
    bool may = !(wish->scatter > 0), some_on_all = wish->count[0] > 0;
    for (uint32_t line = 0; may && line <= wish->line_count; line++)
        may = !(line && some_on_all && wish->count[line]) && has_even_room(wish, on, line);
    for (uint32_t line = 0; may && line <= wish->line_count; line++)
        may = !wish->count[line] || leaves_places(wish, on, line, a);
    return may;
}

uint32_t places_make(const places_wish *wish, const roads *on, arena *a, places_plan *made,
                     uint64_t *fits)
{
    *made = (places_plan){.room = wish->room, .gap = wish->gap, .scatter = wish->scatter};
    if (may_spread(wish, on, a))
        return ROAD_NONE;
    made->by_block = true;
    uint32_t *own = ARENA_ARRAY(a, uint32_t, on->block_count + 1);
    uint32_t *all = ARENA_ARRAY(a, uint32_t, on->block_count + 1);
    const uint32_t *most = find_fits(wish, on, a);
    for (uint32_t line = 1; line <= wish->line_count; line++)
        if (wish->count[line] && !give_shares(wish, on, line, most, own, fits))
            return line;
    memcpy(all, own, on->block_count * sizeof *all);
    made->own = own;
    made->all = all;
    return give_shares(wish, on, 0, most, all, fits) ? ROAD_NONE : 0;
}
