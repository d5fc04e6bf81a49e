// SPDX-License-Identifier: MIT
// Walls, solid obstacles and borders. No agent gets into or through them, at any speed and with any
// kind of motion. Agents turn away from those that are only visible. A search finds the same ones
// as a scan of all. Scenes with invalid walls have errors.
#include "amount.h"
#include "behaviours.h"
#include "random.h"
#include "routes.h"
#include "running.h"
#include "walls_scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof *(array))

static const world_options one_thread = {.threads = 1};

// ---- the simple version, in double

static double distance_to(const barrier *b, float x, float y)
{
    double dx = (double)b->to.at[0] - (double)b->from.at[0];
    double dy = (double)b->to.at[1] - (double)b->from.at[1];
    double px = (double)x - (double)b->from.at[0], py = (double)y - (double)b->from.at[1];
    double squared = dx * dx + dy * dy, share = squared > 0 ? (px * dx + py * dy) / squared : 0;
    share = share < 0 ? 0 : share > 1 ? 1 : share;
    px -= dx * share;
    py -= dy * share;
    return sqrt(px * px + py * py) - (double)b->radius;
}

// The barriers of a scene. The caller frees them.
static barrier *list_of(const scene *s, uint32_t *count)
{
    const scene_wall *walls = scene_walls_of(s)->list;
    const scene_obstacle *obstacles = s->obstacles.list;
    barrier *list = calloc(20000, sizeof *list), *next = list;
    assert_non_null(list);
    for (uint32_t i = 0; i < s->obstacles.count; i++, next++) {
        next->from = next->to = (vector){{obstacles[i].at.at[0], obstacles[i].at.at[1]}};
        next->radius = obstacles[i].radius;
    }
    for (uint32_t i = 0; i < scene_walls_of(s)->count; i++)
        for (uint32_t k = 0; k < scene_wall_segments(&walls[i]); k++, next++) {
            const scene_point *from = &walls[i].points.list[k], *to = scene_wall_end(&walls[i], k);
            *next = (barrier){.from = {{from->at[0], from->at[1]}},
                              .to = {{to->at[0], to->at[1]}},
                              .radius = walls[i].width / 2};
        }
    *count = (uint32_t)(next - list);
    assert_true(*count <= 20000);
    return list;
}

// Return how many agents, with that radius, are inside a barrier now.
static uint64_t count_inside(const running *r, const barrier *list, uint32_t count, float radius)
{
    uint64_t inside = 0;
    world_columns c = r->is->columns(r->world);
    for (uint64_t i = 0; i < c.count; i++)
        for (uint32_t k = 0; k < count; k++)
            inside += distance_to(&list[k], c.position[0][i], c.position[1][i]) < (double)radius;
    return inside;
}

// Run a scene, and return how many agents were inside something, summed over all steps.
static uint64_t run_inside(const char *text, uint64_t steps, float radius)
{
    uint32_t count;
    uint64_t inside = 0;
    running r = running_of_text(text, &one_thread);
    barrier *list = list_of(r.scene, &count);
    for (uint64_t i = 0; i < steps; i++) {
        running_go_on(&r, 1);
        inside += count_inside(&r, list, count, radius);
    }
    free(list);
    running_stop(&r);
    return inside;
}

// ---- rooms

#define WANDER                                                                                     \
    "{\"gestalt\":1,\"root\":{\"type\":\"action\",\"do\":\"wander\",\"args\":{\"weight\":1000}}}"
#define HOP                                                                                        \
    "{\"gestalt\":1,\"blackboard\":{\"x\":{\"type\":\"float\",\"init\":\"60*rand()-30\"},"         \
    "\"y\":{\"type\":\"float\",\"init\":\"60*rand()-30\"}},"                                       \
    "\"root\":{\"type\":\"sequence\",\"children\":["                                               \
    "{\"type\":\"set\",\"key\":\"x\",\"to\":\"60*rand()-30\"},"                                    \
    "{\"type\":\"set\",\"key\":\"y\",\"to\":\"60*rand()-30\"},"                                    \
    "{\"type\":\"action\",\"do\":\"hop\",\"args\":{\"x\":\"x\",\"y\":\"y\"}}]}}"

// A room with corners of all kinds, whose walls have no width, and a pillar in it.
#define ROOM(tree)                                                                                 \
    "{\"scene\":1,\"world\":{\"size\":[40,40]},"                                                   \
    "\"obstacles\":[{\"at\":[17,14],\"radius\":1.5,\"solid\":true}],"                              \
    "\"walls\":[{\"points\":[[2,2],[38,4],[30,20],[38,38],[20,24],[5,37],[9,18]],"                 \
    "\"closed\":true},{\"points\":[[12,16],[24,18],[28,8]]}],"                                     \
    "\"groups\":[{\"name\":\"moths\",\"count\":40,\"vehicle\":{\"max_speed\":2000,"                \
    "\"max_force\":1e6,\"radius\":0.25},\"velocity\":{\"how\":\"anywhere\",\"most\":50},"          \
    "\"start\":{\"how\":\"grid\",\"low\":[11,5],\"high\":[24,11]},\"tree\":" tree "}]}"

static const float corners[][2] = {{2, 2}, {38, 4}, {30, 20}, {38, 38}, {20, 24}, {5, 37}, {9, 18}};

// Return whether a ray to the right crosses an odd number of the room's walls.
static bool is_in_room(float x, float y)
{
    bool inside = false;
    for (size_t i = 0; i < LENGTH(corners); i++) {
        const float *a = corners[i], *b = corners[(i + 1) % LENGTH(corners)];
        if ((a[1] > y) != (b[1] > y) && x < (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) + a[0])
            inside = !inside;
    }
    return inside;
}

// In steps of up to 200 m, no agent passes a wall without width, by forces or by hops.
static void test_room(void **state)
{
    (void)state;
    const char *const texts[] = {ROOM(WANDER), ROOM(HOP)};
    for (size_t t = 0; t < LENGTH(texts); t++) {
        assert_int_equal(run_inside(texts[t], 500, 0.25f), 0);
        running r = running_of_text(texts[t], &one_thread);
        for (int step = 0; step < 500; step++) {
            running_go_on(&r, 1);
            world_columns c = r.is->columns(r.world);
            for (uint64_t i = 0; i < c.count; i++)
                assert_true(is_in_room(c.position[0][i], c.position[1][i]));
        }
        running_stop(&r);
    }
}

// The same room with walls that are only visible holds no agent, so the test above can fail.
static void test_only_seen(void **state)
{
    (void)state;
    char *text =
        running_replaced(ROOM(WANDER), "\"closed\":true}", "\"closed\":true,\"solid\":false}");
    char *open = running_replaced(text, "[28,8]]", "[28,8]],\"solid\":false");
    assert_true(run_inside(open, 100, 0.25f) > 0);
    free(open);
    free(text);
}

static void test_same_bits(void **state)
{
    (void)state;
    running_in_all_ways(ROOM(WANDER), 60, 60, NULL);
    running_in_all_ways(ROOM(HOP), 60, 60, NULL);
}

// ---- many

// A periodic world full of walls and obstacles, some of them at its border.
static char *forest(uint32_t walls, uint64_t *random)
{
    size_t size = 100 * (size_t)walls + 2000;
    char *text = malloc(size), *at = text;
    assert_non_null(text);
    at += sprintf(at, "{\"scene\":1,\"world\":{\"size\":[100,100],\"periodic\":true},\"walls\":["
                      "{\"points\":[[0,40],[0,60]]},{\"points\":[[30,100],[60,100]],\"width\":1}");
    for (uint32_t i = 0; i < walls; i++) {
        double x = (double)(random_next(random) % 90), y = (double)(random_next(random) % 90);
        double length = (double)(random_next(random) % 80) / 10 + 0.5;
        at += sprintf(at, ",{\"points\":[[%g,%g],[%g,%g]]}", x, y, x + length, y + length / 3);
    }
    sprintf(at,
            "],\"obstacles\":[{\"at\":[1,20],\"radius\":3,\"solid\":true}],\"groups\":[{\"name\":"
            "\"moths\",\"count\":300,\"vehicle\":{\"max_speed\":60,\"max_force\":1e5,\"radius\":"
            "0.2},\"start\":{\"how\":\"grid\",\"low\":[90.5,90.5],\"high\":[99,98.5]},"
            "\"velocity\":{\"how\":\"anywhere\",\"most\":50},\"tree\":" WANDER "}]}");
    return text;
}

// Images count, too: the wall at x = 0 is also at x = 100.
static void test_forest(void **state)
{
    (void)state;
    uint64_t random = 7, inside = 0;
    uint32_t count;
    char *text = forest(400, &random);
    running r = running_of_text(text, &one_thread);
    barrier *list = list_of(r.scene, &count);
    uint32_t first = count;
    for (uint32_t i = 0; i < first; i++)
        for (int image = 0; image < 4; image++) {
            list[count] = list[i];
            list[count].from.at[image % 2] += image < 2 ? 100 : -100;
            list[count++].to.at[image % 2] += image < 2 ? 100 : -100;
        }
    for (uint32_t i = 0; i < amount_of(60, 4); i++) {
        running_go_on(&r, 10);
        inside += count_inside(&r, list, count, 0.2f);
    }
    assert_int_equal(inside, 0);
    world_columns c = r.is->columns(r.world);
    double moved = 0;
    for (uint64_t i = 0; i < c.count; i++)
        moved += c.position[0][i] < 80;
    assert_true(moved > 100 || amount_is_small());
    free(list);
    running_stop(&r);
    free(text);
}

// ---- searches, compared with a scan of all

static vector draw_place(uint64_t *random, float size)
{
    vector v;
    EACH_DIMENSION (d)
        v.at[d] = (float)(random_next(random) >> 40) * 0x1p-24f * size;
    return v;
}

// With circles only, a vehicle steers as after a scan of all of them, to the bit.
static void test_avoid(void **state)
{
    (void)state;
    enum { COUNT = 500 };
    static barrier list[COUNT];
    static float x[COUNT], y[COUNT], radius[COUNT];
    uint64_t random = 3;
    barriers b;
    const space box = {.low = {{10, 10}}, .size = {{80, 80}}};
    for (int i = 0; i < COUNT; i++) {
        vector at = draw_place(&random, 100);
        radius[i] = i % 50 == 0 ? 8 : 0.5f;
        x[i] = at.at[0];
        y[i] = at.at[1];
        list[i] = (barrier){.from = at, .to = at, .radius = radius[i]};
    }
    spheres all = {COUNT, {{x, y}}, radius};
    assert_int_equal(barriers_create(&b, NULL, &box, list, COUNT), GESTALT_OK);
    uint32_t steered = 0;
    const int places = (int)amount_of(20000, 4);
    for (int i = 0; i < places; i++) {
        vehicle me = {.position = draw_place(&random, 100), .radius = 0.3f, .max_force = 2};
        me.heading = vector_unit(vector_subtract(draw_place(&random, 2), (vector){{1, 1}}));
        me.velocity = vector_scale(me.heading, (float)(i % 9));
        vector fast = steer_avoid_barriers(&me, &b, 1), slow = steer_avoid_obstacles(&me, &all, 1);
        assert_memory_equal(&fast, &slow, sizeof fast);
        steered += !vector_is_zero(fast);
    }
    assert_true(steered > (uint32_t)places / 10 && steered < (uint32_t)places * 9 / 10);
    barriers_destroy(&b, NULL);
}

static void test_nearest(void **state)
{
    (void)state;
    enum { COUNT = 300 };
    static barrier list[COUNT];
    uint64_t random = 5;
    barriers b;
    const space box = {.low = {{0, 0}}, .size = {{100, 100}}};
    for (int i = 0; i < COUNT; i++)
        list[i] = (barrier){
            .from = draw_place(&random, 100), .to = draw_place(&random, 100), .is_solid = i % 2};
    assert_int_equal(barriers_create(&b, NULL, &box, list, COUNT), GESTALT_OK);
    assert_int_equal(b.solid_count, COUNT / 2);
    for (uint32_t i = 0; i < amount_of(2000, 4); i++) {
        vector at = draw_place(&random, 110);
        double least = 1e9;
        for (int k = i % 2 ? 0 : 1; k < COUNT; k += i % 2 ? 1 : 2)
            least = fmin(least, distance_to(&list[k], at.at[0], at.at[1]));
        barrier_near near = barriers_nearest(&b, at, 200, i % 2);
        assert_true(fabs((double)near.distance - least) < 1e-5);
        near = barriers_nearest(&b, at, (float)least * 0.99f, i % 2);
        assert_int_equal(near.index, UINT32_MAX);
        // A way is free up to the nearest barrier, in any direction.
        vector way = vector_scale(vector_unit(draw_place(&random, 1)), (float)least * 0.99f);
        assert_true(barriers_share(&b, at, way, 0, i % 2) == 1);
        near = barriers_nearest(&b, at, 200, i % 2);
        way = vector_scale(near.away, -2 * near.distance);
        float radius = near.distance / 4;
        float met = barriers_share(&b, at, way, radius, i % 2) * 2 * near.distance + radius;
        assert_true(fabsf(met - near.distance) < 1e-3f);
    }
    barriers_destroy(&b, NULL);
}

// The lists of cells stay short, however long walls are.
static void test_lists(void **state)
{
    (void)state;
    enum { COUNT = 10000 };
    static barrier list[COUNT];
    uint64_t random = 11;
    barriers b;
    const space box = {.low = {{0, 0}}, .size = {{1000, 1000}}};
    for (int i = 0; i < COUNT; i++)
        list[i] = (barrier){.from = draw_place(&random, 1000), .to = draw_place(&random, 1000)};
    assert_int_equal(barriers_create(&b, NULL, &box, list, COUNT), GESTALT_OK);
    assert_true(b.start[b.cell_count] <= COUNT * BARRIERS_SHARE);
    barriers_destroy(&b, NULL);
    for (int i = 0; i < COUNT; i++)
        list[i].to = vector_add_scaled(list[i].from, (vector){{1, 1}}, 3);
    assert_int_equal(barriers_create(&b, NULL, &box, list, COUNT), GESTALT_OK);
    assert_true(b.cell_count > COUNT / 2); // so that there are a few in each cell
    barriers_destroy(&b, NULL);
    assert_int_equal(barriers_create(&b, NULL, &box, list, 0), GESTALT_OK);
    assert_true(vector_is_zero(vector_subtract(
        barriers_step(&b, (vector){{1, 1}}, (vector){{5, 0}}, 1, true), (vector){{5, 0}})));
    barriers_destroy(&b, NULL);
}

// ---- steps, by hand

static void test_steps(void **state)
{
    (void)state;
    const barrier list[] = {{.from = {{10, 0}}, .to = {{10, 20}}, .is_solid = true},
                            {.from = {{5, 10}}, .to = {{5, 10}}, .radius = 1}};
    const space box = {.low = {{0, 0}}, .size = {{20, 20}}};
    const struct {
        vector at, step, gets;
        bool all;
    } cases[] = {
        {{{2, 2}}, {{3, 0}}, {{3, 0}}, true},      // nothing is in the way
        {{{8, 2}}, {{100, 0}}, {{1, 0}}, false},   // it touches the wall
        {{{8, 2}}, {{3, 6}}, {{1, 6}}, false},     // and continues along the wall
        {{{12, 2}}, {{-100, 0}}, {{-1, 0}}, true}, // from the other side
        {{{2, 10}}, {{9, 0}}, {{7, 0}}, false},    // the circle is only visible
        {{{2, 10}}, {{9, 0}}, {{1, 0}}, true},     // unless everything is solid
        {{{9.5f, 5}}, {{-3, 0}}, {{-3, 0}}, true}, // an agent in a wall gets out
        {{{9.5f, 5}}, {{3, 0}}, {{0, 0}}, true},   // and not further in
    };
    barriers b;
    assert_int_equal(barriers_create(&b, NULL, &box, list, LENGTH(list)), GESTALT_OK);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        vector gets = barriers_step(&b, cases[i].at, cases[i].step, 1, cases[i].all);
        EACH_DIMENSION (d)
            if (fabsf(gets.at[d] - cases[i].gets.at[d]) > 1e-3f)
                fail_msg("case %zu: %g, %g", i, (double)gets.at[0], (double)gets.at[1]);
    }
    barriers_destroy(&b, NULL);
}

// A vehicle that comes to a wall turns along it. If it comes head on, it turns away from the
// middle.
static void test_turns(void **state)
{
    (void)state;
    const barrier list[] = {{.from = {{10, 0}}, .to = {{10, 20}}}};
    const space box = {.low = {{0, 0}}, .size = {{20, 20}}};
    barriers b;
    assert_int_equal(barriers_create(&b, NULL, &box, list, LENGTH(list)), GESTALT_OK);
    vehicle me = {.position = {{5, 5}}, .heading = {{0.8f, 0.6f}}, .velocity = {{8, 6}}};
    me.max_force = 1;
    me.radius = 0.5f;
    vector force = steer_avoid_barriers(&me, &b, 2);
    assert_true(force.at[0] < 0 && force.at[1] > 0);
    me.heading = (vector){{1, 0}};
    force = steer_avoid_barriers(&me, &b, 2);
    assert_true(force.at[1] < 0); // the middle of the wall is at y = 10
    assert_true(vector_is_zero(steer_avoid_barriers(&me, &b, 0.1f)));
    barriers_destroy(&b, NULL);
}

// ---- pedestrians

// All obstacles and walls are solid to pedestrians of both models: in a million agent-steps, none
// ends inside one. Bodies of the model "measured" can turn sideways, so only half of their radius
// is solid. Pedestrians do not stand in front of a pillar forever, either.
static void test_pedestrians(void **state)
{
    (void)state;
    static const char text[] =
        "{\"scene\":1,\"world\":{\"size\":[60,12],\"periodic\":true,\"dt\":0.25},"
        "\"obstacles\":[{\"at\":[30,6],\"radius\":2},{\"at\":[38,2],\"radius\":1},"
        "{\"at\":[44,9],\"radius\":1}],\"walls\":[{\"points\":[[50,0],[50,4]]},"
        "{\"points\":[[50,8],[50,12]],\"width\":0.5}],\"groups\":[{\"name\":\"people\","
        "\"count\":200,\"tree\":{\"gestalt\":1,\"root\":{\"type\":\"action\",\"do\":"
        "\"walk\"}},\"vehicle\":{\"radius\":0.2,\"max_speed\":2},\"velocity\":{\"how\":"
        "\"still\"},\"start\":{\"how\":\"grid\",\"low\":[0,0],\"high\":[25,12]},"
        "\"pedestrians\":{\"low\":[0,0],\"high\":[60,12],\"direction\":[1,0]}}]}";
    assert_int_equal(run_inside(text, 4500, 0.2f), 0);
    char *measured =
        running_replaced(text, "\"direction\"", "\"model\":\"measured\",\"direction\"");
    assert_int_equal(run_inside(measured, 500, 0.1f), 0);
    running r = running_of_text(measured, &one_thread);
    running_go_on(&r, 500);
    outcome out = running_outcome(&r);
    assert_true(running_row(&out, "mean_velocity") > 0.4);
    running_stop(&r);
    free(measured);
}

// ---- routes

// A house of two rooms. Agents in the left one want to reach a corner of the right one.
#define HOUSE(first)                                                                               \
    "{\"scene\":1,\"world\":{\"size\":[20,10],\"border\":\"solid\"},\"walls\":["                   \
    "{\"points\":[[10,0],[10,7]],\"width\":0.2},{\"points\":[[10,8.5],[10,10]]},"                  \
    "{\"points\":[[13,2],[13,10]]}],\"obstacles\":[{\"at\":[11.5,4],\"radius\":0.5}],"             \
    "\"routes\":[{\"name\":\"there\",\"to\":[18,8],\"cell\":0.25,\"room\":0.3},"                   \
    "{\"name\":\"into_wall\",\"to\":[10,5]}],\"groups\":[{\"name\":\"people\",\"count\":30,"       \
    "\"vehicle\":{\"max_speed\":2,\"max_force\":20,\"radius\":0.2},\"velocity\":{\"how\":"         \
    "\"still\"},\"start\":{\"how\":\"grid\",\"low\":[0,0],\"high\":[9.5,10]},\"set\":{\"route\":"  \
    "\"there\",\"next\":[18,8]},\"tree\":{\"gestalt\":1,\"blackboard\":{\"route\":\"int\","        \
    "\"next\":\"vec2\",\"far\":\"float\"},\"root\":{\"type\":\"reactive_sequence\",\"children\":"  \
    "[" first                                                                                      \
    "{\"type\":\"action\",\"do\":\"seek\",\"args\":{\"target\":\"next\"}}]}}}],\"reports\":[{"     \
    "\"name\":\"there\",\"value\":\"count(people, position.x > 13)\"}]}"
#define WAYPOINT                                                                                   \
    "{\"type\":\"action\",\"do\":\"waypoint\",\"args\":{\"route\":\"route\",\"point\":\"next\","   \
    "\"distance\":\"far\"}},"

// All agents that follow a route arrive, through the door, around the pillar and the corner. Of
// those that walk straight on, none does.
static void test_routes(void **state)
{
    (void)state;
    const struct {
        const char *text;
        double there;
    } cases[] = {{HOUSE(WAYPOINT), 30}, {HOUSE(""), 0}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        running r = running_of_text(cases[i].text, &one_thread);
        running_go_on(&r, 300);
        outcome out = running_outcome(&r);
        assert_true(running_row(&out, "there") == cases[i].there);
        running_stop(&r);
    }
    assert_int_equal(run_inside(HOUSE(WAYPOINT), 200, 0.2f), 0);
    running_in_all_ways(HOUSE(WAYPOINT), 50, 50, NULL);
    // There is no route to a position inside a wall, so no agent moves.
    char *text =
        running_replaced(HOUSE(WAYPOINT), "\"route\":\"there\"", "\"route\":\"into_wall\"");
    running r = running_of_text(text, &one_thread);
    running_go_on(&r, 20);
    outcome out = running_outcome(&r);
    assert_true(running_row(&out, "mean_speed") == 0);
    running_stop(&r);
    free(text);
}

// Around a corner, the route is about as long as two straight lines, and leads past the corner.
static void test_corner(void **state)
{
    (void)state;
    const barrier list[] = {{.from = {{10, 0}}, .to = {{10, 10}}}};
    const space box = {.low = {{0, 0}}, .size = {{20, 20}}};
    barriers b;
    route r;
    vector point;
    float left;
    assert_int_equal(barriers_create(&b, NULL, &box, list, LENGTH(list)), GESTALT_OK);
    assert_int_equal(route_create(&r, NULL, &b, &box, (vector){{12, 2}}, 0.25f, 0.5f), GESTALT_OK);
    assert_true(route_next(&r, (vector){{8, 2}}, &point, &left));
    assert_true(point.at[0] < 10 && point.at[1] > 8 && point.at[1] < 12);
    left += vector_distance(point, (vector){{8, 2}});
    assert_true(left > 16.5f && left < 19);
    assert_true(route_next(&r, (vector){{15, 9}}, &point, &left));
    assert_true(point.at[0] == 12 && point.at[1] == 2 && left == 0);
    assert_false(route_next(&r, (vector){{-5, 2}}, &point, &left));
    route_destroy(&r, NULL);
    barriers_destroy(&b, NULL);
}

// ---- borders

static void test_border(void **state)
{
    (void)state;
    static const char text[] =
        "{\"scene\":1,\"world\":{\"low\":[-10,-5],\"size\":[30,20],\"border\":\"solid\"},"
        "\"groups\":[{\"name\":\"moths\",\"count\":50,\"vehicle\":{\"max_speed\":500,"
        "\"max_force\":1e6,\"radius\":0.25},\"velocity\":{\"how\":\"anywhere\",\"most\":50},"
        "\"start\":{\"how\":\"grid\"},\"tree\":" WANDER "}]}";
    running r = running_of_text(text, &one_thread);
    for (int step = 0; step < 300; step++) {
        running_go_on(&r, 1);
        world_columns c = r.is->columns(r.world);
        for (uint64_t i = 0; i < c.count; i++) {
            assert_true(c.position[0][i] >= -9.75f && c.position[0][i] <= 19.75f);
            assert_true(c.position[1][i] >= -4.75f && c.position[1][i] <= 14.75f);
        }
    }
    running_stop(&r);
    running_in_all_ways(text, 40, 40, NULL);
}

// ---- what is wrong

#define FIRST_WALL "\"points\":[[12,16],[24,18],[28,8]]"

static void test_errors(void **state)
{
    (void)state;
    const struct {
        const char *old, *new, *found;
    } cases[] = {
        {FIRST_WALL, "\"points\":[[1,2],[1,2]]", "the same corner twice"},
        {FIRST_WALL, "\"points\":[[1,2],[3,2],[2,2]],\"closed\":true", "crosses itself"},
        {FIRST_WALL, "\"points\":[[1,2],[3,2]],\"closed\":true", "at least 3 corners"},
        {FIRST_WALL, "\"points\":[[1,1],[5,5],[5,1],[1,5]],\"closed\":true", "crosses itself"},
        {FIRST_WALL, "\"points\":[[1,1],[5,1],[5,5],[3,1],[1,5]],\"closed\":true",
         "crosses itself"},
        {FIRST_WALL, "\"points\":[[1,1],[9,1],[5,1],[5,5]],\"closed\":true", "crosses itself"},
        {FIRST_WALL, "\"points\":[[1,2]]", "at least 2"},
        {FIRST_WALL, FIRST_WALL ",\"width\":-1", "`width`"},
        {FIRST_WALL, FIRST_WALL ",\"hard\":true", "a wall has no key `hard`"},
        {FIRST_WALL, FIRST_WALL ",\"name\":\"moths\"},{" FIRST_WALL ",\"name\":\"moths\"",
         "two things of kind wall"},
        {"[40,40]", "[40,40],\"periodic\":true,\"border\":\"solid\"", "a periodic world has no"},
        {"[40,40]", "[20,20],\"periodic\":true", "outside of the periodic world"},
        {"[40,40]", "[40,40],\"border\":\"hard\"", "`border`"},
        {"[40,40]", "[40,40,40],\"border\":\"solid\"",
         "solid borders need a world of two dimensions"},
        {"[40,40]", "[40,40,40]", "walls need a world of two dimensions"},
        {"[40,40]}", "[40,40],\"periodic\":true},\"routes\":[{\"name\":\"a\",\"to\":[1,1]}]",
         "routes need a world of two dimensions that is not periodic"},
        {"[40,40]}", "[40,40]},\"routes\":[{\"name\":\"a\",\"to\":[1,1],\"cell\":0.03}]",
         "the routes of a scene have at most 1000000 cells"},
        {"[40,40]}", "[40,40,40]},\"routes\":[{\"name\":\"a\",\"to\":[1,1]}]",
         "routes need a world of two dimensions that is not periodic"},
        {"[40,40]}", "[40,40]},\"routes\":[{\"name\":\"a\",\"to\":[1,1],\"cell\":0}]", "`cell`"},
        {"[40,40]}", "[40,40]},\"routes\":[{\"to\":[1,1]}]", "`name`"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        char found[RUNNING_FOUND_SIZE];
        char *text = running_replaced(ROOM(WANDER), cases[i].old, cases[i].new);
        scene *s = running_read(text, found);
        if (s || !strstr(found, cases[i].found))
            fail_msg("%s -> %s:\n%s", cases[i].old, cases[i].new, found);
        free(text);
    }
}

// Edges that are on one line, touch each other's corners, or turn back.
static void test_polygons(void **state)
{
    (void)state;
    static const struct {
        const char *points;
        bool crosses;
    } cases[] = {
        {"[0,0],[2,0],[2,2],[4,2],[4,0],[6,0],[6,4],[0,4]", false}, // two edges on one line, apart
        {"[0,0],[2,0],[4,0],[4,4],[0,4]", false},                   // straight on
        {"[2,0],[4,0],[4,4],[0,4],[0,0]", false},                   // straight on at the end
        {"[0,0],[8,0],[8,8],[4,0],[0,8]", true},                    // a corner on an edge
        {"[4,2],[8,6],[2,8],[0,2],[8,2]", true}, // an edge through the first corner
        {"[2,6],[4,2],[6,6],[8,2],[0,2]", true}, // an edge through the second corner
        {"[2,0],[4,0],[4,4],[8,0]", true},       // the last edge on the first
        {"[0,0],[4,0],[2,0],[2,4]", true},       // back on itself
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        char found[RUNNING_FOUND_SIZE], points[200];
        snprintf(points, sizeof points, "\"points\":[%s],\"closed\":true", cases[i].points);
        char *text = running_replaced(ROOM(WANDER), FIRST_WALL, points);
        scene *s = running_read(text, found);
        if (!s != cases[i].crosses || (!s && !strstr(found, "crosses itself")))
            fail_msg("%s:\n%s", points, s ? "is good" : found);
        gestalt_scene_destroy(s);
        free(text);
    }
}

static void test_starts(void **state)
{
    (void)state;
    const struct {
        const char *old, *new, *says;
    } cases[] = {
        {"\"high\":[24,11]", "\"high\":[24,14]", "starts in a wall"},
        {"\"high\":[24,11]", "\"high\":[24,11]},\"flock\":{", "can't hold it back"},
        {"[40,40]}", "[9,40],\"border\":\"solid\"}", "outside of the border"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        char found[RUNNING_FOUND_SIZE];
        char *text = running_replaced(ROOM(WANDER), cases[i].old, cases[i].new);
        scene *s = running_read(text, found);
        gestalt_error error = {0};
        world *w = NULL;
        if (!s)
            fail_msg("%s", found);
        assert_int_equal(world_for(s)->create(s, &one_thread, &w, &error), GESTALT_BAD_ARGUMENT);
        if (!strstr(error.message, cases[i].says))
            fail_msg("%s", error.message);
        gestalt_scene_destroy(s);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_room),      cmocka_unit_test(test_only_seen),
        cmocka_unit_test(test_same_bits), cmocka_unit_test(test_forest),
        cmocka_unit_test(test_avoid),     cmocka_unit_test(test_nearest),
        cmocka_unit_test(test_lists),     cmocka_unit_test(test_steps),
        cmocka_unit_test(test_turns),     cmocka_unit_test(test_routes),
        cmocka_unit_test(test_corner),    cmocka_unit_test(test_pedestrians),
        cmocka_unit_test(test_border),    cmocka_unit_test(test_errors),
        cmocka_unit_test(test_polygons),  cmocka_unit_test(test_starts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
