// SPDX-License-Identifier: MIT
#include "memory.h"

#include <stdlib.h>

static void *memory_of_malloc(void *user, void *block, size_t old_size, size_t new_size)
{
    (void)user;
    (void)old_size;
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    return realloc(block, new_size);
}

gestalt_allocator memory_allocator(const gestalt_allocator *allocator)
{
    if (allocator && allocator->resize)
        return *allocator;
    return (gestalt_allocator){.resize = memory_of_malloc};
}

void *memory_resize(const gestalt_allocator *allocator, void *block, size_t old_size,
                    size_t new_size)
{
    return allocator->resize(allocator->user, block, old_size, new_size);
}

void memory_release(const gestalt_allocator *allocator, void *block, size_t size)
{
    if (block)
        allocator->resize(allocator->user, block, size, 0);
}
