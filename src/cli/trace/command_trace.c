// SPDX-License-Identifier: MIT
// gestalt trace: what one agent does, tick by tick, for people.
#include "commands.h"
#include "final.h"
#include "number.h"
#include "output.h"
#include "run_edits.h"
#include "session.h"
#include "signals.h"
#include "trace.h"

#include <inttypes.h>
#include <string.h>

enum { TRACE_LANES = 64 };

typedef struct tracer {
    cli *c;
    session session;
    run_edits edits;
    trace trace;
    output output;
    uint64_t agent;
    uint64_t from, end;    // ticks that are shown
    bool in_steps;         // each of their steps by itself
    gestalt_value *values; // of the blackboard, when last looked at, and room for as many
    gestalt_status *persistents;
    size_t values_size, persistents_size;
} tracer;

// ---- values

// Bit by bit, but all NaNs are the same.
static bool same_number(float a, float b)
{
    return memcmp(&a, &b, sizeof a) == 0 || (a != a && b != b);
}

static bool same_value(const gestalt_value *a, const gestalt_value *b)
{
    switch (a->type) {
    case GESTALT_BOOL: return a->boolean == b->boolean;
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

static gestalt_status persistent_of(const tracer *t, uint32_t index)
{
    gestalt_status status = GESTALT_RUNNING;
    gestalt_population_persistent(t->session.population, t->agent,
                                  gestalt_shape_persistent_at(t->session.in->shape, index), &status,
                                  NULL);
    return status;
}

// The values of all keys, into the second half of the array; the first has those before.
static const gestalt_value *values_now(const tracer *t)
{
    uint32_t count = t->session.in->shape->key_count;
    gestalt_actor_values(t->session.population, t->agent, t->values + count, count, NULL);
    return t->values + count;
}

// ---- between the ticks

// The values that it starts with; only looked at where they are not shown.
static void put_values(tracer *t, bool is_shown)
{
    text_out *out = &t->output.text;
    const gestalt_shape *shape = t->session.in->shape;
    const gestalt_value *now = values_now(t);
    for (uint32_t i = 0; i < shape->key_count; i++) {
        t->values[i] = now[i];
        if (!is_shown)
            continue;
        text_put(out, "  ");
        show_string(out, shape, shape->keys[i].name);
        text_put(out, " = ");
        final_show(out, &t->values[i], final_word(shape, i, &t->values[i]));
        text_put(out, "\n");
    }
    for (uint32_t i = 0; i < shape->persistent_count; i++)
        t->persistents[i] = persistent_of(t, i);
}

static void put_beginning(tracer *t)
{
    text_out *out = &t->output.text;
    const gestalt_shape *shape = t->session.in->shape;
    text_style(out, COLOR_BOLD);
    show_string(out, shape, shape->document->name);
    text_style(out, COLOR_OFF);
    text_print(out, ", agent %" PRIu64 "\n", t->agent);
    put_values(t, true);
}

// The end of a line.
static void put_dim(text_out *out, const char *text)
{
    text_style(out, COLOR_DIM);
    text_put(out, text);
    text_style(out, COLOR_OFF);
    text_put(out, "\n");
}

// `by` is said of each change.
static void put_changes(tracer *t, const char *by)
{
    text_out *out = &t->output.text;
    const gestalt_shape *shape = t->session.in->shape;
    const gestalt_value *now = values_now(t);
    for (uint32_t i = 0; i < shape->key_count; i++) {
        gestalt_value value = now[i];
        if (same_value(&value, &t->values[i]))
            continue;
        text_put(out, "  ");
        show_string(out, shape, shape->keys[i].name);
        text_put(out, ": ");
        final_show(out, &t->values[i], final_word(shape, i, &t->values[i]));
        text_put(out, " → ");
        final_show(out, &value, final_word(shape, i, &value));
        put_dim(out, by);
        t->values[i] = value;
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

static void put_arguments(tracer *t, const gestalt_request *r)
{
    text_out *out = &t->output.text;
    const gestalt_shape *shape = t->session.in->shape;
    const image_host *host = shape_find_host(shape, r->name);
    const char *separator = "";
    text_put(out, "(");
    for (uint32_t i = 0; i < host->argument_count; i++) {
        const char *name = shape_string(shape, shape->arguments[host->first_argument + i].name);
        gestalt_value value;
        if (!gestalt_population_launch_argument(t->session.population, r->agent, r->node, name,
                                                &value))
            continue;
        text_put(out, separator);
        text_escaped(out, name, strlen(name));
        text_put(out, ": ");
        final_show(
            out, &value,
            shape_word(shape, shape->arguments[host->first_argument + i].words, value.integer));
        separator = ", ";
    }
    text_put(out, ")");
}

static void put_request(tracer *t, const gestalt_request *r)
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

static void put_requests(tracer *t)
{
    const gestalt_request *requests;
    uint64_t count;
    if (gestalt_population_requests(t->session.population, &requests, &count, NULL) != GESTALT_OK)
        return;
    for (uint64_t i = 0; i < count; i++)
        if (requests[i].agent == t->agent)
            put_request(t, &requests[i]);
}

// ---- ticks

static void put_tick_head(tracer *t, uint64_t tick, int64_t now)
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

// Ticks the agent step by step, after all others.
static gestalt_result tick_in_steps(void *user, gestalt_population *p, int64_t now,
                                    gestalt_error *error)
{
    tracer *t = user;
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
        trace_print_step(&t->output.text, &t->trace, &step);
        put_changes(t, "");
        if (signals_came()) // the rest of the tick may never end
            return GESTALT_INTERRUPTED;
    }
    result = gestalt_actor_step_end(p, error);
    return result == GESTALT_OK ? gestalt_population_end(p, error) : result;
}

static exit_code trace_out_of_memory(const tracer *t)
{
    cli_say(t->c, "out of memory");
    return EXIT_LIMIT;
}

// ---- the tree, and edits of it

static void tree_release(tracer *t)
{
    gestalt_allocator a = memory_allocator(NULL);
    trace_release(&t->trace);
    memory_release(&a, t->values, t->values_size);
    memory_release(&a, t->persistents, t->persistents_size);
    t->values = NULL;
    t->persistents = NULL;
}

// Makes room for what is known of the tree that runs now.
static bool tree_start(tracer *t)
{
    gestalt_allocator a = memory_allocator(NULL);
    const gestalt_shape *shape = t->session.in->shape;
    t->values_size = (2 * (size_t)shape->key_count + 1) * sizeof *t->values;
    t->persistents_size = (shape->persistent_count + 1) * sizeof *t->persistents;
    t->values = memory_new(&a, t->values_size);
    t->persistents = memory_new(&a, t->persistents_size);
    return t->values && t->persistents &&
           trace_start(&t->trace, t->session.population, shape, t->agent);
}

static void put_edit_head(tracer *t, uint64_t tick)
{
    text_out *out = &t->output.text;
    const gestalt_shape *shape = t->session.in->shape;
    text_put(out, "\n");
    text_style(out, COLOR_BOLD);
    text_print(out, "edit before tick %" PRIu64 ", to ", tick);
    show_string(out, shape, shape->document->name);
    text_style(out, COLOR_OFF);
    text_put(out, "\n");
}

// Nodes that are dropped and their requests have the ids of the old tree, which the trace still
// has.
static exit_code trace_edit(tracer *t, uint64_t tick, bool is_shown)
{
    trace_begin_tick(&t->trace, tick, session_now(&t->session));
    exit_code verdict = run_edits_do_next(&t->edits, &t->session, NULL);
    if (verdict != EXIT_FINE)
        return verdict;
    uint64_t count;
    const gestalt_request *requests =
        gestalt_edit_report_requests(run_edits_report(&t->edits), &count);
    if (is_shown) {
        put_edit_head(t, tick);
        trace_print(&t->output.text, &t->trace);
        for (uint64_t i = 0; i < count; i++)
            if (requests[i].agent == t->agent)
                put_request(t, &requests[i]);
    }
    bool is_out_of_memory = t->trace.is_out_of_memory;
    tree_release(t);
    if (is_out_of_memory || !tree_start(t))
        return trace_out_of_memory(t);
    put_values(t, is_shown);
    return EXIT_FINE;
}

static exit_code trace_tick(tracer *t, uint64_t tick)
{
    int64_t now = session_now(&t->session);
    bool is_shown = tick >= t->from;
    if (tick == t->from)
        put_beginning(t);
    while (run_edits_wait(&t->edits, &t->session)) {
        exit_code edited = trace_edit(t, tick, is_shown);
        if (edited != EXIT_FINE)
            return edited;
    }
    trace_begin_tick(&t->trace, tick, now);
    if (is_shown && t->in_steps)
        put_tick_head(t, tick, now);
    exit_code verdict = is_shown && t->in_steps ? session_tick_by(&t->session, tick_in_steps, t)
                                                : session_tick(&t->session, NULL);
    if (t->trace.is_out_of_memory)
        return trace_out_of_memory(t);
    if (verdict == EXIT_INTERRUPTED)
        return verdict;
    if (is_shown && !t->in_steps) {
        put_tick_head(t, tick, now);
        trace_print(&t->output.text, &t->trace);
    }
    if (is_shown) {
        put_requests(t);
        put_changes(t, "");
    }
    if (verdict == EXIT_FINE)
        verdict = session_after(&t->session);
    if (is_shown)
        put_changes(t, "  by the host");
    text_finish(&t->output.text); // what comes next may be a message
    return verdict;
}

// The trace is not complete.
static void trace_tell_interrupted(tracer *t, uint64_t tick, const char *what)
{
    text_finish(&t->output.text);
    cli_say(t->c, "interrupted: tick %" PRIu64 " %s", tick, what);
}

static exit_code trace_ticks(tracer *t)
{
    exit_code verdict = EXIT_FINE;
    gestalt_hooks hooks = trace_hooks(&t->trace);
    uint64_t i = gestalt_population_ticks(t->session.population);
    gestalt_population_hooks(t->session.population, &hooks);
    signals_catch();
    signals_watch(t->session.population);
    for (; i < t->end && verdict == EXIT_FINE && output_is_well(&t->output) && !signals_came(); i++)
        verdict = trace_tick(t, i);
    signals_watch(NULL);
    if (verdict == EXIT_INTERRUPTED)
        trace_tell_interrupted(t, i - 1, t->in_steps ? "is not shown to its end" : "is not shown");
    else if (verdict == EXIT_FINE && i < t->end && signals_came())
        trace_tell_interrupted(t, i, "and those behind it are not shown");
    else
        return verdict;
    return EXIT_INTERRUPTED;
}

// ---- the command

// Without a plugin agents don't know of each other, so the others need not run.
static void remove_others(tracer *t)
{
    gestalt_population *p = t->session.population;
    if (t->session.plugin.object)
        return;
    for (uint64_t i = gestalt_population_next(p, 0); i != UINT64_MAX;
         i = gestalt_population_next(p, i + 1))
        if (i != t->agent)
            gestalt_population_remove(p, i, NULL);
}

static exit_code trace_session(tracer *t)
{
    exit_code verdict;
    if (tree_start(t)) {
        remove_others(t);
        output_start(&t->output, t->c, options_text(&t->c->options, OPTION_OUTPUT));
        verdict = trace_ticks(t);
        verdict = cli_worse(verdict, output_finish(&t->output, t->c));
    } else {
        verdict = trace_out_of_memory(t);
    }
    tree_release(t);
    return verdict;
}

// Tick numbers; a run that is resumed does not begin with 0.
static exit_code read_range(tracer *t)
{
    const options *o = &t->c->options;
    uint64_t first = gestalt_population_ticks(t->session.population);
    uint64_t from = options_number(o, OPTION_FROM);
    t->from = from > first ? from : first;
    if (!gestalt_population_has(t->session.population, t->agent))
        return cli_usage(t->c, "there is no agent %" PRIu64 " in that snapshot", t->agent);
    if (options_is_given(o, OPTION_TO) && options_number(o, OPTION_TO) < t->from)
        return cli_usage(t->c,
                         "--to is the last tick, and comes before the first one to show, "
                         "%" PRIu64,
                         t->from);
    t->end = options_is_given(o, OPTION_TO) ? options_number(o, OPTION_TO) + 1
                                            : t->from + options_number(o, OPTION_TRACE_TICKS);
    return EXIT_FINE;
}

// The most ticks that there can be to run, were there nothing to resume.
static exit_code count_ticks(tracer *t, uint64_t *ticks)
{
    const options *o = &t->c->options;
    bool has_to = options_is_given(o, OPTION_TO);
    uint64_t from = options_number(o, has_to ? OPTION_TO : OPTION_FROM);
    if (__builtin_add_overflow(from, has_to ? 1 : options_number(o, OPTION_TRACE_TICKS), ticks))
        return cli_usage(t->c, "that is too many ticks");
    return EXIT_FINE;
}

static exit_code open_tree(tracer *t, const input *in, session_settings settings)
{
    exit_code verdict = run_edits_open(&t->edits, t->c, in);
    settings.others = t->edits.inputs;
    settings.other_count = t->edits.loaded;
    if (verdict == EXIT_FINE)
        verdict = session_open(&t->session, t->c, in, &settings);
    if (verdict == EXIT_FINE)
        verdict = read_range(t);
    if (verdict != EXIT_FINE)
        return verdict;
    settings.ticks = t->end - t->session.first_tick;
    return run_edits_bind(&t->edits, &t->session, &settings);
}

static exit_code trace_tree(tracer *t, const input *in, const session_settings *settings)
{
    exit_code verdict = open_tree(t, in, *settings);
    if (verdict == EXIT_FINE)
        verdict = trace_session(t);
    session_close(&t->session);
    run_edits_close(&t->edits);
    return verdict;
}

exit_code command_trace(cli *c)
{
    tracer t = {.c = c,
                .agent = options_number(&c->options, OPTION_AGENT),
                .in_steps = options_flag(&c->options, OPTION_STEP)};
    session_settings settings = {.agents = t.agent + 1,
                                 .seed = options_number(&c->options, OPTION_SEED),
                                 .lanes = TRACE_LANES,
                                 .threads = 1,
                                 .interruptible = true};
    input in;
    exit_code verdict = count_ticks(&t, &settings.ticks);
    if (verdict != EXIT_FINE)
        return verdict;
    input_load(&in, c, c->options.operands[0]);
    verdict = in.result == GESTALT_OK ? trace_tree(&t, &in, &settings) : input_report(&in, c);
    input_release(&in);
    return signals_exit_code(verdict);
}
