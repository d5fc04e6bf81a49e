// SPDX-License-Identifier: MIT
// The places where cars start: those of one line, or of all lines in sequence. If there is plenty
// of room, cars are spread evenly over lanes, ignoring crossings. If not, each block gets a share
// of cars by its capacity, evenly spread up to the line at its end,
//
//        |<- length / cars ->|
//     |--o-------------------o---- ... ----o-----|  the line
//                                          |<- r + gap
//
// so that no car is nearer to the one ahead than standing cars are: up to jam density. On a track
// with crossings one place stays free, so that traffic can move (docs/traffic.md).
//
// `scatter` moves cars at random within the space between them.
#ifndef PLACES_H
#define PLACES_H

#include "arena.h"
#include "cars.h"

/// The cars that start, in all groups.
typedef struct places_wish {
    const uint64_t *count; // by line: cars of groups that start on it; index 0: on all lines
    const double *room_of; // by line: road length from which cars are spread evenly over lanes
    uint32_t line_count;   // number of lines of the roads; one less than there are counts
    float room, gap;       // room that a standing car takes, with its gap; and that gap
    float scatter;         // largest of any group
} places_wish;

/// The plan of how a scene's cars start.
typedef struct places_plan {
    bool by_block;
    float room, gap, scatter;
    const uint32_t *own; // by block: cars that start on its line
    const uint32_t *all; // by block: these, and those that start on any line
} places_plan;

/// Plan the start, in the arena. Returns the number of the line whose cars have no room, 0 for cars
/// that start on all lines, or ROAD_NONE if all fit. `*fits` is set to the number that would fit.
uint32_t places_make(const places_wish *wish, const roads *on, arena *a, places_plan *made,
                     uint64_t *fits);

/// An iteration over the cars of a line, or of all lines, in order.
typedef struct places_walk {
    const roads *on;
    const places_plan *plan;
    uint64_t line;
    uint64_t count, done; // cars
    uint32_t at;          // lane or block of the next car
    uint32_t in_block;    // cars of this iteration on it so far
    double length;        // length of all lanes
    double passed;        // length of earlier lanes
} places_walk;

places_walk places_begin(const roads *on, const places_plan *plan, uint64_t line, uint64_t count);

/// A place, and how much nearer than that the car ahead could stand; INFINITY if not computed.
typedef struct start_place {
    road_place place;
    float spare;
} start_place;

/// Return the next place, shifted by a share from -0.5 to 0.5 of the free space between cars.
start_place places_next(places_walk *walk, float shift);

#endif
