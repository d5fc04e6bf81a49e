// SPDX-License-Identifier: MIT
#include "handmade.h"

#include "build.h"
#include "columns.h"
#include "nodes.h"
#include "scalar.h"

#include <stdlib.h>
#include <string.h>

// Strings that every shape contains.
#define STRINGS                                                                                    \
    "\0handmade\0alerted\0health\0home\0ammo\0wind\0gale\0act\0launch\0seen\0at\0hits\0a\0b\0mess" \
    "age\0"                                                                                        \
    "made.json\0stance"
static const char strings[] = STRINGS;

static uint32_t string_of(const char *text)
{
    for (uint32_t i = 0; i < sizeof strings; i += (uint32_t)strlen(strings + i) + 1)
        if (strcmp(strings + i, text) == 0)
            return i;
    abort();
}

static void put(handmade *h, uint64_t item)
{
    if (h->item_count == HANDMADE_ITEMS)
        abort();
    h->items[h->item_count++] = item;
}

static void put_op(handmade *h, item_type type, unsigned flags, uint32_t argument)
{
    put(h, item_make(type, flags, h->item_count + 1, argument));
}

static void set_end(handmade *h, uint32_t item)
{
    uint64_t old = h->items[item];
    h->items[item] =
        item_make(item_type_of(old), item_flags(old), h->item_count, item_argument(old));
}

// Columns of the agents: health 0, home 1 and 2, ammo 3, alerted 4. Columns of the population: wind
// 5, gale 6 and 7, stance 8.
enum { HEALTH, HOME, AMMO = 3, ALERTED, WIND, STANCE = 8 };

// Arguments of `act` (at: vec2, hits: key int) and of `seen` (at: float).
static void put_arguments(handmade *h, uint32_t host)
{
    if (host == 0) {
        put_op(h, ITEM_ARGUMENT, 0, 0u << 24 | HOME);
        put_op(h, ITEM_ARGUMENT, 0, 1u << 24 | AMMO);
    } else if (host == 2) {
        uint32_t argument = h->item_count;
        put_op(h, ITEM_ARGUMENT, 0, 0);
        put_op(h, OP_LOAD_FLOAT, 0, HEALTH);
        put_op(h, OP_SHARED_FLOAT, 0, WIND);
        put_op(h, OP_ADD_FLOAT, ITEM_LAST, 0);
        set_end(h, argument);
    }
}

// 1 + 1 + ... == 0, with all ones on the stack before the first addition.
static void put_deep(handmade *h, int depth)
{
    for (int i = 0; i < depth; i++)
        put_op(h, OP_CONST_INT, 0, 1);
    for (int i = 1; i < depth; i++)
        put_op(h, OP_ADD_INT, 0, 0);
    put_op(h, OP_CONST_INT, 0, 0);
    put_op(h, OP_EQUAL_INT, ITEM_LAST, 0);
}

static void put_long(handmade *h, int op_count)
{
    put_op(h, OP_LOAD_BOOL, op_count == 1 ? ITEM_LAST : 0, ALERTED);
    for (int i = 2; i <= op_count; i++)
        put_op(h, OP_NOT, i == op_count ? ITEM_LAST : 0, 0);
}

static void put_condition(handmade *h, int kind)
{
    if (kind > 1000) {
        put_long(h, kind - 1000);
        return;
    }
    if (kind > 100) {
        put_deep(h, kind - 100);
        return;
    }
    uint32_t first = h->item_count;
    switch (kind) {
    case 0:
    case 1: put_op(h, OP_CONST_BOOL, ITEM_LAST, (uint32_t)kind); break;
    case 2:
        put_op(h, OP_CALL, ITEM_LAST, 2);
        put_arguments(h, 2);
        set_end(h, first);
        break;
    case 3:
        put_op(h, OP_RAND, 0, 0);
        put_op(h, OP_CONST_FLOAT, 0, scalar_float_bits(0.5f));
        put_op(h, OP_LESS_FLOAT, ITEM_LAST, 0);
        break;
    case 4:
        put_op(h, OP_SHARED_ENUM, 0, STANCE);
        put_op(h, OP_CONST_ENUM, 0, 1 << 8 | 1);
        put_op(h, OP_EQUAL_ENUM, ITEM_LAST, 0);
        break;
    case 5:
        put_op(h, OP_CALL, ITEM_LAST, 2);
        put_op(h, ITEM_ARGUMENT, 0, 0);
        put_op(h, OP_CONST_FLOAT, ITEM_LAST, 0);
        set_end(h, first);
        set_end(h, first + 1);
        break;
    default: put_op(h, OP_LOAD_BOOL, ITEM_LAST, ALERTED);
    }
}

static uint32_t head_argument(char letter, item_type type, const double *numbers)
{
    switch (letter) {
    case 'h': return type == NODE_ACTION ? 0 : 1;
    case 'k': return HEALTH;
    case 'p': return (uint32_t)numbers[0];
    case 'f': return scalar_float_bits((float)numbers[0]);
    case 's': return string_of("message");
    default: return 0;
    }
}

static uint64_t halves(double low, double high)
{
    return (uint64_t)low | (uint64_t)high << 32;
}

static void put_weights(handmade *h, const double *numbers, int count)
{
    float sum = 0;
    for (int i = 0; i < count; i++) {
        sum += (float)numbers[i];
        put_op(h, ITEM_WEIGHT, numbers[i] > 0 ? ITEM_POSITIVE : 0, scalar_float_bits(sum));
    }
}

// A duration of -1 is one that agents evaluate.
static void put_duration(handmade *h, const double *numbers, bool in_ticks)
{
    if (numbers[0] >= 0) {
        put(h, (uint64_t)numbers[0]);
        return;
    }
    put(h, DURATION_EVALUATED);
    put_op(h, in_ticks ? OP_LOAD_INT : OP_LOAD_FLOAT, ITEM_LAST, in_ticks ? AMMO : HEALTH);
}

static void put_operand(handmade *h, char letter, uint64_t head, const double *numbers, int count)
{
    item_type type = item_type_of(head);
    switch (letter) {
    case 'C':
        for (int i = 0; i < count; i++)
            put_op(h, ITEM_CASE, 0, (uint32_t)(int32_t)numbers[i]);
        break;
    case 'M':
        if (item_flags(head) & ITEM_VARIANT)
            put_op(h, ITEM_MARGIN, 0, scalar_float_bits(0.5f));
        break;
    case 'A': put_arguments(h, type == NODE_ACTION ? 0 : 1); break;
    case 'D': put_duration(h, numbers, item_flags(head) & ITEM_VARIANT); break;
    case 'R':
        put(h, type == NODE_WHILE ? halves(0, numbers[0]) : halves(numbers[0], numbers[1]));
        break;
    case 'H':
        put(h, thresholds_make((uint32_t)numbers[0], (uint32_t)numbers[1], numbers[2] != 0));
        break;
    case 'O':
        if (item_flags(head) & ITEM_VARIANT)
            put_op(h, ITEM_ORDER, 0, 0);
        break;
    case 'P':
        if (item_flags(head) & ITEM_VARIANT)
            put(h, halves(2, 0));
        break;
    case 'S': put(h, GESTALT_FAILURE); break;
    case 'Q': put(h, SHAPE_NONE); break;
    case 'W': put_weights(h, numbers, count); break;
    case 'U':
        for (int i = 0; i < count; i++)
            put_op(h, OP_CONST_FLOAT, ITEM_LAST, scalar_float_bits((float)numbers[i]));
        break;
    default:
        if (type == NODE_SWITCH)
            put_op(h, OP_LOAD_INT, ITEM_LAST, AMMO);
        else if (type == NODE_SET)
            put_op(h, OP_CONST_FLOAT, ITEM_LAST, 0);
        else
            put_condition(h, count ? (int)numbers[0] : -1);
    }
}

static int read_numbers(handmade *h, double numbers[HANDMADE_NUMBERS])
{
    int count = 0;
    while (*h->next == ':') {
        char *end;
        numbers[count++] = strtod(h->next + 1, &end);
        h->next = end;
    }
    return count;
}

static void read_node(handmade *h)
{
    size_t size = strcspn(h->next, "~:() ");
    item_type type = node_type_of(h->next, size);
    if (type == ITEM_INVALID)
        abort();
    h->next += size;
    unsigned flags = *h->next == '~' ? ITEM_VARIANT : 0;
    h->next += flags ? 1 : 0;
    double numbers[HANDMADE_NUMBERS] = {0};
    int count = read_numbers(h, numbers);
    const char *operands = node_table[type].operands;
    uint32_t head = h->item_count;
    h->node_count++;
    put(h, item_make(type, flags, 0, head_argument(operands[0], type, numbers)));
    for (const char *letter = operands + 1; *letter; letter++)
        put_operand(h, *letter, h->items[head], numbers, count);
    if (*h->next == '(') {
        do {
            h->next++;
            read_node(h);
        } while (*h->next == ' ');
        if (*h->next++ != ')')
            abort();
    }
    set_end(h, head);
}

// Inits in the order of the keys: health = 100, ammo = tick, wind = 1.5.
static void put_inits(handmade *h)
{
    static const struct {
        uint32_t column;
        item_type op;
        float value;
    } inits[] = {{HEALTH, OP_CONST_FLOAT, 100}, {AMMO, OP_TICK, 0}, {WIND, OP_CONST_FLOAT, 1.5f}};
    for (size_t i = 0; i < sizeof inits / sizeof *inits; i++) {
        uint32_t head = h->item_count;
        put(h, item_make(ITEM_INIT, 0, 0, inits[i].column));
        put_op(h, inits[i].op, ITEM_LAST, scalar_float_bits(inits[i].value));
        set_end(h, head);
    }
}

static void fill_debug(handmade *h)
{
    h->names = calloc(h->node_count, sizeof *h->names);
    h->source = calloc(h->node_count, sizeof *h->source);
    if (!h->names || !h->source)
        abort();
    for (uint32_t i = 0; i < h->node_count; i++) {
        h->names[i] = (image_name){i % 3 ? SHAPE_NONE : string_of("a"), SHAPE_NONE};
        h->source[i] = (image_source){string_of("made.json"), i + 1, 5, 10};
    }
}

gestalt_result handmade_build(const char *text, bool with_names, const gestalt_allocator *allocator,
                              gestalt_shape **shape, gestalt_error *error)
{
    image_key keys[] = {
        {string_of("health"), SHAPE_NONE, 0, KEY_FLOAT},
        {string_of("home"), string_of("message"), 0, KEY_VEC2},
        {string_of("alerted"), SHAPE_NONE, 0, KEY_BOOL},
        {string_of("ammo"), SHAPE_NONE, 0, KEY_INT},
        {string_of("wind"), SHAPE_NONE, 0, KEY_FLOAT, .shared = 1},
        {string_of("gale"), SHAPE_NONE, 0, KEY_VEC2, .shared = 1},
        {string_of("stance"), SHAPE_NONE, 0, KEY_INT, .shared = 1,
         .words = 1}, // the words are a, b and act
    };
    gestalt_specification columns;
    if (!shape_assign_columns(keys, 7, &columns))
        abort();
    const image_host hosts[] = {
        {string_of("act"), HOST_IMMEDIATE, 0, 2},
        {string_of("launch"), HOST_DEFERRED, 2, 0},
        {string_of("seen"), HOST_PREDICATE, 2, 1},
    };
    const image_argument arguments[] = {
        {string_of("at"), KEY_VEC2, 0, 0},
        {string_of("hits"), KEY_INT, 1, 0},
        {string_of("at"), KEY_FLOAT, 0, 0},
    };
    const image_persistent persistents[] = {
        {string_of("a"), GESTALT_RUNNING},
        {string_of("b"), GESTALT_SUCCESS},
    };
    const image_enum enums[] = {{0, 3}};
    const uint32_t words[] = {string_of("a"), string_of("b"), string_of("act")};
    const uint32_t texts[] = {string_of("made.json"), string_of("message"), string_of("wind")};
    handmade *h = calloc(1, sizeof *h);
    if (!h)
        abort();
    h->next = text;
    read_node(h);
    uint32_t tree_end = h->item_count;
    put_inits(h);
    if (with_names)
        fill_debug(h);
    const shape_parts parts = {
        .items = h->items,
        .item_count = h->item_count,
        .tree_end = tree_end,
        .document = {string_of("handmade"), SHAPE_NONE},
        .keys = keys,
        .key_count = 7,
        .hosts = hosts,
        .host_count = 3,
        .arguments = arguments,
        .argument_count = 3,
        .persistents = persistents,
        .persistent_count = 2,
        .enums = enums,
        .enum_count = 1,
        .words = words,
        .word_count = 3,
        .texts = texts,
        .text_count = 3,
        .strings = strings,
        .strings_size = sizeof strings,
        .names = h->names,
        .source = h->source,
    };
    gestalt_result result = shape_build(&parts, allocator, shape, error);
    free(h->names);
    free(h->source);
    free(h);
    return result;
}
