// SPDX-License-Identifier: MIT
// The blackboards of all agents as CSV.
#ifndef FINAL_H
#define FINAL_H

#include "image.h"
#include "shape_limits.h"
#include "team.h"
#include "text.h"

#include <gestalt/gestalt.h>
#include <gestalt/worlds/world.h>

/// Write the keys in the order of the document; a vector as columns KEY.x, KEY.y and so on. A bool
/// is 0 or 1, an enum is its word. Floats can be read back exactly, except that all NaNs are the
/// same. The elements of a list are separated by blanks, and the components of a vector in a list
/// by colons.
gestalt_result final_write(text_out *out, const gestalt_shape *shape, const team_agents *agents,
                           gestalt_error *error);

/// Write a world: groups, positions and velocities are followed by the keys of all groups, each
/// name once. The field of a key that an agent does not have is empty.
gestalt_result final_write_world(text_out *out, const gestalt_scene *scene, gestalt_world *world,
                                 gestalt_error *error);

/// Write a value as in these files; a vector with commas. `word` is the word of an enum's value, or
/// NULL.
void final_value(text_out *out, const gestalt_value *value, const char *word);

/// Write a value for people: bools and enums as words, a vector in parentheses.
void final_show(text_out *out, const gestalt_value *value, const char *word);

/// The elements of a list.
typedef struct final_list {
    gestalt_value elements[LIMIT_LIST_CAPACITY];
    size_t count;
} final_list;

/// Read a list of one agent, by the index of its key. The list may be shared.
gestalt_result final_read_list(const gestalt_shape *shape, uint32_t key,
                               const gestalt_population *population, uint64_t agent,
                               final_list *list, gestalt_error *error);

/// Write the elements of a list for people, in brackets.
void final_show_list(text_out *out, const gestalt_shape *shape, uint32_t key,
                     const gestalt_value *elements, size_t count);

/// Write the number of elements of a list for people.
void final_show_count(text_out *out, const gestalt_value *count);

/// Return the word for the value of a key, or for an element of a list; NULL if the key is not an
/// enum, or has no word for the value.
const char *final_word(const gestalt_shape *shape, uint32_t key, const gestalt_value *value);

/// Read the value of a key that is not a list; a shared key has the same value for all agents.
gestalt_result final_read(const gestalt_shape *shape, uint32_t key,
                          const gestalt_population *population, uint64_t agent,
                          gestalt_value *value, gestalt_error *error);

#endif
