// SPDX-License-Identifier: MIT
#include "barriers.h"

#include "carve.h"

#include <float.h>
#include <string.h>

// ---- cells

static int32_t cell_along(const barriers *b, int d, float x)
{
    float cell = floorf((x - b->low.at[d]) * b->scale.at[d]);
    if (!(cell > 0))
        return 0;
    return cell < (float)b->cells[d] ? (int32_t)cell : b->cells[d] - 1;
}

// The cells near a capsule: boxes of cells, one box for each cell along the axis on which the
// capsule is longest.
typedef struct barrier_slabs {
    const barriers *b;
    const barrier *of;
    int axis;
    float margin;
    int32_t at, last;                                      // current and last cell along the axis
    int32_t low[STEER_DIMENSIONS], high[STEER_DIMENSIONS]; // the box of cells
} barrier_slabs;

static void slabs_begin(barrier_slabs *s, const barriers *b, const barrier *of)
{
    vector along = vector_subtract(of->to, of->from);
    *s = (barrier_slabs){.b = b, .of = of};
    // A corridor that such a sphere reaches into may miss the sphere's bounding box at a corner.
    s->margin = of->radius * 1.5f + b->skin;
    for (int d = 1; d < STEER_DIMENSIONS; d++)
        if (fabsf(along.at[d]) > fabsf(along.at[s->axis]))
            s->axis = d;
    float from = of->from.at[s->axis], to = of->to.at[s->axis];
    s->at = cell_along(b, s->axis, fminf(from, to) - s->margin) - 1;
    s->last = cell_along(b, s->axis, fmaxf(from, to) + s->margin);
}

// Return where x lies between `from` and `to`, as a share clamped to 0..1.
static float share_at(float from, float to, float x)
{
    float share = to != from ? (x - from) / (to - from) : 0;
    return share > 0 ? share < 1 ? share : 1 : 0;
}

static bool slabs_next(barrier_slabs *s)
{
    const barriers *b = s->b;
    if (s->at >= s->last)
        return false;
    s->at++;
    float from = s->of->from.at[s->axis], to = s->of->to.at[s->axis];
    float edge = 1 / b->scale.at[s->axis], x = b->low.at[s->axis] + edge * (float)s->at;
    // The cells at the border also contain everything beyond the border.
    bool is_first = s->at == 0, is_last = s->at == b->cells[s->axis] - 1;
    float one = is_first ? (from < to ? 0.0f : 1.0f) : share_at(from, to, x - s->margin);
    float two = is_last ? (from < to ? 1.0f : 0.0f) : share_at(from, to, x + edge + s->margin);
    if (from == to) {
        one = 0;
        two = 1;
    }
    EACH_DIMENSION (d) {
        float length = s->of->to.at[d] - s->of->from.at[d];
        float p = s->of->from.at[d] + length * one, q = s->of->from.at[d] + length * two;
        s->low[d] = cell_along(b, d, fminf(p, q) - s->margin);
        s->high[d] = cell_along(b, d, fmaxf(p, q) + s->margin);
    }
    s->low[s->axis] = s->high[s->axis] = s->at;
    return true;
}

// Return the total number of list entries; more than `most` if it exceeds that.
static uint64_t count_entries(const barriers *b, uint64_t most)
{
    uint64_t entries = 0;
    barrier_slabs s;
    for (uint32_t i = 0; i < b->count && entries <= most; i++)
        for (slabs_begin(&s, b, &b->list[i]); entries <= most && slabs_next(&s);) {
            uint64_t box = 1;
            EACH_DIMENSION (d)
                box *= (uint64_t)(s.high[d] - s.low[d] + 1);
            entries += box;
        }
    return entries;
}

static uint32_t cell_number(const barriers *b, const int32_t cell[])
{
    uint32_t number = 0;
    for (int d = STEER_DIMENSIONS - 1; d >= 0; d--)
        number = number * (uint32_t)b->cells[d] + (uint32_t)cell[d];
    return number;
}

// Advance to the next cell of a box, x fastest. Returns false after the last one.
static bool cell_next(int32_t cell[], const int32_t low[], const int32_t high[])
{
    EACH_DIMENSION (d) {
        if (cell[d]++ < high[d])
            return true;
        cell[d] = low[d];
    }
    return false;
}

// Count the entries of each cell, or store them at the positions in `start`.
static void barriers_enter(const barriers *b, uint32_t *start, uint32_t *member)
{
    barrier_slabs s;
    int32_t cell[STEER_DIMENSIONS];
    for (uint32_t i = 0; i < b->count; i++)
        for (slabs_begin(&s, b, &b->list[i]); slabs_next(&s);) {
            memcpy(cell, s.low, sizeof cell);
            do {
                uint32_t at = start[cell_number(b, cell)]++;
                if (member)
                    member[at] = i;
            } while (cell_next(cell, s.low, s.high));
        }
}

static void barriers_divide(barriers *b, float edge)
{
    b->cell_count = 1;
    EACH_DIMENSION (d) {
        float along = floorf(b->world.size.at[d] / edge);
        b->cells[d] = along > 1 ? along < 1 << 20 ? (int32_t)along : 1 << 20 : 1;
        b->scale.at[d] = (float)b->cells[d] / b->world.size.at[d];
        b->cell_count *= (uint64_t)b->cells[d];
    }
}

static float largest_coordinate(const barriers *b)
{
    float most = 0;
    EACH_DIMENSION (d) {
        float low = b->world.low.at[d];
        most = fmaxf(most, fmaxf(fabsf(low), fabsf(low + b->world.size.at[d])));
        for (uint32_t i = 0; i < b->count; i++)
            most = fmaxf(most, fmaxf(fabsf(b->list[i].from.at[d]), fabsf(b->list[i].to.at[d])));
    }
    return most;
}

static float largest_overhang(const barriers *b)
{
    float most = 0;
    for (uint32_t i = 0; i < b->count; i++)
        EACH_DIMENSION (d) {
            const barrier *of = &b->list[i];
            float low = b->world.low.at[d], high = low + b->world.size.at[d];
            float below = low - fminf(of->from.at[d], of->to.at[d]);
            float above = fmaxf(of->from.at[d], of->to.at[d]) - high;
            most = fmaxf(most, fmaxf(below, above) + of->radius);
        }
    return most;
}

// Choose the number of cells: as many as the limits on cells and on list lengths allow.
static uint64_t barriers_settle(barriers *b)
{
    const uint64_t most = (uint64_t)b->count * BARRIERS_SHARE;
    float edge = INFINITY;
    EACH_DIMENSION (d)
        edge = fminf(edge, b->world.size.at[d] / 2048 + FLT_MIN);
    for (;; edge *= 2) {
        barriers_divide(b, edge);
        if (b->cell_count > 4 * (uint64_t)b->count && b->cell_count > 1)
            continue;
        uint64_t entries = count_entries(b, most);
        if (entries <= most || b->cell_count == 1)
            return entries;
    }
}

static void carve_barriers(barriers *b, carving *from, uint64_t entries)
{
    b->start = carving_take(from, (size_t)b->cell_count + 2, sizeof *b->start);
    b->member = carving_take(from, entries, sizeof *b->member);
}

gestalt_result barriers_create(barriers *b, const gestalt_allocator *allocator, const space *world,
                               const barrier *list, uint32_t count)
{
    *b = (barriers){.world = *world, .list = list, .count = count, .low = world->low};
    if (count > BARRIERS_MOST)
        return GESTALT_LIMIT;
    if (count == 0)
        return GESTALT_OK;
    for (uint32_t i = 0; i < count; i++)
        b->solid_count += list[i].is_solid;
    b->skin = largest_coordinate(b) * 1e-6f;
    b->overhang = largest_overhang(b) + b->skin;
    uint64_t entries = barriers_settle(b);
    carving from = CARVE_COLUMNS;
    carve_barriers(b, &from, entries);
    if (!carve_block(&from, allocator, &b->memory, &b->memory_size))
        return GESTALT_NO_MEMORY;
    carve_barriers(b, &from, entries);
    barriers_enter(b, b->start + 2, NULL);
    for (uint32_t i = 0; i < b->cell_count; i++)
        b->start[i + 2] += b->start[i + 1];
    barriers_enter(b, b->start + 1, b->member);
    return GESTALT_OK;
}

void barriers_destroy(barriers *b, const gestalt_allocator *allocator)
{
    carve_release(allocator, b->memory, b->memory_size);
    *b = (barriers){0};
}

// ---- iteration

static int32_t image_of(const space *world, int d, float x)
{
    float image = floorf((x - world->low.at[d]) / world->size.at[d]);
    return image > -2 ? image < 2 ? (int32_t)image : 2 : -2;
}

// Set the cells of the box for its current image of the world.
static void walk_enter_image(barriers_walk *walk)
{
    const barriers *b = walk->b;
    EACH_DIMENSION (d) {
        walk->shift.at[d] = (float)walk->image[d] * b->world.size.at[d];
        walk->first_cell[d] = cell_along(b, d, walk->low.at[d] - walk->shift.at[d]);
        walk->last_cell[d] = cell_along(b, d, walk->high.at[d] - walk->shift.at[d]);
        walk->cell[d] = walk->first_cell[d];
    }
}

static void walk_enter_cell(barriers_walk *walk)
{
    uint32_t number = cell_number(walk->b, walk->cell);
    walk->at = walk->b->start[number];
    walk->end = walk->b->start[number + 1];
}

void barriers_walk_begin(barriers_walk *walk, const barriers *b, vector low, vector high,
                         bool images)
{
    walk->b = b;
    walk->low = low;
    walk->high = high;
    walk->at = walk->end = 0;
    walk->is_done = b->count == 0;
    if (walk->is_done)
        return;
    EACH_DIMENSION (d) {
        bool has_images = images && b->world.periodic;
        walk->first_image[d] = has_images ? image_of(&b->world, d, low.at[d] - b->overhang) : 0;
        walk->last_image[d] = has_images ? image_of(&b->world, d, high.at[d] + b->overhang) : 0;
        walk->image[d] = walk->first_image[d];
    }
    walk_enter_image(walk);
    walk_enter_cell(walk);
}

bool barriers_walk_next(barriers_walk *walk)
{
    while (walk->at == walk->end && !walk->is_done) {
        if (!cell_next(walk->cell, walk->first_cell, walk->last_cell)) {
            walk->is_done = !cell_next(walk->image, walk->first_image, walk->last_image);
            walk_enter_image(walk);
        }
        if (!walk->is_done)
            walk_enter_cell(walk);
    }
    if (walk->is_done)
        return false;
    walk->index = walk->b->member[walk->at++];
    walk->found = &walk->b->list[walk->index];
    return true;
}

static void walk_around_place(barriers_walk *walk, const barriers *b, vector at, float reach,
                              bool images)
{
    vector low = at, high = at;
    EACH_DIMENSION (d) {
        low.at[d] -= reach;
        high.at[d] += reach;
    }
    barriers_walk_begin(walk, b, low, high, images);
}

// ---- distances, in doubles

typedef struct place {
    double at[STEER_DIMENSIONS];
} place;

static double place_dot(place a, place b)
{
    double sum = 0;
    EACH_DIMENSION (d)
        sum += a.at[d] * b.at[d];
    return sum;
}

static place place_add_scaled(place a, place b, double factor)
{
    EACH_DIMENSION (d)
        a.at[d] += b.at[d] * factor;
    return a;
}

static place place_of_vector(vector v)
{
    place p;
    EACH_DIMENSION (d)
        p.at[d] = (double)v.at[d];
    return p;
}

// A capsule relative to some point: the start of its segment, the segment's vector, and the square
// of its length.
typedef struct capsule {
    place from, along;
    double squared;
} capsule;

static capsule capsule_of(const barriers_walk *walk, place seen_from)
{
    capsule c;
    EACH_DIMENSION (d) {
        c.from.at[d] =
            (double)walk->found->from.at[d] + (double)walk->shift.at[d] - seen_from.at[d];
        c.along.at[d] = (double)walk->found->to.at[d] - (double)walk->found->from.at[d];
    }
    c.squared = place_dot(c.along, c.along);
    return c;
}

// Return the vector from the nearest point of the segment to `at`.
static place away_from(const capsule *c, place at)
{
    place offset = place_add_scaled(at, c->from, -1);
    double share = c->squared > 0 ? place_dot(offset, c->along) / c->squared : 0;
    share = share > 0 ? share < 1 ? share : 1 : 0;
    return place_add_scaled(offset, c->along, -share);
}

// Return the smaller root t of a t^2 + 2 b t + c = 0 for b < 0; INFINITY if there is none.
static double first_root(double a, double b, double c)
{
    double discriminant = b * b - a * c;
    return b < 0 && discriminant >= 0 ? (-b - sqrt(discriminant)) / a : (double)INFINITY;
}

// Return the share of a step after which its distance to a point is `far`.
static double meets_point(place at, place step, place point, double far)
{
    place offset = place_add_scaled(at, point, -1);
    return first_root(place_dot(step, step), place_dot(offset, step),
                      place_dot(offset, offset) - far * far);
}

// Return the same for the side of the segment, between its ends.
static double meets_side(place at, place step, const capsule *c, double far)
{
    place offset = place_add_scaled(at, c->from, -1);
    double at_along = place_dot(offset, c->along) / c->squared;
    double step_along = place_dot(step, c->along) / c->squared;
    place beside = place_add_scaled(offset, c->along, -at_along);
    place moves = place_add_scaled(step, c->along, -step_along);
    double a = place_dot(moves, moves);
    if (!(a > 0))
        return (double)INFINITY;
    double t = first_root(a, place_dot(beside, moves), place_dot(beside, beside) - far * far);
    double along = at_along + t * step_along;
    return along >= 0 && along <= 1 ? t : (double)INFINITY;
}

// A capsule that a step meets, the direction away from it, and how much of the skin is missing.
typedef struct meeting {
    double share, missing;
    place away;
    uint32_t index;
} meeting;

static void meeting_offer(meeting *first, double share, uint32_t index, place away, double far)
{
    double distance = sqrt(place_dot(away, away));
    if (share < first->share || (share == first->share && index < first->index))
        *first = (meeting){.share = share,
                           .missing = far - distance,
                           .away = place_add_scaled((place){{0}}, away, 1 / distance),
                           .index = index};
}

static void meet_one(meeting *first, const capsule *c, uint32_t index, place at, place step,
                     double far)
{
    place away = away_from(c, at);
    double distance = sqrt(place_dot(away, away));
    if (distance <= far) { // they touch: only steps that lead away are free
        if (distance > 0 && place_dot(away, step) < -1e-12 * distance)
            meeting_offer(first, 0, index, away, far);
        return;
    }
    double share = meets_point(at, step, c->from, far);
    double end = meets_point(at, step, place_add_scaled(c->from, c->along, 1), far);
    double side = c->squared > 0 ? meets_side(at, step, c, far) : (double)INFINITY;
    share = end < share ? end : share;
    share = side < share ? side : share;
    if (!(share < 1))
        return;
    share = share > 0 ? share : 0;
    meeting_offer(first, share, index, away_from(c, place_add_scaled(at, step, share)), far);
}

// A moving disc.
typedef struct barriers_mover {
    const barriers *b;
    vector start;
    place origin;
    double skin;
    float radius, reach;
    bool all;
    bool is_alone; // no barriers are around the disc
} barriers_mover;

static bool mover_meets(const barriers_mover *m, const barriers_walk *walk)
{
    return m->all || walk->found->is_solid;
}

// Return the first barrier that a step meets; `at` and `step` are relative to the start.
static meeting mover_meeting(barriers_mover *m, place at, place step)
{
    meeting first = {.share = 1, .index = UINT32_MAX};
    barriers_walk walk;
    walk_around_place(&walk, m->b, m->start, m->reach, true);
    while (barriers_walk_next(&walk))
        if (mover_meets(m, &walk)) {
            m->is_alone = false;
            capsule c = capsule_of(&walk, m->origin);
            meet_one(&first, &c, walk.index, at, step,
                     (double)m->radius + (double)walk.found->radius + m->skin);
        }
    return first;
}

// Return whether the step ends outside all barriers, except those in which it starts deeper. This
// is the final check.
static bool mover_may_end(const barriers_mover *m, vector step)
{
    barriers_walk walk;
    place end;
    EACH_DIMENSION (d) // use the rounded float position
        end.at[d] = (double)(m->start.at[d] + step.at[d]) - m->origin.at[d];
    walk_around_place(&walk, m->b, m->start, m->reach, true);
    while (barriers_walk_next(&walk)) {
        if (!mover_meets(m, &walk))
            continue;
        capsule c = capsule_of(&walk, m->origin);
        place is = away_from(&c, end), was = away_from(&c, (place){{0}});
        double far = (double)m->radius + (double)walk.found->radius + m->skin / 4;
        double squared = place_dot(is, is);
        if (squared < far * far && squared < place_dot(was, was))
            return false;
    }
    return true;
}

static vector shortest_edge_clip(const barriers *b, vector step)
{
    float most = INFINITY;
    EACH_DIMENSION (d)
        most = fminf(most, b->world.size.at[d]);
    return b->world.periodic ? vector_clip(step, most) : step;
}

enum { MOVER_TURNS = 4 }; // enough for two walls of a corner and the gap between them

vector barriers_step(const barriers *b, vector at, vector step, float radius, bool all)
{
    if (all ? b->count == 0 : b->solid_count == 0)
        return step;
    step = shortest_edge_clip(b, step);
    barriers_mover m = {.b = b, .start = at, .origin = place_of_vector(at), .radius = radius};
    m.all = all;
    m.is_alone = true;
    m.skin = (double)b->skin;
    m.reach = vector_length(step) + radius + 2 * b->skin;
    place here = {{0}}, rest = place_of_vector(step);
    bool is_free = true;
    for (int turn = 0; turn < MOVER_TURNS; turn++) {
        meeting first = mover_meeting(&m, here, rest);
        here = place_add_scaled(here, rest, first.share);
        if (first.index == UINT32_MAX)
            break;
        is_free = false;
        rest = place_add_scaled((place){{0}}, rest, 1 - first.share);
        rest = place_add_scaled(rest, first.away, -place_dot(rest, first.away));
        if (first.missing > 0 && first.missing < m.skin) // rounding has reduced the skin
            rest = place_add_scaled(rest, first.away, first.missing);
    }
    if (m.is_alone)
        return step;
    EACH_DIMENSION (d)
        step.at[d] = is_free ? step.at[d] : (float)here.at[d];
    return mover_may_end(&m, step) ? step : vector_zero();
}

barrier_near barriers_nearest(const barriers *b, vector at, float within, bool all)
{
    barrier_near best = {.index = UINT32_MAX, .distance = within};
    barriers_walk walk;
    walk_around_place(&walk, b, at, within + b->skin, true);
    while (barriers_walk_next(&walk)) {
        if (!all && !walk.found->is_solid)
            continue;
        capsule c = capsule_of(&walk, place_of_vector(at));
        place away = away_from(&c, (place){{0}});
        double length = sqrt(place_dot(away, away));
        float distance = (float)(length - (double)walk.found->radius);
        if (distance > best.distance || (distance == best.distance && walk.index >= best.index))
            continue;
        best.index = walk.index;
        best.distance = distance;
        EACH_DIMENSION (d)
            best.away.at[d] = length > 0 ? (float)(away.at[d] / length) : 0;
    }
    return best;
}

float barriers_share(const barriers *b, vector at, vector step, float radius, bool all)
{
    barriers_mover m = {.b = b, .start = at, .origin = place_of_vector(at), .radius = radius};
    m.all = all;
    m.reach = vector_length(step) + radius + b->skin;
    if (b->count == 0)
        return 1;
    return (float)mover_meeting(&m, (place){{0}}, place_of_vector(step)).share;
}

// ---- looking ahead

static void look_at_sphere(const barriers_walk *walk, vector at, vector heading, float length,
                           float radius, float *ahead, vector *offset)
{
    *offset = vector_subtract(walk->found->from, at);
    float goes = vector_dot(*offset, heading);
    float beside = vector_length(vector_beside(*offset, heading));
    bool reaches_in =
        goes > 0 && goes < length + walk->found->radius && beside < walk->found->radius + radius;
    *ahead = reaches_in ? goes : INFINITY;
}

#if STEER_DIMENSIONS == 2
// A part of a segment, as shares of its length.
typedef struct stretch {
    float from, to;
} stretch;

// Cut off the part in which a coordinate that changes from `a` to `b` exceeds `most`.
static void stretch_cut(stretch *s, float a, float b, float most)
{
    float share = a != b ? (most - a) / (b - a) : 0;
    if (a > most && b > most)
        *s = (stretch){1, 0};
    else if (a > most)
        s->from = fmaxf(s->from, share);
    else if (b > most)
        s->to = fminf(s->to, share);
}

// A wall obstructs with its side; if only its end is met, or the wall is met head on, with its
// middle.
static void look_at_wall(const barriers_walk *walk, vector at, vector heading, float length,
                         float radius, float *ahead, vector *offset)
{
    vector right = vector_right(heading), along;
    vector from = vector_subtract(walk->found->from, at), to = vector_subtract(walk->found->to, at);
    float wide = walk->found->radius + radius;
    float a = vector_dot(from, heading), b = vector_dot(to, heading);
    stretch s = {0, 1};
    stretch_cut(&s, vector_dot(from, right), vector_dot(to, right), wide);
    stretch_cut(&s, -vector_dot(from, right), -vector_dot(to, right), wide);
    stretch_cut(&s, -a, -b, 0);
    float goes = fminf(a + (b - a) * s.from, a + (b - a) * s.to);
    bool reaches_in = s.from <= s.to && goes < length + walk->found->radius;
    *ahead = reaches_in ? goes : INFINITY;
    along = vector_unit(vector_subtract(to, from));
    vector side = vector_beside(from, along);
    bool is_beside = vector_length(vector_beside(side, heading)) > 0.1f * vector_length(side);
    *offset = is_beside ? side : vector_scale(vector_add(from, to), 0.5f);
}
#endif

barrier_ahead barriers_ahead(const barriers *b, vector at, vector heading, float length,
                             float radius)
{
    barrier_ahead best = {0};
    barriers_walk walk;
    float least = INFINITY;
    uint32_t index = UINT32_MAX;
    vector low = at, high = at;
    EACH_DIMENSION (d) {
        float end = at.at[d] + heading.at[d] * length, wide = radius + b->skin;
        low.at[d] = fminf(at.at[d], end) - wide;
        high.at[d] = fmaxf(at.at[d], end) + wide;
    }
    barriers_walk_begin(&walk, b, low, high, false);
    while (barriers_walk_next(&walk)) {
        float ahead;
        vector offset;
        bool is_sphere = vector_is_zero(vector_subtract(walk.found->to, walk.found->from));
#if STEER_DIMENSIONS == 2
        if (!is_sphere)
            look_at_wall(&walk, at, heading, length, radius, &ahead, &offset);
        else
#endif
            look_at_sphere(&walk, at, heading, length, radius, &ahead, &offset);
        (void)is_sphere;
        if (ahead < least || (ahead == least && ahead < INFINITY && walk.index < index)) {
            least = ahead;
            index = walk.index;
            best = (barrier_ahead){true, offset};
        }
    }
    return best;
}
