// SPDX-License-Identifier: MIT
#include "crossing.h"

// One crossing in one step.
typedef struct admitting {
    cars *c;
    const vehicles *all;
    const cars_rules *rules;
    const crossing_rules *crossing;
    const road_crossing *at;
    uint32_t green;               // 2: none
    uint32_t blocked;             // ways that somebody is in the way of
    uint32_t busy;                // ways that are used at all
    uint32_t asking;              // entries whose car could go
    uint32_t asks[ROAD_ENTRIES];  // that car
    uint32_t way[ROAD_ENTRIES];   // that it would take
    uint32_t promised[ROAD_WAYS]; // places on the lane behind each way, by way
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

static void crossing_promise(admitting *a, uint32_t way)
{
    for (uint32_t i = 0; i < a->at->way_count; i++)
        a->promised[i] += a->at->exit[i] == a->at->exit[way];
    a->busy |= 1u << way;
}

// Cars on the crossing.
static void count_ways(admitting *a)
{
    for (uint32_t way = 0; way < a->at->way_count; way++) {
        uint32_t lane = a->at->way[way];
        for (uint32_t i = a->c->start[lane]; i < a->c->start[lane + 1]; i++) {
            float along = a->c->place[a->c->row[i]].along;
            crossing_promise(a, way);
            for (uint32_t other = 0; other < a->at->way_count; other++)
                if (a->at->conflicts[way] >> other & 1 && along < a->at->clear[way][other])
                    a->blocked |= 1u << other;
        }
    }
}

static void let_in(admitting *a, uint32_t car)
{
    uint32_t way = way_of(a, car);
    a->c->admitted[car] = 1;
    a->c->waiting[car] = 0;
    crossing_promise(a, way);
    a->blocked |= a->at->conflicts[way];
}

// Cars before the line, from the first on: who was let in stays so, unless its light has turned, or
// one before it has to stop.
static void count_entry(admitting *a, uint32_t entry)
{
    uint32_t lane = a->at->entry[entry];
    float length = a->c->on->lanes[lane].length;
    bool stops = false;
    a->asks[entry] = ROAD_NONE;
    for (uint32_t i = a->c->start[lane + 1]; i > a->c->start[lane]; i--) {
        uint32_t car = a->c->row[i - 1], body = a->c->first + car;
        float speed = a->c->speed[car];
        float way = length - a->c->place[car].along - a->all->radius[body];
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
            break; // nobody behind it has been let in
        stops = true;
    }
}

// The lane behind a way holds all that have been promised a place, and one more.
static bool has_room(const admitting *a, uint32_t way, uint32_t car)
{
    uint32_t lane = a->at->exit[way];
    float room = a->c->on->lanes[lane].length;
    float length = 2 * a->all->radius[a->c->first + car] + a->rules->model.gap;
    if (a->c->start[lane] < a->c->start[lane + 1]) {
        uint32_t last = a->c->row[a->c->start[lane]];
        room = a->c->place[last].along - a->all->radius[a->c->first + last];
    }
    return room >= (float)(a->promised[way] + 1) * length;
}

// Return whether the car at one entry lets the one at another go first. Not if that one could not
// go at all, unless it has been waiting too long: so cars follow each other while the way is free.
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
        if (car == ROAD_NONE || !is_green(a, entry) || !has_room(a, a->way[entry], car))
            continue;
        a->asking |= 1u << entry;
        if (longest == ROAD_NONE || a->c->waiting[car] > a->c->waiting[a->asks[longest]])
            longest = entry;
    }
    for (uint32_t entry = 0; entry < a->at->entry_count; entry++)
        if (a->asking >> entry & 1 && !(a->blocked >> a->way[entry] & 1) && !must_yield(a, entry) &&
            has_room(a, a->way[entry], a->asks[entry])) {
            let_in(a, a->asks[entry]);
            a->asking &= ~(1u << entry);
        }
    if (longest != ROAD_NONE && !a->busy)
        let_in(a, a->asks[longest]);
}

void crossing_admit(cars *c, const vehicles *all, const cars_rules *rules,
                    const crossing_rules *crossing, int64_t now, uint32_t begin, uint32_t end)
{
    uint32_t green = crossing_green(crossing, now, NULL);
    for (uint32_t i = begin; i < end; i++) {
        admitting a = {.c = c,
                       .all = all,
                       .rules = rules,
                       .crossing = crossing,
                       .at = &c->on->crossings[i],
                       .green = green};
        count_ways(&a);
        for (uint32_t entry = 0; entry < a.at->entry_count; entry++)
            count_entry(&a, entry);
        crossing_answer(&a);
    }
}
