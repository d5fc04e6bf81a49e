// SPDX-License-Identifier: MIT
// The summary of a scene: its agents, and the measures of its world.
#include "number.h"
#include "progress.h"
#include "states_text.h"
#include "summary.h"

#include <inttypes.h>
#include <math.h>

// Return how often an agent was updated in a second, by the time of the slowest rank.
static double rate_of(const summary *s)
{
    double time = s->nanoseconds;
    team_most(&time, 1);
    return time > 0 ? (double)s->updates / (time * 1e-9) : 0;
}

static void put_number(text_out *out, double number)
{
    char text[NUMBER_TEXT_SIZE];
    if (isfinite(number))
        text_write(out, text, number_print_double(text, number));
    else
        text_put(out, "null");
}

// Write the names of the values that describe the state after the last step; the others describe
// the whole run.
static void put_moments(text_out *out, const gestalt_outcome *o)
{
    const char *between = "";
    text_put(out, ", \"at_end\": [");
    for (uint32_t i = 0; i < o->count; i++)
        if (o->rows[i].is_of_moment) {
            text_print(out, "%s\"%s\"", between, o->rows[i].name);
            between = ", ";
        }
    text_put(out, "]");
}

// Write the form in which the live states of each group are stored; nothing if no group has a tree.
static void put_states(text_out *out, const run *r)
{
    const char *between = "";
    text_put(out, ", \"states\": {");
    for (uint32_t i = 0; i < run_group_count(r); i++) {
        const char *name = run_group_name(r, i);
        gestalt_states_choice states;
        if (gestalt_population_states(r->agents.population, i, &states, NULL) != GESTALT_OK)
            continue;
        text_put(out, between);
        text_json(out, name, strlen(name));
        text_put(out, ": ");
        states_put_json(out, &states);
        between = ", ";
    }
    text_put(out, "}");
}

static void put_json(text_out *out, const summary *s, const gestalt_outcome *o)
{
    const run *r = s->run;
    const char *name = gestalt_scene_tell(run_now(r)->scene.scene).name;
    text_put(out, "{\"scene\": ");
    text_json(out, name, strlen(name));
    text_print(out, ", \"steps\": %" PRIu64 ", \"agents\": %" PRIu64 ", \"outcome\": {",
               run_ticks(r), team_count(&r->agents));
    for (uint32_t i = 0; i < o->count; i++) {
        const gestalt_outcome_row *row = &o->rows[i];
        text_print(out, "%s\"%s\": ", i ? ", " : "", row->name);
        if (row->is_count)
            text_print(out, "%" PRIu64, row->count);
        else
            put_number(out, row->number);
    }
    text_put(out, "}");
    put_moments(out, o);
    if (gestalt_scene_until(run_now(r)->scene.scene))
        text_print(out, ", \"done\": %s", s->is_done ? "true" : "false");
    if (r->version) {
        text_put(out, ", \"edits\": ");
        run_write_edits(out, r);
    }
    put_states(out, r);
    text_put(out, ", \"updates_per_second\": ");
    put_number(out, rate_of(s));
    if (team_size() > 1)
        text_print(out, ", \"ranks\": %" PRIu32, team_size());
    text_print(out, ", \"hash\": \"%016" PRIx64 "\"}", s->hash);
}

static int label_width(const gestalt_outcome *o)
{
    size_t width = strlen("speed of run");
    for (uint32_t i = 0; i < o->count; i++)
        width = strlen(o->rows[i].name) > width ? strlen(o->rows[i].name) : width;
    return (int)width;
}

static void put_label(text_out *out, int width, const char *label)
{
    text_put(out, "  ");
    text_style(out, COLOR_DIM);
    text_print(out, "%-*s", width, label);
    text_style(out, COLOR_OFF);
    text_put(out, "  ");
}

static void put_row(text_out *out, int width, const gestalt_outcome_row *row)
{
    put_label(out, width, row->name);
    if (row->is_count)
        text_print(out, "%" PRIu64, row->count);
    else if (isfinite(row->number))
        text_print(out, "%.4g", row->number);
    else
        text_put(out, "-");
    if (row->is_of_moment) {
        text_style(out, COLOR_DIM);
        text_put(out, " at the end");
        text_style(out, COLOR_OFF);
    }
    text_put(out, "\n");
}

static void put_text(text_out *out, const summary *s, const gestalt_outcome *o)
{
    char seconds[NUMBER_TEXT_SIZE];
    const run *r = s->run;
    const gestalt_scene *scene = run_now(r)->scene.scene;
    gestalt_scene_facts facts = gestalt_scene_tell(scene);
    const char *until = gestalt_scene_until(scene);
    uint64_t steps = run_ticks(r), agents = team_count(&r->agents);
    int width = label_width(o);
    text_style(out, COLOR_BOLD);
    text_escaped(out, facts.name, strlen(facts.name));
    text_style(out, COLOR_OFF);
    text_print(out, ": %" PRIu64 " agent%s, %" PRIu64 " step%s, ", agents,
               text_plural(agents, "", "s"), steps, text_plural(steps, "", "s"));
    text_write(out, seconds, number_print_seconds(seconds, (int64_t)steps * facts.dt));
    text_put(out, " s");
    if (s->is_done) {
        text_put(out, ", until ");
        text_escaped(out, until, strlen(until));
    }
    text_put(out, "\n");
    for (uint32_t i = 0; i < o->count; i++)
        put_row(out, width, &o->rows[i]);
    put_label(out, width, "speed of run");
    progress_put_rate(out, rate_of(s));
    text_put(out, " updates/s\n");
}

void summary_scene(text_out *out, const summary *s)
{
    gestalt_outcome o;
    gestalt_world_measure(s->run->world.own, &o);
    (s->is_json ? put_json : put_text)(out, s, &o);
}
