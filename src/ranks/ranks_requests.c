// SPDX-License-Identifier: MIT
// Requests of all agents on one rank, and reports of statuses for agents of any rank.
#include "array.h"
#include "error.h"
#include "exchange.h"
#include "memory.h"
#include "misuse.h"
#include "ranks_state.h"
#include "request_order.h"
#include "sort.h"

#include <gestalt/inspect.h>
#include <limits.h>
#include <string.h>

// ---- gathering

// A request as it is sent. Its texts are those of the shape, which all ranks have: offsets in the
// image, or 0 for none.
typedef struct sent_request {
    uint64_t agent;
    uint32_t node, launch_id;
    uint32_t name, resource;
    uint16_t group, launch;
} sent_request;

static const char *image_of(const gestalt_ranks *r, uint32_t group)
{
    return gestalt_shape_image(gestalt_population_shape(r->own, group), NULL);
}

static void request_pack(const gestalt_ranks *r, const gestalt_request *from, sent_request *to)
{
    const char *image = image_of(r, from->group);
    *to = (sent_request){.agent = from->agent,
                         .node = from->node,
                         .launch_id = from->launch_id,
                         .name = (uint32_t)(from->name - image),
                         .resource = from->resource ? (uint32_t)(from->resource - image) : 0,
                         .group = from->group,
                         .launch = from->launch};
}

static void request_unpack(const gestalt_ranks *r, const sent_request *from, gestalt_request *to)
{
    const char *image = image_of(r, from->group);
    *to = (gestalt_request){.agent = from->agent,
                            .node = from->node,
                            .launch_id = from->launch_id,
                            .name = image + from->name,
                            .resource = from->resource ? image + from->resource : NULL,
                            .group = from->group,
                            .launch = from->launch};
}

static bool request_is_before(const void *one, const void *other, const void *user)
{
    (void)user;
    return REQUEST_IS_BEFORE((const gestalt_request *)one, (const gestalt_request *)other);
}

typedef struct gathering {
    gestalt_ranks *ranks;
    sent_request *own, *all; // `all` only on the rank that gets them
    size_t own_room, all_room;
    int *counts; // counts of the ranks, then indices of the first ones
    uint64_t own_count, all_count;
} gathering;

static gestalt_result gather_own(gathering *g, gestalt_error *error)
{
    const gestalt_ranks *r = g->ranks;
    const gestalt_request *list;
    gestalt_result result = gestalt_population_requests(r->own, &list, &g->own_count, error);
    if (result != GESTALT_OK)
        return result;
    g->counts = memory_new(&r->allocator, 2 * r->job.size * sizeof *g->counts);
    if (!g->counts || !ARRAY_RESERVE(&r->allocator, g->own, g->own_room, g->own_count + 1))
        return error_no_memory(error);
    for (uint64_t i = 0; i < g->own_count; i++)
        request_pack(r, &list[i], &g->own[i]);
    return GESTALT_OK;
}

// Allocate for the requests of all ranks. The list of the last call has been replaced then.
static gestalt_result gather_room(gathering *g, uint64_t count, gestalt_error *error)
{
    gestalt_ranks *r = g->ranks;
    if (count > INT_MAX)
        return error_set(error, GESTALT_LIMIT, 0, "there are more than 2^31 - 1 requests");
    if (!ARRAY_RESERVE(&r->allocator, g->all, g->all_room, count + 1) ||
        !ARRAY_RESERVE(&r->allocator, r->requests, r->requests_room, 2 * count + 2))
        return error_no_memory(error);
    g->all_count = count;
    return GESTALT_OK;
}

static void gather_all(gathering *g, uint32_t rank)
{
    const job *j = &g->ranks->job;
    MPI_Datatype record;
    MPI_Type_contiguous(sizeof *g->own, MPI_BYTE, &record);
    MPI_Type_commit(&record);
    int count = (int)g->own_count;
    MPI_Gather(&count, 1, MPI_INT, g->counts, 1, MPI_INT, (int)rank, j->communicator);
    for (uint32_t i = 0, next = 0; i < j->size && j->rank == rank; i++) {
        g->counts[j->size + i] = (int)next;
        next += (uint32_t)g->counts[i];
    }
    MPI_Gatherv(g->own, count, record, g->all, g->counts, g->counts + j->size, record, (int)rank,
                j->communicator);
    MPI_Type_free(&record);
}

static void gather_close(gathering *g)
{
    const gestalt_ranks *r = g->ranks;
    ARRAY_RELEASE(&r->allocator, g->own, g->own_room);
    ARRAY_RELEASE(&r->allocator, g->all, g->all_room);
    if (g->counts)
        memory_release(&r->allocator, g->counts, 2 * r->job.size * sizeof *g->counts);
}

static const gestalt_request *gather_sorted(gathering *g)
{
    gestalt_request *list = g->ranks->requests;
    for (uint64_t i = 0; i < g->all_count; i++)
        request_unpack(g->ranks, &g->all[i], &list[i]);
    return sort_merge(list, list + g->all_count, g->all_count, sizeof *list, request_is_before,
                      NULL);
}

gestalt_result gestalt_ranks_requests(gestalt_ranks *r, uint32_t rank,
                                      const gestalt_request **requests, uint64_t *count,
                                      gestalt_error *error)
{
    if (RANKS_ARE_WRONG(r, error))
        return GESTALT_MISUSE;
    gathering g = {.ranks = r};
    preparation p = prepare_change(r, CALL_requests);
    PREPARE_ARGUMENT(&p, rank);
    if (p.result == GESTALT_OK &&
        (MISUSE_NULL(requests, "requests", &p.error) || MISUSE_NULL(count, "count", &p.error) ||
         MISUSE_BEYOND(rank, r->job.size, "rank", &p.error)))
        p.result = GESTALT_MISUSE;
    if (p.result == GESTALT_OK)
        p.result = gather_own(&g, &p.error);
    agreement a = {.sum = g.own_count};
    gestalt_result result = prepare_agree_with(&p, &a, error);
    if (result == GESTALT_OK) {
        preparation room = prepare_call(r, CALL_requests);
        if (r->job.rank == rank)
            room.result = gather_room(&g, a.sum, &room.error);
        result = prepare_agree(&room, error);
    }
    if (result == GESTALT_OK) {
        gather_all(&g, rank);
        *requests = r->job.rank == rank ? gather_sorted(&g) : NULL;
        *count = g.all_count;
    }
    gather_close(&g);
    return result;
}

// ---- statuses

typedef struct answering {
    gestalt_ranks *ranks;
    exchange exchange;
    gestalt_ranks_answer *out, *in;
    gestalt_result *in_results, *out_results;
    size_t out_room, in_room, in_results_room, out_results_room;
    uint64_t *places; // by answer: its index in `out`
    size_t places_room;
} answering;

static gestalt_result answers_check(const gestalt_ranks_answer *answers, uint64_t count,
                                    gestalt_error *error)
{
    for (uint64_t i = 0; i < count; i++)
        if (misuse_if_no_enum(answers[i].status, GESTALT_RUNNING, "gestalt_ranks_finish_launches",
                              "answers->status", error))
            return GESTALT_MISUSE;
    return GESTALT_OK;
}

static gestalt_result answers_room(answering *a, uint64_t count, gestalt_error *error)
{
    const gestalt_ranks *r = a->ranks;
    if (!exchange_open(&a->exchange, &r->job, r->allocator) ||
        !ARRAY_RESERVE(&r->allocator, a->out, a->out_room, count + 1) ||
        !ARRAY_RESERVE(&r->allocator, a->out_results, a->out_results_room, count + 1) ||
        !ARRAY_RESERVE(&r->allocator, a->places, a->places_room, count + 1))
        return error_no_memory(error);
    return GESTALT_OK;
}

// Exchange the counts of answers, and allocate for those that this rank gets.
static gestalt_result answers_count(answering *a, const gestalt_ranks_answer *answers,
                                    uint64_t count, gestalt_error *error)
{
    const gestalt_ranks *r = a->ranks;
    for (uint64_t i = 0; i < count; i++)
        a->exchange.out[owner_of(r->owners, answers[i].agent)]++;
    if (!exchange_count(&a->exchange))
        return error_set(error, GESTALT_LIMIT, 0, "there are more than 2^31 - 1 answers");
    if (!ARRAY_RESERVE(&r->allocator, a->in, a->in_room, a->exchange.in_count + 1) ||
        !ARRAY_RESERVE(&r->allocator, a->in_results, a->in_results_room, a->exchange.in_count + 1))
        return error_no_memory(error);
    return GESTALT_OK;
}

// Sort the answers by owner, send them, report the statuses that arrive, and get the results.
static void answers_send(answering *a, const gestalt_ranks_answer *answers, uint64_t count,
                         gestalt_result *results)
{
    gestalt_ranks *r = a->ranks;
    int *next = a->exchange.out + r->job.size;
    for (uint64_t i = 0; i < count; i++) {
        a->places[i] = (uint64_t)next[owner_of(r->owners, answers[i].agent)]++;
        a->out[a->places[i]] = answers[i];
    }
    for (uint32_t i = 0; i < r->job.size; i++)
        next[i] -= a->exchange.out[i];
    exchange_send(&a->exchange, sizeof *a->out, a->out, a->in);
    for (uint64_t i = 0; i < a->exchange.in_count; i++) {
        const gestalt_ranks_answer *from = &a->in[i];
        a->in_results[i] = gestalt_population_finish_launch(r->own, from->agent, from->node,
                                                            from->launch_id, from->status, NULL);
    }
    exchange_answer(&a->exchange, sizeof *a->in_results, a->in_results, a->out_results);
    for (uint64_t i = 0; results && i < count; i++)
        results[i] = a->out_results[a->places[i]];
    ranks_wake(r);
}

static void answers_close(answering *a)
{
    const gestalt_ranks *r = a->ranks;
    exchange_close(&a->exchange);
    ARRAY_RELEASE(&r->allocator, a->out, a->out_room);
    ARRAY_RELEASE(&r->allocator, a->in, a->in_room);
    ARRAY_RELEASE(&r->allocator, a->out_results, a->out_results_room);
    ARRAY_RELEASE(&r->allocator, a->in_results, a->in_results_room);
    ARRAY_RELEASE(&r->allocator, a->places, a->places_room);
}

gestalt_result gestalt_ranks_finish_launches(gestalt_ranks *r, const gestalt_ranks_answer *answers,
                                             uint64_t count, gestalt_result *results,
                                             gestalt_error *error)
{
    if (RANKS_ARE_WRONG(r, error))
        return GESTALT_MISUSE;
    answering a = {.ranks = r};
    preparation p = prepare_change(r, CALL_finish_launches);
    if (p.result == GESTALT_OK && count > 0 && MISUSE_NULL(answers, "answers", &p.error))
        p.result = GESTALT_MISUSE;
    if (p.result == GESTALT_OK)
        p.result = answers_check(answers, count, &p.error);
    if (p.result == GESTALT_OK)
        p.result = answers_room(&a, count, &p.error);
    gestalt_result result = prepare_agree(&p, error);
    if (result == GESTALT_OK) {
        preparation counted = prepare_call(r, CALL_finish_launches);
        counted.result = answers_count(&a, answers, count, &counted.error);
        result = prepare_agree(&counted, error);
    }
    if (result == GESTALT_OK)
        answers_send(&a, answers, count, results);
    answers_close(&a);
    return result;
}
