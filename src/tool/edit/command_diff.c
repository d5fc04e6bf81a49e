// SPDX-License-Identifier: MIT
// gestalt diff: what an edit from one tree to another would do.
#include "commands.h"
#include "edit_options.h"
#include "edit_show.h"
#include "input.h"
#include "json_layout.h"
#include "output.h"

typedef struct diff {
    cli *c;
    arena a;
    edit_view view;
    gestalt_edit_report *report;
    edit_renames renames;
    output out;
} diff;

static void diff_json(text_out *out, const edit_view *v)
{
    json_layout layout;
    text_out json;
    json_layout_start(&layout, out);
    text_start(&json, json_layout_writer(&layout), false);
    text_put(&json, "{");
    edit_view_json(&json, v, false);
    text_put(&json, "}");
    text_finish(&json);
    json_layout_finish(&layout);
}

static void diff_text(text_out *out, arena *a, const edit_view *v)
{
    edit_view_summary(out, v);
    text_put(out, "\n");
    edit_show_trees(out, a, v);
}

// Print the difference. The text is collected in memory, because memory may run out before it is
// complete.
static void diff_print(diff *d)
{
    if (options_flag(&d->c->options, OPTION_JSON))
        diff_json(&d->out.text, &d->view);
    else
        diff_text(&d->out.text, &d->a, &d->view);
}

static exit_code diff_shapes(diff *d)
{
    gestalt_error error = {0};
    exit_code verdict = edit_renames_read(&d->renames, d->c, &d->a);
    if (verdict != EXIT_FINE)
        return verdict;
    gestalt_result result =
        gestalt_shape_match(d->view.old_shape, d->view.new_shape, d->renames.list, d->renames.count,
                            NULL, &d->report, &error);
    if (result == GESTALT_BAD_ARGUMENT)
        return edit_refused(&d->renames, d->c, d->view.old_shape, d->view.new_shape, &error);
    if (result != GESTALT_OK)
        return cli_fail(d->c, "diff", result, &error);
    d->view = edit_view_of(d->view.old_shape, d->view.new_shape, d->report);
    diff_print(d);
    return EXIT_FINE;
}

// Print everything before writing anything, because memory may run out before the text is complete.
static exit_code diff_inputs(diff *d)
{
    output_start(&d->out, d->c, options_text(&d->c->options, OPTION_OUTPUT));
    arena_start(&d->a, memory_allocator(NULL));
    exit_code verdict = EXIT_LIMIT;
    if (setjmp(d->a.escape))
        cli_say(d->c, "out of memory");
    else
        verdict = diff_shapes(d);
    arena_destroy(&d->a);
    gestalt_edit_report_destroy(d->report);
    if (verdict == EXIT_FINE)
        return output_finish(&d->out, d->c);
    output_abandon(&d->out);
    return verdict;
}

exit_code command_diff(cli *c)
{
    input trees[2];
    exit_code verdict = EXIT_FINE;
    for (int i = 0; i < 2; i++) {
        input_load(&trees[i], c, c->options.operands[i]);
        if (trees[i].result != GESTALT_OK)
            verdict = cli_worse(verdict, input_report(&trees[i], c));
    }
    if (verdict == EXIT_FINE)
        verdict = diff_inputs(&(diff){.c = c, .view = {trees[0].shape, trees[1].shape, NULL}});
    input_release(&trees[0]);
    input_release(&trees[1]);
    return verdict;
}
