// SPDX-License-Identifier: MIT
// Recordings as their writer and reader see them: gestalt/recording.h says what they hold.
// docs/recordings.md tells of the bytes.
#ifndef RECORD_H
#define RECORD_H

#include <gestalt/recording.h>

/// Return what is wrong with a description, for people, or NULL.
const char *record_check(const gestalt_record_description *d);

/// Return how many lights there are.
uint32_t record_light_count(const gestalt_record_description *d);

/// The value that is none, of a column with words. Others without a word are shown as numbers.
#define RECORD_NO_WORD UINT32_MAX

/// The word that a value stands for, or NULL.
static inline const char *record_word(const gestalt_record_column *c, uint32_t value)
{
    return value < c->word_count ? c->words[value] : NULL;
}

/// The column of that name, or column_count.
uint32_t record_find_column(const gestalt_record_description *d, const char *name, size_t size);

#endif
