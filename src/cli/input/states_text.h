// SPDX-License-Identifier: MIT
// The form in which the states of a group's agents are stored, and why (docs/actors.md): in words
// and as JSON.
#ifndef STATES_TEXT_H
#define STATES_TEXT_H

#include "text.h"

#include <gestalt/population.h>

/// Return the name of a form as `--states` has it.
const char *states_name(gestalt_states form);

/// "masks (a cohort takes 1056 bytes, 1024 with lists; masks may take 512 more)".
void states_put_why(text_out *out, const gestalt_states_choice *choice);

/// {"form": "masks", "asked": "auto", "sparse_bytes": 1024, ...}
void states_put_json(text_out *out, const gestalt_states_choice *choice);

#endif
