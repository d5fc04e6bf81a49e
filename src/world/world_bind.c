// SPDX-License-Identifier: MIT
// Building hosts that fit trees: a tree may use functions with any of their arguments, so each
// group gets a host with its functions exactly as its shape calls them. A call that cannot fit is
// an error of the scene.
#include "nearest.h"
#include "world_state.h"

#include <gestalt/calls.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// An iteration over all functions: first those of the world, then those of its parts, then those of
// the host.
typedef struct function_walk {
    const scene *scene;
    int list;
    const gestalt_world_function *next;
} function_walk;

static const gestalt_world_function no_functions[1] = {0};

// Return NULL after the last list.
static const gestalt_world_function *list_at(const scene *s, int i)
{
    const gestalt_world_function *list = NULL;
    switch (i) {
    case 0: return world_behaviours;
    case 1: return world_sensors;
    case SCENE_PART_COUNT + 2: list = s->host.functions; break;
    case SCENE_PART_COUNT + 3: return NULL;
    default: {
        int host = i - 2 - SCENE_PARTS_LISTED;
        const world_part *part = world_part_of(s, i - 2);
        if (host >= 0 && s->host.parts[host])
            list = s->host.parts[host]->functions;
        else
            list = part ? part->functions : NULL;
    }
    }
    return list ? list : no_functions;
}

static const gestalt_world_function *next_function(function_walk *walk)
{
    while (!walk->next || !walk->next->name) {
        walk->next = list_at(walk->scene, walk->list++);
        if (!walk->next)
            return NULL;
    }
    return walk->next++;
}

const gestalt_world_function *world_find_function(const scene *s, const char *name)
{
    function_walk walk = {.scene = s};
    for (const gestalt_world_function *f; (f = next_function(&walk));)
        if (strcmp(f->name, name) == 0)
            return f;
    return NULL;
}

static int find_argument(const gestalt_world_function *f, const char *name)
{
    for (int i = 0; i < GESTALT_WORLD_ARGUMENTS && f->arguments[i].name; i++)
        if (strcmp(f->arguments[i].name, name) == 0)
            return i;
    return -1;
}

bool world_key_argument(void *user, const char *function, const char *argument,
                        gestalt_parameter *key)
{
    const gestalt_world_function *f = world_find_function(user, function);
    int at = f ? find_argument(f, argument) : -1;
    if (at < 0 || !f->arguments[at].by_key)
        return false;
    key->type = f->arguments[at].type;
    key->is_list = f->arguments[at].is_list;
    return true;
}

// ---- calls that do not fit

typedef struct fitting {
    scene_reader *r;
    const scene_group *group;
    const gestalt_shape *shape;
    const char *name; // name of the function
    uint32_t host;    // number of the function in the shape
} fitting;

static const char *const type_texts[] = {"a bool", "an int", "a float", "a vec2", "a vec3"};

static const char *parameter_text(gestalt_type type, bool is_list)
{
    static const char *const lists[] = {"a list of bools", "a list of ints", "a list of floats",
                                        "a list of vec2s", "a list of vec3s"};
    return (is_list ? lists : type_texts)[type];
}

// Return the first node that calls the function.
static uint32_t caller_of(const fitting *f)
{
    gestalt_shape_call call = {0};
    while (gestalt_shape_next_call(f->shape, &call))
        if (call.function == f->host)
            return call.node;
    return 0;
}

// Report an error at the call: inside the scene, or at the name of the tree's file.
static gestalt_diagnostic *bind_wrong(const fitting *f, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static gestalt_diagnostic *bind_wrong(const fitting *f, const char *format, ...)
{
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    gestalt_shape_place at;
    bool has_place = gestalt_shape_node_place(f->shape, caller_of(f), &at);
    json_value tree = f->group->tree_value;
    bool is_here =
        has_place && strcmp(at.file, f->r->file) == 0; // otherwise it is in an included document
    if (json_kind_of(tree) == JSON_OBJECT && is_here && !f->group->tree_path)
        return scene_wrong_at(f->r, at.line, at.column, DIAGNOSTIC_SCENE_TREE, "%s", text);
    gestalt_diagnostic *report = scene_wrong(f->r, tree, DIAGNOSTIC_SCENE_TREE, "%s", text);
    if (has_place)
        scene_help(f->r, report, "it is called in line %u, column %u of `%s`", (unsigned)at.line,
                   (unsigned)at.column, at.file);
    return report;
}

static void report_unknown(const fitting *f)
{
    nearest best;
    function_walk walk = {.scene = f->r->scene};
    nearest_start(&best, f->name, strlen(f->name), f->r->form.suggestions);
    for (const gestalt_world_function *known; (known = next_function(&walk));)
        nearest_offer(&best, known->name, strlen(known->name));
    gestalt_diagnostic *report =
        bind_wrong(f, "the tree calls `%s`, which worlds do not have", f->name);
    if (best.name)
        scene_help(f->r, report, "did you mean `%s`?", best.name);
}

static void report_argument(const fitting *f, const gestalt_world_function *function,
                            const char *name)
{
    nearest best;
    nearest_start(&best, name, strlen(name), f->r->form.suggestions);
    for (int i = 0; i < GESTALT_WORLD_ARGUMENTS && function->arguments[i].name; i++)
        nearest_offer(&best, function->arguments[i].name, strlen(function->arguments[i].name));
    gestalt_diagnostic *report = bind_wrong(f, "`%s` has no argument `%s`", f->name, name);
    if (best.name)
        scene_help(f->r, report, "did you mean `%s`?", best.name);
}

static bool types_fit(const gestalt_world_argument *wanted, const gestalt_parameter *given)
{
    if (wanted->by_key != given->by_key || wanted->is_list != given->is_list)
        return false;
    return wanted->type == given->type ||
           (wanted->type == GESTALT_FLOAT && given->type == GESTALT_INT && !wanted->by_key);
}

static void fit_argument(const fitting *f, const gestalt_world_function *function,
                         uint32_t argument)
{
    gestalt_parameter given = gestalt_shape_argument(f->shape, f->host, argument);
    int at = find_argument(function, given.name);
    if (at < 0) {
        report_argument(f, function, given.name);
        return;
    }
    const gestalt_world_argument *wanted = &function->arguments[at];
    if (types_fit(wanted, &given))
        return;
    gestalt_diagnostic *report = bind_wrong(
        f, "`%s` gets `%s` as %s%s, but needs %s%s", f->name, given.name,
        given.by_key ? "the key of " : "", parameter_text(given.type, given.is_list),
        wanted->by_key ? "the key of " : "", parameter_text(wanted->type, wanted->is_list));
    if (wanted->type == WORLD_VECTOR && given.type > GESTALT_FLOAT)
        scene_help(f->r, report, "the scene has %s dimensions",
                   STEER_DIMENSIONS == 3 ? "three" : "two");
    const char *type = strchr(type_texts[wanted->type], ' ') + 1;
    if (wanted->is_list)
        scene_help(f->r, report,
                   "declare it: \"actions\": { \"%s\": { \"args\": { \"%s\": { \"key\": { "
                   "\"list\": \"%s\" } } } } }",
                   f->name, given.name, type);
    else if (wanted->by_key)
        scene_help(f->r, report,
                   "declare it: \"actions\": { \"%s\": { \"args\": { \"%s\": \"key %s\" } } }",
                   f->name, given.name, type);
}

// Return the number of an argument that the shape passes, or -1.
static int given_argument(const gestalt_shape *shape, uint32_t function, const char *name)
{
    uint32_t count = gestalt_shape_function_at(shape, function).argument_count;
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(gestalt_shape_argument(shape, function, i).name, name) == 0)
            return (int)i;
    return -1;
}

static void fit_function(fitting *f)
{
    static const char *const kinds[] = {"action", "deferred action", "predicate"};
    static const unsigned uses[] = {
        [GESTALT_IMMEDIATE] = GESTALT_WORLD_ACTION, [GESTALT_PREDICATE] = GESTALT_WORLD_PREDICATE};
    gestalt_shape_function called = gestalt_shape_function_at(f->shape, f->host);
    f->name = called.name;
    const gestalt_world_function *function = world_find_function(f->r->scene, f->name);
    if (!function) {
        report_unknown(f);
        return;
    }
    if (!(function->uses & uses[called.kind]))
        bind_wrong(f, "`%s` is not a %s here", f->name, kinds[called.kind]);
    for (uint32_t i = 0; i < called.argument_count; i++)
        fit_argument(f, function, i);
    for (int i = 0; i < GESTALT_WORLD_ARGUMENTS && function->arguments[i].name; i++)
        if (function->arguments[i].required &&
            given_argument(f->shape, f->host, function->arguments[i].name) < 0)
            bind_wrong(f, "`%s` needs the argument `%s`", f->name, function->arguments[i].name);
}

// Report keys that the world would write if they had the type for its dimensions.
static void fit_views(const fitting *f)
{
    for (uint32_t i = 0; i < gestalt_shape_key_count(f->shape); i++) {
        gestalt_shape_key key = gestalt_shape_key_at(f->shape, i);
        const char *wanted = world_sense_misfit(&key);
        if (!wanted)
            continue;
        gestalt_diagnostic *report =
            scene_wrong(f->r, f->group->tree_value, DIAGNOSTIC_SCENE_TREE,
                        "the key `%s` of the tree is %s, but the world's is a %s", key.name,
                        type_texts[key.type], wanted);
        scene_help(f->r, report, "the scene has %s dimensions",
                   STEER_DIMENSIONS == 3 ? "three" : "two");
    }
}

void world_fit(scene_reader *r, const scene_group *group)
{
    fitting f = {.r = r, .group = group, .shape = group->shape};
    uint32_t count = gestalt_shape_function_count(f.shape);
    for (f.host = 0; f.host < count; f.host++)
        fit_function(&f);
    fit_views(&f);
}

// ---- constants

bool world_constant(const gestalt_shape *shape, const gestalt_shape_call *call,
                    const gestalt_world_argument *argument, float *value)
{
    gestalt_value given = {.type = GESTALT_FLOAT, .number = argument->otherwise};
    gestalt_given how = gestalt_shape_given(shape, call, argument->name, &given);
    *value = given.type == GESTALT_INT ? (float)given.integer : given.number;
    return how != GESTALT_GIVEN_VALUE;
}

// The grid is built for the largest radius that some function uses, or can use.
static void want_reaches(world *w, const gestalt_shape *shape)
{
    gestalt_shape_call call = {0};
    while (gestalt_shape_next_call(shape, &call)) {
        const gestalt_world_function *f =
            world_find_function(w->scene, gestalt_shape_function_at(shape, call.function).name);
        for (int i = 0; i < GESTALT_WORLD_ARGUMENTS && f->arguments[i].name; i++) {
            float value;
            if (!f->arguments[i].is_reach)
                continue;
            if (!world_constant(shape, &call, &f->arguments[i], &value))
                value = w->scene->space.sight;
            if (value > w->sight.reach)
                w->sight.reach = value < w->head.most_radius ? value : w->head.most_radius;
        }
    }
}

// ---- binding

// List the arguments as this shape passes them, in the order of the function's table.
static uint32_t give_arguments(const gestalt_shape *shape, uint32_t function,
                               gestalt_world_binding *b, gestalt_parameter *list)
{
    uint32_t count = 0;
    for (int i = 0; i < GESTALT_WORLD_ARGUMENTS; i++) {
        b->position[i] = -1;
        const gestalt_world_argument *a = &b->function->arguments[i];
        int at = a->name ? given_argument(shape, function, a->name) : -1;
        if (at < 0)
            continue;
        list[count] = gestalt_shape_argument(shape, function, (uint32_t)at);
        b->is_int[i] = a->type == GESTALT_FLOAT && list[count].type == GESTALT_INT;
        b->position[i] = (int8_t)count++;
    }
    return count;
}

static gestalt_result add_function(world *w, world_group *group, uint32_t function,
                                   gestalt_error *error)
{
    const gestalt_shape *shape = group->scene->shape;
    gestalt_shape_function called = gestalt_shape_function_at(shape, function);
    gestalt_world_binding *b = world_allocate(w, sizeof *b);
    if (!b)
        return GESTALT_NO_MEMORY;
    *b = (gestalt_world_binding){
        .world = w, .group = group, .function = world_find_function(w->scene, called.name)};
    gestalt_parameter arguments[GESTALT_WORLD_ARGUMENTS];
    gestalt_function f = {.name = called.name,
                          .kind = called.kind,
                          .batch = b->function->body,
                          .gathered = b->function->gathered,
                          .user = b,
                          .arguments = arguments};
    f.argument_count = give_arguments(shape, function, b, arguments);
    return gestalt_host_add(group->host, &f, error);
}

gestalt_result world_bind(world *w, world_group *group, gestalt_error *error)
{
    const gestalt_shape *shape = group->scene->shape;
    gestalt_result result = gestalt_host_create(&w->allocator, &group->host, error);
    if (result == GESTALT_OK && w->scene->limits.struct_size)
        gestalt_host_set_limits(group->host, &w->scene->limits);
    for (uint32_t i = 0; i < gestalt_shape_function_count(shape) && result == GESTALT_OK; i++)
        result = add_function(w, group, i, error);
    want_reaches(w, shape);
    return result;
}

// ---- the reference

static void put_argument(text_out *out, const gestalt_world_argument *a)
{
    static const char *const types[] = {"bool", "int", "float", "vec2, in space vec3", "vec3"};
    text_print(out, "| | `%s` | %s%s%s | ", a->name, a->by_key ? "key " : "",
               a->is_list ? "list of " : "", types[a->type]);
    if (a->required)
        text_put(out, "required");
    else if (!a->by_key)
        text_print(out, "%g", (double)a->otherwise);
    text_print(out, " | %s |\n", a->doc);
}

void world_write_functions(text_out *out)
{
    static const scene none = {.dimension = STEER_DIMENSIONS};
    function_walk walk = {.scene = &none};
    text_put(out, "\n## Functions\n\nTrees can call actions and sensors. A sensor can be called as "
                  "an action, which finishes in the same\ntick, or as a predicate.\n\n| function | "
                  "argument | type | default | |\n|---|---|---|---|---|\n");
    for (const gestalt_world_function *f; (f = next_function(&walk));) {
        text_print(out, "| `%s` | | %s | | %s |\n", f->name,
                   f->uses == GESTALT_WORLD_ACTION      ? "action"
                   : f->uses == GESTALT_WORLD_PREDICATE ? "predicate"
                                                        : "sensor",
                   f->doc);
        for (int i = 0; i < GESTALT_WORLD_ARGUMENTS && f->arguments[i].name; i++)
            put_argument(out, &f->arguments[i]);
    }
}
