// SPDX-License-Identifier: MIT
// Roads as a part of worlds: cars of groups with `road` start on them. Cars with a driver move by
// the acceleration that their trees choose, and by steering along the lane; all cars are measured.
#include "roads_part.h"

#include "error.h"
#include "random.h"
#include "scene_roads.h"

// ---- start

static void set_rules(road_world *r, const world *w, const scene_road_net *net)
{
    const scene_driver *d = &net->driver;
    r->rules = (cars_rules){.model = {.speed = INFINITY,
                                      .headway = d->headway,
                                      .gap = d->gap,
                                      .acceleration = d->acceleration,
                                      .braking = d->braking,
                                      .hardest = d->hardest},
                            .range = d->range,
                            .turning = net->crossings.turning,
                            .sharpest = 0.3f};
    float detour = 5; // s; with lights, this comes on top of a round of them
    if (net->crossings.control == CROSSING_LIGHTS)
        detour += 2e-6f * (float)(net->crossings.green + net->crossings.yellow);
    r->crossing = (crossing_rules){.green = net->crossings.green,
                                   .yellow = net->crossings.yellow,
                                   .patience = (uint32_t)(net->crossings.patience / w->dt),
                                   .detour = (uint32_t)(detour / w->dt)};
}

// Find the range of agents from the first car to the last.
static bool find_cars(world *w, uint32_t *begin, uint32_t *end)
{
    *begin = UINT32_MAX;
    *end = 0;
    for (uint32_t i = 0; i < w->group_count; i++) {
        const world_group *g = &w->groups[i];
        if (!scene_road_of(g->scene))
            continue;
        *begin = g->begin < *begin ? g->begin : *begin;
        *end = g->end > *end ? g->end : *end;
    }
    return *begin < *end;
}

// Return the start speed of a car: not so fast that it could not stop at the line or behind the car
// ahead, nor that it would want a larger gap.
static float first_speed(const road_world *r, float wanted, start_place start, float half)
{
    const driver_model *model = &r->rules.model;
    const road_lane *lane = &r->on->lanes[start.place.lane];
    float way = start.spare;
    if (way < INFINITY)
        wanted = fminf(wanted, fminf(sqrtf(2 * model->braking * way), way / model->headway));
    if (lane->entered == ROAD_NONE)
        return wanted;
    way = lane->length - start.place.along - half - model->gap;
    return way > 0 ? fminf(wanted, sqrtf(2 * model->braking * way)) : 0;
}

static void put_car(world *w, const scene_group *group, uint32_t index, places_walk *walk)
{
    road_world *r = road_world_of(w);
    const scene_on_road *road = scene_road_of(group);
    float half = scene_half_length(&group->vehicle);
    uint32_t car = index - r->c.first;
    uint64_t *random = &w->all.random[index];
    float shift = 0;
    if (road->scatter > 0)
        shift = road->scatter * ((float)(random_next(random) >> 40) * 0x1p-24f - 0.5f);
    start_place start = places_next(walk, shift);
    road_place place = start.place;
    if (road->fastest > 0) {
        float draw = (float)(random_next(random) >> 40) * 0x1p-24f;
        w->all.max_speed[index] = road->slowest + (road->fastest - road->slowest) * draw;
    }
    float speed = fminf(road->speed, w->all.max_speed[index]);
    const road_lane *lane = &r->on->lanes[place.lane];
    if (lane->entered != ROAD_NONE)
        place.along = fminf(place.along, lane->length - half - r->rules.model.gap);
    start.place = place;
    if (road->by == ROAD_DRIVERS)
        speed = first_speed(r, speed, start, half);
    cars_set_body(&r->c, car, half, scene_half_width(&group->vehicle));
    cars_put(&r->c, &w->all, &r->rules, car, place, speed);
    if (road->by == ROAD_DRIVERS) {
        float room = half + r->rules.model.gap;
        cars_set_speed(&r->c, &w->all, car, fminf(speed, cars_allowed(&r->c, car, room)));
    }
    if (road->by == ROAD_FORCES) {
        r->track_of[car] = r->on->lanes[place.lane].track;
        r->c.place[car].lane = ROAD_NONE;
        r->forces = true;
    }
}

static void put_line(world *w, uint64_t line)
{
    road_world *r = road_world_of(w);
    uint64_t count = 0;
    for (uint32_t i = 0; i < w->group_count; i++) {
        const scene_on_road *road = scene_road_of(w->groups[i].scene);
        if (road && road->line == line)
            count += w->groups[i].end - w->groups[i].begin;
    }
    if (!count)
        return;
    places_walk walk = places_begin(r->on, &scene_roads_of(w->scene)->starts, line, count);
    for (uint32_t i = 0; i < w->group_count; i++) {
        world_group *g = &w->groups[i];
        const scene_on_road *road = scene_road_of(g->scene);
        if (!road || road->line != line)
            continue;
        if (road->by == ROAD_DRIVERS)
            g->mover = &roads_part;
        r->combines |= road->reasons != REASONS_LAST;
        for (uint32_t index = g->begin; index < g->end; index++)
            put_car(w, g->scene, index, &walk);
    }
}

static gestalt_result make_tracks(world *w, road_world *r)
{
    r->tracks = world_allocate(w, r->on->track_count * sizeof *r->tracks);
    gestalt_result result = r->tracks ? GESTALT_OK : GESTALT_NO_MEMORY;
    for (uint32_t i = 0; i < r->on->track_count && result == GESTALT_OK; i++)
        result = path_create(&r->tracks[i], &w->allocator, r->on->tracks[i].points,
                             r->on->tracks[i].point_count, r->on->width / 2, false);
    return result;
}

static gestalt_result make_cars(world *w, road_world *r, uint32_t begin, uint32_t end)
{
    gestalt_result result = cars_create(&r->c, &w->allocator, r->on, begin, end - begin);
    if (result != GESTALT_OK)
        return result;
    r->track_of = world_allocate(w, r->c.count * sizeof *r->track_of);
    if (!r->track_of || !world_keep(w, r->c.kept, r->c.kept_size))
        return GESTALT_NO_MEMORY;
    for (uint32_t i = 0; i < r->c.count; i++)
        r->track_of[i] = ROAD_NONE;
    return make_tracks(w, r);
}

// Store drawn speeds in snapshots: another seed would draw others.
static bool keep_speeds(world *w)
{
    bool any = false;
    for (uint32_t i = 0; i < w->group_count; i++) {
        const scene_on_road *road = scene_road_of(w->groups[i].scene);
        any |= road && road->fastest > 0;
    }
    return !any || world_keep_column(w, w->all.max_speed, sizeof *w->all.max_speed);
}

static gestalt_result roads_start(world *w, gestalt_error *error)
{
    (void)error;
    const scene_roads *read = scene_roads_of(w->scene);
    uint32_t begin, end;
    if (!read || !scene_given(read->net.place) || !find_cars(w, &begin, &end))
        return GESTALT_OK;
    road_world *r = world_allocate(w, sizeof *r);
    if (!r)
        return GESTALT_NO_MEMORY;
    w->parts.states[SCENE_PART_ROADS] = r;
    r->on = &read->made;
    set_rules(r, w, &read->net);
    gestalt_result result = make_cars(w, r, begin, end);
    if (result != GESTALT_OK)
        return result;
    if (!keep_speeds(w))
        return GESTALT_NO_MEMORY;
    uint32_t lines = 0;
    for (uint32_t i = 0; i < r->on->track_count; i++)
        lines = r->on->tracks[i].line + 1 > lines ? r->on->tracks[i].line + 1 : lines;
    for (uint32_t line = 0; line <= lines; line++)
        put_line(w, line);
    cars_limit(&r->c, &r->rules);
    w->sight.reach = fmaxf(w->sight.reach, 2 * r->on->width);
    return GESTALT_OK;
}

static void roads_stop(world *w)
{
    road_world *r = road_world_of(w);
    if (!r)
        return;
    for (uint32_t i = 0; r->tracks && i < r->on->track_count; i++)
        path_destroy(&r->tracks[i], &w->allocator);
    cars_destroy(&r->c, &w->allocator);
}

// ---- snapshots

// Check the desired speeds, if they were drawn.
static gestalt_result check_speeds(const world *w, const world_group *g, gestalt_error *error)
{
    const scene_on_road *road = scene_road_of(g->scene);
    for (uint32_t i = g->begin; road && road->fastest > 0 && i < g->end; i++)
        if (!(w->all.max_speed[i] >= road->slowest &&
              w->all.max_speed[i] <= road->fastest * 1.0001f))
            return error_set(error, GESTALT_BAD_FILE, 0,
                             "the snapshot's agent %llu drives faster or slower than it may",
                             (unsigned long long)w->all.id[i]);
    return GESTALT_OK;
}

static gestalt_result roads_loaded(world *w, gestalt_error *error)
{
    const road_world *r = road_world_of(w);
    gestalt_result result = GESTALT_OK;
    for (uint32_t i = 0; r && i < w->group_count && result == GESTALT_OK; i++) {
        const world_group *g = &w->groups[i];
        uint32_t first = r->c.first, last = first + r->c.count;
        if (g->begin < first || g->end > last)
            continue;
        result = cars_check(&r->c, &w->all, w->step, g->mover == &roads_part, g->begin - first,
                            g->end - first, error);
        if (result == GESTALT_OK)
            result = check_speeds(w, g, error);
    }
    return result;
}

// ---- stages

// A job on ranges of rows, not of agents.
static void find_changed(world *w, void *user, uint32_t begin, uint32_t end)
{
    (void)w;
    road_world *r = user;
    cars_changed(&r->c, begin, end);
}

static void roads_order(world *w, void *user, uint32_t begin, uint32_t end)
{
    road_world *r = user;
    cars_order(&r->c, &w->all, begin, end);
}

static void roads_look(world *w, void *user, uint32_t begin, uint32_t end)
{
    (void)w;
    road_world *r = user;
    cars_look(&r->c, &r->rules, begin, end);
}

static void roads_admit(world *w, void *user, uint32_t begin, uint32_t end)
{
    road_world *r = user;
    int64_t now = (int64_t)w->step * w->scene->space.dt;
    crossing_admit(&r->c, &r->rules, &r->crossing, w->step, now, begin, end);
}

static void roads_before(world *w)
{
    road_world *r = road_world_of(w);
    if (!r)
        return;
    world_parallel(w, 0, r->c.count, find_changed, r);
    cars_regroup(&r->c);
    world_parallel(w, 0, r->c.count, roads_order, r);
    cars_count(&r->c, &r->rules);
    world_parallel(w, 0, r->on->crossing_count, roads_admit, r);
    world_parallel(w, 0, r->c.count, roads_look, r);
}

// Convert a range of agents to one of cars.
static bool cars_between(const road_world *r, uint32_t *begin, uint32_t *end)
{
    if (!r)
        return false;
    uint32_t first = r->c.first, last = first + r->c.count;
    *begin = (*begin > first ? *begin : first) - first;
    *end = *end < last ? *end : last;
    *end = *end > first ? *end - first : 0;
    return *begin < *end;
}

static void roads_sense(world *w, uint32_t begin, uint32_t end)
{
    road_world *r = road_world_of(w);
    if (!cars_between(r, &begin, &end))
        return;
    float nothing = r->combines ? INFINITY : 0; // marks that no action has been called
    for (uint32_t car = begin; car < end; car++) {
        r->c.acceleration[car] = nothing;
        r->c.curvature[car] = 0;
    }
}

static void roads_move(world *w, uint32_t group, uint32_t begin, uint32_t end)
{
    (void)group;
    road_world *r = road_world_of(w);
    uint32_t first = r->c.first;
    for (uint32_t car = begin - first; r->combines && car < end - first; car++)
        if (r->c.acceleration[car] == INFINITY)
            r->c.acceleration[car] = 0;
    // Car columns start at the first car, vehicle columns at agent 0.
    world_note_lost(w,
                    w->kernels->driver_move(&w->all, r->c.acceleration - first,
                                            r->c.curvature - first, &w->space, w->dt, begin, end));
    cars_follow(&r->c, &w->all, &r->rules, begin - first, end - first);
}

static void note_forced(world *w, void *user, uint32_t begin, uint32_t end)
{
    road_world *r = user;
    if (!cars_between(r, &begin, &end))
        return;
    for (uint32_t car = begin; car < end; car++) {
        if (r->track_of[car] == ROAD_NONE)
            continue;
        vector position = vectors_get(&w->all.position, r->c.first + car);
        path_point nearest = path_nearest(&r->tracks[r->track_of[car]], position);
        cars_note(&r->c, &w->all, car, nearest.direction,
                  vector_distance(position, nearest.position));
    }
}

static void roads_after(world *w)
{
    road_world *r = road_world_of(w);
    if (r && r->forces)
        world_parallel(w, 0, w->all.count, note_forced, r);
}

// ---- outcome

static void roads_tell(const world *w, const cars *c, const world_group *g, const char *prefix,
                       outcome *out)
{
    cars_summary s = cars_summarize(c, w->dt, g->begin - c->first, g->end - c->first);
    gestalt_outcome_number(out, prefix, "flow", s.flow);
    gestalt_outcome_number(out, prefix, "mean_deviation", s.mean_deviation);
    gestalt_outcome_number(out, prefix, "worst_deviation", s.worst_deviation);
    gestalt_outcome_number(out, prefix, "off_road", s.off_road);
    gestalt_outcome_number(out, prefix, "longest_stand", s.longest_stand);
    gestalt_outcome_number(out, prefix, "mean_car_speed", s.mean_speed);
    gestalt_outcome_count(out, prefix, "crossed", s.crossed);
    gestalt_outcome_count(out, prefix, "line_runs", s.line_runs);
}

static void tell_outcome(const world *w, outcome *out)
{
    const road_world *r = road_world_of(w);
    uint32_t groups = 0;
    for (uint32_t i = 0; i < w->group_count; i++)
        groups += scene_road_of(w->groups[i].scene) != NULL;
    for (uint32_t i = 0; r && i < w->group_count; i++)
        if (scene_road_of(w->groups[i].scene))
            roads_tell(w, &r->c, &w->groups[i], groups > 1 ? w->groups[i].scene->name : NULL, out);
}

// ---- recordings

// Return a light: a line across the lane, where it ends.
static gestalt_record_geometry light_at(const roads *on, arena *memory, uint32_t lane)
{
    const road_segment *last = roads_segment(on, lane, on->lanes[lane].segment_count - 1);
    vector end = vector_add_scaled(last->start, last->direction, last->length);
    end = space_wrap(&on->world, end);
    vector aside = vector_scale(vector_right(last->direction), on->width / 2);
    vector ends[2] = {vector_subtract(end, aside), vector_add(end, aside)};
    float *points = ARENA_ARRAY(memory, float, 4);
    for (int i = 0; i < 2; i++)
        for (int d = 0; d < 2; d++)
            points[i * 2 + d] = ends[i].at[d];
    return (gestalt_record_geometry){
        .kind = GESTALT_RECORD_LIGHT, .points = points, .point_count = 2};
}

static uint32_t draw_lights(const world *w, arena *memory, gestalt_record_geometry *to)
{
    const road_world *r = road_world_of(w);
    uint32_t count = 0;
    for (uint32_t i = 0; r && i < r->on->crossing_count; i++) {
        const road_crossing *c = &r->on->crossings[i];
        for (uint32_t e = 0; c->control == CROSSING_LIGHTS && e < c->entry_count; e++, count++)
            if (to)
                to[count] = light_at(r->on, memory, c->entry[e]);
    }
    return count;
}

static uint32_t show_lights(const world *w, uint8_t *to)
{
    const road_world *r = road_world_of(w);
    uint32_t count = 0, yellow = 2, green = 2;
    if (r)
        green = crossing_green(&r->crossing, (int64_t)w->step * w->scene->space.dt, &yellow);
    for (uint32_t i = 0; r && i < r->on->crossing_count; i++) {
        const road_crossing *c = &r->on->crossings[i];
        for (uint32_t e = 0; c->control == CROSSING_LIGHTS && e < c->entry_count; e++, count++)
            if (to)
                to[count] = c->light[e] == green    ? GESTALT_RECORD_LIGHT_GREEN
                            : c->light[e] == yellow ? GESTALT_RECORD_LIGHT_YELLOW
                                                    : GESTALT_RECORD_LIGHT_RED;
    }
    return count;
}

// Return the car at an index if a driver moves it, or ROAD_NONE.
static uint32_t car_of(const world *w, uint32_t index)
{
    const road_world *r = road_world_of(w);
    uint32_t car = index - r->c.first;
    return index >= r->c.first && car < r->c.count && r->c.place[car].lane != ROAD_NONE ? car
                                                                                        : ROAD_NONE;
}

static uint32_t lane_of(const world *w, uint32_t index)
{
    uint32_t car = car_of(w, index);
    return car == ROAD_NONE ? UINT32_MAX : road_world_of(w)->c.place[car].lane;
}

static float wish_of(const world *w, uint32_t index)
{
    return car_of(w, index) == ROAD_NONE ? NAN : w->all.max_speed[index];
}

static const char *const phases[] = {"drives", "stands", "waits to cross", "crosses", NULL};

static uint32_t phase_of(const world *w, uint32_t index)
{
    enum { DRIVES, STANDS, WAITS, CROSSES };
    const cars *c = &road_world_of(w)->c;
    uint32_t car = car_of(w, index);
    if (car == ROAD_NONE)
        return UINT32_MAX;
    if (c->on->lanes[c->place[car].lane].crossing != ROAD_NONE)
        return CROSSES;
    if (c->waiting[car] > 0)
        return WAITS;
    return c->speed[car] < 0.1f ? STANDS : DRIVES;
}

static const gestalt_world_column columns[] = {
    {"lane", "id", .word = lane_of},
    {"wish", "m/s", .number = wish_of},
    {"phase", .word = phase_of, .words = phases},
    {0},
};

static bool has_columns(const scene_group *group)
{
    return scene_road_of(group) != NULL;
}

static const char *roads_unshared(const scene *s)
{
    const scene_roads *read = scene_roads_of(s);
    return read && scene_given(read->net.place)
               ? "the scene has roads: cars see along them, however far the next car is"
               : NULL;
}

const world_part roads_part = {
    .number = SCENE_PART_ROADS,
    .scene.name = "roads",
    .scene.fields = scene_roads_fields,
    .scene.size = sizeof(scene_roads),
    .scene.group_fields = scene_road_group_fields,
    .scene.group_size = sizeof(scene_road_group),
    .scene.define = scene_roads_define,
    .scene.check = scene_roads_check,
    .scene.columns = columns,
    .scene.has_columns = has_columns,
    .scene.drawn_as = GESTALT_RECORD_SHAPE_CAR,
    .scene.unshared = roads_unshared,
    .functions = roads_functions,
    .start = roads_start,
    .stop = roads_stop,
    .loaded = roads_loaded,
    .before = roads_before,
    .sense = roads_sense,
    .move = roads_move,
    .after = roads_after,
    .outcome = tell_outcome,
    .geometry = draw_lights,
    .lights = show_lights,
};
