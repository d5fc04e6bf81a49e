// SPDX-License-Identifier: MIT
// Measures reading and writing single keys: by name, by key, and several keys of an agent at once.
//
//     bench_keys [COUNT [WAY]]
//
// Prints the nanoseconds for each value, in the fastest of some rounds. With a WAY ("name", "key"
// or "keys"), it only reads COUNT values in this way, for counting instructions with callgrind.
#include <gestalt/gestalt.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { AGENTS = 5000, KEYS = 10, ROUNDS = 15 };

static const char document[] =
    "{\"gestalt\":1,\"blackboard\":{\"health\":\"float\",\"distance\":\"float\",\"fatigue\":"
    "\"float\",\"timer\":\"int\",\"place\":\"vec2\",\"done\":\"int\",\"work\":\"int\",\"aborts\":"
    "\"int\",\"key\":\"int\",\"visible\":\"bool\"},\"root\":{\"type\":\"running\"}}";
static const char *const names[KEYS] = {"health", "distance", "fatigue", "timer", "place",
                                        "done",   "work",     "aborts",  "key",   "visible"};

typedef struct reader {
    gestalt_population *population;
    gestalt_key keys[KEYS];
    int64_t sum;
} reader;

typedef void read_way(reader *r, uint64_t count);

static uint64_t agent_of(uint64_t i)
{
    return i * 1237 % AGENTS;
}

static void by_name(reader *r, uint64_t count)
{
    gestalt_value value = {0};
    for (uint64_t i = 0; i < count; i++) {
        gestalt_population_read(r->population, agent_of(i), names[i % KEYS], &value, NULL);
        r->sum += value.integer;
    }
}

static void by_key(reader *r, uint64_t count)
{
    gestalt_value value = {0};
    for (uint64_t i = 0; i < count; i++) {
        gestalt_population_read_key(r->population, agent_of(i), &r->keys[i % KEYS], &value, NULL);
        r->sum += value.integer;
    }
}

static void by_keys(reader *r, uint64_t count)
{
    gestalt_value values[KEYS] = {{0}};
    for (uint64_t i = 0; i < count / KEYS; i++) {
        uint64_t agent = agent_of(i);
        gestalt_population_read_keys(r->population, &agent, 1, r->keys, KEYS, values, NULL);
        r->sum += values[i % KEYS].integer;
    }
}

static double now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static const struct {
    const char *name;
    read_way *read;
} ways[] = {{"name", by_name}, {"key", by_key}, {"keys", by_keys}};

static void measure(reader *r, uint64_t count)
{
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        double least = 0;
        for (int round = 0; round < ROUNDS; round++) {
            double start = now_ns();
            ways[i].read(r, count);
            double time = (now_ns() - start) / (double)count;
            least = round == 0 || time < least ? time : least;
        }
        printf("by %-4s %7.2f ns for each value\n", ways[i].name, least);
    }
}

int main(int count, char **arguments)
{
    reader r = {0};
    gestalt_shape *shape = NULL;
    uint64_t values = count > 1 ? strtoull(arguments[1], NULL, 10) : 1000000;
    bool good = gestalt_compile_text("keys", document, strlen(document), NULL, &shape, NULL,
                                     NULL) == GESTALT_OK;
    gestalt_population_options options = {.group = {.shape = shape}};
    good = good && gestalt_population_create(&options, &r.population, NULL) == GESTALT_OK &&
           gestalt_population_spawn(r.population, 0, AGENTS, NULL, NULL) == GESTALT_OK;
    for (int i = 0; good && i < KEYS; i++)
        good = gestalt_population_key(r.population, 0, names[i], &r.keys[i]);
    if (good && count <= 2)
        measure(&r, values);
    for (size_t i = 0; good && count > 2 && i < sizeof ways / sizeof *ways; i++)
        if (strcmp(ways[i].name, arguments[2]) == 0)
            ways[i].read(&r, values);
    if (good && r.sum != 0) // all keys are 0
        fprintf(stderr, "bench_keys: a value is wrong\n");
    gestalt_population_destroy(r.population);
    gestalt_shape_destroy(shape);
    return !good || r.sum != 0;
}
