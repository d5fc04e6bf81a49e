// SPDX-License-Identifier: MIT
#include "scene_tables.h"

#include <math.h>

#define AT(type, member) .offset = offsetof(type, member)

static const char *const push_words[] = {"unit", "inverse", "linear", NULL};
static const char *const border_words[] = {"open", "solid", NULL};
static const char *const combiner_words[] = {"sum", "priority", "fill", "dither", NULL};
static const char *const side_words[] = {"right", "left", NULL};
static const char *const placing_words[] = {"uniform", "grid", "path", "list", NULL};
static const char *const going_words[] = {"still", "anywhere", "box", "fixed", NULL};

static const char *const shape_words[GESTALT_RECORD_SHAPE_COUNT + 1] = {
    [GESTALT_RECORD_SHAPE_ANY] = "any",       [GESTALT_RECORD_SHAPE_CIRCLE] = "circle",
    [GESTALT_RECORD_SHAPE_SQUARE] = "square", [GESTALT_RECORD_SHAPE_TRIANGLE] = "triangle",
    [GESTALT_RECORD_SHAPE_CAR] = "car",       [GESTALT_RECORD_SHAPE_PLANE] = "plane",
    [GESTALT_RECORD_SHAPE_PERSON] = "person",
};

static const scene_field space_fields[] = {
    {SCENE_POINT, "size", AT(scene_space, size), .required = true,
     .doc = "its edges; with three of them the world is space, else a plane"},
    {SCENE_POINT, "low", AT(scene_space, low),
     .doc = "the corner with the smallest coordinates; "
            "zeros otherwise"},
    {SCENE_BOOL, "periodic", AT(scene_space, periodic),
     .doc = "who leaves on one side comes back on the other"},
    {SCENE_WORD, "border", AT(scene_space, border), .words = border_words,
     .doc = "agents may go on behind it; or, in a plane that is not periodic, they can't"},
    {SCENE_TIME, "dt", AT(scene_space, dt), .least = 1e-6, .most = 1e6, .otherwise = 0.1,
     .doc = "seconds of a step"},
    {SCENE_COUNT, "seed", AT(scene_space, seed), .doc = "of all random numbers"},
    {SCENE_COUNT, "steps", AT(scene_space, steps), .may_change = true, .otherwise = 1000,
     .doc = "how long it runs, unless `--steps` says otherwise"},
    {SCENE_WORD, "push", AT(scene_space, push), .words = push_words,
     .doc = "how neighbours at a distance d count in `separate` and `spread`: 1/2, 1/d, or d"},
    {0},
};

static const scene_field path_fields[] = {
    {SCENE_NAME, "name", AT(scene_path, name), .required = true, .doc = "its name"},
    {SCENE_POINTS, "points", AT(scene_path, points), .required = true, .least = 2, .most = 1000000,
     .doc = "its corners"},
    {SCENE_NUMBER, "radius", AT(scene_path, radius), .least = 0, .most = INFINITY, .otherwise = 1,
     .doc = "half its width"},
    {SCENE_BOOL, "closed", AT(scene_path, closed), .doc = "from the last corner back to the first"},
    {0},
};

static const scene_field obstacle_fields[] = {
    {SCENE_NAME, "name", AT(scene_obstacle, name), .doc = "its name"},
    {SCENE_POINT, "at", AT(scene_obstacle, at), .required = true, .doc = "its middle"},
    {SCENE_NUMBER, "radius", AT(scene_obstacle, radius), .required = true, .least = 0,
     .most = INFINITY, .doc = "it is a circle, or a sphere"},
    {SCENE_BOOL, "solid", AT(scene_obstacle, solid),
     .doc = "in the plane: nobody gets into it. Otherwise it is only seen; to pedestrians all are "
            "solid"},
    {0},
};

static const scene_field change_fields[] = {
    {SCENE_TIME, "at", AT(scene_change, at), .required = true, .least = 0, .most = 1e9,
     .doc = "seconds from the start: the first step that begins then or later"},
    {SCENE_NAME, "group", AT(scene_change, group_name), .required = true, .doc = "whose agents"},
    {SCENE_WORD, "combiner", AT(scene_change, combiner), .words = combiner_words,
     .doc = "how their forces are combined from then on"},
    {SCENE_SET, "set", AT(scene_change, set),
     .doc = "values of blackboard keys, as `set` of a group; trees may change them again"},
    {0},
};

static const scene_field recording_fields[] = {
    {SCENE_COUNT, "every", AT(scene_recording, every), .least = 1, .most = 1e9, .otherwise = 1,
     .doc = "steps from frame to frame"},
    {SCENE_COUNT, "every_agent", AT(scene_recording, every_agent), .least = 1, .most = 1e9,
     .otherwise = 1, .doc = "which agents: those whose id this divides"},
    {SCENE_BOOL, "exact", AT(scene_recording, exact),
     .doc = "floats as they are; positions have 16 bits over the world's size otherwise"},
    {SCENE_NAMES, "keys", AT(scene_recording, keys), .least = 0, .most = 16,
     .doc = "blackboard keys that become columns"},
    {SCENE_NAMES, "reports", AT(scene_recording, reports), .least = 0, .most = 8,
     .doc = "reports that become columns, in which all agents have the same value"},
    {0},
};

static const scene_field measure_fields[] = {
    {SCENE_NUMBER, "neighbours", AT(scene_measures, neighbours), .may_change = true, .least = 0,
     .most = INFINITY, .doc = "the mean number of others within this radius, at the end"},
    {SCENE_BOOL, "collisions", AT(scene_measures, collisions),
     .doc = "how often two bodies that were apart touch"},
    {0},
};

static const scene_field report_fields[] = {
    {SCENE_NAME, "name", AT(scene_report, name), .required = true, .doc = "its name"},
    {SCENE_TEXT, "value", AT(scene_report, text), .required = true,
     .doc = "an expression over groups, as `mean(birds, speed)`, and of the reports above"},
    {SCENE_COUNT, "every", AT(scene_report, every), .least = 0, .most = 1e9,
     .doc = "steps from sample to sample; 0 is at the end only"},
    {0},
};

const scene_field scene_fields[] = {
    {SCENE_COUNT, "scene", AT(scene, version), .required = true,
     .doc = "1, the version of the format"},
    {SCENE_TITLE, "name", AT(scene, name), .may_change = true, .doc = "the file's stem otherwise"},
    {SCENE_TEXT, "doc", AT(scene, doc), .may_change = true, .doc = "free text"},
    {SCENE_VALUE, "params", AT(scene, params_value), .may_change = true,
     .doc =
         "names for numbers and bools, at most 64: a value, or an expression of the params above"},
    {SCENE_OBJECT, "world", AT(scene, space), .fields = space_fields, .required = true,
     .doc = "space and time", .what = "the world"},
    {SCENE_VALUE, "groups", AT(scene, groups_value), .required = true, .doc = "the agents: a list"},
    {SCENE_LIST, "paths", AT(scene, paths), .fields = path_fields, .size = sizeof(scene_path),
     .doc = "ways to follow", .what = "a path"},
    {SCENE_LIST, "obstacles", AT(scene, obstacles), .fields = obstacle_fields,
     .size = sizeof(scene_obstacle), .doc = "what stands in the way", .what = "an obstacle"},
    {SCENE_LIST, "changes", AT(scene, changes), .fields = change_fields,
     .size = sizeof(scene_change), .least = 0, .most = 10000, .doc = "what changes while it runs",
     .what = "a change"},
    {SCENE_OBJECT, "recording", AT(scene, recording), .may_change = true,
     .fields = recording_fields, .doc = "how `--record` records", .what = "the recording"},
    {SCENE_OBJECT, "measure", AT(scene, measures), .fields = measure_fields,
     .doc = "what is measured besides", .what = "`measure`"},
    {SCENE_LIST, "reports", AT(scene, reporting.reports), .may_change = true,
     .fields = report_fields, .size = sizeof(scene_report), .least = 0, .most = SCENE_REPORTS,
     .doc = "named expressions over groups", .what = "a report"},
    {SCENE_TEXT, "until", AT(scene, reporting.until_text), .may_change = true,
     .doc = "an expression as those of reports: the run ends when it is true"},
    {0},
};

static const scene_field vehicle_fields[] = {
    {SCENE_NUMBER, "mass", AT(scene_vehicle, mass), .least = 1e-6, .most = 1e9, .otherwise = 1,
     .doc = "a force accelerates it by force / mass"},
    {SCENE_NUMBER, "radius", AT(scene_vehicle, radius), .least = 0, .most = 1e6, .otherwise = 0.5,
     .doc = "of its body; half the `length`, if that is given and this is not"},
    {SCENE_NUMBER, "length", AT(scene_vehicle, length), .least = 0, .most = 1e6,
     .doc = "of a body that is a rectangle along the heading, in the plane: on roads, and where "
            "collisions are measured. All else takes it for a disc of the radius"},
    {SCENE_NUMBER, "width", AT(scene_vehicle, width), .least = 0, .most = 1e6,
     .doc = "of the rectangle, at most its length"},
    {SCENE_NUMBER, "max_speed", AT(scene_vehicle, max_speed), .least = 1e-6, .most = 1e9,
     .otherwise = 1, .doc = "it is never faster"},
    {SCENE_NUMBER, "min_speed", AT(scene_vehicle, min_speed), .least = 0, .most = 1e9,
     .doc = "nor slower, unless it stands; the same as `max_speed` for a speed that never changes"},
    {SCENE_NUMBER, "max_force", AT(scene_vehicle, max_force), .least = 0, .most = 1e9,
     .otherwise = 1, .doc = "the largest force"},
    {0},
};

static const scene_field start_fields[] = {
    {SCENE_WORD, "how", AT(scene_start, how), .words = placing_words,
     .doc = "anywhere in a box, but in nothing solid; in rows and columns in it; one behind the "
            "other on a path; as listed"},
    {SCENE_POINT, "low", AT(scene_start, low), .doc = "the box's corner; the world's otherwise"},
    {SCENE_POINT, "high", AT(scene_start, high), .doc = "and the one opposite"},
    {SCENE_NUMBER, "raster", AT(scene_start, raster), .least = 0, .most = 1e9,
     .doc = "`uniform`: only in the middles of squares with this edge; 0 is anywhere"},
    {SCENE_NAME, "path", AT(scene_start, path_name), .doc = "which path"},
    {SCENE_NUMBER, "from", AT(scene_start, from),
     .doc = "way of the first one from the path's start"},
    {SCENE_NUMBER, "spacing", AT(scene_start, spacing),
     .doc = "way between two; 0 spreads them evenly"},
    {SCENE_NUMBER, "offset", AT(scene_start, offset), .doc = "how far to the right of the path"},
    {SCENE_POINTS, "points", AT(scene_start, points), .doc = "the list"},
    {0},
};

static const scene_field going_fields[] = {
    {SCENE_WORD, "how", AT(scene_going, how), .words = going_words, .otherwise = GOING_ANYWHERE,
     .doc =
         "not at all; in any direction; each component within `most`; as `fixed`. On a path they "
         "go along it, unless they are still"},
    {SCENE_NUMBER, "least", AT(scene_going, least), .least = 0, .most = 1e9,
     .doc = "the lowest speed"},
    {SCENE_NUMBER, "most", AT(scene_going, most), .least = 0, .most = 1e9,
     .doc = "the highest speed"},
    {SCENE_POINT, "fixed", AT(scene_going, fixed), .doc = "the velocity"},
    {0},
};

const scene_field scene_group_fields[] = {
    {SCENE_NAME, "name", AT(scene_group, name), .required = true, .doc = "its name"},
    {SCENE_COUNT, "count", AT(scene_group, count), .required = true, .least = 0, .most = 1 << 28,
     .doc = "how many agents"},
    {SCENE_COUNT, "most", AT(scene_group, most), .least = 0, .most = 1 << 28,
     .doc = "room for births: so many there may be; 0 when the number of agents never changes"},
    {SCENE_VALUE, "tree", AT(scene_group, tree_value),
     .doc = "what they do: a document, or the name of its file, below the scene's folder"},
    {SCENE_OBJECT, "vehicle", AT(scene_group, vehicle), .fields = vehicle_fields,
     .doc = "what moves", .what = "the vehicle"},
    {SCENE_WORD, "combiner", AT(scene_group, combiner), .words = combiner_words,
     .doc = "what becomes of several forces: their sum; in order, the first that does not fit "
            "ends it; the same, filled up; one of them by chance"},
    {SCENE_WORD, "side", AT(scene_group, side), .words = side_words,
     .doc = "of the road that they drive on; with `road`, that of `roads`"},
    {SCENE_COLOR, "color", AT(scene_group, color), .may_change = true,
     .doc =
         "of its agents in pictures and the player; those with names are lighter on a dark page"},
    {SCENE_WORD, "shape", AT(scene_group, drawn_as), .words = shape_words, .may_change = true,
     .doc = "in which they are drawn, from above. `any` is a car for what drives on "
            "`roads`, a plane for those of an `airport`, and for others a dot that becomes an "
            "arrow when it is seen from near"},
    {SCENE_OBJECT, "start", AT(scene_group, start), .fields = start_fields,
     .doc = "where they are at first", .what = "the start"},
    {SCENE_OBJECT, "velocity", AT(scene_group, going), .fields = going_fields,
     .doc = "how they move at first", .what = "the velocity"},
    {SCENE_SET, "set", AT(scene_group, set),
     .doc =
         "first values of blackboard keys: a number, a bool, a list of two for a vec2 and of "
         "three for a vec3, or the name "
         "of a path, group or other thing of the scene, for an int; of an enum one of its words; "
         "or an expression, which is computed for each agent"},
    {0},
};

const scene_table scene_tables[] = {
    {"A scene", scene_fields, NULL},
    {"The world", space_fields, "`world`"},
    {"Groups", scene_group_fields, "each of `groups`"},
    {"Vehicles", vehicle_fields, "`vehicle` of a group"},
    {"Where a group starts", start_fields, "`start` of a group"},
    {"How a group moves at first", going_fields, "`velocity` of a group"},
    {"Paths", path_fields, "each of `paths`"},
    {"Obstacles", obstacle_fields, "each of `obstacles`"},
    {"Changes", change_fields, "each of `changes`"},
    {"Recordings", recording_fields, "`recording`"},
    {"Measures", measure_fields, "`measure`"},
    {"Reports", report_fields, "each of `reports`"},
    {0},
};
