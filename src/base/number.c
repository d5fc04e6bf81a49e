// SPDX-License-Identifier: MIT
#include "number.h"
