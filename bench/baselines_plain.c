// SPDX-License-Identifier: MIT
// The baselines for every machine.
#define BASELINES     baselines_plain
#define BASELINES_SET "plain"
#define HAND_LEAVES   hand_leaves_plain
#include "baselines_body.h"
