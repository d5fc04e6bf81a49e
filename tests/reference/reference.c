// SPDX-License-Identifier: MIT
#include "reference_agent.h"

#include "number.h"

static reference_agent *agent_of(const reference *r, uint64_t id)
{
    REQUIRE(id < r->agent_count && r->agents[id]->exists);
    return r->agents[id];
}

// ---- ticks

void reference_tick(reference *r)
{
    r->request_count = 0;
    for (uint32_t i = 0; i < r->agent_count; i++)
        if (r->agents[i]->exists)
            reference_agent_finish_stubs(r, r->agents[i]);
    r->in_tick = true;
    for (uint32_t i = 0; i < r->agent_count; i++)
        reference_agent_tick(r, r->agents[i]);
    r->in_tick = false;
    r->previous = r->now;
    r->now += r->settings.dt;
    r->tick++;
}

int64_t reference_tick_number(const reference *r)
{
    return r->tick;
}

int64_t reference_now(const reference *r)
{
    return r->now;
}

void reference_set_now(reference *r, int64_t now)
{
    REQUIRE(now >= r->previous);
    r->now = now;
    if (r->tick == 0)
        r->previous = now; // `dt` is 0 in tick 0
}

// ---- the whole

// The elements are "evaluated in order, each appended before the next is evaluated".
static void evaluate_list(reference *r, reference_agent *a, uint32_t cell)
{
    reference_list *list = reference_list_of(r, a, cell);
    list->count = 0;
    for (uint32_t i = 0; i < r->cells[cell].element_count; i++) {
        reference_value value = reference_formula_value(r, a, &r->cells[cell].elements[i]);
        list->elements[list->count++] = reference_keep_element(list, value);
    }
}

// Evaluate inits in the order of the document. Those of shared keys are evaluated once, for the
// whole population.
void reference_evaluate_inits(reference *r, reference_agent *a, const bool *is_kept)
{
    for (uint32_t i = 0; i < r->cell_count; i++) {
        reference_cell *cell = &r->cells[i];
        if (cell->shared != !a || !cell->has_init || (is_kept && is_kept[i]))
            continue;
        if (cell->type == REFERENCE_LIST) {
            evaluate_list(r, a, i);
            continue;
        }
        reference_value value = reference_formula_value(r, a, &cell->init);
        for (uint32_t k = 0; k < cell->whole; k++)
            *(a ? &a->cells[i + k] : &cell[k].value) = reference_float(value.parts[k]);
        if (!cell->whole)
            *(a ? &a->cells[i] : &cell->value) = reference_keep(value, cell->type, cell->words);
    }
}

// End the test if memory runs out, so that the arenas never need a handler for that.
static void *resize_or_abort(void *user, void *block, size_t old_size, size_t new_size)
{
    (void)user, (void)old_size;
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    block = realloc(block, new_size);
    REQUIRE(block);
    return block;
}

reference *reference_load(const char *text, size_t size, const reference_settings *settings)
{
    reference *r = calloc(1, sizeof *r);
    REQUIRE(r);
    r->allocator = (gestalt_allocator){.resize = resize_or_abort};
    r->settings = *settings;
    arena_start(&r->memory, r->allocator);
    reference_read_documents(r, text, size);
    reference_evaluate_inits(r, NULL, NULL);
    reference_put(&r->events, "");
    r->counts = ARENA_ARRAY(&r->memory, reference_counts, r->node_count);
    r->counts_before = ARENA_ARRAY(&r->memory, reference_counts, r->node_count);
    reference_forget_counts(r);
    return r;
}

reference_counts reference_counts_of(const reference *r, uint32_t node, bool in_all)
{
    reference_counts c = r->counts[node];
    const reference_counts *before = &r->counts_before[node];
    for (int i = 0; i < 3 && !in_all; i++)
        c.answers[i] -= before->answers[i];
    c.abandoned -= in_all ? 0 : before->abandoned;
    return c;
}

void reference_tick_counts(reference *r)
{
    memcpy(r->counts_before, r->counts, r->node_count * sizeof *r->counts);
}

void reference_forget_counts(reference *r)
{
    memset(r->counts, 0, r->node_count * sizeof *r->counts);
    reference_tick_counts(r);
}

static void agent_release(const reference *r, reference_agent *a)
{
    for (uint32_t i = 0; i < r->node_count; i++) {
        free(a->nodes[i].order);
        free(a->nodes[i].answers);
        free(a->nodes[i].arguments);
    }
    for (uint32_t i = 0; i < r->cell_count; i++)
        if (a->cells[i].list) {
            free(a->cells[i].list->elements);
            free(a->cells[i].list);
        }
    free(a->nodes);
    free(a->cells);
    free(a->kept);
    free(a->between.bytes);
    free(a);
}

void reference_destroy(reference *r)
{
    if (r->before)
        reference_destroy(r->before);
    for (uint32_t i = 0; i < r->agent_count; i++)
        agent_release(r, r->agents[i]);
    for (reference_document *d = r->documents; d; d = d->next)
        json_destroy(&d->json, &r->allocator);
    free(r->events.bytes);
    free(r->csv.bytes);
    arena_destroy(&r->memory);
    free(r);
}

static void *zeroed(size_t count, size_t size)
{
    void *block = calloc(count + 1, size);
    REQUIRE(block);
    return block;
}

static reference_list *empty_list_like(const reference_list *like)
{
    reference_list *list = zeroed(1, sizeof *list);
    *list = *like;
    list->elements = zeroed(like->capacity, sizeof *list->elements);
    list->count = 0;
    return list;
}

reference_agent *reference_agent_blank(reference *r, uint64_t id)
{
    reference_agent *a = zeroed(1, sizeof *a);
    *a = (reference_agent){.id = id, .exists = true, .status = GESTALT_RUNNING};
    a->random = reference_random_seed(id, r->settings.seed);
    a->nodes = zeroed(r->node_count, sizeof *a->nodes);
    a->kept = zeroed(1, reference_kept_size(r));
    a->cells = zeroed(r->cell_count, sizeof *a->cells);
    for (uint32_t i = 0; i < r->node_count; i++) {
        uint32_t children = r->nodes[i]->child_count;
        a->nodes[i].order = zeroed(children, sizeof(uint32_t));
        a->nodes[i].answers = zeroed(children, sizeof(gestalt_status));
    }
    for (uint32_t i = 0; i < r->persistent_count; i++)
        a->kept[i].status = r->persistents[i].init;
    for (uint32_t i = 0; i < r->cell_count; i++) {
        a->cells[i].type = r->cells[i].type;
        if (r->cells[i].type == REFERENCE_LIST && !r->cells[i].shared)
            a->cells[i].list = empty_list_like(r->cells[i].value.list);
    }
    return a;
}

uint64_t reference_spawn(reference *r, uint64_t count)
{
    uint64_t first = r->agent_count;
    for (uint64_t i = 0; i < count; i++) {
        reference_agent *a = reference_agent_blank(r, r->agent_count);
        reference_evaluate_inits(r, a, NULL);
        *ARENA_PUSH(&r->memory, r->agents, r->agent_count, r->agent_capacity) = a;
    }
    return first;
}

// "To cancel an agent as a whole is to abandon its root. This happens when the agent is despawned,
// and when the host cancels it."
void reference_cancel(reference *r, uint64_t agent)
{
    reference_agent_cancel(r, agent_of(r, agent));
}

void reference_despawn(reference *r, uint64_t agent)
{
    reference_cancel(r, agent);
    r->agents[agent]->exists = false;
}

void reference_stub(reference *r, const char *name, int64_t ticks, gestalt_status status)
{
    for (uint32_t i = 0; i < r->host_count; i++) {
        reference_host *host = &r->hosts[i];
        if (strcmp(host->name, name) != 0)
            continue;
        host->has_stub = true;
        host->stub_ticks = ticks;
        host->stub_status = status;
    }
}

// ---- between ticks

bool reference_finish(reference *r, uint64_t agent, uint32_t node, gestalt_status status)
{
    if (agent >= r->agent_count || !r->agents[agent]->exists || node >= r->node_count)
        return false;
    reference_node_state *s = &r->agents[agent]->nodes[node];
    if (!s->live || !reference_node_is(r->nodes[node], "deferred"))
        return false;
    s->state = status;
    return true;
}

bool reference_set_persistent(reference *r, uint64_t agent, const char *name, gestalt_status status)
{
    for (uint32_t i = 0; i < r->persistent_count; i++) {
        if (strcmp(r->persistents[i].name, name) != 0)
            continue;
        agent_of(r, agent)->kept[i].status = status;
        return true;
    }
    return false;
}

bool reference_read(const reference *r, uint64_t agent, const char *key, reference_value *value)
{
    uint32_t cell = reference_find_cell(r, key);
    if (cell == r->cell_count)
        return false;
    REQUIRE(r->cells[cell].type != REFERENCE_LIST);
    bool shared = r->cells[cell].shared;
    *value = shared ? r->cells[cell].value : agent_of(r, agent)->cells[cell];
    return true;
}

bool reference_write(reference *r, uint64_t agent, const char *key, reference_value value)
{
    uint32_t cell = reference_find_cell(r, key);
    if (cell == r->cell_count)
        return false;
    REQUIRE(value.type == r->cells[cell].type && value.type != REFERENCE_LIST);
    bool shared = r->cells[cell].shared;
    *(shared ? &r->cells[cell].value : &agent_of(r, agent)->cells[cell]) = value;
    return true;
}

static reference_list *list_named(const reference *r, uint64_t agent, const char *key)
{
    uint32_t cell = reference_find_cell(r, key);
    if (cell == r->cell_count || r->cells[cell].type != REFERENCE_LIST)
        return NULL;
    return reference_list_of(r, r->cells[cell].shared ? NULL : agent_of(r, agent), cell);
}

const reference_list *reference_read_list(const reference *r, uint64_t agent, const char *key)
{
    return list_named(r, agent, key);
}

bool reference_write_list(reference *r, uint64_t agent, const char *key,
                          const reference_value *elements, uint32_t count)
{
    reference_list *list = list_named(r, agent, key);
    if (!list || count > list->capacity)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        REQUIRE(elements[i].type == list->type && elements[i].width == list->width);
        list->elements[i] = elements[i];
    }
    list->count = count;
    return true;
}

// ---- results

const char *reference_events(const reference *r, size_t *size)
{
    if (size)
        *size = r->events.size;
    return r->events.bytes;
}

void reference_clear_events(reference *r)
{
    r->events.size = 0;
    r->events.bytes[0] = '\0';
}

const reference_request *reference_requests(const reference *r, uint32_t *count)
{
    *count = r->request_count;
    return r->requests;
}

// `words` are the words of an enum, or NULL. An index after the last word is written as a number.
static void put_value(reference_text *t, reference_value value, const reference_words *words)
{
    char text[NUMBER_TEXT_SIZE];
    if (words && (uint32_t)value.integer < words->count) {
        reference_put(t, words->words[value.integer]);
    } else if (value.type == REFERENCE_FLOAT) {
        number_print_float(text, value.number);
        reference_put(t, text);
    } else {
        reference_put_number(t, value.integer); // a bool is written as 0 or 1
    }
}

// "A list as its elements with spaces between them (the components of a vector with `:`)"
static void put_list(reference_text *t, const reference_list *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        reference_put(t, i > 0 ? " " : "");
        if (list->type != REFERENCE_VECTOR)
            put_value(t, list->elements[i], list->words);
        for (uint32_t k = 0; k < list->width; k++) {
            reference_put(t, k > 0 ? ":" : "");
            put_value(t, reference_float(list->elements[i].parts[k]), NULL);
        }
    }
}

const char *reference_final_csv(reference *r, size_t *size)
{
    reference_text *t = &r->csv;
    t->size = 0;
    reference_put(t, "agent");
    for (uint32_t i = 0; i < r->cell_count; i++) {
        reference_put(t, ",");
        reference_put(t, r->cells[i].name);
    }
    reference_put(t, "\n");
    for (uint32_t i = 0; i < r->agent_count; i++) {
        const reference_agent *a = r->agents[i];
        if (!a->exists)
            continue;
        reference_put_number(t, i);
        for (uint32_t k = 0; k < r->cell_count; k++) {
            reference_put(t, ",");
            if (r->cells[k].type == REFERENCE_LIST) {
                put_list(t, reference_list_of(r, a, k));
                continue;
            }
            put_value(t, r->cells[k].shared ? r->cells[k].value : a->cells[k], r->cells[k].words);
        }
        reference_put(t, "\n");
    }
    if (size)
        *size = t->size;
    return t->bytes;
}

// ---- state

uint64_t reference_agent_end(const reference *r)
{
    return r->agent_count;
}

bool reference_agent_exists(const reference *r, uint64_t agent)
{
    return agent < r->agent_count && r->agents[agent]->exists;
}

gestalt_status reference_root_status(const reference *r, uint64_t agent)
{
    return agent_of(r, agent)->status;
}

uint64_t reference_random_state(const reference *r, uint64_t agent)
{
    return agent_of(r, agent)->random;
}

uint32_t reference_node_count(const reference *r)
{
    return r->node_count;
}

uint32_t reference_node_end(const reference *r, uint32_t node)
{
    return r->nodes[node]->end;
}

const char *reference_node_type(const reference *r, uint32_t node)
{
    return r->nodes[node]->type->name;
}

const char *reference_node_name(const reference *r, uint32_t node)
{
    return r->nodes[node]->name;
}

bool reference_node_is_live(const reference *r, uint64_t agent, uint32_t node)
{
    return agent_of(r, agent)->nodes[node].live;
}

bool reference_launch(const reference *r, uint64_t agent, uint32_t node, reference_request *launch,
                      gestalt_status *status)
{
    const reference_node *n = r->nodes[node];
    const reference_node_state *s = &agent_of(r, agent)->nodes[node];
    if (!s->live || !reference_node_is(n, "deferred"))
        return false;
    *status = s->state;
    *launch = (reference_request){.launch = true,
                                  .agent = agent,
                                  .node = node,
                                  .name = r->hosts[n->host].name,
                                  .resource = n->resource,
                                  .arguments = s->arguments,
                                  .argument_count = n->argument_count,
                                  .tick = s->launch_tick};
    return true;
}

bool reference_once(const reference *r, uint64_t agent, uint32_t node, gestalt_status *status)
{
    const reference_kept *k = &agent_of(r, agent)->kept[r->persistent_count + node];
    *status = k->status;
    return k->is_set;
}

bool reference_cooldown(const reference *r, uint64_t agent, uint32_t node, int64_t *due)
{
    const reference_kept *k = &agent_of(r, agent)->kept[r->persistent_count + node];
    *due = k->when + k->duration;
    return k->is_set;
}

uint32_t reference_cell_count(const reference *r)
{
    return r->cell_count;
}

const char *reference_cell_name(const reference *r, uint32_t cell)
{
    return r->cells[cell].name;
}

reference_type reference_cell_type(const reference *r, uint32_t cell)
{
    return r->cells[cell].type;
}

bool reference_cell_is_shared(const reference *r, uint32_t cell)
{
    return r->cells[cell].shared;
}

uint32_t reference_cell_bits(const reference *r, uint64_t agent, uint32_t cell)
{
    REQUIRE(r->cells[cell].type != REFERENCE_LIST);
    bool shared = r->cells[cell].shared;
    return reference_value_bits(shared ? r->cells[cell].value : agent_of(r, agent)->cells[cell]);
}

uint32_t reference_persistent_count(const reference *r)
{
    return r->persistent_count;
}

const char *reference_persistent_name(const reference *r, uint32_t index)
{
    return r->persistents[index].name;
}

gestalt_status reference_persistent(const reference *r, uint64_t agent, uint32_t index)
{
    return agent_of(r, agent)->kept[index].status;
}

uint32_t reference_host_count(const reference *r)
{
    return r->used_host_count;
}

const char *reference_host_name(const reference *r, uint32_t index)
{
    return r->hosts[r->used_hosts[index]].name;
}

const char *reference_host_kind(const reference *r, uint32_t index)
{
    return r->hosts[r->used_hosts[index]].kind;
}
