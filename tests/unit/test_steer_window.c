// SPDX-License-Identifier: MIT
// Grids with a window and ghosts, compared with the grid of the whole world: all that the own
// agents see, and what the kernels make of it, has the same bits.
#include "grid_runs.h"
#include "grid_window.h"
#include "steer_test.h"

enum { COUNT = 200, ROOM = COUNT + 64, RUNS = LAYOUT_COUNT * 2 * 4 * 6, UNTOUCHED = 0xCD };

// A part of a world: agents in a box, in a window that reaches further.
typedef struct part {
    bool periodic;
    layout how;
    float cell, radius;
    vector low, high; // the box that has the own agents
    space world;
    vehicles all, here;
    uint32_t own;
    grid whole, window;
} part;

static bool is_in_box(const part *p, vector position)
{
    bool is_in = true;
    position = space_wrap(&p->world, position);
    EACH_DIMENSION (d) {
        float low = p->low.at[d], high = p->high.at[d], x = position.at[d];
        bool is_image_in = p->periodic && x + p->world.size.at[d] <= high;
        is_in &= (x >= low && x <= high) || is_image_in;
    }
    return is_in;
}

// Copy agents to the part: own ones first, then all others as ghosts, each in ascending order or in
// a random one. Half of the agents in the box are own ones, so ghosts stand between them.
static void share_out(part *p, uint64_t seed)
{
    uint32_t order[COUNT];
    bool is_shuffled = seed % 2;
    for (int ghosts = 0, count = 0; ghosts < 2; ghosts++) {
        uint32_t begin = (uint32_t)count;
        for (uint32_t i = 0; i < COUNT; i++) {
            bool is_own = i % 2 && is_in_box(p, vectors_get(&p->all.position, i));
            if (is_own != ghosts)
                order[count++] = i;
        }
        for (uint32_t i = begin; is_shuffled && i < (uint32_t)count; i++) {
            uint32_t other = begin + random_below(&seed, i - begin + 1), at = order[i];
            order[i] = order[other];
            order[other] = at;
        }
        p->own = ghosts ? p->own : (uint32_t)count;
    }
    assert_int_equal(vehicles_create(&p->here, NULL, COUNT), GESTALT_OK);
    p->here.count = COUNT;
    vehicles_copy(&p->here, &p->all, order, 0, COUNT);
}

static void make_grids(part *p, const steer_kernels *kernels, uint32_t parts, bool is_carrying)
{
    grid_def def = {.world = p->world,
                    .cell = p->cell,
                    .capacity = COUNT,
                    .part_count = parts,
                    .kernels = &kernels->grid};
    vector low = p->low, high = p->high;
    assert_int_equal(grid_create(&p->whole, NULL, &def), GESTALT_OK);
    float reach = p->radius + grid_margin(&p->whole, p->radius);
    EACH_DIMENSION (d) {
        low.at[d] -= reach;
        high.at[d] += reach;
    }
    def.window = grid_window_around(&p->world, p->cell, low, high);
    assert_int_equal(grid_create(&p->window, NULL, &def), GESTALT_OK);
    const vehicles *all = &p->all, *here = &p->here;
    vectors carried = is_carrying ? all->heading : all->velocity;
    vectors carried_here = is_carrying ? here->heading : here->velocity;
    grid_build(&p->whole, &(grid_input){COUNT, all->position, carried, all->id, 0});
    grid_build(&p->window,
               &(grid_input){COUNT, here->position, carried_here, here->id, COUNT - p->own});
    assert_int_equal(grid_stray(&p->window), UINT32_MAX);
}

// One of RUNS parts: all layouts, worlds, cells and six boxes.
static part part_of(int run, const steer_kernels *kernels, uint32_t parts, bool is_carrying)
{
    static const float cells[] = {1.3f, 4, 9, 100};
    part p = {.periodic = run % 2,
              .how = (layout)(run / 2 % LAYOUT_COUNT),
              .cell = cells[run / 2 / LAYOUT_COUNT % 4],
              .radius = run % 3 ? 1.6f : 4};
    int box = run / 2 / LAYOUT_COUNT / 4;
    uint64_t random = (uint64_t)run + 5;
    p.world = test_world(p.periodic);
    EACH_DIMENSION (d) {
        float from = box == 0 ? 0 : draw_between(&random, 0, 0.9f);
        float to = box == 0 ? 1 : box % 2 ? from : from + draw_between(&random, 0, 0.6f);
        to = p.periodic || to < 1 ? to : 1;
        p.low.at[d] = p.world.low.at[d] + from * p.world.size.at[d];
        p.high.at[d] = p.world.low.at[d] + to * p.world.size.at[d];
    }
    fill_vehicles(&p.all, COUNT, &p.world, (uint64_t)run + 1);
    lay_out(&p.all, p.how, &p.world, (uint64_t)run + 2);
    for (uint32_t i = 0; i < COUNT; i++)
        p.all.id[i] = run % 4 ? i : ((uint64_t)(i % 3 + 1) << 40) + i; // as of three groups
    share_out(&p, (uint64_t)run);
    make_grids(&p, kernels, parts, is_carrying);
    return p;
}

static void part_free(part *p)
{
    grid_destroy(&p->whole, NULL);
    grid_destroy(&p->window, NULL);
    vehicles_destroy(&p->all, NULL);
    vehicles_destroy(&p->here, NULL);
}

// The row in `all` of a row of the part. Ids hold it, see part_of.
static uint32_t row_of(const part *p, uint32_t row)
{
    return (uint32_t)(p->here.id[row] & 0xFFFF);
}

// Return whether an agent is outside of the window.
static bool is_outside(const part *p, uint32_t agent)
{
    uint32_t row = 0;
    while (row_of(p, row) != agent)
        row++;
    return p->window.is_partial && p->window.cell_of[row] == p->window.cell_count - 1;
}

// A walk visits the same agents in the same order. If it leaves the window, it skips those outside.
static void check_walk(const part *p, uint32_t row, bool leaves)
{
    vector centre = space_wrap(&p->world, vectors_get(&p->here.position, row));
    grid_walk walk, must;
    grid_near near, expected;
    grid_walk_begin(&walk, &p->window, centre, leaves ? 2 * p->radius : p->radius);
    grid_walk_begin(&must, &p->whole, centre, leaves ? 2 * p->radius : p->radius);
    while (grid_walk_next(&must, &expected)) {
        if (leaves && is_outside(p, expected.agent))
            continue;
        assert_true(grid_walk_next(&walk, &near));
        assert_int_equal(row_of(p, near.agent), expected.agent);
        assert_memory_equal(&near.position, &expected.position, sizeof near.position);
        assert_memory_equal(&near.offset, &expected.offset, sizeof near.offset);
    }
    assert_false(grid_walk_next(&walk, &near));
}

static void test_walks(void **state)
{
    (void)state;
    uint32_t own = 0, partial = 0, wrapped = 0;
    for (int set = 0; steer_kernels_all[set]; set++)
        for (int run = 0; steer_kernels_all[set]->is_supported() && run < RUNS; run++) {
            part p = part_of(run, steer_kernels_all[set], 1 + (uint32_t)run % 3, false);
            own += p.own;
            partial += p.window.is_partial;
            wrapped += p.window.window.low[0] + p.window.window.cells[0] > p.window.cells[0];
            assert_true(p.window.cell_count <= p.whole.cell_count + 1);
            for (uint32_t row = 0; row < p.own; row++) {
                check_walk(&p, row, false);
                check_walk(&p, row, true);
            }
            part_free(&p);
        }
    assert_true(own > 1000 && partial > 50 && wrapped > 10);
}

// Results of kernels, by index.
typedef struct results {
    float numbers[4 * STEER_DIMENSIONS + NEIGHBOURS_KINDS][ROOM];
} results;

static vectors columns_of(results *r, int first)
{
    vectors columns;
    EACH_DIMENSION (d)
        columns.at[d] = r->numbers[first * STEER_DIMENSIONS + d];
    return columns;
}

static neighbours_view view_of(const part *p, int run)
{
    neighbours_view view = {.reach = p->radius, .falloff = (neighbours_falloff)(run / 2 % 3)};
    for (int kind = 0; kind < NEIGHBOURS_KINDS; kind++) {
        view.radius[kind].value = p->radius / (float)(run % 2 ? 1 : 1 + kind);
        view.cosine[kind].value = run % 5 ? -2 : -0.2f;
    }
    return view;
}

static void sum(const steer_kernels *kernels, const neighbours_view *view, const grid *g,
                const vehicles *all, results *r)
{
    neighbours_sums sums = {
        .apart = columns_of(r, 0), .offset = columns_of(r, 1), .along = columns_of(r, 2)};
    vectors forces = columns_of(r, 3);
    flock_urges urges = {.count = 2,
                         .list = {{BEHAVIOUR_SPREAD, 1, NULL}, {BEHAVIOUR_COHERE, 1, NULL}}};
    for (int kind = 0; kind < NEIGHBOURS_KINDS; kind++)
        sums.count[kind] = r->numbers[4 * STEER_DIMENSIONS + kind];
    memset(r, UNTOUCHED, sizeof *r);
    for (uint32_t begin = 0; begin < COUNT; begin += 50) {
        kernels->neighbours_sum(g, all, view, &sums, begin, begin + 50);
        kernels->flock_forces(&urges, view, g, all, &forces, begin, begin + 50);
    }
}

// Own agents have the same results as in the whole world, and ghosts none.
static void check_results(const part *p, const results *is, const results *must)
{
    static results untouched;
    memset(&untouched, UNTOUCHED, sizeof untouched);
    for (size_t i = 0; i < LENGTH(is->numbers); i++)
        for (uint32_t row = 0; row < COUNT; row++) {
            const float *expected = &untouched.numbers[i][row];
            if (row < p->own)
                expected = &must->numbers[i][row_of(p, row)];
            assert_memory_equal(&is->numbers[i][row], expected, sizeof *expected);
        }
}

static void test_sums(void **state)
{
    (void)state;
    static results is, must;
    for (int set = 0; steer_kernels_all[set]; set++)
        for (int run = 0; steer_kernels_all[set]->is_supported() && run < RUNS; run++) {
            const steer_kernels *kernels = steer_kernels_all[set];
            part p = part_of(run, kernels, 1, false);
            neighbours_view view = view_of(&p, run);
            sum(kernels, &view, &p.whole, &p.all, &must);
            sum(kernels, &view, &p.window, &p.here, &is);
            check_results(&p, &is, &must);
            part_free(&p);
        }
}

static void flock(const steer_kernels *kernels, const part *p, bool are_boids, const grid *g,
                  const vehicles *all)
{
    flock_model model = {p->radius, p->radius / 2, 0.03f, 0.02f, 0.05f, 1};
    boids_model boids = {
        .weight = {1, 0.5f, 0.3f}, .mass = 1, .max_force = 1, .max_speed = 2, .dt = 1};
    for (int kind = 0; kind < NEIGHBOURS_KINDS; kind++) {
        boids.radius[kind] = p->radius;
        boids.cosine[kind] = kind ? -0.3f : -2;
    }
    if (are_boids)
        kernels->flock_boids(&boids, g, all, 0, COUNT);
    else
        kernels->flock_step(&model, g, all, 0, COUNT);
}

static void check_same(vectors is, uint32_t row, vectors must, uint32_t other)
{
    vector a = vectors_get(&is, row), b = vectors_get(&must, other);
    assert_memory_equal(&a, &b, sizeof a);
}

// The kernels that move agents: own ones as in the whole world, ghosts not at all.
static void test_motion(void **state)
{
    (void)state;
    for (int set = 0; steer_kernels_all[set]; set++)
        for (int run = 0; steer_kernels_all[set]->is_supported() && run < 2 * RUNS; run++) {
            const steer_kernels *kernels = steer_kernels_all[set];
            bool are_boids = run >= RUNS;
            part p = part_of(run % RUNS, kernels, 1, are_boids);
            vehicles before;
            shuffle_vehicles(&before, &p.here, 0);
            flock(kernels, &p, are_boids, &p.whole, &p.all);
            flock(kernels, &p, are_boids, &p.window, &p.here);
            for (uint32_t row = 0; row < COUNT; row++) {
                const vehicles *must = row < p.own ? &p.all : &before;
                uint32_t other = row < p.own ? row_of(&p, row) : row;
                check_same(p.here.position, row, must->position, other);
                check_same(p.here.velocity, row, must->velocity, other);
                check_same(p.here.heading, row, must->heading, other);
            }
            vehicles_destroy(&before, NULL);
            part_free(&p);
        }
}

// An own agent outside of the window is reported, a ghost is not.
static void test_strays(void **state)
{
    (void)state;
    vehicles all;
    space world = test_world(true);
    grid g;
    grid_def def = {.world = world,
                    .cell = 2,
                    .capacity = COUNT,
                    .part_count = 2,
                    .kernels = &steer_kernels_best()->grid};
    vector high = world.low;
    high.at[0] += 0.5f * world.size.at[0];
    EACH_DIMENSION (d)
        high.at[d] += d ? world.size.at[d] : 0;
    fill_vehicles(&all, COUNT, &world, 3);
    uint32_t first = COUNT, last = 0;
    for (uint32_t i = 0; i < COUNT; i++)
        if (all.position.at[0][i] > high.at[0] + 2) {
            first = first < i ? first : i;
            last = i;
        }
    def.window = grid_window_around(&world, def.cell, world.low, high);
    assert_int_equal(grid_create(&g, NULL, &def), GESTALT_OK);
    assert_true(g.is_partial && g.window.cells[0] < g.cells[0]);
    const struct {
        uint32_t own, stray;
    } cases[] = {{COUNT, first}, {last + 1, first}, {first + 1, first}, {first, UINT32_MAX}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        grid_build(&g,
                   &(grid_input){COUNT, all.position, all.velocity, all.id, COUNT - cases[i].own});
        assert_int_equal(grid_stray(&g), cases[i].stray);
    }
    grid_destroy(&g, NULL);
    vehicles_destroy(&all, NULL);
}

static void test_bad_windows(void **state)
{
    (void)state;
    const struct {
        bool periodic;
        int32_t low, cells;
        gestalt_result result;
    } cases[] = {{false, 0, 10, GESTALT_OK},
                 {false, 9, 1, GESTALT_OK},
                 {false, 9, 2, GESTALT_BAD_ARGUMENT},
                 {true, 9, 2, GESTALT_OK},
                 {true, 10, 1, GESTALT_BAD_ARGUMENT},
                 {true, -1, 2, GESTALT_BAD_ARGUMENT},
                 {true, 0, 11, GESTALT_BAD_ARGUMENT},
                 {true, 3, 0, GESTALT_BAD_ARGUMENT},
                 {true, 3, -1, GESTALT_BAD_ARGUMENT},
                 {true, 7, 10, GESTALT_OK},
                 {true, INT32_MAX, INT32_MAX, GESTALT_BAD_ARGUMENT}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        grid g;
        grid_def def = {.world.periodic = cases[i].periodic, .cell = 1, .capacity = 1};
        EACH_DIMENSION (d) {
            def.world.size.at[d] = 10;
            def.window.low[d] = cases[i].low;
            def.window.cells[d] = cases[i].cells;
        }
        if (grid_create(&g, NULL, &def) != cases[i].result)
            fail_msg("case %zu", i);
        grid_destroy(&g, NULL);
    }
}

// A window has the cells at whose border its box ends.
static void test_around(void **state)
{
    (void)state;
    const struct {
        bool periodic;
        float low, high;
        int32_t first, cells;
    } cases[] = {{false, 3, 5, 2, 4},        {false, 3.5f, 5.5f, 3, 3}, {false, -3, 0.5f, 0, 1},
                 {false, 9.5f, 20, 9, 1},    {false, -9, 20, 0, 10},    {true, 3.5f, 5.5f, 3, 3},
                 {true, -0.5f, 0.5f, 9, 2},  {true, 9.5f, 10.5f, 9, 2}, {true, 0.5f, 9.4f, 0, 10},
                 {true, 0.5f, 10.4f, 0, 10}, {true, 9.5f, 12.5f, 9, 4}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        space world = {.periodic = cases[i].periodic};
        vector low, high;
        EACH_DIMENSION (d) {
            world.size.at[d] = 10;
            low.at[d] = cases[i].low;
            high.at[d] = cases[i].high;
        }
        grid_window window = grid_window_around(&world, 1, low, high);
        EACH_DIMENSION (d)
            if (window.low[d] != cases[i].first || window.cells[d] != cases[i].cells)
                fail_msg("case %zu: %d, %d", i, window.low[d], window.cells[d]);
    }
}

// A window of a world that has too many cells for one grid.
static void test_large_world(void **state)
{
    (void)state;
    grid g;
    grid_def def = {.cell = 1, .capacity = 1};
    vector low = vector_zero(), high;
    EACH_DIMENSION (d) {
        def.world.size.at[d] = 1e6f;
        low.at[d] = 999900;
        high.at[d] = 999999;
    }
    assert_int_equal(grid_create(&g, NULL, &def), GESTALT_LIMIT);
    def.window = grid_window_around(&def.world, def.cell, low, high);
    assert_int_equal(grid_create(&g, NULL, &def), GESTALT_OK);
    EACH_DIMENSION (d)
        assert_in_range(g.window.cells[d], 99, 130);
    grid_destroy(&g, NULL);
    assert_int_equal(grid_window_around(&def.world, 0, low, high).cells[0], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_walks),       cmocka_unit_test(test_sums),
        cmocka_unit_test(test_motion),      cmocka_unit_test(test_strays),
        cmocka_unit_test(test_bad_windows), cmocka_unit_test(test_around),
        cmocka_unit_test(test_large_world),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
