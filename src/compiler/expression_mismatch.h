// SPDX-License-Identifier: MIT
// The words for what does not fit in an expression, and what to write instead. Inside of the
// expression compiler only.
#ifndef EXPRESSION_MISMATCH_H
#define EXPRESSION_MISMATCH_H

#include "diagnostic.h"
#include "expression.h"

/// The next row of ops.def that is written like this one, or ITEM_INVALID.
item_type op_overload(item_type op);
/// Return whether it is written as a call of a function.
bool op_is_function(item_type op);

/// "a bool", "an int"
const char *expression_type_phrase(value_type type);

/// The operands of `e` fit none of the overloads that start with `first`.
void expression_mismatch(arena *a, const expression_scope *scope, const expression *e,
                         item_type first, const value_type *types);
/// `e`, of type `type`, stands where only `wanted` can.
void expression_wrong_type(arena *a, const expression_scope *scope, const expression *e,
                           value_type type, value_type wanted);
/// An enum lacks a word.
void expression_unknown_word(arena *a, const expression_scope *scope, const expression *word,
                             const word_list *words);
/// Nothing tells which enum a word belongs to.
void expression_lone_word(arena *a, const expression_scope *scope, const expression *word);
/// Two operands of `e` are of enums that differ.
void expression_enums_differ(arena *a, const expression_scope *scope, const expression *e,
                             const expression *left, const word_list *left_words,
                             const expression *right, const word_list *right_words);
/// `e` is of another enum than the scope wants.
void expression_wrong_enum(arena *a, const expression_scope *scope, const expression *e,
                           const word_list *words);
/// `operand` is not the name of a vector.
void expression_needs_vector(arena *a, const expression_scope *scope, const expression *e,
                             const expression *operand, value_type type);
/// Two vectors that are of different types.
void expression_unlike_vectors(arena *a, const expression_scope *scope, const expression *e,
                               value_type first, value_type second);
/// There is no such function (ITEM_INVALID), or it takes `arity` arguments.
void expression_bad_call(arena *a, const expression_scope *scope, const expression *e,
                         item_type function, uint32_t arity);

#endif
