// SPDX-License-Identifier: MIT
// Actors: one agent's state as bytes, to be sent somewhere else and to live on there.
//
// An actor fits every population of the same shape, as snapshot.h says. It takes its blackboard,
// live states, persistent values and random stream along, and its times: clocks and tick numbers of
// both populations should go together. It gets a new id. Requests of its last tick stay with the
// population that it comes from. Bytes from elsewhere are checked.
//
// To move an agent: take it, insert it, and remove it where it was.
#ifndef GESTALT_ACTOR_H
#define GESTALT_ACTOR_H

#include <gestalt/population.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The most bytes that an actor of a group can have; 0 when there is no such group.
GESTALT_API size_t gestalt_actor_size_max(const gestalt_population *population, uint32_t group);

/// Writes an agent's actor and sets `*size`. GESTALT_LIMIT when `capacity` is too small.
GESTALT_API gestalt_result gestalt_actor_take(const gestalt_population *population, uint64_t agent,
                                              void *bytes, size_t capacity, size_t *size,
                                              gestalt_error *error);

/// Check that bytes are an actor that a group can take: else GESTALT_BAD_FILE with the reason. This
/// allocates memory for one agent, and gives it back.
GESTALT_API gestalt_result gestalt_actor_check(const gestalt_population *population, uint32_t group,
                                               const void *bytes, size_t size,
                                               gestalt_error *error);

/// Adds an agent that goes on where the actor was taken. `*agent`, which may be NULL, is its id.
GESTALT_API gestalt_result gestalt_population_insert(gestalt_population *population, uint32_t group,
                                                     const void *bytes, size_t size,
                                                     uint64_t *agent, gestalt_error *error);

/// Removes an agent that lives on elsewhere: as despawning, but nothing is cancelled.
GESTALT_API gestalt_result gestalt_population_remove(gestalt_population *population, uint64_t agent,
                                                     gestalt_error *error);

#ifdef __cplusplus
}
#endif

#endif
