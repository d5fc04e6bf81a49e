// SPDX-License-Identifier: MIT
// Pedestrians who walk as is measured of people.
//
// Their speed is Weidmann's: of somebody who walks at v where he is alone,
//
//     v (1 - exp(-1.913 (1 / density - 1 / 5.4)))     persons per square metre
//
// with the density of those ahead. These are counted in sectors, as far as no wall is in between,
// by a weight that goes down with the distance: so nobody starts to count all at once.
//
// The direction is the one of some in which he gets nearest to where he would be on his own: the
// way in a direction ends at a wall, and where he would meet somebody. That is the rule of
// Moussaid, Helbing and Theraulaz (2011). Others are expected to go where they face, as fast as he
// does. So nobody who goes the same way is met, and lanes form; of two directions as good as each
// other, the right one is taken.
//
// At last, he gets away from bodies and walls that are too near: so no arch holds before a door.
#include "crowd_state.h"
#include "elementary.h"

#include <math.h>

static const float FIELD = 1.4f;        // m: as far people are counted
static const float SECTOR = 0.2617994f; // radians from one direction to the next
static const float DENSEST = 5.4f;      // 1/m^2
static const float STEEPNESS = 1.913f;
static const float LEAST_SHARE = 0.05f; // of the speed: people shuffle on
static const float BUFFER = 0.15f;      // m: they keep so far from bodies and walls, if they can
static const float RETREAT = 0.5f;      // m/s: they give way so fast to what touches them

enum { CHOOSE_MOST = 128, CHOOSE_WAYS = 11 };

// Straight on, then to the right and left in turn: the turn's cosine and sine.
static const float ways[CHOOSE_WAYS][2] = {
    {1, 0},
    {0.9659258f, 0.2588190f},
    {0.9659258f, -0.2588190f},
    {0.8660254f, 0.5f},
    {0.8660254f, -0.5f},
    {0.7071068f, 0.7071068f},
    {0.7071068f, -0.7071068f},
    {0.5f, 0.8660254f},
    {0.5f, -0.8660254f},
    {0.2588190f, 0.9659258f},
    {0.2588190f, -0.9659258f},
};

// The people around somebody, as he sees them.
typedef struct crowd_seen {
    uint32_t count;
    vector offset[CHOOSE_MOST], faces[CHOOSE_MOST];
    float both[CHOOSE_MOST]; // radii
} crowd_seen;

// The directions that he may take, and how far it is open in each.
typedef struct crowd_field {
    vector way[CHOOSE_WAYS];
    float open[CHOOSE_WAYS];
} crowd_field;

// False: there are more than he can look at.
static bool see_within(const world *w, uint32_t index, vector at, float sight, crowd_seen *seen)
{
    const crowd_run *run = crowd_run_of(w);
    grid_walk walk;
    grid_walk_begin(&walk, &w->near, at, sight < w->most_reach ? sight : w->most_reach);
    seen->count = 0;
    for (grid_near near; grid_walk_next(&walk, &near);) {
        if (near.agent == index)
            continue;
        if (seen->count == CHOOSE_MOST)
            return false;
        seen->offset[seen->count] = near.offset;
        seen->faces[seen->count] = vectors_get(&run->faces, near.agent);
        seen->both[seen->count++] = w->all.radius[index] + w->all.radius[near.agent];
    }
    return true;
}

// In a throng he looks less far; at last at those whom he finds first.
static void see_all(const world *w, uint32_t index, vector at, crowd_seen *seen)
{
    float sight = CROWD_SIGHT;
    while (!see_within(w, index, at, sight, seen) && sight > FIELD / 2)
        sight /= 2;
}

static float way_to_edges(const crowd_street *street, vector at, vector direction, float radius)
{
    float way = CROWD_SIGHT;
    EACH_DIMENSION (d) {
        float step = direction.at[d];
        float room = step > 0 ? street->high.at[d] - at.at[d] : at.at[d] - street->low.at[d];
        if (step != 0 && !street->is_endless[d])
            way = fminf(way, fmaxf(room - radius, 0) / fabsf(step));
    }
    return way;
}

// Find the directions, and how far the walls and the street's edges are in each.
static void look_around(const world *w, const crowd_street *street, vector at, vector ahead,
                        crowd_field *field)
{
    vector right = vector_right(ahead);
    for (int i = 0; i < CHOOSE_WAYS; i++) {
        field->way[i] = vector_add_scaled(vector_scale(ahead, ways[i][0]), right, ways[i][1]);
        field->open[i] = way_to_edges(street, at, field->way[i], 0);
        if (w->barriers.count > 0)
            field->open[i] *= barriers_share(&w->barriers, at,
                                             vector_scale(field->way[i], field->open[i]), 0, true);
    }
}

// The integral of the weight over the sector of a direction, as far as it is open: of r - r^2 /
// FIELD over r, from the room that a body takes.
static float sector_area(float open, float hole)
{
    float to = fminf(open, FIELD), half = SECTOR / 2;
    float area = to * to * (half - to * SECTOR / (3 * FIELD));
    return fmaxf(area - hole * hole * (half - hole * SECTOR / (3 * FIELD)), 0);
}

// Return whether somebody is in one of the sectors, and not behind a wall.
static bool is_in_field(const crowd_field *field, vector offset, float distance)
{
    int nearest = 0;
    float most = -INFINITY;
    for (int i = 0; i < CHOOSE_WAYS; i++) {
        float along = vector_dot(field->way[i], offset);
        nearest = along > most ? i : nearest;
        most = fmaxf(along, most);
    }
    return most > 0.99f * distance && distance < field->open[nearest];
}

// Persons per square metre ahead, where it is open. Next to him there is room for nobody. People
// who come towards him count half: they are passed, not followed, and so a front of two crowds
// opens. With all of them counted, it locks at 2 persons per square metre.
static float density_ahead(const crowd_seen *seen, const crowd_field *field, float radius)
{
    float weight = 0, area = 0;
    for (int i = 0; i < CHOOSE_WAYS; i++)
        area += sector_area(field->open[i], fminf(1.9f * radius, FIELD));
    for (uint32_t i = 0; i < seen->count; i++) {
        float distance = vector_length(seen->offset[i]);
        if (distance < FIELD && is_in_field(field, seen->offset[i], distance))
            weight += (1 - distance / FIELD) *
                      (0.75f + 0.25f * vector_dot(seen->faces[i], field->way[0]));
    }
    return weight / fmaxf(area, 0.1f);
}

static vector away_from_body(vector away, vector offset, float gap)
{
    float share = gap < BUFFER ? fmaxf(gap, 0) / BUFFER - 1 : 0;
    return vector_add(away, vector_with_length(offset, share * RETREAT));
}

// The velocity with which he gets away from those who are too near, and from a wall.
static vector give_way(const world *w, uint32_t index, vector at, const crowd_seen *seen)
{
    float radius = w->all.radius[index];
    vector away = vector_zero();
    for (uint32_t i = 0; i < seen->count; i++)
        away =
            away_from_body(away, seen->offset[i], vector_length(seen->offset[i]) - seen->both[i]);
    if (w->barriers.count > 0) {
        barrier_near wall = barriers_nearest(&w->barriers, at, radius + BUFFER, true);
        away = away_from_body(away, vector_scale(wall.away, -1), wall.distance - radius);
    }
    return away;
}

static float speed_at(float density, float alone)
{
    float share = LEAST_SHARE;
    if (density <= 0)
        return alone;
    if (density < DENSEST)
        share = 1 - elementary_exp(-STEEPNESS * (1 / density - 1 / DENSEST));
    return alone * (share > LEAST_SHARE ? share : LEAST_SHARE);
}

// The time until two who keep their velocities touch, or INFINITY.
static float time_to_touch(vector offset, vector closing, float both)
{
    float a = vector_length_squared(closing), b = vector_dot(offset, closing);
    float c = vector_length_squared(offset) - both * both, under = b * b - a * c;
    if (b <= 0 || under < 0)
        return INFINITY;
    return c > 0 ? (b - sqrtf(under)) / a : 0;
}

// The way that is free in a direction.
static float free_way(const world *w, const crowd_street *street, uint32_t index, vector at,
                      vector direction, float speed, const crowd_seen *seen)
{
    float radius = w->all.radius[index], way = way_to_edges(street, at, direction, radius);
    for (uint32_t i = 0; i < seen->count; i++) {
        vector closing = vector_scale(vector_subtract(direction, seen->faces[i]), speed);
        way = fminf(way, speed * time_to_touch(seen->offset[i], closing, seen->both[i]));
    }
    if (w->barriers.count > 0)
        way *= barriers_share(&w->barriers, at, vector_scale(direction, way), radius, true);
    return way;
}

vector crowd_choose(const world *w, const crowd_street *street, uint32_t index, vector at,
                    vector wanted)
{
    crowd_seen seen;
    crowd_field field;
    float alone = vector_length(wanted), least = INFINITY;
    vector best = vector_zero();
    if (!(alone > 0) || !isfinite(alone))
        return wanted;
    see_all(w, index, at, &seen);
    look_around(w, street, at, vector_unit(wanted), &field);
    float speed = speed_at(density_ahead(&seen, &field, w->all.radius[index]), alone);
    for (int i = 0; i < CHOOSE_WAYS && least > 0; i++) {
        float way = free_way(w, street, index, at, field.way[i], speed, &seen);
        float misses = CROWD_SIGHT * CROWD_SIGHT + way * way - 2 * CROWD_SIGHT * way * ways[i][0];
        if (misses < least) {
            least = misses;
            best = field.way[i];
        }
    }
    return vector_add(vector_scale(best, speed), give_way(w, index, at, &seen));
}
