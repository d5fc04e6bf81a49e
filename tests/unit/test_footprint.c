// SPDX-License-Identifier: MIT
// The predicted bytes per agent are those that a large population uses.
#include "footprint.h"

#include <gestalt/gestalt.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
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
    "\"to\":\"rand()\"}}",
    "{\"gestalt\":1,\"root\":" LEAF "}",
    "{\"gestalt\":1,\"root\":{\"type\":\"wait\",\"ticks\":9}}",
    "{\"gestalt\":1,\"root\":{\"type\":\"parallel\",\"children\":[" LEAF ","
    "{\"type\":\"wait\",\"ticks\":9}]}}",
    "{\"gestalt\":1,\"root\":{\"type\":\"deferred\",\"do\":\"go\"}}"};

static const char *const sleepless[] = {"success", "set"}; // roots of trees that never sleep

static gestalt_host *host_of(void)
{
    static const gestalt_function go = {.name = "go", .kind = GESTALT_DEFERRED};
    gestalt_host *host;
    assert_int_equal(gestalt_host_create(NULL, &host, NULL), GESTALT_OK);
    assert_int_equal(gestalt_host_add(host, &go, NULL), GESTALT_OK);
    return host;
}

// Compare with a population whose agents sleep, or never do.
static void compare(const gestalt_shape *shape, uint32_t lanes, bool never_sleeps,
                    const char *document)
{
    enum { AGENTS = 64 * 400 };
    gestalt_host *host = host_of();
    gestalt_population_options options = {
        .group = {shape, host}, .lanes = lanes, .never_sleeps = never_sleeps};
    gestalt_population *p = NULL;
    footprint told;
    size_t board, empty, bytes;
    assert_int_equal(gestalt_population_create(&options, &p, NULL), GESTALT_OK);
    empty = gestalt_population_bytes(p, NULL);
    assert_int_equal(gestalt_population_spawn(p, 0, AGENTS, NULL, NULL), GESTALT_OK);
    bytes = gestalt_population_bytes(p, &board) - empty;
    assert_int_equal(footprint_of(shape, lanes, &told), GESTALT_OK);
    double engine = told.engine - (never_sleeps ? told.sleep : 0);
    double more = (double)(bytes - board) / AGENTS - engine;
    if (told.blackboard * AGENTS != (double)board || more < 0 || more > 0.9)
        fail_msg("%s, %u lanes%s: told %g + %g, %g bytes more", document, (unsigned)lanes,
                 never_sleeps ? ", awake" : "", engine, told.blackboard, more);
    gestalt_states_choice states;
    assert_int_equal(gestalt_population_states(p, 0, &states, NULL), GESTALT_OK);
    assert_memory_equal(&states, &told.states, sizeof states);
    gestalt_population_destroy(p);
    gestalt_host_destroy(host);
}

// Return whether agents of a document can sleep, so that the bytes for sleep are not 0.
static bool document_sleeps(const char *document)
{
    for (size_t i = 0; i < sizeof sleepless / sizeof *sleepless; i++) {
        char root[64];
        snprintf(root, sizeof root, "\"root\":{\"type\":\"%s\"", sleepless[i]);
        if (strstr(document, root))
            return false;
    }
    return true;
}

// Pages, runs of ids, entries in the wheels of clocks, and the rest of the last page are not part
// of the prediction.
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
        for (size_t k = 0; k < sizeof lanes / sizeof *lanes; k++) {
            footprint told;
            assert_int_equal(footprint_of(shape, lanes[k], &told), GESTALT_OK);
            if ((told.sleep > 0) != document_sleeps(documents[i]))
                fail_msg("%s: sleep takes %g bytes", documents[i], told.sleep);
            compare(shape, lanes[k], false, documents[i]);
            compare(shape, lanes[k], true, documents[i]);
        }
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
