// SPDX-License-Identifier: MIT
// The kernels for machines with AVX-512.
#define KERNELS_NAME kernels_avx512
#define KERNELS_TEXT "avx512"
#define KERNELS_SUPPORTED                                                                          \
    (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&                    \
     __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq"))
#define VECTOR_LANES 16
#include "vectors.h"

#include <immintrin.h>

static inline words words_select(uint64_t mask, words a, words b)
{
    return (words)_mm512_mask_blend_epi32((__mmask16)mask, (__m512i)b, (__m512i)a);
}

#define COMPARE(name, int_predicate, float_predicate)                                              \
    static inline uint32_t ints_##name(ints a, ints b)                                             \
    {                                                                                              \
        return _mm512_cmp_epi32_mask((__m512i)a, (__m512i)b, int_predicate);                       \
    }                                                                                              \
    static inline uint32_t floats_##name(floats a, floats b)                                       \
    {                                                                                              \
        return _mm512_cmp_ps_mask((__m512)a, (__m512)b, float_predicate);                          \
    }
COMPARE(less, _MM_CMPINT_LT, _CMP_LT_OQ)
COMPARE(less_equal, _MM_CMPINT_LE, _CMP_LE_OQ)
COMPARE(greater, _MM_CMPINT_NLE, _CMP_GT_OQ)
COMPARE(greater_equal, _MM_CMPINT_NLT, _CMP_GE_OQ)
COMPARE(equal, _MM_CMPINT_EQ, _CMP_EQ_OQ)
COMPARE(unequal, _MM_CMPINT_NE, _CMP_NEQ_UQ)

static inline ints ints_abs(ints a)
{
    return (ints)_mm512_abs_epi32((__m512i)a);
}

static inline ints ints_min(ints a, ints b)
{
    return (ints)_mm512_min_epi32((__m512i)a, (__m512i)b);
}

static inline ints ints_max(ints a, ints b)
{
    return (ints)_mm512_max_epi32((__m512i)a, (__m512i)b);
}

// The instruction returns its second operand for ties and NaNs.
static inline floats floats_min(floats a, floats b)
{
    return (floats)_mm512_min_ps((__m512)b, (__m512)a);
}

static inline floats floats_max(floats a, floats b)
{
    return (floats)_mm512_max_ps((__m512)b, (__m512)a);
}

// Without optimisation, gcc implements rounding as a macro that passes a mask of -1.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-conversion"

static inline floats floats_floor(floats a)
{
    return (floats)_mm512_roundscale_ps((__m512)a, _MM_FROUND_TO_NEG_INF);
}

static inline floats floats_ceil(floats a)
{
    return (floats)_mm512_roundscale_ps((__m512)a, _MM_FROUND_TO_POS_INF);
}

#pragma GCC diagnostic pop

static inline floats floats_sqrt(floats a)
{
    return (floats)_mm512_sqrt_ps((__m512)a);
}

static inline floats floats_of_ints(ints a)
{
    return (floats)_mm512_cvtepi32_ps((__m512i)a);
}

// The instruction returns INT_MIN for all values that do not fit.
static inline ints ints_of_floats(floats a)
{
    __m512 x = (__m512)a;
    __m512i result = _mm512_maskz_cvttps_epi32(_mm512_cmp_ps_mask(x, x, _CMP_ORD_Q), x);
    __mmask16 is_large = _mm512_cmp_ps_mask(x, _mm512_set1_ps(0x1p31f), _CMP_GE_OQ);
    return (ints)_mm512_mask_blend_epi32(is_large, result, _mm512_set1_epi32(INT32_MAX));
}

typedef __m512d half;

static inline half half_of(ints a, int number)
{
    __m512i x = (__m512i)a;
    return _mm512_cvtepi32_pd(number ? _mm512_extracti32x8_epi32(x, 1) : _mm512_castsi512_si256(x));
}

static inline ints halves_to_ints(half low, half high)
{
    __m512i x = _mm512_castsi256_si512(_mm512_cvttpd_epi32(low));
    return (ints)_mm512_inserti32x8(x, _mm512_cvttpd_epi32(high), 1);
}

static inline half half_splat(double a)
{
    return _mm512_set1_pd(a);
}

#include "vectors_divide.h"
#include "vectors_pack.h"

#include "kernels_body.h"
