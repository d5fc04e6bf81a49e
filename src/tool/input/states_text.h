// SPDX-License-Identifier: MIT
// The form in which the live states of a group are stored, and why it was chosen (docs/actors.md),
// in words and as JSON.
#ifndef STATES_TEXT_H
#define STATES_TEXT_H

#include "text.h"

#include <gestalt/population.h>

/// Return the name of a form as used by `--states`.
const char *states_name(gestalt_states form);

/// Write "masks (a cohort takes 1056 bytes, 1024 with lists; masks may take 512 more)".
void states_put_why(text_out *out, const gestalt_states_choice *choice);

/// Write {"form": "masks", "asked": "auto", "sparse_bytes": 1024, ...}
void states_put_json(text_out *out, const gestalt_states_choice *choice);

#endif
