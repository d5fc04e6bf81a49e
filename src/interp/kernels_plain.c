// SPDX-License-Identifier: MIT
#define KERNELS_NAME      kernels_plain
#define KERNELS_TEXT      "plain"
#define KERNELS_SUPPORTED (true)
#include "kernels_body.h"
