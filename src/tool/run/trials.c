// SPDX-License-Identifier: MIT
#include "trials.h"

#include "error.h"
#include "nearest.h"
#include "number.h"
#include "pool.h"
#include "signals.h"
#include "sort.h"
#include "stopwatch.h"
#include "text_buffer.h"

#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

enum { ERROR_SIZE = 256 };

// ---- axes

// Return the end of a value: the next comma that is not inside brackets, parentheses or quotes.
static const char *value_end(const char *at)
{
    int depth = 0;
    char quote = '\0';
    for (; *at && (*at != ',' || depth > 0 || quote); at++) {
        if (quote) {
            quote = *at == quote ? '\0' : quote;
            continue;
        }
        quote = *at == '"' || *at == '\'' ? *at : '\0';
        depth += strchr("[{(", *at) != NULL;
        depth -= strchr("]})", *at) != NULL;
    }
    return at;
}

static bool axis_has(const trial_axis *axis, const char *value)
{
    for (uint32_t i = 0; i < axis->value_count; i++)
        if (strcmp(axis->values[i], value) == 0)
            return true;
    return false;
}

exit_code trials_add_axis(trials *t, const char *option, const char *text, bool is_tree)
{
    const char *equals = strchr(text, '=');
    if (!equals || equals == text || !equals[1])
        return cli_usage(t->c, "%s cannot be `%s`: write NAME=VALUE, as in %s", option, text,
                         is_tree ? "sheep=shy.json,bold.json" : "sheep.sight=5,10");
    if (t->axis_count == TRIAL_AXES)
        return cli_usage(t->c, "at most %d of %s are allowed", (int)TRIAL_AXES, option);
    trial_axis *axis = &t->axes[t->axis_count++];
    axis->is_tree = is_tree;
    axis->name = arena_copy_text(t->memory, text, (size_t)(equals - text));
    axis->value_count = 0;
    for (const char *at = equals + 1, *end; at; at = *end ? end + 1 : NULL) {
        end = value_end(at);
        if (end == at)
            return cli_usage(t->c, "%s %s: a value is missing", option, text);
        if (axis->value_count == TRIAL_VALUES)
            return cli_usage(t->c, "%s %s...: at most %d values", option, axis->name,
                             (int)TRIAL_VALUES);
        const char *value = arena_copy_text(t->memory, at, (size_t)(end - at));
        if (axis_has(axis, value))
            return cli_usage(t->c, "%s %s: the value `%s` is given twice", option, axis->name,
                             value);
        axis->values[axis->value_count++] = value;
    }
    return EXIT_FINE;
}

// Return a value of an axis in a combination. The first axis changes slowest.
static const char *axis_value(const trials *t, uint32_t combination, uint32_t axis)
{
    for (uint32_t i = t->axis_count; i-- > axis + 1;)
        combination /= t->axes[i].value_count;
    return t->axes[axis].values[combination % t->axes[axis].value_count];
}

const char *trial_value(const trials *t, uint32_t number, uint32_t axis)
{
    return axis_value(t, number / t->seeds, axis);
}

uint64_t trial_seed(const trials *t, uint32_t number)
{
    return t->first_seed + number % t->seeds;
}

// ---- scenes

// The values of a scene's axes. NULL: the value from the scene's file.
typedef struct trial_values {
    const char *of[TRIAL_AXES];
} trial_values;

static trial_values combination_values(const trials *t, uint32_t combination)
{
    trial_values values = {0};
    for (uint32_t i = 0; i < t->axis_count; i++)
        values.of[i] = axis_value(t, combination, i);
    return values;
}

static scene_changes gather_changes(const trials *t, const trial_values *values,
                                    gestalt_scene_setting *settings, gestalt_scene_tree *trees)
{
    scene_changes changes = {.settings = settings, .trees = trees};
    for (uint32_t i = 0; i < t->axis_count; i++) {
        const char *name = t->axes[i].name, *value = values->of[i];
        if (value && t->axes[i].is_tree)
            trees[changes.tree_count++] = (gestalt_scene_tree){name, value};
        else if (value)
            settings[changes.setting_count++] = (gestalt_scene_setting){name, value};
    }
    for (uint32_t i = 0; i < t->extra_count; i++)
        settings[changes.setting_count++] = (gestalt_scene_setting){"reports.+", t->extra[i]};
    return changes;
}

// Store the first error found in a scene.
static void note_findings(const gestalt_scene_findings *findings, gestalt_error *error)
{
    text_buffer text = {0};
    for (uint32_t i = 0; i < findings->count && text.size == 0; i++)
        if (gestalt_diagnostics_error_count(findings->list[i]) > 0)
            gestalt_diagnostics_write(findings->list[i], GESTALT_DIAGNOSTICS_SHORT, false,
                                      text_buffer_writer(&text));
    const char *line = text.bytes;
    while (line && strstr(line, ": warning: ") && strchr(line, '\n') &&
           strstr(line, ": warning: ") < strchr(line, '\n'))
        line = strchr(line, '\n') + 1; // warnings may come before it
    if (line)
        error_set(error, GESTALT_REJECTED, 0, "%.*s", (int)strcspn(line, "\n"), line);
    text_buffer_release(&text);
}

// Read the scene with other values. After an error, `r` is still open.
static gestalt_result trial_read(const trials *t, trial_values values, run *r, gestalt_error *error)
{
    gestalt_scene_setting settings[TRIAL_AXES + TRIAL_COLUMNS];
    gestalt_scene_tree trees[TRIAL_AXES];
    scene_changes changes = gather_changes(t, &values, settings, trees);
    return run_vary(r, t->of, &changes, error);
}

// ---- the plan

static exit_code count_trials(trials *t)
{
    uint64_t count = 1;
    for (uint32_t i = 0; i < t->axis_count; i++) {
        count *= t->axes[i].value_count;
        if (count > TRIALS_MOST)
            break;
    }
    t->combinations = (uint32_t)count;
    if (count * t->seeds > TRIALS_MOST)
        return cli_usage(t->c, "these are more than %d runs, which is the limit", (int)TRIALS_MOST);
    t->count = t->combinations * t->seeds;
    t->list = ARENA_ARRAY(t->memory, trial, t->count);
    return EXIT_FINE;
}

static exit_code add_column(trials *t, const gestalt_outcome *all, const char *name)
{
    nearest near;
    const gestalt_outcome_row *row = gestalt_outcome_find(all, name);
    nearest_start(&near, name, strlen(name), NULL);
    for (uint32_t i = 0; !row && i < all->count; i++)
        nearest_offer(&near, all->rows[i].name, strlen(all->rows[i].name));
    if (!row)
        return cli_usage(t->c,
                         near.name ? "the scene reports no `%s`; did you mean `%s`?"
                                   : "the scene reports no `%s`",
                         name, near.name);
    if (t->column_count == TRIAL_COLUMNS)
        return EXIT_FINE;
    t->is_count[t->column_count] = row->is_count;
    t->columns[t->column_count++] = arena_copy_text(t->memory, name, strlen(name));
    return EXIT_FINE;
}

// Choose the columns named by --report; without this option, all values of the outcome.
static exit_code choose_columns(trials *t, const gestalt_outcome *all)
{
    uint32_t at = 0;
    const char *text;
    exit_code verdict = EXIT_FINE;
    bool is_sweep = t->c->options.command == COMMAND_SWEEP;
    while (is_sweep && verdict == EXIT_FINE &&
           (text = options_next_text(&t->c->options, OPTION_REPORT, &at)))
        verdict = add_column(t, all, arena_copy_text(t->memory, text, strcspn(text, "=")));
    bool takes_all = !is_sweep || !options_is_given(&t->c->options, OPTION_REPORT);
    for (uint32_t i = 0; verdict == EXIT_FINE && takes_all && i < all->count; i++)
        verdict = add_column(t, all, all->rows[i].name);
    return verdict;
}

static exit_code find_columns(trials *t)
{
    gestalt_outcome *all = ARENA_NEW(t->memory, gestalt_outcome);
    exit_code verdict = run_start(&t->first, &(run_settings){0});
    if (verdict != EXIT_FINE)
        return verdict;
    gestalt_world_measure(t->first.world.own, all);
    return choose_columns(t, all);
}

static bool is_extra(const char *text)
{
    return strchr(text, '=') != NULL;
}

// Add each `NAME=EXPRESSION` as a report of the scene.
static void gather_extra(trials *t)
{
    uint32_t at = 0;
    const char *text;
    t->extra = ARENA_ARRAY(t->memory, const char *, TRIAL_COLUMNS);
    while (t->c->options.command == COMMAND_SWEEP &&
           (text = options_next_text(&t->c->options, OPTION_REPORT, &at))) {
        if (!is_extra(text) || t->extra_count == TRIAL_COLUMNS)
            continue;
        text_buffer made = {0};
        text_out out;
        size_t size = strcspn(text, "=");
        text_start(&out, text_buffer_writer(&made), false);
        text_put(&out, "{\"name\": ");
        text_json(&out, text, size);
        text_put(&out, ", \"value\": ");
        text_json(&out, text + size + 1, strlen(text + size + 1));
        text_put(&out, "}");
        text_finish(&out);
        char *copy = made.is_full ? NULL : arena_copy_text(t->memory, made.bytes, made.size);
        text_buffer_release(&made);
        if (!copy)
            longjmp(t->memory->escape, 1);
        t->extra[t->extra_count++] = copy;
    }
}

static uint64_t hash_shapes(const run *r)
{
    uint64_t hash = 0;
    for (uint32_t i = 0; i < run_group_count(r); i++)
        hash = hash * 31 + gestalt_shape_hash(run_shape(r, i));
    return hash;
}

uint64_t trials_shapes(const trials *t, uint32_t axis, const char *value)
{
    trial_values values = {0};
    run with;
    gestalt_error error;
    if (axis < TRIAL_AXES)
        values.of[axis] = value;
    gestalt_result result = trial_read(t, values, &with, &error);
    uint64_t hash = result == GESTALT_OK ? hash_shapes(&with) : 0;
    run_close(&with);
    if (result == GESTALT_NO_MEMORY)
        longjmp(t->memory->escape, 1);
    return hash;
}

exit_code trials_plan(trials *t)
{
    gestalt_error error = {0};
    exit_code verdict = count_trials(t);
    if (verdict != EXIT_FINE)
        return verdict;
    gather_extra(t);
    gestalt_result result = trial_read(t, combination_values(t, 0), &t->first, &error);
    if (result == GESTALT_BAD_ARGUMENT)
        return cli_usage(t->c, "%s", error.message);
    if (result != GESTALT_OK && result != GESTALT_REJECTED)
        return cli_fail(t->c, t->of->path, result, &error);
    const scene_input *in = &t->first.versions[0]->scene;
    scene_input_report(in);
    if (result != GESTALT_OK)
        return EXIT_REJECTED;
    if (!options_is_given(&t->c->options, OPTION_SEED))
        t->first_seed = gestalt_scene_tell(in->scene).seed;
    t->shapes = hash_shapes(&t->first);
    t->sorted = ARENA_ARRAY(t->memory, double, t->count);
    verdict = find_columns(t);
    for (uint32_t i = 0; i < t->count && verdict == EXIT_FINE; i++)
        t->list[i].values = ARENA_ARRAY(t->memory, double, t->column_count + 1);
    return verdict;
}

// ---- running

// A run that a thread reuses for the next trial.
typedef struct trial_slot {
    run run;
    uint32_t combination;
} trial_slot;

typedef struct trial_job {
    trials *t;
    const uint32_t *waiting; // numbers of trials
    uint32_t waiting_count;
    trial_slot *slots; // one for each thread
    pthread_mutex_t mutex;
    uint32_t done;
    uint64_t begun, told;
    bool is_shown;
    atomic_bool is_full; // whether a result could not be saved
} trial_job;

static void put_time_left(text_out *out, double seconds)
{
    if (seconds < 90)
        text_print(out, "%.0f s", seconds);
    else if (seconds < 5400)
        text_print(out, "%.0f min", seconds / 60);
    else
        text_print(out, "%.1f h", seconds / 3600);
}

static void show_progress(trial_job *job)
{
    uint64_t now = stopwatch_now();
    text_out *out = &job->t->c->messages;
    if (!job->is_shown || now - job->told < 100000000)
        return;
    job->told = now;
    double each = (double)(now - job->begun) / 1e9 / job->done;
    text_print(out, "\r%u of %u runs, ", (unsigned)job->done, (unsigned)job->waiting_count);
    put_time_left(out, each * (job->waiting_count - job->done));
    text_put(out, " left\x1b[K");
    text_finish(out);
}

static void keep_outcome(const trials *t, trial *to, const run *r)
{
    gestalt_outcome all;
    gestalt_world_measure(r->world.own, &all);
    to->steps = run_ticks(r);
    for (uint32_t i = 0; i < t->column_count; i++) {
        const gestalt_outcome_row *row = gestalt_outcome_find(&all, t->columns[i]);
        to->values[i] = !row ? NAN : row->is_count ? (double)row->count : row->number;
    }
}

// Read the scene with the values of a trial, unless the slot's run has them.
static gestalt_result slot_read(const trials *t, uint32_t combination, trial_slot *slot,
                                gestalt_error *error)
{
    run *r = &slot->run;
    if (r->is_open && slot->combination == combination)
        return GESTALT_OK;
    run_close(r);
    slot->combination = combination;
    gestalt_result result = trial_read(t, combination_values(t, combination), r, error);
    if (result == GESTALT_REJECTED)
        note_findings(&r->versions[0]->scene.found, error);
    if (result != GESTALT_OK)
        run_close(r);
    return result;
}

static exit_code do_ticks(run *r)
{
    exit_code verdict = EXIT_FINE;
    for (uint64_t i = 0; i < r->settings.ticks && verdict == EXIT_FINE && !run_is_done(r); i++)
        verdict = signals_came() ? EXIT_INTERRUPTED : run_tick(r, NULL, NULL);
    return verdict;
}

// Run a trial. Returns EXIT_INTERRUPTED if a signal has arrived.
static exit_code run_trial(const trials *t, uint32_t number, trial_slot *slot, gestalt_error *error)
{
    uint64_t seed;
    run *r = &slot->run;
    gestalt_result result = slot_read(t, number / t->seeds, slot, error);
    if (result != GESTALT_OK)
        return cli_exit_code(result);
    run_settings settings = run_settings_of(r, &seed);
    seed = trial_seed(t, number);
    settings.seed = &seed;
    settings.threads = 1;
    settings.interruptible = false;
    settings.failure = error;
    exit_code verdict = run_start(r, &settings);
    if (verdict == EXIT_FINE)
        verdict = do_ticks(r);
    if (verdict == EXIT_FINE)
        keep_outcome(t, &t->list[number], r);
    run_stop(r);
    return verdict;
}

void trial_fail(trial *of, const char *error)
{
    gestalt_allocator a = memory_allocator(NULL);
    of->state = TRIAL_FAILED;
    of->error = memory_new(&a, ERROR_SIZE);
    if (of->error)
        snprintf(of->error, ERROR_SIZE, "%s", error);
}

static void trials_close(trials *t)
{
    gestalt_allocator a = memory_allocator(NULL);
    for (uint32_t i = 0; t->list && i < t->count; i++)
        memory_release(&a, t->list[i].error, t->list[i].error ? ERROR_SIZE : 0);
    t->count = 0;
    run_close(&t->first);
}

static void do_trial(void *user, uint32_t thread, uint64_t piece)
{
    trial_job *job = user;
    trials *t = job->t;
    uint32_t number = job->waiting[piece];
    gestalt_error error = {0};
    if (signals_came() || atomic_load(&job->is_full))
        return;
    exit_code verdict = run_trial(t, number, &job->slots[thread], &error);
    if (verdict == EXIT_INTERRUPTED)
        return;
    trial *done = &t->list[number];
    if (verdict == EXIT_FINE)
        done->state = TRIAL_DONE;
    else
        trial_fail(done, error.message);
    pthread_mutex_lock(&job->mutex);
    job->done++;
    if (t->keep && !t->keep(t->keep_user, number))
        atomic_store(&job->is_full, true);
    show_progress(job);
    pthread_mutex_unlock(&job->mutex);
}

static exit_code run_job(trial_job *job, uint32_t threads)
{
    enum { STACK = 1 << 20 }; // reading scenes needs more stack than ticks
    gestalt_allocator a = memory_allocator(NULL);
    pool *p = pool_create(threads, STACK, &a);
    if (!p) {
        cli_say(job->t->c, "out of memory or threads");
        return EXIT_LIMIT;
    }
    pool_run_long(p, job->waiting_count, do_trial, job);
    pool_destroy(p);
    for (uint32_t i = 0; i < threads; i++)
        run_close(&job->slots[i].run);
    if (job->told) {
        text_put(&job->t->c->messages, "\r\x1b[K");
        text_finish(&job->t->c->messages);
    }
    return EXIT_FINE;
}

static void count_states(trials *t)
{
    t->failed = t->waiting = 0;
    for (uint32_t i = 0; i < t->count; i++) {
        t->failed += t->list[i].state == TRIAL_FAILED;
        t->waiting += t->list[i].state == TRIAL_WAITS;
    }
}

exit_code trials_run(trials *t)
{
    const options *o = &t->c->options;
    uint32_t threads = (uint32_t)options_number(o, OPTION_THREADS), count = 0;
    threads = threads ? threads : cli_processors();
    uint32_t *waiting = ARENA_ARRAY(t->memory, uint32_t, t->count + 1);
    for (uint32_t i = 0; i < t->count; i++)
        if (t->list[i].state == TRIAL_WAITS)
            waiting[count++] = i;
    threads = threads > count ? (count ? count : 1) : threads;
    trial_job job = {.t = t,
                     .waiting = waiting,
                     .waiting_count = count,
                     .slots = ARENA_ARRAY(t->memory, trial_slot, threads),
                     .mutex = PTHREAD_MUTEX_INITIALIZER,
                     .begun = stopwatch_now(),
                     .is_shown = isatty(STDERR_FILENO) && !options_flag(o, OPTION_QUIET)};
    exit_code verdict = count ? run_job(&job, threads) : EXIT_FINE;
    count_states(t);
    return verdict == EXIT_FINE && t->waiting > 0 ? EXIT_INTERRUPTED : verdict;
}

// ---- statistics

static bool is_less(const void *a, const void *b, const void *user)
{
    (void)user;
    double x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return x < y;
}

static double quantile(const double *sorted, uint32_t count, double share)
{
    double at = share * (count - 1);
    uint32_t low = (uint32_t)at;
    double part = at - low;
    return part > 0 ? sorted[low] + (sorted[low + 1] - sorted[low]) * part : sorted[low];
}

uint32_t trials_spread(const trials *t, uint32_t first, uint32_t count, uint32_t column,
                       double spread[5])
{
    uint32_t known = 0;
    double *values = t->sorted;
    for (uint32_t i = first; i < first + count; i++)
        if (t->list[i].state == TRIAL_DONE && !isnan(t->list[i].values[column]))
            values[known++] = t->list[i].values[column];
    if (known)
        sort_heap(values, known, sizeof *values, is_less, NULL);
    for (int i = 0; i < 5; i++)
        spread[i] = known ? quantile(values, known, i / 4.0) : NAN;
    return known;
}

// ---- running the command

static exit_code guard_trials(trials *t, exit_code (*body)(trials *t))
{
    if (setjmp(t->own.escape)) {
        cli_say(t->c, "out of memory");
        return EXIT_LIMIT;
    }
    return body(t);
}

exit_code trials_with(const run *of, uint32_t seeds, exit_code (*body)(trials *t))
{
    gestalt_allocator a = memory_allocator(NULL);
    exit_code verdict = scene_input_plugin(&of->versions[0]->scene);
    if (verdict != EXIT_FINE)
        return verdict;
    trials *t = memory_new(&a, sizeof *t);
    if (!t) {
        cli_say(of->c, "out of memory");
        return EXIT_LIMIT;
    }
    memset(t, 0, sizeof *t);
    t->c = of->c;
    t->of = of;
    t->memory = &t->own;
    t->seeds = seeds;
    t->first_seed = options_number(&of->c->options, OPTION_SEED);
    arena_start(&t->own, a);
    verdict = guard_trials(t, body);
    trials_close(t);
    arena_destroy(&t->own);
    memory_release(&a, t, sizeof *t);
    return verdict;
}
