// SPDX-License-Identifier: MIT
// The kernels for every machine.
#include "lanes_plain.h"
#define LANES_SUPPORTED (true)
#define KERNELS_NAME    steer_kernels_plain
#define KERNELS_TEXT    "plain"
#include "steer_kernels_body.h"
