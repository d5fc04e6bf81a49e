// SPDX-License-Identifier: MIT
// Values of keys over time: the number of agents of a group that have a value, its mean, minimum,
// maximum and standard deviation. A key is recorded from its first request on, and only a few keys
// at a time. Moments are taken while the run moves, also when it repeats its history, in less than
// a tenth of the time. After an edit that removes a key, its series remains.
#ifndef LIVE_SERIES_H
#define LIVE_SERIES_H

#include "live_counts.h"

enum { LIVE_SERIES_MAX = 8 };

/// Statistics of a key for a group at a moment; `count` 0: no agent has a value.
typedef struct live_spread {
    uint64_t count;
    double mean, low, high, deviation;
} live_spread;

/// Compute the statistics. Returns whether the group has a key of this name that is a number
/// without words, or a bool.
bool live_spread_take(live_spread *s, const live_run *r, uint32_t group, const char *key);

typedef struct live_series {
    char *key;
    uint32_t group_count;
    uint64_t asked;   // order of the last request; greater is later
    uint64_t changes; // changes of the run at the last moment
    uint64_t every;   // smallest number of ticks between two moments
    uint32_t count;   // number of moments, in order
    uint64_t ticks[LIVE_HISTORY_MAX];
    live_spread *spreads; // moment by moment, one for each group
} live_series;

typedef struct live_charts {
    live_series list[LIVE_SERIES_MAX];
    uint32_t count;
    uint64_t asked;
    uint64_t taking, ticking; // nanoseconds of the last moments, and of all ticks since
} live_charts;

/// Return the series of a key; if the run `stands`, its last moment is the present. The key is
/// recorded from now on, instead of the key whose last request is the oldest. Returns
/// GESTALT_BAD_ARGUMENT if no group has such a key, and there is no series from before an edit.
gestalt_result live_charts_ask(live_charts *c, const live_run *r, const char *key, bool stands,
                               const live_series **series, gestalt_error *error);
/// Return whether a group currently has the key.
bool live_series_has_key(const live_run *r, const char *key);
void live_charts_follow(live_charts *c, const live_run *r, uint64_t nanoseconds);
/// Forget all moments after a tick.
void live_charts_cut(live_charts *c, uint64_t tick);
void live_charts_close(live_charts *c);

#endif
