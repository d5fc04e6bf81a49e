// SPDX-License-Identifier: MIT
#include "array.h"

#include <string.h>

bool array_grow(const gestalt_allocator *allocator, void *array, size_t *room, uint64_t needed,
                size_t element_size)
{
    uint64_t most = SIZE_MAX / 2 / element_size;
    if (needed > most)
        return false;
    size_t larger = needed > *room * UINT64_C(2) ? (size_t)needed : *room * 2;
    void *block; // copied bytewise, since the caller's pointer has another type
    memcpy(&block, array, sizeof block);
    block = memory_resize(allocator, block, *room * element_size, larger * element_size);
    if (!block)
        return false;
    memcpy(array, &block, sizeof block);
    *room = larger;
    return true;
}
