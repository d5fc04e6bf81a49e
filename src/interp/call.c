// SPDX-License-Identifier: MIT
// Calls of host functions: arguments and keys as columns, and functions for one agent at a time.
#include "columns.h"
#include "interp_machine.h"

#include "launch.h"
#include "misuse.h"
#include "scalar.h"

// ---- columns

static uint32_t *argument_scratch(interp *t, uint32_t position, uint32_t component)
{
    return t->formulas.argument_columns +
           (size_t)(KEY_WIDTH_MAX * position + component) * t->layout.stride;
}

// Return a list of the agents: the counts; in `y` the elements, in `z` their end.
static gestalt_column own_list(interp *t, uint32_t column)
{
    uint32_t stride = t->layout.stride;
    uint32_t width = columns_width(columns_key(t->plan->shape, column));
    float *counts = (float *)cohort_part(t->c, t->layout.numbers) + (size_t)column * stride;
    return (gestalt_column){
        .floats = counts, .y = counts + stride, .z = counts + (size_t)width * stride};
}

// Return a column of the agents; `y` and `z` point to the other components of a vector.
static gestalt_column own_column(interp *t, uint32_t column, uint32_t width)
{
    gestalt_column result = {0};
    if (column >= t->spec->number_columns) {
        result.bools =
            (uint64_t *)cohort_part(t->c, t->layout.bools) + (column - t->spec->number_columns);
        return result;
    }
    result.ints =
        (int32_t *)cohort_part(t->c, t->layout.numbers) + (size_t)column * t->layout.stride;
    if (width > 1)
        result.y = result.floats + t->layout.stride;
    if (width > 2)
        result.z = result.y + t->layout.stride;
    return result;
}

static gestalt_column shared_vector(interp *t, uint32_t column, uint32_t width, uint32_t position)
{
    uint32_t first = t->spec->number_columns + t->spec->bool_columns;
    float *columns[KEY_WIDTH_MAX] = {NULL};
    for (uint32_t k = 0; k < width; k++) {
        columns[k] = (float *)argument_scratch(t, position, k);
        t->kernels->fill(columns[k], t->tick.moment->shared_numbers[column - first + k],
                         t->layout.stride);
    }
    return (gestalt_column){.floats = columns[0], .y = columns[1], .z = columns[2]};
}

// Return a copy of the value of an expression, which later evaluations do not overwrite.
static gestalt_column value_column(interp *t, uint32_t expression, uint32_t position, uint32_t type,
                                   uint64_t lanes)
{
    gestalt_column result = {0};
    uint32_t width = key_width(type), stride = t->layout.stride;
    if (type == KEY_BOOL) {
        t->formulas.argument_masks[position] = evaluate_bool(t, expression, lanes);
        result.bools = &t->formulas.argument_masks[position];
        return result;
    }
    void *copy = argument_scratch(t, position, 0);
    memcpy(copy, evaluate_number(t, expression, lanes), (size_t)stride * width * 4);
    result.ints = copy;
    result.y = width > 1 ? result.floats + stride : NULL;
    result.z = width > 2 ? result.floats + 2 * (size_t)stride : NULL;
    return result;
}

void call_fill(interp *t, const link_call *c, uint64_t lanes)
{
    const bound_function *f = c->function;
    uint32_t own = t->spec->number_columns + t->spec->bool_columns;
    for (uint32_t i = c->arguments; i < c->arguments_end; i = item_end(t->items[i])) {
        uint32_t argument = item_argument(t->items[i]);
        uint32_t position = argument >> 24, column = argument & 0xffffff;
        const image_argument *type = &f->arguments[position];
        position = f->positions[position];
        if (item_end(t->items[i]) > i + 1)
            t->formulas.arguments[position] = value_column(t, i + 1, position, type->type, lanes);
        else if (type->is_list)
            t->formulas.arguments[position] = own_list(t, column);
        else if (column < own)
            t->formulas.arguments[position] = own_column(t, column, key_width(type->type));
        else
            t->formulas.arguments[position] =
                shared_vector(t, column, key_width(type->type), position);
    }
}

// ---- calls

// Return the value of one lane of a column. A bool is copied, and single_back writes the copy back.
static gestalt_column single_column(gestalt_column from, bool is_bool, unsigned lane,
                                    uint64_t *copy)
{
    if (is_bool) {
        *copy = *from.bools >> lane & 1;
        return (gestalt_column){.bools = copy};
    }
    return (gestalt_column){.ints = from.ints + lane,
                            .y = from.y ? from.y + lane : NULL,
                            .z = from.z ? from.z + lane : NULL};
}

static void single_back(gestalt_column to, unsigned lane, uint64_t copy)
{
    *to.bools = (*to.bools & ~(UINT64_C(1) << lane)) | (copy & 1) << lane;
}

// Return whether a key is a mask: the elements of a list of bools are numbers.
static bool parameter_is_mask(const gestalt_parameter *key)
{
    return key->type == GESTALT_BOOL && !key->is_list;
}

// Keep the error of the lowest agent, and of several errors of an agent the first.
static void note_error(interp *t, const char *text, uint64_t agent)
{
    if (t->tick.error && agent >= t->tick.error_agent)
        return;
    t->tick.error = text;
    t->tick.error_agent = agent;
}

// The columns of single lanes are in the upper halves of the scratch arrays.
void call_single(gestalt_call *call)
{
    interp *t = (interp *)(void *)((unsigned char *)call - offsetof(interp, call));
    const bound_function *f = call->user;
    gestalt_column *arguments = t->formulas.arguments + t->bound->argument_capacity;
    uint64_t *argument_bools = t->formulas.argument_masks + t->bound->argument_capacity;
    uint64_t *key_bools = argument_bools + t->bound->argument_capacity;
    gestalt_single_call single = {.node = call->node,
                                  .now = call->now,
                                  .tick = call->tick,
                                  .arguments = arguments,
                                  .keys = t->formulas.keys,
                                  .user = f->own_user,
                                  .shape = call->shape};
    unsigned lane;
    EACH_LANE (lane, call->lanes) {
        uint64_t bit = UINT64_C(1) << lane;
        for (uint32_t k = 0; k < f->argument_count; k++) {
            uint32_t i = f->positions[k];
            bool is_bool = f->arguments[k].type == KEY_BOOL && !f->arguments[k].is_list;
            arguments[i] = single_column(call->arguments[i], is_bool, lane, &argument_bools[i]);
        }
        for (uint32_t i = 0; i < f->key_count; i++)
            t->formulas.keys[i] = single_column(
                gestalt_call_key(call, i), parameter_is_mask(&f->keys[i]), lane, &key_bools[i]);
        single.agent = gestalt_call_agent(call, lane);
        single.phase = call->cancelling       ? GESTALT_CANCEL
                       : call->starting & bit ? GESTALT_START
                                              : GESTALT_RESUME;
        gestalt_status status = f->single(&single);
        if (SELDOM(single.error)) {
            note_error(t, single.error, single.agent);
            single.error = NULL;
        }
        if (SELDOM((unsigned)status > GESTALT_RUNNING && !call->cancelling))
            call_tell_answer(t, f, (unsigned)status);
        call->succeeded |= status == GESTALT_SUCCESS ? bit : 0;
        call->failed |= status == GESTALT_FAILURE ? bit : 0;
        for (uint32_t k = 0; k < f->argument_count; k++)
            if (f->arguments[k].type == KEY_BOOL && f->arguments[k].by_key &&
                !f->arguments[k].is_list)
                single_back(call->arguments[f->positions[k]], lane,
                            argument_bools[f->positions[k]]);
        for (uint32_t i = 0; i < f->key_count; i++)
            if (parameter_is_mask(&f->keys[i]))
                single_back(gestalt_call_key(call, i), lane, key_bools[i]);
    }
}

uint64_t call_lowest_agent(const interp *t)
{
    uint64_t lowest = UINT64_MAX, lanes = cohort_is_lone(&t->layout) ? 1 : t->call.lanes;
    unsigned lane;
    EACH_LANE (lane, lanes) {
        uint64_t agent = cohort_id(&t->layout, t->c, lane);
        lowest = agent < lowest ? agent : lowest;
    }
    return lowest;
}

void call_note_error(interp *t)
{
    note_error(t, t->call.error, call_lowest_agent(t));
    t->call.error = NULL;
}

// Return the name under which a function is registered.
static const char *call_name(const interp *t, const bound_function *f)
{
    const gestalt_shape *shape = t->plan->shape;
    return shape_string(shape, shape->hosts[f - t->bound->functions].name);
}

void call_tell_lanes(interp *t, const link_call *c, uint64_t lanes)
{
    gestalt_call *call = &t->call;
    uint64_t beyond = (call->succeeded | call->failed) & ~lanes;
    call->succeeded &= lanes;
    call->failed &= lanes;
    misuse_tell(call_name(t, c->function), NULL,
                "the function set a result for the lanes %#llx of node %u, but was called for the "
                "lanes %#llx: set only bits of `succeeded` and `failed` that are set in `lanes`",
                (unsigned long long)beyond, (unsigned)c->site.node, (unsigned long long)lanes);
}

void call_tell_answer(const interp *t, const bound_function *f, unsigned given)
{
    misuse_tell(call_name(t, f), NULL,
                "the function returned %u, which is not a status: the agent's action keeps running",
                given);
}

// Give every NaN the same bits, since these values are hashed and saved.
static void call_canonise(uint32_t *floats, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        floats[i] = scalar_canonical_bits(scalar_float_of_bits(floats[i]));
}

// Store a word of a launch, whose values are in the first argument column, for some lanes.
static void launch_put(interp *t, uint32_t *column, bool is_float, uint64_t lanes)
{
    if (is_float)
        call_canonise(t->formulas.argument_columns, t->layout.stride);
    t->kernels->select(column, lanes, t->formulas.argument_columns, column, t->layout.stride);
}

// Store a component of a vector key, which may be shared.
static void launch_put_component(interp *t, uint32_t column, uint32_t *to, uint64_t lanes)
{
    uint32_t stride = t->layout.stride, own = t->spec->number_columns;
    const uint32_t *numbers = cohort_read(t->c, t->layout.numbers);
    if (column < own)
        memcpy(t->formulas.argument_columns, numbers + (size_t)column * stride, (size_t)stride * 4);
    else
        t->kernels->fill(t->formulas.argument_columns,
                         t->tick.moment->shared_numbers[column - own - t->spec->bool_columns],
                         stride);
    launch_put(t, to, true, lanes);
}

static void launch_put_argument(interp *t, const launch_argument *a, uint32_t *to, uint64_t lanes)
{
    uint32_t stride = t->layout.stride;
    if (a->is_key) {
        for (uint32_t i = 0; i < a->words; i++)
            launch_put_component(t, a->column + i, to + (size_t)i * stride, lanes);
        return;
    }
    if (a->info->type == KEY_BOOL) {
        t->kernels->ones_int(t->formulas.argument_columns, evaluate_bool(t, a->item + 1, lanes),
                             stride);
        launch_put(t, to, false, lanes);
        return;
    }
    const uint32_t *value = evaluate_number(t, a->item + 1, lanes);
    for (uint32_t i = 0; i < a->words; i++, value += stride, to += stride) {
        memcpy(t->formulas.argument_columns, value, (size_t)stride * 4);
        launch_put(t, to, key_is_float(a->info->type), lanes);
    }
}

void call_launch(interp *t, uint32_t item, uint64_t lanes)
{
    const plan *p = t->plan;
    uint32_t number = p->deferred[item], stride = t->layout.stride;
    uint32_t *ids = launch_ids(p, &t->layout, t->c, number);
    uint32_t *words = launch_words(p, &t->layout, t->c, number);
    launch_argument a = {0};
    t->kernels->fill(t->formulas.argument_columns, (uint32_t)t->tick.moment->tick, stride);
    launch_put(t, ids, false, lanes);
    while (launch_next_argument(p->shape, item, &a))
        launch_put_argument(t, &a, words + (size_t)a.word * stride, lanes);
}

void call_cancel_launch(interp *t, uint32_t item, uint64_t lanes)
{
    uint32_t number = t->plan->deferred[item];
    const uint32_t *ids = launch_ids(t->plan, &t->layout, t->c, number);
    uint32_t *cancelled = launch_cancelled(t->plan, &t->layout, t->c, number);
    unsigned lane;
    EACH_LANE (lane, t->tick.is_between ? 0 : lanes)
        cancelled[lane] = ids[lane];
}
