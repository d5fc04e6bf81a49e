// SPDX-License-Identifier: MIT
// The interface of worlds: create one from a scene, step it, query it. Implemented for the plane
// and for space.
#ifndef WORLD_H
#define WORLD_H

#include "outcome.h"
#include "scene.h"
#include "text.h"
#include "world_head.h"

#include <gestalt/edit.h>
#include <gestalt/worlds/part.h>
#include <gestalt/worlds/share.h>

typedef gestalt_world world;
typedef gestalt_world_options world_options;
typedef gestalt_world_columns world_columns;

/// Snapshots of a world.
typedef struct world_snapshots {
    gestalt_result (*save)(world *w, const char *path, gestalt_error *error);
    gestalt_result (*save_to)(world *w, gestalt_writer to, gestalt_error *error);
    /// Return GESTALT_BAD_FILE for anything that a world of this scene cannot have saved, like
    /// gestalt_population_load. After an error the world is unchanged.
    gestalt_result (*load)(world *w, const char *path, gestalt_error *error);
    gestalt_result (*load_memory)(world *w, const void *bytes, size_t size, gestalt_error *error);
} world_snapshots;

/// What functions and parts of hosts can call.
typedef struct world_services {
    uint32_t (*row)(const gestalt_world_binding *b, const gestalt_call *call, unsigned lane);
    uint32_t (*gathered_rows)(const gestalt_gathered_call *call, uint32_t *rows);
    uint32_t (*near)(const world *w, const float *point, float radius, uint32_t *rows,
                     uint32_t capacity);
    void *(*state)(const world *w, const gestalt_world_part *part);
    void (*set_state)(world *w, const gestalt_world_part *part, void *state);
    void *(*allocate)(world *w, size_t size);
    bool (*keep)(world *w, void *bytes, size_t size);
    bool (*keep_column)(world *w, void *column, size_t stride);
    bool (*keep_seen)(world *w, void *column, size_t stride);
    void (*sum)(world *w, int64_t *numbers, uint32_t count);
    void *(*column)(world *w, size_t stride);
    bool (*has_room)(const world *w, const void *column, size_t stride);
    uint32_t (*capacity)(const world *w);
    void (*set_float)(world *w, uint32_t index, const char *key, float value);
    void (*set_int)(world *w, uint32_t index, const char *key, int32_t value);
} world_services;

/// For worlds that are shared out: gestalt/worlds/share.h.
typedef struct world_shares {
    float (*reach)(const world *w);
    gestalt_result (*set_window)(world *w, const float *low, const float *high,
                                 gestalt_error *error);
    size_t (*ghost_size)(const world *w);
    void (*take_ghosts)(const world *w, const uint32_t *rows, uint32_t count, void *ghosts);
    gestalt_result (*set_ghosts)(world *w, const void *ghosts, uint32_t count,
                                 gestalt_error *error);
    uint64_t (*hash_of)(const world *w, uint64_t agents);
    gestalt_result (*attach)(world *w, gestalt_error *error);
    gestalt_result (*check_loaded)(world *w, gestalt_error *error);
    size_t (*migrants_size)(const world *w, uint32_t count);
    gestalt_result (*take_migrants)(const world *w, const uint32_t *rows, uint32_t count,
                                    void *bytes, size_t capacity, size_t *size,
                                    gestalt_error *error);
    gestalt_result (*migrate)(world *w, const uint32_t *leaving, uint32_t leaving_count,
                              const gestalt_world_migrants *arriving, uint32_t arriving_count,
                              gestalt_error *error);
} world_shares;

/// Recordings.
typedef struct world_recordings {
    /// Start a recording; with `every` 0, as the scene defines.
    gestalt_result (*record)(const world *w, uint64_t every, gestalt_writer sink,
                             gestalt_recorder **writer, gestalt_error *error);
    /// Write the current state as a frame, if the recording includes this step.
    gestalt_result (*frame)(const world *w, gestalt_recorder *writer, gestalt_error *error);
    /// Pass the current state to a function.
    gestalt_result (*take_frame)(const world *w, gestalt_world_frame_taker *take, void *user,
                                 gestalt_error *error);
} world_recordings;

/// One implementation for each number of dimensions.
typedef struct world_interface world_interface;
struct world_interface {
    /// Like scene_rules.fit, for worlds with these dimensions.
    void (*fit)(scene_reader *r, const scene_group *group);
    gestalt_key_argument *key_argument; // the user is the scene
    /// Get the greatest known distance at which agents see others. Return the reason why
    /// worlds of the scene cannot be shared out, or NULL.
    const char *(*sharing)(const scene *s, float *reach);
    /// Write the functions for trees, as Markdown.
    void (*write_functions)(text_out *out);
    gestalt_result (*create)(const scene *s, const world_options *options, world **made,
                             gestalt_error *error);
    void (*destroy)(world *w);
    gestalt_result (*step)(world *w, gestalt_error *error);
    gestalt_result (*step_by)(world *w, gestalt_world_ticker *ticker, void *user,
                              gestalt_error *error);
    void (*interrupt)(world *w);
    uint64_t (*steps)(const world *w);
    const scene *(*scene)(const world *w);
    uint64_t (*agents)(const world *w); // current number of agents
    gestalt_population *(*population)(world *w);
    world_columns (*columns)(const world *w);
    uint32_t (*find)(const world *w, uint64_t agent);
    void (*range)(const world *w, uint32_t group, uint32_t *begin, uint32_t *end);
    void (*measure)(world *w, outcome *out);
    double (*report)(world *w, uint32_t report);
    bool (*is_done)(world *w);
    gestalt_result (*hash)(const world *w, uint64_t *hash, gestalt_error *error);
    world_snapshots snapshots;
    world_recordings recordings;
    world_services services;
    world_shares shares;
};

extern const world_interface world_plane, world_space;

/// Return the interface for a scene.
static inline const world_interface *world_for(const scene *s)
{
    return s->dimension == 3 ? &world_space : &world_plane;
}

#endif
