// SPDX-License-Identifier: MIT
// Writing a frame of a group. Pieces of 64 blocks are independent: the threads that tick write a
// few pieces at a time in parallel, each into a buffer of its own. Then the pieces are joined.
#include "tree_source.h"

#include "tree_share.h"
#include "tree_writer.h"

enum { PIECES_AT_ONCE = 64, ROOM_AT_ONCE = 16 << 20 }; // pieces; bytes

// Pieces that are written in parallel.
typedef struct piece_work {
    tree_source *source;
    bool is_apart;  // each block is written as a part
    uint64_t first; // index of the first piece
    // by piece: its sizes, the current state of a block, and the bytes
    unsigned char *room;
    size_t room_size; // size of one piece's room
} piece_work;

// The beginning of a piece's room. The masks and numbers of a block follow, then the bytes.
typedef struct piece_room {
    uint32_t head_size;         // size of the word that selects the changed blocks
    size_t size;                // size of the changed blocks
    uint32_t count;             // number of blocks
    uint32_t sizes[TREE_PIECE]; // by block: size of its bytes
    tree_now now;
    unsigned char head[TREE_ROW_SIZE_MAX];
} piece_room;

static size_t now_size(const tree_source *s)
{
    const tree_state *state = &s->state;
    return 2 * (size_t)state->mask_count * sizeof(uint64_t) +
           (size_t)state->column_count * TREE_LANES * sizeof(uint32_t);
}

static size_t piece_size(const tree_source *s)
{
    size_t size = sizeof(piece_room) + now_size(s) + TREE_PIECE * tree_block_size(&s->state) + 64;
    return size / 64 * 64;
}

// ---- current states

// Move the lanes of a run to where its agents are recorded.
static uint64_t lanes_of_run(const tree_run *run, uint64_t lanes)
{
    return (lanes >> run->lane & tree_lanes(run->count)) << run->first % TREE_LANES;
}

static void gather_keys(const tree_source *s, const tree_run *run, tree_now *now)
{
    uint64_t *masks = now->masks + s->engine_masks;
    uint32_t *columns = now->columns + run->first % TREE_LANES;
    for (uint32_t i = 0; i < s->key_count; i++) {
        if (s->keys[i].shared)
            continue;
        gestalt_key key = s->keys[i];
        key.capacity = 0; // the column of a list is that of its number of elements
        gestalt_column column = gestalt_population_column(s->population, s->group, run->index, key);
        if (s->keys[i].type == GESTALT_BOOL) {
            *masks++ |= lanes_of_run(run, *column.bools);
            continue;
        }
        if (column.ints)
            memcpy(columns, column.ints + run->lane, run->count * sizeof *columns);
        columns += TREE_LANES;
    }
}

// Read the agents of a run. The masks of the population's block go to `masks`, which is
// `now->masks` if they need not move.
static void gather_run(const tree_source *s, const tree_run *run, tree_now *now, uint64_t *masks)
{
    now->lanes |= tree_lanes(run->count) << run->first % TREE_LANES;
    gestalt_population_block_masks(s->population, s->group, run->index, masks, s->engine_masks);
    for (uint32_t i = 0; masks != now->masks && i < s->engine_masks; i++)
        now->masks[i] |= lanes_of_run(run, masks[i]);
    gather_keys(s, run, now);
}

static void gather(const tree_source *s, uint64_t index, tree_now *now, uint64_t *spare)
{
    const tree_run *run = s->runs.list + s->runs.begins[index],
                   *end = s->runs.list + s->runs.begins[index + 1];
    bool stays = end - run == 1 && run->lane == run->first % TREE_LANES;
    now->lanes = 0;
    now->follows = true;
    now->first = s->runs.numbers[index] * TREE_LANES;
    memset(now->masks, 0, s->state.mask_count * sizeof *now->masks);
    for (; run < end; run++)
        gather_run(s, run, now, stays ? now->masks : spare);
    if (~now->lanes)
        for (uint32_t i = 0; i < s->state.mask_count; i++)
            now->masks[i] &= now->lanes;
}

// ---- pieces

static void piece_put(void *user, uint32_t thread, uint64_t number)
{
    (void)thread;
    const piece_work *w = user;
    tree_source *s = w->source;
    piece_room *room = (piece_room *)(void *)(w->room + number * w->room_size);
    uint64_t *masks = (uint64_t *)(void *)(room + 1), *spare = masks + s->state.mask_count;
    room->now.masks = masks;
    room->now.columns = (uint32_t *)(void *)(spare + s->state.mask_count);
    unsigned char *bytes = (unsigned char *)masks + now_size(s), *to = bytes;
    uint64_t first = (w->first + number) * TREE_PIECE, changed = 0;
    uint64_t end =
        first + TREE_PIECE < s->state.block_count ? first + TREE_PIECE : s->state.block_count;
    for (uint64_t i = first; i < end; i++) {
        gather(s, i, &room->now, spare);
        unsigned char *behind = tree_put_block(&s->state, i, &room->now,
                                               s->frame.is_key || i >= s->frame.known_blocks, to);
        changed |= (uint64_t)(behind != to) << (i - first);
        room->sizes[i - first] = (uint32_t)(behind - to);
        to = behind;
    }
    room->count = (uint32_t)(end - first);
    room->head_size = (uint32_t)(words_put(room->head, changed) - room->head);
    room->size = (size_t)(to - bytes);
}

static void parts_add(const piece_work *w, uint64_t piece, const piece_room *room,
                      const unsigned char *bytes, chunk_bytes *to)
{
    const tree_source *s = w->source;
    for (uint32_t i = 0; i < room->count; i++) {
        const tree_part part = {s->runs.numbers[piece * TREE_PIECE + i], s->group, room->sizes[i]};
        chunk_bytes_add(to, &part, sizeof part);
        chunk_bytes_add(to, bytes, part.size);
        bytes += part.size;
    }
}

static void pieces_add(const piece_work *w, uint64_t count, chunk_bytes *to)
{
    for (uint64_t i = 0; i < count; i++) {
        const unsigned char *bytes = w->room + i * w->room_size;
        const piece_room *room = (const piece_room *)(const void *)bytes;
        bytes += sizeof *room + now_size(w->source);
        if (w->is_apart) {
            parts_add(w, w->first + i, room, bytes, to);
            continue;
        }
        chunk_bytes_add(to, room->head, room->head_size);
        chunk_bytes_add(to, bytes, room->size);
    }
}

bool tree_source_put_blocks(tree_source *s, bool is_apart, chunk_bytes *to)
{
    uint64_t pieces = (s->state.block_count + TREE_PIECE - 1) / TREE_PIECE;
    piece_work w = {.source = s, .is_apart = is_apart};
    w.room_size = piece_size(s);
    uint64_t most = ROOM_AT_ONCE / w.room_size, at_once = most < 1 ? 1 : most;
    at_once = at_once > PIECES_AT_ONCE ? PIECES_AT_ONCE : at_once;
    at_once = at_once > pieces ? pieces : at_once;
    w.room = pieces > 0 ? memory_new(&to->allocator, at_once * w.room_size) : NULL;
    if (pieces > 0 && !w.room)
        return false;
    for (; w.first < pieces; w.first += at_once) {
        uint64_t count = pieces - w.first < at_once ? pieces - w.first : at_once;
        gestalt_population_run(s->population, count, true, piece_put, &w);
        pieces_add(&w, count, to);
    }
    memory_release(&to->allocator, w.room, at_once * w.room_size);
    return !to->has_failed;
}

// ---- counts

static uint64_t since(uint64_t now, uint64_t before)
{
    return now >= before ? now - before : now;
}

// Get the counts of each node since the last frame; 0 if nodes are not counted.
static void find_counts(tree_source *s)
{
    gestalt_node_counts *now = s->last + s->node_count, *to = tree_source_counts(s);
    s->frame.has_counts = gestalt_population_node_counts(s->population, s->group, true, now,
                                                         s->node_count, NULL) == GESTALT_OK;
    memset(to, 0, s->node_count * sizeof *to);
    if (!s->frame.has_counts)
        memcpy(now, s->last, s->node_count * sizeof *now);
    for (uint32_t i = 0; s->frame.has_counts && i < s->node_count; i++) {
        const gestalt_node_counts *before = &s->last[i];
        to[i] = (gestalt_node_counts){.succeeded = since(now[i].succeeded, before->succeeded),
                                      .failed = since(now[i].failed, before->failed),
                                      .running = since(now[i].running, before->running),
                                      .abandoned = since(now[i].abandoned, before->abandoned)};
    }
}

// Return the number of elements of a shared list.
static int32_t shared_count(const tree_source *s, const char *name)
{
    size_t count = 0;
    gestalt_population_read_shared_list(s->population, s->group, name, NULL, 0, &count, NULL);
    return (int32_t)count;
}

static void put_shared(const tree_source *s, chunk_bytes *to)
{
    char name[TREE_NAME_MAX + 1];
    for (uint32_t i = 0; i < s->key_count; i++) {
        gestalt_value value = {.type = GESTALT_INT};
        if (!s->keys[i].shared)
            continue;
        tree_source_key_name(s, i, name);
        if (s->keys[i].capacity > 0)
            value.integer = shared_count(s, name);
        else
            gestalt_population_read_shared(s->population, s->group, name, &value, NULL);
        tree_writer_shared(to, &value);
    }
}

// ---- frames

bool tree_source_begin(tree_source *s, const gestalt_allocator *a)
{
    find_counts(s);
    if (!tree_runs_find(&s->runs, s->population, s->group, a))
        return false;
    s->frame.is_key = s->needs_key || !tree_runs_fit(&s->runs, s->blocks_end);
    s->frame.end = tree_runs_end(&s->runs);
    return true;
}

void tree_source_put_head(const tree_source *s, uint64_t block_count, chunk_bytes *to)
{
    unsigned char flags = (unsigned char)((s->frame.is_key ? TREE_GROUP_KEY : 0) |
                                          (s->frame.has_counts ? TREE_GROUP_COUNTS : 0));
    chunk_bytes_add(to, &flags, 1);
    chunk_bytes_add_number(to, block_count);
}

bool tree_source_assign(tree_source *s, const gestalt_allocator *a)
{
    s->frame.known_blocks = s->state.block_count;
    s->needs_key = true;
    return tree_runs_assign(&s->runs, s->frame.is_key, a) &&
           tree_state_resize(&s->state, a, s->runs.block_count);
}

void tree_source_put_tail(const tree_source *s, chunk_bytes *to)
{
    const gestalt_node_counts *counts = s->last + 2 * (size_t)s->node_count;
    for (uint32_t i = 0; s->frame.has_counts && i < s->node_count; i++)
        tree_writer_counts(to, &counts[i]);
    put_shared(s, to);
}

void tree_source_commit(tree_source *s)
{
    memcpy(s->last, s->last + s->node_count, s->node_count * sizeof *s->last);
    s->blocks_end = s->frame.is_key || s->frame.end > s->blocks_end ? s->frame.end : s->blocks_end;
    s->needs_key = false;
}
