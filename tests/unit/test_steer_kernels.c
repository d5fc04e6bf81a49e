// SPDX-License-Identifier: MIT
// The kernels for many agents, compared with sums over all pairs in double, and with each other.
// Their bits must not depend on the instruction set, on the order of storage, nor on how the work
// is divided.
#include "steer_test.h"

#include "hash.h"

enum { COUNT = 300 };

// A pair of agents as in the formulas, in double.
typedef struct pair {
    double h[STEER_DIMENSIONS], squared;
} pair;

static double dot(const double *a, const double *b)
{
    double sum = 0;
    EACH_DIMENSION (d)
        sum += a[d] * b[d];
    return sum;
}

static pair pair_of(const vehicles *all, const space *world, uint32_t i, uint32_t j)
{
    pair p = {.squared = 0};
    EACH_DIMENSION (d) {
        double h = (double)all->position.at[d][j] - all->position.at[d][i];
        if (world->periodic)
            h -= world->size.at[d] * rint(h / world->size.at[d]);
        p.h[d] = h;
    }
    p.squared = dot(p.h, p.h);
    return p;
}

static void scale_to(double *v, double length)
{
    double is = sqrt(dot(v, v));
    EACH_DIMENSION (d)
        v[d] = is > 0 ? v[d] * length / is : 0;
}

static void clip_to(double *v, double most)
{
    if (dot(v, v) > most * most)
        scale_to(v, most);
}

// Each variant of running a step gets its own copy of the vehicles.
typedef struct variant {
    const steer_kernels *kernels;
    uint64_t seed; // seed of the storage order; 0: ordered by id
    uint32_t parts;
    uint32_t most; // positions handled at a time
} variant;

static uint32_t variant_count(void)
{
    uint32_t count = 0;
    while (steer_kernels_all[count])
        count++;
    return count * 4;
}

// Return false if this machine does not have the variant.
static bool variant_of(uint32_t number, variant *v)
{
    static const uint32_t most[] = {COUNT, 1, 7, 33};
    *v = (variant){steer_kernels_all[number / 4], number % 4, 1 + number % 3, most[number % 4]};
    return v->kernels->is_supported();
}

// Return a hash over columns in the order of ids, to compare variants.
static uint64_t hash_by_id(const vehicles *all, float *const *columns, size_t column_count)
{
    uint64_t sum = 0;
    for (size_t k = 0; k < column_count; k++) {
        uint32_t bits[COUNT];
        for (uint32_t i = 0; i < all->count; i++)
            bits[all->id[i]] = scalar_canonical_bits(columns[k][i]);
        sum = sum * 31 + hash_bytes(bits, all->count * sizeof *bits);
    }
    return sum;
}

static uint64_t hash_vehicles(const vehicles *all)
{
    float *columns[3 * STEER_DIMENSIONS];
    EACH_DIMENSION (d) {
        columns[3 * d] = all->position.at[d];
        columns[3 * d + 1] = all->velocity.at[d];
        columns[3 * d + 2] = all->heading.at[d];
    }
    return hash_by_id(all, columns, LENGTH(columns));
}

// The flocking model.

static const flock_model flock = {4, 1, 0.03f, 0.015f, 0.05f, 0.5f};

static void flock_variant(const variant *v, vehicles *all, const space *world)
{
    grid g;
    build(&g, all, &all->velocity, world, 2.7f, v->parts);
    for (uint32_t begin = 0; begin < all->count; begin += v->most) {
        uint32_t end = begin + v->most < all->count ? begin + v->most : all->count;
        v->kernels->flock_step(&flock, &g, all, begin, end);
    }
    grid_destroy(&g, NULL);
}

static void flock_in_double(const vehicles *all, const space *world, uint32_t i, double *velocity)
{
    double toward[STEER_DIMENSIONS] = {0}, apart[STEER_DIMENSIONS] = {0};
    double along[STEER_DIMENSIONS] = {0}, count = 0;
    for (uint32_t j = 0; j < all->count; j++) {
        pair p = pair_of(all, world, i, j);
        if (j == i || p.squared > flock.radius * flock.radius)
            continue;
        count++;
        EACH_DIMENSION (d) {
            toward[d] += p.h[d];
            apart[d] += p.squared < flock.apart * flock.apart ? p.h[d] : 0;
            along[d] += all->velocity.at[d][j];
        }
    }
    EACH_DIMENSION (d)
        velocity[d] =
            all->velocity.at[d][i] +
            (0.03 * toward[d] - 0.015 * apart[d] + 0.05 * along[d]) / (count > 1 ? count : 1);
    scale_to(velocity, flock.speed);
}

// In a periodic world, a rounded offset may be equal to the size.
static void check_place(const space *world, const vehicles *all, uint32_t i, int d, double must)
{
    double off = all->position.at[d][i] - must;
    if (world->periodic)
        off -= world->size.at[d] * rint(off / world->size.at[d]);
    check_near("position", (float)off, 0, 2e-5);
}

static void test_flock(void **state)
{
    (void)state;
    for (int periodic = 0; periodic < 2; periodic++) {
        space world = test_world(periodic);
        vehicles before, after;
        fill_vehicles(&before, COUNT, &world, 11);
        shuffle_vehicles(&after, &before, 0);
        flock_variant(&(variant){steer_kernels_all[0], 0, 1, COUNT}, &after, &world);
        for (uint32_t i = 0; i < COUNT; i++) {
            double velocity[STEER_DIMENSIONS];
            flock_in_double(&before, &world, i, velocity);
            EACH_DIMENSION (d) {
                check_near("velocity", after.velocity.at[d][i], velocity[d], 1e-5);
                check_place(&world, &after, i, d, before.position.at[d][i] + velocity[d]);
            }
        }
        vehicles_destroy(&before, NULL);
        vehicles_destroy(&after, NULL);
    }
}

// Sums over neighbours: three radii and angles, equal for all agents or different.

static void sums_create(neighbours_sums *sums, float *memory)
{
    vectors *const columns[] = {&sums->apart, &sums->offset, &sums->along};
    for (size_t k = 0; k < LENGTH(columns); k++)
        EACH_DIMENSION (d)
            columns[k]->at[d] = memory, memory += COUNT;
    for (int kind = 0; kind < NEIGHBOURS_KINDS; kind++)
        sums->count[kind] = memory, memory += COUNT;
}

enum { SUM_COLUMNS = 3 * STEER_DIMENSIONS + NEIGHBOURS_KINDS };

// Radii and cosines by id, stored by index.
typedef struct view_columns {
    float radius[COUNT], cosine[COUNT];
} view_columns;

static neighbours_view test_view(const vehicles *all, view_columns *columns, bool own, int falloff)
{
    for (uint32_t i = 0; i < all->count; i++) {
        columns->radius[i] = all->id[i] % 5 == 0 ? -1 : (float)(all->id[i] % 5);
        columns->cosine[i] = (float)(all->id[i] % 9) * 0.25f - 1.1f;
    }
    neighbours_view view = {.radius = {{.value = 3}, {.value = 4}, {.value = 2.5f}},
                            .cosine = {{.value = -2}, {.value = -0.3f}, {.value = 0.6f}},
                            .reach = 4,
                            .falloff = (neighbours_falloff)falloff};
    if (own) {
        view.radius[NEIGHBOURS_COHESION].column = columns->radius;
        view.cosine[NEIGHBOURS_SEPARATION].column = columns->cosine;
    }
    return view;
}

static double push_of(neighbours_falloff falloff, double squared)
{
    if (squared == 0)
        return 0;
    return falloff == NEIGHBOURS_UNIT      ? -0.5 / sqrt(squared)
           : falloff == NEIGHBOURS_INVERSE ? -1 / squared
                                           : -1;
}

// Return false if the pair is so near to the limit of sight that rounding decides.
static bool sees(const vehicles *all, uint32_t i, const pair *p, double radius, double cosine,
                 bool *seen)
{
    double forward = 0, distance = sqrt(p->squared);
    EACH_DIMENSION (d)
        forward += p->h[d] * all->heading.at[d][i];
    *seen = distance <= radius && forward >= cosine * distance;
    return fabs(distance - radius) > 1e-5 && fabs(forward - cosine * distance) > 1e-5;
}

typedef struct double_sums {
    double apart[STEER_DIMENSIONS], offset[STEER_DIMENSIONS], along[STEER_DIMENSIONS];
    double count[NEIGHBOURS_KINDS];
} double_sums;

static bool sums_in_double(const vehicles *all, const space *world, const neighbours_view *view,
                           uint32_t i, double_sums *s)
{
    *s = (double_sums){.apart = {0}};
    for (uint32_t j = 0; j < all->count; j++) {
        pair p = pair_of(all, world, i, j);
        bool seen[NEIGHBOURS_KINDS];
        for (int kind = 0; kind < NEIGHBOURS_KINDS && j != i; kind++) {
            if (!sees(all, i, &p, number_of(&view->radius[kind], i),
                      number_of(&view->cosine[kind], i), &seen[kind]))
                return false;
            s->count[kind] += seen[kind];
        }
        EACH_DIMENSION (d) {
            if (j == i)
                continue;
            s->apart[d] += seen[0] ? p.h[d] * push_of(view->falloff, p.squared) : 0;
            s->offset[d] += seen[1] ? p.h[d] : 0;
            s->along[d] += seen[2] ? all->velocity.at[d][j] : 0;
        }
    }
    return true;
}

static void sums_variant(const variant *v, const vehicles *all, const space *world,
                         const neighbours_view *view, const neighbours_sums *sums)
{
    grid g;
    build(&g, all, &all->velocity, world, 2.7f, v->parts);
    for (uint32_t begin = 0; begin < all->count; begin += v->most) {
        uint32_t end = begin + v->most < all->count ? begin + v->most : all->count;
        v->kernels->neighbours_sum(&g, all, view, sums, begin, end);
    }
    grid_destroy(&g, NULL);
}

static void check_sums(const vehicles *all, const space *world, const neighbours_view *view,
                       const neighbours_sums *sums)
{
    uint32_t compared = 0;
    for (uint32_t i = 0; i < all->count; i++) {
        double_sums must;
        if (!sums_in_double(all, world, view, i, &must))
            continue;
        compared++;
        for (int kind = 0; kind < NEIGHBOURS_KINDS; kind++)
            assert_true(sums->count[kind][i] == must.count[kind]);
        check_vector("apart", vectors_get(&sums->apart, i), must.apart, 2e-3);
        check_vector("offset", vectors_get(&sums->offset, i), must.offset, 1e-3);
        check_vector("along", vectors_get(&sums->along, i), must.along, 1e-4);
    }
    assert_true(compared > COUNT * 9 / 10);
}

static void test_sums(void **state)
{
    (void)state;
    static float memory[SUM_COLUMNS * COUNT];
    static view_columns columns;
    neighbours_sums sums;
    sums_create(&sums, memory);
    for (int n = 0; n < 2 * 2 * 3; n++) {
        space world = test_world(n % 2);
        vehicles all;
        fill_vehicles(&all, COUNT, &world, 12);
        neighbours_view view = test_view(&all, &columns, n / 2 % 2, n / 4);
        sums_variant(&(variant){steer_kernels_all[0], 0, 1, COUNT}, &all, &world, &view, &sums);
        check_sums(&all, &world, &view, &sums);
        vehicles_destroy(&all, NULL);
    }
}

// Boids: one step with the sums that were tested above.

static const boids_model boids = {.radius = {3, 4, 2.5f},
                                  .cosine = {-0.707f, -0.15f, 0.7f},
                                  .weight = {12, 8, 8},
                                  .mass = 2,
                                  .max_force = 27,
                                  .max_speed = 9,
                                  .sphere = 9,
                                  .dt = 1.0f / 60};

static void boids_variant(const variant *v, const boids_model *model, vehicles *all,
                          const space *world)
{
    grid g;
    build(&g, all, &all->heading, world, 2.7f, v->parts);
    for (uint32_t begin = 0; begin < all->count; begin += v->most) {
        uint32_t end = begin + v->most < all->count ? begin + v->most : all->count;
        v->kernels->flock_boids(model, &g, all, begin, end);
    }
    grid_destroy(&g, NULL);
}

static void boid_in_double(const vehicles *all, const neighbours_sums *sums, uint32_t i,
                           double *velocity, double *position)
{
    double wanted[NEIGHBOURS_KINDS][STEER_DIMENSIONS], force[STEER_DIMENSIONS] = {0};
    double met = sums->count[NEIGHBOURS_ALIGNMENT][i];
    EACH_DIMENSION (d) {
        wanted[0][d] = sums->apart.at[d][i];
        wanted[1][d] = sums->offset.at[d][i];
        wanted[2][d] = met > 0 ? sums->along.at[d][i] / met - all->heading.at[d][i] : 0;
    }
    for (int kind = 0; kind < NEIGHBOURS_KINDS; kind++) {
        scale_to(wanted[kind], boids.weight[kind]);
        EACH_DIMENSION (d)
            force[d] += wanted[kind][d];
    }
    clip_to(force, boids.max_force);
    EACH_DIMENSION (d)
        velocity[d] = all->velocity.at[d][i] + force[d] / boids.mass / 60;
    clip_to(velocity, boids.max_speed);
    EACH_DIMENSION (d)
        position[d] = all->position.at[d][i] + velocity[d] / 60;
    double distance = sqrt(dot(position, position));
    EACH_DIMENSION (d)
        position[d] -= distance > boids.sphere ? 2 * boids.sphere * position[d] / distance : 0;
}

static void test_boids(void **state)
{
    (void)state;
    static float memory[SUM_COLUMNS * COUNT];
    neighbours_sums sums;
    sums_create(&sums, memory);
    space world = test_world(false);
    vehicles before, after;
    fill_vehicles(&before, COUNT, &world, 13);
    shuffle_vehicles(&after, &before, 0);
    neighbours_view view = {.reach = 4, .falloff = NEIGHBOURS_INVERSE};
    for (int kind = 0; kind < NEIGHBOURS_KINDS; kind++) {
        view.radius[kind].value = boids.radius[kind];
        view.cosine[kind].value = boids.cosine[kind];
    }
    grid g;
    build(&g, &before, &before.heading, &world, 2.7f, 1);
    steer_kernels_all[0]->neighbours_sum(&g, &before, &view, &sums, 0, COUNT);
    grid_destroy(&g, NULL);
    boids_variant(&(variant){steer_kernels_all[0], 0, 1, COUNT}, &boids, &after, &world);
    for (uint32_t i = 0; i < COUNT; i++) {
        double velocity[STEER_DIMENSIONS], position[STEER_DIMENSIONS], heading[STEER_DIMENSIONS];
        boid_in_double(&before, &sums, i, velocity, position);
        memcpy(heading, velocity, sizeof heading);
        scale_to(heading, 1);
        check_vector("velocity", vectors_get(&after.velocity, i), velocity, 1e-5);
        check_vector("position", vectors_get(&after.position, i), position, 1e-4);
        check_vector("heading", vectors_get(&after.heading, i), heading, 1e-5);
    }
    vehicles_destroy(&before, NULL);
    vehicles_destroy(&after, NULL);
}

// Motion, to the bit, with the operations of vector.h.

static void move_plainly(vehicles *all, const vectors *forces, const space *world, float dt,
                         uint32_t i)
{
    vehicle v = vehicles_get(all, i);
    vector force = vector_clip(vectors_get(forces, i), v.max_force);
    EACH_DIMENSION (d)
        force.at[d] /= v.mass;
    vector velocity = vector_clip(vector_add_scaled(v.velocity, force, dt), v.max_speed);
    vector heading = vector_unit(velocity);
    vectors_set(&all->position, i, space_wrap(world, vector_add_scaled(v.position, velocity, dt)));
    vectors_set(&all->velocity, i, velocity);
    if (!vector_is_zero(heading))
        vectors_set(&all->heading, i, heading);
}

static void test_motion(void **state)
{
    (void)state;
    for (uint32_t n = 0; n < variant_count(); n++) {
        variant v;
        space world = test_world(n % 2);
        vehicles plain, all, forces;
        if (!variant_of(n, &v))
            continue;
        fill_vehicles(&plain, COUNT, &world, 14);
        fill_vehicles(&forces, COUNT, &world, 15);
        for (uint32_t i = 0; i < COUNT; i += 5) { // these stand, and no force acts on them
            vectors_set(&plain.velocity, i, vector_zero());
            vectors_set(&forces.velocity, i, vector_zero());
        }
        shuffle_vehicles(&all, &plain, 0);
        for (uint32_t i = 0; i < COUNT; i++)
            move_plainly(&plain, &forces.velocity, &world, 0.7f, i);
        for (uint32_t begin = 0; begin < COUNT; begin += v.most) {
            uint32_t end = begin + v.most < COUNT ? begin + v.most : COUNT;
            v.kernels->motion_step(&all, &forces.velocity, &world, 0.7f, begin, end);
        }
        assert_true(hash_vehicles(&all) == hash_vehicles(&plain));
        vehicles_destroy(&plain, NULL);
        vehicles_destroy(&all, NULL);
        vehicles_destroy(&forces, NULL);
    }
}

// A force that is not finite moves no agent. The first agent with such a force is reported.
static void test_lost(void **state)
{
    (void)state;
    for (int n = 0; steer_kernels_all[n / 2]; n++) {
        const steer_kernels *set = steer_kernels_all[n / 2];
        space world = test_world(n % 2);
        vehicles plain, all, forces;
        if (!set->is_supported())
            continue;
        fill_vehicles(&plain, COUNT, &world, 14);
        fill_vehicles(&all, COUNT, &world, 14);
        fill_vehicles(&forces, COUNT, &world, 15);
        for (uint32_t i = 0; i < COUNT; i++)
            if (i % 7 == 3)
                forces.velocity.at[i % STEER_DIMENSIONS][i] = i % 2 ? NAN : INFINITY;
            else
                move_plainly(&plain, &forces.velocity, &world, 0.7f, i);
        for (uint32_t begin = 0; begin < COUNT; begin += 21) {
            uint32_t end = begin + 21 < COUNT ? begin + 21 : COUNT;
            assert_int_equal(set->motion_step(&all, &forces.velocity, &world, 0.7f, begin, end),
                             begin + 3 < end ? begin + 3 : MOTION_NONE);
        }
        assert_true(hash_vehicles(&all) == hash_vehicles(&plain));
        vehicles_destroy(&plain, NULL);
        vehicles_destroy(&all, NULL);
        vehicles_destroy(&forces, NULL);
    }
}

// Equal bits.

static uint64_t run_variant(const variant *v, const vehicles *start, const space *world)
{
    static float memory[SUM_COLUMNS * COUNT];
    static view_columns columns;
    neighbours_sums sums;
    sums_create(&sums, memory);
    vehicles all;
    uint64_t hash = 0;
    shuffle_vehicles(&all, start, v->seed);
    for (int i = 0; i < 3; i++)
        flock_variant(v, &all, world);
    for (int falloff = 0; falloff < 3; falloff++) {
        neighbours_view view = test_view(&all, &columns, falloff != 1, falloff);
        sums_variant(v, &all, world, &view, &sums);
        hash = hash * 31 + hash_by_id(&all, sums.apart.at, STEER_DIMENSIONS);
        hash = hash * 31 + hash_by_id(&all, sums.offset.at, STEER_DIMENSIONS);
        hash = hash * 31 + hash_by_id(&all, sums.along.at, STEER_DIMENSIONS);
        hash = hash * 31 + hash_by_id(&all, sums.count, NEIGHBOURS_KINDS);
    }
    for (int i = 0; i < 3; i++)
        boids_variant(v, &boids, &all, world);
    hash = hash * 31 + hash_vehicles(&all);
    vehicles_destroy(&all, NULL);
    return hash;
}

static void test_equal_bits(void **state)
{
    (void)state;
    for (int setting = 0; setting < 2 * LAYOUT_COUNT; setting++) {
        space world = test_world(setting % 2);
        vehicles start;
        fill_vehicles(&start, COUNT, &world, 16);
        lay_out(&start, (layout)(setting / 2), &world, 17);
        uint64_t expected = 0;
        for (uint32_t n = 0; n < variant_count(); n++) {
            variant v;
            if (!variant_of(n, &v))
                continue;
            uint64_t hash = run_variant(&v, &start, &world);
            if (n > 0 && hash != expected)
                fail_msg("setting %d: variant %u of %s differs", setting, n % 4, v.kernels->name);
            expected = hash;
        }
        vehicles_destroy(&start, NULL);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_flock), cmocka_unit_test(test_sums),
        cmocka_unit_test(test_boids), cmocka_unit_test(test_motion),
        cmocka_unit_test(test_lost),  cmocka_unit_test(test_equal_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
