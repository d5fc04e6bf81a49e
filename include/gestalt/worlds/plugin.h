// SPDX-License-Identifier: MIT
// Plugins for scenes: functions and parts in a shared object, for `gestalt run --plugin` and
// `gestalt trace`, which can then read scenes that use them.
//
// A plugin defines gestalt_world_plugin_entry. It calls functions of the library without linking
// the library: the command exports all of them.
//
//     cc -shared -fPIC fireflies.c $(pkg-config --cflags gestalt-worlds) -o fireflies.so
#ifndef GESTALT_WORLDS_PLUGIN_H
#define GESTALT_WORLDS_PLUGIN_H

#include <gestalt/worlds/part.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Version of the plugin interface. Plugins built for another version are refused.
#define GESTALT_WORLD_PLUGIN_ABI 2

typedef struct gestalt_world_plugin {
    uint32_t abi; ///< GESTALT_WORLD_PLUGIN_ABI
    /// The list ends with a function without a name; or NULL.
    const gestalt_world_function *functions;
    const gestalt_world_part *const *parts; ///< the list ends with NULL; or NULL
} gestalt_world_plugin;

/// The function that the command looks up in the shared object. Its result must stay valid and
/// unchanged.
#if defined(__GNUC__)
__attribute__((visibility("default")))
#endif
const gestalt_world_plugin *
gestalt_world_plugin_entry(void);

#ifdef __cplusplus
}
#endif

#endif
