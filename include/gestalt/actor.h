// SPDX-License-Identifier: MIT
// Actors: the state of one agent as bytes, to move the agent to another population.
//
// An actor fits every population with the same shape, in the sense of snapshot.h. It contains the
// blackboard, live states, persistent values, random stream and clocks, so the times and tick
// numbers of both populations should agree. The agent gets a new id. Requests of its last tick stay
// with the old population. Bytes are verified before use.
//
// To move an agent: take its actor, insert the actor into the new population, and remove the agent
// from the old one.
#ifndef GESTALT_ACTOR_H
#define GESTALT_ACTOR_H

#include <gestalt/population.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Return the largest size, in bytes, of an actor of a group; 0 when there is no such group.
GESTALT_API size_t gestalt_actor_size_max(const gestalt_population *population, uint32_t group);

/// Write an agent's actor and set `*size`. Returns GESTALT_LIMIT when `capacity` is too small.
GESTALT_API gestalt_result gestalt_actor_take(const gestalt_population *population, uint64_t agent,
                                              void *bytes, size_t capacity, size_t *size,
                                              gestalt_error *error);

/// Check whether bytes are an actor that a group can accept; otherwise return GESTALT_BAD_FILE with
/// the reason. This allocates memory for one agent and frees it again.
GESTALT_API gestalt_result gestalt_actor_check(const gestalt_population *population, uint32_t group,
                                               const void *bytes, size_t size,
                                               gestalt_error *error);

/// Add an agent that continues from the actor's state. `*agent`, which may be NULL, receives its
/// id.
GESTALT_API gestalt_result gestalt_population_insert(gestalt_population *population, uint32_t group,
                                                     const void *bytes, size_t size,
                                                     uint64_t *agent, gestalt_error *error);

/// The same, with an id that the caller gives, such as the one that the agent had elsewhere.
/// Returns GESTALT_BAD_ARGUMENT when there is an agent with this id.
GESTALT_API gestalt_result gestalt_population_insert_as(gestalt_population *population,
                                                        uint32_t group, const void *bytes,
                                                        size_t size, uint64_t agent,
                                                        gestalt_error *error);

/// Remove an agent that continues elsewhere: like despawning, but without cancelling anything.
GESTALT_API gestalt_result gestalt_population_remove(gestalt_population *population, uint64_t agent,
                                                     gestalt_error *error);

// ---- lists of actors
//
// For hosts that move many agents at a time between populations of one program, or of programs that
// trust each other. Each actor of a list is 8 bytes that identify its shape, followed by the bytes
// that a single actor has after its header. So a list can be cut between any two actors, and lists
// can be joined. There is no hash: the host's transport must not change the bytes. Nevertheless
// everything that the engine relies on is checked, as it is for single actors.

/// Write the actors of a list of agents one after the other: actor `i` is in the bytes from
/// `offsets[i]` up to `offsets[i + 1]`, so there are `count` + 1 offsets, the first of which is 0.
/// Returns GESTALT_LIMIT when `capacity` may be too small; gestalt_actor_size_max for each agent is
/// always enough. After an error, bytes and offsets are undefined.
GESTALT_API gestalt_result gestalt_actor_take_many(const gestalt_population *population,
                                                   const uint64_t *agents, uint64_t count,
                                                   void *bytes, size_t capacity, size_t *offsets,
                                                   gestalt_error *error);

/// Add an agent to group `groups[i]` for each actor, with the id `ids[i]`; without `ids`, agents
/// get the next ids in the order of the list. Ids may come in any order. `offsets` need not begin
/// at 0. Adding ids below the next one takes time in proportion to the number of agents, once per
/// list.
///
/// Adds all agents or none. Returns GESTALT_BAD_FILE when a group can't accept its actor, and
/// GESTALT_BAD_ARGUMENT when there is an agent with one of the ids, or an id is in the list twice.
GESTALT_API gestalt_result gestalt_population_insert_many(gestalt_population *population,
                                                          const uint32_t *groups, const void *bytes,
                                                          const size_t *offsets,
                                                          const uint64_t *ids, uint64_t count,
                                                          gestalt_error *error);

/// Remove a list of agents that continue elsewhere: all, or none when one does not exist or is in
/// the list twice (GESTALT_BAD_ARGUMENT).
GESTALT_API gestalt_result gestalt_population_remove_many(gestalt_population *population,
                                                          const uint64_t *agents, uint64_t count,
                                                          gestalt_error *error);

#ifdef __cplusplus
}
#endif

#endif
