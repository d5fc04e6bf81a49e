// SPDX-License-Identifier: MIT
// Tables of names: names that were added are found, and names chosen to collide are only slightly
// slower than others.
#define XXH_INLINE_ALL
#include "colliding.h"
#include "memory.h"
#include "names.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { NAMES = 4000, BITS = 13, TIMES = 40 };

static colliding_name colliding[NAMES], ordinary[NAMES];

static int prepare(void **state)
{
    (void)state;
    colliding_names(colliding, NAMES, BITS);
    for (unsigned i = 0; i < NAMES; i++)
        snprintf(ordinary[i], sizeof ordinary[i], "n%07u", i % 10000000);
    return 0;
}

// Return the time for adding and finding all names, the minimum of a few runs.
static double time_of(colliding_name *list)
{
    volatile double least = 1e9;
    for (volatile int round = 0; round < 5; round++) {
        names n = {0};
        arena a;
        arena_start(&a, memory_allocator(NULL));
        assert_int_equal(setjmp(a.escape), 0);
        double begin = colliding_clock();
        for (uint32_t i = 0; i < NAMES; i++) {
            assert_int_equal(names_find(&n, list[i], COLLIDING_SIZE), NAMES_MISSING);
            names_add(&n, &a, list[i], COLLIDING_SIZE, i);
        }
        for (uint32_t i = 0; i < NAMES; i++)
            if (names_find(&n, list[i], COLLIDING_SIZE) != i)
                fail_msg("`%s` is not found", list[i]);
        double took = colliding_clock() - begin;
        least = took < least ? took : least;
        arena_destroy(&a);
    }
    return least;
}

static void test_collisions(void **state)
{
    (void)state;
    double usual = time_of(ordinary), chosen = time_of(colliding);
    if (chosen > usual * TIMES)
        fail_msg("chosen names take %.0f times as long as others", chosen / usual);
}

// Names in the overflow are suggested, too. Of equally near names, the one with the smallest number
// is suggested.
static void test_nearest(void **state)
{
    (void)state;
    names n = {0};
    arena a;
    char wrong[COLLIDING_SIZE + 2];
    arena_start(&a, memory_allocator(NULL));
    assert_int_equal(setjmp(a.escape), 0);
    for (uint32_t i = 0; i < NAMES; i++)
        names_add(&n, &a, colliding[i], COLLIDING_SIZE, i);
    for (uint32_t i = 0; i < NAMES; i += 399) {
        memcpy(wrong, colliding[i], COLLIDING_SIZE);
        memcpy(wrong + COLLIDING_SIZE, "x", 2);
        assert_int_equal(names_find(&n, wrong, COLLIDING_SIZE + 1), NAMES_MISSING);
        assert_string_equal(names_nearest(&n, wrong, NULL), colliding[i]);
    }
    arena_destroy(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_collisions),
        cmocka_unit_test(test_nearest),
    };
    return cmocka_run_group_tests(tests, prepare, NULL);
}
