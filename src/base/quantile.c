// SPDX-License-Identifier: MIT
#include "quantile.h"

uint64_t quantile_key_at(uint64_t index, quantile_counter *count, void *user)
{
    quantile_digits d = {.index = index};
    for (d.shift = 56; d.shift >= 0; d.shift -= 8) {
        int64_t counts[QUANTILE_COUNTS] = {0};
        uint32_t digit = 0;
        count(user, &d, counts);
        for (; d.index >= (uint64_t)counts[digit]; digit++)
            d.index -= (uint64_t)counts[digit];
        d.key |= (uint64_t)digit << d.shift;
        d.known |= UINT64_C(0xff) << d.shift;
    }
    return d.key;
}

static double number_of(uint64_t key)
{
    uint64_t bits = key & QUANTILE_SIGN ? key & ~QUANTILE_SIGN : ~key;
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

double quantile_of(const quantile_numbers *n, double share)
{
    double at = share * (double)(n->count - 1);
    uint64_t low = (uint64_t)at;
    double part = at - (double)low, value = number_of(quantile_key_at(low, n->digits, n->user));
    if (part <= 0)
        return value;
    int64_t up_to;
    double next = n->next(n->user, value, &up_to);
    next = low + 1 < (uint64_t)up_to ? value : next;
    return value + (next - value) * part;
}
