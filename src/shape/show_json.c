// SPDX-License-Identifier: MIT
// A shape as a document that compiles to the same shape, except for source positions: everything
// that the compiler would derive is written explicitly.
//
// JSON may nest less deep than trees, so a deep tree is cut: a node at a depth that is a multiple
// of JSON_CUT becomes the root of a tree of its own in `trees`.
#include "columns.h"
#include "json_layout.h"
#include "nodes.h"
#include "number.h"
#include "print_expression.h"
#include "scalar.h"
#include "show.h"

#include <inttypes.h>
#include <string.h>

enum { JSON_CUT = 100 };

// A node whose closing bracket is still to be written.
typedef struct json_level {
    item_type type;
    uint32_t next, end;  // range of items for the remaining children
    uint32_t number;     // index of the next child
    uint32_t cases;      // item of the first case
    uint32_t case_count; // number of children in `cases`, which come first
} json_level;

typedef struct json_show {
    text_out *out;
    const gestalt_shape *shape;
    uint32_t node; // next node id
    uint32_t level_count;
    json_level levels[JSON_CUT];
} json_show;

static bool float_is_finite(float x)
{
    return x - x == 0.0f;
}

// ---- values

static void json_string(const json_show *j, uint32_t string)
{
    const char *text = shape_string(j->shape, string);
    text_json(j->out, text, strlen(text));
}

// Write ,"name": with the name of a node's attribute of that kind.
static void json_attribute(const json_show *j, const node_view *view, attribute_kind kind)
{
    text_print(j->out, ",\"%s\":", node_attribute(view->type, kind)->name);
}

// Write ,"name":"text" unless there is no text.
static void json_optional_string(const json_show *j, const char *name, uint32_t string)
{
    if (string == SHAPE_NONE)
        return;
    text_print(j->out, ",\"%s\":", name);
    json_string(j, string);
}

static void json_float(const json_show *j, float number)
{
    char text[NUMBER_TEXT_SIZE];
    text_write(j->out, text, number_print_float(text, number));
}

static void json_weight(const json_show *j, float weight)
{
    show_number(j->out, weight);
}

static void json_key(const json_show *j, const image_key *key, const char *component)
{
    show_filter filter;
    text_put(j->out, "\"");
    print_key_in_document(show_filter_start(&filter, j->out, SHOW_IN_JSON), j->shape, key);
    show_filter_flush(&filter);
    text_print(j->out, "%s\"", component);
}

// Write the name of a key; for a vector's column with its component.
static void json_column(const json_show *j, uint32_t column)
{
    const image_key *key = columns_key(j->shape, column);
    char component[] = {'.', key_component(column - key->column), '\0'};
    json_key(j, key, key_has_components(key) ? component : "");
}

// Write constants as JSON values if JSON has them.
static void json_expression(const json_show *j, uint32_t index)
{
    uint64_t item = j->shape->items[index];
    uint32_t argument = item_argument(item);
    item_type type = item_type_of(item);
    bool is_single = item_flags(item) & ITEM_LAST;
    if (is_single && type == OP_CONST_BOOL) {
        text_put(j->out, argument ? "true" : "false");
    } else if (is_single && type == OP_CONST_INT) {
        text_print(j->out, "%" PRId32, scalar_wrap(argument));
    } else if (is_single && type == OP_CONST_FLOAT &&
               float_is_finite(scalar_float_of_bits(argument))) {
        json_float(j, scalar_float_of_bits(argument));
    } else {
        show_filter filter;
        text_put(j->out, "\"");
        print_expression_in_document(show_filter_start(&filter, j->out, SHOW_IN_JSON), j->shape,
                                     index);
        show_filter_flush(&filter);
        text_put(j->out, "\"");
    }
}

// ---- blackboard and hosts

static void json_type(const json_show *j, uint8_t type, uint16_t words)
{
    if (!words) {
        text_print(j->out, "\"%s\"", show_key_type_text(type));
        return;
    }
    text_put(j->out, "[\"");
    show_words(j->out, j->shape, words, "\",\"", UINT32_MAX, "");
    text_put(j->out, "\"]");
}

// A word of an enum is written without quotes inside the string.
static void json_value_of_init(const json_show *j, uint32_t index)
{
    uint64_t item = j->shape->items[index];
    if (item_type_of(item) == OP_CONST_ENUM && item_flags(item) & ITEM_LAST)
        text_print(j->out, "\"%s\"",
                   shape_word(j->shape, item_enum(item), (int32_t)item_word(item)));
    else
        json_expression(j, index);
}

static void json_init(const json_show *j, const image_key *key, uint32_t *init)
{
    uint32_t inits[SHOW_INITS_MAX], width = show_key_inits(j->shape, init, key, inits);
    bool is_list = width > 1 || key_is_list(key);
    if (!width)
        return;
    text_put(j->out, is_list ? ",\"init\":[" : ",\"init\":");
    for (uint32_t k = 0; k < width; k++) {
        text_put(j->out, k ? "," : "");
        inits[k] ? json_value_of_init(j, inits[k]) : text_put(j->out, "0.0");
    }
    text_put(j->out, is_list ? "]" : "");
}

static void json_blackboard(const json_show *j)
{
    if (j->shape->key_count == 0)
        return;
    uint32_t init = j->shape->specification->tree_end;
    text_put(j->out, ",\"blackboard\":{");
    for (uint32_t i = 0; i < j->shape->key_count; i++) {
        const image_key *key = &j->shape->keys[i];
        text_put(j->out, i ? "," : "");
        json_key(j, key, "");
        text_put(j->out, ":{\"type\":");
        text_put(j->out, key_is_list(key) ? "{\"list\":" : "");
        json_type(j, key->type, key->words);
        if (key_is_list(key))
            text_print(j->out, "},\"capacity\":%u", (unsigned)key->capacity);
        json_init(j, key, &init);
        if (key->shared)
            text_put(j->out, ",\"shared\":true");
        if (key->is_host)
            text_put(j->out, ",\"host\":true");
        if (columns_is_own(j->shape, key))
            json_optional_string(j, "full_name", key->name);
        json_optional_string(j, "doc", key->doc);
        text_put(j->out, "}");
    }
    text_put(j->out, "}");
}

static void json_parameter_type(const json_show *j, const image_argument *argument)
{
    if (!argument->words && !argument->is_list) {
        text_print(j->out, "\"%s%s\"", argument->by_key ? "key " : "",
                   show_key_type_text(argument->type));
        return;
    }
    text_put(j->out, argument->by_key ? "{\"key\":" : "");
    text_put(j->out, argument->is_list ? "{\"list\":" : "");
    json_type(j, argument->type, argument->words);
    text_put(j->out, argument->is_list ? "}" : "");
    text_put(j->out, argument->by_key ? "}" : "");
}

static void json_parameters(const json_show *j, const image_host *host)
{
    if (host->argument_count == 0)
        return;
    text_put(j->out, ",\"args\":{");
    for (uint32_t i = 0; i < host->argument_count; i++) {
        const image_argument *argument = &j->shape->arguments[host->first_argument + i];
        text_put(j->out, i ? "," : "");
        json_string(j, argument->name);
        text_put(j->out, ":");
        json_parameter_type(j, argument);
    }
    text_put(j->out, "}");
}

static void json_actions(const json_show *j)
{
    if (j->shape->host_count == 0)
        return;
    text_put(j->out, ",\"actions\":{");
    for (uint32_t i = 0; i < j->shape->host_count; i++) {
        text_put(j->out, i ? "," : "");
        json_string(j, j->shape->hosts[i].name);
        text_print(j->out, ":{\"kind\":\"%s\"", show_host_kind_text(j->shape->hosts[i].kind));
        json_parameters(j, &j->shape->hosts[i]);
        text_put(j->out, "}");
    }
    text_put(j->out, "}");
}

// ---- attributes of nodes

static void json_arguments(const json_show *j, uint32_t host, uint32_t argument, uint32_t end)
{
    if (argument == end)
        return;
    text_put(j->out, ",\"args\":{");
    const char *separator = "";
    for (; argument < end; argument = item_end(j->shape->items[argument])) {
        uint32_t value = item_argument(j->shape->items[argument]);
        uint32_t row = j->shape->hosts[host].first_argument + (value >> 24);
        const image_argument *declared = &j->shape->arguments[row];
        text_put(j->out, separator);
        json_string(j, declared->name);
        text_put(j->out, ":");
        if (declared->type == ARGUMENT_TEXT)
            json_string(j, j->shape->texts.list[item_argument(j->shape->items[argument + 1])]);
        else if (item_end(j->shape->items[argument]) > argument + 1)
            json_expression(j, argument + 1);
        else if (key_is_vector(declared->type))
            json_key(j, columns_key(j->shape, value & 0xffffff), "");
        else
            json_column(j, value & 0xffffff);
        separator = ",";
    }
    text_put(j->out, "}");
}

static void json_node_expression(const json_show *j, const node_view *view)
{
    uint64_t item = j->shape->items[view->expression];
    if (item_type_of(item) != OP_CALL) {
        json_attribute(j, view,
                       node_has(view->type, 'C') ? ATTRIBUTE_CHOICE_EXPRESSION
                                                 : ATTRIBUTE_BOOL_EXPRESSION);
        json_expression(j, view->expression);
        return;
    }
    uint32_t host = item_argument(item);
    json_attribute(j, view, ATTRIBUTE_PREDICATE);
    json_string(j, j->shape->hosts[host].name);
    json_arguments(j, host, view->expression + 1, item_end(item));
}

static void json_duration(const json_show *j, const node_view *view)
{
    int64_t duration = (int64_t)j->shape->items[view->raw];
    json_attribute(j, view, view->flags & ITEM_VARIANT ? ATTRIBUTE_TICKS : ATTRIBUTE_SECONDS);
    if (j->shape->items[view->raw] == DURATION_EVALUATED) {
        json_expression(j, view->expression);
        return;
    }
    if (view->flags & ITEM_VARIANT) {
        text_print(j->out, "%" PRId64, duration);
        return;
    }
    char text[NUMBER_TEXT_SIZE];
    text_write(j->out, text, number_print_seconds(text, duration));
}

// Write a key that a node on a list assigns or copies.
static void json_list_key(const json_show *j, const node_view *view, uint32_t column)
{
    const image_key *key = columns_key(j->shape, column);
    uint64_t list = j->shape->items[view->list];
    const image_key *of = columns_key(j->shape, list_column(list_operand_place(list)));
    if (key_is_vector(of->type) && column == list_operand_key(list))
        json_key(j, key, "");
    else
        json_column(j, column);
}

static void json_list(const json_show *j, const node_view *view)
{
    uint64_t list = j->shape->items[view->list];
    bool is_set = node_is_form(view->type);
    json_attribute(j, view, is_set ? ATTRIBUTE_BLACKBOARD_KEY : ATTRIBUTE_LIST_KEY);
    json_column(j, list_column(list_operand_place(list)));
    if (list_operand_key(list) != LIST_NO_KEY) {
        json_attribute(j, view, is_set ? ATTRIBUTE_VALUE_EXPRESSION : ATTRIBUTE_ELEMENT_KEY);
        json_list_key(j, view, list_operand_key(list));
    }
    if (list_operand_index(list) != LIST_NO_KEY) {
        json_attribute(j, view, ATTRIBUTE_INDEX_KEY);
        json_list_key(j, view, list_operand_index(list));
    }
}

static void json_element(const json_show *j, const node_view *view)
{
    bool is_set = node_is_form(view->type);
    json_attribute(j, view, is_set ? ATTRIBUTE_VALUE_EXPRESSION : ATTRIBUTE_ELEMENT);
    json_expression(j, view->expression);
}

// Write the expressions to which a list is set.
static void json_elements(const json_show *j, const node_view *view)
{
    if (!(view->flags & ITEM_VARIANT))
        return;
    json_attribute(j, view, ATTRIBUTE_VALUE_EXPRESSION);
    text_put(j->out, "[");
    for (uint32_t i = view->expression; i && i < view->end;
         i = walk_expression(j->shape->items, i)) {
        text_put(j->out, i > view->expression ? "," : "");
        json_expression(j, i);
    }
    text_put(j->out, "]");
}

static void json_rounds(const json_show *j, const node_view *view, uint64_t rounds)
{
    if (rounds_limit(rounds) != 0) {
        json_attribute(j, view, ATTRIBUTE_COUNT);
        text_print(j->out, "%" PRIu32, rounds_limit(rounds));
    }
    if (rounds_until(rounds)) {
        json_attribute(j, view, ATTRIBUTE_UNTIL);
        text_put(j->out, rounds_until(rounds) & ITEM_CAN_SUCCEED ? "\"success\"" : "\"failure\"");
    }
    if (rounds_per_tick(rounds) != 64) {
        json_attribute(j, view, ATTRIBUTE_PER_TICK);
        text_print(j->out, "%" PRIu32, rounds_per_tick(rounds));
    }
}

static void json_pause(const json_show *j, const node_view *view)
{
    if (!view->pause)
        return;
    json_attribute(j, view, ATTRIBUTE_PAUSE);
    text_print(j->out, "%" PRIu32, pause_ticks(j->shape->items[view->pause]));
}

static void json_thresholds(const json_show *j, uint64_t thresholds)
{
    text_print(j->out, ",\"success\":%" PRIu32 ",\"failure\":%" PRIu32,
               thresholds_success(thresholds), thresholds_failure(thresholds));
    if (thresholds_at_end(thresholds))
        text_put(j->out, ",\"verdict\":\"end\"");
}

// Write the initial status only if it is not the default, so that all nodes with the same
// persistent agree.
static void json_persistent(const json_show *j, const node_view *view)
{
    const image_persistent *persistent = &j->shape->persistents[view->argument];
    json_attribute(j, view, ATTRIBUTE_PERSISTENT);
    json_string(j, persistent->name);
    if (persistent->init == GESTALT_RUNNING || node_has(view->type, 'S'))
        return;
    json_attribute(j, view, ATTRIBUTE_STATUS);
    text_print(j->out, "\"%s\"", show_status_text(persistent->init));
}

static void json_weights(const json_show *j, const node_view *view)
{
    float before = 0;
    json_attribute(j, view, ATTRIBUTE_WEIGHTS);
    text_put(j->out, "[");
    for (uint32_t i = 0; i < view->argument; i++) {
        uint64_t item = j->shape->items[view->expression + i];
        text_put(j->out, i ? "," : "");
        json_weight(j, show_weight(before, item));
        before = scalar_float_of_bits(item_argument(item));
    }
    text_put(j->out, "]");
}

static void json_scores(const json_show *j, const node_view *view)
{
    json_attribute(j, view, ATTRIBUTE_SCORES);
    text_put(j->out, "[");
    for (uint32_t i = view->expression; i < view->first_child;
         i = walk_expression(j->shape->items, i)) {
        text_put(j->out, i > view->expression ? "," : "");
        json_expression(j, i);
    }
    text_put(j->out, "]");
}

static void json_assigned(const json_show *j, const node_view *view)
{
    json_attribute(j, view, ATTRIBUTE_VALUE_EXPRESSION);
    json_expression(j, view->expression);
}

// Write the argument of a head, if it contains more than the operands.
static void json_head_argument(const json_show *j, const node_view *view)
{
    switch (node_table[view->type].operands[0]) {
    case 'h':
        json_attribute(j, view,
                       node_has(view->type, 'Q') ? ATTRIBUTE_DEFERRED : ATTRIBUTE_IMMEDIATE);
        json_string(j, j->shape->hosts[view->argument].name);
        break;
    case 'k':
        json_attribute(j, view, ATTRIBUTE_BLACKBOARD_KEY);
        if (view->flags & ITEM_VARIANT)
            json_key(j, columns_key(j->shape, view->argument), "");
        else
            json_column(j, view->argument);
        break;
    case 'p': json_persistent(j, view); break;
    case 'f':
        json_attribute(j, view, ATTRIBUTE_PROBABILITY);
        json_weight(j, scalar_float_of_bits(view->argument));
        break;
    case 's':
        json_attribute(j, view, ATTRIBUTE_MESSAGE);
        json_string(j, view->argument);
        break;
    default:
        if (node_shuffles(view)) {
            json_attribute(j, view, ATTRIBUTE_ORDER);
            text_put(j->out, "\"random\"");
        }
        break;
    }
}

static void json_operand(const json_show *j, const node_view *view, char letter)
{
    uint64_t raw = view->raw ? j->shape->items[view->raw] : 0;
    switch (letter) {
    case 'E': json_node_expression(j, view); break;
    case 'A':
        if (view->expression)
            json_arguments(j, view->argument, view->expression, view->end);
        break;
    case 'D': json_duration(j, view); break;
    case 'R': json_rounds(j, view, raw); break;
    case 'L': json_list(j, view); break;
    case 'I':
        if (view->at) {
            json_attribute(j, view, ATTRIBUTE_AT);
            json_expression(j, view->at);
        }
        break;
    case 'X': json_element(j, view); break;
    case 'Y': json_elements(j, view); break;
    case 'P': json_pause(j, view); break;
    case 'H': json_thresholds(j, raw); break;
    case 'S':
        json_attribute(j, view, ATTRIBUTE_STATUS);
        text_print(j->out, "\"%s\"", show_status_text((uint32_t)raw));
        break;
    case 'Q':
        json_optional_string(j, node_attribute(view->type, ATTRIBUTE_RESOURCE)->name,
                             (uint32_t)raw);
        break;
    case 'W': json_weights(j, view); break;
    case 'U': json_scores(j, view); break;
    case 'V': json_assigned(j, view); break;
    default: break;
    }
}

static void json_reactive(const json_show *j, const node_view *view)
{
    if (!view_reacts(view))
        return;
    json_attribute(j, view, ATTRIBUTE_REACTIVE);
    text_put(j->out, "true");
    if (!view->margin)
        return;
    json_attribute(j, view, ATTRIBUTE_MARGIN);
    json_weight(j, scalar_float_of_bits(item_argument(j->shape->items[view->margin])));
}

static void json_attributes(const json_show *j, const node_view *view)
{
    json_head_argument(j, view);
    for (const char *letter = node_table[view->type].operands + 1; *letter; letter++)
        json_operand(j, view, *letter);
    json_reactive(j, view);
}

void show_json_attributes(text_out *out, const gestalt_shape *shape, const node_view *view)
{
    json_show j = {.out = out, .shape = shape};
    json_attributes(&j, view);
}

// ---- nodes

// Return whether a condition is written as a bare string.
static bool json_is_bare(const json_show *j, const node_view *view, const image_name *name)
{
    if (view->type != NODE_CONDITION || name->name != SHAPE_NONE || name->doc != SHAPE_NONE)
        return false;
    uint64_t item = j->shape->items[view->expression];
    bool is_constant = item_type_of(item) == OP_CONST_BOOL && item_flags(item) & ITEM_LAST;
    return !is_constant && item_type_of(item) != OP_CALL;
}

static bool json_has_list(item_type type)
{
    return node_attribute(type, ATTRIBUTE_CHILDREN);
}

// Write a node up to its first child, or a whole node without children.
static void json_open_node(json_show *j, uint32_t item)
{
    static const image_name unnamed = {SHAPE_NONE, SHAPE_NONE};
    node_view view = walk_node(j->shape->items, item);
    const image_name *name = j->shape->names ? &j->shape->names[j->node] : &unnamed;
    j->node++;
    if (json_is_bare(j, &view, name)) {
        json_expression(j, view.expression);
        return;
    }
    text_print(j->out, "{\"type\":\"%s\"", node_table[view.type].name);
    json_optional_string(j, "name", name->name);
    json_optional_string(j, "doc", name->doc);
    json_attributes(j, &view);
    if (node_table[view.type].group == GROUP_LEAF) {
        text_put(j->out, "}");
        return;
    }
    if (json_has_list(view.type))
        text_put(j->out, ",\"children\":[");
    if (view.cases)
        text_print(j->out, ",\"%s\":{", node_attribute(view.type, ATTRIBUTE_CASES)->name);
    j->levels[j->level_count++] =
        (json_level){.type = view.type,
                     .next = view.first_child,
                     .end = view.end,
                     .cases = view.cases,
                     .case_count = walk_case_count(j->shape->items, &view)};
}

// Write the key of the next case, or the end of the cases.
static void json_case(const json_show *j, const json_level *level)
{
    text_put(j->out, level->number > 0 ? ",\"" : "\"");
    show_case(j->out, j->shape, level->cases + level->number);
    text_put(j->out, "\":");
}

// Write the text before the next child: its name, or a comma in a list.
static void json_before_child(const json_show *j, json_level *level)
{
    uint32_t number = level->number - level->case_count; // index after the cases
    if (level->number < level->case_count) {
        json_case(j, level);
        level->number++;
        return;
    }
    if (level->case_count > 0 && number == 0)
        text_put(j->out, "}");
    const attribute_info *attribute = node_child_attribute(level->type, number);
    if (attribute)
        text_print(j->out, ",\"%s\":", attribute->name);
    else if (level->number > 0)
        text_put(j->out, ",");
    level->number++;
}

static void json_close_node(json_show *j)
{
    const json_level *level = &j->levels[--j->level_count];
    bool has_open_cases = level->case_count > 0 && level->number == level->case_count;
    text_put(j->out, json_has_list(level->type) ? "]}" : has_open_cases ? "}}" : "}");
}

static bool json_is_cut(const gestalt_shape *shape, uint32_t item, uint32_t depth)
{
    item_type type = item_type_of(shape->items[item]);
    return depth > 0 && depth % JSON_CUT == 0 && node_table[type].group != GROUP_LEAF;
}

// Write the reference for a node at which the tree is cut, and skip everything below it.
static void json_cut(json_show *j, uint32_t item)
{
    text_print(j->out, "{\"type\":\"subtree\",\"tree\":\"below_%" PRIu32 "\"}", j->node);
    while (j->node < j->shape->specification->node_count &&
           j->shape->nodes[j->node] < item_end(j->shape->items[item]))
        j->node++;
}

// Write a node, even if the tree is cut there, and everything below it down to the next cuts.
static void json_tree(json_show *j, uint32_t item, uint32_t depth)
{
    json_open_node(j, item);
    while (j->level_count > 0) {
        json_level *top = &j->levels[j->level_count - 1];
        uint32_t child = top->next;
        if (child == top->end) {
            json_close_node(j);
            continue;
        }
        json_before_child(j, top);
        top->next = item_end(j->shape->items[child]);
        if (json_is_cut(j->shape, child, depth + j->level_count))
            json_cut(j, child);
        else
            json_open_node(j, child);
    }
}

static void json_trees(json_show *j, show_walk *walk)
{
    const char *separator = ",\"trees\":{";
    while (show_walk_next(walk)) {
        uint32_t item = walk->levels[walk->depth].item;
        if (!json_is_cut(j->shape, item, walk->depth))
            continue;
        text_print(j->out, "%s\"below_%" PRIu32 "\":{\"root\":", separator, walk->node);
        j->node = walk->node;
        json_tree(j, item, walk->depth);
        text_put(j->out, "}");
        separator = ",";
    }
    if (*separator == ',' && separator[1] == '\0')
        text_put(j->out, "}");
}

void show_json(text_out *out, show_walk *walk)
{
    const gestalt_shape *shape = walk->shape;
    json_layout layout;
    json_layout_start(&layout, out);
    text_out text;
    text_start(&text, json_layout_writer(&layout), false);
    json_show j = {.out = &text, .shape = shape};
    text_put(&text, "{\"gestalt\":1");
    json_optional_string(&j, "name", shape->document->name);
    json_optional_string(&j, "doc", shape->document->doc);
    json_blackboard(&j);
    json_actions(&j);
    json_trees(&j, walk);
    text_put(&text, ",\"root\":");
    j.node = 0;
    json_tree(&j, 0, 0);
    text_put(&text, "}");
    text_finish_into(&text, out);
    json_layout_finish(&layout);
}
