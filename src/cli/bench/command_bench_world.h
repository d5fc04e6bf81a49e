// SPDX-License-Identifier: MIT
// gestalt bench --world: which worlds are measured, with how many agents, steps and threads.
#ifndef COMMAND_BENCH_WORLD_H
#define COMMAND_BENCH_WORLD_H

#include "cli.h"

exit_code command_bench_world(cli *c);

#endif
