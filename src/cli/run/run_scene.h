// SPDX-License-Identifier: MIT
// gestalt run for a scene.
#ifndef RUN_SCENE_H
#define RUN_SCENE_H

#include "cli.h"

/// Return whether the file is a scene; if so, run it, and set `*verdict` to the exit code.
bool run_scene(cli *c, const char *path, exit_code *verdict);

#endif
