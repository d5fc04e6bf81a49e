// SPDX-License-Identifier: MIT
// gestalt trace: show what one agent does, tick by tick, for people. The agents of a scene affect
// each other, so all of them run. An agent may be born in any tick, and leave in any later one.
#include "commands.h"
#include "run.h"
#include "signals.h"
#include "trace_tell.h"

#include <inttypes.h>
#include <stdio.h>

enum { TRACE_LANES = 64 };

typedef struct tracer {
    cli *c;
    run run;
    teller teller;
    bool has_met; // whether the agent has been born
    bool is_gone;
} tracer;

// ---- the agent

static exit_code meet(tracer *t, uint32_t group)
{
    teller *to = &t->teller;
    t->has_met = true;
    return teller_meet(to, t->run.agents.population, run_shape(&t->run, group))
               ? EXIT_FINE
               : teller_out_of_memory(to);
}

static exit_code look_for_agent(tracer *t, uint64_t tick)
{
    uint32_t group;
    teller *to = &t->teller;
    bool is_new = !t->has_met;
    if (!gestalt_actor_group(t->run.agents.population, to->agent, &group)) {
        t->is_gone = t->has_met;
        return EXIT_FINE;
    }
    exit_code verdict = is_new ? meet(t, group) : EXIT_FINE;
    if (verdict != EXIT_FINE)
        return verdict;
    if (tick == to->from || (is_new && tick > to->from))
        teller_begin(to, run_group_name(&t->run, group));
    else if (is_new)
        teller_look(to);
    return EXIT_FINE;
}

static void put_gone(tracer *t, uint64_t tick)
{
    text_out *out = &t->teller.output.text;
    text_put(out, "\n");
    text_style(out, COLOR_BOLD);
    text_print(out, "agent %" PRIu64 " left at the end of %s %" PRIu64, t->teller.agent,
               t->run.kind->traits.tick, tick);
    text_style(out, COLOR_OFF);
    text_put(out, "\n");
}

// ---- edits

// Show an edit. Nodes that ended in it, and their requests, have the ids of the old tree, which the
// teller still uses.
static void show_edit(tracer *t, uint64_t tick, const gestalt_edit_report *report, uint32_t group)
{
    uint64_t count;
    teller *to = &t->teller;
    const gestalt_request *requests = gestalt_edit_report_requests(report, &count);
    teller_edit_head(to, tick, run_shape(&t->run, group));
    teller_tree(to);
    for (uint64_t i = 0; i < count; i++)
        if (requests[i].agent == to->agent)
            teller_request(to, &requests[i]);
}

static exit_code trace_edit(tracer *t, uint64_t tick)
{
    run *r = &t->run;
    teller *to = &t->teller;
    uint32_t group = 0;
    if (t->has_met)
        teller_begin_tick(to, tick, r->kind->now(r));
    exit_code verdict = run_edit(r);
    if (verdict != EXIT_FINE || !t->has_met)
        return verdict;
    gestalt_actor_group(r->agents.population, to->agent, &group);
    const gestalt_edit_report *report = run_now(r)->reports[group];
    bool is_shown = report && tick >= to->from;
    if (is_shown)
        show_edit(t, tick, report, group);
    bool is_out_of_memory = to->trace.is_out_of_memory;
    teller_leave(to);
    if (is_out_of_memory)
        return teller_out_of_memory(to);
    verdict = meet(t, group);
    if (verdict == EXIT_FINE)
        (is_shown ? teller_values : teller_look)(to);
    return verdict;
}

// ---- ticks

static void put_changes_of_host(tracer *t)
{
    char by[32];
    snprintf(by, sizeof by, "  by %s", t->run.kind->traits.host);
    teller_changes(&t->teller, by);
}

static void put_head(tracer *t, int64_t now)
{
    run *r = &t->run;
    teller_tick_head(&t->teller, run_ticks(r), now);
    if (r->kind->put_place)
        r->kind->put_place(&t->teller.output.text, r, t->teller.agent);
    put_changes_of_host(t);
}

// Run and show a tick. The heading comes first if it has values from before the tick.
static gestalt_result shown_tick(void *user, gestalt_population *p, int64_t now,
                                 gestalt_error *error)
{
    tracer *t = user;
    teller *to = &t->teller;
    const run_kind *kind = t->run.kind;
    bool is_first = to->in_steps || kind->put_place;
    uint64_t tick = run_ticks(&t->run);
    if (is_first)
        put_head(t, now);
    gestalt_result result = to->in_steps ? teller_tick_in_steps(to, p, now, error)
                                         : run_tick_agents(&t->run, now, error);
    if (to->trace.is_out_of_memory || result == GESTALT_INTERRUPTED ||
        (result != GESTALT_OK && to->in_steps))
        return result;
    if (!is_first)
        teller_tick_head(to, tick, now);
    if (!to->in_steps)
        teller_tree(to);
    teller_requests(to);
    teller_changes(to, "");
    return result;
}

static exit_code trace_tick(tracer *t, uint64_t tick)
{
    run *r = &t->run;
    teller *to = &t->teller;
    exit_code verdict = look_for_agent(t, tick);
    while (verdict == EXIT_FINE && !t->is_gone && run_edit_is_due(r))
        verdict = trace_edit(t, tick);
    if (verdict != EXIT_FINE || t->is_gone)
        return verdict;
    bool is_shown = tick >= to->from && t->has_met;
    if (t->has_met)
        teller_begin_tick(to, tick, r->kind->now(r));
    verdict = run_tick(r, is_shown ? shown_tick : NULL, t);
    if (to->trace.is_out_of_memory)
        return teller_out_of_memory(to);
    if (verdict == EXIT_INTERRUPTED || (verdict != EXIT_FINE && to->in_steps))
        return verdict; // the tick may have stopped before its end
    if (verdict == EXIT_FINE)
        verdict = run_after(r);
    if (is_shown && gestalt_population_has(r->agents.population, to->agent))
        put_changes_of_host(t);
    text_finish(&to->output.text); // the next output may be a message
    return verdict;
}

static exit_code trace_ticks(tracer *t)
{
    teller *to = &t->teller;
    exit_code verdict = EXIT_FINE;
    uint64_t i = run_ticks(&t->run);
    signals_catch();
    for (; i < to->end && verdict == EXIT_FINE && !t->is_gone && output_is_well(&to->output) &&
           !signals_came();
         i++)
        verdict = trace_tick(t, i);
    if (verdict == EXIT_INTERRUPTED)
        return teller_interrupted(to, i - 1, to->in_steps ? "is incomplete" : "is not shown");
    if (verdict == EXIT_FINE && i < to->end && signals_came())
        return teller_interrupted(to, i, "and later ones are not shown");
    if (verdict == EXIT_FINE && t->is_gone && i > to->from)
        put_gone(t, i - 2);
    return verdict;
}

// ---- the command

static exit_code start(tracer *t, uint64_t ticks)
{
    uint64_t seed;
    run *r = &t->run;
    teller *to = &t->teller;
    run_settings settings = run_settings_of(r, &seed);
    settings.agents = to->agent + 1;
    settings.ticks = ticks;
    settings.lanes = TRACE_LANES;
    settings.threads = 1;
    exit_code verdict = run_start(r, &settings);
    if (verdict == EXIT_FINE && !r->kind->traits.has_births &&
        !gestalt_population_has(r->agents.population, to->agent))
        return cli_usage(t->c, "there is no agent %" PRIu64 " in that snapshot", to->agent);
    if (verdict == EXIT_FINE)
        verdict = teller_choose_ticks(to, r->first_tick);
    if (verdict == EXIT_FINE)
        verdict = run_prepare_edits(r, to->end - r->first_tick);
    if (verdict == EXIT_FINE && r->kind->isolate)
        r->kind->isolate(r, to->agent);
    return verdict;
}

// Report that the agent did not exist in the ticks to show.
static exit_code check_met(tracer *t)
{
    const char *tick = t->run.kind->traits.tick;
    uint64_t agent = t->teller.agent, ticks = run_ticks(&t->run);
    if (t->has_met && !(t->is_gone && ticks <= t->teller.from))
        return EXIT_FINE;
    if (t->has_met)
        return cli_usage(t->c, "agent %" PRIu64 " has left before %s %" PRIu64, agent, tick,
                         t->teller.from);
    return cli_usage(t->c, "there is no agent %" PRIu64 " up to %s %" PRIu64, agent, tick, ticks);
}

static exit_code trace_run(tracer *t)
{
    output_start(&t->teller.output, t->c, options_text(&t->c->options, OPTION_OUTPUT));
    exit_code verdict = trace_ticks(t);
    verdict = cli_worse(verdict, output_finish(&t->teller.output, t->c));
    teller_leave(&t->teller);
    return verdict == EXIT_FINE ? check_met(t) : verdict;
}

static exit_code trace_file(tracer *t)
{
    uint64_t ticks = 0;
    exit_code verdict = run_look(&t->run, t->c, t->c->options.operands[0]);
    if (verdict == EXIT_FINE)
        verdict = teller_count_ticks(&t->teller, &ticks);
    if (verdict == EXIT_FINE)
        verdict = run_read(&t->run);
    if (verdict == EXIT_FINE)
        verdict = start(t, ticks);
    return verdict == EXIT_FINE ? trace_run(t) : verdict;
}

exit_code command_trace(cli *c)
{
    tracer t = {.c = c, .teller = teller_of(c)};
    exit_code verdict = trace_file(&t);
    run_close(&t.run);
    return signals_exit_code(verdict);
}
