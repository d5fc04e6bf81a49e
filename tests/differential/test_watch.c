// SPDX-License-Identifier: MIT
// Watches of random documents: two populations get the same agents and changes. One has hooks, for
// all agents; the other has watches, with other threads, and cohorts that sleep. The events of a
// watch must be those of the hooks for its agents and nodes, and states must be equal.
//
//    test_watch [FIRST_SEED COUNT]
#include "amount.h"
#include "generate.h"
#include "generate_edit.h"
#include "puppet.h"
#include "snapshot_bytes.h"

#include <gestalt/gestalt.h>

#include <inttypes.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define OK(call) assert_int_equal((call), GESTALT_OK)

enum { AGENTS_MOST = 400, NODES_MOST = 4096, TICKS = 12, WATCHES = 3 };
static uint64_t first_seed = 1, document_count = 100;
static uint64_t event_count, slept_count;

// ---- events

typedef enum kind { ENTER, LEAVE, CANCEL, LOG, RANGE, ROLL_BACK } kind;

typedef struct event {
    uint64_t agent, order;
    uint32_t kind, node, first, second;
    char name[24];
} event;

typedef struct events {
    event *list;
    size_t count, room;
    pthread_mutex_t mutex;
    pthread_t thread;
    bool is_elsewhere; // an event came on another thread
} events;

static void add(void *user, event e)
{
    events *to = user;
    pthread_mutex_lock(&to->mutex);
    if (to->count == to->room) {
        to->room = to->room * 2 + 1024;
        to->list = realloc(to->list, to->room * sizeof *to->list);
        if (!to->list)
            abort();
    }
    e.order = to->count;
    to->list[to->count++] = e;
    to->is_elsewhere |= !pthread_equal(pthread_self(), to->thread);
    pthread_mutex_unlock(&to->mutex);
}

static void on_enter(void *user, uint64_t agent, uint32_t node, bool resuming)
{
    add(user, (event){.kind = ENTER, .agent = agent, .node = node, .first = resuming});
}

static void on_leave(void *user, uint64_t agent, uint32_t node, gestalt_status status)
{
    add(user, (event){.kind = LEAVE, .agent = agent, .node = node, .first = status});
}

static void on_cancel(void *user, uint64_t agent, uint32_t node)
{
    add(user, (event){.kind = CANCEL, .agent = agent, .node = node});
}

static void on_log(void *user, uint64_t agent, uint32_t node, gestalt_log_phase phase)
{
    add(user, (event){.kind = LOG, .agent = agent, .node = node, .first = phase});
}

static void on_range(void *user, uint64_t agent, uint32_t node, uint32_t first, uint32_t end)
{
    add(user, (event){.kind = RANGE, .agent = agent, .node = node, .first = first, .second = end});
}

static void on_roll_back(void *user, uint64_t agent, uint32_t node, gestalt_kept what)
{
    event e = {.kind = ROLL_BACK, .agent = agent, .node = node, .first = what.node};
    if (what.name)
        snprintf(e.name, sizeof e.name, "%s", what.name);
    add(user, e);
}

static gestalt_hooks hooks_of(events *to, unsigned without)
{
    *to = (events){.mutex = PTHREAD_MUTEX_INITIALIZER, .thread = pthread_self()};
    gestalt_hooks h = {on_enter, on_leave, on_cancel, on_log, on_range, on_roll_back, to};
    if (without == 1)
        h.enter = NULL;
    if (without == 2)
        h.leave = NULL;
    return h;
}

// Order by agent; events of an agent stay in order.
static int compare_events(const void *a, const void *b)
{
    const event *x = a, *y = b;
    if (x->agent != y->agent)
        return x->agent < y->agent ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

// ---- a watch, and which events it must get

typedef struct watcher {
    gestalt_watch *watch;
    events got;
    bool agents[AGENTS_MOST]; // by id
    bool is_whole, has_nodes;
    bool nodes[NODES_MOST];
    unsigned without;
    bool on_all_threads;
} watcher;

typedef struct scene {
    uint64_t seed, draws;
    generated *generated[2];
    gestalt_shape *shape[2];
    gestalt_host *host[2];
    puppets *puppets[2];
    gestalt_population *hooked, *watched;
    events all;
    watcher watchers[WATCHES];
    int64_t now;
    byte_buffer saved[2]; // snapshots of both at the same moment
} scene;

static uint32_t below(scene *s, uint32_t limit)
{
    uint64_t z = s->draws += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return (uint32_t)((z ^ z >> 31) % limit);
}

static bool must_get(const watcher *w, const event *e)
{
    if ((w->without == 1 && e->kind == ENTER) || (w->without == 2 && e->kind == LEAVE))
        return false;
    return (w->is_whole || w->agents[e->agent]) && (!w->has_nodes || w->nodes[e->node]);
}

static void check_watcher(const scene *s, watcher *w, size_t number)
{
    size_t at = 0;
    if (w->got.count > 0)
        qsort(w->got.list, w->got.count, sizeof *w->got.list, compare_events);
    for (size_t i = 0; i < s->all.count; i++) {
        const event *e = &s->all.list[i];
        if (!must_get(w, e))
            continue;
        const event *o = at < w->got.count ? &w->got.list[at] : NULL;
        if (!o || o->agent != e->agent || o->kind != e->kind || o->node != e->node ||
            o->first != e->first || o->second != e->second || strcmp(o->name, e->name) != 0)
            fail_msg("seed %" PRIu64 ", tick %" PRIu64 ", watch %zu: event %zu of agent %" PRIu64
                     ", kind %u at node %u, is missing",
                     s->seed, gestalt_population_ticks(s->watched), number, at, e->agent, e->kind,
                     e->node);
        at++;
    }
    if (at != w->got.count)
        fail_msg("seed %" PRIu64 ", watch %zu: %zu events too many", s->seed, number,
                 w->got.count - at);
    if (!w->on_all_threads)
        assert_false(w->got.is_elsewhere);
    event_count += at;
    w->got.count = 0;
}

static void check_events(scene *s)
{
    if (s->all.count > 0)
        qsort(s->all.list, s->all.count, sizeof *s->all.list, compare_events);
    for (size_t i = 0; i < WATCHES; i++)
        check_watcher(s, &s->watchers[i], i);
    s->all.count = 0;
}

static void check_states(const scene *s)
{
    uint64_t a, b;
    OK(gestalt_population_hash(s->hooked, &a, NULL));
    OK(gestalt_population_hash(s->watched, &b, NULL));
    if (a != b)
        fail_msg("seed %" PRIu64 ": states differ", s->seed);
}

// ---- changes of watches

static uint32_t node_count_of(const scene *s)
{
    return gestalt_shape_specification(gestalt_population_shape(s->watched, 0))->node_count;
}

static void change_agents(scene *s, watcher *w)
{
    uint64_t ids[8];
    uint32_t count = below(s, 8);
    bool adds = below(s, 3) > 0;
    for (uint32_t i = 0; i < count; i++) {
        ids[i] = below(s, 60);
        w->agents[ids[i]] = adds;
    }
    OK(adds ? gestalt_watch_add(w->watch, ids, count, NULL)
            : gestalt_watch_remove(w->watch, ids, count, NULL));
}

static void change_nodes(scene *s, watcher *w)
{
    uint32_t nodes[5], count = below(s, 6);
    memset(w->nodes, 0, sizeof w->nodes);
    w->has_nodes = below(s, 4) > 0;
    for (uint32_t i = 0; i < count; i++) {
        nodes[i] = below(s, node_count_of(s));
        w->nodes[nodes[i]] = true;
    }
    OK(gestalt_watch_nodes(w->watch, 0, w->has_nodes ? nodes : NULL, count, NULL));
}

static void change_watch(scene *s, watcher *w)
{
    switch (below(s, 6)) {
    case 0: change_nodes(s, w); break;
    case 1:
        w->is_whole = below(s, 3) == 0;
        OK(w->is_whole ? gestalt_watch_add_group(w->watch, 0, NULL)
                       : gestalt_watch_remove_group(w->watch, 0, NULL));
        break;
    default: change_agents(s, w); break;
    }
    for (uint64_t id = 0; id < 60; id++)
        assert_int_equal(gestalt_watch_has(w->watch, id),
                         gestalt_population_has(s->watched, id) && (w->is_whole || w->agents[id]));
}

// ---- changes of agents

static void change_agent(scene *s)
{
    uint64_t agent = below(s, 60), next = gestalt_population_next_id(s->watched);
    bool is_there = gestalt_population_has(s->watched, agent);
    uint32_t count = below(s, 4);
    switch (below(s, 5)) {
    case 0:
        if (is_there) {
            OK(gestalt_population_despawn(s->hooked, agent, NULL));
            OK(gestalt_population_despawn(s->watched, agent, NULL));
        }
        break;
    case 1:
        if (is_there) {
            OK(gestalt_population_cancel(s->hooked, agent, NULL));
            OK(gestalt_population_cancel(s->watched, agent, NULL));
        }
        break;
    case 2:
        if (next + count < AGENTS_MOST) {
            OK(gestalt_population_spawn(s->hooked, 0, count, NULL, NULL));
            OK(gestalt_population_spawn(s->watched, 0, count, NULL, NULL));
        }
        break;
    case 3: OK(gestalt_population_compact(s->watched, NULL)); break;
    default: break;
    }
}

static gestalt_shape *compile(const generated *g)
{
    gestalt_shape *shape = NULL;
    gestalt_compile_options options = {.include = generated_include,
                                       .include_user = (void *)(uintptr_t)g};
    gestalt_compile_text("generated.json", g->text, g->size, &options, &shape, NULL, NULL);
    return shape;
}

static bool compiles(void *user, const generated *g)
{
    gestalt_shape *shape = compile(g);
    (void)user;
    bool does = shape && gestalt_shape_specification(shape)->node_count < NODES_MOST;
    gestalt_shape_destroy(shape);
    return does;
}

static void make_shape(scene *s, unsigned number)
{
    s->shape[number] = compile(s->generated[number]);
    assert_non_null(s->shape[number]);
    OK(gestalt_host_create(NULL, &s->host[number], NULL));
    s->puppets[number] = puppets_create(s->shape[number], s->seed, s->host[number]);
}

// Edit both to the other document. Nodes of watches follow the report.
static void edit(scene *s)
{
    gestalt_edit to = {.shape = s->shape[1], .host = s->host[1]};
    gestalt_edit_report *report;
    uint32_t count;
    OK(gestalt_population_edit(s->hooked, &to, NULL, NULL));
    OK(gestalt_population_edit(s->watched, &to, &report, NULL));
    check_events(s); // of nodes that the edit has cancelled, by their old numbers
    const gestalt_edit_node *nodes = gestalt_edit_report_nodes(report, &count);
    for (size_t i = 0; i < WATCHES; i++) {
        bool before[NODES_MOST];
        memcpy(before, s->watchers[i].nodes, sizeof before);
        memset(s->watchers[i].nodes, 0, sizeof before);
        for (uint32_t k = 0; k < count; k++)
            if (before[k] && nodes[k].new_node != GESTALT_NO_NODE)
                s->watchers[i].nodes[nodes[k].new_node] = true;
    }
    gestalt_edit_report_destroy(report);
}

static void tick(scene *s)
{
    s->now += s->generated[0]->dt;
    if (below(s, 5) > 0) {
        OK(gestalt_population_tick(s->hooked, s->now, NULL));
        OK(gestalt_population_tick(s->watched, s->now, NULL));
        slept_count += gestalt_population_slept_count(s->watched);
        return;
    }
    OK(gestalt_population_begin(s->hooked, s->now, NULL));
    OK(gestalt_population_begin(s->watched, s->now, NULL));
    for (uint64_t id = 0; (id = gestalt_population_next(s->watched, id)) != UINT64_MAX; id++) {
        OK(gestalt_actor_tick(s->hooked, id, NULL));
        if (id % 3) {
            OK(gestalt_actor_tick(s->watched, id, NULL));
            continue;
        }
        OK(gestalt_actor_step_begin(s->watched, id, NULL));
        OK(gestalt_actor_step_end(s->watched, NULL));
    }
    OK(gestalt_population_end(s->hooked, NULL));
    OK(gestalt_population_end(s->watched, NULL));
}

// ---- a whole run

static gestalt_population *start(const scene *s, uint32_t threads, bool never_sleeps)
{
    static const uint32_t lanes[] = {1, 64, 3};
    gestalt_population *p;
    gestalt_population_options options = {.group = {s->shape[0], s->host[0], NULL},
                                          .lanes = lanes[s->seed % 3],
                                          .threads = threads,
                                          .grain = threads > 1,
                                          .seed = s->seed,
                                          .announces_writes = true,
                                          .interruptible = s->seed % 4 == 3,
                                          .never_sleeps = never_sleeps};
    OK(gestalt_population_create(&options, &p, NULL));
    OK(gestalt_population_spawn(p, 0, 50, NULL, NULL));
    return p;
}

static void begin(scene *s, uint64_t seed)
{
    static const generate_options small = {.nodes = 10, .depth = 4};
    *s = (scene){.seed = seed, .draws = seed};
    s->generated[0] = generate(seed, seed % 2 ? &small : NULL);
    s->generated[1] = generate_edit(s->generated[0], seed, 3, compiles, NULL);
    make_shape(s, 0);
    make_shape(s, 1);
    s->hooked = start(s, 1, true);
    s->watched = start(s, 1 + (uint32_t)(seed / 3 % 4), false);
    gestalt_hooks hooks = hooks_of(&s->all, 0);
    gestalt_population_hooks(s->hooked, &hooks);
    for (unsigned i = 0; i < WATCHES; i++) {
        watcher *w = &s->watchers[i];
        w->without = i;
        w->on_all_threads = i == 2 && seed % 2;
        gestalt_watch_options options = {.population = s->watched,
                                         .hooks = hooks_of(&w->got, i),
                                         .on_all_threads = w->on_all_threads};
        OK(gestalt_watch_create(&options, &w->watch, NULL));
        change_agents(s, w);
    }
}

static void end(scene *s)
{
    for (size_t i = 0; i < WATCHES; i++) {
        gestalt_watch_destroy(s->watchers[i].watch);
        free(s->watchers[i].got.list);
    }
    gestalt_population_destroy(s->hooked);
    gestalt_population_destroy(s->watched);
    for (size_t i = 0; i < 2; i++) {
        gestalt_host_destroy(s->host[i]);
        gestalt_shape_destroy(s->shape[i]);
        puppets_destroy(s->puppets[i]);
        generated_destroy(s->generated[i]);
        free(s->saved[i].bytes);
    }
    free(s->all.list);
}

static void save_or_load(scene *s, uint32_t number, bool is_edited)
{
    if (number == 3 && !is_edited) {
        s->saved[0] = save_or_abort(s->hooked);
        s->saved[1] = save_or_abort(s->watched);
    } else if (number == 6 && !is_edited) {
        OK(gestalt_population_load_memory(s->hooked, s->saved[0].bytes, s->saved[0].size, NULL));
        OK(gestalt_population_load_memory(s->watched, s->saved[1].bytes, s->saved[1].size, NULL));
        s->now = gestalt_population_now(s->watched);
    }
}

static void run(uint64_t seed)
{
    scene *s = calloc(1, sizeof *s);
    assert_non_null(s);
    begin(s, seed);
    uint32_t edited = below(s, TICKS + 4);
    for (uint32_t i = 0; i < TICKS; i++) {
        change_watch(s, &s->watchers[below(s, WATCHES)]);
        for (uint32_t k = 0; k < 3; k++)
            change_agent(s);
        check_events(s);
        if (i == edited)
            edit(s);
        save_or_load(s, i, i >= edited);
        tick(s);
        check_events(s);
        check_states(s);
    }
    end(s);
    free(s);
}

static void test_documents(void **state)
{
    (void)state;
    for (uint64_t seed = first_seed; seed - first_seed < document_count; seed++)
        run(seed);
    print_message("# %" PRIu64 " events, slept through %" PRIu64 " agent-ticks\n", event_count,
                  slept_count);
    assert_true(event_count > document_count * 100);
    assert_true(slept_count > document_count);
}

// ---- gathered calls

static uint64_t gathered_cohorts; // cohorts in calls for several; any thread adds to it

static void answer_lanes(uint64_t agent, uint64_t tick, uint64_t bit, uint64_t *succeeded,
                         uint64_t *failed)
{
    if ((agent * 7 + tick) % 3 == 0)
        *succeeded |= bit;
    else if ((agent + tick) % 4 == 0)
        *failed |= bit;
}

static void work(gestalt_gathered_call *call)
{
    __atomic_fetch_add(&gathered_cohorts, call->count > 1 ? call->count : 0, __ATOMIC_RELAXED);
    for (uint32_t i = 0; i < call->count; i++)
        for (unsigned lane = 0; lane < call->lane_count; lane++)
            if (call->lanes[i] >> lane & 1)
                answer_lanes(gestalt_gathered_agent(call, i, lane), call->tick, UINT64_C(1) << lane,
                             &call->succeeded[i], &call->failed[i]);
}

static const char work_document[] =
    "{\"gestalt\":1,\"actions\":{\"work\":{}},\"root\":{\"type\":\"sequence\",\"children\":["
    "{\"type\":\"action\",\"do\":\"work\"},{\"type\":\"action\",\"do\":\"work\"}]}}";

// Cohorts without watched agents are called together.
static void test_gathered(void **state)
{
    (void)state;
    scene *s = calloc(1, sizeof *s);
    assert_non_null(s);
    s->shape[0] = compile_or_abort("work.json", work_document, false);
    OK(gestalt_host_create(NULL, &s->host[0], NULL));
    OK(gestalt_host_add(
        s->host[0],
        &(gestalt_function){.name = "work", .kind = GESTALT_IMMEDIATE, .gathered = work}, NULL));
    for (uint64_t seed = 0; seed < 3; seed++) {
        s->seed = seed;
        s->hooked = start(s, 1, true);
        s->watched = start(s, 1, false);
        gestalt_hooks hooks = hooks_of(&s->all, 0);
        gestalt_population_hooks(s->hooked, &hooks);
        memset(s->watchers, 0, sizeof s->watchers);
        for (unsigned i = 0; i < WATCHES; i++) {
            gestalt_watch_options options = {.population = s->watched,
                                             .hooks = hooks_of(&s->watchers[i].got, 0)};
            OK(gestalt_watch_create(&options, &s->watchers[i].watch, NULL));
            OK(gestalt_watch_add(s->watchers[i].watch, &(uint64_t){20 * i + 5}, 1, NULL));
            s->watchers[i].agents[20 * i + 5] = true;
        }
        gathered_cohorts = 0;
        for (int64_t now = 0; now < 9; now++) {
            OK(gestalt_population_tick(s->hooked, now, NULL));
            OK(gestalt_population_tick(s->watched, now, NULL));
            check_events(s);
            check_states(s);
        }
        assert_true(seed == 1 || gathered_cohorts > 0); // 64 lanes are a single cohort
        for (size_t i = 0; i < WATCHES; i++) {
            gestalt_watch_destroy(s->watchers[i].watch);
            free(s->watchers[i].got.list);
        }
        free(s->all.list);
        gestalt_population_destroy(s->hooked);
        gestalt_population_destroy(s->watched);
    }
    gestalt_host_destroy(s->host[0]);
    gestalt_shape_destroy(s->shape[0]);
    free(s);
}

int main(int count, char **arguments)
{
    static const struct CMUnitTest tests[] = {cmocka_unit_test(test_documents),
                                              cmocka_unit_test(test_gathered)};
    if (count > 2) {
        first_seed = strtoull(arguments[1], NULL, 10);
        document_count = amount_read(arguments[2]);
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
