// SPDX-License-Identifier: MIT
// Expressions as C. Each expression is a macro with its operations nested as in the document, and a
// function that expands the macro in a loop over vectors of lanes. Operations that need the library
// (draws, ids, sine and so on) are computed first, in the order of the stream, and stored in
// columns: the temporaries. An operation by component is written for each component by itself. What
// all of them need, as the number in `u * number`, is a temporary, too.
#include "native_source.h"

#include "columns.h"
#include "nodes.h"
#include "print_expression.h"
#include "scalar.h"
#include "shape_limits.h"

#include <stdio.h>
#include <string.h>

// An expression that is being written: its operations, numbered from 0.
typedef struct native_formula {
    native_source *source;
    const uint64_t *ops;
    uint32_t first; // item of the first operation
    uint32_t count;
    char name[24]; // suffix of the names of the expression's macros
} native_formula;

enum { NO_TEMP = UINT16_MAX };

static const op_info *op_of(const native_formula *e, uint32_t op)
{
    return op_info_of(item_type_of(e->ops[op]));
}

static uint32_t operand_count(const native_formula *e, uint32_t op)
{
    return (uint32_t)strlen(op_of(e, op)->operands);
}

static bool is_elementary(item_type op)
{
    return op == OP_SIN || op == OP_COS || op == OP_ATAN2 || op == OP_EXP || op == OP_LOG;
}

// Return whether an operation reads elements of a list. Its result is a temporary.
static bool reads_elements(item_type op)
{
    const op_info *info = op_info_of(op);
    return info->argument == 'l' && info->operands[0];
}

static bool is_normalizing(item_type op)
{
    return op == OP_NORMALIZE_VEC2 || op == OP_NORMALIZE_VEC3;
}

// Return an operand of an operation, as the index of the operand's last operation.
static uint32_t operand_of(const native_formula *e, uint32_t op, uint32_t position)
{
    uint32_t operand = op - 1;
    for (uint32_t i = operand_count(e, op) - 1; i > position; i--)
        operand = e->source->starts[operand] - 1u;
    return operand;
}

// Mark the operands that every component of an operation needs, unless they are only loaded.
static uint16_t mark_shared(const native_formula *e, uint32_t op, uint16_t temps)
{
    const op_info *info = op_of(e, op);
    for (uint32_t i = 0; info->each && info->operands[i]; i++) {
        uint32_t operand = operand_of(e, op, i);
        if (!op_is_vector(info->operands[i]) && operand_count(e, operand) > 0 &&
            e->source->temps[operand] == NO_TEMP)
            e->source->temps[operand] = temps++;
    }
    return temps;
}

// Number the operations of an expression, and find where the operands of each start and which
// operations leave temporaries.
static native_formula formula_at_item(native_source *s, uint32_t node, uint32_t number,
                                      uint32_t index)
{
    native_formula e = {.source = s, .ops = &s->shape->items[index], .first = index};
    uint16_t temps = 0;
    snprintf(e.name, sizeof e.name, "%u_%u", node, number);
    do {
        uint32_t op = e.count++, start = op;
        item_type type = item_type_of(e.ops[op]);
        for (uint32_t i = operand_count(&e, op); i > 0; i--)
            start = s->starts[start - 1];
        s->starts[op] = (uint16_t)start;
        bool is_apart = type == OP_RAND || type == OP_AGENT || is_elementary(type) ||
                        is_normalizing(type) || reads_elements(type);
        s->temps[op] = is_apart ? temps++ : NO_TEMP;
        temps = mark_shared(&e, op, temps);
    } while (!(item_flags(e.ops[e.count - 1]) & ITEM_LAST));
    return e;
}

// ---- the text of an operation

static uint32_t first_shared(const native_source *s)
{
    return s->shape->specification->number_columns + s->shape->specification->bool_columns;
}

static void put_load(native_source *s, uint32_t column, const char *type)
{
    const gestalt_specification *spec = s->shape->specification;
    bool is_bool = strcmp(type, "bool") == 0;
    uint32_t shared = first_shared(s);
    bool is_shared = column >= shared;
    uint32_t first = is_shared ? shared + (is_bool ? spec->shared_number_columns : 0)
                     : is_bool ? spec->number_columns
                               : 0;
    text_print(s->out, "V(%s_%s)(%u)", is_shared ? "shared" : "load", type, column - first);
}

static void put_number(text_out *out, int32_t value)
{
    if (value == INT32_MIN)
        text_put(out, "(-2147483647 - 1)");
    else
        text_print(out, "%d", (int)value);
}

static void put_int(native_source *s, int32_t value)
{
    text_put(s->out, "V(int)(");
    put_number(s->out, value);
    text_put(s->out, ")");
}

// Write an operation without operands; of a vector a component.
static void put_leaf(const native_formula *e, uint64_t item, uint32_t component)
{
    text_out *out = e->source->out;
    uint32_t argument = item_argument(item);
    switch ((int)item_type_of(item)) {
    case OP_CONST_BOOL: text_print(out, "V(bool)(%u)", argument); break;
    case OP_TEXT:
    case OP_CONST_INT: put_int(e->source, scalar_wrap(argument)); break;
    case OP_CONST_FLOAT: text_print(out, "V(float)(0x%08xu)", argument); break;
    case OP_CONST_ENUM: put_int(e->source, (int32_t)item_word(item)); break;
    case OP_LOAD_BOOL:
    case OP_SHARED_BOOL: put_load(e->source, argument, "bool"); break;
    case OP_LOAD_FLOAT:
    case OP_SHARED_FLOAT: put_load(e->source, argument, "float"); break;
    case OP_COUNT: put_load(e->source, list_column(argument), "int"); break;
    case OP_TIME: text_put(out, "V(time)"); break;
    case OP_DT: text_put(out, "V(dt)"); break;
    case OP_TICK: text_put(out, "V(tick)"); break;
    case OP_LOAD_VEC2:
    case OP_LOAD_VEC3:
    case OP_SHARED_VEC2:
    case OP_SHARED_VEC3: put_load(e->source, argument + component, "float"); break;
    default: put_load(e->source, argument, "int");
    }
}

static bool divides_by_constant(const native_formula *e, uint32_t op)
{
    item_type type = item_type_of(e->ops[op]);
    return (type == OP_DIVIDE_INT || type == OP_MODULO_INT) &&
           item_type_of(e->ops[op - 1]) == OP_CONST_INT;
}

// Bit mask and value to test `x % 2^k == r` without dividing. The mask has the bits below the power
// of two, and the sign bit unless r is 0.
typedef struct remainder_test {
    uint32_t kept;
    int32_t wanted;
} remainder_test;

// Return whether an operation is such a test, for example `x % 64 == 3`, and set its bits.
static bool tests_remainder(const native_formula *e, uint32_t op, remainder_test *test)
{
    item_type type = item_type_of(e->ops[op]);
    if ((type != OP_EQUAL_INT && type != OP_UNEQUAL_INT) ||
        item_type_of(e->ops[op - 1]) != OP_CONST_INT)
        return false;
    uint32_t modulo = operand_of(e, op, 0);
    if (item_type_of(e->ops[modulo]) != OP_MODULO_INT || !divides_by_constant(e, modulo))
        return false;
    int32_t by = scalar_wrap(item_argument(e->ops[modulo - 1]));
    int32_t equal = scalar_wrap(item_argument(e->ops[op - 1]));
    if (by < 2 || (by & (by - 1)) != 0 || equal <= -by || equal >= by)
        return false;
    uint32_t low = (uint32_t)by - 1, sign = UINT32_C(1) << 31;
    *test = (remainder_test){low | (equal ? sign : 0),
                             scalar_wrap(((uint32_t)equal & low) | (equal < 0 ? sign : 0))};
    return true;
}

// Write the beginning of an operation, up to its first operand.
static void put_name(const native_formula *e, uint32_t op, bool is_kept)
{
    item_type type = item_type_of(e->ops[op]);
    const op_info *info = op_of(e, op)->each ? op_info_of(op_of(e, op)->each) : op_of(e, op);
    const char *name = is_kept ? "KEEP_BITS" : is_normalizing(type) ? "PART" : info->enumerator;
    text_print(e->source->out, "V(%s%s)(", name,
               !is_kept && divides_by_constant(e, op) ? "_BY" : "");
}

// A frame of put_operation: an operation, and for a vector its component.
typedef struct native_frame {
    uint32_t op, component;
} native_frame;

// Return what is written at a position in the brackets of an operation. There are as many positions
// as there are numbers and bools; `*ends` is set after the last one.
static native_frame frame_at(const native_formula *e, native_frame f, uint32_t position, bool *ends)
{
    const op_info *info = op_of(e, f.op);
    *ends = false;
    for (uint32_t i = 0; info->operands[i]; i++) {
        uint32_t width = info->each ? 1 : op_width(info->operands[i]);
        if (position < width)
            return (native_frame){operand_of(e, f.op, i), !info->each ? position
                                                          : op_is_vector(info->operands[i])
                                                              ? f.component
                                                              : 0};
        position -= width;
    }
    *ends = true;
    return f;
}

// Return the operation that gives a component which another only passes on.
static native_frame frame_behind(const native_formula *e, native_frame f)
{
    for (;;) {
        const op_info *info = op_of(e, f.op);
        if (e->source->temps[f.op] != NO_TEMP)
            return f;
        if (info->form == SYNTAX_SUFFIX)
            f = (native_frame){f.op - 1, (uint32_t)(info->text[1] - 'x')};
        else if (item_type_of(e->ops[f.op]) == OP_VEC2 || item_type_of(e->ops[f.op]) == OP_VEC3)
            f = (native_frame){operand_of(e, f.op, f.component), 0};
        else
            return f;
    }
}

static void put_temporary(const native_formula *e, native_frame f)
{
    text_out *out = e->source->out;
    unsigned temp = e->source->temps[f.op];
    char result = op_of(e, f.op)->result;
    if (result == 'b')
        text_print(out, "V(UNEQUAL_INT)(V(temp_i)(x%u), V(int)(0))", temp);
    else
        text_print(out, "V(temp_%c)(x%u",
                   op_is_vector(result) ? 'f'
                   : result == 'e'      ? 'i'
                                        : result,
                   temp);
    if (result != 'b')
        text_print(out, f.component ? "_%u)" : ")", f.component);
}

// Write an operand that has a form of its own. Returns false if it has none.
static bool put_special(const native_formula *e, uint32_t op, uint32_t position, bool is_kept,
                        const remainder_test *kept)
{
    native_source *s = e->source;
    remainder_test test;
    if (position != 1)
        return false;
    if (is_kept)
        text_print(s->out, "0x%08xu", kept->kept);
    else if (divides_by_constant(e, op))
        put_number(s->out, scalar_wrap(item_argument(e->ops[op - 1])));
    else if (tests_remainder(e, op, &test))
        put_int(s, test.wanted);
    else
        return false;
    return true;
}

// Write an operation with its operands; of a vector a component. The temporaries of operands exist
// already; that of the operation itself is used unless it `is_new`.
static void put_operation(const native_formula *e, uint32_t root, uint32_t component, bool is_new)
{
    native_source *s = e->source;
    uint32_t depth = 0;
    native_frame f = {root, component};
    if (is_new && op_of(e, root)->form == SYNTAX_SUFFIX) {
        f = (native_frame){root - 1, (uint32_t)(op_of(e, root)->text[1] - 'x')};
        is_new = false;
    }
    native_frame next = is_new ? f : frame_behind(e, f);
    for (;;) {
        s->frames[depth] = (uint16_t)next.op;
        s->components[depth] = (unsigned char)next.component;
        s->printed[depth++] = 0;
        while (depth > 0) {
            f = (native_frame){s->frames[depth - 1], s->components[depth - 1]};
            uint32_t position = s->printed[depth - 1]++;
            remainder_test test;
            bool ends, is_kept = depth > 1 && item_type_of(e->ops[f.op]) == OP_MODULO_INT &&
                                 tests_remainder(e, s->frames[depth - 2], &test);
            next = frame_at(e, f, position, &ends);
            if (s->temps[f.op] != NO_TEMP && !(is_new && depth == 1)) {
                put_temporary(e, f);
                depth--;
            } else if (operand_count(e, f.op) == 0) {
                put_leaf(e, e->ops[f.op], f.component);
                depth--;
            } else if (ends) {
                text_put(s->out, ")");
                depth--;
            } else {
                if (position == 0)
                    put_name(e, f.op, is_kept);
                else
                    text_put(s->out, ", ");
                if (!put_special(e, f.op, position, is_kept, &test))
                    break;
            }
        }
        if (depth == 0)
            return;
        next = frame_behind(e, next);
    }
}

// ---- macros and temporaries

// Write a macro for an operand. A bool is an int in it.
static void put_macro(const native_formula *e, uint32_t op, const char *what, uint32_t number)
{
    bool is_bool = op_of(e, op)->result == 'b';
    text_print(e->source->out, "#define %s_%s_%u(V) %s", what, e->name, number,
               is_bool ? "V(SELECT_INT)(" : "");
    put_operation(e, op, 0, false);
    text_put(e->source->out, is_bool ? ", V(int)(1), V(int)(0))\n" : "\n");
}

// Return whether the temporary of an operation is filled with a macro of its own.
static bool is_filled(const native_formula *e, uint32_t op)
{
    item_type type = item_type_of(e->ops[op]);
    return e->source->temps[op] != NO_TEMP && type != OP_RAND && type != OP_AGENT &&
           !is_elementary(type) && !reads_elements(type);
}

// Write the macros that fill a temporary. A bool is stored as an int.
static void put_filling(const native_formula *e, uint32_t op)
{
    text_out *out = e->source->out;
    char result = op_of(e, op)->result;
    bool normalizes = is_normalizing(item_type_of(e->ops[op]));
    for (uint32_t k = 0; k < op_width(result); k++) {
        text_print(out, "#define FILL_%s_%u_%u(V) ", e->name, e->source->temps[op], k);
        text_put(out, result == 'b' ? "V(SELECT_INT)(" : normalizes ? "V(PART)(" : "");
        if (normalizes) {
            put_operation(e, op - 1, k, false);
            text_print(out, ", V(%s)(", op_width(result) == 2 ? "LENGTH" : "LENGTH_VEC3");
            for (uint32_t i = 0; i < op_width(result); i++) {
                text_put(out, i ? ", " : "");
                put_operation(e, op - 1, i, false);
            }
            text_put(out, "))");
        } else {
            put_operation(e, op, k, true);
        }
        text_put(out, result == 'b' ? ", V(int)(1), V(int)(0))\n" : "\n");
    }
}

// Write the macros of the expression, and of the operands of all operations that leave a temporary.
static void put_macros(const native_formula *e)
{
    native_source *s = e->source;
    for (uint32_t op = 0; op < e->count; op++) {
        item_type type = item_type_of(e->ops[op]);
        bool has_macros = is_elementary(type) || reads_elements(type);
        for (uint32_t i = 0; has_macros && i < operand_count(e, op); i++)
            put_macro(e, operand_of(e, op, i), i ? "SECOND" : "FIRST", s->temps[op]);
        if (is_filled(e, op))
            put_filling(e, op);
    }
    for (uint32_t k = 0; k < op_width(op_of(e, e->count - 1)->result); k++) {
        text_print(s->out, "#define VALUE_%s_%u(V) ", e->name, k);
        put_operation(e, e->count - 1, k, false);
        text_put(s->out, "\n");
    }
}

static void put_elementary(const native_formula *e, uint32_t op)
{
    native_source *s = e->source;
    unsigned temp = s->temps[op];
    bool is_pair = operand_count(e, op) == 2;
    if (is_pair)
        native_line(s, "_Alignas(64) float y%u[64] = {0};", temp);
    native_line(s, "GESTALT_NATIVE_FILL(float, x%u, FIRST_%s_%u);", temp, e->name, temp);
    if (is_pair)
        native_line(s, "GESTALT_NATIVE_FILL(float, y%u, SECOND_%s_%u);", temp, e->name, temp);
    text_fill(s->out, ' ', 4 * (size_t)s->indent);
    text_print(s->out, "t->services->apply(t, GESTALT_NATIVE_%s, x%u, ", op_of(e, op)->enumerator,
               temp);
    if (is_pair)
        text_print(s->out, "y%u);\n", temp);
    else
        text_put(s->out, "NULL);\n");
}

// Declare a column for a component of a temporary.
static void put_column(const native_formula *e, uint32_t op, uint32_t component)
{
    char result = op_of(e, op)->result, name[24];
    bool is_float = result == 'f' || op_is_vector(result);
    snprintf(name, sizeof name, component ? "x%u_%u" : "x%u", e->source->temps[op], component);
    native_line(e->source, "_Alignas(64) %s %s[64] = {0};", is_float ? "float" : "int32_t", name);
}

// Write the list that an operation reads.
static void put_list(const native_formula *e, uint32_t op)
{
    native_source *s = e->source;
    uint32_t place = item_argument(e->ops[op]), column = list_column(place);
    uint32_t shared = first_shared(s), width = op_width(op_of(e, op)->result);
    bool is_shared = column >= shared;
    text_print(s->out,
               is_shared ? "gestalt_native_shared_list(t, " : "gestalt_native_own_list(t, at, ");
    text_print(s->out, "%u, %u, %u)", is_shared ? column - shared : column, width,
               list_capacity(place));
}

static const char *finder_of(item_type op)
{
    return op == OP_FIND_FLOAT          ? "gestalt_native_find_float("
           : op == OP_FIND_INT_AS_FLOAT ? "gestalt_native_find_int_as_float("
                                        : "gestalt_native_find_int(";
}

// Write code that reads elements of a list: the value of an operand for each lane, and then the
// elements at these places, or the places of these elements.
static void put_elements(const native_formula *e, uint32_t op)
{
    native_source *s = e->source;
    const op_info *info = op_of(e, op);
    unsigned temp = s->temps[op];
    bool is_float = info->operands[0] == 'f';
    native_line(s, "_Alignas(64) %s y%u[64] = {0};", is_float ? "float" : "int32_t", temp);
    native_line(s, "GESTALT_NATIVE_FILL(%s, y%u, FIRST_%s_%u);", is_float ? "float" : "int", temp,
                e->name, temp);
    for (uint32_t k = 0; k < op_width(info->result); k++) {
        put_column(e, op, k);
        text_fill(s->out, ' ', 4 * (size_t)s->indent);
        text_put(s->out, info->form == SYNTAX_ELEMENT ? "gestalt_native_element("
                                                      : finder_of(item_type_of(e->ops[op])));
        put_list(e, op);
        if (info->form == SYNTAX_ELEMENT)
            text_print(s->out, k ? ", y%u, %u, lanes, x%u_%u);\n" : ", y%u, %u, lanes, x%u);\n",
                       temp, k, temp, k);
        else
            text_print(s->out, ", y%u, lanes, x%u);\n", temp, temp);
    }
}

// Declare a temporary with a macro of its own, and fill it.
static void put_filled(const native_formula *e, uint32_t op)
{
    native_source *s = e->source;
    unsigned temp = s->temps[op];
    char result = op_of(e, op)->result;
    bool is_float = result == 'f' || op_is_vector(result);
    for (uint32_t k = 0; k < op_width(result); k++) {
        char name[24];
        snprintf(name, sizeof name, k ? "x%u_%u" : "x%u", temp, k);
        put_column(e, op, k);
        native_line(s, "GESTALT_NATIVE_FILL(%s, %s, FILL_%s_%u_%u);", is_float ? "float" : "int",
                    name, e->name, temp, k);
    }
}

// Declare a temporary and compute it.
static void put_computed(const native_formula *e, uint32_t op)
{
    native_source *s = e->source;
    item_type type = item_type_of(e->ops[op]);
    unsigned temp = s->temps[op];
    if (is_filled(e, op)) {
        put_filled(e, op);
    } else if (reads_elements(type)) {
        put_elements(e, op);
    } else {
        put_column(e, op, 0);
        if (type == OP_RAND)
            native_line(s, "t->services->draw(t, lanes, x%u);", temp);
        else if (type == OP_AGENT)
            native_line(s, "t->services->agents(t, lanes, x%u);", temp);
        else
            put_elementary(e, op);
    }
}

static void put_temporaries(const native_formula *e)
{
    for (uint32_t op = 0; op < e->count; op++)
        if (e->source->temps[op] != NO_TEMP)
            put_computed(e, op);
}

// ---- functions

// Write a comment that shows an expression.
static void comment_expression(native_source *s, uint32_t node, uint32_t index)
{
    text_out text;
    text_start(&text, (gestalt_writer){native_comment_write, s->out}, false);
    text_print(s->out, "\n// %u: ", node);
    print_expression(&text, s->shape, index, false);
    text_finish_into(&text, s->out);
    text_put(s->out, "\n");
}

static void put_function(native_source *s, const char *result, const char *verb, uint32_t node,
                         uint32_t number, const char *more)
{
    native_line(s, "TREE_PART %s %s_%u_%u(gestalt_native_tick *t, const gestalt_native_layout *at,",
                result, verb, node, number);
    native_line(s, "    uint64_t lanes%s)", more);
    native_line(s, "{");
    s->indent++;
    native_line(s, "GESTALT_NATIVE_COLUMNS;");
}

static void end_function(native_source *s)
{
    s->indent--;
    native_line(s, "}");
}

// Write a function that returns the lanes for which a bool expression is true.
static void put_ask(native_source *s, uint32_t node, uint32_t index)
{
    comment_expression(s, node, index);
    native_formula e = formula_at_item(s, node, 0, index);
    put_macros(&e);
    put_function(s, "uint64_t", "ask", node, 0, "");
    put_temporaries(&e);
    native_line(s, "uint64_t mask;");
    native_line(s, "GESTALT_NATIVE_ASK(mask, VALUE_%s_0);", e.name);
    native_line(s, "return mask;");
    end_function(s);
}

static bool gives_float(const native_formula *e)
{
    return op_of(e, e->count - 1)->result == 'f';
}

// Write a function that fills a column. Returns the index after the expression.
static uint32_t put_value(native_source *s, uint32_t node, uint32_t number, uint32_t index)
{
    comment_expression(s, node, index);
    native_formula e = formula_at_item(s, node, number, index);
    put_macros(&e);
    put_function(s, "void", "value", node, number,
                 gives_float(&e) ? ", float *to" : ", int32_t *to");
    put_temporaries(&e);
    native_line(s, "GESTALT_NATIVE_FILL(%s, to, VALUE_%s_0);", gives_float(&e) ? "float" : "int",
                e.name);
    end_function(s);
    return index + e.count;
}

// Write a function that chooses among the scores of all children.
static void put_choose(native_source *s, uint32_t node, uint32_t index, uint32_t end)
{
    uint32_t count = 0;
    for (uint32_t at = index; at < end; count++) {
        comment_expression(s, node, at);
        native_formula e = formula_at_item(s, node, count, at);
        put_macros(&e);
        at += e.count;
    }
    put_function(s, "void", "choose", node, 0, ", int32_t *chosen");
    native_line(s, "_Alignas(64) float best[64] = {0};");
    for (uint32_t i = 0; i < count; i++) {
        native_formula e = formula_at_item(s, node, i, index);
        native_line(s, "{");
        s->indent++;
        put_temporaries(&e);
        native_line(s, "GESTALT_NATIVE_COMPARE(%u, VALUE_%s_0);", i, e.name);
        s->indent--;
        native_line(s, "}");
        index += e.count;
    }
    end_function(s);
}

// The assignment of a `set` node: the key, and an expression.
typedef struct native_assignment {
    uint32_t column, width, index;
    uint32_t node;
    bool is_bool, is_float;
} native_assignment;

static native_assignment assignment_of(const native_source *s, const node_view *v, uint32_t node)
{
    const image_key *key = columns_key(s->shape, v->argument);
    return (native_assignment){.column = v->argument,
                               .width = v->flags & ITEM_VARIANT ? key_width(key->type) : 1,
                               .index = v->expression,
                               .node = node,
                               .is_bool = v->argument >= s->shape->specification->number_columns,
                               .is_float = key_is_float(key->type)};
}

// Write the statement that stores the value of a macro in a column of the agents.
static void put_store(native_source *s, const char *what, uint32_t column, const char *macro)
{
    native_line(s, "GESTALT_NATIVE_SET(%s, GESTALT_NATIVE_COLUMN(%u), %s);", what, column, macro);
}

// Store the components of a vector, after all of them have been computed.
static void put_vector_assignment(const native_formula *e, native_assignment a)
{
    native_source *s = e->source;
    char name[40];
    for (uint32_t k = 0; k < a.width; k++) {
        native_line(s, "_Alignas(64) float set%u[64] = {0};", k);
        native_line(s, "GESTALT_NATIVE_FILL(float, set%u, VALUE_%s_%u);", k, e->name, k);
    }
    for (uint32_t k = 0; k < a.width; k++) {
        snprintf(name, sizeof name, "SET_%u_%u", a.node, k);
        text_print(s->out, "#define %s(V) V(temp_f)(set%u)\n", name, k);
        put_store(s, "float, float", a.column + k, name);
    }
}

static void put_assignment(const native_formula *e, native_assignment a)
{
    native_source *s = e->source;
    char name[40];
    snprintf(name, sizeof name, "VALUE_%s_0", e->name);
    put_temporaries(e);
    if (a.width > 1) {
        put_vector_assignment(e, a);
    } else if (a.is_bool) {
        native_line(s, "uint64_t mask, *to = &bools[%u];",
                    a.column - s->shape->specification->number_columns);
        native_line(s, "GESTALT_NATIVE_ASK(mask, %s);", name);
        native_line(s, "*to = (*to & ~lanes) | mask;");
    } else {
        put_store(s, a.is_float ? "float, float" : "int, int32_t", a.column, name);
    }
}

static void put_set(native_source *s, const node_view *v, uint32_t node)
{
    native_assignment a = assignment_of(s, v, node);
    comment_expression(s, node, a.index);
    native_formula e = formula_at_item(s, node, 0, a.index);
    put_macros(&e);
    put_function(s, "void", "set", node, 0, "");
    put_assignment(&e, a);
    end_function(s);
}

// Return whether native code evaluates the node's expression, rather than the host.
static bool has_formula(const native_source *s, const node_view *v)
{
    return node_has(v->type, 'E') &&
           op_info_of(item_type_of(s->shape->items[v->expression]))->form != SYNTAX_HOST;
}

void native_expressions(native_source *s, uint32_t id)
{
    node_view v = walk_node(s->shape->items, s->shape->nodes[id]);
    uint32_t index = v.expression;
    if (node_has(v.type, 'V')) {
        put_set(s, &v, id);
    } else if (has_formula(s, &v)) {
        if (node_has(v.type, 'C'))
            put_value(s, id, 0, index);
        else
            put_ask(s, id, index);
    } else if (node_has(v.type, 'U') && !view_reacts(&v)) {
        put_choose(s, id, index, v.first_child);
    } else if (node_has(v.type, 'U')) {
        for (uint32_t i = 0; index < v.first_child; i++)
            index = put_value(s, id, i, index);
    }
}
