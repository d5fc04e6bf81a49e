// SPDX-License-Identifier: MIT
#include "trace_scene.h"

#include "number.h"
#include "scene_edits.h"
#include "scene_input.h"
#include "signals.h"
#include "trace_tell.h"

#include <gestalt/worlds/world.h>
#include <inttypes.h>
#include <string.h>

typedef struct scene_tracer {
    cli *c;
    const char *path;
    const gestalt_scene *scene; // the scene that runs now
    gestalt_world *world;
    gestalt_world_options how;
    uint64_t seed;
    scene_edits edits;
    teller teller;
    bool has_met; // whether the agent has been born
    bool is_gone;
} scene_tracer;

static exit_code scene_trace_failed(scene_tracer *t, const char *path, gestalt_result result,
                                    const gestalt_error *error)
{
    return result == GESTALT_OK ? EXIT_FINE : cli_fail(t->c, path, result, error);
}

// ---- the agent

static gestalt_scene_group group_of_row(const scene_tracer *t, uint32_t row)
{
    uint32_t group = 0, begin, end;
    for (gestalt_world_group(t->world, 0, &begin, &end); row >= end;)
        gestalt_world_group(t->world, ++group, &begin, &end);
    return gestalt_scene_group_at(t->scene, group);
}

// Look for the agent, which may be born in any step and leave in any later one.
static exit_code look_for_agent(scene_tracer *t, uint64_t step)
{
    teller *to = &t->teller;
    uint32_t row = gestalt_world_find(t->world, to->agent);
    if (row == UINT32_MAX) {
        t->is_gone = t->has_met;
        return EXIT_FINE;
    }
    gestalt_scene_group group = group_of_row(t, row);
    bool is_new = !t->has_met;
    if (is_new && !teller_meet(to, gestalt_world_population(t->world), group.shape))
        return teller_out_of_memory(to);
    t->has_met = true;
    if (step == to->from || (is_new && step > to->from))
        teller_begin(to, group.name);
    else if (is_new)
        teller_look(to);
    return EXIT_FINE;
}

static void put_vector(text_out *out, const float *const columns[3], uint32_t row)
{
    char text[NUMBER_TEXT_SIZE];
    text_style(out, COLOR_VALUE);
    for (int d = 0; d < 3 && columns[d]; d++) {
        text_put(out, d ? ", " : "(");
        text_write(out, text, number_print_float(text, columns[d][row]));
    }
    text_put(out, ")");
    text_style(out, COLOR_OFF);
}

static void put_place(scene_tracer *t)
{
    text_out *out = &t->teller.output.text;
    gestalt_world_columns columns = gestalt_world_columns_of(t->world);
    uint32_t row = gestalt_world_find(t->world, t->teller.agent);
    text_put(out, "  at ");
    put_vector(out, columns.position, row);
    text_put(out, ", velocity ");
    put_vector(out, columns.velocity, row);
    text_put(out, "\n");
}

static void put_gone(scene_tracer *t, uint64_t step)
{
    text_out *out = &t->teller.output.text;
    text_put(out, "\n");
    text_style(out, COLOR_BOLD);
    text_print(out, "agent %" PRIu64 " left at the end of step %" PRIu64, t->teller.agent,
               step - 1);
    text_style(out, COLOR_OFF);
    text_put(out, "\n");
}

// ---- steps

// Run and show the tick of a step. Before it, the world has updated what the agent senses.
static gestalt_result shown_tick(void *user, gestalt_population *p, int64_t now,
                                 gestalt_error *error)
{
    scene_tracer *t = user;
    teller *to = &t->teller;
    teller_tick_head(to, gestalt_population_ticks(p), now);
    put_place(t);
    teller_changes(to, "  by the world");
    gestalt_result result = to->in_steps ? teller_tick_in_steps(to, p, now, error)
                                         : gestalt_population_tick(p, now, error);
    if (result != GESTALT_OK || to->trace.is_out_of_memory)
        return result;
    if (!to->in_steps)
        teller_tree(to);
    teller_requests(to);
    teller_changes(to, "");
    return GESTALT_OK;
}

static bool is_met(const scene_tracer *t)
{
    return t->has_met && !t->is_gone;
}

// Do an edit, which creates another world.
static exit_code trace_scene_edit(scene_tracer *t, uint64_t step)
{
    uint32_t before = t->edits.next;
    const gestalt_shape *old_shape = t->teller.shape;
    exit_code verdict = scene_edits_do(&t->edits, &t->world, &t->how, NULL);
    if (verdict != EXIT_FINE || t->edits.next == before)
        return verdict;
    t->scene = t->edits.list[t->edits.next - 1].in.scene;
    if (!t->has_met)
        return EXIT_FINE;
    teller *to = &t->teller;
    uint32_t row = gestalt_world_find(t->world, to->agent);
    const gestalt_shape *shape = row == UINT32_MAX ? old_shape : group_of_row(t, row).shape;
    if (step >= to->from && shape != old_shape)
        teller_edit_head(to, step, shape);
    teller_leave(to);
    if (!teller_meet(to, gestalt_world_population(t->world), shape))
        return teller_out_of_memory(to);
    if (step >= to->from && shape != old_shape)
        teller_values(to);
    else
        teller_look(to);
    return EXIT_FINE;
}

static exit_code trace_step(scene_tracer *t, uint64_t step)
{
    teller *to = &t->teller;
    gestalt_error error = {0};
    exit_code verdict = trace_scene_edit(t, step);
    if (verdict == EXIT_FINE)
        verdict = look_for_agent(t, step);
    if (verdict != EXIT_FINE || t->is_gone)
        return verdict;
    bool is_shown = step >= to->from && is_met(t);
    if (is_met(t))
        teller_begin_tick(to, step, gestalt_scene_tell(t->scene).dt * (int64_t)step);
    gestalt_result result = is_shown ? gestalt_world_step_by(t->world, shown_tick, t, &error)
                                     : gestalt_world_step(t->world, &error);
    if (is_met(t) && to->trace.is_out_of_memory)
        return teller_out_of_memory(to);
    if (result == GESTALT_INTERRUPTED)
        return EXIT_INTERRUPTED;
    bool is_there = gestalt_world_find(t->world, to->agent) != UINT32_MAX;
    if (is_shown && result == GESTALT_OK && is_there)
        teller_changes(to, "  by the world");
    text_finish(&to->output.text);
    return scene_trace_failed(t, t->path, result, &error);
}

static exit_code trace_steps(scene_tracer *t)
{
    teller *to = &t->teller;
    exit_code verdict = EXIT_FINE;
    uint64_t i = gestalt_world_steps(t->world);
    signals_catch();
    for (; i < to->end && verdict == EXIT_FINE && !t->is_gone && output_is_well(&to->output) &&
           !signals_came();
         i++) {
        signals_watch_world(t->world);
        verdict = trace_step(t, i);
        signals_watch_world(NULL);
    }
    if (verdict == EXIT_INTERRUPTED)
        return teller_interrupted(to, i - 1,
                                  to->in_steps ? "is not shown to its end" : "is not shown");
    if (verdict == EXIT_FINE && i < to->end && signals_came())
        return teller_interrupted(to, i, "and those behind it are not shown");
    if (verdict == EXIT_FINE && t->is_gone && i > to->from)
        put_gone(t, i - 1);
    return verdict;
}

// ---- the command

static exit_code check_scene_options(cli *c)
{
    static const option_id others[] = {OPTION_DT, OPTION_START, OPTION_STUB, OPTION_NAME};
    const options *o = &c->options;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (options_is_given(o, others[i]))
            return cli_usage(c, "--%s is not for scenes", option_table[others[i]].name);
    if (options_is_given(o, OPTION_SEED) && options_text(o, OPTION_RESUME))
        return cli_usage(c, "--seed and --resume exclude each other: the snapshot says it");
    return EXIT_FINE;
}

static exit_code open_scene_world(scene_tracer *t)
{
    const options *o = &t->c->options;
    gestalt_error error = {0};
    const char *resume = options_text(o, OPTION_RESUME);
    t->seed = options_number(o, OPTION_SEED);
    t->how = (gestalt_world_options){.interruptible = true,
                                     .seed = options_is_given(o, OPTION_SEED) ? &t->seed : NULL};
    exit_code verdict = scene_trace_failed(
        t, t->path, gestalt_world_create(t->scene, &t->how, &t->world, &error), &error);
    if (verdict == EXIT_FINE && resume)
        verdict =
            scene_trace_failed(t, resume, gestalt_world_load(t->world, resume, &error), &error);
    if (verdict == EXIT_FINE)
        verdict = teller_choose_ticks(&t->teller, gestalt_world_steps(t->world));
    uint64_t first = verdict == EXIT_FINE ? gestalt_world_steps(t->world) : 0;
    return verdict == EXIT_FINE ? scene_edits_check(&t->edits, first, t->teller.end - first)
                                : verdict;
}

// Report that the agent did not exist in the ticks to show.
static exit_code check_met(scene_tracer *t)
{
    if (t->has_met && !(t->is_gone && gestalt_world_steps(t->world) <= t->teller.from))
        return EXIT_FINE;
    if (t->has_met)
        return cli_usage(t->c, "agent %" PRIu64 " has left before step %" PRIu64, t->teller.agent,
                         t->teller.from);
    return cli_usage(t->c, "there is no agent %" PRIu64 " up to step %" PRIu64, t->teller.agent,
                     gestalt_world_steps(t->world));
}

static exit_code trace_world(scene_tracer *t)
{
    output_start(&t->teller.output, t->c, options_text(&t->c->options, OPTION_OUTPUT));
    exit_code verdict = trace_steps(t);
    verdict = cli_worse(verdict, output_finish(&t->teller.output, t->c));
    teller_leave(&t->teller);
    return verdict == EXIT_FINE ? check_met(t) : verdict;
}

static exit_code trace_read(scene_input *in)
{
    uint64_t ticks;
    scene_tracer t = {.c = in->c, .path = in->path, .teller = teller_of(in->c)};
    exit_code verdict = check_scene_options(in->c);
    if (verdict == EXIT_FINE)
        verdict = teller_count_ticks(&t.teller, &ticks);
    if (verdict == EXIT_FINE)
        verdict = scene_input_read(in);
    scene_input_report(in);
    t.scene = in->scene;
    if (verdict == EXIT_FINE)
        verdict = scene_edits_open(&t.edits, in->c, in);
    if (verdict == EXIT_FINE)
        verdict = open_scene_world(&t);
    if (verdict == EXIT_FINE)
        verdict = trace_world(&t);
    gestalt_world_destroy(t.world);
    scene_edits_close(&t.edits);
    return verdict;
}

bool trace_scene(cli *c, const char *path, exit_code *verdict)
{
    scene_input in;
    if (!scene_input_open(&in, c, path))
        return false;
    *verdict = in.text ? trace_read(&in) : scene_input_read(&in);
    scene_input_release(&in);
    return true;
}
