// SPDX-License-Identifier: MIT
// The lanes functions for machines with AVX-512.
#define LANES_SET       lanes_set_avx512
#define LANES_NAME      "avx512"
#define LANES_SUPPORTED (__builtin_cpu_supports("avx512f"))
#include "lanes_body.h"
