// SPDX-License-Identifier: MIT
// Lanes with AVX-512: sixteen floats, masks of bits.
#ifndef LANES_AVX512_H
#define LANES_AVX512_H

#include <immintrin.h>
#include <stdbool.h>
#include <stdint.h>

// Without optimisation, gcc defines some of these as macros that pass a mask of -1.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-conversion"

enum { LANES = 16 };
typedef __m512 lanes;
typedef __m512i lanes_ints;
typedef __mmask16 lanes_mask;

static inline lanes lanes_all(float x)
{
    return _mm512_set1_ps(x);
}

static inline lanes lanes_load(const float *from)
{
    return _mm512_loadu_ps(from);
}

static inline void lanes_store(float *to, lanes a)
{
    _mm512_storeu_ps(to, a);
}

static inline lanes lanes_add(lanes a, lanes b)
{
    return _mm512_add_ps(a, b);
}

static inline lanes lanes_subtract(lanes a, lanes b)
{
    return _mm512_sub_ps(a, b);
}

static inline lanes lanes_multiply(lanes a, lanes b)
{
    return _mm512_mul_ps(a, b);
}

static inline lanes lanes_divide(lanes a, lanes b)
{
    return _mm512_div_ps(a, b);
}

static inline lanes lanes_sqrt(lanes a)
{
    return _mm512_sqrt_ps(a);
}

static inline lanes lanes_floor(lanes a)
{
    return _mm512_roundscale_ps(a, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
}

static inline lanes lanes_abs(lanes a)
{
    return _mm512_abs_ps(a);
}

static inline lanes_mask lanes_less(lanes a, lanes b)
{
    return _mm512_cmp_ps_mask(a, b, _CMP_LT_OQ);
}

static inline lanes_mask lanes_at_most(lanes a, lanes b)
{
    return _mm512_cmp_ps_mask(a, b, _CMP_LE_OQ);
}

static inline lanes_mask lanes_both(lanes_mask a, lanes_mask b)
{
    return a & b;
}

static inline bool lanes_any(lanes_mask a)
{
    return a != 0;
}

/// Return a bit mask, one bit for each lane.
static inline uint32_t lanes_bits(lanes_mask a)
{
    return a;
}

/// Return a mask of the first `count` lanes.
static inline lanes_mask lanes_first(uint32_t count)
{
    return (lanes_mask)((UINT32_C(1) << count) - 1);
}

/// Return a mask whose lane k is set if bit k is.
static inline lanes_mask lanes_of_bits(uint32_t bits)
{
    return (lanes_mask)bits;
}

static inline lanes lanes_select(lanes_mask mask, lanes a, lanes b)
{
    return _mm512_mask_blend_ps(mask, b, a);
}

/// Return a + b in lanes of the mask, and a in the others. No sum is -0 here, so other sets may add
/// 0 instead.
static inline lanes lanes_add_where(lanes_mask mask, lanes a, lanes b)
{
    return _mm512_mask_add_ps(a, mask, a, b);
}

static inline lanes_ints lanes_load_ints(const uint32_t *from)
{
    return _mm512_loadu_si512(from);
}

static inline lanes_ints lanes_count_from(uint32_t first)
{
    const __m512i steps = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    return _mm512_add_epi32(steps, _mm512_set1_epi32((int)first));
}

static inline lanes_mask lanes_differ(lanes_ints a, uint32_t b)
{
    return _mm512_cmpneq_epi32_mask(a, _mm512_set1_epi32((int)b));
}

/// Store the lanes of the mask contiguously; may write past them. lanes_number returns how many
/// there are.
static inline void lanes_compress(float *to, lanes_mask mask, lanes a)
{
    lanes_store(to, _mm512_maskz_compress_ps(mask, a));
}

static inline void lanes_compress_ints(uint32_t *to, lanes_mask mask, lanes_ints a)
{
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi32(mask, a));
}

static inline uint32_t lanes_number(lanes_mask mask)
{
    return (uint32_t)__builtin_popcount(mask);
}

static inline float lanes_lowest(lanes a)
{
    return _mm512_reduce_min_ps(a);
}

static inline float lanes_highest(lanes a)
{
    return _mm512_reduce_max_ps(a);
}

/// Convert floats that are small enough to ints, truncating.
static inline lanes_ints lanes_whole(lanes a)
{
    return _mm512_cvttps_epi32(a);
}

static inline lanes_ints lanes_count_on(lanes_ints a, lanes_ints b, int32_t factor)
{
    return _mm512_add_epi32(a, _mm512_mullo_epi32(b, _mm512_set1_epi32(factor)));
}

static inline lanes lanes_pick(const float *from, const uint32_t *index)
{
    return _mm512_i32gather_ps(_mm512_loadu_si512(index), from, sizeof *from);
}

static inline void lanes_put(float *to, const uint32_t *index, lanes a)
{
    _mm512_i32scatter_ps(to, _mm512_loadu_si512(index), a, sizeof *to);
}

#pragma GCC diagnostic pop

#endif
