// SPDX-License-Identifier: MIT
#include "run_rounds.h"

#include "signals.h"
#include "stopwatch.h"

#include <inttypes.h>
#include <string.h>

typedef struct measuring {
    const run_task *t;
    run_row *rows;
    uint64_t *hashes;  // by file and seed, from the first row with this file
    exit_code verdict; // exit code of an error that was already reported
} measuring;

static run_settings settings_of(const run_task *t, const run_row *row, const uint64_t *seed)
{
    const options *o = &t->c->options;
    return (run_settings){.ticks = t->warm_up + t->ticks,
                          .seed = t->has_seeds ? seed : NULL,
                          .lanes = row->lanes,
                          .threads = row->threads,
                          .stack_size = options_number(o, OPTION_STACK),
                          .kernels = row->set,
                          .states = row->states,
                          .never_sleeps = t->is_awake,
                          .is_quiet = true,
                          .others = t->runs,
                          .other_count = t->file_count};
}

exit_code run_rounds_check(run_task *t)
{
    exit_code verdict = EXIT_FINE;
    const run_row row = {.lanes = 1, .threads = 1};
    run_settings settings = settings_of(t, &row, t->seeds);
    settings.natives = t->natives;
    settings.is_quiet = false;
    for (uint32_t i = t->file_count; i-- > 0 && verdict == EXIT_FINE;) {
        verdict = run_start(t->runs[i], &settings);
        if (verdict == EXIT_FINE)
            t->agents = gestalt_population_count(t->runs[i]->agents.population);
        run_stop(t->runs[i]);
    }
    return verdict == EXIT_FINE ? natives_check(t->natives) : verdict;
}

bool run_rounds_has_code(const run_task *t, uint32_t file)
{
    const gestalt_native *native = NULL;
    run *r = t->runs[file];
    for (uint32_t i = 0; i < run_group_count(r) && !native; i++)
        natives_find(t->natives, r->path, run_shape(r, i), &native);
    return native != NULL;
}

// ---- comparing the final states of a file's rows

static exit_code is_different(const measuring *m, const run_row *row, uint32_t seed, uint64_t hash)
{
    const run_task *t = m->t;
    bool has_plugin = options_is_given(&t->c->options, OPTION_PLUGIN);
    cli_say(t->c,
            "%s, %" PRIu64 " agents, seed %" PRIu64 ": with --lanes=%u --threads=%u%s the hash is "
            "%016" PRIx64 " instead of %016" PRIx64 "%s",
            t->runs[row->file]->path, row->agents, t->runs[row->file]->seed, (unsigned)row->lanes,
            (unsigned)row->threads, row->is_native ? " --native" : "", hash,
            m->hashes[row->file * t->seed_count + seed],
            has_plugin ? ": a function of the plugin depends on the order in which agents run"
                       : "");
    return has_plugin ? EXIT_REJECTED : EXIT_BUG;
}

// Compare the hash with that of the first row of the file.
static exit_code check_hash(const measuring *m, run *r, uint32_t k, uint32_t round)
{
    run_row *row = &m->rows[k];
    uint32_t seed = round % m->t->seed_count;
    uint64_t hash, *right = &m->hashes[row->file * m->t->seed_count + seed];
    gestalt_error error = {0};
    gestalt_result result = r->kind->hash(r, &hash, &error);
    if (result != GESTALT_OK)
        return run_failed(r, result, &error);
    bool is_first = round < m->t->seed_count;
    for (uint32_t i = 0; i < k && is_first; i++)
        is_first = m->rows[i].file != row->file;
    if (is_first)
        *right = hash;
    if (seed == 0) {
        row->hash = hash;
        row->seed = r->seed;
    }
    return hash == *right ? EXIT_FINE : is_different(m, row, seed, hash);
}

// ---- a round

// Run ticks, and count the agents of each. `row` may be NULL; the agents that were not visited are
// added to its number.
static exit_code do_ticks(run *r, uint64_t ticks, uint64_t *updates, run_row *row)
{
    exit_code verdict = EXIT_FINE;
    for (uint64_t i = 0; i < ticks && verdict == EXIT_FINE; i++) {
        if (signals_came())
            return EXIT_INTERRUPTED;
        *updates += gestalt_population_count(r->agents.population);
        verdict = run_tick(r, NULL, NULL);
        if (row)
            row->slept += gestalt_population_slept_count(r->agents.population);
        if (verdict == EXIT_FINE)
            verdict = run_after(r);
    }
    return verdict;
}

static exit_code rounds_spawn(run *r, uint64_t agents, double *nanoseconds)
{
    stopwatch watch;
    gestalt_error error = {0};
    stopwatch_start(&watch, false);
    stopwatch_go(&watch);
    gestalt_result result = gestalt_population_spawn(r->agents.population, 0, agents, NULL, &error);
    stopwatch_stop(&watch);
    *nanoseconds = watch.cpu / (double)agents;
    return run_failed(r, result, &error);
}

static void note_bytes(run_row *row, const run *r)
{
    size_t blackboards;
    double agents = (double)gestalt_population_count(r->agents.population);
    gestalt_population_states(r->agents.population, 0, &row->form, NULL);
    size_t bytes = gestalt_population_bytes(r->agents.population, &blackboards);
    row->bytes = agents > 0 ? (double)(bytes - blackboards) / agents : 0;
    row->blackboard = agents > 0 ? (double)blackboards / agents : 0;
}

static exit_code measure_run(measuring *m, run *r, uint32_t k, uint32_t round, round_times *times)
{
    run_row *row = &m->rows[k];
    uint64_t updates = 0, ignored = 0;
    stopwatch watch;
    // Count sleeping agents only in the first rounds: the same agents sleep in each round, and
    // counting disturbs the caches.
    bool is_first = round < m->t->seed_count;
    bool is_spawned = !r->kind->traits.has_own_agents && !m->t->resumes;
    exit_code verdict = is_spawned ? rounds_spawn(r, m->t->agents, &times->start) : EXIT_FINE;
    row->agents = gestalt_population_count(r->agents.population);
    r->watch = NULL;
    if (verdict == EXIT_FINE)
        verdict = do_ticks(r, m->t->warm_up, &ignored, NULL);
    stopwatch_start(&watch, row->threads > 1);
    r->watch = &watch;
    if (verdict == EXIT_FINE)
        verdict = do_ticks(r, m->t->ticks, &updates, is_first ? row : NULL);
    r->watch = NULL;
    if (verdict != EXIT_FINE)
        return verdict;
    row->measured += is_first ? m->t->ticks : 0;
    row->updates += is_first ? updates : 0;
    double per = updates ? (double)updates : 1;
    *times = (round_times){watch.cpu / per, watch.wall / per, times->start};
    note_bytes(row, r);
    return check_hash(m, r, k, round);
}

static gestalt_result run_round(void *user, uint32_t k, uint32_t round, round_times *times,
                                gestalt_error *error)
{
    measuring *m = user;
    const run_row *row = &m->rows[k];
    run *r = m->t->runs[row->file];
    run_settings settings = settings_of(m->t, row, &m->t->seeds[round % m->t->seed_count]);
    settings.natives = row->is_native ? m->t->natives : NULL;
    m->verdict = run_start(r, &settings);
    if (m->verdict == EXIT_FINE)
        m->verdict = measure_run(m, r, k, round, times);
    run_stop(r);
    (void)error;
    if (m->verdict == EXIT_INTERRUPTED)
        return GESTALT_INTERRUPTED;
    return m->verdict == EXIT_FINE ? GESTALT_OK : GESTALT_REJECTED;
}

static timed *times_of(void *user, uint32_t row, uint32_t *threads)
{
    const measuring *m = user;
    *threads = m->rows[row].threads;
    return &m->rows[row].times;
}

exit_code run_rounds_measure(const run_task *t, run_row *rows, uint32_t count, uint32_t repeats,
                             uint64_t *hashes, rounds_progress *progress, void *user,
                             uint32_t *done)
{
    measuring m = {t, rows, hashes, EXIT_FINE};
    gestalt_error error = {0};
    rounds all = {count, repeats * t->seed_count, run_round, times_of, &m, progress, user, 0};
    gestalt_result result = rounds_measure(&all, &error);
    *done = all.done;
    if (m.verdict == EXIT_FINE && result != GESTALT_OK)
        return run_failed(t->runs[0], result, &error);
    return m.verdict;
}
