// SPDX-License-Identifier: MIT
// Worlds in plain handwritten C, as a programmer would write them who needs only one world: columns
// of floats, a counting sort by cells in each step, and loops that the compiler may vectorise.
// Sensing reads the state at the end of the previous step. Agents start at the same positions as in
// the Gestalt world. The benchmark checks that they end at the same positions, except for rounding.
#ifndef HAND_WORLDS_H
#define HAND_WORLDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum hand_id {
    HAND_NONE,
    HAND_FLOCK, // 2D, periodic
    HAND_BOIDS, // 3D, in a sphere
    HAND_RING,  // cars behind one another on a circle, in two directions
    HAND_COUNT
} hand_id;

/// Parameters of handwritten worlds. All other numbers are constants in their code.
typedef struct hand_model {
    uint32_t count;
    float edge; // edge of the plane, or radius of the sphere or circle
    float radius;
    float dt;
    // For cars: distance from the circle to the middle of a lane, half the length of a car, and the
    // parameters of the driver model.
    float lane, length;
    float headway, gap, acceleration, braking, hardest, range;
} hand_model;

enum { HAND_COLUMNS = 6 }; // x, y, z of the position, then of the velocity

typedef struct hand_world {
    hand_model model;
    // Columns in the order of cells, which changes in each step. Cars are in driving order.
    float *now[HAND_COLUMNS];
    uint32_t *id;
    // Scratch memory of a step: the columns sorted by cell, headings, the cell of each agent, and
    // the index of the first agent of each cell.
    float *sorted[HAND_COLUMNS], *heading[3];
    uint32_t *sorted_id, *cell, *start;
    uint32_t cells; // number of cells along an edge
    float *near[4]; // flock only: neighbours of the current cell, relative to it
    // For cars.
    double *way; // distance along the lane
    float *speed, *wanted, *change;
    uint32_t turned; // index of the first car that drives in the other direction
    void *memory;
    size_t memory_size;
} hand_world;

typedef void hand_step(hand_world *w);

/// The step functions, compiled for one instruction set.
typedef struct hand_set {
    const char *name;
    hand_step *step[HAND_COUNT];
} hand_set;

/// Return the functions for an instruction set, or NULL if there are none.
const hand_set *hand_set_find(const char *name);

/// Open a world. `start` has the initial positions and velocities of all agents, by id. Columns
/// that the world does not need are NULL.
bool hand_world_open(hand_world *w, hand_id what, const hand_model *model,
                     const float *const start[HAND_COLUMNS], const float *wanted);
void hand_world_close(hand_world *w);

/// Write the positions of all agents, one dimension after the other, by id.
void hand_world_places(const hand_world *w, hand_id what, float *places);

#endif
