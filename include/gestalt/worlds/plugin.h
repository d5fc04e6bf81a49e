// SPDX-License-Identifier: MIT
// Plugins of scenes: functions and parts in a shared object, for `gestalt run --plugin` and
// `gestalt trace`, which then read scenes that use them.
//
// A plugin defines gestalt_world_plugin_entry. It calls the library's functions without linking it:
// the command has them all.
//
//     cc -shared -fPIC fireflies.c $(pkg-config --cflags gestalt-worlds) -o fireflies.so
#ifndef GESTALT_WORLDS_PLUGIN_H
#define GESTALT_WORLDS_PLUGIN_H

#include <gestalt/worlds/part.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Grows with every change of what a plugin sees. A plugin of another number is refused.
#define GESTALT_WORLD_PLUGIN_ABI 1

typedef struct gestalt_world_plugin {
    uint32_t abi;                            ///< GESTALT_WORLD_PLUGIN_ABI
    const gestalt_world_function *functions; ///< ends with one without a name; or NULL
    const gestalt_world_part *const *parts;  ///< ends with NULL; or NULL
} gestalt_world_plugin;

/// The function that the command looks for in the shared object. Its result must stay as it is.
#if defined(__GNUC__)
__attribute__((visibility("default")))
#endif
const gestalt_world_plugin *
gestalt_world_plugin_entry(void);

#ifdef __cplusplus
}
#endif

#endif
