// SPDX-License-Identifier: MIT
// Fibers: what they have in registers and on their stacks survives switches, in any order.
#include "fiber.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

enum { WORKERS = 50, ROUNDS = 200, STACK = 64 << 10 };

typedef struct worker {
    fiber own, *main;
    int number, rounds;
    uint64_t sum;
    double product;
} worker;

static uint64_t deep(worker *w, int depth)
{
    volatile uint64_t here = (uint64_t)depth * 7 + (uint64_t)w->number;
    if (depth == 0)
        fiber_switch(&w->own, w->main);
    return depth == 0 ? here : here + deep(w, depth - 1);
}

static void work(void *user)
{
    worker *w = user;
    double product = 1;
    uint64_t sum = 0;
    for (int i = 0; i < ROUNDS; i++) {
        product = product * 1.0625 + w->number;
        sum = sum * 31 + deep(w, i % 20);
        product /= 1.03125;
        w->rounds++;
    }
    w->sum = sum;
    w->product = product;
    fiber_leave(&w->own, w->main);
}

static void expect(const worker *w)
{
    double product = 1;
    uint64_t sum = 0;
    for (int i = 0; i < ROUNDS; i++) {
        uint64_t here = 0;
        product = (product * 1.0625 + w->number) / 1.03125;
        for (int depth = 0; depth <= i % 20; depth++)
            here += (uint64_t)depth * 7 + (uint64_t)w->number;
        sum = sum * 31 + here;
    }
    assert_int_equal(w->rounds, ROUNDS);
    assert_int_equal(w->sum, sum);
    assert_true(w->product == product);
}

static void test_switches(void **state)
{
    static worker workers[WORKERS];
    fiber main = {0};
    uint32_t random = 1;
    (void)state;
    unsigned char *stacks = aligned_alloc(16, (size_t)WORKERS * STACK);
    assert_non_null(stacks);
    for (int again = 0; again < 2; again++) {
        int left = WORKERS;
        for (int i = 0; i < WORKERS; i++) {
            workers[i].number = i;
            workers[i].rounds = 0;
            workers[i].main = &main;
            fiber_start(&workers[i].own, stacks + (size_t)i * STACK, STACK, work, &workers[i]);
        }
        while (left > 0) {
            worker *w = &workers[((random = random * 1664525 + 1013904223) >> 16) % WORKERS];
            if (w->rounds == ROUNDS)
                w = NULL;
            for (int i = 0; !w && i < WORKERS; i++)
                w = workers[i].rounds < ROUNDS ? &workers[i] : NULL;
            fiber_switch(&main, &w->own);
            left -= w->rounds == ROUNDS;
        }
        for (int i = 0; i < WORKERS; i++)
            expect(&workers[i]);
    }
    for (int i = 0; i < WORKERS; i++)
        fiber_end(&workers[i].own);
    free(stacks);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_switches)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
