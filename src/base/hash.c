// SPDX-License-Identifier: MIT
// The one copy of XXH3 that hash.h leads to.
#define XXH_IMPLEMENTATION
#include "hash.h"
