// SPDX-License-Identifier: MIT
// Sensors, by which agents query their surroundings: actions that return at once, or predicates.
// They read the state at the end of the previous step.
#include "threats.h"
#include "world_state.h"

#include <string.h>

#define EACH_LANE(lane, call)                                                                      \
    for (uint64_t rest_ = (call)->lanes, lane;                                                     \
         rest_ && (lane = (uint64_t)__builtin_ctzll(rest_), true); rest_ &= rest_ - 1)

// Set the result for a lane.
static void sensor_answer(gestalt_call *call, uint64_t lane, bool yes)
{
    uint64_t bit = UINT64_C(1) << lane;
    call->succeeded |= yes ? bit : 0;
    call->failed |= yes ? 0 : bit;
}

static void sensor_put(const gestalt_world_binding *b, const gestalt_call *call, int argument,
                       unsigned lane, vector value)
{
    float point[3] = {0};
    memcpy(point, value.at, sizeof value.at);
    world_put_point(b, call, argument, lane, point);
}

// Get the next other agent within a radius, in one group or in all (-1).
static bool next_other(const world *w, grid_walk *walk, uint32_t index, int32_t group,
                       grid_near *near)
{
    while (grid_walk_next(walk, near))
        if (near->agent != index &&
            (group < 0 || world_group_of(w, near->agent) == (uint32_t)group))
            return true;
    return false;
}

static void walk_around(grid_walk *walk, const world *w, uint32_t index, float radius)
{
    vector at = space_wrap(&w->space, vectors_get(&w->all.position, index));
    grid_walk_begin(walk, &w->sight.near, at, radius);
}

enum { NEAREST_RADIUS, NEAREST_GROUP, NEAREST_AGENT, NEAREST_DISTANCE, NEAREST_POSITION };

static void nearest_call(gestalt_call *call)
{
    const gestalt_world_binding *b = call->user;
    const world *w = b->world;
    EACH_LANE (lane, call) {
        unsigned k = (unsigned)lane;
        uint32_t index = world_index(b, call, k);
        grid_near best = {.agent = UINT32_MAX, .distance_squared = INFINITY}, near;
        grid_walk walk;
        walk_around(&walk, w, index, world_radius(b, call, NEAREST_RADIUS, k));
        int32_t group = world_int(b, call, NEAREST_GROUP, k);
        while (next_other(w, &walk, index, group, &near)) {
            bool is_first = near.distance_squared == best.distance_squared &&
                            w->all.id[near.agent] < w->all.id[best.agent];
            if (near.distance_squared < best.distance_squared || is_first)
                best = near;
        }
        sensor_answer(call, lane, best.agent != UINT32_MAX);
        if (best.agent == UINT32_MAX)
            continue;
        world_put_int(b, call, NEAREST_AGENT, k, (int32_t)w->all.id[best.agent]);
        world_put_float(b, call, NEAREST_DISTANCE, k, sqrtf(best.distance_squared));
        sensor_put(b, call, NEAREST_POSITION, k, best.position);
    }
}

enum { NEIGHBOURS_RADIUS, NEIGHBOURS_GROUP, NEIGHBOURS_AT_LEAST, NEIGHBOURS_COUNT };

static void neighbours_call(gestalt_call *call)
{
    const gestalt_world_binding *b = call->user;
    EACH_LANE (lane, call) {
        unsigned k = (unsigned)lane;
        uint32_t index = world_index(b, call, k);
        int32_t count = 0, group = world_int(b, call, NEIGHBOURS_GROUP, k);
        grid_walk walk;
        walk_around(&walk, b->world, index, world_radius(b, call, NEIGHBOURS_RADIUS, k));
        for (grid_near near; next_other(b->world, &walk, index, group, &near);)
            count++;
        world_put_int(b, call, NEIGHBOURS_COUNT, k, count);
        sensor_answer(call, lane, count >= world_int(b, call, NEIGHBOURS_AT_LEAST, k));
    }
}

enum { DISTANCE_TARGET, DISTANCE_WITHIN, DISTANCE_DISTANCE };

static void distance_call(gestalt_call *call)
{
    const gestalt_world_binding *b = call->user;
    EACH_LANE (lane, call) {
        unsigned k = (unsigned)lane;
        float point[3];
        world_point(b, call, DISTANCE_TARGET, k, point);
        vector at = vectors_get(&b->world->all.position, world_index(b, call, k));
        vector target;
        memcpy(target.at, point, sizeof target.at);
        float distance = vector_distance(at, space_nearest(&b->world->space, at, target));
        world_put_float(b, call, DISTANCE_DISTANCE, k, distance);
        sensor_answer(call, lane, distance <= world_float(b, call, DISTANCE_WITHIN, k));
    }
}

enum { SEE_AGENT, SEE_WITHIN, SEE_POSITION, SEE_VELOCITY, SEE_DISTANCE };

// What an agent sees of another one.
typedef struct sighting {
    vector position, velocity;
    float distance;
} sighting;

// Find an agent by its id. In a scene that limits sight, agents farther away are not found: another
// share may have them.
static bool sighting_make(const world *w, uint32_t index, int32_t agent, sighting *to)
{
    uint32_t other = agent < 0 ? UINT32_MAX : world_find_seen(w, (uint32_t)agent);
    if (other == UINT32_MAX)
        return false;
    vector at = vectors_get(&w->all.position, index);
    to->position = space_nearest(&w->space, at, vectors_get(&w->all.position, other));
    to->velocity = vectors_get(&w->all.velocity, other);
    to->distance = vector_distance(at, to->position);
    return w->scene->space.sight == 0 || to->distance <= w->head.most_radius;
}

static void see_call(gestalt_call *call)
{
    const gestalt_world_binding *b = call->user;
    const world *w = b->world;
    EACH_LANE (lane, call) {
        unsigned k = (unsigned)lane;
        int32_t agent = world_int(b, call, SEE_AGENT, k);
        sighting seen;
        if (!sighting_make(w, world_index(b, call, k), agent, &seen)) {
            sensor_answer(call, lane, false);
            continue;
        }
        sensor_put(b, call, SEE_POSITION, k, seen.position);
        sensor_put(b, call, SEE_VELOCITY, k, seen.velocity);
        world_put_float(b, call, SEE_DISTANCE, k, seen.distance);
        sensor_answer(call, lane, seen.distance <= world_float(b, call, SEE_WITHIN, k));
    }
}

enum { MEETING_RADIUS, MEETING_WITHIN, MEETING_TIME, MEETING_AGENT };

static void meeting_call(gestalt_call *call)
{
    const gestalt_world_binding *b = call->user;
    const world *w = b->world;
    EACH_LANE (lane, call) {
        unsigned k = (unsigned)lane;
        uint32_t index = world_index(b, call, k), whom = UINT32_MAX;
        threat worst = {0};
        threat_walk walk;
        float radius = world_radius(b, call, MEETING_RADIUS, k);
        float within = world_float(b, call, MEETING_WITHIN, k), time = INFINITY;
        threats_begin(&walk, w->kernels->threats_filter, &w->sight.near, &w->all, index, radius,
                      within);
        for (threat_near near; threats_next(&walk, &near);) {
            steer_consider(&worst, &walk.me, &near.other, within);
            if (worst.exists && worst.meeting.time < time) {
                time = worst.meeting.time;
                whom = near.agent;
            }
        }
        sensor_answer(call, lane, whom != UINT32_MAX);
        if (whom == UINT32_MAX)
            continue;
        world_put_float(b, call, MEETING_TIME, k, time);
        world_put_int(b, call, MEETING_AGENT, k, (int32_t)w->all.id[whom]);
    }
}

enum { ON_PATH_PATH, ON_PATH_WITHIN, ON_PATH_ALONG, ON_PATH_BESIDE };

static void on_path_call(gestalt_call *call)
{
    const gestalt_world_binding *b = call->user;
    const world *w = b->world;
    EACH_LANE (lane, call) {
        unsigned k = (unsigned)lane;
        uint32_t path = (uint32_t)world_int(b, call, ON_PATH_PATH, k);
        if (path >= w->terrain.path_count) {
            sensor_answer(call, lane, false);
            continue;
        }
        vector at = vectors_get(&w->all.position, world_index(b, call, k));
        path_point nearest = path_nearest(&w->terrain.paths[path], at);
        float beside = vector_distance(at, nearest.position);
        world_put_float(b, call, ON_PATH_ALONG, k, nearest.distance);
        world_put_float(b, call, ON_PATH_BESIDE, k, beside);
        float within = world_float(b, call, ON_PATH_WITHIN, k);
        sensor_answer(call, lane, beside <= (within < 0 ? w->terrain.paths[path].radius : within));
    }
}

#define NUMBER(name, otherwise, doc)                                                               \
    {                                                                                              \
        name, GESTALT_FLOAT, false, false, otherwise, doc                                          \
    }
#define RADIUS                                                                                     \
    {                                                                                              \
        "radius", GESTALT_FLOAT, false, false, 10, "the distance up to which it sees others", true \
    }
#define WHOLE(name, otherwise, doc)                                                                \
    {                                                                                              \
        name, GESTALT_INT, false, false, otherwise, doc                                            \
    }
#define NEEDED(name, type, doc)                                                                    \
    {                                                                                              \
        name, type, false, true, 0, doc                                                            \
    }
#define KEY(name, type, doc)                                                                       \
    {                                                                                              \
        name, type, true, false, 0, doc                                                            \
    }

const gestalt_world_function world_sensors[] = {
    {"nearest",
     GESTALT_WORLD_SENSOR,
     nearest_call,
     NULL,
     {RADIUS, WHOLE("group", -1, "only agents of this group; -1: all"),
      KEY("agent", GESTALT_INT, "gets the agent's id"),
      KEY("distance", GESTALT_FLOAT, "gets the distance"),
      KEY("position", WORLD_VECTOR, "gets its position")},
     "Finds the nearest other agent. Succeeds if there is one."},
    {"neighbours",
     GESTALT_WORLD_SENSOR,
     neighbours_call,
     NULL,
     {RADIUS, WHOLE("group", -1, "only agents of this group; -1: all"),
      WHOLE("at_least", 1, "the number at which it succeeds"),
      KEY("count", GESTALT_INT, "gets their number")},
     "Counts other agents. Succeeds if there are enough."},
    {"distance_to",
     GESTALT_WORLD_SENSOR,
     distance_call,
     NULL,
     {NEEDED("target", WORLD_VECTOR, "a point"),
      NUMBER("within", 1, "the distance up to which it succeeds"),
      KEY("distance", GESTALT_FLOAT, "gets the distance")},
     "Succeeds if the agent is near a point."},
    {"see",
     GESTALT_WORLD_SENSOR,
     see_call,
     NULL,
     {NEEDED("agent", GESTALT_INT, "the agent's id"),
      NUMBER("within", INFINITY, "the distance up to which it succeeds"),
      KEY("position", WORLD_VECTOR, "gets its position"),
      KEY("velocity", WORLD_VECTOR, "gets its velocity"),
      KEY("distance", GESTALT_FLOAT, "gets the distance")},
     "Reads the position and velocity of another agent. Succeeds if the agent exists and is near."},
    {"time_to_collision",
     GESTALT_WORLD_SENSOR,
     meeting_call,
     NULL,
     {RADIUS, NUMBER("within", 2, "the time in seconds up to which it succeeds"),
      KEY("time", GESTALT_FLOAT, "gets the time until the collision"),
      KEY("agent", GESTALT_INT, "gets the id of the other agent")},
     "Succeeds if the agent will soon touch another one, provided that neither turns."},
    {"on_path",
     GESTALT_WORLD_SENSOR,
     on_path_call,
     NULL,
     {NEEDED("path", GESTALT_INT, "the number of a path"),
      NUMBER("within", -1, "the distance up to which it succeeds; -1: the path's radius"),
      KEY("along", GESTALT_FLOAT, "gets the distance along the path from its start"),
      KEY("beside", GESTALT_FLOAT, "gets the distance from the path")},
     "Succeeds if the agent is on a path."},
    {0},
};
