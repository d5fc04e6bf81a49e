// SPDX-License-Identifier: MIT
// The host's side of a tree: leaf functions by name, and what they get and answer.
#ifndef GESTALT_HOST_H
#define GESTALT_HOST_H

#include <gestalt/base.h>
#include <gestalt/shape.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum gestalt_kind {
    GESTALT_IMMEDIATE, ///< an action that answers at once
    GESTALT_DEFERRED,  ///< an action that a game system carries out; it has no function
    GESTALT_PREDICATE, ///< a question
} gestalt_kind;

typedef enum gestalt_type {
    GESTALT_BOOL,
    GESTALT_INT,
    GESTALT_FLOAT,
    GESTALT_VEC2,
    GESTALT_VEC3,
} gestalt_type;

/// One value of any type.
typedef struct gestalt_value {
    gestalt_type type;
    union {
        bool boolean;
        int32_t integer;
        float number;
        float vector[3]; ///< of a vec2 the first two
    };
} gestalt_value;

/// A column: one value for each lane. The declared type says which member is valid. Bools are one
/// mask: bit k is lane k's value.
typedef struct gestalt_column {
    union {
        float *floats; ///< also the x of a vec2 or vec3
        int32_t *ints;
        uint64_t *bools;
    };
    float *y; ///< of a vec2 or vec3
    float *z; ///< of a vec3
} gestalt_column;

/// The places of a blackboard key's column, and of a vector's y and z, in a cohort's memory. They
/// are the same for all cohorts of a group, so a call only says which cohort it is for.
typedef struct gestalt_key_place {
    uint32_t first, y, z;
} gestalt_key_place;

/// A call of a batch function: one node, for all agents of a cohort that have reached it. Lane k is
/// meant when bit k of `lanes` is set; other lanes' values may not be changed. A function writes
/// the answers into the call and changes nothing else of it: the rest is kept for the next one.
typedef struct gestalt_call {
    uint64_t lanes;
    uint64_t starting; ///< of an action: the lanes that start it; the others resume it
    bool cancelling;   ///< of an action: it is cancelled, and the answers are ignored
    uint32_t lane_count;
    uint32_t node; ///< node id
    int64_t now;   ///< microseconds
    uint64_t tick;
    uint64_t first_agent;            ///< agent ids: see gestalt_call_agent
    const uint64_t *agents;          ///< NULL when they follow one another
    const gestalt_column *arguments; ///< in declared order; of values, not to be written
    const gestalt_key_place *places; ///< of the declared keys: see gestalt_call_key
    void *memory;
    void *user;

    uint64_t succeeded; ///< the answers. Lanes in neither are running; a predicate only says which
                        ///< succeed
    uint64_t failed;
    const char *error; ///< set it to end the tick with an error; the text must outlive the call
} gestalt_call;

static inline uint64_t gestalt_call_agent(const gestalt_call *call, unsigned lane)
{
    return call->agents ? call->agents[lane] : call->first_agent + lane;
}

/// The column of a blackboard key: `gestalt_call_key(call, 0).floats` is the first one declared.
static inline __attribute__((always_inline)) gestalt_column
gestalt_call_key(const gestalt_call *call, uint32_t key)
{
    unsigned char *memory = (unsigned char *)call->memory;
    gestalt_column column;
    column.floats = (float *)(void *)(memory + call->places[key].first);
    column.y = (float *)(void *)(memory + call->places[key].y);
    column.z = (float *)(void *)(memory + call->places[key].z);
    return column;
}

typedef void gestalt_batch_function(gestalt_call *call);

/// The parts of a call that are the same for all agents of a node.
typedef struct gestalt_site {
    const gestalt_key_place *places; ///< see gestalt_call
    void *user;
    uint32_t node;
} gestalt_site;

/// The answers of a lone function: one of them, or 0, which is running.
enum { GESTALT_LONE_SUCCEEDED = 1, GESTALT_LONE_FAILED = 2 };

/// A batch function's form for agents that are ticked alone. Its other arguments hold
/// instead of what stands there, which may be another one's: `memory`, and the site; and all
/// answers but an error are returned. GESTALT_LANES_BATCH (<gestalt/lanes.h>) makes it.
typedef uint32_t gestalt_lone_function(gestalt_call *call, const gestalt_site *site, void *memory,
                                       bool starting);

/// The phase of an action, for functions that take one agent at a time.
typedef enum gestalt_phase { GESTALT_START, GESTALT_RESUME, GESTALT_CANCEL } gestalt_phase;

/// One agent's call. Columns point to its own value: `arguments[0].floats[0]`; of a bool, bit 0 of
/// a copy that is written back.
typedef struct gestalt_single_call {
    gestalt_phase phase; ///< a predicate always starts
    uint64_t agent;
    uint32_t node;
    int64_t now;
    uint64_t tick;
    const gestalt_column *arguments;
    const gestalt_column *keys;
    void *user;
    const char *error;
} gestalt_single_call;

typedef gestalt_status gestalt_single_function(gestalt_single_call *call);

/// A named, typed thing that a function declares.
typedef struct gestalt_parameter {
    const char *name;
    gestalt_type type;
    bool by_key; ///< of arguments: the document gives a key, which the function may write
} gestalt_parameter;

/// A function of the host, under a name. One of the pointers is set for actions and predicates,
/// none for deferred actions.
typedef struct gestalt_function {
    const char *name;
    gestalt_kind kind;
    gestalt_batch_function *batch;
    gestalt_single_function *single;
    void *user;
    const gestalt_parameter *arguments; ///< what nodes give in `args`, by name
    uint32_t argument_count;
    const gestalt_parameter *keys; ///< blackboard keys that it reads or writes itself
    uint32_t key_count;
} gestalt_function;

/// The moments that a `debug` node logs.
typedef enum gestalt_log_phase {
    GESTALT_LOG_START,
    GESTALT_LOG_SUCCESS,
    GESTALT_LOG_FAILURE,
    GESTALT_LOG_ABANDON,
} gestalt_log_phase;

/// A registry of functions. It must outlive what is bound to it, and not change after that.
typedef struct gestalt_host gestalt_host;

GESTALT_API gestalt_result gestalt_host_create(const gestalt_allocator *allocator,
                                               gestalt_host **host, gestalt_error *error);

/// Registers a copy of the description. A name can be registered once.
GESTALT_API gestalt_result gestalt_host_add(gestalt_host *host, const gestalt_function *function,
                                            gestalt_error *error);

/// Says what a batch function that is registered is when agents are ticked alone (`lanes` is 1):
/// the same, but faster. GESTALT_LANES_BATCH(NAME) makes NAME_lone.
GESTALT_API gestalt_result gestalt_host_add_lone(gestalt_host *host, const char *name,
                                                 gestalt_lone_function *lone, gestalt_error *error);
GESTALT_API void gestalt_host_destroy(gestalt_host *host);

/// The copy that was registered under a name, or NULL.
GESTALT_API const gestalt_function *gestalt_host_find(const gestalt_host *host, const char *name);

/// Writes a line for everything of the shape that this host does not fit. Returns how many there
/// are, or UINT32_MAX when the writer fails.
GESTALT_API uint32_t gestalt_host_misfits(const gestalt_host *host, const gestalt_shape *shape,
                                          gestalt_writer writer);

#ifdef __cplusplus
}
#endif

#endif
