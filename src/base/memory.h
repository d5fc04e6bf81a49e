// SPDX-License-Identifier: MIT
// Allocation through a caller's gestalt_allocator. The only place that calls malloc.
#ifndef MEMORY_H
#define MEMORY_H

#include <gestalt/base.h>

/// The allocator itself, or malloc's when it is NULL or zero.
gestalt_allocator memory_allocator(const gestalt_allocator *allocator);

/// As realloc: NULL when there is no memory, and then `block` is untouched. `new_size` must not be
/// 0.
void *memory_resize(const gestalt_allocator *allocator, void *block, size_t old_size,
                    size_t new_size);

static inline void *memory_new(const gestalt_allocator *allocator, size_t size)
{
    return memory_resize(allocator, NULL, 0, size);
}

/// `block` may be NULL.
void memory_release(const gestalt_allocator *allocator, void *block, size_t size);

#endif
