// SPDX-License-Identifier: MIT
// The kernels for columns of one value: scalar.h as it is.
#include "kernels.h"
#include "scalar.h"

typedef int32_t integer __attribute__((may_alias));
typedef float number __attribute__((may_alias));
typedef uint32_t bits32 __attribute__((may_alias));

#define NUMBERS(op, operands, result_type, type, expression)                                       \
    static uint64_t run_##op(const formula_step *s, const formula_frame *f, uint64_t lanes)        \
    {                                                                                              \
        const type *a = formula_at(f, s->a), *b = (operands) > 1 ? formula_at(f, s->b) : a,        \
                   *c = (operands) > 2 ? formula_at(f, s->c) : a;                                  \
        (void)b, (void)c, (void)lanes;                                                             \
        *(result_type *)formula_at(f, s->result) = (expression);                                   \
        return 0;                                                                                  \
    }                                                                                              \
    static uint64_t assign_##op(const formula_step *s, const formula_frame *f, uint64_t lanes)     \
    {                                                                                              \
        return lanes & 1 ? run_##op(s, f, lanes) : 0;                                              \
    }

#define CHOICE *(const uint64_t *)formula_at(f, s->c) & 1 ? *a : *b
#define NUMBER_KERNELS(X)                                                                          \
    X(LOAD_INT, 1, bits32, bits32, *a)                                                             \
    X(NEGATE_INT, 1, integer, integer, scalar_negate(*a))                                          \
    X(NEGATE_FLOAT, 1, number, number, scalar_negate_float(*a))                                    \
    X(MULTIPLY_INT, 2, integer, integer, scalar_multiply(*a, *b))                                  \
    X(MULTIPLY_FLOAT, 2, number, number, *a **b)                                                   \
    X(DIVIDE_INT, 2, integer, integer, scalar_divide(*a, *b))                                      \
    X(DIVIDE_FLOAT, 2, number, number, *a / *b)                                                    \
    X(MODULO_INT, 2, integer, integer, scalar_modulo(*a, *b))                                      \
    X(ADD_INT, 2, integer, integer, scalar_add(*a, *b))                                            \
    X(ADD_FLOAT, 2, number, number, *a + *b)                                                       \
    X(SUBTRACT_INT, 2, integer, integer, scalar_subtract(*a, *b))                                  \
    X(SUBTRACT_FLOAT, 2, number, number, *a - *b)                                                  \
    X(MIN_INT, 2, integer, integer, scalar_min(*a, *b))                                            \
    X(MIN_FLOAT, 2, number, number, scalar_min_float(*a, *b))                                      \
    X(MAX_INT, 2, integer, integer, scalar_max(*a, *b))                                            \
    X(MAX_FLOAT, 2, number, number, scalar_max_float(*a, *b))                                      \
    X(CLAMP_INT, 3, integer, integer, scalar_clamp(*a, *b, *c))                                    \
    X(CLAMP_FLOAT, 3, number, number, scalar_clamp_float(*a, *b, *c))                              \
    X(ABS_INT, 1, integer, integer, scalar_abs(*a))                                                \
    X(ABS_FLOAT, 1, number, number, scalar_abs_float(*a))                                          \
    X(FLOOR, 1, number, number, scalar_floor(*a))                                                  \
    X(CEIL, 1, number, number, scalar_ceil(*a))                                                    \
    X(SQRT, 1, number, number, scalar_sqrt(*a))                                                    \
    X(INT_TO_FLOAT, 1, number, integer, (float)*a)                                                 \
    X(FLOAT_TO_INT, 1, integer, number, scalar_float_to_int(*a))                                   \
    X(LENGTH, 1, number, number, scalar_length(a[0], a[1]))                                        \
    X(DISTANCE, 2, number, number, scalar_distance(a[0], a[1], b[0], b[1]))                        \
    X(SELECT_INT, 2, bits32, bits32, CHOICE)                                                       \
    X(SELECT_FLOAT, 2, bits32, bits32, CHOICE)

#define COMPARE_KERNELS(X)                                                                         \
    X(LESS_INT, integer, <)                                                                        \
    X(LESS_FLOAT, number, <)                                                                       \
    X(LESS_EQUAL_INT, integer, <=)                                                                 \
    X(LESS_EQUAL_FLOAT, number, <=)                                                                \
    X(GREATER_INT, integer, >)                                                                     \
    X(GREATER_FLOAT, number, >)                                                                    \
    X(GREATER_EQUAL_INT, integer, >=)                                                              \
    X(GREATER_EQUAL_FLOAT, number, >=)                                                             \
    X(EQUAL_INT, integer, ==)                                                                      \
    X(EQUAL_FLOAT, number, ==)                                                                     \
    X(UNEQUAL_INT, integer, !=)                                                                    \
    X(UNEQUAL_FLOAT, number, !=)

#define COMPARISON(op, type, operator)                                                             \
    static uint64_t run_##op(const formula_step *s, const formula_frame *f, uint64_t lanes)        \
    {                                                                                              \
        const type *a = formula_at(f, s->a), *b = formula_at(f, s->b);                             \
        (void)lanes;                                                                               \
        return *a operator* b;                                                                     \
    }

NUMBER_KERNELS(NUMBERS)
COMPARE_KERNELS(COMPARISON)

static bool is_supported(void)
{
    return true;
}

#define RUN_NUMBER(op, operands, result_type, type, expression) [OP_##op - OP_FIRST] = {run_##op},
#define RUN_COMPARE(op, type, operator)                         [OP_##op - OP_FIRST] = {run_##op},
#define ASSIGN(op, operands, result_type, type, expression)     [OP_##op - OP_FIRST] = {assign_##op},
const kernels kernels_one = {
    .name = "one",
    .is_supported = is_supported,
    .run = {NUMBER_KERNELS(RUN_NUMBER) COMPARE_KERNELS(RUN_COMPARE)},
    .assign = {NUMBER_KERNELS(ASSIGN)},
};
