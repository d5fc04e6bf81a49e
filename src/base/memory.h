// SPDX-License-Identifier: MIT
// Allocation through a caller's gestalt_allocator. The only place that calls malloc.
#ifndef MEMORY_H
#define MEMORY_H

#include <gestalt/base.h>

/// Return the allocator itself, or malloc and free if it is NULL or zero.
gestalt_allocator memory_allocator(const gestalt_allocator *allocator);

/// Resize like realloc: returns NULL when memory runs out and leaves `block` unchanged. `new_size`
/// must not be 0.
void *memory_resize(const gestalt_allocator *allocator, void *block, size_t old_size,
                    size_t new_size);

static inline void *memory_new(const gestalt_allocator *allocator, size_t size)
{
    return memory_resize(allocator, NULL, 0, size);
}

/// Allocate zeroed memory. With malloc, pages that are never written to take no memory.
void *memory_new_zeroed(const gestalt_allocator *allocator, size_t size);

/// Free a block, which may be NULL.
void memory_release(const gestalt_allocator *allocator, void *block, size_t size);

#endif
