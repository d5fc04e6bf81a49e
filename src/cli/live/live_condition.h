// SPDX-License-Identifier: MIT
// Values of many agents, column by column, and conditions over them: expressions in which keys of a
// group stand, as `health < 10 && state == alarm`.
#ifndef LIVE_CONDITION_H
#define LIVE_CONDITION_H

#include "live_run.h"

#include <gestalt/expression.h>
#include <gestalt/inspect.h>

/// A key of a group, to be read lane by lane.
typedef struct live_key {
    gestalt_key key;
    gestalt_value shared; // of one that is shared
    gestalt_column column;
} live_key;

/// Finds a key by its index in the shape, or by a name as "home.x".
bool live_key_find(live_key *k, const live_run *r, uint32_t group, const char *name);
/// Goes to a block of its group.
void live_key_block(live_key *k, const live_run *r, uint32_t group, uint64_t block);
gestalt_value live_key_value(const live_key *k, unsigned lane);

/// The id of a lane.
static inline uint64_t live_lane_agent(const gestalt_block *b, unsigned lane)
{
    return b->agents ? b->agents[lane] : b->first_agent + lane;
}

typedef struct live_condition {
    gestalt_expression *expression;
    uint32_t group;
    live_key *keys; // that it asks for, in its order
    gestalt_value *values;
    uint32_t key_count;
    gestalt_expression_moment moment;
} live_condition;

/// Compiles it. GESTALT_BAD_ARGUMENT, with the mistake, where it is no condition.
gestalt_result live_condition_open(live_condition *c, const live_run *r, uint32_t group,
                                   const char *text, gestalt_error *error);
void live_condition_close(live_condition *c);

/// Looks at the run as it is now; then at a block, and at a lane of it.
void live_condition_begin(live_condition *c, const live_run *r);
void live_condition_block(live_condition *c, const live_run *r, uint64_t block);
bool live_condition_holds(live_condition *c, uint64_t agent, unsigned lane);

#endif
