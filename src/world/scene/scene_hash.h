// SPDX-License-Identifier: MIT
// A hash that tells whether two scenes are the same to a snapshot: of what the tables have read,
// but for fields that `may_change` and for trees, whose shapes snapshots compare on their own.
#ifndef SCENE_HASH_H
#define SCENE_HASH_H

#include "scene.h"

uint64_t scene_hash(const scene *s);

#endif
