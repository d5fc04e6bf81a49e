// SPDX-License-Identifier: MIT
// Copying a recording while it is read. The copier stores a group's agents as the recorder does, so
// that frames contain differences from the last copied frame. Selected agents are packed into
// blocks of their own.
#include "error.h"
#include "misuse.h"
#include "record.h"
#include "tree_state.h"
#include "tree_writer.h"

typedef struct copied_group {
    uint64_t version; // version of the tree that was written last; 0 if none was written
    tree_state state;
    bool needs_key;
    gestalt_node_counts *counts; // sums since the last copied frame
    size_t counts_room;
    uint64_t counts_version; // version of the tree that was counted
    bool has_counts;
} copied_group;

struct gestalt_tree_copier {
    gestalt_tree_copier_options options;
    gestalt_allocator allocator;
    chunk_writer *out; // that of options.recorder, or `own`
    chunk_writer own;
    chunk_bytes piece; // changed blocks of a piece
    chunk_bytes room;  // buffer for the masks and numbers of a block
    copied_group *groups;
    uint32_t group_count;
    uint64_t frame_count, last_tick;
    bool has_asked; // true after the chunk of expressions has been written
    bool is_finished;
};

// Copies a group's blocks into a frame.
typedef struct block_copy {
    gestalt_tree_copier *copier;
    copied_group *g;
    bool is_key;
    uint64_t known;   // number of blocks in the previous frame
    uint64_t index;   // index of the next block
    uint64_t changed; // mask of the changed blocks in the piece
    uint32_t lane;    // next lane of the block that is being packed
    tree_now now;
} block_copy;

static gestalt_result copier_fail(gestalt_tree_copier *c, gestalt_error *error)
{
    c->out->has_failed = true;
    return error_no_memory(error);
}

static bool copier_wants(const gestalt_tree_copier *c, uint64_t agent)
{
    return !c->options.wants || c->options.wants(c->options.user, agent);
}

// ---- trees

static void put_words(const char *const *words, uint32_t count, chunk_bytes *to)
{
    for (uint32_t i = 0; i < count; i++)
        tree_writer_word(to, words[i]);
}

static void put_tree(const gestalt_tree_recording *recording, const gestalt_tree_group *tree,
                     uint32_t group, chunk_bytes *to)
{
    tree_entry entry = {.group = group,
                        .node_count = tree->node_count,
                        .mask_count = tree->mask_count,
                        .key_count = tree->key_count,
                        .name_size = (uint32_t)strlen(tree->name),
                        .tree_size = (uint32_t)strlen(tree->tree)};
    for (uint32_t i = 0; i < tree->key_count; i++)
        entry.mask_count -= tree->keys[i].type == GESTALT_BOOL;
    gestalt_tree_shared shared;
    while (
        gestalt_tree_recording_shared(recording, group, entry.key_count - tree->key_count, &shared))
        entry.key_count++;
    chunk_bytes_add(to, &entry, sizeof entry);
    chunk_bytes_add(to, tree->name, entry.name_size);
    chunk_bytes_add(to, tree->tree, entry.tree_size);
    for (uint32_t i = 0; i < tree->node_count; i++)
        tree_writer_node(to, &tree->nodes[i]);
    for (uint32_t i = 0; i < tree->key_count; i++) {
        const gestalt_tree_key *key = &tree->keys[i];
        tree_writer_key(to, key->name, key->type, false, key->word_count);
        put_words(key->words, key->word_count, to);
    }
    for (uint32_t i = 0; gestalt_tree_recording_shared(recording, group, i, &shared); i++) {
        tree_writer_key(to, shared.name, shared.value.type, true, shared.word_count);
        put_words(shared.words, shared.word_count, to);
    }
}

static gestalt_result copy_trees(gestalt_tree_copier *c, const gestalt_tree_frame *frame,
                                 gestalt_error *error)
{
    gestalt_result result = GESTALT_OK;
    for (uint32_t i = 0; result == GESTALT_OK && i < c->group_count; i++) {
        copied_group *g = &c->groups[i];
        gestalt_tree_group tree;
        uint64_t version = gestalt_tree_recording_version(c->options.recording, i);
        if (version == g->version)
            continue;
        gestalt_tree_recording_group(c->options.recording, i, &tree);
        tree_state_release(&g->state, &c->allocator);
        g->state.mask_count = tree.mask_count;
        g->state.column_count = tree.column_count;
        g->needs_key = true;
        g->version = version;
        chunk_writer_start(c->out);
        put_tree(c->options.recording, &tree, i, &c->out->chunk);
        record_chunk head = {.kind = RECORD_CHUNK_TREE, .step = frame->tick, .time = frame->time};
        result = chunk_writer_end(c->out, head, error);
    }
    return result;
}

// ---- counts

// Add the counts of a frame that was read to the counts of skipped frames.
static bool add_counts(gestalt_tree_copier *c, uint32_t group, const gestalt_tree_group *tree)
{
    copied_group *g = &c->groups[group];
    uint64_t version = gestalt_tree_recording_version(c->options.recording, group);
    if (!tree->counts)
        return true;
    if (!ARRAY_RESERVE(&c->allocator, g->counts, g->counts_room, tree->node_count))
        return false;
    if (!g->has_counts || g->counts_version != version)
        memset(g->counts, 0, tree->node_count * sizeof *g->counts);
    for (uint32_t i = 0; i < tree->node_count; i++) {
        g->counts[i].succeeded += tree->counts[i].succeeded;
        g->counts[i].failed += tree->counts[i].failed;
        g->counts[i].running += tree->counts[i].running;
        g->counts[i].abandoned += tree->counts[i].abandoned;
    }
    g->counts_version = version;
    g->has_counts = true;
    return true;
}

// Set an error and return true if the copier is NULL, or if its own sink makes the call.
#define COPIER_IS_WRONG(c, error)                                                                  \
    (MISUSE_NULL(c, "copier", error) || chunk_writer_is_busy(__func__, (c)->out, error))

gestalt_result gestalt_tree_copier_skip(gestalt_tree_copier *c, gestalt_error *error)
{
    gestalt_tree_group tree;
    if (COPIER_IS_WRONG(c, error))
        return GESTALT_MISUSE;
    for (uint32_t i = 0; i < c->group_count; i++)
        if (gestalt_tree_recording_group(c->options.recording, i, &tree) &&
            !add_counts(c, i, &tree))
            return copier_fail(c, error);
    return GESTALT_OK;
}

// ---- blocks

// Write the current piece.
static void flush_piece(block_copy *b)
{
    gestalt_tree_copier *c = b->copier;
    unsigned char word[TREE_ROW_SIZE_MAX];
    chunk_bytes_add(&c->out->chunk, word, (size_t)(words_put(word, b->changed) - word));
    chunk_bytes_add(&c->out->chunk, c->piece.bytes, c->piece.size);
    c->piece.size = 0;
    b->changed = 0;
}

static void forget_now(block_copy *b)
{
    b->now.lanes = 0;
    memset(b->now.masks, 0, b->g->state.mask_count * sizeof *b->now.masks);
}

static void put_block(block_copy *b)
{
    gestalt_tree_copier *c = b->copier;
    unsigned char *to = chunk_bytes_reserve(&c->piece, tree_block_size(&b->g->state));
    if (!to)
        return;
    bool in_full = b->is_key || b->index >= b->known;
    unsigned char *behind = tree_put_block(&b->g->state, b->index, &b->now, in_full, to);
    c->piece.size += (uint64_t)(behind - to);
    b->changed |= (uint64_t)(behind != to) << b->index % TREE_PIECE;
    b->lane = 0;
    forget_now(b);
    if (++b->index % TREE_PIECE == 0 || b->index == b->g->state.block_count)
        flush_piece(b);
}

static void take_whole(block_copy *b, const gestalt_tree_block *block)
{
    const tree_state *s = &b->g->state;
    b->now.lanes = block->lanes;
    memcpy(b->now.ids, block->agents, sizeof b->now.ids);
    memcpy(b->now.masks, block->masks, s->mask_count * sizeof *block->masks);
    if (s->column_count > 0)
        memcpy(b->now.columns, block->columns,
               (size_t)s->column_count * TREE_LANES * sizeof *block->columns);
    put_block(b);
}

// Pack the selected agents of a block after the agents of the previous blocks.
static void take_lanes(block_copy *b, const gestalt_tree_block *block)
{
    const tree_state *s = &b->g->state;
    for (uint64_t left = block->lanes; left; left &= left - 1) {
        uint32_t from = (uint32_t)__builtin_ctzll(left), to = b->lane;
        if (!copier_wants(b->copier, block->agents[from]))
            continue;
        b->now.lanes |= UINT64_C(1) << to;
        b->now.ids[to] = block->agents[from];
        for (uint32_t i = 0; i < s->mask_count; i++)
            b->now.masks[i] |= (block->masks[i] >> from & 1) << to;
        for (uint32_t i = 0; i < s->column_count; i++)
            b->now.columns[i * TREE_LANES + to] = block->columns[i * TREE_LANES + from];
        if (++b->lane == TREE_LANES)
            put_block(b);
    }
}

static uint64_t count_wanted(const gestalt_tree_copier *c, uint32_t group, uint64_t *blocks)
{
    uint64_t count = 0, all = 0;
    gestalt_tree_block block;
    for (; gestalt_tree_recording_block(c->options.recording, group, all, &block); all++) {
        if (!c->options.wants)
            count += (uint64_t)__builtin_popcountll(block.lanes);
        for (uint64_t left = c->options.wants ? block.lanes : 0; left; left &= left - 1)
            count += copier_wants(c, block.agents[__builtin_ctzll(left)]);
    }
    *blocks = c->options.wants ? (count + TREE_LANES - 1) / TREE_LANES : all;
    return count;
}

// Reset the block that is being built, with buffers for its masks and numbers.
static bool start_now(block_copy *b)
{
    const tree_state *s = &b->g->state;
    size_t masks = s->mask_count * sizeof(uint64_t);
    chunk_bytes *room = &b->copier->room;
    unsigned char *bytes =
        chunk_bytes_reserve(room, masks + (size_t)s->column_count * TREE_LANES * sizeof(uint32_t));
    if (!bytes)
        return false;
    b->now.masks = (uint64_t *)(void *)bytes;
    b->now.columns = (uint32_t *)(void *)(bytes + masks);
    forget_now(b);
    return true;
}

static bool copy_blocks(block_copy *b, uint32_t group, uint64_t count)
{
    gestalt_tree_copier *c = b->copier;
    gestalt_tree_block block;
    if (!tree_state_resize(&b->g->state, &c->allocator, count) || !start_now(b))
        return false;
    for (uint64_t i = 0; gestalt_tree_recording_block(c->options.recording, group, i, &block); i++)
        (c->options.wants ? take_lanes : take_whole)(b, &block);
    if (b->lane > 0)
        put_block(b);
    return !c->piece.has_failed && !c->out->chunk.has_failed;
}

static bool copy_group(gestalt_tree_copier *c, uint32_t group, bool is_key, uint64_t *agents)
{
    copied_group *g = &c->groups[group];
    gestalt_tree_group tree;
    uint64_t blocks;
    gestalt_tree_recording_group(c->options.recording, group, &tree);
    if (!add_counts(c, group, &tree))
        return false;
    uint64_t version = gestalt_tree_recording_version(c->options.recording, group);
    bool has_counts = g->has_counts && g->counts_version == version && !c->options.wants;
    block_copy b = {.copier = c, .g = g, .is_key = is_key || g->needs_key};
    b.known = g->state.block_count;
    *agents += count_wanted(c, group, &blocks);
    unsigned char flags =
        (unsigned char)((b.is_key ? TREE_GROUP_KEY : 0) | (has_counts ? TREE_GROUP_COUNTS : 0));
    chunk_bytes_add(&c->out->chunk, &flags, 1);
    chunk_bytes_add_number(&c->out->chunk, blocks);
    if (!copy_blocks(&b, group, blocks))
        return false;
    for (uint32_t i = 0; has_counts && i < tree.node_count; i++)
        tree_writer_counts(&c->out->chunk, &g->counts[i]);
    gestalt_tree_shared shared;
    for (uint32_t i = 0; gestalt_tree_recording_shared(c->options.recording, group, i, &shared);
         i++)
        tree_writer_shared(&c->out->chunk, &shared.value);
    g->needs_key = false;
    g->has_counts = false;
    return true;
}

static gestalt_result copy_frame(gestalt_tree_copier *c, const gestalt_tree_frame *frame,
                                 gestalt_error *error)
{
    bool is_key = c->frame_count % RECORD_KEY_EVERY == 0;
    record_chunk head = {.kind = RECORD_CHUNK_STATES,
                         .flags = is_key ? RECORD_KEY : 0,
                         .step = frame->tick,
                         .time = frame->time};
    chunk_writer_start(c->out);
    for (uint32_t i = 0; i < c->group_count; i++)
        if (!copy_group(c, i, is_key, &head.count))
            return copier_fail(c, error);
    c->frame_count++;
    c->last_tick = frame->tick;
    return chunk_writer_end(c->out, head, error);
}

// ---- steps

static uint32_t answers_at(const gestalt_tree_recording *r, uint64_t step,
                           tree_answer answers[TREE_ASKED_MAX])
{
    uint32_t count = 0;
    for (; gestalt_tree_recording_asked(r, count); count++) {
        gestalt_value value;
        bool has_value = gestalt_tree_recording_asked_value(r, step, count, &value);
        answers[count] = tree_answer_of(has_value ? &value : NULL);
    }
    return count;
}

static gestalt_result copy_steps(gestalt_tree_copier *c, const gestalt_tree_frame *frame,
                                 gestalt_error *error)
{
    gestalt_tree_step last = {0};
    tree_answer answers[TREE_ASKED_MAX], last_answers[TREE_ASKED_MAX];
    tree_answers_forget(last_answers, TREE_ASKED_MAX);
    record_chunk head = {.kind = RECORD_CHUNK_STEPS, .step = frame->tick, .time = frame->time};
    chunk_writer_start(c->out);
    for (uint64_t i = 0; i < frame->step_count; i++) {
        if (!copier_wants(c, frame->steps[i].agent))
            continue;
        tree_writer_step(&c->out->chunk, &frame->steps[i], &last);
        tree_writer_answers(&c->out->chunk, answers, last_answers,
                            answers_at(c->options.recording, i, answers));
        last = frame->steps[i];
        head.count++;
    }
    return head.count > 0 ? chunk_writer_end(c->out, head, error) : GESTALT_OK;
}

// ---- expressions

// Write the expressions. They are known once the first tree has been read.
static gestalt_result copy_asked(gestalt_tree_copier *c, gestalt_error *error)
{
    const char *texts[TREE_ASKED_MAX];
    uint32_t count = 0;
    while (count < TREE_ASKED_MAX &&
           (texts[count] = gestalt_tree_recording_asked(c->options.recording, count)))
        count++;
    c->has_asked = true;
    return tree_writer_asked(c->out, texts, count, error);
}

// ---- chunks

gestalt_result gestalt_tree_copier_take(gestalt_tree_copier *c, gestalt_tree_next what,
                                        const gestalt_tree_frame *frame, gestalt_error *error)
{
    if (COPIER_IS_WRONG(c, error) || MISUSE_NULL(frame, "frame", error) ||
        MISUSE_ENUM(what, GESTALT_TREE_CUT, "what", error) ||
        (what == GESTALT_TREE_HAS_STEPS && frame->step_count > 0 &&
         MISUSE_NULL(frame->steps, "frame->steps", error)))
        return GESTALT_MISUSE;
    if (c->out->has_failed || c->is_finished || c->out->is_finished)
        return error_set(error, GESTALT_IO, 0, "the copy is finished, or its writer takes no more");
    gestalt_tree_group last;
    if (!gestalt_tree_recording_group(c->options.recording, c->group_count - 1, &last))
        return error_set(error, GESTALT_BAD_ARGUMENT, 0, "no frame has been read");
    gestalt_result result = c->has_asked ? GESTALT_OK : copy_asked(c, error);
    if (result == GESTALT_OK)
        result = copy_trees(c, frame, error);
    if (result == GESTALT_OK && what == GESTALT_TREE_HAS_FRAME)
        result = copy_frame(c, frame, error);
    if (result == GESTALT_OK && what == GESTALT_TREE_HAS_STEPS)
        result = copy_steps(c, frame, error);
    c->out->has_failed = result != GESTALT_OK;
    return result;
}

gestalt_result gestalt_tree_copier_finish(gestalt_tree_copier *c, gestalt_error *error)
{
    if (COPIER_IS_WRONG(c, error))
        return GESTALT_MISUSE;
    if (c->is_finished)
        return GESTALT_OK;
    c->is_finished = true;
    return c->options.recorder ? GESTALT_OK : chunk_writer_finish(c->out, error);
}

gestalt_result gestalt_tree_copier_create(const gestalt_tree_copier_options *options,
                                          gestalt_tree_copier **copier, gestalt_error *error)
{
    if (MISUSE_NULL(options, "options", error) || MISUSE_NULL(copier, "copier", error))
        return GESTALT_MISUSE;
    *copier = NULL;
    if (MISUSE_NULL(options->recording, "options->recording", error) ||
        (!options->recorder && MISUSE_NULL(options->sink.write, "options->sink.write", error)))
        return GESTALT_MISUSE;
    const gestalt_tree_description *d = gestalt_tree_recording_description(options->recording);
    gestalt_allocator memory = memory_allocator(&options->allocator);
    gestalt_tree_copier *c = memory_new(&memory, sizeof *c);
    if (!c)
        return error_no_memory(error);
    *c = (gestalt_tree_copier){.options = *options,
                               .allocator = memory,
                               .piece = {.allocator = memory},
                               .room = {.allocator = memory},
                               .group_count = d->group_count};
    chunk_writer_begin(&c->own, options->sink, memory);
    c->out = options->recorder ? record_chunks(options->recorder) : &c->own;
    c->groups = memory_new(&memory, c->group_count * sizeof *c->groups);
    if (c->groups)
        memset(c->groups, 0, c->group_count * sizeof *c->groups);
    gestalt_result result =
        c->groups ? tree_writer_begin(c->out, d, error) : error_no_memory(error);
    if (result == GESTALT_OK)
        *copier = c;
    else
        gestalt_tree_copier_destroy(c);
    return result;
}

void gestalt_tree_copier_destroy(gestalt_tree_copier *c)
{
    if (!c || chunk_writer_is_busy(__func__, c->out, NULL))
        return;
    gestalt_allocator memory = c->allocator;
    for (uint32_t i = 0; c->groups && i < c->group_count; i++) {
        tree_state_release(&c->groups[i].state, &memory);
        ARRAY_RELEASE(&memory, c->groups[i].counts, c->groups[i].counts_room);
    }
    memory_release(&memory, c->groups, c->group_count * sizeof *c->groups);
    chunk_writer_release(&c->own);
    chunk_bytes_release(&c->piece);
    chunk_bytes_release(&c->room);
    memory_release(&memory, c, sizeof *c);
}
