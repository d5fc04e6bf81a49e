// SPDX-License-Identifier: MIT
#include "deferred.h"

#include "search.h"

#include <string.h>

// An entry is an index in the list or, without a list, an action's number.

static const uint32_t *numbers_of(const cohort_layout *l, const cohort *c)
{
    return cohort_read(c, l->deferred_numbers);
}

// ---- a lone agent's action state in four bits

static unsigned deferred_pack(const deferred_state *s)
{
    return (unsigned)((s->launched & 1) | (s->ended & 1) << 1 | (s->succeeded & s->ended & 1) << 2 |
                      (s->cancelled & 1) << 3);
}

static deferred_state deferred_unpack(unsigned bits)
{
    return (deferred_state){bits & 1, bits >> 1 & 1, bits >> 2 & 1, bits >> 3 & 1};
}

// ---- entries

static deferred_state entry_state(const cohort_layout *l, const cohort *c, uint32_t entry)
{
    if (!cohort_is_lone(l))
        return ((const deferred_state *)cohort_read(c, l->deferred_states))[entry];
    const uint8_t *bytes = cohort_read(c, l->deferred_states);
    return deferred_unpack(l->has_list ? numbers_of(l, c)[entry] & 15 : bytes[entry]);
}

static uint32_t entry_number(const cohort_layout *l, const cohort *c, uint32_t entry)
{
    if (!l->has_list)
        return entry;
    return cohort_is_lone(l) ? numbers_of(l, c)[entry] >> 4 : numbers_of(l, c)[entry];
}

static void entry_put(const cohort_layout *l, cohort *c, uint32_t entry, uint32_t number,
                      const deferred_state *state)
{
    uint32_t *numbers = cohort_part(c, l->deferred_numbers);
    uint64_t *noted = cohort_part(c, l->deferred_noted), bit = UINT64_C(1) << number % 64;
    void *states = cohort_part(c, l->deferred_states);
    if (!cohort_is_lone(l))
        ((deferred_state *)states)[entry] = *state;
    else if (!l->has_list)
        ((uint8_t *)states)[entry] = (uint8_t)deferred_pack(state);
    if (l->has_list)
        numbers[entry] = cohort_is_lone(l) ? number << 4 | deferred_pack(state) : number;
    else if (!cohort_is_lone(l))
        noted[number / 64] = (noted[number / 64] & ~bit) | (deferred_says(state) ? bit : 0);
}

// Move entries of a list.
static void entries_move(const cohort_layout *l, cohort *c, uint32_t to, uint32_t from,
                         uint32_t count)
{
    uint32_t *numbers = cohort_part(c, l->deferred_numbers);
    deferred_state *states = cohort_part(c, l->deferred_states);
    memmove(numbers + to, numbers + from, count * sizeof *numbers);
    if (!cohort_is_lone(l))
        memmove(states + to, states + from, count * sizeof *states);
}

static uint32_t list_length(const cohort_layout *l, const cohort *c)
{
    return cohort_count_at(c, l->deferred_length);
}

static void list_set_length(const cohort_layout *l, cohort *c, uint32_t length)
{
    *(uint32_t *)cohort_part(c, l->deferred_length) = length;
}

// Return the first entry of the list whose number is at least `number`.
static uint32_t list_find(const cohort_layout *l, const cohort *c, uint32_t number)
{
    uint32_t entry;
    SEARCH_FIRST(entry, 0, list_length(l, c), entry_number(l, c, entry) >= number);
    return entry;
}

static bool list_has(const cohort_layout *l, const cohort *c, uint32_t entry, uint32_t number)
{
    return entry < list_length(l, c) && entry_number(l, c, entry) == number;
}

// ---- interface

// Return the first number from `at` on whose bit is set, or the count of numbers.
static uint32_t entries_next_noted(const cohort_layout *l, const cohort *c, uint32_t at)
{
    const uint64_t *noted = cohort_read(c, l->deferred_noted);
    for (; at < l->deferred_count; at = (at | 63) + 1) {
        uint64_t rest = noted[at / 64] >> at % 64;
        if (rest)
            return at + (uint32_t)__builtin_ctzll(rest);
    }
    return l->deferred_count;
}

// Return the first number from `at` on whose byte is not 0, reading eight bytes at a time.
static uint32_t entries_next_byte(const cohort_layout *l, const cohort *c, uint32_t at)
{
    const uint8_t *bytes = cohort_read(c, l->deferred_states);
    uint64_t eight = 0;
    for (; at + 8 <= l->deferred_count && !eight; at += eight ? 0 : 8)
        memcpy(&eight, bytes + at, 8);
    while (at < l->deferred_count && !bytes[at])
        at++;
    return at;
}

bool deferred_next(const cohort_layout *l, const cohort *c, uint32_t *at, uint32_t *number,
                   deferred_state *state)
{
    if (l->deferred_count == 0)
        return false;
    uint32_t end = l->has_list ? list_length(l, c) : l->deferred_count;
    if (!l->has_list)
        *at = cohort_is_lone(l) ? entries_next_byte(l, c, *at) : entries_next_noted(l, c, *at);
    if (*at >= end)
        return false;
    *number = entry_number(l, c, *at);
    *state = entry_state(l, c, (*at)++);
    return true;
}

deferred_state deferred_get(const cohort_layout *l, const cohort *c, uint32_t number)
{
    uint32_t entry = l->has_list ? list_find(l, c, number) : number;
    if (l->has_list && !list_has(l, c, entry, number))
        return (deferred_state){0};
    return entry_state(l, c, entry);
}

void deferred_put(const cohort_layout *l, cohort *c, uint32_t number, const deferred_state *state)
{
    uint32_t entry = l->has_list ? list_find(l, c, number) : number;
    uint32_t length = l->has_list ? list_length(l, c) : 0;
    bool is_there = !l->has_list || list_has(l, c, entry, number);
    if (l->has_list && is_there && !deferred_says(state)) {
        entries_move(l, c, entry, entry + 1, length - entry - 1);
        list_set_length(l, c, length - 1);
    } else if (is_there) {
        entry_put(l, c, entry, number, state);
    } else if (deferred_says(state)) {
        entries_move(l, c, entry + 1, entry, length - entry);
        list_set_length(l, c, length + 1);
        entry_put(l, c, entry, number, state);
    }
}

// Clear everything in each state except requests and ends of these lanes.
static void entries_keep(const cohort_layout *l, cohort *c, uint64_t requests, uint64_t ends)
{
    uint32_t at = 0, number, kept = 0;
    deferred_state s;
    while (deferred_next(l, c, &at, &number, &s)) {
        s.launched &= requests;
        s.cancelled &= requests;
        s.ended &= ends;
        if (!l->has_list) {
            entry_put(l, c, number, number, &s);
            continue;
        }
        if (!deferred_says(&s))
            continue;
        if (kept < at - 1)
            entries_move(l, c, kept, at - 1, 1);
        entry_put(l, c, kept++, number, &s);
    }
    if (l->has_list && l->deferred_count > 0)
        list_set_length(l, c, kept);
}

void deferred_forget_requests(const cohort_layout *l, cohort *c, uint64_t lanes)
{
    entries_keep(l, c, ~lanes, ~UINT64_C(0));
}

void deferred_clear(const cohort_layout *l, cohort *c, uint64_t lanes)
{
    entries_keep(l, c, ~lanes, ~lanes);
}

void deferred_restart(const cohort_layout *l, cohort *c)
{
    if (l->has_list)
        list_set_length(l, c, 0);
    else
        memset(cohort_part(c, l->deferred_states), 0, l->deferred_count);
}

void deferred_append(const cohort_layout *l, cohort *c, uint32_t number,
                     const deferred_state *state)
{
    uint32_t entry = l->has_list ? list_length(l, c) : number;
    if (l->has_list)
        list_set_length(l, c, entry + 1);
    entry_put(l, c, entry, number, state);
}
