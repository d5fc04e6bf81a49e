// SPDX-License-Identifier: MIT
#include "expression_mismatch.h"

#include "expression_slips.h"
#include "nearest.h"
#include "nodes.h"
#include "text.h"

enum { QUOTE_MAX = 40 }; // longest quotation of a document in a message, in bytes

item_type op_overload(item_type op)
{
    const op_info *info = op_info_of(op);
    size_t count = strlen(info->operands);
    for (int next = (int)op + 1; next < OP_TYPE_END; next++) {
        const op_info *other = op_info_of((item_type)next);
        if (strcmp(other->text, info->text) == 0 && strlen(other->operands) == count)
            return (item_type)next;
    }
    return ITEM_INVALID;
}

bool op_is_function(item_type op)
{
    op_form form = op_info_of(op)->form;
    return form == SYNTAX_FUNCTION || form == SYNTAX_CONVERT || form == SYNTAX_LIST;
}

const char *expression_type_phrase(value_type type)
{
    static const char *const phrases[] = {"nothing",
                                          "a bool",
                                          "an int",
                                          "a float",
                                          "a vec2",
                                          "a vec3",
                                          "an enum",
                                          "a word of an enum",
                                          "an int or an enum",
                                          "a text",
                                          "a list"};
    return phrases[type];
}

static void mismatch_say(const expression_scope *scope, diagnostic_code code, uint32_t begin,
                         uint32_t end, const char *message, const char *help)
{
    scope->report(scope->report_user, (int)code, begin, end, message, help);
}

// ---- quoting

static bool is_short(const expression *e)
{
    return e->end - e->begin <= QUOTE_MAX;
}

// Return the text of an expression, or "..." if it is long.
static const char *text_of(arena *a, const expression *e)
{
    if (!is_short(e))
        return "...";
    return arena_copy_text(a, e->text + e->begin, e->end - e->begin);
}

static const char *subject(arena *a, const expression *e)
{
    return is_short(e) ? arena_print(a, "`%s`", text_of(a, e)) : "this";
}

static const char *in_parentheses(arena *a, const expression *e)
{
    bool are_there = e->in_parentheses && is_short(e);
    return are_there ? text_of(a, e) : arena_print(a, "(%s)", text_of(a, e));
}

// Return the text of an expression as the left operand of a comparison.
static const char *left_side(arena *a, const expression *e)
{
    return e->kind == EXPRESSION_SELECT ? in_parentheses(a, e) : text_of(a, e);
}

// ---- suggestions

static bool is_comparison(const expression *e)
{
    return e->kind == EXPRESSION_BINARY && op_info_of(e->op)->result == 'b' && e->op != OP_AND &&
           e->op != OP_OR;
}

// For "a < b < c", return the correct form; NULL if `e` is something else.
static const char *chain_help(arena *a, const expression *e)
{
    const expression *left = e->operands;
    if (!is_comparison(e) || !is_comparison(left))
        return NULL;
    const expression *first = left->operands, *second = first->next, *third = left->next;
    if (!is_short(first) || !is_short(second) || !is_short(third))
        return "comparisons do not chain; join two of them with `&&`";
    return arena_print(a, "comparisons do not chain; write `%s %s %s && %s %s %s`",
                       text_of(a, first), op_info_of(left->op)->text, text_of(a, second),
                       text_of(a, second), op_info_of(e->op)->text, text_of(a, third));
}

// Return whether `e` is `--hp`: two adjacent minus signs.
static bool is_decrement(const expression *e)
{
    return e->kind == EXPRESSION_UNARY && e->op == OP_NEGATE_INT &&
           e->operands->kind == EXPRESSION_UNARY && e->operands->op == OP_NEGATE_INT &&
           e->op_end == e->operands->op_begin;
}

static const char *to_bool_help(arena *a, const expression *operand, const char *comparison)
{
    if (is_decrement(operand))
        return slip_of_assignment(a, operand->text, strlen(operand->text), operand->op_begin,
                                  operand->op_begin + 2);
    if (operand->kind == EXPRESSION_TEXT)
        return "compare a key with the text, as in `key == text('...')`";
    if (operand->kind == EXPRESSION_INT && operand->integer <= 1)
        return operand->integer ? "write `true`" : "write `false`";
    return arena_print(a, "write `%s %s 0`", left_side(a, operand), comparison);
}

static const char *conversion_help(arena *a, const expression *operand, value_type type,
                                   const char *function)
{
    return arena_print(a, "write `%s%s`%s", function, in_parentheses(a, operand),
                       type == VALUE_BOOL ? ", which is 0 or 1" : "");
}

static bool is_of_enum(value_type type)
{
    return type == VALUE_ENUM || type == VALUE_WORD;
}

// Only a value of an enum can become a number; a lone word has no enum.
static const char *enum_help(arena *a, const expression *operand, value_type type, bool wants_bool)
{
    if (wants_bool)
        return type == VALUE_ENUM ? arena_print(a, "compare it with a word, as `%s == 'word'`",
                                                left_side(a, operand))
                                  : "compare it with an enum, as `mode == 'word'`";
    return type == VALUE_ENUM
               ? arena_print(a, "its position in the list is `int%s`", in_parentheses(a, operand))
               : NULL;
}

// ---- operands that do not fit

typedef struct accepted {
    bool truth, integer, number, word, vec2, vec3;
} accepted;

// Return the types that the overloads accept at a position.
static accepted accepted_at(item_type first, uint32_t position)
{
    accepted at = {0};
    for (item_type op = first; op; op = op_overload(op)) {
        char letter = op_info_of(op)->operands[position];
        at.truth |= letter == 'b';
        at.integer |= letter == 'i' || letter == 'f';
        at.number |= letter == 'f';
        at.word |= letter == 'e';
        at.vec2 |= letter == 'v';
        at.vec3 |= letter == 'w';
    }
    return at;
}

static bool op_accepts(accepted at, value_type type)
{
    return type == VALUE_BOOL                         ? at.truth
           : type == VALUE_INT                        ? at.integer
           : type == VALUE_ENUM || type == VALUE_WORD ? at.word
           : type == VALUE_VEC2                       ? at.vec2
           : type == VALUE_VEC3                       ? at.vec3
                                                      : at.number;
}

const char *expression_components_help(arena *a, const char *name, value_type type)
{
    return type == VALUE_VEC2 ? arena_print(a, "write `%s.x` or `%s.y`", name, name)
                              : arena_print(a, "write `%s.x`, `%s.y` or `%s.z`", name, name, name);
}

void expression_whole_vector(arena *a, const expression_scope *scope, const expression *e,
                             value_type type)
{
    bool is_simple =
        e->kind == EXPRESSION_NAME || e->kind == EXPRESSION_CALL || e->kind == EXPRESSION_ELEMENT;
    const char *whole = is_simple ? text_of(a, e) : in_parentheses(a, e);
    mismatch_say(scope, DIAGNOSTIC_WHOLE_VECTOR, e->begin, e->end,
                 arena_print(a, "%s is %s, but a bool or a number is needed here", subject(a, e),
                             expression_type_phrase(type)),
                 is_short(e) ? expression_components_help(a, whole, type)
                             : "`.x`, `.y` and `.z` are the components of a vector");
}

static void needs_vector(arena *a, const expression_scope *scope, const expression *e,
                         const expression *operand, value_type type)
{
    const char *point = operand->kind == EXPRESSION_NAME ? strchr(operand->name, '.') : NULL;
    const char *help = "a vector is a vec2 or vec3 key, or written as `vec2(x, y)`";
    if (point)
        help = arena_print(a, "write `%.*s`", (int)(point - operand->name), operand->name);
    mismatch_say(scope, DIAGNOSTIC_NEEDS_VECTOR, operand->begin, operand->end,
                 arena_print(a, "%s is %s, but `%s` needs a vector here", subject(a, operand),
                             expression_type_phrase(type),
                             e->kind == EXPRESSION_CALL ? e->name : op_info_of(e->op)->text),
                 help);
}

// Report two operands, at least one of them a vector, that do not fit together.
static void unlike_vectors(arena *a, const expression_scope *scope, const expression *e,
                           item_type op, const value_type *types)
{
    bool is_product = op_info_of(op)->form == SYNTAX_INFIX && op_info_of(op)->precedence == 7;
    bool are_vectors = value_is_vector(types[0]) && value_is_vector(types[1]);
    const char *sign = e->kind == EXPRESSION_CALL ? e->name : op_info_of(op)->text;
    const char *taken = is_product ? "two numbers, or a vector and a number"
                        : op == OP_DISTANCE || op == OP_DOT ? "two vectors of one type"
                                                            : "numbers, or vectors of one type";
    mismatch_say(scope, DIAGNOSTIC_NEEDS_VECTOR, e->op_begin, e->op_end,
                 arena_print(a, "`%s` takes %s, not %s and %s", sign, taken,
                             expression_type_phrase(types[0]), expression_type_phrase(types[1])),
                 is_product && are_vectors
                     ? "`dot(u, v)` is the sum of the products of the components"
                     : NULL);
}

static void operand_mismatch(arena *a, const expression_scope *scope, const expression *e,
                             const expression *operand, value_type type, accepted at)
{
    diagnostic_code code = DIAGNOSTIC_NEEDS_NUMBER;
    const char *needed = "a number", *help = operand == e->operands ? chain_help(a, e) : NULL;
    const char *sign = e->kind == EXPRESSION_CALL ? e->name : op_info_of(e->op)->text;
    if (value_is_vector(type) && e->kind == EXPRESSION_UNARY &&
        op_info_of(e->op)->form == SYNTAX_SUFFIX) {
        mismatch_say(scope, DIAGNOSTIC_NO_COMPONENT, e->op_begin, e->op_end,
                     arena_print(a, "%s is %s and has no component `%s`", subject(a, operand),
                                 expression_type_phrase(type), sign + 1),
                     NULL);
        return;
    }
    if (value_is_vector(type) && !at.vec2 && !at.vec3) {
        expression_whole_vector(a, scope, operand, type);
        return;
    }
    if (at.vec2 + at.vec3 > 0 && !at.integer && !at.truth && !at.word) {
        needs_vector(a, scope, e, operand, type);
        return;
    }
    if (at.integer && is_of_enum(type)) {
        code = at.number || at.truth ? DIAGNOSTIC_NEEDS_NUMBER : DIAGNOSTIC_NEEDS_INT;
        needed = at.number || at.truth ? needed : "an int";
    } else if (!at.number && at.truth) {
        code = DIAGNOSTIC_NEEDS_BOOL;
        needed = "a bool";
        help = to_bool_help(a, operand, e->op == OP_NOT ? "==" : "!=");
    } else if (!at.number) {
        code = DIAGNOSTIC_NEEDS_INT;
        needed = "an int";
    }
    if (is_of_enum(type))
        help = enum_help(a, operand, type, code == DIAGNOSTIC_NEEDS_BOOL);
    else if (!help)
        help = conversion_help(a, operand, type, "int");
    mismatch_say(scope, code, operand->begin, operand->end,
                 arena_print(a, "%s is %s, but `%s` needs %s here", subject(a, operand),
                             expression_type_phrase(type), sign, needed),
                 help);
}

// Suggest a correct form for `b == 1` and the like.
static const char *truth_help(arena *a, const expression *e, const expression *truth,
                              const expression *number)
{
    bool comparison = e->kind == EXPRESSION_BINARY;
    if (comparison && number->kind == EXPRESSION_INT && number->integer <= 1) {
        bool same = (number->integer == 1) == (e->op == OP_EQUAL_BOOL);
        bool wrap = truth->kind == EXPRESSION_BINARY || truth->kind == EXPRESSION_SELECT;
        return arena_print(a, same ? "write `%s`" : "write `!%s`",
                           wrap && !same ? in_parentheses(a, truth) : text_of(a, truth));
    }
    return conversion_help(a, truth, VALUE_BOOL, "int");
}

static void joint_mismatch(arena *a, const expression_scope *scope, const expression *e,
                           item_type first, const value_type *types)
{
    bool select = e->kind == EXPRESSION_SELECT;
    if (!select && (value_is_vector(types[0]) || value_is_vector(types[1]))) {
        unlike_vectors(a, scope, e, first, types);
        return;
    }
    const expression *left = select ? e->operands->next : e->operands, *right = left->next;
    value_type left_type = types[select], right_type = types[select + 1];
    const char *help = select ? NULL : chain_help(a, e);
    bool has_enum = is_of_enum(left_type) || is_of_enum(right_type);
    bool has_vector = value_is_vector(left_type) || value_is_vector(right_type);
    if (has_vector)
        help = NULL;
    else if (!help && has_enum)
        help = enum_help(a, is_of_enum(left_type) ? left : right,
                         is_of_enum(left_type) ? left_type : right_type, false);
    else if (!help && left_type == VALUE_BOOL)
        help = truth_help(a, e, left, right);
    else if (!help)
        help = truth_help(a, e, right, left);
    mismatch_say(scope, DIAGNOSTIC_MIXED_TYPES, e->op_begin, e->op_end,
                 arena_print(a, "%s two %s, but %s is %s and %s %s",
                             select ? "the branches of `?:` are"
                                    : arena_print(a, "`%s` compares", op_info_of(e->op)->text),
                             has_vector ? "vectors of one type"
                             : has_enum ? "values of one enum"
                                        : "bools or two numbers",
                             subject(a, left), expression_type_phrase(left_type), subject(a, right),
                             expression_type_phrase(right_type)),
                 help);
}

void expression_mismatch(arena *a, const expression_scope *scope, const expression *e,
                         item_type first, const value_type *types)
{
    bool reported = false;
    uint32_t i = 0;
    for (const expression *operand = e->operands; operand; operand = operand->next, i++) {
        accepted at = accepted_at(first, i);
        if (op_accepts(at, types[i]))
            continue;
        operand_mismatch(a, scope, e, operand, types[i], at);
        reported = true;
    }
    if (!reported)
        joint_mismatch(a, scope, e, first, types);
}

static const char *one_of_help(arena *a, const word_list *words)
{
    return words->count == 1 ? arena_print(a, "its word is `'%s'`", words->words[0])
                             : arena_print(a, "its words are %s", words_text(a, words));
}

void expression_unknown_word(arena *a, const expression_scope *scope, const expression *word,
                             const word_list *words)
{
    const char *near = words_near(words, word->name, scope->suggestions);
    mismatch_say(scope, DIAGNOSTIC_ENUM_WORD, word->begin, word->end,
                 arena_print(a, "the enum has no word %s", subject(a, word)),
                 near ? arena_print(a, "did you mean `'%s'`?", near) : one_of_help(a, words));
}

void expression_lone_word(arena *a, const expression_scope *scope, const expression *word)
{
    mismatch_say(scope, DIAGNOSTIC_LONE_WORD, word->begin, word->end,
                 arena_print(a, "the enum of the word %s is unknown", subject(a, word)),
                 "compare a word with an enum by `==` or `!=`, put it and an enum into the "
                 "branches of `?:`, or assign it to an enum key or argument");
}

// Return "`mode` is one of idle or flee".
static const char *enum_phrase(arena *a, const expression *e, const word_list *words)
{
    return arena_print(a, "%s is one of %s", subject(a, e), words_text(a, words));
}

void expression_enums_differ(arena *a, const expression_scope *scope, const expression *e,
                             const expression *left, const word_list *left_words,
                             const expression *right, const word_list *right_words)
{
    mismatch_say(scope, DIAGNOSTIC_MIXED_TYPES, e->op_begin, e->op_end,
                 arena_print(a, "two enums with different words do not fit together: %s, and %s",
                             enum_phrase(a, left, left_words), enum_phrase(a, right, right_words)),
                 "equal enums have the same words in the same order; `int(...)` gives the position "
                 "of a word");
}

void expression_wrong_enum(arena *a, const expression_scope *scope, const expression *e,
                           const word_list *words)
{
    mismatch_say(scope, DIAGNOSTIC_EXPRESSION_TYPE, e->begin, e->end,
                 arena_print(a, "another enum is needed here: %s", enum_phrase(a, e, words)),
                 one_of_help(a, scope->words));
}

void expression_wrong_type(arena *a, const expression_scope *scope, const expression *e,
                           value_type type, value_type wanted)
{
    if (value_is_vector(type) && !value_is_vector(wanted)) {
        expression_whole_vector(a, scope, e, type);
        return;
    }
    const char *help = wanted == VALUE_BOOL ? to_bool_help(a, e, "!=")
                                            : conversion_help(a, e, type, value_type_text(wanted));
    if (is_of_enum(type))
        help = enum_help(a, e, type, wanted == VALUE_BOOL);
    else if (value_is_vector(wanted))
        help = wanted == VALUE_VEC2 ? "write `vec2(x, y)`" : "write `vec3(x, y, z)`";
    else if (wanted == VALUE_ENUM)
        help = one_of_help(a, scope->words);
    mismatch_say(scope, DIAGNOSTIC_EXPRESSION_TYPE, e->begin, e->end,
                 arena_print(a, "%s is %s, but %s is needed here", subject(a, e),
                             expression_type_phrase(type), expression_type_phrase(wanted)),
                 help);
}

// ---- lists

void expression_whole_list(arena *a, const expression_scope *scope, const expression *e)
{
    const char *list = text_of(a, e);
    mismatch_say(scope, DIAGNOSTIC_LIST_VALUE, e->begin, e->end,
                 arena_print(a, "%s is a list, but one value is needed here", subject(a, e)),
                 arena_print(a, "write `%s[0]` for an element, or `count(%s)` for their number",
                             list, list));
}

void expression_needs_list(arena *a, const expression_scope *scope, const expression *e,
                           const expression *operand, value_type type)
{
    mismatch_say(scope, DIAGNOSTIC_LIST_NEEDED, operand->begin, operand->end,
                 arena_print(a, "`%s` takes a list, and %s is %s",
                             e->kind == EXPRESSION_CALL ? e->name : "[ ]", subject(a, operand),
                             expression_type_phrase(type)),
                 "a list is a key that is declared with \"type\": { \"list\": ... }");
}

void expression_wrong_find(arena *a, const expression_scope *scope, const expression *e,
                           value_type element, value_type type)
{
    const expression *list = e->operands, *value = list->next;
    if (value_is_vector(element)) {
        mismatch_say(scope, DIAGNOSTIC_LIST_NEEDED, list->begin, list->end,
                     arena_print(a, "`find` compares with `==`, but %s is a list of vectors",
                                 subject(a, list)),
                     "compare the elements in a `for_each`, as by `distance(item, place) < 1`");
        return;
    }
    mismatch_say(scope, DIAGNOSTIC_MIXED_TYPES, value->begin, value->end,
                 arena_print(a, "%s is %s, but the elements of %s are %ss", subject(a, value),
                             expression_type_phrase(type), subject(a, list),
                             value_type_text(element)),
                 NULL);
}

void expression_wrong_index(arena *a, const expression_scope *scope, const expression *index,
                            value_type type)
{
    bool is_number = type == VALUE_FLOAT || type == VALUE_BOOL || type == VALUE_ENUM;
    mismatch_say(scope, DIAGNOSTIC_NEEDS_INT, index->begin, index->end,
                 arena_print(a, "%s is %s, but the index of an element is an int",
                             subject(a, index), expression_type_phrase(type)),
                 is_number ? conversion_help(a, index, type, "int") : NULL);
}

// ---- calls

// Functions of other languages, with replacements.
static const struct {
    const char *name, *help;
} function_slips[] = {
    {"and", "write `a && b`"},
    {"atan", "write `atan2(y, x)`"},
    {"bool", "write `x != 0`"},
    {"dist", "did you mean `distance`?"},
    {"fabs", "did you mean `abs`?"},
    {"if", "write `condition ? value : other value`"},
    {"index_of", "did you mean `find`?"},
    {"indexOf", "did you mean `find`?"},
    {"len", "did you mean `length`, or `count` of a list?"},
    {"ln", "write `log(x)`"},
    {"mod", "write `a % b`"},
    {"norm", "did you mean `length`?"},
    {"not", "write `!x`"},
    {"or", "write `a || b`"},
    {"pow", "there is no power operator; multiply, as in `x * x`"},
    {"sgn", "did you mean `sign`?"},
    {"size", "did you mean `count`?"},
    {"tan", "write `sin(x) / cos(x)`"},
    {"trunc", "write `int(x)`"},
};

static const char *function_help(arena *a, const expression_scope *scope, const char *name)
{
    for (size_t i = 0; i < sizeof function_slips / sizeof *function_slips; i++)
        if (strcmp(function_slips[i].name, name) == 0)
            return function_slips[i].help;
    nearest n;
    nearest_start(&n, name, strlen(name), scope->suggestions);
    for (int op = OP_FIRST; op < OP_TYPE_END; op++)
        if (op_is_function((item_type)op))
            nearest_offer(&n, op_info_of((item_type)op)->text,
                          strlen(op_info_of((item_type)op)->text));
    return n.name ? arena_print(a, "did you mean `%s`?", n.name) : NULL;
}

void expression_bad_call(arena *a, const expression_scope *scope, const expression *e,
                         item_type function, uint32_t arity)
{
    if (!function && strcmp(e->name, "text") == 0) {
        mismatch_say(scope, DIAGNOSTIC_EXPRESSION_SYNTAX, e->begin, e->end,
                     "`text` takes a text in single quotes", "write `text('any text')`");
        return;
    }
    if (!function) {
        mismatch_say(scope, DIAGNOSTIC_UNKNOWN_FUNCTION, e->op_begin, e->op_end,
                     arena_print(a, "unknown function `%s`", e->name),
                     function_help(a, scope, e->name));
        return;
    }
    const char *message =
        arity == 0 ? arena_print(a, "`%s` takes no arguments", e->name)
                   : arena_print(a, "`%s` takes %u argument%s, not %u", e->name, (unsigned)arity,
                                 text_plural(arity, "", "s"), (unsigned)e->operand_count);
    mismatch_say(scope, DIAGNOSTIC_ARGUMENT_COUNT, e->begin, e->end, message, NULL);
}
