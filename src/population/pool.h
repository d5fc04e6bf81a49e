// SPDX-License-Identifier: MIT
// Threads that share out numbered pieces of work. The caller takes part. Each begins with a run of
// its own, the same in all jobs of so many pieces, and helps others when it is done with that.
// Any thread may do any piece, so pieces must not depend on each other.
//
// Between jobs, threads look out for work for some microseconds, and then sleep; when there are
// more threads than processors they sleep at once. They are woken when a job is long enough for
// that. It does not wait for threads that are still waking up: only those that have joined it
// count.
#ifndef POOL_H
#define POOL_H

#include <gestalt/population.h>

typedef struct pool pool;

/// Bytes of stack of a thread, unless the host says otherwise: 16 KB for what the library does
/// there, the rest for leaf functions. The least is what the library's own tests have, the most
/// what nobody can mean.
#define POOL_STACK_DEFAULT ((size_t)256 << 10)
#define POOL_STACK_LEAST   ((size_t)64 << 10)
#define POOL_STACK_MOST    ((size_t)1 << 30)

/// `threads` counts the caller's. The others get stacks of at least `stack_size` bytes. NULL when
/// memory or threads run out.
pool *pool_create(uint32_t threads, size_t stack_size, const gestalt_allocator *allocator);
void pool_destroy(pool *p);

/// Does pieces 0 to count - 1, and returns when all are done.
void pool_run(pool *p, uint64_t count, gestalt_work *work, void *user);

/// The same for a few long pieces, about one for each thread: those that sleep are woken at once.
void pool_run_long(pool *p, uint64_t count, gestalt_work *work, void *user);

#endif
