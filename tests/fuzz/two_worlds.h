// SPDX-License-Identifier: MIT
// Two worlds of a scene, with other lanes, threads and instructions, which must come to the same.
// Whatever must not be ends the program, with a message.
#ifndef TWO_WORLDS_H
#define TWO_WORLDS_H

#include <gestalt/worlds/world.h>

#include <stdbool.h>
#include <stddef.h>

typedef struct two_worlds {
    gestalt_world *one, *other;
    gestalt_world_options how[2];
} two_worlds;

/// Read a scene, and check that there are findings if and only if it is refused, which can be
/// written: to stderr when FUZZ_SHOW is in the environment. NULL: it is refused.
gestalt_scene *two_worlds_read(const char *text, size_t size);

/// Make both worlds; none if the scene cannot start, of which an error tells.
two_worlds two_worlds_make(const gestalt_scene *scene, bool has_threads);
void two_worlds_destroy(two_worlds *w);

/// Both go a step. An agent may not get anywhere, since numbers are too large: in both.
void two_worlds_step(const two_worlds *w);
/// Save the first one, and load that into the other one.
void two_worlds_resume(const two_worlds *w);
/// Both go on in another scene, with other trees.
void two_worlds_edit(two_worlds *w, const gestalt_scene *scene);
/// Measure and record both: no number is one that cannot be.
void two_worlds_look(const two_worlds *w, uint64_t steps);

/// End the program if it does not hold.
void two_worlds_check(bool holds, const char *what);

#endif
