// SPDX-License-Identifier: MIT
// Which rank owns which agents. An id block is 4,096 consecutive ids from a multiple of that on,
// and each block belongs to one rank. Blocks below `dealt`, those of the first spawn, are in the
// order of ranks; later ones are assigned by turns. So every rank can compute the owner of any id,
// and agents stay where they are born.
//
//     dealt = 7, 3 ranks:   block  0 1 2 3 4 5 6 | 7 8 9 10 ...
//                           rank   0 0 0 1 1 2 2 | 0 1 2 0  ...
#ifndef OWNERSHIP_H
#define OWNERSHIP_H

#include <gestalt/snapshot_parts.h>
#include <stdbool.h>
#include <stdint.h>

enum { ID_BLOCK = GESTALT_ID_BLOCK };

/// Most agents of a job. So the products below fit into 64 bits.
#define OWNERSHIP_AGENTS_MOST (UINT64_C(1) << 48)

/// Ids of a job are below this one.
#define OWNERSHIP_ID_MOST (UINT64_C(1) << 63)

typedef struct ownership {
    uint64_t dealt; // blocks
    uint32_t ranks;
} ownership;

/// Consecutive ids.
typedef struct id_range {
    uint64_t first, end;
} id_range;

static inline uint64_t block_count(uint64_t ids)
{
    return ids / ID_BLOCK + (ids % ID_BLOCK > 0);
}

static inline uint32_t owner_of_block(ownership o, uint64_t block)
{
    return (uint32_t)(block < o.dealt ? block * o.ranks / o.dealt : (block - o.dealt) % o.ranks);
}

static inline uint32_t owner_of(ownership o, uint64_t id)
{
    return owner_of_block(o, id / ID_BLOCK);
}

/// Return the first block that a rank owns among the dealt ones; for rank `ranks`, their end.
static inline uint64_t first_dealt(ownership o, uint32_t rank)
{
    return (rank * o.dealt + o.ranks - 1) / o.ranks;
}

/// Return the first range of consecutive ids in `from` that a rank owns. The range is empty if
/// there is none.
static inline id_range next_owned(ownership o, uint32_t rank, id_range from)
{
    uint64_t block = from.first / ID_BLOCK, end = first_dealt(o, rank + 1);
    if (block < end) {
        uint64_t begin = first_dealt(o, rank);
        block = block > begin ? block : begin;
    }
    if (block >= end) {
        block = block > o.dealt ? block : o.dealt;
        block += (rank + o.ranks - (block - o.dealt) % o.ranks) % o.ranks;
        end = block + 1;
    }
    id_range owned = {block * ID_BLOCK, end * ID_BLOCK};
    owned.first = owned.first > from.first ? owned.first : from.first;
    owned.end = owned.end < from.end ? owned.end : from.end;
    if (owned.first > owned.end)
        owned.first = owned.end;
    return owned;
}

#endif
