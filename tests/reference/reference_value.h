// SPDX-License-Identifier: MIT
// Values of the language and how expressions give them (section 3 of the contract). Types are those
// that the values have: since every operation's type follows from the types of its operands, and
// all operands are always evaluated, no separate check of types is needed.
#ifndef REFERENCE_VALUE_H
#define REFERENCE_VALUE_H

#include "expression.h"

#include <stdio.h>
#include <stdlib.h>

/// The reference is test code: what it can't accept ends the test.
#define REQUIRE(condition)                                                                         \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "reference: %s:%d: %s\n", __FILE__, __LINE__, #condition);             \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

/// In expressions, an enum is a type of its own; where values are kept, and for hosts, it is an
/// int.
typedef enum reference_type {
    REFERENCE_BOOL,
    REFERENCE_INT,
    REFERENCE_FLOAT,
    REFERENCE_ENUM,
    REFERENCE_WORD, // 'word', until something tells its enum
} reference_type;

/// The words of an enum.
typedef struct reference_words {
    const char **words;
    uint32_t count;
} reference_words;

typedef struct reference_value {
    reference_type type;
    int32_t integer; // of a bool: 0 or 1; of an enum: its place
    float number;
    const reference_words *words; // of an ENUM
    const char *word;             // of a WORD
} reference_value;

reference_value reference_bool(bool truth);
reference_value reference_int(int32_t integer);
reference_value reference_float(float number);

/// The value as that type: an int becomes a float, nothing else converts by itself.
reference_value reference_convert(reference_value value, reference_type type);

/// The value as it is kept where a type is `type`, an int with `words` being an enum. `words` may
/// be NULL.
reference_value reference_keep(reference_value value, reference_type type,
                               const reference_words *words);
/// The opposite: an int that is kept for an enum, as expressions see it.
reference_value reference_seen(reference_value value, const reference_words *words);

/// 0 or 1, the int, or the float's bits, with every NaN as 0x7FC00000.
uint32_t reference_value_bits(reference_value value);
reference_value reference_value_of_bits(reference_type type, uint32_t bits);

/// The things that an expression can see.
typedef struct reference_sight {
    reference_value (*name)(void *user, const char *name);
    float (*draw)(void *user);
    uint32_t (*width)(void *user, const char *key); // how many components a vector has
    void *user;
} reference_sight;

/// Tell whether a value is of an enum, known or not.
bool reference_is_of_enum(reference_value value);
bool reference_same_words(const reference_words *a, const reference_words *b);

reference_value reference_evaluate(const expression *e, const reference_sight *sight);

/// One agent's random stream.
uint64_t reference_random_seed(uint64_t agent, uint64_t seed);
uint64_t reference_random_next(uint64_t *state);
float reference_random_float(uint64_t *state);

#endif
