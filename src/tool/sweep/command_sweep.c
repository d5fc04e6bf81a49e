// SPDX-License-Identifier: MIT
// gestalt sweep: run a scene with all combinations of some values and seeds.
#include "commands.h"
#include "output.h"
#include "signals.h"
#include "sweep_plot.h"
#include "sweep_table.h"
#include "trials.h"

static exit_code read_axes(trials *t)
{
    const options *o = &t->c->options;
    const char *text;
    exit_code verdict = EXIT_FINE;
    for (uint32_t at = 0; verdict == EXIT_FINE && (text = options_next_text(o, OPTION_SET, &at));)
        verdict = trials_add_axis(t, "--set", text, false);
    for (uint32_t at = 0; verdict == EXIT_FINE && (text = options_next_text(o, OPTION_TREE, &at));)
        verdict = trials_add_axis(t, "--tree", text, true);
    return verdict;
}

static exit_code write_plot(trials *t)
{
    output out;
    const char *path = options_text(&t->c->options, OPTION_SWEEP_PLOT);
    if (!path)
        return EXIT_FINE;
    output_start(&out, t->c, path);
    sweep_plot_write(&out.text, t);
    return output_finish(&out, t->c);
}

static void tell_result(const trials *t)
{
    const char *path = options_text(&t->c->options, OPTION_OUTPUT);
    bool has_file = path && !cli_is_dash(path);
    if (options_flag(&t->c->options, OPTION_QUIET))
        return;
    if (t->failed)
        cli_say(t->c, "%u of %u runs failed: their rows have the reasons", (unsigned)t->failed,
                (unsigned)t->count);
    if (t->waiting && (has_file || signals_came()))
        cli_say(t->c, "%s: %u of %u runs are done%s", signals_came() ? "interrupted" : "stopped",
                (unsigned)(t->count - t->waiting), (unsigned)t->count,
                has_file ? "; --resume does the others" : "");
}

static exit_code sweep_finish(trials *t, sweep_table *table, exit_code verdict)
{
    if (verdict != EXIT_FINE && verdict != EXIT_INTERRUPTED)
        return verdict;
    exit_code written = sweep_table_finish(table);
    if (written == EXIT_FINE)
        written = write_plot(t);
    verdict = written == EXIT_FINE || signals_came() ? cli_worse(verdict, written) : written;
    tell_result(t);
    return verdict == EXIT_FINE && t->failed ? EXIT_REJECTED : verdict;
}

static exit_code check_options(cli *c)
{
    const options *o = &c->options;
    const char *path = options_text(o, OPTION_OUTPUT), *plot = options_text(o, OPTION_SWEEP_PLOT);
    bool to_output = !path || cli_is_dash(path);
    if (options_flag(o, OPTION_SWEEP_RESUME) && to_output)
        return cli_usage(c, "--resume needs --output=FILE: the table to complete");
    if (plot && cli_is_dash(plot) && to_output)
        return cli_usage(c, "only one of the table and --plot=- can go to standard output");
    return EXIT_FINE;
}

static exit_code sweep_scene(trials *t)
{
    const options *o = &t->c->options;
    exit_code verdict = read_axes(t);
    if (verdict == EXIT_FINE)
        verdict = trials_plan(t);
    if (verdict != EXIT_FINE)
        return verdict;
    sweep_table *table = ARENA_NEW(t->memory, sweep_table);
    verdict = sweep_table_start(table, t, options_text(o, OPTION_OUTPUT),
                                options_flag(o, OPTION_SWEEP_RESUME));
    if (verdict != EXIT_FINE)
        return verdict;
    signals_catch();
    return sweep_finish(t, table, trials_run(t));
}

// Report a file that is not a scene: it may be a document, or may not exist.
static exit_code tell_no_scene(run *r)
{
    const run_version *v = r->versions[0];
    if (v->scene.result != GESTALT_OK)
        return run_read(r);
    return cli_usage(r->c,
                     "%s is not a scene: a sweep runs a document that begins with `\"scene\": 1`",
                     v->path);
}

exit_code command_sweep(cli *c)
{
    run r;
    exit_code verdict = check_options(c);
    if (verdict != EXIT_FINE)
        return verdict;
    verdict = run_open(&r, c, c->options.operands[0]);
    if (verdict == EXIT_FINE && r.kind != &run_of_scene)
        verdict = tell_no_scene(&r);
    else if (verdict == EXIT_FINE)
        verdict = trials_with(&r, (uint32_t)options_number(&c->options, OPTION_SEEDS), sweep_scene);
    run_close(&r);
    return signals_exit_code(verdict);
}
