// SPDX-License-Identifier: MIT
#include "measure.h"

#include "contender_engine.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double measure_median(double *values, uint32_t count)
{
    qsort(values, count, sizeof *values, compare);
    return count % 2 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

// ---- what all of them must end with

typedef struct expected {
    bool is_known;
    workload_end end;
} expected;

// A tree without host functions can't count what it aborts.
static gestalt_result check_end(expected *e, const contender *c, workload_end end,
                                gestalt_error *error)
{
    if (!e->is_known) {
        e->is_known = true;
        e->end = end;
    }
    if (end.sum == e->end.sum && (c->expressions || end.aborts == e->end.aborts))
        return GESTALT_OK;
    error->result = GESTALT_REJECTED;
    snprintf(error->message, sizeof error->message,
             "%s, %" PRIu64 " agents, %" PRIu64 " ticks, %s (lanes %u, threads %u): checksum "
             "%016" PRIx64 " instead of %016" PRIx64 ", %" PRIu64 " aborts instead of %" PRIu64,
             contender_workload(c), c->agents, c->ticks, contender_engine(c), (unsigned)c->lanes,
             (unsigned)c->threads, end.sum, e->end.sum, end.aborts, e->end.aborts);
    return GESTALT_REJECTED;
}

// ---- times

enum { CPU, WALL, SPAWN, TIMES };

// `times` has for each row and kind of time a value for each repeat.
static void take_medians(measure_row *r, double *times, uint32_t repeats)
{
    double ticks = (double)r->who.agents * (double)r->who.ticks;
    const double *main = times + (r->who.threads > 1 ? 1u * WALL : CPU) * repeats;
    double medians[TIMES];
    for (uint32_t i = 0; i < TIMES; i++)
        medians[i] = measure_median(times + i * repeats, repeats);
    r->cpu = medians[CPU] / ticks;
    r->wall = medians[WALL] / ticks;
    r->spawn = medians[SPAWN] / (double)r->who.agents;
    r->ns = r->who.threads > 1 ? r->wall : r->cpu;
    r->least = main[0] / ticks;
    r->most = main[repeats - 1] / ticks;
}

static gestalt_result run_rounds(measure_row *rows, uint32_t count, uint32_t repeats, double *times,
                                 measure_progress *progress, void *user, gestalt_error *error)
{
    expected e;
    const contender *first = &rows[0].who;
    e.is_known = workload_known_end(first->workload, first->agents, first->ticks, &e.end);
    for (uint32_t i = 0; i < repeats; i++)
        for (uint32_t k = 0; k < count; k++) {
            contender_round round = {0};
            if (progress)
                progress(user, i * count + k, repeats * count);
            gestalt_result result = contender_run(&rows[k].who, &round, error);
            if (result == GESTALT_OK)
                result = check_end(&e, &rows[k].who, round.end, error);
            if (result != GESTALT_OK)
                return result;
            double *own = times + (size_t)k * TIMES * repeats + i;
            own[CPU * repeats] = round.cpu;
            own[WALL * repeats] = round.wall;
            own[SPAWN * repeats] = round.spawn;
            rows[k].sum = round.end.sum;
        }
    return GESTALT_OK;
}

gestalt_result measure(measure_row *rows, uint32_t count, uint32_t repeats,
                       measure_progress *progress, void *user, gestalt_error *error)
{
    double *times = malloc(sizeof *times * TIMES * count * repeats);
    gestalt_result result = times ? run_rounds(rows, count, repeats, times, progress, user, error)
                                  : contender_fail(error, GESTALT_NO_MEMORY, "out of memory");
    for (uint32_t k = 0; k < count && result == GESTALT_OK; k++) {
        take_medians(&rows[k], times + (size_t)k * TIMES * repeats, repeats);
        result = contender_examine(&rows[k].who, &rows[k].needs, error);
    }
    free(times);
    return result;
}
