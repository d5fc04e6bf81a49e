// SPDX-License-Identifier: MIT
// A host that idles: lamps switch on and off by themselves. The program sleeps until the next lamp
// is due to switch, instead of ticking all the time.
//
//   cc idle.c $(pkg-config --cflags --libs gestalt) -o idle && ./idle
#include <gestalt/gestalt.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <threads.h>

enum { LAMPS = 5, MOST = 1000000 }; // MOST: length of the run in microseconds

static const char lamps[] =
    "{'gestalt': 1, 'name': 'lamp', 'blackboard': {'on': 'bool'}, 'root': {'type': 'repeat', "
    "'child':"
    " {'type': 'sequence', 'children': [{'type': 'wait', 'seconds': '0.1 + 0.4 * rand()'},"
    " {'type': 'set', 'key': 'on', 'to': '!on'}]}}}";

static gestalt_result compile(gestalt_shape **shape, gestalt_error *error)
{
    char text[sizeof lamps];
    for (size_t i = 0; i < sizeof lamps; i++)
        text[i] = lamps[i] == '\'' ? '"' : lamps[i];
    return gestalt_compile_text("lamp", text, strlen(text), NULL, shape, NULL, error);
}

static int lamps_on(const gestalt_population *population)
{
    int count = 0;
    for (uint64_t lamp = 0; lamp < LAMPS; lamp++) {
        gestalt_value on = {0};
        gestalt_population_read(population, lamp, "on", &on, NULL);
        count += on.boolean;
    }
    return count;
}

// A real program would wait here for events of a window or a socket, with this timeout.
static void idle(int64_t microseconds)
{
    struct timespec time = {.tv_sec = microseconds / 1000000,
                            .tv_nsec = microseconds % 1000000 * 1000};
    thrd_sleep(&time, NULL);
}

// Time here is the agents' time: each tick is given the time at which it was due, even if the
// program wakes up a little later.
static gestalt_result run(gestalt_population *population, gestalt_error *error)
{
    int ticks = 0;
    for (int64_t now = 0, due; now < MOST; now = due) {
        gestalt_result result = gestalt_population_tick(population, now, error);
        if (result != GESTALT_OK)
            return result;
        ticks++;
        gestalt_population_next_due(population, &due, NULL);
        if (due <= now)
            continue;
        printf("%.3f s: %d of %d lamps are on\n", (double)now / 1e6, lamps_on(population), LAMPS);
        idle(due - now);
    }
    printf("%d ticks\n", ticks);
    return GESTALT_OK;
}

int main(void)
{
    gestalt_shape *shape = NULL;
    gestalt_population *population = NULL;
    gestalt_error error = {0};
    gestalt_result result = compile(&shape, &error);
    gestalt_population_options options = {.group = {.shape = shape}};
    if (result == GESTALT_OK)
        result = gestalt_population_create(&options, &population, &error);
    if (result == GESTALT_OK)
        result = gestalt_population_spawn(population, 0, LAMPS, NULL, &error);
    if (result == GESTALT_OK)
        result = run(population, &error);
    if (result != GESTALT_OK)
        fprintf(stderr, "idle: %s\n", error.message);
    gestalt_population_destroy(population);
    gestalt_shape_destroy(shape);
    return result != GESTALT_OK;
}
