// SPDX-License-Identifier: MIT
// The kernels for machines with AVX-512.
#define KERNELS_NAME kernels_avx512
#define KERNELS_TEXT "avx512"
#define KERNELS_SUPPORTED                                                                          \
    (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&                    \
     __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq"))
#include "kernels_body.h"
