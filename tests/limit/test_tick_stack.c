// SPDX-License-Identifier: MIT
// Link shapes with trees and expressions at the limits of depth, and create, tick, cancel, save and
// load populations of them, with one lane and with 64, on a thread with a stack of 64 KB. At most
// 16 KB of it may be used.
#include "deep_documents.h"
#include "linked_show.h"
#include "own_folder.h"
#include "shape_limits.h"
#include "small_stack.h"

#include <gestalt/gestalt.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// With 64 lanes, the agents fill one cohort and start another. With one lane, each has a cohort,
// and a few are enough.
enum { STACK_SIZE = 64 << 10, AGENTS = 70, LONE_AGENTS = 6, TICKS = 4 };

static const char path[] = "deep.gss";

// ---- the steps of the work on a population

typedef struct subject {
    const gestalt_shape *shape;
    gestalt_host *host;
    uint32_t lanes;
    bool has_hooks;
    gestalt_population *population;
    uint64_t hash; // hash at the save
} subject;

static void on_enter(void *user, uint64_t agent, uint32_t node, bool resuming)
{
    (void)agent;
    (void)node;
    *(uint64_t *)user += resuming;
}

static void on_leave(void *user, uint64_t agent, uint32_t node, gestalt_status status)
{
    (void)agent;
    (void)node;
    *(uint64_t *)user += status == GESTALT_RUNNING;
}

static void on_cancel(void *user, uint64_t agent, uint32_t node)
{
    (void)agent;
    *(uint64_t *)user += node;
}

static void on_log(void *user, uint64_t agent, uint32_t node, gestalt_log_phase phase)
{
    (void)agent;
    (void)phase;
    *(uint64_t *)user += node;
}

static bool swallow(void *user, const char *text, size_t size)
{
    (void)user;
    (void)text;
    (void)size;
    return true;
}

// Link without a population.
static bool work_link(void *user)
{
    subject *s = user;
    gestalt_needs needs;
    return gestalt_shape_needs(s->shape, NULL, s->lanes, &needs, NULL) == GESTALT_OK &&
           linked_show(s->shape, s->lanes, false, (gestalt_writer){.write = swallow}, NULL) ==
               GESTALT_OK;
}

static bool work_create(void *user)
{
    subject *s = user;
    gestalt_population_options options = {.group = {s->shape, s->host}, .lanes = s->lanes};
    return gestalt_population_create(&options, &s->population, NULL) == GESTALT_OK &&
           gestalt_population_spawn(s->population, 0, s->lanes > 1 ? AGENTS : LONE_AGENTS, NULL,
                                    NULL) == GESTALT_OK;
}

static bool work_tick(void *user)
{
    subject *s = user;
    static uint64_t calls;
    gestalt_hooks hooks = {
        .enter = on_enter, .leave = on_leave, .cancel = on_cancel, .log = on_log, .user = &calls};
    gestalt_population_hooks(s->population, s->has_hooks ? &hooks : NULL);
    int64_t now = gestalt_population_now(s->population);
    bool good = true;
    for (int i = 1; i <= TICKS && good; i++)
        good = gestalt_population_tick(s->population, now + i * 1000, NULL) == GESTALT_OK;
    return good;
}

static bool work_abandon(void *user)
{
    subject *s = user;
    return gestalt_population_cancel(s->population, 3, NULL) == GESTALT_OK &&
           gestalt_population_despawn(s->population, 5, NULL) == GESTALT_OK &&
           gestalt_population_compact(s->population, NULL) == GESTALT_OK;
}

static bool work_save(void *user)
{
    subject *s = user;
    return gestalt_population_hash(s->population, &s->hash, NULL) == GESTALT_OK &&
           gestalt_population_save(s->population, path, NULL) == GESTALT_OK;
}

static bool work_load(void *user)
{
    subject *s = user;
    uint64_t hash = 0;
    return gestalt_population_load(s->population, path, NULL) == GESTALT_OK &&
           gestalt_population_hash(s->population, &hash, NULL) == GESTALT_OK && hash == s->hash;
}

// ---- measuring

// The largest stack that a step used, over all documents.
typedef struct step {
    const char *name;
    small_stack_work *work;
    size_t used;
    char subject[80];
} step;

enum { LINKING, CREATING, TICKING, ABANDONING, SAVING, LOADING, STEPS };

static step steps[STEPS] = {
    [LINKING] = {"linking, measuring and showing it", work_link, 0, ""},
    [CREATING] = {"creating", work_create, 0, ""},
    [TICKING] = {"ticking", work_tick, 0, ""},
    [ABANDONING] = {"abandoning", work_abandon, 0, ""},
    [SAVING] = {"saving", work_save, 0, ""},
    [LOADING] = {"loading", work_load, 0, ""},
};

static void take(int which, subject *s, const char *name)
{
    size_t used;
    step *t = &steps[which];
    if (!small_stack_run(t->work, s, STACK_SIZE, &used))
        fail_msg("%s %s failed", t->name, name);
    if (used <= t->used)
        return;
    t->used = used;
    snprintf(t->subject, sizeof t->subject, "%s, %u lanes%s", name, (unsigned)s->lanes,
             s->has_hooks ? ", with hooks" : "");
}

static void measure(subject s, const char *name)
{
    take(LINKING, &s, name);
    take(CREATING, &s, name);
    take(TICKING, &s, name);
    take(SAVING, &s, name);
    take(ABANDONING, &s, name);
    take(TICKING, &s, name);
    take(LOADING, &s, name);
    take(TICKING, &s, name);
    gestalt_population_destroy(s.population);
}

// A document under construction.
typedef struct draft {
    FILE *to;
    char *text;
    size_t size;
} draft;

static FILE *draft_start(draft *d)
{
    d->to = open_memstream(&d->text, &d->size);
    assert_non_null(d->to);
    return d->to;
}

static void draft_measure(draft *d, const char *name)
{
    fclose(d->to);
    gestalt_shape *shape = NULL;
    gestalt_error error = {0};
    if (gestalt_compile_text("deep.json", d->text, d->size, NULL, &shape, NULL, &error) !=
        GESTALT_OK)
        fail_msg("%s: %s", name, error.message);
    free(d->text);
    gestalt_host *host; // limits raised: nested loops have a bound far above the default
    gestalt_limits limits;
    gestalt_limits_default(&limits, sizeof limits);
    limits.visits = UINT64_MAX;
    assert_int_equal(gestalt_host_create(NULL, &host, NULL), GESTALT_OK);
    gestalt_host_set_limits(host, &limits);
    for (int i = 0; i < 4; i++)
        measure(
            (subject){.shape = shape, .host = host, .lanes = i & 1 ? 1 : 64, .has_hooks = i & 2},
            name);
    gestalt_host_destroy(host);
    gestalt_shape_destroy(shape);
}

// ---- documents

// Leaves that are running, and leaves that finish in the first or second tick: then a chain of
// loops starts again, and other nodes return their status up to the root.
static void test_trees(void **state)
{
    (void)state;
    static const uint32_t leaf_ticks[] = {0, 1, 1000};
    for (size_t i = 0; i <= deep_kind_count; i++)
        for (size_t k = 0; k < sizeof leaf_ticks / sizeof *leaf_ticks; k++) {
            draft d;
            const deep_kind *kind = i < deep_kind_count ? &deep_kinds[i] : NULL;
            deep_tree(draft_start(&d), kind, LIMIT_DEPTH, leaf_ticks[k]);
            draft_measure(&d, kind ? kind->name : "all kinds in turn");
        }
}

static void test_expressions(void **state)
{
    (void)state;
    for (size_t i = 0; i < deep_expression_count; i++) {
        draft d;
        deep_set(draft_start(&d), &deep_expressions[i]);
        draft_measure(&d, deep_expressions[i].name);
    }
}

// ---- printing the measurements

static void test_figures(void **state)
{
    (void)state;
    if (!small_stack_is_measured()) {
        printf("# not measured in this build\n");
        return;
    }
    for (int i = 0; i < STEPS; i++) {
        printf("# %s takes at most %zu bytes of stack: %s\n", steps[i].name, steps[i].used,
               steps[i].subject);
        assert_true(steps[i].used > 0);
    }
    for (int i = 0; i < STEPS; i++)
        if (steps[i].used > GESTALT_STACK_NEEDED)
            fail_msg("%s takes %zu bytes of stack", steps[i].name, steps[i].used);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_trees, own_folder_enter, own_folder_leave),
        cmocka_unit_test_setup_teardown(test_expressions, own_folder_enter, own_folder_leave),
        cmocka_unit_test(test_figures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
