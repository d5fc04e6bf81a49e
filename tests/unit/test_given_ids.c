// SPDX-License-Identifier: MIT
// Agents whose ids the host gives: spawned, inserted and removed in any order, against a model, and
// against populations that assigned the same ids themselves.
#include "population_state.h"
#include "random.h"
#include "short_memory.h"

#include <gestalt/gestalt.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "same_population.h"

#define OK(call) assert_int_equal((call), GESTALT_OK)

#define REFUSED(call, expected, words)                                                             \
    do {                                                                                           \
        gestalt_error error = {0};                                                                 \
        assert_int_equal((call), (expected));                                                      \
        if (!strstr(error.message, (words)))                                                       \
            fail_msg("`%s` does not say `%s`", error.message, (words));                            \
    } while (0)

// The tree draws, waits and counts, so agents differ.
static const char document[] =
    "{\"gestalt\":1,\"blackboard\":{\"health\":{\"type\":\"float\",\"init\":\"rand() * 100\"},"
    "\"n\":\"int\",\"me\":{\"type\":\"int\",\"init\":\"agent\"}},"
    "\"root\":{\"type\":\"selector\",\"children\":["
    "{\"type\":\"sequence\",\"children\":[\"rand() < 0.3\",{\"type\":\"wait\",\"ticks\":3}]},"
    "{\"type\":\"set\",\"key\":\"n\",\"to\":\"n + 1\"}]}}";

static gestalt_population *populate(const gestalt_shape *shape, uint32_t lanes)
{
    gestalt_population *p;
    gestalt_population_options options = {.group = {shape, NULL}, .lanes = lanes, .seed = 5};
    OK(gestalt_population_create(&options, &p, NULL));
    return p;
}

// ---- moving all agents into another population, in random order

static void move_agent(gestalt_population *from, gestalt_population *to, uint64_t agent)
{
    size_t room = gestalt_actor_size_max(from, 0), size;
    unsigned char *bytes = malloc(room);
    assert_non_null(bytes);
    OK(gestalt_actor_take(from, agent, bytes, room, &size, NULL));
    OK(gestalt_population_insert_as(to, 0, bytes, size, agent, NULL));
    OK(gestalt_population_remove(from, agent, NULL));
    free(bytes);
}

static void shuffle(uint64_t *list, uint32_t count, uint64_t *random)
{
    for (uint32_t i = count; i-- > 1;) {
        uint32_t j = random_below(random, i + 1);
        uint64_t other = list[i];
        list[i] = list[j];
        list[j] = other;
    }
}

static void test_moving(void **state)
{
    (void)state;
    enum { AGENTS = 300 };
    static const uint32_t lanes[] = {1, 5, 64};
    gestalt_shape *shape = compile_or_abort("test.json", document, false);
    for (size_t i = 0; i < 3; i++) {
        uint64_t random = 20 + i, ids[AGENTS];
        gestalt_population *p = populate(shape, lanes[i]), *other = populate(shape, lanes[2 - i]);
        gestalt_population *kept = populate(shape, 16);
        OK(gestalt_population_spawn(p, 0, AGENTS, NULL, NULL));
        OK(gestalt_population_spawn(kept, 0, AGENTS, NULL, NULL));
        for (int64_t tick = 0; tick < 12; tick++) {
            gestalt_population *from = tick % 2 ? other : p, *to = tick % 2 ? p : other;
            OK(gestalt_population_tick(p, tick * 100000, NULL));
            OK(gestalt_population_tick(other, tick * 100000, NULL));
            OK(gestalt_population_tick(kept, tick * 100000, NULL));
            uint32_t count = 0;
            for (uint64_t id = 0; id < AGENTS; id++)
                if (gestalt_population_has(from, id) && (tick % 4 == 0 || random_below(&random, 2)))
                    ids[count++] = id;
            shuffle(ids, count, &random);
            for (uint32_t k = 0; k < count; k++)
                move_agent(from, to, ids[k]);
        }
        for (uint64_t id = 0; id < AGENTS; id++)
            if (gestalt_population_has(other, id))
                move_agent(other, p, id);
        assert_int_equal(gestalt_population_next_id(p), AGENTS);
        expect_equal(p, kept);
        gestalt_population_destroy(p);
        gestalt_population_destroy(other);
        gestalt_population_destroy(kept);
    }
    gestalt_shape_destroy(shape);
}

// ---- random calls against a model of which ids there are

enum { IDS = 400 };

static void check_model(const gestalt_population *p, const bool *is_there)
{
    uint64_t count = 0;
    for (uint64_t id = 0; id < IDS; id++) {
        gestalt_value me;
        count += is_there[id];
        assert_int_equal(gestalt_population_has(p, id), is_there[id]);
        if (!is_there[id])
            continue;
        OK(gestalt_population_read(p, id, "me", &me, NULL));
        assert_int_equal(me.integer, id);
    }
    assert_int_equal(gestalt_population_count(p), count);
}

static void spawn_some(gestalt_population *p, bool *is_there, uint64_t *random)
{
    uint64_t first = random_below(random, IDS), count = random_below(random, 30);
    bool is_free = true;
    if (first + count > IDS)
        return;
    for (uint64_t id = first; id < first + count; id++)
        is_free = is_free && !is_there[id];
    if (!is_free) {
        REFUSED(gestalt_population_spawn_as(p, 0, first, count, &error), GESTALT_BAD_ARGUMENT,
                "there is an agent");
        return;
    }
    OK(gestalt_population_spawn_as(p, 0, first, count, NULL));
    for (uint64_t id = first; id < first + count; id++)
        is_there[id] = true;
}

static void remove_some(gestalt_population *p, bool *is_there, uint64_t *random)
{
    uint64_t first = random_below(random, IDS);
    for (uint64_t id = first; id < first + 20 && id < IDS; id++) {
        if (!is_there[id] || random_below(random, 3) == 0)
            continue;
        OK(gestalt_population_despawn(p, id, NULL));
        is_there[id] = false;
    }
}

static void test_random_calls(void **state)
{
    (void)state;
    static const uint32_t lanes[] = {1, 3, 64};
    gestalt_shape *shape = compile_or_abort("test.json", document, false);
    for (uint32_t run = 0; run < 60; run++) {
        uint64_t random = run;
        bool is_there[IDS] = {false};
        gestalt_population *p = populate(shape, lanes[run % 3]), *same = populate(shape, 7);
        for (int step = 0; step < 60; step++) {
            if (random_below(&random, 5) < 3)
                spawn_some(p, is_there, &random);
            else
                remove_some(p, is_there, &random);
        }
        check_model(p, is_there);
        // the same agents, added in order
        for (uint64_t id = 0; id < IDS; id++)
            if (is_there[id])
                OK(gestalt_population_spawn_as(same, 0, id, 1, NULL));
        OK(gestalt_population_set_next_id(p, IDS, NULL));
        OK(gestalt_population_set_next_id(same, IDS, NULL));
        expect_equal(p, same);
        OK(gestalt_population_tick(p, 0, NULL));
        OK(gestalt_population_tick(same, 0, NULL));
        expect_equal(p, same);
        gestalt_population_destroy(p);
        gestalt_population_destroy(same);
    }
    gestalt_shape_destroy(shape);
}

// ---- single cases

static void test_next_id(void **state)
{
    (void)state;
    gestalt_shape *shape = compile_or_abort("test.json", document, false);
    gestalt_population *p = populate(shape, 8);
    uint64_t first;
    assert_int_equal(gestalt_population_next_id(p), 0);
    OK(gestalt_population_set_next_id(p, 1000, NULL));
    OK(gestalt_population_spawn(p, 0, 2, &first, NULL));
    assert_int_equal(first, 1000);
    OK(gestalt_population_spawn_as(p, 0, 10, 5, NULL)); // does not change the next id
    assert_int_equal(gestalt_population_next_id(p), 1002);
    OK(gestalt_population_spawn_as(p, 0, UINT64_C(1) << 40, 1, NULL));
    assert_int_equal(gestalt_population_next_id(p), (UINT64_C(1) << 40) + 1);
    REFUSED(gestalt_population_set_next_id(p, UINT64_C(1) << 40, &error), GESTALT_BAD_ARGUMENT,
            "there are agents up to 1099511627776");
    OK(gestalt_population_despawn(p, UINT64_C(1) << 40, NULL));
    OK(gestalt_population_set_next_id(p, 1002, NULL));
    OK(gestalt_population_spawn(p, 0, 1, &first, NULL));
    assert_int_equal(first, 1002);
    // the last agents of a run of consecutive ids
    OK(gestalt_population_spawn(p, 0, 4, NULL, NULL));
    for (uint64_t agent = 1003; agent <= 1006; agent += agent == 1003 ? 2 : 1)
        OK(gestalt_population_despawn(p, agent, NULL));
    REFUSED(gestalt_population_set_next_id(p, 1004, &error), GESTALT_BAD_ARGUMENT,
            "there are agents up to 1004");
    OK(gestalt_population_set_next_id(p, 1005, NULL));
    OK(gestalt_population_spawn(p, 0, 1, &first, NULL));
    assert_int_equal(first, 1005);
    OK(gestalt_population_despawn(p, 1004, NULL));
    OK(gestalt_population_despawn(p, 1005, NULL));
    REFUSED(gestalt_population_set_next_id(p, UINT64_MAX, &error), GESTALT_LIMIT, "2^64 - 2");
    REFUSED(gestalt_population_spawn_as(p, 0, UINT64_MAX - 2, 5, &error), GESTALT_LIMIT,
            "not enough ids");
    OK(gestalt_population_spawn_as(p, 0, 3, 0, NULL));
    assert_int_equal(gestalt_population_count(p), 8);
    gestalt_population_destroy(p);
    gestalt_shape_destroy(shape);
}

// Ids of agents that are gone can be given again, also in other lanes.
static void test_ids_again(void **state)
{
    (void)state;
    gestalt_shape *shape = compile_or_abort("test.json", document, false);
    gestalt_population *p = populate(shape, 8);
    OK(gestalt_population_spawn(p, 0, 20, NULL, NULL));
    OK(gestalt_population_set_next_id(p, 40, NULL));
    OK(gestalt_population_spawn(p, 0, 3, NULL, NULL));
    for (uint64_t id = 40; id < 43; id++)
        OK(gestalt_population_despawn(p, id, NULL));
    OK(gestalt_population_despawn(p, 5, NULL));
    OK(gestalt_population_set_next_id(p, 41, NULL));
    OK(gestalt_population_spawn(p, 0, 2, NULL, NULL));
    for (uint64_t id = 39; id < 45; id++)
        assert_int_equal(gestalt_population_has(p, id), id == 41 || id == 42);
    gestalt_population_destroy(p);
    gestalt_shape_destroy(shape);
}

// New agents take the ids of agents that were spawned in two calls, and lanes of one cohort.
static void test_ids_across(void **state)
{
    (void)state;
    gestalt_shape *shape = compile_or_abort("test.json", document, false);
    gestalt_population *p = populate(shape, 8);
    OK(gestalt_population_spawn_as(p, 0, 108, 8, NULL));
    OK(gestalt_population_spawn_as(p, 0, 100, 8, NULL));
    for (uint64_t id = 106; id < 115; id++)
        OK(gestalt_population_despawn(p, id, NULL));
    OK(gestalt_population_spawn_as(p, 0, 106, 9, NULL));
    for (uint64_t id = 99; id < 118; id++)
        assert_int_equal(gestalt_population_has(p, id), id >= 100 && id < 116);
    gestalt_population_destroy(p);
    gestalt_shape_destroy(shape);
}

static void test_bad_actors(void **state)
{
    (void)state;
    gestalt_shape *shape = compile_or_abort("test.json", document, false);
    gestalt_population *p = populate(shape, 8);
    unsigned char bytes[500];
    size_t size;
    OK(gestalt_population_spawn(p, 0, 20, NULL, NULL));
    uint64_t before = hash_of(p);
    OK(gestalt_actor_take(p, 3, bytes, sizeof bytes, &size, NULL));
    REFUSED(gestalt_population_insert_as(p, 0, bytes, size, 3, &error), GESTALT_BAD_ARGUMENT,
            "there is an agent 3 already");
    OK(gestalt_population_remove(p, 3, NULL));
    bytes[size - 1] ^= 1;
    REFUSED(gestalt_population_insert_as(p, 0, bytes, size, 3, &error), GESTALT_BAD_FILE,
            "damaged");
    assert_false(gestalt_population_has(p, 3));
    assert_int_equal(gestalt_population_next_id(p), 20);
    bytes[size - 1] ^= 1;
    OK(gestalt_population_insert_as(p, 0, bytes, size, 3, NULL));
    assert_true(hash_of(p) == before);
    gestalt_population_destroy(p);
    gestalt_shape_destroy(shape);
}

// ---- memory

static void test_memory(void **state)
{
    (void)state;
    gestalt_shape *shape = compile_or_abort("test.json", document, false);
    for (size_t left = 0; left < 4; left++) {
        short_memory memory = {.left = SIZE_MAX};
        gestalt_population *p;
        gestalt_population_options options = {
            .group = {shape, NULL}, .lanes = 4, .allocator = short_memory_allocator(&memory)};
        OK(gestalt_population_create(&options, &p, NULL));
        OK(gestalt_population_set_next_id(p, 100, NULL));
        OK(gestalt_population_spawn(p, 0, 10, NULL, NULL));
        uint64_t before = hash_of(p);
        memory.left = left;
        gestalt_result result = gestalt_population_spawn_as(p, 0, 5, 70, NULL);
        memory.left = SIZE_MAX;
        assert_true(result == GESTALT_NO_MEMORY || (left > 0 && result == GESTALT_OK));
        if (result == GESTALT_NO_MEMORY) {
            assert_true(hash_of(p) == before);
            OK(gestalt_population_spawn_as(p, 0, 5, 70, NULL));
        }
        assert_int_equal(gestalt_population_count(p), 80);
        gestalt_population_destroy(p);
    }
    gestalt_shape_destroy(shape);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moving),     cmocka_unit_test(test_random_calls),
        cmocka_unit_test(test_next_id),    cmocka_unit_test(test_ids_again),
        cmocka_unit_test(test_ids_across), cmocka_unit_test(test_bad_actors),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
