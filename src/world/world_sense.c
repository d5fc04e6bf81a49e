// SPDX-License-Identifier: MIT
// Senses that the world writes to blackboards: a key with one of these names, and of the right
// type, gets that value of the agent at the end of the previous step.
#include "floats.h"
#include "world_state.h"

#include <string.h>

typedef enum view_what {
    VIEW_POSITION,
    VIEW_VELOCITY,
    VIEW_HEADING,
    VIEW_SPEED,
    VIEW_HEIGHT,
    VIEW_COUNT
} view_what;

static const struct {
    const char *name;
    gestalt_type type;
} views[VIEW_COUNT] = {
    [VIEW_POSITION] = {"position", WORLD_VECTOR}, [VIEW_VELOCITY] = {"velocity", WORLD_VECTOR},
    [VIEW_HEADING] = {"heading", WORLD_VECTOR},   [VIEW_SPEED] = {"speed", GESTALT_FLOAT},
    [VIEW_HEIGHT] = {"height", GESTALT_FLOAT},
};

void world_sense_start(world *w, world_group *group)
{
    for (int what = 0; what < VIEW_COUNT; what++) {
        gestalt_key key;
        if (what == VIEW_HEIGHT && STEER_DIMENSIONS == 2)
            continue;
        if (gestalt_population_key(w->population, group->number, views[what].name, &key) &&
            key.type == views[what].type && !key.shared && key.capacity == 0)
            group->keys[group->key_count++] = (world_view_key){key, what};
    }
}

static void put_value(const world *w, const gestalt_column *column, int what, uint32_t lane,
                      uint32_t index)
{
    const vectors *from = what == VIEW_POSITION   ? &w->all.position
                          : what == VIEW_VELOCITY ? &w->all.velocity
                                                  : &w->all.heading;
    if (what == VIEW_SPEED) {
        column->floats[lane] = vector_length(vectors_get(&w->all.velocity, index));
    } else if (what == VIEW_HEIGHT) {
        column->floats[lane] = w->all.position.at[STEER_DIMENSIONS - 1][index];
    } else {
        column->floats[lane] = from->at[0][index];
        column->y[lane] = from->at[1][index];
        if (STEER_DIMENSIONS == 3)
            column->z[lane] = from->at[STEER_DIMENSIONS - 1][index];
    }
}

const char *world_sense_misfit(const gestalt_shape_key *key)
{
    bool is_vector = (key->type == GESTALT_VEC2 || key->type == GESTALT_VEC3) && key->capacity == 0;
    for (int what = 0; what < VIEW_COUNT; what++)
        if (strcmp(key->name, views[what].name) == 0 && views[what].type == WORLD_VECTOR &&
            is_vector && key->type != WORLD_VECTOR && !key->shared)
            return STEER_DIMENSIONS == 3 ? "vec3" : "vec2";
    return NULL;
}

typedef struct sense_job {
    world *w;
    const world_group *group;
} sense_job;

enum { BLOCKS = 32 }; // blocks per work piece

static void sense_block(const sense_job *job, uint64_t index)
{
    gestalt_block block;
    const world_group *group = job->group;
    if (!gestalt_population_block(job->w->population, group->number, index, &block))
        return;
    const uint32_t *rows = job->w->share.is_shared
                               ? gestalt_rows_of_block(job->w->life.rows, group->number, index)
                               : NULL;
    for (uint32_t k = 0; k < group->key_count; k++) {
        gestalt_column column =
            gestalt_population_column(job->w->population, group->number, index, group->keys[k].key);
        for (uint64_t rest = block.lanes; rest; rest &= rest - 1) {
            uint32_t lane = (uint32_t)__builtin_ctzll(rest);
            uint64_t id = block.agents ? block.agents[lane] : block.first_agent + lane;
            put_value(job->w, &column, group->keys[k].what, lane,
                      rows ? rows[lane] : world_find_in(job->w, group, id));
        }
    }
}

static void sense_piece(void *user, uint32_t thread, uint64_t piece)
{
    (void)thread;
    const sense_job *job = user;
    floats_environment environment;
    floats_begin(&environment);
    for (uint64_t i = piece * BLOCKS; i < (piece + 1) * BLOCKS; i++)
        sense_block(job, i);
    floats_end(&environment);
}

void world_sense(world *w)
{
    for (uint32_t i = 0; i < w->group_count; i++) {
        sense_job job = {w, &w->groups[i]};
        uint64_t blocks = gestalt_population_block_count(w->population, i);
        if (job.group->key_count > 0)
            gestalt_population_run(w->population, (blocks + BLOCKS - 1) / BLOCKS, false,
                                   sense_piece, &job);
    }
}
