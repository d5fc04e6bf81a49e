// SPDX-License-Identifier: MIT
// Slabs: memory for the cohorts of a group, side by side, at addresses that never change. A slab is
// one block of memory for all entries that one call requests, or for an eighth of the existing ones
// if that is more. Slabs are divided into pages, which the list of pages finds by number. All pages
// have the same number of cohorts, a power of two.
//
//   pages   0     1     2           3     4     5     6
//   slabs | pppp  pppp  pppp |    | pppp  pppp  pppp  pppp |    ...
#ifndef SLABS_H
#define SLABS_H

#include <gestalt/base.h>

typedef struct slab slab;

typedef struct slabs {
    unsigned char **pages;
    uint32_t page_count;
    uint32_t entry_size;
    // alignment of entries, at most 64; `entry_size` is a multiple of it
    uint32_t alignment;
    uint32_t page_shift; // log2 of the number of entries in a page
    slab *newest;
    size_t page_capacity;
} slabs;

/// Initialize without entries. Pages are small if only `few` entries are expected; 0 means that the
/// number is unknown.
void slabs_start(slabs *s, uint32_t entry_size, uint32_t alignment, uint64_t few);
void slabs_release(slabs *s, const gestalt_allocator *allocator);

/// Allocate room for entries 0 to count - 1. New entries are uninitialized. Returns false, with
/// nothing changed, if memory runs out.
bool slabs_reserve(slabs *s, uint64_t count, const gestalt_allocator *allocator);

static inline void *slabs_at(const slabs *s, uint32_t index)
{
    uint32_t in_page = index & ((UINT32_C(1) << s->page_shift) - 1);
    return s->pages[index >> s->page_shift] + (size_t)in_page * s->entry_size;
}

/// Return the index of the entry at an address, or UINT64_MAX if none is there.
uint64_t slabs_index(const slabs *s, const void *entry);

/// Return the end of the contiguous range of entries from `index` on, at most `end`.
uint64_t slabs_row_end(const slabs *s, uint64_t index, uint64_t end);

#endif
