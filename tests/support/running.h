// SPDX-License-Identifier: MIT
// Scenes that tests read and run. An unexpected failure ends the program with a message.
#ifndef RUNNING_H
#define RUNNING_H

#include "scene.h"
#include "world.h"

enum { RUNNING_FOUND_SIZE = 8192 };

/// Folder of the scenes and their trees; NULL: no folder.
extern const char *running_folder;
/// The parts and functions of a host that scenes are read with; NULL: none.
extern const gestalt_world_part *const *running_parts;
extern const gestalt_world_function *running_functions;

/// Return the text of a file in that folder. The caller frees it.
char *running_text(const char *name);

/// Return a text with every occurrence of `old` replaced. The caller frees it.
char *running_replaced(const char *text, const char *old, const char *new);

/// Return the text of a file with several replacements. The list ends with a change without `old`.
/// The caller frees the text.
typedef struct running_change {
    const char *old, *new;
} running_change;
char *running_changed(const char *name, const running_change *changes);

/// Read a scene. If there are errors, return NULL and write them to `found`.
scene *running_read(const char *text, char found[RUNNING_FOUND_SIZE]);

/// The world of a scene that has no errors.
typedef struct running {
    scene *scene;
    const world_interface *is;
    world *world;
} running;

/// Start a scene, and own it: from a `scene`, from a text, or from a file of the folder. If this
/// machine does not have the kernels, use its best ones.
running running_of(scene *s, const world_options *options);
running running_of_text(const char *text, const world_options *options);
running running_start(const char *name, const world_options *options);
void running_stop(running *r);

void running_go_on(const running *r, uint64_t steps);
uint64_t running_hash(const running *r);

/// Run a scene for `before` + `after` steps: once without a break, and several times with threads,
/// lanes and instruction sets that change at a snapshot between the two parts. All runs must have
/// the same result. Return the outcome, and write its hash if `hash` is not NULL.
outcome running_in_all_ways(const char *text, uint64_t before, uint64_t after, uint64_t *hash);

/// Return the current values of all measures.
outcome running_outcome(const running *r);
/// Return the value of a named row.
double running_row(const outcome *out, const char *name);

#endif
