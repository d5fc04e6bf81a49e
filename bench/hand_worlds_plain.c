// SPDX-License-Identifier: MIT
// Handwritten worlds, for every machine.
#define HAND_SET  hand_set_plain
#define HAND_NAME "plain"
#include "hand_worlds_body.h"
