// SPDX-License-Identifier: MIT
// Columns of <gestalt/lanes.h> get the same bits as from plain loops over the lanes, for every
// instruction set, number of lanes and mask. Lanes outside the mask keep their bits.
#include "lanes_set.h"

#include <float.h>
#include <gestalt/lanes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const lanes_set *const sets[] = {
    &lanes_set_single,
    &lanes_set_plain,
#ifdef GESTALT_X86
    &lanes_set_avx2,
    &lanes_set_avx512,
#endif
};
enum { SETS = sizeof sets / sizeof *sets, LANES = 64 };

static const uint32_t lane_counts[] = {1, 2, 5, 16, 17, 33, 48, 63, 64};
enum { LANE_COUNTS = sizeof lane_counts / sizeof *lane_counts, ROUNDS = 40 };

static const float floats[] = {0.0f, -0.0f, 1.5f, -2.25f, 1e30f, -1e30f, FLT_MIN / 4, 7, 25, 60};
static const int32_t ints[] = {0, 1, -1, 5, 63, INT32_MAX, INT32_MIN, 40000, -40000, 7};
enum { SAMPLES = 10 };

static uint64_t seed = 1;

static uint32_t draw(void)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(seed >> 33);
}

// Draw no lanes, all or some, including lanes that a cohort of this size does not have.
static uint64_t draw_lanes(void)
{
    uint64_t random = (uint64_t)draw() << 33 ^ draw();
    switch (draw() % 4) {
    case 0: return 0;
    case 1: return UINT64_MAX;
    default: return random;
    }
}

typedef union column {
    float floats[LANES];
    int32_t ints[LANES];
    uint32_t bits[LANES];
} column;

static column draw_floats(void)
{
    column c;
    for (int i = 0; i < LANES; i++)
        c.floats[i] = draw() % 8 == 0 ? NAN : floats[draw() % SAMPLES];
    return c;
}

static column draw_ints(void)
{
    column c;
    for (int i = 0; i < LANES; i++)
        c.ints[i] = ints[draw() % SAMPLES];
    return c;
}

// The bits of a value, with the same bits for every NaN.
static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, 4);
    return value == value ? bits : 0x7fc00000;
}

static uint64_t existing(uint32_t lane_count)
{
    return lane_count == 64 ? UINT64_MAX : (UINT64_C(1) << lane_count) - 1;
}

// Call a case for every set that the machine has, with several numbers of lanes, masks and columns.
typedef void case_of(const lanes_set *set, uint64_t lanes, uint32_t lane_count);

static void for_all(case_of *run)
{
    int tried = 0;
    for (int i = 0; i < SETS; i++) {
        if (!sets[i]->is_supported())
            continue;
        tried++;
        for (int k = 0; k < LANE_COUNTS; k++)
            for (int round = 0; round < ROUNDS; round++)
                run(sets[i], draw_lanes() & existing(lane_counts[k]), lane_counts[k]);
    }
    assert_true(tried >= 2);
}

// ---- tests of values

static bool holds(int test, double value, double limit)
{
    switch (test) {
    case 0: return value < limit;
    case 1: return value <= limit;
    case 2: return value == limit;
    case 3: return value >= limit;
    default: return value > limit;
    }
}

static void compare_tests(const lanes_set *set, uint64_t lanes, uint32_t lane_count)
{
    column f = draw_floats(), n = draw_ints();
    float float_limit = draw() % 9 == 0 ? NAN : floats[draw() % SAMPLES];
    int32_t int_limit = ints[draw() % SAMPLES];
    for (int test = 0; test < LANES_TESTS; test++) {
        uint64_t of_floats = 0, of_ints = 0;
        for (uint32_t i = 0; i < lane_count; i++) {
            of_floats |= (uint64_t)holds(test, (double)f.floats[i], (double)float_limit) << i;
            of_ints |= (uint64_t)holds(test, n.ints[i], int_limit) << i;
        }
        assert_int_equal(set->test_float[test](f.floats, lanes, float_limit, lane_count),
                         of_floats & lanes);
        assert_int_equal(set->test_int[test](n.ints, lanes, int_limit, lane_count),
                         of_ints & lanes);
    }
}

static void test_answers_are_those_of_plain_loops(void **state)
{
    (void)state;
    for_all(compare_tests);
}

// ---- changes of floats

typedef enum change { SET, ADD, ADD_SCALED, MULTIPLY, CLAMP, CHANGES } change;

static float change_one(change how, float value, float by, float a, float b)
{
    switch (how) {
    case SET: return a;
    case ADD: return value + a;
    case ADD_SCALED: {
        volatile float scaled = by * a; // volatile, so that it is rounded
        return value + scaled;
    }
    case MULTIPLY: return value * a;
    default: value = value < a ? a : value; return b < value ? b : value;
    }
}

static void change_column(const lanes_set *set, change how, float *values, uint64_t lanes,
                          const float *by, float a, float b, uint32_t lane_count)
{
    switch (how) {
    case SET: set->set_float(values, lanes, a, lane_count); break;
    case ADD: set->add_float(values, lanes, a, lane_count); break;
    case ADD_SCALED: set->add_scaled(values, lanes, by, a, lane_count); break;
    case MULTIPLY: set->multiply(values, lanes, a, lane_count); break;
    default: set->clamp(values, lanes, a, b, lane_count); break;
    }
}

static void compare_floats(const lanes_set *set, uint64_t lanes, uint32_t lane_count)
{
    for (change how = 0; how < CHANGES; how++) {
        column before = draw_floats(), after = before, by = draw_floats();
        float a = floats[draw() % SAMPLES], b = floats[draw() % SAMPLES];
        change_column(set, how, after.floats, lanes, by.floats, a, b, lane_count);
        for (uint32_t i = 0; i < LANES; i++) {
            bool is_meant = lanes >> i & 1;
            float expected = change_one(how, before.floats[i], by.floats[i], a, b);
            assert_int_equal(is_meant ? bits_of(after.floats[i]) : after.bits[i],
                             is_meant ? bits_of(expected) : before.bits[i]);
        }
    }
}

static void test_floats_change_as_in_plain_loops(void **state)
{
    (void)state;
    for_all(compare_floats);
}

// ---- changing ints and bools

static void compare_ints(const lanes_set *set, uint64_t lanes, uint32_t lane_count)
{
    column before = draw_ints(), added = before, put = before;
    int32_t by = ints[draw() % SAMPLES];
    set->add_int(added.ints, lanes, by, lane_count);
    set->set_int(put.ints, lanes, by, lane_count);
    for (uint32_t i = 0; i < LANES; i++) {
        bool is_meant = lanes >> i & 1;
        assert_int_equal(added.bits[i], before.bits[i] + (is_meant ? (uint32_t)by : 0));
        assert_int_equal(put.ints[i], is_meant ? by : before.ints[i]);
    }
}

static void test_ints_change_as_in_plain_loops(void **state)
{
    (void)state;
    for_all(compare_ints);
}

static void compare_vectors(const lanes_set *set, uint64_t lanes, uint32_t lane_count)
{
    (void)lanes;
    (void)lane_count;
    column before = draw_ints(), product = before, masked = before;
    int32_t by = ints[draw() % SAMPLES];
    set->multiply_ints(product.ints, by);
    set->and_ints(masked.ints, by);
    for (uint32_t i = 0; i < 16; i++) {
        assert_int_equal(product.bits[i], before.bits[i] * (uint32_t)by);
        assert_int_equal(masked.ints[i], before.ints[i] & by);
    }
}

static void test_vectors_compute_as_plain_loops(void **state)
{
    (void)state;
    for_all(compare_vectors);
}

static void test_bools_are_set_by_mask(void **state)
{
    (void)state;
    uint64_t bools = 0xf0f0;
    gestalt_lanes_set_bool(&bools, 0x0ff0, 0x00ff);
    assert_int_equal(bools, 0xf0f0);
    gestalt_lanes_set_bool(&bools, 0x0ff0, UINT64_MAX);
    assert_int_equal(bools, 0xfff0);
    gestalt_lanes_set_bool(&bools, 0x0ff0, 0);
    assert_int_equal(bools, 0xf000);
}

static void test_each_lane_comes_once_and_in_order(void **state)
{
    (void)state;
    static const uint64_t masks[] = {0, 1, UINT64_C(1) << 63, 0x8001000000000003, UINT64_MAX};
    for (size_t i = 0; i < sizeof masks / sizeof *masks; i++) {
        uint64_t seen = 0, last = 0;
        for (GESTALT_LANES_EACH(lane, masks[i])) {
            assert_true(seen == 0 || lane > last);
            last = lane;
            seen |= UINT64_C(1) << lane;
        }
        assert_int_equal(seen, masks[i]);
    }
}

// The sets have different widths, so that none is compared with itself.
static void test_sets_have_vectors_of_their_own_width(void **state)
{
    (void)state;
    assert_int_equal(lanes_set_single.width, 1);
#ifdef GESTALT_X86
    assert_int_equal(lanes_set_plain.width, 4);
    assert_int_equal(lanes_set_avx2.width, 8);
    assert_int_equal(lanes_set_avx512.width, 16);
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sets_have_vectors_of_their_own_width),
        cmocka_unit_test(test_answers_are_those_of_plain_loops),
        cmocka_unit_test(test_floats_change_as_in_plain_loops),
        cmocka_unit_test(test_ints_change_as_in_plain_loops),
        cmocka_unit_test(test_vectors_compute_as_plain_loops),
        cmocka_unit_test(test_bools_are_set_by_mask),
        cmocka_unit_test(test_each_lane_comes_once_and_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
