// SPDX-License-Identifier: MIT
// The grid compared with brute force: which agents a walk finds. The order does not depend on where
// agents are stored, nor on how many threads build the grid.
#include "steer_test.h"

enum { COUNT = 150 };

typedef struct setting {
    bool periodic;
    layout how;
    float cell;
} setting;

enum { SETTINGS = LAYOUT_COUNT * 2 * 4 };

static setting setting_of(int number)
{
    static const float cells[] = {1.3f, 4, 9, 100};
    return (setting){number % 2, (layout)(number / 8), cells[number / 2 % 4]};
}

static void make(vehicles *all, const setting *s, space *world)
{
    *world = test_world(s->periodic);
    fill_vehicles(all, COUNT, world, 5);
    lay_out(all, s->how, world, 6);
}

// Return whether an image of the agent is near, by trying all images.
static bool is_near(const space *world, vector centre, vector position, float radius)
{
    int images = 1;
    EACH_DIMENSION (d)
        images *= 3;
    position = space_wrap(world, position);
    for (int image = 0; image < images; image++) {
        vector moved = position;
        int rest = image;
        EACH_DIMENSION (d) {
            moved.at[d] += (float)(rest % 3 - 1) * world->size.at[d];
            rest /= 3;
        }
        if (!world->periodic)
            moved = position;
        if (vector_length_squared(vector_subtract(moved, centre)) <= radius * radius)
            return true;
    }
    return false;
}

static void check_walk(const grid *g, const vehicles *all, vector centre, float radius)
{
    int met[COUNT] = {0};
    grid_walk walk;
    grid_walk_begin(&walk, g, centre, radius);
    for (grid_near near; grid_walk_next(&walk, &near);) {
        met[near.agent]++;
        vector offset = vector_subtract(near.position, centre);
        assert_true(near.distance_squared == vector_length_squared(offset));
        vector image = space_nearest(
            &g->world, centre, space_wrap(&g->world, vectors_get(&all->position, near.agent)));
        check_near("image", vector_distance(image, near.position), 0, 1e-4);
    }
    for (uint32_t i = 0; i < all->count; i++) {
        int must = is_near(&g->world, centre, vectors_get(&all->position, i), radius);
        if (met[i] != must)
            fail_msg("agent %u is met %d times instead of %d", i, met[i], must);
    }
}

static void test_walks(void **state)
{
    (void)state;
    for (int n = 0; n < SETTINGS; n++) {
        setting s = setting_of(n);
        vehicles all;
        space world;
        grid g;
        uint64_t random = 8;
        make(&all, &s, &world);
        build(&g, &all, &all.velocity, &world, s.cell, 1);
        const float radii[] = {-1, 0, 0.7f, 1.3f, 4, 9.9f};
        for (size_t i = 0; i < LENGTH(radii); i++)
            for (uint32_t k = 0; k < 12; k++) {
                vector centre = vectors_get(&all.position, k);
                if (k >= 6)
                    EACH_DIMENSION (d)
                        centre.at[d] =
                            place_along(s.how, 0, d, draw_between(&random, 0, 1), &world);
                centre = space_wrap(&world, centre);
                if (radii[i] >= 0)
                    check_walk(&g, &all, centre, radii[i]);
                else {
                    grid_walk walk;
                    grid_walk_begin(&walk, &g, centre, radii[i]);
                    grid_near near;
                    assert_false(grid_walk_next(&walk, &near));
                }
            }
        grid_destroy(&g, NULL);
        vehicles_destroy(&all, NULL);
    }
}

// Walks on both grids visit the same agents in the same order, with the same bits.
static void check_same_walk(const grid *g, const grid *other, vector centre, float radius)
{
    grid_walk walk, same;
    grid_near near, must;
    grid_walk_begin(&walk, g, centre, radius);
    grid_walk_begin(&same, other, centre, radius);
    while (grid_walk_next(&walk, &near)) {
        assert_true(grid_walk_next(&same, &must));
        assert_int_equal(near.agent, must.agent);
        assert_memory_equal(&near.position, &must.position, sizeof near.position);
        assert_memory_equal(&near.offset, &must.offset, sizeof near.offset);
        assert_true(near.distance_squared == must.distance_squared);
    }
    assert_false(grid_walk_next(&same, &must));
    assert_false(grid_walk_next(&walk, &near));
}

// Walks that find many agents, a few and none, with every set of kernels.
static void test_kernels(void **state)
{
    (void)state;
    for (int n = 0; n < SETTINGS; n++) {
        setting s = setting_of(n);
        vehicles all;
        space world;
        grid g;
        make(&all, &s, &world);
        build(&g, &all, &all.velocity, &world, s.cell, 1);
        g.kernels = &steer_kernels_all[0]->grid;
        for (int set = 1; steer_kernels_all[set]; set++) {
            grid other = g;
            other.kernels = &steer_kernels_all[set]->grid;
            for (uint32_t k = 0; steer_kernels_all[set]->is_supported() && k < COUNT; k++)
                for (float radius = 0; radius < 10; radius = radius * 2 + 0.3f)
                    check_same_walk(&g, &other, space_wrap(&world, vectors_get(&all.position, k)),
                                    radius);
        }
        grid_destroy(&g, NULL);
        vehicles_destroy(&all, NULL);
    }
}

// The worst threat, by a search among all others.
static threat threat_among_all(const grid *g, const vehicles *all, uint32_t index, float radius,
                               float time)
{
    threat worst = {0};
    vehicle me = vehicles_get(all, index);
    grid_walk walk;
    grid_walk_begin(&walk, g, space_wrap(&g->world, me.position), radius);
    for (grid_near near; grid_walk_next(&walk, &near);) {
        vehicle other = vehicles_get(all, near.agent);
        other.position = vector_add(me.position, near.offset);
        if (near.agent != index)
            steer_consider(&worst, &me, &other, time);
    }
    return worst;
}

static bool check_threat(threats_filter_function *filter, const grid *g, const vehicles *all,
                         uint32_t index, float radius, float time)
{
    threat must = threat_among_all(g, all, index, radius, time), worst = {0};
    threat_walk walk;
    threats_begin(&walk, filter, g, all, index, radius, time);
    for (threat_near near; threats_next(&walk, &near);) {
        assert_true(near.agent != index);
        steer_consider(&worst, &walk.me, &near.other, time);
    }
    assert_true(worst.exists == must.exists);
    if (must.exists)
        assert_memory_equal(&worst.meeting, &must.meeting, sizeof must.meeting);
    return must.exists;
}

// Every set of kernels finds the same threats, with short, long and unlimited time horizons.
static void test_threats(void **state)
{
    (void)state;
    const float times[] = {0.5f, 4, INFINITY, NAN, -1};
    for (int n = 0; n < SETTINGS; n++) {
        setting s = setting_of(n);
        vehicles all;
        space world;
        grid g;
        uint32_t threats = 0;
        make(&all, &s, &world);
        build(&g, &all, &all.velocity, &world, s.cell, 1);
        for (int set = 0; steer_kernels_all[set]; set++) {
            const steer_kernels *by = steer_kernels_all[set];
            g.kernels = &by->grid;
            for (uint32_t i = 0; by->is_supported() && i < COUNT; i++)
                threats += check_threat(by->threats_filter, &g, &all, i, i % 2 ? 3 : 9,
                                        times[i % LENGTH(times)]);
        }
        assert_true(threats > 0);
        grid_destroy(&g, NULL);
        vehicles_destroy(&all, NULL);
    }
}

// Record the ids that walks from some positions visit, in order.
static uint32_t record(const grid *g, const vehicles *all, uint64_t *ids, uint32_t most)
{
    uint32_t count = 0;
    for (int k = 0; k < 9; k++) {
        vector centre = g->world.low;
        EACH_DIMENSION (d)
            centre.at[d] += g->world.size.at[d] * (0.01f + 0.12f * (float)k);
        grid_walk walk;
        grid_walk_begin(&walk, g, centre, 6);
        for (grid_near near; count < most && grid_walk_next(&walk, &near);)
            ids[count++] = all->id[near.agent];
    }
    return count;
}

// As grid_build, but with the parts of each phase in reverse order, and positions in groups of
// seven.
static void build_backwards(grid *g, const vehicles *all)
{
    const grid_input in = {all->count, all->position, all->velocity, all->id};
    for (uint32_t part = g->part_count; part-- > 0;)
        grid_count(g, &in, part);
    for (uint32_t part = g->part_count; part-- > 0;)
        grid_total(g, &in, part);
    for (uint32_t part = g->part_count; part-- > 0;)
        grid_sum(g, &in, part);
    for (uint32_t part = g->part_count; part-- > 0;)
        grid_place(g, &in, part);
    for (uint32_t end = in.count, begin; end > 0; end = begin) {
        begin = end > 7 ? end - 7 : 0;
        grid_gather(g, &in, begin, end);
    }
}

// All entries must be equal. Agents are compared by their ids.
static void check_equal_places(const grid *g, const vehicles *all, const grid *must,
                               const vehicles *all_must)
{
    for (uint32_t place = 0; place < g->count; place++) {
        assert_true(all->id[g->agent[place]] == all_must->id[must->agent[place]]);
        vector p = vectors_get(&g->position, place), q = vectors_get(&must->position, place);
        assert_memory_equal(&p, &q, sizeof p);
        p = vectors_get(&g->carried, place);
        q = vectors_get(&must->carried, place);
        assert_memory_equal(&p, &q, sizeof p);
    }
}

static void test_parts(void **state)
{
    (void)state;
    for (int n = 0; n < SETTINGS; n++) {
        setting s = setting_of(n);
        vehicles all, stored;
        space world;
        grid must, g;
        make(&all, &s, &world);
        shuffle_vehicles(&stored, &all, 2);
        build(&must, &all, &all.velocity, &world, s.cell, 1);
        for (uint32_t parts = 1; parts < 9; parts += 2) {
            build(&g, &stored, &stored.velocity, &world, s.cell, parts);
            check_equal_places(&g, &stored, &must, &all);
            build_backwards(&g, &stored);
            check_equal_places(&g, &stored, &must, &all);
            grid_destroy(&g, NULL);
        }
        grid_destroy(&must, NULL);
        vehicles_destroy(&stored, NULL);
        vehicles_destroy(&all, NULL);
    }
}

static void test_order(void **state)
{
    (void)state;
    static uint64_t expected[COUNT * 9], met[COUNT * 9];
    for (int n = 0; n < SETTINGS; n++) {
        setting s = setting_of(n);
        vehicles all;
        space world;
        make(&all, &s, &world);
        uint32_t expected_count = 0;
        for (uint32_t turn = 0; turn < 6; turn++) {
            vehicles stored;
            grid g;
            shuffle_vehicles(&stored, &all, turn % 3);
            build(&g, &stored, &stored.velocity, &world, s.cell, turn + 1);
            uint32_t count = record(&g, &stored, turn ? met : expected, LENGTH(met));
            if (turn == 0)
                expected_count = count;
            assert_int_equal(count, expected_count);
            assert_memory_equal(turn ? met : expected, expected, count * sizeof *met);
            grid_destroy(&g, NULL);
            vehicles_destroy(&stored, NULL);
        }
        vehicles_destroy(&all, NULL);
    }
}

// Agents are ordered by cell, and in each cell by id.
static void check_places(const grid *g, const vehicles *all)
{
    assert_int_equal(g->start[0], 0);
    assert_int_equal(g->start[g->cell_count], all->count);
    for (uint32_t cell = 0; cell < g->cell_count; cell++)
        for (uint32_t place = g->start[cell]; place < g->start[cell + 1]; place++) {
            uint32_t i = g->agent[place];
            assert_int_equal(g->cell_of[i], cell);
            assert_true(place == g->start[cell] || all->id[g->agent[place - 1]] < all->id[i]);
            vector carried = vectors_get(&g->carried, place);
            vector velocity = vectors_get(&all->velocity, i);
            assert_memory_equal(&carried, &velocity, sizeof carried);
        }
}

static void test_places(void **state)
{
    (void)state;
    for (int n = 0; n < SETTINGS; n++) {
        setting s = setting_of(n);
        vehicles all, stored;
        space world;
        grid g;
        make(&all, &s, &world);
        shuffle_vehicles(&stored, &all, 1);
        build(&g, &stored, &stored.velocity, &world, s.cell, 3);
        check_places(&g, &stored);
        grid_destroy(&g, NULL);
        vehicles_destroy(&stored, NULL);
        vehicles_destroy(&all, NULL);
    }
}

// Every set of kernels sorts the same, also cells and ids that are too large for it.
static void test_sorts(void **state)
{
    (void)state;
    enum { MANY = 5 * GRID_SORT_ROOM };
    for (uint32_t turn = 0; steer_kernels_all[turn / 6]; turn++) {
        vehicles all, stored;
        space world = test_world(turn % 2);
        grid g;
        grid_def def = {.world = world, .cell = 3, .capacity = MANY};
        def.kernels = &steer_kernels_all[turn / 6]->grid;
        if (!steer_kernels_all[turn / 6]->is_supported())
            continue;
        fill_vehicles(&all, MANY, &world, turn + 1);
        for (uint32_t i = 0; i < (turn % 3) * MANY / 4; i++) // none, a quarter, or half of them
            vectors_set(&all.position, 4 * i % MANY + 4 * i / MANY, world.low);
        for (uint32_t i = 0; i < MANY; i++)
            all.id[i] = turn % 6 < 3 ? i : UINT32_MAX - (uint64_t)MANY + 7 * i;
        shuffle_vehicles(&stored, &all, 3);
        assert_int_equal(grid_create(&g, NULL, &def), GESTALT_OK);
        grid_build(&g, &(grid_input){MANY, stored.position, stored.velocity, stored.id});
        check_places(&g, &stored);
        grid_destroy(&g, NULL);
        vehicles_destroy(&stored, NULL);
        vehicles_destroy(&all, NULL);
    }
}

static void test_bad_arguments(void **state)
{
    (void)state;
    const struct {
        float size, cell;
        uint32_t capacity;
        gestalt_result result;
    } cases[] = {{10, 1, 5, GESTALT_OK},
                 {10, 100, 0, GESTALT_OK},
                 {10, 0, 5, GESTALT_BAD_ARGUMENT},
                 {10, NAN, 5, GESTALT_BAD_ARGUMENT},
                 {0, 1, 5, GESTALT_BAD_ARGUMENT},
                 {-1, 1, 5, GESTALT_BAD_ARGUMENT},
                 {NAN, 1, 5, GESTALT_BAD_ARGUMENT},
                 {INFINITY, 1, 5, GESTALT_BAD_ARGUMENT},
                 {1e6f, 1, 5, GESTALT_LIMIT},
                 {10, 1, UINT32_MAX, GESTALT_LIMIT}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        grid_def def = {.cell = cases[i].cell, .capacity = cases[i].capacity};
        EACH_DIMENSION (d)
            def.world.size.at[d] = cases[i].size;
        grid g;
        if (grid_create(&g, NULL, &def) != cases[i].result)
            fail_msg("case %zu", i);
        grid_destroy(&g, NULL);
    }
}

static void *no_memory(void *user, void *block, size_t old_size, size_t new_size)
{
    (void)user, (void)block, (void)old_size, (void)new_size;
    return NULL;
}

static void test_no_memory(void **state)
{
    (void)state;
    const gestalt_allocator nothing = {.resize = no_memory};
    const vector points[2] = {{{0}}};
    vehicles all;
    pathway way;
    grid g;
    grid_def def = {.world = test_world(true), .cell = 1, .capacity = 9};
    assert_int_equal(vehicles_create(&all, &nothing, 5), GESTALT_NO_MEMORY);
    assert_int_equal(path_create(&way, &nothing, points, 2, 1, false), GESTALT_NO_MEMORY);
    assert_int_equal(grid_create(&g, &nothing, &def), GESTALT_NO_MEMORY);
    assert_null(all.memory);
    assert_null(way.memory);
    assert_null(g.memory);
}

// Wrapping gives a position inside the world, however it is rounded, and does not change positions
// that are inside.
static void test_wrap(void **state)
{
    (void)state;
    space world = test_world(true);
    uint64_t random = 9;
    for (int i = 0; i < 100000; i++) {
        float most = i % 2 ? 100 : 1e7f;
        vector place = draw_vector(&random, -most, most);
        if (i % 5 == 0)
            EACH_DIMENSION (d)
                place.at[d] = nextafterf(world.low.at[d], i % 10 ? 1e9f : -1e9f);
        vector wrapped = space_wrap(&world, place), again = space_wrap(&world, wrapped);
        assert_memory_equal(&wrapped, &again, sizeof again);
        EACH_DIMENSION (d) {
            float x = wrapped.at[d] - world.low.at[d];
            assert_true(x >= 0 && wrapped.at[d] < world.low.at[d] + world.size.at[d]);
            double turns = ((double)place.at[d] - wrapped.at[d]) / world.size.at[d];
            assert_true(fabs(turns - rint(turns)) < 1e-7 * (most + 10));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_walks),     cmocka_unit_test(test_kernels),
        cmocka_unit_test(test_threats),   cmocka_unit_test(test_order),
        cmocka_unit_test(test_parts),     cmocka_unit_test(test_places),
        cmocka_unit_test(test_sorts),     cmocka_unit_test(test_bad_arguments),
        cmocka_unit_test(test_no_memory), cmocka_unit_test(test_wrap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
