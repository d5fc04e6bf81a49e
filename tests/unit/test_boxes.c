// SPDX-License-Identifier: MIT
// Dividing space into boxes, and ghosts between them, against brute force.
#include "amount.h"
#include "boxes.h"
#include "halo.h"
#include "memory.h"
#include "random.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define OK(call) assert_int_equal((call), GESTALT_OK)

static gestalt_allocator plain;

// ---- worlds with agents

typedef enum pattern { UNIFORM, CORNER, NOBODY, BLOB, LINE, PATTERN_COUNT } pattern;

typedef struct job {
    cell_space space;
    float reach;
    uint32_t agents;
    float *position[BOX_AXES];
    uint64_t *cost;
    boxes boxes;
} job;

static float random_float(uint64_t *seed)
{
    return (float)(random_next(seed) >> 40) * 0x1p-24F;
}

static float random_place(pattern how, uint64_t *seed, uint32_t axis)
{
    float x = random_float(seed);
    if (how == CORNER)
        return x * 0.02F;
    if (how == BLOB)
        return (x + random_float(seed) + random_float(seed)) / 3;
    return how == LINE && axis == 0 ? 0.6F : x;
}

static cell_position cell_of(const job *j, uint32_t agent)
{
    cell_position cell = {{0}};
    for (uint32_t axis = 0; axis < j->space.dimensions; axis++)
        cell.at[axis] = cell_along(&j->space, axis, j->position[axis][agent]);
    return cell;
}

static uint32_t owner_of(const job *j, uint32_t agent)
{
    return boxes_find(&j->boxes, cell_of(j, agent));
}

// In bounded worlds, some agents are outside.
static void place_agents(job *j, pattern how, uint64_t *seed)
{
    j->cost = calloc(bin_count(&j->space), sizeof *j->cost);
    for (uint32_t axis = 0; axis < BOX_AXES; axis++)
        j->position[axis] = calloc(j->agents, sizeof(float));
    for (uint32_t i = 0; i < j->agents; i++) {
        bool is_out = !j->space.is_periodic && random_below(seed, 16) == 0;
        for (uint32_t axis = 0; axis < j->space.dimensions; axis++) {
            float low = j->space.low[axis], high = low + j->space.size[axis];
            float x = low + random_place(how, seed, axis) * j->space.size[axis];
            x = x < high ? x : nextafterf(high, low);
            j->position[axis][i] = is_out ? x * 1.5F - j->space.size[axis] / 4 : x;
        }
        j->cost[bin_of(&j->space, cell_of(j, i))] += how != NOBODY;
    }
}

static job make_job(uint32_t dimensions, bool is_periodic, uint32_t ranks, uint32_t agents,
                    pattern how, uint64_t *seed)
{
    job j = {.agents = agents};
    float low[BOX_AXES], size[BOX_AXES], cell = 1 + random_float(seed);
    for (uint32_t axis = 0; axis < BOX_AXES; axis++) {
        low[axis] = 200 * random_float(seed) - 100;
        size[axis] = dimensions == 2 ? 5 + 600 * random_float(seed) : 5 + 50 * random_float(seed);
    }
    OK(cell_space_divide(&j.space, dimensions, low, size, is_periodic, cell));
    place_agents(&j, how, seed);
    OK(boxes_create(&j.boxes, &plain, &j.space, ranks));
    OK(boxes_divide(&j.boxes, j.cost));
    return j;
}

static void end_job(job *j)
{
    boxes_destroy(&j->boxes, &plain);
    free(j->cost);
    for (uint32_t axis = 0; axis < BOX_AXES; axis++)
        free(j->position[axis]);
}

static uint32_t cell_count(const cell_space *space)
{
    return (uint32_t)(space->cells[0] * space->cells[1] * space->cells[2]);
}

static cell_position cell_at(const cell_space *space, uint32_t index)
{
    uint32_t x = (uint32_t)space->cells[0], y = (uint32_t)space->cells[1];
    return (cell_position){
        {(int32_t)(index % x), (int32_t)(index / x % y), (int32_t)(index / x / y)}};
}

// ---- boxes

static const uint32_t many[] = {64, 100, 4096};

static uint32_t ranks_of(uint32_t run)
{
    return run < 40 ? run + 1 : many[run - 40];
}

enum { RUNS = 40 + sizeof many / sizeof *many };

// Short tests have every number of ranks up to 8, and then fewer.
static uint32_t after(uint32_t run)
{
    return run + (amount_is_small() && run >= 8 && run < 36 ? 7 : 1);
}

// Check that each cell is in one box, which is the one that is found.
static void check_cells(const job *j)
{
    uint64_t total = 0;
    for (uint32_t rank = 0; rank < j->boxes.count; rank++) {
        const cell_box *box = &j->boxes.box[rank];
        uint64_t cells = 1;
        for (uint32_t axis = 0; axis < BOX_AXES; axis++) {
            assert_true(0 <= box->low[axis] && box->low[axis] <= box->high[axis] &&
                        box->high[axis] <= j->space.cells[axis]);
            cells *= (uint64_t)(box->high[axis] - box->low[axis]);
        }
        assert_true((cells == 0) == box_is_empty(box));
        total += cells;
    }
    assert_int_equal(total, cell_count(&j->space));
    for (uint32_t i = 0; i < cell_count(&j->space); i++) {
        cell_position cell = cell_at(&j->space, i);
        assert_true(box_has(&j->boxes.box[boxes_find(&j->boxes, cell)], cell));
    }
}

static void test_each_cell_has_one_box(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (uint32_t run = 0; run < RUNS; run = after(run))
        for (pattern how = 0; how < PATTERN_COUNT; how++)
            for (uint32_t dimensions = 2; dimensions <= 3; dimensions++) {
                job j = make_job(dimensions, run % 2, ranks_of(run), 500, how, &seed);
                check_cells(&j);
                end_job(&j);
            }
}

static void test_bins(void **state)
{
    (void)state;
    static const int32_t cells[] = {1, 2, 3, 63, 64, 65, 255, 256, 257, 600, 511, 1 << 20};
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        cell_space space;
        float low[] = {0, 0}, size[] = {(float)cells[i], 1};
        OK(cell_space_divide(&space, 2, low, size, false, 1));
        assert_int_equal(space.cells[0], cells[i]);
        int32_t bin = 0;
        for (int32_t cell = 0; cell < cells[i]; cell++) {
            bin += cell == bin_begin(&space, 0, bin + 1);
            assert_int_equal(bin_along(&space, 0, cell), bin);
        }
        assert_int_equal(bin, space.bins[0] - 1);
        assert_int_equal(bin_begin(&space, 0, bin + 1), cells[i]);
    }
}

static void test_refused(void **state)
{
    (void)state;
    cell_space space;
    float low[] = {0, 0}, size[] = {1, 1}, bad[] = {1, 0};
    assert_int_equal(cell_space_divide(&space, 2, low, bad, false, 1), GESTALT_BAD_ARGUMENT);
    assert_int_equal(cell_space_divide(&space, 2, low, size, false, 0), GESTALT_BAD_ARGUMENT);
    assert_int_equal(cell_space_divide(&space, 2, low, size, false, 0x1p-25F), GESTALT_LIMIT);
    OK(cell_space_divide(&space, 2, low, size, false, 0.25F));
    boxes b;
    assert_int_equal(boxes_create(&b, &plain, &space, 0), GESTALT_LIMIT);
    assert_int_equal(boxes_create(&b, &plain, &space, BOXES_MOST + 1), GESTALT_LIMIT);
    OK(boxes_create(&b, &plain, &space, 2));
    uint64_t cost[16] = {1, [15] = BOXES_COST_END - 1};
    assert_int_equal(boxes_divide(&b, cost), GESTALT_LIMIT);
    cost[0] = 0;
    OK(boxes_divide(&b, cost));
    assert_int_equal(b.box[1].low[0], 3);
    boxes_destroy(&b, &plain);
}

// Without costs, boxes have the same size, and none is empty if there are as many cells as ranks.
static void test_empty_histogram(void **state)
{
    (void)state;
    float low[] = {0, 0, 0}, size[] = {64, 64, 64};
    for (uint32_t dimensions = 2; dimensions <= 3; dimensions++) {
        cell_space space;
        boxes b;
        OK(cell_space_divide(&space, dimensions, low, size, false, 1));
        OK(boxes_create(&b, &plain, &space, 4096));
        for (uint32_t rank = 0; rank < 4096; rank++)
            for (uint32_t axis = 0; axis < dimensions; axis++)
                assert_int_equal(b.box[rank].high[axis] - b.box[rank].low[axis],
                                 dimensions == 2 ? 1 : 4);
        boxes_destroy(&b, &plain);
    }
}

// Some cells, in a corner, have all costs: they are divided, and other ranks have the rest.
static void test_costs_in_a_corner(void **state)
{
    (void)state;
    float low[] = {0, 0}, size[] = {64, 64};
    cell_space space;
    boxes b;
    OK(cell_space_divide(&space, 2, low, size, false, 1));
    uint64_t cost[64 * 64] = {0};
    for (uint32_t i = 0; i < 16; i++)
        cost[i / 4 * 64 + i % 4] = 7;
    OK(boxes_create(&b, &plain, &space, 16));
    OK(boxes_divide(&b, cost));
    for (uint32_t i = 0; i < 16; i++)
        for (uint32_t other = 0; other < i; other++)
            assert_int_not_equal(
                boxes_find(&b, (cell_position){{(int32_t)i % 4, (int32_t)i / 4}}),
                boxes_find(&b, (cell_position){{(int32_t)other % 4, (int32_t)other / 4}}));
    boxes_destroy(&b, &plain);
}

// One cell has all costs: each other rank has some of the others.
static void test_costs_of_one_cell(void **state)
{
    (void)state;
    float low[] = {0, 0}, size[] = {16, 16};
    cell_space space;
    boxes b;
    OK(cell_space_divide(&space, 2, low, size, false, 1));
    OK(boxes_create(&b, &plain, &space, 16));
    for (uint32_t i = 0; i < 16 * 16; i++) {
        uint64_t cost[16 * 16] = {0};
        cost[i] = 5;
        OK(boxes_divide(&b, cost));
        for (uint32_t rank = 0; rank < 16; rank++)
            assert_false(box_is_empty(&b.box[rank]));
    }
    boxes_destroy(&b, &plain);
}

// ---- balance

static double density_at(uint32_t kind, double x, double y, double z)
{
    if (kind == 0)
        return 1;
    if (kind == 1)
        return 1 + 0.8 * sin(7 * x) * cos(9 * y + 5 * z);
    double from = (x - 0.3) * (x - 0.3) + (y - 0.6) * (y - 0.6) + (z - 0.5) * (z - 0.5);
    return 0.01 + exp(-20 * from);
}

static void check_balance(uint32_t dimensions, uint32_t kind, int32_t along)
{
    static const uint32_t ranks[] = {3, 8, 40, 64, 2, 5, 7, 12, 23, 100};
    float low[] = {0, 0, 0}, size[] = {1, 1, 1};
    cell_space space;
    OK(cell_space_divide(&space, dimensions, low, size, false, 0.999F / (float)along));
    uint64_t *cost = calloc(cell_count(&space), sizeof *cost), sum = 0;
    uint64_t *bins = calloc(bin_count(&space), sizeof *bins);
    for (uint32_t i = 0; i < cell_count(&space); i++) {
        cell_position cell = cell_at(&space, i);
        cost[i] =
            (uint64_t)(1e4 * density_at(kind, (double)cell.at[0] / along,
                                        (double)cell.at[1] / along, (double)cell.at[2] / along));
        bins[bin_of(&space, cell)] += cost[i];
        sum += cost[i];
    }
    for (size_t run = 0; run < (dimensions == 2 ? sizeof ranks / sizeof *ranks : 4); run++) {
        boxes b;
        OK(boxes_create(&b, &plain, &space, ranks[run]));
        OK(boxes_divide(&b, bins));
        uint64_t *of = calloc(ranks[run], sizeof *of), most = 0;
        for (uint32_t i = 0; i < cell_count(&space); i++)
            of[boxes_find(&b, cell_at(&space, i))] += cost[i];
        for (uint32_t rank = 0; rank < ranks[run]; rank++)
            most = of[rank] > most ? of[rank] : most;
        double balance = (double)most * ranks[run] / (double)sum;
        if (balance > 1.05)
            fail_msg("%u D, density %u, %u ranks: %f", dimensions, kind, ranks[run], balance);
        free(of);
        boxes_destroy(&b, &plain);
    }
    free(cost);
    free(bins);
}

static void test_balance(void **state)
{
    (void)state;
    for (uint32_t kind = 0; kind < 3; kind++) {
        check_balance(2, kind, 1000);
        check_balance(3, kind, 150);
    }
}

static void test_uneven(void **state)
{
    (void)state;
    assert_true(boxes_are_uneven(16, 1101, 4000, 4));
    assert_false(boxes_are_uneven(16, 1100, 4000, 4));
    assert_false(boxes_are_uneven(15, 2000, 4000, 4));
    assert_false(boxes_are_uneven(1000, 1000, 4000, 4));
    assert_false(boxes_are_uneven(1000, 1000, 1000, 1));
    assert_true(boxes_are_uneven(1000, UINT64_MAX / 2, UINT64_MAX, 4096));
}

// ---- ghosts

static double apart_along(const job *j, uint32_t axis, double x, double low, double high)
{
    double apart = x < low ? low - x : x > high ? x - high : 0;
    for (int image = -1; j->space.is_periodic && image <= 1; image++) {
        double at = x + image * (double)j->space.size[axis];
        double other = at < low ? low - at : at > high ? at - high : 0;
        apart = other < apart ? other : apart;
    }
    return apart;
}

static double agents_apart(const job *j, uint32_t a, uint32_t b)
{
    double sum = 0;
    for (uint32_t axis = 0; axis < j->space.dimensions; axis++) {
        double other = (double)j->position[axis][b];
        double apart = apart_along(j, axis, (double)j->position[axis][a], other, other);
        sum += apart * apart;
    }
    return sqrt(sum);
}

static double apart_from_box(const job *j, uint32_t agent, const cell_box *box)
{
    double sum = 0;
    for (uint32_t axis = 0; axis < j->space.dimensions; axis++) {
        double corner = (double)j->space.low[axis];
        double edge = (double)j->space.size[axis] / j->space.cells[axis];
        double low = corner + box->low[axis] * edge, high = corner + box->high[axis] * edge;
        if (!j->space.is_periodic && box->low[axis] == 0)
            low = -INFINITY;
        if (!j->space.is_periodic && box->high[axis] == j->space.cells[axis])
            high = INFINITY;
        double apart = apart_along(j, axis, (double)j->position[axis][agent], low, high);
        sum += apart * apart;
    }
    return sqrt(sum);
}

// Mark the ghosts that a rank's agents are for others, in `is_ghost`, by agent and rank. Marks are
// fetched a few at a time.
static void mark_ghosts(const job *j, uint32_t rank, const halo *h, bool *is_ghost)
{
    uint32_t *own = calloc(j->agents, sizeof *own), count = 0, next = 0;
    float *position[BOX_AXES];
    for (uint32_t axis = 0; axis < BOX_AXES; axis++)
        position[axis] = calloc(j->agents, sizeof(float));
    for (uint32_t i = 0; i < j->agents; i++) {
        if (owner_of(j, i) != rank)
            continue;
        for (uint32_t axis = 0; axis < BOX_AXES; axis++)
            position[axis][count] = j->position[axis][i];
        own[count++] = i;
    }
    uint32_t room = h->rank_count + 3;
    halo_mark *marks = calloc(room, sizeof *marks), last = {0};
    while (next < count) {
        const float *const columns[] = {position[0], position[1], position[2]};
        uint32_t marked = halo_find(h, columns, &next, count, marks, room);
        assert_true(marked > 0 || next == count);
        for (uint32_t i = 0; i < marked; i++) {
            bool *is = &is_ghost[own[marks[i].agent] * j->boxes.count + h->rank[marks[i].to]];
            assert_false(*is);
            *is = true;
            assert_true(marks[i].agent > last.agent || marks[i].to >= last.to);
            last = marks[i];
        }
    }
    free(marks);
    free(own);
    for (uint32_t axis = 0; axis < BOX_AXES; axis++)
        free(position[axis]);
}

static void check_ghosts(const job *j)
{
    uint32_t ranks = j->boxes.count;
    bool *is_ghost = calloc((size_t)j->agents * ranks, 1), *is_done = calloc(ranks, 1);
    uint32_t *owner = calloc(j->agents, sizeof *owner);
    double width = 0;
    for (uint32_t i = 0; i < j->agents; i++) {
        uint32_t rank = owner[i] = owner_of(j, i);
        if (is_done[rank])
            continue;
        halo h;
        OK(halo_create(&h, &plain, &j->boxes, rank, j->reach));
        mark_ghosts(j, rank, &h, is_ghost);
        width = h.width;
        is_done[rank] = true;
        halo_destroy(&h, &plain);
    }
    assert_true(width < (double)j->reach + 0.02);
    for (uint32_t a = 0; a < j->agents; a++) {
        for (uint32_t b = 0; b < j->agents; b++)
            if (owner[a] != owner[b] && agents_apart(j, a, b) <= (double)j->reach &&
                !is_ghost[a * ranks + owner[b]])
                fail_msg("%u ranks, reach %g: agent %u is no ghost for rank %u", ranks,
                         (double)j->reach, a, owner[b]);
        for (uint32_t rank = 0; rank < ranks; rank++)
            if (is_ghost[a * ranks + rank] &&
                (rank == owner[a] || apart_from_box(j, a, &j->boxes.box[rank]) > width + 1e-3))
                fail_msg("%u ranks, reach %g: agent %u is a ghost for rank %u", ranks,
                         (double)j->reach, a, rank);
    }
    free(is_ghost);
    free(is_done);
    free(owner);
}

static void test_ghosts(void **state)
{
    (void)state;
    uint64_t seed = 2;
    for (uint32_t run = 0; run < RUNS; run = after(run))
        for (pattern how = 0; how < PATTERN_COUNT; how++)
            for (uint32_t kind = 0; kind < 4; kind++) {
                bool is_large = run >= RUNS - 2;
                job j = make_job(2 + kind / 2, kind % 2, ranks_of(run), is_large ? 60 : 150, how,
                                 &seed);
                j.reach = (run + how) % 3 == 0 ? 1.5F : 25 * random_float(&seed);
                check_ghosts(&j);
                end_job(&j);
            }
}

// Agents whose position is NaN are never ghosts.
static void test_invisible(void **state)
{
    (void)state;
    float low[] = {0, 0}, size[] = {4, 4}, columns[2][3] = {{NAN, 0, 0.5F}, {0, NAN, 0.5F}};
    cell_space space;
    boxes b;
    halo h;
    OK(cell_space_divide(&space, 2, low, size, true, 1));
    OK(boxes_create(&b, &plain, &space, 2));
    OK(halo_create(&h, &plain, &b, 0, 1));
    const float *const position[BOX_AXES] = {columns[0], columns[1]};
    halo_mark marks[3];
    uint32_t next = 0;
    assert_int_equal(halo_find(&h, position, &next, 3, marks, 3), 1);
    assert_int_equal(next, 3);
    assert_int_equal(marks[0].agent, 2);
    halo_destroy(&h, &plain);
    boxes_destroy(&b, &plain);
}

// Agents exactly at the sides of cells, and exactly as far apart as the reach.
static void test_ghosts_on_a_lattice(void **state)
{
    (void)state;
    float low[] = {-3, 10}, size[] = {24, 24};
    for (uint32_t ranks = 1; ranks <= 40; ranks = after(ranks))
        for (int is_periodic = 0; is_periodic < 2; is_periodic++) {
            job j = {.agents = 24 * 24};
            OK(cell_space_divide(&j.space, 2, low, size, is_periodic, 2));
            uint64_t seed = ranks;
            place_agents(&j, UNIFORM, &seed);
            for (uint32_t i = 0; i < j.agents; i++) {
                j.position[0][i] = (float)(i % 24) - 3;
                j.position[1][i] = (float)(i / 24) + 10;
            }
            j.reach = ranks % 2 ? 2 : 5; // distance of (3, 4)
            OK(boxes_create(&j.boxes, &plain, &j.space, ranks));
            OK(boxes_divide(&j.boxes, j.cost));
            check_ghosts(&j);
            end_job(&j);
        }
}

// If a rank has to know of another one, then also the reverse.
static void test_symmetry(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (uint32_t run = 0; run < 41; run = after(run))
        for (uint32_t kind = 0; kind < 4; kind++) {
            job j = make_job(2 + kind / 2, kind % 2, ranks_of(run), 200, BLOB, &seed);
            uint32_t ranks = j.boxes.count;
            bool *knows = calloc((size_t)ranks * ranks, 1);
            for (uint32_t rank = 0; rank < ranks; rank++) {
                halo h;
                OK(halo_create(&h, &plain, &j.boxes, rank, 20 * random_float(&(uint64_t){run})));
                for (uint32_t i = 0; i < h.rank_count; i++) {
                    assert_true(i == 0 || h.rank[i - 1] < h.rank[i]);
                    knows[rank * ranks + h.rank[i]] = true;
                }
                halo_destroy(&h, &plain);
            }
            for (uint32_t i = 0; i < ranks * ranks; i++)
                assert_int_equal(knows[i], knows[i % ranks * ranks + i / ranks]);
            free(knows);
            end_job(&j);
        }
}

// ---- number of ghosts

// Return the ghosts of all ranks over those in strips around their boxes, as wide as the reach.
static double ghost_excess(uint32_t dimensions, float along, float reach, uint32_t ranks,
                           uint32_t agents)
{
    uint64_t seed = 4;
    job j = {.agents = agents, .reach = reach};
    float low[] = {0, 0, 0}, size[] = {along, along, along};
    OK(cell_space_divide(&j.space, dimensions, low, size, true, reach));
    place_agents(&j, UNIFORM, &seed);
    OK(boxes_create(&j.boxes, &plain, &j.space, ranks));
    OK(boxes_divide(&j.boxes, j.cost));
    const float *const columns[] = {j.position[0], j.position[1], j.position[2]};
    double wanted = 0, got = 0, density = agents / pow((double)along, dimensions);
    halo_mark *marks = calloc((size_t)ranks * agents, sizeof *marks);
    for (uint32_t rank = 0; rank < ranks; rank++) {
        const cell_box *box = &j.boxes.box[rank];
        double volume = 1;
        for (uint32_t axis = 0; axis < dimensions; axis++)
            volume *= (box->high[axis] - box->low[axis]) * (double)along / j.space.cells[axis];
        for (uint32_t axis = 0; axis < dimensions; axis++)
            if (box->high[axis] - box->low[axis] < j.space.cells[axis])
                wanted += 2 * volume / (box->high[axis] - box->low[axis]) /
                          ((double)along / j.space.cells[axis]) * (double)reach * density;
        halo h;
        OK(halo_create(&h, &plain, &j.boxes, rank, reach));
        for (uint32_t i = 0; i < agents; i++)
            if (owner_of(&j, i) == rank) {
                uint32_t next = i;
                got += halo_find(&h, columns, &next, i + 1, marks, ranks + 1);
            }
        halo_destroy(&h, &plain);
    }
    free(marks);
    end_job(&j);
    return got / wanted;
}

static void test_number_of_ghosts(void **state)
{
    (void)state;
    double flat = ghost_excess(2, 1000, 5, 16, 200000);
    double deep = ghost_excess(3, 200, 2, 8, 200000);
    if (flat > 1.05 || flat < 0.98 || deep > 1.05 || deep < 0.98)
        fail_msg("%f in the plane, %f in space", flat, deep);
}

// ---- memory

static void *fail_later(void *user, void *block, size_t old_size, size_t new_size)
{
    (void)old_size;
    uint32_t *left = user;
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    return (*left)-- ? realloc(block, new_size) : NULL;
}

static void test_out_of_memory(void **state)
{
    (void)state;
    float low[] = {0, 0}, size[] = {64, 64};
    cell_space space;
    OK(cell_space_divide(&space, 2, low, size, true, 1));
    uint32_t left = 0;
    gestalt_allocator allocator = {fail_later, &left};
    boxes b;
    assert_int_equal(boxes_create(&b, &allocator, &space, 9), GESTALT_NO_MEMORY);
    boxes_destroy(&b, &allocator);
    left = 1;
    OK(boxes_create(&b, &allocator, &space, 9));
    for (uint32_t allocations = 0; allocations < 4; allocations++) {
        halo h;
        left = allocations;
        assert_int_equal(halo_create(&h, &allocator, &b, 4, 3),
                         allocations < 3 ? GESTALT_NO_MEMORY : GESTALT_OK);
        halo_destroy(&h, &allocator);
    }
    boxes_destroy(&b, &allocator);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_cell_has_one_box),
        cmocka_unit_test(test_bins),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_empty_histogram),
        cmocka_unit_test(test_costs_of_one_cell),
        cmocka_unit_test(test_costs_in_a_corner),
        cmocka_unit_test(test_balance),
        cmocka_unit_test(test_uneven),
        cmocka_unit_test(test_ghosts),
        cmocka_unit_test(test_ghosts_on_a_lattice),
        cmocka_unit_test(test_symmetry),
        cmocka_unit_test(test_invisible),
        cmocka_unit_test(test_number_of_ghosts),
        cmocka_unit_test(test_out_of_memory),
    };
    plain = memory_allocator(NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
