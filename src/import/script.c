// SPDX-License-Identifier: MIT
// Parsing scripts, by precedence climbing as the original does it. Nesting is bounded.
#include "script.h"

#include <ctype.h>

// Code that walks an expression recurses as deep as it has operators.
enum { SCRIPT_DEPTH_MAX = 200, SCRIPT_OPERATORS_MAX = 500 };

typedef struct script_reader {
    import_state *m;
    const source_attribute *attribute;
    const char *text;
    uint32_t at;
    uint32_t depth;
    uint32_t operators; // operators of the statement so far
    bool failed;
} script_reader;

// The operators, longest first. `power` is how tightly an operator binds.
typedef struct script_operator {
    const char *text;
    int power;
    script_kind kind;
} script_operator;

enum { POWER_ASSIGN = 2, POWER_CHOICE = 4, POWER_COMPARE = 10, POWER_PREFIX = 20 };

static const script_operator operators[] = {
    {":=", POWER_ASSIGN, SCRIPT_ASSIGN},
    {"+=", POWER_ASSIGN, SCRIPT_ASSIGN},
    {"-=", POWER_ASSIGN, SCRIPT_ASSIGN},
    {"*=", POWER_ASSIGN, SCRIPT_ASSIGN},
    {"/=", POWER_ASSIGN, SCRIPT_ASSIGN},
    {"==", POWER_COMPARE, SCRIPT_COMPARE},
    {"!=", POWER_COMPARE, SCRIPT_COMPARE},
    {"<=", POWER_COMPARE, SCRIPT_COMPARE},
    {">=", POWER_COMPARE, SCRIPT_COMPARE},
    {"&&", 8, SCRIPT_BINARY},
    {"||", 6, SCRIPT_BINARY},
    {"..", 12, SCRIPT_BINARY},
    {"=", POWER_ASSIGN, SCRIPT_ASSIGN},
    {"<", POWER_COMPARE, SCRIPT_COMPARE},
    {">", POWER_COMPARE, SCRIPT_COMPARE},
    {"?", POWER_CHOICE, SCRIPT_CHOICE},
    {"|", 12, SCRIPT_BINARY},
    {"^", 12, SCRIPT_BINARY},
    {"&", 14, SCRIPT_BINARY},
    {"+", 16, SCRIPT_BINARY},
    {"-", 16, SCRIPT_BINARY},
    {"*", 18, SCRIPT_BINARY},
    {"/", 18, SCRIPT_BINARY},
};

gestalt_span script_span(const source_attribute *attribute, const script *e)
{
    // References such as `&lt;` shift the text; then the whole value is the span.
    gestalt_span span = attribute->inside;
    if (span.end - span.begin != attribute->size)
        return span;
    return (gestalt_span){span.source, span.begin + e->begin, span.begin + e->end};
}

static script *script_fail(script_reader *r, const char *message)
{
    script here = {.begin = r->at, .end = r->at + (r->text[r->at] != '\0')};
    if (!r->failed)
        import_refuse(r->m, script_span(r->attribute, &here), DIAGNOSTIC_IMPORT_SCRIPT, "%s",
                      message);
    r->failed = true;
    return NULL;
}

static void script_skip(script_reader *r)
{
    while (isspace((unsigned char)r->text[r->at]))
        r->at++;
}

static script *script_new(script_reader *r, script_kind kind, uint32_t begin)
{
    script *e = ARENA_NEW(r->m->memory, script);
    e->kind = kind;
    e->begin = begin;
    e->end = r->at;
    return e;
}

static script *script_take(script_reader *r, script_kind kind, uint32_t begin)
{
    script *e = script_new(r, kind, begin);
    e->text = arena_copy_text(r->m->memory, r->text + begin, r->at - begin);
    return e;
}

static script *parse_string(script_reader *r, uint32_t begin)
{
    char quote = r->text[r->at++];
    const char *end = strchr(r->text + r->at, quote);
    if (!end)
        return script_fail(r, "this string in a script has no end");
    uint32_t size = (uint32_t)(end - (r->text + r->at));
    const char *text = arena_copy_text(r->m->memory, r->text + r->at, size);
    r->at += size + 1;
    script *e = script_new(r, SCRIPT_TEXT, begin);
    e->text = text;
    if (quote == '"')
        import_approximate(r->m, script_span(r->attribute, e),
                           "a string in double quotes, which the original does not accept");
    return e;
}

static script *parse_number(script_reader *r, uint32_t begin)
{
    const char *text = r->text;
    while (isdigit((unsigned char)text[r->at]))
        r->at++;
    if (text[r->at] == '.' && text[r->at + 1] != '.') {
        r->at++;
        while (isdigit((unsigned char)text[r->at]))
            r->at++;
    }
    if ((text[r->at] | 32) == 'e') {
        r->at += text[r->at + 1] == '-' || text[r->at + 1] == '+' ? 2 : 1;
        while (isdigit((unsigned char)text[r->at]))
            r->at++;
    }
    return script_take(r, SCRIPT_NUMBER, begin);
}

static script *parse_word(script_reader *r, uint32_t begin)
{
    r->at++;
    while (isalnum((unsigned char)r->text[r->at]) || r->text[r->at] == '_')
        r->at++;
    script *e = script_take(r, SCRIPT_NAME, begin);
    if (strcmp(e->text, "true") == 0 || strcmp(e->text, "false") == 0)
        e->kind = SCRIPT_BOOL;
    return e;
}

static script *parse_expression(script_reader *r, int power);

static script *parse_prefix(script_reader *r, uint32_t begin)
{
    char sign = r->text[r->at++];
    script *operand = parse_expression(r, POWER_PREFIX);
    if (!operand)
        return NULL;
    script *e = script_new(r, sign == '-' ? SCRIPT_NEGATE : SCRIPT_NOT, begin);
    e->operands[0] = operand;
    return e;
}

static script *parse_operand(script_reader *r)
{
    script_skip(r);
    uint32_t begin = r->at;
    unsigned char c = (unsigned char)r->text[r->at];
    if (isdigit(c))
        return parse_number(r, begin);
    if (isalpha(c) || c == '_' || c == '@')
        return parse_word(r, begin);
    if (c == '\'' || c == '"')
        return parse_string(r, begin);
    if (c == '-' || c == '!')
        return parse_prefix(r, begin);
    if (c == '~')
        return script_fail(r, "`~` has no equivalent here");
    if (c != '(')
        return script_fail(r, c ? "expected a value here" : "the script ends too early");
    r->at++;
    script *inner = parse_expression(r, 0);
    script_skip(r);
    if (inner && r->text[r->at] != ')')
        return script_fail(r, "expected `)`");
    r->at++;
    return inner;
}

static const script_operator *peek_operator(const script_reader *r)
{
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (strncmp(r->text + r->at, operators[i].text, strlen(operators[i].text)) == 0)
            return &operators[i];
    return NULL;
}

static script *parse_choice(script_reader *r, script *condition)
{
    script *then = parse_expression(r, POWER_CHOICE + 1);
    script_skip(r);
    if (then && r->text[r->at] != ':')
        return script_fail(r, "expected `:` of a `?`");
    r->at++;
    script *otherwise = then ? parse_expression(r, POWER_CHOICE + 1) : NULL;
    if (!otherwise)
        return NULL;
    script *e = script_new(r, SCRIPT_CHOICE, condition->begin);
    e->operands[0] = condition;
    e->operands[1] = then;
    e->operands[2] = otherwise;
    return e;
}

static script *parse_binary(script_reader *r, const script_operator *by, script *left, bool chained)
{
    // Assignments and choices do not associate.
    script *right = parse_expression(r, by->power + 1);
    if (!right)
        return NULL;
    if (by->kind == SCRIPT_ASSIGN && left->kind != SCRIPT_NAME)
        return script_fail(r, "only a key can be assigned");
    script *e = script_new(r, by->kind, left->begin);
    e->text = by->text;
    e->is_chained = chained;
    e->operands[0] = left;
    e->operands[1] = right;
    return e;
}

static script *parse_expression(script_reader *r, int power)
{
    if (++r->depth > SCRIPT_DEPTH_MAX)
        return script_fail(r, "a script that is nested too deeply");
    script *left = parse_operand(r);
    bool is_comparison = false;
    while (left) {
        script_skip(r);
        const script_operator *by = peek_operator(r);
        if (!by || by->power < power)
            break;
        r->at += (uint32_t)strlen(by->text);
        if (++r->operators > SCRIPT_OPERATORS_MAX)
            return script_fail(r, "a script with more than 500 operators in a statement");
        bool chained = is_comparison && by->kind == SCRIPT_COMPARE;
        is_comparison = by->kind == SCRIPT_COMPARE;
        left =
            by->kind == SCRIPT_CHOICE ? parse_choice(r, left) : parse_binary(r, by, left, chained);
    }
    r->depth--;
    return left;
}

script *script_parse(import_state *m, source_attribute *attribute)
{
    if (attribute->script)
        return attribute->script;
    script_reader r = {.m = m, .attribute = attribute, .text = attribute->value};
    script *first = NULL, **last = &first;
    for (script_skip(&r); r.text[r.at] && !r.failed; script_skip(&r)) {
        r.operators = 0;
        import_check_memory(m, attribute->inside);
        *last = parse_expression(&r, 0);
        if (!*last)
            return NULL;
        last = &(*last)->next;
        for (script_skip(&r); r.text[r.at] == ';'; script_skip(&r))
            r.at++;
    }
    if (!first)
        return script_fail(&r, "the script is empty");
    attribute->script = first;
    return first;
}

void script_names_of(const script *e, void (*visit)(void *user, const script *name), void *user)
{
    if (e->kind == SCRIPT_NAME)
        visit(user, e);
    for (int i = 0; i < 3; i++)
        if (e->operands[i])
            script_names_of(e->operands[i], visit, user);
}

void script_names(const script *e, void (*visit)(void *user, const script *name), void *user)
{
    for (; e; e = e->next)
        script_names_of(e, visit, user);
}
