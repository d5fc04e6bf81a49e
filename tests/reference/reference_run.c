// SPDX-License-Identifier: MIT
#include "reference_agent.h"

#include "text.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef reference_kept kept;
typedef reference_node_state node_state;

// One tick or cancellation of one agent.
struct reference_run {
    reference *r;
    reference_agent *a;
    reference_text *out;
};

bool reference_node_is(const reference_node *n, const char *type)
{
    return strcmp(n->type->name, type) == 0;
}

// ---- text

static bool append(void *user, const char *bytes, size_t size)
{
    reference_text *t = user;
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

void reference_put(reference_text *t, const char *text)
{
    append(t, text, strlen(text));
}

void reference_put_number(reference_text *t, int64_t number)
{
    // Convert by hand: events contain many numbers, and snprintf would take most of the time.
    char text[24], *at = text + sizeof text;
    uint64_t rest = number < 0 ? -(uint64_t)number : (uint64_t)number;
    do
        *--at = (char)('0' + rest % 10);
    while (rest /= 10);
    if (number < 0)
        *--at = '-';
    append(t, at, (size_t)(text + sizeof text - at));
}

void reference_put_json(reference_text *t, const char *text)
{
    text_out out;
    text_start(&out, (gestalt_writer){append, t}, false);
    text_json(&out, text, strlen(text));
    text_finish(&out);
}

// ---- events

static const char *const status_words[] = {"success", "failure", "running"};

static void event_begin(reference_run *run, const char *event)
{
    reference_put(run->out, "{\"tick\":");
    reference_put_number(run->out, run->r->tick);
    reference_put(run->out, ",\"agent\":");
    reference_put_number(run->out, (int64_t)run->a->id);
    reference_put(run->out, ",\"event\":\"");
    reference_put(run->out, event);
    reference_put(run->out, "\"");
}

static void event_node(reference_run *run, const reference_node *n)
{
    reference_put(run->out, ",\"node\":");
    reference_put_number(run->out, n->id);
}

static void event_word(reference_run *run, const char *key, const char *word)
{
    reference_put(run->out, ",\"");
    reference_put(run->out, key);
    reference_put(run->out, "\":\"");
    reference_put(run->out, word);
    reference_put(run->out, "\"");
}

static void event_end(reference_run *run)
{
    reference_put(run->out, "}\n");
}

static void event_log(reference_run *run, const reference_node *n, const char *phase)
{
    event_begin(run, "log");
    event_node(run, n);
    event_word(run, "phase", phase);
    reference_put(run->out, ",\"message\":");
    reference_put_json(run->out, n->message);
    event_end(run);
}

// ---- expressions

typedef struct sight_context {
    reference *r;
    reference_agent *a; // NULL: evaluate without an agent
    const reference_scope *scope;
} sight_context;

static float seconds(int64_t microseconds)
{
    return (float)((double)microseconds / 1e6);
}

// "the low 32 bits"
static reference_value low_bits(uint64_t number)
{
    return reference_int((int32_t)(uint32_t)number);
}

static reference_value vector_value(const sight_context *c, const reference_key *key)
{
    reference_value value = {.type = REFERENCE_VECTOR, .width = key->width};
    for (uint32_t k = 0; k < key->width; k++) {
        const reference_cell *cell = &c->r->cells[key->cell + k];
        if (cell->shared)
            value.parts[k] = cell->value.number;
        else if (c->a)
            value.parts[k] = c->a->cells[key->cell + k].number;
    }
    return value;
}

reference_list *reference_list_of(const reference *r, const reference_agent *agent, uint32_t cell)
{
    const reference_cell *known = &r->cells[cell];
    REQUIRE(known->type == REFERENCE_LIST);
    return known->shared || !agent ? known->value.list : agent->cells[cell].list;
}

static reference_value name_value(void *user, const char *name)
{
    const sight_context *c = user;
    reference *r = c->r;
    const char *full = reference_full_name(r, c->scope, name);
    for (uint32_t i = 0; !full && i < c->scope->param_count; i++)
        if (strcmp(c->scope->params[i].name, name) == 0)
            return c->scope->params[i].value;
    if (strcmp(name, "time") == 0)
        return reference_float(seconds(r->now));
    if (strcmp(name, "dt") == 0) // 0 if evaluated between ticks
        return reference_float(seconds(r->in_tick ? r->now - r->previous : 0));
    if (strcmp(name, "tick") == 0)
        return low_bits((uint64_t)r->tick);
    if (strcmp(name, "agent") == 0)
        return low_bits(c->a ? c->a->id : 0);
    const reference_key *key = reference_find_key(r, full);
    if (key && key->width > 1)
        return vector_value(c, key);
    uint32_t cell = reference_find_cell(r, full);
    REQUIRE(cell < r->cell_count);
    const reference_cell *known = &r->cells[cell];
    reference_value value = {.type = known->type};
    if (known->type == REFERENCE_LIST)
        return (reference_value){.type = REFERENCE_LIST, .list = reference_list_of(r, c->a, cell)};
    if (known->shared)
        value = known->value;
    else if (c->a)
        value = c->a->cells[cell];
    return reference_seen(value, known->words);
}

static float draw(void *user)
{
    const sight_context *c = user;
    return c->a ? reference_random_float(&c->a->random) : 0.0f;
}

// The place of a text is its index in the table of texts. While documents are still being read, the
// table is incomplete, and the value does not matter.
int32_t reference_text_place(const reference *r, const char *text)
{
    for (uint32_t i = 0; i < r->text_count; i++)
        if (strcmp(r->texts[i], text) == 0)
            return (int32_t)i;
    return -1;
}

static int32_t place_of(void *user, const char *text)
{
    const sight_context *c = user;
    return reference_text_place(c->r, text);
}

reference_value reference_formula_value(reference *r, reference_agent *agent,
                                        const reference_formula *formula)
{
    if (formula->text)
        return reference_int(reference_text_place(r, formula->text));
    if (!formula->expression)
        return formula->constant;
    sight_context context = {r, agent, formula->scope};
    reference_sight sight = {name_value, draw, place_of, &context};
    return reference_evaluate(formula->expression, &sight);
}

static reference_value value_of(reference_run *run, const reference_formula *formula)
{
    return reference_formula_value(run->r, run->a, formula);
}

// ---- calls of the host

static const reference_parameter *parameter_named(const reference_host *host, const char *name)
{
    uint32_t i = 0;
    while (strcmp(host->parameters[i].name, name) != 0)
        i++;
    return &host->parameters[i];
}

// Arguments are evaluated each time just before the call, in the order in which they are written.
static reference_argument *arguments_of(reference_run *run, const reference_node *n)
{
    const reference_host *host = &run->r->hosts[n->host];
    size_t size = sizeof(reference_argument) * (n->argument_count + 1);
    reference_argument *arguments = calloc(1, size);
    REQUIRE(arguments);
    for (uint32_t i = 0; i < n->argument_count; i++) {
        const reference_given *given = &n->arguments[i];
        reference_argument *argument = &arguments[i];
        *argument = (reference_argument){given->name, given->passing, .key = given->key,
                                         .width = given->width};
        if (given->passing == REFERENCE_BY_VALUE) {
            const reference_parameter *parameter = parameter_named(host, given->name);
            argument->value =
                reference_keep(value_of(run, &given->formula), parameter->type, parameter->words);
        } else if (given->passing == REFERENCE_BY_VECTOR && !given->key) {
            reference_value vector = value_of(run, &given->formula);
            REQUIRE(vector.type == REFERENCE_VECTOR && vector.width == given->width);
            memcpy(argument->vector, vector.parts, sizeof vector.parts);
        } else if (given->passing == REFERENCE_BY_VECTOR) {
            for (uint32_t k = 0; k < given->width; k++) {
                const reference_cell *cell = &run->r->cells[given->cell + k];
                argument->vector[k] =
                    cell->shared ? cell->value.number : run->a->cells[given->cell + k].number;
            }
        }
    }
    return arguments;
}

static reference_call call_of(reference_run *run, const reference_node *n, reference_phase phase,
                              const reference_argument *arguments)
{
    return (reference_call){.reference = run->r,
                            .agent = run->a->id,
                            .node = n->id,
                            .name = run->r->hosts[n->host].name,
                            .phase = phase,
                            .arguments = arguments,
                            .argument_count = n->argument_count};
}

// The stub of an immediate action runs "until TICKS ticks after its fresh start, then STATUS".
static gestalt_status stub_action(reference_run *run, const reference_node *n,
                                  reference_phase phase)
{
    const reference_host *host = &run->r->hosts[n->host];
    node_state *s = &run->a->nodes[n->id];
    if (phase == REFERENCE_START)
        s->stub_tick = run->r->tick;
    return run->r->tick - s->stub_tick >= host->stub_ticks ? host->stub_status : GESTALT_RUNNING;
}

static gestalt_status call_action(reference_run *run, const reference_node *n,
                                  reference_phase phase)
{
    reference_argument *arguments = arguments_of(run, n);
    reference_call call = call_of(run, n, phase, arguments);
    gestalt_status answer;
    if (run->r->hosts[n->host].has_stub) {
        answer = stub_action(run, n, phase);
    } else {
        REQUIRE(run->r->settings.action);
        answer = run->r->settings.action(run->r->settings.host_user, &call);
    }
    free(arguments);
    return answer;
}

static bool call_predicate(reference_run *run, const reference_node *n)
{
    const reference_host *host = &run->r->hosts[n->host];
    reference_argument *arguments = arguments_of(run, n);
    reference_call call = call_of(run, n, REFERENCE_START, arguments);
    bool answer;
    if (host->has_stub) {
        answer = host->stub_status == GESTALT_SUCCESS; // for a predicate "`success` is true"
    } else {
        REQUIRE(run->r->settings.predicate);
        answer = run->r->settings.predicate(run->r->settings.host_user, &call);
    }
    free(arguments);
    return answer;
}

static bool test(reference_run *run, const reference_node *n)
{
    if (n->host != NO_HOST)
        return call_predicate(run, n);
    reference_value value = value_of(run, &n->formula);
    REQUIRE(value.type == REFERENCE_BOOL);
    return value.integer;
}

// ---- abandoning

static void abandon_deferred(reference_run *run, node_state *s)
{
    bool had_asked = s->asks_launch && s->launch_tick == run->r->tick;
    if (had_asked)
        s->asks_launch = false; // "its launch is dropped, and there is no cancel request"
    if (had_asked || s->state != GESTALT_RUNNING)
        return;
    s->asks_cancel = true; // "launched in an earlier tick, and not yet ended by its game system"
    s->cancelled_tick = s->launch_tick;
}

static void abandon_node(reference_run *run, const reference_node *n)
{
    node_state *s = &run->a->nodes[n->id];
    s->live = false;
    run->r->counts[n->id].abandoned++;
    if (reference_node_is(n, "action")) {
        event_begin(run, "cancel");
        event_node(run, n);
        event_end(run);
        call_action(run, n, REFERENCE_CANCEL); // "the return value is ignored"
    } else if (reference_node_is(n, "deferred")) {
        abandon_deferred(run, s);
    } else if (reference_node_is(n, "debug")) {
        event_log(run, n, "abandon");
    }
}

// Cancel everything that is live in the range, "in increasing order of node ids".
static void abandon_range(reference_run *run, uint32_t begin, uint32_t end)
{
    for (uint32_t id = begin; id < end; id++)
        if (run->a->nodes[id].live)
            abandon_node(run, run->r->nodes[id]);
}

static void abandon(reference_run *run, const reference_node *n)
{
    abandon_range(run, n->id, n->end);
}

static void abandon_below(reference_run *run, const reference_node *n)
{
    abandon_range(run, n->id + 1, n->end);
}

// ---- rolling back
//
// While a node runs, all persistent changes of its agent are made below it. So a copy of all
// persistent values, made when the node is entered, is enough to restore them.

size_t reference_kept_size(const reference *r)
{
    return sizeof(kept) * (r->persistent_count + r->node_count + 1);
}

static kept *remember(const reference_run *run)
{
    kept *copy = malloc(reference_kept_size(run->r));
    REQUIRE(copy);
    memcpy(copy, run->a->kept, reference_kept_size(run->r));
    return copy;
}

// If a concurrent, race or parallel fails, first roll back the changes made below it since it was
// last entered. Then abandon its children, both after a failure and after a success.
static gestalt_status conclude(reference_run *run, const reference_node *n, kept *before,
                               gestalt_status answer)
{
    if (answer == GESTALT_FAILURE)
        memcpy(run->a->kept, before, reference_kept_size(run->r));
    if (answer != GESTALT_RUNNING)
        abandon_below(run, n);
    free(before);
    return answer;
}

static kept *kept_of_persistent(const reference_run *run, uint32_t index)
{
    return &run->a->kept[index];
}

static kept *kept_of_node(const reference_run *run, const reference_node *n)
{
    return &run->a->kept[run->r->persistent_count + n->id];
}

// ---- running a node

static node_state *state_of(const reference_run *run, const reference_node *n)
{
    return &run->a->nodes[n->id];
}

// A node that is not live runs fresh. This returns true until the status of the current run is
// stored.
static bool is_fresh(const reference_run *run, const reference_node *n)
{
    return !state_of(run, n)->live;
}

static gestalt_status run_node(reference_run *run, const reference_node *n)
{
    gestalt_status answer = n->type->run(run, n);
    state_of(run, n)->live = answer == GESTALT_RUNNING;
    run->r->counts[n->id].answers[answer]++;
    if (n->type->is_leaf) {
        event_begin(run, "leaf");
        event_node(run, n);
        event_word(run, "status", status_words[answer]);
        event_end(run);
    }
    return answer;
}

static gestalt_status run_child(reference_run *run, const reference_node *n)
{
    return run_node(run, n->children[0]);
}

// ---- durations

int64_t reference_microseconds(double seconds)
{
    return seconds > 0 ? (int64_t)rint(seconds * 1e6) : 0;
}

// Evaluate the duration, when the clock starts. "An evaluated duration that is NaN or below 0
// counts as 0, and one that is too long counts as the maximum" (1e9 s or 2147483647 ticks).
static int64_t duration_of(reference_run *run, const reference_node *n)
{
    if (!n->is_evaluated)
        return n->duration;
    reference_value value = value_of(run, &n->lasts);
    if (n->in_ticks) {
        REQUIRE(value.type == REFERENCE_INT);
        return value.integer > 0 ? value.integer : 0;
    }
    double seconds = (double)reference_convert(value, REFERENCE_FLOAT).number;
    return reference_microseconds(seconds > 1e9 ? 1e9 : seconds);
}

static void start_clock(reference_run *run, const reference_node *n)
{
    node_state *s = state_of(run, n);
    s->start_now = run->r->now;
    s->start_tick = run->r->tick;
    s->duration = duration_of(run, n);
}

// Due in the first tick whose `now` is at least t + d, or whose number is at least k + d. Written
// as a difference, which can't overflow because time never decreases.
static bool is_due(const reference_run *run, const reference_node *n)
{
    const node_state *s = state_of(run, n);
    return n->in_ticks ? run->r->tick - s->start_tick >= s->duration
                       : run->r->now - s->start_now >= s->duration;
}

// ---- leaves

static gestalt_status answer_of(bool truth)
{
    return truth ? GESTALT_SUCCESS : GESTALT_FAILURE;
}

static gestalt_status run_condition(reference_run *run, const reference_node *n)
{
    return answer_of(test(run, n));
}

static gestalt_status run_action(reference_run *run, const reference_node *n)
{
    return call_action(run, n, is_fresh(run, n) ? REFERENCE_START : REFERENCE_RESUME);
}

static gestalt_status run_deferred(reference_run *run, const reference_node *n)
{
    node_state *s = state_of(run, n);
    if (!is_fresh(run, n))
        return s->state;
    free(s->arguments);
    s->arguments = arguments_of(run, n);
    s->asks_launch = true;
    s->launch_tick = run->r->tick;
    s->state = GESTALT_RUNNING;
    return GESTALT_RUNNING;
}

static gestalt_status run_persistent(reference_run *run, const reference_node *n)
{
    return kept_of_persistent(run, n->persistent)->status;
}

static gestalt_status run_signal(reference_run *run, const reference_node *n)
{
    kept_of_persistent(run, n->persistent)->status = n->status;
    return GESTALT_SUCCESS;
}

// ---- leaves that change a list

static reference_list *list_of(const reference_run *run, uint32_t cell)
{
    return reference_list_of(run->r, run->a, cell);
}

// "`at` is evaluated before `to` or `value`, and each is evaluated also where nothing is then
// assigned."
static int64_t at_of(reference_run *run, const reference_node *n, int64_t missing)
{
    if (!n->list.has_at)
        return missing;
    reference_value at = value_of(run, &n->list.at);
    REQUIRE(at.type == REFERENCE_INT);
    return at.integer;
}

static void assign_copy(reference_list *to, const reference_list *from)
{
    REQUIRE(from->count <= to->capacity);
    memmove(to->elements, from->elements, from->count * sizeof *from->elements);
    to->count = from->count;
}

// "A list of expressions, all evaluated before any is assigned"
static void assign_written(reference_run *run, const reference_node *n, reference_list *to)
{
    reference_value *values = calloc(n->list.value_count + 1, sizeof *values);
    REQUIRE(values && n->list.value_count <= to->capacity);
    for (uint32_t i = 0; i < n->list.value_count; i++)
        values[i] = reference_keep_element(to, value_of(run, &n->list.values[i]));
    memcpy(to->elements, values, n->list.value_count * sizeof *values);
    to->count = n->list.value_count;
    free(values);
}

// "With an `at` that is out of range: failure, and nothing changes"
static gestalt_status set_element(reference_run *run, const reference_node *n, reference_list *to)
{
    int64_t place = at_of(run, n, 0);
    reference_value value = reference_keep_element(to, value_of(run, &n->formula));
    if (place < 0 || place >= to->count)
        return GESTALT_FAILURE;
    to->elements[place] = value;
    return GESTALT_SUCCESS;
}

static gestalt_status set_list(reference_run *run, const reference_node *n)
{
    reference_list *to = list_of(run, n->cell);
    if (n->list.has_at)
        return set_element(run, n, to);
    if (n->list.from.name)
        assign_copy(to, list_of(run, n->list.from.cell));
    else
        assign_written(run, n, to);
    return GESTALT_SUCCESS;
}

// "The value stands at that place, and what stood there and behind it moves up by one. A full list,
// or `at` out of range: failure, and nothing changes"
static gestalt_status run_push(reference_run *run, const reference_node *n)
{
    reference_list *list = list_of(run, n->cell);
    int64_t place = at_of(run, n, list->count);
    reference_value value = reference_keep_element(list, value_of(run, &n->formula));
    if (list->count == list->capacity || place < 0 || place > list->count)
        return GESTALT_FAILURE;
    for (int64_t i = list->count; i > place; i--)
        list->elements[i] = list->elements[i - 1];
    list->elements[place] = value;
    list->count++;
    return GESTALT_SUCCESS;
}

// Assign an element of a list to a key of its type.
static void assign_item(const reference_run *run, const reference_target *item,
                        reference_value value)
{
    reference_value *cells = &run->a->cells[item->cell];
    if (value.type != REFERENCE_VECTOR)
        *cells = value;
    for (uint32_t k = 0; value.type == REFERENCE_VECTOR && k < value.width; k++)
        cells[k] = reference_float(value.parts[k]);
}

static gestalt_status run_pop(reference_run *run, const reference_node *n)
{
    reference_list *list = list_of(run, n->cell);
    int64_t place = at_of(run, n, 0);
    if (place < 0 || place >= list->count)
        return GESTALT_FAILURE;
    if (n->list.item.name)
        assign_item(run, &n->list.item, list->elements[place]);
    list->count--;
    for (int64_t i = place; i < list->count; i++)
        list->elements[i] = list->elements[i + 1];
    return GESTALT_SUCCESS;
}

static gestalt_status run_clear(reference_run *run, const reference_node *n)
{
    list_of(run, n->cell)->count = 0;
    return GESTALT_SUCCESS;
}

// ---- other leaves

static gestalt_status run_set(reference_run *run, const reference_node *n)
{
    if (run->r->cells[n->cell].type == REFERENCE_LIST)
        return set_list(run, n);
    reference_value value = value_of(run, &n->formula);
    for (uint32_t k = 0; value.type == REFERENCE_VECTOR && k < value.width; k++)
        run->a->cells[n->cell + k] = reference_float(value.parts[k]);
    if (value.type == REFERENCE_VECTOR)
        return GESTALT_SUCCESS;
    const reference_cell *cell = &run->r->cells[n->cell];
    run->a->cells[n->cell] = reference_keep(value, cell->type, cell->words);
    return GESTALT_SUCCESS;
}

static gestalt_status run_wait(reference_run *run, const reference_node *n)
{
    if (is_fresh(run, n))
        start_clock(run, n);
    return is_due(run, n) ? GESTALT_SUCCESS : GESTALT_RUNNING;
}

static gestalt_status run_success(reference_run *run, const reference_node *n)
{
    (void)run, (void)n;
    return GESTALT_SUCCESS;
}

static gestalt_status run_failure(reference_run *run, const reference_node *n)
{
    (void)run, (void)n;
    return GESTALT_FAILURE;
}

static gestalt_status run_running(reference_run *run, const reference_node *n)
{
    (void)run, (void)n;
    return GESTALT_RUNNING;
}

// ---- decorators

static gestalt_status run_invert(reference_run *run, const reference_node *n)
{
    switch (run_child(run, n)) {
    case GESTALT_SUCCESS: return GESTALT_FAILURE;
    case GESTALT_FAILURE: return GESTALT_SUCCESS;
    default: return GESTALT_RUNNING;
    }
}

static gestalt_status run_force_success(reference_run *run, const reference_node *n)
{
    return run_child(run, n) == GESTALT_RUNNING ? GESTALT_RUNNING : GESTALT_SUCCESS;
}

static gestalt_status run_force_failure(reference_run *run, const reference_node *n)
{
    return run_child(run, n) == GESTALT_RUNNING ? GESTALT_RUNNING : GESTALT_FAILURE;
}

static gestalt_status run_delay(reference_run *run, const reference_node *n)
{
    if (is_fresh(run, n))
        start_clock(run, n);
    // Once the child has run, the clock does not matter any more while the delay is live.
    bool has_run = !is_fresh(run, n->children[0]);
    return has_run || is_due(run, n) ? run_child(run, n) : GESTALT_RUNNING;
}

// After a round that finishes in tick k, the next one starts "in the first tick whose number is at
// least k + p".
static bool pauses(const reference_run *run, const reference_node *n)
{
    return n->pause > 0 && run->r->tick < state_of(run, n)->pause_end;
}

// Run one round of a loop, and store the child's status. Return whether the child finished.
// `started` counts the rounds started since the loop was entered: "A round that was live and
// resumes is not counted."
static bool run_round(reference_run *run, const reference_node *n, int64_t *started,
                      gestalt_status *answer)
{
    if (is_fresh(run, n) && *started == 0)
        state_of(run, n)->pause_end = run->r->tick;
    if (is_fresh(run, n->children[0])) {
        if (pauses(run, n) || *started == n->per_tick)
            return false; // "At this limit the loop returns running"
        ++*started;
    }
    *answer = run_child(run, n);
    state_of(run, n)->pause_end = run->r->tick + n->pause;
    return *answer != GESTALT_RUNNING;
}

// The count can be greater than the limit, if an edit has made the limit smaller.
static bool has_reached_limit(const node_state *s, const reference_node *n)
{
    return n->count != 0 && s->rounds >= n->count;
}

static gestalt_status run_repeat(reference_run *run, const reference_node *n)
{
    node_state *s = state_of(run, n);
    gestalt_status answer;
    int64_t started = 0;
    if (is_fresh(run, n))
        s->rounds = 0;
    while (run_round(run, n, &started, &answer)) {
        s->rounds++;
        if (has_reached_limit(s, n) || answer == n->until)
            return answer;
    }
    return GESTALT_RUNNING;
}

static gestalt_status run_while(reference_run *run, const reference_node *n)
{
    node_state *s = state_of(run, n);
    gestalt_status answer;
    int64_t started = 0;
    if (is_fresh(run, n))
        s->succeeded = false;
    while (run_round(run, n, &started, &answer)) {
        if (answer == GESTALT_FAILURE)
            return answer_of(s->succeeded);
        s->succeeded = true;
    }
    return GESTALT_RUNNING;
}

static gestalt_status run_retry(reference_run *run, const reference_node *n)
{
    node_state *s = state_of(run, n);
    gestalt_status answer;
    int64_t started = 0;
    if (is_fresh(run, n))
        s->rounds = 0;
    while (run_round(run, n, &started, &answer)) {
        if (answer == GESTALT_SUCCESS)
            return GESTALT_SUCCESS;
        s->rounds++;
        if (has_reached_limit(s, n))
            return GESTALT_FAILURE;
    }
    return GESTALT_RUNNING;
}

// "If the place is not below the list's count now: success (looked for before the bound of rounds).
// Else it assigns `item` and `index`, and runs the child fresh."
static bool start_round(reference_run *run, const reference_node *n, int64_t *started,
                        gestalt_status *answer)
{
    node_state *s = state_of(run, n);
    const reference_list *list = list_of(run, n->cell);
    *answer = s->place < list->count ? GESTALT_RUNNING : GESTALT_SUCCESS;
    if (*answer == GESTALT_SUCCESS || *started == n->per_tick || pauses(run, n))
        return false;
    ++*started;
    assign_item(run, &n->list.item, list->elements[s->place]);
    if (n->list.index.name)
        run->a->cells[n->list.index.cell] = reference_int((int32_t)s->place);
    return true;
}

// A `for_each` "finds out whether a run is its last when that run finishes, by the list's count
// then; during a pause it does not look".
static gestalt_status run_for_each(reference_run *run, const reference_node *n)
{
    node_state *s = state_of(run, n);
    gestalt_status answer;
    int64_t started = 0;
    if (is_fresh(run, n)) {
        s->place = 0;
        s->pause_end = run->r->tick;
    } else if (is_fresh(run, n->children[0]) && pauses(run, n)) {
        return GESTALT_RUNNING;
    }
    for (;;) {
        if (is_fresh(run, n->children[0]) && !start_round(run, n, &started, &answer))
            return answer;
        answer = run_child(run, n);
        if (answer != GESTALT_SUCCESS)
            return answer;
        s->place++;
        s->pause_end = run->r->tick + n->pause;
    }
}

// Check the clock before the child runs: if the timeout is due, abandon the child and fail. A
// timeout that is live was started in an earlier tick, so it is never due in the tick of its start.
static gestalt_status run_timeout(reference_run *run, const reference_node *n)
{
    if (is_fresh(run, n)) {
        start_clock(run, n);
    } else if (is_due(run, n)) {
        abandon_below(run, n);
        return GESTALT_FAILURE;
    }
    return run_child(run, n);
}

static int64_t present(const reference *r, const reference_node *n)
{
    return n->in_ticks ? r->tick : r->now;
}

bool reference_cooldown_is_due(const reference *r, const reference_node *n, const kept *finish)
{
    return present(r, n) - finish->when >= finish->duration;
}

static void note_finish(reference_run *run, const reference_node *n)
{
    int64_t duration = duration_of(run, n);
    *kept_of_node(run, n) =
        (kept){.is_set = true, .when = present(run->r, n), .duration = duration};
}

static gestalt_status run_cooldown(reference_run *run, const reference_node *n)
{
    const kept *finish = kept_of_node(run, n);
    if (is_fresh(run, n) && finish->is_set && !reference_cooldown_is_due(run->r, n, finish))
        return GESTALT_FAILURE;
    gestalt_status answer = run_child(run, n);
    if (answer != GESTALT_RUNNING)
        note_finish(run, n);
    return answer;
}

static gestalt_status run_once(reference_run *run, const reference_node *n)
{
    kept *first = kept_of_node(run, n);
    if (first->is_set)
        return first->status;
    gestalt_status answer = run_child(run, n);
    if (answer != GESTALT_RUNNING)
        *first = (kept){.is_set = true, .status = answer};
    return answer;
}

static gestalt_status run_chance(reference_run *run, const reference_node *n)
{
    if (is_fresh(run, n) && !(reference_random_float(&run->a->random) < n->probability))
        return GESTALT_FAILURE;
    return run_child(run, n);
}

static gestalt_status run_debug(reference_run *run, const reference_node *n)
{
    if (is_fresh(run, n))
        event_log(run, n, "start");
    gestalt_status answer = run_child(run, n);
    if (answer != GESTALT_RUNNING)
        event_log(run, n, status_words[answer]);
    return answer;
}

// ---- deciders

// "For i from n-1 down to 1, p[i] and p[j] are swapped, where j = ((next() >> 32) * (i + 1)) >>
// 32."
static void shuffle(reference_run *run, uint32_t *order, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        order[i] = i;
    for (uint32_t i = count - 1; i >= 1; i--) {
        uint64_t j = (reference_random_next(&run->a->random) >> 32) * (i + 1) >> 32;
        uint32_t swapped = order[i];
        order[i] = order[j];
        order[j] = swapped;
    }
}

// "At each fresh start a new permutation"; it "is kept while the node is live".
static void start_order(reference_run *run, const reference_node *n)
{
    if (n->random_order && is_fresh(run, n))
        shuffle(run, state_of(run, n)->order, n->child_count);
}

// "The children run in the order p[0], p[1], ...": return the number of the child of a turn.
static uint32_t child_of_turn(reference_run *run, const reference_node *n, uint32_t turn)
{
    return n->random_order ? state_of(run, n)->order[turn] : turn;
}

// A sequence continues after a success, a selector after a failure. Both resume at their live
// child.
static gestalt_status run_in_turn(reference_run *run, const reference_node *n,
                                  gestalt_status goes_on)
{
    node_state *s = state_of(run, n);
    if (is_fresh(run, n))
        s->at = 0;
    start_order(run, n);
    for (; s->at < n->child_count; s->at++) {
        uint32_t child = child_of_turn(run, n, s->at);
        gestalt_status answer = run_node(run, n->children[child]);
        if (answer != goes_on)
            return answer;
    }
    return goes_on;
}

static gestalt_status run_sequence(reference_run *run, const reference_node *n)
{
    return run_in_turn(run, n, GESTALT_SUCCESS);
}

static gestalt_status run_selector(reference_run *run, const reference_node *n)
{
    return run_in_turn(run, n, GESTALT_FAILURE);
}

// Begin with the first child in every tick. When a child ends the search, return its status and
// abandon the later children that are live.
static gestalt_status run_from_first(reference_run *run, const reference_node *n,
                                     gestalt_status goes_on)
{
    for (uint32_t i = 0; i < n->child_count; i++) {
        gestalt_status answer = run_node(run, n->children[i]);
        if (answer == goes_on)
            continue;
        abandon_range(run, n->children[i]->end, n->end);
        return answer;
    }
    return goes_on;
}

static gestalt_status run_priority(reference_run *run, const reference_node *n)
{
    return run_from_first(run, n, GESTALT_FAILURE);
}

static gestalt_status run_reactive_sequence(reference_run *run, const reference_node *n)
{
    return run_from_first(run, n, GESTALT_SUCCESS);
}

// A pipeline also continues after a running child, if a later child is live.
static gestalt_status run_pipeline(reference_run *run, const reference_node *n)
{
    gestalt_status answer = GESTALT_SUCCESS;
    for (uint32_t i = 0; i < n->child_count; i++) {
        bool later_is_live = false;
        answer = run_node(run, n->children[i]);
        for (uint32_t j = i + 1; j < n->child_count; j++)
            later_is_live = later_is_live || state_of(run, n->children[j])->live;
        if (answer == GESTALT_FAILURE || (answer == GESTALT_RUNNING && !later_is_live))
            break;
    }
    if (answer != GESTALT_RUNNING)
        abandon_below(run, n);
    return answer;
}

static gestalt_status run_concurrent(reference_run *run, const reference_node *n)
{
    kept *before = remember(run);
    gestalt_status answer = GESTALT_SUCCESS;
    start_order(run, n);
    for (uint32_t i = 0; i < n->child_count && answer != GESTALT_FAILURE; i++) {
        gestalt_status child = run_node(run, n->children[child_of_turn(run, n, i)]);
        if (child != GESTALT_SUCCESS)
            answer = child;
    }
    return conclude(run, n, before, answer);
}

static gestalt_status run_race(reference_run *run, const reference_node *n)
{
    kept *before = remember(run);
    gestalt_status answer = GESTALT_RUNNING;
    start_order(run, n);
    for (uint32_t i = 0; i < n->child_count && answer == GESTALT_RUNNING; i++)
        answer = run_node(run, n->children[child_of_turn(run, n, i)]);
    return conclude(run, n, before, answer);
}

static int64_t count_answers(const node_state *s, const reference_node *n, gestalt_status answer)
{
    int64_t count = 0;
    for (uint32_t i = 0; i < n->child_count; i++)
        count += s->answers[i] == answer;
    return count;
}

// The verdict "end": "In each tick, when every child that had to run has run: if the number of
// failed ones has reached `failure`: failure; else if that of succeeded ones has reached `success`:
// success".
static gestalt_status verdict_at_end(const node_state *s, const reference_node *n)
{
    if (count_answers(s, n, GESTALT_FAILURE) >= n->failure)
        return GESTALT_FAILURE;
    if (count_answers(s, n, GESTALT_SUCCESS) >= n->success)
        return GESTALT_SUCCESS;
    return count_answers(s, n, GESTALT_RUNNING) == 0 ? GESTALT_FAILURE : GESTALT_RUNNING;
}

static gestalt_status run_parallel(reference_run *run, const reference_node *n)
{
    kept *before = remember(run);
    node_state *s = state_of(run, n);
    for (uint32_t i = 0; i < n->child_count && is_fresh(run, n); i++)
        s->answers[i] = GESTALT_RUNNING;
    start_order(run, n);
    for (uint32_t turn = 0; turn < n->child_count; turn++) {
        uint32_t i = child_of_turn(run, n, turn);
        if (s->answers[i] != GESTALT_RUNNING)
            continue; // a finished child does not run again
        s->answers[i] = run_node(run, n->children[i]);
        if (s->answers[i] == GESTALT_RUNNING || n->verdict_at_end)
            continue; // only finished children are counted
        if (count_answers(s, n, GESTALT_SUCCESS) >= n->success)
            return conclude(run, n, before, GESTALT_SUCCESS);
        if (count_answers(s, n, GESTALT_FAILURE) >= n->failure)
            return conclude(run, n, before, GESTALT_FAILURE);
    }
    if (n->verdict_at_end)
        return conclude(run, n, before, verdict_at_end(s, n));
    bool all_finished = count_answers(s, n, GESTALT_RUNNING) == 0;
    return conclude(run, n, before, all_finished ? GESTALT_FAILURE : GESTALT_RUNNING);
}

static uint32_t pick_weighted(reference_run *run, const reference_node *n)
{
    float total = 0, sum = 0;
    for (uint32_t i = 0; i < n->child_count; i++)
        total += n->weights[i];
    float u = reference_random_float(&run->a->random) * total;
    uint32_t last = 0;
    for (uint32_t i = 0; i < n->child_count; i++) {
        sum += n->weights[i];
        if (sum > u)
            return i;
        if (n->weights[i] > 0)
            last = i;
    }
    return last;
}

static gestalt_status run_weighted(reference_run *run, const reference_node *n)
{
    if (is_fresh(run, n))
        state_of(run, n)->at = pick_weighted(run, n);
    return run_node(run, n->children[state_of(run, n)->at]);
}

// Evaluate all scores, in order, and choose the child with the highest one. Of equal scores, the
// first wins. NaN is less than minus infinity; if all scores are NaN, choose the first child.
static uint32_t pick_utility(reference_run *run, const reference_node *n, float *scores)
{
    uint32_t best = 0;
    for (uint32_t i = 0; i < n->child_count; i++) {
        float score = reference_convert(value_of(run, &n->scores[i]), REFERENCE_FLOAT).number;
        bool is_number = score == score, best_is_number = scores[best] == scores[best];
        scores[i] = score;
        if (i == 0 || (is_number && (!best_is_number || score > scores[best])))
            best = i;
    }
    return best;
}

// If another branch is live, abandon it before the chosen one runs fresh.
static void turn_to(reference_run *run, const reference_node *n, uint32_t child)
{
    node_state *s = state_of(run, n);
    if (!is_fresh(run, n) && s->at != child && s->at < n->child_count)
        abandon(run, n->children[s->at]);
    s->at = child;
}

static gestalt_status run_utility(reference_run *run, const reference_node *n)
{
    node_state *s = state_of(run, n);
    float *scores = calloc(n->child_count, sizeof *scores);
    REQUIRE(scores);
    if (is_fresh(run, n)) {
        s->at = pick_utility(run, n, scores);
    } else if (n->reactive) {
        uint32_t best = pick_utility(run, n, scores);
        float live = scores[s->at] == scores[s->at] ? scores[s->at] : -INFINITY;
        if (scores[best] > live + n->margin)
            turn_to(run, n, best);
    }
    free(scores);
    return run_node(run, n->children[s->at]);
}

// Without an `else` or `default` the node fails.
static gestalt_status run_branch(reference_run *run, const reference_node *n)
{
    if (state_of(run, n)->at == n->child_count)
        return GESTALT_FAILURE;
    return run_node(run, n->children[state_of(run, n)->at]);
}

static gestalt_status run_decide(reference_run *run, const reference_node *n)
{
    if (is_fresh(run, n) || n->reactive)
        turn_to(run, n, test(run, n) ? 0 : 1);
    return run_branch(run, n);
}

// A case is a word for an enum, and a decimal integer of 32 bits for an int.
static bool is_case(const char *text, reference_value value)
{
    if (value.type == REFERENCE_INT)
        return (int32_t)strtol(text, NULL, 10) == value.integer;
    REQUIRE(value.type == REFERENCE_ENUM);
    return value.integer >= 0 && (uint32_t)value.integer < value.words->count &&
           strcmp(value.words->words[value.integer], text) == 0;
}

static uint32_t pick_case(reference_run *run, const reference_node *n)
{
    reference_value value = value_of(run, &n->formula);
    uint32_t i = 0;
    while (i < n->case_count && !is_case(n->cases[i], value))
        i++;
    return i;
}

static gestalt_status run_switch(reference_run *run, const reference_node *n)
{
    if (is_fresh(run, n) || n->reactive)
        turn_to(run, n, pick_case(run, n));
    return run_branch(run, n);
}

// A fresh service is due at once. Before the child: "if `do` is live, it resumes. Otherwise, if the
// service is due, the clock starts again and `do` runs fresh. The status of `do` is ignored."
static gestalt_status run_service(reference_run *run, const reference_node *n)
{
    bool do_is_live = state_of(run, n->children[0])->live;
    bool begins = !do_is_live && (is_fresh(run, n) || is_due(run, n));
    if (begins)
        start_clock(run, n);
    if (do_is_live || begins)
        run_node(run, n->children[0]);
    gestalt_status answer = run_node(run, n->children[1]);
    if (answer != GESTALT_RUNNING)
        abandon(run, n->children[0]);
    return answer;
}

// ---- all types

const reference_node_type_row *reference_node_type_named(const char *name)
{
    static const reference_node_type_row rows[] = {
        {"condition", true, run_condition},
        {"action", true, run_action},
        {"deferred", true, run_deferred},
        {"persistent", true, run_persistent},
        {"signal", true, run_signal},
        {"set", true, run_set},
        {"wait", true, run_wait},
        {"success", true, run_success},
        {"failure", true, run_failure},
        {"running", true, run_running},
        {"invert", false, run_invert},
        {"force_success", false, run_force_success},
        {"force_failure", false, run_force_failure},
        {"delay", false, run_delay},
        {"repeat", false, run_repeat},
        {"while", false, run_while},
        {"retry", false, run_retry},
        {"timeout", false, run_timeout},
        {"cooldown", false, run_cooldown, true},
        {"once", false, run_once, true},
        {"chance", false, run_chance},
        {"debug", false, run_debug},
        {"sequence", false, run_sequence},
        {"selector", false, run_selector},
        {"priority", false, run_priority},
        {"reactive_sequence", false, run_reactive_sequence},
        {"concurrent", false, run_concurrent},
        {"race", false, run_race},
        {"parallel", false, run_parallel},
        {"weighted", false, run_weighted},
        {"utility", false, run_utility},
        {"decide", false, run_decide},
        {"switch", false, run_switch},
        {"service", false, run_service},
        {"pipeline", false, run_pipeline},
        {"push", true, run_push},
        {"pop", true, run_pop},
        {"clear", true, run_clear},
        {"for_each", false, run_for_each},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].name, name) == 0)
            return &rows[i];
    return NULL;
}

// ---- a tick

// "launched in tick k, its state is STATUS from tick k + TICKS on, but not before tick k + 1"
void reference_agent_finish_stubs(reference *r, reference_agent *a)
{
    for (uint32_t i = 0; i < r->node_count; i++) {
        const reference_node *n = r->nodes[i];
        node_state *s = &a->nodes[i];
        if (!s->live || !reference_node_is(n, "deferred") || !r->hosts[n->host].has_stub)
            continue;
        int64_t ticks = r->hosts[n->host].stub_ticks;
        if (s->state == GESTALT_RUNNING && r->tick - s->launch_tick >= (ticks < 1 ? 1 : ticks))
            s->state = r->hosts[n->host].stub_status;
    }
}

static void hand_out(reference_run *run, const reference_node *n, bool launch)
{
    reference *r = run->r;
    const char *name = r->hosts[n->host].name;
    state_of(run, n)->handed_out = r->tick + 1;
    event_begin(run, "request");
    event_word(run, "kind", launch ? "launch" : "cancel");
    event_node(run, n);
    reference_put(run->out, ",\"do\":");
    reference_put_json(run->out, name);
    event_end(run);
    *ARENA_PUSH(&r->memory, r->requests, r->request_count, r->request_capacity) =
        (reference_request){launch,
                            run->a->id,
                            n->id,
                            name,
                            n->resource,
                            launch ? state_of(run, n)->arguments : NULL,
                            launch ? n->argument_count : 0,
                            launch ? state_of(run, n)->launch_tick
                                   : state_of(run, n)->cancelled_tick};
}

// For one agent, deliver all cancel requests and then all launches, each in increasing order of
// node ids.
static void hand_out_all(reference_run *run)
{
    for (uint32_t i = 0; i < run->r->node_count; i++) {
        if (run->a->nodes[i].asks_cancel)
            hand_out(run, run->r->nodes[i], false);
        run->a->nodes[i].asks_cancel = false;
    }
    for (uint32_t i = 0; i < run->r->node_count; i++) {
        if (run->a->nodes[i].asks_launch)
            hand_out(run, run->r->nodes[i], true);
        run->a->nodes[i].asks_launch = false;
    }
}

void reference_agent_tick(reference *r, reference_agent *a)
{
    reference_run run = {r, a, &r->events};
    if (a->between.size > 0)
        append(&r->events, a->between.bytes, a->between.size);
    a->between.size = 0;
    if (a->exists)
        a->status = run_node(&run, r->nodes[0]);
    hand_out_all(&run);
    if (!a->exists)
        return;
    event_begin(&run, "root");
    event_word(&run, "status", status_words[a->status]);
    event_end(&run);
}

void reference_agent_cancel(reference *r, reference_agent *a)
{
    reference_run run = {r, a, &a->between};
    abandon(&run, r->nodes[0]);
}

// ---- edits

// First append the events of the agent since the last tick: they have the old ids as well.
uint64_t reference_agent_drop(reference *r, reference_agent *a, const bool *stays,
                              const uint32_t *new_ids)
{
    reference_run run = {r, a, &r->events};
    uint64_t cancels = 0;
    if (a->between.size > 0)
        append(&r->events, a->between.bytes, a->between.size);
    a->between.size = 0;
    bool *was_asked = calloc(r->node_count, sizeof *was_asked);
    REQUIRE(was_asked);
    for (uint32_t id = 0; id < r->node_count; id++) {
        was_asked[id] = a->nodes[id].asks_cancel;
        if (!a->nodes[id].live || stays[id])
            continue;
        cancels += reference_node_is(r->nodes[id], "action");
        abandon_node(&run, r->nodes[id]);
    }
    for (uint32_t id = 0; id < r->node_count; id++) {
        if (!a->nodes[id].asks_cancel || (was_asked[id] && new_ids[id] != UINT32_MAX))
            continue;
        hand_out(&run, r->nodes[id], false);
        a->nodes[id].asks_cancel = false;
    }
    free(was_asked);
    return cancels;
}

void reference_start_clock(reference *r, reference_agent *a, const reference_node *n)
{
    reference_run run = {r, a, &r->events};
    start_clock(&run, n);
}

void reference_note_finish(reference *r, reference_agent *a, const reference_node *n)
{
    reference_run run = {r, a, &r->events};
    note_finish(&run, n);
}
