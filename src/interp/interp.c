// SPDX-License-Identifier: MIT
#include "interp_state.h"

#include "floats.h"
#include "hash.h"
#include "memory.h"
#include "nodes.h"
#include "scalar.h"
#include "walk.h"

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

static uint32_t slot_count(const gestalt_specification *spec)
{
    return spec->persistent_statuses + spec->persistent_times;
}

// Cuts all parts out of the block; with no block, measures it.
static size_t interp_cut(interp *t, unsigned char *base)
{
    enum { SPREAD_COLUMNS = 4 }; // of shared vec2s, for length and distance
    const gestalt_specification *spec = t->spec;
    cutter c = {base, sizeof *t};
    size_t stride = t->layout.stride, words = spec->tree_end / 64 + 1;
    size_t arguments = t->bound->argument_capacity, keys = t->bound->key_capacity;
    size_t deferred = t->plan->deferred_count;
    t->live = cut(&c, spec->tree_end, 8);
    t->live_words = cut(&c, words, 8);
    t->known = cut(&c, spec->tree_end, sizeof *t->known);
    t->live_tops = cut(&c, words / 64 + 1, 8);
    t->deferred = cut(&c, deferred, sizeof *t->deferred);
    t->launch_values = cut(&c, deferred * t->layout.launch_values * stride, 4);
    t->undo = cut(&c, spec->undo_capacity, sizeof *t->undo);
    t->undo_values = cut(&c, spec->persistent_times ? spec->undo_capacity * stride : 0, 8);
    t->undo_last = cut(&c, slot_count(spec), 4);
    t->columns = cut(&c, (spec->number_depth + SPREAD_COLUMNS) * stride, 4);
    t->masks = cut(&c, spec->bool_depth, 8);
    t->operands = cut(&c, spec->number_depth + 1, sizeof *t->operands);
    t->argument_columns = cut(&c, (arguments + 1) * 2 * stride, 4);
    t->arguments = cut(&c, arguments * 2, sizeof *t->arguments);
    t->keys = cut(&c, keys, sizeof *t->keys);
    t->places = cut(&c, t->bound->key_count, sizeof *t->places);
    t->argument_masks = cut(&c, arguments * 2 + keys, 8);
    t->shuffle = cut(&c, t->plan->shuffle_capacity * stride, 2);
    t->shuffle_children = cut(&c, t->plan->shuffle_capacity, 4);
    t->zeros = cut(&c, stride, 4);
    t->init_streams = cut(&c, spec->draws ? 0 : stride, 8);
    return c.used;
}

// Where host functions find the keys that they use.
static void find_places(interp *t)
{
    const cohort_layout *l = &t->layout;
    uint32_t columns = t->spec->number_columns, width = l->stride * 4;
    for (uint32_t i = 0; i < t->bound->function_count; i++) {
        const bound_function *f = &t->bound->functions[i];
        for (uint32_t k = 0; k < f->key_count; k++) {
            uint32_t column = f->columns[k];
            bool is_vector = f->keys[k].type == GESTALT_VEC2;
            uint32_t first =
                column < columns ? l->numbers + column * width : l->bools + (column - columns) * 8;
            t->places[f->first_key + k] =
                (gestalt_key_place){first, is_vector ? first + width : first};
        }
    }
}

interp *interp_create(const plan *p, const binding *b, const cohort_layout *layout,
                      const kernels *k, const gestalt_allocator *allocator)
{
    const gestalt_specification *spec = p->shape->specification;
    interp start = {.items = p->shape->items,
                    .plan = p,
                    .spec = spec,
                    .bound = b,
                    .kernels = k,
                    .layout = *layout,
                    .allocator = *allocator};
    start.size = interp_cut(&start, NULL);
    interp *t = memory_new(allocator, start.size);
    if (!t)
        return NULL;
    memset(t, 0, start.size);
    *t = start;
    interp_cut(t, (unsigned char *)t);
    find_places(t);
    t->has_streams = spec->draws;
    for (uint32_t i = spec->tree_end; i < spec->item_count; i++)
        t->has_streams = t->has_streams || item_type_of(t->items[i]) == OP_RAND;
    for (uint32_t i = 0; i < slot_count(spec); i++)
        t->undo_last[i] = UNDO_NONE;
    for (uint32_t i = 0; spec->persistent_times && i < spec->undo_capacity; i++)
        t->undo[i].values = t->undo_values + (size_t)i * layout->stride;
    return t;
}

void interp_destroy(interp *t)
{
    gestalt_allocator allocator = t ? t->allocator : (gestalt_allocator){0};
    if (t)
        memory_release(&allocator, t, t->size);
}

// ---- a cohort comes and goes

static void attach(interp *t, cohort *c, const interp_moment *moment)
{
    const cohort_layout *l = &t->layout;
    t->c = c;
    t->moment = moment;
    t->numbers = cohort_part(c, l->numbers);
    t->bools = cohort_part(c, l->bools);
    t->words = cohort_part(c, l->words);
    t->longs = cohort_part(c, l->longs);
    t->times = cohort_part(c, l->times);
    t->bits = cohort_part(c, l->bits);
    t->statuses = cohort_part(c, l->statuses);
    t->streams = t->spec->draws ? cohort_part(c, l->streams) : t->init_streams;
    t->time = (float)((double)moment->now / 1e6);
    t->dt = (float)((double)(moment->now - moment->before) / 1e6);
    t->error = NULL;
}

// A live node's parents are live for the same lanes. They end where that is known already.
static void spread_upwards(interp *t, uint32_t item, uint64_t lanes)
{
    for (; item != SHAPE_NONE && lanes & ~t->live[item]; item = t->plan->parents[item])
        live_put(t, item, t->live[item] | lanes);
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
    const uint64_t *masks = cohort_part(t->c, t->layout.live_masks);
    uint32_t count = cohort_live_count(&t->layout, t->c);
    for (uint32_t i = 0; i < count; i++) {
        spread_upwards(t, items[i], masks[i]);
        if (item_type_of(t->items[items[i]]) == NODE_DEFERRED)
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

// For which lanes a live item has to be in the list: not where its child says the same.
static uint64_t listed_lanes(const interp *t, uint32_t item)
{
    switch (item_type_of(t->items[item])) {
    case NODE_DELAY:
    case NODE_REPEAT:
    case NODE_WHILE:
    case NODE_RETRY: return t->live[item] & ~t->live[item + 2];
    default:
        return node_table[item_type_of(t->items[item])].group == GROUP_LEAF ? t->live[item] : 0;
    }
}

static void collect_deferred(interp *t, uint32_t index, uint32_t item)
{
    const cohort_layout *l = &t->layout;
    uint32_t number = t->plan->deferred[item];
    const deferred_state *d = &t->deferred[number];
    uint64_t *launches = cohort_part(t->c, l->launch_masks);
    uint64_t(*ended)[2] = cohort_part(t->c, l->ended_masks);
    size_t size = (size_t)l->launch_values * l->stride;
    uint32_t *values = cohort_part(t->c, l->values);
    launches[index] = d->launched | (d->requested & t->live[item]);
    ended[index][0] = d->ended;
    ended[index][1] = d->succeeded & d->ended;
    if (size)
        memcpy(values + index * size, t->launch_values + number * size, size * 4);
}

static void collect(interp *t)
{
    cohort *c = t->c;
    uint32_t *items = cohort_part(c, t->layout.live_items);
    uint64_t *masks = cohort_part(c, t->layout.live_masks);
    uint32_t end = t->spec->tree_end, count = 0;
    // Backwards would meet children first; forwards, a parent is still whole when it is looked at.
    for (uint32_t item = live_next(t, 0, end); item < end; item = live_next(t, item + 1, end)) {
        uint64_t lanes = listed_lanes(t, item);
        if (!lanes)
            continue;
        if (item_type_of(t->items[item]) == NODE_DEFERRED)
            collect_deferred(t, count, item);
        items[count] = item;
        masks[count++] = lanes;
    }
    cohort_set_live_count(&t->layout, c, count);
    for (uint32_t item = live_next(t, 0, end); item < end; item = live_next(t, item, end))
        live_put(t, item, 0);
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

// ---- abandoning

void log_event(interp *t, uint32_t item, uint64_t lanes, gestalt_log_phase phase)
{
    const interp_hooks *hooks = t->moment->hooks;
    if (hooks && hooks->log && lanes)
        hooks->log(hooks->user, watched_cohort(t), t->plan->node_ids[item], lanes, phase);
}

static void abandon_deferred(interp *t, uint32_t item, uint64_t lanes)
{
    deferred_state *d = &t->deferred[t->plan->deferred[item]];
    d->cancelled |= lanes & ~d->launched & ~d->ended;
    d->launched &= ~lanes;
    d->ended &= ~lanes;
}

static void abandon_one(interp *t, uint32_t item, uint64_t lanes)
{
    const interp_hooks *hooks = t->moment->hooks;
    switch (item_type_of(t->items[item])) {
    case NODE_ACTION: call_cancel(t, item, lanes); break;
    case NODE_DEFERRED: abandon_deferred(t, item, lanes); break;
    case NODE_DEBUG: log_event(t, item, lanes, GESTALT_LOG_ABANDON); break;
    default: break;
    }
    if (hooks && hooks->cancel)
        hooks->cancel(hooks->user, watched_cohort(t), t->plan->node_ids[item], lanes);
}

void interp_abandon(interp *t, uint32_t begin, uint32_t end, uint64_t lanes)
{
    for (uint32_t item = live_next(t, begin, end); item < end; item = live_next(t, item + 1, end)) {
        uint64_t hit = t->live[item] & lanes;
        if (!hit)
            continue;
        live_put(t, item, t->live[item] & ~hit);
        abandon_one(t, item, hit);
    }
}

// ---- entry points

static void deferred_clear(interp *t)
{
    if (t->plan->deferred_count)
        memset(t->deferred, 0, t->plan->deferred_count * sizeof *t->deferred);
}

// Whether every live node can be run before the nodes above it. Then most of them are still running
// afterwards, and the nodes above need not be entered at all.
static bool can_start_below(const interp *t)
{
    const uint32_t *items = cohort_part(t->c, t->layout.live_items);
    uint32_t count = cohort_live_count(&t->layout, t->c);
    if (t->moment->hooks || t->plan->deferred_count > 0 || count == 0)
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (!t->plan->is_passive[items[i]])
            return false;
    return true;
}

static void note_answer(interp *t, uint64_t lanes, answer a)
{
    const cohort_layout *l = &t->layout;
    uint64_t running = lanes & ~(a.succeeded | a.failed);
    cohort_set_succeeded(l, t->c, (cohort_succeeded(l, t->c) & ~lanes) | a.succeeded);
    cohort_set_running(l, t->c, (cohort_running(l, t->c) & ~lanes) | running);
}

static void tick_from_below(interp *t, uint64_t lanes)
{
    cohort *c = t->c;
    const uint32_t *items = cohort_part(c, t->layout.live_items);
    const uint64_t *masks = cohort_part(c, t->layout.live_masks);
    uint64_t live = 0, through = 0;
    uint32_t count = cohort_live_count(&t->layout, c);
    for (uint32_t i = 0; i < count; i++) {
        live |= masks[i];
        if (masks[i] & lanes)
            through |= run_alone(t, items[i], masks[i] & lanes);
    }
    through |= lanes & ~live; // those start fresh
    if (!through)
        return;
    spread(t);
    t->knows = true;
    note_answer(t, through, run_plain(t, 0, through));
    t->knows = false;
    collect(t);
}

bool interp_tick(interp *t, cohort *c, uint64_t lanes, const interp_moment *moment)
{
    attach(t, c, moment);
    if (can_start_below(t)) {
        tick_from_below(t, lanes);
        return t->error == NULL;
    }
    spread(t);
    forget_requests(t, lanes);
    if (lanes)
        note_answer(t, lanes, moment->hooks ? run_traced(t, 0, lanes) : run_plain(t, 0, lanes));
    collect(t);
    collect_cancels(t);
    deferred_clear(t);
    return t->error == NULL;
}

void interp_cancel(interp *t, cohort *c, uint64_t lanes, const interp_moment *moment,
                   interp_cancelled *report, void *user)
{
    floats_environment environment;
    floats_begin(&environment);
    attach(t, c, moment);
    spread(t);
    interp_abandon(t, 0, t->spec->tree_end, lanes);
    collect(t);
    for (uint32_t i = 0; i < t->plan->deferred_count; i++)
        if (t->deferred[i].cancelled)
            report(user, watched_cohort(t), t->plan->deferred_items[i], t->deferred[i].cancelled);
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

void interp_init(interp *t, cohort *c, uint64_t lanes, uint64_t seed, const interp_moment *moment)
{
    attach(t, c, moment);
    if (t->has_streams)
        init_streams(t, lanes, seed);
    init_persistents(t, lanes);
    for (uint32_t i = 0; i < t->spec->number_columns; i++)
        t->kernels->select(t->numbers + (size_t)i * t->layout.stride, lanes, t->zeros,
                           t->numbers + (size_t)i * t->layout.stride, t->layout.stride);
    for (uint32_t i = 0; i < t->spec->bool_columns; i++)
        t->bools[i] &= ~lanes;
    uint32_t own = t->spec->number_columns + t->spec->bool_columns;
    for (uint32_t i = t->spec->tree_end; i < t->spec->item_count; i = item_end(t->items[i]))
        if (item_argument(t->items[i]) < own)
            evaluate_into(t, i + 1, lanes);
}

bool interp_inits_are_alike(const interp *t)
{
    bool alike = !t->has_streams;
    for (uint32_t i = t->spec->tree_end; i < t->spec->item_count; i++) {
        item_type type = item_type_of(t->items[i]);
        alike = alike && type != OP_AGENT && type != OP_CALL;
    }
    return alike;
}

void interp_init_shared(interp *t, cohort *nobody, const interp_moment *moment, uint32_t *numbers,
                        uint64_t *bools)
{
    floats_environment environment;
    uint32_t own = t->spec->number_columns + t->spec->bool_columns;
    floats_begin(&environment);
    attach(t, nobody, moment);
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
