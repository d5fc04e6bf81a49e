// SPDX-License-Identifier: MIT
// Fused flocks in scene files: the members `flock` and `boids` of a group.
#ifndef FLOCK_SCENE_H
#define FLOCK_SCENE_H

#include "scene.h"

/// The flocking model, see flocking.h. Present if its `place` is set.
typedef struct scene_flock {
    scene_place place;
    float radius, apart, cohere, separate, match, speed;
} scene_flock;

typedef struct scene_look {
    scene_place place;
    float radius, cosine, weight;
} scene_look;

/// Reynolds' boids. Present if their `place` is set.
typedef struct scene_boids {
    scene_place place;
    scene_look separation, cohesion, alignment;
    float sphere; // radius of a sphere around the middle of the world; 0: none
} scene_boids;

typedef struct flock_group {
    scene_place place;
    scene_flock flock;
    scene_boids boids;
} flock_group;

extern const scene_field flock_group_fields[];

void flock_scene_define(scene_reader *r, scene *s);
void flock_scene_check(scene_reader *r, scene *s);

static inline const flock_group *flock_of(const scene_group *group)
{
    return group->parts[SCENE_PART_FLOCK];
}

static inline bool flock_is_fused(const scene_group *group)
{
    const flock_group *f = flock_of(group);
    return scene_given(f->flock.place) || scene_given(f->boids.place);
}

#endif
