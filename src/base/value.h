// SPDX-License-Identifier: MIT
// Parsing of option values: counts, sizes, durations and words of a list. Values are exact: a value
// that is not a whole number of units is an error, and is never rounded.
#ifndef VALUE_H
#define VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum value_verdict {
    VALUE_GOOD,
    VALUE_NO_NUMBER,
    VALUE_UNKNOWN_UNIT,
    VALUE_NOT_WHOLE, // 1.5 agents, 0.1us
    VALUE_TOO_LARGE,
} value_verdict;

/// Parse a count such as "250", "1e6", "1.5M", "64Ki": k M G T are powers of 1000, Ki Mi Gi Ti of
/// 1024.
value_verdict value_count(const char *text, uint64_t *count);

/// Parse a size: a count with or without a B: "64MiB", "10kB", "4096".
value_verdict value_size(const char *text, uint64_t *bytes);

/// Parse a duration such as "30s", "5ms", "250us", "2min", "1.5h" to microseconds; a number without
/// a unit is in seconds.
value_verdict value_duration(const char *text, uint64_t *microseconds);

/// Parse the count at an index of a list such as "1k,100k,1M". `*is_there` becomes false after the
/// last one.
value_verdict value_count_at(const char *list, uint32_t index, bool *is_there, uint64_t *count);

/// Return the index of `text` in a list of words such as "a|b|c", or -1.
int value_choice(const char *text, const char *words);

/// Return the element at an index of a list with commas, and its size; NULL after the last.
const char *value_part_at(const char *list, uint32_t index, size_t *size);
/// Return the index of such an element in a list of words, or -1.
int value_choice_part(const char *part, size_t size, const char *words);

/// Iterate over a list of words: return the word at `*words` and its size, and advance `*words`
/// past it. Returns NULL at the end.
const char *value_next_word(const char **words, size_t *size);

#endif
