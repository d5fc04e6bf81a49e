// SPDX-License-Identifier: MIT
#include "scene_members.h"

#include "hash.h"
#include "scene_rules.h"
#include "scene_tables.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// ---- hashing values

static void members_add(XXH3_state_t *to, const void *bytes, size_t size)
{
    XXH3_64bits_update(to, bytes, size);
}

static void add_number(XXH3_state_t *to, uint64_t number)
{
    members_add(to, &number, sizeof number);
}

static void add_text(XXH3_state_t *to, const char *text)
{
    add_number(to, text ? strlen(text) + 1 : 0);
    if (text)
        members_add(to, text, strlen(text));
}

static void add_fields(XXH3_state_t *to, const scene_field *fields, const void *from);

// Hash a struct that starts with its place; NULL counts as missing.
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
        members_add(to, points->list, points->count * sizeof *points->list);
}

// Hash a value by its bits, so that an int differs from an equal float.
static void add_value(XXH3_state_t *to, const gestalt_value *v)
{
    add_number(to, (uint64_t)v->type);
    switch (v->type) {
    case GESTALT_BOOL: add_number(to, v->boolean); break;
    case GESTALT_INT: add_number(to, (uint32_t)v->integer); break;
    case GESTALT_FLOAT: members_add(to, &v->number, sizeof v->number); break;
    default: members_add(to, v->vector, sizeof v->vector); break;
    }
}

static void add_key(XXH3_state_t *to, const scene_key *key)
{
    add_text(to, key->name);
    for (int c = 0; c < 3; c++)
        if (key->drawn[c])
            add_number(to, gestalt_expression_hash(key->drawn[c]));
    if (key->word) // words hash alike, even if a tree lists them in another order
        add_text(to, key->word);
    else
        add_value(to, &key->set);
}

static void add_set(XXH3_state_t *to, const scene_set *set)
{
    add_number(to, set->keys.count);
    for (uint32_t i = 0; i < set->keys.count; i++)
        add_key(to, &set->keys.list[i]);
}

static void add_field(XXH3_state_t *to, const scene_field *f, const char *from)
{
    switch (f->kind) {
    case SCENE_BOOL: add_number(to, *(const bool *)from); break;
    case SCENE_COUNT: members_add(to, from, sizeof(uint64_t)); break;
    case SCENE_TIME: members_add(to, from, sizeof(int64_t)); break;
    case SCENE_COLOR: members_add(to, from, sizeof(uint32_t)); break;
    case SCENE_NUMBER: members_add(to, from, sizeof(float)); break;
    case SCENE_WORD: members_add(to, from, sizeof(int)); break;
    case SCENE_POINT: members_add(to, from, sizeof(scene_point)); break;
    case SCENE_NAME:
    case SCENE_TITLE:
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

// ---- iteration over all members

typedef struct members_walk {
    unsigned char *to; // buffer for writing; NULL: only count the size
    size_t size;
    // For comparing: the rest of the stored members.
    const unsigned char *kept, *kept_end;
    scene_members_verdict verdict;
    char *name; // name of the first member that differs; NULL when not comparing
} members_walk;

enum { HASH = sizeof(uint64_t) };

// Return the name of the next stored member; NULL if there is none, or it is not a valid name.
static const char *kept_name(const unsigned char *from, const unsigned char *end)
{
    if ((size_t)(end - from) <= HASH)
        return NULL;
    const char *name = (const char *)from + HASH, *at = name;
    while (at < (const char *)end && (*at == '.' || *at == '_' || (*at >= '0' && *at <= '9') ||
                                      (*at >= 'A' && *at <= 'Z') || (*at >= 'a' && *at <= 'z')))
        at++;
    return at > name && at < (const char *)end && *at == '\0' ? name : NULL;
}

static bool is_kept_later(const members_walk *w, const char *name)
{
    const char *other;
    for (const unsigned char *at = w->kept; (other = kept_name(at, w->kept_end)) != NULL;
         at = (const unsigned char *)other + strlen(other) + 1)
        if (strcmp(other, name) == 0)
            return true;
    return false;
}

static void walk_decide(members_walk *w, scene_members_verdict verdict, const char *name)
{
    w->verdict = verdict;
    snprintf(w->name, SCENE_MEMBER_NAME, "%s", name);
}

static void compare_member(members_walk *w, const char *name, uint64_t hash)
{
    if (w->verdict != SCENE_MEMBERS_SAME)
        return;
    const char *other = kept_name(w->kept, w->kept_end);
    if (!other) {
        walk_decide(w, w->kept == w->kept_end ? SCENE_MEMBERS_NEW : SCENE_MEMBERS_BAD, name);
        return;
    }
    if (strcmp(other, name) != 0) {
        bool is_gone = is_kept_later(w, name);
        walk_decide(w, is_gone ? SCENE_MEMBERS_GONE : SCENE_MEMBERS_NEW, is_gone ? other : name);
        return;
    }
    if (memcmp(w->kept, &hash, HASH) != 0)
        walk_decide(w, SCENE_MEMBERS_CHANGED, name);
    w->kept = (const unsigned char *)other + strlen(other) + 1;
}

static void write_member(members_walk *w, const char *name, uint64_t hash)
{
    size_t length = strlen(name) + 1;
    if (w->to) {
        memcpy(w->to + w->size, &hash, HASH);
        memcpy(w->to + w->size + HASH, name, length);
    }
    w->size += HASH + length;
}

static void put_member(members_walk *w, const char *name, const XXH3_state_t *state)
{
    uint64_t hash = XXH3_64bits_digest(state);
    if (w->name)
        compare_member(w, name, hash);
    else
        write_member(w, name, hash);
}

static void join(char name[SCENE_MEMBER_NAME], const char *above, const char *member)
{
    int size = snprintf(name, SCENE_MEMBER_NAME, "%s%s%s", above, *above ? "." : "", member);
    if (size >= SCENE_MEMBER_NAME)
        name[SCENE_MEMBER_NAME - 1] = '\0'; // truncated
}

// Each key of a set is a member.
static void walk_set(members_walk *w, const char *above, const scene_set *set)
{
    for (uint32_t i = 0; i < set->keys.count; i++) {
        char name[SCENE_MEMBER_NAME];
        XXH3_state_t state;
        join(name, above, set->keys.list[i].name);
        XXH3_64bits_reset(&state);
        add_key(&state, &set->keys.list[i]);
        put_member(w, name, &state);
    }
}

static void walk_fields(members_walk *w, const char *above, const scene_field *fields,
                        const void *from);

// An object is a member, by its presence, and so are its fields.
static void walk_object(members_walk *w, const char *name, const scene_field *fields,
                        const void *from)
{
    XXH3_state_t state;
    bool is_given = scene_given(*(const scene_place *)from);
    XXH3_64bits_reset(&state);
    add_number(&state, is_given);
    put_member(w, name, &state);
    if (is_given)
        walk_fields(w, name, fields, from);
}

static void walk_field(members_walk *w, const char *above, const scene_field *f, const char *from)
{
    char name[SCENE_MEMBER_NAME];
    XXH3_state_t state;
    join(name, above, f->name);
    if (f->kind == SCENE_OBJECT) {
        walk_object(w, name, f->fields, from);
    } else if (f->kind == SCENE_SET) {
        walk_set(w, name, (const scene_set *)from);
    } else if (f->kind != SCENE_VALUE) {
        XXH3_64bits_reset(&state);
        add_field(&state, f, from);
        put_member(w, name, &state);
    }
}

static void walk_fields(members_walk *w, const char *above, const scene_field *fields,
                        const void *from)
{
    for (const scene_field *f = fields; f->kind; f++)
        if (!f->may_change)
            walk_field(w, above, f, (const char *)from + f->offset);
}

static void walk_group(members_walk *w, const scene_group *group, const scene_part *const *parts)
{
    walk_fields(w, group->name, scene_group_fields, group);
    for (int i = 0; parts[i]; i++)
        if (parts[i]->group_fields && group->parts[i])
            walk_fields(w, group->name, parts[i]->group_fields, group->parts[i]);
}

static void walk_scene(members_walk *w, const scene *s)
{
    XXH3_state_t names;
    const scene_part *const *parts = s->rules->parts;
    walk_fields(w, "", scene_fields, s);
    for (int i = 0; parts[i]; i++)
        if (parts[i]->fields && s->parts[i])
            walk_fields(w, "", parts[i]->fields, s->parts[i]);
    XXH3_64bits_reset(&names);
    add_number(&names, s->dimension);
    for (uint32_t i = 0; i < s->groups.count; i++)
        add_text(&names, scene_group_at(s, i)->name);
    put_member(w, "groups", &names);
    for (uint32_t i = 0; i < s->groups.count; i++)
        walk_group(w, scene_group_at(s, i), parts);
}

size_t scene_members_write(const scene *s, unsigned char *to)
{
    members_walk w = {.to = to};
    walk_scene(&w, s);
    return w.size;
}

scene_members_verdict scene_members_compare(const scene *s, const unsigned char *kept, size_t size,
                                            char name[SCENE_MEMBER_NAME])
{
    members_walk w = {.kept = kept, .kept_end = kept + size, .name = name};
    walk_scene(&w, s);
    if (w.verdict == SCENE_MEMBERS_SAME && w.kept != w.kept_end) {
        const char *other = kept_name(w.kept, w.kept_end);
        walk_decide(&w, other ? SCENE_MEMBERS_GONE : SCENE_MEMBERS_BAD, other ? other : "");
    }
    return w.verdict;
}
