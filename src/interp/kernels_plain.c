// SPDX-License-Identifier: MIT
// The kernels for every machine.
#define KERNELS_NAME      kernels_plain
#define KERNELS_TEXT      "plain"
#define KERNELS_SUPPORTED (true)
#include "kernels_body.h"
