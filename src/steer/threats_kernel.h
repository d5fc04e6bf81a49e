// SPDX-License-Identifier: MIT
// The kernel of threats.h: steer_nearest_approach for many agents. Included by
// steer_kernels_body.h.
#ifndef THREATS_KERNEL_H
#define THREATS_KERNEL_H

#include "threats.h"
#include "wide.h"

// Return which of the others from `i` on will touch the walk's vehicle.
static inline lanes_mask will_touch(const threat_walk *walk, uint32_t i, uint32_t count)
{
    const grid_walk *others = &walk->others;
    const uint32_t *agents = others->agent + i;
    lanes latest = lanes_all(walk->time >= 0 || walk->time < 0 ? walk->time : INFINITY);
    wide mine = wide_all(walk->me.position), place;
    EACH_DIMENSION (d) {
        lanes image = lanes_get(others->position[d] + i, count);
        lanes offset = lanes_subtract(image, lanes_all(others->centre.at[d]));
        place.at[d] = lanes_add(mine.at[d], offset);
    }
    wide own = wide_all(walk->me.velocity);
    wide velocity = wide_gather(&walk->all->velocity, agents, count);
    wide offset = wide_subtract(place, mine), relative = wide_subtract(velocity, own);
    lanes zero = lanes_all(0), towards = lanes_subtract(zero, wide_dot(offset, relative));
    lanes time = lanes_divide(towards, wide_dot(relative, relative));
    lanes_mask is_ahead = lanes_both(lanes_less(zero, time), lanes_less(time, lanes_all(INFINITY)));
    time = lanes_select(is_ahead, time, zero);
    wide apart = wide_subtract(wide_add(mine, wide_scale(own, time)),
                               wide_add(place, wide_scale(velocity, time)));
    lanes both =
        lanes_add(lanes_all(walk->me.radius), lanes_gather(walk->all->radius, agents, count));
    return lanes_both(lanes_both(lanes_first(count), lanes_at_most(time, latest)),
                      lanes_less(lanes_sqrt(wide_dot(apart, apart)), both));
}

static void threats_filter(threat_walk *walk)
{
    uint32_t found = 0;
    for (uint32_t i = 0, count; i < walk->others.count; i += count) {
        count = walk->others.count - i < LANES ? walk->others.count - i : LANES;
        lanes_mask which = will_touch(walk, i, count);
        if (!lanes_any(which))
            continue;
        lanes_compress_ints(walk->which + found, which, lanes_count_from(i));
        found += lanes_number(which);
    }
    walk->count = found;
}

#endif
