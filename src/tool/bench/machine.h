// SPDX-License-Identifier: MIT
// The setup of a benchmark: the machine, the compiler, the version of the sources.
#ifndef MACHINE_H
#define MACHINE_H

#include <stdint.h>

typedef struct machine {
    char processor[128];
    uint32_t processors; // processors that this program may use
    double memory;       // bytes
    char caches[128];    // such as "L1 48 KiB, L2 2048 KiB"
    char system[256];
    const char *compiler, *flags, *version, *commit;
} machine;

void machine_read(machine *m);

#endif
