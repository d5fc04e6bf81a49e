// SPDX-License-Identifier: MIT
// Whole flocks in one pass: neighbours, rules and motion together, for speed. Kernels: see
// steer_kernels.h.
#ifndef FLOCKING_H
#define FLOCKING_H

#include "neighbours.h"

/// The flocking model with which frameworks for agent-based models are compared:
///
///     v = v + (cohere * sum of h - separate * sum of the h shorter than apart
///              + match * sum of v_j) / max(n, 1),  scaled to `speed`;  p = p + v
///
/// The sums are over the n others within `radius`; h is the offset to one of them. All birds see
/// the previous step (the original definition moves one bird after the other). A bird whose
/// velocity becomes zero stops.
typedef struct flock_model {
    float radius, apart;
    float cohere, separate, match;
    float speed;
} flock_model;

/// Step the birds at the grid's positions `begin` to `end` - 1. The grid carries velocities. Only
/// positions and velocities of these birds are written, so different threads may do different
/// ranges at once.
typedef void flock_step_function(const flock_model *model, const grid *g, const vehicles *all,
                                 uint32_t begin, uint32_t end);

/// Reynolds' boids, as in the demonstration of OpenSteer: three weighted unit vectors. The force
/// moves a boid as in motion.h. Boids that leave the sphere enter it on the opposite side.
typedef struct boids_model {
    float radius[NEIGHBOURS_KINDS], cosine[NEIGHBOURS_KINDS], weight[NEIGHBOURS_KINDS];
    float mass, max_force, max_speed;
    vector centre;
    float sphere; // radius of the sphere; 0: unbounded, or the grid's periodic world
    float dt;
} boids_model;

/// Step boids like flock_step. The grid carries headings; positions, velocities and headings are
/// written.
typedef void flock_boids_function(const boids_model *model, const grid *g, const vehicles *all,
                                  uint32_t begin, uint32_t end);

#endif
