// SPDX-License-Identifier: MIT
// A table that maps agent ids to positions in memory: a sorted list of runs, each of consecutive
// ids in consecutive lanes, so that a lookup is a binary search. New ids grow, so their runs are
// added at the end; runs of ids that the host gives are merged into the list (given_ids.h). Agents
// that are spawned together into new cohorts form one run. An agent that gets the lane of a removed
// one is a run of its own, so an agent costs at most 24 bytes here.
//
// A run contains the positions at which its agents were placed. Only the cohort knows whether an
// agent is still there.
#ifndef IDS_H
#define IDS_H

#include <gestalt/base.h>

typedef struct id_run {
    uint64_t first;
    uint32_t count;
    uint32_t alive; // number of agents that still exist
    uint32_t cohort;
    uint16_t group;
    // lane of the first agent; the others follow, over as many cohorts as necessary
    uint16_t lane;
} id_run;
_Static_assert(sizeof(id_run) == 24, "a run is 24 bytes");

typedef struct id_table {
    id_run *runs;
    uint32_t count;
    size_t capacity;
    uint32_t dead; // number of runs without agents
} id_table;

/// Allocate room for `more` additional runs.
bool ids_reserve(id_table *t, uint64_t more, const gestalt_allocator *allocator);
void ids_release(id_table *t, const gestalt_allocator *allocator);

/// Add `count` consecutive ids, greater than all before, in consecutive lanes of cohorts with
/// `lanes` lanes. Uses one run, and one more for every 4 billion agents.
void ids_add(id_table *t, uint64_t first, uint64_t count, id_run place, uint32_t lanes);

/// Return the run that contains an id, or NULL.
id_run *ids_find(const id_table *t, uint64_t id);

/// Return the index of the first run that ends after an id, or the number of runs. Used to iterate
/// in order.
uint32_t ids_from(const id_table *t, uint64_t id);

/// Note that one of the run's agents is removed. Runs may move in memory.
void ids_remove(id_table *t, id_run *run);

#endif
