// SPDX-License-Identifier: MIT
// Services of the engine for programs that build on it, as worlds do: work on its threads,
// inherited blackboards, access to attached data, documents in other files, and diagnostics of the
// program.
#include <gestalt/gestalt.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static gestalt_shape *compile(const char *text)
{
    gestalt_shape *shape = NULL;
    gestalt_compile_text("t.json", text, strlen(text), NULL, &shape, NULL, NULL);
    assert_non_null(shape);
    return shape;
}

// ---- work between ticks

static void count_piece(void *user, uint32_t thread, uint64_t piece)
{
    atomic_uint *counts = user;
    assert_true(thread < 4);
    counts[piece]++;
}

static void test_run(void **state)
{
    (void)state;
    static atomic_uint counts[1000];
    gestalt_shape *shape = compile("{\"gestalt\":1,\"root\":{\"type\":\"running\"}}");
    for (uint32_t threads = 1; threads <= 4; threads++) {
        gestalt_population *p;
        gestalt_population_options options = {.group = {shape, NULL}, .threads = threads};
        assert_int_equal(gestalt_population_create(&options, &p, NULL), GESTALT_OK);
        gestalt_population_run(p, 1000, false, count_piece, counts);
        gestalt_population_run(p, 3, true, count_piece, counts);
        gestalt_population_run(p, 0, true, count_piece, counts);
        for (uint32_t i = 0; i < 1000; i++)
            assert_int_equal(counts[i], i < 3 ? 2 * threads : threads);
        gestalt_population_destroy(p);
    }
    gestalt_shape_destroy(shape);
}

// ---- inheritance

static gestalt_value int_of(int32_t value)
{
    return (gestalt_value){.type = GESTALT_INT, .integer = value};
}

static void expect_int(const gestalt_population *p, uint64_t agent, const char *key,
                       int32_t expected)
{
    gestalt_value value;
    assert_int_equal(gestalt_population_read(p, agent, key, &value, NULL), GESTALT_OK);
    assert_int_equal(value.integer, expected);
}

static void test_inherit(void **state)
{
    (void)state;
    gestalt_shape *shapes[] = {compile("{\"gestalt\":1,\"blackboard\":{\"a\":\"int\",\"b\":"
                                       "\"bool\",\"v\":\"vec2\",\"f\":\"int\"},"
                                       "\"root\":{\"type\":\"running\"}}"),
                               compile("{\"gestalt\":1,\"blackboard\":{\"f\":\"float\",\"v\":"
                                       "\"vec2\",\"b\":\"bool\",\"a\":\"int\"},"
                                       "\"root\":{\"type\":\"running\"}}")};
    const gestalt_group groups[] = {{shapes[0], NULL}, {shapes[1], NULL}};
    gestalt_population *p;
    gestalt_population_options options = {.groups = groups, .group_count = 2, .lanes = 3};
    gestalt_value value;
    uint64_t first;
    assert_int_equal(gestalt_population_create(&options, &p, NULL), GESTALT_OK);
    assert_int_equal(gestalt_population_spawn(p, 0, 4, NULL, NULL), GESTALT_OK);
    for (uint64_t i = 0; i < 4; i++)
        gestalt_population_write(p, i, "a", int_of((int32_t)i + 10), NULL);
    gestalt_population_write(p, 3, "b", (gestalt_value){.type = GESTALT_BOOL, .boolean = true},
                             NULL);
    gestalt_population_write(p, 3, "v", (gestalt_value){.type = GESTALT_VEC2, .vector = {1, 2}},
                             NULL);
    gestalt_population_write(p, 3, "f", int_of(5), NULL);

    // In the same group, all values are inherited.
    assert_int_equal(gestalt_population_spawn(p, 0, 2, &first, NULL), GESTALT_OK);
    assert_int_equal(gestalt_population_inherit(p, (uint64_t[]){3, 1}, first, 2, NULL), GESTALT_OK);
    expect_int(p, first, "a", 13);
    expect_int(p, first, "f", 5);
    expect_int(p, first + 1, "a", 11);

    // In another group, values of keys with the same name and type are inherited.
    assert_int_equal(gestalt_population_spawn(p, 1, 1, &first, NULL), GESTALT_OK);
    assert_int_equal(gestalt_population_inherit(p, (uint64_t[]){3}, first, 1, NULL), GESTALT_OK);
    expect_int(p, first, "a", 13);
    gestalt_population_read(p, first, "b", &value, NULL);
    assert_true(value.boolean);
    gestalt_population_read(p, first, "v", &value, NULL);
    assert_true(value.vector[0] == 1 && value.vector[1] == 2);
    gestalt_population_read(p, first, "f", &value, NULL);
    assert_true(value.number == 0);

    assert_int_equal(gestalt_population_inherit(p, (uint64_t[]){99}, first, 1, NULL),
                     GESTALT_BAD_ARGUMENT);
    assert_int_equal(gestalt_population_inherit(p, (uint64_t[]){1}, 99, 1, NULL),
                     GESTALT_BAD_ARGUMENT);
    gestalt_population_destroy(p);
    gestalt_shape_destroy(shapes[0]);
    gestalt_shape_destroy(shapes[1]);
}

// ---- attached data

typedef struct bytes {
    char bytes[4096];
    size_t size;
} bytes;

static bool bytes_add(void *user, const char *more, size_t size)
{
    bytes *b = user;
    if (size > sizeof b->bytes - b->size)
        return false;
    memcpy(b->bytes + b->size, more, size);
    b->size += size;
    return true;
}

// Accept attached bytes that have one letter for each agent.
static gestalt_result check_letters(void *user, const gestalt_population *read,
                                    gestalt_error *error)
{
    size_t size;
    const void *letters = gestalt_population_attached(read, &size);
    ++*(int *)user;
    if (letters && size == gestalt_population_count(read))
        return GESTALT_OK;
    strcpy(error->message, "these are other letters");
    return GESTALT_BAD_FILE;
}

static void test_check_attached(void **state)
{
    (void)state;
    int calls = 0;
    size_t size;
    bytes good = {.size = 0}, bad = {.size = 0};
    gestalt_error error = {0};
    gestalt_shape *shape = compile("{\"gestalt\":1,\"root\":{\"type\":\"running\"}}");
    gestalt_population *p, *q;
    gestalt_population_options options = {.group = {shape, NULL}};
    assert_int_equal(gestalt_population_create(&options, &p, NULL), GESTALT_OK);
    assert_int_equal(gestalt_population_create(&options, &q, NULL), GESTALT_OK);
    gestalt_population_check_attached(q, check_letters, &calls);
    gestalt_population_spawn(p, 0, 3, NULL, NULL);
    gestalt_population_attach(p, "abc", 3, NULL);
    assert_int_equal(gestalt_population_save_to(p, (gestalt_writer){bytes_add, &good}, NULL),
                     GESTALT_OK);
    gestalt_population_attach(p, "abcd", 4, NULL);
    assert_int_equal(gestalt_population_save_to(p, (gestalt_writer){bytes_add, &bad}, NULL),
                     GESTALT_OK);

    assert_int_equal(gestalt_population_load_memory(q, good.bytes, good.size, NULL), GESTALT_OK);
    assert_int_equal(gestalt_population_count(q), 3);
    gestalt_population_despawn(q, 0, NULL);
    assert_int_equal(gestalt_population_load_memory(q, bad.bytes, bad.size, &error),
                     GESTALT_BAD_FILE);
    assert_string_equal(error.message, "these are other letters");
    assert_int_equal(gestalt_population_count(q), 2); // unchanged
    assert_memory_equal(gestalt_population_attached(q, &size), "abc", 3);
    assert_int_equal(calls, 2);

    gestalt_population_check_attached(q, NULL, NULL);
    assert_int_equal(gestalt_population_load_memory(q, bad.bytes, bad.size, NULL), GESTALT_OK);
    assert_int_equal(calls, 2);
    gestalt_population_destroy(p);
    gestalt_population_destroy(q);
    gestalt_shape_destroy(shape);
}

// ---- documents in other files

static void expect_diagnostics(const gestalt_diagnostics *d, const char *expected)
{
    bytes shown = {.size = 0};
    assert_true(gestalt_diagnostics_write(d, GESTALT_DIAGNOSTICS_HUMAN, false,
                                          (gestalt_writer){bytes_add, &shown}));
    shown.bytes[shown.size] = '\0';
    assert_string_equal(shown.bytes, expected);
}

static void test_part(void **state)
{
    (void)state;
    const char *file = "level 1 {\n"
                       "  tree = { \"gestalt\": 1, \"root\": \"hp < 3\" };\n"
                       "}\n";
    size_t size = strlen(file), begin = (size_t)(strchr(file, '=') + 2 - file);
    size_t end = (size_t)(strchr(file, ';') - file);
    gestalt_shape *shape;
    gestalt_diagnostics *found;
    assert_int_equal(
        gestalt_compile_part("level.txt", file, size, begin, end, NULL, &shape, &found, NULL),
        GESTALT_REJECTED);
    assert_null(shape);
    expect_diagnostics(found, "level.txt:2:35: error: unknown name `hp` [E0405]\n"
                              "    2 |   tree = { \"gestalt\": 1, \"root\": \"hp < 3\" };\n"
                              "      |                                   ^~\n");
    gestalt_diagnostics_destroy(found);
    assert_int_equal(
        gestalt_compile_part("level.txt", file, size, end, begin, NULL, &shape, NULL, NULL),
        GESTALT_BAD_ARGUMENT);
    assert_int_equal(
        gestalt_compile_part("level.txt", file, size, begin, size + 1, NULL, &shape, NULL, NULL),
        GESTALT_BAD_ARGUMENT);
}

// ---- diagnostics of the host's files

static const char level[] = "size 3\nsize 4\nspeed -1\n";

// Report three mistakes, out of order. Return false if memory ran out.
static bool report(gestalt_diagnostics *d)
{
    uint32_t file, line, column;
    if (!gestalt_diagnostics_source(d, "level.txt", level, sizeof level - 1, &file) ||
        !gestalt_diagnostics_locate(d, file, 20, &line, &column))
        return false;
    assert_int_equal(line, 3);
    assert_int_equal(column, 7);
    gestalt_diagnostic *speed = gestalt_diagnostics_add(d, "E0205", (gestalt_span){file, 20, 22},
                                                        "the speed must be at least 0");
    if (!speed || !gestalt_diagnostics_help(d, speed, "write 1"))
        return false;
    gestalt_diagnostic *size =
        gestalt_diagnostics_add(d, "E0204", (gestalt_span){file, 7, 11}, "there are two `size`");
    return size &&
           gestalt_diagnostics_note(d, size, (gestalt_span){file, 0, 4}, "first given here") &&
           gestalt_diagnostics_finish(d);
}

static void test_own_diagnostics(void **state)
{
    (void)state;
    gestalt_diagnostics *d = gestalt_diagnostics_create(NULL);
    assert_non_null(d);
    assert_true(report(d));
    assert_int_equal(gestalt_diagnostics_error_count(d), 2);
    expect_diagnostics(d, "level.txt:2:1: error: there are two `size` [E0204]\n"
                          "    2 | size 4\n"
                          "      | ^~~~\n"
                          "level.txt:1:1: note: first given here\n"
                          "    1 | size 3\n"
                          "      | ^~~~\n"
                          "level.txt:3:7: error: the speed must be at least 0 [E0205]\n"
                          "    3 | speed -1\n"
                          "      |       ^~\n"
                          "   help: write 1\n");
    gestalt_diagnostics_destroy(d);
}

// Fail each allocation after a number of them.
static void *short_resize(void *user, void *block, size_t old_size, size_t new_size)
{
    int *left = user;
    (void)old_size;
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    return (*left)-- > 0 ? realloc(block, new_size) : NULL;
}

static void test_without_memory(void **state)
{
    (void)state;
    bool done = false;
    for (int allowed = 0; !done; allowed++) {
        int left = allowed;
        gestalt_allocator allocator = {short_resize, &left};
        gestalt_diagnostics *d = gestalt_diagnostics_create(&allocator);
        done = d && report(d);
        assert_true(allowed < 100);
        gestalt_diagnostics_destroy(d);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_run),
        cmocka_unit_test(test_inherit),
        cmocka_unit_test(test_check_attached),
        cmocka_unit_test(test_part),
        cmocka_unit_test(test_own_diagnostics),
        cmocka_unit_test(test_without_memory),
    };
    return cmocka_run_group_tests_name("hosting", tests, NULL, NULL);
}
