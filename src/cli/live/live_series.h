// SPDX-License-Identifier: MIT
// Values of keys over time: how many agents of a group have one, its mean, least, greatest and
// standard deviation. A key is followed from when somebody asks for it, a few of them at a time;
// moments are taken while the run moves, also along what it has been through before, in less than a
// tenth of the time. An edit that drops a key leaves what there was.
#ifndef LIVE_SERIES_H
#define LIVE_SERIES_H

#include "live_counts.h"

enum { LIVE_SERIES_MAX = 8 };

/// The values of a key, of a group at a moment; `count` 0: nobody has one.
typedef struct live_spread {
    uint64_t count;
    double mean, low, high, deviation;
} live_spread;

/// Return whether the group has a key of this name that is a number or a bool, and no word.
bool live_spread_take(live_spread *s, const live_run *r, uint32_t group, const char *key);

typedef struct live_series {
    char *key;
    uint32_t group_count;
    uint64_t asked;   // the later, the more
    uint64_t changes; // of the run, at the last moment that was taken
    uint64_t every;   // ticks from one moment to the next, at least
    uint32_t count;   // of moments, in order
    uint64_t ticks[LIVE_HISTORY_MAX];
    live_spread *spreads; // of each moment, those of all groups
} live_series;

typedef struct live_charts {
    live_series list[LIVE_SERIES_MAX];
    uint32_t count;
    uint64_t asked;
    uint64_t taking, ticking; // nanoseconds of the last moments, and of all ticks since
} live_charts;

/// The series of a key, with the present as its last moment when the run `stands`. It is followed
/// from now on, in place of the one that nobody has asked for the longest. GESTALT_BAD_ARGUMENT
/// when no group has such a key, and nobody has asked for it while there was one.
gestalt_result live_charts_ask(live_charts *c, const live_run *r, const char *key, bool stands,
                               const live_series **series, gestalt_error *error);
/// Return whether some group has the key as it is now.
bool live_series_has_key(const live_run *r, const char *key);
void live_charts_follow(live_charts *c, const live_run *r, uint64_t nanoseconds);
/// Forgets all behind a tick.
void live_charts_cut(live_charts *c, uint64_t tick);
void live_charts_close(live_charts *c);

#endif
