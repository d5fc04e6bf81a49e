// SPDX-License-Identifier: MIT
// The loops that measure memory, for machines with AVX2.
#define BANDWIDTH_KERNELS bandwidth_kernels_avx2
#include "bandwidth_body.h"
