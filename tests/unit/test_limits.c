// SPDX-License-Identifier: MIT
// Limits that programs set: of shapes, images, hosts, populations and snapshots.
#include <gestalt/gestalt.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define OK(call) assert_int_equal((call), GESTALT_OK)

static const char loops[] =
    "{\"gestalt\":1,\"blackboard\":{\"a\":\"vec3\",\"b\":\"bool\"},\"root\":{\"type\":\"repeat\","
    "\"per_tick\":5000,"
    "\"child\":{\"type\":\"repeat\",\"per_tick\":5000,\"child\":\"a.x > 1 && b\"}}}";
static const char leaf[] = "{\"gestalt\":1,\"root\":\"tick > 1\"}";

static gestalt_shape *compile(const char *text)
{
    gestalt_shape *shape = NULL;
    OK(gestalt_compile_text("t.json", text, strlen(text), NULL, &shape, NULL, NULL));
    return shape;
}

static void assert_says(const gestalt_error *error, const char *words)
{
    assert_int_equal(error->result, GESTALT_LIMIT);
    if (!strstr(error->message, words))
        fail_msg("`%s` does not say `%s`", error->message, words);
}

// Programs built with an older header have a shorter struct, and those with a newer one a longer
// struct.
static void test_sizes(void **state)
{
    (void)state;
    struct {
        gestalt_limits limits;
        uint64_t more;
    } long_one = {.more = 7};
    gestalt_limits_default(&long_one.limits, sizeof long_one);
    assert_int_equal(long_one.more, 0);
    assert_int_equal(long_one.limits.visits, 10000000);
    assert_int_equal(long_one.limits.struct_size, sizeof long_one);
    gestalt_limits short_one;
    memset(&short_one, 0x55, sizeof short_one);
    gestalt_limits_untrusted(&short_one, offsetof(gestalt_limits, nesting));
    assert_int_equal(short_one.struct_size, offsetof(gestalt_limits, nesting));
    assert_int_equal(short_one.bytes, 4 << 20);
    assert_int_equal(short_one.nesting, UINT64_C(0x5555555555555555));
    gestalt_shape *shape = compile(leaf);
    OK(gestalt_shape_within(shape, &short_one, NULL));
    OK(gestalt_shape_within(shape, &long_one.limits, NULL));
    gestalt_shape_destroy(shape);
}

// Each limit, exactly reached and exceeded by one.
static void test_shape(void **state)
{
    (void)state;
    gestalt_shape *shape = compile(loops);
    const gestalt_specification *s = gestalt_shape_specification(shape);
    const struct {
        size_t member;
        uint64_t edge;
        const char *words;
    } rows[] = {
        {offsetof(gestalt_limits, nodes), s->node_count, "3 nodes"},
        {offsetof(gestalt_limits, items), s->item_count, "items"},
        {offsetof(gestalt_limits, depth), 3, "3 nodes from the root"},
        {offsetof(gestalt_limits, keys), 4, "4 columns"},
        {offsetof(gestalt_limits, visits), 25005000, "25005000 leaf visits"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        gestalt_limits limits;
        gestalt_error error = {0};
        gestalt_limits_default(&limits, sizeof limits);
        limits.visits = UINT64_MAX;
        memcpy((char *)&limits + rows[i].member, &rows[i].edge, sizeof rows[i].edge);
        OK(gestalt_shape_within(shape, &limits, NULL));
        uint64_t below = rows[i].edge - 1;
        memcpy((char *)&limits + rows[i].member, &below, sizeof below);
        assert_int_equal(gestalt_shape_within(shape, &limits, &error), GESTALT_LIMIT);
        assert_says(&error, rows[i].words);
        size_t size;
        gestalt_shape *loaded = NULL;
        const void *image = gestalt_shape_image(shape, &size);
        assert_int_equal(
            gestalt_shape_load_memory_within(image, size, &limits, NULL, &loaded, &error),
            GESTALT_LIMIT);
        assert_null(loaded);
        assert_says(&error, rows[i].words);
    }
    gestalt_shape_destroy(shape);
}

static void test_bytes(void **state)
{
    (void)state;
    gestalt_shape *shape = compile(leaf), *loaded = NULL;
    gestalt_limits limits;
    gestalt_error error = {0};
    size_t size;
    const void *image = gestalt_shape_image(shape, &size);
    gestalt_limits_untrusted(&limits, sizeof limits);
    limits.bytes = size;
    OK(gestalt_shape_load_memory_within(image, size, &limits, NULL, &loaded, NULL));
    gestalt_shape_destroy(loaded);
    limits.bytes = size - 1;
    assert_int_equal(gestalt_shape_load_memory_within(image, size, &limits, NULL, &loaded, &error),
                     GESTALT_LIMIT);
    assert_says(&error, "bytes, more than the limit");
    gestalt_compile_options options = {.size_limit = 1000};
    gestalt_limits_compile(&limits, &options);
    assert_int_equal(options.size_limit, size < 1001 ? size - 1 : 1000);
    assert_int_equal(options.depth_limit, 64);
    assert_int_equal(options.node_budget, 10000);
    gestalt_shape_destroy(shape);
}

static gestalt_result create(gestalt_shape *shape, gestalt_host *host, gestalt_population **p,
                             gestalt_error *error)
{
    const gestalt_population_options options = {.group = {shape, host, NULL}};
    return gestalt_population_create(&options, p, error);
}

// A tick that could take hours is refused when the shape is bound, with a host and without.
static void test_visits(void **state)
{
    (void)state;
    gestalt_shape *shape = compile(loops);
    gestalt_host *host;
    gestalt_population *p = NULL;
    gestalt_error error = {0};
    OK(gestalt_host_create(NULL, &host, NULL));
    assert_int_equal(create(shape, NULL, &p, &error), GESTALT_LIMIT);
    assert_says(&error, "25005000 leaf visits, more than the limit of 10000000");
    assert_says(&error, "gestalt_host_set_limits");
    assert_int_equal(create(shape, host, &p, &error), GESTALT_LIMIT);
    gestalt_limits limits;
    gestalt_limits_default(&limits, sizeof limits);
    limits.visits = 25005000;
    gestalt_host_set_limits(host, &limits);
    OK(create(shape, host, &p, NULL));
    gestalt_population_destroy(p);
    gestalt_host_destroy(host);
    gestalt_shape_destroy(shape);
}

static void test_agents(void **state)
{
    (void)state;
    gestalt_shape *shape = compile(leaf);
    gestalt_host *host, *usual;
    gestalt_population *p = NULL, *q = NULL;
    gestalt_error error = {0};
    gestalt_limits limits;
    OK(gestalt_host_create(NULL, &host, NULL));
    OK(gestalt_host_create(NULL, &usual, NULL));
    gestalt_limits_untrusted(&limits, sizeof limits);
    limits.agents = 100;
    gestalt_host_set_limits(host, &limits);
    OK(create(shape, host, &p, NULL));
    OK(gestalt_population_spawn(p, 0, 60, NULL, NULL));
    assert_int_equal(gestalt_population_spawn(p, 0, 41, NULL, &error), GESTALT_LIMIT);
    assert_says(&error, "more agents than the limit of 100");
    OK(gestalt_population_spawn(p, 0, 40, NULL, NULL));
    OK(gestalt_population_compact(p, NULL));
    assert_int_equal(gestalt_population_spawn(p, 0, 1, NULL, &error), GESTALT_LIMIT);
    // A snapshot with one agent more.
    OK(create(shape, usual, &q, NULL));
    OK(gestalt_population_spawn(q, 0, 101, NULL, NULL));
    OK(gestalt_population_save(q, "limits.gss", NULL));
    assert_int_equal(gestalt_population_load(p, "limits.gss", &error), GESTALT_LIMIT);
    assert_int_equal(gestalt_population_count(p), 100);
    OK(gestalt_population_despawn(q, 0, NULL));
    OK(gestalt_population_save(q, "limits.gss", NULL));
    OK(gestalt_population_load(p, "limits.gss", &error));
    assert_int_equal(remove("limits.gss"), 0);
    gestalt_population_destroy(p);
    gestalt_population_destroy(q);
    gestalt_host_destroy(host);
    gestalt_host_destroy(usual);
    gestalt_shape_destroy(shape);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes),  cmocka_unit_test(test_shape),  cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_visits), cmocka_unit_test(test_agents),
    };
    return cmocka_run_group_tests_name("limits", tests, NULL, NULL);
}
