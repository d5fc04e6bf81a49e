// SPDX-License-Identifier: MIT
// The cohorts of a group that sleep: coming ticks would change nothing in them (sleep.h), so they
// are not ticked, until a clock of theirs is due or somebody does something to one of their agents.
//
// A bit for each cohort says that it is awake, and is set by whoever wakes it, on any thread. In a
// tick, threads note those that fall asleep. All else happens before and behind it, on the caller's
// thread:
//
//     sleepers_begin    those that are due wake; a list is made of all that are awake
//     the tick          of the list; sleepers_try asks now and then
//     sleepers_end      those that fell asleep lose their bits, and wait in the wheels
//
// A cohort's mood is that it sleeps, or for how many ticks more it is asked in each whether it can
// sleep; then it is asked in one of 32. Sleep can't be observed, so nothing depends on moods.
#ifndef SLEEPERS_H
#define SLEEPERS_H

#include "sleep.h"
#include "wheel.h"

typedef struct sleepers {
    uint64_t *awake;      // by cohort, a bit each
    uint64_t *awake_some; // by word of these
    unsigned char *moods; // by cohort
    uint32_t *list;       // the cohorts of this tick, in order
    uint32_t *fallen;     // the cohorts that fell asleep in the last tick, in any order
    uint32_t list_count, fallen_count, asleep_count;
    bool is_listed;       // the tick is of the list, and not of all
    wheel *times, *ticks; // NULL where no clock counts these
    // While nodes are counted: what a tick does with those that sleep, by cohort and in all.
    unsigned char *rows; // of three bytes for each node (interp_count_idle)
    uint64_t *sums;      // NULL: nothing is counted
    size_t row_size, rows_room;
    size_t awake_room, awake_some_room, mood_room, list_room, fallen_room;
} sleepers;

/// Room for cohorts 0 to count - 1. False when memory runs out, and those that there are stay.
bool sleepers_reserve(sleepers *s, const sleep_plan *how, uint64_t count,
                      const gestalt_allocator *allocator);
/// Return the bytes that a cohort of a shape with this plan takes in all of these lists.
double sleepers_cohort_bytes(const sleep_plan *how);

/// Begins to count, with rows for those that there is room for; those that sleep wake. False when
/// memory runs out.
bool sleepers_count(sleepers *s, uint32_t node_count, const gestalt_allocator *allocator);
/// No more.
void sleepers_stop_counting(sleepers *s, const gestalt_allocator *allocator);

void sleepers_release(sleepers *s, const gestalt_allocator *allocator);

/// Wakes a cohort. Several threads may do so at a time, between ticks.
static inline void sleepers_wake(const sleepers *s, uint32_t index)
{
    uint64_t bit = UINT64_C(1) << index % 64, *word = &s->awake[index / 64];
    if (__atomic_load_n(word, __ATOMIC_RELAXED) & bit)
        return;
    __atomic_fetch_or(word, bit, __ATOMIC_RELAXED);
    __atomic_fetch_or(&s->awake_some[index / 4096], UINT64_C(1) << index / 64 % 64,
                      __ATOMIC_RELAXED);
}

/// Cohorts from one up to another are new, and awake.
void sleepers_add(sleepers *s, uint32_t first, uint32_t end);

/// Wakes cohorts from one up to another.
void sleepers_wake_range(sleepers *s, uint32_t first, uint32_t end);

/// The first cohort that is awake from one on; UINT32_MAX.
uint32_t sleepers_next_awake(const sleepers *s, uint32_t index, uint32_t count);

static inline bool sleepers_is_asleep(const sleepers *s, uint32_t index)
{
    return !(s->awake[index / 64] >> index % 64 & 1);
}

void sleepers_begin(sleepers *s, uint32_t cohort_count, const interp_moment *moment);

/// Lets a cohort fall asleep that was just ticked, if it can.
void sleepers_try(sleepers *s, sleep_plan *how, interp *t, cohort *c, uint32_t index,
                  uint64_t tick);

void sleepers_end(sleepers *s);

#endif
