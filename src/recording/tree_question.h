// SPDX-License-Identifier: MIT
// An expression that is evaluated for the agents of all groups that have its keys.
#ifndef TREE_QUESTION_H
#define TREE_QUESTION_H

#include "group_expression.h"

typedef struct tree_question {
    char *text;
    uint32_t group_count;
    gestalt_expression_wanted wanted;
    group_expression *of; // by group; without an expression if the group does not have the keys
} tree_question;

/// Compile a text for all groups. Returns GESTALT_BAD_ARGUMENT, with the mistake for the first
/// group, if the text is wrong for all groups. The caller must close the question even on failure.
gestalt_result question_open(tree_question *q, gestalt_population *population, const char *text,
                             gestalt_expression_wanted wanted, const gestalt_allocator *allocator,
                             gestalt_error *error);
void question_close(tree_question *q, const gestalt_allocator *allocator);

/// Compile the question again for a group whose tree has changed. Returns false if memory runs out.
bool question_renew(tree_question *q, gestalt_population *population, uint32_t group,
                    const gestalt_allocator *allocator);

/// Find the agent with the lowest id for which the condition is true between two ticks. Returns
/// UINT64_MAX if there is none.
uint64_t question_find(tree_question *q, gestalt_population *population);

/// Evaluate the expression for an agent; hooks may call this. Returns false if the group does not
/// have all keys.
bool question_value(const tree_question *q, gestalt_population *population, uint32_t group,
                    uint64_t agent, gestalt_value *value);

#endif
