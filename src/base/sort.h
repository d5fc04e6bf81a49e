// SPDX-License-Identifier: MIT
// Sorting. The functions are inlined, so that they are as fast as code for one type if `size` and
// `is_before` are constants. Elements have at most SORT_SIZE_MAX bytes.
#ifndef SORT_H
#define SORT_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum { SORT_SIZE_MAX = 64 };

/// Return whether `a` must come before `b`. Two elements, neither before the other, are equal.
typedef bool sort_order(const void *a, const void *b, const void *user);

// Sift the element at `root` down a max-heap.
static inline __attribute__((always_inline)) void sort_sink(unsigned char *heap, size_t root,
                                                            size_t count, size_t size,
                                                            sort_order *is_before, const void *user)
{
    unsigned char element[SORT_SIZE_MAX];
    memcpy(element, heap + root * size, size);
    for (size_t child = 2 * root + 1; child < count; child = 2 * root + 1) {
        if (child + 1 < count && is_before(heap + child * size, heap + (child + 1) * size, user))
            child++;
        if (!is_before(element, heap + child * size, user))
            break;
        memcpy(heap + root * size, heap + child * size, size);
        root = child;
    }
    memcpy(heap + root * size, element, size);
}

/// Heapsort: in place, O(n log n) for every input, not stable.
static inline __attribute__((always_inline)) void sort_heap(void *list, size_t count, size_t size,
                                                            sort_order *is_before, const void *user)
{
    unsigned char *heap = list, last[SORT_SIZE_MAX];
    for (size_t root = count / 2; root-- > 0;)
        sort_sink(heap, root, count, size, is_before, user);
    for (size_t end = count; end-- > 1;) {
        memcpy(last, heap + end * size, size);
        memcpy(heap + end * size, heap, size);
        memcpy(heap, last, size);
        sort_sink(heap, 0, end, size, is_before, user);
    }
}

// Return the end of the sorted run that starts at `begin`.
static inline __attribute__((always_inline)) size_t sort_stretch(const unsigned char *list,
                                                                 size_t begin, size_t count,
                                                                 size_t size, sort_order *is_before,
                                                                 const void *user)
{
    size_t end = begin < count ? begin + 1 : count;
    while (end < count && !is_before(list + end * size, list + (end - 1) * size, user))
        end++;
    return end;
}

/// Natural merge sort: merge neighbouring sorted runs until one is left, alternating between two
/// arrays of `count` elements. Returns the array with the result. Stable, and fast for nearly
/// sorted input.
static inline __attribute__((always_inline)) void *sort_merge(void *list, void *other, size_t count,
                                                              size_t size, sort_order *is_before,
                                                              const void *user)
{
    unsigned char *from = list, *to = other;
    while (sort_stretch(from, 0, count, size, is_before, user) < count) {
        for (size_t begin = 0, end; begin < count; begin = end) {
            size_t middle = sort_stretch(from, begin, count, size, is_before, user);
            end = sort_stretch(from, middle, count, size, is_before, user);
            unsigned char *a = from + begin * size, *a_end = from + middle * size, *b = a_end,
                          *next = to + begin * size;
            for (; a < a_end && b < from + end * size; next += size) {
                bool takes_b = is_before(b, a, user);
                memcpy(next, takes_b ? b : a, size);
                *(takes_b ? &b : &a) += size;
            }
            memcpy(next, a, (size_t)(a_end - a));
            memcpy(next + (a_end - a), b, (size_t)(from + end * size - b));
        }
        unsigned char *result = to;
        to = from;
        from = result;
    }
    return from;
}

#endif
