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

/// The way in which pedestrians choose how fast they go, and past whom.
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

/// NULL: there is none, or it has none.
const crowd_light *crowd_light_of(const scene *s);
const crowd_stream *crowd_stream_of(const scene_group *group);

/// People turn their shoulders in a crowd: what is left of a body then, as a share of its radius.
#define CROWD_TURNED 0.5f

/// Return the radius of what nothing else gets into: of the body, or of a body that turns its
/// shoulders, for those who walk as is measured of people.
static inline float crowd_body_radius(const scene_group *group)
{
    const crowd_group *part = group->parts[SCENE_PART_CROWD];
    bool turns = scene_given(part->stream.place) && part->stream.model == CROWD_MEASURED;
    return group->vehicle.radius * (turns ? CROWD_TURNED : 1);
}

extern const scene_field crowd_scene_fields[], crowd_group_fields[];
void crowd_scene_check(scene_reader *r, scene *s);

#endif
