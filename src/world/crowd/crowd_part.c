// SPDX-License-Identifier: MIT
// Crowds as a part of worlds: streams of pedestrians, which may take turns crossing a box at a
// light.
//
// A turn is `green`, then `clear`. In the first `amber` of `clear`, pedestrians who are too near to
// stop may still enter; in the rest the box empties.
#include "crowd_state.h"
#include "error.h"

#include <math.h>
#include <string.h>

static int64_t period_of(const crowd_light *light)
{
    return light->green + light->clear;
}

// Return how many turns have ended.
static uint64_t turn_of(const world *w, const crowd_run *run)
{
    return run->light ? w->step * (uint64_t)w->scene->space.dt / (uint64_t)period_of(run->light)
                      : 0;
}

// Return the microseconds since the turn began.
static int64_t time_in_turn(const world *w, const crowd_run *run)
{
    return (int64_t)w->step * w->scene->space.dt % period_of(run->light);
}

static bool is_turn_of(const crowd_run *run, uint32_t group)
{
    return run->counts->turn % CROWD_TURNS == run->streets[group].turn;
}

static bool is_green(const world *w, const crowd_run *run, uint32_t group)
{
    return !run->light || (is_turn_of(run, group) && time_in_turn(w, run) < run->light->green);
}

static bool is_inside(const crowd_run *run, vector at)
{
    EACH_DIMENSION (d)
        if (!(at.at[d] >= run->low.at[d] && at.at[d] < run->high.at[d]))
            return false;
    return true;
}

// Return the distance to the box ahead: 0 inside, INFINITY if it is behind.
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

// ---- functions for trees

static void walk_call(gestalt_call *call)
{
    const gestalt_world_binding *b = call->user;
    const crowd_run *run = crowd_run_of(b->world);
    for (uint64_t rest = call->cancelling ? 0 : call->lanes; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(rest);
        uint32_t index = world_index(b, call, lane);
        run->ahead[index] = world_float(b, call, 0, lane);
        run->aside[index] = world_float(b, call, 1, lane);
    }
}

// Store the desired velocity by its components along the street and to the right, as `walk` does.
static bool walk_to_one(const world *w, crowd_run *run, const crowd_street *street, uint32_t index,
                        const float target[3], float speed, float within)
{
    vector at = vectors_get(&w->all.position, index), to = {{target[0], target[1]}};
    to = vector_subtract(space_nearest(&w->space, at, to), at);
    vector velocity = vector_with_length(to, speed);
    run->ahead[index] = vector_dot(velocity, street->direction);
    run->aside[index] = vector_dot(velocity, vector_right(street->direction));
    return vector_length(to) <= within;
}

static void walk_to_call(gestalt_call *call)
{
    const gestalt_world_binding *b = call->user;
    crowd_run *run = crowd_run_of(b->world);
    for (uint64_t rest = call->cancelling ? 0 : call->lanes; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(rest);
        float target[3];
        world_point(b, call, 0, lane, target);
        bool is_there =
            walk_to_one(b->world, run, &run->streets[b->group->number], world_index(b, call, lane),
                        target, world_float(b, call, 1, lane), world_float(b, call, 2, lane));
        call->succeeded |= (uint64_t)is_there << lane;
    }
}

static void must_wait_call(gestalt_call *call)
{
    const gestalt_world_binding *b = call->user;
    const crowd_run *run = crowd_run_of(b->world);
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

static const gestalt_world_function crowd_functions[] = {
    {"walk", GESTALT_WORLD_ACTION, walk_call,
     .arguments = {{"speed", GESTALT_FLOAT, .otherwise = 1.4f, .doc = "m/s along the street"},
                   {"aside", GESTALT_FLOAT, .doc = "m/s to the right"}},
     .doc = "Walks along its street, as far as others leave room. Without an action that walks, a "
            "pedestrian stands. Does not end."},
    {"walk_to", GESTALT_WORLD_ACTION, walk_to_call,
     .arguments = {{"target", WORLD_VECTOR, .required = true, .doc = "the point"},
                   {"speed", GESTALT_FLOAT, .otherwise = 1.4f, .doc = "m/s"},
                   {"within", GESTALT_FLOAT, .otherwise = 0.5f,
                    .doc = "the distance at which it has arrived"}},
     .doc = "Walks to a point, as far as others leave room. Succeeds when it has arrived."},
    {"must_wait", GESTALT_WORLD_SENSOR, must_wait_call,
     .arguments = {{"within", GESTALT_FLOAT, .otherwise = 2, .doc = "the distance in metres"}},
     .doc = "Succeeds if the box of the light is ahead within this distance, and the light is not "
            "green. Fails without a light."},
    {0},
};

// ---- stages

// Begin a turn, and end the previous one.
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
    uint64_t left_over = 0;
    for (uint32_t i = 0; i < w->all.count; i++)
        left_over += run->is_inside[i];
    run->counts->left_over += world_total(w, left_over);
}

static void crowd_before(world *w)
{
    crowd_run *run = crowd_run_of(w);
    if (!run)
        return;
    uint64_t turn = turn_of(w, run);
    if (turn != run->counts->turn) {
        change_turn(run, turn);
        count_left_over(w, run);
    }
    memset(run->ahead, 0, w->all.count * sizeof *run->ahead);
    memset(run->aside, 0, w->all.count * sizeof *run->aside);
}

static void show_range(world *w, void *user, uint32_t begin, uint32_t end)
{
    const crowd_run *run = crowd_run_of(w);
    const crowd_street *street = &run->streets[*(const uint32_t *)user];
    for (uint32_t i = begin; i < end; i++) {
        vector wanted = vector_scale(street->direction, run->ahead[i]);
        wanted = vector_add_scaled(wanted, vector_right(street->direction), run->aside[i]);
        vectors_set(&run->faces, i, vector_unit(wanted));
    }
}

// Agents who are not pedestrians face nowhere. A pedestrian may have been in the row before.
static void hide_range(world *w, void *user, uint32_t begin, uint32_t end)
{
    (void)user;
    for (uint32_t i = begin; i < end; i++)
        vectors_set(&crowd_run_of(w)->faces, i, vector_zero());
}

// Copy the columns that pedestrians see of others into the grid's order.
static void copy_range(world *w, void *user, uint32_t begin, uint32_t end)
{
    const crowd_run *run = crowd_run_of(w);
    const ways_columns *to = &run->looks_like;
    float *radius = user;
    for (uint32_t place = begin; place < end; place++) {
        uint32_t agent = w->sight.near.agent[place];
        vectors_set(&to->velocity, place, vectors_get(&w->all.velocity, agent));
        vectors_set(&to->face, place, vectors_get(&run->faces, agent));
        radius[place] = w->all.radius[agent];
    }
}

static void step_range(world *w, void *user, uint32_t begin, uint32_t end)
{
    crowd_find_steps(w, *(const uint32_t *)user, begin, end);
}

// First make known where all pedestrians want to go, then choose their steps.
static void crowd_ticked(world *w)
{
    const crowd_run *run = crowd_run_of(w);
    if (!run || !run->looks)
        return;
    for (uint32_t g = 0; g < w->group_count; g++)
        world_parallel(w, w->groups[g].begin, w->groups[g].end,
                       run->streets[g].is_used ? show_range : hide_range, &g);
    world_refresh_vectors(w, &run->faces);
    world_parallel(w, 0, world_places(w), copy_range, run->radius_at);
    for (uint32_t g = 0; g < w->group_count; g++)
        if (run->streets[g].is_used && run->streets[g].model == CROWD_MEASURED)
            world_parallel(w, w->groups[g].begin, w->groups[g].end, step_range, &g);
    world_refresh_vectors(w, &run->steps);
}

static const float STANDING = 0.1f; // m/s

// Return whether the finished step was too late to enter the box.
static bool was_red(const world *w, const crowd_run *run, uint32_t group)
{
    if (!run->light)
        return false;
    int64_t begun = (int64_t)(w->step - 1) * w->scene->space.dt % period_of(run->light);
    return !is_turn_of(run, group) || begun >= run->light->green + run->light->amber;
}

// Counts of a range of pedestrians, to be added to the totals.
typedef struct crowd_tally {
    uint64_t red_entries, crossings, waiting, longest_wait, longest_stand;
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

static const float REST =
    0.5f; // m: a pedestrian who stays within this distance stands, even while shuffling

// Count the steps in which a pedestrian who wants to walk gets nowhere.
static void measure_stand(const world *w, crowd_run *run, uint32_t i, crowd_tally *t)
{
    vector at = vectors_get(&w->all.position, i), rest;
    EACH_DIMENSION (d)
        rest.at[d] = run->rest[d][i];
    bool walks = run->ahead[i] != 0 || run->aside[i] != 0;
    run->stood[i]++;
    if (!walks || (vector_distance(rest, at) > REST &&
                   vector_distance(space_nearest(&w->space, at, rest), at) > REST)) {
        run->stood[i] = 0;
        EACH_DIMENSION (d)
            run->rest[d][i] = at.at[d];
    }
    t->longest_stand = run->stood[i] > t->longest_stand ? run->stood[i] : t->longest_stand;
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

// Measure the agents `begin` to `end` - 1, all in one street's group. Threads add integers, so
// their order does not matter.
static void measure_range(world *w, void *user, uint32_t begin, uint32_t end)
{
    crowd_run *run = crowd_run_of(w);
    crowd_tally t = {0};
    uint32_t group = *(const uint32_t *)user;
    bool red = was_red(w, run, group);
    for (uint32_t i = begin; i < end; i++)
        measure_one(w, run, red, i, &t);
    for (uint32_t i = begin; run->streets[group].model == CROWD_MEASURED && i < end; i++)
        measure_stand(w, run, i, &t);
    add_up(&run->counts->red_entries, t.red_entries);
    add_up(&run->counts->crossings, t.crossings);
    add_up(&run->counts->crossings_of_turn, t.crossings);
    add_up(&run->counts->waiting, t.waiting);
    raise_to(&run->counts->longest_wait, t.longest_wait);
    raise_to(&run->counts->longest_stand, t.longest_stand);
}

// Add up what all shares have counted in this step, since `before`.
static void share_counts(const world *w, crowd_counts *c, const crowd_counts *before)
{
    int64_t sums[] = {(int64_t)(c->red_entries - before->red_entries),
                      (int64_t)(c->crossings - before->crossings),
                      (int64_t)(c->waiting - before->waiting)};
    double most[] = {(double)c->longest_wait, (double)c->longest_stand};
    world_sum(w, sums, 3);
    w->share.with.most(w->share.with.user, most, 2);
    c->red_entries = before->red_entries + (uint64_t)sums[0];
    c->crossings = before->crossings + (uint64_t)sums[1];
    c->crossings_of_turn = before->crossings_of_turn + (uint64_t)sums[1];
    c->waiting = before->waiting + (uint64_t)sums[2];
    c->longest_wait = (uint64_t)most[0];
    c->longest_stand = (uint64_t)most[1];
}

static void crowd_after(world *w)
{
    const crowd_run *run = crowd_run_of(w);
    if (!run)
        return;
    crowd_counts before = *run->counts;
    for (uint32_t g = 0; g < w->group_count; g++)
        if (run->streets[g].is_used)
            world_parallel(w, w->groups[g].begin, w->groups[g].end, measure_range, &g);
    if (w->share.is_shared)
        share_counts(w, run->counts, &before);
}

static void crowd_measure(const world *w, outcome *out)
{
    const crowd_run *run = crowd_run_of(w);
    if (!run)
        return;
    const crowd_counts *c = run->counts;
    double dt = (double)w->scene->space.dt / 1e6;
    if (run->looks)
        gestalt_outcome_number(out, NULL, "longest_stand", (double)c->longest_stand * dt);
    if (!run->light)
        return;
    uint64_t before_this = c->crossings - c->crossings_of_turn;
    gestalt_outcome_count(out, NULL, "crossings", c->crossings);
    gestalt_outcome_count(out, NULL, "turns", c->turn);
    gestalt_outcome_number(out, NULL, "crossings_per_turn",
                           c->turn ? (double)before_this / (double)c->turn : NAN);
    gestalt_outcome_count(out, NULL, "least_of_a_turn", c->least);
    gestalt_outcome_count(out, NULL, "most_of_a_turn", c->most);
    gestalt_outcome_count(out, NULL, "entered_at_red", c->red_entries);
    gestalt_outcome_count(out, NULL, "left_over", c->left_over);
    gestalt_outcome_number(out, NULL, "waiting_per_crossing",
                           c->crossings ? (double)c->waiting * dt / (double)c->crossings : NAN);
    gestalt_outcome_number(out, NULL, "longest_wait", (double)c->longest_wait * dt);
}

// ---- start

static vector vector_of(const scene_point *p)
{
    return (vector){{p->at[0], p->at[1]}};
}

// Streets are a small part of the world: choose cells that are good there, unless there would be
// too many.
static void want_cells(world *w, const crowd_street *street, uint32_t count, float reach)
{
    const double most = 1 << 22;
    space area = {.low = street->low, .size = vector_subtract(street->high, street->low)};
    float cell = grid_good_cell(&area, reach, count + 1);
    double cells = 1;
    EACH_DIMENSION (d)
        cells *= (double)(w->space.size.at[d] / cell);
    if (cells <= most && (w->sight.cell == 0 || cell < w->sight.cell))
        w->sight.cell = cell;
}

static void make_street(world *w, crowd_run *run, world_group *group)
{
    const crowd_stream *stream = crowd_stream_of(group->scene);
    crowd_street *street = &run->streets[group->number];
    run->is_mixed |= !stream || stream->model != CROWD_MEASURED;
    if (!stream)
        return;
    *street = (crowd_street){.is_used = true, .turn = (uint32_t)stream->turn};
    street->low = vector_of(&stream->low);
    street->high = vector_of(&stream->high);
    street->direction = vector_unit(vector_of(&stream->direction));
    street->model = (crowd_model)stream->model;
    run->looks |= street->model == CROWD_MEASURED;
    w->share.meets |= run->looks;
    street->share = w->dt < stream->relaxation ? w->dt / stream->relaxation : 1;
    EACH_DIMENSION (d) {
        float length = street->high.at[d] - street->low.at[d];
        street->is_endless[d] = w->space.periodic && length >= w->space.size.at[d];
    }
    float radius = group->scene->vehicle.radius;
    run->most_radius = radius > run->most_radius ? radius : run->most_radius;
    if (street->model == CROWD_MEASURED)
        run->most_step = fmaxf(run->most_step, group->scene->vehicle.max_speed * w->dt);
    float reach = 2 * (radius + group->scene->vehicle.max_speed * w->dt);
    reach = street->model == CROWD_MEASURED ? fmaxf(reach, CROWD_SIGHT) : reach;
    w->sight.reach = reach > w->sight.reach ? reach : w->sight.reach;
    want_cells(w, street, (uint32_t)group->scene->count, reach);
    group->mover = &crowd_part;
}

static bool has_streams(const scene *s)
{
    bool any = false;
    for (uint32_t i = 0; i < s->groups.count; i++)
        any |= crowd_stream_of(scene_group_at(s, i)) != NULL;
    return any;
}

// Create the columns of pedestrians with the measured model.
static bool crowd_make_columns(world *w, crowd_run *run)
{
    run->impatience = world_kept_column(w, sizeof *run->impatience);
    run->stood = world_kept_column(w, sizeof *run->stood);
    run->nearest = world_column(w, sizeof *run->nearest);
    run->looks_like.radius = run->radius_at = world_column(w, sizeof *run->radius_at);
    bool made = run->impatience && run->stood && run->nearest && run->radius_at;
    EACH_DIMENSION (d)
        made = (run->rest[d] = world_kept_column(w, sizeof(float))) && made;
    return made && world_vectors(w, &run->faces) && world_vectors(w, &run->steps) &&
           world_vectors(w, &run->looks_like.velocity) && world_vectors(w, &run->looks_like.face);
}

static gestalt_result crowd_start(world *w, gestalt_error *error)
{
    const crowd_light *light = crowd_light_of(w->scene);
    if (!has_streams(w->scene))
        return GESTALT_OK;
    crowd_run *run = world_allocate(w, sizeof *run);
    if (!run)
        return GESTALT_NO_MEMORY;
    run->streets = world_allocate(w, w->group_count * sizeof *run->streets);
    run->ahead = world_column(w, sizeof *run->ahead);
    run->aside = world_column(w, sizeof *run->aside);
    run->counts = world_allocate(w, sizeof *run->counts);
    if (!run->streets || !run->ahead || !run->aside || !run->counts ||
        !world_move_column(w, run->ahead, sizeof *run->ahead) ||
        !world_move_column(w, run->aside, sizeof *run->aside) ||
        !world_keep(w, run->counts, sizeof *run->counts) ||
        !(run->is_inside = world_kept_column(w, sizeof *run->is_inside)) ||
        !(run->waited = world_kept_column(w, sizeof *run->waited)))
        return GESTALT_NO_MEMORY;
    if (light) { // otherwise the box is empty
        run->light = light;
        run->low = vector_of(&light->low);
        run->high = vector_of(&light->high);
    }
    w->parts.states[SCENE_PART_CROWD] = run;
    for (uint32_t i = 0; i < w->group_count; i++)
        make_street(w, run, &w->groups[i]);
    if (run->looks && !crowd_make_columns(w, run))
        return GESTALT_NO_MEMORY;
    return crowd_check_starts(w, run, error);
}

// ---- recordings

// Return the light at which a stream enters the box, across its street.
static gestalt_record_geometry light_at(const crowd_run *run, arena *memory, uint32_t group)
{
    const crowd_street *street = &run->streets[group];
    int along = fabsf(street->direction.at[0]) >= fabsf(street->direction.at[1]) ? 0 : 1;
    bool is_up = street->direction.at[along] > 0;
    float *points = ARENA_ARRAY(memory, float, 4);
    for (int i = 0; i < 2; i++) {
        points[i * 2 + along] = is_up ? run->low.at[along] : run->high.at[along];
        points[i * 2 + !along] = i ? street->high.at[!along] : street->low.at[!along];
    }
    return (gestalt_record_geometry){
        .kind = GESTALT_RECORD_LIGHT, .points = points, .point_count = 2};
}

static gestalt_record_geometry street_at(arena *memory, const crowd_street *street)
{
    int along = fabsf(street->direction.at[0]) >= fabsf(street->direction.at[1]) ? 0 : 1;
    float *points = ARENA_ARRAY(memory, float, 4);
    for (int i = 0; i < 2; i++) {
        points[i * 2 + along] = i ? street->high.at[along] : street->low.at[along];
        points[i * 2 + !along] = (street->low.at[!along] + street->high.at[!along]) / 2;
    }
    return (gestalt_record_geometry){.kind = GESTALT_RECORD_PATH,
                                     .points = points,
                                     .point_count = 2,
                                     .radius =
                                         (street->high.at[!along] - street->low.at[!along]) / 2};
}

// Draw each street, and its light.
static uint32_t crowd_draw(const world *w, arena *memory, gestalt_record_geometry *to)
{
    const crowd_run *run = crowd_run_of(w);
    uint32_t count = 0;
    for (uint32_t g = 0; run && g < w->group_count; g++) {
        if (to && run->streets[g].is_used) {
            to[count] = street_at(memory, &run->streets[g]);
            if (run->light)
                to[count + 1] = light_at(run, memory, g);
        }
        count += run->streets[g].is_used ? run->light ? 2 : 1 : 0;
    }
    return count;
}

static uint32_t show_lights(const world *w, uint8_t *to)
{
    const crowd_run *run = crowd_run_of(w);
    uint32_t count = 0;
    for (uint32_t g = 0; run && run->light && g < w->group_count; g++) {
        if (!run->streets[g].is_used)
            continue;
        // The light is that of step `w->step`; the counts are those of the finished step.
        uint64_t turn = turn_of(w, run);
        int64_t in_turn = time_in_turn(w, run);
        bool is_turn = turn % CROWD_TURNS == run->streets[g].turn;
        if (to)
            to[count] = !is_turn || in_turn >= run->light->green + run->light->amber
                            ? GESTALT_RECORD_LIGHT_RED
                        : in_turn < run->light->green ? GESTALT_RECORD_LIGHT_GREEN
                                                      : GESTALT_RECORD_LIGHT_YELLOW;
        count++;
    }
    return count;
}

static bool is_pedestrian(const world *w, uint32_t index)
{
    return crowd_run_of(w)->streets[world_group_of(w, index)].is_used;
}

static const char *const states[] = {"walks", "stands", "crosses", NULL};

static uint32_t state_of(const world *w, uint32_t index)
{
    enum { WALKS, STANDS, CROSSES };
    const crowd_run *run = crowd_run_of(w);
    if (!is_pedestrian(w, index))
        return UINT32_MAX;
    if (run->is_inside[index])
        return CROSSES;
    return vector_length(vectors_get(&w->all.velocity, index)) < STANDING ? STANDS : WALKS;
}

static float waited_of(const world *w, uint32_t index)
{
    return is_pedestrian(w, index) ? (float)crowd_run_of(w)->waited[index] * w->dt : NAN;
}

static const gestalt_world_column columns[] = {
    {"state", .word = state_of, .words = states},
    {"waited", "s", .number = waited_of},
    {0},
};

// ---- snapshots

static bool has_good_counts(const world *w, const crowd_run *run)
{
    const crowd_counts *c = run->counts;
    uint64_t dt = (uint64_t)w->scene->space.dt, last = w->step > 0 ? w->step - 1 : 0;
    // No agent can do any of this more than once per step, but agents that did so may be dead.
    uint64_t most = w->step > 0 ? UINT64_MAX / w->step : UINT64_MAX;
    most = w->share.room_of_all <= most ? w->share.room_of_all * w->step : UINT64_MAX;
    return c->turn == (run->light ? last * dt / (uint64_t)period_of(run->light) : 0) &&
           c->crossings <= most && c->crossings_of_turn <= c->crossings &&
           c->least <= c->crossings && c->most <= c->crossings && c->red_entries <= most &&
           c->left_over <= most && c->waiting <= most && c->longest_wait <= w->step &&
           c->longest_stand <= w->step;
}

static bool is_good_walker(const crowd_run *run, uint32_t i)
{
    EACH_DIMENSION (d)
        if (!isfinite(run->rest[d][i]))
            return false;
    return run->impatience[i] >= 0 && run->impatience[i] <= 1 &&
           run->stood[i] <= run->counts->longest_stand;
}

static bool is_good_pedestrian(const world *w, const crowd_run *run, const crowd_street *street,
                               uint32_t i)
{
    bool inside =
        street->is_used && w->step > 0 && is_inside(run, vectors_get(&w->all.position, i));
    if (run->looks && !is_good_walker(run, i))
        return false;
    return run->is_inside[i] == inside && run->waited[i] <= run->counts->longest_wait;
}

static gestalt_result crowd_loaded(world *w, gestalt_error *error)
{
    const crowd_run *run = crowd_run_of(w);
    if (run && !has_good_counts(w, run))
        return error_set(error, GESTALT_BAD_FILE, 0,
                         "the snapshot's counts of pedestrians contradict each other");
    for (uint32_t g = 0; run && g < w->group_count; g++)
        for (uint32_t i = w->groups[g].begin; i < w->groups[g].end; i++)
            if (!is_good_pedestrian(w, run, &run->streets[g], i))
                return error_set(error, GESTALT_BAD_FILE, 0,
                                 "the snapshot's pedestrian %llu is recorded as waiting or "
                                 "crossing, but its position shows otherwise",
                                 (unsigned long long)w->all.id[i]);
    return GESTALT_OK;
}

static bool has_columns(const scene_group *group)
{
    return crowd_stream_of(group) != NULL;
}

// Return how far pedestrians can look, or step into the way of others.
static float crowd_reach(const scene *s)
{
    float radius = 0, speed = 0, sight = 0;
    for (uint32_t i = 0; i < s->groups.count; i++) {
        const scene_group *group = scene_group_at(s, i);
        const crowd_stream *stream = crowd_stream_of(group);
        radius = fmaxf(radius, group->vehicle.radius);
        if (!stream)
            continue;
        speed = fmaxf(speed, group->vehicle.max_speed);
        sight = fmaxf(sight, stream->model == CROWD_MEASURED ? CROWD_SIGHT : CROWD_MARGIN);
    }
    return has_streams(s)
               ? 2 * radius + fmaxf(sight, 2 * speed * (float)((double)s->space.dt / 1e6))
               : 0;
}

const world_part crowd_part = {
    .number = SCENE_PART_CROWD,
    .scene.name = "crowd",
    .scene.fields = crowd_scene_fields,
    .scene.size = sizeof(crowd_scene),
    .scene.group_fields = crowd_group_fields,
    .scene.group_size = sizeof(crowd_group),
    .scene.check = crowd_scene_check,
    .scene.columns = columns,
    .scene.has_columns = has_columns,
    .scene.reach = crowd_reach,
    .functions = crowd_functions,
    .start = crowd_start,
    .loaded = crowd_loaded,
    .before = crowd_before,
    .ticked = crowd_ticked,
    .move = crowd_walk,
    .after = crowd_after,
    .outcome = crowd_measure,
    .geometry = crowd_draw,
    .lights = show_lights,
};
