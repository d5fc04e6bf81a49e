// SPDX-License-Identifier: MIT
// The kernels of ways.h compared with a plain walk and plain sums: which people a pedestrian sees,
// which are near, and how much of a way they leave free. All sets of kernels give the same bits.
#include "steer_test.h"
#include "ways.h"

enum { COUNT = 300, ROOM = COUNT + 16 };

static const ways_model model = {.time_gap = 1,
                                 .anticipation = 0.4f,
                                 .spacing = 0.55f,
                                 .half_width = 0.25f,
                                 .widening = 0.17f,
                                 .contact = -0.05f,
                                 .crossing_contact = -0.12f,
                                 .crossing_cosine = 0.2f,
                                 .crossing_gap = 1,
                                 .depth = 0.3f,
                                 .margin = 0.1f,
                                 .following = 0.7f,
                                 .haste = 0.6f,
                                 .buffer = 0.3f};

// A crowd, and what a pedestrian sees of it.
typedef struct crowd {
    vehicles all;
    space world;
    grid g;
    float velocity[STEER_DIMENSIONS][ROOM], face[STEER_DIMENSIONS][ROOM], radius[ROOM];
    ways_columns columns;
} crowd;

static vector unit_of(uint64_t *random)
{
    vector v = draw_vector(random, -1, 1);
    v = vector_unit(v);
    if (vector_is_zero(v))
        v.at[0] = 1;
    return v;
}

static void make(crowd *c, bool periodic, float cell)
{
    uint64_t random = 3;
    *c = (crowd){.world = test_world(periodic)};
    fill_vehicles(&c->all, COUNT, &c->world, 5);
    build(&c->g, &c->all, &c->all.velocity, &c->world, cell, 1);
    EACH_DIMENSION (d) {
        c->columns.velocity.at[d] = c->velocity[d];
        c->columns.face.at[d] = c->face[d];
    }
    c->columns.radius = c->radius;
    for (uint32_t place = 0; place < COUNT; place++) {
        vectors_set(&c->columns.velocity, place, draw_vector(&random, -1, 1));
        vectors_set(&c->columns.face, place, unit_of(&random));
        c->radius[place] = draw_between(&random, 0.1f, 0.4f);
    }
}

static void destroy(crowd *c)
{
    grid_destroy(&c->g, NULL);
    vehicles_destroy(&c->all, NULL);
}

static ways_walker walker_of(const crowd *c, uint32_t index, uint64_t *random)
{
    float impatience = draw_between(random, -0.5f, 1);
    return (ways_walker){.model = &model,
                         .around = &c->g,
                         .index = index,
                         .at = space_wrap(&c->world, vectors_get(&c->all.position, index)),
                         .face = unit_of(random),
                         .ahead = unit_of(random),
                         .sight = index % 3 ? 6 : 3,
                         .behind = index % 2 ? 1 : 2,
                         .near = 0.8f,
                         .radius = 0.2f,
                         .alone = 1.3f,
                         .impatience = impatience > 0 ? impatience : 0};
}

static vector column_at(const float *first, uint32_t i)
{
    vector v;
    EACH_DIMENSION (d)
        v.at[d] = (first + d * WAYS_ROOM)[i];
    return v;
}

// The people seen must be those that a walk finds and that are not far behind, in the same order.
static void check_seen(const ways_walker *walker, const ways_people *p, const ways_nearest *nearest)
{
    grid_walk walk;
    uint32_t count = 0, near_count = 0;
    grid_walk_begin(&walk, walker->around, walker->at, walker->sight);
    for (grid_near near; grid_walk_next(&walk, &near);) {
        if (near.distance_squared == 0 || vector_dot(near.offset, walker->ahead) < -walker->behind)
            continue;
        assert_true(count < p->count);
        assert_int_equal(p->agent[count], near.agent);
        vector offset = column_at(p->offset[0], count++);
        assert_memory_equal(&offset, &near.offset, sizeof offset);
        if (near.distance_squared > walker->near * walker->near)
            continue;
        if (near_count < WAYS_NEAR)
            assert_true(nearest->count > WAYS_NEAR || nearest->agent[near_count] == near.agent);
        near_count++;
    }
    assert_int_equal(count, p->count);
    assert_int_equal(near_count, nearest->count);
}

static bool crosses(const ways_walker *walker, const ways_people *p, uint32_t i)
{
    return vector_dot(column_at(p->face[0], i), walker->face) < 0.2f;
}

// The formula of crowd_choose.c for one of the people.
static double speed_past(const ways_walker *walker, const ways_people *p, uint32_t i,
                         vector direction, double cosine, double *share)
{
    vector offset = column_at(p->offset[0], i);
    double ahead = (double)vector_dot(offset, direction);
    double beside = fabs((double)offset.at[0] * (double)direction.at[1] -
                         (double)offset.at[1] * (double)direction.at[0]);
    double against = 0.5 - 0.5 * (double)vector_dot(column_at(p->face[0], i), walker->face);
    double squeeze = fmax(fmax((double)walker->impatience, against), fmin(1 - cosine, 1));
    double narrow = (double)p->both[i] - (crosses(walker, p, i) ? 0.12 : 0.05);
    double width = 0.25 + 0.17 * ahead;
    width += squeeze * (narrow - width);
    *share = against > 0.75 ? 0 : against < 0.5 ? 0.7 + 0.6 * against : 1;
    if (ahead <= 0 || beside >= width)
        return INFINITY;
    double spacing = 0.55 + squeeze * (fmax(narrow, 0.3) - 0.55);
    double gap = ahead - spacing * sqrt(1 - beside / width * (beside / width));
    return (gap + 0.4 * (double)vector_dot(column_at(p->velocity[0], i), direction)) /
           (1 - squeeze * 0.6 + 0.4);
}

static double touch_of(const ways_walker *walker, const ways_people *p, uint32_t i,
                       vector direction)
{
    vector face = column_at(p->face[0], i), offset = column_at(p->offset[0], i);
    vector closing = vector_subtract(direction, face);
    double a = (double)vector_dot(closing, closing), b = (double)vector_dot(offset, closing);
    double both = (double)p->both[i] + 0.1 * (1 - (double)walker->impatience);
    double c = (double)vector_dot(offset, offset) - both * both;
    if (vector_dot(face, walker->face) > -0.5f || b <= 0 || b * b < a * c)
        return INFINITY;
    return c > 0 ? (b - sqrt(b * b - a * c)) / a : 0;
}

static void check_way(const ways_walker *walker, const ways_people *p, vector direction,
                      float cosine, const ways_found *is)
{
    double speed = (double)walker->alone, flow = speed, touch = INFINITY, alone = speed, share;
    for (uint32_t i = 0; i < p->count; i++) {
        double past = speed_past(walker, p, i, direction, (double)cosine, &share);
        speed = fmin(speed, past);
        if (past < INFINITY)
            flow = fmin(flow, alone + (past - alone) * share);
        touch = fmin(touch, touch_of(walker, p, i, direction));
    }
    check_near("speed", is->speed, speed, 1e-3);
    check_near("flow", is->flow, flow, 1e-3);
    if (touch < INFINITY || is->touch < INFINITY)
        check_near("touch", is->touch, touch, 1e-2);
}

// Check which people touch the walker, and whether the way of a near one crosses the walker's way.
static void check_weighed(const ways_walker *walker, const ways_people *p)
{
    uint32_t touch_count = 0;
    bool any_crosses = false;
    for (uint32_t i = 0; i < p->count; i++) {
        float distance = vector_length(column_at(p->offset[0], i));
        if (distance < p->both[i] + model.buffer)
            assert_int_equal(p->touch[touch_count++], i);
        any_crosses |= crosses(walker, p, i) && distance < p->both[i] + 1;
    }
    assert_int_equal(p->touch_count, touch_count);
    assert_int_equal(p->any_crosses, any_crosses);
}

// Return how many people were seen.
static uint32_t check_walker(crowd *c, uint32_t index)
{
    ways_found first = {0};
    uint32_t seen = 0;
    for (int set = 0; steer_kernels_all[set]; set++) {
        const steer_kernels *by = steer_kernels_all[set];
        uint64_t random = index;
        ways_walker walker = walker_of(c, index, &random);
        ways_people people;
        ways_nearest nearest;
        vector direction = unit_of(&random);
        if (!by->is_supported())
            continue;
        assert_true(by->ways_see(&people, &nearest, &walker, &c->columns));
        check_seen(&walker, &people, &nearest);
        by->ways_weigh(&people, &walker);
        float cosine = draw_between(&random, -0.1f, 1);
        ways_found found = by->ways_look(&people, &walker, direction, cosine);
        check_way(&walker, &people, direction, cosine, &found);
        first = set ? first : found;
        assert_memory_equal(&found, &first, sizeof found);
        check_weighed(&walker, &people);
        seen = people.count;
    }
    return seen;
}

static void test_ways(void **state)
{
    (void)state;
    for (int n = 0; n < 6; n++) {
        crowd c;
        uint32_t seen = 0;
        make(&c, n % 2, (float[]){1.5f, 4, 100}[n / 2]);
        for (uint32_t i = 0; i < COUNT; i++)
            seen += check_walker(&c, i);
        assert_true(seen > COUNT);
        destroy(&c);
    }
}

// If there are more people than fit, the first ones are seen, and none is kept.
static void test_throng(void **state)
{
    (void)state;
    crowd c;
    make(&c, false, 100);
    for (int set = 0; steer_kernels_all[set]; set++) {
        const steer_kernels *by = steer_kernels_all[set];
        uint64_t random = 1;
        ways_walker walker = walker_of(&c, 0, &random);
        ways_people people;
        ways_nearest nearest;
        walker.sight = walker.behind = 1000;
        if (!by->is_supported())
            continue;
        assert_false(by->ways_see(&people, &nearest, &walker, &c.columns));
        assert_int_equal(people.count, WAYS_MOST);
        assert_true(nearest.count > WAYS_NEAR);
    }
    destroy(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_ways), cmocka_unit_test(test_throng)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
