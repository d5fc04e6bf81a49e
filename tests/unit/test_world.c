// SPDX-License-Identifier: MIT
// Worlds: the results of the shipped scenes, the same bits with any threads, lanes and instruction
// sets, resuming, and the effects of actions and sensors.
//
//    test_world EXAMPLES
#include "running.h"
#include "world_state.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// ---- what comes out

typedef struct means {
    double velocity, neighbours;
} means;

// Check the means after the last step, over many seeds.
static void check_means(const char *name, uint64_t seeds, means wanted, means tolerance)
{
    means found = {0, 0};
    char *text = running_text(name), problems[RUNNING_FOUND_SIZE];
    for (uint64_t seed = 1; seed <= seeds; seed++) {
        scene *s = running_read(text, problems);
        s->space.seed = seed;
        running r = running_of(s, &(world_options){0});
        running_go_on(&r, s->space.steps);
        outcome out = running_outcome(&r);
        found.velocity += running_row(&out, "mean_velocity") / (double)seeds;
        found.neighbours += running_row(&out, "mean_neighbours") / (double)seeds;
        running_stop(&r);
    }
    print_message("# %s: mean velocity %.3f, neighbours %.2f\n", name, found.velocity,
                  found.neighbours);
    assert_true(fabs(found.velocity - wanted.velocity) <= tolerance.velocity);
    assert_true(fabs(found.neighbours - wanted.neighbours) <= tolerance.neighbours);
    free(text);
}

// The expected means are those of an independent program in double. The standard errors of 300
// seeds are 0.006 and 0.01.
static void test_flock_as_tree(void **state)
{
    (void)state;
    check_means("flock.json", 300, (means){0.218, 3.80}, (means){0.025, 0.1});
}

static void test_flock_fused(void **state)
{
    (void)state;
    check_means("flock-fused.json", 300, (means){0.218, 3.80}, (means){0.025, 0.1});
}

static void test_boids(void **state)
{
    (void)state;
    running r = running_start("boids3d.json", &(world_options){0});
    running_go_on(&r, r.scene->space.steps);
    outcome out = running_outcome(&r);
    // The agents have gathered: random ones would have half a neighbour.
    assert_true(running_row(&out, "mean_neighbours") > 4);
    assert_true(running_row(&out, "mean_speed") > 6 && running_row(&out, "mean_speed") <= 9.001);
    running_stop(&r);
}

// The mean speed, the length of the mean velocity, and the mean number of neighbours, of four
// seeds.
static void mean_boids(const char *text, double found[3])
{
    static const char *const rows[] = {"mean_speed", "mean_velocity", "mean_neighbours"};
    char problems[RUNNING_FOUND_SIZE];
    for (uint64_t seed = 1; seed <= 4; seed++) {
        scene *s = running_read(text, problems);
        s->space.seed = seed;
        running r = running_of(s, &(world_options){0});
        running_go_on(&r, s->space.steps);
        outcome out = running_outcome(&r);
        for (int i = 0; i < 3; i++)
            found[i] += running_row(&out, rows[i]) / 4;
        running_stop(&r);
    }
    print_message("# boids: speed %.2f, mean velocity %.2f, neighbours %.2f\n", found[0], found[1],
                  found[2]);
}

// The tree flocks as the fused boids do, in a world without the sphere, although its forces are not
// the same.
static void test_boids_as_tree(void **state)
{
    (void)state;
    double fused[3] = {0}, tree[3] = {0};
    char *in_sphere = running_text("boids3d.json");
    char *endless = running_replaced(in_sphere, "\"sphere\": 50", "\"sphere\": 0");
    char *text = running_replaced(endless, "\"dt\"", "\"periodic\": true, \"dt\"");
    char *with_tree = running_text("boids3d-tree.json");
    mean_boids(text, fused);
    mean_boids(with_tree, tree);
    assert_true(fabs(tree[0] - fused[0]) < 0.5);
    assert_true(fabs(tree[1] - fused[1]) < 1.5);
    assert_true(tree[2] > 0.75 * fused[2] && tree[2] < 1.5 * fused[2]);
    free(in_sphere);
    free(endless);
    free(text);
    free(with_tree);
}

// ---- the same bits

static const char crowd[] =
    "{ \"scene\": 1, \"world\": { \"size\": [40, 30], \"periodic\": true, \"dt\": 0.1, \"seed\": 7 "
    "},"
    "  \"measure\": { \"collisions\": true, \"neighbours\": 3 },"
    "  \"paths\": [ { \"name\": \"lane\", \"points\": [[1, 1], [30, 5], [20, 25]], \"closed\": "
    "true } ],"
    "  \"obstacles\": [ { \"at\": [20, 15], \"radius\": 2 } ],"
    "  \"groups\": ["
    "    { \"name\": \"some\", \"count\": 71, \"combiner\": \"dither\","
    "      \"vehicle\": { \"max_speed\": 3, \"max_force\": 5 }, \"set\": { \"road\": \"lane\" },"
    "      \"tree\": { \"gestalt\": 1,"
    "        \"blackboard\": { \"road\": \"int\", \"whom\": \"int\", \"far\": \"float\", "
    "\"position\": \"vec2\" },"
    "        \"root\": { \"type\": \"concurrent\", \"children\": ["
    "          { \"type\": \"force_success\", \"child\": { \"type\": \"action\", \"do\": "
    "\"nearest\","
    "            \"args\": { \"agent\": \"whom\", \"distance\": \"far\" } } },"
    "          { \"type\": \"decide\", \"if\": \"position.x < 20 && rand() < 0.7\","
    "            \"then\": { \"type\": \"timeout\", \"ticks\": 5, \"child\":"
    "              { \"type\": \"action\", \"do\": \"evade\", \"args\": { \"hunter\": \"whom\", "
    "\"weight\": \"2 / (far + 1)\" } } },"
    "            \"else\": { \"type\": \"action\", \"do\": \"wander\" } },"
    "          { \"type\": \"action\", \"do\": \"follow_path\", \"args\": { \"path\": \"road\" } },"
    "          { \"type\": \"action\", \"do\": \"avoid_obstacles\" } ] } } },"
    "    { \"name\": \"others\", \"count\": 150, \"combiner\": \"fill\", \"start\": { \"how\": "
    "\"grid\" },"
    "      \"velocity\": { \"least\": 1, \"most\": 2 }, \"vehicle\": { \"max_speed\": 2, "
    "\"min_speed\": 1 },"
    "      \"tree\": { \"gestalt\": 1, \"blackboard\": { \"r\": { \"type\": \"float\", \"init\": "
    "\"1 + 3 * rand()\" } },"
    "        \"root\": { \"type\": \"concurrent\", \"children\": ["
    "          { \"type\": \"action\", \"do\": \"separate\", \"args\": { \"radius\": \"r\" } },"
    "          { \"type\": \"action\", \"do\": \"avoid_collisions\" },"
    "          { \"type\": \"action\", \"do\": \"align\" } ] } } } ] }";

static void test_same_bits(void **state)
{
    (void)state;
    uint64_t hash;
    running_in_all_ways(crowd, 33, 27, &hash);
    assert_int_equal(hash, UINT64_C(0x533b1940cf09819));
}

// Large enough for all threads to work.
static void test_same_bits_of_many(void **state)
{
    (void)state;
    const running_change changes[] = {
        {"\"count\": 200", "\"count\": 20000"}, {"[100, 100]", "[1000, 1000]"}, {0}};
    char *text = running_changed("flock.json", changes);
    running_in_all_ways(text, 3, 2, NULL);
    free(text);
}

// Flocks of one group use a shorter code path. With an empty second group they do not. The bits are
// the same.
static void test_same_bits_of_flocks(void **state)
{
    (void)state;
    static const char text[] =
        "{ \"scene\": 1, \"world\": { \"size\": [60, 50], \"periodic\": true, \"push\": \"%s\" },"
        "  \"groups\": [ { \"name\": \"a\", \"count\": 300, \"velocity\": { \"least\": 1, "
        "\"most\": 2 },"
        "    \"vehicle\": { \"max_speed\": 3 }, \"tree\": { \"gestalt\": 1, \"root\": { \"type\": "
        "\"concurrent\","
        "      \"children\": [ { \"type\": \"action\", \"do\": \"%s\", \"args\": { \"radius\": 4, "
        "\"weight\": 0.3 } },"
        "      { \"type\": \"force_success\", \"child\": { \"type\": \"chance\", \"p\": 0.6, "
        "\"child\":"
        "        { \"type\": \"timeout\", \"ticks\": 2, \"child\": { \"type\": \"action\", \"do\": "
        "\"%s\" } } } },"
        "      { \"type\": \"action\", \"do\": \"%s\", \"args\": { \"radius\": 3 } } ] } } }%s ] }";
    static const char *const cases[][4] = {{"unit", "cohere", "separate", "align"},
                                           {"inverse", "align", "separate", "gather"},
                                           {"linear", "gather", "spread", "match"},
                                           {"linear", "match", "separate", "cohere"}};
    static const char *const kernels[] = {NULL, NULL, "plain", "avx2", "avx512"};
    enum { WAYS = sizeof kernels / sizeof *kernels };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        outcome out[WAYS];
        for (int way = 0; way < WAYS; way++) {
            char scene_text[2048];
            snprintf(scene_text, sizeof scene_text, text, cases[i][0], cases[i][1], cases[i][2],
                     cases[i][3], way ? "" : ", { \"name\": \"none\", \"count\": 0 }");
            running r = running_of_text(
                scene_text, &(world_options){.threads = 1 + i % 2, .kernels = kernels[way]});
            running_go_on(&r, 40);
            out[way] = running_outcome(&r);
            running_stop(&r);
        }
        for (uint32_t k = 0; k < out[0].count; k++)
            for (int way = 1; way < WAYS; way++)
                assert_memory_equal(&out[0].rows[k].number, &out[way].rows[k].number,
                                    sizeof(double));
        assert_true(running_row(&out[0], "mean_speed") > 0);
    }
}

// The same for fused flocks that differ in how they push, how far and what they see, and whether
// there is a sphere, and for trees with all of these variants.
static void test_same_bits_of_models(void **state)
{
    (void)state;
    static const char *const kernels[] = {"plain", "avx2", "avx512"};
    static const char text[] =
        "{ \"scene\": 1, \"world\": { \"size\": [30, 30%s], \"periodic\": true, \"push\": \"%s\" },"
        "  \"groups\": [ { \"name\": \"a\", \"count\": 300, \"velocity\": { \"least\": 1,"
        "  \"most\": 2 }, \"vehicle\": { \"max_speed\": 3 }, %s } ] }";
    static const char *const groups[] = {
        "\"boids\": {}",
        "\"boids\": { \"sphere\": 12, \"separation\": { \"radius\": 4 } }",
        "\"flock\": { \"radius\": 3 }",
        "\"tree\": { \"gestalt\": 1, \"root\": { \"type\": \"concurrent\", \"children\": ["
        " { \"type\": \"action\", \"do\": \"gather\", \"args\": { \"radius\": 4 } },"
        " { \"type\": \"action\", \"do\": \"spread\", \"args\": { \"radius\": 2 } },"
        " { \"type\": \"action\", \"do\": \"match\", \"args\": { \"radius\": 3 } } ] } }",
        "\"tree\": { \"gestalt\": 1, \"root\": { \"type\": \"action\", \"do\": \"cohere\", "
        "\"args\": { \"radius\": 5 } } }",
        "\"tree\": { \"gestalt\": 1, \"root\": { \"type\": \"action\", \"do\": \"separate\", "
        "\"args\": { \"radius\": 5 } } }",
    };
    static const char *const pushes[] = {"unit", "inverse", "linear"};
    for (size_t i = 0; i < 2 * 3 * sizeof groups / sizeof *groups; i++) {
        uint64_t hashes[3];
        char scene_text[2048];
        snprintf(scene_text, sizeof scene_text, text, i % 2 ? ", 30" : "", pushes[i / 2 % 3],
                 groups[i / 6]);
        for (int set = 0; set < 3; set++) {
            running r = running_of_text(scene_text, &(world_options){.kernels = kernels[set]});
            running_go_on(&r, 20);
            hashes[set] = running_hash(&r);
            running_stop(&r);
        }
        if (hashes[0] != hashes[1] || hashes[0] != hashes[2])
            fail_msg("%s: other bits", scene_text);
    }
}

// ---- actions and sensors

static float key_of(const running *r, uint64_t agent, const char *key)
{
    gestalt_value value;
    gestalt_error error = {0};
    if (gestalt_population_read(r->is->population(r->world), agent, key, &value, &error) !=
        GESTALT_OK)
        fail_msg("%s", error.message);
    return value.type == GESTALT_INT ? (float)value.integer : value.number;
}

typedef struct deed_case {
    const char *name, *root;
    const char *key; // expected value of agent 0 at the end
    float least, most;
} deed_case;

// Agent 0 is at (10, 10), agent 1 at (14, 10). The goal is (20, 10), with an open path to it.
static const deed_case deed_cases[] = {
    {"arrive succeeds when it is there",
     "{ \"type\": \"sequence\", \"children\": [ { \"type\": \"action\", \"do\": \"arrive\","
     "  \"args\": { \"target\": \"goal\" } }, { \"type\": \"set\", \"key\": \"done\", \"to\": 1 },"
     "  { \"type\": \"running\" } ] }",
     "done", 1, 1},
    {"follow_path succeeds at the end",
     "{ \"type\": \"sequence\", \"children\": [ { \"type\": \"action\", \"do\": \"follow_path\","
     "  \"args\": { \"path\": \"road\", \"weight\": 10 } }, { \"type\": \"set\", \"key\": "
     "\"done\", \"to\": "
     "\"position.x\" },"
     "  { \"type\": \"running\" } ] }",
     "done", 19, 22},
    {"what is abandoned in the same tick does not steer",
     "{ \"type\": \"selector\", \"children\": [ { \"type\": \"concurrent\", \"children\": ["
     "  { \"type\": \"action\", \"do\": \"seek\", \"args\": { \"target\": \"goal\" } }, { "
     "\"type\": \"failure\" } ] },"
     "  { \"type\": \"set\", \"key\": \"done\", \"to\": \"position.x\" } ] }",
     "done", 10, 10},
    {"seek has no end",
     "{ \"type\": \"concurrent\", \"children\": [ { \"type\": \"action\", \"do\": \"seek\","
     "  \"args\": { \"target\": \"goal\" } }, { \"type\": \"set\", \"key\": \"done\", \"to\": "
     "\"position.x\" } ] }",
     "done", 18, 22},
    {"nearest finds the other one",
     "{ \"type\": \"sequence\", \"children\": [ { \"type\": \"action\", \"do\": \"nearest\","
     "  \"args\": { \"agent\": \"whom\", \"distance\": \"done\" } } ] }",
     "done", 4, 4},
    {"and who it is",
     "{ \"type\": \"sequence\", \"children\": [ { \"type\": \"action\", \"do\": \"nearest\","
     "  \"args\": { \"agent\": \"whom\", \"distance\": \"done\" } } ] }",
     "whom", 1, 1},
    {"a sensor as a predicate",
     "{ \"type\": \"decide\", \"call\": \"neighbours\", \"args\": { \"radius\": 3.9 },"
     "  \"then\": { \"type\": \"set\", \"key\": \"done\", \"to\": 1 },"
     "  \"else\": { \"type\": \"set\", \"key\": \"done\", \"to\": 2 } }",
     "done", 2, 2},
    {"another radius",
     "{ \"type\": \"decide\", \"call\": \"neighbours\", \"args\": { \"radius\": 4 },"
     "  \"then\": { \"type\": \"set\", \"key\": \"done\", \"to\": 1 },"
     "  \"else\": { \"type\": \"set\", \"key\": \"done\", \"to\": 2 } }",
     "done", 1, 1},
    {"distance_to",
     "{ \"type\": \"decide\", \"call\": \"distance_to\", \"args\": { \"target\": \"goal\", "
     "\"within\": 10 },"
     "  \"then\": { \"type\": \"set\", \"key\": \"done\", \"to\": 1 } }",
     "done", 1, 1},
    {"on_path",
     "{ \"type\": \"decide\", \"call\": \"on_path\", \"args\": { \"path\": \"road\" },"
     "  \"then\": { \"type\": \"set\", \"key\": \"done\", \"to\": 1 } }",
     "done", 1, 1},
};

static void test_deeds(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof deed_cases / sizeof *deed_cases; i++) {
        const deed_case *c = &deed_cases[i];
        char text[4096];
        bool steers = strstr(c->root, "action") && !strstr(c->root, "nearest");
        snprintf(text, sizeof text,
                 "{ \"scene\": 1, \"world\": { \"size\": [40, 20], \"dt\": 0.1 },"
                 "  \"paths\": [ { \"name\": \"p\", \"points\": [[0, 10], [20, 10]] } ],"
                 "  \"groups\": [ { \"name\": \"a\", \"count\": 2, \"vehicle\": { \"max_speed\": "
                 "2, \"max_force\": 20 },"
                 "    \"start\": { \"how\": \"list\", \"points\": [[10, 10], [14, 10]] },"
                 "    \"set\": { \"goal\": [20, 10], \"road\": \"p\" },"
                 "    \"tree\": { \"gestalt\": 1,"
                 "      \"blackboard\": { \"goal\": \"vec2\", \"road\": \"int\", \"done\": "
                 "\"float\", \"whom\": \"int\","
                 "        \"position\": \"vec2\", \"velocity\": \"vec2\" },"
                 "      \"actions\": { \"nearest\": { \"args\": { \"agent\": \"key int\", "
                 "\"distance\": \"key float\" } } },"
                 "      \"root\": %s } } ] }",
                 c->root);
        running r = running_of_text(text, &(world_options){0});
        running_go_on(&r, steers ? 120 : 1);
        float value = key_of(&r, 0, c->key);
        if (value < c->least || value > c->most)
            fail_msg("%s: %s is %g", c->name, c->key, (double)value);
        running_stop(&r);
    }
}

// ---- changes while a world runs

static const char changing[] =
    "{ \"scene\": 1, \"world\": { \"size\": [30, 30], \"periodic\": true, \"seed\": 3 }, CHANGES"
    "  \"groups\": [ { \"name\": \"some\", \"count\": 60, \"combiner\": \"sum\","
    "      \"tree\": { \"gestalt\": 1, \"blackboard\": { \"r\": { \"type\": \"float\", \"init\": 2 "
    "} },"
    "        \"root\": { \"type\": \"concurrent\", \"children\": ["
    "          { \"type\": \"action\", \"do\": \"separate\", \"args\": { \"radius\": \"r\" } },"
    "          { \"type\": \"action\", \"do\": \"wander\" } ] } } } ] }";

static char *changed(const char *changes)
{
    return running_replaced(changing, "CHANGES", changes);
}

static uint64_t hash_after(const char *text, uint64_t steps)
{
    running r = running_of_text(text, &(world_options){0});
    running_go_on(&r, steps);
    uint64_t hash = running_hash(&r);
    running_stop(&r);
    return hash;
}

// A change of the scene has the effect of a change by hand, at its time and not earlier.
static void test_changed_keys(void **state)
{
    (void)state;
    char *without = changed("");
    char *with =
        changed("\"changes\": [ { \"at\": 0.95, \"group\": \"some\", \"set\": { \"r\": 6 } } ],");
    assert_int_equal(hash_after(without, 10), hash_after(with, 10));
    assert_int_not_equal(hash_after(without, 11), hash_after(with, 11));
    running r = running_of_text(without, &(world_options){0});
    running_go_on(&r, 10);
    for (uint64_t i = 0; i < 60; i++)
        assert_int_equal(
            gestalt_population_write(r.is->population(r.world), i, "r",
                                     (gestalt_value){.type = GESTALT_FLOAT, .number = 6}, NULL),
            GESTALT_OK);
    running_go_on(&r, 20);
    assert_int_equal(running_hash(&r), hash_after(with, 30));
    running_stop(&r);
    free(without);
    free(with);
}

static void test_changed_combiner(void **state)
{
    (void)state;
    char *sum = changed(""), *dither = running_replaced(sum, "\"sum\"", "\"dither\"");
    char *at_once =
        changed("\"changes\": [ { \"at\": 0, \"group\": \"some\", \"combiner\": \"dither\" } ],");
    char *later = running_replaced(at_once, "\"at\": 0,", "\"at\": 2,");
    char *back =
        changed("\"changes\": [ { \"at\": 1, \"group\": \"some\", \"combiner\": \"dither\" },"
                " { \"at\": 1, \"group\": \"some\", \"combiner\": \"sum\" } ],");
    assert_int_equal(hash_after(at_once, 30), hash_after(dither, 30));
    assert_int_equal(hash_after(later, 20), hash_after(sum, 20));
    assert_int_not_equal(hash_after(later, 21), hash_after(sum, 21));
    assert_int_equal(hash_after(back, 30), hash_after(sum, 30)); // the last one counts
    running_in_all_ways(later, 20, 9, NULL);
    running_in_all_ways(later, 25, 9, NULL);
    free(sum);
    free(dither);
    free(at_once);
    free(later);
    free(back);
}

// The distances that constants in trees request determine the size of the grid's cells.
static void test_reach(void **state)
{
    (void)state;
    static const struct {
        const char *root;
        double reach;
    } cases[] = {
        {"{ \"type\": \"success\" }", 0},
        {"{ \"type\": \"action\", \"do\": \"wander\", \"args\": { \"radius\": 8 } }", 0},
        {"{ \"type\": \"action\", \"do\": \"separate\" }", 2},
        {"{ \"type\": \"action\", \"do\": \"nearest\" }", 10},
        {"{ \"type\": \"action\", \"do\": \"nearest\", \"args\": { \"radius\": \"far\" } }", 0},
        {"{ \"type\": \"condition\", \"call\": \"neighbours\", \"args\": { \"radius\": 3 } }", 3},
        {"{ \"type\": \"sequence\", \"children\": ["
         "{ \"type\": \"action\", \"do\": \"nearest\", \"args\": { \"radius\": 7.5 } },"
         "{ \"type\": \"action\", \"do\": \"nearest\", \"args\": { \"radius\": 4 } }] }",
         7.5},
        {"{ \"type\": \"action\", \"do\": \"cohere\", \"args\": { \"radius\": 1000 } }", 49.9},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[800];
        snprintf(text, sizeof text,
                 "{ \"scene\": 1, \"world\": { \"size\": [100, 100], \"periodic\": true },"
                 "  \"groups\": [{ \"name\": \"a\", \"count\": 1, \"tree\": { \"gestalt\": 1,"
                 "  \"blackboard\": { \"far\": \"float\" }, \"root\": %s } }] }",
                 cases[i].root);
        running r = running_of_text(text, &(world_options){0});
        if (fabs((double)r.world->sight.reach - cases[i].reach) > 1e-4)
            fail_msg("%s: %g", cases[i].root, (double)r.world->sight.reach);
        running_stop(&r);
    }
}

int main(int argument_count, char **arguments)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_flock_as_tree),
        cmocka_unit_test(test_flock_fused),
        cmocka_unit_test(test_boids),
        cmocka_unit_test(test_boids_as_tree),
        cmocka_unit_test(test_changed_keys),
        cmocka_unit_test(test_changed_combiner),
        cmocka_unit_test(test_same_bits),
        cmocka_unit_test(test_same_bits_of_many),
        cmocka_unit_test(test_same_bits_of_flocks),
        cmocka_unit_test(test_same_bits_of_models),
        cmocka_unit_test(test_deeds),
        cmocka_unit_test(test_reach),
    };
    if (argument_count != 2)
        return 2;
    running_folder = arguments[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
