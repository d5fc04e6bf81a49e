// SPDX-License-Identifier: MIT
// Flow over density on a ring, compared with the equilibrium of the driver model, and the growth of
// waves, compared with its linear stability (docs/traffic.md has both). Also: cars start at any
// density, never closer to each other than when they stand.
//
//    test_fundamental SCENES
#include "driver.h"
#include "running.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof *(array))

enum { CARS_PER_KM_AT_MOST = 200, SEEDS = 20 };

static const double wish = 14, headway = 1.5, standing = 2, comfort = 2, body = 3;

// ---- theory

static double wanted_gap(double speed)
{
    return standing + speed * headway;
}

// The gap between cars of the same speed in equilibrium; INFINITY at the desired speed.
static double equilibrium_gap(double speed)
{
    return wanted_gap(speed) / sqrt(1 - pow(speed / wish, 4));
}

// The speed at which cars with this gap neither brake nor accelerate.
static double equilibrium_speed(double gap)
{
    double low = 0, high = wish;
    for (int i = 0; i < 60; i++) {
        double middle = (low + high) / 2;
        *(equilibrium_gap(middle) < gap ? &low : &high) = middle;
    }
    return low;
}

// Positive if perturbations of the equilibrium decrease from car to car: f_v^2 - f_l^2 - 2 f_s,
// with the partial derivatives of the acceleration.
static double stability(double acceleration, double gap)
{
    double speed = equilibrium_speed(gap), wanted = wanted_gap(speed);
    double term = 2 * acceleration * wanted / (gap * gap);
    double by_gap = term * wanted / gap;
    double by_leader = term * speed / (2 * sqrt(acceleration * comfort));
    double by_speed = -4 * acceleration * pow(speed / wish, 3) / wish - term * headway - by_leader;
    return by_speed * by_speed - by_leader * by_leader - 2 * by_gap;
}

static double gap_at(unsigned cars)
{
    return 1000.0 / cars - body;
}

// ---- rings of a kilometre

static running ring_of(unsigned cars, double acceleration, unsigned seed)
{
    char count[40], a[40], s[40];
    snprintf(count, sizeof count, "\"count\": %u", cars);
    snprintf(a, sizeof a, "\"acceleration\": %g", acceleration);
    snprintf(s, sizeof s, "\"seed\": %u", seed);
    const running_change changes[] = {
        {"\"count\": 100", count}, {"\"acceleration\": 1.5", a}, {"\"seed\": 1", s}, {NULL, NULL}};
    char *text = running_changed("fundamental.json", changes);
    running r = running_of_text(text, &(world_options){0});
    free(text);
    return r;
}

static double row_after(const running *r, uint64_t steps, const char *name)
{
    running_go_on(r, steps);
    outcome out = running_outcome(r);
    assert_true(running_row(&out, "collisions") == 0);
    return running_row(&out, name);
}

// Both branches, up to the jam: within 2 % on the free branch, within 5 % or 20 cars/h on the
// other.
static void test_flow(void **state)
{
    (void)state;
    double last = 0;
    for (unsigned cars = 5; cars <= CARS_PER_KM_AT_MOST; cars += 5) {
        double must = equilibrium_speed(gap_at(cars)) * 3.6 * cars;
        running r = ring_of(cars, 1.5, 1);
        double flow = row_after(&r, 3000, "mean_speed") * 3.6 * cars;
        running_stop(&r);
        double most = must > last ? 0.02 * must : fmax(0.05 * must, 20);
        if (!(fabs(flow - must) <= most))
            fail_msg("%u cars/km: %g cars/h, and %g in equilibrium", cars, flow, must);
        last = must;
    }
}

// The model in the theory is the one that the cars use.
static void test_model(void **state)
{
    (void)state;
    const driver_model model = {(float)wish, (float)headway, (float)standing,
                                1.5f,        (float)comfort, 8};
    for (unsigned cars = 10; cars < CARS_PER_KM_AT_MOST; cars += 10) {
        double gap = gap_at(cars), speed = equilibrium_speed(gap);
        assert_true(fabs((double)driver_acceleration(&model, (float)speed, (float)gap, 0)) < 1e-5);
        assert_true(fabs((double)driver_equilibrium_gap(&model, (float)speed) - gap) < 1e-3 * gap);
    }
}

// Waves grow or perturbations vanish as the theory predicts, where its prediction is clear.
static void test_stability(void **state)
{
    (void)state;
    const double accelerations[] = {1.5, 1, 0.73};
    const unsigned densities[] = {20, 40, 60, 80, 100, 120, 180};
    unsigned stable = 0, unstable = 0;
    for (size_t i = 0; i < LENGTH(accelerations); i++)
        for (size_t k = 0; k < LENGTH(densities); k++) {
            double c = stability(accelerations[i], gap_at(densities[k]));
            if (fabs(c) < 0.05)
                continue;
            running r = ring_of(densities[k], accelerations[i], 1);
            double spread = row_after(&r, 12000, "spread");
            running_stop(&r);
            if (c > 0 ? spread > 0.05 : spread < 1)
                fail_msg("%u cars/km, %g m/s2: stability %g, spread %g m/s", densities[k],
                         accelerations[i], c, spread);
            *(c > 0 ? &stable : &unstable) += 1;
        }
    assert_true(stable >= 7 && unstable >= 5);
}

// The same with each of 20 seeds, since perturbations differ.
static void test_seeds(void **state)
{
    (void)state;
    assert_true(stability(1.5, gap_at(100)) > 0 && stability(0.73, gap_at(100)) < 0);
    for (unsigned seed = 1; seed <= SEEDS; seed++) {
        running calm = ring_of(100, 1.5, seed), waves = ring_of(100, 0.73, seed);
        double calm_before = row_after(&calm, 100, "spread");
        double calm_after = row_after(&calm, 4900, "spread");
        double waves_before = row_after(&waves, 100, "spread");
        double waves_after = row_after(&waves, 4900, "spread");
        running_stop(&calm);
        running_stop(&waves);
        if (!(calm_after < 0.25 * calm_before && calm_after < 0.05))
            fail_msg("seed %u: the spread goes from %g to %g m/s", seed, calm_before, calm_after);
        if (!(waves_after > 4 && waves_after > 2 * waves_before))
            fail_msg("seed %u: waves go from %g to %g m/s", seed, waves_before, waves_after);
    }
}

// ---- starts

static char *town_of(const char *drawn, unsigned cars, char *text, size_t size)
{
    snprintf(text, size,
             "{\"scene\": 1, \"world\": {\"size\": [240, 240], \"low\": [-120, -120],"
             "\"periodic\": true, \"dt\": 0.1, \"seed\": 3}, \"roads\": {%s,"
             "\"crossings\": {\"turning\": 0.4}}, \"groups\": ["
             "{\"name\": \"others\", \"count\": 5, \"tree\": \"car.json\", \"vehicle\":"
             "{\"radius\": 1.5, \"max_speed\": 9, \"max_force\": 8},"
             "\"road\": {\"speed\": 8, \"line\": 2}},"
             "{\"name\": \"cars\", \"count\": %u, \"tree\": \"car.json\", \"vehicle\":"
             "{\"radius\": 1.5, \"max_speed\": 14, \"max_force\": 8},"
             "\"road\": {\"slowest\": 8, \"fastest\": 14, \"speed\": 14, \"scatter\": 0.8}}],"
             "\"measure\": {\"collisions\": true}}",
             drawn, cars);
    return text;
}

// Return how many cars fit, as stated by the error for too many cars.
static unsigned room_in(const char *drawn)
{
    char text[4000], found[RUNNING_FOUND_SIZE];
    assert_null(running_read(town_of(drawn, 100000, text, sizeof text), found));
    const char *told = strstr(found, "100000 start, but only ");
    if (!told)
        fail_msg("%s", found);
    return (unsigned)strtoul(told + strlen("100000 start, but only "), NULL, 10);
}

// As many cars as fit, on rings and on roads that cross. No two cars touch, and on roads that
// cross, one free position for each track keeps all of them moving.
static void test_full_starts(void **state)
{
    (void)state;
    static const struct {
        const char *drawn;
        unsigned least; // cars that fit in addition to the five
    } towns[] = {
        {"\"lines\": [{\"circle\": {\"radius\": 100}}, {\"circle\": {\"radius\": 50}}]", 369},
        {"\"blocks\": {\"columns\": 2, \"rows\": 2}", 300},
        {"\"lines\": [{\"circle\": {\"radius\": 30}, \"one_way\": true},"
         "{\"points\": [[-120, 0], [120, 0]]}, {\"points\": [[0, -120], [0, 120]]}]",
         150},
    };
    for (size_t i = 0; i < LENGTH(towns); i++) {
        unsigned most = room_in(towns[i].drawn);
        if (most < towns[i].least || most > towns[i].least * 1.2)
            fail_msg("town %zu has room for %u cars", i, most);
        char text[4000], found[RUNNING_FOUND_SIZE];
        assert_null(running_read(town_of(towns[i].drawn, most + 1, text, sizeof text), found));
        running r =
            running_of_text(town_of(towns[i].drawn, most, text, sizeof text), &(world_options){0});
        row_after(&r, 1, "collisions");
        row_after(&r, 6000, "collisions");
        outcome out = running_outcome(&r);
        assert_true(running_row(&out, "cars_line_runs") == 0);
        assert_true(running_row(&out, "cars_off_road") == 0);
        assert_true((running_row(&out, "cars_crossed") > 100) == (i > 0));
        running_stop(&r);
    }
}

int main(int count, char **arguments)
{
    if (count != 2)
        return 2;
    running_folder = arguments[1];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_flow),        cmocka_unit_test(test_model),
        cmocka_unit_test(test_stability),   cmocka_unit_test(test_seeds),
        cmocka_unit_test(test_full_starts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
