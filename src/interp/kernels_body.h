// SPDX-License-Identifier: MIT
// The kernels. The kernels_*.c files include this once for each instruction set. Before that, they
// define KERNELS_NAME, KERNELS_TEXT, KERNELS_SUPPORTED and VECTOR_LANES, include vectors.h, and
// define the vector operations for which compilers do not find the best instructions.
//
// Every kernel is a loop over vectors, in which the form of the operands is a constant. The loop of
// a comparison exists twice: for 64 lanes, where it is unrolled unless vectors are short, and for
// any number of lanes.
// any number.
#include "vectors_functions.h"

#include <stddef.h>
#include <string.h>

#define ALWAYS_INLINE static inline __attribute__((always_inline))

// Load the operand of a vector operation: START before the loop, NEXT in it.
#define START(type, form, flag, pointer)                                                           \
    ((form) & (flag) ? (type)words_splat(pointer) : (type)words_splat(&zero))
#define NEXT(value, form, flag, pointer)                                                           \
    do {                                                                                           \
        if (!((form) & (flag)))                                                                    \
            (value) = (pointer)[i];                                                                \
    } while (0)

static const uint32_t zero;

// The loop of a kernel: vector `i` has the lanes in the lowest bits of `lanes`.
#define EACH_VECTOR for (uint32_t i = 0; i < count / VECTOR_LANES; i++, lanes >>= VECTOR_LANES)

ALWAYS_INLINE void put(words *r, uint32_t i, words value, uint64_t lanes, bool assigns)
{
    r[i] = assigns ? words_select(lanes, value, r[i]) : value;
}

// ---- numbers from numbers. `operands` is their number; the expression names them `x`, `y`, `z`.

#define NUMBERS(op, operands, type, expression)                                                    \
    ALWAYS_INLINE words apply_##op(words first, words second, words third)                         \
    {                                                                                              \
        type x = (type)first, y = (type)second, z = (type)third;                                   \
        (void)y, (void)z;                                                                          \
        return (words)(expression);                                                                \
    }                                                                                              \
    ALWAYS_INLINE uint64_t body_##op(const formula_step *s, const formula_frame *f,                \
                                     uint64_t lanes, int form, bool assigns, uint32_t count)       \
    {                                                                                              \
        words *r = formula_at(f, s->result);                                                       \
        const words *a = formula_at(f, s->a), *b = (operands) > 1 ? formula_at(f, s->b) : a,       \
                    *c = (operands) > 2 ? formula_at(f, s->c) : a;                                 \
        words x = START(words, form, KERNEL_SINGLE_A, a),                                          \
              y = START(words, form, KERNEL_SINGLE_B, b),                                          \
              z = START(words, form, KERNEL_SINGLE_B, c);                                          \
        EACH_VECTOR {                                                                              \
            NEXT(x, form, KERNEL_SINGLE_A, a);                                                     \
            if ((operands) > 1)                                                                    \
                NEXT(y, form, KERNEL_SINGLE_B, b);                                                 \
            if ((operands) > 2)                                                                    \
                NEXT(z, form, KERNEL_SINGLE_B, c);                                                 \
            put(r, i, apply_##op(x, y, z), lanes, assigns);                                        \
        }                                                                                          \
        return 0;                                                                                  \
    }

#define UNARY_KERNELS(X)                                                                           \
    X(NEGATE_INT, 1, words, -x)                                                                    \
    X(NEGATE_FLOAT, 1, words, x ^ UINT32_C(0x80000000))                                            \
    X(ABS_INT, 1, ints, ints_abs(x))                                                               \
    X(ABS_FLOAT, 1, words, x &UINT32_C(0x7FFFFFFF))                                                \
    X(FLOOR, 1, floats, floats_floor(x))                                                           \
    X(CEIL, 1, floats, floats_ceil(x))                                                             \
    X(SQRT, 1, floats, floats_sqrt(x))                                                             \
    X(ROUND, 1, floats, floats_round(x))                                                           \
    X(SIGN_INT, 1, ints, ints_sign(x))                                                             \
    X(SIGN_FLOAT, 1, floats, floats_sign(x))                                                       \
    X(INT_TO_FLOAT, 1, ints, floats_of_ints(x))                                                    \
    X(FLOAT_TO_INT, 1, floats, ints_of_floats(x))

#define BINARY_KERNELS(X)                                                                          \
    X(MULTIPLY_INT, 2, words, x *y)                                                                \
    X(MULTIPLY_FLOAT, 2, floats, x *y)                                                             \
    X(DIVIDE_FLOAT, 2, floats, x / y)                                                              \
    X(ADD_INT, 2, words, x + y)                                                                    \
    X(ADD_FLOAT, 2, floats, x + y)                                                                 \
    X(SUBTRACT_INT, 2, words, x - y)                                                               \
    X(SUBTRACT_FLOAT, 2, floats, x - y)                                                            \
    X(MIN_INT, 2, ints, ints_min(x, y))                                                            \
    X(MIN_FLOAT, 2, floats, floats_min(x, y))                                                      \
    X(MAX_INT, 2, ints, ints_max(x, y))                                                            \
    X(MAX_FLOAT, 2, floats, floats_max(x, y))

#define CLAMP_KERNELS(X)                                                                           \
    X(CLAMP_INT, 3, ints, ints_min(ints_max(x, y), z))                                             \
    X(CLAMP_FLOAT, 3, floats, floats_min(floats_max(x, y), z))

// These take so long that chains would not make them faster.
#define ELEMENTARY_KERNELS(X)                                                                      \
    X(SIN, 1, floats, floats_sin(x))                                                               \
    X(COS, 1, floats, floats_cos(x))                                                               \
    X(ATAN2, 2, floats, floats_atan2(x, y))                                                        \
    X(EXP, 1, floats, floats_exp(x))                                                               \
    X(LOG, 1, floats, floats_log(x))

UNARY_KERNELS(NUMBERS)
ELEMENTARY_KERNELS(NUMBERS)
BINARY_KERNELS(NUMBERS)
CLAMP_KERNELS(NUMBERS)
NUMBERS(LERP, 3, floats, x + (y - x) * z)
NUMBERS(LOAD_INT, 1, words, x)

// ---- division of ints; a single divisor is replaced by its reciprocal

ALWAYS_INLINE int32_t int_at(const void *p)
{
    int32_t value;
    memcpy(&value, p, sizeof value);
    return value;
}

ALWAYS_INLINE ints modulo_power(ints x, uint32_t power)
{
    words below = words_splat(&power) - 1, bias = (words)(x >> 31) & below;
    return (ints)((((words)x + bias) & below) - bias);
}

// Return the power of two that has the same remainders as this divisor, or 0 if there is none. The
// remainder by 0 is the remainder by 1, which is 0.
ALWAYS_INLINE uint32_t power_of(int32_t b)
{
    uint32_t size = b < 0 ? 0 - (uint32_t)b : (uint32_t)b + !b;
    return size & (size - 1) ? 0 : size;
}

#define DIVISION(op, divide, divide_by, is_modulo)                                                 \
    ALWAYS_INLINE uint64_t body_##op(const formula_step *s, const formula_frame *f,                \
                                     uint64_t lanes, int form, bool assigns, uint32_t count)       \
    {                                                                                              \
        words *r = formula_at(f, s->result);                                                       \
        const ints *a = formula_at(f, s->a), *b = formula_at(f, s->b);                             \
        int32_t single = form & KERNEL_SINGLE_B ? int_at(b) : 3;                                   \
        uint32_t power = (is_modulo) ? power_of(single) : 0;                                       \
        ints x = START(ints, form, KERNEL_SINGLE_A, a);                                            \
        if (power) {                                                                               \
            EACH_VECTOR {                                                                          \
                NEXT(x, form, KERNEL_SINGLE_A, a);                                                 \
                put(r, i, (words)modulo_power(x, power), lanes, assigns);                          \
            }                                                                                      \
            return 0;                                                                              \
        }                                                                                          \
        divisor d = divisor_of(single);                                                            \
        EACH_VECTOR {                                                                              \
            NEXT(x, form, KERNEL_SINGLE_A, a);                                                     \
            ints value = form & KERNEL_SINGLE_B ? divide_by(x, d) : divide(x, b[i]);               \
            put(r, i, (words)value, lanes, assigns);                                               \
        }                                                                                          \
        return 0;                                                                                  \
    }

DIVISION(DIVIDE_INT, ints_divide, ints_divide_by, false)
DIVISION(MODULO_INT, ints_modulo, ints_modulo_by, true)

// ---- choices

ALWAYS_INLINE uint64_t body_SELECT_INT(const formula_step *s, const formula_frame *f,
                                       uint64_t lanes, int form, bool assigns, uint32_t count)
{
    words *r = formula_at(f, s->result);
    const words *a = formula_at(f, s->a), *b = formula_at(f, s->b);
    uint64_t chosen = *(const uint64_t *)formula_at(f, s->c);
    words x = START(words, form, KERNEL_SINGLE_A, a), y = START(words, form, KERNEL_SINGLE_B, b);
    EACH_VECTOR {
        NEXT(x, form, KERNEL_SINGLE_A, a);
        NEXT(y, form, KERNEL_SINGLE_B, b);
        put(r, i, words_select(chosen, x, y), lanes, assigns);
        chosen >>= VECTOR_LANES;
    }
    return 0;
}

// ---- vectors; the columns of their components are adjacent

ALWAYS_INLINE floats length_of(floats x, floats y)
{
    floats xx = x * x, yy = y * y;
    return floats_sqrt(xx + yy);
}

ALWAYS_INLINE floats length_of_3(floats x, floats y, floats z)
{
    floats xx = x * x, yy = y * y, zz = z * z;
    return floats_sqrt((xx + yy) + zz);
}

ALWAYS_INLINE floats dot_of(const floats *u, const floats *v)
{
    floats x = u[0] * v[0], y = u[1] * v[1];
    return x + y;
}

ALWAYS_INLINE floats dot_of_3(const floats *u, const floats *v)
{
    floats x = u[0] * v[0], y = u[1] * v[1], z = u[2] * v[2];
    return (x + y) + z;
}

#define VECTORS_1(op, width, meaning)                                                              \
    ALWAYS_INLINE uint64_t body_##op(const formula_step *s, const formula_frame *f,                \
                                     uint64_t lanes, int form, bool assigns, uint32_t count)       \
    {                                                                                              \
        words *r = formula_at(f, s->result);                                                       \
        const floats *a = formula_at(f, s->a);                                                     \
        (void)form;                                                                                \
        EACH_VECTOR {                                                                              \
            floats u[width];                                                                       \
            for (uint32_t k = 0; k < (width); k++)                                                 \
                u[k] = a[i + k * (count / VECTOR_LANES)];                                          \
            put(r, i, (words)(meaning), lanes, assigns);                                           \
        }                                                                                          \
        return 0;                                                                                  \
    }
#define VECTORS_2(op, width, meaning)                                                              \
    ALWAYS_INLINE uint64_t body_##op(const formula_step *s, const formula_frame *f,                \
                                     uint64_t lanes, int form, bool assigns, uint32_t count)       \
    {                                                                                              \
        words *r = formula_at(f, s->result);                                                       \
        const floats *a = formula_at(f, s->a), *b = formula_at(f, s->b);                           \
        floats u[width], v[width];                                                                 \
        for (uint32_t k = 0; k < (width); k++)                                                     \
            v[k] = START(floats, form, KERNEL_SINGLE_B, (const uint32_t *)(const void *)b + k);    \
        EACH_VECTOR {                                                                              \
            for (uint32_t k = 0; k < (width); k++) {                                               \
                u[k] = a[i + k * (count / VECTOR_LANES)];                                          \
                if (!(form & KERNEL_SINGLE_B))                                                     \
                    v[k] = b[i + k * (count / VECTOR_LANES)];                                      \
            }                                                                                      \
            put(r, i, (words)(meaning), lanes, assigns);                                           \
        }                                                                                          \
        return 0;                                                                                  \
    }

VECTORS_1(LENGTH, 2, length_of(u[0], u[1]))
VECTORS_1(LENGTH_VEC3, 3, length_of_3(u[0], u[1], u[2]))
VECTORS_2(DISTANCE, 2, length_of(u[0] - v[0], u[1] - v[1]))
VECTORS_2(DISTANCE_VEC3, 3, length_of_3(u[0] - v[0], u[1] - v[1], u[2] - v[2]))
VECTORS_2(DOT, 2, dot_of(u, v))
VECTORS_2(DOT_VEC3, 3, dot_of_3(u, v))

ALWAYS_INLINE words part_of(floats x, floats whole)
{
    static const uint32_t none;
    return (words)(x / whole) & (words)(whole != (floats)words_splat(&none));
}

#define NORMALIZED(op, width, length)                                                              \
    ALWAYS_INLINE uint64_t body_##op(const formula_step *s, const formula_frame *f,                \
                                     uint64_t lanes, int form, bool assigns, uint32_t count)       \
    {                                                                                              \
        words *r = formula_at(f, s->result);                                                       \
        const floats *a = formula_at(f, s->a);                                                     \
        (void)form;                                                                                \
        EACH_VECTOR {                                                                              \
            floats u[width];                                                                       \
            for (uint32_t k = 0; k < (width); k++)                                                 \
                u[k] = a[i + k * (count / VECTOR_LANES)];                                          \
            floats whole = length;                                                                 \
            for (uint32_t k = 0; k < (width); k++)                                                 \
                put(r, i + k * (count / VECTOR_LANES), part_of(u[k], whole), lanes, assigns);      \
        }                                                                                          \
        return 0;                                                                                  \
    }

NORMALIZED(NORMALIZE_VEC2, 2, length_of(u[0], u[1]))
NORMALIZED(NORMALIZE_VEC3, 3, length_of_3(u[0], u[1], u[2]))

// ---- masks from numbers

#define COMPARISON(op, type, predicate)                                                            \
    ALWAYS_INLINE uint32_t compare_##op(words first, words second)                                 \
    {                                                                                              \
        return type##_##predicate((type)first, (type)second);                                      \
    }                                                                                              \
    ALWAYS_INLINE uint64_t body_##op(const formula_step *s, const formula_frame *f,                \
                                     uint64_t lanes, int form, bool assigns, uint32_t count)       \
    {                                                                                              \
        const words *a = formula_at(f, s->a), *b = formula_at(f, s->b);                            \
        words x = START(words, form, KERNEL_SINGLE_A, a),                                          \
              y = START(words, form, KERNEL_SINGLE_B, b);                                          \
        uint64_t mask = 0;                                                                         \
        (void)lanes, (void)assigns;                                                                \
        for (uint32_t i = 0; i < count / VECTOR_LANES; i++) {                                      \
            NEXT(x, form, KERNEL_SINGLE_A, a);                                                     \
            NEXT(y, form, KERNEL_SINGLE_B, b);                                                     \
            mask |= (uint64_t)compare_##op(x, y) << i * VECTOR_LANES;                              \
        }                                                                                          \
        return mask;                                                                               \
    }

#define COMPARE_KERNELS(X)                                                                         \
    X(LESS_INT, ints, less)                                                                        \
    X(LESS_FLOAT, floats, less)                                                                    \
    X(LESS_EQUAL_INT, ints, less_equal)                                                            \
    X(LESS_EQUAL_FLOAT, floats, less_equal)                                                        \
    X(GREATER_INT, ints, greater)                                                                  \
    X(GREATER_FLOAT, floats, greater)                                                              \
    X(GREATER_EQUAL_INT, ints, greater_equal)                                                      \
    X(GREATER_EQUAL_FLOAT, floats, greater_equal)                                                  \
    X(EQUAL_INT, ints, equal)                                                                      \
    X(EQUAL_FLOAT, floats, equal)                                                                  \
    X(UNEQUAL_INT, ints, unequal)                                                                  \
    X(UNEQUAL_FLOAT, floats, unequal)

COMPARE_KERNELS(COMPARISON)

// ---- the kernels: the forms of each operation. An operation without a body_ function does not
// compile.

// With this bound on the number of rounds compilers unroll the loops; longer loops would become too
// large.
ALWAYS_INLINE uint32_t count_of(const formula_step *s)
{
    if (VECTOR_LANES >= 16 && s->count > 64)
        __builtin_unreachable();
    return s->count;
}

#define DEFINE(name, op, form, assigns)                                                            \
    static uint64_t name##_##op##_##form(const formula_step *s, const formula_frame *f,            \
                                         uint64_t lanes)                                           \
    {                                                                                              \
        return body_##op(s, f, lanes, form, assigns, count_of(s));                                 \
    }
#define DEFINE_ASKED(op, form)                                                                     \
    static uint64_t run_##op##_##form(const formula_step *s, const formula_frame *f,               \
                                      uint64_t lanes)                                              \
    {                                                                                              \
        return VECTOR_LANES > 4 && s->count == 64                                                  \
                   ? body_##op(s, f, lanes, form, false, 64)                                       \
                   : body_##op(s, f, lanes, form, false, count_of(s));                             \
    }
#define DEFINE_FORM(op, form)                                                                      \
    DEFINE(run, op, form, false)                                                                   \
    DEFINE(assign, op, form, true)

// Choices of floats use the kernels of ints. Operations on bools only are operations on masks, for
// which formula.c has steps.
#define DEFINE_2_i(op) DEFINE_FORM(op, 0) DEFINE_FORM(op, 1) DEFINE_FORM(op, 2)
#define DEFINE_2_f(op) DEFINE_2_i(op)
#define DEFINE_v(op)   DEFINE_FORM(op, 0)
#define DEFINE_vv(op)  DEFINE_FORM(op, 0) DEFINE_FORM(op, 2)
#define DEFINE_w(op)   DEFINE_v(op)
#define DEFINE_ww(op)  DEFINE_vv(op)
#define DEFINE_2_b(op) DEFINE_ASKED(op, 0) DEFINE_ASKED(op, 1) DEFINE_ASKED(op, 2)

#define NUMBER_OP_1(op, ...)                   DEFINE_FORM(op, 0)
#define NUMBER_OP_2(op, type, result, meaning) DEFINE_2_##result(op)
#define NUMBER_OP_3(op, ...)                   DEFINE_FORM(op, 0) DEFINE_FORM(op, 2)
#define VECTOR_OP(op, result, operands, ...)   DEFINE_##operands(op)
#include "op_rows.def"
DEFINE_FORM(LOAD_INT, 0)
DEFINE_FORM(LOAD_INT, 1)
DEFINE_FORM(SELECT_INT, 0)
DEFINE_FORM(SELECT_INT, 1)
DEFINE_FORM(SELECT_INT, 2)
DEFINE_FORM(SELECT_INT, 3)

// The entries of a table of kernels; ROW makes the names of the kernels. Comparisons do not assign.
#define ROWS_1(op)   [OP_##op - OP_FIRST] = {[0] = ROW(op, 0)},
#define ROWS_2_i(op) [OP_##op - OP_FIRST] = {[0] = ROW(op, 0), [1] = ROW(op, 1), [2] = ROW(op, 2)},
#define ROWS_2_f(op) ROWS_2_i(op)
#define ROWS_2_b(op) ROWS_COMPARISON(op)
#define ROWS_3(op)   [OP_##op - OP_FIRST] = {[0] = ROW(op, 0), [2] = ROW(op, 2)},
#define ROWS_CHOICE(op)                                                                            \
    [OP_##op - OP_FIRST] = {ROW(SELECT_INT, 0), ROW(SELECT_INT, 1), ROW(SELECT_INT, 2),            \
                            ROW(SELECT_INT, 3)},
#define ROWS_v(op)  ROWS_1(op)
#define ROWS_vv(op) [OP_##op - OP_FIRST] = {[0] = ROW(op, 0), [2] = ROW(op, 2)},
#define ROWS_w(op)  ROWS_v(op)
#define ROWS_ww(op) ROWS_vv(op)
#define LOAD_ROW    [OP_LOAD_INT - OP_FIRST] = {[0] = ROW(LOAD_INT, 0), [1] = ROW(LOAD_INT, 1)}

// ---- chains: four vectors at a time, which stay in registers

#if VECTOR_LANES > 4

#define OTHER(form, n) ((form)&LINK_SINGLE ? single : b[n])
#define LINK(op, form, apply)                                                                      \
    case LINK_CODE(OP_##op, form): {                                                               \
        const words *b = (const words *)formula_at(f, s->b) + ((form)&LINK_SINGLE ? 0 : begin);    \
        words single = (form)&LINK_SINGLE ? words_splat(b) : words_splat(&zero);                   \
        apply(op, OTHER(form, 0), OTHER(form, 1), OTHER(form, 2), OTHER(form, 3));                 \
        break;                                                                                     \
    }
#define FORWARD(op, o0, o1, o2, o3)                                                                \
    v0 = apply_##op(v0, o0, o0), v1 = apply_##op(v1, o1, o1), v2 = apply_##op(v2, o2, o2),         \
    v3 = apply_##op(v3, o3, o3)
#define REVERSED(op, o0, o1, o2, o3)                                                               \
    v0 = apply_##op(o0, v0, v0), v1 = apply_##op(o1, v1, v1), v2 = apply_##op(o2, v2, v2),         \
    v3 = apply_##op(o3, v3, v3)
#define TEST(op, o0, o1, o2, o3)                                                                   \
    mask = mask_of(compare_##op(v0, o0), compare_##op(v1, o1), compare_##op(v2, o2),               \
                   compare_##op(v3, o3))
#define TEST_REVERSED(op, o0, o1, o2, o3)                                                          \
    mask = mask_of(compare_##op(o0, v0), compare_##op(o1, v1), compare_##op(o2, v2),               \
                   compare_##op(o3, v3))

ALWAYS_INLINE uint64_t mask_of(uint32_t m0, uint32_t m1, uint32_t m2, uint32_t m3)
{
    return (uint64_t)m0 | (uint64_t)m1 << VECTOR_LANES | (uint64_t)m2 << 2 * VECTOR_LANES |
           (uint64_t)m3 << 3 * VECTOR_LANES;
}

#define LINK_1(op, operands, type, expression)                                                     \
    case LINK_CODE(OP_##op, 0):                                                                    \
        FORWARD(op, v0, v1, v2, v3);                                                               \
        break;
#define LINK_2(op, operands, type, expression)                                                     \
    LINK(op, 0, FORWARD)                                                                           \
    LINK(op, 1, FORWARD) LINK(op, 2, REVERSED) LINK(op, 3, REVERSED)
#define LINK_3(op, operands, type, expression)                                                     \
    case LINK_CODE(OP_##op, LINK_SINGLE): {                                                        \
        words y = words_splat(formula_at(f, s->b)), z = words_splat(formula_at(f, s->c));          \
        v0 = apply_##op(v0, y, z), v1 = apply_##op(v1, y, z), v2 = apply_##op(v2, y, z),           \
        v3 = apply_##op(v3, y, z);                                                                 \
        break;                                                                                     \
    }
#define LINK_MASK(op, type, predicate)                                                             \
    LINK(op, 0, TEST)                                                                              \
    LINK(op, 1, TEST) LINK(op, 2, TEST_REVERSED) LINK(op, 3, TEST_REVERSED)
#define DIVIDE(divide, by)                                                                         \
    v0 = (words)divide((ints)v0, by), v1 = (words)divide((ints)v1, by),                            \
    v2 = (words)divide((ints)v2, by), v3 = (words)divide((ints)v3, by)

// Bit mask and value to test `x % 2^k == r` without dividing.
typedef struct remainder_look {
    uint32_t counting, bits;
} remainder_look;

ALWAYS_INLINE remainder_look look_of(int32_t remainder, uint32_t power)
{
    uint32_t below = power - 1, sign = UINT32_C(1) << 31;
    uint32_t size = remainder < 0 ? 0 - (uint32_t)remainder : (uint32_t)remainder;
    if (size == 0)
        return (remainder_look){below, 0};
    if (size > below)
        return (remainder_look){0, 1}; // matches no number
    return (remainder_look){sign | below,
                            ((uint32_t)remainder & below) | (remainder < 0 ? sign : 0)};
}

// Run a chain for the lanes from vector `begin` on.
ALWAYS_INLINE uint64_t chain_part(const formula_step *s, const formula_frame *f, uint64_t lanes,
                                  uint32_t begin)
{
    const formula_step *head = s, *last = s + s->links;
    const words *a = (const words *)formula_at(f, s->a) + begin;
    words v0 = a[0], v1 = a[1], v2 = a[2], v3 = a[3];
    uint64_t mask = 0;
    uint32_t power;
    divisor d;
    do {
        s++;
        switch (s->code) {
            UNARY_KERNELS(LINK_1)
            BINARY_KERNELS(LINK_2)
            CLAMP_KERNELS(LINK_3)
            COMPARE_KERNELS(LINK_MASK)
        case LINK_CODE(OP_DIVIDE_INT, LINK_SINGLE):
            d = divisor_of(int_at(formula_at(f, s->b)));
            DIVIDE(ints_divide_by, d);
            break;
        case LINK_CODE(OP_MODULO_INT, LINK_SINGLE):
            power = power_of(int_at(formula_at(f, s->b)));
            if (power && s != last && s[1].code == LINK_CODE(OP_EQUAL_INT, LINK_SINGLE)) {
                s++; // two links at once
                remainder_look look = look_of(int_at(formula_at(f, s->b)), power);
                words counting = words_splat(&look.counting), bits = words_splat(&look.bits);
                v0 &= counting, v1 &= counting, v2 &= counting, v3 &= counting;
                TEST(EQUAL_INT, bits, bits, bits, bits);
                break;
            }
            if (power) {
                DIVIDE(modulo_power, power);
                break;
            }
            d = divisor_of(int_at(formula_at(f, s->b)));
            DIVIDE(ints_modulo_by, d);
            break;
        default: __builtin_unreachable();
        }
    } while (s != last);
    if (head->code == CHAIN_ANSWERS)
        return mask << begin * VECTOR_LANES;
    words *r = (words *)formula_at(f, head->result) + begin;
    if (head->code == CHAIN_STORES) {
        r[0] = v0, r[1] = v1, r[2] = v2, r[3] = v3;
        return 0;
    }
    lanes >>= begin * VECTOR_LANES;
    put(r, 0, v0, lanes, true);
    put(r, 1, v1, lanes >> VECTOR_LANES, true);
    put(r, 2, v2, lanes >> 2 * VECTOR_LANES, true);
    put(r, 3, v3, lanes >> 3 * VECTOR_LANES, true);
    return 0;
}

static uint64_t kernels_chain(const formula_step *s, const formula_frame *f, uint64_t lanes)
{
    uint64_t mask = 0;
    for (uint32_t begin = 0; begin < 64 / VECTOR_LANES; begin += 4)
        mask |= chain_part(s, f, lanes, begin);
    return mask;
}

#define HAS_1(op, operands, type, expression) [LINK_CODE(OP_##op, 0)] = true,
#define HAS_2(op, operands, type, expression)                                                      \
    [LINK_CODE(OP_##op, 0)] = true, [LINK_CODE(OP_##op, 1)] = true,                                \
                        [LINK_CODE(OP_##op, 2)] = true, [LINK_CODE(OP_##op, 3)] = true,
#define HAS_3(op, operands, type, expression) [LINK_CODE(OP_##op, LINK_SINGLE)] = true,
#define HAS_MASK(op, type, predicate)         HAS_2(op, , , )
#define CHAINS                                                                                     \
    .chain = kernels_chain,                                                                        \
    .links = {UNARY_KERNELS(HAS_1) BINARY_KERNELS(HAS_2) CLAMP_KERNELS(HAS_3)                      \
                  COMPARE_KERNELS(HAS_MASK) HAS_3(DIVIDE_INT, , , ) HAS_3(MODULO_INT, , , )},
#else
#define CHAINS
#endif

static void select_bits(void *result, uint64_t mask, const void *a, const void *b, uint32_t count)
{
    if (count == 1) {
        memcpy(result, mask & 1 ? a : b, sizeof(uint32_t));
        return;
    }
    words *r = result;
    for (uint32_t i = 0; i < count / VECTOR_LANES; i++, mask >>= VECTOR_LANES)
        r[i] = words_select(mask, ((const words *)a)[i], ((const words *)b)[i]);
}

static void kernels_fill(void *result, uint32_t bits, uint32_t count)
{
    words *r = result;
    if (count == 1)
        memcpy(result, &bits, sizeof bits);
    else
        for (uint32_t i = 0; i < count / VECTOR_LANES; i++)
            r[i] = words_splat(&bits);
}

static void kernels_ones_int(void *result, uint64_t mask, uint32_t count)
{
    uint32_t one = (uint32_t)mask & 1;
    words *r = result;
    if (count == 1)
        memcpy(result, &one, sizeof one);
    one = 1;
    for (uint32_t i = 0; i < count / VECTOR_LANES; i++, mask >>= VECTOR_LANES)
        r[i] = words_select(mask, words_splat(&one), words_splat(&zero));
}

static bool kernels_is_supported(void)
{
    return KERNELS_SUPPORTED;
}

#define KERNELS_COMPUTE_OF(name) name##_compute
#define KERNELS_COMPUTE(name)    KERNELS_COMPUTE_OF(name)
GESTALT_NATIVE_CHECK(KERNELS_COMPUTE(KERNELS_NAME))

const kernels KERNELS_NAME = {
    .name = KERNELS_TEXT,
    .is_supported = kernels_is_supported,
    .compute = KERNELS_COMPUTE(KERNELS_NAME),
#define ROW(op, form)                          run_##op##_##form
#define ROWS_COMPARISON(op)                    ROWS_2_i(op)
#define NUMBER_OP_1(op, ...)                   ROWS_1(op)
#define NUMBER_OP_2(op, type, result, meaning) ROWS_2_##result(op)
#define NUMBER_OP_3(op, ...)                   ROWS_3(op)
#define CHOICE_OP(op, ...)                     ROWS_CHOICE(op)
#define VECTOR_OP(op, result, operands, ...)   ROWS_##operands(op)
    .run =
        {
#include "op_rows.def"
            LOAD_ROW},
#undef ROW
#undef ROWS_COMPARISON
#define ROW(op, form) assign_##op##_##form
#define ROWS_COMPARISON(op)
#define NUMBER_OP_1(op, ...)                   ROWS_1(op)
#define NUMBER_OP_2(op, type, result, meaning) ROWS_2_##result(op)
#define NUMBER_OP_3(op, ...)                   ROWS_3(op)
#define CHOICE_OP(op, ...)                     ROWS_CHOICE(op)
#define VECTOR_OP(op, result, operands, ...)   ROWS_##operands(op)
    .assign =
        {
#include "op_rows.def"
            LOAD_ROW},
    CHAINS.select = select_bits,
    .ones_int = kernels_ones_int,
    .fill = kernels_fill,
    .pack = kernels_pack,
    .unpack = kernels_unpack,
};
