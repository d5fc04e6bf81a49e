// SPDX-License-Identifier: MIT
// Settings: values that are inserted into the text of a scene before it is read, at paths such as
// `birds.sight`. A value replaces the existing one or is added, so that reading finds all errors in
// it.
//
//     path      means
//     sight     a param, or a member of the scene
//     birds.x   a member of the group, or else a key in its `set`
//     paths.walk.radius, world.size    nested members of the scene
//     reports.+                        appends an element to a list
#ifndef SCENE_SET_H
#define SCENE_SET_H

#include "scene_rules.h"

/// Write the text with these settings. A text that is not a JSON object is written unchanged, since
/// reading will report why. Implements gestalt_scene_change.
gestalt_result scene_change_text(const char *text, size_t size,
                                 const gestalt_scene_setting *settings, uint32_t count,
                                 const scene_part *const *parts, const gestalt_allocator *allocator,
                                 gestalt_writer writer, gestalt_error *error);

#endif
