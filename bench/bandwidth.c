// SPDX-License-Identifier: MIT
#include "bandwidth.h"

#include "bandwidth_kernels.h"
#include "memory.h"
#include "stopwatch.h"

#include <pthread.h>
#include <string.h>

enum { PASSES = 7, THREADS_MAX = 64 };

typedef enum pass_kind { COPY, TRIAD, UPDATE } pass_kind;

// The part of one block of floats that one thread processes.
typedef struct part {
    const bandwidth_kernels *kernels;
    pass_kind kind;
    float *values;
    size_t count;
    pthread_barrier_t *barrier;
} part;

static void bandwidth_pass(const part *p)
{
    size_t half = p->count / 2 / 16 * 16, third = p->count / 3 / 16 * 16;
    switch (p->kind) {
    case COPY: p->kernels->copy(p->values, p->values + half, half); break;
    case TRIAD:
        p->kernels->triad(p->values, p->values + third, p->values + 2 * third, third);
        break;
    case UPDATE: p->kernels->update(p->values, p->count / 16 * 16); break;
    }
}

static double pass_bytes(const part *p)
{
    size_t half = p->count / 2 / 16 * 16, third = p->count / 3 / 16 * 16;
    size_t floats = p->kind == COPY    ? 2 * half
                    : p->kind == TRIAD ? 3 * third
                                       : 2 * (p->count / 16 * 16);
    return (double)floats * sizeof(float);
}

// Run all passes on one part. Barriers make all threads begin and end each pass together.
static void *run_part(void *user)
{
    part *p = user;
    for (int i = 0; i < PASSES; i++) {
        pthread_barrier_wait(p->barrier);
        bandwidth_pass(p);
        pthread_barrier_wait(p->barrier);
    }
    return NULL;
}

// Return bytes per nanosecond of the best pass. The calling thread processes the first part.
static double best_pass(part *parts, uint32_t threads)
{
    pthread_t ids[THREADS_MAX];
    double best = 0, bytes = pass_bytes(&parts[0]) * threads;
    uint32_t started = 1;
    while (started < threads && pthread_create(&ids[started], NULL, run_part, &parts[started]) == 0)
        started++;
    for (int i = 0; i < PASSES; i++) {
        stopwatch watch;
        stopwatch_start(&watch, false);
        pthread_barrier_wait(parts[0].barrier);
        stopwatch_go(&watch);
        bandwidth_pass(&parts[0]);
        pthread_barrier_wait(parts[0].barrier);
        stopwatch_stop(&watch);
        double rate = watch.wall > 0 ? bytes / watch.wall : 0;
        best = rate > best ? rate : best;
    }
    for (uint32_t i = 1; i < started; i++)
        pthread_join(ids[i], NULL);
    return best;
}

static const bandwidth_kernels *find(const char *set)
{
#ifdef GESTALT_X86
    if (strcmp(set, "avx2") == 0)
        return &bandwidth_kernels_avx2;
    if (strcmp(set, "avx512") == 0)
        return &bandwidth_kernels_avx512;
#endif
    (void)set;
    return &bandwidth_kernels_plain;
}

bool bandwidth_measure(size_t size, uint32_t threads, const char *set, bandwidth *found)
{
    threads = threads > THREADS_MAX ? THREADS_MAX : threads;
    size_t count = size / sizeof(float) / threads / 48 * 48;
    size_t whole = count * threads * sizeof(float) + 64;
    gestalt_allocator allocator = memory_allocator(NULL);
    float *block = memory_new(&allocator, whole);
    pthread_barrier_t barrier;
    part parts[THREADS_MAX];
    double *results[] = {&found->copy, &found->triad, &found->update};
    if (!block)
        return false;
    memset(block, 0, whole);
    pthread_barrier_init(&barrier, NULL, threads);
    for (pass_kind kind = COPY; kind <= UPDATE; kind++) {
        for (uint32_t i = 0; i < threads; i++)
            parts[i] = (part){find(set), kind, block + i * count, count, &barrier};
        *results[kind] = best_pass(parts, threads);
    }
    pthread_barrier_destroy(&barrier);
    memory_release(&allocator, block, whole);
    return true;
}
