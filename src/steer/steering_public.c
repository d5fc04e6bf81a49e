// SPDX-License-Identifier: MIT
// The public functions of steering, which dispatch to the plane or to space.
#include "steering.h"

#include "error.h"
#include "floats.h"
#include "misuse.h"

// The interface is the first member of both kinds of steering.
static const steering_interface *interface_of(const gestalt_steering *s)
{
    return *(const steering_interface *const *)(const void *)s;
}

gestalt_result gestalt_steering_create(const gestalt_steering_options *options,
                                       gestalt_steering **made, gestalt_error *error)
{
    if (MISUSE_NULL(options, "options", error) || MISUSE_NULL(made, "steering", error) ||
        (options->path_count > 0 && MISUSE_NULL(options->paths, "options->paths", error)) ||
        (options->obstacle_count > 0 &&
         MISUSE_NULL(options->obstacles, "options->obstacles", error)) ||
        MISUSE_ENUM(options->push, GESTALT_PUSH_LINEAR, "options->push", error))
        return GESTALT_MISUSE;
    *made = NULL;
    if (options->dimensions != 0 && options->dimensions != 2 && options->dimensions != 3)
        return error_set(error, GESTALT_BAD_ARGUMENT, 0, "a world has 2 or 3 dimensions");
    floats_environment floats;
    floats_begin(&floats);
    gestalt_result result = (options->dimensions == 3 ? &steering_space : &steering_plane)
                                ->create(options, made, error);
    floats_end(&floats);
    return result;
}

void gestalt_steering_destroy(gestalt_steering *s)
{
    if (s)
        interface_of(s)->destroy(s);
}

gestalt_vehicles gestalt_steering_vehicles(gestalt_steering *s)
{
    if (MISUSE_NULL(s, "steering", NULL))
        return (gestalt_vehicles){0};
    return interface_of(s)->vehicles(s);
}

uint32_t gestalt_steering_add(gestalt_steering *s, uint64_t id, uint64_t seed)
{
    if (MISUSE_NULL(s, "steering", NULL))
        return 0;
    return interface_of(s)->add(s, id, seed);
}

void gestalt_steering_remove(gestalt_steering *s, uint32_t row)
{
    if (MISUSE_NULL(s, "steering", NULL) ||
        MISUSE_BEYOND(row, interface_of(s)->vehicles(s).count, "row", NULL))
        return;
    interface_of(s)->remove(s, row);
}

gestalt_result gestalt_steering_set_ghosts(gestalt_steering *s, uint32_t count,
                                           gestalt_error *error)
{
    if (MISUSE_NULL(s, "steering", error))
        return GESTALT_MISUSE;
    return interface_of(s)->set_ghosts(s, count, error);
}

gestalt_result gestalt_steering_resize(gestalt_steering *s, uint32_t capacity,
                                       uint32_t agents_of_all, gestalt_error *error)
{
    if (MISUSE_NULL(s, "steering", error))
        return GESTALT_MISUSE;
    floats_environment floats;
    floats_begin(&floats);
    gestalt_result result = interface_of(s)->resize(s, capacity, agents_of_all, error);
    floats_end(&floats);
    return result;
}

gestalt_result gestalt_steering_set_window(gestalt_steering *s, const gestalt_steer_box *window,
                                           gestalt_error *error)
{
    if (MISUSE_NULL(s, "steering", error))
        return GESTALT_MISUSE;
    floats_environment floats;
    floats_begin(&floats);
    gestalt_result result = interface_of(s)->set_window(s, window, error);
    floats_end(&floats);
    return result;
}

// Report a combiner or a behaviour that does not exist.
static bool steering_has_no_way(gestalt_combiner how, const gestalt_urge *urges, uint32_t count)
{
    const char *function = "gestalt_steering_step";
    if ((unsigned)how > GESTALT_COMBINE_DITHER)
        return misuse_tell(function, NULL, "%u is not a combiner", (unsigned)how) != GESTALT_OK;
    for (uint32_t i = 0; i < count; i++)
        if ((unsigned)urges[i].type >= GESTALT_STEER_COUNT)
            return misuse_tell(function, NULL, "urge %u has the behaviour %u, which does not exist",
                               (unsigned)i, (unsigned)urges[i].type) != GESTALT_OK;
    return false;
}

gestalt_result gestalt_steering_step(gestalt_steering *s, gestalt_combiner combiner,
                                     const gestalt_urge *urges, uint32_t urge_count, float dt)
{
    if (urge_count > GESTALT_STEER_URGES)
        return GESTALT_LIMIT;
    if (MISUSE_NULL(s, "steering", NULL) || (urge_count > 0 && MISUSE_NULL(urges, "urges", NULL)) ||
        steering_has_no_way(combiner, urges, urge_count))
        return GESTALT_MISUSE;
    floats_environment floats;
    floats_begin(&floats);
    gestalt_result result = interface_of(s)->step(s, combiner, urges, urge_count, dt);
    floats_end(&floats);
    return result;
}

uint32_t gestalt_steering_lost(const gestalt_steering *s)
{
    if (MISUSE_NULL(s, "steering", NULL))
        return 0;
    return interface_of(s)->lost(s);
}

uint32_t gestalt_steering_near(const gestalt_steering *s, const float *point, float radius,
                               uint32_t *rows, uint32_t capacity)
{
    if (MISUSE_NULL(s, "steering", NULL) || MISUSE_NULL(point, "point", NULL) ||
        (capacity > 0 && MISUSE_NULL(rows, "rows", NULL)))
        return 0;
    floats_environment floats;
    floats_begin(&floats);
    uint32_t count = interface_of(s)->near(s, point, radius, rows, capacity);
    floats_end(&floats);
    return count;
}

gestalt_behaviour gestalt_behaviour_find(const char *name)
{
    if (MISUSE_NULL(name, "name", NULL))
        return GESTALT_STEER_COUNT;
    return steering_plane.find(name);
}

const char *gestalt_behaviour_name(gestalt_behaviour behaviour)
{
    if (MISUSE_BEYOND((unsigned)behaviour, (unsigned)GESTALT_STEER_COUNT, "behaviour", NULL))
        return NULL;
    return steering_plane.name(behaviour);
}
