// SPDX-License-Identifier: MIT
#include "pair.h"

#include "group.h"
#include "list_keys.h"
#include "live.h"
#include "nodes.h"
#include "place.h"
#include "population_state.h"
#include "puppet.h"
#include "recorded.h"
#include "reference_agent.h"
#include "reference_edit.h"
#include "scalar.h"
#include "steps.h"
#include "stub.h"
#include "text.h"
#include "values.h"

#include <gestalt/edit.h>
#include <gestalt/gestalt.h>

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

uint64_t pair_agent_ticks, pair_events, pair_spawns, pair_despawns, pair_cancels, pair_finishes,
    pair_stale, pair_launches, pair_writes, pair_restores, pair_stops, pair_edits, pair_kept,
    pair_dropped, pair_slept, pair_interrupts, pair_counted;

typedef struct text {
    char *bytes;
    size_t size, capacity;
} text;

typedef struct pair {
    const pair_options *options;
    const generated *generated;
    gestalt_shape *shape;
    gestalt_host *host;
    stub_set *stubs; // stubs, or NULL if the pair has puppets
    puppets *puppets;
    gestalt_population *population;
    reference *reference;
    text *logs; // by agent: events since the last comparison
    uint64_t log_count;
    text events;
    uint64_t draws, restore_draws, edit_draws;
    int64_t nodes_left; // nodes until a hook interrupts the tick
    uint32_t edits_made;
    bool has_lost_counts; // a snapshot has lost the counts of the first part of a tick
    recorded *recorded;   // recording of this population, or NULL
    pair_edit document;   // document of the shape
    char *difference;
} pair;

static const char *const status_words[] = {"success", "failure", "running"};

static bool differ(pair *p, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool differ(pair *p, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(p->difference, PAIR_TEXT_SIZE, format, arguments);
    va_end(arguments);
    return false;
}

// ---- random numbers

static uint32_t below(pair *p, uint32_t limit)
{
    uint64_t z = p->draws += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return (uint32_t)((z ^ z >> 31) % limit);
}

// ---- events

static bool append(void *user, const char *bytes, size_t size)
{
    text *t = user;
    if (t->capacity - t->size <= size) {
        t->capacity = (t->capacity + size + 1) * 2;
        t->bytes = realloc(t->bytes, t->capacity);
        REQUIRE(t->bytes);
    }
    memcpy(t->bytes + t->size, bytes, size);
    t->size += size;
    t->bytes[t->size] = '\0';
    return true;
}

static void print(text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void print(text *t, const char *format, ...)
{
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    REQUIRE(size >= 0 && (size_t)size < sizeof line);
    append(t, line, (size_t)size);
}

static void put(text *t, const char *string)
{
    append(t, string, strlen(string));
}

// Convert by hand: events contain many numbers, and printf is slow.
static void put_number(text *t, uint64_t number)
{
    char digits[24], *at = digits + sizeof digits;
    do
        *--at = (char)('0' + number % 10);
    while (number /= 10);
    append(t, at, (size_t)(digits + sizeof digits - at));
}

static void print_json(text *t, const char *string)
{
    text_out out;
    text_start(&out, (gestalt_writer){append, t}, false);
    text_json(&out, string, strlen(string));
    text_finish(&out);
}

static text *log_of(pair *p, uint64_t agent)
{
    while (p->log_count <= agent) {
        p->logs = realloc(p->logs, (p->log_count + 1) * sizeof *p->logs);
        REQUIRE(p->logs);
        p->logs[p->log_count++] = (text){0};
    }
    return &p->logs[agent];
}

static text *begin_event(pair *p, uint64_t agent, const char *event)
{
    text *t = log_of(p, agent);
    put(t, "{\"tick\":");
    put_number(t, gestalt_population_ticks(p->population));
    put(t, ",\"agent\":");
    put_number(t, agent);
    put(t, ",\"event\":\"");
    put(t, event);
    put(t, "\"");
    return t;
}

static item_type type_of(const pair *p, uint32_t node)
{
    return item_type_of(p->shape->items[p->shape->nodes[node]]);
}

static void on_leave(void *user, uint64_t agent, uint32_t node, gestalt_status status)
{
    pair *p = user;
    if (node_table[type_of(p, node)].group != GROUP_LEAF)
        return;
    text *t = begin_event(p, agent, "leaf");
    put(t, ",\"node\":");
    put_number(t, node);
    put(t, ",\"status\":\"");
    put(t, status_words[status]);
    put(t, "\"}\n");
}

static void on_cancel(void *user, uint64_t agent, uint32_t node)
{
    pair *p = user;
    if (type_of(p, node) == NODE_ACTION)
        print(begin_event(p, agent, "cancel"), ",\"node\":%u}\n", (unsigned)node);
}

static void on_log(void *user, uint64_t agent, uint32_t node, gestalt_log_phase phase)
{
    static const char *const phases[] = {"start", "success", "failure", "abandon"};
    pair *p = user;
    text *t = begin_event(p, agent, "log");
    uint32_t message = item_argument(p->shape->items[p->shape->nodes[node]]);
    print(t, ",\"node\":%u,\"phase\":\"%s\",\"message\":", (unsigned)node, phases[phase]);
    print_json(t, shape_string(p->shape, message));
    append(t, "}\n", 2);
}

static void log_request(pair *p, const gestalt_request *request, uint64_t tick)
{
    text *t = log_of(p, request->agent);
    print(t,
          "{\"tick\":%" PRIu64 ",\"agent\":%" PRIu64
          ",\"event\":\"request\",\"kind\":\"%s\",\"node\":%u,\"do\":",
          tick, request->agent, request->launch ? "launch" : "cancel", (unsigned)request->node);
    print_json(t, request->name);
    append(t, "}\n", 2);
}

// When requests are delivered, the number of the tick has already advanced.
static void log_requests(pair *p)
{
    const gestalt_request *requests;
    uint64_t count, tick = gestalt_population_ticks(p->population) - 1;
    REQUIRE(gestalt_population_requests(p->population, &requests, &count, NULL) == GESTALT_OK);
    for (uint64_t i = 0; i < count; i++)
        log_request(p, &requests[i], tick);
}

static void log_roots(pair *p)
{
    uint64_t tick = gestalt_population_ticks(p->population) - 1;
    for (uint64_t id = gestalt_population_next(p->population, 0); id != UINT64_MAX;
         id = gestalt_population_next(p->population, id + 1))
        print(log_of(p, id),
              "{\"tick\":%" PRIu64 ",\"agent\":%" PRIu64 ",\"event\":\"root\",\"status\":\"%s\"}\n",
              tick, id, status_words[gestalt_population_status(p->population, id)]);
}

static size_t line_size(const char *line)
{
    return strcspn(line, "\n");
}

// `theirs` is the log of the reference.
static bool compare_logs(pair *p, const char *theirs)
{
    p->events.size = 0;
    append(&p->events, "", 0);
    for (uint64_t i = 0; i < p->log_count; i++) {
        append(&p->events, p->logs[i].bytes ? p->logs[i].bytes : "", p->logs[i].size);
        p->logs[i].size = 0;
    }
    const char *ours = p->events.bytes;
    while (*ours && line_size(ours) == line_size(theirs) &&
           memcmp(ours, theirs, line_size(ours)) == 0) {
        pair_events++;
        ours += line_size(ours) + 1;
        theirs += line_size(theirs) + 1;
    }
    if (!*ours && !*theirs)
        return true;
    return differ(p, "events: the population says\n  %.*s\nand the reference\n  %.*s",
                  (int)line_size(ours), ours, (int)line_size(theirs), theirs);
}

static bool compare_events(pair *p)
{
    log_requests(p);
    log_roots(p);
    return compare_logs(p, reference_events(p->reference, NULL));
}

static void forget_events(pair *p)
{
    for (uint64_t i = 0; i < p->log_count; i++)
        p->logs[i].size = 0;
}

// ---- requests, if events are not compared, and their arguments

static bool compare_vector(pair *p, const reference_request *r, const reference_argument *a,
                           const gestalt_value *value)
{
    if (value->type != (a->width == 2 ? GESTALT_VEC2 : GESTALT_VEC3))
        return differ(p, "agent %" PRIu64 " node %u argument %s is of type %d", r->agent,
                      (unsigned)r->node, a->name, (int)value->type);
    for (uint32_t i = 0; i < a->width; i++)
        if (scalar_canonical_bits(value->vector[i]) != scalar_canonical_bits(a->vector[i]))
            return differ(p, "agent %" PRIu64 " node %u argument %s.%c: %g, and the reference %g",
                          r->agent, (unsigned)r->node, a->name, 'x' + (int)i,
                          (double)value->vector[i], (double)a->vector[i]);
    return true;
}

static bool compare_argument(pair *p, const reference_request *r, const reference_argument *a)
{
    gestalt_value value;
    if (!gestalt_population_launch_argument(p->population, r->agent, r->node, a->name, &value))
        return differ(p, "agent %" PRIu64 " node %u: no argument %s", r->agent, (unsigned)r->node,
                      a->name);
    if (a->passing == REFERENCE_BY_VECTOR)
        return compare_vector(p, r, a, &value);
    if (a->passing == REFERENCE_BY_KEY)
        return true;
    if (value.type == GESTALT_TEXT)
        value.type = GESTALT_INT;
    uint32_t bits = value.type == GESTALT_BOOL    ? value.boolean
                    : value.type == GESTALT_INT   ? (uint32_t)value.integer
                    : value.type == GESTALT_FLOAT ? scalar_canonical_bits(value.number)
                                                  : 0;
    if ((int)value.type != (int)a->value.type || bits != reference_value_bits(a->value))
        return differ(p, "agent %" PRIu64 " node %u argument %s: %08x, and the reference %08x",
                      r->agent, (unsigned)r->node, a->name, (unsigned)bits,
                      (unsigned)reference_value_bits(a->value));
    return true;
}

static bool compare_request(pair *p, const gestalt_request *ours, const reference_request *r)
{
    const char *resource = ours->resource ? ours->resource : "",
               *expected = r->resource ? r->resource : "";
    if (ours->agent != r->agent || ours->node != r->node || ours->launch != r->launch ||
        strcmp(ours->name, r->name) != 0 || strcmp(resource, expected) != 0)
        return differ(
            p, "request of agent %" PRIu64 " node %u, and the reference has %" PRIu64 " node %u",
            ours->agent, (unsigned)ours->node, r->agent, (unsigned)r->node);
    if (ours->launch_id != (uint32_t)r->tick)
        return differ(p, "agent %" PRIu64 " node %u: launch %u, and of the reference %" PRId64,
                      ours->agent, (unsigned)ours->node, (unsigned)ours->launch_id, r->tick);
    for (uint32_t i = 0; r->launch && i < r->argument_count; i++)
        if (!compare_argument(p, r, &r->arguments[i]))
            return false;
    return true;
}

static bool compare_requests(pair *p)
{
    const gestalt_request *requests;
    uint64_t count;
    uint32_t expected;
    const reference_request *r = reference_requests(p->reference, &expected);
    REQUIRE(gestalt_population_requests(p->population, &requests, &count, NULL) == GESTALT_OK);
    if (count != expected)
        return differ(p, "%" PRIu64 " requests, and %u of the reference", count,
                      (unsigned)expected);
    for (uint32_t i = 0; i < expected; i++)
        if (!compare_request(p, &requests[i], &r[i]))
            return false;
    return true;
}

// ---- live deferred actions

// Compare an argument that is read by its index: its value, and its key.
static bool compare_given(pair *p, const reference_request *r, uint32_t index)
{
    gestalt_argument argument;
    const reference_argument *a = &r->arguments[index];
    bool is_key = a->passing == REFERENCE_BY_KEY;
    char key[64] = "";
    if (!gestalt_population_launch_argument_at(p->population, r->agent, r->node, index, &argument))
        return differ(p, "launch of agent %" PRIu64 " node %u: it has no argument %u", r->agent,
                      (unsigned)r->node, (unsigned)index);
    if (argument.key)
        snprintf(key, sizeof key, argument.component ? "%s.%c" : "%s", argument.key,
                 argument.component);
    if (strcmp(argument.name, a->name) != 0 || strcmp(key, is_key ? a->key : "") != 0)
        return differ(p, "launch of agent %" PRIu64 " node %u: argument %u is %s (%s), and not %s",
                      r->agent, (unsigned)r->node, (unsigned)index, argument.name, key, a->name);
    return true;
}

// Compare a launch from the list of launches. Also read its arguments by index.
static bool compare_launch(pair *p, const gestalt_launch *ours, const reference_request *r,
                           gestalt_status status)
{
    const gestalt_request request = {.agent = ours->agent,
                                     .node = ours->node,
                                     .launch = true,
                                     .name = ours->name,
                                     .resource = ours->resource,
                                     .launch_id = ours->launch_id};
    if (ours->argument_count != r->argument_count || ours->status != status)
        return differ(p, "launch of agent %" PRIu64 " node %u: %u arguments, %s", ours->agent,
                      (unsigned)ours->node, (unsigned)ours->argument_count,
                      status_words[ours->status]);
    for (uint32_t i = 0; i < r->argument_count; i++)
        if (!compare_given(p, r, i))
            return false;
    return compare_request(p, &request, r);
}

// The first launch of the reference at or after an agent and node.
static bool next_launch(const pair *p, uint64_t *agent, uint32_t *node, reference_request *launch,
                        gestalt_status *status)
{
    for (; *agent < reference_agent_end(p->reference); ++*agent, *node = 0)
        for (; reference_agent_exists(p->reference, *agent) &&
               *node < reference_node_count(p->reference);)
            if (reference_launch(p->reference, *agent, (*node)++, launch, status))
                return true;
    return false;
}

// The list of launches is read in short pieces.
static bool compare_launches(pair *p)
{
    gestalt_launch list[3];
    gestalt_launch_cursor from = {0};
    size_t count = 0, at = 0, room = 1 + pair_agent_ticks % 3;
    uint64_t agent = 0;
    uint32_t node = 0;
    reference_request launch;
    gestalt_status status;
    bool is_more = true, expected;
    do {
        if (at == count && is_more) {
            REQUIRE(gestalt_population_launches(p->population, &from, list, room, &count, NULL) ==
                    GESTALT_OK);
            is_more = count == room;
            at = 0;
        }
        expected = next_launch(p, &agent, &node, &launch, &status);
        if (expected != (at < count))
            return differ(p, "the list of launches is too %s", expected ? "short" : "long");
        pair_launches += expected;
        if (expected && !compare_launch(p, &list[at++], &launch, status))
            return false;
    } while (expected);
    return true;
}

// ---- state of nodes

static bool compare_list(pair *p, uint64_t agent, uint32_t cell)
{
    static _Thread_local list_bits ours, theirs;
    const char *name = reference_cell_name(p->reference, cell);
    bool is_shared = reference_cell_is_shared(p->reference, cell);
    list_bits_of_reference(reference_read_list(p->reference, agent, name), &theirs);
    if (!population_list_read(p->population, agent, name, is_shared, &ours))
        return differ(p, "there is no list %s", name);
    if (ours.type != theirs.type || ours.capacity != theirs.capacity || ours.count != theirs.count)
        return differ(p, "agent %" PRIu64 ": list %s has %u elements, and %u in the reference",
                      agent, name, (unsigned)ours.count, (unsigned)theirs.count);
    for (uint32_t i = 0; i < theirs.count; i++)
        for (uint32_t k = 0; k < theirs.width; k++)
            if (ours.bits[i][k] != theirs.bits[i][k])
                return differ(p, "agent %" PRIu64 ": %s[%u] is %08x, and %08x in the reference",
                              agent, name, (unsigned)i, (unsigned)ours.bits[i][k],
                              (unsigned)theirs.bits[i][k]);
    return true;
}

static bool compare_cells(pair *p, uint64_t agent, const place *where)
{
    for (uint32_t i = 0; i < reference_cell_count(p->reference); i++) {
        gestalt_key key;
        const char *name = reference_cell_name(p->reference, i);
        if (reference_cell_type(p->reference, i) == REFERENCE_LIST) {
            if (!compare_list(p, agent, i))
                return false;
            continue;
        }
        if (!gestalt_population_key(p->population, 0, name, &key))
            return differ(p, "there is no key %s", name);
        gestalt_value value = values_get(where, key.type, key.column);
        uint32_t bits = key.type == GESTALT_BOOL  ? value.boolean
                        : key.type == GESTALT_INT ? (uint32_t)value.integer
                                                  : scalar_canonical_bits(value.number);
        if (bits != reference_cell_bits(p->reference, agent, i))
            return differ(p, "agent %" PRIu64 ": %s is %08x, and %08x in the reference", agent,
                          name, (unsigned)bits,
                          (unsigned)reference_cell_bits(p->reference, agent, i));
    }
    return true;
}

static gestalt_status status_at(const place *where, uint32_t index)
{
    uint64_t(*statuses)[2] = cohort_part(where->cohort, where->group->layout.statuses);
    return statuses[index][0] >> where->lane & 1   ? GESTALT_SUCCESS
           : statuses[index][1] >> where->lane & 1 ? GESTALT_FAILURE
                                                   : GESTALT_RUNNING;
}

// Compare the values that `once` and `cooldown` store.
static bool compare_kept(pair *p, uint64_t agent, const place *where, uint32_t node)
{
    uint32_t item = p->shape->nodes[node], slot = item_argument(p->shape->items[item]);
    gestalt_status status;
    int64_t expected;
    if (node_has(type_of(p, node), 'o')) {
        bool kept = reference_once(p->reference, agent, node, &status);
        if (status_at(where, slot) != (kept ? status : GESTALT_RUNNING))
            return differ(p, "agent %" PRIu64 ": once %u differs", agent, (unsigned)node);
    }
    if (node_has(type_of(p, node), 't')) {
        const int64_t *times = cohort_part(where->cohort, where->group->layout.times);
        int64_t due = times[(size_t)slot * where->group->layout.stride + where->lane];
        bool kept = reference_cooldown(p->reference, agent, node, &expected);
        if (due != (kept ? expected : INT64_MIN))
            return differ(p, "agent %" PRIu64 ": node %u is due at %" PRId64, agent, (unsigned)node,
                          due);
    }
    return true;
}

// A cohort with masks stores whether inner nodes are live, too.
static bool compare_slot(pair *p, uint64_t agent, const place *where, uint32_t node)
{
    const group *g = where->group;
    uint32_t slot = g->plan->slots[node];
    bool live = reference_node_is_live(p->reference, agent, node);
    bool marked = slot != PLAN_NO_SLOT && !g->layout.has_list &&
                  (cohort_slot(&g->layout, where->cohort, slot) >> where->lane & 1);
    if (marked != (live && !g->layout.has_list))
        return differ(p, "agent %" PRIu64 ": node %u is %smarked as live, unlike the reference's",
                      agent, (unsigned)node, marked ? "" : "not ");
    return true;
}

static bool compare_nodes(pair *p, uint64_t agent, const place *where)
{
    const group *g = where->group;
    uint32_t *items = malloc(4 * (size_t)p->shape->specification->live_capacity + 4);
    REQUIRE(items);
    uint32_t next = 0, count = live_take(g->plan, &g->layout, where->cohort, where->lane,
                                         (unsigned char *)items);
    bool same = true;
    for (uint32_t node = 0; node < p->shape->specification->node_count && same; node++) {
        uint32_t item = p->shape->nodes[node];
        while (next < count && items[next] < item)
            next++;
        bool listed = next < count && items[next] == item;
        bool live = reference_node_is_live(p->reference, agent, node);
        if (node_table[type_of(p, node)].group == GROUP_LEAF && listed != live)
            same = differ(p, "agent %" PRIu64 ": leaf %u is %slive, unlike the reference's", agent,
                          (unsigned)node, listed ? "" : "not ");
        same = same && compare_slot(p, agent, where, node) && compare_kept(p, agent, where, node);
    }
    free(items);
    return same;
}

static bool compare_agent(pair *p, uint64_t agent)
{
    place where;
    REQUIRE(population_find(p->population, agent, &where));
    pair_agent_ticks++;
    gestalt_status status = gestalt_population_status(p->population, agent);
    if (status != reference_root_status(p->reference, agent))
        return differ(p, "agent %" PRIu64 ": the root's answer is %s", agent, status_words[status]);
    for (uint32_t i = 0; i < p->shape->persistent_count; i++)
        if (status_at(&where, i) != reference_persistent(p->reference, agent, i))
            return differ(p, "agent %" PRIu64 ": persistent %u is %s", agent, (unsigned)i,
                          status_words[status_at(&where, i)]);
    const uint64_t *streams = cohort_part(where.cohort, where.group->layout.streams);
    if (p->shape->specification->draws &&
        streams[where.lane] != reference_random_state(p->reference, agent))
        return differ(p, "agent %" PRIu64 ": the random streams differ", agent);
    return compare_cells(p, agent, &where) && compare_nodes(p, agent, &where);
}

static bool compare_agents(pair *p)
{
    uint64_t count = 0, next = gestalt_population_next(p->population, 0);
    for (uint64_t id = 0; id < reference_agent_end(p->reference); id++) {
        if (gestalt_population_has(p->population, id) != reference_agent_exists(p->reference, id))
            return differ(p, "agent %" PRIu64 " exists on one side only", id);
        if (!reference_agent_exists(p->reference, id))
            continue;
        count++;
        if (next != id)
            return differ(p, "the next agent is %" PRIu64 ", and not %" PRIu64, next, id);
        next = gestalt_population_next(p->population, id + 1);
        if (!compare_agent(p, id))
            return false;
    }
    if (next != UINT64_MAX || count != gestalt_population_count(p->population))
        return differ(p, "there are %" PRIu64 " agents, and %" PRIu64 " in the reference",
                      gestalt_population_count(p->population), count);
    return compare_launches(p);
}

// ---- counts of what nodes did

static bool compare_count(pair *p, uint32_t node, const gestalt_node_counts *ours, bool in_all)
{
    reference_counts c = reference_counts_of(p->reference, node, in_all);
    pair_counted += ours->succeeded + ours->failed + ours->running + ours->abandoned;
    if (ours->succeeded == c.answers[GESTALT_SUCCESS] &&
        ours->failed == c.answers[GESTALT_FAILURE] && ours->running == c.answers[GESTALT_RUNNING] &&
        ours->abandoned == c.abandoned)
        return true;
    return differ(
        p, "node %u%s: S %d, F %d, R %d, abandoned %d, and in the reference %d, %d, %d, %d",
        (unsigned)node, in_all ? " in all" : "", (int)ours->succeeded, (int)ours->failed,
        (int)ours->running, (int)ours->abandoned, (int)c.answers[GESTALT_SUCCESS],
        (int)c.answers[GESTALT_FAILURE], (int)c.answers[GESTALT_RUNNING], (int)c.abandoned);
}

static void begin_counting(gestalt_population *population)
{
    REQUIRE(gestalt_population_count_nodes(population, false, NULL) == GESTALT_OK);
    REQUIRE(gestalt_population_count_nodes(population, true, NULL) == GESTALT_OK);
}

static uint64_t no_clock(void *user)
{
    (void)user;
    return 0;
}

// Tick in steps that stop after each node. The result must be that of other ticks.
static void begin_timing(gestalt_population *population)
{
    gestalt_timing timing = {.every = 2, .clock = no_clock};
    REQUIRE(gestalt_population_time_nodes(population, &timing, NULL) == GESTALT_OK);
}

static bool compare_counts_of_nodes(pair *p)
{
    uint32_t count = p->shape->specification->node_count;
    gestalt_node_counts *ours = calloc(count, sizeof *ours);
    REQUIRE(ours);
    bool good = true;
    for (int in_all = 0; in_all < 2 && !p->has_lost_counts; in_all++) {
        REQUIRE(gestalt_population_node_counts(p->population, 0, in_all, ours, count, NULL) ==
                GESTALT_OK);
        for (uint32_t node = 0; node < count && good; node++)
            good = compare_count(p, node, &ours[node], in_all);
    }
    free(ours);
    if (p->has_lost_counts) {
        begin_counting(p->population);
        reference_forget_counts(p->reference);
    }
    p->has_lost_counts = false;
    reference_tick_counts(p->reference);
    return good;
}

// ---- changes between ticks, made in both

static bool pick_agent(pair *p, uint64_t *agent)
{
    uint64_t end = reference_agent_end(p->reference);
    *agent = end ? gestalt_population_next(p->population, below(p, (uint32_t)end)) : UINT64_MAX;
    return *agent != UINT64_MAX;
}

static bool do_spawn(pair *p, uint32_t count)
{
    uint64_t first;
    gestalt_result result = gestalt_population_spawn(p->population, 0, count, &first, NULL);
    pair_spawns++;
    if (result != GESTALT_OK || first != reference_spawn(p->reference, count))
        return differ(p, "spawning gave other ids");
    return true;
}

static bool do_leave(pair *p, uint64_t agent, bool for_good)
{
    gestalt_result result = for_good ? gestalt_population_despawn(p->population, agent, NULL)
                                     : gestalt_population_cancel(p->population, agent, NULL);
    *(for_good ? &pair_despawns : &pair_cancels) += 1;
    if (for_good)
        reference_despawn(p->reference, agent);
    else
        reference_cancel(p->reference, agent);
    return result == GESTALT_OK || differ(p, "agent %" PRIu64 " can't be cancelled", agent);
}

// Choose a status to finish with. With puppets it can be any status. With stubs it must be the
// status that the stub will set, so that a stub which is due does not change it again.
static gestalt_status finish_status(pair *p, uint32_t node)
{
    const image_host *host =
        &p->shape->hosts[item_argument(p->shape->items[p->shape->nodes[node]])];
    if (p->puppets)
        return (gestalt_status)(below(p, 4) % 3);
    for (uint32_t i = 0; type_of(p, node) == NODE_DEFERRED && i < p->generated->stub_count; i++) {
        const generated_stub *s = &p->generated->stubs[i];
        if (strcmp(s->name, shape_string(p->shape, host->name)) == 0 &&
            s->status != GESTALT_RUNNING)
            return s->status;
    }
    return below(p, 2) ? GESTALT_SUCCESS : GESTALT_FAILURE;
}

// Finish with the number of the launch, or without it if there is a launch. A result for another
// launch must be refused.
static bool finish_ours(pair *p, uint64_t agent, uint32_t node, gestalt_status status)
{
    reference_request launch;
    gestalt_status before;
    if (below(p, 2) || !reference_launch(p->reference, agent, node, &launch, &before))
        return gestalt_population_finish(p->population, agent, node, status, NULL) == GESTALT_OK;
    uint32_t id = (uint32_t)launch.tick;
    gestalt_result early = gestalt_population_finish_launch(p->population, agent, node, id - 1,
                                                            (gestalt_status)below(p, 3), NULL);
    pair_stale += early == GESTALT_STALE;
    return early == (id > 0 ? GESTALT_STALE : GESTALT_BAD_ARGUMENT) &&
           gestalt_population_finish_launch(p->population, agent, node, id, status, NULL) ==
               GESTALT_OK;
}

static bool do_finish(pair *p, uint64_t agent)
{
    uint32_t node = below(p, p->shape->specification->node_count);
    for (uint32_t i = 0; i < p->shape->specification->node_count; i++) {
        if (type_of(p, node) == NODE_DEFERRED && reference_node_is_live(p->reference, agent, node))
            break;
        node = (node + 1) % p->shape->specification->node_count;
    }
    gestalt_status status = finish_status(p, node);
    bool ours = finish_ours(p, agent, node, status);
    pair_finishes += ours;
    if (ours != reference_finish(p->reference, agent, node, status))
        return differ(p, "agent %" PRIu64 " node %u: only one side can finish it", agent,
                      (unsigned)node);
    return true;
}

static const uint32_t odd_numbers[] = {0,          1,          0x80000000, 0x7fffffff, 0xffffffff,
                                       0x3f800000, 0xbf000000, 0x42f60000, 0x7f800000, 0xff800000,
                                       0x7fc00001, 0xffc12345, 3,          0x4b800000, 100};

static uint32_t odd_number(pair *p, bool is_bool)
{
    uint32_t bits = odd_numbers[below(p, sizeof odd_numbers / sizeof *odd_numbers)];
    return is_bool ? bits & 1 : bits;
}

static bool do_write_list(pair *p, uint64_t agent, uint32_t cell)
{
    static _Thread_local list_bits list;
    const char *name = reference_cell_name(p->reference, cell);
    list_bits_of_reference(reference_read_list(p->reference, agent, name), &list);
    list.count =
        below(p, below(p, 4) ? (list.capacity < 4 ? list.capacity : 4) + 1 : list.capacity + 1);
    for (uint32_t i = 0; i < list.count; i++)
        for (uint32_t k = 0; k < list.width; k++)
            list.bits[i][k] = odd_number(p, list.type == GESTALT_BOOL);
    pair_writes++;
    if (!population_list_write(p->population, agent, name,
                               reference_cell_is_shared(p->reference, cell), &list) ||
        !list_bits_to_reference(p->reference, agent, name, &list))
        return differ(p, "list %s can't be written", name);
    return true;
}

static bool do_write(pair *p, uint64_t agent)
{
    uint32_t count = reference_cell_count(p->reference);
    if (count == 0)
        return true;
    uint32_t cell = below(p, count);
    const char *name = reference_cell_name(p->reference, cell);
    reference_type type = reference_cell_type(p->reference, cell);
    if (type == REFERENCE_LIST)
        return do_write_list(p, agent, cell);
    uint32_t bits = odd_number(p, type == REFERENCE_BOOL);
    gestalt_value value = {.type = (gestalt_type)type};
    if (type == REFERENCE_BOOL)
        value.boolean = bits;
    else
        memcpy(&value.integer, &bits, sizeof bits);
    bool shared = reference_cell_is_shared(p->reference, cell);
    gestalt_result result =
        shared ? gestalt_population_write_shared(p->population, 0, name, value, NULL)
               : gestalt_population_write(p->population, agent, name, value, NULL);
    pair_writes++;
    if (result != GESTALT_OK ||
        !reference_write(p->reference, agent, name, reference_value_of_bits(type, bits)))
        return differ(p, "%s can't be written", name);
    return true;
}

static bool do_set_persistent(pair *p, uint64_t agent)
{
    if (p->shape->persistent_count == 0)
        return true;
    uint32_t i = below(p, p->shape->persistent_count);
    gestalt_status status = (gestalt_status)below(p, 3);
    const char *name = reference_persistent_name(p->reference, i);
    if (!reference_set_persistent(p->reference, agent, name, status) ||
        gestalt_population_set_persistent(p->population, agent, name, status, NULL) != GESTALT_OK)
        return differ(p, "persistent %s can't be set", name);
    return true;
}

static bool interfere(pair *p)
{
    bool good = true;
    for (uint32_t i = below(p, 6); good && i > 0; i--) {
        uint64_t agent;
        uint32_t what = below(p, 16);
        if (what == 0)
            good = do_spawn(p, below(p, 8));
        else if (!pick_agent(p, &agent))
            continue;
        else if (what < 3)
            good = do_leave(p, agent, what == 1);
        else if (what < 8)
            good = do_finish(p, agent);
        else if (what < 14)
            good = do_write(p, agent);
        else
            good = do_set_persistent(p, agent);
    }
    return good;
}

// ---- snapshots

static const gestalt_native *native_of(const pair *p, const gestalt_shape *shape)
{
    return p->options->find_native ? p->options->find_native(shape) : NULL;
}

static gestalt_population *new_population(const pair *p, uint32_t lanes, uint32_t threads,
                                          const char *name, gestalt_states states,
                                          gestalt_error *error)
{
    gestalt_population *population = NULL;
    gestalt_population_options options = {.group = {p->shape, p->host, native_of(p, p->shape)},
                                          .lanes = lanes,
                                          .threads = threads,
                                          .grain = p->options->grain,
                                          .seed = p->options->seed,
                                          .kernels = name,
                                          .states = states,
                                          .announces_writes = p->options->announces_writes,
                                          .never_sleeps = p->options->never_sleeps,
                                          .interruptible =
                                              p->options->interrupts || p->options->seed / 2 % 2};
    gestalt_population_create(&options, &population, error);
    if (population && p->options->is_far)
        population->limits.far_size = 0;
    if (population && p->options->counts)
        begin_counting(population);
    if (population && p->options->seed % 5 == 4)
        begin_timing(population);
    return population;
}

static void on_enter(void *user, uint64_t agent, uint32_t node, bool resuming)
{
    pair *p = user;
    (void)agent;
    (void)node;
    (void)resuming;
    if (--p->nodes_left == 0)
        gestalt_population_interrupt(p->population);
}

// Hooks are set before odd ticks, including the changes before them. The interpreter runs the ticks
// with hooks. Return whether this tick has them.
static bool set_hooks(pair *p, uint32_t tick)
{
    gestalt_hooks hooks = {.leave = on_leave, .cancel = on_cancel, .log = on_log, .user = p};
    bool is_traced = p->options->is_traced && (!p->options->find_native || tick % 2 == 1);
    if (p->options->interrupts && !p->puppets) {
        hooks = (gestalt_hooks){.enter = on_enter, .user = p};
        gestalt_population_hooks(p->population, tick % 4 ? &hooks : NULL);
        return false;
    }
    is_traced = is_traced && !p->options->interrupts;
    gestalt_population_hooks(p->population, is_traced ? &hooks : NULL);
    return is_traced;
}

// Continue with another population, which has run something else before it loads the snapshot.
static bool restore(pair *p)
{
    static const uint32_t lanes[] = {1, 2, 5, 16, 33, 64};
    text first = {0}, second = {0};
    gestalt_error error = {0};
    pair_restores++;
    gestalt_population *other =
        new_population(p, lanes[below(p, 6)], 1 + below(p, 3), below(p, 2) ? "plain" : NULL,
                       (gestalt_states)below(p, 3), &error);
    REQUIRE(other);
    if (p->shape->host_count == 0) {
        REQUIRE(gestalt_population_spawn(other, 0, below(p, 70), NULL, NULL) == GESTALT_OK);
        REQUIRE(gestalt_population_tick(other, 77, NULL) == GESTALT_OK);
    }
    REQUIRE(!p->stubs || stub_set_attach(p->stubs, p->population, NULL) == GESTALT_OK);
    REQUIRE(gestalt_population_save_to(p->population, (gestalt_writer){append, &first}, NULL) ==
            GESTALT_OK);
    bool good =
        gestalt_population_load_memory(other, first.bytes, first.size, &error) == GESTALT_OK;
    p->has_lost_counts = gestalt_population_is_interrupted(p->population);
    recorded_stop(p->recorded);
    p->recorded = NULL;
    gestalt_population_destroy(p->population);
    p->population = other;
    reference_forget_counts(p->reference);
    set_hooks(p, 1);
    REQUIRE(gestalt_population_save_to(other, (gestalt_writer){append, &second}, NULL) ==
            GESTALT_OK);
    bool same = first.size == second.size && memcmp(first.bytes, second.bytes, first.size) == 0;
    free(first.bytes);
    free(second.bytes);
    if (good && p->stubs && stub_set_resume(p->stubs, other, &error) != GESTALT_OK)
        good = false;
    if (!good)
        return differ(p, "a snapshot is refused at %" PRIu64 ": %s", error.offset, error.message);
    return same || differ(p, "what was restored is saved otherwise");
}

// Sometimes restore. The random numbers drawn for this do not change the other choices.
static bool maybe_restore(pair *p)
{
    uint64_t draws = p->draws;
    p->draws = p->restore_draws;
    bool good = !p->options->restores || below(p, 6) > 0 || restore(p);
    p->restore_draws = p->draws;
    p->draws = draws;
    return good;
}

// ---- the population and the reference together

static bool compile(pair *p, const generated *g, const char *document, size_t size,
                    gestalt_shape **shape)
{
    gestalt_diagnostics *diagnostics = NULL;
    gestalt_compile_options options = {.include = generated_include,
                                       .include_user = (void *)(uintptr_t)g};
    *shape = NULL;
    gestalt_compile_text("generated.json", document, size, &options, shape, &diagnostics, NULL);
    gestalt_diagnostics_destroy(diagnostics);
    return *shape || differ(p, "the document does not compile");
}

static bool start_stubs(pair *p)
{
    const generated *g = p->generated;
    gestalt_error error = {0};
    stub *stubs = calloc(g->stub_count + 1, sizeof *stubs);
    REQUIRE(stubs);
    for (uint32_t i = 0; i < g->stub_count; i++)
        stubs[i] = (stub){g->stubs[i].name, (uint32_t)g->stubs[i].ticks, g->stubs[i].status};
    gestalt_result result =
        stub_set_create(p->shape, stubs, g->stub_count, p->host, NULL, &p->stubs, &error);
    free(stubs);
    return result == GESTALT_OK || differ(p, "no population: %s", error.message);
}

static bool start_population(pair *p)
{
    gestalt_error error = {0};
    REQUIRE(gestalt_host_create(NULL, &p->host, NULL) == GESTALT_OK);
    if (p->options->has_puppets)
        p->puppets = puppets_create(p->shape, p->options->seed, p->host);
    else if (!start_stubs(p))
        return false;
    p->population = new_population(p, p->options->lanes, p->options->threads, p->options->kernels,
                                   p->options->states, &error);
    return p->population || differ(p, "no population: %s", error.message);
}

static reference_settings settings_of(const pair *p, const generated *g, puppets *host)
{
    return (reference_settings){.seed = p->options->seed,
                                .dt = p->generated->dt,
                                .include = generated_text,
                                .include_user = (void *)(uintptr_t)g,
                                .action = puppet_action,
                                .predicate = puppet_predicate,
                                .host_user = host};
}

static void start_reference(pair *p)
{
    reference_settings settings = settings_of(p, p->generated, p->puppets);
    p->reference = reference_load(p->document.text, p->document.size, &settings);
    for (uint32_t i = 0; !p->puppets && i < p->generated->stub_count; i++) {
        const generated_stub *s = &p->generated->stubs[i];
        reference_stub(p->reference, s->name, s->ticks, s->status);
    }
}

static void take_hash(pair *p, uint32_t index)
{
    if (p->options->hashes)
        REQUIRE(gestalt_population_hash(p->population, &p->options->hashes[index], NULL) ==
                GESTALT_OK);
}

// ---- edits

// A shape and its host.
typedef struct mould {
    gestalt_shape *shape;
    gestalt_host *host;
    puppets *puppets;
} mould;

static void mould_destroy(mould *m)
{
    gestalt_host_destroy(m->host);
    puppets_destroy(m->puppets);
    gestalt_shape_destroy(m->shape);
}

static bool mould_make(pair *p, const pair_edit *edit, mould *m)
{
    *m = (mould){0};
    if (!compile(p, edit->generated, edit->text, edit->size, &m->shape))
        return false;
    REQUIRE(gestalt_host_create(NULL, &m->host, NULL) == GESTALT_OK);
    m->puppets = puppets_create(m->shape, p->options->seed, m->host);
    return true;
}

static uint64_t hash_of(gestalt_population *population)
{
    uint64_t hash;
    REQUIRE(gestalt_population_hash(population, &hash, NULL) == GESTALT_OK);
    return hash;
}

static bool compare_report_nodes(pair *p, const gestalt_edit_report *ours,
                                 const reference_report *theirs)
{
    uint32_t count;
    const gestalt_edit_node *nodes = gestalt_edit_report_nodes(ours, &count);
    if (count != theirs->node_count)
        return differ(p, "edit: the report has %u nodes", (unsigned)count);
    for (uint32_t i = 0; i < count; i++) {
        if (nodes[i].new_node != theirs->nodes[i])
            return differ(p, "edit: node %u becomes %d, and %d in the reference", (unsigned)i,
                          (int)nodes[i].new_node, (int)theirs->nodes[i]);
        if (nodes[i].may_stay != theirs->may_stay[i])
            return differ(p, "edit: node %u may %sstay", (unsigned)i,
                          nodes[i].may_stay ? "" : "not ");
    }
    return true;
}

static bool compare_report_keys(pair *p, const gestalt_edit_report *ours,
                                const reference_report *theirs)
{
    uint32_t count, next = 0;
    const gestalt_edit_key *keys = gestalt_edit_report_keys(ours, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (keys[i].kind == GESTALT_EDIT_PERSISTENT)
            continue;
        const char *name = keys[i].new_name ? keys[i].new_name : keys[i].old_name;
        if (next == theirs->key_count || strcmp(name, theirs->keys[next].name) != 0 ||
            (int)keys[i].fate != (int)theirs->keys[next].fate)
            return differ(p, "edit: key %s has the fate %d, and %s %d in the reference", name,
                          (int)keys[i].fate,
                          next < theirs->key_count ? theirs->keys[next].name : "none",
                          next < theirs->key_count ? (int)theirs->keys[next].fate : 0);
        next++;
    }
    return next == theirs->key_count ||
           differ(p, "edit: key %s is not told of", theirs->keys[next].name);
}

static bool compare_counts(pair *p, const gestalt_edit_report *ours, const reference_report *theirs)
{
    gestalt_edit_counts counts = gestalt_edit_report_counts(ours);
    if (counts.agents != theirs->agents || counts.kept != theirs->kept ||
        counts.dropped != theirs->dropped || counts.cancels != theirs->cancels ||
        counts.requests != theirs->requests)
        return differ(p,
                      "edit: %d agents, %d kept, %d dropped, %d cancels, %d requests, and in the "
                      "reference %d, %d, %d, %d, %d",
                      (int)counts.agents, (int)counts.kept, (int)counts.dropped,
                      (int)counts.cancels, (int)counts.requests, (int)theirs->agents,
                      (int)theirs->kept, (int)theirs->dropped, (int)theirs->cancels,
                      (int)theirs->requests);
    pair_kept += counts.kept;
    pair_dropped += counts.dropped;
    return true;
}

static bool compare_report(pair *p, const gestalt_edit_report *ours, const reference_report *theirs)
{
    return compare_report_nodes(p, ours, theirs) && compare_report_keys(p, ours, theirs) &&
           compare_counts(p, ours, theirs);
}

static bool compare_edit_requests(pair *p, const gestalt_edit_report *report)
{
    uint64_t count;
    uint32_t expected;
    const gestalt_request *requests = gestalt_edit_report_requests(report, &count);
    const reference_request *theirs = reference_requests(p->reference, &expected);
    if (count != expected)
        return differ(p, "edit: %" PRIu64 " requests, and %u of the reference", count,
                      (unsigned)expected);
    for (uint32_t i = 0; i < expected; i++) {
        if (!compare_request(p, &requests[i], &theirs[i]))
            return false;
        log_request(p, &requests[i], gestalt_population_ticks(p->population));
    }
    return true;
}

// The first event of an edit in the reference belongs to no agent.
static bool compare_edit_events(pair *p)
{
    const char *theirs = reference_events(p->reference, NULL);
    if (!strstr(theirs, "\"agent\":-1,\"event\":\"edit\""))
        return differ(p, "edit: the reference says nothing");
    // the same condition as in set_hooks
    bool hears = p->options->is_traced && !p->options->interrupts;
    bool good = !hears || compare_logs(p, theirs + line_size(theirs) + 1);
    reference_clear_events(p->reference);
    return good;
}

// Compare the remaining requests of the last tick. They have new ids now, whether they were listed
// before or are listed only now.
static bool compare_left(pair *p, gestalt_population *other)
{
    const gestalt_request *ours, *theirs;
    uint64_t count, expected;
    REQUIRE(gestalt_population_requests(p->population, &ours, &count, NULL) == GESTALT_OK);
    REQUIRE(gestalt_population_requests(other, &theirs, &expected, NULL) == GESTALT_OK);
    if (count != expected)
        return differ(p, "edit: %d requests are left, and %d of a snapshot", (int)count,
                      (int)expected);
    for (uint64_t i = 0; i < count; i++)
        if (ours[i].agent != theirs[i].agent || ours[i].node != theirs[i].node ||
            ours[i].launch != theirs[i].launch || ours[i].launch_id != theirs[i].launch_id ||
            strcmp(ours[i].name, theirs[i].name) != 0)
            return differ(p, "edit: request %d that is left is another one of a snapshot", (int)i);
    return true;
}

// Load a snapshot of the old shape under the new one. The result must be that of an edit.
static bool compare_loaded(pair *p, const pair_edit *edit, const text *saved, const mould *old)
{
    gestalt_error error = {0};
    gestalt_group old_shape = {old->shape, old->host};
    gestalt_load_options options = {.old_shapes = &old_shape,
                                    .old_shape_count = 1,
                                    .renames = edit->renames,
                                    .rename_count = edit->rename_count};
    gestalt_population *other =
        new_population(p, 1 + below(p, 64), 1, NULL, (gestalt_states)below(p, 3), &error);
    REQUIRE(other);
    bool good = gestalt_population_load_memory_with(other, saved->bytes, saved->size, &options,
                                                    &error) == GESTALT_OK;
    if (!good)
        differ(p, "edit: an old snapshot is refused: %s", error.message);
    else if (hash_of(other) != hash_of(p->population))
        good = differ(p, "edit: an old snapshot gives another state");
    good = good && compare_left(p, other);
    gestalt_population_destroy(other);
    return good;
}

// Return the first agent's actor, or an empty text if there are no agents.
static text take_first(gestalt_population *population)
{
    text actor = {0};
    if (!gestalt_population_has(population, 0))
        return actor;
    actor.capacity = gestalt_actor_size_max(population, 0);
    actor.bytes = malloc(actor.capacity + 1);
    REQUIRE(actor.bytes);
    REQUIRE(gestalt_actor_take(population, 0, actor.bytes, actor.capacity, &actor.size, NULL) ==
            GESTALT_OK);
    return actor;
}

// Create a population without agents that has run the same number of ticks.
static gestalt_population *new_and_empty(pair *p)
{
    gestalt_error error = {0};
    gestalt_population *other =
        new_population(p, 1 + below(p, 64), 1, NULL, (gestalt_states)below(p, 3), &error);
    REQUIRE(other);
    for (uint64_t i = gestalt_population_ticks(p->population); i > 0; i--)
        REQUIRE(gestalt_population_tick(other, 0, NULL) == GESTALT_OK);
    REQUIRE(gestalt_population_set_now(other, gestalt_population_now(p->population), NULL) ==
            GESTALT_OK);
    return other;
}

static bool has_shared_keys(const gestalt_shape *shape)
{
    return shape->specification->shared_number_columns + shape->specification->shared_bool_columns >
           0;
}

// Return whether the agent has requests of the last tick or undelivered ones. An actor that is
// taken out does not contain them.
static bool asks_something(const reference *r, uint64_t agent)
{
    for (uint32_t i = 0; i < r->node_count; i++) {
        const reference_node_state *s = &r->agents[agent]->nodes[i];
        if (s->asks_cancel || (s->handed_out > 0 && s->handed_out >= r->tick))
            return true;
    }
    return false;
}

// Insert an actor of the old shape under the new one. Only the first agent is tested, because it
// keeps its id. Actors do not contain the values of shared keys.
static bool compare_inserted(pair *p, const pair_edit *edit, const text *actor, const mould *old)
{
    gestalt_error error = {0};
    gestalt_group old_shape = {old->shape, old->host};
    gestalt_load_options options = {.old_shapes = &old_shape,
                                    .old_shape_count = 1,
                                    .renames = edit->renames,
                                    .rename_count = edit->rename_count};
    if (!actor->bytes || has_shared_keys(old->shape) || has_shared_keys(p->shape) ||
        asks_something(p->reference->before, 0) || asks_something(p->reference, 0))
        return true;
    gestalt_population *other = new_and_empty(p);
    bool good = gestalt_population_insert_with(other, 0, actor->bytes, actor->size, &options, NULL,
                                               &error) == GESTALT_OK;
    if (!good) {
        differ(p, "edit: an old actor is refused: %s", error.message);
    } else {
        text ours = take_first(other), edited = take_first(p->population);
        if (ours.size != edited.size || memcmp(ours.bytes, edited.bytes, ours.size) != 0)
            good = differ(p, "edit: an old actor becomes another one");
        free(ours.bytes);
        free(edited.bytes);
    }
    gestalt_population_destroy(other);
    return good;
}

// Edit both. Afterwards the pair has the new shape, and `m` the old one.
static bool edit_both(pair *p, const pair_edit *edit, mould *m, gestalt_edit_report **report,
                      reference_report *expected)
{
    gestalt_error error = {0};
    reference_rename renames[PAIR_RENAMES_MAX];
    gestalt_edit ours = {.shape = m->shape,
                         .host = m->host,
                         .renames = edit->renames,
                         .rename_count = edit->rename_count,
                         .native = native_of(p, m->shape)};
    for (uint32_t i = 0; i < edit->rename_count; i++)
        renames[i] = (reference_rename){edit->renames[i].old_name, edit->renames[i].new_name};
    if (gestalt_population_edit(p->population, &ours, report, &error) != GESTALT_OK)
        return differ(p, "edit: refused: %s", error.message);
    reference_settings settings = settings_of(p, edit->generated, m->puppets);
    p->reference = reference_edit(p->reference, edit->text, edit->size, &settings,
                                  (reference_renames){renames, edit->rename_count}, expected);
    mould old = {p->shape, p->host, p->puppets};
    p->shape = m->shape;
    p->host = m->host;
    p->puppets = m->puppets;
    *m = old;
    return true;
}

static bool try_dry_run(pair *p, const mould *m)
{
    gestalt_error error = {0};
    gestalt_edit_report *report = NULL;
    gestalt_edit dry = {.shape = m->shape, .host = m->host, .dry_run = true};
    uint64_t hash = hash_of(p->population);
    if (gestalt_population_edit(p->population, &dry, &report, &error) != GESTALT_OK)
        return differ(p, "edit: a dry run is refused: %s", error.message);
    gestalt_edit_report_destroy(report);
    return hash == hash_of(p->population) || differ(p, "edit: a dry run changes something");
}

static bool make_edit(pair *p, const pair_edit *edit)
{
    mould m;
    text saved = {0}, actor = {0};
    gestalt_edit_report *report = NULL;
    reference_report expected;
    bool is_same = edit->size == p->document.size && edit->generated == p->document.generated &&
                   edit->rename_count == 0 && memcmp(edit->text, p->document.text, edit->size) == 0;
    pair_edits++;
    if (!mould_make(p, edit, &m))
        return false;
    uint64_t hash = hash_of(p->population);
    bool loads = p->options->loads || below(p, 2), good = below(p, 3) || try_dry_run(p, &m);
    if (loads) {
        actor = take_first(p->population);
        REQUIRE(gestalt_population_save_to(p->population, (gestalt_writer){append, &saved}, NULL) ==
                GESTALT_OK);
    }
    good = good && edit_both(p, edit, &m, &report, &expected) &&
           compare_report(p, report, &expected) && compare_edit_requests(p, report) &&
           compare_edit_events(p) && compare_agents(p);
    if (good && is_same && (hash != hash_of(p->population) || expected.dropped))
        good = differ(p, "edit: the same shape, but another state");
    good = good && (!loads ||
                    (compare_loaded(p, edit, &saved, &m) && compare_inserted(p, edit, &actor, &m)));
    free(saved.bytes);
    free(actor.bytes);
    gestalt_edit_report_destroy(report);
    mould_destroy(&m);
    p->document = *edit;
    return good;
}

// Sometimes edit, perhaps several times before one tick.
static bool maybe_edit(pair *p)
{
    uint64_t draws = p->draws;
    bool good = true;
    p->draws = p->edit_draws;
    while (good && p->edits_made < p->options->edit_count && below(p, 4) == 0) {
        uint64_t hash = hash_of(p->population);
        good = make_edit(p, &p->options->edits[p->edits_made++]);
        if (!good || !p->options->returns)
            continue;
        good = make_edit(p, &p->options->edits[p->edits_made++]);
        if (good && hash != hash_of(p->population))
            good = differ(p, "edit: there and back is another state");
    }
    p->edit_draws = p->draws;
    p->draws = draws;
    return good;
}

// ---- ticks that stop after every node

static uint32_t parent_of(const pair *p, uint32_t node)
{
    const struct plan *tree = p->population->groups[0].plan;
    uint32_t item = tree->parents[p->shape->nodes[node]];
    return item == SHAPE_NONE ? SHAPE_NONE : tree->node_ids[item];
}

// The guards form a chain from the root to the node that has returned. The lanes of each are a
// subset of those of the guard before, and their entries in the roll-back log are in order.
static void look_at_guards(const pair *p, const interp *t, const interp_answer *a)
{
    uint32_t above = SHAPE_NONE, begin = 0;
    uint64_t lanes = ~UINT64_C(0);
    for (uint32_t i = 0; i < interp_step_guard_count(t); i++) {
        interp_guard g = interp_step_guard(t, i);
        REQUIRE(parent_of(p, g.node) == above);
        REQUIRE(g.entered && !(g.entered & ~lanes) && !(a->lanes & ~g.entered));
        REQUIRE(!((g.waiting | g.succeeded | g.failed) & ~g.entered));
        REQUIRE(!(g.succeeded & g.failed) && !(g.waiting & (g.succeeded | g.failed)));
        REQUIRE(!(a->lanes & (g.succeeded | g.failed)));
        REQUIRE(!g.can_roll_back || g.change_begin >= begin);
        begin = g.can_roll_back ? g.change_begin : begin;
        above = g.node;
        lanes = g.entered;
    }
    REQUIRE(parent_of(p, a->node) == above);
    REQUIRE(begin <= interp_step_change_count(t));
}

static void look_at_stop(const pair *p, const interp *t)
{
    const gestalt_specification *spec = p->shape->specification;
    interp_answer a = interp_step_answer(t);
    uint64_t running = a.lanes & ~(a.succeeded | a.failed);
    bool can_be_live = p->population->groups[0].plan->slots[a.node] != PLAN_NO_SLOT;
    REQUIRE(a.lanes && !((a.succeeded | a.failed) & ~a.lanes) && !(a.succeeded & a.failed));
    REQUIRE(can_be_live ? (interp_step_live(t, a.node) & a.lanes) == running : !running);
    REQUIRE(interp_step_guard_count(t) <= spec->guard_depth);
    REQUIRE(interp_step_change_count(t) <= spec->undo_capacity);
    for (uint32_t i = 0; i < interp_step_change_count(t); i++) {
        interp_change change = interp_step_change(t, i);
        REQUIRE(change.lanes && (change.what.name || change.what.node < spec->node_count));
    }
    look_at_guards(p, t, &a);
}

static void stop_in_block(const pair *p, uint64_t index, uint64_t lanes)
{
    const group *g = &p->population->groups[0];
    REQUIRE(steps_begin(p->population, g, group_cohort(g, index), lanes, NULL) == GESTALT_OK);
    for (; steps_go_on(p->population); pair_stops++)
        look_at_stop(p, g->interps[0]);
    REQUIRE(gestalt_actor_step_end(p->population, NULL) == GESTALT_OK);
}

// Sometimes leave the last steps of the agent to the end of the tick.
static void stop_in_agent(const pair *p, uint64_t agent)
{
    gestalt_population *population = p->population;
    uint64_t stops = 0, most = agent % 3 ? UINT64_MAX : 1 + agent % 7;
    gestalt_step step = {0};
    REQUIRE(gestalt_actor_step_begin(population, agent, NULL) == GESTALT_OK);
    while (stops < most && gestalt_actor_step(population, &step)) {
        REQUIRE(step.guard_count == 0 ? step.node == 0 : step.guards[0].node == 0);
        stops++;
    }
    REQUIRE(stops == most ||
            (step.node == 0 && step.status == gestalt_population_status(population, agent)));
    REQUIRE(gestalt_actor_step_end(population, NULL) == GESTALT_OK);
    pair_stops += stops;
}

// Tick every second block as a whole. The next tick does so for the other blocks.
static void tick_in_steps(const pair *p, gestalt_population *population)
{
    REQUIRE(gestalt_population_begin(population, reference_now(p->reference), NULL) == GESTALT_OK);
    for (uint64_t i = gestalt_population_block_count(population, 0); i-- > 0;) {
        gestalt_block block;
        REQUIRE(gestalt_population_block(population, 0, i, &block));
        bool as_whole = (i + gestalt_population_ticks(population)) % 2;
        if (as_whole && block.lanes)
            stop_in_block(p, i, block.lanes);
        for (unsigned lane = 0; !as_whole && lane < block.lane_count; lane++)
            if (block.lanes >> lane & 1)
                stop_in_agent(p, block.agents ? block.agents[lane] : block.first_agent + lane);
    }
    REQUIRE(gestalt_population_end(population, NULL) == GESTALT_OK);
}

// Interrupt the n-th call from now on. Later calls interrupt more rarely, so that the tick ends.
static void interrupt_soon(pair *p)
{
    int64_t nth = 1 + below(p, 2) * below(p, 40) + below(p, 4);
    if (below(p, 8) == 0)
        nth += 4000;
    p->nodes_left = nth;
    if (p->puppets)
        puppets_interrupt(p->puppets, p->population, nth);
}

// Return whether a call was interrupted, so that it must be repeated.
static bool is_interrupted(pair *p, gestalt_result result)
{
    REQUIRE(result == GESTALT_OK || result == GESTALT_INTERRUPTED);
    if (result == GESTALT_OK)
        return false;
    pair_interrupts++;
    interrupt_soon(p);
    return true;
}

// The first try may be interrupted. Not with stubs: they store when their calls began, and restore
// this only in ticks of all agents.
static void tick_agent(pair *p, uint64_t agent)
{
    uint64_t draws = p->draws;
    if (p->options->interrupts && !p->stubs)
        interrupt_soon(p);
    while (is_interrupted(p, gestalt_actor_tick(p->population, agent, NULL))) {
        p->nodes_left = INT64_MAX;
        if (p->puppets)
            puppets_interrupt(p->puppets, NULL, 0);
    }
    p->draws = draws;
    p->nodes_left = INT64_MAX;
    if (p->puppets)
        puppets_interrupt(p->puppets, NULL, 0);
}

// Sometimes turn back the end of the tick, and end it again, maybe in another population.
static bool end_again(pair *p, int64_t now)
{
    bool good = true;
    if (!p->options->interrupts || below(p, 4) > 0)
        return true;
    REQUIRE(gestalt_population_reopen(p->population, NULL) == GESTALT_OK);
    REQUIRE(gestalt_population_is_interrupted(p->population));
    if (p->options->restores && below(p, 2) == 0)
        good = restore(p);
    REQUIRE(!good || gestalt_population_tick(p->population, now, NULL) == GESTALT_OK);
    return good;
}

// A tick that was interrupted too often is not interrupted again.
static bool tick_interrupted(pair *p, int64_t now)
{
    uint64_t draws = p->draws, count = 0;
    p->draws = p->restore_draws;
    bool good = true;
    if (p->options->interrupts)
        interrupt_soon(p);
    while (good && is_interrupted(p, gestalt_population_tick(p->population, now, NULL))) {
        REQUIRE(gestalt_population_is_interrupted(p->population));
        if (p->stubs)
            stub_set_put_back(p->stubs, p->population);
        if (p->options->restores && below(p, 4) == 0) {
            good = restore(p);
            interrupt_soon(p);
        }
        if (++count > 60) {
            p->nodes_left = INT64_MAX;
            if (p->puppets)
                puppets_interrupt(p->puppets, NULL, 0);
        }
    }
    p->nodes_left = INT64_MAX;
    if (p->puppets)
        puppets_interrupt(p->puppets, NULL, 0);
    good = good && end_again(p, now);
    p->restore_draws = p->draws;
    p->draws = draws;
    return good;
}

// One tick of all agents: in one call, or begun and ended, with every second block ticked agent by
// agent.
static bool tick_population(pair *p)
{
    gestalt_population *population = p->population;
    int64_t now = reference_now(p->reference);
    if (p->options->in_steps) {
        tick_in_steps(p, population);
        return true;
    }
    if (!p->options->in_parts)
        return tick_interrupted(p, now);
    p->nodes_left = INT64_MAX;
    REQUIRE(gestalt_population_begin(population, now, NULL) == GESTALT_OK);
    for (uint64_t i = gestalt_population_block_count(population, 0); i-- > 0;) {
        gestalt_block block;
        REQUIRE(gestalt_population_block(population, 0, i, &block));
        if (i % 2 == 1)
            REQUIRE(gestalt_population_tick_block(population, 0, i, NULL) == GESTALT_OK);
        for (unsigned lane = 0; i % 2 == 0 && lane < block.lane_count; lane++) {
            uint64_t agent = block.agents ? block.agents[lane] : block.first_agent + lane;
            if (block.lanes >> lane & 1)
                tick_agent(p, agent);
        }
    }
    REQUIRE(gestalt_population_end(population, NULL) == GESTALT_OK);
    return true;
}

// A recording starts with the population, and again after each snapshot.
static bool compare_recorded(pair *p)
{
    if (!p->options->records || (p->recorded && recorded_agrees(p->recorded, p->difference)))
        return true;
    if (p->recorded)
        return false;
    p->recorded = recorded_start(p->population, p->options->records);
    return true;
}

static bool run_tick(pair *p, uint32_t tick)
{
    gestalt_population *population;
    if (!maybe_restore(p) || (p->options->interferes && !interfere(p)) || !maybe_restore(p) ||
        (tick > 0 && !maybe_edit(p)))
        return false;
    population = p->population;
    if (p->options->in_parts && tick % 3 == 1)
        REQUIRE(gestalt_population_compact(population, NULL) == GESTALT_OK);
    take_hash(p, 2 * tick);
    if (p->stubs)
        REQUIRE(stub_set_before(p->stubs, population, NULL) == GESTALT_OK);
    bool is_traced = set_hooks(p, tick);
    if (!tick_population(p))
        return false;
    population = p->population;
    reference_tick(p->reference);
    pair_slept += gestalt_population_sleeping_count(population);
    if (p->options->hashes)
        REQUIRE(gestalt_population_hash(population, &p->options->hashes[tick], NULL) == GESTALT_OK);
    if (!maybe_restore(p))
        return false;
    population = p->population;
    bool good = compare_requests(p) && (!is_traced || compare_events(p)) && compare_agents(p) &&
                (!p->options->counts || compare_counts_of_nodes(p)) && compare_recorded(p);
    if (!is_traced)
        forget_events(p);
    set_hooks(p, 1);
    reference_clear_events(p->reference);
    if (p->stubs)
        REQUIRE(stub_set_after(p->stubs, population, NULL) == GESTALT_OK);
    REQUIRE(gestalt_population_set_now(population, reference_now(p->reference), NULL) ==
            GESTALT_OK);
    return good;
}

static bool run_pair(pair *p)
{
    set_hooks(p, 1);
    if (!do_spawn(p, p->options->agents))
        return false;
    for (uint32_t tick = 0; tick < p->options->ticks; tick++)
        if (!run_tick(p, tick)) {
            size_t used = strlen(p->difference);
            snprintf(p->difference + used, PAIR_TEXT_SIZE - used, "\nin tick %u", (unsigned)tick);
            return false;
        }
    return true;
}

bool pair_agrees(const generated *g, const char *document, size_t size, const pair_options *options,
                 char difference[PAIR_TEXT_SIZE])
{
    pair p = {.options = options,
              .generated = g,
              .draws = options->seed,
              .edit_draws = options->seed,
              .document = {g, document, size},
              .difference = difference};
    bool good = compile(&p, g, document, size, &p.shape) && start_population(&p);
    if (good) {
        start_reference(&p);
        good = run_pair(&p);
        reference_destroy(p.reference);
    }
    recorded_stop(p.recorded);
    gestalt_population_destroy(p.population);
    gestalt_host_destroy(p.host);
    stub_set_destroy(p.stubs);
    puppets_destroy(p.puppets);
    gestalt_shape_destroy(p.shape);
    for (uint64_t i = 0; i < p.log_count; i++)
        free(p.logs[i].bytes);
    free(p.logs);
    free(p.events.bytes);
    return good;
}
