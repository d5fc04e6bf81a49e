// SPDX-License-Identifier: MIT
#include "record_share.h"

#include "misuse.h"

#include <limits.h>
#include <string.h>

// ---- the share

static void record_sum(void *user, uint64_t *numbers, size_t count)
{
    const job *j = user;
    MPI_Allreduce(MPI_IN_PLACE, numbers, (int)count, MPI_UINT64_T, MPI_SUM, j->communicator);
}

static void record_least(void *user, uint64_t *numbers, size_t count)
{
    const job *j = user;
    MPI_Allreduce(MPI_IN_PLACE, numbers, (int)count, MPI_UINT64_T, MPI_MIN, j->communicator);
}

static int piece_size(size_t left)
{
    return left < INT_MAX ? (int)left : INT_MAX;
}

static void record_gather(void *user, const void *bytes, size_t size, void *all)
{
    const job *j = user;
    const unsigned char *from = bytes;
    unsigned char *to = all;
    uint64_t sent = size;
    if (j->rank > 0) {
        MPI_Send(&sent, 1, MPI_UINT64_T, 0, 0, j->communicator);
        for (size_t at = 0; at < size; at += (size_t)piece_size(size - at))
            MPI_Send(from + at, piece_size(size - at), MPI_BYTE, 0, 0, j->communicator);
        return;
    }
    if (size > 0)
        memcpy(to, from, size);
    to += size;
    for (int rank = 1; rank < (int)j->size; rank++, to += sent) {
        MPI_Recv(&sent, 1, MPI_UINT64_T, rank, 0, j->communicator, MPI_STATUS_IGNORE);
        for (size_t at = 0; at < sent; at += (size_t)piece_size(sent - at))
            MPI_Recv(to + at, piece_size(sent - at), MPI_BYTE, rank, 0, j->communicator,
                     MPI_STATUS_IGNORE);
    }
}

gestalt_tree_share record_share(gestalt_tree_share share)
{
    share.is_first = ((const job *)share.user)->rank == 0;
    share.sum = record_sum;
    share.least = record_least;
    share.gather = record_gather;
    return share;
}

// ---- creating

static void add_text(record_call *c, const char *text)
{
    if (text)
        c->arguments = job_hash(c->arguments, text, strlen(text) + 1);
}

static void add_texts(record_call *c, const char *const *texts, uint32_t count)
{
    c->arguments = JOB_HASH(c->arguments, count);
    for (uint32_t i = 0; texts && i < count; i++)
        add_text(c, texts[i]);
}

gestalt_result record_call_check(record_call *c, uint32_t group_count, gestalt_error *error)
{
    const gestalt_tree_recorder_options *o = c->options;
    const char *function = job_call_name(c->call);
    if (misuse_if_null(!o, function, "options", error) ||
        misuse_if_null(!c->recorder, function, "recorder", error))
        return GESTALT_MISUSE;
    c->arguments = JOB_HASH(0, o->every);
    add_text(c, o->name);
    add_texts(c, o->groups, group_count);
    add_texts(c, o->keys, o->key_count);
    add_texts(c, c->expressions, c->count);
    return o->population || o->share
               ? misuse_tell(function, error,
                             "the options `population` and `share` must be NULL: they are those of "
                             "the ranks")
               : GESTALT_OK;
}

gestalt_result record_call_create(const record_call *c, gestalt_population *own,
                                  gestalt_tree_share share, gestalt_error *error)
{
    gestalt_tree_recorder_options with = *c->options;
    share = record_share(share);
    with.population = own;
    with.share = &share;
    return gestalt_tree_recorder_create_asking(&with, c->expressions, c->count, c->recorder, error);
}
