// SPDX-License-Identifier: MIT
// New agents with ids below the population's next id get a table of their own, whose runs are then
// merged into the sorted table of all agents. A run of that table may have had agents with the same
// ids, which were removed: it is split, so that no two runs contain an id.
#include "given_ids.h"

#include "agents.h"
#include "array.h"
#include "error.h"
#include "group.h"
#include "place.h"

#include <gestalt/actor.h>

// ---- merging

// Return whether the agent with the index `i` in the run is alive.
static bool run_holds(const gestalt_population *p, const id_run *run, uint32_t i)
{
    group *g = &p->groups[run->group];
    uint64_t at = run->lane + (uint64_t)i;
    const cohort *c = group_cohort(g, run->cohort + (uint32_t)(at / g->layout.lanes));
    return cohort_holds(g, c, (unsigned)(at % g->layout.lanes), run->first + i);
}

static uint32_t count_alive(const gestalt_population *p, const id_run *run)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < run->count; i++)
        count += run_holds(p, run, i);
    return count;
}

static uint64_t run_end(const id_run *run)
{
    return run->first + run->count;
}

// Return the part of a run with the ids from `first` up to `end`, with the run's number of agents.
static id_run run_part(const gestalt_population *p, const id_run *run, uint64_t first, uint64_t end)
{
    uint32_t lanes = p->groups[run->group].layout.lanes;
    uint64_t at = run->lane + (first - run->first);
    id_run part = *run;
    part.first = first;
    part.count = (uint32_t)(end - first);
    part.cohort += (uint32_t)(at / lanes);
    part.lane = (uint16_t)(at % lanes);
    return part;
}

static void table_put(id_table *t, const id_run *run)
{
    t->runs[t->count++] = *run;
    t->dead += run->alive == 0;
}

// Put a run into the table, without the ids of new runs, which follow it in `more` from `*next` on;
// the new runs that begin before its end are put there as well.
static void put_around(const gestalt_population *p, id_table *to, id_run run, const id_table *more,
                       uint32_t *next)
{
    uint64_t from = *next > 0 ? run_end(&more->runs[*next - 1]) : 0; // after the last new run
    if (from >= run_end(&run))
        return;
    if (from > run.first)
        run = run_part(p, &run, from, run_end(&run));
    while (*next < more->count && more->runs[*next].first < run_end(&run)) {
        const id_run *other = &more->runs[(*next)++];
        uint64_t end = run_end(&run);
        if (run.first < other->first) {
            id_run before = run_part(p, &run, run.first, other->first);
            before.alive = run.alive > 0 ? count_alive(p, &before) : 0;
            run.alive -= before.alive; // all others have ids after those of `other`
            if (before.alive > 0)
                table_put(to, &before);
        }
        table_put(to, other);
        if (run_end(other) >= end)
            return;
        if (run_end(other) > run.first)
            run = run_part(p, &run, run_end(other), end);
    }
    if (run.alive > 0)
        table_put(to, &run);
}

void ids_merge(const gestalt_population *p, id_table *to, const id_table *all, const id_table *more)
{
    uint32_t next = 0;
    for (uint32_t i = 0; i < all->count; i++)
        put_around(p, to, all->runs[i], more, &next);
    while (next < more->count)
        table_put(to, &more->runs[next++]);
}

// ---- loans

static gestalt_result check_ids(const gestalt_population *p, uint64_t first, uint64_t count,
                                gestalt_error *error)
{
    agents_walk walk = agents_walk_from(p, first);
    uint64_t id;
    place where;
    if (count > UINT64_MAX - 1 - first)
        return error_set(error, GESTALT_LIMIT, 0, "there are not enough ids for that many agents");
    walk.end = first + count;
    if (count > 0 && agents_walk_next(&walk, &id, &where))
        return error_set(error, GESTALT_BAD_ARGUMENT, 0, "there is an agent %llu already",
                         (unsigned long long)id);
    return GESTALT_OK;
}

gestalt_result ids_lend(gestalt_population *p, const group *g, uint64_t first, uint64_t count,
                        id_loan *loan, gestalt_error *error)
{
    *loan = (id_loan){.first = first,
                      .count = count,
                      .next_id = p->state.next_id,
                      .has_table = first < p->state.next_id};
    gestalt_result result = check_ids(p, first, count, error);
    if (result != GESTALT_OK)
        return result;
    if (loan->has_table) {
        uint64_t runs = p->state.ids.count + 2 * agents_most_runs(g, count);
        if (runs > UINT32_MAX ||
            !ARRAY_RESERVE(&p->memory.counting, loan->merged.runs, loan->merged.capacity, runs))
            return error_no_memory(error);
        loan->ids = p->state.ids;
        p->state.ids = (id_table){0};
    }
    p->state.next_id = first;
    return GESTALT_OK;
}

void ids_take_back(gestalt_population *p, id_loan *loan, bool are_added)
{
    uint64_t end = loan->first + loan->count;
    p->state.next_id = are_added && end > loan->next_id ? end : loan->next_id;
    if (!loan->has_table)
        return;
    id_table more = p->state.ids;
    p->state.ids = loan->ids;
    if (are_added) {
        ids_merge(p, &loan->merged, &loan->ids, &more);
        p->state.ids = loan->merged;
        loan->merged = loan->ids;
    }
    ids_release(&loan->merged, &p->memory.counting);
    ids_release(&more, &p->memory.counting);
}

// ---- interface

gestalt_result gestalt_population_spawn_as(gestalt_population *p, uint32_t number, uint64_t first,
                                           uint64_t count, gestalt_error *error)
{
    if (POPULATION_IS_WRONG(p, CALLS_CHANGING, error) || POPULATION_NO_GROUP(p, number, error) ||
        POPULATION_HAS_ROWS(p, error))
        return GESTALT_MISUSE;
    id_loan loan;
    gestalt_result result = ids_lend(p, &p->groups[number], first, count, &loan, error);
    if (result != GESTALT_OK)
        return result;
    result = population_spawn(p, number, count, NULL, error);
    ids_take_back(p, &loan, result == GESTALT_OK);
    return result;
}

uint64_t gestalt_population_next_id(const gestalt_population *p)
{
    return MISUSE_NULL(p, "population", NULL) ? 0 : p->state.next_id;
}

// Remove the runs without agents at the end of the table: their ids can be given again.
static void forget_dead_ids(id_table *t)
{
    for (; t->count > 0 && t->runs[t->count - 1].alive == 0; t->count--)
        t->dead--;
}

// End the table at the last agent that is alive.
static void trim_ids(gestalt_population *p)
{
    id_table *t = &p->state.ids;
    forget_dead_ids(t);
    id_run *last = t->count > 0 ? &t->runs[t->count - 1] : NULL;
    while (last && !run_holds(p, last, last->count - 1))
        last->count--;
}

// Return the first id after those of all agents.
static uint64_t first_free_id(const gestalt_population *p)
{
    const id_table *t = &p->state.ids;
    uint32_t i = t->count;
    while (i > 0 && t->runs[i - 1].alive == 0)
        i--;
    return i > 0 ? run_end(&t->runs[i - 1]) : 0;
}

gestalt_result gestalt_population_set_next_id(gestalt_population *p, uint64_t id,
                                              gestalt_error *error)
{
    if (POPULATION_IS_WRONG(p, CALLS_CHANGING, error))
        return GESTALT_MISUSE;
    if (id < p->state.next_id)
        trim_ids(p);
    if (id < first_free_id(p))
        return error_set(error, GESTALT_BAD_ARGUMENT, 0,
                         "the next id cannot be %llu: there are agents up to %llu",
                         (unsigned long long)id, (unsigned long long)first_free_id(p) - 1);
    if (p->users.rows > 0 && id < p->state.next_id)
        return error_set(
            error, GESTALT_BAD_ARGUMENT, 0,
            "the next id cannot be %llu: rows follow the agents, so ids must grow from "
            "%llu on",
            (unsigned long long)id, (unsigned long long)p->state.next_id);
    if (id == UINT64_MAX)
        return error_set(error, GESTALT_LIMIT, 0, "an id can be at most 2^64 - 2");
    p->state.next_id = id;
    return GESTALT_OK;
}
