// SPDX-License-Identifier: MIT
#include "tree_state.h"

#include "tree_format.h"

#include <gestalt/inspect.h>

// ---- memory

bool tree_state_resize(tree_state *s, const gestalt_allocator *a, uint64_t count)
{
    if (!ARRAY_RESERVE(a, s->lanes, s->lanes_room, count) ||
        !ARRAY_RESERVE(a, s->follows, s->follows_room, count) ||
        !ARRAY_RESERVE(a, s->ids, s->ids_room, count * TREE_LANES) ||
        !ARRAY_RESERVE(a, s->masks, s->masks_room, count * s->mask_count) ||
        !ARRAY_RESERVE(a, s->columns, s->columns_room, count * s->column_count * TREE_LANES))
        return false;
    if (count > s->block_count) {
        uint64_t first = s->block_count, more = count - first;
        memset(s->lanes + first, 0, more * sizeof *s->lanes);
        memset(s->follows + first, 0, more);
        memset(s->ids + first * TREE_LANES, 0, more * TREE_LANES * sizeof *s->ids);
        memset(s->masks + first * s->mask_count, 0, more * s->mask_count * sizeof *s->masks);
        if (s->column_count > 0)
            memset(s->columns + first * s->column_count * TREE_LANES, 0,
                   more * s->column_count * TREE_LANES * sizeof *s->columns);
    }
    s->block_count = count;
    return true;
}

void tree_state_release(tree_state *s, const gestalt_allocator *a)
{
    ARRAY_RELEASE(a, s->lanes, s->lanes_room);
    ARRAY_RELEASE(a, s->follows, s->follows_room);
    ARRAY_RELEASE(a, s->ids, s->ids_room);
    ARRAY_RELEASE(a, s->masks, s->masks_room);
    ARRAY_RELEASE(a, s->columns, s->columns_room);
    *s = (tree_state){0};
}

static size_t rows_of(const tree_state *s)
{
    return ((size_t)s->mask_count + 63) / 64;
}

size_t tree_block_size(const tree_state *s)
{
    size_t agents = TREE_ROW_SIZE_MAX + TREE_LANES * TREE_NUMBER_SIZE_MAX;
    size_t masks = (rows_of(s) + s->mask_count) * TREE_ROW_SIZE_MAX;
    size_t columns = (size_t)s->column_count * (1 + TREE_LANES / 2) * TREE_ROW_SIZE_MAX;
    return 1 + agents + masks + columns;
}

size_t tree_block_size_least(const tree_state *s)
{
    return 2 + rows_of(s) + s->column_count; // flags, lanes, and at least one byte for each word
}

size_t tree_block_memory(const tree_state *s)
{
    return 1 + sizeof *s->lanes + TREE_LANES * sizeof *s->ids + s->mask_count * sizeof *s->masks +
           (size_t)s->column_count * TREE_LANES * sizeof *s->columns;
}

static void block_forget(tree_state *s, uint64_t index)
{
    s->lanes[index] = 0;
    memset(s->masks + index * s->mask_count, 0, s->mask_count * sizeof *s->masks);
    if (s->column_count > 0)
        memset(s->columns + index * s->column_count * TREE_LANES, 0,
               (size_t)s->column_count * TREE_LANES * sizeof *s->columns);
}

// ---- writing

static uint64_t id_now(const tree_now *now, int lane)
{
    return now->follows ? now->first + (uint64_t)lane : now->ids[lane];
}

static bool has_same_agents(const tree_state *s, uint64_t index, const tree_now *now)
{
    const uint64_t *ids = s->ids + index * TREE_LANES;
    if (s->lanes[index] != now->lanes)
        return false;
    if (now->lanes && now->follows && s->follows[index])
        return ids[0] == now->first;
    for (uint64_t left = now->lanes; left; left &= left - 1) {
        int lane = __builtin_ctzll(left);
        if (ids[lane] != id_now(now, lane))
            return false;
    }
    return true;
}

static unsigned char *put_agents(tree_state *s, uint64_t index, const tree_now *now,
                                 unsigned char *to)
{
    uint64_t *ids = s->ids + index * TREE_LANES, expected = 0;
    to = words_put(to, now->lanes);
    for (uint64_t left = now->lanes; left; left &= left - 1) {
        int lane = __builtin_ctzll(left);
        uint64_t id = id_now(now, lane);
        to = words_put_number(to, words_fold(id - expected));
        ids[lane] = id;
        expected = id + 1;
    }
    s->lanes[index] = now->lanes;
    s->follows[index] = now->follows;
    if (now->follows)
        ids[0] = now->first;
    return to;
}

static unsigned char *put_masks(uint64_t *before, const uint64_t *now, uint32_t count,
                                unsigned char *to)
{
    for (uint32_t first = 0; first < count; first += 64) {
        uint32_t end = count - first < 64 ? count : first + 64;
        uint64_t changed = 0;
        for (uint32_t i = first; i < end; i++)
            changed |= (uint64_t)(before[i] != now[i]) << (i - first);
        to = words_put(to, changed);
        for (; changed; changed &= changed - 1) {
            uint32_t i = first + (uint32_t)__builtin_ctzll(changed);
            to = words_put(to, before[i] ^ now[i]);
            before[i] = now[i];
        }
    }
    return to;
}

// Write the numbers that have changed, two in a word.
static unsigned char *put_column(uint32_t *before, const uint32_t *now, uint64_t lanes,
                                 unsigned char *to)
{
    uint64_t changed = 0, word = 0;
    for (uint64_t left = lanes; left; left &= left - 1) {
        int lane = __builtin_ctzll(left);
        changed |= (uint64_t)(before[lane] != now[lane]) << lane;
    }
    to = words_put(to, changed);
    bool is_second = false;
    for (; changed; changed &= changed - 1, is_second = !is_second) {
        int lane = __builtin_ctzll(changed);
        uint64_t difference = before[lane] ^ now[lane];
        before[lane] = now[lane];
        word = is_second ? word | difference << 32 : difference;
        if (is_second)
            to = words_put(to, word);
    }
    return is_second ? words_put(to, word) : to;
}

static bool have_columns_changed(const tree_state *s, uint64_t index, const tree_now *now)
{
    const uint32_t *before = s->columns + index * s->column_count * TREE_LANES;
    for (uint32_t i = 0; i < s->column_count; i++)
        for (uint64_t left = now->lanes; left; left &= left - 1) {
            size_t at = (size_t)i * TREE_LANES + (size_t)__builtin_ctzll(left);
            if (before[at] != now->columns[at])
                return true;
        }
    return false;
}

unsigned char *tree_put_block(tree_state *s, uint64_t index, const tree_now *now, bool in_full,
                              unsigned char *to)
{
    uint64_t *masks = s->masks + index * s->mask_count;
    if (in_full)
        block_forget(s, index);
    unsigned char flags = in_full ? TREE_BLOCK_IN_FULL : 0;
    if (!has_same_agents(s, index, now))
        flags |= TREE_BLOCK_AGENTS;
    if (memcmp(masks, now->masks, s->mask_count * sizeof *masks) != 0)
        flags |= TREE_BLOCK_MASKS;
    if (s->column_count > 0 && have_columns_changed(s, index, now))
        flags |= TREE_BLOCK_COLUMNS;
    if (!flags)
        return to;
    *to++ = flags;
    if (flags & TREE_BLOCK_AGENTS)
        to = put_agents(s, index, now, to);
    if (flags & TREE_BLOCK_MASKS)
        to = put_masks(masks, now->masks, s->mask_count, to);
    for (uint32_t i = 0; flags & TREE_BLOCK_COLUMNS && i < s->column_count; i++)
        to = put_column(s->columns + (index * s->column_count + i) * TREE_LANES,
                        now->columns + (size_t)i * TREE_LANES, now->lanes, to);
    return to;
}

// ---- reading

static void take_agents(tree_state *s, uint64_t index, words_input *in)
{
    uint64_t *ids = s->ids + index * TREE_LANES, expected = 0;
    s->has_moved = true;
    s->lanes[index] = words_take(in);
    for (uint64_t left = s->lanes[index]; left; left &= left - 1) {
        uint64_t id = expected + words_unfold(words_take_number(in));
        ids[__builtin_ctzll(left)] = id;
        expected = id + 1;
    }
}

static void take_masks(uint64_t *masks, uint32_t count, words_input *in)
{
    for (uint32_t first = 0; first < count; first += 64) {
        uint64_t changed = words_take(in);
        if (count - first < 64 && changed >> (count - first)) {
            in->is_short = true;
            return;
        }
        for (; changed; changed &= changed - 1)
            masks[first + (uint32_t)__builtin_ctzll(changed)] ^= words_take(in);
    }
}

static void take_column(uint32_t *numbers, words_input *in)
{
    uint64_t changed = words_take(in), word = 0;
    for (bool is_second = false; changed; changed &= changed - 1, is_second = !is_second) {
        word = is_second ? word >> 32 : words_take(in);
        numbers[__builtin_ctzll(changed)] ^= (uint32_t)word;
    }
}

// Check that each agent that is live in a node is also live in the nodes around it.
static const char *check_masks(const uint64_t *masks, uint32_t count, uint64_t lanes,
                               const uint32_t *parents)
{
    for (uint32_t i = 0; i < count; i++) {
        if (masks[i] & ~lanes)
            return "a block has states of a lane without an agent";
        if (parents[i] && masks[i] & ~(parents[i] < count ? masks[parents[i]] : 0))
            return "a node is live although the enclosing node is not";
    }
    return NULL;
}

const char *tree_take_block(tree_state *s, uint64_t index, bool in_full, const uint32_t *parents,
                            words_input *in)
{
    uint64_t *masks = s->masks + index * s->mask_count;
    uint8_t flags = words_take_byte(in);
    if (in_full)
        block_forget(s, index);
    if (flags & ~TREE_BLOCK_IN_FULL || flags == 0 || (in_full && flags != TREE_BLOCK_IN_FULL))
        return "the flags of a block are invalid";
    if (flags & TREE_BLOCK_AGENTS)
        take_agents(s, index, in);
    if (flags & TREE_BLOCK_MASKS)
        take_masks(masks, s->mask_count, in);
    for (uint32_t i = 0; flags & TREE_BLOCK_COLUMNS && i < s->column_count; i++)
        take_column(s->columns + (index * s->column_count + i) * TREE_LANES, in);
    return in->is_short ? "a block ends too early, or has more masks than there are"
                        : check_masks(masks, s->mask_count, s->lanes[index], parents);
}
