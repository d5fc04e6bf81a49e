// SPDX-License-Identifier: MIT
#include "counting.h"

#include "memory.h"

static void *counting_resize(void *user, void *block, size_t old_size, size_t new_size)
{
    counting *c = user;
    gestalt_allocator usual = memory_allocator(NULL);
    void *result = usual.resize(usual.user, block, old_size, new_size);
    if (result || new_size == 0)
        atomic_fetch_add(&c->used, new_size - old_size);
    return result;
}

gestalt_allocator counting_allocator(counting *c)
{
    return (gestalt_allocator){counting_resize, c};
}
