// SPDX-License-Identifier: MIT
// Reductions over the values of a key of all agents. No result depends on how the agents are
// distributed: sums are exact, and quantiles are found by counts.
#include "error.h"
#include "exact_sum.h"
#include "misuse.h"
#include "quantile.h"
#include "ranks_state.h"

#include <math.h>
#include <string.h>

// The key of a call.
typedef struct reduced {
    const gestalt_ranks *ranks;
    uint32_t group;
    gestalt_key key;
} reduced;

// Check the arguments that all calls have.
static reduced reduce_prepare(preparation *p, uint32_t group, const char *name, const char *out,
                              const void *to)
{
    reduced of = {.ranks = p->ranks, .group = group};
    prepare_key(p, group, name);
    if (p->result == GESTALT_OK && misuse_if_null(!to, job_call_name(p->call), out, &p->error))
        p->result = GESTALT_MISUSE;
    if (p->result == GESTALT_OK &&
        (!gestalt_population_key(p->ranks->own, group, name, &of.key) || of.key.shared ||
         of.key.capacity > 0 || of.key.type > GESTALT_FLOAT))
        p->result = error_set(&p->error, GESTALT_BAD_ARGUMENT, 0,
                              "each agent must have one number or bool by that name: a key of its "
                              "own, or a component of a vector such as `home.x`");
    return of;
}

static int32_t whole_at(gestalt_type type, gestalt_column column, unsigned lane)
{
    return type == GESTALT_BOOL ? (int32_t)(*column.bools >> lane & 1) : column.ints[lane];
}

static double number_at(gestalt_type type, gestalt_column column, unsigned lane)
{
    return type == GESTALT_FLOAT ? (double)column.floats[lane] : whole_at(type, column, lane);
}

// ---- sums and extremes

// The partial result of a reduction: of this rank, then of all ranks.
typedef struct partial {
    exact_sum sum;
    int64_t whole_sum;
    double least, most;
    uint64_t count;  // of agents
    uint64_t number; // of NaNs for `least` and `most`
} partial;

static void add_number(partial *to, double number)
{
    to->least = number < to->least ? number : to->least;
    to->most = number > to->most ? number : to->most;
    to->number += number != number;
    exact_sum_add(&to->sum, number);
}

static void add_lane(partial *to, gestalt_type type, gestalt_column column, unsigned lane)
{
    to->count++;
    if (type == GESTALT_FLOAT) {
        add_number(to, column.floats[lane]);
        return;
    }
    int32_t whole = whole_at(type, column, lane);
    to->whole_sum += whole;
    to->least = whole < to->least ? whole : to->least;
    to->most = whole > to->most ? whole : to->most;
}

static void add_own(const gestalt_ranks *r, uint32_t group, gestalt_key key, partial *to)
{
    gestalt_block block;
    for (uint64_t i = 0; gestalt_population_block(r->own, group, i, &block); i++) {
        gestalt_column column = gestalt_population_column(r->own, group, i, key);
        for (uint64_t lanes = block.lanes; lanes; lanes &= lanes - 1)
            add_lane(to, key.type, column, (unsigned)__builtin_ctzll(lanes));
    }
}

// Join the partial results of all ranks. Limbs are added: after carries are propagated, each has 32
// bits, so 2^31 ranks could be added.
static void join_all(const job *j, partial *all)
{
    exact_sum_join(&all->sum, &(exact_sum){0});
    int64_t flags[] = {all->sum.has_nan, all->sum.has_plus, all->sum.has_minus};
    uint64_t counts[] = {all->count, all->number};
    MPI_Allreduce(MPI_IN_PLACE, all->sum.limbs, EXACT_LIMBS, MPI_INT64_T, MPI_SUM, j->communicator);
    MPI_Allreduce(MPI_IN_PLACE, flags, 3, MPI_INT64_T, MPI_SUM, j->communicator);
    MPI_Allreduce(MPI_IN_PLACE, counts, 2, MPI_UINT64_T, MPI_SUM, j->communicator);
    MPI_Allreduce(MPI_IN_PLACE, &all->whole_sum, 1, MPI_INT64_T, MPI_SUM, j->communicator);
    MPI_Allreduce(MPI_IN_PLACE, &all->least, 1, MPI_DOUBLE, MPI_MIN, j->communicator);
    MPI_Allreduce(MPI_IN_PLACE, &all->most, 1, MPI_DOUBLE, MPI_MAX, j->communicator);
    all->sum.pending = (uint32_t)j->size;
    all->sum.has_nan = flags[0] > 0;
    all->sum.has_plus = flags[1] > 0;
    all->sum.has_minus = flags[2] > 0;
    all->count = counts[0];
    all->number = counts[1];
}

static void reduction_finish(partial *all, gestalt_type type, gestalt_reduction *to)
{
    double nothing = (double)NAN, count = (double)all->count;
    bool is_whole = type != GESTALT_FLOAT, is_bad = all->count == 0 || all->number > 0;
    double sum = is_whole ? (double)all->whole_sum : exact_sum_round(&all->sum);
    *to = (gestalt_reduction){.agent_count = all->count,
                              .whole_sum = all->whole_sum,
                              .sum = sum,
                              .mean = all->count > 0 ? sum / count : nothing,
                              .least = is_bad ? nothing : all->least,
                              .most = is_bad ? nothing : all->most};
}

gestalt_result gestalt_ranks_reduce(gestalt_ranks *r, uint32_t group, const char *name,
                                    gestalt_reduction *reduction, gestalt_error *error)
{
    if (RANKS_ARE_WRONG(r, error))
        return GESTALT_MISUSE;
    preparation p = prepare_call(r, CALL_reduce);
    reduced of = reduce_prepare(&p, group, name, "reduction", reduction);
    gestalt_result result = prepare_agree(&p, error);
    if (result != GESTALT_OK)
        return result;
    partial all = {.least = (double)INFINITY, .most = -(double)INFINITY};
    add_own(r, group, of.key, &all);
    join_all(&r->job, &all);
    reduction_finish(&all, of.key.type, reduction);
    return GESTALT_OK;
}

// ---- quantiles

static void sum_numbers(const reduced *of, int64_t *numbers, int count)
{
    MPI_Allreduce(MPI_IN_PLACE, numbers, count, MPI_INT64_T, MPI_SUM, of->ranks->job.communicator);
}

// The columns of a key, and the lanes that have agents. Returns false at the end.
static bool next_column(const reduced *of, uint64_t *index, gestalt_column *column, uint64_t *lanes)
{
    gestalt_block block;
    if (!gestalt_population_block(of->ranks->own, of->group, *index, &block))
        return false;
    *column = gestalt_population_column(of->ranks->own, of->group, (*index)++, of->key);
    *lanes = block.lanes;
    return true;
}

static void count_digits(void *user, const quantile_digits *digits, int64_t *counts)
{
    const reduced *of = user;
    gestalt_column column;
    uint64_t index = 0, lanes;
    while (next_column(of, &index, &column, &lanes))
        for (; lanes; lanes &= lanes - 1) {
            double number = number_at(of->key.type, column, (unsigned)__builtin_ctzll(lanes));
            quantile_count(digits, quantile_key(number), counts);
        }
    sum_numbers(of, counts, QUANTILE_COUNTS);
}

static double next_number(void *user, double value, int64_t *up_to)
{
    const reduced *of = user;
    gestalt_column column;
    uint64_t index = 0, lanes;
    double next = (double)INFINITY;
    *up_to = 0;
    while (next_column(of, &index, &column, &lanes))
        for (; lanes; lanes &= lanes - 1) {
            double number = number_at(of->key.type, column, (unsigned)__builtin_ctzll(lanes));
            *up_to += number <= value;
            next = number > value && number < next ? number : next;
        }
    sum_numbers(of, up_to, 1);
    MPI_Allreduce(MPI_IN_PLACE, &next, 1, MPI_DOUBLE, MPI_MIN, of->ranks->job.communicator);
    return next;
}

// Count the agents of all ranks, and those whose value is NaN.
static void count_agents(const reduced *of, int64_t counts[2])
{
    gestalt_column column;
    uint64_t index = 0, lanes;
    while (next_column(of, &index, &column, &lanes))
        for (; lanes; lanes &= lanes - 1) {
            double number = number_at(of->key.type, column, (unsigned)__builtin_ctzll(lanes));
            counts[0]++;
            counts[1] += number != number;
        }
    sum_numbers(of, counts, 2);
}

gestalt_result gestalt_ranks_quantile(gestalt_ranks *r, uint32_t group, const char *name,
                                      double share, double *value, gestalt_error *error)
{
    if (RANKS_ARE_WRONG(r, error))
        return GESTALT_MISUSE;
    int64_t counts[2] = {0};
    preparation p = prepare_call(r, CALL_quantile);
    reduced of = reduce_prepare(&p, group, name, "value", value);
    PREPARE_ARGUMENT(&p, share);
    if (p.result == GESTALT_OK && !(share >= 0 && share <= 1))
        p.result = error_set(&p.error, GESTALT_BAD_ARGUMENT, 0,
                             "the share of a quantile is from 0 to 1, not %g", share);
    gestalt_result result = prepare_agree(&p, error);
    if (result != GESTALT_OK)
        return result;
    count_agents(&of, counts);
    const quantile_numbers numbers = {(uint64_t)counts[0], count_digits, next_number, &of};
    *value = counts[0] == 0 || counts[1] > 0 ? (double)NAN : quantile_of(&numbers, share);
    return GESTALT_OK;
}
