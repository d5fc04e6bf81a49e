// SPDX-License-Identifier: MIT
// Lanes for every machine of this kind.
#define LANES_SET       lanes_set_plain
#define LANES_NAME      "plain"
#define LANES_SUPPORTED true
#include "lanes_body.h"
