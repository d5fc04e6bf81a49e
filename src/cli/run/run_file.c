// SPDX-License-Identifier: MIT
#include "run_file.h"

#include "count_list.h"
#include "events.h"
#include "final.h"
#include "launch_list.h"
#include "output.h"
#include "profile.h"
#include "progress.h"
#include "run_edits.h"
#include "run_scene.h"
#include "session.h"
#include "signals.h"
#include "summary.h"
#include "tree_record.h"

#include <inttypes.h>

typedef struct run {
    cli *c;
    session session;
    uint64_t ticks;
    uint64_t nanoseconds; // time of all ticks
    const char *events_path;
    output events_output;
    events events;
    run_edits edits;
    natives natives;
    tree_record record;
    bool is_profiled;
    profile profile;
} run;

// ---- ticks

static exit_code write_events(run *r)
{
    gestalt_error error = {0};
    gestalt_result result = events_write(&r->events, r->session.population, &error);
    if (result != GESTALT_OK)
        return cli_fail(r->c, "events", result, &error);
    // An error of writing is reported when the output is finished.
    return output_is_well(&r->events_output) ? EXIT_FINE : EXIT_IO;
}

// Write the events of agents that are done in an interrupted tick; the events of the others will
// come again after a resume.
static exit_code write_done(run *r)
{
    gestalt_error error = {0};
    gestalt_result result = events_write_done(&r->events, r->session.population, &error);
    return result == GESTALT_OK ? EXIT_INTERRUPTED : cli_fail(r->c, "events", result, &error);
}

// Do everything before a tick. This has already been done for a tick that was interrupted.
static exit_code run_before(run *r)
{
    if (gestalt_population_is_interrupted(r->session.population))
        return EXIT_FINE;
    exit_code verdict =
        run_edits_wait(&r->edits, &r->session) ? tree_record_before_edit(&r->record) : EXIT_FINE;
    if (verdict != EXIT_FINE)
        return verdict;
    return run_edits_do(&r->edits, &r->session, r->events_path ? &r->events : NULL);
}

static exit_code run_tick(run *r)
{
    exit_code verdict = run_before(r);
    uint64_t before = r->nanoseconds;
    if (r->is_profiled)
        profile_before(&r->profile, r->session.population);
    if (verdict == EXIT_FINE)
        verdict = session_tick(&r->session, &r->nanoseconds);
    if (r->is_profiled && verdict == EXIT_FINE)
        profile_behind(&r->profile, r->session.population, r->nanoseconds - before);
    if (verdict == EXIT_INTERRUPTED && r->events_path)
        return write_done(r);
    if (verdict == EXIT_FINE && r->events_path)
        verdict = write_events(r);
    if (verdict == EXIT_FINE)
        verdict = tree_record_tick(&r->record);
    return verdict == EXIT_FINE ? session_after(&r->session) : verdict;
}

static exit_code run_ticks(run *r)
{
    progress shown;
    exit_code verdict = EXIT_FINE;
    progress_start(&shown, r->c, r->ticks, gestalt_population_count(r->session.population));
    for (uint64_t i = 0; i < r->ticks && verdict == EXIT_FINE && !signals_came(); i++) {
        verdict = run_tick(r);
        progress_tick(&shown, i + 1);
    }
    progress_finish(&shown);
    return verdict == EXIT_FINE && signals_came() ? EXIT_INTERRUPTED : verdict;
}

static exit_code run_with_events(run *r)
{
    if (!r->events_path)
        return run_ticks(r);
    output_stream(&r->events_output, r->c, r->events_path);
    events_start(&r->events, r->session.population, r->session.in->shape, &r->events_output.text);
    exit_code verdict = run_ticks(r);
    gestalt_population_hooks(r->session.population, NULL);
    events_release(&r->events);
    return output_end(&r->events_output, r->c, verdict);
}

static exit_code run_with_record(run *r)
{
    exit_code verdict =
        tree_record_begin(&r->record, r->c, OPTION_RECORD, r->session.population, NULL, NULL);
    return tree_record_end(&r->record, verdict == EXIT_FINE ? run_with_events(r) : verdict);
}

// ---- results

static exit_code write_final(run *r, const char *path)
{
    output out;
    gestalt_error error = {0};
    output_start(&out, r->c, path);
    gestalt_result result =
        final_write(&out.text, r->session.in->shape, r->session.population, &error);
    if (result == GESTALT_OK)
        return output_finish(&out, r->c);
    output_abandon(&out);
    return cli_fail(r->c, path, result, &error);
}

static exit_code write_launches(run *r)
{
    output out;
    gestalt_error error = {0};
    bool is_json = options_flag(&r->c->options, OPTION_JSON);
    output_start(&out, r->c, NULL);
    gestalt_result result = (is_json ? launch_list_json : launch_list_text)(
        &out.text, r->session.in->shape, r->session.population, &error);
    if (result == GESTALT_OK)
        return output_finish(&out, r->c);
    output_abandon(&out);
    return cli_fail(r->c, input_name(r->session.in->path), result, &error);
}

static exit_code write_counts(run *r)
{
    output out;
    gestalt_error error = {0};
    const gestalt_population *p = r->session.population;
    bool is_json = options_flag(&r->c->options, OPTION_JSON);
    output_start(&out, r->c, NULL);
    text_put(&out.text, is_json ? "{ \"groups\": [\n  " : "");
    gestalt_result result = is_json ? count_list_json(&out.text, p, 0, NULL, &error)
                                    : count_list_text(&out.text, p, 0, &error);
    text_put(&out.text, is_json ? "\n] }\n" : "");
    if (result == GESTALT_OK)
        return output_finish(&out, r->c);
    output_abandon(&out);
    return cli_fail(r->c, input_name(r->session.in->path), result, &error);
}

static exit_code write_profile(run *r)
{
    output out;
    gestalt_error error = {0};
    bool is_json = options_flag(&r->c->options, OPTION_JSON);
    output_start(&out, r->c, NULL);
    gestalt_result result = (is_json ? profile_json : profile_text)(
        &out.text, &r->profile, r->session.population, NULL, NULL, &error);
    if (result == GESTALT_OK)
        return output_finish(&out, r->c);
    output_abandon(&out);
    return cli_fail(r->c, input_name(r->session.in->path), result, &error);
}

static exit_code write_summary(run *r)
{
    output out;
    const options *o = &r->c->options;
    summary s = {.session = &r->session,
                 .edits = &r->edits,
                 .nanoseconds = r->nanoseconds,
                 .has_hash = options_flag(o, OPTION_HASH)};
    gestalt_error error = {0};
    gestalt_result result =
        s.has_hash ? gestalt_population_hash(r->session.population, &s.hash, &error) : GESTALT_OK;
    if (result != GESTALT_OK)
        return cli_fail(r->c, input_name(r->session.in->path), result, &error);
    output_start(&out, r->c, NULL);
    if (options_flag(o, OPTION_JSON))
        summary_json(&out.text, &s);
    else if (s.has_hash)
        text_print(&out.text, "%016" PRIx64 "\n", s.hash);
    else
        summary_text(&out.text, &s);
    return output_finish(&out, r->c);
}

// Check that no option is only for scenes, and that at most one result is written to standard
// output.
static exit_code check_outputs(run *r, bool *wants_summary)
{
    static const option_id of_scenes[] = {OPTION_SET, OPTION_RUN_REPEATS, OPTION_REPORTS,
                                          OPTION_STEPS, OPTION_RECORD_TREES};
    const options *o = &r->c->options;
    for (size_t i = 0; i < sizeof of_scenes / sizeof *of_scenes; i++)
        if (options_is_given(o, of_scenes[i]))
            return cli_usage(r->c, "--%s is for scenes", option_table[of_scenes[i]].name);
    exit_code verdict = tree_record_check(r->c, OPTION_RECORD);
    if (verdict != EXIT_FINE)
        return verdict;
    const char *final_path = options_text(o, OPTION_FINAL);
    bool has_list = options_flag(o, OPTION_LAUNCHES);
    bool has_counts = options_flag(o, OPTION_COUNTS) || r->is_profiled;
    bool asked =
        has_list || has_counts || options_flag(o, OPTION_JSON) || options_flag(o, OPTION_HASH);
    int to_output = asked + (r->events_path && cli_is_dash(r->events_path)) +
                    (final_path && cli_is_dash(final_path));
    if (to_output > 1 ||
        has_list + options_flag(o, OPTION_COUNTS) + r->is_profiled + options_flag(o, OPTION_HASH) >
            1)
        return cli_usage(r->c,
                         "only one of --events=-, --final=-, --launches, --counts, --profile, and "
                         "--hash or --json can go to standard output");
    exit_code saves = output_check_snapshot(r->c, "--save", options_text(o, OPTION_SAVE));
    if (saves != EXIT_FINE)
        return saves;
    *wants_summary = asked || (!r->events_path && !final_path && !options_flag(o, OPTION_QUIET));
    return EXIT_FINE;
}

static void tell_interrupted(const run *r)
{
    const gestalt_population *population = r->session.population;
    if (gestalt_population_is_interrupted(population) &&
        !options_flag(&r->c->options, OPTION_QUIET))
        cli_say(r->c,
                "tick %" PRIu64
                " was interrupted before its end: a snapshot (--save) keeps how far "
                "it got, and --resume goes on with it",
                gestalt_population_ticks(population));
}

static exit_code run_finish(run *r, exit_code verdict, bool wants_summary)
{
    const char *final_path = options_text(&r->c->options, OPTION_FINAL);
    const char *save_path = options_text(&r->c->options, OPTION_SAVE);
    if (verdict != EXIT_FINE && verdict != EXIT_INTERRUPTED)
        return verdict;
    if (save_path) {
        exit_code saved = session_save(&r->session, save_path);
        if (saved != EXIT_FINE)
            return saved;
    }
    tell_interrupted(r);
    if (final_path)
        verdict = cli_worse(verdict, write_final(r, final_path));
    if (options_flag(&r->c->options, OPTION_LAUNCHES))
        verdict = cli_worse(verdict, write_launches(r));
    else if (options_flag(&r->c->options, OPTION_COUNTS))
        verdict = cli_worse(verdict, write_counts(r));
    else if (r->is_profiled)
        verdict = cli_worse(verdict, write_profile(r));
    else if (wants_summary)
        verdict = cli_worse(verdict, write_summary(r));
    return verdict;
}

static session_settings settings_of(const run *r)
{
    static const char *const kernels[] = {NULL, "plain", "avx2", "avx512"};
    const options *o = &r->c->options;
    uint32_t threads = (uint32_t)options_number(o, OPTION_THREADS);
    return (session_settings){.agents = options_number(o, OPTION_AGENTS),
                              .seed = options_number(o, OPTION_SEED),
                              .ticks = r->ticks,
                              .lanes = (uint32_t)options_number(o, OPTION_LANES),
                              .threads = threads ? threads : cli_processors(),
                              .stack_size = options_number(o, OPTION_STACK),
                              .kernels = kernels[options_choice(o, OPTION_KERNELS)],
                              .states = (gestalt_states)options_choice(o, OPTION_STATES),
                              .interruptible = true};
}

static exit_code open_tree(run *r, const input *in)
{
    session_settings settings = settings_of(r);
    exit_code verdict = natives_open(&r->natives, r->c);
    if (verdict == EXIT_FINE)
        verdict = run_edits_open(&r->edits, r->c, in);
    settings.others = r->edits.inputs;
    settings.other_count = r->edits.loaded;
    settings.natives = &r->natives;
    settings.renames = &r->edits.renames;
    settings.chosen = &r->edits.of_snapshot;
    if (verdict == EXIT_FINE)
        verdict = session_open(&r->session, r->c, in, &settings);
    if (verdict == EXIT_FINE)
        verdict = run_edits_bind(&r->edits, &r->session, &settings);
    return verdict == EXIT_FINE ? natives_check(&r->natives) : verdict;
}

// Start counting or timing.
static exit_code begin_counts(run *r)
{
    gestalt_error error = {0};
    gestalt_population *p = r->session.population;
    gestalt_result result = GESTALT_OK;
    if (options_flag(&r->c->options, OPTION_COUNTS))
        result = gestalt_population_count_nodes(p, true, &error);
    if (r->is_profiled)
        result = profile_begin(&r->profile, p, r->ticks, &error);
    return result == GESTALT_OK ? EXIT_FINE
                                : cli_fail(r->c, input_name(r->session.in->path), result, &error);
}

static exit_code run_tree(run *r, const input *in, bool wants_summary)
{
    exit_code verdict = open_tree(r, in);
    if (verdict == EXIT_FINE)
        verdict = begin_counts(r);
    if (verdict == EXIT_FINE) {
        signals_catch();
        signals_watch(r->session.population);
        verdict = run_finish(r, run_with_record(r), wants_summary);
        signals_watch(NULL);
    }
    session_close(&r->session);
    run_edits_close(&r->edits);
    natives_close(&r->natives);
    return verdict;
}

exit_code run_file(cli *c)
{
    exit_code of_scene;
    if (run_scene(c, c->options.operands[0], &of_scene))
        return signals_exit_code(of_scene);
    bool wants_summary = false;
    run r = {.c = c,
             .ticks = options_number(&c->options, OPTION_TICKS),
             .events_path = options_text(&c->options, OPTION_EVENTS),
             .is_profiled = options_flag(&c->options, OPTION_PROFILE)};
    exit_code verdict = check_outputs(&r, &wants_summary);
    if (verdict != EXIT_FINE)
        return verdict;
    input in;
    input_load(&in, c, c->options.operands[0]);
    verdict = input_report(&in, c);
    if (in.result == GESTALT_OK)
        verdict = run_tree(&r, &in, wants_summary);
    input_release(&in);
    return signals_exit_code(verdict);
}
