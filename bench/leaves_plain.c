// SPDX-License-Identifier: MIT
// The batch leaves for every machine.
#define LEAVES     leaves_plain
#define LEAVES_SET "plain"
#include "leaves_body.h"
