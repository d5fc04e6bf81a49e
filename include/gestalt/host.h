// SPDX-License-Identifier: MIT
// The host's side of a tree: leaf functions, registered by name, with their arguments and results.
#ifndef GESTALT_HOST_H
#define GESTALT_HOST_H

#include <gestalt/base.h>
#include <gestalt/shape.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum gestalt_kind {
    GESTALT_IMMEDIATE, ///< an action that returns its status at once
    GESTALT_DEFERRED,  ///< an action that a game system carries out over time; it has no function
    GESTALT_PREDICATE, ///< a function that returns true or false
} gestalt_kind;

typedef enum gestalt_type {
    GESTALT_BOOL,
    GESTALT_INT,
    GESTALT_FLOAT,
    GESTALT_VEC2,
    GESTALT_VEC3,
    GESTALT_TEXT, ///< only of arguments: an int, the place of a text in the shape
} gestalt_type;

/// A value of any type.
typedef struct gestalt_value {
    gestalt_type type;
    union {
        bool boolean;
        int32_t integer; ///< value of an int, or place of a text
        float number;
        float vector[3]; ///< a vec2 uses only the first two
    };
} gestalt_value;

/// A column: one value for each lane. The declared type decides which member is valid. A bool
/// column is a single mask, in which bit k is the value of lane k.
typedef struct gestalt_column {
    union {
        float *floats; ///< floats, or the x components of vectors
        int32_t *ints;
        uint64_t *bools;
    };
    float *y; ///< y components of a vec2 or vec3
    float *z; ///< z components of a vec3
} gestalt_column;

/// A list key, for all lanes of a block. Component k of element i of lane l is at index
/// `(i * width + k) * stride + l` of the elements. Only the first `counts[l]` elements of a lane
/// have a value. To append an element, store it at the end and add 1 to the count, which must not
/// exceed the capacity. Elements of type bool are ints, 0 or 1.
typedef struct gestalt_list {
    int32_t *counts; ///< number of elements of each lane
    union {
        float *floats; ///< elements of floats and vectors
        int32_t *ints; ///< elements of ints and bools
    };
    uint32_t stride;
    uint32_t width; ///< components of an element: 2 or 3 for vectors, otherwise 1
    uint32_t capacity;
    gestalt_type type; ///< type of the elements
} gestalt_list;

/// The positions of a key's column (and of the y and z columns of a vector) in a cohort's memory.
/// They are the same for all cohorts of a group, so a call only has to pass the cohort's memory.
/// For a list they are the positions of the counts, of the first elements, and of their end.
typedef struct gestalt_key_place {
    uint32_t first, y, z;
} gestalt_key_place;

/// A call of a batch function: one node, for all agents of a cohort that have reached the node. The
/// call covers lane k when bit k of `lanes` is set; values of other lanes must not be changed. The
/// function stores its results in the call and must not change any other member: the struct is
/// reused for the next call.
typedef struct gestalt_call {
    uint64_t lanes;
    uint64_t starting; ///< actions: the lanes that start the action; the others resume it
    bool cancelling;   ///< actions: the action is being cancelled, and the results are ignored
    uint32_t lane_count;
    uint32_t node; ///< id of the calling node
    int64_t now;   ///< time of the tick, in microseconds
    uint64_t tick;
    uint64_t first_agent;            ///< id of lane 0's agent; use gestalt_call_agent
    const uint64_t *agents;          ///< id of each lane's agent; NULL when ids are consecutive
    const gestalt_column *arguments; ///< columns of arguments in declared order; read-only unless
                                     ///< the argument is a key
    const gestalt_key_place *places; ///< positions of the declared keys; use gestalt_call_key
    void *memory;
    void *user;

    uint64_t succeeded; ///< result: lanes that succeeded, or for which a predicate is true. An
                        ///< action keeps running in lanes that are in neither mask
    uint64_t failed;    ///< result of an action: lanes that failed
    /// Result: set it to end the tick with this error; the text must outlive the call.
    const char *error;
    const gestalt_shape *shape; ///< shape of the agents; use gestalt_call_text
} gestalt_call;

static inline uint64_t gestalt_call_agent(const gestalt_call *call, unsigned lane)
{
    return call->agents ? call->agents[lane] : call->first_agent + lane;
}

/// Return the column of a key by its declared index: `gestalt_call_key(call, 0).floats` is the
/// first.
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

/// Return the list of a column that a call has for a list: an argument that is a list key, or a
/// declared key. `type` is the declared type of the elements. The columns of a single call belong
/// to one agent: use lane 0.
static inline gestalt_list gestalt_column_list(gestalt_column column, gestalt_type type)
{
    gestalt_list list;
    list.counts = column.ints;
    list.floats = column.y;
    list.stride = (uint32_t)(column.y - column.floats);
    list.width = type == GESTALT_VEC2 ? 2 : type == GESTALT_VEC3 ? 3 : 1;
    list.capacity = (uint32_t)(column.z - column.y) / list.stride / list.width;
    list.type = type;
    return list;
}

/// Return a list key by its declared index.
static inline gestalt_list gestalt_call_list(const gestalt_call *call, uint32_t key,
                                             gestalt_type type)
{
    return gestalt_column_list(gestalt_call_key(call, key), type);
}

/// Return the text that the node gives for an argument of type GESTALT_TEXT, by its declared index.
/// The text is the same for all agents. `size`, which may be NULL, is set to its size in bytes.
static inline const char *gestalt_call_text(const gestalt_call *call, uint32_t argument,
                                            size_t *size)
{
    return gestalt_shape_text(call->shape, call->arguments[argument].ints[0], size);
}

typedef void gestalt_batch_function(gestalt_call *call);

/// A gathered call: one node, for adjacent cohorts of which some have reached the node. It is for
/// functions whose calls are expensive, such as those of another language. The call covers lane k
/// of cohort i when bit k of `lanes[i]` is set; values of other lanes must not be changed. Only the
/// results and `error` may be set.
///
/// A column of cohort i is `argument_strides[n] * i` bytes after that of the first cohort, or
/// `stride * i` bytes for a key that the function declares: gestalt_gathered_argument and
/// gestalt_gathered_key return it.
typedef struct gestalt_gathered_call {
    uint32_t count;           ///< number of cohorts
    uint32_t lane_count;      ///< lanes of each cohort
    const uint64_t *lanes;    ///< by cohort
    const uint64_t *starting; ///< by cohort: actions: the lanes that start the action
    bool cancelling;          ///< actions: the action is being cancelled; results are ignored
    uint32_t node;            ///< id of the calling node
    int64_t now;              ///< time of the tick, in microseconds
    uint64_t tick;
    const uint64_t *first_agents;    ///< by cohort: id of lane 0's agent
    const uint64_t *const *agents;   ///< by cohort: id of each lane's agent, or NULL
    const gestalt_column *arguments; ///< columns in the first cohort
    const size_t *argument_strides;
    const gestalt_key_place *places;
    void *memory; ///< memory with the keys of the first cohort
    size_t stride;
    void *user;

    uint64_t *succeeded; ///< results by cohort, as of gestalt_call; zero before the call
    uint64_t *failed;
    const char *error; ///< result, as of gestalt_call, for the lowest agent of the call
    const gestalt_shape *shape;
} gestalt_gathered_call;

static inline uint64_t gestalt_gathered_agent(const gestalt_gathered_call *call, uint32_t cohort,
                                              unsigned lane)
{
    return call->agents[cohort] ? call->agents[cohort][lane] : call->first_agents[cohort] + lane;
}

/// Move the columns of the first cohort to another one, `bytes` further in memory.
static inline gestalt_column gestalt_column_after(gestalt_column column, size_t bytes)
{
    gestalt_column moved = column;
    moved.floats = (float *)(void *)((unsigned char *)column.floats + bytes);
    if (column.y)
        moved.y = (float *)(void *)((unsigned char *)column.y + bytes);
    if (column.z)
        moved.z = (float *)(void *)((unsigned char *)column.z + bytes);
    return moved;
}

/// Return the columns of an argument, or of a declared key, in one of the cohorts.
static inline gestalt_column gestalt_gathered_argument(const gestalt_gathered_call *call,
                                                       uint32_t argument, uint32_t cohort)
{
    return gestalt_column_after(call->arguments[argument],
                                call->argument_strides[argument] * cohort);
}

static inline gestalt_column gestalt_gathered_key(const gestalt_gathered_call *call, uint32_t key,
                                                  uint32_t cohort)
{
    unsigned char *memory = (unsigned char *)call->memory + call->stride * cohort;
    gestalt_column column;
    column.floats = (float *)(void *)(memory + call->places[key].first);
    column.y = (float *)(void *)(memory + call->places[key].y);
    column.z = (float *)(void *)(memory + call->places[key].z);
    return column;
}

/// A function for gathered calls. While hooks, counts or timing are on, and in ticks and
/// cancellations of single agents, it is called for one cohort at a time.
typedef void gestalt_gathered_function(gestalt_gathered_call *call);

/// A column of a gathered call, and an array with a value for each agent in the call and for no
/// other, in the order of cohorts and lanes: what code needs that works on plain arrays.
typedef struct gestalt_packing {
    void *column;  ///< column of the first cohort: ints, floats, or the mask of bools
    size_t stride; ///< bytes from a cohort's column to the next one's
    void *values;  ///< array: 4 bytes for an agent, or 1 byte for a bool
    bool is_bool;  ///< also for the masks of the call itself, by cohort: the stride is 8
} gestalt_packing;

/// Copy columns to arrays. Returns the number of agents in the call, also without any columns.
GESTALT_API uint64_t gestalt_gathered_take(const gestalt_gathered_call *call,
                                           const gestalt_packing *columns, uint32_t count);
/// Copy arrays to columns. Values of other agents do not change.
GESTALT_API void gestalt_gathered_put(const gestalt_gathered_call *call,
                                      const gestalt_packing *columns, uint32_t count);

/// The members of a call that are the same for all agents: they belong to the node.
typedef struct gestalt_site {
    const gestalt_key_place *places; ///< see gestalt_call
    void *user;
    uint32_t node;
} gestalt_site;

/// Results of a lone function. 0 means running.
enum { GESTALT_LONE_SUCCEEDED = 1, GESTALT_LONE_FAILED = 2 };

/// The variant of a batch function for agents that are ticked alone. `memory`, `starting` and
/// `site` replace the corresponding members of `call`, which may belong to another call. The
/// function returns its status instead of storing it, except for an error. GESTALT_LANES_BATCH
/// (<gestalt/lanes.h>) generates this variant.
typedef uint32_t gestalt_lone_function(gestalt_call *call, const gestalt_site *site, void *memory,
                                       bool starting);

/// The phase of an action, for functions that handle one agent at a time.
typedef enum gestalt_phase { GESTALT_START, GESTALT_RESUME, GESTALT_CANCEL } gestalt_phase;

/// A call for one agent. Columns point to the agent's own value: `arguments[0].floats[0]`. A bool
/// is bit 0 of a copy, which is written back after the call.
typedef struct gestalt_single_call {
    gestalt_phase phase; ///< always GESTALT_START for a predicate
    uint64_t agent;
    uint32_t node;
    int64_t now;
    uint64_t tick;
    const gestalt_column *arguments;
    const gestalt_column *keys;
    void *user;
    const char *error;
    const gestalt_shape *shape; ///< shape of the agent
} gestalt_single_call;

/// Return the text that the node gives for an argument of type GESTALT_TEXT, as gestalt_call_text.
static inline const char *gestalt_single_text(const gestalt_single_call *call, uint32_t argument,
                                              size_t *size)
{
    return gestalt_shape_text(call->shape, call->arguments[argument].ints[0], size);
}

typedef gestalt_status gestalt_single_function(gestalt_single_call *call);

/// A named and typed parameter of a function.
typedef struct gestalt_parameter {
    const char *name;
    gestalt_type type;
    bool by_key;  ///< arguments only: the document passes a key, which the function may write
    bool is_list; ///< the parameter is a list key of elements of this type; gestalt_column_list
                  ///< returns the list. As an argument it is passed by key
} gestalt_parameter;

/// A host function. Actions and predicates set exactly one of `batch`, `single` and `gathered`;
/// deferred actions set none.
typedef struct gestalt_function {
    const char *name;
    gestalt_kind kind;
    gestalt_batch_function *batch;
    gestalt_single_function *single;
    void *user;
    const gestalt_parameter *arguments; ///< arguments that nodes give in `args`, matched by name
    uint32_t argument_count;
    const gestalt_parameter *keys; ///< blackboard keys that the function reads or writes by itself
    uint32_t key_count;
    gestalt_gathered_function *gathered;
} gestalt_function;

/// The events that a `debug` node logs.
typedef enum gestalt_log_phase {
    GESTALT_LOG_START,
    GESTALT_LOG_SUCCESS,
    GESTALT_LOG_FAILURE,
    GESTALT_LOG_ABANDON,
} gestalt_log_phase;

/// A table of host functions. It must outlive everything bound to it, and must not change after the
/// first binding.
typedef struct gestalt_host gestalt_host;

GESTALT_API gestalt_result gestalt_host_create(const gestalt_allocator *allocator,
                                               gestalt_host **host, gestalt_error *error);

/// Register a copy of the function. Each name can be registered once.
GESTALT_API gestalt_result gestalt_host_add(gestalt_host *host, const gestalt_function *function,
                                            gestalt_error *error);

/// Register the lone variant of a batch function, which is faster when agents are ticked alone
/// (`lanes` is 1). GESTALT_LANES_BATCH(NAME) defines NAME_lone.
GESTALT_API gestalt_result gestalt_host_add_lone(gestalt_host *host, const char *name,
                                                 gestalt_lone_function *lone, gestalt_error *error);
GESTALT_API void gestalt_host_destroy(gestalt_host *host);

/// Return the registered copy of a function, or NULL.
GESTALT_API const gestalt_function *gestalt_host_find(const gestalt_host *host, const char *name);

/// Write one line for each mismatch between this host and the shape. Returns the number of
/// mismatches, or UINT32_MAX when the writer fails.
GESTALT_API uint32_t gestalt_host_misfits(const gestalt_host *host, const gestalt_shape *shape,
                                          gestalt_writer writer);

#ifdef __cplusplus
}
#endif

#endif
