// SPDX-License-Identifier: MIT
// Queries of hosts about shapes: keys, functions, calls and constants, nodes and their labels, and
// the nodes at which agents are.
#include <gestalt/gestalt.h>
#include <gestalt/lanes.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// Agents wait, and then stay. Agents whose number is divisible by 3 wait for a shorter time.
static const char document[] =
    "{\"gestalt\":1,\"root\":{\"type\":\"sequence\",\"children\":["
    "{\"type\":\"decide\",\"name\":\"by number\",\"if\":\"agent % 3 == 0\","
    "\"then\":{\"type\":\"wait\",\"ticks\":1},\"else\":{\"type\":\"wait\",\"ticks\":2}},"
    "{\"type\":\"concurrent\",\"children\":[{\"type\":\"running\",\"name\":\"stay\"},"
    "{\"type\":\"wait\",\"ticks\":9}]}]}}";

static gestalt_shape *compile(const char *text)
{
    gestalt_shape *shape = NULL;
    gestalt_diagnostics *diagnostics = NULL;
    gestalt_compile_text("t.json", text, strlen(text), NULL, &shape, &diagnostics, NULL);
    gestalt_diagnostics_destroy(diagnostics);
    assert_non_null(shape);
    return shape;
}

static void test_labels(void **state)
{
    (void)state;
    gestalt_shape *shape = compile(document);
    const char *const expected[] = {"sequence",   "by number", "wait 1 tick", "wait 2 ticks",
                                    "concurrent", "stay",      "wait 9 ticks"};
    char label[80];
    assert_int_equal(gestalt_shape_specification(shape)->node_count, 7);
    for (uint32_t i = 0; i < 7; i++) {
        assert_true(gestalt_shape_label(shape, i, label, sizeof label));
        assert_string_equal(label, expected[i]);
    }
    assert_true(gestalt_shape_label(shape, 1, label, 4));
    assert_string_equal(label, "by ");
    gestalt_shape_destroy(shape);
}

static void expect_nodes(gestalt_population *p, uint32_t of_threes, uint32_t of_others)
{
    uint64_t ids[] = {0, 1, 2, 3, 4};
    uint32_t nodes[5] = {0};
    assert_int_equal(gestalt_population_live_nodes(p, ids, 5, nodes, NULL), GESTALT_OK);
    for (uint32_t i = 0; i < 5; i++)
        assert_int_equal(nodes[i], i % 3 == 0 ? of_threes : of_others);
}

static void test_live_nodes(void **state)
{
    (void)state;
    gestalt_shape *shape = compile(document);
    for (uint32_t lanes = 1; lanes <= 64; lanes += 21) {
        gestalt_population *p;
        gestalt_population_options options = {.group = {shape, NULL}, .lanes = lanes};
        assert_int_equal(gestalt_population_create(&options, &p, NULL), GESTALT_OK);
        assert_int_equal(gestalt_population_spawn(p, 0, 5, NULL, NULL), GESTALT_OK);
        const uint32_t expected[][2] = {{GESTALT_NO_NODE, GESTALT_NO_NODE}, {2, 3}, {5, 3}, {5, 5}};
        for (uint32_t tick = 0; tick < 4; tick++) {
            expect_nodes(p, expected[tick][0], expected[tick][1]);
            assert_int_equal(gestalt_population_tick(p, tick, NULL), GESTALT_OK);
        }
        uint64_t gone = 77;
        uint32_t node;
        gestalt_error error = {0};
        assert_int_equal(gestalt_population_live_nodes(p, &gone, 1, &node, &error),
                         GESTALT_BAD_ARGUMENT);
        gestalt_population_destroy(p);
    }
    gestalt_shape_destroy(shape);
}

// ---- inspecting

static void test_nodes(void **state)
{
    (void)state;
    static const gestalt_node expected[] = {{"sequence", NULL, NULL, GESTALT_NO_NODE, 0, 7},
                                            {"decide", "by number", NULL, 0, 1, 4},
                                            {"wait", NULL, NULL, 1, 2, 3},
                                            {"wait", NULL, NULL, 1, 2, 4},
                                            {"concurrent", NULL, NULL, 0, 1, 7},
                                            {"running", "stay", NULL, 4, 2, 6},
                                            {"wait", NULL, NULL, 4, 2, 7}};
    gestalt_shape *shape = compile(document);
    gestalt_node nodes[8];
    assert_int_equal(gestalt_shape_nodes(shape, nodes, 8), 7);
    for (uint32_t i = 0; i < 7; i++) {
        assert_string_equal(nodes[i].type, expected[i].type);
        assert_int_equal(nodes[i].name != NULL, expected[i].name != NULL);
        if (nodes[i].name)
            assert_string_equal(nodes[i].name, expected[i].name);
        assert_null(nodes[i].text);
        assert_int_equal(nodes[i].parent, expected[i].parent);
        assert_int_equal(nodes[i].depth, expected[i].depth);
        assert_int_equal(nodes[i].end, expected[i].end);
    }
    gestalt_shape_destroy(shape);
}

// The nodes of one agent that returned running and were not cancelled since.
typedef struct running {
    uint64_t agent;
    uint64_t nodes;
    const char *logged;
    const gestalt_shape *shape;
} running;

static void note_leave(void *user, uint64_t agent, uint32_t node, gestalt_status status)
{
    running *r = user;
    uint64_t bit = UINT64_C(1) << node;
    if (agent == r->agent)
        r->nodes = status == GESTALT_RUNNING ? r->nodes | bit : r->nodes & ~bit;
}

static void note_cancel(void *user, uint64_t agent, uint32_t node)
{
    running *r = user;
    if (agent == r->agent)
        r->nodes &= ~(UINT64_C(1) << node);
}

static void note_log(void *user, uint64_t agent, uint32_t node, gestalt_log_phase phase)
{
    running *r = user;
    (void)agent;
    (void)phase;
    r->logged = gestalt_shape_log_text(r->shape, node);
}

static const char busy[] =
    "{\"gestalt\":1,\"blackboard\":{\"n\":{\"type\":\"int\",\"init\":\"agent\"},"
    "\"all\":{\"type\":\"float\",\"shared\":true,\"init\":2.5},\"on\":\"bool\"},"
    "\"root\":{\"type\":\"priority\",\"children\":["
    "{\"type\":\"sequence\",\"children\":[\"tick % 5 == 3\",{\"type\":\"wait\",\"ticks\":2}]},"
    "{\"type\":\"parallel\",\"children\":["
    "{\"type\":\"debug\",\"message\":\"again\",\"child\":{\"type\":\"wait\",\"ticks\":\"1 + agent "
    "% 3\"}},"
    "{\"type\":\"repeat\",\"child\":{\"type\":\"sequence\",\"children\":["
    "{\"type\":\"set\",\"key\":\"on\",\"to\":\"!on\"},{\"type\":\"wait\",\"ticks\":\"1 + agent % "
    "2\"}]}}]}]}}";

static void expect_live(const gestalt_population *p, const running *r)
{
    uint32_t nodes[16];
    size_t count, fewer, expected = (size_t)__builtin_popcountll(r->nodes), at = 0;
    assert_int_equal(gestalt_actor_live_nodes(p, r->agent, nodes, 16, &count, NULL), GESTALT_OK);
    assert_int_equal(count, expected);
    for (uint32_t node = 0; node < 64; node++)
        if (r->nodes >> node & 1)
            assert_int_equal(nodes[at++], node);
    gestalt_error error = {0};
    if (count > 0) {
        assert_int_equal(gestalt_actor_live_nodes(p, r->agent, nodes, count - 1, &fewer, &error),
                         GESTALT_LIMIT);
        assert_int_equal(fewer, count);
    }
    assert_int_equal(gestalt_actor_live_nodes(p, 77, nodes, 16, &count, &error),
                     GESTALT_BAD_ARGUMENT);
}

static void expect_values(const gestalt_population *p, uint64_t agent)
{
    gestalt_value values[3], on;
    gestalt_error error = {0};
    uint32_t group = 9;
    assert_int_equal(gestalt_actor_values(p, agent, values, 2, &error), GESTALT_LIMIT);
    assert_int_equal(gestalt_actor_values(p, 77, values, 3, &error), GESTALT_BAD_ARGUMENT);
    assert_int_equal(gestalt_actor_values(p, agent, values, 3, NULL), GESTALT_OK);
    assert_int_equal(values[0].integer, agent);
    assert_true(values[1].number == 2.5f);
    assert_int_equal(gestalt_population_read(p, agent, "on", &on, NULL), GESTALT_OK);
    assert_int_equal(values[2].boolean, on.boolean);
    assert_true(gestalt_actor_group(p, agent, &group));
    assert_int_equal(group, 0);
    assert_false(gestalt_actor_group(p, 77, &group));
}

// The live nodes are those that returned running.
static void test_inspect(void **state)
{
    (void)state;
    gestalt_shape *shape = compile(busy);
    for (uint32_t i = 0; i < 6; i++) {
        gestalt_population *p;
        gestalt_population_options options = {.group = {shape, NULL, NULL},
                                              .lanes = i / 2 * 32 + (i < 2),
                                              .states = i % 2 ? GESTALT_STATES_SPARSE
                                                              : GESTALT_STATES_MASKS};
        running r = {.agent = 4 + i, .shape = shape};
        gestalt_hooks hooks = {
            .leave = note_leave, .cancel = note_cancel, .log = note_log, .user = &r};
        assert_int_equal(gestalt_population_create(&options, &p, NULL), GESTALT_OK);
        assert_int_equal(gestalt_population_spawn(p, 0, 12, NULL, NULL), GESTALT_OK);
        assert_ptr_equal(gestalt_population_shape(p, 0), shape);
        gestalt_population_hooks(p, &hooks);
        for (int64_t tick = 0; tick < 20; tick++) {
            expect_live(p, &r);
            assert_int_equal(gestalt_population_tick(p, tick, NULL), GESTALT_OK);
            expect_values(p, r.agent);
        }
        assert_string_equal(r.logged, "again");
        gestalt_population_destroy(p);
    }
    gestalt_shape_destroy(shape);
}

// The counts of waiting agents are the same whether they are visited or sleep, and with one thread
// or several.
static void expect_counts(const gestalt_population *p, bool in_all, uint32_t node,
                          gestalt_node_counts expected)
{
    gestalt_node_counts counts[7];
    assert_int_equal(gestalt_population_node_counts(p, 0, in_all, counts, 7, NULL), GESTALT_OK);
    assert_int_equal(counts[node].succeeded, expected.succeeded);
    assert_int_equal(counts[node].failed, expected.failed);
    assert_int_equal(counts[node].running, expected.running);
    assert_int_equal(counts[node].abandoned, expected.abandoned);
}

static void test_counts(void **state)
{
    (void)state;
    enum { MANY = 3000 };
    gestalt_shape *shape = compile(document);
    for (uint32_t i = 0; i < 8; i++) {
        gestalt_population *p;
        gestalt_error error = {0};
        gestalt_node_counts counts[7];
        gestalt_population_options options = {.group = {shape, NULL, NULL},
                                              .lanes = i % 2 ? 1 : 64,
                                              .threads = 1 + i / 2 % 2,
                                              .never_sleeps = i / 4};
        assert_int_equal(gestalt_population_create(&options, &p, NULL), GESTALT_OK);
        assert_int_equal(gestalt_population_spawn(p, 0, MANY, NULL, NULL), GESTALT_OK);
        assert_int_equal(gestalt_population_node_counts(p, 0, false, counts, 7, &error),
                         GESTALT_BAD_ARGUMENT);
        assert_int_equal(gestalt_population_count_nodes(p, true, NULL), GESTALT_OK);
        assert_int_equal(gestalt_population_count_nodes(p, true, NULL), GESTALT_OK);
        assert_int_equal(gestalt_population_node_counts(p, 0, false, counts, 6, &error),
                         GESTALT_LIMIT);
        for (int64_t tick = 0; tick < 9; tick++)
            assert_int_equal(gestalt_population_tick(p, tick, NULL), GESTALT_OK);
        assert_true(i / 4 || gestalt_population_sleeping_count(p) > MANY / 2);
        expect_counts(p, false, 2, (gestalt_node_counts){0});
        expect_counts(p, true, 2, (gestalt_node_counts){.succeeded = 1000, .running = 1000});
        expect_counts(p, true, 3, (gestalt_node_counts){.succeeded = 2000, .running = 4000});
        expect_counts(p, false, 5, (gestalt_node_counts){.running = MANY});
        expect_counts(p, true, 5, (gestalt_node_counts){.running = 1000 * 8 + 2000 * 7});
        assert_int_equal(gestalt_population_cancel(p, 7, NULL), GESTALT_OK);
        expect_counts(p, true, 5, (gestalt_node_counts){.running = 1000 * 8 + 2000 * 7});
        assert_int_equal(gestalt_population_tick(p, 9, NULL), GESTALT_OK);
        expect_counts(p, false, 5, (gestalt_node_counts){.running = MANY - 1, .abandoned = 1});
        assert_int_equal(gestalt_population_count_nodes(p, false, NULL), GESTALT_OK);
        assert_int_equal(gestalt_population_tick(p, 10, NULL), GESTALT_OK);
        gestalt_population_destroy(p);
    }
    gestalt_shape_destroy(shape);
}

// A node that each tick starts and abandons leaves its agents unchanged, but is counted.
static void test_counts_of_abandoned(void **state)
{
    (void)state;
    gestalt_shape *shape = compile(
        "{\"gestalt\":1,\"root\":{\"type\":\"priority\",\"children\":[{\"type\":\"parallel\","
        "\"children\":[{\"type\":\"running\"},{\"type\":\"failure\"}]},{\"type\":\"running\"}]}}");
    for (uint32_t i = 0; i < 4; i++) {
        gestalt_population *p;
        gestalt_population_options options = {
            .group = {shape, NULL, NULL}, .lanes = i % 2 ? 1 : 64, .never_sleeps = i / 2};
        assert_int_equal(gestalt_population_create(&options, &p, NULL), GESTALT_OK);
        assert_int_equal(gestalt_population_spawn(p, 0, 10, NULL, NULL), GESTALT_OK);
        assert_int_equal(gestalt_population_count_nodes(p, true, NULL), GESTALT_OK);
        for (int64_t tick = 0; tick < 9; tick++)
            assert_int_equal(gestalt_population_tick(p, tick, NULL), GESTALT_OK);
        expect_counts(p, true, 2, (gestalt_node_counts){.running = 90, .abandoned = 90});
        gestalt_population_destroy(p);
    }
    gestalt_shape_destroy(shape);
}

// A clock that advances by one each time it is read.
static uint64_t look(void *user)
{
    return __atomic_add_fetch((uint64_t *)user, 1, __ATOMIC_RELAXED);
}

static gestalt_node_times times_of(const gestalt_population *p, uint32_t node)
{
    gestalt_node_times times[7];
    assert_int_equal(gestalt_population_node_times(p, 0, times, 7, NULL), GESTALT_OK);
    return times[node];
}

// The profile counts each visit of a node. Each return is one reading of the clock after the
// previous one.
static void expect_times(const gestalt_population *p, bool is_one_thread)
{
    gestalt_node_counts counts[7];
    assert_int_equal(gestalt_population_node_counts(p, 0, true, counts, 7, NULL), GESTALT_OK);
    for (uint32_t i = 0; i < 7; i++) {
        gestalt_node_times t = times_of(p, i);
        assert_int_equal(t.agents, counts[i].succeeded + counts[i].failed + counts[i].running);
        assert_true(t.time >= t.answers && (!is_one_thread || t.time == t.answers));
        assert_true((t.answers > 0) == (t.agents > 0));
    }
}

static void test_times(void **state)
{
    (void)state;
    enum { MANY = 3000 };
    gestalt_shape *shape = compile(document);
    for (uint32_t i = 0; i < 4; i++) {
        gestalt_population *p;
        gestalt_error error = {0};
        gestalt_node_times times[7];
        uint64_t looks = 0, hashes[2], timed = 0;
        gestalt_timing timing = {.clock = look, .user = &looks};
        gestalt_population_options options = {.group = {shape, NULL, NULL},
                                              .lanes = i % 2 ? 1 : 64,
                                              .threads = 1 + i / 2 % 2,
                                              .never_sleeps = true};
        for (int on = 0; on < 2; on++) {
            assert_int_equal(gestalt_population_create(&options, &p, NULL), GESTALT_OK);
            assert_int_equal(gestalt_population_spawn(p, 0, MANY, NULL, NULL), GESTALT_OK);
            assert_int_equal(gestalt_population_node_times(p, 0, times, 7, &error),
                             GESTALT_BAD_ARGUMENT);
            assert_int_equal(gestalt_population_count_nodes(p, true, NULL), GESTALT_OK);
            assert_int_equal(gestalt_population_time_nodes(p, on ? &timing : NULL, NULL),
                             GESTALT_OK);
            for (int64_t tick = 0; tick < 9; tick++)
                assert_int_equal(gestalt_population_tick(p, tick, NULL), GESTALT_OK);
            assert_int_equal(gestalt_population_hash(p, &hashes[on], NULL), GESTALT_OK);
            if (on == 0)
                gestalt_population_destroy(p);
        }
        assert_int_equal(hashes[0], hashes[1]);
        assert_int_equal(gestalt_population_node_times(p, 0, times, 6, &error), GESTALT_LIMIT);
        expect_times(p, options.threads == 1);
        timing.every = 4;
        assert_int_equal(gestalt_population_time_nodes(p, &timing, NULL), GESTALT_OK);
        for (int64_t tick = 9; tick < 109; tick++) {
            uint64_t before = looks;
            bool is_timed = gestalt_population_is_timed(p);
            assert_int_equal(gestalt_population_tick(p, tick, NULL), GESTALT_OK);
            assert_int_equal(is_timed, looks > before);
            timed += is_timed;
        }
        assert_in_range(timed, 10, 45);
        assert_int_equal(gestalt_population_time_nodes(p, NULL, NULL), GESTALT_OK);
        assert_false(gestalt_population_is_timed(p));
        gestalt_population_destroy(p);
    }
    gestalt_shape_destroy(shape);
}

// ---- keys, functions and calls

// A decide calls a predicate; two actions call the same function with different arguments.
static const char calling[] =
    "{\"gestalt\":1,\"blackboard\":{\"a\":\"vec2\",\"n\":{\"type\":\"int\",\"shared\":true},"
    "\"b\":\"bool\"},\n"
    "\"root\":{\"type\":\"sequence\",\"children\":["
    "{\"type\":\"decide\",\"call\":\"near\",\"args\":{\"range\":2.5},\"then\":\n"
    "{\"type\":\"action\",\"do\":\"go\",\"args\":{\"to\":\"a\",\"speed\":3}}},"
    "{\"type\":\"action\",\"do\":\"go\",\"args\":{\"to\":\"a\",\"speed\":\"n + 1\"}}]}}";

static void test_keys(void **state)
{
    (void)state;
    static const gestalt_shape_key expected[] = {
        {"a", GESTALT_VEC2, false}, {"n", GESTALT_INT, true}, {"b", GESTALT_BOOL, false}};
    gestalt_shape *shape = compile(calling);
    assert_int_equal(gestalt_shape_key_count(shape), 3);
    for (uint32_t i = 0; i < 3; i++) {
        gestalt_shape_key key = gestalt_shape_key_at(shape, i);
        assert_string_equal(key.name, expected[i].name);
        assert_int_equal(key.type, expected[i].type);
        assert_int_equal(key.shared, expected[i].shared);
    }
    gestalt_shape_destroy(shape);
}

static void test_functions(void **state)
{
    (void)state;
    gestalt_shape *shape = compile(calling);
    assert_int_equal(gestalt_shape_function_count(shape), 2);
    gestalt_shape_function near = gestalt_shape_function_at(shape, 0);
    gestalt_shape_function go = gestalt_shape_function_at(shape, 1);
    assert_string_equal(near.name, "near");
    assert_int_equal(near.kind, GESTALT_PREDICATE);
    assert_int_equal(near.argument_count, 1);
    assert_string_equal(go.name, "go");
    assert_int_equal(go.kind, GESTALT_IMMEDIATE);
    assert_int_equal(go.argument_count, 2);
    gestalt_parameter to = gestalt_shape_argument(shape, 1, 0);
    gestalt_parameter speed = gestalt_shape_argument(shape, 1, 1);
    assert_string_equal(to.name, "to");
    assert_int_equal(to.type, GESTALT_VEC2);
    assert_false(to.by_key); // the function reads its column
    assert_string_equal(speed.name, "speed");
    assert_int_equal(speed.type, GESTALT_INT);
    assert_false(speed.by_key);
    gestalt_shape_destroy(shape);
}

static void test_shape_calls(void **state)
{
    (void)state;
    gestalt_shape *shape = compile(calling);
    gestalt_shape_call call = {0};
    gestalt_value value;
    gestalt_shape_place place;
    assert_true(gestalt_shape_next_call(shape, &call));
    assert_int_equal(call.node, 1);
    assert_int_equal(call.function, 0);
    assert_int_equal(gestalt_shape_given(shape, &call, "range", &value), GESTALT_GIVEN_CONSTANT);
    assert_int_equal(value.type, GESTALT_FLOAT);
    assert_true(value.number == 2.5f);
    assert_int_equal(gestalt_shape_given(shape, &call, "speed", &value), GESTALT_GIVEN_NOT);

    assert_true(gestalt_shape_next_call(shape, &call));
    assert_int_equal(call.node, 2);
    assert_int_equal(call.function, 1);
    assert_int_equal(gestalt_shape_given(shape, &call, "to", &value), GESTALT_GIVEN_VALUE);
    assert_int_equal(gestalt_shape_given(shape, &call, "speed", &value), GESTALT_GIVEN_CONSTANT);
    assert_int_equal(value.type, GESTALT_INT);
    assert_int_equal(value.integer, 3);
    assert_true(gestalt_shape_node_place(shape, call.node, &place));
    assert_string_equal(place.file, "t.json");
    assert_int_equal(place.line, 3);
    assert_int_equal(place.column, 1);

    assert_true(gestalt_shape_next_call(shape, &call));
    assert_int_equal(call.node, 3);
    assert_int_equal(call.function, 1);
    assert_int_equal(gestalt_shape_given(shape, &call, "speed", &value), GESTALT_GIVEN_VALUE);
    assert_false(gestalt_shape_next_call(shape, &call));
    gestalt_shape_destroy(shape);
}

// In the stream, a duration of 2 ticks is the same number as the type `action`, and 3 is that of
// `deferred`. A deferred action is followed by the number of its resource's name. None of them may
// be found as a call.
static void test_numbers_are_no_calls(void **state)
{
    (void)state;
    gestalt_shape *shape =
        compile("{\"gestalt\":1,\"root\":{\"type\":\"sequence\",\"children\":["
                "{\"type\":\"wait\",\"ticks\":2},{\"type\":\"timeout\",\"ticks\":3,\"child\":"
                "{\"type\":\"deferred\",\"do\":\"w\",\"resource\":\"r\"}}]}}");
    gestalt_shape_call call = {0};
    assert_true(gestalt_shape_next_call(shape, &call));
    assert_int_equal(call.node, 3);
    assert_false(gestalt_shape_next_call(shape, &call));
    gestalt_shape_destroy(shape);
}

// ---- functions for agents that are ticked alone

// Mix everything that the function can read in its call into its key.
GESTALT_LANES_BATCH(watch)
{
    int32_t *key = gestalt_call_key(call, 0).ints;
    const int32_t *given = call->arguments[0].ints;
    for (GESTALT_LANES_EACH(lane, lanes)) {
        uint32_t sum = (uint32_t)key[lane] * 31 + (uint32_t)given[lane];
        sum += (uint32_t) * (const int32_t *)call->user;
        sum += call->node * 7 + (uint32_t)(call->now + (int64_t)call->tick);
        sum += (uint32_t)gestalt_call_agent(call, (unsigned)lane) * 5 + (call->cancelling ? 3 : 0);
        sum += call->starting >> lane & 1 ? 2 : 0;
        key[lane] = (int32_t)sum;
        call->succeeded |= (uint64_t)(sum % 3 == 0) << lane;
        // succeeded and failed at once means success
        call->failed |= (uint64_t)(sum % 5 == 0) << lane;
        if (sum % 16 == 0 && !call->cancelling)
            call->error = *(const int32_t *)call->user == 3 ? "three" : "four";
    }
    (void)lane_count;
}

static const char watching[] =
    "{\"gestalt\":1,\"blackboard\":{\"k\":\"int\"},\"root\":{\"type\":\"race\",\"children\":["
    "{\"type\":\"priority\",\"children\":["
    "{\"type\":\"sequence\",\"children\":["
    "{\"type\":\"condition\",\"call\":\"ask\",\"args\":{\"n\":\"agent\"}},"
    "{\"type\":\"action\",\"do\":\"act\",\"args\":{\"n\":\"k / 2\"}}]},"
    "{\"type\":\"action\",\"do\":\"act\",\"args\":{\"n\":\"3\"}}]},"
    "{\"type\":\"action\",\"do\":\"act\",\"args\":{\"n\":\"4\"}}]}}";

static gestalt_host *watching_host(bool with_lone)
{
    static int32_t three = 3, four = 4;
    static const gestalt_parameter argument[] = {{"n", GESTALT_INT, false}};
    static const gestalt_parameter key[] = {{"k", GESTALT_INT, false}};
    gestalt_function f = {.name = "ask",
                          .kind = GESTALT_PREDICATE,
                          .batch = watch,
                          .user = &three,
                          .arguments = argument,
                          .argument_count = 1,
                          .keys = key,
                          .key_count = 1};
    gestalt_host *host;
    assert_int_equal(gestalt_host_create(NULL, &host, NULL), GESTALT_OK);
    assert_int_equal(gestalt_host_add(host, &f, NULL), GESTALT_OK);
    f.name = "act";
    f.kind = GESTALT_IMMEDIATE;
    f.user = &four;
    assert_int_equal(gestalt_host_add(host, &f, NULL), GESTALT_OK);
    if (with_lone) {
        assert_int_equal(gestalt_host_add_lone(host, "act", watch_lone, NULL), GESTALT_OK);
        assert_int_equal(gestalt_host_add_lone(host, "ask", watch_lone, NULL), GESTALT_OK);
    }
    return host;
}

static uint64_t hash_of(const gestalt_population *p)
{
    uint64_t hash = 0;
    assert_int_equal(gestalt_population_hash(p, &hash, NULL), GESTALT_OK);
    return hash;
}

static void test_lone(void **state)
{
    (void)state;
    enum { FORMS = 2, AGENTS = 50, TICKS = 40 };
    gestalt_shape *shape = compile(watching);
    gestalt_host *hosts[FORMS];
    gestalt_population *p[FORMS];
    uint32_t errors = 0;
    for (int i = 0; i < FORMS; i++) {
        hosts[i] = watching_host(i == 1);
        gestalt_population_options options = {.group = {shape, hosts[i]}, .lanes = 1};
        assert_int_equal(gestalt_population_create(&options, &p[i], NULL), GESTALT_OK);
        assert_int_equal(gestalt_population_spawn(p[i], 0, AGENTS, NULL, NULL), GESTALT_OK);
    }
    for (int64_t tick = 0; tick < TICKS; tick++) {
        gestalt_error error[FORMS] = {{0}};
        gestalt_result result = gestalt_population_tick(p[0], tick * 10, &error[0]);
        assert_int_equal(gestalt_population_tick(p[1], tick * 10, &error[1]), result);
        assert_string_equal(error[0].message, error[1].message);
        assert_int_equal(hash_of(p[0]), hash_of(p[1]));
        errors += result != GESTALT_OK;
    }
    assert_in_range(errors, TICKS / 2, TICKS);
    for (int i = 0; i < FORMS; i++) {
        gestalt_population_destroy(p[i]);
        gestalt_host_destroy(hosts[i]);
    }
    gestalt_shape_destroy(shape);
}

static gestalt_status do_nothing(gestalt_single_call *call)
{
    (void)call;
    return GESTALT_SUCCESS;
}

static void test_lone_of_nothing(void **state)
{
    (void)state;
    gestalt_error error = {0};
    gestalt_host *host = watching_host(false);
    const gestalt_function single = {.name = "one", .single = do_nothing};
    assert_int_equal(gestalt_host_add(host, &single, NULL), GESTALT_OK);
    assert_int_equal(gestalt_host_add_lone(host, "acts", watch_lone, &error), GESTALT_BAD_ARGUMENT);
    assert_string_equal(error.message, "the host function `acts` is not registered");
    assert_int_equal(gestalt_host_add_lone(host, "one", watch_lone, &error), GESTALT_BAD_ARGUMENT);
    assert_string_equal(error.message, "the host function `one` has no batch function");
    gestalt_host_destroy(host);
}

static void test_stripped(void **state)
{
    (void)state;
    gestalt_shape *shape = NULL;
    gestalt_shape_place place;
    const gestalt_compile_options options = {.strip = true};
    assert_int_equal(
        gestalt_compile_text("t.json", calling, strlen(calling), &options, &shape, NULL, NULL),
        GESTALT_OK);
    assert_false(gestalt_shape_node_place(shape, 2, &place));
    gestalt_shape_destroy(shape);
}

// The items of rounds and pauses are numbers, which may look like calls.
static void test_rounds_are_no_calls(void **state)
{
    (void)state;
    for (unsigned ticks = 1; ticks < 256; ticks++) {
        char text[300];
        snprintf(
            text, sizeof text,
            "{\"gestalt\":1,\"root\":{\"type\":\"retry\",\"attempts\":%u,\"pause\":%u,\"child\":"
            "{\"type\":\"action\",\"do\":\"act\"}}}",
            ticks, ticks);
        gestalt_shape *shape = compile(text);
        gestalt_shape_call call = {0};
        assert_true(gestalt_shape_next_call(shape, &call));
        assert_int_equal(call.node, 1);
        assert_false(gestalt_shape_next_call(shape, &call));
        gestalt_shape_destroy(shape);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rounds_are_no_calls),
        cmocka_unit_test(test_labels),
        cmocka_unit_test(test_live_nodes),
        cmocka_unit_test(test_nodes),
        cmocka_unit_test(test_inspect),
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_counts_of_abandoned),
        cmocka_unit_test(test_times),
        cmocka_unit_test(test_keys),
        cmocka_unit_test(test_functions),
        cmocka_unit_test(test_shape_calls),
        cmocka_unit_test(test_numbers_are_no_calls),
        cmocka_unit_test(test_lone),
        cmocka_unit_test(test_lone_of_nothing),
        cmocka_unit_test(test_stripped),
    };
    return cmocka_run_group_tests_name("calls", tests, NULL, NULL);
}
