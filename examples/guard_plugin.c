// SPDX-License-Identifier: MIT
// A plugin for guard.json: the functions that the guards' tree calls, and a game system that
// carries out their deferred action.
//
//   cc -shared -fPIC guard_plugin.c $(pkg-config --cflags gestalt) -o guard_plugin.so
//   gestalt run guard.json --agents=1k --plugin=guard_plugin.so
#include <gestalt/plugin.h>

// ---- immediate functions: called during the tick

// An agent that flees recovers. A batch function handles all agents of a cohort that run the same
// node.
static void flee(gestalt_call *call)
{
    float *health = gestalt_call_key(call, 0).floats;
    if (call->cancelling)
        return;
    for (uint64_t lanes = call->lanes; lanes; lanes &= lanes - 1)
        health[__builtin_ctzll(lanes)] += 5;
}

// Succeed at once, as if the agent had already reached its post.
static void go(gestalt_call *call)
{
    call->succeeded = call->lanes;
}

// Succeed if the enemy is in range, and store its position.
static void look(gestalt_call *call)
{
    const float *range = call->arguments[0].floats;
    const float *distance = gestalt_call_key(call, 0).floats;
    gestalt_column found = call->arguments[1];
    for (uint64_t lanes = call->lanes; lanes; lanes &= lanes - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(lanes);
        if (distance[lane] > range[lane])
            continue;
        found.floats[lane] = distance[lane];
        found.y[lane] = 0;
        call->succeeded |= UINT64_C(1) << lane;
    }
}

static const gestalt_parameter flee_arguments[] = {
    {.name = "from", .type = GESTALT_VEC2},
    {.name = "speed", .type = GESTALT_FLOAT},
};
static const gestalt_parameter go_arguments[] = {{.name = "to", .type = GESTALT_VEC2}};
static const gestalt_parameter look_arguments[] = {
    {.name = "range", .type = GESTALT_FLOAT},
    {.name = "found", .type = GESTALT_VEC2, .by_key = true},
};
static const gestalt_parameter fire_arguments[] = {
    {.name = "at", .type = GESTALT_VEC2},
    {.name = "ammo", .type = GESTALT_INT, .by_key = true},
};
static const gestalt_parameter health = {.name = "health", .type = GESTALT_FLOAT};
static const gestalt_parameter distance = {.name = "distance", .type = GESTALT_FLOAT};

static const gestalt_function functions[] = {
    {.name = "flee",
     .batch = flee,
     .arguments = flee_arguments,
     .argument_count = 2,
     .keys = &health,
     .key_count = 1},
    {.name = "go", .batch = go, .arguments = go_arguments, .argument_count = 1},
    {.name = "look",
     .kind = GESTALT_PREDICATE,
     .batch = look,
     .arguments = look_arguments,
     .argument_count = 2,
     .keys = &distance,
     .key_count = 1},
    {.name = "fire", .kind = GESTALT_DEFERRED, .arguments = fire_arguments, .argument_count = 2},
};

static gestalt_result add(gestalt_host *host, gestalt_error *error)
{
    for (unsigned i = 0; i < sizeof functions / sizeof *functions; i++) {
        gestalt_result result = gestalt_host_add(host, &functions[i], error);
        if (result != GESTALT_OK)
            return result;
    }
    return GESTALT_OK;
}

// ---- the game system: runs between ticks

// A shot finishes at the next tick, uses one round, and always hits: the enemy runs away.
static gestalt_result shoot(gestalt_population *population, const gestalt_request *request,
                            gestalt_error *error)
{
    gestalt_value ammo, away = {.type = GESTALT_FLOAT, .number = 80};
    gestalt_result result =
        gestalt_population_read(population, request->agent, "ammo", &ammo, error);
    ammo.integer--;
    if (result == GESTALT_OK)
        result = gestalt_population_write(population, request->agent, "ammo", ammo, error);
    if (result == GESTALT_OK)
        result = gestalt_population_write(population, request->agent, "distance", away, error);
    if (result != GESTALT_OK)
        return result;
    return gestalt_population_finish_launch(population, request->agent, request->node,
                                            request->launch_id, GESTALT_SUCCESS, error);
}

// Every enemy comes nearer by one metre per tick.
static void approach(gestalt_population *population)
{
    gestalt_key key;
    gestalt_block block;
    gestalt_population_key(population, 0, "distance", &key);
    for (uint64_t i = 0; gestalt_population_block(population, 0, i, &block); i++) {
        float *metres = gestalt_population_column(population, 0, i, key).floats;
        for (uint32_t lane = 0; lane < block.lane_count; lane++)
            metres[lane] -= 1;
    }
}

static gestalt_result after_tick(gestalt_population *population, gestalt_error *error)
{
    const gestalt_request *requests;
    uint64_t count;
    gestalt_result result = gestalt_population_requests(population, &requests, &count, error);
    for (uint64_t i = 0; i < count && result == GESTALT_OK; i++)
        if (requests[i].launch)
            result = shoot(population, &requests[i], error);
    approach(population);
    return result;
}

const gestalt_plugin *gestalt_plugin_entry(void)
{
    static const gestalt_plugin plugin = {
        .abi = GESTALT_PLUGIN_ABI, .add = add, .after_tick = after_tick};
    return &plugin;
}
