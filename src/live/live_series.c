// SPDX-License-Identifier: MIT
#include "live_series.h"

#include "error.h"
#include "group_expression.h"
#include "memory.h"
#include "stopwatch.h"

#include <math.h>
#include <string.h>

// With many agents, taking moments may use at most 1/SERIES_SHARE of the time of ticks. With few
// agents, every moment is taken at once; moments become rarer anyway the longer the run is.
enum { SERIES_SHARE = 10, SERIES_FEW = 20000 };

// ---- a moment

// Sums of differences from the first value, to lose few digits.
typedef struct spread_sums {
    uint64_t count;
    double origin, sum, squares, low, high;
} spread_sums;

static void sums_add(spread_sums *s, double value)
{
    if (!isfinite(value))
        return;
    if (s->count++ == 0)
        s->origin = s->low = s->high = value;
    double more = value - s->origin;
    s->sum += more;
    s->squares += more * more;
    s->low = value < s->low ? value : s->low;
    s->high = value > s->high ? value : s->high;
}

static double number_of(gestalt_value v)
{
    return v.type == GESTALT_BOOL  ? v.boolean
           : v.type == GESTALT_INT ? v.integer
                                   : (double)v.number;
}

static void sums_add_block(spread_sums *s, const group_key *k, uint64_t lanes)
{
    for (; lanes; lanes &= lanes - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(lanes);
        sums_add(s, k->key.type == GESTALT_FLOAT ? (double)k->column.floats[lane]
                    : k->key.type == GESTALT_INT ? (double)k->column.ints[lane]
                                                 : (double)(*k->column.bools >> lane & 1));
    }
}

static bool is_number(const live_run *r, uint32_t group, const char *name)
{
    const gestalt_shape *shape = gestalt_population_shape(r->population, group);
    uint32_t count = gestalt_shape_key_count(shape), i = 0;
    while (i < count && strcmp(gestalt_shape_key_at(shape, i).name, name) != 0)
        i++;
    return i < count && gestalt_shape_key_at(shape, i).type <= GESTALT_FLOAT &&
           gestalt_shape_key_at(shape, i).capacity == 0 &&
           gestalt_shape_key_word_count(shape, i) == 0;
}

bool live_spread_take(live_spread *s, const live_run *r, uint32_t group, const char *key)
{
    group_key k;
    spread_sums sums = {0};
    gestalt_block block;
    uint64_t agents = 0, blocks = gestalt_population_block_count(r->population, group);
    *s = (live_spread){0};
    if (!is_number(r, group, key) || !group_key_find(&k, r->population, group, key))
        return false;
    for (uint64_t i = 0; i < blocks; i++) {
        if (!gestalt_population_block(r->population, group, i, &block))
            continue;
        agents += (uint64_t)__builtin_popcountll(block.lanes);
        group_key_block(&k, r->population, group, i);
        if (!k.key.shared)
            sums_add_block(&sums, &k, block.lanes);
    }
    if (k.key.shared)
        sums_add(&sums, number_of(k.shared));
    if (sums.count == 0)
        return true;
    double n = (double)sums.count, mean = sums.sum / n, variance = sums.squares / n - mean * mean;
    *s = (live_spread){k.key.shared ? agents : sums.count, sums.origin + mean, sums.low, sums.high,
                       variance > 0 ? sqrt(variance) : 0};
    return true;
}

// ---- a series

static live_spread *series_at(const live_series *s, uint32_t moment)
{
    return s->spreads + (size_t)moment * s->group_count;
}

static void series_remove(live_series *s, uint32_t at)
{
    size_t behind = s->count - at - 1;
    memmove(&s->ticks[at], &s->ticks[at + 1], behind * sizeof *s->ticks);
    memmove(series_at(s, at), series_at(s, at + 1), behind * s->group_count * sizeof *s->spreads);
    s->count--;
}

static void series_thin(live_series *s)
{
    for (uint32_t i = 1; i < s->count; i++)
        series_remove(s, i);
    s->every *= 2;
}

// Return the index of a tick, or the index at which to insert it.
static uint32_t series_find(const live_series *s, uint64_t tick)
{
    uint32_t at = s->count;
    while (at > 0 && s->ticks[at - 1] >= tick)
        at--;
    return at;
}

// Take a moment, and replace an existing one of the same tick.
static void series_take(live_series *s, const live_run *r)
{
    uint64_t tick = live_run_ticks(r);
    uint32_t at = series_find(s, tick);
    if (at == s->count || s->ticks[at] != tick) {
        if (s->count == LIVE_HISTORY_MAX) {
            series_thin(s);
            at = series_find(s, tick);
        }
        size_t behind = s->count - at;
        memmove(&s->ticks[at + 1], &s->ticks[at], behind * sizeof *s->ticks);
        memmove(series_at(s, at + 1), series_at(s, at),
                behind * s->group_count * sizeof *s->spreads);
        s->ticks[at] = tick;
        s->count++;
    }
    for (uint32_t g = 0; g < s->group_count; g++)
        live_spread_take(&series_at(s, at)[g], r, g, s->key);
    s->changes = r->changes;
}

static bool series_is_due(const live_series *s, uint64_t tick)
{
    uint32_t at = series_find(s, tick);
    return (at == s->count || s->ticks[at] - tick >= s->every) &&
           (at == 0 || tick - s->ticks[at - 1] >= s->every);
}

static void series_close(live_series *s)
{
    gestalt_allocator a = memory_allocator(NULL);
    memory_release(&a, s->key, s->key ? strlen(s->key) + 1 : 0);
    memory_release(&a, s->spreads,
                   s->spreads ? LIVE_HISTORY_MAX * s->group_count * sizeof *s->spreads : 0);
    *s = (live_series){0};
}

static bool series_open(live_series *s, const live_run *r, const char *key)
{
    gestalt_allocator a = memory_allocator(NULL);
    uint32_t groups = gestalt_population_group_count(r->population);
    *s = (live_series){.group_count = groups, .every = 1};
    s->key = live_copy(key, strlen(key));
    s->spreads = memory_new(&a, LIVE_HISTORY_MAX * groups * sizeof *s->spreads);
    if (s->key && s->spreads)
        return true;
    series_close(s);
    return false;
}

bool live_series_has_key(const live_run *r, const char *key)
{
    uint32_t groups = gestalt_population_group_count(r->population), group = 0;
    while (group < groups && !is_number(r, group, key))
        group++;
    return group < groups;
}

// ---- all series

static live_series *charts_find(live_charts *c, const char *key)
{
    for (uint32_t i = 0; i < c->count; i++)
        if (strcmp(c->list[i].key, key) == 0)
            return &c->list[i];
    return NULL;
}

static live_series *charts_add(live_charts *c, const live_run *r, const char *key)
{
    live_series made, *place = &c->list[0];
    if (!series_open(&made, r, key))
        return NULL;
    if (c->count < LIVE_SERIES_MAX) {
        place = &c->list[c->count++];
    } else {
        for (uint32_t i = 1; i < c->count; i++)
            place = c->list[i].asked < place->asked ? &c->list[i] : place;
        series_close(place);
    }
    *place = made;
    return place;
}

gestalt_result live_charts_ask(live_charts *c, const live_run *r, const char *key, bool stands,
                               const live_series **series, gestalt_error *error)
{
    live_series *s = charts_find(c, key);
    if (!s && !live_series_has_key(r, key))
        return error_set(error, GESTALT_BAD_ARGUMENT, 0, "no group has a number `%.100s`", key);
    if (!s)
        s = charts_add(c, r, key);
    if (!s)
        return error_no_memory(error);
    s->asked = ++c->asked;
    if (s->count == 0 || (stands && s->changes != r->changes))
        series_take(s, r);
    *series = s;
    return GESTALT_OK;
}

void live_charts_follow(live_charts *c, const live_run *r, uint64_t nanoseconds)
{
    uint64_t tick = live_run_ticks(r);
    c->ticking += nanoseconds;
    bool are_few = gestalt_population_count(r->population) <= SERIES_FEW;
    if (c->count == 0 || (!are_few && c->ticking < SERIES_SHARE * c->taking))
        return;
    uint64_t before = stopwatch_now();
    bool has_taken = false;
    for (uint32_t i = 0; i < c->count; i++) {
        if (!series_is_due(&c->list[i], tick))
            continue;
        series_take(&c->list[i], r);
        has_taken = true;
    }
    if (has_taken) {
        c->taking = stopwatch_now() - before;
        c->ticking = 0;
    }
}

void live_charts_cut(live_charts *c, uint64_t tick)
{
    for (uint32_t i = 0; i < c->count; i++) {
        live_series *s = &c->list[i];
        while (s->count > 0 && s->ticks[s->count - 1] > tick)
            s->count--;
    }
}

void live_charts_close(live_charts *c)
{
    for (uint32_t i = 0; i < c->count; i++)
        series_close(&c->list[i]);
    *c = (live_charts){0};
}
