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

/// Version of the plugin interface. Plugins built for another version are refused.
#define GESTALT_PLUGIN_ABI 2

typedef struct gestalt_plugin {
    uint32_t abi; ///< GESTALT_PLUGIN_ABI

    /// Register functions with gestalt_host_add and return its result. Required. With `gestalt run
    /// --edit`, `add` is called once for each tree before the first tick.
    gestalt_result (*add)(gestalt_host *host, gestalt_error *error);

    /// Act as the game systems, after each tick: read requests, report how deferred actions end
    /// (except those that have a stub on the command line), and read and write blackboards. May be
    /// NULL. Any result but GESTALT_OK ends the run.
    gestalt_result (*after_tick)(gestalt_population *population, gestalt_error *error);

    void (*stop)(void); ///< called at the end of the run if `add` succeeded; may be NULL
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
