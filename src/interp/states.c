// SPDX-License-Identifier: MIT
#include "states.h"

#include "interp_machine.h"

// ---- the list of live nodes, converted to masks by slot and back

// Both directions are compiled for one lane and for many: masks of a lone agent are bytes.
#define STATES_INLINE static inline __attribute__((always_inline))

STATES_INLINE uint64_t spread_get(const void *spread, uint32_t slot, bool is_lone)
{
    return is_lone ? ((const uint8_t *)spread)[slot] : ((const uint64_t *)spread)[slot];
}

STATES_INLINE void spread_put(void *spread, uint32_t slot, uint64_t lanes, bool is_lone)
{
    if (is_lone)
        ((uint8_t *)spread)[slot] = (uint8_t)lanes;
    else
        ((uint64_t *)spread)[slot] = lanes;
}

// Mark a live node and its ancestors, up to the first one that is already marked.
STATES_INLINE void spread_up(void *spread, const plan *p, uint32_t slot, uint64_t lanes,
                             bool is_lone)
{
    while (slot != PLAN_NO_SLOT) {
        uint64_t before = spread_get(spread, slot, is_lone);
        if (!(lanes & ~before))
            return;
        spread_put(spread, slot, before | lanes, is_lone);
        slot = p->slot_parents[slot];
    }
}

STATES_INLINE void spread_list(interp *t, bool is_lone)
{
    const uint32_t *items = cohort_part(t->c, t->layout.live_items);
    const uint64_t *masks = cohort_part(t->c, t->layout.live_masks);
    const plan *p = t->plan;
    uint32_t count = cohort_live_count(&t->layout, t->c);
    for (uint32_t i = 0; i < count; i++)
        spread_up(t->resuming.spread, p, p->slots[p->node_ids[items[i]]], is_lone ? 1 : masks[i],
                  is_lone);
}

// Collect the list. Parts of the tree where nothing is live are skipped. Afterwards all masks are
// zero.
STATES_INLINE void collect_list(interp *t, bool is_lone)
{
    uint32_t *items = cohort_part(t->c, t->layout.live_items), count = 0;
    uint64_t *masks = cohort_part(t->c, t->layout.live_masks);
    const plan *p = t->plan;
    void *spread = t->resuming.spread;
    for (uint32_t slot = 0; slot < p->slot_count;) {
        uint64_t lanes = spread_get(spread, slot, is_lone);
        if (!lanes) {
            slot = p->slot_ends[slot];
            continue;
        }
        uint32_t below = p->slot_below[slot];
        if (below != PLAN_NO_SLOT)
            lanes &= ~spread_get(spread, below, is_lone); // a node below is live for these lanes
        spread_put(spread, slot, 0, is_lone);
        if (lanes) {
            items[count] = p->slot_items[slot];
            if (!is_lone)
                masks[count] = lanes;
            count++;
        }
        slot++;
    }
    cohort_set_live_count(&t->layout, t->c, count);
}

void states_spread(interp *t)
{
    if (cohort_is_lone(&t->layout))
        spread_list(t, true);
    else
        spread_list(t, false);
}

void states_collect(interp *t)
{
    if (cohort_is_lone(&t->layout))
        collect_list(t, true);
    else
        collect_list(t, false);
}

// ---- action states

void states_begin_deferred(interp *t, uint64_t lanes)
{
    const cohort_layout *l = &t->layout;
    uint32_t at = 0, number;
    deferred_state s;
    if (deferred_is_in_place(l)) {
        deferred_forget_requests(l, t->c, lanes);
        return;
    }
    while (deferred_next(l, t->c, &at, &number, &s)) {
        s.launched &= ~lanes;
        s.cancelled &= ~lanes;
        t->launches.states[number] = s;
        deferred_note(t->launches.noted, number);
    }
    if (at > 0)
        deferred_restart(l, t->c);
}

// Store the state of one deferred action that is in use.
static void states_end_one(interp *t, uint32_t number)
{
    deferred_state *s = &t->launches.states[number];
    if (deferred_says(s))
        deferred_append(&t->layout, t->c, number, s);
    *s = (deferred_state){0};
}

void states_end_deferred(interp *t)
{
    uint32_t words = deferred_note_count(t->layout.deferred_count);
    if (deferred_is_in_place(&t->layout))
        return;
    for (uint32_t i = 0; i < words; i++)
        for (; t->launches.noted[i]; t->launches.noted[i] &= t->launches.noted[i] - 1)
            states_end_one(t, i * 64 + (uint32_t)__builtin_ctzll(t->launches.noted[i]));
}

void states_begin_cancel(interp *t, uint64_t lanes)
{
    uint32_t at = 0, number;
    deferred_state s;
    t->tick.is_between = true;
    t->launches.states = t->launches.scratch;
    t->launches.noted = t->launches.noted_scratch;
    while (deferred_next(&t->layout, t->c, &at, &number, &s)) {
        s.launched &= ~lanes;
        s.cancelled = 0;
        *deferred_at(t, t->plan->deferred_items[number]) = s;
    }
}

void states_end_cancel(interp *t, interp_cancelled *report, void *user)
{
    uint32_t words = deferred_note_count(t->layout.deferred_count);
    t->tick.is_between = false;
    for (uint32_t i = 0; i < words; i++)
        for (; t->launches.noted[i]; t->launches.noted[i] &= t->launches.noted[i] - 1) {
            uint32_t number = i * 64 + (uint32_t)__builtin_ctzll(t->launches.noted[i]);
            deferred_state s = t->launches.states[number];
            if (s.cancelled)
                report(user, interp_here(t), t->plan->deferred_items[number], s.cancelled);
            s.cancelled = deferred_get(&t->layout, t->c, number).cancelled;
            deferred_put(&t->layout, t->c, number, &s);
            t->launches.states[number] = (deferred_state){0};
        }
}
