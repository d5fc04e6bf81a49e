// SPDX-License-Identifier: MIT
// Lists of agents, which are moved between populations all at once or not at all: against the calls
// for single agents, and against a population in which the agents stay.
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

// Trees draw, wait and count, so agents differ. The second one has a list and a deferred action.
static const char counting_document[] =
    "{\"gestalt\":1,\"blackboard\":{\"health\":{\"type\":\"float\",\"init\":\"rand() * 100\"},"
    "\"n\":\"int\",\"me\":{\"type\":\"int\",\"init\":\"agent\"}},"
    "\"root\":{\"type\":\"selector\",\"children\":["
    "{\"type\":\"sequence\",\"children\":[\"rand() < 0.3\",{\"type\":\"wait\",\"ticks\":3}]},"
    "{\"type\":\"set\",\"key\":\"n\",\"to\":\"n + 1\"}]}}";
static const char waiting_document[] =
    "{\"gestalt\":1,\"blackboard\":{\"l\":{\"type\":{\"list\":\"int\"},\"capacity\":9}},"
    "\"root\":{\"type\":\"sequence\",\"children\":["
    "\"rand() < 0.7\",{\"type\":\"push\",\"key\":\"l\",\"value\":\"agent\"},"
    "{\"type\":\"timeout\",\"ticks\":4,\"child\":{\"type\":\"deferred\",\"do\":\"wait\"}}]}}";

enum { AGENTS = 300, ROOM = 100000 };

typedef struct fixture {
    gestalt_shape *shapes[2];
    gestalt_host *host;
} fixture;

static fixture begin(void)
{
    fixture f = {{compile_or_abort("counting.json", counting_document, false),
                  compile_or_abort("waiting.json", waiting_document, false)},
                 NULL};
    OK(gestalt_host_create(NULL, &f.host, NULL));
    OK(gestalt_host_add(f.host, &(gestalt_function){.name = "wait", .kind = GESTALT_DEFERRED},
                        NULL));
    return f;
}

static void end(fixture *f)
{
    gestalt_host_destroy(f->host);
    gestalt_shape_destroy(f->shapes[0]);
    gestalt_shape_destroy(f->shapes[1]);
}

static gestalt_population *populate(const fixture *f, uint32_t lanes, short_memory *memory)
{
    gestalt_population *p;
    const gestalt_group groups[] = {{f->shapes[0], NULL, NULL}, {f->shapes[1], f->host, NULL}};
    gestalt_population_options options = {
        .groups = groups, .group_count = 2, .lanes = lanes, .seed = 5};
    if (memory)
        options.allocator = short_memory_allocator(memory);
    OK(gestalt_population_create(&options, &p, NULL));
    return p;
}

// Spawn agents, whose groups change in stretches of 7.
static void spawn_mixed(gestalt_population *p, uint32_t count)
{
    for (uint32_t i = 0; i < count; i += 7)
        OK(gestalt_population_spawn(p, i / 7 % 2, count - i < 7 ? count - i : 7, NULL, NULL));
}

static uint32_t group_of(uint64_t agent)
{
    return agent / 7 % 2;
}

static void shuffle(uint64_t *list, uint64_t count, uint64_t *random)
{
    for (uint64_t i = count; i-- > 1;) {
        uint64_t j = random_below(random, (uint32_t)i + 1), other = list[i];
        list[i] = list[j];
        list[j] = other;
    }
}

// A list of agents, and their bytes.
typedef struct agent_list {
    uint64_t ids[AGENTS];
    uint32_t groups[AGENTS];
    size_t offsets[AGENTS + 1];
    unsigned char bytes[ROOM];
    uint64_t count;
} agent_list;

static void list_groups(agent_list *l)
{
    for (uint64_t i = 0; i < l->count; i++)
        l->groups[i] = group_of(l->ids[i]);
}

// Move the agents of a list, in two parts: bytes can be cut between actors.
static void move_list(gestalt_population *from, gestalt_population *to, agent_list *l)
{
    uint64_t half = l->count / 2;
    list_groups(l);
    OK(gestalt_actor_take_many(from, l->ids, l->count, l->bytes, ROOM, l->offsets, NULL));
    assert_int_equal(l->offsets[0], 0);
    OK(gestalt_population_remove_many(from, l->ids, l->count, NULL));
    OK(gestalt_population_insert_many(to, l->groups + half, l->bytes, l->offsets + half,
                                      l->ids + half, l->count - half, NULL));
    OK(gestalt_population_insert_many(to, l->groups, l->bytes, l->offsets, l->ids, half, NULL));
}

static void list_some(agent_list *l, const gestalt_population *from, bool all, uint64_t *random)
{
    l->count = 0;
    for (uint64_t id = 0; id < AGENTS; id++)
        if (gestalt_population_has(from, id) && (all || random_below(random, 2)))
            l->ids[l->count++] = id;
    if (random_below(random, 3) > 0)
        shuffle(l->ids, l->count, random);
}

static void test_moving(void **state)
{
    (void)state;
    static const uint32_t lanes[] = {1, 5, 64};
    static agent_list list;
    fixture f = begin();
    for (size_t i = 0; i < 12; i++) {
        uint64_t random = 20 + i;
        gestalt_population *p = populate(&f, lanes[i % 3], NULL);
        gestalt_population *other = populate(&f, lanes[2 - i % 3], NULL);
        gestalt_population *kept = populate(&f, 16, NULL);
        spawn_mixed(p, AGENTS);
        spawn_mixed(kept, AGENTS);
        for (int64_t tick = 0; tick < 12; tick++) {
            gestalt_population *from = tick % 2 ? other : p, *to = tick % 2 ? p : other;
            OK(gestalt_population_tick(p, tick * 100000, NULL));
            OK(gestalt_population_tick(other, tick * 100000, NULL));
            OK(gestalt_population_tick(kept, tick * 100000, NULL));
            list_some(&list, from, tick % 4 == 0, &random);
            move_list(from, to, &list);
        }
        list_some(&list, other, true, &random);
        move_list(other, p, &list);
        // a moved agent leaves the requests of its last tick with the old population
        OK(gestalt_population_tick(p, 9000000, NULL));
        OK(gestalt_population_tick(kept, 9000000, NULL));
        assert_int_equal(gestalt_population_next_id(p), AGENTS);
        expect_equal(p, kept);
        gestalt_population_destroy(p);
        gestalt_population_destroy(other);
        gestalt_population_destroy(kept);
    }
    end(&f);
}

static void take_list(const gestalt_population *p, agent_list *l, uint64_t first, uint64_t count)
{
    l->count = count;
    for (uint64_t i = 0; i < count; i++)
        l->ids[i] = first + i;
    list_groups(l);
    OK(gestalt_actor_take_many(p, l->ids, count, l->bytes, ROOM, l->offsets, NULL));
}

// A list is the same as its agents one by one, in bytes and in what becomes of them.
static void test_single_actors(void **state)
{
    (void)state;
    static agent_list list;
    fixture f = begin();
    gestalt_population *p = populate(&f, 8, NULL), *a = populate(&f, 8, NULL),
                       *b = populate(&f, 64, NULL);
    spawn_mixed(p, 50);
    for (int64_t tick = 0; tick < 5; tick++)
        OK(gestalt_population_tick(p, tick, NULL));
    take_list(p, &list, 0, 50);
    OK(gestalt_population_insert_many(a, list.groups, list.bytes, list.offsets, NULL, 50, NULL));
    for (uint64_t id = 0; id < 50; id++) {
        unsigned char bytes[1000];
        size_t size, own = list.offsets[id + 1] - list.offsets[id];
        OK(gestalt_actor_take(p, id, bytes, sizeof bytes, &size, NULL));
        assert_int_equal(size - 40, own - 8);
        assert_memory_equal(bytes + 40, list.bytes + list.offsets[id] + 8, own - 8);
        assert_true(own <= gestalt_actor_size_max(p, group_of(id)));
        OK(gestalt_population_insert(b, group_of(id), bytes, size, NULL, NULL));
    }
    expect_equal(a, b);
    OK(gestalt_population_remove_many(a, list.ids, 20, NULL));
    for (uint64_t id = 0; id < 20; id++)
        OK(gestalt_population_remove(b, id, NULL));
    expect_equal(a, b);
    gestalt_population_destroy(p);
    gestalt_population_destroy(a);
    gestalt_population_destroy(b);
    end(&f);
}

// ---- lists that are refused

static gestalt_result insert(gestalt_population *p, const agent_list *l, bool with_ids,
                             gestalt_error *error)
{
    return gestalt_population_insert_many(p, l->groups, l->bytes, l->offsets,
                                          with_ids ? l->ids : NULL, l->count, error);
}

static void check_bad_lists(const fixture *f, uint32_t lanes, bool with_ids)
{
    static agent_list list, same;
    gestalt_population *from = populate(f, 8, NULL), *p = populate(f, lanes, NULL);
    spawn_mixed(from, 100);
    OK(gestalt_population_set_next_id(p, with_ids ? 200 : 0, NULL));
    OK(gestalt_population_spawn(p, 0, 10, NULL, NULL));
    uint64_t next = gestalt_population_next_id(p), before = hash_of(p);
    take_list(from, &list, 3, 60);
    same = list;
    list.bytes[list.offsets[50] + 8] = 9; // the root's status
    REFUSED(insert(p, &list, with_ids, &error), GESTALT_BAD_FILE,
            "actor 50 of the list: the root's last status does not exist");
    list = same;
    list.groups[40] ^= 1;
    REFUSED(insert(p, &list, with_ids, &error), GESTALT_BAD_FILE,
            "actor 40 of the list has another shape than group");
    list = same;
    list.offsets[31] = list.offsets[30] + 7;
    REFUSED(insert(p, &list, with_ids, &error), GESTALT_BAD_FILE,
            "actor 30 of the list ends too early");
    list = same;
    list.offsets[60] = list.offsets[59] + 15;
    REFUSED(insert(p, &list, with_ids, &error), GESTALT_BAD_FILE,
            "actor 59 of the list: it ends too early");
    list.offsets[60] = same.offsets[60] + 1;
    REFUSED(insert(p, &list, with_ids, &error), GESTALT_BAD_FILE, "bytes after its end");
    assert_true(hash_of(p) == before);
    assert_int_equal(gestalt_population_next_id(p), next);
    assert_int_equal(gestalt_population_count(p), 10);
    // the same as a population in which nothing was tried
    OK(insert(p, &same, with_ids, NULL));
    gestalt_population *untried = populate(f, 64, NULL);
    OK(gestalt_population_set_next_id(untried, with_ids ? 200 : 0, NULL));
    OK(gestalt_population_spawn(untried, 0, 10, NULL, NULL));
    OK(insert(untried, &same, with_ids, NULL));
    expect_equal(p, untried);
    gestalt_population_destroy(untried);
    gestalt_population_destroy(from);
    gestalt_population_destroy(p);
}

static void test_bad_lists(void **state)
{
    (void)state;
    fixture f = begin();
    for (uint32_t lanes = 1; lanes <= 64; lanes *= 4)
        for (int with_ids = 0; with_ids < 2; with_ids++)
            check_bad_lists(&f, lanes, with_ids);
    end(&f);
}

// Bytes that were changed on the way are refused, or are those of another possible agent.
static void test_damaged(void **state)
{
    (void)state;
    static agent_list list, same;
    fixture f = begin();
    uint64_t random = 1, refused = 0;
    gestalt_population *from = populate(&f, 8, NULL), *p = populate(&f, 8, NULL);
    spawn_mixed(from, 60);
    for (int64_t tick = 0; tick < 9; tick++)
        OK(gestalt_population_tick(from, tick, NULL));
    take_list(from, &same, 0, 60);
    uint64_t before = hash_of(p);
    for (int i = 0; i < 3000; i++) {
        list = same;
        for (uint32_t k = random_below(&random, 3) + 1; k > 0; k--)
            list.bytes[random_below(&random, (uint32_t)same.offsets[60])] ^=
                (unsigned char)(1 << random_below(&random, 8));
        gestalt_result result = insert(p, &list, true, NULL);
        assert_true(result == GESTALT_OK || result == GESTALT_BAD_FILE);
        refused += result != GESTALT_OK;
        if (result == GESTALT_OK) {
            OK(gestalt_population_tick(p, 100, NULL));
            OK(gestalt_population_remove_many(p, list.ids, 60, NULL));
        } else {
            assert_true(hash_of(p) == before);
        }
        OK(gestalt_population_set_next_id(p, 0, NULL));
        before = hash_of(p);
    }
    assert_true(refused > 500 && refused < 2500);
    gestalt_population_destroy(from);
    gestalt_population_destroy(p);
    end(&f);
}

static void test_bad_ids(void **state)
{
    (void)state;
    static agent_list list;
    fixture f = begin();
    gestalt_population *p = populate(&f, 8, NULL);
    spawn_mixed(p, 100);
    uint64_t before = hash_of(p), some[] = {4, 9, 4}, none[] = {4, 100};
    take_list(p, &list, 0, 100);
    REFUSED(insert(p, &list, true, &error), GESTALT_BAD_ARGUMENT, "there is an agent 0 already");
    for (uint64_t i = 0; i < 100; i++)
        list.ids[i] = 1000 - i;
    list.ids[70] = 990;
    REFUSED(insert(p, &list, true, &error), GESTALT_BAD_ARGUMENT, "agent 990 is in the list twice");
    list.ids[70] = UINT64_MAX;
    REFUSED(insert(p, &list, true, &error), GESTALT_LIMIT, "not enough ids");
    REFUSED(gestalt_population_remove_many(p, some, 3, &error), GESTALT_BAD_ARGUMENT,
            "agent 4 is in the list twice");
    REFUSED(gestalt_population_remove_many(p, none, 2, &error), GESTALT_BAD_ARGUMENT,
            "there is no agent 100");
    REFUSED(gestalt_actor_take_many(p, none, 2, list.bytes, ROOM, list.offsets, &error),
            GESTALT_BAD_ARGUMENT, "there is no agent 100");
    size_t one = gestalt_actor_size_max(p, 1) - 32;
    REFUSED(gestalt_actor_take_many(p, some, 2, list.bytes, one, list.offsets, &error),
            GESTALT_LIMIT, "actor 1 of the list may need");
    assert_true(hash_of(p) == before);
    OK(gestalt_population_insert_many(p, NULL, NULL, NULL, NULL, 0, NULL));
    OK(gestalt_population_remove_many(p, NULL, 0, NULL));
    OK(gestalt_actor_take_many(p, NULL, 0, NULL, 0, list.offsets, NULL));
    assert_int_equal(list.offsets[0], 0);
    gestalt_population_destroy(p);
    end(&f);
}

// An agent that has come from another shape can be in states that only edited groups accept.
static void test_edited(void **state)
{
    (void)state;
    static agent_list list;
    fixture f = begin();
    gestalt_shape *more = compile_or_abort(
        "counting.json",
        "{\"gestalt\":1,\"blackboard\":{\"n\":\"int\"},"
        "\"root\":{\"type\":\"sequence\",\"children\":["
        "{\"type\":\"set\",\"key\":\"n\",\"to\":\"n + 2\"},{\"type\":\"success\"}]}}",
        false);
    gestalt_population *p = populate(&f, 8, NULL), *other = populate(&f, 8, NULL);
    OK(gestalt_population_spawn(p, 0, 20, NULL, NULL));
    OK(gestalt_population_edit(p, &(gestalt_edit){.shape = more}, NULL, NULL));
    OK(gestalt_population_edit(p, &(gestalt_edit){.shape = f.shapes[0]}, NULL, NULL));
    take_list(p, &list, 0, 20);
    memset(list.groups, 0, sizeof list.groups);
    OK(insert(other, &list, false, NULL));
    expect_equal(p, other);
    gestalt_population_destroy(p);
    gestalt_population_destroy(other);
    gestalt_shape_destroy(more);
    end(&f);
}

// ---- memory

static void test_memory(void **state)
{
    (void)state;
    static agent_list list;
    fixture f = begin();
    bool is_well = false;
    gestalt_population *from = populate(&f, 8, NULL);
    spawn_mixed(from, 200);
    OK(gestalt_population_tick(from, 0, NULL));
    take_list(from, &list, 0, 200);
    for (uint64_t i = 0; i < 200; i++)
        list.ids[i] = 77 * (i + 3) % 997; // in no order
    for (size_t left = 0; !is_well; left++) {
        short_memory memory = {.left = SIZE_MAX};
        gestalt_population *p = populate(&f, 4, &memory);
        OK(gestalt_population_set_next_id(p, 2000, NULL));
        spawn_mixed(p, 30);
        uint64_t before = hash_of(p);
        memory.left = left;
        gestalt_result result = insert(p, &list, true, NULL);
        memory.left = SIZE_MAX;
        is_well = result == GESTALT_OK;
        if (!is_well) {
            assert_int_equal(result, GESTALT_NO_MEMORY);
            assert_true(hash_of(p) == before);
            OK(insert(p, &list, true, NULL));
        }
        assert_int_equal(gestalt_population_count(p), 230);
        memory.left = 0;
        result = gestalt_population_remove_many(p, list.ids, 200, NULL);
        memory.left = SIZE_MAX;
        assert_int_equal(result, GESTALT_NO_MEMORY);
        OK(gestalt_population_remove_many(p, list.ids, 200, NULL));
        assert_true(hash_of(p) == before);
        gestalt_population_destroy(p);
        assert_int_equal(memory.held, 0);
    }
    gestalt_population_destroy(from);
    end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moving),    cmocka_unit_test(test_single_actors),
        cmocka_unit_test(test_bad_lists), cmocka_unit_test(test_bad_ids),
        cmocka_unit_test(test_damaged),   cmocka_unit_test(test_edited),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
