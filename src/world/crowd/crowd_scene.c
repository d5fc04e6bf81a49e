// SPDX-License-Identifier: MIT
#include "crowd_scene.h"

#include "world_part.h"

#define AT(type, member) .offset = offsetof(type, member)

static const char *const model_words[] = {"plain", "measured", NULL};

static const scene_field light_fields[] = {
    {SCENE_POINT, "low", AT(crowd_light, low), .required = true,
     .doc = "a corner of the box where the streams cross"},
    {SCENE_POINT, "high", AT(crowd_light, high), .required = true, .doc = "and the one opposite"},
    {SCENE_TIME, "green", AT(crowd_light, green), .least = 1, .most = 3600, .otherwise = 20,
     .doc = "seconds that a stream may enter"},
    {SCENE_TIME, "amber", AT(crowd_light, amber), .least = 0, .most = 3600, .otherwise = 3,
     .doc = "seconds after that in which those who can't stop may"},
    {SCENE_TIME, "clear", AT(crowd_light, clear), .least = 0, .most = 3600, .otherwise = 20,
     .doc = "seconds from the end of green to the turn of the other stream"},
    {0},
};

static const scene_field stream_fields[] = {
    {SCENE_POINT, "low", AT(crowd_stream, low), .required = true,
     .doc = "a corner of the street that they do not leave"},
    {SCENE_POINT, "high", AT(crowd_stream, high), .required = true,
     .doc = "and the one opposite; where it is as long as a periodic world, it has no ends"},
    {SCENE_POINT, "direction", AT(crowd_stream, direction), .required = true,
     .doc = "where they want to go"},
    {SCENE_COUNT, "turn", AT(crowd_stream, turn), .least = 0, .most = CROWD_TURNS - 1,
     .doc = "which turn of the light is theirs, 0 or 1"},
    {SCENE_WORD, "model", AT(crowd_stream, model), .words = model_words,
     .doc =
         "how fast they go, and past whom: as their tree wants, until somebody is in the way; or "
         "as is measured of people, by how many are ahead, on the side where the way is free"},
    {SCENE_NUMBER, "relaxation", AT(crowd_stream, relaxation), .least = 0.01, .most = 100,
     .otherwise = 0.4, .doc = "seconds in which they take up the speed that they want"},
    {0},
};

const scene_field crowd_scene_fields[] = {
    {SCENE_OBJECT, "light", AT(crowd_scene, light), .fields = light_fields,
     .doc = "a box where two streams of pedestrians cross, in turns", .what = "the light"},
    {0},
};

const scene_field crowd_group_fields[] = {
    {SCENE_OBJECT, "pedestrians", AT(crowd_group, stream), .fields = stream_fields,
     .doc = "they walk as their trees want, and do not run into each other",
     .what = "the pedestrians"},
    {0},
};

const crowd_light *crowd_light_of(const scene *s)
{
    const crowd_scene *part = s->parts[SCENE_PART_CROWD];
    return scene_given(part->light.place) ? &part->light : NULL;
}

const crowd_stream *crowd_stream_of(const scene_group *group)
{
    const crowd_group *part = group->parts[SCENE_PART_CROWD];
    return scene_given(part->stream.place) ? &part->stream : NULL;
}

static void check_box(scene_reader *r, json_value place, const scene_point *low,
                      const scene_point *high)
{
    if (!(low->at[0] < high->at[0] && low->at[1] < high->at[1]))
        scene_wrong(r, scene_member(place, "high"), DIAGNOSTIC_SCENE_MISFIT,
                    "`high` must be above `low` in both directions");
}

void crowd_scene_check(scene_reader *r, scene *s)
{
    const crowd_light *light = crowd_light_of(s);
    if (light)
        check_box(r, light->place, &light->low, &light->high);
    if (light)
        scene_want_fixed(r, s, "a light for pedestrians");
    if (light && light->amber > light->clear)
        scene_wrong(r, light->place, DIAGNOSTIC_SCENE_MISFIT, "`amber` is longer than `clear`");
    for (uint32_t i = 0; i < s->groups.count; i++) {
        scene_group *group = scene_group_at(s, i);
        const crowd_stream *stream = crowd_stream_of(group);
        if (!stream) {
            scene_check_calls(r, group, crowd_part.functions, "pedestrians",
                              "give the group `\"pedestrians\": {...}`");
            continue;
        }
        group->sees_only = "pedestrians";
        check_box(r, stream->place, &stream->low, &stream->high);
        if (stream->direction.at[0] == 0 && stream->direction.at[1] == 0)
            scene_wrong(r, scene_member(stream->place, "direction"), DIAGNOSTIC_SCENE_MISFIT,
                        "the direction is none");
    }
}
