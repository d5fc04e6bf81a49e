// SPDX-License-Identifier: MIT
// Calls for many agents: they must have the effects of calls for single agents, and change nothing
// if one of the elements is wrong. Random sequences run on two populations, one of which is changed
// by single calls, while the other one is also made compact and has several threads.
#include "snapshot_bytes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "amount.h"
#include "misused.h"
#include "same_population.h"
#include "short_memory.h"

#define OK(call) assert_int_equal((call), GESTALT_OK)

enum { MOST_LISTED = 600, GO = 2, REST = 9 };

static const char document[] =
    "{'gestalt':1,'blackboard':{'k':{'type':'int','init':'agent'},'on':'bool','home':{'type':"
    "'vec2','init':[1,2]},'route':{'type':{'list':'int'},'capacity':5},'marks':{'type':{'list':"
    "'bool'},'capacity':3},'all':{'type':'int','shared':true}},"
    "'actions':{'go':{'kind':'deferred','args':{'far':'float','to':'vec2','hits':'key int'}},"
    "'hold':{'kind':'immediate'}},"
    "'root':{'type':'concurrent','children':["
    "{'type':'timeout','ticks':5,'child':{'type':'deferred','do':'go','resource':'legs',"
    "'args':{'far':'k + 0.5','to':'home','hits':'k'}}},"
    "{'type':'repeat','count':9,'pause':2,'child':{'type':'sequence','order':'random','children':["
    "{'type':'wait','ticks':1},{'type':'set','key':'k','to':'k + int(rand() * 9)'},"
    "{'type':'push','key':'route','value':'k'}]}},"
    "{'type':'retry','child':{'type':'deferred','do':'rest'}},"
    "{'type':'force_success','child':{'type':'cooldown','ticks':4,'child':{'type':'once','child':'"
    "k % 3 > 0'}}},"
    "{'type':'parallel','success':2,'children':[{'type':'action','do':'hold'},"
    "{'type':'wait','ticks':'k % 7'},{'type':'persistent','key':'p'}]},"
    "{'type':'sequence','children':[{'type':'set','key':'on','to':'!on'},"
    "{'type':'push','key':'marks','value':'on'},{'type':'set','key':'home','to':'home * 1.5'}]}]}}";

static gestalt_shape *compile(const char *text)
{
    char copy[4096];
    size_t size = 0;
    for (; text[size]; size++)
        copy[size] = text[size] == '\'' ? '"' : text[size];
    copy[size] = '\0';
    return compile_or_abort("test.json", copy, false);
}

typedef struct fixture {
    gestalt_shape *shape;
    gestalt_host *host;
    uint64_t cancelled; // sum over calls of `hold` to cancel it
} fixture;

// Runs until it is cancelled, which agents with certain ids do not allow.
static gestalt_status hold(gestalt_single_call *call)
{
    fixture *f = call->user;
    if (call->phase == GESTALT_CANCEL) {
        __atomic_fetch_add(&f->cancelled, call->agent + 1, __ATOMIC_RELAXED);
        if (call->agent % 64 == 13)
            call->error = "not now";
    }
    return GESTALT_RUNNING;
}

static void start(fixture *f)
{
    *f = (fixture){.shape = compile(document)};
    const gestalt_parameter go_arguments[] = {
        {.name = "far", .type = GESTALT_FLOAT},
        {.name = "to", .type = GESTALT_VEC2},
        {.name = "hits", .type = GESTALT_INT, .by_key = true},
    };
    const gestalt_function functions[] = {
        {.name = "go", .kind = GESTALT_DEFERRED, .arguments = go_arguments, .argument_count = 3},
        {.name = "rest", .kind = GESTALT_DEFERRED},
        {.name = "hold", .kind = GESTALT_IMMEDIATE, .single = hold, .user = f},
    };
    OK(gestalt_host_create(NULL, &f->host, NULL));
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        OK(gestalt_host_add(f->host, &functions[i], NULL));
}

static void stop(fixture *f)
{
    gestalt_host_destroy(f->host);
    gestalt_shape_destroy(f->shape);
}

static gestalt_population *make(const fixture *f, gestalt_population_options options)
{
    gestalt_population *p;
    const gestalt_group groups[] = {{f->shape, f->host, NULL}, {f->shape, f->host, NULL}};
    options.groups = groups;
    options.group_count = 2;
    OK(gestalt_population_create(&options, &p, NULL));
    return p;
}

// ---- random sequences

static uint32_t draw(uint64_t *state, uint32_t end)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((*state >> 33) % end);
}

typedef struct pair {
    gestalt_population *one, *many;
    uint64_t random;
    uint64_t ids[MOST_LISTED];
    gestalt_launch_report reports[MOST_LISTED];
} pair;

// List some agents, in an order that often ascends.
static uint64_t list_agents(pair *t)
{
    uint64_t count = 0, every = 1 + draw(&t->random, 6);
    for (uint64_t id = gestalt_population_next(t->one, 0); id != UINT64_MAX;
         id = gestalt_population_next(t->one, id + 1))
        if (count < MOST_LISTED && draw(&t->random, (uint32_t)every + 1) == 0)
            t->ids[count++] = id;
    for (uint64_t i = count; every > 3 && i > 1; i--) {
        uint64_t k = draw(&t->random, (uint32_t)i), id = t->ids[k];
        t->ids[k] = t->ids[i - 1];
        t->ids[i - 1] = id;
    }
    return count;
}

static void despawn(pair *t)
{
    uint64_t count = list_agents(t);
    for (uint64_t i = 0; i < count; i++)
        OK(gestalt_population_despawn(t->one, t->ids[i], NULL));
    OK(gestalt_population_despawn_many(t->many, t->ids, count, NULL));
}

// Report statuses of launches, some of which are over, and some twice.
static uint64_t list_reports(pair *t)
{
    uint64_t count = list_agents(t), tick = gestalt_population_ticks(t->one);
    for (uint64_t i = 0; i < count; i++) {
        uint32_t ago = 1 + draw(&t->random, 5);
        t->reports[i] =
            (gestalt_launch_report){.agent = t->ids[i],
                                    .node = draw(&t->random, 2) ? GO : REST,
                                    .launch_id = (uint32_t)(tick > ago ? tick - ago : 0)};
        if (i > 0 && draw(&t->random, 6) == 0)
            t->reports[i] = t->reports[i - 1];
        t->reports[i].status = (gestalt_status)draw(&t->random, 3);
    }
    if (count > 0 && draw(&t->random, 3) == 0) // a gone agent
        t->reports[0].agent = 0;
    return count;
}

static void finish_launches(pair *t)
{
    bool alive[MOST_LISTED];
    uint64_t count = gestalt_population_ticks(t->one) > 0 ? list_reports(t) : 0;
    OK(gestalt_population_finish_launches(t->many, t->reports, count,
                                          draw(&t->random, 4) ? alive : NULL, NULL));
    OK(gestalt_population_finish_launches(t->many, t->reports, count, alive, NULL)); // no change
    for (uint64_t i = 0; i < count; i++) {
        const gestalt_launch_report *r = &t->reports[i];
        gestalt_result result = gestalt_population_finish_launch(t->one, r->agent, r->node,
                                                                 r->launch_id, r->status, NULL);
        assert_int_equal(result, alive[i] ? GESTALT_OK : GESTALT_STALE);
    }
}

static void finish_many(pair *t)
{
    uint64_t count = 0;
    gestalt_launch_cursor from = {0};
    gestalt_launch launches[MOST_LISTED];
    size_t found;
    OK(gestalt_population_launches(t->one, &from, launches, MOST_LISTED, &found, NULL));
    for (size_t i = 0; i < found; i++)
        if (draw(&t->random, 3) == 0)
            t->reports[count++] =
                (gestalt_launch_report){.agent = launches[i].agent,
                                        .node = launches[i].node,
                                        .launch_id = 99,
                                        .status = (gestalt_status)draw(&t->random, 3)};
    OK(gestalt_population_finish_many(t->many, t->reports, count, NULL));
    for (uint64_t i = 0; i < count; i++)
        OK(gestalt_population_finish(t->one, t->reports[i].agent, t->reports[i].node,
                                     t->reports[i].status, NULL));
}

static void expect_same_requests(pair *t)
{
    const gestalt_request *a, *b;
    uint64_t count, other;
    OK(gestalt_population_requests(t->one, &a, &count, NULL));
    OK(gestalt_population_requests(t->many, &b, &other, NULL));
    assert_int_equal(count, other);
    for (uint64_t i = 0; i < count; i++)
        assert_true(a[i].agent == b[i].agent && a[i].node == b[i].node &&
                    a[i].launch == b[i].launch && a[i].launch_id == b[i].launch_id &&
                    a[i].group == b[i].group);
}

// The agents have the same lanes, unless only one of the populations was made compact.
static void expect_same_blocks(const pair *t)
{
    for (uint32_t group = 0; group < 2; group++) {
        uint64_t count = gestalt_population_block_count(t->one, group);
        assert_int_equal(gestalt_population_block_count(t->many, group), count);
        for (uint64_t i = 0; i < count; i++) {
            gestalt_block a, b;
            uint64_t ids[2][64];
            assert_true(gestalt_population_block(t->one, group, i, &a) &&
                        gestalt_population_block(t->many, group, i, &b));
            assert_true(a.lanes == b.lanes);
            OK(gestalt_population_block_agents(t->one, group, i, 1, NULL, ids[0], NULL));
            OK(gestalt_population_block_agents(t->many, group, i, 1, NULL, ids[1], NULL));
            assert_memory_equal(ids[0], ids[1], a.lane_count * sizeof **ids);
        }
    }
}

static void tick(pair *t)
{
    int64_t now = gestalt_population_now(t->one) + 1;
    gestalt_error a = {0}, b = {0};
    gestalt_result result = gestalt_population_tick(t->one, now, &a);
    assert_int_equal(gestalt_population_tick(t->many, now, &b), result);
    assert_string_equal(a.message, b.message);
    assert_true(gestalt_population_failed_agent(t->one) ==
                gestalt_population_failed_agent(t->many));
}

static void run(const fixture *f, uint32_t lanes, gestalt_states states, bool compacts)
{
    pair t = {.random = 7 * lanes + states + compacts};
    const gestalt_population_options options = {.lanes = lanes, .states = states, .seed = 5};
    gestalt_population_options other = options;
    other.threads = 3;
    other.grain = 1;
    t.one = make(f, options);
    t.many = make(f, other);
    for (uint32_t step = 0; step < amount_of(300, 6); step++) {
        uint32_t what = draw(&t.random, 10), group = draw(&t.random, 2),
                 count = draw(&t.random, 5) ? draw(&t.random, 9) : draw(&t.random, 150);
        if (what < 2) {
            OK(gestalt_population_spawn(t.one, group, count, NULL, NULL));
            OK(gestalt_population_spawn(t.many, group, count, NULL, NULL));
        } else if (what < 4) {
            despawn(&t);
        } else if (what < 6) {
            finish_launches(&t);
        } else if (what < 7) {
            finish_many(&t);
        } else if (what < 8 && compacts) {
            OK(gestalt_population_compact(t.many, NULL));
        } else {
            tick(&t);
        }
        expect_same_requests(&t);
        assert_true(hash_of(t.one) == hash_of(t.many));
        if (!compacts)
            expect_same_blocks(&t);
    }
    expect_equal(t.one, t.many);
    gestalt_population_destroy(t.one);
    gestalt_population_destroy(t.many);
}

static void test_random(void **state)
{
    (void)state;
    static const uint32_t lanes[] = {1, 5, 64};
    fixture f;
    start(&f);
    for (int i = 0; i < 12; i++)
        run(&f, lanes[i % 3], i / 3 % 2 ? GESTALT_STATES_MASKS : GESTALT_STATES_SPARSE, i / 6);
    stop(&f);
}

// ---- errors

#define WRONG(call, words, index)                                                                  \
    do {                                                                                           \
        gestalt_error error = {0};                                                                 \
        assert_int_equal((call), GESTALT_BAD_ARGUMENT);                                            \
        assert_int_equal(error.result, GESTALT_BAD_ARGUMENT);                                      \
        assert_string_equal(error.message, words);                                                 \
        assert_int_equal(error.offset, index);                                                     \
        assert_true(hash_of(p) == before);                                                         \
    } while (0)

static void test_wrong_agents(void **state)
{
    (void)state;
    fixture f;
    start(&f);
    gestalt_population *p = make(&f, (gestalt_population_options){.lanes = 4});
    OK(gestalt_population_spawn(p, 0, 20, NULL, NULL));
    OK(gestalt_population_spawn(p, 1, 20, NULL, NULL));
    OK(gestalt_population_tick(p, 0, NULL));
    OK(gestalt_population_despawn_many(p, (uint64_t[]){9, 30}, 2, NULL));
    uint64_t before = hash_of(p);
    WRONG(gestalt_population_despawn_many(p, (uint64_t[]){3, 2, 40}, 3, &error),
          "agents[2]: there is no agent 40", 2);
    WRONG(gestalt_population_despawn_many(p, (uint64_t[]){3, 9}, 2, &error),
          "agents[1]: there is no agent 9", 1);
    WRONG(gestalt_population_despawn_many(p, (uint64_t[]){25, 3, 25, 3}, 4, &error),
          "agents[2]: agent 25 is in the list twice", 2);
    assert_int_equal(gestalt_population_despawn_many(p, (uint64_t[]){99}, 1, NULL),
                     GESTALT_BAD_ARGUMENT);
    OK(gestalt_population_despawn_many(p, NULL, 0, NULL));
    assert_true(hash_of(p) == before);
    MISUSED(gestalt_population_despawn_many(p, NULL, 1, &error), "`agents` is NULL");
    gestalt_population_destroy(p);
    stop(&f);
}

static void test_wrong_reports(void **state)
{
    (void)state;
    fixture f;
    start(&f);
    gestalt_population *p = make(&f, (gestalt_population_options){.lanes = 4});
    OK(gestalt_population_spawn(p, 0, 20, NULL, NULL));
    OK(gestalt_population_tick(p, 0, NULL));
    OK(gestalt_population_despawn(p, 9, NULL));
    uint64_t before = hash_of(p);
    gestalt_launch_report reports[] = {
        {3, GO, 0, GESTALT_SUCCESS}, {9, GO, 0, GESTALT_FAILURE}, {20, GO, 0, GESTALT_SUCCESS}};
    bool alive[] = {false, true, true};
    WRONG(gestalt_population_finish_launches(p, reports, 3, alive, &error),
          "reports[2]: there is no agent 20", 2);
    reports[2] = (gestalt_launch_report){4, 0, 0, GESTALT_SUCCESS};
    WRONG(gestalt_population_finish_launches(p, reports, 3, alive, &error),
          "reports[2]: node 0 of agent 4 is not a deferred action", 2);
    reports[2] = (gestalt_launch_report){4, GO, 1, GESTALT_SUCCESS};
    WRONG(gestalt_population_finish_launches(p, reports, 3, alive, &error),
          "reports[2]: agent 4 never had a launch 1 of node 2: there was no such tick", 2);
    WRONG(gestalt_population_finish_many(p, reports, 3, &error), "reports[1]: there is no agent 9",
          1);
    reports[1] = (gestalt_launch_report){8, 0, 0, GESTALT_SUCCESS};
    WRONG(gestalt_population_finish_many(p, reports, 3, &error),
          "reports[1]: node 0 is not a live deferred action of agent 8", 1);
    assert_true(!alive[0] && alive[1] && alive[2]); // untouched
    reports[1].status = (gestalt_status)3;
    MISUSED(gestalt_population_finish_launches(p, reports, 3, alive, &error),
            "3 is not a status: set `status` of report 1");
    MISUSED(gestalt_population_finish_many(p, reports, 3, &error), "set `status` of report 1");
    MISUSED(gestalt_population_finish_many(p, NULL, 1, &error), "`reports` is NULL");
    assert_true(hash_of(p) == before);
    OK(gestalt_population_finish_launches(p, NULL, 0, NULL, NULL));
    OK(gestalt_population_finish_launches(p, reports, 1, alive, NULL));
    assert_true(alive[0] && hash_of(p) != before);
    gestalt_population_destroy(p);
    stop(&f);
}

// ---- errors of the host, and memory

// The host is called for the same agents, and the error of the lowest one is returned.
static void test_host_is_called(void **state)
{
    (void)state;
    fixture f;
    start(&f);
    uint64_t cancelled[2];
    for (int many = 0; many < 2; many++) {
        gestalt_population *p = make(&f, (gestalt_population_options){.lanes = 16});
        uint64_t ids[200], count = 0;
        gestalt_error error = {0};
        OK(gestalt_population_spawn(p, 0, 300, NULL, NULL));
        OK(gestalt_population_tick(p, 0, NULL));
        for (uint64_t id = 299; id > 1; id -= 2)
            ids[count++] = id;
        f.cancelled = 0;
        for (uint64_t i = 0; !many && i < count; i++)
            OK(gestalt_population_despawn(p, ids[i], NULL));
        if (many)
            OK(gestalt_population_despawn_many(p, ids, count, NULL));
        cancelled[many] = f.cancelled;
        assert_int_equal(gestalt_population_tick(p, 1, &error), GESTALT_REJECTED);
        assert_int_equal(gestalt_population_failed_agent(p), 13);
        gestalt_population_destroy(p);
    }
    assert_true(cancelled[0] > 0 && cancelled[0] == cancelled[1]);
    stop(&f);
}

static void test_memory(void **state)
{
    (void)state;
    fixture f;
    start(&f);
    short_memory memory = {.left = 10000};
    gestalt_population *p =
        make(&f, (gestalt_population_options){.allocator = short_memory_allocator(&memory)});
    OK(gestalt_population_spawn(p, 0, 1000, NULL, NULL));
    OK(gestalt_population_tick(p, 0, NULL));
    uint64_t ids[500], before = hash_of(p);
    for (uint64_t i = 0; i < 500; i++)
        ids[i] = 2 * i + 1;
    size_t left = 0;
    for (;; left++) {
        memory.left = left;
        gestalt_result result = gestalt_population_despawn_many(p, ids, 500, NULL);
        memory.left = 10000;
        if (result == GESTALT_OK)
            break;
        assert_int_equal(result, GESTALT_NO_MEMORY);
        assert_true(hash_of(p) == before);
    }
    assert_int_equal(left, 3); // lanes, the list of requests, and requests to cancel
    assert_int_equal(gestalt_population_count(p), 500);
    assert_int_equal(memory.held, gestalt_population_bytes(p, NULL));
    gestalt_launch_report reports[500];
    for (uint64_t i = 0; i < 500; i++)
        reports[i] = (gestalt_launch_report){2 * i, GO, 0, GESTALT_SUCCESS};
    memory.left = 0;
    OK(gestalt_population_finish_launches(p, reports, 500, NULL, NULL));
    OK(gestalt_population_finish_many(p, reports, 500, NULL));
    memory.left = 10000;
    gestalt_population_destroy(p);
    assert_int_equal(memory.held, 0);
    stop(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),        cmocka_unit_test(test_wrong_agents),
        cmocka_unit_test(test_wrong_reports), cmocka_unit_test(test_host_is_called),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
