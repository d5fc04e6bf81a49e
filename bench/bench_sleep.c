// SPDX-License-Identifier: MIT
// Agents that sleep. S1: each waits 1 to 60 s, uniformly, again and again. S2: each has a guard over a key that is asked again
// in every tick, and the host changes that key of 0.1 % of them before each tick. Both at 60 ticks a second.
//
//     bench_sleep [AGENTS [TICKS [THREADS]]]
//
// Prints the milliseconds of a tick behind a minute of 3600 ticks, median and longest: with sleep, and for a population
// that never sleeps. Both must end with one hash, and give as many requests. For 2 million agents and more, the population that
// never sleeps makes a twelfth of the ticks, all of them the first ones, and the other is compared there.
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

enum { TICK = 16667, WARM_TICKS = 3600, FEW_TICKS = 300, LARGE = 2000000, WRITTEN_OF = 1000 };

typedef struct sleep_run {
    const sleep_load *load;
    uint64_t agents, ticks;
    uint32_t threads;
    gestalt_population *population;
    gestalt_key key;
    uint64_t draws;
    double *times;
    double writing; // all of it
} sleep_run;

static double now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static uint64_t sleep_draw(sleep_run *r)
{
    uint64_t z = r->draws += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

// Agents were spawned at once, so their ids say where they are.
static void sleep_write(sleep_run *r)
{
    double start = now_ms();
    for (uint64_t i = 0; i < r->agents / WRITTEN_OF; i++) {
        uint64_t agent = sleep_draw(r) % r->agents;
        gestalt_column c = gestalt_population_column(r->population, 0, agent / 64, r->key);
        c.floats[agent % 64] = (float)(sleep_draw(r) >> 40) * 0x1p-24f;
        gestalt_population_touch_block(r->population, 0, agent / 64);
    }
    r->writing += now_ms() - start;
}

static bool sleep_tick(sleep_run *r, uint64_t tick)
{
    if (r->load->writes)
        sleep_write(r);
    double start = now_ms();
    bool good =
        gestalt_population_tick(r->population, (int64_t)tick * TICK, NULL) == GESTALT_OK;
    r->times[tick] = now_ms() - start;
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
           (!r->load->writes ||
            gestalt_population_key(r->population, 0, "threat", &r->key));
}

static int by_size(const void *one, const void *other)
{
    double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

static void sleep_print(sleep_run *r, const char *how, uint64_t first, uint64_t end)
{
    uint64_t count = end - first;
    qsort(r->times + first, count, sizeof *r->times, by_size);
    printf("%s %-6s %10" PRIu64 " agents %2u threads %9.3f ms a tick %9.3f ms at most", r->load->name,
           how, r->agents, (unsigned)r->threads, r->times[first + count / 2], r->times[end - 1]);
    if (r->load->writes)
        printf(" %9.3f ms of writing", r->writing / (double)end);
    printf(", %.1f %% sleep\n", 100 * (double)gestalt_population_sleeping_count(r->population) /
                                    (double)r->agents);
}

static uint64_t sleep_hash(const sleep_run *r)
{
    uint64_t hash = 0;
    return gestalt_population_hash(r->population, &hash, NULL) == GESTALT_OK ? hash : 0;
}

// Run both, and compare them behind `compared` ticks.
static bool sleep_both(sleep_run *r, const gestalt_shape *shape, uint64_t compared)
{
    uint64_t hash = 0, i = 0;
    uint64_t all = r->ticks, warm = all > WARM_TICKS ? WARM_TICKS : all / 2;
    bool good = sleep_start(r, shape, false);
    for (; good && i < compared; i++)
        good = sleep_tick(r, i);
    if (good) {
        hash = sleep_hash(r);
        sleep_print(r, "awake", compared > warm ? warm : compared / 2, compared);
    }
    gestalt_population_destroy(r->population);
    r->population = NULL;
    good = good && sleep_start(r, shape, true);
    for (i = 0; good && i < all; i++) {
        good = sleep_tick(r, i);
        if (i + 1 == compared && sleep_hash(r) != hash)
            good = false;
    }
    if (good)
        sleep_print(r, "asleep", warm, all);
    gestalt_population_destroy(r->population);
    return good;
}

static bool sleep_measure(const sleep_load *load, uint64_t agents, uint64_t ticks, uint32_t threads)
{
    gestalt_shape *shape = NULL;
    gestalt_diagnostics *diagnostics = NULL;
    sleep_run r = {.load = load, .agents = agents, .ticks = ticks, .threads = threads};
    r.times = malloc(ticks * sizeof *r.times);
    bool good = r.times && gestalt_compile_text("sleep.json", load->document,
                                                strlen(load->document), NULL, &shape,
                                                &diagnostics, NULL) == GESTALT_OK;
    good = good && sleep_both(&r, shape, agents < LARGE ? ticks : (ticks + 11) / 12);
    gestalt_diagnostics_destroy(diagnostics);
    gestalt_shape_destroy(shape);
    free(r.times);
    return good;
}

int main(int count, char **arguments)
{
    uint64_t agents = count > 1 ? strtoull(arguments[1], NULL, 10) : 200000;
    uint64_t ticks = count > 2 ? strtoull(arguments[2], NULL, 10) : WARM_TICKS + FEW_TICKS;
    uint32_t threads = count > 3 ? (uint32_t)strtoul(arguments[3], NULL, 10) : 2;
    for (size_t i = 0; i < sizeof loads / sizeof *loads; i++)
        if (!sleep_measure(&loads[i], agents, ticks, threads)) {
            fprintf(stderr, "bench_sleep: %s ends otherwise\n", loads[i].name);
            return 1;
        }
    return 0;
}
