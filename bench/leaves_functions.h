// SPDX-License-Identifier: MIT
// The batch leaves of the workloads, compiled for the instruction set of the including file. They
// are called through the host's table (leaves_body.h), or compiled together with the trees
// (leaves_native.h).
#ifndef LEAVES_FUNCTIONS_H
#define LEAVES_FUNCTIONS_H

#include <gestalt/lanes.h>

#define FLOATS(key) (gestalt_call_key(call, key).floats)
#define INTS(key)   (gestalt_call_key(call, key).ints)

// ---- conditions

GESTALT_LANES_BATCH(low_health)
{
    enum { HEALTH, WORK };
    int32_t *work = INTS(WORK);
    call->succeeded = gestalt_lanes_less_float(FLOATS(HEALTH), lanes, 25, lane_count);
    gestalt_lanes_add_int(work, lanes, 1, lane_count);
}

GESTALT_LANES_BATCH(visible)
{
    enum { VISIBLE, WORK };
    int32_t *work = INTS(WORK);
    call->succeeded = lanes & *gestalt_call_key(call, VISIBLE).bools;
    gestalt_lanes_add_int(work, lanes, 3, lane_count);
}

GESTALT_LANES_BATCH(in_range)
{
    enum { DIST, WORK };
    int32_t *work = INTS(WORK);
    call->succeeded = gestalt_lanes_less_float(FLOATS(DIST), lanes, 2, lane_count);
    gestalt_lanes_add_int(work, lanes, 5, lane_count);
}

GESTALT_LANES_BATCH(tired)
{
    enum { FATIGUE, WORK };
    int32_t *work = INTS(WORK);
    call->succeeded = gestalt_lanes_greater_float(FLOATS(FATIGUE), lanes, 60, lane_count);
    gestalt_lanes_add_int(work, lanes, 7, lane_count);
}

// Return the lanes that have (key * factor & 63) == (i * factor & 63), where the factor is 2i + 1.
static inline __attribute__((always_inline)) uint64_t match(const int32_t *key, int32_t i,
                                                            uint32_t lane_count)
{
    int32_t factor = 2 * i + 1, wanted = i * factor & 63;
    uint64_t found = 0;
    if (lane_count == 1)
        return (key[0] * factor & 63) == wanted;
    gestalt_ints factors = gestalt_ints_all(factor), low = gestalt_ints_all(63);
    for (uint32_t at = 0; at < lane_count; at += GESTALT_VECTOR_WIDTH) {
        gestalt_ints product = gestalt_ints_multiply(gestalt_ints_load(key + at), factors);
        product = gestalt_ints_and(product, low);
        found |= gestalt_ints_equal(product, gestalt_ints_all(wanted)) << at;
    }
    return found;
}

static inline __attribute__((always_inline)) void wide_number(gestalt_call *call, uint64_t lanes,
                                                              uint32_t lane_count, int32_t i)
{
    enum { KEY, WORK };
    int32_t *work = INTS(WORK);
    call->succeeded = lanes & match(INTS(KEY), i, lane_count);
    gestalt_lanes_add_int(work, lanes, i + 1, lane_count);
}

// ---- actions. All of them handle a cancel by counting it, and declare the same first keys.

enum { ABORTS, CUR, DONE, ACTION_KEYS, TIMER = ACTION_KEYS, TIMED_ACTION_KEYS };

static inline __attribute__((always_inline)) void leaf_cancel(gestalt_call *call)
{
    gestalt_lanes_add_int(INTS(ABORTS), call->lanes, 1, call->lane_count);
}

// Decrement the timers, and return the lanes whose timer has not ended. For lanes that start, first
// set the timer to `time` and the current action to `cur`.
static inline __attribute__((always_inline)) uint64_t
busy_lanes(gestalt_call *call, int32_t time, int32_t cur, uint64_t lanes, uint32_t lane_count)
{
    int32_t *timer = INTS(TIMER);
    gestalt_lanes_set_int(INTS(CUR), call->starting, cur, lane_count);
    gestalt_lanes_set_int(timer, call->starting, time, lane_count);
    uint64_t busy = gestalt_lanes_greater_int(timer, lanes, 0, lane_count);
    gestalt_lanes_add_int(timer, busy, -1, lane_count);
    return busy;
}

static inline __attribute__((always_inline)) void finish(gestalt_call *call, uint64_t lanes,
                                                         uint32_t lane_count)
{
    int32_t *done = INTS(DONE);
    gestalt_lanes_set_int(INTS(CUR), lanes, 0, lane_count);
    gestalt_lanes_add_int(done, lanes, 1, lane_count);
    call->succeeded = lanes;
}

GESTALT_LANES_BATCH(flee)
{
    enum { HEALTH = TIMED_ACTION_KEYS, DIST };
    if (call->cancelling) {
        leaf_cancel(call);
        return;
    }
    uint64_t busy = busy_lanes(call, 5, 1, lanes, lane_count);
    gestalt_lanes_add_float(FLOATS(HEALTH), busy, 6, lane_count);
    gestalt_lanes_add_float(FLOATS(DIST), busy, 0.5f, lane_count);
    finish(call, lanes & ~busy, lane_count);
}

GESTALT_LANES_BATCH(attack)
{
    enum { WORK = TIMED_ACTION_KEYS, DIST };
    if (call->cancelling) {
        leaf_cancel(call);
        return;
    }
    uint64_t busy = busy_lanes(call, 3, 2, lanes, lane_count), done = lanes & ~busy;
    gestalt_lanes_add_int(INTS(WORK), busy, 11, lane_count);
    gestalt_lanes_add_float(FLOATS(DIST), done, 3, lane_count);
    finish(call, done, lane_count);
}

GESTALT_LANES_BATCH(chase)
{
    enum { DIST = ACTION_KEYS, FATIGUE };
    if (call->cancelling) {
        leaf_cancel(call);
        return;
    }
    float *dist = FLOATS(DIST), *fatigue = FLOATS(FATIGUE);
    gestalt_lanes_set_int(INTS(CUR), call->starting, 3, lane_count);
    gestalt_lanes_add_float(dist, lanes, -0.75f, lane_count);
    uint64_t done = gestalt_lanes_less_float(dist, lanes, 1, lane_count);
    gestalt_lanes_add_float(fatigue, lanes & ~done, 0.5f, lane_count);
    finish(call, done, lane_count);
}

GESTALT_LANES_BATCH(patrol)
{
    enum { FATIGUE = TIMED_ACTION_KEYS };
    if (call->cancelling) {
        leaf_cancel(call);
        return;
    }
    uint64_t busy = busy_lanes(call, 10, 4, lanes, lane_count);
    gestalt_lanes_add_float(FLOATS(FATIGUE), busy, 1, lane_count);
    finish(call, lanes & ~busy, lane_count);
}

GESTALT_LANES_BATCH(idle)
{
    enum { FATIGUE = ACTION_KEYS };
    if (call->cancelling)
        return;
    float *fatigue = FLOATS(FATIGUE);
    uint64_t tired = gestalt_lanes_greater_float(fatigue, lanes, 8, lane_count);
    gestalt_lanes_add_float(fatigue, tired, -8, lane_count);
    finish(call, lanes, lane_count);
}

GESTALT_LANES_BATCH(deep)
{
    enum { WORK = CUR + 1 };
    if (call->cancelling) {
        leaf_cancel(call);
        return;
    }
    gestalt_lanes_set_int(INTS(CUR), call->starting, 5, lane_count);
    gestalt_lanes_add_int(INTS(WORK), lanes, 1, lane_count);
}

#endif
