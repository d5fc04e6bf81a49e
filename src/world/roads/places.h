// SPDX-License-Identifier: MIT
// Places at which cars start: those of a line, or of all, one after the other. With plenty of room
// they are spread over lanes evenly, whatever crosses these. If not, every block gets its share of
// cars by what fits on it, evenly spread up to the line at its end,
//
//        |<- length / cars ->|
//     |--o-------------------o---- ... ----o-----|  the line
//                                          |<- r + gap
//
// so that nobody is nearer to the one ahead than cars that stand: up to jam density. On a track
// that has crossings one place stays free, which is what keeps it going (docs/traffic.md).
//
// `scatter` moves them by chance, within what is left between them.
#ifndef PLACES_H
#define PLACES_H

#include "arena.h"
#include "cars.h"

/// The cars that start, of all groups.
typedef struct places_wish {
    const uint64_t *count; // by line: of groups that start on it; 0: of those that start on all
    const double *room_of; // by line: the road at which they are spread over lanes evenly
    uint32_t line_count;   // of the roads; one less than there are counts
    float room, gap;       // that a car takes when it stands, with its gap; and that gap
    float scatter;         // the most of any group
} places_wish;

/// The start of a scene's cars.
typedef struct places_plan {
    bool by_block;
    float room, gap, scatter;
    const uint32_t *own; // by block: cars that start on its line
    const uint32_t *all; // and with those that start on any line
} places_plan;

/// Plans the start, in the arena. Return the lines' number whose cars have no room: 0 for those
/// that start on all, or ROAD_NONE for none. `*fits` is how many would.
uint32_t places_make(const places_wish *wish, const roads *on, arena *a, places_plan *made,
                     uint64_t *fits);

/// The cars of a line, or of all, in order.
typedef struct places_walk {
    const roads *on;
    const places_plan *plan;
    uint64_t line;
    uint64_t count, done; // cars
    uint32_t at;          // the lane or block of the next one
    uint32_t in_block;    // cars of the walk that are on it
    double length;        // of all lanes
    double passed;        // of those before
} places_walk;

places_walk places_begin(const roads *on, const places_plan *plan, uint64_t line, uint64_t count);

/// A place, and how much nearer than that the one ahead could stand; INFINITY where nobody looked.
typedef struct start_place {
    road_place place;
    float spare;
} start_place;

/// The next one, by a share from -0.5 to 0.5 of what is left between cars further ahead.
start_place places_next(places_walk *walk, float shift);

#endif
