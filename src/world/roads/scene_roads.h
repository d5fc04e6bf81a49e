// SPDX-License-Identifier: MIT
// Roads in scene files: lines that people draw, the rules of crossings, and drivers.
#ifndef SCENE_ROADS_H
#define SCENE_ROADS_H

#include "crossing.h"
#include "places.h"
#include "road_plan.h"
#include "scene.h"

typedef struct scene_circle {
    scene_place place;
    scene_point centre;
    float radius;
} scene_circle;

typedef struct scene_line {
    scene_place place;
    const char *name; // or NULL
    scene_circle circle;
    scene_points points;
    float corner; // radius; 0: chosen from the width
    bool one_way;
} scene_line;

typedef struct scene_blocks {
    scene_place place;
    uint64_t columns, rows;
} scene_blocks;

typedef struct scene_crossings {
    scene_place place;
    int control; // crossing_control
    float turning, patience;
    int64_t green, yellow;
} scene_crossings;

typedef struct scene_driver {
    scene_place place;
    float headway, gap, acceleration, braking, hardest, range;
} scene_driver;

typedef struct scene_road_net {
    scene_place place;
    int side; // 0: right
    float width;
    scene_list lines;    // list of scene_line
    scene_blocks blocks; // a grid of roads over a periodic world
    scene_crossings crossings;
    scene_driver driver;
} scene_road_net;

/// The members of a scene.
typedef struct scene_roads {
    scene_place place;
    scene_road_net net;
    road_line *drawn;
    uint32_t drawn_count;
    roads made;
    places_plan starts;
} scene_roads;

typedef enum road_movers { ROAD_DRIVERS, ROAD_FORCES } road_movers;

/// How several driving actions in one tree combine.
typedef enum road_reasons {
    REASONS_LAST,    // the last one decides
    REASONS_HARDEST, // the one that brakes hardest decides
    REASONS_SUM,     // each adds its braking relative to a free road
} road_reasons;

typedef struct scene_on_road {
    scene_place place;
    int by;      // road_movers
    int reasons; // road_reasons
    float slowest, fastest, speed, scatter;
    uint64_t line; // 0: all
} scene_on_road;

/// The members of a group.
typedef struct scene_road_group {
    scene_place place;
    scene_on_road road;
} scene_road_group;

extern const scene_field scene_roads_fields[], scene_road_group_fields[];

/// Draw the roads of a scene, and add their centre lines as paths.
void scene_roads_define(scene_reader *r, scene *s);

/// Create lanes and crossings, and report errors.
void scene_roads_check(scene_reader *r, scene *s);

static inline const scene_roads *scene_roads_of(const scene *s)
{
    return s->parts[SCENE_PART_ROADS];
}

static inline const scene_on_road *scene_road_of(const scene_group *g)
{
    const scene_road_group *read = g->parts[SCENE_PART_ROADS];
    return scene_given(read->road.place) ? &read->road : NULL;
}

#endif
