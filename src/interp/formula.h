// SPDX-License-Identifier: MIT
// Formulas: the expressions of a shape, prepared for evaluation. They are created once for each
// linked stream, for one layout and one set of kernels. All threads share them, and they never
// change.
//
// A formula is a single step that computes everything (`health < 25`, `work = work + 1`), or a step
// that runs the list of steps after it. Operands are located in advance, so that loading a key or a
// constant needs no step. Values that are the same for all lanes (constants, the time, shared keys,
// and results computed from them) stay single values as long as kernels can use them as such. The
// last step of an assignment writes directly to the key.
#ifndef FORMULA_H
#define FORMULA_H

#include "cohort.h"
#include "kernels.h"

/// Contents of MEMORY_MOMENT.
typedef struct formula_moment {
    uint64_t none, all; // masks
    float time, dt;
    int32_t tick;
    uint32_t zero, one;
    float one_float;
} formula_moment;

enum { FORMULA_ALIGNMENT = 64 }; // of MEMORY_SCRATCH

typedef struct formulas {
    formula_step *steps;
    // the same steps; each records which columns its row uses (foresee.h, sleep.h)
    formula_step *noting;
    uint32_t *row_items; // by step: first item of the expression if a row begins there
    uint32_t *constants;
    uint32_t step_count, constant_count;
    uint32_t scratch_size; // bytes of MEMORY_SCRATCH for one thread
    size_t size;           // size of the block that contains everything
} formulas;

/// Create all formulas. In `items`, the first item of each expression is replaced with a LINK_ROW
/// that refers to its formula, and its other items with nothing; inits of lists get the flag
/// LINK_APPENDS. Returns NULL when out of memory.
formulas *formulas_create(const gestalt_shape *shape, const cohort_layout *layout, const kernels *k,
                          uint64_t *items, const gestalt_allocator *allocator);
/// Destroy formulas; `f` may be NULL.
void formulas_destroy(formulas *f, const gestalt_allocator *allocator);

// ---- steps that need more than the memory of a frame (evaluate.c)

kernel step_draw;  // random numbers
kernel step_agent; // ids of the agents

/// Record which columns a row uses, or what it means for a dry tick, and run the row (foresee.c).
kernel foresee_row;

#endif
