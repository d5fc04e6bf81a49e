// SPDX-License-Identifier: MIT
#include "states.h"

#include "interp_state.h"
#include "live.h"

// ---- the list of live nodes, spread out to masks by slot and collected again

static uint64_t states_slot_get(const interp *t, uint32_t slot)
{
    if (slot == PLAN_NO_SLOT)
        return 0;
    return cohort_is_lone(&t->layout) ? ((uint8_t *)t->spread)[slot]
                                      : ((uint64_t *)t->spread)[slot];
}

static void states_slot_put(interp *t, uint32_t slot, uint64_t lanes)
{
    if (cohort_is_lone(&t->layout))
        ((uint8_t *)t->spread)[slot] = (uint8_t)lanes;
    else
        ((uint64_t *)t->spread)[slot] = lanes;
}

// What a live node lies in is live for the same lanes. It ends where that is known already.
static void states_spread_upwards(interp *t, uint32_t slot, uint64_t lanes)
{
    for (; slot != PLAN_NO_SLOT && lanes & ~states_slot_get(t, slot); slot = t->plan->slot_parents[slot])
        states_slot_put(t, slot, states_slot_get(t, slot) | lanes);
}

static void states_spread_deferred(interp *t, uint32_t index, uint32_t item)
{
    const cohort_layout *l = &t->layout;
    uint32_t number = t->plan->deferred[item];
    const uint64_t *launches = cohort_part(t->c, l->launch_masks);
    const uint64_t(*ended)[2] = cohort_part(t->c, l->ended_masks);
    const uint32_t *values = cohort_part(t->c, l->values);
    size_t size = (size_t)l->launch_values * l->stride;
    t->deferred[number] = (deferred_state){
        .requested = launches[index], .ended = ended[index][0], .succeeded = ended[index][1]};
    if (size)
        memcpy(t->launch_values + number * size, values + index * size, size * 4);
}

void states_spread(interp *t)
{
    const uint32_t *items = cohort_part(t->c, t->layout.live_items);
    uint32_t count = cohort_live_count(&t->layout, t->c);
    for (uint32_t i = 0; i < count; i++) {
        states_spread_upwards(t, t->plan->slots[t->plan->node_ids[items[i]]],
                       live_lanes(&t->layout, t->c, i));
        if (t->plan->deferred_count > 0 && item_type_of(t->plan->shape->items[items[i]]) == NODE_DEFERRED)
            states_spread_deferred(t, i, items[i]);
    }
}

// What these lanes requested in the last tick is forgotten. What others have in this one stays.
void states_forget_requests(interp *t, uint64_t lanes)
{
    const uint32_t *items = cohort_part(t->c, t->layout.cancel_items);
    const uint64_t *masks = cohort_part(t->c, t->layout.cancel_masks);
    for (uint32_t i = 0; i < t->plan->deferred_count; i++)
        t->deferred[i].requested &= ~lanes;
    uint32_t count = cohort_cancel_count(&t->layout, t->c);
    for (uint32_t i = 0; i < count; i++)
        t->deferred[t->plan->deferred[items[i]]].cancelled = masks[i] & ~lanes;
}

static void states_collect_deferred(interp *t, uint32_t index, uint32_t item, uint64_t lanes)
{
    const cohort_layout *l = &t->layout;
    uint32_t number = t->plan->deferred[item];
    const deferred_state *d = &t->deferred[number];
    uint64_t *launches = cohort_part(t->c, l->launch_masks);
    uint64_t(*ended)[2] = cohort_part(t->c, l->ended_masks);
    size_t size = (size_t)l->launch_values * l->stride;
    uint32_t *values = cohort_part(t->c, l->values);
    launches[index] = d->launched | (d->requested & lanes);
    ended[index][0] = d->ended;
    ended[index][1] = d->succeeded & d->ended;
    if (size)
        memcpy(values + index * size, t->launch_values + number * size, size * 4);
}

// Adds the node of a slot to the list, for the lanes that no child tells of.
static void states_collect_node(interp *t, uint32_t slot)
{
    uint32_t *items = cohort_part(t->c, t->layout.live_items);
    uint64_t *masks = cohort_part(t->c, t->layout.live_masks);
    uint32_t count = cohort_live_count(&t->layout, t->c), item = t->plan->slot_items[slot];
    uint64_t lanes =
        states_slot_get(t, slot) & ~states_slot_get(t, t->plan->slot_below[slot]);
    if (!lanes)
        return;
    if (t->plan->deferred_count > 0 && item_type_of(t->plan->shape->items[item]) == NODE_DEFERRED)
        states_collect_deferred(t, count, item, lanes);
    items[count] = item;
    if (!cohort_is_lone(&t->layout))
        masks[count] = lanes;
    cohort_set_live_count(&t->layout, t->c, count + 1);
}

// Parts of the tree where nothing is live are left out. Afterwards all masks are zero.
void states_collect(interp *t)
{
    if (!t->layout.has_list)
        return;
    const plan *p = t->plan;
    cohort_set_live_count(&t->layout, t->c, 0);
    for (uint32_t slot = 0; slot < p->slot_count;) {
        if (!states_slot_get(t, slot)) {
            slot = p->slot_ends[slot];
            continue;
        }
        states_collect_node(t, slot);
        states_slot_put(t, slot++, 0);
    }
}

void states_collect_cancels(interp *t)
{
    uint32_t *items = cohort_part(t->c, t->layout.cancel_items);
    uint64_t *masks = cohort_part(t->c, t->layout.cancel_masks);
    uint32_t count = 0;
    for (uint32_t i = 0; i < t->plan->deferred_count; i++) {
        if (!t->deferred[i].cancelled)
            continue;
        items[count] = t->plan->deferred_items[i];
        masks[count++] = t->deferred[i].cancelled;
    }
    if (t->layout.has_deferred)
        cohort_set_cancel_count(&t->layout, t->c, count);
}

void states_clear_deferred(interp *t)
{
    if (t->plan->deferred_count)
        memset(t->deferred, 0, t->plan->deferred_count * sizeof *t->deferred);
}

