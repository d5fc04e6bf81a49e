// SPDX-License-Identifier: MIT
// The kernels for machines with AVX-512.
#include "lanes_avx512.h"
#define LANES_SUPPORTED (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq"))
#define KERNELS_NAME    steer_kernels_avx512
#define KERNELS_TEXT    "avx512"
#include "steer_kernels_body.h"
