// SPDX-License-Identifier: MIT
// A job that saves without end, for killed.py, which kills one of its ranks.
//
//     mpirun -n 3 saving    continue from the file `s`, if it exists: tick, save, and report the
//                           tick in the file `told`, until TICKS
//     saving check          print the tick of the snapshot in `s`, if it is that of this job
#include <gestalt/gestalt.h>
#include <gestalt/ranks/ranks.h>

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { AGENTS = 3 * GESTALT_ID_BLOCK, TICKS = 200 };

static const char document[] =
    "{\"gestalt\":1,\"blackboard\":{\"count\":\"int\",\"luck\":\"float\"},\"root\":{\"type\":"
    "\"sequence\",\"children\":[{\"type\":\"set\",\"key\":\"luck\",\"to\":\"rand()\"},"
    "{\"type\":\"wait\",\"ticks\":1},{\"type\":\"set\",\"key\":\"count\",\"to\":\"count+1\"}]}}";

// End the process if a call fails.
static void need(gestalt_result result, const gestalt_error *error)
{
    if (result == GESTALT_OK)
        return;
    fprintf(stderr, "saving: %s\n", error->message);
    exit(2);
}

static gestalt_population_options options_make(void)
{
    gestalt_shape *shape = NULL;
    gestalt_error error = {0};
    need(
        gestalt_compile_text("saving.json", document, strlen(document), NULL, &shape, NULL, &error),
        &error);
    return (gestalt_population_options){.group.shape = shape, .seed = 5};
}

static void write_number(const char *name, uint64_t number)
{
    int descriptor = open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor < 0 || pwrite(descriptor, &number, sizeof number, 0) != sizeof number)
        exit(2);
    close(descriptor);
}

static void save_without_end(void)
{
    gestalt_ranks_options options = {.population = options_make()};
    gestalt_error error = {0};
    gestalt_ranks *r = NULL;
    char name[32];
    need(gestalt_ranks_create(&options, &r, &error), &error);
    snprintf(name, sizeof name, "pid.%u", gestalt_ranks_rank(r));
    write_number(name, (uint64_t)getpid());
    need(access("s", F_OK) == 0 ? gestalt_ranks_load(r, "s", NULL, &error)
                                : gestalt_ranks_spawn(r, 0, AGENTS, NULL, &error),
         &error);
    while (gestalt_ranks_ticks(r) < TICKS) {
        need(gestalt_ranks_tick(r, (int64_t)gestalt_ranks_ticks(r) * 1000, &error), &error);
        need(gestalt_ranks_save(r, "s", &error), &error);
        if (gestalt_ranks_rank(r) == 0)
            write_number("told", gestalt_ranks_ticks(r));
    }
    gestalt_ranks_destroy(r);
    gestalt_shape_destroy((gestalt_shape *)(uintptr_t)options.population.group.shape);
}

static uint64_t hash_of(const gestalt_population *p)
{
    uint64_t hash;
    gestalt_error error = {0};
    need(gestalt_population_hash(p, &hash, &error), &error);
    return hash;
}

// The snapshot must have the hash of a population that has ticked as often.
static void check(void)
{
    gestalt_population_options options = options_make();
    gestalt_population *loaded = NULL, *p = NULL;
    gestalt_error error = {0};
    need(gestalt_population_create(&options, &loaded, &error), &error);
    need(gestalt_population_create(&options, &p, &error), &error);
    need(gestalt_population_load(loaded, "s", &error), &error);
    need(gestalt_population_spawn(p, 0, AGENTS, NULL, &error), &error);
    while (gestalt_population_ticks(p) < gestalt_population_ticks(loaded))
        need(gestalt_population_tick(p, (int64_t)gestalt_population_ticks(p) * 1000, &error),
             &error);
    if (hash_of(p) != hash_of(loaded))
        exit(3);
    printf("%" PRIu64 "\n", gestalt_population_ticks(loaded));
    gestalt_population_destroy(p);
    gestalt_population_destroy(loaded);
    gestalt_shape_destroy((gestalt_shape *)(uintptr_t)options.group.shape);
}

int main(int count, char **arguments)
{
    if (count > 1 && strcmp(arguments[1], "check") == 0)
        check();
    else
        save_without_end();
    return 0;
}
