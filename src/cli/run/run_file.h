// SPDX-License-Identifier: MIT
// gestalt run: tick agents, and write the results.
#ifndef RUN_FILE_H
#define RUN_FILE_H

#include "commands.h"

/// Run the operand of the command line, a tree or a scene.
exit_code run_file(cli *c);

#endif
