// SPDX-License-Identifier: MIT
// Slabs, in which the cohorts of a group lie side by side; they never move. A slab is one block of
// memory, for all that is asked for at a time; for less than an eighth more, it is larger. It is
// cut into pages, each of the same power of two of cohorts, which are found by number.
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
    uint32_t alignment;  // of entries, 64 at most; `entry_size` is a multiple
    uint32_t page_shift; // log2 of the entries of a page
    slab *newest;
    size_t page_capacity;
} slabs;

/// Empty, with entries of that size. Pages are small when only `few` are expected; 0: nobody
/// knows.
void slabs_start(slabs *s, uint32_t entry_size, uint32_t alignment, uint64_t few);
void slabs_release(slabs *s, const gestalt_allocator *allocator);

/// Make room for entries 0 to count - 1, which may hold anything at first. False, and nothing has
/// changed, when memory runs out.
bool slabs_reserve(slabs *s, uint64_t count, const gestalt_allocator *allocator);

static inline void *slabs_at(const slabs *s, uint32_t index)
{
    uint32_t in_page = index & ((UINT32_C(1) << s->page_shift) - 1);
    return s->pages[index >> s->page_shift] + (size_t)in_page * s->entry_size;
}

/// Entries from `index` on lie side by side up to there, which is at most `end`.
uint64_t slabs_row_end(const slabs *s, uint64_t index, uint64_t end);

#endif
