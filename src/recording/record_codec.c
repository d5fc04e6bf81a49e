// SPDX-License-Identifier: MIT
#include "record_codec.h"

#include "scalar.h"

#include <string.h>

uint32_t record_word_bits(const gestalt_record_column *column)
{
    if (column->type == GESTALT_RECORD_BOOL)
        return 1;
    return column->coding == GESTALT_RECORD_EXACT ? 32 : 16;
}

// ---- values and words

static uint32_t codec_quantised(const gestalt_record_column *column, float value)
{
    double part = ((double)value - column->low) / ((double)column->high - column->low);
    if (column->coding == GESTALT_RECORD_CYCLE) {
        part -= floor(part);
        return part == part ? (uint32_t)(part * 65536 + 0.5) & 0xffff : 0;
    }
    if (!(part > 0))
        return 0;
    return part < 1 ? (uint32_t)(part * 65535 + 0.5) : 65535;
}

static float of_quantised(const gestalt_record_column *column, uint32_t word)
{
    double steps = column->coding == GESTALT_RECORD_CYCLE ? 65536 : 65535;
    return (float)(column->low + ((double)column->high - column->low) * word / steps);
}

static uint32_t to_word(const gestalt_record_column *column, const void *values, uint64_t at)
{
    if (column->type == GESTALT_RECORD_FLOAT) {
        float value = ((const float *)values)[at];
        return column->coding == GESTALT_RECORD_EXACT ? scalar_canonical_bits(value)
                                                      : codec_quantised(column, value);
    }
    uint32_t value = ((const uint32_t *)values)[at];
    return column->type == GESTALT_RECORD_BOOL ? value != 0 : value;
}

void record_to_words(const gestalt_record_column *column, const void *values, const uint32_t *order,
                     uint64_t count, uint32_t *words)
{
    for (uint64_t i = 0; i < count; i++)
        words[i] = to_word(column, values, order ? order[i] : i);
}

void record_from_words(const gestalt_record_column *column, const uint32_t *words, uint64_t count,
                       void *values)
{
    if (column->type != GESTALT_RECORD_FLOAT || column->coding == GESTALT_RECORD_EXACT) {
        memcpy(values, words, count * sizeof *words);
        return;
    }
    float *numbers = values;
    for (uint64_t i = 0; i < count; i++)
        numbers[i] = of_quantised(column, words[i]);
}

// ---- predictions

static inline uint32_t mask_of(uint32_t bits)
{
    return UINT32_MAX >> (32 - bits);
}

static inline uint32_t codec_predict(record_predictor predictor, record_past past, uint64_t at)
{
    switch (predictor) {
    case RECORD_FROM_LAST: return past.last[at];
    case RECORD_FROM_CHANGE: return 2 * past.last[at] - past.before[at];
    default: return 0;
    }
}

// Fold the sign, so that differences near 0 become small numbers: 0, -1, 1, -2, 2, ...
static inline uint32_t codec_folded(uint32_t difference, uint32_t bits)
{
    uint32_t sign = 0u - (difference >> (bits - 1) & 1);
    return (difference << 1 ^ sign) & mask_of(bits);
}

static inline uint32_t codec_unfolded(uint32_t number, uint32_t bits)
{
    return (number >> 1 ^ (0u - (number & 1))) & mask_of(bits);
}

static inline uint64_t block_count(uint64_t count, uint64_t at)
{
    return count - at < RECORD_BLOCK ? count - at : RECORD_BLOCK;
}

static uint32_t width_of(uint32_t any)
{
    uint32_t width = 0;
    while (width < 32 && any >> width)
        width++;
    return width;
}

static inline size_t packed_size(uint64_t count, uint32_t width)
{
    return (size_t)(count * width + 7) / 8;
}

// ---- encoding

uint64_t record_column_size_max(uint64_t count)
{
    return 1 + (count + RECORD_BLOCK - 1) / RECORD_BLOCK + count * sizeof(uint32_t);
}

static uint32_t block_width(const uint32_t *words, uint64_t from, uint64_t count, uint32_t bits,
                            record_predictor predictor, record_past past)
{
    uint32_t any = 0;
    for (uint64_t i = from; i < from + count; i++)
        any |= codec_folded((words[i] - codec_predict(predictor, past, i)) & mask_of(bits), bits);
    return width_of(any);
}

static uint64_t encoded_size(const uint32_t *words, uint64_t count, uint32_t bits,
                             record_predictor predictor, record_past past)
{
    uint64_t size = 1;
    for (uint64_t at = 0; at < count; at += RECORD_BLOCK) {
        uint64_t n = block_count(count, at);
        size += 1 + packed_size(n, block_width(words, at, n, bits, predictor, past));
    }
    return size;
}

static record_predictor best_predictor(const uint32_t *words, uint64_t count, uint32_t bits,
                                       record_past past)
{
    record_predictor best = RECORD_FROM_ZERO;
    uint64_t least = UINT64_MAX;
    for (record_predictor p = RECORD_FROM_ZERO; p < RECORD_PREDICTOR_COUNT; p++) {
        uint64_t size = encoded_size(words, count, bits, p, past);
        best = size < least ? p : best;
        least = size < least ? size : least;
    }
    return best;
}

static unsigned char *codec_pack(const uint32_t numbers[RECORD_BLOCK], uint64_t count,
                                 uint32_t width, unsigned char *to)
{
    uint64_t held = 0;
    uint32_t held_bits = 0;
    for (uint64_t i = 0; i < count; i++) {
        held |= (uint64_t)numbers[i] << held_bits;
        for (held_bits += width; held_bits >= 8; held_bits -= 8, held >>= 8)
            *to++ = (unsigned char)held;
    }
    if (held_bits > 0)
        *to++ = (unsigned char)held;
    return to;
}

static unsigned char *encode_block(const uint32_t *words, uint64_t from, uint64_t count,
                                   uint32_t bits, record_predictor predictor, record_past past,
                                   unsigned char *to)
{
    uint32_t numbers[RECORD_BLOCK], any = 0;
    for (uint64_t i = 0; i < count; i++) {
        uint32_t predicted = codec_predict(predictor, past, from + i);
        numbers[i] = codec_folded((words[from + i] - predicted) & mask_of(bits), bits);
        any |= numbers[i];
    }
    uint32_t width = width_of(any);
    *to++ = (unsigned char)width;
    return codec_pack(numbers, count, width, to);
}

unsigned char *record_encode(const uint32_t *words, uint64_t count, uint32_t bits, bool is_key,
                             record_past past, unsigned char *to)
{
    record_predictor predictor =
        is_key ? RECORD_FROM_ZERO : best_predictor(words, count, bits, past);
    *to++ = (unsigned char)predictor;
    for (uint64_t at = 0; at < count; at += RECORD_BLOCK)
        to = encode_block(words, at, block_count(count, at), bits, predictor, past, to);
    memcpy(past.before, past.last, count * sizeof *words);
    memcpy(past.last, words, count * sizeof *words);
    return to;
}

// ---- decoding

// Unpack a block. Returns false if bits after the last number are set.
static bool codec_unpack(const unsigned char *from, uint64_t count, uint32_t width,
                         uint32_t *numbers)
{
    uint64_t held = 0;
    uint32_t held_bits = 0, mask = width ? mask_of(width) : 0;
    for (uint64_t i = 0; i < count; i++) {
        for (; held_bits < width; held_bits += 8)
            held |= (uint64_t)*from++ << held_bits;
        numbers[i] = (uint32_t)held & mask;
        held >>= width;
        held_bits -= width;
    }
    return held == 0;
}

static void codec_restore(const uint32_t numbers[RECORD_BLOCK], uint64_t from, uint64_t count,
                          uint32_t bits, record_predictor predictor, record_past past)
{
    for (uint64_t i = 0; i < count; i++) {
        uint32_t word = codec_unfolded(numbers[i], bits) + codec_predict(predictor, past, from + i);
        past.before[from + i] = past.last[from + i];
        past.last[from + i] = word & mask_of(bits);
    }
}

static const char *decode_block(const unsigned char **from, const unsigned char *end,
                                uint64_t count, uint32_t bits, uint32_t *numbers)
{
    if (*from == end)
        return "a block of values is missing here";
    uint32_t width = **from;
    if (width > bits)
        return "a block's values are wider than their column";
    if (packed_size(count, width) > (size_t)(end - *from) - 1)
        return "a block of values ends after the frame";
    if (numbers && !codec_unpack(*from + 1, count, width, numbers))
        return "bits after the last value of a block are set";
    *from += 1 + packed_size(count, width);
    return NULL;
}

// Skip a block without storing its values. A block of width 0 is not decoded at all: it takes only
// one byte, and there can be very many of them.
static const char *codec_pass(const unsigned char **from, const unsigned char *end, uint64_t count,
                              uint32_t bits)
{
    uint32_t numbers[RECORD_BLOCK];
    return decode_block(from, end, count, bits, *from < end && **from == 0 ? NULL : numbers);
}

const char *record_decode(const unsigned char **from, const unsigned char *end, uint64_t count,
                          uint32_t bits, bool is_key, const record_past *past)
{
    if (*from == end)
        return "a column is missing here";
    record_predictor predictor = (record_predictor) * *from;
    if (predictor >= (is_key ? RECORD_FROM_LAST : RECORD_PREDICTOR_COUNT))
        return "this predictor does not exist, or not in a key frame";
    (*from)++;
    for (uint64_t at = 0; at < count; at += RECORD_BLOCK) {
        uint32_t numbers[RECORD_BLOCK];
        uint64_t n = block_count(count, at);
        const char *wrong =
            past ? decode_block(from, end, n, bits, numbers) : codec_pass(from, end, n, bits);
        if (wrong)
            return wrong;
        if (past)
            codec_restore(numbers, at, n, bits, predictor, *past);
    }
    return NULL;
}
