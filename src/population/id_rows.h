// SPDX-License-Identifier: MIT
// Rows for agents: numbers for the data that something keeps for each agent of a population. Rows
// are given to ids in blocks of 64, when an agent of the block appears, and never change. So a
// population with few ids that are far apart needs few rows.
#ifndef ID_ROWS_H
#define ID_ROWS_H

#include <gestalt/population.h>

/// Consecutive blocks with consecutive rows.
typedef struct id_span {
    uint64_t first, count; // blocks
    uint64_t row;          // row of the first id
} id_span;

typedef struct id_rows {
    id_span *spans; // by `first`
    uint32_t count;
    size_t capacity;
    uint64_t row_count;
} id_rows;

enum { ID_ROWS_BLOCK = 64 };

/// Give rows to all agents of a population. Returns false, with some of them given, if memory runs
/// out.
bool id_rows_give(id_rows *r, const gestalt_population *p, const gestalt_allocator *allocator);
void id_rows_release(id_rows *r, const gestalt_allocator *allocator);

/// Return the span with the block, or else NULL.
const id_span *id_rows_span(const id_rows *r, uint64_t block);

/// Return the row of an id, or else UINT64_MAX.
static inline uint64_t id_rows_find(const id_rows *r, uint64_t id)
{
    const id_span *span = id_rows_span(r, id / ID_ROWS_BLOCK);
    return span ? span->row + (id - span->first * ID_ROWS_BLOCK) : UINT64_MAX;
}

#endif
