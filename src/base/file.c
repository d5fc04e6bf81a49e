// SPDX-License-Identifier: MIT
#include "file.h"
