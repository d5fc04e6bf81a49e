// SPDX-License-Identifier: MIT
// A host for agents that never tick: it has all that a tree calls, and nothing of it is ever
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

/// Makes one for a tree that was loaded. Errors are reported. Close it in any case.
exit_code idle_host_open(idle_host *h, cli *c, const input *in, arena *a);
void idle_host_close(idle_host *h);

#endif
