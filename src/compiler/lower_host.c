// SPDX-License-Identifier: MIT
// Lowering: host functions, and the arguments of their calls.
#include "lower_state.h"

#include "nearest.h"
#include "scalar.h"
#include "shape_limits.h"

static const char *const host_kind_texts[] = {"an immediate action", "a deferred action",
                                              "a predicate"};

static const char *article(value_type type)
{
    return type == VALUE_INT || type == VALUE_ENUM ? "an" : "a";
}

static void note_first(lowering *l, diagnostic *report, const host *h, span place)
{
    diagnostics_note(l->c->diagnostics, report, place,
                     h->declared ? "declared here" : "first used here");
}

host *use_host(lowering *l, const tree_node *node, json_value value, host_kind kind)
{
    compiler *c = l->c;
    const char *name = read_name(c, node->document, value, "the name of a host function", false);
    if (!name)
        return NULL;
    host *h = find_host(c, name);
    if (!h) {
        name = arena_copy_text(&c->memory, name, strlen(name));
        names_add(&c->hosts.names, &c->memory, name, strlen(name), c->hosts.count);
        h = ARENA_PUSH(&c->memory, c->hosts.list, c->hosts.count, c->hosts.capacity);
        *h = (host){.name = name,
                    .kind = kind,
                    .document = node->document,
                    .place = value,
                    .index = SHAPE_NONE};
    }
    h->used = true;
    if (h->kind != kind && !h->vague) {
        diagnostic *report =
            diagnostics_add(c->diagnostics, DIAGNOSTIC_HOST_KIND, span_of(node->document, value),
                            "`%s` is used as %s here, but is %s", name, host_kind_texts[kind],
                            host_kind_texts[h->kind]);
        note_first(l, report, h, span_of(h->document, h->place));
        return NULL;
    }
    if (h->index == SHAPE_NONE) {
        if (l->host_count == LIMIT_HOSTS) {
            if (!l->out.too_many)
                diagnostics_add(c->diagnostics, DIAGNOSTIC_TOO_MANY, span_of(node->document, value),
                                "a document uses at most %d host functions", LIMIT_HOSTS);
            l->out.too_many = true;
            return NULL;
        }
        h->index = l->host_count;
        *ARENA_PUSH(&c->memory, l->hosts, l->host_count, l->host_capacity) =
            (uint32_t)(h - c->hosts.list);
    }
    return h;
}

// ---- arguments

// A value that a call passes for an argument.
typedef struct given {
    value_type type;        // type; for a list, that of its elements
    const word_list *words; // words of an enum
    bool is_list;
    uint32_t column;      // column of a key
    expression_code code; // code of a value
    seen_name named;      // key, if the value is only the name of one
} given;

// Return the key or component that a value names. The kind is SEEN_NOTHING if it is not a name.
static seen_name named_key(lowering *l, const scope *s, json_value value)
{
    const char *component;
    if (json_kind_of(value) != JSON_STRING)
        return (seen_name){0};
    seen_name found = scope_see_path(l, s, text_of(l->c, value), &component);
    if (found.kind != SEEN_KEY || (component && !found.key))
        return found.kind == SEEN_KEY ? found : (seen_name){0};
    if (!component)
        return found;
    found.component = found.component < 0 ? component_named(found.key, component) : -1;
    return found.component < 0 ? (seen_name){0} : found;
}

static value_type type_of_seen(const seen_name *named)
{
    if (!named->key || named->key->vague)
        return VALUE_NONE;
    return named->component < 0 ? type_of_key(named->key) : VALUE_FLOAT;
}

static uint32_t column_of_seen(const seen_name *named)
{
    uint32_t component = named->component > 0 ? (uint32_t)named->component : 0;
    return named->key ? named->key->column + component : 0;
}

// Return the type of a list of components: that of the argument, or that which fits their number.
// Returns VALUE_NONE if the value is no such list.
static value_type vector_of_list(const host_argument *a, json_value value)
{
    if (json_kind_of(value) != JSON_ARRAY)
        return VALUE_NONE;
    if (a && a->type != VALUE_NONE)
        return value_is_vector(a->type) ? a->type : VALUE_NONE;
    return json_count(value) == 2 ? VALUE_VEC2 : json_count(value) == 3 ? VALUE_VEC3 : VALUE_NONE;
}

static given given_text(lowering *l, const document *d, json_value value, const char *what)
{
    if (!check_text(l->c, d, value, what))
        return (given){.type = VALUE_NONE};
    return (given){.type = VALUE_TEXT, .code = text_code(l, use_text(l, text_of(l->c, value)))};
}

// Report a list for an argument that is not declared as the key of one.
static void report_list_value(lowering *l, const document *d, json_value value,
                              const seen_name *named, bool is_undeclared)
{
    const char *name = text_of(l->c, value);
    const schema_key *list = named->key;
    diagnostic *report =
        diagnostics_add(l->c->diagnostics, DIAGNOSTIC_LIST_VALUE, span_of(d, value),
                        "`%s` is a list, which only an argument of that type receives", name);
    if (is_undeclared && !list->words)
        diagnostics_help(l->c->diagnostics, report,
                         "declare it in `actions`, as { \"key\": { \"list\": \"%s\" } }",
                         type_text(l->c, list->type, NULL));
    else
        diagnostics_help(l->c->diagnostics, report,
                         "write `%s[0]` for an element, or `count(%s)` for their number", name,
                         name);
}

static given given_value(lowering *l, const document *d, const scope *s, json_value value,
                         const host_argument *a, const char *what)
{
    if (a && a->type == VALUE_TEXT)
        return given_text(l, d, value, what);
    given g = {.named = named_key(l, s, value)};
    if (g.named.kind == SEEN_KEY && value_is_vector(type_of_seen(&g.named))) {
        g.type = type_of_seen(&g.named);
        g.column = column_of_seen(&g.named);
        return g;
    }
    if (g.named.kind == SEEN_KEY && type_of_seen(&g.named) == VALUE_LIST) {
        report_list_value(l, d, value, &g.named, a && a->type == VALUE_NONE);
        return g;
    }
    value_type vector = vector_of_list(a, value);
    if (vector != VALUE_NONE) {
        g.code = compile_vector(l, d, s, value, vector, what);
        g.type = g.code.type;
        return g;
    }
    if (json_kind_of(value) == JSON_ARRAY) {
        diagnostic *report =
            diagnostics_add(l->c->diagnostics, DIAGNOSTIC_WRONG_KIND, span_of(d, value),
                            "%s must be an expression, a number or a bool, not an array", what);
        if (!a || a->type == VALUE_NONE)
            diagnostics_help(l->c->diagnostics, report, "a vector has two or three components");
        return g;
    }
    bool is_enum = a && a->type == VALUE_ENUM;
    g.code = compile_typed(l, d, s, value, is_enum ? VALUE_ENUM : VALUE_NONE,
                           is_enum ? a->words : NULL, what);
    g.type = g.code.type;
    g.words = g.code.words;
    return g;
}

// Report a host function that would write a shared key, or a param bound to one.
static void report_shared(lowering *l, span place, const seen_name *named)
{
    gestalt_diagnostics *to = l->c->diagnostics;
    const schema_key *key = named->key;
    if (named->b) {
        diagnostic *report = diagnostics_add(
            to, DIAGNOSTIC_SHARED_ARGUMENT, named->b->place,
            "`%s` is shared, but the tree lets a host function write the param `%s`", key->name,
            named->p->name);
        diagnostics_note(to, report, place, "the argument is here");
        return;
    }
    diagnostic *report = diagnostics_add(
        to, DIAGNOSTIC_SHARED_ARGUMENT, place,
        "`%s` is shared, so a host function can't write it during a tick", key->name);
    diagnostics_note(to, report, span_of(key->document, key->key), "declared here");
}

static given given_key(lowering *l, const document *d, const scope *s, json_value value,
                       const host_argument *a)
{
    compiler *c = l->c;
    given g = {.named = named_key(l, s, value)};
    if (g.named.kind != SEEN_KEY) {
        const char *best =
            json_kind_of(value) == JSON_STRING ? scope_nearest_key(l, s, text_of(c, value)) : NULL;
        diagnostic *report = diagnostics_add(
            c->diagnostics, DIAGNOSTIC_ARGUMENT_TYPE, span_of(d, value),
            "the argument `%s` must be the name of a blackboard key of type %s", a->name,
            a->is_list ? list_type_text(c, key_of_value(a->type), a->words)
            : a->words ? type_text(c, KEY_INT, a->words)
                       : value_type_text(a->type));
        if (best)
            diagnostics_help(c->diagnostics, report, "did you mean `%s`?", best);
        return g;
    }
    g.type = type_of_seen(&g.named);
    g.is_list = g.type == VALUE_LIST;
    if (g.is_list)
        g.type = value_type_of_key(g.named.key->type, g.named.key->words);
    g.words = g.type == VALUE_ENUM ? g.named.key->words : NULL;
    g.column = column_of_seen(&g.named);
    if (g.type == VALUE_NONE || !g.named.key->shared)
        return g;
    report_shared(l, span_of(d, value), &g.named);
    g.type = VALUE_NONE;
    return g;
}

// Report that an argument has another enum. Returns false.
static bool other_enum(lowering *l, const document *d, json_value value, const host *h,
                       const host_argument *a, const given *g)
{
    arena *work = &l->c->work.memory;
    diagnostic *report = diagnostics_add(
        l->c->diagnostics, h->declared ? DIAGNOSTIC_ARGUMENT_TYPE : DIAGNOSTIC_HOST_ARGUMENTS,
        span_of(d, value), "the argument `%s` of `%s` is one of %s, not one of %s", a->name,
        h->name, words_text(work, a->words), words_text(work, g->words));
    note_first(l, report, h, span_of(a->document, a->place));
    return false;
}

// Return "an int" or "a list of int".
static const char *type_phrase(lowering *l, value_type type, bool is_list)
{
    return is_list ? arena_print(&l->c->work.memory, "a list of %s", value_type_text(type))
                   : arena_print(&l->c->work.memory, "%s %s", article(type), value_type_text(type));
}

// Convert the value passed to the type of the argument, or widen the argument of an undeclared
// function to that of the value.
static bool arguments_fit(lowering *l, const document *d, json_value value, host *h,
                          host_argument *a, given *g)
{
    if (g->type == VALUE_NONE || a->type == VALUE_NONE || h->vague)
        return false;
    bool is_learned = !h->declared && !a->by_key;
    if (is_learned && a->type == VALUE_INT && g->type == VALUE_FLOAT) {
        a->type = VALUE_FLOAT; // an earlier use passed an int, and its items are int
        l->retyped = true;
    }
    if (a->type == VALUE_FLOAT && g->type == VALUE_INT && !a->by_key && !g->code.is_place) {
        g->code = expression_to_float(&l->c->work.memory, g->code);
        g->type = VALUE_FLOAT;
    }
    if (a->takes_enum && g->type == VALUE_ENUM && a->is_list == g->is_list) {
        a->type = VALUE_ENUM;
        a->words = g->words;
    }
    a->takes_enum = false;
    if (a->type == g->type && a->words == g->words && a->is_list == g->is_list)
        return true;
    if (a->type == VALUE_ENUM && g->type == VALUE_ENUM && a->is_list == g->is_list)
        return other_enum(l, d, value, h, a, g);
    value_type found = g->code.is_place && a->type != VALUE_TEXT ? VALUE_TEXT : g->type;
    diagnostic *report = diagnostics_add(
        l->c->diagnostics, is_learned ? DIAGNOSTIC_HOST_ARGUMENTS : DIAGNOSTIC_ARGUMENT_TYPE,
        span_of(d, value), "the argument `%s` of `%s` is %s, not %s", a->name, h->name,
        type_phrase(l, a->type, a->is_list), type_phrase(l, found, g->is_list));
    if (h->declared || is_learned)
        note_first(l, report, h, span_of(a->document, a->place));
    if (a->type == VALUE_INT && g->type == VALUE_FLOAT && !a->by_key)
        diagnostics_help(l->c->diagnostics, report, "int(...) converts");
    return false;
}

static uint32_t find_argument(const host *h, json_value key)
{
    uint32_t i = 0;
    while (i < h->argument_count && !json_is(key, h->arguments[i].name))
        i++;
    return i;
}

static void report_unknown(lowering *l, const document *d, json_value key, const host *h)
{
    const char *name = text_of(l->c, key);
    nearest best;
    nearest_start(&best, name, strlen(name), &l->c->suggestions);
    bool suggests = nearest_may_walk(&best, h->argument_count);
    for (uint32_t i = 0; suggests && i < h->argument_count; i++)
        nearest_offer(&best, h->arguments[i].name, strlen(h->arguments[i].name));
    diagnostic *report = diagnostics_add(
        l->c->diagnostics, h->declared ? DIAGNOSTIC_UNKNOWN_ARGUMENT : DIAGNOSTIC_HOST_ARGUMENTS,
        span_of(d, key), "`%s` takes no argument `%s`", h->name, name);
    if (best.name)
        diagnostics_help(l->c->diagnostics, report, "did you mean `%s`?", best.name);
    note_first(l, report, h, span_of(h->document, h->place));
}

// Create an argument of an undeclared function from its first use, or from what the host's options
// know about it.
static host_argument first_argument(const lowering *l, const host *h, const char *name,
                                    const document *d, json_value place)
{
    const gestalt_compile_options *o = &l->c->options;
    host_argument a = {.document = d, .place = place};
    gestalt_parameter key = {0};
    a.name = arena_copy_text(&l->c->memory, name, strlen(name));
    a.by_key = o->key_argument && o->key_argument(o->key_argument_user, h->name, a.name, &key);
    if (a.by_key)
        a.type = value_of_key((key_type)key.type);
    a.is_list = a.by_key && key.is_list;
    a.takes_enum = a.by_key && a.type == VALUE_INT;
    return a;
}

// Determine the arguments of an undeclared function from its first use.
static void learn_arguments(lowering *l, host *h, const document *d, json_value args)
{
    uint32_t count = json_kind_of(args) == JSON_OBJECT ? json_count(args) : 0;
    h->arguments_known = true;
    if (count > LIMIT_ARGUMENTS) {
        diagnostics_add(l->c->diagnostics, DIAGNOSTIC_TOO_MANY, span_of(d, args),
                        "a host function takes at most %d arguments", LIMIT_ARGUMENTS);
        h->vague = true;
        return;
    }
    h->arguments = ARENA_ARRAY(&l->c->memory, host_argument, count);
    for (json_value key = count ? json_first(args) : (json_value){0}; json_kind_of(key);
         key = json_next(json_next(key))) {
        const char *name = read_name(l->c, d, key, "the name of an argument", false);
        if (!name)
            h->vague = true;
        else if (find_argument(h, key) == h->argument_count)
            h->arguments[h->argument_count++] = first_argument(l, h, name, d, key);
    }
}

static void emit_argument(lowering *l, uint32_t position, const given *g)
{
    uint32_t head = emit(l, 0);
    emit_code(l, g->code);
    l->out.items[head] =
        item_make(ITEM_ARGUMENT, 0, l->out.count, position << 24 | (g->column & 0xffffff));
}

static void lower_argument(lowering *l, const document *d, const scope *s, host *h, json_value key,
                           uint32_t position)
{
    json_value value = json_next(key);
    const char *what = arena_print(&l->c->work.memory, "the argument `%s`", text_of(l->c, key));
    host_argument *a = h && position < h->argument_count ? &h->arguments[position] : NULL;
    given g = a && a->by_key ? given_key(l, d, s, value, a) : given_value(l, d, s, value, a, what);
    if (!a)
        return;
    if (!h->declared && a->type == VALUE_NONE) {
        a->type = g.type;
        a->words = g.words;
    }
    if (arguments_fit(l, d, value, h, a, &g))
        emit_argument(l, position, &g);
}

static bool has_default(const host_argument *a)
{
    return json_kind_of(a->fallback) != JSON_NONE;
}

static void check_missing(lowering *l, const document *d, json_value name, const host *h,
                          uint64_t seen)
{
    enum { SHOWN = 4 }; // of up to 64 that one node can lack
    uint32_t missing = 0;
    diagnostic *report = NULL;
    for (uint32_t i = 0; i < h->argument_count; i++) {
        if (seen >> i & 1 || has_default(&h->arguments[i]) || ++missing > SHOWN)
            continue;
        report = diagnostics_add(
            l->c->diagnostics,
            h->declared ? DIAGNOSTIC_MISSING_ARGUMENT : DIAGNOSTIC_HOST_ARGUMENTS, span_of(d, name),
            "`%s` needs the argument `%s`", h->name, h->arguments[i].name);
        note_first(l, report, h, span_of(h->arguments[i].document, h->arguments[i].place));
    }
    if (missing > SHOWN)
        diagnostics_help(l->c->diagnostics, report, "%u more are missing", missing - SHOWN);
}

static expression_code default_code(lowering *l, const host_argument *a)
{
    arena *work = &l->c->work.memory;
    if (a->type == VALUE_TEXT)
        return text_code(l, (uint32_t)a->value.integer);
    if (a->words)
        return constant_word(l, a->words, (uint32_t)a->value.integer);
    if (!value_is_vector(a->type))
        return expression_constant(work, a->value);
    expression_code components[KEY_WIDTH_MAX];
    for (uint32_t k = 0; k < KEY_WIDTH_MAX; k++)
        components[k] =
            expression_constant(work, (constant){VALUE_FLOAT, .number = a->components[k]});
    return expression_join(work, components, a->type);
}

// Pass the defaults of arguments that the node leaves out, in the order of the declaration.
static void lower_defaults(lowering *l, const host *h, uint64_t seen)
{
    for (uint32_t i = 0; i < h->argument_count; i++) {
        const host_argument *a = &h->arguments[i];
        if (seen >> i & 1 || a->value.type == VALUE_NONE)
            continue;
        given g = {.type = a->type, .words = a->words, .code = default_code(l, a)};
        emit_argument(l, i, &g);
    }
}

static void compile_text_default(lowering *l, host_argument *a, const char *what)
{
    given g = given_text(l, a->document, a->fallback, what);
    if (g.type != VALUE_NONE)
        a->value = (constant){.type = VALUE_TEXT, .integer = (int32_t)item_argument(*g.code.items)};
}

static void report_changing_default(lowering *l, const host_argument *a, const char *what)
{
    diagnostics_add(l->c->diagnostics, DIAGNOSTIC_BAD_DEFAULT, span_of(a->document, a->fallback),
                    "%s must be a constant", what);
}

static void compile_vector_default(lowering *l, host_argument *a, const char *what)
{
    expression_code code = compile_vector(l, a->document, &no_scope, a->fallback, a->type, what);
    if (code.type != VALUE_NONE && !code.is_constant)
        report_changing_default(l, a, what);
    if (!code.is_constant)
        return;
    a->value = code.value;
    for (uint32_t k = 0; k < key_width(key_of_value(a->type)); k++)
        a->components[k] = scalar_float_of_bits(item_argument(code.items[k]));
}

static void compile_default(lowering *l, host_argument *a)
{
    const char *what = arena_print(&l->c->work.memory, "the default of `%s`", a->name);
    if (a->type == VALUE_TEXT || value_is_vector(a->type)) {
        if (a->type == VALUE_TEXT)
            compile_text_default(l, a, what);
        else
            compile_vector_default(l, a, what);
        arena_reset(&l->c->work.memory);
        return;
    }
    const schema_key like = {.name = a->name,
                             .type = key_of_value(a->type),
                             .words = a->words,
                             .document = a->document,
                             .key = a->place,
                             .is_argument = true};
    expression_code code = compile_init(l, &like, &no_scope, a->fallback, a->type, what);
    if (code.is_constant)
        a->value = code.value;
    else if (code.type != VALUE_NONE)
        report_changing_default(l, a, what);
    arena_reset(&l->c->work.memory);
}

void compile_defaults(lowering *l)
{
    for (uint32_t i = 0; i < l->c->hosts.count; i++) {
        host *h = &l->c->hosts.list[i];
        for (uint32_t k = 0; k < h->argument_count; k++)
            if (has_default(&h->arguments[k]))
                compile_default(l, &h->arguments[k]);
    }
}

void lower_arguments(lowering *l, const tree_node *node, const scope *s, host *h, json_value name)
{
    const document *d = node->document;
    json_value args = tree_attribute(node, ATTRIBUTE_ARGUMENTS);
    uint64_t seen = 0;
    if (json_kind_of(args) != JSON_NONE && !expect_kind(l->c, d, args, JSON_OBJECT, "`args`"))
        return;
    if (h && !h->arguments_known)
        learn_arguments(l, h, d, args);
    for (json_value key = json_kind_of(args) ? json_first(args) : (json_value){0};
         json_kind_of(key); key = json_next(json_next(key))) {
        uint32_t position = h ? find_argument(h, key) : 0;
        if (h && position == h->argument_count && !h->vague)
            report_unknown(l, d, key, h);
        if (h && position < h->argument_count) {
            if (seen >> position & 1)
                continue; // a duplicate, which was reported
            seen |= UINT64_C(1) << position;
        }
        lower_argument(l, d, s, h, key, position);
    }
    if (h && !h->vague) {
        check_missing(l, d, name, h, seen);
        lower_defaults(l, h, seen);
    }
}
