// SPDX-License-Identifier: MIT
// The plane or space. Every formula of this layer is written once, for STEER_DIMENSIONS dimensions,
// and compiled twice. A file that includes these headers is compiled for the plane, unless it
// defines STEER_DIMENSIONS as 3 first; then types have three components. Both builds use the same
// names: a link step makes those for space local, except those listed in src/world/space.symbols.
#ifndef DIMENSIONS_H
#define DIMENSIONS_H

#ifndef STEER_DIMENSIONS
#define STEER_DIMENSIONS 2
#endif

#endif
