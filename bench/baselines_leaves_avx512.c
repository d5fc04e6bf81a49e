// SPDX-License-Identifier: MIT
// The leaves of the baselines for machines with AVX-512.
#define HAND_LEAVES hand_leaves_avx512
#include "baselines_leaves_body.h"
