// SPDX-License-Identifier: MIT
// Drivers: cars that brake and steer by separate systems. The intelligent driver model, IDM
// (Treiber, Hennecke, Helbing 2000), computes the acceleration along the lane. A curvature turns
// the heading across it. Neither system limits the other, and a car never slides sideways.
#ifndef DRIVER_H
#define DRIVER_H

#include "grid.h"
#include "path.h"

typedef struct driver_model {
    float speed;        // desired speed on a free road
    float headway;      // desired time gap to the car ahead
    float gap;          // gap to the car ahead when both stand
    float acceleration; // largest acceleration
    float braking;      // comfortable braking
    float hardest;      // largest braking
} driver_model;

/// Return acceleration * (1 - (v / speed)^4 - (s / gap)^2), where s is the desired gap:
///
///     model gap + max(0, v headway + v approach / (2 sqrt(acceleration braking)))
///
/// Above the desired speed, the first two terms are multiplied by driver_urgency. `gap` is the free
/// road from bumper to bumper, INFINITY without a car ahead; `approach` is the own speed minus the
/// speed of the car ahead. The result is at least -hardest, and exactly that for a gap <= 0.
float driver_acceleration(const driver_model *model, float speed, float gap, float approach);

/// Factor for braking above the desired speed. If the desired speed falls before a bend, as for a
/// car that brakes by `braking`, the car follows at 1.1 times that speed, however small its
/// acceleration is: there it brakes by urgency * acceleration * (1.1^4 - 1) = 1.1^2 * braking.
static inline float driver_urgency(const driver_model *model)
{
    const float share = 2.607f;
    float least = share * model->braking / model->acceleration;
    return least > 1 ? least : 1;
}

/// Return the gap at which the IDM neither brakes nor accelerates behind a car of the same,
/// constant speed: (gap + v headway) / sqrt(1 - (v / speed)^4).
float driver_equilibrium_gap(const driver_model *model, float speed);

/// The positions of cars on their lanes, by index.
typedef struct driver_lanes {
    const uint32_t *lane;  // cars with the same lane drive behind one another
    const float *distance; // distance along the lane, increasing in the direction of driving
    float length;          // length of a closed lane, where the distance wraps; 0: open
} driver_lanes;

/// The car ahead.
typedef struct driver_ahead {
    uint32_t agent; // UINT32_MAX: none
    float gap; // from bumper to bumper: the distance along the lane minus both radii; or INFINITY
} driver_ahead;

/// Find the car ahead among those within `range`; of equally near cars, the one with the smallest
/// id.
driver_ahead driver_leader(const grid *g, const vehicles *all, const driver_lanes *lanes,
                           uint32_t index, float range);

/// Return the curvature, positive to the right, of the circle through the target that is tangent to
/// the heading: 2 * (offset * right) / |offset|^2. At most `sharpest` to either side.
static inline float driver_curvature(vector position, vector heading, vector target, float sharpest)
{
    vector offset = vector_subtract(target, position);
    float curvature = 2 * vector_dot(offset, vector_right(heading)) / vector_length_squared(offset);
    if (curvature > sharpest)
        return sharpest;
    return curvature >= -sharpest ? curvature : vector_is_zero(offset) ? 0 : -sharpest;
}

/// What drivers see, as columns: see driver_acceleration. The desired speed on a free road is the
/// smaller of `wanted` and `allowed`; the model's speed is not used.
typedef struct driver_sight {
    const float *wanted, *allowed;
    const float *speed, *gap, *approach;
} driver_sight;

/// Compute driver_acceleration for `count` drivers. A kernel: see steer_kernels.h.
typedef void driver_accelerate_function(const driver_model *model, const driver_sight *sees,
                                        float *accelerations, uint32_t count);

/// Move the cars `begin` to `end` - 1 along their headings, which turn to the right by the
/// curvature of the path. The speed becomes v + a dt, but not less than 0: a car stops. The
/// distance is that of a uniform change of speed. In space, headings turn around the vertical axis.
/// Returns the first lost car, as motion_step does. A kernel.
typedef uint32_t driver_move_function(const vehicles *all, const float *accelerations,
                                      const float *curvatures, const space *world, float dt,
                                      uint32_t begin, uint32_t end);

#endif
