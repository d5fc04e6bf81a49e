// SPDX-License-Identifier: MIT
#include "match_keys.h"

#include "match.h"
#include "search.h"
#include "sort.h"

// A name of the old shape, as the new one writes it.
typedef struct old_name {
    const char *text;
    uint32_t index;
} old_name;

typedef struct old_names {
    old_name *list; // in order
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

bool key_match_converts(const gestalt_shape *was, const image_key *from, const gestalt_shape *is,
                        const image_key *to)
{
    if (from->words || to->words)
        return from->type == to->type && shape_same_words(was, from->words, is, to->words);
    return from->type == to->type || (from->type == KEY_INT && to->type == KEY_FLOAT) ||
           (from->type == KEY_VEC2 && to->type == KEY_VEC3);
}

static void match_keys(arena *a, const gestalt_shape *const shapes[2],
                       const gestalt_rename *renames, uint32_t rename_count, key_match *m)
{
    const gestalt_shape *was = shapes[0], *is = shapes[1];
    old_names names = {ARENA_ARRAY(a, old_name, was->key_count), was->key_count};
    for (uint32_t i = 0; i < was->key_count; i++)
        names.list[i] = (old_name){
            shape_renamed(shape_string(was, was->keys[i].name), renames, rename_count), i};
    old_names_sort(&names);
    for (uint32_t i = 0; i < is->key_count; i++) {
        uint32_t found = old_names_find(&names, shape_string(is, is->keys[i].name));
        // A key that becomes shared has its init: each agent had a value of its own.
        bool fits = found != SHAPE_NONE && (was->keys[found].shared || !is->keys[i].shared) &&
                    key_match_converts(was, &was->keys[found], is, &is->keys[i]);
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
        names.list[i] = (old_name){
            shape_renamed(shape_string(was, was->persistents[i].name), renames, rename_count), i};
    old_names_sort(&names);
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
    match_keys(a, shapes, renames, rename_count, &m);
    match_persistents(a, shapes, renames, rename_count, &m);
    return m;
}
