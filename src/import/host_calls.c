// SPDX-License-Identifier: MIT
#include "host_calls.h"

#include "number.h"

#include <math.h>

// Most arguments of a host function.
enum { ARGUMENTS_MAX = 64 };

typedef struct host_argument host_argument;
struct host_argument {
    const char *name, *spelling;
    import_key type;
    host_value preset;
    bool has_preset, has_key;
    uint32_t given_count; // calls that give it a value
    host_argument *next;
};

struct host_function {
    const char *name, *spelling;
    host_kind kind;
    host_argument *arguments, **last;
    names taken; // spellings of arguments
    uint32_t argument_count, call_count;
    host_function *next;
};

typedef struct host_given host_given;
struct host_given {
    host_argument *argument;
    host_value value;
    host_given *next;
};

struct host_call {
    host_function *function;
    draft_node *node, *args; // `args` is NULL until there is one
    host_given *given, **last;
    host_call *next;
};

void host_calls_start(host_calls *h, import_state *m)
{
    *h = (host_calls){.m = m};
    scope_start(&h->keys, NULL);
    h->last_function = &h->functions;
    h->last_call = &h->calls;
}

host_value host_value_of_json(import_state *m, json_value value, bool *is_null)
{
    host_value result = {.place = json_form_span(&m->form, value)};
    switch (json_kind_of(value)) {
    case JSON_NONE:
    case JSON_NULL: *is_null = true; break;
    case JSON_TRUE:
    case JSON_FALSE:
        result.kind = HOST_BOOL;
        result.is_true = json_kind_of(value) == JSON_TRUE;
        break;
    case JSON_NUMBER:
        result.kind = HOST_NUMBER;
        result.number = json_double(value);
        break;
    case JSON_STRING:
        result.kind = HOST_TEXT;
        result.text = json_form_text(&m->form, value);
        break;
    case JSON_OBJECT:
    case JSON_ARRAY:
        result.kind = HOST_TEXT;
        result.text = arena_copy_text(m->memory, value.document->text + json_begin(value),
                                      json_end(value) - json_begin(value));
        break;
    }
    return result;
}

// ---- functions

host_function *host_function_of(host_calls *h, const char *name, host_kind kind)
{
    names *index = &h->index[kind];
    uint32_t number = names_find(index, name, strlen(name));
    if (number != NAMES_MISSING)
        return h->numbered[number];
    host_function *f = ARENA_NEW(h->m->memory, host_function);
    *f = (host_function){.name = name, .kind = kind};
    f->last = &f->arguments;
    f->spelling = spell_name(h->m, &h->taken, name);
    names_add(index, h->m->memory, name, strlen(name), h->count);
    *ARENA_PUSH(h->m->memory, h->numbered, h->count, h->capacity) = f;
    *h->last_function = f;
    h->last_function = &f->next;
    return f;
}

const char *host_function_name(const host_function *f)
{
    return f->spelling;
}

static bool is_deferred(const host_calls *h, const host_function *f)
{
    import_list listed = h->m->options->deferreds;
    return f->kind == HOST_ACTION && import_listed(listed.texts, listed.count, f->name);
}

static host_argument *argument_of(host_calls *h, host_function *f, const char *name,
                                  gestalt_span place)
{
    for (host_argument *one = f->arguments; one; one = one->next)
        if (strcmp(one->name, name) == 0)
            return one;
    if (f->argument_count++ == ARGUMENTS_MAX)
        import_refuse(h->m, place, DIAGNOSTIC_TOO_MANY, "`%s` has more than %d arguments", f->name,
                      ARGUMENTS_MAX);
    if (f->argument_count > ARGUMENTS_MAX)
        return f->arguments;
    host_argument *one = ARENA_NEW(h->m->memory, host_argument);
    *one = (host_argument){.name = name, .type.name = name};
    one->spelling = spell_name(h->m, &f->taken, name);
    *f->last = one;
    f->last = &one->next;
    return one;
}

void host_function_preset(host_calls *h, host_function *f, const char *argument, host_value value)
{
    host_argument *one = argument_of(h, f, argument, value.place);
    one->preset = value;
    one->has_preset = true;
}

// ---- calls

host_call *host_call_add(host_calls *h, draft_node *node, host_function *f)
{
    arena *a = h->m->memory;
    host_call *call = ARENA_NEW(a, host_call);
    *call = (host_call){.function = f, .node = node};
    call->last = &call->given;
    *h->last_call = call;
    h->last_call = &call->next;
    if (strcmp(node->type, "action") == 0 && is_deferred(h, f)) {
        node->type = "deferred";
        import_approximate(h->m, node->place,
                           "`%s` is deferred, so its first answer is running, and its game system "
                           "hears of it after the tick",
                           f->name);
    }
    draft_text(a, node, f->kind == HOST_PREDICATE ? "call" : "do", f->spelling);
    return call;
}

void host_call_expect(host_calls *h, host_call *call, const char *argument, gestalt_span place)
{
    argument_of(h, call->function, argument, place);
}

void host_call_give(host_calls *h, host_call *call, const char *argument, host_value value)
{
    host_given *given = ARENA_NEW(h->m->memory, host_given);
    if (!call->args) {
        call->args = draft_object(h->m->memory);
        draft_add_object(h->m->memory, call->node, "args", call->args);
    }
    *given = (host_given){argument_of(h, call->function, argument, value.place), value, NULL};
    if (value.kind == HOST_KEY) {
        import_key *key = scope_key(h->m, &h->keys, value.text);
        given->argument->has_key = true;
        if (!key->spelling)
            key->spelling = spell_name(h->m, &h->taken_keys, key->name);
    }
    *call->last = given;
    call->last = &given->next;
}

// ---- types

static bool is_int(double number)
{
    return number >= INT32_MIN && number <= INT32_MAX && number == floor(number);
}

static key_type value_type(const host_value *value)
{
    switch (value->kind) {
    case HOST_BOOL:
    case HOST_EXPRESSION: return KEY_BOOL;
    case HOST_NUMBER: return is_int(value->number) ? KEY_INT : KEY_FLOAT;
    case HOST_TEXT: return KEY_TEXT;
    case HOST_KEY: break;
    }
    return KEY_UNKNOWN;
}

// An argument that is a text in one call and a number in another one is a handle in all.
static void learn_type(host_calls *h, host_argument *argument, const host_value *value)
{
    key_type type = value_type(value), before = key_type_known(&argument->type);
    if (type != KEY_UNKNOWN && key_type_join(before, type) == KEY_UNKNOWN)
        type = KEY_OPAQUE;
    key_evidence_add(h->m, &argument->type, EVIDENCE_LITERAL, type, value->place);
}

static void learn_types(host_calls *h)
{
    for (host_function *f = h->functions; f; f = f->next)
        for (host_argument *one = f->arguments; one; one = one->next)
            if (one->has_preset)
                learn_type(h, one, &one->preset);
    for (host_call *call = h->calls; call; call = call->next)
        for (host_given *given = call->given; given; given = given->next)
            learn_type(h, given->argument, &given->value);
    for (host_call *call = h->calls; call; call = call->next)
        for (host_given *given = call->given; given; given = given->next)
            if (given->value.kind == HOST_KEY)
                keys_join(h->m, scope_key(h->m, &h->keys, given->value.text),
                          &given->argument->type, given->value.place);
}

// ---- values

static const char *print_float(host_calls *h, const host_value *value)
{
    char text[NUMBER_TEXT_SIZE];
    number_print_double(text, value->number);
    if ((double)(float)value->number != value->number)
        import_approximate(h->m, value->place, "numbers have single precision here: %s is rounded",
                           text);
    return arena_print(h->m->memory, "%s%s", text, strpbrk(text, ".e") ? "" : ".0");
}

// Return whether the argument is a text, and not a handle of one: no key is given to it.
static bool is_text(const host_argument *argument)
{
    return key_type_of(&argument->type) == KEY_TEXT && !argument->has_key;
}

static const char *argument_type(const host_argument *argument)
{
    return is_text(argument) ? "text" : key_type_name(key_type_of(&argument->type));
}

// Add a text as the handle that keys hold.
static draft_member *add_handle(host_calls *h, draft_node *args, const host_argument *argument,
                                const char *text, gestalt_span place)
{
    if (strchr(text, '\''))
        import_refuse(h->m, place, DIAGNOSTIC_IMPORT_TYPES,
                      "a text with `'` can't be given here, because other calls give `%s` a key or "
                      "a number",
                      argument->name);
    return draft_text(h->m->memory, args, argument->spelling,
                      arena_print(h->m->memory, "text('%s')", text));
}

static draft_member *add_number(host_calls *h, draft_node *args, const host_argument *argument,
                                const host_value *value)
{
    arena *a = h->m->memory;
    char text[NUMBER_TEXT_SIZE];
    if (key_type_of(&argument->type) == KEY_FLOAT)
        return draft_raw(a, args, argument->spelling, print_float(h, value));
    if (is_int(value->number))
        return draft_int(a, args, argument->spelling, (long long)value->number);
    number_print_double(text, value->number);
    return add_handle(h, args, argument, arena_copy_text(a, text, strlen(text)), value->place);
}

static draft_member *add_value(host_calls *h, draft_node *args, const host_argument *argument,
                               const host_value *value)
{
    arena *a = h->m->memory;
    host_value number = {.kind = HOST_NUMBER, .number = value->is_true, .place = value->place};
    switch (value->kind) {
    case HOST_BOOL:
        if (key_type_of(&argument->type) != KEY_BOOL)
            return add_number(h, args, argument, &number);
        return draft_raw(a, args, argument->spelling, value->is_true ? "true" : "false");
    case HOST_NUMBER: return add_number(h, args, argument, value);
    case HOST_TEXT:
        if (!is_text(argument))
            return add_handle(h, args, argument, value->text, value->place);
        return draft_text(a, args, argument->spelling, value->text);
    case HOST_KEY:
        return draft_text(a, args, argument->spelling,
                          scope_key(h->m, &h->keys, value->text)->spelling);
    case HOST_EXPRESSION: break;
    }
    return draft_text(a, args, argument->spelling, value->text);
}

static void write_call(host_calls *h, const host_call *call)
{
    for (const host_given *given = call->given; given; given = given->next) {
        draft_member *added = add_value(h, call->args, given->argument, &given->value);
        added->has_place = true;
        added->place = given->value.place;
        given->argument->given_count++;
    }
    call->function->call_count++;
}

void host_calls_finish(host_calls *h)
{
    learn_types(h);
    for (const host_call *call = h->calls; call; call = call->next)
        write_call(h, call);
}

// ---- declarations

void host_calls_declare_keys(const host_calls *h, draft_node *blackboard)
{
    for (const import_key *key = h->keys.keys; key; key = key->next)
        draft_text(h->m->memory, blackboard, key->spelling, key_type_name(key_type_of(key)));
}

// Declare an argument, with a default value if a call leaves it out.
static void declare_argument(host_calls *h, draft_node *args, const host_function *f,
                             const host_argument *argument)
{
    arena *a = h->m->memory;
    const char *type = argument_type(argument);
    if (argument->given_count == f->call_count) {
        draft_text(a, args, argument->spelling, type);
        return;
    }
    draft_node *declared = draft_object(a);
    draft_text(a, declared, "type", type);
    if (argument->has_preset) {
        host_argument preset = *argument;
        preset.spelling = "default";
        add_value(h, declared, &preset, &argument->preset);
    } else {
        draft_raw(a, declared, "default",
                  is_text(argument)            ? "\"\""
                  : strcmp(type, "bool") == 0  ? "false"
                  : strcmp(type, "float") == 0 ? "0.0"
                                               : "-1");
    }
    draft_add_object(a, args, argument->spelling, declared);
}

static void declare_function(host_calls *h, draft_node *actions, const host_function *f)
{
    arena *a = h->m->memory;
    draft_node *one = draft_object(a), *args = draft_object(a);
    if (f->kind == HOST_PREDICATE)
        draft_text(a, one, "kind", "predicate");
    else if (is_deferred(h, f))
        draft_text(a, one, "kind", "deferred");
    for (const host_argument *argument = f->arguments; argument; argument = argument->next)
        declare_argument(h, args, f, argument);
    draft_add_object(a, one, "args", args);
    if (f->kind == HOST_HOOK) {
        draft_text(
            a, one, "doc",
            "Return running. When it is cancelled and `done` is false, the node was aborted.");
        import_note_hook(h->m, f->spelling);
    }
    draft_add_object(a, actions, f->spelling, one);
}

void host_calls_declare(host_calls *h, draft_node *actions)
{
    for (const host_function *f = h->functions; f; f = f->next)
        declare_function(h, actions, f);
}
