// SPDX-License-Identifier: MIT
// gestalt-bench --world: the worlds to measure, with numbers of agents, steps and threads.
#ifndef WORLD_BENCH_H
#define WORLD_BENCH_H

#include "cli.h"

exit_code bench_worlds(cli *c, arena *a);

#endif
