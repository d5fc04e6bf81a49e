// SPDX-License-Identifier: MIT
#include "crowd_scene.h"

#include "world_part.h"

#define AT(type, member) .offset = offsetof(type, member)

static const char *const model_words[] = {"plain", "measured", NULL};

static const scene_field light_fields[] = {
    {SCENE_POINT, "low", AT(crowd_light, low), .required = true,
     .doc = "a corner of the box where the streams cross"},
    {SCENE_POINT, "high", AT(crowd_light, high), .required = true,
     .doc = "the opposite corner of the box"},
    {SCENE_TIME, "green", AT(crowd_light, green), .least = 1, .most = 3600, .otherwise = 20,
     .doc = "the time in which a stream may enter"},
    {SCENE_TIME, "amber", AT(crowd_light, amber), .least = 0, .most = 3600, .otherwise = 3,
     .doc = "the time after green in which pedestrians that cannot stop may still enter"},
    {SCENE_TIME, "clear", AT(crowd_light, clear), .least = 0, .most = 3600, .otherwise = 20,
     .doc = "the time from the end of green to the green of the other stream"},
    {0},
};

static const scene_field stream_fields[] = {
    {SCENE_POINT, "low", AT(crowd_stream, low), .required = true,
     .doc = "a corner of their street, which they do not leave"},
    {SCENE_POINT, "high", AT(crowd_stream, high), .required = true,
     .doc = "the opposite corner of the street; a street as long as a periodic world has no ends"},
    {SCENE_POINT, "direction", AT(crowd_stream, direction), .required = true,
     .doc = "the direction in which they want to walk"},
    {SCENE_COUNT, "turn", AT(crowd_stream, turn), .least = 0, .most = CROWD_TURNS - 1,
     .doc = "the phase of the light in which they have green, 0 or 1"},
    {SCENE_WORD, "model", AT(crowd_stream, model), .words = model_words,
     .doc = "how they choose speed and direction. `plain`: as fast as their tree wants, until a "
            "pedestrian is in the way. `measured`: as measured of people; the speed depends on the "
            "pedestrians ahead, and they pass on the side that is free"},
    {SCENE_NUMBER, "relaxation", AT(crowd_stream, relaxation), .least = 0.01, .most = 100,
     .otherwise = 0.4, .doc = "the time in seconds in which they reach the desired speed"},
    {0},
};

const scene_field crowd_scene_fields[] = {
    {SCENE_OBJECT, "light", AT(crowd_scene, light), .fields = light_fields,
     .doc = "a light for a box where two streams of pedestrians cross in turn",
     .what = "the light"},
    {0},
};

const scene_field crowd_group_fields[] = {
    {SCENE_OBJECT, "pedestrians", AT(crowd_group, stream), .fields = stream_fields,
     .doc = "the agents are pedestrians, which walk as their trees command and avoid each other",
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
                        "the direction must not be zero");
    }
}
