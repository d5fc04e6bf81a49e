// SPDX-License-Identifier: MIT
// An airfield: what stands still. Taxiways, runways and stands on a graph, and the rules of moving.
//
// Planes keep apart because of where they may be, not because they look out. A plane on an edge
// holds it. Within `clearance` of a node it holds that node as well: it waits outside until it may
// go on, and lets go when it is so far past. Whoever holds a node or an edge of a runway holds the
// runway. Each of them is held by one plane. airfield_create proves that any two places that
// different planes can hold at a time are `separation` apart; so planes are, always. It also proves
// that planes can get from a runway to each stand, and back to one.
#ifndef AIRFIELD_H
#define AIRFIELD_H

#include "graph.h"

enum { AIRFIELD_EDGES_MAX = 4096, AIRFIELD_NODES_MAX = 4096 };

typedef struct airfield_rules {
    float separation, clearance;     // metres
    float brake, acceleration;       // metres per second, per second: while taxiing
    float thrust;                    // the acceleration of a take-off
    float landing_speed, lift_speed; // metres per second: when a plane touches down, takes off
    float turn_speed;                // the most at nodes where the way turns
    float taxi_speed;                // the most on edges without a speed of their own
    float wake;                      // seconds until a runway is free after a movement
    float patience;   // seconds: while somebody on the ground has waited longer, nobody
                      // lands or leaves a stand whose route meets his
    uint32_t detours; // alternative routes that a plane may take from gate to
                      // runway, or back
} airfield_rules;

extern const airfield_rules airfield_default_rules;

/// Nodes in a row, as planes land and take off, and what it is for.
typedef struct airfield_runway {
    const uint32_t *nodes;
    uint32_t node_count;
    bool lands, departs;
} airfield_runway;

typedef struct airfield_plan {
    const vector *nodes;
    uint32_t node_count;
    const graph_edge *edges;
    const float *speeds; // of each edge; 0 is the rules' taxi_speed
    uint32_t edge_count;
    const airfield_runway *runways;
    uint32_t runway_count;
    const uint32_t *stands; // nodes
    uint32_t stand_count;
    airfield_rules rules;
} airfield_plan;

/// A mistake in a plan: a sentence, and where.
typedef enum airfield_part {
    AIRFIELD_WHOLE,
    AIRFIELD_RULES,
    AIRFIELD_NODE,
    AIRFIELD_EDGE,
    AIRFIELD_RUNWAY,
    AIRFIELD_STAND,
} airfield_part;
typedef struct airfield_fault {
    airfield_part part;
    uint32_t index;
    const char *what;    // "has no edge", to follow the name of the part
    uint32_t other;      // an edge that it comes too close to, or GRAPH_NONE
    float found, needed; // metres, where lengths are what is wrong; else 0
} airfield_fault;

typedef struct airfield {
    graph ways;
    airfield_rules rules;
    airfield_runway *runways;
    uint32_t runway_count;
    uint32_t *stands;
    uint32_t stand_count;
    uint32_t *runway_nodes;
    uint32_t *node_runway; // of each node: its runway, or GRAPH_NONE
    uint32_t *edge_runway; // of each edge
    float *speed;          // of each edge: the most
    uint8_t *can_wait;     // of each edge: whether there is room between its ends' clearances
    uint8_t *taxi_closed;  // of each hop: runways, which are no ways to taxi
    void *memory;
    size_t memory_size;
} airfield;

/// GESTALT_REJECTED with a fault when the plan is none that planes are safe on, or get about on.
gestalt_result airfield_create(airfield *field, const gestalt_allocator *allocator,
                               const airfield_plan *plan, airfield_fault *fault);
void airfield_destroy(airfield *field, const gestalt_allocator *allocator);

/// Find the hops that are closed to a plane that lands on a runway: taxi_closed, but for this
/// runway in its direction, and with exits that come too early to brake for. `closed` has room for
/// all hops.
void airfield_close_for_landing(const airfield *field, uint32_t runway, uint8_t *closed);

/// The edge between two nodes as a hop from the one to the other, or GRAPH_NONE.
uint32_t airfield_hop_between(const graph *g, uint32_t from, uint32_t to);

#endif
