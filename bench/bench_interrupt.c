// SPDX-License-Identifier: MIT
// Measures the overhead of interruptible ticks, in which each thread copies a cohort before ticking
// it. Two populations of the same tree, one of them interruptible, are ticked alternately on one
// thread. No agent sleeps.
//
//     bench_interrupt DOCUMENT [AGENTS [TICKS]]
//
// The document must not need host functions. Prints the nanoseconds per agent and tick for both
// populations, as medians of all ticks, and the bytes that each population allocates. Both must end
// with the same hash.
#include <gestalt/gestalt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { TICK = 16667, AGENTS = 100000, TICKS = 300 };

typedef struct interrupt_side {
    gestalt_population *population;
    double *times;
} interrupt_side;

static double now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static bool side_start(interrupt_side *s, const gestalt_shape *shape, bool interruptible,
                       uint64_t agents, uint64_t ticks)
{
    gestalt_population_options options = {.group = {.shape = shape},
                                          .threads = 1,
                                          .seed = 1,
                                          .interruptible = interruptible,
                                          .never_sleeps = true};
    s->times = malloc(ticks * sizeof *s->times);
    return s->times && gestalt_population_create(&options, &s->population, NULL) == GESTALT_OK &&
           gestalt_population_spawn(s->population, 0, agents, NULL, NULL) == GESTALT_OK;
}

static bool side_tick(interrupt_side *s, uint64_t tick)
{
    double start = now_ns();
    bool good = gestalt_population_tick(s->population, (int64_t)tick * TICK, NULL) == GESTALT_OK;
    s->times[tick] = now_ns() - start;
    return good;
}

static void side_end(interrupt_side *s)
{
    gestalt_population_destroy(s->population);
    free(s->times);
}

static int by_size(const void *one, const void *other)
{
    double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

static double side_median(interrupt_side *s, uint64_t agents, uint64_t ticks)
{
    qsort(s->times, ticks, sizeof *s->times, by_size);
    return s->times[ticks / 2] / (double)agents;
}

// The two populations take turns in ticking first.
static bool measure(const gestalt_shape *shape, uint64_t agents, uint64_t ticks)
{
    interrupt_side sides[2] = {0};
    uint64_t hashes[2] = {0, 1};
    bool good = side_start(&sides[0], shape, false, agents, ticks) &&
                side_start(&sides[1], shape, true, agents, ticks);
    for (uint64_t i = 0; good && i < ticks; i++)
        good = side_tick(&sides[i % 2], i) && side_tick(&sides[1 - i % 2], i);
    for (int i = 0; good && i < 2; i++)
        good = gestalt_population_hash(sides[i].population, &hashes[i], NULL) == GESTALT_OK;
    good = good && hashes[0] == hashes[1];
    if (good) {
        double plain = side_median(&sides[0], agents, ticks);
        double armed = side_median(&sides[1], agents, ticks);
        printf("%10" PRIu64 " agents: %.2f ns a tick, interruptible %.2f ns: %.1f %% more\n",
               agents, plain, armed, 100 * (armed / plain - 1));
    }
    side_end(&sides[0]);
    side_end(&sides[1]);
    return good;
}

int main(int count, char **arguments)
{
    gestalt_shape *shape = NULL;
    gestalt_diagnostics *diagnostics = NULL;
    uint64_t agents = count > 2 ? strtoull(arguments[2], NULL, 10) : AGENTS;
    uint64_t ticks = count > 3 ? strtoull(arguments[3], NULL, 10) : TICKS;
    bool good =
        count > 1 && agents > 0 && ticks > 0 &&
        gestalt_compile_file(arguments[1], NULL, &shape, &diagnostics, NULL) == GESTALT_OK &&
        measure(shape, agents, ticks);
    gestalt_diagnostics_destroy(diagnostics);
    gestalt_shape_destroy(shape);
    if (!good)
        fprintf(stderr, "bench_interrupt: usage: bench_interrupt DOCUMENT [AGENTS [TICKS]], of a "
                        "tree without functions of a host; or both sides differ\n");
    return !good;
}
