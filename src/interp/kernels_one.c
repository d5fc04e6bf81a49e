// SPDX-License-Identifier: MIT
// The kernels for columns of one value, with the functions of scalar.h.
#include "kernels.h"
#include "scalar.h"

typedef int32_t number_i __attribute__((may_alias));
typedef float number_f __attribute__((may_alias));
typedef uint32_t bits32 __attribute__((may_alias));

// A step, with the declarations of its operands after its meaning, by the type of its result.
#define STEP(op, type, meaning, ...)                                                               \
    static uint64_t run_##op(const formula_step *s, const formula_frame *f, uint64_t lanes)        \
    {                                                                                              \
        __VA_ARGS__;                                                                               \
        (void)lanes;                                                                               \
        *(type *)formula_at(f, s->result) = (meaning);                                             \
        return 0;                                                                                  \
    }                                                                                              \
    static uint64_t assign_##op(const formula_step *s, const formula_frame *f, uint64_t lanes)     \
    {                                                                                              \
        return lanes & 1 ? run_##op(s, f, lanes) : 0;                                              \
    }
#define STEP_i(op, meaning, ...) STEP(op, number_i, meaning, __VA_ARGS__)
#define STEP_f(op, meaning, ...) STEP(op, number_f, meaning, __VA_ARGS__)
#define STEP_b(op, meaning, ...)                                                                   \
    static uint64_t run_##op(const formula_step *s, const formula_frame *f, uint64_t lanes)        \
    {                                                                                              \
        __VA_ARGS__;                                                                               \
        (void)lanes;                                                                               \
        return meaning;                                                                            \
    }

#define AT(type, place) *(const type *)formula_at(f, s->place)
#define NUMBER_OP_1(op, type, result, meaning)                                                     \
    STEP_##result(op, meaning, number_##type x = AT(number_##type, a))
#define NUMBER_OP_2(op, type, result, meaning)                                                     \
    STEP_##result(op, meaning, number_##type x = AT(number_##type, a), y = AT(number_##type, b))
#define NUMBER_OP_3(op, type, result, meaning)                                                     \
    STEP_##result(op, meaning, number_##type x = AT(number_##type, a), y = AT(number_##type, b),   \
                  z = AT(number_##type, c))
#define CHOICE_OP(op, type, meaning)                                                               \
    STEP_##type(op, meaning, bool x = AT(uint64_t, c) & 1;                                         \
                number_##type y = AT(number_##type, a), z = AT(number_##type, b))
#define VECTOR_f(op, meaning)                                                                      \
    STEP_f(op, meaning, const number_f *u = formula_at(f, s->a), *v = formula_at(f, s->b); (void)v)
#define VECTOR_v(op, meaning) VECTOR(op, meaning, 2)
#define VECTOR_w(op, meaning) VECTOR(op, meaning, 3)
#define VECTOR(op, meaning, width)                                                                 \
    static uint64_t run_##op(const formula_step *s, const formula_frame *f, uint64_t lanes)        \
    {                                                                                              \
        number_f *result = formula_at(f, s->result);                                               \
        const number_f *from = formula_at(f, s->a);                                                \
        number_f u[width];                                                                         \
        (void)lanes;                                                                               \
        for (uint32_t k = 0; k < (width); k++)                                                     \
            u[k] = from[k];                                                                        \
        for (uint32_t k = 0; k < (width); k++)                                                     \
            result[k] = (meaning);                                                                 \
        return 0;                                                                                  \
    }                                                                                              \
    static uint64_t assign_##op(const formula_step *s, const formula_frame *f, uint64_t lanes)     \
    {                                                                                              \
        return lanes & 1 ? run_##op(s, f, lanes) : 0;                                              \
    }
#define VECTOR_OP(op, result, operands, form, precedence, text, meaning)                           \
    VECTOR_##result(op, meaning)
#include "op_rows.def"

STEP(LOAD_INT, bits32, x, bits32 x = AT(bits32, a))

static bool kernels_is_supported(void)
{
    return true;
}

#define ROW(op, kernel) [OP_##op - OP_FIRST] = {kernel##_##op},
#define ASSIGN_i(op)    ROW(op, assign)
#define ASSIGN_f(op)    ROW(op, assign)
#define ASSIGN_b(op)

const kernels kernels_one = {
    .name = "one",
    .is_supported = kernels_is_supported,
    .run = {ROW(LOAD_INT, run)
#define NUMBER_OP_1(op, ...) ROW(op, run)
#define NUMBER_OP_2(op, ...) ROW(op, run)
#define NUMBER_OP_3(op, ...) ROW(op, run)
#define CHOICE_OP(op, ...)   ROW(op, run)
#define VECTOR_OP(op, ...)   ROW(op, run)
#include "op_rows.def"
    },
    .assign = {ROW(LOAD_INT, assign)
#define NUMBER_OP_1(op, type, result, meaning) ASSIGN_##result(op)
#define NUMBER_OP_2(op, type, result, meaning) ASSIGN_##result(op)
#define NUMBER_OP_3(op, type, result, meaning) ASSIGN_##result(op)
#define CHOICE_OP(op, ...)                     ROW(op, assign)
#define VECTOR_OP(op, ...)                     ROW(op, assign)
#include "op_rows.def"
    },
};
