// SPDX-License-Identifier: MIT
// Floating-point environments that the host has changed: other rounding, subnormal numbers flushed
// to zero. Calls of the library return the same as always, and restore the host's environment.
#include "floats_check.h"
#include "snapshot_bytes.h"

#include <gestalt/gestalt.h>
#include <gestalt/recorder/recording.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "float_ways.h"

static const char document[] =
    "{\"gestalt\":1,\"blackboard\":{\"tiny\":{\"type\":\"float\",\"init\":\"1e-38 / 3.0\"},"
    "\"third\":{\"type\":\"float\",\"init\":\"1.0 / 3.0 + rand() / 7.0\"},"
    "\"all\":{\"type\":\"float\",\"init\":\"sin(0.1) + 2.0 / 3.0\",\"shared\":true}},"
    "\"root\":{\"type\":\"sequence\",\"children\":["
    "{\"type\":\"set\",\"key\":\"tiny\",\"to\":\"tiny * 0.7 + 1e-40\"},"
    "{\"type\":\"set\",\"key\":\"third\",\"to\":\"third * third + 0.1 / 3.0\"},"
    "{\"type\":\"wait\",\"seconds\":0.3}]}}";
static const char edited[] =
    "{\"gestalt\":1,\"blackboard\":{\"tiny\":{\"type\":\"float\",\"init\":\"1e-38 / 3.0\"},"
    "\"third\":\"int\",\"fresh\":{\"type\":\"float\",\"init\":\"tiny / 3.0 + time / 3.0\"}},"
    "\"root\":{\"type\":\"set\",\"key\":\"tiny\",\"to\":\"tiny * 0.7 + 1e-40\"}}";

typedef struct text {
    char bytes[1 << 16];
    size_t size;
} text;

static bool text_add(void *user, const char *bytes, size_t size)
{
    text *t = user;
    if (size > sizeof t->bytes - t->size)
        return false;
    memcpy(t->bytes + t->size, bytes, size);
    t->size += size;
    return true;
}

// All results with floats set up in one way.
typedef struct made {
    uint64_t shape, born, ticked, edited, loaded;
    text shown, saved, recorded;
} made;

static gestalt_result record(const way *w, text *to)
{
    static const gestalt_record_column columns[] = {
        {.name = "x", .coding = GESTALT_RECORD_RANGE, .low = -1, .high = 2},
        {.name = "y", .coding = GESTALT_RECORD_CYCLE, .low = 0, .high = 7}};
    static const gestalt_record_group group = {.name = "all"};
    const gestalt_record_description d = {.name = "a",
                                          .dimension = 2,
                                          .high = {2, 7},
                                          .dt = 1,
                                          .columns = columns,
                                          .column_count = 2,
                                          .groups = &group,
                                          .group_count = 1};
    static const float x[] = {0.123456f, 1e-40f, 1.99f}, y[] = {0.3f, 6.99999f, 3.3333f};
    static const uint64_t ids[] = {0, 1, 2};
    static const uint32_t groups[3];
    const gestalt_record_frame frame = {
        .step = 1, .count = 3, .ids = ids, .groups = groups, .columns = (const void *[]){x, y}};
    gestalt_recorder *r = NULL;
    WITH(w, gestalt_recorder_create(&d, (gestalt_writer){text_add, to}, NULL, &r, NULL));
    WITH(w, gestalt_recorder_frame(r, &frame, NULL));
    WITH(w, gestalt_recorder_finish(r, NULL));
    gestalt_recorder_destroy(r);
    return GESTALT_OK;
}

static void make_agents(const way *w, gestalt_shape *const shapes[2], made *m)
{
    gestalt_population_options options = {.group = {shapes[0], NULL, NULL}, .lanes = 8};
    gestalt_population *p = NULL;
    WITH(w, gestalt_population_create(&options, &p, NULL));
    WITH(w, gestalt_population_spawn(p, 0, 20, NULL, NULL));
    WITH(w, gestalt_population_hash(p, &m->born, NULL));
    for (int64_t tick = 0; tick < 5; tick++)
        WITH(w, gestalt_population_tick(p, tick * 100001, NULL));
    WITH(w, gestalt_population_begin(p, 600000, NULL));
    WITH(w, gestalt_actor_tick(p, 3, NULL));
    WITH(w, gestalt_actor_step_begin(p, 4, NULL));
    WITH(w, gestalt_actor_step_end(p, NULL));
    WITH(w, gestalt_population_end(p, NULL));
    WITH(w, gestalt_population_cancel(p, 5, NULL));
    WITH(w, gestalt_population_hash(p, &m->ticked, NULL));
    WITH(w, gestalt_population_save_to(p, (gestalt_writer){text_add, &m->saved}, NULL));
    WITH(w, gestalt_population_edit(p, &(gestalt_edit){.shape = shapes[1]}, NULL, NULL));
    WITH(w, gestalt_population_hash(p, &m->edited, NULL));
    const gestalt_load_options old = {.old_shapes = &options.group, .old_shape_count = 1};
    WITH(w, gestalt_population_load_memory_with(p, m->saved.bytes, m->saved.size, &old, NULL));
    WITH(w, gestalt_population_tick(p, 700000, NULL));
    WITH(w, gestalt_population_hash(p, &m->loaded, NULL));
    gestalt_population_destroy(p);
}

static void make(const way *w, made *m)
{
    gestalt_shape *shapes[2] = {NULL, NULL}, *loaded = NULL;
    size_t size;
    *m = (made){0};
    WITH(w, gestalt_compile_text("a", document, sizeof document - 1, NULL, &shapes[0], NULL, NULL));
    WITH(w, gestalt_compile_text("b", edited, sizeof edited - 1, NULL, &shapes[1], NULL, NULL));
    m->shape = gestalt_shape_hash(shapes[0]);
    const void *image = gestalt_shape_image(shapes[0], &size);
    WITH(w, gestalt_shape_load_memory(image, size, NULL, &loaded, NULL));
    WITH(w, gestalt_shape_show(loaded, GESTALT_SHOW_JSON, false,
                               (gestalt_writer){text_add, &m->shown}, NULL));
    WITH(w, gestalt_shape_write_c(loaded, NULL, (gestalt_writer){text_add, &m->shown}, NULL));
    make_agents(w, shapes, m);
    record(w, &m->recorded);
    gestalt_shape_destroy(loaded);
    gestalt_shape_destroy(shapes[0]);
    gestalt_shape_destroy(shapes[1]);
}

static const char *first_difference(const made *a, const made *b)
{
    return a->shape != b->shape                                 ? "the shape"
           : a->born != b->born                                 ? "agents that are spawned"
           : a->ticked != b->ticked                             ? "ticks"
           : a->edited != b->edited                             ? "an edit"
           : a->loaded != b->loaded                             ? "loading"
           : memcmp(&a->shown, &b->shown, sizeof a->shown) != 0 ? "what is shown"
           : memcmp(&a->saved, &b->saved, sizeof a->saved) != 0 ? "a snapshot"
                                                                : "a recording";
}

static void test_ways(void **state)
{
    (void)state;
    static made usual, other;
    make(&ways[0], &usual);
    assert_true(usual.saved.size > 0 && usual.recorded.size > 0);
    for (size_t i = 1; i < sizeof ways / sizeof *ways; i++) {
        make(&ways[i], &other);
        if (memcmp(&usual, &other, sizeof usual) != 0)
            fail_msg("%s: something else comes out: %s", ways[i].name,
                     first_difference(&usual, &other));
    }
}

static uint32_t compute_otherwise(void)
{
    return GESTALT_NATIVE_GOLDEN + 1;
}

GESTALT_NATIVE_CHECK(compute)

// A set of kernels with other results is refused. An environment that flushes gives another number
// than the golden one.
static void test_check(void **state)
{
    (void)state;
    gestalt_error error = {0};
    assert_int_equal(floats_check(compute, &error), GESTALT_OK);
    assert_int_equal(floats_check(compute_otherwise, &error), GESTALT_BAD_ARGUMENT);
    assert_non_null(strstr(error.message, "-ffp-contract=off"));
    for (size_t i = 1; i < sizeof ways / sizeof *ways; i++) {
        way_set(&ways[i]);
        uint32_t computed = compute();
        gestalt_result result = floats_check(compute, NULL);
        way_check(&ways[i], "floats_check");
        assert_int_equal(result, GESTALT_OK);
#ifdef __SSE2_MATH__
        assert_true(computed != GESTALT_NATIVE_GOLDEN);
#else
        (void)computed;
#endif
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_ways), cmocka_unit_test(test_check)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
