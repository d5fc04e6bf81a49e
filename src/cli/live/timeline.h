// SPDX-License-Identifier: MIT
// Snapshots of a run, in memory, so that it can go back. There are few, and their bytes are
// bounded: when they become too many, every second one goes, and they are taken half as often. The
// first one stays.
#ifndef TIMELINE_H
#define TIMELINE_H

#include "live_run.h"
#include "text_buffer.h"

enum { TIMELINE_MAX = 64 };

typedef struct live_snapshot {
    uint64_t tick;
    size_t entries; // of the log, that were done
    uint32_t version;
    text_buffer bytes;
} live_snapshot;

typedef struct timeline {
    live_snapshot list[TIMELINE_MAX]; // in order
    uint32_t count;
    size_t size, size_max; // of all bytes
    uint64_t every;        // ticks from one to the next, at least
    uint64_t saving;       // nanoseconds that the last one took
    uint64_t ticking;      // and all ticks since
} timeline;

void timeline_open(timeline *t, size_t size_max);
void timeline_close(timeline *t);

/// Takes one, of a run that has done so many entries of its log.
gestalt_result timeline_take(timeline *t, live_run *r, size_t entries, gestalt_error *error);

/// Takes one if it is time to: then saving takes less than a tenth of the time. Lack of memory
/// makes it one less.
void timeline_follow(timeline *t, live_run *r, size_t entries, uint64_t nanoseconds);

/// The last one that is not behind this tick and so many entries.
const live_snapshot *timeline_find(const timeline *t, uint64_t tick, size_t entries);

/// Forgets those behind this tick, and those that have more entries behind them.
void timeline_cut(timeline *t, uint64_t tick, size_t entries);

#endif
