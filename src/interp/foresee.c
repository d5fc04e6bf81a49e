// SPDX-License-Identifier: MIT
#include "foresee.h"

#include "gather.h"
#include "interp_machine.h"
#include "sleep.h"

static void foresee_note(interp *t, uint32_t at)
{
    uint32_t size = at < t->layout.numbers ? (uint32_t)sizeof(uint64_t) : t->layout.stride * 4;
    for (uint32_t line = at / COHORT_LINE * COHORT_LINE; line < at + size; line += COHORT_LINE)
        t->tick.used_blocks |= UINT64_C(1) << (line >> t->layout.block_shift);
}

void foresee_call(gestalt_call *call)
{
    interp *t = (interp *)(void *)((unsigned char *)call - offsetof(interp, call));
    const link_call *c = call->user;
    if (t->watching.dry) {
        t->watching.dry->stirs = 1;
        return;
    }
    if (t->tick.slot) {
        gather_wait(t, c);
        return;
    }
    for (uint32_t i = 0; i < c->function->key_count; i++) {
        foresee_note(t, c->site.places[i].first);
        foresee_note(t, c->site.places[i].y);
        if (!c->function->keys[i].is_list) // else it is the end of the list
            foresee_note(t, c->site.places[i].z);
    }
    call->user = c->site.user;
    c->batch(call);
}

// Record a location if it is a column of the agents. No column starts at offset 0 of a cohort.
static void foresee_place(interp *t, formula_place p)
{
    if (formula_memory_of(p) == MEMORY_COHORT && p.bits)
        foresee_note(t, (uint32_t)formula_offset_of(p));
}

static void foresee_step(interp *t, const formula_step *s)
{
    foresee_place(t, s->result);
    foresee_place(t, s->a);
    foresee_place(t, s->b);
    foresee_place(t, s->c);
}

uint64_t foresee_row(const formula_step *s, const formula_frame *f, uint64_t lanes)
{
    interp *t = f->owner;
    const formulas *all = t->linked->formulas;
    const formula_step *row = all->steps + (s - all->noting), *step = row;
    bool is_last;
    if (t->watching.dry)
        return sleep_watch_row(t, all->row_items[s - all->noting]) ? row->run(row, f, lanes) : 0;
    do {
        const formula_step *end = step + 1 + step->links;
        for (is_last = step->is_last; step < end; step++)
            foresee_step(t, step);
    } while (!is_last);
    return row->run(row, f, lanes);
}

void foresee_begin(interp *t)
{
    t->calls = t->tick.slot ? t->linked->noting : t->linked->calls;
    t->rows = t->linked->formulas->steps;
    t->tick.used_blocks = 0;
}

void foresee_next(interp *t, const cohort *next, uint32_t left)
{
    enum { NOTED_OF = 64 };
    const linked *l = t->linked;
    bool notes = !t->tick.used_blocks || left % NOTED_OF == 0;
    t->calls = notes ? l->noting : l->calls;
    t->rows = notes ? l->formulas->noting : l->formulas->steps;
    if (left == 0)
        return;
    uint32_t shift = t->layout.block_shift;
    for (uint64_t rest = t->tick.used_blocks; rest; rest &= rest - 1) {
        uint32_t block = (uint32_t)__builtin_ctzll(rest);
        for (uint32_t at = block << shift; at < (block + 1) << shift; at += COHORT_LINE)
            __builtin_prefetch((const unsigned char *)next + at, 1);
    }
}
