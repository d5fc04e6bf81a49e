// SPDX-License-Identifier: MIT
#include "cohort.h"

#include "deferred_state.h"

#include <string.h>

// Assign an offset to the next part. Sizes are summed in 64 bits, so that overflow can be detected.
static uint32_t cohort_take(uint64_t *end, uint64_t size)
{
    uint32_t offset = (uint32_t)*end;
    *end += size;
    return offset;
}

// Most entries in the lists of a full cohort.
typedef struct state_capacity {
    uint64_t live, deferred;
} state_capacity;

static state_capacity capacity_of(const plan *p, uint32_t lanes)
{
    const gestalt_specification *spec = p->shape->specification;
    uint64_t live = (uint64_t)spec->live_capacity * lanes, items = spec->live_item_count;
    uint64_t deferred = 2 * live; // live actions, and as many cancelled ones
    return (state_capacity){live < items ? live : items,
                            deferred < p->deferred_count ? deferred : p->deferred_count};
}

// Assign offsets to the parts of a lone agent that are bytes, and to the lengths of lists.
static uint64_t place_first(const plan *p, cohort_layout *l)
{
    bool is_lone = cohort_is_lone(l), has_masks = !l->has_list;
    uint64_t end = is_lone ? COHORT_LONE_SIZE : COHORT_MANY_SIZE;
    l->live_slots = cohort_take(&end, is_lone ? l->slot_count : 0);
    l->deferred_states = cohort_take(&end, is_lone && has_masks ? p->deferred_count : 0);
    end = (end + 3) / 4 * 4;
    l->live_count = cohort_take(&end, l->has_list ? 4 : 0);
    l->deferred_length = cohort_take(&end, l->has_list && p->deferred_count > 0 ? 4 : 0);
    return (end + 7) / 8 * 8;
}

// Assign offsets to masks.
static void place_masks(const plan *p, cohort_layout *l, state_capacity list, uint64_t *end)
{
    const gestalt_specification *spec = p->shape->specification;
    bool has_masks = !l->has_list;
    l->bits = cohort_take(end, (uint64_t)spec->bit_slots * 8);
    l->statuses = cohort_take(end, (uint64_t)spec->persistent_statuses * 16);
    l->bools = cohort_take(end, (uint64_t)spec->bool_columns * 8);
    if (cohort_is_lone(l))
        return;
    l->live_slots = cohort_take(end, (uint64_t)l->slot_count * 8);
    l->live_masks = cohort_take(end, has_masks ? 0 : list.live * 8);
    l->deferred_noted =
        cohort_take(end, has_masks ? deferred_note_count(p->deferred_count) * 8 : 0);
    l->deferred_states =
        cohort_take(end, (has_masks ? p->deferred_count : list.deferred) * sizeof(deferred_state));
}

// Compute the layout of a cohort with one form of states. The size may exceed what the layout can
// hold.
static uint64_t layout_make(const plan *p, uint32_t lanes, bool has_list, cohort_layout *l)
{
    const gestalt_specification *spec = p->shape->specification;
    state_capacity list = capacity_of(p, lanes);
    *l = (cohort_layout){.lanes = lanes,
                         .mask_size = lanes == 1 ? 1 : 8,
                         .stride = lanes == 1 ? 1 : (lanes + 15) / 16 * 16,
                         .has_list = has_list,
                         .slot_count = has_list ? 0 : p->slot_count,
                         .deferred_count = p->deferred_count};
    uint64_t end = place_first(p, l), stride = l->stride;
    // Columns are aligned to the vectors of every instruction set; a single lane is packed.
    uint64_t unit = lanes > 1 ? 64 : 8;
    place_masks(p, l, list, &end);
    end = (end + unit - 1) / unit * unit;
    l->longs = cohort_take(&end, stride * spec->long_slots * 8);
    l->times = cohort_take(&end, stride * spec->persistent_times * 8);
    l->streams = cohort_take(&end, spec->draws ? stride * 8 : 0);
    end = (end + unit - 1) / unit * unit;
    l->numbers = cohort_take(&end, stride * spec->number_columns * 4);
    l->words = cohort_take(&end, stride * spec->word_slots * 4);
    l->launches = cohort_take(&end, stride * (2 * p->launch_slot_count + p->launch_word_count) * 4);
    l->live_items = cohort_take(&end, has_list ? list.live * 4 : 0);
    l->deferred_numbers = cohort_take(&end, has_list ? list.deferred * 4 : 0);
    end = (end + unit - 1) / unit * unit;
    l->size = (uint32_t)end;
    for (l->block_shift = 6; l->size >> l->block_shift >= 64;)
        l->block_shift++;
    return end;
}

// Return how many bytes more than lists masks may take and still be chosen; live.h explains why.
static uint64_t cohort_allowance(const plan *p, uint32_t lanes)
{
    enum { ALONE = 64, EACH = 8 };
    if (lanes == 1)
        return ALONE;
    return p->deferred_count > 0 ? 0 : (uint64_t)EACH * lanes;
}

cohort_choice cohort_choose(const plan *p, uint32_t lanes, gestalt_states states)
{
    cohort_layout layout;
    cohort_choice c = {.list_size = layout_make(p, lanes, true, &layout),
                       .mask_size = layout_make(p, lanes, false, &layout),
                       .allowance = cohort_allowance(p, lanes)};
    c.has_masks = states == GESTALT_STATES_AUTO ? c.mask_size <= c.list_size + c.allowance
                                                : states == GESTALT_STATES_MASKS;
    return c;
}

bool cohort_layout_make(const plan *p, uint32_t lanes, gestalt_states states, cohort_layout *layout)
{
    bool has_masks = cohort_choose(p, lanes, states).has_masks;
    return layout_make(p, lanes, !has_masks, layout) <= UINT32_MAX;
}

size_t cohort_blackboard_size(const cohort_layout *layout, const gestalt_specification *spec)
{
    return (size_t)spec->number_columns * layout->stride * 4 + (size_t)spec->bool_columns * 8;
}

void cohort_start(const cohort_layout *layout, cohort *c)
{
    memset(c, 0, layout->size);
}
