// SPDX-License-Identifier: MIT
// The blackboards of all agents as CSV.
#ifndef FINAL_H
#define FINAL_H

#include "image.h"
#include "text.h"

#include <gestalt/gestalt.h>

/// The columns are the keys in the document's order, a vector as KEY.x, KEY.y and so on. Bools are
/// 0 or 1, floats read back to the same bits, but for NaNs, which are all the same.
gestalt_result final_write(text_out *out, const gestalt_shape *shape,
                           const gestalt_population *population, gestalt_error *error);

/// A value as it stands there; a vector with commas.
void final_value(text_out *out, const gestalt_value *value);

/// A key of one agent, or of all when it is shared.
gestalt_result final_read(const gestalt_shape *shape, uint32_t key,
                          const gestalt_population *population, uint64_t agent,
                          gestalt_value *value, gestalt_error *error);

#endif
