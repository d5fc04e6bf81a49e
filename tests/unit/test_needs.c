// SPDX-License-Identifier: MIT
// The memory that is reported for a shape is the memory that is allocated for it.
#include "counting.h"
#include "population_state.h"

#include <gestalt/gestalt.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define LEAF  "{\"type\":\"wait\",\"seconds\":1}"
#define START "{\"gestalt\":1,"

static const char *const documents[] = {
    START "\"root\":{\"type\":\"success\"}}",
    START
    "\"blackboard\":{\"a\":\"float\",\"b\":\"int\"},\"root\":{\"type\":\"sequence\",\"children\":["
    "\"a * 2 + 3 < 4 * a - b\",{\"type\":\"set\",\"key\":\"a\",\"to\":\"a + 1 + b * 2\"}," LEAF
    "]}}",
    START "\"root\":{\"type\":\"parallel\",\"children\":[" LEAF "," LEAF
          ",{\"type\":\"sequence\",\"order\":\"random\",\"children\":[" LEAF "," LEAF "]}]}}",
    START "\"root\":{\"type\":\"concurrent\",\"children\":[{\"type\":\"once\",\"child\":" LEAF
          "},{\"type\":\"cooldown\",\"seconds\":1,\"child\":" LEAF "}]}}",
    START "\"blackboard\":{\"a\":\"float\"},\"root\":{\"type\":\"selector\",\"children\":["
          "{\"type\":\"action\",\"do\":\"act\",\"args\":{\"x\":\"a * 2\"}},"
          "{\"type\":\"deferred\",\"do\":\"go\",\"args\":{\"x\":\"a + 1\"}}]}}",
};
enum { DOCUMENT_COUNT = sizeof documents / sizeof *documents };

static gestalt_shape *compile(const char *text)
{
    gestalt_shape *shape = NULL;
    gestalt_diagnostics *diagnostics = NULL;
    gestalt_compile_text("test.json", text, strlen(text), NULL, &shape, &diagnostics, NULL);
    gestalt_diagnostics_destroy(diagnostics);
    if (!shape)
        fail_msg("%s does not compile", text);
    return shape;
}

static void act(gestalt_call *call)
{
    call->succeeded = call->lanes;
}

// A host. Its function `act` uses a key itself.
static gestalt_host *make_host(void)
{
    static const gestalt_parameter x = {"x", GESTALT_FLOAT, false};
    static const gestalt_parameter a = {"a", GESTALT_FLOAT, false};
    gestalt_host *host = NULL;
    gestalt_function function = {.name = "act",
                                 .kind = GESTALT_IMMEDIATE,
                                 .batch = act,
                                 .arguments = &x,
                                 .argument_count = 1,
                                 .keys = &a,
                                 .key_count = 1};
    assert_int_equal(gestalt_host_create(NULL, &host, NULL), GESTALT_OK);
    assert_int_equal(gestalt_host_add(host, &function, NULL), GESTALT_OK);
    function = (gestalt_function){
        .name = "go", .kind = GESTALT_DEFERRED, .arguments = &x, .argument_count = 1};
    assert_int_equal(gestalt_host_add(host, &function, NULL), GESTALT_OK);
    return host;
}

// ---- what populations allocate

static size_t bytes_with_threads(gestalt_population_options options, uint32_t threads)
{
    gestalt_population *p = NULL;
    options.threads = threads;
    assert_int_equal(gestalt_population_create(&options, &p, NULL), GESTALT_OK);
    size_t bytes = gestalt_population_bytes(p, NULL);
    gestalt_population_destroy(p);
    return bytes;
}

// An additional thread needs scratch memory, and memory in the pool and in the list of errors.
static size_t scratch_of(const gestalt_population_options *options, size_t of_pool)
{
    return bytes_with_threads(*options, 3) - bytes_with_threads(*options, 2) - of_pool;
}

// Return how many bytes linking again allocates.
static size_t linked_of(const group *g, const kernels *k)
{
    counting c = {0};
    gestalt_allocator allocator = counting_allocator(&c);
    linked *l = linked_create(g->plan, g->bound, &g->layout, k, &allocator);
    assert_non_null(l);
    size_t bytes = c.live_bytes;
    linked_destroy(l, &allocator);
    assert_int_equal(c.live_bytes, 0);
    return bytes;
}

static size_t pool_step(void)
{
    gestalt_allocator allocator;
    counting c = {0};
    size_t bytes[2];
    allocator = counting_allocator(&c);
    for (uint32_t i = 0; i < 2; i++) {
        pool *p = pool_create(i + 2, POOL_STACK_DEFAULT, &allocator);
        assert_non_null(p);
        bytes[i] = c.live_bytes;
        pool_destroy(p);
    }
    return bytes[1] - bytes[0];
}

static void compare(const gestalt_shape *shape, const gestalt_host *host, uint32_t lanes)
{
    gestalt_population_options options = {.group = {shape, host}, .lanes = lanes};
    gestalt_needs needs;
    gestalt_population *p = NULL;
    size_t more = pool_step() + sizeof(interp *) + sizeof(tick_error), most = 0;
    assert_int_equal(gestalt_shape_needs(shape, host, lanes, &needs, NULL), GESTALT_OK);
    assert_int_equal(needs.scratch_size, scratch_of(&options, more));
    assert_int_equal(gestalt_population_create(&options, &p, NULL), GESTALT_OK);
    for (size_t i = 0; kernels_all[i]; i++) {
        size_t bytes = linked_of(&p->groups[0], kernels_all[i]);
        most = bytes > most ? bytes : most;
    }
    gestalt_population_destroy(p);
    assert_int_equal(needs.linked_size, most);
    assert_int_equal(needs.guards, gestalt_shape_specification(shape)->guard_depth);
    assert_int_equal(needs.visits, gestalt_shape_specification(shape)->visit_bound);
    assert_int_equal(needs.stack_size, GESTALT_STACK_NEEDED);
}

static void test_told_and_taken(void **state)
{
    (void)state;
    static const uint32_t lanes[] = {1, 2, 17, 64};
    gestalt_host *host = make_host();
    for (size_t i = 0; i < DOCUMENT_COUNT; i++) {
        gestalt_shape *shape = compile(documents[i]);
        for (size_t k = 0; k < sizeof lanes / sizeof *lanes; k++)
            compare(shape, host, lanes[k]);
        gestalt_shape_destroy(shape);
    }
    gestalt_host_destroy(host);
}

// Without a host, only the keys of host functions are missing.
static void test_without_host(void **state)
{
    (void)state;
    gestalt_host *host = make_host();
    gestalt_shape *shape = compile(documents[DOCUMENT_COUNT - 1]);
    gestalt_needs with, without;
    assert_int_equal(gestalt_shape_needs(shape, host, 0, &with, NULL), GESTALT_OK);
    assert_int_equal(gestalt_shape_needs(shape, NULL, 0, &without, NULL), GESTALT_OK);
    assert_int_equal(with.linked_size,
                     without.linked_size + (sizeof(gestalt_key_place) + 7) / 8 * 8);
    assert_true(with.scratch_size > without.scratch_size);
    gestalt_shape_destroy(shape);
    gestalt_host_destroy(host);
}

static void test_what_does_not_fit(void **state)
{
    (void)state;
    gestalt_host *empty = NULL;
    gestalt_shape *shape = compile(documents[DOCUMENT_COUNT - 1]);
    gestalt_needs needs;
    gestalt_error error;
    assert_int_equal(gestalt_host_create(NULL, &empty, NULL), GESTALT_OK);
    assert_int_equal(gestalt_shape_needs(shape, empty, 0, &needs, &error), GESTALT_BAD_ARGUMENT);
    assert_non_null(strstr(error.message, "does not fit"));
    assert_int_equal(gestalt_shape_needs(shape, NULL, 65, &needs, &error), GESTALT_BAD_ARGUMENT);
    assert_non_null(strstr(error.message, "lanes"));
    gestalt_shape_destroy(shape);
    gestalt_host_destroy(empty);
}

static gestalt_result trial(void *user, counting *c)
{
    (void)c;
    gestalt_needs needs;
    return gestalt_shape_needs(user, NULL, 64, &needs, NULL);
}

static void test_no_memory(void **state)
{
    (void)state;
    counting c = {0};
    gestalt_allocator allocator = counting_allocator(&c);
    gestalt_shape *shape = compile(documents[DOCUMENT_COUNT - 1]), *copy = NULL;
    size_t size;
    const void *image = gestalt_shape_image(shape, &size);
    assert_int_equal(gestalt_shape_load_memory(image, size, &allocator, &copy, NULL), GESTALT_OK);
    counting_fail_each(trial, copy, "needs", &c, GESTALT_OK);
    gestalt_shape_destroy(copy);
    gestalt_shape_destroy(shape);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_told_and_taken),
        cmocka_unit_test(test_without_host),
        cmocka_unit_test(test_what_does_not_fit),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
