// SPDX-License-Identifier: MIT
// gestalt run, of a scene.
#ifndef RUN_SCENE_H
#define RUN_SCENE_H

#include "cli.h"

/// Return whether the file is a scene; then it was run, and `*verdict` is the code to exit with.
bool run_scene(cli *c, const char *path, exit_code *verdict);

#endif
