// SPDX-License-Identifier: MIT
// A contender of a benchmark: one engine with one workload and a number of agents. Each round
// starts with new agents, runs all ticks, and returns times and a checksum. Rounds can be repeated.
#ifndef CONTENDER_H
#define CONTENDER_H

#include "baselines.h"
#include "leaves.h"

#include <gestalt/population.h>

typedef enum engine_id { ENGINE_INLINED, ENGINE_FNPTR, ENGINE_NAIVE, ENGINE_GESTALT } engine_id;

/// What is watched while a contender ticks.
typedef enum contender_watching {
    WATCHES_NOTHING,
    WATCHES_ONE,    // one agent
    WATCHES_NODE,   // one node of all agents
    WATCHES_SPREAD, // the same, on all threads
    WATCHES_HOOKS,  // everything, with hooks
    WATCHES_COUNT
} contender_watching;

/// A viewer of the population of a round: `poll` is called after each tick.
typedef struct contender_viewer {
    gestalt_result (*open)(void *user, gestalt_population *population, gestalt_error *error);
    void (*poll)(void *user);
    void (*close)(void *user);
    void *user;
} contender_viewer;

typedef struct contender {
    workload_id workload;
    bool expressions; // Gestalt only: use the document without host functions
    bool native;      // Gestalt only: the tree and its leaves are native code (natives.h)
    engine_id engine;
    uint32_t lanes, threads; // Gestalt only
    uint64_t agents, ticks;
    const char *set; // instruction set: "plain", "avx2" or "avx512"
    // For Gestalt with W1H: the number of copies of the tree (branches.h), and the number of them
    // that the agents of one cohort use. 0: the tree itself.
    uint32_t branch_count, branches;
    uint32_t record_every;          // Gestalt only: ticks from frame to frame; 0: do not record
    bool counts_nodes;              // Gestalt only
    contender_watching watching;    // Gestalt only
    const contender_viewer *viewer; // Gestalt only: the time of `poll` counts; NULL: none
} contender;

/// Return the engine: "hand_inlined", "hand_fnptr", "naive", "gestalt" or "native".
const char *contender_engine(const contender *c);
/// Return the workload: "W1H", for example, or "W1Hx" with expressions.
const char *contender_workload(const contender *c);

/// The times of one round, in nanoseconds for all agents and ticks, without the changes of the
/// world between ticks. `spawn` is the time to spawn all agents. With one thread, `cpu` is the
/// processor time of the thread, otherwise that of the process.
typedef struct contender_round {
    double cpu, wall, spawn;
    double record_cpu, record_wall; // additional times of a recorder
    uint64_t record_bytes;
    workload_end end;
} contender_round;

/// Memory and work of a contender, measured in a separate round.
typedef struct contender_needs {
    double bytes;      // bytes allocated per agent, without the blackboard
    double rss;        // the same from the resident memory of the process; negative: not known
    double visits;     // leaves visited per agent and tick
    double calls;      // calls of host functions per agent and tick
    double blackboard; // bytes of the blackboard per agent
} contender_needs;

#endif
