// SPDX-License-Identifier: MIT
// The ranks of a job, and how they agree. The only headers that include mpi.h are this one and
// those that build on it.
//
// A collective call prepares what it can on each rank, then all ranks agree, then each commits or
// undoes. An agreement is one reduction of 64 bytes: which call this is, a hash of its arguments,
// and whether its preparation has failed. If it has failed anywhere, one more message has the
// error.
#ifndef JOB_H
#define JOB_H

#include <gestalt/base.h>
#include <mpi.h>

/// Seconds.
typedef struct job_time {
    double wall, processor; // the processor time of all threads of this process
} job_time;

typedef struct job {
    MPI_Comm communicator;
    MPI_Datatype vote_type;
    MPI_Op vote_join;
    uint32_t rank, size; // this rank; number of ranks
    job_time *waited;    // sum of the times of job_waited; may be NULL
} job;

/// All collective calls. A row has the name of the function without its prefix.
typedef enum job_call {
#define ROW(name) CALL_##name,
#include "job_calls.def"
#undef ROW
    CALL_COUNT
} job_call;

/// What a rank contributes to an agreement. The members after `error` are reduced to the numbers of
/// all ranks.
typedef struct agreement {
    job_call call;
    uint64_t arguments; // hash of the arguments that must be the same
    gestalt_result result;
    gestalt_error error; // if `result` is not GESTALT_OK
    /// Of several failures, misuse is reported first; then the one with the least key, which is
    /// less than 2^63; then that of the lowest rank.
    uint64_t key;
    int64_t due;       // least
    uint64_t due_tick; // least
    uint64_t sum;      // sum
    bool has_ticked;   // out: the calls differ, and one of them is a tick
} agreement;

/// Open the communicator, and initialize MPI if it is not. `communicator` is the address of an
/// MPI_Comm, or NULL.
gestalt_result job_open(job *j, const void *communicator, gestalt_error *error);
void job_close(job *j);

/// Agree. Returns the result of the whole call, which is the same on all ranks, and sets `error`,
/// which may be NULL. Mismatched calls and arguments are reported as misuse of the call.
gestalt_result job_agree(const job *j, agreement *a, gestalt_error *error);

/// Measure the time of messages, most of which is spent waiting for other ranks. Agreements and
/// exchanges do this; a function that calls MPI itself does it if its own work is measured.
job_time job_now(void);
void job_waited(const job *j, job_time begin);
/// Return the time since `begin`.
job_time job_time_since(job_time begin);

/// Return the name of the call's function.
const char *job_call_name(job_call call);

/// Combine the hash of some arguments with one more argument.
uint64_t job_hash(uint64_t hash, const void *bytes, size_t size);
#define JOB_HASH(hash, argument) job_hash(hash, &(argument), sizeof(argument))

#endif
