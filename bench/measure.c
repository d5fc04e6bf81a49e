// SPDX-License-Identifier: MIT
#include "measure.h"

#include "contender_run.h"
#include "error.h"

#include <inttypes.h>

typedef struct measuring {
    measure_row *rows;
    bool is_known;
    workload_end end; // result that every round must end with
} measuring;

// Compare the end of a round with the expected one. Trees without host functions cannot count
// aborted actions.
static gestalt_result check_end(measuring *m, const contender *c, workload_end end,
                                gestalt_error *error)
{
    if (!m->is_known) {
        m->is_known = true;
        m->end = end;
    }
    if (end.sum == m->end.sum && (c->expressions || end.aborts == m->end.aborts))
        return GESTALT_OK;
    return error_set(
        error, GESTALT_REJECTED, 0,
        "%s, %" PRIu64 " agents, %" PRIu64 " ticks, %s (lanes %u, threads %u): checksum "
        "%016" PRIx64 " instead of %016" PRIx64 ", %" PRIu64 " aborts instead of %" PRIu64,
        contender_workload(c), c->agents, c->ticks, contender_engine(c), (unsigned)c->lanes,
        (unsigned)c->threads, end.sum, m->end.sum, end.aborts, m->end.aborts);
}

static gestalt_result run_round(void *user, uint32_t row, uint32_t round, round_times *times,
                                gestalt_error *error)
{
    measuring *m = user;
    measure_row *r = &m->rows[row];
    contender_round done = {0};
    gestalt_result result = contender_run(&r->who, &done, error);
    if (result == GESTALT_OK)
        result = check_end(m, &r->who, done.end, error);
    double ticks = (double)r->who.agents * (double)r->who.ticks;
    *times = (round_times){done.cpu / ticks, done.wall / ticks, done.spawn / (double)r->who.agents};
    r->sum = done.end.sum;
    (void)round;
    return result;
}

static timed *times_of(void *user, uint32_t row, uint32_t *threads)
{
    const measuring *m = user;
    *threads = m->rows[row].who.threads;
    return &m->rows[row].times;
}

gestalt_result measure(measure_row *rows, uint32_t count, uint32_t repeats,
                       rounds_progress *progress, void *user, gestalt_error *error)
{
    measuring m = {.rows = rows};
    const contender *first = &rows[0].who;
    rounds all = {count, repeats, run_round, times_of, &m, progress, user};
    m.is_known = workload_known_end(first->workload, first->agents, first->ticks, &m.end);
    gestalt_result result = rounds_measure(&all, error);
    for (uint32_t k = 0; k < count && result == GESTALT_OK; k++)
        result = contender_examine(&rows[k].who, &rows[k].needs, error);
    return result;
}
