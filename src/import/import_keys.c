// SPDX-License-Identifier: MIT
#include "import_keys.h"

#include "number.h"

#include <ctype.h>
#include <stdlib.h>

void scope_start(import_scope *s, import_scope *main)
{
    *s = (import_scope){.main = main ? main : s};
    s->last = &s->keys;
}

import_key *scope_find(const import_scope *s, const char *name)
{
    uint32_t number = names_find(&s->index, name, strlen(name));
    return number == NAMES_MISSING ? NULL : s->numbered[number];
}

import_key *scope_key(import_state *m, import_scope *s, const char *name)
{
    if (*name == '@') {
        import_key *key = scope_key(m, s->main, name + 1);
        key->is_root_use |= s != s->main;
        return key;
    }
    import_key *key = scope_find(s, name);
    if (key)
        return key;
    key = ARENA_NEW(m->memory, import_key);
    key->name = name;
    *s->last = key;
    s->last = &key->next;
    names_add(&s->index, m->memory, name, strlen(name), s->count);
    *ARENA_PUSH(m->memory, s->numbered, s->count, s->capacity) = key;
    return key;
}

// ---- types

static import_key *key_root(import_key *key)
{
    while (key->joined) {
        if (key->joined->joined)
            key->joined = key->joined->joined; // shorten the path
        key = key->joined;
    }
    return key;
}

void key_access_add(import_key *key, key_access access, bool is_sure, gestalt_span place)
{
    if (key->first != KEY_UNUSED || access == KEY_UNUSED)
        return;
    key->first = access;
    key->is_sure = is_sure;
    key->access = place;
}

void key_write_add(import_state *m, import_key *key, const source_node *node)
{
    key_write *write = ARENA_NEW(m->memory, key_write);
    *write = (key_write){node, key->writes};
    key->writes = write;
    key->write_count++;
    key_root(key)->is_written = true;
}

void key_count(import_key *key)
{
    key_root(key)->is_counted = true;
}

bool key_is_written(const import_key *key)
{
    while (key->joined)
        key = key->joined;
    return key->is_written;
}

bool key_is_counted(const import_key *key)
{
    while (key->joined)
        key = key->joined;
    return key->is_counted;
}

key_type key_type_join(key_type a, key_type b)
{
    if (a == b || b == KEY_UNKNOWN)
        return a;
    if (a == KEY_UNKNOWN)
        return b;
    if (a == KEY_OPAQUE || b == KEY_OPAQUE)
        return KEY_OPAQUE;
    if (a == KEY_TEXT || b == KEY_TEXT)
        return KEY_UNKNOWN;
    return a > b ? a : b; // bool, int, float
}

static void report_contradiction(import_state *m, const import_key *key, gestalt_span here,
                                 key_type type, gestalt_span there, key_type other)
{
    gestalt_diagnostic *d =
        import_refuse(m, here, DIAGNOSTIC_IMPORT_TYPES, "the key `%s` is %s here, but %s elsewhere",
                      key->name, key_type_text(type), key_type_text(other));
    json_form_note(&m->form, d, there, "here");
}

void key_evidence_add(import_state *m, import_key *key, key_evidence from, key_type type,
                      gestalt_span place)
{
    import_key *root = key_root(key);
    if (type == KEY_UNKNOWN || root->types[from] == type)
        return;
    key_type joined = key_type_join(root->types[from], type);
    if (joined == KEY_UNKNOWN) {
        report_contradiction(m, key, place, type, root->places[from], root->types[from]);
        return;
    }
    if (joined != root->types[from])
        root->places[from] = place;
    root->types[from] = joined;
}

void keys_join(import_state *m, import_key *a, import_key *b, gestalt_span place)
{
    import_key *to = key_root(a), *from = key_root(b);
    if (to == from)
        return;
    if (from->joined_count > to->joined_count) { // so that chains stay short
        import_key *swap = to;
        to = from;
        from = swap;
    }
    from->joined = to;
    to->joined_count += from->joined_count + 1;
    to->is_counted |= from->is_counted;
    to->is_written |= from->is_written;
    for (int i = 0; i < EVIDENCE_COUNT; i++) {
        if (from->types[i] == KEY_UNKNOWN)
            continue;
        if (key_type_join(to->types[i], from->types[i]) == KEY_UNKNOWN)
            report_contradiction(m, a, place, to->types[i], from->places[i], from->types[i]);
        else
            key_evidence_add(m, to, (key_evidence)i, from->types[i], from->places[i]);
    }
}

key_type key_type_known(const import_key *key)
{
    while (key->joined)
        key = key->joined;
    for (int i = 0; i < EVIDENCE_COUNT; i++)
        if (key->types[i] != KEY_UNKNOWN)
            return key->types[i];
    return KEY_UNKNOWN;
}

key_type key_type_of(const import_key *key)
{
    key_type type = key_type_known(key);
    return type == KEY_UNKNOWN ? KEY_OPAQUE : type;
}

const char *key_type_name(key_type type)
{
    return type == KEY_BOOL ? "bool" : type == KEY_FLOAT ? "float" : "int";
}

const char *key_type_text(key_type type)
{
    static const char *const texts[] = {"of no known type", "a bool", "a whole number",
                                        "a number",         "a text", "of a type of its own"};
    return texts[type];
}

key_type literal_type(const char *text)
{
    const char *digits = text + (*text == '-' || *text == '+');
    char *end;
    if (strcmp(text, "true") == 0 || strcmp(text, "false") == 0)
        return KEY_BOOL;
    if (!isdigit((unsigned char)*digits) && *digits != '.')
        return KEY_TEXT;
    size_t count = strspn(digits, "0123456789");
    if (digits[count] == '\0')
        return count < 10 || strtoll(text, &end, 10) == (int32_t)strtoll(text, &end, 10)
                   ? KEY_INT
                   : KEY_FLOAT;
    if (digits[strspn(digits, "0123456789.eE+-")] != '\0')
        return KEY_TEXT;
    strtod(text, &end);
    return *end == '\0' && end != text ? KEY_FLOAT : KEY_TEXT;
}

key_type port_type(const char *text)
{
    static const struct {
        const char *name;
        key_type type;
    } table[] = {
        {"bool", KEY_BOOL},
        {"int", KEY_INT},
        {"unsigned int", KEY_INT},
        {"unsigned", KEY_INT},
        {"short", KEY_INT},
        {"unsigned short", KEY_INT},
        {"long", KEY_INT},
        {"unsigned long", KEY_INT},
        {"char", KEY_INT},
        {"unsigned char", KEY_INT},
        {"int8_t", KEY_INT},
        {"int16_t", KEY_INT},
        {"int32_t", KEY_INT},
        {"int64_t", KEY_INT},
        {"uint8_t", KEY_INT},
        {"uint16_t", KEY_INT},
        {"uint32_t", KEY_INT},
        {"uint64_t", KEY_INT},
        {"size_t", KEY_INT},
        {"std::chrono::milliseconds", KEY_INT},
        {"double", KEY_FLOAT},
        {"float", KEY_FLOAT},
        {"std::string", KEY_TEXT},
        {"string", KEY_TEXT},
        {"", KEY_UNKNOWN},
        {"BT::AnyTypeAllowed", KEY_UNKNOWN},
        {"AnyTypeAllowed", KEY_UNKNOWN},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(text, table[i].name) == 0)
            return table[i].type;
    return KEY_OPAQUE;
}

// ---- names

static bool is_reserved(const char *name)
{
    static const char *const words[] = {"time", "dt",    "tick", "agent", "true", "false",
                                        "int",  "float", "text", "count", "find"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(name, words[i]) == 0)
            return true;
    return false;
}

const char *spell_name(import_state *m, names *taken, const char *name)
{
    bool has_digit = isdigit((unsigned char)*name) || !*name;
    char *text = arena_print(m->memory, "%s%.200s%s", has_digit ? "_" : "", name,
                             is_reserved(name) ? "_" : "");
    for (char *c = text; *c; c++)
        if (!isalnum((unsigned char)*c) && *c != '_')
            *c = '_';
    const char *spelling = text;
    // After some equal names, numbers continue from the last one, so that many equal names cost
    // little.
    for (uint32_t i = 2; names_find(taken, spelling, strlen(spelling)) != NAMES_MISSING; i++)
        spelling = arena_print(m->memory, "%s_%u", text, i < 10 ? i : 10 + m->spelling_count++);
    names_add(taken, m->memory, spelling, strlen(spelling), 0);
    return spelling;
}

// ---- literals

const char *literal_print(import_state *m, const char *text, key_type type)
{
    arena *a = m->memory;
    key_type literal = literal_type(text);
    bool is_true = strcmp(text, "true") == 0;
    bool is_number = literal == KEY_INT || literal == KEY_FLOAT;
    if (type == KEY_TEXT || (type == KEY_OPAQUE && literal != KEY_INT && literal != KEY_BOOL))
        return arena_print(a, "%u", import_text(m, text));
    if (type == KEY_BOOL)
        return is_true || (is_number && strtod(text, NULL) != 0) ? "true" : "false";
    if (literal == KEY_BOOL)
        return is_true ? "1" : "0";
    if (type == KEY_FLOAT && is_number) {
        char number[NUMBER_TEXT_SIZE];
        const char *digits = text + (*text == '+');
        bool is_negative = *digits == '-';
        number_print_double(number,
                            number_double(digits + is_negative, strlen(digits + is_negative)));
        bool has_point = strpbrk(number, ".e") != NULL;
        return arena_print(a, "%s%s%s", is_negative ? "-" : "", number, has_point ? "" : ".0");
    }
    if (literal == KEY_INT)
        return arena_print(a, "%lld", strtoll(text, NULL, 10));
    if (literal == KEY_FLOAT)
        return arena_print(a, "%d", (int)strtod(text, NULL));
    return type == KEY_FLOAT ? "0.0" : "0";
}
