// SPDX-License-Identifier: MIT
#include "scene_number.h"

#include "names.h"
#include "nearest.h"

#include <string.h>

void scene_expressions_destroy(scene_expressions *e)
{
    for (uint32_t i = 0; i < e->count; i++)
        gestalt_expression_destroy(e->list[i]);
    e->count = 0;
}

// ---- expressions

typedef struct number_report {
    scene_reader *r;
    const scene_string *text;
    uint32_t count;
} number_report;

enum {
    MISTAKES = 100
}; // most errors that are reported for one expression: each is searched in its string

static _Noreturn void number_escape(scene_reader *r)
{
    longjmp(r->form.memory->escape, 1);
}

// Called in the middle of an engine call, so running out of arena memory must not jump out here.
static void number_wrong(void *user, const char *code, uint32_t begin, uint32_t end,
                         const char *message, const char *help)
{
    number_report *to = user;
    if (to->count == MISTAKES)
        return;
    to->count++;
    const json_form *form = &to->r->form;
    const scene_string *t = to->text;
    gestalt_span place = {form->source, json_string_place(t->string, t->begin + begin),
                          json_string_place(t->string, t->begin + end)};
    gestalt_diagnostic *added = gestalt_diagnostics_add(form->diagnostics, code, place, message);
    if (!added || (help && !gestalt_diagnostics_help(form->diagnostics, added, help)))
        to->r->has_no_memory = true;
}

scene_string scene_string_of(scene_reader *r, json_value string)
{
    return (scene_string){string, json_form_text(&r->form, string), json_string_size(string), 0};
}

gestalt_expression *scene_compile(scene_reader *r, const scene_string *text,
                                  const gestalt_expression_options *options)
{
    number_report report = {r, text, 0};
    gestalt_expression_options how = *options;
    gestalt_expression *e;
    scene_expressions *kept = r->expressions;
    gestalt_expression **place =
        ARENA_PUSH(r->form.memory, kept->list, kept->count, kept->capacity);
    *place = NULL;
    how.allocator = r->form.memory->allocator;
    how.report = number_wrong;
    how.report_user = &report;
    if (!how.lookup) {
        how.lookup = scene_param_lookup;
        how.lookup_user = r;
    }
    gestalt_result result = gestalt_expression_compile(text->text, text->size, &how, &e, NULL);
    if (result == GESTALT_NO_MEMORY || r->has_no_memory) {
        gestalt_expression_destroy(e);
        number_escape(r);
    }
    *place = e;
    return e;
}

bool scene_compute(scene_reader *r, json_value string, gestalt_expression_wanted wanted,
                   gestalt_value *value)
{
    scene_string text = scene_string_of(r, string);
    gestalt_expression *e =
        scene_compile(r, &text, &(gestalt_expression_options){.wanted = wanted});
    if (!e || !gestalt_expression_constant(e, value))
        return false;
    gestalt_expression_destroy(e);
    r->expressions->count--; // it was added last
    return true;
}

// ---- params

const scene_param *scene_param_find(const scene_reader *r, const char *name)
{
    for (uint32_t i = 0; i < r->param_count; i++)
        if (strcmp(r->params[i].name, name) == 0)
            return &r->params[i];
    return NULL;
}

bool scene_param_lookup(void *user, const char *name, gestalt_expression_name *meaning)
{
    scene_reader *r = user;
    const scene_param *p = scene_param_find(r, name);
    nearest best;
    if (p) {
        meaning->is_constant = true;
        meaning->is_wrong = p->is_wrong;
        meaning->value = p->value;
        return true;
    }
    nearest_start(&best, name, strlen(name), r->form.suggestions);
    for (uint32_t i = 0; i < r->param_count; i++)
        nearest_offer(&best, r->params[i].name, strlen(r->params[i].name));
    meaning->nearest = best.name;
    return false;
}

static bool written_as_int(json_value number)
{
    const char *text = number.document->text;
    for (uint32_t i = json_begin(number); i < json_end(number); i++)
        if (strchr(".eE", text[i]))
            return false;
    return true;
}

static bool param_number(scene_reader *r, json_value value, gestalt_value *to)
{
    int64_t whole;
    if (!written_as_int(value)) {
        *to = (gestalt_value){.type = GESTALT_FLOAT, .number = (float)json_double(value)};
        return true;
    }
    if (json_int64(value, &whole) && whole == (int32_t)whole) {
        *to = (gestalt_value){.type = GESTALT_INT, .integer = (int32_t)whole};
        return true;
    }
    scene_help(r, scene_wrong(r, value, DIAGNOSTIC_INT_RANGE, "an int has 32 bits"),
               "with a decimal point it is a float");
    return false;
}

static bool param_value(scene_reader *r, json_value value, gestalt_value *to)
{
    json_kind kind = json_kind_of(value);
    switch (kind) {
    case JSON_NUMBER: return param_number(r, value, to);
    case JSON_STRING: return scene_compute(r, value, GESTALT_EXPRESSION_ANY, to);
    case JSON_TRUE:
    case JSON_FALSE:
        *to = (gestalt_value){.type = GESTALT_BOOL, .boolean = kind == JSON_TRUE};
        return true;
    default:
        scene_wrong(r, value, DIAGNOSTIC_WRONG_KIND,
                    "a param must be a number, a bool or an expression, not %s",
                    json_kind_text(kind));
        return false;
    }
}

static bool param_name_is_free(scene_reader *r, json_value key, const char *name)
{
    static const char *const reserved[] = {"true", "false", "time", "dt", "tick", "agent"};
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
        if (strcmp(name, reserved[i]) == 0) {
            scene_wrong(r, key, DIAGNOSTIC_RESERVED_NAME, "`%s` has a fixed meaning in expressions",
                        name);
            return false;
        }
    return true;
}

void scene_read_params(scene_reader *r, json_value params)
{
    if (json_kind_of(params) == JSON_NONE ||
        !json_form_expect(&r->form, params, JSON_OBJECT, "`params`"))
        return;
    if (json_count(params) > SCENE_PARAMS) {
        scene_wrong(r, params, DIAGNOSTIC_LIST_LENGTH, "a scene has at most %d params",
                    (int)SCENE_PARAMS);
        return;
    }
    r->params = scene_memory(r, SCENE_PARAMS * sizeof *r->params);
    for (json_value key = json_first(params); json_kind_of(key) != JSON_NONE;
         key = json_next(json_next(key))) {
        scene_param p = {0};
        p.name = json_form_name(&r->form, key, "a param's name", true);
        if (!p.name || !param_name_is_free(r, key, p.name))
            continue;
        p.is_wrong = !param_value(r, json_next(key), &p.value);
        if (!scene_param_find(r, p.name)) // a duplicate, which was reported
            r->params[r->param_count++] = p;
    }
}
