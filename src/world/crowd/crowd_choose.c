// SPDX-License-Identifier: MIT
// The velocity that a pedestrian chooses who walks as is measured of people.
//
// Speed: the collision-free speed model (Tordeux, Chraibi, Seyfried 2016) with anticipation (Xu,
// Chraibi, Seyfried 2021). In a direction d, somebody at the distance a along d and b beside it,
// who moves at u along d, allows the speed
//
//     (a - l sqrt(1 - (b / w)^2) + tau u) / (T + tau)        where b < w, and w = w0 + 0.11 a
//
// Direction: of thirteen, up to 95 degrees to both sides, the one that leads nearest to where the
// pedestrian would be alone (Moussaid, Helbing, Theraulaz 2011). A way ends at a wall, and where it
// meets somebody who comes the other way. It is the shorter, the slower one would have to be in it.
//
// A pedestrian who makes no headway becomes impatient. Then any direction with headway is good, the
// direction itself is drawn anew now and then, and l and w shrink towards two bodies that touch.
//
// All of it reads the state at the end of the last step only.
#include "crowd_state.h"
#include "random.h"
#include "trigonometry.h"

#include <math.h>

static const float TIME_GAP = 1.0f;     // s: T
static const float ANTICIPATION = 0.4f; // s: tau
static const float SPACING = 0.58f;     // m: l
static const float HALF_WIDTH = 0.25f;  // m: w0
static const float WIDENING = 0.17f;
static const float HORIZON = 3.0f;   // m: length of a way without an end
static const float MARGIN = 0.1f;    // m: from body to body, of people who meet
static const float CONTACT = 0.03f;  // m: from body to body, of people who squeeze past
static const float FOLLOWING = 0.7f; // what people ahead who go the same way count for a direction
static const float WALL_TIME = 0.3f; // s: time that a wall is kept away
static const float HASTE = 0.9f;     // share of T that people who squeeze past do without
static const float PERSISTENCE = 0.1f;  // m: worth of going on in the same direction
static const float RIGHT = 0.02f;       // m: worth of the right side
static const float BUFFER = 0.05f;      // m: bodies and walls nearer than that are retreated from
static const float RETREAT = 0.3f;      // m/s
static const float TURNING = 3.141593f; // radians: what an impatient one's direction turns by
static const float TURN_TIME = 0.8f;    // s: until it is drawn anew

enum { CHOOSE_MOST = 128, CHOOSE_WALLS = 16, CHOOSE_WAYS = 13 };

// Straight on, then to the right and left in turn: the turn's cosine and sine.
static const float ways[CHOOSE_WAYS][2] = {
    {1, 0},
    {0.9848078f, 0.1736482f},
    {0.9848078f, -0.1736482f},
    {0.9396926f, 0.3420201f},
    {0.9396926f, -0.3420201f},
    {0.8480481f, 0.5299193f},
    {0.8480481f, -0.5299193f},
    {0.6427876f, 0.7660444f},
    {0.6427876f, -0.7660444f},
    {0.3420201f, 0.9396926f},
    {0.3420201f, -0.9396926f},
    {-0.0871557f, 0.9961947f},
    {-0.0871557f, -0.9961947f},
};

// The people and walls around somebody, by number.
typedef struct crowd_seen {
    uint32_t count, wall_count;
    vector offset[CHOOSE_MOST], velocity[CHOOSE_MOST], face[CHOOSE_MOST];
    float distance[CHOOSE_MOST], both[CHOOSE_MOST]; // both: the sum of the radii
    vector towards[CHOOSE_WALLS];                   // unit vectors
    float gap[CHOOSE_WALLS];                        // from the body to the wall
} crowd_seen;

// Somebody who chooses.
typedef struct crowd_chooser {
    const world *w;
    const crowd_street *street;
    uint32_t index;
    vector at, face; // face: where the tree wants to go, a unit vector
    float alone;     // speed without others
    float impatience;
    crowd_seen seen;
} crowd_chooser;

// ---- what is around

static void see_wall(crowd_chooser *c, vector to, float width)
{
    crowd_seen *seen = &c->seen;
    float distance = vector_length(to), gap = distance - width - c->w->all.radius[c->index];
    uint32_t at = seen->wall_count;
    vector towards = vector_unit(to);
    if (distance == 0)
        return;
    for (uint32_t i = 0; i < seen->wall_count; i++)
        if (seen->gap[i] == gap && vector_is_zero(vector_subtract(seen->towards[i], towards)))
            return; // a wall is found once for each of its cells
    if (at == CHOOSE_WALLS) {
        at = 0;
        for (uint32_t i = 1; i < CHOOSE_WALLS; i++)
            at = seen->gap[i] > seen->gap[at] ? i : at;
        if (seen->gap[at] <= gap)
            return;
    } else {
        seen->wall_count++;
    }
    seen->towards[at] = towards;
    seen->gap[at] = gap;
}

// The nearest point of a segment, seen from the origin.
static vector nearest_of(vector from, vector to)
{
    vector along = vector_subtract(to, from);
    float squared = vector_length_squared(along), share = 0;
    if (squared > 0)
        share = fminf(fmaxf(-vector_dot(from, along) / squared, 0), 1);
    return vector_add_scaled(from, along, share);
}

static bool segment_hides(vector from, vector to, vector offset)
{
    vector along = vector_subtract(to, from);
    float across = offset.at[0] * along.at[1] - offset.at[1] * along.at[0];
    float way = (from.at[0] * along.at[1] - from.at[1] * along.at[0]) / across;
    float share = (from.at[0] * offset.at[1] - from.at[1] * offset.at[0]) / across;
    return across != 0 && way > 0 && way < 1 && share > 0 && share < 1;
}

static void hide_behind(crowd_seen *seen, vector from, vector to)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < seen->count; i++) {
        if (segment_hides(from, to, seen->offset[i]))
            continue;
        seen->offset[kept] = seen->offset[i];
        seen->velocity[kept] = seen->velocity[i];
        seen->face[kept] = seen->face[i];
        seen->distance[kept] = seen->distance[i];
        seen->both[kept++] = seen->both[i];
    }
    seen->count = kept;
}

// Find the walls, and forget the people behind them.
static void see_walls(crowd_chooser *c)
{
    barriers_walk walk;
    vector low = c->at, high = c->at;
    EACH_DIMENSION (d) {
        low.at[d] -= CROWD_SIGHT;
        high.at[d] += CROWD_SIGHT;
    }
    barriers_walk_begin(&walk, &c->w->barriers, low, high, true);
    while (barriers_walk_next(&walk)) {
        vector from = vector_subtract(vector_add(walk.found->from, walk.shift), c->at);
        vector to = vector_subtract(vector_add(walk.found->to, walk.shift), c->at);
        see_wall(c, nearest_of(from, to), walk.found->radius);
        hide_behind(&c->seen, from, to);
    }
}

// The edges of a street are as walls.
static void see_edges(crowd_chooser *c)
{
    EACH_DIMENSION (d) {
        vector low = vector_zero(), high = vector_zero();
        if (c->street->is_endless[d])
            continue;
        low.at[d] = c->street->low.at[d] - c->at.at[d];
        high.at[d] = c->street->high.at[d] - c->at.at[d];
        if (low.at[d] > -CROWD_SIGHT)
            see_wall(c, low, 0);
        if (high.at[d] < CROWD_SIGHT)
            see_wall(c, high, 0);
    }
}

// False: there are more than have room.
static bool see_people(crowd_chooser *c, float sight)
{
    const world *w = c->w;
    const crowd_run *run = crowd_run_of(w);
    crowd_seen *seen = &c->seen;
    grid_walk walk;
    grid_walk_begin(&walk, &w->near, c->at, sight < w->most_reach ? sight : w->most_reach);
    seen->count = 0;
    for (grid_near near; grid_walk_next(&walk, &near);) {
        if (near.agent == c->index || near.distance_squared == 0)
            continue;
        if (seen->count == CHOOSE_MOST)
            return false;
        seen->offset[seen->count] = near.offset;
        seen->distance[seen->count] = sqrtf(near.distance_squared);
        seen->velocity[seen->count] = vectors_get(&w->all.velocity, near.agent);
        seen->face[seen->count] = vectors_get(&run->faces, near.agent);
        seen->both[seen->count++] = w->all.radius[c->index] + w->all.radius[near.agent];
    }
    return true;
}

// In a throng people look less far; at last at those who are found first.
static void see_all(crowd_chooser *c)
{
    float sight = CROWD_SIGHT;
    c->seen.wall_count = 0;
    while (!see_people(c, sight) && sight > 1)
        sight *= 0.7f;
    see_edges(c);
    if (c->w->barriers.count > 0)
        see_walls(c);
}

// ---- how good a direction is

// A direction: the speed that is possible in it, and the one that those who do not go the other way
// would allow.
typedef struct crowd_way {
    vector direction;
    float speed, flow;
} crowd_way;

// The speed that one of those who are seen allows.
static float speed_behind(const crowd_chooser *c, uint32_t i, float ahead, float beside,
                          vector direction, float squeeze)
{
    float least = c->seen.both[i] + CONTACT, width = HALF_WIDTH + WIDENING * ahead;
    width += squeeze * (least - width);
    if (beside >= width)
        return INFINITY;
    float share = beside / width, spacing = SPACING + squeeze * (least - SPACING);
    float time = TIME_GAP * (1 - squeeze * HASTE);
    float gap = ahead - spacing * sqrtf(1 - share * share);
    return (gap + ANTICIPATION * vector_dot(c->seen.velocity[i], direction)) /
           (time + ANTICIPATION);
}

// People squeeze past those who come towards them, and to the side.
static float squeeze_of(const crowd_chooser *c, float against, float cosine)
{
    float aside = fminf(1 - cosine, 1);
    return fmaxf(fmaxf(c->impatience, against), aside);
}

// Return how much somebody is in the flow that one goes with or crosses, by how far the other's
// direction is against one's own: 0 for the same, 1 for the opposite one.
static float flow_share(float against)
{
    if (against > 0.75f)
        return 0;
    return against < 0.5f ? FOLLOWING + (1 - FOLLOWING) * 2 * against : 1;
}

static void way_past_people(const crowd_chooser *c, crowd_way *way, float cosine)
{
    const crowd_seen *seen = &c->seen;
    for (uint32_t i = 0; i < seen->count; i++) {
        float ahead = vector_dot(seen->offset[i], way->direction);
        if (ahead <= 0 || ahead - SPACING > way->flow * (TIME_GAP + ANTICIPATION) + 1)
            continue;
        float beside = fabsf(seen->offset[i].at[0] * way->direction.at[1] -
                             seen->offset[i].at[1] * way->direction.at[0]);
        float against = 0.5f - 0.5f * vector_dot(seen->face[i], c->face);
        float speed =
            speed_behind(c, i, ahead, beside, way->direction, squeeze_of(c, against, cosine));
        way->speed = fminf(way->speed, speed);
        way->flow = fminf(way->flow, c->alone + (speed - c->alone) * flow_share(against));
    }
}

static void way_past_walls(const crowd_chooser *c, crowd_way *way)
{
    for (uint32_t i = 0; i < c->seen.wall_count; i++) {
        float nears = vector_dot(c->seen.towards[i], way->direction);
        if (nears <= 0)
            continue;
        float speed = (c->seen.gap[i] - 0.01f) / (WALL_TIME * nears);
        way->speed = fminf(way->speed, speed);
        way->flow = fminf(way->flow, speed);
    }
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

// Return how far a way leads, if those who come the other way go where they face.
static float way_length(const crowd_chooser *c, const crowd_way *way)
{
    const crowd_seen *seen = &c->seen;
    float length = HORIZON * fmaxf(way->flow, 0) / c->alone;
    for (uint32_t i = 0; i < seen->wall_count; i++) {
        float nears = vector_dot(seen->towards[i], way->direction);
        if (nears > 0)
            length = fminf(length, fmaxf(seen->gap[i], 0) / nears);
    }
    for (uint32_t i = 0; i < seen->count; i++) {
        if (vector_dot(seen->face[i], c->face) > -0.5f)
            continue;
        vector closing = vector_subtract(way->direction, seen->face[i]);
        float both = seen->both[i] + MARGIN * (1 - c->impatience);
        length = fminf(length, time_to_touch(seen->offset[i], closing, both));
    }
    return length;
}

static float way_worth(const crowd_chooser *c, const crowd_way *way, float cosine, float sine,
                       vector heading)
{
    float length = way_length(c, way), patience = 1 - c->impatience;
    float misses =
        sqrtf(fmaxf(HORIZON * HORIZON + length * length - 2 * HORIZON * length * cosine, 0));
    return 2 * c->impatience * fmaxf(way->speed, 0) * cosine - patience * misses +
           PERSISTENCE * vector_dot(way->direction, heading) - (sine < 0 ? RIGHT : 0);
}

// The most that the worth of a direction, and of all further to the sides, can be.
static float most_worth(const crowd_chooser *c, float cosine, float sine)
{
    float misses = cosine > 0 ? HORIZON * fabsf(sine) : HORIZON;
    return 2 * c->impatience * c->alone * fmaxf(cosine, 0) - (1 - c->impatience) * misses +
           PERSISTENCE;
}

static vector best_way(const crowd_chooser *c, vector ahead)
{
    vector right = vector_right(ahead), heading = vectors_get(&c->w->all.heading, c->index);
    vector best = vector_zero();
    float worth = -INFINITY;
    for (int i = 0; i < CHOOSE_WAYS && most_worth(c, ways[i][0], ways[i][1]) > worth; i++) {
        crowd_way way = {.speed = c->alone, .flow = c->alone};
        way.direction = vector_add_scaled(vector_scale(ahead, ways[i][0]), right, ways[i][1]);
        way_past_people(c, &way, ways[i][0]);
        way_past_walls(c, &way);
        float now = way_worth(c, &way, ways[i][0], ways[i][1], heading);
        if (now > worth) {
            worth = now;
            best = vector_scale(way.direction, fmaxf(way.speed, 0));
        }
    }
    return best;
}

// ---- impatience

// Return where an impatient pedestrian turns, for a while: a stream for each agent and while.
static vector turn_impatiently(const crowd_chooser *c)
{
    const world *w = c->w;
    float sine, cosine, steps = fmaxf(TURN_TIME / w->dt, 1);
    uint64_t id = w->all.id[c->index], random = w->seed ^ id * UINT64_C(0xD1B54A32D192ED03);
    random_next(&random);
    random += (w->step + id % 7) / (uint64_t)steps * UINT64_C(0x9FB21C651E98DF25);
    float draw = (float)(random_next(&random) >> 40) * 0x1p-24f - 0.5f;
    if (c->impatience == 0)
        return c->face;
    trigonometry_sin_cos(2 * TURNING * draw * c->impatience, &sine, &cosine);
    return vector_add_scaled(vector_scale(c->face, cosine), vector_right(c->face), sine);
}

static vector away_from(vector away, vector towards, float gap)
{
    float share = gap < BUFFER ? fmaxf(gap, 0) / BUFFER - 1 : 0;
    return vector_add_scaled(away, towards, share * RETREAT);
}

// The velocity away from bodies and walls that are too near.
static vector retreat(const crowd_seen *seen)
{
    vector away = vector_zero();
    for (uint32_t i = 0; i < seen->count; i++)
        away = away_from(away, vector_unit(seen->offset[i]), seen->distance[i] - seen->both[i]);
    for (uint32_t i = 0; i < seen->wall_count; i++)
        away = away_from(away, seen->towards[i], seen->gap[i]);
    return away;
}

vector crowd_choose(const world *w, const crowd_street *street, uint32_t index, vector wanted)
{
    crowd_chooser c = {.w = w, .street = street, .index = index};
    c.alone = vector_length(wanted);
    if (!(c.alone > 0) || !isfinite(c.alone))
        return wanted;
    c.at = space_wrap(&w->space, vectors_get(&w->all.position, index));
    c.face = vector_unit(wanted);
    c.impatience = crowd_run_of(w)->impatience[index];
    see_all(&c);
    return vector_add(best_way(&c, turn_impatiently(&c)), retreat(&c.seen));
}

static const float HELD_UP = 0.05f;    // share of the speed: slower is no headway
static const float PATIENCE = 1.5f;    // s without headway until somebody is fully impatient
static const float CALMING = 2 / 1.5f; // 1/s, at full speed

float crowd_impatience(float impatience, float headway, float dt)
{
    impatience += headway < HELD_UP ? dt / PATIENCE : -dt * headway * CALMING;
    return fminf(fmaxf(impatience, 0), 1);
}
