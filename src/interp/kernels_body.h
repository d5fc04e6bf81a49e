// SPDX-License-Identifier: MIT
// The kernels, once for each instruction set: included by kernels_*.c, which define KERNELS_NAME,
// KERNELS_TEXT and KERNELS_SUPPORTED and are compiled with that set's flags. Plain loops over whole
// blocks, which compilers vectorise.
#include "kernels.h"

#include "scalar.h"

#include <math.h>
#include <stddef.h>

typedef uint32_t bits32 __attribute__((may_alias));

#define EACH(expression)                                                                           \
    do {                                                                                           \
        if (count == 1) {                                                                          \
            const size_t i = 0;                                                                    \
            expression;                                                                            \
        } else {                                                                                   \
            for (size_t block = 0; block < count; block += 16)                                     \
                for (size_t i = block; i < block + 16; i++)                                        \
                    expression;                                                                    \
        }                                                                                          \
    } while (0)

#define NUMBERS(name, result_type, type, expression)                                               \
    static void name(void *result, const void *first, const void *second, const void *third,       \
                     uint32_t count)                                                               \
    {                                                                                              \
        result_type *r = result;                                                                   \
        const type *a = first, *b = second, *c = third;                                            \
        (void)b;                                                                                   \
        (void)c;                                                                                   \
        EACH(r[i] = (expression));                                                                 \
    }

// One byte for each lane first, which vectorises; a multiplication then gathers eight of them into
// a byte of the mask.
static uint64_t gather_mask(const unsigned char *bytes, uint32_t count)
{
    uint64_t mask = 0;
    for (uint32_t i = 0; i < count; i += 8) {
        uint64_t eight;
        memcpy(&eight, bytes + i, sizeof eight);
        mask |= (eight * UINT64_C(0x0102040810204080) >> 56) << i;
    }
    return mask;
}

#define COMPARE(name, type, operator)                                                              \
    static uint64_t name(const void *first, const void *second, uint32_t count)                    \
    {                                                                                              \
        const type *a = first, *b = second;                                                        \
        unsigned char bytes[64];                                                                   \
        if (count == 1)                                                                            \
            return a[0] operator b[0];                                                             \
        EACH(bytes[i] = a[i] operator b[i]);                                                       \
        return gather_mask(bytes, count);                                                          \
    }

// One row for each operation that turns numbers into numbers, and one for each that compares them.
#define NUMBER_KERNELS(X)                                                                          \
    X(NEGATE_INT, int32_t, int32_t, scalar_negate(a[i]))                                           \
    X(NEGATE_FLOAT, float, float, scalar_negate_float(a[i]))                                       \
    X(MULTIPLY_INT, int32_t, int32_t, scalar_multiply(a[i], b[i]))                                 \
    X(MULTIPLY_FLOAT, float, float, a[i] * b[i])                                                   \
    X(DIVIDE_INT, int32_t, int32_t, scalar_divide(a[i], b[i]))                                     \
    X(DIVIDE_FLOAT, float, float, a[i] / b[i])                                                     \
    X(MODULO_INT, int32_t, int32_t, scalar_modulo(a[i], b[i]))                                     \
    X(ADD_INT, int32_t, int32_t, scalar_add(a[i], b[i]))                                           \
    X(ADD_FLOAT, float, float, a[i] + b[i])                                                        \
    X(SUBTRACT_INT, int32_t, int32_t, scalar_subtract(a[i], b[i]))                                 \
    X(SUBTRACT_FLOAT, float, float, a[i] - b[i])                                                   \
    X(MIN_INT, int32_t, int32_t, scalar_min(a[i], b[i]))                                           \
    X(MIN_FLOAT, float, float, scalar_min_float(a[i], b[i]))                                       \
    X(MAX_INT, int32_t, int32_t, scalar_max(a[i], b[i]))                                           \
    X(MAX_FLOAT, float, float, scalar_max_float(a[i], b[i]))                                       \
    X(CLAMP_INT, int32_t, int32_t, scalar_clamp(a[i], b[i], c[i]))                                 \
    X(CLAMP_FLOAT, float, float, scalar_clamp_float(a[i], b[i], c[i]))                             \
    X(ABS_INT, int32_t, int32_t, scalar_abs(a[i]))                                                 \
    X(ABS_FLOAT, float, float, scalar_abs_float(a[i]))                                             \
    X(FLOOR, float, float, scalar_floor(a[i]))                                                     \
    X(CEIL, float, float, scalar_ceil(a[i]))                                                       \
    X(SQRT, float, float, scalar_sqrt(a[i]))                                                       \
    X(INT_TO_FLOAT, float, int32_t, (float)a[i])                                                   \
    X(FLOAT_TO_INT, int32_t, float, scalar_float_to_int(a[i]))

#define COMPARE_KERNELS(X)                                                                         \
    X(LESS_INT, int32_t, <)                                                                        \
    X(LESS_FLOAT, float, <)                                                                        \
    X(LESS_EQUAL_INT, int32_t, <=)                                                                 \
    X(LESS_EQUAL_FLOAT, float, <=)                                                                 \
    X(GREATER_INT, int32_t, >)                                                                     \
    X(GREATER_FLOAT, float, >)                                                                     \
    X(GREATER_EQUAL_INT, int32_t, >=)                                                              \
    X(GREATER_EQUAL_FLOAT, float, >=)                                                              \
    X(EQUAL_INT, int32_t, ==)                                                                      \
    X(EQUAL_FLOAT, float, ==)                                                                      \
    X(UNEQUAL_INT, int32_t, !=)                                                                    \
    X(UNEQUAL_FLOAT, float, !=)

#define DEFINE_NUMBERS(op, result_type, type, expression)                                          \
    NUMBERS(kernel_##op, result_type, type, expression)
#define DEFINE_COMPARE(op, type, operator) COMPARE(kernel_##op, type, operator)
NUMBER_KERNELS(DEFINE_NUMBERS)
COMPARE_KERNELS(DEFINE_COMPARE)

static void select_bits(void *result, uint64_t mask, const void *first, const void *second,
                        uint32_t count)
{
    bits32 *r = result;
    const bits32 *a = first, *b = second;
    if (count == 1) {
        r[0] = mask & 1 ? a[0] : b[0];
        return;
    }
    for (uint32_t block = 0; block < count; block += 16) {
        uint32_t bits = (uint32_t)(mask >> block);
        for (uint32_t i = 0; i < 16; i++)
            r[block + i] = bits >> i & 1 ? a[block + i] : b[block + i];
    }
}

static void ones_float(void *result, uint64_t mask, uint32_t count)
{
    float *r = result;
    for (uint32_t i = 0; i < count; i++)
        r[i] = (float)(mask >> i & 1);
}

static void ones_int(void *result, uint64_t mask, uint32_t count)
{
    int32_t *r = result;
    for (uint32_t i = 0; i < count; i++)
        r[i] = (int32_t)(mask >> i & 1);
}

static void fill(void *result, uint32_t bits, uint32_t count)
{
    bits32 *r = result;
    EACH(r[i] = bits);
}

static bool is_supported(void)
{
    return KERNELS_SUPPORTED;
}

#define ROW(op, ...) [OP_##op - OP_FIRST] = kernel_##op,
const kernels KERNELS_NAME = {.name = KERNELS_TEXT,
                              .is_supported = is_supported,
                              .numbers = {NUMBER_KERNELS(ROW)},
                              .compare = {COMPARE_KERNELS(ROW)},
                              .select = select_bits,
                              .ones_float = ones_float,
                              .ones_int = ones_int,
                              .fill = fill};
