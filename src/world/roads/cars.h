// SPDX-License-Identifier: MIT
// Cars on roads: where each is on its lane, which car is ahead of it, and how it drives. The cars
// of a lane form a row, sorted by position and id, so that the car ahead is the next one in the
// row, or the last one on the following lane: no search is needed. A step is
//
//     cars_sort      sort rows by the positions after the previous step; few cars change lanes
//     crossing_admit admit cars into crossings (crossing.h)
//     cars_look      find what each car has ahead, by ranges of rows
//     ...            the caller computes accelerations
//     cars_steer     compute curvatures, to stay on the lane; then driver_move moves the cars
//     cars_follow    update their positions on lanes
//
// Cars are the vehicles `first` to `first + count - 1`; all columns here start at `first`.
#ifndef CARS_H
#define CARS_H

#include "road.h"

#include "driver.h"
#include "vehicles.h"

/// Sums of what a car has done so far.
typedef struct car_record {
    double speed,
        progress;  // sums over steps, in m/s: speed, and its forward component along the lane
    double beside; // sum over steps: distance from the middle of the lane
    float beside_most;
    uint32_t steps, off_road;         // steps, and steps further than two lane widths from the lane
    uint32_t standing, standing_most; // steps for which it has stood, and the most consecutive ones
    uint32_t crossed;                 // crossings passed
    uint32_t line_runs;               // crossings entered without being admitted
} car_record;

/// What each car sees, computed by cars_look.
typedef struct cars_seen {
    float *gap;      // to the car ahead, from bumper to bumper; INFINITY: none near
    float *approach; // own speed minus that of the car ahead; 0 without one
    float *line;     // free distance to the line where it must stop; INFINITY: none
    float *allowed;  // speed that bends and crossings ahead allow
    float *aim;      // distance ahead of the point on its lane towards which it steers
    float *beside;   // distance from the middle of the lane, to the right
    uint32_t *ahead; // car ahead; ROAD_NONE
} cars_seen;

/// Rows: the cars of a lane from its start on, lane by lane; then the cars on no lane.
typedef struct cars_rows {
    uint32_t *cars;      // all rows, one after the other
    uint32_t *start;     // by lane: start of its row; then those of cars on no lane, and the end
    uint64_t *changed;   // by place in the rows, one bit: the car has changed lanes
    uint32_t *before;    // the previous rows
    uint32_t *entering;  // by lane: car + 1 of the last car found that has entered it; 0: none
    uint32_t *entered;   // by car: car + 1 of the previous such car; 0: none
    uint8_t *is_leaving; // by lane: some car has left it
} cars_rows;

/// Numbers of cars, by track.
typedef struct cars_tracks {
    uint32_t *on_track; // cars on it, according to the rows
    uint32_t *used;     // cars on it or admitted to it
    uint32_t *most;     // up to how many cars others may turn into it, computed by cars_limit
} cars_tracks;

typedef struct cars {
    const roads *on;
    uint32_t first, count;
    // State: bytes of `kept`, without pointers.
    road_place *place;  // lane ROAD_NONE: not on a road
    uint32_t *next;     // lane that it takes at the end of its lane
    uint32_t *waiting;  // steps for which it has been waiting to be admitted
    float *speed;       // m/s
    uint32_t *admitted; // 1: it may drive into the crossing ahead
    car_record *record;
    void *kept;
    size_t kept_size;
    float *half_length, *half_width; // half the size of its body; equal for a disc
    cars_seen seen;
    // How each car drives.
    float *acceleration, *curvature;
    cars_rows rows;
    cars_tracks tracks;
    void *memory;
    size_t memory_size;
} cars;

/// The rules that all cars have in common.
typedef struct cars_rules {
    driver_model model;
    float range;    // how far drivers look
    float turning;  // share of cars that turn at a crossing, if there are ways to the sides
    float sharpest; // largest curvature that a car can drive
} cars_rules;

gestalt_result cars_create(cars *c, const gestalt_allocator *allocator, const roads *on,
                           uint32_t first, uint32_t count);
void cars_destroy(cars *c, const gestalt_allocator *allocator);

/// Put a car on a lane and choose the next lane; sets the vehicle's position and heading.
void cars_put(cars *c, const vehicles *all, const cars_rules *rules, uint32_t car, road_place place,
              float speed);

/// Set the size of a car; call this first.
void cars_set_body(cars *c, uint32_t car, float half_length, float half_width);

/// Set the speed of a car that has been put on a lane.
void cars_set_speed(cars *c, const vehicles *all, uint32_t car, float speed);

/// Return how many standing cars fit on a block, if none needs more than `room`.
static inline uint32_t cars_capacity(const road_block *block, float room)
{
    return (uint32_t)fminf(block->length / room, 1e9f);
}

/// Compute up to how many cars others may turn into each track. Call this once, when all cars have
/// bodies.
void cars_limit(cars *c, const cars_rules *rules);

/// Count the cars of each track. After cars_sort, before crossing_admit.
void cars_count(cars *c, const cars_rules *rules);

/// Sort the rows: cars_changed, cars_regroup and cars_order for all cars.
void cars_sort(cars *c, const vehicles *all);

/// The phases of cars_sort; threads may share the first and the last one. They handle the places
/// `begin` to `end` - 1 of the rows; `begin` is a multiple of 64. They find the cars that have
/// changed lanes, rewrite the affected rows, and sort each row that starts in the range.
void cars_changed(cars *c, uint32_t begin, uint32_t end);
void cars_regroup(cars *c);
void cars_order(cars *c, const vehicles *all, uint32_t begin, uint32_t end);

/// Look ahead for the cars at the places `begin` to `end` - 1 of the rows.
void cars_look(cars *c, const cars_rules *rules, uint32_t begin, uint32_t end);

/// Return the speed, greater than 0, at which a car can take the bends here and ahead, and can stop
/// at the line of each crossing for which it does not wait yet, `room` before the line.
float cars_allowed(const cars *c, uint32_t car, float room);

/// Return the distance in which a car of this speed stops comfortably, plus a margin: no car
/// requests admission to a crossing from further away.
float cars_stopping_way(const driver_model *model, float speed);

/// Return the columns of what cars see, from a car on; the caller sets `wanted`.
driver_sight cars_sight(const cars *c, uint32_t car);

void cars_steer(cars *c, const vehicles *all, const cars_rules *rules, uint32_t begin,
                uint32_t end);
void cars_follow(cars *c, const vehicles *all, const cars_rules *rules, uint32_t begin,
                 uint32_t end);

/// Record the motion of a vehicle at its place, `beside` the middle of the lane or track whose
/// direction is `along`.
void cars_note(cars *c, const vehicles *all, uint32_t car, vector along, float beside);

/// A summary of cars while they are on roads. Deviations cover the time in which they are not off
/// the road.
typedef struct cars_summary {
    uint32_t count;
    double mean_speed; // m/s
    double flow;       // cars that pass a point of a lane per hour, as the mean over all lanes
    double mean_deviation, worst_deviation; // m
    // Share of time in which cars were further than two lane widths from their lane.
    double off_road;
    double longest_stand; // seconds
    uint64_t crossed, line_runs;
} cars_summary;

/// Verify untrusted state columns: return GESTALT_BAD_FILE unless cars can be there after `steps`
/// steps. Exactly the cars with drivers must be on lanes (cars_check.c).
gestalt_result cars_check(const cars *c, const vehicles *all, uint64_t steps, bool have_drivers,
                          uint32_t begin, uint32_t end, gestalt_error *error);

cars_summary cars_summarize(const cars *c, float dt, uint32_t begin, uint32_t end);

#endif
