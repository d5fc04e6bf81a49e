// SPDX-License-Identifier: MIT
// The engines that Gestalt is compared with: handwritten C with inlined leaves, the same with
// leaves called through function pointers, and a naive interpreter whose nodes point to their
// children. All store agents as an array of structs. All are compiled from one source
// (baselines_body.h), once for each instruction set.
#ifndef BASELINES_H
#define BASELINES_H

#include "hand_leaves.h"

typedef hand_status hand_action(agent *a, bool starting);
typedef bool hand_condition(agent *a);

/// The leaves, as functions in another translation unit, so that they cannot be inlined.
typedef struct hand_leaves {
    hand_condition *low_health, *visible, *in_range, *tired;
    hand_action *flee, *attack, *chase, *patrol, *idle, *deep;
    void (*cancel)(agent *a);
    bool (*wide[64])(agent *a, uint32_t i);
} hand_leaves;

/// The agents of a baseline. Only the naive interpreter has a tree and states, which start as
/// zeros.
typedef struct baseline_run {
    agent *agents;
    uint64_t count;
    const struct naive_tree *tree;
    unsigned char *state;
} baseline_run;

/// Runs one tick for all agents.
typedef void baseline_tick(const baseline_run *run);

typedef enum baseline_id { HAND_INLINED, HAND_FNPTR, NAIVE, BASELINE_COUNT } baseline_id;

typedef struct baselines {
    const char *set; // name of the instruction set
    const hand_leaves *leaves;
    baseline_tick *tick[BASELINE_COUNT][WORKLOAD_COUNT];
} baselines;

/// Return the baselines for an instruction set: "plain", "avx2" or "avx512".
const baselines *baselines_find(const char *set);

#endif
