// SPDX-License-Identifier: MIT
// Airports as a part of worlds: the functions for trees of planes, and the stages. The airport
// grants and moves at the start of a step, by the wishes that trees stated in the previous step.
#include "airport.h"
#include "airport_scene.h"
#include "world_state.h"

#include <string.h>

typedef struct airport_run {
    airfield field;
    airport *airport;
    uint32_t begin, end; // indexes of the planes
    int64_t dt;
} airport_run;

static airport_run *run_of(const world *w)
{
    return w->parts.states[SCENE_PART_AIRPORT];
}

// ---- functions for trees

// A call of a function for one plane. Actions return a status.
typedef struct plane_call {
    const gestalt_world_binding *binding;
    const gestalt_call *call;
    unsigned lane;
    airport *airport;
    const airport_plane *plane;
    uint32_t number;
    bool starting;
} plane_call;

typedef gestalt_status plane_function(const plane_call *c);

static float airport_argument(const plane_call *c, int number)
{
    return world_float(c->binding, c->call, number, c->lane);
}

static void airport_wants(const plane_call *c, airport_want what, float speed, int32_t rank)
{
    airport_wish_of(c->airport, c->number,
                    (airport_wish){.want = what, .rank = rank, .speed = speed});
}

static gestalt_status do_land(const plane_call *c)
{
    int32_t rank = world_int(c->binding, c->call, 1, c->lane);
    bool is_down = c->plane->phase > AIRPORT_LANDING;
    if (!is_down)
        airport_wants(c, AIRPORT_LAND, airport_argument(c, 0), rank);
    return is_down ? GESTALT_SUCCESS : GESTALT_RUNNING;
}

static gestalt_status do_taxi(const plane_call *c)
{
    if (airport_is_at_goal(c->airport, c->number))
        return GESTALT_SUCCESS;
    airport_wants(c, AIRPORT_TAXI, airport_argument(c, 0),
                  world_int(c->binding, c->call, 1, c->lane));
    return GESTALT_RUNNING;
}

static gestalt_status do_hold(const plane_call *c)
{
    airport_wants(c, AIRPORT_HOLD, 0, world_int(c->binding, c->call, 0, c->lane));
    return GESTALT_RUNNING;
}

static gestalt_status do_plan_departure(const plane_call *c)
{
    if (c->plane->phase != AIRPORT_PARKED)
        return c->plane->phase == AIRPORT_PUSHING ? GESTALT_SUCCESS : GESTALT_FAILURE;
    airport_wants(c, AIRPORT_LEAVE, 0, 0);
    return GESTALT_RUNNING;
}

static gestalt_status do_push_back(const plane_call *c)
{
    if (c->plane->phase != AIRPORT_PUSHING)
        return c->plane->phase == AIRPORT_TAXI_OUT ? GESTALT_SUCCESS : GESTALT_FAILURE;
    airport_wants(c, AIRPORT_TAXI, airport_argument(c, 0),
                  world_int(c->binding, c->call, 1, c->lane));
    return GESTALT_RUNNING;
}

static gestalt_status do_take_off(const plane_call *c)
{
    if (c->plane->phase == AIRPORT_GONE)
        return GESTALT_SUCCESS;
    airport_wants(c, AIRPORT_LIFT, airport_argument(c, 0),
                  world_int(c->binding, c->call, 1, c->lane));
    return GESTALT_RUNNING;
}

// The result comes with the next step.
static gestalt_status airport_ask(const plane_call *c, airport_want what)
{
    if (!c->starting)
        return c->plane->answer == AIRPORT_YES ? GESTALT_SUCCESS : GESTALT_FAILURE;
    airport_wants(c, what, 0, c->plane->rank);
    return GESTALT_RUNNING;
}

// Return the nodes of a list argument for this plane, with room for its capacity, or with those
// that it has.
static airport_nodes nodes_of(const plane_call *c, const gestalt_list *list, bool is_read)
{
    return (airport_nodes){.at = list->ints + c->lane,
                           .stride = list->stride,
                           .count = is_read ? (uint32_t)list->counts[c->lane] : list->capacity};
}

typedef uint32_t nodes_reader(const airport *a, uint32_t plane, airport_nodes to);

// Replace the elements of a list argument, if the tree passes it.
static gestalt_status put_nodes(const plane_call *c, nodes_reader *read)
{
    gestalt_list list = world_list(c->binding, c->call, 0);
    if (!list.counts)
        return GESTALT_SUCCESS;
    uint32_t count = read(c->airport, c->number, nodes_of(c, &list, false));
    if (count == GRAPH_NONE)
        return GESTALT_FAILURE;
    list.counts[c->lane] = (int32_t)count;
    return GESTALT_SUCCESS;
}

static gestalt_status do_read_route(const plane_call *c)
{
    return put_nodes(c, airport_read_route);
}

static gestalt_status do_find_alternative(const plane_call *c)
{
    gestalt_status status = airport_ask(c, AIRPORT_SEARCH);
    return status == GESTALT_SUCCESS ? put_nodes(c, airport_read_other) : status;
}

static gestalt_status do_take_route(const plane_call *c)
{
    gestalt_list list = world_list(c->binding, c->call, 0);
    if (c->starting && !airport_offer_route(c->airport, c->number, nodes_of(c, &list, true)))
        return GESTALT_FAILURE;
    return airport_ask(c, AIRPORT_SWITCH);
}

static gestalt_status do_take_alternative(const plane_call *c)
{
    return airport_ask(c, AIRPORT_SWITCH);
}

static gestalt_status airport_whether(bool yes)
{
    return yes ? GESTALT_SUCCESS : GESTALT_FAILURE;
}

static gestalt_status is_way_free(const plane_call *c)
{
    return airport_whether(airport_way_is_free(c->airport, c->number));
}

static gestalt_status is_refused(const plane_call *c)
{
    return airport_whether(c->plane->refused);
}

static gestalt_status is_oncoming(const plane_call *c)
{
    return airport_whether(airport_sees_oncoming(c->airport, c->number, airport_argument(c, 0)));
}

static gestalt_status is_to_give_way(const plane_call *c)
{
    return airport_whether(airport_must_give_way(c->airport, c->number));
}

static gestalt_status has_waited(const plane_call *c)
{
    return airport_whether(c->plane->waited >= airport_argument(c, 0));
}

static gestalt_status is_detour_below(const plane_call *c)
{
    return airport_whether(airport_detour(c->airport, c->number) < airport_argument(c, 0));
}

static gestalt_status is_at_stand(const plane_call *c)
{
    return airport_whether(c->plane->phase == AIRPORT_PARKED);
}

static gestalt_status is_at_runway(const plane_call *c)
{
    return airport_whether(c->plane->phase == AIRPORT_TAXI_OUT &&
                           airport_is_at_goal(c->airport, c->number));
}

// A function in this table; gestalt_world_function.data points to this.
typedef struct plane_action {
    plane_function *run;
} plane_action;

static void call_planes(gestalt_call *call)
{
    const gestalt_world_binding *b = call->user;
    const plane_action *action = b->function->data;
    airport_run *run = run_of(b->world);
    if (call->cancelling)
        return;
    for (uint64_t rest = call->lanes; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(rest);
        uint32_t number = world_index(b, call, lane) - run->begin;
        plane_call c = {.binding = b,
                        .call = call,
                        .lane = lane,
                        .airport = run->airport,
                        .plane = airport_plane_of(run->airport, number),
                        .number = number,
                        .starting = call->starting >> lane & 1};
        gestalt_status status = action->run(&c);
        call->succeeded |= (uint64_t)(status == GESTALT_SUCCESS) << lane;
        call->failed |= (uint64_t)(status == GESTALT_FAILURE) << lane;
    }
}

#define RUNS(function)                                                                             \
    .body = call_planes, .data = &(const plane_action)                                             \
    {                                                                                              \
        function                                                                                   \
    }
#define SPEED(usual)                                                                               \
    {                                                                                              \
        "speed", GESTALT_FLOAT, .otherwise = usual, .doc = "the maximum speed in m/s"              \
    }
#define NODES(name, needed, text)                                                                  \
    {                                                                                              \
        name, GESTALT_INT, .by_key = true, .is_list = true, .required = needed, .doc = text        \
    }
#define RANK                                                                                       \
    {                                                                                              \
        "rank", GESTALT_INT,                                                                       \
            .doc = "the plane with the higher rank goes first; with equal ranks, the one that "    \
                   "has waited longer"                                                             \
    }

static const gestalt_world_function airport_functions[] = {
    {"land", GESTALT_WORLD_ACTION, RUNS(do_land), .arguments = {SPEED(1000), RANK},
     .doc = "Holds in the air until there are a runway and a stand, then lands. Succeeds when the "
            "plane has left the runway."},
    {"taxi", GESTALT_WORLD_ACTION, RUNS(do_taxi), .arguments = {SPEED(12), RANK},
     .doc = "Follows the route, and reserves its next parts. Succeeds at the stand, or before the "
            "runway for the take-off."},
    {"hold", GESTALT_WORLD_ACTION, RUNS(do_hold), .arguments = {RANK},
     .doc = "Brakes, and reserves nothing. Does not end."},
    {"plan_departure", GESTALT_WORLD_ACTION, RUNS(do_plan_departure),
     .doc = "Plans a route from the stand to a runway: the one to which the fewest planes are "
            "taxiing."},
    {"push_back", GESTALT_WORLD_ACTION, RUNS(do_push_back), .arguments = {SPEED(3), RANK},
     .doc = "Leaves the stand backwards as soon as there is room. Succeeds when the plane has left "
            "the stand."},
    {"take_off", GESTALT_WORLD_ACTION, RUNS(do_take_off), .arguments = {SPEED(1000), RANK},
     .doc = "Enters the runway as soon as it is free, and takes off. Succeeds when the plane is in "
            "the air."},
    {"read_route", GESTALT_WORLD_SENSOR, RUNS(do_read_route),
     .arguments = {NODES("to", true, "receives the nodes")},
     .doc = "Writes the rest of the route as the numbers of its nodes, from the place up to which "
            "it is granted to the stand, or to the start of the runway. Fails without a route, or "
            "if the list has no room for all nodes; the list is unchanged then."},
    {"find_alternative", GESTALT_WORLD_ACTION, RUNS(do_find_alternative),
     .arguments = {NODES("to", false, "receives the nodes, as from `read_route`")},
     .doc = "Searches for another route that avoids the obstruction, by breadth-first search. "
            "Finishes in the next step. Fails, too, if the list has no room for all nodes."},
    {"take_alternative", GESTALT_WORLD_ACTION, RUNS(do_take_alternative),
     .doc = "Changes to the route that `find_alternative` has found. Fails if it could lead to a "
            "deadlock, or if the plane has already taken `detours` alternatives. Finishes in the "
            "next step."},
    {"take_route", GESTALT_WORLD_ACTION, RUNS(do_take_route),
     .arguments = {NODES("route", true, "the numbers of the nodes, as from `read_route`")},
     .doc = "Changes to a route that the tree has written or chosen. Fails at once unless the list "
            "leads from the place up to which the route is granted to the goal, along taxiways, "
            "without turning on the spot, and without any node twice. Then it is like "
            "`take_alternative`."},
    {"way_is_free", GESTALT_WORLD_PREDICATE, RUNS(is_way_free),
     .doc = "Whether no other plane has reserved the next part of the route."},
    {"would_block", GESTALT_WORLD_PREDICATE, RUNS(is_refused),
     .doc = "Whether the next part was free, but was refused because it could lead to a deadlock."},
    {"oncoming", GESTALT_WORLD_PREDICATE, RUNS(is_oncoming),
     .arguments = {{"within", GESTALT_FLOAT, .otherwise = 1e9f, .doc = "the distance in metres"}},
     .doc = "Whether the next plane on the route comes from the opposite direction."},
    {"must_give_way", GESTALT_WORLD_PREDICATE, RUNS(is_to_give_way),
     .doc =
         "Whether a moving plane of a higher rank is about to cross the next part of the route."},
    {"has_waited", GESTALT_WORLD_PREDICATE, RUNS(has_waited),
     .arguments = {{"seconds", GESTALT_FLOAT, .required = true,
                    .doc = "the minimum time in seconds"}},
     .doc = "Whether the plane has waited for at least this time for its next part."},
    {"detour_below", GESTALT_WORLD_PREDICATE, RUNS(is_detour_below),
     .arguments = {{"metres", GESTALT_FLOAT, .required = true, .doc = "the limit in metres"}},
     .doc = "Whether there is an alternative route that is longer by less than this."},
    {"at_stand", GESTALT_WORLD_PREDICATE, RUNS(is_at_stand), .doc = "Whether the plane is parked."},
    {"at_runway", GESTALT_WORLD_PREDICATE, RUNS(is_at_runway),
     .doc = "Whether the plane waits before the runway for the take-off."},
    {0},
};

// ---- stages

// Planes that are not on the ground are lined up at the edge of the world.
static void put_away(const world *w, const airport_run *run, uint32_t index)
{
    float part = ((float)(index - run->begin) + 0.5f) / (float)(run->end - run->begin);
    vector place = {{w->space.low.at[0] + w->space.size.at[0] * part, w->space.low.at[1]}};
    vectors_set(&w->all.position, index, place);
    vectors_set(&w->all.velocity, index, vector_zero());
}

static gestalt_result airport_start(world *w, gestalt_error *error)
{
    (void)error;
    const airport_given *given = airport_of_scene(w->scene);
    if (!given || given->group == UINT32_MAX)
        return GESTALT_OK;
    airport_run *run = world_allocate(w, sizeof *run);
    if (!run)
        return GESTALT_NO_MEMORY;
    w->parts.states[SCENE_PART_AIRPORT] = run;
    world_group *group = &w->groups[given->group];
    run->begin = group->begin;
    run->end = group->end;
    run->dt = w->scene->space.dt;
    airfield_fault fault;
    gestalt_result result = airfield_create(&run->field, &w->allocator, &given->plan, &fault);
    if (result == GESTALT_OK)
        result = airport_create(&run->airport, &w->allocator, &run->field, run->end - run->begin);
    if (result != GESTALT_OK)
        return result;
    size_t size;
    void *state = airport_state_of(run->airport, &size);
    if (!world_keep(w, state, size))
        return GESTALT_NO_MEMORY;
    group->mover = &airport_part;
    for (uint32_t i = run->begin; i < run->end; i++)
        put_away(w, run, i);
    return GESTALT_OK;
}

static void airport_stop(world *w)
{
    airport_run *run = run_of(w);
    if (!run)
        return;
    airport_destroy(run->airport);
    airfield_destroy(&run->field, &w->allocator);
}

static gestalt_result airport_loaded(world *w, gestalt_error *error)
{
    const airport_run *run = run_of(w);
    int64_t last = w->step > 0 ? (int64_t)(w->step - 1) * w->scene->space.dt : 0;
    return run ? airport_check(run->airport, last, error) : GESTALT_OK;
}

static void airport_before(world *w)
{
    airport_run *run = run_of(w);
    if (run)
        airport_step(run->airport, (int64_t)w->step * run->dt, run->dt);
}

static void airport_move(world *w, uint32_t group, uint32_t begin, uint32_t end)
{
    (void)group;
    const airport_run *run = run_of(w);
    for (uint32_t i = begin; i < end; i++) {
        const airport_plane *p = airport_plane_of(run->airport, i - run->begin);
        if (p->phase == AIRPORT_AWAY)
            continue;
        if (p->phase == AIRPORT_GONE) {
            if (vector_length_squared(vectors_get(&w->all.velocity, i)) > 0)
                put_away(w, run, i);
            continue;
        }
        vectors_set(&w->all.position, i, p->position);
        vectors_set(&w->all.heading, i, p->heading);
        float sign = p->phase == AIRPORT_PUSHING ? -p->speed : p->speed;
        vectors_set(&w->all.velocity, i, vector_scale(p->heading, sign));
    }
}

static double airport_mean(double sum, uint32_t count)
{
    return count ? sum / count : NAN;
}

static void airport_measure(const world *w, outcome *out)
{
    const airport_run *run = run_of(w);
    if (!run)
        return;
    const airport_outcome *is = airport_outcome_of(run->airport);
    gestalt_outcome_count(out, NULL, "movements", is->landings + is->take_offs);
    gestalt_outcome_count(out, NULL, "landings", is->landings);
    gestalt_outcome_count(out, NULL, "take_offs", is->take_offs);
    gestalt_outcome_count(out, NULL, "accidents", is->accidents);
    gestalt_outcome_number(out, NULL, "least_separation", is->least_separation);
    gestalt_outcome_number(out, NULL, "last_movement", (double)is->last / 1e6);
    gestalt_outcome_number(out, NULL, "mean_holding", airport_mean(is->holding, is->landings));
    gestalt_outcome_number(out, NULL, "mean_taxi_in", airport_mean(is->taxi_in, is->landings));
    gestalt_outcome_number(out, NULL, "mean_taxi_out", airport_mean(is->taxi_out, is->take_offs));
    gestalt_outcome_number(out, NULL, "mean_waiting", airport_mean(is->waiting, is->landings));
    gestalt_outcome_number(out, NULL, "mean_giving_way",
                           airport_mean(is->giving_way, is->landings));
    gestalt_outcome_number(out, NULL, "longest_wait", is->longest_wait);
    gestalt_outcome_count(out, NULL, "replans", is->searches);
    gestalt_outcome_count(out, NULL, "alternatives", is->detours);
    gestalt_outcome_count(out, NULL, "deadlocks_avoided", is->unsafe);
    gestalt_outcome_count(out, NULL, "most_under_way", is->most_under_way);
}

// Half the width of a runway in drawings, in metres.
static const float STRIP = 22;

static gestalt_record_geometry airport_drawn(const world *w, arena *memory,
                                             gestalt_record_geometry_kind kind,
                                             const uint32_t *nodes, uint32_t count)
{
    const graph *g = &run_of(w)->field.ways;
    float *points = ARENA_ARRAY(memory, float, (size_t)count * 2 + 1);
    for (uint32_t i = 0; i < count; i++)
        for (int d = 0; d < 2; d++)
            points[i * 2 + (uint32_t)d] = g->position[nodes[i]].at[d];
    return (gestalt_record_geometry){.kind = kind, .points = points, .point_count = count};
}

static uint32_t airport_draw(const world *w, arena *memory, gestalt_record_geometry *to)
{
    const airport_run *run = run_of(w);
    if (!run)
        return 0;
    const airfield *field = &run->field;
    uint32_t edges = field->ways.edge_count, strips = field->runway_count;
    for (uint32_t i = 0; to && i < edges; i++) {
        const uint32_t ends[2] = {field->ways.edges[i].from, field->ways.edges[i].to};
        *to++ = airport_drawn(w, memory, GESTALT_RECORD_EDGE, ends, 2);
    }
    for (uint32_t i = 0; to && i < strips; i++) {
        *to = airport_drawn(w, memory, GESTALT_RECORD_PATH, field->runways[i].nodes,
                            field->runways[i].node_count);
        to++->radius = STRIP;
    }
    for (uint32_t i = 0; to && i < field->stand_count; i++) {
        *to = airport_drawn(w, memory, GESTALT_RECORD_PLACE, &field->stands[i], 1);
        to++->name = airport_of_scene(w->scene)->stands.list[i];
    }
    return edges + strips + field->stand_count;
}

static const airport_plane *plane_at(const world *w, uint32_t index)
{
    const airport_run *run = run_of(w);
    return index >= run->begin && index < run->end
               ? airport_plane_of(run->airport, index - run->begin)
               : NULL;
}

static const char *const phases[] = {
    [AIRPORT_AWAY] = "in the air",      [AIRPORT_LANDING] = "lands",
    [AIRPORT_TAXI_IN] = "taxis in",     [AIRPORT_PARKED] = "is parked",
    [AIRPORT_PUSHING] = "leaves",       [AIRPORT_TAXI_OUT] = "taxis out",
    [AIRPORT_TAKING_OFF] = "takes off", [AIRPORT_GONE] = "is gone",
    [AIRPORT_GONE + 1] = NULL,
};

static uint32_t phase_of(const world *w, uint32_t index)
{
    const airport_plane *p = plane_at(w, index);
    return p ? p->phase : UINT32_MAX;
}

static float target_of(const world *w, uint32_t index)
{
    const airport_plane *p = plane_at(w, index);
    return p ? fminf(p->target, w->all.max_speed[index]) : NAN;
}

static float waited_of(const world *w, uint32_t index)
{
    const airport_plane *p = plane_at(w, index);
    return p ? p->waited : NAN;
}

static const gestalt_world_column columns[] = {
    {"phase", .word = phase_of, .words = phases},
    {"target", "m/s", .number = target_of},
    {"waited", "s", .number = waited_of},
    {0},
};

static bool has_columns(const scene_group *group)
{
    const airport_group *read = group->parts[SCENE_PART_AIRPORT];
    return read && read->planes;
}

static const char *airport_unshared(const scene *s)
{
    const airport_given *given = airport_of_scene(s);
    return given && given->group != UINT32_MAX
               ? "the scene has an airport: one tower clears all of its planes"
               : NULL;
}

const world_part airport_part = {
    .number = SCENE_PART_AIRPORT,
    .scene.name = "airport",
    .scene.fields = airport_scene_fields,
    .scene.size = sizeof(airport_scene),
    .scene.group_fields = airport_group_fields,
    .scene.group_size = sizeof(airport_group),
    .scene.define = airport_scene_define,
    .scene.check = airport_scene_check,
    .scene.columns = columns,
    .scene.has_columns = has_columns,
    .scene.drawn_as = GESTALT_RECORD_SHAPE_PLANE,
    .scene.unshared = airport_unshared,
    .functions = airport_functions,
    .start = airport_start,
    .stop = airport_stop,
    .loaded = airport_loaded,
    .before = airport_before,
    .move = airport_move,
    .outcome = airport_measure,
    .geometry = airport_draw,
};
