// SPDX-License-Identifier: MIT
// The kernels for machines with AVX2.
#define KERNELS_NAME      kernels_avx2
#define KERNELS_TEXT      "avx2"
#define KERNELS_SUPPORTED (__builtin_cpu_supports("avx2"))
#include "kernels_body.h"
