// SPDX-License-Identifier: MIT
// One operation of an expression on single values: what folds constants, and what the kernels of
// the interpreter are compared with.
#ifndef SCALAR_OP_H
#define SCALAR_OP_H

#include "item.h"

/// The result of an operation that depends on nothing but its operands. Values are bits: bools 0 or
/// 1, ints, floats; a NaN comes out as 0x7FC00000. False for operations that read something else
/// (constants, columns, the time, the random stream).
bool scalar_op(item_type op, const uint32_t *operands, uint32_t *result);

#endif
