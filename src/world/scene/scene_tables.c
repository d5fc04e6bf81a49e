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
     .doc = "the lengths of its edges: two for a plane, three for space"},
    {SCENE_POINT, "low", AT(scene_space, low),
     .doc = "the corner with the smallest coordinates (default: zeros)"},
    {SCENE_BOOL, "periodic", AT(scene_space, periodic),
     .doc = "agents that leave on one side enter again on the opposite side"},
    {SCENE_WORD, "border", AT(scene_space, border), .words = border_words,
     .doc = "whether agents can cross the border; `solid` only in a plane that is not periodic"},
    {SCENE_TIME, "dt", AT(scene_space, dt), .least = 1e-6, .most = 1e6, .otherwise = 0.1,
     .doc = "the time step"},
    {SCENE_COUNT, "seed", AT(scene_space, seed), .doc = "the seed of all random numbers"},
    {SCENE_COUNT, "steps", AT(scene_space, steps), .may_change = true, .otherwise = 1000,
     .doc = "the length of a run without `--steps`"},
    {SCENE_WORD, "push", AT(scene_space, push), .words = push_words,
     .doc =
         "the weight of a neighbour at the distance d in `separate` and `spread`: 1/2, 1/d, or d"},
    {SCENE_NUMBER, "sight", AT(scene_space, sight), .may_change = true, .least = 0,
     .most = INFINITY,
     .doc = "the largest radius in which trees look for others: larger radii count as this one, "
            "and `see` finds no agent that is farther away. 0: there is no limit"},
    {0},
};

static const scene_field path_fields[] = {
    {SCENE_NAME, "name", AT(scene_path, name), .required = true, .doc = "its name"},
    {SCENE_POINTS, "points", AT(scene_path, points), .required = true, .least = 2, .most = 1000000,
     .doc = "its corners"},
    {SCENE_NUMBER, "radius", AT(scene_path, radius), .least = 0, .most = INFINITY, .otherwise = 1,
     .doc = "half its width"},
    {SCENE_BOOL, "closed", AT(scene_path, closed),
     .doc = "whether it leads from the last corner back to the first"},
    {0},
};

static const scene_field obstacle_fields[] = {
    {SCENE_NAME, "name", AT(scene_obstacle, name), .doc = "its name"},
    {SCENE_POINT, "at", AT(scene_obstacle, at), .required = true, .doc = "its centre"},
    {SCENE_NUMBER, "radius", AT(scene_obstacle, radius), .required = true, .least = 0,
     .most = INFINITY, .doc = "the radius of the circle, or in space of the sphere"},
    {SCENE_BOOL, "solid", AT(scene_obstacle, solid),
     .doc = "whether agents cannot enter it, in a plane; otherwise agents can only see it. For "
            "pedestrians all obstacles are solid"},
    {0},
};

static const scene_field change_fields[] = {
    {SCENE_TIME, "at", AT(scene_change, at), .required = true, .least = 0, .most = 1e9,
     .doc =
         "the time from the start; the change is made before the first step at that time or later"},
    {SCENE_NAME, "group", AT(scene_change, group_name), .required = true, .doc = "the group"},
    {SCENE_WORD, "combiner", AT(scene_change, combiner), .words = combiner_words,
     .doc = "the new combiner of the group"},
    {SCENE_SET, "set", AT(scene_change, set),
     .doc = "new values of blackboard keys, as in `set` of a group; trees may change them again"},
    {0},
};

static const scene_field recording_fields[] = {
    {SCENE_COUNT, "every", AT(scene_recording, every), .least = 1, .most = 1e9, .otherwise = 1,
     .doc = "the number of steps between two frames"},
    {SCENE_COUNT, "every_agent", AT(scene_recording, every_agent), .least = 1, .most = 1e9,
     .otherwise = 1, .doc = "record only the agents whose id is divisible by this number"},
    {SCENE_BOOL, "exact", AT(scene_recording, exact),
     .doc = "whether floats are stored exactly; otherwise positions have 16 bits over the world's "
            "size"},
    {SCENE_NAMES, "keys", AT(scene_recording, keys), .least = 0, .most = 16,
     .doc = "blackboard keys to record, as columns"},
    {SCENE_NAMES, "reports", AT(scene_recording, reports), .least = 0, .most = 8,
     .doc = "reports to record, as columns with the same value for all agents"},
    {0},
};

static const scene_field measure_fields[] = {
    {SCENE_NUMBER, "neighbours", AT(scene_measures, neighbours), .may_change = true, .least = 0,
     .most = INFINITY,
     .doc = "measure the mean number of other agents within this radius, at the end"},
    {SCENE_BOOL, "collisions", AT(scene_measures, collisions),
     .doc = "count how often two bodies begin to touch"},
    {0},
};

static const scene_field report_fields[] = {
    {SCENE_NAME, "name", AT(scene_report, name), .required = true, .doc = "its name"},
    {SCENE_TEXT, "value", AT(scene_report, text), .required = true,
     .doc =
         "an expression over groups, such as `mean(birds, speed)`; it can use the reports above"},
    {SCENE_COUNT, "every", AT(scene_report, every), .least = 0, .most = 1e9,
     .doc = "the number of steps between two samples; 0: only at the end"},
    {0},
};

const scene_field scene_fields[] = {
    {SCENE_COUNT, "scene", AT(scene, version), .required = true,
     .doc = "1, the version of the format"},
    {SCENE_TITLE, "name", AT(scene, name), .may_change = true,
     .doc = "the name of the scene (default: the file's name without its ending)"},
    {SCENE_TEXT, "doc", AT(scene, doc), .may_change = true, .doc = "free text"},
    {SCENE_VALUE, "params", AT(scene, params_value), .may_change = true,
     .doc =
         "named numbers and bools, at most 64: each a value, or an expression of the params above"},
    {SCENE_OBJECT, "world", AT(scene, space), .fields = space_fields, .required = true,
     .doc = "space and time", .what = "the world"},
    {SCENE_VALUE, "groups", AT(scene, groups_value), .required = true,
     .doc = "the groups of agents, a list"},
    {SCENE_LIST, "paths", AT(scene, paths), .fields = path_fields, .size = sizeof(scene_path),
     .doc = "paths for agents to follow", .what = "a path"},
    {SCENE_LIST, "obstacles", AT(scene, obstacles), .fields = obstacle_fields,
     .size = sizeof(scene_obstacle), .doc = "obstacles", .what = "an obstacle"},
    {SCENE_LIST, "changes", AT(scene, changes), .fields = change_fields,
     .size = sizeof(scene_change), .least = 0, .most = 10000, .doc = "changes during the run",
     .what = "a change"},
    {SCENE_OBJECT, "recording", AT(scene, recording), .may_change = true,
     .fields = recording_fields, .doc = "what `--record` records", .what = "the recording"},
    {SCENE_OBJECT, "measure", AT(scene, measures), .fields = measure_fields,
     .doc = "additional measures", .what = "`measure`"},
    {SCENE_LIST, "reports", AT(scene, reporting.reports), .may_change = true,
     .fields = report_fields, .size = sizeof(scene_report), .least = 0, .most = SCENE_REPORTS,
     .doc = "named expressions over groups", .what = "a report"},
    {SCENE_TEXT, "until", AT(scene, reporting.until_text), .may_change = true,
     .doc = "the run ends when this expression is true; it is written like those of reports"},
    {0},
};

static const scene_field vehicle_fields[] = {
    {SCENE_NUMBER, "mass", AT(scene_vehicle, mass), .least = 1e-6, .most = 1e9, .otherwise = 1,
     .doc = "the mass: the acceleration is force / mass"},
    {SCENE_NUMBER, "radius", AT(scene_vehicle, radius), .least = 0, .most = 1e6, .otherwise = 0.5,
     .doc = "the radius of its body (default with `length`: half the length)"},
    {SCENE_NUMBER, "length", AT(scene_vehicle, length), .least = 0, .most = 1e6,
     .doc = "the length of a rectangular body along the heading, in a plane; used on roads and for "
            "measuring collisions. Everything else treats the body as a disc of the radius"},
    {SCENE_NUMBER, "width", AT(scene_vehicle, width), .least = 0, .most = 1e6,
     .doc = "the width of the rectangle, at most its length"},
    {SCENE_NUMBER, "max_speed", AT(scene_vehicle, max_speed), .least = 1e-6, .most = 1e9,
     .otherwise = 1, .doc = "the upper limit of its speed"},
    {SCENE_NUMBER, "min_speed", AT(scene_vehicle, min_speed), .least = 0, .most = 1e9,
     .doc = "the lower limit of its speed, unless it stands still; set it to `max_speed` for a "
            "constant speed"},
    {SCENE_NUMBER, "max_force", AT(scene_vehicle, max_force), .least = 0, .most = 1e9,
     .otherwise = 1, .doc = "the upper limit of its force"},
    {0},
};

static const scene_field start_fields[] = {
    {SCENE_WORD, "how", AT(scene_start, how), .words = placing_words,
     .doc = "anywhere in a box, outside of solid things; in rows and columns in the box; "
            "in a line along a path; at listed points"},
    {SCENE_POINT, "low", AT(scene_start, low),
     .doc = "the lower corner of the box (default: that of the world)"},
    {SCENE_POINT, "high", AT(scene_start, high),
     .doc = "the upper corner of the box (default: that of the world)"},
    {SCENE_NUMBER, "raster", AT(scene_start, raster), .least = 0, .most = 1e9,
     .doc = "for `uniform`: start only at the centres of squares with this edge; 0: anywhere"},
    {SCENE_NAME, "path", AT(scene_start, path_name), .doc = "the path"},
    {SCENE_NUMBER, "from", AT(scene_start, from),
     .doc = "the distance of the first agent from the path's start"},
    {SCENE_NUMBER, "spacing", AT(scene_start, spacing),
     .doc = "the distance between two agents; 0 spreads them evenly"},
    {SCENE_NUMBER, "offset", AT(scene_start, offset),
     .doc = "the distance to the right of the path"},
    {SCENE_POINTS, "points", AT(scene_start, points),
     .doc = "the points for `list`, one for each agent"},
    {0},
};

static const scene_field going_fields[] = {
    {SCENE_WORD, "how", AT(scene_going, how), .words = going_words, .otherwise = GOING_ANYWHERE,
     .doc = "not moving; in a random direction; each component random within `most`; the velocity "
            "`fixed`. On a path, agents that move start along the path"},
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
     .doc = "the number of agents at the start"},
    {SCENE_COUNT, "most", AT(scene_group, most), .least = 0, .most = 1 << 28,
     .doc = "the largest number of agents, if agents are born or die; 0: the number never changes"},
    {SCENE_VALUE, "tree", AT(scene_group, tree_value),
     .doc = "the tree that they run: a document, or the name of a file below the scene's folder"},
    {SCENE_OBJECT, "vehicle", AT(scene_group, vehicle), .fields = vehicle_fields,
     .doc = "the bodies of the agents", .what = "the vehicle"},
    {SCENE_WORD, "combiner", AT(scene_group, combiner), .words = combiner_words,
     .doc = "how the forces of several behaviours are combined: their sum; in order, until a force "
            "does not fit into `max_force`; in order, with the part of it that fits; one of them, "
            "chosen at random"},
    {SCENE_WORD, "side", AT(scene_group, side), .words = side_words,
     .doc = "the side of the road on which they drive (default with `road`: that of `roads`)"},
    {SCENE_COLOR, "color", AT(scene_group, color), .may_change = true,
     .doc = "the colour of its agents in pictures and in the player; named colours are lighter on "
            "a dark page"},
    {SCENE_WORD, "shape", AT(scene_group, drawn_as), .words = shape_words, .may_change = true,
     .doc = "the shape of its agents in pictures and in the player. `any` is a car on `roads`, a "
            "plane at an `airport`, and otherwise a dot, or an arrow when zoomed in"},
    {SCENE_OBJECT, "start", AT(scene_group, start), .fields = start_fields,
     .doc = "where they start", .what = "the start"},
    {SCENE_OBJECT, "velocity", AT(scene_group, going), .fields = going_fields,
     .doc = "how they move at the start", .what = "the velocity"},
    {SCENE_SET, "set", AT(scene_group, set),
     .doc = "initial values of blackboard keys: a number; a bool; a list of two numbers for a "
            "vec2, of three for a vec3; for an int also the name of a path, group or other thing "
            "of the scene; for an enum one of its words; or an expression, which is evaluated for "
            "each agent"},
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
