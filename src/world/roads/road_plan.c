// SPDX-License-Identifier: MIT
#include "road_plan.h"

#include "search.h"
#include "trigonometry.h"

// One direction of a road: a line that is cut into lanes.
typedef struct track {
    uint32_t line;
    const vector *points; // the last point is the first, or its image
    const float *begin;   // distance from the start to each point
    const float *speed;   // speed that bends allow between each point and the next
    uint32_t point_count;
    float length;
    struct cut *cuts; // where it crosses other tracks, in order
    uint32_t cut_count, cut_capacity;
} track;

// A crossing's middle on a track, and the lanes before and after it.
typedef struct cut {
    float at;
    uint32_t crossing;
    uint32_t entry, exit;
} cut;

typedef struct planning {
    const road_plan *plan;
    float clearance, stop, piece, sideways, braking;
    float sharpest; // largest curvature so far
    vector sharpest_at;
    arena *a;
    const char *problem;
    track *tracks;
    uint32_t track_count;
    road_crossing *crossings;
    uint32_t crossing_count, crossing_capacity;
    road_lane *lanes;
    uint32_t lane_count, lane_capacity, lanes_most;
    road_segment *segments;
    uint32_t segment_count, segment_capacity;
    road_block *blocks;
    uint32_t block_count, block_capacity;
} planning;

static float plan_cross(vector a, vector b)
{
    return a.at[0] * b.at[1] - a.at[1] * b.at[0];
}

road_line road_circle(arena *a, vector centre, float radius)
{
    const float turn = 6.2831853f, near = 0.01f;
    float wanted = turn * radius / sqrtf(8 * radius * near);
    uint32_t count = wanted > 32 ? (uint32_t)fminf(wanted, ROAD_CIRCLE_MAX) : 32;
    vector *points = ARENA_ARRAY(a, vector, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        vector out = vector_zero();
        trigonometry_sin_cos(turn * (float)i / (float)count, &out.at[1], &out.at[0]);
        points[i] = vector_add_scaled(centre, out, radius);
    }
    points[count] = points[0];
    return (road_line){.points = points, .point_count = count + 1};
}

const char roads_too_many_lanes[] = "there are too many lanes";
const char roads_too_many_crossings[] = "there are too many crossings";

static void plan_problem(planning *p, const char *text)
{
    if (!p->problem)
        p->problem = text;
}

// ---- tracks

// Return the direction from a point to the next; the line is extended before the first and after
// the last point.
static vector direction_from(const vector *points, uint32_t count, uint32_t i)
{
    i %= count - 1;
    return vector_unit(vector_subtract(points[i + 1], points[i]));
}

// Return the points of a line moved to the right; in a corner, to where both moved sides meet.
static const vector *moved_right(arena *a, const vector *points, uint32_t count, float by)
{
    vector *moved = ARENA_ARRAY(a, vector, count);
    for (uint32_t i = 0; i < count; i++) {
        vector before = direction_from(points, count, i + count - 2);
        vector along = vector_unit(vector_add(before, direction_from(points, count, i)));
        float half = vector_dot(along, before); // cosine of half the bend
        moved[i] = vector_add_scaled(points[i], vector_right(along), by / (half > 0.2f ? half : 1));
    }
    return moved;
}

static const vector *reversed(arena *a, const vector *points, uint32_t count)
{
    vector *other = ARENA_ARRAY(a, vector, count);
    for (uint32_t i = 0; i < count; i++)
        other[i] = points[count - 1 - i];
    return other;
}

// Return the speed at which the bend between two pieces needs the largest allowed sideways
// acceleration.
static float bend_speed(planning *p, vector in, vector out, float lengths, vector at)
{
    float curvature = 2 * fabsf(plan_cross(in, out)) / lengths;
    if (!(vector_dot(in, out) > 0.5f))
        curvature = INFINITY; // a corner without an arc
    if (curvature > p->sharpest) {
        p->sharpest = curvature;
        p->sharpest_at = at;
    }
    return curvature > 0 ? sqrtf(p->sideways / curvature) : INFINITY;
}

static const float *track_speeds(planning *p, const vector *points, uint32_t count)
{
    float *speed = ARENA_ARRAY(p->a, float, count);
    for (uint32_t i = 0; i + 1 < count; i++)
        speed[i] = INFINITY;
    for (uint32_t i = 0; i + 1 < count; i++) {
        uint32_t before = (i + count - 2) % (count - 1);
        float lengths = vector_distance(points[before], points[before + 1]) +
                        vector_distance(points[i], points[i + 1]);
        float bend = bend_speed(p, direction_from(points, count, before),
                                direction_from(points, count, i), lengths, points[i]);
        speed[before] = fminf(speed[before], bend);
        speed[i] = fminf(speed[i], bend);
    }
    return speed;
}

static void add_track(planning *p, uint32_t line, const vector *points, uint32_t count)
{
    float *begin = ARENA_ARRAY(p->a, float, count);
    for (uint32_t i = 1; i < count; i++)
        begin[i] = begin[i - 1] + vector_distance(points[i], points[i - 1]);
    p->tracks[p->track_count++] = (track){.line = line,
                                          .points = points,
                                          .begin = begin,
                                          .speed = track_speeds(p, points, count),
                                          .point_count = count,
                                          .length = begin[count - 1]};
}

static void add_tracks(planning *p)
{
    p->tracks = ARENA_ARRAY(p->a, track, p->plan->line_count * 2);
    for (uint32_t i = 0; i < p->plan->line_count; i++) {
        const road_line *line = &p->plan->lines[i];
        float by = line->one_way ? 0 : (float)p->plan->side * p->plan->width / 2;
        uint32_t count = line->point_count;
        add_track(p, i, moved_right(p->a, line->points, count, by), count);
        if (!line->one_way)
            add_track(p, i, moved_right(p->a, reversed(p->a, line->points, count), count, by),
                      count);
    }
}

// Return the point of a track at a distance from its start. Distances beyond either end lead to
// images of the track. `*piece` receives the piece with the point.
static vector track_point(const track *t, float at, uint32_t *piece)
{
    float rounds = floorf(at / t->length);
    at -= rounds * t->length;
    uint32_t low;
    SEARCH_FIRST(low, 1, t->point_count - 1, !(t->begin[low] <= at));
    *piece = --low;
    vector along = vector_unit(vector_subtract(t->points[low + 1], t->points[low]));
    vector image = vector_subtract(t->points[t->point_count - 1], t->points[0]);
    return vector_add_scaled(vector_add_scaled(t->points[low], along, at - t->begin[low]), image,
                             rounds);
}

// ---- lanes

static void add_segment(planning *p, vector from, vector to, float speed)
{
    vector way = vector_subtract(to, from);
    float length = vector_length(way);
    road_lane *lane = &p->lanes[p->lane_count - 1];
    if (length < 1e-3f && lane->segment_count)
        return;
    *ARENA_PUSH(p->a, p->segments, p->segment_count, p->segment_capacity) =
        (road_segment){.start = from,
                       .direction = vector_unit(way),
                       .begin = lane->length,
                       .length = length,
                       .speed = speed,
                       .then = INFINITY};
    lane->length += length;
    lane->segment_count++;
}

static uint32_t add_lane(planning *p, uint32_t in_track)
{
    *ARENA_PUSH(p->a, p->lanes, p->lane_count, p->lane_capacity) =
        (road_lane){.first_segment = p->segment_count,
                    .entry = INFINITY,
                    .to_line = INFINITY,
                    .crossing = ROAD_NONE,
                    .entered = ROAD_NONE,
                    .track = in_track};
    return p->lane_count - 1;
}

// Add a lane that follows a track between two distances; the end may be beyond the track's end.
static uint32_t add_part(planning *p, uint32_t in_track, float from, float to)
{
    const track *t = &p->tracks[in_track];
    uint32_t lane = add_lane(p, in_track);
    uint32_t piece;
    vector at = track_point(t, from, &piece);
    vector image = vector_subtract(t->points[t->point_count - 1], t->points[0]);
    for (float round = floorf(from / t->length); round * t->length < to; round++) {
        uint32_t i; // a track has many parts, so only the points on this part are visited
        SEARCH_FIRST(i, 0, t->point_count - 1, t->begin[i] + round * t->length > from);
        for (; i + 1 < t->point_count && t->begin[i] + round * t->length < to; i++) {
            vector next = vector_add_scaled(t->points[i], image, round);
            add_segment(p, at, next, t->speed[piece]);
            at = next;
            piece = i % (t->point_count - 1);
        }
    }
    vector end = track_point(t, to, &(uint32_t){0});
    add_segment(p, at, end, t->speed[piece]);
    return lane;
}

static void plan_lead(planning *p, uint32_t from, uint32_t to)
{
    road_lane *lane = &p->lanes[from];
    if (lane->next_count < ROAD_TURNS)
        lane->next[lane->next_count++] = to;
}

// Add lanes between two distances, in sequence, none too long; sets the `first` and `last` of them.
static void add_pieces(planning *p, uint32_t in_track, float from, float to, uint32_t *first,
                       uint32_t *last)
{
    uint32_t count = (uint32_t)((to - from) / p->piece) + 1;
    for (uint32_t i = 0; i < count; i++) {
        float begin = from + (to - from) * (float)i / (float)count;
        float end = i + 1 == count ? to : from + (to - from) * (float)(i + 1) / (float)count;
        uint32_t lane = add_part(p, in_track, begin, end);
        if (i)
            plan_lead(p, lane - 1, lane);
        else
            *first = lane;
        *last = lane;
    }
    *ARENA_PUSH(p->a, p->blocks, p->block_count, p->block_capacity) =
        (road_block){*first, count, in_track, to - from};
}

static void cut_track(planning *p, uint32_t number)
{
    track *t = &p->tracks[number];
    uint32_t first, last;
    if (!t->cut_count) {
        add_pieces(p, number, 0, t->length, &first, &last);
        plan_lead(p, last, first);
        return;
    }
    for (uint32_t i = 0; i < t->cut_count; i++) {
        cut *here = &t->cuts[i], *then = &t->cuts[(i + 1) % t->cut_count];
        float to = then->at + (i + 1 < t->cut_count ? 0 : t->length) - p->stop;
        float from = here->at + p->stop;
        if (to - from < 2 * p->plan->width) {
            plan_problem(p, "crossings are too close to each other");
            return;
        }
        add_pieces(p, number, from, to, &here->exit, &then->entry);
        p->lanes[then->entry].entered = then->crossing;
    }
}

// ---- crossings

// Return the distance along a track of its point nearest to a crossing.
static float nearest_on(const track *t, vector centre)
{
    float least = INFINITY, at = 0;
    for (uint32_t i = 0; i + 1 < t->point_count; i++) {
        vector along = direction_from(t->points, t->point_count, i);
        vector offset = vector_subtract(centre, t->points[i]);
        float way = vector_dot(offset, along), length = t->begin[i + 1] - t->begin[i];
        way = way < 0 ? 0 : way < length ? way : length;
        float squared = vector_length_squared(vector_add_scaled(offset, along, -way));
        if (squared < least) {
            least = squared;
            at = t->begin[i] + way;
        }
    }
    return at;
}

static void add_cut(planning *p, track *t, uint32_t crossing)
{
    float at = nearest_on(t, p->crossings[crossing].centre);
    cut *added = ARENA_PUSH(p->a, t->cuts, t->cut_count, t->cut_capacity);
    uint32_t place = t->cut_count - 1;
    for (; place > 0 && t->cuts[place - 1].at > at; place--)
        t->cuts[place] = t->cuts[place - 1];
    added = &t->cuts[place];
    *added = (cut){.at = at, .crossing = crossing};
}

static void add_crossing(planning *p, uint32_t first_line, uint32_t second_line, vector centre)
{
    if (p->crossing_count == ROAD_CROSSINGS_MAX) {
        plan_problem(p, roads_too_many_crossings);
        return;
    }
    *ARENA_PUSH(p->a, p->crossings, p->crossing_count, p->crossing_capacity) =
        (road_crossing){.centre = centre, .control = p->plan->control};
    for (uint32_t i = 0; i < p->track_count; i++)
        if (p->tracks[i].line == first_line || p->tracks[i].line == second_line)
            add_cut(p, &p->tracks[i], p->crossing_count - 1);
}

// Find where two segments meet. The end of a segment belongs to the next one.
static bool plan_meet(vector a, vector b, vector c, vector d, vector *where)
{
    vector first = vector_subtract(b, a), second = vector_subtract(d, c);
    float turn = plan_cross(first, second);
    if (turn == 0)
        return false;
    float s = plan_cross(vector_subtract(c, a), second) / turn;
    float t = plan_cross(vector_subtract(c, a), first) / turn;
    *where = vector_add_scaled(a, first, s);
    return s >= 0 && s < 1 && t >= 0 && t < 1;
}

// Return whether there are too many pairs of segments to compare.
static bool has_many_pairs(const road_plan *plan)
{
    uint64_t before = 0, pairs = 0;
    for (uint32_t i = 0; i < plan->line_count && pairs <= ROAD_PAIRS_MAX; i++) {
        pairs += before * plan->lines[i].point_count;
        before += plan->lines[i].point_count;
    }
    return pairs > ROAD_PAIRS_MAX;
}

static void find_crossings(planning *p)
{
    if (has_many_pairs(p->plan)) {
        plan_problem(p, "the roads have too many points to find where they cross");
        return;
    }
    for (uint32_t i = 0; i < p->plan->line_count; i++)
        for (uint32_t j = i + 1; j < p->plan->line_count; j++) {
            const road_line *first = &p->plan->lines[i], *second = &p->plan->lines[j];
            for (uint32_t k = 0; k + 1 < first->point_count; k++)
                for (uint32_t l = 0; l + 1 < second->point_count; l++) {
                    vector where;
                    if (plan_meet(first->points[k], first->points[k + 1], second->points[l],
                                  second->points[l + 1], &where))
                        add_crossing(p, i, j, where);
                }
        }
}

static vector lane_end(const planning *p, uint32_t lane, bool at_start, vector *direction)
{
    const road_lane *l = &p->lanes[lane];
    const road_segment *s = &p->segments[l->first_segment + (at_start ? 0 : l->segment_count - 1)];
    *direction = s->direction;
    return at_start ? s->start : vector_add_scaled(s->start, s->direction, s->length);
}

// Limit the speed on a whole lane through a crossing to that of its sharpest bend.
static void limit_bend(planning *p, const road_lane *lane)
{
    road_segment *s = &p->segments[lane->first_segment];
    float slowest = INFINITY;
    for (uint32_t i = 1; i < lane->segment_count; i++)
        slowest = fminf(slowest, bend_speed(p, s[i - 1].direction, s[i].direction,
                                            s[i - 1].length + s[i].length, s[i].start));
    for (uint32_t i = 0; i < lane->segment_count; i++)
        s[i].speed = slowest;
}

// Add a bend from the end of one lane to the start of another: a cubic curve, which approximates a
// quarter circle if the lanes are at a right angle.
static uint32_t add_bend(planning *p, uint32_t from, uint32_t to)
{
    enum { PARTS = 16 };
    vector in, out, start = lane_end(p, from, false, &in), end = lane_end(p, to, true, &out);
    end = space_nearest(&p->plan->world, start, end);
    float handle = 0.39f * vector_distance(start, end);
    vector first = vector_add_scaled(start, in, handle),
           last = vector_add_scaled(end, out, -handle);
    uint32_t lane = add_lane(p, p->lanes[from].track);
    vector at = start;
    for (int i = 1; i <= PARTS; i++) {
        float t = (float)i / PARTS, u = 1 - t;
        vector next = vector_scale(start, u * u * u);
        next = vector_add_scaled(next, first, 3 * u * u * t);
        next = vector_add_scaled(next, last, 3 * u * t * t);
        next = i < PARTS ? vector_add_scaled(next, end, t * t * t) : end;
        add_segment(p, at, next, INFINITY);
        at = next;
    }
    limit_bend(p, &p->lanes[lane]);
    return lane;
}

static uint32_t cut_order(const track *t, uint32_t crossing)
{
    uint32_t i = 0;
    while (i < t->cut_count && t->cuts[i].crossing != crossing)
        i++;
    return i;
}

static void add_way(planning *p, uint32_t crossing, uint32_t entry, uint32_t lane, uint32_t exit)
{
    road_crossing *c = &p->crossings[crossing];
    if (c->way_count == ROAD_WAYS) { // unreachable: two roads meet, and have twelve ways at most
        plan_problem(p, "too many roads meet in one point");
        return;
    }
    p->lanes[lane].crossing = crossing;
    p->lanes[lane].way = c->way_count;
    c->way[c->way_count] = lane;
    c->order[c->way_count] = cut_order(&p->tracks[p->lanes[exit].track], crossing);
    c->exit[c->way_count++] = exit;
    plan_lead(p, entry, lane);
    plan_lead(p, lane, exit);
}

static const cut *cut_at(const track *t, uint32_t crossing)
{
    for (uint32_t i = 0; i < t->cut_count; i++)
        if (t->cuts[i].crossing == crossing)
            return &t->cuts[i];
    return NULL;
}

static void add_turns(planning *p, uint32_t crossing, uint32_t from, const cut *here)
{
    for (uint32_t i = 0; i < p->track_count; i++) {
        const cut *other = cut_at(&p->tracks[i], crossing);
        if (other && p->tracks[i].line != p->tracks[from].line)
            add_way(p, crossing, here->entry, add_bend(p, here->entry, other->exit), other->exit);
    }
}

static void add_ways(planning *p, uint32_t from)
{
    const track *t = &p->tracks[from];
    for (uint32_t i = 0; i < t->cut_count && !p->problem; i++) {
        const cut *here = &t->cuts[i];
        road_crossing *c = &p->crossings[here->crossing];
        if (c->entry_count ==
            ROAD_ENTRIES) { // unreachable: two roads meet, with two directions each
            plan_problem(p, "too many roads meet in one point");
            return;
        }
        c->light[c->entry_count] =
            c->entry_count > 0 && t->line != p->tracks[p->lanes[c->entry[0]].track].line;
        c->entry[c->entry_count++] = here->entry;
        uint32_t lane = add_part(p, from, here->at - p->stop, here->at + p->stop);
        add_way(p, here->crossing, here->entry, lane, here->exit);
        if (p->plan->turns)
            add_turns(p, here->crossing, from, here);
    }
}

// ---- conflicts between ways

static float distance_to_lane(const planning *p, const road_lane *lane, vector position)
{
    float least = INFINITY;
    for (uint32_t i = 0; i < lane->segment_count; i++) {
        const road_segment *s = &p->segments[lane->first_segment + i];
        vector offset = space_nearest(&p->plan->world, s->start, position);
        offset = vector_subtract(offset, s->start);
        float along = vector_dot(offset, s->direction);
        along = along < 0 ? 0 : along < s->length ? along : s->length;
        float squared = vector_length_squared(vector_add_scaled(offset, s->direction, -along));
        least = squared < least ? squared : least;
    }
    return sqrtf(least);
}

// Return from which distance on a car on `mine` is clear of cars on `other`: 0 if it never
// conflicts, INFINITY if it still does at the end.
static float clear_from(const planning *p, const road_lane *mine, const road_lane *other)
{
    const float step = 0.25f;
    float clear = 0;
    for (uint32_t i = 0; i < mine->segment_count; i++) {
        const road_segment *s = &p->segments[mine->first_segment + i];
        for (float along = 0; along < s->length; along += step)
            if (distance_to_lane(p, other, vector_add_scaled(s->start, s->direction, along)) <
                p->clearance)
                clear = s->begin + along + step;
    }
    return clear < mine->length ? clear : INFINITY;
}

// Return whether a car on way `a` lets a car on `b` go first.
static bool plan_yields(const planning *p, const road_crossing *c, int a, int b)
{
    vector mine, mine_out, theirs, theirs_out;
    lane_end(p, c->way[a], true, &mine);
    lane_end(p, c->way[a], false, &mine_out);
    lane_end(p, c->way[b], true, &theirs);
    lane_end(p, c->way[b], false, &theirs_out);
    float side = (float)p->plan->side;
    if (plan_cross(mine, theirs) * side > 0.5f)
        return true;
    bool oncoming = vector_dot(mine, theirs) < -0.5f;
    bool i_turn = plan_cross(mine, mine_out) * side > 0.5f;
    bool they_turn = plan_cross(theirs, theirs_out) * side > 0.5f;
    return oncoming && i_turn && !they_turn;
}

static void find_conflicts(planning *p, road_crossing *c)
{
    for (uint32_t a = 0; a < c->way_count; a++)
        for (uint32_t b = 0; b < c->way_count; b++)
            if (a != b)
                c->clear[a][b] = clear_from(p, &p->lanes[c->way[a]], &p->lanes[c->way[b]]);
    for (uint32_t a = 0; a < c->way_count; a++)
        for (uint32_t b = 0; b < c->way_count; b++) {
            if (a == b || (c->clear[a][b] == 0 && c->clear[b][a] == 0))
                continue;
            c->conflicts[a] |= (uint16_t)(1u << b);
            if (plan_yields(p, c, (int)a, (int)b))
                c->yields[a] |= (uint16_t)(1u << b);
        }
}

// ---- the whole plan

// Compute the speed limits of a lane's segments, given later bends, from the lane's end back.
static void limit_lane(planning *p, road_lane *lane)
{
    float then = INFINITY;
    for (uint32_t i = lane->segment_count; i > 0; i--) {
        road_segment *s = &p->segments[lane->first_segment + i - 1];
        s->then = then;
        then = fminf(s->speed * s->speed, then + 2 * p->braking * s->length);
    }
    lane->entry = then;
    lane->to_line = lane->entered != ROAD_NONE ? lane->length : INFINITY;
}

// Compute the limits beyond each lane that leads into only one other. Lanes are mostly numbered in
// driving order, so iterate from the last lane back, and repeat until nothing changes.
static void limit_lanes(planning *p)
{
    for (uint32_t i = 0; i < p->lane_count; i++)
        limit_lane(p, &p->lanes[i]);
    for (bool changes = true; changes;) {
        changes = false;
        for (uint32_t i = p->lane_count; i > 0; i--) {
            road_lane *lane = &p->lanes[i - 1];
            if (lane->next_count != 1)
                continue;
            const road_lane *next = &p->lanes[lane->next[0]];
            float entry = next->entry + 2 * p->braking * lane->length;
            float to_line = next->to_line + lane->length;
            changes |= entry < lane->entry || to_line < lane->to_line;
            lane->entry = fminf(entry, lane->entry);
            lane->to_line = fminf(to_line, lane->to_line);
        }
    }
}

static const road_track *whole_tracks(planning *p)
{
    road_track *tracks = ARENA_ARRAY(p->a, road_track, p->track_count + 1);
    for (uint32_t i = 0; i < p->track_count; i++)
        tracks[i] = (road_track){.points = p->tracks[i].points,
                                 .point_count = p->tracks[i].point_count,
                                 .length = p->tracks[i].length,
                                 .line = p->tracks[i].line,
                                 .crossing_count = p->tracks[i].cut_count};
    return tracks;
}

static bool has_bad_lines(const road_plan *plan)
{
    uint64_t points = 0;
    for (uint32_t i = 0; i < plan->line_count; i++) {
        const road_line *line = &plan->lines[i];
        points += line->point_count;
        if (line->point_count < 2)
            return true;
        for (uint32_t k = 0; k + 1 < line->point_count; k++)
            if (!(vector_distance(line->points[k], line->points[k + 1]) > 1e-3f))
                return true;
    }
    return points > ROAD_POINTS_MAX;
}

// Check the limit of lanes before creating any. A length that is NaN is too long as well.
static void check_length(planning *p)
{
    double length = 0;
    for (uint32_t i = 0; i < p->track_count; i++)
        length += p->tracks[i].length;
    if (!(length / p->piece < p->lanes_most))
        plan_problem(p, roads_too_many_lanes);
}

static void check_lanes(planning *p)
{
    if (p->lane_count > p->lanes_most)
        plan_problem(p, roads_too_many_lanes);
}

static float plan_given(float value, float otherwise)
{
    return value > 0 ? value : otherwise;
}

const char *roads_build(const road_plan *plan, arena *a, roads *made)
{
    if (has_bad_lines(plan))
        return "a road needs at least 2 points, consecutive points must differ, and there must not "
               "be too many";
    planning p = {.plan = plan,
                  .clearance = plan_given(plan->clearance, ROAD_CLEARANCE * plan->width),
                  .stop = plan_given(plan->stop, 2.3f * plan->width),
                  .piece = plan_given(plan->piece, 500),
                  .sideways = plan_given(plan->sideways, 2.5f),
                  .braking = plan_given(plan->braking, 2),
                  .lanes_most = plan->lanes_most ? plan->lanes_most : ROAD_LANES_MAX,
                  .a = a};
    add_tracks(&p);
    check_length(&p);
    if (!p.problem)
        find_crossings(&p);
    for (uint32_t i = 0; i < p.track_count && !p.problem; i++) {
        cut_track(&p, i);
        check_lanes(&p);
    }
    for (uint32_t i = 0; i < p.track_count && !p.problem; i++) {
        add_ways(&p, i);
        check_lanes(&p);
    }
    if (p.problem)
        return p.problem;
    for (uint32_t i = 0; i < p.crossing_count; i++)
        find_conflicts(&p, &p.crossings[i]);
    limit_lanes(&p);
    *made = (roads){.world = plan->world,
                    .side = plan->side,
                    .width = plan->width,
                    .braking = p.braking,
                    .sideways = p.sideways,
                    .sharpest = p.sharpest,
                    .sharpest_at = p.sharpest_at,
                    .lane_count = p.lane_count,
                    .segment_count = p.segment_count,
                    .crossing_count = p.crossing_count,
                    .track_count = p.track_count,
                    .lanes = p.lanes,
                    .segments = p.segments,
                    .crossings = p.crossings,
                    .tracks = whole_tracks(&p),
                    .blocks = p.blocks,
                    .block_count = p.block_count};
    for (uint32_t i = 0; i < p.track_count; i++)
        made->length += p.tracks[i].length;
    return NULL;
}
