// SPDX-License-Identifier: MIT
// The memory bandwidth loops for machines with AVX-512.
#define BANDWIDTH_KERNELS bandwidth_kernels_avx512
#include "bandwidth_body.h"
