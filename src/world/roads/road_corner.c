// SPDX-License-Identifier: MIT
#include "road_corner.h"

#include "trigonometry.h"

/// Arcs deviate from their chords by at most this; a corner that is this near to its arc stays a
/// corner.
static const float corner_near = 0.01f; // m

// The corner between a piece of the line and the previous one; the first corner closes the line.
typedef struct corner {
    vector in, out; // directions
    float tangent;  // tangent of half the turn; INFINITY for a hairpin
    float sine;     // sine of the turn, > 0 to the left
    float least;    // m of each piece that an arc of the given radius takes
    float wish;     // m that the largest arc within the slack takes; at least `least`
    float taken;    // m that the arc gets
} corner;

static corner corner_between(vector in, vector out, float longest, float radius, float slack)
{
    corner c = {.in = in, .out = out};
    c.sine = in.at[0] * out.at[1] - in.at[1] * out.at[0];
    float cosine = vector_dot(in, out);
    c.tangent = cosine > -0.999999f ? fabsf(c.sine) / (1 + cosine) : INFINITY;
    if (!(c.tangent > 0))
        return c;
    float secant = sqrtf(1 + c.tangent * c.tangent);
    c.least = fminf(radius * c.tangent, 1e9f);
    c.wish = fminf(slack * (1 + secant) / c.tangent, longest);
    c.wish = fmaxf(c.wish, c.least);
    return c;
}

// Return the part of a piece that one of its two corners gets: first what both need, then what both
// would like.
static float corner_share(const corner *mine, const corner *other, float length)
{
    float least = mine->least + other->least;
    if (least >= length)
        return length * mine->least / least;
    float rest = length - least;
    float more = mine->wish - mine->least, all = more + other->wish - other->least;
    return mine->least + (all > rest ? more * rest / all : more);
}

static void corner_add(road_line *to, vector *points, vector point)
{
    if (!to->point_count || vector_distance(points[to->point_count - 1], point) >= corner_near)
        points[to->point_count++] = point;
}

// Return the number of chords of an arc, or 0 for a corner without an arc.
static uint32_t corner_chords(const corner *c, float *radius, float *turn)
{
    if (!(c->taken > 0) || !(c->tangent < INFINITY))
        return 0;
    float secant = sqrtf(1 + c->tangent * c->tangent);
    if (c->taken * c->tangent / (1 + secant) < corner_near)
        return 0;
    *radius = c->taken / c->tangent;
    *turn = trigonometry_atan2(c->sine, vector_dot(c->in, c->out));
    float chords = ceilf(fabsf(*turn) / sqrtf(8 * corner_near / *radius));
    return chords < 2 ? 2 : (uint32_t)chords;
}

// Add the arc of a corner, or the corner itself.
static void corner_draw(const corner *c, vector at, road_line *to, vector *points)
{
    float radius = 0, turn = 0;
    uint32_t chords = corner_chords(c, &radius, &turn);
    if (!chords) {
        corner_add(to, points, at);
        return;
    }
    vector start = vector_add_scaled(at, c->in, -c->taken);
    vector out = vector_scale(vector_right(c->in), turn > 0 ? 1 : -1);
    vector centre = vector_add_scaled(start, out, -radius);
    corner_add(to, points, start);
    for (uint32_t i = 1; i < chords; i++) {
        float sine, cosine;
        trigonometry_sin_cos(turn * (float)i / (float)chords, &sine, &cosine);
        vector turned = vector_zero();
        turned.at[0] = out.at[0] * cosine - out.at[1] * sine;
        turned.at[1] = out.at[0] * sine + out.at[1] * cosine;
        corner_add(to, points, vector_add_scaled(centre, turned, radius));
    }
    corner_add(to, points, vector_add_scaled(at, c->out, c->taken));
}

static uint32_t corners_find(corner *corners, const road_line *line, float radius, float slack)
{
    uint32_t pieces = line->point_count - 1;
    for (uint32_t i = 0; i < pieces; i++) {
        uint32_t before = (i + pieces - 1) % pieces;
        vector in = vector_subtract(line->points[before + 1], line->points[before]);
        vector out = vector_subtract(line->points[i + 1], line->points[i]);
        float longest = fmaxf(vector_length(in), vector_length(out));
        corners[i] = corner_between(vector_unit(in), vector_unit(out), longest, radius, slack);
    }
    for (uint32_t i = 0; i < pieces; i++)
        corners[i].taken = INFINITY;
    for (uint32_t i = 0; i < pieces; i++) {
        corner *first = &corners[i], *then = &corners[(i + 1) % pieces];
        float length = vector_distance(line->points[i], line->points[i + 1]);
        first->taken = fminf(first->taken, corner_share(first, then, length));
        then->taken = fminf(then->taken, corner_share(then, first, length));
    }
    return pieces;
}

road_line road_round(arena *a, const road_line *line, float radius, float slack)
{
    road_line made = {.one_way = line->one_way};
    corner *corners = ARENA_ARRAY(a, corner, line->point_count);
    uint32_t count = corners_find(corners, line, radius, slack);
    size_t most = 1;
    for (uint32_t i = 0; i < count; i++) {
        float any_radius, turn;
        most += corner_chords(&corners[i], &any_radius, &turn) + 2;
    }
    vector *points = ARENA_ARRAY(a, vector, most);
    for (uint32_t i = 0; i < count; i++)
        corner_draw(&corners[i], line->points[i], &made, points);
    vector image = vector_subtract(line->points[count], line->points[0]);
    vector last = vector_add(points[0], image);
    if (made.point_count > 1 && vector_distance(points[made.point_count - 1], last) < corner_near)
        made.point_count--;
    points[made.point_count++] = last;
    made.points = points;
    return made;
}
