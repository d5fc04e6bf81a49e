// SPDX-License-Identifier: MIT
#include "carving.h"

bool carve_again(carving *from, const gestalt_allocator *allocator)
{
    if (from->memory || from->used > SIZE_MAX / 2)
        return false;
    size_t size = from->head + from->base + from->used;
    size += size == 0;
    gestalt_allocator where = memory_allocator(allocator);
    from->memory = memory_new_zeroed(&where, size);
    if (!from->memory)
        return false;
    from->block = (unsigned char *)from->memory + from->head;
    from->block += from->base ? -(uintptr_t)from->block & (from->base - 1) : 0;
    from->size = size;
    from->used = 0;
    return true;
}
