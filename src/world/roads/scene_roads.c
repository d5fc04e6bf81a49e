// SPDX-License-Identifier: MIT
#include "scene_roads.h"

#include "road_apart.h"
#include "road_corner.h"
#include "text.h"
#include "world_part.h"

#include <math.h>

#define AT(type, member) .offset = offsetof(type, member)

static const char *const side_words[] = {"right", "left", NULL};
static const char *const control_words[] = {"right_of_way", "lights", NULL};
static const char *const by_words[] = {"driver", "forces", NULL};
static const char *const reasons_words[] = {"last", "hardest", "sum", NULL};

static const scene_field circle_fields[] = {
    {SCENE_POINT, "centre", AT(scene_circle, centre), .doc = "its middle"},
    {SCENE_NUMBER, "radius", AT(scene_circle, radius), .required = true, .least = 10, .most = 1e6,
     .doc = "the radius of the middle of the road"},
    {0},
};

static const scene_field line_fields[] = {
    {SCENE_NAME, "name", AT(scene_line, name),
     .doc = "a name: the middle of the road is then also a path of this name"},
    {SCENE_OBJECT, "circle", AT(scene_line, circle), .fields = circle_fields, .doc = "a ring road",
     .what = "the circle"},
    {SCENE_POINTS, "points", AT(scene_line, points), .least = 2, .most = 1e6,
     .doc = "instead of `circle`, the corners. The road leads from the last back to the first. In "
            "a periodic world, a road over the border ends at the image of its first corner"},
    {SCENE_NUMBER, "corner", AT(scene_line, corner), .least = 0, .most = 1e6,
     .doc = "the radius of the middle of the road in its corners, if there is room for it; 0: 4 "
            "lane widths"},
    {SCENE_BOOL, "one_way", AT(scene_line, one_way),
     .doc = "whether it has only one lane, in the middle"},
    {0},
};

static const scene_field blocks_fields[] = {
    {SCENE_COUNT, "columns", AT(scene_blocks, columns), .required = true, .least = 1, .most = 100,
     .doc = "roads from south to north"},
    {SCENE_COUNT, "rows", AT(scene_blocks, rows), .required = true, .least = 1, .most = 100,
     .doc = "roads from west to east"},
    {0},
};

static const scene_field crossings_fields[] = {
    {SCENE_WORD, "control", AT(scene_crossings, control), .words = control_words,
     .doc = "which car goes first: the one that comes from the side of traffic, or the one that "
            "has green"},
    {SCENE_NUMBER, "turning", AT(scene_crossings, turning), .least = 0, .most = 1,
     .doc = "the share of cars that turns at a crossing, half of them to each side"},
    {SCENE_NUMBER, "patience", AT(scene_crossings, patience), .least = 0, .most = 1e6,
     .otherwise = 10, .doc = "a car that has waited for so many seconds goes first"},
    {SCENE_TIME, "green", AT(scene_crossings, green), .least = 0.1, .most = 1e4, .otherwise = 20,
     .doc = "the duration of green"},
    {SCENE_TIME, "yellow", AT(scene_crossings, yellow), .least = 0.1, .most = 1e4, .otherwise = 4,
     .doc = "the time from the end of one green to the start of the other"},
    {0},
};

static const scene_field driver_fields[] = {
    {SCENE_NUMBER, "headway", AT(scene_driver, headway), .least = 0, .most = 100, .otherwise = 1.5,
     .doc = "the time to the car ahead, in seconds"},
    {SCENE_NUMBER, "gap", AT(scene_driver, gap), .least = 0.1, .most = 100, .otherwise = 2,
     .doc = "the distance in metres to the car ahead when both stand"},
    {SCENE_NUMBER, "acceleration", AT(scene_driver, acceleration), .least = 0.01, .most = 100,
     .otherwise = 1.5, .doc = "the maximum acceleration in m/s^2"},
    {SCENE_NUMBER, "braking", AT(scene_driver, braking), .least = 0.01, .most = 100, .otherwise = 2,
     .doc = "the comfortable deceleration in m/s^2"},
    {SCENE_NUMBER, "hardest", AT(scene_driver, hardest), .least = 0.01, .most = 1000,
     .otherwise = 8, .doc = "the deceleration in an emergency in m/s^2"},
    {SCENE_NUMBER, "range", AT(scene_driver, range), .least = 1, .most = 1e4, .otherwise = 150,
     .doc = "how far drivers see, in metres"},
    {0},
};

static const scene_field net_fields[] = {
    {SCENE_WORD, "side", AT(scene_road_net, side), .words = side_words,
     .doc = "the side on which cars drive"},
    {SCENE_NUMBER, "lane_width", AT(scene_road_net, width), .least = 1, .most = 100,
     .otherwise = 3.5, .doc = "the width of a lane; cars must be narrower than 0.94 of it"},
    {SCENE_LIST, "lines", AT(scene_road_net, lines), .fields = line_fields,
     .size = sizeof(scene_line), .doc = "the roads; there is a crossing where two roads meet",
     .what = "a road"},
    {SCENE_OBJECT, "blocks", AT(scene_road_net, blocks), .fields = blocks_fields,
     .doc = "more roads: straight and evenly spaced, over a periodic world", .what = "`blocks`"},
    {SCENE_OBJECT, "crossings", AT(scene_road_net, crossings), .fields = crossings_fields,
     .doc = "how crossings work", .what = "`crossings`"},
    {SCENE_OBJECT, "driver", AT(scene_road_net, driver), .fields = driver_fields,
     .doc = "how cars drive: the intelligent driver model", .what = "the driver"},
    {0},
};

const scene_field scene_roads_fields[] = {
    {SCENE_OBJECT, "roads", AT(scene_roads, net), .fields = net_fields,
     .doc = "roads with lanes and crossings", .what = "`roads`"},
    {0},
};

static const scene_field on_road_fields[] = {
    {SCENE_WORD, "by", AT(scene_on_road, by), .words = by_words,
     .doc = "what moves them: a driver, with the actions for roads, or forces, as in other groups"},
    {SCENE_WORD, "reasons", AT(scene_on_road, reasons), .words = reasons_words,
     .doc = "how several driving actions are combined: the last one decides; the one that brakes "
            "hardest decides; the braking of all is added"},
    {SCENE_NUMBER, "slowest", AT(scene_on_road, slowest), .least = 0, .most = 1e3,
     .doc = "the lower bound of `max_speed`, which is random for each car if `fastest` is given"},
    {SCENE_NUMBER, "fastest", AT(scene_on_road, fastest), .least = 0, .most = 1e3,
     .doc = "the upper bound of `max_speed`"},
    {SCENE_NUMBER, "speed", AT(scene_on_road, speed), .least = 0, .most = 1e3,
     .doc = "the speed at the start"},
    {SCENE_NUMBER, "scatter", AT(scene_on_road, scatter), .least = 0, .most = 1,
     .doc = "a random shift of the start positions, as a share of the free space between cars"},
    {SCENE_COUNT, "line", AT(scene_on_road, line), .least = 0, .most = 1e6, .otherwise = 0,
     .doc = "the road on which they start, counted from 1; 0: all roads"},
    {0},
};

const scene_field scene_road_group_fields[] = {
    {SCENE_OBJECT, "road", AT(scene_road_group, road), .fields = on_road_fields,
     .doc = "the agents are cars, and start evenly spread on the roads, without `start`",
     .what = "`road`"},
    {0},
};

// ---- building

static vector plane_point(scene_point p)
{
    return (vector){{p.at[0], p.at[1]}};
}

static road_line road_straight(arena *a, const scene *s, int axis, uint64_t i, uint64_t count)
{
    vector low = plane_point(s->space.low), size = plane_point(s->space.size);
    vector *points = ARENA_ARRAY(a, vector, 2);
    points[0] = low;
    points[0].at[!axis] += size.at[!axis] * ((float)i + 0.5f) / (float)count;
    points[1] = points[0];
    points[1].at[axis] += size.at[axis];
    return (road_line){.points = points, .point_count = 2};
}

static bool comes_back(const scene *s, const vector *points, uint32_t count)
{
    space around = {plane_point(s->space.low), plane_point(s->space.size), s->space.periodic};
    vector first = points[0], last = points[count - 1];
    return vector_distance(first, space_nearest(&around, first, last)) < 1e-3f;
}

// Return the line through corners, closed and with arcs; without points if it has errors, which are
// reported.
static road_line drawn_polygon(scene_reader *r, const scene *s, const scene_line *line)
{
    uint32_t count = line->points.count;
    arena *a = r->form.memory;
    vector *points = ARENA_ARRAY(a, vector, count + 1);
    for (uint32_t i = 0; i < count; i++)
        points[i] = plane_point(line->points.list[i]);
    bool is_back = comes_back(s, points, count);
    if (!is_back)
        points[count++] = points[0];
    scene_place place = scene_member(line->place, "points");
    for (uint32_t i = 0; i + 1 < count; i++)
        if (!(vector_distance(points[i], points[i + 1]) > 1e-3f)) {
            scene_wrong(r, place, DIAGNOSTIC_SCENE_MISFIT,
                        "two consecutive corners are the same, [%g, %g]", (double)points[i].at[0],
                        (double)points[i].at[1]);
            return (road_line){0};
        }
    if (!is_back && count == 3) {
        gestalt_diagnostic *wrong =
            scene_wrong(r, place, DIAGNOSTIC_SCENE_MISFIT,
                        "a closed road of two corners would go there and back");
        scene_help(r, wrong,
                   "a closed road has at least three corners; a road over the border of a periodic "
                   "world ends at the image of its first corner");
        return (road_line){0};
    }
    road_line drawn = {points, count, line->one_way};
    float width = ((const scene_roads *)s->parts[SCENE_PART_ROADS])->net.width;
    float radius = line->corner > 0 ? line->corner : 4 * width;
    return road_round(a, &drawn, radius, width / 2);
}

static road_line drawn_line(scene_reader *r, const scene *s, const scene_line *line)
{
    if (!scene_given(line->circle.place))
        return drawn_polygon(r, s, line);
    road_line made =
        road_circle(r->form.memory, plane_point(line->circle.centre), line->circle.radius);
    made.one_way = line->one_way;
    return made;
}

static void draw_lines(scene_reader *r, scene *s, scene_roads *read)
{
    const scene_road_net *net = &read->net;
    const scene_line *lines = net->lines.list;
    arena *a = r->form.memory;
    uint64_t rows = net->blocks.rows, columns = net->blocks.columns;
    read->drawn = ARENA_ARRAY(a, road_line, net->lines.count + rows + columns + 1);
    for (uint32_t i = 0; i < net->lines.count; i++) {
        if (!scene_given(lines[i].place))
            continue; // was reported
        if (scene_given(lines[i].circle.place) == (lines[i].points.count > 0)) {
            scene_wrong(r, lines[i].place, DIAGNOSTIC_SCENE_MISFIT,
                        "a road needs either a circle or points");
            continue;
        }
        road_line drawn = drawn_line(r, s, &lines[i]);
        if (drawn.point_count)
            read->drawn[read->drawn_count++] = drawn;
    }
    if (rows && !s->space.periodic)
        scene_wrong(r, net->blocks.place, DIAGNOSTIC_SCENE_MISFIT, "blocks need a periodic world");
    for (uint64_t i = 0; i < rows; i++)
        read->drawn[read->drawn_count++] = road_straight(a, s, 0, i, rows);
    for (uint64_t i = 0; i < columns; i++)
        read->drawn[read->drawn_count++] = road_straight(a, s, 1, i, columns);
}

// Return the number of roads, including those with errors.
static uint32_t road_count(const scene_roads *read)
{
    return read->net.lines.count + (uint32_t)(read->net.blocks.rows + read->net.blocks.columns);
}

static bool all_are_drawn(const scene_roads *read)
{
    return read->drawn_count == road_count(read);
}

static scene_points scene_points_of(arena *a, const road_line *line)
{
    scene_points points = {ARENA_ARRAY(a, scene_point, line->point_count), line->point_count};
    for (uint32_t i = 0; i < line->point_count; i++)
        EACH_DIMENSION (d)
            points.list[i].at[d] = line->points[i].at[d];
    return points;
}

// Add the centre lines of roads as paths, for forces and for drawings.
static void add_paths(scene_reader *r, scene *s, const scene_roads *read)
{
    arena *a = r->form.memory;
    const scene_line *lines = read->net.lines.list;
    uint32_t before = s->paths.count, line_count = read->net.lines.count;
    scene_path *paths = ARENA_ARRAY(a, scene_path, before + read->drawn_count + 1);
    if (before)
        memcpy(paths, s->paths.list, before * sizeof *paths);
    for (uint32_t i = 0; i < read->drawn_count; i++) {
        const road_line *line = &read->drawn[i];
        bool is_named = all_are_drawn(read) && i < line_count && lines[i].name;
        paths[before + i] = (scene_path){.place = read->net.place,
                                         .name = is_named ? lines[i].name : NULL,
                                         .points = scene_points_of(a, line),
                                         .radius = read->net.width / (line->one_way ? 2 : 1)};
        if (is_named)
            scene_define(r, "path", lines[i].name, before + i,
                         scene_member(lines[i].place, "name"));
    }
    s->paths = (scene_list){paths, before + read->drawn_count};
}

static scene_roads *given_roads(const scene *s)
{
    scene_roads *read = s->parts[SCENE_PART_ROADS];
    return scene_given(read->net.place) ? read : NULL;
}

void scene_roads_define(scene_reader *r, scene *s)
{
    scene_roads *read = given_roads(s);
    if (!read)
        return;
    if (s->dimension != 2) {
        scene_wrong(r, read->net.place, DIAGNOSTIC_SCENE_MISFIT,
                    "roads need a world of two dimensions");
        return;
    }
    draw_lines(r, s, read);
    add_paths(r, s, read);
}

// Return the most lanes of a network, derived from the limit `nodes` in limits.def.
static uint32_t lanes_most(const scene_reader *r)
{
    const uint32_t of_node = 8;
    return r->node_budget < ROAD_LANES_MAX / of_node ? r->node_budget * of_node : ROAD_LANES_MAX;
}

static void make_roads(scene_reader *r, scene *s, scene_roads *read)
{
    const scene_road_net *net = &read->net;
    const road_plan plan = {
        .world = {plane_point(s->space.low), plane_point(s->space.size), s->space.periodic},
        .side = net->side == 0 ? TRAFFIC_RIGHT : TRAFFIC_LEFT,
        .width = net->width,
        .control = (crossing_control)net->crossings.control,
        .turns = net->crossings.turning > 0,
        .braking = fminf(net->driver.braking, net->driver.hardest),
        .lines = read->drawn,
        .line_count = read->drawn_count,
        .lanes_most = lanes_most(r)};
    const char *wrong = roads_build(&plan, r->form.memory, &read->made);
    if (wrong == roads_too_many_lanes)
        scene_wrong(r, net->place, DIAGNOSTIC_TOO_MANY, "the roads have more than %u lanes",
                    plan.lanes_most);
    else if (wrong == roads_too_many_crossings)
        scene_wrong(r, net->place, DIAGNOSTIC_TOO_MANY, "the roads have more than %d crossings",
                    ROAD_CROSSINGS_MAX);
    else if (wrong)
        scene_wrong(r, net->place, DIAGNOSTIC_SCENE_MISFIT, "%s", wrong);
}

// Count the cars that start, by line.
static places_wish count_starts(const scene *s, uint32_t lines, arena *a)
{
    const scene_roads *read = scene_roads_of(s);
    uint64_t *count = ARENA_ARRAY(a, uint64_t, lines + 1);
    double *room_of = ARENA_ARRAY(a, double, lines + 1);
    float half = 0, scatter = 0;
    for (uint32_t i = 0; i < s->groups.count; i++) {
        const scene_group *g = scene_group_at(s, i);
        const scene_on_road *road = scene_road_of(g);
        if (!road || road->line > lines)
            continue;
        count[road->line] += g->count;
        room_of[road->line] +=
            (double)g->count * (double)(2 * scene_half_length(&g->vehicle) + 4 * read->net.width);
        half = fmaxf(half, scene_half_length(&g->vehicle));
        scatter = fmaxf(scatter, road->scatter);
    }
    return (places_wish){.count = count,
                         .room_of = room_of,
                         .line_count = lines,
                         .room = 2 * half + read->net.driver.gap,
                         .gap = read->net.driver.gap,
                         .scatter = scatter};
}

// Plan where cars start, and report those without room.
static void check_places(scene_reader *r, const scene *s, scene_roads *read)
{
    uint64_t fits = 0;
    places_wish wish = count_starts(s, read->drawn_count, r->form.memory);
    uint32_t line = places_make(&wish, &read->made, r->form.memory, &read->starts, &fits);
    for (uint32_t i = 0; line != ROAD_NONE && i < s->groups.count; i++) {
        const scene_on_road *road = scene_road_of(scene_group_at(s, i));
        if (!road || road->line != line)
            continue;
        if (read->made.lane_count)
            scene_wrong(r, road->place, DIAGNOSTIC_SCENE_MISFIT,
                        "there is no room for that many cars: %llu start, but only %llu fit (each "
                        "needs %g m with its gap, and roads that others cross hold one less)",
                        (unsigned long long)wish.count[line], (unsigned long long)fits,
                        (double)wish.room);
        else
            scene_wrong(r, road->place, DIAGNOSTIC_SCENE_MISFIT, "there are no roads to start on");
        return;
    }
}

// A group on roads must drive on the side of the roads.
static void check_side(scene_reader *r, scene_group *g, int side)
{
    json_value given = json_member(g->place, "side", NULL);
    if (json_kind_of(given) != JSON_NONE && g->side != side) {
        gestalt_diagnostic *wrong = scene_wrong(
            r, given, DIAGNOSTIC_SCENE_MISFIT, "the group drives on the other side than its roads");
        scene_help(r, wrong, "without it, the group uses `side` of `roads`: %s", side_words[side]);
    }
    g->side = side;
}

// Return whether drivers move some group.
static bool has_drivers(const scene *s)
{
    for (uint32_t i = 0; i < s->groups.count; i++) {
        const scene_on_road *road = scene_road_of(scene_group_at(s, i));
        if (road && road->by == ROAD_DRIVERS)
            return true;
    }
    return false;
}

// Check that each piece of road between crossings has room for a car; otherwise none would be
// admitted to it.
static void check_blocks(scene_reader *r, const scene_roads *read)
{
    const roads *on = &read->made;
    for (uint32_t i = 0; i < on->block_count; i++)
        if (on->tracks[on->blocks[i].track].crossing_count &&
            !cars_capacity(&on->blocks[i], read->starts.room)) {
            scene_wrong(r, read->net.place, DIAGNOSTIC_SCENE_MISFIT,
                        "there are only %.3g m of road between two crossings, but a car with its "
                        "gap needs %.3g m: no car could enter the crossing",
                        (double)on->blocks[i].length, (double)read->starts.room);
            return;
        }
}

// Check that cars can follow each lane.
static void check_bends(scene_reader *r, const scene_roads *read)
{
    const roads *on = &read->made;
    if (on->sharpest <= ROAD_SHARPEST)
        return;
    gestalt_diagnostic *wrong =
        scene_wrong(r, read->net.place, DIAGNOSTIC_SCENE_MISFIT,
                    "a lane bends too sharply near [%.4g, %.4g]: its radius is %.2g m there, but "
                    "cars need %.2g m",
                    (double)on->sharpest_at.at[0], (double)on->sharpest_at.at[1],
                    (double)(1 / on->sharpest), 1 / (double)ROAD_SHARPEST);
    scene_help(r, wrong,
               "make the angle at the corner wider, the road on both sides longer, or `corner` "
               "larger; for turns at crossings, make the lanes wider");
}

// Check that no green phase fits between two steps, so that a car can use each of them.
static void check_green(scene_reader *r, const scene *s, const scene_road_net *net)
{
    bool has_lights = net->crossings.control == CROSSING_LIGHTS;
    if (has_lights && net->crossings.green < s->space.dt)
        scene_wrong(r, scene_member(net->crossings.place, "green"), DIAGNOSTIC_SCENE_MISFIT,
                    "green is shorter than a step, so cars may never see it");
}

// Check the conditions under which drivers neither collide nor stand forever (docs/traffic.md);
// places_make ensures that each track starts with a free place.
static void check_drivable(scene_reader *r, const scene *s, const scene_roads *read)
{
    const scene_road_net *net = &read->net;
    const roads *on = &read->made;
    vector where;
    check_blocks(r, read);
    check_bends(r, read);
    if (on->crossing_count)
        check_green(r, s, net);
    road_nearness nearness = roads_find_near(on, r->form.memory, &where);
    if (nearness == ROADS_NEAR)
        scene_wrong(r, net->place, DIAGNOSTIC_SCENE_MISFIT,
                    "lanes are too close to each other outside of a crossing, near [%.4g, %.4g]: "
                    "roads that cross need a wider angle, and others more distance",
                    (double)where.at[0], (double)where.at[1]);
    else if (nearness == ROADS_TOO_MANY)
        scene_wrong(r, net->place, DIAGNOSTIC_SCENE_MISFIT,
                    "the roads have too many points to find whether they are apart");
}

// Check that a long body stays in its lane in the sharpest bend: its middle follows the lane, and
// its corners swing out.
static void check_swing(scene_reader *r, const scene_group *g, const scene_roads *read)
{
    const roads *on = &read->made;
    if (!(on->sharpest > 0) || on->sharpest > ROAD_SHARPEST)
        return; // was reported
    float radius = 1 / on->sharpest, half = g->vehicle.length / 2, beside = g->vehicle.width / 2;
    float out = sqrtf((radius + beside) * (radius + beside) + half * half) - radius;
    if (out + beside >= ROAD_CLEARANCE * on->width)
        scene_wrong(r, g->vehicle.place, DIAGNOSTIC_SCENE_MISFIT,
                    "a car of %g m by %g m is too large for the bend near [%.4g, %.4g]: with a "
                    "radius of %.3g m it needs %.3g m of the lane's width",
                    (double)g->vehicle.length, (double)g->vehicle.width,
                    (double)on->sharpest_at.at[0], (double)on->sharpest_at.at[1], (double)radius,
                    (double)(out + beside));
}

// ---- warnings about steps that are too long for drivers

static float fastest_driver(const scene *s)
{
    float fastest = 0;
    for (uint32_t i = 0; i < s->groups.count; i++) {
        const scene_group *g = scene_group_at(s, i);
        const scene_on_road *road = scene_road_of(g);
        if (road && road->by == ROAD_DRIVERS)
            fastest = fmaxf(fastest, road->fastest > 0 ? road->fastest : g->vehicle.max_speed);
    }
    return fastest;
}

// Return the longest step in which a driver at this speed corrects a wrong gap without much
// overshoot. At the desired gap, s0 + v T, a change of speed changes the acceleration by 2 a (T + v
// / (2 sqrt(a b))) / (s0 + v T) per second. With a step of the inverse of that, the next step is
// exactly right. With up to a quarter more, no cars collided in the shipped scenes.
static float longest_step(const scene_driver *d, float speed)
{
    float approach = speed / (2 * sqrtf(d->acceleration * d->braking));
    return 1.25f * (d->gap + speed * d->headway) / (2 * d->acceleration * (d->headway + approach));
}

static void warn_step(scene_reader *r, const scene *s, const scene_driver *d, float fastest)
{
    float step = (float)s->space.dt * 1e-6f;
    float most = fminf(longest_step(d, 0), longest_step(d, fastest));
    if (!(step > most))
        return;
    scene_help(r,
               scene_wrong(r, scene_member(s->space.place, "dt"), DIAGNOSTIC_SCENE_COARSE,
                           "a step of %.3g s is too long for these drivers: cars may collide",
                           (double)step),
               "use a step of at most %.3g s, which follows from the driver's `gap`, `headway`, "
               "`acceleration` and `braking`",
               (double)most);
}

// The worst case: a standing car comes into view, and the driver brakes as hard as possible from
// the next step on.
static void warn_range(scene_reader *r, const scene *s, const scene_road_net *net, float fastest)
{
    const scene_driver *d = &net->driver;
    float step = (float)s->space.dt * 1e-6f;
    float least = d->gap + fastest * step + fastest * fastest / (2 * d->hardest);
    json_value driver = scene_given(d->place) ? d->place : net->place;
    if (!(d->range < least))
        return;
    scene_help(r,
               scene_wrong(r, scene_member(driver, "range"), DIAGNOSTIC_SCENE_COARSE,
                           "drivers who see %.3g m ahead at up to %.3g m/s cannot stop before a "
                           "standing car: cars may collide",
                           (double)d->range, (double)fastest),
               "use a `range` of at least %.3g m: the distance of one step at that speed, the "
               "braking distance with `hardest`, and the `gap`",
               (double)least);
}

static void warn_coarse(scene_reader *r, const scene *s, const scene_road_net *net)
{
    float fastest = fastest_driver(s);
    warn_step(r, s, &net->driver, fastest);
    warn_range(r, s, net, fastest);
}

static void check_group(scene_reader *r, const scene *s, scene_group *g, uint32_t lines)
{
    const scene_on_road *road = scene_road_of(g);
    const scene_roads *on = scene_roads_of(s);
    if (!road || road->by != ROAD_DRIVERS)
        scene_check_calls(r, g, roads_part.functions, "drivers on roads",
                          "give the group `\"road\": {}`");
    if (!road)
        return;
    if (road->by == ROAD_DRIVERS)
        g->sees_only = "drivers";
    if (!scene_given(on->net.place)) {
        scene_wrong(r, road->place, DIAGNOSTIC_SCENE_MISFIT, "the scene has no `roads`");
        return;
    }
    check_side(r, g, on->net.side);
    if (road->line > lines)
        scene_wrong(r, scene_member(road->place, "line"), DIAGNOSTIC_SCENE_MISFIT,
                    "there %s %u road%s", text_plural(lines, "is", "are"), lines,
                    text_plural(lines, "", "s"));
    if (road->fastest > 0 && road->fastest < road->slowest)
        scene_wrong(r, scene_member(road->place, "fastest"), DIAGNOSTIC_SCENE_MISFIT,
                    "`fastest` is below `slowest`");
    if (2 * scene_half_width(&g->vehicle) >= ROAD_CLEARANCE * on->net.width)
        scene_wrong(r, g->vehicle.place, DIAGNOSTIC_SCENE_MISFIT,
                    scene_has_length(&g->vehicle)
                        ? "a car with this width is too wide for the lane"
                        : "a car with this radius is too wide for the lane");
    else if (road->by == ROAD_DRIVERS && scene_has_length(&g->vehicle))
        check_swing(r, g, on);
}

void scene_roads_check(scene_reader *r, scene *s)
{
    scene_roads *read = given_roads(s);
    if (read)
        scene_want_fixed(r, s, "roads");
    if (read && s->dimension == 2 && all_are_drawn(read))
        make_roads(r, s, read);
    bool are_good = read && read->made.width > 0;
    if (are_good)
        check_places(r, s, read);
    if (are_good && has_drivers(s)) {
        check_drivable(r, s, read);
        warn_coarse(r, s, &read->net);
    }
    for (uint32_t i = 0; i < s->groups.count; i++)
        check_group(r, s, scene_group_at(s, i), read ? road_count(read) : 0);
}
