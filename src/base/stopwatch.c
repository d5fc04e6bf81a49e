// SPDX-License-Identifier: MIT
#include "stopwatch.h"

#include <time.h>

enum { EMPTY_LAPS = 200 };

static double read_clock(clockid_t id)
{
    struct timespec t;
    clock_gettime(id, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static double read_cpu(const stopwatch *s)
{
    if (!s->has_cpu)
        return 0;
    return read_clock(s->whole_process ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_THREAD_CPUTIME_ID);
}

void stopwatch_go(stopwatch *s)
{
    s->cpu_start = read_cpu(s);
    s->wall_start = read_clock(CLOCK_MONOTONIC);
}

static double at_least_zero(double x)
{
    return x > 0 ? x : 0;
}

void stopwatch_stop(stopwatch *s)
{
    double wall = read_clock(CLOCK_MONOTONIC), cpu = read_cpu(s);
    s->wall += at_least_zero(wall - s->wall_start - s->wall_reading);
    s->cpu += at_least_zero(cpu - s->cpu_start - s->cpu_reading);
}

// Measure the shortest time of an empty lap.
static void learn_reading(stopwatch *s)
{
    double cpu = 1e9, wall = 1e9;
    for (int i = 0; i < EMPTY_LAPS; i++) {
        s->cpu = s->wall = 0;
        stopwatch_go(s);
        stopwatch_stop(s);
        cpu = s->cpu < cpu ? s->cpu : cpu;
        wall = s->wall < wall ? s->wall : wall;
    }
    s->cpu_reading = cpu;
    s->wall_reading = wall;
}

void stopwatch_start(stopwatch *s, bool whole_process)
{
    *s = (stopwatch){.whole_process = whole_process, .has_cpu = true};
    learn_reading(s);
    s->cpu = s->wall = 0;
}

void stopwatch_start_wall(stopwatch *s)
{
    *s = (stopwatch){0};
    learn_reading(s);
    s->wall = 0;
}

static uint64_t read_nanoseconds(clockid_t id)
{
    struct timespec t;
    clock_gettime(id, &t);
    return (uint64_t)t.tv_sec * UINT64_C(1000000000) + (uint64_t)t.tv_nsec;
}

uint64_t stopwatch_now(void)
{
    return read_nanoseconds(CLOCK_MONOTONIC);
}

uint64_t stopwatch_thread(void)
{
    return read_nanoseconds(CLOCK_THREAD_CPUTIME_ID);
}
