// SPDX-License-Identifier: MIT
// The words of enums. A compilation stores each different list once, so two enums are equal when
// their list pointers are.
#ifndef WORDS_H
#define WORDS_H

#include "arena.h"

struct nearest_budget;

typedef struct word_list {
    const char *const *words; // words in the order of their values
    uint32_t count;
    uint32_t number; // number of the list in the compilation, from 1, which constants refer to
} word_list;

#define WORDS_MISSING UINT32_MAX

/// Return the value of a word, or WORDS_MISSING.
uint32_t words_find(const word_list *list, const char *word);

/// Return the word most similar to a mistyped one, or NULL if there is none or the budget is spent.
const char *words_near(const word_list *list, const char *word, struct nearest_budget *budget);

/// Return the words for people, truncated when there are many: "idle, chase or flee".
const char *words_text(arena *a, const word_list *list);

#endif
