// SPDX-License-Identifier: MIT
// Agents that trees name by their ids. The home of an agent is the owner of its id block: it keeps
// the rank on which the agent is. A rank that looks for agents asks their homes, then the ranks
// that have them:
//
//     asker -- ids, and news of the last step --> homes         each sends back a rank
//     asker -- ids --> these ranks                              each sends back a ghost
//
// News are agents that were born, or have moved, since homes were asked last. A rank sends news of
// agents that it had: so all news of an agent come from one rank. A death is not news: a rank
// without such an agent replies that there is none. When many have died, homes learn everything
// again.
//
// Ids on blackboards are less than 2^31, and so are those in the tables.
#include "array.h"
#include "error.h"
#include "memory.h"
#include "ranks_world.h"

#include <limits.h>
#include <string.h>

enum { TABLE_SPARE = 4096 }; // entries of dead agents that are always allowed
#define NO_RANK   UINT32_MAX // instead of a rank: a question, or the answer that there is none
#define LEARN_ALL (UINT64_C(1) << 48) // in a sum over ranks

// ---- the table of a home

static uint32_t table_slot(const home_table *t, uint32_t id)
{
    uint32_t mask = t->size - 1, slot = id * UINT32_C(2654435769) & mask;
    while (t->slots[slot].rank != NO_RANK && t->slots[slot].id != id)
        slot = (slot + 1) & mask;
    return slot;
}

static void table_set(home_table *t, home_entry entry)
{
    home_entry *to = &t->slots[table_slot(t, entry.id)];
    t->count += to->rank == NO_RANK;
    *to = entry;
}

static uint32_t table_find(const home_table *t, uint32_t id)
{
    return t->size > 0 ? t->slots[table_slot(t, id)].rank : NO_RANK;
}

// Make room for more entries, so that at most half of the slots are used.
static bool table_reserve(home_table *t, const gestalt_allocator *a, uint64_t more)
{
    home_table old = *t;
    uint64_t size = t->size > 0 ? t->size : TABLE_SPARE;
    while (size < 2 * (t->count + more))
        size *= 2;
    if (size == t->size)
        return true;
    home_entry *slots = size <= UINT32_MAX ? memory_new(a, size * sizeof *slots) : NULL;
    if (!slots)
        return false;
    for (uint64_t i = 0; i < size; i++)
        slots[i].rank = NO_RANK;
    t->slots = slots;
    t->size = (uint32_t)size;
    t->count = 0;
    for (uint32_t i = 0; i < old.size; i++)
        if (old.slots[i].rank != NO_RANK)
            table_set(t, old.slots[i]);
    memory_release(a, old.slots, old.size * sizeof *old.slots);
    return true;
}

static void table_release(home_table *t, const gestalt_allocator *a)
{
    memory_release(a, t->slots, t->size * sizeof *t->slots);
    t->slots = NULL;
    t->size = t->count = 0;
}

// ---- news

static bool news_add(gestalt_ranks_world *w, uint64_t id, uint32_t rank)
{
    world_homes *h = &w->homes;
    if (id > INT32_MAX)
        return true;
    if (!ARRAY_RESERVE(&w->allocator, h->news, h->news_room, h->news_count + 1))
        return false;
    h->news[h->news_count++] = (home_entry){(uint32_t)id, rank};
    return true;
}

// Add the agents that were born since the last news: the last rows of each group.
static bool news_of_births(gestalt_ranks_world *w)
{
    gestalt_world_columns c = gestalt_world_columns_of(w->own);
    for (uint32_t group = 0; group < w->facts.group_count; group++) {
        uint32_t begin, end;
        gestalt_world_group(w->own, group, &begin, &end);
        for (; end > begin && c.id[end - 1] >= w->homes.next_id; end--)
            if (!news_add(w, c.id[end - 1], w->job.rank))
                return false;
    }
    w->homes.next_id = gestalt_population_next_id(gestalt_world_population(w->own));
    return true;
}

bool ranks_world_homes_note(gestalt_ranks_world *w)
{
    const gestalt_world_columns c = gestalt_world_columns_of(w->own);
    if (!w->homes.are_known)
        return true;
    if (!news_of_births(w))
        return false;
    for (uint32_t i = 0; i < w->migrants.leaving_count; i++)
        if (!news_add(w, c.id[w->migrants.moves[i].row], w->migrants.moves[i].to))
            return false;
    return true;
}

void ranks_world_homes_forget(gestalt_ranks_world *w)
{
    w->homes.are_known = false;
    w->homes.news_count = 0;
}

// Make all own agents news, for homes that forget everything.
static bool learn_all(gestalt_ranks_world *w)
{
    ranks_world_homes_forget(w);
    table_release(&w->homes.table, &w->allocator);
    w->homes.table.most = 0;
    w->homes.next_id = 0;
    w->homes.are_known = true;
    return news_of_births(w);
}

// ---- asking homes

static uint32_t home_of(const gestalt_ranks_world *w, uint64_t id)
{
    const ownership owners = {block_count(w->facts.agent_count), w->job.size};
    return owner_of(owners, id);
}

// The ids that the world looks for, and the answers.
typedef struct finding {
    const uint64_t *ids;
    uint32_t count;
    unsigned char *ghosts;
    bool *exists;
} finding;

// Count the records to each home. Nothing is sent after a failure.
static void asked_count(gestalt_ranks_world *w, const finding *f)
{
    int *out = w->homes.homes.out;
    memset(out, 0, w->job.size * sizeof *out);
    for (uint32_t i = 0; i < w->homes.news_count; i++)
        out[home_of(w, w->homes.news[i].id)]++;
    for (uint32_t i = 0; i < f->count; i++)
        out[home_of(w, f->ids[i])]++;
}

static gestalt_result asked_prepare(gestalt_ranks_world *w, const finding *f, bool all,
                                    gestalt_error *error)
{
    const gestalt_allocator *a = &w->allocator;
    world_homes *h = &w->homes;
    bool there = !all || learn_all(w);
    if (!there)
        h->news_count = 0;
    asked_count(w, f);
    if (!exchange_count(&h->homes))
        return error_set(error, GESTALT_LIMIT, 0, "trees name more than 2^31 - 1 agents");
    uint64_t out = h->homes.out_count, in = h->homes.in_count;
    there = there && ARRAY_RESERVE(a, h->out, h->out_room, out) &&
            ARRAY_RESERVE(a, h->out_ranks, h->out_ranks_room, out) &&
            ARRAY_RESERVE(a, h->in, h->in_room, in) &&
            ARRAY_RESERVE(a, h->in_ranks, h->in_ranks_room, in) &&
            ARRAY_RESERVE(a, h->ranks, h->ranks_room, f->count) && table_reserve(&h->table, a, in);
    return there ? GESTALT_OK : error_no_memory(error);
}

// Iterate over the ids in the order of records: `at` is the record of an id that goes to `to`.
static int *cursors_start(const exchange *x, int *cursors)
{
    return memcpy(cursors, x->out + x->job->size, x->job->size * sizeof *cursors);
}

// Send news and questions to the homes, and get the ranks of the agents.
static void asked_send(gestalt_ranks_world *w, const finding *f)
{
    world_homes *h = &w->homes;
    int *next = cursors_start(&h->homes, h->next);
    for (uint32_t i = 0; i < h->news_count; i++)
        h->out[next[home_of(w, h->news[i].id)]++] = h->news[i];
    for (uint32_t i = 0; i < f->count; i++)
        h->out[next[home_of(w, f->ids[i])]++] = (home_entry){(uint32_t)f->ids[i], NO_RANK};
    exchange_send(&h->homes, sizeof *h->out, h->out, h->in);
    for (uint64_t i = 0; i < h->homes.in_count; i++)
        if (h->in[i].rank != NO_RANK)
            table_set(&h->table, h->in[i]);
    for (uint64_t i = 0; i < h->homes.in_count; i++)
        h->in_ranks[i] = table_find(&h->table, h->in[i].id);
    exchange_answer(&h->homes, sizeof *h->in_ranks, h->in_ranks, h->out_ranks);
    next = cursors_start(&h->homes, h->next);
    for (uint32_t i = 0; i < h->news_count; i++)
        next[home_of(w, h->news[i].id)]++;
    for (uint32_t i = 0; i < f->count; i++)
        h->ranks[i] = h->out_ranks[next[home_of(w, f->ids[i])]++];
    h->news_count = 0;
    if (h->table.most == 0)
        h->table.most = 2 * (uint64_t)h->table.count + TABLE_SPARE;
}

// ---- asking the ranks that have the agents

// The size of an answer: whether the agent exists, and its ghost.
static size_t answer_size(const gestalt_ranks_world *w)
{
    return 1 + gestalt_world_ghost_size(w->own);
}

static gestalt_result ghosts_prepare(gestalt_ranks_world *w, const finding *f, gestalt_error *error)
{
    const gestalt_allocator *a = &w->allocator;
    world_homes *h = &w->homes;
    memset(h->owners.out, 0, w->job.size * sizeof *h->owners.out);
    for (uint32_t i = 0; i < f->count; i++)
        if (h->ranks[i] != NO_RANK)
            h->owners.out[h->ranks[i]]++;
    if (!exchange_count(&h->owners))
        return error_set(error, GESTALT_LIMIT, 0, "trees name more than 2^31 - 1 agents");
    size_t size = answer_size(w);
    return ARRAY_RESERVE(a, h->out, h->out_room, h->owners.out_count) &&
                   ARRAY_RESERVE(a, h->in, h->in_room, h->owners.in_count) &&
                   ARRAY_RESERVE(a, h->out_ghosts, h->out_ghosts_room,
                                 h->owners.out_count * size) &&
                   ARRAY_RESERVE(a, h->in_ghosts, h->in_ghosts_room, h->owners.in_count * size)
               ? GESTALT_OK
               : error_no_memory(error);
}

static void ghosts_answer(gestalt_ranks_world *w)
{
    world_homes *h = &w->homes;
    size_t size = answer_size(w);
    for (uint64_t i = 0; i < h->owners.in_count; i++) {
        unsigned char *to = h->in_ghosts + i * size;
        uint32_t row = gestalt_world_find(w->own, h->in[i].id);
        memset(to, 0, size);
        *to = row != UINT32_MAX;
        if (*to)
            gestalt_world_take_ghosts(w->own, &row, 1, to + 1);
    }
}

static void ghosts_fetch(gestalt_ranks_world *w, const finding *f)
{
    world_homes *h = &w->homes;
    size_t size = answer_size(w);
    int *next = cursors_start(&h->owners, h->next);
    for (uint32_t i = 0; i < f->count; i++)
        if (h->ranks[i] != NO_RANK)
            h->out[next[h->ranks[i]]++].id = (uint32_t)f->ids[i];
    exchange_send(&h->owners, sizeof *h->out, h->out, h->in);
    ghosts_answer(w);
    exchange_answer(&h->owners, size, h->in_ghosts, h->out_ghosts);
    next = cursors_start(&h->owners, h->next);
    for (uint32_t i = 0; i < f->count; i++) {
        f->exists[i] = false;
        if (h->ranks[i] == NO_RANK)
            continue;
        const unsigned char *from = h->out_ghosts + (size_t)next[h->ranks[i]]++ * size;
        f->exists[i] = *from != 0;
        memcpy(f->ghosts + i * (size - 1), from + 1, size - 1);
    }
}

gestalt_result ranks_world_find(void *user, gestalt_world *own, const uint64_t *ids, uint32_t count,
                                void *ghosts, bool *exists, gestalt_error *error)
{
    gestalt_ranks_world *w = user;
    const finding f = {ids, count, ghosts, exists};
    world_homes *h = &w->homes;
    (void)own;
    bool is_long = h->table.count > h->table.most;
    agreement a = {.sum = (uint64_t)count + h->news_count};
    a.sum += !h->are_known || is_long ? LEARN_ALL : 0;
    if (w->failure != GESTALT_OK)
        return ranks_world_failed(w, error);
    gestalt_result result = ranks_world_agree(w, &a, error);
    if (result != GESTALT_OK || a.sum == 0)
        return result;
    bool all = a.sum >= LEARN_ALL;
    a = (agreement){0};
    a.result = asked_prepare(w, &f, all, &a.error);
    result = ranks_world_agree(w, &a, error);
    if (result != GESTALT_OK)
        return result;
    asked_send(w, &f);
    a = (agreement){0};
    a.result = ghosts_prepare(w, &f, &a.error);
    result = ranks_world_agree(w, &a, error);
    if (result == GESTALT_OK)
        ghosts_fetch(w, &f);
    return result;
}

// ---- start

bool ranks_world_homes_start(gestalt_ranks_world *w)
{
    world_homes *h = &w->homes;
    return exchange_open(&h->homes, &w->job, w->allocator) &&
           exchange_open(&h->owners, &w->job, w->allocator) &&
           ARRAY_RESERVE(&w->allocator, h->next, h->next_room, w->job.size);
}

void ranks_world_homes_stop(gestalt_ranks_world *w)
{
    const gestalt_allocator *a = &w->allocator;
    world_homes *h = &w->homes;
    exchange_close(&h->homes);
    exchange_close(&h->owners);
    table_release(&h->table, a);
    ARRAY_RELEASE(a, h->news, h->news_room);
    ARRAY_RELEASE(a, h->next, h->next_room);
    ARRAY_RELEASE(a, h->out, h->out_room);
    ARRAY_RELEASE(a, h->in, h->in_room);
    ARRAY_RELEASE(a, h->out_ranks, h->out_ranks_room);
    ARRAY_RELEASE(a, h->in_ranks, h->in_ranks_room);
    ARRAY_RELEASE(a, h->ranks, h->ranks_room);
    ARRAY_RELEASE(a, h->out_ghosts, h->out_ghosts_room);
    ARRAY_RELEASE(a, h->in_ghosts, h->in_ghosts_room);
}
