// SPDX-License-Identifier: MIT
// Documents of any size that all behave like W1H: copies of its tree below a binary tree of
// `decide` nodes, in which each agent reaches the copy that its key `branch` selects. With more
// copies the shape grows, but each agent does the same work.
#ifndef BRANCHES_H
#define BRANCHES_H

#include <gestalt/compiler.h>

/// Compile the document with `count` copies.
gestalt_result branches_compile(uint32_t count, gestalt_shape **shape, gestalt_error *error);

/// Return the branch of an agent. The agents of a full cohort are in `used` of `count` branches.
static inline int32_t branches_of_agent(uint64_t id, uint32_t used, uint32_t count)
{
    return (int32_t)(id % 64 * used / 64 * (count / used));
}

#endif
