// SPDX-License-Identifier: MIT
// Loops over a queue: a round for each element, one per tick. In the tick after the last round the
// queue is found to be empty, and the loop answers `if_empty`.
//
//     seq(i = 0, repeat{n, until failure}(seq(v = queue[i], i = i + 1, x, wait(1))), if_empty)
#include "btcpp_loop.h"

enum { QUEUE_MAX = 256 }; // the compiler bounds the depth of `?:`

// Return the type at the end of a name that begins with `stem`.
static key_type type_after(const char *stem, const char *name)
{
    static const struct {
        const char *name;
        key_type type;
    } types[] = {{"Int", KEY_INT}, {"Bool", KEY_BOOL}, {"Double", KEY_FLOAT}, {"String", KEY_TEXT}};
    size_t size = strlen(stem);
    for (size_t i = 0; strncmp(name, stem, size) == 0 && i < sizeof types / sizeof *types; i++)
        if (strcmp(types[i].name, name + size) == 0)
            return types[i].type;
    return KEY_UNKNOWN;
}

key_type btcpp_loop_type(const char *name)
{
    return type_after("Loop", name);
}

key_type btcpp_check_type(const char *name)
{
    return type_after("BlackboardCheck", name);
}

typedef struct queue {
    const char **elements; // as expressions
    uint32_t count, capacity;
} queue;

static bool read_element(btcpp_making *t, const source_attribute *from, key_type type,
                         const char *text, queue *to)
{
    import_state *m = t->k.m;
    key_type literal = literal_type(text);
    bool fits = type == KEY_TEXT || literal == type || (type == KEY_FLOAT && literal == KEY_INT) ||
                (type == KEY_BOOL && (strcmp(text, "0") == 0 || strcmp(text, "1") == 0));
    if (!fits) {
        import_refuse(m, from->inside, DIAGNOSTIC_IMPORT_PORT, "`%s` in the queue is not %s", text,
                      key_type_text(type));
        return false;
    }
    *ARENA_PUSH(m->memory, to->elements, to->count, to->capacity) = literal_print(m, text, type);
    return true;
}

static bool read_queue(btcpp_making *t, const source_node *n, key_type type, queue *to)
{
    import_state *m = t->k.m;
    const source_attribute *from = btcpp_port_in(n, "queue");
    if (!from || btcpp_pointer(m, from->value) || strncmp(from->value, "json:", 5) == 0) {
        gestalt_diagnostic *d =
            import_refuse(m, from ? from->place : n->place, DIAGNOSTIC_IMPORT_PORT,
                          "the queue of `%s` must be in the file", btcpp_name(n));
        json_form_help(&m->form, d, "write its elements, as in queue=\"1;2;3\"");
        return false;
    }
    for (const char *at = from->value; *at;) {
        size_t size = strcspn(at, ";");
        if (!read_element(t, from, type, arena_copy_text(m->memory, at, size), to))
            return false;
        at += size;
        at += *at == ';';
    }
    if (to->count > QUEUE_MAX)
        import_refuse(m, from->inside, DIAGNOSTIC_TOO_MANY, "more than %d elements in a queue",
                      QUEUE_MAX);
    return to->count <= QUEUE_MAX;
}

static bool is_uniform(const queue *q)
{
    for (uint32_t i = 1; i < q->count; i++)
        if (strcmp(q->elements[i], q->elements[0]) != 0)
            return false;
    return true;
}

// i == 0 ? a : i == 1 ? b : c
static const char *element_at(arena *a, const queue *q, const char *i)
{
    const char *text = q->elements[q->count - 1];
    for (uint32_t at = q->count - 1; at-- > 0;)
        text = arena_print(a, "%s == %u ? %s : %s", i, at, q->elements[at], text);
    return text;
}

// What the loop answers when the queue is empty. NULL: it has succeeded.
static draft_node *make_empty(btcpp_making *t, const source_node *n, skip s)
{
    const source_attribute *one = btcpp_port_in(n, "if_empty");
    const char *status = one ? one->value : "SUCCESS";
    if (strcmp(status, "SUCCESS") == 0)
        return NULL;
    if (strcmp(status, "SKIPPED") == 0)
        return skip_make(t, n->place, s);
    if (strcmp(status, "RUNNING") == 0)
        return draft_new(t->k.m->memory, "running", n->place);
    if (strcmp(status, "FAILURE") != 0)
        import_refuse(t->k.m, one->inside, DIAGNOSTIC_IMPORT_PORT, "`if_empty` must be a status");
    return make_status(&t->k, n->place, false);
}

static draft_node *make_round(btcpp_making *t, const source_node *n, const queue *q, const char *i)
{
    making *k = &t->k;
    arena *a = k->m->memory;
    draft_node *row = draft_new(a, "sequence", n->place);
    const source_attribute *value = btcpp_port_in(n, "value");
    const char *pointer = value ? btcpp_pointer(k->m, value->value) : NULL;
    if (value && !pointer)
        import_refuse(k->m, value->place, DIAGNOSTIC_IMPORT_PORT,
                      "`value` must be a key, such as `{item}`");
    if (pointer)
        draft_child(a, row,
                    btcpp_set(t, n->place, scope_key(k->m, &t->variant->scope, pointer),
                              i ? element_at(a, q, i) : q->elements[0]));
    if (i)
        draft_child(a, row, make_set(k, n->place, i, arena_print(a, "%s + 1", i)));
    draft_child(a, row, btcpp_node(t, n->children, skip_plain(true)));
    draft_child(a, row, make_next_tick(k, n->place));
    return row;
}

draft_node *btcpp_loop(btcpp_making *t, const source_node *n, skip s)
{
    making *k = &t->k;
    arena *a = k->m->memory;
    queue q = {0};
    const char *i = NULL;
    if (!read_queue(t, n, btcpp_loop_type(btcpp_name(n)), &q))
        return make_status(k, n->place, true);
    btcpp_warn_of_skips(t, n, "here it has succeeded");
    draft_node *empty = make_empty(t, n, s);
    if (q.count == 0)
        return empty ? empty : make_status(k, n->place, true);
    if (!is_uniform(&q))
        i = make_key(k, "place", KEY_INT, "the place in the queue");
    draft_node *node = make_round(t, n, &q, i);
    if (q.count > 1) {
        draft_node *loop = draft_new(a, "repeat", n->place);
        draft_int(a, loop, "count", q.count);
        draft_text(a, loop, "until", "failure");
        draft_add(a, loop, "child", node);
        node = loop;
    }
    if (!i && !empty)
        return node;
    draft_node *whole = draft_new(a, "sequence", n->place);
    if (i)
        draft_child(a, whole, make_set(k, n->place, i, "0"));
    draft_child(a, whole, node);
    if (empty)
        draft_child(a, whole, empty);
    return whole;
}
