// SPDX-License-Identifier: MIT
// Lowering: nodes that use a list. Their operands are, by the letters of nodes.def,
//
//   L  the list, and the keys to which the node assigns      I  the place of an element
//   Y  all elements of the list, if it is not copied         X  the value of an element
#include "lower_state.h"

#include "shape_limits.h"

static bool is_written(const tree_node *node, attribute_kind kind)
{
    return json_kind_of(tree_attribute(node, kind)) != JSON_NONE;
}

static attribute_kind key_attribute(const tree_node *node)
{
    return node_attribute(node->type, ATTRIBUTE_LIST_KEY) ? ATTRIBUTE_LIST_KEY
                                                          : ATTRIBUTE_BLACKBOARD_KEY;
}

static value_type element_type(const schema_key *list)
{
    return value_type_of_key(list->type, list->words);
}

static const char *name_of(const schema_key *key)
{
    return key->of ? key->of->name : key->name;
}

item_type lowered_type(lowering *l, const tree_node *node, const scope *s)
{
    json_value key =
        node->type == NODE_SET ? tree_attribute(node, ATTRIBUTE_BLACKBOARD_KEY) : (json_value){0};
    if (json_kind_of(key) != JSON_STRING)
        return node->type;
    seen_name found = scope_see(l, s, text_of(l->c, key));
    bool is_list = found.kind == SEEN_KEY && found.key && type_of_key(found.key) == VALUE_LIST;
    if (!is_list)
        return NODE_SET;
    return is_written(node, ATTRIBUTE_AT) ? NODE_SET_ELEMENT : NODE_SET_LIST;
}

// ---- keys of elements

// Return what a node names, with an article: "an int", "a list of vec2".
static const char *place_phrase(lowering *l, const named_place *place)
{
    const char *type =
        place->component >= 0 ? value_type_text(VALUE_FLOAT) : type_text_of_key(l->c, place->key);
    const char *article = *type == 'i' || *type == 'e' ? "an" : "a"; // "int", "enum"
    return arena_print(&l->c->work.memory, "%s %s", article, type);
}

static void report_item(lowering *l, const tree_node *node, json_value name, const schema_key *list,
                        const named_place *item)
{
    gestalt_diagnostics *to = l->c->diagnostics;
    diagnostic *report = diagnostics_add(to, DIAGNOSTIC_LIST_NEEDED, span_of(node->document, name),
                                         "`%s` is %s, but the elements of `%s` are of type %s",
                                         text_of(l->c, name), place_phrase(l, item), name_of(list),
                                         type_text(l->c, list->type, list->words));
    diagnostics_help(to, report, "elements are not converted, so the key must have their type");
}

// Return the column of the key to which the node assigns an element.
static uint32_t item_column(lowering *l, const tree_node *node, const scope *s,
                            const schema_key *list, named_place *item)
{
    json_value name = tree_attribute(node, ATTRIBUTE_ELEMENT_KEY);
    if (json_kind_of(name) == JSON_NONE)
        return LIST_NO_KEY;
    const char *what =
        arena_print(&l->c->work.memory, "`%s`", tree_attribute_name(node, ATTRIBUTE_ELEMENT_KEY));
    *item = read_place(l, node, s, name, what, true);
    if (list && item->type != VALUE_NONE &&
        (item->type != element_type(list) || item->words != list->words))
        report_item(l, node, name, list, item);
    return item->column;
}

static uint32_t index_column(lowering *l, const tree_node *node, const scope *s,
                             const named_place *item)
{
    json_value name = tree_attribute(node, ATTRIBUTE_INDEX_KEY);
    if (json_kind_of(name) == JSON_NONE)
        return LIST_NO_KEY;
    gestalt_diagnostics *to = l->c->diagnostics;
    span place = span_of(node->document, name);
    named_place index = read_place(l, node, s, name, "`index`", true);
    if (index.type != VALUE_NONE && index.type != VALUE_INT)
        diagnostics_add(to, DIAGNOSTIC_LIST_NEEDED, place, "`%s` must be an int key, not %s",
                        text_of(l->c, name), place_phrase(l, &index));
    else if (index.type == VALUE_INT && item->type != VALUE_NONE && index.key == item->key)
        diagnostics_add(to, DIAGNOSTIC_LIST_NEEDED, place,
                        "`item` and `index` must be two different keys");
    return index.column;
}

// ---- copies of lists

static void report_source(lowering *l, const tree_node *node, const schema_key *list,
                          const char *found)
{
    gestalt_diagnostics *to = l->c->diagnostics;
    json_value from = tree_attribute(node, ATTRIBUTE_VALUE_EXPRESSION);
    diagnostic *report = diagnostics_add(to, DIAGNOSTIC_LIST_NEEDED, span_of(node->document, from),
                                         "`%s` is a %s, but `%s` is %s", name_of(list),
                                         type_text_of_key(l->c, list), text_of(l->c, from), found);
    diagnostics_help(to, report,
                     "write [...] with an expression for each element, or `at` for one element");
}

// Report a list that can't be copied to the node's list.
static void check_source(lowering *l, const tree_node *node, const schema_key *list,
                         const named_place *from)
{
    gestalt_diagnostics *to = l->c->diagnostics;
    span place = span_of(node->document, tree_attribute(node, ATTRIBUTE_VALUE_EXPRESSION));
    bool are_known = !list->is_like && !from->key->is_like; // a param accepts any capacity
    if (from->type != VALUE_LIST || !same_elements(from->key, list))
        report_source(l, node, list, place_phrase(l, from));
    else if (from->key == list)
        diagnostics_add(to, DIAGNOSTIC_LIST_NEEDED, place, "`%s` can't be set to itself",
                        name_of(list));
    else if (are_known && from->key->capacity > list->capacity)
        diagnostics_add(to, DIAGNOSTIC_LIST_NEEDED, place,
                        "`%s` has a capacity of %u, but that of `%s` is only %u",
                        name_of(from->key), (unsigned)from->key->capacity, name_of(list),
                        (unsigned)list->capacity);
}

// Return the column of the list from which the node's list is copied.
static uint32_t source_column(lowering *l, const tree_node *node, const scope *s,
                              const schema_key *list)
{
    json_value name = tree_attribute(node, ATTRIBUTE_VALUE_EXPRESSION);
    if (json_kind_of(name) != JSON_STRING)
        return LIST_NO_KEY;
    if (list && !names_is_identifier(text_of(l->c, name))) {
        report_source(l, node, list, "an expression");
        return LIST_NO_KEY;
    }
    named_place from = read_place(l, node, s, name, "`to`", false);
    if (list && from.type != VALUE_NONE)
        check_source(l, node, list, &from);
    return from.column;
}

// ---- operands

static void report_no_list(lowering *l, const tree_node *node, json_value name,
                           const named_place *place)
{
    gestalt_diagnostics *to = l->c->diagnostics;
    diagnostic *report =
        diagnostics_add(to, DIAGNOSTIC_LIST_NEEDED, span_of(node->document, name),
                        "the `key` of a `%s` is a list, but `%s` is %s",
                        node_table[node->type].name, text_of(l->c, name), place_phrase(l, place));
    if (place->component < 0)
        diagnostics_note(to, report, span_of(place->key->document, place->key->key),
                         "declared here");
}

static void lower_list(lowering *l, const tree_node *node, item_type type, const scope *s)
{
    json_value name = tree_attribute(node, key_attribute(node));
    bool changes = node_table[type].group == GROUP_LEAF;
    named_place place = {.type = VALUE_NONE}, item = {.type = VALUE_NONE};
    if (json_kind_of(name) != JSON_NONE)
        place = read_place(l, node, s, name, "`key`", changes);
    if (place.type != VALUE_NONE && place.type != VALUE_LIST)
        report_no_list(l, node, name, &place);
    const schema_key *list = place.type == VALUE_LIST ? place.key : NULL;
    uint32_t key = node_has(type, 'Y') ? source_column(l, node, s, list)
                                       : item_column(l, node, s, list, &item);
    uint32_t index = index_column(l, node, s, &item);
    emit(l,
         list_operand_make(list_place_make(place.column, list ? list->capacity : 0), key, index));
    l->list = list;
}

static unsigned lower_at(lowering *l, const tree_node *node, const scope *s)
{
    if (!is_written(node, ATTRIBUTE_AT))
        return 0;
    emit_code(l, compile_value(l, node->document, s, tree_attribute(node, ATTRIBUTE_AT), VALUE_INT,
                               "`at`"));
    return ITEM_VARIANT;
}

static void lower_element(lowering *l, const tree_node *node, const scope *s, json_value value,
                          const char *what)
{
    if (!l->list || json_kind_of(value) == JSON_NONE)
        return;
    value_type wanted = element_type(l->list);
    emit_code(l, value_is_vector(wanted)
                     ? compile_vector(l, node->document, s, value, wanted, what)
                     : compile_typed(l, node->document, s, value, wanted, l->list->words, what));
}

static void report_count(lowering *l, const tree_node *node, json_value elements, uint32_t most)
{
    diagnostic *report = diagnostics_add(
        l->c->diagnostics, DIAGNOSTIC_LIST_LENGTH, span_of(node->document, elements),
        most == LIMIT_SET_ELEMENTS ? "these are %u elements, and a `set` takes at most %u"
                                   : "these are %u elements, but the capacity of the list is %u",
        (unsigned)json_count(elements), (unsigned)most);
    if (most == LIMIT_SET_ELEMENTS)
        diagnostics_help(l->c->diagnostics, report, "append more with `push`");
}

static unsigned lower_elements(lowering *l, const tree_node *node, const scope *s)
{
    json_value to = tree_attribute(node, ATTRIBUTE_VALUE_EXPRESSION);
    json_kind kind = json_kind_of(to);
    if (kind != JSON_ARRAY) {
        if (kind != JSON_STRING && kind != JSON_NONE)
            diagnostics_add(l->c->diagnostics, DIAGNOSTIC_WRONG_KIND, span_of(node->document, to),
                            "`to` must be the name of a list, or an array of its elements, not %s",
                            json_kind_text(kind));
        return 0;
    }
    uint32_t most = LIMIT_SET_ELEMENTS;
    if (l->list && l->list->capacity < most)
        most = l->list->capacity;
    if (json_count(to) > most)
        report_count(l, node, to, most);
    for (json_value each = json_first(to); json_kind_of(each) != JSON_NONE; each = json_next(each))
        lower_element(l, node, s, each, "an element");
    return ITEM_VARIANT;
}

unsigned lower_list_operand(lowering *l, const tree_node *node, item_type type, const scope *s,
                            char letter)
{
    attribute_kind value = node_attribute(node->type, ATTRIBUTE_ELEMENT)
                               ? ATTRIBUTE_ELEMENT
                               : ATTRIBUTE_VALUE_EXPRESSION;
    switch (letter) {
    case 'L': lower_list(l, node, type, s); return 0;
    case 'I': return lower_at(l, node, s);
    case 'Y': return lower_elements(l, node, s);
    default:
        lower_element(l, node, s, tree_attribute(node, value),
                      arena_print(&l->c->work.memory, "`%s`", tree_attribute_name(node, value)));
        return 0;
    }
}
