// SPDX-License-Identifier: MIT
// Encoding the agents of snapshots. A thread encodes an id block into a buffer, until the block
// ends or the buffer has no room for another chunk; then it waits until the buffer has been
// written.
#include "snapshot_blocks.h"

#include "actor.h"
#include "error.h"
#include "group.h"
#include "id_blocks.h"
#include "memory.h"
#include "place.h"
#include "snapshot_format.h"

enum {
    BLOCKS_AT_ONCE = 64,    // most blocks that are encoded at a time
    ROOM_LEAST = 384 << 10, // most blocks of small agents fit into this many bytes
    ROOM_OF_ALL = 32 << 20, // most bytes of all buffers, if blocks are small enough
    ENTRIES_AT_ONCE = 64,
};

// A block that is being encoded.
typedef struct block_slot {
    unsigned char *bytes;
    size_t used;
    uint64_t block;
    agents_walk walk;
    bool is_done; // all agents of the block are in this buffer, or were in one before
} block_slot;

typedef struct blocks_work {
    const gestalt_population *p;
    gestalt_writer writer;
    gestalt_entry_list entries;
    size_t chunk_most; // most bytes of AGENTS and its COLUMNS
    size_t room;       // bytes of a slot
    block_slot slots[BLOCKS_AT_ONCE];
    uint32_t slot_count;
    uint64_t offset;
} blocks_work;

// ---- encoding

// AGENTS that are being encoded, and the run that its last agent belongs to.
typedef struct agents_chunk {
    unsigned char *bytes;
    size_t used;
    chunk_header head;
    chunk_run run;
    size_t run_at; // offset of the run, or 0
} agents_chunk;

// Return the group as a chunk_run contains it.
static uint32_t run_group_of(const place *where)
{
    const group *g = where->group;
    bool is_done = g->agents.done && g->agents.done[where->index] >> where->lane & 1;
    return is_done ? g->number | RUN_IS_DONE : g->number;
}

static void run_end(const agents_chunk *c)
{
    if (c->run_at)
        memcpy(c->bytes + c->run_at, &c->run, sizeof c->run);
}

// Append an agent to the current run, or begin a new run.
static void encode_agent(agents_chunk *c, uint64_t id, const place *where)
{
    const group *g = where->group;
    uint32_t of = run_group_of(where);
    if (c->run_at == 0 || id != c->run.first + c->run.count || of != c->run.group) {
        run_end(c);
        c->run = (chunk_run){.first = id, .group = of};
        c->run_at = c->used;
        c->used += sizeof c->run;
    }
    c->run.count++;
    c->head.count++;
    unsigned char *actor = c->bytes + c->used + sizeof(uint32_t);
    uint32_t size = (uint32_t)actor_take(g->plan, &g->layout, where->cohort, where->lane, actor);
    memcpy(c->bytes + c->used, &size, sizeof size);
    c->used += sizeof size + size;
}

// Append what the host keeps for the agents of a complete AGENTS. Returns the size of COLUMNS.
static size_t encode_columns(const gestalt_kept_values *kept, const agents_chunk *c)
{
    unsigned char *chunk = c->bytes + c->used, *records = chunk + sizeof(chunk_header);
    size_t at = sizeof c->head;
    chunk_run run;
    while (at < c->used) {
        memcpy(&run, c->bytes + at, sizeof run);
        kept->take(kept->user, run.group & ~RUN_IS_DONE, run.first, run.count, records);
        records += run.count * kept->size;
        at += sizeof run;
        for (uint32_t i = 0; i < run.count; i++) {
            uint32_t size;
            memcpy(&size, c->bytes + at, sizeof size);
            at += sizeof size + size;
        }
    }
    size_t size = c->head.count * kept->size;
    chunk_seal(chunk, (chunk_header){.kind = CHUNK_COLUMNS, .count = c->head.count, .size = size});
    return sizeof(chunk_header) + size;
}

// Encode one AGENTS and its COLUMNS, or note that the block has no more agents.
static void encode_chunk(const gestalt_kept_values *kept, block_slot *s)
{
    agents_chunk c = {.bytes = s->bytes + s->used, .used = sizeof c.head};
    uint64_t id;
    place where;
    c.head.kind = CHUNK_AGENTS;
    while (c.used - sizeof c.head < SNAPSHOT_CHUNK_SIZE && !s->is_done) {
        if (agents_walk_next(&s->walk, &id, &where))
            encode_agent(&c, id, &where);
        else
            s->is_done = true;
    }
    if (c.head.count == 0)
        return;
    run_end(&c);
    c.head.size = c.used - sizeof c.head;
    chunk_seal(c.bytes, c.head);
    s->used += c.used;
    if (kept->size)
        s->used += encode_columns(kept, &c);
}

static void encode_block(void *user, uint32_t thread, uint64_t piece)
{
    blocks_work *w = user;
    block_slot *s = &w->slots[piece];
    (void)thread;
    s->used = 0;
    while (!s->is_done && w->room - s->used >= w->chunk_most)
        encode_chunk(&w->p->hosted.kept, s);
}

// ---- writing

static gestalt_result list_entries(blocks_work *w, const block_slot *s, gestalt_error *error)
{
    gestalt_snapshot_entry list[ENTRIES_AT_ONCE];
    uint64_t count = 0;
    chunk_header head;
    for (size_t at = 0; at < s->used; at += sizeof head + head.size) {
        memcpy(&head, s->bytes + at, sizeof head);
        list[count++] = (gestalt_snapshot_entry){s->block, w->offset + at, head.hash};
        if (count < ENTRIES_AT_ONCE && at + sizeof head + head.size < s->used)
            continue;
        if (!w->entries.add(w->entries.user, list, count))
            return error_no_memory(error);
        count = 0;
    }
    w->offset += s->used;
    return GESTALT_OK;
}

// Write a block, the rest of which is encoded here if it was too large.
static gestalt_result write_block(blocks_work *w, uint32_t index, gestalt_error *error)
{
    const block_slot *s = &w->slots[index];
    while (s->used > 0) {
        gestalt_result result = list_entries(w, s, error);
        if (result != GESTALT_OK)
            return result;
        if (!w->writer.write(w->writer.user, (const char *)s->bytes, s->used))
            return error_set(error, GESTALT_IO, 0, "the snapshot's writer failed");
        encode_block(w, 0, index);
    }
    return GESTALT_OK;
}

static gestalt_result save_batch(blocks_work *w, uint32_t count, gestalt_error *error)
{
    gestalt_result result = GESTALT_OK;
    if (w->p->threads > 1 && count > 1)
        pool_run_long(w->p->pool, count, encode_block, w);
    else
        for (uint32_t i = 0; i < count; i++)
            encode_block(w, 0, i);
    for (uint32_t i = 0; i < count && result == GESTALT_OK; i++)
        result = write_block(w, i, error);
    return result;
}

static gestalt_result save_all_blocks(blocks_work *w, uint64_t first, uint64_t end,
                                      gestalt_error *error)
{
    uint64_t blocks[BLOCKS_AT_ONCE];
    gestalt_result result = GESTALT_OK;
    uint32_t count;
    while (result == GESTALT_OK &&
           (count = id_blocks_list(w->p, &first, end, blocks, w->slot_count)) > 0) {
        for (uint32_t i = 0; i < count; i++) {
            block_slot *s = &w->slots[i];
            s->block = blocks[i];
            s->walk = id_block_walk(w->p, blocks[i]);
            s->is_done = false;
        }
        result = save_batch(w, count, error);
    }
    return result;
}

// Return the most bytes of AGENTS and its COLUMNS.
static size_t chunk_most_of(const gestalt_population *p)
{
    size_t most = 0;
    for (uint32_t i = 0; i < p->group_count; i++) {
        size_t actor = actor_size_max(p->groups[i].plan);
        most = actor > most ? actor : most;
    }
    most += sizeof(chunk_header) + SNAPSHOT_CHUNK_SIZE + sizeof(chunk_run) + sizeof(uint32_t);
    return p->hosted.kept.size
               ? most + sizeof(chunk_header) + GESTALT_ID_BLOCK * p->hosted.kept.size
               : most;
}

gestalt_result blocks_save(gestalt_population *p, uint64_t first, uint64_t end,
                           gestalt_writer writer, gestalt_entry_list entries, uint64_t *base,
                           gestalt_error *error)
{
    blocks_work w = {.p = p,
                     .writer = writer,
                     .entries = entries,
                     .chunk_most = chunk_most_of(p),
                     .offset = *base};
    w.room = w.chunk_most > ROOM_LEAST ? w.chunk_most : ROOM_LEAST;
    w.slot_count = p->threads > 1 ? (uint32_t)(ROOM_OF_ALL / w.room) : 1;
    w.slot_count = w.slot_count > BLOCKS_AT_ONCE ? BLOCKS_AT_ONCE : w.slot_count;
    w.slot_count = w.slot_count < 1 ? 1 : w.slot_count;
    uint64_t next = first, blocks[BLOCKS_AT_ONCE];
    uint32_t wanted = id_blocks_list(p, &next, end, blocks, w.slot_count);
    if (wanted == 0)
        return GESTALT_OK;
    w.slot_count = wanted;
    size_t size = w.room * w.slot_count;
    unsigned char *bytes = memory_new(&p->memory.counting, size);
    if (!bytes)
        return error_no_memory(error);
    for (uint32_t i = 0; i < w.slot_count; i++)
        w.slots[i].bytes = bytes + i * w.room;
    gestalt_result result = save_all_blocks(&w, first, end, error);
    memory_release(&p->memory.counting, bytes, size);
    *base = w.offset;
    return result;
}
