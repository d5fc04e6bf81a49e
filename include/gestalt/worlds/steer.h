// SPDX-License-Identifier: MIT
// Steering without trees: vehicles are columns, behaviours urge them, a combiner makes one force of
// all that urges an agent, and the force moves it. docs/steering.md has the formula of each
// behaviour.
//
// A host fills the columns, says in a list of urges who does what, and steps. Vehicles see each
// other as they were after the last step, so nothing depends on their order or on threads.
#ifndef GESTALT_WORLDS_STEER_H
#define GESTALT_WORLDS_STEER_H

#include <gestalt/population.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Behaviours that vehicles can be urged to. The arguments are named in the order of a
/// gestalt_urge's members.
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

/// A number for each vehicle: a column by row, or one value for all of them where there is none.
typedef struct gestalt_steer_number {
    float value;
    const float *column;
} gestalt_steer_number;

/// The same for places; all columns or none.
typedef struct gestalt_steer_point {
    float value[3];
    const float *column[3];
} gestalt_steer_point;

/// And for rows of vehicles, and numbers of paths. A row or path that does not exist asks for no
/// force.
typedef struct gestalt_steer_index {
    uint32_t value;
    const uint32_t *column;
} gestalt_steer_index;

/// One thing that some vehicles are urged to.
typedef struct gestalt_urge {
    gestalt_behaviour type;
    const uint64_t *live;             ///< a bit for each row; NULL: all of them
    gestalt_steer_number weight;      ///< the force is multiplied by it
    gestalt_steer_number probability; ///< of being chosen, when forces are dithered
    gestalt_steer_point points[2];
    gestalt_steer_index vehicles[2];
    gestalt_steer_index path;
    gestalt_steer_number numbers[3]; ///< radii in columns: in a periodic world below half its size
} gestalt_urge;

/// A way to make one force of several.
typedef enum gestalt_combiner {
    GESTALT_COMBINE_SUM,      ///< the sum, cut to max_force
    GESTALT_COMBINE_PRIORITY, ///< in order, as long as the sum stays within max_force
    GESTALT_COMBINE_FILL,     ///< the same, and of the one that does not fit as much as fits
    GESTALT_COMBINE_DITHER,   ///< in order, each by chance: the first that is not zero
} gestalt_combiner;

/// The weight of those who are near in separation: 1/2, 1/d, or d at the distance d.
typedef enum gestalt_steer_push {
    GESTALT_PUSH_UNIT,
    GESTALT_PUSH_INVERSE,
    GESTALT_PUSH_LINEAR,
} gestalt_steer_push;

/// A way to follow: points have as many numbers as there are dimensions.
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

/// A definition of steering. The zero value of everything but `size` and `capacity` is the default.
typedef struct gestalt_steering_options {
    gestalt_allocator allocator;
    uint32_t dimensions;     ///< 2 or 3; default 2
    float low[3], size[3];   ///< of the world
    bool periodic;           ///< who leaves on one side comes back on the other
    uint32_t capacity;       ///< vehicles
    float reach;             ///< the usual radius in which vehicles look; larger ones take longer
    gestalt_steer_push push; ///< of separate and spread
    bool drive_left;         ///< the rule of avoid_traffic
    const gestalt_steer_path *paths; ///< copied
    uint32_t path_count;
    const gestalt_steer_obstacle *obstacles; ///< copied
    uint32_t obstacle_count;
    const char *kernels; ///< "plain", "avx2", "avx512"; default: the best that the machine has
    const gestalt_population *threads; ///< works with those of this population, which it holds;
                                       ///< NULL: the caller's
} gestalt_steering_options;

typedef struct gestalt_steering gestalt_steering;

/// GESTALT_BAD_ARGUMENT for sizes that are no positive numbers and for paths with fewer than two
/// points, GESTALT_LIMIT for too many vehicles.
GESTALT_API gestalt_result gestalt_steering_create(const gestalt_steering_options *options,
                                                   gestalt_steering **steering,
                                                   gestalt_error *error);
GESTALT_API void gestalt_steering_destroy(gestalt_steering *steering);

/// The columns, with room for `capacity` vehicles; the first `count` of them are there. A host
/// writes them between steps.
typedef struct gestalt_vehicles {
    uint32_t count;
    float *position[3], *velocity[3]; ///< NULL beyond the dimensions
    float *heading[3];                ///< unit vectors; that of the velocity, or the last one
    float *mass, *radius, *max_speed; ///< greater than 0
    float *max_force;
    float *min_speed; ///< 0: they can stand
    uint64_t *id;     ///< no two are equal; best, they ascend
} gestalt_vehicles;
GESTALT_API gestalt_vehicles gestalt_steering_vehicles(gestalt_steering *steering);

/// Adds a vehicle with this id: mass and maxima 1, everything else 0, heading along x. Its random
/// stream follows from `seed` and the id. Returns its row, or UINT32_MAX when there is no room.
GESTALT_API uint32_t gestalt_steering_add(gestalt_steering *steering, uint64_t id, uint64_t seed);
/// Removes a vehicle. The last one gets its row.
GESTALT_API void gestalt_steering_remove(gestalt_steering *steering, uint32_t row);

enum { GESTALT_STEER_URGES = 64 }; ///< in a step, at most

/// Goes `dt` seconds on: makes the forces of all that is live, in the order of the list, and moves.
/// GESTALT_LIMIT, and nothing happens, when there are too many urges. A vehicle whose place or
/// velocity would be no finite number, as its forces are none, keeps both: the others move, and the
/// answer is GESTALT_REJECTED.
GESTALT_API gestalt_result gestalt_steering_step(gestalt_steering *steering,
                                                 gestalt_combiner combiner,
                                                 const gestalt_urge *urges, uint32_t urge_count,
                                                 float dt);

/// The first row that did not move in the last step, since it would not have got to a number:
/// UINT32_MAX when all did.
GESTALT_API uint32_t gestalt_steering_lost(const gestalt_steering *steering);

/// Lists the rows of vehicles within a radius of a point, at most `capacity` of them. Returns how
/// many there are. It sees where they were when the last step began.
GESTALT_API uint32_t gestalt_steering_near(const gestalt_steering *steering, const float *point,
                                           float radius, uint32_t *rows, uint32_t capacity);

/// The behaviour of a name, as "avoid_obstacles", or GESTALT_STEER_COUNT.
GESTALT_API gestalt_behaviour gestalt_behaviour_find(const char *name);
GESTALT_API const char *gestalt_behaviour_name(gestalt_behaviour behaviour);

#ifdef __cplusplus
}
#endif

#endif
