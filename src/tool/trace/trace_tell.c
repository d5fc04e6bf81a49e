// SPDX-License-Identifier: MIT
#include "trace_tell.h"

#include "final.h"
#include "number.h"
#include "signals.h"

#include <inttypes.h>
#include <string.h>

// ---- values

// Compare bit by bit, except that all NaNs are the same.
static bool same_number(float a, float b)
{
    return memcmp(&a, &b, sizeof a) == 0 || (a != a && b != b);
}

static bool same_value(const gestalt_value *a, const gestalt_value *b)
{
    switch (a->type) {
    case GESTALT_BOOL: return a->boolean == b->boolean;
    case GESTALT_TEXT:
    case GESTALT_INT: return a->integer == b->integer;
    case GESTALT_FLOAT: return same_number(a->number, b->number);
    case GESTALT_VEC2:
    case GESTALT_VEC3: break;
    }
    bool same = true;
    for (uint32_t k = 0; k < key_width(a->type); k++)
        same = same && same_number(a->vector[k], b->vector[k]);
    return same;
}

static gestalt_status persistent_of(const teller *t, uint32_t index)
{
    gestalt_status status = GESTALT_RUNNING;
    gestalt_population_persistent(t->population, t->agent,
                                  gestalt_shape_persistent_at(t->shape, index), &status, NULL);
    return status;
}

// Read the values of all keys into the second half of the array; the first half has the previous
// values.
static const gestalt_value *values_now(const teller *t)
{
    uint32_t count = t->shape->key_count;
    gestalt_actor_values(t->population, t->agent, t->values + count, count, NULL);
    return t->values + count;
}

static bool same_list(const gestalt_value *a, size_t count, const final_list *b)
{
    bool same = count == b->count;
    for (size_t i = 0; i < count && same; i++)
        same = same_value(&a[i], &b->elements[i]);
    return same;
}

static size_t room_for_elements(const gestalt_shape *shape)
{
    size_t count = 0;
    for (uint32_t i = 0; i < shape->key_count; i++)
        count += shape->keys[i].capacity;
    return count;
}

// Print the elements of a list when last read; the value of the key is their number.
static void put_list(teller *t, uint32_t key, const gestalt_value *elements)
{
    final_show_list(&t->output.text, t->shape, key, elements, (size_t)t->values[key].integer);
}

// Read a list into the previous elements.
static void keep_list(teller *t, uint32_t key, gestalt_value *elements, const final_list *list)
{
    memcpy(elements, list->elements, list->count * sizeof *elements);
    t->values[key] = (gestalt_value){.type = GESTALT_INT, .integer = (int32_t)list->count};
}

// ---- between the ticks

static void put_name(text_out *out, const gestalt_shape *shape, uint32_t key, const char *end)
{
    text_put(out, "  ");
    show_string(out, shape, shape->keys[key].name);
    text_put(out, end);
}

// Print the values at the start; only read them if they are not shown.
static void put_values(teller *t, bool is_shown)
{
    text_out *out = &t->output.text;
    const gestalt_shape *shape = t->shape;
    const gestalt_value *now = values_now(t);
    gestalt_value *elements = t->elements;
    for (uint32_t i = 0; i < shape->key_count; elements += shape->keys[i++].capacity) {
        t->values[i] = now[i];
        if (key_is_list(&shape->keys[i])) {
            final_list list;
            final_read_list(shape, i, t->population, t->agent, &list, NULL);
            keep_list(t, i, elements, &list);
        }
        if (!is_shown)
            continue;
        put_name(out, shape, i, " = ");
        if (key_is_list(&shape->keys[i]))
            put_list(t, i, elements);
        else
            final_show(out, &t->values[i], final_word(shape, i, &t->values[i]));
        text_put(out, "\n");
    }
    for (uint32_t i = 0; i < shape->persistent_count; i++)
        t->persistents[i] = persistent_of(t, i);
}

void teller_look(teller *t)
{
    put_values(t, false);
}

void teller_values(teller *t)
{
    put_values(t, true);
}

void teller_begin(teller *t, const char *group)
{
    text_out *out = &t->output.text;
    text_style(out, COLOR_BOLD);
    show_string(out, t->shape, t->shape->document->name);
    text_style(out, COLOR_OFF);
    text_print(out, ", agent %" PRIu64, t->agent);
    if (group) {
        text_put(out, " of ");
        text_escaped(out, group, strlen(group));
    }
    text_put(out, "\n");
    put_values(t, true);
}

// Print the end of a line.
static void put_dim(text_out *out, const char *text)
{
    text_style(out, COLOR_DIM);
    text_put(out, text);
    text_style(out, COLOR_OFF);
    text_put(out, "\n");
}

// Print a list if it has changed.
static void put_changed_list(teller *t, uint32_t key, gestalt_value *elements, const char *by)
{
    text_out *out = &t->output.text;
    final_list list;
    if (final_read_list(t->shape, key, t->population, t->agent, &list, NULL) != GESTALT_OK ||
        same_list(elements, (size_t)t->values[key].integer, &list))
        return;
    put_name(out, t->shape, key, ": ");
    put_list(t, key, elements);
    text_put(out, " → ");
    keep_list(t, key, elements, &list);
    put_list(t, key, elements);
    put_dim(out, by);
}

// Print changed values; `by` follows each.
void teller_changes(teller *t, const char *by)
{
    text_out *out = &t->output.text;
    const gestalt_shape *shape = t->shape;
    const gestalt_value *now = values_now(t);
    gestalt_value *elements = t->elements;
    for (uint32_t i = 0; i < shape->key_count; elements += shape->keys[i++].capacity) {
        gestalt_value value = now[i];
        if (key_is_list(&shape->keys[i]))
            put_changed_list(t, i, elements, by);
        else if (!same_value(&value, &t->values[i])) {
            put_name(out, shape, i, ": ");
            final_show(out, &t->values[i], final_word(shape, i, &t->values[i]));
            text_put(out, " → ");
            final_show(out, &value, final_word(shape, i, &value));
            put_dim(out, by);
            t->values[i] = value;
        }
    }
    for (uint32_t i = 0; i < shape->persistent_count; i++) {
        gestalt_status status = persistent_of(t, i);
        if (status == t->persistents[i])
            continue;
        text_put(out, "  persistent ");
        show_string(out, shape, shape->persistents[i].name);
        text_print(out, ": %s → %s", show_status_text(t->persistents[i]), show_status_text(status));
        put_dim(out, by);
        t->persistents[i] = status;
    }
}

static void put_arguments(teller *t, const gestalt_request *r)
{
    text_out *out = &t->output.text;
    const gestalt_shape *shape = t->shape;
    const image_host *host = shape_find_host(shape, r->name);
    const char *separator = "";
    text_put(out, "(");
    for (uint32_t i = 0; i < host->argument_count; i++) {
        const image_argument *argument = &shape->arguments[host->first_argument + i];
        const char *name = shape_string(shape, argument->name);
        gestalt_value value;
        if (!gestalt_population_launch_argument(t->population, r->agent, r->node, name, &value))
            continue;
        text_put(out, separator);
        text_escaped(out, name, strlen(name));
        text_put(out, ": ");
        if (argument->is_list)
            final_show_count(out, &value);
        else
            final_show(out, &value, shape_word(shape, argument->words, value.integer));
        separator = ", ";
    }
    text_put(out, ")");
}

void teller_request(teller *t, const gestalt_request *r)
{
    text_out *out = &t->output.text;
    text_style(out, COLOR_KIND);
    text_put(out, r->launch ? "  launch " : "  cancel ");
    text_style(out, COLOR_OFF);
    text_escaped(out, r->name, strlen(r->name));
    if (r->launch)
        put_arguments(t, r);
    if (r->resource) {
        text_put(out, " on \"");
        text_escaped(out, r->resource, strlen(r->resource));
        text_put(out, "\"");
    }
    text_style(out, COLOR_DIM);
    text_print(out, "  node %" PRIu32, r->node);
    text_style(out, COLOR_OFF);
    text_put(out, "\n");
}

void teller_requests(teller *t)
{
    const gestalt_request *requests;
    uint64_t count;
    if (gestalt_population_requests(t->population, &requests, &count, NULL) != GESTALT_OK)
        return;
    for (uint64_t i = 0; i < count; i++)
        if (requests[i].agent == t->agent)
            teller_request(t, &requests[i]);
}

// ---- ticks

void teller_tick_head(teller *t, uint64_t tick, int64_t now)
{
    text_out *out = &t->output.text;
    char text[NUMBER_TEXT_SIZE];
    text_put(out, "\n");
    text_style(out, COLOR_BOLD);
    text_print(out, "tick %" PRIu64 ", ", tick);
    text_write(out, text, number_print_seconds(text, now));
    text_put(out, " s");
    text_style(out, COLOR_OFF);
    text_put(out, "\n");
}

// Tick the agent step by step, after all others.
gestalt_result teller_tick_in_steps(void *user, gestalt_population *p, int64_t now,
                                    gestalt_error *error)
{
    teller *t = user;
    gestalt_step step;
    gestalt_result result = gestalt_population_begin(p, now, error);
    for (uint64_t i = gestalt_population_next(p, 0); i != UINT64_MAX && result == GESTALT_OK;
         i = gestalt_population_next(p, i + 1))
        if (i != t->agent)
            result = gestalt_actor_tick(p, i, error);
    if (result == GESTALT_OK)
        result = gestalt_actor_step_begin(p, t->agent, error);
    if (result != GESTALT_OK)
        return result;
    while (!t->trace.is_out_of_memory && gestalt_actor_step(p, &step)) {
        if (t->trace.is_out_of_memory) // not everything that the step did was recorded
            break;
        trace_print_step(&t->output.text, &t->trace, &step);
        teller_changes(t, "");
        if (signals_came()) // the rest of the tick may never end
            return GESTALT_INTERRUPTED;
    }
    result = gestalt_actor_step_end(p, error);
    return result == GESTALT_OK ? gestalt_population_end(p, error) : result;
}

// ---- the agent

void teller_leave(teller *t)
{
    gestalt_allocator a = memory_allocator(NULL);
    trace_release(&t->trace);
    memory_release(&a, t->values, t->values_size);
    memory_release(&a, t->elements, t->elements_size);
    memory_release(&a, t->persistents, t->persistents_size);
    t->values = NULL;
    t->elements = NULL;
    t->persistents = NULL;
}

bool teller_meet(teller *t, gestalt_population *population, const gestalt_shape *shape)
{
    gestalt_allocator a = memory_allocator(NULL);
    t->population = population;
    t->shape = shape;
    t->values_size = (2 * (size_t)shape->key_count + 1) * sizeof *t->values;
    t->elements_size = (room_for_elements(shape) + 1) * sizeof *t->elements;
    t->persistents_size = (shape->persistent_count + 1) * sizeof *t->persistents;
    t->values = memory_new(&a, t->values_size);
    t->elements = memory_new(&a, t->elements_size);
    t->persistents = memory_new(&a, t->persistents_size);
    if (!t->values || !t->elements || !t->persistents ||
        !trace_start(&t->trace, population, shape, t->agent))
        return false;
    gestalt_hooks hooks = trace_hooks(&t->trace);
    gestalt_population_hooks(population, &hooks);
    return true;
}

void teller_edit_head(teller *t, uint64_t tick, const gestalt_shape *shape)
{
    text_out *out = &t->output.text;
    text_put(out, "\n");
    text_style(out, COLOR_BOLD);
    text_print(out, "edit before tick %" PRIu64 ", to ", tick);
    show_string(out, shape, shape->document->name);
    text_style(out, COLOR_OFF);
    text_put(out, "\n");
}

void teller_begin_tick(teller *t, uint64_t tick, int64_t now)
{
    trace_begin_tick(&t->trace, tick, now);
}

void teller_tree(teller *t)
{
    trace_print(&t->output.text, &t->trace);
}

exit_code teller_interrupted(teller *t, uint64_t tick, const char *what)
{
    text_finish(&t->output.text);
    cli_say(t->c, "interrupted: tick %" PRIu64 " %s", tick, what);
    return EXIT_INTERRUPTED;
}

exit_code teller_out_of_memory(const teller *t)
{
    cli_say(t->c, "out of memory");
    return EXIT_LIMIT;
}

// ---- the options

teller teller_of(cli *c)
{
    return (teller){.c = c,
                    .agent = options_number(&c->options, OPTION_AGENT),
                    .in_steps = options_flag(&c->options, OPTION_STEP)};
}

exit_code teller_count_ticks(const teller *t, uint64_t *ticks)
{
    const options *o = &t->c->options;
    bool has_to = options_is_given(o, OPTION_TO);
    uint64_t from = options_number(o, has_to ? OPTION_TO : OPTION_FROM);
    if (__builtin_add_overflow(from, has_to ? 1 : options_number(o, OPTION_TRACE_TICKS), ticks))
        return cli_usage(t->c, "the number of ticks is too large");
    return EXIT_FINE;
}

exit_code teller_choose_ticks(teller *t, uint64_t first)
{
    const options *o = &t->c->options;
    uint64_t from = options_number(o, OPTION_FROM);
    t->from = from > first ? from : first;
    if (options_is_given(o, OPTION_TO) && options_number(o, OPTION_TO) < t->from)
        return cli_usage(t->c, "--to, the last tick, is before the first tick to show, %" PRIu64,
                         t->from);
    bool has_to = options_is_given(o, OPTION_TO);
    uint64_t begin = has_to ? options_number(o, OPTION_TO) : t->from;
    if (__builtin_add_overflow(begin, has_to ? 1 : options_number(o, OPTION_TRACE_TICKS), &t->end))
        return cli_usage(t->c, "the number of ticks is too large");
    return EXIT_FINE;
}
