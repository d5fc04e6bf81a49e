// SPDX-License-Identifier: MIT
// Additions of a host to worlds: actions and sensors that trees can call, and parts, which take
// part in every step. Both are tables, given to gestalt_scene_read.
//
// A step is, every stage for all agents before the next:
//
//     before   parts, one thread
//     sense    parts, by ranges of agents: what trees will ask for
//     tick     all trees; their calls of functions write for their own agents only
//     ticked   parts, one thread: what trees want of each other
//              forces of the urges that are live; agents move
//              those who die go, and children come: rows change
//     after    parts, one thread: what is measured
//
// Everything before agents move sees the world as it was after the last step. Agents are known by
// their ids, and found by their rows, which change where agents are born and die. Nothing of what a
// stage does may depend on threads, lanes or the order of pieces.
#ifndef GESTALT_WORLDS_PART_H
#define GESTALT_WORLDS_PART_H

#include <gestalt/worlds/world.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---- functions: actions and sensors

/// An argument of a function. A document may leave out those that are not required.
typedef struct gestalt_world_argument {
    const char *name; ///< NULL: behind the last
    gestalt_type type;
    bool by_key;     ///< a key that the function writes; when left out, it is not written
    bool required;   ///< else, `otherwise` is what it is when left out
    float otherwise; ///< of numbers, and 0 or 1 of bools
    const char *doc;
    bool is_reach; ///< how far the function looks for other agents
} gestalt_world_argument;

enum { GESTALT_WORLD_ARGUMENTS = 10 }; ///< of a function, at most

/// As what trees can call a function. A sensor answers at once, and may be asked as both.
typedef enum gestalt_world_uses {
    GESTALT_WORLD_ACTION = 1,
    GESTALT_WORLD_PREDICATE = 2,
    GESTALT_WORLD_SENSOR = GESTALT_WORLD_ACTION | GESTALT_WORLD_PREDICATE,
} gestalt_world_uses;

/// A function. Documents need not declare it.
struct gestalt_world_function {
    const char *name; ///< NULL: behind the last
    gestalt_world_uses uses;
    gestalt_batch_function *body; ///< its `call->user` is a gestalt_world_binding
    const void *data;             ///< the body's own
    gestalt_world_argument arguments[GESTALT_WORLD_ARGUMENTS];
    const char *doc; ///< a sentence
};

/// A function as one group's tree calls it.
typedef struct gestalt_world_binding {
    gestalt_world *world;
    struct world_group *group; ///< for the library alone
    const gestalt_world_function *function;
    int8_t position[GESTALT_WORLD_ARGUMENTS]; ///< in call->arguments; -1: left out
    bool is_int[GESTALT_WORLD_ARGUMENTS];     ///< a float that the tree gives as an int
} gestalt_world_binding;

/// The row of an agent of a call, in all columns of the world.
GESTALT_API uint32_t gestalt_world_row(const gestalt_call *call, unsigned lane);

/// The arguments of a call, by their place in the function's table, of an agent. An argument that
/// the tree has left out is `otherwise`; a vector is zero then.
GESTALT_API float gestalt_world_float(const gestalt_call *call, int argument, unsigned lane);
GESTALT_API int32_t gestalt_world_int(const gestalt_call *call, int argument, unsigned lane);
GESTALT_API bool gestalt_world_bool(const gestalt_call *call, int argument, unsigned lane);
GESTALT_API void gestalt_world_point(const gestalt_call *call, int argument, unsigned lane,
                                     float point[2]);
/// The same of a vec2 or vec3. The third component of a vec2 is 0.
GESTALT_API void gestalt_world_vector(const gestalt_call *call, int argument, unsigned lane,
                                      float vector[3]);
/// Writes an argument that is a key, if it was given.
GESTALT_API void gestalt_world_put_float(const gestalt_call *call, int argument, unsigned lane,
                                         float value);
GESTALT_API void gestalt_world_put_int(const gestalt_call *call, int argument, unsigned lane,
                                       int32_t value);
GESTALT_API void gestalt_world_put_point(const gestalt_call *call, int argument, unsigned lane,
                                         float x, float y);
/// The same of a vec2 or vec3.
GESTALT_API void gestalt_world_put_vector(const gestalt_call *call, int argument, unsigned lane,
                                          const float vector[3]);

/// Lists the rows of agents within a radius of a point, at most `capacity` of them, nearest cells
/// first; `point` has as many numbers as there are dimensions. Returns how many there are in all.
/// In `sense` and in calls of trees: it sees where agents were after the last step.
GESTALT_API uint32_t gestalt_world_near(const gestalt_world *world, const float *point,
                                        float radius, uint32_t *rows, uint32_t capacity);

// ---- parts

/// A column that recordings hold: floats by `number`, which is NAN for agents that have none, or
/// words by `word`: the number of one of `words`, or UINT32_MAX; or ints, when there are no words.
/// Everything that it tells must be known to snapshots.
typedef struct gestalt_world_column {
    const char *name; ///< NULL: behind the last
    const char *unit; ///< of a number, as "m/s"; of a word "id", when its numbers are names
    float (*number)(const gestalt_world *world, uint32_t row);
    uint32_t (*word)(const gestalt_world *world, uint32_t row);
    const char *const *words; ///< ends with NULL
} gestalt_world_column;

/// A part. All but the name may be zero.
struct gestalt_world_part {
    const char *name;
    const gestalt_world_function *functions; ///< ends with one without a name; or NULL
    /// Makes what it needs: gestalt_world_set_state. Snapshots must know what changes later:
    /// gestalt_world_keep.
    gestalt_result (*start)(gestalt_world *world, gestalt_error *error);
    void (*stop)(gestalt_world *world); ///< also when start failed, or was never called
    /// Looks at what gestalt_world_keep has brought back from a snapshot, which anybody may have
    /// written: GESTALT_BAD_FILE, and everything is as it was before.
    gestalt_result (*loaded)(gestalt_world *world, gestalt_error *error);
    void (*before)(gestalt_world *world);
    void (*sense)(gestalt_world *world, uint32_t begin, uint32_t end);
    void (*ticked)(gestalt_world *world);
    void (*after)(gestalt_world *world);
    void (*outcome)(const gestalt_world *world, gestalt_outcome *outcome);
    const gestalt_world_column *columns;
};

enum { GESTALT_WORLD_PARTS = 8 }; ///< of a host's own, at most

/// The state that a part keeps of a world; NULL at first.
GESTALT_API void *gestalt_world_state(const gestalt_world *world, const gestalt_world_part *part);
GESTALT_API void gestalt_world_set_state(gestalt_world *world, const gestalt_world_part *part,
                                         void *state);

/// Zeroed memory that lives as long as the world. NULL: there is none.
GESTALT_API void *gestalt_world_allocate(gestalt_world *world, size_t size);
/// Makes a zeroed column of `stride` bytes for each row, with room for all rows that there can ever
/// be, which lives as long as the world. One that is `kept` is known to snapshots and hashes, as by
/// gestalt_world_keep_column; the values of others are lost in each step in which agents are born
/// or die. In `start` only. NULL: there is no memory.
GESTALT_API void *gestalt_world_make_column(gestalt_world *world, size_t stride, bool kept);
/// Makes bytes known to snapshots and hashes: they are saved, and come back when one is loaded. In
/// `start` only, always the same ones in the same order. They must hold no pointers and no padding.
/// False: there is no memory.
GESTALT_API bool gestalt_world_keep(gestalt_world *world, void *bytes, size_t size);
/// The same for a column of `stride` bytes for each row, with room for gestalt_world_capacity rows:
/// gestalt_world_make_column makes and keeps one. It follows its agents when rows change; those of
/// newborns are zero. One of gestalt_world_allocate that is too small is misuse.
GESTALT_API bool gestalt_world_keep_column(gestalt_world *world, void *column, size_t stride);
/// The number of agents that there can be at once.
GESTALT_API uint32_t gestalt_world_capacity(const gestalt_world *world);

/// Sets a blackboard key of an agent, in `before` and `after`. Nothing happens when its tree has no
/// such key of that type.
GESTALT_API void gestalt_world_set_float(gestalt_world *world, uint32_t row, const char *key,
                                         float value);
GESTALT_API void gestalt_world_set_int(gestalt_world *world, uint32_t row, const char *key,
                                       int32_t value);

/// Adds a row to an outcome, whose name is PREFIX_NAME, or the name when `prefix` is NULL. Rows
/// that are too many are left out.
GESTALT_API void gestalt_outcome_count(gestalt_outcome *outcome, const char *prefix,
                                       const char *name, uint64_t count);
GESTALT_API void gestalt_outcome_number(gestalt_outcome *outcome, const char *prefix,
                                        const char *name, double number);

#ifdef __cplusplus
}
#endif

#endif
