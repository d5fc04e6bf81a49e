// SPDX-License-Identifier: MIT
// One agent in a tick: the nodes that it enters, in order, with their statuses, the nodes that are
// abandoned, and the values that are rolled back. Recorded by hooks, printed as a tree.
#ifndef TRACE_H
#define TRACE_H

#include "image.h"
#include "memory.h"
#include "show.h"

#include <gestalt/gestalt.h>

typedef enum trace_kind { TRACE_VISIT, TRACE_CANCEL, TRACE_LOG, TRACE_ROLL_BACK } trace_kind;

typedef struct trace_line {
    uint32_t node;
    uint32_t depth;
    trace_kind kind;
    unsigned detail;     // status of a visit, phase of a log
    uint32_t by;         // node that cancels or rolls back, or SHAPE_NONE
    uint32_t first, end; // cancellation range of a cancelled node
    gestalt_kept kept;   // value that is rolled back
    uint32_t child;      // first child of a visit with `has_child`
    bool resumes;
    bool is_hidden;  // not printed in this step
    bool is_last;    // whether the line is the last of its siblings
    bool has_child;  // whether the visit has visited a child
    bool is_known;   // the node's fresh start was recorded, so the following members are correct
    uint32_t rounds; // runs of a loop's child that have finished since the fresh start
    uint32_t successes;
    bool runs_child; // whether the last child that it visited was running
    bool has_clock;
    int64_t due;        // when the node is due, in microseconds or ticks
    bool child_resumes; // whether the first child that it visited resumes
} trace_line;

// The part of a node's trace that is stored from tick to tick.
typedef struct trace_node {
    show_level parent; // as show_edge expects it
    uint32_t depth;
    bool is_known; // whether its fresh start was recorded
    uint32_t rounds, successes;
    bool runs_child;
} trace_node;

typedef struct trace {
    const gestalt_shape *shape;
    const gestalt_population *population;
    gestalt_allocator allocator;
    uint64_t agent;
    int64_t now;
    uint64_t tick;
    trace_node *nodes;
    trace_line *lines; // lines of this tick
    size_t count, capacity;
    size_t open[LIMIT_DEPTH + 1]; // lines of the nodes that are open
    uint32_t open_count;
    uint32_t range_first, range_end; // the last cancellation range
    size_t left;                     // line of the node that was left last
    size_t step_begin;               // first line since the last step
    uint32_t step_count;             // number of steps in this tick
    const gestalt_step *step;        // step that is printed, or NULL
    size_t tree_column;              // column of statuses when steps are printed; 0: not known yet
    uint32_t digits;                 // digits of node ids
    bool is_out_of_memory;
    show_walk edge; // for show_edge
} trace;

/// Returns false when out of memory. The trace must not be moved while its hooks are set.
bool trace_start(trace *t, const gestalt_population *population, const gestalt_shape *shape,
                 uint64_t agent);
void trace_release(trace *t);

gestalt_hooks trace_hooks(trace *t);

/// Call this before each tick.
void trace_begin_tick(trace *t, uint64_t tick, int64_t now);

/// Print the tree of the last tick.
void trace_print(text_out *out, trace *t);

/// Print what has happened since the last step: the open nodes, what was cancelled and rolled back
/// below them, and the node that has returned a status.
void trace_print_step(text_out *out, trace *t, const gestalt_step *step);

#endif
