// SPDX-License-Identifier: MIT
// Random documents: they compile, the reference runs them, and what the compiler says of them holds
// for what the reference does. And the shrinker, which makes them small.
//
//     test_generate [FIRST_SEED COUNT]
#include "generate.h"
#include "reference.h"
#include "shrink.h"

#include <gestalt/gestalt.h>

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { AGENTS = 3, TICKS = 30 };
static uint64_t first_seed = 1, document_count = 2000;

static bool print(void *user, const char *text, size_t size)
{
    (void)user;
    return fwrite(text, 1, size, stderr) == size;
}

static gestalt_shape *compile(generated *g, const char *text, size_t size, bool show)
{
    gestalt_compile_options options = {.include = generated_include, .include_user = g};
    gestalt_shape *shape = NULL;
    gestalt_diagnostics *diagnostics = NULL;
    gestalt_compile_text("generated.json", text, size, &options, &shape, &diagnostics, NULL);
    if (!shape && show)
        gestalt_diagnostics_write(diagnostics, GESTALT_DIAGNOSTICS_HUMAN, false,
                                  (gestalt_writer){print, NULL});
    gestalt_diagnostics_destroy(diagnostics);
    return shape;
}

static reference *load(generated *g, const char *text, size_t size)
{
    reference_settings settings = {
        .seed = 5, .dt = g->dt, .include = generated_text, .include_user = g};
    reference *r = reference_load(text, size, &settings);
    for (uint32_t i = 0; i < reference_host_count(r); i++) // the shrinker makes up names
        reference_stub(r, reference_host_name(r, i), 0, GESTALT_SUCCESS);
    for (uint32_t i = 0; i < g->stub_count; i++)
        reference_stub(r, g->stubs[i].name, g->stubs[i].ticks, g->stubs[i].status);
    reference_spawn(r, AGENTS);
    return r;
}

static uint64_t count_of(const char *text, const char *wanted)
{
    uint64_t count = 0;
    for (text = strstr(text, wanted); text; text = strstr(text + 1, wanted))
        count++;
    return count;
}

// ---- what happened in all of the runs

static const char *const happenings[] = {
    "\"event\":\"leaf\"",
    "\"event\":\"cancel\"",
    "\"phase\":\"start\"",
    "\"phase\":\"success\"",
    "\"phase\":\"failure\"",
    "\"phase\":\"abandon\"",
    "\"kind\":\"launch\"",
    "\"kind\":\"cancel\"",
    "root\",\"status\":\"success\"",
    "root\",\"status\":\"failure\"",
    "root\",\"status\":\"running\"",
};
enum { HAPPENINGS = sizeof happenings / sizeof *happenings };
static uint64_t happened[HAPPENINGS];
static uint64_t agent_ticks;

static const char *const types[] = {
    "condition",
    "action",
    "deferred",
    "persistent",
    "signal",
    "set",
    "wait",
    "success",
    "failure",
    "running",
    "invert",
    "delay",
    "repeat",
    "while",
    "retry",
    "timeout",
    "cooldown",
    "once",
    "chance",
    "debug",
    "sequence",
    "selector",
    "priority",
    "race",
    "concurrent",
    "decide",
    "utility",
    "weighted",
    "force_success",
    "force_failure",
    "reactive_sequence",
    "parallel",
};
enum { TYPES = sizeof types / sizeof *types };
static uint64_t lived[TYPES]; // nodes of the type that were live at the end of a tick

static void note_happenings(const reference *r)
{
    for (size_t i = 0; i < HAPPENINGS; i++)
        happened[i] += count_of(reference_events(r, NULL), happenings[i]);
    for (uint32_t node = 0; node < reference_node_count(r); node++) {
        size_t type = 0;
        while (strcmp(types[type], reference_node_type(r, node)) != 0)
            type++;
        for (uint64_t agent = 0; agent < AGENTS; agent++)
            lived[type] += reference_node_is_live(r, agent, node);
    }
}

// ---- what the compiler promises

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            *why = #condition;                                                                     \
            return false;                                                                          \
        }                                                                                          \
    } while (0)

// Without the specification's `draws` no tick draws; inits may.
static bool draws_are_foretold(const gestalt_specification *spec, const reference *r,
                               const uint64_t streams[AGENTS])
{
    for (uint64_t agent = 0; agent < AGENTS && !spec->draws; agent++)
        if (reference_random_state(r, agent) != streams[agent])
            return false;
    return true;
}

// Live nodes with nothing live below: all that an agent's list of live states must hold.
static uint32_t count_tips(const reference *r, uint64_t agent)
{
    uint32_t count = 0;
    for (uint32_t node = 0; node < reference_node_count(r); node++) {
        bool tip = reference_node_is_live(r, agent, node);
        for (uint32_t below = node + 1; tip && below < reference_node_end(r, node); below++)
            tip = !reference_node_is_live(r, agent, below);
        count += tip;
    }
    return count;
}

static bool run_all(const gestalt_specification *spec, reference *r, const char **why)
{
    uint64_t streams[AGENTS];
    for (uint64_t agent = 0; agent < AGENTS; agent++)
        streams[agent] = reference_random_state(r, agent);
    CHECK(reference_node_count(r) == spec->node_count);
    CHECK(reference_persistent_count(r) == spec->named_persistents);
    CHECK(reference_host_count(r) == spec->host_count);
    for (int tick = 0; tick < TICKS; tick++) {
        reference_clear_events(r);
        reference_tick(r);
        uint64_t leaves = count_of(reference_events(r, NULL), "\"event\":\"leaf\"");
        CHECK(leaves <= spec->visit_bound * AGENTS);
        for (uint64_t agent = 0; agent < AGENTS; agent++)
            CHECK(count_tips(r, agent) <= spec->live_capacity);
        note_happenings(r);
        agent_ticks += AGENTS;
    }
    CHECK(draws_are_foretold(spec, r, streams));
    for (uint64_t agent = 0; agent < AGENTS; agent++)
        reference_despawn(r, agent);
    reference_clear_events(r);
    reference_tick(r);
    CHECK(count_of(reference_events(r, NULL), "\"event\":\"root\"") == 0);
    CHECK(strchr(reference_final_csv(r, NULL), '\n')[1] == '\0'); // the header only
    return true;
}

static bool holds(generated *g, const char *text, size_t size, const char **why)
{
    *why = "it does not compile";
    gestalt_shape *shape = compile(g, text, size, false);
    if (!shape)
        return false;
    reference *r = load(g, text, size);
    bool good = run_all(gestalt_shape_specification(shape), r, why);
    reference_destroy(r);
    gestalt_shape_destroy(shape);
    return good;
}

static bool compiles_and_fails(void *user, const char *text, size_t size)
{
    generated *g = user;
    const char *why;
    gestalt_shape *shape = compile(g, text, size, false);
    gestalt_shape_destroy(shape);
    return shape && !holds(user, text, size, &why);
}

static void report(uint64_t seed, generated *g, const char *why)
{
    gestalt_shape *shape = compile(g, g->text, g->size, true);
    char *small = NULL;
    if (shape)
        small = shrink(g->text, g->size, compiles_and_fails, g, 3000);
    gestalt_shape_destroy(shape);
    fail_msg("seed %" PRIu64 ": %s\n%s", seed, why, small ? small : g->text);
}

static void test_documents(void **state)
{
    (void)state;
    for (uint64_t seed = first_seed; seed < first_seed + document_count; seed++) {
        bool large = seed % 64 == 0;
        generate_options options = {.nodes = large ? 400 : 8 + (uint32_t)(seed % 5) * 8,
                                    .depth = large ? 14 : 3 + (uint32_t)(seed % 4)};
        generated *g = generate(seed, &options);
        const char *why;
        if (!holds(g, g->text, g->size, &why))
            report(seed, g, why);
        generated_destroy(g);
    }
}

// A document that does nothing finds no bugs.
static void test_lively(void **state)
{
    (void)state;
    for (size_t i = 0; i < HAPPENINGS; i++) {
        print_message("%10" PRIu64 " %s\n", happened[i], happenings[i]);
        assert_true(happened[i] * 200 > agent_ticks);
    }
    for (size_t i = 0; i < TYPES; i++) {
        bool finishes = strcmp(types[i], "condition") == 0 || strcmp(types[i], "signal") == 0 ||
                        strcmp(types[i], "set") == 0 || strcmp(types[i], "success") == 0 ||
                        strcmp(types[i], "failure") == 0;
        print_message("%10" PRIu64 " %s\n", lived[i], types[i]);
        assert_true((lived[i] == 0) == finishes);
    }
}

static void test_same_seed(void **state)
{
    (void)state;
    generated *a = generate(17, NULL), *b = generate(17, NULL), *c = generate(18, NULL);
    assert_string_equal(a->text, b->text);
    assert_string_not_equal(a->text, c->text);
    generated_destroy(a);
    generated_destroy(b);
    generated_destroy(c);
}

// ---- shrinking

// Compiles, and a live action is cancelled within ten ticks.
static bool cancels(void *user, const char *text, size_t size)
{
    generated *g = user;
    gestalt_shape *shape = compile(g, text, size, false);
    if (!shape)
        return false;
    reference *r = load(user, text, size);
    for (int tick = 0; tick < 10; tick++)
        reference_tick(r);
    bool found = count_of(reference_events(r, NULL), "\"event\":\"cancel\"") > 0;
    reference_destroy(r);
    gestalt_shape_destroy(shape);
    return found;
}

static void test_shrink(void **state)
{
    (void)state;
    int found = 0;
    for (uint64_t seed = 1; found < 5; seed++) {
        generated *g = generate(seed, NULL);
        if (g->included_count == 0 && cancels(g, g->text, g->size)) {
            char *small = shrink(g->text, g->size, cancels, g, 5000);
            found++;
            assert_true(cancels(g, small, strlen(small)));
            print_message("%zu bytes: %s\n", g->size, small);
            assert_true(strlen(small) < 350 && strlen(small) < g->size / 3);
            free(small);
        }
        generated_destroy(g);
    }
}

int main(int count, char **arguments)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_documents),
        cmocka_unit_test(test_lively),
        cmocka_unit_test(test_same_seed),
        cmocka_unit_test(test_shrink),
    };
    if (count == 3) {
        first_seed = strtoull(arguments[1], NULL, 10);
        document_count = strtoull(arguments[2], NULL, 10);
    }
    return cmocka_run_group_tests_name("generate", tests, NULL, NULL);
}
