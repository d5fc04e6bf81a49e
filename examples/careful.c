// SPDX-License-Identifier: MIT
// A program that continues after it has used the library incorrectly, such as an editor in which
// users try their own scripts. Each incorrect call is logged and has no other effect.
//
//   cc careful.c $(pkg-config --cflags --libs gestalt) -o careful && ./careful
#include <gestalt/gestalt.h>
#include <stdio.h>
#include <string.h>

static void write_down(void *user, const char *function, const char *message)
{
    fprintf(user, "%s: %s\n", function, message);
}

// A leaf function that wrongly ticks the population that is calling it.
static gestalt_status meddle(gestalt_single_call *call)
{
    gestalt_population *population = *(gestalt_population **)call->user;
    gestalt_result result = gestalt_population_tick(population, call->now, NULL);
    printf("a tick in a tick: %s\n", gestalt_result_text(result));
    return GESTALT_RUNNING;
}

static gestalt_result start(gestalt_shape *shape, gestalt_host *host,
                            gestalt_population **population, gestalt_error *error)
{
    const gestalt_function function = {
        .name = "meddle", .kind = GESTALT_IMMEDIATE, .single = meddle, .user = population};
    gestalt_population_options options = {.group = {shape, host, NULL}};
    gestalt_result result = gestalt_host_add(host, &function, error);
    if (result == GESTALT_OK)
        result = gestalt_population_create(&options, population, error);
    if (result == GESTALT_OK)
        result = gestalt_population_spawn(*population, 0, 1, NULL, error);
    return result;
}

int main(void)
{
    static const char tree[] = "{\"gestalt\":1,\"root\":{\"type\":\"action\",\"do\":\"meddle\"}}";
    gestalt_error error = {0};
    gestalt_shape *shape = NULL;
    gestalt_host *host = NULL;
    gestalt_population *population = NULL;
    gestalt_on_misuse(write_down, stdout);
    gestalt_result result =
        gestalt_compile_text("tree", tree, strlen(tree), NULL, &shape, NULL, &error);
    if (result == GESTALT_OK)
        result = gestalt_host_create(NULL, &host, &error);
    if (result == GESTALT_OK)
        result = start(shape, host, &population, &error);
    if (result == GESTALT_OK)
        result = gestalt_population_tick(population, 0, &error);
    gestalt_shape_destroy(shape); // too early: a population uses the shape, so this does nothing
    gestalt_population_destroy(population);
    gestalt_host_destroy(host);
    gestalt_shape_destroy(shape);
    if (result != GESTALT_OK)
        fprintf(stderr, "%s\n", error.message);
    return result != GESTALT_OK;
}
