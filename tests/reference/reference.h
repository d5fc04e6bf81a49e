// SPDX-License-Identifier: MIT
// The contract (the language page) as plain recursion over a document's tree, one agent at a time:
// the judge of every other implementation. Comments name the section that a function follows.
//
// It shares the JSON reader and the expression parser with the compiler, and nothing with the
// interpreter. Documents must be such as the compiler accepts; any other ends the test.
//
// All that is done between ticks (spawn, cancel, despawn) belongs to the coming tick: events and
// requests appear there, in the agent's place, and expressions see its `time` and `tick`, and `dt`
// 0.
#ifndef REFERENCE_H
#define REFERENCE_H

#include "reference_value.h"

typedef struct reference reference;

typedef enum reference_phase {
    REFERENCE_START,
    REFERENCE_RESUME,
    REFERENCE_CANCEL
} reference_phase;

typedef enum reference_passing {
    REFERENCE_BY_VALUE,
    REFERENCE_BY_VECTOR, // a vec2 or vec3: `vector`
    REFERENCE_BY_KEY     // `key`: for reference_read and reference_write
} reference_passing;

typedef struct reference_argument {
    const char *name;
    reference_passing passing;
    reference_value value;
    float vector[3];
    const char *key; // also of a vector
    uint32_t width;  // of a vector: its components
} reference_argument;

/// One call of a host function, arguments in the order in which the node gives them.
typedef struct reference_call {
    reference *reference;
    uint64_t agent;
    uint32_t node;
    const char *name;
    reference_phase phase; // a predicate's is START
    const reference_argument *arguments;
    uint32_t argument_count;
} reference_call;

typedef struct reference_request {
    bool launch; // else cancel
    uint64_t agent;
    uint32_t node;
    const char *name;
    const char *resource;                // or NULL
    const reference_argument *arguments; // of a launch, as evaluated then
    uint32_t argument_count;
    int64_t tick; // of the launch that is asked for, or that is to be cancelled
} reference_request;

/// The zero value is: seed 0, dt 0, no host, no includes.
typedef struct reference_settings {
    uint64_t seed;
    int64_t dt; // microseconds from tick to tick
    gestalt_status (*action)(void *user, const reference_call *call);
    bool (*predicate)(void *user, const reference_call *call);
    void *host_user; // of the two above, which serve the names that have no stub
    /// The text of an included document, which must live as long as the reference. `path` is
    /// normalised, relative to the first document's folder.
    const char *(*include)(void *user, const char *path, size_t *size);
    void *include_user;
    const char *name; // of a document that says none, as its file's stem
} reference_settings;

reference *reference_load(const char *text, size_t size, const reference_settings *settings);
void reference_destroy(reference *r);

/// A stub as in section 9: NAME=TICKS:STATUS. Replaces an earlier one.
void reference_stub(reference *r, const char *name, int64_t ticks, gestalt_status status);

/// Adds agents; ids go on counting. Returns the first one's.
uint64_t reference_spawn(reference *r, uint64_t count);
/// Abandons the root of an agent. A despawned agent is gone; its id never comes again.
void reference_cancel(reference *r, uint64_t agent);
void reference_despawn(reference *r, uint64_t agent);

/// Runs all agents, then moves the clock on by dt.
void reference_tick(reference *r);
/// The number and the time of the coming tick. Time does not go back.
int64_t reference_tick_number(const reference *r);
int64_t reference_now(const reference *r);
void reference_set_now(reference *r, int64_t now);

// ---- what hosts and game systems do between ticks

/// Sets the state of a deferred action. False when it is not live.
bool reference_finish(reference *r, uint64_t agent, uint32_t node, gestalt_status status);
/// False when no `persistent` has that name.
bool reference_set_persistent(reference *r, uint64_t agent, const char *name,
                              gestalt_status status);
/// A key, or a component as "home.x"; false when there is none. `agent` does not matter for shared
/// ones. Actions may use these during a tick, too.
bool reference_read(const reference *r, uint64_t agent, const char *key, reference_value *value);
/// The value must be of the key's type.
bool reference_write(reference *r, uint64_t agent, const char *key, reference_value value);

// ---- what came out

/// The events of all ticks since the last reference_clear_events, as JSON lines.
const char *reference_events(const reference *r, size_t *size);
void reference_clear_events(reference *r);

/// The requests of the last tick, as handed out.
const reference_request *reference_requests(const reference *r, uint32_t *count);

/// Returns what --final writes: for every agent that is there. Valid until the next call.
const char *reference_final_csv(reference *r, size_t *size);

// ---- state, for comparison

uint64_t reference_agent_end(const reference *r); // ids are below
bool reference_agent_exists(const reference *r, uint64_t agent);
/// The root's last answer; RUNNING before the first tick.
gestalt_status reference_root_status(const reference *r, uint64_t agent);
uint64_t reference_random_state(const reference *r, uint64_t agent);

/// The runs of a node by all agents, by its answers, and how often it was abandoned: since the
/// beginning or reference_forget_counts, or since the last reference_tick_counts.
typedef struct reference_counts {
    uint64_t answers[3]; // by gestalt_status
    uint64_t abandoned;
} reference_counts;
reference_counts reference_counts_of(const reference *r, uint32_t node, bool in_all);
void reference_tick_counts(reference *r);
void reference_forget_counts(reference *r);

uint32_t reference_node_count(const reference *r);
/// The ids below a node are [node + 1, end).
uint32_t reference_node_end(const reference *r, uint32_t node);
const char *reference_node_type(const reference *r, uint32_t node);
const char *reference_node_name(const reference *r, uint32_t node); // or NULL
bool reference_node_is_live(const reference *r, uint64_t agent, uint32_t node);
/// A live deferred action: the tick of its launch, its arguments as they were then, and the state
/// that its game system has set. False when the node is none.
bool reference_launch(const reference *r, uint64_t agent, uint32_t node, reference_request *launch,
                      gestalt_status *status);
/// Returns whether a `once` keeps an answer.
bool reference_once(const reference *r, uint64_t agent, uint32_t node, gestalt_status *status);
/// When a `cooldown` whose child has finished is due, in microseconds or ticks, as it is written.
bool reference_cooldown(const reference *r, uint64_t agent, uint32_t node, int64_t *due);

/// Blackboard values in the document's order, a vector as its components: "home.x", "home.y".
uint32_t reference_cell_count(const reference *r);
const char *reference_cell_name(const reference *r, uint32_t cell);
reference_type reference_cell_type(const reference *r, uint32_t cell);
bool reference_cell_is_shared(const reference *r, uint32_t cell);
uint32_t reference_cell_bits(const reference *r, uint64_t agent, uint32_t cell);

/// Persistents in the order of their first use by a node.
uint32_t reference_persistent_count(const reference *r);
const char *reference_persistent_name(const reference *r, uint32_t index);
gestalt_status reference_persistent(const reference *r, uint64_t agent, uint32_t index);

/// Host names that the tree uses, in order of their first use.
uint32_t reference_host_count(const reference *r);
const char *reference_host_name(const reference *r, uint32_t index);
/// "immediate", "deferred" or "predicate"
const char *reference_host_kind(const reference *r, uint32_t index);

#endif
