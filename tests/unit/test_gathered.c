// SPDX-License-Identifier: MIT
// Functions that are called once for many cohorts: how often, for which agents, with which columns;
// errors, wrong results, and memory that runs out. Random documents are compared in
// tests/differential.
#include "short_memory.h"

#include <gestalt/gestalt.h>
#include <gestalt/lanes.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define OK(call) assert_int_equal((call), GESTALT_OK)

// A third of the agents is hurt at first. Those flee for two ticks; all others chase.
static const char document[] =
    "{\"gestalt\":1,\"blackboard\":{\"health\":{\"type\":\"float\",\"init\":\"float(agent % 3)\"},"
    "\"fled\":\"int\",\"way\":\"float\",\"calm\":\"bool\"},"
    "\"actions\":{\"is_hurt\":{\"kind\":\"predicate\"},\"flee\":{},"
    "\"chase\":{\"args\":{\"speed\":\"float\",\"calm\":\"key bool\"}}},"
    "\"root\":{\"type\":\"selector\",\"children\":["
    "{\"type\":\"sequence\",\"children\":[{\"type\":\"condition\",\"call\":\"is_hurt\"},{\"type\":"
    "\"action\",\"do\":\"flee\"}]},"
    "{\"type\":\"action\",\"do\":\"chase\",\"args\":{\"speed\":\"health * "
    "2\",\"calm\":\"calm\"}}]}}";

typedef struct counted {
    uint32_t hurt, flee, chase, cohorts;
    const char *error;
    uint64_t wrong; // lanes that get a result by mistake
} counted;

static void is_hurt(gestalt_gathered_call *call)
{
    counted *n = call->user;
    __atomic_add_fetch(&n->hurt, 1, __ATOMIC_RELAXED);
    __atomic_store_n(&n->cohorts, call->count, __ATOMIC_RELAXED);
    for (uint32_t i = 0; i < call->count; i++) {
        const float *health = gestalt_gathered_key(call, 0, i).floats;
        call->succeeded[i] =
            gestalt_lanes_less_float(health, call->lanes[i], 0.5f, call->lane_count) | n->wrong;
    }
    call->error = n->error;
}

static void flee(gestalt_gathered_call *call)
{
    counted *n = call->user;
    __atomic_add_fetch(&n->flee, !call->cancelling, __ATOMIC_RELAXED);
    for (uint32_t i = 0; i < call->count; i++) {
        gestalt_column health = gestalt_gathered_key(call, 0, i);
        gestalt_column fled = gestalt_gathered_key(call, 1, i);
        for (GESTALT_LANES_EACH(lane, call->lanes[i])) {
            fled.ints[lane]++;
            if (call->starting[i] >> lane & 1)
                continue;
            health.floats[lane] = (float)(gestalt_gathered_agent(call, i, (unsigned)lane) % 7) + 1;
            call->succeeded[i] |= UINT64_C(1) << lane;
        }
    }
}

static void chase(gestalt_gathered_call *call)
{
    counted *n = call->user;
    __atomic_add_fetch(&n->chase, 1, __ATOMIC_RELAXED);
    for (uint32_t i = 0; i < call->count; i++) {
        const float *speed = gestalt_gathered_argument(call, 0, i).floats;
        uint64_t *calm = gestalt_gathered_argument(call, 1, i).bools;
        float *way = gestalt_gathered_key(call, 0, i).floats;
        for (GESTALT_LANES_EACH(lane, call->lanes[i]))
            way[lane] += speed[lane];
        *calm ^= call->lanes[i];
        call->failed[i] = call->lanes[i] & *calm;
        call->succeeded[i] = call->lanes[i] & ~*calm;
    }
}

// The same for one cohort.
static void as_batch(gestalt_call *call, gestalt_gathered_function *f)
{
    size_t strides[2] = {0};
    gestalt_gathered_call one = {.count = 1,
                                 .lane_count = call->lane_count,
                                 .lanes = &call->lanes,
                                 .starting = &call->starting,
                                 .cancelling = call->cancelling,
                                 .first_agents = &call->first_agent,
                                 .agents = &call->agents,
                                 .arguments = call->arguments,
                                 .argument_strides = strides,
                                 .places = call->places,
                                 .memory = call->memory,
                                 .user = call->user,
                                 .succeeded = &call->succeeded,
                                 .failed = &call->failed};
    f(&one);
}

static void is_hurt_batch(gestalt_call *call)
{
    as_batch(call, is_hurt);
}

static void flee_batch(gestalt_call *call)
{
    as_batch(call, flee);
}

static void chase_batch(gestalt_call *call)
{
    as_batch(call, chase);
}

static const gestalt_parameter health_key[] = {{.name = "health", .type = GESTALT_FLOAT}};
static const gestalt_parameter flee_keys[] = {{.name = "health", .type = GESTALT_FLOAT},
                                              {.name = "fled", .type = GESTALT_INT}};
static const gestalt_parameter way_key[] = {{.name = "way", .type = GESTALT_FLOAT}};
static const gestalt_parameter chase_arguments[] = {
    {.name = "speed", .type = GESTALT_FLOAT},
    {.name = "calm", .type = GESTALT_BOOL, .by_key = true}};

static gestalt_host *make_host(bool is_gathered, counted *n)
{
    gestalt_host *host;
    const gestalt_function functions[] = {{.name = "is_hurt",
                                           .kind = GESTALT_PREDICATE,
                                           .batch = is_gathered ? NULL : is_hurt_batch,
                                           .gathered = is_gathered ? is_hurt : NULL,
                                           .user = n,
                                           .keys = health_key,
                                           .key_count = 1},
                                          {.name = "flee",
                                           .batch = is_gathered ? NULL : flee_batch,
                                           .gathered = is_gathered ? flee : NULL,
                                           .user = n,
                                           .keys = flee_keys,
                                           .key_count = 2},
                                          {.name = "chase",
                                           .batch = is_gathered ? NULL : chase_batch,
                                           .gathered = is_gathered ? chase : NULL,
                                           .user = n,
                                           .arguments = chase_arguments,
                                           .argument_count = 2,
                                           .keys = way_key,
                                           .key_count = 1}};
    OK(gestalt_host_create(NULL, &host, NULL));
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        OK(gestalt_host_add(host, &functions[i], NULL));
    return host;
}

static gestalt_shape *compile(void)
{
    gestalt_shape *shape = NULL;
    gestalt_diagnostics *diagnostics = NULL;
    OK(gestalt_compile_text("t.json", document, strlen(document), NULL, &shape, &diagnostics,
                            NULL));
    gestalt_diagnostics_destroy(diagnostics);
    return shape;
}

static gestalt_population *populate(const gestalt_shape *shape, const gestalt_host *host,
                                    uint32_t lanes, uint32_t threads)
{
    gestalt_population *p;
    gestalt_population_options options = {
        .group = {shape, host}, .lanes = lanes, .threads = threads};
    OK(gestalt_population_create(&options, &p, NULL));
    return p;
}

static uint64_t hash_of(gestalt_population *p)
{
    uint64_t hash;
    OK(gestalt_population_hash(p, &hash, NULL));
    return hash;
}

// Tick a population with gathered functions, and one without. `calls`, if given, is the largest
// number of calls of a function in a tick.
static void compare(uint32_t lanes, uint32_t threads, uint64_t agents, uint32_t calls)
{
    counted many = {0}, single = {0};
    gestalt_shape *shape = compile();
    gestalt_host *hosts[] = {make_host(true, &many), make_host(false, &single)};
    gestalt_population *p = populate(shape, hosts[0], lanes, threads);
    gestalt_population *q = populate(shape, hosts[1], lanes, 1);
    OK(gestalt_population_spawn(p, 0, agents, NULL, NULL));
    OK(gestalt_population_spawn(q, 0, agents, NULL, NULL));
    for (int tick = 0; tick < 6; tick++) {
        counted before = many;
        OK(gestalt_population_tick(p, tick, NULL));
        OK(gestalt_population_tick(q, tick, NULL));
        assert_int_equal(hash_of(p), hash_of(q));
        for (uint64_t agent = (uint64_t)tick; agents > 1 && agent < agents; agent += 17 + lanes) {
            OK(gestalt_population_despawn(p, agent, NULL));
            OK(gestalt_population_despawn(q, agent, NULL));
        }
        if (calls)
            assert_true(many.hurt - before.hurt <= calls && many.flee - before.flee <= calls &&
                        many.chase - before.chase <= calls);
    }
    gestalt_population_destroy(p);
    gestalt_population_destroy(q);
    gestalt_host_destroy(hosts[0]);
    gestalt_host_destroy(hosts[1]);
    gestalt_shape_destroy(shape);
}

static void test_calls(void **state)
{
    (void)state;
    compare(64, 1, 1000, 1);
    compare(7, 1, 1000, 1);
    compare(1, 1, 900, 2);
    compare(2, 1, 4000, 8); // 2,000 cohorts, in two pieces of memory
    compare(64, 1, 1, 1);
    compare(5, 3, 9000, 0);
    compare(1, 2, 2500, 0);
}

static void test_one_agent(void **state)
{
    (void)state;
    counted n = {0};
    gestalt_shape *shape = compile();
    gestalt_host *host = make_host(true, &n);
    gestalt_population *p = populate(shape, host, 8, 1);
    OK(gestalt_population_spawn(p, 0, 40, NULL, NULL));
    OK(gestalt_population_begin(p, 0, NULL));
    OK(gestalt_actor_tick(p, 3, NULL));
    OK(gestalt_population_tick_block(p, 0, 2, NULL));
    OK(gestalt_population_end(p, NULL));
    assert_int_equal(n.hurt, 2);
    assert_int_equal(n.cohorts, 1);
    gestalt_population_destroy(p);
    gestalt_host_destroy(host);
    gestalt_shape_destroy(shape);
}

static void test_errors(void **state)
{
    (void)state;
    counted n = {.error = "the sensor is broken"};
    gestalt_error error = {0};
    gestalt_shape *shape = compile();
    gestalt_host *host = make_host(true, &n);
    gestalt_population *p = populate(shape, host, 8, 1);
    OK(gestalt_population_spawn(p, 0, 40, NULL, NULL));
    for (uint64_t agent = 0; agent < 5; agent++)
        OK(gestalt_population_despawn(p, agent, NULL));
    assert_int_equal(gestalt_population_tick(p, 0, &error), GESTALT_REJECTED);
    assert_non_null(strstr(error.message, "the sensor is broken"));
    assert_int_equal(gestalt_population_failed_agent(p), 5);
    n.error = NULL;
    OK(gestalt_population_tick(p, 1, &error));
    gestalt_population_destroy(p);
    gestalt_host_destroy(host);
    gestalt_shape_destroy(shape);
}

static uint32_t misuses;

static void note_misuse(void *user, const char *function, const char *message)
{
    (void)user;
    misuses++;
    assert_string_equal(function, "is_hurt");
    assert_non_null(strstr(message, "lanes"));
}

static void test_wrong_results(void **state)
{
    (void)state;
    counted n = {.wrong = UINT64_C(1) << 60};
    gestalt_shape *shape = compile();
    gestalt_host *host = make_host(true, &n);
    gestalt_population *p = populate(shape, host, 8, 1);
    OK(gestalt_population_spawn(p, 0, 40, NULL, NULL));
    gestalt_on_misuse(note_misuse, NULL);
    OK(gestalt_population_tick(p, 0, NULL));
    gestalt_on_misuse(NULL, NULL);
    assert_int_equal(misuses, 5); // one for each cohort
    gestalt_population_destroy(p);
    gestalt_host_destroy(host);
    gestalt_shape_destroy(shape);
}

static void test_registering(void **state)
{
    (void)state;
    gestalt_error error = {0};
    gestalt_host *host;
    OK(gestalt_host_create(NULL, &host, NULL));
    gestalt_function both = {.name = "f", .batch = is_hurt_batch, .gathered = is_hurt};
    assert_int_equal(gestalt_host_add(host, &both, &error), GESTALT_BAD_ARGUMENT);
    assert_non_null(strstr(error.message, "one function"));
    gestalt_function late = {.name = "f", .kind = GESTALT_DEFERRED, .gathered = is_hurt};
    assert_int_equal(gestalt_host_add(host, &late, &error), GESTALT_BAD_ARGUMENT);
    gestalt_host_destroy(host);
}

// Create a population and spawn, while only some allocations succeed.
static bool fits(const gestalt_shape *shape, const gestalt_host *host, short_memory *memory)
{
    gestalt_population *p = NULL;
    gestalt_population_options options = {
        .group = {shape, host}, .threads = 2, .allocator = short_memory_allocator(memory)};
    if (gestalt_population_create(&options, &p, NULL) != GESTALT_OK)
        return false;
    gestalt_result result = gestalt_population_spawn(p, 0, 300, NULL, NULL);
    assert_true(result == GESTALT_OK || result == GESTALT_NO_MEMORY);
    assert_int_equal(gestalt_population_count(p), result == GESTALT_OK ? 300 : 0);
    memory->left = 100;
    if (result != GESTALT_OK)
        OK(gestalt_population_spawn(p, 0, 300, NULL, NULL));
    OK(gestalt_population_tick(p, 0, NULL));
    gestalt_population_destroy(p);
    return result == GESTALT_OK;
}

static void test_memory(void **state)
{
    (void)state;
    counted n = {0};
    gestalt_shape *shape = compile();
    gestalt_host *host = make_host(true, &n);
    bool fitted = false;
    for (size_t left = 0; !fitted; left++) {
        short_memory memory = {.left = left};
        fitted = fits(shape, host, &memory);
        assert_int_equal(memory.held, 0);
        assert_true(left < 100);
    }
    gestalt_host_destroy(host);
    gestalt_shape_destroy(shape);
}

// Only values of the agents in a call are copied: of whole cohorts, of parts, and with few lanes.
static void test_packing(void **state)
{
    (void)state;
    enum { COHORTS = 9, ROOM_OF = 80 };
    static uint64_t masks[COHORTS][8];
    static int32_t ints[COHORTS][ROOM_OF];
    uint64_t lanes[COHORTS] = {5, 0, UINT64_MAX, 1ull << 63, 0xffff, 6, 0, UINT64_MAX, 2};
    for (uint32_t lane_count = 64; lane_count > 0; lane_count = lane_count == 64   ? 16
                                                                : lane_count == 16 ? 1
                                                                                   : 0) {
        int32_t values[COHORTS * 64];
        bool bools[COHORTS * 64];
        uint64_t count = 0, expected = 0;
        for (uint32_t i = 0; i < COHORTS; i++) {
            lanes[i] &= UINT64_MAX >> (64 - lane_count);
            expected += (uint64_t)__builtin_popcountll(lanes[i]);
            masks[i][0] = UINT64_C(0x123456789abcdef) * (i + 1);
            for (int k = 0; k < ROOM_OF; k++)
                ints[i][k] = (int32_t)i * 100 + k;
        }
        gestalt_gathered_call call = {.count = COHORTS, .lane_count = lane_count, .lanes = lanes};
        gestalt_packing columns[] = {{ints, sizeof *ints, values, false},
                                     {masks, sizeof *masks, bools, true}};
        assert_int_equal(gestalt_gathered_take(&call, NULL, 0), expected);
        assert_int_equal(gestalt_gathered_take(&call, columns, 2), expected);
        for (uint32_t i = 0; i < COHORTS; i++)
            for (GESTALT_LANES_EACH(lane, lanes[i])) {
                assert_int_equal(values[count], ints[i][lane]);
                assert_int_equal(bools[count], masks[i][0] >> lane & 1);
                values[count] = -values[count] - 1;
                bools[count] = !bools[count];
                count++;
            }
        gestalt_gathered_put(&call, columns, 2);
        for (uint32_t i = 0; i < COHORTS; i++) {
            assert_true(masks[i][0] == (UINT64_C(0x123456789abcdef) * (i + 1) ^ lanes[i]));
            for (int k = 0; k < ROOM_OF; k++) {
                int32_t old = (int32_t)i * 100 + k;
                bool is_put = k < 64 && lanes[i] >> k & 1;
                assert_int_equal(ints[i][k], is_put ? -old - 1 : old);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_calls),       cmocka_unit_test(test_one_agent),
        cmocka_unit_test(test_errors),      cmocka_unit_test(test_wrong_results),
        cmocka_unit_test(test_registering), cmocka_unit_test(test_memory),
        cmocka_unit_test(test_packing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
