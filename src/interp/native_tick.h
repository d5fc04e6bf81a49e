// SPDX-License-Identifier: MIT
// Ticking by native code (gestalt/native.h) instead of the interpreter. Both change the same
// memory, so they can alternate freely. Ticks with hooks, steps and cancels use the interpreter.
#ifndef NATIVE_TICK_H
#define NATIVE_TICK_H

#include "linked.h"
#include "moment.h"

#include <gestalt/native.h>

/// Use native code to tick a linked stream whose shape has this hash. Fails with a message if the
/// code is for another shape, version or machine, or if its compiler's arithmetic is different.
/// Call between floats_begin and floats_end.
gestalt_result native_bind(linked *l, const gestalt_native *native, uint64_t shape,
                           const gestalt_allocator *allocator, gestalt_error *error);

/// Use the interpreter again.
void native_unbind(linked *l);

/// Return the bytes of the tables that a linked stream has for native code.
static inline size_t native_size(const linked *l)
{
    return l->native_calls ? (l->call_count + 1) * sizeof *l->native_calls : 0;
}

/// Return whether native code is for that shape, this version and this machine. Fails as
/// native_bind would.
gestalt_result native_fits(const gestalt_native *native, const gestalt_shape *shape,
                           const gestalt_allocator *allocator, gestalt_error *error);

/// Prepare for a moment that has begun and whose values are set.
void native_begin(interp *t);

/// Tick some lanes of the attached cohort; `lanes` may be 0.
void native_tick(interp *t, uint64_t lanes);

/// Tick all agents of cohorts that are adjacent in memory and store masks.
void native_tick_row(interp *t, cohort *first, uint32_t count);

/// Apply a function of the language to a column (a service for native code).
void native_apply(gestalt_native_tick *n, gestalt_native_function f, float *x, const float *y);

#endif
