// SPDX-License-Identifier: MIT
#include "generate_edit.h"

#include "json_tree.h"
#include "memory.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The position of a node in the tree.
typedef struct slot {
    json_tree *parent;
    uint32_t index;
} slot;

typedef struct editor {
    arena memory;
    uint64_t random;
    json_tree **documents; // the first document, then the included ones
    uint32_t document_count;
    slot *slots;
    uint32_t slot_count, slot_capacity;
    json_tree **boards; // the blackboard objects
    uint32_t board_count, board_capacity;
    json_tree *moved; // the document that the edit moves a tree to, or NULL
    const char *moved_path;
} editor;

// ---- choices

static uint64_t editor_next(editor *e)
{
    e->random += 0x9E3779B97F4A7C15u;
    uint64_t z = e->random;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

static uint32_t below(editor *e, uint32_t count)
{
    return (uint32_t)(editor_next(e) >> 32) % count;
}

// A random index other than `i`, if there is one.
static uint32_t other_below(editor *e, uint32_t count, uint32_t i)
{
    return count > 1 ? (i + 1 + below(e, count - 1)) % count : i;
}

static bool one_in(editor *e, uint32_t count)
{
    return below(e, count) == 0;
}

#define PICK(e, list) (list)[below((e), sizeof(list) / sizeof *(list))]

// ---- finding nodes and keys

static json_tree *node_at(slot s)
{
    return s.parent->children[s.index];
}

static bool is_type(const json_tree *node, const char *type)
{
    return json_tree_is(json_tree_member(node, "type"), type);
}

static bool is_one_of(const char *key, const char *const *keys)
{
    for (; *keys; keys++)
        if (strcmp(key, *keys) == 0)
            return true;
    return false;
}

static void find_nodes(editor *e, json_tree *parent, uint32_t index);

static void find_nodes_in(editor *e, json_tree *list)
{
    for (uint32_t i = 0; i < list->count; i++)
        find_nodes(e, list, i);
}

static void find_nodes(editor *e, json_tree *parent, uint32_t index)
{
    static const char *const nodes[] = {"child", "then", "else", "default", "do", NULL};
    static const char *const lists[] = {"children", "cases", NULL};
    json_tree *node = parent->children[index];
    *ARENA_PUSH(&e->memory, e->slots, e->slot_count, e->slot_capacity) = (slot){parent, index};
    for (uint32_t i = 0; node->kind == JSON_OBJECT && i < node->count; i++) {
        json_tree *member = node->children[i];
        bool is_do = strcmp(member->key, "do") == 0;
        if (is_one_of(member->key, nodes) && !(is_do && member->kind == JSON_STRING))
            find_nodes(e, node, i);
        else if (is_one_of(member->key, lists))
            find_nodes_in(e, member);
        else if (strcmp(member->key, "with") == 0)
            for (uint32_t k = 0; k < member->count; k++)
                if (json_tree_member(member->children[k], "type"))
                    find_nodes(e, member, k);
    }
}

static void find_board(editor *e, json_tree *board)
{
    if (board && board->kind == JSON_OBJECT)
        *ARENA_PUSH(&e->memory, e->boards, e->board_count, e->board_capacity) = board;
}

static void find_in(editor *e, json_tree *tree)
{
    uint32_t root = json_tree_index(tree, "root");
    find_board(e, json_tree_member(tree, "blackboard"));
    find_board(e, json_tree_member(tree, "own"));
    if (root < tree->count)
        find_nodes(e, tree, root);
}

static void find_all(editor *e)
{
    e->slot_count = e->board_count = 0;
    for (uint32_t i = 0; i < e->document_count; i++) {
        json_tree *trees = json_tree_member(e->documents[i], "trees");
        find_in(e, e->documents[i]);
        for (uint32_t k = 0; trees && k < trees->count; k++)
            find_in(e, trees->children[k]);
    }
}

typedef bool node_test(const json_tree *node);

// Find a random node that passes the test. Return false if there is none.
static bool find(editor *e, node_test *test, slot *found)
{
    uint32_t first = below(e, e->slot_count);
    for (uint32_t i = 0; i < e->slot_count; i++) {
        *found = e->slots[(first + i) % e->slot_count];
        if (test(node_at(*found)))
            return true;
    }
    return false;
}

// Find a random node of one of the types.
static bool find_types(editor *e, const char *const *types, slot *found)
{
    uint32_t first = below(e, e->slot_count);
    for (uint32_t i = 0; i < e->slot_count; i++) {
        *found = e->slots[(first + i) % e->slot_count];
        for (uint32_t k = 0; types[k]; k++)
            if (is_type(node_at(*found), types[k]))
                return true;
    }
    return false;
}

static bool is_any(const json_tree *node)
{
    return node != NULL;
}

static bool is_object(const json_tree *node)
{
    return node->kind == JSON_OBJECT;
}

static bool has_children(const json_tree *node)
{
    return json_tree_member(node, "children");
}

static bool has_child(const json_tree *node)
{
    return json_tree_member(node, "child");
}

// ---- creating values

static json_tree *scalar(editor *e, json_kind kind, const char *text)
{
    return json_tree_scalar(&e->memory, kind, text);
}

static json_tree *string(editor *e, const char *text)
{
    return scalar(e, JSON_STRING, arena_print(&e->memory, "\"%s\"", text));
}

static json_tree *number(editor *e, uint32_t n)
{
    return scalar(e, JSON_NUMBER, arena_print(&e->memory, "%u", (unsigned)n));
}

static void set_member(editor *e, json_tree *object, const char *key, json_tree *value)
{
    json_tree_set(&e->memory, object, key, value);
}

static void remove_member(json_tree *object, const char *key)
{
    uint32_t i = json_tree_index(object, key);
    if (i < object->count)
        json_tree_remove(object, i);
}

static void rename_member(editor *e, json_tree *object, const char *from, const char *to)
{
    json_tree *value = json_tree_member(object, from);
    if (value)
        value->key = arena_copy_text(&e->memory, to, strlen(to));
}

static void put_node(editor *e, slot s, json_tree *node)
{
    node->key = node_at(s)->key;
    s.parent->children[s.index] = node;
    find_all(e);
}

static json_tree *leaf(editor *e)
{
    static const char *const leaves[] = {
        "{\"type\":\"success\"}",
        "{\"type\":\"failure\"}",
        "{\"type\":\"running\"}",
        "{\"type\":\"wait\",\"ticks\":2}",
        "{\"type\":\"wait\",\"seconds\":0.25}",
        "\"rand() < 0.5\"",
        "\"tick % 3 == 0\"",
        "{\"type\":\"repeat\",\"per_tick\":1,\"child\":{\"type\":\"success\"}}",
        "{\"type\":\"once\",\"child\":\"tick % 2 == 1\"}",
        "{\"type\":\"persistent\",\"key\":\"p0\",\"init\":\"success\"}",
    };
    const char *text = PICK(e, leaves);
    return json_tree_read(&e->memory, text, strlen(text));
}

static uint32_t size_of(const json_tree *tree)
{
    uint32_t size = 1;
    for (uint32_t i = 0; i < tree->count; i++)
        size += size_of(tree->children[i]);
    return size;
}

// A new leaf, or a copy of an existing node that is not large.
static json_tree *new_node(editor *e)
{
    enum { LARGE = 60 };
    slot s;
    if (one_in(e, 3) || !find(e, is_any, &s) || size_of(node_at(s)) > LARGE)
        return leaf(e);
    return json_tree_copy(&e->memory, node_at(s));
}

// ---- the children of a node, with their weights or scores

static json_tree *partners_of(const json_tree *node)
{
    json_tree *weights = json_tree_member(node, "weights");
    return weights ? weights : json_tree_member(node, "scores");
}

static void insert_child(editor *e, json_tree *node, uint32_t index, json_tree *child)
{
    json_tree *partners = partners_of(node);
    json_tree_insert(&e->memory, json_tree_member(node, "children"), index, child);
    if (partners)
        json_tree_insert(&e->memory, partners, index, number(e, below(e, 4)));
    find_all(e);
}

static json_tree *take_child(editor *e, json_tree *node, uint32_t index)
{
    json_tree *children = json_tree_member(node, "children"), *partners = partners_of(node);
    json_tree *child = children->children[index];
    json_tree_remove(children, index);
    if (partners && index < partners->count)
        json_tree_remove(partners, index);
    find_all(e);
    return child;
}

static void swap_elements(json_tree *list, uint32_t i, uint32_t k)
{
    json_tree *swapped = list->children[i];
    list->children[i] = list->children[k];
    list->children[k] = swapped;
}

// ---- changes of the tree. Each function returns false if there is nothing to change.

static bool change_insert(editor *e)
{
    slot s;
    if (!find(e, has_children, &s))
        return false;
    json_tree *child = new_node(e);
    uint32_t count = json_tree_member(node_at(s), "children")->count;
    insert_child(e, node_at(s), below(e, count + 1), child);
    return true;
}

static bool change_remove(editor *e)
{
    static const char *const optional[] = {"else", "default"};
    slot s;
    if (one_in(e, 4) && find(e, is_object, &s)) {
        remove_member(node_at(s), PICK(e, optional));
        json_tree *cases = json_tree_member(node_at(s), "cases");
        if (cases && cases->count > 1)
            json_tree_remove(cases, below(e, cases->count));
        return true;
    }
    if (!find(e, has_children, &s) || json_tree_member(node_at(s), "children")->count < 2)
        return false;
    take_child(e, node_at(s), below(e, json_tree_member(node_at(s), "children")->count));
    return true;
}

static bool change_replace(editor *e)
{
    slot s;
    json_tree *node = new_node(e);
    if (!find(e, is_any, &s))
        return false;
    put_node(e, s, node);
    return true;
}

static bool change_reorder(editor *e)
{
    slot s;
    if (!find(e, has_children, &s))
        return false;
    json_tree *children = json_tree_member(node_at(s), "children");
    json_tree *partners = partners_of(node_at(s));
    for (uint32_t i = children->count - 1; i >= 1; i--) {
        uint32_t k = one_in(e, 2) ? i : below(e, i + 1);
        swap_elements(children, i, k);
        if (partners && partners->count == children->count)
            swap_elements(partners, i, k);
    }
    return children->count > 1;
}

// Turn the cases of a switch over an enum into ints, or int cases into other ints.
static void change_cases(editor *e, json_tree *node, json_tree *cases)
{
    json_tree *on = json_tree_member(node, "on");
    uint32_t first = below(e, 3);
    if (on && on->kind == JSON_STRING && !isdigit((unsigned char)cases->children[0]->key[0]) &&
        cases->children[0]->key[0] != '-')
        on->text = arena_print(&e->memory, "int(%s)", on->text);
    for (uint32_t i = 0; i < cases->count; i++)
        cases->children[i]->key = arena_print(&e->memory, "%u", (unsigned)(first + i));
}

// Reorder cases, or the branches of a `decide`.
static bool change_branches(editor *e)
{
    static const char *const types[] = {"decide", "switch", NULL};
    slot s;
    if (!find_types(e, types, &s))
        return false;
    json_tree *cases = json_tree_member(node_at(s), "cases");
    if (cases && one_in(e, 4)) {
        change_cases(e, node_at(s), cases);
        return true;
    }
    if (cases && cases->count > 1) {
        swap_elements(cases, below(e, cases->count), below(e, cases->count));
        return true;
    }
    json_tree *yes = json_tree_member(node_at(s), "then"),
              *no = json_tree_member(node_at(s), "else");
    if (!yes || !no)
        return false;
    yes->key = "else";
    no->key = "then";
    return true;
}

static bool change_move(editor *e)
{
    slot from, to;
    if (!find(e, has_children, &from) || json_tree_member(node_at(from), "children")->count < 2)
        return false;
    json_tree *child =
        take_child(e, node_at(from), below(e, json_tree_member(node_at(from), "children")->count));
    if (!find(e, has_children, &to))
        return false;
    uint32_t count = json_tree_member(node_at(to), "children")->count;
    insert_child(e, node_at(to), below(e, count + 1), child);
    return true;
}

static bool change_wrap(editor *e)
{
    static const char *const wraps[] = {
        "{\"type\":\"invert\"}",
        "{\"type\":\"force_success\"}",
        "{\"type\":\"force_failure\"}",
        "{\"type\":\"delay\",\"ticks\":1}",
        "{\"type\":\"repeat\",\"count\":2,\"per_tick\":2}",
        "{\"type\":\"repeat\",\"until\":\"success\",\"pause\":2}",
        "{\"type\":\"while\",\"per_tick\":2}",
        "{\"type\":\"retry\",\"attempts\":3,\"per_tick\":2}",
        "{\"type\":\"timeout\",\"ticks\":4}",
        "{\"type\":\"cooldown\",\"seconds\":0.3}",
        "{\"type\":\"once\"}",
        "{\"type\":\"chance\",\"p\":0.75}",
        "{\"type\":\"debug\",\"message\":\"wrapped\"}",
    };
    static const char *const lists[] = {"sequence", "selector", "priority",
                                        "race",     "parallel", "pipeline"};
    slot s;
    if (!find(e, is_any, &s))
        return false;
    const char *text = PICK(e, wraps);
    json_tree *child = node_at(s), *node = json_tree_read(&e->memory, text, strlen(text));
    if (one_in(e, 3)) {
        json_tree *children = json_tree_container(&e->memory, JSON_ARRAY);
        node = json_tree_container(&e->memory, JSON_OBJECT);
        set_member(e, node, "type", string(e, PICK(e, lists)));
        set_member(e, node, "children", children);
        put_node(e, s, node);
        json_tree_insert(&e->memory, children, 0, child);
    } else {
        put_node(e, s, node);
        set_member(e, node, "child", child);
    }
    find_all(e);
    return true;
}

static bool change_unwrap(editor *e)
{
    slot s;
    if (!find(e, one_in(e, 2) ? has_child : has_children, &s))
        return false;
    json_tree *child = json_tree_member(node_at(s), "child");
    json_tree *children = json_tree_member(node_at(s), "children");
    put_node(e, s, child ? child : children->children[below(e, children->count)]);
    return true;
}

static bool change_name(editor *e)
{
    slot s;
    if (!find(e, is_object, &s))
        return false;
    if (json_tree_member(node_at(s), "name") && one_in(e, 2))
        remove_member(node_at(s), "name");
    else
        set_member(e, node_at(s), "name",
                   string(e, arena_print(&e->memory, "n%u", (unsigned)below(e, 4))));
    return true;
}

// Insert a copy of a child next to it, with another name.
static bool change_twin(editor *e)
{
    slot s;
    if (!find(e, has_children, &s))
        return false;
    json_tree *children = json_tree_member(node_at(s), "children");
    uint32_t i = below(e, children->count);
    if (!is_object(children->children[i]))
        return false;
    json_tree *twin = json_tree_copy(&e->memory, children->children[i]);
    set_member(e, children->children[i], "name", string(e, "n0"));
    set_member(e, twin, "name", string(e, "n1"));
    json_tree_insert(&e->memory, children, i + 1, twin);
    find_all(e);
    return true;
}

// Rotate the names of the children.
static bool change_swap_names(editor *e)
{
    slot s;
    json_tree *last = NULL, *first_name = NULL;
    if (!find(e, has_children, &s))
        return false;
    json_tree *children = json_tree_member(node_at(s), "children");
    for (uint32_t i = 0; i < children->count; i++) {
        json_tree *name = is_object(children->children[i])
                              ? json_tree_member(children->children[i], "name")
                              : NULL;
        if (name && last)
            set_member(e, last, "name", name);
        else if (name)
            first_name = scalar(e, name->kind, name->text);
        last = name ? children->children[i] : last;
    }
    if (first_name)
        set_member(e, last, "name", first_name);
    return first_name;
}

static bool change_doc(editor *e)
{
    slot s;
    if (!find(e, is_object, &s))
        return false;
    if (json_tree_member(node_at(s), "doc") && one_in(e, 2))
        remove_member(node_at(s), "doc");
    else
        set_member(e, node_at(s), "doc",
                   string(e, arena_print(&e->memory, "d%u", (unsigned)below(e, 4))));
    return true;
}

// Move a tree into a separate document, together with everything that the first one declares.
static bool change_include(editor *e)
{
    json_tree *first = e->documents[0], *trees = json_tree_member(first, "trees");
    if (!trees || trees->count == 0)
        return false;
    json_tree *tree = trees->children[below(e, trees->count)];
    json_tree *document = json_tree_container(&e->memory, JSON_OBJECT);
    json_tree *parts = json_tree_container(&e->memory, JSON_OBJECT);
    json_tree *include = json_tree_container(&e->memory, JSON_OBJECT);
    if (!json_tree_member(tree, "root"))
        return false;
    for (uint32_t i = 0; i < first->count; i++)
        if (strcmp(first->children[i]->key, "trees") != 0 &&
            strcmp(first->children[i]->key, "root") != 0)
            set_member(e, document, first->children[i]->key,
                       json_tree_copy(&e->memory, first->children[i]));
    set_member(e, parts, "part", json_tree_copy(&e->memory, tree));
    set_member(e, document, "trees", parts);
    e->moved = document;
    e->moved_path = arena_print(&e->memory, "lib/m%u.json", (unsigned)e->document_count);
    set_member(e, include, "include", string(e, e->moved_path));
    set_member(e, include, "tree", string(e, "part"));
    set_member(e, trees, tree->key, include);
    return true;
}

// ---- changes of attributes

static bool has_duration(const json_tree *node)
{
    return json_tree_member(node, "seconds") || json_tree_member(node, "ticks");
}

static bool change_duration(editor *e, json_tree *node)
{
    static const char *const seconds[] = {"0", "0.05", "0.1", "0.25", "0.3", "0.5", "1", "2"};
    bool in_ticks = json_tree_member(node, "ticks");
    if (one_in(e, 3)) {
        rename_member(e, node, in_ticks ? "ticks" : "seconds", in_ticks ? "seconds" : "ticks");
        in_ticks = !in_ticks;
    }
    if (one_in(e, 4))
        set_member(e, node, in_ticks ? "ticks" : "seconds",
                   string(e, in_ticks ? "tick % 4" : "rand() * 0.5"));
    else if (in_ticks)
        set_member(e, node, "ticks", number(e, below(e, 7)));
    else
        set_member(e, node, "seconds", scalar(e, JSON_NUMBER, PICK(e, seconds)));
    return true;
}

static bool change_time(editor *e)
{
    slot s;
    return find(e, has_duration, &s) && change_duration(e, node_at(s));
}

// Set or remove a number attribute that some type has.
static bool change_number(editor *e)
{
    static const struct {
        const char *type, *key;
        uint32_t least;
    } numbers[] = {
        {"repeat", "count", 1},    {"retry", "attempts", 1},   {"while", "per_tick", 1},
        {"repeat", "per_tick", 1}, {"parallel", "success", 1}, {"parallel", "failure", 1},
        {"utility", "margin", 0},  {"retry", "per_tick", 1},   {"chance", "p", 0},
        {"repeat", "pause", 0},    {"retry", "pause", 0},      {"while", "pause", 0},
        {"for_each", "pause", 0},  {"for_each", "per_tick", 1}};
    slot s;
    static const char *const types[] = {"repeat",  "retry",  "while",    "parallel",
                                        "utility", "chance", "for_each", NULL};
    uint32_t first = below(e, sizeof numbers / sizeof *numbers);
    if (!find_types(e, types, &s))
        return false;
    for (uint32_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        uint32_t k = (first + i) % (sizeof numbers / sizeof *numbers);
        if (!is_type(node_at(s), numbers[k].type))
            continue;
        bool is_optional = strcmp(numbers[k].key, "p") != 0;
        if (is_optional && json_tree_member(node_at(s), numbers[k].key) && one_in(e, 3))
            remove_member(node_at(s), numbers[k].key);
        else
            set_member(e, node_at(s), numbers[k].key,
                       number(e, numbers[k].least + below(e, is_optional ? 4 : 2)));
        return true;
    }
    return false;
}

// Add, change or remove the attribute `until`.
static bool change_until(editor *e)
{
    static const char *const types[] = {"repeat", NULL};
    slot s;
    if (!find_types(e, types, &s))
        return false;
    if (json_tree_member(node_at(s), "until") && one_in(e, 2))
        remove_member(node_at(s), "until");
    else
        set_member(e, node_at(s), "until", string(e, one_in(e, 2) ? "success" : "failure"));
    return true;
}

// Change the pause of a loop.
static bool change_pause(editor *e)
{
    static const char *const types[] = {"repeat", "retry", "while", "for_each", NULL};
    slot s;
    if (!find_types(e, types, &s))
        return false;
    set_member(e, node_at(s), "pause", number(e, below(e, 7)));
    return true;
}

// Add or remove the attribute `reactive`.
static bool change_reactive(editor *e)
{
    static const char *const types[] = {"decide", "switch", "utility", NULL};
    slot s;
    if (!find_types(e, types, &s))
        return false;
    if (json_tree_member(node_at(s), "reactive"))
        remove_member(node_at(s), "reactive");
    else
        set_member(e, node_at(s), "reactive", scalar(e, JSON_TRUE, "true"));
    return true;
}

static bool change_margin(editor *e)
{
    static const char *const types[] = {"utility", NULL};
    slot s;
    if (!find_types(e, types, &s))
        return false;
    if (json_tree_member(node_at(s), "margin") && one_in(e, 3))
        remove_member(node_at(s), "margin");
    else
        set_member(e, node_at(s), "margin", number(e, below(e, 4)));
    return true;
}

static bool has_list_key(const json_tree *node)
{
    return is_type(node, "push") || is_type(node, "pop") ||
           (is_type(node, "set") && json_tree_member(node, "at"));
}

// Set or remove the `at` of a node that changes a list.
static bool change_at(editor *e)
{
    static const char *const places[] = {"0", "1", "-1", "tick % 3", "agent", "int(rand() * 3.0)"};
    slot s;
    if (!find(e, has_list_key, &s))
        return false;
    if (json_tree_member(node_at(s), "at") && one_in(e, 3))
        remove_member(node_at(s), "at");
    else
        set_member(e, node_at(s), "at", string(e, PICK(e, places)));
    return true;
}

// Add or remove the index of a loop over a list, or take another item.
static bool change_item(editor *e)
{
    static const char *const types[] = {"for_each", "pop", NULL};
    static const char *const keys[] = {"k1", "k2", "k3", "k3.x", "k4", "k5", "o0", "o1"};
    slot s;
    if (!find_types(e, types, &s))
        return false;
    bool is_loop = is_type(node_at(s), "for_each");
    if (is_loop && one_in(e, 2) && json_tree_member(node_at(s), "index"))
        remove_member(node_at(s), "index");
    else
        set_member(e, node_at(s),
                   !is_loop       ? "to"
                   : one_in(e, 2) ? "index"
                                  : "item",
                   string(e, PICK(e, keys)));
    return true;
}

// Change the duration of a service.
static bool change_service(editor *e)
{
    static const char *const types[] = {"service", NULL};
    slot s;
    return find_types(e, types, &s) && change_duration(e, node_at(s));
}

// Add a case to a switch, remove one, or change the value of one.
static bool change_case(editor *e)
{
    static const char *const types[] = {"switch", NULL};
    static const char *const values[] = {"0", "1", "2", "3", "-1", "idle", "other", "added"};
    slot s;
    if (!find_types(e, types, &s))
        return false;
    json_tree *cases = json_tree_member(node_at(s), "cases");
    uint32_t i = cases && cases->count ? below(e, cases->count) : 0;
    const char *value = PICK(e, values);
    if (!cases || cases->count == 0 || json_tree_member(cases, value))
        return false;
    json_tree *child = json_tree_copy(&e->memory, cases->children[i]);
    child->key = arena_copy_text(&e->memory, value, strlen(value));
    switch (below(e, 3)) {
    case 0:
        if (cases->count < 2)
            return false;
        json_tree_remove(cases, i);
        break;
    case 1: cases->children[i] = child; break;
    default: json_tree_insert(&e->memory, cases, i, child); break;
    }
    find_all(e);
    return true;
}

// Change the type to one whose children have the same form.
static bool change_type(editor *e)
{
    enum { TYPES = 8 };
    static const char *const families[][TYPES + 1] = {
        {"sequence", "selector", "priority", "reactive_sequence", "concurrent", "race", "parallel",
         "pipeline"},
        {"invert", "force_success", "force_failure", "once"},
        {"delay", "timeout", "cooldown"},
        {"repeat", "while", "retry"},
        {"success", "failure", "running"},
    };
    slot s;
    uint32_t family = below(e, sizeof families / sizeof *families);
    if (!find_types(e, families[family], &s))
        return false;
    json_tree *type = json_tree_member(node_at(s), "type");
    for (uint32_t i = 0; type && i < sizeof families / sizeof *families; i++)
        for (uint32_t k = 0; families[i][k]; k++) {
            if (!json_tree_is(type, families[i][k]))
                continue;
            const char *other = families[i][below(e, TYPES)];
            set_member(e, node_at(s), "type", string(e, other ? other : families[i][0]));
            if (!json_tree_is(json_tree_member(node_at(s), "type"), "repeat"))
                remove_member(node_at(s), "until");
            if (json_tree_is(json_tree_member(node_at(s), "type"), "retry"))
                rename_member(e, node_at(s), "count", "attempts");
            return true;
        }
    return false;
}

// Set an attribute to a word, or remove it if it is that word.
static void toggle_word(editor *e, json_tree *node, const char *name, const char *word)
{
    if (json_tree_is(json_tree_member(node, name), word))
        remove_member(node, name);
    else
        set_member(e, node, name, string(e, word));
}

// Change the order of the children, or when a `parallel` compares its numbers.
static bool change_order(editor *e)
{
    static const char *const types[] = {"sequence", "selector", "concurrent",
                                        "race",     "parallel", NULL};
    slot s;
    if (!find_types(e, types, &s))
        return false;
    if (is_type(node_at(s), "parallel") && one_in(e, 2))
        toggle_word(e, node_at(s), "verdict", "end");
    else
        toggle_word(e, node_at(s), "order", "random");
    return true;
}

static bool has_partners(const json_tree *node)
{
    return partners_of(node);
}

static bool change_weight(editor *e)
{
    slot s;
    if (!find(e, has_partners, &s))
        return false;
    json_tree *partners = partners_of(node_at(s));
    if (partners->count == 0)
        return false;
    partners->children[below(e, partners->count)] = number(e, below(e, 4));
    return true;
}

static bool change_status(editor *e)
{
    static const char *const statuses[] = {"success", "failure", "running"};
    static const char *const types[] = {"signal", "persistent", NULL};
    slot s;
    if (!find_types(e, types, &s))
        return false;
    if (is_type(node_at(s), "signal"))
        set_member(e, node_at(s), "to", string(e, PICK(e, statuses)));
    else
        set_member(e, node_at(s), "init", string(e, PICK(e, statuses)));
    return true;
}

// Replace the verb and its attributes by those of another node of the same type.
static bool change_verb(editor *e)
{
    static const char *const members[] = {"do",       "call", "if",    "key",  "to",   "args",
                                          "resource", "at",   "value", "item", "index"};
    static const char *const types[][2] = {{"action"}, {"deferred"}, {"persistent"}, {"signal"},
                                           {"set"},    {"decide"},   {"condition"},  {"push"},
                                           {"pop"},    {"clear"},    {"for_each"}};
    slot s, other;
    uint32_t type = below(e, sizeof types / sizeof *types);
    if (!find_types(e, types[type], &s) || !find_types(e, types[type], &other))
        return false;
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        const json_tree *value = json_tree_member(node_at(other), members[i]);
        remove_member(node_at(s), members[i]);
        if (value)
            set_member(e, node_at(s), members[i], json_tree_copy(&e->memory, value));
    }
    find_all(e);
    return true;
}

// Return some argument with a default in the declarations of the first document, or NULL.
static json_tree *find_default(editor *e)
{
    const json_tree *actions = json_tree_member(e->documents[0], "actions");
    json_tree *found = NULL;
    uint32_t count = 0;
    for (uint32_t i = 0; actions && i < actions->count; i++) {
        const json_tree *args = json_tree_member(actions->children[i], "args");
        for (uint32_t k = 0; args && k < args->count; k++)
            if (json_tree_member(args->children[k], "default") && one_in(e, ++count))
                found = args->children[k];
    }
    return found;
}

static bool change_text(editor *e, json_tree *value);

static bool change_default(editor *e)
{
    json_tree *argument = find_default(e);
    if (!argument)
        return false;
    json_tree *value = json_tree_member(argument, "default");
    if (value->kind == JSON_STRING || value->kind == JSON_NUMBER)
        return change_text(e, value);
    bool was = value->kind == JSON_TRUE;
    set_member(e, argument, "default",
               scalar(e, was ? JSON_FALSE : JSON_TRUE, was ? "false" : "true"));
    return true;
}

// Leave out an argument, which must have a default, or change a default.
static bool change_argument(editor *e)
{
    static const char *const types[] = {"action", "deferred", "condition", "decide", NULL};
    slot s;
    if (one_in(e, 2))
        return change_default(e);
    if (!find_types(e, types, &s))
        return false;
    json_tree *args = json_tree_member(node_at(s), "args");
    if (!args || args->count == 0)
        return false;
    json_tree_remove(args, below(e, args->count));
    return true;
}

// ---- changes of expressions

// Collect all strings and numbers of a node that are values.
static void find_values(editor *e, json_tree *tree, slot **list, uint32_t *count,
                        uint32_t *capacity)
{
    static const char *const others[] = {"verdict",    "type",    "name",     "doc",     "key",
                                         "tree",       "message", "resource", "order",   "call",
                                         "blackboard", "actions", "own",      "gestalt", "include",
                                         "node",       "item",    "index",    NULL};
    for (uint32_t i = 0; i < tree->count; i++) {
        json_tree *child = tree->children[i];
        if (child->key && is_one_of(child->key, others))
            continue;
        if (child->kind == JSON_STRING || child->kind == JSON_NUMBER)
            *ARENA_PUSH(&e->memory, *list, *count, *capacity) = (slot){tree, i};
        find_values(e, child, list, count, capacity);
    }
}

// Change a digit or an operator in the text of a value.
static bool change_text(editor *e, json_tree *value)
{
    static const char signs[] = "+-*<>";
    char *text = arena_copy_text(&e->memory, value->text, strlen(value->text));
    size_t size = strlen(text), first = below(e, (uint32_t)size);
    for (size_t i = 0; i < size; i++) {
        char *at = &text[(first + i) % size], before = at == text ? ' ' : at[-1];
        if (isdigit((unsigned char)*at) && !isalnum((unsigned char)before) && before != '_') {
            *at = (char)('0' + below(e, 10));
        } else if (strchr(signs, *at)) {
            bool compares = *at == '<' || *at == '>';
            *at = compares ? (*at == '<' ? '>' : '<') : signs[below(e, 3)];
        } else {
            continue;
        }
        value->text = text;
        return true;
    }
    return false;
}

static bool change_expression(editor *e)
{
    slot *list = NULL;
    uint32_t count = 0, capacity = 0;
    for (uint32_t i = 0; i < e->document_count; i++)
        find_values(e, e->documents[i], &list, &count, &capacity);
    if (count == 0)
        return false;
    slot s = list[below(e, count)];
    const json_tree *other = node_at(list[below(e, count)]);
    if (!one_in(e, 3))
        return change_text(e, node_at(s));
    json_tree *copy = json_tree_copy(&e->memory, other);
    copy->key = node_at(s)->key;
    s.parent->children[s.index] = copy;
    find_all(e);
    return true;
}

// ---- changes of keys

static json_tree *pick_board(editor *e)
{
    return e->board_count > 0 ? e->boards[below(e, e->board_count)] : NULL;
}

// Choose a key, and turn its declaration into an object.
static json_tree *pick_key(editor *e)
{
    json_tree *board = pick_board(e);
    if (!board || board->count == 0)
        return NULL;
    uint32_t i = below(e, board->count);
    json_tree *key = board->children[i];
    if (key->kind != JSON_OBJECT) { // the bare type, or the words of an enum
        json_tree *object = json_tree_container(&e->memory, JSON_OBJECT);
        object->key = key->key;
        if (key->kind == JSON_STRING)
            set_member(e, object, "type", scalar(e, JSON_STRING, key->text));
        else
            set_member(e, object, "type", key);
        board->children[i] = object;
    }
    return board->children[i];
}

// Return the object { "list": T } if the type is that of a list, or NULL.
static json_tree *list_type(json_tree *type)
{
    return type && type->kind == JSON_OBJECT && json_tree_member(type, "list") ? type : NULL;
}

// A list key, chosen at random, or NULL.
static json_tree *pick_list(editor *e)
{
    json_tree *board = pick_board(e);
    uint32_t first = board && board->count ? below(e, board->count) : 0;
    for (uint32_t i = 0; board && i < board->count; i++) {
        json_tree *key = board->children[(first + i) % board->count];
        if (key->kind == JSON_OBJECT && list_type(json_tree_member(key, "type")))
            return key;
    }
    return NULL;
}

static bool change_add_list(editor *e)
{
    static const char *const lists[] = {
        "{\"type\":{\"list\":\"int\"},\"capacity\":3,\"init\":[1,\"tick\",\"agent\"]}",
        "{\"type\":{\"list\":\"float\"},\"capacity\":2,\"init\":[\"rand()\"]}",
        "{\"type\":{\"list\":\"vec2\"},\"capacity\":2,\"init\":[[1,\"rand()\"]]}",
        "{\"type\":{\"list\":\"bool\"},\"capacity\":4}",
        "{\"type\":{\"list\":\"int\"},\"capacity\":2,\"shared\":true,\"init\":[4,2]}",
        "{\"type\":{\"list\":\"int\"},\"capacity\":3,\"init\":[\"k1 * 2\"]}",
    };
    json_tree *board = pick_board(e);
    const char *text = PICK(e, lists);
    if (!board)
        return false;
    json_tree *key = json_tree_read(&e->memory, text, strlen(text));
    key->key = arena_print(&e->memory, "l%u", (unsigned)below(e, 6));
    if (json_tree_member(board, key->key))
        return false;
    json_tree_insert(&e->memory, board, below(e, board->count + 1), key);
    return true;
}

// Give a list another capacity. An init that is too long is shortened.
static bool change_capacity(editor *e)
{
    static const uint32_t capacities[] = {1, 2, 3, 4, 5, 6, 16, 256};
    json_tree *key = pick_list(e), *init = key ? json_tree_member(key, "init") : NULL;
    if (!key)
        return false;
    uint32_t capacity = PICK(e, capacities);
    set_member(e, key, "capacity", number(e, capacity));
    while (init && init->count > capacity)
        json_tree_remove(init, init->count - 1);
    return true;
}

// Give a list elements of another type.
static bool change_elements(editor *e)
{
    static const char *const types[] = {"\"float\"", "\"int\"",  "\"float\"",
                                        "\"vec3\"",  "\"vec3\"", "[\"idle\", \"flee\"]"};
    json_tree *key = pick_list(e);
    const char *text = PICK(e, types);
    if (!key)
        return false;
    set_member(e, json_tree_member(key, "type"), "list",
               json_tree_read(&e->memory, text, strlen(text)));
    if (one_in(e, 2))
        remove_member(key, "init");
    return true;
}

static bool change_list_init(editor *e)
{
    static const char *const inits[] = {"rand() * 3", "tick + 1", "time", "agent", "rand() < 0.5"};
    json_tree *key = pick_list(e), *init;
    if (!key)
        return false;
    if (json_tree_member(key, "init") && one_in(e, 3)) {
        remove_member(key, "init");
        return true;
    }
    init = json_tree_container(&e->memory, JSON_ARRAY);
    for (uint32_t i = below(e, 3); i > 0; i--)
        json_tree_insert(&e->memory, init, 0, string(e, PICK(e, inits)));
    set_member(e, key, "init", init);
    return true;
}

// Replace a node by one that changes a list, or put a loop over a list around it.
static bool change_list_node(editor *e)
{
    static const char *const nodes[] = {
        "{\"type\":\"push\",\"value\":\"tick\"}",
        "{\"type\":\"push\",\"value\":\"tick\",\"at\":0}",
        "{\"type\":\"pop\"}",
        "{\"type\":\"clear\"}",
        "{\"type\":\"set\",\"at\":0,\"to\":\"agent\"}",
        "{\"type\":\"set\",\"to\":[]}",
        "{\"type\":\"for_each\",\"item\":\"k1\"}",
        "{\"type\":\"for_each\",\"item\":\"k2\",\"per_tick\":1}",
    };
    json_tree *key = pick_list(e);
    const char *text = PICK(e, nodes);
    slot s;
    if (!key || !find(e, is_any, &s))
        return false;
    json_tree *old = node_at(s), *node = json_tree_read(&e->memory, text, strlen(text));
    set_member(e, node, "key", string(e, key->key));
    put_node(e, s, node);
    if (is_type(node, "for_each"))
        set_member(e, node, "child", old);
    find_all(e);
    return true;
}

static bool change_add_key(editor *e)
{
    static const char *const keys[] = {
        "{\"type\":\"int\",\"init\":\"tick + agent\"}",
        "{\"type\":\"float\",\"init\":\"rand()\"}",
        "{\"type\":\"float\",\"init\":\"time\"}",
        "{\"type\":\"vec2\",\"init\":[1, \"rand()\"]}",
        "{\"type\":\"bool\",\"init\":true}",
        "\"int\"",
        "{\"type\":\"int\",\"shared\":true,\"init\":4}",
        "{\"type\":\"int\",\"init\":\"k1 * 2\"}",
    };
    json_tree *board = pick_board(e);
    const char *text = PICK(e, keys);
    if (!board)
        return false;
    json_tree *key = json_tree_read(&e->memory, text, strlen(text));
    key->key = arena_print(&e->memory, "e%u", (unsigned)below(e, 6));
    if (json_tree_member(board, key->key))
        return false;
    json_tree_insert(&e->memory, board, below(e, board->count + 1), key);
    return true;
}

static bool change_remove_key(editor *e)
{
    json_tree *board = pick_board(e);
    if (!board || board->count == 0)
        return false;
    json_tree_remove(board, below(e, board->count));
    return true;
}

static bool change_key_order(editor *e)
{
    json_tree *board = pick_board(e);
    if (!board || board->count < 2)
        return false;
    swap_elements(board, below(e, board->count), below(e, board->count));
    return true;
}

// Add, remove or move a word of an enum.
static bool change_word(editor *e, json_tree *words)
{
    static const char *const added[] = {"added", "idle", "other"};
    uint32_t i = below(e, words->count);
    switch (below(e, 3)) {
    case 0:
        if (words->count > 1)
            json_tree_remove(words, i);
        return words->count > 1;
    case 1: swap_elements(words, i, below(e, words->count)); return true;
    default: json_tree_insert(&e->memory, words, i, string(e, PICK(e, added))); return true;
    }
}

static bool is_enum(const json_tree *type)
{
    return type && type->kind == JSON_ARRAY && type->count > 0;
}

// Change the words of a key's enum.
static bool change_key_words(editor *e)
{
    json_tree *board = pick_board(e);
    uint32_t first = board && board->count ? below(e, board->count) : 0;
    for (uint32_t i = 0; board && i < board->count; i++) {
        json_tree *key = board->children[(first + i) % board->count];
        json_tree *type = key->kind == JSON_OBJECT ? json_tree_member(key, "type") : key;
        if (list_type(type))
            type = json_tree_member(type, "list");
        if (is_enum(type))
            return change_word(e, type);
    }
    return false;
}

static bool is_same_list(const json_tree *a, const json_tree *b)
{
    bool same = a->kind == JSON_ARRAY && b->kind == JSON_ARRAY && a->count == b->count;
    for (uint32_t i = 0; same && i < a->count; i++)
        same = a->children[i]->kind == JSON_STRING && b->children[i]->kind == JSON_STRING &&
               strcmp(a->children[i]->text, b->children[i]->text) == 0;
    return same;
}

static void swap_in_lists(json_tree *tree, const json_tree *like, uint32_t i, uint32_t k)
{
    if (is_same_list(tree, like)) {
        swap_elements(tree, i, k);
        return;
    }
    for (uint32_t child = 0; child < tree->count; child++)
        swap_in_lists(tree->children[child], like, i, k);
}

// Swap two words of an enum in all places that list them.
static bool swap_words(editor *e, const json_tree *words)
{
    const json_tree *like = json_tree_copy(&e->memory, words);
    uint32_t i = below(e, words->count), k = other_below(e, words->count, i);
    for (uint32_t d = 0; d < e->document_count; d++)
        swap_in_lists(e->documents[d], like, i, k);
    return i != k;
}

static bool has_word_cases(const json_tree *node)
{
    const json_tree *cases = json_tree_member(node, "cases");
    return cases && cases->kind == JSON_OBJECT && cases->count > 1 &&
           isalpha((unsigned char)cases->children[0]->key[0]);
}

static bool has_word(const json_tree *words, const char *word)
{
    for (uint32_t i = 0; i < words->count; i++)
        if (json_tree_is(words->children[i], word))
            return true;
    return false;
}

// The first list that contains all the words of some cases, or NULL.
static const json_tree *words_of_cases(const json_tree *tree, const json_tree *cases)
{
    const json_tree *found = NULL;
    uint32_t known = 0;
    while (tree->kind == JSON_ARRAY && known < cases->count &&
           has_word(tree, cases->children[known]->key))
        known++;
    if (known == cases->count)
        return tree;
    for (uint32_t i = 0; i < tree->count && !found; i++)
        found = words_of_cases(tree->children[i], cases);
    return found;
}

// Swap words of an enum, and the cases of a switch over it. Each word then has another value, and
// each case another number.
static bool change_words_and_cases(editor *e)
{
    slot s;
    const json_tree *words = NULL;
    if (!find(e, has_word_cases, &s))
        return false;
    json_tree *cases = json_tree_member(node_at(s), "cases");
    for (uint32_t i = 0; i < e->document_count && !words; i++)
        words = words_of_cases(e->documents[i], cases);
    if (!words || !swap_words(e, words))
        return false;
    uint32_t i = below(e, cases->count);
    swap_elements(cases, i, other_below(e, cases->count, i));
    find_all(e);
    return true;
}

static bool change_key_type(editor *e)
{
    static const char *const types[] = {"float", "int", "float", "bool", "vec2", "vec3", "vec3"};
    json_tree *key = pick_key(e);
    if (!key)
        return false;
    json_tree *type = json_tree_member(key, "type");
    if (is_enum(type) && one_in(e, 2)) {
        swap_words(e, type);
        change_branches(e);
        return true;
    }
    if (is_enum(type) && !one_in(e, 3))
        return change_word(e, type);
    set_member(e, key, "type", string(e, PICK(e, types)));
    if (one_in(e, 2))
        remove_member(key, "init");
    return true;
}

static bool change_key_init(editor *e)
{
    static const char *const inits[] = {"rand() * 3", "tick + 1", "time", "agent", "rand() < 0.5"};
    json_tree *key = pick_key(e);
    if (!key)
        return false;
    if (json_tree_member(key, "init") && one_in(e, 3))
        remove_member(key, "init");
    else
        set_member(e, key, "init", string(e, PICK(e, inits)));
    return true;
}

static bool change_key_shared(editor *e)
{
    json_tree *key = pick_key(e);
    if (!key)
        return false;
    if (json_tree_member(key, "shared"))
        remove_member(key, "shared");
    else
        set_member(e, key, "shared", scalar(e, JSON_TRUE, "true"));
    if (one_in(e, 2))
        remove_member(key, "init");
    return true;
}

static bool is_of_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

// Return the text with two names exchanged: each occurrence of one becomes the other.
static const char *with_swapped(editor *e, const char *text, const char *a, const char *b)
{
    const char *result = "";
    while (*text) {
        size_t size = 0;
        while (is_of_name(text[size]))
            size++;
        const char *word = arena_copy_text(&e->memory, text, size ? size : 1);
        const char *put = strcmp(word, a) == 0 ? b : strcmp(word, b) == 0 ? a : word;
        result = arena_print(&e->memory, "%s%s", result, put);
        text += size ? size : 1;
    }
    return result;
}

static void swap_names(editor *e, json_tree *tree, const char *a, const char *b)
{
    for (uint32_t i = 0; i < tree->count; i++) {
        json_tree *child = tree->children[i];
        if (child->kind == JSON_STRING)
            child->text = with_swapped(e, child->text, a, b);
        swap_names(e, child, a, b);
    }
}

// Rename a key everywhere, or exchange the names of two keys.
static bool change_key_name(editor *e)
{
    json_tree *board = pick_board(e);
    if (!board || board->count == 0)
        return false;
    const char *from = board->children[below(e, board->count)]->key;
    const char *to = arena_print(&e->memory, "r%u", (unsigned)below(e, 4));
    if (one_in(e, 2))
        to = board->children[below(e, board->count)]->key;
    if (strcmp(from, to) == 0)
        return false;
    for (uint32_t i = 0; i < e->board_count; i++)
        for (uint32_t k = 0; k < e->boards[i]->count; k++) {
            json_tree *key = e->boards[i]->children[k];
            key->key = strcmp(key->key, from) == 0 ? to
                       : strcmp(key->key, to) == 0 ? from
                                                   : key->key;
        }
    for (uint32_t i = 0; i < e->document_count; i++)
        swap_names(e, e->documents[i], from, to);
    return true;
}

// ---- changes of copies

static bool is_copy(const json_tree *node)
{
    return is_type(node, "subtree");
}

static bool change_copy(editor *e)
{
    slot s, other;
    if (!find(e, is_copy, &s) || !find(e, is_copy, &other))
        return false;
    json_tree *with = json_tree_member(node_at(s), "with");
    if (with && with->count > 0 && one_in(e, 2))
        json_tree_remove(with, below(e, with->count));
    else
        set_member(e, node_at(s), "tree",
                   json_tree_copy(&e->memory, json_tree_member(node_at(other), "tree")));
    find_all(e);
    return true;
}

// ---- all kinds

typedef struct change {
    const char *name;
    bool (*make)(editor *e);
} change;

static const change changes[] = {
    {"insert", change_insert},
    {"remove", change_remove},
    {"replace", change_replace},
    {"reorder", change_reorder},
    {"branches", change_branches},
    {"move", change_move},
    {"wrap", change_wrap},
    {"unwrap", change_unwrap},
    {"name", change_name},
    {"swap names", change_swap_names},
    {"twin", change_twin},
    {"doc", change_doc},
    {"include", change_include},
    {"time", change_time},
    {"number", change_number},
    {"until", change_until},
    {"pause", change_pause},
    {"reactive", change_reactive},
    {"margin", change_margin},
    {"service", change_service},
    {"case", change_case},
    {"type", change_type},
    {"order", change_order},
    {"weight", change_weight},
    {"status", change_status},
    {"verb", change_verb},
    {"expression", change_expression},
    {"argument", change_argument},
    {"add key", change_add_key},
    {"remove key", change_remove_key},
    {"key order", change_key_order},
    {"key type", change_key_type},
    {"key words", change_key_words},
    {"words and cases", change_words_and_cases},
    {"key init", change_key_init},
    {"key shared", change_key_shared},
    {"key name", change_key_name},
    {"copy", change_copy},
    // the changes of lists come last
    {"add list", change_add_list},
    {"capacity", change_capacity},
    {"elements", change_elements},
    {"list init", change_list_init},
    {"list node", change_list_node},
    {"at", change_at},
    {"item", change_item},
};
enum {
    LIST_CHANGES = 7,
    CHANGES = sizeof changes / sizeof *changes - (GENERATE_LISTS ? 0 : LIST_CHANGES)
};
static uint64_t made[CHANGES];

uint32_t generate_edit_kind_count(void)
{
    return CHANGES;
}

const char *generate_edit_kind(uint32_t kind, uint64_t *count)
{
    *count = made[kind];
    return changes[kind].name;
}

// ---- a whole edit

static void *checked(void *block)
{
    if (!block)
        abort();
    return block;
}

static char *copy_text(const char *text, size_t size)
{
    char *copy = checked(malloc(size + 1));
    memcpy(copy, text, size);
    copy[size] = '\0';
    return copy;
}

generated *generated_copy(const generated *g)
{
    generated *copy = checked(calloc(1, sizeof *copy));
    *copy = *g;
    copy->text = copy_text(g->text, g->size);
    copy->included = checked(calloc(g->included_count + 1, sizeof *copy->included));
    copy->stubs = checked(calloc(g->stub_count + 1, sizeof *copy->stubs));
    for (uint32_t i = 0; i < g->included_count; i++) {
        copy->included[i] = g->included[i];
        copy->included[i].text = copy_text(g->included[i].text, g->included[i].size);
    }
    for (uint32_t i = 0; i < g->stub_count; i++) {
        copy->stubs[i] = g->stubs[i];
        copy->stubs[i].name = copy_text(g->stubs[i].name, strlen(g->stubs[i].name));
    }
    return copy;
}

static void start(editor *e, const generated *g)
{
    arena_start(&e->memory, memory_allocator(NULL));
    if (setjmp(e->memory.escape))
        abort();
    e->document_count = 1 + g->included_count;
    e->documents = ARENA_ARRAY(&e->memory, json_tree *, e->document_count);
    e->documents[0] = json_tree_read(&e->memory, g->text, g->size);
    for (uint32_t i = 0; i < g->included_count; i++)
        e->documents[i + 1] = json_tree_read(&e->memory, g->included[i].text, g->included[i].size);
    find_all(e);
}

static void write_out(const editor *e, generated *g)
{
    free(g->text);
    g->text = json_tree_write(e->documents[0], &g->size);
    for (uint32_t i = 0; i < g->included_count; i++) {
        free(g->included[i].text);
        g->included[i].text = json_tree_write(e->documents[i + 1], &g->included[i].size);
    }
    if (!e->moved)
        return;
    generated_document *d = &g->included[g->included_count++]; // a copy has room for it
    snprintf(d->path, sizeof d->path, "%s", e->moved_path);
    d->text = json_tree_write(e->moved, &d->size);
}

// Try one change. A failed try leaves the document as it is.
static generated *change_once(generated *g, uint64_t *random, const char *only,
                              generated_test *test, void *user)
{
    enum { TRIES = 12 };
    for (int i = 0; i < TRIES; i++) {
        editor e = {.random = *random};
        generated *next = generated_copy(g);
        start(&e, g);
        uint32_t kind = below(&e, CHANGES);
        while (only && strcmp(changes[kind].name, only) != 0)
            kind = (kind + 1) % CHANGES;
        bool good = changes[kind].make(&e);
        *random = e.random;
        if (good)
            write_out(&e, next);
        arena_destroy(&e.memory);
        if (good && test(user, next)) {
            made[kind]++;
            generated_destroy(g);
            return next;
        }
        generated_destroy(next);
    }
    return g;
}

generated *generate_edit_of_kind(const generated *g, uint64_t seed, uint32_t steps,
                                 const char *kind, generated_test *test, void *user)
{
    generated *result = generated_copy(g);
    for (; steps > 0; steps--)
        result = change_once(result, &seed, kind, test, user);
    return result;
}

generated *generate_edit(const generated *g, uint64_t seed, uint32_t steps, generated_test *test,
                         void *user)
{
    return generate_edit_of_kind(g, seed, steps, NULL, test, user);
}
