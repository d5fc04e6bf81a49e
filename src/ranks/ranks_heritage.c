// SPDX-License-Identifier: MIT
// Sending parents to the owners of their children, in rounds of a bounded size. There, a parent is
// an agent for a moment, a *guest*, with an id that no agent of a job has; the child inherits its
// blackboard. Newborn children inherit in each round, because they are removed if a later round
// fails. Agents that existed before inherit after the last round, when nothing can fail.
#include "array.h"
#include "error.h"
#include "exchange.h"
#include "memory.h"
#include "ranks_births.h"

#include <gestalt/actor.h>
#include <string.h>

enum { ROUND = 4096 }; // births of a rank in a round

// The first id of parents from other ranks. A job has lower ids.
#define GUEST_ID (UINT64_C(1) << 63)

// What the owner of a child gets, besides the bytes of the parent's actor.
typedef struct guest {
    uint64_t child;
    uint32_t group, size;
} guest;

typedef struct heritage {
    gestalt_ranks *ranks;
    job_call call;
    bool waits; // children inherit after the last round
    exchange guests, bytes;
    // this rank's parents in the round whose children belong to other ranks, by owner
    uint64_t parents[ROUND];
    guest out[ROUND];
    size_t offsets[ROUND + 1];
    unsigned char *out_bytes;
    size_t out_bytes_room;
    // parents from other ranks
    guest *in;
    size_t in_room;
    unsigned char *in_bytes;
    size_t in_bytes_room;
    uint64_t *ids;
    size_t ids_room;
    uint32_t *groups;
    size_t groups_room;
    size_t *in_offsets;
    size_t in_offsets_room;
    // children of the guests of all rounds, if they wait
    uint64_t *waiting;
    size_t waiting_room;
    uint64_t waiting_count;
} heritage;

// ---- this rank's parents

// Let the children that this rank owns inherit, and list the others by owner.
static gestalt_result list_parents(heritage *h, const birth_place *births, const uint64_t *ids,
                                   uint64_t count, gestalt_error *error)
{
    gestalt_ranks *r = h->ranks;
    int *counts = h->guests.out, *next = counts + r->job.size;
    memset(counts, 0, 2 * r->job.size * sizeof *counts);
    for (uint64_t i = 0; i < count; i++) {
        uint32_t owner = owner_of(r->owners, ids[i]);
        gestalt_result result = GESTALT_OK;
        if (owner != r->job.rank)
            counts[owner]++;
        else if (!h->waits)
            result = gestalt_population_inherit(r->own, &births[i].birth.parent, ids[i], 1, error);
        if (result != GESTALT_OK)
            return result;
    }
    for (uint32_t i = 1; i < r->job.size; i++)
        next[i] = next[i - 1] + counts[i - 1];
    for (uint64_t i = 0; i < count; i++) {
        uint32_t owner = owner_of(r->owners, ids[i]);
        if (owner == r->job.rank)
            continue;
        int at = next[owner]++;
        h->parents[at] = births[i].birth.parent;
        h->out[at] = (guest){.child = ids[i], .group = births[i].birth.parent_group};
    }
    return GESTALT_OK;
}

// Take the actors of the listed parents.
static gestalt_result take_parents(heritage *h, gestalt_error *error)
{
    const gestalt_ranks *r = h->ranks;
    uint64_t count = 0;
    size_t size = 0;
    for (uint32_t i = 0; i < r->job.size; i++)
        count += (uint64_t)h->guests.out[i];
    for (uint64_t i = 0; i < count; i++)
        size += gestalt_actor_size_max(r->own, h->out[i].group);
    if (!ARRAY_RESERVE(&r->allocator, h->out_bytes, h->out_bytes_room, size + 1))
        return error_no_memory(error);
    gestalt_result result =
        gestalt_actor_take_many(r->own, h->parents, count, h->out_bytes, size, h->offsets, error);
    if (result != GESTALT_OK)
        return result;
    uint64_t at = 0;
    for (uint32_t i = 0; i < r->job.size; i++) {
        uint64_t end = at + (uint64_t)h->guests.out[i];
        h->bytes.out[i] = (int)(h->offsets[end] - h->offsets[at]);
        for (; at < end; at++)
            h->out[at].size = (uint32_t)(h->offsets[at + 1] - h->offsets[at]);
    }
    return GESTALT_OK;
}

// ---- parents from other ranks

static gestalt_result receive_room(heritage *h, gestalt_error *error)
{
    const gestalt_allocator *a = &h->ranks->allocator;
    bool fits = exchange_count(&h->guests);
    fits &= exchange_count(&h->bytes);
    if (!fits)
        return error_set(error, GESTALT_LIMIT, 0, "there are more than 2^31 - 1 bytes of parents");
    uint64_t count = h->guests.in_count;
    if (!ARRAY_RESERVE(a, h->in, h->in_room, count + 1) ||
        !ARRAY_RESERVE(a, h->in_bytes, h->in_bytes_room, h->bytes.in_count + 1) ||
        !ARRAY_RESERVE(a, h->ids, h->ids_room, count + 1) ||
        !ARRAY_RESERVE(a, h->groups, h->groups_room, count + 1) ||
        !ARRAY_RESERVE(a, h->in_offsets, h->in_offsets_room, count + 1) ||
        (h->waits && !ARRAY_RESERVE(a, h->waiting, h->waiting_room, h->waiting_count + count)))
        return error_no_memory(error);
    return GESTALT_OK;
}

static void remove_guests(const heritage *h, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++)
        gestalt_population_remove(h->ranks->own, GUEST_ID + i, NULL);
}

static gestalt_result insert_guests(heritage *h, gestalt_error *error)
{
    gestalt_population *own = h->ranks->own;
    uint64_t count = h->guests.in_count;
    h->in_offsets[0] = 0;
    for (uint64_t i = 0; i < count; i++) {
        h->ids[i] = GUEST_ID + h->waiting_count + i;
        h->groups[i] = h->in[i].group;
        h->in_offsets[i + 1] = h->in_offsets[i] + h->in[i].size;
    }
    gestalt_result result = gestalt_population_insert_many(own, h->groups, h->in_bytes,
                                                           h->in_offsets, h->ids, count, error);
    for (uint64_t i = 0; h->waits && result == GESTALT_OK && i < count; i++)
        h->waiting[h->waiting_count++] = h->in[i].child;
    return result;
}

static gestalt_result inherit_from_guests(const heritage *h, gestalt_error *error)
{
    gestalt_result result = GESTALT_OK;
    uint64_t count = h->guests.in_count;
    for (uint64_t i = 0; i < count && result == GESTALT_OK; i++)
        result = gestalt_population_inherit(h->ranks->own, &h->ids[i], h->in[i].child, 1, error);
    remove_guests(h, count);
    return result;
}

// ---- rounds

static gestalt_result heritage_round(heritage *h, const birth_place *births, const uint64_t *ids,
                                     uint64_t count, gestalt_error *error)
{
    gestalt_ranks *r = h->ranks;
    preparation out = prepare_call(r, h->call), in = out, end = out;
    out.result = list_parents(h, births, ids, count, &out.error);
    if (out.result == GESTALT_OK)
        out.result = take_parents(h, &out.error);
    gestalt_result result = prepare_agree(&out, error);
    if (result != GESTALT_OK)
        return result;
    in.result = receive_room(h, &in.error);
    result = prepare_agree(&in, error);
    if (result != GESTALT_OK)
        return result;
    exchange_send(&h->guests, sizeof *h->out, h->out, h->in);
    exchange_send(&h->bytes, 1, h->out_bytes, h->in_bytes);
    end.result = insert_guests(h, &end.error);
    if (end.result == GESTALT_OK && !h->waits)
        end.result = inherit_from_guests(h, &end.error);
    return prepare_agree(&end, error);
}

static void heritage_close(gestalt_ranks *r, heritage *h)
{
    const gestalt_allocator *a = &r->allocator;
    if (!h)
        return;
    exchange_close(&h->guests);
    exchange_close(&h->bytes);
    ARRAY_RELEASE(a, h->out_bytes, h->out_bytes_room);
    ARRAY_RELEASE(a, h->in, h->in_room);
    ARRAY_RELEASE(a, h->in_bytes, h->in_bytes_room);
    ARRAY_RELEASE(a, h->ids, h->ids_room);
    ARRAY_RELEASE(a, h->groups, h->groups_room);
    ARRAY_RELEASE(a, h->in_offsets, h->in_offsets_room);
    ARRAY_RELEASE(a, h->waiting, h->waiting_room);
    memory_release(a, h, sizeof *h);
}

// Allocate what a call needs before its first round.
static gestalt_result heritage_open(gestalt_ranks *r, heritage *h, job_call call,
                                    gestalt_error *error)
{
    preparation p = prepare_call(r, call);
    if (h) {
        memset(h, 0, sizeof *h);
        h->ranks = r;
        h->call = call;
        h->waits = call == CALL_inherit;
    }
    if (!h || !exchange_open(&h->guests, &r->job, r->allocator) ||
        !exchange_open(&h->bytes, &r->job, r->allocator))
        p.result = error_no_memory(&p.error);
    return prepare_agree(&p, error);
}

static gestalt_result heritage_rounds(heritage *h, const birth_place *births, const uint64_t *ids,
                                      uint64_t count, gestalt_error *error)
{
    uint64_t rounds = count / ROUND + (count % ROUND > 0), all;
    gestalt_result result = GESTALT_OK;
    MPI_Allreduce(&rounds, &all, 1, MPI_UINT64_T, MPI_MAX, h->ranks->job.communicator);
    for (uint64_t i = 0; result == GESTALT_OK && i < all; i++) {
        uint64_t first = i * ROUND < count ? i * ROUND : count, left = count - first;
        result = heritage_round(h, births + first, ids + first, left < ROUND ? left : ROUND, error);
    }
    return result;
}

gestalt_result births_inherit(gestalt_ranks *r, const birth_place *births, const uint64_t *ids,
                              uint64_t count, gestalt_error *error)
{
    heritage *h = memory_new(&r->allocator, sizeof *h);
    gestalt_result result = heritage_open(r, h, CALL_breed, error);
    if (result == GESTALT_OK)
        result = heritage_rounds(h, births, ids, count, error);
    heritage_close(r, h);
    return result;
}

// Let all children inherit, on all ranks. Nothing allocates, so nothing can fail.
static void inherit_all(const heritage *h, const birth_place *births, const uint64_t *ids,
                        uint64_t count)
{
    const gestalt_ranks *r = h->ranks;
    for (uint64_t i = 0; i < count; i++)
        if (owner_of(r->owners, ids[i]) == r->job.rank)
            gestalt_population_inherit(r->own, &births[i].birth.parent, ids[i], 1, NULL);
    for (uint64_t i = 0; i < h->waiting_count; i++)
        gestalt_population_inherit(r->own, &(uint64_t){GUEST_ID + i}, h->waiting[i], 1, NULL);
}

gestalt_result agents_inherit(gestalt_ranks *r, const birth_place *pairs, const uint64_t *children,
                              uint64_t count, gestalt_error *error)
{
    heritage *h = memory_new(&r->allocator, sizeof *h);
    gestalt_result result = heritage_open(r, h, CALL_inherit, error);
    if (result == GESTALT_OK)
        result = heritage_rounds(h, pairs, children, count, error);
    if (result == GESTALT_OK)
        inherit_all(h, pairs, children, count);
    if (h)
        remove_guests(h, h->waiting_count);
    gestalt_population_set_next_id(r->own, r->next_id, NULL);
    heritage_close(r, h);
    return result;
}
