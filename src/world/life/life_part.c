// SPDX-License-Identifier: MIT
// Life as a part of worlds: agents die, breed, eat each other, and hop from place to place.
//
// Meals are settled after all agents have ticked, by the positions in that tick: each eater finds
// the nearest agent that can be eaten, then a lottery decides the order in which eaters get them.
// An eater whose prey is already taken looks for another. Both sides learn the result in the next
// tick.
#include "error.h"
#include "lottery.h"
#include "world_state.h"

#include <gestalt/calls.h>
#include <math.h>
#include <string.h>

enum { MEAL_NONE, MEAL_GOT, MEAL_MISSED };

typedef struct life_run {
    bool *eats;      // by group: its tree calls `eat`
    uint32_t is_due; // some agent eats in this step
    // Columns of a step, by index:
    uint32_t *food; // group from which it wants to eat, plus 1; 0: it does not eat
    float *reach;
    uint8_t *offered; // it can be eaten
    uint32_t *prey;   // nearest prey
    lot *lots, *spare;
    vectors hop;
    // State by index: results for the next tick. Agents are stored as the low 32 bits of their ids.
    uint8_t *meal;
    uint32_t *meal_id;
    uint8_t *eaten;
    uint32_t *eater_id;
    uint64_t *meals; // number of meals
} life_run;

static life_run *run_of(const world *w)
{
    return w->parts.states[SCENE_PART_LIFE];
}

// ---- functions for trees

#define EACH_LANE(lane, call)                                                                      \
    for (uint64_t rest_ = (call)->lanes, lane;                                                     \
         rest_ && (lane = (uint64_t)__builtin_ctzll(rest_), true); rest_ &= rest_ - 1)

static void die_call(gestalt_call *call)
{
    const gestalt_world_binding *b = call->user;
    if (call->cancelling)
        return;
    EACH_LANE (lane, call)
        world_die(b->world, world_index(b, call, (unsigned)lane));
    call->succeeded = call->lanes;
}

enum { BREED_GROUP };

static void breed_call(gestalt_call *call)
{
    const gestalt_world_binding *b = call->user;
    if (call->cancelling)
        return;
    EACH_LANE (lane, call) {
        int32_t group = world_int(b, call, BREED_GROUP, (unsigned)lane);
        uint32_t into = group < 0 ? b->group->number : (uint32_t)group;
        bool can = world_breed(b->world, world_index(b, call, (unsigned)lane), into);
        call->succeeded |= (uint64_t)can << lane;
    }
    call->failed = call->lanes & ~call->succeeded;
}

enum { EAT_GROUP, EAT_RADIUS, EAT_WHOM };

// Return whether a tree calls `eat` while another `eat` of the agent is live.
static bool is_busy(const life_run *run, const gestalt_call *call, unsigned lane, uint32_t index)
{
    return (call->starting >> lane & 1) && (run->meal[index] != MEAL_NONE || run->food[index] != 0);
}

static void eat_one(const gestalt_world_binding *b, gestalt_call *call, unsigned lane,
                    uint32_t index)
{
    life_run *run = run_of(b->world);
    uint64_t bit = UINT64_C(1) << lane;
    uint8_t meal = run->meal[index];
    uint32_t group = (uint32_t)world_int(b, call, EAT_GROUP, lane);
    if (is_busy(run, call, lane, index) || group >= b->world->group_count) {
        call->failed |= bit;
        return;
    }
    run->meal[index] = MEAL_NONE;
    if (meal == MEAL_GOT)
        world_put_int(b, call, EAT_WHOM, lane, (int32_t)run->meal_id[index]);
    call->succeeded |= meal == MEAL_GOT ? bit : 0;
    call->failed |= meal == MEAL_MISSED ? bit : 0;
    if (meal != MEAL_NONE)
        return;
    run->food[index] = group + 1;
    run->reach[index] = world_radius(b, call, EAT_RADIUS, lane);
}

static void eat_call(gestalt_call *call)
{
    const gestalt_world_binding *b = call->user;
    life_run *run = run_of(b->world);
    EACH_LANE (lane, call) {
        uint32_t index = world_index(b, call, (unsigned)lane);
        if (call->cancelling) {
            run->meal[index] = MEAL_NONE;
            run->food[index] = 0;
        } else {
            eat_one(b, call, (unsigned)lane, index);
        }
    }
    if (!call->cancelling && (call->succeeded | call->failed) != call->lanes)
        __atomic_store_n(&run->is_due, 1, __ATOMIC_RELAXED);
}

enum { EATEN_BY };

static void be_eaten_call(gestalt_call *call)
{
    const gestalt_world_binding *b = call->user;
    life_run *run = run_of(b->world);
    EACH_LANE (lane, call) {
        uint32_t index = world_index(b, call, (unsigned)lane);
        bool is_eaten = run->eaten[index] && !call->cancelling;
        run->offered[index] = !is_eaten && !call->cancelling;
        run->eaten[index] = 0;
        if (!is_eaten)
            continue;
        world_put_int(b, call, EATEN_BY, (unsigned)lane, (int32_t)run->eater_id[index]);
        call->succeeded |= UINT64_C(1) << lane;
    }
}

// Return the component of a hop along an axis; 0 if it is not finite or far too large.
static float way_of(float given)
{
    return fabsf(given) <= 1e9f ? given : 0;
}

static void hop_call(gestalt_call *call)
{
    const gestalt_world_binding *b = call->user;
    life_run *run = run_of(b->world);
    if (call->cancelling)
        return;
    EACH_LANE (lane, call) {
        uint32_t index = world_index(b, call, (unsigned)lane);
        EACH_DIMENSION (d)
            run->hop.at[d][index] += way_of(world_float(b, call, d, (unsigned)lane));
    }
    call->succeeded = call->lanes;
}

static const gestalt_world_function life_functions[] = {
    {"die", GESTALT_WORLD_ACTION, die_call,
     .doc = "Removes the agent at the end of this step. Succeeds. Only in groups with `most`."},
    {"breed", GESTALT_WORLD_ACTION, breed_call,
     .arguments = {{"group", GESTALT_INT, .otherwise = -1,
                    .doc = "the group of the child (default: that of its parent)"}},
     .doc = "Gives the agent a child at the end of this step. Succeeds; fails if the group was "
            "full after the last step, or if the agent already has a child in this step."},
    {"eat", GESTALT_WORLD_ACTION, eat_call,
     .arguments = {{"group", GESTALT_INT, .required = true, .doc = "the group of its prey"},
                   {"radius", GESTALT_FLOAT, .otherwise = 0.5f,
                    .doc = "the distance within which it can eat", .is_reach = true},
                   {"whom", GESTALT_INT, .by_key = true,
                    .doc = "gets the id of the agent that it has eaten"}},
     .doc = "Tries to eat the nearest agent for which `be_eaten` is live. Finishes in the next "
            "tick: succeeds if it has eaten it."},
    {"be_eaten", GESTALT_WORLD_ACTION, be_eaten_call,
     .arguments = {{"by", GESTALT_INT, .by_key = true,
                    .doc = "gets the id of the agent that has eaten it"}},
     .doc = "Allows others to eat the agent while the action is live. Succeeds in the tick after "
            "the agent was eaten."},
    {"hop", GESTALT_WORLD_ACTION, hop_call,
     .arguments = {{"x", GESTALT_FLOAT, .doc = "the distance along the first axis"},
                   {"y", GESTALT_FLOAT, .doc = "the distance along the second axis"}},
     .doc = "Moves by this displacement in this step. Succeeds. Groups whose trees call `hop` move "
            "only by it."},
    {0},
};

// Return which of these functions a tree calls: one bit for each, in the order of the table.
static unsigned functions_of(const gestalt_shape *shape)
{
    unsigned found = 0;
    for (uint32_t i = 0; shape && i < gestalt_shape_function_count(shape); i++) {
        const char *name = gestalt_shape_function_at(shape, i).name;
        for (unsigned k = 0; life_functions[k].name; k++)
            if (strcmp(life_functions[k].name, name) == 0)
                found |= 1u << k;
    }
    return found;
}

enum { CALLS_DIE = 1, CALLS_BREED = 2, CALLS_EAT = 4, CALLS_BE_EATEN = 8, CALLS_HOP = 16 };

// ---- scene files

static void report_fixed(scene_reader *r, const scene_group *group, const char *call)
{
    scene_help(r,
               scene_wrong(r, group->tree_value, DIAGNOSTIC_SCENE_MISFIT,
                           "the tree calls `%s`, but the number of agents of this group is fixed",
                           call),
               "give the group a limit for the number of its agents: \"most\"");
}

// Return whether some call of `breed` is for the agent's own group.
static bool breeds_own(const gestalt_shape *shape)
{
    for (uint32_t i = 0; i < gestalt_shape_function_count(shape); i++) {
        gestalt_shape_function f = gestalt_shape_function_at(shape, i);
        if (strcmp(f.name, "breed") == 0)
            return f.argument_count == 0;
    }
    return false; // unreachable: there is such a call
}

static void life_check(scene_reader *r, scene *s)
{
    for (uint32_t i = 0; i < s->groups.count; i++) {
        const scene_group *group = scene_group_at(s, i);
        unsigned calls = functions_of(group->shape);
        if ((calls & CALLS_DIE) && group->most == 0)
            report_fixed(r, group, "die");
        if ((calls & CALLS_BREED) && group->most == 0 && breeds_own(group->shape))
            report_fixed(r, group, "breed");
        if ((calls & CALLS_HOP) && group->moved_as)
            scene_wrong(r, group->tree_value, DIAGNOSTIC_SCENE_MISFIT,
                        "the tree calls `hop`, but the group moves as %s", group->moved_as);
    }
}

// ---- eating

static bool can_be_eaten(const world *w, uint32_t index, const world_group *group)
{
    return index >= group->begin && index < group->end && run_of(w)->offered[index] &&
           !world_is_dying(w, index);
}

static uint32_t key_of(const world *w, uint32_t index)
{
    return lottery_key(w->seed, w->step, w->all.id[index]);
}

// Return the nearest agent that can be eaten, by lottery if there are several; or UINT32_MAX.
static uint32_t find_prey(const world *w, uint32_t index)
{
    const life_run *run = run_of(w);
    const world_group *group = &w->groups[run->food[index] - 1];
    uint32_t best = UINT32_MAX, best_key = 0;
    float least = INFINITY;
    vector at = space_wrap(&w->space, vectors_get(&w->all.position, index));
    grid_walk walk;
    grid_walk_begin(&walk, &w->sight.near, at, run->reach[index]);
    for (grid_near near; grid_walk_next(&walk, &near);) {
        if (near.distance_squared > least || near.agent == index ||
            !can_be_eaten(w, near.agent, group))
            continue;
        uint32_t key = key_of(w, near.agent);
        if (near.distance_squared == least && key >= best_key)
            continue;
        best = near.agent;
        best_key = key;
        least = near.distance_squared;
    }
    return best;
}

static void find_range(world *w, void *user, uint32_t begin, uint32_t end)
{
    life_run *run = user;
    for (uint32_t i = begin; i < end; i++)
        if (run->food[i] && !world_is_dying(w, i))
            run->prey[i] = find_prey(w, i);
}

// Draw and sort the lots of eaters that have found prey. Returns their number.
static uint32_t draw_lots(const world *w, life_run *run)
{
    uint32_t count = 0;
    for (uint32_t g = 0; g < w->group_count; g++)
        for (uint32_t i = w->groups[g].begin; run->eats[g] && i < w->groups[g].end; i++) {
            if (!run->food[i] || world_is_dying(w, i))
                continue;
            run->meal[i] = MEAL_MISSED;
            if (run->prey[i] != UINT32_MAX)
                run->lots[count++] = (lot){key_of(w, i), i};
        }
    lottery_sort(run->lots, run->spare, count);
    return count;
}

static void life_serve(world *w, life_run *run, uint32_t eater)
{
    uint32_t prey = run->prey[eater];
    if (!run->offered[prey])
        prey = find_prey(w, eater);
    if (prey == UINT32_MAX)
        return;
    run->offered[prey] = 0;
    run->eaten[prey] = 1;
    run->eater_id[prey] = (uint32_t)w->all.id[eater];
    run->meal[eater] = MEAL_GOT;
    run->meal_id[eater] = (uint32_t)w->all.id[prey];
    ++*run->meals;
}

static void life_ticked(world *w)
{
    life_run *run = run_of(w);
    if (!run || !run->is_due)
        return;
    run->is_due = 0;
    for (uint32_t g = 0; g < w->group_count; g++)
        if (run->eats[g])
            world_parallel(w, w->groups[g].begin, w->groups[g].end, find_range, run);
    uint32_t count = draw_lots(w, run);
    for (uint32_t i = 0; i < count; i++)
        life_serve(w, run, run->lots[i].index);
    for (uint32_t g = 0; g < w->group_count; g++)
        if (run->eats[g])
            memset(run->food + w->groups[g].begin, 0,
                   (w->groups[g].end - w->groups[g].begin) * sizeof *run->food);
}

static void life_before(world *w)
{
    life_run *run = run_of(w);
    if (run)
        memset(run->offered, 0, w->all.count);
}

// ---- hopping

static void life_move(world *w, uint32_t group, uint32_t begin, uint32_t end)
{
    life_run *run = run_of(w);
    (void)group;
    for (uint32_t i = begin; i < end; i++) {
        vector from = vectors_get(&w->all.position, i);
        vector hop = world_held(w, i, from, vectors_get(&run->hop, i), false);
        vector unit = vector_unit(hop), at = vector_add(from, hop);
        vectors_set(&w->all.position, i, space_wrap(&w->space, at));
        vectors_set(&w->all.velocity, i, vector_scale(hop, 1 / w->dt));
        if (!vector_is_zero(unit))
            vectors_set(&w->all.heading, i, unit);
        vectors_set(&run->hop, i, vector_zero());
    }
}

// ---- start

static bool make_columns(world *w, life_run *run)
{
    return world_vectors(w, &run->hop) && (run->food = world_column(w, sizeof *run->food)) &&
           (run->reach = world_column(w, sizeof *run->reach)) &&
           (run->offered = world_column(w, sizeof *run->offered)) &&
           (run->prey = world_column(w, sizeof *run->prey)) &&
           (run->lots = world_column(w, sizeof *run->lots)) &&
           (run->spare = world_column(w, sizeof *run->spare)) &&
           (run->meal = world_column(w, sizeof *run->meal)) &&
           (run->meal_id = world_column(w, sizeof *run->meal_id)) &&
           (run->eaten = world_column(w, sizeof *run->eaten)) &&
           (run->eater_id = world_column(w, sizeof *run->eater_id)) &&
           (run->meals = world_allocate(w, sizeof *run->meals));
}

// `run` is NULL if no tree calls these functions. After an edit, another tree may.
static bool keep_state(world *w, const life_run *run)
{
    return world_keep_optional(w, run ? run->meal : NULL, 0, sizeof *run->meal) &&
           world_keep_optional(w, run ? run->meal_id : NULL, 0, sizeof *run->meal_id) &&
           world_keep_optional(w, run ? run->eaten : NULL, 0, sizeof *run->eaten) &&
           world_keep_optional(w, run ? run->eater_id : NULL, 0, sizeof *run->eater_id) &&
           world_keep_optional(w, run ? run->meals : NULL, sizeof *run->meals, 0);
}

static gestalt_result take_over(world_group *group, gestalt_error *error)
{
    if (group->mover)
        return error_set(error, GESTALT_BAD_ARGUMENT, 0,
                         "the group `%s` is moved by its `%s`, so its tree can't call `hop`",
                         group->scene->name, group->mover->scene.name);
    group->mover = &life_part;
    return GESTALT_OK;
}

static gestalt_result life_start(world *w, gestalt_error *error)
{
    unsigned all = 0;
    gestalt_result result = GESTALT_OK;
    for (uint32_t g = 0; g < w->group_count; g++)
        all |= functions_of(w->groups[g].scene->shape);
    if (!(all & (CALLS_EAT | CALLS_BE_EATEN | CALLS_HOP)))
        return keep_state(w, NULL) ? GESTALT_OK : GESTALT_NO_MEMORY;
    life_run *run = world_allocate(w, sizeof *run);
    if (!run || !make_columns(w, run) || !keep_state(w, run) ||
        !(run->eats = world_allocate(w, w->group_count)))
        return GESTALT_NO_MEMORY;
    w->parts.states[SCENE_PART_LIFE] = run;
    for (uint32_t g = 0; g < w->group_count && result == GESTALT_OK; g++) {
        unsigned calls = functions_of(w->groups[g].scene->shape);
        run->eats[g] = (calls & CALLS_EAT) != 0;
        if (calls & CALLS_HOP)
            result = take_over(&w->groups[g], error);
    }
    const float usual = 0.5f; // reach; a grid for smaller reaches has cells of this size
    if ((all & CALLS_EAT) && w->sight.reach < usual)
        w->sight.reach = usual;
    return result;
}

// Reset the step's columns: no step is running, but one may have been interrupted.
static void life_forget_step(const world *w, life_run *run)
{
    run->is_due = 0;
    memset(run->food, 0, w->capacity * sizeof *run->food);
    for (uint32_t i = 0; i < w->capacity; i++)
        vectors_set(&run->hop, i, vector_zero());
}

static gestalt_result life_loaded(world *w, gestalt_error *error)
{
    life_run *run = run_of(w);
    if (run)
        life_forget_step(w, run);
    for (uint32_t i = 0; run && i < w->all.count; i++)
        if (run->meal[i] > MEAL_MISSED || run->eaten[i] > 1)
            return error_set(error, GESTALT_BAD_FILE, 0,
                             "the snapshot's agent %llu has an invalid meal",
                             (unsigned long long)w->all.id[i]);
    return GESTALT_OK;
}

static void life_measure(const world *w, outcome *out)
{
    const life_run *run = run_of(w);
    if (run)
        gestalt_outcome_count(out, NULL, "meals", *run->meals);
}

static const char *life_unshared(const scene *s)
{
    unsigned all = 0;
    for (uint32_t i = 0; i < s->groups.count; i++)
        all |= functions_of(scene_group_at(s, i)->shape);
    return all & (CALLS_EAT | CALLS_BE_EATEN)
               ? "agents eat others, in the order of a lottery among all of them"
               : NULL;
}

const world_part life_part = {
    .number = SCENE_PART_LIFE,
    .scene.name = "life",
    .scene.check = life_check,
    .scene.unshared = life_unshared,
    .functions = life_functions,
    .start = life_start,
    .loaded = life_loaded,
    .before = life_before,
    .ticked = life_ticked,
    .move = life_move,
    .outcome = life_measure,
};
