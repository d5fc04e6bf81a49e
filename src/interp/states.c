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
    for (; slot != PLAN_NO_SLOT && lanes & ~states_slot_get(t, slot);
         slot = t->plan->slot_parents[slot])
        states_slot_put(t, slot, states_slot_get(t, slot) | lanes);
}

void states_spread(interp *t)
{
    const uint32_t *items = cohort_part(t->c, t->layout.live_items);
    uint32_t count = cohort_live_count(&t->layout, t->c);
    for (uint32_t i = 0; i < count; i++)
        states_spread_upwards(t, t->plan->slots[t->plan->node_ids[items[i]]],
                              live_lanes(&t->layout, t->c, i));
}

// Adds the node of a slot to the list, for the lanes that no child tells of.
static void states_collect_node(interp *t, uint32_t slot)
{
    uint32_t *items = cohort_part(t->c, t->layout.live_items);
    uint64_t *masks = cohort_part(t->c, t->layout.live_masks);
    uint32_t count = cohort_live_count(&t->layout, t->c), item = t->plan->slot_items[slot];
    uint64_t lanes = states_slot_get(t, slot) & ~states_slot_get(t, t->plan->slot_below[slot]);
    if (!lanes)
        return;
    items[count] = item;
    if (!cohort_is_lone(&t->layout))
        masks[count] = lanes;
    cohort_set_live_count(&t->layout, t->c, count + 1);
}

// Parts of the tree where nothing is live are left out. Afterwards all masks are zero.
void states_collect(interp *t)
{
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

// ---- action states

void states_begin_deferred(interp *t, uint64_t lanes)
{
    const cohort_layout *l = &t->layout;
    size_t size = l->has_list ? (size_t)l->launch_values * l->stride : 0;
    uint32_t at = 0, number;
    deferred_state s;
    if (deferred_is_in_place(l)) {
        deferred_forget_requests(l, t->c, lanes);
        return;
    }
    while (deferred_next(l, t->c, &at, &number, &s)) {
        s.launched &= ~lanes;
        s.cancelled &= ~lanes;
        t->deferred[number] = s;
        deferred_note(t->noted, number);
        if (size && s.launched) // for lanes that sleep through this tick
            memcpy(t->launch_values + number * size, deferred_values(l, t->c, number), size * 4);
    }
    deferred_restart(l, t->c);
}

// Puts away the state of one that was noted.
static void states_end_one(interp *t, uint32_t number)
{
    const cohort_layout *l = &t->layout;
    size_t size = l->has_list ? (size_t)l->launch_values * l->stride : 0;
    deferred_state *s = &t->deferred[number];
    if (deferred_says(s)) {
        uint32_t *values = deferred_append(l, t->c, number, s);
        if (size && s->launched)
            memcpy(values, t->launch_values + number * size, size * 4);
    }
    *s = (deferred_state){0};
}

void states_end_deferred(interp *t)
{
    uint32_t words = deferred_note_count(t->layout.deferred_count);
    if (deferred_is_in_place(&t->layout))
        return;
    for (uint32_t i = 0; i < words; i++)
        for (; t->noted[i]; t->noted[i] &= t->noted[i] - 1)
            states_end_one(t, i * 64 + (uint32_t)__builtin_ctzll(t->noted[i]));
}

void states_begin_cancel(interp *t, uint64_t lanes)
{
    uint32_t at = 0, number;
    deferred_state s;
    t->deferred = t->deferred_scratch;
    t->noted = t->noted_scratch;
    while (deferred_next(&t->layout, t->c, &at, &number, &s)) {
        s.launched &= ~lanes;
        s.cancelled = 0;
        *deferred_at(t, t->plan->deferred_items[number]) = s;
    }
}

void states_end_cancel(interp *t, interp_cancelled *report, void *user)
{
    uint32_t words = deferred_note_count(t->layout.deferred_count);
    for (uint32_t i = 0; i < words; i++)
        for (; t->noted[i]; t->noted[i] &= t->noted[i] - 1) {
            uint32_t number = i * 64 + (uint32_t)__builtin_ctzll(t->noted[i]);
            deferred_state s = t->deferred[number];
            if (s.cancelled)
                report(user, interp_here(t), t->plan->deferred_items[number], s.cancelled);
            s.cancelled = deferred_get(&t->layout, t->c, number).cancelled;
            deferred_put(&t->layout, t->c, number, &s);
            t->deferred[number] = (deferred_state){0};
        }
}
