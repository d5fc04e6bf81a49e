// SPDX-License-Identifier: MIT
// Reading and writing the keys of single agents by handle, without looking up names: look up each
// key once with gestalt_population_key, and use it until an edit changes the keys.
//
// A key is valid for every group with the same keys: the same names, types and capacities. If the
// group of the agent has other keys, because the key is one of another group or from before an
// edit, these functions return GESTALT_BAD_ARGUMENT, and the message says to look up the key again.
//
// Functions that read may be called during a tick, also by leaf functions and callbacks. Functions
// that write wake the agents whose sleep depends on the key. For the values of all agents of a
// group, gestalt_population_column is faster.
#ifndef GESTALT_KEYS_H
#define GESTALT_KEYS_H

#include <gestalt/population.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Where an agent is: its group, the block (gestalt_population_block), and the lane of the block.
/// Valid until agents are removed, compacted or loaded.
typedef struct gestalt_place {
    uint64_t block;
    uint32_t group;
    uint32_t lane;
} gestalt_place;

/// Get where an agent is. Returns false when there is no such agent.
GESTALT_API bool gestalt_actor_place(const gestalt_population *population, uint64_t agent,
                                     gestalt_place *place);

/// Read a key of an agent, which may be shared.
GESTALT_API gestalt_result gestalt_population_read_key(const gestalt_population *population,
                                                       uint64_t agent, const gestalt_key *key,
                                                       gestalt_value *value, gestalt_error *error);
/// Write a key of an agent, which must not be shared.
GESTALT_API gestalt_result gestalt_population_write_key(gestalt_population *population,
                                                        uint64_t agent, const gestalt_key *key,
                                                        gestalt_value value, gestalt_error *error);

/// Read several keys of several agents: key k of agent i becomes `values[i * key_count + k]`. The
/// agents may be of several groups if these have the same keys. After an error, `values` has those
/// of the agents before the one that the message names.
GESTALT_API gestalt_result gestalt_population_read_keys(const gestalt_population *population,
                                                        const uint64_t *agents, uint64_t count,
                                                        const gestalt_key *keys, size_t key_count,
                                                        gestalt_value *values,
                                                        gestalt_error *error);
/// Write several keys of several agents, with `values` in the same order. After an error, nothing
/// is written.
GESTALT_API gestalt_result gestalt_population_write_keys(gestalt_population *population,
                                                         const uint64_t *agents, uint64_t count,
                                                         const gestalt_key *keys, size_t key_count,
                                                         const gestalt_value *values,
                                                         gestalt_error *error);

/// Read and write a shared key of a group.
GESTALT_API gestalt_result gestalt_population_read_shared_key(const gestalt_population *population,
                                                              uint32_t group,
                                                              const gestalt_key *key,
                                                              gestalt_value *value,
                                                              gestalt_error *error);
GESTALT_API gestalt_result gestalt_population_write_shared_key(gestalt_population *population,
                                                               uint32_t group,
                                                               const gestalt_key *key,
                                                               gestalt_value value,
                                                               gestalt_error *error);

/// Read a list of an agent, as gestalt_population_read_list does, which returns GESTALT_LIMIT if
/// there are more than `capacity` elements.
GESTALT_API gestalt_result gestalt_population_read_list_key(const gestalt_population *population,
                                                            uint64_t agent, const gestalt_key *key,
                                                            gestalt_value *elements,
                                                            size_t capacity, size_t *count,
                                                            gestalt_error *error);
/// Replace the elements of an agent's list.
GESTALT_API gestalt_result gestalt_population_write_list_key(gestalt_population *population,
                                                             uint64_t agent, const gestalt_key *key,
                                                             const gestalt_value *elements,
                                                             size_t count, gestalt_error *error);
/// Read and replace a shared list of a group.
GESTALT_API gestalt_result gestalt_population_read_shared_list_key(
    const gestalt_population *population, uint32_t group, const gestalt_key *key,
    gestalt_value *elements, size_t capacity, size_t *count, gestalt_error *error);
GESTALT_API gestalt_result gestalt_population_write_shared_list_key(
    gestalt_population *population, uint32_t group, const gestalt_key *key,
    const gestalt_value *elements, size_t count, gestalt_error *error);

#ifdef __cplusplus
}
#endif

#endif
