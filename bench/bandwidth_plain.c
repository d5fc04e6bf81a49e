// SPDX-License-Identifier: MIT
// The memory bandwidth loops for every machine.
#define BANDWIDTH_KERNELS bandwidth_kernels_plain
#include "bandwidth_body.h"
