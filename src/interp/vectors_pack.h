// SPDX-License-Identifier: MIT
// Packing of columns for x86: four lanes at a time, by a shuffle from a table. A row of the table
// has the bytes of a vector for four bits of a mask; a byte of 128 or more stands for none.
#include <immintrin.h>

#define WORD(number) 4 * (number), 4 * (number) + 1, 4 * (number) + 2, 4 * (number) + 3
#define NONE         128, 128, 128, 128

static const uint8_t pack_bytes[16][16] __attribute__((aligned(16))) = {
    {NONE, NONE, NONE, NONE},          {WORD(0), NONE, NONE, NONE},
    {WORD(1), NONE, NONE, NONE},       {WORD(0), WORD(1), NONE, NONE},
    {WORD(2), NONE, NONE, NONE},       {WORD(0), WORD(2), NONE, NONE},
    {WORD(1), WORD(2), NONE, NONE},    {WORD(0), WORD(1), WORD(2), NONE},
    {WORD(3), NONE, NONE, NONE},       {WORD(0), WORD(3), NONE, NONE},
    {WORD(1), WORD(3), NONE, NONE},    {WORD(0), WORD(1), WORD(3), NONE},
    {WORD(2), WORD(3), NONE, NONE},    {WORD(0), WORD(2), WORD(3), NONE},
    {WORD(1), WORD(2), WORD(3), NONE}, {WORD(0), WORD(1), WORD(2), WORD(3)},
};

static const uint8_t unpack_bytes[16][16] __attribute__((aligned(16))) = {
    {NONE, NONE, NONE, NONE},          {WORD(0), NONE, NONE, NONE},
    {NONE, WORD(0), NONE, NONE},       {WORD(0), WORD(1), NONE, NONE},
    {NONE, NONE, WORD(0), NONE},       {WORD(0), NONE, WORD(1), NONE},
    {NONE, WORD(0), WORD(1), NONE},    {WORD(0), WORD(1), WORD(2), NONE},
    {NONE, NONE, NONE, WORD(0)},       {WORD(0), NONE, NONE, WORD(1)},
    {NONE, WORD(0), NONE, WORD(1)},    {WORD(0), WORD(1), NONE, WORD(2)},
    {NONE, NONE, WORD(0), WORD(1)},    {WORD(0), NONE, WORD(1), WORD(2)},
    {NONE, WORD(0), WORD(1), WORD(2)}, {WORD(0), WORD(1), WORD(2), WORD(3)},
};

#undef WORD
#undef NONE

static uint32_t kernels_pack(uint32_t *values, const uint32_t *column, uint64_t lanes)
{
    uint32_t *to = values;
    for (; lanes; lanes >>= 4, column += 4) {
        __m128i from = _mm_loadu_si128((const __m128i *)(const void *)column),
                bytes = _mm_load_si128((const __m128i *)(const void *)pack_bytes[lanes & 15]);
        _mm_storeu_si128((__m128i *)(void *)to, _mm_shuffle_epi8(from, bytes));
        to += __builtin_popcount((unsigned)lanes & 15);
    }
    return (uint32_t)(to - values);
}

static uint32_t kernels_unpack(uint32_t *column, const uint32_t *values, uint64_t lanes)
{
    const uint32_t *from = values;
    for (; lanes; lanes >>= 4, column += 4) {
        __m128i old = _mm_loadu_si128((const __m128i *)(const void *)column),
                new = _mm_loadu_si128((const __m128i *)(const void *)from),
                bytes = _mm_load_si128((const __m128i *)(const void *)unpack_bytes[lanes & 15]);
        _mm_storeu_si128((__m128i *)(void *)column,
                         _mm_blendv_epi8(_mm_shuffle_epi8(new, bytes), old, bytes));
        from += __builtin_popcount((unsigned)lanes & 15);
    }
    return (uint32_t)(from - values);
}
