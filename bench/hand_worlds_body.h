// SPDX-License-Identifier: MIT
// The step functions of handwritten worlds for one instruction set. The including file defines
// HAND_SET, the name of the table. This code is compiled with -fopenmp-simd, so the compiler may
// reorder the sums that are marked.
#include "hand_worlds.h"

#include <math.h>
#include <string.h>

typedef float *restrict column;

// ---- cells

static uint32_t cell_along(float x, float low, float scale, uint32_t cells)
{
    float cell = (x - low) * scale;
    uint32_t whole = cell > 0 ? (uint32_t)cell : 0;
    return whole < cells ? whole : cells - 1;
}

// Sort the agents by cell, into `sorted`.
static void worlds_sort(hand_world *w, int dimensions, float low, float edge)
{
    uint32_t count = w->model.count, n = w->cells, cells = dimensions == 3 ? n * n * n : n * n;
    float scale = (float)n / edge;
    memset(w->start, 0, (cells + 1) * sizeof *w->start);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t cell = 0;
        for (int d = dimensions - 1; d >= 0; d--)
            cell = cell * n + cell_along(w->now[d][i], low, scale, n);
        w->cell[i] = cell;
        w->start[cell]++;
    }
    for (uint32_t c = 0, sum = 0; c <= cells; c++) {
        uint32_t in = w->start[c];
        w->start[c] = sum;
        sum += c < cells ? in : 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t to = w->start[w->cell[i]]++;
        for (int d = 0; d < dimensions; d++) {
            w->sorted[d][to] = w->now[d][i];
            w->sorted[3 + d][to] = w->now[3 + d][i];
        }
        w->sorted_id[to] = w->id[i];
    }
    memmove(w->start + 1, w->start, cells * sizeof *w->start);
    w->start[0] = 0;
    memcpy(w->id, w->sorted_id, count * sizeof *w->id);
}

// ---- the flock

typedef struct flock_sums {
    float x, y, near_x, near_y, along_x, along_y, count;
} flock_sums;

// Append the agents at the indices `begin` to `end` - 1 to the neighbours, with (x, y) added to
// their positions. Return the new number of neighbours.
static uint32_t flock_add(hand_world *w, uint32_t count, uint32_t begin, uint32_t end, float x,
                          float y)
{
    for (uint32_t i = begin; i < end; i++, count++) {
        w->near[0][count] = w->sorted[0][i] + x;
        w->near[1][count] = w->sorted[1][i] + y;
        w->near[2][count] = w->sorted[3][i];
        w->near[3][count] = w->sorted[4][i];
    }
    return count;
}

// Append the agents of three cells around column `cx`. The world wraps around at its border.
static uint32_t flock_add_row(hand_world *w, uint32_t count, uint32_t row, uint32_t cx, float y)
{
    uint32_t n = w->cells;
    const uint32_t *start = w->start + row * n;
    uint32_t first = cx > 0 ? cx - 1 : 0, last = cx + 1 < n ? cx + 1 : n - 1;
    count = flock_add(w, count, start[first], start[last + 1], 0, y);
    if (cx == 0)
        count = flock_add(w, count, start[n - 1], start[n], -w->model.edge, y);
    if (cx == n - 1)
        count = flock_add(w, count, start[0], start[1], w->model.edge, y);
    return count;
}

// Collect the neighbours of a cell: the agents in the cell and in the eight cells around it.
static uint32_t flock_find(hand_world *w, uint32_t cx, uint32_t cy)
{
    uint32_t n = w->cells;
    float edge = w->model.edge;
    uint32_t count = flock_add_row(w, 0, cy, cx, 0);
    count = flock_add_row(w, count, cy > 0 ? cy - 1 : n - 1, cx, cy > 0 ? 0 : -edge);
    return flock_add_row(w, count, cy + 1 < n ? cy + 1 : 0, cx, cy + 1 < n ? 0 : edge);
}

// Sum up, over the first `count` neighbours, what an agent at (x, y) sees.
static flock_sums flock_look(const hand_world *w, uint32_t count, float x, float y)
{
    const column px = w->near[0], py = w->near[1], vx = w->near[2], vy = w->near[3];
    const float reach = w->model.radius * w->model.radius;
    float sx = 0, sy = 0, nx = 0, ny = 0, ax = 0, ay = 0, met = 0;
#pragma omp simd reduction(+ : sx, sy, nx, ny, ax, ay, met)
    for (uint32_t j = 0; j < count; j++) {
        float hx = px[j] - x, hy = py[j] - y;
        float squared = hx * hx + hy * hy;
        float seen = squared <= reach ? 1.0f : 0.0f, close = squared < 1 ? 1.0f : 0.0f;
        sx += seen * hx;
        sy += seen * hy;
        nx += close * hx;
        ny += close * hy;
        ax += seen * vx[j];
        ay += seen * vy[j];
        met += seen;
    }
    return (flock_sums){sx, sy, nx, ny, ax, ay, met};
}

static float worlds_wrapped(float x, float edge)
{
    x = x >= edge ? x - edge : x < 0 ? x + edge : x;
    return x < edge ? x : 0;
}

static void flock_move(hand_world *w, uint32_t i, const flock_sums *s)
{
    float vx = w->sorted[3][i], vy = w->sorted[4][i], n = s->count - 1; // it has counted itself
    float share = 1 / (n > 1 ? n : 1);
    float x = 0.03f * s->x - 0.015f * s->near_x + 0.05f * (s->along_x - vx);
    float y = 0.03f * s->y - 0.015f * s->near_y + 0.05f * (s->along_y - vy);
    vx += x * share;
    vy += y * share;
    float length = sqrtf(vx * vx + vy * vy), scale = length > 0 ? 1 / length : 0;
    w->now[3][i] = vx * scale;
    w->now[4][i] = vy * scale;
    w->now[0][i] = worlds_wrapped(w->sorted[0][i] + w->now[3][i], w->model.edge);
    w->now[1][i] = worlds_wrapped(w->sorted[1][i] + w->now[4][i], w->model.edge);
}

static void flock_step(hand_world *w)
{
    uint32_t n = w->cells;
    worlds_sort(w, 2, 0, w->model.edge);
    for (uint32_t cy = 0; cy < n; cy++)
        for (uint32_t cx = 0; cx < n; cx++) {
            const uint32_t *start = w->start + cy * n + cx;
            uint32_t count = start[0] < start[1] ? flock_find(w, cx, cy) : 0;
            for (uint32_t i = start[0]; i < start[1]; i++) {
                flock_sums s = flock_look(w, count, w->sorted[0][i], w->sorted[1][i]);
                flock_move(w, i, &s);
            }
        }
}

// ---- boids

typedef struct point {
    float x, y, z;
} point;

static inline point row_get(float *const *columns, uint32_t i)
{
    return (point){columns[0][i], columns[1][i], columns[2][i]};
}

static inline void row_put(float *const *columns, uint32_t i, point p)
{
    columns[0][i] = p.x;
    columns[1][i] = p.y;
    columns[2][i] = p.z;
}

static inline float vector_dot(point a, point b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline point add_scaled(point a, point b, float scale)
{
    return (point){a.x + b.x * scale, a.y + b.y * scale, a.z + b.z * scale};
}

static inline point with_length(point a, float length)
{
    float is = sqrtf(vector_dot(a, a)), scale = is > 0 ? length / is : 0;
    return (point){a.x * scale, a.y * scale, a.z * scale};
}

static inline point vector_clip(point a, float most)
{
    return vector_dot(a, a) > most * most ? with_length(a, most) : a;
}

typedef struct boid_sums {
    point apart, offset, along;
    float met;
} boid_sums;

// Add one neighbour, at offset `h`, to the sums of OpenSteer's three behaviours.
static inline void boid_meet(boid_sums *s, point h, point heading, point other)
{
    float squared = vector_dot(h, h);
    if (squared > 81 || squared == 0)
        return;
    float forward = vector_dot(h, heading), length = sqrtf(squared);
    if (squared <= 25 && forward >= -0.707f * length)
        s->apart = add_scaled(s->apart, h, -1 / squared);
    if (forward >= -0.15f * length)
        s->offset = add_scaled(s->offset, h, 1);
    if (squared <= 7.5f * 7.5f && forward >= 0.7f * length) {
        s->along = add_scaled(s->along, other, 1);
        s->met++;
    }
}

static void boid_look(const hand_world *w, uint32_t i, uint32_t cell[3], boid_sums *s)
{
    uint32_t n = w->cells;
    uint32_t first = cell[0] > 0 ? cell[0] - 1 : 0, last = cell[0] + 1 < n ? cell[0] + 1 : n - 1;
    point at = row_get(w->sorted, i), heading = row_get(w->heading, i);
    for (uint32_t z = cell[2] > 0 ? cell[2] - 1 : 0; z < n && z <= cell[2] + 1; z++)
        for (uint32_t y = cell[1] > 0 ? cell[1] - 1 : 0; y < n && y <= cell[1] + 1; y++) {
            const uint32_t *row = w->start + ((size_t)z * n + y) * n;
            for (uint32_t j = row[first]; j < row[last + 1]; j++)
                boid_meet(s, add_scaled(row_get(w->sorted, j), at, -1), heading,
                          row_get(w->heading, j));
        }
}

static void boid_move(hand_world *w, uint32_t i, const boid_sums *s)
{
    point velocity = row_get(w->sorted + 3, i), position = row_get(w->sorted, i), along = {0};
    if (s->met > 0)
        along = add_scaled(s->along, row_get(w->heading, i), -s->met); // only the direction matters
    point force = with_length(s->apart, 12);
    force = add_scaled(force, with_length(s->offset, 8), 1);
    force = add_scaled(force, with_length(along, 8), 1);
    velocity = vector_clip(add_scaled(velocity, vector_clip(force, 27), w->model.dt), 9);
    position = add_scaled(position, velocity, w->model.dt);
    if (vector_dot(position, position) > w->model.edge * w->model.edge)
        position = add_scaled(position, with_length(position, 2 * w->model.edge), -1);
    row_put(w->now, i, position);
    row_put(w->now + 3, i, velocity);
}

static void boids_step(hand_world *w)
{
    uint32_t n = w->cells, cell[3];
    worlds_sort(w, 3, -w->model.edge, 2 * w->model.edge);
    for (uint32_t i = 0; i < w->model.count; i++)
        row_put(w->heading, i, with_length(row_get(w->sorted + 3, i), 1));
    for (cell[2] = 0; cell[2] < n; cell[2]++)
        for (cell[1] = 0; cell[1] < n; cell[1]++)
            for (cell[0] = 0; cell[0] < n; cell[0]++) {
                const uint32_t *start = w->start + ((size_t)cell[2] * n + cell[1]) * n + cell[0];
                for (uint32_t i = start[0]; i < start[1]; i++) {
                    boid_sums s = {0};
                    boid_look(w, i, cell, &s);
                    boid_move(w, i, &s);
                }
            }
}

// ---- cars

// Return the acceleration from the intelligent driver model, with an emergency brake.
static inline float worlds_accelerate(const hand_model *m, float speed, float wanted, float gap,
                                      float approach)
{
    float moving =
        speed * m->headway + speed * approach / (2 * sqrtf(m->acceleration * m->braking));
    float ratio = (m->gap + (moving > 0 ? moving : 0)) / gap;
    float share = speed / wanted, squared = share * share;
    float answer = m->acceleration * (1 - squared * squared - ratio * ratio);
    bool hits = gap <= 0 || gap < approach * 0.8f;
    return !hits && answer > -m->hardest ? answer : -m->hardest;
}

// Set the acceleration of car i behind car `ahead`, to whose distance along the lane `beyond` is
// added.
static inline void ring_look(hand_world *w, uint32_t i, uint32_t ahead, double beyond)
{
    const hand_model *m = &w->model;
    float far = (float)(w->way[ahead] + beyond - w->way[i]);
    bool free = far >= m->range;
    w->change[i] =
        worlds_accelerate(m, w->speed[i], w->wanted[i], free ? INFINITY : far - 2 * m->length,
                          free ? 0 : w->speed[i] - w->speed[ahead]);
}

static void ring_move(hand_world *w, uint32_t i, double radius, float side)
{
    const double around = 6.283185307179586 * radius;
    float before = w->speed[i], after = before + w->change[i] * w->model.dt;
    float way = (before + after) * 0.5f * w->model.dt;
    if (after < 0) {
        way = before * before / (-2 * w->change[i]);
        after = 0;
    }
    w->speed[i] = after;
    w->way[i] += (double)way;
    if (w->way[i] >= around)
        w->way[i] -= around;
    double angle = w->way[i] / radius;
    w->now[0][i] = (float)(radius * cos(angle));
    w->now[1][i] = side * (float)(radius * sin(angle));
}

static void ring_lane(hand_world *w, uint32_t begin, uint32_t end, double radius, float side)
{
    if (begin == end)
        return;
    for (uint32_t i = begin; i + 1 < end; i++)
        ring_look(w, i, i + 1, 0);
    ring_look(w, end - 1, begin, 6.283185307179586 * radius);
    for (uint32_t i = begin; i < end; i++)
        ring_move(w, i, radius, side);
}

static void ring_step(hand_world *w)
{
    double edge = (double)w->model.edge, lane = (double)w->model.lane;
    ring_lane(w, 0, w->turned, edge + lane, 1);
    ring_lane(w, w->turned, w->model.count, edge - lane, -1);
}

const hand_set HAND_SET = {
    .name = HAND_NAME,
    .step = {[HAND_FLOCK] = flock_step, [HAND_BOIDS] = boids_step, [HAND_RING] = ring_step},
};
