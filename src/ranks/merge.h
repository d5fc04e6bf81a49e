// SPDX-License-Identifier: MIT
// Sorted lists of all ranks, merged on rank 0 in rounds of a bounded size. In each round, all ranks
// send their records up to a key that they agree on. Records with the same key are on one rank.
//
// merge_next is called on rank 0, and meanwhile merge_rest on the other ranks.
#ifndef MERGE_H
#define MERGE_H

#include "job.h"

/// Return whether `a` must come before `b`.
typedef bool merge_order(const void *a, const void *b, const void *user);

typedef struct merge {
    const job *job;
    gestalt_allocator allocator;
    const unsigned char *own; // this rank's records, sorted, each of which begins with its key
    size_t record_size;       // a multiple of 8
    merge_order *is_before;
    uint64_t count, sent;
    uint64_t most; // records of this rank in a round

    // on rank 0
    unsigned char *round; // records of all ranks in the round, sorted
    size_t round_size;
    int *counts; // words of each rank, then their first indices
    uint64_t round_count, round_sent;
    bool is_over;
} merge;

/// Allocate. May fail, so the ranks agree after it.
bool merge_open(merge *m, const job *j, gestalt_allocator allocator, size_t record_size,
                merge_order *is_before);
void merge_close(merge *m);
/// Set this rank's records.
void merge_begin(merge *m, const void *own, uint64_t count);

/// Write up to `capacity` records, and return their number; 0: there are no more.
uint64_t merge_next(merge *m, void *records, uint64_t capacity);
/// Take part in all rounds that are left.
void merge_rest(merge *m);

#endif
