// SPDX-License-Identifier: MIT
// gestalt run, of a scene.
#ifndef RUN_SCENE_H
#define RUN_SCENE_H

#include "cli.h"

#include <signal.h>

/// Return whether the file is a scene; then it was run, and `*verdict` is the code to exit with.
bool run_scene(cli *c, const char *path, exit_code *verdict);

/// Interrupts end a run after the step that is under way (command_run.c).
extern volatile sig_atomic_t run_was_interrupted;
void run_catch_interrupts(void);

#endif
