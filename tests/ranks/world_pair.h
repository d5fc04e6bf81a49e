// SPDX-License-Identifier: MIT
// A world that ranks share out, and one world with all agents, which every rank steps as well. Both
// must have the same agents, measures, hashes and snapshots.
#ifndef WORLD_PAIR_H
#define WORLD_PAIR_H

#include "running.h"

#include <gestalt/ranks/world.h>

/// Name of the current test, for messages.
extern char pair_place[128];
_Noreturn void pair_fail(const char *file, int line, const char *what);

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition))                                                                          \
            pair_fail(__FILE__, __LINE__, #condition);                                             \
    } while (0)

typedef struct pair {
    running one;
    gestalt_ranks_world *ranks;
    uint64_t ghosts, moves; // that this rank has got; agents that have left it
    uint64_t ticks;         // calls of this rank's ticker
} pair;

/// Create both worlds from the text of a scene. Ranks have different lanes, threads and kernels.
void pair_start(pair *p, const char *text);
void pair_start_in(pair *p, const char *text, const gestalt_ranks_world_options *how);
void pair_stop(pair *p);

/// Step both, the ranks in every second step by a function. From time to time, the ranks seem to
/// have worked for different times.
gestalt_result pair_step(pair *p, uint32_t step);
/// Compare all agents of the rank, and all measures and reports.
void pair_compare(const pair *p);
/// Compare the hashes, and on rank 0 the snapshots. This leaves out values that only a step needs,
/// which remain of other agents when a snapshot is loaded.
void pair_compare_saved(const pair *p);
/// Compare all of that.
void pair_compare_whole(const pair *p);
/// Compare two files.
void pair_compare_files(const char *const paths[2]);
/// Step the worlds of a scene, and compare them: from time to time all agents, and at half time and
/// at the end everything. With several ranks, agents must have moved. The name is for messages.
void pair_run(const char *name, const char *text, uint32_t steps);
/// Return the sum of a number over the ranks of the world.
uint64_t pair_sum(const pair *p, uint64_t number);

#endif
