// SPDX-License-Identifier: MIT
// A line on a terminal that shows the progress of a run.
#ifndef PROGRESS_H
#define PROGRESS_H

#include "cli.h"

typedef struct progress {
    cli *c;
    bool is_shown;
    uint64_t ticks, agents;    // totals of the whole run
    uint64_t started, written; // times from stopwatch_now
} progress;

/// Start a progress line. Nothing is written unless standard error is a terminal.
void progress_start(progress *p, cli *c, uint64_t ticks, uint64_t agents);
void progress_tick(progress *p, uint64_t done);
/// Remove the line.
void progress_finish(progress *p);

/// Write a rate or count for people, such as "12.3 M".
void progress_put_rate(text_out *out, double rate);

#endif
