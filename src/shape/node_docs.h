// SPDX-License-Identifier: MIT
// The parts that descriptions of the node table share: the attribute kinds, each with its words,
// its piece of the JSON Schema and an example.
#ifndef NODE_DOCS_H
#define NODE_DOCS_H

#include "nodes.h"
#include "text.h"

typedef struct attribute_kind_info {
    const char *id;      // for tools
    const char *words;   // for people
    const char *doc;     // where an attribute has none of its own
    const char *schema;  // members of a schema
    const char *example; // JSON; NULL: left out of examples
} attribute_kind_info;

const attribute_kind_info *attribute_kind_of(attribute_kind kind);

/// Write what else holds for one document, as members of a schema: for each of its nodes, and for
/// the whole.
typedef struct schema_own_parts {
    void (*nodes)(void *user, text_out *out);
    void (*top)(void *user, text_out *out);
    void *user;
} schema_own_parts;

/// Writes the JSON Schema of one document, or, when `own` is NULL, of all. Returns false when the
/// writer did.
bool node_schema_write(gestalt_writer writer, const schema_own_parts *own);

/// The attribute's own doc, or its kind's.
const char *attribute_doc(const attribute_info *attribute);

#endif
