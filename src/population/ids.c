// SPDX-License-Identifier: MIT
#include "ids.h"

#include "array.h"
#include "search.h"

#include <assert.h>

bool ids_reserve(id_table *t, uint64_t more, const gestalt_allocator *allocator)
{
    uint64_t needed = t->count + more;
    return needed <= UINT32_MAX && ARRAY_RESERVE(allocator, t->runs, t->capacity, needed);
}

void ids_release(id_table *t, const gestalt_allocator *allocator)
{
    ARRAY_RELEASE(allocator, t->runs, t->capacity);
    *t = (id_table){0};
}

static uint64_t place_of(const id_run *run, uint32_t lanes)
{
    return (uint64_t)run->cohort * lanes + run->lane;
}

// Return whether the agents at this position continue the last run.
static bool goes_on(const id_table *t, uint64_t first, const id_run *place, uint32_t lanes)
{
    const id_run *last = t->count ? &t->runs[t->count - 1] : NULL;
    return last && last->group == place->group && last->first + last->count == first &&
           place_of(last, lanes) + last->count == place_of(place, lanes) && last->alive > 0;
}

void ids_add(id_table *t, uint64_t first, uint64_t count, id_run place, uint32_t lanes)
{
    uint64_t at = place_of(&place, lanes);
    while (count > 0) {
        place.cohort = (uint32_t)(at / lanes);
        place.lane = (uint16_t)(at % lanes);
        if (!goes_on(t, first, &place, lanes) || t->runs[t->count - 1].count == UINT32_MAX) {
            assert(t->count < t->capacity);
            place.first = first;
            place.count = place.alive = 0;
            t->runs[t->count++] = place;
        }
        id_run *run = &t->runs[t->count - 1];
        uint64_t room = UINT32_MAX - run->count, more = count < room ? count : room;
        run->count += (uint32_t)more;
        run->alive += (uint32_t)more;
        first += more;
        count -= more;
        at += more;
    }
}

// Return the number of runs that begin at or before an id. The loop has no branch to mispredict.
static uint32_t ids_begun(const id_table *t, uint64_t id)
{
    const id_run *from = t->runs;
    for (uint32_t count = t->count; count > 0;) {
        uint32_t half = (count + 1) / 2;
        from += from[half - 1].first <= id ? half : 0;
        count -= half;
    }
    return (uint32_t)(from - t->runs);
}

uint32_t ids_from(const id_table *t, uint64_t id)
{
    uint32_t run = ids_begun(t, id);
    bool is_in = run > 0 && id - t->runs[run - 1].first < t->runs[run - 1].count;
    return run - is_in;
}

id_run *ids_find(const id_table *t, uint64_t id)
{
    uint32_t index = ids_from(t, id);
    return index < t->count && id >= t->runs[index].first ? &t->runs[index] : NULL;
}

// Remove runs without agents. Called when they are the majority.
static void close_up(id_table *t)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < t->count; i++)
        if (t->runs[i].alive > 0)
            t->runs[kept++] = t->runs[i];
    t->count = kept;
    t->dead = 0;
}

void ids_remove(id_table *t, id_run *run)
{
    if (--run->alive == 0 && ++t->dead > t->count / 2)
        close_up(t);
}
