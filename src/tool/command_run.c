// SPDX-License-Identifier: MIT
// gestalt run: tick agents, and write the results; or replay the log of a live run.
#include "count_list.h"
#include "events.h"
#include "json_layout.h"
#include "launch_list.h"
#include "profile.h"
#include "progress.h"
#include "replay.h"
#include "report_rows.h"
#include "run.h"
#include "run_record.h"
#include "run_repeats.h"
#include "signals.h"
#include "stopwatch.h"
#include "summary.h"

#include <inttypes.h>

typedef struct run_command {
    cli *c;
    run run;
    natives natives;
    stopwatch watch;
    uint64_t updates; // number of agents of this process, summed over all ticks
    bool is_done;     // whether the run has reached its goal
    bool is_cut;      // whether the last tick was interrupted
    uint64_t saved;   // time of the last save, or of the start
    const char *events_path;
    output events_output;
    events events;
    run_record record;
    report_rows reports;
    bool is_profiled;
    profile profile;
} run_command;

// ---- options

static bool is_dash(const options *o, option_id option)
{
    return options_text(o, option) && cli_is_dash(options_text(o, option));
}

// Check that at most one result is written to standard output.
static exit_code check_outputs(cli *c)
{
    static const option_id files[] = {OPTION_EVENTS, OPTION_FINAL, OPTION_REPORTS, OPTION_RECORD};
    static const option_id kinds[] = {OPTION_LAUNCHES, OPTION_COUNTS, OPTION_PROFILE, OPTION_HASH};
    const options *o = &c->options;
    int kind_count = 0, file_count = 0;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        kind_count += options_flag(o, kinds[i]);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        file_count += is_dash(o, files[i]);
    if (kind_count > 1 || (kind_count || options_flag(o, OPTION_JSON)) + file_count > 1)
        return cli_usage(c, "only one of --events=-, --final=-, --reports=-, --record=-, "
                            "--launches, --counts, --profile, and --hash or --json can go to "
                            "standard output");
    for (size_t i = 2; i < 4; i++)
        if (is_dash(o, files[i]) && !options_flag(o, OPTION_QUIET))
            return cli_usage(c, "--%s=- needs --quiet: only one thing can go to standard output",
                             option_table[files[i]].name);
    return EXIT_FINE;
}

// Refuse outputs that an edit would break, because it creates another world.
static exit_code check_edits(cli *c)
{
    const options *o = &c->options;
    if (!options_is_given(o, OPTION_EDIT))
        return EXIT_FINE;
    if (options_flag(o, OPTION_COUNTS) || options_flag(o, OPTION_PROFILE))
        return cli_usage(c, "--%s and --edit exclude each other: an edit replaces the world",
                         options_flag(o, OPTION_COUNTS) ? "counts" : "profile");
    if (run_record_wants_world(o))
        return cli_usage(c, "--record of a world and --edit exclude each other: the recording of a "
                            "world stores the nodes of its trees once, at its beginning; use "
                            "--record-parts=trees, or record up to the edit with --save, and then "
                            "record the scene with the other tree with --resume and --from");
    return EXIT_FINE;
}

static exit_code check_run(const run_command *m)
{
    cli *c = m->c;
    const run_traits *t = &m->run.kind->traits;
    exit_code verdict = run_record_check(c, t->has_world);
    if (verdict == EXIT_FINE)
        verdict = output_check_snapshot(c, "--save", options_text(&c->options, OPTION_SAVE));
    if (verdict == EXIT_FINE && options_is_given(&c->options, OPTION_SAVE_EVERY) &&
        !options_text(&c->options, OPTION_SAVE))
        return cli_usage(c, "--save-every needs --save: it saves to the same file");
    if (verdict == EXIT_FINE && t->edits_replace)
        verdict = check_edits(c);
    return verdict == EXIT_FINE ? check_outputs(c) : verdict;
}

// ---- ticks

// Return whether a run has ended as it should, so that results are written.
static bool has_run(exit_code verdict)
{
    return verdict == EXIT_FINE || verdict == EXIT_INTERRUPTED;
}

static gestalt_result tick_profiled(run_command *m, gestalt_population *p, int64_t now,
                                    gestalt_error *error)
{
    run *r = &m->run;
    if (!m->is_profiled)
        return run_tick_agents(r, now, error);
    profile_before(&m->profile, p);
    uint64_t begin = stopwatch_now();
    gestalt_result result = run_tick_agents(r, now, error);
    if (result == GESTALT_OK)
        profile_behind(&m->profile, p, stopwatch_now() - begin);
    return result;
}

// Tick, and write events after the tick, while agents that die in the step of a scene still exist.
static gestalt_result tick_watched(void *user, gestalt_population *p, int64_t now,
                                   gestalt_error *error)
{
    run_command *m = user;
    gestalt_result result = GESTALT_OK;
    if (m->events_path && m->run.kind->traits.has_births)
        result = events_write_births(&m->events, run_group_name, &m->run, error);
    if (result == GESTALT_OK)
        result = tick_profiled(m, p, now, error);
    if (m->events_path && result == GESTALT_OK)
        result = events_write(&m->events, &m->run.agents, error);
    return result;
}

// Write the remaining events of a tick. An interrupted tick of a tree has those of the agents that
// are done; the events of the others will come again after a resume. A step of a scene is undone.
static exit_code end_events(run_command *m, exit_code verdict)
{
    const run *r = &m->run;
    gestalt_error error = {0};
    gestalt_result result = GESTALT_OK;
    bool is_scene = r->kind->traits.has_births;
    if (!is_scene && team_is_interrupted(&r->agents))
        result = events_write_done(&m->events, &r->agents, &error);
    else if (verdict == EXIT_INTERRUPTED)
        events_forget(&m->events);
    else if (is_scene)
        result = events_end_step(&m->events, verdict != EXIT_FINE && !r->can_be_saved, &error);
    if (result != GESTALT_OK)
        return cli_fail(m->c, "events", result, &error);
    // An error of writing is reported when the output is finished.
    return verdict == EXIT_FINE && !output_is_well(&m->events_output) ? EXIT_IO : verdict;
}

// Do the edits before a tick. They were already done before a tick that was interrupted.
static exit_code do_edits(run_command *m)
{
    run *r = &m->run;
    exit_code verdict = EXIT_FINE;
    while (verdict == EXIT_FINE && !team_is_interrupted(&r->agents) && run_edit_is_due(r)) {
        gestalt_error error = {0};
        gestalt_result result = GESTALT_OK;
        const gestalt_population *before = r->agents.population;
        verdict = run_edit(r);
        const run_version *v = run_now(r);
        uint32_t group = run_find_group(r, v, v->group);
        if (verdict != EXIT_FINE || !m->events_path)
            continue;
        if (r->agents.population != before)
            events_follow_edit(&m->events, r->agents.population, v->group, run_shape(r, group));
        else
            result = events_write_edit(&m->events, &r->agents, run_shape(r, group),
                                       v->reports[group], &error);
        verdict = result == GESTALT_OK ? EXIT_FINE : cli_fail(m->c, "events", result, &error);
    }
    return verdict;
}

static void tell_interrupted(const run_command *m)
{
    const run_traits *t = &m->run.kind->traits;
    if (!options_flag(&m->c->options, OPTION_QUIET))
        cli_say(m->c, "%s %" PRIu64 " %s", t->tick, run_ticks(&m->run), t->on_interrupt);
}

static exit_code do_tick(run_command *m)
{
    run *r = &m->run;
    exit_code verdict = do_edits(m);
    if (verdict != EXIT_FINE)
        return verdict;
    report_rows_sample(&m->reports, r->world.own);
    uint64_t agents = gestalt_population_count(r->agents.population);
    verdict = run_tick(r, m->events_path || m->is_profiled ? tick_watched : NULL, m);
    m->is_cut = verdict == EXIT_INTERRUPTED;
    if (m->is_cut)
        tell_interrupted(m);
    else
        m->updates += agents;
    // Only the first rank learns that something could not be written, so all do the same before
    // they agree.
    exit_code written = m->events_path ? end_events(m, verdict) : EXIT_FINE;
    written = cli_worse(written, report_rows_verdict(&m->reports));
    if (verdict == EXIT_FINE) {
        written = cli_worse(written, run_record_tick(&m->record, &r->world));
        verdict = run_after(r);
    }
    return cli_worse(verdict, written);
}

// ---- saving

static exit_code save(run_command *m)
{
    gestalt_error error = {0};
    const char *path = options_text(&m->c->options, OPTION_SAVE);
    gestalt_result result = m->run.kind->save(&m->run, path, &error);
    return result == GESTALT_OK ? EXIT_FINE : cli_fail(m->c, path, result, &error);
}

// Return whether it is time for a save between two ticks, by the clock of the first rank.
static bool is_save_due(const run_command *m)
{
    enum { MICROSECOND = 1000 }; // in nanoseconds
    const options *o = &m->c->options;
    if (!options_is_given(o, OPTION_SAVE_EVERY) || !team_is_first())
        return false;
    return (stopwatch_now() - m->saved) / MICROSECOND >= options_number(o, OPTION_SAVE_EVERY);
}

// Save between two ticks, after what the outputs have up to now.
static exit_code save_between(run_command *m)
{
    if (m->events_path)
        output_keep(&m->events_output);
    report_rows_keep(&m->reports);
    exit_code verdict = save(m);
    m->saved = stopwatch_now();
    return verdict;
}

// ---- all ticks

// Agree on a verdict; a signal, which may have come to some ranks only, ends the run on all. All
// ranks learn whether a save is due.
static exit_code agree_on_signals(const run_command *m, exit_code verdict, bool *is_due)
{
    *is_due = is_save_due(m);
    return team_agree_with(
        m->c, verdict == EXIT_FINE && signals_came() ? EXIT_INTERRUPTED : verdict, is_due);
}

static exit_code do_ticks(run_command *m)
{
    progress shown;
    bool is_due;
    run *r = &m->run;
    exit_code verdict = EXIT_FINE;
    uint64_t ticks = r->settings.ticks;
    progress_start(&shown, m->c, ticks, team_count(&r->agents));
    m->saved = stopwatch_now();
    m->is_done = run_is_done(r);
    verdict = agree_on_signals(m, verdict, &is_due);
    for (uint64_t i = 0; i < ticks && verdict == EXIT_FINE && !m->is_done; i++) {
        verdict = agree_on_signals(m, do_tick(m), &is_due);
        m->is_done = has_run(verdict) && !m->is_cut && run_is_done(r);
        if (is_due && verdict == EXIT_FINE && !m->is_done && i + 1 < ticks)
            verdict = save_between(m);
        progress_tick(&shown, i + 1);
    }
    progress_finish(&shown);
    return verdict;
}

// ---- outputs during the run

static exit_code begin_record(run_command *m)
{
    run *r = &m->run;
    r->record = &m->record;
    return run_record_begin(&m->record, m->c,
                            &(run_recorded){.agents = &r->agents,
                                            .world = r->kind->traits.has_world ? &r->world : NULL,
                                            .name = r->groups ? r->kind->title(run_now(r)) : NULL,
                                            .groups = r->groups});
}

static void begin_events(run_command *m)
{
    if (!m->events_path)
        return;
    output_stream(&m->events_output, m->c, m->events_path);
    events_start(&m->events, m->run.agents.population, m->run.kind->traits.has_births,
                 &m->events_output.text);
}

static exit_code finish_events(run_command *m, exit_code verdict)
{
    gestalt_error error = {0};
    if (!m->events_output.text.writer.write)
        return verdict;
    gestalt_population_hooks(m->run.agents.population, NULL);
    // edits without a tick after them
    gestalt_result result = events_end_step(&m->events, true, &error);
    if (result != GESTALT_OK)
        verdict = cli_worse(verdict, cli_fail(m->c, "events", result, &error));
    events_release(&m->events);
    return output_end(&m->events_output, m->c, verdict);
}

static exit_code do_run(run_command *m)
{
    run *r = &m->run;
    exit_code verdict = begin_record(m);
    if (verdict == EXIT_FINE)
        begin_events(m);
    if (verdict == EXIT_FINE)
        verdict = report_rows_open(&m->reports, m->c, run_now(r)->scene.scene);
    if (verdict == EXIT_FINE)
        verdict = report_rows_end(&m->reports, r->world.own, do_ticks(m));
    verdict = finish_events(m, verdict);
    return team_agree(m->c, run_record_end(&m->record, verdict));
}

// ---- results

static gestalt_result put_launches(run_command *m, text_out *out, gestalt_error *error)
{
    bool is_json = options_flag(&m->c->options, OPTION_JSON);
    return (is_json ? launch_list_json : launch_list_text)(out, run_shape(&m->run, 0),
                                                           &m->run.agents, error);
}

static gestalt_result put_counts(run_command *m, text_out *out, gestalt_error *error)
{
    const run *r = &m->run;
    bool is_json = options_flag(&m->c->options, OPTION_JSON);
    gestalt_result result = GESTALT_OK;
    text_put(out, is_json ? "{ \"groups\": [\n  " : "");
    for (uint32_t i = 0; i < run_group_count(r) && result == GESTALT_OK; i++) {
        const char *name = run_group_name(r, i);
        if (is_json) {
            text_put(out, i ? ",\n  " : "");
            result = count_list_json(out, &r->agents, i, name, error);
            continue;
        }
        text_put(out, i ? "\n" : "");
        if (name)
            text_escaped(out, name, strlen(name));
        text_put(out, name ? ": " : "");
        result = count_list_text(out, &r->agents, i, error);
    }
    text_put(out, is_json ? "\n] }\n" : "");
    return result;
}

static gestalt_result put_profile(run_command *m, text_out *out, gestalt_error *error)
{
    bool is_json = options_flag(&m->c->options, OPTION_JSON);
    return (is_json ? profile_json : profile_text)(out, &m->profile, m->run.agents.population,
                                                   run_group_name, &m->run, error);
}

static gestalt_result put_final(run_command *m, text_out *out, gestalt_error *error)
{
    return m->run.kind->put_final(out, &m->run, error);
}

static void put_json(text_out *out, const summary *s)
{
    json_layout layout;
    text_out json;
    json_layout_start(&layout, out);
    text_start(&json, json_layout_writer(&layout), false);
    s->run->kind->put_summary(&json, s);
    text_finish(&json);
    json_layout_finish(&layout);
}

static gestalt_result put_summary(run_command *m, text_out *out, gestalt_error *error)
{
    run *r = &m->run;
    const options *o = &m->c->options;
    bool is_json = options_flag(o, OPTION_JSON);
    uint64_t updates = m->updates;
    team_sum(&updates, 1);
    summary s = {.run = r,
                 .updates = updates,
                 .nanoseconds = m->watch.wall,
                 .is_json = is_json,
                 .is_done = m->is_done,
                 .has_hash =
                     options_flag(o, OPTION_HASH) || (is_json && r->kind->traits.json_has_hash)};
    gestalt_result result = s.has_hash ? r->kind->hash(r, &s.hash, error) : GESTALT_OK;
    if (result == GESTALT_OK && is_json)
        put_json(out, &s);
    else if (s.has_hash)
        text_print(out, "%016" PRIx64 "\n", s.hash);
    else
        r->kind->put_summary(out, &s);
    return result;
}

static exit_code write_result(run_command *m, const char *path,
                              gestalt_result (*put)(run_command *m, text_out *out,
                                                    gestalt_error *error))
{
    output out;
    gestalt_error error = {0};
    output_start(&out, m->c, path);
    gestalt_result result = put(m, &out.text, &error);
    if (result == GESTALT_OK)
        return output_finish(&out, m->c);
    output_abandon(&out);
    return cli_fail(m->c, path ? path : m->run.path, result, &error);
}

static exit_code write_results(run_command *m, exit_code verdict)
{
    const options *o = &m->c->options;
    const char *final_path = options_text(o, OPTION_FINAL);
    bool is_well = has_run(verdict);
    bool asked = options_flag(o, OPTION_JSON) || options_flag(o, OPTION_HASH);
    if (options_text(o, OPTION_SAVE) && (is_well || m->run.can_be_saved)) {
        exit_code saved = save(m);
        if (saved != EXIT_FINE)
            return cli_worse(verdict, saved);
    }
    if (!is_well)
        return verdict;
    if (final_path)
        verdict = cli_worse(verdict, write_result(m, final_path, put_final));
    if (options_flag(o, OPTION_LAUNCHES))
        return cli_worse(verdict, write_result(m, NULL, put_launches));
    if (options_flag(o, OPTION_COUNTS))
        return cli_worse(verdict, write_result(m, NULL, put_counts));
    if (m->is_profiled)
        return cli_worse(verdict, write_result(m, NULL, put_profile));
    if (asked || !(final_path || m->events_path || options_flag(o, OPTION_QUIET)))
        verdict = cli_worse(verdict, write_result(m, NULL, put_summary));
    return verdict;
}

// ---- the command

// Start counting or timing nodes.
static exit_code begin_counts(run_command *m)
{
    gestalt_error error = {0};
    gestalt_population *p = m->run.agents.population;
    gestalt_result result = GESTALT_OK;
    if (options_flag(&m->c->options, OPTION_COUNTS))
        result = gestalt_population_count_nodes(p, true, &error);
    if (m->is_profiled)
        result = profile_begin(&m->profile, p, m->run.settings.ticks, &error);
    return run_failed(&m->run, result, &error);
}

static exit_code start(run_command *m)
{
    uint64_t seed;
    run *r = &m->run;
    exit_code verdict = team_agree(m->c, natives_open(&m->natives, m->c));
    run_settings settings = run_settings_of(r, &seed);
    settings.natives = &m->natives;
    stopwatch_start_wall(&m->watch);
    r->watch = &m->watch;
    if (verdict == EXIT_FINE)
        verdict = run_start(r, &settings);
    if (verdict == EXIT_FINE)
        verdict = run_prepare_edits(r, settings.ticks);
    if (verdict == EXIT_FINE)
        verdict = natives_check(&m->natives);
    return verdict == EXIT_FINE ? begin_counts(m) : verdict;
}

static exit_code run_file(run_command *m)
{
    exit_code verdict = run_look(&m->run, m->c, m->c->options.operands[0]);
    if (verdict == EXIT_FINE)
        verdict = check_run(m);
    if (verdict == EXIT_FINE && options_is_given(&m->c->options, OPTION_RUN_REPEATS))
        return run_repeats(&m->run);
    if (verdict == EXIT_FINE)
        verdict = run_read(&m->run);
    if (verdict == EXIT_FINE)
        verdict = team_agree(m->c, start(m));
    if (verdict != EXIT_FINE)
        return verdict;
    signals_catch();
    return write_results(m, team_agree(m->c, do_run(m)));
}

exit_code command_run(cli *c)
{
    bool is_replay = options_text(&c->options, OPTION_REPLAY) != NULL;
    if (is_replay || options_is_given(&c->options, OPTION_RUN_REPEATS)) {
        if (!team_leave_to_first())
            return EXIT_FINE;
        if (is_replay)
            return live_replay(c);
    }
    run_command m = {.c = c,
                     .events_path = options_text(&c->options, OPTION_EVENTS),
                     .is_profiled = options_flag(&c->options, OPTION_PROFILE)};
    exit_code verdict = run_file(&m);
    run_close(&m.run);
    natives_close(&m.natives);
    return signals_exit_code(verdict);
}
