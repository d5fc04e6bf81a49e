// SPDX-License-Identifier: MIT
// Lowering: from attributes to values, and from expressions to items.
#include "lower_state.h"

#include "nearest.h"
#include "scalar.h"
#include "shape_limits.h"

#include <math.h>
#include <stdlib.h>

// ---- names in expressions

typedef struct lookup_context {
    lowering *l;
    const document *d;
    const scope *s;
    json_value value; // string that contains the expression
} lookup_context;

// Return the nearest component, such as "home.x" for "hme.x" with a vector `home`; NULL when no key
// is near.
static const char *nearest_component(lowering *l, const scope *s, const char *name)
{
    const char *dot = strchr(name, '.');
    if (!dot)
        return NULL;
    arena *a = &l->c->work.memory;
    const char *key = scope_nearest_key(l, s, arena_copy_text(a, name, (size_t)(dot - name)));
    seen_name found = key ? scope_see(l, s, key) : (seen_name){0};
    bool has = found.kind == SEEN_KEY && found.key && found.component < 0 &&
               value_is_vector(type_of_key(found.key));
    return has ? arena_print(a, "%s%s", key, dot) : NULL;
}

// Return whether a string is this name and nothing else.
static bool is_lone_name(lowering *l, json_value value, const char *name)
{
    const char *text = text_of(l->c, value);
    size_t size = strlen(name);
    text += strspn(text, " ");
    return strncmp(text, name, size) == 0 && text[size + strspn(text + size, " ")] == '\0';
}

// Return whether the current node is the `do` of a service, whose child comes next.
static bool is_service_do(const lowering *l)
{
    const open_node *above = l->open_count ? &l->open[l->open_count - 1] : NULL;
    return above && above->type == NODE_SERVICE && above->next;
}

// Return whether this member of the current node contains the expression.
static bool is_written_in(const lookup_context *context, json_value member)
{
    const tree_node *node = context->l->node;
    return node && node->document == context->d && json_kind_of(member) == JSON_STRING &&
           json_begin(member) == json_begin(context->value);
}

// Explain how to call a host function, for an expression that uses its name.
static void explain_name_function(const lookup_context *context, const host *h, name_meaning *m)
{
    static const char *const kinds[] = {"an action", "a deferred action", "a predicate"};
    static const char *const forms[] = {"\"type\": \"action\", \"do\"",
                                        "\"type\": \"deferred\", \"do\"",
                                        "\"type\": \"condition\", \"call\""};
    const tree_node *node = context->l->node;
    arena *a = &context->l->c->work.memory;
    bool is_lone = is_lone_name(context->l, context->value, h->name);
    m->sentence =
        arena_print(a, "`%s` is %s, which expressions can't call", h->name, kinds[h->kind]);
    if (is_lone && node && is_written_in(context, node->value))
        m->remedy =
            arena_print(a, "write { %s: \"%s\" } instead of the string", forms[h->kind], h->name);
    else if (is_lone && node && h->kind == HOST_PREDICATE &&
             is_written_in(context, tree_attribute(node, ATTRIBUTE_BOOL_EXPRESSION)))
        m->remedy = arena_print(a, "write \"call\": \"%s\" instead of `if`", h->name);
}

// For an unknown name in the `do` of a service, explain that a node is expected there.
static void explain_name_service_do(const lookup_context *context, const char *name,
                                    name_meaning *m)
{
    lowering *l = context->l;
    arena *a = &l->c->work.memory;
    const char *form = "{ \"type\": \"action\", \"do\"";
    if (!l->node || !is_written_in(context, l->node->value) || !is_service_do(l) ||
        !is_lone_name(l, context->value, name))
        return;
    m->sentence = arena_print(
        a, "unknown name `%s`: the `do` of a service is a node, and a string there is a condition",
        name);
    m->remedy = m->suggestion ? arena_print(a, "did you mean `%s`, or the action %s: \"%s\" }?",
                                            m->suggestion, form, name)
                              : arena_print(a, "an action is called by %s: \"%s\" }", form, name);
}

static name_meaning unknown_name(const lookup_context *context, const char *name)
{
    lowering *l = context->l;
    const scope *s = context->s;
    static const char *const builtin[] = {"time", "dt", "tick", "agent", "true", "false"};
    nearest best;
    nearest_start(&best, name, strlen(name), &l->c->suggestions);
    for (uint32_t i = 0; s->t && i < s->t->param_count; i++)
        if (s->t->params[i].kind != PARAM_NODE)
            nearest_offer(&best, s->t->params[i].name, strlen(s->t->params[i].name));
    const char *key = scope_nearest_key(l, s, name);
    if (key)
        nearest_offer(&best, key, strlen(key));
    for (size_t i = 0; i < sizeof builtin / sizeof *builtin; i++)
        nearest_offer(&best, builtin[i], strlen(builtin[i]));
    const char *component = nearest_component(l, s, name);
    if (component)
        nearest_offer(&best, component, strlen(component));
    bool is_word = names_find(&l->c->enums.words, name, strlen(name)) != NAMES_MISSING;
    name_meaning m = {.kind = NAME_UNKNOWN, .suggestion = best.name, .is_word = is_word};
    const host *h = find_host(l->c, name);
    if (h)
        explain_name_function(context, h, &m);
    else
        explain_name_service_do(context, name, &m);
    return m;
}

// Reject what an init must not read: keys that are initialised later and, in a shared key's init,
// values that differ between agents.
static void forbid_in_init(const lowering *l, const schema_key *key, uint32_t component,
                           name_meaning *m)
{
    const schema_key *init = l->init_key;
    if (!init || key->is_like)
        return;
    // The elements of a list that come first in its init are already there.
    bool is_later = key == init && !key->capacity && (int)component >= l->init_component;
    if (key > init || is_later) {
        m->kind = NAME_FORBIDDEN;
        m->code = DIAGNOSTIC_KEY_ORDER;
        m->why = "is read before it is set: an init can only use the keys above it";
    } else if (init->shared && !key->shared) {
        m->kind = NAME_FORBIDDEN;
        m->code = DIAGNOSTIC_SHARED_INIT;
        m->why = "differs between agents, so the init of a shared key can't use it";
    }
}

// Return the meaning of a visible key, or of one of its components.
static name_meaning meaning_of_seen(const lowering *l, const seen_name *found,
                                    const char *component)
{
    const schema_key *key = found->key;
    if (!key)
        return (name_meaning){.kind = NAME_COLUMN, .type = VALUE_NONE};
    name_meaning m = {.kind = NAME_COLUMN,
                      .type = type_of_key(key),
                      .words = key->words,
                      .shared = key->shared,
                      .column = key->column,
                      .element = value_type_of_key(key->type, key->words),
                      .capacity = key->capacity};
    int index = found->component;
    if (component && !key->vague) {
        index = index < 0 ? component_named(key, component) : -1;
        if (index < 0)
            return (name_meaning){.kind = NAME_UNKNOWN};
    }
    if (index >= 0) {
        m.type = VALUE_FLOAT;
        m.column += (uint32_t)index;
    }
    forbid_in_init(l, key, index < 0 ? key_width(key->type) - 1 : (uint32_t)index, &m);
    return m;
}

static name_meaning scope_lookup(void *user, const char *name)
{
    const lookup_context *context = user;
    lowering *l = context->l;
    const char *component;
    seen_name found = scope_see_path(l, context->s, name, &component);
    switch (found.kind) {
    case SEEN_KEY: return meaning_of_seen(l, &found, component);
    case SEEN_NODE:
        return (name_meaning){.kind = NAME_FORBIDDEN,
                              .code = DIAGNOSTIC_PARAM_TYPE,
                              .why = "is a node, which has no value"};
    case SEEN_CONSTANT:
        if (component)
            break;
        if (found.b->value.type == VALUE_NONE)
            return (name_meaning){.kind = NAME_COLUMN, .type = VALUE_NONE};
        return (name_meaning){.kind = NAME_CONSTANT, .value = found.b->value};
    case SEEN_NOTHING: break;
    }
    return unknown_name(context, name);
}

static uint32_t scope_text(void *user, const char *text)
{
    const lookup_context *context = user;
    return use_text(context->l, text);
}

// ---- expressions

static void report_expression(void *user, int code, uint32_t begin, uint32_t end,
                              const char *message, const char *help)
{
    const lookup_context *context = user;
    span place = {context->d->source, json_string_place(context->value, begin),
                  json_string_place(context->value, end)};
    gestalt_diagnostics *diagnostics = context->l->c->diagnostics;
    diagnostic *report = diagnostics_add(diagnostics, (diagnostic_code)code, place, "%s", message);
    if (help)
        diagnostics_help(diagnostics, report, "%s", help);
}

static expression_code compile_string(lowering *l, const document *d, const scope *s,
                                      json_value value, value_type wanted, const word_list *words,
                                      bool constants_only)
{
    arena *a = &l->c->work.memory;
    lookup_context context = {l, d, s, value};
    expression_scope known = {.suggestions = &l->c->suggestions,
                              .lookup = scope_lookup,
                              .lookup_user = &context,
                              .text = scope_text,
                              .report = report_expression,
                              .report_user = &context,
                              .constants_only = constants_only,
                              .no_vectors = constants_only,
                              .no_draws = l->init_key && l->init_key->shared,
                              .words = words};
    const char *text = text_of(l->c, value);
    size_t size = json_string_size(value);
    const expression *e = expression_parse(a, text, size, report_expression, &context);
    return e ? expression_compile(a, e, &known, wanted) : (expression_code){0};
}

static bool is_written_as_int(json_value value)
{
    const char *text = value.document->text;
    for (uint32_t i = json_begin(value); i < json_end(value); i++)
        if (text[i] == '.' || text[i] == 'e' || text[i] == 'E')
            return false;
    return true;
}

static constant constant_of_number(lowering *l, const document *d, json_value value,
                                   value_type wanted)
{
    int64_t whole = 0;
    bool is_int = is_written_as_int(value);
    if (wanted == VALUE_FLOAT || !is_int)
        return (constant){.type = VALUE_FLOAT, .number = (float)json_double(value)};
    if (json_int64(value, &whole) && whole >= INT32_MIN && whole <= INT32_MAX)
        return (constant){.type = VALUE_INT, .integer = (int32_t)whole};
    diagnostic *report = diagnostics_add(l->c->diagnostics, DIAGNOSTIC_INT_RANGE, span_of(d, value),
                                         "an int has 32 bits");
    diagnostics_help(l->c->diagnostics, report, "with a decimal point it is a float");
    return (constant){0};
}

static const char *value_article(value_type type)
{
    return type == VALUE_INT || type == VALUE_ENUM ? "an" : "a";
}

static expression_code wrong_type(lowering *l, const document *d, json_value value,
                                  const char *what, value_type wanted, value_type found)
{
    diagnostics_add(l->c->diagnostics, DIAGNOSTIC_EXPRESSION_TYPE, span_of(d, value),
                    "%s must be %s %s, not %s %s", what, value_article(wanted),
                    value_type_text(wanted), value_article(found), value_type_text(found));
    return (expression_code){0};
}

static expression_code compile_constant(lowering *l, const document *d, json_value value,
                                        value_type wanted, const char *what)
{
    json_kind kind = json_kind_of(value);
    constant v = {.type = VALUE_BOOL, .integer = kind == JSON_TRUE};
    if (kind == JSON_NUMBER)
        v = constant_of_number(l, d, value, wanted);
    if (v.type == VALUE_NONE)
        return (expression_code){0};
    if (wanted != VALUE_NONE && v.type != wanted)
        return wrong_type(l, d, value, what, wanted, v.type);
    return expression_constant(&l->c->work.memory, v);
}

static expression_code no_word(lowering *l, const document *d, json_value value,
                               const word_list *words, const char *what)
{
    diagnostic *report =
        diagnostics_add(l->c->diagnostics, DIAGNOSTIC_EXPRESSION_TYPE, span_of(d, value),
                        "%s must be a word of the enum, or an expression", what);
    diagnostics_help(l->c->diagnostics, report, "write \"'%s'\"", words->words[0]);
    return (expression_code){0};
}

expression_code compile_value(lowering *l, const document *d, const scope *s, json_value value,
                              value_type wanted, const char *what)
{
    return compile_typed(l, d, s, value, wanted, NULL, what);
}

expression_code compile_typed(lowering *l, const document *d, const scope *s, json_value value,
                              value_type wanted, const word_list *words, const char *what)
{
    switch (json_kind_of(value)) {
    case JSON_STRING: return compile_string(l, d, s, value, wanted, words, false);
    case JSON_NUMBER:
    case JSON_TRUE:
    case JSON_FALSE:
        if (wanted == VALUE_ENUM)
            return no_word(l, d, value, words, what);
        return compile_constant(l, d, value, wanted == VALUE_CHOICE ? VALUE_INT : wanted, what);
    default:
        diagnostics_add(l->c->diagnostics, DIAGNOSTIC_WRONG_KIND, span_of(d, value),
                        "%s must be an expression, a number or a bool, not %s", what,
                        json_kind_text(json_kind_of(value)));
        return (expression_code){0};
    }
}

expression_code text_code(lowering *l, uint32_t text)
{
    uint64_t *item = ARENA_NEW(&l->c->work.memory, uint64_t);
    *item = item_make(OP_TEXT, ITEM_LAST, 0, text);
    return (expression_code){.type = VALUE_TEXT, .items = item, .item_count = 1, .is_place = true};
}

expression_code constant_word(lowering *l, const word_list *words, uint32_t value)
{
    uint64_t *item = ARENA_NEW(&l->c->work.memory, uint64_t);
    *item = item_make(OP_CONST_ENUM, ITEM_LAST, 0, words->number << 8 | value);
    return (expression_code){.type = VALUE_ENUM,
                             .words = words,
                             .items = item,
                             .item_count = 1,
                             .is_constant = true,
                             .value = {.type = VALUE_ENUM, .integer = (int32_t)value}};
}

// Return whether a text is an undefined name, so that a word was meant.
static bool is_lost_word(lowering *l, const scope *s, const char *text)
{
    static const char *const builtin[] = {"time", "dt", "tick", "agent", "true", "false"};
    bool lost = names_is_identifier(text) && scope_see(l, s, text).kind == SEEN_NOTHING;
    for (size_t i = 0; lost && i < sizeof builtin / sizeof *builtin; i++)
        lost = strcmp(text, builtin[i]) != 0;
    return lost;
}

static diagnostic_code init_code(const schema_key *key)
{
    return key->is_argument ? DIAGNOSTIC_BAD_DEFAULT : DIAGNOSTIC_BAD_INIT;
}

// In an enum's init, a bare word takes precedence over a key with that name.
static expression_code compile_enum_init(lowering *l, const schema_key *key, const scope *s,
                                         json_value value, const char *what)
{
    const char *text = json_kind_of(value) == JSON_STRING ? text_of(l->c, value) : NULL;
    uint32_t word = text ? words_find(key->words, text) : WORDS_MISSING;
    if (word != WORDS_MISSING)
        return constant_word(l, key->words, word);
    if (text && !is_lost_word(l, s, text))
        return compile_typed(l, key->document, s, value, VALUE_ENUM, key->words, what);
    diagnostic *report =
        diagnostics_add(l->c->diagnostics, text ? DIAGNOSTIC_ENUM_WORD : init_code(key),
                        span_of(key->document, value),
                        text               ? "`%s` has no word `%s`"
                        : key->is_argument ? "%s must be a word of the enum"
                                           : "%s must be a word of the enum, or an expression",
                        text ? (key->of ? key->of->name : key->name) : what, text);
    const char *near = text ? words_near(key->words, text, &l->c->suggestions) : NULL;
    if (near)
        diagnostics_help(l->c->diagnostics, report, "did you mean `%s`?", near);
    else
        diagnostics_help(l->c->diagnostics, report, "write %s",
                         words_text(&l->c->work.memory, key->words));
    return (expression_code){0};
}

expression_code compile_init(lowering *l, const schema_key *key, const scope *s, json_value value,
                             value_type wanted, const char *what)
{
    // A whole number for a float key may be larger than an int.
    if (wanted == VALUE_FLOAT && json_kind_of(value) == JSON_NUMBER)
        return compile_value(l, key->document, s, value, VALUE_FLOAT, what);
    if (key->words)
        return compile_enum_init(l, key, s, value, what);
    if (value_is_vector(wanted) && json_kind_of(value) == JSON_ARRAY)
        return compile_vector(l, key->document, s, value, wanted, what);
    expression_code code = compile_value(l, key->document, s, value, VALUE_NONE, what);
    if (code.type == wanted || code.type == VALUE_NONE)
        return code;
    if (wanted == VALUE_FLOAT && code.type == VALUE_INT && !code.is_place)
        return expression_to_float(&l->c->work.memory, code);
    value_type found = code.is_place ? VALUE_TEXT : code.type;
    const char *relation = key->is_argument ? "the argument is"
                           : key->capacity  ? "must be"
                                            : "the key is";
    diagnostic *report = diagnostics_add(l->c->diagnostics, init_code(key),
                                         span_of(key->document, value), "%s is %s %s, but %s %s %s",
                                         what, value_article(found), value_type_text(found),
                                         relation, value_article(wanted), value_type_text(wanted));
    if (wanted == VALUE_INT && (code.type == VALUE_FLOAT || code.type == VALUE_ENUM))
        diagnostics_help(l->c->diagnostics, report, "int(...) converts");
    return (expression_code){0};
}

// ---- vectors

static void check_vector_size(lowering *l, const document *d, json_value list,
                              const expression_code *code)
{
    uint32_t depth = expression_depth(code, false);
    if (code->item_count <= LIMIT_EXPRESSION_OPS && depth <= LIMIT_EXPRESSION_DEPTH)
        return;
    diagnostic *report =
        diagnostics_add(l->c->diagnostics, DIAGNOSTIC_EXPRESSION_SIZE, span_of(d, list),
                        "together, the components need %u operations and %u numbers at a time; at "
                        "most %d and %d are allowed",
                        (unsigned)code->item_count, (unsigned)depth, (int)LIMIT_EXPRESSION_OPS,
                        (int)LIMIT_EXPRESSION_DEPTH);
    diagnostics_help(l->c->diagnostics, report, "compute a part earlier, with a `set`");
}

static expression_code no_vector(lowering *l, const document *d, json_value value,
                                 value_type wanted, const char *what)
{
    diagnostic *report = diagnostics_add(
        l->c->diagnostics, DIAGNOSTIC_EXPRESSION_TYPE, span_of(d, value), "%s must be a %s, not %s",
        what, value_type_text(wanted), json_kind_text(json_kind_of(value)));
    diagnostics_help(l->c->diagnostics, report,
                     "write an expression, or [%s] with an expression for each",
                     wanted == VALUE_VEC2 ? "x, y" : "x, y, z");
    return (expression_code){0};
}

expression_code compile_vector(lowering *l, const document *d, const scope *s, json_value value,
                               value_type wanted, const char *what)
{
    if (json_kind_of(value) == JSON_STRING)
        return compile_value(l, d, s, value, wanted, what);
    if (json_kind_of(value) != JSON_ARRAY)
        return no_vector(l, d, value, wanted, what);
    expression_code components[KEY_WIDTH_MAX] = {{0}}, none = {0};
    uint32_t width = key_width(key_of_value(wanted)), count = 0;
    bool good = true;
    if (json_count(value) != width) {
        diagnostics_add(l->c->diagnostics, DIAGNOSTIC_LIST_LENGTH, span_of(d, value),
                        "%s must have an expression for each of the %u components of the %s, "
                        "not %u",
                        what, (unsigned)width, value_type_text(wanted),
                        (unsigned)json_count(value));
        return none;
    }
    for (json_value each = json_first(value); json_kind_of(each) != JSON_NONE;
         each = json_next(each), count++) {
        components[count] = compile_value(l, d, s, each, VALUE_FLOAT, "a component");
        good = good && components[count].type != VALUE_NONE;
    }
    if (!good)
        return none;
    expression_code code = expression_join(&l->c->work.memory, components, wanted);
    check_vector_size(l, d, value, &code);
    return code;
}

// ---- constants and numbers

constant read_constant(lowering *l, const document *d, const scope *s, json_value value,
                       const char *what)
{
    expression_code code = json_kind_of(value) == JSON_STRING
                               ? compile_string(l, d, s, value, VALUE_NONE, NULL, true)
                               : compile_constant(l, d, value, VALUE_NONE, what);
    return code.is_constant ? code.value : (constant){0};
}

static number number_of_json(json_value value)
{
    number n = {.known = true, .real = json_double(value)};
    n.text = value.document->text + json_begin(value);
    n.text_size = json_end(value) - json_begin(value);
    n.is_whole = json_int64(value, &n.whole);
    if (!n.is_whole && fabs(n.real) < 9007199254740992.0 && n.real == floor(n.real)) {
        n.is_whole = true;
        n.whole = (int64_t)n.real;
    }
    return n;
}

static number number_of_constant(lowering *l, constant v)
{
    char *text = arena_allocate(&l->c->work.memory, NUMBER_TEXT_SIZE);
    number n = {.known = true, .text = text};
    if (v.type == VALUE_INT) {
        n.is_whole = true;
        n.whole = v.integer;
        n.real = v.integer;
        n.text = arena_print(&l->c->work.memory, "%d", (int)v.integer);
        n.text_size = strlen(n.text);
    } else {
        n.real = (double)v.number;
        n.is_whole = fabs(n.real) < 9007199254740992.0 && n.real == floor(n.real);
        n.whole = n.is_whole ? (int64_t)n.real : 0;
        n.text_size = number_print_float(text, v.number);
    }
    return n;
}

number read_number(lowering *l, const document *d, const scope *s, json_value value,
                   const char *what)
{
    number none = {0};
    if (json_kind_of(value) == JSON_NUMBER)
        return number_of_json(value);
    if (json_kind_of(value) != JSON_STRING) {
        diagnostics_add(l->c->diagnostics, DIAGNOSTIC_WRONG_KIND, span_of(d, value),
                        "`%s` must be a number, not %s", what, json_kind_text(json_kind_of(value)));
        return none;
    }
    constant v = read_constant(l, d, s, value, what);
    if (v.type == VALUE_BOOL)
        diagnostics_add(l->c->diagnostics, DIAGNOSTIC_EXPRESSION_TYPE, span_of(d, value),
                        "`%s` must be a number, not a bool", what);
    return v.type == VALUE_INT || v.type == VALUE_FLOAT ? number_of_constant(l, v) : none;
}

bool check_whole(lowering *l, const document *d, json_value value, const number *n,
                 const char *what, bounds b)
{
    if (!n->known)
        return false;
    bool within = n->real >= (double)b.least && n->real <= (double)b.most;
    if (!n->is_whole && within) {
        diagnostics_add(l->c->diagnostics, DIAGNOSTIC_NOT_WHOLE, span_of(d, value),
                        "`%s` must be a whole number", what);
        return false;
    }
    if (n->is_whole && n->whole >= b.least && n->whole <= b.most)
        return true;
    diagnostics_add(l->c->diagnostics, DIAGNOSTIC_NUMBER_BOUNDS, span_of(d, value),
                    "`%s` must be from %lld to %lld", what, (long long)b.least, (long long)b.most);
    return false;
}

// ---- durations

// A constant duration has the same limits as an evaluated one.
enum { LONGEST_SECONDS = LIMIT_EVALUATED_SECONDS, LONGEST_TICKS = LIMIT_EVALUATED_TICKS };
static const int64_t longest_microseconds = INT64_C(1000000) * LONGEST_SECONDS;

static void report_seconds(lowering *l, const document *d, json_value value)
{
    diagnostics_add(l->c->diagnostics, DIAGNOSTIC_NUMBER_BOUNDS, span_of(d, value),
                    "`seconds` must be from 0 to %d", LONGEST_SECONDS);
}

// A literal number must be exact to the microsecond.
static int64_t seconds_of_number(lowering *l, const document *d, json_value value)
{
    number n = number_of_json(value);
    int64_t microseconds = 0;
    number_exactness exactness = isfinite(n.real)
                                     ? number_microseconds(n.text, n.text_size, &microseconds)
                                     : NUMBER_OUT_OF_RANGE;
    if (exactness == NUMBER_TOO_FINE) {
        diagnostics_add(l->c->diagnostics, DIAGNOSTIC_TIME_TOO_FINE, span_of(d, value),
                        "%.*s seconds is not a whole number of microseconds",
                        (int)(n.text_size < 40 ? n.text_size : 40), n.text);
        return 0;
    }
    if (exactness == NUMBER_EXACT && microseconds <= longest_microseconds)
        return microseconds;
    report_seconds(l, d, value);
    return 0;
}

// A constant expression gives a float, which is rounded to microseconds, half to even.
static int64_t seconds_of_constant(lowering *l, const document *d, json_value value, constant v)
{
    double seconds = v.type == VALUE_INT ? v.integer : (double)v.number;
    double microseconds = scalar_nearest_whole(seconds * 1e6);
    if (microseconds >= 0 && microseconds <= (double)longest_microseconds)
        return (int64_t)microseconds;
    report_seconds(l, d, value);
    return 0;
}

// Compile an expression for a duration, of any number type. Returns VALUE_NONE after an error.
static expression_code compile_duration(lowering *l, const document *d, const scope *s,
                                        json_value value, const char *what)
{
    json_kind kind = json_kind_of(value);
    if (kind != JSON_STRING) {
        diagnostics_add(l->c->diagnostics, DIAGNOSTIC_WRONG_KIND, span_of(d, value),
                        "`%s` must be a number or an expression, not %s", what,
                        json_kind_text(kind));
        return (expression_code){0};
    }
    expression_code code = compile_string(l, d, s, value, VALUE_NONE, NULL, false);
    bool is_number = code.type == VALUE_INT || code.type == VALUE_FLOAT;
    if (code.type == VALUE_NONE || (is_number && !code.is_place))
        return code;
    value_type found = code.is_place ? VALUE_TEXT : code.type;
    diagnostics_add(l->c->diagnostics, DIAGNOSTIC_EXPRESSION_TYPE, span_of(d, value),
                    "`%s` must be a number, not %s %s", what, value_article(found),
                    value_type_text(found));
    return (expression_code){0};
}

duration read_seconds(lowering *l, const document *d, const scope *s, json_value value)
{
    if (json_kind_of(value) == JSON_NUMBER)
        return (duration){.constant = seconds_of_number(l, d, value)};
    expression_code code = compile_duration(l, d, s, value, "seconds");
    if (code.type == VALUE_NONE)
        return (duration){0};
    if (code.is_constant)
        return (duration){.constant = seconds_of_constant(l, d, value, code.value)};
    return (duration){.code = code.type == VALUE_INT ? expression_to_float(&l->c->work.memory, code)
                                                     : code};
}

duration read_ticks(lowering *l, const document *d, const scope *s, json_value value)
{
    bounds b = {0, LONGEST_TICKS};
    bool is_number = json_kind_of(value) == JSON_NUMBER;
    expression_code code = {0};
    if (!is_number) {
        code = compile_duration(l, d, s, value, "ticks");
        if (code.type == VALUE_NONE)
            return (duration){0};
    }
    if (is_number || code.is_constant) {
        number n = is_number ? number_of_json(value) : number_of_constant(l, code.value);
        bool is_good = check_whole(l, d, value, &n, "ticks", b);
        return (duration){.constant = is_good ? n.whole : 0};
    }
    if (code.type == VALUE_INT)
        return (duration){.code = code};
    diagnostic *report = diagnostics_add(l->c->diagnostics, DIAGNOSTIC_EXPRESSION_TYPE,
                                         span_of(d, value), "`ticks` must be an int, not a float");
    diagnostics_help(l->c->diagnostics, report, "int(...) converts");
    return (duration){0};
}

// ---- keys that are assigned

// Report a `set` of a shared key, or of a param bound to one.
static void report_shared_set(lowering *l, span place, const seen_name *found, const char *name)
{
    gestalt_diagnostics *to = l->c->diagnostics;
    const schema_key *key = found->key;
    if (found->b) {
        diagnostic *report =
            diagnostics_add(to, DIAGNOSTIC_SHARED_SET, found->b->place,
                            "`%s` is shared, but the tree sets the param `%s`", key->name, name);
        diagnostics_note(to, report, place, "it is set here");
        return;
    }
    diagnostic *report =
        diagnostics_add(to, DIAGNOSTIC_SHARED_SET, place,
                        "`%s` is shared: only the host sets it, between ticks", name);
    diagnostics_note(to, report, span_of(key->document, key->key), "declared here");
}

// Report a `set` of something that is not a key.
static void report_no_key(lowering *l, span place, const scope *s, const seen_name *found,
                          const char *base, const char *dot)
{
    gestalt_diagnostics *to = l->c->diagnostics;
    if (found->kind != SEEN_NOTHING) {
        diagnostics_add(to, DIAGNOSTIC_PARAM_TYPE, place,
                        found->kind == SEEN_NODE ? "`%s` is a node, and can't be set"
                                                 : "`%s` is a constant here, and can't be set",
                        base);
        return;
    }
    diagnostic *report = diagnostics_add(to, DIAGNOSTIC_UNKNOWN_BLACKBOARD_KEY, place,
                                         "the blackboard has no key `%s`", base);
    const char *best = scope_nearest_key(l, s, base);
    if (best)
        diagnostics_help(to, report, "did you mean `%s%s`?", best, dot ? dot : "");
}

// Report a component that a key lacks.
static void report_no_component(lowering *l, span place, const seen_name *found, const char *base,
                                const char *component)
{
    gestalt_diagnostics *to = l->c->diagnostics;
    const schema_key *key = found->key;
    diagnostic *report = diagnostics_add(to, DIAGNOSTIC_NO_COMPONENT, place,
                                         "`%s` has no component `%s`", base, component);
    if (key->capacity)
        diagnostics_help(to, report, "it is a list; `at` of a `set` names an element");
    else if (key_is_vector(key->type) && found->component < 0)
        diagnostics_help(to, report,
                         key->type == KEY_VEC2 ? "a vec2 has x and y" : "a vec3 has x, y and z");
}

named_place read_place(lowering *l, const tree_node *node, const scope *s, json_value value,
                       const char *what, bool writes)
{
    compiler *c = l->c;
    named_place none = {.type = VALUE_NONE};
    const document *d = node->document;
    if (!expect_kind(c, d, value, JSON_STRING, what))
        return none;
    const char *name = text_of(c, value);
    const char *dot = strchr(name, '.');
    const char *base = dot ? arena_copy_text(&c->work.memory, name, (size_t)(dot - name)) : name;
    seen_name found = scope_see(l, s, base);
    if (found.kind != SEEN_KEY) {
        report_no_key(l, span_of(d, value), s, &found, base, dot);
        return none;
    }
    if (!found.key || found.key->vague)
        return none;
    if (found.key->shared && writes) {
        report_shared_set(l, span_of(d, value), &found, base);
        return none;
    }
    name_meaning m = meaning_of_seen(l, &found, dot ? dot + 1 : NULL);
    if (m.kind == NAME_UNKNOWN) {
        report_no_component(l, span_of(d, value), &found, base, dot + 1);
        return none;
    }
    return (named_place){m.type, m.words, m.column, found.key,
                         dot ? component_named(found.key, dot + 1) : found.component};
}
