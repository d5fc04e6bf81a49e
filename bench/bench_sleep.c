// SPDX-License-Identifier: MIT
// Measures agents that sleep. S1: each agent repeatedly waits 1 to 60 s, uniformly distributed. S2:
// each agent waits while a condition on a key is re-evaluated, and the host changes that key for
// 0.1 % of the agents before each tick. Both run at 60 ticks per second, after a warm-up of a
// minute in ticks of one second. After it, about the same number of agents is due in each tick.
//
//     bench_sleep [AGENTS [TICKS [THREADS]]]
//
// Prints the median and maximum milliseconds of a tick, for a population that never sleeps and for
// one that does. Both must end with the same hash.
#include <gestalt/gestalt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct sleep_load {
    const char *name, *document;
    bool writes;
} sleep_load;

static const sleep_load loads[] = {
    {"S1",
     "{\"gestalt\":1,\"root\":{\"type\":\"repeat\",\"child\":"
     "{\"type\":\"wait\",\"seconds\":\"1 + 59 * rand()\"}}}",
     false},
    {"S2",
     "{\"gestalt\":1,\"blackboard\":{\"threat\":\"float\"},\"root\":{\"type\":\"priority\","
     "\"children\":[{\"type\":\"reactive_sequence\",\"children\":[\"threat > 0.5\","
     "{\"type\":\"running\"}]},{\"type\":\"wait\",\"seconds\":3600}]}}",
     true}};

enum { SECOND = 1000000, TICK = 16667, WARM_TICKS = 60, TICKS = 300, WRITTEN_OF = 1000 };

typedef struct sleep_run {
    const sleep_load *load;
    uint64_t agents, ticks;
    uint32_t threads;
    gestalt_population *population;
    gestalt_key key;
    uint64_t draws;
    double *times;
    double writing; // total milliseconds that the host spends on changing keys
} sleep_run;

// Return the processor time with one thread, the wall time with several, in milliseconds.
static double now_ms(uint32_t threads)
{
    struct timespec now;
    clock_gettime(threads == 1 ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static uint64_t sleep_draw(sleep_run *r)
{
    uint64_t z = r->draws += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

// Change the keys of some agents. All agents were spawned by one call, so agent / 64 is the block
// and agent % 64 the lane.
static void sleep_write(sleep_run *r)
{
    double start = now_ms(r->threads);
    for (uint64_t i = 0; i < r->agents / WRITTEN_OF; i++) {
        uint64_t agent = sleep_draw(r) % r->agents;
        gestalt_column c = gestalt_population_column(r->population, 0, agent / 64, r->key);
        c.floats[agent % 64] = (float)(sleep_draw(r) >> 40) * 0x1p-24f;
        gestalt_population_touch_block(r->population, 0, agent / 64);
    }
    r->writing += now_ms(r->threads) - start;
}

static bool sleep_tick(sleep_run *r, uint64_t tick)
{
    uint64_t warm = tick < WARM_TICKS ? tick : WARM_TICKS;
    int64_t now = (int64_t)(warm * SECOND + (tick - warm) * TICK);
    if (r->load->writes)
        sleep_write(r);
    double start = now_ms(r->threads);
    bool good = gestalt_population_tick(r->population, now, NULL) == GESTALT_OK;
    r->times[tick] = now_ms(r->threads) - start;
    return good;
}

static bool sleep_start(sleep_run *r, const gestalt_shape *shape, bool sleeps)
{
    gestalt_population_options options = {.group = {.shape = shape},
                                          .threads = r->threads,
                                          .seed = 1,
                                          .announces_writes = sleeps,
                                          .never_sleeps = !sleeps};
    r->draws = 0;
    r->writing = 0;
    return gestalt_population_create(&options, &r->population, NULL) == GESTALT_OK &&
           gestalt_population_spawn(r->population, 0, r->agents, NULL, NULL) == GESTALT_OK &&
           (!r->load->writes || gestalt_population_key(r->population, 0, "threat", &r->key));
}

static int by_size(const void *one, const void *other)
{
    double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

static void sleep_print(sleep_run *r, bool sleeps)
{
    uint64_t count = r->ticks - WARM_TICKS;
    double *times = r->times + WARM_TICKS;
    qsort(times, count, sizeof *times, by_size);
    printf("%s %-6s %10" PRIu64
           " agents %2u threads %9.3f ms a tick %9.3f ms at most, %5.1f %% sleep",
           r->load->name, sleeps ? "sleeps" : "awake", r->agents, (unsigned)r->threads,
           times[count / 2], times[count - 1],
           100 * (double)gestalt_population_sleeping_count(r->population) / (double)r->agents);
    if (r->load->writes)
        printf(", and the host %.3f ms", r->writing / (double)r->ticks);
    printf("\n");
    fflush(stdout);
}

static bool sleep_once(sleep_run *r, const gestalt_shape *shape, bool sleeps, uint64_t *hash)
{
    bool good = sleep_start(r, shape, sleeps);
    for (uint64_t i = 0; good && i < r->ticks; i++)
        good = sleep_tick(r, i);
    good = good && gestalt_population_hash(r->population, hash, NULL) == GESTALT_OK;
    if (good)
        sleep_print(r, sleeps);
    gestalt_population_destroy(r->population);
    r->population = NULL;
    return good;
}

static bool sleep_measure(const sleep_load *load, uint64_t agents, uint64_t ticks, uint32_t threads)
{
    uint64_t awake = 0, asleep = 0;
    gestalt_shape *shape = NULL;
    gestalt_diagnostics *diagnostics = NULL;
    sleep_run r = {.load = load, .agents = agents, .ticks = ticks + WARM_TICKS, .threads = threads};
    r.times = malloc(r.ticks * sizeof *r.times);
    bool good =
        r.times && gestalt_compile_text("sleep.json", load->document, strlen(load->document), NULL,
                                        &shape, &diagnostics, NULL) == GESTALT_OK;
    good = good && sleep_once(&r, shape, false, &awake) && sleep_once(&r, shape, true, &asleep) &&
           awake == asleep;
    gestalt_diagnostics_destroy(diagnostics);
    gestalt_shape_destroy(shape);
    free(r.times);
    return good;
}

int main(int count, char **arguments)
{
    uint64_t agents = count > 1 ? strtoull(arguments[1], NULL, 10) : 200000;
    uint64_t ticks = count > 2 ? strtoull(arguments[2], NULL, 10) : TICKS;
    uint32_t threads = count > 3 ? (uint32_t)strtoul(arguments[3], NULL, 10) : 2;
    for (size_t i = 0; i < sizeof loads / sizeof *loads; i++)
        if (!sleep_measure(&loads[i], agents, ticks, threads)) {
            fprintf(stderr, "bench_sleep: %s ends otherwise\n", loads[i].name);
            return 1;
        }
    return 0;
}
