// SPDX-License-Identifier: MIT
// Launches of deferred actions: their numbers, late results, the stored arguments, and the list of
// live launches.
#include "memory.h"
#include "plan.h"
#include "snapshot_bytes.h"
#include "snapshot_format.h"
#include "stub.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "misused.h"

#define OK(call) assert_int_equal((call), GESTALT_OK)

// Check that the call has that result, and an error that contains `words`.
#define REFUSED(call, expected, words)                                                             \
    do {                                                                                           \
        gestalt_error error = {0};                                                                 \
        assert_int_equal((call), (expected));                                                      \
        if (!strstr(error.message, (words)))                                                       \
            fail_msg("`%s` does not say `%s`", error.message, (words));                            \
    } while (0)

static gestalt_shape *compile(const char *document)
{
    char text[2048];
    size_t size = 0;
    for (; document[size]; size++)
        text[size] = document[size] == '\'' ? '"' : document[size];
    text[size] = '\0';
    return compile_or_abort("test.json", text, false);
}

typedef struct fixture {
    gestalt_shape *shape;
    gestalt_host *host;
    gestalt_population *p;
} fixture;

// A host with all deferred actions of a shape.
static gestalt_host *make_host(const gestalt_shape *shape)
{
    gestalt_host *host;
    OK(gestalt_host_create(NULL, &host, NULL));
    for (uint32_t i = 0; i < gestalt_shape_function_count(shape); i++) {
        gestalt_shape_function f = gestalt_shape_function_at(shape, i);
        gestalt_parameter arguments[8];
        for (uint32_t k = 0; k < f.argument_count; k++)
            arguments[k] = gestalt_shape_argument(shape, i, k);
        gestalt_function function = {.name = f.name,
                                     .kind = f.kind,
                                     .arguments = arguments,
                                     .argument_count = f.argument_count};
        OK(gestalt_host_add(host, &function, NULL));
    }
    return host;
}

static fixture start(const char *document, uint32_t lanes, gestalt_states states)
{
    fixture f = {.shape = compile(document)};
    f.host = make_host(f.shape);
    gestalt_population_options options = {
        .group = {f.shape, f.host}, .lanes = lanes, .states = states};
    OK(gestalt_population_create(&options, &f.p, NULL));
    return f;
}

static void stop(fixture *f)
{
    gestalt_population_destroy(f->p);
    gestalt_host_destroy(f->host);
    gestalt_shape_destroy(f->shape);
}

// Run a test with 1, 5 and 64 lanes, and with both forms of live states.
static void everywhere(const char *document, void (*run)(fixture *f))
{
    static const uint32_t lanes[] = {1, 5, 64};
    for (int i = 0; i < 6; i++) {
        fixture f =
            start(document, lanes[i / 2], i % 2 ? GESTALT_STATES_MASKS : GESTALT_STATES_SPARSE);
        run(&f);
        stop(&f);
    }
}

static gestalt_result answer(gestalt_population *p, uint64_t agent, uint32_t node,
                             uint32_t launch_id, gestalt_error *error)
{
    return gestalt_population_finish_launch(p, agent, node, launch_id, GESTALT_SUCCESS, error);
}

static uint64_t hash_of(const gestalt_population *p)
{
    uint64_t hash = 0;
    OK(gestalt_population_hash(p, &hash, NULL));
    return hash;
}

// The last tick's requests as "agent+node#number" for launches and "agent-node#number" for cancels.
static const char *request_text(gestalt_population *p)
{
    static char text[512];
    const gestalt_request *r;
    uint64_t count;
    size_t used = 0;
    OK(gestalt_population_requests(p, &r, &count, NULL));
    text[0] = '\0';
    for (uint64_t i = 0; i < count; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%u%c%u#%u", i ? " " : "",
                                 (unsigned)r[i].agent, r[i].launch ? '+' : '-', (unsigned)r[i].node,
                                 (unsigned)r[i].launch_id);
    return text;
}

// All live launches as "agent:node#number", read in pieces of the given size.
static const char *launch_text(const gestalt_population *p, size_t piece)
{
    static char text[4096];
    gestalt_launch_cursor from = {0};
    gestalt_launch list[8];
    size_t count, used = 0;
    text[0] = '\0';
    do {
        OK(gestalt_population_launches(p, &from, list, piece, &count, NULL));
        assert_true(count <= piece);
        for (size_t i = 0; i < count; i++)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%u:%u#%u%s",
                                     used ? " " : "", (unsigned)list[i].agent,
                                     (unsigned)list[i].node, (unsigned)list[i].launch_id,
                                     list[i].status == GESTALT_SUCCESS   ? "S"
                                     : list[i].status == GESTALT_FAILURE ? "F"
                                                                         : "");
    } while (count == piece);
    return text;
}

// ---- results

static const char waiting[] = "{'gestalt':1,'root':{'type':'race','children':["
                              "{'type':'deferred','do':'go'},{'type':'running'}]}}";

static void answer_in_time(fixture *f)
{
    OK(gestalt_population_spawn(f->p, 0, 3, NULL, NULL));
    OK(gestalt_population_tick(f->p, 0, NULL));
    OK(gestalt_population_tick(f->p, 1, NULL));
    OK(gestalt_population_cancel(f->p, 1, NULL));
    uint64_t before = hash_of(f->p);
    REFUSED(answer(f->p, 1, 1, 0, &error), GESTALT_STALE, "launch 0 of node 1 of agent 1 is over");
    REFUSED(answer(f->p, 0, 1, 1, &error), GESTALT_STALE, "launch 1 of node 1 of agent 0 is over");
    REFUSED(answer(f->p, 0, 1, 2, &error), GESTALT_BAD_ARGUMENT, "there was no such tick");
    REFUSED(answer(f->p, 0, 0, 0, &error), GESTALT_BAD_ARGUMENT, "is not a deferred action");
    REFUSED(answer(f->p, 0, 2, 0, &error), GESTALT_BAD_ARGUMENT, "is not a deferred action");
    REFUSED(answer(f->p, 0, 99, 0, &error), GESTALT_BAD_ARGUMENT, "is not a deferred action");
    REFUSED(answer(f->p, 3, 1, 0, &error), GESTALT_BAD_ARGUMENT, "there is no agent 3");
    MISUSED(gestalt_population_finish_launch(f->p, 0, 1, 0, (gestalt_status)3, &error),
            "3 is not a status");
    assert_int_equal(hash_of(f->p), before);
    OK(gestalt_population_tick(f->p, 2, NULL));
    assert_string_equal(request_text(f->p), "1-1#0 1+1#2"); // launched again
    REFUSED(answer(f->p, 1, 1, 0, &error), GESTALT_STALE, "is over");
    // without a number: whichever launch it is
    OK(gestalt_population_finish(f->p, 2, 1, GESTALT_FAILURE, NULL));
    OK(answer(f->p, 1, 1, 2, NULL));
    OK(answer(f->p, 0, 1, 0, NULL));
    OK(gestalt_population_finish_launch(f->p, 0, 1, 0, GESTALT_RUNNING, NULL)); // still running
    assert_string_equal(launch_text(f->p, 8), "0:1#0 1:1#2S 2:1#0F");
    OK(gestalt_population_tick(f->p, 3, NULL));
    // the tree has used the result
    REFUSED(answer(f->p, 1, 1, 2, &error), GESTALT_STALE, "is over");
    OK(gestalt_population_despawn(f->p, 1, NULL));
    REFUSED(answer(f->p, 1, 1, 2, &error), GESTALT_STALE, "agent 1 no longer exists");
    REFUSED(gestalt_population_finish(f->p, 1, 1, GESTALT_SUCCESS, &error), GESTALT_BAD_ARGUMENT,
            "there is no agent 1");
}

static void test_answers(void **state)
{
    (void)state;
    everywhere(waiting, answer_in_time);
    assert_string_equal(gestalt_result_text(GESTALT_STALE), "the launch of the action is over");
}

// ---- cancelled and launched again in one tick

static const char again[] =
    "{'gestalt':1,'root':{'type':'retry','child':{'type':'timeout','ticks':2,"
    "'child':{'type':'deferred','do':'go'}}}}";

static void launch_again(fixture *f)
{
    OK(gestalt_population_spawn(f->p, 0, 2, NULL, NULL));
    for (int64_t i = 0; i < 2; i++)
        OK(gestalt_population_tick(f->p, i, NULL));
    assert_string_equal(request_text(f->p), "");
    OK(gestalt_population_tick(f->p, 2, NULL));
    assert_string_equal(request_text(f->p), "0-2#0 0+2#2 1-2#0 1+2#2");
    REFUSED(answer(f->p, 0, 2, 0, &error), GESTALT_STALE, "is over");
    byte_buffer saved = save_or_abort(f->p); // the snapshot contains both numbers
    OK(gestalt_population_load_memory(f->p, saved.bytes, saved.size, NULL));
    assert_string_equal(request_text(f->p), "0-2#0 0+2#2 1-2#0 1+2#2");
    free(saved.bytes);
    OK(gestalt_population_cancel(f->p, 0, NULL));
    assert_string_equal(request_text(f->p), "0-2#0 0+2#2 1-2#0 1+2#2"); // requests of the last tick
    OK(gestalt_population_cancel(f->p, 1, NULL));
    saved = save_or_abort(f->p); // requests that no actor holds, and requests for the coming tick
    OK(gestalt_population_load_memory(f->p, saved.bytes, saved.size, NULL));
    assert_string_equal(request_text(f->p), "0-2#0 0+2#2 1-2#0 1+2#2");
    free(saved.bytes);
    OK(gestalt_population_tick(f->p, 3, NULL));
    assert_string_equal(request_text(f->p), "0-2#2 0+2#3 1-2#2 1+2#3");
}

static void test_again(void **state)
{
    (void)state;
    everywhere(again, launch_again);
}

// ---- what is listed

static const char listed[] =
    "{'gestalt':1,'blackboard':{'k':{'type':'int','init':'agent'},'home':{'type':'vec2','init':[1,"
    "2]},'top':{'type':'vec3','init':[3,4,5],'shared':true},'on':'bool'},"
    "'actions':{'go':{'kind':'deferred','args':{'far':'float','to':'vec2','up':'vec3',"
    "'hits':'key int','flag':'key bool','sure':'bool'}}},'root':{'type':'concurrent','children':["
    "{'type':'deferred','do':'go','resource':'legs','args':{'sure':'k == 1','to':'home','up':'top',"
    "'far':'k + 0.5','hits':'k','flag':'on'}},"
    "{'type':'decide','if':'k % 2 == 1','then':{'type':'deferred','do':'rest'},"
    "'else':{'type':'running'}}]}}";

static void check_launch(const gestalt_population *p, const gestalt_launch *l)
{
    static const char *const names[] = {"sure", "to", "up", "far", "hits", "flag"};
    assert_string_equal(l->name, "go");
    assert_string_equal(l->resource, "legs");
    assert_true(l->argument_count == 6 && l->group == 0);
    gestalt_argument a[6];
    for (uint32_t i = 0; i < 6; i++) {
        assert_true(gestalt_population_launch_argument_at(p, l->agent, l->node, i, &a[i]));
        assert_string_equal(a[i].name, names[i]);
        assert_true(a[i].component == 0 && (i < 4) == !a[i].key);
    }
    assert_false(gestalt_population_launch_argument_at(p, l->agent, l->node, 6, &a[0]));
    assert_true(a[0].value.type == GESTALT_BOOL && a[0].value.boolean == (l->agent == 1));
    assert_true(a[1].value.type == GESTALT_VEC2 && a[1].value.vector[0] == 1 &&
                a[1].value.vector[1] == 2);
    assert_true(a[2].value.type == GESTALT_VEC3 && a[2].value.vector[0] == 3 &&
                a[2].value.vector[1] == 4 && a[2].value.vector[2] == 5);
    assert_true(a[3].value.type == GESTALT_FLOAT && a[3].value.number == (float)l->agent + 0.5f);
    assert_string_equal(a[4].key, "k");
    // the current value of the key
    assert_true(a[4].value.type == GESTALT_INT && a[4].value.integer == 70);
    assert_string_equal(a[5].key, "on");
    assert_true(a[5].value.type == GESTALT_BOOL && !a[5].value.boolean);
}

// The arguments of a launch do not change with the keys that they were evaluated from.
static void change_keys(gestalt_population *p)
{
    gestalt_value k = {.type = GESTALT_INT, .integer = 70};
    gestalt_value home = {.type = GESTALT_VEC2, .vector = {7, 8}};
    gestalt_value top = {.type = GESTALT_VEC3, .vector = {7, 8, 9}};
    for (uint64_t id = gestalt_population_next(p, 0); id != UINT64_MAX;
         id = gestalt_population_next(p, id + 1)) {
        OK(gestalt_population_write(p, id, "k", k, NULL));
        OK(gestalt_population_write(p, id, "home", home, NULL));
    }
    OK(gestalt_population_write_shared(p, 0, "top", top, NULL));
}

static void check_list(const gestalt_population *p, const char *expected)
{
    gestalt_launch_cursor from = {0};
    gestalt_launch l;
    size_t count;
    for (size_t piece = 1; piece <= 8; piece++)
        assert_string_equal(launch_text(p, piece), expected);
    for (;;) {
        OK(gestalt_population_launches(p, &from, &l, 1, &count, NULL));
        if (count == 0)
            break;
        if (l.node == 1)
            check_launch(p, &l);
        else
            assert_true(strcmp(l.name, "rest") == 0 && !l.resource && l.argument_count == 0);
    }
}

static void list_all(fixture *f)
{
    OK(gestalt_population_spawn(f->p, 0, 3, NULL, NULL));
    assert_string_equal(launch_text(f->p, 2), "");
    OK(gestalt_population_tick(f->p, 0, NULL));
    OK(gestalt_population_spawn(f->p, 0, 4, NULL, NULL));
    OK(gestalt_population_tick(f->p, 1, NULL));
    change_keys(f->p);
    check_list(f->p, "0:1#0 1:1#0 1:3#0 2:1#0 3:1#1 3:3#1 4:1#1 5:1#1 5:3#1 6:1#1");
    OK(gestalt_population_tick(f->p, 2, NULL));
    OK(gestalt_population_despawn(f->p, 0, NULL));
    OK(gestalt_population_despawn(f->p, 4, NULL));
    static const char left[] = "1:1#0 1:3#0 2:1#0 3:1#1 3:3#1 5:1#1 5:3#1 6:1#1";
    check_list(f->p, left);
    OK(gestalt_population_compact(f->p, NULL));
    check_list(f->p, left);
    byte_buffer saved = save_or_abort(f->p);
    gestalt_population_options options = {.group = {f->shape, f->host}, .lanes = 7};
    gestalt_population *other;
    OK(gestalt_population_create(&options, &other, NULL));
    OK(gestalt_population_load_memory(other, saved.bytes, saved.size, NULL));
    check_list(other, left);
    assert_int_equal(hash_of(other), hash_of(f->p));
    REFUSED(answer(other, 4, 1, 1, &error), GESTALT_STALE, "agent 4 no longer exists");
    OK(answer(other, 5, 3, 1, NULL));
    assert_string_equal(launch_text(other, 3), "1:1#0 1:3#0 2:1#0 3:1#1 3:3#1 5:1#1 5:3#1S 6:1#1");
    free(saved.bytes);
    gestalt_population_destroy(other);
}

static void test_list(void **state)
{
    (void)state;
    everywhere(listed, list_all);
}

// An agent that moves keeps its launches. Game systems finish them under its new id.
static void move_agent(fixture *f)
{
    unsigned char bytes[512];
    size_t size;
    uint64_t moved;
    OK(gestalt_population_spawn(f->p, 0, 2, NULL, NULL));
    OK(gestalt_population_tick(f->p, 0, NULL));
    OK(gestalt_population_tick(f->p, 1, NULL));
    assert_true(gestalt_actor_size_max(f->p, 0) <= sizeof bytes);
    OK(gestalt_actor_take(f->p, 1, bytes, sizeof bytes, &size, NULL));
    OK(gestalt_population_insert(f->p, 0, bytes, size, &moved, NULL));
    OK(gestalt_population_remove(f->p, 1, NULL));
    assert_int_equal(moved, 2);
    assert_string_equal(launch_text(f->p, 2), "0:1#0 2:1#0 2:3#0");
    REFUSED(answer(f->p, 1, 1, 0, &error), GESTALT_STALE, "no longer exists");
    OK(answer(f->p, 2, 3, 0, NULL));
    gestalt_argument far;
    assert_true(gestalt_population_launch_argument_at(f->p, 2, 1, 3, &far));
    assert_true(far.value.number == 1.5f);
}

static void test_move(void **state)
{
    (void)state;
    everywhere(listed, move_agent);
}

// ---- calls that are refused during a tick step by step

static void test_steps(void **state)
{
    (void)state;
    fixture f = start(waiting, 1, GESTALT_STATES_AUTO);
    gestalt_launch_cursor from = {0};
    gestalt_launch l;
    size_t count;
    OK(gestalt_population_spawn(f.p, 0, 1, NULL, NULL));
    OK(gestalt_population_tick(f.p, 0, NULL));
    OK(gestalt_population_begin(f.p, 1, NULL));
    OK(gestalt_actor_step_begin(f.p, 0, NULL));
    MISUSED(gestalt_population_launches(f.p, &from, &l, 1, &count, &error), "step by step");
    MISUSED(answer(f.p, 0, 1, 0, &error), "step by step");
    OK(gestalt_actor_step_end(f.p, NULL));
    OK(gestalt_population_end(f.p, NULL));
    stop(&f);
}

// ---- columns that actions share

static void test_columns(void **state)
{
    (void)state;
#define DEFERS(args) "{'type':'deferred','do':'go','args':{" args "}}"
#define RESTS        "{'type':'deferred','do':'rest'}"
    static const struct {
        const char *root;
        uint32_t slots, words;
    } cases[] = {
        {"{'type':'running'}", 0, 0},
        {RESTS, 1, 0},
        {DEFERS("'a':'1.5','b':'true','c':'v'"), 1, 4},
        {"{'type':'selector','children':[" RESTS "," DEFERS("'a':'1.5','b':'true','c':'v'") "]}", 1,
         4},
        {"{'type':'concurrent','children':[" RESTS
         "," DEFERS("'a':'1','b':'true','c':'v'") "," RESTS "]}",
         3, 4},
        // launched while the other one is live
        {"{'type':'priority','children':[" RESTS "," RESTS "]}", 2, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[1024];
        snprintf(text, sizeof text,
                 "{'gestalt':1,'blackboard':{'v':'vec2'},'actions':{'go':{'kind'"
                 ":'deferred','args':{'a':'float','b':'bool','c':'vec2'}}},"
                 "'root':%s}",
                 cases[i].root);
        gestalt_shape *shape = compile(text);
        const gestalt_allocator allocator = memory_allocator(NULL);
        plan *p = plan_create(shape, &allocator);
        if (p->launch_slot_count != cases[i].slots || p->launch_word_count != cases[i].words)
            fail_msg("%s: %u and %u", cases[i].root, (unsigned)p->launch_slot_count,
                     (unsigned)p->launch_word_count);
        plan_destroy(p, &allocator);
        gestalt_shape_destroy(shape);
    }
}

// ---- bytes of the previous version

static void test_old_version(void **state)
{
    (void)state;
    static const char quiet[] = "{'gestalt':1,'root':{'type':'wait','ticks':3}}";
    const char *documents[] = {quiet, waiting};
    for (int i = 0; i < 2; i++) {
        fixture f = start(documents[i], 64, GESTALT_STATES_AUTO);
        unsigned char actor[256];
        size_t size;
        OK(gestalt_population_spawn(f.p, 0, 2, NULL, NULL));
        OK(gestalt_population_tick(f.p, 0, NULL));
        byte_buffer saved = save_or_abort(f.p);
        OK(gestalt_actor_take(f.p, 0, actor, sizeof actor, &size, NULL));
        age_snapshot(&saved, VERSION_WITHOUT_LAUNCHES);
        age_actor(actor, &size, VERSION_WITHOUT_LAUNCHES);
        gestalt_result expected = i == 0 ? GESTALT_OK : GESTALT_BAD_FILE;
        REFUSED(gestalt_population_load_memory(f.p, saved.bytes, saved.size, &error), expected,
                i == 0 ? "" : "save the snapshot again");
        REFUSED(gestalt_actor_check(f.p, 0, actor, size, &error), expected,
                i == 0 ? "" : "take the actor again");
        free(saved.bytes);
        stop(&f);
    }
}

// ---- stubs that continue launches of other game systems

typedef struct stubbed {
    gestalt_host *host;
    stub_set *stubs;
    gestalt_population *p;
} stubbed;

static stubbed stub_start(const gestalt_shape *shape)
{
    const stub list[] = {{"ride", 3, GESTALT_SUCCESS}, {"ring", 2, GESTALT_FAILURE}};
    stubbed s;
    OK(gestalt_host_create(NULL, &s.host, NULL));
    OK(stub_set_create(shape, list, 2, s.host, NULL, &s.stubs, NULL));
    const gestalt_population_options how = {.group = {shape, s.host}};
    OK(gestalt_population_create(&how, &s.p, NULL));
    return s;
}

static void stub_stop(stubbed *s)
{
    gestalt_population_destroy(s->p);
    stub_set_destroy(s->stubs);
    gestalt_host_destroy(s->host);
}

static void stub_ticks(stubbed *s, int count)
{
    for (; count > 0; count--) {
        OK(stub_set_before(s->stubs, s->p, NULL));
        OK(gestalt_population_tick(s->p, 0, NULL));
        OK(stub_set_after(s->stubs, s->p, NULL));
    }
}

static uint64_t stub_hash(const stubbed *s)
{
    uint64_t hash;
    OK(gestalt_population_hash(s->p, &hash, NULL));
    return hash;
}

// Several ticks request rides, in an order that does not follow from the ids of the agents.
static void test_adopt(void **state)
{
    (void)state;
    enum { AGENTS = 150, BEFORE = 7, BEHIND = 9 };
    gestalt_shape *shape = compile(
        "{'gestalt':1,'root':{'type':"
        "'concurrent','children':[{'type':'sequence','children':[{'type':'chance','p':0.4,'child':"
        "{'type':'success'}},{'type':'deferred','do':'ride'}]},{'type':'force_success','child':"
        "{'type':'deferred','do':'ring'}}]}}");
    stubbed first = stub_start(shape), second = stub_start(shape);
    OK(gestalt_population_spawn(first.p, 0, AGENTS, NULL, NULL));
    stub_ticks(&first, BEFORE);
    OK(gestalt_population_save(first.p, "adopt.gss", NULL));
    OK(gestalt_population_load(second.p, "adopt.gss", NULL));
    assert_false(stub_state_is_attached(second.p));
    OK(stub_set_adopt(second.stubs, second.p, NULL));
    for (int i = 0; i < BEHIND; i++) {
        stub_ticks(&first, 1);
        stub_ticks(&second, 1);
        assert_true(stub_hash(&first) == stub_hash(&second));
    }
    remove("adopt.gss");
    OK(stub_set_attach(first.stubs, first.p, NULL));
    assert_true(stub_state_is_attached(first.p));
    stub_stop(&first);
    stub_stop(&second);
    gestalt_shape_destroy(shape);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_answers),     cmocka_unit_test(test_again),
        cmocka_unit_test(test_list),        cmocka_unit_test(test_move),
        cmocka_unit_test(test_steps),       cmocka_unit_test(test_columns),
        cmocka_unit_test(test_old_version), cmocka_unit_test(test_adopt),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
