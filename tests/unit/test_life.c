// SPDX-License-Identifier: MIT
// Worlds whose agents are born, die and eat each other: the same bits with every setting, births
// and deaths, which agents are eaten, what a full group refuses, and the same means as an
// independent program.
//
//    test_life EXAMPLES          the tests
//    test_life EXAMPLES SEEDS    only the means, over SEEDS seeds
#include "running.h"
#include "wolf_sheep.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// ---- the shipped scene

static void test_same_bits(void **state)
{
    (void)state;
    uint64_t hash;
    char *text = running_text("wolf-sheep.json");
    outcome out = running_in_all_ways(text, 70, 50, &hash);
    assert_true(running_row(&out, "sheep_births") > 100 && running_row(&out, "wolves_deaths") > 30);
    assert_int_equal(hash, UINT64_C(0x5caf17362a60ae0e));
    free(text);
}

// Large enough for all threads to work, and in the end sparse enough to be compacted.
static void test_same_bits_of_many(void **state)
{
    (void)state;
    char *text = running_text("wolf-sheep-large.json");
    outcome out = running_in_all_ways(text, 4, 4, NULL);
    assert_true(running_row(&out, "sheep_births") > 500);
    free(text);
}

static void check_census(const outcome *out, const char *group, double start)
{
    char name[4][64];
    const char *const rows[] = {"count", "births", "deaths", "refused"};
    for (int i = 0; i < 4; i++)
        snprintf(name[i], sizeof name[i], "%s_%s", group, rows[i]);
    assert_true(running_row(out, name[0]) ==
                start + running_row(out, name[1]) - running_row(out, name[2]));
}

static void test_census(void **state)
{
    (void)state;
    running r = running_start("wolf-sheep.json", &(world_options){0});
    for (int i = 0; i < 20; i++) {
        running_go_on(&r, 10);
        outcome out = running_outcome(&r);
        check_census(&out, "sheep", 100);
        check_census(&out, "wolves", 50);
        assert_true((double)r.is->agents(r.world) ==
                    2500 + running_row(&out, "sheep_count") + running_row(&out, "wolves_count"));
        assert_int_equal(r.is->agents(r.world),
                         gestalt_population_count(r.is->population(r.world)));
    }
    running_stop(&r);
}

// ---- small scenes, with ' instead of "

#define WORLD                                                                                      \
    "{ 'scene': 1, 'world': { 'size': [10, 10], 'periodic': true, 'dt': 1, 'seed': 5 }, "          \
    "'groups': ["
#define STILL "'velocity': { 'how': 'still' }, 'start': "
#define HERE  STILL "{ 'how': 'grid', 'low': [5, 5], 'high': [5, 5] }, "

static running start_seed(const char *text, uint64_t seed)
{
    char found[RUNNING_FOUND_SIZE], *quoted = running_replaced(text, "'", "\"");
    scene *s = running_read(quoted, found);
    free(quoted);
    if (!s)
        fail_msg("%s", found);
    s->space.seed = seed;
    return running_of(s, &(world_options){.threads = 2});
}

static running start_text(const char *text)
{
    return start_seed(text, 5);
}

static gestalt_value value_of(const running *r, uint64_t agent, const char *key)
{
    gestalt_value value = {0};
    gestalt_error error = {0};
    if (gestalt_population_read(r->is->population(r->world), agent, key, &value, &error) !=
        GESTALT_OK)
        fail_msg("%s", error.message);
    return value;
}

static int32_t int_of(const running *r, uint64_t agent, const char *key)
{
    return value_of(r, agent, key).integer;
}

static bool is_there(const running *r, uint64_t agent)
{
    return gestalt_population_has(r->is->population(r->world), agent);
}

static double row_of(const running *r, const char *name)
{
    outcome out = running_outcome(r);
    return running_row(&out, name);
}

// ---- eating

#define EATER(radius)                                                                              \
    "'set': { 'food': 'prey' }, 'tree': { 'gestalt': 1, 'blackboard': { 'food': 'int',"            \
    "   'whom': { 'type': 'int', 'init': -1 }, 'meals': 'int', 'misses': 'int' },"                 \
    " 'actions': { 'eat': { 'args': { 'group': 'int', 'radius': 'float', 'whom': 'key int' } } }," \
    " 'root': { 'type': 'repeat', 'child': { 'type': 'selector', 'children': ["                    \
    "   { 'type': 'sequence', 'children': ["                                                       \
    "     { 'type': 'action', 'do': 'eat', 'args': { 'group': 'food', 'radius': " radius           \
    ", 'whom': 'whom' } },"                                                                        \
    "     { 'type': 'set', 'key': 'meals', 'to': 'meals + 1' } ] },"                               \
    "   { 'type': 'set', 'key': 'misses', 'to': 'misses + 1' } ] } } }"

#define PREY                                                                                       \
    "'tree': { 'gestalt': 1,"                                                                      \
    " 'blackboard': { 'by': { 'type': 'int', 'init': -1 }, 'times': 'int' },"                      \
    " 'actions': { 'be_eaten': { 'args': { 'by': 'key int' } } },"                                 \
    " 'root': { 'type': 'repeat', 'child': { 'type': 'sequence', 'children': ["                    \
    "   { 'type': 'action', 'do': 'be_eaten', 'args': { 'by': 'by' } },"                           \
    "   { 'type': 'set', 'key': 'times', 'to': 'times + 1' } ] } } }"

// Three eaters and two prey, all at one position: two meals in each step, and never the same prey
// twice.
static void test_once_each(void **state)
{
    (void)state;
    running r = start_text(WORLD "{ 'name': 'prey', 'count': 2, " HERE PREY " },"
                                 "{ 'name': 'eaters', 'count': 3, " HERE EATER("0.5") " } ] }");
    for (int step = 1; step <= 50; step++) {
        running_go_on(&r, 1);
        assert_true(row_of(&r, "meals") == 2 * step);
        int32_t by[2] = {int_of(&r, 0, "by"), int_of(&r, 1, "by")};
        for (int prey = 0; prey < 2 && step > 1; prey++)
            assert_int_equal(int_of(&r, (uint64_t)by[prey], "whom"), prey);
        assert_true(step == 1 || by[0] != by[1]);
    }
    int32_t meals = 0, misses = 0, times = int_of(&r, 0, "times") + int_of(&r, 1, "times");
    for (uint64_t eater = 2; eater < 5; eater++) {
        meals += int_of(&r, eater, "meals");
        misses += int_of(&r, eater, "misses");
    }
    assert_int_equal(meals, 2 * 49);
    assert_int_equal(times, 2 * 49);
    assert_int_equal(misses, 49);
    running_stop(&r);
}

// Ten agents want the same prey: each gets it about equally often.
static void test_fair(void **state)
{
    (void)state;
    enum { EATERS = 10, STEPS = 2000 };
    running r = start_text(WORLD "{ 'name': 'prey', 'count': 1, " HERE PREY " },"
                                 "{ 'name': 'eaters', 'count': 10, " HERE EATER("0.5") " } ] }");
    running_go_on(&r, STEPS);
    for (uint64_t eater = 1; eater <= EATERS; eater++) {
        double expected = (double)(STEPS - 1) / EATERS, got = int_of(&r, eater, "meals");
        assert_true(fabs(got - expected) < 4 * sqrt(expected));
    }
    running_stop(&r);
}

typedef struct reach_case {
    const char *text;
    int32_t whom; // -1: no agent
} reach_case;

// The eater is at (9.75, 5), in a periodic world of 10.
#define REACH(points, radius)                                                                      \
    WORLD "{ 'name': 'prey', 'count': 2, " STILL "{ 'how': 'list', 'points': [" points             \
          "] }, " PREY " }, { 'name': 'eaters', 'count': 1, " STILL                                \
          "{ 'how': 'list', 'points': [[9.75, 5]] }, " EATER(radius) " } ] }"

static const reach_case reach_cases[] = {
    {REACH("[5, 5], [6, 5]", "3"), -1},
    {REACH("[5, 5], [6, 5]", "4"), 1},
    {REACH("[0.5, 5], [8.75, 5]", "2"), 0}, // across the border
    {REACH("[0.5, 5], [9.25, 5]", "2"), 1},
    {REACH("[0.5, 5], [5, 5]", "0.75"), 0}, // exactly at this distance
    {REACH("[0.5, 5], [5, 5]", "0.7499"), -1},
    {REACH("[5, 5], [5, 5]", "100"), 0}, // half the world at most: a random one
};

static void test_reach(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof reach_cases / sizeof *reach_cases; i++) {
        running r = start_text(reach_cases[i].text);
        running_go_on(&r, 2);
        int32_t whom = int_of(&r, 2, "whom");
        if (i + 1 == sizeof reach_cases / sizeof *reach_cases)
            assert_true(whom == 0 || whom == 1);
        else
            assert_int_equal(whom, reach_cases[i].whom);
        running_stop(&r);
    }
}

// An agent that dies in a step is not eaten in it, and does not eat.
static void test_dead_do_not_eat(void **state)
{
    (void)state;
    running r = start_text(
        WORLD
        "{ 'name': 'prey', 'count': 1, 'most': 1, " HERE "'tree': { 'gestalt': 1,"
        "  'root': { 'type': 'concurrent', 'children': ["
        "    { 'type': 'action', 'do': 'be_eaten' }, { 'type': 'action', 'do': 'die' } ] } } },"
        "{ 'name': 'eaters', 'count': 1, " HERE EATER("1") " } ] }");
    running_go_on(&r, 3);
    assert_true(row_of(&r, "meals") == 0 && row_of(&r, "prey_count") == 0);
    assert_false(is_there(&r, 0));
    assert_int_equal(int_of(&r, 1, "misses"), 2);
    running_stop(&r);
}

// ---- breeding

static const char breeders[] = WORLD
    "{ 'name': 'a', 'count': 8, 'most': 10, " HERE "'tree': { 'gestalt': 1, 'blackboard': {"
    "    'mother': { 'type': 'int', 'init': -1 }, 'asked': 'int', 'old': 'bool', 'home': 'vec2' },"
    "  'root': { 'type': 'sequence', 'children': ["
    "    { 'type': 'set', 'key': 'mother', 'to': 'agent' },"
    "    { 'type': 'set', 'key': 'old', 'to': true },"
    "    { 'type': 'set', 'key': 'home.x', 'to': 'agent' },"
    "    { 'type': 'action', 'do': 'breed' },"
    "    { 'type': 'set', 'key': 'asked', 'to': 'asked + 1' } ] } } } ] }";

// Eight agents want to breed, and there is room for ten.
static void test_full(void **state)
{
    (void)state;
    enum { SEEDS = 400, BREEDERS = 8 };
    int children[BREEDERS] = {0};
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        running r = start_seed(breeders, seed);
        running_go_on(&r, 1);
        assert_true(row_of(&r, "a_count") == 10 && row_of(&r, "a_births") == 2);
        assert_true(row_of(&r, "a_refused") == 6);
        int32_t first = int_of(&r, 8, "mother"), second = int_of(&r, 9, "mother");
        assert_true(first >= 0 && first < second && second < BREEDERS);
        assert_int_equal(int_of(&r, 8, "asked"), 1);
        assert_true(value_of(&r, 8, "old").boolean);
        assert_true(value_of(&r, 9, "home").vector[0] == (float)second);
        children[first]++;
        children[second]++;
        running_go_on(&r, 1); // the group is full: no births
        assert_true(row_of(&r, "a_refused") == 16 && int_of(&r, 0, "asked") == 1);
        running_stop(&r);
    }
    for (int i = 0; i < BREEDERS; i++)
        assert_true(abs(children[i] - 2 * SEEDS / BREEDERS) < 45);
}

static const char queens[] = WORLD
    "{ 'name': 'queens', 'count': 3, 'set': { 'nest': 'workers' }, " STILL
    "  { 'how': 'list', 'points': [[1, 2], [3, 4], [5, 6]] },"
    "  'tree': { 'gestalt': 1, 'blackboard': { 'nest': 'int', 'size': 'float', 'tall': 'bool',"
    "    'odd': 'int', 'home': 'vec2', 'position': 'vec2' },"
    "    'root': { 'type': 'sequence', 'children': ["
    "      { 'type': 'set', 'key': 'size', 'to': 'agent + 0.5' },"
    "      { 'type': 'set', 'key': 'tall', 'to': 'agent == 1' },"
    "      { 'type': 'set', 'key': 'odd', 'to': 7 },"
    "      { 'type': 'set', 'key': 'home.x', 'to': 'position.x' },"
    "      { 'type': 'set', 'key': 'home.y', 'to': 'position.y' },"
    "      { 'type': 'action', 'do': 'breed', 'args': { 'group': 'nest' } } ] } } },"
    "{ 'name': 'workers', 'count': 1, 'most': 10, " HERE "'tree': { 'gestalt': 1,"
    "  'blackboard': { 'odd': { 'type': 'float', 'init': 3 }, 'tall': 'bool',"
    "    'home': 'vec2', 'size': 'float', 'position': 'vec2' },"
    "  'root': { 'type': 'running' } } } ] }";

// A child in another group inherits keys of the same name and type. Its other keys start as usual.
static void test_other_group(void **state)
{
    (void)state;
    running r = start_text(queens);
    running_go_on(&r, 2);
    assert_true(row_of(&r, "workers_count") == 7 && r.is->agents(r.world) == 10);
    for (uint64_t child = 4; child < 7; child++) {
        gestalt_value home = value_of(&r, child, "home"), at = value_of(&r, child, "position");
        assert_true(value_of(&r, child, "size").number == (float)(child - 4) + 0.5f);
        assert_int_equal(value_of(&r, child, "tall").boolean, child == 5);
        assert_true(value_of(&r, child, "odd").number == 3);
        assert_memory_equal(home.vector, at.vector, sizeof home.vector);
        assert_true(at.vector[0] == (float)(2 * (child - 4) + 1));
    }
    running_stop(&r);
}

// A child in another group has the values that its group sets, whatever its parent has. A child in
// the same group has those of its parent.
static void test_set_of_other_group(void **state)
{
    (void)state;
    running r = start_text(
        WORLD
        "{ 'name': 'queens', 'count': 3, 'most': 9, 'set': { 'nest': 'eggs', 'size': 9 }, " HERE
        "'tree': { 'gestalt': 1, 'blackboard': { 'nest': 'int', 'size': 'float',"
        "    'all': 'float' }, 'root': { 'type': 'sequence', 'children': ["
        "      { 'type': 'set', 'key': 'size', 'to': 4 },"
        "      { 'type': 'set', 'key': 'all', 'to': 'float(agent) + 0.5' },"
        "      { 'type': 'force_success', 'child': { 'type': 'action', 'do': 'breed',"
        "        'args': { 'group': 'agent == 2 ? 0 : nest' } } },"
        "      { 'type': 'action', 'do': 'die' } ] } } },"
        "{ 'name': 'eggs', 'count': 1, 'most': 9, " HERE
        "'set': { 'size': 2, 'lot': '1 + rand()' }, 'tree': { 'gestalt': 1,"
        "  'blackboard': { 'size': 'float', 'lot': 'float', 'all': 'float' },"
        "  'root': { 'type': 'running' } } } ] }");
    running_go_on(&r, 1);
    assert_true(row_of(&r, "eggs_count") == 3 && row_of(&r, "queens_count") == 1);
    assert_true(value_of(&r, 4, "size").number == 4); // the queen of a queen
    for (uint64_t child = 5; child < 7; child++) {
        assert_true(value_of(&r, child, "size").number == 2);
        assert_true(value_of(&r, child, "all").number == (float)(child - 5) + 0.5f);
        assert_true(value_of(&r, child, "lot").number >= 1);
    }
    assert_true(value_of(&r, 5, "lot").number != value_of(&r, 6, "lot").number);
    running_stop(&r);
}

#define CROWD(model)                                                                               \
    "{ 'scene': 1, 'world': { 'size': [90, 9], 'dt': 0.1, 'seed': 5 },"                            \
    " 'measure': { 'collisions': true }, 'groups': ["                                              \
    "{ 'name': 'people', 'count': 3, 'most': 90, " STILL                                           \
    "  { 'how': 'grid', 'low': [0, 0], 'high': [9, 9] },"                                          \
    "  'vehicle': { 'radius': 0.1, 'max_speed': 2 },"                                              \
    "  'pedestrians': { 'low': [0, 0], 'high': [90, 9], 'direction': [1, 0], 'model': '" model     \
    "' }, 'tree': { 'gestalt': 1, 'root': { 'type': 'concurrent', 'children': ["                   \
    "  { 'type': 'force_success', 'child': { 'type': 'action', 'do': 'breed' } },"                 \
    "  { 'type': 'force_success', 'child': { 'type': 'chance', 'p': 0.04, 'child':"                \
    "    { 'type': 'action', 'do': 'die' } } },"                                                   \
    "  { 'type': 'action', 'do': 'walk' } ] } } } ] }"

// Groups of pedestrians grow and shrink like any others: their columns have room for all agents.
static void test_pedestrians(void **state)
{
    (void)state;
    static const char *const scenes[] = {CROWD("plain"), CROWD("measured")};
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
        char *text = running_replaced(scenes[i], "'", "\"");
        outcome out = running_in_all_ways(text, 12, 9, NULL);
        check_census(&out, "people", 3);
        assert_true(running_row(&out, "people_deaths") > 20);
        assert_true(running_row(&out, "collisions") <= 90 * 21);
        free(text);
    }
}

// An agent for which there is no room is not born.
static void test_no_room(void **state)
{
    (void)state;
    running r = start_text(
        WORLD "{ 'name': 'a', 'count': 3, 'set': { 'nest': 'b' }, " HERE "'tree': { 'gestalt': 1,"
              "  'blackboard': { 'nest': 'int', 'failed': 'int' }, 'root': { 'type': 'selector',"
              "    'children': ["
              "      { 'type': 'action', 'do': 'breed', 'args': { 'group': 'nest' } },"
              "      { 'type': 'action', 'do': 'breed', 'args': { 'group': 7 } },"
              "      { 'type': 'set', 'key': 'failed', 'to': 'failed + 1' } ] } } },"
              "{ 'name': 'b', 'count': 1 } ] }");
    running_go_on(&r, 3);
    assert_int_equal(int_of(&r, 2, "failed"), 3);
    assert_int_equal(r.is->agents(r.world), 4);
    running_stop(&r);
}

// ---- columns follow their agents

#define STEERS(what)                                                                               \
    "'tree': { 'gestalt': 1, 'blackboard': { 'position': 'vec2', 'velocity': 'vec2',"              \
    "   'other': { 'type': 'int', 'init': -1 } },"                                                 \
    " 'actions': { 'nearest': { 'args': { 'radius': 'float', 'agent': 'key int' } } },"            \
    " 'root': { 'type': 'concurrent', 'children': [ { 'type': 'force_success', 'child':"           \
    "   { 'type': 'action', 'do': 'nearest', 'args': { 'radius': 4, 'agent': 'other' } } },"       \
    "   " what                                                                                     \
    " { 'type': 'action', 'do': 'wander' }, { 'type': 'action', 'do': 'separate' } ] } }"

#define SOMETIMES(p, what)                                                                         \
    "{ 'type': 'force_success', 'child': { 'type': 'chance', 'p': " p ", 'child':"                 \
    " { 'type': 'action', 'do': '" what "' } } },"

#define COME_AND_GO     SOMETIMES("0.04", "breed") SOMETIMES("0.03", "die")
#define BODY            "'vehicle': { 'max_speed': 1.5, 'min_speed': 0.5, 'max_force': 2, 'radius': 0.1 }, "
#define CHASE(how, key) "{ 'type': 'action', 'do': '" how "', 'args': { '" key "': 'other' } },"

static const char steering[] =
    "{ 'scene': 1, 'world': { 'size': [60, 50], 'periodic': true, 'dt': 0.5, 'seed': 3 },"
    "  'measure': { 'collisions': true, 'neighbours': 3 }, 'groups': ["
    "  { 'name': 'few', 'count': 5, " STEERS(CHASE(
        "pursue",
        "quarry")) " },"
                   "  { 'name': 'many', 'count': 200, 'most': 400, " BODY STEERS(
                       COME_AND_GO) " },"
                                    "  { 'name': 'others', 'count': 150, 'most': 300, " STEERS(
                                        COME_AND_GO CHASE(
                                            "evade",
                                            "hunter")) " },"
                                                       "  { 'name': 'last', 'count': 70, " BODY
                                                           STEERS("") " } ] }";

static outcome in_all_ways(const char *text, uint64_t before, uint64_t after)
{
    char *quoted = running_replaced(text, "'", "\"");
    outcome out = running_in_all_ways(quoted, before, after, NULL);
    free(quoted);
    return out;
}

static void test_same_bits_steering(void **state)
{
    (void)state;
    outcome out = in_all_ways(steering, 40, 41);
    assert_true(running_row(&out, "many_births") > 100 && running_row(&out, "others_deaths") > 100);
}

static float way_between(float a, float b, float size)
{
    float way = fabsf(a - b);
    return way < size / 2 ? way : size - way;
}

// No agent jumps when others are born or die, and children are born at the position of a parent.
static void test_nobody_jumps(void **state)
{
    (void)state;
    enum { IDS = 5000 };
    static float before[IDS][2];
    running r = start_text(steering);
    gestalt_population *p = r.is->population(r.world);
    uint64_t known = 425, next = 0;
    running_go_on(&r, 1);
    for (int step = 0; step < 60; step++) {
        static float now[IDS][2];
        running_go_on(&r, 1);
        for (uint64_t id = 0; (id = gestalt_population_next(p, id)) < known; id++)
            memcpy(now[id], value_of(&r, id, "position").vector, sizeof now[id]);
        for (uint64_t id = 0; step > 0 && (id = gestalt_population_next(p, id)) < next; id++)
            assert_true(way_between(now[id][0], before[id][0], 60) < 0.7502f &&
                        way_between(now[id][1], before[id][1], 50) < 0.7502f);
        memcpy(before, now, sizeof now);
        next = known;
        // Agents that were born in this step have not ticked yet, so they do not know their
        // positions.
        while (known < IDS && gestalt_population_next(p, known) != UINT64_MAX)
            known = gestalt_population_next(p, known) + 1;
    }
    assert_true(known > 1000 && known < IDS);
    running_stop(&r);
}

// Most agents of a large group die. The remaining ones are compacted.
static void test_compact(void **state)
{
    (void)state;
    static const char text[] =
        "{ 'scene': 1, 'world': { 'size': [100, 100], 'periodic': true, 'dt': 1, 'seed': 3 },"
        "  'groups': [ { 'name': 'a', 'count': 20000, 'most': 20000, 'tree': { 'gestalt': 1,"
        "    'blackboard': { 'n': 'int' }, 'root': { 'type': 'sequence', 'children': ["
        "      { 'type': 'set', 'key': 'n', 'to': 'n + agent' },"
        "      { 'type': 'chance', 'p': 0.3, 'child': { 'type': 'action', 'do': 'die' } } ] } } } "
        "] }";
    running r = start_text(text);
    running_go_on(&r, 8);
    uint64_t count = r.is->agents(r.world);
    assert_true(count < 2000 && count > 500);
    assert_true(gestalt_population_block_count(r.is->population(r.world), 0) * 64 <
                2 * count + 4200);
    uint64_t id = gestalt_population_next(r.is->population(r.world), 10000);
    assert_int_equal(int_of(&r, id, "n"), (int32_t)(8 * id));
    running_stop(&r);
    in_all_ways(text, 5, 3);
}

// One agent lives forever, next to many that do not: their ids share an entry of the table.
static void test_old_one(void **state)
{
    (void)state;
    running r = start_text(
        "{ 'scene': 1, 'world': { 'size': [7, 7], 'periodic': true, 'dt': 1, 'seed': 3 },"
        "  'groups': [ { 'name': 'a', 'count': 6, 'most': 12, " HERE "'tree': { 'gestalt': 1,"
        "    'blackboard': { 'position': 'vec2' }, 'root': { 'type': 'concurrent', 'children': ["
        "      { 'type': 'action', 'do': 'hop', 'args': { 'x': 1 } },"
        "      { 'type': 'force_success', 'child': { 'type': 'action', 'do': 'breed' } },"
        "      { 'type': 'decide', 'if': 'agent > 0 && rand() < 0.5',"
        "        'then': { 'type': 'action', 'do': 'die' }, 'else': { 'type': 'success' } }"
        "    ] } } } ] }");
    for (int step = 0; step < 300; step++) {
        running_go_on(&r, 1);
        assert_true(value_of(&r, 0, "position").vector[0] == (float)((5 + step) % 7));
    }
    assert_true(row_of(&r, "a_births") > 1000);
    running_stop(&r);
}

// ---- recordings

static bool collect(void *user, const char *bytes, size_t size)
{
    return fwrite(bytes, 1, size, user) == size;
}

static gestalt_result read_back(void *user, void *bytes, size_t size, size_t *count,
                                gestalt_error *error)
{
    (void)error;
    *count = fread(bytes, 1, size, user);
    return GESTALT_OK;
}

enum { FRAMES = 40 };

static void record(FILE *file, uint64_t *counts)
{
    gestalt_error error = {0};
    gestalt_recorder *writer;
    running r = start_text(steering);
    assert_int_equal(
        r.is->recordings.record(r.world, 1, (gestalt_writer){collect, file}, &writer, &error),
        GESTALT_OK);
    for (int i = 0; i < FRAMES; i++) {
        counts[i] = r.is->agents(r.world);
        assert_int_equal(r.is->recordings.frame(r.world, writer, &error), GESTALT_OK);
        running_go_on(&r, 1);
    }
    assert_int_equal(gestalt_recorder_finish(writer, &error), GESTALT_OK);
    gestalt_recorder_destroy(writer);
    running_stop(&r);
}

// Each frame contains the agents that existed then.
static void test_recording(void **state)
{
    (void)state;
    FILE *file = tmpfile();
    uint64_t counts[FRAMES], most = 0;
    gestalt_error error = {0};
    gestalt_recording *reader;
    gestalt_record_next what;
    gestalt_record_frame frame;
    record(file, counts);
    rewind(file);
    assert_int_equal(gestalt_recording_open_source((gestalt_record_source){read_back, file}, NULL,
                                                   &reader, &error),
                     GESTALT_OK);
    for (int i = 0; i < FRAMES; i++) {
        assert_int_equal(gestalt_recording_next(reader, &what, &frame, &error), GESTALT_OK);
        assert_int_equal(what, GESTALT_RECORD_HAS_FRAME);
        assert_int_equal(frame.count, counts[i]);
        most = frame.ids[frame.count - 1] > most ? frame.ids[frame.count - 1] : most;
    }
    assert_true(most > 425 && counts[FRAMES - 1] != counts[0]);
    gestalt_recording_close(reader);
    fclose(file);
}

// ---- statistics

enum { TIMES = 4 };

static const int times[TIMES] = {10, 50, 100, 200};

typedef struct spread {
    double sum, squares;
} spread;

static void add(spread *s, double value)
{
    s->sum += value;
    s->squares += value * value;
}

static double mean_of(const spread *s, int count)
{
    return s->sum / count;
}

// The standard error of the mean.
static double error_of(const spread *s, int count)
{
    double mean = mean_of(s, count), variance = s->squares / count - mean * mean;
    return sqrt((variance > 0 ? variance : 0) / (count - 1));
}

static void run_scene(uint64_t seed, wolf_sheep_counts *counts)
{
    char *text = running_text("wolf-sheep.json");
    scene *s = running_read(text, (char[RUNNING_FOUND_SIZE]){0});
    assert_non_null(s);
    s->space.seed = seed;
    running r = running_of(s, &(world_options){0});
    for (int i = 0; i < TIMES; i++) {
        running_go_on(&r, (uint64_t)(times[i] - (i ? times[i - 1] : 0)));
        outcome out = running_outcome(&r);
        counts[i] = (wolf_sheep_counts){running_row(&out, "sheep_count"),
                                        running_row(&out, "wolves_count")};
    }
    running_stop(&r);
    free(text);
}

// Return how many standard errors the means of both are apart.
static double compare(const char *what, int time, const spread *ours, const spread *theirs,
                      int seeds)
{
    double a = error_of(ours, seeds), b = error_of(theirs, seeds);
    double difference = mean_of(ours, seeds) - mean_of(theirs, seeds);
    double errors = difference / sqrt(a * a + b * b);
    print_message("# %-6s after %3d: %6.1f +- %4.1f, the program %6.1f +- %4.1f\n", what, time,
                  mean_of(ours, seeds), a, mean_of(theirs, seeds), b);
    return fabs(errors);
}

static double largest_difference(int seeds)
{
    spread all[TIMES][4] = {0};
    double most = 0;
    for (int seed = 1; seed <= seeds; seed++) {
        wolf_sheep_counts ours[TIMES], theirs[TIMES];
        run_scene((uint64_t)seed, ours);
        wolf_sheep_run((uint64_t)seed, 50, 100, 50, times, TIMES, theirs);
        for (int i = 0; i < TIMES; i++) {
            add(&all[i][0], ours[i].sheep);
            add(&all[i][1], theirs[i].sheep);
            add(&all[i][2], ours[i].wolves);
            add(&all[i][3], theirs[i].wolves);
        }
    }
    for (int i = 0; i < TIMES; i++) {
        most = fmax(most, compare("sheep", times[i], &all[i][0], &all[i][1], seeds));
        most = fmax(most, compare("wolves", times[i], &all[i][2], &all[i][3], seeds));
    }
    return most;
}

static void test_means(void **state)
{
    (void)state;
    assert_true(largest_difference(40) < 3);
}

int main(int argument_count, char **arguments)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_bits),
        cmocka_unit_test(test_same_bits_of_many),
        cmocka_unit_test(test_census),
        cmocka_unit_test(test_once_each),
        cmocka_unit_test(test_fair),
        cmocka_unit_test(test_reach),
        cmocka_unit_test(test_dead_do_not_eat),
        cmocka_unit_test(test_full),
        cmocka_unit_test(test_other_group),
        cmocka_unit_test(test_set_of_other_group),
        cmocka_unit_test(test_pedestrians),
        cmocka_unit_test(test_no_room),
        cmocka_unit_test(test_same_bits_steering),
        cmocka_unit_test(test_nobody_jumps),
        cmocka_unit_test(test_compact),
        cmocka_unit_test(test_old_one),
        cmocka_unit_test(test_recording),
        cmocka_unit_test(test_means),
    };
    if (argument_count < 2 || argument_count > 3)
        return 2;
    running_folder = arguments[1];
    if (argument_count == 3) {
        print_message("# at most %.1f standard errors apart\n",
                      largest_difference(atoi(arguments[2])));
        return 0;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
