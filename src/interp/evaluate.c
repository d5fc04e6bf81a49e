// SPDX-License-Identifier: MIT
// Evaluation of expressions for a cohort: setting up the frame, and the steps of formulas that need
// the interpreter.
#include "interp_machine.h"

#include "scalar.h"
#include "shape_limits.h"

void evaluate_start(interp *t)
{
    uintptr_t behind = (uintptr_t)t->formulas.scratch % FORMULA_ALIGNMENT;
    t->formulas.values = (formula_moment){.all = ~UINT64_C(0), .one = 1, .one_float = 1};
    t->formulas.frame = (formula_frame){
        .memory = {[MEMORY_SCRATCH] = t->formulas.scratch + FORMULA_ALIGNMENT - behind,
                   [MEMORY_CONSTANTS] = (unsigned char *)t->linked->formulas->constants,
                   [MEMORY_MOMENT] = (unsigned char *)&t->formulas.values},
        .owner = t};
}

void evaluate_begin(interp *t)
{
    const interp_moment *m = t->tick.moment;
    t->formulas.values.time = (float)((double)m->now / 1e6);
    t->formulas.values.dt = (float)((double)(m->now - m->before) / 1e6);
    t->formulas.values.tick = scalar_wrap((uint32_t)m->tick);
    t->formulas.frame.memory[MEMORY_SHARED_NUMBERS] = (unsigned char *)m->shared_numbers;
    t->formulas.frame.memory[MEMORY_SHARED_BOOLS] = (unsigned char *)m->shared_bools;
}

uint64_t step_draw(const formula_step *s, const formula_frame *f, uint64_t lanes)
{
    float *column = formula_at(f, s->result);
    unsigned lane;
    EACH_LANE (lane, lanes)
        column[lane] = stream_draw(f->owner, lane);
    return 0;
}

uint64_t step_agent(const formula_step *s, const formula_frame *f, uint64_t lanes)
{
    int32_t *column = formula_at(f, s->result);
    unsigned lane;
    EACH_LANE (lane, lanes)
        column[lane] = scalar_wrap((uint32_t)cohort_id(&f->owner->layout, f->owner->c, lane));
    return 0;
}

// Convert seconds to microseconds, rounding half to even. NaN and negative numbers become 0.
static int64_t microseconds_of(float seconds)
{
    if (!(seconds > 0))
        return 0;
    return seconds < (float)LIMIT_EVALUATED_SECONDS
               ? (int64_t)scalar_nearest_whole((double)seconds * 1e6)
               : INT64_C(1000000) * LIMIT_EVALUATED_SECONDS;
}

void evaluate_due(const interp *t, uint32_t head, uint64_t lanes, int64_t *due)
{
    bool in_ticks = item_flags(t->items[head]) & ITEM_VARIANT;
    int64_t now = in_ticks ? (int64_t)t->tick.moment->tick : t->tick.moment->now;
    const void *column = evaluate_number(t, head + 2, lanes);
    const float *seconds = column;
    const int32_t *ticks = column;
    unsigned lane;
    EACH_LANE (lane, lanes)
        due[lane] = now + (!in_ticks         ? microseconds_of(seconds[lane])
                           : ticks[lane] > 0 ? ticks[lane]
                                             : 0);
}
