// SPDX-License-Identifier: MIT
// The leaves of the workloads as plain C functions for one agent, which can be inlined.
// hand_trees.h calls leaves through LEAF(name), so that the same source can also be compiled with
// calls through function pointers.
#ifndef HAND_LEAVES_H
#define HAND_LEAVES_H

#include "workload.h"

/// The status of an action. Actions of the workloads never fail.
typedef enum hand_status { HAND_RUNNING, HAND_SUCCESS } hand_status;

/// Values of the resume byte: the action that was running after the previous tick.
enum { NOTHING, FLEE, ATTACK, CHASE, PATROL, DEEP };

static inline bool hand_low_health(agent *a)
{
    a->work += 1;
    return a->health < 25;
}

static inline bool hand_visible(agent *a)
{
    a->work += 3;
    return a->visible;
}

static inline bool hand_in_range(agent *a)
{
    a->work += 5;
    return a->dist < 2;
}

static inline bool hand_tired(agent *a)
{
    a->work += 7;
    return a->fatigue > 60;
}

static inline bool hand_wide(agent *a, uint32_t i)
{
    a->work += i + 1;
    return (a->key * (2 * i + 1) & 63) == (i * (2 * i + 1) & 63);
}

static inline void hand_begin(agent *a, int16_t timer, uint8_t cur)
{
    a->timer = timer;
    a->cur = cur;
}

static inline hand_status hand_finish(agent *a)
{
    a->cur = 0;
    a->done += 1;
    return HAND_SUCCESS;
}

static inline hand_status hand_flee(agent *a, bool starting)
{
    if (starting)
        hand_begin(a, 5, FLEE);
    if (a->timer <= 0)
        return hand_finish(a);
    a->timer--;
    a->health += 6;
    a->dist += 0.5f;
    return HAND_RUNNING;
}

static inline hand_status hand_attack(agent *a, bool starting)
{
    if (starting)
        hand_begin(a, 3, ATTACK);
    if (a->timer > 0) {
        a->timer--;
        a->work += 11;
        return HAND_RUNNING;
    }
    a->dist += 3;
    return hand_finish(a);
}

static inline hand_status hand_chase(agent *a, bool starting)
{
    if (starting)
        a->cur = CHASE;
    a->dist -= 0.75f;
    if (a->dist < 1)
        return hand_finish(a);
    a->fatigue += 0.5f;
    return HAND_RUNNING;
}

static inline hand_status hand_patrol(agent *a, bool starting)
{
    if (starting)
        hand_begin(a, 10, PATROL);
    if (a->timer <= 0)
        return hand_finish(a);
    a->timer--;
    a->fatigue += 1;
    return HAND_RUNNING;
}

static inline hand_status hand_idle(agent *a, bool starting)
{
    (void)starting;
    if (a->fatigue > 8)
        a->fatigue -= 8;
    return hand_finish(a);
}

static inline hand_status hand_deep(agent *a, bool starting)
{
    if (starting)
        a->cur = DEEP;
    a->work += 1;
    return HAND_RUNNING;
}

static inline void hand_cancel(agent *a)
{
    a->aborts++;
}

#endif
