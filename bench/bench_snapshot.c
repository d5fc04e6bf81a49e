// SPDX-License-Identifier: MIT
// Measures snapshots: a million agents that patrol, chase and wait are saved to memory and to a
// file, loaded from both, and hashed. The hashes of saved and loaded agents must be equal.
//
//     bench_snapshot [AGENTS [THREADS]]
//
// Prints bytes per agent, and for each operation the milliseconds of the best of three rounds, and
// MB/s. The file is synced, so its figures measure the disk.
#include <gestalt/gestalt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char document[] =
    "{\"gestalt\":1,\"blackboard\":{\"health\":{\"type\":\"float\",\"init\":\"rand()*100\"},"
    "\"home\":\"vec2\",\"dist\":\"float\",\"ammo\":{\"type\":\"int\",\"init\":30},"
    "\"angry\":\"bool\"},\"root\":{\"type\":\"priority\",\"children\":["
    "{\"type\":\"sequence\",\"children\":[\"health<25\",{\"type\":\"deferred\",\"do\":\"flee\","
    "\"args\":{\"speed\":\"health/25\"}}]},"
    "{\"type\":\"sequence\",\"children\":[\"angry\",{\"type\":\"wait\",\"seconds\":2},"
    "{\"type\":\"set\",\"key\":\"ammo\",\"to\":\"ammo-1\"}]},"
    "{\"type\":\"concurrent\",\"children\":[{\"type\":\"deferred\",\"do\":\"patrol\"},"
    "{\"type\":\"repeat\",\"count\":5,\"child\":{\"type\":\"wait\",\"ticks\":3}}]}]}}";

enum { ROUNDS = 3, TICKS = 4 };

typedef struct memory_file {
    unsigned char *bytes;
    size_t size, capacity;
} memory_file;

static bool snapshot_bench_append(void *user, const char *bytes, size_t size)
{
    memory_file *m = user;
    if (m->size + size > m->capacity) {
        m->capacity = 2 * (m->size + size);
        m->bytes = realloc(m->bytes, m->capacity);
    }
    if (m->bytes)
        memcpy(m->bytes + m->size, bytes, size);
    m->size += size;
    return m->bytes;
}

static double now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

typedef struct bench {
    gestalt_population *from, *to;
    memory_file memory;
    const char *path;
    uint64_t hash;
} bench;

static gestalt_result save_memory(bench *b)
{
    b->memory.size = 0;
    return gestalt_population_save_to(b->from, (gestalt_writer){snapshot_bench_append, &b->memory},
                                      NULL);
}

static gestalt_result load_memory(bench *b)
{
    return gestalt_population_load_memory(b->to, b->memory.bytes, b->memory.size, NULL);
}

static gestalt_result save_file(bench *b)
{
    return gestalt_population_save(b->from, b->path, NULL);
}

static gestalt_result load_file(bench *b)
{
    return gestalt_population_load(b->to, b->path, NULL);
}

static gestalt_result take_hash(bench *b)
{
    return gestalt_population_hash(b->to, &b->hash, NULL);
}

static bool snapshot_bench_measure(bench *b, const char *what, gestalt_result (*action)(bench *))
{
    double best = 1e30;
    for (int i = 0; i < ROUNDS; i++) {
        double start = now_ms();
        if (action(b) != GESTALT_OK)
            return false;
        double time = now_ms() - start;
        best = time < best ? time : best;
    }
    printf("%-12s %8.1f ms %8.0f MB/s\n", what, best, (double)b->memory.size / best / 1e3);
    return true;
}

static bool is_same(bench *b)
{
    uint64_t from;
    return gestalt_population_hash(b->from, &from, NULL) == GESTALT_OK &&
           take_hash(b) == GESTALT_OK && b->hash == from;
}

static bool snapshot_bench_run(bench *b, uint64_t agents)
{
    if (gestalt_population_spawn(b->from, 0, agents, NULL, NULL) != GESTALT_OK)
        return false;
    for (int64_t i = 0; i < TICKS; i++)
        if (gestalt_population_tick(b->from, i * 100000, NULL) != GESTALT_OK)
            return false;
    if (!snapshot_bench_measure(b, "save memory", save_memory))
        return false;
    printf("%.1f bytes per agent\n", (double)b->memory.size / (double)agents);
    return snapshot_bench_measure(b, "load memory", load_memory) && is_same(b) &&
           snapshot_bench_measure(b, "save file", save_file) &&
           snapshot_bench_measure(b, "load file", load_file) && is_same(b) &&
           snapshot_bench_measure(b, "hash", take_hash);
}

int main(int count, char **arguments)
{
    uint64_t agents = count > 1 ? strtoull(arguments[1], NULL, 10) : 1000000;
    char path[] = "/tmp/gestalt-bench-XXXXXX";
    gestalt_shape *shape = NULL;
    gestalt_host *host = NULL;
    gestalt_diagnostics *diagnostics = NULL;
    int descriptor = mkstemp(path);
    bench b = {.path = path};
    const gestalt_parameter speed = {.name = "speed", .type = GESTALT_FLOAT};
    const gestalt_function functions[] = {
        {.name = "flee", .kind = GESTALT_DEFERRED, .arguments = &speed, .argument_count = 1},
        {.name = "patrol", .kind = GESTALT_DEFERRED}};
    bool good = descriptor >= 0 &&
                gestalt_compile_text("bench.json", document, strlen(document), NULL, &shape,
                                     &diagnostics, NULL) == GESTALT_OK &&
                gestalt_host_create(NULL, &host, NULL) == GESTALT_OK &&
                gestalt_host_add(host, &functions[0], NULL) == GESTALT_OK &&
                gestalt_host_add(host, &functions[1], NULL) == GESTALT_OK;
    gestalt_population_options options = {.group = {shape, host}, .seed = 1};
    options.threads = count > 2 ? (uint32_t)strtoul(arguments[2], NULL, 10) : 1;
    good = good && gestalt_population_create(&options, &b.from, NULL) == GESTALT_OK;
    options.lanes = 32;
    good = good && gestalt_population_create(&options, &b.to, NULL) == GESTALT_OK;
    good = good && snapshot_bench_run(&b, agents);
    gestalt_population_destroy(b.from);
    gestalt_population_destroy(b.to);
    gestalt_host_destroy(host);
    gestalt_diagnostics_destroy(diagnostics);
    gestalt_shape_destroy(shape);
    free(b.memory.bytes);
    if (descriptor >= 0) {
        close(descriptor);
        unlink(path);
    }
    if (!good)
        fprintf(stderr, "a snapshot failed\n");
    return !good;
}
