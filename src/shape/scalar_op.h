// SPDX-License-Identifier: MIT
// One operation of an expression on single values, for folding constants and for testing the
// interpreter's kernels.
#ifndef SCALAR_OP_H
#define SCALAR_OP_H

#include "item.h"

/// Compute an operation that depends only on its operands. Values are bits: bools 0 or 1, ints,
/// floats; a NaN becomes 0x7FC00000. A vector is its components; the result may be written over
/// operands. Returns false for operations that read other state (constants,
/// columns, the time, the random stream).
bool scalar_op(item_type op, const uint32_t *operands, uint32_t *result);

#endif
