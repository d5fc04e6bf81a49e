// SPDX-License-Identifier: MIT
#include "run_edits.h"

#include "edit_show.h"
#include "value.h"

#include <inttypes.h>

// ---- the options

static exit_code edit_malformed(cli *c, const char *text)
{
    return cli_usage(c, "--edit cannot be `%s`: it is written as TICK:FILE, as 100:guard.json",
                     text);
}

static exit_code edit_read(run_edits *e, run_edit *edit, const char **path, const char *text)
{
    char digits[32];
    const char *colon = strchr(text, ':');
    size_t size = colon ? (size_t)(colon - text) : 0;
    if (size == 0 || size >= sizeof digits || !colon[1])
        return edit_malformed(e->c, text);
    memcpy(digits, text, size);
    digits[size] = '\0';
    *path = colon + 1;
    return value_count(digits, &edit->tick) == VALUE_GOOD ? EXIT_FINE : edit_malformed(e->c, text);
}

static uint32_t count_edits(const options *o)
{
    uint32_t at = 0, count = 0;
    while (options_next_text(o, OPTION_EDIT, &at))
        count++;
    return count;
}

// Edits before the same tick stay in the order in which they were given.
static void insert_edit(run_edits *e, run_edit edit)
{
    uint32_t at = e->count++;
    for (; at > 0 && e->list[at - 1].tick > edit.tick; at--)
        e->list[at] = e->list[at - 1];
    e->list[at] = edit;
}

static exit_code load_edit(run_edits *e, const char *text)
{
    run_edit edit = {0};
    const char *path = NULL;
    exit_code verdict = edit_read(e, &edit, &path, text);
    if (verdict != EXIT_FINE)
        return verdict;
    input *in = &e->inputs[e->loaded];
    input_load(in, e->c, path);
    e->loaded++;
    edit.in = in;
    edit.renames.list = ARENA_ARRAY(&e->a, gestalt_rename, e->renames.count);
    insert_edit(e, edit);
    return input_report(in, e->c);
}

static exit_code load_edits(run_edits *e, const input *first)
{
    uint32_t at = 0, count = count_edits(&e->c->options);
    const char *text;
    e->list = ARENA_ARRAY(&e->a, run_edit, count);
    e->inputs = ARENA_ARRAY(&e->a, input, count + 1);
    e->inputs[e->loaded++] = *first;
    exit_code verdict = edit_renames_read(&e->renames, e->c, &e->a);
    if (verdict == EXIT_FINE && e->renames.count && !count &&
        !options_is_given(&e->c->options, OPTION_OLD_TREE))
        return cli_usage(e->c, "--rename goes with --edit%s",
                         e->c->options.command == COMMAND_RUN ? ", or with --from" : "");
    e->of_snapshot.list = ARENA_ARRAY(&e->a, gestalt_rename, e->renames.count);
    while (verdict == EXIT_FINE && (text = options_next_text(&e->c->options, OPTION_EDIT, &at)))
        verdict = load_edit(e, text);
    return verdict;
}

exit_code run_edits_open(run_edits *e, cli *c, const input *first)
{
    *e = (run_edits){.c = c, .is_open = true};
    arena_start(&e->a, memory_allocator(NULL));
    if (setjmp(e->a.escape)) {
        cli_say(c, "out of memory");
        return EXIT_LIMIT;
    }
    return load_edits(e, first);
}

void run_edits_close(run_edits *e)
{
    if (!e->is_open)
        return;
    for (uint32_t i = 0; i < e->count; i++) {
        session_tree_close(&e->list[i].tree);
        gestalt_edit_report_destroy(e->list[i].report);
    }
    for (uint32_t i = 1; i < e->loaded; i++)
        input_release(&e->inputs[i]);
    arena_destroy(&e->a);
    e->is_open = false;
}

// ---- before the run

// Report an edit after the last tick. The length of a trace depends on several options, so its
// message names none.
static exit_code edit_never_comes(const run_edits *e, uint64_t tick, uint64_t last, uint64_t ticks)
{
    if (e->c->options.command == COMMAND_RUN)
        return cli_usage(e->c,
                         "--edit %" PRIu64 ":...: that tick never comes; the last one is %" PRIu64
                         ", by --ticks=%" PRIu64,
                         tick, last, ticks);
    return cli_usage(e->c,
                     "--edit %" PRIu64 ":...: that tick never comes; the last one is %" PRIu64,
                     tick, last);
}

static exit_code check_ticks(const run_edits *e, const session *s, uint64_t ticks)
{
    bool has_begun = gestalt_population_is_interrupted(s->population);
    for (uint32_t i = 0; i < e->count; i++) {
        uint64_t tick = e->list[i].tick;
        if (has_begun && tick == s->first_tick)
            return cli_usage(
                e->c, "--edit %" PRIu64 ":...: the snapshot was saved in the middle of that tick",
                tick);
        if (tick < s->first_tick)
            return cli_usage(e->c, "--edit %" PRIu64 ":...: the run starts with tick %" PRIu64,
                             tick, s->first_tick);
        if (tick - s->first_tick >= ticks)
            return edit_never_comes(e, tick, s->first_tick + ticks - (ticks > 0), ticks);
    }
    return EXIT_FINE;
}

static exit_code check_renames(const run_edits *e, const session *s)
{
    const gestalt_shape *old_shape = s->in->shape;
    exit_code verdict = EXIT_FINE;
    for (uint32_t i = 0; i < e->count && verdict == EXIT_FINE; i++) {
        run_edit *edit = &e->list[i];
        edit_renames_choose(&e->renames, &edit->renames, old_shape, edit->in->shape);
        verdict = edit_renames_try(&edit->renames, e->c, old_shape, edit->in->shape);
        old_shape = edit->in->shape;
    }
    return verdict == EXIT_FINE ? edit_renames_check(&e->renames, e->c) : verdict;
}

exit_code run_edits_bind(run_edits *e, session *s, const session_settings *settings)
{
    exit_code verdict = check_ticks(e, s, settings->ticks);
    if (verdict == EXIT_FINE)
        verdict = check_renames(e, s);
    for (uint32_t i = 0; i < e->count && verdict == EXIT_FINE; i++)
        verdict = session_bind(s, e->list[i].in, settings, &e->list[i].tree);
    return verdict;
}

// ---- during the run

static exit_code write_events(events *written, session *s, const gestalt_edit_report *report)
{
    gestalt_error error = {0};
    gestalt_result result = events_write_edit(written, s->population, s->in->shape, report, &error);
    return result == GESTALT_OK ? EXIT_FINE : cli_fail(s->c, "events", result, &error);
}

static void tell_edit(cli *c, const run_edit *edit, const edit_view *v)
{
    if (options_flag(&c->options, OPTION_QUIET))
        return;
    text_print(&c->messages, "before tick %" PRIu64 ": ", edit->tick);
    edit_show_summary(&c->messages, v);
    text_finish(&c->messages);
}

static exit_code do_edit(const run_edits *e, session *s, run_edit *edit, events *written)
{
    const gestalt_shape *old_shape = s->in->shape;
    exit_code verdict =
        session_edit(s, &edit->tree, edit->renames.list, edit->renames.count, &edit->report);
    if (verdict == EXIT_FINE && written)
        verdict = write_events(written, s, edit->report);
    if (verdict == EXIT_FINE)
        tell_edit(e->c, edit, &(edit_view){old_shape, s->in->shape, edit->report});
    return verdict;
}

bool run_edits_wait(const run_edits *e, const session *s)
{
    return e->next < e->count && e->list[e->next].tick == gestalt_population_ticks(s->population);
}

const gestalt_edit_report *run_edits_report(const run_edits *e)
{
    return e->list[e->next - 1].report;
}

exit_code run_edits_do_next(run_edits *e, session *s, events *written)
{
    return do_edit(e, s, &e->list[e->next++], written);
}

exit_code run_edits_do(run_edits *e, session *s, events *written)
{
    exit_code verdict = EXIT_FINE;
    while (verdict == EXIT_FINE && run_edits_wait(e, s))
        verdict = run_edits_do_next(e, s, written);
    return verdict;
}

void run_edits_json(text_out *out, const run_edits *e)
{
    text_put(out, "[");
    for (uint32_t i = 0; i < e->next; i++) {
        const run_edit *edit = &e->list[i]; // its `tree` is now the tree before the edit
        edit_view v = {edit->tree.in->shape, edit->in->shape, edit->report};
        text_print(out, "%s{\"tick\": %" PRIu64 ", ", i ? ", " : "", edit->tick);
        edit_show_json(out, &v, true);
        text_put(out, "}");
    }
    text_put(out, "]");
}
