// SPDX-License-Identifier: MIT
#include "id_rows.h"

#include "array.h"
#include "population_state.h"
#include "search.h"

#include <string.h>

static uint64_t span_end(const id_span *span)
{
    return span->first + span->count;
}

// Return the first span that ends after the block.
static uint32_t span_from(const id_rows *r, uint64_t block)
{
    uint32_t found;
    SEARCH_FIRST(found, 0, r->count, span_end(&r->spans[found]) > block);
    return found;
}

const id_span *id_rows_span(const id_rows *r, uint64_t block)
{
    uint32_t at = r->count == 1 ? 0 : span_from(r, block);
    if (at >= r->count || block < r->spans[at].first || block >= span_end(&r->spans[at]))
        return NULL;
    return &r->spans[at];
}

// Add blocks without rows before the span with the index `at`.
static bool add_span(id_rows *r, uint32_t at, uint64_t first, uint64_t count,
                     const gestalt_allocator *allocator)
{
    id_span *before = at > 0 ? &r->spans[at - 1] : NULL;
    uint64_t row = r->row_count;
    if (before && span_end(before) == first && before->row + before->count * ID_ROWS_BLOCK == row) {
        before->count += count;
    } else {
        if (!ARRAY_RESERVE(allocator, r->spans, r->capacity, (uint64_t)r->count + 1))
            return false;
        memmove(&r->spans[at + 1], &r->spans[at], (r->count - at) * sizeof *r->spans);
        r->spans[at] = (id_span){first, count, row};
        r->count++;
    }
    r->row_count += count * ID_ROWS_BLOCK;
    return true;
}

// Give rows to the blocks `first` to `end` - 1.
static bool give_blocks(id_rows *r, uint64_t first, uint64_t end,
                        const gestalt_allocator *allocator)
{
    while (first < end) {
        uint32_t at = span_from(r, first);
        uint64_t next = at < r->count ? r->spans[at].first : UINT64_MAX;
        if (next <= first) {
            first = span_end(&r->spans[at]);
            continue;
        }
        next = next < end ? next : end;
        if (!add_span(r, at, first, next - first, allocator))
            return false;
        first = next;
    }
    return true;
}

bool id_rows_give(id_rows *r, const gestalt_population *p, const gestalt_allocator *allocator)
{
    const id_table *ids = &p->state.ids;
    for (uint32_t i = 0; i < ids->count; i++) {
        const id_run *run = &ids->runs[i];
        uint64_t last = run->first + run->count - 1;
        if (run->alive > 0 &&
            !give_blocks(r, run->first / ID_ROWS_BLOCK, last / ID_ROWS_BLOCK + 1, allocator))
            return false;
    }
    return true;
}

void id_rows_release(id_rows *r, const gestalt_allocator *allocator)
{
    ARRAY_RELEASE(allocator, r->spans, r->capacity);
}
