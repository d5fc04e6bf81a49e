// SPDX-License-Identifier: MIT
// gestalt run: agents tick, and what came out is written.
#ifndef RUN_FILE_H
#define RUN_FILE_H

#include "commands.h"

/// Runs the operand of the command line, a tree or a scene.
exit_code run_file(cli *c);

#endif
