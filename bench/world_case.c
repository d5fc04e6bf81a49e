// SPDX-License-Identifier: MIT
#include "world_case.h"

#include "error.h"
#include "random.h"
#include "trees.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const world_case world_cases[WORLD_COUNT] = {
    [WORLD_FLOCK_5] = {.name = "flock-5",
                       .summary = "the flocking model of framework comparisons, radius 5",
                       .forms = {{"fused", "flock_fused"},
                                 {"tree", "flock_tree", .agrees = 0.01f},
                                 {"hand", .agrees = 0.01f, .hand = HAND_FLOCK}},
                       .agents = 100000,
                       .steps = 100,
                       .of = 200,
                       .edge = 100,
                       .power = 2,
                       .radius = 5,
                       .grows = true},
    [WORLD_FLOCK_15] = {.name = "flock-15",
                        .summary = "the same, radius 15",
                        .forms = {{"fused", "flock_fused"},
                                  {"tree", "flock_tree", .agrees = 0.01f},
                                  {"hand", .agrees = 0.01f, .hand = HAND_FLOCK}},
                        .agents = 100000,
                        .steps = 100,
                        .of = 400,
                        .edge = 150,
                        .power = 2,
                        .radius = 15,
                        .grows = true},
    [WORLD_BOIDS] = {.name = "boids",
                     .summary = "OpenSteer's boids, in space",
                     .forms = {{"fused", "boids"}, {"hand", .agrees = 0.01f, .hand = HAND_BOIDS}},
                     .agents = 100000,
                     .steps = 100,
                     .of = 200,
                     .edge = 50,
                     .power = 3,
                     .radius = 9,
                     .is_sphere = true,
                     .grows = true},
    [WORLD_RING] = {.name = "ring",
                    .summary = "cars on a ring road, 25 per km and lane",
                    .forms = {{"drivers", "ring_drivers"},
                              {"hand", .agrees = 0.02f, .hand = HAND_RING}},
                    .agents = 20000,
                    .most_agents = 300000,
                    .steps = 100,
                    .of = 20000,
                    .edge = 63662,
                    .power = 1},
    [WORLD_RING_THESIS] = {.name = "ring-thesis",
                           .summary = "the same, driven by forces as in the thesis",
                           .forms = {{"forces", "ring_forces"}},
                           .agents = 1000,
                           .most_agents = 300000,
                           .steps = 100,
                           .repeats = 3,
                           .of = 20000,
                           .edge = 63662,
                           .power = 1},
    [WORLD_CROWD] = {.name = "crowd",
                     .summary = "two streams of pedestrians that cross at a light",
                     .forms = {{"tree", "crowd"}},
                     .agents = 100000,
                     .steps = 100,
                     .of = 100000,
                     .edge = 1000,
                     .power = 2,
                     .outcomes = {{"collisions", 0}}},
    [WORLD_AIRPORT] = {.name = "airport",
                       .summary = "250 planes land, park and take off: 500 movements",
                       .forms = {{"tree", "airport"}},
                       .agents = 250,
                       .steps = 40000,
                       .is_fixed = true,
                       .outcomes = {{"accidents", 0}, {"movements", 500, .at_end = true}}},
    [WORLD_WOLF_SHEEP] = {.name = "wolf-sheep",
                          .summary = "wolves, sheep and grass, born and eaten",
                          .forms = {{"tree", "wolf-sheep-large"}},
                          .agents = 169600,
                          .steps = 100,
                          .is_fixed = true},
    [WORLD_MILLION] = {.name = "million",
                       .summary = "a million birds with trees, radius 5",
                       .forms = {{"tree", "flock_tree"}},
                       .agents = 1000000,
                       .steps = 100,
                       .repeats = 3,
                       .is_fixed = true,
                       .of = 200,
                       .edge = 100,
                       .power = 2,
                       .radius = 5},
};

double world_case_edge(const world_case *c, uint64_t agents)
{
    return c->power > 0 ? c->edge * pow((double)agents / c->of, 1 / c->power) : 0;
}

// ---- scenes with placeholders

// A placeholder for a number. "$edge" or "$-0.5*edge" in a scene, with the quotes, is replaced by
// the value, multiplied by the factor if there is one.
typedef struct blank {
    const char *name;
    double value;
} blank;

static double value_of(const char *from, const char *to, const blank *blanks)
{
    const char *star = memchr(from, '*', (size_t)(to - from));
    double factor = star ? strtod(from, NULL) : 1;
    const char *name = star ? star + 1 : from;
    for (; blanks->name; blanks++)
        if (strlen(blanks->name) == (size_t)(to - name) &&
            memcmp(blanks->name, name, (size_t)(to - name)) == 0)
            return factor * blanks->value;
    return NAN; // the scene reader rejects it
}

// Replace all placeholders. Return the size of the result. `filled` has room for four times the
// size of the text.
static size_t world_case_fill(const char *text, size_t size, const blank *blanks, char *filled)
{
    const char *end = text + size;
    char *to = filled;
    while (text < end) {
        const char *close = end - text > 2 && text[0] == '"' && text[1] == '$'
                                ? memchr(text + 2, '"', (size_t)(end - text - 2))
                                : NULL;
        if (close) {
            to += snprintf(to, 32, "%.9g", value_of(text + 2, close, blanks));
            text = close + 1;
        } else {
            *to++ = *text++;
        }
    }
    return (size_t)(to - filled);
}

// ---- agents in a sphere

static scene_point draw_in_sphere(uint64_t *random, double radius)
{
    for (;;) {
        scene_point p;
        double squared = 0;
        for (int d = 0; d < 3; d++) {
            double x = (double)(random_next(random) >> 11) * 0x1p-52 - 1;
            p.at[d] = (float)(x * radius);
            squared += x * x;
        }
        if (squared < 1)
            return p;
    }
}

// Order points by the rows of a grid, as for agents that start in a box.
static int world_case_compare(const void *a, const void *b)
{
    const scene_point *p = a, *q = b;
    for (int d = 2; d >= 0; d--) {
        const float cell = 9;
        float x = d ? floorf(p->at[d] / cell) : p->at[d],
              y = d ? floorf(q->at[d] / cell) : q->at[d];
        if (x != y)
            return x < y ? -1 : 1;
    }
    return 0;
}

static void world_case_spread(scene *s, scene_point *points, uint32_t count, double radius)
{
    uint64_t random = 1;
    scene_group *group = scene_group_at(s, 0);
    for (uint32_t i = 0; i < count; i++)
        points[i] = draw_in_sphere(&random, radius);
    qsort(points, count, sizeof *points, world_case_compare);
    group->start.how = PLACE_LIST;
    group->start.points = (scene_points){points, count};
}

static gestalt_result start_in_sphere(scene *s, double radius, gestalt_error *error)
{
    uint32_t count = (uint32_t)s->agent_count;
    if (setjmp(s->memory.escape))
        return error_no_memory(error);
    world_case_spread(s, ARENA_ARRAY(&s->memory, scene_point, count), count, radius);
    return GESTALT_OK;
}

// ---- the scene

static gestalt_result read_text(const char *name, const char *text, size_t size, scene **made,
                                gestalt_error *error)
{
    scene_options how = {.folder = NULL};
    scene_findings found;
    gestalt_result result = gestalt_scene_read(name, text, size, &how, made, &found, error);
    gestalt_scene_findings_release(&found, NULL);
    if (result == GESTALT_REJECTED)
        snprintf(error->message, sizeof error->message, "the scene `%s` has errors", name);
    return result;
}

gestalt_result world_case_scene(const world_case *c, uint32_t form, uint64_t agents, scene **made,
                                gestalt_error *error)
{
    const bench_tree *tree = trees_find(c->forms[form].scene);
    const blank blanks[] = {{"agents", (double)agents},
                            {"half", (double)(agents / 2)},
                            {"rest", (double)(agents - agents / 2)},
                            {"edge", world_case_edge(c, agents)},
                            {"radius", c->radius},
                            {0}};
    char *text = malloc(4 * tree->size + 32);
    *made = NULL;
    if (!text)
        return error_no_memory(error);
    size_t size = world_case_fill(tree->text, tree->size, blanks, text);
    gestalt_result result = read_text(tree->name, text, size, made, error);
    free(text);
    if (result == GESTALT_OK && c->is_sphere)
        result = start_in_sphere(*made, world_case_edge(c, agents), error);
    return result;
}
