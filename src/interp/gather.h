// SPDX-License-Identifier: MIT
// Gathered calls: a leaf function that is called once for many cohorts, instead of once for each.
//
// The cohorts of a *wave*, which are adjacent in memory, tick together on one thread, each with its
// own interpreter and on its own stack (fiber.h). When a tree calls a host function, its cohort
// waits. When all cohorts of the wave wait, or are done, the call with the lowest number is made:
// once for all cohorts that wait for it. So cohorts that come to a call early wait for
// the others, and most calls are for the whole wave. Host functions run on the stack of the thread,
// not on those of cohorts.
//
//     cohort 0   condition ------> chase ------------------> done
//     cohort 1   condition -> flee --------> done
//     cohort 2   condition ------> chase ------------------> done
//                 one call    one call  one call
//
// Results are those of single ticks, because cohorts do not depend on each other.
#ifndef GATHER_H
#define GATHER_H

#include "interp.h"

typedef struct gather gather;

/// Most cohorts of a wave.
enum { GATHER_COHORTS = 512 };

/// Return whether any function of the binding is called for many cohorts at once.
bool gather_is_for(const binding *b);

/// Create the memory of one thread for waves of up to `cohorts` cohorts. The linked stream must
/// outlive it; the other arguments are those of interp_create.
gather *gather_create(const linked *l, uint32_t cohorts, bool copies,
                      const gestalt_allocator *allocator);
void gather_destroy(gather *g);
uint32_t gather_cohorts(const gather *g);

/// What follows the tick of a cohort: the one with this number in the wave.
typedef void gather_done(void *user, interp *t, cohort *c, uint32_t number, uint64_t lanes);

/// A wave: adjacent cohorts.
typedef struct gather_wave {
    cohort *first;
    uint32_t count;
    gather_done *done; // not called for cohorts whose tick was stopped
    void *user;
} gather_wave;

/// Return the lanes to tick in the coming wave, by number of the cohort, which are 0 between waves.
uint64_t *gather_lanes(gather *g);

/// Set the moment of the coming waves, as interp_begin.
void gather_begin(gather *g, const interp_moment *moment);

/// Tick a wave. Returns false if the tick was stopped before the end; cohorts that were not done
/// are then restored.
bool gather_tick(gather *g, const gather_wave *wave);

/// Get the error that host functions have reported since gather_begin for the lowest agent, as
/// interp_error and interp_error_agent; NULL if there is none.
const char *gather_error(const gather *g, uint64_t *agent);

/// Wait for the result of a call, which is prepared in the interpreter of a cohort of a wave.
void gather_wait(interp *t, const link_call *c);

/// Make a gathered call for a cohort alone: the batch function of gathered functions. `call->user`
/// is the bound function.
gestalt_batch_function gather_call_alone;

#endif
