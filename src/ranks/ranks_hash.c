// SPDX-License-Identifier: MIT
// The hash of a job, which is that of one population with all agents. Every rank hashes its own
// blocks. Then rank 0 gets the hashes of all blocks in order.
#include "array.h"
#include "error.h"
#include "merge.h"
#include "misuse.h"
#include "ranks_state.h"

#include <gestalt/snapshot_parts.h>

enum { AT_ONCE = 1 << 10 }; // blocks that are hashed at once

typedef struct block_list {
    gestalt_ranks *ranks;
    gestalt_block_hash *blocks; // hashes of this rank's blocks
    size_t room;
    uint64_t count;
    merge merge;
} block_list;

static bool block_is_before(const void *one, const void *other, const void *user)
{
    const gestalt_block_hash *a = one, *b = other;
    (void)user;
    return a->block < b->block;
}

static gestalt_result hash_own(block_list *l, gestalt_error *error)
{
    const gestalt_ranks *r = l->ranks;
    uint64_t first = 0, count;
    if (!merge_open(&l->merge, &r->job, r->allocator, sizeof *l->blocks, block_is_before))
        return error_no_memory(error);
    do {
        if (!ARRAY_RESERVE(&r->allocator, l->blocks, l->room, l->count + AT_ONCE))
            return error_no_memory(error);
        gestalt_result result = gestalt_population_hash_blocks(r->own, first, l->blocks + l->count,
                                                               AT_ONCE, &count, error);
        if (result != GESTALT_OK)
            return result;
        l->count += count;
        if (count > 0)
            first = l->blocks[l->count - 1].block + 1;
    } while (count == AT_ONCE);
    merge_begin(&l->merge, l->blocks, l->count);
    return GESTALT_OK;
}

// Give the next blocks of all ranks to gestalt_population_hash_of.
static gestalt_result next_blocks(void *user, gestalt_block_hash *blocks, uint64_t capacity,
                                  uint64_t *count, gestalt_error *error)
{
    block_list *l = user;
    (void)error;
    *count = merge_next(&l->merge, blocks, capacity);
    return GESTALT_OK;
}

// Combine the hashes of all blocks on rank 0.
static gestalt_result hash_all(block_list *l, uint64_t *hash, gestalt_error *error)
{
    gestalt_result result = GESTALT_OK;
    if (l->ranks->job.rank == 0)
        result = gestalt_population_hash_of(l->ranks->own, (gestalt_block_source){next_blocks, l},
                                            hash, error);
    merge_rest(&l->merge);
    return result;
}

gestalt_result gestalt_ranks_hash(gestalt_ranks *r, uint64_t *hash, gestalt_error *error)
{
    if (RANKS_ARE_WRONG(r, error))
        return GESTALT_MISUSE;
    preparation p = prepare_call(r, CALL_hash);
    block_list l = {.ranks = r};
    if (p.result == GESTALT_OK && MISUSE_NULL(hash, "hash", &p.error))
        p.result = GESTALT_MISUSE;
    if (p.result == GESTALT_OK)
        p.result = hash_own(&l, &p.error);
    gestalt_result result = prepare_agree(&p, error);
    if (result == GESTALT_OK) {
        agreement a = {.call = CALL_hash};
        a.result = hash_all(&l, &a.sum, &a.error);
        result = job_agree(&r->job, &a, error);
        if (result == GESTALT_OK)
            *hash = a.sum;
    }
    merge_close(&l.merge);
    ARRAY_RELEASE(&r->allocator, l.blocks, l.room);
    return result;
}
