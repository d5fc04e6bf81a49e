// SPDX-License-Identifier: MIT
// The parts that worlds have: those of this library, by scene_parts.def, and those of a host.
#include "world_part.h"

const world_part *const world_parts[SCENE_PARTS_LISTED + 1] = {
#define PART(symbol, plane, space) [SCENE_PART_##symbol] = &plane,
#include "scene_parts.def"
#undef PART
    [SCENE_PARTS_LISTED] = NULL,
};

static const world_part *const parts_of_space[] = {
#define PART(symbol, plane, space) [SCENE_PART_##symbol] = &space,
#include "scene_parts.def"
#undef PART
};

const world_part no_part = {0};

const world_part *world_part_of(const scene *s, int number)
{
    if (number >= SCENE_PARTS_LISTED)
        return s->host_parts[number - SCENE_PARTS_LISTED];
    const world_part *part = s->dimension == 2 ? world_parts[number] : parts_of_space[number];
    return part != &no_part ? part : NULL;
}

const world_part *world_part_of_host(const gestalt_world_part *from, world_part *to)
{
    *to = (world_part){.name = from->name,
                       .functions = from->functions,
                       .start = from->start,
                       .stop = from->stop,
                       .loaded = from->loaded,
                       .before = from->before,
                       .sense = from->sense,
                       .ticked = from->ticked,
                       .after = from->after,
                       .outcome = from->outcome,
                       .columns = from->columns,
                       .of_host = from};
    return to;
}
