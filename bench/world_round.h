// SPDX-License-Identifier: MIT
// A world to measure: in one of its forms, with a number of threads and an instruction set. A round
// creates the world and steps it from its start.
#ifndef WORLD_ROUND_H
#define WORLD_ROUND_H

#include "world_case.h"

/// Worlds are compared after so many steps, or at the end if that is earlier.
enum { WORLD_CHECK_STEPS = 10 };

/// Forms that are measured together: the same world with the same agents and steps.
typedef struct world_task {
    const world_case *of;
    uint64_t agents, steps;
    scene *scenes[WORLD_FORMS]; // NULL: there is none, or it is written by hand
} world_task;

gestalt_result world_task_open(world_task *t, const world_case *of, uint64_t agents, uint64_t steps,
                               gestalt_error *error);
void world_task_close(world_task *t);

typedef struct world_contender {
    uint32_t form;
    uint32_t threads;
    const char *set; // of instructions: "plain", "avx2" or "avx512"
} world_contender;

typedef struct world_round {
    double cpu, wall;            // nanoseconds of all steps; of one thread, `cpu` is the thread's
    double start;                // processor time for making the world
    double updates;              // steps of agents: in some worlds, they are born and die
    double bytes;                // that it has allocated; 0: nobody counts them
    uint64_t middle, end;        // hashes after WORLD_CHECK_STEPS and at the end
    const world_outcome *missed; // NULL: all came out as it has to
} world_round;

gestalt_result world_round_run(const world_task *t, const world_contender *who, world_round *round,
                               gestalt_error *error);

/// Write where agents are after the first steps, by dimension and id. `places` has room for three
/// floats each. Give the hash as well.
gestalt_result world_round_places(const world_task *t, const world_contender *who, float *places,
                                  uint64_t *hash, gestalt_error *error);

/// The steps after which worlds are compared.
uint64_t world_task_check_steps(const world_task *t);

#endif
