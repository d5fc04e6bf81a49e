// SPDX-License-Identifier: MIT
// Worlds from outside: make one of a scene, step it, ask what came out. For the plane and for
// space.
#ifndef WORLD_H
#define WORLD_H

#include "outcome.h"
#include "scene.h"
#include "text.h"

#include <gestalt/compiler.h>
#include <gestalt/recording.h>

typedef struct world world;

typedef struct world_options {
    gestalt_allocator allocator;
    uint32_t threads;    // 0: 1
    size_t stack_size;   // of each thread but the caller's; 0: the population's default
    uint32_t lanes;      // 0: 64
    const char *kernels; // of trees and steering; NULL: the best
} world_options;

/// Where agents are and how they move: the world's own columns, as they are until its next step.
typedef struct world_columns {
    uint32_t count;
    const uint64_t *id;
    const float *position[3], *velocity[3]; // NULL beyond the dimensions
    const float *max_speed;
} world_columns;

/// One for each number of dimensions.
typedef struct world_interface {
    /// Whether a group's tree can run here: reports what can't. For scene_read.
    void (*fit)(scene_reader *r, const scene_group *group);
    /// A gestalt_key_argument: what trees need not declare.
    gestalt_key_argument *key_argument;
    /// The functions that trees can call, as Markdown.
    void (*write_functions)(text_out *out);
    gestalt_result (*create)(const scene *s, const world_options *options, world **made,
                             gestalt_error *error);
    void (*destroy)(world *w);
    gestalt_result (*step)(world *w, gestalt_error *error);
    uint64_t (*steps)(const world *w);
    uint64_t (*agents)(const world *w); // that there are now
    gestalt_population *(*population)(world *w);
    world_columns (*columns)(const world *w);
    void (*measure)(world *w, outcome *out);
    gestalt_result (*hash)(const world *w, uint64_t *hash, gestalt_error *error);
    gestalt_result (*save)(world *w, const char *path, gestalt_error *error);
    gestalt_result (*save_to)(world *w, gestalt_writer to, gestalt_error *error);
    /// GESTALT_BAD_FILE for all that a world of this scene could not have saved, as
    /// gestalt_population_load. After an error the world is as it was.
    gestalt_result (*load)(world *w, const char *path, gestalt_error *error);
    gestalt_result (*load_memory)(world *w, const void *bytes, size_t size, gestalt_error *error);
    /// Starts a recording; `every` 0 is as the scene says.
    gestalt_result (*record)(const world *w, uint64_t every, gestalt_writer sink,
                             gestalt_recorder **writer, gestalt_error *error);
    /// Adds the world as it is now, if the recording wants this step.
    gestalt_result (*frame)(const world *w, gestalt_recorder *writer, gestalt_error *error);
} world_interface;

extern const world_interface world_plane, world_space;

/// The one for a scene.
static inline const world_interface *world_for(const scene *s)
{
    return s->dimension == 3 ? &world_space : &world_plane;
}

#endif
