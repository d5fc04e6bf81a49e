// SPDX-License-Identifier: MIT
// A contender of a benchmark: one engine with one workload and a number of agents. A round starts
// from scratch, ticks, and returns times and a checksum; it can be repeated.
#ifndef CONTENDER_H
#define CONTENDER_H

#include "baselines.h"
#include "leaves.h"

#include <gestalt/population.h>

typedef enum engine_id { ENGINE_INLINED, ENGINE_FNPTR, ENGINE_NAIVE, ENGINE_GESTALT } engine_id;

typedef struct contender {
    workload_id workload;
    bool expressions; // of Gestalt: the document without host functions
    bool native;      // of Gestalt: the tree is compiled, with its leaves (natives.h)
    engine_id engine;
    uint32_t lanes, threads; // of Gestalt
    uint64_t agents, ticks;
    const char *set; // of instructions: "plain", "avx2" or "avx512"
    // For Gestalt with W1H: so many copies of the tree (branches.h), of which the agents of a
    // cohort are in so many. 0: just the tree.
    uint32_t branch_count, branches;
    uint32_t
        record_every;  // of Gestalt: so many ticks lie from frame to frame; 0: nothing is recorded
    bool counts_nodes; // of Gestalt
} contender;

/// "hand_inlined", "hand_fnptr", "naive", "gestalt" or "native".
const char *contender_engine(const contender *c);
/// "W1H", or "W1Hx" with expressions.
const char *contender_workload(const contender *c);

/// The times of one round, in nanoseconds for all agents and ticks, without the world's moves;
/// spawning for all agents. With one thread, `cpu` is the thread's; else that of the process.
typedef struct contender_round {
    double cpu, wall, spawn;
    double record_cpu, record_wall; // of a recorder, beside that
    uint64_t record_bytes;
    workload_end end;
} contender_round;

/// Needs other than time, from a round of their own.
typedef struct contender_needs {
    double bytes;      // of an agent, counted where memory is allocated, without the blackboard
    double rss;        // the same by the process's resident memory; negative when not known
    double visits;     // leaves that an agent visits in a tick
    double calls;      // calls of host functions, for each agent and tick
    double blackboard; // bytes of an agent
} contender_needs;

#endif
