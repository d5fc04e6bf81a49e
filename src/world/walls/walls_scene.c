// SPDX-License-Identifier: MIT
#include "walls_scene.h"

#include "barriers.h"
#include "routes.h"
#include "scene_part.h"

#include <math.h>

#define AT(type, member) .offset = offsetof(type, member)

static const scene_field wall_fields[] = {
    {SCENE_NAME, "name", AT(scene_wall, name), .doc = "its name"},
    {SCENE_POINTS, "points", AT(scene_wall, points), .required = true, .least = 2,
     .most = WALLS_CORNERS, .doc = "its corners"},
    {SCENE_BOOL, "closed", AT(scene_wall, closed),
     .doc = "whether it leads from the last corner back to the first: a room for agents inside, a "
            "block for others"},
    {SCENE_BOOL, "solid", AT(scene_wall, solid), .otherwise = 1,
     .doc = "whether agents cannot pass it; otherwise it is only seen, by `avoid_obstacles`"},
    {SCENE_NUMBER, "width", AT(scene_wall, width), .least = 0, .most = 1e6,
     .doc = "its width, half on each side of the line between the corners"},
    {0},
};

static const scene_field route_fields[] = {
    {SCENE_NAME, "name", AT(scene_route, name), .required = true, .doc = "its name"},
    {SCENE_POINT, "to", AT(scene_route, to), .required = true, .doc = "its end"},
    {SCENE_NUMBER, "cell", AT(scene_route, cell), .least = 1e-3, .most = 1e6, .otherwise = 0.5,
     .doc = "the edge of the grid cells for finding paths"},
    {SCENE_NUMBER, "room", AT(scene_route, room), .least = 0, .most = 1e6, .otherwise = 0.3,
     .doc = "the distance of paths from walls and obstacles: at least the radius of the agents"},
    {0},
};

const scene_field walls_scene_fields[] = {
    {SCENE_LIST, "walls", AT(scene_walls, walls), .fields = wall_fields, .size = sizeof(scene_wall),
     .least = 0, .most = WALLS_CORNERS, .doc = "walls and polygons, in a plane", .what = "a wall"},
    {SCENE_LIST, "routes", AT(scene_walls, routes), .fields = route_fields,
     .size = sizeof(scene_route), .least = 0, .most = ROUTES_MOST,
     .doc = "places to which agents find a path around walls and obstacles, with `waypoint`",
     .what = "a route"},
    {0},
};

void walls_scene_define(scene_reader *r, scene *s)
{
    const scene_wall *walls = scene_walls_of(s)->list;
    for (uint32_t i = 0; i < scene_walls_of(s)->count; i++)
        if (walls[i].name)
            scene_define(r, "wall", walls[i].name, i, scene_member(walls[i].place, "name"));
    const scene_route *routes = scene_routes_of(s)->list;
    for (uint32_t i = 0; i < scene_routes_of(s)->count; i++)
        if (routes[i].name)
            scene_define(r, "route", routes[i].name, i, scene_member(routes[i].place, "name"));
}

// ---- polygons that intersect themselves

static vector corner_at(const scene_wall *wall, uint32_t number)
{
    const scene_point *p = &wall->points.list[number < wall->points.count ? number : 0];
    return (vector){{p->at[0], p->at[1]}};
}

// Return on which side of the line from a to b a point is: -1, 0 (on it) or 1. Products of floats
// are exact in double, and sums nearly so.
static int side_of(vector a, vector b, vector p)
{
    double one = ((double)b.at[0] - (double)a.at[0]) * ((double)p.at[1] - (double)a.at[1]);
    double two = ((double)b.at[1] - (double)a.at[1]) * ((double)p.at[0] - (double)a.at[0]);
    return (one > two) - (one < two);
}

// Return whether a point on the line from a to b is between them.
static bool is_between(vector a, vector b, vector p)
{
    EACH_DIMENSION (d)
        if (p.at[d] < fminf(a.at[d], b.at[d]) || p.at[d] > fmaxf(a.at[d], b.at[d]))
            return false;
    return true;
}

static bool edges_meet(vector a, vector b, vector c, vector e)
{
    int ac = side_of(a, b, c), ae = side_of(a, b, e), ca = side_of(c, e, a), cb = side_of(c, e, b);
    return (ac * ae < 0 && ca * cb < 0) || (ac == 0 && is_between(a, b, c)) ||
           (ae == 0 && is_between(a, b, e)) || (ca == 0 && is_between(c, e, a)) ||
           (cb == 0 && is_between(c, e, b));
}

// Return whether the edges i < k of a polygon meet other than at a common corner.
static bool edges_cross(const scene_wall *wall, uint32_t i, uint32_t k)
{
    vector a = corner_at(wall, i), b = corner_at(wall, i + 1);
    vector c = corner_at(wall, k), e = corner_at(wall, k + 1);
    if (k == i + 1) // adjacent edges must not overlap
        return side_of(a, b, e) == 0 && (is_between(a, b, e) || is_between(c, e, a));
    if (i == 0 && k + 1 == wall->points.count)
        return side_of(a, b, c) == 0 && (is_between(a, b, c) || is_between(c, e, b));
    return edges_meet(a, b, c, e);
}

enum { CROSSES_NOT, CROSSES_ITSELF, CROSSES_UNKNOWN };

// A search, and its result: an edge that crosses an earlier one.
typedef struct crossing_search {
    const scene_wall *wall;
    uint64_t *left; // remaining pairs that may be compared
    uint32_t edge;
} crossing_search;

static int find_crossing(crossing_search *s, const barriers *b)
{
    barriers_walk walk;
    for (uint32_t i = 0; i < b->count; i++) {
        vector low, high;
        EACH_DIMENSION (d) {
            low.at[d] = fminf(b->list[i].from.at[d], b->list[i].to.at[d]);
            high.at[d] = fmaxf(b->list[i].from.at[d], b->list[i].to.at[d]);
        }
        for (barriers_walk_begin(&walk, b, low, high, false); barriers_walk_next(&walk);) {
            if ((*s->left)-- == 0)
                return CROSSES_UNKNOWN;
            if (walk.index < i && edges_cross(s->wall, walk.index, i)) {
                s->edge = i;
                return CROSSES_ITSELF;
            }
        }
    }
    return CROSSES_NOT;
}

// Return the bounding box of a polygon.
static space box_around(const barrier *list, uint32_t count)
{
    vector low = list[0].from, high = low;
    for (uint32_t i = 0; i < count; i++)
        EACH_DIMENSION (d) {
            low.at[d] = fminf(low.at[d], list[i].from.at[d]);
            high.at[d] = fmaxf(high.at[d], list[i].from.at[d]);
        }
    space box = {.low = low, .size = vector_subtract(high, low)};
    EACH_DIMENSION (d)
        box.size.at[d] = box.size.at[d] > 0 ? box.size.at[d] : 1;
    return box;
}

static json_value point_place(const scene_wall *wall, uint32_t number)
{
    json_value v = json_first(scene_member(wall->place, "points"));
    for (uint32_t i = 0; i < number && json_kind_of(v) != JSON_NONE; i++)
        v = json_next(v);
    return v;
}

static void check_crossings(scene_reader *r, const scene_wall *wall, uint64_t *left)
{
    barriers b;
    crossing_search search = {.wall = wall, .left = left};
    uint32_t count = wall->points.count;
    barrier *list = scene_memory(r, count * sizeof *list);
    for (uint32_t i = 0; i < count; i++)
        list[i] = (barrier){.from = corner_at(wall, i), .to = corner_at(wall, i + 1)};
    space box = box_around(list, count);
    if (barriers_create(&b, &r->form.memory->allocator, &box, list, count) != GESTALT_OK)
        longjmp(r->form.memory->escape, 1); // memory ran out, and nothing else needs to be released
    int found = find_crossing(&search, &b);
    barriers_destroy(&b, &r->form.memory->allocator);
    if (found == CROSSES_ITSELF)
        scene_wrong(r, point_place(wall, search.edge), DIAGNOSTIC_SCENE_MISFIT,
                    "the wall crosses itself with the edge that begins here");
    if (found == CROSSES_UNKNOWN)
        scene_wrong(r, wall->place, DIAGNOSTIC_TOO_MANY,
                    "the polygons have too many edges to check whether they cross");
}

// ---- further checks

// Return whether the corners form segments inside the world; if not, they were reported.
static bool check_points(scene_reader *r, const scene *s, const scene_wall *wall)
{
    uint32_t count = wall->points.count;
    for (uint32_t i = 0; i < scene_wall_segments(wall); i++)
        if (vector_is_zero(vector_subtract(corner_at(wall, i), corner_at(wall, i + 1)))) {
            scene_wrong(r, point_place(wall, i + 1 < count ? i + 1 : 0), DIAGNOSTIC_SCENE_MISFIT,
                        "the wall has the same corner twice here");
            return false;
        }
    for (uint32_t i = 0; s->space.periodic && i < count; i++)
        for (int d = 0; d < 2; d++) {
            float low = s->space.low.at[d], x = wall->points.list[i].at[d];
            if (!(x >= low && x <= low + s->space.size.at[d])) {
                scene_help(r,
                           scene_wrong(r, point_place(wall, i), DIAGNOSTIC_SCENE_MISFIT,
                                       "a corner of a wall is outside of the periodic world"),
                           "split a wall over the border into two walls that end there");
                return false;
            }
        }
    return true;
}

static void check_wall(scene_reader *r, const scene *s, const scene_wall *wall, uint64_t *left)
{
    if (wall->closed && wall->points.count == 2)
        scene_wrong(r, scene_member(wall->place, "points"), DIAGNOSTIC_SCENE_MISFIT,
                    "a closed wall has at least 3 corners");
    else if (wall->points.count >= 2 && check_points(r, s, wall) && wall->closed)
        check_crossings(r, wall, left);
}

// The border is a rectangle of walls, so it exists only in the plane.
static void check_border(scene_reader *r, const scene *s)
{
    json_value place =
        scene_given(s->space.place) ? scene_member(s->space.place, "border") : s->space.place;
    if (s->space.border != BORDER_SOLID)
        return;
    if (s->space.periodic)
        scene_wrong(r, place, DIAGNOSTIC_SCENE_MISFIT,
                    "a periodic world has no border, so it can't be solid");
    if (s->dimension != 2)
        scene_wrong(r, place, DIAGNOSTIC_SCENE_MISFIT,
                    "solid borders need a world of two dimensions");
}

static void check_obstacles(scene_reader *r, const scene *s)
{
    const scene_obstacle *obstacles = s->obstacles.list;
    for (uint32_t i = 0; i < s->obstacles.count && s->dimension != 2; i++)
        if (scene_given(obstacles[i].place) && obstacles[i].solid)
            scene_wrong(r, scene_member(obstacles[i].place, "solid"), DIAGNOSTIC_SCENE_MISFIT,
                        "solid obstacles need a world of two dimensions");
}

static void check_routes(scene_reader *r, const scene *s)
{
    const scene_route *routes = scene_routes_of(s)->list;
    const space world = {.size = {{s->space.size.at[0], s->space.size.at[1]}}};
    double cells = 0;
    json_value place = scene_member(s->place, "routes");
    for (uint32_t i = 0; i < scene_routes_of(s)->count; i++)
        cells += routes[i].cell > 0 ? route_cells(&world, routes[i].cell) : 0;
    if (scene_routes_of(s)->count == 0)
        return;
    if (s->dimension != 2 || s->space.periodic)
        scene_wrong(r, place, DIAGNOSTIC_SCENE_MISFIT,
                    "routes need a world of two dimensions that is not periodic");
    else if (cells > ROUTES_CELLS)
        scene_wrong(r, place, DIAGNOSTIC_TOO_MANY,
                    "the routes of a scene have at most %d cells; make `cell` larger",
                    ROUTES_CELLS);
}

void walls_scene_check(scene_reader *r, scene *s)
{
    const scene_walls *given = s->parts[SCENE_PART_WALLS];
    const scene_wall *walls = given->walls.list;
    uint64_t corners = 0, left = WALLS_COMPARED;
    check_border(r, s);
    check_obstacles(r, s);
    check_routes(r, s);
    if (given->walls.count > 0 && s->dimension != 2) {
        scene_wrong(r, scene_member(given->place, "walls"), DIAGNOSTIC_SCENE_MISFIT,
                    "walls need a world of two dimensions");
        return;
    }
    for (uint32_t i = 0; i < given->walls.count; i++)
        corners += walls[i].points.count;
    if (corners > WALLS_CORNERS) {
        scene_wrong(r, scene_member(given->place, "walls"), DIAGNOSTIC_TOO_MANY,
                    "the walls of a scene have at most %d corners", WALLS_CORNERS);
        return;
    }
    for (uint32_t i = 0; i < given->walls.count; i++)
        if (scene_given(walls[i].place))
            check_wall(r, s, &walls[i], &left);
}
