// SPDX-License-Identifier: MIT
// gestalt-bench --world: selects the worlds to measure, and their numbers of agents, steps and
// threads.
#ifndef WORLD_BENCH_H
#define WORLD_BENCH_H

#include "cli.h"

exit_code bench_worlds(cli *c, arena *a);

#endif
