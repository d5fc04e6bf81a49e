// SPDX-License-Identifier: MIT
#include "trace.h"

#include "array.h"

// ---- start and end

static void learn_nodes(trace *t)
{
    show_walk *walk = &t->edge;
    show_walk_start(walk, t->shape);
    while (show_walk_next(walk)) {
        trace_node *n = &t->nodes[walk->node];
        *n = (trace_node){.depth = walk->depth};
        if (walk->depth > 0)
            n->parent = walk->levels[walk->depth - 1];
    }
}

bool trace_start(trace *t, const gestalt_population *population, const gestalt_shape *shape,
                 uint64_t agent)
{
    *t = (trace){.shape = shape,
                 .population = population,
                 .allocator = memory_allocator(NULL),
                 .agent = agent};
    uint32_t count = shape->specification->node_count;
    t->nodes = memory_new(&t->allocator, count * sizeof *t->nodes);
    if (!t->nodes)
        return false;
    learn_nodes(t);
    for (t->digits = 1; count > 10; count = (count + 9) / 10)
        t->digits++;
    return true;
}

void trace_release(trace *t)
{
    if (t->nodes)
        memory_release(&t->allocator, t->nodes,
                       t->shape->specification->node_count * sizeof *t->nodes);
    ARRAY_RELEASE(&t->allocator, t->lines, t->capacity);
    t->nodes = NULL;
    t->lines = NULL;
    t->capacity = t->count = 0;
}

// ---- recording

static bool add_line(trace *t, const trace_line *line)
{
    if (!ARRAY_RESERVE(&t->allocator, t->lines, t->capacity, t->count + 1)) {
        t->is_out_of_memory = true;
        return false;
    }
    t->lines[t->count++] = *line;
    return true;
}

// Start a node fresh: it has had no rounds yet.
static void start_node(trace *t, uint32_t node)
{
    trace_node *n = &t->nodes[node];
    n->is_known = true;
    n->rounds = n->successes = 0;
    n->runs_child = false;
}

static void on_enter(void *user, uint64_t agent, uint32_t node, bool resumes)
{
    trace *t = user;
    if (agent != t->agent || t->is_out_of_memory)
        return;
    if (!resumes)
        start_node(t, node);
    if (t->open_count > 0) {
        trace_line *parent = &t->lines[t->open[t->open_count - 1]];
        parent->child = parent->has_child ? parent->child : node;
        parent->child_resumes = parent->has_child ? parent->child_resumes : resumes;
        parent->has_child = true;
    }
    trace_line line = {.node = node, .depth = t->nodes[node].depth, .resumes = resumes};
    if (add_line(t, &line))
        t->open[t->open_count++] = t->count - 1;
}

static void count_round(trace *t, uint32_t parent, gestalt_status status)
{
    t->nodes[parent].rounds += status != GESTALT_RUNNING;
    t->nodes[parent].successes += status == GESTALT_SUCCESS;
    t->nodes[parent].runs_child = status == GESTALT_RUNNING;
}

static void on_leave(void *user, uint64_t agent, uint32_t node, gestalt_status status)
{
    trace *t = user;
    if (agent != t->agent || t->is_out_of_memory)
        return;
    t->left = t->open[--t->open_count];
    trace_line *line = &t->lines[t->left];
    line->detail = status;
    line->is_known = t->nodes[node].is_known;
    line->rounds = t->nodes[node].rounds;
    line->successes = t->nodes[node].successes;
    line->runs_child = t->nodes[node].runs_child;
    line->has_clock = gestalt_actor_due(t->population, agent, node, &line->due);
    if (t->open_count > 0)
        count_round(t, t->lines[t->open[t->open_count - 1]].node, status);
}

static uint32_t trace_innermost(const trace *t)
{
    return t->open_count > 0 ? t->lines[t->open[t->open_count - 1]].node : SHAPE_NONE;
}

static void on_cancel(void *user, uint64_t agent, uint32_t node)
{
    trace *t = user;
    if (agent != t->agent || t->is_out_of_memory)
        return;
    trace_line line = {.node = node,
                       .depth = t->nodes[node].depth,
                       .kind = TRACE_CANCEL,
                       .by = trace_innermost(t),
                       .first = t->range_first,
                       .end = t->range_end};
    if (!add_line(t, &line) || t->count < 2)
        return;
    trace_line *last = &t->lines[t->count - 2]; // a debug node logs before it is cancelled
    if (last->kind == TRACE_LOG && last->node == node) {
        last[1] = last[0];
        last[0] = line;
    }
}

static void on_log(void *user, uint64_t agent, uint32_t node, gestalt_log_phase phase)
{
    trace *t = user;
    if (agent != t->agent || t->is_out_of_memory)
        return;
    trace_line line = {
        .node = node, .depth = t->nodes[node].depth + 1, .kind = TRACE_LOG, .detail = phase};
    add_line(t, &line);
}

// Store a range, which is printed with the nodes that are cancelled in it.
static void on_range(void *user, uint64_t agent, uint32_t node, uint32_t first, uint32_t end)
{
    trace *t = user;
    (void)node;
    if (agent != t->agent)
        return;
    t->range_first = first;
    t->range_end = end;
}

static void on_roll_back(void *user, uint64_t agent, uint32_t node, gestalt_kept what)
{
    trace *t = user;
    if (agent != t->agent || t->is_out_of_memory)
        return;
    trace_line line = {.node = what.name ? node : what.node,
                       .depth = t->nodes[node].depth + 1,
                       .kind = TRACE_ROLL_BACK,
                       .by = node,
                       .kept = what};
    add_line(t, &line);
}

gestalt_hooks trace_hooks(trace *t)
{
    return (gestalt_hooks){.enter = on_enter,
                           .leave = on_leave,
                           .cancel = on_cancel,
                           .log = on_log,
                           .range = on_range,
                           .roll_back = on_roll_back,
                           .user = t};
}

void trace_begin_tick(trace *t, uint64_t tick, int64_t now)
{
    t->count = 0;
    t->open_count = 0;
    t->step_begin = 0;
    t->step_count = 0;
    t->tick = tick;
    t->now = now;
}
