// SPDX-License-Identifier: MIT
// Formulas: the expressions of a shape, made ready for running. Made once for each shape that runs,
// with one layout and one set of kernels, and shared by all threads; they never change.
//
// A formula is one step, which does all there is to do (`health < 25`, `work = work + 1`), or a
// step that runs the list of steps behind it. The operands' places are worked out beforehand, so
// that loading a key or a constant is no step of its own. Values that are the same for all lanes
// (constants, the time, shared keys, and what is computed from them) stay single values as long as
// kernels can take them as such. The last step of an assignment writes the key itself.
#ifndef FORMULA_H
#define FORMULA_H

#include "cohort.h"
#include "kernels.h"

/// The memory MEMORY_MOMENT.
typedef struct formula_moment {
    uint64_t none, all; // masks
    float time, dt;
    int32_t tick;
    uint32_t zero, one;
    float one_float;
} formula_moment;

enum { FORMULA_ALIGNMENT = 64 }; // of the memory MEMORY_SCRATCH

typedef struct formulas {
    formula_step *steps;
    formula_step *noting; // the same; each notes what its row uses (foresee.h, sleep.h)
    uint32_t *row_items;  // by step: the first item of the expression, if a row begins there
    uint32_t *constants;
    uint32_t step_count, constant_count;
    uint32_t scratch_size; // bytes that one thread needs as MEMORY_SCRATCH
    size_t size;           // of the block that holds it all
} formulas;

/// Makes all formulas, and writes into `items` where each begins: in place of the first item of an
/// expression (LINK_ROW). NULL when there is no memory.
formulas *formulas_create(const gestalt_shape *shape, const cohort_layout *layout, const kernels *k,
                          uint64_t *items, const gestalt_allocator *allocator);
/// `f` may be NULL.
void formulas_destroy(formulas *f, const gestalt_allocator *allocator);

// ---- steps that need more than a frame's memory (evaluate.c)

kernel step_draw;  // numbers at random
kernel step_agent; // the agents' ids

/// Note which columns a row uses, or what a dry tick asks of it, and run the row (foresee.c).
kernel foresee_row;

#endif
