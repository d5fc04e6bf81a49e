// SPDX-License-Identifier: MIT
// The leaves of the baselines for machines with AVX2.
#define HAND_LEAVES hand_leaves_avx2
#include "baselines_leaves_body.h"
