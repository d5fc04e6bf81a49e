// SPDX-License-Identifier: MIT
// Combiners, with cases computed by hand, and urges: the sources of their arguments, and that they
// have the effect of their behaviours.
#include "steer_test.h"

enum { COUNT = 200 };

// Agents at rest at the origin: seek with a speed of 1 gives a unit vector, flee the opposite one.
static void make(vehicles *all)
{
    space world = test_world(false);
    fill_vehicles(all, COUNT, &world, 1);
    for (uint32_t i = 0; i < COUNT; i++) {
        vectors_set(&all->position, i, vector_zero());
        vectors_set(&all->velocity, i, vector_zero());
        vectors_set(&all->heading, i, plane(1, 0));
        all->max_speed[i] = 1;
        all->max_force[i] = 2;
    }
}

static urge pull(float x, float y, float weight, float probability)
{
    return (urge){.type = BEHAVIOUR_SEEK,
                  .weight.value = weight,
                  .probability.value = probability,
                  .points[0].value = plane(x, y)};
}

static void test_combiners(void **state)
{
    (void)state;
    const struct {
        const char *name;
        combiner how;
        urge urges[3];
        double x, y;
    } cases[] = {
        {"sum", COMBINE_SUM, {pull(9, 0, 1, 0), pull(0, 9, 0.5f, 0)}, 1, 0.5},
        {"sum, cut", COMBINE_SUM, {pull(9, 0, 3, 0), pull(0, 9, 4, 0)}, 1.2, 1.6},
        {"sum, opposite", COMBINE_SUM, {pull(9, 0, 3, 0), pull(-9, 0, 3, 0)}, 0, 0},
        {"in order", COMBINE_PRIORITY, {pull(9, 0, 1, 0), pull(0, 9, 0.5f, 0)}, 1, 0.5},
        {"does not fit", COMBINE_PRIORITY, {pull(9, 0, 1, 0), pull(0, 9, 3, 0)}, 1, 0},
        {"full is full",
         COMBINE_PRIORITY,
         {pull(9, 0, 1, 0), pull(0, 9, 3, 0), pull(0, 9, 0.1f, 0)},
         1,
         0},
        {"nothing fits", COMBINE_PRIORITY, {pull(9, 0, 3, 0), pull(0, 9, 1, 0)}, 0, 0},
        {"back into the buffer", COMBINE_PRIORITY, {pull(9, 0, 2, 0), pull(-9, 0, 3, 0)}, -1, 0},
        {"fill", COMBINE_FILL, {pull(9, 0, 1, 0), pull(0, 9, 3, 0)}, 1, 1},
        {"fill with the first", COMBINE_FILL, {pull(9, 0, 3, 0), pull(0, 9, 1, 0)}, 2, 0},
        {"fill, then full",
         COMBINE_FILL,
         {pull(9, 0, 1.5f, 0), pull(0, 9, 3, 0), pull(-9, 0, 1, 0)},
         1.5,
         0.5},
        {"dither, the first", COMBINE_DITHER, {pull(9, 0, 1, 1), pull(0, 9, 1, 1)}, 1, 0},
        {"dither, the second", COMBINE_DITHER, {pull(9, 0, 1, 0), pull(0, 9, 1, 1)}, 0, 1},
        {"dither, no force", COMBINE_DITHER, {pull(0, 0, 1, 1), pull(0, 9, 0.5f, 1)}, 0, 0.5},
        {"dither, cut", COMBINE_DITHER, {pull(0, 9, 5, 1)}, 0, 2},
        {"dither, none", COMBINE_DITHER, {pull(0, 9, 5, 0)}, 0, 0},
    };
    vehicles all, forces;
    make(&all);
    make(&forces);
    const urge_scene scene = {.world = test_world(false), .all = &all};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        urge_group group = {cases[i].how, 0, cases[i].urges};
        while (group.urge_count < 3 && cases[i].urges[group.urge_count].weight.value > 0)
            group.urge_count++;
        combine_forces(&group, &scene, &forces.velocity, 0, COUNT);
        const double must[3] = {cases[i].x, cases[i].y, 0};
        for (uint32_t k = 0; k < COUNT; k++)
            check_vector(cases[i].name, vectors_get(&forces.velocity, k), must, 1e-6);
    }
    vehicles_destroy(&all, NULL);
    vehicles_destroy(&forces, NULL);
}

// Probabilities are correct, and each urge that is reached draws once.
static void test_dithering(void **state)
{
    (void)state;
    vehicles all, forces;
    make(&all);
    make(&forces);
    const urge urges[] = {pull(9, 0, 1, 0.3f), pull(0, 9, 1, 0.5f)};
    const urge_group group = {COMBINE_DITHER, 2, urges};
    const urge_scene scene = {.world = test_world(false), .all = &all};
    uint32_t first = 0, second = 0, none = 0;
    for (int step = 0; step < 500; step++)
        for (uint32_t i = 0; i < COUNT; i++) {
            uint64_t random = all.random[i];
            combine_forces(&group, &scene, &forces.velocity, i, i + 1);
            vector force = vectors_get(&forces.velocity, i);
            first += force.at[0] == 1;
            second += force.at[1] == 1;
            none += vector_is_zero(force);
            random_next(&random);
            if (force.at[0] != 1)
                random_next(&random);
            assert_true(all.random[i] == random);
        }
    const double steps = 500 * COUNT;
    assert_true(first + second + none == 500 * COUNT);
    check_near("first", (float)(first / steps), 0.3, 0.006);
    check_near("second", (float)(second / steps), 0.35, 0.006);
    vehicles_destroy(&all, NULL);
    vehicles_destroy(&forces, NULL);
}

// Urges that are live for some agents, arguments from columns, and ranges that begin and end
// anywhere. The forces of all other agents do not change.
static void test_columns(void **state)
{
    (void)state;
    static float weights[COUNT];
    uint64_t live[(COUNT + 63) / 64] = {0};
    vehicles all, forces, targets;
    make(&all);
    make(&forces);
    make(&targets);
    for (uint32_t i = 0; i < COUNT; i++) {
        weights[i] = 0.01f * (float)i;
        vectors_set(&targets.position, i, i % 2 ? plane(5, 0) : plane(0, 5));
        live[i / 64] |= (uint64_t)(i % 3 != 0) << i % 64;
    }
    urge u = {.type = BEHAVIOUR_SEEK, .live = live, .weight.column = weights};
    u.points[0].column = &targets.position;
    const urge_group group = {COMBINE_SUM, 1, &u};
    const urge_scene scene = {.world = test_world(false), .all = &all};
    const uint32_t ends[] = {0, 1, 63, 64, 65, 127, 128, 130, 199, 200};
    for (size_t a = 0; a < LENGTH(ends); a++)
        for (size_t b = a; b < LENGTH(ends); b++) {
            for (uint32_t i = 0; i < COUNT; i++)
                vectors_set(&forces.velocity, i, plane(7, 7));
            combine_forces(&group, &scene, &forces.velocity, ends[a], ends[b]);
            for (uint32_t i = 0; i < COUNT; i++) {
                vector must = plane(i % 2 ? weights[i] : 0, i % 2 ? 0 : weights[i]);
                must = i % 3 == 0 ? vector_zero() : must;
                must = i < ends[a] || i >= ends[b] ? plane(7, 7) : must;
                vector is = vectors_get(&forces.velocity, i);
                check_near("x", is.at[0], must.at[0], 1e-6);
                check_near("y", is.at[1], must.at[1], 1e-6);
            }
        }
    vehicles_destroy(&all, NULL);
    vehicles_destroy(&forces, NULL);
    vehicles_destroy(&targets, NULL);
}

static vector evaluate(const urge_scene *scene, urge u, uint32_t index)
{
    urge_forces forces;
    urge_evaluate(&u, scene, index & ~63u, UINT64_C(1) << index % 64, &forces);
    vector force;
    EACH_DIMENSION (d)
        force.at[d] = forces.at[d][index % 64];
    return force;
}

static void check_same(const char *what, vector is, vector must)
{
    if (memcmp(&is, &must, sizeof is) != 0)
        fail_msg("%s: (%g, %g) instead of (%g, %g)", what, is.at[0], is.at[1], must.at[0],
                 must.at[1]);
}

// In a periodic world, behaviours use the nearest images of other agents.
static void test_evaluate(void **state)
{
    (void)state;
    space world = test_world(true);
    vehicles all;
    grid g;
    pathway way;
    const vector points[] = {plane(0, 0), plane(8, 3)};
    fill_vehicles(&all, COUNT, &world, 3);
    build(&g, &all, &all.velocity, &world, 3, 1);
    assert_int_equal(path_create(&way, NULL, points, 2, 1, false), GESTALT_OK);
    const urge_scene scene = {
        .world = world, .all = &all, .near = &g, .paths = &way, .path_count = 1, .side = -1};
    for (uint32_t i = 0; i < COUNT; i++) {
        vehicle me = vehicles_get(&all, i);
        uint32_t other = (i * 7 + 1) % COUNT;
        vector theirs = vectors_get(&all.position, other);
        moving_point they = {space_nearest(&world, me.position, theirs),
                             vectors_get(&all.velocity, other)};
        urge u = {.points[0].value = theirs, .agents[0].value = other, .numbers[0].value = 2};
        u.type = BEHAVIOUR_SEEK;
        check_same("seek", evaluate(&scene, u, i), steer_seek(&me, they.position));
        u.type = BEHAVIOUR_ARRIVE;
        check_same("arrive", evaluate(&scene, u, i), steer_arrive(&me, they.position, 2));
        u.type = BEHAVIOUR_PURSUE;
        check_same("pursue", evaluate(&scene, u, i), steer_pursue(&me, they));
        u.type = BEHAVIOUR_EVADE;
        check_same("evade", evaluate(&scene, u, i), steer_evade(&me, they));
        u.type = BEHAVIOUR_FOLLOW_PATH;
        u.numbers[1].value = -1;
        check_same("path", evaluate(&scene, u, i), steer_follow_path(&me, &way, 2, -1));
        u.type = BEHAVIOUR_FOLLOW_ROAD;
        check_same("road", evaluate(&scene, u, i),
                   traffic_follow_road(&me, &way, 2, -1, TRAFFIC_LEFT));
        u.path.value = 1;
        check_same("no path", evaluate(&scene, u, i), vector_zero());
        u = (urge){.type = BEHAVIOUR_PURSUE, .agents[0].value = COUNT};
        check_same("nobody", evaluate(&scene, u, i), vector_zero());
    }
    path_destroy(&way, NULL);
    grid_destroy(&g, NULL);
    vehicles_destroy(&all, NULL);
}

// The threat and the leader that urges find in the grid, compared with a search among all agents.
static void test_evaluate_near(void **state)
{
    (void)state;
    space world = test_world(true);
    vehicles all;
    grid g;
    fill_vehicles(&all, COUNT, &world, 4);
    build(&g, &all, &all.velocity, &world, 3, 1);
    const urge_scene scene = {.world = world,
                              .all = &all,
                              .near = &g,
                              .filter = steer_kernels_best()->threats_filter,
                              .side = TRAFFIC_RIGHT};
    uint32_t threats = 0, leaders = 0;
    for (uint32_t i = 0; i < COUNT; i++) {
        vehicle me = vehicles_get(&all, i), leader = {0};
        threat worst = {0};
        float least = INFINITY, ahead;
        for (uint32_t j = 0; j < COUNT; j++) {
            vehicle other = vehicles_get(&all, j);
            other.position = space_nearest(&world, me.position, other.position);
            if (j == i || vector_distance(other.position, me.position) > 9)
                continue;
            steer_consider(&worst, &me, &other, 3);
            if (traffic_is_ahead(&me, &other, 3, &ahead) && ahead < least) {
                least = ahead;
                leader = other;
            }
        }
        threats += worst.exists;
        leaders += least < INFINITY;
        urge u = {.numbers = {{.value = 9}, {.value = 3}, {.value = 2}}};
        double must[3] = {0};
        vector forces[] = {
            steer_avoid_collisions(&me, &worst),
            traffic_avoid_collisions(&me, &worst, 2, TRAFFIC_RIGHT),
            least < INFINITY ? traffic_adapt_speed(&me, &leader) : vector_zero(),
        };
        const behaviour types[] = {BEHAVIOUR_AVOID_COLLISIONS, BEHAVIOUR_AVOID_TRAFFIC,
                                   BEHAVIOUR_ADAPT_SPEED};
        for (size_t k = 0; k < LENGTH(types); k++) {
            u.type = types[k];
            EACH_DIMENSION (d)
                must[d] = forces[k].at[d];
            check_vector(behaviour_table[types[k]].name, evaluate(&scene, u, i), must, 1e-4);
        }
    }
    assert_true(threats > 5 && leaders > 5);
    grid_destroy(&g, NULL);
    vehicles_destroy(&all, NULL);
}

static void test_table(void **state)
{
    (void)state;
    for (int i = 0; i < BEHAVIOUR_COUNT; i++)
        assert_non_null(behaviour_table[i].name);
    const behaviour_row *row = &behaviour_table[BEHAVIOUR_INTERPOSE];
    assert_string_equal(row->name, "interpose");
    assert_string_equal(row->points[1], "second");
    assert_string_equal(row->numbers[0], "share");
    assert_null(row->agents[0]);
    assert_false(row->has_path);
    assert_true(behaviour_table[BEHAVIOUR_FOLLOW_ROAD].has_path);
}

static void test_view(void **state)
{
    (void)state;
    const urge urges[] = {
        {.type = BEHAVIOUR_SEEK},
        {.type = BEHAVIOUR_ALIGN, .numbers = {{.value = 7}, {.value = 0.5f}}},
        {.type = BEHAVIOUR_ALIGN, .numbers = {{.value = 8}, {.value = 0.6f}}},
    };
    neighbours_view view = {.reach = 9};
    assert_false(urges_view(urges, 1, &view));
    assert_true(urges_view(urges, 3, &view));
    assert_true(view.radius[NEIGHBOURS_ALIGNMENT].value == 7);
    assert_true(view.cosine[NEIGHBOURS_ALIGNMENT].value == 0.5f);
    assert_true(view.radius[NEIGHBOURS_COHESION].value < 0 && view.reach == 9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_combiners),     cmocka_unit_test(test_dithering),
        cmocka_unit_test(test_columns),       cmocka_unit_test(test_evaluate),
        cmocka_unit_test(test_evaluate_near), cmocka_unit_test(test_table),
        cmocka_unit_test(test_view),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
