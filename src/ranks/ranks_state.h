// SPDX-License-Identifier: MIT
// A job as one of its ranks sees it. All members except `own` and those of the tick are the same on
// all ranks.
#ifndef RANKS_STATE_H
#define RANKS_STATE_H

#include "job.h"
#include "ownership.h"

#include <gestalt/edit.h>
#include <gestalt/ranks/ranks.h>

struct gestalt_ranks {
    job job;
    gestalt_allocator allocator;
    gestalt_population *own;
    uint32_t group_count;
    ownership owners;
    bool is_filled; // agents have been spawned, so `owners` is final
    bool is_lost;   // the ranks have ticked differently
    uint64_t agent_count, next_id;

    uint64_t ticks;
    double busy;         // processor time of the ticks of this rank's agents, in seconds
    bool is_interrupted; // the tick must be continued
    int64_t due;
    uint64_t due_tick;

    gestalt_request *requests; // gathered on this rank: two halves, for sorting
    size_t requests_room;
};

/// The start of a collective call: its arguments are checked on this rank, then the ranks agree.
/// The call must reach its agreement whatever the result is.
typedef struct preparation {
    gestalt_ranks *ranks;
    job_call call;
    uint64_t arguments;
    gestalt_result result; // first failure
    gestalt_error error;
} preparation;

/// Refuse calls without a job, and those of a job whose ranks differ; these do not take part in an
/// agreement.
#define RANKS_ARE_WRONG(r, error) ranks_are_wrong(__func__, r, error)
bool ranks_are_wrong(const char *function, const gestalt_ranks *r, gestalt_error *error);

/// Begin a call that changes agents, which is refused while a tick is interrupted.
preparation prepare_change(gestalt_ranks *r, job_call call);
preparation prepare_call(gestalt_ranks *r, job_call call);

/// Add an argument that must be the same on all ranks.
static inline void prepare_argument(preparation *p, const void *bytes, size_t size)
{
    p->arguments = job_hash(p->arguments, bytes, size);
}
#define PREPARE_ARGUMENT(p, argument) prepare_argument(p, &(argument), sizeof(argument))

/// Check the group and the name of a key, which are arguments of the call.
void prepare_key(preparation *p, uint32_t group, const char *name);

/// Agree on what has been prepared.
gestalt_result prepare_agree(preparation *p, gestalt_error *error);
/// The same, with the numbers of an agreement.
gestalt_result prepare_agree_with(preparation *p, agreement *a, gestalt_error *error);

/// A check of a snapshot that all ranks have read, before it takes effect on any of them. All ranks
/// call it together, with the same result.
typedef gestalt_result ranks_load_check(void *user, gestalt_error *error);
/// Load a snapshot, as gestalt_ranks_load. `check` may be NULL.
gestalt_result ranks_load(gestalt_ranks *r, const char *path, const gestalt_load_options *options,
                          ranks_load_check *check, void *user, gestalt_error *error);

/// Note that agents may be due in the coming tick.
void ranks_wake(gestalt_ranks *r);

#endif
