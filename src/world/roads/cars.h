// SPDX-License-Identifier: MIT
// Cars on roads: where each is on its lane, who is ahead of it, and how it drives. Cars of a lane
// are kept in a row, sorted by place and id, so that the one ahead is the next in the row, or the
// last one on the lane behind: no search. A step is
//
//     cars_sort      rows, from the places after the last step; few cars change lanes in a step
//     crossing_admit who may drive into crossings (crossing.h)
//     cars_look      what each has ahead, by ranges of rows
//     ...            who drives says how: accelerations
//     cars_steer     curvatures, to stay on the lane; then driver_move moves them
//     cars_follow    their new places
//
// Cars are the vehicles `first` to `first + count - 1`; all columns here start at `first`.
#ifndef CARS_H
#define CARS_H

#include "road.h"

#include "driver.h"
#include "vehicles.h"

/// Sums of what a car has done so far.
typedef struct car_record {
    double speed, progress; // sums over steps: m/s, and of that along the lane, if it goes that way
    double beside;          // sum over steps: distance from the middle of the lane
    float beside_most;
    uint32_t steps, off_road;         // of the latter it was further than two lanes from its own
    uint32_t standing, standing_most; // steps for which it has stood, and the most in a row
    uint32_t crossed;                 // crossings that it has left behind
    uint32_t line_runs;               // and those that it drove into without having been let in
} car_record;

typedef struct cars {
    const roads *on;
    uint32_t first, count;
    // These last: bytes of `kept`, without pointers.
    road_place *place;  // lane ROAD_NONE: not on a road
    uint32_t *next;     // the lane that it takes at the end of its lane
    uint32_t *waiting;  // steps for which it has been asking to be let into a crossing
    float *speed;       // m/s
    uint32_t *admitted; // 1: it may drive into the crossing ahead
    car_record *record;
    void *kept;
    size_t kept_size;
    float *half_length, *half_width; // of its body; the same of a disc
    // Each sees these, after cars_look.
    float *gap;      // to the one ahead, from bumper to bumper; INFINITY: nobody near
    float *approach; // own speed minus that of the one ahead; 0 when there is none
    float *line;     // free way to the line that it must stop at; INFINITY: none
    float *allowed;  // the speed that bends and crossings ahead allow
    float *aim;      // how far ahead on its lane is the point that it steers towards
    float *beside;   // how far it is from the middle of its lane, to the right
    uint32_t *ahead; // who; ROAD_NONE
    // It drives by these.
    float *acceleration, *curvature;
    // Rows: the cars of a lane from its start on, one lane after the other; then those on none.
    uint32_t *row;       // cars
    uint32_t *start;     // by lane, of those on none, and behind the last
    uint64_t *changed;   // bits by place in the rows: who has changed lanes
    uint32_t *before;    // the rows before that
    uint32_t *entering;  // by lane: the last one found that has come to it; 0: none, else car + 1
    uint32_t *entered;   // by car: the one before that; likewise
    uint8_t *is_leaving; // by lane: whether somebody has left it
    // By track: how many are on it, by the rows; how many are or have been let in to it; and the
    // most at which others may still turn into it, which cars_limit finds.
    uint32_t *on_track, *used, *most;
    void *memory;
    size_t memory_size;
} cars;

/// The rules that all of them have in common.
typedef struct cars_rules {
    driver_model model;
    float range;    // how far they look
    float turning;  // the share that turns at a crossing, if there are ways to the sides
    float sharpest; // curvature that a car can drive
} cars_rules;

gestalt_result cars_create(cars *c, const gestalt_allocator *allocator, const roads *on,
                           uint32_t first, uint32_t count);
void cars_destroy(cars *c, const gestalt_allocator *allocator);

/// Puts a car on a lane and chooses where it goes on; sets the vehicle's position and heading.
void cars_put(cars *c, const vehicles *all, const cars_rules *rules, uint32_t car, road_place place,
              float speed);

/// Sets the size of a car, before anything else.
void cars_set_body(cars *c, uint32_t car, float half_length, float half_width);

/// Sets the speed of a car that has been put somewhere.
void cars_set_speed(cars *c, const vehicles *all, uint32_t car, float speed);

/// Return how many cars fit on a block when they stand, if none needs more than `room`.
static inline uint32_t cars_capacity(const road_block *block, float room)
{
    return (uint32_t)fminf(block->length / room, 1e9f);
}

/// Finds how many cars may be on each track for others to turn into it. Once, when all have bodies.
void cars_limit(cars *c, const cars_rules *rules);

/// Counts the cars of each track. After cars_sort, before crossing_admit.
void cars_count(cars *c, const cars_rules *rules);

/// Puts the rows in order: cars_changed, cars_regroup and cars_order for all.
void cars_sort(cars *c, const vehicles *all);

/// Steps of that, of which the first and the last may be done by threads, for the places begin to
/// end - 1 of the rows; `begin` is a multiple of 64. They find who has changed lanes, write anew
/// the rows between which cars have changed, and sort each row that starts there.
void cars_changed(cars *c, uint32_t begin, uint32_t end);
void cars_regroup(cars *c);
void cars_order(cars *c, const vehicles *all, uint32_t begin, uint32_t end);

/// Looks ahead for those at the places begin to end - 1 of the rows.
void cars_look(cars *c, const cars_rules *rules, uint32_t begin, uint32_t end);

/// Return the speed at which it can take the bends here and ahead, and stop at the line of each
/// crossing that it does not wait for yet, `room` before that. Greater than 0.
float cars_allowed(const cars *c, uint32_t car, float room);

/// The way in which a car of this speed stops in comfort, and then some: nobody asks to be let into
/// a crossing from further away.
float cars_stopping_way(const driver_model *model, float speed);

/// Return what cars see of those ahead, as columns from a car on; `wanted` is the caller's.
driver_sight cars_sight(const cars *c, uint32_t car);

void cars_steer(cars *c, const vehicles *all, const cars_rules *rules, uint32_t begin,
                uint32_t end);
void cars_follow(cars *c, const vehicles *all, const cars_rules *rules, uint32_t begin,
                 uint32_t end);

/// Notes what a vehicle does that is at this place, `beside` the middle of the lane or track, whose
/// direction is `along`.
void cars_note(cars *c, const vehicles *all, uint32_t car, vector along, float beside);

/// A summary of cars, as long as they are on roads. Deviations are of the time that they are not
/// off them.
typedef struct cars_summary {
    uint32_t count;
    double mean_speed; // m/s
    double flow;       // cars that pass a point of a lane in an hour, the mean over all lanes
    double mean_deviation, worst_deviation; // m
    double off_road;      // the share of time that cars were further than two lanes from theirs
    double longest_stand; // seconds
    uint64_t crossed, line_runs;
} cars_summary;

/// Check that cars whose kept columns somebody else has written can be where they are, after so
/// many steps: GESTALT_BAD_FILE if not. Cars with drivers are on lanes, and no others are
/// (cars_check.c).
gestalt_result cars_check(const cars *c, const vehicles *all, uint64_t steps, bool have_drivers,
                          uint32_t begin, uint32_t end, gestalt_error *error);

cars_summary cars_summarize(const cars *c, float dt, uint32_t begin, uint32_t end);

#endif
