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

#endif
