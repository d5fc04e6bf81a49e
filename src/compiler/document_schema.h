// SPDX-License-Identifier: MIT
// The JSON Schema of one document.
#ifndef DOCUMENT_SCHEMA_H
#define DOCUMENT_SCHEMA_H

#include "document.h"

/// Write the schema. Returns false when the writer fails.
bool document_schema(compiler *c, const document *d, gestalt_writer writer);

#endif
