// SPDX-License-Identifier: MIT
#include "wheel.h"

#include "array.h"

#include <string.h>

wheel *wheel_create(const gestalt_allocator *allocator)
{
    wheel *w = memory_new(allocator, sizeof *w);
    if (!w)
        return NULL;
    *w = (wheel){.due = WHEEL_NONE};
    return w;
}

void wheel_destroy(wheel *w, const gestalt_allocator *allocator)
{
    if (!w)
        return;
    ARRAY_RELEASE(allocator, w->things, w->room);
    memory_release(allocator, w->places, w->places ? sizeof *w->places : 0);
    memory_release(allocator, w, sizeof *w);
}

// Return the digit of a time for the wheel with this number.
static unsigned wheel_digit(uint64_t time, unsigned number)
{
    return (unsigned)(time >> number * WHEEL_SHIFT) & (WHEEL_PLACES - 1);
}

static unsigned wheel_number_of(const wheel *w, uint64_t due)
{
    uint64_t differs = due ^ w->present;
    return differs ? (63 - (unsigned)__builtin_clzll(differs)) / WHEEL_SHIFT : 0;
}

static void wheel_place(wheel *w, uint32_t thing)
{
    wheel_thing *t = &w->things[thing];
    unsigned number = wheel_number_of(w, t->due), place = wheel_digit(t->due, number);
    uint32_t first = w->places->firsts[number][place];
    t->next = first;
    t->previous = WHEEL_NONE;
    if (first != WHEEL_NONE)
        w->things[first].previous = thing;
    w->places->firsts[number][place] = thing;
    w->places->filled[number] |= UINT64_C(1) << place;
}

void wheel_put(wheel *w, uint32_t thing)
{
    if (w->places)
        wheel_place(w, thing);
    else
        w->things[thing].next = WHEEL_NONE;
}

// Create the places, and put the existing things into them.
static bool wheel_make_places(wheel *w, const gestalt_allocator *allocator)
{
    w->places = memory_new(allocator, sizeof *w->places);
    if (!w->places)
        return false;
    memset(w->places->filled, 0, sizeof w->places->filled);
    memset(w->places->firsts, 0xff, sizeof w->places->firsts);
    for (uint32_t i = 0; i < w->room; i++)
        if (w->things[i].next != WHEEL_OUT)
            wheel_place(w, i);
    return true;
}

bool wheel_reserve(wheel *w, uint64_t count, const gestalt_allocator *allocator)
{
    size_t before = w->room;
    if (count > WHEEL_FEW && !w->places && !wheel_make_places(w, allocator))
        return false;
    if (!ARRAY_RESERVE(allocator, w->things, w->room, count))
        return false;
    for (size_t i = before; i < w->room; i++)
        w->things[i].next = WHEEL_OUT;
    return true;
}

static void wheel_unlink(wheel *w, const wheel_thing *t)
{
    if (t->next != WHEEL_NONE)
        w->things[t->next].previous = t->previous;
    if (t->previous != WHEEL_NONE) {
        w->things[t->previous].next = t->next;
    } else {
        unsigned number = wheel_number_of(w, t->due), place = wheel_digit(t->due, number);
        w->places->firsts[number][place] = t->next;
        if (t->next == WHEEL_NONE)
            w->places->filled[number] &= ~(UINT64_C(1) << place);
    }
}

void wheel_take(wheel *w, uint32_t thing)
{
    wheel_thing *t = &w->things[thing];
    if (t->next == WHEEL_OUT)
        return;
    if (w->places)
        wheel_unlink(w, t);
    t->next = WHEEL_OUT;
}

// Find the first place that is not empty. Returns false if all places are empty.
static bool wheel_first_place(const wheel *w, unsigned *number, unsigned *place)
{
    for (*number = 0; *number < WHEEL_COUNT; ++*number)
        if (w->places->filled[*number]) {
            *place = (unsigned)__builtin_ctzll(w->places->filled[*number]);
            return true;
        }
    return false;
}

// Return the time at which a place begins.
static uint64_t wheel_begin_of(const wheel *w, unsigned number, unsigned place)
{
    unsigned shift = number * WHEEL_SHIFT, above = shift + WHEEL_SHIFT;
    uint64_t higher = above < 64 ? w->present >> above << above : 0;
    return higher | (uint64_t)place << shift;
}

// Advance the present to a place. Its things become due or move down to lower wheels.
static void wheel_open(wheel *w, unsigned number, unsigned place, uint64_t now)
{
    uint32_t next = w->places->firsts[number][place];
    w->present = wheel_begin_of(w, number, place);
    w->places->firsts[number][place] = WHEEL_NONE;
    w->places->filled[number] &= ~(UINT64_C(1) << place);
    while (next != WHEEL_NONE) {
        uint32_t thing = next;
        wheel_thing *t = &w->things[thing];
        next = t->next;
        if (next != WHEEL_NONE)
            __builtin_prefetch(&w->things[next], 1);
        if (t->due > now) {
            wheel_place(w, thing);
            continue;
        }
        t->next = w->due;
        w->due = thing;
    }
}

// The same as wheel_next_due if there are few things.
static uint32_t wheel_next_of_few(wheel *w, uint64_t now)
{
    w->present = now;
    for (uint32_t i = 0; i < w->room; i++)
        if (w->things[i].next != WHEEL_OUT && w->things[i].due <= now) {
            w->things[i].next = WHEEL_OUT;
            return i;
        }
    return WHEEL_NONE;
}

uint32_t wheel_next_due(wheel *w, uint64_t now)
{
    unsigned number, place;
    if (!w->places)
        return wheel_next_of_few(w, now);
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
    for (uint32_t i = 0; !w->places && i < w->room; i++)
        if (w->things[i].next != WHEEL_OUT && w->things[i].due < first)
            first = w->things[i].due;
    if (!w->places || !wheel_first_place(w, &number, &place))
        return first;
    for (uint32_t i = w->places->firsts[number][place]; i != WHEEL_NONE; i = w->things[i].next)
        first = w->things[i].due < first ? w->things[i].due : first;
    return first;
}
