// SPDX-License-Identifier: MIT
// The check that cars can meet only on crossings. First, lanes must be apart from each other:
// segments are compared from west to east, each with those whose extents overlap. Second, at each
// crossing, ways must be apart from the lanes at which they do not start or end.
#include "road_apart.h"

#include <stdlib.h>

// A segment, or its image beyond the western or eastern border.
typedef struct near_piece {
    float from, to;         // extent from west to east
    float start[2], end[2]; // position; not wrapped to the north
    float begin, length;    // start and length along its lane
    uint32_t lane;
} near_piece;

typedef struct near_search {
    const roads *on;
    float along,
        across; // smallest allowed distance between lanes of one road, and of different roads
    near_piece *pieces;
    uint32_t count;
} near_search;

static int by_extent(const void *a, const void *b)
{
    const near_piece *first = a, *second = b;
    if (first->from != second->from)
        return first->from < second->from ? -1 : 1;
    if (first->lane != second->lane)
        return first->lane < second->lane ? -1 : 1;
    return first->begin < second->begin ? -1 : first->begin > second->begin;
}

static near_piece piece_of(const near_search *n, const road_segment *s, uint32_t lane, float shift)
{
    vector middle = vector_add_scaled(s->start, s->direction, s->length / 2);
    vector moved = vector_subtract(space_wrap(&n->on->world, middle), middle);
    vector start = vector_add(s->start, moved);
    vector end = vector_add_scaled(start, s->direction, s->length);
    near_piece piece = {.begin = s->begin, .length = s->length, .lane = lane};
    piece.start[0] = start.at[0] + shift;
    piece.end[0] = end.at[0] + shift;
    piece.start[1] = start.at[1];
    piece.end[1] = end.at[1];
    piece.from = fminf(piece.start[0], piece.end[0]) - n->across;
    piece.to = fmaxf(piece.start[0], piece.end[0]);
    return piece;
}

static void add_pieces_of(near_search *n, uint32_t lane)
{
    const roads *on = n->on;
    float low = on->world.low.at[0], size = on->world.size.at[0];
    for (uint32_t i = 0; i < on->lanes[lane].segment_count; i++) {
        const road_segment *s = roads_segment(on, lane, i);
        near_piece piece = piece_of(n, s, lane, 0);
        n->pieces[n->count++] = piece;
        if (on->world.periodic && piece.from < low)
            n->pieces[n->count++] = piece_of(n, s, lane, size);
        else if (on->world.periodic && piece.to > low + size - n->across)
            n->pieces[n->count++] = piece_of(n, s, lane, -size);
    }
}

static float point_to_piece(const float *point, const near_piece *p, float north)
{
    float way[2] = {p->end[0] - p->start[0], p->end[1] - p->start[1]};
    float offset[2] = {point[0] - p->start[0], point[1] + north - p->start[1]};
    float squared = way[0] * way[0] + way[1] * way[1];
    float share = squared > 0 ? (offset[0] * way[0] + offset[1] * way[1]) / squared : 0;
    share = share < 0 ? 0 : share < 1 ? share : 1;
    float x = offset[0] - share * way[0], y = offset[1] - share * way[1];
    return x * x + y * y;
}

static float side_of(const float *point, const near_piece *p, float north)
{
    return (p->end[0] - p->start[0]) * (point[1] + north - p->start[1]) -
           (p->end[1] - p->start[1]) * (point[0] - p->start[0]);
}

// Return whether two lanes belong to one road; a way belongs to those before and after it.
static bool share_road(const roads *on, uint32_t a, uint32_t b)
{
    uint32_t mine = on->tracks[on->lanes[a].track].line,
             theirs = on->tracks[on->lanes[b].track].line;
    uint32_t mine_then = on->tracks[roads_track(on, a)].line;
    uint32_t theirs_then = on->tracks[roads_track(on, b)].line;
    return mine == theirs || mine_then == theirs || mine == theirs_then || mine_then == theirs_then;
}

// Return whether two pieces are nearer to each other than allowed.
static bool are_near(const near_search *n, const near_piece *a, const near_piece *b)
{
    float clearance = share_road(n->on, a->lane, b->lane) ? n->along : n->across;
    float size = n->on->world.size.at[1], north = 0;
    float apart = (a->start[1] + a->end[1] - b->start[1] - b->end[1]) / 2;
    if (n->on->world.periodic)
        north = -size * floorf(apart / size + 0.5f);
    float tall = fabsf(a->start[1] - a->end[1]) + fabsf(b->start[1] - b->end[1]);
    if (fabsf(apart + north) > tall / 2 + clearance)
        return false;
    float least = fminf(point_to_piece(a->start, b, north), point_to_piece(a->end, b, north));
    least =
        fminf(least, fminf(point_to_piece(b->start, a, -north), point_to_piece(b->end, a, -north)));
    bool cross = side_of(a->start, b, north) * side_of(a->end, b, north) < 0 &&
                 side_of(b->start, a, -north) * side_of(b->end, a, -north) < 0;
    return cross || least < clearance * clearance;
}

static bool leads_into(const roads *on, uint32_t lane, uint32_t other)
{
    const road_lane *l = &on->lanes[lane];
    for (uint32_t i = 0; i < l->next_count; i++)
        if (l->next[i] == other)
            return true;
    return false;
}

// Return whether two pieces of a lane are close along the lane, also across its end on a ring.
static bool follow_closely(const near_search *n, const near_piece *a, const near_piece *b)
{
    float little = 4 * n->on->width, length = n->on->lanes[a->lane].length;
    const near_piece *first = a->begin < b->begin ? a : b, *last = first == a ? b : a;
    float between = last->begin - first->begin - first->length;
    float round = length - last->begin - last->length + first->begin;
    return between < little || (round < little && leads_into(n->on, a->lane, a->lane));
}

static bool are_wrong(near_search *n, const near_piece *a, const near_piece *b)
{
    if (a->lane == b->lane
            ? follow_closely(n, a, b)
            : leads_into(n->on, a->lane, b->lane) || leads_into(n->on, b->lane, a->lane))
        return false;
    return are_near(n, a, b);
}

// Return whether a car that waits at a crossing, or has just left it, could obstruct cars on it.
static bool way_is_near(near_search *n, uint32_t way, uint32_t lane, bool at_end)
{
    const road_lane *other = &n->on->lanes[lane];
    float much = 6 * n->on->width;
    if (leads_into(n->on, way, lane) || leads_into(n->on, lane, way))
        return false;
    for (uint32_t i = 0; i < other->segment_count; i++) {
        const road_segment *s = roads_segment(n->on, lane, i);
        if (at_end ? s->begin + s->length < other->length - much : s->begin > much)
            continue;
        near_piece theirs = piece_of(n, s, lane, 0);
        for (uint32_t k = 0; k < n->on->lanes[way].segment_count; k++) {
            near_piece mine = piece_of(n, roads_segment(n->on, way, k), way, 0);
            float apart = (mine.start[0] + mine.end[0] - theirs.start[0] - theirs.end[0]) / 2;
            float size = n->on->world.size.at[0];
            if (n->on->world.periodic && fabsf(apart) > size / 2)
                mine = piece_of(n, roads_segment(n->on, way, k), way, apart > 0 ? -size : size);
            if (are_near(n, &mine, &theirs))
                return true;
        }
    }
    return false;
}

static bool crossing_is_near(near_search *n, const road_crossing *c)
{
    for (uint32_t way = 0; way < c->way_count; way++) {
        for (uint32_t i = 0; i < c->entry_count; i++)
            if (way_is_near(n, c->way[way], c->entry[i], true))
                return true;
        for (uint32_t other = 0; other < c->way_count; other++)
            if (way_is_near(n, c->way[way], c->exit[other], false))
                return true;
    }
    return false;
}

road_nearness roads_find_near(const roads *on, arena *a, vector *where)
{
    // A car that has turned is at first up to half a metre beside its lane.
    near_search n = {.on = on, .along = 0.9f * on->width, .across = 0.9f * on->width};
    if (on->crossing_count)
        n.across += 0.7f;
    uint32_t segments = 0;
    for (uint32_t i = 0; i < on->lane_count; i++)
        segments += on->lanes[i].crossing == ROAD_NONE ? on->lanes[i].segment_count : 0;
    n.pieces = ARENA_ARRAY(a, near_piece, (size_t)segments * 2 + 1);
    for (uint32_t i = 0; i < on->lane_count; i++)
        if (on->lanes[i].crossing == ROAD_NONE)
            add_pieces_of(&n, i);
    qsort(n.pieces, n.count, sizeof *n.pieces, by_extent);
    uint64_t looks = 0;
    for (uint32_t i = 0; i < n.count; i++)
        for (uint32_t k = i + 1; k < n.count && n.pieces[k].from <= n.pieces[i].to; k++) {
            if (++looks > ROAD_LOOKS_MAX)
                return ROADS_TOO_MANY;
            *where = vector_zero();
            where->at[0] = n.pieces[i].start[0];
            where->at[1] = n.pieces[i].start[1];
            if (are_wrong(&n, &n.pieces[i], &n.pieces[k]))
                return ROADS_NEAR;
        }
    for (uint32_t i = 0; i < on->crossing_count; i++) {
        *where = on->crossings[i].centre;
        if (crossing_is_near(&n, &on->crossings[i]))
            return ROADS_NEAR;
    }
    return ROADS_APART;
}
