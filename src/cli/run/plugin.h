// SPDX-License-Identifier: MIT
// The plugin of the command line: a shared object with host functions (gestalt/plugin.h).
#ifndef PLUGIN_H
#define PLUGIN_H

#include "cli.h"

typedef struct plugin {
    const char *path;
    void *object; // of dlopen
    const gestalt_plugin *entry;
    bool is_started;
} plugin;

/// Let it register its functions with a host; the first time it is loaded. Errors are reported.
exit_code plugin_add(plugin *p, cli *c, const char *path, gestalt_host *host);

/// Stops it, when nothing of it is called any more.
void plugin_close(plugin *p);

#endif
