// SPDX-License-Identifier: MIT
// A faulty plugin for tests/cli/files/guard.json. `look` reports errors from tick 3 on. `flee`
// succeeds only if it runs for several agents at once. The environment variable FAILING_PLUGIN
// makes other parts of the plugin invalid, or lets it despawn agent 0 ("gone").
#include <gestalt/plugin.h>

#include <fenv.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __SSE2_MATH__
#include <xmmintrin.h>
#endif

static void look(gestalt_call *call)
{
    if (call->tick >= 3)
        call->error = "the camera is\nbroken";
    call->succeeded = call->lanes;
}

// Fail for an agent that runs alone.
static void flee(gestalt_call *call)
{
    call->succeeded = (call->lanes & (call->lanes - 1)) ? call->lanes : 0;
}

static bool is_wrong(const char *how)
{
    const char *wanted = getenv("FAILING_PLUGIN");
    return wanted && strcmp(wanted, how) == 0;
}

// Change the floating-point environment as libraries built with -ffast-math do, or libraries for
// interval arithmetic.
static void change_floats(void)
{
    if (is_wrong("floats")) {
        fesetround(FE_UPWARD);
#ifdef __SSE2_MATH__
        _mm_setcsr(_mm_getcsr() | 0x8040);
#endif
    }
}

__attribute__((constructor)) static void loaded(void)
{
    change_floats();
}

static gestalt_result add(gestalt_host *host, gestalt_error *error)
{
    gestalt_function function = {.name = "look", .batch = look};
    change_floats();
    if (is_wrong("silent"))
        return GESTALT_LIMIT;
    gestalt_result result = gestalt_host_add(host, &function, error);
    function = (gestalt_function){.name = "flee", .batch = flee};
    return result == GESTALT_OK ? gestalt_host_add(host, &function, error) : result;
}

static gestalt_result after_tick(gestalt_population *population, gestalt_error *error)
{
    change_floats();
    if (is_wrong("gone") && gestalt_population_ticks(population) == 1)
        return gestalt_population_despawn(population, 0, error);
    if (!is_wrong("late") || gestalt_population_ticks(population) < 2)
        return GESTALT_OK;
    snprintf(error->message, sizeof error->message, "the game is over");
    return GESTALT_REJECTED;
}

static void stop(void)
{
    if (is_wrong("stop"))
        puts("the plugin stops");
}

const gestalt_plugin *gestalt_plugin_entry(void)
{
    static const gestalt_plugin plugin = {
        .abi = GESTALT_PLUGIN_ABI, .add = add, .after_tick = after_tick, .stop = stop};
    static const gestalt_plugin empty = {.abi = GESTALT_PLUGIN_ABI};
    if (is_wrong("absent"))
        return NULL;
    return is_wrong("empty") ? &empty : &plugin;
}
