// SPDX-License-Identifier: MIT
// Interruptible steps. During a tick, functions write to columns of the world and of its parts, so
// an interrupted step is undone as a whole: a snapshot of the world is saved in memory before the
// step, and loaded after an interruption. This is done before each step if trees can be long;
// otherwise if the previous step took long, or if it is the first step and there are many agents.
// Other steps are short, and run to their end.
//
// Shares of a world decide together whether to save before a step. If one of them is interrupted,
// all undo the step.
#include "array.h"
#include "error.h"
#include "memory.h"
#include "misuse.h"
#include "world_state.h"

#include <string.h>
#include <time.h>

enum {
    SHORT_VISITS = 1000,  // leaf visits of an agent in a tick
    MANY_AGENTS = 16384,  // their first step may be long
    LONG_STEP = 250000000 // nanoseconds
};

bool world_has_long_trees(const world *w)
{
    for (uint32_t i = 0; i < w->group_count; i++)
        if (gestalt_shape_specification(w->groups[i].scene->shape)->visit_bound > SHORT_VISITS)
            return true;
    return false;
}

void world_interrupt(world *w)
{
    if (!w->undo.interruptible)
        misuse_tell("gestalt_world_interrupt", NULL,
                    "the world is not interruptible: set `interruptible`");
    else if (w->undo.is_kept && !__atomic_load_n(&w->undo.is_armed, __ATOMIC_RELAXED))
        gestalt_population_interrupt(w->population);
    else
        __atomic_store_n(&w->undo.interrupt, 1, __ATOMIC_RELAXED);
}

static gestalt_result undo_tell(world *w, gestalt_error *error)
{
    __atomic_store_n(&w->undo.interrupt, 0, __ATOMIC_RELAXED);
    return error_set(error, GESTALT_INTERRUPTED, 0,
                     "step %llu was interrupted and undone: step again to continue",
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

static gestalt_result undo_keep(world *w, gestalt_error *error)
{
    w->undo.size = 0;
    gestalt_result result = world_save_to(w, (gestalt_writer){undo_write, w}, error);
    return result == GESTALT_IO ? error_no_memory(error) : result;
}

static gestalt_result undo_load(world *w, gestalt_error *error)
{
    gestalt_result result = world_load_memory(w, w->undo.bytes, w->undo.size, error);
    w->undo.is_owed = result != GESTALT_OK;
    return result;
}

static void undo_arm(world *w, bool is_armed)
{
    __atomic_store_n(&w->undo.is_armed, is_armed, __ATOMIC_RELAXED);
}

static uint64_t undo_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

// Steps without a snapshot cannot be interrupted.
static void undo_set_kept(world *w, bool is_kept)
{
    world_undo *u = &w->undo;
    u->is_there = is_kept;
    if (!is_kept) {
        ARRAY_RELEASE(&w->allocator, u->bytes, u->room);
        u->bytes = NULL;
        u->room = 0;
    }
    undo_arm(w, is_kept && !u->is_kept);
}

static bool undo_may_be_long(double took, double agents)
{
    return took > 0 ? took >= LONG_STEP : agents >= MANY_AGENTS;
}

// Save the world before a step that may be long, if there is enough memory.
static void undo_keep_long(world *w)
{
    const world_undo *u = &w->undo;
    undo_set_kept(w, u->interruptible && undo_may_be_long((double)u->took, w->all.count) &&
                         undo_keep(w, NULL) == GESTALT_OK);
}

// Begin a step of all shares: all save their agents, or none.
static gestalt_result undo_begin_together(world *w, gestalt_error *error)
{
    world_undo *u = &w->undo;
    double most[] = {__atomic_load_n(&u->interrupt, __ATOMIC_RELAXED), (double)u->took,
                     w->all.count};
    w->share.with.most(w->share.with.user, most, 3);
    if (most[0] > 0)
        return undo_tell(w, error);
    u->begun = undo_clock();
    bool is_wanted = u->is_kept || undo_may_be_long(most[1], most[2]);
    double has_failed = is_wanted && undo_keep(w, NULL) != GESTALT_OK;
    if (is_wanted)
        w->share.with.most(w->share.with.user, &has_failed, 1);
    undo_set_kept(w, is_wanted && has_failed == 0);
    return u->is_kept && !u->is_there ? error_no_memory(error) : GESTALT_OK;
}

gestalt_result world_undo_begin(world *w, gestalt_error *error)
{
    world_undo *u = &w->undo;
    gestalt_result result = GESTALT_OK;
    if (w->share.is_shared && u->interruptible)
        return undo_begin_together(w, error);
    if (__atomic_load_n(&w->undo.interrupt, __ATOMIC_RELAXED))
        return undo_tell(w, error);
    if (u->is_owed || gestalt_population_is_interrupted(w->population))
        result = undo_load(w, error);
    u->begun = w->undo.interruptible ? undo_clock() : 0;
    if (result == GESTALT_OK && !u->is_kept)
        undo_keep_long(w);
    else if (result == GESTALT_OK)
        result = undo_keep(w, error);
    u->is_there = u->is_there || u->is_kept;
    return result;
}

void world_undo_ticked(world *w)
{
    undo_arm(w, w->undo.is_there);
}

bool world_is_stopped(const world *w)
{
    return __atomic_load_n(&w->undo.is_armed, __ATOMIC_RELAXED) &&
           __atomic_load_n(&w->undo.interrupt, __ATOMIC_RELAXED);
}

gestalt_result world_put_back(world *w, gestalt_error *error)
{
    undo_arm(w, false);
    gestalt_result result = undo_load(w, error);
    if (w->share.is_shared)
        result = world_share_join(w, result, error);
    return result == GESTALT_OK ? undo_tell(w, error) : result;
}

void world_undo_end(world *w)
{
    undo_arm(w, false);
    if (w->undo.interruptible)
        w->undo.took = undo_clock() - w->undo.begun;
}
