// SPDX-License-Identifier: MIT
// An allocator that counts the bytes in use.
#ifndef COUNTING_H
#define COUNTING_H

#include <gestalt/base.h>
#include <stdatomic.h>

typedef struct counting {
    atomic_size_t used;
} counting;

/// Return an allocator that counts, and calls the default allocator. It is thread-safe.
gestalt_allocator counting_allocator(counting *c);

static inline size_t counting_bytes(counting *c)
{
    return atomic_load(&c->used);
}

#endif
