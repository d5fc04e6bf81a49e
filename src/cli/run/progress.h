// SPDX-License-Identifier: MIT
// A line on a terminal that tells how far a run is.
#ifndef PROGRESS_H
#define PROGRESS_H

#include "cli.h"

typedef struct progress {
    cli *c;
    bool is_shown;
    uint64_t ticks, agents;    // of the whole run
    uint64_t started, written; // by session_clock
} progress;

/// On a terminal; elsewhere nothing is ever written.
void progress_start(progress *p, cli *c, uint64_t ticks, uint64_t agents);
void progress_tick(progress *p, uint64_t done);
/// Takes the line away.
void progress_finish(progress *p);

/// A rate or count for people, as "12.3 M".
void progress_put_rate(text_out *out, double rate);

#endif
