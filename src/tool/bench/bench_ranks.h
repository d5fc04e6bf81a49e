// SPDX-License-Identifier: MIT
// gestalt bench --ranks: measure trees and scenes with several numbers of ranks of an MPI job.
#ifndef BENCH_RANKS_H
#define BENCH_RANKS_H

#include "arena.h"
#include "cli.h"

exit_code bench_ranks(cli *c, arena *a);

#endif
