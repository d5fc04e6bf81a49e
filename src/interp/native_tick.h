// SPDX-License-Identifier: MIT
// Ticking by native code (gestalt/native.h) in place of the machine. It changes the same memory, so
// the two may take turns as they like: ticks with hooks, steps and cancels are the machine's.
#ifndef NATIVE_TICK_H
#define NATIVE_TICK_H

#include "linked.h"
#include "moment.h"

#include <gestalt/native.h>

/// Let a linked stream, which is made of the shape with that hash, be ticked by native code.
/// Refused with a sentence when the code is for another shape, version or machine, or when its
/// compiler did arithmetic in another way. Between floats_begin and floats_end.
gestalt_result native_bind(linked *l, const gestalt_native *native, uint64_t shape,
                           const gestalt_allocator *allocator, gestalt_error *error);

/// Tick by the machine again.
void native_unbind(linked *l);

/// The bytes of the tables that a linked stream has for native code.
static inline size_t native_size(const linked *l)
{
    return l->native_calls ? (l->call_count + 1) * sizeof *l->native_calls : 0;
}

/// Tell whether native code is for that shape, this version and this machine. It is refused as
/// native_bind would.
gestalt_result native_fits(const gestalt_native *native, const gestalt_shape *shape,
                           const gestalt_allocator *allocator, gestalt_error *error);

/// The moment has begun, and its values are there.
void native_begin(interp *t);

/// Ticks some lanes of the cohort that is attached, or none.
void native_tick(interp *t, uint64_t lanes);

/// Ticks all agents of cohorts that lie side by side and keep masks.
void native_tick_row(interp *t, cohort *first, uint32_t count);

/// Changes a column by a function of the language (a service).
void native_apply(gestalt_native_tick *n, gestalt_native_function f, float *x, const float *y);

#endif
