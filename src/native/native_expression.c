// SPDX-License-Identifier: MIT
// Expressions as C. Each expression is a macro with its operations nested as in the document, and a
// function that expands the macro in a loop over vectors of lanes. Operations that need the library
// (draws, ids, sine and so on) are computed first, in the order of the stream, and stored in
// columns: the temporaries.
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
        bool is_apart = type == OP_RAND || type == OP_AGENT || is_elementary(type);
        s->temps[op] = is_apart ? temps++ : NO_TEMP;
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

static void put_vector(const native_formula *e, uint64_t item)
{
    const op_info *info = op_info_of(item_type_of(item));
    text_out *out = e->source->out;
    uint32_t argument = item_argument(item), width = op_vector_width(info);
    bool is_pair = op_vector_count(info) == 2;
    text_print(out, "V(%s)(", info->enumerator);
    for (uint32_t k = 0; k < width; k++) {
        text_put(out, k ? ", " : "");
        put_load(e->source, (argument & (is_pair ? 0xffff : UINT32_MAX)) + k, "float");
    }
    for (uint32_t k = 0; is_pair && k < width; k++) {
        text_put(out, ", ");
        put_load(e->source, (argument >> 16) + k, "float");
    }
    text_put(out, ")");
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

// Write an operation without operands.
static void put_leaf(const native_formula *e, uint64_t item)
{
    text_out *out = e->source->out;
    uint32_t argument = item_argument(item);
    switch ((int)item_type_of(item)) {
    case OP_CONST_BOOL: text_print(out, "V(bool)(%u)", argument); break;
    case OP_CONST_INT: put_int(e->source, scalar_wrap(argument)); break;
    case OP_CONST_FLOAT: text_print(out, "V(float)(0x%08xu)", argument); break;
    case OP_CONST_ENUM: put_int(e->source, (int32_t)item_word(item)); break;
    case OP_LOAD_BOOL:
    case OP_SHARED_BOOL: put_load(e->source, argument, "bool"); break;
    case OP_LOAD_FLOAT:
    case OP_SHARED_FLOAT: put_load(e->source, argument, "float"); break;
    case OP_TIME: text_put(out, "V(time)"); break;
    case OP_DT: text_put(out, "V(dt)"); break;
    case OP_TICK: text_put(out, "V(tick)"); break;
    default:
        if (op_vector_count(op_info_of(item_type_of(item))))
            put_vector(e, item);
        else
            put_load(e->source, argument, "int");
    }
}

static uint32_t operand_of(const native_formula *e, uint32_t op, uint32_t position)
{
    uint32_t operand = op - 1;
    for (uint32_t i = operand_count(e, op) - 1; i > position; i--)
        operand = e->source->starts[operand] - 1u;
    return operand;
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
    text_print(e->source->out, "V(%s%s)(", is_kept ? "KEEP_BITS" : op_of(e, op)->enumerator,
               !is_kept && divides_by_constant(e, op) ? "_BY" : "");
}

// Write an operation with its operands. The temporaries of operands exist already, but not that of
// `root` itself.
static void put_operation(const native_formula *e, uint32_t root)
{
    native_source *s = e->source;
    uint32_t depth = 0;
    s->frames[depth] = (uint16_t)root;
    s->printed[depth++] = 0;
    while (depth > 0) {
        uint32_t op = s->frames[depth - 1], count = operand_count(e, op);
        uint32_t position = s->printed[depth - 1]++;
        remainder_test test;
        bool is_kept = depth > 1 && item_type_of(e->ops[op]) == OP_MODULO_INT &&
                       tests_remainder(e, s->frames[depth - 2], &test);
        if (s->temps[op] != NO_TEMP) {
            text_print(s->out, "V(temp_%c)(x%u)", op_of(e, op)->result, s->temps[op]);
            depth--;
        } else if (count == 0) {
            put_leaf(e, e->ops[op]);
            depth--;
        } else if (position == count) {
            text_put(s->out, ")");
            depth--;
        } else {
            if (position == 0)
                put_name(e, op, is_kept);
            else
                text_put(s->out, ", ");
            if (position == 1 && is_kept) {
                text_print(s->out, "0x%08xu", test.kept);
                continue;
            }
            if (position == 1 && divides_by_constant(e, op)) {
                put_number(s->out, scalar_wrap(item_argument(e->ops[op - 1])));
                continue;
            }
            if (position == 1 && tests_remainder(e, op, &test)) {
                put_int(s, test.wanted);
                continue;
            }
            s->frames[depth] = (uint16_t)operand_of(e, op, position);
            s->printed[depth++] = 0;
        }
    }
}

// ---- macros and temporaries

static void put_macro(const native_formula *e, uint32_t op, const char *what, uint32_t number)
{
    text_print(e->source->out, "#define %s_%s_%u(V) ", what, e->name, number);
    put_operation(e, op);
    text_put(e->source->out, "\n");
}

// Write the macros of the expression, and of the operands of all operations that leave a temporary.
static void put_macros(const native_formula *e)
{
    native_source *s = e->source;
    for (uint32_t op = 0; op < e->count; op++)
        for (uint32_t i = 0; s->temps[op] != NO_TEMP && i < operand_count(e, op); i++)
            put_macro(e, operand_of(e, op, i), i ? "SECOND" : "FIRST", s->temps[op]);
    put_macro(e, e->count - 1, "VALUE", 0);
}

static void put_elementary(const native_formula *e, uint32_t op)
{
    native_source *s = e->source;
    unsigned temp = s->temps[op];
    bool is_pair = operand_count(e, op) == 2;
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

// Declare the temporaries and compute them.
static void put_temporaries(const native_formula *e)
{
    native_source *s = e->source;
    for (uint32_t op = 0; op < e->count; op++) {
        unsigned temp = s->temps[op];
        if (temp == NO_TEMP)
            continue;
        bool is_float = op_of(e, op)->result == 'f';
        native_line(s, "_Alignas(64) %s x%u[64] = {0};", is_float ? "float" : "int32_t", temp);
        if (operand_count(e, op) == 2)
            native_line(s, "_Alignas(64) float y%u[64] = {0};", temp);
        if (item_type_of(e->ops[op]) == OP_RAND)
            native_line(s, "t->services->draw(t, lanes, x%u);", temp);
        else if (item_type_of(e->ops[op]) == OP_AGENT)
            native_line(s, "t->services->agents(t, lanes, x%u);", temp);
        else
            put_elementary(e, op);
    }
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

// The assignment of a `set` node: the key, and an expression for it or for each component of a
// vector.
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

static void put_assignment_macros(native_source *s, native_assignment a)
{
    for (uint32_t k = 0; k < a.width; k++) {
        comment_expression(s, a.node, a.index);
        native_formula e = formula_at_item(s, a.node, k, a.index);
        put_macros(&e);
        a.index += e.count;
    }
}

// Write the statement that stores the value of a macro in a column of the agents.
static void put_store(native_source *s, const char *what, uint32_t column, const char *macro)
{
    native_line(s, "GESTALT_NATIVE_SET(%s, GESTALT_NATIVE_COLUMN(%u), %s);", what, column, macro);
}

static void put_assignment(native_source *s, native_assignment a)
{
    char name[40];
    uint32_t index = a.index;
    for (uint32_t k = 0; k < a.width; k++) {
        native_formula e = formula_at_item(s, a.node, k, index);
        snprintf(name, sizeof name, "VALUE_%s_0", e.name);
        if (a.width > 1) {
            native_line(s, "_Alignas(64) float set%u[64] = {0};", k);
            native_line(s, "{");
            s->indent++;
        }
        put_temporaries(&e);
        if (a.width > 1) {
            native_line(s, "GESTALT_NATIVE_FILL(float, set%u, %s);", k, name);
            s->indent--;
            native_line(s, "}");
        } else if (a.is_bool) {
            native_line(s, "uint64_t mask, *to = &bools[%u];",
                        a.column - s->shape->specification->number_columns);
            native_line(s, "GESTALT_NATIVE_ASK(mask, %s);", name);
            native_line(s, "*to = (*to & ~lanes) | mask;");
        } else {
            put_store(s, a.is_float ? "float, float" : "int, int32_t", a.column, name);
        }
        index += e.count;
    }
    for (uint32_t k = 0; a.width > 1 && k < a.width; k++) {
        snprintf(name, sizeof name, "SET_%u_%u", a.node, k);
        text_print(s->out, "#define %s(V) V(temp_f)(set%u)\n", name, k);
        put_store(s, "float, float", a.column + k, name);
    }
}

static void put_set(native_source *s, const node_view *v, uint32_t node)
{
    native_assignment a = assignment_of(s, v, node);
    put_assignment_macros(s, a);
    put_function(s, "void", "set", node, 0, "");
    put_assignment(s, a);
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
