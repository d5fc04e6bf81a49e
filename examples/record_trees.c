// SPDX-License-Identifier: MIT
// Records what all agents of a population do, then reads the recording and prints the number of
// agents at each node over time.
//
//   cc record_trees.c $(pkg-config --cflags --libs gestalt-recorder) -o record_trees
//   ./record_trees crossing.json crossing.gsr
//
// While the program runs, `gestalt live crossing.gsr --follow` shows the recording in a browser.
#include <gestalt/compiler.h>
#include <gestalt/recorder/recorder.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { AGENTS = 10000, TICKS = 60, DT = 100000 };

// Each call writes whole frames. Flush them, so that programs that follow the file can read them.
static bool write_bytes(void *file, const char *bytes, size_t size)
{
    return fwrite(bytes, 1, size, file) == size && fflush(file) == 0;
}

// Tick the population, and record a frame after every 20th tick.
static gestalt_result record(gestalt_population *population, FILE *file, gestalt_error *error)
{
    gestalt_tree_recorder *recorder;
    gestalt_tree_recorder_options options = {
        .population = population, .sink = {write_bytes, file}, .every = 20};
    gestalt_result result = gestalt_tree_recorder_create(&options, &recorder, error);
    for (int64_t tick = 0; result == GESTALT_OK && tick < TICKS; tick++) {
        result = gestalt_population_tick(population, tick * DT, error);
        if (result == GESTALT_OK)
            result = gestalt_tree_recorder_tick(recorder, error);
    }
    if (result == GESTALT_OK)
        result = gestalt_tree_recorder_finish(recorder, error);
    gestalt_tree_recorder_destroy(recorder);
    return result;
}

static void print_nodes(gestalt_tree_recording *recording, const gestalt_tree_frame *frame)
{
    gestalt_tree_group group;
    for (uint32_t g = 0; gestalt_tree_recording_group(recording, g, &group); g++) {
        uint64_t *agents = calloc(group.node_count, sizeof *agents);
        if (agents &&
            gestalt_tree_recording_at(recording, g, agents, group.node_count, NULL) == GESTALT_OK)
            for (uint32_t node = 0; node < group.node_count; node++)
                if (agents[node])
                    printf("tick %2" PRIu64 ": %5" PRIu64 " agents at %s\n", frame->tick,
                           agents[node], group.nodes[node].label);
        free(agents);
    }
}

static gestalt_result print_recording(const char *path, gestalt_error *error)
{
    gestalt_tree_recording *recording;
    gestalt_tree_next next;
    gestalt_tree_frame frame;
    gestalt_result result = gestalt_tree_recording_open(path, NULL, &recording, error);
    while (result == GESTALT_OK) {
        result = gestalt_tree_recording_next(recording, &next, &frame, error);
        if (result != GESTALT_OK || next == GESTALT_TREE_AT_END || next == GESTALT_TREE_CUT)
            break;
        if (next == GESTALT_TREE_HAS_FRAME)
            print_nodes(recording, &frame);
    }
    gestalt_tree_recording_close(recording);
    return result;
}

static gestalt_result run(const char *tree, const char *path, gestalt_error *error)
{
    gestalt_shape *shape = NULL;
    gestalt_population *population = NULL;
    FILE *file = fopen(path, "wb");
    gestalt_result result =
        file ? gestalt_compile_file(tree, NULL, &shape, NULL, error) : GESTALT_IO;
    gestalt_population_options options = {.group = {.shape = shape}, .seed = 1};
    if (result == GESTALT_OK)
        result = gestalt_population_create(&options, &population, error);
    if (result == GESTALT_OK)
        result = gestalt_population_spawn(population, 0, AGENTS, NULL, error);
    if (result == GESTALT_OK)
        result = record(population, file, error);
    gestalt_population_destroy(population);
    gestalt_shape_destroy(shape);
    if (file && fclose(file) != 0 && result == GESTALT_OK)
        result = GESTALT_IO;
    return result == GESTALT_OK ? print_recording(path, error) : result;
}

int main(int count, char **arguments)
{
    gestalt_error error = {0};
    if (count != 3) {
        fprintf(stderr, "usage: record_trees TREE RECORDING\n");
        return 1;
    }
    gestalt_result result = run(arguments[1], arguments[2], &error);
    if (result != GESTALT_OK)
        fprintf(stderr, "%s\n", error.message[0] ? error.message : gestalt_result_text(result));
    return result != GESTALT_OK;
}
