// SPDX-License-Identifier: MIT
// The batch leaves for machines with AVX2.
#define LEAVES     leaves_avx2
#define LEAVES_SET "avx2"
#include "leaves_body.h"
