// SPDX-License-Identifier: MIT
#include "wolf_sheep.h"

#include <stdbool.h>
#include <stdlib.h>

enum { REGROWTH = 30, ANIMALS_MAX = 20000 };

typedef struct animal {
    int x, y, way;
    double energy;
    bool is_new; // has not taken a step yet
    bool is_fed; // ate in the last step
    bool is_eaten, is_dead;
    int next_x, next_y;
} animal;

typedef struct herd {
    int count;
    double gain, breeds;
    animal *list;
} herd;

typedef struct model {
    uint64_t random;
    int edge, step;
    int *grown_at; // by patch: first step in which the grass can be eaten
    herd sheep, wolves;
} model;

// A random number in [0, 1), by xorshift64*.
static double draw(model *m)
{
    m->random ^= m->random >> 12;
    m->random ^= m->random << 25;
    m->random ^= m->random >> 27;
    return (double)((m->random * UINT64_C(2685821657736338717)) >> 11) * 0x1p-53;
}

static int draw_below(model *m, int count)
{
    return (int)(draw(m) * count);
}

static void start_herd(model *m, herd *h, int count, double gain, double breeds)
{
    *h = (herd){count, gain, breeds, calloc(ANIMALS_MAX, sizeof(animal))};
    for (int i = 0; i < count; i++)
        h->list[i] = (animal){.x = draw_below(m, m->edge),
                              .y = draw_below(m, m->edge),
                              .way = draw_below(m, 8),
                              .energy = draw_below(m, (int)(2 * gain)),
                              .is_new = true};
}

static void choose_way(model *m, animal *a)
{
    static const int east[] = {1, 1, 0, -1, -1, -1, 0, 1}, north[] = {0, 1, 1, 1, 0, -1, -1, -1};
    a->way = (a->way + 7 + draw_below(m, 3)) % 8;
    a->next_x = (a->x + east[a->way] + m->edge) % m->edge;
    a->next_y = (a->y + north[a->way] + m->edge) % m->edge;
}

// Let each animal do everything except eating. Children are appended after the existing animals.
static void act(model *m, herd *h)
{
    int count = h->count;
    for (int i = 0; i < count; i++) {
        animal *a = &h->list[i];
        a->next_x = a->x;
        a->next_y = a->y;
        if (a->is_eaten) {
            a->is_dead = true;
            continue;
        }
        if (a->is_new) {
            a->is_new = false;
            continue;
        }
        a->energy += (a->is_fed ? h->gain : 0) - 1;
        a->is_fed = false;
        a->is_dead = a->energy < 0;
        if (a->is_dead)
            continue;
        bool breeds = draw(m) < h->breeds && h->count < ANIMALS_MAX;
        if (breeds)
            a->energy /= 2;
        choose_way(m, a);
        if (breeds)
            h->list[h->count++] = (animal){.x = a->next_x,
                                           .y = a->next_y,
                                           .next_x = a->next_x,
                                           .next_y = a->next_y,
                                           .way = a->way,
                                           .energy = a->energy,
                                           .is_new = true};
    }
}

static void shuffle(model *m, int *list, int count)
{
    for (int i = count - 1; i > 0; i--) {
        int k = draw_below(m, i + 1), moved = list[i];
        list[i] = list[k];
        list[k] = moved;
    }
}

// List the animals that eat, in random order: those that lived at the start of the step, and have
// not died in it.
static int list_eaters(model *m, const herd *h, int before, int *order)
{
    int count = 0;
    for (int i = 0; i < before; i++)
        if (!h->list[i].is_dead)
            order[count++] = i;
    shuffle(m, order, count);
    return count;
}

static void graze(model *m, int before, int *order)
{
    int count = list_eaters(m, &m->sheep, before, order);
    for (int i = 0; i < count; i++) {
        animal *a = &m->sheep.list[order[i]];
        int *grown_at = &m->grown_at[a->y * m->edge + a->x];
        if (*grown_at > m->step)
            continue;
        *grown_at = m->step + REGROWTH + 1;
        a->is_fed = true;
    }
}

// A random sheep at the wolf's position, or -1.
static int find_sheep(model *m, const animal *wolf, int before)
{
    int found = -1, seen = 0;
    for (int i = 0; i < before; i++) {
        const animal *a = &m->sheep.list[i];
        if (a->x == wolf->x && a->y == wolf->y && !a->is_dead && !a->is_eaten &&
            draw_below(m, ++seen) == 0)
            found = i;
    }
    return found;
}

static void hunt(model *m, int before, int sheep_before, int *order)
{
    int count = list_eaters(m, &m->wolves, before, order);
    for (int i = 0; i < count; i++) {
        animal *wolf = &m->wolves.list[order[i]];
        int prey = find_sheep(m, wolf, sheep_before);
        wolf->is_fed = prey >= 0;
        if (prey >= 0)
            m->sheep.list[prey].is_eaten = true;
    }
}

static void end_step(herd *h)
{
    int left = 0;
    for (int i = 0; i < h->count; i++) {
        animal a = h->list[i];
        a.x = a.next_x;
        a.y = a.next_y;
        if (!a.is_dead)
            h->list[left++] = a;
    }
    h->count = left;
}

static void step(model *m, int *order)
{
    int sheep = m->sheep.count, wolves = m->wolves.count;
    act(m, &m->sheep);
    act(m, &m->wolves);
    graze(m, sheep, order);
    hunt(m, wolves, sheep, order);
    end_step(&m->sheep);
    end_step(&m->wolves);
    m->step++;
}

void wolf_sheep_run(uint64_t seed, int edge, int sheep, int wolves, const int *steps, int count,
                    wolf_sheep_counts *counts)
{
    model m = {.random = (seed + 1) * UINT64_C(0x9E3779B97F4A7C15), .edge = edge};
    int patches = edge * edge, *order = calloc(ANIMALS_MAX, sizeof *order);
    m.grown_at = calloc((size_t)patches, sizeof *m.grown_at);
    for (int i = 0; i < patches; i++)
        m.grown_at[i] = draw(&m) < 0.5 ? 0 : draw_below(&m, REGROWTH);
    start_herd(&m, &m.sheep, sheep, 4, 0.04);
    start_herd(&m, &m.wolves, wolves, 20, 0.05);
    for (int i = 0; i < count; i++) {
        while (m.step < steps[i])
            step(&m, order);
        counts[i] = (wolf_sheep_counts){m.sheep.count, m.wolves.count};
    }
    free(m.grown_at);
    free(m.sheep.list);
    free(m.wolves.list);
    free(order);
}
