// SPDX-License-Identifier: MIT
// Snapshots of a run in memory, so that it can go back. Their number and size are limited: when
// they become too many, every second one is dropped, and new ones are taken half as often. The
// first snapshot is never dropped.
#ifndef TIMELINE_H
#define TIMELINE_H

#include "live_run.h"
#include "text_buffer.h"

enum { TIMELINE_MAX = 64 };

typedef struct live_snapshot {
    uint64_t tick;
    size_t entries; // number of log entries done
    uint32_t version;
    text_buffer bytes;
} live_snapshot;

typedef struct timeline {
    live_snapshot list[TIMELINE_MAX]; // snapshots in order
    uint32_t count;
    size_t size, size_max; // bytes of all snapshots
    uint64_t every;        // smallest number of ticks between two snapshots
    uint64_t saving;       // nanoseconds of the last snapshot
    uint64_t ticking;      // nanoseconds of all ticks since
} timeline;

void timeline_open(timeline *t, size_t size_max);
void timeline_close(timeline *t);

/// Take a snapshot of a run that has done this number of log entries.
gestalt_result timeline_take(timeline *t, live_run *r, size_t entries, gestalt_error *error);

/// Take a snapshot if enough time has passed, so that saving takes less than a tenth of the time.
/// If memory runs out, the snapshot is left out.
void timeline_follow(timeline *t, live_run *r, size_t entries, uint64_t nanoseconds);

/// Return the last snapshot that is not after this tick and this number of entries.
const live_snapshot *timeline_find(const timeline *t, uint64_t tick, size_t entries);

/// Forget snapshots after this tick, or with more entries.
void timeline_cut(timeline *t, uint64_t tick, size_t entries);

#endif
