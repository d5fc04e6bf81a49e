// SPDX-License-Identifier: MIT
// The batch leaves for machines with AVX-512.
#define LEAVES     leaves_avx512
#define LEAVES_SET "avx512"
#include "leaves_body.h"
