// SPDX-License-Identifier: MIT
// The batch leaves for one instruction set: LEAVES is the name of the table, LEAVES_SET that of the
// set.
#include "leaves_table.h"

#include <gestalt/lanes.h>

#define FLOATS(key)               (gestalt_call_key(call, key).floats)
#define INTS(key)                 (gestalt_call_key(call, key).ints)
#define ADD(key, lanes, by)       gestalt_lanes_add_int(INTS(key), lanes, by, call->lane_count)
#define SET(key, lanes, to)       gestalt_lanes_set_int(INTS(key), lanes, to, call->lane_count)
#define ADD_FLOAT(key, lanes, by) gestalt_lanes_add_float(FLOATS(key), lanes, by, call->lane_count)

// ---- conditions

static void low_health(gestalt_call *call)
{
    ADD(WORK, call->lanes, 1);
    call->succeeded = gestalt_lanes_less_float(FLOATS(HEALTH), call->lanes, 25, call->lane_count);
}

static void visible(gestalt_call *call)
{
    ADD(WORK, call->lanes, 3);
    call->succeeded = call->lanes & *gestalt_call_key(call, VISIBLE).bools;
}

static void in_range(gestalt_call *call)
{
    ADD(WORK, call->lanes, 5);
    call->succeeded = gestalt_lanes_less_float(FLOATS(DIST), call->lanes, 2, call->lane_count);
}

static void tired(gestalt_call *call)
{
    ADD(WORK, call->lanes, 7);
    call->succeeded =
        gestalt_lanes_greater_float(FLOATS(FATIGUE), call->lanes, 60, call->lane_count);
}

// Which lanes have (key * factor & 63) == (i * factor & 63), where the factor is 2i + 1.
static uint64_t match(const int32_t *key, int32_t i, uint32_t lane_count)
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

static void wide(gestalt_call *call)
{
    int32_t i = *(const int32_t *)call->user;
    ADD(WORK, call->lanes, i + 1);
    call->succeeded = call->lanes & match(INTS(KEY), i, call->lane_count);
}

// ---- actions

// True when the call was a cancel, which all actions take alike. Else the lanes that start get
// their timer and say what they do.
static bool begin(gestalt_call *call, int32_t timer, int32_t cur)
{
    if (call->cancelling) {
        ADD(ABORTS, call->lanes, 1);
        return true;
    }
    SET(TIMER, call->starting, timer);
    SET(CUR, call->starting, cur);
    return false;
}

static void finish(gestalt_call *call, uint64_t lanes)
{
    SET(CUR, lanes, 0);
    ADD(DONE, lanes, 1);
    call->succeeded = lanes;
}

// The lanes whose timer has not ended; it goes on.
static uint64_t count_down(gestalt_call *call)
{
    uint64_t busy = gestalt_lanes_greater_int(INTS(TIMER), call->lanes, 0, call->lane_count);
    ADD(TIMER, busy, -1);
    return busy;
}

static void flee(gestalt_call *call)
{
    if (begin(call, 5, 1))
        return;
    uint64_t busy = count_down(call);
    ADD_FLOAT(HEALTH, busy, 6);
    ADD_FLOAT(DIST, busy, 0.5f);
    finish(call, call->lanes & ~busy);
}

static void attack(gestalt_call *call)
{
    if (begin(call, 3, 2))
        return;
    uint64_t busy = count_down(call), done = call->lanes & ~busy;
    ADD(WORK, busy, 11);
    ADD_FLOAT(DIST, done, 3);
    finish(call, done);
}

static void chase(gestalt_call *call)
{
    if (call->cancelling) {
        ADD(ABORTS, call->lanes, 1);
        return;
    }
    SET(CUR, call->starting, 3);
    ADD_FLOAT(DIST, call->lanes, -0.75f);
    uint64_t done = gestalt_lanes_less_float(FLOATS(DIST), call->lanes, 1, call->lane_count);
    ADD_FLOAT(FATIGUE, call->lanes & ~done, 0.5f);
    finish(call, done);
}

static void patrol(gestalt_call *call)
{
    if (begin(call, 10, 4))
        return;
    uint64_t busy = count_down(call);
    ADD_FLOAT(FATIGUE, busy, 1);
    finish(call, call->lanes & ~busy);
}

static void idle(gestalt_call *call)
{
    if (call->cancelling)
        return;
    uint64_t tired = gestalt_lanes_greater_float(FLOATS(FATIGUE), call->lanes, 8, call->lane_count);
    ADD_FLOAT(FATIGUE, tired, -8);
    finish(call, call->lanes);
}

static void deep(gestalt_call *call)
{
    if (call->cancelling) {
        ADD(ABORTS, call->lanes, 1);
        return;
    }
    SET(CUR, call->starting, 5);
    ADD(WORK, call->lanes, 1);
}

extern const leaf_table LEAVES;
const leaf_table LEAVES = {
    .set = LEAVES_SET,
    .rows = {{"low_health", GESTALT_PREDICATE, low_health},
             {"visible", GESTALT_PREDICATE, visible},
             {"in_range", GESTALT_PREDICATE, in_range},
             {"tired", GESTALT_PREDICATE, tired},
             {"flee", GESTALT_IMMEDIATE, flee},
             {"attack", GESTALT_IMMEDIATE, attack},
             {"chase", GESTALT_IMMEDIATE, chase},
             {"patrol", GESTALT_IMMEDIATE, patrol},
             {"idle", GESTALT_IMMEDIATE, idle},
             {"deep", GESTALT_IMMEDIATE, deep}},
    .wide = wide,
};
