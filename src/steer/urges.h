// SPDX-License-Identifier: MIT
// Behaviours as data: what a group of agents is urged to do, evaluated for up to 64 of them at a
// time. Trees write urges (which agents they are live for, and the columns of their arguments), and
// combiners make one force of them.
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

/// The names of a behaviour and of its arguments: NULL behind the last.
typedef struct behaviour_row {
    const char *name;
    const char *points[URGE_POINTS];
    const char *agents[URGE_AGENTS];
    bool has_path;
    const char *numbers[URGE_NUMBERS];
} behaviour_row;

extern const behaviour_row behaviour_table[BEHAVIOUR_COUNT];

/// As number, for places and indexes.
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
    const uint64_t *live; // a bit for each agent, by index; NULL: all of them
    number_column weight;
    number_column probability; // for dithering
    point_column points[URGE_POINTS];
    index_column agents[URGE_AGENTS]; // one who is not among the vehicles asks for no force
    index_column path;                // likewise
    number_column numbers[URGE_NUMBERS];
} urge;

/// The scene that urges look at: the world after the last step.
typedef struct urge_scene {
    space world;
    const vehicles *all; // random streams and places of wandering change, all else stays
    const grid *near;    // of these vehicles; for the urges with a radius
    threats_filter_function *filter; // as `near`
    const neighbours_sums *sums;     // for separate, cohere and align: made with urges_view
    const barriers *barriers;        // what avoid_obstacles looks at; NULL: at obstacles
    spheres obstacles; // as they are; neither they nor paths have images in a periodic world
    const pathway *paths;
    uint32_t path_count;
    traffic_side side;
} urge_scene;

/// The forces of 64 agents, or fewer.
typedef struct urge_forces {
    float at[STEER_DIMENSIONS][64];
} urge_forces;

/// The forces that an urge asks for, of the agents first to first + 63 whose bit in `lanes` is set;
/// others are left as they are.
void urge_evaluate(const urge *u, const urge_scene *scene, uint32_t first, uint64_t lanes,
                   urge_forces *forces);

/// Sets the radii and angles of `view` to those that the urges want, and returns whether any wants
/// sums at all. The first urge of each kind counts. Its reach and falloff are the caller's.
bool urges_view(const urge *urges, uint32_t count, neighbours_view *view);

#endif
