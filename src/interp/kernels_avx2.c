// SPDX-License-Identifier: MIT
// The kernels for machines with AVX2.
#define KERNELS_NAME      kernels_avx2
#define KERNELS_TEXT      "avx2"
#define KERNELS_SUPPORTED (__builtin_cpu_supports("avx2"))
#define VECTOR_LANES      8
#include "vectors.h"

#include <immintrin.h>

static inline words words_select(uint64_t mask, words a, words b)
{
    uint32_t low = (uint32_t)mask;
    words above = {31, 30, 29, 28, 27, 26, 25, 24}; // a blend uses the highest bit
    return (words)_mm256_blendv_ps((__m256)b, (__m256)a, (__m256)(words_splat(&low) << above));
}

static inline uint32_t bits_of(ints comparison)
{
    return (uint32_t)_mm256_movemask_ps((__m256)comparison);
}

#include "vectors_compare.h"

static inline ints ints_abs(ints a)
{
    return (ints)_mm256_abs_epi32((__m256i)a);
}

static inline ints ints_min(ints a, ints b)
{
    return (ints)_mm256_min_epi32((__m256i)a, (__m256i)b);
}

static inline ints ints_max(ints a, ints b)
{
    return (ints)_mm256_max_epi32((__m256i)a, (__m256i)b);
}

// The instruction returns its second operand for ties and NaNs.
static inline floats floats_min(floats a, floats b)
{
    return (floats)_mm256_min_ps((__m256)b, (__m256)a);
}

static inline floats floats_max(floats a, floats b)
{
    return (floats)_mm256_max_ps((__m256)b, (__m256)a);
}

static inline floats floats_floor(floats a)
{
    return (floats)_mm256_floor_ps((__m256)a);
}

static inline floats floats_ceil(floats a)
{
    return (floats)_mm256_ceil_ps((__m256)a);
}

static inline floats floats_sqrt(floats a)
{
    return (floats)_mm256_sqrt_ps((__m256)a);
}

static inline floats floats_of_ints(ints a)
{
    return (floats)_mm256_cvtepi32_ps((__m256i)a);
}

// The instruction returns INT_MIN for all values that do not fit.
static inline ints ints_of_floats(floats a)
{
    ints result = (ints)_mm256_cvttps_epi32((__m256)a) & (ints)(a == a);
    ints is_large = a >= 0x1p31f;
    return result ^ is_large; // INT_MIN becomes INT_MAX
}

typedef __m256d half;

static inline half half_of(ints a, int number)
{
    __m256i x = (__m256i)a;
    return _mm256_cvtepi32_pd(number ? _mm256_extracti128_si256(x, 1) : _mm256_castsi256_si128(x));
}

static inline ints halves_to_ints(half low, half high)
{
    return (ints)_mm256_set_m128i(_mm256_cvttpd_epi32(high), _mm256_cvttpd_epi32(low));
}

static inline half half_splat(double a)
{
    return _mm256_set1_pd(a);
}

#include "vectors_divide.h"
#include "vectors_pack.h"

#include "kernels_body.h"
