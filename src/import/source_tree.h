// SPDX-License-Identifier: MIT
// Sources as the importer sees them: nodes with a type, attributes and children, each with its
// position. All formats are read into this form, so that a translator does not know the format.
//
//     <Delay delay_msec="500">          type `Delay`, attribute `delay_msec`, one child
//         <Action ID="Open" door="3"/>  type `Action`, attributes `ID` and `door`
//     </Delay>
//
// Everything is in an arena. Texts are decoded and end with a zero.
#ifndef SOURCE_TREE_H
#define SOURCE_TREE_H

#include "arena.h"
#include "xml.h"

#include <gestalt/diagnostics.h>

struct script;

typedef struct source_attribute source_attribute;
struct source_attribute {
    const char *name, *value;
    size_t size;           // bytes of the value
    gestalt_span place;    // name and value
    gestalt_span inside;   // value without its quotes
    struct script *script; // parsed value of an attribute that is a script, or NULL
    bool is_used;          // a translator has read it
    source_attribute *next;
};

typedef struct source_node source_node;
struct source_node {
    const char *type;
    gestalt_span place; // the start tag's `<` and name
    gestalt_span whole;
    source_attribute *attributes;
    source_node *children, *next, *parent;
    uint32_t child_count;
};

/// Return the attribute with that name, or NULL.
source_attribute *source_find(const source_node *node, const char *name);
/// Return the value of an attribute, or NULL.
const char *source_value(const source_node *node, const char *name);

/// Convert an XML document, with all its elements. `source` is its number in the diagnostics.
source_node *source_from_xml(arena *a, const xml_document *document, uint32_t source);

#endif
