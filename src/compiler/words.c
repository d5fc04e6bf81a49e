// SPDX-License-Identifier: MIT
#include "words.h"

#include "nearest.h"

#include <string.h>

enum { SHOWN_MAX = 8 }; // most words listed in a message

uint32_t words_find(const word_list *list, const char *word)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (strcmp(list->words[i], word) == 0)
            return i;
    return WORDS_MISSING;
}

const char *words_near(const word_list *list, const char *word, nearest_budget *budget)
{
    nearest n;
    nearest_start(&n, word, strlen(word), budget);
    bool suggests = nearest_may_walk(&n, list->count);
    for (uint32_t i = 0; suggests && i < list->count; i++)
        nearest_offer(&n, list->words[i], strlen(list->words[i]));
    return n.name;
}

const char *words_text(arena *a, const word_list *list)
{
    const char *text = list->words[0];
    uint32_t shown = list->count < SHOWN_MAX ? list->count : SHOWN_MAX;
    for (uint32_t i = 1; i < shown; i++)
        text = arena_print(a, "%s%s%s", text, i + 1 == list->count ? " or " : ", ", list->words[i]);
    return shown < list->count ? arena_print(a, "%s, ...", text) : text;
}
