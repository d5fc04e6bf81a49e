// SPDX-License-Identifier: MIT
#include "run_repeats.h"

#include "json_layout.h"
#include "number.h"
#include "output.h"
#include "signals.h"
#include "trials.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static const char *const spread_names[] = {"least", "lower", "median", "upper", "most"};

// ---- for people

static void put_cell(text_out *out, double value)
{
    char text[NUMBER_TEXT_SIZE + 8];
    if (isfinite(value))
        snprintf(text, sizeof text, "%.4g", value);
    else
        snprintf(text, sizeof text, "-");
    text_print(out, "  %9s", text);
}

static void repeats_text(text_out *out, const trials *t)
{
    size_t width = 0;
    uint32_t done = t->count - t->failed - t->waiting;
    for (uint32_t i = 0; i < t->column_count; i++)
        width = strlen(t->columns[i]) > width ? strlen(t->columns[i]) : width;
    text_style(out, COLOR_BOLD);
    text_escaped(out, t->of->path, strlen(t->of->path));
    text_style(out, COLOR_OFF);
    text_print(out, ": %u run%s, ", (unsigned)done, text_plural(done, "", "s"));
    if (t->seeds == 1)
        text_print(out, "seed %" PRIu64 "\n", t->first_seed);
    else
        text_print(out, "seeds %" PRIu64 " to %" PRIu64 "\n", t->first_seed,
                   t->first_seed + t->seeds - 1);
    text_style(out, COLOR_DIM);
    text_print(out, "  %-*s", (int)width, "");
    for (size_t i = 0; i < 5; i++)
        text_print(out, "  %9s", spread_names[i]);
    text_style(out, COLOR_OFF);
    text_put(out, "\n");
    for (uint32_t i = 0; i < t->column_count; i++) {
        double spread[5];
        trials_spread(t, 0, t->count, i, spread);
        text_print(out, "  %-*s", (int)width, t->columns[i]);
        for (int k = 0; k < 5; k++)
            put_cell(out, spread[k]);
        text_put(out, "\n");
    }
}

// ---- for tools

static void put_column(text_out *out, const trials *t, uint32_t column)
{
    double spread[5];
    char text[NUMBER_TEXT_SIZE];
    uint32_t known = trials_spread(t, 0, t->count, column, spread);
    text_print(out, "\"%s\": {\"runs\": %u", t->columns[column], (unsigned)known);
    for (size_t i = 0; i < 5; i++) {
        text_print(out, ", \"%s\": ", spread_names[i]);
        if (isfinite(spread[i]))
            text_write(out, text, number_print_double(text, spread[i]));
        else
            text_put(out, "null");
    }
    text_put(out, "}");
}

static void repeats_json(text_out *out, const trials *t)
{
    json_layout layout;
    text_out json;
    json_layout_start(&layout, out);
    text_start(&json, json_layout_writer(&layout), false);
    text_put(&json, "{\"scene\": ");
    text_json(&json, t->of->path, strlen(t->of->path));
    text_print(&json,
               ", \"first_seed\": %" PRIu64 ", \"repeats\": %u, \"failed\": %u, \"missing\": %u, "
               "\"outcome\": {",
               t->first_seed, (unsigned)t->seeds, (unsigned)t->failed, (unsigned)t->waiting);
    for (uint32_t i = 0; i < t->column_count; i++) {
        text_put(&json, i ? ", " : "");
        put_column(&json, t, i);
    }
    text_put(&json, "}}");
    text_finish(&json);
    json_layout_finish(&layout);
}

// ---- the command

static exit_code write_repeats(const trials *t)
{
    output out;
    output_start(&out, t->c, NULL);
    if (options_flag(&t->c->options, OPTION_JSON))
        repeats_json(&out.text, t);
    else
        repeats_text(&out.text, t);
    return output_finish(&out, t->c);
}

static void tell_failures(const trials *t)
{
    for (uint32_t i = 0; i < t->count; i++)
        if (t->list[i].state == TRIAL_FAILED) {
            cli_say(t->c, "%u of %u runs failed; the first with seed %" PRIu64 ": %s",
                    (unsigned)t->failed, (unsigned)t->count, trial_seed(t, i),
                    t->list[i].error ? t->list[i].error : "out of memory");
            return;
        }
}

static exit_code check_options(cli *c)
{
    static const option_id others[] = {
        OPTION_RECORD,       OPTION_REPORTS, OPTION_SAVE,    OPTION_SAVE_EVERY,
        OPTION_RESUME,       OPTION_EDIT,    OPTION_RENAME,  OPTION_OLD_TREE,
        OPTION_NATIVE,       OPTION_HASH,    OPTION_COUNTS,  OPTION_PROFILE,
        OPTION_RECORD_EVERY, OPTION_EVENTS,  OPTION_FINAL,   OPTION_RECORD_PARTS,
        OPTION_RECORD_KEYS,  OPTION_WATCH,   OPTION_WATCH_IF};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (options_is_given(&c->options, others[i]))
            return cli_usage(c, "--repeats and --%s exclude each other: it is for a single run",
                             option_table[others[i]].name);
    return EXIT_FINE;
}

static exit_code repeats_run(trials *t)
{
    exit_code verdict = trials_plan(t);
    if (verdict != EXIT_FINE)
        return verdict;
    signals_catch();
    verdict = trials_run(t);
    if (verdict == EXIT_FINE || verdict == EXIT_INTERRUPTED)
        verdict = cli_worse(verdict, write_repeats(t));
    tell_failures(t);
    return verdict == EXIT_FINE && t->failed ? EXIT_REJECTED : verdict;
}

exit_code run_repeats(const run *r)
{
    exit_code verdict = check_options(r->c);
    uint32_t seeds = (uint32_t)options_number(&r->c->options, OPTION_RUN_REPEATS);
    if (verdict == EXIT_FINE)
        verdict = scene_input_change(&r->versions[0]->scene);
    return verdict == EXIT_FINE ? trials_with(r, seeds, repeats_run) : verdict;
}
