// SPDX-License-Identifier: MIT
// The summary of a run at its end: roots, live states, time and memory.
#ifndef SUMMARY_H
#define SUMMARY_H

#include "run_edits.h"

typedef struct summary {
    const session *session;
    const run_edits *edits; // edits of the run
    uint64_t nanoseconds;   // time of all ticks
    bool has_hash;
    uint64_t hash;
} summary;

void summary_text(text_out *out, const summary *s);
void summary_json(text_out *out, const summary *s);

#endif
