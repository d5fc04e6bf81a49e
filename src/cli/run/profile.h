// SPDX-License-Identifier: MIT
// The time of a tick: of each node, of the functions that leaves call, and of expressions. Some
// ticks are timed (gestalt_population_time_nodes); the time of the others tells how much longer
// those take.
#ifndef PROFILE_H
#define PROFILE_H

#include "text.h"

#include <gestalt/gestalt.h>

/// Sums over ticks of one sort.
typedef struct profile_ticks {
    uint64_t count;
    uint64_t agents; // in each tick
    uint64_t nanoseconds;
} profile_ticks;

typedef struct profile {
    profile_ticks timed, others;
    double overhead; // nanoseconds that timing an answer takes, as measured on another tree
    bool is_next;    // the coming tick is timed
} profile;

/// Return the nanoseconds of overhead for each answer with which nodes take as long as expected:
/// all of them together, none less than nothing. Times that are short enough have none.
double profile_overhead(const gestalt_node_times *times, uint32_t count, double expected);
/// Return the nanoseconds of a node without the overhead.
double profile_net(const gestalt_node_times *times, double overhead);

/// Begin to time nodes, in a run of so many ticks.
gestalt_result profile_begin(profile *p, gestalt_population *population, uint64_t ticks,
                             gestalt_error *error);

/// To be called before and behind each tick; `nanoseconds` is what it took, or 0 where nobody
/// knows.
void profile_before(profile *p, const gestalt_population *population);
void profile_behind(profile *p, const gestalt_population *population, uint64_t nanoseconds);

/// The name of a group. NULL instead: there is one, without a name.
typedef const char *profile_name(const void *user, uint32_t group);

/// Write what was timed: some words, and for each group the outline with times before the nodes,
/// and what takes most. `names` are of groups; NULL: there is one, without a name.
gestalt_result profile_text(text_out *out, const profile *p, const gestalt_population *population,
                            profile_name *name, const void *user, gestalt_error *error);

/// Write an object with all of it.
gestalt_result profile_json(text_out *out, const profile *p, const gestalt_population *population,
                            profile_name *name, const void *user, gestalt_error *error);

#endif
