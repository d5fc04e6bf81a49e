// SPDX-License-Identifier: MIT
#include "flock_scene.h"

#define AT(type, member) .offset = offsetof(type, member)

static const scene_field flock_fields[] = {
    {SCENE_NUMBER, "radius", AT(scene_flock, radius), .least = 0, .most = 1e6, .otherwise = 5,
     .doc = "who is a neighbour"},
    {SCENE_NUMBER, "apart", AT(scene_flock, apart), .least = 0, .most = 1e6, .otherwise = 1,
     .doc = "who is too close"},
    {SCENE_NUMBER, "cohere", AT(scene_flock, cohere), .otherwise = 0.03,
     .doc = "towards the others"},
    {SCENE_NUMBER, "separate", AT(scene_flock, separate), .otherwise = 0.015,
     .doc = "away from those too close"},
    {SCENE_NUMBER, "match", AT(scene_flock, match), .otherwise = 0.05,
     .doc = "along with the others"},
    {SCENE_NUMBER, "speed", AT(scene_flock, speed), .least = 0, .most = 1e9, .otherwise = 1,
     .doc = "way of a step"},
    {0},
};

static const scene_field look_fields[] = {
    {SCENE_NUMBER, "radius", AT(scene_look, radius), .least = 0, .most = 1e6, .otherwise = 5,
     .doc = "how far it sees"},
    {SCENE_NUMBER, "cosine", AT(scene_look, cosine), .least = -2, .most = 1, .otherwise = -2,
     .doc = "of half its view angle; below -1 is all around"},
    {SCENE_NUMBER, "weight", AT(scene_look, weight), .otherwise = 1, .doc = "of the force"},
    {0},
};

static const scene_field boids_fields[] = {
    {SCENE_OBJECT, "separation", AT(scene_boids, separation), .fields = look_fields,
     .doc = "away from others", .what = "`separation`"},
    {SCENE_OBJECT, "cohesion", AT(scene_boids, cohesion), .fields = look_fields,
     .doc = "towards them", .what = "`cohesion`"},
    {SCENE_OBJECT, "alignment", AT(scene_boids, alignment), .fields = look_fields,
     .doc = "along with them", .what = "`alignment`"},
    {SCENE_NUMBER, "sphere", AT(scene_boids, sphere), .least = 0, .most = 1e9,
     .doc =
         "who leaves a sphere of this radius around the world's middle enters it on the opposite "
         "side"},
    {0},
};

const scene_field flock_group_fields[] = {
    {SCENE_OBJECT, "flock", AT(flock_group, flock), .fields = flock_fields,
     .doc = "they move as the flocking model does, as fast as can be; the tree does not steer",
     .what = "`flock`"},
    {SCENE_OBJECT, "boids", AT(flock_group, boids), .fields = boids_fields,
     .doc = "the same with Reynolds' boids", .what = "`boids`"},
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
                        "a group is either a `flock` or `boids`");
    }
}
