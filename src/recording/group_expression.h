// SPDX-License-Identifier: MIT
// Expressions over the keys of a group, such as `health < 10 && state == 'alarm'`: evaluated for
// many agents, column by column, or for one agent.
#ifndef GROUP_EXPRESSION_H
#define GROUP_EXPRESSION_H

#include <gestalt/expression.h>
#include <gestalt/inspect.h>

/// A key of a group, for reading lane by lane.
typedef struct group_key {
    gestalt_key key;
    gestalt_value shared; // value of a shared key
    gestalt_column column;
} group_key;

/// Find a key by its name; "home.x" is a component of a vector. Reads the value of a shared key at
/// once.
bool group_key_find(group_key *k, const gestalt_population *population, uint32_t group,
                    const char *name);
/// Move to a block of the group.
void group_key_block(group_key *k, gestalt_population *population, uint32_t group, uint64_t block);
gestalt_value group_key_value(const group_key *k, unsigned lane);

/// Return the id of the agent in a lane.
static inline uint64_t group_lane_agent(const gestalt_block *b, unsigned lane)
{
    return b->agents ? b->agents[lane] : b->first_agent + lane;
}

typedef struct group_expression {
    gestalt_allocator allocator;
    gestalt_expression *expression;
    gestalt_population *population;
    uint32_t group;
    group_key *keys; // keys that the expression uses, in its order
    gestalt_value *values;
    uint32_t key_count;
    gestalt_value *all; // values of all keys of one agent
    uint32_t all_count;
    gestalt_expression_moment moment;
} group_expression;

/// Compile the text for the group's current shape. If the text is wrong, returns
/// GESTALT_BAD_ARGUMENT with the mistake, and there is nothing to close.
gestalt_result group_expression_open(group_expression *e, gestalt_population *population,
                                     uint32_t group, const char *text,
                                     gestalt_expression_wanted wanted,
                                     const gestalt_allocator *allocator, gestalt_error *error);
void group_expression_close(group_expression *e);

/// Evaluate the expression: begin with a population at a time and tick, then move to a block, then
/// get the value for a lane of it. The population may be another one than before if the group has
/// the same shape.
void group_expression_begin(group_expression *e, gestalt_population *population, int64_t now,
                            uint64_t tick);
void group_expression_block(group_expression *e, uint64_t block);
gestalt_value group_expression_value(group_expression *e, uint64_t agent, unsigned lane);

/// Evaluate the expression for one agent of the group, in its current state. Hooks may call this.
gestalt_value group_expression_of(group_expression *e, uint64_t agent);

#endif
