// SPDX-License-Identifier: MIT
#include "interp_machine.h"

#include "floats.h"
#include "hash.h"
#include "live.h"
#include "memory.h"
#include "scalar.h"

// ---- scratch memory: one block, cut up

typedef struct cutter {
    unsigned char *base; // NULL while only measuring
    size_t used;
} cutter;

static void *cut(cutter *c, size_t count, size_t size)
{
    c->used = (c->used + 63) / 64 * 64;
    void *part = c->base ? c->base + c->used : NULL;
    c->used += count * size;
    return part;
}

static uint32_t persistent_count(const gestalt_specification *spec)
{
    return spec->persistent_statuses + spec->persistent_times;
}

// Cuts all parts out of the block; with no block, measures it.
static size_t interp_cut(interp *t, unsigned char *base)
{
    const gestalt_specification *spec = t->spec;
    cutter c = {base, sizeof *t};
    size_t stride = t->layout.stride, slots = t->plan->slot_count;
    size_t arguments = t->bound->argument_capacity, keys = t->bound->key_capacity;
    size_t deferred = t->plan->deferred_count;
    t->guards = cut(&c, (size_t)spec->guard_depth + 1, sizeof *t->guards);
    t->memory = cut(&c, t->linked->memory_size, 1);
    t->spread = cut(&c, t->layout.has_list ? slots : 0, t->layout.mask_size);
    t->known = cut(&c, slots, sizeof *t->known);
    t->deferred = cut(&c, deferred, sizeof *t->deferred);
    t->launch_values = cut(&c, deferred * t->layout.launch_values * stride, 4);
    t->undo = cut(&c, spec->undo_capacity, sizeof *t->undo);
    t->undo_values = cut(&c, spec->persistent_times ? spec->undo_capacity * stride : 0, 8);
    t->undo_last = cut(&c, persistent_count(spec), 4);
    t->scratch = cut(&c, t->linked->formulas->scratch_size + FORMULA_ALIGNMENT, 1);
    t->argument_columns = cut(&c, (arguments + 1) * 2 * stride, 4);
    t->arguments = cut(&c, arguments * 2, sizeof *t->arguments);
    t->keys = cut(&c, keys, sizeof *t->keys);
    t->argument_masks = cut(&c, arguments * 2 + keys, 8);
    t->zeros = cut(&c, stride, 4);
    t->init_streams = cut(&c, spec->draws ? 0 : stride, 8);
    return c.used;
}

interp *interp_create(const linked *l, const gestalt_allocator *allocator)
{
    const gestalt_specification *spec = l->plan->shape->specification;
    interp start = {.linked = l,
                    .items = l->items,
                    .plan = l->plan,
                    .spec = spec,
                    .bound = l->bound,
                    .kernels = l->kernels,
                    .cells = l->cells,
                    .calls = l->calls,
                    .slots = l->slots,
                    .rows = l->formulas->steps,
                    .layout = l->layout,
                    .allocator = *allocator};
    start.size = interp_cut(&start, NULL);
    interp *t = memory_new(allocator, start.size);
    if (!t)
        return NULL;
    memset(t, 0, start.size);
    *t = start;
    interp_cut(t, (unsigned char *)t);
    t->live = t->spread;
    t->call = (gestalt_call){.lane_count = l->layout.lanes, .arguments = t->arguments};
    t->has_more_parts = spec->word_slots || spec->long_slots || spec->bit_slots ||
                        persistent_count(spec) || l->has_streams;
    for (uint32_t i = 0; i < persistent_count(spec); i++)
        t->undo_last[i] = UNDO_NONE;
    for (uint32_t i = 0; spec->persistent_times && i < spec->undo_capacity; i++)
        t->undo[i].values = t->undo_values + (size_t)i * l->layout.stride;
    return t;
}

void interp_destroy(interp *t)
{
    gestalt_allocator allocator = t ? t->allocator : (gestalt_allocator){0};
    if (t)
        memory_release(&allocator, t, t->size);
}

// ---- a moment and a cohort come

void interp_begin(interp *t, const interp_moment *moment)
{
    static const runner *const runners[2][2] = {{&run_many, &run_lone},
                                                {&run_many_traced, &run_lone_traced}};
    t->moment = moment;
    t->runner = runners[moment->hooks != NULL][cohort_is_lone(&t->layout)];
    t->call.now = moment->now;
    t->call.tick = moment->tick;
    t->error = NULL;
    evaluate_begin(t);
}

void interp_attach_more(interp *t)
{
    const cohort_layout *l = &t->layout;
    t->words = cohort_part(t->c, l->words);
    t->longs = cohort_part(t->c, l->longs);
    t->times = cohort_part(t->c, l->times);
    t->bits = cohort_part(t->c, l->bits);
    t->statuses = cohort_part(t->c, l->statuses);
    t->streams = t->spec->draws ? cohort_part(t->c, l->streams) : t->init_streams;
}

// ---- the list of live nodes, spread out to masks by slot and collected again

static uint64_t slot_get(const interp *t, uint32_t slot)
{
    if (slot == PLAN_NO_SLOT)
        return 0;
    return cohort_is_lone(&t->layout) ? ((uint8_t *)t->spread)[slot]
                                      : ((uint64_t *)t->spread)[slot];
}

static void slot_put(interp *t, uint32_t slot, uint64_t lanes)
{
    if (cohort_is_lone(&t->layout))
        ((uint8_t *)t->spread)[slot] = (uint8_t)lanes;
    else
        ((uint64_t *)t->spread)[slot] = lanes;
}

// What a live node lies in is live for the same lanes. It ends where that is known already.
static void spread_upwards(interp *t, uint32_t slot, uint64_t lanes)
{
    for (; slot != PLAN_NO_SLOT && lanes & ~slot_get(t, slot); slot = t->plan->slot_parents[slot])
        slot_put(t, slot, slot_get(t, slot) | lanes);
}

static void spread_deferred(interp *t, uint32_t index, uint32_t item)
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

static void spread(interp *t)
{
    const uint32_t *items = cohort_part(t->c, t->layout.live_items);
    uint32_t count = cohort_live_count(&t->layout, t->c);
    for (uint32_t i = 0; i < count; i++) {
        spread_upwards(t, t->plan->slots[t->plan->node_ids[items[i]]],
                       live_lanes(&t->layout, t->c, i));
        if (t->plan->deferred_count > 0 && link_op_of(t->items[items[i]]) == NODE_DEFERRED)
            spread_deferred(t, i, items[i]);
    }
}

// What these lanes requested in the last tick is forgotten. What others have in this one stays.
static void forget_requests(interp *t, uint64_t lanes)
{
    const uint32_t *items = cohort_part(t->c, t->layout.cancel_items);
    const uint64_t *masks = cohort_part(t->c, t->layout.cancel_masks);
    for (uint32_t i = 0; i < t->plan->deferred_count; i++)
        t->deferred[i].requested &= ~lanes;
    uint32_t count = cohort_cancel_count(&t->layout, t->c);
    for (uint32_t i = 0; i < count; i++)
        t->deferred[t->plan->deferred[items[i]]].cancelled = masks[i] & ~lanes;
}

static void collect_deferred(interp *t, uint32_t index, uint32_t item, uint64_t lanes)
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

// Adds a node to the list for the lanes that no child tells of.
static void collect_node(interp *t, const link_slot *node, uint32_t slot)
{
    uint32_t *items = cohort_part(t->c, t->layout.live_items);
    uint64_t *masks = cohort_part(t->c, t->layout.live_masks);
    uint32_t count = cohort_live_count(&t->layout, t->c);
    uint64_t lanes = slot_get(t, slot) & ~slot_get(t, node->child);
    if (!lanes)
        return;
    if (link_op_of(t->items[node->item]) == NODE_DEFERRED)
        collect_deferred(t, count, node->item, lanes);
    items[count] = node->item;
    if (!cohort_is_lone(&t->layout))
        masks[count] = lanes;
    cohort_set_live_count(&t->layout, t->c, count + 1);
}

// Parts of the tree where nothing is live are left out. Afterwards all masks are zero.
static void collect(interp *t)
{
    if (!t->layout.has_list)
        return;
    const link_slot *slots = t->linked->slots;
    cohort_set_live_count(&t->layout, t->c, 0);
    for (uint32_t slot = 0; slot < t->plan->slot_count;) {
        if (!slot_get(t, slot)) {
            slot = slots[slot].end;
            continue;
        }
        if (slots[slot].rests)
            collect_node(t, &slots[slot], slot);
        slot_put(t, slot++, 0);
    }
}

static void collect_cancels(interp *t)
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

void log_event(interp *t, uint32_t item, uint64_t lanes, gestalt_log_phase phase)
{
    const interp_hooks *hooks = t->moment->hooks;
    if (hooks && hooks->log && lanes)
        hooks->log(hooks->user, interp_here(t), t->plan->node_ids[item], lanes, phase);
}

// ---- entry points

static void deferred_clear(interp *t)
{
    if (t->plan->deferred_count)
        memset(t->deferred, 0, t->plan->deferred_count * sizeof *t->deferred);
}

// A cohort with a list. Most lanes of a tree that waits need nothing but their own node.
static void tick_list(interp *t, uint64_t lanes)
{
    if (t->linked->shortcut_count > 0 && t->plan->deferred_count == 0 && !t->moment->hooks) {
        lanes = t->runner->resume_list(t, lanes);
        if (!lanes)
            return;
        t->knows = true;
    }
    spread(t);
    forget_requests(t, lanes);
    t->runner->tick(t, lanes);
    t->knows = false;
    collect(t);
    collect_cancels(t);
    deferred_clear(t);
}

void interp_tick(interp *t, cohort *c, uint64_t lanes)
{
    interp_attach(t, c, cohort_is_lone(&t->layout));
    if (t->layout.has_list)
        tick_list(t, lanes);
    else
        t->runner->tick(t, lanes);
}

void interp_tick_row(interp *t, cohort *first, uint32_t count)
{
    if (!t->layout.has_list) {
        t->runner->tick_row(t, first, count);
        return;
    }
    for (cohort *c = first; count > 0; count--, c = cohort_part(c, t->layout.size)) {
        uint64_t lanes = cohort_occupied(&t->layout, c);
        if (count > 1)
            interp_fetch(t, cohort_part(c, t->layout.size));
        if (lanes)
            interp_tick(t, c, lanes);
    }
}

void interp_cancel(interp *t, cohort *c, uint64_t lanes, interp_cancelled *report, void *user)
{
    floats_environment environment;
    floats_begin(&environment);
    interp_attach(t, c, cohort_is_lone(&t->layout));
    if (t->layout.has_list)
        spread(t);
    t->runner->cancel(t, lanes);
    collect(t);
    for (uint32_t i = 0; i < t->plan->deferred_count; i++)
        if (t->deferred[i].cancelled)
            report(user, interp_here(t), t->plan->deferred_items[i], t->deferred[i].cancelled);
    deferred_clear(t);
    floats_end(&environment);
}

// Draws start from the agent's own stream.
static void init_streams(interp *t, uint64_t lanes, uint64_t seed)
{
    unsigned lane;
    for
        EACH_LANE(lane, lanes)
        {
            uint64_t id = cohort_id(&t->layout, t->c, lane);
            t->streams[lane] = XXH3_64bits_withSeed(&id, sizeof id, seed);
        }
}

// Statuses and times start as the shape says.
static void init_persistents(interp *t, uint64_t lanes)
{
    const gestalt_shape *shape = t->plan->shape;
    unsigned lane;
    for (uint32_t i = 0; i < t->spec->persistent_statuses; i++) {
        bool is_named = i < t->spec->named_persistents;
        uint32_t init = is_named ? shape->persistents[i].init : GESTALT_RUNNING;
        uint64_t *status = t->statuses[i];
        status[0] = (status[0] & ~lanes) | (init == GESTALT_SUCCESS ? lanes : 0);
        status[1] = (status[1] & ~lanes) | (init == GESTALT_FAILURE ? lanes : 0);
    }
    for (uint32_t i = 0; i < t->spec->persistent_times; i++)
        for
            EACH_LANE(lane, lanes)
    t->times[(size_t)i * t->layout.stride + lane] = INT64_MIN;
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
        t->kernels->select(numbers + (size_t)i * t->layout.stride, lanes, t->zeros,
                           numbers + (size_t)i * t->layout.stride, t->layout.stride);
    for (uint32_t i = 0; i < t->spec->bool_columns; i++)
        bools[i] &= ~lanes;
    uint32_t own = t->spec->number_columns + t->spec->bool_columns;
    for (uint32_t i = t->spec->tree_end; i < t->spec->item_count; i = item_end(t->items[i]))
        if (item_argument(t->items[i]) < own)
            evaluate_row(t, item_argument(t->items[i + 1]), lanes);
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

void interp_init_shared(interp *t, cohort *nobody, uint32_t *numbers, uint64_t *bools)
{
    floats_environment environment;
    uint32_t own = t->spec->number_columns + t->spec->bool_columns;
    floats_begin(&environment);
    interp_attach(t, nobody, cohort_is_lone(&t->layout));
    for (uint32_t i = t->spec->tree_end; i < t->spec->item_count; i = item_end(t->items[i])) {
        uint32_t column = item_argument(t->items[i]);
        if (column >= own + t->spec->shared_number_columns)
            bools[column - own - t->spec->shared_number_columns] =
                evaluate_bool(t, i + 1, 1) & 1 ? ~UINT64_C(0) : 0;
        else if (column >= own)
            memcpy(&numbers[column - own], evaluate_number(t, i + 1, 1), sizeof *numbers);
    }
    floats_end(&environment);
}

const char *interp_error(const interp *t)
{
    return t->error;
}
