// SPDX-License-Identifier: MIT
#include "events.h"

#include "array.h"
#include "error.h"
#include "memory.h"
#include "nodes.h"
#include "sort.h"

#include <string.h>

typedef enum event_kind { EVENT_LEAF, EVENT_CANCEL, EVENT_LOG } event_kind;

static const char *const status_words[] = {"success", "failure", "running"};
static const char *const phase_words[] = {"start", "success", "failure", "abandon"};

// ---- recording

// Return the group of an agent, which hooks do not receive.
static uint16_t group_of(const events *e, uint64_t agent)
{
    uint32_t group = 0;
    if (!e->only)
        gestalt_actor_group(e->population, agent, &group);
    return (uint16_t)group;
}

static void events_note(events *e, uint64_t agent, uint32_t node, event_kind kind, unsigned detail)
{
    if (!ARRAY_RESERVE(&e->allocator, e->notes, e->room, 2 * (e->count + 1))) {
        e->is_out_of_memory = true;
        return;
    }
    e->notes[e->count++] =
        (event_note){agent, node, group_of(e, agent), (uint8_t)kind, (uint8_t)detail};
}

static const gestalt_shape *shape_of(const events *e, uint32_t group)
{
    return e->only ? e->only : gestalt_population_shape(e->population, group);
}

static item_type type_of(const events *e, uint64_t agent, uint32_t node)
{
    const gestalt_shape *shape = shape_of(e, group_of(e, agent));
    return item_type_of(shape->items[shape->nodes[node]]);
}

static void note_leave(void *user, uint64_t agent, uint32_t node, gestalt_status status)
{
    events *e = user;
    if (node_table[type_of(e, agent, node)].group == GROUP_LEAF)
        events_note(e, agent, node, EVENT_LEAF, status);
}

static void note_cancel(void *user, uint64_t agent, uint32_t node)
{
    events *e = user;
    if (node_has(type_of(e, agent, node), 'h') &&
        !node_is(type_of(e, agent, node), NODE_IS_LAUNCHING))
        events_note(e, agent, node, EVENT_CANCEL, 0);
}

static void note_log(void *user, uint64_t agent, uint32_t node, gestalt_log_phase phase)
{
    events_note(user, agent, node, EVENT_LOG, phase);
}

static void set_hooks(events *e, gestalt_population *population)
{
    e->population = population;
    e->only = gestalt_population_group_count(population) == 1
                  ? gestalt_population_shape(population, 0)
                  : NULL;
    gestalt_hooks hooks = {.leave = note_leave, .cancel = note_cancel, .log = note_log, .user = e};
    gestalt_population_hooks(population, &hooks);
}

void events_start(events *e, gestalt_population *population, bool is_of_scene, text_out *out)
{
    *e = (events){.out = is_of_scene ? &e->pieces.out : out,
                  .to = out,
                  .allocator = memory_allocator(NULL),
                  .is_of_scene = is_of_scene};
    pieces_start(&e->pieces);
    set_hooks(e, population);
}

void events_release(events *e)
{
    pieces_release(&e->pieces);
    ARRAY_RELEASE(&e->allocator, e->notes, e->room);
    ARRAY_RELEASE(&e->allocator, e->known, e->known_room);
    *e = (events){0};
}

void events_forget(events *e)
{
    e->count = 0;
    pieces_cut(&e->pieces, EVENT_EDITS);
}

// ---- sorting by agent

static bool note_is_before(const void *a, const void *b, const void *user)
{
    (void)user;
    return ((const event_note *)a)->agent < ((const event_note *)b)->agent;
}

// ---- writing

typedef struct event_writer {
    events *e;
    text_out *out;
    const team_agents *agents;
    gestalt_population *population;
    const event_note *notes;
    const gestalt_request *requests;
    uint64_t request_count;
    uint64_t note_at, request_at; // next note and next request
    char tick[24], agent[24], node[24];
} event_writer;

static void number_text(char text[24], uint64_t number)
{
    char digits[24];
    int count = 0;
    do {
        digits[count++] = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    for (int i = 0; i < count; i++)
        text[i] = digits[count - 1 - i];
    text[count] = '\0';
}

static void put_begin(const event_writer *w, const char *event)
{
    text_out *out = w->out;
    text_put(out, "{\"tick\":");
    text_put(out, w->tick);
    text_put(out, ",\"agent\":");
    text_put(out, w->agent);
    text_put(out, ",\"event\":\"");
    text_put(out, event);
    text_put(out, "\"");
}

static void put_word(const event_writer *w, const char *key, const char *word)
{
    text_put(w->out, key);
    text_put(w->out, word);
    text_put(w->out, "\"");
}

static void put_node(event_writer *w, uint32_t node)
{
    number_text(w->node, node);
    text_put(w->out, ",\"node\":");
    text_put(w->out, w->node);
}

static void put_message(event_writer *w, const event_note *n)
{
    const gestalt_shape *shape = shape_of(w->e, n->group);
    uint32_t item = shape->nodes[n->node];
    const char *message = shape_string(shape, item_argument(shape->items[item]));
    text_put(w->out, ",\"message\":");
    text_json(w->out, message, strlen(message));
}

static void put_note(event_writer *w, const event_note *n)
{
    static const char *const words[] = {"leaf", "cancel", "log"};
    put_begin(w, words[n->kind]);
    put_node(w, n->node);
    if (n->kind == EVENT_LEAF)
        put_word(w, ",\"status\":\"", status_words[n->detail]);
    if (n->kind == EVENT_LOG) {
        put_word(w, ",\"phase\":\"", phase_words[n->detail]);
        put_message(w, n);
    }
    text_put(w->out, "}\n");
}

static void put_request(event_writer *w, const gestalt_request *r)
{
    put_begin(w, "request");
    put_word(w, ",\"kind\":\"", r->launch ? "launch" : "cancel");
    put_node(w, r->node);
    text_put(w->out, ",\"do\":");
    text_json(w->out, r->name, strlen(r->name));
    text_put(w->out, "}\n");
}

// Print what an agent did, and its requests.
static void put_deeds(event_writer *w, uint64_t agent)
{
    const events *e = w->e;
    while (w->note_at < e->count && w->notes[w->note_at].agent == agent)
        put_note(w, &w->notes[w->note_at++]);
    while (w->request_at < w->request_count && w->requests[w->request_at].agent == agent)
        put_request(w, &w->requests[w->request_at++]);
}

// Get the next agent to write: that of the next note or of the next request, whichever is lower.
// Returns UINT64_MAX after the last one.
static uint64_t next_agent(const event_writer *w)
{
    uint64_t agent = UINT64_MAX;
    if (w->note_at < w->e->count)
        agent = w->notes[w->note_at].agent;
    if (w->request_at < w->request_count && w->requests[w->request_at].agent < agent)
        agent = w->requests[w->request_at].agent;
    return agent;
}

static void put_root(event_writer *w, uint64_t agent)
{
    put_begin(w, "root");
    put_word(w, ",\"status\":\"", status_words[gestalt_population_status(w->population, agent)]);
    text_put(w->out, "}\n");
}

static void sort_notes(event_writer *w, events *e)
{
    w->notes = e->notes;
    if (e->count)
        w->notes = sort_merge(e->notes, e->notes + e->room / 2, e->count, sizeof *e->notes,
                              note_is_before, NULL);
}

// Write what agents did, up to the id `end`: those that exist, and former ones whose actions were
// cancelled when they left after the tick before.
static gestalt_result put_agents(void *user, text_out *out, uint64_t first, uint64_t end,
                                 gestalt_error *error)
{
    event_writer *w = user;
    (void)error;
    w->out = out;
    for (uint64_t agent = first;; agent++) {
        uint64_t here = gestalt_population_next(w->population, agent), noted = next_agent(w);
        agent = here < noted ? here : noted;
        if (agent >= end)
            return GESTALT_OK;
        if (w->e->is_of_scene)
            pieces_begin(&w->e->pieces, EVENT_DEEDS, agent);
        number_text(w->agent, agent);
        put_deeds(w, agent);
        if (agent == here)
            put_root(w, agent);
    }
}

gestalt_result events_write(events *e, const team_agents *agents, gestalt_error *error)
{
    event_writer w = {.e = e, .population = agents->population};
    if (e->is_out_of_memory)
        return error_no_memory(error);
    gestalt_result result =
        gestalt_population_requests(w.population, &w.requests, &w.request_count, error);
    if (result != GESTALT_OK)
        return result;
    sort_notes(&w, e);
    number_text(w.tick, gestalt_population_ticks(w.population) - 1);
    result = team_write(agents, e->out, put_agents, &w, error);
    e->count = 0;
    e->has_ticked = result == GESTALT_OK;
    return result;
}

static gestalt_result put_done(void *user, text_out *out, uint64_t first, uint64_t end,
                               gestalt_error *error)
{
    event_writer *w = user;
    (void)first, (void)error;
    w->out = out;
    for (; w->note_at < w->e->count && w->notes[w->note_at].agent < end; w->note_at++) {
        const event_note *note = &w->notes[w->note_at];
        if (!team_is_done(w->agents, note->agent))
            continue;
        number_text(w->agent, note->agent);
        put_note(w, note);
    }
    return GESTALT_OK;
}

gestalt_result events_write_done(events *e, const team_agents *agents, gestalt_error *error)
{
    event_writer w = {.e = e, .agents = agents, .population = agents->population};
    if (e->is_out_of_memory)
        return error_no_memory(error);
    sort_notes(&w, e);
    number_text(w.tick, team_ticks(agents));
    gestalt_result result = team_write(agents, e->out, put_done, &w, error);
    e->count = 0;
    return result;
}

// ---- edits

static void put_edit(const event_writer *w, const gestalt_shape *shape, const char *group)
{
    const char *name = gestalt_shape_name(shape);
    text_out *out = w->out;
    text_put(out, "{\"tick\":");
    text_put(out, w->tick);
    text_put(out, ",\"agent\":-1,\"event\":\"edit\",\"shape\":");
    text_json(out, name, strlen(name));
    if (group) {
        text_put(out, ",\"group\":");
        text_json(out, group, strlen(group));
    }
    text_put(out, "}\n");
}

static gestalt_result put_edited(void *user, text_out *out, uint64_t first, uint64_t end,
                                 gestalt_error *error)
{
    event_writer *w = user;
    (void)first, (void)error;
    w->out = out;
    for (uint64_t agent; (agent = next_agent(w)) < end;) {
        number_text(w->agent, agent);
        put_deeds(w, agent);
    }
    return GESTALT_OK;
}

gestalt_result events_write_edit(events *e, const team_agents *agents, const gestalt_shape *shape,
                                 const gestalt_edit_report *report, gestalt_error *error)
{
    event_writer w = {.e = e, .out = e->out, .population = agents->population};
    if (e->is_out_of_memory)
        return error_no_memory(error);
    w.requests = gestalt_edit_report_requests(report, &w.request_count);
    sort_notes(&w, e);
    number_text(w.tick, gestalt_population_ticks(w.population));
    put_edit(&w, shape, NULL);
    gestalt_result result = team_write(agents, e->out, put_edited, &w, error);
    e->count = 0;
    e->only = shape;
    return result;
}

void events_follow_edit(events *e, gestalt_population *population, const char *group,
                        const gestalt_shape *shape)
{
    event_writer w = {.e = e, .out = e->out};
    number_text(w.tick, gestalt_population_ticks(population));
    if (team_is_first()) {
        pieces_begin(&e->pieces, EVENT_EDITS, e->pieces.count);
        put_edit(&w, shape, group);
    }
    set_hooks(e, population);
}

// ---- births and deaths

static void put_birth(event_writer *w, uint64_t agent, const char *group)
{
    number_text(w->agent, agent);
    put_begin(w, "birth");
    text_put(w->out, ",\"group\":");
    text_json(w->out, group, strlen(group));
    text_put(w->out, "}\n");
}

gestalt_result events_write_births(events *e, const char *(*name)(const void *user, uint32_t group),
                                   const void *user, gestalt_error *error)
{
    const gestalt_population *p = e->population;
    event_writer w = {.e = e, .out = e->out};
    number_text(w.tick, gestalt_population_ticks(p));
    e->known_count = 0;
    for (uint64_t agent = gestalt_population_next(p, 0); agent != UINT64_MAX;
         agent = gestalt_population_next(p, agent + 1)) {
        uint32_t group = 0;
        if (!ARRAY_RESERVE(&e->allocator, e->known, e->known_room, e->known_count + 1))
            return error_no_memory(error);
        e->known[e->known_count++] = agent;
        if (agent < e->next_id)
            continue;
        gestalt_actor_group(p, agent, &group);
        pieces_begin(&e->pieces, EVENT_BIRTHS, agent);
        put_birth(&w, agent, name(user, group));
    }
    e->next_id = gestalt_population_next_id(p);
    return GESTALT_OK;
}

static void put_death(event_writer *w, uint64_t agent)
{
    number_text(w->agent, agent);
    put_deeds(w, agent); // actions that its death has cancelled
    put_begin(w, "death");
    text_put(w->out, "}\n");
}

// Write the deaths of the agents that are missing after the step. An agent that has come from
// another rank is missing there: the empty piece here has the same key.
static void put_deaths(events *e)
{
    event_writer w = {.e = e, .out = e->out};
    size_t i = 0;
    sort_notes(&w, e);
    uint64_t agent = gestalt_population_next(e->population, 0);
    number_text(w.tick, gestalt_population_ticks(e->population) - 1);
    while (i < e->known_count || agent < e->next_id) {
        uint64_t known = i < e->known_count ? e->known[i] : UINT64_MAX;
        if (known != agent)
            pieces_begin(&e->pieces, EVENT_DEATHS, known < agent ? known : agent);
        if (known < agent)
            put_death(&w, known);
        i += known <= agent;
        if (agent <= known)
            agent = gestalt_population_next(e->population, agent + 1);
    }
}

// If the tick has failed on a rank, no rank writes what agents did in it.
gestalt_result events_end_step(events *e, bool has_failed, gestalt_error *error)
{
    uint64_t is_without_tick = !e->has_ticked;
    team_sum(&is_without_tick, 1);
    if (is_without_tick)
        pieces_cut(&e->pieces, EVENT_DEEDS);
    if (!has_failed)
        put_deaths(e);
    e->count = 0;
    e->has_ticked = false;
    return pieces_write(&e->pieces, e->to, error);
}
