// SPDX-License-Identifier: MIT
#include "live.h"

#include "edit_view.h"
#include "error.h"
#include "live_act.h"
#include "live_say.h"
#include "memory.h"
#include "stopwatch.h"

#include <inttypes.h>
#include <string.h>

enum { LIVE_SNAPSHOTS_SIZE = 1 << 30, LIVE_RATE_WHILE = 500000000 };

// ---- notices

// Write a message to the notice, as far as it has room, and to the program.
static bool live_write(void *user, const char *text, size_t size)
{
    live *l = user;
    size_t room = LIVE_NOTICE_MAX - l->notice.text.size;
    text_buffer_writer(&l->notice.text).write(&l->notice.text, text, size < room ? size : room);
    return !l->notice.messages.write ||
           l->notice.messages.write(l->notice.messages.user, text, size);
}

static gestalt_writer live_messages(live *l)
{
    return (gestalt_writer){live_write, l};
}

static void live_begin_notice(live *l)
{
    text_buffer_release(&l->notice.text);
}

static void live_end_notice(live *l, bool is_error)
{
    l->notice.number++;
    l->notice.is_error = is_error;
    l->notice.tick = live_run_ticks(&l->run);
}

static void live_tell_error(live *l, const gestalt_error *error)
{
    live_begin_notice(l);
    live_say(live_messages(l), "%s", error->message);
    live_end_notice(l, true);
}

// ---- opening

static gestalt_result live_before_edit(void *user, uint32_t version, gestalt_error *error)
{
    live *l = user;
    return live_log_announce_edit(&l->log, &l->run, version, error);
}

gestalt_result live_open(live *l, const gestalt_live_subject *subject,
                         const gestalt_live_options *options, gestalt_error *error)
{
    *l = (live){
        .rights = options->rights, .notice.messages = options->messages, .log.descriptor = -1};
    if (options->name && !(l->name = live_copy(options->name, strlen(options->name))))
        return error_no_memory(error);
    gestalt_result result = live_run_open(&l->run, subject, options->dt, live_messages(l), error);
    if (result == GESTALT_OK)
        result = live_log_open(&l->log, &l->run, options->log, error);
    if (result != GESTALT_OK)
        return result;
    l->run.before_edit = live_before_edit;
    l->run.before_edit_user = l;
    timeline_open(&l->timeline, LIVE_SNAPSHOTS_SIZE);
    l->end = live_run_ticks(&l->run);
    if (live_may(l, GESTALT_LIVE_GO_BACK))
        result = timeline_take(&l->timeline, &l->run, 0, error);
    if (result == GESTALT_OK && !options->starts_paused)
        result = live_go_on(l, UINT64_MAX, error);
    return result;
}

gestalt_result live_end(live *l, gestalt_error *error)
{
    if (!l->run.population)
        return GESTALT_OK;
    gestalt_population_hooks(l->run.population, NULL);
    return live_log_end(&l->log, live_run_ticks(&l->run), error);
}

void live_close(live *l)
{
    gestalt_allocator a = memory_allocator(NULL);
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
    memory_release(&a, l->name, l->name ? strlen(l->name) + 1 : 0);
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
    live_run_cut(&l->run, l->run.version + 1);
    return live_log_cut(&l->log, error);
}

static void live_stand(live *l, gestalt_live_reason why)
{
    l->is_running = l->is_going = l->runs_on = false;
    l->left = 0;
    l->stop = why;
}

void live_pause(live *l)
{
    if (!live_stands(l))
        live_stand(l, GESTALT_LIVE_PAUSED);
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
    live_stand(l, GESTALT_LIVE_ARRIVED);
    live_steps_clear(&l->steps);
    l->is_going = true;
    l->goal = tick;
    l->goal_entries = entries;
    return GESTALT_OK;
}

gestalt_result live_go_to(live *l, uint64_t tick, bool before, gestalt_error *error)
{
    if (tick < l->run.first_tick)
        return error_set(error, GESTALT_BAD_ARGUMENT, 0, "the run began with tick %" PRIu64,
                         l->run.first_tick);
    return live_go_to_entry(l, tick, live_entries_at(l, tick, before), error);
}

gestalt_result live_step_into(live *l, uint64_t agent, gestalt_error *error)
{
    if (!gestalt_population_has(l->run.population, agent))
        return error_set(error, GESTALT_BAD_ARGUMENT, 0, "there is no agent %" PRIu64, agent);
    gestalt_result result = live_go_on(l, 1, error);
    if (result == GESTALT_OK)
        live_steps_want(&l->steps, agent);
    return result;
}

void live_look_at_trees(live *l)
{
    if (!live_run_was_edited(&l->run))
        return;
    live_breaks_lose(&l->breaks);
    live_filter_close(&l->filter);
    live_steps_clear(&l->steps);
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

// Prepare the hooks of a tick that the program is asked for.
static gestalt_live_wish live_begin_tick(live *l, gestalt_live_wish wish)
{
    l->tick.is_stepped = false;
    if (wish == GESTALT_LIVE_TICK) {
        l->tick.is_stepped = live_steps_begin(&l->steps, &l->run);
        if (!l->tick.is_stepped) {
            live_steps_clear(&l->steps); // steps of an earlier tick
            live_breaks_watch(&l->breaks, &l->run);
        }
    }
    l->tick.is_open = true;
    l->run.changes++;
    l->tick.number = live_run_ticks(&l->run);
    l->tick.begin = stopwatch_thread();
    return wish;
}

void live_fail(live *l, const char *message, size_t size)
{
    live_begin_notice(l);
    live_write(l, message, size);
    if (size > 0 && message[size - 1] != '\n')
        live_write(l, "\n", 1);
    live_end_notice(l, true);
    // a repeated tick fails as it did the first time, and the run went on then
    if (!l->tick.is_open || !l->is_going || live_run_ticks(&l->run) == l->tick.number)
        live_stand(l, GESTALT_LIVE_STOPPED);
}

// Stop a run after a tick, if it has arrived or a breakpoint was hit.
static void live_check_stop(live *l)
{
    gestalt_error error = {0};
    gestalt_result result = live_breaks_ask(&l->breaks, &l->run, &l->counts, &error);
    if (result != GESTALT_OK) {
        live_tell_error(l, &error);
        live_stand(l, GESTALT_LIVE_STOPPED);
    } else if (l->breaks.hit.is_hit) {
        live_stand(l, GESTALT_LIVE_BROKEN);
    } else if (l->left != UINT64_MAX && --l->left == 0) {
        live_stand(l, GESTALT_LIVE_ARRIVED);
    }
}

void live_ticked(live *l)
{
    uint64_t now = stopwatch_now(), passed = stopwatch_thread() - l->tick.begin;
    if (!l->tick.is_open)
        return;
    uint64_t tick = live_run_ticks(&l->run);
    l->tick.is_open = false;
    gestalt_population_hooks(l->run.population, NULL);
    if (l->tick.is_stepped)
        live_steps_end(&l->steps);
    if (tick == l->tick.number)
        return;
    if (tick > l->end)
        l->end = tick;
    if (live_may(l, GESTALT_LIVE_GO_BACK))
        timeline_follow(&l->timeline, &l->run, l->log.next, passed);
    l->counts.earned += passed;
    if (l->is_watched) {
        live_history_follow(&l->history, &l->counts, &l->run, passed);
        live_charts_follow(&l->charts, &l->run, passed);
    }
    live_count_rate(l, now);
    if (l->is_running)
        live_check_stop(l);
}

// Repeat an act from the log.
static gestalt_result live_again(live *l, const live_entry *entry, gestalt_error *error)
{
    json_document d;
    json_error wrong;
    gestalt_allocator a = memory_allocator(NULL);
    if (entry->version != LIVE_NO_VERSION)
        return live_run_edit_again(&l->run, (uint32_t)entry->version, error) == GESTALT_OK
                   ? GESTALT_OK
                   : error_set(error, GESTALT_REJECTED, 0, "an edit could not be done again");
    if (!json_read(entry->text, entry->size, (json_limits){0}, &a, &d, &wrong))
        return error_no_memory(error); // the text was valid before
    gestalt_result result = live_act(&l->run, json_root(&d), NULL, error);
    json_destroy(&d, &a);
    return result;
}

// Handle the arrival at the goal: stop there, or continue to run if the run did before.
static void live_arrive(live *l)
{
    gestalt_error error = {0};
    bool runs_on = l->runs_on;
    live_stand(l, GESTALT_LIVE_ARRIVED);
    if (runs_on && live_go_on(l, UINT64_MAX, &error) != GESTALT_OK) {
        live_tell_error(l, &error);
        live_stand(l, GESTALT_LIVE_STOPPED);
    }
}

// Repeat the acts at this tick of the future. Returns whether to tick, to get further.
static bool live_go_further(live *l)
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
        live_stand(l, GESTALT_LIVE_STOPPED);
        return false;
    }
    if (tick < l->goal)
        return true;
    live_arrive(l);
    return false;
}

// Return whether the next tick is due, and if so, when the one after it will be.
static bool live_is_due(live *l)
{
    uint64_t now = stopwatch_now();
    if (!l->per_second)
        return true;
    if (now < l->due)
        return false;
    uint64_t pause = UINT64_C(1000000000) / l->per_second;
    l->due = now - l->due > 4 * pause ? now + pause : l->due + pause;
    return true;
}

gestalt_live_wish live_next(live *l)
{
    if (l->is_going && live_go_further(l))
        return live_begin_tick(l, GESTALT_LIVE_REPEAT);
    if (l->run.is_lost) {
        live_say(live_messages(l), "out of memory during a change: the run cannot continue");
        return GESTALT_LIVE_END;
    }
    return l->is_running && live_is_due(l) ? live_begin_tick(l, GESTALT_LIVE_TICK)
                                           : GESTALT_LIVE_WAIT;
}

// ---- acts

// Forget the future before an edit, unless the edit would be refused.
static gestalt_result live_cut_for_edit(live *l, gestalt_error *error)
{
    live_files files;
    if (live_is_at_end(l))
        return GESTALT_OK;
    gestalt_result result = live_run_try_read(&l->run, &files, error);
    if (result != GESTALT_OK) {
        live_files_release(&files);
        return error_set(error, GESTALT_REJECTED, 0, "the messages describe the errors");
    }
    result = live_log_try_edit(&l->log, &l->run, &files, error);
    live_files_release(&files);
    if (result == GESTALT_OK)
        return live_cut(l, error);
    live_say(live_messages(l), "%s", error->message);
    return result;
}

// Name the nodes that the edit has removed.
static void live_show_gone(text_out *out, const edit_view *v)
{
    enum { NAMES_MOST = 8 };
    char label[256];
    uint32_t count, gone = 0;
    const gestalt_edit_node *nodes = gestalt_edit_report_nodes(v->report, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (nodes[i].new_node != GESTALT_NO_NODE || gone++ >= NAMES_MOST ||
            !gestalt_shape_label(v->old_shape, i, label, sizeof label))
            continue;
        text_put(out, gone == 1 ? "  nodes that are gone: " : ", ");
        text_escaped(out, label, strlen(label));
    }
    if (gone > NAMES_MOST)
        text_print(out, ", and %" PRIu32 " more", gone - NAMES_MOST);
    text_put(out, gone ? "\n" : "");
}

// Report how all groups were edited. A world that was created again, and a version that is
// unchanged, have no reports.
static void live_show_edit(live *l)
{
    const live_run *r = &l->run;
    const live_version *v = live_run_version(r);
    text_out out;
    bool is_told = false;
    text_start(&out, live_messages(l), false);
    for (uint32_t i = 0; i < v->report_count; i++) {
        if (!v->reports[i])
            continue;
        const edit_view view = edit_view_of(live_version_shape(r, r->version - 1, i),
                                            live_version_shape(r, r->version, i), v->reports[i]);
        const char *group = r->subject->group ? r->subject->group(r->subject->user, i) : NULL;
        text_print(&out, "before tick %" PRIu64 "%s", live_run_ticks(r), group ? ", group `" : "");
        if (group)
            text_escaped(&out, group, strlen(group));
        text_put(&out, group ? "`: " : ": ");
        edit_view_summary(&out, &view);
        live_show_gone(&out, &view);
        is_told = true;
    }
    if (!is_told)
        text_print(&out, "before tick %" PRIu64 ": the scene was read again\n", live_run_ticks(r));
    text_finish(&out);
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
    uint32_t before = l->run.version;
    live_begin_notice(l);
    gestalt_result result = live_cut_for_edit(l, error);
    if (result == GESTALT_OK)
        result = live_act(&l->run, act, NULL, error);
    if (result == GESTALT_OK && l->run.version != before)
        result = live_edited(l, error);
    else if (result == GESTALT_OK)
        live_tell(live_messages(l), "%s: the text has the same meaning as before",
                  l->run.subject->path);
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
    size_t count = live_entries_at(l, l->run.first_tick, false);
    int64_t version = count > 0 ? l->log.list[count - 1].version : LIVE_NO_VERSION;
    if (version <= 0)
        return count;
    if (!live_version_is_set(&l->run, (uint32_t)version))
        return count;
    uint32_t sets = live_run_at(&l->run, (uint32_t)version)->setting_count;
    return strcmp(l->run.settings[sets - 1].path, path) == 0 ? count - 1 : count;
}

static gestalt_result live_set_at_beginning(live *l, const char *path, const char *value,
                                            gestalt_error *error)
{
    text_buffer text = {0};
    text_out out;
    gestalt_result result =
        live_go_to_entry(l, l->run.first_tick, live_entries_before_tune(l, path), error);
    while (result == GESTALT_OK && l->is_going)
        live_go_further(l); // repeats the log entries there, and asks for no tick
    if (result != GESTALT_OK)
        return result;
    if (l->stop == GESTALT_LIVE_STOPPED)
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
    if (l->run.first_tick > 0)
        return error_set(error, GESTALT_BAD_ARGUMENT, 0,
                         "the run began with a snapshot: values of the scene are in it");
    live_begin_notice(l);
    gestalt_result result = live_run_try_set(&l->run, path, value, error);
    if (result == GESTALT_OK)
        return GESTALT_OK;
    live_end_notice(l, true);
    return error_set(error, result, 0, "the run continues unchanged; the messages describe why");
}

gestalt_result live_tune(live *l, json_value object, gestalt_error *error)
{
    gestalt_allocator a = memory_allocator(NULL);
    size_t path_size = 0, value_size = 0;
    json_value path = json_member(object, "path", NULL), value = json_member(object, "value", NULL);
    if (!l->run.subject->scene)
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
