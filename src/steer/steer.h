// SPDX-License-Identifier: MIT
// Steering: includes all of this layer, which works on columns of vehicles and does not depend on
// trees. A step is
//
//     grid_build               sort vehicles into the grid
//     kernels->neighbours_sum  sum over neighbours, if an urge needs sums
//     combine_forces           compute forces
//     kernels->motion_step     move
//
// Each stage works on ranges of agents, which threads may share; a stage finishes before the next
// one starts.
#ifndef STEER_H
#define STEER_H

#include "behaviours.h"
#include "combine.h"
#include "driver.h"
#include "flocking.h"
#include "grid.h"
#include "grid_window.h"
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
