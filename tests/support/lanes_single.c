// SPDX-License-Identifier: MIT
// The lanes functions without vectors, as on a machine that vectors.h does not support.
#undef __AVX512F__
#undef __AVX2__
#undef __SSE2__
#define LANES_SET       lanes_set_single
#define LANES_NAME      "single"
#define LANES_SUPPORTED true
#include "lanes_body.h"
