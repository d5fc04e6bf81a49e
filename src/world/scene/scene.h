// SPDX-License-Identifier: MIT
// Scene files: a world with its groups of agents, paths and obstacles, after reading and checking.
// How scenes run is in world.h. docs/scenes.md describes the format; its tables come from
// scene_tables.c.
#ifndef SCENE_H
#define SCENE_H

#include "misuse.h"
#include "scene_number.h"
#include "scene_parts.h"
#include "scene_read.h"
#include "scene_report.h"

#include <gestalt/compiler.h>
#include <gestalt/limits.h>
#include <gestalt/population.h>

typedef struct scene_path {
    scene_place place;
    const char *name;
    scene_points points;
    float radius;
    bool closed;
} scene_path;

typedef struct scene_obstacle {
    scene_place place;
    const char *name; // or NULL
    scene_point at;
    float radius;
    bool solid;
} scene_obstacle;

/// The vehicle of a group's agents, which determines their motion and how others see them.
typedef struct scene_vehicle {
    scene_place place;
    float mass, radius, max_speed, max_force;
    float min_speed;     // 0: vehicles can stand; equal to max_speed: the speed is constant
    float length, width; // rectangle along the heading; 0: the body is a disc
} scene_vehicle;

static inline bool scene_has_length(const scene_vehicle *v)
{
    return v->length > 0 && v->width > 0;
}

/// Return half the length, or half the width, of a body; for a disc, the radius.
static inline float scene_half_length(const scene_vehicle *v)
{
    return scene_has_length(v) ? v->length / 2 : v->radius;
}

static inline float scene_half_width(const scene_vehicle *v)
{
    return scene_has_length(v) ? v->width / 2 : v->radius;
}

typedef enum scene_placing { PLACE_UNIFORM, PLACE_GRID, PLACE_PATH, PLACE_LIST } scene_placing;

/// Where agents start.
typedef struct scene_start {
    scene_place place;
    int how;               // scene_placing
    scene_point low, high; // uniform, grid: bounds within the world; default: the whole world
    bool has_low, has_high;
    float raster; // uniform: only centres of squares with this edge; 0: anywhere
    const char *path_name;
    uint32_t path;
    float from, spacing, offset; // path: distance from its start, between agents, and to the right
    scene_points points;         // list
} scene_start;

typedef enum scene_going_how {
    GOING_STILL,
    GOING_ANYWHERE,
    GOING_BOX,
    GOING_FIXED
} scene_going_how;

/// How agents move at the start.
typedef struct scene_going {
    scene_place place;
    int how;           // scene_going_how
    float least, most; // bounds of the speed; for a box, each component is within [-most, most]
    scene_point fixed;
} scene_going;

/// The initial value of a blackboard key.
typedef struct scene_key {
    const char *name;
    const char *word; // word of an enum's value; else NULL
    json_value value;
    gestalt_value set;
    gestalt_expression *drawn[3]; // evaluated for each agent, by component; NULL: use `set`
} scene_key;

typedef struct scene_keys {
    scene_key *list;
    uint32_t count;
} scene_keys;

/// A member `set`, as written and as read.
typedef struct scene_set {
    json_value value;
    scene_keys keys;
} scene_set;

/// A change while the scene runs, for the agents that a group has at that time.
typedef struct scene_change {
    scene_place place;
    int64_t at; // microseconds
    const char *group_name;
    uint32_t group;
    int combiner;
    bool has_combiner;
    scene_set set;
} scene_change;

typedef struct scene_group {
    scene_place place;
    const char *name;
    uint64_t count;
    uint64_t most;         // capacity for births; 0: the number of agents never changes
    json_value tree_value; // name of a file, or the document itself
    gestalt_shape *shape;  // shape of the tree
    uint32_t shape_number; // index in `shapes` of the scene; groups with the same file share one
    const char *tree_path; // path of the document that replaces the tree, or NULL
    scene_vehicle vehicle;
    int combiner; // combine.h
    int side;     // 0: vehicles drive on the right, 1: on the left
    // Colour of a look: with GESTALT_RECORD_RGB, or a palette number; 0: the viewer's.
    uint32_t color;
    int drawn_as; // gestalt_record_shape
    scene_start start;
    scene_going going;
    scene_set set;
    uint64_t first;        // id of the group's first agent
    const char *moved_as;  // set by a part: description of such a group, such as "a fused flock"
    const char *sees_only; // set by a part: the only others from which the group keeps apart, such
                           // as "drivers"
    float reach;           // set by a part: least radius in which the group looks
    void *parts[SCENE_PART_COUNT]; // what each part has read for the group
} scene_group;

typedef struct scene_recording {
    scene_place place;
    uint64_t every, every_agent;
    bool exact;       // exact floats; otherwise positions are stored in 16 bits
    scene_texts keys; // blackboard keys to record
    scene_texts reports;
} scene_recording;

/// The measures besides those of parts.
typedef struct scene_measures {
    scene_place place;
    float neighbours; // radius in which to count neighbours, on average; 0: do not measure
    bool collisions;  // count the pairs of agents whose bodies start to touch
} scene_measures;

/// The border of a bounded world: open borders let agents leave, solid ones hold them.
typedef enum scene_border { BORDER_OPEN, BORDER_SOLID } scene_border;

/// The space and time of a scene.
typedef struct scene_space {
    scene_place place;
    scene_point low, size;
    bool periodic;
    int border; // scene_border
    int64_t dt; // microseconds
    uint64_t seed, steps;
    int push;    // neighbours_falloff: how separation depends on distance
    float sight; // upper bound of radii in which trees look; 0: none
} scene_space;

/// What a run computes from its agents: reports, and the condition that ends it.
typedef struct scene_reporting {
    scene_list reports;     // scene_report
    const char *until_text; // or NULL
    scene_formula until;
    scene_aggregates aggregates;
} scene_reporting;

/// The different shapes of all groups.
typedef struct scene_shapes {
    gestalt_shape **list;
    uint32_t count;
} scene_shapes;

/// What the host adds to scenes.
typedef struct scene_host {
    const gestalt_world_function *functions; // the list ends with one without a name
    const gestalt_world_part *parts[GESTALT_WORLD_PARTS];
} scene_host;

typedef gestalt_scene scene;
struct gestalt_scene {
    scene_place place;
    holders holders; // number of worlds that use the scene
    arena memory;
    gestalt_allocator allocator;
    uint64_t version;
    const char *name, *doc;
    uint32_t dimension;
    scene_space space;
    json_value params_value, groups_value;
    scene_list groups;    // scene_group
    scene_list paths;     // scene_path
    scene_list obstacles; // scene_obstacle
    scene_list changes;   // scene_change
    scene_recording recording;
    scene_measures measures;
    scene_reporting reporting;
    scene_expressions expressions;
    uint64_t agent_count;
    void *parts[SCENE_PART_COUNT]; // what each part has read for the scene; NULL: nothing is given
    scene_shapes shapes;
    scene_host host;
    const struct scene_rules *rules;
    gestalt_limits limits; // limits for worlds of the scene; struct_size is 0 if they were not set
};

typedef gestalt_scene_findings scene_findings;
typedef gestalt_scene_options scene_options;

static inline scene_group *scene_group_at(const scene *s, uint32_t index)
{
    return (scene_group *)s->groups.list + index;
}

/// Return the most agents of a group at the same time.
static inline uint64_t scene_room(const scene_group *group)
{
    return group->most > group->count ? group->most : group->count;
}

#endif
