// SPDX-License-Identifier: MIT
// The scenes of examples/scenes with so few agents that thousands of runs are possible: one of each
// kind of world.
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

/// The text of one, to be freed; running_folder must be that of the examples.
char *small_scene(int which);

#endif
