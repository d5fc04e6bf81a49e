// SPDX-License-Identifier: MIT
#include "scalar_op.h"

#include "nodes.h"
#include "scalar.h"

#include <string.h>

// ---- conversion between values of the types b, i, f, e and their bits

typedef bool scalar_b;
typedef int32_t scalar_i, scalar_e;
typedef float scalar_f;

static bool take_b(uint32_t bits)
{
    return bits != 0;
}

static int32_t take_i(uint32_t bits)
{
    return scalar_wrap(bits);
}

static int32_t take_e(uint32_t bits)
{
    return scalar_wrap(bits);
}

static float take_f(uint32_t bits)
{
    return scalar_float_of_bits(bits);
}

static uint32_t bits_of_b(bool value)
{
    return value;
}

static uint32_t bits_of_i(int32_t value)
{
    return (uint32_t)value;
}

static uint32_t bits_of_e(int32_t value)
{
    return (uint32_t)value;
}

static uint32_t bits_of_f(float value)
{
    return scalar_canonical_bits(value);
}

// ---- operands by their types

#define TAKE_1(a)       scalar_##a x = take_##a(operands[0]);
#define TAKE_2(a, b)    TAKE_1(a) scalar_##b y = take_##b(operands[1]);
#define TAKE_3(a, b, c) TAKE_2(a, b) scalar_##c z = take_##c(operands[2]);
#define TAKE_b          TAKE_1(b)
#define TAKE_i          TAKE_1(i)
#define TAKE_f          TAKE_1(f)
#define TAKE_e          TAKE_1(e)
#define TAKE_bb         TAKE_2(b, b)
#define TAKE_ii         TAKE_2(i, i)
#define TAKE_ff         TAKE_2(f, f)
#define TAKE_ee         TAKE_2(e, e)
#define TAKE_bbb        TAKE_3(b, b, b)
#define TAKE_bii        TAKE_3(b, i, i)
#define TAKE_bff        TAKE_3(b, f, f)
#define TAKE_bee        TAKE_3(b, e, e)
#define TAKE_iii        TAKE_3(i, i, i)
#define TAKE_fff        TAKE_3(f, f, f)

// Compute an operation without vectors.
static bool apply_scalar(item_type op, const uint32_t *operands, uint32_t *result)
{
    switch ((int)op) {
#define OP(enumerator, type, types, form, precedence, text, meaning)                               \
    case OP_##enumerator: {                                                                        \
        TAKE_##types *result = bits_of_##type(meaning);                                            \
        return true;                                                                               \
    }
#include "ops.def"
    default: return false;
    }
}

// ---- vectors

// Return a component of the result of an operation on whole vectors.
static uint32_t vector_component(item_type op, const uint32_t *operands, uint32_t k)
{
    uint32_t width = op_width(op_info_of(op)->operands[0]);
    float u[3], v[3];
    for (uint32_t i = 0; i < width; i++) {
        u[i] = scalar_float_of_bits(operands[i]);
        v[i] = op_info_of(op)->operands[1] ? scalar_float_of_bits(operands[width + i]) : 0;
    }
    (void)k; // only results that are vectors need it
    switch ((int)op) {
#define VECTOR_OP(enumerator, type, types, form, precedence, text, meaning)                        \
    case OP_##enumerator:                                                                          \
        return scalar_canonical_bits(meaning);
#define PART_OP(enumerator, type, types, text, component)                                          \
    case OP_##enumerator: {                                                                        \
        return operands[component];                                                                \
    }
#include "ops.def"
    default: return operands[k]; // a vector of the operands
    }
}

// Return a component of the result of an operation by component.
static uint32_t each_component(const op_info *info, const uint32_t *operands, uint32_t k)
{
    uint32_t taken[3], result = 0;
    for (uint32_t i = 0; info->operands[i]; i++) {
        taken[i] = operands[op_is_vector(info->operands[i]) ? k : 0];
        operands += op_width(info->operands[i]);
    }
    apply_scalar(info->each, taken, &result);
    return result;
}

bool scalar_op(item_type op, const uint32_t *operands, uint32_t *result)
{
    const op_info *info = op_info_of(op);
    uint32_t results[3], width = op_width(info->result);
    if (!info->operands[0] || info->argument == 'l')
        return false;
    if (width == 1 && !op_is_vector(info->operands[0]))
        return apply_scalar(op, operands, result);
    for (uint32_t k = 0; k < width; k++)
        results[k] =
            info->each ? each_component(info, operands, k) : vector_component(op, operands, k);
    memcpy(result, results, width * sizeof *result);
    return true;
}
