// SPDX-License-Identifier: MIT
// Parsing the beginning of a recording.
#ifndef RECORD_PARSE_H
#define RECORD_PARSE_H

#include "arena.h"
#include "record.h"
#include "record_format.h"

/// Return what is wrong with a header, or NULL; `*at` is the position of the error.
const char *record_check_header(const record_header *h, uint64_t *at);

/// Parse the description, which follows the header, into an arena. Returns what is wrong, or NULL;
/// `*at` is the position of the error, relative to the start of the header.
const char *record_parse(const record_header *h, const unsigned char *bytes, arena *a,
                         gestalt_record_description *d, uint64_t *at);

#endif
