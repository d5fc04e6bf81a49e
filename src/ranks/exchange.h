// SPDX-License-Identifier: MIT
// Records that each rank sends to each other rank, and answers to them. Records are sorted by the
// rank that gets them, and arrive sorted by the rank that has sent them.
//
//     exchange_open       allocate; may fail, so the ranks agree after it
//     exchange_count      exchange the counts
//     exchange_send       send the records
//     exchange_answer     send back one record for each that has arrived, in the order of the first
//     ones
#ifndef EXCHANGE_H
#define EXCHANGE_H

#include "job.h"

typedef struct exchange {
    const job *job;
    gestalt_allocator allocator;
    // arrays of 2 times the number of ranks: counts, then indices of the first records
    int *out, *in;
    uint64_t out_count, in_count;
} exchange;

/// Allocate. Afterwards the caller adds 1 to `out[rank]` for each record.
bool exchange_open(exchange *x, const job *j, gestalt_allocator allocator);
void exchange_close(exchange *x);

/// Compute the first indices and `in_count` from the counts. Returns false if there are too many
/// records for one exchange.
bool exchange_count(exchange *x);

/// Send the records `out`, and receive `in_count` of them.
void exchange_send(const exchange *x, size_t record_size, const void *out, void *in);
void exchange_answer(const exchange *x, size_t record_size, const void *in, void *out);

#endif
