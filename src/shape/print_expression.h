// SPDX-License-Identifier: MIT
// Operations back to the text of an expression.
#ifndef PRINT_EXPRESSION_H
#define PRINT_EXPRESSION_H

#include "image.h"
#include "text.h"

/// Writes the expression at `index` with as few parentheses as it needs. The text compiles to the
/// same operations: conversions that the language makes by itself are left out where it would make
/// them again. `converts`: so does the place where the expression stands (it takes a float, and an
/// int too): the value of a float key, of a float argument, a score.
void print_expression(text_out *out, const gestalt_shape *shape, uint32_t index, bool converts);

/// Writes the same for the shape as a document, where the own keys of copies have other names.
void print_expression_in_document(text_out *out, const gestalt_shape *shape, uint32_t index);

/// Write the name of a key there. An expression can't hold the full name of an own key, PATH/KEY:
/// letters and digits of it, and the key's number, make a name that no key of the document has.
void print_key_in_document(text_out *out, const gestalt_shape *shape, const image_key *key);

#endif
