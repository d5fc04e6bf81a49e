// SPDX-License-Identifier: MIT
#include "crossing.h"

// One crossing in one step.
typedef struct admitting {
    cars *c;
    const cars_rules *rules;
    const crossing_rules *crossing;
    const road_crossing *at;
    uint32_t green;              // number of the green light; 2: none
    uint32_t blocked;            // ways that are blocked
    uint32_t busy;               // ways that are used at all
    uint32_t asking;             // entries whose first car requests admission
    uint32_t asks[ROAD_ENTRIES]; // that car
    uint32_t way[ROAD_ENTRIES];  // way that it would take
    float promised[ROAD_WAYS];   // by way: metres of the lane after it that are promised
    uint32_t turned[ROAD_WAYS];  // by way: cars admitted now that turn into the track after it
    uint64_t step;
} admitting;

uint32_t crossing_green(const crossing_rules *rules, int64_t now, uint32_t *yellow)
{
    int64_t half = rules->green + rules->yellow, in = now % (2 * half);
    uint32_t which = in >= half;
    bool is_green = in - (which ? half : 0) < rules->green;
    if (yellow)
        *yellow = is_green ? 2 : which;
    return is_green ? which : 2;
}

static bool is_green(const admitting *a, uint32_t entry)
{
    return a->at->control != CROSSING_LIGHTS || a->at->light[entry] == a->green;
}

static uint32_t way_of(const admitting *a, uint32_t car)
{
    return a->c->on->lanes[a->c->next[car]].way;
}

// Return how much of a lane a standing car needs.
static float room_of(const admitting *a, uint32_t car)
{
    return 2 * a->c->half_length[car] + a->rules->model.gap;
}

static void crossing_promise(admitting *a, uint32_t way, uint32_t car)
{
    for (uint32_t i = 0; i < a->at->way_count; i++)
        a->promised[i] += a->at->exit[i] == a->at->exit[way] ? room_of(a, car) : 0;
    a->busy |= 1u << way;
}

// Block the ways that conflict with a car whose middle is `along` a way or further. The table is
// for discs as wide as a lane; the rear of a long body leaves later.
static void crossing_block(admitting *a, uint32_t way, uint32_t car, float along)
{
    const roads *on = a->c->on;
    float tail = along - fmaxf(a->c->half_length[car] - ROAD_CLEARANCE / 2 * on->width, 0);
    float length = on->lanes[a->at->way[way]].length;
    for (uint32_t other = 0; other < a->at->way_count; other++) {
        float clear = a->at->clear[way][other];
        if (a->at->conflicts[way] >> other & 1 &&
            (tail < clear && (along < length || tail < length)))
            a->blocked |= 1u << other;
    }
}

// Count the cars on the crossing, and those that have left it except for their rear; from which way
// is unknown.
static void count_ways(admitting *a)
{
    const cars *c = a->c;
    for (uint32_t way = 0; way < a->at->way_count; way++) {
        uint32_t lane = a->at->way[way], exit = a->at->exit[way];
        for (uint32_t i = c->rows.start[lane]; i < c->rows.start[lane + 1]; i++) {
            crossing_promise(a, way, c->rows.cars[i]);
            crossing_block(a, way, c->rows.cars[i], c->place[c->rows.cars[i]].along);
        }
        for (uint32_t i = c->rows.start[exit]; i < c->rows.start[exit + 1]; i++) {
            float along = c->place[c->rows.cars[i]].along;
            if (along >= c->half_length[c->rows.cars[i]])
                break;
            crossing_block(a, way, c->rows.cars[i], c->on->lanes[lane].length + along);
        }
    }
}

static void let_in(admitting *a, uint32_t car)
{
    uint32_t way = way_of(a, car);
    a->c->admitted[car] = 1;
    a->c->waiting[car] = 0;
    crossing_promise(a, way, car);
    a->blocked |= a->at->conflicts[way];
}

// Count the cars before the line, from the first on: an admitted car stays admitted unless its
// light has changed, or a car in front of it has to stop.
static void count_entry(admitting *a, uint32_t entry)
{
    uint32_t lane = a->at->entry[entry];
    float length = a->c->on->lanes[lane].length;
    bool stops = false;
    a->asks[entry] = ROAD_NONE;
    for (uint32_t i = a->c->rows.start[lane + 1]; i > a->c->rows.start[lane]; i--) {
        uint32_t car = a->c->rows.cars[i - 1];
        float speed = a->c->speed[car];
        float way = length - a->c->place[car].along - a->c->half_length[car];
        bool may_stop = way > speed * speed / (2 * a->rules->model.braking);
        bool was_let_in = a->c->admitted[car];
        if (was_let_in && !stops && (is_green(a, entry) || !may_stop)) {
            let_in(a, car);
            continue;
        }
        a->c->admitted[car] = 0;
        if (!stops && way < cars_stopping_way(&a->rules->model, speed)) {
            a->asks[entry] = car;
            a->way[entry] = way_of(a, car);
            a->c->waiting[car]++;
        }
        if (stops && !was_let_in)
            break; // no car behind it has been admitted
        stops = true;
    }
}

// Return whether the lane after a way has room for all admitted cars and one more. Standing cars
// are a little further apart than they would like, so a quarter of a width may be missing.
static bool has_room(const admitting *a, uint32_t way, uint32_t car)
{
    uint32_t lane = a->at->exit[way];
    float room = a->c->on->lanes[lane].length;
    if (a->c->rows.start[lane] < a->c->rows.start[lane + 1]) {
        uint32_t last = a->c->rows.cars[a->c->rows.start[lane]];
        room = a->c->place[last].along - a->c->half_length[last];
    }
    room += a->c->half_width[car] / 2;
    return room >= a->promised[way] + room_of(a, car);
}

static bool is_turn(const admitting *a, uint32_t way)
{
    const road_lane *lanes = a->c->on->lanes;
    return lanes[a->at->way[way]].track != lanes[a->at->exit[way]].track;
}

// Return whether one more car may turn into the track after a way: there is room for it in addition
// to all cars that other crossings can admit now, or it is this crossing's turn.
static bool may_turn(const admitting *a, uint32_t way)
{
    if (!is_turn(a, way))
        return true;
    uint32_t into = a->c->on->lanes[a->at->exit[way]].track;
    uint32_t crossings = a->c->on->tracks[into].crossing_count;
    uint64_t used = a->c->tracks.used[into] + a->turned[way];
    if (used + (uint64_t)ROAD_ENTRIES * crossings <= a->c->tracks.most[into])
        return true;
    return used < a->c->tracks.most[into] && a->step % crossings == a->at->order[way];
}

static bool could_go(const admitting *a, uint32_t entry)
{
    uint32_t way = a->way[entry];
    return has_room(a, way, a->asks[entry]) && may_turn(a, way);
}

// Send a car that has waited to turn for too long straight on.
static void crossing_detour(admitting *a, uint32_t entry)
{
    uint32_t car = a->asks[entry];
    if (a->c->waiting[car] <= a->crossing->detour || !is_turn(a, a->way[entry]))
        return;
    a->c->next[car] = a->c->on->lanes[a->at->entry[entry]].next[0];
    a->way[entry] = way_of(a, car);
}

static void let_turn_in(admitting *a, uint32_t entry)
{
    uint32_t way = a->way[entry];
    for (uint32_t i = 0; is_turn(a, way) && i < a->at->way_count; i++)
        a->turned[i] += a->at->exit[i] == a->at->exit[way];
    let_in(a, a->asks[entry]);
}

// Return whether the car at one entry lets the car at another go first. Not if that car cannot go
// at all, unless it has been waiting too long; so cars follow each other while the way is free.
static bool goes_after(const admitting *a, uint32_t mine, uint32_t theirs)
{
    uint32_t patience = a->crossing->patience;
    uint32_t i_wait = a->c->waiting[a->asks[mine]], they_wait = a->c->waiting[a->asks[theirs]];
    if (i_wait > patience || they_wait > patience)
        return i_wait != they_wait ? i_wait < they_wait : theirs < mine;
    return (a->at->yields[a->way[mine]] & ~a->blocked) >> a->way[theirs] & 1;
}

static bool must_yield(const admitting *a, uint32_t entry)
{
    for (uint32_t other = 0; other < a->at->entry_count; other++)
        if (other != entry && a->asking >> other & 1 &&
            a->at->conflicts[a->way[entry]] >> a->way[other] & 1 && goes_after(a, entry, other))
            return true;
    return false;
}

static void crossing_answer(admitting *a)
{
    uint32_t longest = ROAD_NONE;
    for (uint32_t entry = 0; entry < a->at->entry_count; entry++) {
        uint32_t car = a->asks[entry];
        if (car == ROAD_NONE || !is_green(a, entry))
            continue;
        if (!could_go(a, entry))
            crossing_detour(a, entry);
        if (!could_go(a, entry))
            continue;
        a->asking |= 1u << entry;
        if (longest == ROAD_NONE || a->c->waiting[car] > a->c->waiting[a->asks[longest]])
            longest = entry;
    }
    for (uint32_t entry = 0; entry < a->at->entry_count; entry++)
        if (a->asking >> entry & 1 && !(a->blocked >> a->way[entry] & 1) && !must_yield(a, entry) &&
            could_go(a, entry)) {
            let_turn_in(a, entry);
            a->asking &= ~(1u << entry);
        }
    if (longest != ROAD_NONE && !a->busy)
        let_turn_in(a, longest);
}

void crossing_admit(cars *c, const cars_rules *rules, const crossing_rules *crossing, uint64_t step,
                    int64_t now, uint32_t begin, uint32_t end)
{
    uint32_t green = crossing_green(crossing, now, NULL);
    for (uint32_t i = begin; i < end; i++) {
        admitting a = {.c = c,
                       .rules = rules,
                       .crossing = crossing,
                       .at = &c->on->crossings[i],
                       .green = green,
                       .step = step};
        count_ways(&a);
        for (uint32_t entry = 0; entry < a.at->entry_count; entry++)
            count_entry(&a, entry);
        crossing_answer(&a);
    }
}
