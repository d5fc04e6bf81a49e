// SPDX-License-Identifier: MIT
#include "draft.h"

#include "text.h"

#include <stdio.h>

draft_node *draft_new(arena *a, const char *type, gestalt_span place)
{
    draft_node *node = ARENA_NEW(a, draft_node);
    node->type = type;
    node->place = place;
    node->end = &node->members;
    return node;
}

draft_node *draft_object(arena *a)
{
    return draft_new(a, NULL, (gestalt_span){0});
}

static draft_member *draft_append(arena *a, draft_node *to, const char *key, draft_kind kind)
{
    draft_member *member = ARENA_NEW(a, draft_member);
    member->key = key;
    member->kind = kind;
    *to->end = member;
    to->end = &member->next;
    to->count++;
    return member;
}

draft_member *draft_raw(arena *a, draft_node *to, const char *key, const char *json)
{
    draft_member *member = draft_append(a, to, key, DRAFT_RAW);
    member->raw = json;
    return member;
}

typedef struct json_text {
    arena *a;
    char *bytes;
    uint32_t size, capacity;
} json_text;

static bool json_text_write(void *user, const char *bytes, size_t size)
{
    json_text *to = user;
    for (size_t i = 0; i < size; i++)
        *ARENA_PUSH(to->a, to->bytes, to->size, to->capacity) = bytes[i];
    return true;
}

// Return whether a text has nothing to escape, as most texts.
static bool is_plain(const char *text)
{
    while (*text >= ' ' && *text < 0x7f && *text != '"' && *text != '\\')
        text++;
    return *text == '\0';
}

// Return a text as a JSON string.
static const char *json_quoted(arena *a, const char *text)
{
    if (is_plain(text)) {
        size_t size = strlen(text);
        char *quoted = arena_allocate(a, size + 3);
        quoted[0] = quoted[size + 1] = '"';
        memcpy(quoted + 1, text, size);
        return quoted;
    }
    json_text to = {.a = a};
    text_out out;
    text_start(&out, (gestalt_writer){json_text_write, &to}, false);
    text_json(&out, text, strlen(text));
    text_finish(&out);
    return arena_copy_text(a, to.bytes, to.size);
}

draft_member *draft_text(arena *a, draft_node *to, const char *key, const char *text)
{
    return draft_raw(a, to, key, json_quoted(a, text));
}

void draft_text_first(arena *a, draft_node *to, const char *key, const char *text)
{
    draft_member *member = ARENA_NEW(a, draft_member);
    *member = (draft_member){.key = key, .raw = json_quoted(a, text), .next = to->members};
    if (!to->members)
        to->end = &member->next;
    to->members = member;
    to->count++;
}

draft_member *draft_int(arena *a, draft_node *to, const char *key, long long number)
{
    return draft_raw(a, to, key, arena_print(a, "%lld", number));
}

void draft_add(arena *a, draft_node *to, const char *key, draft_node *node)
{
    draft_append(a, to, key, DRAFT_NODE)->node = node;
}

void draft_add_object(arena *a, draft_node *to, const char *key, draft_node *object)
{
    draft_append(a, to, key, DRAFT_OBJECT)->node = object;
}

void draft_add_list(arena *a, draft_node *to, const char *key, draft_node *list)
{
    draft_append(a, to, key, DRAFT_LIST)->node = list;
}

void draft_move(draft_node *to, draft_node *from)
{
    if (!from->members)
        return;
    *to->end = from->members;
    to->end = from->end;
    to->count += from->count;
    from->members = NULL;
    from->end = &from->members;
    from->count = 0;
}

draft_member *draft_find(const draft_node *node, const char *key)
{
    for (draft_member *member = node->members; member; member = member->next)
        if (member->key && strcmp(member->key, key) == 0)
            return member;
    return NULL;
}

void draft_child(arena *a, draft_node *to, draft_node *child)
{
    draft_member *children = draft_find(to, "children");
    if (!children) {
        draft_add_list(a, to, "children", draft_object(a));
        children = draft_find(to, "children");
    }
    draft_add(a, children->node, NULL, child);
}

// ---- writing

typedef struct draft_writing {
    arena *a;
    draft_output *out;
    size_t limit;
    uint32_t node_limit;
    gestalt_span place; // origin of what is written now
    bool is_too_large;
} draft_writing;

static void write_bytes(draft_writing *w, const char *bytes, size_t size)
{
    draft_output *out = w->out;
    if (w->is_too_large || size > w->limit - out->size) {
        w->is_too_large = true;
        return;
    }
    if (size > out->capacity - out->size) {
        size_t capacity = 2 * out->capacity + size + 4096;
        char *text = arena_allocate(w->a, capacity);
        if (out->size)
            memcpy(text, out->text, out->size);
        out->text = text;
        out->capacity = capacity;
    }
    memcpy(out->text + out->size, bytes, size);
    out->size += size;
}

static void write_text(draft_writing *w, const char *text)
{
    write_bytes(w, text, strlen(text));
}

static void write_key(draft_writing *w, const char *key)
{
    if (!is_plain(key)) {
        write_text(w, json_quoted(w->a, key));
        return;
    }
    write_text(w, "\"");
    write_text(w, key);
    write_text(w, "\"");
}

// Set the origin of what follows, and return the one before.
static gestalt_span write_place(draft_writing *w, gestalt_span place)
{
    gestalt_span before = w->place;
    draft_output *out = w->out;
    w->place = place;
    *ARENA_PUSH(w->a, out->places, out->place_count, out->place_capacity) =
        (draft_place){(uint32_t)out->size, place};
    return before;
}

static void write_node(draft_writing *w, const draft_node *node);

static void write_members(draft_writing *w, const draft_node *node, bool is_first)
{
    for (const draft_member *member = node->members; member && !w->is_too_large;
         member = member->next) {
        if (member->kind == DRAFT_OBJECT && member->node->count == 0)
            continue;
        if (!is_first)
            write_text(w, ", ");
        is_first = false;
        if (member->key) {
            write_key(w, member->key);
            write_text(w, ": ");
        }
        gestalt_span before = w->place;
        if (member->has_place)
            write_place(w, member->place);
        if (member->kind == DRAFT_RAW) {
            write_text(w, member->raw);
        } else if (member->kind == DRAFT_NODE) {
            write_node(w, member->node);
        } else {
            write_text(w, member->kind == DRAFT_LIST ? "[" : "{");
            write_members(w, member->node, true);
            write_text(w, member->kind == DRAFT_LIST ? "]" : "}");
        }
        if (member->has_place)
            write_place(w, before);
    }
}

static void write_node(draft_writing *w, const draft_node *node)
{
    if (++w->out->node_count > w->node_limit) {
        w->is_too_large = true;
        return;
    }
    gestalt_span before = write_place(w, node->place);
    const draft_member *only = node->members;
    if (node->count == 1 && strcmp(node->type, "condition") == 0 && strcmp(only->key, "if") == 0) {
        write_text(w, only->raw);
    } else {
        write_text(w, "{\"type\": \"");
        write_text(w, node->type);
        write_text(w, "\"");
        write_members(w, node, false);
        write_text(w, "}");
    }
    write_place(w, before);
}

bool draft_write(arena *a, const draft_node *root, gestalt_span place, size_t limit,
                 uint32_t node_limit, draft_output *out)
{
    draft_writing w = {.a = a, .out = out, .limit = limit, .node_limit = node_limit};
    *out = (draft_output){0};
    write_place(&w, place);
    write_text(&w, "{");
    write_members(&w, root, true);
    write_text(&w, "}\n");
    return !w.is_too_large;
}
