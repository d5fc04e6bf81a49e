// SPDX-License-Identifier: MIT
// The plane or space. Every formula of this layer is written once, for STEER_DIMENSIONS dimensions,
// and compiled twice. A file that includes its headers is a file of the plane, unless it defines
// STEER_DIMENSIONS as 3 before; types then have three components, and the linker's names end in
// _3d rather than _2d, so that a program may hold both builds. Nothing but this list knows of that.
#ifndef DIMENSIONS_H
#define DIMENSIONS_H

#ifndef STEER_DIMENSIONS
#define STEER_DIMENSIONS 2
#endif

#define STEER_PASTE(name, dimensions) name##_##dimensions##d
#define STEER_JOIN(name, dimensions)  STEER_PASTE(name, dimensions)
#define STEER_NAME(name)              STEER_JOIN(name, STEER_DIMENSIONS)

#define behaviour_table          STEER_NAME(behaviour_table)
#define combine_forces           STEER_NAME(combine_forces)
#define driver_acceleration      STEER_NAME(driver_acceleration)
#define driver_equilibrium_gap   STEER_NAME(driver_equilibrium_gap)
#define driver_leader            STEER_NAME(driver_leader)
#define flock_urges_make         STEER_NAME(flock_urges_make)
#define grid_build               STEER_NAME(grid_build)
#define grid_count               STEER_NAME(grid_count)
#define grid_create              STEER_NAME(grid_create)
#define grid_destroy             STEER_NAME(grid_destroy)
#define grid_gather              STEER_NAME(grid_gather)
#define grid_good_cell           STEER_NAME(grid_good_cell)
#define grid_place               STEER_NAME(grid_place)
#define grid_sum                 STEER_NAME(grid_sum)
#define grid_total               STEER_NAME(grid_total)
#define grid_walk_find           STEER_NAME(grid_walk_find)
#define path_at                  STEER_NAME(path_at)
#define path_create              STEER_NAME(path_create)
#define path_destroy             STEER_NAME(path_destroy)
#define path_nearest             STEER_NAME(path_nearest)
#define steer_align              STEER_NAME(steer_align)
#define steer_arrive             STEER_NAME(steer_arrive)
#define steer_avoid_collisions   STEER_NAME(steer_avoid_collisions)
#define steer_avoid_obstacles    STEER_NAME(steer_avoid_obstacles)
#define steer_cohere             STEER_NAME(steer_cohere)
#define steer_consider           STEER_NAME(steer_consider)
#define steer_evade              STEER_NAME(steer_evade)
#define steer_flee               STEER_NAME(steer_flee)
#define steer_follow_path        STEER_NAME(steer_follow_path)
#define steer_hide               STEER_NAME(steer_hide)
#define steer_hiding_place       STEER_NAME(steer_hiding_place)
#define steer_interpose          STEER_NAME(steer_interpose)
#define steer_interpose_moving   STEER_NAME(steer_interpose_moving)
#define steer_kernels_all        STEER_NAME(steer_kernels_all)
#define steer_kernels_avx2       STEER_NAME(steer_kernels_avx2)
#define steer_kernels_avx512     STEER_NAME(steer_kernels_avx512)
#define steer_kernels_best       STEER_NAME(steer_kernels_best)
#define steer_kernels_plain      STEER_NAME(steer_kernels_plain)
#define steer_nearest_approach   STEER_NAME(steer_nearest_approach)
#define steer_pursue             STEER_NAME(steer_pursue)
#define steer_pursue_offset      STEER_NAME(steer_pursue_offset)
#define steer_seek               STEER_NAME(steer_seek)
#define steer_wander             STEER_NAME(steer_wander)
#define threats_begin            STEER_NAME(threats_begin)
#define threats_next             STEER_NAME(threats_next)
#define traffic_adapt_speed      STEER_NAME(traffic_adapt_speed)
#define traffic_avoid_collisions STEER_NAME(traffic_avoid_collisions)
#define traffic_follow_road      STEER_NAME(traffic_follow_road)
#define traffic_is_ahead         STEER_NAME(traffic_is_ahead)
#define urge_evaluate            STEER_NAME(urge_evaluate)
#define urges_view               STEER_NAME(urges_view)
#define vehicles_copy            STEER_NAME(vehicles_copy)
#define vehicles_create          STEER_NAME(vehicles_create)
#define vehicles_destroy         STEER_NAME(vehicles_destroy)

#endif
