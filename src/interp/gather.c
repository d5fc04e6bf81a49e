// SPDX-License-Identifier: MIT
#include "gather.h"

#include "carving.h"
#include "fiber.h"
#include "interp_machine.h"
#include "memory.h"
#include "shape_limits.h"

// The engine's part of a stack, and room for a signal handler. The size is not a power of two, so
// that the stacks do not compete for the same lines of the caches.
enum { STACK_SIZE = FIBER_STACKS * (GESTALT_STACK_NEEDED + (16 << 10)) + 5 * COHORT_LINE };

#define NO_SLOT UINT32_MAX

/// A cohort of a wave. Its number is that in the wave.
typedef struct gather_slot {
    gather *of;
    interp *t;
    fiber fiber;
    cohort *c;
    uint64_t lanes;
    uint64_t moment;       // number of the moment for which the interpreter is set
    const link_call *call; // for which it waits; NULL: it is done, or was stopped
    bool is_done;
} gather_slot;

/// A call that a cohort waits for.
typedef struct gather_asked {
    uint64_t lanes, starting;
    uint64_t succeeded, failed;
} gather_asked;

struct gather {
    const linked *linked;
    gestalt_allocator allocator;
    void *memory;
    size_t size, interp_size;
    uint32_t cohorts; // cohorts for which there is memory
    const interp_moment *moment;
    uint64_t moments; // number of moments that have begun
    gather_slot *slots;
    unsigned char *interps; // side by side, so that the arguments of calls are so as well
    unsigned char *stacks;
    fiber thread; // the stack of the thread
    // By queue: the first slot that waits. Each call has two queues. The first half is those for
    // cancelling: a cohort that cancels then reaches calls for which others wait already.
    uint32_t *queues;
    uint64_t *waiting; // a bit for each queue that is not empty
    const gather_wave *wave;
    uint64_t *ticked; // by cohort of the wave: lanes to tick
    // By slot: the call for which it waits, and the results. They are here, and not only in the
    // interpreters, so that a call for many cohorts does not fetch the memory of each again.
    gather_asked *asked;
    uint32_t *next; // number of the next slot that waits for the same call, or NO_SLOT
    // arrays for calls
    uint64_t *lanes, *starting, *succeeded, *failed;
    uint64_t *first_agents;
    const uint64_t **agents;
    size_t *strides; // by argument
};

static uint32_t queue_count(const linked *l)
{
    return 2 * l->call_count;
}

bool gather_is_for(const binding *b)
{
    for (uint32_t i = 0; i < b->function_count; i++)
        if (b->functions[i].gathered)
            return true;
    return false;
}

// ---- calls of one cohort

void gather_call_alone(gestalt_call *call)
{
    static const size_t no_strides[LIMIT_ARGUMENTS];
    const bound_function *f = call->user;
    gestalt_gathered_call one = {.count = 1,
                                 .lane_count = call->lane_count,
                                 .lanes = &call->lanes,
                                 .starting = &call->starting,
                                 .cancelling = call->cancelling,
                                 .node = call->node,
                                 .now = call->now,
                                 .tick = call->tick,
                                 .first_agents = &call->first_agent,
                                 .agents = &call->agents,
                                 .arguments = call->arguments,
                                 .argument_strides = no_strides,
                                 .places = call->places,
                                 .memory = call->memory,
                                 .user = f->own_user,
                                 .succeeded = &call->succeeded,
                                 .failed = &call->failed,
                                 .shape = call->shape};
    f->gathered(&one);
    if (one.error)
        call->error = one.error;
}

// ---- memory

// Lay out everything but the stacks and the slots.
static void gather_carve(gather *g, carving *from)
{
    const linked *l = g->linked;
    uint32_t cohorts = g->cohorts, queues = queue_count(l);
    CARVE(from, g->slots, cohorts);
    CARVE(from, g->queues, queues);
    CARVE(from, g->waiting, (queues + 63) / 64);
    CARVE(from, g->ticked, cohorts);
    CARVE(from, g->asked, cohorts);
    CARVE(from, g->next, cohorts);
    CARVE(from, g->lanes, cohorts);
    CARVE(from, g->starting, cohorts);
    CARVE(from, g->succeeded, cohorts);
    CARVE(from, g->failed, cohorts);
    CARVE(from, g->first_agents, cohorts);
    CARVE(from, g->agents, cohorts);
    CARVE(from, g->strides, l->bound->argument_capacity + 1);
    g->interps = carving_take(from, cohorts, g->interp_size);
}

gather *gather_create(const linked *l, uint32_t cohorts, bool copies,
                      const gestalt_allocator *allocator)
{
    gather *g, parts = {.linked = l, .allocator = *allocator, .cohorts = cohorts};
    carving from = {.alignment = COHORT_LINE, .base = COHORT_LINE};
    parts.interp_size = (interp_size(l, copies) + COHORT_LINE - 1) / COHORT_LINE * COHORT_LINE;
    do {
        CARVE(&from, g, 1);
        gather_carve(&parts, &from);
    } while (carve_again(&from, allocator));
    if (!g)
        return NULL;
    parts.memory = from.memory;
    parts.size = from.size;
    parts.stacks = memory_new(allocator, (size_t)cohorts * STACK_SIZE);
    if (!parts.stacks) {
        memory_release(allocator, parts.memory, parts.size);
        return NULL;
    }
    *g = parts;
    for (uint32_t i = 0; i < queue_count(l); i++)
        g->queues[i] = NO_SLOT;
    for (uint32_t i = 0; i < cohorts; i++) {
        gather_slot *s = &g->slots[i];
        s->of = g;
        s->t = interp_place(l, copies, g->interps + i * g->interp_size);
        s->t->tick.slot = s;
    }
    return g;
}

void gather_destroy(gather *g)
{
    if (!g)
        return;
    for (uint32_t i = 0; i < g->cohorts; i++)
        fiber_end(&g->slots[i].fiber);
    gestalt_allocator allocator = g->allocator;
    memory_release(&allocator, g->stacks, (size_t)g->cohorts * STACK_SIZE);
    memory_release(&allocator, g->memory, g->size);
}

uint64_t *gather_lanes(gather *g)
{
    return g->ticked;
}

uint32_t gather_cohorts(const gather *g)
{
    return g ? g->cohorts : 0;
}

void gather_begin(gather *g, const interp_moment *moment)
{
    g->moment = moment;
    g->moments++;
}

const char *gather_error(const gather *g, uint64_t *agent)
{
    const char *error = NULL;
    for (uint32_t i = 0; i < g->cohorts; i++) {
        const gather_slot *s = &g->slots[i];
        const char *text = s->moment == g->moments ? interp_error(s->t) : NULL;
        if (!text || (error && interp_error_agent(s->t) >= *agent))
            continue;
        error = text;
        *agent = interp_error_agent(s->t);
    }
    return error;
}

// ---- queues

// Queue a cohort for a call.
static void queue_slot(gather *g, gather_slot *s, bool is_cancelling)
{
    uint32_t call = (uint32_t)(s->call - g->linked->calls), number = (uint32_t)(s - g->slots),
             queue = is_cancelling ? call : g->linked->call_count + call;
    g->next[number] = g->queues[queue];
    g->queues[queue] = number;
    g->waiting[queue / 64] |= UINT64_C(1) << queue % 64;
}

// Run on the stack of a cohort: wait until the call is made.
void gather_wait(interp *t, const link_call *c)
{
    gather_slot *s = t->tick.slot;
    gather *g = s->of;
    gather_asked *asked = &g->asked[s - g->slots];
    *asked = (gather_asked){.lanes = t->call.lanes, .starting = t->call.starting};
    s->call = c;
    queue_slot(g, s, t->call.cancelling);
    fiber_switch(&s->fiber, &g->thread);
    if (c->function->gathered) {
        t->call.succeeded = asked->succeeded;
        t->call.failed = asked->failed;
    }
}

// Take all cohorts from the first queue that is not empty. Returns the first of them, or NO_SLOT.
static uint32_t take_queue(gather *g)
{
    uint32_t words = (queue_count(g->linked) + 63) / 64;
    for (uint32_t i = 0; i < words; i++) {
        if (!g->waiting[i])
            continue;
        uint32_t queue = i * 64 + (uint32_t)__builtin_ctzll(g->waiting[i]),
                 first = g->queues[queue];
        g->waiting[i] &= g->waiting[i] - 1;
        g->queues[queue] = NO_SLOT;
        return first;
    }
    return NO_SLOT;
}

// ---- calls

// Call a function that is not gathered, for one cohort.
static void call_one(const gather_slot *s)
{
    gestalt_call *call = &s->t->call;
    call->user = s->call->site.user;
    call->failed = 0; // predicates do not set it
    s->call->batch(call);
}

// Return the cohorts that a call covers: the slots from the lowest to the highest one that waits.
static void find_span(const gather *g, uint32_t first, uint32_t *begin, uint32_t *end)
{
    *begin = *end = first;
    for (uint32_t i = first; i != NO_SLOT; i = g->next[i]) {
        *begin = i < *begin ? i : *begin;
        *end = i > *end ? i : *end;
    }
    *end += 1;
}

// An argument is in the cohort, or in the interpreter.
static void find_strides(const gather *g, const gather_slot *s)
{
    const interp *t = s->t;
    uintptr_t memory = (uintptr_t)s->c;
    for (uint32_t i = 0; i < s->call->function->argument_count; i++) {
        uint32_t position = s->call->function->positions[i];
        uintptr_t at = (uintptr_t)t->formulas.arguments[position].ints;
        bool is_key = at >= memory && at < memory + t->layout.size;
        g->strides[position] = is_key ? t->layout.size : g->interp_size;
    }
}

// Store an error in the interpreter of the lowest agent of a call.
static void put_error(const gather *g, uint32_t first, const char *error)
{
    uint32_t lowest = first;
    uint64_t agent = UINT64_MAX;
    for (uint32_t i = first; i != NO_SLOT; i = g->next[i]) {
        uint64_t own = call_lowest_agent(g->slots[i].t);
        if (own < agent)
            lowest = i;
        agent = own < agent ? own : agent;
    }
    g->slots[lowest].t->call.error = error;
}

// Call a gathered function for all cohorts that wait.
static void call_many(gather *g, uint32_t first)
{
    uint32_t begin, end;
    find_span(g, first, &begin, &end);
    const interp *t = g->slots[begin].t;
    const link_call *c = g->slots[begin].call;
    uint32_t count = end - begin;
    find_strides(g, &g->slots[begin]);
    memset(g->lanes, 0, count * sizeof *g->lanes);
    memset(g->starting, 0, count * sizeof *g->starting);
    memset(g->succeeded, 0, count * sizeof *g->succeeded);
    memset(g->failed, 0, count * sizeof *g->failed);
    for (uint32_t i = first; i != NO_SLOT; i = g->next[i]) {
        g->lanes[i - begin] = g->asked[i].lanes;
        g->starting[i - begin] = g->asked[i].starting;
    }
    gestalt_gathered_call call = {.count = count,
                                  .lane_count = t->call.lane_count,
                                  .lanes = g->lanes,
                                  .starting = g->starting,
                                  .cancelling = t->call.cancelling,
                                  .node = c->site.node,
                                  .now = t->call.now,
                                  .tick = t->call.tick,
                                  .first_agents = g->first_agents + begin,
                                  .agents = g->agents + begin,
                                  .arguments = t->formulas.arguments,
                                  .argument_strides = g->strides,
                                  .places = c->site.places,
                                  .memory = g->slots[begin].c,
                                  .stride = t->layout.size,
                                  .user = c->function->own_user,
                                  .succeeded = g->succeeded,
                                  .failed = g->failed,
                                  .shape = t->call.shape};
    c->function->gathered(&call);
    for (uint32_t i = first; i != NO_SLOT; i = g->next[i]) {
        g->asked[i].succeeded = g->succeeded[i - begin];
        g->asked[i].failed = g->failed[i - begin];
    }
    if (call.error)
        put_error(g, first, call.error);
}

// Report results for lanes outside of the call here: the handler of misuse needs a large stack.
static void check_results(gather *g, uint32_t number)
{
    const gather_slot *s = &g->slots[number];
    gather_asked *asked = &g->asked[number];
    gestalt_call *call = &s->t->call;
    if (s->call->function->gathered) {
        if (!SELDOM((asked->succeeded | asked->failed) & ~asked->lanes) || call->cancelling)
            return;
        call->succeeded = asked->succeeded;
        call->failed = asked->failed;
    } else if (!SELDOM((call->succeeded | call->failed) & ~call->lanes) || call->cancelling) {
        return;
    }
    call_tell_lanes(s->t, s->call, call->lanes);
    asked->succeeded = call->succeeded;
    asked->failed = call->failed;
}

// Make the call for all cohorts of a queue. Once the tick has been stopped, results are not used.
static void make_calls(gather *g, uint32_t first)
{
    if (g->moment->stop && __atomic_load_n(g->moment->stop, __ATOMIC_RELAXED))
        return;
    if (g->slots[first].call->function->gathered)
        call_many(g, first);
    else
        for (uint32_t i = first; i != NO_SLOT; i = g->next[i])
            call_one(&g->slots[i]);
    for (uint32_t i = first; i != NO_SLOT; i = g->next[i])
        check_results(g, i);
}

// ---- waves

// What the stack of a cohort runs.
static void slot_run(void *user)
{
    gather_slot *s = user;
    if (s->of->moment->stop)
        s->is_done = interp_try(s->t, s->c, s->lanes);
    else
        interp_tick(s->t, s->c, s->lanes);
    fiber_leave(&s->fiber, &s->of->thread);
}

static void continue_slot(gather *g, gather_slot *s)
{
    s->call = NULL;
    fiber_switch(&g->thread, &s->fiber);
    if (!s->call && s->is_done && g->wave->done)
        g->wave->done(g->wave->user, s->t, s->c, (uint32_t)(s - g->slots), s->lanes);
}

// Prefetch what continuing a cohort reads first: the top of its stack, and its interpreter.
static void fetch_slot(const gather_slot *s)
{
    enum { FETCHED = 512 };
    const unsigned char *stack = s->fiber.registers, *t = (const unsigned char *)s->t;
    for (uint32_t i = 0; i < FETCHED; i += COHORT_LINE)
        __builtin_prefetch(stack + i, 1);
    for (uint32_t i = 0; i < sizeof(interp); i += COHORT_LINE)
        __builtin_prefetch(t + i, 1);
    interp_fetch(s->t, s->c);
}

// Return the slot that comes some slots after another one in a queue, or NO_SLOT.
static uint32_t slot_after(const gather *g, uint32_t number, uint32_t distance)
{
    while (distance-- > 0 && number != NO_SLOT)
        number = g->next[number];
    return number;
}

// Continue all cohorts of a queue.
static void continue_slots(gather *g, uint32_t first)
{
    enum { AHEAD = 3, FAR_AHEAD = 8 };
    uint32_t ahead = slot_after(g, first, AHEAD), far_ahead = slot_after(g, first, FAR_AHEAD);
    for (uint32_t i = first, next; i != NO_SLOT; i = next) {
        next = g->next[i];
        if (ahead != NO_SLOT)
            fetch_slot(&g->slots[ahead]);
        if (far_ahead != NO_SLOT)
            __builtin_prefetch(&g->slots[far_ahead], 1);
        ahead = slot_after(g, ahead, 1);
        far_ahead = slot_after(g, far_ahead, 1);
        continue_slot(g, &g->slots[i]);
    }
}

static void start_slot(gather *g, uint32_t number)
{
    gather_slot *s = &g->slots[number];
    s->lanes = g->ticked[number];
    s->is_done = true;
    if (s->moment != g->moments)
        interp_begin(s->t, g->moment);
    s->moment = g->moments;
    fiber_start(&s->fiber, g->stacks + (size_t)number * STACK_SIZE, STACK_SIZE, slot_run, s);
    continue_slot(g, s);
}

static void describe_agents(gather *g)
{
    const cohort_layout *l = &g->linked->layout;
    cohort *c = g->wave->first;
    for (uint32_t i = 0; i < g->wave->count; i++, c = cohort_part(c, l->size)) {
        g->slots[i].c = c;
        g->first_agents[i] = c->first_id;
        g->agents[i] = cohort_ids(l, c);
    }
}

bool gather_tick(gather *g, const gather_wave *wave)
{
    g->wave = wave;
    describe_agents(g);
    for (uint32_t i = 0; i < wave->count; i++)
        if (g->ticked[i])
            start_slot(g, i);
    for (uint32_t first; (first = take_queue(g)) != NO_SLOT;) {
        make_calls(g, first);
        continue_slots(g, first);
    }
    bool is_done = true;
    for (uint32_t i = 0; i < wave->count; i++) {
        is_done &= !g->ticked[i] || g->slots[i].is_done;
        g->ticked[i] = 0;
    }
    return is_done;
}
