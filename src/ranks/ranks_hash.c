// SPDX-License-Identifier: MIT
// The hash of a job, which is that of one population with all agents. Every rank hashes its own
// blocks. Then rank 0 gets the hashes of all blocks in order, in rounds of a bounded size: in each
// round, all ranks send those up to a block that they agree on.
#include "array.h"
#include "error.h"
#include "memory.h"
#include "misuse.h"
#include "ranks_state.h"
#include "sort.h"

#include <gestalt/snapshot_parts.h>

enum {
    AT_ONCE = 1 << 10,    // blocks of a rank that are hashed at once
    ROUND_MOST = 1 << 16, // hashes in a round, of all ranks together
    ROUND_LEAST = 1 << 6, // least hashes of a rank
    WORDS = 2,            // numbers of a hash: its block's number, and the hash
};

typedef struct block_list {
    gestalt_ranks *ranks;
    gestalt_block_hash *blocks; // of this rank
    size_t room;
    uint64_t count, sent;
    uint64_t round_most; // blocks of this rank in a round
    // on rank 0: those of the round, from all ranks
    gestalt_block_hash *round;
    size_t round_size;
    int *counts; // records of each rank, then indices of the first ones
    uint64_t round_count, round_sent;
    bool is_over;
} block_list;

// ---- this rank's blocks

static gestalt_result hash_own(block_list *l, gestalt_error *error)
{
    const gestalt_ranks *r = l->ranks;
    uint64_t first = 0, count;
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
    return GESTALT_OK;
}

static gestalt_result list_open(block_list *l, gestalt_error *error)
{
    const gestalt_ranks *r = l->ranks;
    l->round_most = ROUND_MOST / r->job.size;
    l->round_most = l->round_most < ROUND_LEAST ? ROUND_LEAST : l->round_most;
    if (r->job.rank == 0) {
        l->round_size = l->round_most * r->job.size * sizeof *l->round;
        l->round = memory_new(&r->allocator, l->round_size);
        l->counts = memory_new(&r->allocator, 2 * r->job.size * sizeof *l->counts);
        if (!l->round || !l->counts)
            return error_no_memory(error);
    }
    return hash_own(l, error);
}

static void list_close(block_list *l)
{
    const gestalt_ranks *r = l->ranks;
    ARRAY_RELEASE(&r->allocator, l->blocks, l->room);
    if (l->round)
        memory_release(&r->allocator, l->round, l->round_size);
    if (l->counts)
        memory_release(&r->allocator, l->counts, 2 * r->job.size * sizeof *l->counts);
}

// ---- rounds

static bool block_is_before(const void *one, const void *other, const void *user)
{
    const gestalt_block_hash *a = one, *b = other;
    (void)user;
    return a->block < b->block;
}

// Send the next blocks to rank 0.
static void list_round(block_list *l)
{
    const job *j = &l->ranks->job;
    uint64_t left = l->count - l->sent, most = left < l->round_most ? left : l->round_most;
    uint64_t end = left > most ? l->blocks[l->sent + most].block : UINT64_MAX, all_end;
    MPI_Allreduce(&end, &all_end, 1, MPI_UINT64_T, MPI_MIN, j->communicator);
    int count = 0;
    while ((uint64_t)count < most && l->blocks[l->sent + (uint64_t)count].block < all_end)
        count++;
    MPI_Gather(&count, 1, MPI_INT, l->counts, 1, MPI_INT, 0, j->communicator);
    l->round_count = l->round_sent = 0;
    for (uint32_t i = 0; j->rank == 0 && i < j->size; i++) {
        l->counts[i] *= WORDS;
        l->counts[j->size + i] = (int)l->round_count * WORDS;
        l->round_count += (uint64_t)l->counts[i] / WORDS;
    }
    MPI_Gatherv(l->blocks ? l->blocks + l->sent : NULL, count * WORDS, MPI_UINT64_T, l->round,
                l->counts, l->counts ? l->counts + j->size : NULL, MPI_UINT64_T, 0,
                j->communicator);
    l->sent += (uint64_t)count;
    l->is_over = all_end == UINT64_MAX;
    sort_heap(l->round, l->round_count, sizeof *l->round, block_is_before, NULL);
}

// Give the next blocks of all ranks to gestalt_population_hash_of.
static gestalt_result next_blocks(void *user, gestalt_block_hash *blocks, uint64_t capacity,
                                  uint64_t *count, gestalt_error *error)
{
    block_list *l = user;
    (void)error;
    while (l->round_sent == l->round_count && !l->is_over)
        list_round(l);
    uint64_t left = l->round_count - l->round_sent;
    *count = left < capacity ? left : capacity;
    for (uint64_t i = 0; i < *count; i++)
        blocks[i] = l->round[l->round_sent++];
    return GESTALT_OK;
}

// Combine the hashes of all blocks on rank 0.
static gestalt_result hash_all(block_list *l, uint64_t *hash, gestalt_error *error)
{
    gestalt_result result = GESTALT_OK;
    if (l->ranks->job.rank == 0)
        result = gestalt_population_hash_of(l->ranks->own, (gestalt_block_source){next_blocks, l},
                                            hash, error);
    while (!l->is_over) // on rank 0 only if it has failed
        list_round(l);
    return result;
}

gestalt_result gestalt_ranks_hash(gestalt_ranks *r, uint64_t *hash, gestalt_error *error)
{
    if (RANKS_ARE_WRONG(r, error))
        return GESTALT_MISUSE;
    preparation p = prepare_change(r, CALL_hash);
    block_list l = {.ranks = r};
    if (p.result == GESTALT_OK && MISUSE_NULL(hash, "hash", &p.error))
        p.result = GESTALT_MISUSE;
    if (p.result == GESTALT_OK)
        p.result = list_open(&l, &p.error);
    gestalt_result result = prepare_agree(&p, error);
    if (result == GESTALT_OK) {
        agreement a = {.call = CALL_hash};
        a.result = hash_all(&l, &a.sum, &a.error);
        result = job_agree(&r->job, &a, error);
        if (result == GESTALT_OK)
            *hash = a.sum;
    }
    list_close(&l);
    return result;
}
