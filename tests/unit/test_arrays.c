// SPDX-License-Identifier: MIT
// Arrays that grow, blocks that are divided into parts, searching and sorting.
#include "array.h"
#include "carving.h"
#include "random.h"
#include "search.h"
#include "sort.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

// An allocator that fails after some calls, and counts its memory.
typedef struct counter {
    size_t bytes;
    unsigned calls_left;
} counter;

static void *resize(void *user, void *block, size_t old_size, size_t new_size)
{
    counter *c = user;
    if (new_size > 0 && c->calls_left-- == 0)
        return NULL;
    c->bytes += new_size - old_size;
    if (new_size > 0)
        return realloc(block, new_size);
    free(block);
    return NULL;
}

static gestalt_allocator counting(counter *c)
{
    return (gestalt_allocator){.resize = resize, .user = c};
}

// ---- arrays

static void test_array_grows(void **state)
{
    (void)state;
    counter c = {.calls_left = 10}; // 10 doublings are enough for 500 elements
    gestalt_allocator a = counting(&c);
    uint32_t *list = NULL;
    size_t room = 0;
    for (uint32_t i = 0; i < 500; i++) {
        assert_true(ARRAY_RESERVE(&a, list, room, i + 1));
        list[i] = i;
    }
    for (uint32_t i = 0; i < 500; i++)
        assert_int_equal(list[i], i);
    assert_int_equal(room, 512);
    assert_int_equal(c.bytes, room * sizeof *list);
    ARRAY_RELEASE(&a, list, room);
    assert_int_equal(c.bytes, 0);
}

static void test_array_without_memory(void **state)
{
    (void)state;
    counter c = {.calls_left = 1};
    gestalt_allocator a = counting(&c);
    uint64_t *list = NULL;
    size_t room = 0, nothing = 0;
    assert_true(ARRAY_RESERVE(&a, list, room, nothing));
    assert_null(list);
    assert_true(ARRAY_RESERVE(&a, list, room, 3));
    list[2] = 7;
    assert_false(ARRAY_RESERVE(&a, list, room, 4));
    c.calls_left = 1;
    assert_false(ARRAY_RESERVE(&a, list, room, SIZE_MAX / sizeof *list + 2));
    assert_false(ARRAY_RESERVE(&a, list, room, UINT64_MAX));
    assert_int_equal(c.calls_left, 1); // the size is too large even to call the allocator
    assert_int_equal(room, 3);
    assert_int_equal(list[2], 7);
    ARRAY_RELEASE(&a, list, room);
    assert_int_equal(c.bytes, 0);
}

// ---- blocks

typedef struct parts {
    unsigned char *bytes;
    uint64_t *longs, *none;
    float *floats;
} parts;

static parts cut(carving *from, const gestalt_allocator *a)
{
    parts p;
    do {
        CARVE(from, p.bytes, 5);
        CARVE(from, p.longs, 3);
        CARVE(from, p.none, 0);
        CARVE(from, p.floats, 9);
    } while (carve_again(from, a));
    return p;
}

// Each part has its size, is aligned, and is zero.
static void check_parts(carving from)
{
    counter c = {.calls_left = 1};
    gestalt_allocator a = counting(&c);
    parts p = cut(&from, &a);
    size_t unit = from.alignment ? from.alignment : 8;
    unsigned char *begin = from.memory, *end = begin + from.size;
    assert_int_equal(c.bytes, from.size);
    for (const unsigned char *at = begin; at < end; at++)
        assert_int_equal(*at, 0);
    assert_int_equal((uintptr_t)p.bytes % (from.base ? from.base : 1), 0);
    assert_true(p.bytes >= begin + from.head);
    assert_true(p.bytes == begin + from.head || from.base);
    assert_int_equal(((unsigned char *)p.longs - p.bytes) % (ptrdiff_t)unit, 0);
    assert_int_equal(((unsigned char *)p.floats - p.bytes) % (ptrdiff_t)unit, 0);
    assert_true((unsigned char *)p.longs >= p.bytes + 5 + from.room);
    assert_true((unsigned char *)p.none >= (unsigned char *)(p.longs + 3) + from.room);
    assert_true((unsigned char *)p.floats >= (unsigned char *)p.none + from.room);
    assert_true((unsigned char *)(p.floats + 9) + from.room <= end);
    memory_release(&a, from.memory, from.size);
    assert_int_equal(c.bytes, 0);
}

static void test_carving(void **state)
{
    (void)state;
    check_parts((carving){0});
    check_parts((carving){.alignment = 64});
    check_parts((carving){.alignment = 64, .base = 64});
    check_parts((carving){.alignment = 64, .base = 64, .room = 256});
    check_parts((carving){.head = 24, .base = 64});
}

static void test_carving_without_memory(void **state)
{
    (void)state;
    counter c = {.calls_left = 0};
    gestalt_allocator a = counting(&c);
    carving from = {0}, large = {0}, many = {0};
    parts p = cut(&from, &a);
    assert_null(from.memory);
    assert_null(p.bytes);
    assert_null(p.floats);
    c.calls_left = 1;
    do
        carving_take(&large, SIZE_MAX / 8, 16);
    while (carve_again(&large, &a));
    assert_null(large.memory);
    do {
        for (int i = 0; i < 5; i++)
            carving_take(&many, SIZE_MAX / 4 - 100, 1);
    } while (carve_again(&many, &a));
    assert_null(many.memory);
    assert_int_equal(c.calls_left, 1);
}

// ---- searching

static void test_search(void **state)
{
    (void)state;
    uint32_t list[40], found;
    for (uint32_t count = 0; count <= 40; count++)
        for (uint32_t key = 0; key < 100; key++) {
            uint32_t first = 0;
            for (uint32_t i = 0; i < count; i++)
                list[i] = i * 5 / 2;
            while (first < count && list[first] < key)
                first++;
            SEARCH_FIRST(found, 0, count, list[found] >= key);
            assert_int_equal(found, first);
            if (count < 3)
                continue;
            SEARCH_FIRST(found, 2, count, list[found] >= key);
            assert_int_equal(found, first < 2 ? 2 : first);
        }
    const uint32_t end = UINT32_MAX; // no sum may overflow
    SEARCH_FIRST(found, 1, end, found >= end - 1);
    assert_int_equal(found, end - 1);
}

// ---- sorting

typedef struct element {
    uint32_t key, number;
    char more[16];
} element;

static bool element_is_before(const void *a, const void *b, const void *user)
{
    const uint32_t *mask = user;
    return (((const element *)a)->key & *mask) < (((const element *)b)->key & *mask);
}

enum { MOST = 300 };

static void fill(element *list, size_t count, uint64_t seed, uint32_t kinds)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t key = kinds ? random_below(&seed, kinds) : (uint32_t)(seed ? count - i : i);
        list[i] = (element){.key = key, .number = (uint32_t)i, .more = {(char)key}};
    }
}

// Every element is there once, in order. If the sort is stable, equal ones keep their order.
static void check_sorted(const element *list, size_t count, uint32_t mask, bool is_stable)
{
    bool is_there[MOST] = {false};
    for (size_t i = 0; i < count; i++) {
        assert_false(is_there[list[i].number]);
        is_there[list[i].number] = true;
        assert_int_equal(list[i].more[0], (char)list[i].key);
        if (i == 0)
            continue;
        uint32_t before = list[i - 1].key & mask, key = list[i].key & mask;
        assert_true(before <= key);
        if (is_stable && before == key)
            assert_true(list[i - 1].number < list[i].number);
    }
}

static void test_sort(void **state)
{
    (void)state;
    static element list[MOST], other[MOST];
    static const uint32_t kinds[] = {0, 1, 2, 7, 1000};
    const uint32_t mask = 0xfffffffe;
    for (size_t count = 0; count <= MOST; count += count < 20 ? 1 : 93)
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
            for (uint64_t seed = 0; seed < 5; seed++) {
                fill(list, count, seed, kinds[k]);
                sort_heap(list, count, sizeof *list, element_is_before, &mask);
                check_sorted(list, count, mask, false);
                fill(list, count, seed, kinds[k]);
                check_sorted(sort_merge(list, other, count, sizeof *list, element_is_before, &mask),
                             count, mask, true);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_array_grows), cmocka_unit_test(test_array_without_memory),
        cmocka_unit_test(test_carving),     cmocka_unit_test(test_carving_without_memory),
        cmocka_unit_test(test_search),      cmocka_unit_test(test_sort),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
