// SPDX-License-Identifier: MIT
// Draw one tick of the interpreter, step by step, for docs/machine.md: a tick of four agents that
// run examples/machine.json.
//
//    show_machine FILE items          items and linked stream, byte by byte
//    show_machine FILE FIRST LAST     the steps FIRST to LAST of the tick; step 0 is before it
//
// This program compiles the interpreter again, with hooks and stops, to show cancellation ranges
// and roll-backs. It fails unless the tick without hooks and stops ends with the same bytes.
#define LONE   0
#define TRACED 1
#define RUNNER run_shown
#include "machine_live.h"

static void show_abandon(interp *t, const guard *g, uint32_t from, uint64_t lanes);
static void show_rollback(interp *t, const guard *g, uint64_t failed);
#define guard_abandon  show_abandon
#define rollback_close show_rollback
extern const runner run_shown;
#include "machine_body.h"
#undef guard_abandon
#undef rollback_close

#include "floats.h"
#include "image.h"
#include "interp.h"
#include "memory.h"
#include "nodes.h"
#include "walk.h"

#include <gestalt/gestalt.h>

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { AGENTS = 4, TICKS = 2, ALL = (1 << AGENTS) - 1 };

// ---- the world: what agents sense in both ticks, and what the game returns to them

static const float distances[TICKS][AGENTS] = {{5, 50, 50, 50}, {50, 5, 5, 50}};

typedef struct show_action {
    const char *name;
    const char *answers[TICKS]; // statuses by agent; `-` if the function is not called
} show_action;

static const show_action actions[] = {
    {"shout", {"S---", "-SS-"}},
    {"fire", {"R---", "-SF-"}},
    {"walk", {"-RSR", "R--S"}},
};

static void run_action(gestalt_call *call)
{
    const show_action *a = call->user;
    for (unsigned lane = 0; lane < AGENTS && !call->cancelling; lane++) {
        uint64_t bit = call->lanes & UINT64_C(1) << lane;
        char letter = a->answers[call->tick][lane];
        if (bit && letter == '-')
            call->error = "an agent that the table does not expect";
        call->succeeded |= letter == 'S' ? bit : 0;
        call->failed |= letter == 'F' ? bit : 0;
    }
}

// ---- text

static uint32_t first_step, last_step, step;

static void say(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (step >= first_step && step <= last_step)
        vprintf(format, arguments);
    va_end(arguments);
}

static void must(bool holds, const char *message)
{
    if (holds)
        return;
    printf("show_machine: %s\n", message);
    exit(1);
}

// A picture with one character for each agent, in order.
typedef struct drawing {
    char text[AGENTS + 1];
} drawing;

static drawing draw_letters(uint64_t lanes, uint64_t succeeded, uint64_t failed, char other)
{
    drawing d = {""};
    for (unsigned lane = 0; lane < AGENTS; lane++)
        d.text[lane] = !(lanes >> lane & 1)    ? '.'
                       : succeeded >> lane & 1 ? 'S'
                       : failed >> lane & 1    ? 'F'
                                               : other;
    return d;
}

static drawing draw_mask(uint64_t lanes)
{
    drawing d = {""};
    for (unsigned lane = 0; lane < AGENTS; lane++)
        d.text[lane] = lanes >> lane & 1 ? '1' : '0';
    return d;
}

typedef struct label {
    char text[32];
} label;

static label label_of(const gestalt_shape *shape, uint32_t id)
{
    node_view v = walk_node(shape->items, shape->nodes[id]);
    uint32_t name = v.type == NODE_ACTION ? shape->hosts[v.argument].name : shape->names[id].name;
    label l;
    snprintf(l.text, sizeof l.text, "#%" PRIu32 " %s%s%s", id, node_table[v.type].name,
             name == SHAPE_NONE ? "" : " ", name == SHAPE_NONE ? "" : shape->strings + name);
    return l;
}

static label label_of_item(const interp *t, uint32_t item)
{
    return label_of(t->plan->shape, t->plan->node_ids[item]);
}

// ---- items

static void items_bytes(uint64_t item)
{
    for (int i = 0; i < 8; i++)
        printf("%02x ", (unsigned)(item >> 8 * i & 0xff));
    printf(" ");
}

// The op of a linked head: a node type, or a name of linked.h.
static void items_linked_op(unsigned op)
{
    static const char *const parents[LINK_PARENTS] = {"", " + LINK_IN_SEQUENCE",
                                                      " + LINK_IN_SELECTOR", " + LINK_IN_PRIORITY",
                                                      " + LINK_IN_REACTIVE_SEQUENCE"};
    if (item_is_node((item_type)op))
        printf("%s, ", node_table[op].name);
    else if (link_leaf_op(op) == LINK_CONDITION)
        printf("LINK_CONDITION%s, ", parents[op - LINK_CONDITION]);
    else if (link_leaf_op(op) == LINK_ACTION)
        printf("LINK_ACTION%s, ", parents[op - LINK_ACTION]);
    else
        must(false, "an op that the document did not have");
}

static void items_linked_head(const linked *l, uint64_t item)
{
    items_linked_op(link_op_of(item));
    if (link_has(item, LINK_CELL)) {
        const link_cell *cell = &l->cells[item_argument(item)];
        printf("cell %" PRIu32 ": ", item_argument(item));
        if (cell->slot != PLAN_NO_SLOT)
            printf("slot %" PRIu32 ", ", cell->slot);
        printf("value %" PRIu32, cell->value);
    } else if (link_leaf_op(link_op_of(item)) == LINK_ACTION) {
        const link_call *call = &l->calls[item_argument(item)];
        printf("call %" PRIu32 ": slot %" PRIu32, item_argument(item), call->slot);
    } else if (link_leaf_op(link_op_of(item)) == LINK_CONDITION) {
        printf("row %" PRIu32, item_argument(item));
    } else {
        printf("slot %" PRIu32, item_argument(item));
    }
    printf("%s%s\n", link_has(item, LINK_LIVE) ? ", live" : "",
           link_has(item, LINK_OWNS) ? ", owns" : "");
}

static void items_head(const linked *l, uint32_t at)
{
    const gestalt_shape *shape = l->plan->shape;
    uint64_t item = shape->items[at];
    unsigned can = item_flags(item);
    char text[80];
    snprintf(text, sizeof text, "%s  %c%c%c, end %" PRIu32,
             label_of(shape, l->plan->node_ids[at]).text, can & ITEM_CAN_SUCCEED ? 'S' : '-',
             can & ITEM_CAN_FAIL ? 'F' : '-', can & ITEM_CAN_RUN ? 'R' : '-', item_end(item));
    printf("%-36s", text);
    items_linked_head(l, l->items[at]);
}

static void items_other(const linked *l, uint32_t at)
{
    uint64_t item = l->plan->shape->items[at];
    char text[80];
    if (item_is_op(item_type_of(item)))
        snprintf(text, sizeof text, "   %s %" PRIx32, op_info_of(item_type_of(item))->enumerator,
                 item_argument(item));
    else
        snprintf(text, sizeof text, "   raw %" PRIu64, item);
    printf("%-36s", text);
    if (link_op_of(l->items[at]) == LINK_ROW)
        printf("LINK_ROW, row %" PRIu32 ", end %" PRIu32 "\n", item_argument(l->items[at]),
               item_end(l->items[at]));
    else
        printf("the same\n");
}

static void items_show(const linked *l)
{
    const gestalt_shape *shape = l->plan->shape;
    printf("item  in the shape             in the linked copy       in the shape"
           "                        in the linked copy\n");
    for (uint32_t at = 0; at < shape->specification->item_count; at++) {
        uint32_t id = l->plan->node_ids[at];
        printf("%4" PRIu32 "  ", at);
        items_bytes(shape->items[at]);
        items_bytes(l->items[at]);
        if (shape->nodes[id] == at)
            items_head(l, at);
        else
            items_other(l, at);
    }
}

// ---- what happens between two stops

static void show_enter(void *user, interp_cohort at, uint32_t id, uint64_t lanes, uint64_t resuming)
{
    const interp *t = user;
    const gestalt_shape *shape = t->plan->shape;
    node_view v = walk_node(shape->items, shape->nodes[id]);
    (void)at;
    say("  %-11s %-20s", v.first_child < v.end ? "opens" : "runs", label_of(shape, id).text);
    if (lanes & ~resuming)
        say(" fresh %s", draw_mask(lanes & ~resuming).text);
    if (resuming)
        say(" resumes %s", draw_mask(resuming).text);
    say("\n");
}

static void show_leave(void *user, interp_cohort at, uint32_t id, uint64_t succeeded,
                       uint64_t failed, uint64_t running)
{
    const interp *t = user;
    (void)at;
    say("  %-11s %-20s %s\n", "answers", label_of(t->plan->shape, id).text,
        draw_letters(succeeded | failed | running, succeeded, failed, 'R').text);
}

static void show_cancel(void *user, interp_cohort at, uint32_t id, uint64_t lanes)
{
    const interp *t = user;
    (void)at;
    say("    %-9s %-20s %s\n", "cancels", label_of(t->plan->shape, id).text, draw_mask(lanes).text);
}

static void show_abandon(interp *t, const guard *g, uint32_t from, uint64_t lanes)
{
    say("  %-11s from item %" PRIu32 ", end %" PRIu32 ", lanes %s\n", "range", from, g->end,
        draw_mask(lanes).text);
    guard_abandon(t, g, from, lanes);
}

static void show_rollback(interp *t, const guard *g, uint64_t failed)
{
    say("  %-11s entries from %" PRIu32 " on, lanes %s\n", "rolls back", g->mark.begin,
        draw_mask(failed).text);
    for (uint32_t i = g->mark.begin; i < t->rollback.count; i++) {
        const rollback_entry *e = &t->rollback.log[i];
        uint64_t lanes = e->lanes & failed;
        say("    %-9s %-20s to %s\n", "sets", label_of_item(t, t->plan->once_items[e->slot]).text,
            draw_letters(lanes, e->planes[0], e->planes[1], '?').text);
    }
    rollback_close(t, g, failed);
}

// ---- the state at a stop

// Return whether a guard uses both `succeeded` and `failed`. Guards of other types use neither.
static bool guard_counts_both(const guard *g)
{
    switch (guard_op(g)) {
    case NODE_INVERT:
    case NODE_FORCE_SUCCESS:
    case NODE_FORCE_FAILURE:
    case NODE_SEQUENCE:
    case NODE_SELECTOR:
    case NODE_PRIORITY:
    case NODE_REACTIVE_SEQUENCE: return false;
    default: return true;
    }
}

static void stop_show_guards(const interp *t)
{
    const registers *r = &t->tick.stopped;
    say("  guards                 entered  waiting  ended  succeeded  failed  next  log from\n");
    for (const guard *g = t->stack.guards + 1; g <= r->top; g++) {
        bool is_top = g == r->top, both = guard_counts_both(g);
        bool marks = guard_op(g) == NODE_CONCURRENT;
        uint32_t next = is_top ? r->next : g->next;
        say("    %-20s    %s     %s   %s", label_of_item(t, g->item).text,
            draw_mask(g->entered).text, draw_mask(is_top ? r->waiting : g->waiting).text,
            draw_mask(is_top ? r->ended : g->ended).text);
        say("       %4s    %4s  %4" PRIu32, both ? draw_mask(g->succeeded).text : "-",
            both ? draw_mask(g->failed).text : "-", next);
        if (marks)
            say("  %8" PRIu32 "\n", g->mark.begin);
        else
            say("         -\n");
    }
    if (r->top == t->stack.guards)
        say("    none but the tick itself\n");
}

static void stop_show_live(const interp *t)
{
    const plan *p = t->plan;
    say("  live    ");
    for (uint32_t slot = 0; slot < p->slot_count; slot++) {
        const char *before = slot ? "  " : "";
        for (uint32_t id = 0; id < p->shape->specification->node_count; id++)
            if (p->slots[id] == slot) {
                say("%s#%" PRIu32, before, id);
                before = "=";
            }
        say(" %s", draw_mask(cohort_slot(&t->layout, t->c, slot)).text);
    }
    say("\n");
}

static void stop_show_log(const interp *t)
{
    const plan *p = t->plan;
    for (uint32_t i = 0; i < t->spec->persistent_statuses; i++)
        say("  value   %-20s %s\n", label_of_item(t, p->once_items[i]).text,
            draw_letters(ALL, t->columns.statuses[i][0], t->columns.statuses[i][1], '?').text);
    for (uint32_t i = 0; i < t->rollback.count; i++) {
        const rollback_entry *e = &t->rollback.log[i];
        say("  log     entry %" PRIu32 ": %s was %s\n", i,
            label_of_item(t, p->once_items[e->slot]).text,
            draw_letters(e->lanes, e->planes[0], e->planes[1], '?').text);
    }
    if (t->rollback.count == 0)
        say("  log     empty\n");
}

// ---- the tick

typedef struct stage {
    gestalt_shape *shape;
    gestalt_host *host;
    plan *plan;
    binding bound;
    linked *linked;
    interp *t;
    cohort *c, *plain; // the same agents twice: `c` is drawn, `plain` is ticked in one call
    cohort_layout layout;
} stage;

static void stage_set(stage *s, const char *path)
{
    gestalt_allocator allocator = memory_allocator(NULL);
    gestalt_error error = {0};
    must(gestalt_compile_file(path, NULL, &s->shape, NULL, &error) == GESTALT_OK, error.message);
    must(gestalt_host_create(NULL, &s->host, &error) == GESTALT_OK, error.message);
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++) {
        gestalt_function f = {
            .name = actions[i].name, .batch = run_action, .user = (void *)&actions[i]};
        must(gestalt_host_add(s->host, &f, &error) == GESTALT_OK, error.message);
    }
    s->plan = plan_create(s->shape, &allocator);
    must(s->plan, "no memory");
    must(cohort_layout_make(s->plan, AGENTS, GESTALT_STATES_MASKS, &s->layout), "no layout");
    must(binding_make(s->host, s->shape, &allocator, &s->bound, &error) == GESTALT_OK,
         error.message);
    s->linked = linked_create(s->plan, &s->bound, &s->layout, kernels_best(), &allocator);
    must(s->linked, "no memory");
    s->t = interp_create(s->linked, false, &allocator);
    s->c = aligned_alloc(64, (s->layout.size + 63) / 64 * 64);
    s->plain = aligned_alloc(64, (s->layout.size + 63) / 64 * 64);
    must(s->t && s->c && s->plain, "no memory");
}

static void stage_strike(stage *s)
{
    gestalt_allocator allocator = memory_allocator(NULL);
    free(s->plain);
    free(s->c);
    interp_destroy(s->t);
    linked_destroy(s->linked, &allocator);
    binding_release(&s->bound, &allocator);
    plan_destroy(s->plan, &allocator);
    gestalt_host_destroy(s->host);
    gestalt_shape_destroy(s->shape);
}

static void stage_look_around(const stage *s, cohort *c, uint32_t tick)
{
    memcpy(cohort_part(c, s->layout.numbers), distances[tick], sizeof distances[tick]);
}

// Create the agents, and tick them once.
static void stage_begin(const stage *s)
{
    static const interp_moment moment = {.now = 0};
    cohort_start(&s->layout, s->c);
    cohort_set_occupied(&s->layout, s->c, ALL);
    interp_begin(s->t, &moment);
    interp_init(s->t, s->c, ALL, 0);
    stage_look_around(s, s->c, 0);
    interp_tick(s->t, s->c, ALL);
    stage_look_around(s, s->c, 1);
    memcpy(s->plain, s->c, s->layout.size);
}

// Run the second tick. The interpreter stops after every node.
static void stage_step(const stage *s)
{
    interp *t = s->t;
    interp_hooks hooks = {
        .enter = show_enter, .leave = show_leave, .cancel = show_cancel, .user = t};
    interp_moment moment = {.now = 1000000, .before = 0, .tick = 1, .hooks = &hooks};
    interp_begin(t, &moment);
    interp_attach(t, s->c, false);
    stop_show_live(t);
    stop_show_log(t);
    t->runner = &run_shown;
    t->tick.stops = true;
    for (bool ends = false; !ends;) {
        step++;
        if (t->tick.stopped.top != t->stack.guards)
            say("step %" PRIu32 "\n", step);
        ends = step == 1 ? t->runner->tick(t, ALL) : t->runner->go_on(t);
        if (ends)
            break;
        stop_show_guards(t);
        stop_show_live(t);
        stop_show_log(t);
    }
    t->tick.stops = false;
    must(!interp_error(t), interp_error(t));
}

// Run the second tick without hooks and stops, and compare the results.
static void stage_compare(const stage *s)
{
    interp_moment moment = {.now = 1000000, .before = 0, .tick = 1};
    interp_begin(s->t, &moment);
    interp_tick(s->t, s->plain, ALL);
    must(!interp_error(s->t), interp_error(s->t));
    must(memcmp(s->c, s->plain, s->layout.size) == 0, "a tick without stops ends with other bytes");
}

int main(int count, char **arguments)
{
    if (count != 3 && count != 4)
        return 2;
    stage s = {0};
    floats_environment environment;
    floats_begin(&environment);
    stage_set(&s, arguments[1]);
    if (count == 3) {
        items_show(s.linked);
    } else {
        first_step = (uint32_t)strtoul(arguments[2], NULL, 10);
        last_step = (uint32_t)strtoul(arguments[3], NULL, 10);
        stage_begin(&s);
        stage_step(&s);
        stage_compare(&s);
    }
    stage_strike(&s);
    floats_end(&environment);
    return 0;
}
