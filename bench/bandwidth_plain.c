// SPDX-License-Identifier: MIT
// The loops that measure memory, for every machine.
#define BANDWIDTH_KERNELS bandwidth_kernels_plain
#include "bandwidth_body.h"
