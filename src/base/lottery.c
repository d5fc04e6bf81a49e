// SPDX-License-Identifier: MIT
#include "lottery.h"

#include "random.h"

#include <string.h>

uint32_t lottery_key(uint64_t seed, uint64_t step, uint64_t agent)
{
    uint64_t state = seed;
    state = random_next(&state) ^ step;
    state = random_next(&state) ^ agent;
    return (uint32_t)(random_next(&state) >> 32);
}

enum { BITS = 11, DIGITS = 1 << BITS };

// Insertion sort, which is faster than counting digits for few elements.
static void sort_few(lot *lots, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        lot moved = lots[i];
        size_t at = i;
        for (; at > 0 && lots[at - 1].key > moved.key; at--)
            lots[at] = lots[at - 1];
        lots[at] = moved;
    }
}

void lottery_sort(lot *lots, lot *spare, size_t count)
{
    const size_t few = 32;
    lot *from = lots, *to = spare;
    if (count <= few) {
        sort_few(lots, count);
        return;
    }
    for (unsigned shift = 0; shift < 32; shift += BITS) {
        size_t places[DIGITS + 1] = {0};
        for (size_t i = 0; i < count; i++)
            places[(from[i].key >> shift) % DIGITS + 1]++;
        for (size_t i = 0; i < DIGITS; i++)
            places[i + 1] += places[i];
        for (size_t i = 0; i < count; i++)
            to[places[(from[i].key >> shift) % DIGITS]++] = from[i];
        lot *swapped = from;
        from = to;
        to = swapped;
    }
    if (from != lots)
        memcpy(lots, from, count * sizeof *lots);
}
