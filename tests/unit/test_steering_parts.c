// SPDX-License-Identifier: MIT
// Steering that is shared out: parts of a flock, each with ghosts and a window, move like one
// steering of all vehicles, bit for bit, while vehicles migrate between them.
#include <gestalt/compiler.h>
#include <gestalt/worlds/steer.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { PARTS = 7, MOST = 9500, STEPS = 60 };

static const float reach = 3;

typedef struct job {
    gestalt_steering_options how;
    uint32_t dimensions, count, parts;
    float from[PARTS][3], to[PARTS][3]; // boxes of the parts
    gestalt_steering *all, *part[PARTS];
    uint64_t migrants;
} job;

// The columns of a vehicle, in which all its state is.
enum { NUMBERS = 17 };

typedef struct record {
    uint64_t id, random;
    float numbers[NUMBERS];
} record;

static float *column_of(const gestalt_vehicles *v, int i)
{
    float *const columns[NUMBERS] = {v->position[0], v->position[1], v->position[2], v->velocity[0],
                                     v->velocity[1], v->velocity[2], v->heading[0],  v->heading[1],
                                     v->heading[2],  v->wander[0],   v->wander[1],   v->wander[2],
                                     v->mass,        v->radius,      v->max_speed,   v->max_force,
                                     v->min_speed};
    return columns[i];
}

static record record_of(const gestalt_vehicles *v, uint32_t row)
{
    record r = {.id = v->id[row], .random = v->random[row]};
    for (int i = 0; i < NUMBERS; i++)
        r.numbers[i] = column_of(v, i) ? column_of(v, i)[row] : 0;
    return r;
}

static void put_record(const gestalt_vehicles *v, uint32_t row, const record *r)
{
    v->id[row] = r->id;
    v->random[row] = r->random;
    for (int i = 0; i < NUMBERS; i++)
        if (column_of(v, i))
            column_of(v, i)[row] = r->numbers[i];
}

static float draw(uint32_t *random)
{
    *random = *random * 1664525 + 1013904223;
    return (float)(*random >> 8) * 0x1p-24f;
}

// ---- boxes

// In a periodic world the parts begin in the middle, so that one continues beyond the border.
static void cut(job *j, float offset)
{
    const float *low = j->how.low, *size = j->how.size;
    for (uint32_t p = 0; p < j->parts; p++)
        for (uint32_t d = 0; d < 3; d++) {
            bool is_square = j->parts == 4;
            uint32_t pieces = is_square ? (d < 2 ? 2 : 1) : d == 0 ? j->parts : 1;
            uint32_t piece = is_square ? (d == 0 ? p % 2 : d == 1 ? p / 2 : 0) : d == 0 ? p : 0;
            float shift = j->how.periodic && pieces > 1 ? (0.37f + offset) * size[d] : 0;
            float step = size[d] / (float)pieces;
            j->from[p][d] = low[d] + shift + step * (float)piece;
            j->to[p][d] = low[d] + shift + step * (float)(piece + 1);
            if (!j->how.periodic && offset > 0 && pieces > 1) {
                j->from[p][d] += piece > 0 ? offset * step : 0;
                j->to[p][d] += piece + 1 < pieces ? offset * step : 0;
            }
        }
}

// Return whether a coordinate is between two others, or an image of it.
static bool is_between(const job *j, uint32_t d, float x, float from, float to)
{
    float low = j->how.low[d], size = j->how.size[d];
    if (j->how.periodic)
        return (x >= from && x < to) || (x + size >= from && x + size < to) ||
               (x - size >= from && x - size < to);
    return (x >= from || from <= low) && (x < to || to >= low + size);
}

static bool is_in(const job *j, uint32_t p, const float *position, float around)
{
    for (uint32_t d = 0; d < j->dimensions; d++)
        if (!is_between(j, d, position[d], j->from[p][d] - around, j->to[p][d] + around))
            return false;
    return true;
}

static uint32_t owner_of(const job *j, const float *position)
{
    for (uint32_t p = 0; p < j->parts; p++)
        if (is_in(j, p, position, 0))
            return p;
    return j->parts - 1; // rounding has left a gap
}

static gestalt_steer_box window_of(const job *j, uint32_t p)
{
    gestalt_steer_box box;
    for (uint32_t d = 0; d < 3; d++) {
        float worlds = j->how.periodic ? (float)(p % 2) * 3 : 0; // any image will do
        box.low[d] = j->from[p][d] - reach - 0.1f + worlds * j->how.size[d];
        box.size[d] = j->to[p][d] - j->from[p][d] + 2 * reach + 0.2f;
    }
    return box;
}

// ---- vehicles

static void add_record(gestalt_steering *s, const record *r)
{
    uint32_t row = gestalt_steering_add(s, r->id, 1);
    if (row == UINT32_MAX) {
        uint32_t count = gestalt_steering_vehicles(s).count;
        assert_int_equal(gestalt_steering_resize(s, count + count / 2 + 5, MOST, NULL), GESTALT_OK);
        row = gestalt_steering_add(s, r->id, 1);
    }
    assert_int_equal(row, gestalt_steering_vehicles(s).own - 1);
    gestalt_vehicles v = gestalt_steering_vehicles(s);
    put_record(&v, row, r);
}

static void populate(job *j)
{
    uint32_t random = j->count + j->parts;
    for (uint32_t i = 0; i < j->count; i++) {
        record r = {.id = i * 3, .random = i * 77 + 5};
        for (uint32_t d = 0; d < j->dimensions; d++) {
            r.numbers[d] = j->how.low[d] + draw(&random) * j->how.size[d];
            r.numbers[3 + d] = draw(&random) * 2 - 1;
        }
        r.numbers[6] = r.numbers[9] = 1; // heading, wander
        r.numbers[12] = 0.5f + draw(&random);
        r.numbers[13] = 0.2f * draw(&random);
        r.numbers[14] = 1 + draw(&random);
        r.numbers[15] = 1 + draw(&random);
        r.numbers[16] = 0.3f;
        add_record(j->all, &r);
        add_record(j->part[owner_of(j, r.numbers)], &r);
    }
}

// Move vehicles to the parts in whose boxes they are.
static void migrate(job *j)
{
    for (uint32_t p = 0; p < j->parts; p++)
        for (uint32_t row = 0; row < gestalt_steering_vehicles(j->part[p]).own;) {
            gestalt_vehicles v = gestalt_steering_vehicles(j->part[p]);
            record r = record_of(&v, row);
            uint32_t owner = owner_of(j, r.numbers);
            if (owner == p) {
                row++;
                continue;
            }
            gestalt_steering_remove(j->part[p], row);
            add_record(j->part[owner], &r);
            j->migrants++;
        }
}

// Give each part all vehicles around its box as ghosts.
static void exchange(job *j)
{
    for (uint32_t p = 0; p < j->parts; p++) {
        uint32_t count = 0;
        for (uint32_t from = 0; from < j->parts; from++) {
            gestalt_vehicles v = gestalt_steering_vehicles(j->part[from]);
            for (uint32_t row = 0; from != p && row < v.own; row++) {
                record r = record_of(&v, row);
                if (!is_in(j, p, r.numbers, reach + 0.05f))
                    continue;
                uint32_t own = gestalt_steering_vehicles(j->part[p]).own;
                r.random = 1; // ghosts have none of this
                if (gestalt_steering_set_ghosts(j->part[p], count + 1, NULL) == GESTALT_LIMIT) {
                    assert_int_equal(
                        gestalt_steering_resize(j->part[p], own + count + 50, MOST, NULL),
                        GESTALT_OK);
                    assert_int_equal(gestalt_steering_set_ghosts(j->part[p], count + 1, NULL),
                                     GESTALT_OK);
                }
                gestalt_vehicles to = gestalt_steering_vehicles(j->part[p]);
                put_record(&to, own + count++, &r);
            }
        }
        assert_int_equal(gestalt_steering_set_ghosts(j->part[p], count, NULL), GESTALT_OK);
    }
}

// ---- steps

typedef struct arguments {
    uint64_t live[MOST / 64 + 1];
    float radius[MOST];
} arguments;

static gestalt_urge urge_of(gestalt_behaviour type, float weight, float first, float second)
{
    return (gestalt_urge){.type = type,
                          .weight = {.value = weight},
                          .probability = {.value = 0.6f},
                          .numbers = {{.value = first}, {.value = second}, {.value = 1}}};
}

// Step with urges that depend on the ids of vehicles. Those of ghosts are never read.
static gestalt_result step(gestalt_steering *s, uint32_t number)
{
    static arguments a;
    gestalt_vehicles v = gestalt_steering_vehicles(s);
    memset(&a, 0xFF, sizeof a);
    for (uint32_t row = 0; row < v.own; row++) {
        if (v.id[row] % 4 == 0)
            a.live[row / 64] &= ~(UINT64_C(1) << row % 64);
        a.radius[row] = v.id[row] % 5 == 0 ? -1 : reach - (float)(v.id[row] % 3);
    }
    gestalt_urge urges[] = {
        urge_of(GESTALT_STEER_SEPARATE, 1, 1, -2),
        urge_of(GESTALT_STEER_COHERE, 0.4f, reach, number % 2 ? -2 : -0.5f),
        urge_of(GESTALT_STEER_ALIGN, 0.6f, reach, -0.3f),
        urge_of(GESTALT_STEER_AVOID_COLLISIONS, 0.7f, reach, 2),
        urge_of(GESTALT_STEER_WANDER, 0.3f, 1, 2),
        urge_of(GESTALT_STEER_ADAPT_SPEED, 0.1f, reach, 2),
        urge_of(GESTALT_STEER_AVOID_TRAFFIC, 0.1f, 2, 2),
    };
    urges[0].live = a.live;
    if (number % 3 == 0)
        urges[2].numbers[0].column = a.radius;
    urges[4].numbers[2].value = 0.2f;
    gestalt_combiner how = (gestalt_combiner)(number % 4);
    return gestalt_steering_step(s, how, urges, sizeof urges / sizeof *urges, 0.3f);
}

static void expect_equal(const job *j, uint32_t number)
{
    uint32_t count = 0;
    gestalt_vehicles all = gestalt_steering_vehicles(j->all);
    for (uint32_t p = 0; p < j->parts; p++) {
        gestalt_vehicles v = gestalt_steering_vehicles(j->part[p]);
        count += v.own;
        for (uint32_t row = 0; row < v.own; row++) {
            record is = record_of(&v, row), must = record_of(&all, (uint32_t)(v.id[row] / 3));
            if (memcmp(&is, &must, sizeof is) != 0)
                fail_msg("step %u, part %u of %u: vehicle %u differs", (unsigned)number,
                         (unsigned)p, (unsigned)j->parts, (unsigned)is.id);
        }
        for (uint32_t row = v.own; row < v.count; row++)
            assert_int_equal(v.random[row], 1); // ghosts draw no numbers
    }
    assert_int_equal(count, j->count);
}

static void create_parts(job *j)
{
    j->how.dimensions = j->dimensions;
    j->how.reach = reach;
    j->how.capacity = MOST;
    assert_int_equal(gestalt_steering_create(&j->how, &j->all, NULL), GESTALT_OK);
    cut(j, 0);
    for (uint32_t p = 0; p < j->parts; p++) {
        gestalt_steering_options how = j->how;
        gestalt_steer_box window = window_of(j, p);
        how.window = &window;
        how.capacity = 3;
        how.agents_of_all = MOST;
        assert_int_equal(gestalt_steering_create(&how, &j->part[p], NULL), GESTALT_OK);
    }
    populate(j);
}

// Compare the parts with the whole. In the middle of the run the boxes move.
static void run(job j, uint32_t steps)
{
    create_parts(&j);
    for (uint32_t number = 0; number < steps; number++) {
        if (number == steps / 2) {
            cut(&j, 0.11f);
            for (uint32_t p = 0; p < j.parts; p++) {
                gestalt_steer_box window = window_of(&j, p);
                assert_int_equal(gestalt_steering_set_window(j.part[p], &window, NULL), GESTALT_OK);
            }
        }
        migrate(&j);
        exchange(&j);
        assert_int_equal(step(j.all, number), GESTALT_OK);
        for (uint32_t p = 0; p < j.parts; p++)
            assert_int_equal(step(j.part[p], number), GESTALT_OK);
        expect_equal(&j, number);
    }
    assert_true(j.parts == 1 || j.migrants > j.count / 10);
    for (uint32_t p = 0; p < j.parts; p++)
        gestalt_steering_destroy(j.part[p]);
    gestalt_steering_destroy(j.all);
}

static job job_of(bool periodic, uint32_t dimensions, uint32_t parts, const char *kernels)
{
    job j = {
        .how = {.periodic = periodic, .kernels = kernels, .low = {-7, 3, 1}, .size = {60, 40, 11}},
        .dimensions = dimensions,
        .count = 300,
        .parts = parts};
    return j;
}

static void test_parts(void **state)
{
    (void)state;
    static const uint32_t parts[] = {1, 2, 3, 4, 7};
    static const char *const kernels[] = {"plain", "avx2", NULL};
    for (uint32_t dimensions = 2; dimensions <= 3; dimensions++)
        for (int periodic = 0; periodic < 2; periodic++)
            for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
                run(job_of(periodic, dimensions, parts[i], kernels[i % 3]), STEPS);
}

static void test_kernels(void **state)
{
    (void)state;
    static const char *const kernels[] = {"plain", "avx2", "avx512"};
    for (int i = 0; i < 3; i++) {
        run(job_of(true, 2, 4, kernels[i]), 12);
        run(job_of(true, 3, 3, kernels[i]), 12);
    }
}

static void test_threads(void **state)
{
    (void)state;
    static const char idle[] = "{\"gestalt\":1,\"root\":{\"type\":\"running\"}}";
    gestalt_shape *shape;
    gestalt_population *threads;
    assert_int_equal(gestalt_compile_text("idle", idle, sizeof idle - 1, NULL, &shape, NULL, NULL),
                     GESTALT_OK);
    gestalt_population_options options = {.group = {shape, NULL}, .threads = 3};
    assert_int_equal(gestalt_population_create(&options, &threads, NULL), GESTALT_OK);
    job j = job_of(true, 2, 2, NULL);
    j.how.threads = threads;
    j.how.size[0] = 400;
    j.how.size[1] = 300;
    j.count = MOST; // fewer vehicles would not use threads
    run(j, 4);
    gestalt_population_destroy(threads);
    gestalt_shape_destroy(shape);
}

// ---- rows

static gestalt_steering *few(uint32_t capacity)
{
    gestalt_steering *s;
    gestalt_steering_options how = {.size = {100, 100}, .capacity = capacity, .reach = 5};
    assert_int_equal(gestalt_steering_create(&how, &s, NULL), GESTALT_OK);
    return s;
}

static void expect_rows(gestalt_steering *s, uint32_t own, uint32_t count, const uint64_t *ids)
{
    gestalt_vehicles v = gestalt_steering_vehicles(s);
    assert_int_equal(v.own, own);
    assert_int_equal(v.count, count);
    assert_memory_equal(v.id, ids, count * sizeof *ids);
    for (uint32_t row = 0; row < count; row++) // all columns move with the id
        assert_true(v.position[1][row] == (float)ids[row] && v.wander[0][row] == (float)ids[row] &&
                    v.random[row] == ids[row] && v.min_speed[row] == (float)ids[row]);
}

static void mark(gestalt_steering *s, uint32_t row, uint64_t id)
{
    gestalt_vehicles v = gestalt_steering_vehicles(s);
    v.id[row] = v.random[row] = id;
    v.position[1][row] = v.wander[0][row] = v.min_speed[row] = (float)id;
}

static void test_rows(void **state)
{
    (void)state;
    gestalt_steering *s = few(6);
    gestalt_error error;
    for (uint32_t i = 0; i < 3; i++)
        mark(s, gestalt_steering_add(s, i, 9), i);
    assert_int_equal(gestalt_steering_set_ghosts(s, 2, NULL), GESTALT_OK);
    mark(s, 3, 10);
    mark(s, 4, 11);
    expect_rows(s, 3, 5, (const uint64_t[]){0, 1, 2, 10, 11});
    mark(s, gestalt_steering_add(s, 3, 9), 3);
    expect_rows(s, 4, 6, (const uint64_t[]){0, 1, 2, 3, 11, 10});
    assert_int_equal(gestalt_steering_add(s, 4, 9), UINT32_MAX);
    assert_int_equal(gestalt_steering_set_ghosts(s, 3, &error), GESTALT_LIMIT);
    assert_string_equal(error.message, "there is room for 2 ghosts, not for 3");
    expect_rows(s, 4, 6, (const uint64_t[]){0, 1, 2, 3, 11, 10});
    gestalt_steering_remove(s, 1);
    expect_rows(s, 3, 5, (const uint64_t[]){0, 3, 2, 10, 11});
    assert_int_equal(gestalt_steering_resize(s, 4, 0, &error), GESTALT_BAD_ARGUMENT);
    assert_string_equal(error.message, "there are 5 vehicles, more than 4");
    assert_int_equal(gestalt_steering_resize(s, 1u << 31, 0, &error), GESTALT_LIMIT);
    assert_int_equal(gestalt_steering_resize(s, 5, 0, NULL), GESTALT_OK);
    expect_rows(s, 3, 5, (const uint64_t[]){0, 3, 2, 10, 11});
    gestalt_steering_remove(s, 3);
    expect_rows(s, 3, 4, (const uint64_t[]){0, 3, 2, 11});
    gestalt_steering_remove(s, 2);
    expect_rows(s, 2, 3, (const uint64_t[]){0, 3, 11});
    assert_int_equal(gestalt_steering_set_ghosts(s, 0, NULL), GESTALT_OK);
    expect_rows(s, 2, 2, (const uint64_t[]){0, 3});
    gestalt_steering_destroy(s);
}

// Steering that has been resized has the bits of one that was created so, also in its cells.
static void test_resized(void **state)
{
    (void)state;
    job j = job_of(true, 2, 1, NULL);
    j.how.window = NULL;
    create_parts(&j);
    assert_int_equal(gestalt_steering_set_window(j.part[0], NULL, NULL), GESTALT_OK);
    assert_int_equal(gestalt_steering_resize(j.all, 400, 0, NULL), GESTALT_OK);
    assert_int_equal(gestalt_steering_resize(j.part[0], 2000, 400, NULL), GESTALT_OK);
    for (uint32_t number = 0; number < 10; number++) {
        assert_int_equal(step(j.all, number), GESTALT_OK);
        assert_int_equal(step(j.part[0], number), GESTALT_OK);
        expect_equal(&j, number);
    }
    gestalt_steering_destroy(j.all);
    gestalt_steering_destroy(j.part[0]);
}

// What a resize that fails was asked for has no effect later.
static void test_too_many_cells(void **state)
{
    (void)state;
    gestalt_steering *s;
    gestalt_error error;
    gestalt_steering_options how = {.size = {100, 100}, .capacity = 4, .reach = 1e-4f};
    assert_int_equal(gestalt_steering_create(&how, &s, NULL), GESTALT_OK);
    assert_int_equal(gestalt_steering_resize(s, 4, UINT32_MAX, &error), GESTALT_LIMIT);
    assert_string_equal(error.message, "the world is too large for such a small reach");
    assert_int_equal(gestalt_steering_set_window(s, NULL, NULL), GESTALT_OK);
    gestalt_steer_box window = {.size = {1, 1}};
    assert_int_equal(gestalt_steering_set_window(s, &window, NULL), GESTALT_OK);
    assert_int_equal(gestalt_steering_resize(s, 4, UINT32_MAX, NULL), GESTALT_OK);
    assert_int_equal(gestalt_steering_set_window(s, NULL, NULL), GESTALT_LIMIT);
    assert_int_equal(gestalt_steering_resize(s, 5, UINT32_MAX, NULL), GESTALT_OK);
    gestalt_steering_destroy(s);
}

// A vehicle outside of the window stops the step before anything changes.
static void test_outside(void **state)
{
    (void)state;
    gestalt_steering *s = few(4);
    gestalt_error error;
    gestalt_steer_box window = {.low = {10, 10}, .size = {20, 20}};
    for (uint32_t i = 0; i < 3; i++)
        gestalt_steering_add(s, i, 9);
    gestalt_vehicles v = gestalt_steering_vehicles(s);
    for (uint32_t i = 0; i < 3; i++) {
        v.position[0][i] = v.position[1][i] = i == 1 ? 80 : 20;
        v.velocity[0][i] = 1;
    }
    assert_int_equal(gestalt_steering_set_window(s, &window, NULL), GESTALT_OK);
    assert_int_equal(gestalt_steering_resize(s, 4, 10000, NULL), GESTALT_OK); // smaller cells
    v = gestalt_steering_vehicles(s);
    assert_int_equal(gestalt_steering_step(s, GESTALT_COMBINE_SUM, NULL, 0, 1),
                     GESTALT_BAD_ARGUMENT);
    assert_int_equal(gestalt_steering_lost(s), 1);
    assert_true(v.position[0][0] == 20 && v.position[0][1] == 80);
    gestalt_steering_remove(s, 1);
    assert_int_equal(gestalt_steering_set_ghosts(s, 1, NULL), GESTALT_OK);
    v.position[0][2] = 80;
    v.velocity[0][2] = 1;
    assert_int_equal(gestalt_steering_step(s, GESTALT_COMBINE_SUM, NULL, 0, 1), GESTALT_OK);
    assert_int_equal(gestalt_steering_lost(s), UINT32_MAX);
    assert_true(v.position[0][0] == 21 && v.position[0][1] == 21 && v.position[0][2] == 80);
    const float size[] = {0, -1, NAN, INFINITY};
    for (size_t i = 0; i < sizeof size / sizeof *size; i++) {
        window.size[1] = size[i];
        assert_int_equal(gestalt_steering_set_window(s, &window, &error), GESTALT_BAD_ARGUMENT);
        assert_string_equal(error.message, "the window has no size");
    }
    assert_int_equal(gestalt_steering_step(s, GESTALT_COMBINE_SUM, NULL, 0, 1), GESTALT_OK);
    gestalt_steering_destroy(s);
}

// ---- memory

static void *scarce(void *user, void *block, size_t old_size, size_t new_size)
{
    int *left = user;
    (void)old_size;
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    return (*left)-- > 0 ? realloc(block, new_size) : NULL;
}

// If a change fails, the steering is as before.
static void test_memory(void **state)
{
    (void)state;
    int left = 1000, failed = 0;
    gestalt_steering *s;
    gestalt_steering_options how = {
        .allocator = {scarce, &left}, .size = {100, 100}, .capacity = 2};
    const gestalt_steer_box window = {.size = {100, 100}};
    assert_int_equal(gestalt_steering_create(&how, &s, NULL), GESTALT_OK);
    mark(s, gestalt_steering_add(s, 7, 9), 7);
    for (int change = 0; change < 2; change++) {
        gestalt_result result = GESTALT_NO_MEMORY;
        for (int most = 0; result != GESTALT_OK; most++) {
            left = most;
            result = change ? gestalt_steering_set_window(s, &window, NULL)
                            : gestalt_steering_resize(s, 9, 20, NULL);
            failed += result != GESTALT_OK;
            assert_true(result == GESTALT_OK || result == GESTALT_NO_MEMORY);
            expect_rows(s, 1, 1, (const uint64_t[]){7});
            left = 1000;
            assert_int_equal(gestalt_steering_step(s, GESTALT_COMBINE_SUM, NULL, 0, 0), GESTALT_OK);
            mark(s, 0, 7);
        }
    }
    assert_int_equal(failed, 4);
    gestalt_steering_destroy(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parts),   cmocka_unit_test(test_kernels),
        cmocka_unit_test(test_threads), cmocka_unit_test(test_rows),
        cmocka_unit_test(test_resized), cmocka_unit_test(test_outside),
        cmocka_unit_test(test_memory),  cmocka_unit_test(test_too_many_cells),
    };
    return cmocka_run_group_tests_name("steering_parts", tests, NULL, NULL);
}
