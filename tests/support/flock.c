// SPDX-License-Identifier: MIT
#include "flock.h"

#include <math.h>
#include <stdlib.h>

enum { WHIRLS = 7, LIFE = 64 };

static const float world_size = 1000, step_seconds = 0.1f;

static const char *const bird_nodes[] = {
    "flock", "flee if hawk < 40", "flee", "cruise", "align", "gather", "rest"};
static const char *const hawk_nodes[] = {"hunt", "chase", "circle"};
static const gestalt_record_group groups[] = {
    {.name = "birds", .radius = 0.8f, .nodes = bird_nodes, .node_count = 7},
    {.name = "hawks", .radius = 3, .nodes = hawk_nodes, .node_count = 3}};

static const float loop_points[] = {200, 200, 800, 180, 860, 500, 800, 820, 200, 800, 140, 500};
static const float tower_point[] = {500, 500};
static const float block_points[] = {640, 640, 720, 650, 700, 730, 650, 700};
static const float edge_points[] = {80, 80, 200, 200};
static const float place_points[] = {80, 80};
static const gestalt_record_geometry geometry[] = {
    {.kind = GESTALT_RECORD_LOOP,
     .name = "ring",
     .points = loop_points,
     .point_count = 6,
     .radius = 12},
    {.kind = GESTALT_RECORD_CIRCLE,
     .name = "tower",
     .points = tower_point,
     .point_count = 1,
     .radius = 30},
    {.kind = GESTALT_RECORD_POLYGON, .name = "block", .points = block_points, .point_count = 4},
    {.kind = GESTALT_RECORD_EDGE, .points = edge_points, .point_count = 2},
    {.kind = GESTALT_RECORD_PLACE, .name = "nest", .points = place_points, .point_count = 1},
    {.kind = GESTALT_RECORD_LIGHT, .points = edge_points, .point_count = 2},
    {.kind = GESTALT_RECORD_LIGHT, .points = place_points, .point_count = 1},
    {.kind = GESTALT_RECORD_LIGHT, .name = "third", .points = tower_point, .point_count = 1},
    {.kind = GESTALT_RECORD_LIGHT, .points = block_points, .point_count = 2},
    {.kind = GESTALT_RECORD_LIGHT, .points = block_points + 4, .point_count = 2},
};
static const char *const moods[] = {"calm", "hungry, or so", "gone"};

static void *get(size_t size)
{
    void *memory = calloc(1, size ? size : 1);
    if (!memory)
        abort();
    return memory;
}

static float draw(uint64_t *state)
{
    *state += UINT64_C(0x9E3779B97F4A7C15);
    uint64_t z = *state;
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return (float)((z ^ z >> 31) >> 40) * 0x1p-24f;
}

static void describe(flock *f, const flock_options *o)
{
    static gestalt_record_column columns[2][2][3][FLOCK_COLUMNS_MAX];
    static const char *const axes[] = {"x", "y", "z"};
    gestalt_record_column *c = columns[o->has_lights][o->dimension - 2][o->coding];
    uint32_t n = 0;
    for (; n < o->dimension; n++) {
        c[n] = (gestalt_record_column){.name = axes[n], .unit = "m", .coding = o->coding};
        c[n].high = o->coding == GESTALT_RECORD_EXACT ? 0 : world_size;
    }
    c[n++] = (gestalt_record_column){
        .name = "speed", .unit = "m/s", .coding = GESTALT_RECORD_RANGE, .high = 40};
    c[n++] = (gestalt_record_column){.name = "energy"};
    c[n++] = (gestalt_record_column){.name = "hops", .type = GESTALT_RECORD_INT};
    c[n++] = (gestalt_record_column){.name = "alarmed", .type = GESTALT_RECORD_BOOL};
    c[n++] = (gestalt_record_column){.name = "node", .type = GESTALT_RECORD_NODE};
    if (o->has_lights)
        c[n++] = (gestalt_record_column){
            .name = "mood", .type = GESTALT_RECORD_INT, .words = moods, .word_count = 3};
    f->description = (gestalt_record_description){.name = "flock",
                                                  .dimension = o->dimension,
                                                  .high = {world_size, world_size},
                                                  .dt = 100000,
                                                  .seed = 7,
                                                  .every_agent = o->every_agent,
                                                  .columns = c,
                                                  .column_count = n,
                                                  .groups = groups,
                                                  .group_count = 2};
    for (uint32_t i = 0; i < o->dimension; i++) // both kinds are tested
        f->description.periodic[i] = o->coding != GESTALT_RECORD_EXACT;
    if (o->dimension == 3) {
        f->description.high[2] = world_size;
        return;
    }
    f->description.geometry = geometry;
    f->description.geometry_count = sizeof geometry / sizeof *geometry;
    if (!o->has_lights)
        f->description.geometry_count -= FLOCK_LIGHTS;
}

void flock_start(flock *f, const flock_options *o)
{
    uint64_t state = 1, n = o->count;
    *f = (flock){.count = n, .comes_and_goes = o->comes_and_goes};
    describe(f, o);
    float **arrays[] = {&f->x, &f->y, &f->z, &f->dx, &f->dy, &f->dz};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        *arrays[i] = get(n * sizeof(float));
    f->ids = get(n * sizeof *f->ids);
    f->groups = get(n * sizeof *f->groups);
    for (uint32_t i = 0; i < f->description.column_count; i++)
        f->columns[i] = f->values[i] = get(n * sizeof(float));
    for (uint64_t i = 0; i < n; i++) {
        f->x[i] = draw(&state) * world_size;
        f->y[i] = draw(&state) * world_size;
        f->z[i] = o->dimension == 3 ? draw(&state) * world_size : 0;
    }
}

static float wrapped(float x)
{
    return x - floorf(x / world_size) * world_size;
}

static float shortest(float d)
{
    return d - floorf(d / world_size + 0.5f) * world_size;
}

static bool is_hawk(uint64_t agent)
{
    return agent % 500 == 3;
}

// Move around each whirl, and slowly towards it.
static void drift(const flock *f, uint64_t at, float whirls[WHIRLS][2], float v[3])
{
    float vx = is_hawk(at) ? 22 : 2, vy = is_hawk(at) ? 9 : 1;
    for (int i = 0; i < WHIRLS; i++) {
        float ex = shortest(f->x[at] - whirls[i][0]), ey = shortest(f->y[at] - whirls[i][1]);
        float pull = 1 / (ex * ex + ey * ey + 3000), sign = i % 2 ? -1.0f : 1.0f;
        vx += (-ey * sign * 1900 - ex * 500) * pull;
        vy += (ex * sign * 1900 - ey * 500) * pull;
    }
    v[0] = vx;
    v[1] = vy;
    v[2] = f->description.dimension == 3 ? vx * 0.5f - vy * 0.25f : 0;
}

void flock_step(flock *f)
{
    float whirls[WHIRLS][2];
    float t = (float)f->step * step_seconds;
    for (int i = 0; i < WHIRLS; i++) {
        whirls[i][0] = wrapped(130 + 160 * (float)i + t * (float)(i % 3 + 1) * 2);
        whirls[i][1] = wrapped(140 + 390 * (float)i - t * (float)(i % 2 + 1) * 3);
    }
    for (uint64_t i = 0; i < f->count; i++) {
        float v[3];
        drift(f, i, whirls, v);
        f->dx[i] += (v[0] - f->dx[i]) * 0.2f;
        f->dy[i] += (v[1] - f->dy[i]) * 0.2f;
        f->dz[i] += (v[2] - f->dz[i]) * 0.2f;
        f->x[i] = wrapped(f->x[i] + f->dx[i] * step_seconds);
        f->y[i] = wrapped(f->y[i] + f->dy[i] * step_seconds);
        f->z[i] = wrapped(f->z[i] + f->dz[i] * step_seconds);
    }
    f->step++;
}

static bool is_present(const flock *f, uint64_t agent)
{
    return !f->comes_and_goes || (agent * 7 + f->step) % LIFE >= LIFE / 8;
}

static void fill(const flock *f, uint64_t i, uint64_t n)
{
    float speed = sqrtf(f->dx[i] * f->dx[i] + f->dy[i] * f->dy[i]);
    uint32_t axes = f->description.dimension, hawk = is_hawk(i);
    const float position[] = {f->x[i], f->y[i], f->z[i]};
    for (uint32_t axis = 0; axis < axes; axis++)
        ((float *)f->values[axis])[n] = position[axis];
    bool is_alarmed = speed > 16;
    uint32_t calm = speed < 4 ? 6 : speed < 8 ? 5 : speed < 12 ? 4 : 3;
    ((float *)f->values[axes])[n] = speed;
    ((float *)f->values[axes + 1])[n] = 100 - 0.01f * (float)f->step * speed;
    ((int32_t *)f->values[axes + 2])[n] = (int32_t)(i % 9) - 4 + (int32_t)(f->step / 10);
    ((uint32_t *)f->values[axes + 3])[n] = is_alarmed;
    ((uint32_t *)f->values[axes + 4])[n] = hawk            ? (is_alarmed ? 1 : 2)
                                           : i % 100 == 99 ? GESTALT_NO_NODE
                                           : is_alarmed    ? 2
                                                           : calm;
    if (f->values[axes + 5])
        // the value 3 has no word
        ((int32_t *)f->values[axes + 5])[n] = (int32_t)((i + f->step / 4) % 5) - 1;
}

gestalt_record_frame flock_frame(flock *f)
{
    uint64_t n = 0;
    for (uint64_t k = 0; k < f->count; k++) {
        uint64_t i = f->comes_and_goes ? f->count - 1 - k : k;
        if (!is_present(f, i))
            continue;
        f->ids[n] = i;
        f->groups[n] = is_hawk(i);
        fill(f, i, n++);
    }
    for (uint32_t i = 0; i < FLOCK_LIGHTS; i++)
        f->lights[i] = (uint8_t)((f->step / 3 + i) % GESTALT_RECORD_LIGHT_COUNT);
    return (gestalt_record_frame){.step = f->step,
                                  .lights = f->lights,
                                  .time = (int64_t)f->step * f->description.dt,
                                  .count = n,
                                  .ids = f->ids,
                                  .groups = f->groups,
                                  .columns = f->columns};
}

void flock_release(flock *f)
{
    float *arrays[] = {f->x, f->y, f->z, f->dx, f->dy, f->dz};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        free(arrays[i]);
    free(f->ids);
    free(f->groups);
    for (uint32_t i = 0; i < f->description.column_count; i++)
        free(f->values[i]);
}
