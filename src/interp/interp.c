// SPDX-License-Identifier: MIT
#define XXH_INLINE_ALL // starting an agent whose tree draws hashes its id
#include "interp.h"

#include "carving.h"
#include "columns.h"
#include "floats.h"
#include "foresee.h"
#include "hash.h"
#include "interp_machine.h"
#include "memory.h"
#include "nodes.h"
#include "scalar.h"
#include "sleep.h"
#include "states.h"
#include "walk.h"

// ---- scratch memory: one block, divided up

static uint32_t persistent_count(const gestalt_specification *spec)
{
    return spec->persistent_statuses + spec->persistent_times;
}

// Lay out the block; the interpreter itself is its first part.
static interp *interp_carve(interp *t, carving *from)
{
    const gestalt_specification *spec = t->spec;
    size_t stride = t->layout.stride, slots = t->plan->slot_count;
    size_t arguments = t->bound->argument_capacity, keys = t->bound->key_capacity;
    size_t deferred = t->plan->deferred_count;
    interp *self = carving_take(from, 1, sizeof *self);
    CARVE(from, t->stack.guards, (size_t)spec->guard_depth + 1);
    t->stack.memory = carving_take(from, t->linked->memory_size, 1);
    t->resuming.spread = carving_take(from, t->layout.has_list ? slots : 0, t->layout.mask_size);
    CARVE(from, t->resuming.known, slots);
    t->launches.scratch = carving_take(from, deferred, sizeof *t->launches.states);
    t->launches.noted_scratch =
        carving_take(from, deferred_note_count((uint32_t)deferred), sizeof *t->launches.noted);
    CARVE(from, t->rollback.log, spec->undo_capacity);
    t->rollback.values =
        carving_take(from, spec->persistent_times ? spec->undo_capacity * stride : 0, 8);
    t->rollback.last = carving_take(from, persistent_count(spec), 4);
    t->formulas.scratch =
        carving_take(from, t->linked->formulas->scratch_size + FORMULA_ALIGNMENT, 1);
    t->formulas.argument_columns = carving_take(from, (arguments + 1) * KEY_WIDTH_MAX * stride, 4);
    CARVE(from, t->formulas.elements, t->linked->element_columns * stride);
    CARVE(from, t->formulas.arguments, arguments * 2);
    CARVE(from, t->formulas.keys, keys);
    t->formulas.argument_masks = carving_take(from, arguments * 2 + keys, 8);
    t->formulas.zeros = carving_take(from, stride, 4);
    t->formulas.init_streams = carving_take(from, spec->draws ? 0 : stride, 8);
    t->tick.copy = carving_take(from, t->tick.copy ? t->layout.size : 0, 1);
    return self;
}

// Return an interpreter without scratch memory.
static interp interp_without_parts(const linked *l)
{
    return (interp){.linked = l,
                    .items = l->items,
                    .plan = l->plan,
                    .spec = l->plan->shape->specification,
                    .bound = l->bound,
                    .kernels = l->kernels,
                    .cells = l->cells,
                    .calls = l->calls,
                    .rows = l->formulas->steps,
                    .layout = l->layout};
}

size_t interp_size(const linked *l, bool copies)
{
    unsigned char room;
    interp parts = interp_without_parts(l);
    parts.tick.copy = copies ? &room : NULL;
    carving from = {.alignment = COHORT_LINE};
    interp_carve(&parts, &from);
    return from.used;
}

interp *interp_place(const linked *l, bool copies, void *memory)
{
    const gestalt_specification *spec = l->plan->shape->specification;
    interp parts = interp_without_parts(l);
    parts.tick.copy = copies ? memory : NULL;
    carving from = {.alignment = COHORT_LINE, .block = memory};
    interp *t = interp_carve(&parts, &from);
    *t = parts;
    t->live = t->resuming.spread;
    t->launches.states = t->launches.scratch;
    t->launches.noted = t->launches.noted_scratch;
    evaluate_start(t);
    t->call = (gestalt_call){
        .lane_count = l->layout.lanes, .arguments = t->formulas.arguments, .shape = t->plan->shape};
    t->columns.are_there = spec->word_slots || spec->long_slots || spec->bit_slots ||
                           persistent_count(spec) || l->has_streams ||
                           deferred_is_in_place(&l->layout);
    for (uint32_t i = 0; i < persistent_count(spec); i++)
        t->rollback.last[i] = ROLLBACK_NONE;
    for (uint32_t i = 0; spec->persistent_times && i < spec->undo_capacity; i++)
        t->rollback.log[i].values = t->rollback.values + (size_t)i * l->layout.stride;
    return t;
}

interp *interp_create(const linked *l, bool copies, const gestalt_allocator *allocator)
{
    unsigned char *memory;
    size_t size = interp_size(l, copies);
    carving from = {.alignment = COHORT_LINE};
    do
        memory = carving_take(&from, size, 1);
    while (carve_again(&from, allocator));
    if (!memory)
        return NULL;
    interp *t = interp_place(l, copies, memory);
    t->allocator = *allocator;
    t->size = from.size;
    return t;
}

void interp_destroy(interp *t)
{
    gestalt_allocator allocator = t ? t->allocator : (gestalt_allocator){0};
    if (t)
        memory_release(&allocator, t, t->size);
}

// ---- setting the moment and the cohort

// Choose the runner for this moment, and set who is called at each node.
static void interp_rig(interp *t)
{
    static const runner *const runners[2][2] = {{&run_many, &run_lone},
                                                {&run_many_traced, &run_lone_traced}};
    static const int never = 0;
    const interp_moment *moment = t->tick.moment;
    t->watching.hooks = moment->hooks;
    t->watching.ops = moment->hooks || moment->timing ? NULL : t->watching.counted_ops;
    t->watching.is_told = moment->hooks || t->watching.slow_counts;
    t->watching.is_watched = moment->hooks || moment->timing || interp_counts(t);
    t->watching.is_counted_only = t->watching.counts && !moment->hooks && !moment->timing;
    t->runner = runners[t->watching.is_watched][cohort_is_lone(&t->layout)];
    t->tick.stop = moment->stop ? moment->stop : &never;
    foresee_begin(t);
    native_begin(t);
}

void interp_begin(interp *t, const interp_moment *moment)
{
    t->tick.moment = moment;
    t->call.now = moment->now;
    t->call.tick = moment->tick;
    t->tick.is_far = moment->is_far;
    t->tick.error = t->call.error = NULL;
    evaluate_begin(t);
    interp_rig(t);
}

void interp_attach_more(interp *t)
{
    const cohort_layout *l = &t->layout;
    t->columns.words = cohort_part(t->c, l->words);
    t->columns.longs = cohort_part(t->c, l->longs);
    t->columns.times = cohort_part(t->c, l->times);
    t->columns.bits = cohort_part(t->c, l->bits);
    t->columns.statuses = cohort_part(t->c, l->statuses);
    t->columns.streams = t->spec->draws ? cohort_part(t->c, l->streams) : t->formulas.init_streams;
    if (deferred_is_in_place(l)) {
        t->launches.states = cohort_part(t->c, l->deferred_states);
        t->launches.noted = cohort_part(t->c, l->deferred_noted);
    }
}

void log_event(interp *t, uint32_t item, uint64_t lanes, gestalt_log_phase phase)
{
    const interp_hooks *hooks = t->watching.hooks;
    if (hooks && hooks->log && lanes)
        hooks->log(hooks->user, interp_here(t), t->plan->node_ids[item], lanes, phase);
}

// ---- entry points. A tick that was interrupted does not collect the live states that it leaves:
// there may be more of them than a list has room for.

// Tick a cohort that stores masks.
static void tick_masks(interp *t, uint64_t lanes)
{
    // A cohort that records the memory it uses (foresee.h) has other calls, and is interpreted.
    if (t->native.run && t->calls == t->linked->calls)
        native_tick(t, lanes);
    else
        t->runner->tick(t, lanes);
}

// Tick a cohort with a list of live states. Most agents of a tree that waits only need to resume
// their own node.
static void tick_list(interp *t, uint64_t lanes)
{
    if (t->native.run) {
        states_spread(t);
        native_tick(t, lanes);
        if (!interp_stops(t))
            states_collect(t);
        return;
    }
    if (t->linked->shortcut_count > 0 && (!t->watching.is_watched || t->watching.is_counted_only)) {
        lanes = t->runner->resume_list(t, lanes);
        if (!lanes || interp_stops(t))
            return;
        t->resuming.knows = true;
    }
    states_spread(t);
    t->runner->tick(t, lanes);
    t->resuming.knows = false;
    if (!interp_stops(t))
        states_collect(t);
}

static void tick_attached(interp *t, cohort *c, uint64_t lanes)
{
    bool has_deferred = t->layout.deferred_count > 0;
    interp_attach(t, c, cohort_is_lone(&t->layout));
    if (has_deferred)
        states_begin_deferred(t, lanes);
    if (t->layout.has_list)
        tick_list(t, lanes);
    else
        tick_masks(t, lanes);
    if (has_deferred && !interp_stops(t))
        states_end_deferred(t);
}

void interp_tick(interp *t, cohort *c, uint64_t lanes)
{
    if (t->tick.moment->timing) {
        interp_step_timed(t, c, lanes);
        return;
    }
    tick_attached(t, c, lanes);
}

void interp_tick_row(interp *t, cohort *first, uint32_t count)
{
    if (!t->layout.has_list && t->layout.deferred_count == 0 && !t->tick.moment->timing) {
        (t->native.run ? native_tick_row : t->runner->tick_row)(t, first, count);
        return;
    }
    for (cohort *c = first; count > 0; count--, c = cohort_part(c, t->layout.size)) {
        uint64_t lanes = cohort_occupied(&t->layout, c);
        if (count > 1)
            interp_fetch(t, cohort_part(c, t->layout.size));
        if (t->tick.is_far && !cohort_is_lone(&t->layout))
            foresee_next(t, cohort_part(c, t->layout.size), count - 1);
        if (SELDOM(t->call.error)) // error of a lone function, for the previous agent
            call_note_error(t);
        if (lanes)
            interp_tick(t, c, lanes);
    }
}

// ---- ticks that can be interrupted. The interpreter and native code leave their loops at once,
// and the results are discarded: the cohort, and everything that this block stores for it.

// Reset the block to its state between two ticks.
static void interp_forget(interp *t)
{
    size_t slots = t->plan->slot_count, deferred = t->plan->deferred_count;
    if (t->layout.has_list && slots)
        memset(t->resuming.spread, 0, slots * t->layout.mask_size);
    for (size_t i = 0; i < slots; i++)
        t->resuming.known[i] = (answer){0, 0};
    for (size_t i = 0; i < deferred; i++)
        t->launches.scratch[i] = (deferred_state){0};
    for (size_t i = 0; i < deferred_note_count((uint32_t)deferred); i++)
        t->launches.noted_scratch[i] = 0;
    for (uint32_t i = 0; i < persistent_count(t->spec); i++)
        t->rollback.last[i] = ROLLBACK_NONE;
    t->resuming.knows = false;
    t->stack.memory_used = t->rollback.count = t->rollback.scopes = t->rollback.scope_begin =
        t->tick.row_count = 0;
}

// Calls and rows of formulas report to the watch; nothing else is watched.
void interp_tick_dry(interp *t, cohort *c, uint64_t lanes, sleep_watch *watch)
{
    interp_count *counts = t->watching.counts, *slow_counts = t->watching.slow_counts;
    uint64_t used_blocks = t->tick.used_blocks;
    t->watching.dry = watch;
    t->tick.stop = &watch->stirs;
    t->calls = t->linked->noting;
    t->rows = t->linked->formulas->noting;
    t->runner = cohort_is_lone(&t->layout) ? &run_lone : &run_many;
    t->native.run = NULL;
    t->watching.hooks = NULL;
    t->watching.ops = NULL;
    t->watching.counts = t->watching.slow_counts = NULL;
    t->watching.is_watched = t->watching.is_counted_only = t->watching.is_told = false;
    tick_attached(t, c, lanes);
    if (interp_stops(t))
        interp_forget(t);
    t->watching.dry = NULL;
    t->watching.counts = counts;
    t->watching.slow_counts = slow_counts;
    interp_rig(t);
    t->tick.used_blocks = used_blocks;
}

bool interp_try(interp *t, cohort *c, uint64_t lanes)
{
    const char *error = interp_error(t);
    uint64_t error_agent = t->tick.error_agent;
    interp_count *counts = interp_counts(t);
    size_t counts_size = counts ? t->spec->tree_end * sizeof *counts : 0;
    memcpy(t->tick.copy, c, t->layout.size);
    if (counts_size)
        memcpy(t->watching.idle, counts, counts_size);
    interp_tick(t, c, lanes);
    if (!interp_stops(t))
        return true;
    memcpy(c, t->tick.copy, t->layout.size);
    if (counts_size)
        memcpy(counts, t->watching.idle, counts_size);
    interp_forget(t);
    t->tick.error = error;
    t->tick.error_agent = error_agent;
    t->call.error = NULL;
    return false;
}

uint32_t interp_try_row(interp *t, cohort *first, uint32_t count, uint64_t *done)
{
    bool is_lone = cohort_is_lone(&t->layout);
    cohort *c = first, *next;
    for (uint32_t i = 0; i < count; i++, c = next) {
        uint64_t lanes = cohort_occupied(&t->layout, c) & ~done[i];
        next = cohort_part(c, t->layout.size);
        if (!lanes)
            continue;
        if (i + 1 < count && !is_lone)
            interp_fetch(t, next);
        if (t->tick.is_far && !is_lone)
            foresee_next(t, next, count - 1 - i);
        if (!interp_try(t, c, lanes))
            return i;
        done[i] |= lanes;
    }
    return count;
}

// ---- counting

void interp_set_counts(interp *t, interp_counting counting)
{
    bool is_lone = cohort_is_lone(&t->layout);
    // machines with other kernels can count bits
    bool is_quick = is_lone || t->kernels != kernels_all[0];
    t->watching.counts = is_quick ? counting.counts : NULL;
    t->watching.slow_counts = is_quick ? NULL : counting.counts;
    t->watching.idle = counting.idle;
    t->watching.idle_copy = counting.copy;
    t->watching.counted_above = counting.above;
    t->watching.counted_ops = is_quick ? counting.ops : NULL;
}

static uint64_t lanes_count_slowly(uint64_t lanes)
{
    uint64_t count = 0;
    for (; lanes; lanes &= lanes - 1)
        count++;
    return count;
}

void interp_count_slowly(const interp *t, uint32_t item, uint64_t lanes, uint64_t succeeded,
                         uint64_t failed)
{
    interp_count *c = &t->watching.slow_counts[item];
    c->succeeded += lanes_count_slowly(succeeded);
    c->failed += lanes_count_slowly(failed);
    c->running += lanes_count_slowly(lanes & ~(succeeded | failed));
}

void interp_count_abandoned(const interp *t, uint32_t item, uint64_t lanes)
{
    interp_counts(t)[item].abandoned += lanes_count_slowly(lanes);
}

// Compute the counts of a node from its children. Every child except the last passes lanes on with
// one status, and then its other status is the result of the node.
static void derive_count(const plan *p, const node_view *v, interp_count *count,
                         const interp_count *counts)
{
    bool is_sequence = node_table[v->type].goes_on == ITEM_CAN_SUCCEED;
    uint64_t running = 0, ends = 0, last = 0;
    for (uint32_t i = v->first_child; i < v->end; i = item_end(p->shape->items[i])) {
        const interp_count *child = &counts[p->node_ids[i]];
        running += child->running;
        ends += is_sequence ? child->failed : child->succeeded;
        last = is_sequence ? child->succeeded : child->failed;
    }
    count->running = running;
    count->succeeded = is_sequence ? last : ends;
    count->failed = is_sequence ? ends : last;
}

void interp_derive_counts(const plan *p, interp_count *counts)
{
    for (uint32_t i = p->shape->specification->node_count; i-- > 0;) {
        node_view v = walk_node(p->shape->items, p->shape->nodes[i]);
        if (node_is(v.type, NODE_IS_CHAIN) && !node_shuffles(&v))
            derive_count(p, &v, &counts[i], counts);
    }
}

bool interp_count_idle(interp *t, const cohort *c, unsigned char *row)
{
    static const int never = 0;
    interp_count **counts = t->watching.counts ? &t->watching.counts : &t->watching.slow_counts,
                 *own = *counts;
    const int *stop = t->tick.stop;
    uint64_t beyond = 0;
    memcpy(t->watching.idle_copy, c, t->layout.size);
    memset(t->watching.idle, 0, t->spec->tree_end * sizeof *t->watching.idle);
    *counts = t->watching.idle;
    t->tick.stop = &never;
    interp_tick(t, t->watching.idle_copy, cohort_occupied(&t->layout, c));
    *counts = own;
    t->tick.stop = stop;
    for (uint32_t i = 0; i < t->spec->node_count; i++)
        t->watching.idle[i] = t->watching.idle[t->plan->shape->nodes[i]];
    interp_derive_counts(t->plan, t->watching.idle);
    for (uint32_t i = 0; i < t->spec->node_count; i++) {
        const interp_count *of = &t->watching.idle[i];
        row[3 * (size_t)i] = (unsigned char)of->succeeded;
        row[3 * (size_t)i + 1] = (unsigned char)of->failed;
        row[3 * (size_t)i + 2] = (unsigned char)of->running;
        beyond |= of->succeeded | of->failed | of->running;
        beyond |= of->abandoned ? UINT64_MAX : 0; // a row has no room for these
    }
    return beyond <= UINT8_MAX;
}

void interp_cancel(interp *t, cohort *c, uint64_t lanes, interp_cancelled *report, void *user)
{
    floats_environment environment;
    floats_begin(&environment);
    interp_attach(t, c, cohort_is_lone(&t->layout));
    states_begin_cancel(t, lanes);
    if (t->layout.has_list)
        states_spread(t);
    t->runner->cancel(t, lanes);
    if (t->layout.has_list)
        states_collect(t);
    states_end_cancel(t, report, user);
    floats_end(&environment);
}

void interp_drop(interp *t, cohort *c, const uint64_t *drops, interp_cancelled *report, void *user)
{
    floats_environment environment;
    floats_begin(&environment);
    interp_attach(t, c, cohort_is_lone(&t->layout));
    states_begin_cancel(t, ~UINT64_C(0));
    t->runner->drop(t, drops);
    states_end_cancel(t, report, user);
    floats_end(&environment);
}

// Start random streams from the ids of the agents.
static void init_streams(interp *t, uint64_t lanes, uint64_t seed)
{
    unsigned lane;
    EACH_LANE (lane, lanes) {
        uint64_t id = cohort_id(&t->layout, t->c, lane);
        t->columns.streams[lane] = XXH3_64bits_withSeed(&id, sizeof id, seed);
    }
}

// Initialise statuses and times as the shape specifies.
static void init_persistents(interp *t, uint64_t lanes)
{
    const gestalt_shape *shape = t->plan->shape;
    unsigned lane;
    for (uint32_t i = 0; i < t->spec->persistent_statuses; i++) {
        bool is_named = i < t->spec->named_persistents;
        uint32_t init = is_named ? shape->persistents[i].init : GESTALT_RUNNING;
        uint64_t *status = t->columns.statuses[i];
        status[0] = (status[0] & ~lanes) | (init == GESTALT_SUCCESS ? lanes : 0);
        status[1] = (status[1] & ~lanes) | (init == GESTALT_FAILURE ? lanes : 0);
    }
    for (uint32_t i = 0; i < t->spec->persistent_times; i++)
        EACH_LANE (lane, lanes)
            t->columns.times[(size_t)i * t->layout.stride + lane] = INT64_MIN;
}

// Carry out the init at an item.
static void init_column(interp *t, uint32_t init, uint64_t lanes)
{
    if (link_has(t->items[init], LINK_APPENDS))
        list_append(t, init, lanes);
    else
        evaluate_row(t, item_argument(t->items[init + 1]), lanes);
}

void interp_init(interp *t, cohort *c, uint64_t lanes, uint64_t seed)
{
    interp_attach(t, c, cohort_is_lone(&t->layout));
    uint32_t *numbers = cohort_part(c, t->layout.numbers);
    uint64_t *bools = cohort_part(c, t->layout.bools);
    if (t->linked->has_streams)
        init_streams(t, lanes, seed);
    init_persistents(t, lanes);
    for (uint32_t i = 0; i < t->spec->number_columns; i++)
        t->kernels->select(numbers + (size_t)i * t->layout.stride, lanes, t->formulas.zeros,
                           numbers + (size_t)i * t->layout.stride, t->layout.stride);
    for (uint32_t i = 0; i < t->spec->bool_columns; i++)
        bools[i] &= ~lanes;
    uint32_t own = t->spec->number_columns + t->spec->bool_columns;
    for (uint32_t i = t->spec->tree_end; i < t->spec->item_count; i = item_end(t->items[i]))
        if (item_argument(t->items[i]) < own)
            init_column(t, i, lanes);
}

void interp_init_new(interp *t, cohort *c, uint64_t lanes, const uint64_t *inits,
                     const uint64_t *streams, uint64_t seed)
{
    interp_attach(t, c, cohort_is_lone(&t->layout));
    if (t->linked->has_streams && streams)
        memcpy(t->columns.streams, streams, t->layout.stride * sizeof *streams);
    else if (t->linked->has_streams)
        init_streams(t, lanes, seed);
    uint32_t own = t->spec->number_columns + t->spec->bool_columns;
    for (uint32_t i = t->spec->tree_end; i < t->spec->item_count; i = item_end(t->items[i])) {
        uint32_t column = item_argument(t->items[i]);
        if (column < own && inits[column] & lanes)
            init_column(t, i, inits[column] & lanes);
    }
}

void interp_evaluate_due(interp *t, cohort *c, uint32_t node, uint64_t lanes, int64_t *due)
{
    interp_attach(t, c, cohort_is_lone(&t->layout));
    evaluate_due(t, t->plan->shape->nodes[node], lanes, due);
}

bool interp_inits_are_alike(const interp *t)
{
    bool alike = !t->linked->has_streams;
    for (uint32_t i = t->spec->tree_end; i < t->spec->item_count; i++) {
        item_type type = item_type_of(t->plan->shape->items[i]);
        alike = alike && type != OP_AGENT && type != OP_CALL;
    }
    return alike;
}

static void init_shared_number(const interp *t, uint32_t init, uint32_t *to)
{
    const uint32_t *value = evaluate_number(t, init + 1, 1);
    uint64_t item = t->plan->shape->items[init];
    uint32_t width = 1;
    if (item_flags(item) & ITEM_WHOLE)
        width = key_width(columns_key(t->plan->shape, item_argument(item))->type);
    for (uint32_t k = 0; k < width; k++)
        to[k] = value[(size_t)k * t->layout.stride];
}

// Append the value of an init to a shared list.
static void append_shared(interp *t, uint32_t init, uint32_t *list)
{
    const image_key *key = columns_key(t->plan->shape, item_argument(t->items[init]));
    uint32_t width = key_width(key->type), bit;
    const uint32_t *value = &bit;
    if (key->type == KEY_BOOL)
        bit = evaluate_bool(t, init + 1, 1) & 1;
    else
        value = evaluate_number(t, init + 1, 1);
    for (uint32_t k = 0; list[0] < key->capacity && k < width; k++)
        list[1 + list[0] * width + k] = value[(size_t)k * t->layout.stride];
    list[0] += list[0] < key->capacity;
}

void interp_init_shared(interp *t, cohort *nobody, const bool *is_new, uint32_t *numbers,
                        uint64_t *bools)
{
    floats_environment environment;
    uint32_t own = t->spec->number_columns + t->spec->bool_columns;
    floats_begin(&environment);
    interp_attach(t, nobody, cohort_is_lone(&t->layout));
    for (uint32_t i = t->spec->tree_end; i < t->spec->item_count; i = item_end(t->items[i])) {
        uint32_t column = item_argument(t->items[i]);
        if (is_new && !is_new[column])
            continue;
        if (column >= own && link_has(t->items[i], LINK_APPENDS))
            append_shared(t, i, &numbers[column - own]);
        else if (column >= own + t->spec->shared_number_columns)
            bools[column - own - t->spec->shared_number_columns] =
                evaluate_bool(t, i + 1, 1) & 1 ? ~UINT64_C(0) : 0;
        else if (column >= own)
            init_shared_number(t, i, &numbers[column - own]);
    }
    floats_end(&environment);
}

const char *interp_error(interp *t)
{
    if (t->call.error)
        call_note_error(t);
    return t->tick.error;
}

uint64_t interp_error_agent(const interp *t)
{
    return t->tick.error_agent;
}
