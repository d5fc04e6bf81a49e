// SPDX-License-Identifier: MIT
// Recordings of trees: each rank has a recorder of its population, and these are connected by MPI
// (gestalt/recorder/share.h).
#include "error.h"
#include "misuse.h"
#include "ranks_state.h"

#include <gestalt/ranks/record.h>
#include <gestalt/recorder/share.h>
#include <limits.h>
#include <string.h>

// ---- the share

static gestalt_result record_agree(void *user, gestalt_result result, gestalt_error *error)
{
    preparation p = prepare_call(user, CALL_record);
    p.result = result;
    if (error)
        p.error = *error;
    return prepare_agree(&p, error);
}

static void record_sum(void *user, uint64_t *numbers, size_t count)
{
    const gestalt_ranks *r = user;
    MPI_Allreduce(MPI_IN_PLACE, numbers, (int)count, MPI_UINT64_T, MPI_SUM, r->job.communicator);
}

static void record_least(void *user, uint64_t *numbers, size_t count)
{
    const gestalt_ranks *r = user;
    MPI_Allreduce(MPI_IN_PLACE, numbers, (int)count, MPI_UINT64_T, MPI_MIN, r->job.communicator);
}

static int piece_size(size_t left)
{
    return left < INT_MAX ? (int)left : INT_MAX;
}

static void record_gather(void *user, const void *bytes, size_t size, void *all)
{
    const job *j = &((const gestalt_ranks *)user)->job;
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

// ---- creating

static void add_text(preparation *p, const char *text)
{
    if (text)
        prepare_argument(p, text, strlen(text) + 1);
}

static void record_arguments(preparation *p, const gestalt_tree_recorder_options *o,
                             const char *const *expressions, uint32_t count)
{
    PREPARE_ARGUMENT(p, o->every);
    PREPARE_ARGUMENT(p, o->key_count);
    PREPARE_ARGUMENT(p, count);
    add_text(p, o->name);
    for (uint32_t i = 0; o->groups && i < p->ranks->group_count; i++)
        add_text(p, o->groups[i]);
    for (uint32_t i = 0; o->keys && i < o->key_count; i++)
        add_text(p, o->keys[i]);
    for (uint32_t i = 0; expressions && i < count; i++)
        add_text(p, expressions[i]);
}

static gestalt_result check_options(const gestalt_tree_recorder_options *o,
                                    gestalt_tree_recorder **recorder, gestalt_error *error)
{
    if (misuse_if_null(!o, job_call_name(CALL_record), "options", error) ||
        misuse_if_null(!recorder, job_call_name(CALL_record), "recorder", error))
        return GESTALT_MISUSE;
    return o->population || o->share
               ? misuse_tell(job_call_name(CALL_record), error,
                             "the options `population` and `share` must be NULL: they are those of "
                             "the job")
               : GESTALT_OK;
}

gestalt_result gestalt_ranks_record(gestalt_ranks *r, const gestalt_tree_recorder_options *options,
                                    const char *const *expressions, uint32_t count,
                                    gestalt_tree_recorder **recorder, gestalt_error *error)
{
    if (RANKS_ARE_WRONG(r, error))
        return GESTALT_MISUSE;
    preparation p = prepare_call(r, CALL_record);
    p.result = check_options(options, recorder, &p.error);
    if (options)
        record_arguments(&p, options, expressions, count);
    gestalt_result result = prepare_agree(&p, error);
    if (result != GESTALT_OK)
        return result;
    const gestalt_tree_share share = {.user = r,
                                      .is_first = r->job.rank == 0,
                                      .agree = record_agree,
                                      .sum = record_sum,
                                      .least = record_least,
                                      .gather = record_gather};
    gestalt_tree_recorder_options with = *options;
    with.population = r->own;
    with.share = &share;
    return gestalt_tree_recorder_create_asking(&with, expressions, count, recorder, error);
}
