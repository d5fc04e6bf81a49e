// SPDX-License-Identifier: MIT
#include "profile.h"

#include "error.h"
#include "image.h"
#include "memory.h"
#include "nodes.h"
#include "show.h"
#include "sort.h"
#include "stopwatch.h"

#include <inttypes.h>
#include <string.h>

enum {
    EVERY = 8,       // ticks from one timed tick to the next
    TICKS_MANY = 64, // in a run with fewer ticks, all are timed
    ROWS_MOST = 10,  // most entries of each kind of work, for people
    TEXT_MOST = 96,
};

// ---- timing

static uint64_t look_at_clock(void *user)
{
    (void)user;
    return stopwatch_now();
}

// ---- overhead of timing: reading the clock after each node, and stopping the interpreter for it

double profile_net(const gestalt_node_times *times, double overhead)
{
    double net = (double)times->time - overhead * (double)times->answers;
    return net > 0 ? net : 0;
}

static double profile_sum(const gestalt_node_times *times, uint32_t count, double overhead)
{
    double sum = 0;
    for (uint32_t i = 0; i < count; i++)
        sum += profile_net(&times[i], overhead);
    return sum;
}

double profile_overhead(const gestalt_node_times *times, uint32_t count, double expected)
{
    enum { HALVINGS = 60 };
    double low = 0, high = 0;
    for (uint32_t i = 0; i < count; i++) {
        double each = times[i].answers ? (double)times[i].time / (double)times[i].answers : 0;
        high = each > high ? each : high;
    }
    if (profile_sum(times, count, 0) <= expected)
        return 0;
    for (int i = 0; i < HALVINGS; i++) {
        double middle = (low + high) / 2;
        if (profile_sum(times, count, middle) > expected)
            low = middle;
        else
            high = middle;
    }
    return high;
}

enum { LEAVES = 32, CALIBRATION_TICKS = 64, CALIBRATION_ROUNDS = 8 };

// Find the shortest ticks of several rounds, in nanoseconds; longer ones were interrupted.
static gestalt_result calibration_measure(gestalt_population *p, double *least,
                                          gestalt_error *error)
{
    gestalt_result result = GESTALT_OK;
    for (int round = 0; round < CALIBRATION_ROUNDS && result == GESTALT_OK; round++) {
        uint64_t before = stopwatch_now();
        for (int i = 0; i < CALIBRATION_TICKS && result == GESTALT_OK; i++)
            result = gestalt_population_tick(p, 0, error);
        double taken = (double)(stopwatch_now() - before);
        *least = round == 0 || taken < *least ? taken : *least;
    }
    return result;
}

static gestalt_result calibration_compare(gestalt_population *p, double *overhead,
                                          gestalt_error *error)
{
    const gestalt_timing timing = {.every = 1, .clock = look_at_clock};
    double without = 0, with = 0;
    gestalt_result result = gestalt_population_spawn(p, 0, 1, NULL, error);
    if (result == GESTALT_OK)
        result = calibration_measure(p, &without, error);
    if (result == GESTALT_OK)
        result = gestalt_population_time_nodes(p, &timing, error);
    if (result == GESTALT_OK)
        result = calibration_measure(p, &with, error);
    double answers = (double)CALIBRATION_TICKS * (LEAVES + 1);
    *overhead = with > without ? (with - without) / answers : 0;
    return result;
}

// Measure the overhead of timing a node, on a tree whose ticks take hardly any other time.
static gestalt_result calibrate(double *overhead, gestalt_error *error)
{
    static const char head[] = "{\"gestalt\":1,\"root\":{\"type\":\"sequence\",\"children\":[",
                      leaf[] = "{\"type\":\"success\"},", tail[] = "{\"type\":\"success\"}]}}";
    char text[sizeof head + (LEAVES - 1) * (sizeof leaf - 1) + sizeof tail];
    char *at = stpcpy(text, head);
    for (int i = 1; i < LEAVES; i++)
        at = stpcpy(at, leaf);
    strcpy(at, tail);
    gestalt_population_options how = {.never_sleeps = true};
    gestalt_shape *shape = NULL;
    gestalt_diagnostics *diagnostics = NULL;
    gestalt_population *p = NULL;
    gestalt_result result =
        gestalt_compile_text("calibration", text, strlen(text), NULL, &shape, &diagnostics, error);
    how.group.shape = shape;
    if (result == GESTALT_OK)
        result = gestalt_population_create(&how, &p, error);
    if (result == GESTALT_OK)
        result = calibration_compare(p, overhead, error);
    gestalt_population_destroy(p);
    gestalt_shape_destroy(shape);
    gestalt_diagnostics_destroy(diagnostics);
    return result;
}

gestalt_result profile_begin(profile *p, gestalt_population *population, uint64_t ticks,
                             gestalt_error *error)
{
    gestalt_timing timing = {.every = ticks < TICKS_MANY ? 1 : EVERY, .clock = look_at_clock};
    *p = (profile){.is_next = false};
    gestalt_result result = calibrate(&p->overhead, error);
    return result == GESTALT_OK ? gestalt_population_time_nodes(population, &timing, error)
                                : result;
}

void profile_before(profile *p, const gestalt_population *population)
{
    p->is_next = gestalt_population_is_timed(population);
}

void profile_behind(profile *p, const gestalt_population *population, uint64_t nanoseconds)
{
    profile_ticks *to = p->is_next ? &p->timed : &p->others;
    to->count++;
    to->agents += gestalt_population_count(population);
    to->nanoseconds += nanoseconds;
}

// ---- kinds of work

typedef enum work_sort {
    WORK_CALL,       // function of the host
    WORK_EXPRESSION, // one or several expressions of a node
    WORK_LEAF,       // any other leaf
    WORK_CONTROL,    // node with children
    WORK_SORTS,
} work_sort;

// Nodes that do the same work.
typedef struct work {
    work_sort sort;
    char text[TEXT_MOST]; // cut if it is long
    size_t size;
    uint32_t nodes;
    double time;
    uint64_t agents;
} work;

typedef struct profile_list {
    const gestalt_shape *shape;
    uint32_t node_count, work_count;
    gestalt_node_times *times; // times by node
    double *nanoseconds;       // by node, without the overhead of timing
    work *all_works;           // initially by node
    work **works;              // sorted, largest first
    double all;
} profile_list;

static bool work_write(void *user, const char *text, size_t size)
{
    work *w = user;
    size_t part = size < TEXT_MOST - w->size ? size : TEXT_MOST - w->size;
    memcpy(w->text + w->size, text, part);
    w->size += part;
    return true;
}

static work_sort sort_of(const gestalt_shape *shape, const node_view *view)
{
    bool is_asked =
        node_has(view->type, 'E') && item_type_of(shape->items[view->expression]) == OP_CALL;
    if (node_has(view->type, 'h') || is_asked)
        return WORK_CALL;
    if (view->expression && !node_has(view->type, 'W'))
        return WORK_EXPRESSION;
    return view->first_child == view->end ? WORK_LEAF : WORK_CONTROL;
}

// Two nodes do the same work if they have the same type and the same text.
static bool work_read(const profile_list *l, uint32_t node, work *w)
{
    node_view view = walk_node(l->shape->items, l->shape->nodes[node]);
    *w = (work){.sort = sort_of(l->shape, &view),
                .nodes = 1,
                .time = l->nanoseconds[node],
                .agents = l->times[node].agents};
    text_out out;
    text_start(&out, (gestalt_writer){work_write, w}, false);
    text_put(&out, node_table[view.type].name);
    if (w->sort != WORK_CONTROL)
        show_attributes(&out, l->shape, node);
    return text_finish(&out);
}

// Compare so that nodes that do the same work become adjacent; the order does not matter otherwise.
static int work_compare(const work *a, const work *b)
{
    return a->size != b->size ? (a->size < b->size ? -1 : 1) : memcmp(a->text, b->text, a->size);
}

static bool work_is_before(const void *a, const void *b, const void *user)
{
    const work *first = *(work *const *)a, *second = *(work *const *)b;
    (void)user;
    return first->time != second->time ? first->time > second->time
                                       : work_compare(first, second) < 0;
}

static bool work_is_less(const void *a, const void *b, const void *user)
{
    (void)user;
    return work_compare(*(work *const *)a, *(work *const *)b) < 0;
}

// Return false if there is no memory for texts.
static bool list_works(profile_list *l)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < l->node_count; i++) {
        if (!work_read(l, i, &l->all_works[i]))
            return false;
        l->works[i] = &l->all_works[i];
    }
    sort_heap(l->works, l->node_count, sizeof *l->works, work_is_less, NULL);
    for (uint32_t i = 0; i < l->node_count; i++) {
        work *last = count > 0 ? l->works[count - 1] : NULL;
        if (!last || work_compare(last, l->works[i]) != 0) {
            l->works[count++] = l->works[i];
            continue;
        }
        last->nodes++;
        last->time += l->works[i]->time;
        last->agents += l->works[i]->agents;
    }
    l->work_count = count;
    sort_heap(l->works, count, sizeof *l->works, work_is_before, NULL);
    return true;
}

static void profile_list_end(profile_list *l)
{
    gestalt_allocator a = memory_allocator(NULL);
    memory_release(&a, l->times, l->node_count * sizeof *l->times);
    memory_release(&a, l->nanoseconds, l->node_count * sizeof *l->nanoseconds);
    memory_release(&a, l->all_works, l->node_count * sizeof *l->all_works);
    memory_release(&a, l->works, l->node_count * sizeof *l->works);
}

static uint32_t nodes_of(const gestalt_population *population, uint32_t group)
{
    return gestalt_shape_specification(gestalt_population_shape(population, group))->node_count;
}

// Return the time of an agent in ticks that are not timed as a fraction of its time in timed ticks;
// 1 if there is nothing to compare.
static double untimed_part(const profile *p)
{
    if (!p->timed.nanoseconds || !p->others.nanoseconds || !p->timed.agents || !p->others.agents)
        return 1;
    return (double)p->others.nanoseconds / (double)p->others.agents /
           ((double)p->timed.nanoseconds / (double)p->timed.agents);
}

// Find the overhead with which the times of all nodes add up to the time of a tick that is not
// timed. If all ticks are timed, use the overhead measured on the other tree.
static gestalt_result find_overhead(const profile *p, const gestalt_population *population,
                                    double *overhead, gestalt_error *error)
{
    gestalt_allocator a = memory_allocator(NULL);
    uint32_t groups = gestalt_population_group_count(population), count = 0, at = 0;
    *overhead = p->overhead;
    if (untimed_part(p) >= 1)
        return GESTALT_OK;
    for (uint32_t i = 0; i < groups; i++)
        count += nodes_of(population, i);
    gestalt_node_times *times = memory_new(&a, count * sizeof *times);
    gestalt_result result = times ? GESTALT_OK : error_no_memory(error);
    for (uint32_t i = 0; i < groups && result == GESTALT_OK; i++) {
        result = gestalt_population_node_times(population, i, times + at, count - at, error);
        at += nodes_of(population, i);
    }
    if (result == GESTALT_OK)
        *overhead = profile_overhead(times, count, profile_sum(times, count, 0) * untimed_part(p));
    memory_release(&a, times, count * sizeof *times);
    return result;
}

static gestalt_result profile_list_start(profile_list *l, double overhead,
                                         const gestalt_population *population, uint32_t group,
                                         gestalt_error *error)
{
    gestalt_allocator a = memory_allocator(NULL);
    *l = (profile_list){.shape = gestalt_population_shape(population, group)};
    l->node_count = nodes_of(population, group);
    l->times = memory_new(&a, l->node_count * sizeof *l->times);
    l->nanoseconds = memory_new(&a, l->node_count * sizeof *l->nanoseconds);
    l->all_works = memory_new(&a, l->node_count * sizeof *l->all_works);
    l->works = memory_new(&a, l->node_count * sizeof *l->works);
    if (!l->times || !l->nanoseconds || !l->all_works || !l->works)
        return GESTALT_NO_MEMORY;
    gestalt_result result =
        gestalt_population_node_times(population, group, l->times, l->node_count, error);
    for (uint32_t i = 0; result == GESTALT_OK && i < l->node_count; i++) {
        l->nanoseconds[i] = profile_net(&l->times[i], overhead);
        l->all += l->nanoseconds[i];
    }
    return result == GESTALT_OK && !list_works(l) ? GESTALT_NO_MEMORY : result;
}

static double per(double value, double count)
{
    return count > 0 ? value / count : 0;
}

// ---- for people

static text_color profile_heat(double share)
{
    return share > 0.2    ? COLOR_ERROR
           : share > 0.05 ? COLOR_WARNING
           : share > 0.01 ? COLOR_VALUE
                          : COLOR_DIM;
}

// Write the first columns of a line: the share of the time, the time of a run for one agent, and
// the number of these runs.
static void put_figures(const profile_list *l, text_out *out, double time, uint64_t agents)
{
    double share = per(time, l->all);
    text_style(out, profile_heat(share));
    text_print(out, "%7.1f %%%11.1f%13" PRIu64, 100 * share, per(time, (double)agents), agents);
    text_style(out, COLOR_OFF);
}

static void put_nodes(const profile_list *l, text_out *out)
{
    show_walk walk;
    show_walk_start(&walk, l->shape);
    while (show_walk_next(&walk)) {
        put_figures(l, out, l->nanoseconds[walk.node], l->times[walk.node].agents);
        text_style(out, COLOR_DIM);
        text_print(out, "%6" PRIu32 "  ", walk.node);
        text_style(out, COLOR_OFF);
        show_outline_node(out, &walk);
        text_put(out, "\n");
    }
}

static void put_heading(text_out *out, const char *columns, const char *what)
{
    text_style(out, COLOR_DIM);
    text_print(out, "%s  %s", columns, what);
    text_style(out, COLOR_OFF);
    text_put(out, "\n");
}

static void put_works(const profile_list *l, text_out *out, work_sort sort, const char *heading)
{
    uint32_t shown = 0;
    for (uint32_t i = 0; i < l->work_count && shown < ROWS_MOST; i++) {
        const work *w = l->works[i];
        if (w->sort != sort || w->agents == 0)
            continue;
        if (shown++ == 0) {
            text_put(out, "\n");
            put_heading(out, "   share   ns/agent       agents nodes", heading);
        }
        put_figures(l, out, w->time, w->agents);
        text_print(out, "%6" PRIu32 "  ", w->nodes);
        text_escaped(out, w->text, w->size);
        text_put(out, "\n");
    }
}

static void put_summary(text_out *out, const profile *p)
{
    text_print(out, "%" PRIu64 " of %" PRIu64 " ticks were timed", p->timed.count,
               p->timed.count + p->others.count);
    if (p->timed.nanoseconds)
        text_print(out, "; %.1f ns per agent in them",
                   per((double)p->timed.nanoseconds, (double)p->timed.agents));
    if (p->timed.nanoseconds && p->others.agents)
        text_print(out, ", and %.1f ns in the others",
                   per((double)p->others.nanoseconds, (double)p->others.agents));
    text_put(out, "\n");
}

gestalt_result profile_text(text_out *out, const profile *p, const gestalt_population *population,
                            profile_name *name, const void *user, gestalt_error *error)
{
    static const char *const headings[WORK_SORTS] = {"functions", "expressions", "other leaves",
                                                     "deciders, decorators and loops"};
    double overhead;
    gestalt_result result = find_overhead(p, population, &overhead, error);
    put_summary(out, p);
    for (uint32_t i = 0; i < gestalt_population_group_count(population) && result == GESTALT_OK;
         i++) {
        profile_list l;
        result = profile_list_start(&l, overhead, population, i, error);
        if (result == GESTALT_OK) {
            text_put(out, "\n");
            text_style(out, COLOR_BOLD);
            if (name(user, i)) {
                text_escaped(out, name(user, i), strlen(name(user, i)));
                text_put(out, ": ");
            }
            text_escaped(out, gestalt_shape_name(l.shape), strlen(gestalt_shape_name(l.shape)));
            text_style(out, COLOR_OFF);
            text_print(out, ", %.1f ms\n", l.all / 1e6);
            put_heading(out, "   share   ns/agent       agents", "node");
            put_nodes(&l, out);
            for (int sort = 0; sort < WORK_SORTS; sort++)
                put_works(&l, out, (work_sort)sort, headings[sort]);
        }
        profile_list_end(&l);
    }
    return result;
}

// ---- for tools

static void json_text(text_out *out, const char *text)
{
    if (text)
        text_json(out, text, strlen(text));
    else
        text_put(out, "null");
}

static void json_ticks(text_out *out, const char *name, const profile_ticks *t)
{
    text_print(out,
               "\"%s\": { \"ticks\": %" PRIu64 ", \"agents\": %" PRIu64 ", \"ns\": %" PRIu64 " }",
               name, t->count, t->agents, t->nanoseconds);
}

static void json_node(text_out *out, const profile_list *l, uint32_t node)
{
    const char *name = l->shape->names ? shape_string(l->shape, l->shape->names[node].name) : NULL;
    node_view view = walk_node(l->shape->items, l->shape->nodes[node]);
    text_print(out, "{ \"node\": %" PRIu32 ", \"type\": \"%s\", \"name\": ", node,
               node_table[view.type].name);
    json_text(out, name);
    text_print(
        out, ", \"ns\": %.0f, \"share\": %.4f, \"answers\": %" PRIu64 ", \"agents\": %" PRIu64 " }",
        l->nanoseconds[node], per(l->nanoseconds[node], l->all), l->times[node].answers,
        l->times[node].agents);
}

static void json_work(text_out *out, const profile_list *l, const work *w)
{
    static const char *const sorts[WORK_SORTS] = {"function", "expression", "leaf", "control"};
    text_print(out, "{ \"sort\": \"%s\", \"what\": ", sorts[w->sort]);
    text_json(out, w->text, w->size);
    text_print(out,
               ", \"nodes\": %" PRIu32 ", \"ns\": %.0f, \"share\": %.4f, \"agents\": %" PRIu64 " }",
               w->nodes, w->time, per(w->time, l->all), w->agents);
}

static void json_group(text_out *out, const profile_list *l, const char *name)
{
    text_put(out, "{ \"group\": ");
    json_text(out, name);
    text_put(out, ", \"tree\": ");
    json_text(out, gestalt_shape_name(l->shape));
    text_put(out, ", \"nodes\": [");
    for (uint32_t i = 0; i < l->node_count; i++) {
        text_put(out, i ? ",\n    " : "\n    ");
        json_node(out, l, i);
    }
    text_put(out, "\n  ], \"work\": [");
    for (uint32_t i = 0; i < l->work_count; i++) {
        text_put(out, i ? ",\n    " : "\n    ");
        json_work(out, l, l->works[i]);
    }
    text_put(out, "\n  ] }");
}

gestalt_result profile_json(text_out *out, const profile *p, const gestalt_population *population,
                            profile_name *name, const void *user, gestalt_error *error)
{
    double overhead;
    gestalt_result result = find_overhead(p, population, &overhead, error);
    text_put(out, "{ ");
    json_ticks(out, "timed", &p->timed);
    text_put(out, ", ");
    json_ticks(out, "others", &p->others);
    text_print(out, ", \"overhead_ns\": %.1f", overhead);
    text_put(out, ", \"groups\": [");
    for (uint32_t i = 0; i < gestalt_population_group_count(population) && result == GESTALT_OK;
         i++) {
        profile_list l;
        result = profile_list_start(&l, overhead, population, i, error);
        if (result == GESTALT_OK) {
            text_put(out, i ? ",\n  " : "\n  ");
            json_group(out, &l, name(user, i));
        }
        profile_list_end(&l);
    }
    text_put(out, "\n] }\n");
    return result;
}
