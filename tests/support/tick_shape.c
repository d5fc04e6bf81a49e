// SPDX-License-Identifier: MIT
#include "tick_shape.h"

#include "image.h"
#include "nodes.h"

#include <stdlib.h>

enum { AGENTS_MAX = 1024, ARGUMENTS_MAX = 64 };

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
    return x ^ x >> 31;
}

// ---- a host for all names of a shape

// Read everything that the call contains, and return a status that depends on agent, node and tick.
static gestalt_status answer(gestalt_single_call *call)
{
    static const gestalt_status statuses[] = {GESTALT_SUCCESS, GESTALT_FAILURE, GESTALT_RUNNING,
                                              GESTALT_RUNNING};
    const uint32_t *count = call->user;
    uint64_t sum = call->agent * 31 + call->node * 7 + call->tick;
    for (uint32_t i = 0; i < *count; i++)
        sum += call->arguments[i].y ? (call->arguments[i].y[0] > 0) : 1;
    return statuses[mix(sum) % 4];
}

typedef struct registration {
    gestalt_parameter parameters[ARGUMENTS_MAX];
    uint32_t count;
} registration;

struct tick_host {
    gestalt_host *host;
    registration list[];
};

static gestalt_result add_function(gestalt_host *host, const gestalt_shape *shape, uint32_t index,
                                   registration *r)
{
    const image_host *h = &shape->hosts[index];
    bool is_deferred = h->kind == HOST_DEFERRED;
    r->count = h->argument_count;
    for (uint32_t i = 0; i < h->argument_count; i++) {
        const image_argument *a = &shape->arguments[h->first_argument + i];
        r->parameters[i] = (gestalt_parameter){shape_string(shape, a->name), (gestalt_type)a->type,
                                               a->by_key != 0, a->is_list != 0};
    }
    gestalt_function function = {.name = shape_string(shape, h->name),
                                 .kind = (gestalt_kind)h->kind,
                                 .single = is_deferred ? NULL : answer,
                                 .user = &r->count,
                                 .arguments = r->parameters,
                                 .argument_count = r->count};
    return gestalt_host_add(host, &function, NULL);
}

static void must(gestalt_result result)
{
    if (result != GESTALT_OK && result != GESTALT_NO_MEMORY)
        abort();
}

tick_host *tick_host_create(const gestalt_shape *shape)
{
    tick_host *t = calloc(1, sizeof *t + shape->host_count * sizeof *t->list);
    if (!t || gestalt_host_create(NULL, &t->host, NULL) != GESTALT_OK) {
        free(t);
        return NULL;
    }
    for (uint32_t i = 0; i < shape->host_count; i++)
        must(add_function(t->host, shape, i, &t->list[i]));
    return t;
}

const gestalt_host *tick_host_of(const tick_host *t)
{
    return t->host;
}

void tick_host_destroy(tick_host *t)
{
    if (t)
        gestalt_host_destroy(t->host);
    free(t);
}

// ---- counting visits

typedef struct visits {
    const gestalt_shape *shape;
    uint32_t agent_count;
    uint64_t agents[AGENTS_MAX], count[AGENTS_MAX];
} visits;

static void count_leaf(void *user, uint64_t agent, uint32_t node, gestalt_status status)
{
    visits *v = user;
    item_type type = item_type_of(v->shape->items[v->shape->nodes[node]]);
    uint32_t i = 0;
    (void)status;
    if (node_table[type].group != GROUP_LEAF)
        return;
    while (i < v->agent_count && v->agents[i] != agent)
        i++;
    if (i == v->agent_count) {
        if (i == AGENTS_MAX)
            abort();
        v->agents[v->agent_count++] = agent;
        v->count[i] = 0;
    }
    v->count[i]++;
}

static void check_visits(visits *v)
{
    for (uint32_t i = 0; i < v->agent_count; i++)
        if (v->count[i] > v->shape->specification->visit_bound)
            abort();
    v->agent_count = 0;
}

// ---- ticks

// A game system that ends launched actions after different times.
static void finish_some(gestalt_population *population)
{
    const gestalt_request *requests;
    uint64_t count, tick = gestalt_population_ticks(population);
    if (gestalt_population_requests(population, &requests, &count, NULL) != GESTALT_OK)
        return;
    for (uint64_t i = 0; i < count; i++)
        if (requests[i].launch && mix(i + tick) % 2)
            must(gestalt_population_finish(population, requests[i].agent, requests[i].node,
                                           (gestalt_status)(mix(tick + i * 3) % 3), NULL));
}

void tick_checked(gestalt_population *population, const gestalt_shape *shape, uint32_t ticks)
{
    visits v = {.shape = shape};
    gestalt_hooks hooks = {.leave = count_leaf, .user = &v};
    int64_t now = gestalt_population_now(population);
    gestalt_population_hooks(population, &hooks);
    for (uint32_t tick = 0; tick < ticks; tick++, now += 250000) {
        must(gestalt_population_tick(population, now, NULL));
        check_visits(&v);
        finish_some(population);
    }
    gestalt_population_hooks(population, NULL);
}

void tick_shape(const gestalt_shape *shape, uint32_t agents, uint32_t ticks, uint64_t most_visits)
{
    uint64_t hash;
    gestalt_population *population = NULL;
    if (shape->specification->visit_bound > most_visits || agents > AGENTS_MAX)
        return;
    tick_host *host = tick_host_create(shape);
    if (!host)
        return;
    gestalt_population_options options = {
        .group = {shape, host->host}, .lanes = agents < 3 ? 1 : agents - 1, .seed = 7};
    must(gestalt_population_create(&options, &population, NULL));
    if (population && gestalt_population_spawn(population, 0, agents, NULL, NULL) == GESTALT_OK) {
        tick_checked(population, shape, ticks);
        must(gestalt_population_cancel(population, 0, NULL));
        must(gestalt_population_hash(population, &hash, NULL));
    }
    gestalt_population_destroy(population);
    tick_host_destroy(host);
}
