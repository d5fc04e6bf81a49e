// SPDX-License-Identifier: MIT
// gestalt trace of a scene: the agent is one of many that meet each other, so all of them run, and
// the world does between the ticks what a host would.
#ifndef TRACE_SCENE_H
#define TRACE_SCENE_H

#include "cli.h"

/// Return whether the operand is a scene; then it is traced.
bool trace_scene(cli *c, const char *path, exit_code *verdict);

#endif
