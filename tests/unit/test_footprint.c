// SPDX-License-Identifier: MIT
// The bytes per agent that are told beforehand are those that a large population takes.
#include "footprint.h"

#include <gestalt/gestalt.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define LEAF "{\"type\":\"wait\",\"seconds\":1}"

static const char *const documents[] = {
    "{\"gestalt\":1,\"root\":{\"type\":\"success\"}}",
    "{\"gestalt\":1,\"blackboard\":{\"a\":\"float\",\"b\":\"vec2\",\"c\":\"bool\",\"d\":\"bool\"},"
    "\"root\":{\"type\":\"success\"}}",
    "{\"gestalt\":1,\"root\":{\"type\":\"parallel\",\"children\":[" LEAF "," LEAF "," LEAF "]}}",
    "{\"gestalt\":1,\"root\":{\"type\":\"repeat\",\"count\":9,\"child\":{\"type\":\"once\","
    "\"child\":" LEAF "}}}",
    "{\"gestalt\":1,\"blackboard\":{\"x\":\"float\"},\"root\":{\"type\":\"set\",\"key\":\"x\","
    "\"to\":\"rand()\"}}"};

static void compare(const gestalt_shape *shape, uint32_t lanes, const char *document)
{
    enum { AGENTS = 64 * 400 };
    gestalt_population_options options = {
        .group = {shape, NULL}, .lanes = lanes, .never_sleeps = true};
    gestalt_population *p = NULL;
    footprint told;
    size_t board, empty, bytes;
    assert_int_equal(gestalt_population_create(&options, &p, NULL), GESTALT_OK);
    empty = gestalt_population_bytes(p, NULL);
    assert_int_equal(gestalt_population_spawn(p, 0, AGENTS, NULL, NULL), GESTALT_OK);
    bytes = gestalt_population_bytes(p, &board) - empty;
    assert_int_equal(footprint_of(shape, lanes, &told), GESTALT_OK);
    double more = (double)(bytes - board) / AGENTS - told.engine;
    if (told.blackboard * AGENTS != (double)board || more < 0 || more > 0.7)
        fail_msg("%s, %u lanes: told %g + %g, %g bytes more", document, (unsigned)lanes,
                 told.engine, told.blackboard, more);
    gestalt_population_destroy(p);
}

// Pages, runs of ids, and what is left of the last page come on top.
static void test_told_and_taken(void **state)
{
    (void)state;
    static const uint32_t lanes[] = {1, 2, 16, 64};
    for (size_t i = 0; i < sizeof documents / sizeof *documents; i++) {
        gestalt_shape *shape = NULL;
        gestalt_diagnostics *diagnostics = NULL;
        gestalt_compile_text("test.json", documents[i], strlen(documents[i]), NULL, &shape,
                             &diagnostics, NULL);
        gestalt_diagnostics_destroy(diagnostics);
        if (!shape)
            fail_msg("%s does not compile", documents[i]);
        for (size_t k = 0; k < sizeof lanes / sizeof *lanes; k++)
            compare(shape, lanes[k], documents[i]);
        gestalt_shape_destroy(shape);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_told_and_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
