// SPDX-License-Identifier: MIT
#include "match_keys.h"

#include "match.h"
#include "search.h"
#include "sort.h"

// A name of the old shape, with renames applied, or a word.
typedef struct old_name {
    const char *text;
    uint32_t index;
} old_name;

typedef struct old_names {
    old_name *list; // sorted by text
    uint32_t count;
} old_names;

static bool old_name_is_before(const void *one, const void *other, const void *user)
{
    const old_name *a = one, *b = other;
    int order = strcmp(a->text, b->text);
    (void)user;
    return order != 0 ? order < 0 : a->index < b->index;
}

static void old_names_sort(old_names *names)
{
    sort_heap(names->list, names->count, sizeof *names->list, old_name_is_before, NULL);
}

static uint32_t old_names_find(const old_names *names, const char *text)
{
    uint32_t at;
    SEARCH_FIRST(at, 0, names->count, strcmp(names->list[at].text, text) >= 0);
    return at < names->count && strcmp(names->list[at].text, text) == 0 ? names->list[at].index
                                                                        : SHAPE_NONE;
}

// ---- words of enums

static bool word_place_is_before(const void *one, const void *other, const void *user)
{
    const word_place *a = one, *b = other;
    (void)user;
    return a->rank < b->rank;
}

// List the ranks of all new words, with their values in their enums.
static void word_match_place(word_place *places, const gestalt_shape *is)
{
    for (uint32_t i = 0; i < is->enum_count; i++) {
        const image_enum *e = &is->enums[i];
        for (uint32_t k = 0; k < e->word_count; k++)
            places[e->first_word + k].value = (int32_t)k;
        sort_heap(&places[e->first_word], e->word_count, sizeof *places, word_place_is_before,
                  NULL);
    }
}

// Rank the words of both shapes together: the old shape's words first.
static const word_match *word_match_make(arena *a, const gestalt_shape *const shapes[2])
{
    const gestalt_shape *was = shapes[0], *is = shapes[1];
    old_names names = {ARENA_ARRAY(a, old_name, was->words.count + is->words.count),
                       was->words.count + is->words.count};
    uint32_t *ranks = ARENA_ARRAY(a, uint32_t, was->words.count), rank = 0;
    word_place *places = ARENA_ARRAY(a, word_place, is->words.count);
    word_match *m = ARENA_NEW(a, word_match);
    for (uint32_t i = 0; i < names.count; i++)
        names.list[i] = (old_name){i < was->words.count
                                       ? shape_string(was, was->words.list[i])
                                       : shape_string(is, is->words.list[i - was->words.count]),
                                   i};
    old_names_sort(&names);
    for (uint32_t i = 0; i < names.count; i++) {
        uint32_t index = names.list[i].index;
        rank += i > 0 && strcmp(names.list[i].text, names.list[i - 1].text) != 0;
        *(index < was->words.count ? &ranks[index] : &places[index - was->words.count].rank) = rank;
    }
    word_match_place(places, is);
    *m = (word_match){ranks, places};
    return m;
}

bool word_match_find(const word_match *m, const image_enum *from, const image_enum *to,
                     int32_t value, int32_t *found)
{
    if (value < 0 || (uint32_t)value >= from->word_count)
        return false;
    uint32_t rank = m->old_ranks[from->first_word + (uint32_t)value], at;
    const word_place *places = &m->new_places[to->first_word];
    SEARCH_FIRST(at, 0, to->word_count, places[at].rank >= rank);
    if (at == to->word_count || places[at].rank != rank)
        return false;
    *found = places[at].value;
    return true;
}

// ---- keys

bool key_match_converts(const image_key *from, const image_key *to)
{
    if (key_is_list(from) != key_is_list(to))
        return false;
    if (from->type == to->type)
        return !from->words == !to->words;
    if (from->words || to->words)
        return false;
    return (from->type == KEY_INT && to->type == KEY_FLOAT) ||
           (from->type == KEY_VEC2 && to->type == KEY_VEC3);
}

// Apply the renames, and sort the names.
static void old_names_become(old_names *names, const gestalt_rename *renames, uint32_t count)
{
    for (uint32_t i = 0; i < names->count; i++)
        names->list[i].text = shape_renamed(names->list[i].text, renames, count);
    old_names_sort(names);
}

static void match_keys(arena *a, const gestalt_shape *const shapes[2],
                       const gestalt_rename *renames, uint32_t rename_count, key_match *m)
{
    const gestalt_shape *was = shapes[0], *is = shapes[1];
    old_names names = {ARENA_ARRAY(a, old_name, was->key_count), was->key_count};
    for (uint32_t i = 0; i < was->key_count; i++)
        names.list[i] = (old_name){shape_string(was, was->keys[i].name), i};
    old_names_become(&names, renames, rename_count);
    for (uint32_t i = 0; i < is->key_count; i++) {
        uint32_t found = old_names_find(&names, shape_string(is, is->keys[i].name));
        // A key that becomes shared starts from its init, since each agent had its own value.
        bool fits = found != SHAPE_NONE && (was->keys[found].shared || !is->keys[i].shared) &&
                    key_match_converts(&was->keys[found], &is->keys[i]);
        m->old_keys[i] = fits ? found : SHAPE_NONE;
        if (fits)
            m->keeps_key[found] = true;
    }
}

static void match_persistents(arena *a, const gestalt_shape *const shapes[2],
                              const gestalt_rename *renames, uint32_t rename_count, key_match *m)
{
    const gestalt_shape *was = shapes[0], *is = shapes[1];
    old_names names = {ARENA_ARRAY(a, old_name, was->persistent_count), was->persistent_count};
    for (uint32_t i = 0; i < was->persistent_count; i++)
        names.list[i] = (old_name){shape_string(was, was->persistents[i].name), i};
    old_names_become(&names, renames, rename_count);
    for (uint32_t i = 0; i < is->persistent_count; i++) {
        uint32_t found = old_names_find(&names, shape_string(is, is->persistents[i].name));
        m->old_persistents[i] = found;
        if (found != SHAPE_NONE)
            m->keeps_persistent[found] = true;
    }
}

key_match key_match_make(arena *a, const gestalt_shape *old_shape, const gestalt_shape *new_shape,
                         const gestalt_rename *renames, uint32_t rename_count)
{
    const gestalt_shape *shapes[2] = {old_shape, new_shape};
    key_match m = {.old_keys = ARENA_ARRAY(a, uint32_t, new_shape->key_count),
                   .old_persistents = ARENA_ARRAY(a, uint32_t, new_shape->persistent_count),
                   .keeps_key = ARENA_ARRAY(a, bool, old_shape->key_count),
                   .keeps_persistent = ARENA_ARRAY(a, bool, old_shape->persistent_count)};
    m.words = word_match_make(a, shapes);
    match_keys(a, shapes, renames, rename_count, &m);
    match_persistents(a, shapes, renames, rename_count, &m);
    return m;
}
