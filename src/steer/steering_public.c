// SPDX-License-Identifier: MIT
// The public calls of steering, each passed on to the plane or to space.
#include "steering.h"

#include "error.h"

// The interface is the first member of steering of either kind.
static const steering_interface *interface_of(const gestalt_steering *s)
{
    return *(const steering_interface *const *)(const void *)s;
}

gestalt_result gestalt_steering_create(const gestalt_steering_options *options,
                                       gestalt_steering **made, gestalt_error *error)
{
    *made = NULL;
    if (options->dimensions != 0 && options->dimensions != 2 && options->dimensions != 3)
        return error_set(error, GESTALT_BAD_ARGUMENT, 0, "a world has 2 or 3 dimensions");
    return (options->dimensions == 3 ? &steering_space : &steering_plane)
        ->create(options, made, error);
}

void gestalt_steering_destroy(gestalt_steering *s)
{
    if (s)
        interface_of(s)->destroy(s);
}

gestalt_vehicles gestalt_steering_vehicles(gestalt_steering *s)
{
    return interface_of(s)->vehicles(s);
}

uint32_t gestalt_steering_add(gestalt_steering *s, uint64_t id, uint64_t seed)
{
    return interface_of(s)->add(s, id, seed);
}

void gestalt_steering_remove(gestalt_steering *s, uint32_t row)
{
    interface_of(s)->remove(s, row);
}

gestalt_result gestalt_steering_step(gestalt_steering *s, gestalt_combiner combiner,
                                     const gestalt_urge *urges, uint32_t urge_count, float dt)
{
    if (urge_count > GESTALT_STEER_URGES)
        return GESTALT_LIMIT;
    interface_of(s)->step(s, combiner, urges, urge_count, dt);
    return GESTALT_OK;
}

uint32_t gestalt_steering_near(const gestalt_steering *s, const float *point, float radius,
                               uint32_t *rows, uint32_t capacity)
{
    return interface_of(s)->near(s, point, radius, rows, capacity);
}

gestalt_behaviour gestalt_behaviour_find(const char *name)
{
    return steering_plane.find(name);
}

const char *gestalt_behaviour_name(gestalt_behaviour behaviour)
{
    return steering_plane.name(behaviour);
}
