// SPDX-License-Identifier: MIT
#include "cohort.h"

#include <string.h>

// Gives the next part its place.
static uint32_t take(cohort_layout *layout, uint64_t size)
{
    uint32_t offset = layout->size;
    layout->size += (uint32_t)size;
    return offset;
}

// Columns start on a vector of any instruction set; one lane is packed.
static void align(cohort_layout *layout)
{
    uint32_t unit = layout->lanes > 1 ? 64 : 8;
    layout->size = (layout->size + unit - 1) / unit * unit;
}

cohort_layout cohort_layout_of(const plan *p, uint32_t lanes)
{
    const gestalt_specification *spec = p->shape->specification;
    cohort_layout layout = {.lanes = lanes,
                            .stride = lanes == 1 ? 1 : (lanes + 15) / 16 * 16,
                            .launch_values = p->launch_values,
                            .has_deferred = p->deferred_count > 0,
                            .size = sizeof(cohort)};
    uint64_t stride = layout.stride;
    uint64_t live = (uint64_t)spec->live_capacity * lanes;
    live = live < spec->live_item_count ? live : spec->live_item_count;
    uint64_t deferred = p->deferred_count > 0 ? live : 0;
    layout.live_capacity = (uint32_t)live;
    layout.bits = take(&layout, (uint64_t)spec->bit_slots * 8);
    layout.statuses = take(&layout, (uint64_t)spec->persistent_statuses * 16);
    layout.bools = take(&layout, (uint64_t)spec->bool_columns * 8);
    layout.live_masks = take(&layout, live * 8);
    layout.launch_masks = take(&layout, deferred * 8);
    layout.ended_masks = take(&layout, deferred * 16);
    layout.cancel_masks = take(&layout, deferred * 8);
    align(&layout);
    layout.longs = take(&layout, stride * spec->long_slots * 8);
    layout.times = take(&layout, stride * spec->persistent_times * 8);
    layout.streams = take(&layout, spec->draws ? stride * 8 : 0);
    align(&layout);
    layout.numbers = take(&layout, stride * spec->number_columns * 4);
    layout.words = take(&layout, stride * spec->word_slots * 4);
    layout.values = take(&layout, deferred * p->launch_values * stride * 4);
    layout.live_items = take(&layout, live * 4);
    layout.cancel_items = take(&layout, deferred * 4);
    align(&layout);
    return layout;
}

void cohort_start(cohort *c, const plan *p, const cohort_layout *layout, uint64_t first_id)
{
    memset(c, 0, layout->size);
    c->first_id = first_id;
    (void)p;
}

void cohort_add_cancel(const cohort_layout *layout, cohort *c, uint32_t item, uint64_t lanes)
{
    uint32_t *items = cohort_part(c, layout->cancel_items);
    uint64_t *masks = cohort_part(c, layout->cancel_masks);
    uint32_t index = c->cancel_count;
    while (index > 0 && items[index - 1] >= item)
        index--;
    if (index == c->cancel_count || items[index] != item) {
        memmove(items + index + 1, items + index, (c->cancel_count - index) * sizeof *items);
        memmove(masks + index + 1, masks + index, (c->cancel_count - index) * sizeof *masks);
        items[index] = item;
        masks[index] = 0;
        c->cancel_count++;
    }
    masks[index] |= lanes;
}
