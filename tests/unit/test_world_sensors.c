// SPDX-License-Identifier: MIT
// Each sensor of worlds, and the actions that move to a position: what they return and write, for
// agents at known positions. An observer (agent 0) is at (10, 10), the others are around it. The
// same in space, where all agents have the height 3.
#include <gestalt/population.h>
#include <gestalt/worlds/world.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define OK(call) assert_int_equal((call), GESTALT_OK)

// The expected values after a call. They start as -7.
typedef struct sensor_case {
    const char *call; // the function and its arguments
    bool answer;      // whether it succeeds
    int whom;
    double number;
    double there[2];
} sensor_case;

#define NONE -7
#define NOWHERE                                                                                    \
    {                                                                                              \
        NONE, NONE                                                                                 \
    }
#define ARGS(...) "\"args\":{" #__VA_ARGS__ "}"

// Agents: 0 is the observer; 1 to 4 are `dots`, at equal distances around it; 5 is the `other`; 6
// moves past it with 10 m/s; 7 is near across the border.
static const sensor_case cases[] = {
    {"\"nearest\", " ARGS("radius" : 10, "agent"
                          : "whom", "distance"
                          : "number", "position"
                          : "there"),
     true,
     5,
     2,
     {12, 10}},
    {"\"nearest\", " ARGS("group"
                          : "dots", "agent"
                          : "whom", "distance"
                          : "number", "position"
                          : "there"),
     true,
     1,
     5,
     {10, 15}}, // of those at equal distance, the one with the lowest number
    {"\"nearest\", " ARGS("radius" : 1, "agent"
                          : "whom", "distance"
                          : "number"),
     false, NONE, NONE, NOWHERE},
    {"\"nearest\", " ARGS("radius" : 30, "group"
                          : "far", "agent"
                          : "whom", "distance"
                          : "number", "position"
                          : "there"),
     true,
     7,
     20,
     {10, -10}}, // its image
    {"\"neighbours\", " ARGS("radius" : 6, "at_least" : 5, "count"
                             : "whom"),
     true, 5, NONE, NOWHERE},
    {"\"neighbours\", " ARGS("radius" : 6, "at_least" : 6, "count"
                             : "whom"),
     false, 5, NONE, NOWHERE},
    {"\"neighbours\", " ARGS("radius" : 6, "group"
                             : "dots", "count"
                             : "whom"),
     true, 4, NONE, NOWHERE},
    {"\"neighbours\", " ARGS("radius" : 1e6, "count"
                             : "whom"),
     true, 7, NONE, NOWHERE},
    {"\"distance_to\", " ARGS("target"
                              : "goal", "distance"
                              : "number"),
     false, NONE, 5, NOWHERE},
    {"\"distance_to\", " ARGS("target"
                              : "goal", "within" : 5, "distance"
                              : "number"),
     true, NONE, 5, NOWHERE},
    {"\"see\", " ARGS("agent" : 5, "position"
                      : "there", "distance"
                      : "number"),
     true,
     NONE,
     2,
     {12, 10}},
    {"\"see\", " ARGS("agent" : 7, "within" : 19, "position"
                      : "there", "distance"
                      : "number"),
     false,
     NONE,
     20,
     {10, -10}},
    {"\"see\", " ARGS("agent" : 6, "velocity"
                      : "there"),
     true,
     NONE,
     NONE,
     {-10, 0}},
    {"\"see\", " ARGS("agent" : 99, "position"
                      : "there"),
     false, NONE, NONE, NOWHERE},
    {"\"see\", " ARGS("agent"
                      : -1, "distance"
                      : "number"),
     false, NONE, NONE, NOWHERE},
    {"\"time_to_collision\", " ARGS("radius" : 40, "time"
                                    : "number", "agent"
                                    : "whom"),
     true, 6, 2, NOWHERE}, // when they are nearest, having touched before
    {"\"time_to_collision\", " ARGS("radius" : 40, "within" : 1, "time"
                                    : "number", "agent"
                                    : "whom"),
     false, NONE, NONE, NOWHERE},
    {"\"on_path\", " ARGS("path"
                          : "lane", "along"
                          : "number"),
     false, NONE, 10, NOWHERE},
    {"\"on_path\", " ARGS("path"
                          : "lane", "within" : 3, "beside"
                          : "number"),
     true, NONE, 3, NOWHERE},
    {"\"on_path\", " ARGS("path"
                          : "street", "beside"
                          : "number"),
     true, NONE, 3, NOWHERE},
    {"\"on_path\", " ARGS("path" : 9, "along"
                          : "number"),
     false, NONE, NONE, NOWHERE},
    {"\"on_path\", " ARGS("path"
                          : -1, "along"
                          : "number"),
     false, NONE, NONE, NOWHERE},
    {"\"arrive\", " ARGS("target"
                         : "goal", "within" : 6),
     true, NONE, NONE, NOWHERE},
    {"\"arrive\", " ARGS("target"
                         : "goal", "within" : 4),
     false, NONE, NONE, NOWHERE},
    {"\"follow_path\", " ARGS("path"
                              : "lane", "within" : 11, "direction"
                              : -1),
     true, NONE, NONE, NOWHERE},
    {"\"follow_path\", " ARGS("path"
                              : "lane", "within" : 9, "direction"
                              : -1),
     false, NONE, NONE, NOWHERE},
    {"\"follow_path\", " ARGS("path"
                              : "lane", "within" : 80, "direction" : 1),
     true, NONE, NONE, NOWHERE},
    {"\"follow_path\", " ARGS("path"
                              : "lane", "within" : 79, "direction" : 1),
     false, NONE, NONE, NOWHERE},
    {"\"follow_path\", " ARGS("path"
                              : "lane", "within" : 99, "direction" : 0),
     false, NONE, NONE, NOWHERE},
    {"\"follow_path\", " ARGS("path"
                              : "round", "within" : 1e6),
     false, NONE, NONE, NOWHERE},
    {"\"follow_path\", " ARGS("path" : 9, "within" : 1e6), false, NONE, NONE, NOWHERE},
    {"\"follow_path\", " ARGS("path"
                              : "which", "within" : 11, "direction"
                              : -1),
     true, NONE, NONE, NOWHERE},
};

// Points in the plane. In space, `^` is replaced by their height, `~` by that of the world, `&` by
// that of a velocity, and `@` by the number of dimensions. `#` is replaced by the call.
static const char scene_text[] =
    "{\"scene\":1,\"world\":{\"size\":[100,100~],\"periodic\":true},"
    "\"paths\":[{\"name\":\"lane\",\"points\":[[0,7^],[90,7^]],\"radius\":1},"
    "{\"name\":\"street\",\"points\":[[0,13^],[90,13^]],\"radius\":4},"
    "{\"name\":\"round\",\"points\":[[0,0^],[9,0^],[9,9^]],\"closed\":true}],"
    "\"groups\":["
    "{\"name\":\"observer\",\"count\":1,\"start\":{\"how\":\"list\",\"points\":[[10,10^]]},"
    "\"velocity\":{\"how\":\"still\"},\"set\":{\"goal\":[6,7^],\"there\":[-7,-7^]},"
    "\"tree\":{\"gestalt\":1,\"blackboard\":{\"there\":\"vec@\",\"goal\":\"vec@\","
    "\"whom\":{\"type\":\"int\",\"init\":-7},\"number\":{\"type\":\"float\",\"init\":-7},"
    "\"which\":\"int\",\"answer\":\"bool\"},"
    "\"root\":{\"type\":\"sequence\",\"children\":[{\"type\":\"action\",\"do\":#},"
    "{\"type\":\"set\",\"key\":\"answer\",\"to\":\"true\"}]}}},"
    "{\"name\":\"dots\",\"count\":4,\"velocity\":{\"how\":\"still\"},\"start\":{\"how\":\"list\","
    "\"points\":[[10,15^],[15,10^],[5,10^],[10,5^]]}},"
    "{\"name\":\"other\",\"count\":1,\"velocity\":{\"how\":\"still\"},\"start\":{\"how\":\"list\","
    "\"points\":[[12,10^]]}},"
    "{\"name\":\"comer\",\"count\":1,\"vehicle\":{\"max_speed\":10},\"velocity\":{\"how\":"
    "\"fixed\","
    "\"fixed\":[-10,0&]},\"start\":{\"how\":\"list\",\"points\":[[30,10^]]}},"
    "{\"name\":\"far\",\"count\":1,\"velocity\":{\"how\":\"still\"},\"start\":{\"how\":\"list\","
    "\"points\":[[10,90^]]}}]}";

// Write the call with numbers of groups and paths instead of their names.
static void write_call(char *to, size_t size, const char *call)
{
    static const char *const names[] = {"\"dots\"", "\"far\"", "\"lane\"", "\"street\"",
                                        "\"round\""};
    static const char *const numbers[] = {"1", "4", "0", "1", "2"};
    snprintf(to, size, "%s", call);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char *at = strstr(to, names[i]);
        if (!at)
            continue;
        size_t width = strlen(names[i]);
        memset(at, ' ', width);
        *at = *numbers[i];
    }
}

static void write_scene(char *to, size_t size, const char *call, bool is_space)
{
    const struct {
        char sign;
        const char *text;
    } signs[] = {{'~', is_space ? ",100" : ""},
                 {'^', is_space ? ",3" : ""},
                 {'&', is_space ? ",0" : ""},
                 {'@', is_space ? "3" : "2"},
                 {'#', call}};
    size_t at = 0;
    for (const char *c = scene_text; *c; c++) {
        char own[2] = {*c};
        const char *text = own;
        for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
            if (*c == signs[i].sign)
                text = signs[i].text;
        at += (size_t)snprintf(to + at, size - at, "%s", text);
        assert_true(at < size);
    }
}

static gestalt_world *world_of(const char *call, int dimensions, gestalt_scene **scene)
{
    char text[4000], written[400];
    gestalt_scene_findings findings;
    gestalt_world *world;
    write_call(written, sizeof written, call);
    write_scene(text, sizeof text, written, dimensions == 3);
    gestalt_result result =
        gestalt_scene_read("t.json", text, strlen(text), NULL, scene, &findings, NULL);
    if (result != GESTALT_OK)
        fail_msg("%s is not read", written);
    gestalt_scene_findings_release(&findings, NULL);
    OK(gestalt_world_create(*scene, NULL, &world, NULL));
    return world;
}

static gestalt_value value_of(gestalt_world *world, const char *key)
{
    gestalt_value value = {0};
    OK(gestalt_population_read(gestalt_world_population(world), 0, key, &value, NULL));
    return value;
}

static bool is_near(double a, double b)
{
    return fabs(a - b) < 1e-4;
}

static void check_case(const sensor_case *c, int dimensions)
{
    gestalt_scene *scene;
    gestalt_world *world = world_of(c->call, dimensions, &scene);
    OK(gestalt_world_step(world, NULL));
    gestalt_value there = value_of(world, "there");
    bool answer = value_of(world, "answer").boolean;
    int whom = value_of(world, "whom").integer;
    double number = (double)value_of(world, "number").number;
    if (answer != c->answer || whom != c->whom || !is_near(number, c->number) ||
        !is_near((double)there.vector[0], c->there[0]) ||
        !is_near((double)there.vector[1], c->there[1]))
        fail_msg("%s: %d, agent %d, %g, (%g, %g)", c->call, answer, whom, number,
                 (double)there.vector[0], (double)there.vector[1]);
    if (dimensions == 3)
        assert_true(
            is_near((double)there.vector[2], c->there[0] == -10 && c->there[1] == 0 ? 0 : 3));
    gestalt_world_destroy(world);
    gestalt_scene_destroy(scene);
}

static void test_plane(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_case(&cases[i], 2);
}

static void test_space(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_case(&cases[i], 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_plane), cmocka_unit_test(test_space)};
    return cmocka_run_group_tests_name("world_sensors", tests, NULL, NULL);
}
