// SPDX-License-Identifier: MIT
#include "sleep.h"

#include "interp_machine.h"
#include "live.h"

// ---- expressions: the state of each one, after a dry tick has evaluated it

enum sleep_row { ROW_UNKNOWN, ROW_STIRS, ROW_STEADY, ROW_NOTED };

static unsigned row_known(const sleep_plan *s, uint32_t item)
{
    return __atomic_load_n(&s->known[item], __ATOMIC_ACQUIRE);
}

// If several threads find this out at the same time, they write the same value.
static void row_know(const sleep_plan *s, uint32_t item, unsigned char what)
{
    __atomic_store_n(&s->known[item], what, __ATOMIC_RELEASE);
}

static void row_note(const interp *t, const sleep_plan *s, uint32_t item)
{
    if (row_known(s, item) == ROW_NOTED)
        return;
    sleep_note_columns(s, item, item_end(t->items[item]));
    row_know(s, item, ROW_NOTED);
}

bool sleep_watch_row(const interp *t, uint32_t item)
{
    sleep_watch *w = t->watching.dry;
    const sleep_plan *s = w->plan;
    unsigned known = row_known(s, item);
    if (known == ROW_UNKNOWN) {
        uint32_t end = item_end(t->items[item]);
        known = sleep_is_steady(s->plan, s->announced, item, end) ? ROW_STEADY : ROW_STIRS;
        row_know(s, item, (unsigned char)known);
    }
    if (known == ROW_STIRS)
        w->stirs = 1;
    if (known != ROW_STEADY)
        return known == ROW_NOTED;
    if (w->row_count == sizeof w->rows / sizeof *w->rows) // too many to keep: noted at once
        row_note(t, s, item);
    else
        w->rows[w->row_count++] = item;
    return true;
}

// ---- clocks

static int64_t due_first(const int64_t *due, uint64_t lanes)
{
    int64_t first = INT64_MAX;
    unsigned lane;
    if (lanes == ~UINT64_C(0)) { // this loop becomes vectors
        for (lane = 0; lane < COHORT_LANES_MAX; lane++)
            first = due[lane] < first ? due[lane] : first;
        return first;
    }
    EACH_LANE (lane, lanes)
        first = due[lane] < first ? due[lane] : first;
    return first;
}

void sleep_watch_clock(const interp *t, uint64_t head, const int64_t *due, uint64_t lanes)
{
    int64_t first = due_first(due, lanes);
    sleep_until *until = &t->watching.dry->until;
    int64_t *to = item_flags(head) & ITEM_VARIANT ? &until->tick : &until->now;
    *to = first < *to ? first : *to;
}

// Return the lanes in which the node was live before the dry tick.
static uint64_t live_before(const interp *t, uint32_t item)
{
    const cohort_layout *l = &t->layout;
    const cohort *before = (const void *)t->tick.copy;
    const plan *p = t->plan;
    uint32_t slot = p->slots[p->node_ids[item]];
    if (slot == PLAN_NO_SLOT)
        return 0;
    if (!l->has_list)
        return cohort_slot(l, before, slot);
    const uint32_t *items = cohort_read(before, l->live_items);
    uint64_t live = 0;
    for (uint32_t i = 0; i < cohort_live_count(l, before); i++) {
        uint32_t leaf = p->slots[p->node_ids[items[i]]];
        live |= leaf >= slot && leaf < p->slot_ends[slot] ? live_lanes(l, before, i) : 0;
    }
    return live;
}

// A clock of a node that was not live needs no check: if it still runs after the tick, the memory
// of the cohort differs.
void sleep_watch_start(const interp *t, uint32_t item, uint64_t lanes)
{
    if (lanes & live_before(t, item))
        t->watching.dry->stirs = 1;
}

// ---- the dry tick

// Return whether any agent is live in a node that does something in every tick.
static bool has_stirring(const interp *t, const sleep_plan *s, const cohort *c)
{
    uint64_t live = 0;
    if (t->layout.has_list) {
        const uint32_t *items = cohort_read(c, t->layout.live_items);
        uint32_t count = cohort_live_count(&t->layout, c);
        for (uint32_t i = 0; i < count; i++)
            live |= s->stirs[t->plan->node_ids[items[i]]];
        return live;
    }
    for (uint32_t i = 0; i < s->stirring_count && !live; i++)
        live = cohort_slot(&t->layout, c, s->stirring[i]);
    return live;
}

// Return whether a cohort has its old content. The marks of deferred actions (deferred.h) are not
// compared: at worst, too many of them are set.
static bool is_unchanged(const interp *t, const cohort *c)
{
    const cohort_layout *l = &t->layout;
    size_t notes = 0, from = l->size;
    if (deferred_is_in_place(l)) {
        notes = deferred_note_count(l->deferred_count) * sizeof(uint64_t);
        from = l->deferred_noted;
    }
    return memcmp(c, t->tick.copy, from) == 0 &&
           memcmp(cohort_read(c, (uint32_t)(from + notes)), t->tick.copy + from + notes,
                  l->size - from - notes) == 0;
}

bool sleep_begins(interp *t, sleep_plan *s, cohort *c, sleep_until *until)
{
    sleep_watch w = {.plan = s, .until = {INT64_MAX, INT64_MAX}};
    uint64_t occupied = cohort_occupied(&t->layout, c);
    if (occupied & ~cohort_running(&t->layout, c) || has_stirring(t, s, c))
        return false;
    memcpy(t->tick.copy, c, t->layout.size);
    interp_tick_dry(t, c, occupied, &w);
    bool sleeps = !w.stirs && is_unchanged(t, c);
    if (!sleeps)
        memcpy(c, t->tick.copy, t->layout.size);
    // The next tick may come at the same time as the last one.
    if (!sleeps || w.until.tick <= (int64_t)t->tick.moment->tick + 1)
        return false;
    for (uint32_t i = 0; i < w.row_count; i++)
        row_note(t, s, w.rows[i]);
    *until = w.until;
    return true;
}
