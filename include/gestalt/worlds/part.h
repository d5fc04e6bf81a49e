// SPDX-License-Identifier: MIT
// Extensions of worlds by a host: actions and sensors that trees can call, and parts, which run in
// every step. Both are tables passed to gestalt_scene_read.
//
// A step runs these stages. Each stage runs for all agents before the next one:
//
//     before   parts, one thread
//     sense    parts, by ranges of agents: computes what trees will query
//     tick     all trees; functions that they call write only for their own agents
//     ticked   parts, one thread: resolves what trees want of each other
//              forces of the live urges; agents move
//              births and deaths: rows change
//     after    parts, one thread: measures
//
// Everything before agents move reads the state at the end of the previous step. Agents are
// identified by their ids and found by their rows; births and deaths change rows. The results of a
// stage must not depend on threads, lanes or the order of pieces.
#ifndef GESTALT_WORLDS_PART_H
#define GESTALT_WORLDS_PART_H

#include <gestalt/worlds/world.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---- functions: actions and sensors

/// An argument of a function. Documents may omit arguments that are not required.
typedef struct gestalt_world_argument {
    const char *name; ///< NULL ends the list
    gestalt_type type;
    bool by_key;     ///< a key that the function writes; if omitted, nothing is written
    bool required;   ///< must be given; otherwise `otherwise` is the default
    float otherwise; ///< default of a number; of a bool, 0 or 1
    const char *doc;
    bool is_reach; ///< the argument is a radius within which the function looks for other agents
    bool is_list;  ///< the key is a list with elements of the type; only with `by_key`
} gestalt_world_argument;

enum { GESTALT_WORLD_ARGUMENTS = 10 }; ///< most arguments of a function

/// The ways in which trees can call a function. A sensor works as both.
typedef enum gestalt_world_uses {
    GESTALT_WORLD_ACTION = 1,
    GESTALT_WORLD_PREDICATE = 2,
    GESTALT_WORLD_SENSOR = GESTALT_WORLD_ACTION | GESTALT_WORLD_PREDICATE,
} gestalt_world_uses;

/// A function of worlds. Documents need not declare it.
struct gestalt_world_function {
    const char *name; ///< NULL ends the list
    gestalt_world_uses uses;
    gestalt_batch_function *body; ///< `call->user` is a gestalt_world_binding
    const void *data;             ///< private data of the body
    gestalt_world_argument arguments[GESTALT_WORLD_ARGUMENTS];
    const char *doc; ///< one sentence for the reference
    /// Worlds can be shared out (gestalt/worlds/share.h): the function depends only on its own
    /// agents, and on others within the radii of its arguments with `is_reach`.
    bool is_shared;
    /// Set instead of `body`: a function that is called for many cohorts at once (gestalt/host.h).
    /// `call->user` is a gestalt_world_binding.
    gestalt_gathered_function *gathered;
};

/// A function bound to the tree of one group.
typedef struct gestalt_world_binding {
    gestalt_world *world;
    struct world_group *group; ///< private to the library
    const gestalt_world_function *function;
    int8_t position[GESTALT_WORLD_ARGUMENTS]; ///< index in call->arguments, or -1 if omitted
    bool is_int[GESTALT_WORLD_ARGUMENTS];     ///< a float argument that the tree passes as an int
} gestalt_world_binding;

/// Return the row of a lane's agent in all columns of the world.
GESTALT_API uint32_t gestalt_world_row(const gestalt_call *call, unsigned lane);
/// List the rows of all agents of a gathered call, in the order of gestalt_gathered_take. Returns
/// the number of agents, which is at most `count * lane_count` of the call.
GESTALT_API uint32_t gestalt_world_gathered_rows(const gestalt_gathered_call *call, uint32_t *rows);

/// Return an argument of a call for one agent; `argument` is its index in the function's table. If
/// the tree omits the argument, the result is `otherwise`, or zero for a vector. A radius
/// (`is_reach`) is at most the distance up to which agents can see: `sight` of the scene's world,
/// and in a periodic world just below half its size.
GESTALT_API float gestalt_world_float(const gestalt_call *call, int argument, unsigned lane);
GESTALT_API int32_t gestalt_world_int(const gestalt_call *call, int argument, unsigned lane);
GESTALT_API bool gestalt_world_bool(const gestalt_call *call, int argument, unsigned lane);
GESTALT_API void gestalt_world_point(const gestalt_call *call, int argument, unsigned lane,
                                     float point[2]);
/// Get a vec2 or vec3 argument. The third component of a vec2 is 0.
GESTALT_API void gestalt_world_vector(const gestalt_call *call, int argument, unsigned lane,
                                      float vector[3]);
/// Write an argument that is a key, if the tree passes it.
GESTALT_API void gestalt_world_put_float(const gestalt_call *call, int argument, unsigned lane,
                                         float value);
GESTALT_API void gestalt_world_put_int(const gestalt_call *call, int argument, unsigned lane,
                                       int32_t value);
GESTALT_API void gestalt_world_put_point(const gestalt_call *call, int argument, unsigned lane,
                                         float x, float y);
/// Write a vec2 or vec3 argument that is a key, if the tree passes it.
GESTALT_API void gestalt_world_put_vector(const gestalt_call *call, int argument, unsigned lane,
                                          const float vector[3]);

/// Return an argument that is a list; all its members are 0 if the tree omits it. Function bodies
/// read and write the elements of lanes in the call.
GESTALT_API gestalt_list gestalt_world_list(const gestalt_call *call, int argument);

/// List the rows of agents within a radius of a point, at most `capacity` of them, nearest grid
/// cells first. `point` has one number per dimension. Returns the total number found. For use in
/// `sense` and in calls from trees; positions are those at the end of the previous step.
GESTALT_API uint32_t gestalt_world_near(const gestalt_world *world, const float *point,
                                        float radius, uint32_t *rows, uint32_t capacity);
/// List the rows of agents within a radius of each of some points, as gestalt_world_near does.
/// `points` has one number per dimension for each point, `radii` one number. The rows of point i
/// end before number `ends[i]` of the list, where those of the next one begin. Returns the total
/// number found; if it is more than `capacity`, the others are not listed.
GESTALT_API uint64_t gestalt_world_near_many(const gestalt_world *world, const float *points,
                                             const float *radii, uint32_t count, uint64_t *ends,
                                             uint32_t *rows, uint64_t capacity);

// ---- parts

/// A column for recordings. It has floats, returned by `number` (NAN: the agent has no value); or
/// words, where `word` returns an index into `words` (UINT32_MAX: none); or ints, returned by
/// `word` if `words` is NULL. The values must derive from state that snapshots contain.
typedef struct gestalt_world_column {
    const char *name; ///< NULL ends the list
    /// Unit of a number, such as "m/s"; "id" if the ints of `word` identify something.
    const char *unit;
    float (*number)(const gestalt_world *world, uint32_t row);
    uint32_t (*word)(const gestalt_world *world, uint32_t row);
    const char *const *words; ///< the list ends with NULL
} gestalt_world_column;

/// A part. All members but the name may be zero.
struct gestalt_world_part {
    const char *name;
    /// The list ends with a function without a name; or NULL.
    const gestalt_world_function *functions;
    /// Set up the part's state: gestalt_world_set_state. Register everything that changes later
    /// with gestalt_world_keep, so that snapshots contain it.
    gestalt_result (*start)(gestalt_world *world, gestalt_error *error);
    void (*stop)(gestalt_world *world); ///< also called when `start` failed or was never called
    /// Validate the registered state after it was loaded from a snapshot, which is not trusted. On
    /// GESTALT_BAD_FILE the world is restored to its state before loading.
    gestalt_result (*loaded)(gestalt_world *world, gestalt_error *error);
    void (*before)(gestalt_world *world);
    void (*sense)(gestalt_world *world, uint32_t begin, uint32_t end);
    void (*ticked)(gestalt_world *world);
    void (*after)(gestalt_world *world);
    void (*outcome)(const gestalt_world *world, gestalt_outcome *outcome);
    const gestalt_world_column *columns;
    /// Worlds can be shared out: what the part does depends only on its own agents, on others
    /// within `reach` and the radii of its functions, and on numbers of gestalt_world_sum. Its
    /// registered bytes are the same in all shares. In a share, agents migrate before `after`, so
    /// columns that are not kept lose their values there.
    bool is_shared;
    float reach;
};

enum { GESTALT_WORLD_PARTS = 8 }; ///< most parts that a host can add

/// Return the state that a part has set for a world; NULL at first.
GESTALT_API void *gestalt_world_state(const gestalt_world *world, const gestalt_world_part *part);
GESTALT_API void gestalt_world_set_state(gestalt_world *world, const gestalt_world_part *part,
                                         void *state);

/// Allocate zeroed memory that lives as long as the world. Returns NULL when memory runs out.
GESTALT_API void *gestalt_world_allocate(gestalt_world *world, size_t size);
/// Create a zeroed column of `stride` bytes per row, with capacity for all possible rows, that
/// lives as long as the world. If `kept`, snapshots and hashes include the column, as with
/// gestalt_world_keep_column; otherwise its values are lost in each step with births or deaths.
/// Call this only in `start`. Returns NULL when memory runs out.
GESTALT_API void *gestalt_world_make_column(gestalt_world *world, size_t stride, bool kept);
/// Register bytes that snapshots and hashes include; loading a snapshot restores them. Call this
/// only in `start`, and always for the same bytes in the same order. The bytes must not contain
/// pointers or padding. Returns false when memory runs out.
GESTALT_API bool gestalt_world_keep(gestalt_world *world, void *bytes, size_t size);
/// Register a column of `stride` bytes per row, with capacity for gestalt_world_capacity rows.
/// (gestalt_world_make_column creates and registers one.) The values follow their agents when rows
/// change; newborn agents get zeros. A column from gestalt_world_allocate that is too small is
/// misuse.
GESTALT_API bool gestalt_world_keep_column(gestalt_world *world, void *column, size_t stride);
/// Let other shares see a column of `stride` bytes per row, which may also be a kept one, in a
/// world that is shared out. In `sense` and in calls from trees, gestalt_world_near also lists rows
/// of agents of other shares, after the own ones: these have ids, positions, velocities, headings
/// and radii, and the values that such columns had before the step. Call this only in `start`.
GESTALT_API bool gestalt_world_keep_seen(gestalt_world *world, void *column, size_t stride);
/// Replace numbers by their sums over all shares; in other worlds, leave them as they are. All
/// shares call this together, in `before`, `ticked` or `after`.
GESTALT_API void gestalt_world_sum(gestalt_world *world, int64_t *numbers, uint32_t count);
/// Return the most agents that there can be at the same time.
GESTALT_API uint32_t gestalt_world_capacity(const gestalt_world *world);

/// Set a blackboard key of an agent, in `before` and `after`. Does nothing when its tree has no
/// such key of that type.
GESTALT_API void gestalt_world_set_float(gestalt_world *world, uint32_t row, const char *key,
                                         float value);
GESTALT_API void gestalt_world_set_int(gestalt_world *world, uint32_t row, const char *key,
                                       int32_t value);

/// Add a measure to an outcome, named PREFIX_NAME, or NAME if `prefix` is NULL. Measures beyond
/// GESTALT_OUTCOME_ROWS are dropped.
GESTALT_API void gestalt_outcome_count(gestalt_outcome *outcome, const char *prefix,
                                       const char *name, uint64_t count);
GESTALT_API void gestalt_outcome_number(gestalt_outcome *outcome, const char *prefix,
                                        const char *name, double number);

#ifdef __cplusplus
}
#endif

#endif
