// SPDX-License-Identifier: MIT
#include "constructs.h"

struct made_stem {
    const char *text;
    uint32_t count;
    made_stem *next;
};

// ---- keys

void make_declaration(making *k, const char *name, key_type type, const char *init, const char *doc)
{
    arena *a = k->m->memory;
    if (!init && !doc) {
        draft_text(a, k->blackboard, name, key_type_name(type));
        return;
    }
    draft_node *key = draft_object(a);
    draft_text(a, key, "type", key_type_name(type));
    if (init)
        draft_raw(a, key, "init", init);
    if (doc)
        draft_text(a, key, "doc", doc);
    draft_add_object(a, k->blackboard, name, key);
}

const char *make_key(making *k, const char *stem, key_type type, const char *doc)
{
    arena *a = k->m->memory;
    made_stem *s = k->stems;
    while (s && strcmp(s->text, stem) != 0)
        s = s->next;
    if (!s) {
        s = ARENA_NEW(a, made_stem);
        *s = (made_stem){.text = stem, .next = k->stems};
        k->stems = s;
    }
    const char *name;
    do
        name = arena_print(a, "%s_%u", stem, ++s->count);
    while (names_find(k->taken, name, strlen(name)) != NAMES_MISSING);
    names_add(k->taken, a, name, strlen(name), 0);
    make_declaration(k, name, type, NULL, doc);
    return name;
}

// ---- nodes

draft_node *make_group(making *k, gestalt_span place, const char *type, draft_node *const *children,
                       uint32_t count)
{
    draft_node *node = draft_new(k->m->memory, type, place);
    for (uint32_t i = 0; i < count; i++)
        draft_child(k->m->memory, node, children[i]);
    return node;
}

draft_node *make_set(making *k, gestalt_span place, const char *key, const char *expression)
{
    draft_node *node = draft_new(k->m->memory, "set", place);
    draft_text(k->m->memory, node, "key", key);
    draft_text(k->m->memory, node, "to", expression);
    return node;
}

draft_node *make_condition(making *k, gestalt_span place, const char *expression)
{
    draft_node *node = draft_new(k->m->memory, "condition", place);
    draft_text(k->m->memory, node, "if", expression);
    return node;
}

draft_node *make_status(making *k, gestalt_span place, bool succeeds)
{
    return draft_new(k->m->memory, succeeds ? "success" : "failure", place);
}

draft_node *make_around(making *k, gestalt_span place, const char *type, draft_node *child)
{
    draft_node *node = draft_new(k->m->memory, type, place);
    draft_add(k->m->memory, node, "child", child);
    return node;
}

draft_node *make_decide(making *k, gestalt_span place, const char *condition, draft_node *then,
                        draft_node *otherwise, bool is_reactive)
{
    arena *a = k->m->memory;
    draft_node *node = draft_new(a, "decide", place);
    draft_text(a, node, "if", condition);
    if (is_reactive)
        draft_raw(a, node, "reactive", "true");
    draft_add(a, node, "then", then);
    if (otherwise)
        draft_add(a, node, "else", otherwise);
    return node;
}

draft_node *make_next_tick(making *k, gestalt_span place)
{
    draft_node *node = draft_new(k->m->memory, "wait", place);
    draft_int(k->m->memory, node, "ticks", 1);
    return node;
}

// ---- constructions

draft_node *make_retry(making *k, gestalt_span place, long long attempts, draft_node *child)
{
    arena *a = k->m->memory;
    draft_node *node = draft_new(a, "retry", place);
    if (attempts > 0)
        draft_int(a, node, "attempts", attempts);
    draft_int(a, node, "per_tick", 1);
    draft_add(a, node, "child", child);
    return node;
}

draft_node *make_repeat(making *k, gestalt_span place, long long count, draft_node *child)
{
    arena *a = k->m->memory;
    draft_node *node = draft_new(a, "repeat", place);
    if (count > 0)
        draft_int(a, node, "count", count);
    draft_text(a, node, "until", "failure");
    draft_int(a, node, "per_tick", 1);
    draft_add(a, node, "child", child);
    return node;
}

draft_node *make_repeat_by(making *k, gestalt_span place, const char *count, draft_node *child)
{
    arena *a = k->m->memory;
    const char *i = make_key(k, "round", KEY_INT, "rounds so far; -1: a round has failed");
    draft_node *failed = MAKE(k, place, "sequence", make_around(k, place, "invert", child),
                              make_set(k, place, i, "-1"));
    const char *is_done = arena_print(a, "%s != -1 && %s >= %s", count, i, count);
    draft_node *counted =
        MAKE(k, place, "sequence", make_set(k, place, i, arena_print(a, "%s + 1", i)),
             make_condition(k, place, is_done));
    draft_node *rounds = make_retry(k, place, 0, MAKE(k, place, "selector", failed, counted));
    return MAKE(k, place, "sequence", make_set(k, place, i, "0"), rounds,
                make_condition(k, place, arena_print(a, "%s >= 0", i)));
}

draft_node *make_retry_by(making *k, gestalt_span place, const char *count, draft_node *child)
{
    arena *a = k->m->memory;
    const char *i = make_key(k, "attempt", KEY_INT, "attempts so far; -1: there are no more");
    const char *none = arena_print(a, "%s != -1 && %s >= %s", count, i, count);
    draft_node *failed =
        MAKE(k, place, "sequence", make_set(k, place, i, arena_print(a, "%s + 1", i)),
             make_condition(k, place, none), make_set(k, place, i, "-1"));
    draft_node *rounds = make_retry(k, place, 0, MAKE(k, place, "selector", child, failed));
    return MAKE(k, place, "sequence", make_set(k, place, i, "0"), rounds,
                make_condition(k, place, arena_print(a, "%s >= 0", i)));
}

draft_node *make_yield(making *k, gestalt_span place, const char *tick_key)
{
    return make_decide(k, place, arena_print(k->m->memory, "%s == tick", tick_key),
                       make_next_tick(k, place), draft_new(k->m->memory, "success", place), false);
}

draft_node *make_flag(making *k, gestalt_span place, const char *key, draft_node *child)
{
    draft_node *yes = MAKE(k, place, "sequence", child, make_set(k, place, key, "true"));
    return MAKE(k, place, "selector", yes, make_set(k, place, key, "false"));
}
