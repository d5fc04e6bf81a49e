// SPDX-License-Identifier: MIT
// Shared keys, and reductions over the agents of all ranks.
#include "error.h"
#include "exact_sum.h"
#include "misuse.h"
#include "ranks_state.h"

#include <limits.h>
#include <math.h>
#include <string.h>

// ---- shared keys

static void value_argument(preparation *p, const gestalt_value *value)
{
    PREPARE_ARGUMENT(p, value->type);
    switch (value->type) {
    case GESTALT_BOOL: PREPARE_ARGUMENT(p, value->boolean); break;
    case GESTALT_INT:
    case GESTALT_TEXT: PREPARE_ARGUMENT(p, value->integer); break;
    case GESTALT_FLOAT: PREPARE_ARGUMENT(p, value->number); break;
    case GESTALT_VEC2: prepare_argument(p, value->vector, 2 * sizeof(float)); break;
    case GESTALT_VEC3: prepare_argument(p, value->vector, 3 * sizeof(float)); break;
    }
}

// Check the group and the name, which are arguments of the call.
static void key_argument(preparation *p, uint32_t group, const char *name)
{
    const char *function = job_call_name(p->call);
    if (p->result == GESTALT_OK &&
        (misuse_if_beyond(group, p->ranks->group_count, function, "group", &p->error) ||
         misuse_if_null(!name, function, "name", &p->error)))
        p->result = GESTALT_MISUSE;
    PREPARE_ARGUMENT(p, group);
    if (name)
        prepare_argument(p, name, strlen(name));
}

gestalt_result gestalt_ranks_write_shared(gestalt_ranks *r, uint32_t group, const char *name,
                                          gestalt_value value, gestalt_error *error)
{
    if (RANKS_ARE_WRONG(r, error))
        return GESTALT_MISUSE;
    gestalt_value before;
    preparation p = prepare_change(r, CALL_write_shared);
    key_argument(&p, group, name);
    value_argument(&p, &value);
    if (p.result == GESTALT_OK)
        p.result = gestalt_population_read_shared(r->own, group, name, &before, &p.error);
    bool was_read = p.result == GESTALT_OK;
    if (was_read)
        p.result = gestalt_population_write_shared(r->own, group, name, value, &p.error);
    gestalt_result result = prepare_agree(&p, error);
    if (result == GESTALT_OK)
        ranks_wake(r);
    else if (was_read)
        gestalt_population_write_shared(r->own, group, name, before, NULL);
    return result;
}

gestalt_result gestalt_ranks_broadcast(gestalt_ranks *r, void *bytes, size_t size,
                                       gestalt_error *error)
{
    if (RANKS_ARE_WRONG(r, error))
        return GESTALT_MISUSE;
    preparation p = prepare_call(r, CALL_broadcast);
    PREPARE_ARGUMENT(&p, size);
    if (size > 0 && MISUSE_NULL(bytes, "bytes", &p.error))
        p.result = GESTALT_MISUSE;
    gestalt_result result = prepare_agree(&p, error);
    for (size_t at = 0, part; result == GESTALT_OK && at < size; at += part) {
        part = size - at < INT_MAX ? size - at : INT_MAX;
        MPI_Bcast((unsigned char *)bytes + at, (int)part, MPI_BYTE, 0, r->job.communicator);
    }
    return result;
}

// ---- reductions

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
    int32_t whole = type == GESTALT_BOOL ? (int32_t)(*column.bools >> lane & 1) : column.ints[lane];
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
    gestalt_key key = {0};
    preparation p = prepare_change(r, CALL_reduce);
    key_argument(&p, group, name);
    if (p.result == GESTALT_OK && MISUSE_NULL(reduction, "reduction", &p.error))
        p.result = GESTALT_MISUSE;
    if (p.result == GESTALT_OK && (!gestalt_population_key(r->own, group, name, &key) ||
                                   key.shared || key.capacity > 0 || key.type > GESTALT_FLOAT))
        p.result = error_set(&p.error, GESTALT_BAD_ARGUMENT, 0,
                             "each agent must have one number or bool by that name: a key of its "
                             "own, or a component of a vector such as `home.x`");
    gestalt_result result = prepare_agree(&p, error);
    if (result != GESTALT_OK)
        return result;
    partial all = {.least = (double)INFINITY, .most = -(double)INFINITY};
    add_own(r, group, key, &all);
    join_all(&r->job, &all);
    reduction_finish(&all, key.type, reduction);
    return GESTALT_OK;
}
