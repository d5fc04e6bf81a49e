// SPDX-License-Identifier: MIT
// The blackboards of all agents as CSV.
#ifndef FINAL_H
#define FINAL_H

#include "image.h"
#include "text.h"

#include <gestalt/gestalt.h>
#include <gestalt/worlds/world.h>

/// The columns are the keys in the document's order, a vector as KEY.x, KEY.y and so on. Bools are
/// 0 or 1, an enum is its word, floats read back to the same bits, but for NaNs, which are all the
/// same.
gestalt_result final_write(text_out *out, const gestalt_shape *shape,
                           const gestalt_population *population, gestalt_error *error);

/// The same for a world: groups, places and velocities stand before the keys of all groups, each
/// name once. A key that an agent does not have is left empty.
gestalt_result final_write_world(text_out *out, const gestalt_scene *scene, gestalt_world *world,
                                 gestalt_error *error);

/// A value as it stands there; a vector with commas. `word` is that of an enum's value, or NULL.
void final_value(text_out *out, const gestalt_value *value, const char *word);

/// A value for people: bools and enums by words, a vector in parentheses.
void final_show(text_out *out, const gestalt_value *value, const char *word);

/// The word of a key's value; NULL when the key is no enum, or has no word for the value.
const char *final_word(const gestalt_shape *shape, uint32_t key, const gestalt_value *value);

/// A key of one agent, or of all when it is shared.
gestalt_result final_read(const gestalt_shape *shape, uint32_t key,
                          const gestalt_population *population, uint64_t agent,
                          gestalt_value *value, gestalt_error *error);

#endif
