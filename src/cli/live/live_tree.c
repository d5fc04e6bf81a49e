// SPDX-License-Identifier: MIT
// Live runs of trees: the session of `run`, whose tree changes with the version.
#include "live_run.h"

#include "edit_show.h"
#include "error.h"
#include "shape_limits.h"
#include "signals.h"

#include <string.h>

static session_settings live_tree_settings(const live_run *r)
{
    const options *o = &r->c->options;
    uint32_t threads = (uint32_t)options_number(o, OPTION_THREADS);
    return (session_settings){.agents = options_number(o, OPTION_AGENTS),
                              .seed = options_number(o, OPTION_SEED),
                              .threads = threads ? threads : cli_processors(),
                              .interruptible = true};
}

static exit_code live_tree_read(live_run *r, live_version *v)
{
    input_load(&v->in, r->c, r->path);
    exit_code verdict = input_report(&v->in, r->c);
    if (v->in.result != GESTALT_OK)
        return verdict;
    if (v->in.is_image)
        return cli_usage(r->c, "%s is an image: live runs documents, which can be edited", r->path);
    return EXIT_FINE;
}

static void live_tree_release(live_version *v)
{
    session_tree_close(&v->tree);
    if (v->in.path)
        input_release(&v->in);
    v->in = (input){0};
}

static exit_code live_tree_open(live_run *r)
{
    session_settings settings = live_tree_settings(r);
    const input *in = &r->versions[0]->in;
    settings.others = in;
    settings.other_count = 1;
    exit_code verdict = session_open(&r->session, r->c, in, &settings);
    r->population = r->session.population;
    return verdict;
}

static void live_tree_close(live_run *r)
{
    signals_watch(NULL);
    if (r->session.c)
        session_close(&r->session);
    r->population = NULL;
}

// Return whether the time of the next tick can be represented.
static bool live_tree_has_time(const session *s)
{
    int64_t passed, now;
    uint64_t ticks = gestalt_population_ticks(s->population);
    return !__builtin_mul_overflow(ticks + 1, s->dt, &passed) &&
           !__builtin_add_overflow(s->start, passed, &now) && now <= LIMIT_TIME;
}

static exit_code live_tree_tick(live_run *r)
{
    session *s = &r->session;
    if (!live_tree_has_time(s)) {
        cli_say(r->c, "the coming tick would be later than time can tell");
        return EXIT_LIMIT;
    }
    signals_watch(s->population);
    exit_code verdict = session_tick(s, NULL);
    signals_watch(NULL);
    if (verdict != EXIT_FINE && verdict != EXIT_REJECTED)
        return verdict;
    return cli_worse(verdict, session_after(s));
}

static gestalt_result live_tree_save(live_run *r, gestalt_writer writer, gestalt_error *error)
{
    gestalt_result result = stub_set_attach(r->session.tree.stubs, r->population, error);
    return result == GESTALT_OK ? gestalt_population_save_to(r->population, writer, error) : result;
}

// Replace the running tree by the tree of a version.
static void live_tree_swap(live_run *r, uint32_t version)
{
    live_version *from = r->versions[r->version], *to = r->versions[version];
    session_tree now = to->tree;
    to->tree = (session_tree){0};
    from->tree = r->session.tree;
    r->session.tree = now;
    r->session.in = &to->in;
}

static gestalt_result live_tree_load(live_run *r, uint32_t version, const void *bytes, size_t size,
                                     gestalt_error *error)
{
    gestalt_population *loaded = r->population;
    gestalt_result result = GESTALT_OK;
    if (version != r->version) {
        const session_tree *tree = &r->versions[version]->tree;
        session_settings settings = live_tree_settings(r);
        const gestalt_population_options how = {
            .group = {.shape = r->versions[version]->in.shape, .host = tree->host},
            .threads = settings.threads,
            .seed = settings.seed,
            .start = r->session.start,
            .interruptible = true};
        result = gestalt_population_create(&how, &loaded, error);
    }
    if (result == GESTALT_OK)
        result = gestalt_population_load_memory(loaded, bytes, size, error);
    if (result != GESTALT_OK) {
        if (loaded != r->population)
            gestalt_population_destroy(loaded);
        return result;
    }
    if (version != r->version) {
        gestalt_population_destroy(r->population);
        r->population = r->session.population = loaded;
        live_tree_swap(r, version);
    }
    result = stub_set_resume(r->session.tree.stubs, loaded, error);
    r->is_broken = result != GESTALT_OK;
    return result;
}

// Bind the tree of a version. Stubs may also be for any earlier tree.
static exit_code live_tree_bind(live_run *r, live_version *v)
{
    gestalt_allocator a = memory_allocator(NULL);
    session_settings settings = live_tree_settings(r);
    size_t size = r->version_count * sizeof(input);
    input *others = memory_new(&a, size);
    if (!others)
        return live_no_memory(r->c);
    for (uint32_t i = 0; i < r->version_count; i++)
        others[i] = r->versions[i]->in;
    settings.others = others;
    settings.other_count = r->version_count;
    exit_code verdict = session_bind(&r->session, &v->in, &settings, &v->tree);
    memory_release(&a, others, size);
    return verdict;
}

static exit_code live_tree_edit(live_run *r, uint32_t version)
{
    live_version *v = r->versions[version];
    exit_code verdict = v->tree.host ? EXIT_FINE : live_tree_bind(r, v);
    if (verdict != EXIT_FINE)
        return verdict;
    const input *before = r->session.in;
    session_tree tree = v->tree;
    v->tree = (session_tree){0};
    verdict = session_edit(&r->session, &tree, NULL, 0, &v->reports[0]);
    if (r->session.in == before) { // the edit was refused as a whole
        v->tree = tree;
        return verdict;
    }
    r->versions[r->version]->tree = tree;
    r->is_broken = verdict != EXIT_FINE;
    if (r->is_broken)
        r->version = version;
    return verdict;
}

static gestalt_result live_tree_hash(live_run *r, uint64_t *hash, gestalt_error *error)
{
    return gestalt_population_hash(r->population, hash, error);
}

const live_kind live_tree = {.name = "tree",
                             .open = live_tree_open,
                             .close = live_tree_close,
                             .tick = live_tree_tick,
                             .save = live_tree_save,
                             .load = live_tree_load,
                             .read = live_tree_read,
                             .edit = live_tree_edit,
                             .hash = live_tree_hash,
                             .release = live_tree_release};
