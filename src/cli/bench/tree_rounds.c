// SPDX-License-Identifier: MIT
#include "tree_rounds.h"

#include "signals.h"
#include "stopwatch.h"

#include <inttypes.h>
#include <string.h>

typedef struct measuring {
    const tree_task *t;
    tree_row *rows;
    uint64_t *hashes;  // by tree and seed, from the first row with this tree
    exit_code verdict; // exit code of an error that was already reported
} measuring;

static session_settings settings_of(const tree_task *t, const tree_row *row, uint64_t seed)
{
    const options *o = &t->c->options;
    return (session_settings){.ticks = t->warm_up + t->ticks,
                              .seed = seed,
                              .lanes = row->lanes,
                              .threads = row->threads,
                              .stack_size = options_number(o, OPTION_STACK),
                              .kernels = row->set,
                              .states = row->states,
                              .never_sleeps = t->is_awake,
                              .is_quiet = true,
                              .others = t->trees,
                              .other_count = t->tree_count};
}

exit_code tree_rounds_check(tree_task *t)
{
    exit_code verdict = EXIT_FINE;
    const tree_row row = {.lanes = 1, .threads = 1};
    session_settings settings = settings_of(t, &row, 0);
    settings.natives = t->natives;
    settings.is_quiet = false;
    for (uint32_t i = 0; i < t->tree_count && verdict == EXIT_FINE; i++) {
        session s;
        verdict = session_open(&s, t->c, &t->trees[i], &settings);
        if (verdict == EXIT_FINE && t->resumes)
            t->agents = gestalt_population_count(s.population);
        session_close(&s);
    }
    return verdict == EXIT_FINE ? natives_check(t->natives) : verdict;
}

bool tree_rounds_has_code(const tree_task *t, uint32_t tree)
{
    const gestalt_native *native = NULL;
    const input *in = &t->trees[tree];
    natives_find(t->natives, input_name(in->path), in->shape, &native);
    return native != NULL;
}

// ---- comparing the final states of a tree's rows

static exit_code is_different(const measuring *m, const session *s, const tree_row *row,
                              uint32_t seed, uint64_t hash)
{
    const tree_task *t = m->t;
    cli_say(t->c,
            "%s, %" PRIu64 " agents, seed %" PRIu64 ": with --lanes=%u --threads=%u%s the hash is "
            "%016" PRIx64 " instead of %016" PRIx64 "%s",
            input_name(t->trees[row->tree].path), t->agents, t->seeds[seed], (unsigned)row->lanes,
            (unsigned)row->threads, row->is_native ? " --native" : "", hash,
            m->hashes[row->tree * t->seed_count + seed],
            s->plugin.path ? ": a function of the plugin depends on the order in which agents run"
                           : "");
    return s->plugin.path ? EXIT_REJECTED : EXIT_BUG;
}

// Compare the hash with that of the first row of the tree.
static exit_code check_hash(const measuring *m, const session *s, uint32_t k, uint32_t round)
{
    tree_row *row = &m->rows[k];
    uint32_t seed = round % m->t->seed_count;
    uint64_t hash, *right = &m->hashes[row->tree * m->t->seed_count + seed];
    gestalt_error error = {0};
    gestalt_result result = gestalt_population_hash(s->population, &hash, &error);
    if (result != GESTALT_OK)
        return cli_fail(m->t->c, input_name(s->in->path), result, &error);
    bool is_first = round < m->t->seed_count;
    for (uint32_t i = 0; i < k && is_first; i++)
        is_first = m->rows[i].tree != row->tree;
    if (is_first)
        *right = hash;
    if (seed == 0)
        row->hash = hash;
    return hash == *right ? EXIT_FINE : is_different(m, s, row, seed, hash);
}

// ---- a round

static gestalt_result tick_measured(void *user, gestalt_population *population, int64_t now,
                                    gestalt_error *error)
{
    stopwatch *watch = user;
    stopwatch_go(watch);
    gestalt_result result = gestalt_population_tick(population, now, error);
    stopwatch_stop(watch);
    return result;
}

// Run ticks. `slept` may be NULL; the number of agents that were not visited is added to it for
// each tick.
static exit_code run_ticks(session *s, uint64_t ticks, stopwatch *watch, uint64_t *slept)
{
    exit_code verdict = EXIT_FINE;
    for (uint64_t i = 0; i < ticks && verdict == EXIT_FINE; i++) {
        if (signals_came())
            return EXIT_INTERRUPTED;
        verdict = session_tick_by(s, tick_measured, watch);
        if (slept)
            *slept += gestalt_population_slept_count(s->population);
        if (verdict == EXIT_FINE)
            verdict = session_after(s);
    }
    return verdict;
}

static exit_code rounds_spawn(session *s, uint64_t agents, double *nanoseconds)
{
    stopwatch watch;
    gestalt_error error = {0};
    stopwatch_start(&watch, false);
    stopwatch_go(&watch);
    gestalt_result result = gestalt_population_spawn(s->population, 0, agents, NULL, &error);
    stopwatch_stop(&watch);
    *nanoseconds = watch.cpu;
    return result == GESTALT_OK ? EXIT_FINE
                                : cli_fail(s->c, input_name(s->in->path), result, &error);
}

static void note_bytes(tree_row *row, const session *s, uint64_t agents)
{
    size_t blackboards;
    gestalt_population_states(s->population, 0, &row->form, NULL);
    size_t bytes = gestalt_population_bytes(s->population, &blackboards);
    row->bytes = (double)(bytes - blackboards) / (double)agents;
    row->blackboard = (double)blackboards / (double)agents;
}

static exit_code run_session(measuring *m, session *s, uint32_t k, uint32_t round,
                             round_times *times)
{
    tree_row *row = &m->rows[k];
    double agents = (double)m->t->agents, ticks = agents * (double)m->t->ticks;
    stopwatch warm_up, watch;
    // Count sleeping agents only in the first rounds: the same agents sleep in each round, and
    // counting disturbs the caches.
    bool is_first = round < m->t->seed_count;
    exit_code verdict = m->t->resumes ? EXIT_FINE : rounds_spawn(s, m->t->agents, &times->start);
    stopwatch_start(&warm_up, row->threads > 1);
    if (verdict == EXIT_FINE)
        verdict = run_ticks(s, m->t->warm_up, &warm_up, NULL);
    stopwatch_start(&watch, row->threads > 1);
    if (verdict == EXIT_FINE)
        verdict = run_ticks(s, m->t->ticks, &watch, is_first ? &row->slept : NULL);
    if (verdict != EXIT_FINE)
        return verdict;
    *times = (round_times){watch.cpu / ticks, watch.wall / ticks, times->start / agents};
    note_bytes(row, s, m->t->agents);
    return check_hash(m, s, k, round);
}

static gestalt_result run_round(void *user, uint32_t k, uint32_t round, round_times *times,
                                gestalt_error *error)
{
    session s;
    measuring *m = user;
    const tree_row *row = &m->rows[k];
    session_settings settings = settings_of(m->t, row, m->t->seeds[round % m->t->seed_count]);
    settings.natives = row->is_native ? m->t->natives : NULL;
    m->verdict = session_open(&s, m->t->c, &m->t->trees[row->tree], &settings);
    if (m->verdict == EXIT_FINE)
        m->verdict = run_session(m, &s, k, round, times);
    session_close(&s);
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

exit_code tree_rounds_measure(const tree_task *t, tree_row *rows, uint32_t count, uint32_t repeats,
                              uint64_t *hashes, rounds_progress *progress, void *user,
                              uint32_t *done)
{
    measuring m = {t, rows, hashes, EXIT_FINE};
    gestalt_error error = {0};
    rounds all = {count, repeats * t->seed_count, run_round, times_of, &m, progress, user, 0};
    gestalt_result result = rounds_measure(&all, &error);
    *done = all.done;
    if (m.verdict == EXIT_FINE && result != GESTALT_OK)
        return cli_fail(t->c, input_name(t->trees[0].path), result, &error);
    return m.verdict;
}
