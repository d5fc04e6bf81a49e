// SPDX-License-Identifier: MIT
// The plugin of the command line: a shared object with host functions (gestalt/plugin.h), or with
// functions and parts for scenes (gestalt/worlds/plugin.h).
#ifndef PLUGIN_H
#define PLUGIN_H

#include "team.h"

#include <gestalt/worlds/plugin.h>

typedef struct plugin {
    const char *path;
    void *object; // handle of dlopen
    const gestalt_plugin *entry;
    bool is_started;
} plugin;

typedef struct world_plugin {
    void *object; // handle of dlopen
    const gestalt_world_plugin *entry;
} world_plugin;

/// Let the plugin register its functions with a host. The first call loads it. Errors are reported.
exit_code plugin_add(plugin *p, cli *c, const char *path, gestalt_host *host);

/// After a tick, let the plugin answer the requests of all agents, if it does. All ranks call this.
gestalt_result plugin_answer(const plugin *p, const team_agents *agents, gestalt_error *error);

/// Unload the plugin. Its functions must not be called any more.
void plugin_close(plugin *p);

/// Load a plugin for scenes, and report errors.
exit_code world_plugin_open(world_plugin *p, cli *c, const char *path);
void world_plugin_close(world_plugin *p);

#endif
