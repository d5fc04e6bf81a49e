// SPDX-License-Identifier: MIT
// Recordings of the trees of a job.
#include "ranks_state.h"
#include "record_share.h"

#include <gestalt/ranks/record.h>
#include <stddef.h>

_Static_assert(offsetof(struct gestalt_ranks, job) == 0, "the user of a share begins with a job");

static gestalt_result agree(void *user, gestalt_result result, gestalt_error *error)
{
    preparation p = prepare_call(user, CALL_record);
    p.result = result;
    if (error)
        p.error = *error;
    return prepare_agree(&p, error);
}

gestalt_result gestalt_ranks_record(gestalt_ranks *r, const gestalt_tree_recorder_options *options,
                                    const char *const *expressions, uint32_t count,
                                    gestalt_tree_recorder **recorder, gestalt_error *error)
{
    if (RANKS_ARE_WRONG(r, error))
        return GESTALT_MISUSE;
    record_call c = {CALL_record, options, expressions, count, recorder, 0};
    preparation p = prepare_call(r, CALL_record);
    p.result = record_call_check(&c, r->group_count, &p.error);
    p.arguments = c.arguments;
    gestalt_result result = prepare_agree(&p, error);
    const gestalt_tree_share share = {.user = r, .agree = agree};
    return result == GESTALT_OK ? record_call_create(&c, r->own, share, error) : result;
}
