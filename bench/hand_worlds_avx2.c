// SPDX-License-Identifier: MIT
// Handwritten worlds, for machines with AVX2.
#define HAND_SET  hand_set_avx2
#define HAND_NAME "avx2"
#include "hand_worlds_body.h"
