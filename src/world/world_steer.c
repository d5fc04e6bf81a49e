// SPDX-License-Identifier: MIT
// Forces and motion: sums over neighbours, if any urge needs them; the forces of a group's urges;
// and the motion that results. Fused flocks do all of it at once.
#include "error.h"
#include "world_state.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- sums over neighbours

enum { COLUMNS_OF_VIEW = 2 * NEIGHBOURS_KINDS };

// Return the column of the radius (`which` 0) or cosine (1) of a kind, by index.
static float *view_column(const world *w, int kind, int which)
{
    return w->sight.view_columns +
           (size_t)(2 * kind + which) * ((size_t)w->capacity + WORLD_COLUMN_SPARE);
}

static void fill_column(float *column, const number_column *from, const world_group *group)
{
    for (uint32_t i = group->begin; i < group->end; i++)
        column[i] = number_of(from, i);
}

static void join_views(world *w, const world_group *group)
{
    for (int kind = 0; kind < NEIGHBOURS_KINDS; kind++) {
        fill_column(view_column(w, kind, 0), &group->view.radius[kind], group);
        fill_column(view_column(w, kind, 1), &group->view.cosine[kind], group);
        w->sight.view.radius[kind].column = view_column(w, kind, 0);
        w->sight.view.cosine[kind].column = view_column(w, kind, 1);
    }
}

static void world_widen(float *reach, const number_column *radius, const world_group *group)
{
    if (!radius->column)
        *reach = radius->value > *reach ? radius->value : *reach;
    for (uint32_t i = group->begin; radius->column && i < group->end; i++)
        *reach = radius->column[i] > *reach ? radius->column[i] : *reach;
}

// Set w->view, and return whether any urge needs sums.
static bool find_view(world *w)
{
    bool any = false;
    w->sight.view = (neighbours_view){.falloff = (neighbours_falloff)w->scene->space.push};
    for (uint32_t i = 0; i < w->group_count; i++) {
        world_group *group = &w->groups[i];
        any |= urges_view(group->urges.urges, group->urges.urge_count, &group->view);
        for (int kind = 0; kind < NEIGHBOURS_KINDS; kind++)
            world_widen(&w->sight.view.reach, &group->view.radius[kind], group);
        if (w->group_count == 1)
            for (int kind = 0; kind < NEIGHBOURS_KINDS; kind++) {
                w->sight.view.radius[kind] = group->view.radius[kind];
                w->sight.view.cosine[kind] = group->view.cosine[kind];
            }
    }
    for (uint32_t i = 0; any && w->group_count > 1 && i < w->group_count; i++)
        join_views(w, &w->groups[i]);
    return any;
}

static void sum_range(world *w, void *user, uint32_t begin, uint32_t end)
{
    (void)user;
    w->kernels->neighbours_sum(&w->sight.near, &w->all, &w->sight.view, &w->sight.sums, begin, end);
}

// ---- forces

static void combine_range(world *w, void *user, uint32_t begin, uint32_t end)
{
    const world_group *group = user;
    urge_scene seen = w->seen;
    seen.side = group->scene->side ? TRAFFIC_LEFT : TRAFFIC_RIGHT;
    combine_forces(&group->urges, &seen, &w->motion.forces, begin, end);
}

// Return whether these agents never move: they stand, and no moving agent can be born among them.
static bool world_stands(const world_group *group)
{
    return group->urges.urge_count == 0 && group->scene->going.how == GOING_STILL &&
           !group->varies && !group->mover;
}

// Return whether an urge is live for all agents, so that the bits need not be checked.
static bool is_live_for_all(const world *w, const uint64_t *live)
{
    uint32_t full = w->all.count / 64, rest = w->all.count % 64;
    for (uint32_t i = 0; i < full; i++)
        if (live[i] != UINT64_MAX)
            return false;
    return rest == 0 || live[full] == (UINT64_C(1) << rest) - 1;
}

static void forces_range(world *w, void *user, uint32_t begin, uint32_t end)
{
    w->kernels->flock_forces(user, &w->sight.view, &w->sight.near, &w->all, &w->motion.forces,
                             begin, end);
}

// Handle the usual flock in one pass. Returns false if it is not one.
static bool steer_flock(world *w)
{
    flock_urges urges;
    if (w->group_count != 1 || w->groups[0].mover || !flock_urges_make(&w->groups[0].urges, &urges))
        return false;
    for (uint32_t i = 0; i < urges.count; i++)
        if (urges.list[i].live && is_live_for_all(w, urges.list[i].live))
            urges.list[i].live = NULL;
    world_parallel(w, 0, world_places(w), forces_range, &urges);
    return true;
}

void world_steer(world *w)
{
    bool any = find_view(w);
    if (any && steer_flock(w))
        return;
    if (any)
        world_parallel(w, 0, world_places(w), sum_range, NULL);
    for (uint32_t i = 0; i < w->group_count; i++) {
        world_group *group = &w->groups[i];
        if (!group->mover && !world_stands(group))
            world_parallel(w, group->begin, group->end, combine_range, group);
    }
}

// ---- motion

void world_note_lost(world *w, uint32_t index)
{
    uint32_t now = __atomic_load_n(&w->motion.lost, __ATOMIC_RELAXED);
    while (index < now && !__atomic_compare_exchange_n(&w->motion.lost, &now, index, true,
                                                       __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        ;
}

static void motion_range(world *w, void *user, uint32_t begin, uint32_t end)
{
    (void)user;
    world_note_lost(
        w, w->kernels->motion_step(&w->all, &w->motion.forces, &w->space, w->dt, begin, end));
}

// Move a range in a world with solid barriers: positions are saved, and the motion is corrected.
static void held_range(world *w, void *user, uint32_t begin, uint32_t end)
{
    EACH_DIMENSION (d)
        memcpy(w->motion.were.at[d] + begin, w->all.position.at[d] + begin,
               (end - begin) * sizeof(float));
    motion_range(w, user, begin, end);
    for (uint32_t i = begin; i < end; i++)
        world_hold_back(w, i, vectors_get(&w->motion.were, i));
}

static void mover_range(world *w, void *user, uint32_t begin, uint32_t end)
{
    const world_group *group = user;
    group->mover->move(w, group->number, begin, end);
}

void world_move(world *w)
{
    w->motion.lost = MOTION_NONE;
    for (uint32_t i = 0; i < w->group_count; i++) {
        world_group *group = &w->groups[i];
        if (!world_stands(group))
            world_parallel(w, group->begin, group->is_moved_by_place ? world_places(w) : group->end,
                           group->mover                          ? mover_range
                           : w->terrain.barriers.solid_count > 0 ? held_range
                                                                 : motion_range,
                           group);
    }
}

// ---- lost agents

static bool point_is_finite(const point_column *p, uint32_t index)
{
    vector at = p->column ? vectors_get(p->column, index) : p->value;
    EACH_DIMENSION (d)
        if (!isfinite(at.at[d]))
            return false;
    return true;
}

// Return the name of an urge's argument that is not finite for that agent, or NULL.
static const char *odd_argument(const urge *u, uint32_t index)
{
    const behaviour_row *row = &behaviour_table[u->type];
    for (int i = 0; i < URGE_POINTS && row->points[i]; i++)
        if (!point_is_finite(&u->points[i], index))
            return row->points[i];
    for (int i = 0; i < URGE_NUMBERS && row->numbers[i]; i++)
        if (!isfinite(number_of(&u->numbers[i], index)))
            return row->numbers[i];
    return isfinite(number_of(&u->weight, index)) ? NULL : "weight";
}

// Describe where the non-finite number comes from.
static void tell_origin(char *text, size_t size, const world *w, const world_group *group,
                        uint32_t index)
{
    for (uint32_t i = 0; !group->mover && i < group->urges.urge_count; i++) {
        const urge *u = &group->urges.urges[i];
        bool is_live = !u->live || (u->live[index / 64] >> index % 64 & 1);
        const char *argument = is_live ? odd_argument(u, index) : NULL;
        if (argument) {
            snprintf(text, size, "`%s` of `%s` is not finite", argument,
                     behaviour_table[u->type].name);
            return;
        }
    }
    vector force = vectors_get(&w->motion.forces, index);
    bool is_finite = !group->mover;
    EACH_DIMENSION (d)
        is_finite &= isfinite(force.at[d]) != 0;
    snprintf(text, size, "%s not finite",
             is_finite       ? "its new position or speed is"
             : !group->mover ? "the sum of its forces is"
                             : "its displacement is");
}

gestalt_result world_tell_lost(const world *w, gestalt_error *error)
{
    char origin[160];
    uint32_t index = w->motion.lost, number = 0;
    if (index == MOTION_NONE)
        return GESTALT_OK;
    while (index >= w->groups[number].end)
        number++;
    const world_group *group = &w->groups[number];
    tell_origin(origin, sizeof origin, w, group, index);
    return error_set(error, GESTALT_REJECTED, 0,
                     "step %llu: agent %llu of group `%s` cannot move: %s",
                     (unsigned long long)w->step, (unsigned long long)w->all.id[index],
                     group->scene->name ? group->scene->name : "", origin);
}
