// SPDX-License-Identifier: MIT
// Ways: a polyline with a radius, a tube around it that is free to drive in. Open, or closed to a
// ring. Places on it are known by the way from its start, along it.
#ifndef PATH_H
#define PATH_H

#include "vector.h"

#include <gestalt/base.h>

/// Boxes around the segments of a path, PATH_FAN each, and boxes around PATH_FAN boxes each, until
/// a level has no more than that: what is near is found without a look at all segments.
enum { PATH_FAN = 16, PATH_LEVELS = 8 };

typedef struct path_level {
    vectors low, high;
    uint32_t count;
} path_level;

typedef struct pathway {
    uint32_t segment_count;
    bool is_closed;
    float radius;
    float length;
    vectors start;     // of each segment, and of the one behind the last
    vectors direction; // of each segment, unit vectors; zero for one without length
    float *segment_length;
    float *distance; // from the path's start to each segment's, and to the end
    path_level levels[PATH_LEVELS];
    uint32_t level_count; // 0: the path is so short that it needs none
    void *memory;
    size_t memory_size;
} pathway;

/// At least two points, else GESTALT_BAD_ARGUMENT.
gestalt_result path_create(pathway *way, const gestalt_allocator *allocator, const vector *points,
                           uint32_t point_count, float radius, bool is_closed);

/// Also for a path that is zero.
void path_destroy(pathway *way, const gestalt_allocator *allocator);

typedef struct path_point {
    vector position;
    vector direction; // of the path there
    float distance;   // along the path from its start
    uint32_t segment;
} path_point;

/// The point of the path nearest to `position`; of several, the first along the path.
path_point path_nearest(const pathway *way, vector position);

/// The point at a distance from the start. A closed path goes on behind its end and before its
/// start; an open one has nothing there but its ends.
path_point path_at(const pathway *way, float distance);

#endif
