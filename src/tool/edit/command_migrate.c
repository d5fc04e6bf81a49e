// SPDX-License-Identifier: MIT
// gestalt migrate: convert a snapshot of one tree to a snapshot of another.
#include "commands.h"
#include "edit_options.h"
#include "edit_view.h"
#include "idle_host.h"
#include "input.h"
#include "json_layout.h"
#include "output.h"

#include <gestalt/snapshot.h>

typedef struct migration {
    cli *c;
    arena a;
    const char *snapshot;
    input from, to;
    idle_host host; // host of the new tree
    gestalt_population *population;
    gestalt_edit_report *report; // NULL: the snapshot already had the new shape
    edit_renames renames;
    output out; // output of the report
} migration;

static exit_code migrate_failed(const migration *m, const char *path, gestalt_result result,
                                const gestalt_error *error)
{
    return result == GESTALT_OK ? EXIT_FINE : cli_fail(m->c, path, result, error);
}

static exit_code migrate_load(migration *m)
{
    gestalt_error error = {0};
    const gestalt_group old = {.shape = m->from.shape};
    const gestalt_load_options how = {.old_shapes = &old,
                                      .old_shape_count = 1,
                                      .renames = m->renames.list,
                                      .rename_count = m->renames.count,
                                      .reports = &m->report};
    gestalt_population_options fresh = {.group = {m->to.shape, m->host.host},
                                        .interruptible = true};
    gestalt_result result = gestalt_population_create(&fresh, &m->population, &error);
    if (result != GESTALT_OK)
        return migrate_failed(m, cli_input_name(m->to.path), result, &error);
    result = gestalt_population_load_with(m->population, m->snapshot, &how, &error);
    if (result == GESTALT_BAD_ARGUMENT)
        return edit_refused(&m->renames, m->c, m->from.shape, m->to.shape, &error);
    if (result == GESTALT_OK && m->report)
        result = stub_state_edit(m->population, m->report, &error);
    return migrate_failed(m, m->snapshot, result, &error);
}

static void migrate_json(text_out *out, const edit_view *v)
{
    json_layout layout;
    text_out json;
    json_layout_start(&layout, out);
    text_start(&json, json_layout_writer(&layout), false);
    text_put(&json, "{");
    if (v->report)
        edit_view_json(&json, v, true);
    text_put(&json, "}");
    text_finish(&json);
    json_layout_finish(&layout);
}

static void migrate_tell(migration *m)
{
    edit_view v = edit_view_of(m->from.shape, m->to.shape, m->report);
    if (options_flag(&m->c->options, OPTION_JSON)) {
        migrate_json(&m->out.text, &v);
    } else if (!options_flag(&m->c->options, OPTION_QUIET)) {
        if (m->report)
            edit_view_summary(&m->out.text, &v);
        else
            text_put(&m->out.text, "the snapshot already has the new tree\n");
    }
}

static exit_code migrate_all(migration *m)
{
    gestalt_error error = {0};
    const char *path = options_text(&m->c->options, OPTION_OUTPUT);
    exit_code verdict = edit_renames_read(&m->renames, m->c, &m->a);
    if (verdict == EXIT_FINE)
        verdict = idle_host_open(&m->host, m->c, &m->to, &m->a);
    if (verdict == EXIT_FINE)
        verdict = migrate_load(m);
    if (verdict != EXIT_FINE)
        return verdict;
    migrate_tell(m);
    return migrate_failed(m, path, gestalt_population_save(m->population, path, &error), &error);
}

static exit_code migrate_in_arena(migration *m)
{
    output_start(&m->out, m->c, NULL);
    arena_start(&m->a, memory_allocator(NULL));
    exit_code verdict = EXIT_LIMIT;
    if (setjmp(m->a.escape))
        cli_say(m->c, "out of memory");
    else
        verdict = migrate_all(m);
    gestalt_population_destroy(m->population);
    gestalt_edit_report_destroy(m->report);
    idle_host_close(&m->host);
    arena_destroy(&m->a);
    if (verdict == EXIT_FINE)
        return output_finish(&m->out, m->c);
    output_abandon(&m->out);
    return verdict;
}

static exit_code migrate_check(cli *c)
{
    const char *path = options_text(&c->options, OPTION_OUTPUT);
    if (!options_text(&c->options, OPTION_OLD_TREE) || !options_text(&c->options, OPTION_NEW_TREE))
        return cli_usage(c, "give the tree of the snapshot with --from, and the new one with --to");
    return output_check_snapshot(c, "-o", path ? path : "-");
}

static exit_code load_tree(input *in, cli *c, const char *path)
{
    input_load(in, c, path);
    return in->result == GESTALT_OK ? EXIT_FINE : input_report(in, c);
}

exit_code command_migrate(cli *c)
{
    migration m = {.c = c, .snapshot = c->options.operands[0]};
    exit_code verdict = migrate_check(c);
    if (verdict != EXIT_FINE)
        return verdict;
    verdict = load_tree(&m.from, c, options_text(&c->options, OPTION_OLD_TREE));
    verdict = cli_worse(verdict, load_tree(&m.to, c, options_text(&c->options, OPTION_NEW_TREE)));
    if (verdict == EXIT_FINE)
        verdict = migrate_in_arena(&m);
    input_release(&m.from);
    input_release(&m.to);
    return verdict;
}
