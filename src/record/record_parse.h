// SPDX-License-Identifier: MIT
// The beginning of a recording, from bytes.
#ifndef RECORD_PARSE_H
#define RECORD_PARSE_H

#include "arena.h"
#include "record.h"
#include "record_format.h"

/// Return what is wrong with a header, or NULL; `*at` is where.
const char *record_check_header(const record_header *h, uint64_t *at);

/// Read a description, which lies behind the header, into an arena. Return what is wrong, or NULL;
/// `*at` is where, counted from the header's beginning.
const char *record_parse(const record_header *h, const unsigned char *bytes, arena *a,
                         gestalt_record_description *d, uint64_t *at);

#endif
