// SPDX-License-Identifier: MIT
// gestalt trace for a scene. The agents of a scene affect each other, so all of them run. Between
// ticks, the world does the work of a host.
#ifndef TRACE_SCENE_H
#define TRACE_SCENE_H

#include "cli.h"

/// Return whether the operand is a scene; if so, trace it.
bool trace_scene(cli *c, const char *path, exit_code *verdict);

#endif
