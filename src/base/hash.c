// SPDX-License-Identifier: MIT
// The only copy of the XXH3 functions that hash.h declares.
#define XXH_IMPLEMENTATION
#include "hash.h"
