// SPDX-License-Identifier: MIT
// The part of cmocka that the tests use, for platforms for which Debian has no cmocka. The first
// failure ends the program.
#ifndef CMOCKA_H
#define CMOCKA_H

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct CMUnitTest {
    const char *name;
    void (*test_func)(void **state);
    int (*setup_func)(void **state);
    int (*teardown_func)(void **state);
    void *initial_state;
};

__attribute__((noreturn, format(printf, 3, 4))) static inline void
cmocka_fail(const char *file, int line, const char *format, ...)
{
    va_list rest;
    va_start(rest, format);
    printf("# %s:%d: ", file, line);
    vprintf(format, rest);
    va_end(rest);
    printf("\nBail out!\n");
    fflush(stdout);
    exit(1);
}

__attribute__((format(printf, 1, 2))) static inline void print_message(const char *format, ...)
{
    va_list rest;
    va_start(rest, format);
    vprintf(format, rest);
    va_end(rest);
}
#define print_error print_message

#define fail_msg(...)              cmocka_fail(__FILE__, __LINE__, __VA_ARGS__)
#define fail()                     fail_msg("failed")
#define assert_true(c)             ((c) ? (void)0 : fail_msg("%s", #c))
#define assert_false(c)            assert_true(!(c))
#define assert_null(p)             assert_true((p) == NULL)
#define assert_non_null(p)         assert_true((p) != NULL)
#define assert_ptr_equal(a, b)     assert_true((const void *)(a) == (const void *)(b))
#define assert_ptr_not_equal(a, b) assert_true((const void *)(a) != (const void *)(b))

static inline void cmocka_compare(uintmax_t a, uintmax_t b, int is_equal, const char *file,
                                  int line)
{
    if ((a == b) != is_equal)
        cmocka_fail(file, line, "%#jx %s %#jx", a, is_equal ? "!=" : "==", b);
}
#define assert_int_equal(a, b) cmocka_compare((uintmax_t)(a), (uintmax_t)(b), 1, __FILE__, __LINE__)
#define assert_int_not_equal(a, b)                                                                 \
    cmocka_compare((uintmax_t)(a), (uintmax_t)(b), 0, __FILE__, __LINE__)
#define assert_in_range(a, low, high)                                                              \
    assert_true((uintmax_t)(a) >= (uintmax_t)(low) && (uintmax_t)(a) <= (uintmax_t)(high))

static inline void cmocka_texts(const char *a, const char *b, const char *file, int line)
{
    if (strcmp(a, b) != 0)
        cmocka_fail(file, line, "\"%s\" != \"%s\"", a, b);
}
#define assert_string_equal(a, b)       cmocka_texts(a, b, __FILE__, __LINE__)
#define assert_string_not_equal(a, b)   assert_true(strcmp(a, b) != 0)
#define assert_memory_equal(a, b, size) assert_true(memcmp(a, b, size) == 0)

#define cmocka_unit_test(f)                                                                        \
    {                                                                                              \
        .name = #f, .test_func = f                                                                 \
    }
#define cmocka_unit_test_setup_teardown(f, setup, teardown)                                        \
    {                                                                                              \
        .name = #f, .test_func = f, .setup_func = setup, .teardown_func = teardown                 \
    }

static inline int _cmocka_run_group_tests(const char *name, const struct CMUnitTest *tests,
                                          size_t count, int (*setup)(void **),
                                          int (*teardown)(void **))
{
    void *group = NULL;
    printf("TAP version 13\n1..%zu\n", count);
    if (setup && setup(&group) != 0)
        fail_msg("%s: the setup fails", name);
    for (size_t i = 0; i < count; i++) {
        void *state = tests[i].initial_state ? tests[i].initial_state : group;
        if (tests[i].setup_func && tests[i].setup_func(&state) != 0)
            fail_msg("%s: the setup fails", tests[i].name);
        tests[i].test_func(&state);
        if (tests[i].teardown_func && tests[i].teardown_func(&state) != 0)
            fail_msg("%s: the teardown fails", tests[i].name);
        printf("ok %zu - %s\n", i + 1, tests[i].name);
        fflush(stdout);
    }
    return teardown && teardown(&group) != 0;
}
#define cmocka_run_group_tests_name(name, tests, setup, teardown)                                  \
    _cmocka_run_group_tests(name, tests, sizeof(tests) / sizeof *(tests), setup, teardown)
#define cmocka_run_group_tests(tests, setup, teardown)                                             \
    cmocka_run_group_tests_name(#tests, tests, setup, teardown)

#endif
