// SPDX-License-Identifier: MIT
#include "hand_worlds.h"

#include "memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

extern const hand_set hand_set_plain;
#ifdef GESTALT_X86
extern const hand_set hand_set_avx2, hand_set_avx512;
#endif

const hand_set *hand_set_find(const char *name)
{
    static const hand_set *const all[] = {
        &hand_set_plain,
#ifdef GESTALT_X86
        &hand_set_avx2,
        &hand_set_avx512,
#endif
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(all[i]->name, name) == 0)
            return all[i];
    return NULL;
}

// ---- memory

// Return the bytes of a column of `count` values of four bytes. The size includes some padding, so
// that columns do not all start at the same offset of a page, where they would share cache sets.
static size_t column_size(size_t count)
{
    return (count * 4 + 320 + 63) & ~(size_t)63;
}

static void *worlds_take(char **from, size_t count)
{
    void *column = *from;
    *from += column_size(count);
    return column;
}

static bool worlds_allocate(hand_world *w, size_t cells)
{
    // An agent is a neighbour at most once. Only in a periodic world with fewer than three cells
    // per edge can the same agent be a neighbour up to nine times.
    size_t count = w->model.count, near = w->cells < 3 ? 9 * count : count;
    w->memory_size = column_size(count) * (2 * HAND_COLUMNS + 9) + column_size(near) * 4 +
                     column_size(2 * count) + column_size(cells + 1);
    gestalt_allocator usual = memory_allocator(NULL);
    w->memory = memory_new(&usual, w->memory_size);
    if (!w->memory)
        return false;
    memset(w->memory, 0, w->memory_size);
    char *from = w->memory;
    for (int i = 0; i < HAND_COLUMNS; i++) {
        w->now[i] = worlds_take(&from, count);
        w->sorted[i] = worlds_take(&from, count);
    }
    for (int i = 0; i < 3; i++)
        w->heading[i] = worlds_take(&from, count);
    for (int i = 0; i < 4; i++)
        w->near[i] = worlds_take(&from, near);
    w->id = worlds_take(&from, count);
    w->sorted_id = worlds_take(&from, count);
    w->cell = worlds_take(&from, count);
    w->speed = worlds_take(&from, count);
    w->wanted = worlds_take(&from, count);
    w->change = worlds_take(&from, count);
    w->way = worlds_take(&from, 2 * count);
    w->start = worlds_take(&from, cells + 1);
    return true;
}

void hand_world_close(hand_world *w)
{
    gestalt_allocator usual = memory_allocator(NULL);
    memory_release(&usual, w->memory, w->memory_size);
}

// ---- cars in driving order

typedef struct parked {
    uint32_t id;
    bool turned;
    double angle; // angle on the circle, measured in the direction of driving
} parked;

static int worlds_compare(const void *a, const void *b)
{
    const parked *p = a, *q = b;
    if (p->turned != q->turned)
        return p->turned - q->turned;
    return (p->angle > q->angle) - (p->angle < q->angle);
}

static bool line_up(hand_world *w, const float *const start[HAND_COLUMNS], const float *wanted)
{
    uint32_t count = w->model.count;
    parked *cars = malloc(count * sizeof *cars);
    if (!cars)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        double x = start[0][i], y = start[1][i];
        bool turned = x * start[4][i] - y * start[3][i] < 0;
        double angle = atan2(turned ? -y : y, x);
        cars[i] = (parked){i, turned, angle < 0 ? angle + 2 * acos(-1) : angle};
        w->turned += !turned;
    }
    qsort(cars, count, sizeof *cars, worlds_compare);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t id = w->id[i] = cars[i].id;
        double radius = w->model.edge + (cars[i].turned ? -1 : 1) * w->model.lane;
        w->way[i] = cars[i].angle * radius;
        w->speed[i] = hypotf(start[3][id], start[4][id]);
        w->wanted[i] = wanted[id];
    }
    free(cars);
    return true;
}

// ---- any world

// Return the number of cells along an edge. Cells are at least as large as the radius.
static uint32_t cells_of(hand_id what, const hand_model *m)
{
    float edge = what == HAND_BOIDS ? 2 * m->edge : m->edge;
    return what == HAND_RING || edge < m->radius ? 1 : (uint32_t)(edge / m->radius);
}

bool hand_world_open(hand_world *w, hand_id what, const hand_model *model,
                     const float *const start[HAND_COLUMNS], const float *wanted)
{
    *w = (hand_world){.model = *model, .cells = cells_of(what, model)};
    size_t cells = (size_t)w->cells * w->cells * (what == HAND_BOIDS ? w->cells : 1);
    if (!worlds_allocate(w, cells))
        return false;
    if (what == HAND_RING)
        return line_up(w, start, wanted);
    for (uint32_t i = 0; i < model->count; i++) {
        w->id[i] = i;
        for (int c = 0; c < HAND_COLUMNS; c++)
            if (start[c])
                w->now[c][i] = start[c][i];
    }
    return true;
}

void hand_world_places(const hand_world *w, hand_id what, float *places)
{
    int dimensions = what == HAND_BOIDS ? 3 : 2;
    for (int d = 0; d < dimensions; d++)
        for (uint32_t i = 0; i < w->model.count; i++)
            places[(size_t)d * w->model.count + w->id[i]] = w->now[d][i];
}
