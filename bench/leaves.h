// SPDX-License-Identifier: MIT
// The leaves of the workloads as batch functions, written with lanes.h as a host would. They are
// compiled from one source (leaves_body.h), once for each instruction set.
#ifndef LEAVES_H
#define LEAVES_H

#include <gestalt/host.h>

/// A host that provides the leaves.
typedef struct leaves {
    gestalt_host *host;
    struct counted *counters;
} leaves;

/// Counts of how often leaves were called: by calls, and by agents that they were for (cancels are
/// none).
typedef struct leaves_count {
    uint64_t calls, visits;
} leaves_count;

/// Opens the leaves of a set: "plain", "avx2" or "avx512". With a counter, every call is counted.
/// False when memory runs out; close it in any case.
bool leaves_open(leaves *l, const char *set, leaves_count *count);
void leaves_close(leaves *l);

#endif
