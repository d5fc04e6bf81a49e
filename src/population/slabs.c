// SPDX-License-Identifier: MIT
#include "slabs.h"

#include "array.h"
#include "memory.h"

// A page is at most as large as two pages of the machine, or one entry. So the list of pages is
// short, and a population of few agents is small. If agents are added one by one, a new slab is an
// eighth of the existing memory, but at most a large page of the machine, so that it can consist of
// large pages.
enum { PAGE_SIZE_MAX = 8192, GROWTH = 8, GROWTH_SIZE_MAX = 2 * 1024 * 1024 };

struct slab {
    slab *older;
    uint64_t page_count;
};

void slabs_start(slabs *s, uint32_t entry_size, uint32_t alignment, uint64_t few)
{
    *s = (slabs){.entry_size = entry_size, .alignment = alignment};
    while ((uint64_t)entry_size << (s->page_shift + 1) <= PAGE_SIZE_MAX &&
           (few == 0 || UINT64_C(1) << s->page_shift < few))
        s->page_shift++;
}

static size_t page_size(const slabs *s)
{
    return (size_t)s->entry_size << s->page_shift;
}

// The host's allocator aligns a block for any type of C, which may be less than necessary.
static size_t slab_size(const slabs *s, uint64_t pages)
{
    size_t gap = s->alignment > sizeof(slab) ? s->alignment : 0;
    return sizeof(slab) + gap + pages * page_size(s);
}

static unsigned char *first_page(const slabs *s, slab *block)
{
    uintptr_t begin = (uintptr_t)(block + 1);
    return (unsigned char *)(block + 1) + (s->alignment - begin % s->alignment) % s->alignment;
}

// Return the number of pages of the next slab if `wanted` pages are needed.
static uint64_t next_page_count(const slabs *s, uint64_t wanted)
{
    uint64_t growth = s->page_count / GROWTH, most = GROWTH_SIZE_MAX / page_size(s) + 1;
    growth = growth < most ? growth : most;
    return wanted > growth ? wanted : growth;
}

bool slabs_reserve(slabs *s, uint64_t count, const gestalt_allocator *allocator)
{
    uint64_t per_page = UINT64_C(1) << s->page_shift;
    uint64_t needed = count / per_page + (count % per_page > 0);
    if (needed <= s->page_count)
        return true;
    uint64_t more = next_page_count(s, needed - s->page_count);
    if (s->page_count + more > UINT32_MAX || more > SIZE_MAX / 2 / page_size(s) ||
        !ARRAY_RESERVE(allocator, s->pages, s->page_capacity, s->page_count + more))
        return false;
    slab *block = memory_new(allocator, slab_size(s, more));
    if (!block)
        return false;
    *block = (slab){.older = s->newest, .page_count = more};
    s->newest = block;
    unsigned char *page = first_page(s, block);
    for (uint64_t i = 0; i < more; i++, page += page_size(s))
        s->pages[s->page_count++] = page;
    return true;
}

void slabs_release(slabs *s, const gestalt_allocator *allocator)
{
    for (slab *block = s->newest, *older; block; block = older) {
        older = block->older;
        memory_release(allocator, block, slab_size(s, block->page_count));
    }
    ARRAY_RELEASE(allocator, s->pages, s->page_capacity);
    s->newest = NULL;
    s->pages = NULL;
    s->page_count = 0;
    s->page_capacity = 0;
}

uint64_t slabs_index(const slabs *s, const void *entry)
{
    uint64_t pages = s->page_count;
    for (slab *block = s->newest; block; block = block->older) {
        uint64_t offset = (uintptr_t)entry - (uintptr_t)first_page(s, block);
        pages -= block->page_count;
        if (offset < block->page_count * page_size(s))
            return (pages << s->page_shift) + offset / s->entry_size;
    }
    return UINT64_MAX;
}

uint64_t slabs_row_end(const slabs *s, uint64_t index, uint64_t end)
{
    uint64_t page = (index >> s->page_shift) + 1, behind = ((end - 1) >> s->page_shift) + 1;
    size_t size = page_size(s);
    const unsigned char *next = s->pages[page - 1] + size;
    while (page < behind && s->pages[page] == next) {
        page++;
        next += size;
    }
    return page < behind ? page << s->page_shift : end;
}
