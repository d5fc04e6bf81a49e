// SPDX-License-Identifier: MIT
#include "plugin.h"

#include <dlfcn.h>
#include <string.h>

// dlopen looks for names without a slash in the system's folders; a user means the file.
static void *plugin_load(arena *a, const char *path)
{
    return dlopen(strchr(path, '/') ? path : arena_print(a, "./%s", path), RTLD_NOW | RTLD_LOCAL);
}

static exit_code plugin_refuse(cli *c, const plugin *p, const char *why)
{
    cli_say(c, "%s: %s", p->path, why);
    return EXIT_REJECTED;
}

static exit_code find_entry(plugin *p, cli *c)
{
    const gestalt_plugin *(*find)(void) = NULL;
    void *symbol = dlsym(p->object, "gestalt_plugin_entry");
    memcpy(&find, &symbol, sizeof find); // C has no conversion from data to functions
    if (!find)
        return plugin_refuse(c, p, "this is no plugin: it has no function gestalt_plugin_entry");
    p->entry = find();
    if (!p->entry)
        return plugin_refuse(c, p, "the plugin gives no entry");
    if (p->entry->abi != GESTALT_PLUGIN_ABI) {
        cli_say(c, "%s: the plugin was built for plugin interface %u, and this gestalt has %d",
                p->path, (unsigned)p->entry->abi, GESTALT_PLUGIN_ABI);
        return EXIT_REJECTED;
    }
    return p->entry->add ? EXIT_FINE : plugin_refuse(c, p, "the plugin registers nothing");
}

static exit_code plugin_open(plugin *p, cli *c, const char *path)
{
    arena a;
    arena_start(&a, memory_allocator(NULL));
    *p = (plugin){.path = path};
    if (setjmp(a.escape)) {
        arena_destroy(&a);
        cli_say(c, "out of memory");
        return EXIT_LIMIT;
    }
    p->object = plugin_load(&a, path);
    arena_destroy(&a);
    if (!p->object) {
        cli_say(c, "cannot load the plugin: %s", dlerror());
        return EXIT_IO;
    }
    return find_entry(p, c);
}

exit_code plugin_add(plugin *p, cli *c, const char *path, gestalt_host *host)
{
    exit_code verdict = p->object ? EXIT_FINE : plugin_open(p, c, path);
    if (verdict != EXIT_FINE)
        return verdict;
    gestalt_error error = {0};
    gestalt_result result = p->entry->add(host, &error);
    if (result == GESTALT_OK)
        p->is_started = true;
    return result == GESTALT_OK
               ? EXIT_FINE
               : plugin_refuse(c, p,
                               error.message[0] ? error.message : gestalt_result_text(result));
}

void plugin_close(plugin *p)
{
    if (p->is_started && p->entry->stop)
        p->entry->stop();
    if (p->object)
        dlclose(p->object);
    *p = (plugin){0};
}
