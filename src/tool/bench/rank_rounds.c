// SPDX-License-Identifier: MIT
#include "rank_rounds.h"

#include "signals.h"
#include "stopwatch.h"

#include <inttypes.h>

typedef struct measuring {
    const rank_task *t;
    rank_row *rows;
    exit_code verdict; // exit code of an error that was already reported
} measuring;

static run_settings settings_of(const rank_task *t, const rank_row *row, const uint64_t *seed)
{
    const options *o = &t->c->options;
    return (run_settings){.agents = row->agents,
                          .ticks = t->warm_up + row->ticks,
                          .seed = t->has_seeds ? seed : NULL,
                          .lanes = t->lanes,
                          .threads = t->threads,
                          .stack_size = options_number(o, OPTION_STACK),
                          .kernels = t->set,
                          .states = t->states,
                          .never_sleeps = t->is_awake,
                          .is_quiet = true,
                          .others = t->runs,
                          .other_count = t->file_count};
}

// ---- comparing the final states

// Return the hash that agents must end with, or NULL if this row is the first one with them.
static const uint64_t *right_hash(const measuring *m, uint32_t k, uint32_t seed)
{
    const rank_row *row = &m->rows[k];
    for (uint32_t i = 0; i < k; i++)
        if (m->rows[i].file == row->file && m->rows[i].agents == row->agents &&
            m->rows[i].ticks == row->ticks)
            return &m->rows[i].hashes[seed];
    return row->rounds >= m->t->seed_count ? &row->hashes[seed] : NULL;
}

static exit_code is_different(const measuring *m, const rank_row *row, uint64_t hash,
                              uint64_t right)
{
    const run *r = m->t->runs[row->file];
    bool has_plugin = options_is_given(&m->t->c->options, OPTION_PLUGIN);
    cli_say(m->t->c,
            "%s, %" PRIu64 " agents, seed %" PRIu64 ": with %u rank%s the hash is %016" PRIx64
            " instead of %016" PRIx64 "%s",
            r->path, row->begun, r->seed, (unsigned)row->ranks, text_plural(row->ranks, "", "s"),
            hash, right,
            has_plugin ? ": a function of the plugin depends on which agents a rank has" : "");
    return has_plugin ? EXIT_REJECTED : EXIT_BUG;
}

// Compare the hash on the first rank, which has measured all rows.
static exit_code check_hash(const measuring *m, run *r, uint32_t k, uint32_t round)
{
    rank_row *row = &m->rows[k];
    uint64_t hash;
    gestalt_error error = {0};
    uint32_t seed = round % m->t->seed_count;
    gestalt_result result = r->kind->hash(r, &hash, &error);
    if (result != GESTALT_OK)
        return run_failed(r, result, &error);
    const uint64_t *right = right_hash(m, k, seed);
    exit_code verdict = EXIT_FINE;
    if (team_is_first() && right && *right != hash)
        verdict = is_different(m, row, hash, *right);
    row->hashes[seed] = hash;
    return team_agree(m->t->c, verdict);
}

// ---- a round

// What all ranks have done in the measured ticks of a round.
typedef struct round_sums {
    uint64_t updates; // number of agents, summed over the ticks
    uint64_t agents;  // at the end
    team_work work;
} round_sums;

static exit_code do_ticks(run *r, uint64_t ticks, uint64_t *updates)
{
    exit_code verdict = EXIT_FINE;
    for (uint64_t i = 0; i < ticks && verdict == EXIT_FINE; i++) {
        verdict = team_agree(r->c, signals_came() ? EXIT_INTERRUPTED : EXIT_FINE);
        *updates += gestalt_population_count(r->agents.population);
        if (verdict == EXIT_FINE)
            verdict = run_tick(r, NULL, NULL);
        if (verdict == EXIT_FINE)
            verdict = run_after(r);
    }
    return verdict;
}

static team_work work_since(const run *r, const team_work *before)
{
    team_work now = team_work_of(&r->agents, &r->world);
    return (team_work){now.busy - before->busy,
                       now.ghosts - before->ghosts,
                       now.ghost_bytes - before->ghost_bytes,
                       now.migrants - before->migrants,
                       now.migrant_bytes - before->migrant_bytes,
                       now.divisions - before->divisions};
}

// Add up what the ranks have done, and store the times.
static void finish_round(rank_row *row, round_sums *own, const stopwatch *watch, uint32_t threads,
                         round_times *times)
{
    double most[] = {(double)own->agents, (double)own->work.busy, watch->wall};
    team_most(most, sizeof most / sizeof *most);
    team_sum((uint64_t *)own, sizeof *own / sizeof(uint64_t));
    double busy = (double)own->work.busy, ranks = row->ranks, wall = most[2];
    *times = (round_times){.cpu = own->updates ? busy / (double)own->updates : 0,
                           .wall = wall / (double)row->ticks};
    row->uneven += own->agents ? most[0] * ranks / (double)own->agents : 1;
    row->slowest += busy > 0 ? most[1] * ranks / busy : 1;
    row->fraction += wall > 0 ? busy / (ranks * threads * wall) : 1;
    row->work.busy += own->work.busy;
    row->work.ghosts += own->work.ghosts;
    row->work.ghost_bytes += own->work.ghost_bytes;
    row->work.migrants += own->work.migrants;
    row->work.migrant_bytes += own->work.migrant_bytes;
    row->work.divisions += own->work.divisions;
    row->measured += row->ticks;
    row->rounds++;
}

// Measure a run that has started.
static exit_code measure_run(const measuring *m, run *r, uint32_t k, uint32_t round,
                             round_times *times)
{
    rank_row *row = &m->rows[k];
    stopwatch watch;
    round_sums own = {0};
    uint64_t ignored = 0;
    if (round % m->t->seed_count == 0) {
        row->begun = gestalt_population_count(r->agents.population);
        team_sum(&row->begun, 1);
        row->seed = r->seed;
    }
    exit_code verdict = do_ticks(r, m->t->warm_up, &ignored);
    team_work before = team_work_of(&r->agents, &r->world);
    stopwatch_start(&watch, true);
    r->watch = &watch;
    if (verdict == EXIT_FINE)
        verdict = do_ticks(r, row->ticks, &own.updates);
    r->watch = NULL;
    if (verdict != EXIT_FINE)
        return verdict;
    own.agents = gestalt_population_count(r->agents.population);
    own.work = work_since(r, &before);
    if (team_size() == 1)
        own.work.busy = (uint64_t)watch.cpu; // the process has not waited
    verdict = check_hash(m, r, k, round);
    if (verdict == EXIT_FINE)
        finish_round(row, &own, &watch, m->t->threads, times);
    return verdict;
}

static gestalt_result run_round(void *user, uint32_t k, uint32_t round, round_times *times,
                                gestalt_error *error)
{
    measuring *m = user;
    const rank_row *row = &m->rows[k];
    run *r = m->t->runs[row->file];
    run_settings settings = settings_of(m->t, row, &m->t->seeds[round % m->t->seed_count]);
    if (team_narrow(row->ranks)) {
        m->verdict = team_agree(m->t->c, run_start(r, &settings));
        if (m->verdict == EXIT_FINE)
            m->verdict = measure_run(m, r, k, round, times);
        run_stop(r);
    }
    team_widen();
    m->verdict = team_agree(m->t->c, m->verdict);
    (void)error;
    if (m->verdict == EXIT_INTERRUPTED)
        return GESTALT_INTERRUPTED;
    return m->verdict == EXIT_FINE ? GESTALT_OK : GESTALT_REJECTED;
}

// The result is wall time, whatever the threads.
static timed *times_of(void *user, uint32_t row, uint32_t *threads)
{
    const measuring *m = user;
    *threads = UINT32_MAX;
    return &m->rows[row].times;
}

exit_code rank_rounds_measure(const rank_task *t, rank_row *rows, uint32_t count, uint32_t repeats,
                              rounds_progress *progress, void *user, uint32_t *done)
{
    measuring m = {t, rows, EXIT_FINE};
    gestalt_error error = {0};
    rounds all = {count, repeats * t->seed_count, run_round, times_of, &m, progress, user, 0};
    gestalt_result result = rounds_measure(&all, &error);
    *done = all.done;
    if (m.verdict == EXIT_FINE && result != GESTALT_OK)
        return run_failed(t->runs[0], result, &error);
    return m.verdict;
}
