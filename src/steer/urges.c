// SPDX-License-Identifier: MIT
#include "urges.h"

#define POINTS(...)                                                                                \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }
#define AGENTS(...)                                                                                \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }
#define NUMBERS(...)                                                                               \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }
#define PATH true
#define NO_POINTS                                                                                  \
    {                                                                                              \
        NULL                                                                                       \
    }
#define NO_AGENTS                                                                                  \
    {                                                                                              \
        NULL                                                                                       \
    }
#define NO_NUMBERS                                                                                 \
    {                                                                                              \
        NULL                                                                                       \
    }
#define NO_PATH false

const behaviour_row behaviour_table[BEHAVIOUR_COUNT] = {
#define BEHAVIOUR(symbol, name, ...) [BEHAVIOUR_##symbol] = {#name, __VA_ARGS__},
#include "behaviours.def"
#undef BEHAVIOUR
};

// An agent for which an urge is evaluated.
typedef struct asking {
    const urge *u;
    const urge_scene *scene;
    uint32_t index;
    vehicle me;
} asking;

static float number_at(const asking *a, int i)
{
    return number_of(&a->u->numbers[i], a->index);
}

static uint32_t handle_of(const index_column *h, uint32_t index)
{
    return h->column ? h->column[index] : h->value;
}

static vector point_at(const asking *a, int i)
{
    const point_column *p = &a->u->points[i];
    return p->column ? vectors_get(p->column, a->index) : p->value;
}

// Return a point argument as its nearest image.
static vector place_at(const asking *a, int i)
{
    return space_nearest(&a->scene->world, a->me.position, point_at(a, i));
}

// Get an agent argument. Returns false if there is no such agent.
static bool agent_at(const asking *a, int i, moving_point *other)
{
    const vehicles *all = a->scene->all;
    uint32_t index = handle_of(&a->u->agents[i], a->index);
    bool is_far = index >= all->count;
    if (is_far)
        index -= all->count;
    if (is_far && index >= a->scene->far_count)
        return false;
    vector position = vectors_get(is_far ? &a->scene->far_position : &all->position, index);
    other->position = space_nearest(&a->scene->world, a->me.position, position);
    other->velocity = vectors_get(is_far ? &a->scene->far_velocity : &all->velocity, index);
    return true;
}

static const pathway *path_of(const asking *a)
{
    uint32_t index = handle_of(&a->u->path, a->index);
    return index < a->scene->path_count ? &a->scene->paths[index] : NULL;
}

// Start a walk over the other agents around; each is returned at its nearest image.
static void others_begin(grid_walk *walk, const asking *a, float radius)
{
    const grid *g = a->scene->near;
    grid_walk_begin(walk, g, space_wrap(&g->world, a->me.position), radius);
}

static bool others_next(const asking *a, grid_walk *walk, vehicle *other)
{
    for (grid_near near; grid_walk_next(walk, &near);)
        if (near.agent != a->index) {
            *other = vehicles_get(a->scene->all, near.agent);
            other->position = vector_add(a->me.position, near.offset);
            return true;
        }
    return false;
}

static threat worst_threat(const asking *a)
{
    threat worst = {0};
    threat_walk walk;
    float time = number_at(a, 1);
    threats_begin(&walk, a->scene->filter, a->scene->near, a->scene->all, a->index, number_at(a, 0),
                  time);
    for (threat_near near; threats_next(&walk, &near);)
        steer_consider(&worst, &a->me, &near.other, time);
    return worst;
}

// ---- one function for each row of behaviours.def

static vector force_of_seek(const asking *a)
{
    return steer_seek(&a->me, place_at(a, 0));
}

static vector force_of_flee(const asking *a)
{
    return steer_flee(&a->me, place_at(a, 0));
}

static vector force_of_arrive(const asking *a)
{
    return steer_arrive(&a->me, place_at(a, 0), number_at(a, 0));
}

static vector force_of_pursue(const asking *a)
{
    moving_point quarry;
    return agent_at(a, 0, &quarry) ? steer_pursue(&a->me, quarry) : vector_zero();
}

static vector force_of_evade(const asking *a)
{
    moving_point hunter;
    return agent_at(a, 0, &hunter) ? steer_evade(&a->me, hunter) : vector_zero();
}

static vector force_of_pursue_offset(const asking *a)
{
    moving_point leader;
    return agent_at(a, 0, &leader) ? steer_pursue_offset(&a->me, leader, point_at(a, 0))
                                   : vector_zero();
}

static vector force_of_interpose(const asking *a)
{
    return steer_interpose(&a->me, place_at(a, 0), place_at(a, 1), number_at(a, 0));
}

static vector force_of_interpose_moving(const asking *a)
{
    moving_point first, second;
    if (!agent_at(a, 0, &first) || !agent_at(a, 1, &second))
        return vector_zero();
    return steer_interpose_moving(&a->me, first, second, number_at(a, 0));
}

static vector force_of_hide(const asking *a)
{
    moving_point hunter;
    return agent_at(a, 0, &hunter)
               ? steer_hide(&a->me, hunter, &a->scene->obstacles, number_at(a, 0))
               : vector_zero();
}

static vector force_of_avoid_obstacles(const asking *a)
{
    return a->scene->barriers
               ? steer_avoid_barriers(&a->me, a->scene->barriers, number_at(a, 0))
               : steer_avoid_obstacles(&a->me, &a->scene->obstacles, number_at(a, 0));
}

static vector force_of_wander(const asking *a)
{
    const vehicles *all = a->scene->all;
    vector place = vectors_get(&all->wander, a->index);
    vector force = steer_wander(&a->me, number_at(a, 0), number_at(a, 1), number_at(a, 2), &place,
                                &all->random[a->index]);
    vectors_set(&all->wander, a->index, place);
    return force;
}

static vector force_of_follow_path(const asking *a)
{
    const pathway *way = path_of(a);
    float direction = number_at(a, 1);
    int sign = (direction > 0) - (direction < 0);
    return way ? steer_follow_path(&a->me, way, number_at(a, 0), sign) : vector_zero();
}

static vector force_of_avoid_collisions(const asking *a)
{
    threat worst = worst_threat(a);
    return steer_avoid_collisions(&a->me, &worst);
}

static vector force_of_separate(const asking *a)
{
    return steer_separate(vectors_get(&a->scene->sums->apart, a->index));
}

static vector force_of_cohere(const asking *a)
{
    const neighbours_sums *sums = a->scene->sums;
    return steer_cohere(&a->me, vectors_get(&sums->offset, a->index),
                        sums->count[NEIGHBOURS_COHESION][a->index]);
}

static vector force_of_align(const asking *a)
{
    const neighbours_sums *sums = a->scene->sums;
    return steer_align(vectors_get(&sums->along, a->index),
                       sums->count[NEIGHBOURS_ALIGNMENT][a->index]);
}

// The three rules of the flocking model (flocking.h), each divided by the number of neighbours;
// `spread` uses the number for cohesion.

static float one_at_least(float count)
{
    return count < 1 ? 1 : count;
}

static vector force_of_spread(const asking *a)
{
    const neighbours_sums *sums = a->scene->sums;
    float count = one_at_least(sums->count[NEIGHBOURS_COHESION][a->index]);
    return vector_scale(vectors_get(&sums->apart, a->index), 1 / count);
}

static vector force_of_gather(const asking *a)
{
    const neighbours_sums *sums = a->scene->sums;
    float count = one_at_least(sums->count[NEIGHBOURS_COHESION][a->index]);
    return vector_scale(vectors_get(&sums->offset, a->index), 1 / count);
}

static vector force_of_match(const asking *a)
{
    const neighbours_sums *sums = a->scene->sums;
    float count = one_at_least(sums->count[NEIGHBOURS_ALIGNMENT][a->index]);
    return vector_scale(vectors_get(&sums->along, a->index), 1 / count);
}

static vector force_of_follow_road(const asking *a)
{
    const pathway *way = path_of(a);
    return way ? traffic_follow_road(&a->me, way, number_at(a, 0), number_at(a, 1), a->scene->side)
               : vector_zero();
}

static vector force_of_adapt_speed(const asking *a)
{
    float least = INFINITY;
    vehicle leader = {0};
    grid_walk walk;
    others_begin(&walk, a, number_at(a, 0));
    for (vehicle other; others_next(a, &walk, &other);) {
        float ahead;
        if (traffic_is_ahead(&a->me, &other, number_at(a, 1), &ahead) && ahead < least) {
            least = ahead;
            leader = other;
        }
    }
    return least < INFINITY ? traffic_adapt_speed(&a->me, &leader) : vector_zero();
}

static vector force_of_avoid_traffic(const asking *a)
{
    threat worst = worst_threat(a);
    return traffic_avoid_collisions(&a->me, &worst, number_at(a, 2), a->scene->side);
}

typedef vector force_function(const asking *a);

static force_function *const force_of[BEHAVIOUR_COUNT] = {
#define BEHAVIOUR(symbol, name, ...) [BEHAVIOUR_##symbol] = force_of_##name,
#include "behaviours.def"
#undef BEHAVIOUR
};

void urge_evaluate(const urge *u, const urge_scene *scene, uint32_t first, uint64_t lanes,
                   urge_forces *forces)
{
    asking a = {.u = u, .scene = scene};
    for (; lanes; lanes &= lanes - 1) {
        uint32_t lane = (uint32_t)__builtin_ctzll(lanes);
        a.index = first + lane;
        a.me = vehicles_get(scene->all, a.index);
        vector force = force_of[u->type](&a);
        EACH_DIMENSION (d)
            forces->at[d][lane] = force.at[d];
    }
}

// Return which kind of sum over neighbours a behaviour uses.
static int kind_of(behaviour type)
{
    switch (type) {
    case BEHAVIOUR_SPREAD:
    case BEHAVIOUR_SEPARATE: return NEIGHBOURS_SEPARATION;
    case BEHAVIOUR_GATHER:
    case BEHAVIOUR_COHERE: return NEIGHBOURS_COHESION;
    case BEHAVIOUR_MATCH:
    case BEHAVIOUR_ALIGN: return NEIGHBOURS_ALIGNMENT;
    default: return NEIGHBOURS_KINDS;
    }
}

bool urges_view(const urge *urges, uint32_t count, neighbours_view *view)
{
    bool wanted[NEIGHBOURS_KINDS + 1] = {false};
    for (int kind = 0; kind < NEIGHBOURS_KINDS; kind++)
        view->radius[kind] = (number_column){.value = -1};
    for (uint32_t i = 0; i < count; i++) {
        int kind = kind_of(urges[i].type);
        if (kind == NEIGHBOURS_KINDS || wanted[kind])
            continue;
        wanted[kind] = true;
        view->radius[kind] = urges[i].numbers[0];
        view->cosine[kind] = urges[i].numbers[1];
    }
    return wanted[NEIGHBOURS_SEPARATION] || wanted[NEIGHBOURS_COHESION] ||
           wanted[NEIGHBOURS_ALIGNMENT];
}
