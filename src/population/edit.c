// SPDX-License-Identifier: MIT
// Edits: replacing the shape of a group. The shapes are compared, and a group of the new shape is
// made with all the memory that it needs. Then all threads move the agents, cohort by cohort, which
// can't fail.
#include "edit.h"
#include "counts.h"
#include "edit_report.h"
#include "error.h"
#include "floats.h"
#include "group.h"
#include "identity.h"
#include "launch.h"
#include "memory.h"
#include "population_checks.h"
#include "population_moment.h"
#include "population_state.h"
#include "requests.h"
#include "sort.h"
#include "tick.h"
#include "times.h"
#include "transfer.h"
#include "watches.h"

#include <string.h>

// cohorts in a piece of work; minimum number of agents for using threads
enum { EDIT_GRAIN = 16, EDIT_WORTH_THREADS = 2048 };

struct gestalt_editing {
    gestalt_population *p;
    edit_manner manner;
    group made; // group of the new shape
    bool is_dry;
    group *was, *is; // `is` is set only once the edit starts to change something
    gestalt_edit_report *report;
    transfer *transfer;
    interp_moment was_moment, is_moment;
    unsigned char *scratch;  // masks for each thread
    size_t scratch_size;     // size for one thread
    transfer_counts *counts; // one for each thread
    // requests without their agent, by number of the old shape's deferred action
    gestalt_request *names;
    uint64_t requests_found; // found by all threads together
    bool begins_streams, has_inits;
    bool is_counted; // true if an earlier dry pass has counted the requests
};

// ---- requests

static bool request_is_before(const void *one, const void *other, const void *user)
{
    const gestalt_request *a = one, *b = other;
    (void)user;
    return a->agent != b->agent ? a->agent < b->agent : a->node < b->node;
}

static const char *edit_copy_name(arena *a, const char *name)
{
    return name ? arena_copy_text(a, name, strlen(name)) : NULL;
}

// Copy the names that requests contain, so that they live as long as the report.
static void edit_name_requests(edit_work *w)
{
    const plan *p = w->was->plan;
    const gestalt_shape *shape = w->was->shape;
    arena *a = &w->report->memory;
    w->names = ARENA_ARRAY(a, gestalt_request, p->deferred_count);
    for (uint32_t i = 0; i < p->deferred_count; i++) {
        uint64_t head = shape->items[p->deferred_items[i]];
        uint32_t resource = (uint32_t)shape->items[p->deferred_items[i] + 1];
        w->names[i] = (gestalt_request){
            .node = p->node_ids[p->deferred_items[i]],
            .group = w->was->number,
            .name = edit_copy_name(a, shape_string(shape, shape->hosts[item_argument(head)].name)),
            .resource = edit_copy_name(a, shape_string(shape, resource))};
    }
}

static void edit_note_request(edit_work *w, uint64_t agent, uint32_t item, uint32_t launch_id)
{
    uint64_t at = __atomic_fetch_add(&w->requests_found, 1, __ATOMIC_RELAXED);
    gestalt_request *r = &w->report->requests[at];
    *r = w->names[w->was->plan->deferred[item]];
    r->agent = agent;
    r->launch_id = launch_id;
}

static void edit_note_cancel(void *user, interp_cohort at, uint32_t item, uint64_t lanes)
{
    const edit_work *w = user;
    const plan *p = w->was->plan;
    for (; lanes; lanes &= lanes - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(lanes);
        edit_note_request(user, cohort_id(at.layout, at.cohort, lane), item,
                          launch_id_of(p, at.layout, at.cohort, p->deferred[item], lane));
    }
}

// ---- requests from before the edit

// Return the node's new id, if it still is a deferred action of an agent's group.
static uint32_t edit_new_node(const edit_work *w, uint32_t group_number, uint32_t node)
{
    return group_number == w->was->number ? w->report->nodes[node].new_node : node;
}

static uint64_t edit_count_lost(const edit_work *w)
{
    const loose_list *coming = &w->p->state.coming;
    uint64_t lost = 0;
    for (uint64_t i = 0; i < coming->count; i++)
        lost += edit_new_node(w, coming->entries[i].group, coming->entries[i].node) == SHAPE_NONE;
    return lost;
}

// Give the requests of a list their new ids. A request without a new id is removed; if it belongs
// to the coming tick, the report contains it.
static void edit_translate_loose(edit_work *w, loose_list *list, bool reports)
{
    uint64_t kept = 0;
    for (uint64_t i = 0; i < list->count; i++) {
        loose_request r = list->entries[i];
        uint32_t node = edit_new_node(w, r.group, r.node);
        if (node == SHAPE_NONE && reports)
            edit_note_request(w, r.agent, w->was->shape->nodes[r.node], r.launch_id);
        if (node == SHAPE_NONE)
            continue;
        r.node = node;
        list->entries[kept++] = r;
    }
    list->count = kept;
}

// ---- editing one cohort

static transfer_masks edit_masks(const edit_work *w, uint32_t thread)
{
    uint64_t *masks = (uint64_t *)(void *)(w->scratch + thread * w->scratch_size);
    uint32_t slots = w->was->plan->slot_count;
    return (transfer_masks){masks, masks + slots, masks + 2 * (size_t)slots,
                            masks + 3 * (size_t)slots,
                            masks + 3 * (size_t)slots + w->transfer->to->slot_count};
}

static void edit_evaluate_due(void *user, cohort *c, uint32_t node, uint64_t lanes, int64_t *due)
{
    interp_evaluate_due(user, c, node, lanes, due);
}

static void edit_cohort(edit_work *w, uint32_t thread, uint32_t index, const transfer_masks *m)
{
    const transfer *t = w->transfer;
    cohort *from = group_cohort(w->was, index);
    bool drops = transfer_judge(t, from, m, &w->counts[thread]);
    if (!w->is)
        return;
    cohort *to = group_cohort(w->is, index);
    cohort_start(&w->is->layout, to);
    transfer_states(t, from, to, m);
    if (drops)
        interp_drop(w->was->interps[thread], from, m->drop, edit_note_cancel, w);
    transfer_values(t, from, to, m, w->was->agents.shared_numbers, w->was->agents.shared_bools);
    if (!cohort_is_lone(&w->is->layout)) {
        cohort_set_ids(to, cohort_ids(&w->was->layout, from));
        cohort_set_ids(from, NULL);
    }
    if (w->has_inits || w->begins_streams)
        interp_init_new(
            w->is->interps[thread], to, cohort_occupied(&w->is->layout, to), m->inits,
            w->was->shape->specification->draws ? cohort_part(from, w->was->layout.streams) : NULL,
            w->p->state.seed);
    transfer_moment now = {w->is_moment.now, w->is_moment.tick, edit_evaluate_due,
                           w->is->interps[thread]};
    transfer_clocks(t, from, to, m, &now);
}

static void edit_piece(void *user, uint32_t thread, uint64_t piece)
{
    edit_work *w = user;
    transfer_masks m = edit_masks(w, thread);
    uint64_t begin = piece * EDIT_GRAIN, end = begin + EDIT_GRAIN;
    uint32_t count = w->was->agents.cohort_count;
    floats_environment environment;
    interp *was = w->was->interps[thread];
    floats_begin(&environment);
    if (w->is) {
        interp_begin(was, &w->was_moment);
        interp_begin(w->is->interps[thread], &w->is_moment);
    }
    for (uint64_t i = begin; i < end && i < count; i++)
        edit_cohort(w, thread, (uint32_t)i, &m);
    floats_end(&environment);
    if (w->is)
        tick_keep_error(&w->p->errors.by_thread[thread], was);
}

static void edit_all(edit_work *w)
{
    const gestalt_population *p = w->p;
    uint64_t count = w->was->agents.cohort_count;
    uint64_t pieces = count / EDIT_GRAIN + (count % EDIT_GRAIN > 0);
    memset(w->counts, 0, p->threads * sizeof *w->counts);
    if (p->threads > 1 && !w->was_moment.hooks &&
        (p->grain || count * p->lanes >= EDIT_WORTH_THREADS))
        pool_run(p->pool, pieces, edit_piece, w);
    else
        for (uint64_t i = 0; i < pieces; i++)
            edit_piece(w, 0, i);
}

static void edit_sum_counts(edit_work *w, uint64_t lost)
{
    gestalt_edit_counts *c = &w->report->counts;
    *c = (gestalt_edit_counts){0};
    for (uint32_t i = 0; i < w->p->threads; i++) {
        c->agents += w->counts[i].agents;
        c->kept += w->counts[i].kept;
        c->dropped += w->counts[i].dropped;
        c->cancels += w->counts[i].cancels;
        c->requests += w->counts[i].requests;
    }
    c->requests += lost;
}

// ---- preparation

// Allocate the transfer from the report's arena, which the caller owns.
static bool edit_plan(edit_work *w, const plan *to, const cohort_layout *layout)
{
    gestalt_edit_report *r = w->report;
    if (setjmp(r->memory.escape))
        return false;
    w->transfer =
        transfer_make(&r->memory, w->was->plan, &w->was->layout, to, layout, &r->match, &r->kept);
    w->counts = ARENA_ARRAY(&r->memory, transfer_counts, w->p->threads);
    size_t masks = 3 * (size_t)w->was->plan->slot_count + to->slot_count +
                   transfer_columns_of(to->shape->specification);
    w->scratch_size = (masks * sizeof(uint64_t) + COHORT_LINE - 1) / COHORT_LINE * COHORT_LINE;
    w->scratch = arena_allocate(&r->memory, w->p->threads * w->scratch_size);
    return true;
}

// Allocate the requests of the report and their names.
static bool edit_make_room(edit_work *w)
{
    gestalt_edit_report *r = w->report;
    if (setjmp(r->memory.escape))
        return false;
    edit_name_requests(w);
    r->requests = ARENA_ARRAY(&r->memory, gestalt_request, r->counts.requests);
    return true;
}

static bool edit_has_inits(const group *g, const bool *is_new, bool shared)
{
    const gestalt_specification *spec = g->shape->specification;
    uint32_t own = spec->number_columns + spec->bool_columns;
    for (uint32_t i = spec->tree_end; i < spec->item_count; i = item_end(g->shape->items[i])) {
        uint32_t column = item_argument(g->shape->items[i]);
        if (is_new[column] && (column >= own) == shared)
            return true;
    }
    return false;
}

// Make the group of the new shape, with room for all agents but without any.
static gestalt_result edit_make_group(edit_work *w, const gestalt_edit *edit, group *is,
                                      gestalt_error *error)
{
    gestalt_population *p = w->p;
    gestalt_group given = {edit->shape, edit->host, edit->native};
    bool edited = false;
    gestalt_result result = group_make(p, is, &given, group_kind_after(w->was, GROUP_PLAIN), error);
    if (result == GESTALT_OK)
        edited = w->manner.must_be_edited ||
                 transfer_needs_edited(w->was->plan, is->plan, &w->report->match);
    if (edited) {
        group_release(p, is);
        *is = (group){0};
        result = group_make(p, is, &given, group_kind_after(w->was, GROUP_EDITED), error);
    }
    if (result != GESTALT_OK)
        return result;
    is->number = w->was->number;
    uint64_t cohorts = w->was->agents.cohort_count + 1;
    cohorts = cohorts > is->cohort_room ? cohorts : is->cohort_room;
    if (!group_new_shared(p, is) || !group_reserve(p, is, cohorts))
        return error_no_memory(error);
    return GESTALT_OK;
}

// ---- the change, which can't fail

static void edit_shared(edit_work *w)
{
    group_agents *was = &w->was->agents, *is = &w->is->agents;
    if (is->shared_size == 0)
        return;
    if (w->manner.shared_of) {
        memcpy(is->shared_bools, w->manner.shared_of->agents.shared_bools, is->shared_size);
        return;
    }
    transfer_shared(w->transfer, was->shared_numbers, was->shared_bools, is->shared_numbers,
                    is->shared_bools);
    cohort *nobody = group_cohort(w->is, was->cohort_count);
    cohort_start(&w->is->layout, nobody);
    interp_begin(w->is->interps[0], &w->is_moment);
    interp_init_shared(w->is->interps[0], nobody, w->transfer->blackboard.is_new,
                       is->shared_numbers, is->shared_bools);
}

// Translate the list of the last tick's requests, if it is built. At this point it contains only
// requests that no agent has a mark of.
static void edit_translate_built(edit_work *w)
{
    request_list *list = &w->p->state.requests;
    uint64_t kept = 0;
    for (uint64_t i = 0; list->are_built && i < list->count; i++) {
        gestalt_request given = list->list[i];
        loose_request r = {given.agent, given.group, given.node, given.launch_id, given.launch};
        r.node = edit_new_node(w, r.group, r.node);
        if (r.node != SHAPE_NONE)
            list->list[kept++] = requests_make(&w->p->groups[r.group], &r);
    }
    if (!list->are_built)
        return;
    list->count = kept;
    requests_put_back(w->p, w->was->number);
}

static void edit_change(edit_work *w)
{
    gestalt_population *p = w->p;
    gestalt_edit_report *r = w->report;
    w->is = &w->made;
    w->was_moment = population_between(p, w->was);
    w->is_moment = population_between(p, w->is);
    edit_shared(w);
    requests_take_out(p, w->was->number);
    edit_all(w);
    p->state.error = tick_take_error(p); // error of a cancelled function: belongs to the next tick
    edit_translate_loose(w, &p->state.coming, true);
    edit_translate_loose(w, &p->state.given, false);
    group_set_cohorts(w->is, w->was->agents.cohort_count);
    w->is->agents.open = w->was->agents.open;
    group old = *w->was;
    *w->was = *w->is;
    edit_translate_built(w);
    counts_carry(&old, w->was, r->nodes);
    times_carry(&old, w->was, r->nodes);
    watches_carry(p, w->was->number, r->nodes);
    group_release(p, &old);
    r->request_count = w->requests_found;
    sort_heap(r->requests, r->request_count, sizeof *r->requests, request_is_before, NULL);
    if (!w->is_counted)
        edit_sum_counts(w, 0);
}

// ---- the whole edit

static gestalt_result edit_dry(edit_work *w)
{
    if (!edit_plan(w, w->made.plan, &w->made.layout))
        return GESTALT_NO_MEMORY;
    edit_all(w);
    edit_sum_counts(w, edit_count_lost(w));
    w->is_counted = true;
    return GESTALT_OK;
}

static gestalt_result edit_prepare(edit_work *w)
{
    // The number of requests must be known before memory for them is allocated.
    const group *is = &w->made;
    gestalt_result result = GESTALT_OK;
    if (w->was->plan->deferred_count > 0)
        result = edit_dry(w);
    else if (!edit_plan(w, is->plan, &is->layout))
        result = GESTALT_NO_MEMORY;
    if (result == GESTALT_OK && !edit_make_room(w))
        result = GESTALT_NO_MEMORY;
    if (result != GESTALT_OK)
        return result;
    w->has_inits = w->transfer->blackboard.has_words ||
                   edit_has_inits(is, w->transfer->blackboard.is_new, false);
    w->begins_streams = is->shape->specification->draws && !w->was->shape->specification->draws;
    return GESTALT_OK;
}

gestalt_result edit_begin(gestalt_population *p, const gestalt_edit *edit, edit_manner manner,
                          edit_work **work, gestalt_error *error)
{
    edit_work *w = memory_new(&p->memory.counting, sizeof *w);
    if (!w)
        return error_no_memory(error);
    *w = (edit_work){
        .p = p, .was = &p->groups[edit->group], .manner = manner, .is_dry = edit->dry_run};
    gestalt_result result =
        edit_report_make(w->was->shape, edit->shape, edit->renames, edit->rename_count,
                         &p->memory.host, &w->report, error);
    if (result == GESTALT_OK)
        result = edit_make_group(w, edit, &w->made, error);
    if (result == GESTALT_OK)
        result = w->is_dry ? edit_dry(w) : edit_prepare(w);
    if (result == GESTALT_OK)
        *work = w;
    else
        edit_abandon(w);
    return result == GESTALT_NO_MEMORY ? error_no_memory(error) : result;
}

const group *edit_group(const edit_work *w)
{
    return &w->made;
}

static void edit_exchange(edit_work *w)
{
    group was = *w->was;
    *w->was = w->made;
    w->made = was;
}

gestalt_result edit_keep_room(gestalt_population *p, edit_work *const *works, uint32_t count,
                              gestalt_error *error)
{
    if (p->capacity == 0)
        return GESTALT_OK;
    for (uint32_t i = 0; i < count; i++)
        if (works[i])
            edit_exchange(works[i]);
    gestalt_result result = population_make_room(p, error);
    for (uint32_t i = 0; i < count; i++)
        if (works[i])
            edit_exchange(works[i]);
    return result;
}

void edit_abandon(edit_work *w)
{
    gestalt_population *p = w->p;
    group_release(p, &w->made);
    gestalt_edit_report_destroy(w->report);
    memory_release(&p->memory.counting, w, sizeof *w);
}

void edit_commit(edit_work *w, gestalt_edit_report **report)
{
    gestalt_population *p = w->p;
    if (w->is_dry)
        group_release(p, &w->made);
    else
        edit_change(w);
    if (report)
        *report = w->report;
    else
        gestalt_edit_report_destroy(w->report);
    memory_release(&p->memory.counting, w, sizeof *w);
}

// Begin an edit, with all the memory that it needs.
static gestalt_result edit_begin_whole(gestalt_population *p, const gestalt_edit *edit,
                                       edit_manner manner, edit_work **work, gestalt_error *error)
{
    floats_environment floats;
    floats_begin(&floats);
    gestalt_result result = edit_begin(p, edit, manner, work, error);
    if (result == GESTALT_OK && !(*work)->is_dry)
        result = edit_keep_room(p, work, 1, error);
    if (result != GESTALT_OK && *work) {
        edit_abandon(*work);
        *work = NULL;
    }
    floats_end(&floats);
    return result;
}

static void edit_commit_whole(edit_work *work, gestalt_edit_report **report)
{
    floats_environment floats;
    floats_begin(&floats);
    edit_commit(work, report);
    floats_end(&floats);
}

gestalt_result population_edit(gestalt_population *p, const gestalt_edit *edit, edit_manner manner,
                               gestalt_edit_report **report, gestalt_error *error)
{
    edit_work *w = NULL;
    gestalt_result result = edit_begin_whole(p, edit, manner, &w, error);
    if (result == GESTALT_OK)
        edit_commit_whole(w, report);
    return result;
}

// ---- interface

static bool edit_is_wrong(const char *function, const gestalt_population *p,
                          const gestalt_edit *edit, gestalt_error *error)
{
    return population_refuse(function, p, CALLS_CHANGING, error) != GESTALT_OK ||
           misuse_if_null(!edit, function, "edit", error) ||
           misuse_if_null(!edit->shape, function, "edit->shape", error) ||
           misuse_if_beyond(edit->group, p->group_count, function, "group", error) ||
           misuse_if_null(edit->rename_count > 0 && !edit->renames, function, "edit->renames",
                          error);
}

gestalt_result gestalt_population_edit_begin(gestalt_population *p, const gestalt_edit *edit,
                                             gestalt_editing **editing, gestalt_error *error)
{
    if (edit_is_wrong(__func__, p, edit, error) || MISUSE_NULL(editing, "editing", error))
        return GESTALT_MISUSE;
    *editing = NULL;
    population_phase before = population_enter(p, POPULATION_CHANGES);
    gestalt_result result = edit_begin_whole(p, edit, (edit_manner){0}, editing, error);
    population_enter(p, result == GESTALT_OK ? POPULATION_IS_EDITED : before);
    return result;
}

void gestalt_population_edit_commit(gestalt_editing *editing, gestalt_edit_report **report)
{
    if (MISUSE_NULL(editing, "editing", NULL) ||
        POPULATION_IS_WRONG(editing->p, CALLS_COMMITTING, NULL))
        return;
    gestalt_population *p = editing->p;
    population_enter(p, POPULATION_CHANGES);
    edit_commit_whole(editing, report);
    population_enter(p, POPULATION_RESTS);
}

void gestalt_population_edit_abandon(gestalt_editing *editing)
{
    if (!editing || POPULATION_IS_WRONG(editing->p, CALLS_COMMITTING, NULL))
        return;
    population_enter(editing->p, POPULATION_RESTS);
    edit_abandon(editing);
}

gestalt_result gestalt_population_edit(gestalt_population *p, const gestalt_edit *edit,
                                       gestalt_edit_report **report, gestalt_error *error)
{
    if (edit_is_wrong(__func__, p, edit, error))
        return GESTALT_MISUSE;
    population_phase before = population_enter(p, POPULATION_CHANGES);
    gestalt_result result = population_edit(p, edit, (edit_manner){0}, report, error);
    population_enter(p, before);
    return result;
}

gestalt_result population_relax(gestalt_population *p, uint32_t number, gestalt_error *error)
{
    const group *g = &p->groups[number];
    gestalt_edit same = {
        .group = number, .shape = g->given.shape, .host = g->given.host, .native = g->given.native};
    return g->edited
               ? GESTALT_OK
               : population_edit(p, &same, (edit_manner){.must_be_edited = true}, NULL, error);
}

uint64_t gestalt_shape_hash(const gestalt_shape *shape)
{
    return MISUSE_NULL(shape, "shape", NULL) ? 0 : shape_identity(shape);
}

uint64_t gestalt_shape_edit_hash(const gestalt_shape *shape)
{
    return MISUSE_NULL(shape, "shape", NULL) ? 0 : shape_edit_identity(shape, false);
}
