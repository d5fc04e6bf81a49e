// SPDX-License-Identifier: MIT
// The numbers of parts: SCENE_PART_ROADS and so on.
#ifndef SCENE_PARTS_H
#define SCENE_PARTS_H

#include <gestalt/worlds/part.h>

enum {
#define PART(symbol, plane, space) SCENE_PART_##symbol,
#include "scene_parts.def"
#undef PART
    SCENE_PARTS_LISTED,
    SCENE_PART_COUNT = SCENE_PARTS_LISTED + GESTALT_WORLD_PARTS, // including those of a host
};

#endif
