// SPDX-License-Identifier: MIT
// Roads as cars see them: lanes, which are polylines with one direction and lead into one another,
// and crossings. Immutable and shared; road_plan.h creates them. A place is a lane and a distance
// along it. A crossing consists of the lanes that lead through it, its *ways*: two ways conflict
// where cars on both would be too near to each other.
#ifndef ROAD_H
#define ROAD_H

#include "space.h"
#include "traffic.h"

#define ROAD_NONE UINT32_MAX

enum {
    ROAD_TURNS = 4,   // most lanes that one lane may lead into
    ROAD_ENTRIES = 4, // most lanes that may end at a crossing
    ROAD_WAYS = 16,   // most lanes that may lead through a crossing
    ROAD_HOPS = 8,    // most lanes over which a driver looks ahead
};

/// Largest curvature of lanes that cars can follow, 1/m. They can steer a little more sharply.
#define ROAD_SHARPEST 0.25f

/// Bodies are narrower than this share of a lane's width.
#define ROAD_CLEARANCE 0.94f

typedef struct road_segment {
    vector start;
    vector direction; // a unit vector
    float begin;      // distance of its start along the lane
    float length;     // > 0
    float speed;      // m/s that its bend allows; else INFINITY
    float then;       // square of the speed at its end that later bends of the lane allow
} road_segment;

typedef struct road_lane {
    uint32_t first_segment, segment_count;
    float length;
    float entry;   // square of the speed at its start that bends here and later allow; INFINITY
    float to_line; // distance from its start to the line before the next crossing; INFINITY
    uint32_t next_count, next[ROAD_TURNS]; // the first goes straight on
    uint32_t crossing;                     // crossing of which it is a way, or ROAD_NONE
    uint32_t way;                          // index of that way
    uint32_t entered;                      // the crossing at its end, or ROAD_NONE
    uint32_t track;                        // road and direction to which it belongs
} road_lane;

typedef enum crossing_control {
    CROSSING_RIGHT_OF_WAY, // cars from the side of traffic go first, and cars that go straight on
    CROSSING_LIGHTS,       // the two roads take turns
} crossing_control;

typedef struct road_crossing {
    vector centre;
    crossing_control control;
    uint32_t entry_count, way_count;
    uint32_t entry[ROAD_ENTRIES];  // entry lanes
    uint32_t light[ROAD_ENTRIES];  // 0 or 1: the light of each entry
    uint32_t way[ROAD_WAYS];       // lanes of the ways
    uint32_t exit[ROAD_WAYS];      // lane that follows each way
    uint32_t order[ROAD_WAYS];     // index, from 0, of this crossing on the exit's track
    uint16_t conflicts[ROAD_WAYS]; // bits of the ways that conflict
    uint16_t yields[ROAD_WAYS];    // bits of the ways that have right of way over each way
    float clear[ROAD_WAYS]
               [ROAD_WAYS]; // distance along the first way from which a car is clear of the second
} road_crossing;

/// One direction of a whole road, which is cut into lanes.
typedef struct road_track {
    const vector *points; // the last point is the first, or its image
    uint32_t point_count;
    float length;
    uint32_t line; // road, as planned
    uint32_t crossing_count;
} road_track;

/// Lanes that follow each other from one crossing to the next, or the whole of a track without
/// crossings.
typedef struct road_block {
    uint32_t first, lane_count, track;
    float length;
} road_block;

typedef struct roads {
    space world;
    traffic_side side;
    float width;        // width of a lane
    float braking;      // comfortable braking: speeds before bends assume it
    float sideways;     // acceleration in bends
    float sharpest;     // largest curvature of any lane, 1/m
    vector sharpest_at; // position of that curvature
    uint32_t lane_count, segment_count, crossing_count, track_count, block_count;
    const road_lane *lanes;
    const road_segment *segments;
    const road_crossing *crossings;
    const road_track *tracks;
    const road_block *blocks; // by track, in the order of driving
    float length;             // total length of tracks
} roads;

/// A place on a lane.
typedef struct road_place {
    uint32_t lane;
    uint32_t segment; // index within the lane
    float along;
} road_place;

static inline const road_segment *roads_segment(const roads *r, uint32_t lane, uint32_t segment)
{
    return &r->segments[r->lanes[lane].first_segment + segment];
}

/// Return the track of a car on a lane; on a way, that of the lane after it.
static inline uint32_t roads_track(const roads *r, uint32_t lane)
{
    const road_lane *l = &r->lanes[lane];
    return l->crossing == ROAD_NONE ? l->track : r->lanes[l->next[0]].track;
}

/// Return whether cars may start on a lane. With `line` 0, on all lanes but ways; otherwise on
/// those of the road with that number, counted from 1.
static inline bool roads_may_start(const roads *r, uint32_t lane, uint64_t line)
{
    const road_lane *l = &r->lanes[lane];
    return l->crossing == ROAD_NONE && (line == 0 || r->tracks[l->track].line == line - 1);
}

/// Return the segment that contains the distance `along`, searching from a segment nearby.
uint32_t roads_find_segment(const roads *r, uint32_t lane, uint32_t from, float along);

/// Return the position of a place. Not wrapped: lanes may end beyond the border.
static inline vector roads_position(const roads *r, road_place place)
{
    const road_segment *s = roads_segment(r, place.lane, place.segment);
    return vector_add_scaled(s->start, s->direction, place.along - s->begin);
}

/// Return the speed that bends here and later on the lane allow; INFINITY if everything is
/// straight.
static inline float roads_speed(const roads *r, road_place place)
{
    const road_segment *s = roads_segment(r, place.lane, place.segment);
    float way = s->begin + s->length - place.along;
    float square = s->then + 2 * r->braking * (way > 0 ? way : 0);
    return square < s->speed * s->speed ? sqrtf(square) : s->speed;
}

/// Return how far along a segment's line a position is, using its image nearest to the segment's
/// middle; `offset` is relative to the segment's start.
static inline float roads_along(const roads *r, const road_segment *s, vector position,
                                vector *offset)
{
    vector middle = vector_add_scaled(s->start, s->direction, s->length / 2);
    *offset = vector_subtract(space_nearest(&r->world, middle, position), s->start);
    return vector_dot(*offset, s->direction);
}

float roads_project_on(const roads *r, vector position, road_place *place);
road_place roads_ahead_on(const roads *r, road_place place, uint32_t next, float distance);

/// Return the distance of a position from the lane, to the right of it, and set `place` to the
/// nearest place, searching from the given one. `along` is below 0 before the lane's start, and
/// above its length after its end. Most cars are still on the same segment.
static inline float roads_project(const roads *r, vector position, road_place *place)
{
    vector offset;
    const road_segment *s = roads_segment(r, place->lane, place->segment);
    float along = roads_along(r, s, position, &offset);
    if (!(along >= 0 && along <= s->length))
        return roads_project_on(r, position, place);
    place->along = s->begin + along;
    return vector_dot(offset, vector_right(s->direction));
}

/// Return the place after driving `distance` (>= 0), taking `next` at the end of the lane and the
/// first lane at further ends.
static inline road_place roads_ahead(const roads *r, road_place place, uint32_t next,
                                     float distance)
{
    const road_segment *s = roads_segment(r, place.lane, place.segment);
    float along = place.along + distance;
    if (!(along >= s->begin && along < s->begin + s->length && along < r->lanes[place.lane].length))
        return roads_ahead_on(r, place, next, distance);
    place.along = along;
    return place;
}

#endif
