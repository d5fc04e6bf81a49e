// SPDX-License-Identifier: MIT
#include "live.h"

#include "search.h"

#include <string.h>

// ---- masks

// Return the lanes in which a node is live but no child implies it.
static uint64_t live_resting(const plan *p, const cohort_layout *l, const cohort *c, uint32_t id)
{
    uint32_t slot = p->slots[id], child = p->slot_below[slot];
    uint64_t lanes = cohort_slot(l, c, slot);
    return child == PLAN_NO_SLOT ? lanes : lanes & ~cohort_slot(l, c, child);
}

static void add_to_slots(const plan *p, const cohort_layout *l, cohort *c, unsigned lane,
                         uint32_t item)
{
    for (; item != SHAPE_NONE; item = p->parents[item]) {
        uint32_t slot = p->slots[p->node_ids[item]];
        cohort_set_slot(l, c, slot, cohort_slot(l, c, slot) | UINT64_C(1) << lane);
    }
}

// ---- the list

uint64_t live_lanes(const cohort_layout *l, const cohort *c, uint32_t index)
{
    const void *masks = (const unsigned char *)c + l->live_masks;
    return cohort_is_lone(l) ? 1 : ((const uint64_t *)masks)[index];
}

static const uint32_t *items_of(const cohort_layout *l, const cohort *c)
{
    return (const uint32_t *)(const void *)((const unsigned char *)c + l->live_items);
}

// Return the index of an item in the list, or the list's length.
static uint32_t list_find(const cohort_layout *l, const cohort *c, uint32_t item)
{
    const uint32_t *items = items_of(l, c);
    uint32_t count = cohort_live_count(l, c), index;
    SEARCH_FIRST(index, 0, count, items[index] >= item);
    return index < count && items[index] == item ? index : count;
}

// Move entries of the list.
static void move_entries(const cohort_layout *l, cohort *c, uint32_t to, uint32_t from,
                         uint32_t count)
{
    uint32_t *items = cohort_part(c, l->live_items);
    uint64_t *masks = cohort_part(c, l->live_masks);
    memmove(items + to, items + from, count * sizeof *items);
    if (!cohort_is_lone(l))
        memmove(masks + to, masks + from, count * sizeof *masks);
}

void live_add_entry(const cohort_layout *l, cohort *c, uint64_t lanes, uint32_t item)
{
    uint32_t *items = cohort_part(c, l->live_items);
    uint64_t *masks = cohort_part(c, l->live_masks);
    uint32_t count = cohort_live_count(l, c), index = count;
    while (index > 0 && items[index - 1] >= item)
        index--;
    if (index == count || items[index] != item) {
        move_entries(l, c, index + 1, index, count - index);
        cohort_set_live_count(l, c, count + 1);
        items[index] = item;
        if (!cohort_is_lone(l))
            masks[index] = 0;
    }
    if (!cohort_is_lone(l))
        masks[index] |= lanes;
}

static void clear_list(const cohort_layout *l, cohort *c, uint64_t lanes)
{
    uint64_t *masks = cohort_part(c, l->live_masks);
    uint32_t count = cohort_live_count(l, c), kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!(live_lanes(l, c, i) & ~lanes))
            continue;
        masks[i] &= ~lanes;
        if (kept != i)
            move_entries(l, c, kept, i, 1);
        kept++;
    }
    cohort_set_live_count(l, c, kept);
}

// ---- both forms

uint32_t live_take(const plan *p, const cohort_layout *l, const cohort *c, unsigned lane,
                   unsigned char *items)
{
    uint32_t found = 0, count = l->has_list ? cohort_live_count(l, c) : p->rest_count;
    const uint32_t *list = items_of(l, c);
    for (uint32_t i = 0; i < count; i++) {
        uint64_t lanes = l->has_list ? live_lanes(l, c, i) : live_resting(p, l, c, p->rests[i]);
        uint32_t item = l->has_list ? list[i] : p->shape->nodes[p->rests[i]];
        if (lanes >> lane & 1)
            memcpy(items + found++ * sizeof item, &item, sizeof item);
    }
    return found;
}

bool live_has(const plan *p, const cohort_layout *l, const cohort *c, unsigned lane, uint32_t item)
{
    if (!l->has_list)
        return live_resting(p, l, c, p->node_ids[item]) >> lane & 1;
    uint32_t index = list_find(l, c, item);
    return index < cohort_live_count(l, c) && (live_lanes(l, c, index) >> lane & 1);
}

void live_add(const plan *p, const cohort_layout *l, cohort *c, unsigned lane, uint32_t item)
{
    if (l->has_list)
        live_add_entry(l, c, UINT64_C(1) << lane, item);
    else
        add_to_slots(p, l, c, lane, item);
}

void live_clear(const cohort_layout *l, cohort *c, uint64_t lanes)
{
    if (l->has_list)
        clear_list(l, c, lanes);
    else
        for (uint32_t i = 0; i < l->slot_count; i++)
            cohort_set_slot(l, c, i, cohort_slot(l, c, i) & ~lanes);
}

uint64_t live_total(const plan *p, const cohort_layout *l, const cohort *c)
{
    uint64_t total = 0;
    uint32_t count = l->has_list ? cohort_live_count(l, c) : p->rest_count;
    for (uint32_t i = 0; i < count; i++)
        total += (uint64_t)__builtin_popcountll(l->has_list ? live_lanes(l, c, i)
                                                            : live_resting(p, l, c, p->rests[i]));
    return total;
}

// ---- whole cohorts

void live_spread(const plan *p, const cohort_layout *l, const cohort *c, uint64_t *masks)
{
    const uint32_t *list = items_of(l, c);
    uint32_t count = cohort_live_count(l, c);
    if (!l->has_list) {
        for (uint32_t i = 0; i < l->slot_count; i++)
            masks[i] = cohort_slot(l, c, i);
        return;
    }
    memset(masks, 0, p->slot_count * sizeof *masks);
    for (uint32_t i = 0; i < count; i++) {
        uint64_t lanes = live_lanes(l, c, i);
        uint32_t slot = p->slots[p->node_ids[list[i]]];
        for (; slot != PLAN_NO_SLOT && lanes & ~masks[slot]; slot = p->slot_parents[slot])
            masks[slot] |= lanes;
    }
}

void live_collect(const plan *p, const cohort_layout *l, cohort *c, const uint64_t *masks)
{
    uint32_t *items = cohort_part(c, l->live_items), count = 0;
    uint64_t *lists = cohort_part(c, l->live_masks);
    if (!l->has_list) {
        for (uint32_t i = 0; i < l->slot_count; i++)
            cohort_set_slot(l, c, i, masks[i]);
        return;
    }
    for (uint32_t slot = 0; slot < p->slot_count; slot++) {
        uint64_t lanes = live_at_rest(p, masks, slot);
        if (!lanes)
            continue;
        items[count] = p->slot_items[slot];
        if (!cohort_is_lone(l))
            lists[count] = lanes;
        count++;
    }
    cohort_set_live_count(l, c, count);
}
