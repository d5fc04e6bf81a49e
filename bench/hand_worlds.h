// SPDX-License-Identifier: MIT
// Worlds as handwritten plain C, as a programmer would write them who needs only that one: columns
// of floats, a counting sort by cells in each step, and loops that the compiler may vectorise. All
// agents see the previous step. They start where a world of Gestalt starts, and end at the same
// positions except for rounding, which is checked.
#ifndef HAND_WORLDS_H
#define HAND_WORLDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum hand_id {
    HAND_NONE,
    HAND_FLOCK, // in the plane, periodic
    HAND_BOIDS, // in space, in a sphere
    HAND_RING,  // cars behind one another on a circle, in two directions
    HAND_COUNT
} hand_id;

/// The numbers that all of them need; others are constants of theirs.
typedef struct hand_model {
    uint32_t count;
    float edge; // of the plane; else the radius of the sphere or circle
    float radius;
    float dt;
    // For cars.
    float lane, length; // from the circle to the middle of a lane; half a car
    float headway, gap, acceleration, braking, hardest, range;
} hand_model;

enum { HAND_COLUMNS = 6 }; // x, y, z and the velocity

typedef struct hand_world {
    hand_model model;
    // By place, which a step changes; of cars, in the order of driving.
    float *now[HAND_COLUMNS];
    uint32_t *id;
    // Memory of steps: the same columns sorted by cell, headings, cells, and where they start.
    float *sorted[HAND_COLUMNS], *heading[3];
    uint32_t *sorted_id, *cell, *start;
    uint32_t cells; // along an edge
    float *near[4]; // of a flock: who is near a cell, seen from there
    // For cars.
    double *way; // along the lane
    float *speed, *wanted, *change;
    uint32_t turned; // from here on they drive the other way round
    void *memory;
    size_t memory_size;
} hand_world;

typedef void hand_step(hand_world *w);

/// The steps, compiled for a set of instructions.
typedef struct hand_set {
    const char *name;
    hand_step *step[HAND_COUNT];
} hand_set;

/// NULL: there is no such set.
const hand_set *hand_set_find(const char *name);

/// Open a world. `start` is where all agents are and how they move at first, by id; columns that
/// are not needed are NULL.
bool hand_world_open(hand_world *w, hand_id what, const hand_model *model,
                     const float *const start[HAND_COLUMNS], const float *wanted);
void hand_world_close(hand_world *w);

/// Positions: one dimension after the other, by id.
void hand_world_places(const hand_world *w, hand_id what, float *places);

#endif
