// SPDX-License-Identifier: MIT
// Births and deaths. During a tick, each agent declares its own death or child. At the end of the
// step, after all have moved, they are carried out together, through rows (gestalt/rows.h), for the
// population and for all columns of the world and its parts. A step without births and deaths does
// nothing.
#include "crowd_scene.h"
#include "world_state.h"

// ---- during a tick

void world_die(world *w, uint32_t index)
{
    gestalt_rows_leave(w->life.rows, index);
}

bool world_breed(world *w, uint32_t index, uint32_t number)
{
    if (!w->life.varies)
        return false;
    gestalt_breeding answer = gestalt_rows_breed(w->life.rows, index, number);
    if (answer == GESTALT_BREEDING_FULL)
        __atomic_fetch_add(w->share.is_shared ? &w->share.full[number]
                                              : &w->groups[number].census->refused,
                           1, __ATOMIC_RELAXED);
    return answer == GESTALT_BREEDING;
}

uint32_t world_find_in(const world *w, const world_group *group, uint64_t agent)
{
    if (group->is_listed)
        return gestalt_rows_find_in(w->life.rows, group->number, agent);
    uint64_t number = agent - group->scene->first;
    return number < group->end - group->begin ? group->begin + (uint32_t)number : UINT32_MAX;
}

// ---- values that groups determine

void world_equip(world *w, const world_group *group, uint32_t begin, uint32_t end)
{
    const scene_vehicle *body = &group->scene->vehicle;
    float radius = crowd_body_radius(group->scene);
    for (uint32_t i = begin; i < end; i++) {
        w->all.mass[i] = body->mass;
        w->all.radius[i] = radius;
        w->all.max_speed[i] = body->max_speed;
        w->all.max_force[i] = body->max_force;
        if (w->motion.least_speed)
            w->motion.least_speed[i] = body->min_speed;
    }
}

// Set the constant values of agents, from a group on.
static void newborn_equip(world *w, uint32_t first_group)
{
    for (uint32_t g = first_group; g < w->group_count; g++)
        world_equip(w, &w->groups[g], w->groups[g].begin, w->groups[g].end);
}

// Store the number of each agent's group.
static void newborn_number(world *w)
{
    for (uint32_t g = 0; w->life.group_of && g < w->group_count; g++)
        for (uint32_t i = w->groups[g].begin; i < w->groups[g].end; i++)
            w->life.group_of[i] = g;
}

void world_restore_rows(world *w)
{
    if (!w->life.rows)
        return;
    for (uint32_t g = 0; g < w->group_count; g++)
        w->life.row_counts[g] = w->groups[g].end - w->groups[g].begin;
    gestalt_rows_restore(w->life.rows, w->life.row_counts);
    newborn_equip(w, 0);
    newborn_number(w);
}

void world_take_rows(world *w)
{
    w->all.count = gestalt_rows_count(w->life.rows);
    for (uint32_t g = 0; g < w->group_count; g++) {
        world_group *group = &w->groups[g];
        uint32_t begin = group->begin, end = group->end;
        gestalt_rows_group(w->life.rows, g, &group->begin, &group->end);
        // Other agents had the same constant values at these indexes.
        world_equip(w, group, group->begin, group->end < begin ? group->end : begin);
        world_equip(w, group, group->begin > end ? group->begin : end, group->end);
    }
}

// ---- at the end of a step

// Set the values that a group gives to a child from another group. A child of its own group
// inherits them.
static gestalt_result newborn_set(world *w, const world_group *group, uint32_t index,
                                  gestalt_error *error)
{
    const scene_keys *keys = &group->scene->set.keys;
    gestalt_result result = GESTALT_OK;
    if (!w->life.group_of || w->life.group_of[index] == group->number)
        return GESTALT_OK;
    w->life.group_of[index] = group->number;
    for (uint32_t k = 0; k < keys->count && result == GESTALT_OK; k++)
        result = gestalt_population_write(w->population, w->all.id[index], keys->list[k].name,
                                          world_value_of(w, &keys->list[k], index), error);
    return result;
}

static gestalt_result begin_lives(world *w, const world_group *group, uint32_t count,
                                  gestalt_error *error)
{
    gestalt_result result = GESTALT_OK;
    for (uint32_t i = group->end - count; i < group->end && result == GESTALT_OK; i++) {
        world_begin_life(w, i, &group->scene->vehicle);
        w->measured.touching[i] = 1; // touching its parent from the beginning is not a collision
        result = newborn_set(w, group, i, error);
    }
    return result;
}

static gestalt_result newborn_change(world *w, const gestalt_rows_changes *c, gestalt_error *error)
{
    gestalt_result result = GESTALT_OK;
    const uint64_t *parent = c->parents;
    world_take_rows(w);
    for (uint32_t g = 0; g < w->group_count; g++) {
        const world_group *group = &w->groups[g];
        if (!group->varies || w->share.is_shared) // shares count together
            continue;
        group->census->births += c->born[g];
        group->census->deaths += c->gone[g];
        group->census->refused += c->refused[g];
    }
    for (uint32_t g = 0; g < w->group_count; g++) {
        if (result == GESTALT_OK)
            result = begin_lives(w, &w->groups[g], c->born[g], error);
        for (uint32_t i = 0; i < c->born[g]; i++) {
            uint32_t index = world_find(w, *parent++);
            if (index != UINT32_MAX)
                w->measured.touching[index] = 1;
        }
    }
    return result;
}

gestalt_result world_live(world *w, gestalt_error *error)
{
    gestalt_rows_changes changes;
    if (!w->life.varies)
        return GESTALT_OK;
    // The seed is inverted so that this lottery differs from that of meals.
    gestalt_result result = gestalt_rows_change(w->life.rows, ~w->seed, w->step, &changes, error);
    if (result == GESTALT_OK && changes.any)
        result = newborn_change(w, &changes, error);
    if (result == GESTALT_OK && w->share.is_shared)
        result = gestalt_population_set_next_id(w->population, w->share.next_id, error);
    return result;
}

// ---- start

static bool make_census(world *w)
{
    for (uint32_t g = 0; g < w->group_count; g++) {
        world_group *group = &w->groups[g];
        if (!group->varies)
            continue;
        group->census = world_allocate(w, sizeof *group->census);
        if (!group->census || !world_keep(w, group->census, sizeof *group->census))
            return false;
    }
    return true;
}

// Register columns, so that they follow their agents; rows maintain the ids themselves.
static bool add_memories(const world *w, const world_memories *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        const world_memory *kept = &list->list[i];
        if (kept->bytes && kept->stride && kept->bytes != w->all.id &&
            !gestalt_rows_add(w->life.rows, kept->bytes, kept->stride, kept->is_inherited))
            return false;
    }
    return true;
}

static bool add_columns(world *w)
{
    if (!add_memories(w, &w->saved.memory) || !add_memories(w, &w->life.moved))
        return false;
    if (w->group_count == 1)
        return true;
    w->life.group_of = world_column(w, sizeof *w->life.group_of);
    if (!w->life.group_of ||
        !gestalt_rows_add(w->life.rows, w->life.group_of, sizeof *w->life.group_of, true))
        return false;
    newborn_number(w);
    return true;
}

gestalt_result world_life_start(world *w, gestalt_error *error)
{
    gestalt_rows_keep_agents(w->population);
    if (!w->life.varies && !w->share.is_shared)
        return GESTALT_OK;
    w->life.row_counts = world_allocate(w, w->group_count * sizeof *w->life.row_counts);
    if (!w->life.row_counts || !make_census(w))
        return GESTALT_NO_MEMORY;
    for (uint32_t g = 0; g < w->group_count; g++)
        w->life.row_counts[g] = w->groups[g].varies ? scene_room(w->groups[g].scene) : 0;
    const gestalt_rows_options options = {.population = w->population,
                                          .most = w->life.row_counts,
                                          .ids = w->all.id,
                                          .allocator = w->allocator,
                                          .capacity = w->share.is_shared ? w->capacity : 0,
                                          .births = w->share.is_shared ? world_share_births : NULL,
                                          .user = w,
                                          .seldom_found =
                                              w->share.is_shared && world_only_urges(w)};
    gestalt_result result = gestalt_rows_create(&options, &w->life.rows, error);
    if (result == GESTALT_OK && !add_columns(w))
        result = GESTALT_NO_MEMORY;
    if (result == GESTALT_OK)
        newborn_equip(w, 0);
    return result;
}
