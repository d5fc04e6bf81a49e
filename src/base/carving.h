// SPDX-License-Identifier: MIT
// Cutting one block of memory into parts. Each part is named once, in a loop that runs twice: first
// it measures, and all parts are NULL; then there is a block, and it hands out.
//
//     carving from = {0};
//     do {
//         CARVE(&from, names, name_count);
//         CARVE(&from, ends, name_count + 1);
//     } while (carve_again(&from, allocator));
//     if (!from.memory)
//         return error_no_memory(error);
//
// The first part begins where the memory does, unless `base` or `head` is set. A sum that is too
// large for a size counts as too little memory.
#ifndef CARVING_H
#define CARVING_H

#include "memory.h"

typedef struct carving {
    size_t alignment; // of parts, from the block's beginning; 0: 8 bytes
    size_t base;      // alignment of the block itself; 0: as it comes
    size_t head;      // bytes of the memory that lie before the block
    size_t room;      // bytes that are left behind each part, which is then made up to `alignment`

    unsigned char *block; // NULL while measuring
    size_t used;
    void *memory; // what the caller has to release, with its size; NULL if there was none
    size_t size;
} carving;

/// The next part: `count` times `size` bytes.
static inline void *carving_take(carving *from, size_t count, size_t size)
{
    size_t unit = from->alignment ? from->alignment : 8, whole;
    size_t begin = from->used > SIZE_MAX / 2 ? from->used : (from->used + unit - 1) & ~(unit - 1);
    if (__builtin_mul_overflow(count, size, &whole) ||
        __builtin_add_overflow(whole, from->room ? from->room + unit - 1 : 0, &whole) ||
        __builtin_add_overflow(begin, from->room ? whole & ~(unit - 1) : whole, &from->used))
        from->used = SIZE_MAX; // and it stays there
    return from->block ? from->block + begin : NULL;
}

#define CARVE(from, array, count) ((array) = carving_take((from), (count), sizeof *(array)))

/// True when all parts have been measured and there is zeroed memory to carve them from. False when
/// that has been done, or there is none. `allocator` may be NULL.
bool carve_again(carving *from, const gestalt_allocator *allocator);

#endif
