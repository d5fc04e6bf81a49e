// SPDX-License-Identifier: MIT
// A shape bound to a host: for each host function that the shape names, the one that the host has
// registered.
#ifndef BINDING_H
#define BINDING_H

#include "given_limits.h"
#include "image.h"

#include <gestalt/host.h>

typedef struct bound_function {
    gestalt_batch_function *batch; // call_single where it takes one agent at a time
    gestalt_lone_function *lone;   // for agents that are ticked alone, or NULL
    void *user;                    // for call_single, this
    gestalt_single_function *single;
    void *single_user;
    const image_argument *arguments; // as the shape has them
    const uint32_t *positions;       // and where the function wants them
    uint32_t argument_count;
    const gestalt_parameter *keys; // that the function uses itself
    const uint32_t *columns;       // of them
    uint32_t key_count, first_key; // all functions' keys counted in one row
} bound_function;

typedef struct binding {
    bound_function *functions; // by the shape's number of the host function
    uint32_t function_count;
    uint32_t argument_capacity; // the most of one function
    uint32_t key_capacity;
    uint32_t key_count; // of all functions
    size_t size;        // of the block
} binding;

/// A batch function that calls the bound function in `call->user` for each lane in turn (call.c).
void call_single(gestalt_call *call);

/// The limits of what is bound to a host; without one the default limits.
gestalt_limits host_limits(const gestalt_host *host);

/// Counts who holds a host, which may not change or go then.
void host_hold(const gestalt_host *host, bool holds);

/// Binds. GESTALT_BAD_ARGUMENT when something does not fit. `host` may be NULL: it has nothing
/// then.
gestalt_result binding_make(const gestalt_host *host, const gestalt_shape *shape,
                            const gestalt_allocator *allocator, binding *b, gestalt_error *error);

/// The same without any host: calls do nothing then, and functions have no keys of their own. For
/// showing and measuring, and for agents that are not ticked.
gestalt_result binding_make_unbound(const gestalt_shape *shape, const gestalt_allocator *allocator,
                                    binding *b, gestalt_error *error);
void binding_release(binding *b, const gestalt_allocator *allocator);

#endif
