// SPDX-License-Identifier: MIT
#include "show.h"

#include "columns.h"
#include "error.h"
#include "floats.h"
#include "memory.h"
#include "misuse.h"
#include "nodes.h"
#include "number.h"
#include "print_expression.h"
#include "scalar.h"

#include <inttypes.h>
#include <string.h>

// The larger part of the memory for showing, which is too much for the stack of some threads.
typedef struct show_work {
    text_out out;
    show_walk walk;
} show_work;

static gestalt_result show_shape(const gestalt_shape *shape, gestalt_show_form form, bool color,
                                 gestalt_writer writer, gestalt_error *error)
{
    static void (*const forms[])(text_out *, show_walk *) = {
        [GESTALT_SHOW_OUTLINE] = show_outline, [GESTALT_SHOW_ASM] = show_asm,
        [GESTALT_SHOW_DOT] = show_dot,         [GESTALT_SHOW_MERMAID] = show_mermaid,
        [GESTALT_SHOW_JSON] = show_json,       [GESTALT_SHOW_BTCPP] = show_btcpp,
    };
    show_work *work = memory_new(&shape->allocator, sizeof *work);
    if (!work)
        return error_no_memory(error);
    text_start(&work->out, writer, color);
    show_walk_start(&work->walk, shape);
    forms[form](&work->out, &work->walk);
    bool is_written = text_finish(&work->out), is_out_of_memory = work->out.is_out_of_memory;
    memory_release(&shape->allocator, work, sizeof *work);
    if (is_out_of_memory)
        return error_no_memory(error);
    if (!is_written)
        return error_set(error, GESTALT_IO, 0, "the text can't be written");
    return GESTALT_OK;
}

gestalt_result gestalt_shape_show(const gestalt_shape *shape, gestalt_show_form form, bool color,
                                  gestalt_writer writer, gestalt_error *error)
{
    if (MISUSE_NULL(shape, "shape", error) || MISUSE_NULL(writer.write, "writer.write", error) ||
        MISUSE_ENUM(form, GESTALT_SHOW_BTCPP, "form", error))
        return GESTALT_MISUSE;
    floats_whole floats;
    floats_begin_whole(&floats);
    gestalt_result result = show_shape(shape, form, color, writer, error);
    floats_end_whole(&floats);
    return result;
}

// ---- iteration

void show_walk_start(show_walk *walk, const gestalt_shape *shape)
{
    walk->shape = shape;
    walk->node = UINT32_MAX;
    walk->depth = 0;
}

static void walk_enter(show_walk *walk, uint32_t item)
{
    node_view view = walk_node(walk->shape->items, item);
    bool has_labels = node_has(view.type, 'W') || node_has(view.type, 'U');
    uint32_t first = has_labels ? view.expression : view.cases;
    walk->levels[walk->depth] = (show_level){
        .item = item,
        .node = walk->node,
        .end = view.end,
        .label = first,
    };
}

// Advance the parent's label to the next child, after the previous ones have been visited. After
// the cases of a switch, the label is its expression.
static void walk_next_child(show_level *parent, const uint64_t *items)
{
    parent->ordinal++;
    if (parent->label)
        parent->label = item_is_op(item_type_of(items[parent->label]))
                            ? walk_expression(items, parent->label)
                            : parent->label + 1;
}

bool show_walk_next(show_walk *walk)
{
    const gestalt_shape *shape = walk->shape;
    if (++walk->node >= shape->specification->node_count)
        return false;
    uint32_t item = shape->nodes[walk->node];
    if (walk->node > 0) {
        bool goes_down = item < walk->levels[walk->depth].end;
        while (item >= walk->levels[walk->depth].end)
            walk->depth--;
        if (!goes_down)
            walk_next_child(&walk->levels[walk->depth], shape->items);
        walk->depth++;
    }
    walk_enter(walk, item);
    return true;
}

bool show_walk_is_last(const show_walk *walk, uint32_t depth)
{
    const show_level *level = &walk->levels[depth];
    return depth == 0 || level->end == level[-1].end;
}

static float weight_sum(const gestalt_shape *shape, uint32_t item)
{
    return scalar_float_of_bits(item_argument(shape->items[item]));
}

// Return the word for the current child of a level, if its parent has several such words.
static const char *branch_name(const gestalt_shape *shape, const show_level *parent)
{
    item_type type = item_type_of(shape->items[parent->item]);
    const attribute_info *attribute = node_child_attribute(type, parent->ordinal);
    return attribute && node_child_attribute(type, 1) ? attribute->name : NULL;
}

bool show_has_edge(const show_walk *walk)
{
    if (walk->depth == 0)
        return false;
    const show_level *parent = &walk->levels[walk->depth - 1];
    return parent->label != 0 || branch_name(walk->shape, parent) != NULL;
}

static void edge_weight(text_out *out, const gestalt_shape *shape, const show_level *parent)
{
    float before = parent->ordinal == 0 ? 0.0f : weight_sum(shape, parent->label - 1);
    text_put(out, "weight ");
    text_style(out, COLOR_VALUE);
    show_number(out, show_weight(before, shape->items[parent->label]));
    text_style(out, COLOR_OFF);
}

// Print the score of a child, or `default` for the child of a switch without a case.
static void edge_score(text_out *out, const gestalt_shape *shape, const show_level *parent)
{
    if (node_has(item_type_of(shape->items[parent->item]), 'C')) {
        text_put(out, "default");
        return;
    }
    text_put(out, "score ");
    text_style(out, COLOR_VALUE);
    show_value(out, shape, parent->label);
    text_style(out, COLOR_OFF);
}

void show_edge(text_out *out, const show_walk *walk)
{
    const gestalt_shape *shape = walk->shape;
    const show_level *parent = &walk->levels[walk->depth - 1];
    if (parent->label == 0) {
        text_put(out, branch_name(shape, parent));
        return;
    }
    switch (item_type_of(shape->items[parent->label])) {
    case ITEM_WEIGHT: edge_weight(out, shape, parent); break;
    case ITEM_CASE:
        text_put(out, "case ");
        text_style(out, COLOR_VALUE);
        show_case(out, shape, parent->label);
        text_style(out, COLOR_OFF);
        break;
    default: edge_score(out, shape, parent); break;
    }
}

// ---- words

const char *show_status_text(uint32_t status)
{
    static const char *const words[] = {"success", "failure", "running"};
    return words[status];
}

const char *show_key_type_text(uint32_t type)
{
    static const char *const words[] = {"bool", "int", "float", "vec2", "vec3", "text"};
    return words[type];
}

void show_words(text_out *out, const gestalt_shape *shape, uint32_t words, const char *between,
                uint32_t most, const char *rest)
{
    const char *word;
    for (int32_t i = 0; (word = shape_word(shape, words, i)); i++) {
        text_put(out, i ? between : "");
        if ((uint32_t)i == most) {
            text_put(out, rest);
            return;
        }
        text_put(out, word);
    }
}

const char *show_host_kind_text(uint32_t kind)
{
    static const char *const words[] = {"immediate", "deferred", "predicate"};
    return words[kind];
}

void show_string(text_out *out, const gestalt_shape *shape, uint32_t string)
{
    const char *text = shape_string(shape, string);
    if (text)
        text_escaped(out, text, strlen(text));
}

void show_number(text_out *out, float number)
{
    char text[NUMBER_TEXT_SIZE];
    size_t size = number_print_float(text, number);
    if (size > 2 && memcmp(text + size - 2, ".0", 2) == 0)
        size -= 2;
    text_write(out, text, size);
}

void show_quoted(text_out *out, const gestalt_shape *shape, uint32_t string)
{
    show_filter filter;
    text_put(out, "\"");
    show_string(show_filter_start(&filter, out, SHOW_QUOTED), shape, string);
    show_filter_flush(&filter);
    text_put(out, "\"");
}

void show_value(text_out *out, const gestalt_shape *shape, uint32_t expression)
{
    uint64_t item = shape->items[expression];
    if (item_type_of(item) == OP_CONST_FLOAT && item_flags(item) & ITEM_LAST)
        show_number(out, scalar_float_of_bits(item_argument(item)));
    else
        print_expression(out, shape, expression, true);
}

void show_case(text_out *out, const gestalt_shape *shape, uint32_t item)
{
    int32_t value = scalar_wrap(item_argument(shape->items[item]));
    const char *word = shape_word(shape, columns_case_enum(shape, item), value);
    if (word)
        text_put(out, word);
    else
        text_print(out, "%" PRId32, value);
}

float show_weight(float before, uint64_t item)
{
    float sum = scalar_float_of_bits(item_argument(item));
    if (sum == before) // the weight was lost in rounding, so any small one is correct
        return item_flags(item) & ITEM_POSITIVE ? scalar_float_of_bits(1) : 0.0f;
    double exact = (double)sum - (double)before;
    double scale = 1;
    for (int decimals = 0; decimals < 10 && exact * scale < 1e15; decimals++, scale *= 10) {
        float weight = (float)((double)(int64_t)(exact * scale + 0.5) / scale);
        if (before + weight == sum)
            return weight;
    }
    // Try floats near the difference: nonnegative floats are ordered like their bits.
    uint32_t bits = scalar_float_bits((float)exact);
    for (uint32_t i = 0; i < 8; i++) {
        float low = scalar_float_of_bits(bits > i ? bits - i : 0);
        float high = scalar_float_of_bits(bits + i);
        if (before + low == sum)
            return low;
        if (before + high == sum)
            return high;
    }
    return (float)exact;
}

void show_column(text_out *out, const gestalt_shape *shape, uint32_t column)
{
    const image_key *key = columns_key(shape, column);
    show_string(out, shape, key->name);
    if (key_has_components(key))
        text_print(out, ".%c", key_component(column - key->column));
}

void show_target(text_out *out, const gestalt_shape *shape, const node_view *view)
{
    if (view->flags & ITEM_VARIANT)
        show_string(out, shape, columns_key(shape, view->argument)->name);
    else
        show_column(out, shape, view->argument);
}

uint32_t show_next_init(const gestalt_shape *shape, uint32_t *init, uint32_t column)
{
    if (*init >= shape->specification->item_count || item_argument(shape->items[*init]) != column)
        return 0;
    uint32_t expression = *init + 1;
    *init = item_end(shape->items[*init]);
    return expression;
}

uint32_t show_key_inits(const gestalt_shape *shape, uint32_t *init, const image_key *key,
                        uint32_t inits[SHOW_INITS_MAX])
{
    uint32_t width = key_width(key->type);
    bool any = false;
    if (key_is_list(key)) {
        for (width = 0; (inits[width] = show_next_init(shape, init, key->column)); width++)
            if (width + 1 == key->capacity)
                return key->capacity;
        return width;
    }
    if (*init < shape->specification->item_count && item_flags(shape->items[*init]) & ITEM_WHOLE)
        width = 1;
    for (uint32_t k = 0; k < width; k++) {
        inits[k] = show_next_init(shape, init, key->column + k);
        any |= inits[k] != 0;
    }
    return any ? width : 0;
}

// ---- a node in a few words

uint32_t show_child_count(const gestalt_shape *shape, const node_view *view)
{
    uint32_t count = 0;
    for (uint32_t item = view->first_child; item < view->end; item = item_end(shape->items[item]))
        count++;
    return count;
}

void show_duration(text_out *out, const gestalt_shape *shape, const node_view *view)
{
    int64_t duration = (int64_t)shape->items[view->raw];
    if (shape->items[view->raw] == DURATION_EVALUATED) {
        bool is_short = item_flags(shape->items[view->expression]) & ITEM_LAST;
        text_put(out, is_short ? "" : "(");
        print_expression(out, shape, view->expression, true);
        text_print(out, "%s %s", is_short ? "" : ")", view->flags & ITEM_VARIANT ? "ticks" : "s");
        return;
    }
    if (view->flags & ITEM_VARIANT) {
        text_print(out, "%" PRId64 " tick%s", duration, text_plural((uint64_t)duration, "", "s"));
        return;
    }
    char text[NUMBER_TEXT_SIZE];
    text_write(out, text, number_print_seconds(text, duration));
    text_put(out, " s");
}

// Print flee(from: home, speed: 2.5).
static void show_call(text_out *out, const gestalt_shape *shape, uint32_t host, uint32_t argument,
                      uint32_t end)
{
    show_string(out, shape, shape->hosts[host].name);
    text_put(out, "(");
    const char *separator = "";
    while (argument < end) {
        uint32_t value = item_argument(shape->items[argument]);
        uint32_t row = shape->hosts[host].first_argument + (value >> 24);
        const image_argument *declared = &shape->arguments[row];
        text_put(out, separator);
        show_string(out, shape, declared->name);
        text_put(out, ": ");
        if (declared->type == ARGUMENT_TEXT)
            show_quoted(out, shape, shape->texts.list[item_argument(shape->items[argument + 1])]);
        else if (item_end(shape->items[argument]) > argument + 1)
            show_value(out, shape, argument + 1);
        else if (key_is_vector(declared->type))
            show_string(out, shape, columns_key(shape, value & 0xffffff)->name);
        else
            show_column(out, shape, value & 0xffffff);
        separator = ", ";
        argument = item_end(shape->items[argument]);
    }
    text_put(out, ")");
}

static void show_condition(text_out *out, const gestalt_shape *shape, uint32_t expression)
{
    uint64_t item = shape->items[expression];
    if (item_type_of(item) == OP_CALL)
        show_call(out, shape, item_argument(item), expression + 1, item_end(item));
    else
        print_expression(out, shape, expression, true);
}

static void show_question(text_out *out, const gestalt_shape *shape, const node_view *view)
{
    const char *before = node_has(view->type, 'C') ? " on " : " if ";
    text_put(out, view->first_child < view->end ? before : " ");
    show_condition(out, shape, view->expression);
}

static void show_rounds(text_out *out, uint64_t rounds, const node_view *view)
{
    uint32_t count = rounds_limit(rounds), per_tick = rounds_per_tick(rounds);
    const char *separator = view->list ? ", " : " ";
    if (node_has(view->type, 'w') && !view->list) {
        if (count == 0)
            text_put(out, " forever");
        else
            text_print(out, " %" PRIu32 " time%s", count, text_plural(count, "", "s"));
        separator = ", ";
    }
    if (rounds_until(rounds))
        text_print(out, " until %s",
                   rounds_until(rounds) & ITEM_CAN_SUCCEED ? "success" : "failure");
    if (per_tick != 64)
        text_print(out, "%sat most %" PRIu32 " a tick", separator, per_tick);
}

// ---- lists

static void show_key_name(text_out *out, const gestalt_shape *shape, uint32_t column)
{
    show_string(out, shape, columns_key(shape, column)->name);
}

void show_list_key(text_out *out, const gestalt_shape *shape, const node_view *view)
{
    uint64_t list = shape->items[view->list];
    const image_key *key = columns_key(shape, list_column(list_operand_place(list)));
    if (key_is_vector(key->type) || node_has(view->type, 'Y'))
        show_key_name(out, shape, list_operand_key(list));
    else
        show_column(out, shape, list_operand_key(list));
}

// Print the list of a node: "route", "stop in route, index i", "route = other".
static void show_list(text_out *out, const gestalt_shape *shape, const node_view *view)
{
    uint64_t list = shape->items[view->list];
    text_put(out, " ");
    if (node_has(view->type, 'R')) {
        show_list_key(out, shape, view);
        text_put(out, " in ");
    }
    show_key_name(out, shape, list_column(list_operand_place(list)));
    if (list_operand_index(list) != LIST_NO_KEY) {
        text_put(out, ", index ");
        show_column(out, shape, list_operand_index(list));
    }
    if (node_has(view->type, 'Y') && list_operand_key(list) != LIST_NO_KEY) {
        text_put(out, " = ");
        show_list_key(out, shape, view);
    }
}

// Print the place at which a node changes a list, and the key that receives the element.
static void show_at(text_out *out, const gestalt_shape *shape, const node_view *view)
{
    bool is_set = node_is_form(view->type);
    if (view->at) {
        text_put(out, is_set ? "[" : " at ");
        show_value(out, shape, view->at);
        text_put(out, is_set ? "]" : "");
    }
    if (list_operand_key(shape->items[view->list]) != LIST_NO_KEY) {
        text_put(out, " to ");
        show_list_key(out, shape, view);
    }
}

// Print the elements to which a list is set: "= [1, 2]".
static void show_elements(text_out *out, const gestalt_shape *shape, const node_view *view)
{
    if (!(view->flags & ITEM_VARIANT))
        return;
    text_put(out, " = [");
    for (uint32_t i = view->expression; i && i < view->end; i = walk_expression(shape->items, i)) {
        text_put(out, i > view->expression ? ", " : "");
        show_value(out, shape, i);
    }
    text_put(out, "]");
}

static void show_pause(text_out *out, const gestalt_shape *shape, const node_view *view)
{
    if (!view->pause)
        return;
    uint32_t ticks = pause_ticks(shape->items[view->pause]);
    bool is_first = !node_has(view->type, 'w') && rounds_per_tick(shape->items[view->raw]) == 64;
    text_print(out, "%s pause %" PRIu32 " tick%s", is_first ? "" : ",", ticks,
               text_plural(ticks, "", "s"));
}

static void show_threshold(text_out *out, uint32_t threshold, uint32_t children, const char *verb)
{
    if (threshold == children)
        text_print(out, "all %s", verb);
    else if (threshold == 1)
        text_print(out, "any %ss", verb);
    else
        text_print(out, "%" PRIu32 " %s", threshold, verb);
}

static void show_parallel(text_out *out, const gestalt_shape *shape, const node_view *view)
{
    uint64_t thresholds = shape->items[view->raw];
    uint32_t children = show_child_count(shape, view);
    text_put(out, " until ");
    show_threshold(out, thresholds_success(thresholds), children, "succeed");
    text_put(out, " or ");
    show_threshold(out, thresholds_failure(thresholds), children, "fail");
    text_put(out, thresholds_at_end(thresholds) ? ", at the end of a tick" : "");
}

static void show_persistent(text_out *out, const gestalt_shape *shape, const node_view *view)
{
    const image_persistent *persistent = &shape->persistents[view->argument];
    text_put(out, " ");
    show_string(out, shape, persistent->name);
    if (persistent->init != GESTALT_RUNNING && !node_has(view->type, 'S'))
        text_print(out, ", at first %s", show_status_text(persistent->init));
}

static void show_resource(text_out *out, const gestalt_shape *shape, uint32_t resource)
{
    if (resource == SHAPE_NONE)
        return;
    text_put(out, " on ");
    show_quoted(out, shape, resource);
}

// Print the argument of a head, if it matters to people.
static void show_head_argument(text_out *out, const gestalt_shape *shape, const node_view *view)
{
    switch (node_table[view->type].operands[0]) {
    case 'h':
        text_put(out, " ");
        show_call(out, shape, view->argument, view->expression ? view->expression : view->end,
                  view->end);
        break;
    case 'k':
        text_put(out, " ");
        show_target(out, shape, view);
        break;
    case 'p': show_persistent(out, shape, view); break;
    case 'f':
        text_put(out, " ");
        show_number(out, scalar_float_of_bits(view->argument));
        break;
    case 's':
        text_put(out, " says ");
        show_quoted(out, shape, view->argument);
        break;
    default:
        text_put(out, node_shuffles(view) ? " in random order" : "");
        text_put(out, view_reacts(view) ? " every tick" : "");
        break;
    }
}

static void show_margin(text_out *out, const gestalt_shape *shape, const node_view *view)
{
    float margin =
        view->margin ? scalar_float_of_bits(item_argument(shape->items[view->margin])) : 0;
    if (margin == 0)
        return;
    text_put(out, ", margin ");
    show_number(out, margin);
}

static void show_operand(text_out *out, const gestalt_shape *shape, const node_view *view,
                         char letter)
{
    uint64_t raw = view->raw ? shape->items[view->raw] : 0;
    switch (letter) {
    case 'D':
        text_put(out, " ");
        show_duration(out, shape, view);
        break;
    case 'R':
        if (view->list)
            show_list(out, shape, view);
        show_rounds(out, raw, view);
        break;
    case 'L':
        if (!node_has(view->type, 'R'))
            show_list(out, shape, view);
        break;
    case 'I': show_at(out, shape, view); break;
    case 'X':
        text_put(out, node_is_form(view->type) ? " = " : ", ");
        show_value(out, shape, view->expression);
        break;
    case 'Y': show_elements(out, shape, view); break;
    case 'P': show_pause(out, shape, view); break;
    case 'H': show_parallel(out, shape, view); break;
    case 'S': text_print(out, " = %s", show_status_text((uint32_t)raw)); break;
    case 'Q': show_resource(out, shape, (uint32_t)raw); break;
    case 'E': show_question(out, shape, view); break;
    case 'M': show_margin(out, shape, view); break;
    case 'V':
        text_put(out, " = ");
        show_value(out, shape, view->expression);
        break;
    default: break;
    }
}

void show_title(text_out *out, const gestalt_shape *shape, uint32_t node)
{
    text_style(out, COLOR_KIND);
    text_put(out, node_table[item_type_of(shape->items[shape->nodes[node]])].name);
    text_style(out, COLOR_OFF);
    if (shape->names && shape->names[node].name != SHAPE_NONE) {
        text_style(out, COLOR_NAME);
        text_put(out, " ");
        show_quoted(out, shape, shape->names[node].name);
        text_style(out, COLOR_OFF);
    }
}

void show_attributes(text_out *out, const gestalt_shape *shape, uint32_t node)
{
    node_view view = walk_node(shape->items, shape->nodes[node]);
    text_style(out, COLOR_VALUE);
    show_head_argument(out, shape, &view);
    for (const char *letter = node_table[view.type].operands + 1; *letter; letter++)
        show_operand(out, shape, &view, *letter);
    text_style(out, COLOR_OFF);
}

// ---- escaped text

// Return the escape of a character inside a string or label; NULL: no escape.
static const char *json_escape_of(char c)
{
    static const char *const controls[' '] = {
        "\\u0000", "\\u0001", "\\u0002", "\\u0003", "\\u0004", "\\u0005", "\\u0006", "\\u0007",
        "\\u0008", "\\u0009", "\\u000a", "\\u000b", "\\u000c", "\\u000d", "\\u000e", "\\u000f",
        "\\u0010", "\\u0011", "\\u0012", "\\u0013", "\\u0014", "\\u0015", "\\u0016", "\\u0017",
        "\\u0018", "\\u0019", "\\u001a", "\\u001b", "\\u001c", "\\u001d", "\\u001e", "\\u001f"};
    if ((unsigned char)c < ' ')
        return controls[(unsigned char)c];
    return c == '"' ? "\\\"" : c == '\\' ? "\\\\" : NULL;
}

static const char *escape_of(show_escape escape, char c)
{
    switch (escape) {
    case SHOW_QUOTED: return c == '"' ? "\\\"" : NULL;
    case SHOW_IN_JSON: return json_escape_of(c);
    case SHOW_IN_DOT: // which uses HTML entities
        return c == '"' ? "\\\"" : c == '\\' ? "\\\\" : c == '&' ? "&amp;" : NULL;
    case SHOW_IN_MERMAID:
        switch (c) {
        case '"': return "#quot;";
        case '#': return "#35;";
        case '&': return "#amp;";
        case '<': return "#lt;";
        case '>': return "#gt;";
        case '`': return "#96;";
        case '\\': return "#92;";
        default: return NULL;
        }
    case SHOW_PLAIN: break;
    }
    return NULL;
}

static bool show_filter_write(void *user, const char *text, size_t size)
{
    show_filter *filter = user;
    for (size_t i = 0; i < size; i++) {
        const char *escaped = filter->lead ? filter->lead : escape_of(filter->escape, text[i]);
        filter->lead = NULL;
        if (escaped)
            text_put(filter->out, escaped);
        else
            text_write(filter->out, &text[i], 1);
        filter->columns += ((unsigned char)text[i] & 0xc0) != 0x80;
    }
    return !filter->out->failed;
}

text_out *show_filter_start(show_filter *filter, text_out *out, show_escape escape)
{
    filter->out = out;
    filter->escape = escape;
    filter->lead = NULL;
    filter->columns = 0;
    text_start(&filter->text, (gestalt_writer){.write = show_filter_write, .user = filter}, false);
    return &filter->text;
}

void show_filter_flush(show_filter *filter)
{
    text_finish_into(&filter->text, filter->out);
}
