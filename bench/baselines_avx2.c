// SPDX-License-Identifier: MIT
// The baselines for machines with AVX2.
#define BASELINES     baselines_avx2
#define BASELINES_SET "avx2"
#define HAND_LEAVES   hand_leaves_avx2
#include "baselines_body.h"
