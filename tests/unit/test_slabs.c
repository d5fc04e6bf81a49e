// SPDX-License-Identifier: MIT
// Slabs: entries do not overlap, are aligned, and never move. They need little more memory than
// their own bytes.
#include "slabs.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ENTRIES_MAX = 6000 };

typedef struct counter {
    size_t bytes;
    unsigned calls_left; // calls until memory runs out
} counter;

// Align blocks to 16 bytes only, as an allocator may do.
static void *resize(void *user, void *block, size_t old_size, size_t new_size)
{
    enum { SHIFT = 16 };
    counter *c = user;
    unsigned char *whole = block ? (unsigned char *)block - SHIFT : NULL;
    if (new_size > 0 && c->calls_left-- == 0)
        return NULL;
    c->bytes += new_size - old_size;
    if (new_size == 0) {
        free(whole);
        return NULL;
    }
    return (unsigned char *)realloc(whole, new_size + SHIFT) + SHIFT;
}

typedef struct slab_case {
    const char *what;
    uint32_t size, alignment;
    uint32_t step; // entries added at a time
} slab_case;

static const slab_case cases[] = {{"small, one by one", 48, 8, 1},
                                  {"small, at once", 48, 8, ENTRIES_MAX},
                                  {"a page and a bit", 64, 64, 129},
                                  {"large, one by one", 2304, 64, 1},
                                  {"large, some", 2304, 64, 700},
                                  {"larger than a page", 64 * 200, 64, 1},
                                  {"larger than a page, some", 12800, 64, 9}};

// Fill every entry with its number, and check all of them at the end.
static void fill(slabs *s, const slab_case *c, const gestalt_allocator *allocator)
{
    static void *places[ENTRIES_MAX];
    for (uint32_t count = 0; count < ENTRIES_MAX;) {
        uint32_t end = count + c->step < ENTRIES_MAX ? count + c->step : ENTRIES_MAX;
        assert_true(slabs_reserve(s, end, allocator));
        for (; count < end; count++) {
            places[count] = slabs_at(s, count);
            memset(places[count], (int)(count % 251), c->size);
        }
    }
    for (uint32_t i = 0; i < ENTRIES_MAX; i++)
        assert_int_equal(slabs_index(s, places[i]), i);
    assert_true(slabs_index(s, &places) == UINT64_MAX);
    for (uint64_t i = 0, end; i < ENTRIES_MAX; i = end) {
        end = slabs_row_end(s, i, ENTRIES_MAX);
        assert_true(end > i && end <= ENTRIES_MAX);
        assert_ptr_equal(places[end - 1], (unsigned char *)places[i] + (end - 1 - i) * c->size);
        assert_true(c->step < ENTRIES_MAX || end == ENTRIES_MAX);
    }
    for (uint32_t i = 0; i < ENTRIES_MAX; i++) {
        unsigned char *place = slabs_at(s, i);
        assert_ptr_equal(place, places[i]);
        assert_int_equal((uintptr_t)place % c->alignment, 0);
        for (uint32_t k = 0; k < c->size; k++)
            if (place[k] != i % 251)
                fail_msg("%s: entry %u was overwritten", c->what, (unsigned)i);
    }
}

static void test_entries(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        counter c = {.calls_left = UINT32_MAX};
        gestalt_allocator allocator = {.resize = resize, .user = &c};
        slabs s;
        slabs_start(&s, cases[i].size, cases[i].alignment, 0);
        fill(&s, &cases[i], &allocator);
        size_t most = (size_t)ENTRIES_MAX * cases[i].size / 7 * 8 + 16384;
        if (c.bytes > most)
            fail_msg("%s: %zu bytes are more than %zu", cases[i].what, c.bytes, most);
        slabs_release(&s, &allocator);
        assert_int_equal(c.bytes, 0);
    }
}

// Existing entries do not change.
static void test_no_memory(void **state)
{
    (void)state;
    for (unsigned calls = 0; calls < 2; calls++) {
        counter c = {.calls_left = UINT32_MAX};
        gestalt_allocator allocator = {.resize = resize, .user = &c};
        slabs s;
        slabs_start(&s, 64, 64, 0);
        assert_true(slabs_reserve(&s, 200, &allocator));
        memset(slabs_at(&s, 199), 7, 64);
        uint32_t pages = s.page_count;
        c.calls_left = calls;
        assert_false(slabs_reserve(&s, 5000, &allocator));
        assert_int_equal(s.page_count, pages);
        assert_int_equal(((unsigned char *)slabs_at(&s, 199))[63], 7);
        c.calls_left = UINT32_MAX;
        assert_true(slabs_reserve(&s, 5000, &allocator));
        slabs_release(&s, &allocator);
        assert_int_equal(c.bytes, 0);
    }
}

static void test_too_many(void **state)
{
    (void)state;
    counter c = {.calls_left = UINT32_MAX};
    gestalt_allocator allocator = {.resize = resize, .user = &c};
    slabs s;
    slabs_start(&s, 64, 64, 0);
    assert_false(slabs_reserve(&s, UINT64_MAX, &allocator));
    assert_false(slabs_reserve(&s, UINT64_C(1) << 45, &allocator));
    slabs_release(&s, &allocator);
    assert_int_equal(c.bytes, 0);
}

// Pages hold the expected number of entries, and at least one. More entries still fit.
static void test_few(void **state)
{
    (void)state;
    for (uint64_t few = 1; few < 6; few++) {
        counter c = {.calls_left = UINT32_MAX};
        gestalt_allocator allocator = {.resize = resize, .user = &c};
        slabs s;
        slabs_start(&s, 64, 8, few);
        assert_true(slabs_reserve(&s, few, &allocator));
        assert_int_equal(s.page_count, 1);
        assert_true(c.bytes < 64 * 2 * few + 64);
        assert_true(slabs_reserve(&s, 1000, &allocator));
        memset(slabs_at(&s, 999), 7, 64);
        slabs_release(&s, &allocator);
        assert_int_equal(c.bytes, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_entries),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_too_many),
        cmocka_unit_test(test_few),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
