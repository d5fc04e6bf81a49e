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

/// Number of calls of leaves, including cancels, and number of agents that leaves ran for, without
/// cancels.
typedef struct leaves_count {
    uint64_t calls, visits;
} leaves_count;

/// Open the leaves for an instruction set: "plain", "avx2" or "avx512". If `count` is not NULL,
/// every call is counted. Returns false if memory runs out; the caller closes the leaves even then.
bool leaves_open(leaves *l, const char *set, leaves_count *count);
void leaves_close(leaves *l);

#endif
