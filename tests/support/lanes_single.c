// SPDX-License-Identifier: MIT
// Lanes one by one, as on a machine without vectors that vectors.h supports.
#undef __AVX512F__
#undef __AVX2__
#undef __SSE2__
#define LANES_SET       lanes_set_single
#define LANES_NAME      "single"
#define LANES_SUPPORTED true
#include "lanes_body.h"
