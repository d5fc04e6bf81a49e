// SPDX-License-Identifier: MIT
// The loops that measure memory, for machines with AVX-512.
#define BANDWIDTH_KERNELS bandwidth_kernels_avx512
#include "bandwidth_body.h"
