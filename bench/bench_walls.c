// SPDX-License-Identifier: MIT
// Measures agents among walls: 20,000 agents wander, avoid obstacles and are kept out of solid
// walls. One world has 10 walls and obstacles, half of each, and another world has 10,000. Rounds
// of the two worlds alternate.
//
//     bench_walls [AGENTS [STEPS]]
//
// Prints the nanoseconds per agent and step in each round, and the ratio of the medians.
#include "world.h"
#include "world_part.h"

#include <gestalt/gestalt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TURNS = 3, FEW = 10, MANY = 10000, EDGE = 1000, TEXT_SIZE = 1 << 20 };

static double walls_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

// Return a coordinate in [0, EDGE) from a Weyl sequence: evenly spread, and the same in every run.
static double walls_place(uint32_t number, double share)
{
    double x = (double)number * share;
    return (x - (double)(uint64_t)x) * EDGE;
}

// Write a scene with `count` walls and obstacles, half of each.
static void walls_scene(char *text, uint32_t count, uint64_t agents)
{
    char *at = text;
    at += sprintf(at, "{\"scene\":1,\"world\":{\"size\":[%d,%d],\"border\":\"solid\"},\"walls\":[",
                  EDGE, EDGE);
    for (uint32_t i = 0; i < count / 2; i++) {
        double x = walls_place(i + 1, 0.6180339887) * 0.99, y = walls_place(i + 1, 0.7548776662);
        at += sprintf(at, "%s{\"points\":[[%.2f,%.2f],[%.2f,%.2f]]}", i ? "," : "", x, y, x + 4,
                      y * 0.99 + 3);
    }
    at += sprintf(at, "],\"obstacles\":[");
    for (uint32_t i = 0; i < count / 2; i++)
        at += sprintf(at, "%s{\"at\":[%.2f,%.2f],\"radius\":1,\"solid\":true}", i ? "," : "",
                      walls_place(i + 1, 0.5698402910), walls_place(i + 1, 0.8191725134));
    sprintf(at,
            "],\"groups\":[{\"name\":\"moths\",\"count\":%llu,\"vehicle\":{\"radius\":1e-3,"
            "\"max_speed\":5,\"max_force\":5},\"start\":{\"how\":\"uniform\"},\"tree\":{"
            "\"gestalt\":1,\"root\":{\"type\":\"concurrent\",\"children\":[{\"type\":\"action\","
            "\"do\":\"avoid_obstacles\"},{\"type\":\"action\",\"do\":\"wander\"}]}}}]}",
            (unsigned long long)agents);
}

static world *walls_world(char *text, uint32_t count, uint64_t agents, scene **read)
{
    scene_findings findings;
    gestalt_error error = {0};
    world *w = NULL;
    const scene_options options = {0};
    const world_options how = {.threads = 1};
    walls_scene(text, count, agents);
    if (scene_read("walls.json", text, strlen(text), &options, (scene_trees){0}, &world_rules, read,
                   &findings, &error) != GESTALT_OK ||
        world_for(*read)->create(*read, &how, &w, &error) != GESTALT_OK) {
        fprintf(stderr, "bench_walls: %s\n", error.message);
        exit(1);
    }
    gestalt_scene_findings_release(&findings, NULL);
    return w;
}

static double walls_turn(world *w, const scene *s, uint64_t agents, uint64_t steps)
{
    gestalt_error error = {0};
    double start = walls_now();
    for (uint64_t i = 0; i < steps; i++)
        if (world_for(s)->step(w, &error) != GESTALT_OK) {
            fprintf(stderr, "bench_walls: %s\n", error.message);
            exit(1);
        }
    return (walls_now() - start) / (double)agents / (double)steps;
}

static double median_of_three(const double *t)
{
    double low = t[0] < t[1] ? t[0] : t[1], high = t[0] < t[1] ? t[1] : t[0];
    return t[2] < low ? low : t[2] > high ? high : t[2];
}

int main(int count, char **arguments)
{
    static char text[TEXT_SIZE];
    const uint32_t walls[] = {FEW, MANY};
    uint64_t agents = count > 1 ? strtoull(arguments[1], NULL, 10) : 20000;
    uint64_t steps = count > 2 ? strtoull(arguments[2], NULL, 10) : 100;
    double times[2][TURNS];
    scene *scenes[2];
    world *worlds[2];
    for (int i = 0; i < 2; i++)
        worlds[i] = walls_world(text, walls[i], agents, &scenes[i]);
    for (int turn = 0; turn < TURNS; turn++)
        for (int i = 0; i < 2; i++)
            times[i][turn] = walls_turn(worlds[i], scenes[i], agents, steps);
    for (int i = 0; i < 2; i++) {
        printf("%6u walls: %.1f, %.1f and %.1f ns a step of an agent\n", walls[i], times[i][0],
               times[i][1], times[i][2]);
        world_for(scenes[i])->destroy(worlds[i]);
        gestalt_scene_destroy(scenes[i]);
    }
    printf("ratio: %.2f\n", median_of_three(times[1]) / median_of_three(times[0]));
    return 0;
}
