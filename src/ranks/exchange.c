// SPDX-License-Identifier: MIT
#include "exchange.h"

#include "memory.h"

#include <limits.h>
#include <string.h>

static size_t exchange_size(const exchange *x)
{
    return 4 * (size_t)x->job->size * sizeof *x->out;
}

bool exchange_open(exchange *x, const job *j, gestalt_allocator allocator)
{
    *x = (exchange){.job = j, .allocator = allocator};
    x->out = memory_new(&allocator, exchange_size(x));
    if (!x->out)
        return false;
    memset(x->out, 0, exchange_size(x));
    x->in = x->out + 2 * (size_t)j->size;
    return true;
}

void exchange_close(exchange *x)
{
    if (x->out)
        memory_release(&x->allocator, x->out, exchange_size(x));
    x->out = x->in = NULL;
}

// Compute the index of the first record of each rank. Returns the number of records.
static uint64_t sum_up(const exchange *x, int *counts)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < x->job->size; i++) {
        counts[x->job->size + i] = (int)count;
        count += (uint64_t)counts[i];
    }
    return count;
}

bool exchange_count(exchange *x)
{
    job_time begin = job_now();
    MPI_Alltoall(x->out, 1, MPI_INT, x->in, 1, MPI_INT, x->job->communicator);
    job_waited(x->job, begin);
    x->out_count = sum_up(x, x->out);
    x->in_count = sum_up(x, x->in);
    return x->out_count <= INT_MAX && x->in_count <= INT_MAX;
}

static void send_records(const exchange *x, size_t record_size, const void *from,
                         const int *from_counts, void *to, const int *to_counts)
{
    MPI_Datatype record;
    job_time begin = job_now();
    MPI_Type_contiguous((int)record_size, MPI_BYTE, &record);
    MPI_Type_commit(&record);
    MPI_Alltoallv(from, from_counts, from_counts + x->job->size, record, to, to_counts,
                  to_counts + x->job->size, record, x->job->communicator);
    MPI_Type_free(&record);
    job_waited(x->job, begin);
}

void exchange_send(const exchange *x, size_t record_size, const void *out, void *in)
{
    send_records(x, record_size, out, x->out, in, x->in);
}

void exchange_answer(const exchange *x, size_t record_size, const void *in, void *out)
{
    send_records(x, record_size, in, x->in, out, x->out);
}
