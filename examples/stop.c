// SPDX-License-Identifier: MIT
// Interrupts a long tick, and continues it. A timer interrupts the miners' work, as Ctrl-C does in
// `gestalt run`. A snapshot records which agents the tick has already run, so another population
// can load it and continue the tick.
//
//   cc stop.c $(pkg-config --cflags --libs gestalt) -o stop && ./stop
#define _XOPEN_SOURCE 700 // for setitimer and sigaction
#include <gestalt/gestalt.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>

enum { MINERS = 20000, MILLISECONDS = 20 };

static const char mine[] =
    "{'gestalt': 1, 'name': 'miner', 'blackboard': {'stone': 'int'}, 'root': {'type': 'repeat', "
    "'count': 5000, 'per_tick': 5000, 'child':"
    " {'type': 'set', 'key': 'stone', 'to': '(stone * 31 + agent) % 1009'}}}";

static gestalt_population *at_work; // global, so that the signal handler can reach it

static void stop(int number)
{
    (void)number;
    gestalt_population_interrupt(at_work);
}

static void stop_soon(gestalt_population *population)
{
    struct itimerval soon = {.it_value.tv_usec = MILLISECONDS * 1000};
    at_work = population;
    sigaction(SIGALRM, &(struct sigaction){.sa_handler = stop, .sa_flags = SA_RESTART}, NULL);
    setitimer(ITIMER_REAL, &soon, NULL);
}

static gestalt_result compile(gestalt_shape **shape, gestalt_error *error)
{
    char text[sizeof mine];
    for (size_t i = 0; i < sizeof mine; i++)
        text[i] = mine[i] == '\'' ? '"' : mine[i];
    return gestalt_compile_text("mine", text, strlen(text), NULL, shape, NULL, error);
}

static gestalt_result create(gestalt_shape *shape, gestalt_population **population,
                             gestalt_error *error)
{
    gestalt_population_options options = {.group = {.shape = shape}, .interruptible = true};
    return gestalt_population_create(&options, population, error);
}

// Run a tick that the timer interrupts. A fast machine may finish the tick before that, which is
// not an error.
static gestalt_result tick_stopped(gestalt_population *population, gestalt_error *error)
{
    stop_soon(population);
    gestalt_result result = gestalt_population_tick(population, 0, error);
    bool is_stopped = result == GESTALT_INTERRUPTED;
    printf("a tick of %d miners %s\n", MINERS, is_stopped ? "is stopped" : "ends in time");
    return is_stopped ? GESTALT_OK : result;
}

// Load the snapshot into the other population, print its progress, and continue the tick there.
static gestalt_result go_on(gestalt_population *other, gestalt_error *error)
{
    gestalt_result result = gestalt_population_load(other, "stop.gss", error);
    uint64_t done = 0;
    for (uint64_t miner = 0; miner < MINERS; miner++)
        done += gestalt_actor_is_done(other, miner);
    if (result == GESTALT_OK && gestalt_population_is_interrupted(other)) {
        printf("%s of them are done\n", done < MINERS ? "not all" : "all");
        result = gestalt_population_tick(other, gestalt_population_now(other), error);
    }
    return result;
}

// Continue the tick in the first population too, and compare the hashes of both.
static gestalt_result compare(gestalt_population *a, gestalt_population *b, gestalt_error *error)
{
    uint64_t one, other;
    gestalt_result result = GESTALT_OK;
    if (gestalt_population_is_interrupted(a))
        result = gestalt_population_tick(a, gestalt_population_now(a), error);
    if (result == GESTALT_OK)
        result = gestalt_population_hash(a, &one, error);
    if (result == GESTALT_OK)
        result = gestalt_population_hash(b, &other, error);
    if (result == GESTALT_OK)
        printf("gone on with, and loaded: %s\n", one == other ? "equal" : "different");
    return result;
}

int main(void)
{
    gestalt_shape *shape = NULL;
    gestalt_population *population = NULL, *other = NULL;
    gestalt_error error = {0};
    gestalt_result result = compile(&shape, &error);
    if (result == GESTALT_OK)
        result = create(shape, &population, &error);
    if (result == GESTALT_OK)
        result = create(shape, &other, &error);
    if (result == GESTALT_OK)
        result = gestalt_population_spawn(population, 0, MINERS, NULL, &error);
    if (result == GESTALT_OK)
        result = tick_stopped(population, &error);
    if (result == GESTALT_OK)
        result = gestalt_population_save(population, "stop.gss", &error);
    if (result == GESTALT_OK)
        result = go_on(other, &error);
    if (result == GESTALT_OK)
        result = compare(population, other, &error);
    if (result != GESTALT_OK)
        fprintf(stderr, "stop: %s\n", error.message);
    remove("stop.gss");
    gestalt_population_destroy(population);
    gestalt_population_destroy(other);
    gestalt_shape_destroy(shape);
    return result != GESTALT_OK;
}
