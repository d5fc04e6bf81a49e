// SPDX-License-Identifier: MIT
// Expressions in which the keys of a group stand, as `health < 10 && state == 'alarm'`: computed
// for many agents, column by column, or for one.
#ifndef GROUP_EXPRESSION_H
#define GROUP_EXPRESSION_H

#include <gestalt/expression.h>
#include <gestalt/inspect.h>

/// A key of a group, to be read lane by lane.
typedef struct group_key {
    gestalt_key key;
    gestalt_value shared; // of one that is shared
    gestalt_column column;
} group_key;

/// Finds a key by its name, as "home.x" of a vector. A shared one is read at once.
bool group_key_find(group_key *k, const gestalt_population *population, uint32_t group,
                    const char *name);
/// Goes to a block of its group.
void group_key_block(group_key *k, gestalt_population *population, uint32_t group, uint64_t block);
gestalt_value group_key_value(const group_key *k, unsigned lane);

/// The id of a lane.
static inline uint64_t group_lane_agent(const gestalt_block *b, unsigned lane)
{
    return b->agents ? b->agents[lane] : b->first_agent + lane;
}

typedef struct group_expression {
    gestalt_allocator allocator;
    gestalt_expression *expression;
    gestalt_population *population;
    uint32_t group;
    group_key *keys; // that it asks for, in its order
    gestalt_value *values;
    uint32_t key_count;
    gestalt_value *all; // of all keys of an agent
    uint32_t all_count;
    gestalt_expression_moment moment;
} group_expression;

/// Compiles it for the shape that the group has now. GESTALT_BAD_ARGUMENT, with the mistake, where
/// it is none, and then there is nothing to close.
gestalt_result group_expression_open(group_expression *e, gestalt_population *population,
                                     uint32_t group, const char *text,
                                     gestalt_expression_wanted wanted,
                                     const gestalt_allocator *allocator, gestalt_error *error);
void group_expression_close(group_expression *e);

/// Looks at a population as it is now, at a time and a tick; then at a block, and at a lane of it.
/// It may be another one than before, if the group has the same shape.
void group_expression_begin(group_expression *e, gestalt_population *population, int64_t now,
                            uint64_t tick);
void group_expression_block(group_expression *e, uint64_t block);
gestalt_value group_expression_value(group_expression *e, uint64_t agent, unsigned lane);

/// Computes it for an agent of the group, as it is now. Hooks may call it.
gestalt_value group_expression_of(group_expression *e, uint64_t agent);

#endif
