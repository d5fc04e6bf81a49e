// SPDX-License-Identifier: MIT
// A table that tells where the agent with an id lives. Ids only grow, so a list of runs, each of
// consecutive ids in consecutive lanes, is sorted by itself, and finding one is a binary search.
// Agents that are spawned together into new cohorts are one run; one that gets the lane of an agent
// that is gone is a run of its own, so an agent costs 24 bytes here at worst.
//
// A run says where its agents were put; whether one still is there, its cohort knows.
#ifndef IDS_H
#define IDS_H

#include <gestalt/base.h>

typedef struct id_run {
    uint64_t first;
    uint32_t count;
    uint32_t alive; // how many are still there
    uint32_t cohort;
    uint16_t group;
    uint16_t lane; // of the first; the others follow, over as many cohorts as it takes
} id_run;
_Static_assert(sizeof(id_run) == 24, "a run is 24 bytes");

typedef struct id_table {
    id_run *runs;
    uint32_t count;
    size_t capacity;
    uint32_t dead; // runs without an agent
} id_table;

/// Makes room for that many more runs.
bool ids_reserve(id_table *t, uint64_t more, const gestalt_allocator *allocator);
void ids_release(id_table *t, const gestalt_allocator *allocator);

/// Adds `count` consecutive ids, greater than all before, in consecutive lanes of cohorts of
/// `lanes`. Takes one run, and one more for every 4 billion agents.
void ids_add(id_table *t, uint64_t first, uint64_t count, id_run place, uint32_t lanes);

/// The run that holds an id, or NULL.
id_run *ids_find(const id_table *t, uint64_t id);

/// The first run that ends behind an id, or the table's end: for walks in order.
uint32_t ids_from(const id_table *t, uint64_t id);

/// Says that one of the run's agents is gone. Runs may move.
void ids_remove(id_table *t, id_run *run);

#endif
