// SPDX-License-Identifier: MIT
// Writing a frame of a group. Pieces of 64 blocks are independent: the threads that tick write a
// few pieces at a time in parallel, each into a buffer of its own. Then the pieces are joined.
#include "tree_source.h"

#include "tree_writer.h"

enum { PIECES_AT_ONCE = 64, ROOM_AT_ONCE = 16 << 20 }; // pieces; bytes

// Pieces that are written in parallel.
typedef struct piece_work {
    tree_source *source;
    bool is_key;
    uint64_t first;        // index of the first piece
    uint64_t known_blocks; // number of blocks in the previous frame
    // by piece: its sizes, the current state of a block, and the bytes
    unsigned char *room;
    size_t room_size; // size of one piece's room
} piece_work;

// The beginning of a piece's room. The masks and numbers of a block follow, then the bytes.
typedef struct piece_room {
    uint32_t head_size; // size of the word that selects the changed blocks
    size_t size;        // size of the changed blocks
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

static void gather_keys(const tree_source *s, uint64_t index, uint32_t shift, tree_now *now)
{
    uint64_t *masks = now->masks + s->engine_masks;
    uint32_t *columns = now->columns;
    for (uint32_t i = 0; i < s->key_count; i++) {
        if (s->keys[i].shared)
            continue;
        gestalt_key key = s->keys[i];
        key.capacity = 0; // the column of a list is that of its number of elements
        gestalt_column column = gestalt_population_column(s->population, s->group, index, key);
        if (s->keys[i].type == GESTALT_BOOL) {
            *masks++ |= *column.bools << shift;
            continue;
        }
        if (column.ints)
            memcpy(columns + shift, column.ints, s->lane_count * sizeof *columns);
        columns += TREE_LANES;
    }
}

static void gather_ids(const gestalt_block *block, uint32_t shift, tree_now *now)
{
    for (uint64_t left = block->lanes; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctzll(left);
        now->ids[shift + lane] = block->agents ? block->agents[lane] : block->first_agent + lane;
    }
}

static uint64_t lanes_of(const tree_source *s, uint64_t lanes)
{
    return s->lane_count < 64 ? lanes & ((UINT64_C(1) << s->lane_count) - 1) : lanes;
}

// Read one of the population's blocks into the lanes from `shift` on; `spare` has room for its
// masks.
static void gather_block(const tree_source *s, uint64_t index, uint32_t shift, tree_now *now,
                         uint64_t *spare)
{
    gestalt_block block;
    if (!gestalt_population_block(s->population, s->group, index, &block))
        return;
    uint64_t lanes = lanes_of(s, block.lanes);
    now->lanes |= lanes << shift;
    now->follows = s->blocks_in_one == 1 && !block.agents;
    now->first = block.first_agent;
    if (!now->follows)
        gather_ids(&block, shift, now);
    uint64_t *to = shift == 0 ? now->masks : spare;
    gestalt_population_block_masks(s->population, s->group, index, to, s->engine_masks);
    if (shift > 0)
        for (uint32_t i = 0; i < s->engine_masks; i++)
            now->masks[i] |= (spare[i] & lanes) << shift;
    gather_keys(s, index, shift, now);
}

static void gather(const tree_source *s, uint64_t index, tree_now *now, uint64_t *spare)
{
    now->lanes = 0;
    memset(now->masks, 0, s->state.mask_count * sizeof *now->masks);
    for (uint32_t i = 0; i < s->blocks_in_one; i++)
        gather_block(s, index * s->blocks_in_one + i, i * s->lane_count, now, spare);
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
        unsigned char *behind =
            tree_put_block(&s->state, i, &room->now, w->is_key || i >= w->known_blocks, to);
        changed |= (uint64_t)(behind != to) << (i - first);
        to = behind;
    }
    room->head_size = (uint32_t)(words_put(room->head, changed) - room->head);
    room->size = (size_t)(to - bytes);
}

static void pieces_add(const piece_work *w, uint64_t count, chunk_bytes *to)
{
    for (uint64_t i = 0; i < count; i++) {
        const unsigned char *bytes = w->room + i * w->room_size;
        const piece_room *room = (const piece_room *)(const void *)bytes;
        chunk_bytes_add(to, room->head, room->head_size);
        chunk_bytes_add(to, bytes + sizeof *room + now_size(w->source), room->size);
    }
}

static bool put_pieces(tree_source *s, bool is_key, uint64_t known_blocks, chunk_bytes *to)
{
    uint64_t pieces = (s->state.block_count + TREE_PIECE - 1) / TREE_PIECE;
    piece_work w = {.source = s, .is_key = is_key, .known_blocks = known_blocks};
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

// Write the counts of each node since the last frame, if nodes are counted.
static void put_counts(tree_source *s, const gestalt_node_counts *now, chunk_bytes *to)
{
    for (uint32_t i = 0; i < s->node_count; i++) {
        const gestalt_node_counts *before = &s->last[i];
        gestalt_node_counts counts = {.succeeded = since(now[i].succeeded, before->succeeded),
                                      .failed = since(now[i].failed, before->failed),
                                      .running = since(now[i].running, before->running),
                                      .abandoned = since(now[i].abandoned, before->abandoned)};
        tree_writer_counts(to, &counts);
    }
    memcpy(s->last, now, s->node_count * sizeof *now);
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

bool tree_source_put(tree_source *s, bool is_key, chunk_bytes *to)
{
    gestalt_node_counts *now = s->last + s->node_count;
    bool has_counts = gestalt_population_node_counts(s->population, s->group, true, now,
                                                     s->node_count, NULL) == GESTALT_OK;
    uint64_t blocks = gestalt_population_block_count(s->population, s->group);
    gestalt_block block = {.lane_count = TREE_LANES};
    gestalt_population_block(s->population, s->group, 0, &block);
    s->lane_count = block.lane_count;
    s->blocks_in_one = TREE_LANES / block.lane_count;
    uint64_t count = (blocks + s->blocks_in_one - 1) / s->blocks_in_one;
    uint64_t known = s->state.block_count;
    is_key = is_key || s->needs_key;
    s->needs_key = true;
    if (!tree_state_resize(&s->state, &to->allocator, count))
        return false;
    unsigned char flags =
        (unsigned char)((is_key ? TREE_GROUP_KEY : 0) | (has_counts ? TREE_GROUP_COUNTS : 0));
    chunk_bytes_add(to, &flags, 1);
    chunk_bytes_add_number(to, count);
    if (!put_pieces(s, is_key, known, to))
        return false;
    if (has_counts)
        put_counts(s, now, to);
    put_shared(s, to);
    s->needs_key = to->has_failed;
    return !to->has_failed;
}
