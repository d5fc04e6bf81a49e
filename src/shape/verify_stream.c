// SPDX-License-Identifier: MIT
// Items are read in order, each once. Every checking function returns the index after what it has
// checked, or 0 after an error (no valid index is 0).
#include "verify_stream.h"

#include "nodes.h"
#include "scalar.h"
#include "shape_limits.h"
#include "text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *type_text(item_type type)
{
    if (item_is_node(type))
        return node_table[type].name;
    if (item_is_op(type))
        return op_info_of(type)->enumerator;
    switch (type) {
    case ITEM_ARGUMENT: return "argument";
    case ITEM_WEIGHT: return "weight";
    case ITEM_INIT: return "init";
    case ITEM_CASE: return "case";
    case ITEM_MARGIN: return "margin";
    case ITEM_ORDER: return "order";
    default: return "unknown type";
    }
}

static bool stream_refuse(verifier *v, gestalt_result result, uint32_t index, const char *format,
                          ...) __attribute__((format(printf, 4, 5)));

static bool stream_refuse(verifier *v, gestalt_result result, uint32_t index, const char *format,
                          ...)
{
    char why[160];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    return verify_refuse(v, result, &v->shape->items[index], "item %u: %s", index, why);
}

static bool stream_bad(verifier *v, uint32_t index, const char *why)
{
    return stream_refuse(v, GESTALT_BAD_FILE, index, "%s", why);
}

// ---- columns

static const column_fact *column_at(verifier *v, uint32_t index, uint32_t column)
{
    if (column < v->column_count)
        return &v->columns[column];
    stream_refuse(v, GESTALT_BAD_FILE, index, "there is no column %u", column);
    return NULL;
}

// The same for a column that does not belong to a list.
static const column_fact *value_at(verifier *v, uint32_t index, uint32_t column)
{
    const column_fact *fact = column_at(v, index, column);
    if (!fact || (!fact->capacity && !fact->is_element))
        return fact;
    stream_refuse(v, GESTALT_BAD_FILE, index, "column %u belongs to a list", column);
    return NULL;
}

// The same for the count of a list.
static const column_fact *list_at(verifier *v, uint32_t index, uint32_t column)
{
    const column_fact *fact = column_at(v, index, column);
    if (!fact || fact->capacity)
        return fact;
    stream_refuse(v, GESTALT_BAD_FILE, index, "column %u is not the count of a list", column);
    return NULL;
}

// The type of an expression: its letter, and for an enum also its number.
typedef struct stream_type {
    char letter;
    bool is_told; // the enum is determined by a key
    uint16_t words;
} stream_type;

static stream_type type_of_key(uint8_t type, uint16_t words)
{
    static const char letters[KEY_TYPE_COUNT] = {'b', 'i', 'f', 'v', 'w'};
    char letter = words ? 'e' : letters[type];
    return (stream_type){letter, words != 0, words};
}

static stream_type type_of_column(const verifier *v, uint32_t column)
{
    return type_of_key(v->columns[column].type, v->columns[column].words);
}

// The type of a whole key, or of an element of a list, given its first column.
static stream_type type_of_whole(const column_fact *fact)
{
    return fact->width == 2   ? type_of_key(KEY_VEC2, 0)
           : fact->width == 3 ? type_of_key(KEY_VEC3, 0)
                              : type_of_key(fact->type, fact->words);
}

static bool is_same_type(stream_type a, stream_type b)
{
    return a.letter == b.letter && a.words == b.words;
}

// Check a column that is read or written as one value.
static bool check_column(verifier *v, uint32_t index, uint32_t column, stream_type type,
                         bool is_shared)
{
    const column_fact *fact = value_at(v, index, column);
    if (!fact)
        return false;
    if (!is_same_type(type_of_column(v, column), type))
        return stream_refuse(v, GESTALT_BAD_FILE, index, "column %u is of another type", column);
    if (fact->is_shared != is_shared)
        return stream_refuse(v, GESTALT_BAD_FILE, index, "column %u is %s", column,
                             fact->is_shared ? "shared" : "of the agent");
    return true;
}

// Check the x column of a vector with that many components.
static bool check_vector(verifier *v, uint32_t index, uint32_t column, uint32_t width)
{
    const column_fact *fact = value_at(v, index, column);
    if (!fact)
        return false;
    return fact->width == width ||
           stream_refuse(v, GESTALT_BAD_FILE, index, "column %u is not the x of a vec%u", column,
                         width);
}

// ---- expressions

// The context of an expression, which constrains it.
typedef struct expression_place {
    uint32_t end; // first item after the range that it may use
    stream_type wanted;
    bool may_call;   // a single call of a predicate is allowed
    bool is_shared;  // evaluated for the population, without an agent
    uint16_t *words; // set to the enum, where an enum is allowed besides `wanted`; or NULL
} expression_place;

// The types of the values on both stacks, in the order in which they were pushed.
typedef struct type_stack {
    stream_type types[2 * LIMIT_EXPRESSION_DEPTH];
    uint32_t count;
    uint32_t depth[2]; // numbers, bools
} type_stack;

// Return the type of an operation on a key or a constant, whose argument has been checked.
static stream_type type_of_leaf(const verifier *v, uint32_t index, const op_info *op)
{
    uint64_t item = v->shape->items[index];
    if (op->result != 'e')
        return (stream_type){.letter = op->result};
    if (op->form == SYNTAX_CONST)
        return (stream_type){'e', false, (uint16_t)item_enum(item)};
    uint32_t column = op->argument == 'l' ? list_column(item_argument(item)) : item_argument(item);
    return (stream_type){'e', true, v->columns[column].words};
}

// Return what is known about the result before the operands: of `find`, the enum of its operand.
static stream_type type_before_operands(const verifier *v, uint32_t index, const op_info *op)
{
    if (op->argument == 'l' && op->operands[0] == 'e')
        return (stream_type){op->result, true,
                             v->columns[list_column(item_argument(v->shape->items[index]))].words};
    if (!op->operands[0] || op->argument == 'l')
        return type_of_leaf(v, index, op);
    return (stream_type){.letter = op->result};
}

static bool apply_op(verifier *v, uint32_t index, const op_info *op, type_stack *stack)
{
    size_t count = strlen(op->operands);
    stream_type result = type_before_operands(v, index, op);
    for (size_t i = count; i > 0; i--) {
        if (stack->count == 0)
            return stream_refuse(v, GESTALT_BAD_FILE, index, "%s lacks an operand", op->enumerator);
        stream_type type = stack->types[--stack->count];
        stack->depth[type.letter == 'b'] -= op_width(type.letter);
        if (type.letter != op->operands[i - 1] ||
            (result.words && type.words && type.words != result.words))
            return stream_refuse(v, GESTALT_BAD_FILE, index, "%s has an operand of the wrong type",
                                 op->enumerator);
        result.words = type.words ? type.words : result.words;
        result.is_told |= type.letter == 'e' && type.is_told;
    }
    if (op->result != 'e' && result.words && !result.is_told)
        return stream_bad(v, index, "the enum of its operands is unknown");
    if (op->result != 'e')
        result = (stream_type){.letter = op->result};
    uint32_t *depth = &stack->depth[op->result == 'b'];
    *depth += op_width(op->result);
    if (*depth > LIMIT_EXPRESSION_DEPTH)
        return stream_refuse(v, GESTALT_LIMIT, index,
                             "the expression needs more than %d values at a time",
                             LIMIT_EXPRESSION_DEPTH);
    stack->types[stack->count++] = result;
    return true;
}

static bool check_float(verifier *v, uint32_t index, uint32_t bits)
{
    return bits == scalar_canonical_bits(scalar_float_of_bits(bits)) ||
           stream_bad(v, index, "a NaN is not written as 0x7fc00000");
}

// Check that a loaded column exists, and fits in type and enum.
static bool check_load(verifier *v, uint32_t index, uint32_t column, char letter, bool is_shared)
{
    bool is_there = column < v->column_count;
    if (op_is_vector(letter))
        return check_vector(v, index, column, op_width(letter)) &&
               (v->columns[column].is_shared == is_shared ||
                stream_refuse(v, GESTALT_BAD_FILE, index, "column %u is %s", column,
                              is_shared ? "of the agent" : "shared"));
    stream_type type = {letter, true, letter == 'e' && is_there ? v->columns[column].words : 0};
    return check_column(v, index, column, type, is_shared);
}

// Check that the place of a list is that of a key.
static const column_fact *check_place(verifier *v, uint32_t index, uint32_t place)
{
    const column_fact *fact = list_at(v, index, list_column(place));
    if (!fact || fact->capacity == list_capacity(place))
        return fact;
    stream_refuse(v, GESTALT_BAD_FILE, index, "the capacity of the list is %u, not %u",
                  (unsigned)fact->capacity, list_capacity(place));
    return NULL;
}

// Return the letter of the elements of an operation's list; 0 if they can have any type.
static char element_letter(item_type type, const op_info *op)
{
    if (type == OP_FIND_INT_AS_FLOAT)
        return 'i';
    return op->form == SYNTAX_ELEMENT ? op->result : op->operands[0];
}

// Check the list of an operation, whose elements have the type of its result or operand.
static bool check_op_list(verifier *v, uint32_t index, const op_info *op,
                          const expression_place *place)
{
    const column_fact *fact = check_place(v, index, item_argument(v->shape->items[index]));
    if (!fact)
        return false;
    if (place->is_shared && !fact->is_shared)
        return stream_bad(v, index, "the init of a shared key reads a key of the agent");
    char wanted = element_letter(item_type_of(v->shape->items[index]), op);
    return !wanted || type_of_whole(fact).letter == wanted ||
           stream_refuse(v, GESTALT_BAD_FILE, index, "column %u is a list of another type",
                         list_column(item_argument(v->shape->items[index])));
}

static bool check_constant_word(verifier *v, uint32_t index)
{
    uint64_t item = v->shape->items[index];
    return (item_enum(item) <= v->shape->enum_count &&
            shape_word(v->shape, item_enum(item), (int32_t)item_word(item))) ||
           stream_bad(v, index, "no enum has this word");
}

static bool check_text(verifier *v, uint32_t index)
{
    uint32_t place = item_argument(v->shape->items[index]);
    return place < v->shape->texts.count ||
           stream_refuse(v, GESTALT_BAD_FILE, index, "there is no text %u", place);
}

// A text in an expression is written in single quotes.
static bool check_quoted_text(verifier *v, uint32_t index)
{
    if (!check_text(v, index))
        return false;
    uint32_t place = item_argument(v->shape->items[index]);
    return !strchr(shape_string(v->shape, v->shape->texts.list[place]), '\'') ||
           stream_bad(v, index, "a text in an expression contains a quote");
}

static bool check_op_argument(verifier *v, uint32_t index, const op_info *op,
                              const expression_place *place)
{
    uint32_t argument = item_argument(v->shape->items[index]);
    switch (op->argument) {
    case '-':
        return argument == 0 || stream_bad(v, index, "it has an argument, but its type has none");
    case 'B': return argument <= 1 || stream_bad(v, index, "a bool is neither 0 nor 1");
    case 'F': return check_float(v, index, argument);
    case 'c':
        if (place->is_shared)
            return stream_bad(v, index, "the init of a shared key reads a key of the agent");
        return check_load(v, index, argument, op->result, false);
    case 's': return check_load(v, index, argument, op->result, true);
    case 'E': return check_constant_word(v, index);
    case 'T': return check_quoted_text(v, index);
    case 'l': return check_op_list(v, index, op, place);
    default: return true; // every int is valid; hosts are checked with their calls
    }
}

static uint32_t check_call(verifier *v, uint32_t index, const expression_place *place);

static uint32_t check_op(verifier *v, uint32_t index, const expression_place *place,
                         type_stack *stack)
{
    uint64_t item = v->shape->items[index];
    item_type type = item_type_of(item);
    if (!item_is_op(type))
        return stream_refuse(v, GESTALT_BAD_FILE, index, "found %s instead of an operation",
                             type_text(type));
    const op_info *op = op_info_of(type);
    if (item_flags(item) & ~(unsigned)ITEM_LAST)
        return stream_bad(v, index, "an operation has flags that its type does not have");
    if (!check_op_argument(v, index, op, place) || !apply_op(v, index, op, stack))
        return 0;
    if (op->form == SYNTAX_HOST)
        return check_call(v, index, place);
    if (place->is_shared && (type == OP_RAND || type == OP_AGENT))
        return stream_bad(v, index, "the init of a shared key uses a value that only an agent has");
    if (item_end(item) != index + 1)
        return stream_bad(v, index, "the end index of an operation is not the next item");
    return index + 1;
}

static uint32_t check_expression(verifier *v, uint32_t first, const expression_place *place)
{
    type_stack stack = {.count = 0};
    uint32_t op_count = 0;
    bool is_last = false;
    uint32_t index = first;
    while (!is_last) {
        if (index >= place->end)
            return stream_bad(v, first, "the expression has no end");
        if (op_count++ == LIMIT_EXPRESSION_OPS)
            return stream_refuse(v, GESTALT_LIMIT, first,
                                 "the expression has more than %d operations",
                                 LIMIT_EXPRESSION_OPS);
        is_last = item_flags(v->shape->items[index]) & ITEM_LAST;
        bool is_call = item_type_of(v->shape->items[index]) == OP_CALL;
        if (is_call && !(place->may_call && index == first && is_last))
            return stream_bad(v, index, "a call is part of a larger expression");
        index = check_op(v, index, place, &stack);
        if (index == 0)
            return 0;
    }
    if (stack.count != 1)
        return stream_bad(v, first, "the expression leaves more than one value");
    if (place->words && stack.types[0].letter == 'e' && stack.types[0].is_told)
        *place->words = stack.types[0].words;
    else if (!is_same_type(stack.types[0], place->wanted))
        return stream_bad(v, first, "the expression gives a value of the wrong type");
    return index;
}

// ---- arguments of hosts

// Check the value of a text argument: a single place, of any text.
static uint32_t check_text_argument(verifier *v, uint32_t index, uint32_t end)
{
    uint64_t item = index < end ? v->shape->items[index] : 0;
    if (item_type_of(item) != OP_TEXT || item_flags(item) != ITEM_LAST)
        return stream_bad(v, index - 1, "a text argument is not passed as a text alone");
    if (item_end(item) != index + 1 || end != index + 1)
        return stream_bad(v, index, "a text argument ends at the wrong item");
    return check_text(v, index) ? end : 0;
}

static bool check_list_argument(verifier *v, uint32_t index, uint32_t column,
                                const image_argument *argument)
{
    const column_fact *fact = list_at(v, index, column);
    return fact &&
           (is_same_type(type_of_whole(fact), type_of_key(argument->type, argument->words)) ||
            stream_refuse(v, GESTALT_BAD_FILE, index, "column %u is of another type", column));
}

static uint32_t check_argument(verifier *v, uint32_t index, uint32_t end,
                               const image_argument *argument)
{
    uint64_t item = v->shape->items[index];
    uint32_t behind = item_end(item);
    uint32_t column = item_argument(item) & 0xffffff;
    bool is_value = !argument->by_key && behind > index + 1;
    if (argument->by_key || (key_is_vector(argument->type) && !is_value)) {
        if (behind != index + 1)
            return stream_bad(v, index, "an argument that is passed as a key has an expression");
        if (argument->is_list ? !check_list_argument(v, index, column, argument)
            : key_is_vector(argument->type)
                ? !check_vector(v, index, column, key_width(argument->type))
                : !check_column(v, index, column, type_of_key(argument->type, argument->words),
                                false))
            return 0;
        if (argument->by_key && v->columns[column].is_shared)
            return stream_bad(v, index, "a shared key is passed as a writable argument");
        return behind;
    }
    if (column != 0)
        return stream_bad(v, index, "an argument that is passed as a value has a column");
    if (behind <= index + 1 || behind > end)
        return stream_bad(v, index, "an argument ends at the wrong item");
    if (argument->type == ARGUMENT_TEXT)
        return check_text_argument(v, index + 1, behind);
    expression_place place = {.end = behind,
                              .wanted = type_of_key(argument->type, argument->words)};
    uint32_t next = check_expression(v, index + 1, &place);
    if (next != 0 && next != behind)
        return stream_bad(v, next, "an argument has more items than its expression");
    return next;
}

// Check that each argument of the host is passed exactly once, in any order.
static uint32_t check_arguments(verifier *v, uint32_t head, uint32_t host_index, uint32_t index,
                                uint32_t end)
{
    const image_host *host = &v->shape->hosts[host_index];
    uint64_t given = 0;
    uint32_t count = 0;
    for (; index < end; count++) {
        uint64_t item = v->shape->items[index];
        uint32_t position = item_argument(item) >> 24;
        if (item_type_of(item) != ITEM_ARGUMENT)
            return stream_refuse(v, GESTALT_BAD_FILE, index, "found %s instead of an argument",
                                 type_text(item_type_of(item)));
        if (item_flags(item))
            return stream_bad(v, index, "an argument has flags");
        if (position >= host->argument_count)
            return stream_refuse(v, GESTALT_BAD_FILE, index, "the host function has no argument %u",
                                 position);
        if (given & UINT64_C(1) << position)
            return stream_refuse(v, GESTALT_BAD_FILE, index, "argument %u is given twice",
                                 position);
        given |= UINT64_C(1) << position;
        index =
            check_argument(v, index, end, &v->shape->arguments[host->first_argument + position]);
        if (index == 0)
            return 0;
    }
    if (count != host->argument_count)
        return stream_refuse(v, GESTALT_BAD_FILE, head, "%u of %u arguments are given", count,
                             host->argument_count);
    return index;
}

static bool check_host(verifier *v, uint32_t index, uint32_t host, host_kind kind)
{
    if (host >= v->shape->host_count)
        return stream_refuse(v, GESTALT_BAD_FILE, index, "there is no host function %u", host);
    if (v->shape->hosts[host].kind != (uint32_t)kind)
        return stream_refuse(v, GESTALT_BAD_FILE, index, "host function %u has another kind", host);
    return true;
}

static uint32_t check_call(verifier *v, uint32_t index, const expression_place *place)
{
    uint64_t item = v->shape->items[index];
    if (!check_host(v, index, item_argument(item), HOST_PREDICATE))
        return 0;
    if (item_end(item) <= index || item_end(item) > place->end)
        return stream_bad(v, index, "a call ends at the wrong item");
    return check_arguments(v, index, item_argument(item), index + 1, item_end(item));
}

// ---- operands of nodes

static bool check_duration(verifier *v, uint32_t index, uint64_t duration)
{
    return duration == DURATION_EVALUATED || duration <= (uint64_t)LIMIT_DURATION ||
           stream_refuse(v, GESTALT_LIMIT, index, "the duration is negative or too long");
}

static bool check_rounds(verifier *v, uint32_t index, uint64_t rounds, item_type type)
{
    uint32_t count = rounds_limit(rounds), per_tick = rounds_per_tick(rounds);
    unsigned until = rounds_until(rounds);
    bool takes_until = node_attribute(type, ATTRIBUTE_UNTIL) != NULL;
    if (per_tick < 1 || per_tick > LIMIT_PER_TICK)
        return stream_refuse(v, GESTALT_LIMIT, index, "per_tick is %u, not 1 to %d", per_tick,
                             LIMIT_PER_TICK);
    if (count > LIMIT_COUNT)
        return stream_refuse(v, GESTALT_LIMIT, index, "the count is %u, more than %d", count,
                             LIMIT_COUNT);
    if (until > (takes_until ? (unsigned)ITEM_CAN_FAIL : 0))
        return stream_bad(v, index, "a loop ends at a status that cannot end it");
    return count == 0 || node_has(type, 'w') ||
           stream_bad(v, index, "a loop has a count, but its type has none");
}

// The slot in the high half is derived.
static bool check_pause(verifier *v, uint32_t index, uint64_t pause)
{
    return (pause_ticks(pause) >= 1 && pause_ticks(pause) <= LIMIT_EVALUATED_TICKS) ||
           stream_refuse(v, GESTALT_LIMIT, index, "a pause is %u ticks, not 1 to %d",
                         pause_ticks(pause), LIMIT_EVALUATED_TICKS);
}

// Whether thresholds exceed the number of children is checked once the children have been counted.
static bool check_thresholds(verifier *v, uint32_t index, uint64_t thresholds)
{
    return (thresholds_success(thresholds) > 0 && thresholds_failure(thresholds) > 0) ||
           stream_bad(v, index, "a threshold of a parallel is 0");
}

static bool check_resource(verifier *v, uint32_t index, uint64_t resource)
{
    if (resource == SHAPE_NONE)
        return true;
    if (resource > SHAPE_NONE)
        return stream_bad(v, index, "there are bytes after the name of a resource");
    return verify_name(v, &v->shape->items[index], (uint32_t)resource, "the name of a resource");
}

// Check a key that a node on a list assigns: a key of the elements' type, or an int.
static bool check_list_key(verifier *v, uint32_t index, uint32_t column, stream_type type)
{
    const column_fact *fact = value_at(v, index, column);
    if (!fact)
        return false;
    if (fact->is_shared)
        return stream_bad(v, index, "a node on a list writes to a shared key");
    stream_type own = op_is_vector(type.letter) ? type_of_whole(fact) : type_of_column(v, column);
    return is_same_type(own, type) ||
           stream_refuse(v, GESTALT_BAD_FILE, index, "column %u is of another type", column);
}

// Check the list that a `set` copies, or that there is none if it has expressions.
static bool check_source(verifier *v, uint32_t index, uint32_t source, const column_fact *list)
{
    if (source == LIST_NO_KEY)
        return true;
    const column_fact *fact = list_at(v, index, source);
    if (!fact)
        return false;
    if (!is_same_type(type_of_whole(fact), type_of_whole(list)))
        return stream_bad(v, index, "a list is set to a list of another type");
    return fact->capacity <= list->capacity ||
           stream_bad(v, index, "a list is set to a list of a larger capacity");
}

// Check the operand L. Whether a `set` needs a source is checked with its flags.
static bool check_list(verifier *v, uint32_t index, uint64_t raw, item_type type)
{
    const column_fact *fact = check_place(v, index, list_operand_place(raw));
    if (!fact)
        return false;
    uint32_t key = list_operand_key(raw), second = list_operand_index(raw);
    bool loops = node_has(type, 'R');
    bool may_have_key = loops || (node_has(type, 'I') && !node_has(type, 'X'));
    if (fact->is_shared && !loops)
        return stream_bad(v, index, "a node changes a shared list");
    if (node_has(type, 'Y'))
        return check_source(v, index, key, fact);
    if ((key != LIST_NO_KEY && !may_have_key) || (second != LIST_NO_KEY && !loops))
        return stream_bad(v, index, "a list has a key that its node does not use");
    if (loops && (key == LIST_NO_KEY || key == second))
        return stream_bad(v, index, "a for_each has no item, or the same key as item and index");
    if (key != LIST_NO_KEY && !check_list_key(v, index, key, type_of_whole(fact)))
        return false;
    return second == LIST_NO_KEY || check_list_key(v, index, second, type_of_key(KEY_INT, 0));
}

static bool check_raw(verifier *v, uint32_t index, char letter, item_type type)
{
    uint64_t raw = v->shape->items[index];
    switch (letter) {
    case 'D': return check_duration(v, index, raw);
    case 'R': return check_rounds(v, index, raw, type);
    case 'P': return check_pause(v, index, raw);
    case 'H': return check_thresholds(v, index, raw);
    case 'S': return raw <= GESTALT_RUNNING || stream_bad(v, index, "there is no such status");
    case 'L': return check_list(v, index, raw, type);
    default: return check_resource(v, index, raw);
    }
}

// Check the weights of a `weighted`, which are running sums. `*count` receives their number.
static uint32_t check_weights(verifier *v, uint32_t index, uint32_t end, uint32_t *count)
{
    uint32_t first = index;
    float sum = 0;
    for (; index < end && item_type_of(v->shape->items[index]) == ITEM_WEIGHT; index++) {
        uint64_t item = v->shape->items[index];
        float next = scalar_float_of_bits(item_argument(item));
        if (!(next >= sum) || next - next != 0)
            return stream_bad(v, index,
                              "the running sum of the weights decreases or is not finite");
        if ((item_flags(item) & ~(unsigned)ITEM_POSITIVE) || item_end(item) != index + 1)
            return stream_bad(v, index,
                              "a weight has wrong flags, or its end index is not the next item");
        if (next > sum && !item_flags(item))
            return stream_bad(v, index, "a weight that adds to the sum is not marked as positive");
        sum = next;
    }
    *count = index - first;
    if (!(sum > 0))
        return stream_bad(v, first < end ? first : end - 1, "no weight is greater than 0");
    return index;
}

// Check the cases: all different, and at most one for each child. `*count` receives their number.
static uint32_t check_cases(verifier *v, uint32_t index, uint32_t end, uint32_t *count)
{
    const uint64_t *items = v->shape->items;
    uint32_t first = index;
    for (; index < end && item_type_of(items[index]) == ITEM_CASE; index++) {
        if (item_flags(items[index]) || item_end(items[index]) != index + 1)
            return stream_bad(v, index, "a case has flags, or its end index is not the next item");
        if (index - first == LIMIT_CASES)
            return stream_refuse(v, GESTALT_LIMIT, index, "there are more than %d cases",
                                 LIMIT_CASES);
        for (uint32_t i = first; i < index; i++)
            if (item_argument(items[i]) == item_argument(items[index]))
                return stream_bad(v, index, "two cases are for the same value");
    }
    *count = index - first;
    if (*count == 0)
        return stream_bad(v, first < end ? first : end - 1, "there is no case");
    return index;
}

// Check that exactly the reactive nodes have a margin.
static uint32_t check_margin(verifier *v, uint64_t head, uint32_t index)
{
    if (!node_reacts(head))
        return index;
    uint64_t item = index < item_end(head) ? v->shape->items[index] : 0;
    float margin = scalar_float_of_bits(item_argument(item));
    if (item_type_of(item) != ITEM_MARGIN)
        return stream_bad(v, index - 1, "a reactive node has no margin");
    if (item_flags(item) || item_end(item) != index + 1)
        return stream_bad(v, index, "a margin has flags, or its end index is not the next item");
    if (!(margin >= 0) || margin - margin != 0 || scalar_float_bits(margin) >> 31)
        return stream_bad(v, index, "a margin is negative or not finite");
    return index + 1;
}

// Check that exactly the nodes with a random order have an order item. Its argument is derived.
static uint32_t check_order(verifier *v, uint64_t head, uint32_t index)
{
    if (!(item_flags(head) & ITEM_VARIANT))
        return index;
    uint64_t item = index < item_end(head) ? v->shape->items[index] : 0;
    if (item_type_of(item) != ITEM_ORDER)
        return stream_bad(v, index - 1, "a node with random order has no order");
    if (item_flags(item) || item_end(item) != index + 1)
        return stream_bad(v, index, "an order has flags, or its end index is not the next item");
    return index + 1;
}

static uint32_t check_scores(verifier *v, uint32_t index, uint32_t end, uint32_t *count)
{
    expression_place place = {.end = end, .wanted = {.letter = 'f'}};
    for (*count = 0; index < end && item_is_op(item_type_of(v->shape->items[index])); ++*count) {
        index = check_expression(v, index, &place);
        if (index == 0)
            return 0;
    }
    return index;
}

// Return the context of a node's expression: a bool for a condition, an int (or an enum) for a
// switch, a number of seconds or ticks for a duration.
static expression_place place_of_expression(uint64_t head)
{
    item_type type = item_type_of(head);
    expression_place place = {.end = item_end(head), .wanted = {.letter = 'b'}, .may_call = true};
    if (node_has(type, 'C') || node_has(type, 'D')) {
        place.wanted.letter = node_has(type, 'D') && !(item_flags(head) & ITEM_VARIANT) ? 'f' : 'i';
        place.may_call = false;
    }
    return place;
}

// Check the expression of a switch, which follows its cases and has their type.
static uint32_t check_choice(verifier *v, uint32_t index, uint32_t count, expression_place place)
{
    uint16_t words = 0;
    place.words = &words;
    uint32_t next = check_expression(v, index, &place);
    for (uint32_t i = index - count; i < index && next && words; i++)
        if (!shape_word(v->shape, words, scalar_wrap(item_argument(v->shape->items[i]))))
            return stream_bad(v, i, "the enum has no word for the case");
    return next;
}

// Check the assigned value, which has the type of the column, or is a whole vector.
static uint32_t check_assigned(verifier *v, uint32_t head, uint32_t index)
{
    uint64_t item = v->shape->items[head];
    const column_fact *fact = &v->columns[item_argument(item)];
    expression_place place = {.end = item_end(item),
                              .wanted = type_of_column(v, item_argument(item))};
    bool is_whole = item_flags(item) & ITEM_VARIANT;
    if (is_whole && fact->width < 2)
        return stream_refuse(v, GESTALT_BAD_FILE, head, "column %u is not the x of a vector",
                             item_argument(item));
    if (is_whole)
        place.wanted = type_of_whole(fact);
    return check_expression(v, index, &place);
}

// Check an expression of the type of the list's elements.
static uint32_t check_element(verifier *v, uint32_t head, uint32_t list, uint32_t index)
{
    uint32_t column = list_column(list_operand_place(v->shape->items[list]));
    expression_place place = {.end = item_end(v->shape->items[head]),
                              .wanted = type_of_whole(&v->columns[column])};
    return check_expression(v, index, &place);
}

// Check the elements to which a list is set; without VARIANT there is a source instead.
static uint32_t check_elements(verifier *v, uint32_t head, uint32_t list, uint32_t index)
{
    uint64_t item = v->shape->items[head];
    bool has_source = list_operand_key(v->shape->items[list]) != LIST_NO_KEY;
    if (list_operand_index(v->shape->items[list]) != LIST_NO_KEY ||
        has_source == !!(item_flags(item) & ITEM_VARIANT))
        return stream_bad(v, list, "a set of a list has both or neither of a list and elements");
    uint32_t count = 0, most = list_capacity(list_operand_place(v->shape->items[list]));
    most = most < LIMIT_SET_ELEMENTS ? most : LIMIT_SET_ELEMENTS;
    for (; !has_source && index && index < item_end(item); count++)
        index = count < most ? check_element(v, head, list, index)
                             : stream_bad(v, index, "a list is set to too many elements");
    return index;
}

// Check the operands of a node; `*count` is set for types with one operand per child.
static uint32_t check_operands(verifier *v, uint32_t head, uint32_t *count)
{
    uint64_t item = v->shape->items[head];
    item_type type = item_type_of(item);
    uint32_t end = item_end(item);
    uint32_t index = head + 1, list = 0;
    for (const char *letter = node_table[type].operands + 1; *letter && index; letter++) {
        expression_place place = place_of_expression(item);
        switch (*letter) {
        case 'A': index = check_arguments(v, head, item_argument(item), index, end); break;
        case 'W': index = check_weights(v, index, end, count); break;
        case 'U': index = check_scores(v, index, end, count); break;
        case 'C': index = check_cases(v, index, end, count); break;
        case 'M': index = check_margin(v, item, index); break;
        case 'O': index = check_order(v, item, index); break;
        case 'E':
            index = node_has(type, 'C') ? check_choice(v, index, *count, place)
                                        : check_expression(v, index, &place);
            break;
        case 'V': index = check_assigned(v, head, index); break;
        case 'I':
            place.wanted.letter = 'i';
            place.may_call = false;
            if (item_flags(item) & ITEM_VARIANT)
                index = check_expression(v, index, &place);
            else if (node_is_form(type))
                index = stream_bad(v, head, "an element is set without its place");
            break;
        case 'X': index = check_element(v, head, list, index); break;
        case 'Y': index = check_elements(v, head, list, index); break;
        default:
            list = *letter == 'L' ? index : list;
            if (*letter == 'P' && !(item_flags(item) & ITEM_VARIANT))
                break;
            if (index == end)
                return stream_bad(v, head, "the node ends before its operands");
            index = check_raw(v, index, *letter, type) ? index + 1 : 0;
            if (*letter == 'D' && index && v->shape->items[index - 1] == DURATION_EVALUATED)
                index = check_expression(v, index, &place);
        }
    }
    return index;
}

// ---- nodes

static bool check_set_column(verifier *v, uint32_t index, uint32_t column)
{
    const column_fact *fact = value_at(v, index, column);
    if (!fact)
        return false;
    return !fact->is_shared || stream_bad(v, index, "a set writes to a shared key");
}

static bool check_probability(verifier *v, uint32_t index, uint32_t bits)
{
    float p = scalar_float_of_bits(bits);
    return (p >= 0 && p <= 1) || stream_bad(v, index, "the probability is not in 0 to 1");
}

static bool check_head_argument(verifier *v, uint32_t index, item_type type)
{
    uint32_t argument = item_argument(v->shape->items[index]);
    switch (node_table[type].operands[0]) {
    case '-':
        return argument == 0 || stream_bad(v, index, "it has an argument, but its type has none");
    case 'h':
        return check_host(v, index, argument, node_has(type, 'Q') ? HOST_DEFERRED : HOST_IMMEDIATE);
    case 'k': return check_set_column(v, index, argument);
    case 'p':
        return argument < v->shape->persistent_count ||
               stream_refuse(v, GESTALT_BAD_FILE, index, "there is no persistent %u", argument);
    case 'f': return check_probability(v, index, argument);
    case 's':
        return verify_string(v, &v->shape->items[index], argument, LIMIT_TEXT_SIZE, "the message");
    default: return true; // derived, and compared with the result of shape_analyse
    }
}

static bool takes_variant(item_type type)
{
    const char *operands = node_table[type].operands;
    return operands[0] == 'l' || operands[1] == 'D' || operands[1] == 'V' || node_has(type, 'O') ||
           node_has(type, 'P') || node_has(type, 'I') || node_has(type, 'Y') ||
           node_is(type, NODE_IS_REACTING);
}

// Check the head of a node that must end at or before `limit`.
static bool check_head(verifier *v, uint32_t index, uint32_t limit)
{
    uint64_t item = v->shape->items[index];
    item_type type = item_type_of(item);
    if (!item_is_node(type))
        return stream_refuse(v, GESTALT_BAD_FILE, index, "found %s instead of a node",
                             type_text(type));
    if (item_end(item) <= index || item_end(item) > limit)
        return stream_refuse(v, GESTALT_BAD_FILE, index, "%s ends at item %u, not in %u to %u",
                             type_text(type), item_end(item), index + 1, limit);
    if ((item_flags(item) & ITEM_VARIANT) && !takes_variant(type))
        return stream_refuse(v, GESTALT_BAD_FILE, index,
                             "%s has a flag that its type does not have", type_text(type));
    return check_head_argument(v, index, type);
}

static bool check_node_table(verifier *v, uint32_t index)
{
    const gestalt_shape *shape = v->shape;
    if (v->node_count >= shape->specification->node_count)
        return stream_refuse(v, GESTALT_BAD_FILE, index,
                             "there are more nodes than the %u in the specification",
                             shape->specification->node_count);
    const uint32_t *entry = &shape->nodes[v->node_count];
    if (*entry != index)
        return verify_refuse(v, GESTALT_BAD_FILE, entry, "node %u is at item %u, not %u",
                             v->node_count, index, *entry);
    v->node_count++;
    return true;
}

// Set how many children a node may have. `count` is the number of operands for children, if any.
static void set_children_bounds(verify_frame *frame, const verifier *v, item_type type,
                                uint32_t count)
{
    const attribute_info *child;
    frame->children_min = frame->children_max = 0;
    for (; (child = node_child_attribute(type, frame->children_max)); frame->children_max++)
        frame->children_min += child->need == NEED_REQUIRED;
    if (frame->children_max == 0) { // a list of children
        frame->children_min = 1;
        frame->children_max = UINT32_MAX;
    }
    if (node_has(type, 'W') || node_has(type, 'U'))
        frame->children_min = frame->children_max = count;
    if (node_has(type, 'C')) { // plus a default
        frame->children_min = count;
        frame->children_max = count + 1;
    }
    if (node_has(type, 'H')) {
        uint64_t thresholds = v->shape->items[frame->item + 1];
        uint32_t success = thresholds_success(thresholds), failure = thresholds_failure(thresholds);
        frame->children_min = success > failure ? success : failure;
    }
    if (node_has_few_children(v->shape->items[frame->item]))
        frame->children_max = LIMIT_PARALLEL_CHILDREN;
}

static bool open_node(verifier *v, uint32_t index, uint32_t count)
{
    uint64_t item = v->shape->items[index];
    if (v->frame_count + 1 >= LIMIT_DEPTH)
        return stream_refuse(v, GESTALT_LIMIT, index, "the tree is deeper than %d nodes",
                             LIMIT_DEPTH);
    verify_frame *frame = &v->frames[v->frame_count++];
    *frame = (verify_frame){.item = index, .end = item_end(item)};
    set_children_bounds(frame, v, item_type_of(item), count);
    return true;
}

static bool close_node(verifier *v)
{
    const verify_frame *frame = &v->frames[--v->frame_count];
    if (frame->children >= frame->children_min && frame->children <= frame->children_max)
        return true;
    return stream_refuse(v, GESTALT_BAD_FILE, frame->item, "%s has %u children, not %u to %u",
                         type_text(item_type_of(v->shape->items[frame->item])), frame->children,
                         frame->children_min, frame->children_max);
}

// Check a node without its children; returns the index after it.
static uint32_t check_node(verifier *v, uint32_t index, uint32_t limit)
{
    if (!check_head(v, index, limit) || !check_node_table(v, index))
        return 0;
    uint32_t count = 0;
    uint32_t next = check_operands(v, index, &count);
    if (next == 0)
        return 0;
    uint32_t end = item_end(v->shape->items[index]);
    item_type type = item_type_of(v->shape->items[index]);
    bool is_leaf = node_table[type].group == GROUP_LEAF;
    if (is_leaf != (next == end))
        return stream_refuse(v, GESTALT_BAD_FILE, index,
                             is_leaf ? "%s has more items than it needs" : "%s has no children",
                             type_text(type));
    if (v->frame_count > 0)
        v->frames[v->frame_count - 1].children++;
    if (!is_leaf && !open_node(v, index, count))
        return 0;
    return next;
}

static bool check_tree(verifier *v)
{
    uint32_t tree_end = v->shape->specification->tree_end;
    uint32_t index = 0;
    do {
        uint32_t limit = v->frame_count ? v->frames[v->frame_count - 1].end : tree_end;
        index = check_node(v, index, limit);
        if (index == 0)
            return false;
        while (v->frame_count > 0 && v->frames[v->frame_count - 1].end == index)
            if (!close_node(v))
                return false;
    } while (v->frame_count > 0);
    if (index != tree_end)
        return stream_refuse(v, GESTALT_BAD_FILE, index, "the tree ends here, not at item %u",
                             tree_end);
    return true;
}

// ---- inits

// Check an init, given where the previous one was: `*order`, and in a list the number of elements.
static uint32_t check_init(verifier *v, uint32_t index, uint64_t *order, uint32_t *elements)
{
    uint64_t item = v->shape->items[index];
    if (item_type_of(item) != ITEM_INIT)
        return stream_refuse(v, GESTALT_BAD_FILE, index, "found %s instead of an init",
                             type_text(item_type_of(item)));
    const column_fact *fact = column_at(v, index, item_argument(item));
    if (!fact)
        return 0;
    bool is_whole = item_flags(item) & ITEM_WHOLE, is_list = fact->capacity > 0;
    if (fact->is_element)
        return stream_bad(v, index, "an init is for an element of a list");
    if ((item_flags(item) & ~(unsigned)ITEM_WHOLE) != (fact->is_own ? ITEM_OWN : 0u) ||
        (is_whole && (fact->width < 2 || is_list)))
        return stream_bad(v, index, "an init has flags that are not those of its key");
    if (item_end(item) <= index + 1 || item_end(item) > v->shape->specification->item_count)
        return stream_bad(v, index, "an init ends at the wrong item");
    if (fact->order < *order)
        return stream_bad(v, index, "an init is not in the order of the keys");
    bool is_more = *order == fact->order && is_list;
    *elements = is_more ? *elements + 1 : 1;
    if (is_list && *elements > fact->capacity)
        return stream_bad(v, index, "a list has more inits than its capacity");
    *order = (uint64_t)fact->order + (is_list ? 0u : is_whole ? fact->width : 1u);
    expression_place place = {.end = item_end(item),
                              .wanted = type_of_key(fact->type, fact->words),
                              .is_shared = fact->is_shared};
    if (is_whole || is_list)
        place.wanted = type_of_whole(fact);
    uint32_t next = check_expression(v, index + 1, &place);
    if (next != 0 && next != item_end(item))
        return stream_bad(v, next, "an init has more items than its expression");
    return next;
}

bool verify_stream(verifier *v)
{
    if (!check_tree(v))
        return false;
    if (v->node_count != v->shape->specification->node_count)
        return verify_refuse(v, GESTALT_BAD_FILE, &v->shape->nodes[v->node_count],
                             "the tree has %u node%s, not %u", v->node_count,
                             text_plural(v->node_count, "", "s"),
                             v->shape->specification->node_count);
    uint32_t index = v->shape->specification->tree_end;
    uint64_t order = 0;
    uint32_t elements = 0;
    while (index < v->shape->specification->item_count) {
        index = check_init(v, index, &order, &elements);
        if (index == 0)
            return false;
    }
    return true;
}
