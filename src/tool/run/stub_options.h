// SPDX-License-Identifier: MIT
// The stubs of the command line: --stub NAME=TICKS:STATUS.
#ifndef STUB_OPTIONS_H
#define STUB_OPTIONS_H

#include "input.h"
#include "stub.h"

typedef struct stub_options {
    gestalt_allocator allocator;
    stub *stubs;
    char *names; // memory of the stubs' names
    size_t names_size;
    uint32_t count, capacity;
} stub_options;

/// Read the options, for a shape that runs with a host, which may already have other functions.
/// Errors are reported, and so are all functions that are neither stubs nor in the host. A stub may
/// be for another tree of the command line. Release the stubs in any case.
exit_code stub_options_read(stub_options *s, cli *c, const gestalt_shape *shape,
                            const gestalt_shape *const *others, uint32_t other_count,
                            const gestalt_host *host);
void stub_options_release(stub_options *s);

#endif
