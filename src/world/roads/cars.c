// SPDX-License-Identifier: MIT
#include "cars.h"

#include "carve.h"
#include "random.h"
#include "search.h"

static void carve_cars(cars *c, carving *from)
{
    uint32_t n = c->count;
    unsigned char *start = from->block ? from->block + from->used : NULL;
    size_t used = from->used;
    c->place = carving_take(from, n, sizeof *c->place);
    c->next = carving_take(from, n, sizeof *c->next);
    c->waiting = carving_take(from, n, sizeof *c->waiting);
    c->admitted = carving_take(from, n, sizeof *c->admitted);
    c->speed = carve_floats(from, n);
    c->record = carving_take(from, n, sizeof *c->record);
    c->kept = start;
    c->kept_size = from->used - used;
    c->half_length = carve_floats(from, n);
    c->half_width = carve_floats(from, n);
    float **floats[] = {&c->seen.gap, &c->seen.approach, &c->seen.line,    &c->seen.allowed,
                        &c->seen.aim, &c->seen.beside,   &c->acceleration, &c->curvature};
    for (size_t i = 0; i < sizeof floats / sizeof *floats; i++)
        *floats[i] = carve_floats(from, n);
    c->seen.ahead = carving_take(from, n, sizeof *c->seen.ahead);
    c->rows.cars = carving_take(from, n, sizeof *c->rows.cars);
    c->rows.before = carving_take(from, n, sizeof *c->rows.before);
    c->rows.entered = carving_take(from, n, sizeof *c->rows.entered);
    c->rows.changed = carving_take(from, n / 64 + 1, sizeof *c->rows.changed);
    size_t lanes = (size_t)c->on->lane_count + 2;
    c->rows.start = carving_take(from, lanes, sizeof *c->rows.start);
    c->rows.entering = carving_take(from, lanes, sizeof *c->rows.entering);
    c->rows.is_leaving = carving_take(from, lanes, sizeof *c->rows.is_leaving);
    c->tracks.on_track = carving_take(from, c->on->track_count, sizeof *c->tracks.on_track);
    c->tracks.used = carving_take(from, c->on->track_count, sizeof *c->tracks.used);
    c->tracks.most = carving_take(from, c->on->track_count, sizeof *c->tracks.most);
}

gestalt_result cars_create(cars *c, const gestalt_allocator *allocator, const roads *on,
                           uint32_t first, uint32_t count)
{
    *c = (cars){0};
    cars made = {.on = on, .first = first, .count = count};
    carving from = CARVE_COLUMNS;
    carve_cars(&made, &from);
    if (!carve_block(&from, allocator, &made.memory, &made.memory_size))
        return GESTALT_NO_MEMORY;
    carve_cars(&made, &from);
    for (uint32_t i = 0; i < count; i++) {
        made.place[i].lane = made.next[i] = made.seen.ahead[i] = ROAD_NONE;
        made.rows.cars[i] = i;
    }
    made.rows.start[on->lane_count + 1] = count;
    *c = made;
    return GESTALT_OK;
}

void cars_destroy(cars *c, const gestalt_allocator *allocator)
{
    carve_release(allocator, c->memory, c->memory_size);
    *c = (cars){0};
}

// ---- choosing the next lane

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
    vector heading = roads_segment(c->on, place.lane, place.segment)->direction;
    uint32_t body = c->first + car;
    vectors_set(&all->position, body, space_wrap(&c->on->world, roads_position(c->on, place)));
    vectors_set(&all->heading, body, heading);
    cars_set_speed(c, all, car, speed);
}

void cars_set_speed(cars *c, const vehicles *all, uint32_t car, float speed)
{
    uint32_t body = c->first + car;
    c->speed[car] = speed;
    vectors_set(&all->velocity, body, vector_scale(vectors_get(&all->heading, body), speed));
}

void cars_set_body(cars *c, uint32_t car, float half_length, float half_width)
{
    c->half_length[car] = half_length;
    c->half_width[car] = half_width;
}

// ---- lanes as sorted rows

static uint32_t lane_of(const cars *c, uint32_t car)
{
    uint32_t lane = c->place[car].lane;
    return lane < c->on->lane_count ? lane : c->on->lane_count;
}

// Order by position; of equals, the car with the larger id is in front.
static bool is_behind(const cars *c, const vehicles *all, uint32_t a, uint32_t b)
{
    float mine = c->place[a].along, theirs = c->place[b].along;
    return mine != theirs ? mine < theirs : all->id[c->first + a] < all->id[c->first + b];
}

static void sort_row(cars *c, const vehicles *all, uint32_t begin, uint32_t end)
{
    for (uint32_t i = begin + 1; i < end; i++) {
        uint32_t car = c->rows.cars[i], at = i;
        for (; at > begin && is_behind(c, all, car, c->rows.cars[at - 1]); at--)
            c->rows.cars[at] = c->rows.cars[at - 1];
        c->rows.cars[at] = car;
    }
}

// Return the lane whose row contains this place.
static uint32_t lane_at(const cars *c, uint32_t place)
{
    uint32_t lane;
    SEARCH_FIRST(lane, 0, c->on->lane_count, c->rows.start[lane + 1] > place);
    return lane;
}

void cars_changed(cars *c, uint32_t begin, uint32_t end)
{
    uint32_t lane = begin < end ? lane_at(c, begin) : 0;
    while (begin < end) {
        uint64_t bits = 0;
        uint32_t word = begin / 64;
        for (; begin < end && begin / 64 == word; begin++) {
            while (begin >= c->rows.start[lane + 1])
                lane++;
            bits |= (uint64_t)(lane_of(c, c->rows.cars[begin]) != lane) << begin % 64;
        }
        c->rows.changed[word] = bits;
    }
}

static void count_on_track(cars *c, uint32_t lane, uint32_t more)
{
    if (lane < c->on->lane_count)
        c->tracks.on_track[roads_track(c->on, lane)] += more;
}

// Note the cars that have changed lanes, and the rows that they leave. Returns false if there are
// none.
static bool note_changed(cars *c)
{
    bool any = false;
    for (uint32_t word = 0; word * 64 < c->count; word++)
        for (uint64_t rest = c->rows.changed[word]; rest; rest &= rest - 1) {
            uint32_t place = word * 64 + (uint32_t)__builtin_ctzll(rest), car = c->rows.cars[place];
            uint32_t lane = lane_of(c, car), from = lane_at(c, place);
            c->rows.is_leaving[from] = 1;
            count_on_track(c, from, UINT32_MAX); // one car less
            count_on_track(c, lane, 1);
            c->rows.entered[car] = c->rows.entering[lane];
            c->rows.entering[lane] = car + 1;
            any = true;
        }
    return any;
}

// Write the row of a lane at a place, and return the place after it. `from` to `to` is its old
// range.
static uint32_t write_row(cars *c, uint32_t lane, uint32_t from, uint32_t to, uint32_t place)
{
    if (!c->rows.is_leaving[lane]) {
        memcpy(c->rows.cars + place, c->rows.before + from, (to - from) * sizeof *c->rows.cars);
        place += to - from;
    } else {
        for (uint32_t i = from; i < to; i++)
            if (lane_of(c, c->rows.before[i]) == lane)
                c->rows.cars[place++] = c->rows.before[i];
    }
    for (uint32_t next = c->rows.entering[lane]; next; next = c->rows.entered[next - 1])
        c->rows.cars[place++] = next - 1;
    c->rows.is_leaving[lane] = 0;
    c->rows.entering[lane] = 0;
    return place;
}

void cars_regroup(cars *c)
{
    if (!note_changed(c))
        return;
    uint32_t *before = c->rows.cars, place = 0;
    c->rows.cars = c->rows.before;
    c->rows.before = before;
    for (uint32_t lane = 0, from = 0; lane <= c->on->lane_count; lane++) {
        uint32_t to = c->rows.start[lane + 1], start = place;
        place = write_row(c, lane, from, to, place);
        c->rows.start[lane] = start;
        from = to;
    }
}

void cars_order(cars *c, const vehicles *all, uint32_t begin, uint32_t end)
{
    uint32_t lane = begin < end ? lane_at(c, begin) : c->on->lane_count;
    lane += c->rows.start[lane] < begin;
    for (; lane < c->on->lane_count && c->rows.start[lane] < end; lane++)
        sort_row(c, all, c->rows.start[lane], c->rows.start[lane + 1]);
}

void cars_sort(cars *c, const vehicles *all)
{
    cars_changed(c, 0, c->count);
    cars_regroup(c);
    cars_order(c, all, 0, c->count);
}

// ---- how full tracks are

void cars_limit(cars *c, const cars_rules *rules)
{
    const float share = 0.85f; // share of the capacity above which no car may turn into a track
    float half = 0;
    for (uint32_t car = 0; car < c->count; car++)
        half = fmaxf(half, c->half_length[car]);
    float room = 2 * half + rules->model.gap;
    memset(c->tracks.most, 0, c->on->track_count * sizeof *c->tracks.most);
    for (uint32_t i = 0; i < c->on->block_count; i++)
        c->tracks.most[c->on->blocks[i].track] += cars_capacity(&c->on->blocks[i], room);
    for (uint32_t i = 0; i < c->on->track_count; i++) {
        uint32_t fits = c->tracks.most[i], some = (uint32_t)(share * (float)fits);
        c->tracks.most[i] = some < fits ? some : fits ? fits - 1 : 0;
    }
}

// Count the cars of an entry that are admitted and about to turn.
static void count_turning(cars *c, uint32_t lane)
{
    for (uint32_t i = c->rows.start[lane + 1];
         i > c->rows.start[lane] && c->admitted[c->rows.cars[i - 1]]; i--) {
        uint32_t to = roads_track(c->on, c->next[c->rows.cars[i - 1]]);
        c->tracks.used[to] += to != c->on->lanes[lane].track;
    }
}

void cars_count(cars *c, const cars_rules *rules)
{
    if (!c->on->crossing_count || !(rules->turning > 0))
        return;
    memcpy(c->tracks.used, c->tracks.on_track, c->on->track_count * sizeof *c->tracks.used);
    for (uint32_t i = 0; i < c->on->block_count; i++)
        count_turning(c, c->on->blocks[i].first + c->on->blocks[i].lane_count - 1);
}

// ---- what cars see

// Return the lane after a lane if there is only one, for a car that is not there yet.
static uint32_t only_next(const roads *on, uint32_t lane)
{
    return on->lanes[lane].next_count == 1 ? on->lanes[lane].next[0] : ROAD_NONE;
}

// Find the car ahead of the one at a place of the rows, and the distance to its middle.
static uint32_t find_ahead(const cars *c, uint32_t at, float range, float *far)
{
    uint32_t car = c->rows.cars[at], lane = c->place[car].lane;
    if (at + 1 < c->rows.start[lane + 1]) {
        uint32_t other = c->rows.cars[at + 1];
        *far = c->place[other].along - c->place[car].along;
        return other;
    }
    float way = c->on->lanes[lane].length - c->place[car].along;
    lane = c->next[car];
    for (int hops = 0; hops < ROAD_HOPS && lane != ROAD_NONE && way < range; hops++) {
        if (c->rows.start[lane] < c->rows.start[lane + 1]) {
            uint32_t other = c->rows.cars[c->rows.start[lane]];
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

// Return the speed from which a car can brake comfortably to the speed whose square is given, but
// at most `most`.
static float braking_to(const roads *on, float most, float square, float way)
{
    square += 2 * on->braking * (way > 0 ? way : 0);
    return square < most * most ? sqrtf(square) : most;
}

// Return the distance from a car to the end of its lane.
static float way_to_end(const cars *c, uint32_t car)
{
    return c->on->lanes[c->place[car].lane].length - c->place[car].along;
}

// Return the speed at which a car can take the bends here and ahead.
static float speed_in_bends(const cars *c, uint32_t car)
{
    float here = roads_speed(c->on, c->place[car]);
    if (c->next[car] == ROAD_NONE)
        return here;
    return braking_to(c->on, here, c->on->lanes[c->next[car]].entry, way_to_end(c, car));
}

// Return the speed at which a car can stop at the line of the first crossing that is not at the end
// of its lane, with some room before the line. If it waits for the crossing at the end of its lane,
// the driver model handles that line.
static float speed_for_lines(const cars *c, uint32_t car, float room)
{
    bool waits = c->on->lanes[c->place[car].lane].entered != ROAD_NONE && !c->admitted[car];
    if (waits || c->next[car] == ROAD_NONE)
        return INFINITY;
    float way = way_to_end(c, car) + c->on->lanes[c->next[car]].to_line;
    return braking_to(c->on, INFINITY, 0, way - room);
}

static float speed_allowed(float bends, float lines)
{
    const float slowest = 1; // creeping speed, whatever is ahead
    float least = bends < lines ? bends : lines;
    return least > slowest ? least : slowest;
}

float cars_allowed(const cars *c, uint32_t car, float room)
{
    return speed_allowed(speed_in_bends(c, car), speed_for_lines(c, car, room));
}

// Return how far ahead a car aims: proportional to its speed, but in a bend of radius r at most r /
// 2, since it cuts the corner by about the square of that distance over 24 r.
static float aim_of(float speed, float bends)
{
    const float least = 1.5f, some = 3, time = 0.4f;
    const float share = 0.2f; // share of the square of the speed in the bend, which is 2.5 r
    float wanted = some + time * speed, bend = share * bends * bends;
    bend = bend > least ? bend : least;
    return wanted < bend ? wanted : bend;
}

// Return how much of its lane a car takes before its middle, and after it. In a bend, the inner
// corners of two bodies are nearer to each other than their middles.
static float half_on_lane(const cars *c, uint32_t car)
{
    float half = c->half_length[car], beside = c->half_width[car];
    if (half == beside)
        return half; // a disc
    road_place place = c->place[car];
    float speed = roads_segment(c->on, place.lane, place.segment)->speed;
    return half / (1 - fminf(beside * c->on->sideways / (speed * speed), 0.5f));
}

static void car_look(cars *c, const cars_rules *rules, uint32_t at)
{
    uint32_t car = c->rows.cars[at];
    float far = 0, speed = c->speed[car], half = half_on_lane(c, car);
    uint32_t ahead = find_ahead(c, at, rules->range, &far);
    c->seen.ahead[car] = ahead;
    c->seen.gap[car] = INFINITY;
    c->seen.approach[car] = 0;
    if (ahead != ROAD_NONE && far < rules->range) {
        c->seen.gap[car] = far - half - half_on_lane(c, ahead);
        c->seen.approach[car] = speed - c->speed[ahead];
    }
    const road_lane *lane = &c->on->lanes[c->place[car].lane];
    float line = lane->length - c->place[car].along - half;
    bool stops = lane->entered != ROAD_NONE && !c->admitted[car] &&
                 line < cars_stopping_way(&rules->model, speed);
    c->seen.line[car] = stops ? line : INFINITY;
    float bends = speed_in_bends(c, car);
    c->seen.allowed[car] = speed_allowed(bends, speed_for_lines(c, car, half + rules->model.gap));
    c->seen.aim[car] = aim_of(speed, bends);
}

void cars_look(cars *c, const cars_rules *rules, uint32_t begin, uint32_t end)
{
    uint32_t on_lanes = c->rows.start[c->on->lane_count];
    for (uint32_t at = begin; at < end && at < on_lanes; at++)
        car_look(c, rules, at);
}

driver_sight cars_sight(const cars *c, uint32_t car)
{
    return (driver_sight){.allowed = c->seen.allowed + car,
                          .speed = c->speed + car,
                          .gap = c->seen.gap + car,
                          .approach = c->seen.approach + car};
}

// ---- motion

void cars_steer(cars *c, const vehicles *all, const cars_rules *rules, uint32_t begin, uint32_t end)
{
    for (uint32_t car = begin; car < end; car++) {
        if (c->place[car].lane == ROAD_NONE)
            continue;
        uint32_t body = c->first + car;
        vector position = vectors_get(&all->position, body);
        road_place aim = roads_ahead(c->on, c->place[car], c->next[car], c->seen.aim[car]);
        vector target = space_nearest(&c->on->world, position, roads_position(c->on, aim));
        c->curvature[car] =
            driver_curvature(position, vectors_get(&all->heading, body), target, rules->sharpest);
    }
}

void cars_note(cars *c, const vehicles *all, uint32_t car, vector along, float beside)
{
    car_record *r = &c->record[car];
    vector velocity = vectors_get(&all->velocity, c->first + car);
    float speed = c->speed[car] = vector_length(velocity);
    beside = fabsf(beside);
    r->speed += (double)speed;
    // A car that goes the wrong way does not reduce the progress of others.
    r->progress += fmax((double)vector_dot(velocity, along), 0);
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

static void car_follow(cars *c, const vehicles *all, const cars_rules *rules, uint32_t car)
{
    vector position = vectors_get(&all->position, c->first + car);
    c->seen.beside[car] = roads_project(c->on, position, &c->place[car]);
    for (int hops = 0; hops < ROAD_HOPS && c->next[car] != ROAD_NONE; hops++) {
        if (c->place[car].along < c->on->lanes[c->place[car].lane].length)
            break;
        enter_next(c, all, rules, car);
        c->seen.beside[car] = roads_project(c->on, position, &c->place[car]);
    }
    const road_place *place = &c->place[car];
    cars_note(c, all, car, roads_segment(c->on, place->lane, place->segment)->direction,
              c->seen.beside[car]);
}

void cars_follow(cars *c, const vehicles *all, const cars_rules *rules, uint32_t begin,
                 uint32_t end)
{
    for (uint32_t car = begin; car < end; car++)
        if (c->place[car].lane != ROAD_NONE)
            car_follow(c, all, rules, car);
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
