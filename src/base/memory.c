// SPDX-License-Identifier: MIT
#include "memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef __linux__
#include <sys/mman.h>
#endif

#define LARGE_PAGE ((size_t)2 * 1024 * 1024)

// Ask for huge pages for a large block: fresh memory costs a page fault for each page, and
// iterating over it a TLB miss for each.
static void *new_block(size_t size)
{
#ifdef MADV_HUGEPAGE
    void *block = NULL;
    if (size >= LARGE_PAGE) {
        if (posix_memalign(&block, LARGE_PAGE, size) != 0)
            return NULL;
        madvise(block, size / LARGE_PAGE * LARGE_PAGE, MADV_HUGEPAGE);
        return block;
    }
#endif
    return malloc(size);
}

// calloc does not write to fresh pages, so that memory which is never used stays free.
static void *new_zeroed(size_t size)
{
    unsigned char *block = calloc(1, size);
#ifdef MADV_HUGEPAGE
    size_t skipped = block ? -(uintptr_t)block & (LARGE_PAGE - 1) : 0;
    if (block && size >= skipped + LARGE_PAGE)
        madvise(block + skipped, (size - skipped) / LARGE_PAGE * LARGE_PAGE, MADV_HUGEPAGE);
#endif
    return block;
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

void *memory_new_zeroed(const gestalt_allocator *allocator, size_t size)
{
    if (allocator->resize == memory_of_malloc)
        return new_zeroed(size);
    void *block = memory_new(allocator, size);
    return block ? memset(block, 0, size) : NULL;
}

void memory_release(const gestalt_allocator *allocator, void *block, size_t size)
{
    if (block)
        allocator->resize(allocator->user, block, size, 0);
}
