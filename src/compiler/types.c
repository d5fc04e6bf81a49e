// SPDX-License-Identifier: MIT
// Types in documents: a type name, the words of an enum, or a list of one of these.
#include "document.h"
#include "shape_limits.h"

#include <string.h>

static const char *const type_names[] = {"bool", "int", "float", "vec2", "vec3", NULL};

value_type value_type_of_key(key_type type, const word_list *words)
{
    return words ? VALUE_ENUM : value_of_key(type);
}

const char *type_text(compiler *c, key_type type, const word_list *words)
{
    return words ? arena_print(c->work.texts, "enum (%s)", words_text(c->work.texts, words))
                 : type_names[type];
}

const char *list_type_text(compiler *c, key_type type, const word_list *words)
{
    return arena_print(c->work.texts, "list of %s", type_text(c, type, words));
}

const char *type_text_of_key(compiler *c, const schema_key *key)
{
    return key->capacity ? list_type_text(c, key->type, key->words)
                         : type_text(c, key->type, key->words);
}

// ---- enums

// Store each different list once. Its key in the table is its zero-terminated words.
static const word_list *enum_keep(compiler *c, const document *d, json_value list,
                                  const char *const *words, uint32_t count)
{
    size_t size = 0;
    for (uint32_t i = 0; i < count; i++)
        size += strlen(words[i]) + 1;
    char *text = arena_allocate(&c->memory, size), *to = text;
    for (uint32_t i = 0; i < count; i++) {
        size_t part = strlen(words[i]) + 1;
        memcpy(to, words[i], part);
        to += part;
    }
    uint32_t number = names_find(&c->enums.table, text, size);
    if (number != NAMES_MISSING)
        return c->enums.list[number - 1];
    if (count > LIMIT_WORDS - c->enums.word_count) {
        diagnostics_add(c->diagnostics, DIAGNOSTIC_TOO_MANY, span_of(d, list),
                        "the enums of a document have at most %d words", LIMIT_WORDS);
        return NULL;
    }
    c->enums.word_count += count;
    for (uint32_t i = 0; i < count; i++)
        if (names_find(&c->enums.words, words[i], strlen(words[i])) == NAMES_MISSING)
            names_add(&c->enums.words, &c->memory, words[i], strlen(words[i]),
                      c->enums.words.count);
    word_list *new = ARENA_NEW(&c->memory, word_list);
    *new = (word_list){words, count, c->enums.count + 1};
    *ARENA_PUSH(&c->memory, c->enums.list, c->enums.count, c->enums.capacity) = new;
    names_add(&c->enums.table, &c->memory, text, size, new->number);
    return new;
}

// Read the words of a list. Returns NULL if one is invalid or a duplicate.
static const char **enum_read(compiler *c, const document *d, json_value list, const char *what)
{
    uint32_t count = 0;
    bool good = true;
    names known = {0};
    const char **words = ARENA_ARRAY(&c->memory, const char *, json_count(list));
    const char *each = arena_print(&c->memory, "a word of %s", what);
    for (json_value word = json_first(list); json_kind_of(word) != JSON_NONE;
         word = json_next(word)) {
        const char *text = read_name(c, d, word, each, true);
        good = good && text;
        if (!text)
            continue;
        if (names_find(&known, text, strlen(text)) != NAMES_MISSING) {
            diagnostics_add(c->diagnostics, DIAGNOSTIC_ENUM_WORDS, span_of(d, word),
                            "`%s` is in the list twice", text);
            good = false;
            continue;
        }
        names_add(&known, &c->memory, text, strlen(text), count);
        words[count++] = text;
    }
    return good ? words : NULL;
}

const word_list *read_words(compiler *c, const document *d, json_value list, const char *what)
{
    arena *texts = c->work.texts;
    uint32_t count = json_count(list);
    if (count == 0 || count > LIMIT_ENUM_WORDS) {
        diagnostics_add(c->diagnostics, DIAGNOSTIC_ENUM_WORDS, span_of(d, list),
                        "%s has %u words, and an enum has 1 to %d", what, (unsigned)count,
                        LIMIT_ENUM_WORDS);
        return NULL;
    }
    c->work.texts = &c->memory; // the words must outlive lowering
    const char **words = enum_read(c, d, list, what);
    const word_list *kept = words ? enum_keep(c, d, list, words, count) : NULL;
    c->work.texts = texts;
    return kept;
}

// ---- types

bool read_value_type(compiler *c, const document *d, json_value value, const char *what,
                     key_type *type, const word_list **words)
{
    *words = NULL;
    if (json_kind_of(value) == JSON_ARRAY) {
        *type = KEY_INT;
        *words = read_words(c, d, value, what);
        return *words;
    }
    int word = read_word(c, d, value, what, type_names);
    *type = word < 0 ? KEY_FLOAT : (key_type)word;
    return word >= 0;
}

bool read_key_type(compiler *c, const document *d, json_value value, const char *what,
                   key_type *type, const word_list **words, bool *is_list)
{
    static const char *const known[] = {"list", NULL};
    *is_list = json_kind_of(value) == JSON_OBJECT;
    if (!*is_list)
        return read_value_type(c, d, value, what, type, words);
    *type = KEY_FLOAT;
    *words = NULL;
    check_keys(c, d, value, what, known);
    json_value element = find_member(c, value, "list", known, NULL);
    if (json_kind_of(element) == JSON_NONE) {
        diagnostics_add(c->diagnostics, DIAGNOSTIC_MISSING_KEY, span_of(d, value),
                        "%s has no `list`", what);
        return false;
    }
    if (json_kind_of(element) != JSON_OBJECT)
        return read_value_type(c, d, element, "the type of elements", type, words);
    diagnostics_add(c->diagnostics, DIAGNOSTIC_LIST_TYPE, span_of(d, element),
                    "the elements of a list can't be lists");
    return false;
}
