// SPDX-License-Identifier: MIT
#include "native_tick.h"

#include "error.h"
#include "floats.h"
#include "foresee.h"
#include "identity.h"
#include "interp_machine.h"
#include "memory.h"

// ---- binding

static gestalt_native_layout native_layout_of(const cohort_layout *l)
{
    return (gestalt_native_layout){.lanes = l->lanes,
                                   .stride = l->stride,
                                   .bits = l->bits,
                                   .statuses = l->statuses,
                                   .bools = l->bools,
                                   .longs = l->longs,
                                   .times = l->times,
                                   .streams = l->streams,
                                   .numbers = l->numbers,
                                   .words = l->words};
}

static bool is_same_layout(const gestalt_native_layout *a, const gestalt_native_layout *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

// Return the form that was compiled for this plan, or NULL.
static const gestalt_native_form *native_form_for(const gestalt_native *native, const plan *p)
{
    uint64_t identity = plan_identity(p);
    for (uint32_t i = 0; i < native->form_count; i++)
        if (native->forms[i].plan == identity)
            return &native->forms[i];
    return NULL;
}

// Return whether the machine has the instructions that code was compiled for.
static bool machine_has(const char *instructions)
{
    for (const kernels *const *k = kernels_all; *k; k++)
        if (strcmp((*k)->name, instructions) == 0)
            return (*k)->is_supported();
    return false;
}

// Return the best variant of the same code that runs on this machine.
static const gestalt_native *native_best(const gestalt_native *native)
{
    if (native->version != GESTALT_NATIVE_VERSION)
        return native;
    for (uint32_t i = 0; native->better && i < native->better_count; i++) {
        const gestalt_native *better = native->better[i];
        if (better && better->version == native->version && better->shape == native->shape &&
            machine_has(better->instructions))
            return better;
    }
    return native;
}

// Check the compiler's arithmetic. Code that was compiled with earlier headers computes its check
// number from fewer operations.
static bool native_computes_well(const gestalt_native *native)
{
    const uint32_t earlier = UINT32_C(0x31f09b3c);
    uint32_t computed = native->check();
    return computed == GESTALT_NATIVE_GOLDEN || computed == earlier;
}

static gestalt_result native_refuse(const gestalt_native *native, const plan *p, uint64_t shape,
                                    gestalt_error *error)
{
    if (native->version != GESTALT_NATIVE_VERSION)
        return error_set(error, GESTALT_BAD_ARGUMENT, 0,
                         "the native code was written by another version of gestalt (%u, not %d): "
                         "write it again",
                         (unsigned)native->version, GESTALT_NATIVE_VERSION);
    if (native->shape != shape)
        return error_set(error, GESTALT_BAD_ARGUMENT, 0,
                         "the native code `%s` is for the shape %016llx, not %016llx: write it "
                         "again from this tree",
                         native->name, (unsigned long long)native->shape,
                         (unsigned long long)shape);
    if (!machine_has(native->instructions))
        return error_set(error, GESTALT_BAD_ARGUMENT, 0,
                         "the native code `%s` is compiled for %s, which this machine lacks",
                         native->name, native->instructions);
    if (!native_computes_well(native))
        return error_set(error, GESTALT_BAD_ARGUMENT, 0,
                         "the native code `%s` computes other bits than the interpreter: compile "
                         "it without -ffast-math, -ffp-contract=fast and their like",
                         native->name);
    if (!native_form_for(native, p))
        return error_set(error, GESTALT_BAD_ARGUMENT, 0,
                         "the native code `%s` keeps states in another way: write it again",
                         native->name);
    return GESTALT_OK;
}

static gestalt_native_call *native_calls_of(const linked *l, const gestalt_allocator *allocator)
{
    gestalt_native_call *calls = memory_new(allocator, (l->call_count + 1) * sizeof *calls);
    for (uint32_t i = 0; calls && i < l->call_count; i++)
        calls[i] = (gestalt_native_call){l->calls[i].batch, l->calls[i].lone, l->calls[i].site};
    return calls;
}

gestalt_result native_bind(linked *l, const gestalt_native *native, uint64_t shape,
                           const gestalt_allocator *allocator, gestalt_error *error)
{
    native = native_best(native);
    gestalt_result result = native_refuse(native, l->plan, shape, error);
    if (result != GESTALT_OK)
        return result;
    const gestalt_native_form *form = native_form_for(native, l->plan);
    l->native_layout = native_layout_of(&l->layout);
    if (!l->native_calls)
        l->native_calls = native_calls_of(l, allocator);
    if (!l->native_calls)
        return error_no_memory(error);
    l->native_run = is_same_layout(form->full, &l->native_layout)   ? form->run_full
                    : is_same_layout(form->lone, &l->native_layout) ? form->run_lone
                                                                    : form->run_any;
    return GESTALT_OK;
}

void native_unbind(linked *l)
{
    l->native_run = NULL;
}

gestalt_result native_fits(const gestalt_native *native, const gestalt_shape *shape,
                           const gestalt_allocator *allocator, gestalt_error *error)
{
    floats_environment environment;
    plan *p = plan_create(shape, allocator);
    if (!p)
        return error_no_memory(error);
    floats_begin(&environment);
    gestalt_result result = native_refuse(native_best(native), p, shape_identity(shape), error);
    floats_end(&environment);
    plan_destroy(p, allocator);
    return result;
}

// ---- ticks

void native_begin(interp *t)
{
    const interp_moment *m = t->tick.moment;
    t->native.run = t->watching.is_watched ? NULL : t->linked->native_run;
    if (!t->native.run)
        return;
    t->native.tick = (gestalt_native_tick){.layout = &t->linked->native_layout,
                                           .call = &t->call,
                                           .calls = t->linked->native_calls,
                                           .services = t->runner->services,
                                           .shared_numbers = m->shared_numbers,
                                           .shared_bools = m->shared_bools,
                                           .now = m->now,
                                           .ticks = (int64_t)m->tick,
                                           .time = t->formulas.values.time,
                                           .dt = t->formulas.values.dt,
                                           .engine = t,
                                           .stop = t->tick.stop};
}

void native_tick(interp *t, uint64_t lanes)
{
    cohort *c = t->c;
    if (!lanes)
        return;
    t->native.tick.memory = (unsigned char *)c;
    t->native.tick.live = t->live;
    gestalt_native_answer a = t->native.run(&t->native.tick, &t->linked->native_layout, lanes);
    uint64_t running = lanes & ~(a.succeeded | a.failed);
    if (SELDOM(t->call.error)) // error of a lone function
        call_note_error(t);
    if (cohort_is_lone(&t->layout)) {
        c->lone.succeeded = (uint8_t)a.succeeded;
        c->lone.running = (uint8_t)running;
    } else {
        c->many.succeeded = (c->many.succeeded & ~lanes) | a.succeeded;
        c->many.running = (c->many.running & ~lanes) | running;
    }
}

// Tick a cohort of a row. Some cohorts are ticked by the interpreter to record what they use
// (foresee.h).
static void native_tick_next(interp *t, cohort *c, uint32_t left, bool is_lone)
{
    uint64_t lanes = cohort_occupied(&t->layout, c);
    if (!lanes)
        return;
    interp_attach_masks(t, c, is_lone);
    if (t->tick.is_far && !is_lone)
        foresee_next(t, cohort_part(c, t->layout.size), left);
    if (t->calls != t->linked->calls)
        t->runner->tick(t, lanes);
    else
        native_tick(t, lanes);
}

void native_tick_row(interp *t, cohort *first, uint32_t count)
{
    bool is_lone = cohort_is_lone(&t->layout);
    for (cohort *c = first, *next; count > 0; c = next) {
        next = cohort_part(c, t->layout.size);
        if (--count > 0 && !is_lone)
            interp_fetch(t, next);
        native_tick_next(t, c, count, is_lone);
    }
}

// ---- a service

void native_apply(gestalt_native_tick *n, gestalt_native_function f, float *x, const float *y)
{
    static const item_type ops[] = {[GESTALT_NATIVE_SIN] = OP_SIN,
                                    [GESTALT_NATIVE_COS] = OP_COS,
                                    [GESTALT_NATIVE_ATAN2] = OP_ATAN2,
                                    [GESTALT_NATIVE_EXP] = OP_EXP,
                                    [GESTALT_NATIVE_LOG] = OP_LOG};
    interp *t = n->engine;
    uint32_t stride = t->layout.stride;
    const kernels *k = stride == 1 ? &kernels_one : t->kernels;
    formula_frame frame = {
        .memory = {
            [MEMORY_COHORT] = (unsigned char *)x, [MEMORY_SCRATCH] = (unsigned char *)(y ? y : x)}};
    formula_step s = {.run = k->run[ops[f] - OP_FIRST][KERNEL_COLUMNS],
                      .result = formula_place_of(MEMORY_COHORT, 0),
                      .a = formula_place_of(MEMORY_COHORT, 0),
                      .b = formula_place_of(MEMORY_SCRATCH, 0),
                      .count = (uint8_t)stride};
    s.run(&s, &frame, ~UINT64_C(0));
}
