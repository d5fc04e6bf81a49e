// SPDX-License-Identifier: MIT
// A world that runs, for the sources of this folder and for parts.
//
// Agents are columns. An agent is known by its id, which the population gave it, and found by its
// index: groups lie one after the other, each in the order of ids. Whoever keeps agents over a step
// keeps ids.
#ifndef WORLD_STATE_H
#define WORLD_STATE_H

#include "pool.h"
#include "scene.h"
#include "steer.h"
#include "world_host.h"
#include "world_part.h"

#include <gestalt/gestalt.h>

/// What one action of a group's tree urges its agents to.
typedef struct world_urge {
    uint32_t node;                    // of the tree
    uint64_t *live;                   // by index; whom it is live for, after the tick
    float *columns[URGE_NUMBERS + 2]; // of arguments that are no constants
} world_urge;

struct world_group {
    const scene_group *scene;
    uint32_t begin, end; // indexes
    gestalt_host *host;
    world_binding *bindings;
    uint32_t binding_count;
    urge_group urges; // those of the tree, in the order of its nodes
    urge *urge_list;
    world_urge *details;            // of each
    uint32_t *urge_of;              // by node id: its number, or UINT32_MAX
    const struct world_part *mover; // who moves it; NULL: its forces
    neighbours_view view;
    bool sums; // whether any urge looks at sums over neighbours
};

/// Memory that snapshots hold.
typedef struct world_memory {
    void *bytes;
    size_t size;
} world_memory;

struct world {
    const scene *scene;
    gestalt_allocator allocator;
    gestalt_population *population;
    pool *pool;
    uint32_t thread_count;
    const steer_kernels *kernels;

    uint64_t step; // how many are done
    float dt;      // seconds
    space space;
    vehicles all;     // as they are after the last step
    float *min_speed; // by index
    vectors forces;   // of this step, by index
    grid near;        // of `all`, from `grid` on; its edge is reach
    float reach;      // the largest radius that anybody asks for; parts may raise it in start
    neighbours_sums sums;
    pathway *paths; // as in the scene
    uint32_t path_count;
    spheres obstacles;
    urge_scene view; // all of this, for urges

    world_group *groups;
    uint32_t group_count;
    void *parts[SCENE_PART_COUNT]; // what each part keeps

    world_memory *kept;
    uint32_t kept_count, kept_capacity;
    outcome outcome;
};

/// Makes the bytes known to snapshots: they are saved, and come back when one is loaded. In `start`
/// only, always the same ones in the same order. They must hold no pointers.
gestalt_result world_keep(world *w, void *bytes, size_t size);

/// Zeroed memory of the world's that lives as long as it. NULL: there is none.
void *world_allocate(world *w, size_t size);

/// The index of an agent, or UINT32_MAX when it is not there (any more).
uint32_t world_find(const world *w, uint64_t agent);

/// The group of an index.
uint32_t world_group_of(const world *w, uint32_t index);

/// The column of a blackboard key in a block of a group, see gestalt_population_column; for parts
/// that write keys in `before`: world_set_* write one agent's.
void world_set_float(world *w, uint32_t index, const char *key, float value);
void world_set_int(world *w, uint32_t index, const char *key, int32_t value);

/// Does work in pieces of up to `grain` agents, by all threads: `begin` to `end` - 1.
typedef void world_work(world *w, void *user, uint32_t begin, uint32_t end);
void world_parallel(world *w, uint32_t begin, uint32_t end, uint32_t grain, world_work *work,
                    void *user);

#endif
