// SPDX-License-Identifier: MIT
// Types of scripts, and the expressions that stand for them.
#include "script.h"

// How tightly a printed expression binds; one that binds less is put in parentheses.
enum { BIND_CHOICE, BIND_OR, BIND_AND, BIND_EQUAL, BIND_ORDER, BIND_SUM, BIND_PRODUCT, BIND_ALL };

typedef struct printed {
    const char *text;
    key_type type;
    int binding;
} printed;

typedef struct script_printing {
    import_state *m;
    import_scope *scope;
    const source_attribute *attribute;
} script_printing;

static bool is_number(key_type type)
{
    return type == KEY_BOOL || type == KEY_INT || type == KEY_FLOAT;
}

static key_type arithmetic_type(import_state *m, import_scope *s, const script *e)
{
    key_type a = script_type(m, s, e->operands[0]), b = script_type(m, s, e->operands[1]);
    if (strcmp(e->text, "&&") == 0 || strcmp(e->text, "||") == 0)
        return KEY_BOOL;
    if (*e->text == '/')
        return KEY_FLOAT;
    key_type joined = key_type_join(a, b);
    return joined == KEY_BOOL || joined == KEY_OPAQUE ? KEY_INT : joined;
}

key_type script_type(import_state *m, import_scope *s, const script *e)
{
    key_type type;
    switch (e->kind) {
    case SCRIPT_NUMBER: return literal_type(e->text);
    case SCRIPT_TEXT: return KEY_TEXT;
    case SCRIPT_BOOL:
    case SCRIPT_NOT:
    case SCRIPT_COMPARE: return KEY_BOOL;
    case SCRIPT_NAME:
        return import_enum(m, e->text) ? KEY_INT : key_type_known(scope_key(m, s, e->text));
    case SCRIPT_NEGATE:
        type = script_type(m, s, e->operands[0]);
        return type == KEY_BOOL || type == KEY_OPAQUE ? KEY_INT : type;
    case SCRIPT_BINARY: return arithmetic_type(m, s, e);
    case SCRIPT_CHOICE:
        return key_type_join(script_type(m, s, e->operands[1]), script_type(m, s, e->operands[2]));
    case SCRIPT_ASSIGN: return script_type(m, s, e->operands[1]);
    }
    return KEY_UNKNOWN;
}

bool script_needs_host(import_state *m, import_scope *s, const script *e)
{
    for (; e; e = e->next) {
        bool is_arithmetic = e->kind == SCRIPT_BINARY && strchr("+-*/", *e->text);
        if (e->kind == SCRIPT_BINARY && !is_arithmetic && strcmp(e->text, "&&") != 0 &&
            strcmp(e->text, "||") != 0)
            return true;
        if (is_arithmetic && (script_type(m, s, e->operands[0]) == KEY_TEXT ||
                              script_type(m, s, e->operands[1]) == KEY_TEXT))
            return true;
        for (int i = 0; i < 3; i++)
            if (e->operands[i] && script_needs_host(m, s, e->operands[i]))
                return true;
    }
    return false;
}

// ---- printing

static printed print_script(script_printing *p, const script *e);

static printed print_failed(script_printing *p, const script *e, const char *what)
{
    import_refuse(p->m, script_span(p->attribute, e), DIAGNOSTIC_IMPORT_SCRIPT, "%s", what);
    return (printed){"0", KEY_OPAQUE, BIND_ALL};
}

static const char *bound(script_printing *p, printed e, int binding)
{
    return e.binding >= binding ? e.text : arena_print(p->m->memory, "(%s)", e.text);
}

static printed convert(script_printing *p, printed e, key_type to)
{
    arena *a = p->m->memory;
    if (e.type == to || to == KEY_UNKNOWN)
        return e;
    if (to == KEY_BOOL && e.type == KEY_FLOAT)
        return (printed){arena_print(a, "%s != 0", bound(p, e, BIND_ORDER)), to, BIND_EQUAL};
    if (to == KEY_BOOL)
        return (printed){arena_print(a, "%s != 0", bound(p, e, BIND_ORDER)), to, BIND_EQUAL};
    if (to == KEY_FLOAT && e.type == KEY_BOOL)
        return (printed){arena_print(a, "int(%s)", e.text), KEY_INT, BIND_ALL};
    if (to == KEY_FLOAT)
        return e; // an int becomes a float by itself
    if (e.type == KEY_BOOL || e.type == KEY_FLOAT)
        return (printed){arena_print(a, "int(%s)", e.text), to, BIND_ALL};
    return (printed){e.text, to, e.binding};
}

static printed print_number(script_printing *p, const script *e)
{
    key_type type = literal_type(e->text);
    const char *text = e->text;
    size_t size = strlen(text);
    while (type == KEY_INT && *text == '0' && text[1])
        text++;
    if (type == KEY_FLOAT && text[size - 1] == '.')
        text = arena_print(p->m->memory, "%s0", text);
    if (type == KEY_FLOAT && strspn(text, "0123456789") == strlen(text))
        text = arena_print(p->m->memory, "%s.0", text);
    return (printed){text, type, BIND_ALL};
}

static printed print_name(script_printing *p, const script *e)
{
    const char *number = import_enum(p->m, e->text);
    if (number)
        return (printed){number, KEY_INT, BIND_ALL};
    import_key *key = scope_key(p->m, p->scope, e->text);
    return (printed){key->spelling ? key->spelling : "0", key_type_of(key), BIND_ALL};
}

static printed print_logic(script_printing *p, const script *e)
{
    int binding = *e->text == '&' ? BIND_AND : BIND_OR;
    printed a = convert(p, print_script(p, e->operands[0]), KEY_BOOL);
    printed b = convert(p, print_script(p, e->operands[1]), KEY_BOOL);
    return (printed){arena_print(p->m->memory, "%s %s %s", bound(p, a, binding), e->text,
                                 bound(p, b, binding + 1)),
                     KEY_BOOL, binding};
}

static printed print_arithmetic(script_printing *p, const script *e)
{
    printed a = print_script(p, e->operands[0]), b = print_script(p, e->operands[1]);
    if (!is_number(a.type) || !is_number(b.type)) {
        if (a.type == KEY_TEXT || b.type == KEY_TEXT)
            return print_failed(p, e, "texts cannot be joined in an expression");
    }
    a = a.type == KEY_BOOL ? convert(p, a, KEY_INT) : a;
    b = b.type == KEY_BOOL ? convert(p, b, KEY_INT) : b;
    bool is_float = a.type == KEY_FLOAT || b.type == KEY_FLOAT;
    int binding = *e->text == '+' || *e->text == '-' ? BIND_SUM : BIND_PRODUCT;
    if (*e->text == '/' && !is_float)
        a = (printed){arena_print(p->m->memory, "float(%s)", a.text), KEY_FLOAT, BIND_ALL};
    return (printed){arena_print(p->m->memory, "%s %s %s", bound(p, a, binding), e->text,
                                 bound(p, b, binding + 1)),
                     is_float || *e->text == '/' ? KEY_FLOAT : KEY_INT, binding};
}

static printed print_binary(script_printing *p, const script *e)
{
    if (strcmp(e->text, "&&") == 0 || strcmp(e->text, "||") == 0)
        return print_logic(p, e);
    if (strchr("+-*/", *e->text))
        return print_arithmetic(p, e);
    return print_failed(p, e, "this operator has no equivalent here; let the host compute it");
}

// Compare two operands, without what is chained before them.
static printed print_comparison(script_printing *p, const script *e, const script *left)
{
    arena *m = p->m->memory;
    printed a = print_script(p, left), b = print_script(p, e->operands[1]);
    bool is_equality = e->text[1] == '=' && (*e->text == '=' || *e->text == '!');
    if ((a.type == KEY_TEXT) != (b.type == KEY_TEXT) && (is_number(a.type) || is_number(b.type)))
        return print_failed(p, e, "a text is compared with a number");
    if (a.type == KEY_TEXT && !is_equality)
        return print_failed(p, e, "texts have no order here");
    bool is_bools = a.type == KEY_BOOL && b.type == KEY_BOOL && is_equality;
    if (!is_bools) {
        a = a.type == KEY_BOOL ? convert(p, a, KEY_INT) : a;
        b = b.type == KEY_BOOL ? convert(p, b, KEY_INT) : b;
    }
    if (is_equality && (a.type == KEY_FLOAT || b.type == KEY_FLOAT))
        return (printed){arena_print(m, "abs(%s - %s) %s 1.1920929e-7", bound(p, a, BIND_SUM),
                                     bound(p, b, BIND_PRODUCT), *e->text == '=' ? "<=" : ">"),
                         KEY_BOOL, BIND_ORDER};
    int binding = is_equality ? BIND_EQUAL : BIND_ORDER;
    return (printed){
        arena_print(m, "%s %s %s", bound(p, a, binding + 1), e->text, bound(p, b, binding + 1)),
        KEY_BOOL, binding};
}

static printed print_chain(script_printing *p, const script *e)
{
    if (!e->is_chained)
        return print_comparison(p, e, e->operands[0]);
    printed before = print_chain(p, e->operands[0]);
    printed last = print_comparison(p, e, e->operands[0]->operands[1]);
    return (printed){arena_print(p->m->memory, "%s && %s", bound(p, before, BIND_AND),
                                 bound(p, last, BIND_AND + 1)),
                     KEY_BOOL, BIND_AND};
}

static printed print_choice(script_printing *p, const script *e)
{
    printed c = convert(p, print_script(p, e->operands[0]), KEY_BOOL);
    printed a = print_script(p, e->operands[1]), b = print_script(p, e->operands[2]);
    key_type type = key_type_join(a.type, b.type);
    if (type != KEY_UNKNOWN && a.type != b.type) {
        a = convert(p, a, type);
        b = convert(p, b, type);
    }
    return (printed){arena_print(p->m->memory, "%s ? %s : %s", bound(p, c, BIND_OR),
                                 bound(p, a, BIND_OR), bound(p, b, BIND_OR)),
                     type, BIND_CHOICE};
}

static printed print_script(script_printing *p, const script *e)
{
    arena *m = p->m->memory;
    printed a;
    switch (e->kind) {
    case SCRIPT_NUMBER: return print_number(p, e);
    case SCRIPT_BOOL: return (printed){e->text, KEY_BOOL, BIND_ALL};
    case SCRIPT_TEXT:
        return (printed){arena_print(m, "%u", import_text(p->m, e->text)), KEY_TEXT, BIND_ALL};
    case SCRIPT_NAME: return print_name(p, e);
    case SCRIPT_NEGATE:
        a = print_script(p, e->operands[0]);
        a = a.type == KEY_BOOL ? convert(p, a, KEY_INT) : a;
        return (printed){arena_print(m, "-%s", bound(p, a, BIND_ALL)), a.type, BIND_PRODUCT};
    case SCRIPT_NOT:
        a = convert(p, print_script(p, e->operands[0]), KEY_BOOL);
        return (printed){arena_print(m, "!%s", bound(p, a, BIND_ALL)), KEY_BOOL, BIND_PRODUCT};
    case SCRIPT_BINARY: return print_binary(p, e);
    case SCRIPT_COMPARE: return print_chain(p, e);
    case SCRIPT_CHOICE: return print_choice(p, e);
    case SCRIPT_ASSIGN: break;
    }
    return print_failed(p, e, "an assignment inside of an expression");
}

const char *script_print(import_state *m, import_scope *s, const source_attribute *attribute,
                         const script *e, key_type type)
{
    script_printing p = {m, s, attribute};
    return convert(&p, print_script(&p, e), type).text;
}
