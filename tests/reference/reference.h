// SPDX-License-Identifier: MIT
// The language page (docs/language.md) as plain recursion over a document's tree, one agent at a
// time. Every other implementation is tested against this one. Comments name or quote the part of
// the page that a function implements.
//
// The reference shares the JSON reader and the expression parser with the compiler, and nothing
// with the interpreter. It accepts only documents that the compiler accepts; any other document
// ends the test.
//
// Everything that happens between ticks (spawn, cancel, despawn) belongs to the coming tick. Its
// events and requests appear in that tick, at the agent's position, and its expressions see the
// `time` and `tick` of that tick, and `dt` 0.
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
    REFERENCE_BY_VECTOR, // `vector`: a vec2 or vec3
    REFERENCE_BY_KEY     // `key`: the argument of reference_read and reference_write
} reference_passing;

typedef struct reference_argument {
    const char *name;
    reference_passing passing;
    reference_value value;
    float vector[3];
    const char *key; // full name of the key, also for a vector
    uint32_t width;  // number of components of a vector
} reference_argument;

/// One call of a host function. Arguments are in the order in which the node gives them.
typedef struct reference_call {
    reference *reference;
    uint64_t agent;
    uint32_t node;
    const char *name;
    reference_phase phase; // always START for a predicate
    const reference_argument *arguments;
    uint32_t argument_count;
} reference_call;

typedef struct reference_request {
    bool launch; // launch or cancel
    uint64_t agent;
    uint32_t node;
    const char *name;
    const char *resource;                // resource that the action occupies, or NULL
    const reference_argument *arguments; // arguments of a launch, as evaluated for it
    uint32_t argument_count;
    int64_t tick; // tick of the launch that is requested or is to be cancelled
} reference_request;

/// The zero value means: seed 0, dt 0, no host, no includes.
typedef struct reference_settings {
    uint64_t seed;
    int64_t dt; // microseconds between two ticks
    gestalt_status (*action)(void *user, const reference_call *call);
    bool (*predicate)(void *user, const reference_call *call);
    void *host_user; // passed to the two functions above, which serve the names without a stub
    /// Return the text of an included document. The text must live as long as the reference. `path`
    /// is normalised and relative to the first document's folder.
    const char *(*include)(void *user, const char *path, size_t *size);
    void *include_user;
    const char *name; // name of a document that has no `name`: the stem of its file
} reference_settings;

reference *reference_load(const char *text, size_t size, const reference_settings *settings);
void reference_destroy(reference *r);

/// Set a stub, as `--stub NAME=TICKS:STATUS` does. It replaces an earlier stub of that name.
void reference_stub(reference *r, const char *name, int64_t ticks, gestalt_status status);

/// Add agents with the next free ids. Return the first id.
uint64_t reference_spawn(reference *r, uint64_t count);
/// Abandon the root of an agent. A despawned agent no longer exists, and its id is never used
/// again.
void reference_cancel(reference *r, uint64_t agent);
void reference_despawn(reference *r, uint64_t agent);

/// Run all agents, then advance the time by dt.
void reference_tick(reference *r);
/// Number and time of the coming tick. Time never decreases.
int64_t reference_tick_number(const reference *r);
int64_t reference_now(const reference *r);
void reference_set_now(reference *r, int64_t now);

// ---- what hosts and game systems do between ticks

/// Set the state of a deferred action. Return false if it is not live.
bool reference_finish(reference *r, uint64_t agent, uint32_t node, gestalt_status status);
/// Return false if no `persistent` has that name.
bool reference_set_persistent(reference *r, uint64_t agent, const char *name,
                              gestalt_status status);
/// Read a key, or a component such as "home.x". Return false if there is none. `agent` is ignored
/// for shared keys. Actions may call these functions during a tick, too.
bool reference_read(const reference *r, uint64_t agent, const char *key, reference_value *value);
/// Write a key. The value must have the key's type.
bool reference_write(reference *r, uint64_t agent, const char *key, reference_value value);
/// Read a list. Return NULL if no list has that name.
const reference_list *reference_read_list(const reference *r, uint64_t agent, const char *key);
/// Replace the elements of a list. Return false if there is no such list, or if they are more than
/// its capacity. The values of an enum are INTs as well.
bool reference_write_list(reference *r, uint64_t agent, const char *key,
                          const reference_value *elements, uint32_t count);

// ---- results

/// The events of all ticks since the last reference_clear_events, as JSON lines.
const char *reference_events(const reference *r, size_t *size);
void reference_clear_events(reference *r);

/// The requests of the last tick, in the order in which they are delivered.
const reference_request *reference_requests(const reference *r, uint32_t *count);

/// Return what --final writes, for every agent that exists. Valid until the next call.
const char *reference_final_csv(reference *r, size_t *size);

// ---- state, for comparison

uint64_t reference_agent_end(const reference *r); // all ids are less than this
bool reference_agent_exists(const reference *r, uint64_t agent);
/// Last status of the root; RUNNING before the first tick.
gestalt_status reference_root_status(const reference *r, uint64_t agent);
uint64_t reference_random_state(const reference *r, uint64_t agent);

/// How often all agents ran a node, by status, and how often it was abandoned. The counts begin
/// with the run or with reference_forget_counts; reference_tick_counts returns those since its last
/// call.
typedef struct reference_counts {
    uint64_t answers[3]; // indexed by gestalt_status
    uint64_t abandoned;
} reference_counts;
reference_counts reference_counts_of(const reference *r, uint32_t node, bool in_all);
void reference_tick_counts(reference *r);
void reference_forget_counts(reference *r);

uint32_t reference_node_count(const reference *r);
/// The subtree below a node has the ids [node + 1, end).
uint32_t reference_node_end(const reference *r, uint32_t node);
const char *reference_node_type(const reference *r, uint32_t node);
const char *reference_node_name(const reference *r, uint32_t node); // name of the node, or NULL
bool reference_node_is_live(const reference *r, uint64_t agent, uint32_t node);
/// Describe a live deferred action: the tick of its launch, its arguments at that time, and the
/// state that its game system has set. Return false if the node has no live action.
bool reference_launch(const reference *r, uint64_t agent, uint32_t node, reference_request *launch,
                      gestalt_status *status);
/// Return whether a `once` has stored a status.
bool reference_once(const reference *r, uint64_t agent, uint32_t node, gestalt_status *status);
/// When a `cooldown` whose child has finished is due, in the unit of its duration: microseconds or
/// ticks.
bool reference_cooldown(const reference *r, uint64_t agent, uint32_t node, int64_t *due);

/// Blackboard values in the order of the document. Vectors are listed by component: "home.x",
/// "home.y". A list is one cell, of type REFERENCE_LIST: it has no bits.
uint32_t reference_cell_count(const reference *r);
const char *reference_cell_name(const reference *r, uint32_t cell);
reference_type reference_cell_type(const reference *r, uint32_t cell);
bool reference_cell_is_shared(const reference *r, uint32_t cell);
uint32_t reference_cell_bits(const reference *r, uint64_t agent, uint32_t cell);

/// Persistents in the order in which nodes first use them.
uint32_t reference_persistent_count(const reference *r);
const char *reference_persistent_name(const reference *r, uint32_t index);
gestalt_status reference_persistent(const reference *r, uint64_t agent, uint32_t index);

/// Host names that the tree uses, in the order of first use.
uint32_t reference_host_count(const reference *r);
const char *reference_host_name(const reference *r, uint32_t index);
/// "immediate", "deferred" or "predicate"
const char *reference_host_kind(const reference *r, uint32_t index);

#endif
