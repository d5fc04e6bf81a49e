// SPDX-License-Identifier: MIT
// Making hosts that fit trees: of a function, a tree may use what it likes, so each group gets a
// host with its functions as its shape calls them. What can't be made to fit is an error of the
// scene.
#include "image.h"
#include "nearest.h"
#include "scalar.h"
#include "world_state.h"

#include <gestalt/host.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const world_function *const *world_function_lists(void)
{
    static const world_function *const lists[] = {world_behaviours, world_sensors, NULL};
    return lists;
}

// All functions, one after the other: first those of the world, then those of its parts.
typedef struct function_walk {
    uint32_t list;
    const world_function *next;
} function_walk;

// Parts are of the plane.
static const world_function *list_at(uint32_t i)
{
    static const world_function none[1] = {0};
    if (i < 2)
        return world_function_lists()[i];
    if (STEER_DIMENSIONS == 3 || !world_parts[i - 2])
        return NULL;
    return world_parts[i - 2]->functions ? world_parts[i - 2]->functions : none;
}

static const world_function *next_function(function_walk *walk)
{
    while (!walk->next || !walk->next->name) {
        walk->next = list_at(walk->list++);
        if (!walk->next)
            return NULL;
    }
    return walk->next++;
}

static const world_function *find_function(const char *name)
{
    function_walk walk = {0};
    for (const world_function *f; (f = next_function(&walk));)
        if (strcmp(f->name, name) == 0)
            return f;
    return NULL;
}

static int find_argument(const world_function *f, const char *name)
{
    for (int i = 0; i < WORLD_ARGUMENTS_MAX && f->arguments[i].name; i++)
        if (strcmp(f->arguments[i].name, name) == 0)
            return i;
    return -1;
}

bool world_key_argument(void *user, const char *function, const char *argument, gestalt_type *type)
{
    (void)user;
    const world_function *f = find_function(function);
    int at = f ? find_argument(f, argument) : -1;
    if (at < 0 || !f->arguments[at].by_key)
        return false;
    *type = f->arguments[at].type;
    return true;
}

// ---- what does not fit

typedef struct fitting {
    scene_reader *r;
    const scene_group *group;
    const gestalt_shape *shape;
    const char *name; // of the function
    uint32_t host;    // its number in the shape
} fitting;

static const char *const type_texts[] = {"a bool", "an int", "a float", "a vec2"};

// The first node that calls the function.
static uint32_t caller_of(const fitting *f)
{
    const gestalt_shape *shape = f->shape;
    for (uint32_t node = 0; node < shape->specification->node_count; node++) {
        uint32_t head = shape->nodes[node];
        for (uint32_t i = head; i < shape->specification->tree_end; i++) {
            item_type type = item_type_of(shape->items[i]);
            if (i > head && item_is_node(type))
                break;
            bool calls = type == NODE_ACTION || type == NODE_DEFERRED || type == OP_CALL;
            if (calls && item_argument(shape->items[i]) == f->host)
                return node;
        }
    }
    return 0;
}

// Reports where the function is called: in the scene, or at the name of the tree's file.
static diagnostic *wrong(const fitting *f, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static diagnostic *wrong(const fitting *f, const char *format, ...)
{
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    const image_source *at = f->shape->source ? &f->shape->source[caller_of(f)] : NULL;
    json_value tree = f->group->tree_value;
    bool is_here = json_kind_of(tree) == JSON_OBJECT && at && at->line > 0;
    if (is_here)
        return scene_wrong_at(f->r, at->line, at->column, DIAGNOSTIC_SCENE_TREE, "%s", text);
    diagnostic *report = scene_wrong(f->r, tree, DIAGNOSTIC_SCENE_TREE, "%s", text);
    if (at && at->line > 0)
        scene_help(f->r, report, "it is called in line %u, column %u of `%s`", (unsigned)at->line,
                   (unsigned)at->column, shape_string(f->shape, at->file));
    return report;
}

static void report_unknown(const fitting *f)
{
    nearest best;
    function_walk walk = {0};
    nearest_start(&best, f->name, strlen(f->name));
    for (const world_function *known; (known = next_function(&walk));)
        nearest_offer(&best, known->name, strlen(known->name));
    diagnostic *report = wrong(f, "the tree calls `%s`, which worlds do not have", f->name);
    if (best.name)
        scene_help(f->r, report, "did you mean `%s`?", best.name);
}

static void report_argument(const fitting *f, const world_function *function, const char *name)
{
    nearest best;
    nearest_start(&best, name, strlen(name));
    for (int i = 0; i < WORLD_ARGUMENTS_MAX && function->arguments[i].name; i++)
        nearest_offer(&best, function->arguments[i].name, strlen(function->arguments[i].name));
    diagnostic *report =
        wrong(f, "`%s` gets an argument `%s`, which it does not take", f->name, name);
    if (best.name)
        scene_help(f->r, report, "did you mean `%s`?", best.name);
}

static bool types_fit(const world_argument *wanted, const image_argument *given)
{
    if (wanted->by_key != (given->by_key != 0))
        return false;
    if ((unsigned)wanted->type == given->type)
        return true;
    return wanted->type == GESTALT_FLOAT && given->type == KEY_INT && !wanted->by_key;
}

static void fit_argument(const fitting *f, const world_function *function,
                         const image_argument *given)
{
    const char *name = shape_string(f->shape, given->name);
    int at = find_argument(function, name);
    if (at < 0) {
        report_argument(f, function, name);
        return;
    }
    const world_argument *wanted = &function->arguments[at];
    if (types_fit(wanted, given))
        return;
    diagnostic *report = wrong(f, "`%s` gets `%s` as %s%s, and takes %s%s", f->name, name,
                               given->by_key ? "the key of " : "", type_texts[given->type],
                               wanted->by_key ? "the key of " : "", type_texts[wanted->type]);
    if (wanted->by_key)
        scene_help(f->r, report,
                   "declare it: \"actions\": { \"%s\": { \"args\": { \"%s\": \"key %s\" } } }",
                   f->name, name, strchr(type_texts[wanted->type], ' ') + 1);
}

static bool is_given(const gestalt_shape *shape, const image_host *host, const char *name)
{
    for (uint32_t i = 0; i < host->argument_count; i++)
        if (strcmp(shape_string(shape, shape->arguments[host->first_argument + i].name), name) == 0)
            return true;
    return false;
}

static void fit_host(fitting *f, const image_host *host)
{
    static const char *const kinds[] = {"an action", "a deferred action", "a predicate"};
    f->name = shape_string(f->shape, host->name);
    const world_function *function = find_function(f->name);
    if (!function) {
        report_unknown(f);
        return;
    }
    unsigned use = host->kind == HOST_IMMEDIATE   ? WORLD_ACTION
                   : host->kind == HOST_PREDICATE ? WORLD_PREDICATE
                                                  : 0;
    if (!(function->uses & use))
        wrong(f, "`%s` is no %s here", f->name, strchr(kinds[host->kind], ' ') + 1);
    for (uint32_t i = 0; i < host->argument_count; i++)
        fit_argument(f, function, &f->shape->arguments[host->first_argument + i]);
    for (int i = 0; i < WORLD_ARGUMENTS_MAX && function->arguments[i].name; i++)
        if (function->arguments[i].required &&
            !is_given(f->shape, host, function->arguments[i].name))
            wrong(f, "`%s` does not get the argument `%s`", f->name, function->arguments[i].name);
}

void world_fit(scene_reader *r, const scene_group *group)
{
    fitting f = {.r = r, .group = group, .shape = group->shape};
    for (f.host = 0; f.host < f.shape->host_count; f.host++)
        fit_host(&f, &f.shape->hosts[f.host]);
}

// ---- constants

bool world_constant(const gestalt_shape *shape, uint32_t head, const world_argument *argument,
                    float *value)
{
    const image_host *host = &shape->hosts[item_argument(shape->items[head])];
    *value = argument->otherwise;
    for (uint32_t i = head + 1;
         i < item_end(shape->items[head]) && item_type_of(shape->items[i]) == ITEM_ARGUMENT;
         i = item_end(shape->items[i])) {
        const image_argument *given =
            &shape->arguments[host->first_argument + (item_argument(shape->items[i]) >> 24)];
        if (strcmp(shape_string(shape, given->name), argument->name) != 0)
            continue;
        if (item_end(shape->items[i]) == i + 1 || !(item_flags(shape->items[i + 1]) & ITEM_LAST))
            return false;
        uint64_t op = shape->items[i + 1];
        if (item_type_of(op) == OP_CONST_INT)
            *value = (float)(int32_t)item_argument(op);
        else if (item_type_of(op) == OP_CONST_FLOAT)
            *value = scalar_float_of_bits(item_argument(op));
        else
            return false;
        return true;
    }
    return true;
}

static void want_reach(world *w, const gestalt_shape *shape, uint32_t head)
{
    uint32_t host = item_argument(shape->items[head]);
    const world_function *f = find_function(shape_string(shape, shape->hosts[host].name));
    for (int i = 0; i < WORLD_ARGUMENTS_MAX && f->arguments[i].name; i++) {
        float value;
        if (f->arguments[i].is_reach && world_constant(shape, head, &f->arguments[i], &value) &&
            value > w->reach)
            w->reach = value < w->most_reach ? value : w->most_reach;
    }
}

// The grid is made for those who look farthest.
static void want_reaches(world *w, const gestalt_shape *shape)
{
    for (uint32_t i = 0; i < shape->specification->tree_end; i++) {
        item_type type = item_type_of(shape->items[i]);
        if (type == NODE_ACTION || type == OP_CALL)
            want_reach(w, shape, i);
    }
}

// ---- binding

// The arguments as this shape gives them, in the order of the table.
static uint32_t given_arguments(const gestalt_shape *shape, const image_host *host,
                                world_binding *b, gestalt_parameter *list)
{
    uint32_t count = 0;
    for (int i = 0; i < WORLD_ARGUMENTS_MAX; i++) {
        b->position[i] = -1;
        const world_argument *a = &b->function->arguments[i];
        for (uint32_t k = 0; a->name && k < host->argument_count; k++) {
            const image_argument *given = &shape->arguments[host->first_argument + k];
            if (strcmp(shape_string(shape, given->name), a->name) != 0)
                continue;
            b->is_int[i] = a->type == GESTALT_FLOAT && given->type == KEY_INT;
            b->position[i] = (int8_t)count;
            list[count++] = (gestalt_parameter){a->name, (gestalt_type)given->type, a->by_key};
        }
    }
    return count;
}

static gestalt_result add_function(world *w, world_group *group, const image_host *host,
                                   gestalt_error *error)
{
    const gestalt_shape *shape = group->scene->shape;
    world_binding *b = world_allocate(w, sizeof *b);
    if (!b)
        return GESTALT_NO_MEMORY;
    *b = (world_binding){.world = w, .group = group};
    b->function = find_function(shape_string(shape, host->name));
    gestalt_parameter arguments[WORLD_ARGUMENTS_MAX];
    gestalt_function f = {.name = b->function->name,
                          .kind = (gestalt_kind)host->kind,
                          .user = b,
                          .arguments = arguments};
    f.argument_count = given_arguments(shape, host, b, arguments);
    f.batch = b->function->body;
    return gestalt_host_add(group->host, &f, error);
}

gestalt_result world_bind(world *w, world_group *group, gestalt_error *error)
{
    const gestalt_shape *shape = group->scene->shape;
    gestalt_result result = gestalt_host_create(&w->allocator, &group->host, error);
    for (uint32_t i = 0; i < shape->host_count && result == GESTALT_OK; i++)
        result = add_function(w, group, &shape->hosts[i], error);
    want_reaches(w, shape);
    return result;
}

// ---- the reference

static void put_argument(text_out *out, const world_argument *a)
{
    static const char *const types[] = {"bool", "int", "float", "vec2"};
    text_print(out, "| | `%s` | %s%s | ", a->name, a->by_key ? "key " : "", types[a->type]);
    if (a->required)
        text_put(out, "required");
    else if (!a->by_key)
        text_print(out, "%g", (double)a->otherwise);
    text_print(out, " | %s |\n", a->doc);
}

void world_write_functions(text_out *out)
{
    function_walk walk = {0};
    text_put(out, "\n## Functions\n\nWhat trees can call: actions, and sensors, which are actions "
                  "that answer at "
                  "once, or predicates.\n\n| function | argument | type | default | "
                  "|\n|---|---|---|---|---|\n");
    for (const world_function *f; (f = next_function(&walk));) {
        text_print(out, "| `%s` | | %s | | %s |\n", f->name,
                   f->uses == WORLD_ACTION      ? "action"
                   : f->uses == WORLD_PREDICATE ? "predicate"
                                                : "sensor",
                   f->doc);
        for (int i = 0; i < WORLD_ARGUMENTS_MAX && f->arguments[i].name; i++)
            put_argument(out, &f->arguments[i]);
    }
}
