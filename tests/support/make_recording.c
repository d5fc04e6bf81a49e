// SPDX-License-Identifier: MIT
// Write a recording for tests and for viewing, to a file or to standard output:
//
//    make_recording KIND AGENTS STEPS [FILE]    KIND: flock, exact, churn, boids, lights, odd
#include "flock.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool put(void *user, const char *bytes, size_t size)
{
    return fwrite(bytes, 1, size, user) == size;
}

static void fail(const gestalt_error *error)
{
    fprintf(stderr, "make_recording: %s\n", error->message);
    exit(1);
}

static void record(flock *f, uint64_t steps, FILE *file)
{
    gestalt_recorder *w;
    gestalt_error error = {0};
    if (gestalt_recorder_create(&f->description, (gestalt_writer){put, file}, NULL, &w, &error) !=
        GESTALT_OK)
        fail(&error);
    for (uint64_t i = 0; i < steps; i++) {
        gestalt_record_frame frame = flock_frame(f);
        if (gestalt_recorder_frame(w, &frame, &error) != GESTALT_OK)
            fail(&error);
        flock_step(f);
    }
    if (gestalt_recorder_finish(w, &error) != GESTALT_OK)
        fail(&error);
    gestalt_recorder_destroy(w);
}

// Recordings that hosts can write, but scenes can't: names that need quotes, values that are not
// numbers, negative times, a column that never changes, one without any value, more words than
// colours.
enum { ODD_AGENTS = 20 };

static const char *const odd_words[] = {"a", "b", "c", "d", "e", "f", "g", "h",
                                        "i", "j", "k", "l", "m", "n", "o"};
static const char *const odd_nodes[] = {"first", "the \"second\", of two"};
static const gestalt_record_column odd_columns[] = {
    {.name = "x", .unit = "m"},
    {.name = "y", .unit = "m"},
    {.name = "heat, \"real\"", .unit = ""},
    {.name = "flat"},
    {.name = "void"},
    {.name = "debt", .type = GESTALT_RECORD_INT},
    {.name = "awake", .type = GESTALT_RECORD_BOOL},
    {.name = "live", .type = GESTALT_RECORD_NODE},
    {.name = "letter", .type = GESTALT_RECORD_INT, .words = odd_words, .word_count = 15},
    {.name = "huge"},
};
static const gestalt_record_group odd_groups[] = {{"some, \\\"odd\"", 0, odd_nodes, 2},
                                                  {"others", 0.5f, NULL, 0}};
static const float odd_points[] = {-4, -4, 4, 4};
static const gestalt_record_geometry odd_geometry[] = {
    {GESTALT_RECORD_PLACE, "a <place>", odd_points, 1, 0},
    {GESTALT_RECORD_EDGE, NULL, odd_points, 2, 0},
};

static float odd_heat(uint64_t agent, uint64_t step)
{
    static const float heats[] = {NAN, INFINITY, -INFINITY, -0.0f, 1.5f};
    return heats[(agent + step) % 5];
}

static void record_odd(uint64_t agents, uint64_t steps, FILE *file)
{
    static float x[ODD_AGENTS], y[ODD_AGENTS], heat[ODD_AGENTS], flat[ODD_AGENTS], none[ODD_AGENTS],
        huge[ODD_AGENTS];
    static int32_t debt[ODD_AGENTS], letter[ODD_AGENTS];
    static uint32_t awake[ODD_AGENTS], live[ODD_AGENTS], groups[ODD_AGENTS];
    static uint64_t ids[ODD_AGENTS];
    const void *const columns[] = {x, y, heat, flat, none, debt, awake, live, letter, huge};
    const gestalt_record_description description = {
        .name = "odd \"things\", \\ all",
        .dimension = 2,
        .low = {-5, -5},
        .high = {5, 5},
        .periodic = {true, false},
        .dt = 1500000,
        .columns = odd_columns,
        .column_count = sizeof odd_columns / sizeof *odd_columns,
        .groups = odd_groups,
        .group_count = 2,
        .geometry = odd_geometry,
        .geometry_count = 2,
    };
    gestalt_recorder *w;
    gestalt_error error = {0};
    if (agents > ODD_AGENTS || gestalt_recorder_create(&description, (gestalt_writer){put, file},
                                                       NULL, &w, &error) != GESTALT_OK)
        fail(&error);
    for (uint64_t step = 0; step < steps; step++) {
        for (uint64_t i = 0; i < agents; i++) {
            ids[i] = i;
            groups[i] = i % 2;
            x[i] = i == 1 ? NAN : (float)i / 2 - 4;
            y[i] = i == 2 ? INFINITY : (float)step / 4 - 4;
            heat[i] = odd_heat(i, step);
            flat[i] = 7;
            none[i] = NAN;
            debt[i] = -(int32_t)(i * step);
            awake[i] = (i + step) % 2;
            live[i] = (i + step) % 3 == 2 ? GESTALT_NO_NODE : (uint32_t)((i + step) % 3);
            letter[i] = (int32_t)((i + step) % 17) - 1;
            huge[i] = (float)(i + 1) * 1e12f;
        }
        gestalt_record_frame frame = {.step = step,
                                      .time = (int64_t)step * 1500000 - 2500000,
                                      .count = agents,
                                      .ids = ids,
                                      .groups = groups,
                                      .columns = columns};
        if (gestalt_recorder_frame(w, &frame, &error) != GESTALT_OK)
            fail(&error);
    }
    if (gestalt_recorder_finish(w, &error) != GESTALT_OK)
        fail(&error);
    gestalt_recorder_destroy(w);
}

int main(int count, char **arguments)
{
    if (count != 4 && count != 5)
        return 2;
    const char *kind = arguments[1];
    FILE *file = count == 5 ? fopen(arguments[4], "wb") : stdout;
    if (!file)
        return 3;
    if (strcmp(kind, "odd") == 0) {
        record_odd(strtoull(arguments[2], NULL, 10), strtoull(arguments[3], NULL, 10), file);
        return fclose(file) == 0 ? 0 : 3;
    }
    flock f;
    flock_start(&f, &(flock_options){.count = strtoull(arguments[2], NULL, 10),
                                     .dimension = strcmp(kind, "boids") == 0 ? 3 : 2,
                                     .coding = strcmp(kind, "exact") == 0 ? GESTALT_RECORD_EXACT
                                                                          : GESTALT_RECORD_CYCLE,
                                     .comes_and_goes = strcmp(kind, "churn") == 0,
                                     .has_lights = strcmp(kind, "lights") == 0});
    record(&f, strtoull(arguments[3], NULL, 10), file);
    flock_release(&f);
    return fclose(file) == 0 ? 0 : 3;
}
