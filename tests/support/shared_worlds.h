// SPDX-License-Identifier: MIT
// A world that is shared out over parts in this process, each with a thread of its own. Parts
// exchange data in memory.
#ifndef SHARED_WORLDS_H
#define SHARED_WORLDS_H

#include "running.h"

enum { SHARED_PARTS = 8 };

/// How agents are distributed.
typedef enum shared_how {
    SHARED_BY_ID,    ///< agents stay where they start, and all parts see all agents
    SHARED_BY_SPACE, ///< each part has a slab of the world, with a window; agents migrate
    SHARED_BY_NONE   ///< the first part has all agents
} shared_how;

typedef struct shared_worlds shared_worlds;

/// Create a world with its parts from a text. Parts have different lanes and threads, and can be
/// interrupted.
shared_worlds *shared_start(const char *text, uint32_t parts, shared_how how);
void shared_stop(shared_worlds *s);
/// Make the coming step last so long that the next one can be undone.
void shared_slow_down(shared_worlds *s);
/// Let a part interrupt the coming step in its halo, or else when it refreshes a column.
void shared_interrupt(shared_worlds *s, uint32_t part, bool in_halo);
/// Step all parts. Returns the result of each, which must be the same.
gestalt_result shared_step(shared_worlds *s, gestalt_error *error);
/// Measure all parts, which must give the same.
outcome shared_outcome(shared_worlds *s);
bool shared_is_done(shared_worlds *s);
gestalt_world *shared_part(const shared_worlds *s, uint32_t number);
/// Move all agents to the first part, and return its hash, which is that of one world.
uint64_t shared_hash(shared_worlds *s);
/// Return the last part's hash, given that of all agents, and what the part attaches to snapshots.
/// All agents are in the first part.
uint64_t shared_attached(shared_worlds *s, const void **bytes, size_t *size);
/// Compare each agent with that of a world that has all agents: everything that migrates with it.
/// Returns the number of agents that differ.
uint32_t shared_differ(const shared_worlds *s, const running *one);

#endif
