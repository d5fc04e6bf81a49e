// SPDX-License-Identifier: MIT
// "Did you mean": which name is nearest, and when none is near enough.
#include "nearest.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const char *nearest_of(const char *wanted, const char *const *names)
{
    nearest n;
    nearest_start(&n, wanted, strlen(wanted), NULL);
    for (; *names; names++)
        nearest_offer(&n, *names, strlen(*names));
    return n.name;
}

static void test_nearest(void **state)
{
    (void)state;
    static const char *const names[] = {"sequence", "selector", "wait",    "success", "failure",
                                        "running",  "repeat",   "seconds", "init",    NULL};
    static const struct {
        const char *wanted, *name;
    } cases[] = {
        {"sequence", "sequence"},
        {"sequnce", "sequence"},
        {"Sequence", "sequence"},
        {"SEQUENCE", "sequence"},
        {"wiat", "wait"},
        {"wate", "wait"},
        {"succes", "success"},
        {"fail", "failure"},
        {"run", "running"},
        {"secs", "seconds"},
        {"sec", "seconds"},
        {"initial", "init"},
        {"selecter", "selector"},
        {"xyzzy", NULL},
        {"", NULL},
        {"x", NULL},
        {"fa", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *name = nearest_of(cases[i].wanted, names);
        if (cases[i].name && name)
            assert_string_equal(name, cases[i].name);
        else
            assert_ptr_equal(name, cases[i].name);
    }
}

static void test_ties_go_to_the_first(void **state)
{
    (void)state;
    static const char *const names[] = {"bat", "cat", "hat", NULL};
    assert_string_equal(nearest_of("rat", names), "bat");
}

static void test_distance(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b;
        size_t distance;
    } cases[] = {
        {"", "", 0},       {"", "abc", 6},    {"abc", "abc", 0}, {"abc", "abd", 2},
        {"abc", "acb", 2}, {"abc", "ABc", 2}, {"abc", "bc", 2},  {"kitten", "sitting", 6},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *a = cases[i].a, *b = cases[i].b;
        assert_int_equal(nearest_distance(a, strlen(a), b, strlen(b)), cases[i].distance);
        assert_int_equal(nearest_distance(b, strlen(b), a, strlen(a)), cases[i].distance);
    }
}

static void test_long_words(void **state)
{
    (void)state;
    char long_word[100];
    memset(long_word, 'x', sizeof long_word);
    assert_int_equal(nearest_distance(long_word, 64, "x", 1), 126);
    assert_true(nearest_distance(long_word, 65, "x", 1) == SIZE_MAX);
    nearest n;
    nearest_start(&n, long_word, 100, NULL);
    nearest_offer(&n, "yyy", 3);
    assert_null(n.name);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nearest),
        cmocka_unit_test(test_ties_go_to_the_first),
        cmocka_unit_test(test_distance),
        cmocka_unit_test(test_long_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
