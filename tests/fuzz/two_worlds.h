// SPDX-License-Identifier: MIT
// Two worlds of a scene with different lanes, threads and instruction sets, which must have the
// same results. A violation ends the program with a message.
#ifndef TWO_WORLDS_H
#define TWO_WORLDS_H

#include <gestalt/worlds/world.h>

#include <stdbool.h>
#include <stddef.h>

typedef struct two_worlds {
    gestalt_world *one, *other;
    gestalt_world_options how[2];
} two_worlds;

/// Read a scene, and check that it has errors if and only if it is refused. The diagnostics are
/// written, to stderr if the environment variable FUZZ_SHOW is set. NULL: the scene is refused.
gestalt_scene *two_worlds_read(const char *text, size_t size);

/// Create both worlds. There are none if the scene cannot start; then there is an error message.
two_worlds two_worlds_make(const gestalt_scene *scene, bool has_threads);
void two_worlds_destroy(two_worlds *w);

/// Step both. Numbers may be too large for an agent to move: in both worlds, or in none.
void two_worlds_step(const two_worlds *w);
/// Save the first world, and load the snapshot into the other one.
void two_worlds_resume(const two_worlds *w);
/// Edit both worlds to a scene with other trees.
void two_worlds_edit(two_worlds *w, const gestalt_scene *scene);
/// Measure and record both worlds, and check that all numbers are possible.
void two_worlds_look(const two_worlds *w, uint64_t steps);

/// End the program with a message if a condition does not hold.
void two_worlds_check(bool holds, const char *what);

#endif
