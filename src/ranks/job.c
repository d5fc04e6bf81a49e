// SPDX-License-Identifier: MIT
#include "job.h"

#include "error.h"
#include "hash.h"
#include "misuse.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

// One rank's part of the reduction, or that of several ranks.
typedef struct vote {
    uint32_t call_least, call_most;
    uint64_t arguments_least, arguments_most;
    uint64_t key;    // key of the failure that is reported
    uint32_t failed; // its rank, or NO_RANK
    uint32_t result; // its result
    int64_t due;
    uint64_t due_tick;
    uint64_t sum;
} vote;
_Static_assert(sizeof(vote) == 64, "an agreement has 64 bytes");

#define NO_RANK UINT32_MAX

static const char *const call_names[CALL_COUNT] = {
#define ROW(name) [CALL_##name] = "gestalt_ranks_" #name,
#include "job_calls.def"
#undef ROW
};

const char *job_call_name(job_call call)
{
    return call_names[call];
}

// ---- opening

static void job_finalize(void)
{
    int is_over;
    if (MPI_Finalized(&is_over) == MPI_SUCCESS && !is_over)
        MPI_Finalize();
}

static gestalt_result mpi_need(gestalt_error *error)
{
    int is_there = 0, level = MPI_THREAD_SINGLE;
    MPI_Initialized(&is_there);
    if (is_there) {
        MPI_Query_thread(&level);
    } else {
        MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level);
        atexit(job_finalize);
    }
    if (level >= MPI_THREAD_FUNNELED)
        return GESTALT_OK;
    return error_set(error, GESTALT_LIMIT, 0,
                     "MPI has no threads: initialize it by MPI_Init_thread with "
                     "MPI_THREAD_FUNNELED, or leave that to gestalt_ranks_create");
}

static inline void least(uint64_t *to, uint64_t number)
{
    *to = number < *to ? number : *to;
}

static void vote_join_two(const vote *from, vote *to)
{
    to->call_least = from->call_least < to->call_least ? from->call_least : to->call_least;
    to->call_most = from->call_most > to->call_most ? from->call_most : to->call_most;
    least(&to->arguments_least, from->arguments_least);
    if (from->arguments_most > to->arguments_most)
        to->arguments_most = from->arguments_most;
    if (from->key < to->key || (from->key == to->key && from->failed < to->failed)) {
        to->key = from->key;
        to->failed = from->failed;
        to->result = from->result;
    }
    to->due = from->due < to->due ? from->due : to->due;
    least(&to->due_tick, from->due_tick);
    to->sum += from->sum;
}

static void vote_join(void *from, void *to, int *count, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *count; i++)
        vote_join_two((const vote *)from + i, (vote *)to + i);
}

gestalt_result job_open(job *j, const void *communicator, gestalt_error *error)
{
    int rank, size;
    gestalt_result result = mpi_need(error);
    if (result != GESTALT_OK)
        return result;
    MPI_Comm_dup(communicator ? *(const MPI_Comm *)communicator : MPI_COMM_WORLD, &j->communicator);
    MPI_Comm_rank(j->communicator, &rank);
    MPI_Comm_size(j->communicator, &size);
    MPI_Type_contiguous(sizeof(vote), MPI_BYTE, &j->vote_type);
    MPI_Type_commit(&j->vote_type);
    MPI_Op_create(vote_join, true, &j->vote_join);
    j->rank = (uint32_t)rank;
    j->size = (uint32_t)size;
    return GESTALT_OK;
}

void job_close(job *j)
{
    MPI_Op_free(&j->vote_join);
    MPI_Type_free(&j->vote_type);
    MPI_Comm_free(&j->communicator);
}

// ---- time

job_time job_now(void)
{
    struct timespec t = {0};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (job_time){MPI_Wtime(), (double)t.tv_sec + 1e-9 * (double)t.tv_nsec};
}

job_time job_time_since(job_time begin)
{
    job_time now = job_now();
    return (job_time){now.wall - begin.wall, now.processor - begin.processor};
}

void job_waited(const job *j, job_time begin)
{
    if (!j->waited)
        return;
    job_time time = job_time_since(begin);
    j->waited->wall += time.wall;
    j->waited->processor += time.processor;
}

// ---- agreeing

// Report misuse that all ranks have found.
static gestalt_result agree_not(const agreement *a, const vote *v, gestalt_error *error)
{
    if (v->call_least != v->call_most)
        return misuse_tell(
            call_names[v->call_least], error,
            "some rank calls %s while another calls %s: all ranks must make the same "
            "collective calls, in the same order",
            call_names[v->call_least], call_names[v->call_most]);
    return misuse_tell(call_names[a->call], error,
                       "the arguments differ between ranks: all ranks must pass the same ones");
}

// Report misuse on another rank. Its error begins with the name of the function.
static gestalt_result agree_misused(const agreement *a, gestalt_error *reason, gestalt_error *error)
{
    char *colon = strchr(reason->message, ':');
    if (!colon)
        return misuse_tell(call_names[a->call], error, "%s", reason->message);
    *colon = '\0';
    return gestalt_misuse(reason->message, colon + 1 + strspn(colon + 1, " "), error);
}

static gestalt_result agree_failed(const job *j, const agreement *a, const vote *v,
                                   gestalt_error *error)
{
    gestalt_error reason = a->error;
    MPI_Bcast(&reason, sizeof reason, MPI_BYTE, (int)v->failed, j->communicator);
    if (v->result == GESTALT_MISUSE && a->result != GESTALT_MISUSE)
        return agree_misused(a, &reason, error);
    if (error)
        *error = reason;
    return (gestalt_result)v->result;
}

gestalt_result job_agree(const job *j, agreement *a, gestalt_error *error)
{
    bool is_ok = a->result == GESTALT_OK;
    vote v = {.call_least = a->call,
              .call_most = a->call,
              .arguments_least = a->arguments,
              .arguments_most = a->arguments,
              .key = is_ok                         ? UINT64_MAX
                     : a->result == GESTALT_MISUSE ? 0
                                                   : a->key + 1,
              .failed = is_ok ? NO_RANK : j->rank,
              .result = a->result,
              .due = a->due,
              .due_tick = a->due_tick,
              .sum = a->sum};
    job_time begin = job_now();
    MPI_Allreduce(MPI_IN_PLACE, &v, 1, j->vote_type, j->vote_join, j->communicator);
    job_waited(j, begin);
    a->due = v.due;
    a->due_tick = v.due_tick;
    a->sum = v.sum;
    a->has_ticked = v.call_least != v.call_most && v.call_least == CALL_tick;
    bool is_misused = v.failed != NO_RANK && v.result == GESTALT_MISUSE;
    if (v.call_least != v.call_most || (v.arguments_least != v.arguments_most && !is_misused))
        return agree_not(a, &v, error);
    return v.failed == NO_RANK ? GESTALT_OK : agree_failed(j, a, &v, error);
}

uint64_t job_hash(uint64_t hash, const void *bytes, size_t size)
{
    return XXH3_64bits_withSeed(bytes, size, hash);
}
