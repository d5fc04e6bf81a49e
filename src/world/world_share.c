// SPDX-License-Identifier: MIT
// Sharing a world out (gestalt/worlds/share.h): which scenes allow it, and how far agents see.
#include "world_state.h"

#include <math.h>
#include <string.h>

// ---- scenes

// An iteration over the calls of all trees.
typedef struct call_walk {
    const scene *scene;
    uint32_t group;
    const gestalt_shape *shape;
    gestalt_shape_call call;
    const gestalt_world_function *function; // NULL: not a function of worlds
} call_walk;

static bool call_walk_next(call_walk *c)
{
    for (; c->group < c->scene->groups.count; c->group++, c->call = (gestalt_shape_call){0}) {
        c->shape = scene_group_at(c->scene, c->group)->shape;
        if (!gestalt_shape_next_call(c->shape, &c->call))
            continue;
        c->function = world_find_function(
            c->scene, gestalt_shape_function_at(c->shape, c->call.function).name);
        return true;
    }
    return false;
}

static bool finds_by_id(const gestalt_world_function *f)
{
    static const char *const names[] = {"pursue",           "evade", "pursue_offset",
                                        "interpose_moving", "hide",  "see"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(f->name, names[i]) == 0)
            return true;
    return false;
}

static bool is_of_host(const scene *s, const gestalt_world_function *f)
{
    for (const gestalt_world_function *own = s->host.functions; own && own->name; own++)
        if (own == f)
            return true;
    return false;
}

// Return whether a call computes the radius within which it looks for others.
static bool computes_reach(const call_walk *c, float *reach)
{
    bool computes = false;
    for (int i = 0; i < GESTALT_WORLD_ARGUMENTS && c->function->arguments[i].name; i++) {
        float value;
        if (!c->function->arguments[i].is_reach)
            continue;
        if (world_constant(c->shape, &c->call, &c->function->arguments[i], &value))
            *reach = fmaxf(*reach, value);
        else
            computes = true;
    }
    return computes;
}

// Widen the reach to the radii that trees pass. Return why the trees forbid sharing, or NULL.
static const char *calls_unshared(const scene *s, float *reach)
{
    const char *why = NULL;
    for (call_walk c = {.scene = s}; call_walk_next(&c);) {
        if (computes_reach(&c, reach))
            why = "a tree computes how far an agent sees, so that is not known in advance";
        if (finds_by_id(c.function))
            why = "trees find agents by their ids, however far they are: `pursue`, `evade`, "
                  "`pursue_offset`, `interpose_moving`, `hide` and `see`";
        if (is_of_host(s, c.function))
            why = "a tree calls a function of the host, which does not declare what it sees";
    }
    return why;
}

static const char *parts_unshared(const scene *s)
{
    for (int i = 0; i < SCENE_PARTS_LISTED; i++) {
        const world_part *part = world_part_of(s, i);
        const char *why = part && part->scene.unshared ? part->scene.unshared(s) : NULL;
        if (why)
            return why;
    }
    return s->host.parts[0] ? "the host adds a part, which does not declare what it sees" : NULL;
}

const char *world_sharing(const scene *s, float *reach)
{
    float widest = 0, most = INFINITY;
    *reach = s->measures.neighbours;
    for (uint32_t i = 0; i < s->groups.count; i++) {
        const scene_group *group = scene_group_at(s, i);
        *reach = fmaxf(*reach, group->reach);
        widest = fmaxf(widest, world_reach_of_body(&group->vehicle));
    }
    if (s->measures.collisions)
        *reach = fmaxf(*reach, 2 * widest);
    const char *why_trees = calls_unshared(s, reach), *why_parts = parts_unshared(s);
    EACH_DIMENSION (d)
        if (s->space.periodic)
            most = fminf(most, s->space.size.at[d] * WORLD_MOST_OF_IT);
    *reach = fminf(*reach, most);
    return why_parts ? why_parts : why_trees;
}
