// SPDX-License-Identifier: MIT
// The baselines for machines with AVX-512.
#define BASELINES     baselines_avx512
#define BASELINES_SET "avx512"
#define HAND_LEAVES   hand_leaves_avx512
#include "baselines_body.h"
