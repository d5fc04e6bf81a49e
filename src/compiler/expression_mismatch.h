// SPDX-License-Identifier: MIT
// Messages for type errors in expressions, with suggestions. Private to the expression compiler.
#ifndef EXPRESSION_MISMATCH_H
#define EXPRESSION_MISMATCH_H

#include "diagnostic.h"
#include "expression.h"

/// Return the next row of ops.def with the same operator, or ITEM_INVALID.
item_type op_overload(item_type op);
/// Return whether an operation is written as a function call.
bool op_is_function(item_type op);

/// Return a type with its article: "a bool", "an int".
const char *expression_type_phrase(value_type type);

/// Report that the operands of `e` fit none of the overloads from `first` on.
void expression_mismatch(arena *a, const expression_scope *scope, const expression *e,
                         item_type first, const value_type *types);
/// Report that `e` has type `type`, but only `wanted` is allowed.
void expression_wrong_type(arena *a, const expression_scope *scope, const expression *e,
                           value_type type, value_type wanted);
/// Report a word that the enum does not have.
void expression_unknown_word(arena *a, const expression_scope *scope, const expression *word,
                             const word_list *words);
/// Report a word whose enum cannot be determined.
void expression_lone_word(arena *a, const expression_scope *scope, const expression *word);
/// Report two operands of `e` with different enums.
void expression_enums_differ(arena *a, const expression_scope *scope, const expression *e,
                             const expression *left, const word_list *left_words,
                             const expression *right, const word_list *right_words);
/// Report that `e` has another enum than the scope wants.
void expression_wrong_enum(arena *a, const expression_scope *scope, const expression *e,
                           const word_list *words);
/// Report a vector where a bool or a number is needed.
void expression_whole_vector(arena *a, const expression_scope *scope, const expression *e,
                             value_type type);
/// Report a list where one value is needed.
void expression_whole_list(arena *a, const expression_scope *scope, const expression *e);
/// Report an operand of `e` that must be a list, but has another type.
void expression_needs_list(arena *a, const expression_scope *scope, const expression *e,
                           const expression *operand, value_type type);
/// Report a value that `find` can't compare with the elements of a list.
void expression_wrong_find(arena *a, const expression_scope *scope, const expression *e,
                           value_type element, value_type type);
/// Report the index of an element that is not an int.
void expression_wrong_index(arena *a, const expression_scope *scope, const expression *index,
                            value_type type);
/// Return how to write the components of a vector.
const char *expression_components_help(arena *a, const char *name, value_type type);
/// Report an unknown function (ITEM_INVALID), or a wrong number of arguments.
void expression_bad_call(arena *a, const expression_scope *scope, const expression *e,
                         item_type function, uint32_t arity);

#endif
