// SPDX-License-Identifier: MIT
// Cutting one block of memory into several arrays. A loop names each array once and runs twice: the
// first pass measures, and all pointers are NULL; the second pass hands out parts of the allocated
// block.
//
//     carving from = {0};
//     do {
//         CARVE(&from, names, name_count);
//         CARVE(&from, ends, name_count + 1);
//     } while (carve_again(&from, allocator));
//     if (!from.memory)
//         return error_no_memory(error);
//
// The first array starts at the beginning of the memory unless `base` or `head` is set. A total
// size that overflows counts as running out of memory.
#ifndef CARVING_H
#define CARVING_H

#include "memory.h"

typedef struct carving {
    size_t alignment; // alignment of arrays, relative to the block's beginning; 0: 8 bytes
    size_t base;      // alignment of the block itself; 0: that of the allocator
    size_t head;      // bytes of the memory before the block
    size_t room;      // padding after each array, whose end is then rounded up to `alignment`

    unsigned char *block; // NULL while measuring
    size_t used;
    void *memory; // memory that the caller has to free, of `size` bytes; NULL if allocation failed
    size_t size;
} carving;

/// Return the next array, of `count` elements of `size` bytes.
static inline void *carving_take(carving *from, size_t count, size_t size)
{
    size_t unit = from->alignment ? from->alignment : 8, whole;
    size_t begin = from->used > SIZE_MAX / 2 ? from->used : (from->used + unit - 1) & ~(unit - 1);
    if (__builtin_mul_overflow(count, size, &whole) ||
        __builtin_add_overflow(whole, from->room ? from->room + unit - 1 : 0, &whole) ||
        __builtin_add_overflow(begin, from->room ? whole & ~(unit - 1) : whole, &from->used))
        from->used = SIZE_MAX; // overflow: the sum stays at SIZE_MAX
    return from->block ? from->block + begin : NULL;
}

#define CARVE(from, array, count) ((array) = carving_take((from), (count), sizeof *(array)))

/// Return true after the measuring pass if zeroed memory was allocated for the second pass. Return
/// false after the second pass, or when memory runs out. `allocator` may be NULL.
bool carve_again(carving *from, const gestalt_allocator *allocator);

#endif
