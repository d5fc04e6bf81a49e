// SPDX-License-Identifier: MIT
// The lanes functions for every machine of this architecture.
#define LANES_SET       lanes_set_plain
#define LANES_NAME      "plain"
#define LANES_SUPPORTED true
#include "lanes_body.h"
