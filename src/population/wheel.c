// SPDX-License-Identifier: MIT
#include "wheel.h"

#include "array.h"

#include <string.h>

wheel *wheel_create(const gestalt_allocator *allocator)
{
    wheel *w = memory_new(allocator, sizeof *w);
    if (!w)
        return NULL;
    memset(w, 0, sizeof *w);
    memset(w->firsts, 0xff, sizeof w->firsts);
    w->due = WHEEL_NONE;
    return w;
}

void wheel_destroy(wheel *w, const gestalt_allocator *allocator)
{
    if (!w)
        return;
    ARRAY_RELEASE(allocator, w->things, w->room);
    memory_release(allocator, w, sizeof *w);
}

bool wheel_reserve(wheel *w, uint64_t count, const gestalt_allocator *allocator)
{
    size_t before = w->room;
    if (!ARRAY_RESERVE(allocator, w->things, w->room, count))
        return false;
    for (size_t i = before; i < w->room; i++)
        w->things[i].next = WHEEL_OUT;
    return true;
}

// The digit of that wheel, and where it stands in the time.
static unsigned place_of(uint64_t time, unsigned number)
{
    return (unsigned)(time >> number * WHEEL_SHIFT) & (WHEEL_PLACES - 1);
}

static unsigned wheel_number_of(const wheel *w, uint64_t due)
{
    uint64_t differs = due ^ w->present;
    return differs ? (63 - (unsigned)__builtin_clzll(differs)) / WHEEL_SHIFT : 0;
}

void wheel_put(wheel *w, uint32_t thing)
{
    wheel_thing *t = &w->things[thing];
    unsigned number = wheel_number_of(w, t->due), place = place_of(t->due, number);
    uint32_t first = w->firsts[number][place];
    t->next = first;
    t->previous = WHEEL_NONE;
    if (first != WHEEL_NONE)
        w->things[first].previous = thing;
    w->firsts[number][place] = thing;
    w->filled[number] |= UINT64_C(1) << place;
}

void wheel_take(wheel *w, uint32_t thing)
{
    wheel_thing *t = &w->things[thing];
    if (t->next == WHEEL_OUT)
        return;
    if (t->next != WHEEL_NONE)
        w->things[t->next].previous = t->previous;
    if (t->previous != WHEEL_NONE) {
        w->things[t->previous].next = t->next;
    } else {
        unsigned number = wheel_number_of(w, t->due), place = place_of(t->due, number);
        w->firsts[number][place] = t->next;
        if (t->next == WHEEL_NONE)
            w->filled[number] &= ~(UINT64_C(1) << place);
    }
    t->next = WHEEL_OUT;
}

// The first place that holds something. False when none does.
static bool wheel_first_place(const wheel *w, unsigned *number, unsigned *place)
{
    for (*number = 0; *number < WHEEL_COUNT; ++*number)
        if (w->filled[*number]) {
            *place = (unsigned)__builtin_ctzll(w->filled[*number]);
            return true;
        }
    return false;
}

// The time at which a place begins.
static uint64_t wheel_begin_of(const wheel *w, unsigned number, unsigned place)
{
    unsigned shift = number * WHEEL_SHIFT, above = shift + WHEEL_SHIFT;
    uint64_t higher = above < 64 ? w->present >> above << above : 0;
    return higher | (uint64_t)place << shift;
}

// The present comes to a place, and what lies there is due, or comes down.
static void wheel_open(wheel *w, unsigned number, unsigned place, uint64_t now)
{
    uint32_t next = w->firsts[number][place];
    w->present = wheel_begin_of(w, number, place);
    w->firsts[number][place] = WHEEL_NONE;
    w->filled[number] &= ~(UINT64_C(1) << place);
    while (next != WHEEL_NONE) {
        uint32_t thing = next;
        wheel_thing *t = &w->things[thing];
        next = t->next;
        if (next != WHEEL_NONE)
            __builtin_prefetch(&w->things[next], 1);
        if (t->due > now) {
            wheel_put(w, thing);
            continue;
        }
        t->next = w->due;
        w->due = thing;
    }
}

uint32_t wheel_next_due(wheel *w, uint64_t now)
{
    unsigned number, place;
    while (w->due == WHEEL_NONE) {
        if (!wheel_first_place(w, &number, &place) || wheel_begin_of(w, number, place) > now) {
            w->present = now;
            return WHEEL_NONE;
        }
        wheel_open(w, number, place, now);
    }
    uint32_t thing = w->due;
    w->due = w->things[thing].next;
    w->things[thing].next = WHEEL_OUT;
    return thing;
}

uint64_t wheel_first(const wheel *w)
{
    unsigned number, place;
    uint64_t first = UINT64_MAX;
    if (!wheel_first_place(w, &number, &place))
        return UINT64_MAX;
    for (uint32_t i = w->firsts[number][place]; i != WHEEL_NONE; i = w->things[i].next)
        first = w->things[i].due < first ? w->things[i].due : first;
    return first;
}
