// SPDX-License-Identifier: MIT
// The interface behind gestalt/worlds/steer.h, implemented for the plane (steering.c) and for
// space, and chosen by the number of dimensions (steering_public.c).
#ifndef STEERING_H
#define STEERING_H

#include <gestalt/worlds/steer.h>

typedef struct steering_interface {
    gestalt_result (*create)(const gestalt_steering_options *options, gestalt_steering **made,
                             gestalt_error *error);
    void (*destroy)(gestalt_steering *s);
    gestalt_vehicles (*vehicles)(gestalt_steering *s);
    uint32_t (*add)(gestalt_steering *s, uint64_t id, uint64_t seed);
    void (*remove)(gestalt_steering *s, uint32_t row);
    uint32_t (*lost)(const gestalt_steering *s);
    gestalt_result (*set_ghosts)(gestalt_steering *s, uint32_t count, gestalt_error *error);
    gestalt_result (*resize)(gestalt_steering *s, uint32_t capacity, uint32_t agents_of_all,
                             gestalt_error *error);
    gestalt_result (*set_window)(gestalt_steering *s, const gestalt_steer_box *window,
                                 gestalt_error *error);
    gestalt_result (*step)(gestalt_steering *s, gestalt_combiner combiner,
                           const gestalt_urge *urges, uint32_t urge_count,
                           float dt); // at most GESTALT_STEER_URGES urges
    uint32_t (*near)(const gestalt_steering *s, const float *point, float radius, uint32_t *rows,
                     uint32_t capacity);
    gestalt_behaviour (*find)(const char *name);
    const char *(*name)(gestalt_behaviour behaviour);
} steering_interface;

extern const steering_interface steering_plane, steering_space;

#endif
