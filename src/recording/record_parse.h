// SPDX-License-Identifier: MIT
// Parsing the description of a world.
#ifndef RECORD_PARSE_H
#define RECORD_PARSE_H

#include "arena.h"
#include "record.h"
#include "record_format.h"

/// Parse the payload of WORLD into an arena. Returns what is wrong, or NULL; `*at` is the position
/// of the error in the payload.
const char *record_parse(const unsigned char *bytes, uint64_t size, arena *a,
                         gestalt_record_description *d, uint64_t *at);

#endif
