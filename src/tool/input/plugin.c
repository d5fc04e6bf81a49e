// SPDX-License-Identifier: MIT
#include "plugin.h"

#include "floats.h"
#include "shared_object.h"

#include <dlfcn.h>
#include <string.h>

static exit_code plugin_refuse(cli *c, const plugin *p, const char *why)
{
    cli_say(c, "%s: %s", p->path, why);
    return EXIT_REJECTED;
}

// The entry function of a plugin, which returns its description. The descriptions of both kinds
// begin with the version of the interface.
typedef const void *plugin_entry(void);

enum { PLUGIN_ABI_WITHOUT_WHOLE = 2 };

typedef struct plugin_kind {
    const char *symbol;
    const char *inputs;      // files that the plugin is for
    uint32_t first_abi, abi; // versions that are accepted
} plugin_kind;

static const plugin_kind of_trees = {"gestalt_plugin_entry", "trees", PLUGIN_ABI_WITHOUT_WHOLE,
                                     GESTALT_PLUGIN_ABI};
static const plugin_kind of_scenes = {"gestalt_world_plugin_entry", "scenes",
                                      GESTALT_WORLD_PLUGIN_ABI, GESTALT_WORLD_PLUGIN_ABI};

static exit_code plugin_misses(cli *c, const char *path, void *object, const plugin_kind *kind)
{
    const plugin_kind *other = kind == &of_trees ? &of_scenes : &of_trees;
    if (dlsym(object, other->symbol))
        cli_say(c, "%s: this is a plugin for %s; one for %s has a function %s", path, other->inputs,
                kind->inputs, kind->symbol);
    else
        cli_say(c, "%s: this is not a plugin: it has no function %s", path, kind->symbol);
    return EXIT_REJECTED;
}

static exit_code find_entry(cli *c, const char *path, void *object, const plugin_kind *kind,
                            const void **entry)
{
    uint32_t abi;
    plugin_entry *find = NULL;
    void *symbol = dlsym(object, kind->symbol);
    // C has no conversion from data pointers to function pointers
    memcpy(&find, &symbol, sizeof find);
    if (!find)
        return plugin_misses(c, path, object, kind);
    *entry = find();
    floats_reset();
    if (!*entry) {
        cli_say(c, "%s: the plugin returns no entry", path);
        return EXIT_REJECTED;
    }
    memcpy(&abi, *entry, sizeof abi);
    if (abi >= kind->first_abi && abi <= kind->abi)
        return EXIT_FINE;
    cli_say(c, "%s: the plugin was built for plugin interface %u, but this gestalt has %u", path,
            (unsigned)abi, (unsigned)kind->abi);
    return EXIT_REJECTED;
}

static exit_code object_open(cli *c, const char *path, void **object)
{
    arena a;
    arena_start(&a, memory_allocator(NULL));
    if (setjmp(a.escape)) {
        arena_destroy(&a);
        cli_say(c, "out of memory");
        return EXIT_LIMIT;
    }
    const char *why;
    *object = shared_object_open(&a, path, &why);
    if (!*object)
        cli_say(c, "cannot load the plugin: %s", why);
    arena_destroy(&a);
    return *object ? EXIT_FINE : EXIT_IO;
}

static exit_code plugin_open(plugin *p, cli *c, const char *path)
{
    const void *entry = NULL;
    *p = (plugin){.path = path};
    exit_code verdict = object_open(c, path, &p->object);
    if (verdict == EXIT_FINE)
        verdict = find_entry(c, path, p->object, &of_trees, &entry);
    p->entry = verdict == EXIT_FINE ? entry : NULL;
    if (p->entry && !p->entry->add)
        return plugin_refuse(c, p, "the plugin registers nothing");
    return verdict;
}

exit_code plugin_add(plugin *p, cli *c, const char *path, gestalt_host *host)
{
    exit_code verdict = p->object ? EXIT_FINE : plugin_open(p, c, path);
    if (verdict != EXIT_FINE)
        return verdict;
    gestalt_error error = {0};
    gestalt_result result = p->entry->add(host, &error);
    floats_reset();
    if (result == GESTALT_OK)
        p->is_started = true;
    return result == GESTALT_OK
               ? EXIT_FINE
               : plugin_refuse(c, p,
                               error.message[0] ? error.message : gestalt_result_text(result));
}

gestalt_result plugin_answer(const plugin *p, const team_agents *agents, gestalt_error *error)
{
    const gestalt_request *requests = NULL;
    const gestalt_plugin_answer *answers = NULL;
    uint64_t count = 0, answer_count = 0;
    if (!p->entry || p->entry->abi <= PLUGIN_ABI_WITHOUT_WHOLE || !p->entry->whole)
        return GESTALT_OK;
    gestalt_result result = team_requests(agents, &requests, &count, error);
    if (result == GESTALT_OK && team_is_first()) {
        result = p->entry->whole(requests, count, &answers, &answer_count, error);
        floats_reset();
    }
    result = team_agree_result(result, error);
    return result == GESTALT_OK ? team_finish_launches(agents, answers, answer_count, error)
                                : result;
}

void plugin_close(plugin *p)
{
    if (p->is_started && p->entry->stop)
        p->entry->stop();
    if (p->object)
        dlclose(p->object);
    *p = (plugin){0};
}

// ---- plugins of scenes

exit_code world_plugin_open(world_plugin *p, cli *c, const char *path)
{
    const void *entry = NULL;
    exit_code verdict = object_open(c, path, &p->object);
    if (verdict == EXIT_FINE)
        verdict = find_entry(c, path, p->object, &of_scenes, &entry);
    p->entry = verdict == EXIT_FINE ? entry : NULL;
    return verdict;
}

void world_plugin_close(world_plugin *p)
{
    if (p->object)
        dlclose(p->object);
    *p = (world_plugin){0};
}
