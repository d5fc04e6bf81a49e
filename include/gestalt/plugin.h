// SPDX-License-Identifier: MIT
// Plugins: host functions in a shared object, for `gestalt run --plugin` and `gestalt trace`.
//
// A plugin defines gestalt_plugin_entry. It calls functions of the library without linking the
// library: the command exports all of them.
//
//     cc -shared -fPIC market.c $(pkg-config --cflags gestalt) -o market.so
#ifndef GESTALT_PLUGIN_H
#define GESTALT_PLUGIN_H

#include <gestalt/host.h>
#include <gestalt/population.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Version of the plugin interface. Plugins built for version 2, which had no `whole`, are
/// accepted; those built for any other version are refused.
#define GESTALT_PLUGIN_ABI 3

/// The status of a launch: arguments of gestalt_population_finish_launch.
typedef struct gestalt_plugin_answer {
    uint64_t agent;
    uint32_t node;
    uint32_t launch_id;
    gestalt_status status;
} gestalt_plugin_answer;

typedef struct gestalt_plugin {
    uint32_t abi; ///< GESTALT_PLUGIN_ABI

    /// Register functions with gestalt_host_add and return its result. Required. With `gestalt run
    /// --edit`, `add` is called once for each tree before the first tick.
    gestalt_result (*add)(gestalt_host *host, gestalt_error *error);

    /// Act as the game systems, after each tick: read requests, report how deferred actions end
    /// (except those that have a stub on the command line), and read and write blackboards. May be
    /// NULL. Any result but GESTALT_OK ends the run. In an MPI job, each rank calls this, with the
    /// population of its own agents.
    gestalt_result (*after_tick)(gestalt_population *population, gestalt_error *error);

    void (*stop)(void); ///< called at the end of the run if `add` succeeded; may be NULL

    /// Act as a game system for all agents, also if several ranks of an MPI job own them: rank 0
    /// calls this after each tick, and after `after_tick`. `requests` are those of all agents, in
    /// the order of gestalt_population_requests. `*answers`, which is empty before the call, can be
    /// set to a list of statuses to report, for launches of this tick and of earlier ones; it must
    /// stay valid until the next call. Launches that are over are ignored. May be NULL. Any result
    /// but GESTALT_OK ends the run.
    gestalt_result (*whole)(const gestalt_request *requests, uint64_t count,
                            const gestalt_plugin_answer **answers, uint64_t *answer_count,
                            gestalt_error *error);
} gestalt_plugin;

/// The function that the command looks up in the shared object. Its result must stay valid and
/// unchanged.
#if defined(__GNUC__)
__attribute__((visibility("default")))
#endif
const gestalt_plugin *
gestalt_plugin_entry(void);

#ifdef __cplusplus
}
#endif

#endif
