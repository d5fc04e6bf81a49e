// SPDX-License-Identifier: MIT
// Converting operations back to the text of an expression.
#ifndef PRINT_EXPRESSION_H
#define PRINT_EXPRESSION_H

#include "image.h"
#include "text.h"

/// Print the expression at `index` with as few parentheses as possible. The text compiles to the
/// same operations: conversions that the compiler would insert again are left out. `converts`: the
/// context inserts one, too, since it accepts an int for a float: the value of a float key, a float
/// argument, a score.
void print_expression(text_out *out, const gestalt_shape *shape, uint32_t index, bool converts);

/// Print an expression for the shape as a document, in which own keys of copies have other names.
void print_expression_in_document(text_out *out, const gestalt_shape *shape, uint32_t index);

/// Print the name of a key for such a document. Expressions cannot contain the full name of an own
/// key, PATH/KEY; its letters and digits with the key's number make a name that no key of the
/// document has.
void print_key_in_document(text_out *out, const gestalt_shape *shape, const image_key *key);

#endif
