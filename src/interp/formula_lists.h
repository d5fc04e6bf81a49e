// SPDX-License-Identifier: MIT
// Steps of formulas that read lists: `route[i]` and `find(route, x)`. The count of a list is a
// number column, so `count(route)` needs no step.
#ifndef FORMULA_LISTS_H
#define FORMULA_LISTS_H

#include "kernels.h"

/// Return the step of an operation on a list. In the step, `a` is the operand, `b` is the count of
/// the list, which its elements follow, and `code` is its capacity.
///
/// In a *flat* list, elements follow each other; it belongs to the population, or to a lone agent.
/// Otherwise each element has one column for each component. If the operand is a single value, the
/// result is a single value with a flat list, and a column otherwise. An element, unless at a
/// single place, is only stored in the step's lanes, so it can be assigned directly.
kernel *list_step(item_type op, bool is_flat, bool is_single);

/// Return the number of elements in a list, given its stored count, which hosts can set to
/// anything.
static inline uint32_t list_count(uint32_t stored, uint32_t capacity)
{
    return stored < capacity ? stored : capacity;
}

#endif
