// SPDX-License-Identifier: MIT
// Scenes that tests read and run. An unexpected failure ends the program with a message.
#ifndef RUNNING_H
#define RUNNING_H

#include "scene.h"
#include "world.h"

enum { RUNNING_FOUND_SIZE = 8192 };

/// The folder of scenes' files and of the trees that they name; NULL: there is none.
extern const char *running_folder;

/// The text of a file of that folder; to be freed.
char *running_text(const char *name);

/// A text with one piece replaced, everywhere; to be freed.
char *running_replaced(const char *text, const char *old, const char *new);

/// The text of a file with such changes; the list ends with one without `old`. To be freed.
typedef struct running_change {
    const char *old, *new;
} running_change;
char *running_changed(const char *name, const running_change *changes);

/// Reads a scene. NULL: something is wrong with it, and `found` says what.
scene *running_read(const char *text, char found[RUNNING_FOUND_SIZE]);

/// A world of a scene that is expected to be good.
typedef struct running {
    scene *scene;
    const world_interface *is;
    world *world;
} running;

/// Starts a scene, which it takes, a text, or a file of the folder. Kernels that this machine does
/// not have are the best of those that it has.
running running_of(scene *s, const world_options *options);
running running_of_text(const char *text, const world_options *options);
running running_start(const char *name, const world_options *options);
void running_stop(running *r);

void running_go_on(const running *r, uint64_t steps);
uint64_t running_hash(const running *r);

/// Runs a scene for `before` and `after` steps: without a break, and with threads, lanes and
/// instructions that change at a snapshot between the two. All must come to the same. Returns the
/// outcome, and the hash if `hash` is not NULL.
outcome running_in_all_ways(const char *text, uint64_t before, uint64_t after, uint64_t *hash);

/// Returns what is measured now.
outcome running_outcome(const running *r);
/// A row's value.
double running_row(const outcome *out, const char *name);

#endif
