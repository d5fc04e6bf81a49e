// SPDX-License-Identifier: MIT
// The scenes of examples/scenes, one of each kind of world, with few agents, so that tests can run
// them thousands of times.
#ifndef SMALL_SCENES_H
#define SMALL_SCENES_H

#include <stdint.h>

enum {
    SMALL_FLOCK,
    SMALL_SPACE,
    SMALL_ROADS,
    SMALL_FORCES,
    SMALL_AIRPORT,
    SMALL_CROWD,
    SMALL_LIFE,
    SMALL_WALLS,
    SMALL_SCENES
};

/// Return the text of a scene. The caller frees it. running_folder must be the folder of the
/// examples.
char *small_scene(int which);

#endif
