// SPDX-License-Identifier: MIT
// Kernels that find how fast and how far a pedestrian can walk in a direction, past the people
// around. crowd_choose.c explains the model.
#ifndef WAYS_H
#define WAYS_H

#include "grid.h"

/// The number of neighbours that a pedestrian sees at most, the size of their columns with the
/// padding that kernels read, and how many near neighbours are kept for the rest of the step.
enum { WAYS_MOST = 128, WAYS_ROOM = WAYS_MOST + 32, WAYS_NEAR = 12 };

typedef struct ways_model {
    float time_gap, anticipation; // s: T, tau
    float spacing;                // m: l
    float half_width, widening;   // m, 1: w = half_width + widening * ahead
    float contact; // m: from body to body, of people who squeeze past; they push if it is negative
    float depth;   // m: people who squeeze past follow at that distance, at least
    float margin;  // m: from body to body, of people who meet
    float following; // what people who go the same way count for the flow
    float haste;     // share of T that people who squeeze past do without
    float buffer;    // m: from body to body: people nearer than that touch
} ways_model;

/// The people around somebody. Columns have WAYS_ROOM, of which `count` are used.
typedef struct ways_people {
    uint32_t count;
    uint32_t agent[WAYS_ROOM];                 // index; not kept in order
    float offset[STEER_DIMENSIONS][WAYS_ROOM]; // from the walker
    float velocity[STEER_DIMENSIONS][WAYS_ROOM];
    float face[STEER_DIMENSIONS][WAYS_ROOM]; // where they want to go: unit vectors
    float both[WAYS_ROOM];                   // sum of the radii
    // By ways_weigh:
    float squeeze[WAYS_ROOM];               // how narrow the walker makes himself for them
    float share[WAYS_ROOM];                 // how much they are in the flow
    float contact_squared[WAYS_ROOM];       // of bodies that meet
    bool any_meets;                         // somebody comes the other way
    uint32_t touch_count, touch[WAYS_ROOM]; // those within the buffer, by number
} ways_people;

/// Somebody who looks around, or in one direction.
typedef struct ways_walker {
    const ways_model *model;
    const grid *around;
    uint32_t index;
    vector at;           // in the world's box
    vector face;         // where the walker wants to go: a unit vector
    vector ahead;        // where the walker looks: a unit vector
    float sight, behind; // m: nobody is seen further away, nor further behind
    float near;          // m: at most `behind`, and at most `sight`
    float radius;
    float alone;      // speed without others
    float impatience; // 0 to 1
} ways_walker;

/// The people within `near`.
typedef struct ways_nearest {
    uint32_t count; // more than WAYS_NEAR: they are too many to be kept
    uint32_t agent[WAYS_NEAR];
    float offset[STEER_DIMENSIONS][WAYS_NEAR];
} ways_nearest;

/// The columns that walkers see of others, by place in the grid; with room for lanes after the
/// last.
typedef struct ways_columns {
    vectors velocity, face;
    const float *radius;
} ways_columns;

typedef struct ways_found {
    float speed; // that others leave, at most `alone`; may be negative
    float flow;  // that those who do not come the other way leave
    float touch; // time until somebody who comes the other way is touched, at a speed of 1
} ways_found;

/// Find the people whom the walker sees, in the grid's order. False if they are more than
/// WAYS_MOST: then the first ones are found, and nobody is kept as near.
typedef bool ways_see_function(ways_people *people, ways_nearest *nearest,
                               const ways_walker *walker, const ways_columns *columns);

/// Calculate what does not depend on the direction.
typedef void ways_weigh_function(ways_people *people, const ways_walker *walker);

/// Look in a direction, a unit vector; `cosine` is that of its turn. All are minima, and so do not
/// depend on how many people are compared at a time.
typedef ways_found ways_look_function(const ways_people *people, const ways_walker *walker,
                                      vector direction, float cosine);

#endif
