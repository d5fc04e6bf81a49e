// SPDX-License-Identifier: MIT
// Whole flocks in one pass: neighbours, rule and motion together, for when speed counts.
// Kernels: see steer_kernels.h.
#ifndef FLOCKING_H
#define FLOCKING_H

#include "neighbours.h"

/// The flocking model by which frameworks for agent-based models are compared:
///
///     v = v + (cohere * sum of h - separate * sum of the h shorter than apart
///              + match * sum of v_j) / max(n, 1),  scaled to `speed`;  p = p + v
///
/// over the n others within `radius`, h being the offset to one. All see the step before (the
/// declaration moves one after the other). A bird whose velocity becomes zero stands.
typedef struct flock_model {
    float radius, apart;
    float cohere, separate, match;
    float speed;
} flock_model;

/// For the birds at the grid's places begin to end - 1. The grid carries velocities. Writes
/// positions and velocities of just these birds, so that different threads may do different ranges
/// at once.
typedef void flock_step_function(const flock_model *model, const grid *g, const vehicles *all,
                                 uint32_t begin, uint32_t end);

/// Reynolds' boids, as in OpenSteer's demonstration: three unit vectors, weighted. The force moves
/// as in motion.h. Boids that leave the sphere enter it on the opposite side.
typedef struct boids_model {
    float radius[NEIGHBOURS_KINDS], cosine[NEIGHBOURS_KINDS], weight[NEIGHBOURS_KINDS];
    float mass, max_force, max_speed;
    vector centre;
    float sphere; // its radius; 0: endless, or the grid's periodic world
    float dt;
} boids_model;

/// As flock_step. The grid carries headings; writes positions, velocities and headings.
typedef void flock_boids_function(const boids_model *model, const grid *g, const vehicles *all,
                                  uint32_t begin, uint32_t end);

#endif
