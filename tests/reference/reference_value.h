// SPDX-License-Identifier: MIT
// Values of the language, and evaluation of expressions. Types are those of the values at run time.
// The type of each operation follows from the types of its operands, and all operands are always
// evaluated, so no separate type check is needed.
#ifndef REFERENCE_VALUE_H
#define REFERENCE_VALUE_H

#include "expression.h"

#include <stdio.h>
#include <stdlib.h>

/// The reference is test code: unsupported input ends the test.
#define REQUIRE(condition)                                                                         \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "reference: %s:%d: %s\n", __FILE__, __LINE__, #condition);             \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

/// Types of values. In expressions, an enum is a separate type; in cells and for hosts, it is an
/// int.
typedef enum reference_type {
    REFERENCE_BOOL,
    REFERENCE_INT,
    REFERENCE_FLOAT,
    REFERENCE_ENUM,
    REFERENCE_WORD,   // a word in quotes whose enum is not determined yet
    REFERENCE_VECTOR, // in expressions and as an element of a list: cells are components
    REFERENCE_LIST,   // a list: only as the first operand of `[ ]`, `count` and `find`
} reference_type;

/// The words of an enum.
typedef struct reference_words {
    const char **words;
    uint32_t count;
} reference_words;

typedef struct reference_list reference_list;

typedef struct reference_value {
    reference_type type;
    int32_t integer; // int; bool: 0 or 1; enum: index of the word
    float number;
    const reference_words *words; // words of an ENUM
    const char *word;             // text of a WORD
    uint32_t width;               // components of a VECTOR
    float parts[3];
    reference_list *list; // a LIST: not a copy, but the list itself
} reference_value;

/// A list of values of one type. A vector is one element. `elements` has room for the capacity.
struct reference_list {
    reference_type type;          // BOOL, INT, FLOAT or VECTOR
    const reference_words *words; // words of an enum, whose elements are INTs; else NULL
    uint32_t width;               // components of a VECTOR, else 0
    uint32_t capacity, count;
    reference_value *elements;
};

reference_value reference_bool(bool truth);
reference_value reference_int(int32_t integer);
reference_value reference_float(float number);

/// Convert an int to float. Any other value must already have the given type.
reference_value reference_convert(reference_value value, reference_type type);

/// Convert a value for a cell of the type `type`. If `words` is not NULL, the cell is an enum,
/// stored as an int.
reference_value reference_keep(reference_value value, reference_type type,
                               const reference_words *words);
/// The opposite of reference_keep: the value of a cell as expressions see it.
reference_value reference_seen(reference_value value, const reference_words *words);

/// Convert a value for an element of a list, and the opposite: the value of an element as
/// expressions see it.
reference_value reference_keep_element(const reference_list *list, reference_value value);
reference_value reference_seen_element(const reference_list *list, uint32_t place);

/// The bits of a value: 0 or 1, the int, or the float's bits. Every NaN gives 0x7FC00000.
uint32_t reference_value_bits(reference_value value);
reference_value reference_value_of_bits(reference_type type, uint32_t bits);

/// What an expression can read.
typedef struct reference_sight {
    reference_value (*name)(void *user, const char *name);
    float (*draw)(void *user);
    int32_t (*text)(void *user, const char *text); // place of a text
    void *user;
} reference_sight;

/// Return whether a value belongs to an enum, determined or not.
bool reference_is_of_enum(reference_value value);
bool reference_same_words(const reference_words *a, const reference_words *b);

reference_value reference_evaluate(const expression *e, const reference_sight *sight);

/// Random stream of one agent.
uint64_t reference_random_seed(uint64_t agent, uint64_t seed);
uint64_t reference_random_next(uint64_t *state);
float reference_random_float(uint64_t *state);

#endif
