// SPDX-License-Identifier: MIT
// The choice of a velocity by a pedestrian with the measured model, which is fitted to measurements
// of people.
//
// Speed: the collision-free speed model (Tordeux, Chraibi, Seyfried 2016) with anticipation (Xu,
// Chraibi, Seyfried 2021). For a direction d, a person at distance a along d and b to the side of
// it, who moves with speed u along d, allows the speed
//
//     (a - l sqrt(1 - (b / w)^2) + tau u) / (T + tau)        where b < w, and w = w0 + 0.17 a
//
// Direction: of thirteen directions, up to 95 degrees to both sides, the one that leads nearest to
// where the pedestrian would be alone (Moussaid, Helbing, Theraulaz 2011). A path ends at a wall,
// and where it meets a person from the opposite direction. The slower the pedestrian would have to
// be, the shorter the path.
//
// A pedestrian who makes no headway becomes impatient. Then any direction with headway is good, and
// the preferred direction is drawn at random from time to time. T, l and w shrink: l to the depth
// of a body, and w to less than two bodies that touch, so impatient people push. crowd_walk.c keeps
// bodies apart.
// Among people whose ways cross, impatient people turn less and squeeze through narrower gaps. At a
// door, where all go the same way, that would make the flow too high. With THRONG people in sight,
// no pedestrian could move if all turned less.
//
// All of this reads only the state at the end of the previous step. The loops over people are
// kernels (ways.h).
#include "crowd_state.h"
#include "random.h"
#include "scalar.h"
#include "trigonometry.h"

#include <math.h>

static const float BUFFER = 0.05f; // m: pedestrians retreat from bodies and walls nearer than this

static const ways_model model = {.time_gap = 1,
                                 .anticipation = 0.4f,
                                 .spacing = 0.55f,
                                 .half_width = 0.25f,
                                 .widening = 0.17f,
                                 .contact = -0.05f,
                                 .crossing_contact = -0.12f,
                                 .crossing_cosine = 0.2f,
                                 .crossing_gap = 1,
                                 .depth = 0.3f,
                                 .margin = 0.1f,
                                 .following = 0.7f,
                                 .haste = 0.6f,
                                 .buffer = BUFFER};

static const float HORIZON = 3.0f;     // m: length of an unobstructed path
static const float BEHIND = 0.8f;      // m: people further behind are ignored
static const float WALL_TIME = 0.3f;   // s: time gap kept to a wall
static const float PERSISTENCE = 0.1f; // m: bonus for keeping the direction
static const float RIGHT = 0.02f;      // m: bonus for the right side
static const float RETREAT = 0.3f;     // m/s
static const float TURNING =
    3.141593f;                       // radians: largest turn of an impatient pedestrian's direction
static const float CROSSING = 1.4f;  // radians: the same among people whose ways cross
static const float TURN_TIME = 1.1f; // s: until that direction is drawn again

enum { CHOOSE_WALLS = 16, CHOOSE_WAYS = 13, THRONG = 45 };

static inline float at_least_none(float a)
{
    return a > 0 ? a : 0;
}

// Cosine and sine of each turn: straight on, then alternately to the right and left.
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

// The walls around a pedestrian.
typedef struct crowd_walls {
    uint32_t count;
    vector towards[CHOOSE_WALLS]; // unit vectors
    float gap[CHOOSE_WALLS];      // from the body to the wall
} crowd_walls;

// A pedestrian who chooses a velocity.
typedef struct crowd_chooser {
    ways_walker is;
    const world *w;
    const crowd_street *street;
    ways_people people;
    crowd_walls walls;
} crowd_chooser;

// ---- surroundings

static void see_wall(crowd_chooser *c, vector to, float width)
{
    crowd_walls *seen = &c->walls;
    float distance = vector_length(to), gap = distance - width - c->is.radius;
    uint32_t at = seen->count;
    vector towards = vector_unit(to);
    if (distance == 0)
        return;
    for (uint32_t i = 0; i < seen->count; i++)
        if (seen->gap[i] == gap && vector_is_zero(vector_subtract(seen->towards[i], towards)))
            return; // a wall is found once for each of its cells
    if (at == CHOOSE_WALLS) {
        at = 0;
        for (uint32_t i = 1; i < CHOOSE_WALLS; i++)
            at = seen->gap[i] > seen->gap[at] ? i : at;
        if (seen->gap[at] <= gap)
            return;
    } else {
        seen->count++;
    }
    seen->towards[at] = towards;
    seen->gap[at] = gap;
}

// Return the point of a segment nearest to the origin.
static vector nearest_of(vector from, vector to)
{
    vector along = vector_subtract(to, from);
    float squared = vector_length_squared(along), share = 0;
    if (squared > 0)
        share = scalar_clamp_float(-vector_dot(from, along) / squared, 0, 1);
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

static vector offset_of(const ways_people *people, uint32_t i)
{
    vector offset;
    EACH_DIMENSION (d)
        offset.at[d] = people->offset[d][i];
    return offset;
}

static void hide_behind(ways_people *people, vector from, vector to)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < people->count; i++) {
        if (segment_hides(from, to, offset_of(people, i)))
            continue;
        EACH_DIMENSION (d) {
            people->offset[d][kept] = people->offset[d][i];
            people->velocity[d][kept] = people->velocity[d][i];
            people->face[d][kept] = people->face[d][i];
        }
        people->both[kept++] = people->both[i];
    }
    people->count = kept;
}

// Find the walls, and drop the people behind them.
static void see_walls(crowd_chooser *c)
{
    barriers_walk walk;
    vector low = c->is.at, high = c->is.at;
    EACH_DIMENSION (d) {
        low.at[d] -= CROWD_SIGHT;
        high.at[d] += CROWD_SIGHT;
    }
    barriers_walk_begin(&walk, &c->w->terrain.barriers, low, high, true);
    while (barriers_walk_next(&walk)) {
        vector from = vector_subtract(vector_add(walk.found->from, walk.shift), c->is.at);
        vector to = vector_subtract(vector_add(walk.found->to, walk.shift), c->is.at);
        see_wall(c, nearest_of(from, to), walk.found->radius);
        hide_behind(&c->people, from, to);
    }
}

// Treat the edges of a street as walls.
static void see_edges(crowd_chooser *c)
{
    EACH_DIMENSION (d) {
        vector low = vector_zero(), high = vector_zero();
        if (c->street->is_endless[d])
            continue;
        low.at[d] = c->street->low.at[d] - c->is.at.at[d];
        high.at[d] = c->street->high.at[d] - c->is.at.at[d];
        if (low.at[d] > -CROWD_SIGHT)
            see_wall(c, low, 0);
        if (high.at[d] < CROWD_SIGHT)
            see_wall(c, high, 0);
    }
}

// In a dense crowd, reduce the sight until few enough people are found, or else use those found
// first.
static void see_people(crowd_chooser *c)
{
    const world *w = c->w;
    const crowd_run *run = crowd_run_of(w);
    ways_nearest *nearest = &run->nearest[c->is.index];
    while (!w->kernels->ways_see(&c->people, nearest, &c->is, &run->looks_like) && c->is.sight > 1)
        c->is.sight *= 0.7f;
    if (c->is.sight < c->is.near)
        nearest->count = UINT32_MAX;
}

static void see_all(crowd_chooser *c)
{
    c->walls.count = 0;
    see_people(c);
    see_edges(c);
    if (c->w->terrain.barriers.count > 0)
        see_walls(c);
    c->w->kernels->ways_weigh(&c->people, &c->is);
}

// ---- rating directions

// A direction, and what people and walls leave of it.
typedef struct crowd_way {
    vector direction;
    ways_found is;
    float length; // m: length of the path
} crowd_way;

static void way_past_walls(const crowd_walls *walls, crowd_way *way)
{
    for (uint32_t i = 0; i < walls->count; i++) {
        float nears = vector_dot(walls->towards[i], way->direction);
        if (nears <= 0)
            continue;
        float speed = (walls->gap[i] - 0.01f) / (WALL_TIME * nears);
        way->is.speed = scalar_min_float(way->is.speed, speed);
        way->is.flow = scalar_min_float(way->is.flow, speed);
        way->length = scalar_min_float(way->length, at_least_none(walls->gap[i]) / nears);
    }
}

static crowd_way way_of(const crowd_chooser *c, vector direction, float cosine)
{
    crowd_way way = {.direction = direction};
    way.is = c->w->kernels->ways_look(&c->people, &c->is, direction, cosine);
    way.length = way.is.touch;
    way_past_walls(&c->walls, &way);
    way.length = scalar_min_float(way.length, HORIZON * at_least_none(way.is.flow) / c->is.alone);
    return way;
}

static float way_worth(const crowd_chooser *c, const crowd_way *way, float cosine, float sine,
                       vector heading)
{
    float length = way->length, impatience = c->is.impatience;
    float squared = HORIZON * HORIZON + length * length - 2 * HORIZON * length * cosine;
    float misses = sqrtf(at_least_none(squared));
    return 2 * impatience * at_least_none(way->is.speed) * cosine - (1 - impatience) * misses +
           PERSISTENCE * vector_dot(way->direction, heading) - (sine < 0 ? RIGHT : 0);
}

// Return an upper bound for the rating of a direction, and of all directions further to the side.
static float most_worth(const crowd_chooser *c, float cosine, float sine)
{
    float misses = cosine > 0 ? HORIZON * fabsf(sine) : HORIZON, impatience = c->is.impatience;
    return 2 * impatience * c->is.alone * at_least_none(cosine) - (1 - impatience) * misses +
           PERSISTENCE;
}

static vector best_way(const crowd_chooser *c)
{
    vector right = vector_right(c->is.ahead),
           heading = vectors_get(&c->w->all.heading, c->is.index);
    vector best = vector_zero();
    float worth = -INFINITY;
    for (int i = 0; i < CHOOSE_WAYS && most_worth(c, ways[i][0], ways[i][1]) > worth; i++) {
        vector direction = vector_scale(c->is.ahead, ways[i][0]);
        direction = vector_add_scaled(direction, right, ways[i][1]);
        crowd_way way = way_of(c, direction, ways[i][0]);
        float now = way_worth(c, &way, ways[i][0], ways[i][1], heading);
        if (now > worth) {
            worth = now;
            best = vector_scale(direction, at_least_none(way.is.speed));
        }
    }
    return best;
}

// ---- impatience

// Return the direction to which an impatient pedestrian turns for a while. A separate random stream
// per (agent, period), so that drawing here does not disturb the agent's own stream.
static vector turn_impatiently(const crowd_chooser *c)
{
    const world *w = c->w;
    float sine, cosine, impatience = c->is.impatience, steps = fmaxf(TURN_TIME / w->dt, 1);
    bool crosses = c->people.any_crosses && c->people.count < THRONG;
    float most = crosses ? CROSSING : TURNING;
    vector face = c->is.face;
    if (impatience == 0)
        return face;
    uint64_t id = w->all.id[c->is.index], random = w->seed ^ id * UINT64_C(0xD1B54A32D192ED03);
    random_next(&random);
    random += (w->step + id % 7) / (uint64_t)steps * UINT64_C(0x9FB21C651E98DF25);
    float draw = (float)(random_next(&random) >> 40) * 0x1p-24f - 0.5f;
    trigonometry_sin_cos(2 * most * draw * impatience, &sine, &cosine);
    return vector_add_scaled(vector_scale(face, cosine), vector_right(face), sine);
}

static vector away_from(vector away, vector towards, float gap)
{
    float share = gap < BUFFER ? at_least_none(gap) / BUFFER - 1 : 0;
    return vector_add_scaled(away, towards, share * RETREAT);
}

// Return a velocity away from bodies and walls that are too near.
static vector retreat(const crowd_chooser *c)
{
    vector away = vector_zero();
    for (uint32_t k = 0; k < c->people.touch_count; k++) {
        uint32_t i = c->people.touch[k];
        vector offset = offset_of(&c->people, i);
        away = away_from(away, vector_unit(offset), vector_length(offset) - c->people.both[i]);
    }
    for (uint32_t i = 0; i < c->walls.count; i++)
        away = away_from(away, c->walls.towards[i], c->walls.gap[i]);
    return away;
}

// Initialise a chooser. The arrays of people and walls are long, so they are not cleared.
static void begin_to_choose(crowd_chooser *c, const world *w, const crowd_street *street,
                            uint32_t index, float alone)
{
    const crowd_run *run = crowd_run_of(w);
    float radius = w->all.radius[index];
    // The same range as in crowd_walk, for people who may be in the way.
    float near = radius + run->most_radius + 2 * run->most_step + 0.01f;
    near = scalar_max_float(near, radius + run->most_radius + BUFFER);
    c->is = (ways_walker){.model = &model,
                          .around = &w->sight.near,
                          .index = index,
                          .at = space_wrap(&w->space, vectors_get(&w->all.position, index)),
                          .face = vectors_get(&run->faces, index),
                          .sight = scalar_min_float(CROWD_SIGHT, w->sight.most_reach),
                          .behind = scalar_max_float(near, BEHIND),
                          .near = scalar_min_float(near, w->sight.most_reach),
                          .radius = radius,
                          .alone = alone,
                          .impatience = run->impatience[index]};
    c->w = w;
    c->street = street;
    c->is.ahead = c->is.face;
    if (c->is.impatience > 0)
        c->is.behind = c->is.sight; // the turn is not known yet
}

vector crowd_choose(const world *w, const crowd_street *street, uint32_t index, vector wanted)
{
    crowd_chooser c;
    float alone = vector_length(wanted);
    crowd_run_of(w)->nearest[index].count = UINT32_MAX;
    if (!(alone > 0) || !isfinite(alone))
        return wanted;
    begin_to_choose(&c, w, street, index, alone);
    see_all(&c);
    c.is.ahead = turn_impatiently(&c);
    return vector_add(best_way(&c), retreat(&c));
}

static const float HELD_UP = 0.05f; // share of the desired speed; slower does not count as headway
static const float PATIENCE = 1.5f; // s without headway until a pedestrian is fully impatient
static const float CALMING = 2 / 1.5f; // 1/s, at full speed

float crowd_impatience(float impatience, float headway, float dt)
{
    impatience += headway < HELD_UP ? dt / PATIENCE : -dt * headway * CALMING;
    return scalar_clamp_float(impatience, 0, 1);
}
