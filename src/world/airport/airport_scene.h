// SPDX-License-Identifier: MIT
// Airports in scene files: from members of the scene to an airfield. See docs/scenes.md.
#ifndef AIRPORT_SCENE_H
#define AIRPORT_SCENE_H

#include "airfield.h"
#include "scene.h"

typedef struct airport_rules {
    scene_place place;
    airfield_rules rules;
    uint64_t detours;
} airport_rules;

/// The member `airport` of a scene. It is present if its `place` is set.
typedef struct airport_given {
    scene_place place;
    scene_list nodes, taxiways, runways; // lists of structs of airport_scene.c
    scene_texts stands;
    airport_rules rules;
    airfield_plan plan;   // all of this, once checked
    scene_place *edge_of; // by edge: source position of what it was created from
    uint32_t group;       // group whose agents are the planes, or UINT32_MAX
} airport_given;

typedef struct airport_scene {
    scene_place place;
    airport_given airport;
} airport_scene;

typedef struct airport_group {
    scene_place place;
    bool planes;
} airport_group;

extern const scene_field airport_scene_fields[], airport_group_fields[];

/// First register the names of nodes; then, when all are known, build the plan, and check that
/// planes are safe on it.
void airport_scene_define(scene_reader *r, scene *s);
void airport_scene_check(scene_reader *r, scene *s);

/// Return the airport of a scene that has been read, or NULL.
const airport_given *airport_of_scene(const scene *s);

#endif
