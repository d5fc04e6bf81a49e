// SPDX-License-Identifier: MIT
// Which agents of a group share a recorded block: those whose ids differ only in the lowest 6 bits,
// in the lanes of these bits. So a recording does not depend on where the population keeps its
// agents. Blocks are in the order of ids. Blocks that have lost all agents stay until the next
// frame that contains the whole group.
#ifndef TREE_RUNS_H
#define TREE_RUNS_H

#include "array.h"

#include <gestalt/inspect.h>

/// Agents with consecutive ids of one recorded block, in consecutive lanes of one of the
/// population's blocks.
typedef struct tree_run {
    uint64_t first; // id of the first agent
    uint64_t index; // index of the population's block
    uint32_t lane;  // lane of the first agent there
    uint32_t count;
} tree_run;

typedef struct tree_runs {
    tree_run *list; // in the order of ids
    uint64_t count;
    uint64_t *numbers; // by recorded block: its ids, divided by 64
    uint64_t *begins;  // by recorded block: index of its first run; then the number of runs
    uint64_t block_count;
    size_t room, numbers_room, begins_room;
} tree_runs;

/// Find the current runs of a group. Returns false if memory runs out.
bool tree_runs_find(tree_runs *r, const gestalt_population *population, uint32_t group,
                    const gestalt_allocator *allocator);

/// Return a number above those of all blocks that have agents.
uint64_t tree_runs_end(const tree_runs *r);

/// Return whether all agents belong to blocks of the previous frame, or to blocks whose numbers are
/// at least `end`.
bool tree_runs_fit(const tree_runs *r, uint64_t end);

/// Set the blocks of the coming frame: if `is_key`, those that have agents; otherwise those of the
/// previous frame, followed by new ones. Returns false if memory runs out.
bool tree_runs_assign(tree_runs *r, bool is_key, const gestalt_allocator *allocator);

void tree_runs_release(tree_runs *r, const gestalt_allocator *allocator);

/// Return a mask of the lowest lanes.
static inline uint64_t tree_lanes(uint32_t count)
{
    return count < 64 ? (UINT64_C(1) << count) - 1 : UINT64_MAX;
}

#endif
