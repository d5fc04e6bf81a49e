// SPDX-License-Identifier: MIT
// The memory bandwidth loops for machines with AVX2.
#define BANDWIDTH_KERNELS bandwidth_kernels_avx2
#include "bandwidth_body.h"
