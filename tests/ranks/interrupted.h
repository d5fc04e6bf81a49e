// SPDX-License-Identifier: MIT
// Ticks of jobs that are interrupted on some ranks, saved, and continued elsewhere.
#ifndef INTERRUPTED_H
#define INTERRUPTED_H

#include <stdint.h>

/// Random documents: other numbers of ranks, and a single population, continue the tick.
void test_interrupted_jobs(uint64_t documents);

/// The snapshot is that of a single population that was interrupted after the same agents.
void test_interrupted_snapshot(void);

#endif
