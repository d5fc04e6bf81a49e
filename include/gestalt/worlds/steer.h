// SPDX-License-Identifier: MIT
// Steering without trees: vehicles are columns, behaviours compute forces, and a combiner makes one
// force for each vehicle, which moves the vehicle. docs/steering.md has the formula of each
// behaviour.
//
// A host fills the columns, lists as urges which vehicles do what, and calls step. Vehicles see the
// positions at the end of the previous step, so results do not depend on their order or on threads.
#ifndef GESTALT_WORLDS_STEER_H
#define GESTALT_WORLDS_STEER_H

#include <gestalt/population.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The behaviours. Their arguments are listed in the order of the members of gestalt_urge.
typedef enum gestalt_behaviour {
    GESTALT_STEER_SEEK,             ///< point target
    GESTALT_STEER_FLEE,             ///< point target
    GESTALT_STEER_ARRIVE,           ///< point target; number braking, in seconds
    GESTALT_STEER_PURSUE,           ///< vehicle quarry
    GESTALT_STEER_EVADE,            ///< vehicle hunter
    GESTALT_STEER_PURSUE_OFFSET,    ///< point offset; vehicle leader
    GESTALT_STEER_INTERPOSE,        ///< points first, second; number share of the way
    GESTALT_STEER_INTERPOSE_MOVING, ///< vehicles first, second; number share of the way
    GESTALT_STEER_HIDE,             ///< vehicle hunter; number distance from the obstacle
    GESTALT_STEER_AVOID_OBSTACLES,  ///< number time ahead
    GESTALT_STEER_WANDER,           ///< numbers radius, distance, jitter
    GESTALT_STEER_FOLLOW_PATH,      ///< path; numbers time ahead, direction
    GESTALT_STEER_AVOID_COLLISIONS, ///< numbers radius, time ahead
    GESTALT_STEER_SEPARATE,         ///< numbers radius, cosine of half the view angle
    GESTALT_STEER_COHERE,           ///< numbers radius, cosine
    GESTALT_STEER_ALIGN,            ///< numbers radius, cosine
    GESTALT_STEER_SPREAD,           ///< numbers radius, cosine
    GESTALT_STEER_GATHER,           ///< numbers radius, cosine
    GESTALT_STEER_MATCH,            ///< numbers radius, cosine
    GESTALT_STEER_FOLLOW_ROAD,      ///< path; numbers time ahead, lane
    GESTALT_STEER_ADAPT_SPEED,      ///< numbers radius, time ahead
    GESTALT_STEER_AVOID_TRAFFIC,    ///< numbers radius, time ahead, distance
    GESTALT_STEER_COUNT
} gestalt_behaviour;

/// A number for each vehicle: a column indexed by row or, if `column` is NULL, one value for all.
typedef struct gestalt_steer_number {
    float value;
    const float *column;
} gestalt_steer_number;

/// A point for each vehicle. Either all columns are set or none.
typedef struct gestalt_steer_point {
    float value[3];
    const float *column[3];
} gestalt_steer_point;

/// An index for each vehicle: a row of another vehicle, or a path number. A row or path that does
/// not exist causes no force.
typedef struct gestalt_steer_index {
    uint32_t value;
    const uint32_t *column;
} gestalt_steer_index;

/// A behaviour for some vehicles, with its arguments.
typedef struct gestalt_urge {
    gestalt_behaviour type;
    const uint64_t *live;             ///< one bit for each row; NULL: all vehicles
    gestalt_steer_number weight;      ///< factor for the force
    gestalt_steer_number probability; ///< probability of being chosen, with GESTALT_COMBINE_DITHER
    gestalt_steer_point points[2];
    gestalt_steer_index vehicles[2];
    gestalt_steer_index path;
    gestalt_steer_number numbers[3]; ///< arguments of the behaviour. Radii in a column must be
                                     ///< below half the size of a periodic world
} gestalt_urge;

/// A rule that combines several forces into one.
typedef enum gestalt_combiner {
    GESTALT_COMBINE_SUM,      ///< the sum, limited to max_force
    GESTALT_COMBINE_PRIORITY, ///< in order, while the sum stays within max_force
    GESTALT_COMBINE_FILL,   ///< as PRIORITY, and the first force that does not fit is shortened to
                            ///< fit
    GESTALT_COMBINE_DITHER, ///< in order, each with its probability: the first one that is not zero
} gestalt_combiner;

/// The weight of a neighbour at distance d in separation: 1/2, 1/d or d.
typedef enum gestalt_steer_push {
    GESTALT_PUSH_UNIT,
    GESTALT_PUSH_INVERSE,
    GESTALT_PUSH_LINEAR,
} gestalt_steer_push;

/// A path to follow. Points have one number per dimension.
typedef struct gestalt_steer_path {
    const float *points;
    uint32_t point_count; ///< at least 2
    float radius;         ///< half its width
    bool closed;
} gestalt_steer_path;

typedef struct gestalt_steer_obstacle {
    float centre[3];
    float radius;
} gestalt_steer_obstacle;

/// A box. In a periodic world it may continue beyond the border.
typedef struct gestalt_steer_box {
    float low[3], size[3]; ///< lower corner and extent
} gestalt_steer_box;

/// Options of steering. The zero value of everything but `size` and `capacity` is the default.
typedef struct gestalt_steering_options {
    gestalt_allocator allocator;
    uint32_t dimensions;   ///< 2 or 3; default 2
    float low[3], size[3]; ///< bounds of the world: lower corner and extent
    bool periodic;         ///< vehicles that leave on one side enter on the opposite side
    uint32_t capacity;     ///< most vehicles, ghosts included
    float reach; ///< usual radius in which vehicles look for others; larger radii work, but are
                 ///< slower
    gestalt_steer_push push;         ///< weight of neighbours in `separate` and `spread`
    bool drive_left;                 ///< which side `avoid_traffic` keeps to
    const gestalt_steer_path *paths; ///< copied
    uint32_t path_count;
    const gestalt_steer_obstacle *obstacles; ///< copied
    uint32_t obstacle_count;
    const char *kernels; ///< "plain", "avx2", "avx512"; default: the best that the machine has
    const gestalt_population *threads; ///< population whose threads do the work; steering keeps a
                                       ///< reference to it. NULL: only the caller's thread works
    const gestalt_steer_box *window;   ///< if this steers a part of the vehicles: the box that has
                                       ///< all that they see. NULL: the world
    uint32_t agents_of_all; ///< vehicles of all parts, or the capacity of steering that has them
                            ///< all: sizes of cells follow from it. 0: `capacity`
} gestalt_steering_options;

typedef struct gestalt_steering gestalt_steering;

/// Create steering. Returns GESTALT_BAD_ARGUMENT for sizes that are not positive numbers and for
/// paths with fewer than two points, and GESTALT_LIMIT for too many vehicles or cells.
GESTALT_API gestalt_result gestalt_steering_create(const gestalt_steering_options *options,
                                                   gestalt_steering **steering,
                                                   gestalt_error *error);
GESTALT_API void gestalt_steering_destroy(gestalt_steering *steering);

/// The columns, with capacity for `capacity` vehicles; the first `count` exist. A host
/// writes the columns between steps. They move in memory when steering is resized.
typedef struct gestalt_vehicles {
    uint32_t count;
    uint32_t own;                     ///< the first ones, which are steered; the others are ghosts
    float *position[3], *velocity[3]; ///< NULL for missing dimensions
    float *heading[3]; ///< unit vector of the velocity, or the last one if the velocity is 0
    float *mass, *radius, *max_speed; ///< all greater than 0
    float *max_force;
    float *min_speed; ///< 0: vehicles can stop
    uint64_t *id;     ///< unique ids, best in ascending order
    float *wander[3]; ///< state of GESTALT_STEER_WANDER: a unit vector
    uint64_t *random; ///< states of the random streams, for WANDER and GESTALT_COMBINE_DITHER
} gestalt_vehicles;
GESTALT_API gestalt_vehicles gestalt_steering_vehicles(gestalt_steering *steering);

/// Add a vehicle with this id. Mass and maxima are 1, all else is 0, and the heading is along x.
/// Its random stream is derived from `seed` and the id. Returns its row, or UINT32_MAX when there
/// is no room. If there are ghosts, the first one moves to the end.
GESTALT_API uint32_t gestalt_steering_add(gestalt_steering *steering, uint64_t id, uint64_t seed);
/// Remove a vehicle. The last vehicle moves to its row; if there are ghosts, the last one that is
/// not a ghost, and then the last ghost to the row of that.
GESTALT_API void gestalt_steering_remove(gestalt_steering *steering, uint32_t row);

/// Set the number of ghosts: vehicles of other parts, which the own ones see as they see one
/// another. Ghosts are not moved, and draw no random numbers. They are the last rows. New rows have
/// the values of gestalt_steering_add, id 0 and no random stream; a host writes id, position and
/// velocity, and whatever else its urges read. A step of parts gives the same bits as one of all
/// vehicles if every part has the vehicles within the largest radius of its own ones as ghosts, and
/// a little more: 2^-17 of the world's greatest coordinate. Returns GESTALT_LIMIT, and changes
/// nothing, when there is no room.
GESTALT_API gestalt_result gestalt_steering_set_ghosts(gestalt_steering *steering, uint32_t count,
                                                       gestalt_error *error);

/// Change the capacity, and the option `agents_of_all`. Results are then those of steering that was
/// created so. On failure nothing changes: GESTALT_BAD_ARGUMENT when there are more vehicles,
/// GESTALT_LIMIT or GESTALT_NO_MEMORY.
GESTALT_API gestalt_result gestalt_steering_resize(gestalt_steering *steering, uint32_t capacity,
                                                   uint32_t agents_of_all, gestalt_error *error);

/// Change the window; NULL: the world. On failure nothing changes.
GESTALT_API gestalt_result gestalt_steering_set_window(gestalt_steering *steering,
                                                       const gestalt_steer_box *window,
                                                       gestalt_error *error);

enum { GESTALT_STEER_URGES = 64 }; ///< most urges of a step

/// Advance by `dt` seconds: compute the forces of all live urges, in the order of the list, combine
/// them and move. Returns GESTALT_LIMIT, and does nothing, when there are too many urges. A vehicle
/// whose new position or velocity would not be finite keeps the old ones; the others move, and the
/// call returns GESTALT_REJECTED. Returns GESTALT_BAD_ARGUMENT, and moves none, if a vehicle that
/// is not a ghost is outside of the cells that the window touches. Ghosts outside are not seen.
GESTALT_API gestalt_result gestalt_steering_step(gestalt_steering *steering,
                                                 gestalt_combiner combiner,
                                                 const gestalt_urge *urges, uint32_t urge_count,
                                                 float dt);

/// Return the first row that did not move in the last step because its result was not finite, or
/// the first one outside of the window, or UINT32_MAX when all moved.
GESTALT_API uint32_t gestalt_steering_lost(const gestalt_steering *steering);

/// List the rows of vehicles within a radius of a point, at most `capacity` of them. Returns the
/// total number found. Positions are those at the beginning of the last step; after a change of the
/// capacity or window there are none until the next step.
GESTALT_API uint32_t gestalt_steering_near(const gestalt_steering *steering, const float *point,
                                           float radius, uint32_t *rows, uint32_t capacity);

/// Return the behaviour with a name such as "avoid_obstacles", or GESTALT_STEER_COUNT.
GESTALT_API gestalt_behaviour gestalt_behaviour_find(const char *name);
GESTALT_API const char *gestalt_behaviour_name(gestalt_behaviour behaviour);

#ifdef __cplusplus
}
#endif

#endif
