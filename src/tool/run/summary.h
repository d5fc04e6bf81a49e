// SPDX-License-Identifier: MIT
// The summary of a run at its end: the roots, live states, time and memory of a tree, or the
// outcome of a scene.
#ifndef SUMMARY_H
#define SUMMARY_H

#include "run.h"

struct summary {
    const run *run;
    uint64_t updates;   // number of agents, summed over all ticks
    double nanoseconds; // time of all ticks
    bool is_json;
    bool is_done; // whether the run has reached its goal
    bool has_hash;
    uint64_t hash;
};

void summary_tree(text_out *out, const summary *s);
void summary_scene(text_out *out, const summary *s);

#endif
