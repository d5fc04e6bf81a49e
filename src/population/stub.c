// SPDX-License-Identifier: MIT
#include "stub.h"

#include "array.h"
#include "carving.h"
#include "error.h"
#include "memory.h"
#include "nodes.h"
#include "population_state.h"

#include <gestalt/snapshot.h>
#include <string.h>

// A deferred action that was launched. Those of one stub are due in the order of their launch.
typedef struct launch {
    uint64_t agent;
    uint32_t node;
    uint32_t tick;
} launch;

typedef struct stub_function {
    stub_set *set; // NULL: the name has no stub
    uint32_t ticks;
    gestalt_status status;
    launch *launches; // a queue: [begin, end)
    uint64_t begin, end;
    size_t capacity;
} stub_function;

struct stub_set {
    gestalt_allocator allocator;
    size_t size; // of the block
    const gestalt_shape *shape;
    stub_function *functions; // by the shape's number of the host name
    uint32_t *places;         // by node: its place in an agent's list of ticks
    uint32_t place_count;
    uint32_t *ticks; // when an action has started, or a deferred one was launched
    size_t tick_room;
};

static const stub *find_stub(const stub *stubs, uint32_t count, const char *name)
{
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(stubs[i].name, name) == 0)
            return &stubs[i];
    return NULL;
}

const char *stub_next_missing(const gestalt_shape *shape, const stub *stubs, uint32_t count,
                              uint32_t *cursor)
{
    while (*cursor < shape->host_count) {
        const char *name = shape_string(shape, shape->hosts[(*cursor)++].name);
        if (!find_stub(stubs, count, name))
            return name;
    }
    return NULL;
}

// ---- the functions

static uint32_t *ticks_of(const stub_set *set, uint64_t agent, uint32_t node)
{
    return &set->ticks[agent * set->place_count + set->places[node]];
}

static void run_action(gestalt_call *call)
{
    const stub_function *f = call->user;
    uint64_t due = call->lanes;
    if (call->cancelling)
        return;
    for (uint64_t lanes = f->ticks ? call->lanes : 0; lanes; lanes &= lanes - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(lanes);
        uint32_t *started = ticks_of(f->set, gestalt_call_agent(call, lane), call->node);
        if (call->starting >> lane & 1)
            *started = (uint32_t)call->tick;
        if ((uint32_t)call->tick - *started < f->ticks)
            due &= ~(UINT64_C(1) << lane);
    }
    call->succeeded = f->status == GESTALT_SUCCESS ? due : 0;
    call->failed = f->status == GESTALT_FAILURE ? due : 0;
}

static void ask_predicate(gestalt_call *call)
{
    const stub_function *f = call->user;
    call->succeeded = f->status == GESTALT_SUCCESS ? call->lanes : 0;
}

static gestalt_result register_function(stub_set *set, uint32_t number, gestalt_host *host,
                                        gestalt_error *error)
{
    const gestalt_shape *shape = set->shape;
    const image_host *h = &shape->hosts[number];
    gestalt_parameter parameters[64];
    gestalt_function function = {.name = shape_string(shape, h->name),
                                 .kind = (gestalt_kind)h->kind,
                                 .user = &set->functions[number],
                                 .arguments = parameters,
                                 .argument_count = h->argument_count};
    for (uint32_t i = 0; i < h->argument_count; i++) {
        const image_argument *a = &shape->arguments[h->first_argument + i];
        parameters[i] = (gestalt_parameter){.name = shape_string(shape, a->name),
                                            .type = (gestalt_type)a->type,
                                            .by_key = a->by_key};
    }
    if (h->kind != HOST_DEFERRED)
        function.batch = h->kind == HOST_IMMEDIATE ? run_action : ask_predicate;
    return gestalt_host_add(host, &function, error);
}

// `s` is NULL when the name has no stub.
static gestalt_result add_stub(stub_set *set, uint32_t number, const stub *s, gestalt_host *host,
                               gestalt_error *error)
{
    const char *name = shape_string(set->shape, set->shape->hosts[number].name);
    const gestalt_function *known = gestalt_host_find(host, name);
    if (!s)
        return known ? GESTALT_OK
                     : error_set(error, GESTALT_BAD_ARGUMENT, 0, "`%s` has no stub", name);
    set->functions[number] = (stub_function){.set = set, .ticks = s->ticks, .status = s->status};
    return known && known->kind == GESTALT_DEFERRED ? GESTALT_OK
                                                    : register_function(set, number, host, error);
}

// Nodes whose ticks have to be known: deferred actions, and actions that take time.
static void number_places(stub_set *set)
{
    const gestalt_shape *shape = set->shape;
    for (uint32_t i = 0; i < shape->specification->node_count; i++) {
        uint64_t head = shape->items[shape->nodes[i]];
        item_type type = item_type_of(head);
        if (!node_has(type, 'h'))
            continue;
        const stub_function *f = &set->functions[item_argument(head)];
        if (f->set && (node_is(type, NODE_IS_LAUNCHING) || f->ticks > 0))
            set->places[i] = set->place_count++;
    }
}

gestalt_result stub_set_create(const gestalt_shape *shape, const stub *stubs, uint32_t count,
                               gestalt_host *host, const gestalt_allocator *allocator,
                               stub_set **result, gestalt_error *error)
{
    gestalt_allocator a = memory_allocator(allocator);
    stub_set *set, parts = {.allocator = a, .shape = shape};
    carving from = {0};
    do {
        CARVE(&from, set, 1);
        CARVE(&from, parts.functions, shape->host_count);
        CARVE(&from, parts.places, shape->specification->node_count);
    } while (carve_again(&from, &a));
    if (!set)
        return error_no_memory(error);
    *set = parts;
    set->size = from.size;
    for (uint32_t i = 0; i < shape->host_count; i++) {
        const stub *s = find_stub(stubs, count, shape_string(shape, shape->hosts[i].name));
        gestalt_result added = add_stub(set, i, s, host, error);
        if (added != GESTALT_OK) {
            stub_set_destroy(set);
            return added;
        }
    }
    number_places(set);
    *result = set;
    return GESTALT_OK;
}

void stub_set_destroy(stub_set *set)
{
    if (!set)
        return;
    gestalt_allocator a = set->allocator;
    for (uint32_t i = 0; i < set->shape->host_count; i++)
        ARRAY_RELEASE(&a, set->functions[i].launches, set->functions[i].capacity);
    ARRAY_RELEASE(&a, set->ticks, set->tick_room);
    memory_release(&a, set, set->size);
}

// ---- around a tick

static bool reserve_ticks(stub_set *set, uint64_t agents)
{
    size_t before = set->tick_room;
    if (!ARRAY_RESERVE(&set->allocator, set->ticks, set->tick_room, agents * set->place_count))
        return false;
    if (set->tick_room > before) // it may be saved
        memset(set->ticks + before, 0, (set->tick_room - before) * sizeof *set->ticks);
    return true;
}

// One that was cancelled and launched again since has another entry.
static void finish_due(stub_function *f, gestalt_population *population, uint32_t tick)
{
    uint32_t ticks = f->ticks ? f->ticks : 1;
    while (f->begin < f->end && tick - f->launches[f->begin].tick >= ticks) {
        const launch *l = &f->launches[f->begin++];
        if (*ticks_of(f->set, l->agent, l->node) == l->tick)
            (void)gestalt_population_finish(population, l->agent, l->node, f->status, NULL);
    }
}

gestalt_result stub_set_before(stub_set *set, gestalt_population *population, gestalt_error *error)
{
    if (!reserve_ticks(set, population->state.next_id))
        return error_no_memory(error);
    uint32_t tick = (uint32_t)gestalt_population_ticks(population);
    for (uint32_t i = 0; i < set->shape->host_count; i++)
        finish_due(&set->functions[i], population, tick);
    return GESTALT_OK;
}

static bool reserve_launches(stub_function *f, uint64_t more)
{
    if (f->begin > 0) {
        memmove(f->launches, f->launches + f->begin, (f->end - f->begin) * sizeof *f->launches);
        f->end -= f->begin;
        f->begin = 0;
    }
    return ARRAY_RESERVE(&f->set->allocator, f->launches, f->capacity, f->end + more);
}

static stub_function *function_of(const stub_set *set, uint32_t node)
{
    const gestalt_shape *shape = set->shape;
    return &set->functions[item_argument(shape->items[shape->nodes[node]])];
}

gestalt_result stub_set_after(stub_set *set, gestalt_population *population, gestalt_error *error)
{
    const gestalt_request *requests;
    uint64_t count;
    gestalt_result result = gestalt_population_requests(population, &requests, &count, error);
    if (result != GESTALT_OK)
        return result;
    uint32_t tick = (uint32_t)gestalt_population_ticks(population) - 1;
    for (uint32_t i = 0; i < set->shape->host_count; i++)
        if (set->functions[i].set && set->shape->hosts[i].kind == HOST_DEFERRED &&
            !reserve_launches(&set->functions[i], count))
            return error_no_memory(error);
    for (uint64_t i = 0; i < count; i++) {
        const gestalt_request *r = &requests[i];
        stub_function *f = function_of(set, r->node);
        if (!r->launch || !f->set || f->status == GESTALT_RUNNING)
            continue; // nothing will ever be said of it
        *ticks_of(set, r->agent, r->node) = tick;
        f->launches[f->end++] = (launch){.agent = r->agent, .node = r->node, .tick = tick};
    }
    return GESTALT_OK;
}

// ---- snapshots: a stub_state, the launches of each function, the ticks of each agent

#define STUB_MAGIC "stubs\0\0\1"

typedef struct stub_state {
    char magic[8];
    uint32_t place_count;
    uint32_t function_count;
    uint64_t agent_count;
} stub_state;
_Static_assert(sizeof(stub_state) == 24, "what comes first is 24 bytes");
_Static_assert(sizeof(launch) == 16, "a launch is 16 bytes");

static size_t ticks_size(const stub_set *set, uint64_t agents)
{
    return agents * set->place_count * sizeof *set->ticks;
}

static bool attach_all(const stub_set *set, gestalt_population *population, uint64_t agents)
{
    stub_state first = {.place_count = set->place_count,
                        .function_count = set->shape->host_count,
                        .agent_count = agents};
    memcpy(first.magic, STUB_MAGIC, sizeof first.magic);
    bool good = attached_add(population, &first, sizeof first);
    for (uint32_t i = 0; good && i < first.function_count; i++) {
        const stub_function *f = &set->functions[i];
        uint64_t count = f->end - f->begin;
        good = attached_add(population, &count, sizeof count) &&
               attached_add(population, count ? f->launches + f->begin : NULL,
                            count * sizeof *f->launches);
    }
    return good && attached_add(population, set->ticks, ticks_size(set, agents));
}

gestalt_result stub_set_attach(const stub_set *set, gestalt_population *population,
                               gestalt_error *error)
{
    uint64_t agents = population->state.next_id;
    uint64_t with_ticks = set->place_count ? set->tick_room / set->place_count : 0;
    agents = agents < with_ticks ? agents : with_ticks;
    attached_bytes before = population->state.attached;
    population->state.attached = (attached_bytes){0};
    if (!attach_all(set, population, agents)) {
        attached_release(population);
        population->state.attached = before;
        return error_no_memory(error);
    }
    memory_release(&population->allocator, before.bytes, before.capacity);
    return GESTALT_OK;
}

static gestalt_result other_stubs(gestalt_error *error)
{
    return error_set(error, GESTALT_BAD_FILE, 0, "the snapshot was not taken with these stubs");
}

// The bytes that are left to be read.
typedef struct stub_bytes {
    const unsigned char *next;
    size_t left;
} stub_bytes;

static bool stub_take(stub_bytes *b, void *value, size_t size)
{
    if (size > b->left)
        return false;
    if (size)
        memcpy(value, b->next, size);
    b->next += size;
    b->left -= size;
    return true;
}

static bool launch_fits(const stub_function *f, const launch *l, uint64_t agents)
{
    const gestalt_shape *shape = f->set->shape;
    return l->agent < agents && l->node < shape->specification->node_count &&
           node_is(item_type_of(shape->items[shape->nodes[l->node]]), NODE_IS_LAUNCHING) &&
           function_of(f->set, l->node) == f;
}

static gestalt_result resume_launches(stub_function *f, stub_bytes *b, uint64_t agents,
                                      gestalt_error *error)
{
    uint64_t count;
    f->begin = f->end = 0;
    if (!stub_take(b, &count, sizeof count) || count > b->left / sizeof(launch) ||
        (count && !f->set))
        return other_stubs(error);
    if (count && !reserve_launches(f, count))
        return error_no_memory(error);
    for (; f->end < count; f->end++) {
        launch *l = &f->launches[f->end];
        if (!stub_take(b, l, sizeof *l) || !launch_fits(f, l, agents))
            return other_stubs(error);
    }
    return GESTALT_OK;
}

gestalt_result stub_set_resume(stub_set *set, const gestalt_population *population,
                               gestalt_error *error)
{
    stub_bytes b;
    stub_state first;
    b.next = gestalt_population_attached(population, &b.left);
    if (!stub_take(&b, &first, sizeof first) || memcmp(first.magic, STUB_MAGIC, 8) != 0 ||
        first.place_count != set->place_count || first.function_count != set->shape->host_count ||
        first.agent_count > population->state.next_id)
        return other_stubs(error);
    gestalt_result result = GESTALT_OK;
    for (uint32_t i = 0; result == GESTALT_OK && i < first.function_count; i++)
        result = resume_launches(&set->functions[i], &b, first.agent_count, error);
    if (result != GESTALT_OK)
        return result;
    if (set->place_count && b.left / sizeof *set->ticks / set->place_count < first.agent_count)
        return other_stubs(error);
    if (!reserve_ticks(set, first.agent_count))
        return error_no_memory(error);
    bool good = stub_take(&b, set->ticks, ticks_size(set, first.agent_count)) && b.left == 0;
    return good ? GESTALT_OK : other_stubs(error);
}
