// SPDX-License-Identifier: MIT
// The roll-back log. Changes of persistent values take effect at once. While a scope is open that
// may roll them back (a concurrent, race or parallel), the log stores the old values. For each
// lane, only the first change of a value in a scope needs an entry. The marks in guards record
// which entries belong to which scope. Here two scopes are open, one inside the other:
//
//   rollback_log    | once | time | time | once |
//                   0             2             4 = rollback_count
//   a concurrent    mark.begin 0                       its own entries: 0 and 1
//   a race in it    mark.begin 2, mark.outer 0         its own entries: 2 and 3; scope_begin is 2
//
// When a scope closes, its entries are removed. They are restored for the lanes that failed. For
// the others they are passed on to the enclosing scope, unless that scope has an older value. So
// the log never has more than undo_capacity entries, and the success of an outermost scope costs
// nothing.
#include "interp_machine.h"
#include "nodes.h"

#include <stddef.h>

static uint64_t (*rollback_status(interp *t, uint32_t slot))[2]
{
    return slot < t->spec->persistent_statuses ? &t->columns.statuses[slot] : NULL;
}

static int64_t *rollback_time(interp *t, uint32_t slot)
{
    return t->columns.times + (size_t)(slot - t->spec->persistent_statuses) * t->layout.stride;
}

static void rollback_blend(uint64_t *target, uint64_t lanes, uint64_t value)
{
    *target = (*target & ~lanes) | (value & lanes);
}

// Copy the current value of a slot into an entry; entry_restore copies it back.
static void entry_keep(interp *t, rollback_entry *entry, uint64_t lanes)
{
    uint64_t(*status)[2] = rollback_status(t, entry->slot);
    unsigned lane;
    entry->lanes |= lanes;
    if (status) {
        rollback_blend(&entry->planes[0], lanes, (*status)[0]);
        rollback_blend(&entry->planes[1], lanes, (*status)[1]);
    } else {
        const int64_t *values = rollback_time(t, entry->slot);
        EACH_LANE (lane, lanes)
            entry->values[lane] = values[lane];
    }
}

static void entry_restore(interp *t, const rollback_entry *entry, uint64_t lanes)
{
    uint64_t(*status)[2] = rollback_status(t, entry->slot);
    unsigned lane;
    if (status) {
        rollback_blend(&(*status)[0], lanes, entry->planes[0]);
        rollback_blend(&(*status)[1], lanes, entry->planes[1]);
    } else {
        int64_t *values = rollback_time(t, entry->slot);
        EACH_LANE (lane, lanes)
            values[lane] = entry->values[lane];
    }
}

static rollback_entry *entry_new(interp *t, uint32_t slot)
{
    rollback_entry *entry = &t->rollback.log[t->rollback.count];
    entry->slot = slot;
    entry->previous = t->rollback.last[slot];
    entry->lanes = 0;
    t->rollback.last[slot] = t->rollback.count++;
    return entry;
}

// Call this before each change.
static void rollback_note(interp *t, uint32_t slot, uint64_t lanes)
{
    if (t->rollback.scopes == 0)
        return;
    uint32_t last = t->rollback.last[slot];
    bool is_of_scope = last != ROLLBACK_NONE && last >= t->rollback.scope_begin;
    rollback_entry *entry = is_of_scope ? &t->rollback.log[last] : entry_new(t, slot);
    entry_keep(t, entry, lanes & ~entry->lanes);
}

void status_put(interp *t, uint32_t status, uint64_t lanes, uint64_t succeeded, uint64_t failed)
{
    rollback_note(t, status, lanes);
    rollback_blend(&t->columns.statuses[status][0], lanes, succeeded);
    rollback_blend(&t->columns.statuses[status][1], lanes, failed);
}

void time_put(interp *t, uint32_t time, uint64_t lanes, int64_t value)
{
    int64_t *values = t->columns.times + (size_t)time * t->layout.stride;
    unsigned lane;
    rollback_note(t, t->spec->persistent_statuses + time, lanes);
    EACH_LANE (lane, lanes)
        values[lane] = value;
}

void times_put(interp *t, uint32_t time, uint64_t lanes, const int64_t *values)
{
    int64_t *to = t->columns.times + (size_t)time * t->layout.stride;
    unsigned lane;
    rollback_note(t, t->spec->persistent_statuses + time, lanes);
    EACH_LANE (lane, lanes)
        to[lane] = values[lane];
}

void rollback_open(interp *t, guard *g)
{
    g->mark.begin = t->rollback.count;
    g->mark.outer = t->rollback.scope_begin;
    t->rollback.scope_begin = t->rollback.count;
    t->rollback.scopes++;
}

// Pass an entry that an inner scope does not restore to the outer scope, which may have to restore
// it, unless it has an older value.
static void entry_hand_on(interp *t, const rollback_entry *entry, uint64_t lanes)
{
    uint32_t last = t->rollback.last[entry->slot];
    bool is_of_scope = last != ROLLBACK_NONE && last >= t->rollback.scope_begin;
    rollback_entry *outer = is_of_scope ? &t->rollback.log[last] : entry_new(t, entry->slot);
    uint64_t fresh = lanes & ~outer->lanes;
    unsigned lane;
    outer->lanes |= fresh;
    rollback_blend(&outer->planes[0], fresh, entry->planes[0]);
    rollback_blend(&outer->planes[1], fresh, entry->planes[1]);
    if (!rollback_status(t, entry->slot))
        EACH_LANE (lane, fresh)
            outer->values[lane] = entry->values[lane];
}

void rollback_close(interp *t, const guard *g, uint64_t failed)
{
    uint32_t begin = g->mark.begin, end = t->rollback.count;
    t->rollback.count = begin;
    t->rollback.scope_begin = g->mark.outer;
    t->rollback.scopes--;
    for (uint32_t i = begin; i < end; i++)
        t->rollback.last[t->rollback.log[i].slot] = t->rollback.log[i].previous;
    for (uint32_t i = begin; i < end; i++) {
        // A copy, since entry_hand_on may overwrite the entry; the times in `values` are not
        // overwritten.
        rollback_entry entry = t->rollback.log[i];
        entry_restore(t, &entry, entry.lanes & failed);
        uint64_t rest = entry.lanes & ~failed;
        if (t->rollback.scopes > 0 && rest)
            entry_hand_on(t, &entry, rest);
    }
}

// ---- for hooks

// Return the cooldown that a time belongs to.
static uint32_t cooldown_of(const gestalt_shape *shape, uint32_t time)
{
    uint32_t node = 0;
    for (; node < shape->specification->node_count; node++) {
        uint64_t head = shape->items[shape->nodes[node]];
        if (node_has(item_type_of(head), 't') && item_argument(head) == time)
            break;
    }
    return node;
}

gestalt_kept rollback_kept(const interp *t, uint32_t slot)
{
    const gestalt_shape *shape = t->plan->shape;
    uint32_t statuses = t->spec->persistent_statuses;
    if (slot < t->spec->named_persistents)
        return (gestalt_kept){shape_string(shape, shape->persistents[slot].name), SHAPE_NONE};
    return (gestalt_kept){NULL, slot < statuses ? t->plan->node_ids[t->plan->once_items[slot]]
                                                : cooldown_of(shape, slot - statuses)};
}

void rollback_report(interp *t, const guard *g, uint64_t failed)
{
    const interp_hooks *hooks = t->tick.moment->hooks;
    if (!hooks || !hooks->roll_back)
        return;
    for (uint32_t i = g->mark.begin; i < t->rollback.count; i++) {
        const rollback_entry *entry = &t->rollback.log[i];
        if (entry->lanes & failed)
            hooks->roll_back(hooks->user, interp_here(t), t->plan->node_ids[g->item],
                             rollback_kept(t, entry->slot), entry->lanes & failed);
    }
}
