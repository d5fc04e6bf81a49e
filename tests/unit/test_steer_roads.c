// SPDX-License-Identifier: MIT
// Paths, and cars that brake and steer independently: the intelligent driver model, leaders, and
// the motion of cars.
#include "steer_test.h"

// An L with sides of 3 and 4, and the triangle that closes it.
static const vector corner[] = {{{0, 0}}, {{3, 0}}, {{3, 4}}};

static void test_path(void **state)
{
    (void)state;
    const struct {
        bool is_closed;
        float x, y;                 // from this position,
        float nearest_x, nearest_y; // this is the nearest point,
        float distance;             // at this distance along the path
        uint32_t segment;
    } cases[] = {
        {false, 1, 1, 1, 0, 1, 0},
        {false, -2, 1, 0, 0, 0, 0},
        {false, 9, 9, 3, 4, 7, 1},
        {false, 4, 2, 3, 2, 5, 1},
        {false, 3, 0, 3, 0, 3, 0},
        {false, 2, 1, 2, 0, 2, 0},
        {true, 0.7f, 2.6f, 1.5f, 2, 9.5f, 2},
        {true, 0, 0, 0, 0, 0, 0},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        pathway way;
        assert_int_equal(path_create(&way, NULL, corner, 3, 1, cases[i].is_closed), GESTALT_OK);
        check_near("length", way.length, cases[i].is_closed ? 12 : 7, 1e-6);
        path_point found = path_nearest(&way, plane(cases[i].x, cases[i].y));
        const double must[3] = {cases[i].nearest_x, cases[i].nearest_y, 0};
        check_vector("nearest", found.position, must, 1e-5);
        check_near("distance", found.distance, cases[i].distance, 1e-5);
        assert_int_equal(found.segment, cases[i].segment);
        path_destroy(&way, NULL);
    }
}

static void test_path_at(void **state)
{
    (void)state;
    const struct {
        bool is_closed;
        float distance, x, y;
    } cases[] = {
        {false, 1, 1, 0},       {false, 3, 3, 0},   {false, 5, 3, 2},      {false, -1, 0, 0},
        {false, 99, 3, 4},      {false, NAN, 0, 0}, {true, 8, 2.4f, 3.2f}, {true, 13, 1, 0},
        {true, -4, 2.4f, 3.2f}, {true, 12, 0, 0},   {true, 25, 1, 0},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        pathway way;
        assert_int_equal(path_create(&way, NULL, corner, 3, 1, cases[i].is_closed), GESTALT_OK);
        const double must[3] = {cases[i].x, cases[i].y, 0};
        check_vector("place", path_at(&way, cases[i].distance).position, must, 1e-5);
        path_destroy(&way, NULL);
    }
}

// Long random paths: the nearest point, compared with all points of the path, and the position at a
// distance.
static void test_long_path(void **state)
{
    (void)state;
    enum { POINTS = 150 };
    uint64_t random = 2;
    vector points[POINTS];
    for (int i = 0; i < POINTS; i++)
        points[i] = draw_vector(&random, -10, 10);
    points[7] = points[6]; // a segment of length 0
    for (int is_closed = 0; is_closed < 2; is_closed++) {
        pathway way;
        assert_int_equal(path_create(&way, NULL, points, POINTS, 1, is_closed), GESTALT_OK);
        for (int i = 0; i < 200; i++) {
            vector from = draw_vector(&random, -12, 12);
            path_point found = path_nearest(&way, from);
            float is = vector_distance(found.position, from), least = INFINITY;
            for (int k = 0; k <= 20000; k++) {
                path_point other = path_at(&way, way.length * (float)k / 20000);
                float far = vector_distance(other.position, from);
                least = far < least ? far : least;
            }
            assert_true(is <= least + 1e-4f && is >= least - way.length / 20000);
            path_point again = path_at(&way, found.distance);
            check_near("there and back", vector_distance(again.position, found.position), 0, 1e-3);
        }
        path_destroy(&way, NULL);
    }
}

// The nearest point between two points, by a path of one piece.
static path_point nearest_between(const vector *ends, vector from)
{
    pathway way;
    assert_int_equal(path_create(&way, NULL, ends, 2, 1, false), GESTALT_OK);
    path_point found = path_nearest(&way, from);
    path_destroy(&way, NULL);
    return found;
}

// A long path must give the same as a search through all of its pieces, to the bit. Of several
// equally near points, it must give the first.
static void check_pieces(const vector *points, uint32_t count, float from_low, float from_high,
                         uint64_t *random)
{
    pathway way;
    assert_int_equal(path_create(&way, NULL, points, count, 1, false), GESTALT_OK);
    for (int i = 0; i < 60; i++) {
        vector from = points[random_next(random) % count];
        if (i % 3 == 1)
            from = vector_add(from, draw_vector(random, -0.05f, 0.05f));
        else if (i % 3 == 2)
            from = draw_vector(random, from_low, from_high);
        float least = INFINITY;
        uint32_t must = 0;
        for (uint32_t k = 0; k + 1 < count; k++) {
            vector offset = vector_subtract(from, nearest_between(&points[k], from).position);
            if (vector_length_squared(offset) < least) {
                least = vector_length_squared(offset);
                must = k;
            }
        }
        assert_int_equal(path_nearest(&way, from).segment, must);
    }
    path_destroy(&way, NULL);
}

static void test_many_pieces(void **state)
{
    (void)state;
    enum { POINTS = 5000 };
    static vector points[POINTS];
    static const uint32_t counts[] = {16, 17, 18, 257, 258, 300, POINTS};
    uint64_t random = 3;
    for (uint32_t i = 0; i < LENGTH(counts); i++) {
        for (uint32_t k = 0; k < counts[i]; k++) // anywhere, and some points twice
            points[k] = k % 10 == 9 ? points[k / 2] : draw_vector(&random, -100, 100);
        check_pieces(points, counts[i], -300, 300, &random);
        points[0] = plane(100000, -20000);
        // a road far from the origin, and back along itself
        for (uint32_t k = 1; k < counts[i]; k++)
            points[k] = k > counts[i] / 2 ? points[counts[i] - k]
                                          : vector_add(points[k - 1], draw_vector(&random, 0, 3));
        check_pieces(points, counts[i], -21000, 100000, &random);
        for (uint32_t k = 0; k < counts[i]; k++) // repeatedly to a far corner
            points[k] = k % 2 ? plane(100000, 100000) : draw_vector(&random, 0, 90000);
        check_pieces(points, counts[i], 100000, 100000.05f, &random);
    }
}

static void test_bad_path(void **state)
{
    (void)state;
    pathway way;
    assert_int_equal(path_create(&way, NULL, corner, 1, 1, true), GESTALT_BAD_ARGUMENT);
    assert_int_equal(path_create(&way, NULL, corner, 0, 1, false), GESTALT_BAD_ARGUMENT);
    path_destroy(&way, NULL);
    const vector spot[] = {{{2, 1}}, {{2, 1}}};
    assert_int_equal(path_create(&way, NULL, spot, 2, 1, true), GESTALT_OK);
    assert_true(path_nearest(&way, plane(5, 5)).position.at[0] == 2);
    assert_true(path_at(&way, 5).position.at[1] == 1);
    path_destroy(&way, NULL);
}

static const driver_model driver = {
    .speed = 30, .headway = 1.5f, .gap = 2, .acceleration = 1, .braking = 2, .hardest = 9};

static void test_driver_model(void **state)
{
    (void)state;
    const struct {
        const char *name;
        float speed, gap, approach;
        double acceleration;
    } cases[] = {
        {"start", 0, INFINITY, 0, 1},
        {"free, half", 15, INFINITY, 0, 0.9375},
        {"free, full", 30, INFINITY, 0, 0},
        {"too fast", 60, INFINITY, 0, -9},
        {"standing behind one", 0, 2, 0, 0},
        {"standing far behind", 0, 4, 0, 0.75},
        {"following", 15, 49, 0, 0.9375 - 0.25},          // desired gap 24.5
        {"approaching", 15, 49, 2, 0.9375 - 0.513316736}, // desired gap 24.5 + 15 / sqrt 2
        {"being left behind", 15, 49, -100, 0.9375 - 4.0 / 2401},
        {"touching", 10, 0, 0, -9},
        {"overlapping", 10, -1, 0, -9},
        {"emergency", 30, 1, 30, -9},
        {"nonsense", NAN, 10, 0, -9},
    };
    for (size_t i = 0; i < LENGTH(cases); i++)
        check_near(cases[i].name,
                   driver_acceleration(&driver, cases[i].speed, cases[i].gap, cases[i].approach),
                   cases[i].acceleration, 2e-5);
}

// In equilibrium no car accelerates, and a platoon behind a slow car reaches it.
static void test_equilibrium(void **state)
{
    (void)state;
    for (float speed = 0; speed < 30; speed += 2.5f) {
        float gap = driver_equilibrium_gap(&driver, speed);
        check_near("equilibrium", driver_acceleration(&driver, speed, gap, 0), 0, 1e-5);
        assert_true(driver_acceleration(&driver, speed, gap * 1.1f, 0) > 0);
        assert_true(driver_acceleration(&driver, speed, gap * 0.9f, 0) < 0);
    }
    enum { CARS = 10 };
    double place[CARS];
    float speed[CARS];
    for (int i = 0; i < CARS; i++) {
        place[i] = -30.0 * i;
        speed[i] = i ? 0 : 15;
    }
    for (int step = 0; step < 6000; step++)
        for (int i = CARS; i-- > 0;) {
            float gap = i ? (float)(place[i - 1] - place[i] - 4) : INFINITY;
            if (i)
                speed[i] +=
                    0.1f * driver_acceleration(&driver, speed[i], gap, speed[i] - speed[i - 1]);
            assert_true(gap > 0 && speed[i] >= 0);
            place[i] += 0.1 * speed[i];
        }
    for (int i = 1; i < CARS; i++) {
        check_near("speed of the platoon", speed[i], 15, 1e-3);
        check_near("its gaps", (float)(place[i - 1] - place[i] - 4),
                   driver_equilibrium_gap(&driver, 15), 0.01);
    }
}

// Cars on two lanes along x with opposite directions. Leaders are compared with brute force.
static void test_leader(void **state)
{
    (void)state;
    enum { CARS = 120 };
    static uint32_t lane[CARS];
    static float distance[CARS];
    space world = {.periodic = true, .size = plane(100, 20)};
    EACH_DIMENSION (d)
        world.size.at[d] = world.size.at[d] > 0 ? world.size.at[d] : 20;
    vehicles all;
    grid g;
    uint64_t random = 6;
    fill_vehicles(&all, CARS, &world, 5);
    for (uint32_t i = 0; i < CARS; i++) {
        lane[i] = i % 2;
        float x = floorf(draw_between(&random, 0, 400)) / 4;
        vectors_set(&all.position, i, plane(x, lane[i] ? 3 : 6));
        distance[i] = lane[i] ? x : 100 - x;
    }
    const driver_lanes lanes = {lane, distance, 100};
    build(&g, &all, &all.velocity, &world, 4, 1);
    for (uint32_t i = 0; i < CARS; i++) {
        uint32_t leader = UINT32_MAX;
        double least = 6;
        for (uint32_t j = 0; j < CARS; j++) {
            double ahead = fmod(distance[j] - distance[i] + 100.0, 100);
            bool counts = lane[i] == lane[j] && i != j && (ahead > 0 || j > i);
            if (counts && (ahead < least || (ahead == 6 && leader == UINT32_MAX))) {
                least = ahead;
                leader = j;
            }
        }
        driver_ahead found = driver_leader(&g, &all, &lanes, i, 6);
        assert_int_equal(found.agent, leader);
        if (leader == UINT32_MAX)
            assert_true(found.gap == INFINITY);
        else
            check_near("gap", found.gap, least - all.radius[i] - all.radius[leader], 1e-4);
    }
    grid_destroy(&g, NULL);
    vehicles_destroy(&all, NULL);
}

static void test_curvature(void **state)
{
    (void)state;
    const vehicle me = {.heading = {{1}}};
    const struct {
        float x, y;
        double curvature;
    } cases[] = {{5, 0, 0},          {5, -5, 0.2},    {5, 5, -0.2}, {0, -4, 0.5},
                 {0.1f, -0.1f, 0.5}, {0, 0.1f, -0.5}, {0, 0, 0},    {-5, 0, 0}};
    for (size_t i = 0; i < LENGTH(cases); i++)
        check_near("curvature",
                   driver_curvature(me.position, me.heading, plane(cases[i].x, cases[i].y), 0.5f),
                   cases[i].curvature, 1e-6);
}

// One car, for some time: until it stands, on a circle, and across the border.
static void test_drive(void **state)
{
    (void)state;
    space world = {.periodic = true};
    EACH_DIMENSION (d)
        world.size.at[d] = 1000;
    vehicles all;
    fill_vehicles(&all, 1, &world, 1);
    vectors_set(&all.position, 0, plane(990, 500));
    vectors_set(&all.heading, 0, plane(1, 0));
    vectors_set(&all.velocity, 0, plane(10, 0));
    float acceleration = -2, curvature = 0;
    for (int i = 0; i < 100; i++)
        steer_kernels_best()->driver_move(&all, &acceleration, &curvature, &world, 0.07f, 0, 1);
    check_near("it stands after v^2 / 2a", all.position.at[0][0], 15, 1e-3);
    assert_true(all.velocity.at[0][0] == 0 && all.heading.at[0][0] == 1);
    vectors_set(&all.velocity, 0, plane(10, 0));
    acceleration = 0;
    curvature = 0.02f; // a circle with a radius of 50 around (15, 450)
    for (int i = 0; i < 1000; i++) {
        steer_kernels_best()->driver_move(&all, &acceleration, &curvature, &world, 0.05f, 0, 1);
        vector place = space_nearest(&world, plane(15, 450), vectors_get(&all.position, 0));
        float x = place.at[0] - 15, y = place.at[1] - 450;
        check_near("on the circle", sqrtf(x * x + y * y), 50, 0.02);
        check_near("speed", vector_length(vectors_get(&all.velocity, 0)), 10, 1e-4);
    }
    check_near("way around", trigonometry_atan2(all.heading.at[1][0], all.heading.at[0][0]),
               remainder(-10 * 50 * 0.02, 2 * 3.14159265358979), 1e-3);
    vehicles_destroy(&all, NULL);
}

// Numbers of very different size, and some special ones.
static float draw_special(uint64_t *random, float most)
{
    static const float special[] = {0, -1, 1e-30f, INFINITY, NAN, 1e30f};
    uint32_t which = random_below(random, 40);
    return which < LENGTH(special) ? special[which] : draw_between(random, -0.2f * most, most);
}

// Every set of kernels accelerates as the formula does, for any number of drivers.
static void test_accelerate(void **state)
{
    (void)state;
    enum { MOST = 37 };
    float wanted[MOST], allowed[MOST], speed[MOST], gap[MOST], approach[MOST], found[MOST + 1];
    const driver_sight sees = {wanted, allowed, speed, gap, approach};
    uint64_t random = 3;
    for (int set = 0; steer_kernels_all[set]; set++)
        for (uint32_t round = 0; steer_kernels_all[set]->is_supported() && round < 400; round++) {
            uint32_t count = round % (MOST + 1);
            for (uint32_t i = 0; i < count; i++) {
                wanted[i] = draw_between(&random, 1, 30);
                allowed[i] = i % 3 ? INFINITY : draw_between(&random, 1, 30);
                speed[i] = draw_special(&random, 30);
                gap[i] = draw_special(&random, 60);
                approach[i] = draw_special(&random, 20);
            }
            found[count] = 77;
            steer_kernels_all[set]->driver_accelerate(&driver, &sees, found, count);
            for (uint32_t i = 0; i < count; i++) {
                driver_model model = driver;
                model.speed = fminf(wanted[i], allowed[i]);
                assert_true(found[i] == driver_acceleration(&model, speed[i], gap[i], approach[i]));
            }
            assert_true(found[count] == 77);
        }
}

static vector turn_right(vector heading, float angle)
{
    float sine, cosine;
    vector turned = heading;
    trigonometry_sin_cos(angle, &sine, &cosine);
    turned.at[0] = heading.at[0] * cosine + heading.at[1] * sine;
    turned.at[1] = heading.at[1] * cosine - heading.at[0] * sine;
    return turned;
}

// Move one car as driver_move must.
static void drive_one(const vehicles *all, uint32_t i, float acceleration, float curvature,
                      const space *world, float dt)
{
    vector heading = vectors_get(&all->heading, i);
    float before = vector_dot(vectors_get(&all->velocity, i), heading);
    before /= vector_length_squared(heading);
    before = before > 0 ? before : 0;
    float after = before + acceleration * dt;
    float way = after < 0 ? before * before / (-2 * acceleration) : (before + after) * 0.5f * dt;
    float angle = 0.5f * (curvature * way);
    vector half = turn_right(heading, angle);
    vector position = vector_add_scaled(vectors_get(&all->position, i), half, way);
    heading = vector_unit(turn_right(half, angle));
    vectors_set(&all->position, i, space_wrap(world, position));
    vectors_set(&all->heading, i, heading);
    vectors_set(&all->velocity, i, vector_scale(heading, after < 0 ? 0 : after));
}

// Every set of kernels moves cars in this way, in any division into pieces, also cars that turn
// far.
static void test_move(void **state)
{
    (void)state;
    enum { MOST = 61 };
    for (int n = 0; steer_kernels_all[n / 2]; n++) {
        const steer_kernels *set = steer_kernels_all[n / 2];
        space world = test_world(n % 2);
        vehicles must, found;
        float accelerations[MOST], curvatures[MOST];
        uint64_t random = 9;
        fill_vehicles(&must, MOST, &world, 4);
        fill_vehicles(&found, MOST, &world, 4);
        for (uint32_t round = 0; set->is_supported() && round < 60; round++) {
            float sharpest = round < 50 ? 0.3f : round < 55 ? 12 : 1e8f;
            for (uint32_t i = 0; i < MOST; i++) {
                accelerations[i] = draw_between(&random, -3, 4);
                curvatures[i] = draw_between(&random, -sharpest, sharpest);
                drive_one(&must, i, accelerations[i], curvatures[i], &world, 0.1f);
            }
            for (uint32_t begin = 0, end; begin < MOST; begin = end) {
                end = begin + 1 + random_below(&random, MOST - begin);
                set->driver_move(&found, accelerations, curvatures, &world, 0.1f, begin, end);
            }
            EACH_DIMENSION (d) {
                size_t size = MOST * sizeof(float);
                assert_memory_equal(must.position.at[d], found.position.at[d], size);
                assert_memory_equal(must.velocity.at[d], found.velocity.at[d], size);
                assert_memory_equal(must.heading.at[d], found.heading.at[d], size);
            }
        }
        vehicles_destroy(&must, NULL);
        vehicles_destroy(&found, NULL);
    }
}

// A car whose new position would not be finite does not move, and the first such car is reported.
// All others move.
static void test_lost(void **state)
{
    (void)state;
    enum { MOST = 61 };
    static const uint32_t odd[] = {13, 14, 40, 60};
    for (int n = 0; steer_kernels_all[n / 2]; n++) {
        const steer_kernels *set = steer_kernels_all[n / 2];
        space world = test_world(n % 2);
        vehicles must, found;
        float accelerations[MOST] = {0}, curvatures[MOST] = {0};
        if (!set->is_supported())
            continue;
        fill_vehicles(&must, MOST, &world, 4);
        fill_vehicles(&found, MOST, &world, 4);
        accelerations[13] = NAN;
        accelerations[14] = INFINITY;
        accelerations[40] = NAN;
        accelerations[60] = INFINITY;
        for (uint32_t i = 0; i < MOST; i++)
            if (i != 13 && i != 14 && i != 40 && i != 60)
                drive_one(&must, i, 0, 0, &world, 0.1f);
        for (uint32_t i = 0, begin = 0; i < LENGTH(odd); i++) {
            uint32_t end = odd[i] + 1;
            assert_int_equal(
                set->driver_move(&found, accelerations, curvatures, &world, 0.1f, begin, end),
                odd[i]);
            begin = end;
        }
        EACH_DIMENSION (d) {
            size_t size = MOST * sizeof(float);
            assert_memory_equal(must.position.at[d], found.position.at[d], size);
            assert_memory_equal(must.heading.at[d], found.heading.at[d], size);
        }
        assert_int_equal(set->driver_move(&found, accelerations, curvatures, &world, 0.1f, 0, MOST),
                         13);
        assert_int_equal(set->driver_move(&found, accelerations, curvatures, &world, 0.1f, 15, 40),
                         MOTION_NONE);
        vehicles_destroy(&must, NULL);
        vehicles_destroy(&found, NULL);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_path),        cmocka_unit_test(test_path_at),
        cmocka_unit_test(test_long_path),   cmocka_unit_test(test_many_pieces),
        cmocka_unit_test(test_bad_path),    cmocka_unit_test(test_driver_model),
        cmocka_unit_test(test_equilibrium), cmocka_unit_test(test_leader),
        cmocka_unit_test(test_curvature),   cmocka_unit_test(test_drive),
        cmocka_unit_test(test_accelerate),  cmocka_unit_test(test_move),
        cmocka_unit_test(test_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
