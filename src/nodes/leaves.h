// SPDX-License-Identifier: MIT
// Leaves, in the order of docs/language.md. A `set` of a key that is not a list, and a condition
// that is an expression, have no body: their formula is evaluated instead.
#ifndef LEAVES_H
#define LEAVES_H

#include "accessors.h"

static inline answer condition_run(here *t, uint32_t at, uint64_t active, uint64_t live)
{
    uint64_t yes = node_ask(t, at, active);
    (void)live;
    return (answer){active & yes, active & ~yes};
}

static inline answer action_run(here *t, uint32_t at, uint64_t active, uint64_t live)
{
    return node_act(t, at, active, active & ~live);
}

static inline answer deferred_run(here *t, uint32_t at, uint64_t active, uint64_t live)
{
    launch_start(t, at, active & ~live);
    return launch_take_answers(t, at, active & live);
}

static inline answer persistent_run(here *t, uint32_t at, uint64_t active, uint64_t live)
{
    (void)live;
    return node_status(t, at, active);
}

static inline answer signal_run(here *t, uint32_t at, uint64_t active, uint64_t live)
{
    uint64_t to = node_operand(t, at);
    (void)live;
    answer sets = {to == GESTALT_SUCCESS ? active : 0, to == GESTALT_FAILURE ? active : 0};
    node_put_status(t, at, sets, active);
    return (answer){active, 0};
}

static inline answer push_run(here *t, uint32_t at, uint64_t active, uint64_t live)
{
    (void)live;
    return list_push(t, at, active);
}

static inline answer pop_run(here *t, uint32_t at, uint64_t active, uint64_t live)
{
    (void)live;
    return list_pop(t, at, active);
}

static inline answer clear_run(here *t, uint32_t at, uint64_t active, uint64_t live)
{
    (void)live;
    return list_clear(t, at, active);
}

static inline answer set_element_run(here *t, uint32_t at, uint64_t active, uint64_t live)
{
    (void)live;
    return list_set_element(t, at, active);
}

static inline answer set_list_run(here *t, uint32_t at, uint64_t active, uint64_t live)
{
    (void)live;
    return list_set(t, at, active);
}

static inline answer wait_run(here *t, uint32_t at, uint64_t active, uint64_t live)
{
    clock_start(t, at, active & ~live);
    return (answer){clock_due(t, at, active), 0};
}

static inline answer success_run(here *t, uint32_t at, uint64_t active, uint64_t live)
{
    (void)t, (void)at, (void)live;
    return (answer){active, 0};
}

static inline answer failure_run(here *t, uint32_t at, uint64_t active, uint64_t live)
{
    (void)t, (void)at, (void)live;
    return (answer){0, active};
}

static inline answer running_run(here *t, uint32_t at, uint64_t active, uint64_t live)
{
    (void)t, (void)at, (void)active, (void)live;
    return (answer){0, 0};
}

#endif
