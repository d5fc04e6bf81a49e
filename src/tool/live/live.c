// SPDX-License-Identifier: MIT
#include "live.h"

#include "edit_show.h"
#include "error.h"
#include "live_act.h"

#include <inttypes.h>
#include <string.h>

enum { LIVE_SNAPSHOTS_SIZE = 1 << 30, LIVE_RATE_WHILE = 500000000 };

// ---- notices

static bool live_tee(void *user, const char *text, size_t size)
{
    live *l = user;
    size_t room = LIVE_NOTICE_MAX - l->notice.text.size;
    text_buffer_writer(&l->notice.text).write(&l->notice.text, text, size < room ? size : room);
    return l->notice.messages.write(l->notice.messages.user, text, size);
}

// From here on, messages of the command line are collected as a notice.
static void live_begin_notice(live *l)
{
    text_finish(&l->c->messages);
    text_buffer_release(&l->notice.text);
}

static void live_end_notice(live *l, bool is_error)
{
    text_finish(&l->c->messages);
    l->notice.number++;
    l->notice.is_error = is_error;
    l->notice.tick = live_run_ticks(&l->run);
}

static void live_tell_error(live *l, const gestalt_error *error)
{
    live_begin_notice(l);
    cli_say(l->c, "%s", error->message);
    live_end_notice(l, true);
}

// ---- opening

static gestalt_result live_before_edit(void *user, uint32_t version, gestalt_error *error)
{
    live *l = user;
    return live_log_announce_edit(&l->log, &l->run, version, error);
}

exit_code live_open(live *l, cli *c, const char *path)
{
    gestalt_error error = {0};
    *l = (live){.c = c, .notice.messages = c->messages.writer, .log.descriptor = -1};
    text_finish(&c->messages);
    exit_code verdict = live_run_open(&l->run, c, path);
    if (verdict == EXIT_FINE)
        verdict = live_log_open(&l->log, &l->run, options_text(&c->options, OPTION_LIVE_LOG));
    if (verdict != EXIT_FINE)
        return verdict;
    l->run.before_edit = live_before_edit;
    l->run.before_edit_user = l;
    timeline_open(&l->timeline, LIVE_SNAPSHOTS_SIZE);
    l->end = live_run_ticks(&l->run);
    c->messages.color = false; // a page shows the messages as well
    c->messages.writer = (gestalt_writer){live_tee, l};
    gestalt_result result = timeline_take(&l->timeline, &l->run, 0, &error);
    return result == GESTALT_OK ? EXIT_FINE : cli_fail(c, path, result, &error);
}

exit_code live_close(live *l, exit_code verdict)
{
    gestalt_error error = {0};
    if (!l->c)
        return verdict;
    text_finish(&l->c->messages);
    l->c->messages.writer = l->notice.messages;
    if (l->run.run.agents.population &&
        live_log_end(&l->log, live_run_ticks(&l->run), &error) != GESTALT_OK)
        verdict = cli_worse(verdict, cli_fail(l->c, l->log.path, error.result, &error));
    live_log_close(&l->log);
    timeline_close(&l->timeline);
    live_breaks_close(&l->breaks);
    live_steps_close(&l->steps);
    live_history_close(&l->history);
    live_filter_close(&l->filter);
    live_charts_close(&l->charts);
    live_counts_close(&l->counts);
    live_run_close(&l->run);
    text_buffer_release(&l->notice.text);
    return verdict;
}

// ---- futures

// Forget the future after the current tick.
static gestalt_result live_cut(live *l, gestalt_error *error)
{
    if (live_is_at_end(l))
        return GESTALT_OK;
    l->end = live_run_ticks(&l->run);
    timeline_cut(&l->timeline, l->end, l->log.next);
    live_history_cut(&l->history, l->end);
    live_charts_cut(&l->charts, l->end);
    live_breaks_edited(&l->breaks, &l->run); // while the versions they refer to exist
    live_run_cut(&l->run, l->run.run.version + 1);
    return live_log_cut(&l->log, error);
}

static void live_stand(live *l, live_stop why)
{
    l->is_running = l->is_going = l->runs_on = false;
    l->left = 0;
    l->stop = why;
}

void live_pause(live *l)
{
    if (!live_stands(l))
        live_stand(l, LIVE_PAUSED);
}

static gestalt_result live_check_stands(const live *l, gestalt_error *error)
{
    if (!l->is_going)
        return GESTALT_OK;
    return error_set(error, GESTALT_BAD_ARGUMENT, 0, "the run is going to tick %" PRIu64, l->goal);
}

gestalt_result live_go_on(live *l, uint64_t ticks, gestalt_error *error)
{
    gestalt_result result = live_check_stands(l, error);
    if (result == GESTALT_OK)
        result = live_cut(l, error);
    if (result == GESTALT_OK)
        result = live_breaks_begin(&l->breaks, &l->run, error);
    if (result != GESTALT_OK)
        return result;
    l->left = ticks;
    l->is_running = ticks > 0;
    l->rate.from = l->due = stopwatch_now();
    l->rate.ticks = 0;
    return GESTALT_OK;
}

// Return the number of log entries that are done at a tick.
static size_t live_entries_at(const live *l, uint64_t tick, bool before)
{
    size_t count = 0;
    while (count < l->log.count &&
           (l->log.list[count].tick < tick || (!before && l->log.list[count].tick == tick)))
        count++;
    return count;
}

// Go to a tick and to a number of log entries done.
static gestalt_result live_go_to_entry(live *l, uint64_t tick, size_t entries, gestalt_error *error)
{
    uint64_t now = live_run_ticks(&l->run);
    // the first snapshot is never dropped
    const live_snapshot *s = timeline_find(&l->timeline, tick, entries);
    bool is_ahead = now <= tick && l->log.next <= entries;
    if (!is_ahead || s->tick > now) {
        gestalt_result result =
            live_run_load(&l->run, s->version, s->bytes.bytes, s->bytes.size, error);
        if (result != GESTALT_OK)
            return result;
        l->log.next = s->entries;
    }
    live_stand(l, LIVE_ARRIVED);
    live_steps_clear(&l->steps);
    l->is_going = true;
    l->goal = tick;
    l->goal_entries = entries;
    return GESTALT_OK;
}

gestalt_result live_go_to(live *l, uint64_t tick, bool before, gestalt_error *error)
{
    if (tick < l->run.run.first_tick)
        return error_set(error, GESTALT_BAD_ARGUMENT, 0, "the run began with tick %" PRIu64,
                         l->run.run.first_tick);
    return live_go_to_entry(l, tick, live_entries_at(l, tick, before), error);
}

gestalt_result live_step_into(live *l, uint64_t agent, gestalt_error *error)
{
    if (!gestalt_population_has(l->run.run.agents.population, agent))
        return error_set(error, GESTALT_BAD_ARGUMENT, 0, "there is no agent %" PRIu64, agent);
    gestalt_result result = live_go_on(l, 1, error);
    if (result == GESTALT_OK)
        live_steps_want(&l->steps, agent);
    return result;
}

// ---- ticks

// Measure ticks per second, for people.
static void live_count_rate(live *l, uint64_t now)
{
    l->rate.ticks++;
    if (now - l->rate.from < LIVE_RATE_WHILE)
        return;
    l->rate.per_second = (double)l->rate.ticks / ((double)(now - l->rate.from) * 1e-9);
    l->rate.from = now;
    l->rate.ticks = 0;
}

// Do a tick. An error becomes a notice, and stops the run; otherwise the last notice remains.
static exit_code live_tick(live *l)
{
    uint64_t before = stopwatch_now();
    text_finish(&l->c->messages);
    text_buffer told = l->notice.text;
    l->notice.text = (text_buffer){0};
    exit_code verdict = live_run_tick(&l->run);
    bool has_failed = verdict != EXIT_FINE && verdict != EXIT_INTERRUPTED;
    text_finish(&l->c->messages);
    text_buffer_release(has_failed ? &told : &l->notice.text);
    if (has_failed) {
        live_end_notice(l, true);
        live_stand(l, LIVE_FAILED);
    } else {
        l->notice.text = told;
    }
    uint64_t now = stopwatch_now(), tick = live_run_ticks(&l->run);
    if (tick > l->end)
        l->end = tick;
    timeline_follow(&l->timeline, &l->run, l->log.next, now - before);
    live_history_follow(&l->history, &l->counts, &l->run, now - before);
    live_charts_follow(&l->charts, &l->run, now - before);
    live_count_rate(l, now);
    return verdict;
}

static exit_code live_run_on(live *l)
{
    gestalt_error error = {0};
    uint64_t now = stopwatch_now();
    if (l->per_second) {
        if (now < l->due)
            return EXIT_FINE;
        uint64_t pause = UINT64_C(1000000000) / l->per_second;
        l->due = now - l->due > 4 * pause ? now + pause : l->due + pause;
    }
    bool is_stepped = live_steps_begin(&l->steps, &l->run);
    if (!is_stepped) {
        live_steps_clear(&l->steps); // steps of an earlier tick
        live_breaks_watch(&l->breaks, &l->run);
    }
    exit_code verdict = live_tick(l);
    gestalt_population_hooks(l->run.run.agents.population, NULL);
    if (is_stepped)
        live_steps_end(&l->steps);
    if (verdict != EXIT_FINE || !l->is_running)
        return verdict;
    gestalt_result result = live_breaks_ask(&l->breaks, &l->run, &l->counts, &error);
    if (result != GESTALT_OK) {
        live_tell_error(l, &error);
        live_stand(l, LIVE_FAILED);
    } else if (l->breaks.hit.is_hit) {
        live_stand(l, LIVE_BROKEN);
    } else if (l->left != UINT64_MAX && --l->left == 0) {
        live_stand(l, LIVE_ARRIVED);
    }
    return EXIT_FINE;
}

// Repeat an act from the log.
static gestalt_result live_again(live *l, const live_entry *entry, gestalt_error *error)
{
    json_document d;
    json_error wrong;
    gestalt_allocator a = memory_allocator(NULL);
    if (entry->version != LIVE_NO_VERSION)
        return live_run_edit_again(&l->run, (uint32_t)entry->version) == EXIT_FINE
                   ? GESTALT_OK
                   : error_set(error, GESTALT_REJECTED, 0, "an edit could not be done again");
    if (!json_read(entry->text, entry->size, (json_limits){0}, &a, &d, &wrong))
        return error_no_memory(error); // the text was valid before
    gestalt_result result = live_act(&l->run, json_root(&d), NULL, error);
    json_destroy(&d, &a);
    return result;
}

// Handle the arrival at the goal: stop there, or continue to run if the run did before.
static exit_code live_arrive(live *l)
{
    gestalt_error error = {0};
    bool runs_on = l->runs_on;
    live_stand(l, LIVE_ARRIVED);
    if (runs_on && live_go_on(l, UINT64_MAX, &error) != GESTALT_OK) {
        live_tell_error(l, &error);
        live_stand(l, LIVE_FAILED);
    }
    return EXIT_FINE;
}

static exit_code live_go_further(live *l)
{
    gestalt_error error = {0};
    gestalt_result result = GESTALT_OK;
    uint64_t tick = live_run_ticks(&l->run);
    while (result == GESTALT_OK && l->log.next < l->goal_entries &&
           l->log.list[l->log.next].tick == tick) {
        result = live_again(l, &l->log.list[l->log.next], &error);
        l->log.next += result == GESTALT_OK;
    }
    if (result != GESTALT_OK) {
        live_tell_error(l, &error);
        live_stand(l, LIVE_FAILED);
        return EXIT_FINE;
    }
    if (tick >= l->goal)
        return live_arrive(l);
    bool goes = l->is_going, runs_on = l->runs_on;
    exit_code verdict = live_tick(l);
    if (verdict == EXIT_REJECTED) { // the same error as in the original run
        live_stand(l, LIVE_ARRIVED);
        l->is_going = goes;
        l->runs_on = runs_on;
    }
    return verdict;
}

exit_code live_advance(live *l)
{
    exit_code verdict = l->is_going ? live_go_further(l) : l->is_running ? live_run_on(l) : 0;
    if (l->run.run.is_broken) {
        cli_say(l->c, "out of memory during a change: the run cannot continue");
        return EXIT_LIMIT;
    }
    return verdict == EXIT_INTERRUPTED ? verdict : EXIT_FINE;
}

// ---- acts

// Forget the future before an edit, unless the edit would be refused.
static gestalt_result live_cut_for_edit(live *l, gestalt_error *error)
{
    if (live_is_at_end(l))
        return GESTALT_OK;
    run *r = &l->run.run;
    live_version trial = {.base.path = r->path, .base.value_count = run_now(r)->value_count};
    exit_code verdict = r->kind->read(r, &trial.base);
    gestalt_result result = GESTALT_OK;
    if (verdict == EXIT_FINE)
        result = live_log_try_edit(&l->log, &l->run, &trial.files, error);
    r->kind->release(&trial.base);
    if (verdict != EXIT_FINE)
        return error_set(error, GESTALT_REJECTED, 0, "the messages describe the errors");
    if (result == GESTALT_OK)
        return live_cut(l, error);
    cli_fail(l->c, l->run.run.path, result, error);
    return result;
}

// Report how all groups were edited. A world that was created again, and a version that is
// unchanged, have no reports.
static void live_show_edit(live *l)
{
    live_run *r = &l->run;
    const live_version *v = live_run_version(r);
    text_out *out = &l->c->messages;
    bool is_told = false;
    for (uint32_t i = 0; i < v->base.report_count; i++) {
        if (!v->base.reports[i])
            continue;
        const edit_view view =
            edit_view_of(live_version_shape(r, r->run.version - 1, i),
                         live_version_shape(r, r->run.version, i), v->base.reports[i]);
        const char *group = run_group_name(&r->run, i);
        text_print(out, "before tick %" PRIu64 "%s", live_run_ticks(r), group ? ", group `" : "");
        if (group)
            text_escaped(out, group, strlen(group));
        text_put(out, group ? "`: " : ": ");
        edit_show_summary(out, &view);
        is_told = true;
    }
    if (!is_told)
        cli_tell(l->c, "before tick %" PRIu64 ": the scene was read again", live_run_ticks(r));
    text_finish(out);
}

// Update the log, the breakpoints and the notice after an edit.
static gestalt_result live_edited(live *l, gestalt_error *error)
{
    gestalt_result result = live_log_done(&l->log, error);
    live_steps_clear(&l->steps);
    live_breaks_edited(&l->breaks, &l->run);
    live_show_edit(l);
    return result;
}

static gestalt_result live_do_edit(live *l, json_value act, gestalt_error *error)
{
    uint32_t before = l->run.run.version;
    live_begin_notice(l);
    gestalt_result result = live_cut_for_edit(l, error);
    if (result == GESTALT_OK)
        result = live_act(&l->run, act, NULL, error);
    if (result == GESTALT_OK && l->run.run.version != before)
        result = live_edited(l, error);
    else if (result == GESTALT_OK)
        cli_tell(l->c, "%s: the text has the same meaning as before", l->run.run.path);
    live_log_refused(&l->log);
    live_end_notice(l, result != GESTALT_OK);
    return result;
}

gestalt_result live_do(live *l, json_value act, gestalt_error *error)
{
    json_value name = json_member(act, "do", NULL);
    gestalt_result result = live_check_stands(l, error);
    if (result != GESTALT_OK)
        return result;
    if (json_is(name, "edit") || json_is(name, "set"))
        return live_do_edit(l, act, error);
    uint32_t begin = json_begin(act);
    result = live_log_announce(&l->log, &l->run, act.document->text + begin, json_end(act) - begin,
                               error);
    if (result == GESTALT_OK)
        result = live_act(&l->run, act, NULL, error);
    if (result == GESTALT_OK)
        result = live_cut(l, error);
    if (result == GESTALT_OK)
        result = live_log_done(&l->log, error);
    live_log_refused(&l->log);
    return result;
}

// Do an act whose text was created by this program.
static gestalt_result live_do_text(live *l, const char *text, size_t size, gestalt_error *error)
{
    json_document d;
    json_error wrong;
    gestalt_allocator a = memory_allocator(NULL);
    if (!json_read(text, size, (json_limits){0}, &a, &d, &wrong))
        return error_no_memory(error);
    gestalt_result result = live_do(l, json_root(&d), error);
    json_destroy(&d, &a);
    return result;
}

void live_saved(live *l)
{
    static const char text[] = "{\"do\": \"edit\"}";
    gestalt_error error = {0};
    uint64_t before = l->notice.number;
    gestalt_result result = live_do_text(l, text, sizeof text - 1, &error);
    if (result != GESTALT_OK && l->notice.number == before) // no notice yet
        live_tell_error(l, &error);
}

// ---- values set from the beginning

// Return the number of log entries done at the beginning. If the last one set the same value, leave
// it out: moving a slider sets it many times.
static size_t live_entries_before_tune(const live *l, const char *path)
{
    size_t count = live_entries_at(l, l->run.run.first_tick, false);
    int64_t version = count > 0 ? l->log.list[count - 1].version : LIVE_NO_VERSION;
    if (version <= 0)
        return count;
    uint32_t sets = live_run_at(&l->run, (uint32_t)version)->base.value_count;
    bool is_set = sets > live_run_at(&l->run, (uint32_t)version - 1)->base.value_count;
    return is_set && strcmp(l->run.run.values[sets - 1].path, path) == 0 ? count - 1 : count;
}

static gestalt_result live_set_at_beginning(live *l, const char *path, const char *value,
                                            gestalt_error *error)
{
    text_buffer text = {0};
    text_out out;
    gestalt_result result =
        live_go_to_entry(l, l->run.run.first_tick, live_entries_before_tune(l, path), error);
    while (result == GESTALT_OK && l->is_going)
        live_go_further(l); // this repeats the log entries there, without a tick
    if (result != GESTALT_OK)
        return result;
    if (l->stop == LIVE_FAILED)
        return error_set(error, GESTALT_REJECTED, 0, "the messages describe the errors");
    text_start(&out, text_buffer_writer(&text), false);
    text_put(&out, "{\"do\": \"set\", \"path\": ");
    text_json(&out, path, strlen(path));
    text_put(&out, ", \"value\": ");
    text_json(&out, value, strlen(value));
    text_put(&out, "}");
    result =
        text_finish(&out) ? live_do_text(l, text.bytes, text.size, error) : error_no_memory(error);
    text_buffer_release(&text);
    return result;
}

// Refuse a value that would be refused at the beginning; the messages contain the reason.
static gestalt_result live_try_set(live *l, const char *path, const char *value,
                                   gestalt_error *error)
{
    if (l->run.run.first_tick > 0)
        return error_set(error, GESTALT_BAD_ARGUMENT, 0,
                         "the run began with a snapshot: values of the scene are in it");
    live_begin_notice(l);
    exit_code verdict = live_run_try_set(&l->run, path, value);
    if (verdict == EXIT_FINE)
        return GESTALT_OK;
    live_end_notice(l, true);
    return error_set(error, verdict == EXIT_LIMIT ? GESTALT_NO_MEMORY : GESTALT_REJECTED, 0,
                     "the run continues unchanged; the messages describe why");
}

gestalt_result live_tune(live *l, json_value object, gestalt_error *error)
{
    gestalt_allocator a = memory_allocator(NULL);
    size_t path_size = 0, value_size = 0;
    json_value path = json_member(object, "path", NULL), value = json_member(object, "value", NULL);
    if (!live_run_is_scene(&l->run))
        return error_set(error, GESTALT_BAD_ARGUMENT, json_begin(object),
                         "`tune` is for scenes; `write` writes a key");
    if (json_kind_of(path) != JSON_STRING || json_kind_of(value) != JSON_STRING ||
        json_string_size(path) == 0 || json_string_size(path) > LIVE_PATH_MAX)
        return error_set(error, GESTALT_BAD_ARGUMENT, json_begin(object),
                         "`path` and `value` have to be strings");
    uint64_t goal = l->is_going ? l->goal : live_run_ticks(&l->run);
    bool runs_on = l->is_running || l->runs_on;
    char *path_text = live_string(path, &path_size), *text = live_string(value, &value_size);
    gestalt_result result =
        path_text && text ? live_try_set(l, path_text, text, error) : error_no_memory(error);
    if (result == GESTALT_OK)
        result = live_set_at_beginning(l, path_text, text, error);
    if (result == GESTALT_OK)
        result = live_go_to(l, goal, false, error);
    l->runs_on = result == GESTALT_OK && runs_on;
    memory_release(&a, path_text, path_text ? path_size + 1 : 0);
    memory_release(&a, text, text ? value_size + 1 : 0);
    return result;
}
