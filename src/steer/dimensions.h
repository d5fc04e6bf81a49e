// SPDX-License-Identifier: MIT
// The plane or space. Every formula of this layer is written once, for STEER_DIMENSIONS dimensions,
// and compiled twice. A file that includes its headers is a file of the plane, unless it defines
// STEER_DIMENSIONS as 3 before; types then have three components. Both builds have the same names:
// a link step makes those of space local, but for what src/world/space.symbols lists.
#ifndef DIMENSIONS_H
#define DIMENSIONS_H

#ifndef STEER_DIMENSIONS
#define STEER_DIMENSIONS 2
#endif

#endif
