// SPDX-License-Identifier: MIT
// Walls as a part of worlds: checks that agents do not start inside solid barriers, and that their
// kind of motion can be held back by them. world_barriers.c holds agents back in each step, whether
// forces move them, they hop or walk, so this part has no stages. It owns the routes of the scene.
#include "error.h"
#include "routes.h"
#include "walls_scene.h"
#include "world_state.h"

#include <gestalt/calls.h>

// ---- functions for trees

enum { WAYPOINT_ROUTE, WAYPOINT_POINT, WAYPOINT_LEFT };

static void waypoint_call(gestalt_call *call)
{
    const gestalt_world_binding *b = call->user;
    const world *w = b->world;
    const route *routes = w->parts.states[SCENE_PART_WALLS];
    for (uint64_t rest = call->lanes; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(rest);
        uint32_t number = (uint32_t)world_int(b, call, WAYPOINT_ROUTE, lane);
        vector at = vectors_get(&w->all.position, world_index(b, call, lane)), next;
        float left, point[3] = {0};
        bool is_found = number < scene_routes_of(w->scene)->count &&
                        route_next(&routes[number], at, &next, &left);
        call->succeeded |= (uint64_t)is_found << lane;
        call->failed |= (uint64_t)!is_found << lane;
        if (!is_found)
            continue;
        EACH_DIMENSION (d)
            point[d] = next.at[d];
        world_put_point(b, call, WAYPOINT_POINT, lane, point);
        world_put_float(b, call, WAYPOINT_LEFT, lane, left + vector_distance(next, at));
    }
}

static const gestalt_world_function walls_functions[] = {
    {"waypoint", GESTALT_WORLD_SENSOR, waypoint_call,
     .arguments = {{"route", GESTALT_INT, .required = true, .doc = "the number of a route"},
                   {"point", WORLD_VECTOR, .by_key = true,
                    .doc = "gets the next point, which can be reached in a straight line"},
                   {"distance", GESTALT_FLOAT, .by_key = true,
                    .doc = "gets the approximate length of the path"}},
     .doc = "Finds the path to the end of a route. Succeeds if there is one."},
    {0},
};

// ---- start

static gestalt_result walls_check_mover(const world_group *group, gestalt_error *error)
{
    const world_part *mover = group->mover;
    if (!mover || mover->number == SCENE_PART_CROWD || mover->number == SCENE_PART_LIFE)
        return GESTALT_OK;
    return error_set(
        error, GESTALT_BAD_ARGUMENT, 0,
        "the group `%s` is moved by its `%s`, so solid walls and borders can't hold it back",
        group->scene->name, mover->scene.name);
}

static bool is_in_solid(const world *w, const world_group *group, uint32_t index)
{
    return !world_is_free(w, group, vectors_get(&w->all.position, index));
}

static gestalt_result start_routes(world *w)
{
    const scene_list *list = scene_routes_of(w->scene);
    const scene_route *from = list->list;
    gestalt_result result = GESTALT_OK;
    route *routes = world_allocate(w, list->count * sizeof *routes);
    w->parts.states[SCENE_PART_WALLS] = routes;
    for (uint32_t i = 0; routes && i < list->count && result == GESTALT_OK; i++) {
        vector to = {{from[i].to.at[0], from[i].to.at[1]}};
        result = route_create(&routes[i], &w->allocator, &w->terrain.barriers, &w->space, to,
                              from[i].cell, from[i].room);
    }
    return routes ? result : GESTALT_NO_MEMORY;
}

static void walls_stop(world *w)
{
    route *routes = w->parts.states[SCENE_PART_WALLS];
    for (uint32_t i = 0; routes && i < scene_routes_of(w->scene)->count; i++)
        route_destroy(&routes[i], &w->allocator);
}

static gestalt_result walls_start(world *w, gestalt_error *error)
{
    gestalt_result result = start_routes(w);
    for (uint32_t g = 0; g < w->group_count && result == GESTALT_OK; g++) {
        const world_group *group = &w->groups[g];
        if (w->terrain.barriers.solid_count > 0)
            result = walls_check_mover(group, error);
        for (uint32_t i = group->begin; i < group->end && result == GESTALT_OK; i++)
            if (is_in_solid(w, group, i))
                result = error_set(error, GESTALT_BAD_ARGUMENT, 0,
                                   "agent %llu of group `%s` starts in a wall, in a solid "
                                   "obstacle, or outside of the border",
                                   (unsigned long long)w->all.id[i], group->scene->name);
    }
    return result;
}

// No agent can enter a solid barrier; only newborns may start inside one.
static gestalt_result walls_loaded(world *w, gestalt_error *error)
{
    for (uint32_t g = 0; g < w->group_count && !w->life.varies; g++)
        for (uint32_t i = w->groups[g].begin; i < w->groups[g].end; i++)
            if (is_in_solid(w, &w->groups[g], i))
                return error_set(error, GESTALT_BAD_FILE, 0,
                                 "the snapshot's agent %llu is in a wall",
                                 (unsigned long long)w->all.id[i]);
    return GESTALT_OK;
}

static uint32_t walls_draw(const world *w, arena *memory, gestalt_record_geometry *to)
{
    const scene_list *list = scene_walls_of(w->scene);
    const scene_wall *walls = list->list;
    for (uint32_t i = 0; to && i < list->count; i++) {
        uint32_t count = scene_wall_segments(&walls[i]) + 1;
        float *points = ARENA_ARRAY(memory, float, (size_t)count * 2);
        for (uint32_t k = 0; k < count; k++)
            for (int d = 0; d < 2; d++)
                points[k * 2 + (uint32_t)d] =
                    (k ? scene_wall_end(&walls[i], k - 1) : walls[i].points.list)->at[d];
        // Not a polygon: that would be drawn filled, but a closed wall may be a room.
        to[i] = (gestalt_record_geometry){.kind = GESTALT_RECORD_EDGE,
                                          .name = walls[i].name,
                                          .points = points,
                                          .point_count = count,
                                          .radius = walls[i].width / 2};
    }
    return list->count;
}

const world_part walls_part = {
    .number = SCENE_PART_WALLS,
    .scene.name = "walls",
    .scene.fields = walls_scene_fields,
    .scene.size = sizeof(scene_walls),
    .scene.define = walls_scene_define,
    .scene.check = walls_scene_check,
    .functions = walls_functions,
    .start = walls_start,
    .stop = walls_stop,
    .loaded = walls_loaded,
    .geometry = walls_draw,
};
