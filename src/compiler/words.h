// SPDX-License-Identifier: MIT
// The words of enums. A compilation keeps each list of words once, so that two enums are equal when
// their lists are the same pointer.
#ifndef WORDS_H
#define WORDS_H

#include "arena.h"

typedef struct word_list {
    const char *const *words; // in the order of their values
    uint32_t count;
    uint32_t number; // of the compilation's lists, from 1, as constants in expressions name it
    uint32_t *suggestions; // of the compilation: words that may still be compared; NULL: any number
} word_list;

#define WORDS_MISSING UINT32_MAX

/// The value of a word, or WORDS_MISSING.
uint32_t words_find(const word_list *list, const char *word);

/// The word nearest to a mistyped one, or NULL: also when too many were looked for.
const char *words_near(const word_list *list, const char *word);

/// The words for people, cut when they are many: "idle, chase or flee".
const char *words_text(arena *a, const word_list *list);

#endif
