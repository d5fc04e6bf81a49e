// SPDX-License-Identifier: MIT
// Statistics of a growing recording over time: at up to 256 moments, at regular intervals of
// frames, the number of agents of each group and each node, and the values of columns. When there
// are too many moments, every second one is dropped.
#include "growing.h"

#include "memory.h"

#include <math.h>
#include <string.h>

static void moment_release(growing_moment *m)
{
    gestalt_allocator a = memory_allocator(NULL);
    memory_release(&a, m->list, m->list ? m->count * sizeof *m->list : 0);
    *m = (growing_moment){0};
}

void growing_forget(growing *g)
{
    while (g->moment_count > 0)
        moment_release(&g->moments[--g->moment_count]);
}

static void past_thin(growing *g)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < g->moment_count; i++)
        if (i % 2 == 0)
            g->moments[kept++] = g->moments[i];
        else
            moment_release(&g->moments[i]);
    g->moment_count = kept;
    g->every *= 2;
}

// ---- values

// Update the running mean, and the sum of squared differences from it.
static void spread_add(growing_spread *s, double value)
{
    if (!isfinite(value))
        return;
    double from = value - s->mean;
    s->low = s->count == 0 || value < s->low ? value : s->low;
    s->high = s->count == 0 || value > s->high ? value : s->high;
    s->mean += from / (double)++s->count;
    s->deviation += from * (value - s->mean);
}

static void spread_end(growing_spread *s)
{
    if (s->count > 0)
        s->deviation = sqrt(s->deviation / (double)s->count);
}

double growing_value(const gestalt_record_column *column, const void *values, uint64_t row)
{
    switch (column->type) {
    case GESTALT_RECORD_FLOAT: return (double)((const float *)values)[row];
    case GESTALT_RECORD_INT: return ((const int32_t *)values)[row];
    default: return ((const uint32_t *)values)[row];
    }
}

static void past_scene(const growing *g, const gestalt_record_frame *f, growing_spread *list)
{
    const gestalt_record_description *d = gestalt_recording_description(g->scene);
    growing_spread *columns = list + d->group_count;
    for (uint64_t i = 0; i < f->count; i++) {
        list[f->groups[i]].count++;
        for (uint32_t c = 0; c < d->column_count; c++)
            spread_add(&columns[(size_t)f->groups[i] * d->column_count + c],
                       growing_value(&d->columns[c], f->columns[c], i));
    }
    for (size_t i = 0; i < (size_t)d->group_count * d->column_count; i++)
        spread_end(&columns[i]);
}

// ---- trees

static void past_block(const gestalt_tree_group *tree, const gestalt_tree_block *block,
                       growing_spread *group, growing_spread *nodes, growing_spread *keys)
{
    group->count += (uint64_t)__builtin_popcountll(block->lanes);
    for (uint32_t i = 0; i < tree->node_count; i++)
        if (tree->nodes[i].mask != GESTALT_NO_NODE)
            nodes[i].count += (uint64_t)__builtin_popcountll(block->masks[tree->nodes[i].mask]);
    for (uint32_t i = 0; i < tree->key_count; i++)
        for (uint64_t left = block->lanes; left; left &= left - 1) {
            unsigned lane = (unsigned)__builtin_ctzll(left);
            uint32_t index = tree->keys[i].index, word;
            float number;
            if (tree->keys[i].type == GESTALT_BOOL) {
                spread_add(&keys[i], (double)(block->masks[index] >> lane & 1));
                continue;
            }
            word = block->columns[(size_t)index * 64 + lane];
            memcpy(&number, &word, sizeof number);
            spread_add(&keys[i],
                       tree->keys[i].type == GESTALT_INT ? (int32_t)word : (double)number);
        }
}

static void past_trees(const growing *g, uint32_t groups, growing_spread *list)
{
    gestalt_tree_group tree;
    gestalt_tree_block block;
    growing_spread *next = list + groups;
    for (uint32_t i = 0; i < groups && gestalt_tree_recording_group(g->trees, i, &tree); i++) {
        for (uint64_t k = 0; gestalt_tree_recording_block(g->trees, i, k, &block); k++)
            past_block(&tree, &block, &list[i], next, next + tree.node_count);
        next += tree.node_count;
        for (uint32_t k = 0; k < tree.key_count; k++)
            spread_end(next++);
    }
}

// Return the number of statistics of a moment; 0: too many.
static size_t past_size(const growing *g)
{
    size_t count = 0;
    gestalt_tree_group tree;
    if (g->scene) {
        const gestalt_record_description *d = gestalt_recording_description(g->scene);
        count = d->group_count * ((size_t)d->column_count + 1);
    }
    for (uint32_t i = 0; g->trees && gestalt_tree_recording_group(g->trees, i, &tree); i++)
        count += 1 + tree.node_count + tree.key_count;
    return count <= GROWING_NUMBERS_MAX ? count : 0;
}

void growing_note(growing *g, const gestalt_record_frame *frame)
{
    gestalt_allocator a = memory_allocator(NULL);
    uint64_t at = g->frame_count - 1;
    if (at % g->every != 0)
        return;
    if (g->moment_count == GROWING_MOMENTS_MAX)
        past_thin(g);
    growing_moment m = {at, g->ticks[at], g->tree_count, past_size(g), NULL};
    if (at % g->every != 0 || m.count == 0)
        return;
    m.list = memory_new(&a, m.count * sizeof *m.list);
    if (!m.list) // out of memory: leave out this moment
        return;
    memset(m.list, 0, m.count * sizeof *m.list);
    if (frame)
        past_scene(g, frame, m.list);
    else
        past_trees(g, gestalt_tree_recording_description(g->trees)->group_count, m.list);
    g->moments[g->moment_count++] = m;
}
