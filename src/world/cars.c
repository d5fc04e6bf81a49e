// SPDX-License-Identifier: MIT
#include "cars.h"

#include "carve.h"
#include "random.h"

static void carve_cars(cars *c, carving *from)
{
    uint32_t n = c->count;
    unsigned char *start = from->block ? from->block + from->used : NULL;
    size_t used = from->used;
    c->place = carve(from, n, sizeof *c->place);
    c->next = carve(from, n, sizeof *c->next);
    c->waiting = carve(from, n, sizeof *c->waiting);
    c->admitted = carve(from, n, sizeof *c->admitted);
    c->speed = carve_floats(from, n);
    c->record = carve(from, n, sizeof *c->record);
    c->kept = start;
    c->kept_size = from->used - used;
    float **floats[] = {&c->gap,    &c->approach,     &c->line,     &c->bend,
                        &c->beside, &c->acceleration, &c->curvature};
    for (size_t i = 0; i < sizeof floats / sizeof *floats; i++)
        *floats[i] = carve_floats(from, n);
    c->ahead = carve(from, n, sizeof *c->ahead);
    c->row = carve(from, n, sizeof *c->row);
    c->in_row = carve(from, n, sizeof *c->in_row);
    c->before = carve(from, n, sizeof *c->before);
    c->start = carve(from, (size_t)c->on->lane_count + 2, sizeof *c->start);
}

gestalt_result cars_create(cars *c, const gestalt_allocator *allocator, const roads *on,
                           uint32_t first, uint32_t count)
{
    *c = (cars){0};
    cars made = {.on = on, .first = first, .count = count};
    carving from = {0};
    carve_cars(&made, &from);
    if (!carve_again(&from, allocator, &made.memory, &made.memory_size))
        return GESTALT_NO_MEMORY;
    carve_cars(&made, &from);
    for (uint32_t i = 0; i < count; i++) {
        made.place[i].lane = made.next[i] = made.ahead[i] = ROAD_NONE;
        made.row[i] = i;
    }
    *c = made;
    return GESTALT_OK;
}

void cars_destroy(cars *c, const gestalt_allocator *allocator)
{
    carve_release(allocator, c->memory, c->memory_size);
    *c = (cars){0};
}

// ---- where it goes

static uint32_t choose_next(const cars *c, const vehicles *all, const cars_rules *rules,
                            uint32_t car)
{
    const road_lane *lane = &c->on->lanes[c->place[car].lane];
    if (lane->next_count < 2)
        return lane->next_count ? lane->next[0] : ROAD_NONE;
    uint64_t *random = &all->random[c->first + car];
    float draw = (float)(random_next(random) >> 40) * 0x1p-24f;
    uint32_t turn = 1 + random_below(random, lane->next_count - 1);
    return lane->next[draw < rules->turning ? turn : 0];
}

void cars_put(cars *c, const vehicles *all, const cars_rules *rules, uint32_t car, road_place place,
              float speed)
{
    place.segment = roads_find_segment(c->on, place.lane, 0, place.along);
    c->place[car] = place;
    c->next[car] = choose_next(c, all, rules, car);
    c->waiting[car] = c->admitted[car] = 0;
    c->speed[car] = speed;
    vector heading = roads_segment(c->on, place.lane, place.segment)->direction;
    uint32_t body = c->first + car;
    vectors_set(&all->position, body, space_wrap(&c->on->world, roads_position(c->on, place)));
    vectors_set(&all->heading, body, heading);
    vectors_set(&all->velocity, body, vector_scale(heading, speed));
}

// ---- rows

static uint32_t lane_of(const cars *c, uint32_t car)
{
    uint32_t lane = c->place[car].lane;
    return lane < c->on->lane_count ? lane : c->on->lane_count;
}

// By place; of equals, the larger id is in front.
static bool is_behind(const cars *c, const vehicles *all, uint32_t a, uint32_t b)
{
    float mine = c->place[a].along, theirs = c->place[b].along;
    return mine != theirs ? mine < theirs : all->id[c->first + a] < all->id[c->first + b];
}

static void sort_row(cars *c, const vehicles *all, uint32_t begin, uint32_t end)
{
    for (uint32_t i = begin + 1; i < end; i++) {
        uint32_t car = c->row[i], at = i;
        for (; at > begin && is_behind(c, all, car, c->row[at - 1]); at--)
            c->row[at] = c->row[at - 1];
        c->row[at] = car;
    }
}

void cars_sort(cars *c, const vehicles *all)
{
    uint32_t lanes = c->on->lane_count;
    // Cars come in the order of the last step, so that rows are almost sorted already.
    memcpy(c->before, c->row, c->count * sizeof *c->row);
    memset(c->start, 0, (lanes + 2) * sizeof *c->start);
    for (uint32_t i = 0; i < c->count; i++)
        c->start[lane_of(c, i) + 1]++;
    for (uint32_t i = 0; i <= lanes; i++)
        c->start[i + 1] += c->start[i];
    for (uint32_t i = 0; i < c->count; i++)
        c->row[c->start[lane_of(c, c->before[i])]++] = c->before[i];
    for (uint32_t i = lanes + 1; i > 0; i--)
        c->start[i] = c->start[i - 1];
    c->start[0] = 0;
    for (uint32_t i = 0; i < lanes; i++)
        sort_row(c, all, c->start[i], c->start[i + 1]);
    for (uint32_t i = 0; i < c->count; i++)
        c->in_row[c->row[i]] = i;
}

// ---- what it sees

// The lane behind a lane, for one who is not there yet: only if there is but one.
static uint32_t only_next(const roads *on, uint32_t lane)
{
    return on->lanes[lane].next_count == 1 ? on->lanes[lane].next[0] : ROAD_NONE;
}

// Who is ahead, and how far its middle is.
static uint32_t find_ahead(const cars *c, uint32_t car, float range, float *far)
{
    road_place place = c->place[car];
    uint32_t at = c->in_row[car];
    if (at + 1 < c->start[place.lane + 1]) {
        uint32_t other = c->row[at + 1];
        *far = c->place[other].along - place.along;
        return other;
    }
    float way = c->on->lanes[place.lane].length - place.along;
    uint32_t lane = c->next[car];
    for (int hops = 0; hops < ROAD_HOPS && lane != ROAD_NONE && way < range; hops++) {
        if (c->start[lane] < c->start[lane + 1]) {
            uint32_t other = c->row[c->start[lane]];
            *far = way + c->place[other].along;
            return other == car ? ROAD_NONE : other;
        }
        way += c->on->lanes[lane].length;
        lane = only_next(c->on, lane);
    }
    return ROAD_NONE;
}

float cars_stopping_way(const driver_model *model, float speed)
{
    return model->gap + speed * model->headway + speed * speed / (2 * model->braking);
}

// The speed from which a car can brake in comfort to `then`, this way ahead.
static float braking_to(const driver_model *model, float then, float way)
{
    return sqrtf(then * then + 2 * model->braking * (way > 0 ? way : 0));
}

static float bend_ahead(const cars *c, const cars_rules *rules, uint32_t car)
{
    const road_lane *lane = &c->on->lanes[c->place[car].lane];
    float allowed = lane->speed, way = lane->length - c->place[car].along;
    uint32_t next = c->next[car];
    for (int hops = 0; hops < 2 && next != ROAD_NONE; hops++) {
        const road_lane *then = &c->on->lanes[next];
        if (then->speed < INFINITY)
            allowed = fminf(allowed, braking_to(&rules->model, then->speed, way));
        way += then->length;
        next = only_next(c->on, next);
    }
    return allowed;
}

static void look(cars *c, const vehicles *all, const cars_rules *rules, uint32_t car)
{
    uint32_t body = c->first + car;
    float far = 0, speed = c->speed[car], radius = all->radius[body];
    uint32_t ahead = find_ahead(c, car, rules->range, &far);
    c->ahead[car] = ahead;
    c->gap[car] = INFINITY;
    c->approach[car] = 0;
    if (ahead != ROAD_NONE && far < rules->range) {
        c->gap[car] = far - radius - all->radius[c->first + ahead];
        c->approach[car] = speed - c->speed[ahead];
    }
    const road_lane *lane = &c->on->lanes[c->place[car].lane];
    float line = lane->length - c->place[car].along - radius;
    bool stops = lane->entered != ROAD_NONE && !c->admitted[car] &&
                 line < cars_stopping_way(&rules->model, speed);
    c->line[car] = stops ? line : INFINITY;
    c->bend[car] = bend_ahead(c, rules, car);
}

void cars_look(cars *c, const vehicles *all, const cars_rules *rules, uint32_t begin, uint32_t end)
{
    for (uint32_t car = begin; car < end; car++)
        if (c->place[car].lane != ROAD_NONE)
            look(c, all, rules, car);
}

float cars_acceleration_ahead(const cars *c, const driver_model *model, uint32_t car)
{
    driver_model here = *model;
    here.speed = fminf(here.speed, c->bend[car]);
    return driver_acceleration(&here, c->speed[car], c->gap[car], c->approach[car]);
}

float cars_acceleration_line(const cars *c, const driver_model *model, uint32_t car)
{
    driver_model here = *model;
    here.speed = fminf(here.speed, c->bend[car]);
    return driver_acceleration(&here, c->speed[car], c->line[car], c->speed[car]);
}

// ---- how it moves

void cars_steer(cars *c, const vehicles *all, const cars_rules *rules, uint32_t begin, uint32_t end)
{
    const float least = 3, time = 0.4f; // of the way to the point that it aims at
    for (uint32_t car = begin; car < end; car++) {
        if (c->place[car].lane == ROAD_NONE)
            continue;
        vehicle me = vehicles_get(all, c->first + car);
        float way = least + time * c->speed[car];
        road_place aim = roads_ahead(c->on, c->place[car], c->next[car], way);
        vector target = space_nearest(&c->on->world, me.position, roads_position(c->on, aim));
        c->curvature[car] = driver_curvature(&me, target, rules->sharpest);
    }
}

void cars_note(cars *c, const vehicles *all, uint32_t car, vector along, float beside)
{
    car_record *r = &c->record[car];
    vector velocity = vectors_get(&all->velocity, c->first + car);
    float speed = c->speed[car] = vector_length(velocity);
    beside = fabsf(beside);
    r->speed += (double)speed;
    r->progress += (double)vector_dot(velocity, along);
    r->steps++;
    if (beside > 2 * c->on->width) {
        r->off_road++;
    } else {
        r->beside += (double)beside;
        r->beside_most = beside > r->beside_most ? beside : r->beside_most;
    }
    r->standing = speed < 0.1f ? r->standing + 1 : 0;
    r->standing_most = r->standing > r->standing_most ? r->standing : r->standing_most;
}

static void enter_next(cars *c, const vehicles *all, const cars_rules *rules, uint32_t car)
{
    const road_lane *lane = &c->on->lanes[c->place[car].lane];
    c->record[car].crossed += lane->crossing != ROAD_NONE;
    c->record[car].line_runs += lane->entered != ROAD_NONE && !c->admitted[car];
    c->place[car] = (road_place){.lane = c->next[car]};
    c->next[car] = choose_next(c, all, rules, car);
    c->admitted[car] = c->waiting[car] = 0;
}

static void follow(cars *c, const vehicles *all, const cars_rules *rules, uint32_t car)
{
    vector position = vectors_get(&all->position, c->first + car);
    c->beside[car] = roads_project(c->on, position, &c->place[car]);
    for (int hops = 0; hops < ROAD_HOPS && c->next[car] != ROAD_NONE; hops++) {
        if (c->place[car].along < c->on->lanes[c->place[car].lane].length)
            break;
        enter_next(c, all, rules, car);
        c->beside[car] = roads_project(c->on, position, &c->place[car]);
    }
    const road_place *place = &c->place[car];
    cars_note(c, all, car, roads_segment(c->on, place->lane, place->segment)->direction,
              c->beside[car]);
}

void cars_follow(cars *c, const vehicles *all, const cars_rules *rules, uint32_t begin,
                 uint32_t end)
{
    for (uint32_t car = begin; car < end; car++)
        if (c->place[car].lane != ROAD_NONE)
            follow(c, all, rules, car);
}

cars_summary cars_summarize(const cars *c, float dt, uint32_t begin, uint32_t end)
{
    cars_summary s = {0};
    double steps = 0, off = 0, speed = 0, progress = 0, beside = 0, rounds = 0;
    for (uint32_t car = begin; car < end; car++) {
        const car_record *r = &c->record[car];
        if (!r->steps)
            continue;
        s.count++;
        steps += r->steps;
        off += r->off_road;
        rounds = r->steps > rounds ? r->steps : rounds;
        speed += r->speed;
        progress += r->progress;
        beside += r->beside;
        s.worst_deviation = fmax(s.worst_deviation, (double)r->beside_most);
        s.longest_stand = fmax(s.longest_stand, r->standing_most * (double)dt);
        s.crossed += r->crossed;
        s.line_runs += r->line_runs;
    }
    s.mean_speed = speed / steps;
    s.mean_deviation = beside / (steps - off);
    s.off_road = off / steps;
    s.flow = 3600 * progress / (rounds * (double)c->on->length);
    return s;
}
