// SPDX-License-Identifier: MIT
#include "read_trees.h"

#include "memory.h"

#include <gestalt/recorder/recorder.h>
#include <stdlib.h>

enum { MEMORY_FOR_A_BYTE = 2048, MEMORY_LEAST = 1 << 20 };

// ---- an allocator that counts

typedef struct fuzz_memory {
    size_t used, most;
} fuzz_memory;

static void *fuzz_resize(void *user, void *block, size_t old_size, size_t new_size)
{
    fuzz_memory *m = user;
    m->used += new_size - old_size;
    if (m->used > m->most)
        abort();
    if (new_size > 0)
        return realloc(block, new_size);
    free(block);
    return NULL;
}

// ---- using what was read

static void look_at_block(const gestalt_tree_recording *r, const gestalt_tree_group *group,
                          const gestalt_tree_block *block)
{
    uint32_t number, lane;
    uint64_t index;
    for (uint32_t i = 0; i < group->mask_count; i++)
        if (block->masks[i] & ~block->lanes)
            abort();
    for (uint32_t i = 1; i < group->node_count; i++) {
        uint32_t mask = group->nodes[i].mask, above = group->nodes[group->nodes[i].parent].mask;
        if (mask != GESTALT_NO_NODE && block->masks[mask] &&
            (above == GESTALT_NO_NODE || block->masks[mask] & ~block->masks[above]))
            abort();
    }
    for (uint32_t k = 0; k < 64; k++)
        if (block->lanes >> k & 1 &&
            !gestalt_tree_recording_find(r, block->agents[k], &number, &index, &lane))
            abort();
}

static void look_at_frame(const gestalt_tree_recording *r, const gestalt_tree_frame *frame)
{
    gestalt_tree_group group;
    gestalt_tree_block block;
    uint64_t agents = 0;
    for (uint32_t g = 0; gestalt_tree_recording_group(r, g, &group); g++) {
        uint64_t *at = malloc(group.node_count * sizeof *at);
        if (!at || gestalt_tree_recording_at(r, g, at, group.node_count, NULL) != GESTALT_OK)
            abort();
        free(at);
        for (uint64_t i = 0; gestalt_tree_recording_block(r, g, i, &block); i++) {
            agents += (uint64_t)__builtin_popcountll(block.lanes);
            look_at_block(r, &group, &block);
        }
    }
    if (agents != frame->agents)
        abort();
}

static void look_at_steps(const gestalt_tree_recording *r, const gestalt_tree_frame *frame)
{
    gestalt_tree_group group;
    for (uint64_t i = 0; i < frame->step_count; i++)
        if (!gestalt_tree_recording_group(r, frame->steps[i].group, &group) ||
            frame->steps[i].node >= group.node_count)
            abort();
}

// Copy a frame, twice: with every agent, and with the agents that have odd ids.
static void copy_next(gestalt_tree_copier *const copiers[2], gestalt_tree_next next,
                      const gestalt_tree_frame *frame)
{
    for (int i = 0; i < 2; i++)
        if (gestalt_tree_copier_take(copiers[i], next, frame, NULL) != GESTALT_OK)
            abort();
}

static bool wants_odd(void *user, uint64_t agent)
{
    (void)user;
    return agent % 2;
}

static void start_copies(const gestalt_tree_recording *r, byte_buffer *copies,
                         gestalt_allocator allocator, gestalt_tree_copier **copiers)
{
    for (int i = 0; i < 2; i++) {
        gestalt_tree_copier_options options = {.recording = r,
                                               .sink = buffer_writer(&copies[i]),
                                               .wants = i ? wants_odd : NULL,
                                               .allocator = allocator};
        if (gestalt_tree_copier_create(&options, &copiers[i], NULL) != GESTALT_OK)
            abort();
    }
}

// Read the copies. They are not damaged.
static void check_copies(const byte_buffer *copies)
{
    for (int i = 0; i < 2; i++) {
        gestalt_tree_recording *r;
        gestalt_tree_next next = GESTALT_TREE_HAS_FRAME;
        gestalt_tree_frame frame;
        if (gestalt_tree_recording_open_memory(copies[i].bytes, copies[i].size, NULL, &r, NULL) !=
            GESTALT_OK)
            abort();
        while (next != GESTALT_TREE_CUT)
            if (gestalt_tree_recording_next(r, &next, &frame, NULL) != GESTALT_OK)
                abort();
        gestalt_tree_recording_close(r);
        free(copies[i].bytes);
    }
}

// A reader finds out that there are only trees, or only a world, when it opens a recording.
static bool is_refusal(const byte_buffer *b, gestalt_result result, const gestalt_error *error,
                       bool is_opened)
{
    return (result == GESTALT_BAD_FILE || result == GESTALT_LIMIT ||
            (result == GESTALT_BAD_ARGUMENT && !is_opened)) &&
           error->offset <= b->size && error->message[0];
}

bool read_trees(const byte_buffer *b)
{
    fuzz_memory memory = {.most = MEMORY_LEAST + b->size * MEMORY_FOR_A_BYTE};
    fuzz_memory copying = {.most = 3 * memory.most};
    gestalt_allocator allocator = {fuzz_resize, &memory};
    gestalt_tree_copier *copiers[2] = {NULL, NULL};
    byte_buffer copies[2] = {{0}, {0}};
    gestalt_tree_recording *r;
    gestalt_tree_next next = GESTALT_TREE_HAS_FRAME;
    gestalt_tree_frame frame;
    gestalt_error error = {0};
    gestalt_result result =
        gestalt_tree_recording_open_memory(b->bytes, b->size, &allocator, &r, &error);
    if (result == GESTALT_OK)
        start_copies(r, copies, (gestalt_allocator){fuzz_resize, &copying}, copiers);
    while (result == GESTALT_OK && next != GESTALT_TREE_AT_END && next != GESTALT_TREE_CUT) {
        result = gestalt_tree_recording_next(r, &next, &frame, &error);
        if (result == GESTALT_OK && next == GESTALT_TREE_HAS_FRAME)
            look_at_frame(r, &frame);
        if (result == GESTALT_OK && next == GESTALT_TREE_HAS_STEPS)
            look_at_steps(r, &frame);
        if (result == GESTALT_OK &&
            (next == GESTALT_TREE_HAS_FRAME || next == GESTALT_TREE_HAS_STEPS))
            copy_next(copiers, next, &frame);
    }
    bool is_opened = copiers[0] != NULL;
    if (result != GESTALT_OK && !is_refusal(b, result, &error, is_opened))
        abort();
    for (int i = 0; i < 2; i++)
        gestalt_tree_copier_destroy(copiers[i]);
    if (is_opened)
        check_copies(copies);
    gestalt_tree_recording_close(r);
    if (memory.used != 0 || copying.used != 0)
        abort();
    return is_opened;
}
