// SPDX-License-Identifier: MIT
// Every step of one agent in one tick: the nodes that it enters and leaves, what is abandoned and
// rolled back, and the values that have changed. A page can move forward and back through the steps
// after the tick.
#ifndef LIVE_STEPS_H
#define LIVE_STEPS_H

#include "live_run.h"

#include <gestalt/inspect.h>

enum { LIVE_STEPS_MAX = 20000, LIVE_STEP_CHANGES_MAX = 100000 };

typedef enum live_step_kind {
    STEP_ENTER,
    STEP_RESUME,
    STEP_LEAVE,
    STEP_CANCEL,
    STEP_LOG,
    STEP_ROLL_BACK,
} live_step_kind;

typedef struct live_step {
    live_step_kind kind;
    uint32_t node;
    gestalt_status status; // status, for STEP_LEAVE
    uint32_t changes;      // number of changes up to this step, including it
} live_step;

typedef struct live_step_change {
    uint32_t key;
    gestalt_value value;
} live_step_change;

typedef struct live_steps {
    bool is_wanted, is_there, is_cut; // is_cut: there were more
    uint64_t agent, tick;
    uint32_t group, version;
    const live_run *run;
    live_step *list;
    size_t count, capacity;
    live_step_change *changes;
    size_t change_count, change_capacity;
    gestalt_value *before, *now; // values of all keys; `first` are the values at the start
    gestalt_value *first;
    size_t before_capacity, now_capacity, first_capacity;
    uint32_t key_count;
} live_steps;

/// Record the steps of this agent in the next tick.
void live_steps_want(live_steps *s, uint64_t agent);

/// Set hooks for the next tick, if its steps are wanted; then call live_steps_end after the tick.
bool live_steps_begin(live_steps *s, const live_run *r);
void live_steps_end(live_steps *s);
void live_steps_clear(live_steps *s);
void live_steps_close(live_steps *s);

#endif
