// SPDX-License-Identifier: MIT
// Cars that brake and steer by separate systems. Along the lane, the intelligent driver model
// (Treiber, Hennecke, Helbing 2000) says how to accelerate. Across it, a curvature turns the
// heading. Neither can spend what the other one needs, and a car never slides sideways.
#ifndef DRIVER_H
#define DRIVER_H

#include "grid.h"
#include "path.h"

typedef struct driver_model {
    float speed;        // that is wanted on a free road
    float headway;      // time to the one ahead that is wanted
    float gap;          // to the one ahead when both stand
    float acceleration; // at most
    float braking;      // that is comfortable
    float hardest;      // braking, at most
} driver_model;

/// acceleration * (1 - (v / speed)^4 - (s / gap)^2), where s, the gap that is wanted, is
///
///     model gap + max(0, v headway + v approach / (2 sqrt(acceleration braking)))
///
/// Above the wanted speed, what the first two terms come to is driver_urgency times as much.
/// `gap` is free road from bumper to bumper, INFINITY when nobody is ahead; `approach` is the own
/// speed minus that of the one ahead. At least -hardest, which is also the answer to a gap <= 0.
float driver_acceleration(const driver_model *model, float speed, float gap, float approach);

/// A car whose wanted speed falls, before a bend, as one falls that brakes by `braking`, follows a
/// tenth above it, however slowly it accelerates: there it brakes by
/// urgency acceleration (1.1^4 - 1) = 1.1^2 braking.
static inline float driver_urgency(const driver_model *model)
{
    const float share = 2.607f;
    float least = share * model->braking / model->acceleration;
    return least > 1 ? least : 1;
}

/// The way at constant speed in which the IDM, behind one of the same speed, neither brakes nor
/// accelerates: (gap + v headway) / sqrt(1 - (v / speed)^4).
float driver_equilibrium_gap(const driver_model *model, float speed);

/// The places of cars on their lanes, by index.
typedef struct driver_lanes {
    const uint32_t *lane;  // who has the same drives behind one another
    const float *distance; // along the lane, growing in the direction of driving
    float length;          // of a closed lane, where the distance starts again; 0: open
} driver_lanes;

/// The one ahead.
typedef struct driver_ahead {
    uint32_t agent; // UINT32_MAX: nobody
    float gap;      // from bumper to bumper: the way along the lane without both radii; or INFINITY
} driver_ahead;

/// Looks for it among those within `range`, of equals the first by id.
driver_ahead driver_leader(const grid *g, const vehicles *all, const driver_lanes *lanes,
                           uint32_t index, float range);

/// The curvature, positive to the right, of the circle through the target that the car is on with
/// its heading: 2 * (offset * right) / |offset|^2. At most `sharpest` to both sides.
static inline float driver_curvature(vector position, vector heading, vector target, float sharpest)
{
    vector offset = vector_subtract(target, position);
    float curvature = 2 * vector_dot(offset, vector_right(heading)) / vector_length_squared(offset);
    if (curvature > sharpest)
        return sharpest;
    return curvature >= -sharpest ? curvature : vector_is_zero(offset) ? 0 : -sharpest;
}

/// The sight of drivers, as columns: see driver_acceleration. The speed that is wanted on a free
/// road is the lower one of `wanted` and `allowed`; that of the model does not count.
typedef struct driver_sight {
    const float *wanted, *allowed;
    const float *speed, *gap, *approach;
} driver_sight;

/// driver_acceleration, of `count` drivers. A kernel: see steer_kernels.h.
typedef void driver_accelerate_function(const driver_model *model, const driver_sight *sees,
                                        float *accelerations, uint32_t count);

/// Moves the cars begin to end - 1 along their headings, which turn to the right by the curvature
/// of the way. The speed becomes v + a dt, but never less than 0: a car stops. The way is that of
/// an even change of speed. In space, headings turn around the vertical. Returns the first that is
/// lost, as motion_step does. A kernel.
typedef uint32_t driver_move_function(const vehicles *all, const float *accelerations,
                                      const float *curvatures, const space *world, float dt,
                                      uint32_t begin, uint32_t end);

#endif
