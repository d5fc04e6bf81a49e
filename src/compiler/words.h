// SPDX-License-Identifier: MIT
// The words of enums. A compilation keeps each list of words once, so that two enums are equal when
// their lists are the same pointer.
#ifndef WORDS_H
#define WORDS_H

#include "arena.h"

struct nearest_budget;

typedef struct word_list {
    const char *const *words; // in the order of their values
    uint32_t count;
    uint32_t number; // of the compilation's lists, from 1, as constants in expressions name it
} word_list;

#define WORDS_MISSING UINT32_MAX

/// The value of a word, or WORDS_MISSING.
uint32_t words_find(const word_list *list, const char *word);

/// The word nearest to a mistyped one, or NULL: also when the budget is spent.
const char *words_near(const word_list *list, const char *word, struct nearest_budget *budget);

/// The words for people, cut when they are many: "idle, chase or flee".
const char *words_text(arena *a, const word_list *list);

#endif
