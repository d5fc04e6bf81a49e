// SPDX-License-Identifier: MIT
// A part of a host that can be shared out: agents that glow, and a function by which trees see how
// much others do. Scene: shared_glow.json.
#ifndef GLOWING_H
#define GLOWING_H

#include <gestalt/worlds/part.h>

extern const gestalt_world_part *const glowing_parts[];
extern const gestalt_world_function glowing_functions[];
/// The same functions, without the declaration that they can be shared out.
extern const gestalt_world_function glowing_undeclared[];

#endif
