// SPDX-License-Identifier: MIT
// What trees can call: the functions of a world. Steering behaviours, sensors, and what parts add,
// all in tables of world_function.
//
// A document may leave out arguments that have a default, and may use a function as an action or,
// where it answers at once, as a predicate: each group's host is made to fit its shape. What does
// not fit is reported with names that are near.
#ifndef WORLD_HOST_H
#define WORLD_HOST_H

#include "world_names.h"

#include <math.h>

#include <gestalt/host.h>

typedef struct world world;
typedef struct world_group world_group;
typedef struct world_function world_function;

typedef struct world_argument {
    const char *name; // NULL: behind the last
    gestalt_type type;
    bool by_key;   // a key that the function writes (or reads); when left out, it is not written
    bool required; // else, `otherwise` is what it is when left out
    float otherwise;
    const char *doc;
    bool is_reach; // how far the function looks for other agents
} world_argument;

enum { WORLD_ARGUMENTS_MAX = 10 };

typedef enum world_uses {
    WORLD_ACTION = 1,
    WORLD_PREDICATE = 2,
    WORLD_SENSOR = WORLD_ACTION | WORLD_PREDICATE,
} world_uses;

/// A function as one group has it: `call->user` of its body.
typedef struct world_binding {
    world *world;
    world_group *group;
    const world_function *function;
    int8_t position[WORLD_ARGUMENTS_MAX]; // in call->arguments; -1: left out
    bool is_int[WORLD_ARGUMENTS_MAX];     // a float that the tree gives as an int
} world_binding;

/// A batch function (see gestalt/host.h) that starts with `const world_binding *b = call->user`.
typedef gestalt_batch_function world_body;

struct world_function {
    const char *name; // NULL: behind the last
    world_uses uses;
    world_body *body;
    const void *data; // the body's own: b->function->data
    world_argument arguments[WORLD_ARGUMENTS_MAX];
    const char *doc; // a sentence
};

// ---- for bodies: lanes are those of the call, arguments by their place in the table

/// The agent's index in all columns of the world.
uint32_t world_index(const world_binding *b, const gestalt_call *call, unsigned lane);

static inline const gestalt_column *world_given(const world_binding *b, const gestalt_call *call,
                                                int argument)
{
    int position = b->position[argument];
    return position < 0 ? NULL : &call->arguments[position];
}

/// All NaNs are one to trees, and in their snapshots: so they must be to whoever asks for one.
static inline float world_one_nan(float value)
{
    return value == value ? value : NAN;
}

static inline float world_float(const world_binding *b, const gestalt_call *call, int argument,
                                unsigned lane)
{
    const gestalt_column *column = world_given(b, call, argument);
    if (!column)
        return b->function->arguments[argument].otherwise;
    return b->is_int[argument] ? (float)column->ints[lane] : world_one_nan(column->floats[lane]);
}

static inline int32_t world_int(const world_binding *b, const gestalt_call *call, int argument,
                                unsigned lane)
{
    const gestalt_column *column = world_given(b, call, argument);
    return column ? column->ints[lane] : (int32_t)b->function->arguments[argument].otherwise;
}

static inline bool world_bool(const world_binding *b, const gestalt_call *call, int argument,
                              unsigned lane)
{
    const gestalt_column *column = world_given(b, call, argument);
    return column ? *column->bools >> lane & 1 : b->function->arguments[argument].otherwise != 0;
}

/// Of a vec2 (the third dimension, if there is one, is 0); zero when left out.
static inline void world_point(const world_binding *b, const gestalt_call *call, int argument,
                               unsigned lane, float point[2])
{
    const gestalt_column *column = world_given(b, call, argument);
    point[0] = column ? world_one_nan(column->floats[lane]) : 0;
    point[1] = column ? world_one_nan(column->y[lane]) : 0;
}

/// Writes an argument that is a key, if it was given.
static inline void world_put_float(const world_binding *b, const gestalt_call *call, int argument,
                                   unsigned lane, float value)
{
    const gestalt_column *column = world_given(b, call, argument);
    if (column)
        column->floats[lane] = value;
}

static inline void world_put_int(const world_binding *b, const gestalt_call *call, int argument,
                                 unsigned lane, int32_t value)
{
    const gestalt_column *column = world_given(b, call, argument);
    if (column)
        column->ints[lane] = value;
}

static inline void world_put_point(const world_binding *b, const gestalt_call *call, int argument,
                                   unsigned lane, float x, float y)
{
    const gestalt_column *column = world_given(b, call, argument);
    if (column) {
        column->floats[lane] = x;
        column->y[lane] = y;
    }
}

#endif
