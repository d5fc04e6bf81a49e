// SPDX-License-Identifier: MIT
#include "scene_hash.h"

#include "hash.h"
#include "scene_rules.h"
#include "scene_tables.h"

#include <string.h>

static void scene_hash_add(XXH3_state_t *to, const void *bytes, size_t size)
{
    XXH3_64bits_update(to, bytes, size);
}

static void add_number(XXH3_state_t *to, uint64_t number)
{
    scene_hash_add(to, &number, sizeof number);
}

static void add_text(XXH3_state_t *to, const char *text)
{
    add_number(to, text ? strlen(text) + 1 : 0);
    if (text)
        scene_hash_add(to, text, strlen(text));
}

static void add_fields(XXH3_state_t *to, const scene_field *fields, const void *from);

// A struct that starts with its place, or NULL.
static void add_object(XXH3_state_t *to, const scene_field *fields, const void *from)
{
    bool is_given = from && scene_given(*(const scene_place *)from);
    add_number(to, is_given);
    if (is_given)
        add_fields(to, fields, from);
}

static void add_list(XXH3_state_t *to, const scene_field *f, const scene_list *list)
{
    add_number(to, list->count);
    for (uint32_t i = 0; i < list->count; i++)
        add_object(to, f->fields, (const char *)list->list + i * f->size);
}

static void add_texts(XXH3_state_t *to, const scene_texts *texts)
{
    add_number(to, texts->count);
    for (uint32_t i = 0; i < texts->count; i++)
        add_text(to, texts->list[i]);
}

static void add_points(XXH3_state_t *to, const scene_points *points)
{
    add_number(to, points->count);
    if (points->count)
        scene_hash_add(to, points->list, points->count * sizeof *points->list);
}

// Every value counts by its bits: an int as the float that it may be kept as does not.
static void add_value(XXH3_state_t *to, const gestalt_value *v)
{
    add_number(to, (uint64_t)v->type);
    switch (v->type) {
    case GESTALT_BOOL: add_number(to, v->boolean); break;
    case GESTALT_INT: add_number(to, (uint32_t)v->integer); break;
    case GESTALT_FLOAT: scene_hash_add(to, &v->number, sizeof v->number); break;
    default: scene_hash_add(to, v->vector, sizeof v->vector); break;
    }
}

static void add_set(XXH3_state_t *to, const scene_set *set)
{
    add_number(to, set->keys.count);
    for (uint32_t i = 0; i < set->keys.count; i++) {
        const scene_key *key = &set->keys.list[i];
        add_text(to, key->name);
        for (int c = 0; c < 3; c++)
            if (key->drawn[c])
                add_number(to, gestalt_expression_hash(key->drawn[c]));
        if (key->word) // which says the same of a tree that lists it elsewhere
            add_text(to, key->word);
        else
            add_value(to, &key->set);
    }
}

static void add_field(XXH3_state_t *to, const scene_field *f, const char *from)
{
    switch (f->kind) {
    case SCENE_BOOL: add_number(to, *(const bool *)from); break;
    case SCENE_COUNT: scene_hash_add(to, from, sizeof(uint64_t)); break;
    case SCENE_TIME: scene_hash_add(to, from, sizeof(int64_t)); break;
    case SCENE_NUMBER: scene_hash_add(to, from, sizeof(float)); break;
    case SCENE_WORD: scene_hash_add(to, from, sizeof(int)); break;
    case SCENE_POINT: scene_hash_add(to, from, sizeof(scene_point)); break;
    case SCENE_NAME:
    case SCENE_TEXT: add_text(to, *(const char *const *)from); break;
    case SCENE_POINTS: add_points(to, (const scene_points *)from); break;
    case SCENE_OBJECT: add_object(to, f->fields, from); break;
    case SCENE_LIST: add_list(to, f, (const scene_list *)from); break;
    case SCENE_NAMES: add_texts(to, (const scene_texts *)from); break;
    case SCENE_SET: add_set(to, (const scene_set *)from); break;
    case SCENE_VALUE:
    case SCENE_END: break;
    }
}

static void add_fields(XXH3_state_t *to, const scene_field *fields, const void *from)
{
    for (const scene_field *f = fields; f->kind; f++)
        if (!f->may_change)
            add_field(to, f, (const char *)from + f->offset);
}

// Flocks were members of every group before they were a part's, and snapshots tell scenes by this
// hash: they still count where they stood, before the vehicle.
static void add_group(XXH3_state_t *to, const scene_group *group, const scene_part *const *parts)
{
    for (const scene_field *f = scene_group_fields; f->kind; f++) {
        if (f->offset == offsetof(scene_group, vehicle))
            add_fields(to, parts[SCENE_PART_FLOCK]->group_fields, group->parts[SCENE_PART_FLOCK]);
        if (!f->may_change)
            add_field(to, f, (const char *)group + f->offset);
    }
    for (int i = 0; parts[i]; i++)
        if (parts[i]->group_fields && i != SCENE_PART_FLOCK)
            add_object(to, parts[i]->group_fields, group->parts[i]);
}

uint64_t scene_hash(const scene *s)
{
    XXH3_state_t state;
    XXH3_64bits_reset(&state);
    add_number(&state, s->dimension);
    add_fields(&state, scene_fields, s);
    const scene_part *const *parts = s->rules->parts;
    for (int i = 0; parts[i]; i++)
        if (parts[i]->fields)
            add_object(&state, parts[i]->fields, s->parts[i]);
    add_number(&state, s->groups.count);
    for (uint32_t i = 0; i < s->groups.count; i++)
        add_group(&state, scene_group_at(s, i), parts);
    return XXH3_64bits_digest(&state);
}
