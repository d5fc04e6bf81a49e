// SPDX-License-Identifier: MIT
// An expression that is asked of the agents of all groups that have its keys.
#ifndef TREE_QUESTION_H
#define TREE_QUESTION_H

#include "group_expression.h"

typedef struct tree_question {
    char *text;
    uint32_t group_count;
    gestalt_expression_wanted wanted;
    group_expression *of; // by group; without an expression where the keys are none of the group's
} tree_question;

/// Compiles a text for all groups. GESTALT_BAD_ARGUMENT, with the mistake that the first one has,
/// when it is wrong for all. Close it in any case.
gestalt_result question_open(tree_question *q, gestalt_population *population, const char *text,
                             gestalt_expression_wanted wanted, const gestalt_allocator *allocator,
                             gestalt_error *error);
void question_close(tree_question *q, const gestalt_allocator *allocator);

/// Compiles it anew for a group, whose tree is another one. False: there is no memory.
bool question_renew(tree_question *q, gestalt_population *population, uint32_t group,
                    const gestalt_allocator *allocator);

/// Finds the agent with the lowest id for whom a condition holds between two ticks. UINT64_MAX:
/// there is none.
uint64_t question_find(tree_question *q, gestalt_population *population);

/// Computes it for an agent, also in hooks. False: its group has not all of the keys.
bool question_value(const tree_question *q, gestalt_population *population, uint32_t group,
                    uint64_t agent, gestalt_value *value);

#endif
