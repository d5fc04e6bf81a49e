// SPDX-License-Identifier: MIT
// An expression is printed by a traversal with an explicit stack: operations in a loaded image may
// be nested as deep as there are operations. Operations are numbered from 0 here (a call, the only
// operation of more than one item, is always alone). A table contains where the operands of each
// operation start, which postfix order leaves open.
#include "print_expression.h"

#include "carving.h"
#include "columns.h"
#include "memory.h"
#include "nodes.h"
#include "number.h"
#include "scalar.h"
#include "shape_limits.h"

#include <math.h>

typedef struct frame {
    uint16_t op;
    uint8_t printed; // operands printed so far
    bool parentheses;
} frame;

typedef struct printer {
    text_out *out;
    const gestalt_shape *shape;
    bool in_document;
    const uint64_t *ops;
    uint32_t count;
    uint32_t frame_count;
    frame *frames;    // one per operation: each is entered once
    uint16_t *starts; // by operation: the first operation of its operands, or itself
} printer;

enum {
    PRECEDENCE_ANY = 0,
    PRECEDENCE_VALUE = 9,   // names and literals bind tighter than every operator
    PRECEDENCE_CLOSED = 10, // calls, after which a component may follow
};

static const op_info *info_of(const printer *p, uint32_t op)
{
    return op_info_of(item_type_of(p->ops[op]));
}

static uint32_t operand_count(const op_info *info)
{
    return (uint32_t)strlen(info->operands);
}

// ---- leaves

// Return the largest number of `_` at the beginning of any key's name.
static size_t leading_underscores(const gestalt_shape *shape)
{
    size_t most = 0;
    for (uint32_t i = 0; i < shape->key_count; i++) {
        size_t count = strspn(shape_string(shape, shape->keys[i].name), "_");
        most = count > most ? count : most;
    }
    return most;
}

void print_key_in_document(text_out *out, const gestalt_shape *shape, const image_key *key)
{
    enum { SHOWN = 200 };
    const char *name = shape_string(shape, key->name);
    if (!columns_is_own(shape, key)) {
        text_put(out, name);
        return;
    }
    text_fill(out, '_', leading_underscores(shape) + 1);
    for (size_t i = 0; name[i] && i < SHOWN; i++) {
        char c = name[i];
        bool fits = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        text_fill(out, fits ? c : '_', 1);
    }
    text_print(out, "_%u", (unsigned)(key - shape->keys));
}

static void print_key(const printer *p, const image_key *key)
{
    if (p->in_document)
        print_key_in_document(p->out, p->shape, key);
    else
        text_put(p->out, shape_string(p->shape, key->name));
}

static void print_column(const printer *p, uint32_t column)
{
    const image_key *key = columns_key(p->shape, column);
    print_key(p, key);
    if (key_has_components(key))
        text_print(p->out, ".%c", key_component(column - key->column));
}

static void print_vector(const printer *p, uint32_t column)
{
    print_key(p, columns_key(p->shape, column));
}

static void print_float(text_out *out, float value)
{
    char text[NUMBER_TEXT_SIZE];
    if (isnan(value))
        text_put(out, "0.0 / 0.0");
    else if (isinf(value))
        text_put(out, value < 0 ? "-1.0 / 0.0" : "1.0 / 0.0");
    else
        text_write(out, text, number_print_float(text, value));
}

static void print_int(text_out *out, int32_t value)
{
    if (value == INT32_MIN)
        text_put(out, "-2147483647 - 1");
    else
        text_print(out, "%d", (int)value);
}

// Return how tightly the text of a constant binds.
static int constant_precedence(item_type op, uint32_t bits)
{
    if (op == OP_CONST_INT && bits == UINT32_C(0x80000000))
        return op_info_of(OP_SUBTRACT_INT)->precedence;
    if (op == OP_CONST_FLOAT && !isfinite(scalar_float_of_bits(bits)))
        return op_info_of(OP_DIVIDE_FLOAT)->precedence;
    bool negative = op != OP_CONST_BOOL && op != OP_CONST_ENUM && bits >> 31;
    return negative ? op_info_of(OP_NEGATE_INT)->precedence : PRECEDENCE_VALUE;
}

static void print_constant(text_out *out, const gestalt_shape *shape, uint64_t item)
{
    item_type op = item_type_of(item);
    uint32_t bits = item_argument(item);
    if (op == OP_CONST_BOOL)
        text_put(out, bits ? "true" : "false");
    else if (op == OP_CONST_ENUM)
        text_print(out, "'%s'", shape_word(shape, item_enum(item), (int32_t)item_word(item)));
    else if (op == OP_CONST_INT)
        print_int(out, scalar_wrap(bits));
    else
        print_float(out, scalar_float_of_bits(bits));
}

// Inside a document, the caller escapes what it prints.
static void print_text(const printer *p, uint64_t item)
{
    const char *text = shape_string(p->shape, p->shape->texts.list[item_argument(item)]);
    text_put(p->out, "text('");
    if (p->in_document)
        text_put(p->out, text);
    else
        text_escaped(p->out, text, strlen(text));
    text_put(p->out, "')");
}

static void print_leaf(const printer *p, uint64_t item)
{
    const op_info *info = op_info_of(item_type_of(item));
    switch (info->form) {
    case SYNTAX_CONST: print_constant(p->out, p->shape, item); break;
    case SYNTAX_LOAD:
        if (op_is_vector(info->result))
            print_vector(p, item_argument(item));
        else
            print_column(p, item_argument(item));
        break;
    case SYNTAX_NAME: text_put(p->out, info->text); break;
    case SYNTAX_TEXT: print_text(p, item); break;
    case SYNTAX_LIST:
        text_print(p->out, "%s(", info->text);
        print_vector(p, list_column(item_argument(item)));
        text_put(p->out, ")");
        break;
    default: text_print(p->out, "%s()", info->text); break;
    }
}

// ---- operators

static int precedence_of(const printer *p, uint32_t op)
{
    const op_info *info = info_of(p, op);
    if (info->form == SYNTAX_CONST)
        return constant_precedence(item_type_of(p->ops[op]), item_argument(p->ops[op]));
    if (info->precedence)
        return info->precedence;
    bool is_closed = info->form == SYNTAX_FUNCTION || info->form == SYNTAX_ELEMENT;
    return is_closed ? PRECEDENCE_CLOSED : PRECEDENCE_VALUE;
}

// Return an operand of an operation, as the index of the operand's last operation.
static uint32_t operand_of(const printer *p, uint32_t op, uint32_t position)
{
    uint32_t operand = op - 1;
    for (uint32_t i = operand_count(info_of(p, op)) - 1; i > position; i--)
        operand = p->starts[operand] - 1u;
    return operand;
}

static bool is_conversion(const printer *p, uint32_t op)
{
    return info_of(p, op)->form == SYNTAX_CONVERT;
}

// Return whether an operation has an overload for ints, in an adjacent row.
static bool takes_ints(const op_info *info)
{
    const op_info *first = op_table, *last = op_table + (OP_TYPE_END - OP_FIRST) - 1;
    return (info > first && strcmp(info[-1].text, info->text) == 0 && !info->each) ||
           (info < last && strcmp(info[1].text, info->text) == 0 && !info->each);
}

// Return whether the compiler would insert this conversion of an int operand by itself. If there is
// an overload for ints, it does so only if another operand is a float; if all operands are
// conversions, the first one must be printed.
static bool converts_operand(const printer *p, uint32_t op, uint32_t position)
{
    const op_info *info = info_of(p, op);
    if (!takes_ints(info))
        return true;
    bool first = true;
    for (uint32_t i = 0; info->operands[i]; i++) {
        if (info->operands[i] == 'f' && !is_conversion(p, operand_of(p, op, i)))
            return true;
        first = first && (i >= position || info->operands[i] != 'f');
    }
    return !first;
}

// Return the lowest precedence that an operand can have without parentheses.
static int operand_precedence(const op_info *info, uint32_t position)
{
    switch (info->form) {
    case SYNTAX_PREFIX: return info->precedence;
    case SYNTAX_INFIX: return info->precedence + (position == 1);
    case SYNTAX_SELECT: return position == 0 ? info->precedence + 1 : info->precedence;
    case SYNTAX_SUFFIX: return PRECEDENCE_CLOSED;
    default: return PRECEDENCE_ANY;
    }
}

static void print_enter(printer *p, uint32_t op, bool converts, int precedence)
{
    if (converts && is_conversion(p, op))
        op--;
    p->frames[p->frame_count++] =
        (frame){.op = (uint16_t)op, .parentheses = precedence_of(p, op) < precedence};
}

// Print the list of an operation before its operand: "route[", "find(route, ".
static void print_list(const printer *p, uint64_t item)
{
    const op_info *info = op_info_of(item_type_of(item));
    if (info->form == SYNTAX_LIST)
        text_print(p->out, "%s(", info->text);
    print_vector(p, list_column(item_argument(item)));
    text_put(p->out, info->form == SYNTAX_LIST ? ", " : "[");
}

static void print_before_operand(const printer *p, const op_info *info, uint32_t position)
{
    if (info->form == SYNTAX_PREFIX)
        text_put(p->out, info->text);
    else if (info->form == SYNTAX_INFIX && position == 1)
        text_print(p->out, " %s ", info->text);
    else if (info->form == SYNTAX_SELECT && position > 0)
        text_put(p->out, position == 1 ? " ? " : " : ");
    else if (info->form == SYNTAX_FUNCTION || info->form == SYNTAX_CONVERT)
        text_print(p->out, "%s%s", position ? ", " : info->text, position ? "" : "(");
}

// Print the text before the next operand and enter the operand, or print the end of the operation.
static void print_step(printer *p, frame *top)
{
    uint32_t op = top->op, position = top->printed++;
    const op_info *info = info_of(p, op);
    if (position == 0 && top->parentheses)
        text_put(p->out, "(");
    if (position < operand_count(info)) {
        if (info->argument == 'l')
            print_list(p, p->ops[op]);
        else
            print_before_operand(p, info, position);
        print_enter(p, operand_of(p, op, position), converts_operand(p, op, position),
                    operand_precedence(info, position));
        return;
    }
    if (position == 0)
        print_leaf(p, p->ops[op]);
    else if (info->form == SYNTAX_SUFFIX)
        text_put(p->out, info->text);
    else if (info->form == SYNTAX_ELEMENT)
        text_put(p->out, "]");
    else if (info->form != SYNTAX_PREFIX && info->form != SYNTAX_INFIX &&
             info->form != SYNTAX_SELECT)
        text_put(p->out, ")");
    if (top->parentheses)
        text_put(p->out, ")");
    p->frame_count--;
}

static uint32_t count_operations(const uint64_t *ops)
{
    uint32_t count = 1;
    while (count < LIMIT_EXPRESSION_OPS && !(item_flags(ops[count - 1]) & ITEM_LAST))
        count++;
    return count;
}

// Find where the operands of each operation start.
static void find_starts(printer *p)
{
    for (uint32_t op = 0; op < p->count; op++) {
        uint32_t start = op;
        for (uint32_t i = operand_count(info_of(p, op)); i > 0; i--)
            start = p->starts[start - 1];
        p->starts[op] = (uint16_t)start;
    }
}

// Print operations; returns the index after them.
static uint32_t print_operations(text_out *out, const gestalt_shape *shape, uint32_t index,
                                 bool converts, bool in_document)
{
    printer p = {
        .out = out, .shape = shape, .in_document = in_document, .ops = &shape->items[index]};
    p.count = count_operations(p.ops);
    carving from = {0};
    do {
        CARVE(&from, p.frames, p.count);
        CARVE(&from, p.starts, p.count);
    } while (carve_again(&from, &shape->allocator));
    if (!from.memory) {
        text_fail_memory(out);
        return index + p.count;
    }
    find_starts(&p);
    print_enter(&p, p.count - 1, converts, PRECEDENCE_ANY);
    while (p.frame_count)
        print_step(&p, &p.frames[p.frame_count - 1]);
    memory_release(&shape->allocator, from.memory, from.size);
    return index + p.count;
}

static void print_given_key(const printer *p, uint32_t column, const image_argument *argument)
{
    if (key_is_vector(argument->type) || argument->is_list)
        print_vector(p, column);
    else
        print_column(p, column);
}

// Print the text that is given for an argument; returns the index after it.
static uint32_t print_given_text(text_out *out, const gestalt_shape *shape, uint32_t index)
{
    const char *text = shape_string(shape, shape->texts.list[item_argument(shape->items[index])]);
    text_json(out, text, strlen(text));
    return index + 1;
}

// Print "call NAME(target: home, range: health * 2.0)".
static void print_call(text_out *out, const gestalt_shape *shape, uint32_t index)
{
    const image_host *host = &shape->hosts[item_argument(shape->items[index])];
    uint32_t end = item_end(shape->items[index]);
    text_print(out, "call %s(", shape_string(shape, host->name));
    for (uint32_t at = index + 1; at < end;) {
        uint32_t where = item_argument(shape->items[at]);
        const image_argument *argument = &shape->arguments[host->first_argument + (where >> 24)];
        text_print(out, "%s%s: ", at > index + 1 ? ", " : "", shape_string(shape, argument->name));
        at++;
        if (argument->type == ARGUMENT_TEXT)
            at = print_given_text(out, shape, at);
        else if (item_end(shape->items[at - 1]) == at)
            print_given_key(&(printer){.out = out, .shape = shape}, where & 0xffffff, argument);
        else
            at = print_operations(out, shape, at, argument->type == KEY_FLOAT, false);
    }
    text_put(out, ")");
}

void print_expression(text_out *out, const gestalt_shape *shape, uint32_t index, bool converts)
{
    if (item_type_of(shape->items[index]) == OP_CALL)
        print_call(out, shape, index);
    else
        print_operations(out, shape, index, converts, false);
}

void print_expression_in_document(text_out *out, const gestalt_shape *shape, uint32_t index)
{
    print_operations(out, shape, index, true, true);
}
