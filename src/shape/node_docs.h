// SPDX-License-Identifier: MIT
// Shared parts of the descriptions of node types: the kinds of attributes, each with a description,
// a piece of JSON Schema and an example.
#ifndef NODE_DOCS_H
#define NODE_DOCS_H

#include "nodes.h"
#include "text.h"

typedef struct attribute_kind_info {
    const char *id;      // name for tools
    const char *words;   // name for people
    const char *doc;     // description for attributes without their own
    const char *schema;  // members of a schema
    const char *example; // JSON; NULL: left out of examples
} attribute_kind_info;

const attribute_kind_info *attribute_kind_of(attribute_kind kind);

/// Callbacks that write further schema members for one document: for each of its nodes, and for the
/// document itself.
typedef struct schema_own_parts {
    void (*nodes)(void *user, text_out *out);
    void (*top)(void *user, text_out *out);
    void *user;
} schema_own_parts;

/// Write the JSON Schema of one document or, if `own` is NULL, of all documents. Returns false when
/// the writer fails.
bool node_schema_write(gestalt_writer writer, const schema_own_parts *own);

/// Return the attribute's own description, or that of its kind.
const char *attribute_doc(const attribute_info *attribute);

#endif
