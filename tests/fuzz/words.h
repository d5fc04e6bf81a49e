// SPDX-License-Identifier: MIT
// Words for making and mutating texts, from the tables of the language and of scenes: names of
// members, node types with their attributes, operators, and unusual numbers.
#ifndef WORDS_H
#define WORDS_H

#include <stddef.h>
#include <stdint.h>

enum { WORDS_PIECE_SIZE = 2048 };

/// Draw a number below `bound`, which is not 0, from the state of a random stream.
uint32_t words_below(uint64_t *random, uint32_t bound);

/// Write a piece of text to `to`, zero-terminated. Return its length, below WORDS_PIECE_SIZE. A key
/// includes its quotes; a value may be a node, a list or anything else; a token is part of an
/// expression.
size_t words_key(uint64_t *random, char *to);
size_t words_value(uint64_t *random, char *to);
size_t words_member(uint64_t *random, char *to);
size_t words_token(uint64_t *random, char *to);

#endif
