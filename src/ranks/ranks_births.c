// SPDX-License-Identifier: MIT
#include "ranks_births.h"

#include "array.h"
#include "error.h"
#include "exchange.h"
#include "memory.h"
#include "misuse.h"
#include "sort.h"

#include <gestalt/inspect.h>
#include <string.h>

// Births of each rank from which the intervals are computed: enough for intervals of about the same
// size, but no more than SAMPLES_MOST of all ranks.
enum { SAMPLES = 64, SAMPLES_MOST = 1 << 16 };

typedef struct breeding {
    gestalt_ranks *ranks;
    uint64_t count, total; // births of this rank, and of all ranks
    birth_place *own;      // sorted; an index is that in the caller's list
    size_t own_room;
    uint64_t *ids; // ids of `own`
    size_t ids_room;
    birth *out; // `own` without indices
    size_t out_room;
    birth *samples; // `sample_count` of each rank, sorted
    size_t samples_room;
    uint32_t sample_count;

    // the interval of this rank
    exchange exchange;
    birth *in;
    birth_place *order;
    uint64_t *in_ids;
    size_t in_room, order_room, in_ids_room;
    uint64_t *group_counts; // births of all ranks by group
    size_t groups_room;
} breeding;

static bool birth_is_before(const void *one, const void *other, const void *user)
{
    const birth *a = one, *b = other; // also the first members of birth_place
    (void)user;
    if (a->group != b->group)
        return a->group < b->group;
    return a->parent_group != b->parent_group ? a->parent_group < b->parent_group
                                              : a->parent < b->parent;
}

// Sort a list of two halves, and return the half with the result.
static birth_place *places_sort(birth_place *list, uint64_t count)
{
    return sort_merge(list, list + count, count, sizeof *list, birth_is_before, NULL);
}

// ---- this rank's births

static gestalt_result breed_list(breeding *b, const uint64_t *parents, const uint32_t *groups,
                                 gestalt_error *error)
{
    const gestalt_ranks *r = b->ranks;
    for (uint64_t i = 0; i < b->count; i++) {
        birth *of = &b->own[i].birth;
        *of = (birth){.parent = parents[i], .group = groups[i]};
        b->own[i].index = i;
        gestalt_result result = gestalt_ranks_need(r, parents[i], error);
        if (result != GESTALT_OK)
            return result;
        if (misuse_if_beyond(groups[i], r->group_count, "gestalt_ranks_breed", "group", error))
            return GESTALT_MISUSE;
        gestalt_actor_group(r->own, parents[i], &of->parent_group);
    }
    birth_place *sorted = places_sort(b->own, b->count);
    if (sorted != b->own)
        memcpy(b->own, sorted, b->count * sizeof *sorted);
    for (uint64_t i = 0; i < b->count; i++)
        b->out[i] = b->own[i].birth;
    return GESTALT_OK;
}

static gestalt_result breed_prepare(breeding *b, const uint64_t *parents, const uint32_t *groups,
                                    gestalt_error *error)
{
    const gestalt_ranks *r = b->ranks;
    const gestalt_allocator *a = &r->allocator;
    uint32_t most = SAMPLES_MOST / r->job.size;
    b->sample_count = most > SAMPLES ? SAMPLES : most > 0 ? most : 1;
    if (!ARRAY_RESERVE(a, b->own, b->own_room, 2 * b->count + 1) ||
        !ARRAY_RESERVE(a, b->out, b->out_room, b->count + 1) ||
        !ARRAY_RESERVE(a, b->ids, b->ids_room, b->count + 1) ||
        !ARRAY_RESERVE(a, b->samples, b->samples_room, b->sample_count * (r->job.size + 1)) ||
        !ARRAY_RESERVE(a, b->group_counts, b->groups_room, r->group_count) ||
        !exchange_open(&b->exchange, &r->job, r->allocator))
        return error_no_memory(error);
    return breed_list(b, parents, groups, error);
}

// ---- the order of all births

// Choose the first birth of each interval, from samples of all ranks. A rank without births has
// samples that come last, which are not counted. Returns their number.
static uint64_t breed_sample(breeding *b)
{
    const job *j = &b->ranks->job;
    uint32_t count = b->sample_count;
    birth *own = b->samples + (size_t)count * j->size;
    for (uint32_t i = 0; i < count; i++)
        own[i] = b->count > 0 ? b->out[i * b->count / count] : (birth){.group = UINT32_MAX};
    MPI_Allgather(own, (int)(count * sizeof *own), MPI_BYTE, b->samples, (int)(count * sizeof *own),
                  MPI_BYTE, j->communicator);
    uint64_t all = (uint64_t)count * j->size, used = 0;
    sort_heap(b->samples, all, sizeof *b->samples, birth_is_before, NULL);
    while (used < all && b->samples[used].group != UINT32_MAX)
        used++;
    return used;
}

// Count the births that go to each rank: rank k gets those from its splitter on, up to the next
// one.
static void breed_split(breeding *b)
{
    uint32_t rank = 0, size = b->ranks->job.size;
    uint64_t used = breed_sample(b);
    for (uint64_t i = 0; i < b->count; i++) {
        while (rank + 1 < size &&
               !birth_is_before(&b->out[i], &b->samples[(rank + 1) * used / size], NULL))
            rank++;
        b->exchange.out[rank]++;
    }
}

static gestalt_result breed_receive(breeding *b, gestalt_error *error)
{
    const gestalt_allocator *a = &b->ranks->allocator;
    if (!exchange_count(&b->exchange))
        return error_set(error, GESTALT_LIMIT, 0, "there are more than 2^31 - 1 births");
    uint64_t count = b->exchange.in_count;
    if (!ARRAY_RESERVE(a, b->in, b->in_room, count + 1) ||
        !ARRAY_RESERVE(a, b->order, b->order_room, 2 * count + 1) ||
        !ARRAY_RESERVE(a, b->in_ids, b->in_ids_room, count + 1))
        return error_no_memory(error);
    return GESTALT_OK;
}

// Give ids to the births of this rank's interval, and send them back.
static void breed_number(breeding *b)
{
    const job *j = &b->ranks->job;
    uint64_t count = b->exchange.in_count, first = 0;
    exchange_send(&b->exchange, sizeof *b->out, b->out, b->in);
    for (uint64_t i = 0; i < count; i++)
        b->order[i] = (birth_place){b->in[i], i};
    const birth_place *sorted = places_sort(b->order, count);
    MPI_Exscan(&count, &first, 1, MPI_UINT64_T, MPI_SUM, j->communicator);
    first = b->ranks->next_id + (j->rank > 0 ? first : 0);
    memset(b->group_counts, 0, b->ranks->group_count * sizeof *b->group_counts);
    for (uint64_t i = 0; i < count; i++) {
        b->in_ids[sorted[i].index] = first + i;
        b->group_counts[sorted[i].birth.group]++;
    }
    exchange_answer(&b->exchange, sizeof *b->ids, b->in_ids, b->ids);
    MPI_Allreduce(MPI_IN_PLACE, b->group_counts, (int)b->ranks->group_count, MPI_UINT64_T, MPI_SUM,
                  j->communicator);
}

// ---- the children

static gestalt_result breed_spawn(breeding *b, gestalt_error *error)
{
    gestalt_ranks *r = b->ranks;
    preparation p = prepare_call(r, CALL_breed);
    uint64_t first = r->next_id;
    for (uint32_t group = 0; group < r->group_count; group++) {
        spawn_own(&p, r->owners, group, (id_range){first, first + b->group_counts[group]});
        first += b->group_counts[group];
    }
    gestalt_result result = prepare_agree(&p, error);
    if (result == GESTALT_OK)
        result = births_inherit(r, b->own, b->ids, b->count, error);
    if (result != GESTALT_OK)
        spawn_undo(r, r->next_id);
    return result;
}

static gestalt_result breed_all(breeding *b, gestalt_error *error)
{
    gestalt_ranks *r = b->ranks;
    preparation p = prepare_call(r, CALL_breed);
    p.result = spawn_limit(r, b->total, &p.error);
    breed_split(b);
    if (p.result == GESTALT_OK)
        p.result = breed_receive(b, &p.error);
    gestalt_result result = prepare_agree(&p, error);
    if (result != GESTALT_OK)
        return result;
    breed_number(b);
    result = breed_spawn(b, error);
    if (result != GESTALT_OK)
        return result;
    r->next_id += b->total;
    r->agent_count += b->total;
    gestalt_population_set_next_id(r->own, r->next_id, NULL);
    ranks_wake(r);
    return GESTALT_OK;
}

static void breed_close(breeding *b)
{
    const gestalt_allocator *a = &b->ranks->allocator;
    exchange_close(&b->exchange);
    ARRAY_RELEASE(a, b->own, b->own_room);
    ARRAY_RELEASE(a, b->out, b->out_room);
    ARRAY_RELEASE(a, b->ids, b->ids_room);
    ARRAY_RELEASE(a, b->samples, b->samples_room);
    ARRAY_RELEASE(a, b->group_counts, b->groups_room);
    ARRAY_RELEASE(a, b->in, b->in_room);
    ARRAY_RELEASE(a, b->order, b->order_room);
    ARRAY_RELEASE(a, b->in_ids, b->in_ids_room);
}

gestalt_result gestalt_ranks_breed(gestalt_ranks *r, const uint64_t *parents,
                                   const uint32_t *groups, uint64_t count, uint64_t *ids,
                                   gestalt_error *error)
{
    if (RANKS_ARE_WRONG(r, error))
        return GESTALT_MISUSE;
    breeding b = {.ranks = r, .count = count};
    preparation p = prepare_change(r, CALL_breed);
    if (p.result == GESTALT_OK && count > 0 &&
        (MISUSE_NULL(parents, "parents", &p.error) || MISUSE_NULL(groups, "groups", &p.error)))
        p.result = GESTALT_MISUSE;
    if (p.result == GESTALT_OK)
        p.result = breed_prepare(&b, parents, groups, &p.error);
    agreement a = {.sum = count};
    gestalt_result result = prepare_agree_with(&p, &a, error);
    b.total = a.sum;
    if (result == GESTALT_OK && b.total > 0)
        result = breed_all(&b, error);
    for (uint64_t i = 0; result == GESTALT_OK && ids && i < count; i++)
        ids[b.own[i].index] = b.ids[i];
    breed_close(&b);
    return result;
}
