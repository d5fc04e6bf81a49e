// SPDX-License-Identifier: MIT
// A shape bound to a host: the registered function for each host function that the shape names.
#ifndef BINDING_H
#define BINDING_H

#include "given_limits.h"
#include "image.h"

#include <gestalt/host.h>

typedef struct bound_function {
    // call_single if the function takes one agent at a time, gather_call_alone if it takes many
    // cohorts
    gestalt_batch_function *batch;
    gestalt_lone_function *lone; // for agents that are ticked alone, or NULL
    void *user;                  // the function's own; those of this engine get this struct
    gestalt_single_function *single;
    gestalt_gathered_function *gathered; // or NULL; `batch` then calls it for one cohort
    void *own_user;                      // the user of `single` or `gathered`
    const image_argument *arguments;     // as in the shape
    const uint32_t *positions; // position of each argument in the order that the function expects
    uint32_t argument_count;
    const gestalt_parameter *keys; // keys that the function itself uses
    const uint32_t *columns;       // columns of these keys
    uint32_t key_count, first_key; // first_key: number of keys of all earlier functions
} bound_function;

typedef struct binding {
    bound_function *functions; // by the shape's number of the host function
    uint32_t function_count;
    uint32_t argument_capacity; // largest number of arguments of a function
    uint32_t key_capacity;
    uint32_t key_count; // keys of all functions
    size_t size;        // size of the block
} binding;

/// Batch function that calls the bound function in `call->user` for each lane in turn (call.c).
void call_single(gestalt_call *call);

/// Return the limits for whatever is bound to a host; the default limits without a host.
gestalt_limits host_limits(const gestalt_host *host);

/// Count the users of a host. While it has any, it must not change or be destroyed.
void host_hold(const gestalt_host *host, bool holds);

/// Bind a shape. Fails with GESTALT_BAD_ARGUMENT if something does not fit. A `host` of NULL has no
/// functions.
gestalt_result binding_make(const gestalt_host *host, const gestalt_shape *shape,
                            const gestalt_allocator *allocator, binding *b, gestalt_error *error);

/// Bind without any host: calls do nothing, and functions have no keys. For showing, for measuring,
/// and for agents that are not ticked.
gestalt_result binding_make_unbound(const gestalt_shape *shape, const gestalt_allocator *allocator,
                                    binding *b, gestalt_error *error);
void binding_release(binding *b, const gestalt_allocator *allocator);

#endif
