// SPDX-License-Identifier: MIT
// What a tree needs is found by the words in its texts: names of other trees, of actions and of
// keys. A word that only looks like one costs an unused declaration.
#include "import_library.h"

enum { TREES, ACTIONS, KEYS, PARTS };

typedef struct library_part {
    names index;
    json_value *values;
    const char **names;
    bool *is_used;
    uint32_t count, capacity;
} library_part;

struct import_library {
    import_state *m;
    uint32_t source;
    library_part parts[PARTS];
    json_value *waiting; // used, and still to be searched for words
    uint32_t waiting_count, waiting_capacity;
};

static const char *text_of(arena *a, json_value string)
{
    size_t size = json_string_size(string);
    char *text = arena_allocate(a, size + 1);
    json_string_copy(string, text);
    return text;
}

static void read_part(import_library *l, library_part *part, json_value object)
{
    arena *a = l->m->memory;
    if (json_kind_of(object) != JSON_OBJECT)
        return;
    uint32_t count = json_count(object), used = 0;
    part->values = ARENA_ARRAY(a, json_value, count + 1);
    part->names = ARENA_ARRAY(a, const char *, count + 1);
    part->is_used = ARENA_ARRAY(a, bool, count + 1);
    for (json_value key = json_first(object); json_kind_of(key) != JSON_NONE;
         key = json_next(json_next(key))) {
        const char *name = text_of(a, key);
        if (used == count || names_find(&part->index, name, strlen(name)) != NAMES_MISSING)
            continue;
        part->names[used] = name;
        part->values[used] = json_next(key);
        names_add(&part->index, a, name, strlen(name), used++);
    }
    part->count = used;
}

import_library *library_read(import_state *m)
{
    static const char *const members[PARTS] = {"trees", "actions", "blackboard"};
    const import_file *file = m->options->library;
    if (!file)
        return NULL;
    import_library *l = ARENA_NEW(m->memory, import_library);
    json_value root;
    l->m = m;
    if (!import_json(m, file, &root))
        return NULL;
    l->source = m->form.source;
    if (json_kind_of(json_member(root, "trees", NULL)) != JSON_OBJECT) {
        import_refuse(m, (gestalt_span){l->source, json_begin(root), json_begin(root) + 1},
                      DIAGNOSTIC_IMPORT_ROOT, "a library is a document with `trees`");
        return NULL;
    }
    for (int i = 0; i < PARTS; i++)
        read_part(l, &l->parts[i], json_member(root, members[i], NULL));
    return l;
}

static uint32_t find(const library_part *part, const char *name, size_t size)
{
    return names_find(&part->index, name, size);
}

bool library_has(const import_library *l, const char *tree)
{
    return l && find(&l->parts[TREES], tree, strlen(tree)) != NAMES_MISSING;
}

void library_reserve(import_library *l, names *taken)
{
    for (uint32_t i = 0; l && i < l->parts[TREES].count; i++)
        names_add(taken, l->m->memory, l->parts[TREES].names[i], strlen(l->parts[TREES].names[i]),
                  0);
}

json_value library_param(const import_library *l, const char *tree, const char *param)
{
    uint32_t number = find(&l->parts[TREES], tree, strlen(tree));
    json_value params = json_member(l->parts[TREES].values[number], "params", NULL);
    return json_kind_of(params) == JSON_OBJECT ? json_member(params, param, NULL) : (json_value){0};
}

key_type library_key_type(json_value param)
{
    if (json_kind_of(param) != JSON_OBJECT)
        return KEY_UNKNOWN;
    json_value type = json_member(param, "key", NULL);
    if (json_kind_of(type) != JSON_STRING)
        return KEY_UNKNOWN;
    return json_is(type, "bool") ? KEY_BOOL : json_is(type, "float") ? KEY_FLOAT : KEY_INT;
}

bool library_is_node(json_value param)
{
    return json_kind_of(param) == JSON_OBJECT &&
           json_kind_of(json_member(param, "node", NULL)) != JSON_NONE;
}

// ---- what is used

static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static void use_part(import_library *l, int which, uint32_t number)
{
    library_part *part = &l->parts[which];
    if (part->is_used[number])
        return;
    part->is_used[number] = true;
    *ARENA_PUSH(l->m->memory, l->waiting, l->waiting_count, l->waiting_capacity) =
        part->values[number];
}

static void use_words(import_library *l, const char *text)
{
    while (*text) {
        size_t size = 0;
        while (is_word(text[size]))
            size++;
        for (int which = 0; size > 0 && which < PARTS; which++) {
            uint32_t number = find(&l->parts[which], text, size);
            if (number != NAMES_MISSING)
                use_part(l, which, number);
        }
        text += size > 0 ? size : 1;
    }
}

// Follow the texts of a value. Objects have their keys among their elements.
static void use_value(import_library *l, json_value value)
{
    json_kind kind = json_kind_of(value);
    if (kind == JSON_STRING)
        use_words(l, text_of(l->m->memory, value));
    if (kind == JSON_OBJECT || kind == JSON_ARRAY)
        for (json_value one = json_first(value); json_kind_of(one) != JSON_NONE;
             one = json_next(one))
            use_value(l, one);
}

void library_use(import_library *l, const char *tree)
{
    use_part(l, TREES, find(&l->parts[TREES], tree, strlen(tree)));
    while (l->waiting_count > 0)
        use_value(l, l->waiting[--l->waiting_count]);
}

static void add_part(const import_library *l, int which, draft_node *to)
{
    const library_part *part = &l->parts[which];
    const import_file *file = l->m->options->library;
    for (uint32_t i = 0; i < part->count; i++) {
        if (!part->is_used[i] || draft_find(to, part->names[i]))
            continue;
        uint32_t begin = json_begin(part->values[i]), end = json_end(part->values[i]);
        draft_member *member =
            draft_raw(l->m->memory, to, part->names[i],
                      arena_copy_text(l->m->memory, file->text + begin, end - begin));
        member->has_place = true;
        member->place = (gestalt_span){l->source, begin, end};
    }
}

void library_add(const import_library *l, draft_node *trees, draft_node *actions,
                 draft_node *blackboard)
{
    if (!l)
        return;
    add_part(l, TREES, trees);
    add_part(l, ACTIONS, actions);
    add_part(l, KEYS, blackboard);
}
