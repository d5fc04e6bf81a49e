// SPDX-License-Identifier: MIT
// Random documents that compile: all node types and attributes, copies with params, expressions of
// every operator, blackboards, host calls. They are made to be lively: much finishes at once, much
// runs for a few ticks. The same seed gives the same document.
#ifndef GENERATE_H
#define GENERATE_H

#include <gestalt/compiler.h>

#include <stdbool.h>

/// What stands around a node whose type is given.
typedef enum generate_around {
    AROUND_NOTHING, // the node is the root
    AROUND_WAIT,    // while the node fails, agents wait beside it, and so they can sleep
    AROUND_UNDO,    // what the node has changed is rolled back now and then
    AROUND_COUNT
} generate_around;

/// The zero value is a good choice for all of it.
typedef struct generate_options {
    uint32_t nodes; // about as many as are written down, copies not counted; 0: 24
    uint32_t depth; // of the root, and of each tree that is copied; 0: 5
    uint32_t type;  // item type of a node near the root; 0: any
    generate_around around;
} generate_options;

/// Tell whether a number is the type of a node that `generate_options.type` can name.
bool generate_has_type(uint32_t type);

/// The behaviour of a host name that has no host (section 9 of the contract).
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
    int64_t dt; // microseconds that suit the durations
    generated_stub *stubs;
    uint32_t stub_count;
} generated;

generated *generate(uint64_t seed, const generate_options *options);
void generated_destroy(generated *g);

/// Readers of the included documents, for the reference and for the compiler. `user` is the
/// generated.
const char *generated_text(void *user, const char *path, size_t *size);
gestalt_include_reader generated_include;

#endif
