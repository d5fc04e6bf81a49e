// SPDX-License-Identifier: MIT
// Worlds of the plane and of space: what knows of dimensions is compiled twice, as in steer's
// dimensions.h, which see.
#ifndef WORLD_NAMES_H
#define WORLD_NAMES_H

#include "dimensions.h"

#endif
