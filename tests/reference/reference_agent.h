// SPDX-License-Identifier: MIT
// One agent: its state, and how it runs (reference_run.c).
#ifndef REFERENCE_AGENT_H
#define REFERENCE_AGENT_H

#include "reference_tree.h"

/// A value that outlives a tick and can be rolled back: a persistent, the answer of a `once`, the
/// last finish of a `cooldown`.
typedef struct reference_kept {
    bool is_set;
    gestalt_status status;
    int64_t when;
    int64_t duration; // of a cooldown, as it was when its child finished
} reference_kept;

/// The state that an agent holds of a node. All of it means something while the node is live only.
typedef struct reference_node_state {
    bool live;
    int64_t start_now, start_tick; // of wait, delay, timeout, service
    int64_t duration;              // of these, as it was at the start
    int64_t rounds;                // repeat: finished ones; retry: failed ones
    bool succeeded;                // while: a run did
    uint32_t at;                   // sequence, selector: the turn; others: the chosen child
    uint32_t *order;               // the permutation
    gestalt_status *answers;       // parallel: of each child, RUNNING when it has not finished
    int64_t stub_tick;             // an action's stub: when it started
    int64_t launch_tick;           // deferred
    int64_t cancelled_tick;        // deferred: of the launch that is to be cancelled
    gestalt_status state;          // deferred: what its game system has set
    reference_argument *arguments; // deferred: as launched
    bool asks_launch, asks_cancel; // deferred: requests that were not handed out yet
    int64_t handed_out;            // the tick behind the one in which a request was
} reference_node_state;

struct reference_agent {
    uint64_t id;
    bool exists;
    gestalt_status status;
    uint64_t random;
    reference_value *cells;
    reference_node_state *nodes;
    reference_kept *kept;   // persistents, then nodes
    reference_text between; // events since the last tick
};

size_t reference_kept_size(const reference *r);

/// Step 1 of a tick for the deferred actions that have a stub.
void reference_agent_finish_stubs(reference *r, reference_agent *a);
/// Steps 2 to 4. For an agent that is gone: only what is left to tell.
void reference_agent_tick(reference *r, reference_agent *a);
/// Abandons the root, between ticks.
void reference_agent_cancel(reference *r, reference_agent *a);

/// Seconds in microseconds, half to even; NaN and what is below 0 count as 0 (section 1).
int64_t reference_microseconds(double seconds);

// ---- for edits (reference_edit.c)

/// An agent that has its random stream, but no values of keys yet.
reference_agent *reference_agent_blank(reference *r, uint64_t id);
/// Evaluates inits of an agent's keys, or of shared ones (NULL), but not for cells that are kept
/// (NULL: none).
void reference_evaluate_inits(reference *r, reference_agent *a, const bool *is_kept);
/// Abandons all that is live and does not stay, by id, and hands out requests to cancel: those of
/// nodes that had been abandoned before only where they have no new id (UINT32_MAX). Returns how
/// many actions were cancelled.
uint64_t reference_agent_drop(reference *r, reference_agent *a, const bool *stays,
                              const uint32_t *new_ids);
/// Starts the clock of a live node, or that of a `cooldown` whose child has finished, in the coming
/// tick.
void reference_start_clock(reference *r, reference_agent *a, const reference_node *n);
void reference_note_finish(reference *r, reference_agent *a, const reference_node *n);
bool reference_cooldown_is_due(const reference *r, const reference_node *n,
                               const reference_kept *finish);

bool reference_node_is(const reference_node *n, const char *type);

void reference_put(reference_text *t, const char *text);
void reference_put_number(reference_text *t, int64_t number);
void reference_put_json(reference_text *t, const char *text);

#endif
