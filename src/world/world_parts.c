// SPDX-License-Identifier: MIT
// The parts of worlds: those of this library, listed in scene_parts.def, and those of a host; and
// the rules by which scenes are read with them.
#include "world.h"
#include "world_part.h"

const world_part no_part = {0};

// Scene files know members of all parts; parts for the plane only reject space in their checks.
static const scene_part *const scene_parts[SCENE_PARTS_LISTED + 1] = {
#define PART(symbol, plane, space) [SCENE_PART_##symbol] = &plane.scene,
#include "scene_parts.def"
#undef PART
    [SCENE_PARTS_LISTED] = NULL,
};

static bool world_knows_key(void *user, const char *function, const char *argument,
                            gestalt_parameter *key)
{
    return world_for(user)->key_argument(user, function, argument, key);
}

static void world_fits(scene_reader *r, const scene_group *group)
{
    world_for(r->scene)->fit(r, group);
}

const scene_rules world_rules = {
    .parts = scene_parts, .key_argument = world_knows_key, .fit = world_fits};

const world_part *world_part_of(const scene *s, int number)
{
    static const world_part *const of_plane[] = {
#define PART(symbol, plane, space) [SCENE_PART_##symbol] = &plane,
#include "scene_parts.def"
#undef PART
    };
    static const world_part *const of_space[] = {
#define PART(symbol, plane, space) [SCENE_PART_##symbol] = &space,
#include "scene_parts.def"
#undef PART
    };
    if (number >= SCENE_PARTS_LISTED)
        return NULL;
    const world_part *part = s->dimension == 2 ? of_plane[number] : of_space[number];
    return part != &no_part ? part : NULL;
}

world_part world_part_of_host(const gestalt_world_part *from, int number)
{
    return (world_part){.scene.name = from->name,
                        .functions = from->functions,
                        .start = from->start,
                        .stop = from->stop,
                        .loaded = from->loaded,
                        .before = from->before,
                        .sense = from->sense,
                        .ticked = from->ticked,
                        .after = from->after,
                        .outcome = from->outcome,
                        .scene.columns = from->columns,
                        .of_host = from,
                        .number = number};
}
