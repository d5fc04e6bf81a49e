// SPDX-License-Identifier: MIT
// Both forms of live states: they store the same, the form is chosen by its size, and agents move
// between the forms.
#include "deferred.h"
#include "group.h"
#include "live.h"
#include "memory.h"
#include "population_state.h"
#include "snapshot_bytes.h"
#include "tick_shape.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define OK(call) assert_int_equal((call), GESTALT_OK)

enum { ACTIONS = 70, STEPS = 20000, FORMS = 4 };

static uint64_t draw(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state >> 24;
}

// ---- a tree: a concurrent of many deferred actions with an argument each

static gestalt_shape *compile_actions(uint32_t count, const char *type)
{
    static char text[16384];
    size_t size = (size_t)snprintf(text, sizeof text,
                                   "{\"gestalt\":1,\"blackboard\":{\"k\":{\"type\":\"int\","
                                   "\"init\":\"agent\"}},\"root\":{\"type\":\"%s\",\"children\":[",
                                   type);
    for (uint32_t i = 0; i < count; i++)
        size += (size_t)snprintf(text + size, sizeof text - size,
                                 "%s{\"type\":\"deferred\",\"do\":\"go\",\"args\":{\"far\":"
                                 "\"k + %u + 100 * tick\"}}",
                                 i ? "," : "", (unsigned)i);
    snprintf(text + size, sizeof text - size, "]}}");
    return compile_or_abort("actions", text, false);
}

typedef struct store {
    gestalt_shape *shape;
    plan *plan;
    cohort_layout layout;
    cohort *cohort;
} store;

static store start_store(uint32_t lanes, bool has_list)
{
    gestalt_allocator allocator = memory_allocator(NULL);
    store s = {.shape = compile_actions(ACTIONS, "concurrent")};
    s.plan = plan_create(s.shape, &allocator);
    assert_true(cohort_layout_make(
        s.plan, lanes, has_list ? GESTALT_STATES_SPARSE : GESTALT_STATES_MASKS, &s.layout));
    assert_int_equal(s.layout.has_list, has_list);
    s.cohort = aligned_alloc(64, (s.layout.size + 63) / 64 * 64);
    cohort_start(&s.layout, s.cohort);
    return s;
}

static void stop_store(store *s)
{
    gestalt_allocator allocator = memory_allocator(NULL);
    free(s->cohort);
    plan_destroy(s->plan, &allocator);
    gestalt_shape_destroy(s->shape);
}

// ---- states of actions, compared with an array

typedef struct model {
    deferred_state states[ACTIONS];
} model;

static void compare(const store *s, const model *m)
{
    uint32_t at = 0, next = 0, number;
    deferred_state found;
    while (deferred_next(&s->layout, s->cohort, &at, &number, &found)) {
        for (; next < number; next++)
            assert_false(deferred_says(&m->states[next]));
        assert_int_equal(next, number);
        assert_int_equal(found.launched, m->states[number].launched);
        assert_int_equal(found.ended, m->states[number].ended);
        assert_int_equal(found.succeeded & found.ended, m->states[number].succeeded);
        assert_int_equal(found.cancelled, m->states[number].cancelled);
        next = number + 1;
    }
    for (; next < ACTIONS; next++)
        assert_false(deferred_says(&m->states[next]));
}

static void change_one(store *s, model *m, uint64_t all, uint64_t *random)
{
    uint32_t number = (uint32_t)(draw(random) % ACTIONS);
    deferred_state next = deferred_get(&s->layout, s->cohort, number);
    uint64_t lanes = (draw(random) ^ draw(random) << 32) & all;
    switch (draw(random) % 5) {
    case 0: next.launched ^= lanes; break;
    case 1: next.cancelled ^= lanes; break;
    case 2:
        next.ended |= lanes;
        next.succeeded ^= lanes;
        break;
    default: next = (deferred_state){0}; break;
    }
    next.succeeded &= next.ended;
    deferred_put(&s->layout, s->cohort, number, &next);
    m->states[number] = next;
}

static void forget(store *s, model *m, uint64_t lanes, bool all)
{
    if (all)
        deferred_clear(&s->layout, s->cohort, lanes);
    else
        deferred_forget_requests(&s->layout, s->cohort, lanes);
    for (uint32_t i = 0; i < ACTIONS; i++) {
        m->states[i].launched &= ~lanes;
        m->states[i].cancelled &= ~lanes;
        m->states[i].ended &= all ? ~lanes : ~UINT64_C(0);
        m->states[i].succeeded &= m->states[i].ended;
    }
}

static void test_action_states(void **state)
{
    (void)state;
    static const uint32_t lane_counts[] = {1, 2, 64};
    for (uint32_t i = 0; i < 6; i++) {
        uint32_t lanes = lane_counts[i / 2];
        store s = start_store(lanes, i % 2);
        model m = {0};
        uint64_t random = i, all = ~UINT64_C(0) >> (64 - lanes);
        for (uint32_t step = 0; step < STEPS; step++) {
            uint64_t some = draw(&random) % 3 ? draw(&random) & all : all;
            if (draw(&random) % 50 == 0)
                forget(&s, &m, some, draw(&random) % 2);
            else
                change_one(&s, &m, all, &random);
            if (step % 16 == 0)
                compare(&s, &m);
        }
        stop_store(&s);
    }
}

// ---- decider states

static void test_live_states(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t lanes = i < 2 ? 1 : 64, last = lanes - 1;
        store s = start_store(lanes, i % 2);
        uint32_t first = s.plan->deferred_items[0], second = s.plan->deferred_items[1], items[2];
        live_add(s.plan, &s.layout, s.cohort, last, second);
        live_add(s.plan, &s.layout, s.cohort, 0, second);
        live_add(s.plan, &s.layout, s.cohort, last, first);
        assert_int_equal(live_total(s.plan, &s.layout, s.cohort), lanes == 1 ? 2 : 3);
        assert_int_equal(live_take(s.plan, &s.layout, s.cohort, last, (unsigned char *)items), 2);
        assert_true(items[0] == first && items[1] == second);
        live_clear(&s.layout, s.cohort, UINT64_C(1) << last);
        assert_false(live_has(s.plan, &s.layout, s.cohort, last, first));
        assert_false(live_has(s.plan, &s.layout, s.cohort, last, second));
        assert_int_equal(live_has(s.plan, &s.layout, s.cohort, 0, second), lanes > 1);
        assert_int_equal(live_total(s.plan, &s.layout, s.cohort), lanes > 1);
        stop_store(&s);
    }
}

// ---- which form is chosen

typedef struct choice {
    const char *what;
    uint32_t lanes, count;
    const char *type; // type of the root, whose children are deferred actions
    bool is_list;
} choice;

// A selector has one live child at a time, a concurrent has all of them.
static void test_choice(void **state)
{
    (void)state;
    static const choice choices[] = {{"small, alone", 1, 4, "selector", false},
                                     {"large, alone", 1, 150, "selector", true},
                                     {"large, alone, all live", 1, 150, "concurrent", false},
                                     {"small", 64, 4, "selector", false},
                                     {"large", 64, 150, "selector", true},
                                     {"large, all live", 64, 150, "concurrent", false}};
    gestalt_allocator allocator = memory_allocator(NULL);
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
        const choice *c = &choices[i];
        cohort_layout chosen, lists, masks;
        gestalt_shape *shape = compile_actions(c->count, c->type);
        plan *p = plan_create(shape, &allocator);
        assert_true(cohort_layout_make(p, c->lanes, GESTALT_STATES_AUTO, &chosen));
        assert_true(cohort_layout_make(p, c->lanes, GESTALT_STATES_SPARSE, &lists));
        assert_true(cohort_layout_make(p, c->lanes, GESTALT_STATES_MASKS, &masks));
        if (chosen.has_list != c->is_list)
            fail_msg("%s: lists %u, masks %u bytes", c->what, lists.size, masks.size);
        assert_int_equal(chosen.size, c->is_list ? lists.size : masks.size);
        plan_destroy(p, &allocator);
        gestalt_shape_destroy(shape);
    }
}

// ---- populations

typedef struct fixture {
    gestalt_shape *shape;
    tick_host *host;
    gestalt_population *forms[FORMS]; // lists and masks, with one lane and with several
} fixture;

static fixture start(gestalt_shape *shape)
{
    fixture f = {.shape = shape, .host = tick_host_create(shape)};
    assert_non_null(f.host);
    for (uint32_t i = 0; i < FORMS; i++) {
        gestalt_population_options options = {.group = {shape, tick_host_of(f.host)},
                                              .lanes = i < 2 ? 1 : 5,
                                              .states = i % 2 ? GESTALT_STATES_MASKS
                                                              : GESTALT_STATES_SPARSE,
                                              .seed = 7};
        OK(gestalt_population_create(&options, &f.forms[i], NULL));
    }
    return f;
}

static void stop(fixture *f)
{
    for (uint32_t i = 0; i < FORMS; i++)
        gestalt_population_destroy(f->forms[i]);
    tick_host_destroy(f->host);
    gestalt_shape_destroy(f->shape);
}

// Compute a number from the requests of the last tick.
static uint64_t sum_requests(gestalt_population *p)
{
    const gestalt_request *r;
    uint64_t count, sum = 0;
    OK(gestalt_population_requests(p, &r, &count, NULL));
    for (uint64_t i = 0; i < count; i++)
        sum = (sum + r[i].agent * 64 + r[i].node * 2 + r[i].launch) * 31;
    return sum;
}

// End some launched actions, and sometimes cancel or replace an agent.
static void interfere(gestalt_population *p, uint64_t seed)
{
    const gestalt_request *r;
    uint64_t count;
    OK(gestalt_population_requests(p, &r, &count, NULL));
    for (uint64_t i = 0; i < count; i++)
        if (r[i].launch && draw(&seed) % 2)
            OK(gestalt_population_finish(p, r[i].agent, r[i].node,
                                         (gestalt_status)(draw(&seed) % 3), NULL));
    uint64_t agent = gestalt_population_next(p, draw(&seed) % gestalt_population_count(p));
    if (draw(&seed) % 3 == 0)
        OK(gestalt_population_cancel(p, agent, NULL));
    if (draw(&seed) % 3 == 0) {
        OK(gestalt_population_despawn(p, agent, NULL));
        OK(gestalt_population_spawn(p, 0, 1, NULL, NULL));
    }
}

static void check_alike(fixture *f)
{
    uint64_t hashes[FORMS];
    for (uint32_t i = 0; i < FORMS; i++) {
        OK(gestalt_population_hash(f->forms[i], &hashes[i], NULL));
        assert_int_equal(hashes[i], hashes[0]);
        assert_int_equal(sum_requests(f->forms[i]), sum_requests(f->forms[0]));
        assert_int_equal(gestalt_population_live_count(f->forms[i]),
                         gestalt_population_live_count(f->forms[0]));
    }
}

// Continue each population in another one, of another form.
static void rotate(fixture *f)
{
    byte_buffer saved[FORMS];
    for (uint32_t i = 0; i < FORMS; i++) {
        saved[i] = save_or_abort(f->forms[i]);
        assert_int_equal(saved[i].size, saved[0].size);
        assert_memory_equal(saved[i].bytes, saved[0].bytes, saved[0].size);
    }
    for (uint32_t i = 0; i < FORMS; i++) {
        byte_buffer *from = &saved[(i + 1) % FORMS];
        OK(gestalt_population_load_memory(f->forms[i], from->bytes, from->size, NULL));
    }
    for (uint32_t i = 0; i < FORMS; i++)
        free(saved[i].bytes);
}

static void run_alike(fixture *f)
{
    for (uint32_t i = 0; i < FORMS; i++)
        OK(gestalt_population_spawn(f->forms[i], 0, 23, NULL, NULL));
    for (int64_t tick = 0; tick < 80; tick++) {
        for (uint32_t i = 0; i < FORMS; i++) {
            interfere(f->forms[i], (uint64_t)tick);
            OK(gestalt_population_tick(f->forms[i], tick * 100000, NULL));
        }
        check_alike(f);
        if (tick % 5 == 3) {
            rotate(f);
            check_alike(f);
        }
    }
}

static void test_agents_change_forms(void **state)
{
    (void)state;
    fixture all = start(compile_or_abort("everything", everything_document, false));
    run_alike(&all);
    stop(&all);
    fixture actions = start(compile_actions(ACTIONS, "concurrent"));
    run_alike(&actions);
    stop(&actions);
}

static void check_argument(gestalt_population *p, uint64_t agent, uint32_t node, int64_t far)
{
    gestalt_value value = {0};
    bool is_there = gestalt_population_launch_argument(p, agent, node, "far", &value);
    assert_int_equal(is_there, far >= 0);
    if (is_there)
        assert_int_equal(value.integer, far);
}

// Lanes that are ticked one by one keep what other lanes of their cohort have launched in this
// tick.
static void test_parts(void **state)
{
    (void)state;
    fixture f = start(compile_actions(3, "concurrent"));
    for (uint32_t i = 0; i < FORMS; i++) {
        gestalt_population *p = f.forms[i];
        OK(gestalt_population_spawn(p, 0, 10, NULL, NULL));
        OK(gestalt_population_tick(p, 0, NULL));
        for (uint64_t agent = 0; agent < 10; agent++)
            OK(gestalt_population_cancel(p, agent, NULL));
        OK(gestalt_population_begin(p, 1, NULL));
        OK(gestalt_actor_tick(p, 4, NULL));
        OK(gestalt_actor_tick(p, 9, NULL)); // in another cohort
        OK(gestalt_actor_tick(p, 1, NULL));
        OK(gestalt_population_end(p, NULL));
        for (uint32_t node = 1; node <= 3; node++)
            for (uint64_t agent = 0; agent < 10; agent++) {
                bool is_ticked = agent == 1 || agent == 4 || agent == 9;
                check_argument(p, agent, node, is_ticked ? (int64_t)(agent + node - 1 + 100) : -1);
            }
    }
    check_alike(&f);
    stop(&f);
}

// A condition directly before a decider is run together with it. Lanes for which it is false have
// failed, while the other lanes continue, with any nodes above and after them.
static void test_questions_before_deciders(void **state)
{
    static const char *const deciders[] = {"sequence", "selector", "priority", "reactive_sequence"};
    static const char *const parents[] = {"sequence",          "selector", "priority",
                                          "reactive_sequence", "race",     "concurrent"};
    static const char *const behind[] = {"selector", "priority", "sequence"};
    enum { DECIDERS = 4, PARENTS = 6, BEHIND = 3 };
    (void)state;
    for (uint32_t i = 0; i < DECIDERS * (PARENTS + 1) * BEHIND; i++) {
        uint32_t parent = i / DECIDERS % (PARENTS + 1);
        char asks[512], root[1024], document[1280];
        snprintf(asks, sizeof asks,
                 "{'type':'sequence','children':[{'type':'condition','if':'rand() < 0.6'},"
                 "{'type':'%s','children':[{'type':'condition','if':'rand() < 0.5'},"
                 "{'type':'wait','ticks':2},{'type':'set','key':'k','to':'k + 1'}]}]}",
                 deciders[i % DECIDERS]);
        if (parent == PARENTS)
            snprintf(root, sizeof root, "%s", asks);
        else
            snprintf(root, sizeof root,
                     "{'type':'%s','children':[%s,{'type':'%s','children':["
                     "{'type':'condition','if':'rand() < 0.5'},{'type':'wait','ticks':1},"
                     "{'type':'set','key':'k','to':'3 * k'}]},"
                     "{'type':'set','key':'k','to':'k + 5'}]}",
                     parents[parent], asks, behind[i / (DECIDERS * (PARENTS + 1))]);
        snprintf(document, sizeof document,
                 "{'gestalt':1,'blackboard':{'k':{'type':'int','init':'agent'}},'root':%s}", root);
        for (char *c = document; *c; c++)
            *c = *c == '\'' ? '"' : *c;
        fixture f = start(compile_or_abort("questions", document, false));
        for (uint32_t k = 0; k < FORMS; k++)
            OK(gestalt_population_spawn(f.forms[k], 0, 33, NULL, NULL));
        for (int64_t tick = 0; tick < 30; tick++) {
            for (uint32_t k = 0; k < FORMS; k++)
                OK(gestalt_population_tick(f.forms[k], tick, NULL));
            check_alike(&f);
        }
        stop(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_questions_before_deciders),
                                       cmocka_unit_test(test_action_states),
                                       cmocka_unit_test(test_live_states),
                                       cmocka_unit_test(test_choice),
                                       cmocka_unit_test(test_agents_change_forms),
                                       cmocka_unit_test(test_parts)};
    return cmocka_run_group_tests_name("states", tests, NULL, NULL);
}
