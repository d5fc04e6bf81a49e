// SPDX-License-Identifier: MIT
// The lanes functions for machines with AVX2.
#define LANES_SET       lanes_set_avx2
#define LANES_NAME      "avx2"
#define LANES_SUPPORTED (__builtin_cpu_supports("avx2"))
#include "lanes_body.h"
