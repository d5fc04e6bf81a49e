// SPDX-License-Identifier: MIT
// Settings: values that are put into the text of a scene before it is read, by paths as
// `birds.sight`. A value takes the place of the one that stands there, or is added, so that all
// that is wrong with it is found by reading.
//
//     path      means
//     sight     the param; or the scene's member
//     birds.x   the member of the group, or else the key in its `set`
//     paths.walk.radius, world.size    as the scene nests
//     reports.+                        one more element of a list
#ifndef SCENE_SET_H
#define SCENE_SET_H

#include "scene_rules.h"

/// Writes the text with these values. A text that is no JSON object is written as it is, since
/// reading says why. As gestalt_scene_change.
gestalt_result scene_change_text(const char *text, size_t size,
                                 const gestalt_scene_setting *settings, uint32_t count,
                                 const scene_part *const *parts, const gestalt_allocator *allocator,
                                 gestalt_writer writer, gestalt_error *error);

#endif
