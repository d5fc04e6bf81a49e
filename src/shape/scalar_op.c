// SPDX-License-Identifier: MIT
#include "scalar_op.h"

#include "nodes.h"
#include "scalar.h"

typedef struct scalar_operand {
    bool truth;
    int32_t integer;
    float number;
} scalar_operand;

static bool scalar_bool_op(item_type op, const scalar_operand *x, bool *result)
{
    switch ((int)op) {
    case OP_NOT: *result = !x[0].truth; return true;
    case OP_LESS_INT: *result = x[0].integer < x[1].integer; return true;
    case OP_LESS_FLOAT: *result = x[0].number < x[1].number; return true;
    case OP_LESS_EQUAL_INT: *result = x[0].integer <= x[1].integer; return true;
    case OP_LESS_EQUAL_FLOAT: *result = x[0].number <= x[1].number; return true;
    case OP_GREATER_INT: *result = x[0].integer > x[1].integer; return true;
    case OP_GREATER_FLOAT: *result = x[0].number > x[1].number; return true;
    case OP_GREATER_EQUAL_INT: *result = x[0].integer >= x[1].integer; return true;
    case OP_GREATER_EQUAL_FLOAT: *result = x[0].number >= x[1].number; return true;
    case OP_EQUAL_BOOL: *result = x[0].truth == x[1].truth; return true;
    case OP_EQUAL_INT: *result = x[0].integer == x[1].integer; return true;
    case OP_EQUAL_FLOAT: *result = x[0].number == x[1].number; return true;
    case OP_UNEQUAL_BOOL: *result = x[0].truth != x[1].truth; return true;
    case OP_UNEQUAL_INT: *result = x[0].integer != x[1].integer; return true;
    case OP_UNEQUAL_FLOAT: *result = x[0].number != x[1].number; return true;
    case OP_AND: *result = x[0].truth && x[1].truth; return true;
    case OP_OR: *result = x[0].truth || x[1].truth; return true;
    case OP_SELECT_BOOL: *result = x[0].truth ? x[1].truth : x[2].truth; return true;
    default: return false;
    }
}

static bool scalar_int_op(item_type op, const scalar_operand *x, int32_t *result)
{
    int32_t a = x[0].integer, b = x[1].integer;
    switch ((int)op) {
    case OP_NEGATE_INT: *result = scalar_negate(a); return true;
    case OP_MULTIPLY_INT: *result = scalar_multiply(a, b); return true;
    case OP_DIVIDE_INT: *result = scalar_divide(a, b); return true;
    case OP_MODULO_INT: *result = scalar_modulo(a, b); return true;
    case OP_ADD_INT: *result = scalar_add(a, b); return true;
    case OP_SUBTRACT_INT: *result = scalar_subtract(a, b); return true;
    case OP_SELECT_INT: *result = x[0].truth ? b : x[2].integer; return true;
    case OP_MIN_INT: *result = scalar_min(a, b); return true;
    case OP_MAX_INT: *result = scalar_max(a, b); return true;
    case OP_CLAMP_INT: *result = scalar_clamp(a, b, x[2].integer); return true;
    case OP_ABS_INT: *result = scalar_abs(a); return true;
    case OP_FLOAT_TO_INT: *result = scalar_float_to_int(x[0].number); return true;
    case OP_BOOL_TO_INT: *result = x[0].truth; return true;
    default: return false;
    }
}

static bool scalar_float_op(item_type op, const scalar_operand *x, float *result)
{
    float a = x[0].number, b = x[1].number;
    switch ((int)op) {
    case OP_NEGATE_FLOAT: *result = scalar_negate_float(a); return true;
    case OP_MULTIPLY_FLOAT: *result = a * b; return true;
    case OP_DIVIDE_FLOAT: *result = a / b; return true;
    case OP_ADD_FLOAT: *result = a + b; return true;
    case OP_SUBTRACT_FLOAT: *result = a - b; return true;
    case OP_SELECT_FLOAT: *result = x[0].truth ? b : x[2].number; return true;
    case OP_MIN_FLOAT: *result = scalar_min_float(a, b); return true;
    case OP_MAX_FLOAT: *result = scalar_max_float(a, b); return true;
    case OP_CLAMP_FLOAT: *result = scalar_clamp_float(a, b, x[2].number); return true;
    case OP_ABS_FLOAT: *result = scalar_abs_float(a); return true;
    case OP_FLOOR: *result = scalar_floor(a); return true;
    case OP_CEIL: *result = scalar_ceil(a); return true;
    case OP_SQRT: *result = scalar_sqrt(a); return true;
    case OP_INT_TO_FLOAT: *result = (float)x[0].integer; return true;
    case OP_BOOL_TO_FLOAT: *result = x[0].truth ? 1.0f : 0.0f; return true;
    default: return false;
    }
}

bool scalar_op(item_type op, const uint32_t *operands, uint32_t *result)
{
    const op_info *info = op_info_of(op);
    scalar_operand x[3] = {{0}};
    for (int i = 0; info->operands[i]; i++) {
        x[i].truth = operands[i] != 0;
        x[i].integer = scalar_wrap(operands[i]);
        x[i].number = scalar_float_of_bits(operands[i]);
    }
    bool truth = false, known;
    int32_t integer = 0;
    float number = 0;
    if (info->result == 'b')
        known = scalar_bool_op(op, x, &truth);
    else if (info->result == 'i')
        known = scalar_int_op(op, x, &integer);
    else
        known = scalar_float_op(op, x, &number);
    if (known)
        *result = info->result == 'b'   ? truth
                  : info->result == 'i' ? (uint32_t)integer
                                        : scalar_canonical_bits(number);
    return known;
}
