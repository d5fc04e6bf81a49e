// SPDX-License-Identifier: MIT
// The order of births of all ranks. Each rank gets an interval of it, as in ranks_births.c, and
// answers how many births come before those that it has got.
#include "array.h"
#include "error.h"
#include "ranks_world.h"
#include "sort.h"

#include <string.h>

// Births of each rank from which the intervals are computed, but no more than SAMPLES_MOST of all.
enum { SAMPLES = 64, SAMPLES_MOST = 1 << 16 };

bool ranks_world_births_start(gestalt_ranks_world *w)
{
    uint32_t most = SAMPLES_MOST / w->job.size;
    w->order.sample_count = most > SAMPLES ? SAMPLES : most > 0 ? most : 1;
    return exchange_open(&w->order.exchange, &w->job, w->allocator) &&
           ARRAY_RESERVE(&w->allocator, w->order.samples, w->order.samples_room,
                         w->order.sample_count * (w->job.size + 1));
}

void ranks_world_births_stop(gestalt_ranks_world *w)
{
    exchange_close(&w->order.exchange);
    ARRAY_RELEASE(&w->allocator, w->order.samples, w->order.samples_room);
    ARRAY_RELEASE(&w->allocator, w->order.in, w->order.in_room);
    ARRAY_RELEASE(&w->allocator, w->order.list, w->order.list_room);
    ARRAY_RELEASE(&w->allocator, w->order.before, w->order.before_room);
}

static bool birth_is_before(const void *one, const void *other, const void *user)
{
    const gestalt_rows_birth *a = one, *b = other; // also the first members of ranks_birth
    (void)user;
    if (a->group != b->group)
        return a->group < b->group;
    return a->parent_group != b->parent_group ? a->parent_group < b->parent_group
                                              : a->parent < b->parent;
}

// Choose the first birth of each interval, from samples of all ranks. A rank without births has
// samples that come last, which are not counted. Returns their number.
static uint64_t births_sample(gestalt_ranks_world *w, const gestalt_rows_birth *births,
                              uint64_t count)
{
    uint32_t some = w->order.sample_count;
    uint64_t all = (uint64_t)some * w->job.size, used = 0;
    gestalt_rows_birth *own = w->order.samples + all;
    for (uint32_t i = 0; i < some; i++)
        own[i] = count > 0 ? births[i * count / some] : (gestalt_rows_birth){.group = UINT32_MAX};
    job_time begin = job_now();
    MPI_Allgather(own, (int)(some * sizeof *own), MPI_BYTE, w->order.samples,
                  (int)(some * sizeof *own), MPI_BYTE, w->job.communicator);
    job_waited(&w->job, begin);
    sort_heap(w->order.samples, all, sizeof *w->order.samples, birth_is_before, NULL);
    while (used < all && w->order.samples[used].group != UINT32_MAX)
        used++;
    return used;
}

// Count the births that go to each rank: rank k gets those from its first one on, up to that of the
// next rank.
static void births_split(gestalt_ranks_world *w, const gestalt_rows_birth *births, uint32_t count)
{
    uint32_t rank = 0, size = w->job.size;
    uint64_t used = births_sample(w, births, count);
    memset(w->order.exchange.out, 0, size * sizeof *w->order.exchange.out);
    for (uint32_t i = 0; i < count; i++) {
        while (rank + 1 < size &&
               !birth_is_before(&births[i], &w->order.samples[(rank + 1) * used / size], NULL))
            rank++;
        w->order.exchange.out[rank]++;
    }
}

static gestalt_result births_receive(gestalt_ranks_world *w, gestalt_error *error)
{
    const gestalt_allocator *a = &w->allocator;
    if (!exchange_count(&w->order.exchange))
        return error_set(error, GESTALT_LIMIT, 0, "there are more than 2^31 - 1 births");
    uint64_t count = w->order.exchange.in_count;
    if (!ARRAY_RESERVE(a, w->order.in, w->order.in_room, count) ||
        !ARRAY_RESERVE(a, w->order.list, w->order.list_room, 2 * count) ||
        !ARRAY_RESERVE(a, w->order.before, w->order.before_room, count))
        return error_no_memory(error);
    return GESTALT_OK;
}

// Sort the births of this rank's interval, and send back their positions.
static void births_number(gestalt_ranks_world *w, const gestalt_rows_birth *births,
                          uint64_t *before)
{
    uint64_t count = w->order.exchange.in_count, first = 0;
    exchange_send(&w->order.exchange, sizeof *births, births, w->order.in);
    for (uint64_t i = 0; i < count; i++)
        w->order.list[i] = (ranks_birth){w->order.in[i], i};
    const ranks_birth *sorted = sort_merge(w->order.list, w->order.list + count, count,
                                           sizeof *w->order.list, birth_is_before, NULL);
    job_time begin = job_now();
    MPI_Exscan(&count, &first, 1, MPI_UINT64_T, MPI_SUM, w->job.communicator);
    job_waited(&w->job, begin);
    for (uint64_t i = 0; i < count; i++)
        w->order.before[sorted[i].index] = (w->job.rank > 0 ? first : 0) + i;
    exchange_answer(&w->order.exchange, sizeof *before, w->order.before, before);
}

gestalt_result ranks_world_order(void *user, const gestalt_rows_birth *births, uint32_t count,
                                 uint64_t *before, gestalt_error *error)
{
    gestalt_ranks_world *w = user;
    agreement a = {0};
    if (!ranks_world_meet(w))
        return ranks_world_failed(w, error);
    births_split(w, births, count);
    a.result = births_receive(w, &a.error);
    gestalt_result result = ranks_world_agree(w, &a, error);
    if (result == GESTALT_OK)
        births_number(w, births, before);
    return result;
}
