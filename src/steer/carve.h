// SPDX-License-Identifier: MIT
// Cutting one block of memory into columns. The same calls are made twice: without a block they
// measure, with it they hand out. Behind each column there is room for reading a whole vector too
// far; it also keeps columns of 2^n bytes from starting at the same place of a page, where they
// would collide in the caches.
#ifndef CARVE_H
#define CARVE_H

#include "memory.h"
#include "vector.h"

#include <string.h>

enum { CARVE_ALIGN = 64, CARVE_ROOM = 256 };

typedef struct carving {
    unsigned char *block; // NULL while measuring
    size_t used;
} carving;

static inline void *carve(carving *from, size_t count, size_t size)
{
    unsigned char *piece = from->block ? from->block + from->used : NULL;
    from->used += (count * size + CARVE_ROOM + CARVE_ALIGN - 1) & ~(size_t)(CARVE_ALIGN - 1);
    return piece;
}

static inline float *carve_floats(carving *from, size_t count)
{
    return carve(from, count, sizeof(float));
}

static inline vectors carve_vectors(carving *from, size_t count)
{
    vectors column;
    EACH_DIMENSION (d)
        column.at[d] = carve_floats(from, count);
    return column;
}

/// `allocator` may be NULL, here and below. Zeroed memory for what has been measured, to be carved
/// again. False: there is none.
static inline bool carve_again(carving *from, const gestalt_allocator *allocator, void **memory,
                               size_t *memory_size)
{
    *memory_size = from->used + CARVE_ALIGN;
    gestalt_allocator where = memory_allocator(allocator);
    *memory = memory_new(&where, *memory_size);
    if (!*memory)
        return false;
    memset(*memory, 0, *memory_size);
    from->block =
        (unsigned char *)(((uintptr_t)*memory + CARVE_ALIGN - 1) & ~(uintptr_t)(CARVE_ALIGN - 1));
    from->used = 0;
    return true;
}

static inline void carve_release(const gestalt_allocator *allocator, void *memory,
                                 size_t memory_size)
{
    gestalt_allocator where = memory_allocator(allocator);
    memory_release(&where, memory, memory_size);
}

#endif
