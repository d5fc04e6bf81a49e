// SPDX-License-Identifier: MIT
// Tokens: a shape's tree in a form for comparison. Both shapes share the numbers of strings, so
// tokens of equal sub-documents are equal, bit by bit.
#ifndef MATCH_TOKENS_H
#define MATCH_TOKENS_H

#include "arena.h"
#include "image.h"

#include <gestalt/edit.h>

typedef struct match_tokens {
    const gestalt_shape *shape;
    uint32_t *ends;  // by node id: first id after the subtree
    uint32_t *names; // by node id: number of the name, 0 for none
    uint64_t *verbs; // by node id: what a node of this type does; 0 for none
    // By node id: number of the subtree. Two nodes have equal numbers exactly if their
    // sub-documents are equal. This is not a hash, since documents could be crafted to collide.
    uint32_t *classes;
    uint64_t *tokens;
    uint32_t *begins; // by node id: start of the node's own tokens; plus the end of the last node
} match_tokens;

void match_tokens_make(arena *a, const gestalt_shape *const shapes[2],
                       const gestalt_rename *renames, uint32_t rename_count, match_tokens of[2]);

/// Return whether two nodes have equal sub-documents.
static inline bool tokens_are_equal(const match_tokens *a, uint32_t one, const match_tokens *b,
                                    uint32_t other)
{
    return a->classes[one] == b->classes[other];
}

/// Return the role of child `number` of the node at `item`, or MATCH_NO_ROLE. Either all children
/// of a node have a role or none.
#define MATCH_NO_ROLE UINT64_MAX
#define MATCH_CASE    ((uint64_t)1 << 32) // flag of a case, whose value is in the low half
uint64_t match_role(const gestalt_shape *shape, uint32_t item, uint32_t number);

static inline bool match_role_is_case(uint64_t role)
{
    return role >> 32 == 1;
}

#endif
