// SPDX-License-Identifier: MIT
// An airfield: the static part of an airport. Taxiways, runways and stands on a graph, and the
// rules of motion.
//
// Planes stay apart because of where they are allowed to be, not by looking out. A plane holds the
// edge that it is on. Within `clearance` of a node it also holds that node: it waits before that
// distance until it may continue, and releases the node that far after passing. A plane that holds
// a node or an edge of a runway holds the runway. Each of these is held by one plane at a time.
// airfield_create proves that any two positions that different planes can hold at the same time are
// at least `separation` apart, so planes always are. It also proves that planes can get from a
// runway to each stand, and back to one.
#ifndef AIRFIELD_H
#define AIRFIELD_H

#include "graph.h"

enum { AIRFIELD_EDGES_MAX = 4096, AIRFIELD_NODES_MAX = 4096 };

typedef struct airfield_rules {
    float separation, clearance;     // metres
    float brake, acceleration;       // metres per second squared, while taxiing
    float thrust;                    // acceleration of a take-off
    float landing_speed, lift_speed; // metres per second, at touch-down and at take-off
    float turn_speed;                // highest speed at nodes where the route turns
    float taxi_speed;                // highest speed on edges without a speed of their own
    float wake;                      // seconds until a runway is free after a movement
    float patience; // seconds: while a plane on the ground has waited longer, no other plane lands
                    // or leaves a stand if its route meets that plane's
    uint32_t detours; // alternative routes that a plane may take between gate and runway
} airfield_rules;

extern const airfield_rules airfield_default_rules;

/// A sequence of nodes, in the direction of landing and take-off, and its use.
typedef struct airfield_runway {
    const uint32_t *nodes;
    uint32_t node_count;
    bool lands, departs;
} airfield_runway;

typedef struct airfield_plan {
    const vector *nodes;
    uint32_t node_count;
    const graph_edge *edges;
    const float *speeds; // speed of each edge; 0: the rules' taxi_speed
    uint32_t edge_count;
    const airfield_runway *runways;
    uint32_t runway_count;
    const uint32_t *stands; // stands, as nodes
    uint32_t stand_count;
    airfield_rules rules;
} airfield_plan;

/// A fault in a plan: a message, and the faulty part.
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
    const char *what;    // such as "has no edge", to follow the name of the part
    uint32_t other;      // edge that is too close, or GRAPH_NONE
    float found, needed; // metres, if lengths are the fault; else 0
} airfield_fault;

typedef struct airfield {
    graph ways;
    airfield_rules rules;
    airfield_runway *runways;
    uint32_t runway_count;
    uint32_t *stands;
    uint32_t stand_count;
    uint32_t *runway_nodes;
    uint32_t *node_runway; // runway of each node, or GRAPH_NONE
    uint32_t *edge_runway; // runway of each edge, or GRAPH_NONE
    float *speed;          // highest speed of each edge
    uint8_t *can_wait;     // by edge: there is room to wait between the clearances of both ends
    uint8_t *taxi_closed;  // by hop: runways, which are closed for taxiing
    void *memory;
    size_t memory_size;
} airfield;

/// Create an airfield. Returns GESTALT_REJECTED, with a fault, if planes would not be safe on the
/// plan, or could not reach everything.
gestalt_result airfield_create(airfield *field, const gestalt_allocator *allocator,
                               const airfield_plan *plan, airfield_fault *fault);
void airfield_destroy(airfield *field, const gestalt_allocator *allocator);

/// Find the hops that are closed to a plane that lands on a runway: taxi_closed, except this runway
/// in its direction, plus the exits that come too early to brake for. `closed` has room for all
/// hops.
void airfield_close_for_landing(const airfield *field, uint32_t runway, uint8_t *closed);

/// Return the edge between two nodes as a hop from one to the other, or GRAPH_NONE.
uint32_t airfield_hop_between(const graph *g, uint32_t from, uint32_t to);

#endif
