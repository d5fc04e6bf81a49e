// SPDX-License-Identifier: MIT
// A pool of threads that share numbered pieces of work. The caller takes part. Each thread begins
// with its own range of pieces, which is the same in all jobs with the same number of pieces, and
// helps others when it has finished. Any thread may do any piece, so pieces must not depend on each
// other.
//
// Between jobs, threads spin for some microseconds and then sleep; if there are more threads than
// processors they sleep at once. They are woken if a job is long enough. A job does not wait for
// threads that are still waking up: only threads that have joined it count.
#ifndef POOL_H
#define POOL_H

#include <gestalt/population.h>

typedef struct pool pool;

/// Stack size of a thread in bytes, unless the host sets it: 16 KB for the library's own calls, the
/// rest for leaf functions. The least is what the library's own tests use; more than the most must
/// be a mistake.
#define POOL_STACK_DEFAULT ((size_t)256 << 10)
#define POOL_STACK_LEAST   ((size_t)64 << 10)
#define POOL_STACK_MOST    ((size_t)1 << 30)

/// Create a pool of `threads` threads, including the caller's. The others get stacks of at least
/// `stack_size` bytes. Returns NULL if memory or threads run out.
pool *pool_create(uint32_t threads, size_t stack_size, const gestalt_allocator *allocator);
void pool_destroy(pool *p);

/// Do pieces 0 to count - 1, and return when all are done.
void pool_run(pool *p, uint64_t count, gestalt_work *work, void *user);

/// Do the same for a few long pieces, about one for each thread: wakes sleeping threads at once.
void pool_run_long(pool *p, uint64_t count, gestalt_work *work, void *user);

#endif
