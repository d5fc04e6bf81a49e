// SPDX-License-Identifier: MIT
// Steps that can be told to stop. Functions of a world write to columns of the world and of its
// parts in a tick, so a step is put back as a whole: for trees that can be long, a snapshot of the
// world is made before each step, in memory, and loaded when the tick was interrupted. A step of
// short ones comes to its end.
#include "array.h"
#include "error.h"
#include "memory.h"
#include "misuse.h"
#include "world_state.h"

#include <string.h>

enum { SHORT_VISITS = 1000 }; // of an agent, in a tick

bool world_has_long_trees(const world *w)
{
    for (uint32_t i = 0; i < w->group_count; i++)
        if (gestalt_shape_specification(w->groups[i].scene->shape)->visit_bound > SHORT_VISITS)
            return true;
    return false;
}

void world_interrupt(world *w)
{
    if (!w->interruptible)
        misuse_tell("gestalt_world_interrupt", NULL,
                    "the world was not made to be interrupted: set `interruptible`");
    else if (w->undo.is_kept)
        gestalt_population_interrupt(w->population);
    else
        __atomic_store_n(&w->interrupt, 1, __ATOMIC_RELAXED);
}

gestalt_result world_tell_interrupted(world *w, gestalt_error *error)
{
    __atomic_store_n(&w->interrupt, 0, __ATOMIC_RELAXED);
    return error_set(error, GESTALT_INTERRUPTED, 0,
                     "step %llu was told to stop, and nothing of it is done: step again to go on",
                     (unsigned long long)w->step);
}

static bool undo_write(void *user, const char *bytes, size_t size)
{
    world *w = user;
    world_undo *u = &w->undo;
    if (!ARRAY_RESERVE(&w->allocator, u->bytes, u->room, u->size + size))
        return false;
    memcpy(u->bytes + u->size, bytes, size);
    u->size += size;
    return true;
}

gestalt_result world_undo_keep(world *w, gestalt_error *error)
{
    w->undo.size = 0;
    gestalt_result result = world_save_to(w, (gestalt_writer){undo_write, w}, error);
    return result == GESTALT_IO ? error_no_memory(error) : result;
}

gestalt_result world_undo_load(world *w, gestalt_error *error)
{
    return world_load_memory(w, w->undo.bytes, w->undo.size, error);
}
