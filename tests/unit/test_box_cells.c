// SPDX-License-Identifier: MIT
// Boxes of ranks have the cells of the grid in which agents find their neighbours.
#include "boxes.h"
#include "grid_runs.h"
#include "steer_kernels.h"

#include "random.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static float random_float(uint64_t *seed)
{
    return (float)(random_next(seed) >> 40) * 0x1p-24F;
}

// Compare the cells of coordinates in and around a world, above all at the sides of cells.
static void compare_cells(const grid *g, const cell_space *s, uint64_t *seed)
{
    for (uint32_t axis = 0; axis < STEER_DIMENSIONS; axis++)
        for (int i = 0; i < 2000; i++) {
            float low = s->low[axis], size = s->size[axis];
            int32_t cell = (int32_t)random_below(seed, (uint32_t)s->cells[axis]);
            float side = low + (float)cell * size / (float)s->cells[axis];
            float x = i % 2 ? side : low + size * (3 * random_float(seed) - 1);
            x = i % 8 == 1 ? nextafterf(x, -INFINITY) : x;
            x = i % 8 == 3 ? nextafterf(x, INFINITY) : x;
            assert_int_equal(cell_along(s, axis, x), grid_cell_along(g, (int)axis, x));
        }
    assert_int_equal(cell_along(s, 0, NAN), grid_cell_along(g, 0, NAN));
}

static void test_same_cells(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int run = 0; run < 200; run++) {
        float cell = 0.5F + random_float(&seed);
        space world = {.periodic = run % 2};
        for (uint32_t axis = 0; axis < STEER_DIMENSIONS; axis++) {
            world.low.at[axis] = 1000 * random_float(&seed) - 500;
            // Some sizes are multiples of the cell.
            world.size.at[axis] = run % 3 ? 50 * random_float(&seed) + 0.1F
                                          : cell * (float)(random_below(&seed, 40) + 1);
        }
        grid g;
        cell_space s;
        grid_def def = {.world = world, .cell = cell, .kernels = &steer_kernels_plain.grid};
        assert_int_equal(grid_create(&g, NULL, &def), GESTALT_OK);
        assert_int_equal(cell_space_divide(&s, STEER_DIMENSIONS, world.low.at, world.size.at,
                                           world.periodic, cell),
                         GESTALT_OK);
        for (uint32_t axis = 0; axis < STEER_DIMENSIONS; axis++)
            assert_int_equal(s.cells[axis], g.cells[axis]);
        compare_cells(&g, &s, &seed);
        grid_destroy(&g, NULL);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_same_cells)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
