// SPDX-License-Identifier: MIT
// The traffic of examples/scenes/traffic: its results, with drivers and with forces, which do not
// depend on threads, lanes and interruptions, and the errors of invalid roads.
//
//    test_traffic SCENES [NETWORKS]
#include "amount.h"
#include "roads_part.h"
#include "running.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// Number of random networks to test, for an hour each.
static uint32_t networks = 12;

#define LENGTH(array) (sizeof(array) / sizeof *(array))

// The value of a row, or the worst value of the groups' rows.
static double worst(const outcome *out, const char *name)
{
    static const char *const prefixes[] = {"", "west_", "east_"};
    double most = -1;
    for (size_t i = 0; i < LENGTH(prefixes); i++) {
        char whole[100];
        snprintf(whole, sizeof whole, "%s%s", prefixes[i], name);
        const outcome_row *found = gestalt_outcome_find(out, whole);
        double value = !found ? -1 : found->is_count ? (double)found->count : found->number;
        most = value > most ? value : most;
    }
    return most;
}

static outcome measured(const char *name, uint64_t steps)
{
    running r = running_start(name, &(world_options){0});
    running_go_on(&r, steps);
    outcome out = running_outcome(&r);
    running_stop(&r);
    return out;
}

// With drivers, no car collides, stands for long, or leaves its lane.
static void test_drivers(void **state)
{
    (void)state;
    const struct {
        const char *name;
        uint64_t steps;
        double speed, deviation, stands;
    } cases[] = {
        {"ring.json", 36000, 8.5, 0.05, 0.1},
        {"ring-dense.json", 36000, 8, 0.05, 0.1},
        {"crossing-roads.json", 36000, 9, 0.05, 20},
        {"crossing-roads-dense.json", 9000, 5, 0.05, 20},
        {"blocks-right-of-way.json", 1200, 5, 0.5, 60},
        {"blocks-lights.json", 1200, 4, 0.5, 60},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        outcome out = measured(cases[i].name, amount_of((uint32_t)cases[i].steps, 8));
        assert_true(worst(&out, "collisions") == 0);
        assert_true(worst(&out, "line_runs") <= 0);
        assert_true(worst(&out, "off_road") == 0);
        assert_true(worst(&out, "mean_car_speed") > cases[i].speed || amount_is_small());
        assert_true(worst(&out, "worst_deviation") < cases[i].deviation);
        assert_true(worst(&out, "longest_stand") < cases[i].stands);
    }
}

// Cars that are fast for the short blocks of their town stop at each line that they come to: at
// lights, and where other cars have right of way.
static void test_short_blocks(void **state)
{
    (void)state;
    const char *const files[] = {"blocks-lights.json", "blocks-right-of-way.json"};
    const running_change changes[] = {{"[1500, 1500]", "[600, 600]"},
                                      {"\"count\": 750", "\"count\": 60"},
                                      {"\"max_speed\": 14", "\"max_speed\": 30"},
                                      {"\"fastest\": 14", "\"fastest\": 30"},
                                      {NULL, NULL}};
    for (size_t i = 0; i < LENGTH(files); i++) {
        char *text = running_changed(files[i], changes);
        running r = running_of_text(text, &(world_options){0});
        running_go_on(&r, 3000);
        outcome out = running_outcome(&r);
        assert_true(running_row(&out, "collisions") == 0);
        assert_true(running_row(&out, "line_runs") == 0);
        assert_true(running_row(&out, "worst_deviation") < 0.5);
        assert_true(running_row(&out, "mean_car_speed") > 4);
        running_stop(&r);
        free(text);
    }
}

// Collisions of an agent that passes another one: of rectangles along their headings, and of discs.
static void test_bodies(void **state)
{
    (void)state;
#define CAR(length, width) "\"length\": " #length ", \"width\": " #width
    const struct {
        const char *first, *second; // the two vehicles
        double x, y, going_x, going_y;
        double collisions;
    } cases[] = {
        // Beside each other, with 2 m between their middles.
        {CAR(4.5, 1.8), CAR(4.5, 1.8), -20, -2, 5, 0, 0},
        {CAR(4.5, 2.2), CAR(4.5, 2.2), -20, -2, 5, 0, 2},
        {"\"radius\": 2.25", "\"radius\": 2.25", -20, -2, 5, 0, 2},
        {CAR(4.5, 1.8), "\"radius\": 1", -20, -2, 5, 0, 0},
        {CAR(4.5, 1.8), "\"radius\": 1.2", -20, -2, 5, 0, 2},
        // From the side, 5 m before the middle of the other.
        {CAR(4.5, 1.8), CAR(4.5, 1.8), 5, -20, 0, 5, 0},
        {CAR(8.5, 1.8), CAR(4.5, 1.8), 5, -20, 0, 5, 2},
        {CAR(8.5, 1.8), "\"radius\": 0.7", 5, -20, 0, 5, 0},
        {CAR(8.5, 1.8), "\"radius\": 0.8", 5, -20, 0, 5, 2},
        // Through the middle: no corner of one is ever inside the other.
        {CAR(30, 0.1), CAR(4.5, 1.8), 5, -20, 0, 5, 2},
        // Diagonally, past a corner.
        {CAR(4, 4), CAR(4, 0.2), -10, 16, 5, -5, 0},
        {CAR(4, 4), CAR(4, 0.2), -10, 14.1, 5, -5, 2},
        {CAR(4, 4), CAR(4, 0.2), -10, 14.4, 5, -5, 0},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        char text[2000];
        snprintf(
            text, sizeof text,
            "{\"scene\": 1, \"world\": {\"size\": [100, 100], \"low\": [-50, -50]},"
            "\"groups\": [{\"name\": \"one\", \"count\": 1, \"vehicle\": {%s, \"max_speed\": 9},"
            "\"start\": {\"how\": \"list\", \"points\": [[0, 0]]}, \"velocity\": {\"how\": "
            "\"fixed\", \"fixed\": [0.0001, 0]}},"
            "{\"name\": \"other\", \"count\": 1, \"vehicle\": {%s, \"max_speed\": 9},"
            "\"start\": {\"how\": \"list\", \"points\": [[%g, %g]]}, \"velocity\": {\"how\": "
            "\"fixed\", \"fixed\": [%g, %g]}}], \"measure\": {\"collisions\": true}}",
            cases[i].first, cases[i].second, cases[i].x, cases[i].y, cases[i].going_x,
            cases[i].going_y);
        running r = running_of_text(text, &(world_options){0});
        running_go_on(&r, 80);
        outcome out = running_outcome(&r);
        if (running_row(&out, "collisions") != cases[i].collisions)
            fail_msg("case %zu: %g collisions", i, running_row(&out, "collisions"));
        running_stop(&r);
    }
}

// Cars moved by forces, as described in the thesis. Ten cars on a ring do not collide. More of
// them, or cars at a crossing, do. They keep to their lanes a hundred times worse than drivers.
static void test_forces(void **state)
{
    (void)state;
    const struct {
        const char *name;
        bool collides;
        bool loses_cars;
    } cases[] = {
        {"ring-thesis-sum.json", false, false},
        {"ring-thesis-priority.json", false, true},
        {"ring-dense-thesis-sum.json", true, false},
        {"ring-dense-thesis-priority.json", true, true},
        {"crossing-roads-thesis-sum.json", true, false},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        outcome out = measured(cases[i].name, 18000);
        assert_true((worst(&out, "collisions") > 0) == cases[i].collides);
        assert_true((worst(&out, "off_road") > 0) == cases[i].loses_cars);
        assert_true(worst(&out, "worst_deviation") > 0.3);
    }
}

static void test_same_bits(void **state)
{
    (void)state;
    const char *const names[] = {"blocks-lights.json", "crossing-roads-thesis-sum.json"};
    for (size_t i = 0; i < LENGTH(names); i++) {
        char *text = running_text(names[i]);
        running_in_all_ways(text, 150, 150, NULL);
        free(text);
    }
}

// Agents on and off the roads in one world: lorries and cars with drivers, cars moved by forces,
// and walkers and birds, which the roads do not see, between them in the columns.
static const char mixed[] =
    "{\"scene\": 1, \"world\": {\"size\": [400, 400], \"periodic\": true, \"seed\": 4},"
    "\"roads\": {\"side\": \"left\", \"blocks\": {\"columns\": 2, \"rows\": 2},"
    " \"crossings\": {\"control\": \"lights\", \"turning\": 0.5, \"green\": 3, \"yellow\": 1}},"
    "\"groups\": ["
    "{\"name\": \"lorries\", \"count\": 9, \"vehicle\": {\"max_speed\": 8, \"max_force\": 8},"
    " \"road\": {\"speed\": 5}, \"tree\": \"car.json\"},"
    "{\"name\": \"walkers\", \"count\": 7, \"tree\": {\"gestalt\": 1, \"root\": "
    "{\"type\": \"action\", \"do\": \"wander\"}}},"
    "{\"name\": \"forced\", \"count\": 5, \"vehicle\": {\"max_speed\": 8, \"max_force\": 8},"
    " \"road\": {\"by\": \"forces\", \"speed\": 4, \"line\": 2}, \"tree\": {\"gestalt\": 1, "
    "\"root\": {\"type\": \"concurrent\", \"children\": ["
    "{\"type\": \"action\", \"do\": \"adapt_speed\", \"args\": {\"radius\": 50}},"
    "{\"type\": \"action\", \"do\": \"follow_road\", \"args\": {\"path\": 1, \"lane\": 1.75}}]}}},"
    "{\"name\": \"cars\", \"count\": 40, \"vehicle\": {\"max_force\": 8},"
    " \"road\": {\"slowest\": 6, \"fastest\": 14, \"speed\": 6}, \"tree\": {\"gestalt\": 1,"
    "\"blackboard\": {\"gap\": \"float\", \"approach\": \"float\", \"way\": \"float\","
    " \"fast\": {\"type\": \"int\", \"init\": 9}},"
    "\"root\": {\"type\": \"concurrent\", \"children\": ["
    "{\"type\": \"action\", \"do\": \"keep_lane\"},"
    "{\"type\": \"force_success\", \"child\": {\"type\": \"action\", \"do\": \"must_stop\", "
    "\"args\": {\"way\": \"way\"}}},"
    "{\"type\": \"force_success\", \"child\": {\"type\": \"action\", \"do\": \"car_ahead\", "
    "\"args\": {\"gap\": \"gap\", \"approach\": \"approach\"}}},"
    "{\"type\": \"force_success\", \"child\": {\"type\": \"priority\", \"children\": ["
    "{\"type\": \"reactive_sequence\", \"children\": ["
    "{\"type\": \"condition\", \"call\": \"about_to_hit\", \"args\": {\"seconds\": 2}},"
    "{\"type\": \"action\", \"do\": \"brake_hard\"}]},"
    "{\"type\": \"action\", \"do\": \"stop_at_line\", \"args\": {\"speed\": \"fast\"}},"
    "{\"type\": \"timeout\", \"ticks\": 3, \"child\": "
    "{\"type\": \"action\", \"do\": \"follow_car\", \"args\": {\"speed\": 0}}},"
    "{\"type\": \"timeout\", \"ticks\": 2, \"child\": "
    "{\"type\": \"action\", \"do\": \"cruise\", \"args\": {\"speed\": \"fast\"}}}]}}]}}},"
    "{\"name\": \"birds\", \"count\": 5, \"start\": {\"how\": \"grid\"}}]}";

static void test_mixed(void **state)
{
    (void)state;
    outcome out = running_in_all_ways(mixed, 150, 150, NULL);
    assert_true(running_row(&out, "cars_mean_car_speed") > 1);
    assert_true(running_row(&out, "cars_mean_car_speed") <= 9.01);
    assert_true(running_row(&out, "cars_line_runs") == 0 &&
                running_row(&out, "cars_off_road") == 0);
    assert_true(running_row(&out, "lorries_crossed") > 0);
    assert_true(running_row(&out, "lorries_mean_car_speed") <= 8.01);
    assert_true(running_row(&out, "forced_mean_deviation") > 0);
    assert_null(gestalt_outcome_find(&out, "walkers_flow"));
}

// A network of two-way streets, one-way streets and circles. Cars may turn on all of them.
static char *network_of(uint32_t seed, char *text, size_t size)
{
    uint32_t random = seed * 2654435761u + 1;
    uint32_t draws[4];
    for (int i = 0; i < 4; i++) {
        random = random * 1664525u + 1013904223u;
        draws[i] = random >> 16;
    }
    static const char *const drawn[] = {
        "{\"circle\": {\"radius\": 30}, \"one_way\": true},"
        "{\"points\": [[-120, 0], [120, 0]]}, {\"points\": [[0, -120], [0, 120]]}",
        "{\"circle\": {\"radius\": 60}}, {\"points\": [[-120, 0], [120, 0]]},"
        "{\"points\": [[0, -120], [0, 120]], \"one_way\": true}",
        "{\"points\": [[-120, -60], [120, -60]]}, {\"points\": [[-120, 60], [120, 60]],"
        "\"one_way\": true}, {\"points\": [[-60, -120], [-60, 120]]},"
        "{\"points\": [[60, -120], [60, 120]], \"one_way\": true}",
        "{\"circle\": {\"centre\": [-40, 0], \"radius\": 60}},"
        "{\"circle\": {\"centre\": [40, 0], \"radius\": 60}, \"one_way\": true}",
    };
    static const unsigned most[] = {50, 64, 70, 56};
    unsigned kind = draws[0] % 4, count = most[kind] / 3 + draws[1] % (most[kind] * 2 / 3 + 1);
    snprintf(text, size,
             "{\"scene\": 1, \"world\": {\"size\": [240, 240], \"low\": [-120, -120],"
             "\"periodic\": true, \"dt\": 0.1, \"seed\": %u}, \"roads\": {\"lines\": [%s],"
             "\"crossings\": {\"turning\": %.2f}}, \"groups\": [{\"name\": \"cars\","
             "\"count\": %u, \"tree\": \"car.json\", \"vehicle\": {\"radius\": 1.5,"
             "\"max_speed\": 14, \"max_force\": 8}, \"road\": {\"slowest\": 8,"
             "\"fastest\": 14, \"speed\": 8}}], \"measure\": {\"collisions\": true}}",
             (unsigned)seed, drawn[kind], (double)(draws[2] % 101) / 100, count);
    return text;
}

// With any share of turning cars, no car stands for ten minutes, and no two collide. Before roads
// kept space for cars that drive straight on, the first kind of network was jammed after an hour
// with each seed.
static void test_networks(void **state)
{
    (void)state;
    for (uint32_t seed = 1; seed <= networks; seed++) {
        char text[4000];
        running r = running_of_text(network_of(seed, text, sizeof text), &(world_options){0});
        running_go_on(&r, amount_of(36000, 8));
        outcome out = running_outcome(&r);
        if (running_row(&out, "longest_stand") > 600 || running_row(&out, "collisions") > 0 ||
            running_row(&out, "line_runs") > 0)
            fail_msg("network %u: %g s, %g collisions", (unsigned)seed,
                     running_row(&out, "longest_stand"), running_row(&out, "collisions"));
        running_stop(&r);
    }
}

// Cars that turn at each crossing, on a circle with four crossings and off it. No car turns into
// the circle when it is nearly full.
static void test_full_circle(void **state)
{
    (void)state;
    static const char text[] =
        "{\"scene\": 1, \"world\": {\"size\": [240, 240], \"low\": [-120, -120],"
        "\"periodic\": true, \"dt\": 0.1, \"seed\": 1}, \"roads\": {\"lines\": ["
        "{\"circle\": {\"radius\": 30}, \"one_way\": true},"
        "{\"points\": [[-120, 0], [120, 0]]}, {\"points\": [[0, -120], [0, 120]]}],"
        "\"crossings\": {\"turning\": 1}}, \"groups\": [{\"name\": \"cars\", \"count\": 50,"
        "\"tree\": \"car.json\", \"vehicle\": {\"radius\": 1.5, \"max_speed\": 14,"
        "\"max_force\": 8}, \"road\": {\"slowest\": 8, \"fastest\": 14, \"speed\": 8}}]}";
    running r = running_of_text(text, &(world_options){0});
    const struct cars *c = &road_world_of(r.world)->c;
    uint32_t most = 0, allowed = c->tracks.most[0];
    for (uint32_t i = 0; i < amount_of(1200, 8); i++) {
        running_go_on(&r, 10);
        most = c->tracks.on_track[0] > most ? c->tracks.on_track[0] : most;
    }
    running_stop(&r);
    if (allowed != 20 || most > allowed || (most < allowed && !amount_is_small()))
        fail_msg("%u cars are on the circle", (unsigned)most);
}

// Cars moved by forces keep to the side of the road that the roads define. Their group need not
// repeat it.
static void test_side(void **state)
{
    (void)state;
    const running_change changes[] = {{"\"roads\": {", "\"roads\": {\"side\": \"left\", "},
                                      {NULL, NULL}};
    char *text = running_changed("ring-thesis-sum.json", changes);
    running r = running_of_text(text, &(world_options){0});
    running_go_on(&r, 3000);
    outcome out = running_outcome(&r);
    assert_true(running_row(&out, "mean_deviation") < 0.5);
    running_stop(&r);
    free(text);
}

// Ten cars in a row, 60 m apart on a ring of 600 m, and what sensors return for them.
static void test_sensors(void **state)
{
    (void)state;
    static const char text[] =
        "{\"scene\": 1, \"world\": {\"size\": [300, 300]}, \"roads\": {\"lines\": [{\"one_way\": "
        "true,"
        "\"circle\": {\"centre\": [150, 150], \"radius\": 95.5}}]},"
        "\"groups\": [{\"name\": \"cars\", \"count\": 10, \"vehicle\": {\"max_speed\": 9},"
        "\"road\": {\"speed\": 7}, \"tree\": {\"gestalt\": 1, \"blackboard\": {\"gap\": \"float\","
        "\"approach\": {\"type\": \"float\", \"init\": 9}, \"way\": \"float\", \"found\": \"int\"},"
        "\"root\": {\"type\": \"selector\", \"children\": ["
        "{\"type\": \"action\", \"do\": \"must_stop\", \"args\": {\"way\": \"way\"}},"
        "{\"type\": \"sequence\", \"children\": ["
        "{\"type\": \"action\", \"do\": \"car_ahead\", \"args\": {\"gap\": \"gap\", "
        "\"approach\": \"approach\"}},"
        "{\"type\": \"set\", \"key\": \"found\", \"to\": 1},"
        "{\"type\": \"condition\", \"call\": \"about_to_hit\", \"args\": {\"seconds\": 1000}},"
        "{\"type\": \"set\", \"key\": \"found\", \"to\": 2}]}]}}}]}";
    running r = running_of_text(text, &(world_options){0});
    running_go_on(&r, 1);
    for (uint64_t car = 0; car < 10; car++) {
        const gestalt_population *p = r.is->population(r.world);
        gestalt_value gap, approach, way, found;
        assert_int_equal(gestalt_population_read(p, car, "gap", &gap, NULL), GESTALT_OK);
        assert_int_equal(gestalt_population_read(p, car, "approach", &approach, NULL), GESTALT_OK);
        assert_int_equal(gestalt_population_read(p, car, "way", &way, NULL), GESTALT_OK);
        assert_int_equal(gestalt_population_read(p, car, "found", &found, NULL), GESTALT_OK);
        assert_true(gap.number > 58.8f && gap.number < 59.2f); // from bumper to bumper
        assert_true(approach.number == 0);
        assert_true(way.number == INFINITY);
        assert_int_equal(found.integer, 1); // they would never meet
    }
    running_stop(&r);
}

#define WORLD "{\"scene\": 1, \"world\": {\"size\": [600, 600], \"periodic\": true}, "
#define GROUP(count, road)                                                                         \
    "\"groups\": [{\"name\": \"cars\", \"count\": " #count ", \"road\": " road "}]}"

static void test_bad_roads(void **state)
{
    (void)state;
    const struct {
        const char *text, *found;
    } cases[] = {
        {WORLD GROUP(1, "{}"), "the scene has no `roads`"},
        {WORLD "\"roads\": {\"lines\": [{}]}, " GROUP(1, "{}"),
         "a road needs either a circle or points"},
        {WORLD "\"roads\": {\"lines\": [{\"points\": [[0, 0], [100, 0]]}]}, " GROUP(1, "{}"),
         "a closed road of two corners would go there and back"},
        {WORLD
         "\"roads\": {\"lines\": [{\"points\": [[0, 0], [99, 0], [99, 0], [0, 99]]}]}, " GROUP(
             1, "{}"),
         "two consecutive corners are the same, [99, 0]"},
        {WORLD
         "\"roads\": {\"lines\": [{\"points\": [[0, 0], [99, 0], [99, 5], [0, 99]]}]}, " GROUP(
             1, "{}"),
         "a lane bends too sharply near [9"},
        {WORLD
         "\"roads\": {\"lines\": [{\"points\": [[0, 0], [99, 0], [50, 0]]}]}, " GROUP(1, "{}"),
         "its radius is 0 m there, but cars need 4 m"},
        {WORLD "\"roads\": {\"lines\": [{\"points\": [[0, 0], [99, 0], [0, 99]], \"corner\": "
               "5}]}, " GROUP(1, "{}"),
         "its radius is 3.3 m there, but cars need 4 m"},
        {WORLD
         "\"roads\": {\"lane_width\": 14, \"lines\": [{\"circle\": {\"radius\": 10}}]}, " GROUP(
             1, "{}"),
         "its radius is 3 m there, but cars need 4 m"},
        {WORLD "\"roads\": {\"blocks\": {\"columns\": 40, \"rows\": 40}}, " GROUP(1, "{}"),
         "crossings are too close to each other"},
        {WORLD "\"roads\": {}, " GROUP(1, "{}"), "there are no roads to start on"},
        {WORLD "\"roads\": {\"blocks\": {\"columns\": 2, \"rows\": 2}}, " GROUP(1, "{\"line\": 5}"),
         "there are 4 roads"},
        {WORLD "\"roads\": {\"blocks\": {\"columns\": 2, \"rows\": 2}}, " GROUP(
             1, "{\"slowest\": 3, \"fastest\": 2}"),
         "`fastest` is below `slowest`"},
        {WORLD "\"roads\": {\"blocks\": {\"columns\": 1, \"rows\": 1}}, " GROUP(9000, "{}"),
         "there is no room for that many cars"},
        {WORLD "\"roads\": {\"lane_width\": 1, \"blocks\": {\"columns\": 1, \"rows\": 1}}, " GROUP(
             1, "{}"),
         "too wide for the lane"},
        {WORLD
         "\"roads\": {\"blocks\": {\"columns\": 1, \"rows\": 1}}, \"groups\": [{\"name\": "
         "\"cars\", \"count\": 1, \"vehicle\": {\"length\": 9, \"width\": 3.3}, \"road\": {}}]}",
         "a car with this width is too wide for the lane"},
        {WORLD
         "\"roads\": {\"lines\": [{\"circle\": {\"radius\": 20}}]}, \"groups\": [{\"name\": "
         "\"cars\", \"count\": 1, \"vehicle\": {\"length\": 13, \"width\": 2.5}, \"road\": {}}]}",
         "a car of 13 m by 2.5 m is too large for the bend near ["},
        {WORLD "\"groups\": [{\"name\": \"cars\", \"count\": 1, \"vehicle\": {\"length\": 4}}]}",
         "a body with a `length` needs a `width`"},
        {WORLD "\"groups\": [{\"name\": \"cars\", \"count\": 1, \"vehicle\": {\"width\": 4}}]}",
         "a body with a `width` needs a `length`"},
        {WORLD "\"groups\": [{\"name\": \"cars\", \"count\": 1, \"vehicle\": {\"length\": 2, "
               "\"width\": 4}}]}",
         "the body is wider than it is long"},
        {"{\"scene\": 1, \"world\": {\"size\": [9, 9, 9]}, \"groups\": [{\"name\": \"cars\", "
         "\"count\": 1, \"vehicle\": {\"length\": 4, \"width\": 2}}]}",
         "bodies with a length need a world of two dimensions"},
        {WORLD
         "\"roads\": {\"side\": \"left\", \"blocks\": {\"columns\": 1, \"rows\": 1}}, "
         "\"groups\": [{\"name\": \"cars\", \"count\": 1, \"side\": \"right\", \"road\": {}}]}",
         "the other side than its roads"},
        {WORLD "\"roads\": {\"lines\": [{\"points\": [[0, 0], [600, 0]]}, {\"points\": [[0, 300],"
               "[600, 900]]}]}, " GROUP(1, "{}"),
         "too close to each other outside of a crossing"},
        {WORLD "\"roads\": {\"lines\": [{\"points\": [[0, 300], [600, 300]]}, {\"circle\": {"
               "\"centre\": [300, 353], \"radius\": 50}}]}, " GROUP(1, "{}"),
         "too close to each other outside of a crossing"},
        {WORLD "\"roads\": {\"lines\": [{\"points\": [[0, 0], [100, 100], [100, 0], [0, 100], [0, "
               "0]]}]}, " GROUP(1, "{}"),
         "too close to each other outside of a crossing"},
        {WORLD "\"roads\": {\"blocks\": {\"columns\": 24, \"rows\": 1}, \"driver\": {\"gap\": "
               "8}}, " GROUP(1, "{}"),
         "there are only 8.9 m of road between two crossings, but a car with its gap needs 9 m"},
        {"{\"scene\": 1, \"world\": {\"size\": [600, 600], \"periodic\": true, \"dt\": 0.5}, "
         "\"roads\": {\"blocks\": {\"columns\": 1, \"rows\": 1}, \"crossings\": {"
         "\"control\": \"lights\", \"green\": 0.4}}, " GROUP(1, "{}"),
         "green is shorter than a step"},
        {WORLD "\"roads\": {\"blocks\": {\"columns\": 1, \"rows\": 1}}, " GROUP(900, "{}"),
         "900 start, but only "},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        char found[RUNNING_FOUND_SIZE];
        scene *s = running_read(cases[i].text, found);
        if (s || !strstr(found, cases[i].found))
            fail_msg("%s: %s", cases[i].found, found);
    }
}

int main(int count, char **arguments)
{
    if (count != 2 && count != 3)
        return 2;
    if (count == 3)
        networks = (uint32_t)atoi(arguments[2]);
    running_folder = arguments[1];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_drivers),   cmocka_unit_test(test_short_blocks),
        cmocka_unit_test(test_bodies),    cmocka_unit_test(test_forces),
        cmocka_unit_test(test_same_bits), cmocka_unit_test(test_mixed),
        cmocka_unit_test(test_sensors),   cmocka_unit_test(test_bad_roads),
        cmocka_unit_test(test_networks),  cmocka_unit_test(test_full_circle),
        cmocka_unit_test(test_side),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
