// SPDX-License-Identifier: MIT
// Handwritten worlds, for machines with AVX-512.
#define HAND_SET  hand_set_avx512
#define HAND_NAME "avx512"
#include "hand_worlds_body.h"
