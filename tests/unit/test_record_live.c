// SPDX-License-Identifier: MIT
// What recordings hold of trees: at which node agents are, and what nodes are called.
#include "record_live.h"

#include <gestalt/gestalt.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

// Agents wait, those whose number 3 divides for a shorter time, and then stay.
static const char document[] =
    "{\"gestalt\":1,\"root\":{\"type\":\"sequence\",\"children\":["
    "{\"type\":\"decide\",\"name\":\"by number\",\"if\":\"agent % 3 == 0\","
    "\"then\":{\"type\":\"wait\",\"ticks\":1},\"else\":{\"type\":\"wait\",\"ticks\":2}},"
    "{\"type\":\"concurrent\",\"children\":[{\"type\":\"running\",\"name\":\"stay\"},"
    "{\"type\":\"wait\",\"ticks\":9}]}]}}";

static gestalt_shape *compile(const char *text)
{
    gestalt_shape *shape = NULL;
    gestalt_diagnostics *diagnostics = NULL;
    gestalt_compile_text("t.json", text, strlen(text), NULL, &shape, &diagnostics, NULL);
    gestalt_diagnostics_destroy(diagnostics);
    assert_non_null(shape);
    return shape;
}

static void test_labels(void **state)
{
    (void)state;
    gestalt_shape *shape = compile(document);
    arena a;
    arena_start(&a, (gestalt_allocator){0});
    if (setjmp(a.escape))
        fail_msg("out of memory");
    const char *const expected[] = {"sequence",   "by number", "wait 1 tick", "wait 2 ticks",
                                    "concurrent", "stay",      "wait 9 ticks"};
    const char *const *labels = record_labels(&a, shape);
    assert_int_equal(gestalt_shape_specification(shape)->node_count, 7);
    for (uint32_t i = 0; i < 7; i++)
        assert_string_equal(labels[i], expected[i]);
    arena_destroy(&a);
    gestalt_shape_destroy(shape);
}

static void expect_nodes(gestalt_population *p, const gestalt_shape *shape, uint32_t of_threes,
                         uint32_t of_others)
{
    uint64_t ids[] = {0, 1, 2, 3, 4};
    uint32_t groups[5] = {0}, nodes[5] = {0};
    const record_frame who = {.count = 5, .ids = ids, .groups = groups};
    assert_int_equal(record_live_nodes(p, &shape, 1, &who, NULL, nodes, NULL), GESTALT_OK);
    for (uint32_t i = 0; i < 5; i++)
        assert_int_equal(nodes[i], i % 3 == 0 ? of_threes : of_others);
}

static void test_live_nodes(void **state)
{
    (void)state;
    gestalt_shape *shape = compile(document);
    for (uint32_t lanes = 1; lanes <= 64; lanes += 21) {
        gestalt_population *p;
        gestalt_population_options options = {.group = {shape, NULL}, .lanes = lanes};
        assert_int_equal(gestalt_population_create(&options, &p, NULL), GESTALT_OK);
        assert_int_equal(gestalt_population_spawn(p, 0, 5, NULL, NULL), GESTALT_OK);
        const uint32_t expected[][2] = {{RECORD_NO_NODE, RECORD_NO_NODE}, {2, 3}, {5, 3}, {5, 5}};
        for (uint32_t tick = 0; tick < 4; tick++) {
            expect_nodes(p, shape, expected[tick][0], expected[tick][1]);
            assert_int_equal(gestalt_population_tick(p, tick, NULL), GESTALT_OK);
        }
        uint64_t gone = 77;
        uint32_t group = 0, node;
        gestalt_error error = {0};
        const record_frame who = {.count = 1, .ids = &gone, .groups = &group};
        const gestalt_shape *shapes[] = {shape};
        assert_int_equal(record_live_nodes(p, shapes, 1, &who, NULL, &node, &error),
                         GESTALT_BAD_ARGUMENT);
        gestalt_population_destroy(p);
    }
    gestalt_shape_destroy(shape);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_labels),
        cmocka_unit_test(test_live_nodes),
    };
    return cmocka_run_group_tests_name("record_live", tests, NULL, NULL);
}
