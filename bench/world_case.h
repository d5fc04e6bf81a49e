// SPDX-License-Identifier: MIT
// The worlds to measure: their scenes, in one form or in several, and their sizes. More agents get
// a larger world, so that the density is constant.
#ifndef WORLD_CASE_H
#define WORLD_CASE_H

#include "hand_worlds.h"
#include "scene.h"

typedef enum world_case_id {
    WORLD_FLOCK_5,
    WORLD_FLOCK_15,
    WORLD_BOIDS,
    WORLD_RING,
    WORLD_RING_THESIS,
    WORLD_CROWD,
    WORLD_AIRPORT,
    WORLD_WOLF_SHEEP,
    WORLD_MILLION,
    WORLD_COUNT
} world_case_id;

enum { WORLD_FORMS = 3 };

typedef struct world_form {
    const char *name;  // NULL: there is none
    const char *scene; // of bench_trees; NULL: it is written by hand
    // After the first steps, agents are no further from where those of the first form are, but for
    // rounding of coordinates. 0: they are elsewhere.
    float agrees;
    hand_id hand;
} world_form;

/// An outcome that must come out, as the scene measures it.
typedef struct world_outcome {
    const char *name; // NULL: nothing
    uint64_t count;
    bool at_end; // only after all the usual steps
} world_outcome;

enum { WORLD_OUTCOMES = 2 };

typedef struct world_case {
    const char *name, *summary;
    world_form forms[WORLD_FORMS];
    uint64_t agents, steps; // at the start; when nobody says otherwise
    uint64_t most_agents;   // 0: as many as there is memory for
    uint32_t repeats;       // at most, when nobody says otherwise; 0: as usual
    bool is_fixed;          // it always has as many agents
    // The scene's `edge` for `of` agents; `power` agents more have an edge twice as long, etc.
    double of, edge, power;
    double radius;  // that agents see
    bool is_sphere; // agents start in the sphere whose radius is the edge
    bool grows;     // it is measured with more and more agents
    world_outcome outcomes[WORLD_OUTCOMES];
} world_case;
extern const world_case world_cases[WORLD_COUNT];

enum { WORLD_LEAST_AGENTS = 64 };

/// Return the length of the scene's edge.
double world_case_edge(const world_case *c, uint64_t agents);

/// The scene of a form. To be destroyed with scene_destroy.
gestalt_result world_case_scene(const world_case *c, uint32_t form, uint64_t agents, scene **made,
                                gestalt_error *error);

#endif
