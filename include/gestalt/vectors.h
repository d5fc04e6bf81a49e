// SPDX-License-Identifier: MIT
// Small vectors of floats and ints for the widest instruction set of the compilation, or single
// values without one. Programs include lanes.h, which builds on this header.
//
// A mask has one bit for each value of a vector; higher bits are ignored.
#ifndef GESTALT_VECTORS_H
#define GESTALT_VECTORS_H

#include <stdint.h>
#if defined(__SSE2__)
#include <immintrin.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

// Multiply, and round the product: the empty assembly keeps compilers from fusing the product with
// a following addition.
static inline float gestalt_float_multiply(float a, float b)
{
    float product = a * b;
    __asm__("" : "+m"(product));
    return product;
}

#if defined(__AVX512F__)

#define GESTALT_VECTOR_WIDTH 16
typedef __m512 gestalt_floats;
typedef __m512i gestalt_ints;

static inline gestalt_floats gestalt_floats_load(const float *from)
{
    return _mm512_loadu_ps(from);
}
static inline void gestalt_floats_store(float *to, gestalt_floats a)
{
    _mm512_storeu_ps(to, a);
}
static inline gestalt_floats gestalt_floats_all(float value)
{
    return _mm512_set1_ps(value);
}
static inline gestalt_floats gestalt_floats_add(gestalt_floats a, gestalt_floats b)
{
    return _mm512_add_ps(a, b);
}
static inline gestalt_floats gestalt_floats_multiply(gestalt_floats a, gestalt_floats b)
{
    gestalt_floats product = _mm512_mul_ps(a, b);
    __asm__("" : "+v"(product));
    return product;
}
static inline gestalt_floats gestalt_floats_greater_of(gestalt_floats a, gestalt_floats b)
{
    return _mm512_max_ps(a, b);
}
static inline gestalt_floats gestalt_floats_less_of(gestalt_floats a, gestalt_floats b)
{
    return _mm512_min_ps(a, b);
}
static inline gestalt_floats gestalt_floats_select(uint64_t mask, gestalt_floats a,
                                                   gestalt_floats b)
{
    gestalt_floats selected = _mm512_mask_blend_ps((__mmask16)mask, b, a);
    __asm__(""
            : "+v"(selected)); // otherwise the compiler emits a masked store, and later loads have
                               // to wait for such a store
    return selected;
}
static inline uint64_t gestalt_floats_less(gestalt_floats a, gestalt_floats b)
{
    return _mm512_cmp_ps_mask(a, b, _CMP_LT_OQ);
}
static inline uint64_t gestalt_floats_at_most(gestalt_floats a, gestalt_floats b)
{
    return _mm512_cmp_ps_mask(a, b, _CMP_LE_OQ);
}
static inline uint64_t gestalt_floats_equal(gestalt_floats a, gestalt_floats b)
{
    return _mm512_cmp_ps_mask(a, b, _CMP_EQ_OQ);
}
static inline gestalt_ints gestalt_ints_load(const int32_t *from)
{
    return _mm512_loadu_si512(from);
}
static inline void gestalt_ints_store(int32_t *to, gestalt_ints a)
{
    _mm512_storeu_si512(to, a);
}
static inline gestalt_ints gestalt_ints_all(int32_t value)
{
    return _mm512_set1_epi32(value);
}
static inline gestalt_ints gestalt_ints_add(gestalt_ints a, gestalt_ints b)
{
    return _mm512_add_epi32(a, b);
}
static inline gestalt_ints gestalt_ints_multiply(gestalt_ints a, gestalt_ints b)
{
    return _mm512_mullo_epi32(a, b);
}
static inline gestalt_ints gestalt_ints_and(gestalt_ints a, gestalt_ints b)
{
    return _mm512_and_si512(a, b);
}
static inline gestalt_ints gestalt_ints_select(uint64_t mask, gestalt_ints a, gestalt_ints b)
{
    return _mm512_mask_blend_epi32((__mmask16)mask, b, a);
}
static inline uint64_t gestalt_ints_less(gestalt_ints a, gestalt_ints b)
{
    return _mm512_cmplt_epi32_mask(a, b);
}
static inline uint64_t gestalt_ints_at_most(gestalt_ints a, gestalt_ints b)
{
    return _mm512_cmple_epi32_mask(a, b);
}
static inline uint64_t gestalt_ints_equal(gestalt_ints a, gestalt_ints b)
{
    return _mm512_cmpeq_epi32_mask(a, b);
}
/// Concatenate the masks of four vectors.
static inline uint64_t gestalt_vectors_join(uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
#if defined(__AVX512BW__)
    return _mm512_kunpackd(_mm512_kunpackw((__mmask32)d, (__mmask32)c),
                           _mm512_kunpackw((__mmask32)b, (__mmask32)a));
#else
    return a | b << 16 | c << 32 | d << 48;
#endif
}

#elif defined(__AVX2__)

#define GESTALT_VECTOR_WIDTH 8
typedef __m256 gestalt_floats;
typedef __m256i gestalt_ints;

// Move the bit of each value to the top of its word, where a blend instruction reads it. All words
// hold the mask, in which bit `at` is that of the first value.
static inline gestalt_floats gestalt_vector_spread(__m256i mask, uint32_t at)
{
    __m256i above = _mm256_setr_epi32(31, 30, 29, 28, 27, 26, 25, 24);
    __m256i by = _mm256_sub_epi32(above, _mm256_set1_epi32((int32_t)at));
    return _mm256_castsi256_ps(_mm256_sllv_epi32(mask, by));
}
static inline uint64_t gestalt_vector_gather(__m256i truth)
{
    return (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(truth));
}
static inline gestalt_floats gestalt_floats_load(const float *from)
{
    return _mm256_loadu_ps(from);
}
static inline void gestalt_floats_store(float *to, gestalt_floats a)
{
    _mm256_storeu_ps(to, a);
}
static inline gestalt_floats gestalt_floats_all(float value)
{
    return _mm256_set1_ps(value);
}
static inline gestalt_floats gestalt_floats_add(gestalt_floats a, gestalt_floats b)
{
    return _mm256_add_ps(a, b);
}
static inline gestalt_floats gestalt_floats_multiply(gestalt_floats a, gestalt_floats b)
{
    gestalt_floats product = _mm256_mul_ps(a, b);
    __asm__("" : "+x"(product));
    return product;
}
static inline gestalt_floats gestalt_floats_greater_of(gestalt_floats a, gestalt_floats b)
{
    return _mm256_max_ps(a, b);
}
static inline gestalt_floats gestalt_floats_less_of(gestalt_floats a, gestalt_floats b)
{
    return _mm256_min_ps(a, b);
}
static inline gestalt_floats gestalt_floats_select(uint64_t mask, gestalt_floats a,
                                                   gestalt_floats b)
{
    return _mm256_blendv_ps(b, a, gestalt_vector_spread(_mm256_set1_epi32((int32_t)mask), 0));
}
static inline gestalt_floats gestalt_floats_select_at(uint64_t mask, uint32_t at, gestalt_floats a,
                                                      gestalt_floats b)
{
    __m256i half = _mm256_set1_epi32((int32_t)(at < 32 ? mask : mask >> 32));
    return _mm256_blendv_ps(b, a, gestalt_vector_spread(half, at % 32));
}
static inline uint64_t gestalt_floats_less(gestalt_floats a, gestalt_floats b)
{
    return (uint32_t)_mm256_movemask_ps(_mm256_cmp_ps(a, b, _CMP_LT_OQ));
}
static inline uint64_t gestalt_floats_at_most(gestalt_floats a, gestalt_floats b)
{
    return (uint32_t)_mm256_movemask_ps(_mm256_cmp_ps(a, b, _CMP_LE_OQ));
}
static inline uint64_t gestalt_floats_equal(gestalt_floats a, gestalt_floats b)
{
    return (uint32_t)_mm256_movemask_ps(_mm256_cmp_ps(a, b, _CMP_EQ_OQ));
}
static inline gestalt_ints gestalt_ints_load(const int32_t *from)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)from);
}
static inline void gestalt_ints_store(int32_t *to, gestalt_ints a)
{
    _mm256_storeu_si256((__m256i *)(void *)to, a);
}
static inline gestalt_ints gestalt_ints_all(int32_t value)
{
    return _mm256_set1_epi32(value);
}
static inline gestalt_ints gestalt_ints_add(gestalt_ints a, gestalt_ints b)
{
    return _mm256_add_epi32(a, b);
}
static inline gestalt_ints gestalt_ints_multiply(gestalt_ints a, gestalt_ints b)
{
    return _mm256_mullo_epi32(a, b);
}
static inline gestalt_ints gestalt_ints_and(gestalt_ints a, gestalt_ints b)
{
    return _mm256_and_si256(a, b);
}
static inline gestalt_ints gestalt_ints_select(uint64_t mask, gestalt_ints a, gestalt_ints b)
{
    return _mm256_castps_si256(
        gestalt_floats_select(mask, _mm256_castsi256_ps(a), _mm256_castsi256_ps(b)));
}
static inline gestalt_ints gestalt_ints_select_at(uint64_t mask, uint32_t at, gestalt_ints a,
                                                  gestalt_ints b)
{
    return _mm256_castps_si256(
        gestalt_floats_select_at(mask, at, _mm256_castsi256_ps(a), _mm256_castsi256_ps(b)));
}
static inline uint64_t gestalt_ints_less(gestalt_ints a, gestalt_ints b)
{
    return gestalt_vector_gather(_mm256_cmpgt_epi32(b, a));
}
static inline uint64_t gestalt_ints_at_most(gestalt_ints a, gestalt_ints b)
{
    return ~gestalt_vector_gather(_mm256_cmpgt_epi32(a, b)) & 0xff;
}
static inline uint64_t gestalt_ints_equal(gestalt_ints a, gestalt_ints b)
{
    return gestalt_vector_gather(_mm256_cmpeq_epi32(a, b));
}

#elif defined(__SSE2__)

#define GESTALT_VECTOR_WIDTH 4
typedef __m128 gestalt_floats;
typedef __m128i gestalt_ints;

// Expand each bit of a mask to all bits of a value.
static inline __m128i gestalt_vector_spread(uint64_t mask)
{
    const __m128i bits = _mm_setr_epi32(1, 2, 4, 8);
    __m128i own = _mm_and_si128(_mm_set1_epi32((int32_t)(mask & 0xf)), bits);
    return _mm_cmpeq_epi32(own, bits);
}
static inline uint64_t gestalt_vector_gather(__m128i truth)
{
    return (uint32_t)_mm_movemask_ps(_mm_castsi128_ps(truth));
}
static inline gestalt_floats gestalt_floats_load(const float *from)
{
    return _mm_loadu_ps(from);
}
static inline void gestalt_floats_store(float *to, gestalt_floats a)
{
    _mm_storeu_ps(to, a);
}
static inline gestalt_floats gestalt_floats_all(float value)
{
    return _mm_set1_ps(value);
}
static inline gestalt_floats gestalt_floats_add(gestalt_floats a, gestalt_floats b)
{
    return _mm_add_ps(a, b);
}
static inline gestalt_floats gestalt_floats_multiply(gestalt_floats a, gestalt_floats b)
{
    gestalt_floats product = _mm_mul_ps(a, b);
    __asm__("" : "+x"(product));
    return product;
}
static inline gestalt_floats gestalt_floats_greater_of(gestalt_floats a, gestalt_floats b)
{
    return _mm_max_ps(a, b);
}
static inline gestalt_floats gestalt_floats_less_of(gestalt_floats a, gestalt_floats b)
{
    return _mm_min_ps(a, b);
}
static inline gestalt_ints gestalt_ints_select(uint64_t mask, gestalt_ints a, gestalt_ints b)
{
    __m128i own = gestalt_vector_spread(mask);
    return _mm_or_si128(_mm_and_si128(own, a), _mm_andnot_si128(own, b));
}
static inline gestalt_floats gestalt_floats_select(uint64_t mask, gestalt_floats a,
                                                   gestalt_floats b)
{
    return _mm_castsi128_ps(gestalt_ints_select(mask, _mm_castps_si128(a), _mm_castps_si128(b)));
}
static inline uint64_t gestalt_floats_less(gestalt_floats a, gestalt_floats b)
{
    return (uint32_t)_mm_movemask_ps(_mm_cmplt_ps(a, b));
}
static inline uint64_t gestalt_floats_at_most(gestalt_floats a, gestalt_floats b)
{
    return (uint32_t)_mm_movemask_ps(_mm_cmple_ps(a, b));
}
static inline uint64_t gestalt_floats_equal(gestalt_floats a, gestalt_floats b)
{
    return (uint32_t)_mm_movemask_ps(_mm_cmpeq_ps(a, b));
}
static inline gestalt_ints gestalt_ints_load(const int32_t *from)
{
    return _mm_loadu_si128((const __m128i *)(const void *)from);
}
static inline void gestalt_ints_store(int32_t *to, gestalt_ints a)
{
    _mm_storeu_si128((__m128i *)(void *)to, a);
}
static inline gestalt_ints gestalt_ints_all(int32_t value)
{
    return _mm_set1_epi32(value);
}
static inline gestalt_ints gestalt_ints_add(gestalt_ints a, gestalt_ints b)
{
    return _mm_add_epi32(a, b);
}
static inline gestalt_ints gestalt_ints_multiply(gestalt_ints a, gestalt_ints b)
{
    __m128i even = _mm_mul_epu32(a, b);
    __m128i odd = _mm_mul_epu32(_mm_srli_si128(a, 4), _mm_srli_si128(b, 4));
    return _mm_unpacklo_epi32(_mm_shuffle_epi32(even, 8), _mm_shuffle_epi32(odd, 8));
}
static inline gestalt_ints gestalt_ints_and(gestalt_ints a, gestalt_ints b)
{
    return _mm_and_si128(a, b);
}
static inline uint64_t gestalt_ints_less(gestalt_ints a, gestalt_ints b)
{
    return gestalt_vector_gather(_mm_cmplt_epi32(a, b));
}
static inline uint64_t gestalt_ints_at_most(gestalt_ints a, gestalt_ints b)
{
    return ~gestalt_vector_gather(_mm_cmpgt_epi32(a, b)) & 0xf;
}
static inline uint64_t gestalt_ints_equal(gestalt_ints a, gestalt_ints b)
{
    return gestalt_vector_gather(_mm_cmpeq_epi32(a, b));
}

#else

#define GESTALT_VECTOR_WIDTH 1
typedef float gestalt_floats;
typedef int32_t gestalt_ints;

static inline gestalt_floats gestalt_floats_load(const float *from)
{
    return *from;
}
static inline void gestalt_floats_store(float *to, gestalt_floats a)
{
    *to = a;
}
static inline gestalt_floats gestalt_floats_all(float value)
{
    return value;
}
static inline gestalt_floats gestalt_floats_add(gestalt_floats a, gestalt_floats b)
{
    return a + b;
}
static inline gestalt_floats gestalt_floats_multiply(gestalt_floats a, gestalt_floats b)
{
    return gestalt_float_multiply(a, b);
}
static inline gestalt_floats gestalt_floats_greater_of(gestalt_floats a, gestalt_floats b)
{
    return a > b ? a : b;
}
static inline gestalt_floats gestalt_floats_less_of(gestalt_floats a, gestalt_floats b)
{
    return a < b ? a : b;
}
static inline gestalt_floats gestalt_floats_select(uint64_t mask, gestalt_floats a,
                                                   gestalt_floats b)
{
    return mask & 1 ? a : b;
}
static inline uint64_t gestalt_floats_less(gestalt_floats a, gestalt_floats b)
{
    return a < b;
}
static inline uint64_t gestalt_floats_at_most(gestalt_floats a, gestalt_floats b)
{
    return a <= b;
}
static inline uint64_t gestalt_floats_equal(gestalt_floats a, gestalt_floats b)
{
    return a == b;
}
static inline gestalt_ints gestalt_ints_load(const int32_t *from)
{
    return *from;
}
static inline void gestalt_ints_store(int32_t *to, gestalt_ints a)
{
    *to = a;
}
static inline gestalt_ints gestalt_ints_all(int32_t value)
{
    return value;
}
static inline gestalt_ints gestalt_ints_add(gestalt_ints a, gestalt_ints b)
{
    return (int32_t)((uint32_t)a + (uint32_t)b);
}
static inline gestalt_ints gestalt_ints_multiply(gestalt_ints a, gestalt_ints b)
{
    return (int32_t)((uint32_t)a * (uint32_t)b);
}
static inline gestalt_ints gestalt_ints_and(gestalt_ints a, gestalt_ints b)
{
    return a & b;
}
static inline gestalt_ints gestalt_ints_select(uint64_t mask, gestalt_ints a, gestalt_ints b)
{
    return mask & 1 ? a : b;
}
static inline uint64_t gestalt_ints_less(gestalt_ints a, gestalt_ints b)
{
    return a < b;
}
static inline uint64_t gestalt_ints_at_most(gestalt_ints a, gestalt_ints b)
{
    return a <= b;
}
static inline uint64_t gestalt_ints_equal(gestalt_ints a, gestalt_ints b)
{
    return a == b;
}

#endif

// Select with the mask of a whole cohort, in which bit `at` is that of the first value.
#if !defined(__AVX2__) || defined(__AVX512F__)
static inline gestalt_floats gestalt_floats_select_at(uint64_t mask, uint32_t at, gestalt_floats a,
                                                      gestalt_floats b)
{
    return gestalt_floats_select(mask >> at, a, b);
}
static inline gestalt_ints gestalt_ints_select_at(uint64_t mask, uint32_t at, gestalt_ints a,
                                                  gestalt_ints b)
{
    return gestalt_ints_select(mask >> at, a, b);
}
#endif

#ifdef __cplusplus
}
#endif

#endif
