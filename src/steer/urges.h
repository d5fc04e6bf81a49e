// SPDX-License-Identifier: MIT
// Behaviours as data: an urge is a behaviour for some agents of a group, and is evaluated for up to
// 64 of them at a time. Trees write urges (the agents for which they are live, and the columns of
// their arguments), and combiners make one force from them.
#ifndef URGES_H
#define URGES_H

#include "neighbours.h"
#include "threats.h"
#include "traffic.h"

/// BEHAVIOUR_SEEK and so on, in the order of behaviours.def.
typedef enum behaviour {
#define BEHAVIOUR(symbol, ...) BEHAVIOUR_##symbol,
#include "behaviours.def"
#undef BEHAVIOUR
    BEHAVIOUR_COUNT
} behaviour;

enum { URGE_POINTS = 2, URGE_AGENTS = 2, URGE_NUMBERS = 3 };

/// The names of a behaviour and of its arguments; unused ones are NULL.
typedef struct behaviour_row {
    const char *name;
    const char *points[URGE_POINTS];
    const char *agents[URGE_AGENTS];
    bool has_path;
    const char *numbers[URGE_NUMBERS];
} behaviour_row;

extern const behaviour_row behaviour_table[BEHAVIOUR_COUNT];

/// As number_column, for points and indexes.
typedef struct point_column {
    vector value;
    const vectors *column;
} point_column;

typedef struct index_column {
    uint32_t value;
    const uint32_t *column;
} index_column;

typedef struct urge {
    behaviour type;
    const uint64_t *live; // one bit for each agent, by index; NULL: all agents
    number_column weight;
    number_column probability; // for COMBINE_DITHER
    point_column points[URGE_POINTS];
    index_column agents[URGE_AGENTS]; // an index that is not a vehicle causes no force
    index_column path;                // an index that is not a path causes no force
    number_column numbers[URGE_NUMBERS];
} urge;

/// The scene that urges read: the state at the end of the previous step.
typedef struct urge_scene {
    space world;
    const vehicles *all; // only random streams and wander positions change
    vectors far_position,
        far_velocity; // vehicles elsewhere: indexes of these follow those of `all`
    uint32_t far_count;
    const grid *near;                // grid of these vehicles, for urges with a radius
    threats_filter_function *filter; // kernel for the same instruction set
    const neighbours_sums *sums; // sums for separate, cohere and align: computed with urges_view
    const barriers *barriers;    // barriers for avoid_obstacles; NULL: use `obstacles`
    spheres obstacles;           // no images: obstacles and paths do not repeat in a periodic world
    const pathway *paths;
    uint32_t path_count;
    traffic_side side;
} urge_scene;

/// The forces of up to 64 agents.
typedef struct urge_forces {
    float at[STEER_DIMENSIONS][64];
} urge_forces;

/// Compute the forces of an urge for the agents `first` to `first` + 63 whose bit in `lanes` is
/// set; the other forces are not changed.
void urge_evaluate(const urge *u, const urge_scene *scene, uint32_t first, uint64_t lanes,
                   urge_forces *forces);

/// Set the radii and angles of `view` to those that the urges need, and return whether any urge
/// needs sums. The first urge of each kind counts. The caller sets reach and falloff.
bool urges_view(const urge *urges, uint32_t count, neighbours_view *view);

#endif
