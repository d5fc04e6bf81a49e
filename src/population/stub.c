// SPDX-License-Identifier: MIT
#include "stub.h"

#include "array.h"
#include "attached.h"
#include "carving.h"
#include "error.h"
#include "group.h"
#include "id_rows.h"
#include "memory.h"
#include "nodes.h"
#include "place.h"
#include "population_state.h"
#include "sort.h"

#include <gestalt/snapshot.h>
#include <string.h>

// A launched deferred action. The launches of one stub are due in the order in which they were
// made.
typedef struct launch {
    uint64_t agent;
    uint32_t node;
    uint32_t tick; // tick of the launch, which is also its number
} launch;

typedef struct stub_function {
    stub_set *set; // NULL if the name has no stub
    uint32_t ticks;
    gestalt_status status;
    launch *launches; // a queue: [begin, end)
    uint64_t begin, end;
    size_t capacity;
} stub_function;

struct stub_set {
    gestalt_allocator allocator;
    size_t size; // size of the block
    const gestalt_shape *shape;
    stub_function *functions; // by number of the host name in the shape
    uint32_t *places;         // by node: its index in an agent's list of ticks
    uint32_t place_count;
    id_rows rows;    // rows of the agents in the following two, from ROW_NONE + 1 on
    uint32_t *ticks; // tick in which each action started
    // the previous start of each action that started in the tick in progress
    uint32_t *befores;
    size_t tick_room, before_room;
};

enum { ROW_NONE }; // a row of zeros, for ids without agents

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

// ---- stub functions

// Return where the ticks of an agent begin in `ticks` and `befores`.
static size_t row_begin(const stub_set *set, uint64_t agent)
{
    uint64_t row = id_rows_find(&set->rows, agent);
    return (row == UINT64_MAX ? ROW_NONE : row + 1) * set->place_count;
}

static uint32_t *ticks_of(const stub_set *set, uint64_t agent, uint32_t node)
{
    return &set->ticks[row_begin(set, agent) + set->places[node]];
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
        if (call->starting >> lane & 1 && *started != (uint32_t)call->tick) {
            f->set->befores[started - f->set->ticks] = *started;
            *started = (uint32_t)call->tick;
        }
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
                                            .by_key = a->by_key,
                                            .is_list = a->is_list};
    }
    if (h->kind != HOST_DEFERRED)
        function.batch = h->kind == HOST_IMMEDIATE ? run_action : ask_predicate;
    return gestalt_host_add(host, &function, error);
}

// Register a stub. `s` is NULL if the name has no stub.
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

// Return whether the start of a node must be stored: true for actions that take time.
static bool node_has_place(const stub_set *set, uint32_t node)
{
    const gestalt_shape *shape = set->shape;
    uint64_t head = shape->items[shape->nodes[node]];
    item_type type = item_type_of(head);
    if (!node_has(type, 'h'))
        return false;
    const stub_function *f = &set->functions[item_argument(head)];
    return f->set && !node_is(type, NODE_IS_LAUNCHING) && f->ticks > 0;
}

static void number_places(stub_set *set)
{
    for (uint32_t i = 0; i < set->shape->specification->node_count; i++)
        if (node_has_place(set, i))
            set->places[i] = set->place_count++;
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
    ARRAY_RELEASE(&a, set->befores, set->before_room);
    id_rows_release(&set->rows, &a);
    memory_release(&a, set, set->size);
}

// ---- before and after a tick

// Make room for the ticks of all agents of the population.
static bool reserve_ticks(stub_set *set, const gestalt_population *population)
{
    if (set->place_count == 0)
        return true;
    if (!id_rows_give(&set->rows, population, &set->allocator))
        return false;
    size_t before = set->tick_room, known = set->before_room;
    uint64_t count = (set->rows.row_count + 1) * set->place_count;
    if (!ARRAY_RESERVE(&set->allocator, set->befores, set->before_room, count) ||
        !ARRAY_RESERVE(&set->allocator, set->ticks, set->tick_room, count))
        return false;
    if (set->tick_room > before)
        memset(set->ticks + before, 0, (set->tick_room - before) * sizeof *set->ticks);
    if (set->before_room > known)
        memset(set->befores + known, 0, (set->before_room - known) * sizeof *set->befores);
    return true;
}

// Finish the launches that are due. The population refuses launches that are over, which is
// ignored.
static void finish_due(stub_function *f, gestalt_population *population, uint32_t tick)
{
    uint32_t ticks = f->ticks ? f->ticks : 1;
    while (f->begin < f->end && tick - f->launches[f->begin].tick >= ticks) {
        const launch *l = &f->launches[f->begin++];
        (void)gestalt_population_finish_launch(population, l->agent, l->node, l->tick, f->status,
                                               NULL);
    }
}

gestalt_result stub_set_before(stub_set *set, gestalt_population *population, gestalt_error *error)
{
    if (!reserve_ticks(set, population))
        return error_no_memory(error);
    uint32_t tick = (uint32_t)gestalt_population_ticks(population);
    if (population->state.is_interrupted) // this was done when the tick began
        return GESTALT_OK;
    for (uint32_t i = 0; i < set->shape->host_count; i++)
        finish_due(&set->functions[i], population, tick);
    return GESTALT_OK;
}

void stub_set_put_back(stub_set *set, const gestalt_population *population)
{
    uint32_t tick = (uint32_t)population->state.ticks;
    uint64_t agent;
    place where;
    agents_walk walk = {.population = population};
    while (set->place_count > 0 && agents_walk_next(&walk, &agent, &where)) {
        size_t begin = row_begin(set, agent);
        uint32_t *started = &set->ticks[begin];
        const uint32_t *before = &set->befores[begin];
        uint32_t count = gestalt_actor_is_done(population, agent) ? 0 : set->place_count;
        for (uint32_t i = 0; i < count; i++)
            started[i] = started[i] == tick ? before[i] : started[i];
    }
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
    for (uint32_t i = 0; i < set->shape->host_count; i++)
        if (set->functions[i].set && set->shape->hosts[i].kind == HOST_DEFERRED &&
            !reserve_launches(&set->functions[i], count))
            return error_no_memory(error);
    for (uint64_t i = 0; i < count; i++) {
        const gestalt_request *r = &requests[i];
        stub_function *f = function_of(set, r->node);
        if (!r->launch || !f->set || f->status == GESTALT_RUNNING)
            continue; // the launch will never finish
        f->launches[f->end++] = (launch){.agent = r->agent, .node = r->node, .tick = r->launch_id};
    }
    return GESTALT_OK;
}

// ---- snapshots: a stub_state, the nodes of the places, the ticks of each agent
//
// The bytes contain the nodes, so that an edit can change them without the stubs. Launches are not
// included, because actors have them; older snapshots list them before the ticks.

#define STUB_MAGIC "stubs\0\0\3"

typedef struct stub_state {
    char magic[8];
    uint32_t place_count;
    uint32_t is_edited; // whether an edit may have changed the places
    uint64_t agent_count;
    uint64_t launch_count;
} stub_state;
_Static_assert(sizeof(stub_state) == 32, "what comes first is 32 bytes");
_Static_assert(sizeof(launch) == 16, "a launch is 16 bytes");

static bool write_places(const stub_set *set, gestalt_writer to)
{
    bool good = true;
    for (uint32_t i = 0; good && i < set->shape->specification->node_count; i++)
        if (node_has_place(set, i))
            good = to.write(to.user, (const char *)&i, sizeof i);
    return good;
}

// Return the number of ids whose ticks are written: none before the first tick.
static uint64_t written_ids(const stub_set *set, const gestalt_population *population)
{
    return set->place_count > 0 && set->tick_room == 0 ? 0 : population->state.next_id;
}

bool stub_set_write_head(const stub_set *set, const gestalt_population *population,
                         gestalt_writer to)
{
    stub_state first = {.place_count = set->place_count,
                        .agent_count = written_ids(set, population)};
    memcpy(first.magic, STUB_MAGIC, sizeof first.magic);
    return to.write(to.user, (const char *)&first, sizeof first) && write_places(set, to);
}

bool stub_set_write_ticks(const stub_set *set, uint64_t first, uint64_t end, gestalt_writer to)
{
    bool good = true;
    size_t size = set->tick_room > 0 ? set->place_count * sizeof *set->ticks : 0;
    for (uint64_t i = first; good && size > 0 && i < end; i++)
        good = to.write(to.user, (const char *)&set->ticks[row_begin(set, i)], size);
    return good;
}

static bool attach_bytes(void *user, const char *bytes, size_t size)
{
    return attached_add(user, bytes, size);
}

gestalt_result stub_set_attach(const stub_set *set, gestalt_population *population,
                               gestalt_error *error)
{
    const gestalt_writer to = {attach_bytes, population};
    attached_bytes before = population->state.attached;
    population->state.attached = (attached_bytes){0};
    if (!stub_set_write_head(set, population, to) ||
        !stub_set_write_ticks(set, 0, written_ids(set, population), to)) {
        attached_release(population);
        population->state.attached = before;
        return error_no_memory(error);
    }
    memory_release(&population->memory.counting, before.bytes, before.capacity);
    return GESTALT_OK;
}

// The parts of attached bytes, which may come from a damaged file. The parts may be unaligned, so
// they are read by copying.
typedef struct stub_parts {
    stub_state first;
    const unsigned char *nodes, *launches, *ticks;
} stub_parts;

static bool is_stub_state(const void *bytes, size_t size)
{
    return size >= sizeof(stub_state) && memcmp(bytes, STUB_MAGIC, 8) == 0;
}

// Split the bytes. Returns false if the sizes of the parts do not add up exactly.
static bool split_parts(stub_parts *p, const unsigned char *bytes, size_t size)
{
    if (!is_stub_state(bytes, size))
        return false;
    memcpy(&p->first, bytes, sizeof p->first);
    size_t left = size - sizeof p->first, places = p->first.place_count;
    p->nodes = bytes + sizeof p->first;
    if (places > left / sizeof(uint32_t))
        return false;
    left -= places * sizeof(uint32_t);
    p->launches = p->nodes + places * sizeof(uint32_t);
    if (p->first.launch_count > left / sizeof(launch))
        return false;
    left -= p->first.launch_count * sizeof(launch);
    p->ticks = p->launches + p->first.launch_count * sizeof(launch);
    size_t row = places * sizeof(uint32_t);
    return row == 0 ? left == 0 : left % row == 0 && left / row == p->first.agent_count;
}

static uint32_t part_word(const unsigned char *words, uint64_t index)
{
    uint32_t word;
    memcpy(&word, words + index * sizeof word, sizeof word);
    return word;
}

// ---- resuming

static gestalt_result other_stubs(gestalt_error *error)
{
    return error_set(error, GESTALT_BAD_FILE, 0, "the snapshot was not taken with these stubs");
}

static bool places_fit(const stub_set *set, const stub_parts *p)
{
    uint32_t nodes = set->shape->specification->node_count, last = 0;
    for (uint32_t i = 0; i < p->first.place_count; i++) {
        uint32_t node = part_word(p->nodes, i);
        if (node >= nodes || (i > 0 && node <= last && !p->first.is_edited) ||
            (!p->first.is_edited && !node_has_place(set, node)))
            return false;
        last = node;
    }
    return p->first.is_edited || p->first.place_count == set->place_count;
}

static void resume_ticks(stub_set *set, const stub_parts *p)
{
    for (uint32_t k = 0; k < p->first.place_count; k++) {
        uint32_t node = part_word(p->nodes, k);
        if (!node_has_place(set, node))
            continue;
        for (uint64_t agent = 0; agent < p->first.agent_count; agent++)
            if (id_rows_find(&set->rows, agent) != UINT64_MAX)
                *ticks_of(set, agent, node) = part_word(p->ticks, agent * p->first.place_count + k);
    }
}

bool stub_state_is_attached(const gestalt_population *population)
{
    size_t size;
    const void *bytes = gestalt_population_attached(population, &size);
    return is_stub_state(bytes, size);
}

static bool launch_is_before(const void *a, const void *b, const void *user)
{
    const uint32_t now = *(const uint32_t *)user;
    return now - ((const launch *)a)->tick > now - ((const launch *)b)->tick;
}

// Adopt the launches, sorted by tick because they are due in that order.
static gestalt_result adopt_launches(stub_set *set, const gestalt_population *population,
                                     gestalt_error *error)
{
    gestalt_launch_cursor from = {0};
    gestalt_launch list[64];
    size_t count = 64;
    for (uint32_t i = 0; i < set->shape->host_count; i++)
        set->functions[i].begin = set->functions[i].end = 0;
    while (count == 64) {
        gestalt_result result =
            gestalt_population_launches(population, &from, list, 64, &count, error);
        if (result != GESTALT_OK)
            return result;
        for (size_t i = 0; i < count; i++) {
            stub_function *f = function_of(set, list[i].node);
            if (!f->set || f->status == GESTALT_RUNNING || list[i].status != GESTALT_RUNNING)
                continue;
            if (f->end == f->capacity && !reserve_launches(f, f->end + 1))
                return error_no_memory(error);
            f->launches[f->end++] = (launch){list[i].agent, list[i].node, list[i].launch_id};
        }
    }
    const uint32_t now = (uint32_t)gestalt_population_ticks(population);
    for (uint32_t i = 0; i < set->shape->host_count; i++)
        if (set->functions[i].end > 0)
            sort_heap(set->functions[i].launches, set->functions[i].end, sizeof(launch),
                      launch_is_before, &now);
    return GESTALT_OK;
}

gestalt_result stub_set_resume(stub_set *set, const gestalt_population *population,
                               gestalt_error *error)
{
    size_t size;
    stub_parts p;
    const void *bytes = gestalt_population_attached(population, &size);
    if (!split_parts(&p, bytes, size) || p.first.agent_count > population->state.next_id ||
        !places_fit(set, &p))
        return other_stubs(error);
    if (!reserve_ticks(set, population))
        return error_no_memory(error);
    resume_ticks(set, &p);
    return adopt_launches(set, population, error);
}

gestalt_result stub_set_adopt(stub_set *set, const gestalt_population *population,
                              gestalt_error *error)
{
    const uint32_t now = (uint32_t)gestalt_population_ticks(population);
    if (!reserve_ticks(set, population))
        return error_no_memory(error);
    for (uint64_t i = 0; i < set->rows.row_count * set->place_count; i++)
        set->ticks[(ROW_NONE + 1) * set->place_count + i] = now;
    return adopt_launches(set, population, error);
}

// ---- edits

// Copy the ticks of one agent.
static void edit_ticks(stub_set *set, const stub_set *from, const gestalt_edit_report *report,
                       uint64_t agent)
{
    for (uint32_t i = 0; i < from->shape->specification->node_count; i++) {
        uint32_t node =
            node_has_place(from, i) ? gestalt_edit_report_new_node(report, i) : GESTALT_NO_NODE;
        if (node != GESTALT_NO_NODE && node_has_place(set, node))
            *ticks_of(set, agent, node) = *ticks_of(from, agent, i);
    }
}

gestalt_result stub_set_edit(stub_set *set, const stub_set *from,
                             const gestalt_population *population,
                             const gestalt_edit_report *report, gestalt_error *error)
{
    uint64_t agent;
    place where;
    agents_walk walk = {.population = population};
    if (!reserve_ticks(set, population))
        return error_no_memory(error);
    while (set->place_count > 0 && from->tick_room > 0 && agents_walk_next(&walk, &agent, &where))
        if (id_rows_find(&from->rows, agent) != UINT64_MAX)
            edit_ticks(set, from, report, agent);
    return adopt_launches(set, population, error);
}

// Write the parts that survive the edit, with new ids, into a block at least as large as theirs.
static size_t edit_parts(const stub_parts *p, const gestalt_edit_report *report,
                         unsigned char *edited)
{
    stub_state first = p->first;
    unsigned char *at = edited + sizeof first;
    first.is_edited = 1;
    first.place_count = 0;
    first.launch_count = 0;
    for (uint32_t i = 0; i < p->first.place_count; i++) {
        uint32_t node = gestalt_edit_report_new_node(report, part_word(p->nodes, i));
        if (node == GESTALT_NO_NODE)
            continue;
        memcpy(at, &node, sizeof node);
        at += sizeof node;
        first.place_count++;
    }
    for (uint64_t i = 0; first.place_count && i < p->first.agent_count; i++)
        for (uint32_t k = 0; k < p->first.place_count; k++) {
            uint32_t tick = part_word(p->ticks, i * p->first.place_count + k);
            if (gestalt_edit_report_new_node(report, part_word(p->nodes, k)) == GESTALT_NO_NODE)
                continue;
            memcpy(at, &tick, sizeof tick);
            at += sizeof tick;
        }
    memcpy(edited, &first, sizeof first);
    return (size_t)(at - edited);
}

gestalt_result stub_state_edit(gestalt_population *population, const gestalt_edit_report *report,
                               gestalt_error *error)
{
    size_t size;
    stub_parts p;
    const void *bytes = gestalt_population_attached(population, &size);
    if (!is_stub_state(bytes, size))
        return GESTALT_OK;
    if (!split_parts(&p, bytes, size))
        return other_stubs(error);
    unsigned char *edited = memory_new(&population->memory.counting, size);
    if (!edited)
        return error_no_memory(error);
    size_t edited_size = edit_parts(&p, report, edited);
    gestalt_result result = gestalt_population_attach(population, edited, edited_size, error);
    memory_release(&population->memory.counting, edited, size);
    return result;
}
