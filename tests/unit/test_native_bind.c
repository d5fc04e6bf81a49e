// SPDX-License-Identifier: MIT
// Native code that does not fit is refused with a message, and generated code with hostile names is
// valid C.
#include "identity.h"
#include "memory.h"
#include "plan.h"

#include <gestalt/compiler.h>
#include <gestalt/edit.h>
#include <gestalt/inspect.h>
#include <gestalt/native.h>
#include <gestalt/population.h>
#include <gestalt/watch.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static gestalt_shape *compile(const char *text)
{
    gestalt_shape *shape = NULL;
    gestalt_compile_text("test.json", text, strlen(text), NULL, &shape, NULL, NULL);
    assert_non_null(shape);
    return shape;
}

static const char document[] =
    "{\"gestalt\":1,\"name\":\"tree\",\"root\":{\"type\":\"wait\",\"ticks\":2}}";

GESTALT_NATIVE_CHECK(good_check)

static uint32_t bad_check(void)
{
    return 1;
}

static void refuses(gestalt_native native, const char *sentence)
{
    gestalt_shape *shape = compile(document);
    gestalt_population *population = NULL;
    gestalt_error error = {0};
    if (native.shape == 0)
        native.shape = shape_identity(shape);
    gestalt_population_options options = {.group = {.shape = shape, .native = &native}};
    assert_int_equal(gestalt_population_create(&options, &population, &error),
                     GESTALT_BAD_ARGUMENT);
    assert_null(population);
    if (!strstr(error.message, sentence))
        fail_msg("%s", error.message);

    // An edit that is refused leaves the group unchanged.
    options.group.native = NULL;
    assert_int_equal(gestalt_population_create(&options, &population, &error), GESTALT_OK);
    gestalt_edit edit = {.shape = shape, .native = &native};
    assert_int_equal(gestalt_population_edit(population, &edit, NULL, &error),
                     GESTALT_BAD_ARGUMENT);
    assert_non_null(strstr(error.message, sentence));
    assert_int_equal(gestalt_population_spawn(population, 0, 3, NULL, NULL), GESTALT_OK);
    assert_int_equal(gestalt_population_tick(population, 0, NULL), GESTALT_OK);
    gestalt_population_destroy(population);
    gestalt_shape_destroy(shape);
}

static void test_refused(void **state)
{
    static const gestalt_native_form other = {.plan = 1};
    const gestalt_native fine = {.version = GESTALT_NATIVE_VERSION,
                                 .name = "tree",
                                 .instructions = "plain",
                                 .check = good_check,
                                 .forms = &other,
                                 .form_count = 1};
    gestalt_native native = fine;
    (void)state;
    native.version++;
    refuses(native, "another version");
    native = fine;
    native.shape = 5;
    refuses(native, "is for the shape 0000000000000005");
    native = fine;
    native.instructions = "abacus";
    refuses(native, "which this machine lacks");
    native = fine;
    native.check = bad_check;
    refuses(native, "computes other floats");
    refuses(fine, "stores states differently");
}

// ---- which code ticks

static uint32_t ran;

static gestalt_native_answer run_counted(gestalt_native_tick *t, const gestalt_native_layout *at,
                                         uint64_t lanes)
{
    (void)t, (void)at;
    ran++;
    return (gestalt_native_answer){lanes, 0};
}

static void log_nothing(void *user, uint64_t agent, uint32_t node, gestalt_log_phase phase)
{
    (void)user, (void)agent, (void)node, (void)phase;
}

static void ticks_by(gestalt_population *population, int64_t now, uint32_t calls)
{
    ran = 0;
    assert_int_equal(gestalt_population_tick(population, now, NULL), GESTALT_OK);
    assert_int_equal(ran, calls);
}

// Native code ticks all blocks but those with watched agents, and groups whose nodes are not
// counted.
static void check_watched(gestalt_population *population)
{
    const gestalt_watch_options options = {.population = population, .hooks = {.log = log_nothing}};
    const uint64_t agents[] = {70, 71, 150};
    gestalt_watch *watch;
    assert_int_equal(gestalt_population_spawn(population, 0, 197, NULL, NULL), GESTALT_OK);
    ticks_by(population, 3, 4);
    assert_int_equal(gestalt_watch_create(&options, &watch, NULL), GESTALT_OK);
    ticks_by(population, 3, 4);
    assert_int_equal(gestalt_watch_add(watch, agents, 3, NULL), GESTALT_OK);
    ticks_by(population, 3, 2);
    assert_int_equal(gestalt_watch_remove(watch, agents, 2, NULL), GESTALT_OK);
    ticks_by(population, 3, 3);
    assert_int_equal(gestalt_watch_add_group(watch, 0, NULL), GESTALT_OK);
    ticks_by(population, 3, 0);
    gestalt_watch_destroy(watch);
    ticks_by(population, 3, 4);
    assert_int_equal(gestalt_population_count_group(population, 0, true, NULL), GESTALT_OK);
    ticks_by(population, 3, 0);
    assert_int_equal(gestalt_population_count_group(population, 0, false, NULL), GESTALT_OK);
    for (uint64_t agent = 3; agent < 200; agent++)
        assert_int_equal(gestalt_population_despawn(population, agent, NULL), GESTALT_OK);
    assert_int_equal(gestalt_population_compact(population, NULL), GESTALT_OK);
    ticks_by(population, 3, 1);
}

// A group switches between its native code and the interpreter, which runs the ticks with hooks.
static void test_set(void **state)
{
    static const gestalt_native_layout none = {0};
    gestalt_shape *shape = compile(document);
    gestalt_population *population = NULL;
    gestalt_error error = {0};
    gestalt_allocator allocator = memory_allocator(NULL);
    plan *p = plan_create(shape, &allocator);
    const gestalt_native_form form = {.plan = plan_identity(p),
                                      .full = &none,
                                      .lone = &none,
                                      .run_full = run_counted,
                                      .run_lone = run_counted,
                                      .run_any = run_counted};
    gestalt_native native = {.version = GESTALT_NATIVE_VERSION,
                             .shape = shape_identity(shape),
                             .name = "tree",
                             .instructions = "plain",
                             .check = good_check,
                             .forms = &form,
                             .form_count = 1};
    gestalt_population_options options = {.group = {.shape = shape}, .never_sleeps = true};
    (void)state;
    plan_destroy(p, &allocator);
    assert_int_equal(gestalt_population_create(&options, &population, &error), GESTALT_OK);
    assert_int_equal(gestalt_population_spawn(population, 0, 3, NULL, NULL), GESTALT_OK);
    size_t bytes = gestalt_population_bytes(population, NULL);
    ticks_by(population, 0, 0);
    assert_int_equal(gestalt_population_set_native(population, 0, &native, &error), GESTALT_OK);
    assert_int_equal(gestalt_population_bytes(population, NULL), bytes);
    ticks_by(population, 1, 1);
    const gestalt_hooks hooks = {.log = log_nothing};
    gestalt_population_hooks(population, &hooks);
    ticks_by(population, 2, 0);
    gestalt_population_hooks(population, NULL);
    ticks_by(population, 3, 1);
    check_watched(population);

    // Code that does not fit changes nothing.
    gestalt_native other = native;
    other.shape++;
    assert_int_equal(gestalt_population_set_native(population, 0, &other, &error),
                     GESTALT_BAD_ARGUMENT);
    assert_non_null(strstr(error.message, "is for the shape"));
    assert_int_equal(gestalt_population_set_native(population, 1, &native, &error),
                     GESTALT_BAD_ARGUMENT);
    assert_string_equal(error.message, "there is no group 1");
    ticks_by(population, 4, 1);
    assert_int_equal(gestalt_population_set_native(population, 0, NULL, &error), GESTALT_OK);
    ticks_by(population, 5, 0);

    // So does a group that is added.
    const gestalt_group group = {.shape = shape, .native = &native};
    const gestalt_group bad = {.shape = shape, .native = &other};
    uint64_t first;
    assert_int_equal(gestalt_population_add_group(population, &bad, NULL, &error),
                     GESTALT_BAD_ARGUMENT);
    assert_int_equal(gestalt_population_add_group(population, &group, NULL, &error), GESTALT_OK);
    assert_int_equal(gestalt_population_spawn(population, 1, 1, &first, NULL), GESTALT_OK);
    ticks_by(population, 6, 1);
    assert_int_equal(gestalt_population_despawn(population, first, NULL), GESTALT_OK);
    assert_int_equal(gestalt_population_remove_group(population, 1, &error), GESTALT_OK);
    ticks_by(population, 7, 0);
    gestalt_population_destroy(population);
    gestalt_shape_destroy(shape);
}

// ---- generated code

typedef struct written {
    char *text;
    size_t size, capacity;
} written;

static bool keep(void *user, const char *text, size_t size)
{
    written *w = user;
    if (w->size + size + 1 > w->capacity) {
        w->capacity = 2 * (w->size + size + 1);
        w->text = realloc(w->text, w->capacity);
        assert_non_null(w->text);
    }
    memcpy(w->text + w->size, text, size);
    w->size += size;
    w->text[w->size] = 0;
    return true;
}

// Trees with more nodes than the limit are refused, and nothing is written.
static void test_too_large(void **state)
{
    (void)state;
    char text[32 * (GESTALT_NATIVE_NODES + 8)];
    gestalt_error error = {0};
    gestalt_c_options options = {0};
    size_t size = (size_t)sprintf(text, "{\"gestalt\":1,\"root\":{\"type\":\"sequence\","
                                        "\"children\":[{\"type\":\"success\"}");
    for (int i = 2; i < GESTALT_NATIVE_NODES + 1; i++)
        size += (size_t)sprintf(text + size, ",{\"type\":\"success\"}");
    sprintf(text + size, "]}}");
    gestalt_shape *shape = compile(text);
    written w = {0};
    gestalt_writer writer = {keep, &w};
    assert_int_equal(gestalt_shape_specification(shape)->node_count, GESTALT_NATIVE_NODES + 1);
    assert_int_equal(gestalt_shape_write_c(shape, &options, writer, &error), GESTALT_LIMIT);
    assert_string_equal(error.message,
                        "the tree has 501 nodes, more than the limit of 500 for native code");
    assert_int_equal(gestalt_shape_write_c(shape, NULL, writer, NULL), GESTALT_LIMIT);
    assert_int_equal(w.size, 0);
    options.node_limit = GESTALT_NATIVE_NODES + 1;
    assert_int_equal(gestalt_shape_write_c(shape, &options, writer, &error), GESTALT_OK);
    assert_true(w.size > 0);
    free(w.text);
    gestalt_shape_destroy(shape);
}

static char *write_c(const char *text)
{
    gestalt_shape *shape = compile(text);
    written w = {0};
    assert_int_equal(gestalt_shape_write_c(shape, NULL, (gestalt_writer){keep, &w}, NULL),
                     GESTALT_OK);
    gestalt_shape_destroy(shape);
    return w.text;
}

// A name in a document can't end a comment, a line or a string.
static void test_hostile_names(void **state)
{
    (void)state;
    char *text = write_c(
        "{\"gestalt\":1,\"name\":\"x\\\" */ ; int main(void){return 1;} //\\\\\","
        "\"root\":{\"type\":\"sequence\",\"name\":\"evil\\\\ ?\?/ */ #error\",\"children\":["
        "{\"type\":\"wait\",\"name\":\"*/ system(0); /*\",\"ticks\":2}]}}");
    assert_null(strstr(text, "*/"));
    assert_null(strchr(text, '\\'));
    assert_null(strstr(text, "?\?/"));
    for (const char *line = text; line; line = strchr(line + 1, '\n')) {
        const char *found = strstr(line, "main(void)"), *comment = strstr(line, "//");
        if (found && found < strchr(line + 1, '\n'))
            assert_true(comment && comment < found);
    }
    free(text);
}

static void test_same_bytes(void **state)
{
    (void)state;
    char *first = write_c(document), *second = write_c(document);
    assert_string_equal(first, second);
    free(first);
    free(second);
}

static bool fail_to_write(void *user, const char *text, size_t size)
{
    (void)user, (void)text, (void)size;
    return false;
}

static void test_writer_fails(void **state)
{
    (void)state;
    gestalt_shape *shape = compile(document);
    gestalt_error error = {0};
    assert_int_equal(
        gestalt_shape_write_c(shape, NULL, (gestalt_writer){fail_to_write, NULL}, &error),
        GESTALT_IO);
    gestalt_shape_destroy(shape);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_refused),    cmocka_unit_test(test_set),
        cmocka_unit_test(test_too_large),  cmocka_unit_test(test_hostile_names),
        cmocka_unit_test(test_same_bytes), cmocka_unit_test(test_writer_fails)};
    return cmocka_run_group_tests_name("native_bind", tests, NULL, NULL);
}
