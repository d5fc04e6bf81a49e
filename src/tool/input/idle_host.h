// SPDX-License-Identifier: MIT
// A host for agents that never tick: it has all functions that a tree calls, but none is ever
// called.
#ifndef IDLE_HOST_H
#define IDLE_HOST_H

#include "cli.h"
#include "input.h"
#include "stub.h"

typedef struct idle_host {
    gestalt_host *host;
    stub_set *stubs;
} idle_host;

/// Create a host for a loaded tree. Errors are reported. Close the host in any case.
exit_code idle_host_open(idle_host *h, cli *c, const input *in, arena *a);
void idle_host_close(idle_host *h);

#endif
