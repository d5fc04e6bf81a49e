// SPDX-License-Identifier: MIT
#include "rounds.h"

#include "error.h"

#include <stdlib.h>
#include <string.h>

enum { CPU, WALL, START, TIMES };

// Compute the medians. `times` has a value for each kind of time and each round.
static void take_medians(timed *t, bool is_wall, double *times, uint32_t count)
{
    double *main = times + (is_wall ? 1u * WALL : CPU) * count;
    if (t->samples)
        memcpy(t->samples, main, count * sizeof *main);
    t->sample_count = t->samples ? count : 0;
    t->cpu = noise_median(times + CPU * count, count).median;
    t->wall = noise_median(times + WALL * count, count).median;
    t->start = noise_median(times + START * count, count).median;
    t->is_wall = is_wall;
    t->range = noise_median(main, count);
    t->ns = t->range.median;
    t->least = main[0];
    t->most = main[count - 1];
}

static gestalt_result run_all(rounds *r, double *times, gestalt_error *error)
{
    gestalt_result result = GESTALT_OK;
    uint32_t all = r->row_count * r->round_count;
    for (uint32_t i = 0; i < all && result == GESTALT_OK; i++) {
        uint32_t row = i % r->row_count, round = i / r->row_count;
        round_times taken = {0};
        if (r->progress)
            r->progress(r->progress_user, i, all);
        result = r->run(r->user, row, round, &taken, error);
        double *own = times + (size_t)row * TIMES * r->round_count + round;
        own[CPU * r->round_count] = taken.cpu;
        own[WALL * r->round_count] = taken.wall;
        own[START * r->round_count] = taken.start;
        r->done = (i + (result == GESTALT_OK)) / r->row_count;
    }
    return result;
}

gestalt_result rounds_measure(rounds *r, gestalt_error *error)
{
    double *times = malloc(sizeof *times * TIMES * r->row_count * r->round_count);
    gestalt_result result = times ? run_all(r, times, error) : error_no_memory(error);
    bool has_rounds = result == GESTALT_OK || (result == GESTALT_INTERRUPTED && r->done > 0);
    uint32_t threads = 1;
    bool is_wall = false;
    for (uint32_t k = 0; k < r->row_count; k++) {
        r->row(r->user, k, &threads);
        is_wall = is_wall || threads > 1;
    }
    for (uint32_t k = 0; k < r->row_count && has_rounds; k++) {
        timed *t = r->row(r->user, k, &threads);
        double *own = times + (size_t)k * TIMES * r->round_count;
        for (uint32_t kind = 1; kind < TIMES; kind++) // close the gaps between the kinds
            memmove(own + kind * r->done, own + kind * r->round_count, r->done * sizeof *own);
        take_medians(t, is_wall, own, r->done);
    }
    free(times);
    return result;
}
