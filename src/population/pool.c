// SPDX-License-Identifier: MIT
#include "pool.h"

#include "memory.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

enum {
    SPINS = 4000,             // takes tens of microseconds
    WORTH_WAKING_NS = 100000, // about twice the time it takes to wake a thread until it runs
    CACHE_LINE = 64,
};

typedef struct worker {
    pool *pool;
    pthread_t thread;
    uint32_t index;
} worker;

// The range of pieces that a thread does first, before it helps other threads. In jobs over the
// same columns, each thread's range covers about the same part of the columns every time. So that
// part stays in its processor's cache, and two threads seldom write to the same cache line.
typedef struct share {
    atomic_uint_least64_t next; // the next piece that no thread has taken yet
    uint64_t end;
    // padding, so that no two shares are in the same cache line
    unsigned char gap[2 * CACHE_LINE - 16];
} share;

// A thread that works on a job first increments `busy`, and then checks whether the job is still
// open. The caller first closes the job, and then checks `busy`. So the caller never misses a
// working thread, and the description of a job changes only while no thread works. Only sleeping
// threads use the mutex.
struct pool {
    gestalt_allocator allocator;
    size_t size; // size of the block with the pool and the workers
    uint32_t spins;
    uint32_t worker_count;
    pid_t process; // process in which the workers run

    pthread_mutex_t mutex;
    pthread_cond_t job_comes, job_is_left;
    atomic_uint sleepers;         // number of workers that sleep
    atomic_bool caller_is_asleep; // waits for job_is_left
    atomic_bool is_ending;

    atomic_uint state; // number of the job, times 2; plus 1 while the job is open
    atomic_uint busy;  // number of workers that work

    gestalt_work *work;
    void *user;
    worker *workers;
    unsigned char gap[CACHE_LINE]; // padding: all threads read the members above
    share shares[];                // share of the caller, then of each worker
};

static void worker_relax(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

static uint64_t left_in(share *s)
{
    uint64_t next = atomic_load_explicit(&s->next, memory_order_relaxed);
    return next < s->end ? s->end - next : 0;
}

// Take a piece from the thread's own share or from the shares after it. Returns false if no pieces
// remain.
static bool take_piece(pool *p, uint32_t thread, uint64_t *index)
{
    uint32_t threads = p->worker_count + 1;
    for (uint32_t i = 0; i < threads; i++) {
        share *s = &p->shares[(thread + i) % threads];
        if (left_in(s) == 0)
            continue;
        *index = atomic_fetch_add_explicit(&s->next, 1, memory_order_relaxed);
        if (*index < s->end)
            return true;
    }
    return false;
}

// Do the next piece. Returns false if no pieces remain.
static bool do_piece(pool *p, uint32_t thread)
{
    uint64_t index;
    if (!take_piece(p, thread, &index))
        return false;
    p->work(p->user, thread, index);
    return true;
}

// ---- workers

static bool has_news(const pool *p, unsigned seen)
{
    unsigned state = atomic_load(&p->state);
    return ((state & 1) && state != seen) || atomic_load(&p->is_ending);
}

// Wait for an open job other than `seen`, or for the end of the pool.
static void wait_for_news(pool *p, unsigned seen)
{
    for (uint32_t i = 0; i < p->spins; i++) {
        if (has_news(p, seen))
            return;
        worker_relax();
    }
    pthread_mutex_lock(&p->mutex);
    atomic_fetch_add(&p->sleepers, 1);
    while (!has_news(p, seen))
        pthread_cond_wait(&p->job_comes, &p->mutex);
    atomic_fetch_sub(&p->sleepers, 1);
    pthread_mutex_unlock(&p->mutex);
}

static void worker_leave(pool *p)
{
    if (atomic_fetch_sub(&p->busy, 1) > 1 || !atomic_load(&p->caller_is_asleep))
        return;
    pthread_mutex_lock(&p->mutex);
    pthread_cond_signal(&p->job_is_left);
    pthread_mutex_unlock(&p->mutex);
}

static void *work_on(void *user)
{
    worker *w = user;
    pool *p = w->pool;
    for (unsigned seen = 0;;) {
        wait_for_news(p, seen);
        if (atomic_load(&p->is_ending))
            return NULL;
        atomic_fetch_add(&p->busy, 1);
        unsigned state = atomic_load(&p->state);
        if (state & 1) {
            seen = state;
            while (do_piece(p, w->index))
                continue;
        }
        worker_leave(p);
    }
}

// ---- the caller

static void wake_workers(pool *p)
{
    pthread_mutex_lock(&p->mutex);
    pthread_mutex_unlock(&p->mutex);
    pthread_cond_broadcast(&p->job_comes);
}

static int64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

// Take part in the job. Wake sleeping threads if the remaining pieces, at the pace of the first
// one, take longer than waking.
static void take_part(pool *p)
{
    int64_t begin = now_ns();
    if (!do_piece(p, 0))
        return;
    int64_t left = 0;
    for (uint32_t i = 0; i <= p->worker_count; i++)
        left += (int64_t)left_in(&p->shares[i]);
    if (atomic_load(&p->sleepers) > 0 && left > 0 && (now_ns() - begin) > WORTH_WAKING_NS / left)
        wake_workers(p);
    while (do_piece(p, 0))
        continue;
}

static void wait_for_workers(pool *p)
{
    for (uint32_t i = 0; i < p->spins && atomic_load(&p->busy) > 0; i++)
        worker_relax();
    if (atomic_load(&p->busy) == 0)
        return;
    pthread_mutex_lock(&p->mutex);
    atomic_store(&p->caller_is_asleep, true);
    while (atomic_load(&p->busy) > 0)
        pthread_cond_wait(&p->job_is_left, &p->mutex);
    atomic_store(&p->caller_is_asleep, false);
    pthread_mutex_unlock(&p->mutex);
}

static void share_out(pool *p, uint64_t count)
{
    uint32_t threads = p->worker_count + 1;
    uint64_t begin = 0;
    for (uint32_t i = 0; i < threads; i++) {
        share *s = &p->shares[i];
        atomic_store_explicit(&s->next, begin, memory_order_relaxed);
        s->end = begin += count / threads + (i < count % threads);
    }
}

// A child of fork has the pool but none of its workers, so the caller works alone.
static bool is_forked(const pool *p)
{
    return p->process != getpid();
}

static void worker_run(pool *p, uint64_t count, gestalt_work *work, void *user, bool is_long)
{
    if (p->worker_count == 0 || count < 2 || is_forked(p)) {
        for (uint64_t i = 0; i < count; i++)
            work(user, 0, i);
        return;
    }
    p->work = work;
    p->user = user;
    share_out(p, count);
    atomic_fetch_add(&p->state, 1);
    if (is_long && atomic_load(&p->sleepers) > 0)
        wake_workers(p);
    take_part(p);
    atomic_fetch_add(&p->state, 1);
    wait_for_workers(p);
}

void pool_run(pool *p, uint64_t count, gestalt_work *work, void *user)
{
    worker_run(p, count, work, user, false);
}

void pool_run_long(pool *p, uint64_t count, gestalt_work *work, void *user)
{
    worker_run(p, count, work, user, true);
}

static uint32_t processor_count(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        return (uint32_t)CPU_COUNT(&set);
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (uint32_t)count : 1;
}

// Round up to what the system requires of a stack: whole pages and a minimum size. Some systems
// count data stored for each thread as part of that minimum.
static size_t round_stack(size_t size)
{
    long least = sysconf(_SC_THREAD_STACK_MIN), page = sysconf(_SC_PAGESIZE);
    if (least > 0 && size < (size_t)least)
        size = (size_t)least;
    size_t unit = page > 0 ? (size_t)page : 1;
    return (size + unit - 1) / unit * unit;
}

static void create_workers(pool *p, uint32_t count, const pthread_attr_t *attributes)
{
    while (p->worker_count < count) {
        worker *w = &p->workers[p->worker_count];
        *w = (worker){.pool = p, .index = p->worker_count + 1};
        if (pthread_create(&w->thread, attributes, work_on, w) != 0)
            return;
        p->worker_count++;
    }
}

// Start the workers. They block all signals, so that the host's threads handle its signals.
static bool start_workers(pool *p, uint32_t count, size_t stack_size)
{
    pthread_attr_t attributes;
    sigset_t all, before;
    if (pthread_attr_init(&attributes) != 0)
        return false;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    if (pthread_attr_setstacksize(&attributes, round_stack(stack_size)) == 0)
        create_workers(p, count, &attributes);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return p->worker_count == count;
}

pool *pool_create(uint32_t threads, size_t stack_size, const gestalt_allocator *allocator)
{
    uint32_t workers = threads > 1 ? threads - 1 : 0;
    size_t shares = sizeof(pool) + (workers + 1) * sizeof(share);
    size_t size = shares + workers * sizeof(worker);
    pool *p = memory_new(allocator, size);
    if (!p)
        return NULL;
    *p = (pool){.allocator = *allocator,
                .size = size,
                .process = getpid(),
                .workers = (worker *)((unsigned char *)p + shares),
                .spins = workers > 0 && threads <= processor_count() ? SPINS : 0};
    pthread_mutex_init(&p->mutex, NULL);
    pthread_cond_init(&p->job_comes, NULL);
    pthread_cond_init(&p->job_is_left, NULL);
    if (!start_workers(p, workers, stack_size)) {
        pool_destroy(p);
        return NULL;
    }
    return p;
}

// End the workers. Must not be called in a child of fork: it would wait for threads that do not
// exist.
static void end_workers(pool *p)
{
    pthread_mutex_lock(&p->mutex);
    atomic_store(&p->is_ending, true);
    pthread_mutex_unlock(&p->mutex);
    pthread_cond_broadcast(&p->job_comes);
    for (uint32_t i = 0; i < p->worker_count; i++)
        pthread_join(p->workers[i].thread, NULL);
    pthread_cond_destroy(&p->job_is_left);
    pthread_cond_destroy(&p->job_comes);
    pthread_mutex_destroy(&p->mutex);
}

void pool_destroy(pool *p)
{
    if (!p)
        return;
    if (!is_forked(p))
        end_workers(p);
    gestalt_allocator allocator = p->allocator;
    memory_release(&allocator, p, p->size);
}
