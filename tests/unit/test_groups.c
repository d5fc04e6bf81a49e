// SPDX-License-Identifier: MIT
// Groups that are added to a running population and removed from it: random histories end in the
// same state as in a population that has had the final groups from the start.
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

#include "misused.h"

#define OK(call) assert_int_equal((call), GESTALT_OK)

#define REFUSED(call, words)                                                                       \
    do {                                                                                           \
        gestalt_error error = {0};                                                                 \
        assert_int_equal((call), GESTALT_BAD_ARGUMENT);                                            \
        if (!strstr(error.message, (words)))                                                       \
            fail_msg("`%s` does not say `%s`", error.message, (words));                            \
    } while (0)

// The first tree draws, sleeps and counts, the second one launches actions and cancels them. The
// third one has shared keys.
static const char *const documents[] = {
    "{\"gestalt\":1,\"blackboard\":{\"n\":\"int\",\"x\":{\"type\":\"float\",\"init\":\"rand()\"}},"
    "\"root\":{\"type\":\"selector\",\"children\":["
    "{\"type\":\"sequence\",\"children\":[\"rand() < 0.3\",{\"type\":\"wait\",\"ticks\":3}]},"
    "{\"type\":\"set\",\"key\":\"n\",\"to\":\"n + 1\"}]}}",
    "{\"gestalt\":1,\"root\":{\"type\":\"sequence\",\"children\":[\"rand() < 0.7\","
    "{\"type\":\"timeout\",\"ticks\":4,\"child\":{\"type\":\"deferred\",\"do\":\"walk\"}},"
    "{\"type\":\"deferred\",\"do\":\"wait\"}]}}",
    "{\"gestalt\":1,\"blackboard\":{\"s\":{\"type\":\"int\",\"shared\":true,\"init\":\"7\"},"
    "\"m\":{\"type\":\"bool\",\"shared\":true,\"init\":\"true\"},\"n\":\"int\"},"
    "\"root\":{\"type\":\"sequence\",\"children\":[\"m\","
    "{\"type\":\"set\",\"key\":\"n\",\"to\":\"n + s\"},{\"type\":\"wait\",\"ticks\":2}]}}",
};

enum { KINDS = 3, GROUPS_MOST = 12, NODES = 8 };

typedef struct fixture {
    gestalt_shape *shapes[KINDS];
    gestalt_host *host;
} fixture;

static fixture begin(void)
{
    fixture f = {{NULL}, NULL};
    for (int i = 0; i < KINDS; i++)
        f.shapes[i] = compile_or_abort("test.json", documents[i], false);
    OK(gestalt_host_create(NULL, &f.host, NULL));
    const gestalt_function functions[] = {{.name = "walk", .kind = GESTALT_DEFERRED},
                                          {.name = "wait", .kind = GESTALT_DEFERRED}};
    for (int i = 0; i < 2; i++)
        OK(gestalt_host_add(f.host, &functions[i], NULL));
    return f;
}

static void end(fixture *f)
{
    for (int i = 0; i < KINDS; i++)
        gestalt_shape_destroy(f->shapes[i]);
    gestalt_host_destroy(f->host);
}

static gestalt_group group_of(const fixture *f, uint32_t kind)
{
    return (gestalt_group){f->shapes[kind], kind == 1 ? f->host : NULL, NULL};
}

// ---- random histories

// A population whose groups change, and one that has the lasting groups from the start.
typedef struct history {
    const fixture *f;
    gestalt_population *p, *whole;
    uint64_t random;
    int64_t now;
    uint32_t kinds[GROUPS_MOST]; // lasting groups
    uint32_t lasting_count, added;
    int32_t lasting[GROUPS_MOST]; // by group of `p`: number of the lasting group, or -1
    uint32_t count;
} history;

static void add_group(history *h, bool lasts)
{
    uint32_t number;
    if (h->count == GROUPS_MOST || (lasts && h->added == h->lasting_count))
        return;
    uint32_t kind = lasts ? h->kinds[h->added] : random_below(&h->random, KINDS);
    gestalt_group group = group_of(h->f, kind);
    OK(gestalt_population_add_group(h->p, &group, &number, NULL));
    assert_int_equal(number, h->count);
    assert_ptr_equal(gestalt_population_shape(h->p, number), group.shape);
    h->lasting[h->count++] = lasts ? (int32_t)h->added++ : -1;
    assert_int_equal(gestalt_population_group_count(h->p), h->count);
}

static void spawn(history *h, uint32_t group)
{
    uint64_t count = 1 + random_below(&h->random, 20), first, same;
    OK(gestalt_population_spawn(h->p, group, count, &first, NULL));
    if (h->lasting[group] < 0) {
        OK(gestalt_population_set_next_id(h->whole, first + count, NULL));
        return;
    }
    OK(gestalt_population_spawn(h->whole, (uint32_t)h->lasting[group], count, &same, NULL));
    assert_int_equal(first, same);
}

// Despawn some agents of a group, or all of them.
static void despawn(history *h, uint32_t group, bool all)
{
    for (uint64_t id = gestalt_population_next(h->p, 0); id != UINT64_MAX;
         id = gestalt_population_next(h->p, id + 1)) {
        uint32_t own;
        assert_true(gestalt_actor_group(h->p, id, &own));
        if (own != group || (!all && random_below(&h->random, 4)))
            continue;
        OK(gestalt_population_despawn(h->p, id, NULL));
        if (h->lasting[group] >= 0)
            OK(gestalt_population_despawn(h->whole, id, NULL));
    }
}

// Compare the requests of lasting groups. Returns those of the population whose groups change.
static const gestalt_request *compare_requests(const history *h, uint64_t *own_count)
{
    const gestalt_request *own, *same;
    uint64_t count, same_count, next = 0;
    OK(gestalt_population_requests(h->p, &own, &count, NULL));
    OK(gestalt_population_requests(h->whole, &same, &same_count, NULL));
    for (uint64_t i = 0; i < count; i++) {
        assert_true(own[i].group < h->count);
        int32_t lasting = h->lasting[own[i].group];
        if (lasting < 0)
            continue;
        assert_true(next < same_count);
        const gestalt_request *other = &same[next++];
        assert_int_equal(own[i].agent, other->agent);
        assert_int_equal(own[i].node, other->node);
        assert_int_equal(lasting, other->group);
        assert_int_equal(own[i].launch, other->launch);
        assert_int_equal(own[i].launch_id, other->launch_id);
        assert_string_equal(own[i].name, other->name);
    }
    assert_int_equal(next, same_count);
    *own_count = count;
    return own;
}

static void remove_group(history *h, uint32_t group)
{
    uint64_t count;
    if (h->lasting[group] >= 0)
        return;
    despawn(h, group, true);
    compare_requests(h, &count);       // they are listed from now on
    if (random_below(&h->random, 2)) { // cancels are known after a tick
        h->now += 10;
        OK(gestalt_population_tick(h->p, h->now, NULL));
        OK(gestalt_population_tick(h->whole, h->now, NULL));
    }
    gestalt_result expected = gestalt_population_check_removal(h->p, group, NULL);
    gestalt_result result = gestalt_population_remove_group(h->p, group, NULL);
    assert_true(result == expected);
    assert_true(result == GESTALT_OK || result == GESTALT_BAD_ARGUMENT);
    if (result != GESTALT_OK)
        return;
    h->count--;
    memmove(h->lasting + group, h->lasting + group + 1, (h->count - group) * sizeof h->lasting[0]);
    assert_int_equal(gestalt_population_group_count(h->p), h->count);
    compare_requests(h, &count);
}

// Edit a group of both populations to the shape that it has already.
static void edit_group(const history *h, uint32_t group)
{
    gestalt_edit edit = {.group = group, .shape = gestalt_population_shape(h->p, group)};
    edit.host = edit.shape == h->f->shapes[1] ? h->f->host : NULL;
    OK(gestalt_population_edit(h->p, &edit, NULL, NULL));
    edit.group = (uint32_t)h->lasting[group];
    if (h->lasting[group] >= 0)
        OK(gestalt_population_edit(h->whole, &edit, NULL, NULL));
}

static void check_requests(history *h)
{
    uint64_t count;
    const gestalt_request *own = compare_requests(h, &count);
    for (uint64_t i = 0; i < count; i++) { // finish some launches
        if (!own[i].launch || random_below(&h->random, 2))
            continue;
        OK(gestalt_population_finish_launch(h->p, own[i].agent, own[i].node, own[i].launch_id,
                                            GESTALT_SUCCESS, NULL));
        if (h->lasting[own[i].group] >= 0)
            OK(gestalt_population_finish_launch(h->whole, own[i].agent, own[i].node,
                                                own[i].launch_id, GESTALT_SUCCESS, NULL));
    }
}

static void tick(history *h)
{
    h->now += 10;
    OK(gestalt_population_tick(h->p, h->now, NULL));
    OK(gestalt_population_tick(h->whole, h->now, NULL));
    if (random_below(&h->random, 3) > 0)
        check_requests(h);
}

static void make_step(history *h)
{
    uint32_t group = random_below(&h->random, h->count);
    switch (random_below(&h->random, 11)) {
    case 0: add_group(h, true); break;
    case 1: add_group(h, false); break;
    case 2:
    case 3: spawn(h, group); break;
    case 4: despawn(h, group, false); break;
    case 5: remove_group(h, group); break;
    case 6: edit_group(h, group); break;
    case 7: OK(gestalt_population_compact(h->p, NULL)); break;
    default: tick(h);
    }
}

static void check_counts(const history *h)
{
    for (uint32_t i = 0; i < h->count; i++)
        for (int in_all = 0; in_all < 2; in_all++) {
            gestalt_node_counts own[NODES] = {{0}}, same[NODES] = {{0}};
            OK(gestalt_population_node_counts(h->p, i, in_all, own, NODES, NULL));
            OK(gestalt_population_node_counts(h->whole, i, in_all, same, NODES, NULL));
            assert_memory_equal(own, same, sizeof own);
        }
}

static void finish(history *h)
{
    while (h->added < h->lasting_count) {
        if (h->count == GROUPS_MOST)
            for (uint32_t i = h->count; i-- > 0;)
                remove_group(h, i);
        tick(h);
        add_group(h, true);
    }
    while (h->count > h->lasting_count) {
        for (uint32_t i = h->count; i-- > 0;)
            remove_group(h, i);
        tick(h);
    }
    tick(h);
    check_counts(h);
    expect_equal(h->p, h->whole);
    byte_buffer saved = save_or_abort(h->whole);
    OK(gestalt_population_load_memory(h->p, saved.bytes, saved.size, NULL));
    free(saved.bytes);
    for (int i = 0; i < 3; i++) {
        tick(h);
        check_requests(h);
    }
    expect_equal(h->p, h->whole);
}

static uint64_t clock_count(void *user)
{
    static uint64_t time;
    (void)user;
    return __atomic_fetch_add(&time, 1, __ATOMIC_RELAXED);
}

static void run_history(const fixture *f, uint32_t run)
{
    static const uint32_t lanes[] = {1, 3, 64};
    gestalt_group groups[GROUPS_MOST];
    history h = {.f = f, .random = run, .added = 1, .count = 1};
    h.lasting_count = 1 + random_below(&h.random, 5);
    for (uint32_t i = 0; i < h.lasting_count; i++) {
        h.kinds[i] = random_below(&h.random, KINDS);
        groups[i] = group_of(f, h.kinds[i]);
    }
    gestalt_population_options options = {.groups = groups,
                                          .group_count = 1,
                                          .lanes = lanes[run % 3],
                                          .threads = 1 + run % 2,
                                          .seed = 3,
                                          .capacity = run % 5 == 0 ? 100 : 0,
                                          .never_sleeps = run % 7 == 0};
    OK(gestalt_population_create(&options, &h.p, NULL));
    options.group_count = h.lasting_count;
    OK(gestalt_population_create(&options, &h.whole, NULL));
    OK(gestalt_population_count_nodes(h.p, true, NULL));
    OK(gestalt_population_count_nodes(h.whole, true, NULL));
    if (run % 4 == 0)
        OK(gestalt_population_time_nodes(h.p, &(gestalt_timing){.clock = clock_count}, NULL));
    for (int i = 0; i < 60; i++)
        make_step(&h);
    finish(&h);
    gestalt_population_destroy(h.p);
    gestalt_population_destroy(h.whole);
}

static void test_histories(void **state)
{
    (void)state;
    fixture f = begin();
    for (uint32_t run = 0; run < 300; run++)
        run_history(&f, run);
    end(&f);
}

// ---- single cases

static gestalt_population *populate(const fixture *f, uint32_t kind, short_memory *memory)
{
    gestalt_population *p;
    gestalt_population_options options = {.group = group_of(f, kind), .lanes = 4, .capacity = 9};
    options.allocator = short_memory_allocator(memory);
    OK(gestalt_population_create(&options, &p, NULL));
    OK(gestalt_population_spawn(p, 0, 10, NULL, NULL));
    return p;
}

static void test_refused(void **state)
{
    (void)state;
    fixture f = begin();
    short_memory memory = {.left = SIZE_MAX};
    gestalt_population *p = populate(&f, 1, &memory);
    gestalt_group group = group_of(&f, 0), no_host = {f.shapes[1], NULL, NULL};
    const gestalt_request *requests;
    uint64_t count;
    OK(gestalt_population_tick(p, 1, NULL));
    uint64_t before = hash_of(p);
    REFUSED(gestalt_population_remove_group(p, 0, &error), "the last group");
    REFUSED(gestalt_population_add_group(p, &no_host, NULL, &error), "does not fit the shape");
    assert_true(hash_of(p) == before);
    assert_int_equal(gestalt_population_group_count(p), 1);
    OK(gestalt_population_add_group(p, &group, NULL, NULL));
    REFUSED(gestalt_population_remove_group(p, 0, &error), "group 0 has agents");
    for (uint64_t id = 0; id < 10; id++)
        OK(gestalt_population_despawn(p, id, NULL));
    REFUSED(gestalt_population_remove_group(p, 0, &error), "tick first");
    OK(gestalt_population_tick(p, 2, NULL));
    OK(gestalt_population_requests(p, &requests, &count, NULL));
    assert_true(count > 0); // cancels of former agents
    OK(gestalt_population_remove_group(p, 0, NULL));
    OK(gestalt_population_requests(p, &requests, &count, NULL));
    assert_int_equal(count, 0);
    MISUSED(gestalt_population_remove_group(p, 1, &error), "no group 1");
    gestalt_population_hold(p);
    MISUSED(gestalt_population_add_group(p, &group, NULL, &error), "groups can't change");
    MISUSED(gestalt_population_remove_group(p, 0, &error), "groups can't change");
    gestalt_population_release(p);
    gestalt_population_destroy(p);
    end(&f);
}

// The shape and the host of a group are free after it was removed.
static void test_ends(void **state)
{
    (void)state;
    fixture f = begin();
    short_memory memory = {.left = SIZE_MAX};
    gestalt_population *p = populate(&f, 0, &memory);
    gestalt_shape *shape = compile_or_abort("test.json", documents[1], false);
    gestalt_host *host;
    OK(gestalt_host_create(NULL, &host, NULL));
    OK(gestalt_host_add(host, &(gestalt_function){.name = "walk", .kind = GESTALT_DEFERRED}, NULL));
    OK(gestalt_host_add(host, &(gestalt_function){.name = "wait", .kind = GESTALT_DEFERRED}, NULL));
    uint64_t first;
    OK(gestalt_population_add_group(p, &(gestalt_group){shape, host, NULL}, NULL, NULL));
    OK(gestalt_population_spawn(p, 1, 5, &first, NULL));
    OK(gestalt_population_tick(p, 1, NULL));
    for (uint64_t id = first; id < first + 5; id++)
        OK(gestalt_population_remove(p, id, NULL));
    OK(gestalt_population_remove_group(p, 1, NULL));
    gestalt_shape_destroy(shape);
    gestalt_host_destroy(host);
    for (uint64_t id = first; id < first + 5; id++)
        assert_false(gestalt_population_has(p, id));
    OK(gestalt_population_spawn(p, 0, 5, NULL, NULL));
    OK(gestalt_population_tick(p, 2, NULL));
    gestalt_population_destroy(p);
    assert_int_equal(memory.held, 0);
    end(&f);
}

// ---- counting one group

// Return the runs of the root, or -1 if the group is not counted.
static int64_t roots_of(const gestalt_population *p, uint32_t group)
{
    gestalt_node_counts counts[64];
    gestalt_error error = {0};
    gestalt_result result = gestalt_population_node_counts(p, group, true, counts, 64, &error);
    if (result == GESTALT_OK)
        return (int64_t)(counts->succeeded + counts->failed + counts->running);
    assert_int_equal(result, GESTALT_BAD_ARGUMENT);
    assert_non_null(strstr(error.message, "call gestalt_population_count_group first"));
    return -1;
}

static void test_counted_groups(void **state)
{
    (void)state;
    fixture f = begin();
    short_memory memory = {.left = SIZE_MAX};
    gestalt_group group = group_of(&f, 0);
    gestalt_population *p = populate(&f, 0, &memory);
    uint64_t own = gestalt_population_count(p);
    OK(gestalt_population_add_group(p, &group, NULL, NULL));
    OK(gestalt_population_spawn(p, 1, 5, NULL, NULL));
    OK(gestalt_population_count_group(p, 1, true, NULL));
    OK(gestalt_population_count_group(p, 1, true, NULL));
    OK(gestalt_population_tick(p, 1, NULL));
    assert_int_equal(roots_of(p, 0), -1);
    assert_int_equal(roots_of(p, 1), 5);
    // edits of groups with and without counts, and a new group, which is not counted
    const gestalt_edit edits[] = {{.group = 0, .shape = group.shape, .host = group.host},
                                  {.group = 1, .shape = group.shape, .host = group.host}};
    OK(gestalt_population_edit(p, &edits[0], NULL, NULL));
    OK(gestalt_population_edit(p, &edits[1], NULL, NULL));
    OK(gestalt_population_add_group(p, &group, NULL, NULL));
    OK(gestalt_population_tick(p, 2, NULL));
    assert_int_equal(roots_of(p, 0), -1);
    assert_int_equal(roots_of(p, 1), 10);
    assert_int_equal(roots_of(p, 2), -1);
    // all groups, without one
    OK(gestalt_population_count_nodes(p, true, NULL));
    OK(gestalt_population_count_group(p, 1, false, NULL));
    OK(gestalt_population_add_group(p, &group, NULL, NULL));
    OK(gestalt_population_tick(p, 3, NULL));
    assert_int_equal(roots_of(p, 0), own);
    assert_int_equal(roots_of(p, 1), -1);
    assert_int_equal(roots_of(p, 3), 0);
    OK(gestalt_population_compact(p, NULL));
    OK(gestalt_population_tick(p, 4, NULL));
    assert_int_equal(roots_of(p, 0), 2 * own);
    // a call that runs out of memory keeps the groups that were counted
    memory.left = 0;
    assert_int_equal(gestalt_population_count_nodes(p, true, NULL), GESTALT_NO_MEMORY);
    assert_int_equal(gestalt_population_count_group(p, 1, true, NULL), GESTALT_NO_MEMORY);
    memory.left = SIZE_MAX;
    assert_int_equal(roots_of(p, 0), 2 * own);
    assert_int_equal(roots_of(p, 1), -1);
    OK(gestalt_population_count_nodes(p, false, NULL));
    assert_int_equal(roots_of(p, 0), -1);
    gestalt_population_destroy(p);
    assert_int_equal(memory.held, 0);
    end(&f);
}

// ---- memory

static void check_memory(const fixture *f, uint32_t kind, size_t left, bool *is_well)
{
    short_memory memory = {.left = SIZE_MAX};
    gestalt_group group = group_of(f, kind);
    gestalt_population *p = populate(f, 2, &memory);
    OK(gestalt_population_count_nodes(p, true, NULL));
    OK(gestalt_population_tick(p, 1, NULL));
    uint64_t before = hash_of(p);
    memory.left = left;
    gestalt_result result = gestalt_population_add_group(p, &group, NULL, NULL);
    memory.left = SIZE_MAX;
    *is_well = result == GESTALT_OK;
    if (!*is_well) {
        assert_int_equal(result, GESTALT_NO_MEMORY);
        assert_true(hash_of(p) == before);
        assert_int_equal(gestalt_population_group_count(p), 1);
        OK(gestalt_population_tick(p, 2, NULL));
        OK(gestalt_population_add_group(p, &group, NULL, NULL));
    }
    // the room of the new group is allocated
    memory.left = 0;
    OK(gestalt_population_spawn(p, 1, 9, NULL, NULL));
    OK(gestalt_population_tick(p, 3, NULL));
    memory.left = SIZE_MAX;
    for (uint64_t id = 10; id < 19; id++)
        OK(gestalt_population_remove(p, id, NULL));
    memory.left = 0;
    OK(gestalt_population_remove_group(p, 1, NULL));
    memory.left = SIZE_MAX;
    OK(gestalt_population_tick(p, 4, NULL));
    gestalt_population_destroy(p);
    assert_int_equal(memory.held, 0);
}

static void test_memory(void **state)
{
    (void)state;
    fixture f = begin();
    for (uint32_t kind = 0; kind < KINDS; kind++) {
        bool is_well = false;
        for (size_t left = 0; !is_well; left++)
            check_memory(&f, kind, left, &is_well);
    }
    end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_histories), cmocka_unit_test(test_refused),
        cmocka_unit_test(test_ends),      cmocka_unit_test(test_counted_groups),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
