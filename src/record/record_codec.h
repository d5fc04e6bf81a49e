// SPDX-License-Identifier: MIT
// The code by which a column of values becomes bytes: each value is a word of 1, 16 or 32 bits;
// what is stored is its difference to a prediction, in blocks of 64 that are packed to the width of
// the largest.
#ifndef RECORD_CODEC_H
#define RECORD_CODEC_H

#include "record.h"
#include "record_format.h"

/// The words of a column that the coming ones are predicted from; 0 for agents that are new.
typedef struct record_past {
    uint32_t *last, *before;
} record_past;

/// Bits of a word.
uint32_t record_word_bits(const gestalt_record_column *column);

/// A value as a word, and back. A NaN becomes 0x7fc00000, or the lower edge.
void record_to_words(const gestalt_record_column *column, const void *values, const uint32_t *order,
                     uint64_t count, uint32_t *words);
void record_from_words(const gestalt_record_column *column, const uint32_t *words, uint64_t count,
                       void *values);

/// The most bytes that a column of so many values can take.
uint64_t record_column_size_max(uint64_t count);

/// Writes a column, with the predictor that makes it smallest, and moves the past on. Returns the
/// byte behind it.
unsigned char *record_encode(const uint32_t *words, uint64_t count, uint32_t bits, bool is_key,
                             record_past past, unsigned char *to);

/// Reads a column into `past->last`, and moves `*from` behind it. NULL, or what is wrong, and then
/// `*from` is where. With `past` NULL the column is only passed.
const char *record_decode(const unsigned char **from, const unsigned char *end, uint64_t count,
                          uint32_t bits, bool is_key, const record_past *past);

#endif
