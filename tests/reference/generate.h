// SPDX-License-Identifier: MIT
// Generator of random documents that compile: all node types and attributes, copies with params,
// expressions with every operator, blackboards and host calls. The documents are lively: many nodes
// finish at once, and many run for a few ticks. The same seed gives the same document.
#ifndef GENERATE_H
#define GENERATE_H

#include <gestalt/compiler.h>

#include <stdbool.h>

/// Whether documents have lists. The compiler does not know lists yet: when it does, set this to 1.
#ifndef GENERATE_LISTS
#define GENERATE_LISTS 1
#endif

/// The nodes around a node whose type is given.
typedef enum generate_around {
    AROUND_NOTHING, // the node is the root
    AROUND_WAIT,    // next to the node is a wait that runs while the node fails, so that agents can
                    // sleep
    AROUND_UNDO,    // changes below the node are sometimes rolled back
    AROUND_COUNT
} generate_around;

/// The zero value is a good default for every member.
typedef struct generate_options {
    uint32_t nodes; // approximate number of nodes in the text, copies not counted; 0: 24
    uint32_t depth; // depth of the root and of each tree that is copied; 0: 5
    uint32_t type;  // item type of a node near the root; 0: any
    generate_around around;
} generate_options;

/// Return whether `generate_options.type` accepts the number as a node type.
bool generate_has_type(uint32_t type);

/// The stub of a host name.
typedef struct generated_stub {
    const char *name;
    int64_t ticks;
    gestalt_status status;
} generated_stub;

/// A document that the first one includes.
typedef struct generated_document {
    char path[16];
    char *text;
    size_t size;
} generated_document;

typedef struct generated {
    char *text; // zero-terminated
    size_t size;
    generated_document *included;
    uint32_t included_count;
    int64_t dt; // microseconds between ticks that suit the durations
    generated_stub *stubs;
    uint32_t stub_count;
} generated;

generated *generate(uint64_t seed, const generate_options *options);
void generated_destroy(generated *g);

/// Read functions for the included documents, for the reference and for the compiler. `user` is the
/// `generated`.
const char *generated_text(void *user, const char *path, size_t *size);
gestalt_include_reader generated_include;

#endif
