// SPDX-License-Identifier: MIT
// Vehicles, which move: point masses, as columns. A vehicle is found by its index in the columns,
// and known by its id: where it is stored has no influence on what it does.
#ifndef VEHICLES_H
#define VEHICLES_H

#include "space.h"

#include <gestalt/base.h>

typedef struct vehicles {
    uint32_t count;
    vectors position, velocity;
    vectors heading;  // unit vectors; that of the velocity, or the last one while it stands still
    float *mass;      // > 0
    float *radius;    // of the body
    float *max_speed; // > 0
    float *max_force;
    const float *min_speed; // NULL: they may stand. Else, whoever moves is at least so fast. The
                            // caller's column, not one of vehicles_create
    uint64_t *id;           // no two are equal; the grid is fastest when they ascend
    uint64_t *random;       // the state of its own random stream, see random.h
    vectors wander; // where on its circle (sphere) it last wandered to: unit vectors, seen from it
    // Set by vehicles_create; a table made of other columns leaves these zero.
    uint32_t capacity;
    void *memory;
    size_t memory_size;
} vehicles;

/// Columns for `capacity` vehicles, zeroed, `count` of them 0, in one piece of memory. Columns do
/// not start at equal offsets of a page, which would make them collide in the caches.
gestalt_result vehicles_create(vehicles *all, const gestalt_allocator *allocator,
                               uint32_t capacity);

/// Also for a table that is zero.
void vehicles_destroy(vehicles *all, const gestalt_allocator *allocator);

/// Copies vehicles to another table, each from the index that `order` has at its place, for the
/// places begin to end - 1. In the order of a grid's places (its `agent`), neighbours are stored
/// side by side: many more vehicles than fit into the caches move faster then.
void vehicles_copy(const vehicles *to, const vehicles *from, const uint32_t *order, uint32_t begin,
                   uint32_t end);

/// One of them, taken out of the columns: what behaviours know of the vehicle that they steer.
typedef struct vehicle {
    vector position, velocity, heading;
    float mass, radius, max_speed, max_force;
} vehicle;

static inline vehicle vehicles_get(const vehicles *all, uint32_t index)
{
    return (vehicle){.position = vectors_get(&all->position, index),
                     .velocity = vectors_get(&all->velocity, index),
                     .heading = vectors_get(&all->heading, index),
                     .mass = all->mass[index],
                     .radius = all->radius[index],
                     .max_speed = all->max_speed[index],
                     .max_force = all->max_force[index]};
}

#endif
