// SPDX-License-Identifier: MIT
// Deferred actions: drones launch `fly` and `land`, and a game system carries these actions out
// over many ticks. The game system reads the requests after each tick, moves the drones, and
// reports when an action has finished.
//
//   cc drones.c $(pkg-config --cflags --libs gestalt) -lm -o drones && ./drones drone.json
#include <gestalt/gestalt.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#define DRONES       4
#define TICK_SECONDS 0.5f

// ---- the game system: controls the rotors of each drone

typedef enum job { NOTHING, FLYING, LANDING } job;

typedef struct rotors {
    job job;
    uint32_t node, launch_id; // node and number of the launch that requested the job
    float to[2], speed;
    int landing_ticks;
} rotors;

static rotors all_rotors[DRONES];

static void start(const gestalt_population *population, const gestalt_request *request)
{
    rotors *r = &all_rotors[request->agent];
    gestalt_value to, speed;
    *r = (rotors){
        .job = LANDING, .node = request->node, .launch_id = request->launch_id, .landing_ticks = 4};
    // The arguments of a launch have the values from the time of the request. `land` has none.
    if (gestalt_population_launch_argument(population, request->agent, request->node, "to", &to) &&
        gestalt_population_launch_argument(population, request->agent, request->node, "speed",
                                           &speed)) {
        r->job = FLYING;
        r->to[0] = to.vector[0];
        r->to[1] = to.vector[1];
        r->speed = speed.number;
    }
}

// Requests are sorted by agent. For one agent, cancel requests precede launch requests. So a drone
// that changes its mind stops its old job before it starts the new one.
static gestalt_result take_requests(gestalt_population *population, gestalt_error *error)
{
    const gestalt_request *requests;
    uint64_t count;
    gestalt_result result = gestalt_population_requests(population, &requests, &count, error);
    for (uint64_t i = 0; result == GESTALT_OK && i < count; i++) {
        const gestalt_request *request = &requests[i];
        printf("%8.1f s: drone %" PRIu64 " %s %s\n",
               (double)gestalt_population_now(population) * 1e-6, request->agent,
               request->launch ? "starts to" : "does not go on to", request->name);
        if (request->launch)
            start(population, request);
        else
            all_rotors[request->agent].job = NOTHING;
    }
    return result;
}

// Move a drone towards its target. Return true when it has arrived.
static bool fly(gestalt_population *population, uint64_t agent, const rotors *r)
{
    gestalt_value position;
    gestalt_population_read(population, agent, "position", &position, NULL);
    float x = r->to[0] - position.vector[0], y = r->to[1] - position.vector[1];
    float distance = sqrtf(x * x + y * y), step = r->speed * TICK_SECONDS;
    float part = distance > step ? step / distance : 1;
    position.vector[0] += x * part;
    position.vector[1] += y * part;
    gestalt_population_write(population, agent, "position", position, NULL);
    return distance <= step;
}

static gestalt_result work(gestalt_population *population, gestalt_error *error)
{
    for (uint64_t agent = 0; agent < DRONES; agent++) {
        rotors *r = &all_rotors[agent];
        bool done = r->job == FLYING    ? fly(population, agent, r)
                    : r->job == LANDING ? --r->landing_ticks == 0
                                        : false;
        if (!done)
            continue;
        r->job = NOTHING;
        gestalt_result result = gestalt_population_finish_launch(
            population, agent, r->node, r->launch_id, GESTALT_SUCCESS, error);
        if (result != GESTALT_OK)
            return result;
    }
    return GESTALT_OK;
}

// ---- immediate functions: called during the tick

// `target` is declared as a key, so this function may write to it. A vec2 has one column for x and
// one for y.
static gestalt_status choose_target(gestalt_single_call *call)
{
    gestalt_column target = call->arguments[0];
    target.floats[0] = 20 + 10 * (float)call->agent;
    target.y[0] = target.y[0] + 15;
    return GESTALT_SUCCESS;
}

static gestalt_status photograph(gestalt_single_call *call)
{
    if (call->phase != GESTALT_CANCEL)
        call->arguments[1].ints[0]++;
    return GESTALT_SUCCESS;
}

// A predicate only reports which lanes succeed; all other lanes fail.
static void position_known(gestalt_call *call)
{
    call->succeeded = call->lanes;
}

static const gestalt_parameter fly_arguments[] = {
    {.name = "to", .type = GESTALT_VEC2},
    {.name = "speed", .type = GESTALT_FLOAT},
};
static const gestalt_parameter choose_arguments[] = {
    {.name = "target", .type = GESTALT_VEC2, .by_key = true}};
static const gestalt_parameter photograph_arguments[] = {
    {.name = "at", .type = GESTALT_VEC2},
    {.name = "photos", .type = GESTALT_INT, .by_key = true},
};

static const gestalt_function functions[] = {
    {.name = "fly", .kind = GESTALT_DEFERRED, .arguments = fly_arguments, .argument_count = 2},
    {.name = "land", .kind = GESTALT_DEFERRED},
    {.name = "choose_target",
     .single = choose_target,
     .arguments = choose_arguments,
     .argument_count = 1},
    {.name = "photograph",
     .single = photograph,
     .arguments = photograph_arguments,
     .argument_count = 2},
    {.name = "position_known", .kind = GESTALT_PREDICATE, .batch = position_known},
};

// ---- the loop

static gestalt_result run(gestalt_population *population, gestalt_error *error)
{
    gestalt_result result = gestalt_population_spawn(population, 0, DRONES, NULL, error);
    for (int tick = 0; tick < 60 && result == GESTALT_OK; tick++) {
        // At tick 30 there is a gust of wind: drones that fly have to land.
        gestalt_value wind = {.type = GESTALT_FLOAT, .number = tick == 30 ? 20.0f : 3.0f};
        gestalt_population_write_shared(population, 0, "wind", wind, NULL);
        result = work(population, error);
        if (result == GESTALT_OK)
            result =
                gestalt_population_tick(population, tick * (int64_t)(TICK_SECONDS * 1e6f), error);
        if (result == GESTALT_OK)
            result = take_requests(population, error);
    }
    return result;
}

int main(int argc, char **argv)
{
    gestalt_error error = {0};
    gestalt_shape *shape = NULL;
    gestalt_diagnostics *diagnostics = NULL;
    gestalt_host *host = NULL;
    gestalt_population *population = NULL;
    if (argc != 2) {
        fprintf(stderr, "usage: drones drone.json\n");
        return 2;
    }
    gestalt_result result = gestalt_compile_file(argv[1], NULL, &shape, &diagnostics, &error);
    gestalt_diagnostics_destroy(diagnostics); // embed.c shows how to print them
    if (result == GESTALT_OK)
        result = gestalt_host_create(NULL, &host, &error);
    for (size_t i = 0; i < sizeof functions / sizeof *functions && result == GESTALT_OK; i++)
        result = gestalt_host_add(host, &functions[i], &error);
    gestalt_population_options options = {.group = {shape, host}};
    if (result == GESTALT_OK)
        result = gestalt_population_create(&options, &population, &error);
    if (result == GESTALT_OK)
        result = run(population, &error);
    if (result != GESTALT_OK)
        fprintf(stderr, "%s\n", error.message);
    gestalt_population_destroy(population);
    gestalt_host_destroy(host);
    gestalt_shape_destroy(shape);
    return result != GESTALT_OK;
}
