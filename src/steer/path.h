// SPDX-License-Identifier: MIT
// Paths: a polyline with a radius, which forms a tube, open or closed to a ring. Positions on a
// path are given as distances along it from its start.
#ifndef PATH_H
#define PATH_H

#include "vector.h"

#include <gestalt/base.h>

/// A tree of bounding boxes: boxes around PATH_FAN segments each, then around PATH_FAN boxes each,
/// until a level has no more than PATH_FAN. It finds near segments without visiting all.
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
    vectors start;     // start of each segment; plus the end of the last
    vectors direction; // unit vector of each segment; zero for one without length
    float *segment_length;
    float *distance; // distance from the path's start to each segment's start; plus the end
    path_level levels[PATH_LEVELS];
    uint32_t level_count; // 0 for a short path, which needs no boxes
    void *memory;
    size_t memory_size;
} pathway;

/// Create a path from at least two points; otherwise return GESTALT_BAD_ARGUMENT.
gestalt_result path_create(pathway *way, const gestalt_allocator *allocator, const vector *points,
                           uint32_t point_count, float radius, bool is_closed);

/// Free a path, which may be zero.
void path_destroy(pathway *way, const gestalt_allocator *allocator);

typedef struct path_point {
    vector position;
    vector direction; // direction of the path there
    float distance;   // distance along the path from its start
    uint32_t segment;
} path_point;

/// Return the point of the path nearest to `position`; of several, the first along the path.
path_point path_nearest(const pathway *way, vector position);

/// Return the point at a distance from the start. On a closed path distances wrap around; on an
/// open one they are clamped to its ends.
path_point path_at(const pathway *way, float distance);

#endif
