// SPDX-License-Identifier: MIT
// The functions for trees of cars. The cars of a call mostly have consecutive indexes, and are
// handled together.
#include "roads_part.h"

#include "scene_roads.h"

enum { CALL_LANES = 64 };

// Cars of a call with consecutive indexes, in consecutive lanes.
typedef struct asked_cars {
    gestalt_call *call;
    const world *w;
    cars *c;
    uint64_t rest;             // remaining lanes
    uint32_t lane, car, count; // the first lane and car, and the number of cars
    uint32_t index;            // index of that car in the world
} asked_cars;

static uint64_t first_lanes(uint32_t count)
{
    return count < 64 ? (UINT64_C(1) << count) - 1 : UINT64_MAX;
}

// Begin a call. It fails if no driver moves the cars.
static asked_cars ask_cars(gestalt_call *call)
{
    const gestalt_world_binding *b = call->user;
    road_world *r = road_world_of(b->world);
    if (r && b->group->mover == &roads_part)
        return (asked_cars){.call = call, .w = b->world, .c = &r->c, .rest = call->lanes};
    call->failed |= call->lanes;
    return (asked_cars){0};
}

static bool next_cars(asked_cars *a)
{
    if (!a->rest)
        return false;
    const gestalt_world_binding *b = a->call->user;
    bool in_order = !a->call->agents && !a->w->life.varies; // otherwise find the index of each car
    a->lane = (uint32_t)__builtin_ctzll(a->rest);
    uint64_t others = ~(a->rest >> a->lane);
    uint32_t most = others ? (uint32_t)__builtin_ctzll(others) : CALL_LANES;
    a->index = world_index(b, a->call, a->lane);
    a->car = a->index - a->c->first;
    for (a->count = in_order ? most : 1; a->count < most; a->count++)
        if (world_index(b, a->call, a->lane + a->count) != a->index + a->count)
            break;
    a->rest &= ~(first_lanes(a->count) << a->lane);
    return true;
}

// Fail some of the cars: bit k of `which` is for the k-th car.
static void driver_fail(const asked_cars *a, uint64_t which)
{
    a->call->failed |= which << a->lane;
}

static void driver_answer(const asked_cars *a, uint64_t yes)
{
    a->call->succeeded |= yes << a->lane;
    driver_fail(a, first_lanes(a->count) & ~yes);
}

// Return which of the cars have something ahead.
static uint64_t which_are_near(const asked_cars *a, const float *way)
{
    uint64_t near = 0;
    for (uint32_t i = 0; i < a->count; i++)
        near |= (uint64_t)(way[a->car + i] < INFINITY) << i;
    return near;
}

static void put_where(float *to, const float *from, uint64_t which)
{
    if (which == UINT64_MAX) {
        memcpy(to, from, CALL_LANES * sizeof *to);
        return;
    }
    for (; which; which &= which - 1) {
        int i = __builtin_ctzll(which);
        to[i] = from[i];
    }
}

// Return the speeds in the argument, or else each car's desired speed. `room` is for the former.
static const float *wanted_speeds(const asked_cars *a, float *room)
{
    const gestalt_world_binding *b = a->call->user;
    const float *own = a->w->all.max_speed + a->index;
    if (!world_given(b, a->call, 0))
        return own;
    for (uint32_t i = 0; i < a->count; i++) {
        float wanted = world_float(b, a->call, 0, a->lane + i);
        room[i] = wanted > 0 ? wanted : own[i];
    }
    return room;
}

static void driver_speed_up(const asked_cars *a, const driver_sight *sees, float *accelerations)
{
    const driver_model *model = &road_world_of(a->w)->rules.model;
    a->w->kernels->driver_accelerate(model, sees, accelerations, a->count);
}

static void keep_lane_call(gestalt_call *call)
{
    if (call->cancelling)
        return;
    for (asked_cars a = ask_cars(call); next_cars(&a);)
        cars_steer(a.c, &a.w->all, &road_world_of(a.w)->rules, a.car, a.car + a.count);
}

static road_reasons reasons_of(const asked_cars *a)
{
    const gestalt_world_binding *b = a->call->user;
    return (road_reasons)scene_road_of(b->group->scene)->reasons;
}

static void free_road(const asked_cars *a, driver_sight sees, float *accelerations)
{
    float far[CALL_LANES];
    for (uint32_t i = 0; i < a->count; i++)
        far[i] = INFINITY;
    sees.gap = far;
    driver_speed_up(a, &sees, accelerations);
}

// Combine an action's accelerations for some of the cars with those of earlier actions.
static void driver_decide(const asked_cars *a, const driver_sight *sees, const float *answers,
                          uint64_t which)
{
    float free[CALL_LANES], *to = a->c->acceleration + a->car;
    road_reasons how = reasons_of(a);
    if (how == REASONS_LAST) {
        put_where(to, answers, which);
        return;
    }
    float least = -road_world_of(a->w)->rules.model.hardest;
    if (how == REASONS_SUM)
        free_road(a, *sees, free);
    for (; which; which &= which - 1) {
        int i = __builtin_ctzll(which);
        if (to[i] == INFINITY)
            to[i] = answers[i];
        else if (how == REASONS_HARDEST)
            to[i] = fminf(to[i], answers[i]);
        else
            to[i] = fmaxf(to[i] + (answers[i] - free[i]), least);
    }
}

static void cruise_call(gestalt_call *call)
{
    float room[CALL_LANES], answers[CALL_LANES];
    if (call->cancelling)
        return;
    for (asked_cars a = ask_cars(call); next_cars(&a);) {
        driver_sight sees = cars_sight(a.c, a.car);
        sees.wanted = wanted_speeds(&a, room);
        free_road(&a, sees, answers);
        driver_decide(&a, &sees, answers, first_lanes(a.count));
    }
}

static void follow_car_call(gestalt_call *call)
{
    float room[CALL_LANES], answers[CALL_LANES];
    if (call->cancelling)
        return;
    for (asked_cars a = ask_cars(call); next_cars(&a);) {
        uint64_t near = which_are_near(&a, a.c->seen.gap);
        driver_sight sees = cars_sight(a.c, a.car);
        sees.wanted = wanted_speeds(&a, room);
        driver_speed_up(&a, &sees, answers);
        driver_decide(&a, &sees, answers, near);
        driver_fail(&a, first_lanes(a.count) & ~near);
    }
}

// If the last action decides, it has to consider the car ahead, too.
static void stop_at_line_call(gestalt_call *call)
{
    float room[CALL_LANES], answers[CALL_LANES], ahead[CALL_LANES];
    if (call->cancelling)
        return;
    for (asked_cars a = ask_cars(call); next_cars(&a);) {
        uint64_t near = which_are_near(&a, a.c->seen.line);
        driver_fail(&a, first_lanes(a.count) & ~near);
        if (!near)
            continue;
        driver_sight sees = cars_sight(a.c, a.car);
        sees.wanted = wanted_speeds(&a, room);
        driver_speed_up(&a, &sees, ahead);
        sees.gap = a.c->seen.line + a.car;
        sees.approach = sees.speed;
        driver_speed_up(&a, &sees, answers);
        for (uint32_t i = 0; reasons_of(&a) == REASONS_LAST && i < a.count; i++)
            answers[i] = ahead[i] < answers[i] ? ahead[i] : answers[i];
        driver_decide(&a, &sees, answers, near);
    }
}

static void brake_hard_call(gestalt_call *call)
{
    if (call->cancelling)
        return;
    for (asked_cars a = ask_cars(call); next_cars(&a);)
        for (uint32_t i = 0; i < a.count; i++)
            a.c->acceleration[a.car + i] = -road_world_of(a.w)->rules.model.hardest;
}

static void about_to_hit_call(gestalt_call *call)
{
    const gestalt_world_binding *b = call->user;
    for (asked_cars a = ask_cars(call); next_cars(&a);) {
        const float *gaps = a.c->seen.gap + a.car, *approaches = a.c->seen.approach + a.car;
        uint64_t yes = 0;
        for (uint32_t i = 0; i < a.count; i++) {
            float gap = gaps[i], approach = approaches[i];
            float far = approach * world_float(b, call, 0, a.lane + i);
            yes |= (uint64_t)(gap <= 0 || (approach > 0 && gap < far)) << i;
        }
        driver_answer(&a, yes);
    }
}

static void car_ahead_call(gestalt_call *call)
{
    const gestalt_world_binding *b = call->user;
    for (asked_cars a = ask_cars(call); next_cars(&a);) {
        for (uint32_t i = 0; i < a.count; i++) {
            world_put_float(b, call, 0, a.lane + i, a.c->seen.gap[a.car + i]);
            world_put_float(b, call, 1, a.lane + i, a.c->seen.approach[a.car + i]);
        }
        driver_answer(&a, which_are_near(&a, a.c->seen.gap));
    }
}

static void must_stop_call(gestalt_call *call)
{
    const gestalt_world_binding *b = call->user;
    for (asked_cars a = ask_cars(call); next_cars(&a);) {
        for (uint32_t i = 0; i < a.count; i++)
            world_put_float(b, call, 0, a.lane + i, a.c->seen.line[a.car + i]);
        driver_answer(&a, which_are_near(&a, a.c->seen.line));
    }
}

#define SPEED                                                                                      \
    {                                                                                              \
        {"speed", GESTALT_FLOAT, .doc = "the desired speed; 0: `max_speed`"},                      \
        {                                                                                          \
            0                                                                                      \
        }                                                                                          \
    }
#define WRITTEN(name, doc)                                                                         \
    {                                                                                              \
        name, GESTALT_FLOAT, true, false, 0, doc                                                   \
    }

const gestalt_world_function roads_functions[] = {
    {"keep_lane",
     GESTALT_WORLD_ACTION,
     keep_lane_call,
     NULL,
     {{0}},
     "Steers along the middle of its lane. Without this action, a car drives straight on."},
    {"cruise", GESTALT_WORLD_ACTION, cruise_call, NULL, SPEED,
     "Drives as on a free road, and slower in bends. If several driving actions are live, "
     "`reasons` of the group's `road` decides."},
    {"follow_car", GESTALT_WORLD_ACTION, follow_car_call, NULL, SPEED,
     "Keeps its distance to the car ahead. Fails if no car is near."},
    {"stop_at_line", GESTALT_WORLD_ACTION, stop_at_line_call, NULL, SPEED,
     "Stops before the crossing ahead, or at the end of the queue there. Fails when it may "
     "drive on."},
    {"brake_hard", GESTALT_WORLD_ACTION, brake_hard_call, NULL, {{0}}, "Brakes as hard as it can."},
    {"about_to_hit",
     GESTALT_WORLD_SENSOR,
     about_to_hit_call,
     NULL,
     {{"seconds", GESTALT_FLOAT, .otherwise = 1, .doc = "within this time"}},
     "Whether it would hit the car ahead if both kept their speeds."},
    {"car_ahead",
     GESTALT_WORLD_SENSOR,
     car_ahead_call,
     NULL,
     {WRITTEN("gap", "gets the distance from bumper to bumper"),
      WRITTEN("approach", "gets its own speed minus that of the car ahead")},
     "Whether there is a car ahead on its lane."},
    {"must_stop",
     GESTALT_WORLD_SENSOR,
     must_stop_call,
     NULL,
     {WRITTEN("way", "gets the distance to the stop line")},
     "Whether there is a crossing ahead that it must not enter."},
    {0},
};
