// SPDX-License-Identifier: MIT
// The kernels of driver.h, with cars as lanes. Included by steer_kernels_body.h.
#ifndef DRIVER_KERNEL_H
#define DRIVER_KERNEL_H

#include "driver.h"
#include "motion_kernel.h"
#include "trigonometry.h"
#include "trigonometry_terms.h"
#include "wide.h"

static inline lanes lower_of(lanes a, lanes b)
{
    return lanes_select(lanes_less(b, a), b, a);
}

// Clamp to at least 0; NaN gives 0, too.
static inline lanes at_least_zero(lanes a)
{
    lanes zero = lanes_all(0);
    return lanes_select(lanes_less(zero, a), a, zero);
}

// driver_acceleration with the same operations in the same order.
static void driver_accelerate(const driver_model *model, const driver_sight *sees,
                              float *accelerations, uint32_t count)
{
    const lanes one = lanes_all(1), hardest = lanes_all(-model->hardest);
    const lanes urgency = lanes_all(driver_urgency(model));
    const lanes ease = lanes_all(2 * sqrtf(model->acceleration * model->braking));
    for (uint32_t i = 0, some; i < count; i += some) {
        some = count - i < LANES ? count - i : LANES;
        lanes speed = lanes_get(sees->speed + i, some), gap = lanes_get(sees->gap + i, some);
        lanes approach = lanes_get(sees->approach + i, some);
        lanes desired =
            lower_of(lanes_get(sees->wanted + i, some), lanes_get(sees->allowed + i, some));
        lanes moving = lanes_add(lanes_multiply(speed, lanes_all(model->headway)),
                                 lanes_divide(lanes_multiply(speed, approach), ease));
        lanes wanted = lanes_add(lanes_all(model->gap), at_least_zero(moving));
        lanes ratio = lanes_divide(wanted, gap), share = lanes_divide(speed, desired);
        lanes squared = lanes_multiply(share, share);
        lanes free = lanes_subtract(one, lanes_multiply(squared, squared));
        free = lanes_select(lanes_less(free, lanes_all(0)), lanes_multiply(free, urgency), free);
        lanes answer = lanes_multiply(lanes_all(model->acceleration),
                                      lanes_subtract(free, lanes_multiply(ratio, ratio)));
        lanes_mask counts =
            lanes_both(lanes_less(lanes_all(0), gap), lanes_at_most(hardest, answer));
        lanes_set(accelerations + i, some, lanes_select(counts, answer, hardest));
    }
}

// A turn to the right.
typedef struct wide_turn {
    lanes sine, cosine;
} wide_turn;

// trigonometry_sin_cos; on a road, turns per step are small, which has a fast path.
static inline wide_turn turn_by(lanes angle)
{
    float angles[LANES], sines[LANES], cosines[LANES];
    lanes_mask near = lanes_at_most(lanes_abs(angle), lanes_all(TRIGONOMETRY_NEAR_ZERO));
    lanes_store(angles, angle);
    if (lanes_number(near) == LANES)
        for (int lane = 0; lane < LANES; lane++) {
            sines[lane] = (float)trigonometry_sin_near_zero((double)angles[lane]);
            cosines[lane] = (float)trigonometry_cos_near_zero((double)angles[lane]);
        }
    else
        for (int lane = 0; lane < LANES; lane++)
            trigonometry_sin_cos(angles[lane], &sines[lane], &cosines[lane]);
    return (wide_turn){lanes_load(sines), lanes_load(cosines)};
}

static inline wide driver_turned(wide heading, wide_turn by)
{
    wide after = heading;
    after.at[0] =
        lanes_add(lanes_multiply(heading.at[0], by.cosine), lanes_multiply(heading.at[1], by.sine));
    after.at[1] = lanes_subtract(lanes_multiply(heading.at[1], by.cosine),
                                 lanes_multiply(heading.at[0], by.sine));
    return after;
}

// Return the distance driven, and update the speed.
static inline lanes driver_drive(lanes *speed, lanes acceleration, lanes dt)
{
    lanes before = *speed, after = lanes_add(before, lanes_multiply(acceleration, dt));
    lanes_mask stops = lanes_less(after, lanes_all(0));
    lanes until_then =
        lanes_divide(lanes_multiply(before, before), lanes_multiply(lanes_all(-2), acceleration));
    lanes all_the_time =
        lanes_multiply(lanes_multiply(lanes_add(before, after), lanes_all(0.5f)), dt);
    *speed = lanes_select(stops, lanes_all(0), after);
    return lanes_select(stops, until_then, all_the_time);
}

static uint32_t driver_move(const vehicles *all, const float *accelerations,
                            const float *curvatures, const space *world, float dt, uint32_t begin,
                            uint32_t end)
{
    uint32_t lost = MOTION_NONE;
    for (uint32_t count; begin < end; begin += count) {
        count = end - begin < LANES ? end - begin : LANES;
        motion was = motion_get(all, begin, count);
        wide heading = was.heading;
        // Rounding makes the heading's length not quite 1, which must not change the speed step by
        // step.
        lanes speed = wide_dot(was.velocity, heading);
        speed = at_least_zero(lanes_divide(speed, wide_dot(heading, heading)));
        lanes way = driver_drive(&speed, lanes_get(accelerations + begin, count), lanes_all(dt));
        lanes angle = lanes_multiply(lanes_get(curvatures + begin, count), way);
        wide_turn half_turn = turn_by(lanes_multiply(lanes_all(0.5f), angle));
        wide half = driver_turned(heading, half_turn);
        wide position = wide_add(was.position, wide_scale(half, way));
        heading = wide_with_length(driver_turned(half, half_turn), lanes_all(1), (wide){0});
        motion is = {wide_wrap(world, position), wide_scale(heading, speed), heading};
        lost = motion_set(all, begin, count, is, lost);
    }
    return lost;
}

#endif
