// SPDX-License-Identifier: MIT
#include "launch_list.h"

#include "final.h"
#include "json_layout.h"
#include "number.h"
#include "show.h"

#include <gestalt/calls.h>
#include <inttypes.h>
#include <string.h>

enum { LIST_BATCH = 64 };
#define LIST_BETWEEN ", " // before each object of a list

typedef struct launch_list launch_list;
typedef void launch_put(launch_list *l, const gestalt_launch *launch);

struct launch_list {
    text_out *out;
    const gestalt_shape *shape;
    const gestalt_population *population;
    launch_put *put;
    uint64_t count; // launches so far
};

// Pass the launches of the agents `first` to `end` - 1 to `put`.
static gestalt_result list_agents(void *user, text_out *out, uint64_t first, uint64_t end,
                                  gestalt_error *error)
{
    launch_list *l = user;
    gestalt_launch launches[LIST_BATCH];
    gestalt_launch_cursor from = {.agent = first};
    size_t count = LIST_BATCH;
    l->out = out;
    while (count == LIST_BATCH) {
        gestalt_result result =
            gestalt_population_launches(l->population, &from, launches, LIST_BATCH, &count, error);
        if (result != GESTALT_OK)
            return result;
        for (size_t i = 0; i < count; i++) {
            if (launches[i].agent >= end)
                return GESTALT_OK;
            l->count++;
            l->put(l, &launches[i]);
        }
    }
    return GESTALT_OK;
}

static void list_only_count(launch_list *l, const gestalt_launch *launch)
{
    (void)l, (void)launch;
}

// Write all launches of the job.
static gestalt_result list_each(launch_list *l, const team_agents *agents, gestalt_error *error)
{
    l->population = agents->population;
    return team_write(agents, l->out, list_agents, l, error);
}

// Return the text of an argument, or the word for its value; NULL if the argument is neither a text
// nor an enum, or has no word for the value. The value of a list is its number of elements.
static const char *list_word(const launch_list *l, const char *function, const gestalt_argument *a)
{
    if (a->is_list)
        return NULL;
    if (a->value.type == GESTALT_TEXT)
        return gestalt_shape_text(l->shape, a->value.integer, NULL);
    uint32_t count = gestalt_shape_function_count(l->shape);
    for (uint32_t i = 0; a->value.type == GESTALT_INT && i < count; i++) {
        gestalt_shape_function f = gestalt_shape_function_at(l->shape, i);
        for (uint32_t k = 0; strcmp(f.name, function) == 0 && k < f.argument_count; k++)
            if (strcmp(gestalt_shape_argument(l->shape, i, k).name, a->name) == 0)
                return gestalt_shape_argument_word(l->shape, i, k, a->value.integer);
    }
    return NULL;
}

// ---- for people

static void list_put_argument(launch_list *l, const char *function, const gestalt_argument *a)
{
    text_out *out = l->out;
    text_escaped(out, a->name, strlen(a->name));
    text_put(out, ": ");
    if (a->key) {
        text_escaped(out, a->key, strlen(a->key));
        if (a->component)
            text_print(out, ".%c", a->component);
        text_put(out, " = ");
    }
    const char *word = list_word(l, function, a);
    if (a->is_list)
        final_show_count(out, &a->value);
    else if (word && a->value.type == GESTALT_TEXT)
        text_json(out, word, strlen(word));
    else
        final_show(out, &a->value, word);
}

static void list_put_line(launch_list *l, const gestalt_launch *launch)
{
    text_out *out = l->out;
    text_print(out, "%8" PRIu64 " %6" PRIu32 " %8" PRIu32 "  ", launch->agent, launch->node,
               launch->launch_id);
    text_escaped(out, launch->name, strlen(launch->name));
    text_put(out, "(");
    gestalt_argument argument;
    for (uint32_t i = 0; gestalt_population_launch_argument_at(l->population, launch->agent,
                                                               launch->node, i, &argument);
         i++) {
        text_put(out, i ? ", " : "");
        list_put_argument(l, launch->name, &argument);
    }
    text_put(out, ")");
    if (launch->resource) {
        text_put(out, " on \"");
        text_escaped(out, launch->resource, strlen(launch->resource));
        text_put(out, "\"");
    }
    if (launch->status != GESTALT_RUNNING)
        text_print(out, "  ended: %s", show_status_text(launch->status));
    text_put(out, "\n");
}

gestalt_result launch_list_text(text_out *out, const gestalt_shape *shape,
                                const team_agents *agents, gestalt_error *error)
{
    launch_list all = {.population = agents->population, .put = list_only_count};
    gestalt_result result = list_agents(&all, NULL, 0, UINT64_MAX, error);
    team_sum(&all.count, 1);
    if (result != GESTALT_OK || all.count == 0) {
        text_put(out, result == GESTALT_OK ? "no deferred action is live\n" : "");
        return result;
    }
    text_style(out, COLOR_DIM);
    text_put(out, "   agent   node   launch  action");
    text_style(out, COLOR_OFF);
    text_put(out, "\n");
    return list_each(&(launch_list){.out = out, .shape = shape, .put = list_put_line}, agents,
                     error);
}

// ---- for tools

// Write a number; infinity and NaN, which JSON lacks, as a string.
static void list_put_number(text_out *out, float number)
{
    char text[NUMBER_TEXT_SIZE];
    size_t size = number_print_float(text, number);
    const char *quote = number - number == 0 ? "" : "\"";
    text_put(out, quote);
    text_write(out, text, size);
    text_put(out, quote);
}

static void list_put_value(text_out *out, const gestalt_value *value, const char *word)
{
    if (word) {
        text_json(out, word, strlen(word));
        return;
    }
    switch (value->type) {
    case GESTALT_BOOL: text_put(out, value->boolean ? "true" : "false"); break;
    case GESTALT_TEXT:
    case GESTALT_INT: text_print(out, "%" PRId32, value->integer); break;
    case GESTALT_FLOAT: list_put_number(out, value->number); break;
    case GESTALT_VEC2:
    case GESTALT_VEC3:
        for (uint32_t k = 0; k < key_width(value->type); k++) {
            text_put(out, k ? ", " : "[");
            list_put_number(out, value->vector[k]);
        }
        text_put(out, "]");
        break;
    }
}

// Write a member; `value` may be NULL.
static void list_put_member(text_out *out, const char *name, const char *value)
{
    text_print(out, "\"%s\": ", name);
    if (value)
        text_json(out, value, strlen(value));
    else
        text_put(out, "null");
}

static void list_put_pair(launch_list *l, const char *function, const gestalt_argument *a)
{
    text_out *out = l->out;
    text_put(out, "{");
    list_put_member(out, "name", a->name);
    text_put(out, ", \"value\": ");
    list_put_value(out, &a->value, list_word(l, function, a));
    if (a->key) {
        text_put(out, ", ");
        list_put_member(out, "key", a->key);
    }
    if (a->component)
        text_print(out, ", \"component\": \"%c\"", a->component);
    text_put(out, a->is_list ? ", \"is_list\": true}" : "}");
}

static void list_put_object(launch_list *l, const gestalt_launch *launch)
{
    text_out *out = l->out;
    text_print(out,
               LIST_BETWEEN "{\"agent\": %" PRIu64 ", \"node\": %" PRIu32 ", \"launch\": %" PRIu32
                            ", ",
               launch->agent, launch->node, launch->launch_id);
    list_put_member(out, "action", launch->name);
    text_put(out, ", ");
    list_put_member(out, "resource", launch->resource);
    text_put(out, ", ");
    list_put_member(out, "status", show_status_text(launch->status));
    text_put(out, ", \"arguments\": [");
    gestalt_argument argument;
    for (uint32_t i = 0; gestalt_population_launch_argument_at(l->population, launch->agent,
                                                               launch->node, i, &argument);
         i++) {
        text_put(out, i ? ", " : "");
        list_put_pair(l, launch->name, &argument);
    }
    text_put(out, "]}");
}

// Skips what comes before the first object.
typedef struct list_skipper {
    text_out *out;
    size_t left;
} list_skipper;

static bool list_skip(void *user, const char *bytes, size_t size)
{
    list_skipper *s = user;
    size_t skipped = size < s->left ? size : s->left;
    s->left -= skipped;
    text_write(s->out, bytes + skipped, size - skipped);
    return true;
}

static gestalt_result list_put_objects(text_out *out, const gestalt_shape *shape,
                                       const team_agents *agents, gestalt_error *error)
{
    text_out objects;
    list_skipper skipper = {out, strlen(LIST_BETWEEN)};
    text_start(&objects, (gestalt_writer){list_skip, &skipper}, false);
    gestalt_result result = list_each(
        &(launch_list){.out = &objects, .shape = shape, .put = list_put_object}, agents, error);
    text_finish_into(&objects, out);
    return result;
}

gestalt_result launch_list_json(text_out *out, const gestalt_shape *shape,
                                const team_agents *agents, gestalt_error *error)
{
    json_layout layout;
    text_out json;
    json_layout_start(&layout, out);
    text_start(&json, json_layout_writer(&layout), false);
    text_put(&json, "{");
    list_put_member(&json, "name", gestalt_shape_name(shape));
    text_print(&json, ", \"ticks\": %" PRIu64 ", \"launches\": [",
               gestalt_population_ticks(agents->population));
    gestalt_result result = list_put_objects(&json, shape, agents, error);
    text_put(&json, "]}");
    text_finish(&json);
    json_layout_finish(&layout);
    return result;
}
