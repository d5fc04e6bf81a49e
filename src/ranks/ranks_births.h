// SPDX-License-Identifier: MIT
// Children of agents. Each rank knows the parents that it owns. A birth is 16 bytes, which are
// sorted over all ranks, so that each rank has an interval of the order; each birth gets the next
// id in this order, and the id is sent back. Then the owners of the ids spawn the children, and the
// ranks of the parents send them the parents (ranks_heritage.c).
//
//     own births --sorted, to the rank of their interval--> order --ids--> own births with ids
//                --ids, parents--> owners of the ids
#ifndef RANKS_BIRTHS_H
#define RANKS_BIRTHS_H

#include "ranks_state.h"

typedef struct birth {
    uint64_t parent;
    uint32_t group, parent_group;
} birth;

/// A birth in a list that is being sorted.
typedef struct birth_place {
    birth birth;
    uint64_t index; // index in the list that was sorted
} birth_place;

/// Give the children, which have been spawned, the blackboards of their parents: this rank's births
/// with the ids of the children. Returns the result of all ranks; on failure, some children have
/// inherited.
gestalt_result births_inherit(gestalt_ranks *r, const birth_place *births, const uint64_t *ids,
                              uint64_t count, gestalt_error *error);

/// Let existing agents inherit from this rank's parents, all or none: the groups of `pairs` are
/// those of the parents. The list of requests has been built, and gestalt_population_inherit has
/// its memory.
gestalt_result agents_inherit(gestalt_ranks *r, const birth_place *pairs, const uint64_t *children,
                              uint64_t count, gestalt_error *error);

/// Spawn this rank's part of some ids, which follow all agents of the job (ranks_agents.c).
void spawn_own(preparation *p, ownership owners, uint32_t group, id_range ids);
/// Remove this rank's agents from the id `first` on, which were just spawned.
void spawn_undo(gestalt_ranks *r, uint64_t first);
/// Return GESTALT_LIMIT if the job can't have `count` more agents.
gestalt_result spawn_limit(const gestalt_ranks *r, uint64_t count, gestalt_error *error);

#endif
