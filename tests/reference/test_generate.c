// SPDX-License-Identifier: MIT
// Tests of random documents: they compile, the reference runs them, and what the compiler states
// about them is true for the runs. Also tests of the shrinker.
//
//    test_generate [FIRST_SEED COUNT]
#include "amount.h"
#include "columns.h"
#include "generate.h"
#include "image.h"
#include "nodes.h"
#include "reference.h"
#include "shrink.h"
#include "walk.h"

#include <gestalt/gestalt.h>

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { AGENTS = 3, TICKS = 30 };
static uint64_t first_seed = 1, document_count;

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
    for (uint32_t i = 0; i < reference_host_count(r); i++) // the shrinker may invent names
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

// ---- counts over all runs

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

static uint64_t lived[NODE_ROWS_END]; // by type: nodes that were live at the end of a tick
// by type: documents that contain the item, a node or an operation
static uint64_t seen[ITEM_TYPE_END];
static uint64_t word_switches; // switches over enums

static void note_items(const gestalt_shape *shape)
{
    bool has[ITEM_TYPE_END] = {false};
    const uint64_t *items = shape->items;
    for (uint32_t i = 0; i < shape->specification->item_count;) {
        item_type type = item_type_of(items[i]);
        has[type] = true;
        if (type == ITEM_CASE && item_type_of(items[i + 1]) != ITEM_CASE)
            word_switches += columns_case_enum(shape, i) != 0;
        node_view v = {0};
        if (item_is_node(type))
            v = walk_node(items, i);
        i += 1u + (v.raw != 0) + (v.pause != 0) + (v.list != 0); // raw items follow the head
    }
    for (size_t type = 0; type < ITEM_TYPE_END; type++)
        seen[type] += has[type];
}

static void note_happenings(const reference *r)
{
    for (size_t i = 0; i < HAPPENINGS; i++)
        happened[i] += count_of(reference_events(r, NULL), happenings[i]);
    for (uint32_t node = 0; node < reference_node_count(r); node++) {
        const char *name = reference_node_type(r, node);
        item_type type = node_type_of(name, strlen(name));
        for (uint64_t agent = 0; agent < AGENTS; agent++)
            lived[type] += reference_node_is_live(r, agent, node);
    }
}

// ---- what the compiler states

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            *why = #condition;                                                                     \
            return false;                                                                          \
        }                                                                                          \
    } while (0)

// If the specification has no `draws`, no tick draws. Inits may still draw.
static bool draws_are_foretold(const gestalt_specification *spec, const reference *r,
                               const uint64_t streams[AGENTS])
{
    for (uint64_t agent = 0; agent < AGENTS && !spec->draws; agent++)
        if (reference_random_state(r, agent) != streams[agent])
            return false;
    return true;
}

// Count the live nodes without live nodes below them: the minimum that a list of live states holds.
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
    CHECK(strchr(reference_final_csv(r, NULL), '\n')[1] == '\0'); // only the header line
    return true;
}

static bool holds(generated *g, const char *text, size_t size, const char **why)
{
    *why = "it does not compile";
    gestalt_shape *shape = compile(g, text, size, false);
    if (!shape)
        return false;
    note_items(shape);
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

// Documents that do nothing find no bugs, so most must do something.
static void test_lively(void **state)
{
    (void)state;
    for (size_t i = 0; i < HAPPENINGS; i++) {
        print_message("%10" PRIu64 " %s\n", happened[i], happenings[i]);
        assert_true(happened[i] * 200 > agent_ticks);
    }
    for (item_type type = NODE_FIRST; type < NODE_TYPE_END; type++) {
        unsigned answers = node_answers(type, &(node_facts){.lasts = true});
        bool finishes = node_table[type].group == GROUP_LEAF && !(answers & ITEM_CAN_RUN);
        print_message("%10" PRIu64 " %s\n", lived[type], node_table[type].name);
        assert_true((lived[type] == 0) == finishes);
    }
}

// Every node type and every operation occurs in some document.
static void test_coverage(void **state)
{
    (void)state;
    for (item_type type = NODE_FIRST; type < ITEM_TYPE_END; type++) {
        if (!item_is_node(type) && !item_is_op(type))
            continue;
        const char *name =
            item_is_node(type) ? node_table[type].name : op_info_of(type)->enumerator;
        print_message("%10" PRIu64 " %s\n", seen[type], name);
        if (seen[type] * 200 < document_count)
            fail_msg("%s is in %" PRIu64 " of %" PRIu64 " documents: see generate.c", name,
                     seen[type], document_count);
    }
}

static void test_word_switches(void **state)
{
    (void)state;
    print_message("%" PRIu64 " switches over enums\n", word_switches);
    assert_true(word_switches * 20 > document_count);
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

// Return whether a document compiles and cancels a live action within ten ticks.
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
        bool plain = g->included_count == 0 && !strstr(g->text, "\"given\"");
        if (plain && cancels(g, g->text, g->size)) {
            char *small = shrink(g->text, g->size, cancels, g, 5000);
            found++;
            assert_true(cancels(g, small, strlen(small)));
            print_message("%zu bytes: %s\n", g->size, small);
            assert_true(strlen(small) < 800 && strlen(small) < g->size / 3);
            free(small);
        }
        generated_destroy(g);
    }
}

int main(int count, char **arguments)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_documents), cmocka_unit_test(test_lively),
        cmocka_unit_test(test_coverage),  cmocka_unit_test(test_word_switches),
        cmocka_unit_test(test_same_seed), cmocka_unit_test(test_shrink),
    };
    document_count = amount_of(2000, 4);
    if (count == 3) {
        first_seed = strtoull(arguments[1], NULL, 10);
        document_count = strtoull(arguments[2], NULL, 10);
    }
    return cmocka_run_group_tests_name("generate", tests, NULL, NULL);
}
