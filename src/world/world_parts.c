// SPDX-License-Identifier: MIT
// Which parts worlds have: those of this library, by scene_parts.def, and those of a host.
#include "world_part.h"

const world_part *const world_parts[SCENE_PARTS_LISTED + 1] = {
#define PART(symbol, name) [SCENE_PART_##symbol] = &name##_part,
#include "scene_parts.def"
#undef PART
    [SCENE_PARTS_LISTED] = NULL,
};

const world_part *world_part_of(const scene *s, int number)
{
    if (number >= SCENE_PARTS_LISTED)
        return s->host_parts[number - SCENE_PARTS_LISTED];
    return s->dimension == 2 ? world_parts[number] : NULL;
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
