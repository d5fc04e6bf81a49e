// SPDX-License-Identifier: MIT
#include "cohort.h"

#include <string.h>

// Gives the next part its place. Sizes are summed up in 64 bits, so that what is too large shows.
static uint32_t take(uint64_t *end, uint64_t size)
{
    uint32_t offset = (uint32_t)*end;
    *end += size;
    return offset;
}

// Masks for all slots are no larger than a list of live nodes would be, or at most a cache line.
static bool is_list_better(const plan *p, uint32_t lanes, uint64_t live)
{
    enum { CACHE_LINE = 64, ITEM = 4 };
    uint64_t mask = lanes == 1 ? 1 : 8, list = ITEM + live * (lanes == 1 ? ITEM : ITEM + mask);
    uint64_t slots = p->slot_count * mask;
    return p->deferred_count > 0 || (slots > list && slots > CACHE_LINE);
}

bool cohort_layout_make(const plan *p, uint32_t lanes, cohort_layout *result)
{
    const gestalt_specification *spec = p->shape->specification;
    cohort_layout layout = {.lanes = lanes,
                            .mask_size = lanes == 1 ? 1 : 8,
                            .stride = lanes == 1 ? 1 : (lanes + 15) / 16 * 16,
                            .launch_values = p->launch_values,
                            .has_deferred = p->deferred_count > 0};
    uint64_t end = lanes == 1 ? COHORT_LONE_SIZE : COHORT_MANY_SIZE, stride = layout.stride;
    // Columns start on a vector of any instruction set; one lane is packed.
    uint64_t unit = lanes > 1 ? 64 : 8;
    uint64_t live = (uint64_t)spec->live_capacity * lanes;
    live = live < spec->live_item_count ? live : spec->live_item_count;
    uint64_t deferred = p->deferred_count > 0 ? live : 0;
    layout.has_list = is_list_better(p, lanes, live);
    live = layout.has_list ? live : 0;
    layout.live_capacity = (uint32_t)live;
    layout.slot_count = layout.has_list ? 0 : p->slot_count;
    uint64_t slots = layout.slot_count;
    layout.live_slots = take(&end, lanes == 1 ? slots : 0);
    end = (end + 3) / 4 * 4;
    layout.live_count = take(&end, layout.has_list ? 4 : 0);
    layout.cancel_count = take(&end, layout.has_deferred ? 4 : 0);
    end = (end + 7) / 8 * 8;
    layout.bits = take(&end, (uint64_t)spec->bit_slots * 8);
    layout.statuses = take(&end, (uint64_t)spec->persistent_statuses * 16);
    layout.bools = take(&end, (uint64_t)spec->bool_columns * 8);
    layout.live_slots = lanes == 1 ? layout.live_slots : take(&end, slots * 8);
    layout.live_masks = take(&end, lanes == 1 ? 0 : live * 8);
    layout.launch_masks = take(&end, deferred * 8);
    layout.ended_masks = take(&end, deferred * 16);
    layout.cancel_masks = take(&end, deferred * 8);
    end = (end + unit - 1) / unit * unit;
    layout.longs = take(&end, stride * spec->long_slots * 8);
    layout.times = take(&end, stride * spec->persistent_times * 8);
    layout.streams = take(&end, spec->draws ? stride * 8 : 0);
    end = (end + unit - 1) / unit * unit;
    layout.numbers = take(&end, stride * spec->number_columns * 4);
    layout.words = take(&end, stride * spec->word_slots * 4);
    layout.values = take(&end, deferred * p->launch_values * stride * 4);
    layout.live_items = take(&end, live * 4);
    layout.cancel_items = take(&end, deferred * 4);
    end = (end + unit - 1) / unit * unit;
    layout.size = (uint32_t)end;
    *result = layout;
    return end <= UINT32_MAX;
}

size_t cohort_blackboard_size(const cohort_layout *layout, const gestalt_specification *spec)
{
    return (size_t)spec->number_columns * layout->stride * 4 + (size_t)spec->bool_columns * 8;
}

void cohort_start(const cohort_layout *layout, cohort *c)
{
    memset(c, 0, layout->size);
}

void cohort_forget_requests(const cohort_layout *layout, cohort *c)
{
    if (!layout->has_deferred)
        return;
    uint64_t *launches = cohort_part(c, layout->launch_masks);
    uint32_t count = cohort_live_count(layout, c);
    cohort_set_cancel_count(layout, c, 0);
    for (uint32_t i = 0; i < count; i++)
        launches[i] = 0;
}

void cohort_add_cancel(const cohort_layout *layout, cohort *c, uint32_t item, uint64_t lanes)
{
    uint32_t *items = cohort_part(c, layout->cancel_items);
    uint64_t *masks = cohort_part(c, layout->cancel_masks);
    uint32_t count = cohort_cancel_count(layout, c), index = count;
    while (index > 0 && items[index - 1] >= item)
        index--;
    if (index == count || items[index] != item) {
        memmove(items + index + 1, items + index, (count - index) * sizeof *items);
        memmove(masks + index + 1, masks + index, (count - index) * sizeof *masks);
        items[index] = item;
        masks[index] = 0;
        cohort_set_cancel_count(layout, c, count + 1);
    }
    masks[index] |= lanes;
}
