// SPDX-License-Identifier: MIT
// Steering: all of this layer. It knows columns of vehicles, and nothing of trees. A step is
//
//     grid_build               who is where
//     kernels->neighbours_sum  what each sees of those around it, if an urge wants to know
//     combine_forces           what each wants
//     kernels->motion_step     what becomes of that
//
// each over ranges of agents, which threads may share, all of one before any of the next.
#ifndef STEER_H
#define STEER_H

#include "behaviours.h"
#include "combine.h"
#include "driver.h"
#include "flocking.h"
#include "grid.h"
#include "motion.h"
#include "neighbours.h"
#include "path.h"
#include "space.h"
#include "steer_kernels.h"
#include "traffic.h"
#include "trigonometry.h"
#include "urges.h"
#include "vector.h"
#include "vehicles.h"

#endif
