// SPDX-License-Identifier: MIT
#include "reference_agent.h"

#include "number.h"

#include <math.h>

// ---- helpers

static bool is_there(json_value value)
{
    return json_kind_of(value) != JSON_NONE;
}

static const char *text_of(reference *r, json_value string)
{
    REQUIRE(json_kind_of(string) == JSON_STRING);
    size_t size = json_string_size(string);
    char *text = arena_allocate(&r->memory, size + 1);
    json_string_copy(string, text);
    return text;
}

static json_value member(json_value object, const char *name)
{
    return json_kind_of(object) == JSON_OBJECT ? json_member(object, name, NULL) : (json_value){0};
}

static json_value required(json_value object, const char *name)
{
    json_value value = member(object, name);
    REQUIRE(is_there(value));
    return value;
}

static gestalt_status status_of(json_value value)
{
    if (json_is(value, "success"))
        return GESTALT_SUCCESS;
    if (json_is(value, "failure"))
        return GESTALT_FAILURE;
    REQUIRE(json_is(value, "running"));
    return GESTALT_RUNNING;
}

static void never(void *user, int code, uint32_t begin, uint32_t end, const char *message,
                  const char *help)
{
    (void)user, (void)code, (void)begin, (void)end, (void)help;
    fprintf(stderr, "reference: %s\n", message);
    abort();
}

// ---- texts: "equal texts stand there once"

static void add_text(reference *r, const char *text)
{
    if (reference_text_place(r, text) < 0)
        *ARENA_PUSH(&r->memory, r->texts, r->text_count, r->text_capacity) = text;
}

static void add_texts(reference *r, const expression *e)
{
    if (e->kind == EXPRESSION_TEXT)
        add_text(r, e->name);
    for (const expression *operand = e->operands; operand; operand = operand->next)
        add_texts(r, operand);
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

// ---- expressions

static bool is_of_name(char c)
{
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Write each `route[i]` as the call `element(route, i)`, so that the reference does not depend on
// how the parser represents elements.
static const char *with_calls(reference *r, const char *text)
{
    static const char call[] = "element(";
    size_t brackets = 0, size = 0, name = 0;
    for (const char *at = text; *at; at++)
        brackets += *at == '[';
    char *out = arena_allocate(&r->memory, strlen(text) + brackets * sizeof call + 1);
    for (bool in_word = false; *text; text++) {
        in_word ^= *text == '\'';
        bool begins = is_of_name(*text) && (size == 0 || !is_of_name(out[size - 1]));
        if (begins && !in_word)
            name = size;
        if (*text == '[' && !in_word) {
            memmove(out + name + sizeof call - 1, out + name, size - name);
            memcpy(out + name, call, sizeof call - 1);
            size += sizeof call - 1;
        }
        out[size++] = in_word ? *text : *text == '[' ? ',' : *text == ']' ? ')' : *text;
    }
    out[size] = '\0';
    return out;
}

static const expression *parse(reference *r, const char *text)
{
    const char *calls = with_calls(r, text);
    const expression *e = expression_parse(&r->memory, calls, strlen(calls), never, NULL);
    REQUIRE(e);
    add_texts(r, e);
    return e;
}

// ---- formulas: an expression in a string, or a constant

static reference_formula formula_of(reference *r, const reference_scope *s, json_value value)
{
    reference_formula formula = {.scope = s};
    int64_t whole;
    switch (json_kind_of(value)) {
    case JSON_TRUE: formula.constant = reference_bool(true); break;
    case JSON_FALSE: formula.constant = reference_bool(false); break;
    case JSON_NUMBER:
        if (json_int64(value, &whole) && whole >= INT32_MIN && whole <= INT32_MAX)
            formula.constant = reference_int((int32_t)whole);
        else
            formula.constant = reference_float((float)json_double(value));
        break;
    default: {
        const char *text = text_of(r, value);
        formula.expression = parse(r, text);
    }
    }
    return formula;
}

// Make a formula of a vector: "[a, b] means vec2(a, b)".
static reference_formula vector_of(reference *r, const reference_scope *s, json_value value)
{
    if (json_kind_of(value) != JSON_ARRAY)
        return formula_of(r, s, value);
    const char *text = json_count(value) == 2 ? "vec2" : "vec3", *separator = "(";
    for (json_value each = json_first(value); is_there(each); each = json_next(each)) {
        char number[NUMBER_TEXT_SIZE];
        const char *part = number;
        if (json_kind_of(each) == JSON_NUMBER)
            number_print_float(number, (float)json_double(each));
        else
            part = text_of(r, each);
        text = arena_print(&r->memory, "%s%s(%s)", text, separator, part);
        separator = ",";
    }
    text = arena_print(&r->memory, "%s)", text);
    reference_formula formula = {.scope = s};
    formula.expression = parse(r, text);
    return formula;
}

// Make a formula. A number for a float "is read as the nearest double, which is then rounded to a
// float".
static reference_formula formula_of_type(reference *r, const reference_scope *s, json_value value,
                                         reference_type type)
{
    if (type == REFERENCE_FLOAT && json_kind_of(value) == JSON_NUMBER)
        return (reference_formula){.constant = reference_float((float)json_double(value)),
                                   .scope = s};
    return formula_of(r, s, value);
}

static reference_formula element_formula(reference *r, const reference_scope *s,
                                         const reference_list *list, json_value value)
{
    return list->type == REFERENCE_VECTOR ? vector_of(r, s, value)
                                          : formula_of_type(r, s, value, list->type);
}

static reference_value constant_of(reference *r, const reference_scope *s, json_value value)
{
    reference_formula formula = formula_of(r, s, value);
    return reference_formula_value(r, NULL, &formula);
}

// ---- number attributes: "A number may be written as a string that holds a constant expression"

static double real_of(reference *r, const reference_scope *s, json_value value)
{
    if (json_kind_of(value) == JSON_NUMBER)
        return json_double(value);
    reference_value v = constant_of(r, s, value);
    REQUIRE(v.type != REFERENCE_BOOL);
    return v.type == REFERENCE_INT ? v.integer : (double)v.number;
}

static int64_t whole_of(reference *r, const reference_scope *s, json_value value)
{
    int64_t whole;
    if (json_kind_of(value) == JSON_NUMBER && json_int64(value, &whole))
        return whole;
    double real = real_of(r, s, value);
    REQUIRE(real == floor(real));
    return (int64_t)real;
}

// Convert seconds to microseconds. A JSON number is exact. The float value of a constant expression
// is multiplied by a million as a double, and rounded half to even.
static int64_t microseconds_of(reference *r, const reference_scope *s, json_value value)
{
    int64_t microseconds = 0;
    if (json_kind_of(value) == JSON_NUMBER) {
        const char *digits = value.document->text + json_begin(value);
        size_t size = json_end(value) - json_begin(value);
        REQUIRE(number_microseconds(digits, size, &microseconds) == NUMBER_EXACT);
        return microseconds;
    }
    return reference_microseconds(real_of(r, s, value));
}

// Return whether an expression reads nothing but literals and params.
static bool is_constant(const expression *e, const reference_scope *s)
{
    if (e->kind == EXPRESSION_CALL && strcmp(e->name, "rand") == 0)
        return false;
    bool is_param = e->kind != EXPRESSION_NAME;
    for (uint32_t i = 0; i < s->param_count; i++)
        is_param = is_param || (!s->params[i].key && strcmp(s->params[i].name, e->name) == 0);
    if (!is_param)
        return false;
    for (const expression *operand = e->operands; operand; operand = operand->next)
        if (!is_constant(operand, s))
            return false;
    return true;
}

// Return whether a duration is an expression that is not constant, so that each agent evaluates it.
static bool is_evaluated(reference *r, const reference_scope *s, json_value value)
{
    if (json_kind_of(value) != JSON_STRING)
        return false;
    reference_formula formula = formula_of(r, s, value);
    return !is_constant(formula.expression, s);
}

// ---- the blackboard

reference_key *reference_find_key(const reference *r, const char *name)
{
    for (uint32_t i = 0; i < r->key_count; i++)
        if (strcmp(r->keys[i].name, name) == 0)
            return &r->keys[i];
    return NULL;
}

uint32_t reference_find_cell(const reference *r, const char *name)
{
    uint32_t i = 0;
    while (i < r->cell_count && strcmp(r->cells[i].name, name) != 0)
        i++;
    return i;
}

static const reference_words *words_of(reference *r, json_value list)
{
    if (json_kind_of(list) != JSON_ARRAY)
        return NULL;
    reference_words *w = ARENA_NEW(&r->memory, reference_words);
    *w = (reference_words){ARENA_ARRAY(&r->memory, const char *, json_count(list)), 0};
    for (json_value word = json_first(list); is_there(word); word = json_next(word))
        w->words[w->count++] = text_of(r, word);
    return w;
}

// Return the text if it is one of the words, or NULL.
static const char *word_of(reference *r, const reference_words *words, json_value value)
{
    const char *text = text_of(r, value);
    for (uint32_t i = 0; i < words->count; i++)
        if (strcmp(words->words[i], text) == 0)
            return text;
    return NULL;
}

// A tree sees its params, its own keys, and the keys of its document. An inner name hides an outer
// one.
const char *reference_full_name(reference *r, const reference_scope *s, const char *name)
{
    const char *point = strchr(name, '.');
    const char *base = point ? arena_copy_text(&r->memory, name, (size_t)(point - name)) : name;
    for (uint32_t i = 0; i < s->param_count; i++)
        if (strcmp(s->params[i].name, base) == 0)
            return s->params[i].key && point
                       ? arena_print(&r->memory, "%s%s", s->params[i].key, point)
                       : s->params[i].key;
    if (is_there(member(s->own, base)))
        return arena_print(&r->memory, "%s/%s", s->path, name);
    for (uint32_t i = 0; i < r->key_count; i++)
        if (r->keys[i].written && strcmp(r->keys[i].written, base) == 0)
            return arena_print(&r->memory, "%s%s", r->keys[i].name, point ? point : "");
    return name;
}

static void add_cell(reference *r, const reference_scope *s, const char *name, reference_type type,
                     const reference_words *words, bool shared, json_value init)
{
    reference_cell cell = {.name = name,
                           .type = type,
                           .words = words,
                           .shared = shared,
                           .is_own = strchr(name, '/') != NULL};
    cell.value = (reference_value){.type = type}; // the default initial values are false, 0 and 0.0
    cell.has_init = is_there(init);
    // "An `init` may be a bare word, even if a key has the same name."
    const char *word = words && cell.has_init ? word_of(r, words, init) : NULL;
    if (word)
        cell.init.constant = (reference_value){.type = REFERENCE_WORD, .word = word};
    else if (cell.has_init)
        cell.init = formula_of_type(r, s, init, type);
    *ARENA_PUSH(&r->memory, r->cells, r->cell_count, r->cell_capacity) = cell;
}

// "An enum's list": the `init` of an element may be a bare word, as that of an enum.
static reference_formula element_init(reference *r, const reference_scope *s,
                                      const reference_list *list, json_value value)
{
    bool may_be_word = list->words && json_kind_of(value) == JSON_STRING;
    const char *word = may_be_word ? word_of(r, list->words, value) : NULL;
    if (word)
        return (reference_formula){.scope = s, .constant = {.type = REFERENCE_WORD, .word = word}};
    return element_formula(r, s, list, value);
}

static reference_type type_named(json_value word)
{
    if (json_kind_of(word) == JSON_ARRAY) // an enum
        return REFERENCE_INT;
    if (json_is(word, "bool"))
        return REFERENCE_BOOL;
    return json_is(word, "int") ? REFERENCE_INT : REFERENCE_FLOAT;
}

static uint32_t width_named(json_value type)
{
    if (json_kind_of(type) != JSON_STRING)
        return 1;
    return json_is(type, "vec2") ? 2 : json_is(type, "vec3") ? 3 : 1;
}

enum { LIST_CAPACITY_MAX = 256 };

// `value` is the declaration of a key, or the type of a param that is never given.
static void add_list(reference *r, const reference_scope *s, const char *name, json_value type,
                     json_value value)
{
    json_value element = required(type, "list"), init = member(value, "init");
    json_value capacity = member(value, "capacity");
    int64_t most = LIST_CAPACITY_MAX;
    REQUIRE(!is_there(capacity) || json_int64(capacity, &most));
    REQUIRE(most >= 1 && most <= LIST_CAPACITY_MAX);
    REQUIRE(json_kind_of(element) != JSON_OBJECT); // no list of lists
    uint32_t width = width_named(element);
    reference_list *list = ARENA_NEW(&r->memory, reference_list);
    *list = (reference_list){.type = width > 1 ? REFERENCE_VECTOR : type_named(element),
                             .words = words_of(r, element),
                             .width = width > 1 ? width : 0,
                             .capacity = (uint32_t)most,
                             .elements = ARENA_ARRAY(&r->memory, reference_value, (size_t)most)};
    reference_cell cell = {.name = name,
                           .type = REFERENCE_LIST,
                           .words = list->words,
                           .shared = json_kind_of(member(value, "shared")) == JSON_TRUE,
                           .is_own = strchr(name, '/') != NULL,
                           .has_init = is_there(init),
                           .value = {.type = REFERENCE_LIST, .list = list}};
    if (cell.has_init) {
        REQUIRE(json_kind_of(init) == JSON_ARRAY && json_count(init) <= most);
        cell.elements = ARENA_ARRAY(&r->memory, reference_formula, json_count(init) + 1);
        for (json_value each = json_first(init); is_there(each); each = json_next(each))
            cell.elements[cell.element_count++] = element_init(r, s, list, each);
    }
    *ARENA_PUSH(&r->memory, r->cells, r->cell_count, r->cell_capacity) = cell;
}

static void add_key(reference *r, const reference_scope *s, const char *name, json_value value)
{
    bool has_type = is_there(member(value, "type"));
    json_value type = has_type ? member(value, "type") : value;
    json_value init = member(value, "init");
    bool shared = json_kind_of(member(value, "shared")) == JSON_TRUE;
    uint32_t width = width_named(type);
    *ARENA_PUSH(&r->memory, r->keys, r->key_count, r->key_capacity) =
        (reference_key){.name = name, .width = width, .cell = r->cell_count};
    if (json_kind_of(type) == JSON_OBJECT) {
        add_list(r, s, name, type, value);
        return;
    }
    if (width == 1) {
        add_cell(r, s, name, type_named(type), words_of(r, type), shared, init);
        return;
    }
    bool is_whole = json_kind_of(init) == JSON_STRING;
    uint32_t cell = r->cell_count;
    // "The `init` of a vec2 is a list of two, that of a vec3 a list of three"
    bool is_list = is_there(init) && !is_whole;
    json_value part = is_list ? json_first(init) : (json_value){0};
    for (uint32_t k = 0; k < width; k++) {
        add_cell(r, s, arena_print(&r->memory, "%s.%c", name, "xyz"[k]), REFERENCE_FLOAT, NULL,
                 shared, part);
        part = is_list ? json_next(part) : part;
    }
    if (is_whole) {
        r->cells[cell].has_init = true;
        r->cells[cell].whole = width;
        r->cells[cell].init = formula_of(r, s, init);
    }
}

// If several documents declare a key, the first declaration counts.
static void read_blackboard(reference *r, const reference_scope *s, json_value blackboard)
{
    if (!is_there(blackboard))
        return;
    for (json_value key = json_first(blackboard); is_there(key); key = json_next(json_next(key))) {
        const char *name = text_of(r, key);
        json_value full = member(json_next(key), "full_name");
        if (reference_find_key(r, name))
            continue;
        add_key(r, s, is_there(full) ? text_of(r, full) : name, json_next(key));
        if (is_there(full))
            r->keys[r->key_count - 1].written = name;
    }
}

// ---- actions

static uint32_t find_host(const reference *r, const char *name)
{
    uint32_t i = 0;
    while (i < r->host_count && strcmp(r->hosts[i].name, name) != 0)
        i++;
    return i;
}

static void read_parameter_type(reference *r, json_value value, reference_parameter *parameter)
{
    if (json_kind_of(value) != JSON_STRING) { // an enum, or { "key": an enum }
        parameter->passing =
            json_kind_of(value) == JSON_OBJECT ? REFERENCE_BY_KEY : REFERENCE_BY_VALUE;
        parameter->type = REFERENCE_INT;
        parameter->words = words_of(r, value);
        return;
    }
    const char *type = text_of(r, value);
    parameter->is_text = strcmp(type, "text") == 0;
    if (parameter->is_text)
        parameter->type = REFERENCE_INT;
    else if (strncmp(type, "key ", 4) == 0)
        parameter->passing = REFERENCE_BY_KEY;
    else if (strcmp(type, "vec2") == 0 || strcmp(type, "vec3") == 0)
        parameter->passing = REFERENCE_BY_VECTOR;
    else
        parameter->type = type_named(value);
}

// A default "is written like an `init`": a word of an enum may stand bare.
static reference_formula default_of(reference *r, const reference_scope *s, json_value value,
                                    const reference_parameter *parameter)
{
    if (parameter->is_text)
        return (reference_formula){.scope = s, .text = text_of(r, value)};
    if (parameter->passing == REFERENCE_BY_VECTOR)
        return vector_of(r, s, value);
    const char *word = parameter->words ? word_of(r, parameter->words, value) : NULL;
    if (!word)
        return formula_of_type(r, s, value, parameter->type);
    const char *text = arena_print(&r->memory, "'%s'", word);
    return (reference_formula){.scope = s, .expression = parse(r, text)};
}

static reference_parameter parameter_of(reference *r, const reference_scope *s, json_value key)
{
    reference_parameter parameter = {.name = text_of(r, key)};
    json_value value = json_next(key), type = member(value, "type");
    read_parameter_type(r, is_there(type) ? type : value, &parameter);
    json_value fallback = member(value, "default");
    parameter.has_default = is_there(fallback);
    if (parameter.has_default)
        parameter.fallback = default_of(r, s, fallback, &parameter);
    return parameter;
}

static void read_action(reference *r, const reference_scope *s, const char *name, json_value value)
{
    json_value kind = member(value, "kind"), args = member(value, "args");
    reference_host host = {.name = name, .declared = true, .arguments_known = true};
    host.kind = is_there(kind) ? text_of(r, kind) : "immediate";
    if (is_there(args)) {
        host.parameters = ARENA_ARRAY(&r->memory, reference_parameter, json_count(args) + 1);
        for (json_value key = json_first(args); is_there(key); key = json_next(json_next(key)))
            host.parameters[host.parameter_count++] = parameter_of(r, s, key);
    }
    *ARENA_PUSH(&r->memory, r->hosts, r->host_count, r->host_capacity) = host;
}

static void read_actions(reference *r, const reference_scope *s, json_value actions)
{
    if (!is_there(actions))
        return;
    for (json_value key = json_first(actions); is_there(key); key = json_next(json_next(key))) {
        const char *name = text_of(r, key);
        if (find_host(r, name) == r->host_count)
            read_action(r, s, name, json_next(key));
    }
}

// ---- documents and includes

static reference_document *read_document(reference *r, const char *path, const char *text,
                                         size_t size);

// Resolve `path`, as written in a document at `from`: remove `.` and `..`.
static const char *normalise(reference *r, const char *from, const char *path)
{
    const char *slash = strrchr(from, '/');
    char *joined = slash ? arena_print(&r->memory, "%.*s/%s", (int)(slash - from), from, path)
                         : arena_copy_text(&r->memory, path, strlen(path));
    char *result = arena_allocate(&r->memory, strlen(joined) + 2);
    for (char *part = strtok(joined, "/"); part; part = strtok(NULL, "/")) {
        if (strcmp(part, ".") == 0)
            continue;
        if (strcmp(part, "..") != 0) {
            strcat(strcat(result, *result ? "/" : ""), part);
            continue;
        }
        REQUIRE(*result);
        char *last = strrchr(result, '/');
        *(last ? last : result) = '\0';
    }
    return result;
}

static reference_document *include(reference *r, const reference_document *from, json_value site)
{
    const char *path = normalise(r, from->path, text_of(r, site));
    for (reference_document *d = r->documents; d; d = d->next)
        if (strcmp(d->path, path) == 0)
            return d;
    size_t size = 0;
    REQUIRE(r->settings.include);
    const char *text = r->settings.include(r->settings.include_user, path, &size);
    REQUIRE(text);
    return read_document(r, path, text, size);
}

static void read_trees(reference *r, reference_document *d, json_value trees)
{
    if (!is_there(trees))
        return;
    d->trees = ARENA_ARRAY(&r->memory, reference_tree, json_count(trees) + 1);
    for (json_value key = json_first(trees); is_there(key); key = json_next(json_next(key))) {
        json_value value = json_next(key), path = member(value, "include");
        reference_tree *t = &d->trees[d->tree_count++];
        *t = (reference_tree){.name = text_of(r, key), .value = value, .document = d};
        if (is_there(path))
            t->included = include(r, d, path);
        t->part = member(value, "tree");
    }
}

static reference_scope *scope_of_document(reference *r, reference_document *d)
{
    reference_scope *s = ARENA_NEW(&r->memory, reference_scope);
    s->document = d;
    return s;
}

static reference_document *read_document(reference *r, const char *path, const char *text,
                                         size_t size)
{
    reference_document *d = ARENA_NEW(&r->memory, reference_document);
    json_error error;
    d->path = path;
    REQUIRE(json_read(text, size, (json_limits){0}, &r->allocator, &d->json, &error));
    reference_document **last = &r->documents;
    while (*last)
        last = &(*last)->next;
    *last = d;
    json_value root = json_root(&d->json);
    read_blackboard(r, scope_of_document(r, d), member(root, "blackboard"));
    read_actions(r, scope_of_document(r, d), member(root, "actions"));
    read_trees(r, d, member(root, "trees"));
    return d;
}

// ---- host calls

static uint32_t use_host(reference *r, json_value value, const char *kind)
{
    const char *name = text_of(r, value);
    uint32_t index = find_host(r, name);
    // "A function that is not declared has the kind of the node that uses it"
    if (index == r->host_count)
        *ARENA_PUSH(&r->memory, r->hosts, r->host_count, r->host_capacity) =
            (reference_host){.name = name, .kind = kind};
    reference_host *host = &r->hosts[index];
    REQUIRE(strcmp(host->kind, kind) == 0);
    if (!host->used)
        *ARENA_PUSH(&r->memory, r->used_hosts, r->used_host_count, r->used_host_capacity) = index;
    host->used = true;
    return index;
}

static reference_parameter *find_parameter(reference_host *host, const char *name)
{
    for (uint32_t i = 0; i < host->parameter_count; i++)
        if (strcmp(host->parameters[i].name, name) == 0)
            return &host->parameters[i];
    return NULL;
}

// The arguments of an undeclared function have the types of the given values. If one use gives an
// int and another a float, the type is float.
static void learn_parameter(reference *r, reference_host *host, const reference_given *given)
{
    reference_parameter *parameter = find_parameter(host, given->name);
    reference_type type = REFERENCE_FLOAT;
    const reference_words *words = NULL;
    if (given->passing == REFERENCE_BY_VALUE) {
        reference_value value = reference_formula_value(r, NULL, &given->formula);
        if (parameter && parameter->words)
            value = reference_keep(value, REFERENCE_INT, parameter->words);
        else
            words = value.words;
        type = words ? REFERENCE_INT : value.type;
    }
    if (!parameter) {
        REQUIRE(!host->arguments_known);
        parameter = &host->parameters[host->parameter_count++];
        *parameter = (reference_parameter){given->name, given->passing, type, words};
    }
    REQUIRE(parameter->passing == given->passing);
    if (parameter->type != type) {
        REQUIRE(parameter->type != REFERENCE_BOOL && type != REFERENCE_BOOL);
        parameter->type = REFERENCE_FLOAT;
    }
    REQUIRE(type != REFERENCE_WORD && type != REFERENCE_ENUM);
}

static reference_given given_of(reference *r, const reference_scope *s, reference_host *host,
                                json_value key)
{
    json_value value = json_next(key);
    reference_given given = {.name = text_of(r, key)};
    const char *text = json_kind_of(value) == JSON_STRING ? text_of(r, value) : NULL;
    const char *full = text ? reference_full_name(r, s, text) : NULL;
    const reference_key *named = full ? reference_find_key(r, full) : NULL;
    const reference_parameter *declared = host->declared ? find_parameter(host, given.name) : NULL;
    bool is_text = declared && declared->is_text;
    bool is_value = !is_text && !(declared && declared->passing == REFERENCE_BY_KEY);
    if (is_value)
        given.formula = vector_of(r, s, value);
    reference_value now = {0};
    if (is_value)
        now = reference_formula_value(r, NULL, &given.formula);
    if (declared)
        given.passing = declared->passing;
    else if (now.type == REFERENCE_VECTOR)
        given.passing = REFERENCE_BY_VECTOR;
    given.width = now.width;
    if (is_text) {
        given.formula = (reference_formula){.scope = s, .text = text};
        add_text(r, text);
    } else if (given.passing == REFERENCE_BY_KEY ||
               (given.passing == REFERENCE_BY_VECTOR && named)) {
        // a whole key or a component
        uint32_t cell = named ? named->cell : reference_find_cell(r, full);
        REQUIRE(cell < r->cell_count);
        given.key = named ? named->name : r->cells[cell].name;
        given.cell = cell;
        given.width = named ? named->width : 1;
    }
    return given;
}

static bool is_given(const reference_node *n, const char *name)
{
    bool given = false;
    for (uint32_t i = 0; i < n->argument_count; i++)
        given = given || strcmp(n->arguments[i].name, name) == 0;
    return given;
}

// "Arguments that are left out stand behind the written ones, in the order of the declaration"
static void add_defaults(reference *r, const reference_host *host, reference_node *n)
{
    for (uint32_t i = 0; i < host->parameter_count; i++) {
        const reference_parameter *parameter = &host->parameters[i];
        if (!parameter->has_default || is_given(n, parameter->name))
            continue;
        if (parameter->is_text)
            add_text(r, parameter->fallback.text);
        n->arguments[n->argument_count++] =
            (reference_given){.name = parameter->name,
                              .passing = parameter->passing,
                              .width = reference_formula_value(r, NULL, &parameter->fallback).width,
                              .formula = parameter->fallback};
    }
}

static void read_call(reference *r, const reference_scope *s, reference_node *n, json_value value,
                      const char *kind)
{
    json_value name = member(value, "call");
    if (!is_there(name))
        name = required(value, "do");
    n->host = use_host(r, name, kind);
    reference_host *host = &r->hosts[n->host];
    json_value args = member(value, "args");
    uint32_t count = is_there(args) ? json_count(args) : 0;
    n->arguments = ARENA_ARRAY(&r->memory, reference_given, count + host->parameter_count + 1);
    if (!host->arguments_known)
        host->parameters = ARENA_ARRAY(&r->memory, reference_parameter, count + 1);
    for (json_value key = count ? json_first(args) : (json_value){0}; is_there(key);
         key = json_next(json_next(key))) {
        reference_given given = given_of(r, s, host, key);
        n->arguments[n->argument_count++] = given;
        if (!host->declared)
            learn_parameter(r, host, &given);
    }
    add_defaults(r, host, n);
    host->arguments_known = true;
}

// ---- attributes

static uint32_t use_persistent(reference *r, json_value value)
{
    const char *name = text_of(r, required(value, "key"));
    uint32_t i = 0;
    while (i < r->persistent_count && strcmp(r->persistents[i].name, name) != 0)
        i++;
    if (i == r->persistent_count)
        *ARENA_PUSH(&r->memory, r->persistents, r->persistent_count, r->persistent_capacity) =
            (reference_persistent_key){name, GESTALT_RUNNING};
    return i;
}

// Find the key or component of that name, as a node assigns it.
static reference_target target_of(reference *r, const reference_scope *s, json_value name)
{
    const char *full = reference_full_name(r, s, text_of(r, name));
    const reference_key *key = reference_find_key(r, full);
    reference_target target = {.name = full,
                               .cell = key ? key->cell : reference_find_cell(r, full),
                               .width = key ? key->width : 1};
    REQUIRE(target.cell < r->cell_count);
    return target;
}

// "Another list key of the same element type and at most the same capacity"
static void read_copy(reference *r, const reference_scope *s, reference_node *n, json_value to)
{
    n->list.from = target_of(r, s, to);
    REQUIRE(r->cells[n->list.from.cell].type == REFERENCE_LIST);
    const reference_list *from = r->cells[n->list.from.cell].value.list;
    const reference_list *list = r->cells[n->cell].value.list;
    REQUIRE(from->type == list->type && from->width == list->width);
    REQUIRE(!from->words == !list->words);
    REQUIRE(!list->words || reference_same_words(from->words, list->words));
    // in trees that are never copied, params have no capacity
    REQUIRE(r->real_node_count > 0 || from->capacity <= list->capacity);
}

// "A list of at most 16 expressions and at most `capacity`"
static void read_written_list(reference *r, const reference_scope *s, reference_node *n,
                              json_value to)
{
    enum { WRITTEN_MAX = 16 };
    const reference_list *list = r->cells[n->cell].value.list;
    REQUIRE(json_count(to) <= WRITTEN_MAX && json_count(to) <= list->capacity);
    n->list.values = ARENA_ARRAY(&r->memory, reference_formula, json_count(to) + 1);
    for (json_value each = json_first(to); is_there(each); each = json_next(each))
        n->list.values[n->list.value_count++] = element_formula(r, s, list, each);
}

// "An `item` is a key of the element type, not shared"; nothing is converted.
static void read_item(reference *r, const reference_scope *s, reference_node *n, json_value name)
{
    const reference_list *list = r->cells[n->cell].value.list;
    n->list.item = target_of(r, s, name);
    const reference_cell *cell = &r->cells[n->list.item.cell];
    reference_type type = list->type == REFERENCE_VECTOR ? REFERENCE_FLOAT : list->type;
    REQUIRE(!cell->shared && cell->type == type && !cell->words == !list->words);
    REQUIRE(!list->words || reference_same_words(cell->words, list->words));
    REQUIRE(n->list.item.width == (list->width ? list->width : 1));
}

// Read the attributes of a node whose `key` is a list.
static void read_list_use(reference *r, const reference_scope *s, reference_node *n,
                          json_value value)
{
    json_value at = member(value, "at"), to = member(value, "to"), item = member(value, "item");
    json_value pushed = member(value, "value"), index = member(value, "index");
    const reference_list *list = r->cells[n->cell].value.list;
    REQUIRE(r->cells[n->cell].type == REFERENCE_LIST);
    n->list.has_at = is_there(at);
    if (n->list.has_at)
        n->list.at = formula_of(r, s, at);
    if (reference_node_is(n, "set") && n->list.has_at)
        n->formula = element_formula(r, s, list, to);
    else if (reference_node_is(n, "set") && json_kind_of(to) == JSON_ARRAY)
        read_written_list(r, s, n, to);
    else if (reference_node_is(n, "set"))
        read_copy(r, s, n, to);
    else if (reference_node_is(n, "push"))
        n->formula = element_formula(r, s, list, pushed);
    else if (is_there(to) || is_there(item))
        read_item(r, s, n, is_there(to) ? to : item);
    if (is_there(index)) {
        n->list.index = target_of(r, s, index);
        REQUIRE(r->cells[n->list.index.cell].type == REFERENCE_INT);
        REQUIRE(!r->cells[n->list.index.cell].words && !r->cells[n->list.index.cell].shared);
        REQUIRE(n->list.index.cell != n->list.item.cell);
    }
}

static bool uses_list(const reference_node *n)
{
    return reference_node_is(n, "push") || reference_node_is(n, "pop") ||
           reference_node_is(n, "clear") || reference_node_is(n, "for_each");
}

static void read_key(reference *r, const reference_scope *s, reference_node *n, json_value value)
{
    reference_target target = target_of(r, s, required(value, "key"));
    bool is_list = r->cells[target.cell].type == REFERENCE_LIST;
    n->key = target.name;
    n->cell = target.cell;
    REQUIRE(reference_node_is(n, "for_each") || !r->cells[n->cell].shared);
    if (is_list || uses_list(n)) {
        read_list_use(r, s, n, value);
        return;
    }
    json_value to = required(value, "to");
    n->is_vector = target.width > 1;
    if (n->is_vector)
        n->formula = vector_of(r, s, to);
    else
        n->formula = formula_of_type(r, s, to, r->cells[n->cell].type);
}

static void read_leaf(reference *r, const reference_scope *s, reference_node *n, json_value value)
{
    if (reference_node_is(n, "action") || reference_node_is(n, "deferred")) {
        read_call(r, s, n, value, reference_node_is(n, "action") ? "immediate" : "deferred");
        if (is_there(member(value, "resource")))
            n->resource = text_of(r, member(value, "resource"));
    } else if (reference_node_is(n, "persistent")) {
        n->persistent = use_persistent(r, value);
        if (is_there(member(value, "init")))
            r->persistents[n->persistent].init = status_of(member(value, "init"));
    } else if (reference_node_is(n, "signal")) {
        n->persistent = use_persistent(r, value);
        n->status = status_of(required(value, "to"));
    } else if (reference_node_is(n, "set") || uses_list(n)) {
        read_key(r, s, n, value);
    }
}

// Read what `condition`, `decide` and `switch` evaluate.
static void read_question(reference *r, const reference_scope *s, reference_node *n,
                          json_value value)
{
    if (json_kind_of(value) == JSON_STRING) // a condition written as a bare string
        n->formula = formula_of(r, s, value);
    else if (is_there(member(value, "if")))
        n->formula = formula_of(r, s, member(value, "if"));
    else if (is_there(member(value, "on")))
        n->formula = formula_of(r, s, member(value, "on"));
    else
        read_call(r, s, n, value, "predicate");
}

static int64_t threshold_of(reference *r, const reference_scope *s, const reference_node *n,
                            json_value value, int64_t missing)
{
    if (!is_there(value))
        return missing;
    if (json_is(value, "all"))
        return n->child_count;
    return json_is(value, "any") ? 1 : whole_of(r, s, value);
}

static int64_t whole_or(reference *r, const reference_scope *s, json_value value, int64_t missing)
{
    return is_there(value) ? whole_of(r, s, value) : missing;
}

static void read_numbers(reference *r, const reference_scope *s, reference_node *n,
                         json_value value)
{
    json_value seconds = member(value, "seconds"), ticks = member(value, "ticks");
    json_value p = member(value, "p"), rounds = member(value, "count");
    n->in_ticks = is_there(ticks);
    n->is_evaluated = is_evaluated(r, s, is_there(seconds) ? seconds : ticks);
    if (n->is_evaluated)
        n->lasts = formula_of(r, s, is_there(seconds) ? seconds : ticks);
    else if (is_there(seconds))
        n->duration = microseconds_of(r, s, seconds);
    else
        n->duration = whole_or(r, s, ticks, 0);
    n->count = whole_or(r, s, is_there(rounds) ? rounds : member(value, "attempts"), 0);
    n->per_tick = whole_or(r, s, member(value, "per_tick"), 64);
    n->pause = whole_or(r, s, member(value, "pause"), 0);
    n->until = GESTALT_RUNNING; // none
    if (is_there(member(value, "until")))
        n->until = json_is(member(value, "until"), "success") ? GESTALT_SUCCESS : GESTALT_FAILURE;
    n->reactive = json_kind_of(member(value, "reactive")) == JSON_TRUE;
    if (is_there(member(value, "margin")))
        n->margin = (float)real_of(r, s, member(value, "margin"));
    if (is_there(p))
        n->probability = (float)real_of(r, s, p);
}

static void read_lists(reference *r, const reference_scope *s, reference_node *n, json_value value)
{
    json_value weights = member(value, "weights"), scores = member(value, "scores");
    if (is_there(weights)) {
        uint32_t i = 0;
        REQUIRE(json_count(weights) == n->child_count);
        n->weights = ARENA_ARRAY(&r->memory, float, n->child_count);
        for (json_value w = json_first(weights); is_there(w); w = json_next(w))
            n->weights[i++] = (float)real_of(r, s, w);
    }
    if (is_there(scores)) {
        uint32_t i = 0;
        REQUIRE(json_count(scores) == n->child_count);
        n->scores = ARENA_ARRAY(&r->memory, reference_formula, n->child_count);
        for (json_value score = json_first(scores); is_there(score); score = json_next(score))
            n->scores[i++] = formula_of_type(r, s, score, REFERENCE_FLOAT);
    }
}

static void read_inner(reference *r, const reference_scope *s, reference_node *n, json_value value)
{
    if (reference_node_is(n, "for_each"))
        read_key(r, s, n, value);
    if (reference_node_is(n, "debug"))
        n->message = text_of(r, required(value, "message"));
    n->random_order = is_there(member(value, "order")) && json_is(member(value, "order"), "random");
    n->verdict_at_end =
        is_there(member(value, "verdict")) && json_is(member(value, "verdict"), "end");
    n->success = threshold_of(r, s, n, member(value, "success"), n->child_count);
    n->failure = threshold_of(r, s, n, member(value, "failure"), 1);
    read_lists(r, s, n, value);
}

// ---- nodes, numbered in preorder, with the root as 0

static reference_node *expand(reference *r, const reference_scope *s, json_value value,
                              const char *name);

// "The `cases` of a `switch` come in the order in which they are written, before its `default`."
static void expand_cases(reference *r, const reference_scope *s, reference_node *n,
                         json_value value)
{
    json_value cases = required(value, "cases"), missing = member(value, "default");
    n->children = ARENA_ARRAY(&r->memory, reference_node *, json_count(cases) + 1);
    n->cases = ARENA_ARRAY(&r->memory, const char *, json_count(cases));
    for (json_value c = json_first(cases); is_there(c); c = json_next(json_next(c))) {
        n->cases[n->case_count++] = text_of(r, c);
        n->children[n->child_count++] = expand(r, s, json_next(c), NULL);
    }
    if (is_there(missing))
        n->children[n->child_count++] = expand(r, s, missing, NULL);
}

static void expand_children(reference *r, const reference_scope *s, reference_node *n,
                            json_value value)
{
    json_value children = member(value, "children"), child = member(value, "child");
    uint32_t count = is_there(children) ? json_count(children) : 2;
    n->children = ARENA_ARRAY(&r->memory, reference_node *, count);
    n->has_list = is_there(children);
    if (is_there(children))
        for (json_value c = json_first(children); is_there(c); c = json_next(c))
            n->children[n->child_count++] = expand(r, s, c, NULL);
    if (reference_node_is(n, "service")) // "The `do` of a `service` comes before its `child`."
        n->children[n->child_count++] = expand(r, s, required(value, "do"), NULL);
    if (is_there(child))
        n->children[n->child_count++] = expand(r, s, child, NULL);
    if (reference_node_is(n, "switch"))
        expand_cases(r, s, n, value);
    if (reference_node_is(n, "decide")) { // "The `then` of a `decide` comes before its `else`."
        n->children[n->child_count++] = expand(r, s, required(value, "then"), NULL);
        if (is_there(member(value, "else")))
            n->children[n->child_count++] = expand(r, s, member(value, "else"), NULL);
    }
}

static reference_node *expand_node(reference *r, const reference_scope *s, json_value value,
                                   const char *type, const char *name)
{
    reference_node *n = ARENA_NEW(&r->memory, reference_node);
    *n = (reference_node){.id = r->node_count, .name = name, .host = NO_HOST};
    *ARENA_PUSH(&r->memory, r->nodes, r->node_count, r->node_capacity) = n;
    n->type = reference_node_type_named(type);
    REQUIRE(n->type);
    if (reference_node_is(n, "condition") || reference_node_is(n, "decide") ||
        reference_node_is(n, "switch"))
        read_question(r, s, n, value);
    else if (n->type->is_leaf)
        read_leaf(r, s, n, value);
    read_numbers(r, s, n, value);
    expand_children(r, s, n, value);
    if (!n->type->is_leaf)
        read_inner(r, s, n, value);
    n->end = r->node_count;
    return n;
}

static reference_tree *find_tree(const reference_document *d, json_value name)
{
    for (uint32_t i = 0; i < d->tree_count; i++)
        if (json_is(name, d->trees[i].name))
            return &d->trees[i];
    return NULL;
}

// Resolve a tree that is an include: to the root of the included document, or to one of its trees.
static json_value included_tree(reference_tree **t)
{
    while ((*t)->included) {
        (*t)->used = true;
        if (!is_there((*t)->part)) {
            (*t)->included->used = true;
            return json_root(&(*t)->included->json);
        }
        *t = find_tree((*t)->included, (*t)->part);
        REQUIRE(*t);
    }
    (*t)->used = true;
    return (*t)->value;
}

// Return a new key for a param of a tree that is never copied. No other param gets the same key.
static const char *key_of_nobody(reference *r, const reference_scope *s, json_value param)
{
    const char *name = arena_print(&r->memory, "nobody/%u", (unsigned)r->key_count);
    add_key(r, s, name, required(param, "key"));
    return name;
}

static void bind_param(reference *r, reference_scope *inner, const reference_scope *outer,
                       json_value declared, json_value given)
{
    reference_param *p = &inner->params[inner->param_count++];
    json_value value = json_next(declared);
    const char *name = text_of(r, declared);
    reference_param bound = {.name = name, .written = outer};
    if (is_there(member(value, "key"))) {
        bound.key = is_there(given) ? reference_full_name(r, outer, text_of(r, given))
                                    : key_of_nobody(r, inner, value);
    } else if (is_there(member(value, "node"))) {
        bound.is_node = true;
        bound.node = given;
    } else {
        const reference_scope none = {.document = inner->document};
        bound.value =
            constant_of(r, is_there(given) ? outer : &none, is_there(given) ? given : value);
    }
    *p = bound;
}

// Make the PATH of a copy unique: a second copy with the same PATH is `PATH#2`. All copies count,
// in preorder.
static const char *number_path(reference *r, const char *path)
{
    uint32_t i = 0;
    while (i < r->path_count && strcmp(r->paths[i].path, path) != 0)
        i++;
    if (i == r->path_count)
        *ARENA_PUSH(&r->memory, r->paths, r->path_count, r->path_capacity) =
            (reference_path){.path = path};
    uint32_t number = ++r->paths[i].copies;
    return number == 1 ? path : arena_print(&r->memory, "%s#%u", path, (unsigned)number);
}

// The scope of a copy of `tree`, which is an object with `params`, and with `blackboard` or, if it
// is a document, `own`. Each copy of the tree has its own keys of that kind.
static const reference_scope *scope_of_copy(reference *r, reference_document *d, json_value tree,
                                            bool is_document, const reference_scope *outer,
                                            json_value with)
{
    reference_scope *inner = scope_of_document(r, d);
    json_value params = member(tree, "params");
    uint32_t count = is_there(params) ? json_count(params) : 0;
    inner->params = ARENA_ARRAY(&r->memory, reference_param, count + 1);
    for (json_value key = count ? json_first(params) : (json_value){0}; is_there(key);
         key = json_next(json_next(key)))
        bind_param(r, inner, outer, key, member(with, text_of(r, key)));
    inner->own = member(tree, is_document ? "own" : "blackboard");
    inner->path = *r->path ? number_path(r, r->path) : "";
    bool has_own = is_there(inner->own) && json_count(inner->own) > 0;
    for (json_value key = has_own ? json_first(inner->own) : (json_value){0}; is_there(key);
         key = json_next(json_next(key)))
        add_key(r, inner, reference_full_name(r, inner, text_of(r, key)), json_next(key));
    return inner;
}

static reference_node *expand_tree(reference *r, reference_tree *t, const reference_scope *outer,
                                   json_value site, const char *name)
{
    const char *around = r->path;
    json_value own = member(site, "name");
    const char *part = is_there(own) ? text_of(r, own) : t->name;
    r->path = *around ? arena_print(&r->memory, "%s/%s", around, part) : part;
    bool is_document;
    json_value tree = included_tree(&t);
    is_document = t->included != NULL;
    const reference_scope *inner = scope_of_copy(r, is_document ? t->included : t->document, tree,
                                                 is_document, outer, member(site, "with"));
    reference_node *root = expand(r, inner, required(tree, "root"), name);
    r->path = around;
    return root;
}

// Expand a `given` to a copy of the node that it stands for. Return NULL if no node is given.
static reference_node *expand_given(reference *r, const reference_scope *s, json_value param,
                                    const char *name)
{
    const reference_param *found = NULL;
    for (uint32_t i = 0; i < s->param_count; i++)
        if (s->params[i].is_node && json_is(param, s->params[i].name))
            found = &s->params[i];
    REQUIRE(found);
    return is_there(found->node) ? expand(r, found->written, found->node, name) : NULL;
}

// `name` is the name of a `subtree` or `given`. The root of the copy gets it if it has no name.
static reference_node *expand(reference *r, const reference_scope *s, json_value value,
                              const char *name)
{
    if (json_kind_of(value) == JSON_STRING)
        return expand_node(r, s, value, "condition", name);
    json_value type = required(value, "type"), own = member(value, "name");
    if (is_there(own))
        name = text_of(r, own);
    if (json_is(type, "given"))
        return expand_given(r, s, required(value, "node"), name);
    if (!json_is(type, "subtree"))
        return expand_node(r, s, value, text_of(r, type), name);
    reference_tree *t = find_tree(s->document, required(value, "tree"));
    REQUIRE(t);
    return expand_tree(r, t, s, value, name);
}

static void learn_from(reference *r, reference_document *d, json_value tree, bool is_document)
{
    uint32_t keys = r->key_count, cells = r->cell_count, paths = r->path_count;
    json_value none = {0};
    expand(r, scope_of_copy(r, d, tree, is_document, NULL, none), required(tree, "root"), NULL);
    r->key_count = keys;
    r->cell_count = cells;
    r->path_count = paths;
}

// Expand the trees that are never copied, only to learn the argument types of the host names that
// they use. The result does not contain their nodes.
static void learn_from_unused(reference *r)
{
    uint32_t persistents = r->persistent_count, used_hosts = r->used_host_count;
    r->path = "nobody"; // a prefix that no key of a real copy has
    for (reference_document *d = r->documents; d; d = d->next) {
        json_value root = json_root(&d->json);
        if (d != r->documents && !d->used && is_there(member(root, "root")))
            learn_from(r, d, root, true);
        for (uint32_t i = 0; i < d->tree_count; i++) {
            reference_tree *t = &d->trees[i];
            if (!t->used && !t->included)
                learn_from(r, t->document, t->value, false);
        }
    }
    r->persistent_count = persistents;
    r->used_host_count = used_hosts;
    r->node_count = r->real_node_count;
}

const char *reference_name(reference *r)
{
    json_value name = member(json_root(&r->documents->json), "name");
    if (is_there(name))
        return text_of(r, name);
    return r->settings.name ? r->settings.name : "";
}

void reference_read_documents(reference *r, const char *text, size_t size)
{
    reference_document *first = read_document(r, "", text, size);
    json_value root = json_root(&first->json), none = {0};
    r->path = "";
    expand(r, scope_of_copy(r, first, root, true, NULL, none), required(root, "root"), NULL);
    r->real_node_count = r->node_count;
    uint32_t texts = r->text_count;
    learn_from_unused(r);
    r->text_count = texts;
    if (texts > 0)
        qsort(r->texts, texts, sizeof *r->texts, compare_texts);
}
