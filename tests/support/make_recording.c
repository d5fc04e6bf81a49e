// SPDX-License-Identifier: MIT
// A recording to look at and to test with:
//
//   make_recording KIND AGENTS STEPS [FILE]    KIND: flock, exact, churn, boids, lights; else
//   standard output
#include "flock.h"

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

int main(int count, char **arguments)
{
    if (count != 4 && count != 5)
        return 2;
    const char *kind = arguments[1];
    flock f;
    flock_start(&f, &(flock_options){.count = strtoull(arguments[2], NULL, 10),
                                     .dimension = strcmp(kind, "boids") == 0 ? 3 : 2,
                                     .coding = strcmp(kind, "exact") == 0 ? GESTALT_RECORD_EXACT
                                                                          : GESTALT_RECORD_CYCLE,
                                     .comes_and_goes = strcmp(kind, "churn") == 0,
                                     .has_lights = strcmp(kind, "lights") == 0});
    FILE *file = count == 5 ? fopen(arguments[4], "wb") : stdout;
    if (!file)
        return 3;
    record(&f, strtoull(arguments[3], NULL, 10), file);
    flock_release(&f);
    return fclose(file) == 0 ? 0 : 3;
}
