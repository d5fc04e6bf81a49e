// SPDX-License-Identifier: MIT
// One agent: a car that approaches a red light. Its host functions are called for one agent at a
// time.
//
//   cc one_agent.c $(pkg-config --cflags --libs gestalt) -o one_agent && ./one_agent traffic.json
#include <gestalt/gestalt.h>
#include <stdio.h>

#define TICK_SECONDS 0.5f

// The arguments and keys that the functions declare. `by` is an argument, whose value the document
// gives in `args`. `speed` is a key of the blackboard, which the functions read and write.
static const gestalt_parameter by = {.name = "by", .type = GESTALT_FLOAT};
static const gestalt_parameter speed = {.name = "speed", .type = GESTALT_FLOAT};

static gestalt_status brake(gestalt_single_call *call)
{
    float *own_speed = call->keys[0].floats;
    if (call->phase == GESTALT_CANCEL)
        return GESTALT_FAILURE; // nothing to undo; the returned status is ignored
    *own_speed -= call->arguments[0].floats[0] * TICK_SECONDS;
    *own_speed = *own_speed > 0 ? *own_speed : 0;
    return GESTALT_RUNNING;
}

static gestalt_status accelerate(gestalt_single_call *call)
{
    if (call->phase != GESTALT_CANCEL)
        call->keys[0].floats[0] += call->arguments[0].floats[0] * TICK_SECONDS;
    return GESTALT_RUNNING;
}

static gestalt_result register_functions(gestalt_host *host, gestalt_error *error)
{
    gestalt_function function = {.name = "brake",
                                 .kind = GESTALT_IMMEDIATE,
                                 .single = brake,
                                 .arguments = &by,
                                 .argument_count = 1,
                                 .keys = &speed,
                                 .key_count = 1};
    gestalt_result result = gestalt_host_add(host, &function, error);
    if (result != GESTALT_OK)
        return result;
    function.name = "accelerate";
    function.single = accelerate;
    return gestalt_host_add(host, &function, error);
}

// Update the world between two ticks: move the car, and turn the light green after a while.
static void move(gestalt_population *population, int tick)
{
    gestalt_value driven, left;
    gestalt_population_read(population, 0, "speed", &driven, NULL);
    gestalt_population_read(population, 0, "to_light", &left, NULL);
    left.number -= driven.number * TICK_SECONDS;
    gestalt_population_write(population, 0, "to_light", left, NULL);
    gestalt_value light = {.type = GESTALT_INT, .integer = tick < 30 ? 0 : 2};
    gestalt_population_write_shared(population, 0, "light", light, NULL);
    if (tick % 4 == 0)
        printf("%4.1f s: %5.1f m to the light, %4.1f m/s\n", (double)((float)tick * TICK_SECONDS),
               (double)left.number, (double)driven.number);
}

static int drive(gestalt_shape *shape, gestalt_host *host)
{
    gestalt_error error;
    gestalt_population *population = NULL;
    gestalt_population_options options = {.group = {shape, host}, .lanes = 1};
    gestalt_result result = gestalt_population_create(&options, &population, &error);
    if (result == GESTALT_OK)
        result = gestalt_population_spawn(population, 0, 1, NULL, &error);
    for (int tick = 0; tick < 40 && result == GESTALT_OK; tick++) {
        move(population, tick);
        result = gestalt_population_tick(population, tick * (int64_t)(TICK_SECONDS * 1e6f), &error);
    }
    gestalt_population_destroy(population);
    if (result != GESTALT_OK)
        fprintf(stderr, "%s\n", error.message);
    return result != GESTALT_OK;
}

static bool to_stderr(void *user, const char *text, size_t size)
{
    (void)user;
    return fwrite(text, 1, size, stderr) == size;
}

// Compile the document, and print all errors and warnings to standard error.
static gestalt_result compile(const char *path, gestalt_shape **shape, gestalt_error *error)
{
    gestalt_diagnostics *diagnostics = NULL;
    gestalt_result result = gestalt_compile_file(path, NULL, shape, &diagnostics, error);
    if (diagnostics)
        gestalt_diagnostics_write(diagnostics, GESTALT_DIAGNOSTICS_HUMAN, false,
                                  (gestalt_writer){.write = to_stderr});
    gestalt_diagnostics_destroy(diagnostics);
    return result;
}

int main(int argc, char **argv)
{
    gestalt_error error;
    gestalt_shape *shape = NULL;
    gestalt_host *host = NULL;
    if (argc != 2) {
        fprintf(stderr, "usage: one_agent traffic.json\n");
        return 2;
    }
    gestalt_result result = compile(argv[1], &shape, &error);
    if (result == GESTALT_OK)
        result = gestalt_host_create(NULL, &host, &error);
    if (result == GESTALT_OK)
        result = register_functions(host, &error);
    int verdict = 1;
    if (result == GESTALT_OK)
        verdict = drive(shape, host);
    else
        fprintf(stderr, "%s\n", error.message);
    gestalt_host_destroy(host);
    gestalt_shape_destroy(shape);
    return verdict;
}
