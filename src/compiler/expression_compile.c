// SPDX-License-Identifier: MIT
// From the syntax tree to operations. Nodes of a tree come in evaluation order, so one pass with a
// stack of operands is enough. An operand is a linked list of operations, so that a conversion can
// be appended to the left operand once the right one is known, and a branch can be dropped.
//
// ops.def is the table of operators and functions: rows with the same text are the overloads of one
// operator. The first row that fits the operands, with ints converted to float if needed, is used.
#include "expression_mismatch.h"
#include "nearest.h"
#include "nodes.h"
#include "scalar.h"
#include "scalar_op.h"
#include "shape_limits.h"

typedef struct cell cell;
struct cell {
    uint64_t item;
    cell *next;
};

// A 'word' whose enum is not determined yet.
typedef struct open_word open_word;
struct open_word {
    const expression *e;
    cell *place;
    open_word *next;
};

typedef struct operand {
    const expression *e;
    value_type type;
    cell *first, *last; // operations; empty for VALUE_NONE
    bool draws;
    bool is_place;               // VALUE_INT: the place of a text
    bool has_text;               // some operation is OP_TEXT
    const word_list *words;      // VALUE_ENUM
    bool names_enum;             // VALUE_ENUM: the enum comes from something other than 'word's
    value_type element;          // VALUE_LIST: type of the elements; `words` is their enum
    uint32_t place;              // VALUE_LIST: argument of its operations
    open_word *open, *open_last; // VALUE_WORD: the words in all branches of `?:`
} operand;

typedef struct compiler {
    arena *arena;
    const expression_scope *scope;
    operand *operands;
    uint32_t operand_count, operand_capacity;
    bool failed;
} compiler;

static void compile_fail(compiler *c, diagnostic_code code, uint32_t begin, uint32_t end,
                         const char *message, const char *help)
{
    c->failed = true;
    c->scope->report(c->scope->report_user, (int)code, begin, end, message, help);
}

// ---- types

const char *value_type_text(value_type type)
{
    static const char *const texts[] = {"nothing", "bool", "int",         "float", "vec2", "vec3",
                                        "enum",    "word", "int or enum", "text",  "list"};
    return texts[type];
}

static value_type type_of_letter(char letter)
{
    return letter == 'b'   ? VALUE_BOOL
           : letter == 'i' ? VALUE_INT
           : letter == 'e' ? VALUE_ENUM
           : letter == 'v' ? VALUE_VEC2
           : letter == 'w' ? VALUE_VEC3
                           : VALUE_FLOAT;
}

static bool op_takes(char letter, value_type type)
{
    return type == type_of_letter(letter) || (letter == 'f' && type == VALUE_INT) ||
           (letter == 'e' && type == VALUE_WORD);
}

// ---- operations

static operand *operand_push(compiler *c, const expression *e, value_type type)
{
    operand *o = ARENA_PUSH(c->arena, c->operands, c->operand_count, c->operand_capacity);
    *o = (operand){.e = e, .type = type};
    return o;
}

static void add_cell(compiler *c, operand *o, item_type op, uint32_t argument)
{
    cell *new = ARENA_NEW(c->arena, cell);
    new->item = item_make(op, 0, 0, argument);
    if (o->last)
        o->last->next = new;
    else
        o->first = new;
    o->last = new;
}

static void operand_join(operand *o, const operand *behind)
{
    if (!o->first)
        o->first = behind->first;
    else
        o->last->next = behind->first;
    o->last = behind->last;
    o->draws |= behind->draws;
    o->is_place |= behind->is_place;
    o->has_text |= behind->has_text;
}

// The result of `?:` has the enum of its branches, or stays open like them.
static void operand_join_words(operand *o, const operand *branch)
{
    if (branch->words)
        o->words = branch->words;
    o->names_enum |= branch->names_enum;
    if (branch->open && o->open)
        o->open_last->next = branch->open;
    else if (branch->open)
        o->open = branch->open;
    if (branch->open)
        o->open_last = branch->open_last;
}

static uint32_t width_of(value_type type)
{
    return type == VALUE_VEC2 ? 2 : type == VALUE_VEC3 ? 3 : 1;
}

static item_type join_op(value_type type)
{
    return type == VALUE_VEC2 ? OP_VEC2 : OP_VEC3;
}

// A constant vector consists of its components and the operation that joins them.
static bool is_constant(const operand *o)
{
    const cell *at = o->first;
    for (uint32_t k = 0; k < width_of(o->type); k++, at = at->next)
        if (!at || op_info_of(item_type_of(at->item))->form != SYNTAX_CONST)
            return false;
    return value_is_vector(o->type) ? at && at == o->last : !at;
}

// Write the bits of a constant, one for each component. Returns how many there are.
static uint32_t constant_bits(const operand *o, uint32_t *bits)
{
    uint32_t width = width_of(o->type);
    const cell *at = o->first;
    for (uint32_t k = 0; k < width; k++, at = at->next)
        bits[k] =
            item_type_of(at->item) == OP_CONST_ENUM ? item_word(at->item) : item_argument(at->item);
    return width;
}

static item_type constant_op(value_type type)
{
    return type == VALUE_BOOL ? OP_CONST_BOOL : type == VALUE_INT ? OP_CONST_INT : OP_CONST_FLOAT;
}

static uint32_t bits_of(constant value)
{
    return value.type == VALUE_FLOAT ? scalar_canonical_bits(value.number)
                                     : (uint32_t)value.integer;
}

static constant constant_of_item(uint64_t item)
{
    constant value = {.type = type_of_letter(op_info_of(item_type_of(item))->result)};
    if (value.type == VALUE_FLOAT)
        value.number = scalar_float_of_bits(item_argument(item));
    else if (value.type == VALUE_ENUM)
        value.integer = (int32_t)item_word(item);
    else
        value.integer = scalar_wrap(item_argument(item));
    return value;
}

static void push_constant(compiler *c, const expression *e, constant value)
{
    add_cell(c, operand_push(c, e, value.type), constant_op(value.type), bits_of(value));
}

static void add_constant(compiler *c, operand *o, const uint32_t *bits)
{
    for (uint32_t k = 0; k < width_of(o->type); k++)
        add_cell(c, o, constant_op(o->type), bits[k]);
    if (value_is_vector(o->type))
        add_cell(c, o, join_op(o->type), 0);
}

// Replace the topmost operands with the result of an operation; if all are constants, fold them.
static void apply_op(compiler *c, const expression *e, item_type op, uint32_t count)
{
    operand *operands = &c->operands[c->operand_count - count];
    operand result = {.e = e, .type = type_of_letter(op_info_of(op)->result)};
    uint32_t bits[3 * KEY_WIDTH_MAX], folded[KEY_WIDTH_MAX], bit_count = 0;
    bool folds = true;
    for (uint32_t i = 0; i < count; i++) {
        folds = folds && is_constant(&operands[i]);
        bit_count += folds ? constant_bits(&operands[i], bits + bit_count) : 0;
        operand_join(&result, &operands[i]);
        if (result.type == VALUE_ENUM)
            operand_join_words(&result, &operands[i]);
    }
    if (result.open)
        result.type = VALUE_WORD;
    result.is_place &= op == OP_SELECT_INT;
    if (folds && scalar_op(op, bits, folded)) {
        result.first = result.last = NULL;
        add_constant(c, &result, folded);
    } else {
        add_cell(c, &result, op, 0);
    }
    c->operand_count -= count;
    *operand_push(c, e, result.type) = result;
}

static void to_float(compiler *c, operand *o)
{
    uint32_t bits;
    if (is_constant(o)) {
        constant_bits(o, &bits);
        scalar_op(OP_INT_TO_FLOAT, &bits, &bits);
        o->first = o->last = NULL;
        add_cell(c, o, OP_CONST_FLOAT, bits);
    } else {
        add_cell(c, o, OP_INT_TO_FLOAT, 0);
    }
    o->type = VALUE_FLOAT;
}

// With a constant condition, drop the other branch, unless that would drop a rand(), a text or the
// only hint at the enum.
static bool choose_branch(compiler *c, const expression *e)
{
    const operand *operands = &c->operands[c->operand_count - 3];
    if (!is_constant(&operands[0]))
        return false;
    uint32_t chosen;
    constant_bits(&operands[0], &chosen);
    chosen = chosen ? 1 : 2;
    if (operands[3 - chosen].draws || operands[3 - chosen].has_text ||
        (operands[3 - chosen].names_enum && !operands[chosen].names_enum))
        return false;
    operand result = operands[chosen];
    result.open = result.open_last = NULL;
    operand_join_words(&result, &operands[1]);
    operand_join_words(&result, &operands[2]);
    result.e = e;
    c->operand_count -= 3;
    *operand_push(c, e, result.type) = result;
    return true;
}

// ---- operators and functions

static void text_used_as_number(compiler *c, const expression *e)
{
    compile_fail(c, DIAGNOSTIC_TEXT_NUMBER, e->begin, e->end,
                 "a text is only compared by `==` and `!=`, or passed on as an int", NULL);
}

// Return the overload, from `first` on, that accepts the operands, or none.
static item_type name_resolve(item_type first, const operand *operands, uint32_t count)
{
    for (item_type op = first; op; op = op_overload(op)) {
        uint32_t i = 0;
        while (i < count && op_takes(op_info_of(op)->operands[i], operands[i].type))
            i++;
        if (i == count)
            return op;
    }
    return ITEM_INVALID;
}

static void pop_for_nothing(compiler *c, const expression *e, uint32_t count)
{
    c->operand_count -= count;
    operand_push(c, e, VALUE_NONE);
}

// Return whether all operands are valid.
static bool are_values(const compiler *c, uint32_t count)
{
    bool values = true;
    for (uint32_t i = 0; i < count; i++)
        values = values && c->operands[c->operand_count - count + i].type != VALUE_NONE;
    return values;
}

static void report_mismatch(compiler *c, const expression *e, item_type first, uint32_t count)
{
    value_type types[3];
    for (uint32_t i = 0; i < count; i++)
        types[i] = c->operands[c->operand_count - count + i].type;
    c->failed = true;
    expression_mismatch(c->arena, c->scope, e, first, types);
}

// ---- enums

static void push_word(compiler *c, const expression *e)
{
    operand *o = operand_push(c, e, VALUE_WORD);
    add_cell(c, o, OP_CONST_ENUM, 0);
    open_word *open = ARENA_NEW(c->arena, open_word);
    *open = (open_word){.e = e, .place = o->first};
    o->open = o->open_last = open;
}

// Determine the enum of an operand's words. Returns false if the enum lacks one of them.
static bool operand_settle(compiler *c, operand *o, const word_list *words)
{
    bool known = true;
    for (const open_word *open = o->open; open; open = open->next) {
        uint32_t value = words_find(words, open->e->name);
        if (value == WORDS_MISSING) {
            expression_unknown_word(c->arena, c->scope, open->e, words);
            known = false;
        } else {
            open->place->item = item_make(OP_CONST_ENUM, 0, 0, words->number << 8 | value);
        }
    }
    c->failed |= !known;
    o->open = o->open_last = NULL;
    o->type = VALUE_ENUM;
    o->words = words;
    return known;
}

// Determine a common enum for the operands of an operation. If there are only words, their enum
// stays open in branches of `?:`, and is an error elsewhere.
static bool enums_agree(compiler *c, const expression *e, item_type op, uint32_t count)
{
    operand *operands = &c->operands[c->operand_count - count];
    const char *letters = op_info_of(op)->operands;
    const operand *known = NULL, *open = NULL;
    for (uint32_t i = 0; i < count; i++) {
        const operand *o = &operands[i];
        if (letters[i] != 'e')
            continue;
        if (known && o->words && o->words != known->words) {
            c->failed = true;
            expression_enums_differ(c->arena, c->scope, e, known->e, known->words, o->e, o->words);
            return false;
        }
        if (o->words)
            known = o;
        else if (!open)
            open = o;
    }
    if (!open || (!known && op == OP_SELECT_ENUM))
        return true;
    if (!known) {
        c->failed = true;
        expression_lone_word(c->arena, c->scope, open->open->e);
        return false;
    }
    bool agree = true;
    for (uint32_t i = 0; i < count; i++)
        if (letters[i] == 'e' && !operands[i].words)
            agree = operand_settle(c, &operands[i], known->words) && agree;
    return agree;
}

// Report an operand that is the place of a text, unless the operation compares it or passes it on.
static bool places_agree(compiler *c, item_type op, uint32_t count)
{
    const operand *operands = &c->operands[c->operand_count - count];
    if (op == OP_EQUAL_INT || op == OP_UNEQUAL_INT || op == OP_SELECT_INT)
        return true;
    for (uint32_t i = 0; i < count; i++) {
        if (!operands[i].is_place)
            continue;
        text_used_as_number(c, operands[i].e);
        return false;
    }
    return true;
}

// Report operands that are lists, from the first on.
static bool are_single(compiler *c, uint32_t count)
{
    bool single = true;
    for (uint32_t i = c->operand_count - count; i < c->operand_count; i++) {
        if (c->operands[i].type != VALUE_LIST)
            continue;
        expression_whole_list(c->arena, c->scope, c->operands[i].e);
        c->failed = true;
        single = false;
    }
    return single;
}

static void operand_apply(compiler *c, const expression *e, item_type first, uint32_t count)
{
    if (!are_values(c, count) || !are_single(c, count)) {
        pop_for_nothing(c, e, count);
        return;
    }
    operand *operands = &c->operands[c->operand_count - count];
    item_type op = name_resolve(first, operands, count);
    if (!op) {
        report_mismatch(c, e, first, count);
        pop_for_nothing(c, e, count);
        return;
    }
    if (!places_agree(c, op, count) || !enums_agree(c, e, op, count)) {
        pop_for_nothing(c, e, count);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        if (op_info_of(op)->operands[i] == 'f' && operands[i].type == VALUE_INT)
            to_float(c, &operands[i]);
    if (e->kind != EXPRESSION_SELECT || !choose_branch(c, e))
        apply_op(c, e, op, count);
}

static item_type function_named(const char *name)
{
    for (int op = OP_FIRST; op < OP_TYPE_END; op++)
        if (op_is_function((item_type)op) && strcmp(op_info_of((item_type)op)->text, name) == 0)
            return (item_type)op;
    return ITEM_INVALID;
}

// The list that an operation takes is none of the operands in its row.
static uint32_t function_arity(item_type function)
{
    bool takes_list = op_info_of(function)->form == SYNTAX_LIST;
    return (uint32_t)strlen(op_info_of(function)->operands) + (takes_list ? 1 : 0);
}

// ---- lists

// Return the operation that finds a value of a type in a list, or ITEM_INVALID.
static item_type find_op(value_type element, value_type type)
{
    switch (element) {
    case VALUE_BOOL: return type == VALUE_BOOL ? OP_FIND_BOOL : ITEM_INVALID;
    case VALUE_INT:
        return type == VALUE_INT     ? OP_FIND_INT
               : type == VALUE_FLOAT ? OP_FIND_INT_AS_FLOAT
                                     : ITEM_INVALID;
    case VALUE_FLOAT:
        return type == VALUE_INT || type == VALUE_FLOAT ? OP_FIND_FLOAT : ITEM_INVALID;
    case VALUE_ENUM: return type == VALUE_ENUM || type == VALUE_WORD ? OP_FIND_ENUM : ITEM_INVALID;
    default: return ITEM_INVALID;
    }
}

// Convert the value to find as for `==`. Returns the operation, or ITEM_INVALID after an error.
static item_type find_resolve(compiler *c, const expression *e, const operand *list, operand *value)
{
    item_type op = find_op(list->element, value->type);
    if (!op) {
        c->failed = true;
        expression_wrong_find(c->arena, c->scope, e, list->element, value->type);
        return ITEM_INVALID;
    }
    if (op == OP_FIND_FLOAT && value->is_place) {
        text_used_as_number(c, value->e);
        return ITEM_INVALID;
    }
    if (op == OP_FIND_FLOAT && value->type == VALUE_INT)
        to_float(c, value);
    if (value->type == VALUE_WORD)
        return operand_settle(c, value, list->words) ? op : ITEM_INVALID;
    if (value->type == VALUE_ENUM && value->words != list->words) {
        c->failed = true;
        expression_enums_differ(c->arena, c->scope, e, list->e, list->words, value->e,
                                value->words);
        return ITEM_INVALID;
    }
    return op;
}

// Return the operation that reads an element; ITEM_INVALID if the index is not an int, which is
// reported.
static item_type element_resolve(compiler *c, const operand *list, const operand *index)
{
    static const item_type ops[] = {
        [VALUE_BOOL] = OP_ELEMENT_BOOL,   [VALUE_INT] = OP_ELEMENT_INT,
        [VALUE_FLOAT] = OP_ELEMENT_FLOAT, [VALUE_VEC2] = OP_ELEMENT_VEC2,
        [VALUE_VEC3] = OP_ELEMENT_VEC3,   [VALUE_ENUM] = OP_ELEMENT_ENUM};
    if (index->type == VALUE_INT && !index->is_place)
        return ops[list->element];
    if (index->is_place) {
        text_used_as_number(c, index->e);
        return ITEM_INVALID;
    }
    c->failed = true;
    expression_wrong_index(c->arena, c->scope, index->e, index->type);
    return ITEM_INVALID;
}

// Compile `[ ]`, `count` or `find`, whose first operand is a list.
static void compile_of_list(compiler *c, const expression *e, item_type first, uint32_t count)
{
    operand *list = &c->operands[c->operand_count - count];
    item_type op = ITEM_INVALID;
    if (are_values(c, count) && list->type != VALUE_LIST) {
        c->failed = true;
        expression_needs_list(c->arena, c->scope, e, list->e, list->type);
    } else if (are_values(c, count) && are_single(c, count - 1)) {
        op = first == OP_COUNT       ? first
             : first == OP_FIND_BOOL ? find_resolve(c, e, list, &list[1])
                                     : element_resolve(c, list, &list[1]);
    }
    if (!op) {
        pop_for_nothing(c, e, count);
        return;
    }
    operand result = {.e = e, .type = type_of_letter(op_info_of(op)->result)};
    if (count > 1)
        operand_join(&result, &list[1]);
    result.is_place = false;
    if (result.type == VALUE_ENUM) {
        result.words = list->words;
        result.names_enum = true;
    }
    add_cell(c, &result, op, list->place);
    c->operand_count -= count;
    *operand_push(c, e, result.type) = result;
}

static void compile_draw(compiler *c, const expression *e)
{
    bool allowed = false;
    if (c->scope->constants_only)
        compile_fail(c, DIAGNOSTIC_NOT_CONSTANT, e->begin, e->end, "`rand()` is not a constant",
                     "only literals and params are allowed here");
    else if (c->scope->no_draws)
        compile_fail(
            c, DIAGNOSTIC_SHARED_INIT, e->begin, e->end,
            "`rand()` uses an agent's random stream, but this value is shared by all agents", NULL);
    else
        allowed = true;
    operand *result = operand_push(c, e, allowed ? VALUE_FLOAT : VALUE_NONE);
    result->draws = allowed;
    if (allowed)
        add_cell(c, result, OP_RAND, 0);
}

static void compile_call(compiler *c, const expression *e)
{
    item_type function = function_named(e->name);
    uint32_t count = e->operand_count;
    if (!function || function_arity(function) != count) {
        c->failed = true;
        expression_bad_call(c->arena, c->scope, e, function,
                            function ? function_arity(function) : 0);
        pop_for_nothing(c, e, count);
        return;
    }
    if (function == OP_RAND) {
        compile_draw(c, e);
    } else if (op_info_of(function)->form == SYNTAX_LIST) {
        compile_of_list(c, e, function, count);
    } else {
        // A conversion to the type that the value already has.
        operand *top = &c->operands[c->operand_count - 1];
        if (count == 1 && top->type != VALUE_NONE &&
            strcmp(e->name, value_type_text(top->type)) == 0)
            top->e = e;
        else
            operand_apply(c, e, function, count);
    }
}

// ---- names

static void load_text(compiler *c, const expression *e)
{
    if (!c->scope->text)
        compile_fail(c, DIAGNOSTIC_UNKNOWN_FUNCTION, e->op_begin, e->op_end,
                     "only expressions of a tree have texts", NULL);
    else if (c->scope->constants_only)
        compile_fail(c, DIAGNOSTIC_NOT_CONSTANT, e->begin, e->end, "a text is not a constant",
                     "only literals and params are allowed here");
    bool allowed = c->scope->text && !c->scope->constants_only;
    operand *o = operand_push(c, e, allowed ? VALUE_INT : VALUE_NONE);
    o->is_place = o->has_text = allowed;
    if (allowed)
        add_cell(c, o, OP_TEXT, c->scope->text(c->scope->lookup_user, e->name));
}

static item_type builtin_named(const char *name)
{
    for (int op = OP_FIRST; op < OP_TYPE_END; op++)
        if (op_info_of((item_type)op)->form == SYNTAX_NAME &&
            strcmp(op_info_of((item_type)op)->text, name) == 0)
            return (item_type)op;
    return ITEM_INVALID;
}

static void load_builtin(compiler *c, const expression *e, item_type op)
{
    bool allowed = false;
    if (c->scope->constants_only)
        compile_fail(c, DIAGNOSTIC_NOT_CONSTANT, e->begin, e->end,
                     arena_print(c->arena, "`%s` is not a constant", e->name),
                     "only literals and params are allowed here");
    else if (c->scope->no_draws && op == OP_AGENT)
        compile_fail(c, DIAGNOSTIC_SHARED_INIT, e->begin, e->end,
                     "`agent` differs between agents, but this value is shared by all agents",
                     NULL);
    else
        allowed = true;
    operand *o = operand_push(c, e, allowed ? type_of_letter(op_info_of(op)->result) : VALUE_NONE);
    if (allowed)
        add_cell(c, o, op, 0);
}

static void load_column(compiler *c, const expression *e, const name_meaning *meaning)
{
    static const item_type loads[2][VALUE_WORD] = {
        {[VALUE_BOOL] = OP_LOAD_BOOL,
         [VALUE_INT] = OP_LOAD_INT,
         [VALUE_FLOAT] = OP_LOAD_FLOAT,
         [VALUE_VEC2] = OP_LOAD_VEC2,
         [VALUE_VEC3] = OP_LOAD_VEC3,
         [VALUE_ENUM] = OP_LOAD_ENUM},
        {[VALUE_BOOL] = OP_SHARED_BOOL,
         [VALUE_INT] = OP_SHARED_INT,
         [VALUE_FLOAT] = OP_SHARED_FLOAT,
         [VALUE_VEC2] = OP_SHARED_VEC2,
         [VALUE_VEC3] = OP_SHARED_VEC3,
         [VALUE_ENUM] = OP_SHARED_ENUM},
    };
    if (meaning->type == VALUE_NONE) { // the declaration has an error, which was reported
        c->failed = true;
        operand_push(c, e, VALUE_NONE);
        return;
    }
    if (c->scope->constants_only) {
        compile_fail(c, DIAGNOSTIC_NOT_CONSTANT, e->begin, e->end,
                     arena_print(c->arena, "`%s` is a blackboard key, not a constant", e->name),
                     "only literals and params are allowed here");
        operand_push(c, e, VALUE_NONE);
        return;
    }
    operand *o = operand_push(c, e, meaning->type);
    o->words = meaning->words;
    if (meaning->type == VALUE_LIST) {
        o->element = meaning->element;
        o->place = list_place_make(meaning->column, meaning->capacity);
        return;
    }
    o->names_enum = meaning->words;
    add_cell(c, o, loads[meaning->shared][meaning->type], meaning->column);
}

static const char *list_component_help(const compiler *c, const char *list, const char *point,
                                       value_type element)
{
    bool has = (point[1] == 'x' || point[1] == 'y' || (point[1] == 'z' && element == VALUE_VEC3)) &&
               !point[2] && value_is_vector(element);
    return arena_print(c->arena, "write `%s[0]%s` for an element", list, has ? point : "");
}

// Report "home.z" or "health.x": a known name without such a component. Returns false when the name
// is unknown.
static bool report_component(compiler *c, const expression *e)
{
    const char *point = strchr(e->name, '.');
    if (!point)
        return false;
    const char *whole = arena_copy_text(c->arena, e->name, (size_t)(point - e->name));
    name_meaning meaning = c->scope->lookup(c->scope->lookup_user, whole);
    value_type type = meaning.kind == NAME_CONSTANT ? meaning.value.type : meaning.type;
    item_type builtin = builtin_named(whole);
    if (builtin)
        type = type_of_letter(op_info_of(builtin)->result);
    else if (meaning.kind != NAME_COLUMN && meaning.kind != NAME_CONSTANT)
        return false;
    if (value_is_vector(type))
        compile_fail(c, DIAGNOSTIC_NO_COMPONENT, e->begin, e->end,
                     arena_print(c->arena, "`%s` has no component `%s`", whole, point + 1),
                     expression_components_help(c->arena, whole, type));
    else
        compile_fail(c, DIAGNOSTIC_NO_COMPONENT, e->begin, e->end,
                     arena_print(c->arena, "`%s` is %s and has no components", whole,
                                 expression_type_phrase(type)),
                     type == VALUE_LIST ? list_component_help(c, whole, point, meaning.element)
                                        : arena_print(c->arena, "write `%s`", whole));
    return true;
}

static const char *nearest_name(const compiler *c, const char *name, const char *suggestion)
{
    nearest n;
    nearest_start(&n, name, strlen(name), c->scope->suggestions);
    if (suggestion)
        nearest_offer(&n, suggestion, strlen(suggestion));
    nearest_offer(&n, "true", 4);
    nearest_offer(&n, "false", 5);
    for (int op = OP_FIRST; op < OP_TYPE_END && !c->scope->constants_only; op++)
        if (op_info_of((item_type)op)->form == SYNTAX_NAME)
            nearest_offer(&n, op_info_of((item_type)op)->text,
                          strlen(op_info_of((item_type)op)->text));
    return n.name;
}

static void report_unknown(compiler *c, const expression *e, const name_meaning *meaning)
{
    const char *help = NULL;
    const char *near = nearest_name(c, e->name, meaning->suggestion);
    item_type function = function_named(e->name);
    if (meaning->sentence) {
        compile_fail(c, DIAGNOSTIC_UNKNOWN_NAME, e->begin, e->end, meaning->sentence,
                     meaning->remedy);
        return;
    }
    if (function)
        help = arena_print(c->arena, "a function needs parentheses: `%s(%s)`", e->name,
                           function_arity(function) ? "..." : "");
    else if (meaning->is_word)
        help = arena_print(c->arena, "a word of an enum is written `'%s'`", e->name);
    else if (near)
        help = arena_print(c->arena, "did you mean `%s`?", near);
    compile_fail(c, DIAGNOSTIC_UNKNOWN_NAME, e->begin, e->end,
                 arena_print(c->arena, "unknown name `%s`", e->name), help);
}

static void load_name(compiler *c, const expression *e)
{
    item_type builtin = builtin_named(e->name);
    if (builtin) {
        load_builtin(c, e, builtin);
        return;
    }
    name_meaning meaning = c->scope->lookup(c->scope->lookup_user, e->name);
    switch (meaning.kind) {
    case NAME_COLUMN: load_column(c, e, &meaning); return;
    case NAME_CONSTANT: push_constant(c, e, meaning.value); return;
    case NAME_FORBIDDEN:
        compile_fail(c, (diagnostic_code)meaning.code, e->begin, e->end,
                     arena_print(c->arena, "`%s` %s", e->name, meaning.why), NULL);
        break;
    case NAME_UNKNOWN:
        if (!report_component(c, e))
            report_unknown(c, e, &meaning);
        break;
    }
    operand_push(c, e, VALUE_NONE);
}

// ---- whole expressions

static void compile_node(compiler *c, const expression *e)
{
    switch (e->kind) {
    case EXPRESSION_BOOL: push_constant(c, e, (constant){VALUE_BOOL, .integer = e->integer}); break;
    case EXPRESSION_INT: push_constant(c, e, (constant){VALUE_INT, .integer = e->integer}); break;
    case EXPRESSION_FLOAT: push_constant(c, e, (constant){VALUE_FLOAT, .number = e->number}); break;
    case EXPRESSION_WORD: push_word(c, e); break;
    case EXPRESSION_TEXT: load_text(c, e); break;
    case EXPRESSION_NAME: load_name(c, e); break;
    case EXPRESSION_UNARY:
    case EXPRESSION_BINARY:
    case EXPRESSION_SELECT: operand_apply(c, e, e->op, e->operand_count); break;
    case EXPRESSION_CALL: compile_call(c, e); break;
    case EXPRESSION_ELEMENT: compile_of_list(c, e, OP_ELEMENT_BOOL, e->operand_count); break;
    }
}

static void operand_fit(compiler *c, operand *o, value_type wanted)
{
    if (!are_values(c, 1) || !are_single(c, 1))
        return;
    if (wanted == VALUE_CHOICE)
        wanted = o->type == VALUE_ENUM || o->type == VALUE_WORD ? VALUE_NONE : VALUE_INT;
    if (o->type == VALUE_WORD && wanted == VALUE_ENUM) {
        operand_settle(c, o, c->scope->words);
        return;
    }
    if (o->type == VALUE_WORD && wanted == VALUE_NONE) {
        c->failed = true;
        expression_lone_word(c->arena, c->scope, o->open->e);
        return;
    }
    if (o->type == VALUE_ENUM && wanted == VALUE_ENUM && o->words != c->scope->words) {
        c->failed = true;
        expression_wrong_enum(c->arena, c->scope, o->e, o->words);
        return;
    }
    if (o->type == wanted ||
        (wanted == VALUE_NONE && !(c->scope->no_vectors && value_is_vector(o->type))))
        return;
    if (wanted == VALUE_FLOAT && o->is_place) {
        text_used_as_number(c, o->e);
        return;
    }
    if (wanted == VALUE_FLOAT && o->type == VALUE_INT) {
        to_float(c, o);
        return;
    }
    c->failed = true;
    expression_wrong_type(c->arena, c->scope, o->e, o->type, wanted);
}

uint32_t expression_depth(const expression_code *code, bool bools)
{
    uint32_t depth = 0, most = 0;
    for (uint32_t i = 0; i < code->item_count; i++) {
        const op_info *info = op_info_of(item_type_of(code->items[i]));
        for (const char *letter = info->operands; *letter; letter++)
            depth -= (*letter == 'b') == bools ? op_width(*letter) : 0;
        depth += (info->result == 'b') == bools ? op_width(info->result) : 0;
        if (depth > most)
            most = depth;
    }
    return most;
}

static void check_depth(compiler *c, const expression *e, const expression_code *code, bool bools)
{
    uint32_t depth = expression_depth(code, bools);
    if (depth > LIMIT_EXPRESSION_DEPTH)
        compile_fail(c, DIAGNOSTIC_EXPRESSION_SIZE, e->begin, e->end,
                     arena_print(c->arena, "this needs %u %s at a time; at most %d are allowed",
                                 (unsigned)depth, bools ? "bools" : "numbers",
                                 (int)LIMIT_EXPRESSION_DEPTH),
                     "`a + (b + (c + d))` needs four values at a time, `a + b + c + d` only two");
}

// If any type is wanted, an int needs room for a conversion that may be appended later.
static uint32_t check_size(compiler *c, const operand *o, value_type wanted)
{
    uint32_t count = 0;
    for (const cell *at = o->first; at; at = at->next)
        count++;
    bool converts = o->type == VALUE_INT && wanted == VALUE_NONE;
    uint32_t limit = LIMIT_EXPRESSION_OPS - (converts ? 1u : 0u);
    if (count > limit)
        compile_fail(c, DIAGNOSTIC_EXPRESSION_SIZE, o->e->begin, o->e->end,
                     arena_print(c->arena, "this needs %u operations; at most %u are allowed",
                                 (unsigned)count, (unsigned)limit),
                     "compute a part of it earlier, with a `set`");
    return count;
}

static expression_code code_of(compiler *c, const operand *o, uint32_t count)
{
    expression_code code = {.type = o->type,
                            .words = o->words,
                            .item_count = count,
                            .draws = o->draws,
                            .is_place = o->is_place};
    code.items = ARENA_ARRAY(c->arena, uint64_t, count);
    uint32_t i = 0;
    for (const cell *at = o->first; at; at = at->next)
        code.items[i++] = at->item;
    code.items[count - 1] |= (uint64_t)ITEM_LAST << 8;
    code.is_constant = is_constant(o);
    if (code.is_constant)
        code.value = constant_of_item(o->first->item);
    code.value.type = code.is_constant ? o->type : VALUE_NONE;
    return code;
}

expression_code expression_compile(arena *a, const expression *e, const expression_scope *scope,
                                   value_type wanted)
{
    compiler c = {.arena = a, .scope = scope};
    for (const expression *node = expression_first(e); node; node = node->after)
        compile_node(&c, node);
    operand *result = &c.operands[0];
    operand_fit(&c, result, wanted);
    if (c.failed)
        return (expression_code){.type = VALUE_NONE};
    uint32_t count = check_size(&c, result, wanted);
    expression_code code = {.type = VALUE_NONE};
    if (!c.failed)
        code = code_of(&c, result, count);
    check_depth(&c, e, &code, false);
    if (!c.failed)
        check_depth(&c, e, &code, true);
    return c.failed ? (expression_code){.type = VALUE_NONE} : code;
}

expression_code expression_constant(arena *a, constant value)
{
    compiler c = {.arena = a};
    push_constant(&c, NULL, value);
    return code_of(&c, &c.operands[0], 1);
}

expression_code expression_to_float(arena *a, expression_code code)
{
    if (code.type != VALUE_INT || code.is_place)
        return code;
    if (code.is_constant)
        return expression_constant(a, (constant){VALUE_FLOAT, .number = (float)code.value.integer});
    uint64_t *items = ARENA_ARRAY(a, uint64_t, code.item_count + 1);
    memcpy(items, code.items, code.item_count * sizeof *items);
    items[code.item_count - 1] &= ~((uint64_t)ITEM_LAST << 8);
    items[code.item_count++] = item_make(OP_INT_TO_FLOAT, ITEM_LAST, 0, 0);
    code.items = items;
    code.type = VALUE_FLOAT;
    return code;
}

expression_code expression_join(arena *a, const expression_code *components, value_type vector)
{
    expression_code code = {.type = vector, .is_constant = true, .value = {.type = vector}};
    uint32_t width = width_of(vector);
    code.item_count = 1;
    for (uint32_t k = 0; k < width; k++)
        code.item_count += components[k].item_count;
    uint64_t *to = code.items = ARENA_ARRAY(a, uint64_t, code.item_count);
    for (uint32_t k = 0; k < width; k++) {
        memcpy(to, components[k].items, components[k].item_count * sizeof *to);
        to += components[k].item_count;
        to[-1] &= ~((uint64_t)ITEM_LAST << 8);
        code.draws |= components[k].draws;
        code.is_constant &= components[k].is_constant;
    }
    *to = item_make(join_op(vector), ITEM_LAST, 0, 0);
    return code;
}
