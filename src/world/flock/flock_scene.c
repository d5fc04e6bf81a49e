// SPDX-License-Identifier: MIT
#include "flock_scene.h"

#define AT(type, member) .offset = offsetof(type, member)

static const scene_field flock_fields[] = {
    {SCENE_NUMBER, "radius", AT(scene_flock, radius), .least = 0, .most = 1e6, .otherwise = 5,
     .doc = "the distance up to which others are neighbours"},
    {SCENE_NUMBER, "apart", AT(scene_flock, apart), .least = 0, .most = 1e6, .otherwise = 1,
     .doc = "the distance below which neighbours are too close"},
    {SCENE_NUMBER, "cohere", AT(scene_flock, cohere), .otherwise = 0.03,
     .doc = "the weight of turning towards the neighbours"},
    {SCENE_NUMBER, "separate", AT(scene_flock, separate), .otherwise = 0.015,
     .doc = "the weight of turning away from neighbours that are too close"},
    {SCENE_NUMBER, "match", AT(scene_flock, match), .otherwise = 0.05,
     .doc = "the weight of turning in the direction of the neighbours"},
    {SCENE_NUMBER, "speed", AT(scene_flock, speed), .least = 0, .most = 1e9, .otherwise = 1,
     .doc = "the distance of one step"},
    {0},
};

static const scene_field look_fields[] = {
    {SCENE_NUMBER, "radius", AT(scene_look, radius), .least = 0, .most = 1e6, .otherwise = 5,
     .doc = "how far they see"},
    {SCENE_NUMBER, "cosine", AT(scene_look, cosine), .least = -2, .most = 1, .otherwise = -2,
     .doc = "the cosine of half the view angle; below -1: all around"},
    {SCENE_NUMBER, "weight", AT(scene_look, weight), .otherwise = 1,
     .doc = "the weight of the force"},
    {0},
};

static const scene_field boids_fields[] = {
    {SCENE_OBJECT, "separation", AT(scene_boids, separation), .fields = look_fields,
     .doc = "the force away from neighbours", .what = "`separation`"},
    {SCENE_OBJECT, "cohesion", AT(scene_boids, cohesion), .fields = look_fields,
     .doc = "the force towards neighbours", .what = "`cohesion`"},
    {SCENE_OBJECT, "alignment", AT(scene_boids, alignment), .fields = look_fields,
     .doc = "the force in the direction of neighbours", .what = "`alignment`"},
    {SCENE_NUMBER, "sphere", AT(scene_boids, sphere), .least = 0, .most = 1e9,
     .doc = "agents that leave a sphere of this radius around the world's centre enter it again on "
            "the opposite side"},
    {0},
};

const scene_field flock_group_fields[] = {
    {SCENE_OBJECT, "flock", AT(flock_group, flock), .fields = flock_fields,
     .doc = "the agents move by the flocking model, computed as fast as possible; the tree does "
            "not steer",
     .what = "`flock`"},
    {SCENE_OBJECT, "boids", AT(flock_group, boids), .fields = boids_fields,
     .doc = "the agents move by Reynolds' boids model, computed as fast as possible; the tree does "
            "not steer",
     .what = "`boids`"},
    {0},
};

static float flock_largest(float a, float b)
{
    return a > b ? a : b;
}

// Return the radius in which members of the group look.
static float reach_of(const flock_group *f)
{
    const scene_boids *b = &f->boids;
    float reach = scene_given(f->flock.place) ? f->flock.radius : 0;
    if (scene_given(b->place))
        reach = flock_largest(
            reach, flock_largest(b->separation.radius,
                                 flock_largest(b->cohesion.radius, b->alignment.radius)));
    return reach;
}

void flock_scene_define(scene_reader *r, scene *s)
{
    (void)r;
    for (uint32_t i = 0; i < s->groups.count; i++)
        if (flock_is_fused(scene_group_at(s, i)))
            scene_group_at(s, i)->moved_as = "a fused flock";
}

void flock_scene_check(scene_reader *r, scene *s)
{
    for (uint32_t i = 0; i < s->groups.count; i++) {
        scene_group *group = scene_group_at(s, i);
        const flock_group *f = flock_of(group);
        if (!flock_is_fused(group))
            continue;
        group->reach = reach_of(f);
        bool both = scene_given(f->flock.place) && scene_given(f->boids.place);
        if (s->groups.count > 1)
            scene_wrong(r, scene_given(f->flock.place) ? f->flock.place : f->boids.place,
                        DIAGNOSTIC_SCENE_MISFIT,
                        "a fused flock must be the only group of its scene");
        if (both)
            scene_wrong(r, f->boids.place, DIAGNOSTIC_SCENE_MISFIT,
                        "a group can't be both `flock` and `boids`");
    }
}
