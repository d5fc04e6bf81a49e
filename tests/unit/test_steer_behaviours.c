// SPDX-License-Identifier: MIT
// Each behaviour compared with its formula: cases computed by hand, and random ones in double.
#include "steer_test.h"

// The vehicle of all cases by hand: at the origin, with a velocity of 1 along x, and 2 at most.
static const vehicle me = {
    .velocity = {{1}}, .heading = {{1}}, .mass = 1, .radius = 0.5f, .max_speed = 2, .max_force = 5};

static moving_point mover(float x, float y, float vx, float vy)
{
    return (moving_point){plane(x, y), plane(vx, vy)};
}

// One or two obstacles.
typedef struct two_spheres {
    float columns[STEER_DIMENSIONS][2], radius[2];
} two_spheres;

static spheres spheres_of(two_spheres *memory, uint32_t count, const float (*xyr)[3])
{
    *memory = (two_spheres){0};
    spheres all = {.count = count, .radius = memory->radius};
    EACH_DIMENSION (d)
        all.centre.at[d] = memory->columns[d];
    for (uint32_t i = 0; i < count; i++) {
        vectors_set(&all.centre, i, plane(xyr[i][0], xyr[i][1]));
        memory->radius[i] = xyr[i][2];
    }
    return all;
}

static vector hide(uint32_t count, const float (*xyr)[3], moving_point hunter)
{
    two_spheres memory;
    spheres all = spheres_of(&memory, count, xyr);
    return steer_hide(&me, hunter, &all, 1);
}

static vector avoid(uint32_t count, const float (*xyr)[3])
{
    two_spheres memory;
    spheres all = spheres_of(&memory, count, xyr);
    return steer_avoid_obstacles(&me, &all, 3);
}

// Follow a straight path along y = `y`.
static vector follow(float y, float radius, int direction)
{
    const vector points[] = {plane(0, y), plane(10, y)};
    pathway way;
    assert_int_equal(path_create(&way, NULL, points, 2, radius, false), GESTALT_OK);
    vector force = steer_follow_path(&me, &way, 1, direction);
    path_destroy(&way, NULL);
    return force;
}

static vector follow_road(traffic_side side)
{
    const vector points[] = {plane(-10, 0), plane(10, 0)};
    pathway way;
    assert_int_equal(path_create(&way, NULL, points, 2, 1, false), GESTALT_OK);
    vector force = traffic_follow_road(&me, &way, 1, 1, side);
    path_destroy(&way, NULL);
    return force;
}

static vehicle other_at(float x, float y, float vx, float vy, float radius)
{
    vector velocity = plane(vx, vy);
    return (vehicle){.position = plane(x, y),
                     .velocity = velocity,
                     .heading = vector_unit(velocity),
                     .radius = radius};
}

static vector collide(float x, float y, float vx, float vy, float radius)
{
    threat worst = {0};
    vehicle other = other_at(x, y, vx, vy, radius);
    steer_consider(&worst, &me, &other, 10);
    return steer_avoid_collisions(&me, &worst);
}

// Of two threats, the one that comes first counts, in any order.
static vector collide_with_two(bool swapped)
{
    const vehicle others[] = {other_at(4, 0.5f, -1, 0, 0.6f), other_at(2, -0.5f, -1, 0, 0.6f)};
    threat worst = {0};
    steer_consider(&worst, &me, &others[swapped], 10);
    steer_consider(&worst, &me, &others[!swapped], 10);
    return steer_avoid_collisions(&me, &worst);
}

static vector meet_in_traffic(float x, float y, float hx, float hy, traffic_side side)
{
    threat danger = {.exists = true, .other.position = plane(x, y), .heading = plane(hx, hy)};
    return traffic_avoid_collisions(&me, &danger, 2, side);
}

static vector wander_without_jitter(void)
{
    vector place = plane(0, 1);
    uint64_t random = 1;
    return steer_wander(&me, 1, 2, 0, &place, &random);
}

static vector adapt(float speed)
{
    vehicle other = other_at(3, 0, speed, 0, 0.5f);
    return traffic_adapt_speed(&me, &other);
}

#define SPHERES(...)                                                                               \
    LENGTH(((const float[][3]){__VA_ARGS__})), (const float[][3])                                  \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }

static void test_by_hand(void **state)
{
    (void)state;
    const struct {
        const char *name;
        vector is;
        double x, y;
    } cases[] = {
        {"seek", steer_seek(&me, plane(3, 4)), 0.2, 1.6},
        {"seek where it is", steer_seek(&me, plane(0, 0)), -1, 0},
        {"flee", steer_flee(&me, plane(3, 4)), -2.2, -1.6},
        {"arrive, braking", steer_arrive(&me, plane(3, 4), 5), -0.4, 0.8},
        {"arrive, far", steer_arrive(&me, plane(3, 4), 1), 0.2, 1.6},
        {"arrive, there", steer_arrive(&me, plane(0, 0), 1), -1, 0},
        {"pursue", steer_pursue(&me, mover(0, 4, 1, 0)), -0.105572809, 1.788854382},
        {"evade", steer_evade(&me, mover(0, 4, 1, 0)), -1.894427191, -1.788854382},
        {"offset", steer_pursue_offset(&me, mover(0, 4, 1, 0), plane(1, 0)), 0.2, 1.6},
        {"interpose", steer_interpose(&me, plane(0, 8), plane(6, 0), 0.5f), 0.2, 1.6},
        {"a quarter", steer_interpose(&me, plane(0, 8), plane(6, 0), 0.25f), -0.514928750,
         1.940285000},
        {"interpose, moving",
         steer_interpose_moving(&me, mover(0, 4, 1, 0), mover(4, 0, 0, 2), 0.5f), 0.2, 1.6},
        {"hide", hide(SPHERES({3, 0, 1}), mover(-6, 0, 0, 0)), 1, 0},
        {"hide, nearest", hide(SPHERES({8, -6, 1}, {0, 4, 1}), mover(0, -6, 0, 0)), -1, 2},
        {"hide nowhere", hide(0, NULL, mover(0, 4, 1, 0)), -1.894427191, -1.788854382},
        {"obstacle to the left", avoid(SPHERES({2, 0.5f, 1})), 0, -5},
        {"obstacle to the right", avoid(SPHERES({2, -0.5f, 1})), 0, 5},
        {"straight ahead", avoid(SPHERES({2, 0, 1})), 0, -5},
        {"behind", avoid(SPHERES({-2, 0, 1})), 0, 0},
        {"beside", avoid(SPHERES({2, 1.6f, 1})), 0, 0},
        {"just reaching in", avoid(SPHERES({3.9f, 0.5f, 1})), 0, -5},
        {"too far", avoid(SPHERES({4.1f, 0.5f, 1})), 0, 0},
        {"two obstacles", avoid(SPHERES({3, 0.5f, 1}, {2, -0.5f, 1})), 0, 5},
        {"wander", wander_without_jitter(), 0.788854382, -0.894427191},
        {"outside of the path", follow(2, 1, 0), -0.105572809, 1.788854382},
        {"inside", follow(2, 3, 0), 0, 0},
        {"inside, ahead: on at full speed", follow(2, 3, 1), 1, 0},
        {"inside, wrong way", follow(2, 3, -1), -1, 2},
        {"outside, ahead", follow(2, 1, 1), 0.414213562, 1.414213562},
        {"they meet", collide(4, 1, -1, 0, 0.6f), 0, -5},
        {"head on", collide(4, 0, -1, 0, 0.6f), 0, -5},
        {"they pass", collide(4, 1, -1, 0, 0.4f), 0, 0},
        {"they part", collide(-4, 0, -1, 0, 0.6f), 0, 0},
        {"they meet late", collide(40, 0, -1, 0, 0.6f), 0, 0},
        {"two threats", collide_with_two(false), 0, 5},
        {"two threats, swapped", collide_with_two(true), 0, 5},
        {"separate", steer_separate(plane(2, 3)), 2, 3},
        {"cohere", steer_cohere(&me, plane(6, 8), 2), 0.2, 1.6},
        {"cohere alone", steer_cohere(&me, plane(0, 0), 0), 0, 0},
        {"align", steer_align(plane(4, 2), 2), 2, 1},
        {"align alone", steer_align(plane(0, 0), 0), 0, 0},
        {"road, right", follow_road(TRAFFIC_RIGHT), -0.585786438, -1.414213562},
        {"road, left", follow_road(TRAFFIC_LEFT), -0.585786438, 1.414213562},
        {"slower ahead", adapt(0.5f), -2, 0},
        {"standing ahead", adapt(0), -1, 0},
        {"oncoming, right", meet_in_traffic(4, 0, -1, 0, TRAFFIC_RIGHT), 0, -1},
        {"oncoming, left", meet_in_traffic(4, 0, -1, 0, TRAFFIC_LEFT), 0, 1},
        {"parallel at the left", meet_in_traffic(0, 1, 1, 0, TRAFFIC_RIGHT), 0, -1},
        {"parallel at the right", meet_in_traffic(0, -1, 1, 0, TRAFFIC_RIGHT), 0, 1},
        {"parallel, far", meet_in_traffic(0, 3, 1, 0, TRAFFIC_RIGHT), 0, 0},
        {"crossing", meet_in_traffic(1, 0, 0, 1, TRAFFIC_RIGHT), 0, 0},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const double must[3] = {cases[i].x, cases[i].y, 0};
        check_vector(cases[i].name, cases[i].is, must, 1e-6);
    }
}

static void test_ahead(void **state)
{
    (void)state;
    const struct {
        float x, y, radius;
        bool is_ahead;
    } cases[] = {{1, 0, 0.5f, true},     {-1, 0, 0.5f, false},  {2.4f, 0, 0.5f, true},
                 {2.6f, 0, 0.5f, false}, {1, 0.9f, 0.5f, true}, {1, -0.9f, 0.5f, true},
                 {1, 1.1f, 0.5f, false}, {1, 1.1f, 0.7f, true}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        vehicle other = other_at(cases[i].x, cases[i].y, 1, 0, cases[i].radius);
        float ahead;
        if (traffic_is_ahead(&me, &other, 2, &ahead) != cases[i].is_ahead)
            fail_msg("case %zu", i);
        assert_true(ahead == cases[i].x);
    }
}

// The same formulas in double, in both dimensions.

typedef struct precise {
    double at[STEER_DIMENSIONS];
} precise;

static precise of(vector v)
{
    precise p;
    EACH_DIMENSION (d)
        p.at[d] = v.at[d];
    return p;
}

static precise mix(precise a, double factor, precise b)
{
    EACH_DIMENSION (d)
        a.at[d] += factor * b.at[d];
    return a;
}

static double size_of(precise a)
{
    double sum = 0;
    EACH_DIMENSION (d)
        sum += a.at[d] * a.at[d];
    return sqrt(sum);
}

// The velocity towards a point with a speed, which may be negative, minus the current velocity.
static precise towards(const vehicle *v, precise target, double speed)
{
    precise offset = mix(target, -1, of(v->position));
    return mix(mix((precise){0}, speed / size_of(offset), offset), -1, of(v->velocity));
}

static precise future(const vehicle *v, moving_point other)
{
    double distance = size_of(mix(of(other.position), -1, of(v->position)));
    return mix(of(other.position), distance / v->max_speed, of(other.velocity));
}

static void check_random(uint64_t *random)
{
    vehicle v = {.position = draw_vector(random, -10, 10),
                 .velocity = draw_vector(random, -1, 1),
                 .max_speed = draw_between(random, 0.5f, 3)};
    vector point = draw_vector(random, -10, 10), offset = draw_vector(random, -3, 3);
    moving_point a = {draw_vector(random, -10, 10), draw_vector(random, -1, 1)};
    moving_point b = {draw_vector(random, -10, 10), draw_vector(random, -1, 1)};
    float share = draw_between(random, 0, 1), braking = draw_between(random, 0.5f, 20);
    double speed = v.max_speed;
    double slow = size_of(mix(of(point), -1, of(v.position))) / braking;
    precise fa = future(&v, a), fb = future(&v, b);
    const struct {
        const char *name;
        vector is;
        precise must;
    } cases[] = {
        {"seek", steer_seek(&v, point), towards(&v, of(point), speed)},
        {"flee", steer_flee(&v, point), towards(&v, of(point), -speed)},
        {"arrive", steer_arrive(&v, point, braking),
         towards(&v, of(point), slow < speed ? slow : speed)},
        {"pursue", steer_pursue(&v, a), towards(&v, fa, speed)},
        {"evade", steer_evade(&v, a), towards(&v, fa, -speed)},
        {"offset", steer_pursue_offset(&v, a, offset), towards(&v, mix(fa, 1, of(offset)), speed)},
        {"interpose", steer_interpose(&v, a.position, b.position, share),
         towards(&v, mix(of(a.position), share, mix(of(b.position), -1, of(a.position))), speed)},
        {"interpose, moving", steer_interpose_moving(&v, a, b, share),
         towards(&v, mix(fa, share, mix(fb, -1, fa)), speed)},
        {"cohere", steer_cohere(&v, offset, 3),
         towards(&v, mix(of(v.position), 1.0 / 3, of(offset)), speed)},
    };
    for (size_t i = 0; i < LENGTH(cases); i++)
        check_vector(cases[i].name, cases[i].is, cases[i].must.at, 2e-4);
}

static void test_random(void **state)
{
    (void)state;
    uint64_t random = 7;
    for (int i = 0; i < 20000; i++)
        check_random(&random);
}

// Wandering stays on its circle or sphere, always draws the same number of times, and reaches every
// direction.
static void test_wander(void **state)
{
    (void)state;
    uint64_t random = 3;
    vector place = plane(1, 0), mean = vector_zero();
    for (int i = 0; i < 20000; i++) {
        uint64_t before = random, expected = random;
        EACH_DIMENSION (d)
            random_next(&expected);
        vector force = steer_wander(&me, 1, 2, 0.5f, &place, &random);
        assert_true(random == expected && random != before);
        check_near("on the circle", vector_length(place), 1, 1e-6);
        check_near("wanted speed", vector_length(vector_add(force, me.velocity)), 2, 1e-5);
        mean = vector_add_scaled(mean, place, 1.0f / 20000);
    }
    assert_true(vector_length(mean) < 0.15f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_hand),
        cmocka_unit_test(test_ahead),
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_wander),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
