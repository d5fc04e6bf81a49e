// SPDX-License-Identifier: MIT
// The numbers of parts: SCENE_PART_ROADS and so on.
#ifndef SCENE_PARTS_H
#define SCENE_PARTS_H

enum {
#define PART(symbol, name) SCENE_PART_##symbol,
#include "scene_parts.def"
#undef PART
    SCENE_PARTS_LISTED,
    SCENE_PART_COUNT = SCENE_PARTS_LISTED ? SCENE_PARTS_LISTED : 1, // C has no empty arrays
};

#endif
