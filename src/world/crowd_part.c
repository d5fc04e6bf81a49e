// SPDX-License-Identifier: MIT
// Crowds as a part of worlds: streams of pedestrians that take turns to cross a box at a light.
//
// Bodies never overlap. Somebody who is a gap away in the direction n allows a step d with
// d * n <= gap / 2, and so does he for his own step: what both go towards each other is at most the
// gap. Who wants more goes past (what points at the other one is taken out of the step), and what
// is still too long is shortened. That holds for pedestrians who do not overlap at first.
//
// A turn is `green`, then `clear`. In the first `amber` of `clear`, who is too near to stop may
// still enter; the rest is for the box to become empty.
#include "document.h"
#include "error.h"
#include "image.h"
#include "world_state.h"

#include <math.h>
#include <string.h>

#define AT(type, member) .offset = offsetof(type, member)

enum { TURNS = 2 };

// ---- scene files

typedef struct crowd_light {
    scene_place place;
    scene_point low, high;
    int64_t green, amber, clear; // microseconds
} crowd_light;

typedef struct crowd_scene {
    scene_place place;
    crowd_light light;
} crowd_scene;

typedef struct crowd_stream {
    scene_place place;
    scene_point low, high, direction;
    uint64_t turn;
    float relaxation;
} crowd_stream;

typedef struct crowd_group {
    scene_place place;
    crowd_stream stream;
} crowd_group;

static const scene_field light_fields[] = {
    {SCENE_POINT, "low", AT(crowd_light, low), .required = true,
     .doc = "a corner of the box where the streams cross"},
    {SCENE_POINT, "high", AT(crowd_light, high), .required = true, .doc = "and the one opposite"},
    {SCENE_TIME, "green", AT(crowd_light, green), .least = 1, .most = 3600, .otherwise = 20,
     .doc = "seconds that a stream may enter"},
    {SCENE_TIME, "amber", AT(crowd_light, amber), .least = 0, .most = 3600, .otherwise = 3,
     .doc = "seconds after that in which those who can't stop may"},
    {SCENE_TIME, "clear", AT(crowd_light, clear), .least = 0, .most = 3600, .otherwise = 20,
     .doc = "seconds from the end of green to the turn of the other stream"},
    {0},
};

static const scene_field stream_fields[] = {
    {SCENE_POINT, "low", AT(crowd_stream, low), .required = true,
     .doc = "a corner of the street that they do not leave"},
    {SCENE_POINT, "high", AT(crowd_stream, high), .required = true,
     .doc = "and the one opposite; where it is as long as a periodic world, it has no ends"},
    {SCENE_POINT, "direction", AT(crowd_stream, direction), .required = true,
     .doc = "where they want to go"},
    {SCENE_COUNT, "turn", AT(crowd_stream, turn), .least = 0, .most = TURNS - 1,
     .doc = "which turn of the light is theirs, 0 or 1"},
    {SCENE_NUMBER, "relaxation", AT(crowd_stream, relaxation), .least = 0.01, .most = 100,
     .otherwise = 0.4, .doc = "seconds in which they take up the speed that they want"},
    {0},
};

static const scene_field crowd_scene_fields[] = {
    {SCENE_OBJECT, "light", AT(crowd_scene, light), .fields = light_fields,
     .doc = "a box where two streams of pedestrians cross, in turns", .what = "the light"},
    {0},
};

static const scene_field crowd_group_fields[] = {
    {SCENE_OBJECT, "pedestrians", AT(crowd_group, stream), .fields = stream_fields,
     .doc = "they walk as their trees want, and do not run into each other",
     .what = "the pedestrians"},
    {0},
};

static const crowd_light *light_of(const scene *s)
{
    const crowd_scene *part = s->parts[SCENE_PART_CROWD];
    return part && scene_given(part->light.place) ? &part->light : NULL;
}

static const crowd_stream *stream_of(const scene_group *group)
{
    const crowd_group *part = group->parts[SCENE_PART_CROWD];
    return part && scene_given(part->stream.place) ? &part->stream : NULL;
}

static void check_box(scene_reader *r, json_value place, const scene_point *low,
                      const scene_point *high)
{
    if (!(low->at[0] < high->at[0] && low->at[1] < high->at[1]))
        scene_wrong(r, scene_member(place, "high"), DIAGNOSTIC_SCENE_MISFIT,
                    "`high` must be above `low` in both directions");
}

static void check(scene_reader *r, scene *s)
{
    const crowd_light *light = light_of(s);
    if (light)
        check_box(r, light->place, &light->low, &light->high);
    if (light)
        scene_want_fixed(r, s, "a light for pedestrians");
    if (light && light->amber > light->clear)
        scene_wrong(r, light->place, DIAGNOSTIC_SCENE_MISFIT, "`amber` is longer than `clear`");
    for (uint32_t i = 0; i < s->groups.count; i++) {
        const scene_group *group = scene_group_at(s, i);
        const crowd_stream *stream = stream_of(group);
        if (!stream) {
            scene_check_calls(r, group, crowd_part.functions, "pedestrians",
                              "give the group `\"pedestrians\": {...}`");
            continue;
        }
        check_box(r, stream->place, &stream->low, &stream->high);
        if (stream->direction.at[0] == 0 && stream->direction.at[1] == 0)
            scene_wrong(r, scene_member(stream->place, "direction"), DIAGNOSTIC_SCENE_MISFIT,
                        "the direction is none");
        if (!light)
            scene_wrong(r, stream->place, DIAGNOSTIC_SCENE_MISFIT,
                        "there are pedestrians, but the scene has no `light`");
    }
}

// ---- running

// One group's street.
typedef struct crowd_street {
    bool is_used;
    vector low, high, direction;
    bool is_endless[STEER_DIMENSIONS];
    uint32_t turn;
    float share; // of what is wanted and is not yet so, in a step
} crowd_street;

// What changes besides the columns. No padding: snapshots hold it.
typedef struct crowd_counts {
    uint64_t turn; // how many have begun, less one
    uint64_t crossings, crossings_of_turn;
    uint64_t least, most; // of a turn
    uint64_t red_entries, left_over;
    uint64_t waiting, longest_wait; // steps
} crowd_counts;
_Static_assert(sizeof(crowd_counts) == 72, "no padding");

typedef struct crowd_run {
    const crowd_light *light;
    vector low, high;
    float most_radius;
    crowd_street *streets; // by group
    float *ahead, *aside;  // by index: the velocity that the tree wants
    // The state.
    crowd_counts *counts;
    uint8_t *is_inside; // by index
    uint32_t *waited;   // by index: steps that it has stood since it last crossed
} crowd_run;

static crowd_run *run_of(const world *w)
{
    return w->parts[SCENE_PART_CROWD];
}

static int64_t period_of(const crowd_light *light)
{
    return light->green + light->clear;
}

// Microseconds since the turn began.
static int64_t time_in_turn(const world *w, const crowd_run *run)
{
    return (int64_t)w->step * w->scene->space.dt % period_of(run->light);
}

static bool is_turn_of(const crowd_run *run, uint32_t group)
{
    return run->counts->turn % TURNS == run->streets[group].turn;
}

static bool is_green(const world *w, const crowd_run *run, uint32_t group)
{
    return is_turn_of(run, group) && time_in_turn(w, run) < run->light->green;
}

static bool is_inside(const crowd_run *run, vector at)
{
    EACH_DIMENSION (d)
        if (!(at.at[d] >= run->low.at[d] && at.at[d] < run->high.at[d]))
            return false;
    return true;
}

// How far the box is ahead: 0 inside, INFINITY when it is behind.
static float way_to_box(const world *w, const crowd_run *run, uint32_t group, vector at)
{
    vector middle = vector_scale(vector_add(run->low, run->high), 0.5f);
    vector to = vector_subtract(space_nearest(&w->space, at, middle), at), beside;
    if (vector_dot(to, run->streets[group].direction) <= 0)
        return INFINITY;
    EACH_DIMENSION (d) {
        float way = fabsf(to.at[d]) - (run->high.at[d] - run->low.at[d]) / 2;
        beside.at[d] = way > 0 ? way : 0;
    }
    return vector_length(beside);
}

// ---- what trees can call

static void walk_call(gestalt_call *call)
{
    const world_binding *b = call->user;
    const crowd_run *run = run_of(b->world);
    for (uint64_t rest = call->cancelling ? 0 : call->lanes; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(rest);
        uint32_t index = world_index(b, call, lane);
        run->ahead[index] = world_float(b, call, 0, lane);
        run->aside[index] = world_float(b, call, 1, lane);
    }
}

static void must_wait_call(gestalt_call *call)
{
    const world_binding *b = call->user;
    const crowd_run *run = run_of(b->world);
    bool green = is_green(b->world, run, b->group->number);
    for (uint64_t rest = call->lanes; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(rest);
        uint32_t index = world_index(b, call, lane);
        vector at = vectors_get(&b->world->all.position, index);
        bool waits =
            !green && !is_inside(run, at) &&
            way_to_box(b->world, run, b->group->number, at) <= world_float(b, call, 0, lane);
        call->succeeded |= (uint64_t)waits << lane;
        call->failed |= (uint64_t)!waits << lane;
    }
}

static const world_function crowd_functions[] = {
    {"walk", WORLD_ACTION, walk_call,
     .arguments = {{"speed", GESTALT_FLOAT, .otherwise = 1.4f, .doc = "m/s along the street"},
                   {"aside", GESTALT_FLOAT, .doc = "m/s to the right"}},
     .doc = "Walks along its street, as far as others leave room. Who does not walk, stands. Does "
            "not end."},
    {"must_wait", WORLD_SENSOR, must_wait_call,
     .arguments = {{"within", GESTALT_FLOAT, .otherwise = 2, .doc = "metres"}},
     .doc = "Succeeds if the box of the light is so near ahead, and the light is not green."},
    {0},
};

// ---- moving

// Those around somebody, some at a time.
typedef struct crowd_around {
    grid_walk walk;
    float room[GRID_FOUND]; // how far a step may lead towards each
    float towards[STEER_DIMENSIONS][GRID_FOUND];
} crowd_around;

static void walk_around(const world *w, uint32_t index, vector at, vector step, crowd_around *a)
{
    float reach = w->all.radius[index] + run_of(w)->most_radius + 2 * vector_length(step) + 0.01f;
    grid_walk_begin(&a->walk, &w->near, at, reach < w->most_reach ? reach : w->most_reach);
}

static bool find_around(const world *w, uint32_t index, crowd_around *a)
{
    const grid_walk *walk = &a->walk;
    const float radius = w->all.radius[index], margin = 1e-3f; // for rounding
    if (!grid_walk_find(&a->walk))
        return false;
    for (uint32_t i = 0; i < walk->count; i++)
        a->room[i] = w->all.radius[walk->agent[i]];
    for (uint32_t i = 0; i < walk->count; i++) {
        vector offset;
        EACH_DIMENSION (d)
            offset.at[d] = walk->position[d][i] - walk->centre.at[d];
        float distance = vector_length(offset), gap = distance - radius - a->room[i] - margin;
        float each = distance > 0 ? 1 / distance : 0;
        gap = gap > 0 ? gap / 2 : 0;
        a->room[i] = walk->agent[i] == index ? INFINITY : gap;
        EACH_DIMENSION (d)
            a->towards[d][i] = offset.at[d] * each;
    }
    return true;
}

static vector towards(const crowd_around *a, uint32_t i)
{
    vector unit;
    EACH_DIMENSION (d)
        unit.at[d] = a->towards[d][i];
    return unit;
}

// The step, past those who are in the way.
static vector go_past(const crowd_around *a, vector step)
{
    for (uint32_t i = 0; i < a->walk.count; i++) {
        float too_far = vector_dot(step, towards(a, i)) - a->room[i];
        if (too_far > 0)
            step = vector_add_scaled(step, towards(a, i), -too_far);
    }
    return step;
}

static vector stay_in_street(const crowd_street *street, float radius, vector at, vector step)
{
    EACH_DIMENSION (d) {
        float back = street->low.at[d] + radius - at.at[d];
        float on = street->high.at[d] - radius - at.at[d];
        if (street->is_endless[d])
            continue;
        if (step.at[d] < back && step.at[d] < 0)
            step.at[d] = back < 0 ? back : 0;
        if (step.at[d] > on && step.at[d] > 0)
            step.at[d] = on > 0 ? on : 0;
    }
    return step;
}

// The share of the step that those around allow.
static float shorten(const crowd_around *a, vector step, float share)
{
    for (uint32_t i = 0; i < a->walk.count; i++) {
        float goes = vector_dot(step, towards(a, i));
        if (goes * share > a->room[i])
            share = a->room[i] / goes;
    }
    return share;
}

// What of a step is possible. It only gets shorter, so that nobody else comes near. Most have so
// few around them that these need not be looked for twice.
static vector possible_step(const world *w, const crowd_street *street, uint32_t i, vector at,
                            vector step)
{
    float share = 1;
    crowd_around around;
    walk_around(w, i, at, step, &around);
    while (find_around(w, i, &around))
        step = go_past(&around, step);
    step = stay_in_street(street, w->all.radius[i], at, step);
    if (around.walk.chunks > 1)
        walk_around(w, i, at, step, &around);
    else
        share = shorten(&around, step, share);
    while (find_around(w, i, &around))
        share = shorten(&around, step, share);
    return vector_scale(step, share);
}

static void move_one(world *w, const crowd_street *street, uint32_t i)
{
    const crowd_run *run = run_of(w);
    vector velocity = vectors_get(&w->all.velocity, i), at = vectors_get(&w->all.position, i);
    vector wanted = vector_scale(street->direction, run->ahead[i]);
    wanted = vector_add_scaled(wanted, vector_right(street->direction), run->aside[i]);
    velocity = vector_add_scaled(velocity, vector_subtract(wanted, velocity), street->share);
    vector step = vector_scale(vector_clip(velocity, w->all.max_speed[i]), w->dt);
    at = space_wrap(&w->space, at);
    if (vector_length_squared(step) < 1e-8f) {
        vectors_set(&w->all.velocity, i, vector_zero());
        return;
    }
    step = possible_step(w, street, i, at, step);
    vectors_set(&w->all.position, i, space_wrap(&w->space, vector_add(at, step)));
    vectors_set(&w->all.velocity, i, vector_scale(step, 1 / w->dt));
    if (vector_length_squared(step) >= 1e-8f)
        vectors_set(&w->all.heading, i, vector_unit(step));
}

static void move(world *w, uint32_t group, uint32_t begin, uint32_t end)
{
    for (uint32_t i = begin; i < end; i++)
        move_one(w, &run_of(w)->streets[group], i);
}

// ---- the stages

// The turn that begins now ends the one before.
static void change_turn(crowd_run *run, uint64_t turn)
{
    crowd_counts *c = run->counts;
    bool is_first = c->turn == 0;
    c->least = is_first || c->crossings_of_turn < c->least ? c->crossings_of_turn : c->least;
    c->most = c->crossings_of_turn > c->most ? c->crossings_of_turn : c->most;
    c->crossings_of_turn = 0;
    c->turn = turn;
}

static void count_left_over(const world *w, crowd_run *run)
{
    for (uint32_t i = 0; i < w->all.count; i++)
        run->counts->left_over += run->is_inside[i];
}

static void before(world *w)
{
    crowd_run *run = run_of(w);
    if (!run)
        return;
    uint64_t turn = w->step * (uint64_t)w->scene->space.dt / (uint64_t)period_of(run->light);
    if (turn != run->counts->turn) {
        change_turn(run, turn);
        count_left_over(w, run);
    }
    memset(run->ahead, 0, w->all.count * sizeof *run->ahead);
    memset(run->aside, 0, w->all.count * sizeof *run->aside);
}

static const float STANDING = 0.1f; // m/s

// Whether the step that is done was too late to enter.
static bool was_red(const world *w, const crowd_run *run, uint32_t group)
{
    int64_t begun = (int64_t)(w->step - 1) * w->scene->space.dt % period_of(run->light);
    return !is_turn_of(run, group) || begun >= run->light->green + run->light->amber;
}

// What happened to some, to be added to the counts.
typedef struct crowd_tally {
    uint64_t red_entries, crossings, waiting, longest_wait;
} crowd_tally;

static void measure_one(const world *w, crowd_run *run, bool red, uint32_t i, crowd_tally *t)
{
    bool inside = is_inside(run, vectors_get(&w->all.position, i));
    if (inside && !run->is_inside[i])
        t->red_entries += red;
    if (!inside && run->is_inside[i]) {
        t->crossings++;
        run->waited[i] = 0;
    }
    if (!inside && vector_length(vectors_get(&w->all.velocity, i)) < STANDING) {
        t->waiting++;
        run->waited[i]++;
        t->longest_wait = run->waited[i] > t->longest_wait ? run->waited[i] : t->longest_wait;
    }
    run->is_inside[i] = inside;
}

static void add_up(uint64_t *sum, uint64_t more)
{
    __atomic_fetch_add(sum, more, __ATOMIC_RELAXED);
}

static void raise_to(uint64_t *most, uint64_t value)
{
    uint64_t now = __atomic_load_n(most, __ATOMIC_RELAXED);
    while (now < value && !__atomic_compare_exchange_n(most, &now, value, true, __ATOMIC_RELAXED,
                                                       __ATOMIC_RELAXED))
        ;
}

// Agents begin to end - 1, all of one street's group. Threads count whole numbers: their order
// makes no difference.
static void measure_range(world *w, void *user, uint32_t begin, uint32_t end)
{
    crowd_run *run = run_of(w);
    crowd_tally t = {0};
    bool red = was_red(w, run, *(const uint32_t *)user);
    for (uint32_t i = begin; i < end; i++)
        measure_one(w, run, red, i, &t);
    add_up(&run->counts->red_entries, t.red_entries);
    add_up(&run->counts->crossings, t.crossings);
    add_up(&run->counts->crossings_of_turn, t.crossings);
    add_up(&run->counts->waiting, t.waiting);
    raise_to(&run->counts->longest_wait, t.longest_wait);
}

static void after(world *w)
{
    const crowd_run *run = run_of(w);
    for (uint32_t g = 0; run && g < w->group_count; g++)
        if (run->streets[g].is_used)
            world_parallel(w, w->groups[g].begin, w->groups[g].end, measure_range, &g);
}

static void measure(const world *w, outcome *out)
{
    const crowd_run *run = run_of(w);
    if (!run)
        return;
    const crowd_counts *c = run->counts;
    double dt = (double)w->scene->space.dt / 1e6;
    uint64_t before_this = c->crossings - c->crossings_of_turn;
    outcome_count(out, NULL, "crossings", c->crossings);
    outcome_count(out, NULL, "turns", c->turn);
    outcome_number(out, NULL, "crossings_per_turn",
                   c->turn ? (double)before_this / (double)c->turn : NAN);
    outcome_count(out, NULL, "least_of_a_turn", c->least);
    outcome_count(out, NULL, "most_of_a_turn", c->most);
    outcome_count(out, NULL, "entered_at_red", c->red_entries);
    outcome_count(out, NULL, "left_over", c->left_over);
    outcome_number(out, NULL, "waiting_per_crossing",
                   c->crossings ? (double)c->waiting * dt / (double)c->crossings : NAN);
    outcome_number(out, NULL, "longest_wait", (double)c->longest_wait * dt);
}

// ---- making it

static vector vector_of(const scene_point *p)
{
    return (vector){{p->at[0], p->at[1]}};
}

// Streets are a small part of the world: cells as they are good there, unless they are too many.
static void want_cells(world *w, const crowd_street *street, uint32_t count, float reach)
{
    const double most = 1 << 22;
    space area = {.low = street->low, .size = vector_subtract(street->high, street->low)};
    float cell = grid_good_cell(&area, reach, count + 1);
    double cells = 1;
    EACH_DIMENSION (d)
        cells *= (double)(w->space.size.at[d] / cell);
    if (cells <= most && (w->cell == 0 || cell < w->cell))
        w->cell = cell;
}

static void make_street(world *w, crowd_run *run, world_group *group)
{
    const crowd_stream *stream = stream_of(group->scene);
    crowd_street *street = &run->streets[group->number];
    if (!stream)
        return;
    *street = (crowd_street){.is_used = true, .turn = (uint32_t)stream->turn};
    street->low = vector_of(&stream->low);
    street->high = vector_of(&stream->high);
    street->direction = vector_unit(vector_of(&stream->direction));
    street->share = w->dt < stream->relaxation ? w->dt / stream->relaxation : 1;
    EACH_DIMENSION (d) {
        float length = street->high.at[d] - street->low.at[d];
        street->is_endless[d] = w->space.periodic && length >= w->space.size.at[d];
    }
    float radius = group->scene->vehicle.radius;
    run->most_radius = radius > run->most_radius ? radius : run->most_radius;
    float reach = 2 * (radius + group->scene->vehicle.max_speed * w->dt);
    w->reach = reach > w->reach ? reach : w->reach;
    want_cells(w, street, group->end - group->begin, reach);
    group->mover = &crowd_part;
}

static gestalt_result start(world *w, gestalt_error *error)
{
    (void)error;
    const crowd_light *light = light_of(w->scene);
    if (!light)
        return GESTALT_OK;
    crowd_run *run = world_allocate(w, sizeof *run);
    if (!run)
        return GESTALT_NO_MEMORY;
    run->streets = world_allocate(w, w->group_count * sizeof *run->streets);
    run->ahead = world_allocate(w, w->all.count * sizeof *run->ahead);
    run->aside = world_allocate(w, w->all.count * sizeof *run->aside);
    run->counts = world_allocate(w, sizeof *run->counts);
    run->is_inside = world_allocate(w, w->all.count);
    run->waited = world_allocate(w, w->all.count * sizeof *run->waited);
    if (!run->streets || !run->ahead || !run->aside || !run->counts || !run->is_inside ||
        !run->waited || !world_keep(w, run->counts, sizeof *run->counts) ||
        !world_keep_column(w, run->is_inside, 1) ||
        !world_keep_column(w, run->waited, sizeof *run->waited))
        return GESTALT_NO_MEMORY;
    run->light = light;
    run->low = vector_of(&light->low);
    run->high = vector_of(&light->high);
    w->parts[SCENE_PART_CROWD] = run;
    for (uint32_t i = 0; i < w->group_count; i++)
        make_street(w, run, &w->groups[i]);
    return GESTALT_OK;
}

// ---- what recordings show

// Where a stream enters the box, across its street.
static record_geometry light_at(const crowd_run *run, arena *memory, uint32_t group)
{
    const crowd_street *street = &run->streets[group];
    int along = fabsf(street->direction.at[0]) >= fabsf(street->direction.at[1]) ? 0 : 1;
    bool is_up = street->direction.at[along] > 0;
    float *points = ARENA_ARRAY(memory, float, 4);
    for (int i = 0; i < 2; i++) {
        points[i * 2 + along] = is_up ? run->low.at[along] : run->high.at[along];
        points[i * 2 + !along] = i ? street->high.at[!along] : street->low.at[!along];
    }
    return (record_geometry){.kind = RECORD_LIGHT, .points = points, .point_count = 2};
}

static record_geometry street_at(arena *memory, const crowd_street *street)
{
    int along = fabsf(street->direction.at[0]) >= fabsf(street->direction.at[1]) ? 0 : 1;
    float *points = ARENA_ARRAY(memory, float, 4);
    for (int i = 0; i < 2; i++) {
        points[i * 2 + along] = i ? street->high.at[along] : street->low.at[along];
        points[i * 2 + !along] = (street->low.at[!along] + street->high.at[!along]) / 2;
    }
    return (record_geometry){.kind = RECORD_PATH,
                             .points = points,
                             .point_count = 2,
                             .radius = (street->high.at[!along] - street->low.at[!along]) / 2};
}

// Each street, and its light.
static uint32_t draw(const world *w, arena *memory, record_geometry *to)
{
    const crowd_run *run = run_of(w);
    uint32_t count = 0;
    for (uint32_t g = 0; run && g < w->group_count; g++) {
        if (to && run->streets[g].is_used) {
            to[count] = street_at(memory, &run->streets[g]);
            to[count + 1] = light_at(run, memory, g);
        }
        count += run->streets[g].is_used ? 2 : 0;
    }
    return count;
}

static uint32_t show_lights(const world *w, uint8_t *to)
{
    const crowd_run *run = run_of(w);
    uint32_t count = 0;
    for (uint32_t g = 0; run && g < w->group_count; g++) {
        if (!run->streets[g].is_used)
            continue;
        // What step `w->step` finds: the counts are of the step that is done.
        uint64_t turn = w->step * (uint64_t)w->scene->space.dt / (uint64_t)period_of(run->light);
        int64_t in_turn = time_in_turn(w, run);
        bool is_turn = turn % TURNS == run->streets[g].turn;
        if (to)
            to[count] = !is_turn || in_turn >= run->light->green + run->light->amber
                            ? RECORD_LIGHT_RED
                        : in_turn < run->light->green ? RECORD_LIGHT_GREEN
                                                      : RECORD_LIGHT_YELLOW;
        count++;
    }
    return count;
}

static bool is_pedestrian(const world *w, uint32_t index)
{
    return run_of(w)->streets[world_group_of(w, index)].is_used;
}

static const char *const states[] = {"walks", "stands", "crosses", NULL};

static uint32_t state_of(const world *w, uint32_t index)
{
    enum { WALKS, STANDS, CROSSES };
    const crowd_run *run = run_of(w);
    if (!is_pedestrian(w, index))
        return WORLD_NO_WORD;
    if (run->is_inside[index])
        return CROSSES;
    return vector_length(vectors_get(&w->all.velocity, index)) < STANDING ? STANDS : WALKS;
}

static float waited_of(const world *w, uint32_t index)
{
    return is_pedestrian(w, index) ? (float)run_of(w)->waited[index] * w->dt : NAN;
}

static const world_column columns[] = {
    {"state", .word = state_of, .words = states},
    {"waited", "s", .number = waited_of},
    {0},
};

// ---- from a snapshot

static bool has_good_counts(const world *w, const crowd_run *run)
{
    const crowd_counts *c = run->counts;
    uint64_t dt = (uint64_t)w->scene->space.dt, last = w->step > 0 ? w->step - 1 : 0;
    // No agent can do any of this more than once in a step.
    uint64_t most = w->step > 0 ? UINT64_MAX / w->step : UINT64_MAX;
    most = w->all.count <= most ? w->all.count * w->step : UINT64_MAX;
    return c->turn == last * dt / (uint64_t)period_of(run->light) && c->crossings <= most &&
           c->crossings_of_turn <= c->crossings && c->least <= c->crossings &&
           c->most <= c->crossings && c->red_entries <= most && c->left_over <= most &&
           c->waiting <= most && c->longest_wait <= w->step;
}

static bool is_good_pedestrian(const world *w, const crowd_run *run, const crowd_street *street,
                               uint32_t i)
{
    bool inside =
        street->is_used && w->step > 0 && is_inside(run, vectors_get(&w->all.position, i));
    return run->is_inside[i] == inside && run->waited[i] <= run->counts->longest_wait;
}

static gestalt_result loaded(world *w, gestalt_error *error)
{
    const crowd_run *run = run_of(w);
    if (run && !has_good_counts(w, run))
        return error_set(error, GESTALT_BAD_FILE, 0,
                         "the snapshot's counts of pedestrians make no sense");
    for (uint32_t g = 0; run && g < w->group_count; g++)
        for (uint32_t i = w->groups[g].begin; i < w->groups[g].end; i++)
            if (!is_good_pedestrian(w, run, &run->streets[g], i))
                return error_set(error, GESTALT_BAD_FILE, 0,
                                 "the snapshot's pedestrian %llu waits, or crosses, where it does "
                                 "not",
                                 (unsigned long long)w->all.id[i]);
    return GESTALT_OK;
}

const world_part crowd_part = {
    .name = "crowd",
    .fields = crowd_scene_fields,
    .size = sizeof(crowd_scene),
    .group_fields = crowd_group_fields,
    .group_size = sizeof(crowd_group),
    .check = check,
    .functions = crowd_functions,
    .start = start,
    .loaded = loaded,
    .before = before,
    .move = move,
    .after = after,
    .outcome = measure,
    .geometry = draw,
    .lights = show_lights,
    .columns = columns,
};
