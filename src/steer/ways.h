// SPDX-License-Identifier: MIT
// Kernels that compute how fast and how far a pedestrian can walk in a direction, past the people
// around. crowd_choose.c explains the model.
#ifndef WAYS_H
#define WAYS_H

#include "grid.h"

/// Most neighbours that a pedestrian sees; the size of their columns, with padding for kernels; and
/// how many near neighbours are stored for the rest of the step.
enum { WAYS_MOST = 128, WAYS_ROOM = WAYS_MOST + 32, WAYS_NEAR = 12 };

typedef struct ways_model {
    float time_gap, anticipation; // seconds: T, tau in the model
    float spacing;                // metres: l in the model
    float half_width, widening;   // metres and a factor: w = half_width + widening * ahead
    float contact; // metres between bodies of people who squeeze past; negative if they push
    float crossing_contact; // the same for people whose ways cross
    float crossing_cosine;  // ways cross if the cosine of the angle between them is smaller
    float crossing_gap;     // metres between bodies up to which people count as crossing
    float depth;            // metres: smallest distance of people who squeeze past and then follow
    float margin;           // metres between bodies of people who meet head on
    float following;        // weight in the flow of people who walk in the same direction
    float haste;            // share of T that people give up when they squeeze past
    float buffer;           // metres between bodies below which people touch
} ways_model;

/// The people around a pedestrian. Columns have WAYS_ROOM entries, of which `count` are used.
typedef struct ways_people {
    uint32_t count;
    uint32_t agent[WAYS_ROOM];                 // index of the agent; unsorted
    float offset[STEER_DIMENSIONS][WAYS_ROOM]; // offset from the walker
    float velocity[STEER_DIMENSIONS][WAYS_ROOM];
    float face[STEER_DIMENSIONS]
              [WAYS_ROOM]; // unit vector of the direction in which a person wants to go
    float both[WAYS_ROOM]; // sum of the radii
    // Computed by ways_weigh:
    float squeeze[WAYS_ROOM]; // how much the walker squeezes past that person
    float share[WAYS_ROOM];   // weight of that person in the flow
    float narrow[WAYS_ROOM];  // half the width of a way past that person for those who squeeze
    float contact_squared[WAYS_ROOM];       // squared distance of bodies that meet
    bool any_crosses;                       // the way of a person who is near crosses the walker's
    bool any_meets;                         // a person comes from the opposite direction
    uint32_t touch_count, touch[WAYS_ROOM]; // people within the buffer, by index
} ways_people;

/// A pedestrian who looks around, or in one direction.
typedef struct ways_walker {
    const ways_model *model;
    const grid *around;
    uint32_t index;
    vector at;           // position in the world's box
    vector face;         // unit vector of the direction in which the walker wants to go
    vector ahead;        // unit vector of the direction in which the walker looks
    float sight, behind; // metres: how far the walker sees ahead, and behind
    float near;          // metres: at most `behind`, and at most `sight`
    float radius;
    float alone;      // speed without other people
    float impatience; // 0 to 1
} ways_walker;

/// The people within `near`.
typedef struct ways_nearest {
    uint32_t count; // more than WAYS_NEAR: too many to store
    uint32_t agent[WAYS_NEAR];
    float offset[STEER_DIMENSIONS][WAYS_NEAR];
} ways_nearest;

/// The columns that walkers see of other people, by place in the grid; padded for kernels.
typedef struct ways_columns {
    vectors velocity, face;
    const float *radius;
} ways_columns;

typedef struct ways_found {
    float speed; // speed that others allow, at most `alone`; may be negative
    float flow;  // speed that the flow allows, without people from the opposite direction
    float touch; // time until the walker touches a person from the opposite direction, at a speed
                 // of 1
} ways_found;

/// Find the people that the walker sees, in the grid's order. Returns false if there are more than
/// WAYS_MOST: then only the first ones are found, and none is stored as near.
typedef bool ways_see_function(ways_people *people, ways_nearest *nearest,
                               const ways_walker *walker, const ways_columns *columns);

/// Compute everything that does not depend on the direction.
typedef void ways_weigh_function(ways_people *people, const ways_walker *walker);

/// Look in a direction, a unit vector; `cosine` is that of the turn. All results are minima, so
/// they do not depend on how many people are compared at once.
typedef ways_found ways_look_function(const ways_people *people, const ways_walker *walker,
                                      vector direction, float cosine);

#endif
