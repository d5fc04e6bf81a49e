// SPDX-License-Identifier: MIT
// Loading the agents of snapshots, in batches of chunks: all threads verify the chunks; lanes are
// given in order; all threads put actors into the lanes. A cohort that an earlier chunk has begun
// gets its other agents afterwards, in order.
//
// The first chunk that is wrong is reported, whatever the threads and the size of a batch.
#include "actor.h"
#include "agents.h"
#include "error.h"
#include "group.h"
#include "hash.h"
#include "memory.h"
#include "snapshot_loader.h"

#include <gestalt/snapshot_parts.h>

enum {
    CHUNKS_MOST = 128,     // chunks of a batch
    NUMBERS_MOST = 1 << 17 // numbers of agents in groups that a batch may store
};

// What is wrong with a chunk.
typedef struct chunk_fault {
    const char *what; // NULL: nothing
    uint64_t offset;
    uint64_t agent;
    bool is_of_agent;
} chunk_fault;

// An AGENTS and its COLUMNS.
typedef struct agent_chunk {
    chunk_header head, columns; // without COLUMNS, all zero
    const unsigned char *bytes;
    uint64_t offset;
    uint64_t first; // id of the first agent
    chunk_fault fault;
    uint64_t *starts; // number of agents in each group before this chunk
    uint64_t *placed; // the same, while actors are put
    uint64_t late;    // number of actors for cohorts that earlier chunks have begun
} agent_chunk;

struct agent_batch {
    loader *l;
    uint32_t most, count;
    uint64_t *in_group; // number of agents in each group so far
    uint64_t *numbers;  // those of all chunks, and `in_group`
    size_t numbers_size;
    agent_chunk chunks[CHUNKS_MOST];
};

// ---- starting

bool load_agents_start(loader *l)
{
    const gestalt_population *p = l->p;
    uint32_t most = NUMBERS_MOST / 2 / p->group_count;
    agent_batch *b = l->batch = memory_new(&p->memory.counting, sizeof *b);
    if (!b)
        return false;
    most = most > CHUNKS_MOST ? CHUNKS_MOST : most;
    *b = (agent_batch){.l = l, .most = p->threads == 1 || most < 1 ? 1 : most};
    b->numbers_size = (2 * b->most + 1) * sizeof *b->numbers * p->group_count;
    b->numbers = memory_new(&p->memory.counting, b->numbers_size);
    if (!b->numbers)
        return false;
    memset(b->numbers, 0, b->numbers_size);
    b->in_group = b->numbers;
    for (uint32_t i = 0; i < b->most; i++) {
        b->chunks[i].starts = b->numbers + (2 * i + 1) * p->group_count;
        b->chunks[i].placed = b->numbers + (2 * i + 2) * p->group_count;
    }
    return true;
}

void load_agents_stop(loader *l)
{
    if (!l->batch)
        return;
    memory_release(&l->p->memory.counting, l->batch->numbers, l->batch->numbers_size);
    memory_release(&l->p->memory.counting, l->batch, sizeof *l->batch);
    l->batch = NULL;
}

static void chunk_blame(agent_chunk *c, uint64_t offset, const char *what)
{
    c->fault = (chunk_fault){.what = what, .offset = offset};
}

// ---- the payload of AGENTS

typedef struct agents_reader {
    const unsigned char *bytes;
    size_t size, used;
} agents_reader;

static agents_reader reader_of(const agent_chunk *c)
{
    return (agents_reader){.bytes = c->bytes + sizeof c->head, .size = c->head.size};
}

static bool reader_run(agents_reader *r, chunk_run *run)
{
    if (r->size - r->used < sizeof *run)
        return false;
    memcpy(run, r->bytes + r->used, sizeof *run);
    r->used += sizeof *run;
    return true;
}

// Return the next actor, or NULL if it is not complete.
static const unsigned char *reader_actor(agents_reader *r, uint32_t *size)
{
    if (r->size - r->used < sizeof *size)
        return NULL;
    memcpy(size, r->bytes + r->used, sizeof *size);
    r->used += sizeof *size;
    if (r->size - r->used < *size)
        return NULL;
    r->used += *size;
    return r->bytes + (r->used - *size);
}

// Take the flag off the group of a run. Returns whether the run's agents are done.
static bool run_is_done(const loader *l, chunk_run *run)
{
    bool is_done = l->next.state.is_interrupted && run->group & RUN_IS_DONE;
    run->group = is_done ? run->group & ~RUN_IS_DONE : run->group;
    return is_done;
}

// ---- finding chunks

// Note the COLUMNS after an AGENTS. `next` is the header of the chunk there, or zero.
static void note_columns(const loader *l, agent_chunk *c, const chunk_header *next)
{
    const size_t kept = l->p->hosted.kept.size;
    const uint64_t offset = c->offset + sizeof c->head + c->head.size;
    if (next->kind != CHUNK_COLUMNS && kept)
        chunk_blame(c, offset,
                    "the host of this population keeps values for each agent, but the snapshot "
                    "has none");
    if (next->kind != CHUNK_COLUMNS)
        return;
    if (!kept)
        chunk_blame(c, offset,
                    "the snapshot has values that a host kept for each agent, but the host of "
                    "this population keeps none");
    else if (next->count != c->head.count || next->size != next->count * (uint64_t)kept)
        chunk_blame(c, offset,
                    "the values that the host keeps for each agent have another size in the "
                    "snapshot");
    else
        c->columns = *next;
}

// Return whether `size` bytes follow, `ahead` bytes from here. Those of the first chunk of a batch
// are read if necessary; if they cannot be, set `*result`.
static bool is_in_window(loader *l, size_t ahead, size_t size, gestalt_result *result)
{
    if (ahead > 0)
        return l->window.size - l->window.used - ahead >= size;
    *result = window_need(l, size);
    return *result == GESTALT_OK;
}

// Find the chunk that begins `ahead` bytes from here, and set `*size` to its size, COLUMNS
// included; or to 0, if no AGENTS follows, or if it is not the first of a batch and not in the
// window.
static gestalt_result find_chunk(loader *l, agent_chunk *c, size_t ahead, size_t *size)
{
    gestalt_result result = GESTALT_OK;
    chunk_header next = {0};
    *size = 0;
    c->head = c->columns = next;
    c->fault.what = NULL;
    c->offset = l->offset + ahead;
    if (!is_in_window(l, ahead, sizeof c->head, &result))
        return result;
    memcpy(&c->head, window_at(l) + ahead, sizeof c->head);
    if (c->head.kind != CHUNK_AGENTS || (c->head.size > l->payload_most && ahead > 0))
        return GESTALT_OK;
    if (c->head.size > l->payload_most)
        return load_bad(l, c->offset, "the snapshot is damaged: no chunk begins here");
    size_t wanted = sizeof c->head + c->head.size;
    if (!is_in_window(l, ahead, wanted, &result))
        return result;
    size_t there = l->window.size - l->window.used - ahead;
    if (ahead > 0 ? there >= wanted + sizeof next : window_reach(l, wanted + sizeof next, &result))
        memcpy(&next, window_at(l) + ahead + wanted, sizeof next);
    else if (result != GESTALT_OK || (ahead > 0 && !l->window.has_all))
        return result;
    if (!l->is_plain)
        note_columns(l, c, &next);
    if (c->columns.kind)
        wanted += sizeof next + next.size;
    if (is_in_window(l, ahead, wanted, &result))
        *size = wanted;
    return result;
}

// Collect a batch of chunks. Sets their size in bytes.
static gestalt_result batch_collect(loader *l, size_t *size)
{
    agent_batch *b = l->batch;
    size_t found;
    *size = 0;
    for (b->count = 0; b->count < b->most; *size += found) {
        agent_chunk *c = &b->chunks[b->count];
        gestalt_result result = find_chunk(l, c, *size, &found);
        if (result != GESTALT_OK)
            return result;
        if (found == 0)
            return GESTALT_OK;
        c->bytes = window_at(l) + *size;
        b->count++;
    }
    return GESTALT_OK;
}

// ---- verifying

static uint64_t hash_chunk(const unsigned char *chunk, uint64_t size)
{
    const size_t first = offsetof(chunk_header, kind);
    return hash_bytes(chunk + first, sizeof(chunk_header) - first + size);
}

// Check the runs of a chunk, and that each actor is complete.
static void verify_runs(const loader *l, agent_chunk *c)
{
    agents_reader r = reader_of(c);
    const uint64_t payload = c->offset + sizeof c->head;
    uint64_t count = 0;
    uint32_t size;
    chunk_run run;
    while (r.used < r.size) {
        if (!reader_run(&r, &run)) {
            chunk_blame(c, payload + r.used, "this chunk ends too early");
            return;
        }
        c->first = count == 0 ? run.first : c->first;
        run_is_done(l, &run);
        if (run.group >= l->next.group_count) {
            chunk_blame(c, payload + r.used, "a run's group does not exist");
            return;
        }
        size_t least = sizeof size + actor_size_min(l->next.groups[run.group].plan);
        if (run.count == 0 || run.count > (r.size - r.used) / least) {
            chunk_blame(c, payload + r.used, "a run has too many agents");
            return;
        }
        for (uint32_t i = 0; i < run.count; i++) {
            if (reader_actor(&r, &size))
                continue;
            chunk_blame(c, payload + r.used, "this chunk ends too early");
            return;
        }
        count += run.count;
    }
    if (count != c->head.count || (count == 0 && !l->is_plain))
        chunk_blame(c, payload, "this chunk does not have as many parts as its header counts");
}

static void verify_chunk(void *user, uint32_t thread, uint64_t piece)
{
    const agent_batch *b = user;
    agent_chunk *c = &((agent_batch *)user)->chunks[piece];
    const size_t size = sizeof c->head + c->head.size;
    (void)thread;
    chunk_fault found = c->fault; // of COLUMNS
    c->fault.what = NULL;
    if (c->head.hash != hash_chunk(c->bytes, c->head.size))
        chunk_blame(c, c->offset,
                    "the snapshot is damaged: the hash of this chunk (agents) is wrong");
    else
        verify_runs(b->l, c);
    if (c->fault.what)
        return;
    c->fault = found;
    if (c->columns.kind && c->columns.hash != hash_chunk(c->bytes + size, c->columns.size))
        chunk_blame(c, c->offset + size,
                    "the snapshot is damaged: the hash of this chunk (values) is wrong");
}

// Do a piece of work for each chunk. Then drop all chunks after the first that is wrong.
static void batch_run(agent_batch *b, gestalt_work *work)
{
    if (b->l->p->threads > 1 && b->count > 1)
        pool_run_long(b->l->p->pool, b->count, work, b);
    else
        for (uint32_t i = 0; i < b->count; i++)
            work(b, 0, i);
    for (uint32_t i = 0; i < b->count; i++)
        if (b->chunks[i].fault.what)
            b->count = i + 1;
}

// ---- lanes

static const char *check_ids(const loader *l, const agent_chunk *c, const chunk_run *run,
                             uint64_t end)
{
    if ((l->agent_count > 0 && run->first <= l->last_agent) || run->first >= end ||
        run->count > end - run->first)
        return "the ids are not in order, or are larger than the last id";
    uint64_t block = c->first / GESTALT_ID_BLOCK;
    if (!l->is_plain && (run->first + run->count - 1) / GESTALT_ID_BLOCK != block)
        return "a chunk has agents of several id blocks";
    return NULL;
}

// Give lanes to the agents of a chunk.
static gestalt_result place_chunk(loader *l, agent_chunk *c)
{
    agents_reader r = reader_of(c);
    uint64_t *in_group = l->batch->in_group, end = l->next.state.next_id;
    uint32_t size;
    chunk_run run;
    memcpy(c->starts, in_group, l->p->group_count * sizeof *in_group);
    while (reader_run(&r, &run)) {
        run_is_done(l, &run);
        const char *wrong = check_ids(l, c, &run, end);
        if (wrong) {
            chunk_blame(c, c->offset + sizeof c->head + r.used, wrong);
            return GESTALT_OK;
        }
        l->next.state.next_id = run.first;
        gestalt_result result =
            agents_add(&l->next, &l->next.groups[run.group], run.count, false, l->error);
        l->next.state.next_id = end;
        if (result != GESTALT_OK)
            return result;
        in_group[run.group] += run.count;
        l->last_agent = run.first + (run.count - 1);
        l->agent_count += run.count;
        for (uint32_t i = 0; i < run.count; i++)
            reader_actor(&r, &size);
    }
    return GESTALT_OK;
}

// Give lanes to all agents of a batch, up to the first mistake. Chunks after it are dropped.
static gestalt_result batch_place(loader *l)
{
    agent_batch *b = l->batch;
    for (uint32_t i = 0; i < b->count && !b->chunks[i].fault.what; i++) {
        gestalt_result result = place_chunk(l, &b->chunks[i]);
        if (b->chunks[i].fault.what)
            b->count = i + 1;
        if (result == GESTALT_OK)
            continue;
        b->count = i;
        return result;
    }
    return GESTALT_OK;
}

// ---- actors

// Put an actor into the lane of the agent `at` of its group.
static void put_actor(const loader *l, agent_chunk *c, const chunk_run *run, uint64_t at,
                      const agents_reader *r, uint32_t size)
{
    const group *g = &l->next.groups[run->group];
    const uint32_t lanes = g->layout.lanes;
    const size_t begin = r->used - size;
    const char *wrong = actor_put(g->plan, &g->layout, group_cohort(g, at / lanes),
                                  (unsigned)(at % lanes), r->bytes + begin, size);
    uint64_t offset = c->offset + sizeof c->head + begin;
    if (wrong && (!c->fault.what || offset < c->fault.offset))
        c->fault = (chunk_fault){wrong, offset, run->first + (at - c->placed[run->group]), true};
}

// Put the actors of a run: those for cohorts that the chunk has begun, or the others.
static void put_run(const loader *l, agent_chunk *c, const chunk_run *run, bool is_done,
                    bool is_late, agents_reader *r)
{
    const group *g = &l->next.groups[run->group];
    const uint64_t lanes = g->layout.lanes, start = c->starts[run->group];
    const uint64_t late_end = start % lanes ? start - start % lanes + lanes : 0;
    const uint64_t first = c->placed[run->group];
    uint32_t size;
    for (uint64_t at = first; at < first + run->count; at++) {
        reader_actor(r, &size);
        if ((at < late_end) != is_late) {
            c->late += !is_late;
            continue;
        }
        c->late -= is_late;
        put_actor(l, c, run, at, r, size);
        if (is_done)
            g->agents.done[at / lanes] |= UINT64_C(1) << at % lanes;
        if (c->fault.is_of_agent && !is_late)
            return;
    }
    c->placed[run->group] += run->count;
}

static void put_actors(const loader *l, agent_chunk *c, bool is_late)
{
    agents_reader r = reader_of(c);
    chunk_run run;
    memcpy(c->placed, c->starts, l->p->group_count * sizeof *c->placed);
    while ((is_late ? c->late > 0 : !c->fault.what) && reader_run(&r, &run)) {
        bool is_done = run_is_done(l, &run);
        put_run(l, c, &run, is_done, is_late, &r);
    }
}

static void put_chunk(void *user, uint32_t thread, uint64_t piece)
{
    agent_batch *b = user;
    agent_chunk *c = &b->chunks[piece];
    (void)thread;
    c->late = 0;
    if (!c->fault.what)
        put_actors(b->l, c, false);
}

// ---- chunks that are complete

static gestalt_result put_columns(loader *l, const agent_chunk *c)
{
    const gestalt_kept_values *kept = &l->p->hosted.kept;
    const unsigned char *records = c->bytes + 2 * sizeof c->head + c->head.size;
    agents_reader r = reader_of(c);
    gestalt_result result = GESTALT_OK;
    uint32_t size;
    chunk_run run;
    population_phase before = population_enter(&l->next, POPULATION_IS_READ);
    while (result == GESTALT_OK && reader_run(&r, &run)) {
        run_is_done(l, &run);
        result =
            kept->put(kept->user, &l->next, run.group, run.first, run.count, records, l->error);
        records += run.count * kept->size;
        for (uint32_t i = 0; i < run.count; i++)
            reader_actor(&r, &size);
    }
    population_enter(&l->next, before);
    return result;
}

static void count_chunk(loader *l, uint64_t block, uint64_t offset, uint64_t hash)
{
    const gestalt_snapshot_entry entry = {block, offset, hash};
    if (l->is_plain)
        XXH3_64bits_update(&l->chain, &hash, sizeof hash);
    XXH3_64bits_update(&l->index.found, &entry, sizeof entry);
    l->index.found_count++;
    l->chunk_count++;
}

static gestalt_result blame_chunk(const loader *l, const chunk_fault *f)
{
    if (f->is_of_agent)
        return error_set(l->error, GESTALT_BAD_FILE, f->offset, "agent %llu is wrong: %s",
                         (unsigned long long)f->agent, f->what);
    return load_bad(l, f->offset, f->what);
}

static gestalt_result finish_chunk(loader *l, agent_chunk *c)
{
    if (c->late > 0)
        put_actors(l, c, true);
    if (c->fault.what)
        return blame_chunk(l, &c->fault);
    const uint64_t block = c->first / GESTALT_ID_BLOCK;
    gestalt_result result = c->columns.kind ? put_columns(l, c) : GESTALT_OK;
    count_chunk(l, block, c->offset, c->head.hash);
    if (c->columns.kind)
        count_chunk(l, block, c->offset + sizeof c->head + c->head.size, c->columns.hash);
    return result;
}

gestalt_result load_agents(loader *l)
{
    agent_batch *b = l->batch;
    size_t size;
    gestalt_result result = batch_collect(l, &size);
    if (result != GESTALT_OK)
        return result;
    batch_run(b, verify_chunk);
    gestalt_result placed = batch_place(l);
    gestalt_error reason = {0};
    if (placed != GESTALT_OK && l->error)
        reason = *l->error;
    batch_run(b, put_chunk);
    for (uint32_t i = 0; i < b->count; i++) {
        result = finish_chunk(l, &b->chunks[i]);
        if (result != GESTALT_OK)
            return result;
    }
    if (placed != GESTALT_OK && l->error)
        *l->error = reason;
    window_pass(l, size);
    return placed;
}
