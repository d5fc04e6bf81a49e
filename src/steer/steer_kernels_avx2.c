// SPDX-License-Identifier: MIT
// The kernels for machines with AVX2 and BMI2.
#include "lanes_avx2.h"
#define LANES_SUPPORTED (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2"))
#define KERNELS_NAME    steer_kernels_avx2
#define KERNELS_TEXT    "avx2"
#include "steer_kernels_body.h"
