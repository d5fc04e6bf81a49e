// SPDX-License-Identifier: MIT
// Nodes: their types and attributes, checked against nodes.def; and the trees that `subtree` nodes
// copy: finding them, detecting cycles, and computing the expanded size before anything is copied.
#include "document.h"

#include "columns.h"
#include "nearest.h"
#include "shape_limits.h"

#include <stdio.h>

// ---- attributes

json_value tree_attribute(const tree_node *node, attribute_kind kind)
{
    size_t count;
    const attribute_info *infos = node_attributes(node->type, &count);
    for (size_t i = 0; i < count; i++)
        if (infos[i].kind == kind)
            return node->attributes[i];
    return (json_value){0};
}

json_value tree_threshold(const tree_node *node, unsigned index)
{
    size_t count;
    const attribute_info *infos = node_attributes(node->type, &count);
    return node->attributes[node_attribute(node->type, ATTRIBUTE_THRESHOLD) - infos + index];
}

bool tree_is_random(const tree_node *node)
{
    json_value order = tree_attribute(node, ATTRIBUTE_ORDER);
    return json_kind_of(order) == JSON_STRING && json_is(order, "random");
}

const char *tree_attribute_name(const tree_node *node, attribute_kind kind)
{
    size_t count;
    const attribute_info *infos = node_attributes(node->type, &count);
    for (size_t i = 0; i < count; i++)
        if (infos[i].kind == kind)
            return infos[i].name;
    return "";
}

static bool is_there(json_value value)
{
    return json_kind_of(value) != JSON_NONE;
}

// Return the index of the attribute with that key; -1 for "type", "name" and "doc", -2 for an
// unknown one.
static int attribute_index(item_type type, json_value key)
{
    if (json_is(key, "type") || json_is(key, "name") || json_is(key, "doc"))
        return -1;
    size_t count;
    const attribute_info *infos = node_attributes(type, &count);
    for (size_t i = 0; i < count; i++)
        if (json_is(key, infos[i].name))
            return (int)i;
    return -2;
}

// Children under a misspelt attribute are still read and checked.
static void take_misspelt_children(tree_node *node, const attribute_info *infos, size_t count,
                                   const char *meant, json_value value)
{
    json_kind kind = json_kind_of(value);
    for (size_t i = 0; i < count; i++) {
        bool fits = infos[i].kind == ATTRIBUTE_CHILD ? kind == JSON_OBJECT || kind == JSON_STRING
                    : infos[i].kind == ATTRIBUTE_CASES
                        ? kind == JSON_OBJECT
                        : infos[i].kind == ATTRIBUTE_CHILDREN && kind == JSON_ARRAY;
        if (fits && infos[i].name == meant)
            node->attributes[i] = value;
    }
}

static void report_unknown_attribute(compiler *c, tree_node *node, json_value key)
{
    const char *name = text_of(c, key);
    const char *type = node_table[node->type].name;
    nearest best;
    nearest_start(&best, name, strlen(name), &c->suggestions);
    size_t count;
    const attribute_info *infos = node_attributes(node->type, &count);
    char list[1024] = "name, doc";
    size_t used = strlen(list);
    for (size_t i = 0; i < count; i++) {
        // Do not suggest an attribute that the node already has.
        if (!is_there(node->attributes[i]))
            nearest_offer(&best, infos[i].name, strlen(infos[i].name));
        if (used < sizeof list)
            used += (size_t)snprintf(list + used, sizeof list - used, ", %s", infos[i].name);
    }
    if (!is_there(node->name))
        nearest_offer(&best, "name", 4);
    if (!is_there(node->doc))
        nearest_offer(&best, "doc", 3);
    diagnostic *report =
        diagnostics_add(c->diagnostics, DIAGNOSTIC_UNKNOWN_ATTRIBUTE, span_of(node->document, key),
                        "`%s` has no attribute `%s`", type, name);
    if (best.name)
        diagnostics_help(c->diagnostics, report, "did you mean `%s`?", best.name);
    else
        diagnostics_help(c->diagnostics, report, "it takes %s", list);
    take_misspelt_children(node, infos, count, best.name, json_next(key));
}

// Return whether the object has a key similar to this attribute: then the attribute is not reported
// as missing.
static bool is_misspelt(compiler *c, const tree_node *node, const char *name)
{
    for (json_value key = json_first(node->value); is_there(key); key = json_next(json_next(key))) {
        if (attribute_index(node->type, key) != -2)
            continue;
        nearest best;
        nearest_start(&best, name, strlen(name), &c->suggestions);
        const char *text = text_of(c, key);
        nearest_offer(&best, text, strlen(text));
        if (best.name)
            return true;
    }
    return false;
}

static void check_needs(compiler *c, const tree_node *node)
{
    size_t count;
    const attribute_info *infos = node_attributes(node->type, &count);
    const attribute_info *choices[NODE_ATTRIBUTES_MAX] = {0};
    json_value taken[NODE_ATTRIBUTES_MAX];
    unsigned choice_count = 0, taken_count = 0;
    bool misspelt = false;
    for (size_t i = 0; i < count; i++) {
        bool there = is_there(node->attributes[i]);
        if (infos[i].need == NEED_ONE_OF) {
            choices[choice_count++] = &infos[i];
            misspelt = misspelt || (!there && is_misspelt(c, node, infos[i].name));
            if (there)
                json_member(node->value, infos[i].name, &taken[taken_count++]);
        } else if (infos[i].need == NEED_REQUIRED && !there &&
                   !is_misspelt(c, node, infos[i].name)) {
            diagnostics_add(c->diagnostics, DIAGNOSTIC_MISSING_ATTRIBUTE, span_of_node(node),
                            "`%s` needs `%s`", node_table[node->type].name, infos[i].name);
        }
    }
    if (choice_count && taken_count == 0 && !misspelt) {
        diagnostics_add(c->diagnostics, DIAGNOSTIC_MISSING_ATTRIBUTE, span_of_node(node),
                        "`%s` needs `%s` or `%s`", node_table[node->type].name, choices[0]->name,
                        choices[1]->name);
    } else if (taken_count > 1) {
        diagnostic *report =
            diagnostics_add(c->diagnostics, DIAGNOSTIC_EXCLUSIVE, span_of(node->document, taken[1]),
                            "`%s` takes `%s` or `%s`, not both", node_table[node->type].name,
                            choices[0]->name, choices[1]->name);
        diagnostics_note(c->diagnostics, report, span_of(node->document, taken[0]),
                         "the other one is here");
    }
}

static void check_call(compiler *c, const tree_node *node)
{
    json_value args;
    if (!node_attribute(node->type, ATTRIBUTE_PREDICATE))
        return;
    if (!is_there(json_member(node->value, "args", &args)) ||
        is_there(tree_attribute(node, ATTRIBUTE_PREDICATE)))
        return;
    diagnostics_add(c->diagnostics, DIAGNOSTIC_EXCLUSIVE, span_of(node->document, args),
                    "`args` are the arguments of a `call`, but there is no `call`");
}

static void check_margin(compiler *c, const tree_node *node)
{
    json_value margin;
    if (!node_attribute(node->type, ATTRIBUTE_MARGIN) ||
        !is_there(json_member(node->value, "margin", &margin)) ||
        json_kind_of(tree_attribute(node, ATTRIBUTE_REACTIVE)) == JSON_TRUE)
        return;
    diagnostic *report =
        diagnostics_add(c->diagnostics, DIAGNOSTIC_EXCLUSIVE, span_of(node->document, margin),
                        "a `margin` is for a `%s` that compares its scores in every tick",
                        node_table[node->type].name);
    diagnostics_help(c->diagnostics, report, "add \"reactive\": true");
}

// ---- nodes

static tree_node *new_node(compiler *c, document *d, json_value value)
{
    tree_node *node = ARENA_NEW(&c->memory, tree_node);
    node->document = d;
    node->value = value;
    node->tally = ARENA_NEW(&c->memory, tree_tally);
    return node;
}

// Compare type names, ignoring case, blanks, `-` and `_`: `ReactiveFallback` equals
// `reactive_fallback`.
static bool type_is_called(const char *name, const char *known)
{
    for (;; name++, known++) {
        name += strspn(name, "_- ");
        known += *known == '_';
        char letter = *name >= 'A' && *name <= 'Z' ? (char)(*name - 'A' + 'a') : *name;
        if (letter != *known)
            return false;
        if (letter == '\0')
            return true;
    }
}

// Names of node types in other libraries, the node types here that come closest, and how these
// differ; NULL if they mean the same, or nearly so.
static const struct type_elsewhere {
    const char *name, *type, *difference;
} types_elsewhere[] = {
    {"repeat", "repeat",
     "it continues after a failure, and runs up to `per_tick` rounds in a tick"},
    {"fallback", "selector", NULL},
    {"reactive_fallback", "priority", NULL},
    {"reactive_selector", "priority", NULL},
    {"dynamic_selector", "priority", NULL},
    {"active_selector", "priority", NULL},
    {"memory_sequence", "sequence",
     "it starts at the first child after a failure, not at the child that failed"},
    {"sequence_with_memory", "sequence",
     "it starts at the first child after a failure, not at the child that failed"},
    {"selector_with_memory", "selector", NULL},
    {"sequence_star", "sequence",
     "it starts at the first child after a failure, not at the child that failed"},
    {"fallback_star", "selector", NULL},
    {"random_selector", "selector", NULL},
    {"random_sequence", "sequence", NULL},
    {"random_fallback", "selector", NULL},
    {"parallel_all", "parallel",
     "it ends as soon as its thresholds are reached, by default at the first failure, and does not "
     "wait for all children"},
    {"parallel_any", "race", NULL},
    {"inverter", "invert", NULL},
    {"negate", "invert", NULL},
    {"always_success", "success", NULL},
    {"always_succeed", "success", NULL},
    {"always_failure", "failure", NULL},
    {"always_fail", "failure", NULL},
    {"always_running", "running", NULL},
    {"retry_until_successful", "retry", "it makes up to `per_tick` attempts in a tick, not one"},
    {"retry_until_success", "retry", NULL},
    {"until_success", "retry", NULL},
    {"repeat_until_success", "retry", NULL},
    {"until_fail", "while", NULL},
    {"until_failure", "while", NULL},
    {"repeat_until_failure", "while", NULL},
    {"repeat_until_fail", "while", NULL},
    {"keep_running_until_failure", "while",
     "it repeats within a tick, and returns success if its child has succeeded at least once"},
    {"repeater", "repeat", NULL},
    {"limiter", "cooldown", "it limits how soon its child runs again, not how often"},
    {"time_limit", "timeout", NULL},
    {"max_time", "timeout", NULL},
    {"blackboard_check", "condition", NULL},
    {"set_blackboard", "set", NULL},
    {"run_once", "once", "it returns the status of the first run again, and is not skipped"},
    {"sub_tree", "subtree", NULL},
    {"task", "action", NULL},
    {"leaf", "action", NULL},
    {"monitor", "service", NULL},
    {"pipeline_sequence", "pipeline", NULL},
    {"recovery_node", "retry", "it has one child, and runs nothing between the attempts"},
    {"utility_selector", "utility", NULL},
    {"probability_selector", "weighted", NULL},
    {"weighted_selector", "weighted", NULL},
    {"loop", "repeat", NULL},
    {"for", "for_each", NULL},
    {"foreach", "for_each", NULL},
    {"append", "push", NULL},
    {"enqueue", "push", NULL},
    {"dequeue", "pop", NULL},
    {"if", "decide", NULL},
    {"not", "invert", NULL},
    {"and", "sequence", NULL},
    {"or", "selector", NULL},
    {"log", "debug", NULL},
    {"sleep", "wait", NULL},
    {"succeeder", "force_success", NULL},
    {"failer", "force_failure", NULL},
    {"random", "weighted", NULL},
    {"case", "switch", NULL},
    {"match", "switch", NULL},
    {"precondition", "condition",
     "it is a leaf; to run a child only under a condition, use `decide`"},
};

// Return the node type that other libraries call by this name, or NULL.
static const struct type_elsewhere *type_elsewhere(const char *name)
{
    for (size_t i = 0; i < sizeof types_elsewhere / sizeof *types_elsewhere; i++)
        if (type_is_called(name, types_elsewhere[i].name))
            return &types_elsewhere[i];
    return NULL;
}

// Explain a feature of other libraries that this language expresses differently; NULL if there is
// nothing to explain.
static const char *type_explained(const char *name)
{
    static const char *const pairs[][2] = {
        {"decorator", "decorators are node types of their own: invert, repeat, retry, timeout, "
                      "cooldown; `gestalt nodes` lists all of them"},
        {"composite", "node types with children are sequence, selector, priority, parallel; "
                      "`gestalt nodes` lists all of them"},
        {"if_then_else", "did you mean `decide`? It has `if`, `then` and `else`"},
        {"while_do_else",
         "did you mean `decide`? With \"reactive\": true it is evaluated in every tick"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (type_is_called(name, pairs[i][0]))
            return pairs[i][1];
    return NULL;
}

// Return whether `trees` has a member with this name, even if it has not been read yet.
static bool is_tree_key(compiler *c, document *d, const char *name)
{
    json_value key = d->tree_keys.count ? (json_value){0} : json_first(d->tree_list);
    for (; is_there(key); key = json_next(json_next(key))) {
        const char *known = text_of(c, key);
        if (names_find(&d->tree_keys, known, strlen(known)) == NAMES_MISSING)
            names_add(&d->tree_keys, &c->memory, known, strlen(known), d->tree_keys.count);
    }
    return names_find(&d->tree_keys, name, strlen(name)) != NAMES_MISSING;
}

static void report_unknown_type(compiler *c, document *d, json_value type)
{
    const char *name = text_of(c, type);
    const struct type_elsewhere *elsewhere = type_elsewhere(name);
    nearest best;
    nearest_start(&best, name, strlen(name), &c->suggestions);
    for (int i = NODE_FIRST; i < NODE_ROWS_END; i++)
        nearest_offer(&best, node_table[i].name, strlen(node_table[i].name));
    diagnostic *report = diagnostics_add(c->diagnostics, DIAGNOSTIC_UNKNOWN_TYPE, span_of(d, type),
                                         "unknown node type `%s`", name);
    if (is_tree_key(c, d, name))
        diagnostics_help(c->diagnostics, report,
                         "`%s` is a tree; copy it by \"type\": \"subtree\", \"tree\": \"%s\"", name,
                         name);
    else if (type_explained(name))
        diagnostics_help(c->diagnostics, report, "%s", type_explained(name));
    else if (elsewhere && elsewhere->difference)
        diagnostics_help(
            c->diagnostics, report,
            "the closest node type is `%s`, but %s; `gestalt import` reads trees of other "
            "systems",
            elsewhere->type, elsewhere->difference);
    else if (elsewhere || best.name)
        diagnostics_help(c->diagnostics, report, "did you mean `%s`?",
                         elsewhere ? elsewhere->type : best.name);
    else
        diagnostics_help(c->diagnostics, report, "`gestalt nodes` lists all of them");
}

// Return the key that is probably a misspelt "type", or JSON_NONE.
static json_value misspelt_type(compiler *c, json_value object)
{
    for (json_value key = json_first(object); is_there(key); key = json_next(json_next(key))) {
        const char *name = text_of(c, key);
        if (nearest_distance(name, strlen(name), "type", strlen("type")) <= 2)
            return key;
    }
    return (json_value){0};
}

// Report such a key, and read the node as if it were spelt correctly.
static json_value read_misspelt_type(compiler *c, const document *d, json_value object)
{
    json_value key = misspelt_type(c, object);
    if (!is_there(key))
        return key;
    diagnostic *report =
        diagnostics_add(c->diagnostics, DIAGNOSTIC_UNKNOWN_ATTRIBUTE, span_of(d, key),
                        "nodes have no attribute `%s`", text_of(c, key));
    diagnostics_help(c->diagnostics, report, "did you mean `type`?");
    return json_next(key);
}

static void read_type(compiler *c, document *d, tree_node *node)
{
    json_value type = json_member(node->value, "type", NULL);
    if (!is_there(type))
        type = read_misspelt_type(c, d, node->value);
    if (!is_there(type)) {
        uint32_t begin = json_begin(node->value);
        diagnostics_add(c->diagnostics, DIAGNOSTIC_MISSING_KEY, (span){d->source, begin, begin + 1},
                        "a node has no `type`");
    } else if (expect_kind(c, d, type, JSON_STRING, "`type`")) {
        const char *name = text_of(c, type);
        node->type = node_type_of(name, json_string_size(type));
        if (node->type == ITEM_INVALID)
            report_unknown_type(c, d, type);
    }
}

static void read_attributes(compiler *c, const document *d, tree_node *node)
{
    node->name = json_member(node->value, "name", NULL);
    node->doc = json_member(node->value, "doc", NULL);
    if (is_there(node->name) && !read_name(c, d, node->name, "the name of a node", false))
        node->name = (json_value){0};
    if (!check_text(c, d, node->doc, "a doc"))
        node->doc = (json_value){0};
    if (node->type == ITEM_INVALID)
        return;
    bool has_type = is_there(json_member(node->value, "type", NULL));
    json_value misspelt = has_type ? (json_value){0} : misspelt_type(c, node->value);
    for (json_value key = json_first(node->value); is_there(key); key = json_next(json_next(key))) {
        int index = attribute_index(node->type, key);
        if (index >= 0 && !is_there(node->attributes[index]))
            node->attributes[index] = json_next(key);
    }
    for (json_value key = json_first(node->value); is_there(key); key = json_next(json_next(key)))
        if (attribute_index(node->type, key) == -2 && key.index != misspelt.index)
            report_unknown_attribute(c, node, key);
    check_needs(c, node);
    check_call(c, node);
    check_margin(c, node);
}

// Read the node of a value, without its children. Returns NULL if the value is not a node at all.
static tree_node *read_node(compiler *c, document *d, json_value value)
{
    json_kind kind = json_kind_of(value);
    if (kind != JSON_OBJECT && kind != JSON_STRING) {
        diagnostics_add(c->diagnostics, DIAGNOSTIC_WRONG_KIND, span_of(d, value),
                        "a node must be an object, or a condition as a string, not %s",
                        json_kind_text(kind));
        return NULL;
    }
    tree_node *node = new_node(c, d, value);
    if (kind == JSON_STRING) {
        node->type = NODE_CONDITION;
        node->attributes[0] = value; // `if` is the first attribute of a condition
        return node;
    }
    read_type(c, d, node);
    read_attributes(c, d, node);
    return node;
}

// ---- children

// A node whose children are being read. Reading keeps an explicit stack, in the compiler, so that
// no document can exhaust the native one.
struct tree_reading {
    tree_node *node;
    tree_node *last;   // child that was read last
    uint32_t next_row; // next attribute that may hold children
    json_value next;   // next element of the current list; of an object, the next key
    bool has_keys;     // the current list is an object
};

static bool check_children(compiler *c, const document *d, const tree_node *parent, json_value list)
{
    if (!expect_kind(c, d, list, JSON_ARRAY, "`children`"))
        return false;
    if (json_count(list) == 0 && parent->type)
        diagnostics_add(c->diagnostics, DIAGNOSTIC_NO_CHILDREN, span_of(d, list),
                        "`%s` needs at least one child", node_table[parent->type].name);
    bool is_random = tree_is_random(parent);
    uint64_t kind = item_make(parent->type, is_random ? ITEM_VARIANT : 0, 0, 0);
    if (node_has_few_children(kind) && json_count(list) > LIMIT_PARALLEL_CHILDREN)
        diagnostics_add(c->diagnostics, DIAGNOSTIC_TOO_MANY_CHILDREN, span_of_node(parent),
                        "`%s` has %u children; it takes at most %d%s",
                        node_table[parent->type].name, (unsigned)json_count(list),
                        LIMIT_PARALLEL_CHILDREN, is_random ? " in random order" : "");
    return true;
}

static bool check_case_count(compiler *c, const document *d, const tree_node *parent,
                             json_value cases)
{
    if (!expect_kind(c, d, cases, JSON_OBJECT, "`cases`"))
        return false;
    if (json_count(cases) == 0)
        diagnostics_add(c->diagnostics, DIAGNOSTIC_NO_CHILDREN, span_of(d, cases),
                        "`%s` needs at least one case", node_table[parent->type].name);
    if (json_count(cases) > LIMIT_CASES)
        diagnostics_add(c->diagnostics, DIAGNOSTIC_TOO_MANY_CHILDREN, span_of_node(parent),
                        "`%s` has %u cases; it takes at most %d", node_table[parent->type].name,
                        (unsigned)json_count(cases), LIMIT_CASES);
    return true;
}

// Get an attribute that may hold a child or a list of children. Returns false past the last
// attribute.
static bool known_row(const tree_node *node, uint32_t row, attribute_kind *kind, json_value *value)
{
    size_t count;
    const attribute_info *infos = node_attributes(node->type, &count);
    if (row >= count)
        return false;
    *kind = infos[row].kind;
    *value = node->attributes[row];
    return true;
}

// Get the same for a node of unknown type, whose children may have errors to report.
static bool guessed_row(const tree_node *node, uint32_t row, attribute_kind *kind,
                        json_value *value)
{
    static const struct {
        const char *name;
        attribute_kind kind;
        json_kind value;
    } attributes[] = {
        {"cases", ATTRIBUTE_CASES, JSON_OBJECT},      {"do", ATTRIBUTE_CHILD, JSON_OBJECT},
        {"child", ATTRIBUTE_CHILD, JSON_OBJECT},      {"then", ATTRIBUTE_CHILD, JSON_OBJECT},
        {"else", ATTRIBUTE_CHILD, JSON_OBJECT},       {"default", ATTRIBUTE_CHILD, JSON_OBJECT},
        {"children", ATTRIBUTE_CHILDREN, JSON_ARRAY},
    };
    if (row >= sizeof attributes / sizeof *attributes)
        return false;
    *kind = attributes[row].kind;
    *value = json_member(node->value, attributes[row].name, NULL);
    if (json_kind_of(*value) != attributes[row].value)
        *value = (json_value){0};
    return true;
}

// Return the value of the next child, or JSON_NONE.
static json_value reading_next(compiler *c, const document *d, tree_reading *top)
{
    const tree_node *node = top->node;
    while (!is_there(top->next)) {
        attribute_kind kind;
        json_value value;
        if (!(node->type ? known_row : guessed_row)(node, top->next_row++, &kind, &value))
            return (json_value){0};
        if (is_there(value) && kind == ATTRIBUTE_CHILD)
            return value;
        if (is_there(value) && kind == ATTRIBUTE_CHILDREN && check_children(c, d, node, value))
            top->next = json_first(value);
        top->has_keys = is_there(value) && kind == ATTRIBUTE_CASES;
        if (top->has_keys && check_case_count(c, d, node, value))
            top->next = json_first(value);
    }
    json_value child = top->has_keys ? json_next(top->next) : top->next;
    top->next = json_next(child);
    return child;
}

static void reading_start(compiler *c, tree_node *node)
{
    *ARENA_PUSH(&c->memory, c->readings.list, c->readings.count, c->readings.capacity) =
        (tree_reading){.node = node};
}

static void reading_add(tree_reading *to, tree_node *child)
{
    if (to->last)
        to->last->next = child;
    else
        to->node->children = child;
    to->last = child;
    to->node->child_count++;
}

tree_node *tree_read_node(compiler *c, document *d, json_value value)
{
    tree_node *root = read_node(c, d, value);
    if (root)
        reading_start(c, root);
    while (c->readings.count > 0) {
        tree_reading *top = &c->readings.list[c->readings.count - 1];
        json_value next = reading_next(c, d, top);
        if (!is_there(next)) {
            c->readings.count--;
            continue;
        }
        tree_node *child = read_node(c, d, next);
        if (child) {
            reading_add(top, child);
            reading_start(c, child);
        }
    }
    return root;
}

// ---- references between trees

uint32_t tree_find_param(const tree *t, json_value name)
{
    uint32_t i = 0;
    while (i < t->param_count && !json_is(name, t->params[i].name))
        i++;
    return i;
}

const char *tree_nearest_param(compiler *c, const tree *t, const char *name, param_kind kind)
{
    nearest best;
    nearest_start(&best, name, strlen(name), &c->suggestions);
    for (uint32_t i = 0; i < t->param_count; i++)
        if (kind == PARAM_VAGUE || t->params[i].kind == kind)
            nearest_offer(&best, t->params[i].name, strlen(t->params[i].name));
    return best.name;
}

tree *tree_target(tree *t)
{
    while (t && t->is_include)
        t = t->copied;
    return t;
}

static tree *tree_named(compiler *c, const document *in, const document *d, json_value value)
{
    const char *name = text_of(c, value);
    uint32_t number = names_find(&in->tree_names, name, strlen(name));
    if (number != NAMES_MISSING)
        return &in->trees[number];
    diagnostic *report =
        in == d ? diagnostics_add(c->diagnostics, DIAGNOSTIC_UNKNOWN_TREE, span_of(d, value),
                                  "there is no tree `%s`", name)
                : diagnostics_add(c->diagnostics, DIAGNOSTIC_UNKNOWN_TREE, span_of(d, value),
                                  "`%s` has no tree `%s`", in->path, name);
    const char *best = nearest_of(c, &in->tree_names, name);
    if (best)
        diagnostics_help(c->diagnostics, report, "did you mean `%s`?", best);
    return NULL;
}

// Find the tree that an include refers to.
static tree *included_tree(compiler *c, const tree *t)
{
    document *from = t->included;
    if (!from || from->broken)
        return NULL;
    if (is_there(t->part)) {
        from->is_library = true;
        return tree_named(c, from, t->document, t->part);
    }
    if (from->has_root)
        return &from->main;
    diagnostic *report =
        diagnostics_add(c->diagnostics, DIAGNOSTIC_INCLUDE_ONLY, span_of(t->document, t->site),
                        "`%s` has no `root` to include", from->path);
    if (from->tree_count)
        diagnostics_help(c->diagnostics, report, "name one of its trees: \"tree\": \"%s\"",
                         from->trees[0].name);
    return NULL;
}

static void find_included_trees(compiler *c)
{
    for (document *d = c->documents.first; d; d = d->next)
        for (uint32_t i = 0; i < d->tree_count; i++)
            if (d->trees[i].is_include)
                d->trees[i].copied = included_tree(c, &d->trees[i]);
}

static tree *find_tree(compiler *c, const tree_node *node)
{
    const document *d = node->document;
    json_value value = tree_attribute(node, ATTRIBUTE_TREE);
    if (!is_there(value) || !expect_kind(c, d, value, JSON_STRING, "`tree`"))
        return NULL;
    return tree_named(c, d, d, value);
}

// Read a node in `with`, if the param is a node; if the tree is unknown, if the value has a type.
static tree_node *read_given(compiler *c, const tree_node *node, const param *p, json_value value)
{
    json_kind kind = json_kind_of(value);
    bool is_node = p ? p->kind == PARAM_NODE
                     : kind == JSON_OBJECT && is_there(json_member(value, "type", NULL));
    return is_node ? tree_read_node(c, node->document, value) : NULL;
}

// Read the nodes that a `subtree` passes for params.
static void read_given_nodes(compiler *c, tree_node *node)
{
    json_value with = tree_attribute(node, ATTRIBUTE_WITH);
    const tree *t = tree_target(node->copied);
    if (json_kind_of(with) != JSON_OBJECT)
        return;
    if (t)
        node->given = ARENA_ARRAY(&c->memory, tree_node *, t->param_count);
    for (json_value key = json_first(with); is_there(key); key = json_next(json_next(key))) {
        uint32_t i = t ? tree_find_param(t, key) : 0;
        bool is_known = t && i < t->param_count;
        if (is_known && node->given[i])
            continue; // a duplicate, which was reported
        tree_node *given = read_given(c, node, is_known ? &t->params[i] : NULL, json_next(key));
        if (is_known)
            node->given[i] = given;
    }
}

// ---- sizes. Nothing is copied yet: the uses of each param are counted, and the size of the node
// passed for it is multiplied by that.

// A tree or node that is being counted. Counting keeps an explicit stack, so that no document can
// exhaust the native one.
typedef struct open_count {
    tree *t;
    tree_node *node;   // NULL: the tree itself
    uint64_t times;    // occurrences of the node in a copy of the tree, saturating
    uint32_t depth;    // nodes above it there, saturating at LIMIT_DEPTH + 1
    tree_node *next;   // next to be counted: a child of the node, or the tree's root
    uint32_t given;    // for a `subtree`, the param whose node is counted next
    bool is_delivered; // for a `subtree`, whether the size of the copied tree has been added
} open_count;

typedef struct counter {
    compiler *c;
    open_count *open;
    uint32_t open_count, open_capacity;
} counter;

static void report_cycle(const counter *k, const tree_node *site, const tree *again)
{
    const char *path = again->name;
    for (uint32_t i = k->open_count; i-- > 0 && k->open[i].t != again;)
        if (!k->open[i].node)
            path = arena_print(&k->c->memory, "%s -> %s", k->open[i].t->name, path);
    json_value place = tree_attribute(site, ATTRIBUTE_TREE);
    diagnostics_add(k->c->diagnostics, DIAGNOSTIC_TREE_CYCLE, span_of(site->document, place),
                    "the tree `%s` contains itself: %s -> %s", again->name, again->name, path);
}

static uint64_t add_saturating(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

static uint64_t multiply_saturating(uint64_t a, uint64_t b)
{
    return b > 0 && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

static uint32_t add_depths(uint32_t a, uint32_t b)
{
    return a + b <= LIMIT_DEPTH ? a + b : LIMIT_DEPTH + 1;
}

static void raise_height(tree *t, uint64_t times, uint32_t height)
{
    if (times > 0 && height > t->size.height)
        t->size.height = height;
}

static open_count *counter_push(counter *k, open_count new)
{
    open_count *top = ARENA_PUSH(&k->c->memory, k->open, k->open_count, k->open_capacity);
    *top = new;
    return top;
}

static uint64_t own_columns(const tree *t)
{
    uint64_t columns = 0;
    for (uint32_t i = 0; i < t->own_count; i++) {
        image_key key = {.type = (uint8_t)t->own[i].type, .capacity = (uint16_t)t->own[i].capacity};
        columns += columns_width(&key);
    }
    return columns;
}

static void open_tree(counter *k, tree *t)
{
    if (!t || t->progress != TREE_FRESH)
        return;
    t->progress = TREE_OPEN;
    t->size.columns = own_columns(t);
    t->shares = ARENA_ARRAY(&k->c->memory, tree_share, t->param_count);
    counter_push(k, (open_count){.t = t, .times = 1, .next = t->root});
    if (!t->root)
        t->size.nodes = t->size.height = 1;
}

static void count_nodes(tree *t, uint64_t times, uint32_t depth)
{
    t->size.nodes = add_saturating(t->size.nodes, times);
    raise_height(t, times, add_depths(depth, 1));
}

static void open_subtree(counter *k, open_count at)
{
    tree_node *node = at.node;
    node->copied = find_tree(k->c, node);
    tree *target = tree_target(node->copied);
    if (target && target->progress == TREE_OPEN) {
        report_cycle(k, node, target);
        node->copied = target = NULL;
    }
    read_given_nodes(k->c, node);
    counter_push(k, at);
    open_tree(k, target);
}

// Add the size of the tree that a `subtree` copies, times its occurrences.
static void deliver_subtree(tree *t, const open_count *at)
{
    tree *copied = tree_target(at->node->copied);
    if (!copied) {
        count_nodes(t, at->times, at->depth);
        return;
    }
    uint64_t nodes = multiply_saturating(at->times, copied->size.nodes);
    uint64_t columns = multiply_saturating(at->times, copied->size.columns);
    t->size.nodes = add_saturating(t->size.nodes, nodes);
    t->size.columns = add_saturating(t->size.columns, columns);
    raise_height(t, at->times, add_depths(at->depth, copied->size.height));
    if (nodes > t->largest_nodes) {
        t->largest_nodes = nodes;
        t->largest = at->node;
    }
    if (columns > t->richest_columns) {
        t->richest_columns = columns;
        t->richest = at->node;
    }
}

static void count_given(const open_count *at)
{
    tree *t = at->t;
    json_value name = tree_attribute(at->node, ATTRIBUTE_NODE_PARAM);
    uint32_t i = json_kind_of(name) == JSON_STRING ? tree_find_param(t, name) : t->param_count;
    if (i == t->param_count || t->params[i].kind != PARAM_NODE) {
        count_nodes(t, at->times, at->depth);
        return;
    }
    tree_share *share = &t->shares[i];
    share->times = add_saturating(share->times, at->times);
    if (at->times > 0 && at->depth > share->depth)
        share->depth = at->depth;
}

static void open_node(counter *k, open_count at)
{
    if (at.node->type == NODE_SUBTREE) {
        open_subtree(k, at);
    } else if (at.node->type == NODE_GIVEN) {
        count_given(&at);
    } else {
        count_nodes(at.t, at.times, at.depth);
        at.next = at.node->children;
        at.depth = add_depths(at.depth, 1);
        counter_push(k, at);
    }
}

// Count the next node that a `subtree` passes. Returns false when there are no more.
static bool open_next_given(counter *k, open_count *top)
{
    const tree *copied = tree_target(top->node->copied);
    if (!top->is_delivered)
        deliver_subtree(top->t, top);
    top->is_delivered = true;
    while (copied && top->node->given && top->given < copied->param_count) {
        uint32_t i = top->given++;
        if (!top->node->given[i])
            continue;
        const tree_share *share = &copied->shares[i];
        open_node(k, (open_count){.t = top->t,
                                  .node = top->node->given[i],
                                  .times = multiply_saturating(top->times, share->times),
                                  .depth = add_depths(top->depth, share->depth)});
        return true;
    }
    return false;
}

static void tree_count(counter *k, tree *t)
{
    open_tree(k, t);
    while (k->open_count > 0) {
        open_count *top = &k->open[k->open_count - 1];
        tree_node *node = top->next;
        if (top->node && top->node->type == NODE_SUBTREE) {
            if (!open_next_given(k, top))
                k->open_count--;
        } else if (node) {
            top->next = node->next;
            open_node(k, (open_count){
                             .t = top->t, .node = node, .times = top->times, .depth = top->depth});
        } else {
            if (!top->node)
                top->t->progress = TREE_COUNTED;
            k->open_count--;
        }
    }
}

// Return the chain of trees "a -> b -> c" that contributes most of the nodes or keys.
static const char *largest_chain(compiler *c, const tree *t, bool of_keys)
{
    enum { SHOWN = 8 };
    const char *path = t->name;
    for (int i = 0;; i++) {
        const tree_node *site = of_keys ? t->richest : t->largest;
        if (!site)
            return path;
        if (i == SHOWN)
            return arena_print(&c->memory, "%s -> ...", path);
        path = arena_print(&c->memory, "%s -> %s", path, site->copied->name);
        t = tree_target(site->copied);
    }
}

static void report_size(compiler *c, const tree *t, uint32_t budget)
{
    const char *nodes = t->size.nodes == UINT64_MAX
                            ? "more than 10^19"
                            : arena_print(&c->memory, "%llu", (unsigned long long)t->size.nodes);
    span place = span_of_node(t->largest ? t->largest : t->root);
    diagnostic *report = diagnostics_add(
        c->diagnostics, DIAGNOSTIC_NODE_BUDGET, place,
        "after expansion, this has %s nodes; at most %u are allowed", nodes, (unsigned)budget);
    if (t->largest)
        diagnostics_help(c->diagnostics, report, "most of them come from %s",
                         largest_chain(c, t, false));
}

static void report_keys(compiler *c, const tree *t)
{
    const char *columns =
        t->size.columns == UINT64_MAX
            ? "more than 10^19"
            : arena_print(&c->memory, "%llu", (unsigned long long)t->size.columns);
    span place = t->richest ? span_of_node(t->richest) : span_of(t->document, t->own[0].key);
    diagnostic *report = diagnostics_add(
        c->diagnostics, DIAGNOSTIC_TOO_MANY, place,
        "after expansion, the own keys have %s numbers and bools; a blackboard has at most %d",
        columns, LIMIT_COLUMNS);
    if (t->richest)
        diagnostics_help(c->diagnostics, report, "most of them come from %s",
                         largest_chain(c, t, true));
}

static bool tree_is_too_large(compiler *c, const tree *t)
{
    uint32_t budget = c->options.node_budget;
    if (t->size.nodes > budget) {
        report_size(c, t, budget);
        return true;
    }
    if (t->size.columns + c->keys.count > LIMIT_COLUMNS && t->size.columns > 0) {
        report_keys(c, t);
        return true;
    }
    if (t->size.height <= LIMIT_DEPTH)
        return false;
    diagnostics_add(c->diagnostics, DIAGNOSTIC_TREE_DEPTH, span_of_node(t->root),
                    "after expansion, this tree is more than %d nodes deep", LIMIT_DEPTH);
    return true;
}

bool tree_resolve(compiler *c)
{
    bool fits = true;
    counter k = {.c = c};
    find_included_trees(c);
    for (document *d = c->documents.first; d; d = d->next) {
        tree_count(&k, &d->main);
        for (uint32_t i = 0; i < d->tree_count; i++)
            if (!d->trees[i].is_include)
                tree_count(&k, &d->trees[i]);
    }
    for (document *d = c->documents.first; d; d = d->next) {
        if (d->main.root)
            fits = !tree_is_too_large(c, &d->main) && fits;
        if (!fits)
            return false; // trees below are too large as well; one error is enough
    }
    for (document *d = c->documents.first; d; d = d->next)
        for (uint32_t i = 0; i < d->tree_count; i++)
            if (d->trees[i].root)
                fits = fits && !tree_is_too_large(c, &d->trees[i]);
    return fits;
}
