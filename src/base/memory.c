// SPDX-License-Identifier: MIT
#include "memory.h"

#include <stdlib.h>

#ifdef __linux__
#include <sys/mman.h>
#endif

// Ask for huge pages for a large block: fresh memory costs a page fault for each page, and
// iterating over it a TLB miss for each.
static void *new_block(size_t size)
{
#ifdef MADV_HUGEPAGE
    const size_t large_page = 2 * 1024 * 1024;
    void *block = NULL;
    if (size >= large_page) {
        if (posix_memalign(&block, large_page, size) != 0)
            return NULL;
        madvise(block, size / large_page * large_page, MADV_HUGEPAGE);
        return block;
    }
#endif
    return malloc(size);
}

static void *memory_of_malloc(void *user, void *block, size_t old_size, size_t new_size)
{
    (void)user;
    (void)old_size;
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    return block ? realloc(block, new_size) : new_block(new_size);
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
