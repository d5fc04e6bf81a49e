// SPDX-License-Identifier: MIT
// Ticks and steps that are interrupted: how long it takes, from threads and signals, what may be
// done before they continue, and that worlds have the same results. test_differential compares
// states.
//
//    test_interrupt SCENES
#include "running.h"
#include "small_scenes.h"
#include "snapshot_bytes.h"
#include "snapshot_format.h"

#include <gestalt/gestalt.h>
#include <inttypes.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

#include <cmocka.h>

#include "misused.h"

#define OK(call) assert_int_equal((call), GESTALT_OK)

// 324 bytes that practically never finish: 65535^5 visits.
#define REPEAT      "{\"type\":\"repeat\",\"count\":65535,\"per_tick\":65535,\"child\":"
#define NEST(child) REPEAT REPEAT REPEAT REPEAT REPEAT child "}}}}}"
static const char endless[] = "{\"gestalt\":1,\"root\":" NEST("{\"type\":\"success\"}") "}";
// Other loops, with conditions, a leaf, and many lanes that differ.
static const char endless_too[] = "{\"gestalt\":1,\"blackboard\":{\"n\":\"int\"},\"root\":" NEST(
    "{\"type\":\"sequence\",\"children\":["
    "{\"type\":\"set\",\"key\":\"n\",\"to\":\"(n + agent) % 1000\"},"
    "{\"type\":\"invert\",\"child\":{\"type\":\"while\",\"per_tick\":65535,\"child\":"
    "{\"type\":\"condition\",\"if\":\"n < 0\"}}},"
    "{\"type\":\"success\"}]}") "}";

typedef struct fixture {
    gestalt_shape *shape;
    gestalt_host *host;
    gestalt_population *p;
} fixture;

static void start(fixture *f, const char *text, gestalt_population_options options, uint64_t agents)
{
    *f = (fixture){.shape = compile_or_abort("test.json", text, false)};
    OK(gestalt_host_create(NULL, &f->host, NULL));
    gestalt_limits limits;
    gestalt_limits_default(&limits, sizeof limits);
    limits.visits = UINT64_MAX;
    gestalt_host_set_limits(f->host, &limits);
    options.group = (gestalt_group){.shape = f->shape, .host = f->host};
    options.interruptible = true;
    OK(gestalt_population_create(&options, &f->p, NULL));
    OK(gestalt_population_spawn(f->p, 0, agents, NULL, NULL));
}

static void stop(fixture *f)
{
    gestalt_population_destroy(f->p);
    gestalt_host_destroy(f->host);
    gestalt_shape_destroy(f->shape);
}

static uint64_t hash_of(const gestalt_population *p)
{
    uint64_t hash = 0;
    OK(gestalt_population_hash(p, &hash, NULL));
    return hash;
}

static uint64_t nanoseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * UINT64_C(1000000000) + (uint64_t)t.tv_nsec;
}

// ---- from another thread

typedef struct interrupter {
    gestalt_population *p;
    long wait; // nanoseconds
    uint64_t asked;
} interrupter;

static void *interrupt_later(void *user)
{
    interrupter *i = user;
    nanosleep(&(struct timespec){.tv_nsec = i->wait}, NULL);
    i->asked = nanoseconds();
    gestalt_population_interrupt(i->p);
    return NULL;
}

// Return how many nanoseconds a tick takes to stop.
static uint64_t time_to_stop(fixture *f)
{
    pthread_t thread;
    interrupter i = {.p = f->p, .wait = 2000000};
    assert_int_equal(pthread_create(&thread, NULL, interrupt_later, &i), 0);
    assert_int_equal(gestalt_population_tick(f->p, 0, NULL), GESTALT_INTERRUPTED);
    uint64_t stopped = nanoseconds();
    pthread_join(thread, NULL);
    assert_true(gestalt_population_is_interrupted(f->p));
    return stopped > i.asked ? stopped - i.asked : 0;
}

static void hook_nothing(void *user, uint64_t agent, uint32_t node, bool resuming)
{
    (void)user, (void)agent, (void)node, (void)resuming;
}

// Use the best of some tries. Other programs take processor time as well, so the test only requires
// that the tick stops long before its natural end.
static void check_time(const char *text, uint32_t lanes, uint32_t threads, bool has_hooks)
{
    fixture f;
    enum { WANTED = 1000000, MOST = 200000000 };
    uint64_t best = UINT64_MAX;
    start(&f, text, (gestalt_population_options){.lanes = lanes, .threads = threads, .grain = 1},
          500);
    uint64_t hash = hash_of(f.p);
    const gestalt_hooks hooks = {.enter = hook_nothing};
    gestalt_population_hooks(f.p, has_hooks ? &hooks : NULL);
    for (int i = 0; i < 10 && best > WANTED; i++) {
        uint64_t time = time_to_stop(&f);
        best = time < best ? time : best;
    }
    print_message("# stopped after %" PRIu64 " us\n", best / 1000);
    if (best > MOST)
        fail_msg("%u lanes, %u threads: %" PRIu64 " ns", lanes, threads, best);
    if (hash_of(f.p) != hash) // no agent has finished
        fail_msg("%u lanes, %u threads, %s: changed", lanes, threads, text);
    stop(&f);
}

static void test_time(void **state)
{
    (void)state;
    const char *const documents[] = {endless, endless_too};
    assert_int_equal(strlen(endless), 324);
    for (int i = 0; i < 2; i++)
        for (uint32_t lanes = 1; lanes <= 64; lanes *= 8) {
            check_time(documents[i], lanes, 1, false);
            check_time(documents[i], lanes, 3, false);
            check_time(documents[i], lanes, 1, true);
        }
}

// ---- from a signal handler

static gestalt_population *signalled;

static void on_alarm(int number)
{
    (void)number;
    gestalt_population_interrupt(signalled);
}

static void test_signal(void **state)
{
    (void)state;
    fixture f;
    struct sigaction action = {.sa_handler = on_alarm};
    const struct itimerval soon = {.it_value = {.tv_usec = 5000}};
    start(&f, endless, (gestalt_population_options){.threads = 2}, 100);
    signalled = f.p;
    sigemptyset(&action.sa_mask);
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &soon, NULL);
    assert_int_equal(gestalt_population_tick(f.p, 0, NULL), GESTALT_INTERRUPTED);
    signal(SIGALRM, SIG_DFL);
    stop(&f);
}

// ---- calls between an interruption and its continuation

static uint64_t stopping_agent = UINT64_MAX;
static bool fails;

// Interrupt the tick at one agent, once. Agent 3 reports an error.
static gestalt_status leaf(gestalt_single_call *call)
{
    fixture *f = call->user;
    if (call->agent == 3 && fails)
        call->error = "three is too much";
    if (call->agent == stopping_agent) {
        stopping_agent = UINT64_MAX;
        gestalt_population_interrupt(f->p);
    }
    return call->agent % 3 ? GESTALT_SUCCESS : GESTALT_RUNNING;
}

static void start_leaf(fixture *f, gestalt_population_options options)
{
    *f = (fixture){.shape = compile_or_abort(
                       "test.json",
                       "{\"gestalt\":1,\"root\":{\"type\":\"repeat\",\"child\":"
                       "{\"type\":\"sequence\",\"children\":[{\"type\":\"action\",\"do\":\"leaf\"},"
                       "{\"type\":\"deferred\",\"do\":\"later\"}]}}}",
                       false)};
    const gestalt_function functions[] = {
        {.name = "leaf", .kind = GESTALT_IMMEDIATE, .single = leaf, .user = f},
        {.name = "later", .kind = GESTALT_DEFERRED}};
    OK(gestalt_host_create(NULL, &f->host, NULL));
    OK(gestalt_host_add(f->host, &functions[0], NULL));
    OK(gestalt_host_add(f->host, &functions[1], NULL));
    options.group = (gestalt_group){.shape = f->shape, .host = f->host};
    OK(gestalt_population_create(&options, &f->p, NULL));
    OK(gestalt_population_spawn(f->p, 0, 20, NULL, NULL));
}

static const gestalt_population_options few = {.lanes = 4, .interruptible = true};

// Finish both ticks in the same way.
static void compare_ends(fixture *f, fixture *like)
{
    const gestalt_request *ours, *theirs;
    uint64_t count, expected;
    OK(gestalt_population_tick(like->p, 5, NULL));
    OK(gestalt_population_tick(f->p, 5, NULL));
    assert_false(gestalt_population_is_interrupted(f->p));
    assert_true(hash_of(f->p) == hash_of(like->p));
    OK(gestalt_population_requests(f->p, &ours, &count, NULL));
    OK(gestalt_population_requests(like->p, &theirs, &expected, NULL));
    assert_int_equal(count, expected);
    assert_true(count > 0);
    for (uint64_t i = 0; i < count; i++)
        assert_true(ours[i].agent == theirs[i].agent && ours[i].node == theirs[i].node &&
                    ours[i].launch == theirs[i].launch && ours[i].launch_id == theirs[i].launch_id);
}

static void test_going_on(void **state)
{
    (void)state;
    fixture f, like;
    gestalt_error error;
    start_leaf(&f, few);
    start_leaf(&like, (gestalt_population_options){.lanes = 64});
    stopping_agent = 9;
    assert_int_equal(gestalt_population_tick(f.p, 5, &error), GESTALT_INTERRUPTED);
    assert_non_null(strstr(error.message, "at 5 microseconds"));
    for (uint64_t agent = 0; agent < 20; agent++)
        assert_true(gestalt_actor_is_done(f.p, agent) == (agent < 8));
    assert_false(gestalt_actor_is_done(f.p, 99));
    assert_int_equal(gestalt_population_ticks(f.p), 0);
    assert_int_equal(gestalt_population_now(f.p), 5);
    assert_int_equal(gestalt_population_tick(f.p, 6, &error), GESTALT_BAD_ARGUMENT);
    assert_non_null(strstr(error.message, "can't continue at 6"));
    compare_ends(&f, &like);
    assert_false(gestalt_actor_is_done(f.p, 0));
    stop(&like);
    stop(&f);
}

// An interrupt before the tick is not lost.
static void test_early(void **state)
{
    (void)state;
    fixture f, like;
    start_leaf(&f, few);
    start_leaf(&like, few);
    gestalt_population_interrupt(f.p);
    assert_int_equal(gestalt_population_tick(f.p, 5, NULL), GESTALT_INTERRUPTED);
    assert_false(gestalt_actor_is_done(f.p, 0));
    compare_ends(&f, &like);
    gestalt_population_interrupt(f.p);
    OK(gestalt_population_begin(f.p, 6, NULL));
    assert_int_equal(gestalt_actor_tick(f.p, 2, NULL), GESTALT_INTERRUPTED);
    OK(gestalt_actor_tick(f.p, 2, NULL));
    OK(gestalt_population_end(f.p, NULL));
    stop(&like);
    stop(&f);
}

static void test_snapshot(void **state)
{
    (void)state;
    fixture f, like, other, without;
    gestalt_error error;
    byte_buffer s = {0};
    start_leaf(&f, few);
    start_leaf(&like, few);
    start_leaf(&other, (gestalt_population_options){.lanes = 7, .interruptible = true});
    start_leaf(&without, (gestalt_population_options){.lanes = 4});
    stopping_agent = 13;
    assert_int_equal(gestalt_population_tick(f.p, 5, NULL), GESTALT_INTERRUPTED);
    OK(gestalt_population_save_to(f.p, buffer_writer(&s), NULL));
    assert_int_equal(gestalt_population_load_memory(without.p, s.bytes, s.size, &error),
                     GESTALT_BAD_FILE);
    assert_non_null(strstr(error.message, "`interruptible`"));
    OK(gestalt_population_load_memory(other.p, s.bytes, s.size, NULL));
    assert_true(gestalt_population_is_interrupted(other.p));
    for (uint64_t agent = 0; agent < 20; agent++)
        assert_true(gestalt_actor_is_done(other.p, agent) == gestalt_actor_is_done(f.p, agent));
    compare_ends(&other, &like);
    free(s.bytes);
    stop(&without);
    stop(&other);
    stop(&like);
    stop(&f);
}

// The first chunk of a kind in a snapshot.
static unsigned char *find_chunk(const byte_buffer *s, uint32_t kind)
{
    chunk_header chunk;
    for (size_t at = sizeof(snapshot_header); at + sizeof chunk <= s->size;
         at += sizeof chunk + chunk.size) {
        memcpy(&chunk, s->bytes + at, sizeof chunk);
        if (chunk.kind == kind)
            return s->bytes + at;
    }
    fail_msg("there is no chunk %u", (unsigned)kind);
    return NULL;
}

static void refused(fixture *f, byte_buffer *s, const char *wrong)
{
    gestalt_error error;
    repair_snapshot(s->bytes, s->size);
    assert_int_equal(gestalt_population_load_memory(f->p, s->bytes, s->size, &error),
                     GESTALT_BAD_FILE);
    if (!strstr(error.message, wrong))
        fail_msg("%s", error.message);
}

// A snapshot in the middle of a tick contains the requests from before it: cancels, and no others.
static void test_requests_of_snapshot(void **state)
{
    (void)state;
    fixture f, other;
    byte_buffer s = {0};
    chunk_header chunk;
    chunk_request request;
    start_leaf(&f, few);
    start_leaf(&other, few);
    OK(gestalt_population_tick(f.p, 5, NULL));
    OK(gestalt_population_despawn(f.p, 1, NULL));
    stopping_agent = 9;
    assert_int_equal(gestalt_population_tick(f.p, 6, NULL), GESTALT_INTERRUPTED);
    OK(gestalt_population_save_to(f.p, buffer_writer(&s), NULL));
    OK(gestalt_population_load_memory(other.p, s.bytes, s.size, NULL));
    assert_true(hash_of(other.p) == hash_of(f.p));
    unsigned char *held = find_chunk(&s, CHUNK_HELD), *first = held + sizeof chunk;
    memcpy(&chunk, held, sizeof chunk);
    memcpy(&request, first, sizeof request);
    assert_true(chunk.size == sizeof request && request.agent == 1 && !request.launch);
    request.launch = 1;
    memcpy(first, &request, sizeof request);
    refused(&other, &s, "a request is at a position where there can be none");
    request.launch = 0;
    memcpy(first, &request, sizeof request);
    chunk.kind = CHUNK_COMING;
    memcpy(held, &chunk, sizeof chunk);
    refused(&other, &s, "a request is at a position where there can be none");
    free(s.bytes);
    stop(&other);
    stop(&f);
}

// A tick that has begun continues with its old tree.
static void test_edit_of_snapshot(void **state)
{
    (void)state;
    fixture f, other;
    gestalt_error error;
    byte_buffer s = {0};
    start_leaf(&f, few);
    start(&other, endless, few, 0);
    stopping_agent = 9;
    assert_int_equal(gestalt_population_tick(f.p, 5, NULL), GESTALT_INTERRUPTED);
    OK(gestalt_population_save_to(f.p, buffer_writer(&s), NULL));
    const gestalt_group old = {.shape = f.shape};
    const gestalt_load_options options = {.old_shapes = &old, .old_shape_count = 1};
    assert_int_equal(
        gestalt_population_load_memory_with(other.p, s.bytes, s.size, &options, &error),
        GESTALT_BAD_FILE);
    assert_non_null(strstr(error.message, "saved in the middle of a tick"));
    free(s.bytes);
    stop(&other);
    stop(&f);
}

// An error of a leaf function is reported when the tick is complete.
static void test_error(void **state)
{
    (void)state;
    fixture f;
    gestalt_error error;
    start_leaf(&f, few);
    stopping_agent = 13;
    fails = true;
    assert_int_equal(gestalt_population_tick(f.p, 5, NULL), GESTALT_INTERRUPTED);
    fails = false;
    assert_int_equal(gestalt_population_tick(f.p, 5, &error), GESTALT_REJECTED);
    assert_string_equal(error.message, "three is too much");
    // The interrupted cohort is rolled back, so only errors of its repeated tick are reported.
    stopping_agent = 0; // the agent's leaf is running
    fails = true;
    assert_int_equal(gestalt_population_tick(f.p, 6, NULL), GESTALT_INTERRUPTED);
    fails = false;
    OK(gestalt_population_tick(f.p, 6, NULL));
    stop(&f);
}

// A tick that is reopened ends again with the same error, in another population without it.
static void test_reopen(void **state)
{
    (void)state;
    fixture f, g;
    gestalt_error error;
    start_leaf(&f, few);
    start_leaf(&g, few);
    assert_int_equal(gestalt_population_reopen(f.p, &error), GESTALT_BAD_ARGUMENT);
    assert_non_null(strstr(error.message, "right after it"));
    fails = true;
    assert_int_equal(gestalt_population_tick(f.p, 5, NULL), GESTALT_REJECTED);
    fails = false;
    uint64_t hash = hash_of(f.p);
    OK(gestalt_population_reopen(f.p, NULL));
    assert_int_equal(gestalt_population_ticks(f.p), 0);
    assert_true(gestalt_actor_is_done(f.p, 13) && hash_of(f.p) != hash);
    assert_int_equal(gestalt_population_failed_agent(f.p), UINT64_MAX);
    OK(gestalt_population_save(f.p, "/tmp/gestalt-reopen.gss", NULL));
    OK(gestalt_population_load(g.p, "/tmp/gestalt-reopen.gss", NULL));
    unlink("/tmp/gestalt-reopen.gss");
    OK(gestalt_population_tick(g.p, 5, NULL));
    for (int i = 0; i < 2; i++) {
        assert_int_equal(gestalt_population_tick(f.p, 5, &error), GESTALT_REJECTED);
        assert_string_equal(error.message, "three is too much");
        assert_int_equal(gestalt_population_failed_agent(f.p), 3);
        if (i == 0)
            OK(gestalt_population_reopen(f.p, NULL));
    }
    assert_true(hash_of(f.p) == hash && hash_of(g.p) == hash);
    OK(gestalt_population_cancel(g.p, 1, NULL)); // this belongs to the coming tick
    assert_int_equal(gestalt_population_reopen(g.p, NULL), GESTALT_BAD_ARGUMENT);
    stop(&f);
    stop(&g);
}

static void test_unarmed(void **state)
{
    (void)state;
    fixture f;
    misused told;
    start_leaf(&f, (gestalt_population_options){.lanes = 4});
    misused_begin(&told);
    gestalt_population_interrupt(f.p);
    assert_non_null(strstr(told.message, "set `interruptible`"));
    gestalt_population_interrupt(NULL);
    assert_int_equal(told.count, 2);
    misused_end();
    OK(gestalt_population_tick(f.p, 1, NULL));
    stop(&f);
}

// ---- worlds

static char *with_long_tree(const char *text)
{
    static const char group[] =
        "\"groups\": [{\"name\": \"slow\", \"count\": 1, \"vehicle\": {}, \"velocity\": {\"how\": "
        "\"still\"}, \"tree\": {\"gestalt\": 1, \"root\": {\"type\": \"repeat\", \"count\": 400, "
        "\"per_tick\": 500, \"child\": {\"type\": \"repeat\", \"count\": 400, \"per_tick\": 500, "
        "\"child\": {\"type\": \"success\"}}}}},";
    return running_replaced(text, "\"groups\": [", group);
}

typedef struct world_interrupter {
    gestalt_world *w;
    long wait; // nanoseconds between two interrupts
    bool is_over;
} world_interrupter;

static void *interrupt_often(void *user)
{
    world_interrupter *i = user;
    while (!__atomic_load_n(&i->is_over, __ATOMIC_RELAXED)) {
        long wait = __atomic_load_n(&i->wait, __ATOMIC_RELAXED);
        nanosleep(&(struct timespec){.tv_nsec = wait}, NULL);
        gestalt_world_interrupt(i->w);
    }
    return NULL;
}

// An interrupted step starts again. Adapt the wait, so that some steps finish on a slow machine,
// too.
static void adapt_wait(world_interrupter *i, bool was_interrupted)
{
    enum { WAIT_LEAST = 1000000, WAIT_MOST = 900000000 };
    long wait = was_interrupted ? i->wait + i->wait / 2 : i->wait - i->wait / 4;
    wait = wait < WAIT_LEAST ? WAIT_LEAST : wait > WAIT_MOST ? WAIT_MOST : wait;
    __atomic_store_n(&i->wait, wait, __ATOMIC_RELAXED);
}

static void check_world(const char *given)
{
    enum { STEPS = 25 };
    char *text = with_long_tree(given);
    running like = running_of_text(text, &(world_options){0});
    running r = running_of_text(text, &(world_options){.interruptible = true, .threads = 2});
    running_go_on(&like, STEPS);
    pthread_t thread;
    world_interrupter i = {.w = r.world, .wait = 1000000};
    unsigned interrupts = 0;
    assert_int_equal(pthread_create(&thread, NULL, interrupt_often, &i), 0);
    while (gestalt_world_steps(r.world) < STEPS) {
        uint64_t steps = gestalt_world_steps(r.world), hash = running_hash(&r);
        gestalt_result result = gestalt_world_step(r.world, NULL);
        adapt_wait(&i, result == GESTALT_INTERRUPTED);
        if (result == GESTALT_OK)
            continue;
        assert_int_equal(result, GESTALT_INTERRUPTED);
        assert_int_equal(gestalt_world_steps(r.world), steps);
        assert_true(running_hash(&r) == hash);
        assert_false(gestalt_population_is_interrupted(gestalt_world_population(r.world)));
        interrupts++;
    }
    __atomic_store_n(&i.is_over, true, __ATOMIC_RELAXED);
    pthread_join(thread, NULL);
    assert_true(interrupts > 0);
    if (running_hash(&r) != running_hash(&like))
        fail_msg("another end of %s", given);
    running_stop(&r);
    running_stop(&like);
    free(text);
}

static void test_worlds(void **state)
{
    (void)state;
    static const int scenes[] = {SMALL_FORCES, SMALL_ROADS, SMALL_AIRPORT, SMALL_CROWD, SMALL_LIFE};
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
        char *text = small_scene(scenes[i]);
        check_world(text);
        free(text);
    }
}

// A world without long trees is interrupted before its next step, and then continues. A world that
// was not created as interruptible reports the mistake.
static void test_short_world(void **state)
{
    (void)state;
    misused told;
    running r = running_start("wolf-sheep.json", &(world_options){.interruptible = true});
    gestalt_world_interrupt(r.world);
    assert_int_equal(gestalt_world_step(r.world, NULL), GESTALT_INTERRUPTED);
    OK(gestalt_world_step(r.world, NULL));
    running_stop(&r);
    r = running_start("wolf-sheep.json", &(world_options){0});
    misused_begin(&told);
    gestalt_world_interrupt(r.world);
    misused_end();
    assert_int_equal(told.count, 1);
    assert_string_equal(told.function, "gestalt_world_interrupt");
    running_stop(&r);
}

// The first step of many agents may be long. If it is stopped after the tick, all of it is undone.
typedef struct stopper {
    gestalt_world *w;
    bool stops;
} stopper;

static gestalt_result tick_and_stop(void *user, gestalt_population *p, int64_t now,
                                    gestalt_error *error)
{
    const stopper *s = user;
    gestalt_result result = gestalt_population_tick(p, now, error);
    if (s->stops)
        gestalt_world_interrupt(s->w);
    return result;
}

static void test_many_agents(void **state)
{
    (void)state;
    const running_change changes[] = {
        {"\"count\": 200", "\"count\": 17000"}, {"[100, 100]", "[1500, 1500]"}, {NULL, NULL}};
    char *text = running_changed("flock.json", changes);
    running like = running_of_text(text, &(world_options){0});
    running r = running_of_text(text, &(world_options){.interruptible = true, .threads = 2});
    stopper s = {.w = r.world, .stops = true};
    uint64_t hash = running_hash(&r);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(gestalt_world_step_by(r.world, tick_and_stop, &s, NULL),
                         GESTALT_INTERRUPTED);
        assert_int_equal(gestalt_world_steps(r.world), 0);
        assert_true(running_hash(&r) == hash);
    }
    s.stops = false;
    for (int i = 0; i < 2; i++) {
        OK(gestalt_world_step_by(r.world, tick_and_stop, &s, NULL));
        OK(gestalt_world_step(like.world, NULL));
        assert_true(running_hash(&r) == running_hash(&like));
    }
    running_stop(&r);
    running_stop(&like);
    free(text);
}

int main(int count, char **arguments)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_time),
                                       cmocka_unit_test(test_signal),
                                       cmocka_unit_test(test_going_on),
                                       cmocka_unit_test(test_early),
                                       cmocka_unit_test(test_snapshot),
                                       cmocka_unit_test(test_requests_of_snapshot),
                                       cmocka_unit_test(test_edit_of_snapshot),
                                       cmocka_unit_test(test_error),
                                       cmocka_unit_test(test_reopen),
                                       cmocka_unit_test(test_unarmed),
                                       cmocka_unit_test(test_worlds),
                                       cmocka_unit_test(test_short_world),
                                       cmocka_unit_test(test_many_agents)};
    running_folder = count > 1 ? arguments[1] : NULL;
    return cmocka_run_group_tests_name("interrupt", tests, NULL, NULL);
}
