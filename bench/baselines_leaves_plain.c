// SPDX-License-Identifier: MIT
// The leaves of the baselines for every machine.
#define HAND_LEAVES hand_leaves_plain
#include "baselines_leaves_body.h"
