// SPDX-License-Identifier: MIT
// The coding of columns: each value becomes a word of 1, 16 or 32 bits. The stored number is the
// word's difference from a prediction. Numbers are packed in blocks of 64, with the width of the
// largest number in the block.
#ifndef RECORD_CODEC_H
#define RECORD_CODEC_H

#include "record.h"
#include "record_format.h"

/// The words of a column from which the next words are predicted; 0 for new agents.
typedef struct record_past {
    uint32_t *last, *before;
} record_past;

/// Return the number of bits of a word.
uint32_t record_word_bits(const gestalt_record_column *column);

/// Convert values to words, and words to values. A NaN becomes 0x7fc00000, or the lower bound.
void record_to_words(const gestalt_record_column *column, const void *values, const uint32_t *order,
                     uint64_t count, uint32_t *words);
void record_from_words(const gestalt_record_column *column, const uint32_t *words, uint64_t count,
                       void *values);

/// Return the maximum size in bytes of a column with `count` values.
uint64_t record_column_size_max(uint64_t count);

/// Write a column with the predictor that makes it smallest, and update the past. Returns the
/// address after the column.
unsigned char *record_encode(const uint32_t *words, uint64_t count, uint32_t bits, bool is_key,
                             record_past past, unsigned char *to);

/// Read a column into `past->last`, and move `*from` to its end. Returns NULL, or what is wrong,
/// and then `*from` is the position of the error. If `past` is NULL the column is only skipped.
const char *record_decode(const unsigned char **from, const unsigned char *end, uint64_t count,
                          uint32_t bits, bool is_key, const record_past *past);

#endif
