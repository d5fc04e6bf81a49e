// SPDX-License-Identifier: MIT
// A program without files: the document is a string in the program, its image is stored in memory,
// and hooks print what the agents do.
//
//   cc no_files.c $(pkg-config --cflags --libs gestalt) -o no_files && ./no_files
#include <gestalt/gestalt.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char document[] =
    "{"
    "  \"gestalt\": 1,"
    "  \"name\": \"doorman\","
    "  \"blackboard\": { \"guests\": \"int\" },"
    "  \"root\": {"
    "    \"type\": \"sequence\","
    "    \"children\": ["
    "      { \"type\": \"wait\", \"ticks\": 2 },"
    "      { \"type\": \"set\", \"key\": \"guests\", \"to\": \"guests + 1\" },"
    "      { \"type\": \"persistent\", \"key\": \"open\", \"init\": \"success\" }"
    "    ]"
    "  }"
    "}";

static void on_leave(void *user, uint64_t agent, uint32_t node, gestalt_status status)
{
    static const char *const words[] = {"success", "failure", "running"};
    (void)user;
    printf("  agent %" PRIu64 ", node %" PRIu32 ": %s\n", agent, node, words[status]);
}

// Compile the document and copy its image. An image can be stored anywhere and sent to another
// machine: it is the same on every platform, and is verified when it is loaded.
static gestalt_result compile(unsigned char *image, size_t capacity, size_t *size,
                              gestalt_error *error)
{
    gestalt_shape *shape = NULL;
    gestalt_diagnostics *diagnostics = NULL;
    gestalt_result result = gestalt_compile_text("doorman", document, sizeof document - 1, NULL,
                                                 &shape, &diagnostics, error);
    gestalt_diagnostics_destroy(diagnostics);
    if (result != GESTALT_OK)
        return result;
    const void *bytes = gestalt_shape_image(shape, size);
    if (*size <= capacity)
        memcpy(image, bytes, *size);
    gestalt_shape_destroy(shape);
    return *size <= capacity ? GESTALT_OK : GESTALT_LIMIT;
}

static gestalt_result run(gestalt_shape *shape, gestalt_error *error)
{
    gestalt_population *population = NULL;
    gestalt_population_options options = {.group.shape = shape}; // no calls, so no host
    gestalt_result result = gestalt_population_create(&options, &population, error);
    if (result == GESTALT_OK)
        result = gestalt_population_spawn(population, 0, 2, NULL, error);
    gestalt_hooks hooks = {.leave = on_leave};
    if (result == GESTALT_OK)
        gestalt_population_hooks(population, &hooks);
    for (int64_t tick = 0; tick < 4 && result == GESTALT_OK; tick++) {
        printf("tick %" PRId64 "\n", tick);
        result = gestalt_population_tick(population, tick * 1000000, error);
    }
    gestalt_value guests;
    if (result == GESTALT_OK)
        result = gestalt_population_read(population, 1, "guests", &guests, error);
    if (result == GESTALT_OK)
        printf("guests of agent 1: %" PRId32 "\n", guests.integer);
    gestalt_population_destroy(population);
    return result;
}

int main(void)
{
    unsigned char image[4096];
    size_t size;
    gestalt_error error = {0};
    gestalt_shape *shape = NULL;
    gestalt_result result = compile(image, sizeof image, &size, &error);
    if (result == GESTALT_OK)
        result = gestalt_shape_load_memory(image, size, NULL, &shape, &error);
    if (result == GESTALT_OK)
        result = run(shape, &error);
    if (result != GESTALT_OK)
        fprintf(stderr, "%s\n", error.message[0] ? error.message : gestalt_result_text(result));
    gestalt_shape_destroy(shape);
    return result != GESTALT_OK;
}
