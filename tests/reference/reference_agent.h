// SPDX-License-Identifier: MIT
// The state of one agent, and the functions that run it (reference_run.c).
#ifndef REFERENCE_AGENT_H
#define REFERENCE_AGENT_H

#include "reference_tree.h"

/// A persistent value, which can be rolled back: the status of a persistent, the status that a
/// `once` stores, or the time when the child of a `cooldown` finished.
typedef struct reference_kept {
    bool is_set;
    gestalt_status status;
    int64_t when;
    int64_t duration; // duration of a cooldown, evaluated when its child finished
} reference_kept;

/// An agent's state of one node. It has a meaning only while the node is live.
typedef struct reference_node_state {
    bool live;
    int64_t start_now, start_tick; // start of the clock of a wait, delay, timeout or service
    int64_t duration;              // duration, evaluated when the clock started
    int64_t rounds;                // repeat: finished rounds; retry: failed rounds
    int64_t pause_end;             // loops: first tick in which the next round may start
    bool succeeded;                // while: at least one round succeeded
    uint32_t place;                // for_each: place of the element of the current round
    // sequence, selector: current position; others: index of the chosen child
    uint32_t at;
    uint32_t *order;               // permutation of the children for a random order
    gestalt_status *answers;       // parallel: status of each child, RUNNING if it has not finished
    int64_t stub_tick;             // stub of an action: tick of its fresh start
    int64_t launch_tick;           // deferred: tick of the launch
    int64_t cancelled_tick;        // deferred: tick of the launch that is to be cancelled
    gestalt_status state;          // deferred: state that its game system has set
    reference_argument *arguments; // deferred: arguments of the launch
    bool asks_launch, asks_cancel; // deferred: requests that were not delivered yet
    int64_t handed_out;            // 1 + the tick in which a request was last delivered
} reference_node_state;

struct reference_agent {
    uint64_t id;
    bool exists;
    gestalt_status status;
    uint64_t random;
    reference_value *cells;
    reference_node_state *nodes;
    reference_kept *kept;   // values of the persistents, then of the nodes
    reference_text between; // events since the last tick
};

size_t reference_kept_size(const reference *r);

/// Step 1 of a tick: finish the deferred actions that have a stub and are due.
void reference_agent_finish_stubs(reference *r, reference_agent *a);
/// Steps 2 to 4 of a tick. For an agent that no longer exists, only append its remaining events.
void reference_agent_tick(reference *r, reference_agent *a);
/// Abandon the root, between two ticks.
void reference_agent_cancel(reference *r, reference_agent *a);

/// Convert seconds to microseconds, rounded half to even. NaN and negative values give 0.
int64_t reference_microseconds(double seconds);

// ---- for edits (reference_edit.c)

/// Create an agent that has a random stream, but no values of keys yet.
reference_agent *reference_agent_blank(reference *r, uint64_t id);
/// Evaluate the inits of an agent's keys, or of the shared keys (agent NULL). Skip the cells that
/// `kept` marks; NULL marks none.
void reference_evaluate_inits(reference *r, reference_agent *a, const bool *is_kept);
/// Abandon all live nodes that do not stay, in order of ids, and deliver the resulting cancel
/// requests. A cancel request from before the edit is delivered here only if its node has no new id
/// (UINT32_MAX). Return the number of actions that were cancelled.
uint64_t reference_agent_drop(reference *r, reference_agent *a, const bool *stays,
                              const uint32_t *new_ids);
/// Start the clock of a live node, or of a `cooldown` whose child has finished, in the coming tick.
void reference_start_clock(reference *r, reference_agent *a, const reference_node *n);
void reference_note_finish(reference *r, reference_agent *a, const reference_node *n);
bool reference_cooldown_is_due(const reference *r, const reference_node *n,
                               const reference_kept *finish);

bool reference_node_is(const reference_node *n, const char *type);

void reference_put(reference_text *t, const char *text);
void reference_put_number(reference_text *t, int64_t number);
void reference_put_json(reference_text *t, const char *text);

#endif
