// SPDX-License-Identifier: MIT
// The functions of a world that trees can call: steering behaviours, sensors, and functions of
// parts and hosts, all in tables of gestalt_world_function.
//
// A document may omit arguments that have a default, and may use a function as an action or, if it
// returns at once, as a predicate. So each group's host is made to fit its shape. A call that does
// not fit is reported, with suggestions.
#ifndef WORLD_HOST_H
#define WORLD_HOST_H

#include "dimensions.h"
#include "world_head.h"

#include <math.h>

#include <gestalt/worlds/part.h>

/// The type of keys for points, velocities and directions.
#define WORLD_VECTOR (STEER_DIMENSIONS == 3 ? GESTALT_VEC3 : GESTALT_VEC2)

typedef gestalt_world world;
typedef struct world_group world_group;

// ---- for function bodies: lanes of the call, and arguments by their index in the table

/// Return the index of a lane's agent in all columns of the world.
uint32_t world_index(const gestalt_world_binding *b, const gestalt_call *call, unsigned lane);

static inline const gestalt_column *world_given(const gestalt_world_binding *b,
                                                const gestalt_call *call, int argument)
{
    int position = b->position[argument];
    return position < 0 ? NULL : &call->arguments[position];
}

/// Return the canonical NaN for any NaN: trees and snapshots do not distinguish NaNs, so functions
/// must not, either.
static inline float world_one_nan(float value)
{
    return value == value ? value : NAN;
}

static inline float world_float(const gestalt_world_binding *b, const gestalt_call *call,
                                int argument, unsigned lane)
{
    const gestalt_column *column = world_given(b, call, argument);
    if (!column)
        return b->function->arguments[argument].otherwise;
    return b->is_int[argument] ? (float)column->ints[lane] : world_one_nan(column->floats[lane]);
}

/// Return an argument that is a radius within which the function looks for others, limited to what
/// agents can see.
static inline float world_radius(const gestalt_world_binding *b, const gestalt_call *call,
                                 int argument, unsigned lane)
{
    float most = ((const world_head *)b->world)->most_radius;
    float radius = world_float(b, call, argument, lane);
    return radius > most ? most : radius;
}

static inline int32_t world_int(const gestalt_world_binding *b, const gestalt_call *call,
                                int argument, unsigned lane)
{
    const gestalt_column *column = world_given(b, call, argument);
    return column ? column->ints[lane] : (int32_t)b->function->arguments[argument].otherwise;
}

static inline bool world_bool(const gestalt_world_binding *b, const gestalt_call *call,
                              int argument, unsigned lane)
{
    const gestalt_column *column = world_given(b, call, argument);
    return column ? *column->bools >> lane & 1 : b->function->arguments[argument].otherwise != 0;
}

/// Get a vec2 or vec3 argument; omitted arguments and missing components are zero.
static inline void world_point(const gestalt_world_binding *b, const gestalt_call *call,
                               int argument, unsigned lane, float point[3])
{
    const gestalt_column *column = world_given(b, call, argument);
    point[0] = column ? world_one_nan(column->floats[lane]) : 0;
    point[1] = column ? world_one_nan(column->y[lane]) : 0;
    point[2] = column && column->z ? world_one_nan(column->z[lane]) : 0;
}

/// Return an argument that is a list; all members are 0 if the tree omits it.
static inline gestalt_list world_list(const gestalt_world_binding *b, const gestalt_call *call,
                                      int argument)
{
    const gestalt_column *column = world_given(b, call, argument);
    return column ? gestalt_column_list(*column, b->function->arguments[argument].type)
                  : (gestalt_list){0};
}

/// Write an argument that is a key, if the tree passes it.
static inline void world_put_float(const gestalt_world_binding *b, const gestalt_call *call,
                                   int argument, unsigned lane, float value)
{
    const gestalt_column *column = world_given(b, call, argument);
    if (column)
        column->floats[lane] = value;
}

static inline void world_put_int(const gestalt_world_binding *b, const gestalt_call *call,
                                 int argument, unsigned lane, int32_t value)
{
    const gestalt_column *column = world_given(b, call, argument);
    if (column)
        column->ints[lane] = value;
}

static inline void world_put_point(const gestalt_world_binding *b, const gestalt_call *call,
                                   int argument, unsigned lane, const float point[3])
{
    const gestalt_column *column = world_given(b, call, argument);
    if (column) {
        column->floats[lane] = point[0];
        column->y[lane] = point[1];
    }
    if (column && column->z)
        column->z[lane] = point[2];
}

#endif
