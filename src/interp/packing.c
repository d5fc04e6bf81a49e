// SPDX-License-Identifier: MIT
// Copies between the columns of a gathered call and arrays without gaps, which have a value for
// each agent in the call and for no other:
//
//     cohort 0   a0 a1 a2 ... | ...    lanes 0 and 2 are in the call
//     cohort 1   b0 b1 b2 ... | ...    lane 1 is
//     array      a0 a2 b1
#include "cohort.h"
#include "misuse.h"

#include <gestalt/host.h>
#include <string.h>

// How many cohorts before a copy its memory is prefetched: cohorts are far apart.
enum { AHEAD = 6 };

static const void *packing_at(const gestalt_packing *p, uint32_t number)
{
    return (const unsigned char *)p->column + p->stride * number;
}

static void packing_fetch(const gestalt_gathered_call *call, const gestalt_packing *p,
                          uint32_t number)
{
    if (number >= call->count || !call->lanes[number])
        return;
    const unsigned char *at = packing_at(p, number);
    for (uint32_t i = 0; i < call->lane_count * 4; i += COHORT_LINE)
        __builtin_prefetch(at + i, 1);
}

// Return the mask of all lanes of a cohort.
static uint64_t packing_full(const gestalt_gathered_call *call)
{
    return call->lane_count > 0 ? ~UINT64_C(0) >> (64 - call->lane_count) : 0;
}

static void take_numbers(const gestalt_gathered_call *call, const gestalt_packing *p)
{
    uint32_t *to = p->values;
    uint64_t full = packing_full(call);
    for (uint32_t i = 0; i < call->count; i++) {
        const uint32_t *from = packing_at(p, i);
        packing_fetch(call, p, i + AHEAD);
        if (call->lanes[i] == full) {
            memcpy(to, from, call->lane_count * sizeof *to);
            to += call->lane_count;
            continue;
        }
        for (uint64_t rest = call->lanes[i]; rest; rest &= rest - 1)
            *to++ = from[__builtin_ctzll(rest)];
    }
}

static void take_bools(const gestalt_gathered_call *call, const gestalt_packing *p)
{
    unsigned char *to = p->values;
    for (uint32_t i = 0; i < call->count; i++) {
        uint64_t mask = *(const uint64_t *)packing_at(p, i);
        packing_fetch(call, p, i + AHEAD);
        for (uint64_t rest = call->lanes[i]; rest; rest &= rest - 1)
            *to++ = mask >> __builtin_ctzll(rest) & 1;
    }
}

static void put_numbers(const gestalt_gathered_call *call, const gestalt_packing *p)
{
    const uint32_t *from = p->values;
    uint64_t full = packing_full(call);
    for (uint32_t i = 0; i < call->count; i++) {
        uint32_t *to = (uint32_t *)(uintptr_t)packing_at(p, i);
        packing_fetch(call, p, i + AHEAD);
        if (call->lanes[i] == full) {
            memcpy(to, from, call->lane_count * sizeof *to);
            from += call->lane_count;
            continue;
        }
        for (uint64_t rest = call->lanes[i]; rest; rest &= rest - 1)
            to[__builtin_ctzll(rest)] = *from++;
    }
}

static void put_bools(const gestalt_gathered_call *call, const gestalt_packing *p)
{
    const unsigned char *from = p->values;
    for (uint32_t i = 0; i < call->count; i++) {
        uint64_t *to = (uint64_t *)(uintptr_t)packing_at(p, i), mask = 0;
        packing_fetch(call, p, i + AHEAD);
        for (uint64_t rest = call->lanes[i]; rest; rest &= rest - 1)
            mask |= (uint64_t)(*from++ & 1) << __builtin_ctzll(rest);
        if (call->lanes[i])
            *to = (*to & ~call->lanes[i]) | mask;
    }
}

uint64_t gestalt_gathered_take(const gestalt_gathered_call *call, const gestalt_packing *columns,
                               uint32_t count)
{
    if (MISUSE_NULL(call, "call", NULL) || (count > 0 && MISUSE_NULL(columns, "columns", NULL)))
        return 0;
    uint64_t agents = 0;
    for (uint32_t i = 0; i < call->count; i++)
        agents += (uint64_t)__builtin_popcountll(call->lanes[i]);
    for (uint32_t i = 0; i < count; i++)
        if (columns[i].is_bool)
            take_bools(call, &columns[i]);
        else
            take_numbers(call, &columns[i]);
    return agents;
}

void gestalt_gathered_put(const gestalt_gathered_call *call, const gestalt_packing *columns,
                          uint32_t count)
{
    if (MISUSE_NULL(call, "call", NULL) || (count > 0 && MISUSE_NULL(columns, "columns", NULL)))
        return;
    for (uint32_t i = 0; i < count; i++)
        if (columns[i].is_bool)
            put_bools(call, &columns[i]);
        else
            put_numbers(call, &columns[i]);
}
