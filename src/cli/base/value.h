// SPDX-License-Identifier: MIT
// The values of options: counts, sizes, durations and words of a list. All are exact: what is not a
// whole number of units is refused, never rounded.
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

/// "250", "1e6", "1.5M", "64Ki": k M G T are powers of 1000, Ki Mi Gi Ti of 1024.
value_verdict value_count(const char *text, uint64_t *count);

/// As counts, with or without a B: "64MiB", "10kB", "4096".
value_verdict value_size(const char *text, uint64_t *bytes);

/// "30s", "5ms", "250us", "2min", "1.5h" in microseconds; a bare number is seconds.
value_verdict value_duration(const char *text, uint64_t *microseconds);

/// The count at a place of a list as "1k,100k,1M". *is_there is false behind the last one.
value_verdict value_count_at(const char *list, uint32_t index, bool *is_there, uint64_t *count);

/// The place of `text` in a list of words as "a|b|c", or -1.
int value_choice(const char *text, const char *words);

/// Return the part of a list with commas that is at a place, from 0, and its size; NULL behind the
/// last.
const char *value_part_at(const char *list, uint32_t index, size_t *size);
/// The place of such a part in a list of words, or -1.
int value_choice_part(const char *part, size_t size, const char *words);

/// Steps through such a list: the word at `*words` and its size, and `*words` behind it. NULL at
/// the end.
const char *value_next_word(const char **words, size_t *size);

#endif
