// SPDX-License-Identifier: MIT
// Cutting one block of memory into columns. The padding after each column lets code read a whole
// vector past the end. It also keeps columns of 2^n bytes from starting at the same offset of a
// page, where they would collide in the caches.
#ifndef CARVE_H
#define CARVE_H

#include "carving.h"
#include "vector.h"

#include <string.h>

#define CARVE_COLUMNS                                                                              \
    {                                                                                              \
        .alignment = 64, .base = 64, .room = 256                                                   \
    }

static inline float *carve_floats(carving *from, size_t count)
{
    return carving_take(from, count, sizeof(float));
}

static inline vectors carve_vectors(carving *from, size_t count)
{
    vectors column;
    EACH_DIMENSION (d)
        column.at[d] = carve_floats(from, count);
    return column;
}

/// Allocate zeroed memory for the measured columns, to be carved in a second pass. Returns false
/// when memory runs out. `allocator` may be NULL, here and below.
static inline bool carve_block(carving *from, const gestalt_allocator *allocator, void **memory,
                               size_t *memory_size)
{
    bool has_memory = carve_again(from, allocator);
    *memory = from->memory;
    *memory_size = from->size;
    return has_memory;
}

static inline void carve_release(const gestalt_allocator *allocator, void *memory,
                                 size_t memory_size)
{
    gestalt_allocator where = memory_allocator(allocator);
    memory_release(&where, memory, memory_size);
}

#endif
