// SPDX-License-Identifier: MIT
// One pass over the tree. Every open inner node has a frame; when a node ends, its outcome is added
// to its parent's frame.
#include "analyse.h"

#include "carving.h"
#include "memory.h"
#include "nodes.h"
#include "scalar.h"
#include "search.h"
#include "shape_limits.h"
#include "walk.h"

#include <assert.h>
#include <string.h>

enum { S = ITEM_CAN_SUCCEED, F = ITEM_CAN_FAIL, R = ITEM_CAN_RUN };

enum { BIT_SLOTS, WORD_SLOTS, LONG_SLOTS, SLOT_CLASSES };

// An inner node while its children are analysed.
typedef struct frame {
    node_view view;
    uint32_t item;
    node_children rule;
    gathered_answers children;
    uint32_t slots[SLOT_CLASSES];     // first slots of the next child
    uint32_t slots_end[SLOT_CLASSES]; // end of all slots so far
    uint32_t live;
    uint64_t visits;     // leaf visits of the children
    uint64_t own_visits; // those that its own operations on lists count as
    uint32_t changes;    // distinct persistent values that change below
    uint32_t undo;       // most log entries of the scopes below
} frame;

// The results of a node's analysis, for its parent.
typedef struct outcome {
    unsigned answers;
    uint32_t live;
    uint64_t visits;
    uint32_t changes, undo;
} outcome;

typedef struct analysis {
    uint64_t *items;
    gestalt_specification *specification;
    bool edited;
    frame *frames; // frames[0] is not a node: it receives the root's outcome
    uint32_t frame_count;
    uint32_t *signals;    // by persistent: item of the last signal, plus 1; 0: none
    uint64_t list_visits; // leaf visits that the node's operations on whole lists count as
} analysis;

static uint64_t add_saturating(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

static uint64_t multiply_saturating(uint64_t a, uint64_t b)
{
    return b && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

// Count an operation on a whole list as a visit for each 16 elements.
static void count_list_visits(analysis *a, uint32_t place)
{
    a->list_visits += (list_capacity(place) + 15) / 16;
}

static bool is_find(item_type op)
{
    return op >= OP_FIND_BOOL && op <= OP_FIND_ENUM;
}

static uint32_t larger_of(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

// ---- expressions

// Analyse an expression; returns the index after it. Arguments of a call are like expressions of
// their own, since the stacks are empty when a host is called.
static uint32_t measure_expression(analysis *a, uint32_t index, bool may_draw)
{
    gestalt_specification *spec = a->specification;
    uint32_t depth[2] = {0}; // numbers, bools
    for (;;) {
        uint64_t item = a->items[index];
        const op_info *op = op_info_of(item_type_of(item));
        // a number that every component needs may be moved out of the way of the first result
        uint32_t spare = op->each && op->operands[0] == 'f';
        spec->number_depth = larger_of(spec->number_depth, depth[0] + spare);
        for (const char *operand = op->operands; *operand; operand++)
            depth[*operand == 'b'] -= op_width(*operand);
        depth[op->result == 'b'] += op_width(op->result);
        spec->number_depth = larger_of(spec->number_depth, depth[0]);
        spec->bool_depth = larger_of(spec->bool_depth, depth[1]);
        if (may_draw && item_type_of(item) == OP_RAND)
            spec->draws = 1;
        if (is_find(item_type_of(item)))
            count_list_visits(a, item_argument(item));
        index = item_end(item);
        if (item_flags(item) & ITEM_LAST)
            return index;
    }
}

static void measure_arguments(analysis *a, uint32_t index, uint32_t end)
{
    while (index < end) {
        uint32_t behind = item_end(a->items[index]);
        if (behind > index + 1)
            measure_expression(a, index + 1, true);
        index = behind;
    }
}

// Return the last operand letter of a type; only the last one can stand for expressions.
static char last_operand(item_type type)
{
    const char *operands = node_table[type].operands;
    return operands[strlen(operands) - 1];
}

// Analyse all expressions of a node.
static void measure_operands(analysis *a, const node_view *view)
{
    uint32_t index = view->expression;
    bool is_copy = node_has(view->type, 'Y') && !(view->flags & ITEM_VARIANT);
    bool moves = node_has(view->type, 'I') && !node_is_form(view->type);
    if (is_copy || moves)
        count_list_visits(a, list_operand_place(a->items[view->list]));
    if (view->at)
        measure_expression(a, view->at, true);
    if (index == 0)
        return;
    switch (last_operand(view->type)) {
    case 'A': measure_arguments(a, index, view->end); break;
    case 'V':
    case 'X': measure_expression(a, index, true); break;
    case 'D':
    case 'E':
    case 'U':
    case 'Y':
        if (item_type_of(a->items[index]) == OP_CALL)
            measure_arguments(a, index + 1, item_end(a->items[index]));
        while (index < view->first_child)
            index = measure_expression(a, index, true);
        break;
    default: break;
    }
}

// ---- the start of a node

static uint32_t count_children(const uint64_t *items, const node_view *view)
{
    uint32_t count = 0;
    for (uint32_t child = view->first_child; child < view->end; child = item_end(items[child]))
        count++;
    return count;
}

// Reserve a node's own slots, and return the first.
static uint32_t take_slots(uint32_t slots[SLOT_CLASSES], unsigned class, uint32_t count)
{
    uint32_t first = slots[class];
    slots[class] += count;
    return first;
}

// Return the derived argument of a node's head, and advance `slots` past the node's own.
static uint32_t derive_argument(analysis *a, const node_view *view, uint32_t slots[SLOT_CLASSES])
{
    gestalt_specification *spec = a->specification;
    const char *operands = node_table[view->type].operands;
    bool is_variant = view->flags & ITEM_VARIANT;
    switch (operands[0]) {
    case 'o': return spec->persistent_statuses++;
    case 't': return spec->persistent_times++;
    case 'b':
        return take_slots(slots, BIT_SLOTS,
                          operands[1] == 'H' ? 2 * count_children(a->items, view) : 1);
    case 'w': return take_slots(slots, WORD_SLOTS, 1);
    case 'l': return operands[1] == 'D' || is_variant ? take_slots(slots, LONG_SLOTS, 1) : 0;
    case 'n': return view->first_child - view->expression;
    case 'c': return view->first_child;
    default: return view->argument;
    }
}

// Give the clock of a loop's pause its slot, which is part of the operand.
static void derive_pause(analysis *a, const node_view *view, uint32_t slots[SLOT_CLASSES])
{
    if (view->pause)
        a->items[view->pause] =
            pause_ticks(a->items[view->pause]) | (uint64_t)take_slots(slots, LONG_SLOTS, 1) << 32;
}

static frame *top_frame(analysis *a)
{
    return &a->frames[a->frame_count - 1];
}

static gathered_answers gathered_begin(const analysis *a)
{
    gathered_answers children = gathered_start();
    children.edited = a->edited;
    return children;
}

static void open_frame(analysis *a, uint32_t item, const node_view *view,
                       const uint32_t slots[SLOT_CLASSES])
{
    assert(a->frame_count <= LIMIT_DEPTH);
    a->frames[a->frame_count++] = (frame){
        .view = *view,
        .item = item,
        .rule = node_table[view->type].children,
        .children = gathered_begin(a),
        .own_visits = a->list_visits,
        .slots = {slots[BIT_SLOTS], slots[WORD_SLOTS], slots[LONG_SLOTS]},
        .slots_end = {slots[BIT_SLOTS], slots[WORD_SLOTS], slots[LONG_SLOTS]},
    };
    a->specification->guard_depth = larger_of(a->specification->guard_depth, a->frame_count - 1);
}

// Count a change of a persistent value. If the previous signal changes the same value, all frames
// that contain both have counted it already, so the innermost frame that does subtracts this count
// again.
static void count_change(analysis *a, uint32_t item, const node_view *view, outcome *leaf)
{
    leaf->changes = 1;
    uint32_t last = a->signals[view->argument];
    a->signals[view->argument] = item + 1;
    if (last == 0)
        return;
    uint32_t inner;
    SEARCH_FIRST(inner, 1, a->frame_count, a->frames[inner].item >= last);
    a->frames[inner - 1].changes--;
}

// ---- results of nodes

// Return whether some number of successes keeps both thresholds unreached, when `finished` children
// finish, of which `low` to `high` succeed.
static bool thresholds_stay_open(int64_t low, int64_t high, int64_t finished, uint64_t thresholds)
{
    int64_t success = thresholds_success(thresholds), failure = thresholds_failure(thresholds);
    if (low < finished - (failure - 1))
        low = finished - (failure - 1);
    if (high > success - 1)
        high = success - 1;
    return low <= high;
}

static unsigned count_answers(uint64_t thresholds, const gathered_answers *f)
{
    uint32_t n = f->number;
    unsigned answers = 0;
    // Children that always fail do so in the first tick, before a verdict at its end.
    bool fails_first =
        thresholds_at_end(thresholds) && f->must_fail >= thresholds_failure(thresholds);
    if (f->can_succeed >= thresholds_success(thresholds) && !fails_first)
        answers |= S;
    if (f->can_fail >= thresholds_failure(thresholds))
        answers |= F;
    if (f->can_finish == n && thresholds_stay_open(n - f->can_fail, f->can_succeed, n, thresholds))
        answers |= F; // all have finished without reaching the success threshold
    // Every child that can keep running does so; the others finish.
    if ((f->any & R) && thresholds_stay_open(f->must_succeed, f->must_finish - f->must_fail,
                                             f->must_finish, thresholds))
        answers |= R;
    return answers;
}

// An agent from another shape may be live in any node.
static void facts_edit(node_facts *facts, const gathered_answers *children)
{
    facts->every = facts->last = children->any;
    facts->p = 0.5f;
    facts->lasts = facts->pauses = facts->edited = true;
    facts->counted = S | F | R;
}

// Return the most rounds of a loop; 0 if there is no limit.
static uint32_t loop_limit(const uint64_t *items, const node_view *view)
{
    return view->list ? list_capacity(list_operand_place(items[view->list]))
                      : rounds_limit(items[view->raw]);
}

static node_facts facts_of(const uint64_t *items, const node_view *view,
                           const gathered_answers *children)
{
    node_facts facts = {.any = children->any,
                        .every = children->every,
                        .last = children->last,
                        .reaches = children->reaches,
                        .is_alone = children->number == 1,
                        .p = scalar_float_of_bits(view->argument)};
    uint64_t raw = view->raw ? items[view->raw] : 0;
    if (node_has(view->type, 'D'))
        facts.lasts = raw != 0;
    facts.is_open = children->number == walk_case_count(items, view);
    if (node_has(view->type, 'H'))
        facts.counted = count_answers(raw, children);
    if (node_has(view->type, 'R')) {
        uint32_t count = loop_limit(items, view), at_once = view->pause ? 1 : rounds_per_tick(raw);
        unsigned goes_on = node_table[view->type].goes_on & ~rounds_until(raw);
        facts.ends = count != 0;
        facts.until = rounds_until(raw);
        facts.pauses = (children->any & goes_on) && (count == 0 || count > at_once);
    }
    if (children->edited)
        facts_edit(&facts, children);
    return facts;
}

unsigned shape_answers(const uint64_t *items, const node_view *view,
                       const gathered_answers *children)
{
    node_facts facts = facts_of(items, view, children);
    return node_answers(view->type, &facts);
}

unsigned shape_changes(const uint64_t *items, const node_view *view,
                       const gathered_answers *children)
{
    node_facts facts = facts_of(items, view, children);
    return node_changes(view->type, &facts);
}

static bool analysed_rests(const uint64_t *items, const node_view *view,
                           const gathered_answers *children)
{
    node_facts facts = facts_of(items, view, children);
    return node_rests(view->type, &facts);
}

bool shape_can_rest(const uint64_t *items, uint32_t item, bool edited)
{
    node_view view = walk_node(items, item);
    if (view.first_child == view.end)
        return view.flags & ITEM_CAN_RUN;
    gathered_answers child = {.any = item_flags(items[view.first_child]), .edited = edited};
    return analysed_rests(items, &view, &child);
}

static uint32_t frame_live(analysis *a, const frame *f)
{
    if (!analysed_rests(a->items, &f->view, &f->children))
        return f->live;
    a->specification->live_item_count++;
    return larger_of(f->live, 1);
}

static uint64_t frame_visits(const analysis *a, const frame *f)
{
    if (!node_has(f->view.type, 'R'))
        return f->visits;
    uint64_t raw = a->items[f->view.raw], count = loop_limit(a->items, &f->view);
    uint64_t rounds = (uint64_t)rounds_per_tick(raw) + (f->children.any & R ? 1 : 0);
    if (f->view.pause) // a live round resumes, or one round starts
        return f->visits;
    return multiply_saturating(f->visits, count && count < rounds ? count : rounds);
}

// Return whether a `weighted` node can choose child `number` at all.
static bool child_has_weight(const uint64_t *items, const node_view *view, uint32_t number)
{
    return !node_has(view->type, 'W') ||
           (item_flags(items[view->expression + number]) & ITEM_POSITIVE);
}

bool shape_child_can_run(const uint64_t *items, const node_view *view, uint32_t number,
                         unsigned answers, bool edited, bool *reaches)
{
    if (edited)
        return true;
    bool can_run = (*reaches || node_shuffles(view)) && child_has_weight(items, view, number);
    const node_info *info = &node_table[view->type];
    if (info->children > RUNS_ONE)
        *reaches = *reaches && (answers & info->goes_on);
    return can_run;
}

gathered_answers gathered_start(void)
{
    return (gathered_answers){.every = S | F | R, .reaches = true};
}

void gathered_add(gathered_answers *f, const uint64_t *items, const node_view *view,
                  unsigned answers)
{
    if (shape_child_can_run(items, view, f->number, answers, f->edited, &f->reaches))
        f->any |= answers;
    f->every &= answers;
    f->last = answers;
    f->can_succeed += answers & S ? 1 : 0;
    f->can_fail += answers & F ? 1 : 0;
    f->can_finish += answers & (S | F) ? 1 : 0;
    f->must_succeed += answers == S;
    f->must_fail += answers == F;
    f->must_finish += !(answers & R);
    f->number++;
}

static void answers_fold(const analysis *a, frame *f, const outcome *child,
                         const uint32_t slots_end[SLOT_CLASSES])
{
    gathered_add(&f->children, a->items, &f->view, child->answers);
    f->live =
        children_live_together(f->rule) ? f->live + child->live : larger_of(f->live, child->live);
    if (f->rule != RUNS_ONE)
        f->visits = add_saturating(f->visits, child->visits);
    else if (child->visits > f->visits)
        f->visits = child->visits;
    for (unsigned class = 0; class < SLOT_CLASSES; class ++) {
        f->slots_end[class] = larger_of(f->slots_end[class], slots_end[class]);
        if (node_keeps_apart(f->view.type))
            f->slots[class] = slots_end[class];
    }
    f->changes += child->changes;
    f->undo = larger_of(f->undo, child->undo);
}

static void set_derived(uint64_t *item, unsigned answers, uint32_t argument)
{
    unsigned flags = (item_flags(*item) & ITEM_VARIANT) | answers;
    *item = item_make(item_type_of(*item), flags, item_end(*item), argument);
}

static void close_frame(analysis *a)
{
    frame *f = top_frame(a);
    outcome end = {
        .answers = shape_answers(a->items, &f->view, &f->children),
        .live = frame_live(a, f),
        .visits = add_saturating(frame_visits(a, f), f->own_visits),
        .changes = f->changes,
        .undo = f->undo,
    };
    if (node_has(f->view.type, 'o') || node_has(f->view.type, 't'))
        end.changes++;
    if (f->rule == RUNS_ALL)
        end.undo += end.changes;
    uint64_t *head = &a->items[f->item];
    set_derived(head, end.answers, item_argument(*head));
    a->frame_count--;
    answers_fold(a, top_frame(a), &end, f->slots_end);
}

static void take_leaf(analysis *a, uint32_t item, const node_view *view,
                      const uint32_t slots_end[SLOT_CLASSES])
{
    gathered_answers none = {.edited = a->edited};
    outcome leaf = {.answers = shape_answers(a->items, view, &none), .visits = 1 + a->list_visits};
    leaf.live = leaf.answers & R ? 1 : 0;
    a->specification->live_item_count += leaf.live;
    if (node_has(view->type, 'S'))
        count_change(a, item, view, &leaf);
    uint64_t *head = &a->items[item];
    set_derived(head, leaf.answers, item_argument(*head));
    answers_fold(a, top_frame(a), &leaf, slots_end);
}

static void note_draws(gestalt_specification *spec, const analysis *a, const node_view *view)
{
    if (node_shuffles(view))
        spec->shuffle_capacity = larger_of(spec->shuffle_capacity, count_children(a->items, view));
    if (node_shuffles(view) || node_has(view->type, 'f') || node_has(view->type, 'W'))
        spec->draws = 1;
}

// Analyse the node at `item`; returns the index of the next node.
static uint32_t enter_node(analysis *a, uint32_t item)
{
    node_view view = walk_node(a->items, item);
    const frame *parent = top_frame(a);
    uint32_t slots[SLOT_CLASSES] = {parent->slots[BIT_SLOTS], parent->slots[WORD_SLOTS],
                                    parent->slots[LONG_SLOTS]};
    a->specification->node_count++;
    note_draws(a->specification, a, &view);
    a->list_visits = 0;
    measure_operands(a, &view);
    set_derived(&a->items[item], 0, derive_argument(a, &view, slots));
    if (node_shuffles(&view) && view.order != item)
        a->items[view.order] =
            item_make(ITEM_ORDER, 0, view.order + 1, take_slots(slots, LONG_SLOTS, 1));
    derive_pause(a, &view, slots);
    if (view.first_child < view.end)
        open_frame(a, item, &view, slots);
    else
        take_leaf(a, item, &view, slots);
    return view.first_child;
}

// ---- whole streams

static void analyse_tree(analysis *a)
{
    gestalt_specification *spec = a->specification;
    a->frames[0] = (frame){.children = gathered_begin(a)};
    a->frame_count = 1;
    for (uint32_t item = 0; item < spec->tree_end;) {
        item = enter_node(a, item);
        while (a->frame_count > 1 && top_frame(a)->view.end == item)
            close_frame(a);
    }
    const frame *whole = &a->frames[0];
    spec->live_capacity = whole->live;
    spec->visit_bound = whole->visits;
    spec->undo_capacity = whole->undo;
    spec->bit_slots = whole->slots_end[BIT_SLOTS];
    spec->word_slots = whole->slots_end[WORD_SLOTS];
    spec->long_slots = whole->slots_end[LONG_SLOTS];
}

bool shape_analyse(uint64_t *items, uint32_t item_count, uint32_t tree_end,
                   uint32_t named_persistents, bool edited, const gestalt_allocator *allocator,
                   gestalt_specification *specification)
{
    gestalt_allocator memory = memory_allocator(allocator);
    analysis a = {.items = items, .specification = specification, .edited = edited};
    carving from = {0};
    do {
        CARVE(&from, a.frames, (tree_end < LIMIT_DEPTH ? tree_end : LIMIT_DEPTH) + 1);
        CARVE(&from, a.signals, named_persistents);
    } while (carve_again(&from, &memory));
    if (!from.memory)
        return false;
    *specification = (gestalt_specification){
        .item_count = item_count,
        .tree_end = tree_end,
        .number_columns = specification->number_columns,
        .bool_columns = specification->bool_columns,
        .shared_number_columns = specification->shared_number_columns,
        .shared_bool_columns = specification->shared_bool_columns,
        .host_count = specification->host_count,
        .persistent_statuses = named_persistents,
        .named_persistents = named_persistents,
    };
    analyse_tree(&a);
    for (uint32_t item = tree_end; item < item_count; item = item_end(items[item]))
        measure_expression(&a, item + 1, item_flags(items[item]) & ITEM_OWN);
    memory_release(&memory, from.memory, from.size);
    return true;
}
