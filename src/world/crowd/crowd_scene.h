// SPDX-License-Identifier: MIT
// Crowds in scene files: the light of a scene, and the pedestrians of a group.
#ifndef CROWD_SCENE_H
#define CROWD_SCENE_H

#include "scene.h"

enum { CROWD_TURNS = 2 };

typedef struct crowd_light {
    scene_place place;
    scene_point low, high;
    int64_t green, amber, clear; // microseconds
} crowd_light;

typedef struct crowd_scene {
    scene_place place;
    crowd_light light;
} crowd_scene;

/// How pedestrians choose their speed and path.
typedef enum crowd_model { CROWD_PLAIN, CROWD_MEASURED } crowd_model;

typedef struct crowd_stream {
    scene_place place;
    int model; // crowd_model
    scene_point low, high, direction;
    uint64_t turn;
    float relaxation;
} crowd_stream;

typedef struct crowd_group {
    scene_place place;
    crowd_stream stream;
} crowd_group;

/// Return the light, or a group's stream; NULL if there is none.
const crowd_light *crowd_light_of(const scene *s);
const crowd_stream *crowd_stream_of(const scene_group *group);

/// The radius of a body that turns its shoulders in a crowd, as a share of its full radius.
#define CROWD_TURNED 0.5f

/// Return the radius that nothing else can enter: that of the body or, in the measured model, of a
/// body that turns its shoulders.
static inline float crowd_body_radius(const scene_group *group)
{
    const crowd_group *part = group->parts[SCENE_PART_CROWD];
    bool turns = scene_given(part->stream.place) && part->stream.model == CROWD_MEASURED;
    return group->vehicle.radius * (turns ? CROWD_TURNED : 1);
}

extern const scene_field crowd_scene_fields[], crowd_group_fields[];
void crowd_scene_check(scene_reader *r, scene *s);

#endif
