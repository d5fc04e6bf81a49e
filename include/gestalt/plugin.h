// SPDX-License-Identifier: MIT
// Plugins: host functions in a shared object, for `gestalt run --plugin` and `gestalt trace`.
//
// A plugin defines gestalt_plugin_entry. It calls the library's functions without linking it: the
// command has them all.
//
//     cc -shared -fPIC market.c $(pkg-config --cflags gestalt) -o market.so
#ifndef GESTALT_PLUGIN_H
#define GESTALT_PLUGIN_H

#include <gestalt/host.h>
#include <gestalt/population.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Grows with every change of what a plugin sees. A plugin of another number is refused.
#define GESTALT_PLUGIN_ABI 2

typedef struct gestalt_plugin {
    uint32_t abi; ///< GESTALT_PLUGIN_ABI

    /// Registers functions with gestalt_host_add; returns what that returned. Required. With
    /// `gestalt run --edit`, it is called once for each tree, all before the first tick.
    gestalt_result (*add)(gestalt_host *host, gestalt_error *error);

    /// The game systems: called after every tick, to read requests, tell how deferred actions go
    /// (those that the command line gave no stub for), and read and write blackboards. Or NULL. Any
    /// result but GESTALT_OK ends the run.
    gestalt_result (*after_tick)(gestalt_population *population, gestalt_error *error);

    void (*stop)(void); ///< at the end, if `add` went well; or NULL
} gestalt_plugin;

/// The function that the command looks for in the shared object. Its result must stay as it is.
#if defined(__GNUC__)
__attribute__((visibility("default")))
#endif
const gestalt_plugin *
gestalt_plugin_entry(void);

#ifdef __cplusplus
}
#endif

#endif
