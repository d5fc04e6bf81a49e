// SPDX-License-Identifier: MIT
// gestalt trace: show what one agent does, tick by tick, for people.
#include "commands.h"
#include "run_edits.h"
#include "session.h"
#include "signals.h"
#include "trace_scene.h"
#include "trace_tell.h"

#include <inttypes.h>

enum { TRACE_LANES = 64 };

typedef struct tracer {
    cli *c;
    session session;
    run_edits edits;
    teller teller;
} tracer;

// ---- ticks

static bool meet(tracer *t)
{
    return teller_meet(&t->teller, t->session.population, t->session.in->shape);
}

// Do an edit. Nodes that end in it, and their requests, have the ids of the old tree, which the
// teller still uses.
static exit_code trace_edit(tracer *t, uint64_t tick, bool is_shown)
{
    teller *to = &t->teller;
    teller_begin_tick(to, tick, session_now(&t->session));
    exit_code verdict = run_edits_do_next(&t->edits, &t->session, NULL);
    if (verdict != EXIT_FINE)
        return verdict;
    uint64_t count;
    const gestalt_request *requests =
        gestalt_edit_report_requests(run_edits_report(&t->edits), &count);
    if (is_shown) {
        teller_edit_head(to, tick, t->session.in->shape);
        teller_tree(to);
        for (uint64_t i = 0; i < count; i++)
            if (requests[i].agent == to->agent)
                teller_request(to, &requests[i]);
    }
    bool is_out_of_memory = to->trace.is_out_of_memory;
    teller_leave(to);
    if (is_out_of_memory || !meet(t))
        return teller_out_of_memory(to);
    (is_shown ? teller_values : teller_look)(to);
    return EXIT_FINE;
}

static exit_code trace_tick(tracer *t, uint64_t tick)
{
    teller *to = &t->teller;
    int64_t now = session_now(&t->session);
    bool is_shown = tick >= to->from;
    if (tick == to->from)
        teller_begin(to, NULL);
    while (run_edits_wait(&t->edits, &t->session)) {
        exit_code edited = trace_edit(t, tick, is_shown);
        if (edited != EXIT_FINE)
            return edited;
    }
    teller_begin_tick(to, tick, now);
    if (is_shown && to->in_steps)
        teller_tick_head(to, tick, now);
    exit_code verdict = is_shown && to->in_steps
                            ? session_tick_by(&t->session, teller_tick_in_steps, to)
                            : session_tick(&t->session, NULL);
    if (to->trace.is_out_of_memory)
        return teller_out_of_memory(to);
    if (verdict == EXIT_INTERRUPTED || (verdict != EXIT_FINE && to->in_steps))
        return verdict; // the tick may have stopped before its end
    if (is_shown && !to->in_steps) {
        teller_tick_head(to, tick, now);
        teller_tree(to);
    }
    if (is_shown) {
        teller_requests(to);
        teller_changes(to, "");
    }
    if (verdict == EXIT_FINE)
        verdict = session_after(&t->session);
    if (is_shown)
        teller_changes(to, "  by the host");
    text_finish(&to->output.text); // the next output may be a message
    return verdict;
}

static exit_code trace_ticks(tracer *t)
{
    teller *to = &t->teller;
    exit_code verdict = EXIT_FINE;
    uint64_t i = gestalt_population_ticks(t->session.population);
    signals_catch();
    signals_watch(t->session.population);
    for (; i < to->end && verdict == EXIT_FINE && output_is_well(&to->output) && !signals_came();
         i++)
        verdict = trace_tick(t, i);
    signals_watch(NULL);
    if (verdict == EXIT_INTERRUPTED)
        return teller_interrupted(to, i - 1,
                                  to->in_steps ? "is not shown to its end" : "is not shown");
    if (verdict == EXIT_FINE && i < to->end && signals_came())
        return teller_interrupted(to, i, "and those behind it are not shown");
    return verdict;
}

// ---- the command

// Remove all other agents: without a plugin, agents do not affect each other.
static void remove_others(tracer *t)
{
    gestalt_population *p = t->session.population;
    if (t->session.plugin.object)
        return;
    for (uint64_t i = gestalt_population_next(p, 0); i != UINT64_MAX;
         i = gestalt_population_next(p, i + 1))
        if (i != t->teller.agent)
            gestalt_population_remove(p, i, NULL);
}

static exit_code trace_session(tracer *t)
{
    exit_code verdict;
    if (meet(t)) {
        remove_others(t);
        output_start(&t->teller.output, t->c, options_text(&t->c->options, OPTION_OUTPUT));
        verdict = trace_ticks(t);
        verdict = cli_worse(verdict, output_finish(&t->teller.output, t->c));
    } else {
        verdict = teller_out_of_memory(&t->teller);
    }
    teller_leave(&t->teller);
    return verdict;
}

// Read the numbers of the ticks to show; a resumed run does not start with 0.
static exit_code read_range(tracer *t)
{
    const gestalt_population *p = t->session.population;
    if (!gestalt_population_has(p, t->teller.agent))
        return cli_usage(t->c, "there is no agent %" PRIu64 " in that snapshot", t->teller.agent);
    return teller_choose_ticks(&t->teller, gestalt_population_ticks(p));
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
    settings.ticks = t->teller.end - t->session.first_tick;
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
    exit_code of_scene;
    if (trace_scene(c, c->options.operands[0], &of_scene))
        return signals_exit_code(of_scene);
    tracer t = {.c = c, .teller = teller_of(c)};
    session_settings settings = {.agents = t.teller.agent + 1,
                                 .seed = options_number(&c->options, OPTION_SEED),
                                 .lanes = TRACE_LANES,
                                 .threads = 1,
                                 .interruptible = true};
    input in;
    exit_code verdict = teller_count_ticks(&t.teller, &settings.ticks);
    if (verdict != EXIT_FINE)
        return verdict;
    input_load(&in, c, c->options.operands[0]);
    verdict = input_report(&in, c);
    if (in.result == GESTALT_OK)
        verdict = trace_tree(&t, &in, &settings);
    input_release(&in);
    return signals_exit_code(verdict);
}
