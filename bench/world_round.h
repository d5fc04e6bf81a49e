// SPDX-License-Identifier: MIT
// A world to measure, in one of its forms, with a number of threads and an instruction set. A round
// creates the world and runs all steps.
#ifndef WORLD_ROUND_H
#define WORLD_ROUND_H

#include "world_case.h"

/// Forms are compared after this number of steps, or at the end if that is earlier.
enum { WORLD_CHECK_STEPS = 10 };

/// The forms of a world, which are measured with the same agents and steps.
typedef struct world_task {
    const world_case *of;
    uint64_t agents, steps;
    scene *scenes[WORLD_FORMS]; // NULL: no such form, or it is handwritten C
} world_task;

gestalt_result world_task_open(world_task *t, const world_case *of, uint64_t agents, uint64_t steps,
                               gestalt_error *error);
void world_task_close(world_task *t);

typedef struct world_contender {
    uint32_t form;
    uint32_t threads;
    const char *set; // instruction set: "plain", "avx2" or "avx512"
} world_contender;

typedef struct world_round {
    double cpu, wall;            // nanoseconds of all steps, as in contender_round
    double start;                // processor time for creating the world
    double updates;              // steps, summed over all agents, whose number may change
    double bytes;                // bytes that the world has allocated; 0: not counted
    uint64_t middle, end;        // hashes after WORLD_CHECK_STEPS and at the end
    const world_outcome *missed; // first outcome with a wrong value, or NULL
} world_round;

gestalt_result world_round_run(const world_task *t, const world_contender *who, world_round *round,
                               gestalt_error *error);

/// Run the first steps, and write the positions of all agents, one dimension after the other, by
/// id. `places` has room for three floats per agent. Also set the hash.
gestalt_result world_round_places(const world_task *t, const world_contender *who, float *places,
                                  uint64_t *hash, gestalt_error *error);

/// Return the number of steps after which the forms are compared.
uint64_t world_task_check_steps(const world_task *t);

#endif
