// SPDX-License-Identifier: MIT
// The body of a table of lanes_set.h. LANES_SET is its name, LANES_SUPPORTED is whether the machine
// supports the instruction set.
#include "lanes_set.h"

#include <gestalt/lanes.h>

static bool is_supported(void)
{
    return LANES_SUPPORTED;
}

static void multiply_ints(int32_t *values, int32_t factor)
{
    for (int i = 0; i < 16; i += GESTALT_VECTOR_WIDTH)
        gestalt_ints_store(values + i, gestalt_ints_multiply(gestalt_ints_load(values + i),
                                                             gestalt_ints_all(factor)));
}

static void and_ints(int32_t *values, int32_t mask)
{
    for (int i = 0; i < 16; i += GESTALT_VECTOR_WIDTH)
        gestalt_ints_store(values + i,
                           gestalt_ints_and(gestalt_ints_load(values + i), gestalt_ints_all(mask)));
}

const lanes_set LANES_SET = {
    .name = LANES_NAME,
    .width = GESTALT_VECTOR_WIDTH,
    .is_supported = is_supported,
    .test_float = {gestalt_lanes_less_float, gestalt_lanes_at_most_float, gestalt_lanes_equal_float,
                   gestalt_lanes_at_least_float, gestalt_lanes_greater_float},
    .test_int = {gestalt_lanes_less_int, gestalt_lanes_at_most_int, gestalt_lanes_equal_int,
                 gestalt_lanes_at_least_int, gestalt_lanes_greater_int},
    .set_float = gestalt_lanes_set_float,
    .set_int = gestalt_lanes_set_int,
    .add_float = gestalt_lanes_add_float,
    .add_int = gestalt_lanes_add_int,
    .add_scaled = gestalt_lanes_add_scaled,
    .multiply = gestalt_lanes_multiply,
    .clamp = gestalt_lanes_clamp,
    .multiply_ints = multiply_ints,
    .and_ints = and_ints,
};
