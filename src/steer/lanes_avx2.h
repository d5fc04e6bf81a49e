// SPDX-License-Identifier: MIT
// Lanes with AVX2: eight floats, masks of eight words. lanes_avx512.h documents the functions.
#ifndef LANES_AVX2_H
#define LANES_AVX2_H

#include <immintrin.h>
#include <stdbool.h>
#include <stdint.h>

enum { LANES = 8 };
typedef __m256 lanes;
typedef __m256i lanes_ints;
typedef __m256 lanes_mask;

static inline lanes lanes_all(float x)
{
    return _mm256_set1_ps(x);
}

static inline lanes lanes_load(const float *from)
{
    return _mm256_loadu_ps(from);
}

static inline void lanes_store(float *to, lanes a)
{
    _mm256_storeu_ps(to, a);
}

static inline lanes lanes_add(lanes a, lanes b)
{
    return _mm256_add_ps(a, b);
}

static inline lanes lanes_subtract(lanes a, lanes b)
{
    return _mm256_sub_ps(a, b);
}

static inline lanes lanes_multiply(lanes a, lanes b)
{
    return _mm256_mul_ps(a, b);
}

static inline lanes lanes_divide(lanes a, lanes b)
{
    return _mm256_div_ps(a, b);
}

static inline lanes lanes_sqrt(lanes a)
{
    return _mm256_sqrt_ps(a);
}

static inline lanes lanes_floor(lanes a)
{
    return _mm256_floor_ps(a);
}

static inline lanes lanes_abs(lanes a)
{
    return _mm256_andnot_ps(_mm256_set1_ps(-0.0f), a);
}

static inline lanes_mask lanes_less(lanes a, lanes b)
{
    return _mm256_cmp_ps(a, b, _CMP_LT_OQ);
}

static inline lanes_mask lanes_at_most(lanes a, lanes b)
{
    return _mm256_cmp_ps(a, b, _CMP_LE_OQ);
}

static inline lanes_mask lanes_both(lanes_mask a, lanes_mask b)
{
    return _mm256_and_ps(a, b);
}

static inline bool lanes_any(lanes_mask a)
{
    return _mm256_movemask_ps(a) != 0;
}

/// Return a bit mask, one bit for each lane.
static inline uint32_t lanes_bits(lanes_mask a)
{
    return (uint32_t)_mm256_movemask_ps(a);
}

static inline lanes_ints lanes_load_ints(const uint32_t *from)
{
    return _mm256_loadu_si256((const __m256i *)from);
}

static inline lanes_ints lanes_count_from(uint32_t first)
{
    return _mm256_add_epi32(_mm256_set_epi32(7, 6, 5, 4, 3, 2, 1, 0),
                            _mm256_set1_epi32((int)first));
}

static inline lanes_mask lanes_first(uint32_t count)
{
    return _mm256_castsi256_ps(
        _mm256_cmpgt_epi32(_mm256_set1_epi32((int)count), lanes_count_from(0)));
}

/// Return a mask whose lane k is set if bit k is.
static inline lanes_mask lanes_of_bits(uint32_t bits)
{
    __m256i each = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    __m256i own = _mm256_and_si256(_mm256_set1_epi32((int)bits), each);
    return _mm256_castsi256_ps(_mm256_cmpeq_epi32(own, each));
}

static inline lanes lanes_select(lanes_mask mask, lanes a, lanes b)
{
    return _mm256_blendv_ps(b, a, mask);
}

static inline lanes lanes_add_where(lanes_mask mask, lanes a, lanes b)
{
    return _mm256_add_ps(a, _mm256_and_ps(mask, b));
}

static inline lanes_mask lanes_differ(lanes_ints a, uint32_t b)
{
    __m256i equal = _mm256_cmpeq_epi32(a, _mm256_set1_epi32((int)b));
    return _mm256_castsi256_ps(_mm256_xor_si256(equal, _mm256_set1_epi32(-1)));
}

// Return the source lane of each lane of the result.
static inline __m256i lanes_sources(lanes_mask mask)
{
    unsigned long long bits = (unsigned)_mm256_movemask_ps(mask);
    unsigned long long bytes = _pdep_u64(bits, 0x0101010101010101) * 255;
    unsigned long long sources = _pext_u64(0x0706050403020100, bytes);
    return _mm256_cvtepu8_epi32(_mm_cvtsi64_si128((long long)sources));
}

static inline void lanes_compress(float *to, lanes_mask mask, lanes a)
{
    lanes_store(to, _mm256_permutevar8x32_ps(a, lanes_sources(mask)));
}

static inline void lanes_compress_ints(uint32_t *to, lanes_mask mask, lanes_ints a)
{
    __m256i moved = _mm256_permutevar8x32_epi32(a, lanes_sources(mask));
    _mm256_storeu_si256((__m256i *)to, moved);
}

static inline uint32_t lanes_number(lanes_mask mask)
{
    return (uint32_t)__builtin_popcount((unsigned)_mm256_movemask_ps(mask));
}

static inline float lanes_lowest(lanes a)
{
    __m128 b = _mm_min_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps(a, 1));
    b = _mm_min_ps(b, _mm_movehl_ps(b, b));
    return _mm_cvtss_f32(_mm_min_ss(b, _mm_movehdup_ps(b)));
}

static inline float lanes_highest(lanes a)
{
    __m128 b = _mm_max_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps(a, 1));
    b = _mm_max_ps(b, _mm_movehl_ps(b, b));
    return _mm_cvtss_f32(_mm_max_ss(b, _mm_movehdup_ps(b)));
}

static inline lanes_ints lanes_whole(lanes a)
{
    return _mm256_cvttps_epi32(a);
}

static inline lanes_ints lanes_count_on(lanes_ints a, lanes_ints b, int32_t factor)
{
    return _mm256_add_epi32(a, _mm256_mullo_epi32(b, _mm256_set1_epi32(factor)));
}

static inline lanes lanes_pick(const float *from, const uint32_t *index)
{
    return _mm256_i32gather_ps(from, _mm256_loadu_si256((const __m256i *)index), sizeof *from);
}

static inline void lanes_put(float *to, const uint32_t *index, lanes a)
{
    float values[LANES];
    lanes_store(values, a);
    for (int lane = 0; lane < LANES; lane++)
        to[index[lane]] = values[lane];
}

#endif
