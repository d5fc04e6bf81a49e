// SPDX-License-Identifier: MIT
// Agents that sleep, and everything that wakes them: each call that changes something, each kind of
// clock, and conditions that are re-evaluated. In the differential test, random documents sleep.
#include "wheel.h"

#include "memory.h"

#include <gestalt/gestalt.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define OK(call) assert_int_equal((call), GESTALT_OK)

// ---- two populations side by side: one sleeps, the other never does

typedef struct fixture {
    gestalt_shape *shape;
    gestalt_host *host;
    gestalt_population *both[2]; // agents of the first one sleep
    int64_t now;
} fixture;

static gestalt_shape *compile(const char *document)
{
    gestalt_shape *shape = NULL;
    gestalt_diagnostics *diagnostics = NULL;
    char text[2048];
    size_t size = 0;
    for (; document[size]; size++)
        text[size] = document[size] == '\'' ? '"' : document[size];
    gestalt_compile_text("test.json", text, size, NULL, &shape, &diagnostics, NULL);
    gestalt_diagnostics_destroy(diagnostics);
    assert_non_null(shape);
    return shape;
}

static const gestalt_function work = {.name = "work", .kind = GESTALT_DEFERRED};

static fixture start(const char *document, gestalt_population_options options)
{
    fixture f = {.shape = compile(document)};
    OK(gestalt_host_create(NULL, &f.host, NULL));
    OK(gestalt_host_add(f.host, &work, NULL));
    options.group = (gestalt_group){f.shape, f.host};
    for (int i = 0; i < 2; i++) {
        options.never_sleeps = i == 1;
        OK(gestalt_population_create(&options, &f.both[i], NULL));
    }
    return f;
}

static void stop(fixture *f)
{
    for (int i = 0; i < 2; i++)
        gestalt_population_destroy(f->both[i]);
    gestalt_host_destroy(f->host);
    gestalt_shape_destroy(f->shape);
}

#define EACH(f, p)                                                                                 \
    for (gestalt_population **each = (f)->both, *p; each < (f)->both + 2 && (p = *each); each++)

static void compare(fixture *f)
{
    uint64_t hashes[2], counts[2];
    const gestalt_request *requests[2];
    for (int i = 0; i < 2; i++) {
        OK(gestalt_population_hash(f->both[i], &hashes[i], NULL));
        OK(gestalt_population_requests(f->both[i], &requests[i], &counts[i], NULL));
    }
    assert_true(hashes[0] == hashes[1]);
    assert_int_equal(counts[0], counts[1]);
    for (uint64_t i = 0; i < counts[0]; i++) {
        assert_int_equal(requests[0][i].agent, requests[1][i].agent);
        assert_int_equal(requests[0][i].node, requests[1][i].node);
        assert_int_equal(requests[0][i].launch, requests[1][i].launch);
    }
}

// Run ticks of one second.
static void tick(fixture *f, int count)
{
    for (; count > 0; count--) {
        EACH(f, p)
        OK(gestalt_population_tick(p, f->now, NULL));
        f->now += 1000000;
        compare(f);
    }
}

static void spawn(fixture *f, uint64_t count)
{
    EACH(f, p)
    OK(gestalt_population_spawn(p, 0, count, NULL, NULL));
}

static uint64_t sleepers(const fixture *f)
{
    assert_int_equal(gestalt_population_sleeping_count(f->both[1]), 0);
    return gestalt_population_sleeping_count(f->both[0]);
}

// Spawn agents, and tick until all that can sleep are asleep.
static fixture settled(const char *document, gestalt_population_options options, uint64_t count)
{
    fixture f = start(document, options);
    spawn(&f, count);
    tick(&f, 4);
    return f;
}

static const gestalt_population_options four_lanes = {.lanes = 4},
                                        told = {.lanes = 4, .announces_writes = true};

// ---- clocks

// Agents that a tick visits have not slept in it: agents that are due, and those that it puts to
// sleep.
static void test_slept(void **state)
{
    (void)state;
    fixture f = start("{'gestalt':1,'root':{'type':'sequence','children':["
                      "{'type':'wait','ticks':9},{'type':'wait','ticks':50}]}}",
                      four_lanes);
    gestalt_population *p = f.both[0];
    assert_int_equal(gestalt_population_slept_count(p), 0);
    spawn(&f, 8);
    uint64_t slept = 0, asleep = 0;
    for (int i = 0; i < 40; i++) {
        tick(&f, 1);
        assert_int_equal(gestalt_population_slept_count(f.both[1]), 0);
        uint64_t now = gestalt_population_slept_count(p);
        assert_true(i == 9 ? now == 0 : now <= asleep); // the wait of nine ticks has ended
        slept += now;
        asleep = gestalt_population_sleeping_count(p);
        assert_true(now <= asleep);
    }
    assert_true(slept > 8 * 20);
    OK(gestalt_population_despawn(p, 0, NULL));
    OK(gestalt_population_despawn(f.both[1], 0, NULL));
    assert_int_equal(gestalt_population_slept_count(p), 4); // its cohort has woken
    stop(&f);
}

static void test_clocks(void **state)
{
    (void)state;
    static const char *const roots[] = {
        "{'type':'wait','seconds':9}", "{'type':'wait','ticks':9}",
        "{'type':'delay','seconds':9,'child':{'type':'running'}}",
        "{'type':'delay','ticks':9,'child':{'type':'wait','seconds':3}}",
        "{'type':'timeout','seconds':9,'child':{'type':'running'}}",
        "{'type':'timeout','ticks':9,'child':{'type':'wait','ticks':70}}",
        "{'type':'service','seconds':9,'do':{'type':'success'},'child':{'type':'running'}}",
        "{'type':'repeat','child':{'type':'wait','seconds':'8 + 2 * rand()'}}",
        "{'type':'repeat','pause':9,'child':{'type':'success'}}",
        "{'type':'retry','pause':9,'child':{'type':'failure'}}",
        "{'type':'while','pause':9,'child':{'type':'repeat','pause':8,'child':{'type':'success'}}}",
        "{'type':'race','children':[{'type':'repeat','pause':9,'child':{'type':'success'}},"
        "{'type':'wait','seconds':9}]}",
        "{'type':'pipeline','children':[{'type':'success'},{'type':'wait','ticks':9}]}",
        "{'type':'parallel','children':[{'type':'wait','seconds':9},{'type':'running'}]}",
        "{'type':'race','children':[{'type':'wait','seconds':9},{'type':'wait','ticks':8}]}",
        "{'type':'concurrent','children':[{'type':'wait','seconds':9},{'type':'running'}]}",
        // Nothing waits except a condition, which ends then.
        "{'type':'priority','children':[{'type':'cooldown','ticks':20,'child':{'type':'success'}},"
        "{'type':'running'}]}",
        "{'type':'priority','children':[{'type':'cooldown','seconds':20,'child':"
        "{'type':'success'}},{'type':'running'}]}"};
    for (size_t i = 0; i < sizeof roots / sizeof *roots; i++)
        for (uint32_t lanes = 1; lanes <= 64; lanes *= 4) {
            char document[512];
            snprintf(document, sizeof document, "{'gestalt':1,'root':%s}", roots[i]);
            fixture f = settled(document, (gestalt_population_options){.lanes = lanes}, 70);
            if (sleepers(&f) != 70)
                fail_msg("%s, %u lanes: %u sleep", roots[i], (unsigned)lanes,
                         (unsigned)sleepers(&f));
            tick(&f, 3);
            assert_int_equal(sleepers(&f), 70);
            tick(&f, 30);
            stop(&f);
        }
}

static void test_next_due(void **state)
{
    (void)state;
    int64_t now;
    uint64_t number;
    fixture f = start("{'gestalt':1,'root':{'type':'sequence','children':["
                      "{'type':'wait','seconds':9},{'type':'wait','ticks':7},{'type':'running'}]}}",
                      four_lanes);
    gestalt_population *p = f.both[0];
    gestalt_population_next_due(p, &now, &number);
    assert_true(now == INT64_MAX && number == UINT64_MAX);
    spawn(&f, 9);
    gestalt_population_next_due(p, &now, &number);
    assert_true(now == 0 && number == 0);
    tick(&f, 4);
    gestalt_population_next_due(p, &now, &number);
    assert_true(now == 9000000 && number == UINT64_MAX);
    gestalt_population_next_due(p, NULL, NULL);
    tick(&f, 6 + 2);
    gestalt_population_next_due(p, &now, &number);
    assert_true(now == INT64_MAX && number == 9 + 7);
    gestalt_population_next_due(f.both[1], &now, &number);
    assert_true(now == gestalt_population_now(f.both[1]) && number == 12);
    tick(&f, 9);
    gestalt_population_next_due(p, &now, &number);
    assert_true(now == INT64_MAX && number == UINT64_MAX && sleepers(&f) == 9);
    // A later agent in another cohort.
    spawn(&f, 8);
    tick(&f, 4);
    gestalt_population_next_due(p, &now, &number);
    assert_true(now == 21000000 + 9000000);
    // The coming tick is after the time at which they are due.
    assert_int_equal(gestalt_population_set_now(p, 40000000, NULL), GESTALT_OK);
    gestalt_population_next_due(p, &now, &number);
    assert_true(now == 40000000);
    stop(&f);
}

// ---- who wakes them

static const char waiting[] = "{'gestalt':1,'blackboard':{'x':'float'},'root':{'type':'wait',"
                              "'seconds':1000}}";

static void test_coming_and_going(void **state)
{
    (void)state;
    fixture f = settled(waiting, four_lanes, 10);
    assert_int_equal(sleepers(&f), 10);
    spawn(&f, 1); // into the third cohort
    assert_int_equal(sleepers(&f), 8);
    tick(&f, 4);
    assert_int_equal(sleepers(&f), 11);
    EACH(&f, p)
    OK(gestalt_population_despawn(p, 1, NULL));
    assert_int_equal(sleepers(&f), 8 - 1);
    tick(&f, 4);
    assert_int_equal(sleepers(&f), 10);
    EACH(&f, p)
    OK(gestalt_population_cancel(p, 5, NULL));
    assert_int_equal(sleepers(&f), 6);
    tick(&f, 4);
    assert_int_equal(sleepers(&f), 10);
    EACH(&f, p)
    {
        unsigned char bytes[512];
        size_t size;
        OK(gestalt_actor_take(p, 6, bytes, sizeof bytes, &size, NULL));
        OK(gestalt_population_remove(p, 6, NULL));
        OK(gestalt_population_insert(p, 0, bytes, size, NULL, NULL));
    }
    tick(&f, 4);
    assert_int_equal(sleepers(&f), 10);
    EACH(&f, p)
    OK(gestalt_population_compact(p, NULL));
    assert_int_equal(sleepers(&f), 0);
    tick(&f, 990);
    stop(&f);
}

static void test_writes(void **state)
{
    (void)state;
    const gestalt_value one = {.type = GESTALT_FLOAT, .number = 1};
    fixture f = settled(waiting, told, 10);
    EACH(&f, p) // no agent evaluates it
    OK(gestalt_population_write(p, 5, "x", one, NULL));
    assert_int_equal(sleepers(&f), 10);
    const uint64_t parent = 5;
    EACH(&f, p)
    OK(gestalt_population_inherit(p, &parent, 9, 1, NULL));
    assert_int_equal(sleepers(&f), 8);
    EACH(&f, p)
    OK(gestalt_population_touch(p, 0, NULL));
    assert_int_equal(sleepers(&f), 4);
    assert_int_equal(gestalt_population_touch(f.both[0], 10, NULL), GESTALT_BAD_ARGUMENT);
    gestalt_population_touch_block(f.both[0], 0, 1);
    gestalt_population_touch_block(f.both[0], 0, 3);
    gestalt_population_touch_block(f.both[0], 1, 0);
    assert_int_equal(sleepers(&f), 0);
    stop(&f);
}

static void test_game_systems(void **state)
{
    (void)state;
    fixture f = settled("{'gestalt':1,'root':{'type':'repeat','child':{'type':'timeout',"
                        "'seconds':60,'child':{'type':'deferred','do':'work'}}}}",
                        four_lanes, 10);
    assert_int_equal(sleepers(&f), 10);
    EACH(&f, p)
    OK(gestalt_population_finish(p, 2, 2, GESTALT_SUCCESS, NULL));
    assert_int_equal(sleepers(&f), 6);
    tick(&f, 4);
    assert_int_equal(sleepers(&f), 10);
    EACH(&f, p)
    OK(gestalt_population_finish_launch(p, 2, 2, 4, GESTALT_FAILURE, NULL));
    assert_int_equal(sleepers(&f), 6);
    tick(&f, 70);
    stop(&f);
    f = settled("{'gestalt':1,'root':{'type':'persistent','key':'door'}}", four_lanes, 10);
    assert_int_equal(sleepers(&f), 10);
    EACH(&f, p)
    OK(gestalt_population_set_persistent(p, 9, "door", GESTALT_SUCCESS, NULL));
    assert_int_equal(sleepers(&f), 8);
    tick(&f, 3);
    assert_int_equal(sleepers(&f), 8); // its root finishes in every tick
    assert_int_equal(gestalt_population_status(f.both[0], 9), GESTALT_SUCCESS);
    stop(&f);
}

// ---- conditions that are re-evaluated

#define GUARD(condition)                                                                           \
    "{'gestalt':1,'blackboard':{'x':'float','n':'int','v':'vec2','wind':{'type':'float',"          \
    "'shared':true}},'root':{'type':'priority','children':[{'type':'reactive_sequence',"           \
    "'children':[" condition ",{'type':'running'}]},{'type':'wait','seconds':1000}]}}"

#define CHOOSING(node)                                                                             \
    "{'gestalt':1,'blackboard':{'x':'int','n':'int'},'root':" node ",'reactive':true}}"

static void write_one(fixture *f, uint64_t agent, const char *name, float number)
{
    const gestalt_value value = {.type = GESTALT_FLOAT, .number = number};
    EACH(f, p)
    OK(gestalt_population_write(p, agent, name, value, NULL));
}

static void write_column(fixture *f, uint64_t block, unsigned lane, float number)
{
    EACH(f, p)
    {
        gestalt_key key;
        assert_true(gestalt_population_key(p, 0, "x", &key));
        gestalt_population_column(p, 0, block, key).floats[lane] = number;
        gestalt_population_touch_block(p, 0, block);
    }
}

static void test_guards(void **state)
{
    (void)state;
    fixture f = settled(GUARD("'x > 0.5'"), told, 10);
    uint32_t nodes[2];
    const uint64_t agents[] = {6, 7};
    assert_int_equal(sleepers(&f), 10);
    write_one(&f, 6, "x", 1);
    assert_int_equal(sleepers(&f), 6);
    tick(&f, 3);
    assert_int_equal(sleepers(&f), 10);
    OK(gestalt_population_live_nodes(f.both[0], agents, 2, nodes, NULL));
    assert_int_equal(nodes[0], 3);
    assert_int_equal(nodes[1], 4);
    write_column(&f, 1, 3, 2);
    tick(&f, 1);
    OK(gestalt_population_live_nodes(f.both[0], agents, 2, nodes, NULL));
    assert_int_equal(nodes[1], 3);
    write_one(&f, 6, "x", 0);
    tick(&f, 3);
    OK(gestalt_population_live_nodes(f.both[0], agents, 2, nodes, NULL));
    assert_int_equal(nodes[0], 4);
    stop(&f);
}

// Without the promise of the host, only conditions on shared keys let agents sleep: those keys
// change through calls only.
static void test_promises(void **state)
{
    (void)state;
    const gestalt_value gale = {.type = GESTALT_FLOAT, .number = 9};
    fixture f = settled(GUARD("'x > 0.5'"), four_lanes, 10);
    assert_int_equal(sleepers(&f), 0);
    stop(&f);
    f = settled(GUARD("'distance(v, v) > 0.5'"), four_lanes, 10);
    assert_int_equal(sleepers(&f), 0);
    stop(&f);
    f = settled(GUARD("'wind > 5'"), four_lanes, 10);
    assert_int_equal(sleepers(&f), 10);
    EACH(&f, p)
    OK(gestalt_population_write_shared(p, 0, "wind", gale, NULL));
    assert_int_equal(sleepers(&f), 0);
    tick(&f, 5);
    assert_int_equal(sleepers(&f), 10);
    stop(&f);
}

// Write a key that may be missing, or an int.
static void write_any(fixture *f, uint64_t agent, const char *name, int number)
{
    const gestalt_value as_int = {.type = GESTALT_INT, .integer = number};
    const gestalt_value as_float = {.type = GESTALT_FLOAT, .number = (float)number};
    EACH(f, p)
    {
        gestalt_population_write(p, agent, name, as_int, NULL);
        gestalt_population_write(p, agent, name, as_float, NULL);
    }
}

// A condition in some context, and whether agents can sleep after it.
static void test_questions(void **state)
{
    (void)state;
    static const struct {
        const char *document;
        bool sleeps;
    } cases[] = {
        {GUARD("'time > 5000'"), false},
        {GUARD("'tick > 5000'"), false},
        {GUARD("'dt > 5000'"), false},
        {GUARD("'rand() > 5000'"), false},
        {GUARD("'agent > 5000 && wind > 3'"), true},
        {GUARD("'length(v) > 3'"), true},
        {GUARD("{'type':'invert','child':'x == 0'}"), true},
        {GUARD("{'type':'force_failure','child':'x == 0'}"), true},
        {GUARD("{'type':'selector','children':['x > 1','n > 1',{'type':'failure'}]}"), true},
        {GUARD(
             "{'type':'sequence','children':['x < 1','n > 1',{'type':'set','key':'n','to':'1'}]}"),
         true},
        {GUARD(
             "{'type':'sequence','children':['x < 1',{'type':'set','key':'n','to':'n + 1'},'x > 1'"
             "]}"),
         false},
        {GUARD("{'type':'decide','if':'x > 1','then':{'type':'success'}}"), true},
        {GUARD("{'type':'decide','if':'x < 1','then':'n > 0','else':{'type':'success'}}"), true},
        {GUARD("{'type':'decide','if':'x > 1','then':{'type':'success'},'else':'n > 0'}"), true},
        {GUARD("{'type':'cooldown','seconds':500,'child':'x > 1'}"), true},
        {GUARD("{'type':'cooldown','seconds':2,'child':'x > 1'}"),
         true}, // evaluated in every second tick
        {GUARD("{'type':'once','child':'x > 1'}"), true},
        {GUARD("{'type':'chance','p':0.001,'child':'x > 1'}"), false},
        {GUARD("{'type':'persistent','key':'door','init':'failure'}"), true},
        {"{'gestalt':1,'blackboard':{'x':'int'},'root':{'type':'decide','if':'x > "
         "0','reactive':true,"
         "'then':{'type':'success'},'else':{'type':'running'}}}",
         true},
        {CHOOSING("{'type':'switch','on':'x','cases':{'0':{'type':'wait','seconds':500},'5':{"
                  "'type':'running'}}"),
         true},
        {CHOOSING("{'type':'switch','on':'x + 1','cases':{'6':{'type':'running'}},'default':{'type'"
                  ":'wait','seconds':500}"),
         true},
        {CHOOSING("{'type':'switch','on':'x + tick - tick','cases':{'0':{'type':'running'}}"),
         false},
        // the node fails
        {CHOOSING("{'type':'switch','on':'x','cases':{'5':{'type':'running'}}"), false},
        {CHOOSING("{'type':'utility','scores':['x','n + 1'],'margin':0.5,'children':[{'type':"
                  "'running'},{'type':'wait','seconds':500}]"),
         true},
        {CHOOSING("{'type':'utility','scores':['sqrt(-1.0 - n * n)','x / n'],'children':[{'type':"
                  "'running'},{'type':'wait','seconds':500}]"),
         true},
        {CHOOSING("{'type':'utility','scores':['x','rand()'],'children':[{'type':'running'},{'type'"
                  ":'wait','seconds':500}]"),
         false},
        {CHOOSING("{'type':'utility','scores':['x + time * 0','1'],'children':[{'type':'running'},{"
                  "'type':'wait','seconds':500}]"),
         false},
        {"{'gestalt':1,'blackboard':{'x':'int'},'root':{'type':'concurrent','children':['x == 0',"
         "{'type':'wait','seconds':500},{'type':'selector','children':['x > 0',{'type':'wait',"
         "'ticks':900}]}]}}",
         true},
        {"{'gestalt':1,'blackboard':{'x':'int'},'root':{'type':'concurrent','children':["
         "{'type':'set','key':'x','to':'x + 1'},{'type':'wait','seconds':500}]}}",
         false},
        {"{'gestalt':1,'root':{'type':'success'}}", false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fixture f = settled(cases[i].document, told, 10);
        tick(&f, 4);
        if (sleepers(&f) != (cases[i].sleeps ? 10u : 0u))
            fail_msg("%s: %u sleep", cases[i].document, (unsigned)sleepers(&f));
        tick(&f, 8);
        write_any(&f, 3, "n", 5);
        tick(&f, 3);
        write_any(&f, 7, "x", 5);
        write_any(&f, 7, "v.y", 5);
        tick(&f, 8);
        stop(&f);
    }
}

// An agent that assigns the same value in each tick sleeps until the host writes another one. It
// stays awake if such writes are not announced.
static void test_assignments(void **state)
{
    (void)state;
    static const char document[] =
        "{'gestalt':1,'blackboard':{'x':'int'},'root':{'type':'priority','children'"
        ":[{'type':'sequence','children':[{'type':'set','key':'x','to':'5'},"
        "{'type':'failure'}]},{'type':'wait','seconds':900}]}}";
    fixture f = settled(document, told, 8);
    assert_int_equal(sleepers(&f), 8);
    EACH(&f, p)
    OK(gestalt_population_write(p, 3, "x", (gestalt_value){.type = GESTALT_INT, .integer = 7},
                                NULL));
    tick(&f, 1);
    tick(&f, 8);
    assert_int_equal(sleepers(&f), 8);
    stop(&f);
    f = settled(document, four_lanes, 8);
    assert_int_equal(sleepers(&f), 0);
    stop(&f);
}

// A condition whose value has changed since it was evaluated is evaluated once more.
static void test_own_changes(void **state)
{
    (void)state;
    static const char *const roots[] = {
        "{'type':'priority','children':['x > "
        "0',{'type':'sequence','children':[{'type':'set','key':'x',"
        "'to':'1'},{'type':'wait','seconds':100}]}]}",
        "{'type':'reactive_sequence','children':['x == "
        "0',{'type':'sequence','children':[{'type':'set',"
        "'key':'x','to':'1'},{'type':'wait','seconds':100}]}]}",
        "{'type':'decide','if':'x > 0','reactive':true,'then':{'type':'success'},'else':{'type':"
        "'sequence','children':[{'type':'set','key':'x','to':'1'},{'type':'wait','seconds':100}]}}",
        "{'type':'switch','on':'x','reactive':true,'cases':{'0':{'type':'sequence','children':[{"
        "'type':'set','key':'x','to':'1'},{'type':'wait','seconds':100}]},'1':{'type':'wait',"
        "'seconds':30}}}",
        "{'type':'utility','scores':['1','x * 2'],'reactive':true,'children':[{'type':'sequence',"
        "'children':[{'type':'set','key':'x','to':'1'},{'type':'wait','seconds':100}]},{'type':"
        "'wait','seconds':30}]}",
        "{'type':'concurrent','children':['x == 0',{'type':'sequence','children':[{'type':'set',"
        "'key':'x','to':'1'},{'type':'wait','seconds':100}]}]}",
        "{'type':'race','children':[{'type':'persistent','key':'door'},{'type':'sequence','"
        "children':["
        "{'type':'wait','seconds':9},{'type':'signal','key':'door','to':'success'},"
        "{'type':'running'}]}]}",
        "{'type':'priority','children':[{'type':'persistent','key':'door','init':'failure'},"
        "{'type':'sequence','children':[{'type':'signal','key':'door','to':'success'},"
        "{'type':'running'}]}]}",
        // Clocks that start again in each tick.
        "{'type':'retry','child':{'type':'reactive_sequence','children':[{'type':'sequence',"
        "'children':[{'type':'set','key':'x','to':'1 - x'},'x == 0']},{'type':'timeout','seconds':"
        "90,'child':{'type':'running'}}]}}",
        "{'type':'priority','children':[{'type':'cooldown','seconds':0,'child':{'type':'failure'}},"
        "{'type':'running'}]}",
        "{'type':'priority','children':[{'type':'cooldown','seconds':'0 * x','child':"
        "{'type':'failure'}},{'type':'running'}]}"};
    for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) {
        char document[512];
        snprintf(document, sizeof document,
                 "{'gestalt':1,'blackboard':{'x':'int'},'root':{'type':'sequence','children':[%s,"
                 "{'type':'success'}]}}",
                 roots[i]);
        fixture f = settled(document, told, 10);
        tick(&f, 20);
        stop(&f);
    }
}

// ---- other functions of a population

static void on_enter(void *user, uint64_t agent, uint32_t node, bool resuming)
{
    (void)agent, (void)node, (void)resuming;
    ++*(int *)user;
}

static void test_hooks_and_parts(void **state)
{
    (void)state;
    int entered = 0;
    fixture f = settled("{'gestalt':1,'root':{'type':'sequence','children':[{'type':'wait',"
                        "'seconds':1000},{'type':'deferred','do':'work'}]}}",
                        four_lanes, 10);
    gestalt_hooks hooks = {.enter = on_enter, .user = &entered};
    gestalt_population *p = f.both[0];
    gestalt_population_hooks(p, &hooks);
    tick(&f, 3);
    assert_int_equal(entered, 60);
    assert_int_equal(sleepers(&f), 0);
    gestalt_population_hooks(p, NULL);
    tick(&f, 4);
    assert_int_equal(sleepers(&f), 10);
    EACH(&f, each_one)
    {
        OK(gestalt_population_begin(each_one, 2000000000, NULL));
        OK(gestalt_actor_tick(each_one, 3, NULL));
        OK(gestalt_population_tick_block(each_one, 0, 1, NULL));
        OK(gestalt_population_end(each_one, NULL));
    }
    compare(&f);
    const gestalt_request *requests;
    uint64_t count;
    OK(gestalt_population_requests(p, &requests, &count, NULL));
    assert_int_equal(count, 1 + 4);
    assert_int_equal(requests[0].agent, 3);
    f.now = 2000000000;
    tick(&f, 1);
    OK(gestalt_population_requests(p, &requests, &count, NULL));
    assert_int_equal(count, 5);
    tick(&f, 5);
    stop(&f);
}

static bool keep(void *user, const char *bytes, size_t size)
{
    unsigned char *to = user;
    size_t used;
    memcpy(&used, to, sizeof used);
    memcpy(to + sizeof used + used, bytes, size);
    used += size;
    memcpy(to, &used, sizeof used);
    return true;
}

static void test_snapshots_and_edits(void **state)
{
    (void)state;
    static unsigned char bytes[1 << 16];
    size_t size = 0;
    fixture f = settled(waiting, four_lanes, 10);
    memset(bytes, 0, sizeof bytes);
    OK(gestalt_population_save_to(f.both[0], (gestalt_writer){keep, bytes}, NULL));
    memcpy(&size, bytes, sizeof size);
    tick(&f, 300);
    EACH(&f, p) // time decreases
    OK(gestalt_population_load_memory(p, bytes + sizeof size, size, NULL));
    f.now = 4000000;
    assert_int_equal(sleepers(&f), 0);
    tick(&f, 4);
    assert_int_equal(sleepers(&f), 10);
    gestalt_shape *shorter = compile("{'gestalt':1,'root':{'type':'wait','seconds':500}}");
    EACH(&f, p)
    OK(gestalt_population_edit(p, &(gestalt_edit){.shape = shorter, .host = f.host}, NULL, NULL));
    assert_int_equal(sleepers(&f), 0);
    tick(&f, 5);
    assert_int_equal(sleepers(&f), 10);
    tick(&f, 500);
    stop(&f);
    gestalt_shape_destroy(shorter);
}

// Threads touch some blocks at a time, and tick those that have woken.
static void touch_piece(void *user, uint32_t thread, uint64_t piece)
{
    (void)thread;
    gestalt_population *p = user;
    for (uint64_t i = piece; i < gestalt_population_block_count(p, 0); i += 7)
        gestalt_population_touch_block(p, 0, i);
}

static void test_threads(void **state)
{
    (void)state;
    fixture f = start(GUARD("'x > 0.5'"),
                      (gestalt_population_options){
                          .lanes = 1, .threads = 4, .grain = 3, .announces_writes = true});
    spawn(&f, 5000);
    tick(&f, 4);
    assert_int_equal(sleepers(&f), 5000);
    gestalt_population_run(f.both[0], 5, true, touch_piece, f.both[0]);
    uint64_t slept = sleepers(&f);
    assert_true(slept > 1000 && slept < 2000);
    tick(&f, 5);
    assert_int_equal(sleepers(&f), 5000);
    stop(&f);
}

// ---- wheels

static void turn_wheel(uint32_t things)
{
    enum { THINGS = 500, ROUNDS = 4000 };
    gestalt_allocator allocator = memory_allocator(NULL);
    wheel *w = wheel_create(&allocator);
    uint64_t due[THINGS] = {0}, now = 1000, draws = 1;
    assert_non_null(w);
    assert_true(wheel_reserve(w, things, &allocator));
    for (int round = 0; round < ROUNDS; round++) {
        draws = draws * 6364136223846793005 + 1442695040888963407;
        if (round == ROUNDS / 2) { // with everything that it contains
            things = THINGS;
            assert_true(wheel_reserve(w, things, &allocator));
        }
        now += (draws >> 40) >> (draws >> 60) * 2;
        for (uint32_t i; (i = wheel_next_due(w, now)) != WHEEL_NONE; due[i] = 0)
            assert_true(due[i] > 0 && due[i] <= now);
        uint64_t first = UINT64_MAX;
        for (uint32_t i = 0; i < things; i++) {
            assert_true(due[i] == 0 || due[i] > now);
            first = due[i] && due[i] < first ? due[i] : first;
        }
        assert_true(wheel_first(w) == first);
        uint32_t some = (uint32_t)(draws >> 33) % things;
        wheel_take(w, some);
        due[some] = 0;
        some = (some + (uint32_t)round) % things;
        if (due[some] == 0) {
            due[some] = w->things[some].due = now + 1 + (draws >> 20) % (UINT64_C(1) << draws % 45);
            wheel_put(w, some);
        }
    }
    assert_true(wheel_time(INT64_MIN) == 0 && wheel_time_of(wheel_time(-5)) == -5);
    wheel_destroy(w, &allocator);
}

static void test_wheel(void **state)
{
    (void)state;
    turn_wheel(500);
    turn_wheel(40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_slept),
        cmocka_unit_test(test_clocks),
        cmocka_unit_test(test_next_due),
        cmocka_unit_test(test_coming_and_going),
        cmocka_unit_test(test_writes),
        cmocka_unit_test(test_game_systems),
        cmocka_unit_test(test_guards),
        cmocka_unit_test(test_promises),
        cmocka_unit_test(test_questions),
        cmocka_unit_test(test_own_changes),
        cmocka_unit_test(test_assignments),
        cmocka_unit_test(test_hooks_and_parts),
        cmocka_unit_test(test_snapshots_and_edits),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_wheel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
