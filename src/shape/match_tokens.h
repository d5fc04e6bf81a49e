// SPDX-License-Identifier: MIT
// Tokens: a shape's tree as it is compared with another. Both shapes share the numbers of strings,
// so tokens of equal sub-documents are equal, bit by bit.
#ifndef MATCH_TOKENS_H
#define MATCH_TOKENS_H

#include "arena.h"
#include "image.h"

#include <gestalt/edit.h>

typedef struct match_tokens {
    const gestalt_shape *shape;
    uint32_t *ends;  // by node id: the first behind all below it
    uint32_t *names; // by node id: a number of its name, 0 for none
    uint64_t *verbs; // by node id: its type does this; 0 for none
    // By node id: a number of it with all below it. Two nodes have the same one if they are the
    // same sub-document: no hash, since documents could be written so that those are equal.
    uint32_t *classes;
    uint64_t *tokens;
    uint32_t *begins; // by node id: of its own tokens; and behind the last
} match_tokens;

void match_tokens_make(arena *a, const gestalt_shape *const shapes[2],
                       const gestalt_rename *renames, uint32_t rename_count, match_tokens of[2]);

/// Tells whether two nodes are the same sub-document.
static inline bool tokens_are_equal(const match_tokens *a, uint32_t one, const match_tokens *b,
                                    uint32_t other)
{
    return a->classes[one] == b->classes[other];
}

/// The role of child `number` of the node at `item`, or MATCH_NO_ROLE: those of a node either all
/// have one, or none.
#define MATCH_NO_ROLE UINT64_MAX
#define MATCH_CASE    ((uint64_t)1 << 32) // of a case, with its value in the low half
uint64_t match_role(const gestalt_shape *shape, uint32_t item, uint32_t number);

static inline bool match_role_is_case(uint64_t role)
{
    return role >> 32 == 1;
}

#endif
