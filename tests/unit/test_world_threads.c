// SPDX-License-Identifier: MIT
// Worlds that are large enough for all stages to run on several threads, for a few steps each: the
// results are those of one thread. CI runs this test with the thread sanitizer.
//
//    test_world_threads SCENES
#include "running.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

enum { CHANGES = 7, THREADS = 3 };

static const struct {
    const char *file;
    uint64_t steps;
    running_change changes[CHANGES + 1];
} cases[] = {
    {"flock.json", 4, {{"\"count\": 200", "\"count\": 6000"}, {"[100, 100]", "[500, 500]"}}},
    {"flock-fused.json", 4, {{"\"count\": 200", "\"count\": 6000"}, {"[100, 100]", "[500, 500]"}}},
    {"boids3d.json", 4, {{"\"count\": 200", "\"count\": 6000"}}},
    {"traffic/blocks-lights.json",
     4,
     {{"\"count\": 750", "\"count\": 6000"},
      {"[1500, 1500]", "[9750, 9750]"},
      {"car.json", "traffic/car.json"}}},
    {"traffic/ring-thesis-sum.json",
     4,
     {{"\"count\": 10", "\"count\": 5000"},
      {"[240, 240]", "[50000, 50000]"},
      {"[-120, -120]", "[-25000, -25000]"},
      {"95.493", "20000"},
      {"thesis-car.json", "traffic/thesis-car.json"}}},
    {"airport.json", 60, {{0}}},
    {"crowd.json", 6, {{"\"count\": 1000", "\"count\": 4200"}}},
    {"crowd/counter.json",
     3,
     {{"[20, 20]", "[200, 200]"},
      {"\"width\": 8.0", "\"width\": 80.0"},
      {"density * width * 10", "density * 2500"},
      {"[10, \"width\"]", "[100, \"width\"]"},
      {"[10, 0]", "[100, 0]"},
      {"[20, \"width\"]", "[200, \"width\"]"},
      {"walker.json", "crowd/walker.json"}}},
    {"routes.json",
     3,
     {{"[24, 16]", "[240, 160]"},
      {"[11.5, 7.5]", "[115, 150]"},
      {"\"room\": 0.35", "\"room\": 0.35, \"cell\": 0.5"},
      {"\"count\": 40,", "\"count\": 4500,"}}},
    {"wolf-sheep.json",
     4,
     {{"[50, 50]", "[100, 100]"},
      {"\"count\": 2500", "\"count\": 10000"},
      {"\"count\": 100, \"most\": 2500", "\"count\": 5000, \"most\": 9000"}}},
};

static uint64_t hash_with(const char *text, uint32_t threads, uint64_t steps)
{
    running r = running_of_text(text, &(world_options){.threads = threads});
    running_go_on(&r, steps);
    uint64_t hash = running_hash(&r);
    running_stop(&r);
    return hash;
}

static void test_threads(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = running_changed(cases[i].file, cases[i].changes);
        if (hash_with(text, THREADS, cases[i].steps) != hash_with(text, 1, cases[i].steps))
            fail_msg("%s depends on threads", cases[i].file);
        free(text);
    }
}

int main(int count, char **arguments)
{
    if (count != 2)
        return 2;
    running_folder = arguments[1];
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_threads)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
