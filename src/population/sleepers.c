// SPDX-License-Identifier: MIT
#include "sleepers.h"

#include "array.h"

#include <string.h>

enum { MOOD_ASLEEP = 255, MOOD_EAGER = 4, MOOD_SELDOM = 32 };

// ---- memory

static uint64_t words_for(uint64_t bits)
{
    return bits / 64 + (bits % 64 > 0);
}

static bool sleepers_reserve_bits(uint64_t **words, size_t *room, uint64_t bits,
                                  const gestalt_allocator *allocator)
{
    size_t before = *room;
    if (!ARRAY_RESERVE(allocator, *words, *room, words_for(bits)))
        return false;
    if (*room > before)
        memset(*words + before, 0, (*room - before) * sizeof **words);
    return true;
}

static bool sleepers_reserve_wheel(wheel **w, bool is_needed, uint64_t count,
                                   const gestalt_allocator *allocator)
{
    if (!is_needed)
        return true;
    *w = *w ? *w : wheel_create(allocator);
    return *w && wheel_reserve(*w, count, allocator);
}

static bool sleepers_reserve_rows(sleepers *s, uint64_t count, const gestalt_allocator *allocator)
{
    size_t before = s->rows_room;
    if (!s->sums)
        return true;
    if (!ARRAY_RESERVE(allocator, s->rows, s->rows_room, count * s->row_size))
        return false;
    if (s->rows_room > before)
        memset(s->rows + before, 0, s->rows_room - before);
    return true;
}

bool sleepers_reserve(sleepers *s, const sleep_plan *how, uint64_t count,
                      const gestalt_allocator *allocator)
{
    return sleepers_reserve_bits(&s->awake, &s->awake_room, count, allocator) &&
           sleepers_reserve_bits(&s->awake_some, &s->awake_some_room, words_for(count),
                                 allocator) &&
           ARRAY_RESERVE(allocator, s->moods, s->mood_room, count) &&
           ARRAY_RESERVE(allocator, s->list, s->list_room, count) &&
           ARRAY_RESERVE(allocator, s->fallen, s->fallen_room, count) &&
           sleepers_reserve_rows(s, count, allocator) &&
           sleepers_reserve_wheel(&s->times, how->has_times, count, allocator) &&
           sleepers_reserve_wheel(&s->ticks, how->has_ticks, count, allocator);
}

double sleepers_cohort_bytes(const sleep_plan *how)
{
    const sleepers *s = NULL;
    double bits = 1 + 1.0 / 64; // bits in `awake` and in `awake_some`
    size_t wheels = ((size_t)how->has_times + how->has_ticks) * sizeof(wheel_thing);
    return bits / 8 + (double)(sizeof *s->moods + sizeof *s->list + sizeof *s->fallen + wheels);
}

void sleepers_release(sleepers *s, const gestalt_allocator *allocator)
{
    ARRAY_RELEASE(allocator, s->awake, s->awake_room);
    ARRAY_RELEASE(allocator, s->awake_some, s->awake_some_room);
    ARRAY_RELEASE(allocator, s->moods, s->mood_room);
    ARRAY_RELEASE(allocator, s->list, s->list_room);
    ARRAY_RELEASE(allocator, s->fallen, s->fallen_room);
    wheel_destroy(s->times, allocator);
    wheel_destroy(s->ticks, allocator);
    sleepers_stop_counting(s, allocator);
}

// ---- counting

bool sleepers_count(sleepers *s, uint32_t node_count, const gestalt_allocator *allocator)
{
    s->row_size = 3 * (size_t)node_count;
    s->sums = memory_new(allocator, s->row_size * sizeof *s->sums);
    if (!s->sums)
        return false;
    memset(s->sums, 0, s->row_size * sizeof *s->sums);
    return sleepers_reserve_rows(s, s->mood_room, allocator);
}

void sleepers_stop_counting(sleepers *s, const gestalt_allocator *allocator)
{
    if (s->sums)
        memory_release(allocator, s->sums, s->row_size * sizeof *s->sums);
    ARRAY_RELEASE(allocator, s->rows, s->rows_room);
    s->sums = NULL;
    s->rows = NULL;
    s->rows_room = 0;
}

static unsigned char *sleepers_row(const sleepers *s, uint32_t index)
{
    return s->rows + index * s->row_size;
}

static void sleepers_sum(const sleepers *s, uint32_t index, bool sleeps)
{
    const unsigned char *row = s->sums ? sleepers_row(s, index) : NULL;
    for (size_t i = 0; row && i < s->row_size; i++)
        s->sums[i] += sleeps ? row[i] : -(uint64_t)row[i];
}

// ---- waking

void sleepers_add(sleepers *s, uint32_t first, uint32_t end)
{
    sleepers_wake_range(s, first, end);
    for (uint32_t i = first; i < end; i++)
        s->moods[i] = MOOD_EAGER;
}

void sleepers_wake_range(sleepers *s, uint32_t first, uint32_t end)
{
    for (uint32_t i = first; i < end; i++)
        sleepers_wake(s, i);
}

uint32_t sleepers_next_awake(const sleepers *s, uint32_t index, uint32_t count)
{
    while (index < count) {
        uint64_t rest = s->awake[index / 64] >> index % 64;
        if (rest)
            return index + (uint32_t)__builtin_ctzll(rest);
        uint32_t word = index / 64 + 1;
        uint64_t some = word < words_for(count) ? s->awake_some[word / 64] >> word % 64 : 0;
        word = some ? word + (uint32_t)__builtin_ctzll(some) : word / 64 * 64 + 64;
        if (word > UINT32_MAX / 64)
            break;
        index = word * 64;
    }
    return UINT32_MAX;
}

static void sleepers_wake_due(sleepers *s, wheel *w, uint64_t now)
{
    uint32_t index;
    while (w && (index = wheel_next_due(w, now)) != WHEEL_NONE)
        sleepers_wake(s, index);
}

// Update a cohort that a call or a clock has woken.
static void sleepers_rise(sleepers *s, uint32_t index)
{
    s->moods[index] = MOOD_EAGER;
    s->asleep_count--;
    sleepers_sum(s, index, false);
    if (s->times)
        wheel_take(s->times, index);
    if (s->ticks)
        wheel_take(s->ticks, index);
}

void sleepers_begin(sleepers *s, uint32_t cohort_count, const interp_moment *moment)
{
    s->fallen_count = s->list_count = 0;
    sleepers_wake_due(s, s->times, wheel_time(moment->now));
    sleepers_wake_due(s, s->ticks, wheel_time((int64_t)moment->tick));
    s->is_listed = s->asleep_count > 0;
    if (moment->hooks)
        sleepers_wake_range(s, 0, cohort_count);
    uint32_t i = s->is_listed ? sleepers_next_awake(s, 0, cohort_count) : UINT32_MAX;
    for (; i < cohort_count; i = sleepers_next_awake(s, i + 1, cohort_count)) {
        if (s->moods[i] == MOOD_ASLEEP)
            sleepers_rise(s, i);
        s->list[s->list_count++] = i;
    }
    s->is_listed = s->list_count < cohort_count && s->asleep_count > 0;
}

// ---- falling asleep

static void sleepers_note_due(wheel *w, uint32_t index, int64_t due)
{
    if (w)
        w->things[index].due = due == INT64_MAX ? UINT64_MAX : wheel_time(due);
}

void sleepers_try(sleepers *s, sleep_plan *how, interp *t, cohort *c, uint32_t index, uint64_t tick)
{
    sleep_until until;
    if (s->moods[index] > 0)
        s->moods[index]--;
    else if ((index + tick) % MOOD_SELDOM != 0)
        return;
    if (!sleep_begins(t, how, c, &until) ||
        (s->sums && !interp_count_idle(t, c, sleepers_row(s, index))))
        return;
    sleepers_note_due(s->times, index, until.now);
    sleepers_note_due(s->ticks, index, until.tick);
    s->fallen[__atomic_fetch_add(&s->fallen_count, 1, __ATOMIC_RELAXED)] = index;
}

static void sleepers_wait(wheel *w, uint32_t index)
{
    if (w && w->things[index].due != UINT64_MAX)
        wheel_put(w, index);
}

void sleepers_end(sleepers *s)
{
    for (uint32_t i = 0; i < s->fallen_count; i++) {
        uint32_t index = s->fallen[i];
        uint64_t *word = &s->awake[index / 64];
        *word &= ~(UINT64_C(1) << index % 64);
        if (!*word)
            s->awake_some[index / 4096] &= ~(UINT64_C(1) << index / 64 % 64);
        s->moods[index] = MOOD_ASLEEP;
        sleepers_sum(s, index, true);
        sleepers_wait(s->times, index);
        sleepers_wait(s->ticks, index);
    }
    s->asleep_count += s->fallen_count;
}
