// SPDX-License-Identifier: MIT
#include "pool.h"

#include "memory.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

enum { SPINS = 4000 }; // some microseconds

typedef struct worker {
    pool *pool;
    pthread_t thread;
    uint32_t index;
} worker;

struct pool {
    gestalt_allocator allocator;
    size_t size; // of the block that holds it all
    uint32_t spins;
    uint32_t worker_count;

    pthread_mutex_t mutex;
    pthread_cond_t job_comes, job_is_left;
    atomic_uint jobs; // so far; changes under the mutex
    atomic_uint busy; // workers that have joined the job; likewise
    bool is_open;     // a job that can be joined
    bool is_ending;

    pool_work *work;
    void *user;
    uint64_t count;
    atomic_uint_least64_t next; // piece that nobody has taken yet

    worker workers[];
};

static void relax(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

static void do_pieces(pool *p, uint32_t thread)
{
    for (;;) {
        uint64_t index = atomic_fetch_add_explicit(&p->next, 1, memory_order_relaxed);
        if (index >= p->count)
            return;
        p->work(p->user, thread, index);
    }
}

// Waits for a job after number `*seen` and joins it if it still is open. False: the pool ends.
static bool join(pool *p, unsigned *seen, bool *joined)
{
    for (uint32_t i = 0; i < p->spins; i++) {
        if (atomic_load_explicit(&p->jobs, memory_order_acquire) != *seen)
            break;
        relax();
    }
    pthread_mutex_lock(&p->mutex);
    while (atomic_load(&p->jobs) == *seen && !p->is_ending)
        pthread_cond_wait(&p->job_comes, &p->mutex);
    *seen = atomic_load(&p->jobs);
    bool goes_on = !p->is_ending;
    *joined = goes_on && p->is_open;
    if (*joined)
        atomic_fetch_add(&p->busy, 1);
    pthread_mutex_unlock(&p->mutex);
    return goes_on;
}

static void leave(pool *p)
{
    pthread_mutex_lock(&p->mutex);
    if (atomic_fetch_sub(&p->busy, 1) == 1)
        pthread_cond_signal(&p->job_is_left);
    pthread_mutex_unlock(&p->mutex);
}

static void *work_on(void *user)
{
    worker *w = user;
    unsigned seen = 0;
    bool joined;
    while (join(w->pool, &seen, &joined)) {
        if (!joined)
            continue;
        do_pieces(w->pool, w->index);
        leave(w->pool);
    }
    return NULL;
}

void pool_run(pool *p, uint64_t count, pool_work *work, void *user)
{
    if (p->worker_count == 0 || count < 2) {
        for (uint64_t i = 0; i < count; i++)
            work(user, 0, i);
        return;
    }
    pthread_mutex_lock(&p->mutex);
    p->work = work;
    p->user = user;
    p->count = count;
    atomic_store_explicit(&p->next, 0, memory_order_relaxed);
    p->is_open = true;
    atomic_fetch_add(&p->jobs, 1);
    pthread_cond_broadcast(&p->job_comes);
    pthread_mutex_unlock(&p->mutex);

    do_pieces(p, 0);

    for (uint32_t i = 0; i < p->spins && atomic_load(&p->busy) > 0; i++)
        relax();
    pthread_mutex_lock(&p->mutex);
    p->is_open = false;
    while (atomic_load(&p->busy) > 0)
        pthread_cond_wait(&p->job_is_left, &p->mutex);
    pthread_mutex_unlock(&p->mutex);
}

static uint32_t processor_count(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        return (uint32_t)CPU_COUNT(&set);
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (uint32_t)count : 1;
}

// The host's signals are not for these threads.
static bool start_workers(pool *p, uint32_t count)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    while (p->worker_count < count) {
        worker *w = &p->workers[p->worker_count];
        *w = (worker){.pool = p, .index = p->worker_count + 1};
        if (pthread_create(&w->thread, NULL, work_on, w) != 0)
            break;
        p->worker_count++;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return p->worker_count == count;
}

pool *pool_create(uint32_t threads, const gestalt_allocator *allocator)
{
    uint32_t workers = threads > 1 ? threads - 1 : 0;
    size_t size = sizeof(pool) + workers * sizeof(worker);
    pool *p = memory_new(allocator, size);
    if (!p)
        return NULL;
    *p = (pool){
        .allocator = *allocator, .size = size, .spins = threads <= processor_count() ? SPINS : 0};
    pthread_mutex_init(&p->mutex, NULL);
    pthread_cond_init(&p->job_comes, NULL);
    pthread_cond_init(&p->job_is_left, NULL);
    if (!start_workers(p, workers)) {
        pool_destroy(p);
        return NULL;
    }
    return p;
}

void pool_destroy(pool *p)
{
    if (!p)
        return;
    pthread_mutex_lock(&p->mutex);
    p->is_ending = true;
    pthread_cond_broadcast(&p->job_comes);
    pthread_mutex_unlock(&p->mutex);
    for (uint32_t i = 0; i < p->worker_count; i++)
        pthread_join(p->workers[i].thread, NULL);
    pthread_cond_destroy(&p->job_is_left);
    pthread_cond_destroy(&p->job_comes);
    pthread_mutex_destroy(&p->mutex);
    gestalt_allocator allocator = p->allocator;
    memory_release(&allocator, p, p->size);
}
