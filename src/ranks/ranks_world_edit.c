// SPDX-License-Identifier: MIT
// Edits of worlds: each rank saves its own agents in memory, and loads them into its part of a new
// world of the other scene. Then space is divided for the new world. The old world does not change.
#include "array.h"
#include "error.h"
#include "memory.h"
#include "misuse.h"
#include "ranks_world.h"

#include <string.h>

typedef struct world_edit {
    gestalt_ranks_world *old, *made;
    gestalt_edit_report **reports;
    ranks_kept kept;
    bool has_reports; // this rank has loaded its agents
} world_edit;

// ---- a snapshot of this rank's agents

static bool kept_write(void *user, const char *bytes, size_t size)
{
    ranks_kept *k = user;
    if (!ARRAY_RESERVE(&k->ranks->allocator, k->bytes, k->room, k->size + size))
        return false;
    memcpy(k->bytes + k->size, bytes, size);
    k->size += size;
    return true;
}

gestalt_result ranks_world_keep(gestalt_ranks_world *w, ranks_kept *kept, gestalt_error *error)
{
    const gestalt_writer writer = {kept_write, kept};
    gestalt_result result = GESTALT_OK;
    *kept = (ranks_kept){.ranks = w};
    if (!w->is_shared)
        result = gestalt_world_save_to(w->own, writer, error);
    else
        result = gestalt_world_attach(w->own, error);
    if (result == GESTALT_OK && w->is_shared)
        result = gestalt_population_save_to(gestalt_world_population(w->own), writer, error);
    return result == GESTALT_IO ? error_no_memory(error) : result;
}

void ranks_kept_release(ranks_kept *kept)
{
    if (kept->ranks)
        ARRAY_RELEASE(&kept->ranks->allocator, kept->bytes, kept->room);
}

// ---- edits

// Load this rank's agents into the new world.
static gestalt_result edit_load(world_edit *e, const gestalt_rename *renames, uint32_t rename_count,
                                gestalt_error *error)
{
    const gestalt_allocator *a = &e->old->allocator;
    uint32_t count = e->old->facts.group_count;
    gestalt_group *shapes = memory_new(a, count * sizeof *shapes);
    if (!shapes)
        return error_no_memory(error);
    for (uint32_t i = 0; i < count; i++)
        shapes[i] = (gestalt_group){.shape = gestalt_scene_group_at(e->old->scene, i).shape};
    const gestalt_load_options how = {.old_shapes = shapes,
                                      .old_shape_count = count,
                                      .renames = renames,
                                      .rename_count = rename_count,
                                      .reports = e->reports};
    gestalt_result result = gestalt_population_load_memory_with(
        gestalt_world_population(e->made->own), e->kept.bytes, e->kept.size, &how, error);
    e->has_reports = result == GESTALT_OK && e->reports;
    memory_release(a, shapes, count * sizeof *shapes);
    return result;
}

static gestalt_result edit_make(world_edit *e, const gestalt_scene *scene,
                                const gestalt_ranks_world_options *options,
                                const gestalt_rename *renames, uint32_t rename_count,
                                gestalt_error *error)
{
    const job *j = &e->old->job;
    gestalt_ranks_world_options how = options ? *options : (gestalt_ranks_world_options){0};
    agreement saved = {.call = CALL_world_edit}, loaded = saved;
    how.communicator = &j->communicator;
    saved.result = ranks_world_keep(e->old, &e->kept, &saved.error);
    gestalt_result result = job_agree(j, &saved, error);
    if (result == GESTALT_OK)
        result = gestalt_ranks_world_create(scene, &how, &e->made, error);
    if (result != GESTALT_OK)
        return result;
    loaded.result = edit_load(e, renames, rename_count, &loaded.error);
    result = job_agree(j, &loaded, error);
    return result == GESTALT_OK && e->made->is_shared ? ranks_world_divide(e->made, error) : result;
}

// Check the arguments, and agree on them.
static gestalt_result edit_begin(const gestalt_ranks_world *w, const gestalt_scene *scene,
                                 const gestalt_rename *renames, uint32_t rename_count,
                                 gestalt_ranks_world *const *edited, gestalt_error *error)
{
    const char *name = job_call_name(CALL_world_edit);
    const gestalt_load_options how = {.renames = renames, .rename_count = rename_count};
    agreement a = {.call = CALL_world_edit};
    if (misuse_if_null(!scene, name, "scene", &a.error) ||
        misuse_if_null(!edited, name, "edited", &a.error) ||
        (rename_count > 0 && misuse_if_null(!renames, name, "renames", &a.error)))
        a.result = GESTALT_MISUSE;
    a.arguments = ranks_world_hash_options(rename_count, &how);
    return job_agree(&w->job, &a, error);
}

gestalt_result gestalt_ranks_world_edit(gestalt_ranks_world *w, const gestalt_scene *scene,
                                        const gestalt_ranks_world_options *options,
                                        const gestalt_rename *renames, uint32_t rename_count,
                                        gestalt_ranks_world **edited, gestalt_edit_report **reports,
                                        gestalt_error *error)
{
    if (RANKS_WORLD_IS_WRONG(w, error))
        return GESTALT_MISUSE;
    gestalt_result result = edit_begin(w, scene, renames, rename_count, edited, error);
    if (result != GESTALT_OK)
        return result;
    world_edit e = {.old = w, .reports = reports};
    *edited = NULL;
    result = edit_make(&e, scene, options, renames, rename_count, error);
    ranks_kept_release(&e.kept);
    if (result == GESTALT_OK) {
        *edited = e.made;
        return GESTALT_OK;
    }
    for (uint32_t i = 0; e.has_reports && i < w->facts.group_count; i++)
        gestalt_edit_report_destroy(reports[i]);
    gestalt_ranks_world_destroy(e.made);
    return result;
}
