// SPDX-License-Identifier: MIT
// The sleeping cohorts of a group: further ticks would change nothing in them (sleep.h), so they
// are not ticked until one of their clocks is due or a call changes one of their agents.
//
// Each cohort has a bit that is set while it is awake. Any thread may set the bit to wake the
// cohort. During a tick, threads record the cohorts that fall asleep. Everything else happens
// before and after the tick, on the caller's thread:
//
//     sleepers_begin    cohorts that are due wake; all awake cohorts are listed
//     the tick          ticks the listed cohorts; sleepers_try checks some of them for sleep
//     sleepers_end      clears the bits of cohorts that fell asleep, and puts them into the wheels
//
// A cohort's mood is either that it sleeps, or the number of further ticks in each of which it is
// checked for sleep; after these it is checked in one tick of 32. Sleep can't be observed, so no
// result depends on moods.
#ifndef SLEEPERS_H
#define SLEEPERS_H

#include "sleep.h"
#include "wheel.h"

typedef struct sleepers {
    uint64_t *awake;      // by cohort: one bit each
    uint64_t *awake_some; // by word of `awake`: one bit each
    unsigned char *moods; // by cohort: see above
    uint32_t *list;       // awake cohorts of this tick, in order
    uint32_t *fallen;     // cohorts that fell asleep in the last tick, in any order
    uint32_t list_count, fallen_count, asleep_count;
    bool is_listed;       // true if the tick visits `list` instead of all cohorts
    wheel *times, *ticks; // NULL if no clock counts time, or ticks
    // While nodes are counted: what a tick adds to the counts for sleeping cohorts.
    unsigned char *rows; // by cohort: three bytes for each node (interp_count_idle)
    uint64_t *sums;      // sums over all sleeping cohorts; NULL if nodes are not counted
    size_t row_size, rows_room;
    size_t awake_room, awake_some_room, mood_room, list_room, fallen_room;
} sleepers;

/// Allocate room for cohorts 0 to count - 1. Returns false if memory runs out; existing cohorts are
/// unaffected.
bool sleepers_reserve(sleepers *s, const sleep_plan *how, uint64_t count,
                      const gestalt_allocator *allocator);
/// Return the bytes that a cohort of a shape with this plan takes in all these lists.
double sleepers_cohort_bytes(const sleep_plan *how);

/// Start to count, with rows for all cohorts there is room for. Wakes sleeping cohorts. Returns
/// false if memory runs out.
bool sleepers_count(sleepers *s, uint32_t node_count, const gestalt_allocator *allocator);
/// Stop counting and release the rows.
void sleepers_stop_counting(sleepers *s, const gestalt_allocator *allocator);

void sleepers_release(sleepers *s, const gestalt_allocator *allocator);

/// Wake a cohort. Between ticks, several threads may call this at the same time.
static inline void sleepers_wake(const sleepers *s, uint32_t index)
{
    uint64_t bit = UINT64_C(1) << index % 64, *word = &s->awake[index / 64];
    if (__atomic_load_n(word, __ATOMIC_RELAXED) & bit)
        return;
    __atomic_fetch_or(word, bit, __ATOMIC_RELAXED);
    __atomic_fetch_or(&s->awake_some[index / 4096], UINT64_C(1) << index / 64 % 64,
                      __ATOMIC_RELAXED);
}

/// Add cohorts `first` to `end` - 1, which are awake.
void sleepers_add(sleepers *s, uint32_t first, uint32_t end);

/// Wake cohorts `first` to `end` - 1.
void sleepers_wake_range(sleepers *s, uint32_t first, uint32_t end);

/// Return the first awake cohort at or after `index`, or UINT32_MAX.
uint32_t sleepers_next_awake(const sleepers *s, uint32_t index, uint32_t count);

static inline bool sleepers_is_asleep(const sleepers *s, uint32_t index)
{
    return !(s->awake[index / 64] >> index % 64 & 1);
}

void sleepers_begin(sleepers *s, uint32_t cohort_count, const interp_moment *moment);

/// Let a cohort that was just ticked fall asleep, if it can.
void sleepers_try(sleepers *s, sleep_plan *how, interp *t, cohort *c, uint32_t index,
                  uint64_t tick);

void sleepers_end(sleepers *s);

#endif
