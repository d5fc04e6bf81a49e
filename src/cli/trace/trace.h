// SPDX-License-Identifier: MIT
// One agent in a tick: the nodes that it enters, in order, with their answers, those that
// are abandoned, and what is rolled back. Recorded by hooks, printed as a tree.
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
    unsigned detail;     // of visits the answer, of logs the phase
    uint32_t by;         // the node that cancels or rolls back, or SHAPE_NONE
    uint32_t first, end; // of what is cancelled: the range that it lies in
    gestalt_kept kept;   // that is rolled back
    uint32_t child;      // of a visit that has one: the first that it visited
    bool resumes;
    bool is_hidden;  // in the step that is printed
    bool is_last;    // of its siblings
    bool has_child;  // a visit that visited a child
    bool is_known;   // it has started under our eyes: what follows is right
    uint32_t rounds; // of loops: runs of the child that have finished since the fresh start
    uint32_t successes;
    bool has_clock;
    int64_t due;        // when it is due, in microseconds or ticks
    bool child_resumes; // the first that it visited
} trace_line;

// The part of a node's trace that is kept from tick to tick.
typedef struct trace_node {
    show_level parent; // as show_edge wants it
    uint32_t depth;
    bool is_known; // its start was seen
    uint32_t rounds, successes;
} trace_node;

typedef struct trace {
    const gestalt_shape *shape;
    const gestalt_population *population;
    gestalt_allocator allocator;
    uint64_t agent;
    int64_t now;
    uint64_t tick;
    trace_node *nodes;
    trace_line *lines; // of this tick
    size_t count, capacity;
    size_t open[LIMIT_DEPTH + 1]; // lines of the nodes that are entered and not yet left
    uint32_t open_count;
    uint32_t range_first, range_end; // the last cancellation range
    size_t left;                     // the line of the node that was left last
    size_t step_begin;               // the first line since the last step
    uint32_t step_count;             // in this tick
    const gestalt_step *step;        // the one that is printed, or NULL
    size_t tree_column;              // of answers, when steps are printed; 0: not known yet
    uint32_t digits;                 // of node ids
    bool is_out_of_memory;
    show_walk edge; // for show_edge
} trace;

/// False when there is no memory. The trace must stay where it is while its hooks are set.
bool trace_start(trace *t, const gestalt_population *population, const gestalt_shape *shape,
                 uint64_t agent);
void trace_release(trace *t);

gestalt_hooks trace_hooks(trace *t);

/// To be called before each tick.
void trace_begin_tick(trace *t, uint64_t tick, int64_t now);

/// Prints the last tick's tree.
void trace_print(text_out *out, trace *t);

/// Prints what has happened since the last step: the nodes that the agent is in, what was cancelled
/// and rolled back below them, and the node that has answered.
void trace_print_step(text_out *out, trace *t, const gestalt_step *step);

#endif
