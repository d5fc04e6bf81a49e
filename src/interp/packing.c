// SPDX-License-Identifier: MIT
// Copies between the columns of a gathered call and arrays without gaps, which have a value for
// each agent in the call and for no other:
//
//     cohort 0   a0 a1 a2 ... | ...    lanes 0 and 2 are in the call
//     cohort 1   b0 b1 b2 ... | ...    lane 1 is
//     array      a0 a2 b1
#include "cohort.h"
#include "kernels.h"
#include "misuse.h"

#include <gestalt/host.h>
#include <string.h>

// How many cohorts before a copy its memory is prefetched: cohorts are far apart.
enum { AHEAD = 6 };

// With more lanes than these, kernels and code for whole masks are faster than loops over lanes.
enum { FEW = 32 };

typedef struct packing {
    const gestalt_gathered_call *call;
    const kernels *kernels;
    uint64_t agents;    // number of agents in the call
    uint64_t dense[64]; // by cohort: whether more than FEW lanes are in the call
} packing;

static packing packing_of(const gestalt_gathered_call *call)
{
    packing all = {.call = call, .kernels = kernels_best()};
    for (uint32_t i = 0; i < call->count; i++) {
        unsigned count = (unsigned)__builtin_popcountll(call->lanes[i]);
        all.agents += count;
        if (count > FEW && i / 64 < sizeof all.dense / sizeof *all.dense)
            all.dense[i / 64] |= UINT64_C(1) << i % 64;
    }
    return all;
}

static bool packing_is_dense(const packing *all, uint32_t number)
{
    return number / 64 < sizeof all->dense / sizeof *all->dense &&
           all->dense[number / 64] >> number % 64 & 1;
}

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

// ---- numbers

// Return whether the kernels may copy the values of a cohort: they use more of the array and of the
// column than is copied. `left` is the size of the rest of the array.
static bool packing_has_room(const gestalt_gathered_call *call, ptrdiff_t left)
{
    return call->lane_count % KERNELS_PACK_SPARE == 0 &&
           left >= (ptrdiff_t)(call->lane_count + KERNELS_PACK_SPARE);
}

static void take_numbers(const packing *all, const gestalt_packing *p)
{
    const gestalt_gathered_call *call = all->call;
    uint32_t *to = p->values, *end = to ? to + all->agents : to;
    uint64_t full = packing_full(call);
    for (uint32_t i = 0; i < call->count; i++) {
        const uint32_t *from = packing_at(p, i);
        packing_fetch(call, p, i + AHEAD);
        if (call->lanes[i] == full) {
            memcpy(to, from, call->lane_count * sizeof *to);
            to += call->lane_count;
        } else if (packing_is_dense(all, i) && packing_has_room(call, end - to)) {
            to += all->kernels->pack(to, from, call->lanes[i]);
        } else {
            for (uint64_t rest = call->lanes[i]; rest; rest &= rest - 1)
                *to++ = from[__builtin_ctzll(rest)];
        }
    }
}

static void put_numbers(const packing *all, const gestalt_packing *p)
{
    const gestalt_gathered_call *call = all->call;
    const uint32_t *from = p->values, *end = from ? from + all->agents : from;
    uint64_t full = packing_full(call);
    for (uint32_t i = 0; i < call->count; i++) {
        uint32_t *to = (uint32_t *)(uintptr_t)packing_at(p, i);
        packing_fetch(call, p, i + AHEAD);
        if (call->lanes[i] == full) {
            memcpy(to, from, call->lane_count * sizeof *to);
            from += call->lane_count;
        } else if (packing_is_dense(all, i) && packing_has_room(call, end - from)) {
            from += all->kernels->unpack(to, from, call->lanes[i]);
        } else {
            for (uint64_t rest = call->lanes[i]; rest; rest &= rest - 1)
                to[__builtin_ctzll(rest)] = *from++;
        }
    }
}

// ---- bools: masks in the engine, bytes in the arrays

#define EACH_BYTE UINT64_C(0x0101010101010101)

// XOR each bit with all bits below it.
static uint64_t bits_parity_below(uint64_t bits)
{
    for (unsigned shift = 1; shift < 64; shift *= 2)
        bits ^= bits << shift;
    return bits;
}

// Gather the bits of a mask at some lanes in the lowest bits: in step k, bits move by 2^k if the
// number of gaps below them has that bit (Hacker's Delight, 7-4).
static uint64_t bits_gathered(uint64_t mask, uint64_t lanes)
{
    uint64_t gaps = ~lanes << 1;
    mask &= lanes;
    for (unsigned shift = 1; shift < 64; shift *= 2) {
        uint64_t odd = bits_parity_below(gaps), moved = odd & lanes, bits = mask & moved;
        lanes = (lanes ^ moved) | moved >> shift;
        mask = (mask ^ bits) | bits >> shift;
        gaps &= ~odd;
    }
    return mask;
}

// Move the lowest bits to some lanes.
static uint64_t bits_spread(uint64_t bits, uint64_t lanes)
{
    uint64_t moved[6], all = lanes, gaps = ~lanes << 1;
    for (unsigned k = 0; k < 6; k++) {
        uint64_t odd = bits_parity_below(gaps);
        moved[k] = odd & lanes;
        lanes = (lanes ^ moved[k]) | moved[k] >> (1 << k);
        gaps &= ~odd;
    }
    for (unsigned k = 6; k-- > 0;)
        bits = (bits & ~moved[k]) | (bits << (1 << k) & moved[k]);
    return bits & all;
}

// Store bits as bytes, eight at a time if the rest of the array has room for it. Returns the end.
static unsigned char *bits_to_bytes(uint64_t bits, uint32_t count, unsigned char *to,
                                    const unsigned char *end)
{
    if (end - to < 64) {
        for (uint32_t i = 0; i < count; i++)
            to[i] = bits >> i & 1;
        return to + count;
    }
    for (uint32_t i = 0; i < count; i += 8) {
        uint64_t bytes = (bits >> i & 0xff) * EACH_BYTE & UINT64_C(0x8040201008040201);
        bytes = (bytes + 0x7f * EACH_BYTE) >> 7 & EACH_BYTE;
        memcpy(to + i, &bytes, sizeof bytes);
    }
    return to + count;
}

// Return bytes as bits. If the rest of the array is long enough, bits from `count` on are
// undefined.
static uint64_t bits_of_bytes(const unsigned char *from, uint32_t count, const unsigned char *end)
{
    uint64_t bits = 0;
    if (end - from < 64) {
        for (uint32_t i = 0; i < count; i++)
            bits |= (uint64_t)(from[i] & 1) << i;
        return bits;
    }
    for (uint32_t i = 0; i < count; i += 8) {
        uint64_t bytes;
        memcpy(&bytes, from + i, sizeof bytes);
        bits |= (bytes & EACH_BYTE) * UINT64_C(0x102040810204080) >> 56 << i;
    }
    return bits;
}

static void take_bools(const packing *all, const gestalt_packing *p)
{
    const gestalt_gathered_call *call = all->call;
    unsigned char *to = p->values, *end = to ? to + all->agents : to;
    uint64_t full = packing_full(call);
    for (uint32_t i = 0; i < call->count; i++) {
        uint64_t mask = *(const uint64_t *)packing_at(p, i), lanes = call->lanes[i];
        packing_fetch(call, p, i + AHEAD);
        if (packing_is_dense(all, i))
            to = bits_to_bytes(lanes == full ? mask : bits_gathered(mask, lanes),
                               (uint32_t)__builtin_popcountll(lanes), to, end);
        else
            for (; lanes; lanes &= lanes - 1)
                *to++ = mask >> __builtin_ctzll(lanes) & 1;
    }
}

static void put_bools(const packing *all, const gestalt_packing *p)
{
    const gestalt_gathered_call *call = all->call;
    const unsigned char *from = p->values, *end = from ? from + all->agents : from;
    uint64_t full = packing_full(call);
    for (uint32_t i = 0; i < call->count; i++) {
        uint64_t *to = (uint64_t *)(uintptr_t)packing_at(p, i), lanes = call->lanes[i];
        packing_fetch(call, p, i + AHEAD);
        uint64_t bits = 0;
        if (packing_is_dense(all, i)) {
            uint32_t count = (uint32_t)__builtin_popcountll(lanes);
            bits = bits_of_bytes(from, count, end);
            bits = lanes == full ? bits : bits_spread(bits, lanes);
            from += count;
        } else {
            for (uint64_t rest = lanes; rest; rest &= rest - 1)
                bits |= (uint64_t)(*from++ & 1) << __builtin_ctzll(rest);
        }
        if (lanes)
            *to = (*to & ~lanes) | (bits & lanes);
    }
}

uint64_t gestalt_gathered_take(const gestalt_gathered_call *call, const gestalt_packing *columns,
                               uint32_t count)
{
    if (MISUSE_NULL(call, "call", NULL) || (count > 0 && MISUSE_NULL(columns, "columns", NULL)))
        return 0;
    packing all = packing_of(call);
    for (uint32_t i = 0; i < count; i++)
        (columns[i].is_bool ? take_bools : take_numbers)(&all, &columns[i]);
    return all.agents;
}

void gestalt_gathered_put(const gestalt_gathered_call *call, const gestalt_packing *columns,
                          uint32_t count)
{
    if (MISUSE_NULL(call, "call", NULL) || (count > 0 && MISUSE_NULL(columns, "columns", NULL)))
        return;
    packing all = packing_of(call);
    for (uint32_t i = 0; i < count; i++)
        (columns[i].is_bool ? put_bools : put_numbers)(&all, &columns[i]);
}
