// SPDX-License-Identifier: MIT
// Creating and destroying populations.
#include "attached.h"
#include "group.h"
#include "population_checks.h"
#include "population_state.h"
#include "requests.h"
#include "steps.h"

#include "error.h"
#include "floats.h"
#include "live.h"
#include "memory.h"
#include "native_tick.h"
#include "shape_limits.h"

#include <string.h>

enum { THREADS_MAX = 1024 };

static void *resize_counted(void *user, void *block, size_t old_size, size_t new_size)
{
    counted_memory *m = user;
    void *result = m->host.resize(m->host.user, block, old_size, new_size);
    if (result || new_size == 0)
        m->bytes += new_size - old_size;
    return result;
}

// Return the set of kernels with that name, or the best one if it is NULL. Returns NULL if no such
// set exists, or this machine can't run it.
static const kernels *find_kernels(const char *name)
{
    if (!name)
        return kernels_best();
    for (size_t i = 0; kernels_all[i]; i++)
        if (strcmp(kernels_all[i]->name, name) == 0 && kernels_all[i]->is_supported())
            return kernels_all[i];
    return NULL;
}

// Set an error that lists the sets of kernels that this machine has.
static gestalt_result refuse_kernels(const char *name, gestalt_error *error)
{
    char quoted[ERROR_QUOTE_SIZE], list[64];
    kernels_list(list, sizeof list);
    return error_set(error, GESTALT_BAD_ARGUMENT, 0, "this machine has no kernels `%s`: it has %s",
                     error_quote(quoted, name, strlen(name)), list);
}

gestalt_result population_check_lanes(uint32_t lanes, gestalt_error *error)
{
    if (lanes > COHORT_LANES_MAX)
        return error_set(error, GESTALT_BAD_ARGUMENT, 0, "a cohort has 1 to %d lanes, not %u",
                         COHORT_LANES_MAX, (unsigned)lanes);
    return GESTALT_OK;
}

static gestalt_result check_options(const gestalt_population_options *o, gestalt_error *error)
{
    gestalt_result result = population_check_lanes(o->lanes, error);
    if (result != GESTALT_OK)
        return result;
    if (o->threads > THREADS_MAX)
        return error_set(error, GESTALT_BAD_ARGUMENT, 0, "a population has 1 to %d threads, not %u",
                         THREADS_MAX, (unsigned)o->threads);
    if (o->stack_size && (o->stack_size < POOL_STACK_LEAST || o->stack_size > POOL_STACK_MOST))
        return error_set(error, GESTALT_BAD_ARGUMENT, 0,
                         "the stack of a thread has %zu to %zu bytes, not %zu", POOL_STACK_LEAST,
                         POOL_STACK_MOST, o->stack_size);
    if (o->group_count > UINT16_MAX)
        return error_set(error, GESTALT_LIMIT, 0, "a population has at most %d groups", UINT16_MAX);
    if (o->groups ? o->group_count == 0 : o->group_count > 0)
        return error_set(error, GESTALT_BAD_ARGUMENT, 0,
                         "`groups` and `group_count` contradict each other");
    if (o->capacity > UINT32_MAX)
        return error_set(error, GESTALT_LIMIT, 0, "`capacity` is at most %u agents",
                         (unsigned)UINT32_MAX);
    if (o->start < -LIMIT_TIME || o->start > LIMIT_TIME)
        return error_set(error, GESTALT_LIMIT, 0, "a start at %lld microseconds is out of range",
                         (long long)o->start);
    if (!find_kernels(o->kernels))
        return refuse_kernels(o->kernels, error);
    return GESTALT_OK;
}

static gestalt_result start_pool(gestalt_population *p, size_t stack_size, gestalt_error *error)
{
    p->pool =
        pool_create(p->threads, stack_size ? stack_size : POOL_STACK_DEFAULT, &p->memory.counting);
    return p->pool ? GESTALT_OK : error_no_memory(error);
}

static gestalt_result start_groups(gestalt_population *p, const gestalt_group *given,
                                   gestalt_error *error)
{
    size_t size = p->group_count * sizeof *p->groups;
    p->groups = memory_new(&p->memory.counting, size);
    p->limits.group_room = p->group_count;
    p->errors.by_thread = memory_new(&p->memory.counting, p->threads * sizeof *p->errors.by_thread);
    if (p->groups)
        memset(p->groups, 0, size);
    if (!p->groups || !p->errors.by_thread)
        return error_no_memory(error);
    memset(p->errors.by_thread, 0, p->threads * sizeof *p->errors.by_thread);
    p->limits.agents = UINT64_MAX;
    for (uint32_t i = 0; i < p->group_count; i++) {
        uint64_t most = host_limits(given[i].host).agents;
        p->limits.agents = most < p->limits.agents ? most : p->limits.agents;
        gestalt_result result = group_start(p, &p->groups[i], &given[i], GROUP_PLAIN, error);
        if (result != GESTALT_OK)
            return result;
    }
    return GESTALT_OK;
}

// Create all groups, with the floating-point environment set up for the inits of shared keys and
// for native code.
static gestalt_result start_all(gestalt_population *p, const gestalt_population_options *options,
                                gestalt_error *error)
{
    floats_environment floats;
    gestalt_result result = floats_check(p->kernels->compute, error);
    if (result != GESTALT_OK)
        return result;
    floats_begin(&floats);
    result = start_groups(p, options->groups ? options->groups : &options->group, error);
    floats_end(&floats);
    if (result == GESTALT_OK)
        result = start_pool(p, options->stack_size, error);
    if (result == GESTALT_OK && p->capacity > 0)
        result = population_make_room(p, error);
    return result;
}

bool population_has_no_shape(const char *function, const gestalt_population_options *o,
                             gestalt_error *error)
{
    const gestalt_group *groups = o->groups ? o->groups : &o->group;
    for (uint32_t i = 0; i < (o->groups ? o->group_count : 1); i++)
        if (!groups[i].shape)
            return misuse_tell(function, error, "group %u has no shape: set its `shape`",
                               (unsigned)i) != GESTALT_OK;
    return false;
}

gestalt_result gestalt_population_create(const gestalt_population_options *options,
                                         gestalt_population **population, gestalt_error *error)
{
    if (MISUSE_NULL(options, "options", error) || MISUSE_NULL(population, "population", error) ||
        population_has_no_shape(__func__, options, error) ||
        MISUSE_ENUM(options->states, GESTALT_STATES_MASKS, "options->states", error))
        return GESTALT_MISUSE;
    gestalt_result result = check_options(options, error);
    if (result != GESTALT_OK)
        return result;
    gestalt_allocator host = memory_allocator(&options->allocator);
    gestalt_population *p = memory_new(&host, sizeof *p);
    if (!p)
        return error_no_memory(error);
    *p = (gestalt_population){
        .memory = {.host = host,
                   .counting = {.resize = resize_counted, .user = &p->memory},
                   .bytes = sizeof *p},
        .group_count = options->groups ? options->group_count : 1,
        .lanes = options->lanes ? options->lanes : COHORT_LANES_MAX,
        .threads = options->threads ? options->threads : 1,
        .grain = options->grain,
        .announces_writes = options->announces_writes,
        .never_sleeps = options->never_sleeps,
        .interruptible = options->interruptible,
        .limits.far_size = POPULATION_FAR_SIZE,
        .kernels = find_kernels(options->kernels),
        .states = options->states,
        .capacity = options->capacity,
        .errors.agent = UINT64_MAX,
        .state = {.seed = options->seed, .now = options->start, .last = options->start},
    };
    result = start_all(p, options, error);
    if (result != GESTALT_OK) {
        gestalt_population_destroy(p);
        return result;
    }
    *population = p;
    return GESTALT_OK;
}

void gestalt_population_destroy(gestalt_population *p)
{
    if (!p || POPULATION_IS_WRONG(p, CALLS_ENDING, NULL))
        return;
    if (holders_count(&p->users.holders) > 0) {
        MISUSE(NULL, "rows, a world, or steering use the population: destroy them first");
        return;
    }
    if (p->hooking.watches.first) {
        MISUSE(NULL, "watches use the population: call gestalt_watch_destroy first");
        return;
    }
    gestalt_allocator host = p->memory.host;
    pool_destroy(p->pool);
    steps_release(p);
    for (uint32_t i = 0; p->groups && i < p->group_count; i++)
        group_release(p, &p->groups[i]);
    memory_release(&p->memory.counting, p->groups, p->limits.group_room * sizeof *p->groups);
    memory_release(&p->memory.counting, p->inheriting.block, p->inheriting.size);
    memory_release(&p->memory.counting, p->errors.by_thread,
                   p->threads * sizeof *p->errors.by_thread);
    ids_release(&p->state.ids, &p->memory.counting);
    requests_release(p);
    attached_release(p);
    memory_release(&host, p, sizeof *p);
}

void gestalt_population_hold(const gestalt_population *p)
{
    if (!MISUSE_NULL(p, "population", NULL))
        holders_add(&p->users.holders);
}

void gestalt_population_release(const gestalt_population *p)
{
    if (MISUSE_NULL(p, "population", NULL))
        return;
    if (holders_count(&p->users.holders) == 0)
        MISUSE(NULL, "the population was released more often than it was held");
    else
        holders_remove(&p->users.holders);
}

uint64_t gestalt_population_live_count(const gestalt_population *p)
{
    uint64_t count = 0;
    if (MISUSE_NULL(p, "population", NULL))
        return 0;
    for (uint32_t i = 0; i < p->group_count; i++)
        for (uint32_t k = 0; k < p->groups[i].agents.cohort_count; k++) {
            const group *g = &p->groups[i];
            count += live_total(g->plan, &g->layout, group_cohort(g, k));
        }
    return count;
}

gestalt_result gestalt_population_states(const gestalt_population *p, uint32_t number,
                                         gestalt_states_choice *choice, gestalt_error *error)
{
    if (MISUSE_NULL(p, "population", error) || MISUSE_NULL(choice, "choice", error) ||
        POPULATION_NO_GROUP(p, number, error))
        return GESTALT_MISUSE;
    *choice = group_states_choice(p->groups[number].plan, p->lanes, p->states);
    return GESTALT_OK;
}

size_t gestalt_population_bytes(const gestalt_population *p, size_t *blackboards)
{
    size_t bytes = 0, natives = 0;
    if (MISUSE_NULL(p, "population", NULL))
        return 0;
    for (uint32_t i = 0; i < p->group_count; i++) {
        const group *g = &p->groups[i];
        natives += native_size(g->linked);
        bytes +=
            cohort_blackboard_size(&g->layout, g->shape->specification) * g->agents.cohort_count;
    }
    if (blackboards)
        *blackboards = bytes;
    return p->memory.bytes - natives;
}

void gestalt_population_run(const gestalt_population *p, uint64_t count, bool wake,
                            gestalt_work *work, void *user)
{
    if (POPULATION_IS_WRONG(p, CALLS_TELLING, NULL) || MISUSE_NULL(work, "work", NULL))
        return;
    // callers can't observe the temporary change
    gestalt_population *works = (gestalt_population *)(uintptr_t)p;
    population_phase before = population_enter(works, POPULATION_WORKS);
    if (wake)
        pool_run_long(p->pool, count, work, user);
    else
        pool_run(p->pool, count, work, user);
    population_enter(works, before);
}
