// SPDX-License-Identifier: MIT
// Worlds of the plane and of space: what knows of dimensions is compiled twice, as in steer's
// dimensions.h, which see.
#ifndef WORLD_NAMES_H
#define WORLD_NAMES_H

#include "dimensions.h"

#define world_allocate        STEER_NAME(world_allocate)
#define world_begin_life      STEER_NAME(world_begin_life)
#define world_behaviours      STEER_NAME(world_behaviours)
#define world_bind            STEER_NAME(world_bind)
#define world_column_values   STEER_NAME(world_column_values)
#define world_more_columns    STEER_NAME(world_more_columns)
#define world_breed           STEER_NAME(world_breed)
#define world_die             STEER_NAME(world_die)
#define world_check           STEER_NAME(world_check)
#define world_find            STEER_NAME(world_find)
#define world_find_in         STEER_NAME(world_find_in)
#define world_find_near       STEER_NAME(world_find_near)
#define world_fit             STEER_NAME(world_fit)
#define world_function_lists  STEER_NAME(world_function_lists)
#define world_group_of        STEER_NAME(world_group_of)
#define world_hash            STEER_NAME(world_hash)
#define world_index           STEER_NAME(world_index)
#define world_index_agents    STEER_NAME(world_index_agents)
#define world_key_argument    STEER_NAME(world_key_argument)
#define world_keep            STEER_NAME(world_keep)
#define world_keep_column     STEER_NAME(world_keep_column)
#define world_kept_size       STEER_NAME(world_kept_size)
#define world_life_start      STEER_NAME(world_life_start)
#define world_live            STEER_NAME(world_live)
#define world_load            STEER_NAME(world_load)
#define world_load_memory     STEER_NAME(world_load_memory)
#define world_measure         STEER_NAME(world_measure)
#define world_measure_step    STEER_NAME(world_measure_step)
#define world_move            STEER_NAME(world_move)
#define world_parallel        STEER_NAME(world_parallel)
#define world_place           STEER_NAME(world_place)
#define world_save            STEER_NAME(world_save)
#define world_save_to         STEER_NAME(world_save_to)
#define world_sense           STEER_NAME(world_sense)
#define world_sense_start     STEER_NAME(world_sense_start)
#define world_sensors         STEER_NAME(world_sensors)
#define world_set_float       STEER_NAME(world_set_float)
#define world_set_int         STEER_NAME(world_set_int)
#define world_steer           STEER_NAME(world_steer)
#define world_urges_clear     STEER_NAME(world_urges_clear)
#define world_urges_make      STEER_NAME(world_urges_make)
#define world_write_functions STEER_NAME(world_write_functions)
#define world_frame           STEER_NAME(world_frame)
#define world_record          STEER_NAME(world_record)

#endif
