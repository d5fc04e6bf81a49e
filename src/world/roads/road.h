// SPDX-License-Identifier: MIT
// Roads as cars see them: lanes, each a polyline with one direction, that lead into one another,
// and crossings. Immutable, shared by all; road_plan.h makes them. Places are known by a lane and
// the way along it. A crossing is made of the lanes that lead through it, its *ways*: two of them
// conflict where cars on both would be too near to each other.
#ifndef ROAD_H
#define ROAD_H

#include "space.h"
#include "traffic.h"

#define ROAD_NONE UINT32_MAX

enum {
    ROAD_TURNS = 4,   // lanes that one lane may lead into
    ROAD_ENTRIES = 4, // lanes that may end at a crossing
    ROAD_WAYS = 16,   // lanes that may lead through it
    ROAD_HOPS = 8,    // lanes that somebody looks ahead over, at most
};

/// Curvature of lanes that cars can follow, 1/m. They steer a little more sharply.
#define ROAD_SHARPEST 0.25f

/// Bodies are narrower than this share of a lane's width.
#define ROAD_CLEARANCE 0.94f

typedef struct road_segment {
    vector start;
    vector direction; // a unit vector
    float begin;      // the way along the lane to its start
    float length;     // > 0
    float speed;      // m/s that its bend allows; else INFINITY
    float then;       // square of the speed at its end that bends further along the lane allow
} road_segment;

typedef struct road_lane {
    uint32_t first_segment, segment_count;
    float length;
    float entry;   // square of the speed at its start that bends here and beyond allow; INFINITY
    float to_line; // way from its start to the line before the next crossing; INFINITY
    uint32_t next_count, next[ROAD_TURNS]; // the first goes straight on
    uint32_t crossing;                     // that it is a way of, or ROAD_NONE
    uint32_t way;                          // which of its ways
    uint32_t entered;                      // the crossing at its end, or ROAD_NONE
    uint32_t track;                        // the road and direction that it is a piece of
} road_lane;

typedef enum crossing_control {
    CROSSING_RIGHT_OF_WAY, // who comes from the side of traffic goes first, and who goes straight
                           // on
    CROSSING_LIGHTS,       // one road and the other in turn
} crossing_control;

typedef struct road_crossing {
    vector centre;
    crossing_control control;
    uint32_t entry_count, way_count;
    uint32_t entry[ROAD_ENTRIES];      // lanes
    uint32_t light[ROAD_ENTRIES];      // 0 or 1: which green is theirs
    uint32_t way[ROAD_WAYS];           // lanes
    uint32_t exit[ROAD_WAYS];          // the lanes behind them
    uint32_t order[ROAD_WAYS];         // which crossing of the exit's track this is, from 0 on
    uint16_t conflicts[ROAD_WAYS];     // bits of the ways that conflict
    uint16_t yields[ROAD_WAYS];        // those of them that go first by the rule
    float clear[ROAD_WAYS][ROAD_WAYS]; // from here on a car on the first is out of the second's way
} road_crossing;

/// One direction of a road as a whole: its lanes are pieces of it.
typedef struct road_track {
    const vector *points; // the last is the first, or its image
    uint32_t point_count;
    float length;
    uint32_t line; // the road, as planned
    uint32_t crossing_count;
} road_track;

/// Lanes that follow each other, from a crossing to the next one, or all of a track without any.
typedef struct road_block {
    uint32_t first, lane_count, track;
    float length;
} road_block;

typedef struct roads {
    space world;
    traffic_side side;
    float width;        // of a lane
    float braking;      // in comfort: speeds before bends are those from which a car brakes so
    float sideways;     // acceleration in bends
    float sharpest;     // curvature of any lane, 1/m
    vector sharpest_at; // where that is
    uint32_t lane_count, segment_count, crossing_count, track_count, block_count;
    const road_lane *lanes;
    const road_segment *segments;
    const road_crossing *crossings;
    const road_track *tracks;
    const road_block *blocks; // by track, in the order of driving
    float length;             // of all tracks
} roads;

/// A place on a lane.
typedef struct road_place {
    uint32_t lane;
    uint32_t segment; // of the lane, counted from its first
    float along;
} road_place;

static inline const road_segment *roads_segment(const roads *r, uint32_t lane, uint32_t segment)
{
    return &r->segments[r->lanes[lane].first_segment + segment];
}

/// The track that one who is on a lane belongs to: on a way, that behind it.
static inline uint32_t roads_track(const roads *r, uint32_t lane)
{
    const road_lane *l = &r->lanes[lane];
    return l->crossing == ROAD_NONE ? l->track : r->lanes[l->next[0]].track;
}

/// Return whether cars may start on a lane: on all but those that lead through crossings, if `line`
/// is 0; else on those of the road with that number, counted from 1.
static inline bool roads_may_start(const roads *r, uint32_t lane, uint64_t line)
{
    const road_lane *l = &r->lanes[lane];
    return l->crossing == ROAD_NONE && (line == 0 || r->tracks[l->track].line == line - 1);
}

/// The segment with the place `along`, looked for from a segment nearby.
uint32_t roads_find_segment(const roads *r, uint32_t lane, uint32_t from, float along);

/// The place itself. Not wrapped: lanes may end beyond the border.
static inline vector roads_position(const roads *r, road_place place)
{
    const road_segment *s = roads_segment(r, place.lane, place.segment);
    return vector_add_scaled(s->start, s->direction, place.along - s->begin);
}

/// Return the speed at a place that the bends here and further along the lane allow; INFINITY where
/// all is straight.
static inline float roads_speed(const roads *r, road_place place)
{
    const road_segment *s = roads_segment(r, place.lane, place.segment);
    float way = s->begin + s->length - place.along;
    float square = s->then + 2 * r->braking * (way > 0 ? way : 0);
    return square < s->speed * s->speed ? sqrtf(square) : s->speed;
}

/// Return how far along a segment's line a position is. The image of it nearest to the middle
/// counts; `offset` is from the segment's start to there.
static inline float roads_along(const roads *r, const road_segment *s, vector position,
                                vector *offset)
{
    vector middle = vector_add_scaled(s->start, s->direction, s->length / 2);
    *offset = vector_subtract(space_nearest(&r->world, middle, position), s->start);
    return vector_dot(*offset, s->direction);
}

float roads_project_on(const roads *r, vector position, road_place *place);
road_place roads_ahead_on(const roads *r, road_place place, uint32_t next, float distance);

/// Return how far a position is from the lane, to the right of it; `place` becomes the lane's place
/// that is nearest, looked for from the place given. `along` is below 0 before the start, and above
/// the length behind the end. Most are still on the same segment.
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

/// Return the place of one who drives on by `distance` (>= 0), and takes `next` at the end of the
/// lane and the first lane at further ends.
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
