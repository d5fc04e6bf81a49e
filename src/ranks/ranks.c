// SPDX-License-Identifier: MIT
// Opening and closing jobs, their numbers, and what all collective calls have in common.
#include "array.h"
#include "error.h"
#include "memory.h"
#include "misuse.h"
#include "ranks_state.h"

#include <gestalt/version.h>
#include <string.h>

// ---- collective calls

bool ranks_are_wrong(const char *function, const gestalt_ranks *r, gestalt_error *error)
{
    if (misuse_if_null(!r, function, "ranks", error))
        return true;
    return r->is_lost &&
           misuse_tell(function, error,
                       "the ranks have ticked at different times, or while another rank made "
                       "another call, so they differ: destroy them") != GESTALT_OK;
}

preparation prepare_call(gestalt_ranks *r, job_call call)
{
    return (preparation){.ranks = r, .call = call};
}

preparation prepare_change(gestalt_ranks *r, job_call call)
{
    preparation p = prepare_call(r, call);
    if (r->is_interrupted)
        p.result = misuse_tell(job_call_name(call), &p.error,
                               "a tick was interrupted: call gestalt_ranks_tick at the same time "
                               "again, until it returns another result");
    return p;
}

gestalt_result prepare_agree_with(preparation *p, agreement *a, gestalt_error *error)
{
    a->call = p->call;
    a->arguments = p->arguments;
    a->result = p->result;
    a->error = p->error;
    gestalt_result result = job_agree(&p->ranks->job, a, error);
    p->ranks->is_lost |= a->has_ticked;
    return result;
}

gestalt_result prepare_agree(preparation *p, gestalt_error *error)
{
    return prepare_agree_with(p, &(agreement){0}, error);
}

void ranks_wake(gestalt_ranks *r)
{
    r->due = gestalt_ranks_now(r);
    r->due_tick = r->ticks;
}

// ---- opening

// Add the shapes of all groups to the hash of the arguments. Creating the population reports a
// group without a shape.
static void add_groups(preparation *p, const gestalt_population_options *o)
{
    const gestalt_group *groups = o->groups ? o->groups : &o->group;
    p->ranks->group_count = o->groups ? o->group_count : 1;
    PREPARE_ARGUMENT(p, p->ranks->group_count);
    for (uint32_t i = 0; i < p->ranks->group_count; i++) {
        size_t size = 0;
        const void *image = groups[i].shape ? gestalt_shape_image(groups[i].shape, &size) : NULL;
        prepare_argument(p, image ? image : "", size);
    }
}

static void add_options(preparation *p, const gestalt_population_options *o)
{
    bool flags[] = {o->announces_writes, o->never_sleeps, o->interruptible};
    prepare_argument(p, GESTALT_VERSION, strlen(GESTALT_VERSION));
    prepare_argument(p, flags, sizeof flags);
    PREPARE_ARGUMENT(p, o->seed);
    PREPARE_ARGUMENT(p, o->start);
    add_groups(p, o);
}

static gestalt_result open_ranks(gestalt_ranks *r, const gestalt_population_options *options,
                                 gestalt_error *error)
{
    preparation p = prepare_call(r, CALL_create);
    add_options(&p, options);
    p.result = gestalt_population_create(options, &r->own, &p.error);
    gestalt_result result = prepare_agree(&p, error);
    if (result != GESTALT_OK)
        return result;
    r->owners = (ownership){.dealt = 0, .ranks = r->job.size};
    gestalt_population_next_due(r->own, &r->due, &r->due_tick);
    return GESTALT_OK;
}

gestalt_result gestalt_ranks_create(const gestalt_ranks_options *options, gestalt_ranks **ranks,
                                    gestalt_error *error)
{
    if (MISUSE_NULL(options, "options", error) || MISUSE_NULL(ranks, "ranks", error))
        return GESTALT_MISUSE;
    gestalt_ranks opened = {.allocator = memory_allocator(&options->population.allocator)};
    gestalt_result result = job_open(&opened.job, options->communicator, error);
    if (result != GESTALT_OK)
        return result;
    gestalt_ranks *r = memory_new(&opened.allocator, sizeof *r);
    if (r)
        *r = opened;
    agreement memory = {.call = CALL_create, .result = r ? GESTALT_OK : GESTALT_NO_MEMORY};
    error_no_memory(&memory.error);
    result = job_agree(&opened.job, &memory, error);
    if (result == GESTALT_OK)
        result = open_ranks(r, &options->population, error);
    if (result == GESTALT_OK) {
        *ranks = r;
        return GESTALT_OK;
    }
    if (r)
        gestalt_population_destroy(r->own);
    memory_release(&opened.allocator, r, sizeof *r);
    job_close(&opened.job);
    return result;
}

void gestalt_ranks_destroy(gestalt_ranks *r)
{
    if (!r)
        return;
    gestalt_allocator allocator = r->allocator;
    preparation p = prepare_call(r, CALL_destroy);
    prepare_agree(&p, NULL);
    gestalt_population_destroy(r->own);
    job_close(&r->job);
    ARRAY_RELEASE(&allocator, r->requests, r->requests_room);
    memory_release(&allocator, r, sizeof *r);
}

// ---- numbers

uint32_t gestalt_ranks_rank(const gestalt_ranks *r)
{
    return MISUSE_NULL(r, "ranks", NULL) ? 0 : r->job.rank;
}

uint32_t gestalt_ranks_size(const gestalt_ranks *r)
{
    return MISUSE_NULL(r, "ranks", NULL) ? 0 : r->job.size;
}

gestalt_population *gestalt_ranks_population(const gestalt_ranks *r)
{
    return MISUSE_NULL(r, "ranks", NULL) ? NULL : r->own;
}

uint32_t gestalt_ranks_owner(const gestalt_ranks *r, uint64_t agent)
{
    return MISUSE_NULL(r, "ranks", NULL) ? 0 : owner_of(r->owners, agent);
}

gestalt_result gestalt_ranks_need(const gestalt_ranks *r, uint64_t agent, gestalt_error *error)
{
    if (MISUSE_NULL(r, "ranks", error))
        return GESTALT_MISUSE;
    uint32_t owner = owner_of(r->owners, agent);
    if (agent < r->next_id && owner != r->job.rank)
        return error_set(error, GESTALT_BAD_ARGUMENT, 0, "agent %llu lives on rank %u",
                         (unsigned long long)agent, (unsigned)owner);
    if (!gestalt_population_has(r->own, agent))
        return error_set(error, GESTALT_BAD_ARGUMENT, 0, "there is no agent %llu",
                         (unsigned long long)agent);
    return GESTALT_OK;
}

uint64_t gestalt_ranks_count(const gestalt_ranks *r)
{
    return MISUSE_NULL(r, "ranks", NULL) ? 0 : r->agent_count;
}

uint64_t gestalt_ranks_next_id(const gestalt_ranks *r)
{
    return MISUSE_NULL(r, "ranks", NULL) ? 0 : r->next_id;
}
