// SPDX-License-Identifier: MIT
// An allocator that runs out of memory: after `left` successful allocations, all others fail.
#ifndef SHORT_MEMORY_H
#define SHORT_MEMORY_H

#include <gestalt/base.h>

#include <stdlib.h>
#include <string.h>

typedef struct short_memory {
    size_t left; // allocations that still succeed
    size_t held; // bytes in use
} short_memory;

static inline void *short_memory_resize(void *user, void *block, size_t old_size, size_t new_size)
{
    short_memory *memory = user;
    if (new_size > 0 && memory->left == 0)
        return NULL;
    memory->left -= new_size > 0;
    memory->held += new_size - old_size;
    // Always move the block, so that a use of the old address is noticed.
    void *moved = new_size > 0 ? malloc(new_size) : NULL;
    if (new_size > 0 && !moved)
        abort();
    if (moved && block)
        memcpy(moved, block, old_size < new_size ? old_size : new_size);
    free(block);
    return moved;
}

static inline gestalt_allocator short_memory_allocator(short_memory *memory)
{
    return (gestalt_allocator){.resize = short_memory_resize, .user = memory};
}

#endif
