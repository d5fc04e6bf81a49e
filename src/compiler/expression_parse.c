// SPDX-License-Identifier: MIT
// The lexer and the parser: an operator-precedence parser with explicit stacks. `operands` holds
// complete operands; `pending` holds what waits for an operand: operators, open parentheses, calls
// and the halves of `?:`. Operators and their precedences come from ops.def.
#include "diagnostic.h"
#include "expression.h"
#include "expression_slips.h"
#include "nodes.h"
#include "number.h"
#include "shape_limits.h"
#include "utf8.h"

#include <float.h>
#include <math.h>

typedef enum token_kind {
    TOKEN_BAD, // was reported
    TOKEN_END,
    TOKEN_BOOL,
    TOKEN_INT,
    TOKEN_FLOAT,
    TOKEN_NAME,
    TOKEN_WORD,
    TOKEN_OPERATOR,
    TOKEN_OPEN,
    TOKEN_CLOSE,
    TOKEN_COMMA,
    TOKEN_QUESTION,
    TOKEN_COLON,
    TOKEN_OPEN_INDEX,
    TOKEN_CLOSE_INDEX,
} token_kind;

typedef struct token {
    token_kind kind;
    uint32_t begin, end;
    int32_t integer;
    float number;
    item_type prefix,
        infix; // for a TOKEN_OPERATOR, its meaning before and after a value, or ITEM_INVALID
} token;

typedef enum pending_kind {
    PENDING_PREFIX,
    PENDING_BINARY,
    PENDING_ELSE, // after the `:`
    PENDING_THEN, // after the `?`
    PENDING_OPEN,
    PENDING_CALL,
    PENDING_ELEMENT, // after the `[`
} pending_kind;

typedef struct pending {
    pending_kind kind;
    item_type op;
    int precedence;         // 0 for entries that only a specific token completes
    uint32_t begin, end;    // range of the operator, the `?`, the bracket or the called name
    uint32_t open;          // position of the bracket, or of a call's parenthesis
    uint32_t operand_count; // arguments of a call so far
} pending;

typedef struct parser {
    arena *arena;
    const char *text;
    uint32_t size, at;
    expression_report *report;
    void *report_user;
    expression **operands;
    pending *pending;
    uint32_t operand_count, operand_capacity, pending_count, pending_capacity;
    expression *last;    // node created last: the end of the `after` list
    bool value_complete; // an operator must follow
    bool ended;
    uint8_t signs[OP_TYPE_END - OP_FIRST]; // operations that are written as operators
    uint32_t sign_count;
} parser;

// ---- errors

static token parser_bad(parser *p, diagnostic_code code, uint32_t begin, uint32_t end,
                        const char *message, const char *help)
{
    p->report(p->report_user, (int)code, begin, end, message, help);
    return (token){TOKEN_BAD, .begin = begin, .end = end};
}

static char *parser_quote(parser *p, uint32_t begin, uint32_t end)
{
    enum { QUOTE_MAX = 60 };
    if (end - begin > QUOTE_MAX)
        return arena_print(p->arena, "%.*s...", QUOTE_MAX, p->text + begin);
    return arena_print(p->arena, "%.*s", (int)(end - begin), p->text + begin);
}

// ---- characters

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// Return the character at an index; zero after the end.
static char parser_char(const parser *p, uint32_t at)
{
    return at < p->size ? p->text[at] : '\0';
}

static void skip_spaces(parser *p)
{
    while (is_space(parser_char(p, p->at)))
        p->at++;
}

static inline bool parser_has(const parser *p, uint32_t at, const char *wanted)
{
    if (parser_char(p, at) != wanted[0])
        return false;
    size_t size = strlen(wanted);
    return p->size - at >= size && memcmp(p->text + at, wanted, size) == 0;
}

// ---- numbers

static const char *number_help(parser *p, uint32_t begin, uint32_t end)
{
    const char *text = p->text + begin;
    uint32_t size = end - begin, digits = 0;
    while (digits < size && is_digit(text[digits]))
        digits++;
    if (text[0] == '.')
        return arena_print(p->arena, "write a digit before the decimal point: `0%.*s`", (int)size,
                           text);
    if (size > 1 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X'))
        return "numbers are decimal";
    if (digits > 1 && text[0] == '0')
        return "a number of several digits does not start with a zero";
    if (memchr(text, '_', size))
        return "digits are not grouped";
    if (digits < size && text[digits] == '.' && !is_digit(parser_char(p, begin + digits + 1)))
        return arena_print(p->arena, "write a digit after the decimal point: `%.*s.0`", (int)digits,
                           text);
    if (digits < size && (text[digits] == 'e' || text[digits] == 'E'))
        return "an exponent needs digits, as in `2e3`";
    if (text[size - 1] == 'f' || text[size - 1] == 'F')
        return "numbers have no suffix: a number with a decimal point or an exponent is a float";
    if (digits + 1 < size && text[digits] == '.')
        for (digits++; digits < size && is_digit(text[digits]);)
            digits++;
    if (digits < size && is_letter(text[digits]))
        return slip_of_number_and_name(p->arena, text, digits, text + digits, size - digits);
    return "write it as `12`, `1.5` or `2e3`";
}

// Return the end of everything that may have been meant as part of a number.
static uint32_t number_end(const parser *p, uint32_t at)
{
    for (;;) {
        char c = parser_char(p, at);
        bool exponent = (c == 'e' || c == 'E') &&
                        (parser_char(p, at + 1) == '-' || parser_char(p, at + 1) == '+');
        if (!is_digit(c) && !is_letter(c) && c != '.')
            return at;
        at += exponent ? 2 : 1;
    }
}

static uint32_t digits_end(const parser *p, uint32_t at)
{
    while (is_digit(parser_char(p, at)))
        at++;
    return at;
}

// Return whether [begin, end) is digits[.digits][e[+-]digits] without a leading zero.
static bool number_is_well_formed(const parser *p, uint32_t begin, uint32_t end, bool *is_int)
{
    uint32_t at = digits_end(p, begin);
    if (at == begin || (at > begin + 1 && p->text[begin] == '0'))
        return false;
    *is_int = at == end;
    if (parser_char(p, at) == '.') {
        uint32_t digits = at + 1;
        at = digits_end(p, digits);
        if (at == digits)
            return false;
    }
    if (parser_char(p, at) == 'e' || parser_char(p, at) == 'E') {
        uint32_t digits = at + 1;
        if (parser_char(p, digits) == '+' || parser_char(p, digits) == '-')
            digits++;
        at = digits_end(p, digits);
        if (at == digits)
            return false;
    }
    return at == end;
}

static token lex_int(parser *p, uint32_t begin, uint32_t end)
{
    int64_t value;
    if (number_int64(p->text + begin, end - begin, &value) && value <= INT32_MAX)
        return (token){TOKEN_INT, begin, end, .integer = (int32_t)value};
    const pending *before = p->pending_count ? &p->pending[p->pending_count - 1] : NULL;
    bool least = before && before->kind == PENDING_PREFIX && before->op == OP_NEGATE_INT &&
                 parser_has(p, begin, "2147483648") && end - begin == 10;
    const char *digits = parser_quote(p, begin, end);
    return parser_bad(
        p, DIAGNOSTIC_INT_RANGE, begin, end,
        arena_print(p->arena, "`%s` is too large for an int", digits),
        least ? "write the least int as `-2147483647 - 1`"
              : arena_print(p->arena, "the largest is 2147483647; `%s.0` is a float", digits));
}

static token lex_number(parser *p)
{
    uint32_t begin = p->at;
    p->at = number_end(p, begin);
    bool is_int;
    if (!number_is_well_formed(p, begin, p->at, &is_int))
        return parser_bad(
            p, DIAGNOSTIC_EXPRESSION_SYNTAX, begin, p->at,
            arena_print(p->arena, "malformed number `%s`", parser_quote(p, begin, p->at)),
            number_help(p, begin, p->at));
    if (is_int)
        return lex_int(p, begin, p->at);
    double value = number_double(p->text + begin, p->at - begin);
    if (value > DBL_MAX)
        return parser_bad(p, DIAGNOSTIC_JSON_NUMBER_RANGE, begin, p->at,
                          arena_print(p->arena, "`%s` is too large", parser_quote(p, begin, p->at)),
                          "write infinity as `1.0 / 0.0`");
    return (token){TOKEN_FLOAT, begin, p->at, .number = (float)value};
}

// ---- names

static token lex_name(parser *p)
{
    uint32_t begin = p->at, points = 0;
    while (is_letter(parser_char(p, p->at)) || is_digit(parser_char(p, p->at)) ||
           parser_char(p, p->at) == '.')
        points += p->text[p->at++] == '.';
    const char *point = memchr(p->text + begin, '.', p->at - begin);
    if (points > 1 || (point && !is_letter(parser_char(p, (uint32_t)(point - p->text) + 1))))
        return parser_bad(
            p, DIAGNOSTIC_EXPRESSION_SYNTAX, begin, p->at,
            arena_print(p->arena, "malformed name `%s`", parser_quote(p, begin, p->at)),
            "a point separates a vector key from its component, as in `home.x`");
    if (p->at - begin == 4 && parser_has(p, begin, "true"))
        return (token){TOKEN_BOOL, begin, p->at, .integer = 1};
    if (p->at - begin == 5 && parser_has(p, begin, "false"))
        return (token){TOKEN_BOOL, begin, p->at, .integer = 0};
    return (token){TOKEN_NAME, begin, p->at};
}

static bool is_word_text(const char *text, uint32_t size)
{
    bool good = size > 0 && !is_digit(text[0]);
    for (uint32_t i = 0; good && i < size; i++)
        good = is_letter(text[i]) || is_digit(text[i]);
    return good;
}

// 'word'
static token lex_word(parser *p)
{
    uint32_t begin = p->at;
    const char *text = p->text + begin + 1, *end = memchr(text, '\'', p->size - begin - 1);
    if (!end)
        return parser_bad(p, DIAGNOSTIC_EXPRESSION_END, begin, begin + 1,
                          "this `'` has no closing `'` after the word", NULL);
    p->at = (uint32_t)(end - p->text) + 1;
    if (is_word_text(text, (uint32_t)(end - text)))
        return (token){TOKEN_WORD, begin, p->at};
    return parser_bad(
        p, DIAGNOSTIC_EXPRESSION_SYNTAX, begin, p->at,
        arena_print(p->arena, "`%s` is not a word", parser_quote(p, begin, p->at)),
        "a word consists of letters, digits and `_`, and does not start with a digit");
}

// ---- operator signs

// Return the longest operator at a position, which may be a prefix, an infix or both. Its size is 0
// when there is none.
static token operator_at(const parser *p, uint32_t at)
{
    token t = {TOKEN_OPERATOR, at, at};
    for (uint32_t i = 0; i < p->sign_count; i++) {
        item_type op = (item_type)p->signs[i];
        const op_info *info = op_info_of(op);
        if (!parser_has(p, at, info->text))
            continue;
        uint32_t end = at + (uint32_t)strlen(info->text);
        if (end > t.end)
            t = (token){TOKEN_OPERATOR, at, end};
        item_type *role = info->form == SYNTAX_PREFIX ? &t.prefix : &t.infix;
        if (end == t.end && !*role)
            *role = op;
    }
    return t;
}

static void parser_list_signs(parser *p)
{
    for (int op = OP_FIRST; op < OP_TYPE_END; op++)
        if (op_info_of((item_type)op)->form == SYNTAX_PREFIX ||
            op_info_of((item_type)op)->form == SYNTAX_INFIX)
            p->signs[p->sign_count++] = (uint8_t)op;
}

static const char *unknown_message(parser *p, size_t size)
{
    const char *text = p->text + p->at;
    uint32_t character;
    if (!utf8_decode(text, p->size - p->at, &character))
        return arena_print(p->arena, "unexpected byte 0x%02x", (unsigned)(unsigned char)*text);
    if (character <= ' ' || (character >= 0x7f && character <= 0xa0) || !utf8_width(character))
        return arena_print(p->arena, "unexpected character U+%04X", (unsigned)character);
    return arena_print(p->arena, "unexpected `%.*s`", (int)size, text);
}

// Report unknown characters. `help` refers to the first `size` bytes, if any.
static token lex_unknown(parser *p, size_t size, const char *help)
{
    uint32_t begin = p->at, character;
    if (size == 0)
        size = utf8_decode(p->text + begin, p->size - begin, &character);
    if (size == 0)
        size = 1;
    if (!help && (p->text[begin] & 0x80))
        help = "names and operators are ASCII";
    return parser_bad(p, DIAGNOSTIC_EXPRESSION_CHARACTER, begin, begin + (uint32_t)size,
                      unknown_message(p, size), help);
}

static token lex_sign(parser *p)
{
    static const char brackets[] = "(),?:[]";
    static const token_kind kinds[] = {TOKEN_OPEN,       TOKEN_CLOSE, TOKEN_COMMA,
                                       TOKEN_QUESTION,   TOKEN_COLON, TOKEN_OPEN_INDEX,
                                       TOKEN_CLOSE_INDEX};
    uint32_t begin = p->at;
    size_t slip_size;
    const char *help = slip_of_sign(p->arena, p->text, p->size, begin, &slip_size);
    const char *bracket = p->text[begin] ? strchr(brackets, p->text[begin]) : NULL;
    if (bracket && slip_size < 2)
        return (token){kinds[bracket - brackets], begin, ++p->at};
    token t = operator_at(p, begin);
    size_t size = t.end - begin;
    if (slip_size > size || size == 0)
        return lex_unknown(p, slip_size, help);
    p->at = t.end;
    return t;
}

static token parse_lex(parser *p)
{
    skip_spaces(p);
    if (p->at == p->size)
        return (token){TOKEN_END, p->size, p->size};
    char c = p->text[p->at];
    if (is_digit(c) || (c == '.' && is_digit(parser_char(p, p->at + 1))))
        return lex_number(p);
    if (c == '\'')
        return lex_word(p);
    return is_letter(c) ? lex_name(p) : lex_sign(p);
}

// ---- building the tree

static expression *parse_make(parser *p, expression_kind kind, uint32_t operand_count,
                              uint32_t begin, uint32_t end)
{
    expression *e = ARENA_NEW(p->arena, expression);
    *e = (expression){
        .kind = kind, .operand_count = operand_count, .begin = begin, .end = end, .text = p->text};
    p->operand_count -= operand_count;
    for (uint32_t i = operand_count; i > 0; i--) {
        expression *operand = p->operands[p->operand_count + i - 1];
        operand->next = e->operands;
        e->operands = operand;
    }
    if (p->last)
        p->last->after = e;
    p->last = e;
    *ARENA_PUSH(p->arena, p->operands, p->operand_count, p->operand_capacity) = e;
    return e;
}

static expression *top_operand(const parser *p)
{
    return p->operands[p->operand_count - 1];
}

static void push_pending(parser *p, pending entry)
{
    *ARENA_PUSH(p->arena, p->pending, p->pending_count, p->pending_capacity) = entry;
}

static void parse_complete(parser *p, const pending *done)
{
    static const expression_kind kinds[] = {[PENDING_PREFIX] = EXPRESSION_UNARY,
                                            [PENDING_BINARY] = EXPRESSION_BINARY,
                                            [PENDING_ELSE] = EXPRESSION_SELECT};
    uint32_t count = (uint32_t)done->kind + 1;
    uint32_t begin =
        done->kind == PENDING_PREFIX ? done->begin : p->operands[p->operand_count - count]->begin;
    expression *e = parse_make(p, kinds[done->kind], count, begin, top_operand(p)->end);
    e->op = done->op;
    e->op_begin = done->begin;
    e->op_end = done->end;
}

// Complete the operators that bind at least as tightly.
static void parse_reduce(parser *p, int precedence)
{
    while (p->pending_count && p->pending[p->pending_count - 1].precedence >= precedence)
        parse_complete(p, &p->pending[--p->pending_count]);
}

// Complete all operators. Returns the top entry, which only a specific token completes, or NULL.
static pending *reduce_all(parser *p)
{
    parse_reduce(p, 1);
    return p->pending_count ? &p->pending[p->pending_count - 1] : NULL;
}

static void finish_call(parser *p, uint32_t end)
{
    const pending call = p->pending[--p->pending_count];
    expression *e = parse_make(p, EXPRESSION_CALL, call.operand_count, call.begin, end);
    e->name = arena_copy_text(p->arena, p->text + call.begin, call.end - call.begin);
    e->op_begin = call.begin;
    e->op_end = call.end;
}

static void finish_element(parser *p, uint32_t end)
{
    const pending index = p->pending[--p->pending_count];
    expression *e =
        parse_make(p, EXPRESSION_ELEMENT, 2, p->operands[p->operand_count - 2]->begin, end);
    e->op_begin = index.begin;
    e->op_end = end;
}

// ---- positions where a value is expected

// Return whether this is `hp--`: two adjacent minus signs, and no value after them.
static bool pending_is_decrement(const parser *p)
{
    if (p->pending_count < 2)
        return false;
    const pending *minus = &p->pending[p->pending_count - 2];
    return minus[0].op == OP_SUBTRACT_INT && minus[1].op == OP_NEGATE_INT &&
           minus[0].end == minus[1].begin;
}

static const char *missing_value_help(const parser *p, token t)
{
    if (t.kind == TOKEN_OPEN_INDEX)
        return "group with `(` and `)`; a vector is written `vec2(x, y)`";
    if (t.kind == TOKEN_CLOSE_INDEX)
        return "the elements of a list are `route[0]`, `route[1]` and so on";
    return parser_has(p, t.begin, "+") ? "there is no unary `+`; leave it out" : NULL;
}

static bool missing_value(parser *p, token t)
{
    if (pending_is_decrement(p)) {
        uint32_t begin = p->pending[p->pending_count - 2].begin;
        parser_bad(p, DIAGNOSTIC_EXPRESSION_CHARACTER, begin, begin + 2, "unexpected `--`",
                   slip_of_assignment(p->arena, p->text, p->size, begin, begin + 2));
    } else if (t.kind == TOKEN_END && !p->last && !p->pending_count)
        parser_bad(p, DIAGNOSTIC_EXPRESSION_END, 0, p->size, "the expression is empty", NULL);
    else if (t.kind == TOKEN_END)
        parser_bad(p, DIAGNOSTIC_EXPRESSION_END, t.begin, t.end, "a value is missing at the end",
                   NULL);
    else
        parser_bad(p, DIAGNOSTIC_EXPRESSION_SYNTAX, t.begin, t.end,
                   arena_print(p->arena, "a value is missing before `%s`",
                               parser_quote(p, t.begin, t.end)),
                   missing_value_help(p, t));
    return false;
}

// Parse the text of text('...'), whose name and parenthesis come before it.
static bool parse_text(parser *p, token t)
{
    uint32_t begin = p->at;
    const char *text = p->text + begin + 1, *end = memchr(text, '\'', p->size - begin - 1);
    if (!end) {
        parser_bad(p, DIAGNOSTIC_EXPRESSION_END, begin, begin + 1,
                   "this `'` has no closing `'` after the text", NULL);
        return false;
    }
    p->at = (uint32_t)(end - p->text) + 1;
    skip_spaces(p);
    if (parser_char(p, p->at) != ')') {
        parser_bad(p, DIAGNOSTIC_EXPRESSION_SYNTAX, begin, (uint32_t)(end - p->text) + 1,
                   "`text(...)` must end after this text",
                   "a text is written between two `'`, and can't contain one");
        return false;
    }
    expression *e = parse_make(p, EXPRESSION_TEXT, 0, t.begin, ++p->at);
    e->name = arena_copy_text(p->arena, text, (size_t)(end - text));
    e->op_begin = t.begin;
    e->op_end = t.end;
    p->value_complete = true;
    return true;
}

// Return the position of the quote in `text('`, or 0.
static uint32_t text_quote(const parser *p, token t)
{
    uint32_t at = p->at + 1;
    if (t.end - t.begin != 4 || !parser_has(p, t.begin, "text"))
        return 0;
    while (is_space(parser_char(p, at)))
        at++;
    return parser_char(p, at) == '\'' ? at : 0;
}

// Parse a name, the start of a call, or a whole call without arguments.
static bool parse_name(parser *p, token t)
{
    skip_spaces(p);
    if (parser_char(p, p->at) == '(' && text_quote(p, t)) {
        p->at = text_quote(p, t);
        return parse_text(p, t);
    }
    if (parser_char(p, p->at) != '(') {
        expression *e = parse_make(p, EXPRESSION_NAME, 0, t.begin, t.end);
        e->name = arena_copy_text(p->arena, p->text + t.begin, t.end - t.begin);
        p->value_complete = true;
        return true;
    }
    push_pending(p, (pending){PENDING_CALL, .begin = t.begin, .end = t.end, .open = p->at++});
    skip_spaces(p);
    if (parser_char(p, p->at) == ')') {
        finish_call(p, ++p->at);
        p->value_complete = true;
    }
    return true;
}

static bool parse_literal(parser *p, token t)
{
    expression *e = parse_make(p,
                               t.kind == TOKEN_BOOL  ? EXPRESSION_BOOL
                               : t.kind == TOKEN_INT ? EXPRESSION_INT
                                                     : EXPRESSION_FLOAT,
                               0, t.begin, t.end);
    e->integer = t.integer;
    e->number = t.number;
    p->value_complete = true;
    return true;
}

static bool parse_word(parser *p, token t)
{
    expression *e = parse_make(p, EXPRESSION_WORD, 0, t.begin, t.end);
    e->name = arena_copy_text(p->arena, p->text + t.begin + 1, t.end - t.begin - 2);
    p->value_complete = true;
    return true;
}

static bool parse_prefix(parser *p, token t)
{
    push_pending(
        p, (pending){PENDING_PREFIX, t.prefix, op_info_of(t.prefix)->precedence, t.begin, t.end});
    return true;
}

static bool parse_value(parser *p)
{
    token t = parse_lex(p);
    switch (t.kind) {
    case TOKEN_BAD: return false;
    case TOKEN_BOOL:
    case TOKEN_INT:
    case TOKEN_FLOAT: return parse_literal(p, t);
    case TOKEN_NAME: return parse_name(p, t);
    case TOKEN_WORD: return parse_word(p, t);
    case TOKEN_OPEN:
        push_pending(p, (pending){PENDING_OPEN, .begin = t.begin, .end = t.end, .open = t.begin});
        return true;
    case TOKEN_OPERATOR: return t.prefix ? parse_prefix(p, t) : missing_value(p, t);
    default: return missing_value(p, t);
    }
}

// ---- after a value

// Return whether a component may follow the value that was parsed last. The name of a key contains
// its component.
static bool may_have_component(const parser *p)
{
    const expression *before = top_operand(p);
    return parser_char(p, p->at) == '.' && is_letter(parser_char(p, p->at + 1)) &&
           (before->in_parentheses || before->kind == EXPRESSION_CALL ||
            before->kind == EXPRESSION_ELEMENT ||
            (before->kind == EXPRESSION_UNARY && op_info_of(before->op)->form == SYNTAX_SUFFIX));
}

static item_type component_at(const parser *p, uint32_t begin, uint32_t end)
{
    for (int op = OP_FIRST; op < OP_TYPE_END; op++) {
        const op_info *info = op_info_of((item_type)op);
        if (info->form == SYNTAX_SUFFIX && strlen(info->text) == end - begin &&
            memcmp(info->text, p->text + begin, end - begin) == 0)
            return (item_type)op;
    }
    return ITEM_INVALID;
}

static bool parse_component(parser *p)
{
    uint32_t begin = p->at++;
    while (is_letter(parser_char(p, p->at)) || is_digit(parser_char(p, p->at)))
        p->at++;
    item_type op = component_at(p, begin, p->at);
    if (!op) {
        parser_bad(p, DIAGNOSTIC_NO_COMPONENT, begin, p->at,
                   arena_print(p->arena, "unknown component `%s`", parser_quote(p, begin, p->at)),
                   "the components are `.x` and `.y`, and `.z` of a vec3");
        return false;
    }
    expression *e = parse_make(p, EXPRESSION_UNARY, 1, top_operand(p)->begin, p->at);
    e->op = op;
    e->op_begin = begin;
    e->op_end = p->at;
    return true;
}

static bool missing_operator(parser *p, token t)
{
    const expression *before = top_operand(p);
    const char *help = slip_of_word(p->text + t.begin, t.end - t.begin);
    if ((before->kind == EXPRESSION_INT || before->kind == EXPRESSION_FLOAT) &&
        slip_is_unit(p->text + t.begin, t.end - t.begin)) {
        const char *number = p->text + before->begin, *unit = p->text + t.begin;
        parser_bad(p, DIAGNOSTIC_EXPRESSION_SYNTAX, t.begin, t.end,
                   arena_print(p->arena, "unexpected unit `%s`", parser_quote(p, t.begin, t.end)),
                   slip_of_number_and_name(p->arena, number, before->end - before->begin, unit,
                                           t.end - t.begin));
        return false;
    }
    if (!help && before->kind == EXPRESSION_NAME) {
        help = slip_of_word(before->name, strlen(before->name));
        if (help) {
            t.begin = before->begin;
            t.end = before->end;
        }
    }
    const char *quote = parser_quote(p, t.begin, t.end);
    parser_bad(p, DIAGNOSTIC_EXPRESSION_SYNTAX, t.begin, t.end,
               arena_print(p->arena,
                           help ? "`%s` is not an operator" : "an operator is missing before `%s`",
                           quote),
               help);
    return false;
}

static bool parse_infix(parser *p, token t)
{
    int precedence = op_info_of(t.infix)->precedence;
    parse_reduce(p, precedence);
    push_pending(p, (pending){PENDING_BINARY, t.infix, precedence, t.begin, t.end});
    return true;
}

static bool parse_question(parser *p, token t)
{
    parse_reduce(p, op_info_of(OP_SELECT_BOOL)->precedence + 1);
    push_pending(p, (pending){PENDING_THEN, OP_SELECT_BOOL, 0, t.begin, t.end});
    return true;
}

static bool parse_unclosed(parser *p, const pending *top)
{
    if (top->kind == PENDING_THEN)
        parser_bad(p, DIAGNOSTIC_EXPRESSION_SYNTAX, top->begin, top->end, "this `?` has no `:`",
                   "write `condition ? value : other value`");
    else
        parser_bad(p, DIAGNOSTIC_EXPRESSION_END, top->open, top->open + 1,
                   top->kind == PENDING_ELEMENT ? "this `[` is never closed"
                                                : "this `(` is never closed",
                   NULL);
    return false;
}

static bool parse_colon(parser *p, token t)
{
    pending *top = reduce_all(p);
    if (!top || top->kind != PENDING_THEN) {
        parser_bad(p, DIAGNOSTIC_EXPRESSION_SYNTAX, t.begin, t.end, "this `:` has no `?`",
                   "write `condition ? value : other value`");
        return false;
    }
    top->kind = PENDING_ELSE;
    top->precedence = op_info_of(OP_SELECT_BOOL)->precedence;
    return true;
}

static bool parse_comma(parser *p, token t)
{
    pending *top = reduce_all(p);
    if (top && top->kind == PENDING_THEN)
        return parse_unclosed(p, top);
    if (!top || top->kind != PENDING_CALL) {
        parser_bad(p, DIAGNOSTIC_EXPRESSION_SYNTAX, t.begin, t.end,
                   "`,` is allowed only between the arguments of a function", NULL);
        return false;
    }
    top->operand_count++;
    return true;
}

static bool parse_close(parser *p, token t)
{
    pending *top = reduce_all(p);
    if (!top) {
        parser_bad(p, DIAGNOSTIC_EXPRESSION_SYNTAX, t.begin, t.end, "this `)` has no `(`", NULL);
        return false;
    }
    if (top->kind == PENDING_THEN || top->kind == PENDING_ELEMENT)
        return parse_unclosed(p, top);
    if (top->kind == PENDING_CALL) {
        top->operand_count++;
        finish_call(p, t.end);
        return true;
    }
    expression *e = top_operand(p);
    e->in_parentheses = true;
    e->begin = top->begin;
    e->end = t.end;
    p->pending_count--;
    return true;
}

static bool parse_index(parser *p, token t)
{
    push_pending(p, (pending){PENDING_ELEMENT, .begin = t.begin, .end = t.end, .open = t.begin});
    return true;
}

static bool parse_close_index(parser *p, token t)
{
    const pending *top = reduce_all(p);
    if (!top) {
        parser_bad(p, DIAGNOSTIC_EXPRESSION_SYNTAX, t.begin, t.end, "this `]` has no `[`", NULL);
        return false;
    }
    if (top->kind != PENDING_ELEMENT)
        return parse_unclosed(p, top);
    finish_element(p, t.end);
    return true;
}

// Parse what may follow a value. After everything but `)` and `]`, another value is expected.
static bool parse_behind(parser *p)
{
    skip_spaces(p);
    if (may_have_component(p))
        return parse_component(p);
    token t = parse_lex(p);
    p->value_complete = t.kind == TOKEN_CLOSE || t.kind == TOKEN_CLOSE_INDEX;
    switch (t.kind) {
    case TOKEN_BAD: return false;
    case TOKEN_OPERATOR: return t.infix ? parse_infix(p, t) : missing_operator(p, t);
    case TOKEN_QUESTION: return parse_question(p, t);
    case TOKEN_COLON: return parse_colon(p, t);
    case TOKEN_COMMA: return parse_comma(p, t);
    case TOKEN_CLOSE: return parse_close(p, t);
    case TOKEN_OPEN_INDEX: return parse_index(p, t);
    case TOKEN_CLOSE_INDEX: return parse_close_index(p, t);
    case TOKEN_END: {
        const pending *top = reduce_all(p);
        p->ended = true;
        return top ? parse_unclosed(p, top) : true;
    }
    default: return missing_operator(p, t);
    }
}

expression *expression_parse(arena *a, const char *text, size_t size, expression_report *report,
                             void *user)
{
    if (size > LIMIT_EXPRESSION_SIZE) {
        report(user, DIAGNOSTIC_EXPRESSION_SIZE, 0,
               (uint32_t)(size < UINT32_MAX ? size : UINT32_MAX),
               arena_print(a, "the expression has %zu bytes; at most %d are allowed", size,
                           (int)LIMIT_EXPRESSION_SIZE),
               NULL);
        return NULL;
    }
    parser p = {.arena = a,
                .text = arena_copy_text(a, text, size),
                .size = (uint32_t)size,
                .report = report,
                .report_user = user};
    parser_list_signs(&p);
    while (!p.ended)
        if (p.value_complete ? !parse_behind(&p) : !parse_value(&p))
            return NULL;
    return top_operand(&p);
}

const expression *expression_first(const expression *e)
{
    while (e->operands)
        e = e->operands;
    return e;
}
