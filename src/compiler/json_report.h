// SPDX-License-Identifier: MIT
// What the JSON reader found, as diagnostics.
#ifndef JSON_REPORT_H
#define JSON_REPORT_H

#include "diagnostic.h"
#include "json.h"

/// Adds the diagnostic of an error of json_read. JSON_NO_MEMORY is no diagnostic: it escapes, as
/// every lack of memory does.
void json_report(gestalt_diagnostics *d, uint32_t source, const json_error *error);

/// Adds one for each key that its object has already, with a note at the first. A lack of memory
/// escapes.
void json_report_duplicates(gestalt_diagnostics *d, uint32_t source, const json_document *document,
                            const gestalt_allocator *allocator);

#endif
