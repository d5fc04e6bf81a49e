// SPDX-License-Identifier: MIT
// The time of a tick, divided among nodes, functions that leaves call, and expressions. Some ticks
// are timed (gestalt_population_time_nodes); comparing them with the other ticks shows how much
// longer timing makes them.
#ifndef PROFILE_H
#define PROFILE_H

#include "text.h"

#include <gestalt/gestalt.h>

/// Sums over the timed or the other ticks.
typedef struct profile_ticks {
    uint64_t count;
    uint64_t agents; // agents, summed over the ticks
    uint64_t nanoseconds;
} profile_ticks;

typedef struct profile {
    profile_ticks timed, others;
    double overhead; // nanoseconds for timing one node, as measured on another tree
    bool is_next;    // whether the next tick is timed
} profile;

/// Return the overhead in nanoseconds, per status, with which the times of all nodes together are
/// as long as expected. No node's time becomes negative. If the times are short enough, the
/// overhead is 0.
double profile_overhead(const gestalt_node_times *times, uint32_t count, double expected);
/// Return the nanoseconds of a node without the overhead.
double profile_net(const gestalt_node_times *times, double overhead);

/// Start timing nodes, in a run with this number of ticks.
gestalt_result profile_begin(profile *p, gestalt_population *population, uint64_t ticks,
                             gestalt_error *error);

/// Call profile_before before each tick, and profile_behind after it; `nanoseconds` is the time of
/// the tick, or 0 if it is not known.
void profile_before(profile *p, const gestalt_population *population);
void profile_behind(profile *p, const gestalt_population *population, uint64_t nanoseconds);

/// Callback that returns the name of a group, or NULL if it has none.
typedef const char *profile_name(const void *user, uint32_t group);

/// Write the results: a few lines, and for each group an outline with times before the nodes, and
/// the work that takes most time.
gestalt_result profile_text(text_out *out, const profile *p, const gestalt_population *population,
                            profile_name *name, const void *user, gestalt_error *error);

/// Write an object with all results.
gestalt_result profile_json(text_out *out, const profile *p, const gestalt_population *population,
                            profile_name *name, const void *user, gestalt_error *error);

#endif
