// SPDX-License-Identifier: MIT
#include "step.h"

#include "interp_machine.h"
#include "nodes.h"
#include "states.h"
#include "walk.h"

// ---- stepping

void interp_step_begin(interp *t, cohort *c, uint64_t lanes)
{
    bool is_lone = cohort_is_lone(&t->layout);
    t->runner = is_lone ? &run_lone_traced : &run_many_traced;
    t->watching.ops = NULL; // stop after every node
    t->watching.is_counted_only = false;
    interp_attach(t, c, is_lone);
    if (t->layout.deferred_count > 0)
        states_begin_deferred(t, lanes);
    if (t->layout.has_list)
        states_spread(t);
    t->tick.stops = true;
    t->tick.stopped = (registers){.top = NULL, .active = lanes}; // not begun yet
}

bool interp_step(interp *t)
{
    if (!t->tick.stops)
        return false;
    bool is_over =
        t->tick.stopped.top ? t->runner->go_on(t) : t->runner->tick(t, t->tick.stopped.active);
    if (!is_over)
        return true;
    t->tick.stops = false;
    if (t->layout.has_list)
        states_collect(t);
    if (t->layout.deferred_count > 0)
        states_end_deferred(t);
    return false;
}

void interp_step_end(interp *t)
{
    while (interp_step(t))
        ;
}

void interp_step_timed(interp *t, cohort *c, uint64_t lanes)
{
    const interp_timing *timing = t->tick.moment->timing;
    uint64_t before = timing->clock(timing->user);
    interp_step_begin(t, c, lanes);
    while (interp_step(t) && !interp_stops(t)) {
        uint64_t now = timing->clock(timing->user);
        interp_answer a = interp_step_answer(t);
        gestalt_node_times *to = &timing->times[a.node];
        to->time += now - before;
        to->answers++;
        for (; a.lanes; a.lanes &= a.lanes - 1)
            to->agents++;
        before = timing->clock(timing->user);
    }
    t->tick.stops = false;
}

// ---- inspecting

uint32_t interp_step_guard_count(const interp *t)
{
    return (uint32_t)(t->tick.stopped.top - t->stack.guards); // the first guard is the tick itself
}

// Return the item of the node that has returned a status: the child of the innermost guard that
// ends where the tick continues.
static uint32_t step_item(const interp *t)
{
    const plan *p = t->plan;
    bool is_root = t->tick.stopped.top == t->stack.guards;
    uint32_t above = is_root ? SHAPE_NONE : t->tick.stopped.top->item;
    uint32_t item = p->shape->nodes[p->node_ids[t->tick.stopped.next - 1]];
    while (p->parents[item] != above)
        item = p->parents[item];
    return item;
}

interp_answer interp_step_answer(const interp *t)
{
    const registers *r = &t->tick.stopped;
    return (interp_answer){.node = t->plan->node_ids[step_item(t)],
                           .lanes = r->active,
                           .succeeded = r->succeeded,
                           .failed = r->failed};
}

// Return the end of the memory that a guard uses besides the stack. Guards above it have allocated
// theirs after it.
static const unsigned char *step_memory_end(const interp *t, uint32_t index)
{
    const unsigned char *memory = t->stack.memory + t->stack.memory_used;
    for (uint32_t i = interp_step_guard_count(t); i > index; i--)
        memory -= linked_memory_of(t->linked, t->stack.guards[i].item);
    return memory;
}

static const void *step_memory(const interp *t, uint32_t index)
{
    return step_memory_end(t, index) - linked_memory_of(t->linked, t->stack.guards[index].item);
}

// Get the lanes for which a node has finished, and those that wait, from the members that its type
// uses. A node whose children run in turn has one mask, for the status that ends it early.
static void step_read_ended(const interp *t, interp_guard *g, uint32_t index, uint64_t ended)
{
    const guard *from = &t->stack.guards[index];
    node_view v = walk_node(t->plan->shape->items, from->item);
    const node_info *info = &node_table[v.type];
    if (node_shuffles(&v)) {
        const guard_order *order = (const void *)step_memory_end(t, index);
        g->waiting = order[-1].waiting | order[-1].left;
    }
    if (info->children == RUNS_ALL) {
        g->can_roll_back = true;
        g->change_begin = from->mark.begin;
    } else if (node_shuffles(&v)) {
        return;
    } else if (info->children == RUNS_IN_TURN || info->children == RUNS_FROM_FIRST) {
        ended = node_is(v.type, NODE_IS_CHAIN) ? ended : 0;
        g->succeeded = info->goes_on == ITEM_CAN_FAIL ? ended : 0;
        g->failed = info->goes_on == ITEM_CAN_SUCCEED ? ended : 0;
    } else if (node_has(v.type, 'W') || node_has(v.type, 'U') || node_has(v.type, 'C')) {
        const guard_choice *choice = step_memory(t, index);
        g->waiting = choice->fresh | choice->waiting;
    } else if (node_has(v.type, 'R')) {
        g->round = from->loop.started;
    } else if (info->group == GROUP_DECIDER) {
        g->waiting = ended;
    } else if (node_has(v.type, '-')) {
        g->succeeded = g->failed = 0; // the node has not returned a status
    }
}

interp_guard interp_step_guard(const interp *t, uint32_t index)
{
    const guard *from = &t->stack.guards[index + 1];
    bool is_top = from == t->tick.stopped.top; // the registers of the top guard are not saved in it
    interp_guard g = {.waiting = is_top ? t->tick.stopped.waiting : from->waiting,
                      .succeeded = from->succeeded,
                      .failed = from->failed};
    step_read_ended(t, &g, index + 1, is_top ? t->tick.stopped.ended : from->ended);
    g.node = t->plan->node_ids[from->item];
    g.entered = from->entered;
    return g;
}

uint64_t interp_step_live(const interp *t, uint32_t node)
{
    uint32_t slot = t->plan->slots[node];
    if (slot == PLAN_NO_SLOT)
        return 0;
    return cohort_is_lone(&t->layout) ? ((const uint8_t *)t->live)[slot]
                                      : ((const uint64_t *)t->live)[slot];
}

uint32_t interp_step_change_count(const interp *t)
{
    return t->rollback.count;
}

interp_change interp_step_change(const interp *t, uint32_t index)
{
    const rollback_entry *entry = &t->rollback.log[index];
    return (interp_change){rollback_kept(t, entry->slot), entry->lanes};
}
