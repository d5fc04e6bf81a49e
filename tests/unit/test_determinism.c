// SPDX-License-Identifier: MIT
// One number for each scenario: the hash of the population after its ticks. It is the same for
// every number of lanes and threads, every set of kernels, every compiler and every optimisation
// level (CI runs this test in all its builds). Only a change of the language or of the definition
// of the hash may change these numbers.
//
//    test_determinism EXAMPLES_FOLDER
#include "kernels.h"
#include "stub.h"

#include <gestalt/gestalt.h>

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { AGENTS = 500, TICKS = 100, STUBS_MAX = 16 };

static const char *examples;

typedef struct scenario {
    const char *file;
    uint64_t hash;
} scenario;

static const scenario scenarios[] = {
    {"guard.json", UINT64_C(0xeb4426ef744c8b8e)},
    {"drone.json", UINT64_C(0xa423eae369285141)},
    {"shopkeeper.json", UINT64_C(0xab6fef7b045c9b2e)},
    {"traffic.json", UINT64_C(0xf02fdfd18736eca1)},
    {"expedition.json", UINT64_C(0x349acfe4b987795d)},
    {"crossing.json", UINT64_C(0x9c774de943dfa685)},
};

static gestalt_shape *compile_example(const char *file)
{
    char path[512];
    gestalt_shape *shape;
    gestalt_diagnostics *diagnostics;
    snprintf(path, sizeof path, "%s/%s", examples, file);
    gestalt_result result = gestalt_compile_file(path, NULL, &shape, &diagnostics, NULL);
    if (result != GESTALT_OK)
        fail_msg("%s does not compile", path);
    gestalt_diagnostics_destroy(diagnostics);
    return shape;
}

// Stubs of different kinds, chosen by the index of the name.
static uint32_t make_stubs(const gestalt_shape *shape, stub stubs[STUBS_MAX])
{
    uint32_t cursor = 0, count = 0;
    for (const char *name; (name = stub_next_missing(shape, NULL, 0, &cursor));) {
        static const gestalt_status statuses[] = {GESTALT_SUCCESS, GESTALT_FAILURE,
                                                  GESTALT_SUCCESS};
        assert_true(count < STUBS_MAX);
        stubs[count] = (stub){name, count * 3 % 5, statuses[count % 3]};
        count++;
    }
    return count;
}

typedef struct configuration {
    uint32_t lanes, threads, grain;
    const char *kernels;
    gestalt_states states;
} configuration;

static uint64_t run(const gestalt_shape *shape, configuration c)
{
    stub stubs[STUBS_MAX];
    uint32_t count = make_stubs(shape, stubs);
    gestalt_host *host;
    stub_set *set;
    gestalt_population *population;
    uint64_t hash;
    assert_int_equal(gestalt_host_create(NULL, &host, NULL), GESTALT_OK);
    assert_int_equal(stub_set_create(shape, stubs, count, host, NULL, &set, NULL), GESTALT_OK);
    gestalt_population_options options = {.group = {.shape = shape, .host = host},
                                          .lanes = c.lanes,
                                          .threads = c.threads,
                                          .grain = c.grain,
                                          .kernels = c.kernels,
                                          .states = c.states,
                                          .seed = 42};
    assert_int_equal(gestalt_population_create(&options, &population, NULL), GESTALT_OK);
    assert_int_equal(gestalt_population_spawn(population, 0, AGENTS, NULL, NULL), GESTALT_OK);
    for (uint64_t tick = 0; tick < TICKS; tick++) {
        if (tick == TICKS / 2) { // lanes become free, and are used again
            for (uint64_t agent = 3; agent < AGENTS; agent += 7)
                assert_int_equal(gestalt_population_despawn(population, agent, NULL), GESTALT_OK);
            assert_int_equal(gestalt_population_spawn(population, 0, 50, NULL, NULL), GESTALT_OK);
        }
        assert_int_equal(stub_set_before(set, population, NULL), GESTALT_OK);
        assert_int_equal(gestalt_population_tick(population, (int64_t)tick * 50000, NULL),
                         GESTALT_OK);
        assert_int_equal(stub_set_after(set, population, NULL), GESTALT_OK);
    }
    assert_int_equal(gestalt_population_hash(population, &hash, NULL), GESTALT_OK);
    gestalt_population_destroy(population);
    gestalt_host_destroy(host);
    stub_set_destroy(set);
    return hash;
}

static void check(const scenario *s, const gestalt_shape *shape, configuration c)
{
    uint64_t hash = run(shape, c);
    if (hash != s->hash)
        fail_msg("%s: 0x%016" PRIx64 " with %u lanes, %u threads, states %u and kernels %s",
                 s->file, hash, (unsigned)c.lanes, (unsigned)c.threads, (unsigned)c.states,
                 c.kernels ? c.kernels : "of choice");
}

static void test_scenarios(void **state)
{
    (void)state;
    static const uint32_t lanes[] = {1, 2, 3, 63, 64}, threads[] = {1, 2, 5, 8};
    for (size_t i = 0; i < sizeof scenarios / sizeof *scenarios; i++) {
        gestalt_shape *shape = compile_example(scenarios[i].file);
        for (size_t l = 0; l < sizeof lanes / sizeof *lanes; l++)
            for (size_t t = 0; t < sizeof threads / sizeof *threads; t++)
                check(&scenarios[i], shape, (configuration){lanes[l], threads[t], 1, NULL, 0});
        for (size_t l = 0; l < sizeof lanes / sizeof *lanes; l++)
            for (unsigned k = GESTALT_STATES_SPARSE; k <= GESTALT_STATES_MASKS; k++)
                check(&scenarios[i], shape,
                      (configuration){lanes[l], 1, 0, NULL, (gestalt_states)k});
        for (size_t k = 0; kernels_all[k]; k++)
            for (size_t l = 0; kernels_all[k]->is_supported() && l < 5; l++)
                check(&scenarios[i], shape,
                      (configuration){lanes[l], 1, 0, kernels_all[k]->name, 0});
        gestalt_shape_destroy(shape);
    }
}

int main(int count, char **arguments)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_scenarios)};
    examples = count > 1 ? arguments[1] : "examples";
    return cmocka_run_group_tests(tests, NULL, NULL);
}
