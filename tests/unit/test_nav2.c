// SPDX-License-Identifier: MIT
// The controllers of library/nav2.json with a host that changes poses, speeds, goals and paths.
#include <gestalt/gestalt.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define OK(call) assert_int_equal((call), GESTALT_OK)

// What the host's functions read.
typedef struct robot {
    float x, speed;
    int goal;
    bool is_paused, is_longer;
    char log[100]; // the actions of the ticks, each tick with a space at its end
    size_t size;
} robot;

static gestalt_status read_pose(gestalt_single_call *call)
{
    const robot *r = call->user;
    call->arguments[0].floats[0] = r->x;
    call->arguments[0].y[0] = 0;
    return GESTALT_SUCCESS;
}

static gestalt_status read_speed(gestalt_single_call *call)
{
    const robot *r = call->user;
    call->arguments[0].floats[0] = r->speed;
    return GESTALT_SUCCESS;
}

static gestalt_status read_goal(gestalt_single_call *call)
{
    const robot *r = call->user;
    call->arguments[0].ints[0] = r->goal;
    return GESTALT_SUCCESS;
}

static gestalt_status read_updated_goal(gestalt_single_call *call)
{
    const robot *r = call->user;
    int given = call->arguments[0].ints[0];
    call->arguments[1].ints[0] = r->goal > given ? r->goal : given;
    return GESTALT_SUCCESS;
}

static gestalt_status is_longer(gestalt_single_call *call)
{
    const robot *r = call->user;
    return r->is_longer && call->arguments[0].ints[0] != call->arguments[1].ints[0]
               ? GESTALT_SUCCESS
               : GESTALT_FAILURE;
}

static gestalt_status is_paused(gestalt_single_call *call)
{
    const robot *r = call->user;
    return r->is_paused ? GESTALT_SUCCESS : GESTALT_FAILURE;
}

// Actions whose names are letters. Small letters succeed, capital ones are running.
static gestalt_status act(gestalt_single_call *call)
{
    robot *r = call->user;
    char name = (char)call->arguments[0].ints[0];
    if (call->phase != GESTALT_CANCEL)
        r->log[r->size++] = name;
    return name >= 'a' ? GESTALT_SUCCESS : GESTALT_RUNNING;
}

static void add_functions(gestalt_host *host, robot *r)
{
    static const gestalt_parameter pose[] = {
        {.name = "pose", .type = GESTALT_VEC2, .by_key = true}};
    static const gestalt_parameter speed[] = {
        {.name = "speed", .type = GESTALT_FLOAT, .by_key = true}};
    static const gestalt_parameter goal[] = {{.name = "goal", .type = GESTALT_INT, .by_key = true}};
    static const gestalt_parameter goals[] = {
        {.name = "input_goal", .type = GESTALT_INT},
        {.name = "output_goal", .type = GESTALT_INT, .by_key = true}};
    static const gestalt_parameter paths[] = {{.name = "old", .type = GESTALT_INT},
                                              {.name = "path", .type = GESTALT_INT},
                                              {.name = "prox_len", .type = GESTALT_FLOAT},
                                              {.name = "length_factor", .type = GESTALT_FLOAT}};
    static const gestalt_parameter name[] = {{.name = "name", .type = GESTALT_INT}};
    const gestalt_function functions[] = {
        {.name = "nav2_pose",
         .kind = GESTALT_PREDICATE,
         .single = read_pose,
         .arguments = pose,
         .argument_count = 1},
        {.name = "nav2_speed",
         .kind = GESTALT_PREDICATE,
         .single = read_speed,
         .arguments = speed,
         .argument_count = 1},
        {.name = "nav2_goal",
         .kind = GESTALT_PREDICATE,
         .single = read_goal,
         .arguments = goal,
         .argument_count = 1},
        {.name = "nav2_updated_goal",
         .kind = GESTALT_PREDICATE,
         .single = read_updated_goal,
         .arguments = goals,
         .argument_count = 2},
        {.name = "nav2_path_longer",
         .kind = GESTALT_PREDICATE,
         .single = is_longer,
         .arguments = paths,
         .argument_count = 4},
        {.name = "nav2_paused", .kind = GESTALT_PREDICATE, .single = is_paused},
        {.name = "act", .single = act, .arguments = name, .argument_count = 1},
    };
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        gestalt_function f = functions[i];
        f.user = r;
        OK(gestalt_host_add(host, &f, NULL));
    }
}

// A change of the robot before each tick, which is half a second after the last one.
typedef void robot_change(robot *r, int tick);

// Run a document with a tree of the library, and return the log of the actions.
static void expect(const char *tree, const char *keys, const char *root, robot_change *change,
                   int ticks, const char *log)
{
    char text[2000], path[1000];
    robot r = {0};
    gestalt_shape *shape = NULL;
    gestalt_host *host = NULL;
    gestalt_population *population = NULL;
    gestalt_compile_options options = {.include_files = true};
    int size = snprintf(text, sizeof text,
                        "{'gestalt': 1, 'blackboard': {%s}, 'trees': {'T': {'include': "
                        "'nav2.json', 'tree': '%s'}}, 'root': %s}",
                        keys, tree, root);
    for (char *c = text; *c; c++)
        *c = *c == '\'' ? '"' : *c;
    snprintf(path, sizeof path, "%s/../library/test.json", getenv("GESTALT_DOCS"));
    OK(gestalt_compile_text(path, text, (size_t)size, &options, &shape, NULL, NULL));
    OK(gestalt_host_create(NULL, &host, NULL));
    add_functions(host, &r);
    OK(gestalt_population_create(
        &(gestalt_population_options){.group = {.shape = shape, .host = host}}, &population, NULL));
    OK(gestalt_population_spawn(population, 0, 1, NULL, NULL));
    for (int tick = 0; tick < ticks; tick++) {
        change(&r, tick);
        OK(gestalt_population_tick(population, tick * 500000, NULL));
        r.log[r.size++] = ' ';
    }
    assert_string_equal(r.log, log);
    gestalt_population_destroy(population);
    gestalt_host_destroy(host);
    gestalt_shape_destroy(shape);
}

#define ACT(letter) "{'type': 'action', 'do': 'act', 'args': {'name': " letter "}}"
#define SMALL_A     ACT("97")
#define SMALL_B     ACT("98")
#define SMALL_C     ACT("99")
#define SMALL_D     ACT("100")
#define CAPITAL_X   ACT("88")

// A pipeline with a tree of the library and an action that is running.
#define PIPELINE(with)                                                                             \
    "{'type': 'sequence', 'children': [{'type': 'set', 'key': 's', 'to': true}, {'type': "         \
    "'pipeline', 'children': [{'type': 'subtree', 'tree': 'T', 'with': {" with                     \
    "'start': 's', 'child': " SMALL_A "}}, " CAPITAL_X "]}]}"

static void drive(robot *r, int tick)
{
    r->x = 0.4f * (float)tick;
}

static void test_distance(void **state)
{
    (void)state;
    expect("DistanceController", "'s': 'bool'", PIPELINE("'distance': 1, "), drive, 7,
           "aX X X aX X X aX ");
}

static void change_goal(robot *r, int tick)
{
    r->goal = tick / 3;
}

static void test_goals(void **state)
{
    (void)state;
    expect("GoalUpdatedController", "'s': 'bool'", PIPELINE(""), change_goal, 7,
           "aX X X aX X X aX ");
    expect("GoalUpdater", "'mine': {'type': 'int', 'init': 1}, 'newest': 'int'",
           "{'type': 'subtree', 'tree': 'T', 'with': {'input_goal': 'mine', 'output_goal': "
           "'newest', 'child': {'type': 'decide', 'if': 'newest == 2', 'then': " SMALL_A
           ", 'else': " SMALL_B "}}}",
           change_goal, 7, "b b b b b b a ");
}

// At 0.5 m/s, the rate is the greatest one, each second.
static void speed_up(robot *r, int tick)
{
    r->speed = tick < 4 ? 0.25f : 0.5f;
    r->goal = tick >= 13;
}

static void test_speed(void **state)
{
    (void)state;
    expect("SpeedController", "'s': 'bool'", PIPELINE("'min_rate': 0, "), speed_up, 15,
           "aX X aX X X X aX X aX X aX X aX aX X ");
}

static void make_longer(robot *r, int tick)
{
    r->is_longer = tick >= 2;
}

static void test_path(void **state)
{
    (void)state;
    expect("PathLongerOnApproach", "'path': 'int'",
           "{'type': 'sequence', 'children': [{'type': 'set', 'key': 'path', 'to': 'tick / 2'}, "
           "{'type': 'subtree', 'tree': 'T', 'with': {'path': 'path', 'child': " SMALL_A
           "}}, " SMALL_B "]}",
           make_longer, 5, "b b ab b ab ");
}

static void pause_robot(robot *r, int tick)
{
    r->is_paused = tick >= 2 && tick < 5;
}

static void test_pause(void **state)
{
    (void)state;
    expect("PauseResumeController", "",
           "{'type': 'subtree', 'tree': 'T', 'with': {'child_1': " CAPITAL_X ", 'child_2': " SMALL_B
           ", 'child_3': " SMALL_C ", 'child_4': " SMALL_D "}}",
           pause_robot, 8, "X X c b b d X X ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_distance), cmocka_unit_test(test_goals), cmocka_unit_test(test_speed),
        cmocka_unit_test(test_path),     cmocka_unit_test(test_pause),
    };
    return cmocka_run_group_tests_name("nav2", tests, NULL, NULL);
}
