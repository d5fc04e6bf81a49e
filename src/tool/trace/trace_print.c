// SPDX-License-Identifier: MIT
// Prints a tick of a trace as a tree, or one step of it: a line for each visit, with the status in
// a column, followed by remarks.
#include "trace.h"

#include "nodes.h"
#include "number.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { ANSWER_COLUMN_MAX = 72 };

static uint64_t head_of(const trace *t, uint32_t node)
{
    return t->shape->items[t->shape->nodes[node]];
}

static item_type type_of(const trace *t, uint32_t node)
{
    return item_type_of(head_of(t, node));
}

static uint64_t rounds_of(const trace *t, uint32_t node)
{
    return rounds_limit(t->shape->items[t->shape->nodes[node] + 1]);
}

static bool counts_ticks(const trace *t, uint32_t node)
{
    return item_flags(head_of(t, node)) & ITEM_VARIANT;
}

// ---- before the status

static void put_edge(text_out *out, trace *t, uint32_t node)
{
    const trace_node *n = &t->nodes[node];
    if (n->depth == 0)
        return;
    t->edge.depth = 1;
    t->edge.levels[0] = n->parent;
    if (!show_has_edge(&t->edge))
        return;
    show_edge(out, &t->edge);
    text_put(out, n->parent.label ? " → " : ": ");
}

static void put_text(text_out *out, trace *t, const trace_line *line)
{
    if (line->kind == TRACE_LOG) {
        text_put(out, "log ");
        text_style(out, COLOR_VALUE);
        show_quoted(out, t->shape, item_argument(t->shape->items[t->shape->nodes[line->node]]));
        text_style(out, COLOR_OFF);
        return;
    }
    if (line->kind == TRACE_ROLL_BACK && line->kept.name) {
        text_put(out, "persistent ");
        text_escaped(out, line->kept.name, strlen(line->kept.name));
        return;
    }
    if (line->kind != TRACE_ROLL_BACK)
        put_edge(out, t, line->node);
    show_title(out, t->shape, line->node);
    show_attributes(out, t->shape, line->node);
}

static void put_branch(text_out *out, const trace_line *line, const bool *is_open)
{
    text_style(out, COLOR_DIM);
    for (uint32_t depth = 1; depth < line->depth; depth++)
        text_put(out, is_open[depth] ? "│  " : "   ");
    if (line->depth > 0)
        text_put(out, line->is_last ? "└─ " : "├─ ");
    text_style(out, COLOR_OFF);
}

static bool to_nowhere(void *user, const char *text, size_t size)
{
    (void)user;
    (void)text;
    (void)size;
    return true;
}

static size_t columns_of(trace *t, const trace_line *line)
{
    text_out nowhere;
    show_filter filter;
    text_start(&nowhere, (gestalt_writer){.write = to_nowhere}, false);
    put_text(show_filter_start(&filter, &nowhere, SHOW_PLAIN), t, line);
    show_filter_flush(&filter);
    t->is_out_of_memory = t->is_out_of_memory || nowhere.is_out_of_memory;
    return 3 * line->depth + filter.columns;
}

// ---- the status

// Return the guard of a node that is open.
static const gestalt_guard *guard_of(const trace *t, const trace_line *line)
{
    bool is_open = t->step && line->kind == TRACE_VISIT && line->depth < t->step->guard_count;
    return is_open ? &t->step->guards[line->depth] : NULL;
}

static void put_answer(text_out *out, const trace *t, const trace_line *line)
{
    static const text_color colors[] = {COLOR_VALUE, COLOR_ERROR, COLOR_NOTE};
    static const char *const phases[] = {"start", "success", "failure", "abandon"};
    if (guard_of(t, line)) {
        text_style(out, COLOR_NOTE);
        text_put(out, guard_of(t, line)->waiting ? "waits" : "entered");
    } else if (line->kind == TRACE_CANCEL) {
        text_style(out, COLOR_WARNING);
        text_put(out, "cancelled");
    } else if (line->kind == TRACE_ROLL_BACK) {
        text_style(out, COLOR_WARNING);
        text_put(out, "rolled back");
    } else if (line->kind == TRACE_LOG) {
        text_style(out, COLOR_DIM);
        text_put(out, phases[line->detail]);
    } else {
        text_style(out, colors[line->detail]);
        text_put(out, show_status_text(line->detail));
    }
    text_style(out, COLOR_OFF);
}

// ---- remarks

// Remarks are separated by commas.
typedef struct remark {
    text_out *out;
    const char *separator;
} remark;

static text_out *trace_say(remark *r)
{
    text_put(r->out, r->separator);
    r->separator = ", ";
    return r->out;
}

static void put_moment(text_out *out, const trace *t, uint32_t node, int64_t moment)
{
    char text[NUMBER_TEXT_SIZE];
    if (counts_ticks(t, node)) {
        text_print(out, "tick %" PRId64, moment);
        return;
    }
    text_write(out, text, number_print_seconds(text, moment));
    text_put(out, " s");
}

static void say_clock(remark *r, const trace *t, const trace_line *line, const char *before,
                      const char *due)
{
    int64_t clock = counts_ticks(t, line->node) ? (int64_t)t->tick : t->now;
    text_put(trace_say(r), clock < line->due ? before : due);
    put_moment(r->out, t, line->node, line->due);
}

static void say_rounds(remark *r, const trace *t, const trace_line *line, uint32_t count,
                       const char *noun, const char *nouns)
{
    uint64_t limit = rounds_of(t, line->node);
    text_print(trace_say(r), "%" PRIu32, count);
    if (limit)
        text_print(r->out, " of %" PRIu64, limit);
    text_print(r->out, " %s", count == 1 && !limit ? noun : nouns);
}

// Print why a decorator has finished without running its child. Clocks have other remarks.
static void say_childless(remark *r, item_type type)
{
    if (node_table[type].group == GROUP_DECORATOR && *node_table[type].reason &&
        !node_has_clock(type))
        text_put(trace_say(r), node_table[type].reason);
}

// Print a time. A passive node waits for its clock; another node finishes when the time is up, or
// runs something besides its child.
static void say_time(remark *r, const trace *t, const trace_line *line, item_type type)
{
    bool runs = line->detail == GESTALT_RUNNING;
    if (node_has(type, 'R')) {
        if (runs && !line->runs_child)
            say_clock(r, t, line, "pauses until ", "pauses until ");
        return;
    }
    if (node_table[type].children == RUNS_BESIDE && runs)
        say_clock(r, t, line, "next at ", "due since ");
    else if (node_table[type].children == RUNS_BESIDE)
        return;
    else if (node_is(type, NODE_IS_PASSIVE))
        say_clock(r, t, line, "until ", "due at ");
    else if (runs || !line->has_child)
        say_clock(r, t, line, "until ", "the time was up at ");
}

// Print the rounds of a loop, depending on the status after which it continues.
static void say_loop(remark *r, const trace *t, const trace_line *line, item_type type)
{
    unsigned goes_on = node_table[type].goes_on;
    if (node_has(type, 'L'))
        say_rounds(r, t, line, line->successes, "element done", "elements done");
    else if (goes_on == ITEM_CAN_SUCCEED)
        text_print(trace_say(r), "%" PRIu32 " success%s%s", line->successes,
                   text_plural(line->successes, "", "es"),
                   line->detail == GESTALT_RUNNING ? " so far" : "");
    else if (goes_on == ITEM_CAN_FAIL) // the last round may have succeeded
        say_rounds(r, t, line, line->rounds - line->successes, "attempt failed", "attempts failed");
    else
        say_rounds(r, t, line, line->rounds, "round done", "rounds done");
}

// Print remarks that depend on how the node started.
static void say_state(remark *r, const trace *t, const trace_line *line, item_type type)
{
    if (node_has(type, 'R'))
        say_loop(r, t, line, type);
}

// Return whether a decider resumes at one of its children, and does not run earlier ones.
static bool resumes_at_child(item_type type)
{
    return node_table[type].group == GROUP_DECIDER && node_table[type].children <= RUNS_IN_TURN;
}

static void say_start(remark *r, const trace_line *line, uint64_t head)
{
    item_type type = item_type_of(head);
    if (line->resumes)
        text_put(trace_say(r), "resumes");
    else if (node_is(type, NODE_IS_LAUNCHING))
        text_put(trace_say(r), "requests a launch");
    if (line->resumes && line->has_child && resumes_at_child(type))
        text_print(r->out,
                   node_reacts(head) && !line->child_resumes ? ", picks node %" PRIu32
                                                             : " at node %" PRIu32,
                   line->child);
}

static void say_visit(remark *r, const trace *t, const trace_line *line)
{
    item_type type = type_of(t, line->node);
    say_start(r, line, head_of(t, line->node));
    if (line->has_clock)
        say_time(r, t, line, type);
    if (line->is_known)
        say_state(r, t, line, type);
    if (!line->has_child)
        say_childless(r, type);
}

// Print the changes that a guard would undo, except for those that an inner guard would undo.
static void say_changes(remark *r, const gestalt_step *step, uint32_t index)
{
    const char *before = "would roll back ";
    uint32_t end = step->change_count;
    for (uint32_t i = index + 1; i < step->guard_count; i++)
        if (step->guards[i].can_roll_back && step->guards[i].change_begin < end)
            end = step->guards[i].change_begin;
    for (uint32_t i = step->guards[index].change_begin; i < end; i++, before = " and ") {
        const gestalt_kept *what = &step->changes[i];
        text_put(before[0] == ' ' ? r->out : trace_say(r), before);
        if (what->name)
            text_escaped(r->out, what->name, strlen(what->name));
        else
            text_print(r->out, "node %" PRIu32, what->node);
    }
}

static void say_guard(remark *r, const trace *t, const trace_line *line, const gestalt_guard *g)
{
    say_start(r, line, head_of(t, line->node));
    if (g->waiting)
        text_put(trace_say(r), "its live child comes later");
    if (g->round)
        text_print(trace_say(r), "round %" PRIu32 " of this tick", g->round);
    if (g->can_roll_back)
        say_changes(r, t->step, line->depth);
}

// Print the node that cancels or rolls back. For nodes below a cancelled node the reason is the
// same, so it is not repeated.
static void say_by(remark *r, const trace *t, const trace_line *line, bool is_below)
{
    if (is_below || line->by == SHAPE_NONE)
        return;
    const char *reason = node_table[type_of(t, line->by)].reason;
    text_print(trace_say(r), "by node %" PRIu32, line->by);
    if (line->kind == TRACE_CANCEL) {
        text_print(r->out, ", range %" PRIu32, line->first);
        if (line->end - line->first > 1)
            text_print(r->out, " to %" PRIu32, line->end - 1);
    }
    if (*reason)
        text_print(r->out, ": %s", reason);
}

static void put_note(text_out *out, const trace *t, const trace_line *line, bool is_below)
{
    remark r = {out, "  "};
    text_style(out, COLOR_DIM);
    if (guard_of(t, line))
        say_guard(&r, t, line, guard_of(t, line));
    else if (line->kind == TRACE_VISIT)
        say_visit(&r, t, line);
    else if (line->kind != TRACE_LOG)
        say_by(&r, t, line, is_below);
    text_style(out, COLOR_OFF);
}

// ---- all lines

// Find the last siblings, from the end: a line is the last child of its parent if no line of the
// same depth follows before a line of smaller depth.
static void find_last_siblings(trace *t)
{
    bool has_next[LIMIT_DEPTH + 3] = {false};
    uint32_t deepest = 0;
    for (size_t i = t->count; i > 0; i--) {
        trace_line *line = &t->lines[i - 1];
        if (line->is_hidden)
            continue;
        for (; deepest > line->depth; deepest--)
            has_next[deepest] = false;
        deepest = line->depth;
        line->is_last = !has_next[line->depth];
        has_next[line->depth] = true;
    }
}

static size_t answer_column(trace *t)
{
    size_t widest = 0;
    for (size_t i = 0; i < t->count; i++) {
        size_t columns = columns_of(t, &t->lines[i]);
        widest = columns > widest ? columns : widest;
    }
    return widest < ANSWER_COLUMN_MAX ? widest : ANSWER_COLUMN_MAX;
}

// Return the column of statuses, which is the same for all ticks.
static size_t answer_column_of_tree(trace *t)
{
    uint32_t count = t->tree_column ? 0 : t->shape->specification->node_count;
    size_t widest = t->tree_column;
    for (uint32_t node = 0; node < count; node++) {
        trace_line line = {.node = node, .depth = t->nodes[node].depth};
        size_t columns = columns_of(t, &line);
        widest = columns > widest ? columns : widest;
    }
    t->tree_column = widest;
    return widest < ANSWER_COLUMN_MAX ? widest : ANSWER_COLUMN_MAX;
}

static void put_line(text_out *out, trace *t, const trace_line *line, const bool *is_open,
                     size_t column, bool is_below)
{
    text_style(out, COLOR_DIM);
    text_print(out, "  %*" PRIu32 "  ", (int)t->digits, line->node);
    text_style(out, COLOR_OFF);
    put_branch(out, line, is_open);
    put_text(out, t, line);
    size_t columns = columns_of(t, line);
    text_fill(out, ' ', (columns < column ? column - columns : 0) + 2);
    put_answer(out, t, line);
    put_note(out, t, line, is_below);
    text_put(out, "\n");
}

static void put_lines(text_out *out, trace *t, size_t column)
{
    bool is_open[LIMIT_DEPTH + 3] = {false};
    // end of the node that is cancelled together with all nodes below it
    uint32_t cancelled_end = 0;
    find_last_siblings(t);
    for (size_t i = 0; i < t->count; i++) {
        const trace_line *line = &t->lines[i];
        if (line->is_hidden)
            continue;
        uint32_t item = t->shape->nodes[line->node];
        bool is_below = line->kind == TRACE_CANCEL && item < cancelled_end;
        is_open[line->depth] = !line->is_last;
        put_line(out, t, line, is_open, column, is_below);
        if (line->kind == TRACE_CANCEL && !is_below)
            cancelled_end = item_end(t->shape->items[item]);
        else if (line->kind == TRACE_VISIT || line->kind == TRACE_ROLL_BACK)
            cancelled_end = 0;
    }
    if (t->is_out_of_memory)
        text_fail_memory(out);
}

void trace_print(text_out *out, trace *t)
{
    put_lines(out, t, answer_column(t));
}

void trace_print_step(text_out *out, trace *t, const gestalt_step *step)
{
    for (size_t i = 0; i < t->count; i++)
        t->lines[i].is_hidden = i < t->step_begin;
    for (uint32_t i = 0; i < t->open_count; i++)
        t->lines[t->open[i]].is_hidden = false;
    t->lines[t->left].is_hidden = false;
    t->step_begin = t->count;
    t->step = step;
    text_style(out, COLOR_DIM);
    text_print(out, "  step %" PRIu32 "\n", ++t->step_count);
    text_style(out, COLOR_OFF);
    put_lines(out, t, answer_column_of_tree(t));
    t->step = NULL;
}
