// SPDX-License-Identifier: MIT
// Vehicles: moving point masses, as columns. A vehicle has an index in the columns, which may
// change, and an id, which does not. Results depend only on the id.
#ifndef VEHICLES_H
#define VEHICLES_H

#include "space.h"

#include <gestalt/base.h>

typedef struct vehicles {
    uint32_t count;
    vectors position, velocity;
    vectors heading;  // unit vector of the velocity, or the last one while the vehicle stands
    float *mass;      // > 0
    float *radius;    // radius of the body
    float *max_speed; // > 0
    float *max_force;
    const float *min_speed; // minimum speed of moving vehicles, in a column of the caller; NULL:
                            // vehicles can stand
    uint64_t *id;           // unique; the grid is fastest when they ascend
    uint64_t *random;       // states of the random streams, see random.h
    // Last point on each vehicle's wander circle (sphere): unit vectors in its frame.
    vectors wander;
    // Set by vehicles_create; zero in a table of other columns.
    uint32_t capacity;
    void *memory;
    size_t memory_size;
} vehicles;

/// Allocate zeroed columns for `capacity` vehicles, with `count` 0, in one block of memory. Columns
/// start at different offsets of a page, since equal ones would collide in the caches.
gestalt_result vehicles_create(vehicles *all, const gestalt_allocator *allocator,
                               uint32_t capacity);

/// Free a table, which may be zero.
void vehicles_destroy(vehicles *all, const gestalt_allocator *allocator);

/// Copy vehicles to another table: for the positions `begin` to `end` - 1, from the index in
/// `order`. In the order of a grid's places (its `agent`), neighbours are stored next to each
/// other, so many more vehicles than fit into the caches move faster.
void vehicles_copy(const vehicles *to, const vehicles *from, const uint32_t *order, uint32_t begin,
                   uint32_t end);

/// Copy one vehicle, also within a table.
void vehicles_copy_row(const vehicles *to, uint32_t row, const vehicles *from, uint32_t source);

/// One vehicle, taken out of the columns: what behaviours know about the vehicle that they steer.
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
