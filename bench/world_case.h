// SPDX-License-Identifier: MIT
// The worlds to measure: their scenes, in one or several forms, and their sizes. The size of a
// world grows with the number of agents, so that the density is constant.
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
    const char *name;  // name of the form; NULL: there is no such form
    const char *scene; // name in bench_trees; NULL: the form is handwritten C
    // Largest distance, besides rounding of coordinates, between the positions of agents in this
    // and in the first form after the first steps. 0: the positions differ, and are not compared.
    float agrees;
    hand_id hand;
} world_form;

/// A count in the outcome of the scene, and the value that it must have.
typedef struct world_outcome {
    const char *name; // NULL: no outcome to check
    uint64_t count;
    bool at_end; // check only if all default steps were run
} world_outcome;

enum { WORLD_OUTCOMES = 2 };

typedef struct world_case {
    const char *name, *summary;
    world_form forms[WORLD_FORMS];
    uint64_t agents, steps; // default number of agents at the start, and of steps
    uint64_t most_agents;   // maximum number of agents; 0: limited by memory
    uint32_t repeats;       // maximum number of rounds by default; 0: no special maximum
    bool is_fixed;          // the number of agents cannot be changed
    // The scene's `edge` for `of` agents, and how it grows: see world_case_edge.
    double of, edge, power;
    double radius;  // distance that agents can see
    bool is_sphere; // agents start in the sphere whose radius is the edge
    bool grows;     // the world is part of --growth, with more and more agents
    world_outcome outcomes[WORLD_OUTCOMES];
} world_case;
extern const world_case world_cases[WORLD_COUNT];

enum { WORLD_LEAST_AGENTS = 64 };

/// Return the length of the scene's edge: edge * (agents / of) ^ (1 / power).
double world_case_edge(const world_case *c, uint64_t agents);

/// Create the scene of a form. The caller destroys it with scene_destroy.
gestalt_result world_case_scene(const world_case *c, uint32_t form, uint64_t agents, scene **made,
                                gestalt_error *error);

#endif
