// SPDX-License-Identifier: MIT
// Walls in scene files: polylines, and polygons if they are closed.
#ifndef WALLS_SCENE_H
#define WALLS_SCENE_H

#include "scene.h"

/// Most corners of all walls of a scene, and most pairs of edges that are compared to find polygons
/// that intersect themselves.
enum { WALLS_CORNERS = 1000000, WALLS_COMPARED = 100000000 };

/// Most routes of a scene, and most cells of all of them.
enum { ROUTES_MOST = 256, ROUTES_CELLS = 1000000 };

typedef struct scene_wall {
    scene_place place;
    const char *name; // or NULL
    scene_points points;
    bool closed, solid;
    float width;
} scene_wall;

/// A target to which agents find the way.
typedef struct scene_route {
    scene_place place;
    const char *name;
    scene_point to;
    float cell, room;
} scene_route;

typedef struct scene_walls {
    scene_place place;
    scene_list walls;  // scene_wall
    scene_list routes; // scene_route
} scene_walls;

static inline const scene_list *scene_walls_of(const scene *s)
{
    return &((const scene_walls *)s->parts[SCENE_PART_WALLS])->walls;
}

static inline const scene_list *scene_routes_of(const scene *s)
{
    return &((const scene_walls *)s->parts[SCENE_PART_WALLS])->routes;
}

/// Return the number of segments of a wall.
static inline uint32_t scene_wall_segments(const scene_wall *wall)
{
    return wall->points.count - !wall->closed;
}

/// Return the corner at the end of a segment.
static inline const scene_point *scene_wall_end(const scene_wall *wall, uint32_t segment)
{
    return &wall->points.list[segment + 1 < wall->points.count ? segment + 1 : 0];
}

extern const scene_field walls_scene_fields[];
void walls_scene_define(scene_reader *r, scene *s);
void walls_scene_check(scene_reader *r, scene *s);

#endif
